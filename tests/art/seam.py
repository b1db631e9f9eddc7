#!/usr/bin/env python3
"""Do matching sides of tiles join without a seam?

usage: seam.py BUILD [--all]

Every tile is drawn a little past each of its sides. What lies on a side must depend only on
its direction, its letter (F R C W) and the place on the board, never on the tile: so all
strips of one class must agree pixel by pixel, whichever tile they belong to. The corner
zones are left out: there the board sets a tower where walls end.

BUILD holds libart.a and libaude.a. Needs rsvg-convert (Debian: librsvg2-bin)."""
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

CORNER = 118      # units at each end of a side that are not compared
WIDE = 4          # units of a strip, half of them past the side
TOLERANCE = 12    # of 255, in one channel: less is the edge of a shape; a street is 14 paler than its city
ALLOWED = 4       # pixels of a strip that may differ: the edges of a rut
SIDES = "NESW"


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def build_draw(build, folder):
    """The little drawing program, linked with what was built."""
    libs = [os.path.join(build, n) for n in ("libart.a", "libaude.a")]
    for lib in libs:
        if not os.path.exists(lib):
            skip(lib + " is not built")
    out = os.path.join(folder, "draw")
    subprocess.check_call([os.environ.get("CC", "cc"), "-std=c11", "-Iinclude", "-Iart",
                           "tests/art/draw.c", *libs, "-lm", "-o", out])
    return out


def read_png(data):
    """Rows of RGBA bytes of an 8-bit PNG."""
    at, idat = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", chunk[:10])
            assert depth == 8 and colour in (2, 6)
            bpp = 4 if colour == 6 else 3
        if kind == b"IDAT":
            idat += chunk
        at += 12 + size
    raw, rows, before = zlib.decompress(idat), [], bytes(width * bpp)
    for y in range(height):
        line = raw[y * (width * bpp + 1):(y + 1) * (width * bpp + 1)]
        rows.append(unfilter(line[0], bytearray(line[1:]), before, bpp))
        before = rows[-1]
    return width, height, bpp, rows


def unfilter(kind, line, above, bpp):
    for i in range(len(line) if kind else 0):
        left = line[i - bpp] if i >= bpp else 0
        up, corner = above[i], above[i - bpp] if i >= bpp else 0
        if kind == 1:
            line[i] = (line[i] + left) & 255
        elif kind == 2:
            line[i] = (line[i] + up) & 255
        elif kind == 3:
            line[i] = (line[i] + (left + up) // 2) & 255
        else:
            p = left + up - corner
            nearest = min((abs(p - left), 0, left), (abs(p - up), 1, up),
                          (abs(p - corner), 2, corner))
            line[i] = (line[i] + nearest[2]) & 255
    return bytes(line)


def tiles(draw, every):
    """(id, rot, copy, letters, group) of each kind, rotation and one copy."""
    lines = subprocess.check_output([draw, "groups", str(every)], text=True).split("\n")
    for head, group in zip(lines[1::2], lines[2::2]):
        name, rot, copy, letters = head.split()
        # the part past the side must be seen as well
        yield name, int(rot), int(copy), letters, group.replace(' clip-path="url(#auclip)"', "", 1)


def strip_class(side, letter, copy):
    """Neighbours share a class: east of copy 0 is west of copy 1."""
    x, y = copy & 1, copy >> 1
    place = {"N": y, "S": y ^ 1, "W": x, "E": x ^ 1}[side]
    return ("NS" if side in "NS" else "EW", letter, place)


def strip_svg(side, x, group):
    """East-west strips stand, north-south strips are turned to stand too."""
    box = {"E": "998 0 4 1000", "W": "-2 0 4 1000"}.get(side, "0 %d 1000 4" % (-2 if side == "N" else 998))
    if side in "EW":
        return '<svg x="%d" y="0" width="4" height="1000" viewBox="%s">%s</svg>' % (x, box, group)
    return ('<g transform="translate(%d 0)rotate(90)translate(0 -4)"><svg width="1000" height="4" viewBox="%s">%s</svg></g>'
            % (x, box, group))


def rasterise(defs, strips, folder):
    path = os.path.join(folder, "strips.svg")
    with open(path, "w") as f:
        f.write('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="1000">' % (WIDE * len(strips)))
        f.write(defs + "".join(strip_svg(s[1], i * WIDE, s[2]) for i, s in enumerate(strips)) + "</svg>")
    return read_png(subprocess.check_output(["rsvg-convert", "--unlimited", path]))


def column(image, i):
    """The two pixel columns on both sides of the line, corner zones left out."""
    _, height, bpp, rows = image
    at = (i * WIDE + 1) * bpp
    return [rows[y][at:at + 2 * bpp] for y in range(CORNER, height - CORNER)]


def differing(a, b):
    return [y + CORNER for y, (p, q) in enumerate(zip(a, b))
            if any(abs(u - v) > TOLERANCE for u, v in zip(p, q))]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not shutil.which("rsvg-convert"):
        skip("rsvg-convert is not installed (librsvg2-bin)")
    with tempfile.TemporaryDirectory() as folder:
        draw = build_draw(sys.argv[1], folder)
        defs = subprocess.check_output([draw, "defs"], text=True)
        strips = [(t, side, t[4]) for t in tiles(draw, 1 if "--all" in sys.argv else 5)
                  for k, side in enumerate(SIDES) if t[3][k] in "FRCW"]
        model, bad, worst = {}, 0, 0
        for at in range(0, len(strips), 150):
            batch = strips[at:at + 150]
            image = rasterise(defs, batch, folder)
            for i, (t, side, _) in enumerate(batch):
                kind = strip_class(side, t[3][SIDES.index(side)], t[2])
                seen = column(image, i)
                first = model.setdefault(kind, (t, side, seen))
                rows = differing(first[2], seen)
                worst = max(worst, len(rows))
                if len(rows) > ALLOWED:
                    bad += 1
                    print("%s rot %d side %s against %s rot %d side %s: %d of %d pixels, from %d to %d"
                          % (t[0], t[1], side, first[0][0], first[0][1], first[1], len(rows), len(seen), rows[0], rows[-1]))
        print("%d sides of %d classes, %d with a seam, at most %d pixels" % (len(strips), len(model), bad, worst))
        sys.exit(1 if bad else 0)


main()
