/* analyse.c -- what a position is worth, and what could be done in it. */
#include "ai.h"

#include <math.h>
#include <stdlib.h>

/* A lead of `lead` points with `left` tiles to come. */
static double chance(double lead, int left)
{
    return 1 / (1 + exp(-lead / (1 + 1.5 * sqrt(left))));
}

static void judge(const struct aude_game *game, struct ai_candidate *out)
{
    int32_t points[AUDE_SEATS_MAX];
    double sum = 0;

    aude_game_projection(game, points);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        double rival = -1e9;
        for (unsigned other = 0; other < game->n_seats; other++)
            if (other != seat && points[other] > rival) rival = points[other];
        out->points[seat] = points[seat];
        out->difference[seat] = points[seat] - rival;
        out->win[seat] = chance(out->difference[seat], aude_game_left_total(game));
        sum += out->win[seat];
    }
    for (unsigned seat = 0; seat < game->n_seats; seat++) out->win[seat] /= sum;
}

int ai_analyse(const struct aude_game *view, const struct ai_limits *limits,
               struct ai_rng *rng, struct ai_candidate out[], int max)
{
    struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_game after;
    int total = aude_game_actions(view, list, AUDE_ACTIONS_MAX), n = 0;

    (void)limits, (void)rng;
    if (aude_game_over(view) || view->turn.actor == AUDE_SEAT_NONE) return 0;
    for (int i = 0; i < total && i < AUDE_ACTIONS_MAX && n < max; i++) {
        aude_game_copy(&after, view);
        if (aude_game_play(&after, list[i], NULL)) continue;
        out[n] = (struct ai_candidate){.action = list[i], .playouts = 1};
        judge(&after, &out[n++]);
    }
    return n;
}

double ai_win_probability(const struct aude_game *view, unsigned seat,
                          const struct ai_limits *limits, struct ai_rng *rng)
{
    struct ai_candidate all = {0};

    (void)limits, (void)rng;
    judge(view, &all);
    return all.win[seat];
}
