/* plan.c -- builds the plan: cities, buildings, water, roads, hedges; then turns it. */
#include "plan_internal.h"

#include <string.h>

struct point plan_side_middle(unsigned side)
{
    return turned(pt(500, 0), side);
}

struct point plan_side_inward(unsigned side)
{
    static const struct point in[4] = {{0, 1}, {-1, 0}, {0, -1}, {1, 0}};

    return in[side & 3];
}

struct point plan_corner(unsigned i)
{
    return turned(pt(0, 0), i);
}

/* Where half side h begins, clockwise. */
static struct point plan_half_start(unsigned h)
{
    return h % 2 ? plan_side_middle(h / 2 & 3) : plan_corner(h / 2 & 3);
}

unsigned plan_city_label(const struct city *c)
{
    return c->segment == NOBODY ? LABEL_WALLED : c->segment;
}

bool plan_is(const struct plan *plan, const char *id)
{
    return !strcmp(plan->tile->id, id);
}

struct point plan_anchor(const struct plan *plan, unsigned segment)
{
    const struct aude_segment *s = &plan->tile->segment[segment];

    return turned(pt(s->x * 1000.0 / 1024, s->y * 1000.0 / 1024), plan->rot);
}

const struct spot *plan_spot(const struct plan *plan, enum spot_kind kind)
{
    for (int i = 0; i < plan->n_spots; i++)
        if (plan->spot[i].kind == kind) return &plan->spot[i];
    return NULL;
}

struct spot *plan_add_spot(struct plan *plan, enum spot_kind kind, struct point at,
                           double r)
{
    struct spot *spot = &plan->spot[plan->n_spots < PLAN_SPOTS ? plan->n_spots++ : 0];

    *spot = (struct spot){
        .kind = (uint8_t)kind, .segment = NOBODY, .r = r, .at = at, .toward = at};
    return spot;
}

static int plan_sides(unsigned sides)
{
    return (int)((sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3 & 1));
}

/* The city segment that passes over another city, or NOBODY. */
static unsigned plan_city_above(const struct aude_tile *t)
{
    for (int i = 0; i < t->n_crossings; i++)
        if (!t->crossing[i].tunnel && t->crossing[i].lower < t->n_segments &&
            t->segment[t->crossing[i].upper].kind == AUDE_CITY &&
            t->segment[t->crossing[i].lower].kind == AUDE_CITY)
            return t->crossing[i].upper;
    return NOBODY;
}

/* How far a city's wall is moved back so that a second city has room. */
static double plan_city_pull(const struct plan *plan, const struct city *c, int n_cities)
{
    int n = plan_sides(c->sides);

    if (plan->tile->n_crossings && n == 2 && n_cities == 1) return 52;
    if (n_cities == 1) return 0;
    if (c->upper) return 98; /* room for a street and two rows of houses */
    if (n == 2) return c->sides == 5 || c->sides == 10 ? 140 : 75;
    return n == 3 ? 165 : 0;
}

/* Of two cities: does the other one reach over several sides? */
static bool plan_faces_large(const struct aude_tile *t, unsigned segment)
{
    for (unsigned i = 0; i < t->n_segments; i++)
        if (t->segment[i].kind == AUDE_CITY && i != segment &&
            plan_sides(t->segment[i].sides) > 1)
            return true;
    return false;
}

static void plan_add_city(struct plan *plan, unsigned segment, int n_cities,
                          struct rng *rng)
{
    const struct aude_tile *t = plan->tile;
    struct city *c = &plan->city[plan->n_cities++];
    double depth = (int)art_rng_below(rng, 21) - 8;

    *c = (struct city){.segment = (uint8_t)segment, .sides = t->segment[segment].sides};
    if (n_cities > 1)
        depth = n_cities > 2 ? -34 : plan_faces_large(t, segment) ? -56 : -18;
    if (plan_is(plan, "tower/city-road-opposite"))
        depth = 34; /* so that it reaches the foundation */
    c->upper = plan_city_above(t) == segment;
    c->crossed = plan_city_above(t) != NOBODY;
    if (c->upper && plan_sides(c->sides) == 1)
        plan_wall_over(c);
    else
        plan_wall_city(c, plan_city_pull(plan, c, n_cities), depth);
}

