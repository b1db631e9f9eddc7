/* arena_stats.c -- from results to statistics: rates, intervals, Elo, SPRT.
 *
 * The games of one draw depend on each other, because they share its luck. The errors
 * therefore count draws, not games: they are the spread of the means of the draws. */
#include "arena.h"

#include <math.h>

static const double z95 = 1.959964;

/* A mean over draws; their games come in order. */
struct mean {
    double sum, squares, part;
    long n, in_part, draw;
};

static void arena_stats_mean_flush(struct mean *m)
{
    if (!m->in_part) return;
    double x = m->part / (double)m->in_part;
    m->sum += x;
    m->squares += x * x;
    m->n++;
    m->part = 0;
    m->in_part = 0;
}

static void arena_stats_mean_add(struct mean *m, long draw, double x)
{
    if (draw != m->draw) arena_stats_mean_flush(m);
    m->draw = draw;
    m->part += x;
    m->in_part++;
}

static double arena_stats_variance(const struct mean *m)
{
    if (m->n < 2) return 0;
    double mean = m->sum / (double)m->n;
    double var = (m->squares - (double)m->n * mean * mean) / (double)(m->n - 1);
    return var > 0 ? var : 0;
}

/* Student's factor for 95 % with `n` degrees of freedom, n > 0. */
static double arena_stats_student(long n)
{
    static const double few[] = {12.706, 4.303, 3.182, 2.776, 2.571,
                                 2.447,  2.365, 2.306, 2.262, 2.228};
    double v = (double)n, z = z95;

    if (n <= 10) return few[n - 1];
    return z + (z * z * z + z) / (4 * v) +
           (5 * pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * v * v);
}

/* The mean, if there is one, and its error, if it can be computed: that needs two draws
 * with different results. */
static void arena_stats_mean(struct mean *m, struct arena_figure *mean,
                             struct arena_figure *error)
{
    arena_stats_mean_flush(m);
    double var = arena_stats_variance(m);
    *mean = (struct arena_figure){m->n > 0, m->n ? m->sum / (double)m->n : 0};
    *error = (struct arena_figure){var > 0, 0};
    if (error->known)
        error->value = arena_stats_student(m->n - 1) * sqrt(var / (double)m->n);
}

/* Wilson's interval for a mean of rates. It needs a number of independent games: the
 * number that would give the same spread as the draws have. Two draws are added for this,
 * one all won and one all lost, because the spread of few or equal draws is not reliable.
 * The result is at least the number of draws, and twice that if the two games of a draw
 * are independent. */
static void arena_stats_wilson(const struct mean *m, double *low, double *high)
{
    double n = (double)m->n, p = n > 0 ? m->sum / n : 0.5;
    double mid = (m->sum + 1) / (n + 2);
    double var = (m->squares - 2 * mid * m->sum + n * mid * mid + (1 - mid) * (1 - mid) +
                  mid * mid) /
                 (n + 2);
    double games = (n + 2) * mid * (1 - mid) / var - 2, z2 = z95 * z95;

    if (!m->n) games = 1e-9;
    double centre = (p + z2 / (2 * games)) / (1 + z2 / games);
    double half =
        z95 / (1 + z2 / games) * sqrt(p * (1 - p) / games + z2 / (4 * games * games));
    *low = fmax(0, centre - half);
    *high = fmin(1, centre + half);
}

/* Rates of 0 and 1 are moved as if there had been one more game, a draw: they have no Elo. */
static double arena_stats_within(double rate, double games)
{
    double edge = 0.5 / (games + 1);

    return rate < edge ? edge : rate > 1 - edge ? 1 - edge : rate;
}

static double arena_stats_elo(double rate, long games)
{
    return -400 * log10(1 / arena_stats_within(rate, (double)games) - 1);
}

/* A bound in Elo; unknown for a rate of 0 or 1. */
static struct arena_figure arena_stats_elo_bound(double rate)
{
    if (rate < 1e-6 || rate > 1 - 1e-6) return (struct arena_figure){false, 0};
    return (struct arena_figure){true, -400 * log10(1 / rate - 1)};
}

static int arena_stats_seat(const struct arena *arena,
                            const struct arena_game_table *table, int player)
{
    for (int seat = 0; seat < arena->n_seats; seat++)
        if (table->player[seat] == player) return seat;
    return -1;
}

static int arena_stats_compare(const struct arena_result *r, int a, int b)
{
    return (r->points[a] > r->points[b]) - (r->points[a] < r->points[b]);
}

struct means {
    struct mean rate, difference;
};

/* Count one game of the two, who had the seats a and b. */
static void arena_stats_count_game(const struct arena_result *r, int a, int b,
                                   struct arena_pair *out, struct means *means)
{
    bool forfeit = r->forfeit >= 0;
    int won = !forfeit ? arena_stats_compare(r, a, b) : r->forfeit == b ? 1 : -1;

    if (forfeit && r->forfeit != a && r->forfeit != b) return;
    out->games++;
    if (forfeit)
        *(won > 0 ? &out->forfeit_wins : &out->forfeit_losses) += 1;
    else
        *(won > 0 ? &out->wins : won ? &out->losses : &out->draws) += 1;
    arena_stats_mean_add(&means->rate, r->table.draw, 0.5 + 0.5 * won);
    if (!forfeit)
        arena_stats_mean_add(&means->difference, r->table.draw,
                             r->points[a] - r->points[b]);
}

