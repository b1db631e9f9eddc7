/* set_internal.h -- what a set can add to the game: struct aude__set and its hooks.
 *
 * A hook is a place in the game where sets may take part. At the start of a game hooks[] is
 * filled, one mask of sets for each hook (aude__set_hooks); the code at that place goes
 * through the mask: `for (m = game->hooks[h]; m; m &= m - 1) aude__sets[aude__lowest(m)]->h()`,
 * or by AUDE__ASK_EACH() where it is asked often.
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

/* A number for each frontier cell, 0 for those that are not meant, and room up to a whole vector behind them. A word of bits would
 * have to wait for the cell that was noted before. */
struct aude__slots {
    uint8_t of[AUDE_FRONTIER_MAX + 16];
};

/* What a set did with a tile that fits nowhere. */
enum aude__stuck { AUDE__STUCK_DISCARD, AUDE__STUCK_HANDLED };

/* One set. A hook that is NULL: the set does not take part there.
 *
 * Each hook says when it runs, what it may change, and what it returns. "Changes nothing":
 * its game is const, and it may be asked at any time, also for a list or a preview. "Changes
 * its rule's state": the set's own part of the game, figures, points and the set's phases, as
 * its rule says; each change that a player can see becomes an event. Nobody changes the map
 * but `start`, nobody changes turn.phase but `more`. */
struct aude__set {
    const char *name, *title;
    uint8_t playable;                   /* its rules are in this version */
    uint8_t figures[AUDE_FIGURE_KINDS]; /* per seat, added to the supply */
    uint64_t phases;                    /* phases it switches on: AUDE__IN(...) | ... */

    /* Runs once, when the game is cleared and before the pile is built. Changes the set's own
     * part of the game, and may take its hooks or phases out again. Returns nothing. It has no
     * mask: every set in play is asked. */
    void (*setup)(struct aude_game *game);

    /* -- Tiles -- */

    /* Runs once, when the pile is built; only that of the last set is called (INT-15). Changes
     * the map: lays the tiles that lie there before the first turn. Returns why it cannot. */
    enum aude_err (*start)(struct aude_game *game, const struct aude_setup *setup);
    /* Runs when a place for a tile is looked for and the sides match. Changes nothing. Returns
     * what forbids the place, or AUDE_ERR_OK. */
    enum aude_err (*fits)(const struct aude_game *game, aude_kind kind, int x, int y,
                          unsigned rot);
    /* Goes with `fits`: only tiles that have one of these kinds of feature, one bit each, are
     * asked about. 0: all tiles are. */
    uint8_t fits_features;
    /* Goes with `fits`, and runs before it when all cells are asked about. Changes `barred`
     * alone: adds the frontier cells that are forbidden for this kind, however it is turned.
     * Returns true if nothing else is forbidden; else `fits` is asked about the other cells.
     * NULL: the cells are asked one by one. */
    bool (*fits_bar)(const struct aude_game *game, aude_kind kind,
                     struct aude__slots *barred);
    /* Runs after a tile was laid and joined to its neighbours, before P3. Changes its rule's
     * state. Returns nothing. */
    void (*laid)(struct aude_game *game, unsigned tile, struct aude_events *events);
    /* Runs after a draw, before a place is looked for. May put the tile elsewhere. Returns
     * false if it has: the tile is not in the hand, and another is drawn. */
    bool (*drawn)(struct aude_game *game, aude_kind tile, struct aude_events *events);
    /* Runs when the drawn tile fits nowhere. May put the tile elsewhere. Returns
     * AUDE__STUCK_HANDLED if it has, else AUDE__STUCK_DISCARD: the tile leaves the game
     * (BASE-15). */
    enum aude__stuck (*stuck)(struct aude_game *game, aude_kind kind,
                              struct aude_events *events);

    /* -- Turns -- */

    /* Runs in P0, when a turn begins. Changes its rule's state. Returns nothing. */
    void (*begin)(struct aude_game *game, struct aude_events *events);
    /* Runs when it is asked whether a turn still has a tile. Changes nothing. Returns true if
     * this seat has one to lay that does not come from the pile. */
    bool (*source)(const struct aude_game *game, unsigned seat);
    /* Runs when the turn has no tile to draw. Changes nothing. Returns the phase that the turn
     * has to go through all the same, or AUDE_PHASES for none (INT-52). */
    unsigned (*owed)(const struct aude_game *game);
    /* Runs in P11, when the pile is empty. May set turn.seat and turn.phase for another turn.
     * Returns true if it has; else the game ends. */
    bool (*more)(struct aude_game *game, struct aude_events *events);

    /* -- What may be done -- */

