/* trees.c -- what grows: copses, tufts and flowers, the belts that part fields, and the
 * growth on the borders, which both neighbours draw. */
#include "map.h"

struct growth {
    uint8_t sprite;
    int16_t along, across;
};

enum { LIST = 11, MIDDLE = 5 };

/* Two lists a direction; the board's cells alternate between them. `across` is not zero for
 * all: a row of tufts on the line would itself be a seam. */
static const struct growth on_north[2][LIST] = {
    {{SP_TUFT, 128, -22}, {SP_BUSH, 214, 30}, {SP_BUSH, 246, 44}, {SP_DAISY, 300, -34}, {SP_TUFT, 338, 12}, {SP_OAK, 728, 6},
     {SP_BUSH, 772, 26}, {SP_TUFT, 668, -40}, {SP_TUFT, 842, 34}, {SP_POPPY, 812, -26}, {SP_TUFT, 180, -6}},
    {{SP_TUFT, 150, 18}, {SP_OLIVE_TREE, 262, -10}, {SP_POPPY, 206, -38}, {SP_POPPY, 226, -28}, {SP_TUFT, 330, 34}, {SP_BUSH, 694, -28},
     {SP_TUFT, 742, 22}, {SP_CYPRESS, 808, 12}, {SP_CYPRESS, 840, 30}, {SP_DAISY, 660, 36}, {SP_TUFT, 864, -34}},
};
static const struct growth on_west[2][LIST] = {
    {{SP_TUFT, 150, 26}, {SP_OLIVE_TREE, 250, -14}, {SP_POPPY, 318, 30}, {SP_TUFT, 352, -36}, {SP_OLIVE_TREE, 694, 34}, {SP_BUSH, 742, 10},
     {SP_TUFT, 806, -30}, {SP_DAISY, 838, 22}, {SP_TUFT, 198, -28}, {SP_TUFT, 656, -8}, {SP_DAISY, 866, -16}},
    {{SP_TUFT, 166, -20}, {SP_BUSH, 236, 24}, {SP_BUSH, 262, 40}, {SP_DAISY, 330, -18}, {SP_OAK, 712, -12}, {SP_TUFT, 760, 36},
     {SP_POPPY, 810, 26}, {SP_POPPY, 826, 12}, {SP_TUFT, 300, 30}, {SP_TUFT, 668, 22}, {SP_TUFT, 850, -24}},
};
/* More in the middle where no road or river crosses. */
static const struct growth north_middle[2][MIDDLE] = {
    {{SP_POPPY, 436, 36}, {SP_POPPY, 458, 24}, {SP_TUFT, 482, -18}, {SP_DAISY, 560, -44}, {SP_TUFT, 604, 22}},
    {{SP_TUFT, 420, -30}, {SP_BUSH, 474, 18}, {SP_OAK, 512, 34}, {SP_TUFT, 566, -12}, {SP_DAISY, 596, 28}},
};
static const struct growth west_middle[2][MIDDLE] = {
    {{SP_TUFT, 424, -26}, {SP_LAVENDER, 470, 34}, {SP_LAVENDER, 488, 20}, {SP_BUSH, 556, -40}, {SP_TUFT, 604, 28}},
    {{SP_CYPRESS, 452, 16}, {SP_TUFT, 478, -32}, {SP_DAISY, 530, 24}, {SP_TUFT, 560, 38}, {SP_DAISY, 590, -20}},
};

static void border(struct map *m, unsigned side, const struct growth *g, int n)
{
    for (int i = 0; i < n; i++) {
        struct point p = side % 2 ? pt((side == 1 ? 1000 : 0) + g[i].across, g[i].along) : pt(g[i].along, (side == 2 ? 1000 : 0) + g[i].across);
        map_sprite(m, (int)p.y, (enum sprite)g[i].sprite, p, 100);
    }
}

void paint_borders(struct map *m)
{
    for (unsigned side = 0; side < 4; side++) {
        unsigned x = m->copy & 1, y = m->copy >> 1 & 1, edge = m->plan->edge[side];
        unsigned list = side == 0 ? y : side == 2 ? y ^ 1 : side == 3 ? x : x ^ 1;

        if (edge == AUDE_EDGE_CITY || edge >= AUDE_EDGE_WALL) continue;
        border(m, side, side % 2 ? on_west[list] : on_north[list], LIST);
        if (edge == AUDE_EDGE_FIELD) border(m, side, side % 2 ? west_middle[list] : north_middle[list], MIDDLE);
    }
}

/* -- Belts ------------------------------------------------------------------------------ */

