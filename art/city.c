/* city.c -- a city's ground, its rows of houses, its church or square.
 *
 * The rows of houses are at the same heights on every tile, twelve to a tile. Rows 0
 * and 12 and the houses on the east and west side are shared with the neighbours. Each
 * row is filled and then justified like a line of text, so that no gap shows where
 * tiles meet. */
#include "border.h"
#include "map.h"

enum { ROWS = 12, STEP = 6, NARROWEST = 54 };

static const enum sprite choice[] = {SP_HOUSE_1, SP_HOUSE_2, SP_HOUSE_3, SP_GABLE_1,
                                     SP_GABLE_2, SP_GABLE_3, SP_GABLE_1, SP_HOUSE_1};

/* Houses on the line between two tiles, by row; two lists, which alternate. A street
 * crosses in row 6. */
static const uint8_t on_west[2][ROWS + 1] = {
    {0, 0, SP_HOUSE_1, SP_GABLE_1, SP_HOUSE_2, SP_HOUSE_3, 0, SP_HOUSE_1, SP_GABLE_2,
     SP_HOUSE_2, 0, 0, 0},
    {0, 0, SP_GABLE_2, SP_HOUSE_3, SP_GABLE_1, SP_HOUSE_2, 0, SP_GABLE_2, SP_HOUSE_3,
     SP_GABLE_1, 0, 0, 0},
};

static double city_row_y(int row)
{
    return 30 + row * 1000.0 / ROWS;
}

/* Is this half of side `side` in the city? 0: the half with the smaller coordinate, 1:
 * the other. */
static bool city_reaches(const struct map *m, const struct city *c, unsigned side,
                         int greater)
{
    unsigned half, walls = m->plan->tile->walls, rot = m->plan->rot;

    if (c->segment != NOBODY) return c->sides >> side & 1;
    half = 2 * side + (side == 0 || side == 1 ? (unsigned)greater : (unsigned)!greater);
    return walls >> ((half + 8 - 2 * rot) & 7) & 1;
}

/* -- Ground ----------------------------------------------------------------------------- */

/* At a side the ground reaches a little beyond it, so that no thin line shows. */
static double city_past_side(double v)
{
    return v <= 0 ? -6 : v >= 1000 ? 1006 : v;
}

static void city_ground_path(struct map *m)
{
    for (int i = 0; i < m->plan->n_cities; i++) {
        struct line l = m->plan->city[i].outline;
        for (int k = 0; k < l.n; k++)
            l.p[k] = pt(city_past_side(l.p[k].x), city_past_side(l.p[k].y));
        svg_poly(m->s, &l, 1);
    }
}

/* If both sides at a corner belong to the city, four tiles share a little square
 * there. */
static void city_corner_squares(struct map *m, const struct city *c)
{
    for (unsigned i = 0; i < 4; i++) {
        struct point p = plan_corner(i);
        bool both = city_reaches(m, c, i, i >= 2) &&
                    city_reaches(m, c, (i + 3) & 3, i == 1 || i == 2);

        if (!both) continue;
        svg_print(m->s, "<circle cx=\"%d\" cy=\"%d\" r=\"62\" fill=\"" SAND_LIGHT "\"/>",
                  round_int(p.x), round_int(p.y));
        map_sprite(m, (int)p.y + 12, SP_OAK, pt(p.x, p.y + 18), 95);
        map_take(m, pt(p.x, p.y - 20), 44);
    }
}

void paint_city_ground(struct map *m)
{
    if (!m->plan->n_cities) return;
    svg_print(m->s, "<clipPath id=\"au%d-%d%dz\"><path d=\"",
              (int)(m->plan->tile - aude_tiles), (int)m->plan->rot, (int)m->copy);
    city_ground_path(m);
    svg_print(m->s, "\"/></clipPath><path fill=\"" SAND "\" d=\"");
    city_ground_path(m);
    *m->used |= (uint64_t)1 << SP_COBBLE;
    svg_print(m->s, "\"/><use href=\"#%s\" clip-path=\"url(#au%d-%d%dz)\"/>",
              sprite_id(SP_COBBLE), (int)(m->plan->tile - aude_tiles), (int)m->plan->rot,
              (int)m->copy);
    for (int i = 0; i < m->plan->n_cities; i++) city_corner_squares(m, &m->plan->city[i]);
}

