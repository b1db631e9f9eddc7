/* learn.c -- learn the weights of the evaluation from what two choices in one position came to.
 *
 *     learn SECONDS ROUNDS SEED SETS SEATS THREADS MATCH [FILE]
 *
 * A fit of positions to results (tools/train/fit.c) says what goes together with points, not what brings
 * them: the player who is ahead has more of everything. Here one position is played on twice, with
 * two different lines, by level 3 and against the same draws, to the end of the game. What the
 * two results differ by is due to the lines alone, so the difference between the two numbers
 * of a weight is set against it: least squares for all weights at once, kept near what they were
 * by a ridge. The next round plays with the new weights, and what it finds is added.
 *
 * SETS is `base`, names, `any` (each game any of them), `one` (each game one of them) or `some`
 * (one or any); `one:tower,abbey-mayor` is one of those. In the base game what is learnt is what features and followers at hand are
 * worth, otherwise the numbers of the expansions. In the end MATCH games are
 * played between the new weights and the old. FILE is where the weights are read from, if it is
 * there, and written to. */
#include "ai/eval_internal.h"
#include "ai/turn.h"
#include "linear.h"

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    THREADS_MAX = 64,
    P = sizeof(struct eval_weights) / sizeof(float),
    N_MAX = 256,
    LINES = 48, /* of which one is the other choice: */
    FEW = 8,    /* every second time one of the best */
    EVERY = 14, /* decisions between two that are played on twice */
    MOST = 2000,
    HAND = offsetof(struct eval_weights, hand) / sizeof(float),
    SETS = offsetof(struct eval_weights, sets) / sizeof(float),
    SETS_END = SETS + EVAL_SETS_N
};

static const float STEP = 0.02f; /* for slopes by difference */
static const double RIDGE = 0.2; /* points by which a weight may tell two lines apart */

struct plan {
    aude_sets expansions;
    bool any, one;
    unsigned n_seats; /* 0: any */
    bool base;        /* learn the base game's weights */
    double until;
};

/* One thread's room. */
struct lab {
    const struct plan *plan;
    struct eval_weights weights, other; /* `other`: the opponent's in a match */
    struct turn turn;
    struct aude_game game, view, branch, look;
    struct eval_board board;
    uint64_t seed;
    long pairs, games;
    double won, squares, victories;
    double a[N_MAX][N_MAX], g[N_MAX], rest;
    pthread_t thread;
};

static double learn_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The weights that are learnt are one stretch of the table. */
static int learn_first_of(const struct plan *plan)
{
    return plan->base ? 0 : SETS;
}

static int learn_count_of(const struct plan *plan)
{
    return plan->base ? SETS : SETS_END - SETS;
}

/* -- Slopes ----------------------------------------------------------------------------- */

static float learn_value(struct lab *lab, const struct aude_game *game, unsigned seat,
                         unsigned *rival)
{
    float points[AUDE_SEATS_MAX];

    eval_weights_changed(&lab->turn.eval);
    eval_points(&lab->turn.eval, game, NULL, NULL, points);
    if (rival) {
        *rival = seat ? 0 : 1;
        for (unsigned s = 0; s < game->n_seats; s++)
            if (s != seat && points[s] > points[*rival]) *rival = s;
    }
    return eval_lead(game->n_seats, points, seat);
}

static void learn_slopes_base(struct lab *lab, const struct aude_game *game,
                              unsigned seat, unsigned rival, float *out)
{
    float *w = (float *)&lab->weights, own[EVAL_HAND_N], his[EVAL_HAND_N];

    for (int i = 0; i < HAND; i++) {
        float was = w[i];
        w[i] = was + STEP;
        float up = learn_value(lab, game, seat, NULL);
        w[i] = was - STEP;
        out[i] = (up - learn_value(lab, game, seat, NULL)) / (2 * STEP);
        w[i] = was;
    }
    eval_feature_hand_x(&lab->turn.eval, game, &lab->board, seat, own);
    eval_feature_hand_x(&lab->turn.eval, game, &lab->board, rival, his);
    for (int i = 0; i < EVAL_HAND_N; i++) out[HAND + i] = own[i] - his[i];
}

