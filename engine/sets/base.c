/* base.c -- the base game: the start tile, followers on the tile just laid.
 *
 *   road       thief          BASE-30
 *   city       knight
 *   monastery  monk
 *   field      farmer, if farmers are in use (EDN-4)
 *
 * A follower claims a feature only while it is free (BASE-31): put.c. */
#include "engine.h"
#include "tile_internal.h"

/* BASE-7: every free spot, and "no follower". */
static void base_list(const struct aude_game *game, struct aude__sink *sink)
{
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_PASS});
    aude__put_list(game, AUDE_SMALL, sink);
}

/* BASE-4: the start tile lies before the first turn, unless a set brings its own start. */
static enum aude_err base_start(struct aude_game *game, const struct aude_setup *setup)
{
    if (setup->n_start) return aude__pile_lay_start(game, setup);
    for (unsigned i = 0; i < game->pile.n; i++)
        if (aude__dealt[game->pile.kind[i]].is & AUDE__DEALT_START) {
            aude_kind start = game->pile.kind[i];
            aude__pile_remove(game, start);
            aude__board_lay(game, start, 0, 0, 0);
            return AUDE_ERR_OK;
        }
    return AUDE_ERR_START;
}

/* The herd's tile may be in play without the sets that know it; with expansion II that
 * set counts it. */
static void base_share(const struct aude_game *game, unsigned seat,
                       const uint16_t *fields, unsigned n, unsigned cities,
                       struct aude__sum *sum)
{
    (void)seat;
    if (!aude__plays(game, AUDE_SET_TRADERS))
        aude__traders_herd_share(game, fields, n, cities, sum);
}

const struct aude__set aude__set_base = {
    .name = "base",
    .title = "Base game",
    .playable = 1,
    .figures = {[AUDE_SMALL] = 7}, /* BASE-3: the eighth counts the points */
    .phases = AUDE__IN(START) | AUDE__IN(DRAW) | AUDE__IN(TILE) | AUDE__IN(ACTION) |
              AUDE__IN(NEXT) | AUDE__IN(OVER),
    .start = base_start,
    .list = base_list,
    .share = base_share,
};
