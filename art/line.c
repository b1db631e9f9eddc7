/* line.c -- points and polylines. */
#include "line.h"

double art_line_segment_distance(struct point p, struct point a, struct point b)
{
    double vx = b.x - a.x, vy = b.y - a.y, len = vx * vx + vy * vy, t;

    if (len <= 0) return dist(p, a);
    t = ((p.x - a.x) * vx + (p.y - a.y) * vy) / len;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return dist(p, pt(a.x + vx * t, a.y + vy * t));
}

double art_line_distance(struct point p, const struct line *l)
{
    double best = l->n == 1 ? dist(p, l->p[0]) : 1e9;

    for (int i = 0; i + 1 < l->n; i++) {
        double d = art_line_segment_distance(p, l->p[i], l->p[i + 1]);
        if (d < best) best = d;
    }
    return best;
}

bool art_line_holds(struct point p, const struct line *outline)
{
    bool in = false;

    for (int i = 0, j = outline->n - 1; i < outline->n; j = i++) {
        struct point a = outline->p[i], b = outline->p[j];
        if ((a.y > p.y) != (b.y > p.y) &&
            p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            in = !in;
    }
    return in;
}

void art_line_add(struct line *l, struct point p)
{
    if (l->n < LINE_POINTS) l->p[l->n++] = p;
}

void art_line_bezier(struct line *l, struct point a, struct point b, struct point c,
                     struct point d, int steps)
{
    for (int i = l->n ? 1 : 0; i <= steps; i++) {
        double t = (double)i / steps, u = 1 - t;
        double wa = u * u * u, wb = 3 * u * u * t, wc = 3 * u * t * t, wd = t * t * t;

        art_line_add(l, pt(wa * a.x + wb * b.x + wc * c.x + wd * d.x,
                           wa * a.y + wb * b.y + wc * c.y + wd * d.y));
    }
}

void art_line_turn(struct line *l, unsigned rot)
{
    for (int i = 0; i < l->n; i++) l->p[i] = turned(l->p[i], rot);
}

double art_line_length(const struct line *l)
{
    double sum = 0;

    for (int i = 0; i + 1 < l->n; i++) sum += dist(l->p[i], l->p[i + 1]);
    return sum;
}

struct point art_line_at(const struct line *l, double along)
{
    for (int i = 0; i + 1 < l->n; i++) {
        double d = dist(l->p[i], l->p[i + 1]);
        if (along <= d) return lerp(l->p[i], l->p[i + 1], d > 0 ? along / d : 0);
        along -= d;
    }
    return l->p[l->n - 1];
}

struct point art_line_normal(const struct line *l, int i)
{
    struct point a = l->p[i > 0 ? i - 1 : 0], b = l->p[i + 1 < l->n ? i + 1 : l->n - 1];
    struct point d = unit(a, b);

    return pt(-d.y, d.x);
}

void art_line_offset(const struct line *l, double by, struct line *out)
{
    out->n = l->n;
    for (int i = 0; i < l->n; i++) out->p[i] = shift(l->p[i], art_line_normal(l, i), by);
}

void art_line_thin(const struct line *l, int step, struct line *out)
{
    out->n = 0;
    for (int i = 0; i < l->n - 1; i += step) art_line_add(out, l->p[i]);
    if (l->n) art_line_add(out, l->p[l->n - 1]);
}

void art_line_reverse(struct line *l)
{
    for (int i = 0, j = l->n - 1; i < j; i++, j--) {
        struct point p = l->p[i];
        l->p[i] = l->p[j];
        l->p[j] = p;
    }
}

void art_line_clip(const struct line *l, struct point c, struct point n, double u,
                   int sign, struct line *out)
{
    out->n = 0;
    for (int i = 0; i < l->n; i++) {
        struct point a = l->p[i], b = l->p[(i + 1) % l->n];
        double fa = sign * ((a.x - c.x) * n.x + (a.y - c.y) * n.y - u);
        double fb = sign * ((b.x - c.x) * n.x + (b.y - c.y) * n.y - u);

        if (fa >= 0) art_line_add(out, a);
        if ((fa >= 0) != (fb >= 0)) art_line_add(out, lerp(a, b, fa / (fa - fb)));
    }
}

/* The point of a closed outline that can be removed with the least change. */
static int art_line_flattest(const struct line *l, double *height)
{
    int best = 0;

    *height = 1e9;
    for (int i = 0; i < l->n; i++) {
        double h = art_line_segment_distance(l->p[i], l->p[(i + l->n - 1) % l->n],
                                             l->p[(i + 1) % l->n]);
        if (h < *height) {
            *height = h;
            best = i;
        }
    }
    return best;
}

void art_line_simplify(struct line *l, double tolerance)
{
    while (l->n > 4) {
        double height;
        int i = art_line_flattest(l, &height);

        if (height >= tolerance) return;
        l->n--;
        for (; i < l->n; i++) l->p[i] = l->p[i + 1];
    }
}
