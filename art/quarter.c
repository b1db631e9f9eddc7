/* quarter.c -- the four quarters of Carcassonne: castle, market, smithy, cathedral.
 *
 * They lie in the block of 4 x 3 tiles and are larger than a tile: every tile draws all of
 * them that reach into it, so that the block shows no seam. */
#include "map.h"

struct landmark {
    enum sprite sprite;
    int percent;
    int x, y, reach;   /* foot, from where the quarter's followers stand; half width */
    struct disc clear; /* ground kept free of houses, from the foot */
};

/* In the order of aude_quarters. */
static const struct landmark landmarks[4] = {
    {SP_CASTLE, 92, 0, 210, 300, {0, -110, 225}},
    {SP_STALL, 130, 0, 0, 300, {0, 10, 215}},
    {SP_SMITHY, 120, 0, 20, 260, {20, -60, 150}},
    {SP_CATHEDRAL, 115, 20, 190, 300, {0, -140, 250}},
};

/* From a place in the block to one on this tile, as it lies. */
static struct point on_tile(const struct map *m, double x, double y)
{
    return turned(pt(x - m->plan->tile->col * 1000, y - m->plan->tile->row * 1000),
                  m->plan->rot);
}

static bool near_tile(struct point p, double reach)
{
    return p.x > -reach && p.x < 1000 + reach && p.y > -reach && p.y < 1000 + reach + 200;
}

/* Stalls round a square with a well. */
static void market(struct map *m, struct point c)
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

void paint_quarters(struct map *m)
{
    for (int i = 0; i < 4; i++) {
        const struct landmark *l = &landmarks[i];
        struct point stand = on_tile(m, aude_quarters[i].x * 1000.0 / 1024,
                                     aude_quarters[i].y * 1000.0 / 1024);
        struct point foot = pt(stand.x + l->x, stand.y + l->y);

        if (!near_tile(foot, l->reach)) continue;
        map_take(m, pt(foot.x + l->clear.x, foot.y + l->clear.y), l->clear.r);
        if (l->sprite == SP_STALL)
            market(m, foot);
        else
            map_sprite(m, (int)foot.y, l->sprite, foot, l->percent);
    }
}
