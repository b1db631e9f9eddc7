/* test_match.c -- the cheapest matching: against trying everything, and by the prices that prove it. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "chance.h"
#include "club/match.h"

enum { SMALL = 12 };

struct problem {
    int n;
    int64_t *cost;
    struct club_match *match;
};

static struct problem problem_new(int n)
{
    return (struct problem){.n = n,
                            .cost = calloc((size_t)(n * n), sizeof(int64_t)),
                            .match = malloc(club_match_size(n))};
}

static void problem_free(struct problem *p)
{
    free(p->cost);
    free(p->match);
}

/* Costs up to `max`; few different ones make many ties and many blossoms. */
static void problem_fill(struct problem *p, struct chance *chance, uint32_t max)
{
    club_match_begin(p->match, p->n);
    for (int a = 0; a < p->n; a++)
        for (int b = a + 1; b < p->n; b++) {
            int64_t cost = chance_below(chance, max);
            if (chance_below(chance, 9) == 0) cost += (int64_t)1 << 40; /* as a repeat */
            p->cost[a * p->n + b] = p->cost[b * p->n + a] = cost;
            club_match_cost(p->match, a, b, cost);
        }
}

/* The cost of the matching; -1 if it is none. */
static int64_t total(const struct problem *p)
{
    int64_t sum = 0;

    for (int a = 0; a < p->n; a++) {
        int b = club_match_mate(p->match, a);
        if (b < 0 || b >= p->n || b == a || club_match_mate(p->match, b) != a) return -1;
        if (a < b) sum += p->cost[a * p->n + b];
    }
    return sum;
}

/* -- By trying everything ------------------------------------------------------------------- */

/* The cheapest way to match the vertices whose bits are not yet set. */
static int64_t cheapest(const struct problem *p, int64_t *known, unsigned done)
{
    int a = 0;

    if (done + 1 == 1u << p->n) return 0;
    if (known[done] >= 0) return known[done];
    int64_t best = INT64_MAX;
    while (done >> a & 1) a++;
    for (int b = a + 1; b < p->n; b++) {
        if (done >> b & 1) continue;
        int64_t sum =
            p->cost[a * p->n + b] + cheapest(p, known, done | 1u << a | 1u << b);
        if (sum < best) best = sum;
    }
    return known[done] = best;
}

TEST(as_cheap_as_by_trying_everything)
{
    static int64_t known[1 << SMALL];
    struct chance chance = {1};

    for (int i = 0; i < test_amount(4000, 100000); i++) {
        struct problem p = problem_new(2 + 2 * (int)chance_below(&chance, SMALL / 2));
        problem_fill(&p, &chance, i % 3 == 0 ? 4 : i % 3 == 1 ? 30 : 100000);
        for (int k = 0; k < 1 << p.n; k++) known[k] = -1;
        club_match_solve(p.match);
        bool right = total(&p) == cheapest(&p, known, 0);
        if (!right) CHECK_EQ(total(&p), cheapest(&p, known, 0));
        problem_free(&p);
        if (!right) return;
    }
    CHECK(true);
}

/* -- By the proof -------------------------------------------------------------------------------- */

/* Sum of the z of all sets that hold both. */
static int64_t inside(const struct club_match *match, int a, int b)
{
    int64_t sum = 0;

    for (int s = club_match_set(match, a); s >= 0; s = club_match_set(match, s))
        for (int t = club_match_set(match, b); t >= 0; t = club_match_set(match, t))
            if (s == t) sum += club_match_z(match, s);
    return sum;
}

static int64_t bound(const struct problem *p)
{
    int64_t sum = 0;
    int *size = calloc((size_t)(2 * p->n + 2), sizeof *size);

    for (int a = 0; a < p->n; a++) {
        sum += club_match_y(p->match, a);
        for (int s = club_match_set(p->match, a); s >= 0; s = club_match_set(p->match, s))
            size[s]++;
    }
    for (int s = p->n; s < 2 * p->n + 2; s++) {
        if (!size[s]) continue;
        CHECK(size[s] % 2 == 1);
        CHECK(club_match_z(p->match, s) >= 0);
        sum -= club_match_z(p->match, s) * (size[s] / 2);
    }
    free(size);
    return sum;
}

static void prove(int n, uint32_t max, uint64_t seed)
{
    struct chance chance = {seed};
    struct problem p = problem_new(n);

    problem_fill(&p, &chance, max);
    club_match_solve(p.match);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            int64_t paid = club_match_y(p.match, a) + club_match_y(p.match, b) -
                           inside(p.match, a, b);
            if (paid > 4 * p.cost[a * n + b]) FAIL("%d and %d are overpaid", a, b);
        }
    CHECK(total(&p) >= 0);
    CHECK_EQ(4 * total(&p), bound(&p));
    problem_free(&p);
}

TEST(the_prices_prove_that_nothing_is_cheaper)
{
    for (uint64_t i = 0; i < 40; i++) prove(30 + 2 * (int)i, i % 2 ? 6 : 5000, 100 + i);
    prove(300, 3, 1);
    prove(300, 1000000, 2);
}

TEST(nobody_and_a_pair)
{
    struct problem none = problem_new(0), two = problem_new(2);

    club_match_begin(none.match, 0);
    club_match_solve(none.match);
    club_match_begin(two.match, 2);
    club_match_cost(two.match, 0, 1, CLUB_COST_MAX);
    club_match_solve(two.match);
    CHECK_EQ(club_match_mate(two.match, 0), 1);
    problem_free(&none);
    problem_free(&two);
}
