/* random.c -- a player that does any legal thing, each with the same chance. */
#include "ai.h"

static struct aude_action random_choose(const struct ai_player *player,
                                        const struct aude_game *view,
                                        const struct ai_limits *limits,
                                        struct ai_rng *rng)
{
    struct aude_choices choices;
    int n = aude_game_choices(view, &choices);

    (void)player, (void)limits;
    if (n < 1) return (struct aude_action){.kind = AUDE_NO_ACTION};
    return aude_game_choice(view, &choices, (int)ai_rng_below(rng, (uint32_t)n));
}

const struct ai_player ai_random = {
    .name = "random",
    .title = "Random",
    .sentence = "Does any legal thing, each with the same chance.",
    .hand = AI_HAND_EASY,
    .choose = random_choose,
};
