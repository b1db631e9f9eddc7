/* model_map.c -- the oracle's table: tiles, and features found by walking over them.
 *
 * Read it beside the rules: sections and rule ids are theirs. Directions are 0 N, 1 E,
 * 2 S, 3 W; x grows east, y grows south. */
#include "model_internal.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const int model_step_x[4] = {0, 1, 0, -1};
const int model_step_y[4] = {-1, 0, 1, 0};

int model_opposite(int side)
{
    return (side + 2) % 4;
}

/* ---- tiles on the table ------------------------------------------------------------ */

const struct aude_tile *model_print(const struct model *m, int tile)
{
    return &aude_tiles[m->tile[tile].kind];
}

const struct aude_segment *model_segment(const struct model *m, int tile, int segment)
{
    return &model_print(m, tile)->segment[segment];
}

int model_tile_at(const struct model *m, int x, int y)
{
    if (x < -MODEL_REACH || x >= MODEL_REACH || y < -MODEL_REACH || y >= MODEL_REACH)
        return MODEL_NOTHING;
    return m->grid[y + MODEL_REACH][x + MODEL_REACH] - 1;
}

int model_newest(const struct model *m)
{
    return m->n_tiles - 1;
}

static int neighbour(const struct model *m, int tile, int side)
{
    return model_tile_at(m, m->tile[tile].x + model_step_x[side],
                         m->tile[tile].y + model_step_y[side]);
}

/* Turning a tile clockwise moves what is printed in the north to the east. */
static int printed_side(int side, int rot)
{
    return (side + 4 - rot) % 4;
}

static int printed_half(int half, int rot)
{
    return (half + 8 - 2 * rot) % 8;
}

int model_edge(aude_kind kind, int rot, int side)
{
    return aude_tiles[kind].edge[printed_side(side, rot)];
}

bool model_river_leaves(aude_kind kind, int rot, int side)
{
    return aude_tiles[kind].river >> printed_side(side, rot) & 1;
}

bool model_reaches_side(const struct model *m, int tile, int segment, int side)
{
    int printed = printed_side(side, m->tile[tile].rot);

    return model_segment(m, tile, segment)->sides >> printed & 1;
}

bool model_reaches_half(const struct model *m, int tile, int segment, int half)
{
    int printed = printed_half(half, m->tile[tile].rot);

    return model_segment(m, tile, segment)->halves >> printed & 1;
}

/* The half of the neighbouring tile that this one touches: my left meets your right. */
static int facing_half(int half)
{
    return half % 2 == 0 ? (half + 5) % 8 : (half + 3) % 8;
}

/* ---- features: BASE-17 to BASE-28 -------------------------------------------------- */

static void walk(const struct model *m, struct model_feature *f, int tile, int segment);

/* A road or city goes on across a side into the segment of its kind there (BASE-18). */
static void walk_sides(const struct model *m, struct model_feature *f, int tile,
                       int segment)
{
    for (int side = 0; side < 4; side++) {
        int next = neighbour(m, tile, side);

        if (!model_reaches_side(m, tile, segment, side)) continue;
        if (next == MODEL_NOTHING) {
            f->open++;
            continue;
        }
        for (int i = 0; i < model_print(m, next)->n_segments; i++)
            if ((int)model_segment(m, next, i)->kind == (int)f->kind &&
                model_reaches_side(m, next, i, model_opposite(side)))
                walk(m, f, next, i);
    }
}

/* A field goes on across each half side by itself (BASE-26). */
static void walk_halves(const struct model *m, struct model_feature *f, int tile,
                        int segment)
{
    for (int half = 0; half < 8; half++) {
        int next = neighbour(m, tile, half / 2);

        if (next == MODEL_NOTHING || !model_reaches_half(m, tile, segment, half))
            continue;
        for (int i = 0; i < model_print(m, next)->n_segments; i++)
            if (model_segment(m, next, i)->kind == AUDE_FIELD &&
                model_reaches_half(m, next, i, facing_half(half)))
                walk(m, f, next, i);
    }
}

bool model_has_tile(const struct model_feature *f, int tile)
{
    for (int i = 0; i < AUDE_SEGMENTS_MAX; i++)
        if (f->has[tile][i]) return true;
    return false;
}

/* What a segment brings along: a tile counts once (BASE-19), shields and goods are their
 * segment's (BASE-20, TB-33). */
static void take(const struct model *m, struct model_feature *f, int tile, int segment)
{
    const struct aude_segment *it = model_segment(m, tile, segment);
    int id = tile * AUDE_SEGMENTS_MAX + segment;

    if (!model_has_tile(f, tile)) f->tiles++;
    f->has[tile][segment] = true;
    f->at[f->n_segments++] = (struct model_at){tile, segment};
    if (f->id == MODEL_NOTHING || id < f->id) f->id = id;
    f->shields += it->shields;
    f->goods[it->goods]++;
    f->tags |= it->tags;
}

static void walk(const struct model *m, struct model_feature *f, int tile, int segment)
{
    if (f->has[tile][segment]) return;
    take(m, f, tile, segment);
    if (f->kind == AUDE_ROAD || f->kind == AUDE_CITY) walk_sides(m, f, tile, segment);
    if (f->kind == AUDE_FIELD) walk_halves(m, f, tile, segment);
}

/* Monastery and garden live from the 8 cells around them (BASE-24, ABB-4). */
static void count_around(const struct model *m, struct model_feature *f, int tile)
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0) continue;
            if (model_tile_at(m, m->tile[tile].x + dx, m->tile[tile].y + dy) ==
                MODEL_NOTHING)
                f->open++;
            else
                f->tiles++;
        }
}

