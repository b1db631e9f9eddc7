"""letters.py FONT WORD -- a word as SVG path data, one unit an em, its first letter at 0,0: so a picture needs no font where it is drawn."""

import sys

from fontTools.misc.transform import Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
glyphs, names = font.getGlyphSet(), font.getBestCmap()
em = font["head"].unitsPerEm
pen = SVGPathPen(glyphs, ntos=lambda number: f"{number:.4f}".rstrip("0").rstrip("."))
x = 0
for letter in sys.argv[2]:
    name = names[ord(letter)]
    glyphs[name].draw(TransformPen(pen, Transform(1 / em, 0, 0, -1 / em, x / em, 0)))
    x += glyphs[name].width
print(pen.getCommands())
