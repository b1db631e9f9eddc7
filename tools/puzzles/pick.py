#!/usr/bin/env python3
"""pick.py FILE... -- choose the puzzles that are shipped from what `aude puzzles find` found, by hand.

    aude puzzles find --games 40 --most 5 --seed 1001 -o base-1.txt         (and so on, for every set, and with --ends)
    tools/puzzles/pick.py base-*.txt ends-*.txt x-*.txt >data/puzzles/puzzles.txt

Of each kind (base, ends that are solved exactly, every set) as many as KEEP says: from each grade in turn the surest
one, that is the one whose best turn is ahead of the second by the most standard errors. No position comes twice."""
import sys

KEEP = {"base": 240, "exact": 90, "set": 18}
GRADES = range(2, 8)


def read(path):
    """Every puzzle of a file as (setup, play, head, turns)."""
    setup = play = None
    for line in open(path, encoding="utf-8"):
        word = line.split(" ", 1)[0].strip()
        if word == "game":
            setup = line
        elif word == "play":
            play = line
        elif word == "puzzle":
            found = [setup, play, line, []]
            yield found
        elif word in ("best", "next"):
            found[3].append(line)


def kind(puzzle):
    setup, _, head, _ = puzzle
    if "exact" in head:
        return "exact"
    words = setup[len("game "):].strip().split("; ")
    own = [word for word in words if word.split()[0] in ("expansions", "switch")]
    return ", ".join(own) or "base"


def sureness(puzzle):
    """Standard errors between the best and the nearest; an exact one by its points."""
    best, *others = [line.split() for line in puzzle[3]]
    return min((float(best[1]) - float(one[1])) / max(float(one[2]), 0.05) for one in others)


def choose(puzzles, keep):
    rows = {grade: [] for grade in GRADES}
    for puzzle in sorted(puzzles, key=lambda one: (-sureness(one), one[2])):
        rows[int(puzzle[2].split()[3])].append(puzzle)
    chosen = []
    while len(chosen) < keep and any(rows.values()):
        for grade in GRADES:
            if rows[grade] and len(chosen) < keep:
                chosen.append(rows[grade].pop(0))
    return chosen


def main():
    kinds, seen = {}, set()
    for path in sys.argv[1:]:
        for puzzle in read(path):
            name = puzzle[2].split()[1]
            if name not in seen:
                seen.add(name)
                kinds.setdefault(kind(puzzle), []).append(puzzle)
    print("aude-puzzles 1")
    last = None
    for name in sorted(kinds, key=lambda one: (one != "base", one != "exact", one)):
        chosen = choose(kinds[name], KEEP.get(name, KEEP["set"]))
        print(f"{name}: {len(chosen)} of {len(kinds[name])}", file=sys.stderr)
        for setup, play, head, turns in sorted(chosen, key=lambda one: (one[0], one[1], one[2])):
            if last != (setup, play):
                print(setup + play, end="")
            last = (setup, play)
            print(head + "".join(turns), end="")


main()
