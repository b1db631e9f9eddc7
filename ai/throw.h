/* throw.h -- the catapult: what to throw, from where, at whom. Inside ai/ only.
 *
 * Throws are ranges, not lists (aude_game_range()), and what comes of one is chance. So these
 * decisions are made here and not by trying out the list. */
#ifndef AI_THROW_H
#define AI_THROW_H

#include "turn.h"

/* Is it one of them? */
bool throw_decides(const struct aude_game *game);

/* As ai_turn_lines(), but there is always one line: the best. `careful` looks longer. */
int throw_lines(struct turn *turn, const struct aude_game *game, bool careful,
                struct ai_rng *rng, struct turn_line *out);

/* CAT-17 the other way round: the throw from `stand` whose token would come to rest at `at`, or,
 * in a knock-out, have it in the middle of its slide. */
struct aude_action throw_aimed(const struct aude_game *game, unsigned stand,
                               struct aude_point at);

/* The catch (toss.c): a toss to the left neighbour, and hands where one was glimpsed. */
struct aude_action toss_throw(const struct aude_game *game, struct ai_rng *rng);
struct aude_action toss_catch(const struct aude_game *game, struct ai_rng *rng);

#endif
