/* lines.c -- whole turns weighed against each other (lines.h). */
#include "lines.h"

#include "search.h"

#include <stdlib.h>

enum {
    FIND = 2000,        /* playouts that look for the best */
    WEIGH = 20000,      /* and that weigh it, where the caller sets no budget */
    EXACT_MAX = 300000, /* turns of a solution: about a second */
    ROOT = 6000         /* lines of the root that are tried */
};

static const struct search_plan find = {.candidates = SEARCH_CANDIDATES_MAX,
                                        .plies = 2,
                                        .playouts = FIND,
                                        .net = &net_built_in};
static const struct search_plan weigh = {.candidates = SEARCH_CANDIDATES_MAX,
                                         .plies = 2,
                                         .playouts = WEIGH,
                                         .net = &net_built_in};
static const struct ai_limits no_limits;

bool ai_line_play(struct aude_game *game, const struct ai_line *line,
                  struct aude_events *events)
{
    for (int i = 0; i < line->n; i++)
        if (aude_game_play(game, line->action[i], events)) return false;
    return true;
}

static double ai_lines_lead(const struct search_candidate *c)
{
    return c->n ? c->lead / (double)c->n : (double)c->line.value;
}

static void ai_lines_fill(const struct search_candidate *c,
                          const struct search_candidate *first, unsigned seat,
                          struct ai_line *out)
{
    *out = (struct ai_line){.n = c->line.n, .playouts = c->n};
    for (int i = 0; i < c->line.n; i++) out->action[i] = c->line.action[i];
    out->behind = c->n && c->squares > 0 ? -c->behind / (double)c->n
                                         : ai_lines_lead(first) - ai_lines_lead(c);
    out->lead = ai_lines_lead(first) - out->behind;
    out->error = search_error(c);
    out->win = c->n ? c->win[seat] / (double)c->n : -1;
}

/* -- The last tiles --------------------------------------------------------------------- */

static int ai_lines_better(const void *a, const void *b)
{
    const struct search_candidate *p = a, *q = b;

    return (p->lead < q->lead) - (p->lead > q->lead);
}

/* About how many turns the solution looks at: all are about as wide as this one. */
static double ai_lines_cost(const struct aude_game *view, int n)
{
    int left = aude_game_left_total(view);
    double cost = n;

    for (int i = 0; i < left; i++) cost *= (double)n * (left - i);
    return cost;
}

/* -1: it cannot be solved exactly. */
static int ai_lines_solve(const struct aude_game *view, const struct ai_limits *limits,
                          struct ai_rng *rng, struct ai_line out[], int max)
{
    struct search_candidate *list = calloc(AI_LINES_MAX, sizeof *list);
    struct turn_line *line = calloc(AI_LINES_MAX, sizeof *line);
    struct turn *turn = malloc(sizeof *turn);
    turn_flag halt = false;
    int n = -1;

    if (list && line && turn) {
        ai_turn_init(turn, view, limits, &halt);
        turn->eval.net = NULL;
        n = ai_turn_lines(turn, view, ROOT, rng, line, AI_LINES_MAX);
        bool all = n < AI_LINES_MAX && !turn->cut && ai_lines_cost(view, n) < EXACT_MAX;
        for (int i = 0; i < n; i++) list[i].line = line[i];
        if (!all || !endgame_exact(turn, view, rng, list, n)) n = -1;
    }
    if (n > 0) qsort(list, (size_t)n, sizeof *list, ai_lines_better);
    if (n > max) n = max;
    for (int i = 0; i < n; i++) {
        ai_lines_fill(&list[i], &list[0], view->turn.actor, &out[i]);
        out[i].playouts = 0;
        out[i].error = 0;
        out[i].win = -1;
    }
    free(turn);
    free(line);
    free(list);
    return n;
}

/* -- Playouts --------------------------------------------------------------------------- */

/* Lines that come to the same position are one line. */
static int ai_lines_unite(const struct aude_game *view, struct search_candidate *list,
                          int n)
{
    struct aude_game *game = malloc(sizeof *game);
    uint64_t hash[SEARCH_CANDIDATES_MAX];
    int stay = 0;

    for (int i = 0; game && i < n; i++) {
        aude_game_copy(game, view);
        ai_turn_play(game, &list[i].line);
        hash[stay] = aude_game_hash(game);
        int j = 0;
        while (hash[j] != hash[stay]) j++;
        if (j == stay) list[stay++] = list[i];
    }
    free(game);
    return stay ? stay : n;
}

static int ai_lines_nearer(const void *a, const void *b)
{
    const struct ai_line *p = a, *q = b;

    return (p->behind > q->behind) - (p->behind < q->behind);
}

static int ai_lines_search(const struct aude_game *view, const struct ai_limits *limits,
                           struct ai_rng *rng, double sure, struct ai_line out[], int max)
{
    struct search_candidate *list = malloc(SEARCH_CANDIDATES_MAX * sizeof *list);
    struct ai_limits own = *limits;
    struct search_plan plan = weigh;
    int n = 0;

    if (own.stop && !own.playouts) plan.playouts = UINT64_MAX;
    own.playouts = FIND;
    if (list) n = search_run(view, &find, &own, rng, list);
    own.playouts = limits->playouts;
    if (n) n = ai_lines_unite(view, list, n);
    if (n > 1) search_weigh(view, &plan, &own, rng, sure, list, n);
    if (n > max) n = max;
    for (int i = 0; i < n; i++)
        ai_lines_fill(&list[i], &list[0], view->turn.actor, &out[i]);
    if (n) qsort(out, (size_t)n, sizeof *out, ai_lines_nearer);
    free(list);
    return n;
}

int ai_lines(const struct aude_game *view, const struct ai_limits *limits,
             struct ai_rng *rng, double sure, struct ai_line out[], int max)
{
    int left = aude_game_left_total(view);

    if (!limits) limits = &no_limits;
    if (aude_game_over(view) || view->turn.actor == AUDE_SEAT_NONE) return 0;
    if (left <= AI_EXACT_LEFT) {
        int n = ai_lines_solve(view, limits, rng, out, max);
        return n < 0 ? 0 : n;
    }
    if (left <= SEARCH_ENDGAME) return 0;
    return ai_lines_search(view, limits, rng, sure, out, max);
}

int ai_lines_glance(const struct aude_game *view, uint64_t playouts, struct ai_rng *rng,
                    struct ai_line out[], int max)
{
    struct search_candidate *list = malloc(SEARCH_CANDIDATES_MAX * sizeof *list);
    struct ai_limits limits = {.playouts = playouts};
    struct search_plan plan = find;
    int n = 0;

    plan.candidates = 8;
    if (!playouts) plan.plies = 0;
    if (list) n = search_run(view, &plan, &limits, rng, list);
    if (n) n = ai_lines_unite(view, list, n);
    if (n > max) n = max;
    for (int i = 0; i < n; i++) {
        ai_lines_fill(&list[i], &list[0], view->turn.actor, &out[i]);
        out[i].behind = ai_lines_lead(&list[0]) - ai_lines_lead(&list[i]);
    }
    free(list);
    return n;
}
