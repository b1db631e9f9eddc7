/* levels.c -- the seven levels, three styles, and players of before.
 *
 * The lower levels look at their own turn only and err as people do: they misjudge, they overlook
 * places far from the last tile, they do not keep in mind which tiles are gone, they think little of
 * fields. Level 6 sees with the network; level 7 also plays out what follows, for as long as the clock
 * allows. A style likes some things more than they are worth. How the numbers were found, and how often each
 * level wins against the next, is in docs/ai.md. */
#include "search.h"
#include "thoughts.h"

#include <stdlib.h>

/* -- Plans ------------------------------------------------------------------------------ */

/* What beginners think of their own fields. */
static const struct eval_taste fields_hardly = {.own = {1, 1, 1, 1, 0.6f}, .rival = 1},
                               fields_little = {.own = {1, 1, 1, 1, 0.3f}, .rival = 1},
                               fields_never = {.own = {1, 1, 1, 1, 0}, .rival = 1};

static const struct search_plan levels[7] = {
    {.candidates = 1,
     .noise = 1.07f,
     .overlook = 0.5f,
     .forgets = true,
     .taste = &fields_never},
    {.candidates = 1,
     .noise = 0.87f,
     .overlook = 0.36f,
     .forgets = true,
     .taste = &fields_little},
    {.candidates = 1,
     .noise = 0.77f,
     .overlook = 0.24f,
     .forgets = true,
     .taste = &fields_hardly},
    {.candidates = 1, .noise = 0.57f, .overlook = 0.12f, .forgets = true},
    {.candidates = 1, .noise = 0.27f},
    {.candidates = 1, .net = &net_built_in},
    {.candidates = 12,
     .plies = 2,
     .whole = true,
     .stages = SEARCH_STAGES,
     .playouts = 2000,
     .all_time = true,
     .endgame = SEARCH_ENDGAME,
     .net = &net_built_in},
};

/* Roads, cities, monasteries, gardens, fields. */
static const struct eval_taste cities = {.own = {1, 1.15f, 1.05f, 1, 0.8f}, .rival = 1},
                               others = {.own = {1, 1, 1, 1, 1}, .rival = 1.6f},
                               fields = {.own = {0.95f, 0.95f, 1, 1, 1.2f}, .rival = 1};

static const struct search_plan styles[3] = {
    {.candidates = 1, .taste = &cities},
    {.candidates = 1, .taste = &others},
    {.candidates = 1, .taste = &fields},
};

static const struct search_plan before[2] = {
    {.candidates = 6, .plies = 2, .playouts = 40, .endgame = 3},
    {.candidates = 12,
     .plies = 2,
     .playouts = 2000,
     .all_time = true,
     .endgame = SEARCH_ENDGAME},
};

static struct aude_action levels_choose(const struct ai_player *player,
                                        const struct aude_game *view,
                                        const struct ai_limits *limits,
                                        struct ai_rng *rng)
{
    struct search_candidate *list = malloc(SEARCH_CANDIDATES_MAX * sizeof *list);
    struct search_plan plan = *player->plan;
    struct aude_action action = {.kind = AUDE_NO_ACTION};

    struct ai_thoughts *thoughts = plan.stages ? limits->thoughts : NULL;
    if (thoughts && thoughts_next(thoughts, view, &action)) {
        free(list);
        return action;
    }
    plan.hand = player->hand;
    if (plan.all_time && limits->stop) plan.playouts = UINT64_MAX;
    if (list && search_run(view, &plan, limits, rng, list)) {
        action = list[0].line.action[0];
        if (thoughts) thoughts_keep(thoughts, view, &list[0].line);
    } else /* no memory: anything is better than nothing */
        aude_game_actions(view, &action, 1);
    free(list);
    return action;
}

bool ai_keeps_thoughts(const struct ai_player *player)
{
    return player->plan && player->plan->stages;
}

uint64_t ai_budget(const struct ai_player *player)
{
    return player->plan ? player->plan->playouts : 0;
}

/* -- Players ---------------------------------------------------------------------------- */

const struct ai_player ai_levels[7] = {
    {.name = "level-1",
     .title = "Novice",
     .sentence =
         "Knows the rules, sees what lies near the last tile and never thinks of fields.",
     .level = 1,
     .plan = &levels[0],
     .hand = AI_HAND_EASY,
     .choose = levels_choose},
    {.name = "level-2",
     .title = "Apprentice",
     .sentence = "Often overlooks a place, thinks little of fields and forgets which "
                 "tiles are gone.",
     .level = 2,
     .plan = &levels[1],
     .hand = AI_HAND_EASY,
     .choose = levels_choose},
    {.name = "level-3",
     .title = "Journeyman",
     .sentence = "Counts a turn fairly well, overlooks a place now and then and forgets "
                 "which tiles are gone.",
     .level = 3,
     .plan = &levels[2],
     .hand = AI_HAND_EASY,
     .choose = levels_choose},
    {.name = "level-4",
     .title = "Mason",
     .sentence =
         "Sees nearly everything, but does not keep in mind which tiles are gone.",
     .level = 4,
     .plan = &levels[3],
     .hand = AI_HAND_NORMAL,
     .choose = levels_choose},
    {.name = "level-5",
     .title = "Foreman",
     .sentence = "Counts the tiles that are left and knows what can still be finished.",
     .level = 5,
     .plan = &levels[4],
     .hand = AI_HAND_NORMAL,
     .choose = levels_choose},
    {.name = "level-6",
     .title = "Master",
     .sentence = "Judges a position with the experience of thousands of games.",
     .level = 6,
     .plan = &levels[5],
     .hand = AI_HAND_HARD,
     .choose = levels_choose},
    {.name = "level-7",
     .title = "Grand Master",
     .sentence = "Also plays out what may follow, for as long as the clock lets it.",
     .level = 7,
     .plan = &levels[6],
     .hand = AI_HAND_HARD,
     .choose = levels_choose},
};

const struct ai_player ai_styles[3] = {
    {.name = "builder",
     .title = "Builder",
     .sentence = "Loves large cities and leaves the fields to others.",
     .plan = &styles[0],
     .hand = AI_HAND_NORMAL,
     .choose = levels_choose},
    {.name = "thief",
     .title = "Thief",
     .sentence = "Would rather take your points than make its own.",
     .plan = &styles[1],
     .hand = AI_HAND_NORMAL,
     .choose = levels_choose},
    {.name = "farmer",
     .title = "Farmer",
     .sentence = "Lies down in the fields early and waits for the end of the game.",
     .plan = &styles[2],
     .hand = AI_HAND_NORMAL,
     .choose = levels_choose},
};

const struct ai_player ai_before[2] = {
    {.name = "level-4@0.1",
     .title = "Master of 0.1",
     .sentence = "The Master as it was before the network, to be measured against.",
     .level = 4,
     .plan = &before[0],
     .hand = AI_HAND_HARD,
     .choose = levels_choose},
    {.name = "level-5@0.1",
     .title = "Grand Master of 0.1",
     .sentence = "The Grand Master as it was before the network, to be measured against.",
     .level = 5,
     .plan = &before[1],
     .hand = AI_HAND_HARD,
     .choose = levels_choose},
};
