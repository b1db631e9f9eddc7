/* pair.c -- pairing a round. Swiss is a cheapest matching (match.c), the others are tables. */
#include "pair.h"

#include <assert.h>
#include <stdlib.h>

/* -- Swiss: what a pair costs ------------------------------------------------------------------ */

static bool pair_swiss_met(const struct club_swiss *list, int i, int k)
{
    for (int j = 0; j < list[i].n_met; j++)
        if (list[i].met[j] == k) return true;
    return false;
}

/* What it costs if `a` has the first seat and `b` the second, as in struct club_swiss_cost. */
struct seating {
    int lopsided, seats;
};

static struct seating pair_swiss_seating(const struct club_swiss *a,
                                         const struct club_swiss *b)
{
    return (struct seating){
        .lopsided = (a->balance >= 2) + (b->balance <= -2),
        .seats =
            (a->balance >= 1 || a->streak >= 2) + (b->balance <= -1 || b->streak <= -2),
    };
}

static bool pair_swiss_better(struct seating a, struct seating b)
{
    return a.lopsided != b.lopsided ? a.lopsided < b.lopsided : a.seats < b.seats;
}

static struct seating pair_swiss_best_seating(const struct club_swiss *a,
                                              const struct club_swiss *b)
{
    struct seating one = pair_swiss_seating(a, b), other = pair_swiss_seating(b, a);

    return pair_swiss_better(other, one) ? other : one;
}

/* The difference of two scores, in half points. More than ten points count as ten. */
static int pair_swiss_apart(int a, int b)
{
    int apart = abs(a - b);

    return apart < 20 ? apart : 20;
}

/* Two with the same score should stand half of their score group apart in the list, two with different scores next to
 * each other. How far they are from that. */
static int pair_swiss_rank_cost(const struct club_swiss *list, int n, int i, int k)
{
    int begin = i, end = i;

    if (list[i].score != list[k].score) return k - i;
    while (begin > 0 && list[begin - 1].score == list[i].score) begin--;
    while (end < n && list[end].score == list[i].score) end++;
    return abs(k - i - (end - begin) / 2);
}

struct club_swiss_cost club_pair_swiss_cost(const struct club_swiss *list, int n, int i,
                                            int k)
{
    if (k == n) /* the bye is for the last one in the list who had none */
        return (struct club_swiss_cost){
            .repeats = list[i].bye,
            .bye = pair_swiss_apart(list[i].score, list[n - 1].score),
            .ranks = n - 1 - i};
    struct seating seating = pair_swiss_best_seating(&list[i], &list[k]);
    int apart = pair_swiss_apart(list[i].score, list[k].score);
    return (struct club_swiss_cost){
        .repeats = pair_swiss_met(list, i, k),
        .lopsided = seating.lopsided,
        .scores = apart * apart,
        .seats = seating.seats,
        .ranks = pair_swiss_rank_cost(list, n, i, k),
    };
}

/* -- Swiss: the cheapest pairing ------------------------------------------------------------------ */

/* All reasons become one number. One of a kind weighs more than all of the next kind that a round can have. */
struct worth {
    int64_t repeats, lopsided, bye, scores, seats;
};

static struct worth pair_swiss_worth(const struct club_swiss *list, int n)
{
    int64_t pairs = (n + 1) / 2,
            apart = pair_swiss_apart(list[0].score, list[n - 1].score);
    struct worth worth;

    worth.seats = pairs * n + 1;
    worth.scores = worth.seats * (2 * pairs + 1);
    worth.bye = worth.scores * (pairs * apart * apart + 1);
    worth.lopsided = worth.bye * (apart + 1);
    worth.repeats = worth.lopsided * (2 * pairs + 1);
    return worth;
}

static void pair_swiss_costs(const struct club_swiss *list, int n,
                             struct club_match *match)
{
    struct worth worth = pair_swiss_worth(list, n);

    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n + n % 2; k++) {
            struct club_swiss_cost cost = club_pair_swiss_cost(list, n, i, k);
            club_match_cost(match, i, k,
                            cost.repeats * worth.repeats +
                                cost.lopsided * worth.lopsided + cost.bye * worth.bye +
                                cost.scores * worth.scores + cost.seats * worth.seats +
                                cost.ranks);
        }
}

