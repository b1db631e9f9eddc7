/* plan_belt.c -- trees and rocks between two fields that no road, wall or water
 * separates.
 *
 * Two neighbouring halves of a side or corner lie in different fields: a belt runs from
 * there to a wall, a building or the middle of the tile, where something else separates
 * them. */
#include "plan_internal.h"

static int plan_belt_field_at(const struct aude_tile *t, unsigned half)
{
    for (int i = 0; i < t->n_segments; i++)
        if (t->segment[i].kind == AUDE_FIELD && t->segment[i].halves >> (half & 7) & 1)
            return i;
    return -1;
}

static double plan_belt_cross(struct point a, struct point b, struct point p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

struct search {
    const struct plan *plan;
    struct point from, end;
    unsigned left, right; /* the two fields */
    double best;
};

/* How badly a belt to `to` would separate the two fields: both on one side of it, a
 * follower's place covered, a road in the way. Less is better. */
static double plan_belt_misfit(const struct search *s, struct point to)
{
    const struct plan *plan = s->plan;
    double sum = dist(s->from, to) * 0.5;
    double l = plan_belt_cross(s->from, to, plan_anchor(plan, s->left));
    double r = plan_belt_cross(s->from, to, plan_anchor(plan, s->right));

    if (l * r > 0) sum += 900;
    for (unsigned i = 0; i < plan->tile->n_segments; i++)
        if (plan->tile->segment[i].kind == AUDE_FIELD &&
            art_line_segment_distance(plan_anchor(plan, i), s->from, to) < 70)
            sum += 700;
    for (int i = 0; i < plan->n_roads; i++)
        for (int k = 1; k < 8; k++)
            if (art_line_distance(lerp(s->from, to, k / 10.0), &plan->road[i].line) < 60)
                sum += 300;
    return sum;
}

static void plan_belt_try_end(struct search *s, struct point to)
{
    double score = dist(s->from, to) < 200 ? 1e9 : plan_belt_misfit(s, to);

    if (score >= s->best) return;
    s->best = score;
    s->end = to;
}

/* Try the bends of all walls, the points between them, and buildings that fill a gap. */
static void plan_belt_try_all_ends(struct search *s)
{
    const struct plan *plan = s->plan;

    for (int i = 0; i < plan->n_cities; i++)
        for (int w = 0; w < plan->city[i].n_walls; w++) {
            const struct line *l = &plan->city[i].wall[w];
            for (int k = 1; k + 1 < l->n; k++) {
                plan_belt_try_end(s, l->p[k]);
                if (k + 2 < l->n) plan_belt_try_end(s, lerp(l->p[k], l->p[k + 1], 0.5));
            }
        }
    for (int i = 0; i < plan->n_spots; i++)
        if (plan->spot[i].kind != SPOT_GARDEN && plan->spot[i].kind != SPOT_TOWER)
            plan_belt_try_end(s, plan->spot[i].at);
}

static void plan_belt_add(struct plan *plan, struct point from, struct point to)
{
    struct point mid = lerp(from, to, 0.5), d = unit(from, to);
    struct line *l = &plan->belt[plan->n_belts < PLAN_BELTS ? plan->n_belts++ : 0];

    l->n = 0;
    art_line_add(l, from);
    art_line_add(l, shift(mid, pt(-d.y, d.x), 16));
    art_line_add(l, to);
}

void plan_belts(struct plan *plan)
{
    const struct aude_tile *t = plan->tile;

    for (unsigned h = 0; h < 8; h++) {
        int a = plan_belt_field_at(t, h), b = plan_belt_field_at(t, h + 1);
        bool within = h % 2 == 0; /* both halves of one side */
        struct point from = within ? plan_side_middle(h / 2) : plan_corner(h / 2 + 1);
        struct search s;

        if (a < 0 || b < 0 || a == b) continue;
        if (within && t->edge[h / 2] != AUDE_EDGE_FIELD) continue;
        s = (struct search){.plan = plan,
                            .from = from,
                            .end = pt(500, 500),
                            .left = (unsigned)a,
                            .right = (unsigned)b,
                            .best = 1e9};
        plan_belt_try_all_ends(&s);
        plan_belt_add(plan, from, s.end);
    }
    /* two fields between two cities; no corner shows that they differ */
    if (plan_is(plan, "catapult/city-city-opposite-split"))
        plan_belt_add(plan, pt(500, 240), pt(500, 760));
    if (plan_is(plan, "princess-dragon/city-princess-city2-corner-shield"))
        plan_belt_add(plan, pt(210, 150), pt(262, 840));
}
