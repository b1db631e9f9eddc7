/* board.c -- the grid: which cells hold tiles, which could, and what fits where.
 *
 * Cells live in a small hash table (aude.h says why a 16-bit key is enough). A cell enters
 * it when its first neighbour is laid, as a slot of the frontier, and turns into a tile when
 * it is filled; nothing ever leaves, so open addressing needs no tombstones.
 *
 * Each frontier cell carries what its four sides demand. Listing placements is then a
 * comparison of masks per cell and rotation and never looks at other tiles. */
#include "engine.h"

enum { DEMAND_FREE = 0xffff };

static const uint16_t key_step[4] = {(uint16_t)-AUDE_KEY_ROW, 1, AUDE_KEY_ROW,
                                     (uint16_t)-1};

/* Where `key` is in the table, or the unused slot where it would be. A slot in use with
 * another key is rare, but either half of that is a coin toss: as a product the two are one
 * question to the branch predictor. */
static unsigned probe(const struct aude_game *game, uint16_t key)
{
    unsigned i = key & game->cell_mask;

    while ((unsigned)game->cell[i].what * (uint16_t)(game->cell[i].key ^ key) != 0)
        i = (i + 1) & game->cell_mask;
    return i;
}

/* The cell of `key`, entered as unused (what == 0) if it is not there yet. */
struct aude_cell *aude__cell(struct aude_game *game, uint16_t key)
{
    struct aude_cell *cell = &game->cell[probe(game, key)];

    cell->key = key;
    return cell;
}

const struct aude_cell *aude__cell_find(const struct aude_game *game, uint16_t key)
{
    return &game->cell[probe(game, key)];
}

int aude__tile_at_key(const struct aude_game *game, uint16_t key)
{
    unsigned what = aude__cell_find(game, key)->what;

    return what && what < AUDE_CELL_FRONTIER ? (int)what - 1 : -1;
}

/* Beyond this no tile can lie, and keys would come round again. */
static bool on_map(int x, int y)
{
    return x > -AUDE_TILES_MAX && x < AUDE_TILES_MAX && y > -AUDE_TILES_MAX &&
           y < AUDE_TILES_MAX;
}

/* A key names one cell only near the board: a stranger's x,y must also be the ones stored. */
static int slot_at(const struct aude_game *game, int x, int y)
{
    if (!on_map(x, y)) return -1;
    unsigned what = aude__cell_find(game, aude__key(x, y))->what;
    if (what < AUDE_CELL_FRONTIER) return -1;
    unsigned slot = what - AUDE_CELL_FRONTIER;
    const struct aude_action *lay = &game->frontier.lay[slot];
    return lay->x == x && lay->y == y ? (int)slot : -1;
}

int aude_game_tile_at(const struct aude_game *game, int x, int y)
{
    if (!on_map(x, y)) return -1;
    int tile = aude__tile_at_key(game, aude__key(x, y));
    if (tile < 0 || game->laid[tile].x != x || game->laid[tile].y != y) return -1;
    return tile;
}

/* -- What fits -------------------------------------------------------------------------- */

/* Bit rot is set where the tile, turned so, meets the demand. */
static unsigned matches(aude_kind kind, unsigned demand)
{
    const uint16_t *sides = aude_tiles[kind].sides;
    unsigned miss = ~demand;

    return (unsigned)!(sides[0] & miss) | (unsigned)!(sides[1] & miss) << 1 |
           (unsigned)!(sides[2] & miss) << 2 | (unsigned)!(sides[3] & miss) << 3;
}

/* The sets with something to say about where a tile of this kind may lie. */
static unsigned limits_of(const struct aude_game *game, aude_kind kind)
{
    unsigned limits = game->hooks[AUDE__HOOK_FITS];

    for (unsigned m = limits; m; m &= m - 1) {
        const struct aude__set *set = aude__sets[aude__lowest(m)];
        if (set->concerns && !set->concerns(kind)) limits &= ~(m & -m);
    }
    return limits;
}

