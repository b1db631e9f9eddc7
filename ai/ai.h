/* ai.h -- ask a computer player for its next action.
 *
 *     aude_game_view(&view, &game, seat);
 *     action = ai_choose(ai_find("greedy"), &view, &rng);
 *
 * A player sees a view: what its seat may know. The order of the pile is not in it, so a
 * player cannot peek. Players keep nothing between calls and read no clock: the same view
 * and the same random numbers give the same action. */
#ifndef AI_H
#define AI_H

#include "aude.h"

/* Random numbers for choices, apart from the game's own. */
struct ai_rng {
    uint64_t state;
};

void ai_rng_init(struct ai_rng *rng, uint64_t seed);
uint64_t ai_rng_next(struct ai_rng *rng);
/* Uniform in 0..n-1, n > 0. */
uint32_t ai_rng_below(struct ai_rng *rng, uint32_t n);

struct ai_player {
    const char *name;  /* as in options: "greedy" */
    const char *title; /* what it does, for a person */
    /* Called only when the seat of `view->turn.actor` has at least one action. */
    struct aude_action (*choose)(const struct aude_game *view, struct ai_rng *rng);
};

extern const struct ai_player ai_random, ai_greedy;

/* Every player, NULL at the end. */
extern const struct ai_player *const ai_players[];

/* NULL if there is none of that name. */
const struct ai_player *ai_find(const char *name);

/* What `player` does now. AUDE_NO_ACTION if nobody has to decide. */
struct aude_action ai_choose(const struct ai_player *player, const struct aude_game *view,
                             struct ai_rng *rng);

#endif
