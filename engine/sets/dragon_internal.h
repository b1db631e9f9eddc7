/* dragon_internal.h -- what the files of expansion III share: dragon.c and dragon_portal.c. */
#ifndef AUDE_DRAGON_INTERNAL_H
#define AUDE_DRAGON_INTERNAL_H

#include "engine.h"

/* Has the tile just laid that mark? */
static inline bool aude__dragon_placed_mark(const struct aude_game *game, unsigned mark)
{
    return aude_tiles[game->laid[game->turn.laid].kind].marks & mark;
}

/* dragon_portal.c */
bool aude__dragon_portal_reach_now(const struct aude_game *game);
enum aude_err aude__dragon_portal_reach(const struct aude_game *game, unsigned figure,
                                        unsigned tile, unsigned handle);
void aude__dragon_portal_reach_list(const struct aude_game *game, unsigned figure,
                                    struct aude__sink *sink);
struct aude_action aude__dragon_portal_pick(const struct aude_game *game,
                                            const struct aude_choices *choices,
                                            const struct aude_offer *offer,
                                            unsigned number);
/* Keeps dragon.segments: from all features in the first turn, when a portal was laid, and when a feature is complete. */
void aude__dragon_portal_count_start(struct aude_game *game);
void aude__dragon_portal_count_tiles(struct aude_game *game);
void aude__dragon_portal_completed(struct aude_game *game, unsigned feature,
                                   struct aude_events *events);

#endif