/* Carcassonne: the half sides within its walls. The walls run from side to side and cut
 * the corners of the block. It is no feature, so it has no segment. */
static void plan_add_carcassonne(struct plan *plan)
{
    unsigned walls = plan->tile->walls, first = 0;
    struct city *c = &plan->city[plan->n_cities++];

    *c = (struct city){.segment = NOBODY};
    if (walls == 255) {
        c->sides = 15;
        plan_wall_city(c, 0, 0);
        return;
    }
    while (!(walls >> first & 1) || walls >> ((first + 7) & 7) & 1) first++;
    for (unsigned h = first; walls >> (h & 7) & 1; h++) {
        art_line_add(&c->outline, plan_half_start(h));
        art_line_add(&c->outline, plan_half_start(h + 1));
        c->wall[0].p[0] = plan_half_start(h + 1);
    }
    plan_wall_carcassonne(c, plan_half_start(first));
    for (int i = 1; i + 1 < c->wall[0].n; i++) art_line_add(&c->outline, c->wall[0].p[i]);
}

static void plan_add_cities(struct plan *plan, struct rng *rng)
{
    const struct aude_tile *t = plan->tile;
    int n = 0;

    for (unsigned i = 0; i < t->n_segments; i++) n += t->segment[i].kind == AUDE_CITY;
    for (unsigned i = 0; i < t->n_segments; i++)
        if (t->segment[i].kind == AUDE_CITY) plan_add_city(plan, i, n, rng);
    if (t->walls) plan_add_carcassonne(plan);
}

/* A monastery stands where its follower stands, or in the middle if that is near. */
static void plan_add_monastery(struct plan *plan, unsigned segment)
{
    unsigned tags = plan->tile->segment[segment].tags;
    struct point at = plan_anchor(plan, segment);
    bool middle = dist(at, pt(500, 500)) < 45;
    enum spot_kind kind = tags & AUDE_TAG_ABBEY    ? SPOT_ABBEY
                          : tags & AUDE_TAG_SHRINE ? SPOT_SHRINE
                                                   : SPOT_MONASTERY;

    if (middle) at = pt(500, 500);
    plan_add_spot(plan, kind, at, middle && !plan->n_cities ? 1.0 : 0.68)->segment =
        (uint8_t)segment;
}

static void plan_add_buildings(struct plan *plan)
{
    const struct aude_tile *t = plan->tile;

    for (unsigned i = 0; i < t->n_segments; i++) {
        if (t->segment[i].kind == AUDE_MONASTERY) plan_add_monastery(plan, i);
        if (t->segment[i].kind == AUDE_GARDEN)
            plan_add_spot(plan, SPOT_GARDEN, plan_anchor(plan, i), 96)->segment =
                (uint8_t)i;
    }
    if (t->tower_x >= 0)
        plan_add_spot(plan, SPOT_TOWER,
                      pt(t->tower_x * 1000.0 / 1024, t->tower_y * 1000.0 / 1024), 84);
}

/* Free ground around a point: the distance to walls, ways, other buildings and sides. */
static double plan_elbow_room(const struct plan *plan, const struct spot *self,
                              struct point p)
{
    double room = edge_distance(p) + 10;

    for (int i = 0; i < plan->n_cities; i++)
        for (int w = 0; w < plan->city[i].n_walls; w++) {
            double d = art_line_distance(p, &plan->city[i].wall[w]) - 10;
            if (d < room) room = d;
        }
    for (int i = 0; i < plan->n_roads; i++)
        if (art_line_distance(p, &plan->road[i].line) - ROAD_HALF < room)
            room = art_line_distance(p, &plan->road[i].line) - ROAD_HALF;
    for (int i = 0; i < plan->n_rivers; i++)
        if (art_line_distance(p, &plan->river[i]) - RIVER_HALF < room)
            room = art_line_distance(p, &plan->river[i]) - RIVER_HALF;
    for (int i = 0; i < plan->n_spots; i++)
        if (&plan->spot[i] != self && dist(p, plan->spot[i].at) - 110 < room)
            room = dist(p, plan->spot[i].at) - 110;
    return room;
}

