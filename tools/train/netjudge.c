/* netjudge.c -- how good are the choices of a plan of the search, without playing matches?
 *
 *     netjudge make FILE SECONDS THREADS SEED SETS SEATS [CANDIDATES [PLAYOUTS]]
 *     netjudge ask FILE SECONDS THREADS SETS SEATS PLAN...
 *     netjudge chance SECONDS THREADS SEED SETS SEATS
 *
 * `make` plays games of own-turn players with the network and stops each at one turn by chance. There the best lines
 * are played on to the end of the game by such players, many times and against the same draws: the
 * reference. FILE gets a line of text a position: which it is, and what every line is worth. `ask` lets every PLAN
 * (netplan.h) choose in these positions, and says how much its choices are worth less than the best line,
 * in points a decision. A match needs thousands of games for what this tells in minutes; the reference has the prejudices of
 * own-turn players, so what wins here is still to be confirmed by a match. `chance` plays such games to the end and
 * compares what ai_win_probability() says on the way, as people are told it, with who won. */
#include "netplan.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS_MAX = 64, POSITIONS_MAX = 20000, PLANS_MAX = 64 };

struct position {
    uint64_t seed;
    int turn; /* decisions before it */
    int n;
    double worth[SEARCH_CANDIDATES_MAX], n_playouts[SEARCH_CANDIDATES_MAX];
};

struct lab {
    struct aude_setup setup;
    struct side side[PLANS_MAX];
    int n_sides;
    uint64_t seed;
    double until;
    int candidates, playouts;
    atomic_long next;
    struct position *list;
    long n;
    double (*loss)[PLANS_MAX], (*used)[PLANS_MAX];
    FILE *file;
    pthread_mutex_t lock;
};

struct hall {
    struct lab *lab;
    struct aude_game game, view, after;
    struct search_candidate list[SEARCH_CANDIDATES_MAX], chosen[SEARCH_CANDIDATES_MAX];
    struct turn_line line[SEARCH_CANDIDATES_MAX];
    struct turn turn;
    struct ai_rng rng;
    double end;
    pthread_t thread;
};

static const struct search_plan quick = {
    .candidates = 1, .hand = AI_HAND_HARD, .net = &net_built_in};

/* The position of that seed; with `turn` below 0 one is chosen. False if it is no good. */
static bool netjudge_go_to(struct hall *h, uint64_t seed, int *turn)
{
    struct aude_setup setup = h->lab->setup;
    struct ai_limits none = {0};

    ai_rng_init(&h->rng, seed);
    setup.seed = aude_seed(ai_rng_next(&h->rng));
    if (aude_game_init(&h->game, &setup, NULL)) exit(1);
    int all = 2 * aude_game_left_total(&h->game),
        any = (int)ai_rng_below(&h->rng, (uint32_t)all);
    if (*turn < 0) *turn = any;
    for (int i = 0; i < *turn; i++) {
        aude_game_view(&h->view, &h->game, h->game.turn.actor);
        int n = search_run(&h->view, &quick, &none, &h->rng, h->chosen);
        if (!n || aude_game_play(&h->game, h->chosen[0].line.action[0], NULL)) exit(1);
        if (aude_game_over(&h->game)) return false;
    }
    aude_game_view(&h->view, &h->game, h->game.turn.actor);
    return h->game.turn.phase == AUDE_PHASE_TILE && aude_game_left_total(&h->game) > 2;
}

/* The lines of the root, as every plan finds them. */
static int netjudge_root_lines(struct hall *h)
{
    static turn_flag never;

    ai_turn_init(&h->turn, &h->view, NULL, &never);
    h->turn.eval.net = &net_built_in;
    return ai_turn_lines(&h->turn, &h->view, 6000, &h->rng, h->line,
                         SEARCH_CANDIDATES_MAX);
}

static bool netjudge_same(const struct turn_line *a, const struct turn_line *b)
{
    return a->n == b->n &&
           !memcmp(a->action, b->action, (size_t)a->n * sizeof a->action[0]);
}

static int netjudge_find(const struct hall *h, int n, const struct turn_line *line)
{
    for (int i = 0; i < n; i++)
        if (netjudge_same(&h->line[i], line)) return i;
    return -1;
}

/* -- The reference -------------------------------------------------------------------------- */

/* What a line came to, played on to the end by own-turn players. */
static double netjudge_play_on(struct hall *h, const struct turn_line *line,
                               uint64_t seed)
{
    static const struct search_plan plan = {
        .plies = 1000, .hand = AI_HAND_HARD, .net = &net_built_in};
    struct ai_limits limits = {.playouts = (uint64_t)h->lab->playouts};
    float points[AUDE_SEATS_MAX];
    struct search_candidate sum;

    aude_game_copy(&h->after, &h->view);
    ai_turn_play(&h->after, line);
    ai_rng_init(&h->rng, seed);
    search_watch(&h->after, &plan, &limits, &h->rng, &sum);
    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++)
        points[s] = (float)(sum.points[s] / (double)(sum.n ? sum.n : 1));
    return (double)eval_lead(h->view.n_seats, points, h->view.turn.actor);
}