/* RIV-5 to 7, CULT-3, 4: what sets demand beyond matching sides. */
static enum aude_err sets_allow(const struct aude_game *game, aude_kind kind, int x,
                                int y, unsigned rot)
{
    for (unsigned m = game->hooks[AUDE__HOOK_FITS]; m; m &= m - 1) {
        enum aude_err err = aude__sets[aude__lowest(m)]->fits(game, kind, x, y, rot);
        if (err) return err;
    }
    return AUDE_ERR_OK;
}

enum aude_err aude__board_sides_match(const struct aude_game *game, aude_kind kind, int x,
                                      int y, unsigned rot)
{
    if (rot > 3) return AUDE_ERR_ROTATION;
    int slot = slot_at(game, x, y);
    if (slot < 0)
        return aude_game_tile_at(game, x, y) >= 0 ? AUDE_ERR_OCCUPIED : AUDE_ERR_DETACHED;
    return aude_tiles[kind].sides[rot] & ~(unsigned)game->frontier.demand[slot]
               ? AUDE_ERR_NO_FIT
               : AUDE_ERR_OK;
}

bool aude__board_is_hole(const struct aude_game *game, aude_kind kind, int x, int y)
{
    int slot = slot_at(game, x, y);

    if (slot < 0) return false;
    for (unsigned side = 0; side < 4; side++)
        if ((game->frontier.demand[slot] >> 4 * side & 15) == 15) return false;
    return !sets_allow(game, kind, x, y, 0);
}

enum aude_err aude__board_may_lay(const struct aude_game *game, aude_kind kind, int x,
                                  int y, unsigned rot)
{
    enum aude_err err = aude__board_sides_match(game, kind, x, y, rot);

    return err ? err : sets_allow(game, kind, x, y, rot);
}

/* The rotations in which the sides match, for every frontier cell: bit rot of fits[cell].
 * Straight-line code over arrays, which compilers turn into a few vector instructions. */
static void match_all(const struct aude_frontier *fr, aude_kind kind,
                      uint16_t *restrict fits)
{
    const uint16_t *sides = aude_tiles[kind].sides, *restrict demand = fr->demand;
    uint16_t a = sides[0], b = sides[1], c = sides[2], d = sides[3];
    unsigned n = (fr->n + 7u) & ~7u; /* whole vectors; nobody looks at what is too much */

    for (unsigned i = 0; i < n; i++) {
        uint16_t miss = (uint16_t)~demand[i];
        fits[i] = (uint16_t)((a & miss ? 0 : 1) | (b & miss ? 0 : 2) |
                             (c & miss ? 0 : 4) | (d & miss ? 0 : 8));
    }
}

/* Keep the rotations the sets allow. */
static unsigned filter(const struct aude_game *game, aude_kind kind, unsigned slot,
                       unsigned rots)
{
    const struct aude_action *lay = &game->frontier.lay[slot];

    for (unsigned rot = 0; rot < 4; rot++)
        if (rots >> rot & 1 && sets_allow(game, kind, lay->x, lay->y, rot))
            rots &= ~(1u << rot);
    return rots;
}

bool aude__board_fits_anywhere(const struct aude_game *game, aude_kind kind)
{
    const struct aude_frontier *fr = &game->frontier;
    bool limits = limits_of(game, kind) != 0;

    for (unsigned i = 0; i < fr->n; i++) {
        unsigned rots = matches(kind, fr->demand[i]);
        if (rots && (!limits || filter(game, kind, i, rots))) return true;
    }
    return false;
}

/* For every set of rotations: the turns to be listed, and how many. */
#define T(rot)                                                                           \
    {                                                                                    \
        .arg = rot                                                                       \
    }
