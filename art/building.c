/* building.c -- monasteries, villages, gardens, fairs and the other single places. */
#include "map.h"

/* The point of a field with the most room; of a city if there is no field. */
static bool building_roomiest(const struct map *m, double r, struct point *at)
{
    const struct aude_tile *t = m->plan->tile;
    double most = -1;

    for (unsigned i = 0; i < t->n_segments; i++) {
        struct point p;
        double room;

        if (t->segment[i].kind != AUDE_FIELD && t->segment[i].kind != AUDE_CITY) continue;
        if (!map_spot(m, i, r, &p) && most > 0) continue;
        room = grid_room(m->grid, p) + (t->segment[i].kind == AUDE_FIELD ? 60 : 0);
        if (room <= most) continue;
        most = room;
        *at = p;
    }
    return most > 0;
}

/* -- Reserving -------------------------------------------------------------------------- */

static void building_put(struct map *m, enum sprite sprite, struct point at, double foot,
                         int percent, double r)
{
    map_sprite(m, round_int(at.y + foot), sprite, at, percent);
    map_take(m, at, r);
}

/* In a city a building needs its own floor. */
static bool building_in_city(const struct map *m, struct point at)
{
    unsigned label = grid_at(m->grid, at);

    return label < m->plan->tile->n_segments &&
           m->plan->tile->segment[label].kind == AUDE_CITY;
}

static void building_floor(struct map *m, const struct item *item)
{
    svg_print(m->s,
              "<ellipse cx=\"%d\" cy=\"%d\" rx=\"%d\" ry=\"%d\" fill=\"" SAND_LIGHT
              "\"/>",
              item->x, item->y, item->a, item->b);
}

static void building_put_fair(struct map *m, struct point at)
{
    static const struct {
        enum sprite sprite;
        int x, y, percent;
    } tents[] = {{SP_TENT_RED, -72, -16, 100},
                 {SP_TENT_BLUE, 62, -34, 90},
                 {SP_TENT_GOLD, 4, 58, 112},
                 {SP_STALL, 104, 46, 80}};
    bool ring = plan_spot(m->plan, SPOT_RING);

    for (int i = 0; i < (ring ? 3 : 4); i++) {
        struct point p = pt(at.x + tents[i].x * (ring ? 0.62 : 1),
                            at.y + tents[i].y * (ring ? 0.8 : 1) + (ring ? 16 : 0));
        map_sprite(m, round_int(p.y), tents[i].sprite, p,
                   ring ? tents[i].percent * 7 / 10 : tents[i].percent);
    }
    if (building_in_city(m, at))
        map_item(m, -100, building_floor, round_int(at.x), round_int(at.y), 170, 120);
    map_take(m, at, building_in_city(m, at) ? 150 : 142);
}

/* Beside the inn's own road, with the lake between the house and the road. */
static void building_put_inn(struct map *m, unsigned segment)
{
    struct point best = pt(500, 500);
    double most = -1;

    for (int i = 0; i < m->plan->n_roads; i++) {
        const struct line *l = &m->plan->road[i].line;
        for (int k = 2; k + 2 < l->n && m->plan->road[i].segment == segment; k++)
            for (int side = -1; side <= 1; side += 2) {
                struct point p = shift(l->p[k], art_line_normal(l, k), 158 * side);
                double room = grid_room(m->grid, p);

                if (edge_distance(p) < 150 || !map_is_field(m, grid_at(m->grid, p)) ||
                    !map_free(m, p, 80))
                    continue;
                if (room <= most) continue;
                most = room;
                best = p;
            }
    }
    best.y += 40;
    building_put(m, SP_INN, best, 0, 100, 10);
    map_take(m, pt(best.x, best.y - 40), 122);
}

static void building_put_tower(struct map *m, struct point at)
{
    bool city = false;

    for (int i = 0; i < m->plan->n_cities; i++)
        city |= art_line_holds(at, &m->plan->city[i].outline);
    if (city)
        map_item(m, -100, building_floor, round_int(at.x), round_int(at.y) + 8, 132, 96);
    building_put(m, SP_FOUNDATION, at, 40, 100, city ? 118 : 100);
}

static void building_reserve(struct map *m, const struct spot *s)
{
    int percent = round_int(s->r * 100);

    switch (s->kind) {
    case SPOT_MONASTERY:
        building_put(m, SP_MONASTERY, s->at, 60 * s->r, percent, 235 * s->r);
        break;
    case SPOT_SHRINE:
        building_put(m, SP_SHRINE, s->at, 50 * s->r, percent, 200 * s->r);
        break;
    case SPOT_ABBEY:
        building_put(m, SP_MONASTERY, pt(500, 560), 90, 150, 380);
        break;
    case SPOT_GARDEN:
        building_put(m, SP_GARDEN, s->at, 60, 100, 118);
        break;
    case SPOT_TOWER:
        building_put_tower(m, s->at);
        break;
    case SPOT_FAIR:
        building_put_fair(m, s->at);
        break;
    case SPOT_VOLCANO:
        building_put(m, SP_VOLCANO, pt(s->at.x, s->at.y + 80), 0,
                     s->r > 140 && !m->plan->n_rivers ? 100 : 72, 10),
            map_take(m, s->at, 185);
        break;
    case SPOT_VILLAGE:
        map_take(m, s->at, 175);
        break;
    case SPOT_FARM:
        map_take(m, s->at, 150);
        break;
    case SPOT_MOUTH:
        map_take(m, shift(s->at, unit(s->at, s->toward), 30), 95);
        break;
    default:
        map_take(m, s->at, 60);
        break;
    }
}