static void netjudge_refer(struct hall *h, uint64_t seed)
{
    int turn = -1;
    char text[4096];

    if (!netjudge_go_to(h, seed, &turn)) return;
    int n = netjudge_root_lines(h);
    if (n < 2) return;
    if (n > h->lab->candidates) n = h->lab->candidates;
    size_t at = (size_t)snprintf(text, sizeof text, "%llu %d %d",
                                 (unsigned long long)seed, turn, n);
    for (int i = 0; i < n; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, " %d %.3f %d", i,
                               netjudge_play_on(h, &h->line[i], seed), h->lab->playouts);
    pthread_mutex_lock(&h->lab->lock);
    fprintf(h->lab->file, "%s\n", text);
    pthread_mutex_unlock(&h->lab->lock);
}

static void *netjudge_make(void *context)
{
    struct hall *h = context;

    while (now() < h->lab->until)
        netjudge_refer(h, h->lab->seed * 0x9e3779b97f4a7c15u +
                              (uint64_t)atomic_fetch_add(&h->lab->next, 1));
    return NULL;
}

/* -- Choices -------------------------------------------------------------------------------- */

static void netjudge_choose(struct hall *h, long at, int which)
{
    const struct position *p = &h->lab->list[at];
    const struct side *side = &h->lab->side[which];
    struct ai_limits limits = {0};
    double begin = now(), best = -1e9;

    if (side->ms > 0) {
        h->end = begin + 0.75 * side->ms;
        limits.stop = late;
        limits.context = &h->end;
    }
    ai_rng_init(&h->rng, p->seed + 77);
    search_run(&h->view, &side->plan, &limits, &h->rng, h->chosen);
    h->lab->used[at][which] = now() - begin;
    int k = netjudge_find(h, SEARCH_CANDIDATES_MAX, &h->chosen[0].line);
    for (int i = 0; i < p->n; i++)
        best = p->n_playouts[i] > 0 && p->worth[i] > best ? p->worth[i] : best;
    bool known = k >= 0 && k < SEARCH_CANDIDATES_MAX && p->n_playouts[k] > 0;
    h->lab->loss[at][which] = known ? best - p->worth[k] : NAN;
}

static void *netjudge_ask(void *context)
{
    struct hall *h = context;
    long at;

    while (now() < h->lab->until &&
           (at = atomic_fetch_add(&h->lab->next, 1)) < h->lab->n) {
        struct position *p = &h->lab->list[at];
        memset(h->line, 0, sizeof h->line);
        if (!netjudge_go_to(h, p->seed, &p->turn)) exit(1);
        netjudge_root_lines(h);
        for (int s = 0; s < h->lab->n_sides; s++) netjudge_choose(h, at, s);
    }
    return NULL;
}

/* -- Chances -------------------------------------------------------------------------------- */

enum { BINS = 10 };

/* Of what was said, by tenths: how often, its sum, and what came true. */
struct bin {
    long n;
    double said, came;
};

static struct bin bins[BINS];

/* Play on from here to the end, and count what was said. */
static void netjudge_see_end(struct hall *h, unsigned seat, double said)
{
    struct ai_limits none = {0};

    while (!aude_game_over(&h->game)) {
        aude_game_view(&h->view, &h->game, h->game.turn.actor);
        int n = search_run(&h->view, &quick, &none, &h->rng, h->chosen);
        if (!n || aude_game_play(&h->game, h->chosen[0].line.action[0], NULL)) exit(1);
    }
    struct bin *bin = &bins[said < 1 ? (int)(BINS * said) : BINS - 1];
    pthread_mutex_lock(&h->lab->lock);
    bin->n++;
    bin->said += said;
    bin->came += ai_win_probability(&h->game, seat, NULL, &h->rng);
    pthread_mutex_unlock(&h->lab->lock);
}

static void *netjudge_foretell(void *context)
{
    struct hall *h = context;

    while (now() < h->lab->until) {
        int turn = -1;
        uint64_t seed = h->lab->seed * 0x9e3779b97f4a7c15u +
                        (uint64_t)atomic_fetch_add(&h->lab->next, 1);
        if (!netjudge_go_to(h, seed, &turn)) continue;
        unsigned seat = ai_rng_below(&h->rng, h->game.n_seats);
        netjudge_see_end(h, seat, ai_win_probability(&h->view, seat, NULL, &h->rng));
    }
    return NULL;
}

static void netjudge_report_chances(void)
{
    printf("said %%      times   said on the mean   came true\n");
    for (int i = 0; i < BINS; i++) {
        double n = (double)bins[i].n, came = bins[i].came / n;
        if (bins[i].n)
            printf("%3d to %3d %6ld %12.1f %16.1f +- %.1f\n", 10 * i, 10 * i + 10,
                   bins[i].n, 100 * bins[i].said / n, 100 * came,
                   196 * sqrt(came * (1 - came) / n));
    }
}

