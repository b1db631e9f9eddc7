#!/usr/bin/env python3
"""rooms.py -- the file of every C function is found by its name alone, and no function is long.

A name begins with the word of its file (`score_field` in score.c). Where a file's name has several words, the first ones may be
left out if no other file ends so: `contest_fold` or `hub__contest_fold` in hub_contest.c. Where two folders have a file of the
same name, the folder's word stands before it (`cli_board_draw`, `art_board_frame`); files of engine/ and sitting/ need none.
The longest fit counts: `tree_pack_text` is in tree_pack.c, not in tree.c. One s at the end of a word makes no difference if no
file is nearer. What other programs call by name is left alone: the headers that are installed, calls of the page.

`rooms.py NAME...` says where functions of those names are looked for.
"""
import collections
import glob
import os
import re
import sys

FOLDERS = "ai art cli club engine jcz puzzles python/ext server sitting tools tree wasm".split()
# Words that functions of a folder begin with, where it is not the folder's name; without one the file's word is enough.
CALLED = {"engine": None, "sets": None, "sitting": None, "wasm": "bridge"}
# Painters of art/ may be called paint_WORD as well.
ALSO = {"paint": "art"}
INSTALLED = ["include/*.h", "ai/ai.h", "ai/review.h", "art/art.h"]
# Files, or names in them, that are called otherwise, with the reason.
OTHERWISE = {
    "wasm/jcz/jansson.c": "stands in for a library, whose names it has",
    "wasm/jcz/door.c": "the only file of its module, called by the page",
    "wasm/json.c": "writes every answer of wasm/; the other files of that name say cli_ and jcz_",
    "PyInit__aude": "called so by Python",
    "main": "called so by C",
}
LONGEST = 70
DEFINITION = re.compile(r"^(?!#)(?:[A-Za-z]\w*(?:\([^()\n]*\))?[ *]+)+?\**(\w+)\([^;{}]*\)\n\{\n.*?^\}", re.M | re.S)


def words(name):
    return [word for word in name.lower().split("_") if word]


def one(word):
    """The word without the s of several."""
    return re.sub(r"(?<=x)es$|(?<=\w\w[^s])s$", "", word)


def address(path):
    """The words that lead to a file: of its folder, then of its name."""
    folder, stem = os.path.basename(os.path.dirname(path)), words(os.path.basename(path)[:-2])
    folder = CALLED.get(folder, folder)
    return stem if folder is None or one(stem[0]) == one(folder) else [folder] + stem


def directory(files):
    """Every way to say a file: its words, the first ones left out or not, without the s of several."""
    ways = collections.defaultdict(list)
    for path in files:
        way, stem = address(path), len(words(os.path.basename(path)[:-2]))
        for i in range(len(way)):
            said = way[i:]
            ways[tuple(map(one, said))].append((said, len(said) >= stem, i == 0, path))
    return ways


def rooms(name, ways):
    """The files in which a stranger would look for that function: the longest fit; then letter by letter, with all of the file's
    name, with the folder too."""
    parts = [word for i, word in enumerate(words(name)) if i or word != "aude"]
    if parts and parts[0] in ALSO:
        parts[0] = ALSO[parts[0]]
    for n in range(len(parts), 0, -1):
        fits = [((said == parts[:n], whole, folder), path) for said, whole, folder, path in ways.get(tuple(map(one, parts[:n])), [])
                if parts[0] != "cli" or path.startswith("cli/")]
        if fits:
            best = max(fits)[0]
            return sorted(path for how, path in fits if how == best)
    return []


def public():
    """Names that others call."""
    names = set()
    for pattern in INSTALLED:
        for header in glob.glob(pattern):
            names |= set(re.findall(r"\b(\w+)\(", open(header, encoding="utf-8").read()))
    for path in glob.glob("wasm/*.c"):
        names |= set(re.findall(r"EXPORT\((\w+)\)", open(path, encoding="utf-8").read()))
    return names


def main():
    files = sorted(path for folder in FOLDERS for path in glob.glob(folder + "/**/*.c", recursive=True))
    ways = directory(path for path in files if path not in OTHERWISE)
    if len(sys.argv) > 1 and not os.path.isdir(sys.argv[1]):
        for name in sys.argv[1:]:
            print(name, *rooms(name, ways))
        return 0
    left_alone, lines, wrong = public() | set(OTHERWISE), [], []
    for path in files:
        for found in DEFINITION.finditer(open(path, encoding="utf-8").read()):
            name = found[1]
            lines.append(found[0].count("\n") + 1)
            if lines[-1] > LONGEST:
                wrong.append(f"{path}: {name} has {lines[-1]} lines, more than {LONGEST}")
            if path in OTHERWISE or name in left_alone:
                continue
            where = rooms(name, ways)
            if where != [path]:
                wrong.append(f"{path}: {name} would be looked for in {' or '.join(where) or 'no file'}")
    for sentence in wrong:
        print(sentence)
    lines.sort()
    print(f"{len(lines)} functions in {len(files)} files: median {lines[len(lines) // 2]} lines, nine of ten at most "
          f"{lines[len(lines) * 9 // 10]}, none above {lines[-1]}; {len(wrong)} wrong")
    return 1 if wrong or len(lines) < 3000 else 0


sys.exit(main())
