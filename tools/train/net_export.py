#!/usr/bin/env python3
"""Write the weights that tools/train/net_train.py made as a C file: net_export.py FILE.bin "how it was made" > ai/net_weights.c"""
import sys
import textwrap

import numpy as np

KINDS, ROW, WIDE, GLOBAL = 6, 40, 32, 128
PARTS = (("row1", (KINDS, ROW // 2, WIDE, 2)), ("row1_bias", (KINDS, WIDE)), ("row2", (WIDE // 2, WIDE, 2)),
         ("row2_bias", (WIDE,)), ("head1", ((WIDE + GLOBAL) // 2, WIDE, 2)), ("head1_bias", (WIDE,)),
         ("head2", (WIDE // 2, WIDE, 2)), ("head2_bias", (WIDE,)), ("last", (2, WIDE)), ("last_bias", (2,)))


def braces(part):
    if part.ndim == 1:
        return "{" + ",".join(map(str, part)) + "}"
    return "{" + ",".join(braces(one) for one in part) + "}"


def main():
    raw, at = np.fromfile(sys.argv[1], "<i2"), 0
    said = textwrap.fill("net_weights.c -- the weights of the network (net.h). Made by " + sys.argv[2] + "; tools/train/net_export.py wrote "
                         "it down. Do not edit.", 86).replace("\n", "\n * ")
    print(f"/* {said} */\n/* clang-format off */\n#include \"net.h\"\n\nNET_FIXED struct net net_built_in = {{")
    for name, shape in PARTS:
        n = int(np.prod(shape))
        text = f".{name} = " + braces(raw[at:at + n].reshape(shape)) + ","
        print("\n".join(wrap(text)))
        at += n
    assert at == len(raw)
    print("};")


def wrap(text, width=110):
    """Lines that end at a comma."""
    lines, begin = [], 0
    while len(text) - begin > width:
        cut = text.rindex(",", begin, begin + width) + 1
        lines.append(text[begin:cut])
        begin = cut
    return lines + [text[begin:]]


main()