void building_reserve_all(struct map *m)
{
    const struct aude_tile *t = m->plan->tile;
    struct point at;

    for (int i = 0; i < m->plan->n_gates; i++) {
        const struct gate *g = &m->plan->gate[i];
        map_take(m, pt(g->at.x + g->along.y * 62, g->at.y - g->along.x * 62 + 20), 104);
    }
    for (int i = 0; i < m->plan->n_spots; i++) building_reserve(m, &m->plan->spot[i]);
    for (unsigned i = 0; i < t->n_segments; i++)
        if (t->segment[i].tags & AUDE_TAG_INN) building_put_inn(m, i);
    if (t->marks & AUDE_MARK_VOLCANO && !plan_spot(m->plan, SPOT_VOLCANO) &&
        building_roomiest(m, 190, &at)) {
        building_put(m, SP_VOLCANO, pt(at.x, at.y + 120), 0,
                     grid_room(m->grid, at) < 130 ? 72
                     : edge_distance(at) < 230    ? 88
                                                  : 100,
                     10);
        map_take(m, at, 190);
    }
    if (t->marks & AUDE_MARK_FAIR && !plan_spot(m->plan, SPOT_FAIR) &&
        building_roomiest(m, 120, &at))
        building_put_fair(m, at);
    if (t->marks & AUDE_MARK_PORTAL && building_roomiest(m, 105, &at))
        building_put(m, SP_PORTAL, at, 40, 100, 125);
}

/* -- Painting --------------------------------------------------------------------------- */

static bool building_road_towards(const struct map *m, struct point at, double angle)
{
    struct point p = pt(at.x + art_sine_cos(angle) * 160, at.y + art_sine(angle) * 160);

    for (int i = 0; i < m->plan->n_roads; i++)
        if (art_line_distance(p, &m->plan->road[i].line) < 80) return true;
    return false;
}

static void building_village(struct map *m, struct point at)
{
    static const enum sprite houses[] = {SP_GABLE_3, SP_HOUSE_1, SP_GABLE_1, SP_HOUSE_3,
                                         SP_GABLE_2, SP_HOUSE_2, SP_OAK};
    struct line l = {0};
    unsigned h = art_rng_below(&m->rng, 7);

    for (int i = 0; i < 14; i++) {
        double r = art_rng_range(&m->rng, 92, 108);
        art_line_add(&l, pt(at.x + art_sine_cos(i * 360.0 / 14) * r * 1.08,
                            at.y + art_sine(i * 360.0 / 14) * r * 0.92));
    }
    svg_print(m->s, "<path fill=\"" SAND_LIGHT "\" stroke=\"" INK2
                    "\" stroke-width=\"8\" d=\"");
    svg_smooth(m->s, &l, 1);
    svg_print(m->s,
              "\"/><ellipse cx=\"%d\" cy=\"%d\" rx=\"76\" ry=\"62\" fill=\"none\" "
              "stroke=\"" SAND_MARK "\" stroke-width=\"7\" stroke-dasharray=\"10 12\"/>",
              round_int(at.x), round_int(at.y));
    map_sprite(m, (int)at.y + 12, SP_WELL, pt(at.x, at.y + 6), 100);
    for (int angle = 0; angle < 360; angle += 45) {
        double r = angle % 90 ? 142 : 132;
        struct point p =
            pt(at.x + art_sine_cos(angle) * r * 1.02, at.y + art_sine(angle) * r + 30);

        if (building_road_towards(m, at, angle)) continue;
        map_sprite(m, (int)p.y, houses[h++ % 7], p, 108);
        if (art_rng_chance(&m->rng, 50)) {
            enum sprite tree = art_rng_chance(&m->rng, 50) ? SP_BUSH : SP_CYPRESS;
            map_sprite(m, (int)p.y - 8, tree,
                       pt(p.x + 56 * art_rng_sign(&m->rng), p.y - 8), 80);
        }
        map_take(m, pt(p.x, p.y - 20), 60);
    }
}