/* -- Houses ----------------------------------------------------------------------------- */

static double city_wall_distance(const struct city *c, struct point p)
{
    double best = 1e9;

    for (int i = 0; i < c->n_walls; i++) {
        double d = art_line_distance(p, &c->wall[i]);
        if (d < best) best = d;
    }
    return best;
}

/* How much of a row the shared house on the west or east side takes on this tile. */
static double city_line_house(const struct map *m, unsigned side, int row)
{
    int sprite = on_west[border_list(m->copy, side)][row];

    return sprite ? sprite_width((enum sprite)sprite) / 2.0 + 4 : 30;
}

static bool city_house_may_stand(const struct map *m, const struct city *c, int row,
                                 double x)
{
    double y = city_row_y(row);
    int south = y > 500;

    if (y - 68 < 38 || y > 968) return false;
    if (city_reaches(m, c, 3, south) && x < city_line_house(m, 3, row)) return false;
    if (city_reaches(m, c, 1, south) && x > 1000 - city_line_house(m, 1, row))
        return false;
    if (x < 34 || x > 966) return false;
    for (int up = 0; up <= 60; up += 60) {
        struct point p = pt(x, y - up);
        if (grid_at(m->grid, p) != plan_city_label(c) || city_wall_distance(c, p) < 38)
            return false;
    }
    return map_free(m, pt(x, y - 30), 4);
}

static int city_fill_row(struct map *m, double room, enum sprite *row, double *total)
{
    int n = 0;

    for (*total = 0; n < 20;) {
        enum sprite s = choice[art_rng_below(&m->rng, 8)];
        if (room - *total < NARROWEST) break;
        if (*total + sprite_width(s) > room) continue;
        row[n++] = s;
        *total += sprite_width(s);
    }
    if (n > 3 && art_rng_chance(&m->rng, 16)) {
        int i = (int)art_rng_below(&m->rng, (unsigned)n);
        *total += sprite_width(SP_CYPRESS) - sprite_width(row[i]);
        row[i] = SP_CYPRESS;
    }
    return n;
}

static void city_house_row(struct map *m, double y, double from, double to)
{
    enum sprite row[20];
    double total, gap, x;
    int n = city_fill_row(m, to - from, row, &total);

    gap = n > 1 ? (to - from - total) / (n - 1) : 0;
    if (gap > 26) gap = 26;
    x = from + (to - from - total - gap * (n - 1)) / 2;
    for (int i = 0; i < n; i++) {
        int w = sprite_width(row[i]);
        map_sprite(m, (int)y, row[i], pt(x + w / 2.0, y + art_rng_range(&m->rng, -5, 5)),
                   100);
        x += w + gap;
    }
}

static void city_rows_of_houses(struct map *m, const struct city *c)
{
    for (int row = 0; row <= ROWS; row++)
        for (double x = 0; x <= 1000; x += STEP) {
            double from = x;

            while (x <= 1000 && city_house_may_stand(m, c, row, x)) x += STEP;
            if (x - STEP - from >= NARROWEST)
                city_house_row(m, city_row_y(row), from, x - STEP);
        }
}

/* In Carcassonne a wall or a landmark may stand on the line between two tiles; both tiles
 * know it and draw no house there. Elsewhere houses on the line always stand. */
static bool city_line_is_free(const struct map *m, const struct city *c, struct point p)
{
    return c->segment != NOBODY || (city_wall_distance(c, p) > 70 && map_free(m, p, 4));
}

static void city_houses_one_by_one(struct map *m, const struct city *c, unsigned side)
{
    double y = side == 0 ? 30 : 1030;

    for (int i = 0; i < BORDER_HOUSES; i++) {
        const struct border_thing *h = &border_houses[border_list(m->copy, side)][i];
        if (city_reaches(m, c, side, h->along > 500) &&
            city_line_is_free(m, c, pt(h->along, y - 30)))
            map_sprite(m, (int)y, (enum sprite)h->sprite, pt(h->along, y), 100);
    }
}

