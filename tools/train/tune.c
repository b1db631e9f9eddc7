/* tune.c -- tune the weights of the expansions by matches.
 *
 *     tune GAMES PASSES [SEED [THREADS [NAME...]]]
 *
 * A fit (tools/train/fit.c) says what goes together with points, not what brings them: fitted so, the
 * weights of the expansions lost to guesses by hand. So each is tried a step up and a step down,
 * in games of two with the set it belongs to, against the weights as they are; every draw is
 * played from both seats. A change is kept if it wins by more than one and a half standard
 * errors, and then the next step is tried. A pass goes through all of them (or those
 * named); the next one has half the step. What it ends with goes into ai/weights.c
 * by hand. */
#include "ai/eval_internal.h"
#include "ai/turn.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 64, STEPS_MAX = 3 };

struct term {
    const char *name;
    int at;
    unsigned set;
};

static const struct term terms[] = {
    {"to-draw", EVAL_TO_DRAW, AUDE_SET_TRADERS},
    {"builder-home", EVAL_BUILDER_HOME, AUDE_SET_TRADERS},
    {"builder-laid", EVAL_BUILDER_LAID, AUDE_SET_TRADERS},
    {"pig-home", EVAL_PIG_HOME, AUDE_SET_TRADERS},
    {"pig-field", EVAL_PIG_FIELD, AUDE_SET_TRADERS},
    {"goods", EVAL_GOODS, AUDE_SET_TRADERS},
    {"big-home", EVAL_BIG_HOME, AUDE_SET_INNS},
    {"barn-home", EVAL_BARN_HOME, AUDE_SET_ABBEY},
    {"barn-cities", EVAL_BARN_CITIES, AUDE_SET_ABBEY},
    {"abbeys", EVAL_ABBEYS, AUDE_SET_ABBEY},
    {"award", EVAL_AWARD, AUDE_SET_KING},
    {"award-early", EVAL_AWARD_EARLY, AUDE_SET_KING},
    {"fairy", EVAL_FAIRY, AUDE_SET_DRAGON},
    {"dragon-count", EVAL_DRAGON_COUNT, AUDE_SET_DRAGON},
    {"dragon-stake", EVAL_DRAGON_STAKE, AUDE_SET_DRAGON},
    {"tower-pieces", EVAL_TOWER_PIECES, AUDE_SET_TOWER},
    {"tower-count", EVAL_TOWER_COUNT, AUDE_SET_TOWER},
    {"tower-stake", EVAL_TOWER_STAKE, AUDE_SET_TOWER},
    {"on-tower", EVAL_ON_TOWER, AUDE_SET_TOWER},
    {"prisoner-lost", EVAL_PRISONER_LOST, AUDE_SET_TOWER},
    {"prisoner-held", EVAL_PRISONER_HELD, AUDE_SET_TOWER},
    {"quarter", EVAL_QUARTER, AUDE_SET_COUNT},
};

enum { TERMS = sizeof terms / sizeof terms[0] };

/* -- Games ------------------------------------------------------------------------------ */

/* One thread's share of a match: pairs of games, and what the new weights won by. */
struct share {
    const struct eval_weights *side[2]; /* as they are, and as they might be */
    unsigned set;
    uint64_t seed;
    long pairs;
    double sum, squares;
    struct turn turn;
    struct aude_game game, view;
    pthread_t thread;
};

static struct aude_action tune_decide(struct share *s, const struct eval_weights *weights,
                                      struct ai_rng *rng)
{
    turn_flag halt = false;
    struct turn_line line;

    aude_game_view(&s->view, &s->game, s->game.turn.actor);
    ai_turn_init(&s->turn, &s->view, NULL, &halt);
    eval_init(&s->turn.eval, &s->view, weights);
    ai_turn_lines(&s->turn, &s->view, 2000, rng, &line, 1);
    return line.action[0];
}

/* What the side at seat `new` won by. */
static int tune_play(struct share *s, uint64_t seed, unsigned new)
{
    struct aude_setup setup;
    struct ai_rng rng;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.expansions = 1u << s->set;
    setup.seed = aude_seed(seed);
    setup.first = 0;
    ai_rng_init(&rng, seed);
    if (aude_game_init(&s->game, &setup, NULL)) exit(1);
    while (!aude_game_over(&s->game)) {
        const struct eval_weights *weights = s->side[s->game.turn.actor == new];
        if (aude_game_play(&s->game, tune_decide(s, weights, &rng), NULL)) exit(1);
    }
    return s->game.player[new].points - s->game.player[!new].points;
}

