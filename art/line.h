/* line.h -- points and polylines in tile units.
 *
 * Only + - * / and sqrt are used, which every machine rounds in the same way: the drawing
 * has the same bytes everywhere. For the same reason the sines come from sine.c. */
#ifndef ART_LINE_H
#define ART_LINE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct point {
    double x, y;
};

#ifdef __clang__
/* a * b + c is rounded twice everywhere; gcc's c11 does so too. */
#pragma STDC FP_CONTRACT OFF
#endif

enum { LINE_POINTS = 64 };

struct line {
    int n;
    struct point p[LINE_POINTS];
};

static inline struct point pt(double x, double y)
{
    return (struct point){x, y};
}

static inline struct point lerp(struct point a, struct point b, double t)
{
    return pt(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
}

static inline struct point shift(struct point p, struct point direction, double by)
{
    return pt(p.x + direction.x * by, p.y + direction.y * by);
}

static inline double dist(struct point a, struct point b)
{
    double dx = a.x - b.x, dy = a.y - b.y;

    return sqrt(dx * dx + dy * dy);
}

/* The vector from a to b, made of length 1. */
static inline struct point unit(struct point a, struct point b)
{
    double len = dist(a, b);

    return len > 0 ? pt((b.x - a.x) / len, (b.y - a.y) / len) : pt(1, 0);
}

/* A quarter turn clockwise about the tile's centre, `rot` times. */
static inline struct point turned(struct point p, unsigned rot)
{
    for (rot &= 3; rot; rot--) p = pt(1000 - p.y, p.x);
    return p;
}

/* To the nearest side of the tile. */
static inline double edge_distance(struct point p)
{
    double x = p.x < 1000 - p.x ? p.x : 1000 - p.x;
    double y = p.y < 1000 - p.y ? p.y : 1000 - p.y;

    return x < y ? x : y;
}

static inline int round_int(double v)
{
    return (int)floor(v + 0.5);
}

double art_line_segment_distance(struct point p, struct point a, struct point b);
double art_line_distance(struct point p, const struct line *l);
bool art_line_holds(struct point p, const struct line *outline);

void art_line_add(struct line *l, struct point p);
/* A cubic curve from a to d in `steps`; its first point is left out if the line has one
 * already. */
void art_line_bezier(struct line *l, struct point a, struct point b, struct point c,
                     struct point d, int steps);
void art_line_turn(struct line *l, unsigned rot);
double art_line_length(const struct line *l);
/* The point `along` units from the start. */
struct point art_line_at(const struct line *l, double along);
struct point art_line_normal(const struct line *l, int i);
void art_line_offset(const struct line *l, double by, struct line *out);
void art_line_thin(const struct line *l, int step, struct line *out); /* keeps the ends */
void art_line_reverse(struct line *l);
/* Keep the part of a polygon where (p - c) . n * sign >= u * sign. */
void art_line_clip(const struct line *l, struct point c, struct point n, double u,
                   int sign, struct line *out);
void art_line_simplify(struct line *l, double tolerance); /* a closed line */

#endif
