/* river_2.c -- River II: a spring, a fork, nine tiles, a volcano lake. How a river runs is in
 * river.c. With River I as well this set takes charge of both (RIV2-16). */
#include "engine.h"

static enum aude_err river_2_start(struct aude_game *game, const struct aude_setup *setup)
{
    aude_sets others = ~(1u << AUDE_SET_RIVER_1);

    game->hooks[AUDE__HOOK_FITS] &= others;
    game->hooks[AUDE__HOOK_LAID] &= others;
    game->hooks[AUDE__HOOK_STUCK] &= others;
    return aude__river_start(game, setup);
}

/* When all tiles of the river were drawn, no lake comes any more: from the next turn on nobody is asked
 * about it. */
static void river_2_begin(struct aude_game *game, struct aude_events *events)
{
    bool over = game->river.n && !game->river.flowing;

    (void)events;
    if (!over) return;
    aude__set_hook(game, AUDE_SET_RIVER_2, AUDE__HOOK_STAND, false);
    aude__set_hook(game, AUDE_SET_RIVER_2, AUDE__HOOK_BEGIN, false);
}

const struct aude__set aude__set_river_2 = {
    .name = "river-2",
    .title = "VI River II",
    .playable = 1,
    .start = river_2_start,
    .begin = river_2_begin,
    .fits = aude__river_fits,
    .fits_bar = aude__river_fits_bar,
    .laid = aude__river_laid,
    .stuck = aude__river_stuck,
    .stand = aude__river_stand,
    .stand_tile = aude__river_stand_tile,
};
