/* border.c -- plants and houses on the line between two tiles.
 *
 * Both tiles draw the whole list across the line, and each is clipped to its half, so the
 * halves agree. There are two lists for each direction, which alternate from cell to
 * cell, so that no pattern is seen. `across` is not always zero: a row of tufts exactly
 * on the line would look like a seam. */
#include "border.h"
#include "map.h"

#include "herb.h"

enum { GROWTH = 11, MIDDLE = 5 };

static const struct border_thing growth[4][GROWTH] = {
    {{SP_TUFT, 128, -22},
     {SP_BUSH, 214, 30},
     {SP_BUSH, 246, 44},
     {SP_DAISY, 300, -34},
     {SP_TUFT, 338, 12},
     {SP_OAK, 728, 6},
     {SP_BUSH, 772, 26},
     {SP_TUFT, 668, -40},
     {SP_TUFT, 842, 34},
     {SP_POPPY, 812, -26},
     {SP_TUFT, 180, -6}},
    {{SP_TUFT, 150, 18},
     {SP_OLIVE_TREE, 262, -10},
     {SP_POPPY, 206, -38},
     {SP_POPPY, 226, -28},
     {SP_TUFT, 330, 34},
     {SP_BUSH, 694, -28},
     {SP_TUFT, 742, 22},
     {SP_CYPRESS, 808, 12},
     {SP_CYPRESS, 840, 30},
     {SP_DAISY, 660, 36},
     {SP_TUFT, 864, -34}},
    {{SP_TUFT, 150, 26},
     {SP_OLIVE_TREE, 250, -14},
     {SP_POPPY, 318, 30},
     {SP_TUFT, 352, -36},
     {SP_OLIVE_TREE, 694, 34},
     {SP_BUSH, 742, 10},
     {SP_TUFT, 806, -30},
     {SP_DAISY, 838, 22},
     {SP_TUFT, 198, -28},
     {SP_TUFT, 656, -8},
     {SP_DAISY, 866, -16}},
    {{SP_TUFT, 166, -20},
     {SP_BUSH, 236, 24},
     {SP_BUSH, 262, 40},
     {SP_DAISY, 330, -18},
     {SP_OAK, 712, -12},
     {SP_TUFT, 760, 36},
     {SP_POPPY, 810, 26},
     {SP_POPPY, 826, 12},
     {SP_TUFT, 300, 30},
     {SP_TUFT, 668, 22},
     {SP_TUFT, 850, -24}},
};

/* For the middle of a side that no road or river crosses. */
static const struct border_thing middle[4][MIDDLE] = {
    {{SP_POPPY, 436, 36},
     {SP_POPPY, 458, 24},
     {SP_TUFT, 482, -18},
     {SP_DAISY, 560, -44},
     {SP_TUFT, 604, 22}},
    {{SP_TUFT, 420, -30},
     {SP_BUSH, 474, 18},
     {SP_OAK, 512, 34},
     {SP_TUFT, 566, -12},
     {SP_DAISY, 596, 28}},
    {{SP_TUFT, 424, -26},
     {SP_LAVENDER, 470, 34},
     {SP_LAVENDER, 488, 20},
     {SP_BUSH, 556, -40},
     {SP_TUFT, 604, 28}},
    {{SP_CYPRESS, 452, 16},
     {SP_TUFT, 478, -32},
     {SP_DAISY, 530, 24},
     {SP_TUFT, 560, 38},
     {SP_DAISY, 590, -20}},
};

/* Leaves room for a street in the middle. */
const struct border_thing border_houses[2][BORDER_HOUSES] = {
    {{SP_HOUSE_2, 262, 30},
     {SP_GABLE_1, 330, 30},
     {SP_HOUSE_1, 412, 30},
     {SP_HOUSE_2, 576, 30},
     {SP_HOUSE_1, 664, 30},
     {SP_GABLE_2, 738, 30}},
    {{SP_GABLE_2, 258, 30},
     {SP_HOUSE_3, 342, 30},
     {SP_GABLE_1, 428, 30},
     {SP_GABLE_2, 570, 30},
     {SP_HOUSE_1, 646, 30},
     {SP_HOUSE_2, 726, 30}},
};

static const struct border_thing *border_tile_list(int list, int *n)
{
    *n = list < 4 ? GROWTH : list < 8 ? MIDDLE : BORDER_HOUSES;
    return list < 4   ? growth[list]
           : list < 8 ? middle[list - 4]
                      : border_houses[list - 8];
}

static struct point border_place(const struct border_thing *thing, bool west)
{
    return west ? pt(thing->across, thing->along) : pt(thing->along, thing->across);
}

void border_draw(struct svg *s, int list)
{
    int n;
    const struct border_thing *t = border_tile_list(list, &n);
    bool west = list == 2 || list == 3 || list == 6 || list == 7;

    struct herbs herbs = {0};

    for (int i = 0; i < n; i++)
        if (herb_is(t[i].sprite))
            herbs_add(&herbs, (enum sprite)t[i].sprite, border_place(&t[i], west));
    herbs_draw(s, &herbs);
    for (int i = 0; i < n; i++) {
        struct point p = border_place(&t[i], west);

        if (herb_is(t[i].sprite)) continue;
        svg_print(s, "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>",
                  sprite_id((enum sprite)t[i].sprite), (int)p.x, (int)p.y);
    }
}

uint64_t border_uses(int list)
{
    int n;
    const struct border_thing *t = border_tile_list(list, &n);
    uint64_t bits = 0;

    for (int i = 0; i < n; i++)
        if (!herb_is(t[i].sprite)) bits |= sprite_bit((enum sprite)t[i].sprite);
    return bits;
}

unsigned border_list(unsigned copy, unsigned side)
{
    unsigned x = copy & 1, y = copy >> 1 & 1;

    return side == 0 ? y : side == 2 ? y ^ 1 : side == 3 ? x : x ^ 1;
}

void paint_borders(struct map *m)
{
    for (unsigned side = 0; side < 4; side++) {
        unsigned edge = m->plan->edge[side],
                 list = border_list(m->copy, side) + (side % 2 ? 2 : 0);
        struct point at = pt(side == 1 ? 1000 : 0, side == 2 ? 1000 : 0);
        int key = side == 2 ? 1000 : side ? 500 : 0;

        if (edge == AUDE_EDGE_CITY || edge >= AUDE_EDGE_WALL) continue;
        map_sprite(m, key, SP_GROWTH + list, at, 100);
        if (edge == AUDE_EDGE_FIELD) map_sprite(m, key, SP_GROWTH + 4 + list, at, 100);
    }
}
