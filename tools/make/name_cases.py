#!/usr/bin/env python3
"""Prints server/table/name_cases.h: which letter is another one's large form.

    python3 tools/make/name_cases.py > server/table/name_cases.h && scripts/format

Unicode's simple case folding, as rows of letters that stand as far from their small ones: of every letter, or of every second."""


def small(number):
    """The letter it is compared as: one letter, always."""
    letter = chr(number)
    if number == 0x130:
        return ord("i")  # a large i with its dot, which would be two letters
    for other in (letter.casefold(), letter.lower()):
        if len(other) == 1:
            return ord(other)
    return number


def rows():
    """From, to, step and how far the small one is."""
    found = []
    for number in range(0x80, 0x1F000):
        far = small(number) - number
        if not far:
            continue
        if found:
            start, last, step, before = found[-1]
            gap = number - last
            if far == before and gap in (1, 2) and (start == last or gap == step):
                found[-1] = (start, number, gap, far)
                continue
        found.append((number, number, 1, far))
    return found


print("/* name_cases.h -- large letters and how far their small ones are. Made by tools/make/name_cases.py. */")
print("static const struct letter_case cases[] = {")
print(", ".join(f"{{0x{start:04x}, 0x{last:04x}, {step}, {far}}}" for start, last, step, far in rows()))
print("};")
