/* way.c -- centre lines of roads and rivers, and the gates and villages they lead to. */
#include "plan_parts.h"

#define CENTRE pt(500, 500)

static bool opposite(unsigned a, unsigned b)
{
    return ((a ^ b) & 3) == 2;
}

/* Between opposite sides, with two gentle bends of `sway` units. */
static void straight(struct line *l, unsigned a, unsigned b, double sway)
{
    struct point from = side_middle(a), to = side_middle(b);
    struct point d = unit(from, to), n = pt(-d.y, d.x);
    struct point p = shift(shift(from, d, 250), n, sway),
                 q = shift(shift(to, d, -250), n, -sway);

    line_bezier(l, from, shift(from, d, 110), shift(p, d, -90), p, 6);
    line_bezier(l, p, shift(p, d, 110), shift(q, d, -110), q, 8);
    line_bezier(l, q, shift(q, d, 90), shift(to, d, -110), to, 6);
}

/* Between opposite sides, bowed to pass `mid`. */
static void bowed(struct line *l, unsigned a, unsigned b, struct point mid)
{
    struct point from = side_middle(a), to = side_middle(b), d = unit(from, to);

    line_bezier(l, from, shift(from, d, 240), shift(mid, d, -170), mid, 10);
    line_bezier(l, mid, shift(mid, d, 170), shift(to, d, -240), to, 10);
}

static void curve(struct line *l, unsigned a, unsigned b, double arm)
{
    struct point from = side_middle(a), to = side_middle(b);

    line_bezier(l, from, shift(from, side_inward(a), arm), shift(to, side_inward(b), arm),
                to, 18);
}

/* From a side to `to`, arriving along `arrive` (which points back along the road). */
static void lead(struct line *l, unsigned side, struct point to, struct point arrive)
{
    struct point from = side_middle(side);
    double len = dist(from, to);

    line_bezier(l, from, shift(from, side_inward(side), len * 0.45),
                shift(to, arrive, len * 0.24), to, 14);
}

static void lead_straight(struct line *l, unsigned side, struct point to)
{
    lead(l, side, to, unit(to, side_middle(side)));
}

/* -- Rivers ----------------------------------------------------------------------------- */

static void add_pool(struct plan *plan, struct point at, double rx, double ry,
                     struct rng *rng)
{
    plan->pool_at = at;
    for (int i = 0; i < 18; i++) {
        double r = rng_range(rng, 0.95, 1.05);
        line_add(&plan->pool,
                 pt(at.x + cos_deg(i * 20) * rx * r, at.y + sin_deg(i * 20) * ry * r));
    }
}

static struct line *add_river(struct plan *plan, unsigned from, unsigned to)
{
    plan->river_side[plan->n_rivers][0] = (uint8_t)from;
    plan->river_side[plan->n_rivers][1] = (uint8_t)to;
    return &plan->river[plan->n_rivers++];
}

static void river_through(struct plan *plan, unsigned a, unsigned b, struct rng *rng)
{
    const struct spot *mon = plan_spot(plan, SPOT_MONASTERY);
    struct line *l = add_river(plan, a, b);
    double sway = rng_range(rng, 60, 95) * (rng_chance(rng, 50) ? 1 : -1);

    if (plan->tile->n_crossings) sway *= 0.25;
    if (!opposite(a, b))
        curve(l, a, b, 285);
    else if (mon)
        bowed(l, a, b, shift(CENTRE, unit(mon->at, CENTRE), 100));
    else
        straight(l, a, b, sway);
}

/* Where a river that ends here ends, and the water it ends in. */
static struct point river_end(struct plan *plan, unsigned side, struct rng *rng)
{
    struct point at = CENTRE;

