/* levels.c -- the five levels of the searching player.
 *
 * One search, five plans. The lower levels look at their own turn only and err on purpose;
 * the upper ones play out what follows, the last for as long as it is given, and see with the
 * network besides. Players of before the network are kept to be measured against. */
#include "search.h"

#include <stdlib.h>

/* The figures are those of the ladder in docs/ai.md. */
static const struct search_plan plans[] = {
    {.candidates = 1, .noise = 2.6f},
    {.candidates = 1, .noise = 1.2f},
    {.candidates = 1},
    {.candidates = 6, .plies = 2, .playouts = 40, .endgame = 3, .net = &net_built_in},
    {.candidates = 12,
     .plies = 2,
     .playouts = 2000,
     .endgame = SEARCH_ENDGAME,
     .net = &net_built_in},
};

/* With a clock the last level thinks until it is stopped. */
static struct search_plan plan_of(const struct ai_player *player,
                                  const struct ai_limits *limits)
{
    struct search_plan plan = plans[player->level - 1];

    plan.hand = player->hand;
    if (player->level == 5 && limits->stop) plan.playouts = UINT64_MAX;
    if (player == &ai_before[0] || player == &ai_before[1]) plan.net = NULL;
    return plan;
}

static struct aude_action choose(const struct ai_player *player,
                                 const struct aude_game *view,
                                 const struct ai_limits *limits, struct ai_rng *rng)
{
    struct search_candidate *list = malloc(SEARCH_CANDIDATES_MAX * sizeof *list);
    struct search_plan plan = plan_of(player, limits);
    struct aude_action action = {.kind = AUDE_NO_ACTION};

    if (list && search_run(view, &plan, limits, rng, list))
        action = list[0].line.action[0];
    else
        aude_game_actions(view, &action,
                          1); /* no memory: anything is better than nothing */
    free(list);
    return action;
}

const struct ai_player ai_levels[5] = {
    {.name = "level-1",
     .title = "Apprentice",
     .sentence = "Knows the rules, looks at what is in front of it and often errs.",
     .level = 1,
     .hand = AI_HAND_EASY,
     .choose = choose},
    {.name = "level-2",
     .title = "Journeyman",
     .sentence = "Counts the points of a turn well, and now and then overlooks one.",
     .level = 2,
     .hand = AI_HAND_EASY,
     .choose = choose},
    {.name = "level-3",
     .title = "Mason",
     .sentence = "Counts the tiles that are left and knows what can still be finished.",
     .level = 3,
     .hand = AI_HAND_NORMAL,
     .choose = choose},
    {.name = "level-4",
     .title = "Master",
     .sentence = "Also thinks of what you will do next with the tiles to come.",
     .level = 4,
     .hand = AI_HAND_HARD,
     .choose = choose},
    {.name = "level-5",
     .title = "Grand Master",
     .sentence = "Thinks as long and as far ahead as the clock lets it.",
     .level = 5,
     .hand = AI_HAND_HARD,
     .choose = choose},
};

const struct ai_player ai_before[2] = {
    {.name = "level-4@0.1",
     .title = "Master of 0.1",
     .sentence = "The Master as it was before the network, to be measured against.",
     .level = 4,
     .hand = AI_HAND_HARD,
     .choose = choose},
    {.name = "level-5@0.1",
     .title = "Grand Master of 0.1",
     .sentence = "The Grand Master as it was before the network, to be measured against.",
     .level = 5,
     .hand = AI_HAND_HARD,
     .choose = choose},
};