void paint_belts(struct map *m)
{
    static const enum sprite growth[] = {SP_OAK, SP_OAK, SP_ROCK, SP_OLIVE_TREE, SP_OAK, SP_BUSH};

    for (int i = 0; i < m->plan->n_belts; i++) {
        const struct line *l = &m->plan->belt[i];
        double len = line_length(l);

        for (double at = 12; at < len; at += 30) {
            struct point p = line_at(l, at);

            p = pt(p.x + rng_range(&m->rng, -10, 10), p.y + rng_range(&m->rng, -8, 8));
            if (grid_at(m->grid, p) != LABEL_BELT || edge_distance(p) < 56 || p.y < 110) {
                if (edge_distance(p) < 22 || p.y < 60 || grid_at(m->grid, p) != LABEL_BELT) continue;
                map_sprite(m, (int)p.y, SP_ROCK, pt(p.x, p.y + 8), 70);
                continue;
            }
            map_sprite(m, (int)p.y + 10, growth[rng_below(&m->rng, 6)], pt(p.x, p.y + 14), 85 + 12 * (int)rng_below(&m->rng, 3));
        }
    }
}

/* -- Copses ----------------------------------------------------------------------------- */

static const uint8_t groves[][5] = {
    {SP_OAK, SP_OAK, SP_OAK, SP_BUSH, SP_BUSH}, {SP_OAK, SP_OLIVE_TREE, SP_BUSH, SP_OAK, SP_BUSH}, {SP_CYPRESS, SP_CYPRESS, SP_BUSH, SP_CYPRESS, SP_BUSH},
    {SP_OLIVE_TREE, SP_OLIVE_TREE, SP_OLIVE_TREE, SP_BUSH, SP_OLIVE_TREE}, {SP_PINE, SP_PINE, SP_BUSH, SP_PINE, SP_BUSH}, {SP_OAK, SP_BUSH, SP_PINE, SP_OAK, SP_BUSH},
};

/* The crown must not hide a road or wall to the north either. */
static bool may_grow(const struct map *m, struct point p, unsigned field, double room, double edge)
{
    return grid_at(m->grid, p) == field && grid_room(m->grid, p) > room && edge_distance(p) > edge &&
           grid_at(m->grid, pt(p.x, p.y - 62)) == field && !map_in_crop(m, p, 18);
}

static void copse(struct map *m, struct point c, unsigned field)
{
    const uint8_t *grove = groves[rng_below(&m->rng, 6)];
    unsigned n = 2 + rng_below(&m->rng, 4);
    struct line put = {0};

    for (unsigned i = 0; i < n; i++) {
        double angle = rng_range(&m->rng, 0, 360), r = i ? rng_range(&m->rng, 30, 58) : 0;
        struct point p = pt(c.x + cos_deg(angle) * r * 1.25, c.y + sin_deg(angle) * r * 0.7);
        bool near_other = false;

        for (int k = 0; k < put.n; k++) near_other |= dist(p, put.p[k]) < 26;
        if (near_other || !may_grow(m, p, field, 34, 88) || !map_free(m, p, 12)) continue;
        line_add(&put, p);
        map_sprite(m, (int)p.y, (enum sprite)grove[i], p, 85 + 13 * (int)rng_below(&m->rng, 3));
    }
    map_take(m, c, 52);
}

static struct point any_cell(struct map *m)
{
    return pt(rng_range(&m->rng, 20, 980), rng_range(&m->rng, 20, 980));
}

static void grow_field(struct map *m, unsigned field, int area)
{
    int copses = (int)(area / 1050.0 + rng_range(&m->rng, 0, 0.9)), small = area / 240 + 1;

    for (int tries = 0; tries < 300 && copses > 0; tries++) {
        struct point p = any_cell(m);
        if (!may_grow(m, p, field, 46, 100) || !map_free(m, p, 34)) continue;
        copse(m, p, field);
        copses--;
    }
    for (int tries = 0; tries < 400 && small > 0; tries++) {
        static const enum sprite kinds[] = {SP_TUFT, SP_TUFT, SP_TUFT, SP_POPPY, SP_DAISY, SP_LAVENDER};
        struct point p = any_cell(m);
        if (grid_at(m->grid, p) != field) continue;
        small--;
        if (grid_room(m->grid, p) < 24 || edge_distance(p) < 60 || !map_free(m, p, 8) || map_in_crop(m, p, 0)) continue;
        map_sprite(m, (int)p.y, kinds[rng_below(&m->rng, 6)], p, 100);
    }
}

void paint_trees(struct map *m)
{
    for (unsigned i = 0; i < m->plan->tile->n_segments; i++) {
        int area = 0;

        if (!is_field(m, i)) continue;
        for (int y = 0; y < GRID; y++)
            for (int x = 0; x < GRID; x++) area += m->grid->label[y][x] == i;
        grow_field(m, i, area);
    }
}
