/* catapult_internal.h -- what the files of the catapult share: catapult.c plays the rounds,
 * catapult_list.c says what may be thrown, catapult_seduce.c has the seduction. The geometry,
 * catapult_physics.c, is in engine.h with the rest of the engine. */
#ifndef AUDE_CATAPULT_INTERNAL_H
#define AUDE_CATAPULT_INTERNAL_H

#include "action_internal.h"

/* INT-5: from the active player in seat order. */
static inline unsigned aude__thrower(const struct aude_game *game)
{
    return (unsigned)(game->turn.seat + game->catapult.thrown) % game->n_seats;
}

static inline unsigned aude__catcher(const struct aude_game *game)
{
    return (aude__thrower(game) + 1u) % game->n_seats;
}

static inline bool aude__is_catch(const struct aude_game *game)
{
    return game->catapult.kind == AUDE_CATCH;
}

static inline int32_t aude__within(int32_t n, int32_t lo, int32_t hi)
{
    return n < lo ? lo : n > hi ? hi : n;
}

/* catapult.c */
void aude__say_figure(const struct aude_game *game, unsigned figure,
                      enum aude_event_kind kind, unsigned level,
                      struct aude_events *events);

/* catapult_list.c */
bool aude__in_range(const struct aude_game *game, struct aude_action action);
void aude__range_of_scatter(const struct aude_game *game, struct aude_range *out);

/* catapult_seduce.c */
void aude__list_seduction(const struct aude_game *game, struct aude__sink *sink);

#endif
