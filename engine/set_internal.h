/* set_internal.h -- what a set can add to the game: struct aude__set and its hooks.
 *
 * A hook is a place in the game where sets may take part. At the start of a game hooks[] is
 * filled, one mask of sets for each hook (aude__set_hooks); the code at that place goes
 * through the mask: `for (m = game->hooks[h]; m; m &= m - 1) aude__sets[aude__lowest(m)]->h()`.
 * So sets are asked in the order of enum aude_set, and one without the hook costs nothing. */
#ifndef AUDE_SET_INTERNAL_H
#define AUDE_SET_INTERNAL_H

#include "aude.h"

struct aude__sink;
struct aude__sum;

/* ORDER HOOK: the second name is the hook's member of struct aude__set, where it is explained. */
#define AUDE__HOOK_LIST(X)                                                               \
    X(START, start)                                                                      \
    X(FITS, fits)                                                                        \
    X(LAID, laid)                                                                        \
    X(STUCK, stuck)                                                                      \
    X(BEGIN, begin)                                                                      \
    X(DRAWN, drawn)                                                                      \
    X(SOURCE, source)                                                                    \
    X(OWED, owed)                                                                        \
    X(MORE, more)                                                                        \
    X(LIST, list)                                                                        \
    X(MUST, must)                                                                        \
    X(ANYTIME, anytime)                                                                  \
    X(STAND, stand)                                                                      \
    X(REACH, reach)                                                                      \
    X(SPOT, spot)                                                                        \
    X(TILE_FOR, tile_for)                                                                \
    X(LEAVES, leaves)                                                                    \
    X(HOLDS, holds)                                                                      \
    X(PAID, paid)                                                                        \
    X(SCORED, scored)                                                                    \
    X(SUM, sum)                                                                          \
    X(SHARE, share)                                                                      \
    X(COMPLETED, completed)                                                              \
    X(FIELDS, fields)                                                                    \
    X(FARMERS, farmers)                                                                  \
    X(BARNS, barns)                                                                      \
    X(FINAL, final)

enum aude__hook {
#define X(id, member) AUDE__HOOK_##id,
    AUDE__HOOK_LIST(X)
#undef X
        AUDE__HOOKS
};
static_assert((int)AUDE__HOOKS <= (int)AUDE_HOOKS_MAX, "a mask for each hook");

/* A set of frontier cells. */
struct aude__slots {
    uint64_t bit[AUDE_FRONTIER_MAX / 64 + 1];
};

/* What a set did with a tile that fits nowhere. */
enum aude__stuck { AUDE__STUCK_DISCARD, AUDE__STUCK_HANDLED };

/* One set. A hook that is NULL: the set does not take part there. A hook whose game is const
 * changes nothing; the others may change whatever their rule says, and append events. */
struct aude__set {
    const char *name, *title;
    uint8_t playable;                   /* its rules are in this version */
    uint8_t figures[AUDE_FIGURE_KINDS]; /* per seat, added to the supply */
    uint64_t phases;                    /* phases it switches on: AUDE__IN(...) | ... */

    /* Runs once, when the game is cleared and before the pile is built: fills the set's own
     * part of the game, may take its hooks or phases out again. No hook: no mask. */
    void (*setup)(struct aude_game *game);

    /* -- Tiles -- */

    /* When the pile is built: lays the tiles that lie there before the first turn. Only that
     * of the last set is called (INT-15). Returns why it cannot. */
    enum aude_err (*start)(struct aude_game *game, const struct aude_setup *setup);
    /* When a place for a tile is looked for and the sides match: returns what forbids it. */
    enum aude_err (*fits)(const struct aude_game *game, aude_kind kind, int x, int y,
                          unsigned rot);
    /* Goes with `fits`: can it forbid anything for this kind? NULL: for every kind. */
    bool (*fits_kind)(aude_kind kind);
    /* Goes with `fits` where the rotation does not matter: adds to `barred` all frontier cells
     * that it forbids for this kind. NULL: the cells are asked one by one. */
    void (*fits_bar)(const struct aude_game *game, aude_kind kind,
                     struct aude__slots *barred);
    /* After a tile was laid and joined to its neighbours, before P3. */
    void (*laid)(struct aude_game *game, unsigned tile, struct aude_events *events);
    /* After a draw, before a place is looked for. Returns false if the tile does not stay in
     * the hand; the set has put it elsewhere, and another is drawn. */
    bool (*drawn)(struct aude_game *game, aude_kind tile, struct aude_events *events);
    /* When the drawn tile fits nowhere. Returns AUDE__STUCK_HANDLED if the set has put it
     * elsewhere, else AUDE__STUCK_DISCARD: it leaves the game (BASE-15). */
    enum aude__stuck (*stuck)(struct aude_game *game, aude_kind kind,
                              struct aude_events *events);

    /* -- Turns -- */

    /* In P0, when a turn begins. */
    void (*begin)(struct aude_game *game, struct aude_events *events);
    /* Asked whether a turn still has a tile. Returns true if this seat has one to lay that
     * does not come from the pile. */
    bool (*source)(const struct aude_game *game, unsigned seat);
    /* When the turn has no tile to draw. Returns the phase that it has to go through all the
     * same, or AUDE_PHASES for none (INT-52). */
    unsigned (*owed)(const struct aude_game *game);
    /* In P11, when the pile is empty. Returns true if somebody has another turn, and has set
     * turn.seat and turn.phase for it; else the game ends. */
    bool (*more)(struct aude_game *game, struct aude_events *events);