static void city_houses_on_lines(struct map *m, const struct city *c)
{
    for (unsigned side = 0; side < 4; side += 2) {
        int y = side == 0 ? 0 : 1000;
        if (c->segment == NOBODY)
            city_houses_one_by_one(m, c, side);
        else if (city_reaches(m, c, side, 0))
            map_sprite(m, y + 30, SP_HOUSES + border_list(m->copy, side), pt(0, y), 100);
    }
    for (unsigned side = 1; side < 4; side += 2)
        for (int row = 2; row <= 9; row++)
            if (on_west[0][row] && city_reaches(m, c, side, city_row_y(row) > 500) &&
                city_line_is_free(m, c, pt(side == 1 ? 1000 : 0, city_row_y(row) - 30)))
                map_sprite(m, (int)city_row_y(row),
                           (enum sprite)on_west[border_list(m->copy, side)][row],
                           pt(side == 1 ? 1000 : 0, city_row_y(row)), 100);
}

/* -- Landmarks -------------------------------------------------------------------------- */

static void city_square(struct map *m, struct point at)
{
    svg_print(m->s,
              "<ellipse cx=\"%d\" cy=\"%d\" rx=\"128\" ry=\"66\" fill=\"" SAND_LIGHT
              "\"/>",
              round_int(at.x), round_int(at.y));
    map_sprite(m, (int)at.y + 6, SP_WELL, pt(at.x, at.y + 4), 120);
    map_sprite(m, (int)at.y - 20, SP_OAK, pt(at.x - 84, at.y - 12), 80);
    map_sprite(m, (int)at.y + 30, SP_OAK, pt(at.x + 78, at.y + 34), 80);
    map_sprite(m, (int)at.y + 34, SP_CYPRESS, pt(at.x - 66, at.y + 40), 70);
    map_take(m, at, 84);
    map_take(m, pt(at.x - 70, at.y - 14), 56);
    map_take(m, pt(at.x + 70, at.y - 4), 60);
}

/* A large city gets a church or a square with trees, in turn; false if it gets nothing.
 * Streets lead to `hub`. */
static bool city_landmark(struct map *m, const struct city *c, struct point *hub)
{
    struct point at;
    int area = grid_area(m->grid, c->segment);

    if (c->segment != NOBODY &&
        m->plan->tile->segment[c->segment].tags & AUDE_TAG_CATHEDRAL) {
        map_sprite(m, 620, SP_CATHEDRAL, pt(500, 620), 100);
        map_take(m, pt(500, 470), 235);
        *hub = pt(500, 580);
        return true;
    }
    if (c->segment == NOBODY || area < 4200 || c->crossed ||
        m->plan->tile->marks & AUDE_MARK_FAIR || plan_spot(m->plan, SPOT_MONASTERY) ||
        !map_spot(m, c->segment, 120, &at))
        return false;
    *hub = at;
    if (area > 5200 &&
        (m->copy + m->plan->rot + (unsigned)(m->plan->tile - aude_tiles)) % 3 != 1) {
        map_sprite(m, (int)at.y + 50, SP_CHURCH, pt(at.x, at.y + 50), 100);
        map_take(m, pt(at.x, at.y - 30), 120);
        hub->y += 46;
    } else
        city_square(m, at);
    return true;
}

void paint_city_houses(struct map *m)
{
    if (m->plan->tile->walls) paint_quarters(m);
    for (int i = 0; i < m->plan->n_cities; i++) {
        const struct city *c = &m->plan->city[i];
        struct point hub;

        if (c->segment != NOBODY)
            paint_streets(m, c, city_landmark(m, c, &hub) ? &hub : NULL);
    }
    for (int i = 0; i < m->plan->n_cities; i++) {
        city_rows_of_houses(m, &m->plan->city[i]);
        city_houses_on_lines(m, &m->plan->city[i]);
    }
}
