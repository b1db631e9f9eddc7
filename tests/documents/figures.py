#!/usr/bin/env python3
"""figures.py BUILD [--update] -- numbers in the documents that change with the code.

A number is followed by a mark that readers do not see and that says where it comes from:

    62,776<!-- size aude_game -->       a line of tests/package/library.txt (library.sh holds that file against the library)
    142<!-- lines tests/test_main.c --> the lines of a file
    17<!-- files engine/sets/*.c -->    how many files there are
    11<!-- naming AUDE_TINY_SET -->     how many C files have that word

--update writes the true numbers into the documents.
"""
import glob
import re
import sys

DOCUMENTS = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "web/README.md"] + sorted(glob.glob("docs/*.md"))
MARK = re.compile(r"([0-9][0-9,]*)<!-- (size|lines|files|naming) ([^ ]+) -->")


def c_files():
    """All but what is built and what others have made."""
    return [path for path in glob.glob("**/*.[ch]", recursive=True) if not re.match(r"(build|web)/", path)]


def true_number(kind, name):
    if kind == "files":
        return len(glob.glob(name))
    if kind == "naming":
        return sum(name in open(path, encoding="utf-8").read() for path in c_files())
    if kind == "lines":
        return sum(1 for _ in open(name, encoding="utf-8"))
    for line in open("tests/package/library.txt", encoding="utf-8"):
        if line.split()[:2] == ["size", name]:
            return int(line.split()[2])
    raise SystemExit(f"tests/package/library.txt has no size of {name}")


def main():
    update, wrong, seen = "--update" in sys.argv, [], 0
    for document in DOCUMENTS:
        text = open(document, encoding="utf-8").read()

        def mend(match):
            nonlocal seen
            seen += 1
            right = f"{true_number(match[2], match[3]):,}"
            if right != match[1]:
                wrong.append(f"{document}: {match[2]} {match[3]} is {right}, not {match[1]}")
            return f"{right}<!-- {match[2]} {match[3]} -->"

        mended = MARK.sub(mend, text)
        if update and mended != text:
            open(document, "w", encoding="utf-8").write(mended)
        if len(re.findall("<!-- (?:size|lines|files|naming) ", text)) != len(MARK.findall(text)):
            wrong.append(f"{document}: a mark without a number before it")
    for sentence in wrong:
        print(sentence)
    if wrong and not update:
        print("`python3 tests/documents/figures.py build --update` writes the right ones")
    print(f"{seen} figures, {len(wrong)} of them wrong" + (" before" if update else ""))
    return 1 if seen == 0 or (wrong and not update) else 0


sys.exit(main())
