/* search.c -- the searching player. */
#include "ai.h"

static struct aude_action choose(const struct ai_player *player,
                                 const struct aude_game *view,
                                 const struct ai_limits *limits, struct ai_rng *rng)
{
    (void)player;
    return ai_greedy.choose(&ai_greedy, view, limits, rng);
}

const struct ai_player ai_levels[5] = {
    {.name = "level-1",
     .title = "Apprentice",
     .sentence = "Knows the rules, looks at what is in front of it and often errs.",
     .level = 1,
     .choose = choose},
    {.name = "level-2",
     .title = "Journeyman",
     .sentence = "Counts the points of a turn well, and now and then overlooks one.",
     .level = 2,
     .choose = choose},
    {.name = "level-3",
     .title = "Mason",
     .sentence = "Counts the tiles that are left and knows what can still be finished.",
     .level = 3,
     .choose = choose},
    {.name = "level-4",
     .title = "Master",
     .sentence = "Also thinks of what you will do next with the tiles to come.",
     .level = 4,
     .choose = choose},
    {.name = "level-5",
     .title = "Grand Master",
     .sentence = "Thinks as long and as far ahead as the clock lets it.",
     .level = 5,
     .choose = choose},
};
