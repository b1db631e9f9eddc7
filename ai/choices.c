/* choices.c -- whole lines with their errors (choices.h). */
#include "choices.h"

#include "search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(AI_CHOICE_MAX == (int)TURN_DEPTH, "a line is what turn.c tries out");

enum { KEEP = 10 }; /* lines that are played out as long as there is time */

static const struct search_plan usual = {.candidates = SEARCH_CANDIDATES_MAX,
                                         .plies = 2,
                                         .playouts = 4000,
                                         .endgame = SEARCH_ENDGAME,
                                         .net = &net_built_in};

/* How far the mean of the playouts may be off. The draws of the rounds are spread evenly, so
 * the truth is rather less. */
static double choices_error(const struct search_candidate *c)
{
    if (c->solved) return 0;
    return c->n < 2 ? -1 : search_error_of_mean(c->n, c->lead, c->lead_squares);
}

static void choices_fill(const struct search_candidate *c, unsigned seat,
                         struct ai_choice *out)
{
    double n = (double)(c->n ? c->n : 1);

    *out = (struct ai_choice){.n = c->line.n,
                              .playouts = c->n,
                              .exact = c->solved,
                              .difference = c->lead / n,
                              .error = choices_error(c),
                              .win = c->win[seat] / n};
    memcpy(out->action, c->line.action, sizeof out->action);
}

/* A line that was not played out: what it looks like as it stands. */
static void choices_look(const struct aude_game *view, struct turn *turn,
                         const struct search_candidate *c, struct ai_choice *out)
{
    struct aude_game *game = &turn->game[0];
    float points[AUDE_SEATS_MAX];
    double win[AUDE_SEATS_MAX];
    unsigned seat = view->turn.actor;

    choices_fill(c, seat, out);
    aude_game_copy(game, view);
    ai_turn_play(game, &c->line);
    eval_net_value(&turn->eval, game, NULL, NULL, seat, points);
    search_win(game, points, win);
    out->difference = (double)eval_lead(view->n_seats, points, seat);
    out->win = win[seat];
    out->exact = aude_game_over(game);
    out->error = out->exact ? 0 : -1;
}

static int choices_list(const struct aude_game *view, const struct search_candidate *list,
                        int n, struct turn *turn, struct ai_choice out[])
{
    turn_flag halt = false;

    ai_turn_init(turn, view, NULL, &halt);
    turn->eval.net = usual.net;
    for (int i = 0; i < n; i++)
        if (list[i].n)
            choices_fill(&list[i], view->turn.actor, &out[i]);
        else
            choices_look(view, turn, &list[i], &out[i]);
    return n;
}

int ai_choices(const struct aude_game *view, const struct ai_limits *limits,
               struct ai_rng *rng, struct ai_choice out[], int max)
{
    struct search_candidate *list = malloc(SEARCH_CANDIDATES_MAX * sizeof *list);
    struct turn *turn = malloc(sizeof *turn);
    struct search_plan plan = usual;
    struct ai_limits own = limits ? *limits : (struct ai_limits){0};
    int n = 0;

    plan.keep = max < KEEP ? max : KEEP;
    if (own.stop && !own.playouts) own.playouts = UINT64_MAX;
    if (list && turn && !aude_game_over(view) && view->turn.actor != AUDE_SEAT_NONE) {
        n = search_run(view, &plan, &own, rng, list);
        n = choices_list(view, list, n < max ? n : max, turn, out);
    }
    free(turn);
    free(list);
    return n;
}