static void netjudge_read_positions(struct lab *lab)
{
    struct position *p;
    unsigned long long seed;
    int found;

    while (lab->n < POSITIONS_MAX &&
           (p = &lab->list[lab->n],
            fscanf(lab->file, "%llu %d %d", &seed, &p->turn, &found) == 3)) {
        p->seed = seed;
        p->n = SEARCH_CANDIDATES_MAX;
        for (int i = 0; i < found; i++) {
            int k;
            double worth, n;
            if (fscanf(lab->file, "%d %lf %lf", &k, &worth, &n) != 3) exit(1);
            if (k < 0) continue;
            p->worth[k] = worth;
            p->n_playouts[k] = n;
        }
        lab->n++;
    }
}

static void netjudge_report(const struct lab *lab)
{
    long done = atomic_load(&lab->next) < lab->n ? atomic_load(&lab->next) : lab->n;

    printf("%ld positions; points a decision worse than the best line, less what the "
           "first plan loses, unknown choices, ms\n",
           done);
    for (int s = 0; s < lab->n_sides; s++) {
        double sum = 0, squares = 0, all = 0, used = 0;
        long n = 0, unknown = 0;
        for (long at = 0; at < done; at++) {
            double loss = lab->loss[at][s], more = loss - lab->loss[at][0];
            used += lab->used[at][s];
            unknown += isnan(loss);
            if (isnan(more)) continue;
            n++;
            all += loss;
            sum += more;
            squares += more * more;
        }
        double mean = sum / (double)n;
        printf("%-64s %.3f  %+.3f +- %.3f  %ld  %.1f\n", lab->side[s].words,
               all / (double)n, mean,
               1.96 * sqrt((squares / (double)n - mean * mean) / (double)n), unknown,
               used / (double)done);
    }
}

static void netjudge_run_all(struct lab *lab, int threads, void *(*work)(void *))
{
    static struct hall *hall[THREADS_MAX];

    for (int t = 0; t < threads; t++) {
        if (!(hall[t] = calloc(1, sizeof *hall[t]))) exit(1);
        hall[t]->lab = lab;
        if (pthread_create(&hall[t]->thread, NULL, work, hall[t])) exit(1);
    }
    for (int t = 0; t < threads; t++) pthread_join(hall[t]->thread, NULL);
}

static int netjudge_usage(void)
{
    fprintf(stderr,
            "netjudge make FILE SECONDS THREADS SEED SETS SEATS [CANDIDATES [PLAYOUTS]]\n"
            "netjudge ask FILE SECONDS THREADS SETS SEATS PLAN...\n"
            "netjudge chance SECONDS THREADS SEED SETS SEATS\n");
    return 2;
}

int main(int argc, char **argv)
{
    static struct lab lab = {.lock = PTHREAD_MUTEX_INITIALIZER};

    if (argc > 7 && !strcmp(argv[1], "make")) {
        if (!(lab.file = fopen(argv[2], "a"))) return netjudge_usage();
        lab.until = now() + 1e3 * atof(argv[3]);
        lab.seed = (uint64_t)atoll(argv[5]);
        read_setup(&lab.setup, argv[6], argv[7]);
        lab.candidates = argc > 8 ? atoi(argv[8]) : 12;
        lab.playouts = argc > 9 ? atoi(argv[9]) : 140;
        netjudge_run_all(&lab, atoi(argv[4]), netjudge_make);
        return fclose(lab.file) != 0;
    }
    if (argc > 6 && !strcmp(argv[1], "chance")) {
        lab.until = now() + 1e3 * atof(argv[2]);
        lab.seed = (uint64_t)atoll(argv[4]);
        read_setup(&lab.setup, argv[5], argv[6]);
        netjudge_run_all(&lab, atoi(argv[3]), netjudge_foretell);
        netjudge_report_chances();
        return 0;
    }
    if (argc < 8 || strcmp(argv[1], "ask") != 0 || !(lab.file = fopen(argv[2], "r")))
        return netjudge_usage();
    lab.list = calloc(POSITIONS_MAX, sizeof *lab.list);
    lab.loss = calloc(POSITIONS_MAX, sizeof *lab.loss);
    lab.used = calloc(POSITIONS_MAX, sizeof *lab.used);
    if (!lab.list || !lab.loss || !lab.used) return 1;
    netjudge_read_positions(&lab);
    fclose(lab.file);
    lab.until = now() + 1e3 * atof(argv[3]);
    read_setup(&lab.setup, argv[5], argv[6]);
    for (int i = 7; i < argc && lab.n_sides < PLANS_MAX; i++)
        read_side(&lab.side[lab.n_sides++], argv[i]);
    netjudge_run_all(&lab, atoi(argv[4]), netjudge_ask);
    netjudge_report(&lab);
    return 0;
}