static void learn_slopes_sets(struct lab *lab, const struct aude_game *game,
                              unsigned seat, unsigned rival, float *out)
{
    float x[AUDE_SEATS_MAX][EVAL_SETS_N];

    eval_sets_x(&lab->turn.eval, game, &lab->board.held, x);
    for (int i = 0; i < EVAL_SETS_N; i++) out[i] = x[seat][i] - x[rival][i];
}

/* The value of the position after `line`, and how it changes with each weight. */
static float learn_slopes(struct lab *lab, const struct turn_line *line, unsigned seat,
                          float *out)
{
    unsigned rival;

    aude_game_copy(&lab->look, &lab->view);
    ai_turn_play(&lab->look, line);
    memset(out, 0, N_MAX * sizeof *out);
    float v = learn_value(lab, &lab->look, seat, &rival);
    if (aude_game_over(&lab->look)) return v;
    eval_board(&lab->turn.eval, &lab->look, &lab->board);
    if (lab->plan->base)
        learn_slopes_base(lab, &lab->look, seat, rival, out);
    else
        learn_slopes_sets(lab, &lab->look, seat, rival, out);
    return v;
}

/* -- Games ------------------------------------------------------------------------------ */

static void learn_begin(struct lab *lab, struct ai_rng *rng)
{
    const struct plan *plan = lab->plan;
    struct aude_setup setup;

    do {
        bool one = plan->one && (!plan->any || ai_rng_below(rng, 2));
        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.seed = aude_seed(ai_rng_next(rng));
        setup.expansions = plan->expansions;
        if (one)
            setup.expansions &= 1u << ai_rng_below(rng, AUDE_SETS);
        else if (plan->any)
            setup.expansions &= (aude_sets)(ai_rng_next(rng) >> 32);
        setup.n_seats = (uint8_t)plan->n_seats;
        if (!plan->n_seats) /* every second game of two */
            setup.n_seats =
                (uint8_t)(ai_rng_below(rng, 2) ? 2 : 3 + ai_rng_below(rng, 4));
        setup.first = 0;
    } while ((plan->expansions && !setup.expansions) ||
             aude_game_init(&lab->game, &setup, NULL));
}

static int learn_lines(struct lab *lab, const struct aude_game *game,
                       const struct eval_weights *weights, struct ai_rng *rng,
                       struct turn_line *out, int max)
{
    turn_flag halt = false;

    aude_game_view(&lab->view, game, game->turn.actor);
    ai_turn_init(&lab->turn, &lab->view, NULL, &halt);
    eval_init(&lab->turn.eval, &lab->view, weights);
    return ai_turn_lines(&lab->turn, &lab->view, MOST, rng, out, max);
}

/* By what `seat` leads in the end, if the line is played and level 3 goes on. */
static double learn_outcome(struct lab *lab, const struct turn_line *line, unsigned seat,
                            uint64_t seed)
{
    struct ai_rng rng;
    struct turn_line best;
    float points[AUDE_SEATS_MAX];

    ai_rng_init(&rng, seed);
    aude_game_copy(&lab->branch, &lab->game);
    ai_turn_play(&lab->branch, line);
    while (!aude_game_over(&lab->branch)) {
        learn_lines(lab, &lab->branch, &lab->weights, &rng, &best, 1);
        if (!ai_turn_play(&lab->branch, &best)) exit(1);
    }
    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++)
        points[s] = (float)lab->branch.player[s].points;
    return (double)eval_lead(lab->branch.n_seats, points, seat);
}

