/* board.c -- the grid: which cells hold tiles, which could, and laying one.
 *
 * Cells live in a small hash table (aude_state.h says why a 16-bit key is enough). A cell enters
 * it when its first neighbour is laid, as a slot of the frontier, and turns into a tile when
 * it is filled; nothing ever leaves, so open addressing needs no tombstones.
 *
 * Each frontier cell carries what its four sides demand (lay.c compares it).
 *
 * Which side of a tile meets another, which cell is new, which rotation fits: each holds about
 * as often as not, and a branch that the processor predicts wrongly costs as much as fifty
 * instructions. So this file is branch-free where it matters: values are written whether they
 * are needed or not, collected as bits, or computed eight at a time. */
#include "engine.h"

/* The slot of `key` where it is not the one that it wants, or may not be. */
AUDE__APART static unsigned board_cell_stray(struct aude_game *game, uint16_t key)
{
    unsigned at = aude_cell_search(game, key);

    game->cells_strayed |= at != (key & AUDE_CELL_WHAT);
    return at;
}

/* The slot of `key`, or the unused one where it is to be. Two cells that want the same slot
 * are rare, and so is the branch: its two conditions are one product, for neither alone can be predicted by
 * the processor. */
static inline unsigned board_cell_slot(struct aude_game *game, uint16_t key)
{
    unsigned at = key & AUDE_CELL_WHAT, cell = game->cell[at];
    unsigned clash = cell * ((cell ^ key) & ~(unsigned)AUDE_CELL_WHAT);

    return clash + game->cells_strayed ? board_cell_stray(game, key) : at;
}

/* What a slot holds whose cell has that key. */
static inline uint16_t board_cell(uint16_t key, unsigned what)
{
    return (uint16_t)((key & ~(unsigned)AUDE_CELL_WHAT) | what);
}

void aude__board_enter_cell(struct aude_game *game, uint16_t key, unsigned what)
{
    game->cell[board_cell_slot(game, key)] = board_cell(key, what);
}

int aude__board_tile_at_key(const struct aude_game *game, uint16_t key)
{
    unsigned what = aude_cell_what(game, key);

    return what && what < AUDE_CELL_FRONTIER ? (int)what - 1 : -1;
}

/* Beyond this no tile can lie, and two cells could have the same key. */
static bool board_has_cell(int x, int y)
{
    enum { REACH = AUDE_TILES_MAX - 1 };

    return (unsigned)(x + REACH) <= 2 * REACH && (unsigned)(y + REACH) <= 2 * REACH;
}

/* A key names one cell only near the board: for an x,y from outside, the stored cell has
 * to be compared too. */
int aude__board_slot_at(const struct aude_game *game, int x, int y)
{
    if (!board_has_cell(x, y)) return -1;
    unsigned what = aude_cell_what(game, aude_key(x, y));
    if (what < AUDE_CELL_FRONTIER) return -1;
    unsigned slot = what - AUDE_CELL_FRONTIER;
    struct aude_place place = game->frontier.place[slot];
    return place.x == x && place.y == y ? (int)slot : -1;
}

const uint16_t aude__eight_around[8] = {(uint16_t)(-AUDE_KEY_ROW - 1),
                                        (uint16_t)-AUDE_KEY_ROW,
                                        (uint16_t)(1 - AUDE_KEY_ROW),
                                        (uint16_t)-1,
                                        1,
                                        AUDE_KEY_ROW - 1,
                                        AUDE_KEY_ROW,
                                        AUDE_KEY_ROW + 1};

unsigned aude__board_slot(const struct aude_game *game, uint16_t key)
{
    unsigned what = aude_cell_what(game, key);

    return what < AUDE_CELL_FRONTIER ? AUDE__NONE : what - AUDE_CELL_FRONTIER;
}

int aude_game_tile_at(const struct aude_game *game, int x, int y)
{
    return aude__board_tile_at(game, x, y);
}

/* -- Laying a tile ---------------------------------------------------------------------- */