/* The log likelihood ratio of the two hypotheses of the SPRT. */
static double arena_stats_llr(const struct arena *arena, const struct arena_pair *pair,
                              const struct mean *rate)
{
    double s0 = 1 / (1 + pow(10, -arena->elo0 / 400));
    double s1 = 1 / (1 + pow(10, -arena->elo1 / 400));
    /* The variance of the mean, but never 0: not even after a match without a lost
     * game. */
    double least = 0.05 / (double)(rate->n + 1);
    double var = rate->n ? arena_stats_variance(rate) / (double)rate->n : 0;

    return (s1 - s0) * (2 * pair->rate - s0 - s1) / (2 * fmax(var, least));
}

void arena_stats_pair_of(const struct arena *arena, const struct arena_result *list,
                         long n, int a, int b, struct arena_pair *out)
{
    struct means means = {.rate.draw = -1, .difference.draw = -1};

    *out = (struct arena_pair){.a = a, .b = b};
    for (long i = 0; i < n; i++) {
        const struct arena_result *r = &list[i];
        int sa = arena_stats_seat(arena, &r->table, a),
            sb = arena_stats_seat(arena, &r->table, b);
        if (r->game >= 0 && sa >= 0 && sb >= 0)
            arena_stats_count_game(r, sa, sb, out, &means);
    }
    arena_stats_mean(&means.difference, &out->difference, &out->difference_error);
    arena_stats_mean_flush(&means.rate);
    out->rate = means.rate.n ? means.rate.sum / (double)means.rate.n : 0.5;
    arena_stats_wilson(&means.rate, &out->rate_low, &out->rate_high);
    if (out->games) out->llr = arena_stats_llr(arena, out, &means.rate);
    /* Without a finished game there is no rating. */
    if (out->wins + out->draws + out->losses == 0) return;
    out->elo = (struct arena_figure){true, arena_stats_elo(out->rate, out->games)};
    out->elo_low = arena_stats_elo_bound(out->rate_low);
    out->elo_high = arena_stats_elo_bound(out->rate_high);
}

/* Accept or reject with an error of at most 1 in 20. */
int arena_stats_sprt(const struct arena *arena, const struct arena_pair *pair)
{
    double bound = log(0.95 / 0.05);

    if (!arena->sprt || pair->games < 20) return 0;
    return pair->llr > bound ? 1 : pair->llr < -bound ? -1 : 0;
}

/* The ratings that explain all pairs best (Bradley and Terry); their mean is 0. */
static void arena_stats_rate_all(const struct arena *arena, const struct arena_pair *pair,
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
                double rate = pair[k].b == i ? 1 - pair[k].rate : pair[k].rate;
                rate = arena_stats_within(rate, games);
                double p = 1 / (1 + pow(10, (out[other].elo - out[i].elo) / 400));
                pull += games * (rate - p);
                weight += games * p * (1 - p);
            }
            out[i].elo += 0.5 * 400 / log(10) * pull / weight;
            out[i].elo_error =
                (struct arena_figure){true, z95 * 400 / log(10) / sqrt(weight)};
            mean += out[i].elo / n;
        }
        for (int i = 0; i < n; i++) out[i].elo -= mean;
    }
}

/* Two players have one interval, that of their pair: each rating is half of the distance, and so is
 * its error. Where the interval is open there is none. */
static void arena_stats_rate_two(const struct arena_pair *pair, struct arena_score *out)
{
    struct arena_figure error = {pair->elo_low.known && pair->elo_high.known, 0};

    if (error.known)
        error.value = fmax(pair->elo_high.value - pair->elo.value,
                           pair->elo.value - pair->elo_low.value) /
                      2;
    out[0].elo_error = out[1].elo_error = error;
}

static void arena_stats_tally(const struct arena *arena, const struct arena_result *r,
                              int player, struct arena_score *out)
{
    int seat = arena_stats_seat(arena, &r->table, player), best = 1, shared = 0;

    out->games++;
    if (r->forfeit >= 0) {
        out->forfeits += r->forfeit == seat;
        return;
    }
    for (int other = 0; other < arena->n_seats; other++) {
        if (other == seat) continue;
        int c = arena_stats_compare(r, seat, other);
        if (c < 0) best = 0;
        shared |= !c;
    }
    *(!best ? &out->losses : shared ? &out->draws : &out->wins) += 1;
}

static void arena_stats_add_time(struct arena_time *to, const struct arena_time *from)
{
    to->decisions += from->decisions;
    to->looked += from->looked;
    to->sum += from->sum;
    to->most = fmax(to->most, from->most);
    to->late = fmax(to->late, from->late);
}

void arena_stats_scores(const struct arena *arena, const struct arena_result *list,
                        long n, struct arena_score out[ARENA_PLAYERS_MAX])
{
    struct arena_pair pair[ARENA_PLAYERS_MAX * ARENA_PLAYERS_MAX / 2];
    int n_pairs = 0;

    for (int p = 0; p < arena->n_players; p++) {
        struct mean points = {.draw = -1};
        out[p] = (struct arena_score){0};
        for (long i = 0; i < n; i++) {
            int seat = arena_stats_seat(arena, &list[i].table, p);
            if (list[i].game < 0 || seat < 0) continue;
            arena_stats_tally(arena, &list[i], p, &out[p]);
            arena_stats_add_time(&out[p].time, &list[i].time[seat]);
            if (list[i].forfeit < 0)
                arena_stats_mean_add(&points, list[i].table.draw, list[i].points[seat]);
        }
        arena_stats_mean(&points, &out[p].points, &out[p].points_error);
        for (int q = p + 1; q < arena->n_players; q++)
            arena_stats_pair_of(arena, list, n, p, q, &pair[n_pairs++]);
    }
    arena_stats_rate_all(arena, pair, n_pairs, out);
    if (arena->n_players == 2) arena_stats_rate_two(pair, out);
}
