/* ribbon.c -- the outline of a road or river with worn edges.
 *
 * Near a side the edges are straight for 28 units, so that the two halves agree to the
 * pixel. */
#include "course.h"
#include "map.h"

/* The wear decreases towards the sides. */
static double ribbon_worn(struct map *m, struct point p, double wear)
{
    double f = (edge_distance(p) - 25) / 80;

    f = f < 0 ? 0 : f > 1 ? 1 : f;
    return art_rng_range(&m->rng, -wear, wear) * f;
}

static void ribbon_lead_in(struct line *out, unsigned side, double half)
{
    static const double at[3] = {-40, 0, 28};
    struct point in = plan_side_inward(side), n = pt(-in.y, in.x);

    for (int i = 0; i < 3; i++)
        art_line_add(out, shift(shift(plan_side_middle(side), in, at[i]), n, half));
}

/* One edge: `half` is negative for the right one. */
static void ribbon_edge(struct map *m, const struct line *l, unsigned from, unsigned to,
                        double half, double wear, struct line *out)
{
    out->n = 0;
    if (from != NOBODY) ribbon_lead_in(out, from, half);
    for (int i = 0; i < l->n; i++) {
        bool near_from = from != NOBODY && dist(l->p[i], plan_side_middle(from)) < 70;
        bool near_to = to != NOBODY && dist(l->p[i], plan_side_middle(to)) < 70;
        double w = half + ribbon_worn(m, l->p[i], wear);

        if (!near_from && !near_to)
            art_line_add(out, shift(l->p[i], art_line_normal(l, i), w));
    }
    if (to != NOBODY) {
        struct line end = {0};
        ribbon_lead_in(&end, to, -half);
        for (int i = 2; i >= 0; i--) art_line_add(out, end.p[i]);
    }
}

void paint_ribbon(struct map *m, const struct line *l, unsigned from, unsigned to,
                  double half, double wear, int step)
{
    struct line thin, side;

    art_line_thin(l, step, &thin);
    ribbon_edge(m, &thin, from, to, half, wear, &side);
    svg_smooth(m->s, &side, 0);
    ribbon_edge(m, &thin, from, to, -half, wear, &side);
    art_line_reverse(&side);
    svg_smooth_on(m->s, &side);
    svg_close(m->s);
}

void paint_ribbon_fillets(struct map *m, unsigned sides, double half, double r)
{
    struct line l;

    for (unsigned a = 0; a < 4; a++) {
        if (!course_fillet(&l, sides, a, half, r)) continue;
        svg_move(m->s, l.p[0]);
        for (int i = 1; i < l.n; i++) svg_line_to(m->s, l.p[i]);
        svg_close(m->s);
    }
}