    switch (plan->tile->river_role) {
    case AUDE_RIVER_SPRING:
        if (plan_is(plan, "river-1/spring-road-c3"))
            at = pt(585, 440);
        else
            at = shift(CENTRE, side_inward(side), 20);
        add_pool(plan, at, 112, 92, rng);
        break;
    case AUDE_RIVER_CITY_LAKE:
        at = shift(CENTRE, side_inward(side), 60), add_pool(plan, at, 186, 170, rng);
        break;
    case AUDE_RIVER_VOLCANO_LAKE:
        at = pt(400, 500), add_pool(plan, at, 170, 150, rng);
        break;
    default:
        if (plan_spot(plan, SPOT_MONASTERY))
            at = pt(400, 520), add_pool(plan, at, 180, 140, rng);
        else
            add_pool(plan, at, 235, 190, rng);
    }
    return at;
}

void plan_rivers(struct plan *plan)
{
    struct rng rng = rng_seed(plan->tile->id, 1);
    unsigned side[4], n = 0;

    for (unsigned s = 0; s < 4; s++)
        if (plan->tile->river >> s & 1) side[n++] = s;
    if (n == 1)
        lead_straight(add_river(plan, side[0], NOBODY), side[0],
                      river_end(plan, side[0], &rng));
    if (n == 2) river_through(plan, side[0], side[1], &rng);
    for (unsigned i = 0; n == 3 && i < 3; i++)
        lead_straight(add_river(plan, side[i], NOBODY), side[i], CENTRE);
    if (plan->tile->marks & AUDE_MARK_VOLCANO && n)
        plan_add_spot(plan, SPOT_VOLCANO, pt(690, 400), 150);
}

/* -- Roads ------------------------------------------------------------------------------ */

