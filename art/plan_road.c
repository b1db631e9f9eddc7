/* plan_road.c -- where roads run, and where they end: gates, villages, monasteries, and
 * buildings that no rule needs. */
#include "course.h"
#include "plan_internal.h"

#include <assert.h>

struct road *plan_road_add(struct plan *plan, unsigned segment, unsigned from,
                           unsigned to)
{
    const struct aude_tile *t = plan->tile;
    struct road *r = &plan->road[plan->n_roads];

    assert(plan->n_roads < PLAN_ROADS);
    plan->n_roads++;
    *r = (struct road){
        .segment = (uint8_t)segment, .from = (uint8_t)from, .to = (uint8_t)to};
    for (int i = 0; i < t->n_crossings; i++)
        if (!t->crossing[i].tunnel && t->crossing[i].upper == segment) {
            r->upper = 1;
            r->over_city = t->crossing[i].lower < t->n_segments &&
                           t->segment[t->crossing[i].lower].kind == AUDE_CITY;
        }
    return r;
}

static bool plan_road_has_gate(const struct aude_tile *t, unsigned city)
{
    for (int i = 0; i < t->n_wagon; i++)
        if (t->wagon[i] >> city & 1) return true;
    return false;
}

/* The city segment that a road from side to side touches: the half sides left and right
 * of the city are on the same side of the road, but in two fields. */
static int plan_road_touched_city(const struct plan *plan, unsigned road)
{
    const struct aude_tile *t = plan->tile;

    for (int i = 0; i < plan->n_cities; i++) {
        const struct city *c = &plan->city[i];

        if (c->segment == NOBODY || plan_road_has_gate(t, c->segment)) continue;
        for (unsigned s = 0; s < 4; s++) {
            unsigned before = (2 * s + 7) & 7, after = (2 * s + 2) & 7;
            int fb = -1, fa = -1;

            if (c->sides != 1u << s || t->segment[road].sides >> s & 1) continue;
            for (int k = 0; k < t->n_segments; k++) {
                if (t->segment[k].halves >> before & 1) fb = k;
                if (t->segment[k].halves >> after & 1) fa = k;
            }
            if (fa >= 0 && fb >= 0 && fa != fb) return i;
        }
    }
    return -1;
}

static void plan_road_through(struct plan *plan, unsigned segment, unsigned a, unsigned b,
                              struct rng *rng)
{
    int city = plan_road_touched_city(plan, segment);
    struct road *r = plan_road_add(plan, segment, a, b);
    double sway = art_rng_range(rng, 24, 40);

    sway *= art_rng_sign(rng) * (plan->tile->n_crossings ? 0.25 : 1);
    if (city >= 0)
        course_brush(&r->line, a, b, &plan->city[city]);
    else if (course_opposite(a, b))
        course_straight(&r->line, a, b, sway);
    else
        course_curve(&r->line, a, b, 277);
    bool reversed = dist(r->line.p[0], plan_side_middle(a)) > 1;
    if (reversed) {
        r->from = (uint8_t)b;
        r->to = (uint8_t)a;
    }
}

/* -- Ends of roads ---------------------------------------------------------------------- */

/* The segments that a road meets at its end, one bit each. */
static unsigned plan_road_meets(const struct aude_tile *t, unsigned road)
{
    for (int i = 0; i < t->n_wagon; i++)
        if (t->wagon[i] >> road & 1) return t->wagon[i];
    return 0;
}

static int plan_road_count_kind(const struct aude_tile *t, unsigned mask, unsigned kind)
{
    int n = 0;

    for (unsigned i = 0; i < t->n_segments; i++)
        n += (mask >> i & 1) && t->segment[i].kind == kind;
    return n;
}

static int plan_road_city_in(const struct plan *plan, unsigned mask)
{
    for (int i = 0; i < plan->n_cities; i++)
        if (plan->city[i].segment != NOBODY && mask >> plan->city[i].segment & 1)
            return i;
    return -1;
}

static void plan_road_village_at(struct plan *plan, struct point at, unsigned mask)
{
    if (plan_spot(plan, SPOT_VILLAGE)) return;
    plan_add_spot(plan, SPOT_VILLAGE, at, 100);
    for (int i = 0; i < plan->n_cities; i++)
        if (plan->city[i].segment != NOBODY && mask >> plan->city[i].segment & 1)
            plan_gate_stub(plan, i);
}

static bool plan_road_bridges(const struct aude_tile *t, unsigned segment)
{
    for (int i = 0; i < t->n_crossings; i++)
        if (!t->crossing[i].tunnel && t->crossing[i].upper == segment &&
            t->crossing[i].lower < t->n_segments &&
            t->segment[t->crossing[i].lower].kind == AUDE_ROAD)
            return true;
    return false;
}

/* A road whose end means nothing in the rules: a foundation, a fair, a volcano, a
 * farm. */