static const struct aude_action turns[16][4] = {{T(0)},
                                                {T(0)},
                                                {T(1)},
                                                {T(0), T(1)},
                                                {T(2)},
                                                {T(0), T(2)},
                                                {T(1), T(2)},
                                                {T(0), T(1), T(2)},
                                                {T(3)},
                                                {T(0), T(3)},
                                                {T(1), T(3)},
                                                {T(0), T(1), T(3)},
                                                {T(2), T(3)},
                                                {T(0), T(2), T(3)},
                                                {T(1), T(2), T(3)},
                                                {T(0), T(1), T(2), T(3)}};
#undef T
static const uint8_t n_turns[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* Two actions as a vector of words; compilers would move the structs field by field. */
typedef uint64_t two_words __attribute__((vector_size(2 * sizeof(uint64_t))));

/* The slots with any rotation that fits, in order; without a branch, since which do is a
 * coin toss to the predictor. */
static unsigned slots_that_fit(const uint16_t *fits, unsigned n, uint16_t *slots)
{
    unsigned found = 0;

    for (unsigned i = 0; i < n; i++) {
        slots[found] = (uint16_t)i;
        found += fits[i] != 0;
    }
    return found;
}

/* Write four actions a slot and keep as many as fit; `out` has room for all. */
static int list_roomy(const struct aude_frontier *fr, const uint16_t *fits,
                      const uint16_t *slots, unsigned n, struct aude_action *out)
{
    unsigned found = 0;

    for (unsigned i = 0; i < n; i++) {
        unsigned rots = fits[slots[i]];
        uint64_t lay;
        two_words head, tail;
        memcpy(&lay, &fr->lay[slots[i]], sizeof lay);
        memcpy(&head, &turns[rots][0], sizeof head);
        memcpy(&tail, &turns[rots][2], sizeof tail);
        head |= lay;
        tail |= lay;
        memcpy(&out[found], &head, sizeof head);
        memcpy(&out[found + 2], &tail, sizeof tail);
        found += n_turns[rots];
    }
    return (int)found;
}

void aude__board_list(const struct aude_game *game, aude_kind kind,
                      struct aude__sink *sink)
{
    const struct aude_frontier *fr = &game->frontier;
    uint16_t fits[AUDE_FRONTIER_MAX], slots[AUDE_FRONTIER_MAX];

    match_all(fr, kind, fits);
    unsigned n = slots_that_fit(fits, fr->n, slots);
    if (limits_of(game, kind))
        for (unsigned i = 0; i < n; i++)
            fits[slots[i]] = (uint16_t)filter(game, kind, slots[i], fits[slots[i]]);
    if (sink->max - sink->n >= (int)(4 * n)) {
        sink->n += list_roomy(fr, fits, slots, n, sink->out + sink->n);
        return;
    }
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < n_turns[fits[slots[i]]]; k++) {
            struct aude_action lay = fr->lay[slots[i]];
            lay.arg = turns[fits[slots[i]]][k].arg;
            aude__sink_add(sink, lay);
        }
}

unsigned aude_game_fits(const struct aude_game *game, aude_kind kind, int x, int y)
{
    int slot = slot_at(game, x, y);

    if (slot < 0 || kind >= aude_tiles_count) return 0;
    unsigned rots = matches(kind, game->frontier.demand[slot]);
    return game->hooks[AUDE__HOOK_FITS] ? filter(game, kind, (unsigned)slot, rots) : rots;
}

/* -- Laying a tile ---------------------------------------------------------------------- */

/* A filled cell leaves the frontier; the last slot takes its place. */
static void frontier_drop(struct aude_game *game, unsigned slot)
{
    struct aude_frontier *fr = &game->frontier;
    unsigned last = --fr->n;

    if (slot == last) return;
    fr->demand[slot] = fr->demand[last];
    fr->key[slot] = fr->key[last];
    fr->lay[slot] = fr->lay[last];
    aude__cell(game, fr->key[slot])->what = (uint16_t)(AUDE_CELL_FRONTIER + slot);
}

