/* netmatch.c -- a match between two plans of the search.
 *
 *     netmatch PAIRS THREADS SEED SETS SEATS A B [SECONDS]
 *
 * Like `aude arena`, but for plans that are no player yet. SETS is `base`, `all` or names; SEATS are taken in turn by
 * A and B, which are words as netplan.h says.
 * Every draw is played from both sides. With SECONDS no new pair begins after that time. */
#include "netplan.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS_MAX = 64 };

struct match {
    struct side side[2];
    struct aude_setup setup;
    uint64_t seed;
    long pairs;
    double until;
    atomic_long next;
};

struct hall {
    struct match *match;
    struct aude_game game, view;
    struct search_candidate list[SEARCH_CANDIDATES_MAX];
    struct turn_line kept; /* the line that was chosen, */
    int next;              /* which of its actions comes next; 0: none */
    unsigned kept_seat, kept_turn;
    struct ai_rng rng;
    double spent, end;
    unsigned turn;
    long games;
    double won, lead, lead_squares, win_squares, points[2], used[2];
    long turns[2];
    uint64_t looked[2];
    pthread_t thread;
};

/* As cli/arena_game.c. */
static double netmatch_allowance(struct hall *h, double ms, bool keep)
{
    if (h->turn != h->game.turn.number) h->spent = 0;
    h->turn = h->game.turn.number;
    double rest = ms - h->spent;
    if (h->game.turn.actor != h->game.turn.seat) return ms / 8;
    if (h->game.turn.phase == AUDE_PHASE_TILE) return (keep ? 0.95 : 0.75) * rest;
    return rest > 4 ? 0.5 * rest : 2;
}

/* Goes on with the line that was chosen before; false: there is none. */
static bool netmatch_go_on(struct hall *h)
{
    int i = h->next++;

    if (i && i < h->kept.n && h->kept_seat == h->game.turn.actor &&
        h->kept_turn == h->game.turn.number &&
        !aude_game_play(&h->game, h->kept.action[i], NULL))
        return true;
    h->next = 0;
    return false;
}

static void netmatch_decide(struct hall *h, int which)
{
    const struct side *side = &h->match->side[which];
    struct ai_limits limits = {.looked = &h->looked[which]};
    double begin = now();

    if (side->keep && netmatch_go_on(h)) return;
    if (side->ms > 0) {
        h->end = begin + netmatch_allowance(h, side->ms, side->keep);
        limits.stop = late;
        limits.context = &h->end;
    }
    aude_game_view(&h->view, &h->game, h->game.turn.actor);
    if (!search_run(&h->view, &side->plan, &limits, &h->rng, h->list)) exit(1);
    h->used[which] += now() - begin;
    h->spent += now() - begin;
    if (h->game.turn.phase == AUDE_PHASE_TILE) h->turns[which]++;
    struct aude_action action = h->list[0].line.action[0];
    if (action.kind == AUDE_DECLINE && h->view.turn.phase == AUDE_PHASE_SECOND)
        action.kind = AUDE_SECOND;
    h->kept = h->list[0].line;
    h->next = 1;
    h->kept_seat = h->game.turn.actor;
    h->kept_turn = h->game.turn.number;
    if (aude_game_play(&h->game, action, NULL)) exit(1);
}

/* A at every other seat from `first` on; by what the best of A leads. */
static double netmatch_play(struct hall *h, long pair, unsigned first)
{
    struct aude_setup setup = h->match->setup;
    double most[2] = {-1e9, -1e9};

    ai_rng_init(&h->rng, h->match->seed * 0x9e3779b97f4a7c15u +
                             (uint64_t)pair * 0xd1342543de82ef95u);
    setup.seed = aude_seed(ai_rng_next(&h->rng));
    if (aude_game_init(&h->game, &setup, NULL)) exit(1);
    h->spent = h->turn = 0;
    while (!aude_game_over(&h->game))
        netmatch_decide(h, (h->game.turn.actor & 1) != first);
    for (unsigned s = 0; s < h->game.n_seats; s++) {
        double *m = &most[(s & 1) != first];
        if (h->game.player[s].points > *m) *m = h->game.player[s].points;
    }
    h->points[0] += most[0];
    h->points[1] += most[1];
    return most[0] - most[1];
}

static void *netmatch_share(void *context)
{
    struct hall *h = context;
    long pair;

    while ((pair = atomic_fetch_add(&h->match->next, 1)) < h->match->pairs &&
           (h->match->until <= 0 || now() < h->match->until)) {
        double lead = 0, won = 0;
        for (unsigned first = 0; first < 2; first++) {
            double by = netmatch_play(h, pair, first);
            lead += by / 2;
            won += by > 0 ? 0.5 : by < 0 ? 0 : 0.25;
        }
        h->games += 2;
        h->won += won;
        h->win_squares += won * won;
        h->lead += lead;
        h->lead_squares += lead * lead;
    }
    return NULL;
}

static void netmatch_report(const struct match *match, struct hall *hall[], int threads)
{
    struct hall sum = {.games = 0};
    double n;

    for (int t = 0; t < threads; t++) {
        struct hall *h = hall[t];
        sum.games += h->games;
        sum.won += h->won;
        sum.win_squares += h->win_squares;
        sum.lead += h->lead;
        sum.lead_squares += h->lead_squares;
        for (int w = 0; w < 2; w++) {
            sum.points[w] += h->points[w];
            sum.used[w] += h->used[w];
            sum.turns[w] += h->turns[w];
            sum.looked[w] += h->looked[w];
        }
    }
    if ((n = (double)sum.games / 2) < 2) return;
    double won = sum.won / n, lead = sum.lead / n;
    printf("%s : %s\n  %ld games: won %.1f %% +- %.1f, by %+.2f +- %.2f, points %.1f to "
           "%.1f; a turn %.2f and %.2f ms, "
           "%.0f and %.0f positions a ms\n",
           match->side[0].words, match->side[1].words, sum.games, 100 * won,
           196 * sqrt((sum.win_squares / n - won * won) / n), lead,
           1.96 * sqrt((sum.lead_squares / n - lead * lead) / n), sum.points[0] / 2 / n,
           sum.points[1] / 2 / n, sum.used[0] / (double)sum.turns[0],
           sum.used[1] / (double)sum.turns[1], (double)sum.looked[0] / sum.used[0],
           (double)sum.looked[1] / sum.used[1]);
}

int main(int argc, char **argv)
{
    static struct match match;
    static struct hall *hall[THREADS_MAX];
    int threads = argc > 2 ? atoi(argv[2]) : 0;

    if (argc < 8 || threads < 1 || threads > THREADS_MAX) {
        fprintf(stderr, "netmatch PAIRS THREADS SEED SETS SEATS A B [SECONDS]\n");
        return 2;
    }
    match.pairs = atol(argv[1]);
    match.seed = (uint64_t)atoll(argv[3]);
    if (argc > 8) match.until = now() + 1e3 * atof(argv[8]);
    read_setup(&match.setup, argv[4], argv[5]);
    read_side(&match.side[0], argv[6]);
    read_side(&match.side[1], argv[7]);
    for (int t = 0; t < threads; t++) {
        if (!(hall[t] = calloc(1, sizeof *hall[t]))) return 1;
        hall[t]->match = &match;
        if (pthread_create(&hall[t]->thread, NULL, netmatch_share, hall[t])) return 1;
    }
    for (int t = 0; t < threads; t++) pthread_join(hall[t]->thread, NULL);
    netmatch_report(&match, hall, threads);
    return 0;
}
