/* analyse.c -- what a position is worth, and what could be done in it. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* Budgets that a page waits for, about a hundredth of a second and half of one. */
static const struct search_plan watch = {
    .plies = 2, .playouts = 96, .net = &net_built_in};
static const struct search_plan analysis = {.candidates = SEARCH_CANDIDATES_MAX,
                                            .plies = 2,
                                            .playouts = 4000,
                                            .endgame = 3,
                                            .net = &net_built_in};
static const struct ai_limits no_limits;

static void ai_analyse_fill(const struct search_candidate *c, unsigned n_seats,
                            struct ai_candidate *out)
{
    double n = (double)(c->n ? c->n : 1);
    float points[AUDE_SEATS_MAX] = {0};

    *out = (struct ai_candidate){.action = c->line.action[0], .playouts = c->n};
    if (c->line.n > 1) out->then = c->line.action[1];
    for (unsigned seat = 0; seat < n_seats; seat++) {
        out->points[seat] = c->points[seat] / n;
        out->win[seat] = c->win[seat] / n;
        points[seat] = (float)out->points[seat];
    }
    for (unsigned seat = 0; seat < n_seats; seat++)
        out->difference[seat] = (double)eval_lead(n_seats, points, seat);
}

/* A candidate that was not played out: what it looks like at first. */
static void ai_analyse_look(const struct aude_game *view, struct turn *turn,
                            struct search_candidate *c)
{
    struct aude_game *game = &turn->game[0];
    float points[AUDE_SEATS_MAX];

    aude_game_copy(game, view);
    ai_turn_play(game, &c->line);
    eval_net_value(&turn->eval, game, NULL, NULL, view->turn.actor, points);
    search_win(game, points, c->win);
    for (unsigned seat = 0; seat < view->n_seats; seat++)
        c->points[seat] = (double)points[seat];
}

static bool ai_analyse_listed(const struct ai_candidate *out, int n,
                              struct aude_action action)
{
    for (int i = 0; i < n; i++)
        if (!memcmp(&out[i].action, &action, sizeof action)) return true;
    return false;
}

int ai_analyse(const struct aude_game *view, const struct ai_limits *limits,
               struct ai_rng *rng, struct ai_candidate out[], int max)
{
    struct search_candidate *list = malloc(SEARCH_CANDIDATES_MAX * sizeof *list);
    struct turn *turn = malloc(sizeof *turn);
    turn_flag halt = false;
    int n = 0;

    if (!limits) limits = &no_limits;
    if (list && turn && !aude_game_over(view) && view->turn.actor != AUDE_SEAT_NONE) {
        int found = search_run(view, &analysis, limits, rng, list);
        ai_turn_init(turn, view, NULL, &halt);
        turn->eval.net = analysis.net;
        for (int i = 0; i < found && n < max; i++) {
            if (ai_analyse_listed(out, n, list[i].line.action[0])) continue;
            if (!list[i].n) ai_analyse_look(view, turn, &list[i]);
            ai_analyse_fill(&list[i], view->n_seats, &out[n++]);
        }
    }
    free(turn);
    free(list);
    return n;
}

/* The game is over: nothing is left to chance. */
static double ai_analyse_over(const struct aude_game *view, unsigned seat)
{
    unsigned winners = aude_game_winners(view), n = 0;

    for (unsigned m = winners; m; m &= m - 1) n++;
    return winners >> seat & 1 ? 1.0 / n : 0;
}

double ai_win_probability(const struct aude_game *view, unsigned seat,
                          const struct ai_limits *limits, struct ai_rng *rng)
{
    struct search_candidate sum;

    if (aude_game_over(view)) return ai_analyse_over(view, seat);
    search_watch(view, &watch, limits ? limits : &no_limits, rng, &sum);
    return sum.n ? sum.win[seat] / (double)sum.n : 1.0 / view->n_seats;
}