/* The cell beyond `side` of a new tile is empty: it now demands this edge of whoever comes.
 * Whether the cell is new to the frontier cannot be predicted, so the slot is written anew
 * either way. */
static void demand(struct aude_game *game, struct aude_cell *cell, int x, int y,
                   unsigned side, unsigned edge)
{
    struct aude_frontier *fr = &game->frontier;
    bool fresh = !cell->what;
    unsigned slot = fresh ? fr->n : cell->what - (unsigned)AUDE_CELL_FRONTIER;
    unsigned now = fresh ? (unsigned)DEMAND_FREE : fr->demand[slot];
    unsigned shift = 4 * aude__opposite(side);

    assert(slot < AUDE_FRONTIER_MAX);
    fr->n = (uint16_t)(fr->n + fresh);
    fr->demand[slot] = (uint16_t)((now & ~(15u << shift)) | (1u << edge & 15) << shift);
    fr->key[slot] = cell->key;
    fr->lay[slot] =
        (struct aude_action){.kind = AUDE_LAY, .x = (int16_t)x, .y = (int16_t)y};
    cell->what = (uint16_t)(AUDE_CELL_FRONTIER + slot);
}

static void note_completed(struct aude_game *game, unsigned feature)
{
    struct aude_turn *turn = &game->turn;

    for (unsigned i = 0; i < turn->n_completed; i++)
        if (turn->completed[i] == feature) return;
    assert(turn->n_completed < AUDE_COMPLETED_MAX);
    turn->completed[turn->n_completed++] = (uint16_t)feature;
}

/* AM-6: an abbey closes the road or city that faces it, without belonging to it. */
static void close_side(struct aude_game *game, const struct aude_laid *laid,
                       unsigned side)
{
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    unsigned edge = tile->edge[(side - laid->rot) & 3];

    if (edge != AUDE_EDGE_CITY && edge != AUDE_EDGE_ROAD) return;
    unsigned label =
        game->label[laid->first + tile->port[3 * ((side - laid->rot) & 3) + 1]];
    if (!--game->feature[label].open) note_completed(game, label);
}

/* Two tiles meet over `side` of the new one. My left half faces your right half: forget
 * that, and cities and roads still join correctly while fields silently cross. */
static void meet(struct aude_game *game, const struct aude_laid *mine, unsigned side,
                 const struct aude_laid *yours)
{
    const struct aude_tile *tile = &aude_tiles[mine->kind];
    const uint8_t *p = &tile->port[3 * ((side - mine->rot) & 3)];
    const uint8_t *q =
        &aude_tiles[yours->kind].port[3 * ((aude__opposite(side) - yours->rot) & 3)];
    unsigned edge = tile->edge[(side - mine->rot) & 3];

    if (edge == AUDE_EDGE_ABBEY) {
        close_side(game, yours, aude__opposite(side));
        return;
    }
    if (edge == AUDE_EDGE_CITY || edge == AUDE_EDGE_ROAD) {
        unsigned handle = mine->first + p[1];
        aude__feature_attach(game, handle, &tile->segment[p[1]], yours->first + q[1]);
        game->feature[game->label[handle]].open -= 2;
        if (edge == AUDE_EDGE_CITY) return;
    }
    if (p[0] != AUDE_KIND_NONE && q[2] != AUDE_KIND_NONE)
        aude__feature_attach(game, mine->first + p[0], &tile->segment[p[0]],
                             yours->first + q[2]);
    if (p[0] == p[2] && q[0] == q[2]) return;
    if (p[2] != AUDE_KIND_NONE && q[0] != AUDE_KIND_NONE)
        aude__feature_attach(game, mine->first + p[2], &tile->segment[p[2]],
                             yours->first + q[0]);
}

