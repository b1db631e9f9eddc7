/* hand.c -- the hand with which a computer throws (CAT-32). */
#include "hand.h"

/* CAT-32, from the rule itself. */
static const struct hand hands[AI_HANDS] = {
    [AI_HAND_EASY] = {.aim = 96, .power = 160},
    [AI_HAND_NORMAL] = {.aim = 48, .power = 80},
    [AI_HAND_HARD] = {.aim = 24, .power = 40},
};

struct hand hand_of(const struct aude_game *game, enum ai_hand skill)
{
    bool meter = game->sw[AUDE_SWITCH_CATAPULT_MODE] == AUDE_CATAPULT_METER;

    return meter ? hands[skill] : (struct hand){0, 0};
}

int hand_tri(struct ai_rng *rng, int most)
{
    int one = (int)ai_rng_below(rng, 1024), two = (int)ai_rng_below(rng, 1024);

    return (one + two - 1023) * most / 1023;
}

static int16_t hand_within(int n, int lo, int hi)
{
    return (int16_t)(n < lo ? lo : n > hi ? hi : n);
}

struct aude_action hand_err(struct aude_action meant, struct hand hand,
                            struct ai_rng *rng)
{
    if (meant.kind != AUDE_THROW && meant.kind != AUDE_TOSS) return meant;
    int aim = meant.x + hand_tri(rng, hand.aim);
    int power = meant.y + hand_tri(rng, hand.power);
    meant.y = hand_within(power, 0, AUDE_CAT_POWER_MAX);
    if (meant.kind == AUDE_TOSS)
        meant.x = hand_within(aim, -AUDE_CAT_LANE_SIDE, AUDE_CAT_LANE_SIDE - 1);
    else
        meant.x = (int16_t)(aim & (AUDE_CAT_TURN - 1)); /* round and round */
    return meant;
}
