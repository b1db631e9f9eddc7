/* arena_stats.c -- from results to figures: rates, intervals, Elo, SPRT.
 *
 * Games of one draw are not independent of each other: they were made to cancel luck. The
 * errors therefore count draws, not games: the spread of the means of all games of a draw. */
#include "arena.h"

#include <math.h>

static const double z95 = 1.959964;

/* A mean over draws, as they come in order. */
struct mean {
    double sum, squares, part;
    long n, in_part, draw;
};

static void mean_flush(struct mean *m)
{
    if (!m->in_part) return;
    double x = m->part / (double)m->in_part;
    m->sum += x;
    m->squares += x * x;
    m->n++;
    m->part = 0;
    m->in_part = 0;
}

static void mean_add(struct mean *m, long draw, double x)
{
    if (draw != m->draw) mean_flush(m);
    m->draw = draw;
    m->part += x;
    m->in_part++;
}

static double mean_of(struct mean *m, double *error)
{
    mean_flush(m);
    if (!m->n) return *error = 0;
    double mean = m->sum / (double)m->n;
    double var = m->squares / (double)m->n - mean * mean;
    *error = m->n > 1 ? z95 * sqrt((var > 0 ? var : 0) / (double)(m->n - 1)) : 0;
    return mean;
}

/* Elo of a score rate; rates of nothing and everything are kept half a game off. */
static double elo_of(double rate, long games)
{
    double edge = 0.5 / (double)(games ? games : 1);

    if (rate < edge) rate = edge;
    if (rate > 1 - edge) rate = 1 - edge;
    return -400 * log10(1 / rate - 1);
}

static int seat_of(const struct arena *arena, const struct arena_table *table, int player)
{
    for (int seat = 0; seat < arena->n_seats; seat++)
        if (table->player[seat] == player) return seat;
    return -1;
}

/* Who is before whom: whoever forfeited is last. */
static int compare(const struct arena_result *r, int a, int b)
{
    if (r->forfeit == a) return -1;
    if (r->forfeit == b) return 1;
    return (r->points[a] > r->points[b]) - (r->points[a] < r->points[b]);
}

void arena_pair_of(const struct arena *arena, const struct arena_result *list, long n,
                   int a, int b, struct arena_pair *out)
{
    struct mean rate = {.draw = -1}, difference = {.draw = -1};

    *out = (struct arena_pair){.a = a, .b = b};
    for (long i = 0; i < n; i++) {
        const struct arena_result *r = &list[i];
        int sa = seat_of(arena, &r->table, a), sb = seat_of(arena, &r->table, b);
        if (r->game < 0 || sa < 0 || sb < 0) continue;
        int won = compare(r, sa, sb);
        out->games++;
        *(won > 0 ? &out->wins : won ? &out->losses : &out->draws) += 1;
        mean_add(&rate, r->table.draw, 0.5 + 0.5 * won);
        mean_add(&difference, r->table.draw, r->points[sa] - r->points[sb]);
    }
    out->rate = mean_of(&rate, &out->rate_error);
    out->difference = mean_of(&difference, &out->difference_error);
    out->elo = elo_of(out->rate, out->games);
    double lo = out->rate - out->rate_error, hi = out->rate + out->rate_error;
    out->elo_error = (elo_of(hi, out->games) - elo_of(lo, out->games)) / 2;
    double s0 = 1 / (1 + pow(10, -arena->elo0 / 400));
    double s1 = 1 / (1 + pow(10, -arena->elo1 / 400));
    /* The variance of the mean; a match without a lost game is not without doubt. */
    double var = pow(out->rate_error / z95, 2), least = 0.05 / (double)(rate.n + 1);
    if (var < least) var = least;
    if (out->games) out->llr = (s1 - s0) * (2 * out->rate - s0 - s1) / (2 * var);
}

/* Errors of one in twenty either way. */
int arena_sprt(const struct arena *arena, const struct arena_pair *pair)
{
    double bound = log(0.95 / 0.05);

    if (!arena->sprt || pair->games < 20) return 0;
    return pair->llr > bound ? 1 : pair->llr < -bound ? -1 : 0;
}

/* Ratings that explain all pairs best (Bradley and Terry), their mean 0. */
static void rate_all(const struct arena *arena, const struct arena_pair *pair,
                     int n_pairs, struct arena_score *out)
{
    int n = arena->n_players;

    for (int round = 0; round < 2000; round++) {
        double mean = 0;
        for (int i = 0; i < n; i++) {
            double pull = 0, weight = 1e-9;
            for (int k = 0; k < n_pairs; k++) {
                if (pair[k].a != i && pair[k].b != i) continue;
                int other = pair[k].a == i ? pair[k].b : pair[k].a;
                double games = (double)pair[k].games;
                double edge = games > 0 ? 0.5 / games : 0, rate = pair[k].rate;
                if (pair[k].b == i) rate = 1 - rate;
                rate = rate < edge ? edge : rate > 1 - edge ? 1 - edge : rate;
                double p = 1 / (1 + pow(10, (out[other].elo - out[i].elo) / 400));
                pull += games * (rate - p);
                weight += games * p * (1 - p);
            }
            out[i].elo += 0.5 * 400 / log(10) * pull / weight;
            out[i].elo_error = z95 * 400 / log(10) / sqrt(weight);
            mean += out[i].elo / n;
        }
        for (int i = 0; i < n; i++) out[i].elo -= mean;
    }
}

static void tally(const struct arena *arena, const struct arena_result *r, int player,
                  struct arena_score *out)
{
    int seat = seat_of(arena, &r->table, player), best = 1, shared = 0;

    for (int other = 0; other < arena->n_seats; other++) {
        if (other == seat) continue;
        int c = compare(r, seat, other);
        if (c < 0) best = 0;
        shared |= !c;
    }
    out->games++;
    *(!best ? &out->losses : shared ? &out->draws : &out->wins) += 1;
}

static void add_time(struct arena_time *to, const struct arena_time *from)
{
    to->decisions += from->decisions;
    to->looked += from->looked;
    to->sum += from->sum;
    to->most = fmax(to->most, from->most);
    to->late = fmax(to->late, from->late);
}

void arena_scores(const struct arena *arena, const struct arena_result *list, long n,
                  struct arena_score out[ARENA_PLAYERS_MAX])
{
    struct arena_pair pair[ARENA_PLAYERS_MAX * ARENA_PLAYERS_MAX / 2];
    int n_pairs = 0;

    for (int p = 0; p < arena->n_players; p++) {
        struct mean points = {.draw = -1};
        out[p] = (struct arena_score){0};
        for (long i = 0; i < n; i++) {
            int seat = seat_of(arena, &list[i].table, p);
            if (list[i].game < 0 || seat < 0) continue;
            tally(arena, &list[i], p, &out[p]);
            add_time(&out[p].time, &list[i].time[seat]);
            mean_add(&points, list[i].table.draw, list[i].points[seat]);
        }
        out[p].points = mean_of(&points, &out[p].points_error);
        for (int q = p + 1; q < arena->n_players; q++)
            arena_pair_of(arena, list, n, p, q, &pair[n_pairs++]);
    }
    rate_all(arena, pair, n_pairs, out);
}
