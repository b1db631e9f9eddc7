#!/usr/bin/env python3
"""paths.py -- every file that the documents name is there.

Looks at words in backticks that are written like paths: `engine/turn.c`, `tests/*/*.sh`, `score.c`. A word may leave out
the folders before it; a word with a capital (NAME.c) or a dollar sign is a pattern for people and is passed over.
"""
import fnmatch
import glob
import os
import re
import sys

DOCUMENTS = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "web/README.md", "python/README.md"] + sorted(glob.glob("docs/*.md"))
SKIPPED = {".git", "build", "node_modules", "dist", "__pycache__"}
ENDINGS = r"\.(c|h|ts|mjs|js|py|sh|md|json|txt|def|svelte|cmake|css|tiles|t|aude|in|toml|wasm|net)$"
# What is made by the build or installed, and examples of names.
MADE = [r"^(build|web/dist|dist)(/|$)", r"aude\.(wasm|net)$", r"(engine/names|table/messages)\.ts$", r"^(lib|include/aude|share)/", r"^[a-z]+\.aude$",
        r"^aude/"]


def tree():
    """Every file and folder below here, as "/folder/file"."""
    found = []
    for folder, folders, files in os.walk("."):
        folders[:] = [f for f in folders if f not in SKIPPED]
        found += [os.path.join(folder, name)[1:] for name in files + folders]
    return found


def is_path(word):
    if not re.fullmatch(r"[a-z0-9_@*-][a-z0-9_.@*-]*(/[a-z0-9_.@*-]+)*/?", word):
        return False
    if any(re.search(made, word) for made in MADE):
        return False
    return re.search(ENDINGS, word) or (word.endswith("/") and "/" in word) or re.match(r"(scripts|tests|docs|web|data)/", word)


def main():
    files, wrong, seen = tree(), [], 0
    for document in DOCUMENTS:
        inside_code = False
        for number, line in enumerate(open(document, encoding="utf-8"), 1):
            if line.startswith("```"):
                inside_code = not inside_code
            if inside_code:
                continue
            for word in re.findall(r"`([^`]+)`", line):
                if not is_path(word):
                    continue
                seen += 1
                pattern = "*/" + word.rstrip("/")
                if not any(fnmatch.fnmatchcase(name, pattern) for name in files):
                    wrong.append(f"{document}:{number}: there is no {word}")
    for sentence in wrong:
        print(sentence)
    print(f"{seen} paths in {len(DOCUMENTS)} documents, {len(wrong)} of them wrong")
    return 1 if wrong or seen < 100 else 0


sys.exit(main())
