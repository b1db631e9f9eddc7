/* ai.c -- the table of computer players, and their random numbers. */
#include "ai.h"

#include "hand.h"

#include <string.h>

const struct ai_player *const ai_players[] = {
    &ai_random,    &ai_greedy,    &ai_levels[0], &ai_levels[1], &ai_levels[2],
    &ai_levels[3], &ai_levels[4], &ai_styles[0], &ai_styles[1], &ai_styles[2],
    &ai_levels[5], &ai_levels[6], NULL,
};

const struct ai_player *ai_find(const char *name)
{
    static const char search[] = "search", level[] = "search:level=";
    size_t n = sizeof level - 1;

    for (int i = 0; ai_players[i]; i++)
        if (!strcmp(ai_players[i]->name, name)) return ai_players[i];
    for (int i = 0; i < 2; i++)
        if (!strcmp(ai_before[i].name, name)) return &ai_before[i];
    if (!strcmp(name, search)) return &ai_levels[6];
    if (strncmp(name, level, n) != 0 || name[n] < '1' || name[n] > '7' || name[n + 1])
        return NULL;
    return &ai_levels[name[n] - '1'];
}

/* TB-12: computers take the second part, also those who err on purpose; only the random player
 * may decline. (A swap of the catapult is declined by the same word.) */
static struct aude_action ai_take_second(const struct ai_player *player,
                                         const struct aude_game *view,
                                         struct aude_action meant)
{
    if (meant.kind == AUDE_DECLINE && view->turn.phase == AUDE_PHASE_SECOND &&
        player != &ai_random)
        meant.kind = AUDE_SECOND;
    return meant;
}

struct aude_action ai_choose(const struct ai_player *player, const struct aude_game *view,
                             const struct ai_limits *limits, struct ai_rng *rng)
{
    static const struct ai_limits none;

    if (aude_game_over(view) || view->turn.actor == AUDE_SEAT_NONE)
        return (struct aude_action){.kind = AUDE_NO_ACTION};
    struct aude_action meant = player->choose(player, view, limits ? limits : &none, rng);
    return hand_err(ai_take_second(player, view, meant), hand_of(view, player->hand),
                    rng);
}

void ai_rng_init(struct ai_rng *rng, uint64_t seed)
{
    rng->state = seed;
}

/* SplitMix64: any seed will do, and one word of state is all there is. */
uint64_t ai_rng_next(struct ai_rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* The high half of a product: off by at most n in 2^32, which no game notices. */
uint32_t ai_rng_below(struct ai_rng *rng, uint32_t n)
{
    return (uint32_t)((ai_rng_next(rng) >> 32) * n >> 32);
}
