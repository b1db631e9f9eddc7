#!/usr/bin/env python3
"""Can everybody tell the six players and the four kinds of ground apart?

usage: colours.py [BUILD]

Colours are looked at as they are and as people see them who lack the cones for red
(protanopia), green (deuteranopia) or blue (tritanopia): the matrices of Machado, Oliveira
and Fernandes (2009) for full severity, applied to linear light. Two colours are told apart
by their distance in CIE L*a*b*. Besides, no colour stands alone: each player has an emblem,
which must stand out from the figure. The page has one list of the same colours."""
import itertools
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PLAYERS = 18.0   # distance between two players' colours, at least
GROUND = 12.0    # between meadow, road, water, roofs
EMBLEM = 3.0     # contrast of an emblem with the figure (WCAG 2, graphical objects)

SIGHT = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}


def linear(colour):
    """#rrggbb as three parts of linear light."""
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def seen(colour, sight):
    light = linear(colour)
    return [min(1, max(0, sum(a * b for a, b in zip(row, light)))) for row in SIGHT[sight]]


def lab(light):
    r, g, b = light
    xyz = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
           0.2126 * r + 0.7152 * g + 0.0722 * b,
           (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(a, b, sight):
    return sum((p - q) ** 2 for p, q in zip(lab(seen(a, sight)), lab(seen(b, sight)))) ** 0.5


def contrast(a, b):
    la, lb = (sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(x))) for x in (a, b))
    return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def nearest(colours, at_least):
    """The nearest pair in each kind of sight; complaints about those nearer than allowed."""
    bad = []
    for sight in SIGHT:
        pairs = sorted((distance(colours[a], colours[b], sight), a, b)
                       for a, b in itertools.combinations(colours, 2))
        far, a, b = pairs[0]
        print(f"{sight:13} nearest: {a} and {b}, {far:.1f}")
        bad += [f"{sight}: {a} and {b} are {far:.1f} apart, {at_least} is the least"
                for far, a, b in pairs if far < at_least]
    return bad


def main():
    rows = re.findall(r'\{"(\w+)", "(#\w{6})", "#\w{6}", "#\w{6}", "(#\w{6})", "(\w+)"',
                      read("art/seat.c"))
    palette = dict(re.findall(r'#define (\w+)\s+"(#\w{6})"', read("art/palette.h")))
    ground = {name: palette[name] for name in ("MEADOW", "ROAD", "WATER", "ROOF1")}
    bad = [] if len(rows) == 6 else [f"art/seat.c has {len(rows)} rows of colours, not 6"]
    bad += nearest({row[0]: row[1] for row in rows}, PLAYERS)
    bad += nearest(ground, GROUND)
    bad += [f"{name}: the emblem's contrast is {contrast(body, mark):.1f}"
            for name, body, mark, _ in rows if contrast(body, mark) < EMBLEM]
    if len({row[3] for row in rows}) != len(rows):
        bad.append("two players have the same emblem")
    page = re.search(r"liveries = \[([^\]]*)\]", read("web/src/board/palette.ts"))
    if not page or re.findall(r"#\w{6}", page[1]) != [row[1] for row in rows]:
        bad.append("web/src/board/palette.ts has other colours than art/seat.c")
    for line in bad:
        print(line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