static void *tune_play_share(void *context)
{
    struct share *s = context;

    for (long i = 0; i < s->pairs; i++) {
        uint64_t seed = (s->seed + (uint64_t)i) * 0xd1342543de82ef95u;
        double won = (tune_play(s, seed, 0) + tune_play(s, seed, 1)) / 2.0;
        s->sum += won;
        s->squares += won * won;
    }
    return NULL;
}

/* -- Matches ---------------------------------------------------------------------------- */

struct tuner {
    struct eval_weights weights;
    struct share *share[THREADS_MAX];
    int threads;
    long pairs;
    uint64_t seed;
};

/* Mean points a game by which `weights` win, and the standard error of that. */
static double tune_match(struct tuner *t, const struct eval_weights *weights,
                         unsigned set, double *error)
{
    double sum = 0, squares = 0, n = (double)t->pairs;

    for (int i = 0; i < t->threads; i++) {
        struct share *s = t->share[i];
        long first = t->pairs * i / t->threads;
        s->side[0] = &t->weights;
        s->side[1] = weights;
        s->set = set;
        s->seed = t->seed + (uint64_t)first;
        s->pairs = t->pairs * (i + 1) / t->threads - first;
        s->sum = s->squares = 0;
        if (pthread_create(&s->thread, NULL, tune_play_share, s)) exit(1);
    }
    for (int i = 0; i < t->threads; i++) {
        pthread_join(t->share[i]->thread, NULL);
        sum += t->share[i]->sum;
        squares += t->share[i]->squares;
    }
    t->seed += (uint64_t)t->pairs; /* nobody wins twice by the same luck */
    *error = sqrt((squares / n - sum / n * (sum / n)) / n);
    return sum / n;
}

static bool tune_try_step(struct tuner *t, const struct term *term, float step)
{
    struct eval_weights changed = t->weights;
    double error;

    changed.sets[term->at] += step;
    double won = tune_match(t, &changed, term->set, &error);
    bool better = won > 1.5 * error;
    fprintf(stderr, "%-14s %6.2f to %6.2f: %+6.2f +- %.2f%s\n", term->name,
            (double)t->weights.sets[term->at], (double)changed.sets[term->at], won, error,
            better ? "  kept" : "");
    if (better) t->weights = changed;
    return better;
}

static void tune(struct tuner *t, const struct term *term, float share)
{
    float w = t->weights.sets[term->at], size = w < 0 ? -w : w;
    bool stake = term->at == EVAL_DRAGON_STAKE || term->at == EVAL_TOWER_STAKE;
    float step = share * (size > 1 ? size : stake ? 0.3f : 1);

    for (int way = -1; way <= 1; way += 2) {
        int steps = 0;
        while (steps < STEPS_MAX && tune_try_step(t, term, (float)way * step)) steps++;
        if (steps) return;
    }
}

/* -- The table -------------------------------------------------------------------------- */

static bool tune_wanted(const struct term *term, int n, char **names)
{
    for (int i = 0; i < n; i++)
        if (strstr(term->name, names[i])) return true;
    return !n;
}

static void tune_print_all(const struct eval_weights *w)
{
    for (unsigned i = 0; i < TERMS; i++)
        printf("%-14s %7.3f\n", terms[i].name, (double)w->sets[terms[i].at]);
}

int main(int argc, char **argv)
{
    static struct tuner t;
    long passes = argc > 2 ? atol(argv[2]) : 1;
    float share = 0.6f;

    t.pairs = (argc > 1 ? atol(argv[1]) : 200) / 2;
    t.seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
    t.threads = argc > 4 ? atoi(argv[4]) : 1;
    if (t.threads > THREADS_MAX) t.threads = THREADS_MAX;
    t.weights = eval_weights;
    for (int i = 0; i < t.threads; i++)
        if (!(t.share[i] = calloc(1, sizeof *t.share[i]))) return 1;
    for (long pass = 0; pass < passes; pass++, share /= 2)
        for (unsigned i = 0; i < TERMS; i++)
            if (tune_wanted(&terms[i], argc > 5 ? argc - 5 : 0, argv + 5))
                tune(&t, &terms[i], share);
    tune_print_all(&t.weights);
    return 0;
}
