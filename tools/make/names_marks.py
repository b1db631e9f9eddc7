#!/usr/bin/env python3
"""Prints server/names/names_marks.h: which characters are marks that stand on the one before them (Mn and Me of Unicode).

    python3 tools/make/names_marks.py > server/names/names_marks.h && scripts/format

Run once: what Unicode says of a mark that exists never changes. Blocks that are for marks alone are taken whole, also where
nothing stands yet; variation selectors are no marks here, and are judged for themselves."""
import unicodedata

BLOCKS = ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F))
SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10))

ranges = []
for code in range(0x300, 0xE0000):
    mark = unicodedata.category(chr(code)) in ("Mn", "Me") and code not in SELECTORS
    if not mark and not any(first <= code <= last for first, last in BLOCKS):
        continue
    if ranges and ranges[-1][1] == code - 1:
        ranges[-1][1] = code
    else:
        ranges.append([code, code])

print("/* names_marks.h -- marks that stand on the character before them. Made by tools/make/names_marks.py. */")
print("static const struct {\n    uint32_t from, to;\n} marks[] = {")
print(", ".join("{0x%04x, 0x%04x}" % (first, last) for first, last in ranges) + "};")