/* Sides on which the cell has no neighbour: the lowest bit of each four bits that are all
 * set. */
static unsigned board_cell_free_sides(unsigned demand)
{
    demand &= demand >> 2;
    return demand & demand >> 1 & AUDE__ALL_SIDES;
}

/* A filled cell leaves the frontier; the last slot takes its place. */
static void board_frontier_drop(struct aude_game *game, unsigned slot)
{
    struct aude_frontier *fr = &game->frontier;
    unsigned last = --fr->n;

    if (slot == last) return;
    fr->demand[slot] = fr->demand[last];
    fr->place[slot] = fr->place[last];
    aude__board_enter_cell(game, aude_key(fr->place[slot].x, fr->place[slot].y),
                           AUDE_CELL_FRONTIER + slot);
}

/* For each side of a cell, N E S W: the step to the cell beyond it, as a key and as x and y, and
 * the demand of a cell of which only the way back is known to be bound. */
static const struct {
    uint16_t step, unbound;
    struct aude_place move;
} over_side[4] = {{(uint16_t)-AUDE_KEY_ROW, 0xf0ff, {.y = -1}},
                  {1, 0x0fff, {.x = 1}},
                  {AUDE_KEY_ROW, 0xfff0, {.y = 1}},
                  {(uint16_t)-1, 0xff0f, {.x = -1}}};

/* The empty cells beyond the `free` sides of the new tile now demand its edges. A slot is
 * written whether its cell is new to the frontier or not: branch-free. */
static void board_frontier_demand(struct aude_game *game, const struct aude_laid *laid,
                                  uint16_t key, unsigned free)
{
    struct aude_frontier *fr = &game->frontier;
    unsigned next = AUDE_CELL_FRONTIER + fr->n;
    unsigned sides = aude_tiles[laid->kind].sides[laid->rot];

    sides = sides >> 8 | sides << 8; /* as seen from the other side: N for S, E for W */
    for (; free; free &= free - 1) {
        unsigned side = aude__lowest(free) / 4;
        uint16_t key_beyond = (uint16_t)(key + over_side[side].step);
        unsigned at = board_cell_slot(game, key_beyond),
                 what = game->cell[at] & AUDE_CELL_WHAT;
        unsigned fresh = !what, all = 0u - fresh;
        what |= next & all;
        unsigned slot = what - AUDE_CELL_FRONTIER;
        game->cell[at] = board_cell(key_beyond, what);
        fr->demand[slot] =
            (uint16_t)((fr->demand[slot] | all) & (sides | over_side[side].unbound));
        fr->place[slot] =
            (struct aude_place){(int16_t)(laid->x + over_side[side].move.x),
                                (int16_t)(laid->y + over_side[side].move.y)};
        next += fresh;
    }
    unsigned n = next - AUDE_CELL_FRONTIER;
    assert(n + AUDE__SIXTEEN <= AUDE_FRONTIER_MAX);
    memset(fr->demand + n, 0,
           AUDE__SIXTEEN * sizeof fr->demand[0]); /* the last vector reads beyond n */
    fr->n = (uint16_t)n;
}

static void board_note_completed(struct aude_game *game, unsigned feature)
{
    struct aude_turn *turn = &game->turn;

    for (unsigned i = 0; i < turn->n_completed; i++)
        if (turn->completed[i] == feature) return;
    assert(turn->n_completed < AUDE_COMPLETED_MAX);
    turn->completed[turn->n_completed++] = (uint16_t)feature;
    aude__turn_score_due(game);
}

/* ORDER EDGE: a road or city has one open side less. */
static const uint8_t opens[8] = {[AUDE_EDGE_ROAD] = 1, [AUDE_EDGE_CITY] = 1};
/* And where two of its sides meet, two less. */
static const int8_t met[8] = {[AUDE_EDGE_ROAD] = -2, [AUDE_EDGE_CITY] = -2};

/* The new tile shows nothing in the middle of a side: the road or city that faces it there is
 * closed, without anything joined (AM-6). */