    /* Runs when the actions of P3 are listed. Changes `sink` alone: adds the set's actions.
     * Returns nothing. */
    void (*list)(const struct aude_game *game, struct aude__sink *sink);
    /* Goes with `list`, if that makes offers of its own (AUDE__OFFER_OF_SET). Changes nothing.
     * Returns the action with that number among those of the offer, which is one of `choices`. */
    struct aude_action (*pick)(const struct aude_game *game,
                               const struct aude_choices *choices,
                               const struct aude_offer *offer, unsigned number);
    /* Runs in P3, before `action` is checked. Changes nothing. Returns why it is refused while
     * the set insists on another action, else AUDE_ERR_OK. While PASS is refused, only `list`
     * of this set is listed. */
    enum aude_err (*must)(const struct aude_game *game, struct aude_action action);
    /* Runs whenever the actions of any phase are listed, after those of the phase. Changes
     * `sink` alone: adds actions that are possible at every prompt. Returns nothing. */
    void (*anytime)(const struct aude_game *game, struct aude__sink *sink);

    /* -- Figures -- */

    /* Runs when a figure of kind `figure` is to be put onto a segment, `handle`, or with
     * AUDE__NONE onto the top of the tile's tower. Changes nothing. Returns what forbids it, or
     * AUDE_ERR_OK; the same for all kinds of followers, and off stand_tile the same for all
     * segments of a feature: lists ask once for all of them. */
    enum aude_err (*stand)(const struct aude_game *game, unsigned figure, unsigned tile,
                           unsigned handle);
    /* Goes with `stand`; runs once for a list. Changes nothing. Returns the only tile about
     * which `stand` can say no now, AUDE__NONE, or AUDE__EVERY. On other tiles than the one
     * just laid, features with builders, pigs or barns are asked about in any case. */
    unsigned (*stand_tile)(const struct aude_game *game);
    /* Runs when a figure is to be put onto a tile, while reach_now() holds: it decides then
     * instead of BASE-29 (the tile just laid). Changes nothing. Returns what forbids that
     * tile, or AUDE_ERR_OK. */
    enum aude_err (*reach)(const struct aude_game *game, unsigned figure, unsigned tile,
                           unsigned handle);
    /* Goes with `reach`, and runs before it. Changes nothing. Returns true if other tiles than
     * the one just laid are open now. */
    bool (*reach_now)(const struct aude_game *game);
    /* Goes with `reach`; runs when the actions of P3 are listed. Changes `sink` alone: adds
     * where else a figure of that kind may be put. Returns nothing. */
    void (*reach_list)(const struct aude_game *game, unsigned figure,
                       struct aude__sink *sink);
    /* Runs when a figure is to be put onto a place that is no segment (a tower's top). Changes
     * nothing. Returns what forbids it, AUDE_ERR_NO_SEGMENT if the set does not know the
     * place. */
    enum aude_err (*spot)(const struct aude_game *game, unsigned kind, unsigned tile,
                          unsigned segment);
    /* Goes with `spot`; runs after it returned AUDE_ERR_OK. Changes the figure's place: moves
     * it there. Returns nothing. */
    void (*spot_take)(struct aude_game *game, unsigned figure, unsigned tile);
    /* Runs when the tile of a figure is needed that stands on none. Changes nothing. Returns
     * the tile it counts as being on, or AUDE__NONE. */
    unsigned (*tile_for)(const struct aude_game *game, unsigned figure);
    /* Runs when a figure leaves its place on the map, while it still stands there. Changes the
     * set's own part of the game. Returns nothing. */
    void (*leaves)(struct aude_game *game, unsigned figure);
    /* Runs in P6, when a figure in a scored feature would go home. May put it elsewhere.
     * Returns true if it has: the figure is held back. */
    bool (*holds)(struct aude_game *game, unsigned figure);

    /* -- Points -- */

    /* Runs whenever a feature's worth is needed. Changes `sum` alone: alters or adds terms.
     * Returns nothing. */
    void (*sum)(const struct aude_game *game, const struct aude_feature *f,
                struct aude__sum *sum);
    /* Runs when `seat`, which has the majority on these fields, is paid for `cities` of them.
     * Changes `sum` alone: adds terms that this seat gets more. Returns nothing. */
    void (*share)(const struct aude_game *game, unsigned seat, const uint16_t *fields,
                  unsigned n, unsigned cities, struct aude__sum *sum);
    /* Runs after a seat got points, from a kind of feature or an enum aude_source. Changes the
     * set's own part of the game. Returns nothing. */
    void (*paid)(struct aude_game *game, unsigned seat, unsigned source, int points);
    /* Runs after the owners of a feature were paid, in P6 or, `final`, at the end. Changes its
     * rule's state: pays what comes with it. Returns nothing. */
    void (*scored)(struct aude_game *game, unsigned feature, bool final,
                   struct aude_events *events);
    /* Runs in P6, after the completed features were paid. Changes its rule's state: pays
     * fields (INT-6). Returns nothing. */
    void (*fields)(struct aude_game *game, struct aude_events *events);
    /* Runs in P6, after `fields`, for each completed feature, also one without followers.
     * Changes its rule's state. Returns nothing. */
    void (*completed)(struct aude_game *game, unsigned feature,
                      struct aude_events *events);
    /* Runs at the end, for each field with farmers. Changes nothing. Returns the points a
     * city, or 0 for the usual ones. */
    int (*farmers)(const struct aude_game *game, unsigned field);
    /* Runs at the end, after the farmers were paid. Changes its rule's state: pays fields.
     * Returns nothing. */
    void (*barns)(struct aude_game *game, struct aude_events *events);
    /* Runs at the end, after all features. Changes its rule's state: pays what else there is.
     * Returns nothing. */
    void (*final)(struct aude_game *game, struct aude_events *events);
};