/* One cell less is empty around every monastery and garden next to x,y (BASE-41). */
static void fill_surrounds(struct aude_game *game, int x, int y)
{
    for (unsigned i = 0; i < game->n_cloisters;) {
        struct aude_cloister at = game->cloister[i];
        bool near = ((unsigned)(at.x - x + 1) <= 2) & ((unsigned)(at.y - y + 1) <= 2);
        i++;
        if (!near || --game->feature[at.feature].open) continue;
        note_completed(game, at.feature);
        game->cloister[--i] = game->cloister[--game->n_cloisters];
    }
}

static int empty_around(const struct aude_game *game, int x, int y)
{
    int empty = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if ((dx || dy) && aude__tile_at_key(game, aude__key(x + dx, y + dy)) < 0)
                empty++;
    return empty;
}

/* A monastery or garden of the new tile: its surroundings may be full already (BASE-68). */
static void watch_surround(struct aude_game *game, unsigned feature, int x, int y)
{
    struct aude_feature *f = &game->feature[feature];

    f->open = (int16_t)empty_around(game, x, y);
    if (!f->open)
        note_completed(game, feature);
    else
        game->cloister[game->n_cloisters++] = (struct aude_cloister){
            .x = (int16_t)x, .y = (int16_t)y, .feature = (uint16_t)feature};
}

/* Segments that met nobody become features of their own; complete ones are noted. */
static void settle_segments(struct aude_game *game, const struct aude_laid *laid)
{
    const struct aude_tile *tile = &aude_tiles[laid->kind];

    for (unsigned s = 0; s < tile->n_segments; s++) {
        unsigned handle = laid->first + s;
        if (game->label[handle] == AUDE__NONE)
            aude__feature_new(game, handle, &tile->segment[s]);
        const struct aude_feature *f = &game->feature[game->label[handle]];
        if ((f->kind == AUDE_MONASTERY) | (f->kind == AUDE_GARDEN))
            watch_surround(game, game->label[handle], laid->x, laid->y);
        else if ((f->kind != AUDE_FIELD) & !f->open)
            note_completed(game, game->label[handle]);
    }
}

static unsigned enter_tile(struct aude_game *game, aude_kind kind, int x, int y,
                           unsigned rot)
{
    const struct aude_tile *tile = &aude_tiles[kind];
    unsigned index = game->n_laid++, first = game->n_handles;

    assert(index < AUDE_TILES_MAX && first + tile->n_segments <= AUDE_HANDLES_MAX);
    game->laid[index] = (struct aude_laid){.x = (int16_t)x,
                                           .y = (int16_t)y,
                                           .kind = kind,
                                           .rot = (uint8_t)rot,
                                           .first = (uint16_t)first};
    for (unsigned s = 0; s < tile->n_segments; s++) {
        game->label[first + s] = AUDE__NONE;
        game->tile_of[first + s] = (uint16_t)index;
    }
    game->n_handles = (uint16_t)(first + tile->n_segments);
    return index;
}

void aude__board_lay(struct aude_game *game, aude_kind kind, int x, int y, unsigned rot)
{
    uint16_t key = aude__key(x, y);
    struct aude_cell *here = aude__cell(game, key);
    unsigned slot = here->what;
    unsigned index = enter_tile(game, kind, x, y, rot);
    const struct aude_laid *laid = &game->laid[index];

    here->what = (uint16_t)(index + 1);
    if (slot) frontier_drop(game, slot - AUDE_CELL_FRONTIER);
    game->turn.laid = (uint16_t)index;
    game->turn.n_completed = 0;
    for (unsigned side = 0; side < 4; side++) {
        struct aude_cell *cell = aude__cell(game, (uint16_t)(key + key_step[side]));
        if (cell->what && cell->what < AUDE_CELL_FRONTIER)
            meet(game, laid, side, &game->laid[cell->what - 1]);
        else
            demand(game, cell, x + aude__dx(side), y + aude__dy(side), side,
                   aude_tiles[kind].edge[(side - rot) & 3]);
    }
    fill_surrounds(game, x, y);
    settle_segments(game, laid);
}