static void learn_pair(struct lab *lab, const struct turn_line *a,
                       const struct turn_line *b, struct ai_rng *rng)
{
    static _Thread_local float x[N_MAX], y[N_MAX];
    unsigned seat = lab->game.turn.actor;
    int n = learn_count_of(lab->plan);
    uint64_t seed = ai_rng_next(rng);

    double said =
        (double)learn_slopes(lab, a, seat, x) - (double)learn_slopes(lab, b, seat, y);
    double came = learn_outcome(lab, a, seat, seed) - learn_outcome(lab, b, seat, seed);
    double rest = came - said, moved = 0;
    const float *w = (float *)&lab->weights + learn_first_of(lab->plan);
    const float *old = (float *)&lab->other + learn_first_of(lab->plan);
    for (int i = 0; i < n; i++) {
        x[i] -= y[i];
        moved += (double)x[i] * (double)(w[i] - old[i]); /* what was learnt before */
    }
    for (int i = 0; i < n; i++) {
        if (x[i] == 0) continue;
        lab->g[i] += (double)x[i] * (rest + moved);
        for (int j = 0; j < n; j++) lab->a[i][j] += (double)x[i] * (double)x[j];
    }
    lab->rest += rest * rest;
    lab->pairs++;
}

static void learn_play(struct lab *lab, struct ai_rng *rng)
{
    struct turn_line list[LINES];

    learn_begin(lab, rng);
    while (!aude_game_over(&lab->game)) {
        int n = learn_lines(lab, &lab->game, &lab->weights, rng, list, LINES);
        if (n > 1 && !ai_rng_below(rng, EVERY)) {
            int of = ai_rng_below(rng, 2) && n > FEW ? FEW : n;
            learn_pair(lab, &list[0], &list[1 + ai_rng_below(rng, (uint32_t)of - 1)],
                       rng);
        }
        int take = n > 1 && !ai_rng_below(rng, 8); /* so that games differ */
        if (!ai_turn_play(&lab->game, &list[take])) exit(1);
    }
}

static void *learn_share(void *context)
{
    struct lab *lab = context;
    struct ai_rng rng;

    while (learn_now() < lab->plan->until) {
        ai_rng_init(&rng, lab->seed++ * 0xd1342543de82ef95u);
        learn_play(lab, &rng);
    }
    return NULL;
}

/* -- A step ----------------------------------------------------------------------------- */

/* By how much a weight may change at all: a chance that is nearly certain has no slope, and what
 * little there is of one would carry its weights away. */
static double learn_room(int i)
{
    if (i < HAND) return 0.5;
    return i < SETS ? 3 : 4;
}

/* Weights whose number was never there stay what they are. */
static void learn_step(struct lab *all, long pairs, double rest)
{
    static double b[N_MAX], seen[N_MAX];
    int n = learn_count_of(all->plan), first = learn_first_of(all->plan);
    double variance = rest / (double)pairs;

    for (int i = 0; i < n; i++) {
        seen[i] = all->a[i][i];
        all->a[i][i] += variance * seen[i] / (double)pairs / (RIDGE * RIDGE) +
                        variance / (learn_room(first + i) * learn_room(first + i));
    }
    linear_solve(n, N_MAX, all->a[0], all->g, b);
    for (int i = 0; i < n; i++) {
        float old = *((float *)&all->other + first + i);
        if (seen[i] > 0)
            fprintf(stderr, "%4d %8.4f to %8.4f +- %.4f, tells %.2f\n", first + i,
                    (double)old, (double)old + b[i], sqrt(variance / seen[i]),
                    sqrt(seen[i] / (double)pairs));
        *((float *)&all->weights + first + i) = (float)((double)old + b[i]);
    }
}

static void learn_run(struct lab *lab[], int threads, void *(*work)(void *))
{
    for (int t = 0; t < threads; t++)
        if (pthread_create(&lab[t]->thread, NULL, work, lab[t])) exit(1);
    for (int t = 0; t < threads; t++) pthread_join(lab[t]->thread, NULL);
}

