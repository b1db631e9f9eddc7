/* toss.c -- throwing to be missed, and catching: a game of two within one cell.
 *
 * All that the catcher sees is a cell of the glimpse (CAT-26), so the thrower may be anywhere
 * in it and the catcher must guess: a player who does the same every time is found out. Both pick
 * from a grid of points, the catcher also no hands at all; what a pair of picks is worth
 * follows from the scatter and CAT-29. Fictitious play then finds how often each should pick
 * what: each in turn answers best to everything the other has picked so far, and the shares of
 * their picks come near the best mixture. */
#include "throw.h"

#include <math.h>
#include <string.h>

enum {
    GRID = 5, /* points along and across a cell, as in the estimate of CAT-30 */
    POINTS = GRID * GRID,
    OFF = POINTS, /* the catcher's last pick: hands off */
    PICKS = POINTS + 1,
    NOISE = 7,     /* scatters each way that stand for all */
    ROUNDS = 1000, /* of fictitious play: shares are then within about 0.02 */
    FAR_CELL = 3   /* the first cell from which no scatter falls short of the rule */
};

/* What the catcher wins by each pair of picks, 0..1, and how often each was picked. */
struct duel {
    float won[POINTS][PICKS];
    int tossed[POINTS], caught[PICKS];
};

static int toss_point(int cell, int i)
{
    return cell * AUDE_CAT_GLIMPSE + (2 * i + 1) * AUDE_CAT_GLIMPSE / (2 * GRID);
}

/* Scatters of the triangle of CAT-16, all of the same likelihood. */
static void toss_fill_noise(float most, float out[NOISE])
{
    for (int i = 0; i < NOISE; i++) {
        float u = ((float)i + 0.5f) / NOISE;
        out[i] = u < 0.5f ? most * (sqrtf(2 * u) - 1) : most * (1 - sqrtf(2 - 2 * u));
    }
}

/* CAT-27, CAT-29: hands at hx,hy and a token that is meant for x,y of a cell. */
static float toss_catch_chance(float x, float y, bool hands, float hx, float hy,
                               const float along[NOISE], const float across[NOISE])
{
    int won = 0;

    for (int i = 0; i < NOISE; i++)
        for (int j = 0; j < NOISE; j++) {
            float dx = x + along[i] - hx, dy = y + across[j] - hy;
            float apart = dx * dx + dy * dy;
            if (hands && apart <= AUDE_CAT_R_CATCH * AUDE_CAT_R_CATCH)
                won++;
            else if (!hands || apart > AUDE_CAT_R_TOUCH * AUDE_CAT_R_TOUCH)
                won += x + along[i] < AUDE_CAT_LANE_RULE;
        }
    return (float)won / (NOISE * NOISE);
}

static void toss_fill_duel(struct duel *duel, const struct aude_game *game, int cell)
{
    bool direct = game->sw[AUDE_SWITCH_CATAPULT_MODE] == AUDE_CATAPULT_DIRECT;
    float hand_x = direct ? (float)AUDE_CAT_HAND_P * AUDE_CAT_LANE_MAX / 1023 : 0;
    float hand_y = direct ? AUDE_CAT_HAND_A : 0;
    float along[NOISE], across[NOISE];

    toss_fill_noise(hypotf(AUDE_CAT_LANE_S, hand_x), along);
    toss_fill_noise(hypotf(AUDE_CAT_LANE_S, hand_y), across);
    for (int t = 0; t < POINTS; t++) {
        float x = (float)toss_point(cell, t / GRID), y = (float)toss_point(0, t % GRID);
        for (int h = 0; h < PICKS; h++)
            duel->won[t][h] =
                toss_catch_chance(x, y, h != OFF, (float)toss_point(cell, h / GRID),
                                  (float)toss_point(0, h % GRID), along, across);
    }
}

static void toss_play_duel(struct duel *duel)
{
    float against_toss[POINTS] = {0}, against_hands[PICKS] = {0};
    int toss = POINTS / 2, hands = POINTS / 2;

    for (int round = 0; round < ROUNDS; round++) {
        duel->tossed[toss]++;
        duel->caught[hands]++;
        for (int t = 0; t < POINTS; t++) against_toss[t] += duel->won[t][hands];
        for (int h = 0; h < PICKS; h++) against_hands[h] += duel->won[toss][h];
        for (int t = 0; t < POINTS; t++)
            if (against_toss[t] < against_toss[toss]) toss = t;
        for (int h = 0; h < PICKS; h++)
            if (against_hands[h] > against_hands[hands]) hands = h;
    }
}

/* One of n, as often as its share says. */
static int toss_pick(const int *share, int n, struct ai_rng *rng)
{
    int at = (int)ai_rng_below(rng, ROUNDS), i = 0;

    while (i < n - 1 && at >= share[i]) at -= share[i++];
    return i;
}

static void toss_solve(struct duel *duel, const struct aude_game *game, int cell)
{
    memset(duel, 0, sizeof *duel);
    toss_fill_duel(duel, game, cell);
    toss_play_duel(duel);
}

/* Across any cell, along one of the two far ones: they are alike. */
struct aude_action toss_throw(const struct aude_game *game, struct ai_rng *rng)
{
    struct duel duel;

    toss_solve(&duel, game, FAR_CELL);
    int t = toss_pick(duel.tossed, POINTS, rng);
    int along = FAR_CELL + (int)ai_rng_below(rng, 2), across = (int)ai_rng_below(rng, 4);
    int power = toss_point(along, t / GRID) * AUDE_CAT_POWER_MAX / AUDE_CAT_LANE_MAX;
    return (struct aude_action){
        .kind = AUDE_TOSS,
        .x = (int16_t)(toss_point(across, t % GRID) - AUDE_CAT_LANE_SIDE),
        .y = (int16_t)power};
}

struct aude_action toss_catch(const struct aude_game *game, struct ai_rng *rng)
{
    const uint8_t *cell = game->catapult.glimpse;
    struct duel duel;

    toss_solve(&duel, game, cell[0]);
    int h = toss_pick(duel.caught, PICKS, rng);
    if (h == OFF) return (struct aude_action){.kind = AUDE_HANDS};
    int x = toss_point(cell[0], h / GRID);
    return (struct aude_action){
        .kind = AUDE_HANDS,
        .arg = 1,
        .x = (int16_t)(x < AUDE_CAT_LANE_MAX ? x : AUDE_CAT_LANE_MAX),
        .y = (int16_t)(toss_point(cell[1], h % GRID) - AUDE_CAT_LANE_SIDE)};
}