/* A farmstead: the house stands away from the road. */
static void building_farmstead(struct map *m, struct point at)
{
    static const struct {
        enum sprite sprite;
        int x, y, percent;
    } part[] = {{SP_HOUSE_3, -6, -38, 125}, {SP_GABLE_3, -96, 24, 110},
                {SP_HOUSE_2, 92, 28, 110},  {SP_CYPRESS, 104, -36, 90},
                {SP_OAK, -108, -44, 100},   {SP_BUSH, 20, 84, 110}};

    svg_print(m->s,
              "<ellipse cx=\"%d\" cy=\"%d\" rx=\"92\" ry=\"70\" fill=\"" ROAD
              "\" stroke=\"" INK2 "\" stroke-width=\"8\"/>",
              round_int(at.x), round_int(at.y) + 5);
    for (int i = 0; i < 6; i++) {
        struct point p = pt(at.x + part[i].x, at.y + part[i].y);
        bool blocked = false;

        for (int k = 0; k < m->plan->n_roads; k++)
            blocked |= art_line_distance(pt(p.x, p.y - 20), &m->plan->road[k].line) <
                       (dist(p, at) < 60 ? 20 : 62);
        if (blocked && i == 0)
            p.y = at.y + 96;
        else if (blocked)
            continue;
        map_sprite(m, (int)p.y, part[i].sprite, p, part[i].percent);
    }
}

/* Where a road goes underground: a stone arch in a grassy bank. */
static void building_tunnel_mouth(struct map *m, const struct item *item)
{
    const struct spot *s = &m->plan->spot[item->a];
    struct point d = unit(s->at, s->toward), c = shift(s->at, d, 22);
    int x = round_int(c.x), y = round_int(c.y);

    svg_print(
        m->s,
        "<g transform=\"translate(%d %d)\"><ellipse cx=\"10\" cy=\"22\" rx=\"112\" "
        "ry=\"50\" fill=\"" SHADE "\" opacity=\".22\"/>"
        "<path d=\"M-108 26Q-100-60 0-66Q100-60 108 26Q0 56-108 26z\" fill=\"" MEADOW_DARK
        "\" stroke=\"" GREENINK "\" stroke-width=\"6\"/>"
        "<path d=\"M-92 12Q-84-48-6-56Q-50-20-52 24Q-76 24-92 12z\" fill=\"" MEADOW_LIGHT
        "\" opacity=\".8\"/>",
        x, y);
    if (d.y < -0.5)
        svg_print(m->s,
                  "<path d=\"M-66 40V-8Q-60-44 0-46Q60-44 66-8V40H42V0Q36-18 "
                  "0-20Q-36-18-42 0V40z\" fill=\"" STONE_TOP "\" stroke=\"" INK
                  "\" stroke-width=\"6\" stroke-linejoin=\"round\"/>"
                  "<path d=\"M-42 40V0Q-36-18 0-20Q36-18 42 0V40z\" fill=\"#2e2018\"/>");
    else if (d.y > 0.5)
        svg_print(m->s,
                  "<path d=\"M-70-44Q0-84 70-44L62-26Q0-60-62-26z\" fill=\"" STONE_TOP
                  "\" stroke=\"" INK "\" stroke-width=\"6\" stroke-linejoin=\"round\"/>");
    else
        svg_print(
            m->s,
            "<g transform=\"scale(%d 1)\" stroke-linejoin=\"round\">"
            "<path d=\"M-56-50Q-114-36-114 2Q-114 40-56 46z\" fill=\"" STONE_TOP
            "\" stroke=\"" INK "\" stroke-width=\"6\"/>"
            "<path d=\"M-62-32Q-100-22-100 4Q-100 34-62 40z\" fill=\"#2e2018\"/></g>",
            d.x > 0 ? 1 : -1);
    svg_print(m->s, "</g>");
}

static void building_abbey_walls(struct map *m)
{
    static const char wall[] =
        "M70 50H930Q952 50 950 72V928Q950 950 928 950H72Q50 950 50 928V72Q50 50 70 50z";

    svg_print(m->s,
              "<path d=\"%s\" fill=\"" MEADOW_LIGHT "\" stroke=\"" INK
              "\" stroke-width=\"36\"/><path d=\"%s\" fill=\"none\" stroke=\"" STONE_TOP
              "\" stroke-width=\"22\" stroke-dasharray=\"34 8\"/>",
              wall, wall);
    svg_print(m->s, "<path d=\"M500 950V850\" stroke=\"" ROAD "\" stroke-width=\"90\"/>");
    for (int i = 0; i < 8; i++)
        for (int side = 0; side < 2; side++)
            map_sprite(m, 150 + i * 104, i % 2 ? SP_CYPRESS : SP_OAK,
                       pt(side ? 896 : 104, 160 + i * 106), 90);
}

void paint_buildings(struct map *m)
{
    for (int i = 0; i < m->plan->n_spots; i++) {
        const struct spot *s = &m->plan->spot[i];

        if (s->kind == SPOT_VILLAGE) building_village(m, s->at);
        if (s->kind == SPOT_FARM) building_farmstead(m, s->at);
        if (s->kind == SPOT_WELL)
            map_sprite(m, (int)s->at.y + 12, SP_WELL, pt(s->at.x, s->at.y + 4), 120);
        if (s->kind == SPOT_MOUTH)
            map_item(m, (int)s->at.y + 30, building_tunnel_mouth, 0, 0, i, 0);
        if (s->kind == SPOT_ABBEY) building_abbey_walls(m);
    }
}