static void board_close_side(struct aude_game *game, unsigned edge, unsigned handle)
{
    unsigned label = game->label[handle];

    if (!opens[edge]) return;
    if (!aude__feature_open(&game->feature[label], -1)) board_note_completed(game, label);
}

/* Two tiles meet over `side` of the new one. The left half of mine faces the right half
 * of yours; mixed up, roads and cities would still join correctly, but fields would
 * cross. */
static void board_meet(struct aude_game *game, const struct aude_laid *mine,
                       unsigned side, const struct aude_laid *yours, bool first)
{
    const struct aude_tile *tile = &aude_tiles[mine->kind],
                           *other = &aude_tiles[yours->kind];
    unsigned a = (side - mine->rot) & 3, b = (aude__opposite(side) - yours->rot) & 3;
    const uint8_t *p = &tile->port[3 * a], *q = &other->port[3 * b];

    /* In the middle: the road, the city, or a field that reaches across the side. */
    if (p[1] != AUDE_KIND_NONE && q[1] != AUDE_KIND_NONE) {
        unsigned edge = tile->edge[a];
        aude__feature_attach(game, mine->first + p[1], &tile->segment[p[1]],
                             yours->first + q[1], first, met[edge]);
        if (edge != AUDE_EDGE_ROAD) return;
    } else if (q[1] != AUDE_KIND_NONE) {
        board_close_side(game, other->edge[b], yours->first + q[1]);
    }
    if (p[0] != AUDE_KIND_NONE && q[2] != AUDE_KIND_NONE)
        aude__feature_attach(game, mine->first + p[0], &tile->segment[p[0]],
                             yours->first + q[2], first, 0);
    if (p[0] == p[2] && q[0] == q[2]) return;
    if (p[2] != AUDE_KIND_NONE && q[0] != AUDE_KIND_NONE)
        aude__feature_attach(game, mine->first + p[2], &tile->segment[p[2]],
                             yours->first + q[0], first, 0);
}

/* Monasteries and gardens without an empty cell around them are complete: they leave the
 * list. */
static void board_drop_surrounded(struct aude_game *game)
{
    struct aude_cloisters *c = &game->cloisters;

    for (unsigned i = 0; i < c->n;) {
        unsigned feature = c->feature[i++];
        if (game->feature[feature].open) continue;
        board_note_completed(game, feature);
        i--;
        c->n--;
        c->x[i] = c->x[c->n];
        c->y[i] = c->y[c->n];
        c->feature[i] = c->feature[c->n];
    }
}

/* One cell less is empty around every monastery and garden next to x,y (BASE-41). */
static void board_fill_surrounds(struct aude_game *game, int x, int y)
{
    const struct aude_cloisters *c = &game->cloisters;
    bool full = false;

    for (unsigned i = 0; i < c->n; i += AUDE__EIGHT)
        for (unsigned m = aude__cloisters_near(c, i, x, y); m; m &= m - 1)
            full |=
                !aude__feature_open(&game->feature[c->feature[i + aude__lowest(m)]], -1);
    if (full) board_drop_surrounded(game);
}

/* Does nothing lie in the cell with number `i` of those around it? */
static bool board_is_empty_beside(const struct aude_game *game, uint16_t key, unsigned i)
{
    unsigned what = aude_cell_what(game, (uint16_t)(key + aude__eight_around[i]));

    return (what - 1u) >= (unsigned)AUDE_CELL_FRONTIER - 1u;
}

static int board_empty_around(const struct aude_game *game, uint16_t key)
{
    int empty = 0;

    for (unsigned i = 0; i < 8; i++) empty += board_is_empty_beside(game, key, i);
    return empty;
}

static void board_watch_cell(struct aude_cloisters *c, unsigned feature, int x, int y)
{
    c->x[c->n] = (int16_t)x;
    c->y[c->n] = (int16_t)y;
    c->feature[c->n++] = (uint16_t)feature;
}

