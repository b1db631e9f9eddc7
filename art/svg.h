/* svg.h -- the text builder of art/: bounded, counting, integers only. */
#ifndef ART_SVG_H
#define ART_SVG_H

#include <stddef.h>

#include "line.h"

struct svg {
    char *out;
    size_t size;
    size_t n;     /* length of the whole text, also of what did not fit */
    int x, y;     /* the current point of the path: coordinates are written as steps */
    char last;    /* the last byte, also if there was no room for it */
    char command; /* the last one of the path: not repeated while it stays the same */
};

void svg_begin(struct svg *s, char *out, size_t size);
size_t svg_end(struct svg *s);

/* %d an int, %h hundredths (85 is .85), %s text, %c a byte. */
void svg_print(struct svg *s, const char *format, ...);

/* Text that may hold & or <. */
void svg_escaped(struct svg *s, const char *text);

/* Path data: absolute first point, steps after it. */
void svg_move(struct svg *s, struct point p);
void svg_line_to(struct svg *s, struct point p);
void svg_quad_to(struct svg *s, struct point c, struct point p);
void svg_close(struct svg *s);

/* A polyline through all points; or a spline through the midpoints. */
void svg_poly(struct svg *s, const struct line *l, int closed);
void svg_smooth(struct svg *s, const struct line *l, int closed);
void svg_smooth_on(struct svg *s,
                   const struct line *l); /* continues from the current point */

/* A closed polygon with corners rounded by r. */
void svg_rounded(struct svg *s, const struct line *l, double r);

#endif