    /* -- What may be done -- */

    /* Lists the set's actions of P3. */
    void (*list)(const struct aude_game *game, struct aude__sink *sink);
    /* In P3, before `action` is checked. Returns why it is refused while the set insists on
     * another action, else AUDE_ERR_OK. While PASS is refused, only `list` of this set is
     * listed. */
    enum aude_err (*must)(const struct aude_game *game, struct aude_action action);
    /* Lists actions that are possible whenever a player is asked, after those of the phase. */
    void (*anytime)(const struct aude_game *game, struct aude__sink *sink);

    /* -- Figures -- */

    /* When a figure of kind `figure` is to be put onto a segment, `handle`, or with AUDE__NONE
     * onto the top of the tile's tower. Returns what forbids it. */
    enum aude_err (*stand)(const struct aude_game *game, unsigned figure, unsigned tile,
                           unsigned handle);
    /* Goes with `stand`. Returns the only tile about which `stand` can say no now, AUDE__NONE,
     * or AUDE__EVERY. On other tiles than the one just laid, features with builders, pigs or
     * barns are asked about in any case. */
    unsigned (*stand_tile)(const struct aude_game *game);
    /* When a figure is to be put onto a tile: returns what forbids that tile. While reach_now()
     * holds, this decides instead of BASE-29 (the tile just laid). */
    enum aude_err (*reach)(const struct aude_game *game, unsigned figure, unsigned tile,
                           unsigned handle);
    /* Goes with `reach`. Returns true if other tiles than the one just laid are open now. */
    bool (*reach_now)(const struct aude_game *game);
    /* Goes with `reach`: lists where else a figure of that kind may be put. */
    void (*reach_list)(const struct aude_game *game, unsigned figure,
                       struct aude__sink *sink);
    /* When a figure is to be put onto a place that is no segment (a tower's top). Returns what
     * forbids it, AUDE_ERR_NO_SEGMENT if the set does not know the place. */
    enum aude_err (*spot)(const struct aude_game *game, unsigned kind, unsigned tile,
                          unsigned segment);
    /* Goes with `spot`, after it returned AUDE_ERR_OK: moves the figure there. */
    void (*spot_take)(struct aude_game *game, unsigned figure, unsigned tile);
    /* Asked for a figure that stands on no tile. Returns the tile it counts as being on, or
     * AUDE__NONE. */
    unsigned (*tile_for)(const struct aude_game *game, unsigned figure);
    /* When a figure leaves its place on the map, while it still stands there. */
    void (*leaves)(struct aude_game *game, unsigned figure);
    /* In P6, when a figure in a scored feature would go home. Returns true if the set holds it
     * back; it has then put it elsewhere. */
    bool (*holds)(struct aude_game *game, unsigned figure);

    /* -- Points -- */

    /* Whenever a feature's worth is needed: changes or adds terms of `sum`. */
    void (*sum)(const struct aude_game *game, const struct aude_feature *f,
                struct aude__sum *sum);
    /* When `seat`, which has the majority on these fields, is paid for `cities` of them: adds
     * terms that this seat gets more. */
    void (*share)(const struct aude_game *game, unsigned seat, const uint16_t *fields,
                  unsigned n, unsigned cities, struct aude__sum *sum);
    /* After a seat got points, from a kind of feature or an enum aude_source. */
    void (*paid)(struct aude_game *game, unsigned seat, unsigned source, int points);
    /* After the owners of a feature were paid, in P6 or, `final`, at the end. */
    void (*scored)(struct aude_game *game, unsigned feature, bool final,
                   struct aude_events *events);
    /* In P6, after the completed features were paid: pays fields (INT-6). */
    void (*fields)(struct aude_game *game, struct aude_events *events);
    /* In P6, after `fields`, for each completed feature, also one without followers. */
    void (*completed)(struct aude_game *game, unsigned feature,
                      struct aude_events *events);
    /* At the end, for each field with farmers. Returns the points a city, or 0 for the usual
     * ones. */
    int (*farmers)(const struct aude_game *game, unsigned field);
    /* At the end, after the farmers were paid: pays fields. */
    void (*barns)(struct aude_game *game, struct aude_events *events);
    /* At the end, after all features: pays what else there is. */
    void (*final)(struct aude_game *game, struct aude_events *events);
};

/* The set's own row; ORDER SET in set.c. */
extern const struct aude__set *const aude__sets[AUDE_SETS];
extern const struct aude__set aude__set_base, aude__set_river_1, aude__set_river_2,
    aude__set_abbot, aude__set_inns, aude__set_traders, aude__set_dragon, aude__set_tower,
    aude__set_abbey, aude__set_count, aude__set_king, aude__set_cult, aude__set_catapult;

#ifdef AUDE_TINY_SET
extern const struct aude__set aude__set_milestones; /* tests/tiny */
#endif

/* Fills hooks[] and phases with what the sets in play want. */
void aude__set_hooks(struct aude_game *game);

/* Are the rules of that set in play? */
static inline bool aude__plays(const struct aude_game *game, enum aude_set set)
{
    return game->sets >> set & 1;
}

/* The first and the last set of a mask. */
static inline unsigned aude__lowest(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}

static inline unsigned aude__highest(unsigned mask)
{
    return 31u - (unsigned)__builtin_clz(mask);
}

#endif