/* Strength in a feature (README section 3, IC-5). Builder, pig and barn have none (TB-2). */
static int strength_of(enum aude_figure_kind kind, const struct model_feature *f)
{
    switch (kind) {
    case AUDE_SMALL:
    case AUDE_ABBOT:
    case AUDE_WAGON:
        return 1;
    case AUDE_LARGE:
        return 2;
    case AUDE_MAYOR:
        return f->shields;
    default:
        return 0;
    }
}

bool model_is_follower(enum aude_figure_kind kind)
{
    return kind != AUDE_BUILDER && kind != AUDE_PIG && kind != AUDE_BARN;
}

bool model_stands_in(const struct model_figure *figure, const struct model_feature *f)
{
    return figure->where == AUDE_AT_SEGMENT && f->has[figure->tile][figure->segment];
}

/* In a feature of the tile, or on its tower. */
bool model_stands_on(const struct model_figure *figure, int tile)
{
    return (figure->where == AUDE_AT_SEGMENT || figure->where == AUDE_AT_TOWER) &&
           figure->tile == tile && !figure->guest;
}

bool model_has_follower(const struct model *m, int seat, const struct model_feature *f)
{
    for (int i = 0; i < m->n_figures; i++)
        if (m->figure[i].seat == seat && model_is_follower(m->figure[i].kind) &&
            model_stands_in(&m->figure[i], f))
            return true;
    return false;
}

/* Seats with the largest number above 0, one bit each (BASE-42). */
unsigned model_most(const int number[AUDE_SEATS_MAX])
{
    int largest = 0;
    unsigned seats = 0;

    for (int seat = 0; seat < AUDE_SEATS_MAX; seat++)
        if (number[seat] > largest) largest = number[seat];
    for (int seat = 0; seat < AUDE_SEATS_MAX; seat++)
        if (largest > 0 && number[seat] == largest) seats |= 1u << seat;
    return seats;
}

static void count_figures(const struct model *m, struct model_feature *f)
{
    for (int i = 0; i < m->n_figures; i++)
        if (model_stands_in(&m->figure[i], f))
            f->strength[m->figure[i].seat] += strength_of(m->figure[i].kind, f);
    f->owners = model_most(f->strength);
}

void model_feature(const struct model *m, int tile, int segment, struct model_feature *f)
{
    memset(f, 0, offsetof(struct model_feature, at));
    f->kind = (enum aude_feature_kind)model_segment(m, tile, segment)->kind;
    f->id = MODEL_NOTHING;
    walk(m, f, tile, segment);
    if (f->kind == AUDE_MONASTERY || f->kind == AUDE_GARDEN) count_around(m, f, tile);
    f->complete = f->kind != AUDE_FIELD && f->open == 0;
    count_figures(m, f);
}

/* Does a follower of anyone stand in it? (BASE-31) */
bool model_is_taken(const struct model *m, const struct model_feature *f)
{
    for (int i = 0; i < m->n_figures; i++)
        if (model_is_follower(m->figure[i].kind) && model_stands_in(&m->figure[i], f))
            return true;
    return false;
}

static bool is_beside_newest(const struct model *m, int tile)
{
    const struct model_tile *a = &m->tile[tile], *b = &m->tile[model_newest(m)];

    return abs(a->x - b->x) <= 1 && abs(a->y - b->y) <= 1;
}

/* Was it completed by the newest tile (INT-40)? Look at the table without that tile; only
 * what is near it can have been different. */
bool model_is_new(const struct model *m, const struct model_feature *f)
{
    static struct model before;
    const struct model_tile *newest = &m->tile[model_newest(m)];
    struct model_feature old;
    bool near = false;

    for (int i = 0; i < f->n_segments; i++)
        if (is_beside_newest(m, f->at[i].tile)) near = true;
    if (!f->complete || !near) return false;
    if (model_has_tile(f, model_newest(m))) return true;
    before = *m;
    before.n_tiles--;
    before.grid[newest->y + MODEL_REACH][newest->x + MODEL_REACH] = 0;
    for (int i = 0; i < f->n_segments; i++) {
        if (!is_beside_newest(m, f->at[i].tile)) continue;
        model_feature(&before, f->at[i].tile, f->at[i].segment, &old);
        if (!old.complete) return true;
    }
    return false;
}

/* ---- fields and cities: BASE-28, BASE-57 ------------------------------------------- */

/* Does the field touch the city on some tile? Only the tile's own data say so. */
bool model_borders(const struct model *m, const struct model_feature *field,
                   const struct model_feature *city)
{
    for (int i = 0; i < city->n_segments; i++) {
        int tile = city->at[i].tile;

        for (int part = 0; part < model_print(m, tile)->n_segments; part++)
            if (field->has[tile][part] &&
                model_segment(m, tile, part)->cities >> city->at[i].segment & 1)
                return true;
    }
    return false;
}

/* Walk all features of a kind: the next one, false when there are no more. Each is met
 * once, at its first segment. */
bool model_next_feature(const struct model *m, enum aude_feature_kind kind,
                        struct model_tour *tour, struct model_feature *f)
{
    for (; tour->at < m->n_tiles * AUDE_SEGMENTS_MAX; tour->at++) {
        int tile = tour->at / AUDE_SEGMENTS_MAX, segment = tour->at % AUDE_SEGMENTS_MAX;

        if (segment >= model_print(m, tile)->n_segments || tour->seen[tile][segment])
            continue;
        if ((int)model_segment(m, tile, segment)->kind != (int)kind) continue;
        model_feature(m, tile, segment, f);
        for (int i = 0; i < f->n_segments; i++)
            tour->seen[f->at[i].tile][f->at[i].segment] = true;
        return true;
    }
    return false;
}