static struct point plan_road_loose_end(struct plan *plan, unsigned segment,
                                        unsigned side)
{
    const struct aude_tile *t = plan->tile;
    const struct spot *tower = plan_spot(plan, SPOT_TOWER);
    unsigned loose = 0;

    for (unsigned i = 0; i < t->n_segments; i++)
        loose += t->segment[i].kind == AUDE_ROAD &&
                 !(t->segment[i].sides & (t->segment[i].sides - 1));
    if (tower && dist(tower->at, CENTRE) < 160) return tower->at;
    if (plan_road_bridges(t, segment)) { /* it goes on beyond the lower road */
        struct point at = shift(CENTRE, plan_side_inward(side), 215);
        plan_add_spot(plan, SPOT_FARM, at, 90);
        return at;
    }
    if (t->marks & AUDE_MARK_FAIR) {
        struct point at =
            loose > 1 ? CENTRE : shift(CENTRE, plan_side_inward(side), -150);
        if (!plan_spot(plan, SPOT_FAIR)) plan_add_spot(plan, SPOT_FAIR, at, 110);
        return at;
    }
    if (t->marks & AUDE_MARK_VOLCANO) {
        plan_add_spot(plan, SPOT_VOLCANO, CENTRE, 150);
        return shift(CENTRE, plan_side_inward(side), -70);
    }
    if (!plan_spot(plan, SPOT_FARM)) plan_add_spot(plan, SPOT_FARM, CENTRE, 90);
    return CENTRE;
}

static void plan_road_from(struct plan *plan, unsigned segment, unsigned side)
{
    const struct aude_tile *t = plan->tile;
    unsigned mask = plan_road_meets(t, segment);
    int roads = plan_road_count_kind(t, mask, AUDE_ROAD),
        city = plan_road_city_in(plan, mask);
    struct point to = CENTRE;

    if (t->walls) city = plan->n_cities - 1; /* a gate of Carcassonne */
    if (city >= 0 && roads <= 1) {
        plan_gate_road(plan, segment, side, city);
        return;
    }
    if (plan_road_count_kind(t, mask, AUDE_MONASTERY)) {
        const struct spot *mon = plan_spot(plan, SPOT_MONASTERY);
        if (!mon) mon = plan_spot(plan, SPOT_SHRINE);
        to = mon->at;
    } else if (roads > 1)
        plan_road_village_at(plan, to, mask);
    else
        to = plan_road_loose_end(plan, segment, side);
    course_lead_straight(&plan_road_add(plan, segment, side, NOBODY)->line, side, to);
}

/* Does the road run below the field beside its end on `side`? */
static bool plan_road_below_field(const struct aude_tile *t, unsigned road, unsigned side)
{
    for (int i = 0; i < t->n_crossings; i++) {
        const struct aude_crossing *c = &t->crossing[i];
        if (c->tunnel && c->lower == road && t->segment[c->upper].kind == AUDE_FIELD &&
            t->segment[c->upper].halves >> 2 * side & 1)
            return true;
    }
    return false;
}

/* One end of a road that runs below a city: at a gate, or into the ground before the
 * wall. */
static void plan_road_tunnel_end(struct plan *plan, unsigned segment, unsigned side,
                                 int city)
{
    struct point in = plan_side_inward(side),
                 mouth = shift(plan_side_middle(side), in, 128);

    if (!plan_road_below_field(plan->tile, segment, side)) {
        plan_gate_road(plan, segment, side, city);
        return;
    }
    course_lead_straight(&plan_road_add(plan, segment, side, NOBODY)->line, side, mouth);
    plan_add_spot(plan, SPOT_MOUTH, mouth, 60)->toward = shift(mouth, in, 100);
}

static int plan_road_tunnelled_city(const struct plan *plan, unsigned road)
{
    const struct aude_tile *t = plan->tile;

    for (int i = 0; i < t->n_crossings; i++)
        if (t->crossing[i].tunnel && t->crossing[i].lower == road &&
            plan_road_city_in(plan, 1u << t->crossing[i].upper) >= 0)
            return plan_road_city_in(plan, 1u << t->crossing[i].upper);
    return -1;
}

static void plan_road_add_segment(struct plan *plan, unsigned segment, struct rng *rng)
{
    unsigned side[4], n = 0, sides = plan->tile->segment[segment].sides;
    int city = plan_road_tunnelled_city(plan, segment);
    bool fair = plan->tile->marks & AUDE_MARK_FAIR;

    for (unsigned s = 0; s < 4; s++)
        if (sides >> s & 1) side[n++] = s;
    if (n == 1)
        plan_road_from(plan, segment, side[0]);
    else if (n == 2 && city >= 0) {
        plan_road_tunnel_end(plan, segment, side[0], city);
        plan_road_tunnel_end(plan, segment, side[1], city);
    } else if (n == 2)
        plan_road_through(plan, segment, side[0], side[1], rng);
    else {
        for (unsigned i = 0; i < n; i++)
            course_lead_straight(
                &plan_road_add(plan, segment, side[i], NOBODY)->line, side[i],
                fair ? shift(CENTRE, plan_side_inward(side[i]), -150) : CENTRE);
        plan_add_spot(plan, fair ? SPOT_RING : SPOT_WELL, CENTRE, fair ? 150 : 60)
            ->segment = (uint8_t)segment;
        if (!fair) plan->road_fork = (uint8_t)sides;
    }
}

void plan_roads(struct plan *plan)
{
    struct rng rng = art_rng_seed(plan->tile->id, 2);
    unsigned marks = plan->tile->marks;

    for (unsigned i = 0; i < plan->tile->n_segments; i++)
        if (plan->tile->segment[i].kind == AUDE_ROAD)
            plan_road_add_segment(plan, i, &rng);
    if (marks & AUDE_MARK_FAIR && plan_spot(plan, SPOT_RING))
        plan_add_spot(plan, SPOT_FAIR, CENTRE, 80);
    if (plan_is(plan, "catapult/city-city-opposite-split"))
        plan_add_spot(plan, SPOT_FAIR, CENTRE, 80);
}
