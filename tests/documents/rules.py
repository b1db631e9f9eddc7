#!/usr/bin/env python3
"""Is every rule tested?

Reads the rule ids from docs/rules (those of FILES) and the ids that tests cite: in the
brackets of a rule card's title (tests/rules/*.t), or anywhere in tests/*/test_*.c.
Fails and lists every rule that no test cites. Rules that say nothing about play stand in
tests/rules/display-only.txt with a reason.

    python3 tests/documents/rules.py          (arguments are ignored: ctest passes the build folder)
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ["base.md", "editions.md", "river-and-abbot.md", "expansions-1-2.md",
         "princess-dragon.md", "tower.md", "abbey-mayor.md", "count-king-cult-river2.md",
         "interactions.md", "catapult.md"]
ID = r"(?:BASE|EDN|RIV2?|ABB|IC|TB|PD|TOW|AM|KR|CULT|COC|CAT|INT)-C?\d+"


def rule_folder():
    for folder in [ROOT / "docs" / "rules", ROOT.parent / "shared" / "rules"]:
        if all((folder / name).is_file() for name in FILES):
            return folder
    sys.exit("rules.py: the rules are neither in docs/rules nor in ../shared/rules")


def read_rules(folder, names):
    """The ids that these files define, in their order: {id: "file:line"}."""
    rules = {}
    problems = []
    for name in names:
        for number, line in enumerate((folder / name).read_text().splitlines(), 1):
            head = re.match(r"(?:#+ |\*\*)(" + ID + r")\b(.*)", line)
            if not head or "withdrawn" in head[2]:
                continue
            if head[1] in rules:
                problems.append(f"{name}:{number}: {head[1]} is defined a second time")
            rules[head[1]] = f"{name}:{number}"
    return rules, problems


def read_citations():
    """Who cites what, {id: ["file:line", ...]}; and the ids only starred cards cite."""
    cited = {}
    held = set()
    for path in sorted((ROOT / "tests" / "rules").glob("*.t")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line.startswith("%"):
                continue
            brackets = re.search(r"\[([^]]*)\]", line)
            for rule in re.findall(ID + r"\b", brackets[1] if brackets else ""):
                cited.setdefault(rule, []).append(f"{path.name}:{number}")
                if not line.startswith("% *"):
                    held.add(rule)
    for path in sorted((ROOT / "tests").glob("*/test_*.c")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for rule in re.findall(r"\b" + ID + r"\b", line):
                cited.setdefault(rule, []).append(f"{path.name}:{number}")
                held.add(rule)
    return cited, set(cited) - held


def read_display_only():
    path = ROOT / "tests" / "rules" / "display-only.txt"
    entries = {}
    problems = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        rule, _, reason = line.partition(" ")
        if rule in entries:
            problems.append(f"{path.name}:{number}: {rule} stands here twice")
        if not reason.strip():
            problems.append(f"{path.name}:{number}: {rule} needs a reason")
        entries[rule] = f"{path.name}:{number}"
    return entries, problems


def main():
    rules, problems = read_rules(rule_folder(), FILES)
    cited, only_starred = read_citations()
    display, more = read_display_only()
    problems += more

    for rule, where in display.items():
        if rule not in rules:
            problems.append(f"{where}: there is no rule {rule}")
        elif rule in cited:
            problems.append(f"{where}: {rule} is tested ({cited[rule][0]}): take it out")
    for rule, places in cited.items():
        if rule not in rules:
            problems.append(f"{places[0]}: there is no rule {rule}")
    for rule, where in rules.items():
        if rule not in cited and rule not in display:
            problems.append(f"{where}: no test cites {rule}")
    if not rules:
        problems.append("no rules were found")

    for problem in problems:
        print(problem)
    known = sum(rule in rules for rule in cited)
    print(f"{len(rules)} rules, {known} cited, {len(display)} display only")
    if only_starred:
        print("cited by known gaps only: " + " ".join(sorted(only_starred)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