static struct road *add_road(struct plan *plan, unsigned segment, unsigned from,
                             unsigned to)
{
    const struct aude_tile *t = plan->tile;
    struct road *r = &plan->road[plan->n_roads++];

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

static bool has_gate(const struct aude_tile *t, unsigned city)
{
    for (int i = 0; i < t->n_wagon; i++)
        if (t->wagon[i] >> city & 1) return true;
    return false;
}

/* The city segment that a road from side to side touches: the halves left and right of the
 * city lie on one bank of the road, and yet in two fields. */
static int touched_city(const struct plan *plan, unsigned road)
{
    const struct aude_tile *t = plan->tile;

    for (int i = 0; i < plan->n_cities; i++) {
        const struct city *c = &plan->city[i];

        if (c->segment == NOBODY || has_gate(t, c->segment)) continue;
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

/* A road that leaves its way to brush along the wall of a city on side `s`. */
static void touch(struct line *l, unsigned a, unsigned b, const struct city *c)
{
    unsigned s = 0;
    struct point along, p, q;

    while (!(c->sides >> s & 1)) s++;
    along = side_inward(s + 3); /* clockwise seen from the centre */
    p = lerp(c->wall[0].p[2], c->wall[0].p[3], 0.5);
    p = shift(p, side_inward(s), ROAD_HALF + 14);
    if (opposite(a, b)) {
        p = shift(p, along,
                  unit(side_middle(a), side_middle(b)).x * along.x < 0 ? 130 : -130);
        q = shift(p, unit(side_middle(a), side_middle(b)), 260);
        line_bezier(l, side_middle(a), shift(side_middle(a), side_inward(a), 170),
                    shift(p, unit(side_middle(a), side_middle(b)), -150), p, 8);
        line_bezier(l, p, shift(p, unit(p, q), 80), shift(q, unit(p, q), -80), q, 4);
        line_bezier(l, q, shift(q, unit(p, q), 150),
                    shift(side_middle(b), side_inward(b), 170), side_middle(b), 8);
        return;
    }
    /* `a` is the side next to the city, `b` the one opposite it */
    if (opposite(b, s)) {
        unsigned swap = a;
        a = b;
        b = swap;
    }
    p = shift(p, side_inward(b), -70);
    line_bezier(l, side_middle(b), shift(side_middle(b), side_inward(b), 230),
                shift(p, side_inward(b), -140), p, 8);
    line_bezier(l, p, shift(p, side_inward(b), 72), shift(CENTRE, side_inward(s), -60),
                shift(CENTRE, side_inward(s), 40), 6);
    line_bezier(l, shift(CENTRE, side_inward(s), 40), shift(CENTRE, side_inward(s), 200),
                shift(side_middle(a), side_inward(a), 150), side_middle(a), 6);
}

static void road_through(struct plan *plan, unsigned segment, unsigned a, unsigned b,
                         struct rng *rng)
{
    int city = touched_city(plan, segment);
    struct road *r = add_road(plan, segment, a, b);
    double sway = rng_range(rng, 24, 40) * (rng_chance(rng, 50) ? 1 : -1);

    if (plan->tile->n_crossings) sway *= 0.25;
    if (city >= 0)
        touch(&r->line, a, b, &plan->city[city]);
    else if (opposite(a, b))
        straight(&r->line, a, b, sway);
    else
        curve(&r->line, a, b, 277);
    if (city >= 0 && dist(r->line.p[0], side_middle(a)) > 1) {
        r->from = (uint8_t)b;
        r->to = (uint8_t)a;
    }
}

/* -- Gates ------------------------------------------------------------------------------ */

/* How badly a road of `segment` along `l` would fit: it should pass its own anchor and keep
 * off those of all others. */
static double misfit(const struct plan *plan, const struct line *l, unsigned segment)
{
    double sum = line_distance(plan_anchor(plan, segment), l) + line_length(l) * 0.08;
    double edge = edge_distance(l->p[l->n - 1]);

    if (edge < 216) sum += 4 * (216 - edge); /* the gate's towers stand tall */

    for (unsigned i = 0; i < plan->tile->n_segments; i++) {
        double d = line_distance(plan_anchor(plan, i), l);
        if (i != segment && plan->tile->segment[i].kind == AUDE_FIELD && d < 80)
            sum += 4 * (80 - d);
    }
    for (int i = 0; i < plan->n_gates; i++) {
        double d = dist(plan->gate[i].at, l->p[l->n - 1]);
        if (d < 260) sum += 3 * (260 - d);
    }
    for (int i = 0; i < plan->n_spots; i++)
        if (plan->spot[i].kind == SPOT_GARDEN || plan->spot[i].kind == SPOT_TOWER) {
            double d = line_distance(plan->spot[i].at, l);
            if (d < 170) sum += 4 * (170 - d);
        }
    return sum;
}

static void try_gate(struct plan *plan, unsigned segment, unsigned side, int city,
                     struct point a, struct point b, double t, double *best,
                     struct gate *gate, struct line *way)
{
    struct point at = lerp(a, b, t), along = unit(a, b);
    struct line l = {0};
    double score;

    lead(&l, side, at, pt(along.y, -along.x));
    score = misfit(plan, &l, segment);
    if (score >= *best) return;
    *best = score;
    *way = l;
    *gate = (struct gate){.at = at, .along = along, .city = (uint8_t)city};
}

/* The best gate for a road that comes from `side` and its way there. */
static void road_to_gate(struct plan *plan, unsigned segment, unsigned side, int city)
{
    static const double at[] = {0.2, 0.35, 0.5, 0.65, 0.8};
    double best = 1e9;
    struct gate gate = {0};
    struct line way = {0};
    const struct city *c = &plan->city[city];

    for (int w = 0; w < c->n_walls; w++)
        for (int i = 1; i + 2 < c->wall[w].n; i++)
            for (int k = 0; k < 5; k++)
                try_gate(plan, segment, side, city, c->wall[w].p[i], c->wall[w].p[i + 1],
                         at[k], &best, &gate, &way);
    if (best >= 1e9) return;
    add_road(plan, segment, side, NOBODY)->line = way;
    plan->gate[plan->n_gates++] = gate;
}

/* -- Ends of roads ---------------------------------------------------------------------- */

/* What a road meets at its end: one bit per segment. */
static unsigned meets(const struct aude_tile *t, unsigned road)
{
    for (int i = 0; i < t->n_wagon; i++)
        if (t->wagon[i] >> road & 1) return t->wagon[i];
    return 0;
}

static int count_kind(const struct aude_tile *t, unsigned mask, unsigned kind)
{
    int n = 0;

    for (unsigned i = 0; i < t->n_segments; i++)
        n += (mask >> i & 1) && t->segment[i].kind == kind;
    return n;
}

static int city_in(const struct plan *plan, unsigned mask)
{
    for (int i = 0; i < plan->n_cities; i++)
        if (plan->city[i].segment != NOBODY && mask >> plan->city[i].segment & 1)
            return i;
    return -1;
}

/* A street from the village to a city that takes part in the crossing: it is no road, yet
 * it parts the fields. */
static void stub_to_city(struct plan *plan, int city)
{
    const struct line *wall = &plan->city[city].wall[0];
    struct point a = wall->p[2], b = wall->p[3], at = lerp(a, b, 0.5);
    struct road *r = &plan->road[plan->n_roads++];

    *r = (struct road){.segment = NOBODY, .from = NOBODY, .to = NOBODY};
    line_bezier(&r->line, CENTRE, lerp(CENTRE, at, 0.33), lerp(CENTRE, at, 0.66), at, 8);
    plan->gate[plan->n_gates++] =
        (struct gate){.at = at, .along = unit(a, b), .city = (uint8_t)city};
}

static void village_at(struct plan *plan, struct point at, unsigned mask)
{
    if (plan_spot(plan, SPOT_VILLAGE)) return;
    plan_add_spot(plan, SPOT_VILLAGE, at, 100);
    for (int i = 0; i < plan->n_cities; i++)
        if (plan->city[i].segment != NOBODY && mask >> plan->city[i].segment & 1)
            stub_to_city(plan, i);
}

static bool bridges_road(const struct aude_tile *t, unsigned segment)
{
    for (int i = 0; i < t->n_crossings; i++)
        if (!t->crossing[i].tunnel && t->crossing[i].upper == segment &&
            t->crossing[i].lower < t->n_segments &&
            t->segment[t->crossing[i].lower].kind == AUDE_ROAD)
            return true;
    return false;
}

/* A road that ends at nothing the rules know: a foundation, a fair, a volcano, a farm. */
static struct point loose_end(struct plan *plan, unsigned segment, unsigned side)
{
    const struct aude_tile *t = plan->tile;
    const struct spot *tower = plan_spot(plan, SPOT_TOWER);
    unsigned loose = 0;

    for (unsigned i = 0; i < t->n_segments; i++)
        loose += t->segment[i].kind == AUDE_ROAD &&
                 !(t->segment[i].sides & (t->segment[i].sides - 1));
    if (tower && dist(tower->at, CENTRE) < 160) return tower->at;
    if (bridges_road(t, segment)) { /* it goes on past the road below */
        struct point at = shift(CENTRE, side_inward(side), 215);
        plan_add_spot(plan, SPOT_FARM, at, 90);
        return at;
    }
    if (t->marks & AUDE_MARK_FAIR) {
        struct point at = loose > 1 ? CENTRE : shift(CENTRE, side_inward(side), -150);
        if (!plan_spot(plan, SPOT_FAIR)) plan_add_spot(plan, SPOT_FAIR, at, 110);
        return at;
    }
    if (t->marks & AUDE_MARK_VOLCANO) {
        plan_add_spot(plan, SPOT_VOLCANO, CENTRE, 150);
        return shift(CENTRE, side_inward(side), -70);
    }
    if (!plan_spot(plan, SPOT_FARM)) plan_add_spot(plan, SPOT_FARM, CENTRE, 90);
    return CENTRE;
}

static void road_from(struct plan *plan, unsigned segment, unsigned side)
{
    const struct aude_tile *t = plan->tile;
    unsigned mask = meets(t, segment);
    int roads = count_kind(t, mask, AUDE_ROAD), city = city_in(plan, mask);
    struct point to = CENTRE;

    if (t->walls) city = plan->n_cities - 1; /* a gate of Carcassonne */
    if (city >= 0 && roads <= 1) {
        road_to_gate(plan, segment, side, city);
        return;
    }
    if (count_kind(t, mask, AUDE_MONASTERY)) {
        const struct spot *mon = plan_spot(plan, SPOT_MONASTERY);
        if (!mon) mon = plan_spot(plan, SPOT_SHRINE);
        to = mon->at;
    } else if (roads > 1)
        village_at(plan, to, mask);
    else
        to = loose_end(plan, segment, side);
    lead_straight(&add_road(plan, segment, side, NOBODY)->line, side, to);
}

/* Does the road run below the field beside its end on `side`? */
static bool below_field(const struct aude_tile *t, unsigned road, unsigned side)
{
    for (int i = 0; i < t->n_crossings; i++) {
        const struct aude_crossing *c = &t->crossing[i];
        if (c->tunnel && c->lower == road && t->segment[c->upper].kind == AUDE_FIELD &&
            t->segment[c->upper].halves >> 2 * side & 1)
            return true;
    }
    return false;
}

/* One end of a road that runs below a city: to a gate, or into the ground before it. */
static void tunnel_end(struct plan *plan, unsigned segment, unsigned side, int city)
{
    struct point in = side_inward(side), mouth = shift(side_middle(side), in, 128);

    if (!below_field(plan->tile, segment, side)) {
        road_to_gate(plan, segment, side, city);
        return;
    }
    lead_straight(&add_road(plan, segment, side, NOBODY)->line, side, mouth);
    plan_add_spot(plan, SPOT_MOUTH, mouth, 60)->toward = shift(mouth, in, 100);
}

static int tunnelled_city(const struct plan *plan, unsigned road)
{
    const struct aude_tile *t = plan->tile;

    for (int i = 0; i < t->n_crossings; i++)
        if (t->crossing[i].tunnel && t->crossing[i].lower == road &&
            city_in(plan, 1u << t->crossing[i].upper) >= 0)
            return city_in(plan, 1u << t->crossing[i].upper);
    return -1;
}

static void add_road_segment(struct plan *plan, unsigned segment, struct rng *rng)
{
    unsigned side[4], n = 0, sides = plan->tile->segment[segment].sides;
    int city = tunnelled_city(plan, segment);
    bool fair = plan->tile->marks & AUDE_MARK_FAIR;

    for (unsigned s = 0; s < 4; s++)
        if (sides >> s & 1) side[n++] = s;
    if (n == 1)
        road_from(plan, segment, side[0]);
    else if (n == 2 && city >= 0) {
        tunnel_end(plan, segment, side[0], city);
        tunnel_end(plan, segment, side[1], city);
    } else if (n == 2)
        road_through(plan, segment, side[0], side[1], rng);
    else {
        for (unsigned i = 0; i < n; i++)
            lead_straight(&add_road(plan, segment, side[i], NOBODY)->line, side[i],
                          fair ? shift(CENTRE, side_inward(side[i]), -150) : CENTRE);
        plan_add_spot(plan, fair ? SPOT_RING : SPOT_WELL, CENTRE, fair ? 150 : 60)
            ->segment = (uint8_t)segment;
    }
}

void plan_roads(struct plan *plan)
{
    struct rng rng = rng_seed(plan->tile->id, 2);
    unsigned marks = plan->tile->marks;

    for (unsigned i = 0; i < plan->tile->n_segments; i++)
        if (plan->tile->segment[i].kind == AUDE_ROAD) add_road_segment(plan, i, &rng);
    if (marks & AUDE_MARK_FAIR && plan_spot(plan, SPOT_RING))
        plan_add_spot(plan, SPOT_FAIR, CENTRE, 80);
    if (plan_is(plan, "catapult/city-city-opposite-split"))
        plan_add_spot(plan, SPOT_FAIR, CENTRE, 80);
}
