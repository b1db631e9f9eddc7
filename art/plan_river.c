/* plan_river.c -- where the river begins, runs and ends. */
#include "course.h"
#include "plan_internal.h"

#include <assert.h>

static void plan_river_add_pool(struct plan *plan, struct point at, double rx, double ry,
                                struct rng *rng)
{
    plan->pool_at = at;
    for (int i = 0; i < 18; i++) {
        double r = art_rng_range(rng, 0.95, 1.05);
        art_line_add(&plan->pool, pt(at.x + art_sine_cos(i * 20) * rx * r,
                                     at.y + art_sine(i * 20) * ry * r));
    }
}

static struct line *plan_river_add(struct plan *plan, unsigned from, unsigned to)
{
    assert(plan->n_rivers < PLAN_RIVERS);
    plan->river_side[plan->n_rivers][0] = (uint8_t)from;
    plan->river_side[plan->n_rivers][1] = (uint8_t)to;
    return &plan->river[plan->n_rivers++];
}

static void plan_river_through(struct plan *plan, unsigned a, unsigned b, struct rng *rng)
{
    const struct spot *mon = plan_spot(plan, SPOT_MONASTERY);
    struct line *l = plan_river_add(plan, a, b);
    double sway = art_rng_range(rng, 60, 95);

    sway *= art_rng_sign(rng) * (plan->tile->n_crossings ? 0.25 : 1);
    if (!course_opposite(a, b))
        course_curve(l, a, b, 285);
    else if (mon)
        course_bowed(l, a, b, shift(CENTRE, unit(mon->at, CENTRE), 100));
    else
        course_straight(l, a, b, sway);
}

/* The spring or lake in which a river ends here; returns the end point. */
static struct point plan_river_end(struct plan *plan, unsigned side, struct rng *rng)
{
    struct point in = plan_side_inward(side);

    switch (plan->tile->river_role) {
    case AUDE_RIVER_SPRING:
        /* this spring is beside a road that touches the water */
        plan_river_add_pool(plan,
                            plan_is(plan, "river-1/spring-road-c3")
                                ? pt(585, 440)
                                : shift(CENTRE, in, 20),
                            112, 92, rng);
        break;
    case AUDE_RIVER_CITY_LAKE: /* the lake must reach the wall */
        plan_river_add_pool(plan, shift(CENTRE, in, 60), 186, 170, rng);
        break;
    case AUDE_RIVER_VOLCANO_LAKE:
        plan_river_add_pool(plan, pt(400, 500), 170, 150, rng);
        break;
    default:
        if (plan_spot(plan, SPOT_MONASTERY))
            plan_river_add_pool(plan, pt(400, 520), 180, 140, rng);
        else
            plan_river_add_pool(plan, CENTRE, 235, 190, rng);
    }
    return plan->pool_at;
}

void plan_rivers(struct plan *plan)
{
    struct rng rng = art_rng_seed(plan->tile->id, 1);
    unsigned side[4], n = 0;

    for (unsigned s = 0; s < 4; s++)
        if (plan->tile->river >> s & 1) side[n++] = s;
    if (n == 1)
        course_lead_straight(plan_river_add(plan, side[0], NOBODY), side[0],
                             plan_river_end(plan, side[0], &rng));
    if (n == 3) plan->river_fork = plan->tile->river;
    if (n == 2) plan_river_through(plan, side[0], side[1], &rng);
    for (unsigned i = 0; n == 3 && i < 3; i++)
        course_lead_straight(plan_river_add(plan, side[i], NOBODY), side[i], CENTRE);
    if (plan->tile->marks & AUDE_MARK_VOLCANO && n)
        plan_add_spot(plan, SPOT_VOLCANO, pt(690, 400), 150);
}
