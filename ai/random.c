/* random.c -- a player that does any legal thing, each with the same chance. */
#include "ai.h"

static struct aude_action random_choose(const struct ai_player *player,
                                        const struct aude_game *view,
                                        const struct ai_limits *limits,
                                        struct ai_rng *rng)
{
    struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(view, list, AUDE_ACTIONS_MAX);

    (void)player, (void)limits;
    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    if (n < 1) return (struct aude_action){.kind = AUDE_NO_ACTION};
    return list[ai_rng_below(rng, (uint32_t)n)];
}

const struct ai_player ai_random = {
    .name = "random",
    .title = "Random",
    .sentence = "Does any legal thing, each with the same chance.",
    .hand = AI_HAND_EASY,
    .choose = random_choose,
};
