#!/usr/bin/env python3
"""Write the weights that tools/train/net_train.py made as a C file: net_export.py FILE.bin "how it was made" > ai/net_weights.c"""
import array
import math
import sys
import textwrap

KINDS, ROW, WIDE, GLOBAL = 6, 48, 32, 128
PARTS = (("row1", (KINDS, ROW // 2, WIDE, 2)), ("row1_bias", (KINDS, WIDE)), ("row2", (WIDE // 2, WIDE, 2)),
         ("row2_bias", (WIDE,)), ("head1", ((WIDE + GLOBAL) // 2, WIDE, 2)), ("head1_bias", (WIDE,)),
         ("head2", (WIDE // 2, WIDE, 2)), ("head2_bias", (WIDE,)), ("last", (2, WIDE)), ("last_bias", (2,)))


def braces(part, shape):
    """The numbers of `part`, in order, as C writes an array of that shape."""
    if len(shape) == 1:
        return "{" + ",".join(map(str, part)) + "}"
    size = len(part) // shape[0]
    return "{" + ",".join(braces(part[i * size:(i + 1) * size], shape[1:]) for i in range(shape[0])) + "}"


def main():
    raw, at = array.array("h"), 0
    with open(sys.argv[1], "rb") as file:
        raw.frombytes(file.read())
    if sys.byteorder == "big":
        raw.byteswap()
    said = textwrap.fill("net_weights.c -- the weights of the network (net.h). Made by " + sys.argv[2] + "; tools/train/net_export.py wrote "
                         "it down. Do not edit.", 86).replace("\n", "\n * ")
    print(f"/* {said} */\n/* clang-format off */\n#include \"net.h\"\n\nNET_FIXED struct net net_built_in = {{")
    for name, shape in PARTS:
        n = math.prod(shape)
        text = f".{name} = " + braces(raw[at:at + n], shape) + ","
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
