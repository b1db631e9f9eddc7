#!/usr/bin/env python3
"""Prints server/table/name_marks.h: which small letter with a mark is which letter and which mark.

    python3 tools/make/name_marks.py > server/table/name_marks.h && scripts/format

Run once: what Unicode says of a letter that exists never changes."""
import unicodedata

BLOCKS = ((0x00C0, 0x024F), (0x0370, 0x03FF), (0x0400, 0x04FF), (0x1E00, 0x1EFF), (0x212A, 0x212B))

print("/* name_marks.h -- letters with marks, taken apart. Made by tools/make/name_marks.py. */")
print("static const struct pair marks[] = {")
for first, last in BLOCKS:
    for code in range(first, last + 1):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and parts[0][0] != "<" and chr(code).lower() == chr(code):
            print("{0x%04x, 0x%s, 0x%s}," % (code, parts[0].lower(), parts[1].lower()))
print("};")
