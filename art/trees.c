/* trees.c -- what grows: groups of trees, tufts and flowers, and the belts between
 * fields. */
#include "map.h"

/* -- Belts ------------------------------------------------------------------------------ */

void paint_tree_belts(struct map *m)
{
    static const enum sprite growth[] = {SP_OAK,        SP_OAK, SP_ROCK,
                                         SP_OLIVE_TREE, SP_OAK, SP_BUSH};

    for (int i = 0; i < m->plan->n_belts; i++) {
        const struct line *l = &m->plan->belt[i];
        double len = art_line_length(l);

        for (double at = 12; at < len; at += 30) {
            struct point p = art_line_at(l, at);
            unsigned kind, size;

            p = art_rng_near(&m->rng, p, 10, 8);
            kind = art_rng_below(&m->rng, 6);
            size = art_rng_below(&m->rng, 3);
            if (grid_at(m->grid, p) != LABEL_BELT || edge_distance(p) < 56 || p.y < 110) {
                if (edge_distance(p) < 22 || p.y < 60 ||
                    grid_at(m->grid, p) != LABEL_BELT)
                    continue;
                map_sprite(m, (int)p.y, SP_ROCK, pt(p.x, p.y + 8), 70);
                continue;
            }
            map_sprite(m, (int)p.y + 10, growth[kind], pt(p.x, p.y + 14),
                       85 + 12 * (int)size);
        }
    }
}

/* -- Copses ----------------------------------------------------------------------------- */

static const uint8_t groves[][5] = {
    {SP_OAK, SP_OAK, SP_OAK, SP_BUSH, SP_BUSH},
    {SP_OAK, SP_OLIVE_TREE, SP_BUSH, SP_OAK, SP_BUSH},
    {SP_CYPRESS, SP_CYPRESS, SP_BUSH, SP_CYPRESS, SP_BUSH},
    {SP_OLIVE_TREE, SP_OLIVE_TREE, SP_OLIVE_TREE, SP_BUSH, SP_OLIVE_TREE},
    {SP_PINE, SP_PINE, SP_BUSH, SP_PINE, SP_BUSH},
    {SP_OAK, SP_BUSH, SP_PINE, SP_OAK, SP_BUSH},
};

/* The crown must not hide a road or wall behind it. */
static bool trees_may_grow(const struct map *m, struct point p, unsigned field,
                           double room, double edge)
{
    return grid_at(m->grid, p) == field && grid_room(m->grid, p) > room &&
           edge_distance(p) > edge && p.y > 124 &&
           grid_at(m->grid, pt(p.x, p.y - 62)) == field && !map_in_crop(m, p, 18);
}

static void trees_copse(struct map *m, struct point c, unsigned field)
{
    const uint8_t *grove = groves[art_rng_below(&m->rng, 6)];
    unsigned n = 2 + art_rng_below(&m->rng, 4);
    struct line put = {0};

    for (unsigned i = 0; i < n; i++) {
        double angle = art_rng_range(&m->rng, 0, 360),
               r = i ? art_rng_range(&m->rng, 30, 58) : 0;
        struct point p =
            pt(c.x + art_sine_cos(angle) * r * 1.25, c.y + art_sine(angle) * r * 0.7);
        bool near_other = false;

        for (int k = 0; k < put.n; k++) near_other |= dist(p, put.p[k]) < 26;
        if (near_other || !trees_may_grow(m, p, field, 34, 88) || !map_free(m, p, 12))
            continue;
        art_line_add(&put, p);
        map_sprite(m, (int)p.y, (enum sprite)grove[i], p,
                   art_rng_chance(&m->rng, 60) ? 100 : 86);
    }
    map_take(m, c, 52);
}

static struct point trees_any_cell(struct map *m)
{
    return art_rng_near(&m->rng, pt(500, 500), 480, 480);
}

/* Tiles full of walls and gates have fewer flowers: their text would be too long and the
 * picture too restless. */
static bool trees_tile_is_busy(const struct plan *plan)
{
    int walls = 2 * plan->n_gates;

    for (int i = 0; i < plan->n_cities; i++) walls += plan->city[i].n_walls;
    return walls >= 4;
}

static void trees_grow_field(struct map *m, unsigned field, int area)
{
    int copses = (int)(area / 1050.0 + art_rng_range(&m->rng, 0, 0.9)),
        small = area / (trees_tile_is_busy(m->plan) ? 600 : 240) + 1;

    for (int tries = 0; tries < 300 && copses > 0; tries++) {
        struct point p = trees_any_cell(m);
        if (!trees_may_grow(m, p, field, 46, 100) || !map_free(m, p, 34)) continue;
        trees_copse(m, p, field);
        copses--;
    }
    for (int tries = 0; tries < 400 && small > 0; tries++) {
        static const enum sprite kinds[] = {SP_TUFT,  SP_TUFT,  SP_TUFT,
                                            SP_POPPY, SP_DAISY, SP_LAVENDER};
        struct point p = trees_any_cell(m);
        if (grid_at(m->grid, p) != field) continue;
        small--;
        if (grid_room(m->grid, p) < 24 || edge_distance(p) < 60 || !map_free(m, p, 8) ||
            map_in_crop(m, p, 0))
            continue;
        map_sprite(m, (int)p.y, kinds[art_rng_below(&m->rng, 6)], p, 100);
    }
}

void paint_trees(struct map *m)
{
    for (unsigned i = 0; i < m->plan->tile->n_segments; i++) {
        int area = 0;

        if (!map_is_field(m, i)) continue;
        for (int y = 0; y < GRID; y++)
            for (int x = 0; x < GRID; x++) area += m->grid->label[y][x] == i;
        trees_grow_field(m, i, area);
    }
}
