/* herd.c -- animals on a pasture: a flock of sheep, a herd of pigs. */
#include "map.h"

struct animal {
    enum sprite sprite;
    int number, percent;  /* how many; their size */
    int apart_x, apart_y; /* distance between two */
    int ground;           /* radius of the ground that the flock takes */
};

static void herd_pasture(struct map *m, struct point c, unsigned field)
{
    struct line l = {0};

    for (int i = 0; i < 12; i++) {
        double rx = art_rng_range(&m->rng, 108, 148), ry = art_rng_range(&m->rng, 70, 92);
        struct point p = pt(c.x + art_sine_cos(i * 30) * rx, c.y + art_sine(i * 30) * ry);
        if (grid_at(m->grid, p) == field && grid_room(m->grid, p) > 16 &&
            edge_distance(p) > 56)
            art_line_add(&l, p);
    }
    if (l.n < 6) return;
    svg_print(m->s, "<path fill=\"" MEADOW_LIGHT "\" opacity=\".75\" d=\"");
    svg_smooth(m->s, &l, 1);
    svg_print(m->s, "\"/>");
}

static void herd_flock(struct map *m, struct point c, unsigned field,
                       const struct animal *a)
{
    struct line put = {0};

    herd_pasture(m, c, field);
    for (int tries = 0; tries < 50 && put.n < a->number; tries++) {
        struct point p = art_rng_near(&m->rng, c, 112, 64);
        bool clear = grid_at(m->grid, p) == field && grid_room(m->grid, p) > 30 &&
                     edge_distance(p) > 70;

        for (int i = 0; i < put.n; i++)
            clear = clear &&
                    !(p.x - put.p[i].x < a->apart_x && put.p[i].x - p.x < a->apart_x &&
                      p.y - put.p[i].y < a->apart_y && put.p[i].y - p.y < a->apart_y);
        if (!clear || !map_free(m, p, 6)) continue;
        art_line_add(&put, p);
        map_sprite(m, (int)p.y, a->sprite, p,
                   (art_rng_chance(&m->rng, 40) ? -1 : 1) * a->percent);
    }
    map_take(m, c, a->ground);
}

void paint_herd_sheep(struct map *m, struct point at, unsigned field)
{
    static const struct animal sheep = {SP_SHEEP, 7, 100, 46, 23, 105};

    herd_flock(m, at, field, &sheep);
}

void paint_herd_pigs(struct map *m, unsigned field)
{
    static const struct animal pigs = {SP_PIG, 5, 130, 96, 40, 150};
    struct point at;

    if (map_spot(m, field, 110, &at)) herd_flock(m, at, field, &pigs);
}
