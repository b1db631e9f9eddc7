/* river_2.c -- River II: a spring, a fork, nine tiles, a volcano lake. How a river runs is in
 * river.c. With River I as well this set takes charge of both (RIV2-16). */
#include "engine.h"

static enum aude_err river_2_start(struct aude_game *game, const struct aude_setup *setup)
{
    uint16_t others = (uint16_t) ~(1u << AUDE_SET_RIVER_1);

    game->hooks[AUDE__HOOK_FITS] &= others;
    game->hooks[AUDE__HOOK_LAID] &= others;
    game->hooks[AUDE__HOOK_STUCK] &= others;
    return aude__river_start(game, setup);
}

/* RIV2-11 read by itself: the herd counts also where expansion II, which counts it otherwise
 * (TB-25), is not in play. */
static void river_2_share(const struct aude_game *game, unsigned seat,
                          const uint16_t *fields, unsigned n, unsigned cities,
                          struct aude__sum *sum)
{
    (void)seat;
    if (game->sw[AUDE_SWITCH_PIG_HERD] != AUDE_HERD_ON ||
        aude__plays(game, AUDE_SET_TRADERS))
        return;
    for (unsigned i = 0; i < n; i++)
        if (game->feature[fields[i]].tags & AUDE_TAG_HERD) {
            aude__sum_add(sum, AUDE_TERM_HERD, cities, 1);
            return;
        }
}

const struct aude__set aude__set_river_2 = {
    .name = "river-2",
    .title = "VI River II",
    .playable = 1,
    .start = river_2_start,
    .fits = aude__river_fits,
    .laid = aude__river_laid,
    .stuck = aude__river_stuck,
    .stand = aude__river_stand,
    .keeps = aude__river_keeps,
    .share = river_2_share,
};