/* A monastery or garden of the new tile: its surroundings may be full already (BASE-68). */
static void board_watch_around(struct aude_game *game, unsigned feature, int x, int y)
{
    struct aude_feature *f = &game->feature[feature];

    f->open = (int8_t)board_empty_around(game, aude_key(x, y));
    if (!f->open)
        board_note_completed(game, feature);
    else
        board_watch_cell(&game->cloisters, feature, x, y);
}

/* Segments that met no neighbour become features of their own; complete features are
 * noted. */
static void board_settle_segments(struct aude_game *game, const struct aude_laid *laid)
{
    unsigned closed = aude__features_settle(game, laid);

    for (; closed; closed &= closed - 1) {
        unsigned feature = game->label[laid->first + aude__lowest(closed)];
        if (game->feature[feature].kind == AUDE_MONASTERY ||
            game->feature[feature].kind == AUDE_GARDEN)
            board_watch_around(game, feature, laid->x, laid->y);
        else
            board_note_completed(game, feature);
    }
}

/* Writes as many handles as any tile can have, which needs no loop: without a feature yet,
 * each a ring of its own. Those beyond this tile's are written again by the next one; the
 * arrays have room for them (pile.c). */
static unsigned board_enter_tile(struct aude_game *game, aude_kind kind, int x, int y,
                                 unsigned rot)
{
    unsigned index = game->n_laid++, first = game->n_handles;

    assert(index < AUDE_TILES_MAX && first + AUDE_SEGMENTS_MAX <= AUDE_HANDLES_MAX);
    game->laid[index] = (struct aude_laid){.x = (int16_t)x,
                                           .y = (int16_t)y,
                                           .kind = kind,
                                           .rot = rot & 3,
                                           .first = (uint16_t)first};
    for (unsigned s = 0; s < AUDE_SEGMENTS_MAX; s++) {
        game->label[first + s] = AUDE__NONE;
        game->ring[first + s] = (uint16_t)((first + s) | index << AUDE_RING_BITS);
    }
    uint16_t *near = &game->tile_near[(first + AUDE_NEAR - 1) / AUDE_NEAR];
    static_assert((int)AUDE_SEGMENTS_MAX <= 2 * (int)AUDE_NEAR - 7, "no third eight");
    near[0] = near[1] = (uint16_t)index; /* the next tile may write the second again */
    game->n_handles = (uint16_t)(first + aude_tiles[kind].n_segments);
    game->crowd[index] = 0;
    return index;
}

/* Takes the cell from the frontier; returns the sides on which nothing lies yet. */
static unsigned board_frontier_take_cell(struct aude_game *game, uint16_t key,
                                         unsigned index)
{
    unsigned at = board_cell_slot(game, key), what = game->cell[at] & AUDE_CELL_WHAT;
    unsigned slot = what - AUDE_CELL_FRONTIER;

    game->cell[at] = board_cell(key, index + 1);
    if (!what) return AUDE__ALL_SIDES;
    unsigned free = board_cell_free_sides(game->frontier.demand[slot]);
    board_frontier_drop(game, slot);
    return free;
}

void aude__board_lay(struct aude_game *game, aude_kind kind, int x, int y, unsigned rot)
{
    uint16_t key = aude_key(x, y);
    unsigned index = board_enter_tile(game, kind, x, y, rot);
    unsigned free = board_frontier_take_cell(game, key, index),
             taken = free ^ AUDE__ALL_SIDES;
    const struct aude_laid *laid = &game->laid[index];

    game->turn.laid = (uint16_t)index;
    game->beside = (uint8_t)(taken * 0x1248 >> 12 & 15); /* the four bits side by side */
    game->turn.n_completed = 0;
    board_frontier_demand(game, laid, key, free);
    for (bool first = true; taken; taken &= taken - 1, first = false) {
        unsigned side = aude__lowest(taken) / 4;
        unsigned tile = aude_cell_what(game, aude_key_beside(key, side));
        board_meet(game, laid, side, &game->laid[tile - 1], first);
    }
    board_fill_surrounds(game, x, y);
    board_settle_segments(game, laid);
}
