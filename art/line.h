/* line.h -- points and polylines in tile units, and a small random generator.
 *
 * Only + - * / and sqrt are used, which every machine rounds alike: the drawing has the
 * same bytes everywhere. Sines come from line.c for the same reason. */
#ifndef ART_LINE_H
#define ART_LINE_H

#include <stdbool.h>
#include <stdint.h>

struct point {
    double x, y;
};

enum { LINE_POINTS = 64 };

struct line {
    int n;
    struct point p[LINE_POINTS];
};

struct point pt(double x, double y);
struct point lerp(struct point a, struct point b, double t);
struct point shift(struct point p, struct point direction, double by);
double dist(struct point a, struct point b);
double dist_segment(struct point p, struct point a, struct point b);
double dist_line(struct point p, const struct line *l);
bool inside(struct point p, const struct line *outline);
struct point unit(struct point a, struct point b); /* from a to b, length 1 */
struct point turned(struct point p, unsigned rot); /* about the tile's centre */
double edge_distance(struct point p);              /* to the nearest side */
int round_int(double v);

void line_add(struct line *l, struct point p);
/* A cubic from a to d in `steps`, without its first point where the line has one already. */
void line_bezier(struct line *l, struct point a, struct point b, struct point c,
                 struct point d, int steps);
void line_turn(struct line *l, unsigned rot);
double line_length(const struct line *l);
struct point line_at(const struct line *l, double along); /* units from the start */
struct point line_normal(const struct line *l, int i);
void line_offset(const struct line *l, double by, struct line *out);
void line_thin(const struct line *l, int step, struct line *out); /* ends stay */
void line_reverse(struct line *l);
/* Keep the side of a polygon where (p - c) . n * sign >= u * sign. */
void line_clip(const struct line *l, struct point c, struct point n, double u, int sign,
               struct line *out);
void line_simplify(struct line *l, double tolerance); /* closed */

double sin_deg(double degrees);
double cos_deg(double degrees);

/* xorshift64*, seeded by text and a number. */
struct rng {
    uint64_t s;
};
struct rng rng_seed(const char *text, unsigned number);
unsigned rng_below(struct rng *r, unsigned n);
double rng_range(struct rng *r, double lo, double hi);
bool rng_chance(struct rng *r, int percent);

#endif
