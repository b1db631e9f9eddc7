/* inns.c -- expansion I, Inns & Cathedrals.
 *
 *   finished road with an inn       2 a tile, not 1                IC-7
 *   finished city with a cathedral  3 a tile and 3 a shield        IC-9
 *   either one, left unfinished     nothing at all                 IC-8, IC-10
 *   large follower                  counts as two for majority     IC-4, IC-5 (figure.c)
 *   six seats                                                      IC-2 (setup.c)
 *
 * Several inns or cathedrals add nothing (IC-7, IC-9): a feature has the tag or not. */
#include "engine.h"

/* EDN-1 with IC-9: the cathedral's value replaces HALF, or, read otherwise, adds one to it. */
static int inns_cathedral_each(const struct aude_game *game, const struct aude_feature *f)
{
    bool half = f->tiles == 2 && game->sw[AUDE_SWITCH_SMALL_CITY] == AUDE_SMALL_CITY_HALF;

    return half && game->sw[AUDE_SWITCH_HALF_CATHEDRAL] ? 2 : 3;
}

static void inns_sum(const struct aude_game *game, const struct aude_feature *f,
                     struct aude__sum *sum)
{
    bool inn = aude_feature_has(f, AUDE_ROAD, AUDE_TAG_INN) && !game->sw[AUDE_SWITCH_INN];
    bool cathedral = aude_feature_has(f, AUDE_CITY, AUDE_TAG_CATHEDRAL) &&
                     !game->sw[AUDE_SWITCH_CATHEDRAL];

    if (!inn && !cathedral) return;
    if (f->open) sum->n = 0;
    for (unsigned i = 0; i < sum->n; i++)
        sum->term[i].each = (int8_t)(inn ? 2 : inns_cathedral_each(game, f));
}

static void inns_list(const struct aude_game *game, struct aude__sink *sink)
{
    aude__put_list(game, AUDE_LARGE, sink);
}

const struct aude__set aude__set_inns = {
    .name = "inns-cathedrals",
    .title = "I Inns & Cathedrals",
    .playable = 1,
    .figures = {[AUDE_LARGE] = 1},
    .list = inns_list,
    .sum = inns_sum,
};