static void learn_round_of(struct lab *all, struct lab *lab[], int threads, uint64_t seed)
{
    long pairs = 0;
    double rest = 0;

    memset(all->a, 0, sizeof all->a);
    memset(all->g, 0, sizeof all->g);
    for (int t = 0; t < threads; t++) {
        lab[t]->plan = all->plan;
        lab[t]->weights = all->weights;
        lab[t]->other = all->other;
        lab[t]->seed = (seed << 24) + ((uint64_t)t << 16);
    }
    learn_run(lab, threads, learn_share);
    for (int t = 0; t < threads; t++) {
        for (int i = 0; i < N_MAX; i++) {
            all->g[i] += lab[t]->g[i];
            for (int j = 0; j < N_MAX; j++) all->a[i][j] += lab[t]->a[i][j];
        }
        pairs += lab[t]->pairs;
        rest += lab[t]->rest;
    }
    fprintf(stderr, "%ld pairs, off by %.2f\n", pairs,
            sqrt(rest / (double)(pairs ? pairs : 1)));
    if (pairs) learn_step(all, pairs, rest);
}

/* -- The match -------------------------------------------------------------------------- */

/* New weights at every other seat from `side` on; by what the best of them leads. */
static double learn_match_game(struct lab *lab, uint64_t seed, unsigned side)
{
    struct ai_rng rng;
    struct turn_line best;
    double most[2] = {-1e9, -1e9};

    ai_rng_init(&rng, seed);
    learn_begin(lab, &rng);
    while (!aude_game_over(&lab->game)) {
        bool new = (lab->game.turn.actor & 1) == side;
        learn_lines(lab, &lab->game, new ? &lab->weights : &lab->other, &rng, &best, 1);
        if (!ai_turn_play(&lab->game, &best)) exit(1);
    }
    for (unsigned s = 0; s < lab->game.n_seats; s++) {
        double *m = &most[(s & 1) == side];
        if (lab->game.player[s].points > *m) *m = lab->game.player[s].points;
    }
    lab->victories += most[1] > most[0] ? 1 : most[1] < most[0] ? 0 : 0.5;
    return most[1] - most[0];
}

static void *learn_match_share(void *context)
{
    struct lab *lab = context;

    for (long i = 0; i < lab->games; i++) {
        uint64_t seed = lab->seed++ * 0xd1342543de82ef95u;
        double won =
            (learn_match_game(lab, seed, 0) + learn_match_game(lab, seed, 1)) / 2;
        lab->won += won;
        lab->squares += won * won;
    }
    return NULL;
}

static void learn_match(struct lab *all, struct lab *lab[], int threads, long games)
{
    double won = 0, squares = 0, victories = 0, n = 0;

    for (int t = 0; t < threads; t++) {
        lab[t]->plan = all->plan;
        lab[t]->weights = all->weights;
        lab[t]->other = eval_weights;
        lab[t]->seed = ((uint64_t)0xabcd << 32) + ((uint64_t)t << 16);
        lab[t]->games = games / 2 / threads;
        lab[t]->won = lab[t]->squares = lab[t]->victories = 0;
    }
    learn_run(lab, threads, learn_match_share);
    for (int t = 0; t < threads; t++) {
        won += lab[t]->won;
        squares += lab[t]->squares;
        victories += lab[t]->victories;
        n += (double)lab[t]->games;
    }
    if (n < 2) return;
    printf("new against old, %.0f games: %.1f %% won, %+.2f +- %.2f points\n", 2 * n,
           50 * victories / n, won / n,
           1.96 * sqrt((squares / n - won / n * (won / n)) / n));
}

/* -- The table -------------------------------------------------------------------------- */

static struct plan learn_read_plan(const char *sets, const char *seats)
{
    struct plan plan = {.any = !strncmp(sets, "any", 3) || !strncmp(sets, "some", 4),
                        .one = !strncmp(sets, "one", 3) || !strncmp(sets, "some", 4)};
    bool all = !strchr(sets, ':') && (plan.any || plan.one || !strcmp(sets, "all"));

    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (aude_set_playable(set) && (all || strstr(sets, aude_set_name(set))))
            plan.expansions |= 1u << set;
    plan.n_seats = (unsigned)atoi(seats);
    plan.base = !plan.expansions;
    return plan;
}

