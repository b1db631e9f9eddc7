/* board.c -- the grid: which cells hold tiles, which could, and what fits where.
 *
 * Cells live in a small hash table (aude_state.h says why a 16-bit key is enough). A cell enters
 * it when its first neighbour is laid, as a slot of the frontier, and turns into a tile when
 * it is filled; nothing ever leaves, so open addressing needs no tombstones.
 *
 * Each frontier cell carries what its four sides demand. Listing placements is then a
 * comparison of masks per cell and rotation and never looks at other tiles.
 *
 * Which side of a tile meets another, which cell is new, which rotation fits: each holds about
 * as often as not, and a branch that the processor predicts wrongly costs as much as fifty
 * instructions. So this file is branch-free where it matters: values are written whether they
 * are needed or not, collected as bits, or computed eight at a time. */
#include "engine.h"

/* The lowest bit of a demand's four sides. */
enum { ALL_SIDES = 0x1111 };

/* The cell of `key`; enters it as unused (what == 0) if it is not there yet. */
static unsigned board_enter_cell(struct aude_game *game, uint16_t key)
{
    unsigned at = aude_cell_slot(game, key);

    game->cell[at].key = key;
    return at;
}

struct aude_cell *aude__board_cell(struct aude_game *game, uint16_t key)
{
    return &game->cell[board_enter_cell(game, key)];
}

const struct aude_cell *aude__board_cell_find(const struct aude_game *game, uint16_t key)
{
    return &game->cell[aude_cell_slot(game, key)];
}

