/* plan_gate.c -- at which point of a wall a road ends.
 *
 * Every wall offers many places for a gate. The road to each is drawn; the best one
 * passes near the anchor of its own follower and disturbs the others least. */
#include "course.h"
#include "plan_internal.h"

#include <assert.h>

struct gate_search {
    const struct plan *plan;
    unsigned segment, side;
    double best;
    struct gate gate;
    struct line way;
};

/* How badly a road of `segment` along `l` fits: it should pass its own anchor and keep
 * away from all others. Less is better. */
static double plan_gate_misfit(const struct plan *plan, const struct line *l,
                               unsigned segment)
{
    double sum =
        art_line_distance(plan_anchor(plan, segment), l) + art_line_length(l) * 0.08;
    double edge = edge_distance(l->p[l->n - 1]);

    if (edge < 216) sum += 4 * (216 - edge); /* the towers of the gate are tall */
    for (unsigned i = 0; i < plan->tile->n_segments; i++) {
        double d = art_line_distance(plan_anchor(plan, i), l);
        if (i != segment && plan->tile->segment[i].kind == AUDE_FIELD && d < 80)
            sum += 4 * (80 - d);
    }
    for (int i = 0; i < plan->n_gates; i++) {
        double d = dist(plan->gate[i].at, l->p[l->n - 1]);
        if (d < 260) sum += 3 * (260 - d);
    }
    for (int i = 0; i < plan->n_spots; i++)
        if (plan->spot[i].kind == SPOT_GARDEN || plan->spot[i].kind == SPOT_TOWER) {
            double d = art_line_distance(plan->spot[i].at, l);
            if (d < 170) sum += 4 * (170 - d);
        }
    return sum;
}

/* Try a gate in the wall from a to b, at the part t of it. */
static void plan_gate_try(struct gate_search *s, int city, struct point a, struct point b,
                          double t)
{
    struct point at = lerp(a, b, t), along = unit(a, b);
    struct line l = {0};
    double score;

    course_lead(&l, s->side, at, pt(along.y, -along.x));
    score = plan_gate_misfit(s->plan, &l, s->segment);
    if (score >= s->best) return;
    s->best = score;
    s->way = l;
    s->gate = (struct gate){.at = at, .along = along, .city = (uint8_t)city};
}

static void plan_gate_add(struct plan *plan, struct gate gate)
{
    assert(plan->n_gates < PLAN_GATES);
    plan->gate[plan->n_gates++] = gate;
}

void plan_gate_road(struct plan *plan, unsigned segment, unsigned side, int city)
{
    struct gate_search s = {.plan = plan, .segment = segment, .side = side, .best = 1e9};
    const struct city *c = &plan->city[city];

    for (int w = 0; w < c->n_walls; w++)
        for (int i = 1; i + 2 < c->wall[w].n; i++)
            for (int k = 0; k < 5; k++)
                plan_gate_try(&s, city, c->wall[w].p[i], c->wall[w].p[i + 1],
                              0.2 + 0.15 * k);
    if (s.best >= 1e9) return;
    plan_road_add(plan, segment, side, NOBODY)->line = s.way;
    plan_gate_add(plan, s.gate);
}

/* A street from the village to a city that takes part in the crossing: no road of the
 * rules, but it separates the fields. */
void plan_gate_stub(struct plan *plan, int city)
{
    const struct line *wall = &plan->city[city].wall[0];
    struct point a = wall->p[2], b = wall->p[3], at = lerp(a, b, 0.5);
    struct road *r = plan_road_add(plan, NOBODY, NOBODY, NOBODY);

    art_line_bezier(&r->line, CENTRE, lerp(CENTRE, at, 0.33), lerp(CENTRE, at, 0.66), at,
                    8);
    plan_gate_add(plan,
                  (struct gate){.at = at, .along = unit(a, b), .city = (uint8_t)city});
}