static void learn_load(const char *path, struct eval_weights *w)
{
    FILE *file = path ? fopen(path, "r") : NULL;
    float *x = (float *)w, learn_value;
    int i;

    if (!file) return;
    while (fscanf(file, "%d %f", &i, &learn_value) == 2)
        if (i >= 0 && i < P) x[i] = learn_value;
    fclose(file);
}

static void learn_save(const char *path, const struct eval_weights *w)
{
    FILE *file = path ? fopen(path, "w") : NULL;
    const float *x = (const float *)w;

    if (!file) return;
    for (int i = 0; i < P; i++) fprintf(file, "%d %.5f\n", i, (double)x[i]);
    fclose(file);
}

static void learn_print_row(const char *name, const float *w, int n)
{
    printf("        %s{", name);
    for (int i = 0; i < n; i++) printf("%s%.4ff", i ? ", " : "", (double)w[i]);
    printf("}, \\\n");
}

static void learn_print_rows(const char *name, const float *w, int rows, int n)
{
    printf("        .%s = { \\\n", name);
    for (int i = 0; i < rows; i++) learn_print_row("", w + i * n, n);
    printf("        }, \\\n");
}

/* ai/weights_learnt.h, or what goes into ai/weights.c by hand. */
static void learn_print_weights(const struct eval_weights *w, bool base)
{
    for (int i = 0; i < EVAL_SETS_N && !base; i++)
        printf("%2d %7.2f\n", i, (double)w->sets[i]);
    if (!base) return;
    printf("#define EVAL_LEARNT \\\n");
    learn_print_rows("close", w->close[0], 2, EVAL_CLOSE_N);
    learn_print_rows("done", w->done[0], 2, EVAL_GROW_N);
    learn_print_rows("left", w->left[0], 2, EVAL_GROW_N);
    learn_print_row(".cell = ", w->cell, EVAL_CELL_N);
    learn_print_row(".field = ", w->field, EVAL_FIELD_N);
    learn_print_rows("keep", w->keep[0], AUDE_FEATURE_KINDS, EVAL_KEEP_N);
    learn_print_rows("join", w->join[0], 2, EVAL_JOIN_N);
    learn_print_row(".scale = ", w->scale, AUDE_FEATURE_KINDS);
    learn_print_row(".hand = ", w->hand, EVAL_HAND_N);
    printf("        .win = %.4ff\n", (double)w->win);
}

int main(int argc, char **argv)
{
    static const char *usual[] = {"learn", "60", "1", "1", "base", "2", "1", "200", NULL};
    const char *arg[9];
    struct lab *all = calloc(1, sizeof *all), *lab[THREADS_MAX];

    for (int i = 0; i < 9; i++) arg[i] = i < argc ? argv[i] : usual[i];
    int threads = atoi(arg[6]) < THREADS_MAX ? atoi(arg[6]) : THREADS_MAX;
    struct plan plan = learn_read_plan(arg[4], arg[5]);
    if (!all) return 1;
    all->plan = &plan;
    all->weights = eval_weights;
    learn_load(arg[8], &all->weights);
    all->other = all->weights;
    for (int t = 0; t < threads; t++)
        if (!(lab[t] = calloc(1, sizeof *lab[t]))) return 1;
    for (long i = 0; i < atol(arg[2]); i++) {
        plan.until = learn_now() + atof(arg[1]);
        learn_round_of(all, lab, threads, strtoull(arg[3], NULL, 0) + (uint64_t)i);
        learn_save(arg[8], &all->weights);
    }
    if (atol(arg[2])) learn_print_weights(&all->weights, plan.base);
    learn_match(all, lab, threads, atol(arg[7]));
    return 0;
}
