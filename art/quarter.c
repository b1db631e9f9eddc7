/* quarter.c -- the streets and the four quarters of Carcassonne: castle, market, smithy,
 * cathedral.
 *
 * They lie in the block of 4 x 3 tiles and are larger than a tile: every tile draws those
 * that reach into it, so that the block shows no seam. */
#include "map.h"

struct landmark {
    enum sprite sprite;
    int percent;
    int x, y;          /* its foot, relative to the place of the quarter's followers */
    int reach;         /* half of its width */
    struct disc clear; /* ground without houses, relative to the foot */
};

/* ORDER QUARTER */
static const struct landmark landmarks[4] = {
    {SP_CASTLE, 92, 0, 210, 300, {0, -110, 225}},
    {SP_STALL, 130, 0, 0, 300, {0, 10, 215}},
    {SP_SMITHY, 120, 130, 20, 260, {20, -60, 150}},
    {SP_CATHEDRAL, 115, 20, 190, 300, {0, -140, 250}},
};

/* From a point of the block to a point of this tile, turned. */
static struct point quarter_on_tile(const struct map *m, double x, double y)
{
    return turned(pt(x - m->plan->tile->col * 1000, y - m->plan->tile->row * 1000),
                  m->plan->rot);
}

static bool quarter_near_tile(struct point p, double reach)
{
    return p.x > -reach && p.x < 1000 + reach && p.y > -reach && p.y < 1000 + reach + 200;
}

/* Stalls round a square with a well. */
static void quarter_market(struct map *m, struct point c)
{
    static const int x[] = {-170, -60, 60, 170, -180, 180, -110, 0, 110},
                     y[] = {-70, -100, -100, -70, 20, 20, 110, 130, 110};

    svg_print(m->s,
              "<ellipse cx=\"%d\" cy=\"%d\" rx=\"270\" ry=\"190\" fill=\"" SAND_LIGHT
              "\"/>",
              round_int(c.x), round_int(c.y));
    for (int i = 0; i < 9; i++)
        map_sprite(m, (int)c.y + y[i],
                   i % 3 == 1 ? SP_TENT_GOLD
                   : i % 3    ? SP_TENT_RED
                              : SP_STALL,
                   pt(c.x + x[i], c.y + y[i]), i % 3 ? 85 : 115);
    map_sprite(m, (int)c.y + 10, SP_WELL, pt(c.x, c.y + 10), 150);
}

/* Streets from the gates to the quarters, in units of the block; -1 ends one. */
static const int16_t street[][2] = {
    {740, 760},   {960, 1010},  {1230, 1320}, {1640, 1440}, {2120, 1400}, {2600, 1540},
    {3000, 1500}, {-1, -1},     {3250, 760},  {3160, 1040}, {3060, 1280}, {3000, 1500},
    {-1, -1},     {2500, 2390}, {2440, 2120}, {2500, 1840}, {2600, 1540}, {-1, -1},
    {2400, 880},  {2330, 1120}, {2120, 1400}, {-1, -1},     {1230, 1320}, {1180, 1640},
    {1330, 2000}, {1780, 2160}, {2440, 2120}, {-1, -1},
};
enum { STREET_POINTS = sizeof street / sizeof *street };

static void quarter_paint_street(struct map *m, const struct line *l, int width,
                                 const char *colour)
{
    svg_print(m->s,
              "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
              "stroke-linecap=\"round\" d=\"",
              colour, width);
    svg_smooth(m->s, l, 0);
    svg_print(m->s, "\"/>");
}

/* Keep the line free of houses; only the part near this tile matters. */
static void quarter_keep_free(struct map *m, const struct line *l)
{
    double len = art_line_length(l);

    for (double at = 0; at < len; at += 56) {
        struct point p = art_line_at(l, at);
        if (quarter_near_tile(p, 60)) map_take(m, pt(p.x, p.y + 6), 34);
    }
}

static void quarter_streets(struct map *m)
{
    struct line l = {0};

    for (int i = 0; i < STREET_POINTS; i++) {
        if (street[i][0] >= 0) {
            art_line_add(&l, quarter_on_tile(m, street[i][0], street[i][1]));
            continue;
        }
        quarter_paint_street(m, &l, 66, SAND_LIGHT);
        quarter_keep_free(m, &l);
        l.n = 0;
    }
}

void paint_quarters(struct map *m)
{
    quarter_streets(m);
    for (int i = 0; i < 4; i++) {
        const struct landmark *l = &landmarks[i];
        struct point stand = quarter_on_tile(m, aude_quarters[i].x * 1000.0 / 1024,
                                             aude_quarters[i].y * 1000.0 / 1024);
        struct point foot = pt(stand.x + l->x, stand.y + l->y);

        if (!quarter_near_tile(foot, l->reach)) continue;
        map_take(m, pt(foot.x + l->clear.x, foot.y + l->clear.y), l->clear.r);
        if (l->sprite == SP_STALL)
            quarter_market(m, foot);
        else
            map_sprite(m, (int)foot.y, l->sprite, foot, l->percent);
    }
}