int aude__board_tile_at_key(const struct aude_game *game, uint16_t key)
{
    unsigned what = aude__board_cell_find(game, key)->what;

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
static int board_frontier_slot_at(const struct aude_game *game, int x, int y)
{
    if (!board_has_cell(x, y)) return -1;
    unsigned what = aude__board_cell_find(game, aude_key(x, y))->what;
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
    unsigned what = aude__board_cell_find(game, key)->what;

    return what < AUDE_CELL_FRONTIER ? AUDE__NONE : what - AUDE_CELL_FRONTIER;
}

int aude_game_tile_at(const struct aude_game *game, int x, int y)
{
    if (!board_has_cell(x, y)) return -1;
    int tile = aude__board_tile_at_key(game, aude_key(x, y));
    if (tile < 0 || game->laid[tile].x != x || game->laid[tile].y != y) return -1;
    return tile;
}

/* -- What fits -------------------------------------------------------------------------- */

/* Bit `rot` is set if the tile, turned by `rot`, meets the demand. */
static unsigned board_matches(aude_kind kind, unsigned demand)
{
    const uint16_t *sides = aude_tiles[kind].sides;
    unsigned miss = ~demand;

    return (unsigned)!(sides[0] & miss) | (unsigned)!(sides[1] & miss) << 1 |
           (unsigned)!(sides[2] & miss) << 2 | (unsigned)!(sides[3] & miss) << 3;
}

/* Of these sets, the ones that may forbid places for a tile of this kind. */
AUDE__APART static unsigned board_limits_among(unsigned sets, aude_kind kind)
{
    unsigned limits = 0;

    for (unsigned m = sets; m; m &= m - 1) {
        unsigned features = aude__sets[aude__lowest(m)]->fits_features, has = !features;
        for (; features; features &= features - 1)
            has |= aude_tiles[kind].of[aude__lowest(features)];
        limits |= m & -m & (0u - (has != 0));
    }
    return limits;
}

/* The sets that may forbid places for a tile of this kind, one bit each. */
static inline unsigned board_limits(const struct aude_game *game, aude_kind kind)
{
    unsigned sets = game->hooks[AUDE__HOOK_FITS];

    return sets ? board_limits_among(sets, kind) : 0;
}

/* RIV-5 to 7, CULT-3, 4: what sets demand beyond matching sides. */
AUDE__APART static enum aude_err
board_ask_sets(const struct aude_game *game, aude_kind kind, int x, int y, unsigned rot)
{
    for (unsigned m = board_limits(game, kind); m; m &= m - 1) {
        enum aude_err err = aude__sets[aude__lowest(m)]->fits(game, kind, x, y, rot);
        if (err) return err;
    }
    return AUDE_ERR_OK;
}

static inline enum aude_err board_sets_allow(const struct aude_game *game, aude_kind kind,
                                             int x, int y, unsigned rot)
{
    return game->hooks[AUDE__HOOK_FITS] ? board_ask_sets(game, kind, x, y, rot)
                                        : AUDE_ERR_OK;
}

enum aude_err aude__board_sides_match(const struct aude_game *game, aude_kind kind, int x,
                                      int y, unsigned rot)
{
    if (rot > 3) return AUDE_ERR_ROTATION;
    int slot = board_frontier_slot_at(game, x, y);
    if (slot < 0)
        return aude_game_tile_at(game, x, y) >= 0 ? AUDE_ERR_OCCUPIED : AUDE_ERR_DETACHED;
    return aude_tiles[kind].sides[rot] & ~(unsigned)game->frontier.demand[slot]
               ? AUDE_ERR_NO_FIT
               : AUDE_ERR_OK;
}

unsigned aude_game_clashes(const struct aude_game *game, aude_kind kind, int x, int y,
                           unsigned rot)
{
    int slot = board_frontier_slot_at(game, x, y);
    unsigned clashes = 0;

    for (unsigned side = 0; slot >= 0 && side < 4; side++) {
        unsigned edge = aude_tiles[kind].sides[rot & 3] >> (4 * side) & 15;
        if (edge & ~(unsigned)(game->frontier.demand[slot] >> (4 * side)))
            clashes |= 1u << side;
    }
    return clashes;
}

/* Sides on which the cell has no neighbour: the lowest bit of each four bits that are all
 * set. */
static unsigned board_cell_free_sides(unsigned demand)
{
    demand &= demand >> 2;
    return demand & demand >> 1 & ALL_SIDES;
}

/* Which of the eight cells from `slot` on have no free side, one bit each. */
static unsigned board_holes_among_eight(const struct aude_frontier *fr, unsigned slot)
{
    aude__eight demand;

    memcpy(&demand, fr->demand + slot, sizeof demand);
    demand &= demand >> 2;
    unsigned holes =
        aude__which((aude__eight)((demand & demand >> 1 & ALL_SIDES) == 0) & 1);
    return fr->n - slot < AUDE__EIGHT ? holes & ((1u << (fr->n - slot)) - 1) : holes;
}

int aude__board_next_hole(const struct aude_game *game, aude_kind kind, unsigned slot)
{
    const struct aude_frontier *fr = &game->frontier;

    for (; slot < fr->n; slot += AUDE__EIGHT)
        for (unsigned m = board_holes_among_eight(fr, slot); m; m &= m - 1) {
            unsigned hole = slot + aude__lowest(m);
            if (!board_sets_allow(game, kind, fr->place[hole].x, fr->place[hole].y, 0))
                return (int)hole;
        }
    return -1;
}

bool aude__board_is_hole(const struct aude_game *game, aude_kind kind, int x, int y)
{
    int slot = board_frontier_slot_at(game, x, y);

    return slot >= 0 && aude__board_next_hole(game, kind, (unsigned)slot) == slot;
}

enum aude_err aude__board_may_lay(const struct aude_game *game, aude_kind kind, int x,
                                  int y, unsigned rot)
{
    enum aude_err err = aude__board_sides_match(game, kind, x, y, rot);

    return err ? err : board_sets_allow(game, kind, x, y, rot);
}

/* The rotations of every cell, and which cells have any; cells beyond the last have none.
 * Rotation r is bit r + ROT_SHIFT: the byte is then the place of the rotations' four actions in
 * turns[], in units that a processor can multiply by 4 while it loads (two instructions less
 * for each cell). */
enum { ROT_SHIFT = 3 };
struct matched {
    uint8_t rots[AUDE_FRONTIER_MAX];
    uint64_t any[AUDE_FRONTIER_MAX / 64 + 1];
};

enum { SIXTEEN = 16 };
static_assert(AUDE_FRONTIER_MAX % SIXTEEN == 0, "the last sixteen demands may be read");

/* What a tile shows, unturned (N and E, S and W) and turned by a quarter, each sixteen times. */
struct shown {
    aude__sixteen ne, sw, turned_ne, turned_sw;
};

/* Sixteen bytes as four words: the one with that number, four times. */
#define FOUR_TIMES(words, i)                                                             \
    ((aude__sixteen)__builtin_shufflevector(words, words, i, i, i, i))

static inline struct shown board_shown(aude_kind kind)
{
    uint32_t first_two;

    memcpy(&first_two, aude_tiles[kind].sides, sizeof first_two);
    aude__sixteen bytes = (aude__sixteen)(aude__four_words){first_two};
    /* Each byte twice, then each pair twice: compilers have an instruction for either. */
    aude__eight pairs = (aude__eight)__builtin_shufflevector(
        bytes, bytes, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    aude__four_words words =
        (aude__four_words)__builtin_shufflevector(pairs, pairs, 0, 8, 1, 9, 2, 10, 3, 11);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return (struct shown){FOUR_TIMES(words, 1), FOUR_TIMES(words, 0),
                          FOUR_TIMES(words, 3), FOUR_TIMES(words, 2)};
#else
    return (struct shown){FOUR_TIMES(words, 0), FOUR_TIMES(words, 1),
                          FOUR_TIMES(words, 2), FOUR_TIMES(words, 3)};
#endif
}

/* BYTES OF DEMANDS: sixteen cells are compared in two vectors of bytes, which is a third less
 * work than eight in a vector of words. The demands are parted into the bytes of N and E and
 * those of S and W; turned by half, a tile has the two bytes of its sides the other way round.
 * Returns the rotations of each cell, as in struct matched. */
static inline aude__sixteen board_match_sixteen(const struct shown *shown,
                                                const uint16_t *demand)
{
    aude__sixteen first, second;

    memcpy(&first, demand, sizeof first);
    memcpy(&second, demand + SIXTEEN / 2, sizeof second);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    aude__sixteen sw = AUDE__EVEN_BYTES(first, second),
                  ne = AUDE__ODD_BYTES(first, second);
#else
    aude__sixteen ne = AUDE__EVEN_BYTES(first, second),
                  sw = AUDE__ODD_BYTES(first, second);
#endif
    ne = ~ne;
    sw = ~sw;
    aude__sixteen found =
        (aude__sixteen)(((ne & shown->ne) | (sw & shown->sw)) == 0) & (1 << ROT_SHIFT);
    found |= (aude__sixteen)(((ne & shown->turned_ne) | (sw & shown->turned_sw)) == 0) &
             (2 << ROT_SHIFT);
    found |=
        (aude__sixteen)(((ne & shown->sw) | (sw & shown->ne)) == 0) & (4 << ROT_SHIFT);
    found |= (aude__sixteen)(((ne & shown->turned_sw) | (sw & shown->turned_ne)) == 0) &
             (8 << ROT_SHIFT);
    return found;
}

static void board_match_all(const struct aude_frontier *fr, aude_kind kind,
                            struct matched *matched)
{
    struct shown shown = board_shown(kind);

    for (unsigned i = 0; i < fr->n; i += 64) {
        uint64_t any = 0;
        for (unsigned k = 0; k < 64 && i + k < fr->n; k += SIXTEEN) {
            aude__sixteen found = board_match_sixteen(&shown, fr->demand + i + k);
            memcpy(&matched->rots[i + k], &found, sizeof found);
            any |= (uint64_t)aude__which_of_sixteen(found) << k;
        }
        if (fr->n - i < 64) any &= ((uint64_t)1 << (fr->n - i)) - 1;
        matched->any[i / 64] = any;
    }
}

/* Keep the rotations that these sets allow. */
static unsigned board_filter_rots(const struct aude_game *game, unsigned sets,
                                  aude_kind kind, unsigned slot, unsigned rots)
{
    struct aude_place place = game->frontier.place[slot];

    for (; sets && rots; sets &= sets - 1)
        for (unsigned m = rots; m; m &= m - 1)
            if (aude__sets[aude__lowest(sets)]->fits(game, kind, place.x, place.y,
                                                     aude__lowest(m)))
                rots &= ~(m & -m);
    return rots;
}

/* Adds the cells that sets forbid for all rotations at once (fits_bar); returns the other
 * sets. */
static unsigned board_bar_cells(const struct aude_game *game, aude_kind kind,
                                unsigned limits, struct aude__slots *barred)
{
    unsigned left = limits;

    memset(barred->bit, 0, (game->frontier.n / 64 + 1u) * sizeof barred->bit[0]);
    for (unsigned m = limits; m; m &= m - 1) {
        const struct aude__set *set = aude__sets[aude__lowest(m)];
        if (set->fits_bar && set->fits_bar(game, kind, barred)) left &= ~(m & -m);
    }
    return left;
}

/* Does the tile match any of eight cells? */
static inline bool board_fits_eight(const struct aude_frontier *fr, aude_kind kind,
                                    unsigned slot)
{
    uint64_t sides;
    aude__eight miss, fit;

    memcpy(&sides, aude_tiles[kind].sides, sizeof sides);
    memcpy(&miss, fr->demand + slot, sizeof miss);
    aude__eight bytes = (aude__eight)(aude__two){sides};
    /* The sides of each rotation twice, so that they are a word. */
    aude__four_words turned =
        (aude__four_words)__builtin_shufflevector(bytes, bytes, 0, 8, 1, 9, 2, 10, 3, 11);
    miss = ~miss;
    fit = (aude__eight)((miss & (aude__eight)FOUR_TIMES(turned, 0)) == 0) |
          (aude__eight)((miss & (aude__eight)FOUR_TIMES(turned, 1)) == 0) |
          (aude__eight)((miss & (aude__eight)FOUR_TIMES(turned, 2)) == 0) |
          (aude__eight)((miss & (aude__eight)FOUR_TIMES(turned, 3)) == 0);
    return aude__which_of_sixteen((aude__sixteen)fit) != 0;
}

/* Where sets have limits: is there a cell that all of them allow? The newest cells come
 * first: they have few neighbours, so one or two questions are usually enough. */
AUDE__APART static bool board_fits_within(const struct aude_game *game, aude_kind kind,
                                          unsigned limits)
{
    const struct aude_frontier *fr = &game->frontier;

    for (unsigned i = fr->n; i--;) {
        unsigned rots = board_matches(kind, fr->demand[i]);
        if (rots && board_filter_rots(game, limits, kind, i, rots)) return true;
    }
    return false;
}

bool aude__board_fits_anywhere(const struct aude_game *game, aude_kind kind)
{
    const struct aude_frontier *fr = &game->frontier;
    unsigned limits = board_limits(game, kind), i = fr->n;

    if (limits) return board_fits_within(game, kind, limits);
    /* New cells have few neighbours, so the last eight nearly always decide it. */
    for (; i >= AUDE__EIGHT; i -= AUDE__EIGHT)
        if (board_fits_eight(fr, kind, i - AUDE__EIGHT)) return true;
    while (i)
        if (board_matches(kind, fr->demand[--i])) return true;
    return false;
}

/* ORDER ROTATIONS: for each of the 16 sets of rotations, the actions to be listed and how
 * many. */
#define T(rot) .kind = AUDE_LAY, .arg = rot
static const alignas(32) struct aude_action turns[16][4] = {
    {{T(0)}},
    {{T(0)}},
    {{T(1)}},
    {{T(0)}, {T(1)}},
    {{T(2)}},
    {{T(0)}, {T(2)}},
    {{T(1)}, {T(2)}},
    {{T(0)}, {T(1)}, {T(2)}},
    {{T(3)}},
    {{T(0)}, {T(3)}},
    {{T(1)}, {T(3)}},
    {{T(0)}, {T(1)}, {T(3)}},
    {{T(2)}, {T(3)}},
    {{T(0)}, {T(2)}, {T(3)}},
    {{T(1)}, {T(2)}, {T(3)}},
    {{T(0)}, {T(1)}, {T(2)}, {T(3)}}};
#undef T
/* How many, by the byte of struct matched. */
#define N(rots) [(rots) << ROT_SHIFT]
static const uint8_t n_turns[16 << ROT_SHIFT] = {
    N(1) = 1, N(2) = 1,  N(3) = 2,  N(4) = 1,  N(5) = 2,  N(6) = 2,  N(7) = 3, N(8) = 1,
    N(9) = 2, N(10) = 2, N(11) = 3, N(12) = 2, N(13) = 3, N(14) = 3, N(15) = 4};
#undef N
static_assert(sizeof turns[0] == 4 << ROT_SHIFT, "four times the byte of struct matched");

/* The cells that fit of the 64 from `from` on, each with its four actions, of which as many are kept as fit:
 * branch-free. */
static inline struct aude_action *board_list_64(const struct aude_frontier *fr,
                                                const struct matched *matched,
                                                unsigned from, struct aude_action *out)
{
    for (uint64_t any = matched->any[from / 64]; any; any &= any - 1) {
        unsigned cell = from + (unsigned)__builtin_ctzll(any);
        size_t turned = matched->rots[cell];
        const char *four = __builtin_assume_aligned((const char *)turns + 4 * turned, 16);
        aude__four_words at = {0}, head, tail;
        static_assert(offsetof(struct aude_action, x) == sizeof at[0] &&
                          sizeof fr->place[0] == sizeof at[0],
                      "an action's second half is its place");
        memcpy(&at, &fr->place[cell], sizeof at[0]);
        at = __builtin_shufflevector(at, at, 1, 0, 1, 0);
        memcpy(&head, four, sizeof head);
        memcpy(&tail, four + sizeof head, sizeof tail);
        head |= at;
        tail |= at;
        memcpy(&out[0], &head, sizeof head);
        memcpy(&out[2], &tail, sizeof tail);
        out += n_turns[turned];
    }
    return out;
}

/* `out` must have room for four actions of every cell. */
static inline unsigned board_list_roomy(const struct aude_frontier *fr,
                                        const struct matched *matched,
                                        struct aude_action *out)
{
    struct aude_action *at = out;

    for (unsigned i = 0; i < fr->n; i += 64) at = board_list_64(fr, matched, i, at);
    return (unsigned)(at - out);
}

/* One by one, where there is little room or sets are to be asked. */
AUDE__APART static void board_list_carefully(const struct aude_game *game, aude_kind kind,
                                             unsigned limits,
                                             const struct matched *matched,
                                             struct aude__sink *sink)
{
    const struct aude_frontier *fr = &game->frontier;

    for (unsigned i = 0; i < fr->n; i += 64)
        for (uint64_t m = matched->any[i / 64]; m; m &= m - 1) {
            unsigned slot = i + (unsigned)__builtin_ctzll(m);
            unsigned rots = board_filter_rots(game, limits, kind, slot,
                                              matched->rots[slot] >> ROT_SHIFT);
            for (unsigned k = 0; k < n_turns[rots << ROT_SHIFT]; k++) {
                struct aude_action lay = turns[rots][k];
                lay.x = fr->place[slot].x;
                lay.y = fr->place[slot].y;
                aude__sink_add(sink, lay);
            }
        }
}

/* The same where sets bar cells or rotations. */
AUDE__APART static void board_list_within(const struct aude_game *game, aude_kind kind,
                                          unsigned limits, struct matched *matched,
                                          struct aude__sink *sink)
{
    const struct aude_frontier *fr = &game->frontier;
    struct aude__slots barred;

    limits = board_bar_cells(game, kind, limits, &barred);
    for (unsigned i = 0; 64 * i < fr->n; i++) matched->any[i] &= ~barred.bit[i];
    if (!limits && sink->max - sink->n >= 4 * (int)fr->n)
        sink->n += (int)board_list_roomy(fr, matched, sink->out + sink->n);
    else
        board_list_carefully(game, kind, limits, matched, sink);
}

void aude__board_list(const struct aude_game *game, aude_kind kind,
                      struct aude__sink *sink)
{
    const struct aude_frontier *fr = &game->frontier;
    unsigned limits = board_limits(game, kind);
    struct matched matched;

    board_match_all(fr, kind, &matched);
    if (limits)
        board_list_within(game, kind, limits, &matched, sink);
    else if (sink->max - sink->n >= 4 * (int)fr->n)
        sink->n += (int)board_list_roomy(fr, &matched, sink->out + sink->n);
    else
        board_list_carefully(game, kind, 0, &matched, sink);
}

unsigned aude_game_fits(const struct aude_game *game, aude_kind kind, int x, int y)
{
    int slot = board_frontier_slot_at(game, x, y);

    if (slot < 0 || kind >= aude_tiles_count) return 0;
    unsigned rots = board_matches(kind, game->frontier.demand[slot]);
    return board_filter_rots(game, game->hooks[AUDE__HOOK_FITS], kind, (unsigned)slot,
                             rots);
}

/* -- Laying a tile ---------------------------------------------------------------------- */

/* A filled cell leaves the frontier; the last slot takes its place. */
static void board_frontier_drop(struct aude_game *game, unsigned slot)
{
    struct aude_frontier *fr = &game->frontier;
    unsigned last = --fr->n;

    if (slot == last) return;
    fr->demand[slot] = fr->demand[last];
    fr->cell[slot] = fr->cell[last];
    fr->place[slot] = fr->place[last];
    game->cell[fr->cell[slot]].what = (uint16_t)(AUDE_CELL_FRONTIER + slot);
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
        unsigned at = aude_cell_slot(game, key_beyond), what = game->cell[at].what;
        unsigned fresh = !what, all = 0u - fresh;
        what |= next & all;
        unsigned slot = what - AUDE_CELL_FRONTIER;
        game->cell[at] = (struct aude_cell){key_beyond, (uint16_t)what};
        fr->demand[slot] =
            (uint16_t)((fr->demand[slot] | all) & (sides | over_side[side].unbound));
        fr->cell[slot] = (uint16_t)at;
        fr->place[slot] =
            (struct aude_place){(int16_t)(laid->x + over_side[side].move.x),
                                (int16_t)(laid->y + over_side[side].move.y)};
        next += fresh;
    }
    unsigned n = next - AUDE_CELL_FRONTIER;
    assert(n + AUDE__EIGHT <= AUDE_FRONTIER_MAX);
    memset(fr->demand + n, 0,
           AUDE__EIGHT * sizeof fr->demand[0]); /* the last vector reads beyond n */
    fr->n = (uint16_t)n;
}

static void board_note_completed(struct aude_game *game, unsigned feature)
{
    struct aude_turn *turn = &game->turn;

    for (unsigned i = 0; i < turn->n_completed; i++)
        if (turn->completed[i] == feature) return;
    assert(turn->n_completed < AUDE_COMPLETED_MAX);
    turn->completed[turn->n_completed++] = (uint16_t)feature;
    aude__turn_phase_due(game, AUDE_PHASE_SCORE, true);
}

/* ORDER EDGE: a road or city has one open side less. */
static const uint8_t opens[8] = {[AUDE_EDGE_ROAD] = 1, [AUDE_EDGE_CITY] = 1};

/* The new tile shows nothing in the middle of a side: the road or city that faces it there is
 * closed, without anything joined (AM-6). */
static void board_close_side(struct aude_game *game, unsigned edge, unsigned handle)
{
    unsigned label = game->label[handle];

    if (!opens[edge]) return;
    if (!--game->feature[label].open) board_note_completed(game, label);
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
                             yours->first + q[1], first);
        struct aude_feature *f = &game->feature[game->label[mine->first + p[1]]];
        f->open = (int16_t)(f->open - 2 * opens[edge]);
        if (edge != AUDE_EDGE_ROAD) return;
    } else if (q[1] != AUDE_KIND_NONE) {
        board_close_side(game, other->edge[b], yours->first + q[1]);
    }
    if (p[0] != AUDE_KIND_NONE && q[2] != AUDE_KIND_NONE)
        aude__feature_attach(game, mine->first + p[0], &tile->segment[p[0]],
                             yours->first + q[2], first);
    if (p[0] == p[2] && q[0] == q[2]) return;
    if (p[2] != AUDE_KIND_NONE && q[0] != AUDE_KIND_NONE)
        aude__feature_attach(game, mine->first + p[2], &tile->segment[p[2]],
                             yours->first + q[0], first);
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
            full |= !--game->feature[c->feature[i + aude__lowest(m)]].open;
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

