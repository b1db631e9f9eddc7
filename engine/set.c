/* set.c -- the table of sets, and which of them take part in each hook of a game. */
#include "engine.h"

/* ORDER SET: enum aude_set in aude_tile.h. */
const struct aude__set *const aude__sets[AUDE_SETS] = {
    [AUDE_SET_BASE] = &aude__set_base,
    [AUDE_SET_RIVER_1] = &aude__set_river_1,
    [AUDE_SET_RIVER_2] = &aude__set_river_2,
    [AUDE_SET_ABBOT] = &aude__set_abbot,
    [AUDE_SET_INNS] = &aude__set_inns,
    [AUDE_SET_TRADERS] = &aude__set_traders,
    [AUDE_SET_DRAGON] = &aude__set_dragon,
    [AUDE_SET_TOWER] = &aude__set_tower,
    [AUDE_SET_ABBEY] = &aude__set_abbey,
    [AUDE_SET_COUNT] = &aude__set_count,
    [AUDE_SET_KING] = &aude__set_king,
    [AUDE_SET_CULT] = &aude__set_cult,
    [AUDE_SET_CATAPULT] = &aude__set_catapult,
#ifdef AUDE_TINY_SET
    [AUDE_SET_MILESTONES] = &aude__set_milestones,
#endif
};

const char *aude_set_name(enum aude_set set)
{
    return set < AUDE_SETS ? aude__sets[set]->name : "?";
}

const char *aude_set_title(enum aude_set set)
{
    return set < AUDE_SETS ? aude__sets[set]->title : "?";
}

bool aude_set_playable(enum aude_set set)
{
    return set < AUDE_SETS && aude__sets[set]->playable;
}

enum aude_set aude_set_find(const char *name)
{
    unsigned set = 0;

    while (set < AUDE_SETS && strcmp(aude__sets[set]->name, name) != 0) set++;
    return set;
}

/* A game has a mask of sets for each hook: there are no pointers in the value, and a set
 * that is not in play costs nothing. Which sets have a hook is known when this is compiled: a row of `|` for each
 * hook becomes one number. */
void aude__set_hooks(struct aude_game *game)
{
#define HAS(ID, id, member) | (unsigned)(aude__set_##id.member != NULL) << AUDE_SET_##ID
#define X(hook, member)                                                                  \
    game->hooks[AUDE__HOOK_##hook] =                                                     \
        (aude_sets)(game->sets & (0 AUDE__SET_LIST(HAS, member)));
    AUDE__HOOK_LIST(X)
#undef X
#undef HAS
    game->phases = 0;
#define PHASES(ID, id, ...)                                                              \
    game->phases |=                                                                      \
        aude__set_##id.phases & (0 - (uint64_t)(game->sets >> AUDE_SET_##ID & 1));
    AUDE__SET_LIST(PHASES, )
#undef PHASES
}
