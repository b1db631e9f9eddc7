/* lay.c -- where a tile may be laid: all places listed, counted, or one of them by its number.
 *
 * Each frontier cell carries what its four sides demand, so that all of this is comparing masks
 * and never looks at other tiles. As in board.c, it is branch-free where it matters. */
#include "engine.h"

/* Bit `rot` is set if the tile, turned by `rot`, meets the demand. */
static unsigned lay_matches(aude_kind kind, unsigned demand)
{
    const uint16_t *sides = aude_tiles[kind].sides;
    unsigned miss = ~demand;

    return (unsigned)!(sides[0] & miss) | (unsigned)!(sides[1] & miss) << 1 |
           (unsigned)!(sides[2] & miss) << 2 | (unsigned)!(sides[3] & miss) << 3;
}

/* Has a tile of this kind one of these kinds of feature? All tiles, where none is named. */
static inline bool lay_is_about(unsigned features, aude_kind kind)
{
    unsigned has = !features;

    for (unsigned f = 0; f < AUDE_FEATURE_KINDS; f++)
        has |= aude_tiles[kind].of[f] & (0u - (features >> f & 1));
    return has != 0;
}

/* Of these sets, the ones that may forbid places for a tile of this kind. */
AUDE__APART static unsigned lay_limits_among(unsigned sets, aude_kind kind)
{
    unsigned limits = 0;

#define X(ID, id, ...)                                                                   \
    if (aude__set_##id.fits)                                                             \
        limits |= sets & (unsigned)lay_is_about(aude__set_##id.fits_features, kind)      \
                             << AUDE_SET_##ID;
    AUDE__SET_LIST(X, )
#undef X
    return limits;
}

/* The sets that may forbid places for a tile of this kind, one bit each. */
static inline unsigned lay_limits(const struct aude_game *game, aude_kind kind)
{
    unsigned sets = game->hooks[AUDE__HOOK_FITS];

    return sets ? lay_limits_among(sets, kind) : 0;
}

/* RIV-5 to 7, CULT-3, 4: what sets demand beyond matching sides. */
AUDE__APART static enum aude_err lay_ask_sets(const struct aude_game *game, unsigned sets,
                                              aude_kind kind, int x, int y, unsigned rot)
{
    enum aude_err err = AUDE_ERR_OK;

#define THEN(set, call)                                                                  \
    if (!err) err = call;
    AUDE__ASK_EACH(sets, THEN, fits, game, kind, x, y, rot)
#undef THEN
    return err;
}

static inline enum aude_err lay_sets_allow(const struct aude_game *game, aude_kind kind,
                                           int x, int y, unsigned rot)
{
    unsigned sets = lay_limits(game, kind);

    return sets ? lay_ask_sets(game, sets, kind, x, y, rot) : AUDE_ERR_OK;
}

enum aude_err aude__lay_sides_match(const struct aude_game *game, aude_kind kind, int x,
                                    int y, unsigned rot)
{
    if (rot > 3) return AUDE_ERR_ROTATION;
    int slot = aude__board_slot_at(game, x, y);
    if (slot < 0)
        return aude_game_tile_at(game, x, y) >= 0 ? AUDE_ERR_OCCUPIED : AUDE_ERR_DETACHED;
    return aude_tiles[kind].sides[rot] & ~(unsigned)game->frontier.demand[slot]
               ? AUDE_ERR_NO_FIT
               : AUDE_ERR_OK;
}

unsigned aude_game_clashes(const struct aude_game *game, aude_kind kind, int x, int y,
                           unsigned rot)
{
    int slot = aude__board_slot_at(game, x, y);
    unsigned clashes = 0;

    for (unsigned side = 0; slot >= 0 && side < 4; side++) {
        unsigned edge = aude_tiles[kind].sides[rot & 3] >> (4 * side) & 15;
        if (edge & ~(unsigned)(game->frontier.demand[slot] >> (4 * side)))
            clashes |= 1u << side;
    }
    return clashes;
}

/* Which of the eight cells from `slot` on have no free side, one bit each. */
static unsigned lay_holes_among_eight(const struct aude_frontier *fr, unsigned slot)
{
    aude__eight demand;

    memcpy(&demand, fr->demand + slot, sizeof demand);
    demand &= demand >> 2;
    unsigned holes =
        aude__which((aude__eight)((demand & demand >> 1 & AUDE__ALL_SIDES) == 0) & 1);
    return fr->n - slot < AUDE__EIGHT ? holes & ((1u << (fr->n - slot)) - 1) : holes;
}

/* Is there a cell without a free side at all? Mostly not, and then eight are looked at by a few instructions and no branch.
 * Those behind the last one demand nothing, which no hole does. */
static bool lay_has_hole(const struct aude_frontier *fr)
{
    aude__eight found = {0}, demand;

    for (unsigned slot = 0; slot < fr->n; slot += AUDE__EIGHT) {
        memcpy(&demand, fr->demand + slot, sizeof demand);
        aude__eight free = demand & demand >> 2;
        free &= free >> 1 & AUDE__ALL_SIDES;
        found |= (aude__eight)(free == 0) & (aude__eight)(demand != 0);
    }
    return aude__which_of_sixteen((aude__sixteen)found) != 0;
}

int aude__lay_next_hole(const struct aude_game *game, aude_kind kind, unsigned slot)
{
    const struct aude_frontier *fr = &game->frontier;

    if (!slot && !lay_has_hole(fr)) return -1;
    for (; slot < fr->n; slot += AUDE__EIGHT)
        for (unsigned m = lay_holes_among_eight(fr, slot); m; m &= m - 1) {
            unsigned hole = slot + aude__lowest(m);
            if (!lay_sets_allow(game, kind, fr->place[hole].x, fr->place[hole].y, 0))
                return (int)hole;
        }
    return -1;
}

bool aude__lay_is_hole(const struct aude_game *game, aude_kind kind, int x, int y)
{
    int slot = aude__board_slot_at(game, x, y);

    return slot >= 0 && aude__lay_next_hole(game, kind, (unsigned)slot) == slot;
}

enum aude_err aude__lay_allowed(const struct aude_game *game, aude_kind kind, int x,
                                int y, unsigned rot)
{
    enum aude_err err = aude__lay_sides_match(game, kind, x, y, rot);

    return err ? err : lay_sets_allow(game, kind, x, y, rot);
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

static_assert(AUDE_FRONTIER_MAX % AUDE__SIXTEEN == 0,
              "the last sixteen demands may be read");

/* What a tile shows, unturned (N and E, S and W) and turned by a quarter, each sixteen times. */
struct shown {
    aude__sixteen ne, sw, turned_ne, turned_sw;
};

/* Sixteen bytes as four words: the one with that number, four times. */
#define FOUR_TIMES(words, i)                                                             \
    ((aude__sixteen)__builtin_shufflevector(words, words, i, i, i, i))

static inline struct shown lay_shown(aude_kind kind)
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

/* What sixteen cells do not take: in the bytes of N and E, and in those of S and W. */
struct lacks {
    aude__sixteen ne, sw;
};

static inline struct lacks lay_lacks(const uint16_t *demand)
{
    aude__sixteen first, second;

    memcpy(&first, demand, sizeof first);
    memcpy(&second, demand + AUDE__SIXTEEN / 2, sizeof second);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    aude__sixteen sw = AUDE__EVEN_BYTES(first, second),
                  ne = AUDE__ODD_BYTES(first, second);
#else
    aude__sixteen ne = AUDE__EVEN_BYTES(first, second),
                  sw = AUDE__ODD_BYTES(first, second);
#endif
    return (struct lacks){~ne, ~sw};
}

/* In which of them does a tile with these sides lie well? All bits of its byte. */
static inline aude__sixteen lay_meets(struct lacks lacks, aude__sixteen ne,
                                      aude__sixteen sw)
{
    return (aude__sixteen)(((lacks.ne & ne) | (lacks.sw & sw)) == 0);
}

/* BYTES OF DEMANDS: sixteen cells are compared in two vectors of bytes, which is a third less
 * work than eight in a vector of words. The demands are parted into the bytes of N and E and
 * those of S and W; turned by half, a tile has the two bytes of its sides the other way round.
 * Returns the rotations of each cell, as in struct matched. */
static inline aude__sixteen lay_match_sixteen(const struct shown *shown,
                                              const uint16_t *demand)
{
    struct lacks lacks = lay_lacks(demand);

    return (lay_meets(lacks, shown->ne, shown->sw) & (1 << ROT_SHIFT)) |
           (lay_meets(lacks, shown->turned_ne, shown->turned_sw) & (2 << ROT_SHIFT)) |
           (lay_meets(lacks, shown->sw, shown->ne) & (4 << ROT_SHIFT)) |
           (lay_meets(lacks, shown->turned_sw, shown->turned_ne) & (8 << ROT_SHIFT));
}

static void lay_match_all(const struct aude_frontier *fr, aude_kind kind,
                          struct matched *matched)
{
    struct shown shown = lay_shown(kind);

    for (unsigned i = 0; i < fr->n; i += 64) {
        uint64_t any = 0;
        for (unsigned k = 0; k < 64 && i + k < fr->n; k += AUDE__SIXTEEN) {
            aude__sixteen found = lay_match_sixteen(&shown, fr->demand + i + k);
            memcpy(&matched->rots[i + k], &found, sizeof found);
            any |= (uint64_t)aude__which_of_sixteen(found) << k;
        }
        matched->any[i / 64] = any;
    }
}

/* Keep the rotations that these sets allow. */
static unsigned lay_filter_rots(const struct aude_game *game, unsigned sets,
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

/* Whether each of the sixteen cells from `from` on is barred. */
static inline aude__sixteen lay_bars(const struct aude__slots *barred, unsigned from)
{
    aude__sixteen bars;

    memcpy(&bars, barred->of + from, sizeof bars);
    return bars;
}

/* Adds the cells that sets forbid for all rotations at once (fits_bar); returns the other
 * sets. */
static unsigned lay_bar_cells(const struct aude_game *game, aude_kind kind,
                              unsigned limits, struct aude__slots *barred)
{
    unsigned left = limits;

    memset(barred->of, 0, (game->frontier.n / 16 + 1u) * 16u);
    for (unsigned m = limits; m; m &= m - 1) {
        const struct aude__set *set = aude__sets[aude__lowest(m)];
        if (set->fits_bar && set->fits_bar(game, kind, barred)) left &= ~(m & -m);
    }
    return left;
}

/* Does the tile match any of eight cells? */
static inline bool lay_any_of_eight(const struct aude_frontier *fr, aude_kind kind,
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
AUDE__APART static bool lay_anywhere_within(const struct aude_game *game, aude_kind kind,
                                            unsigned limits)
{
    const struct aude_frontier *fr = &game->frontier;

    for (unsigned i = fr->n; i--;) {
        unsigned rots = lay_matches(kind, fr->demand[i]);
        if (rots && lay_filter_rots(game, limits, kind, i, rots)) return true;
    }
    return false;
}

bool aude__lay_anywhere(const struct aude_game *game, aude_kind kind)
{
    const struct aude_frontier *fr = &game->frontier;
    unsigned limits = lay_limits(game, kind), i = fr->n;

    if (limits) return lay_anywhere_within(game, kind, limits);
    /* New cells have few neighbours, so the last eight nearly always decide it. */
    for (; i >= AUDE__EIGHT; i -= AUDE__EIGHT)
        if (lay_any_of_eight(fr, kind, i - AUDE__EIGHT)) return true;
    while (i)
        if (lay_matches(kind, fr->demand[--i])) return true;
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
static inline struct aude_action *lay_list_64(const struct aude_frontier *fr,
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
static inline unsigned lay_list_roomy(const struct aude_frontier *fr,
                                      const struct matched *matched,
                                      struct aude_action *out)
{
    struct aude_action *at = out;

    for (unsigned i = 0; i < fr->n; i += 64) at = lay_list_64(fr, matched, i, at);
    return (unsigned)(at - out);
}

/* One by one, where there is little room or sets are to be asked. */
AUDE__APART static void lay_list_carefully(const struct aude_game *game, aude_kind kind,
                                           unsigned limits, const struct matched *matched,
                                           struct aude__sink *sink)
{
    const struct aude_frontier *fr = &game->frontier;

    for (unsigned i = 0; i < fr->n; i += 64)
        for (uint64_t m = matched->any[i / 64]; m; m &= m - 1) {
            unsigned slot = i + (unsigned)__builtin_ctzll(m);
            unsigned rots = lay_filter_rots(game, limits, kind, slot,
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
AUDE__APART static void lay_list_within(const struct aude_game *game, aude_kind kind,
                                        unsigned limits, struct matched *matched,
                                        struct aude__sink *sink)
{
    const struct aude_frontier *fr = &game->frontier;
    struct aude__slots barred;

    limits = lay_bar_cells(game, kind, limits, &barred);
    for (unsigned i = 0; i < fr->n; i += AUDE__SIXTEEN)
        matched->any[i / 64] &=
            ~((uint64_t)aude__which_of_sixteen(lay_bars(&barred, i)) << i % 64);
    if (!limits && sink->max - sink->n >= 4 * (int)fr->n)
        sink->n += (int)lay_list_roomy(fr, matched, sink->out + sink->n);
    else
        lay_list_carefully(game, kind, limits, matched, sink);
}

void aude__lay_list(const struct aude_game *game, aude_kind kind, struct aude__sink *sink)
{
    const struct aude_frontier *fr = &game->frontier;
    unsigned limits = lay_limits(game, kind);
    struct matched matched;

    lay_match_all(fr, kind, &matched);
    if (limits)
        lay_list_within(game, kind, limits, &matched, sink);
    else if (sink->max - sink->n >= 4 * (int)fr->n)
        sink->n += (int)lay_list_roomy(fr, &matched, sink->out + sink->n);
    else
        lay_list_carefully(game, kind, 0, &matched, sink);
}

/* -- Places by number ------------------------------------------------------------------- */

/* As AUDE__BYTES, in half words of two bytes. */
static const uint64_t HALVES = 0x0001000100010001;

/* BYTES OF DEMANDS again, but in how many rotations the tile fits into each of sixteen cells. A comparison that holds
 * is -1. */
static inline aude__sixteen lay_count_sixteen(const struct shown *shown,
                                              const uint16_t *demand)
{
    struct lacks lacks = lay_lacks(demand);

    return -(lay_meets(lacks, shown->ne, shown->sw) +
             lay_meets(lacks, shown->turned_ne, shown->turned_sw) +
             lay_meets(lacks, shown->sw, shown->ne) +
             lay_meets(lacks, shown->turned_sw, shown->turned_ne));
}

/* How many they are together, at most 255. */
static inline unsigned lay_add_up(aude__sixteen rots)
{
    aude__two words = (aude__two)rots;

    return (unsigned)((words[0] + words[1]) * AUDE__BYTES >> 56);
}

/* Of the sixteen cells from `from` on those that fit are left, with as many rotations as the sets allow that have to be
 * asked about each of them. */
AUDE__APART static aude__sixteen lay_count_asked(const struct aude_game *game,
                                                 const struct aude_choices *choices,
                                                 aude__sixteen rots, unsigned from)
{
    for (unsigned m = aude__which_of_sixteen(rots); m; m &= m - 1) {
        unsigned i = aude__lowest(m), slot = from + i;
        unsigned fits = lay_matches(choices->tile, game->frontier.demand[slot]);
        fits = lay_filter_rots(game, choices->limits, choices->tile, slot, fits);
        rots[i] = n_turns[fits << ROT_SHIFT];
    }
    return rots;
}

/* Where sets bar cells or rotations. BARRED AS BYTES: all cells are counted as if nothing were barred, sixteen at a
 * time, and those that are get lost in one operation. */
AUDE__APART static void lay_count_within(const struct aude_game *game,
                                         struct aude_choices *choices)
{
    const struct aude_frontier *fr = &game->frontier;
    struct shown shown = lay_shown(choices->tile);
    struct aude__slots barred;
    unsigned all = 0;

    choices->limits = lay_bar_cells(game, choices->tile, choices->limits, &barred);
    for (unsigned i = 0; i < fr->n; i += 64) {
        uint64_t lays = 0;
        for (unsigned k = 0; k < 64 && i + k < fr->n; k += AUDE__SIXTEEN) {
            aude__sixteen rots = lay_count_sixteen(&shown, fr->demand + i + k) &
                                 (aude__sixteen)(lay_bars(&barred, i + k) == 0);
            if (choices->limits) rots = lay_count_asked(game, choices, rots, i + k);
            memcpy(&choices->rots[i + k], &rots, sizeof rots);
            lays |= (uint64_t)lay_add_up(rots) << k;
        }
        choices->up_to[i / 64] = lays * HALVES;
        all += (unsigned)(choices->up_to[i / 64] >> 48);
    }
    choices->n_lays = (int)all;
}

void aude__lay_count(const struct aude_game *game, struct aude_choices *choices)
{
    const struct aude_frontier *fr = &game->frontier;
    unsigned all = 0;

    choices->tile = game->turn.tile;
    choices->limits = lay_limits(game, choices->tile);
    if (choices->limits) {
        lay_count_within(game, choices);
        return;
    }
    struct shown shown = lay_shown(choices->tile);
    for (unsigned i = 0; i < fr->n; i += 64) {
        uint64_t lays = 0;
        for (unsigned k = 0; k < 64 && i + k < fr->n; k += AUDE__SIXTEEN) {
            aude__sixteen rots = lay_count_sixteen(&shown, fr->demand + i + k);
            memcpy(&choices->rots[i + k], &rots, sizeof rots);
            lays |= (uint64_t)lay_add_up(rots) << k;
        }
        choices->up_to[i / 64] = lays * HALVES;
        all += (unsigned)(choices->up_to[i / 64] >> 48);
    }
    choices->n_lays = (int)all;
}

/* The rotations of eight cells, added up: memory has the first of them lowest. */
static inline uint64_t lay_add_up_eight(const uint8_t *rots)
{
    uint64_t word;

    memcpy(&word, rots, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word * AUDE__BYTES;
}

/* The slot of the place with that number, which becomes the number among its rotations. THE PATH TO A CHOICE: nothing
 * of the turn can begin before the cell is known, so every step here is waited for, and none is a branch that cannot
 * be guessed: of four times sixteen cells, which; then which half of them; then which of eight. */
static inline unsigned lay_find_slot(const struct aude_choices *choices, unsigned *number)
{
    unsigned i = 0, all;

    while (*number >= (all = (unsigned)(choices->up_to[i] >> 48))) {
        *number -= all;
        i++;
    }
    unsigned slot = 64 * i + aude__find_sum(choices->up_to[i], HALVES, 16, number);
    uint64_t up_to = lay_add_up_eight(&choices->rots[slot]),
             second = lay_add_up_eight(&choices->rots[slot + AUDE__EIGHT]);
    all = (unsigned)(up_to >> 56);
    unsigned later = 0u - (*number >= all);
    *number -= all & later;
    up_to ^= (up_to ^ second) & (0 - (uint64_t)(later & 1));
    slot += AUDE__EIGHT & later;
    return slot + aude__find_sum(up_to, AUDE__BYTES, 8, number) / 8;
}

struct aude_action aude__lay_choice(const struct aude_game *game,
                                    const struct aude_choices *choices, unsigned number)
{
    unsigned slot = lay_find_slot(choices, &number);
    unsigned rots = lay_matches(choices->tile, game->frontier.demand[slot]);

    if (choices->limits)
        rots = lay_filter_rots(game, choices->limits, choices->tile, slot, rots);
    struct aude_action lay = turns[rots][number];
    lay.x = game->frontier.place[slot].x;
    lay.y = game->frontier.place[slot].y;
    return lay;
}

unsigned aude_game_fits(const struct aude_game *game, aude_kind kind, int x, int y)
{
    int slot = aude__board_slot_at(game, x, y);

    if (slot < 0 || kind >= aude_tiles_count) return 0;
    unsigned rots = lay_matches(kind, game->frontier.demand[slot]);
    return lay_filter_rots(game, game->hooks[AUDE__HOOK_FITS], kind, (unsigned)slot,
                           rots);
}