/* ORDER SET: the names of the sets; their rows are in set.c. */
#define AUDE__SET_LIST(X, ...)                                                           \
    X(BASE, base, __VA_ARGS__)                                                           \
    X(RIVER_1, river_1, __VA_ARGS__)                                                     \
    X(RIVER_2, river_2, __VA_ARGS__)                                                     \
    X(ABBOT, abbot, __VA_ARGS__)                                                         \
    X(INNS, inns, __VA_ARGS__)                                                           \
    X(TRADERS, traders, __VA_ARGS__)                                                     \
    X(DRAGON, dragon, __VA_ARGS__)                                                       \
    X(TOWER, tower, __VA_ARGS__)                                                         \
    X(ABBEY, abbey, __VA_ARGS__)                                                         \
    X(COUNT, count, __VA_ARGS__)                                                         \
    X(KING, king, __VA_ARGS__)                                                           \
    X(CULT, cult, __VA_ARGS__)                                                           \
    X(CATAPULT, catapult, __VA_ARGS__)                                                   \
    AUDE__TINY_SET(X, __VA_ARGS__)
#ifdef AUDE_TINY_SET
#define AUDE__TINY_SET(X, ...) X(MILESTONES, milestones, __VA_ARGS__)
#else
#define AUDE__TINY_SET(X, ...)
#endif

/* The set's own row; ORDER SET in set.c. */
extern const struct aude__set *const aude__sets[AUDE_SETS];
extern const struct aude__set aude__set_base, aude__set_river_1, aude__set_river_2,
    aude__set_abbot, aude__set_inns, aude__set_traders, aude__set_dragon, aude__set_tower,
    aude__set_abbey, aude__set_count, aude__set_king, aude__set_cult, aude__set_catapult;

#ifdef AUDE_TINY_SET
extern const struct aude__set aude__set_milestones; /* tests/tiny */
#endif

/* SETS BY THEIR NAMES, for hooks that are asked in every turn. AUDE__ASK_EACH(sets, then, hook, ...) does
 * then(set, aude__set_SET.hook(...)) for each of these sets, where `then` is a macro. A set is called by its name
 * after a test of its bit, which the processor foresees as long as games have the same sets; in a loop
 * over the table of sets it has to guess where each call goes, and is often wrong. What a set has no hook for is
 * left out by the compiler. Where the program only has to be small, it is such a loop. */
#ifdef __OPTIMIZE_SIZE__
#define AUDE__ASK_EACH(sets, then, hook, ...)                                            \
    for (unsigned asked = (sets); asked; asked &= asked - 1) {                           \
        then(aude__lowest(asked), aude__sets[aude__lowest(asked)]->hook(__VA_ARGS__))    \
    }
#else
#define AUDE__ASK_ONE(ID, id, then, hook, ...)                                           \
    if (aude__set_##id.hook && asked >> AUDE_SET_##ID & 1) {                             \
        then(AUDE_SET_##ID, aude__set_##id.hook(__VA_ARGS__))                            \
    }
#define AUDE__ASK_EACH(sets, then, hook, ...)                                            \
    {                                                                                    \
        unsigned asked = (sets);                                                         \
        if (asked) {                                                                     \
            AUDE__SET_LIST(AUDE__ASK_ONE, then, hook, __VA_ARGS__)                       \
        }                                                                                \
    }
#endif

/* The same for hooks without a value. */
#define AUDE__ASK_THAT(set, call) call;
#define AUDE__ASK_ALL(sets, hook, ...)                                                   \
    AUDE__ASK_EACH(sets, AUDE__ASK_THAT, hook, __VA_ARGS__)

/* Fills hooks[] and phases with what the sets in play want. */
void aude__set_hooks(struct aude_game *game);

/* HOOKS ON DEMAND: a set that has nothing to say in a hook until something happens (a barn
 * stands, a switch asks for it) takes itself out and comes back then. A call through the table of
 * sets costs little, but the processor often guesses wrongly where it goes. */
static inline void aude__set_hook(struct aude_game *game, enum aude_set set,
                                  enum aude__hook hook, bool on)
{
    game->hooks[hook] = (game->hooks[hook] & ~(1u << set)) | (aude_sets)on << set;
}

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