unsigned aude__board_laid_around(const struct aude_game *game, uint16_t key)
{
    unsigned laid = 0;

    for (unsigned i = 0; i < 8; i++)
        laid |= (unsigned)!board_is_empty_beside(game, key, i) << i;
    return laid;
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

    f->open = (int16_t)board_empty_around(game, aude_key(x, y));
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
                                           .rot = (uint8_t)rot,
                                           .first = (uint16_t)first};
    for (unsigned s = 0; s < AUDE_SEGMENTS_MAX; s++) {
        game->label[first + s] = AUDE__NONE;
        game->next[first + s] = (uint16_t)(first + s);
        game->tile_of[first + s] = (uint16_t)index;
    }
    game->n_handles = (uint16_t)(first + aude_tiles[kind].n_segments);
    game->crowd[index] = game->towers.height[index] = game->towers.closed[index] = 0;
    return index;
}

/* Takes the cell from the frontier; returns the sides on which nothing lies yet. */
static unsigned board_frontier_take_cell(struct aude_game *game, uint16_t key,
                                         unsigned index)
{
    struct aude_cell *here = aude__board_cell(game, key);
    unsigned slot = here->what - (unsigned)AUDE_CELL_FRONTIER, free;

    if (!here->what) {
        here->what = (uint16_t)(index + 1);
        return ALL_SIDES;
    }
    here->what = (uint16_t)(index + 1);
    free = board_cell_free_sides(game->frontier.demand[slot]);
    board_frontier_drop(game, slot);
    return free;
}

void aude__board_lay(struct aude_game *game, aude_kind kind, int x, int y, unsigned rot)
{
    uint16_t key = aude_key(x, y);
    unsigned index = board_enter_tile(game, kind, x, y, rot);
    unsigned free = board_frontier_take_cell(game, key, index), taken = free ^ ALL_SIDES;
    const struct aude_laid *laid = &game->laid[index];

    game->turn.laid = (uint16_t)index;
    game->turn.n_completed = 0;
    board_frontier_demand(game, laid, key, free);
    for (bool first = true; taken; taken &= taken - 1, first = false) {
        unsigned side = aude__lowest(taken) / 4;
        unsigned tile = game->cell[aude_cell_slot(game, aude_key_beside(key, side))].what;
        board_meet(game, laid, side, &game->laid[tile - 1], first);
    }
    board_fill_surrounds(game, x, y);
    board_settle_segments(game, laid);
}