/* A garden may be moved a little, as long as its follower still stands in it. */
static void plan_move_gardens(struct plan *plan)
{
    for (int i = 0; i < plan->n_spots; i++) {
        struct spot *s = &plan->spot[i];
        struct point from = s->at;
        double most = plan_elbow_room(plan, s, from);

        if (s->kind != SPOT_GARDEN) continue;
        for (int angle = 0; angle < 360; angle += 30)
            for (int r = 20; r <= 60; r += 20) {
                struct point p =
                    pt(from.x + art_sine_cos(angle) * r, from.y + art_sine(angle) * r);
                if (most >= 135 || plan_elbow_room(plan, s, p) <= most + 2) continue;
                most = plan_elbow_room(plan, s, p);
                s->at = p;
            }
    }
}

static uint8_t plan_turn_sides(unsigned sides, unsigned rot)
{
    sides <<= rot;
    return (uint8_t)((sides | sides >> 4) & 15);
}

static void plan_turn_cities(struct plan *plan, unsigned rot)
{
    for (int i = 0; i < plan->n_cities; i++) {
        struct city *c = &plan->city[i];

        c->sides = plan_turn_sides(c->sides, rot);
        art_line_turn(&c->outline, rot);
        for (int j = 0; j < c->n_walls; j++) art_line_turn(&c->wall[j], rot);
    }
}

static uint8_t plan_turn_side(uint8_t side, unsigned rot)
{
    return side == NOBODY ? side : (uint8_t)((side + rot) & 3);
}

static void plan_turn_ways(struct plan *plan, unsigned rot)
{
    for (int i = 0; i < plan->n_roads; i++) {
        art_line_turn(&plan->road[i].line, rot);
        plan->road[i].from = plan_turn_side(plan->road[i].from, rot);
        plan->road[i].to = plan_turn_side(plan->road[i].to, rot);
    }
    for (int i = 0; i < plan->n_rivers; i++) {
        art_line_turn(&plan->river[i], rot);
        uint8_t *side = plan->river_side[i];
        side[0] = plan_turn_side(side[0], rot);
        side[1] = plan_turn_side(side[1], rot);
    }
    plan->river_fork = plan_turn_sides(plan->river_fork, rot);
    plan->road_fork = plan_turn_sides(plan->road_fork, rot);
    art_line_turn(&plan->pool, rot);
    plan->pool_at = turned(plan->pool_at, rot);
}

static void plan_turn(struct plan *plan, unsigned rot)
{
    plan_turn_cities(plan, rot);
    plan_turn_ways(plan, rot);
    for (int i = 0; i < plan->n_gates; i++) {
        struct gate *g = &plan->gate[i];
        struct point tip = turned(shift(g->at, g->along, 1), rot);
        g->at = turned(g->at, rot);
        g->along = pt(tip.x - g->at.x, tip.y - g->at.y);
    }
    for (int i = 0; i < plan->n_belts; i++) art_line_turn(&plan->belt[i], rot);
    for (int i = 0; i < plan->n_spots; i++) {
        plan->spot[i].at = turned(plan->spot[i].at, rot);
        plan->spot[i].toward = turned(plan->spot[i].toward, rot);
    }
    for (unsigned i = 0; i < 4; i++) plan->edge[(i + rot) & 3] = plan->tile->edge[i];
    plan->rot = rot;
}

void plan_make(struct plan *plan, aude_kind kind, unsigned rot)
{
    struct rng rng = art_rng_seed(aude_tiles[kind].id, 0);

    *plan = (struct plan){.tile = &aude_tiles[kind]};
    plan_add_cities(plan, &rng);
    plan_add_buildings(plan);
    plan_rivers(plan);
    plan_roads(plan);
    plan_move_gardens(plan);
    plan_belts(plan);
    plan_turn(plan, rot & 3);
}