/* Who gets the first seat: whoever costs less there; if that is equal, who had it less often; then who has not had it
 * for longer; then the one with the better place in the list if it is their `turn`, which changes with every table. */
static struct club_pair pair_swiss_seat(const struct club_swiss *list, int i, int k,
                                        bool turn)
{
    const struct club_swiss *a = &list[i], *b = &list[k];
    struct seating one = pair_swiss_seating(a, b), other = pair_swiss_seating(b, a);
    bool first = turn;

    if (pair_swiss_better(one, other) || pair_swiss_better(other, one))
        first = pair_swiss_better(one, other);
    else if (a->balance != b->balance)
        first = a->balance < b->balance;
    else if (a->streak != b->streak)
        first = a->streak < b->streak;
    return first ? (struct club_pair){i, k} : (struct club_pair){k, i};
}

size_t club_pair_swiss_room(int n)
{
    return club_match_size(n + n % 2);
}

int club_pair_swiss(const struct club_swiss *list, int n, bool lot, void *room,
                    struct club_pair *out)
{
    struct club_match *match = room;
    int pairs = 0;

    if (!n) return 0;
    club_match_begin(match, n + n % 2);
    pair_swiss_costs(list, n, match);
    club_match_solve(match);
    for (int i = 0; i < n; i++) {
        int mate = club_match_mate(match, i);
        if (mate > i && mate < n) {
            out[pairs] = pair_swiss_seat(list, i, mate, lot ^ (pairs % 2 == 1));
            pairs++;
        }
    }
    if (n % 2) out[pairs++] = (struct club_pair){club_match_mate(match, n), CLUB_NOBODY};
    return pairs;
}

/* -- Round robin ------------------------------------------------------------------------------------ */

int club_pair_robin_rounds(int n)
{
    return n + n % 2 - 1;
}

/* Berger: the last one stays, the others stand in a circle. Whoever meets the last one in this round is the
 * middle; the neighbours of the middle meet, then their neighbours, and so on. */
int club_pair_robin(int n, int round, struct club_pair *out)
{
    int even = n + n % 2, circle = even - 1;
    int middle = (round - 1) * (even / 2) % circle, last = even - 1;

    assert(round >= 1 && round <= club_pair_robin_rounds(n));
    out[0] =
        round % 2 ? (struct club_pair){middle, last} : (struct club_pair){last, middle};
    for (int i = 1; i < even / 2; i++)
        out[i] =
            (struct club_pair){(middle + i) % circle, (middle + circle - i) % circle};
    if (n %
        2) { /* an odd number: who would meet the last one has a bye, named after the tables */
        for (int i = 0; i + 1 < even / 2; i++) out[i] = out[i + 1];
        out[even / 2 - 1] = (struct club_pair){middle, CLUB_NOBODY};
    }
    return even / 2;
}

/* -- Knock-out ---------------------------------------------------------------------------------------- */

int club_pair_knockout_rounds(int n)
{
    int rounds = 0;

    while (1 << rounds < n) rounds++;
    return rounds;
}

/* Who has this place of 2^rounds: 0 1, then 0 3 1 2, then 0 7 3 4 1 6 2 5 and so on. Each line has twice as many: beside
 * everybody of the line before comes the one with whom the two numbers add up to the last number (0 and 7, 3 and 4). */
static int pair_knockout_seed(int place, int rounds)
{
    int seed = 0;

    for (int bit = rounds - 1, size = 1; bit >= 0; bit--) {
        size *= 2;
        if (place >> bit & 1) seed = size - 1 - seed;
    }
    return seed;
}

int club_pair_knockout(int n, struct club_pair *out)
{
    int rounds = club_pair_knockout_rounds(n), pairs = (1 << rounds) / 2;

    for (int i = 0; i < pairs; i++) {
        int a = pair_knockout_seed(2 * i, rounds),
            b = pair_knockout_seed(2 * i + 1, rounds);
        int better = a < b ? a : b, other = a < b ? b : a;
        if (other >= n)
            out[i] = (struct club_pair){better, CLUB_NOBODY};
        else
            out[i] = i % 2 ? (struct club_pair){other, better}
                           : (struct club_pair){better, other};
    }
    return pairs;
}
