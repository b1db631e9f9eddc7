/* catapult_internal.h -- what the files of the catapult share: catapult.c plays the rounds,
 * catapult_list.c says what may be thrown, catapult_seduce.c has the seduction,
 * catapult_physics.c the geometry. */
#ifndef AUDE_CATAPULT_INTERNAL_H
#define AUDE_CATAPULT_INTERNAL_H

#include "action_internal.h"

/* The seat that is `n` seats after that one, at most once around: a division waits for ten others. */
static inline unsigned aude__seats_on(const struct aude_game *game, unsigned seat,
                                      unsigned n)
{
    unsigned on = seat + n;

    return on < game->n_seats ? on : on - game->n_seats;
}

/* INT-5: from the active player in seat order. */
static inline unsigned aude__thrower(const struct aude_game *game)
{
    return aude__seats_on(game, game->turn.seat, game->catapult.thrown);
}

static inline unsigned aude__catcher(const struct aude_game *game)
{
    return aude__seats_on(game, aude__thrower(game), 1);
}

static inline bool aude__is_catch(const struct aude_game *game)
{
    return game->catapult.kind == AUDE_CATCH;
}

static inline int32_t aude__within(int32_t n, int32_t lo, int32_t hi)
{
    return n < lo ? lo : n > hi ? hi : n;
}

/* -- catapult_physics.c, sine.c --------------------------------------------------------- */

extern const int16_t aude__catapult_sine_quarter[1025];
int32_t aude__physics_sine(int32_t angle); /* 16384 is one */
uint32_t aude__physics_root(uint64_t n);

/* What chance adds to a throw: range and angle, of a toss along and across the lane; before
 * it the hand errors of DIRECT mode (CAT-15, CAT-16). */
struct aude__scatter {
    int32_t hand_aim, hand_power, x, y;
};

struct aude__flight {
    struct aude_point stand, landing, rest;
    struct aude_point u; /* direction, of length 16384 */
    int32_t slide;       /* from landing to rest */
};

struct aude__disc { /* a follower seen from above */
    struct aude_point at;
    int32_t r;
};

struct aude__hit {
    uint8_t disc, level; /* 0: by the token itself */
};

struct aude__flight aude__physics_fly(const struct aude_game *game, unsigned stand,
                                      int32_t aim, int32_t power,
                                      struct aude__scatter by);
/* Before throws: what they need to know of the board. */
void aude__physics_keep_extent(struct aude_game *game);
/* Followers of the seat on tiles, and in quarters by the switch: for the others aude_catapult_figure() says no. */
uint64_t aude__physics_exposed(const struct aude_game *game, unsigned seat);
bool aude__physics_near_segment(struct aude_point c, struct aude_point a,
                                struct aude_point b, int32_t length, int32_t reach);
/* Could a follower on that tile be hit by the token, or, with `chain`, by others? */
bool aude__physics_may_hit(const struct aude__flight *flight,
                           const struct aude_laid *tile, bool chain);
/* Does the token hit any of them itself? */
bool aude__physics_hits(const struct aude__disc *discs, unsigned n,
                        const struct aude__flight *flight);
bool aude__physics_touches_tile(const struct aude_game *game, struct aude_point rest);
unsigned aude__physics_measure(const struct aude_game *game, struct aude_point rest,
                               unsigned tile);
unsigned aude__physics_nearest(const struct aude_game *game, struct aude_point rest,
                               uint8_t nearest[AUDE_FIGURES_MAX]);
enum aude_catch aude__physics_catch(struct aude_point hands, struct aude_point token);
unsigned aude__physics_knock(const struct aude__disc *discs, unsigned n,
                             const struct aude__flight *flight, struct aude__hit *hit);

/* -- The rounds ------------------------------------------------------------------------- */

/* catapult.c */
void aude__catapult_say_figure(const struct aude_game *game, unsigned figure,
                               enum aude_event_kind kind, unsigned level,
                               struct aude_events *events);

/* catapult_list.c */
bool aude__catapult_list_in_range(const struct aude_game *game,
                                  struct aude_action action);
void aude__catapult_list_scatter_range(const struct aude_game *game,
                                       struct aude_range *out);

/* catapult_seduce.c */
void aude__catapult_seduce_list(const struct aude_game *game, struct aude__sink *sink);

#endif
