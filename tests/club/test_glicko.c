/* test_glicko.c -- ratings: the paper's example, true strengths recovered, the same bits everywhere. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "club/glicko.h"
#include "chance.h"

enum { PEOPLE = 1000, GAMES = 60 };

/* -- The paper ---------------------------------------------------------------------------- */

TEST(the_example_of_the_paper)
{
    struct club_rating one = {.value = 1500, .deviation = 200, .volatility = 0.06};
    const struct club_glicko_game games[] = {
        {1400, 30, 1, 1}, {1550, 100, 0, 1}, {1700, 300, 0, 1}};

    club_glicko_period(&one, 1, games, 3);
    CHECK(fabs(one.value - 1464.06) < 0.01);
    CHECK(fabs(one.deviation - 151.52) < 0.01);
    CHECK(fabs(one.volatility - 0.05999) < 0.00001);
}

TEST(exp_and_log_are_right)
{
    for (double x = -30; x < 30; x += 0.0137)
        if (fabs(club_glicko_exp(x) / exp(x) - 1) > 1e-15) FAIL("exp(%g)", x);
    for (double x = 1e-9; x < 1e9; x *= 1.0173)
        if (fabs(club_glicko_log(x) - log(x)) > 1e-14) FAIL("log(%g)", x);
    CHECK_EQ(club_glicko_log(1) == 0, 1);
}

/* -- One game ------------------------------------------------------------------------------- */

TEST(a_draw_of_equals_changes_no_value)
{
    struct club_rating all[2];
    struct club_result draw = {.time = 1, .n = 2, .place = {1, 1}, .player = {0, 1}};

    club_glicko_begin(&all[0]);
    club_glicko_begin(&all[1]);
    club_glicko_result(all, &draw);
    CHECK(all[0].value == 1500 && all[1].value == 1500);
    CHECK(all[0].deviation < 350);
}

TEST(what_one_wins_the_other_loses_if_both_are_new)
{
    struct club_rating all[2];
    struct club_result won = {.time = 1, .n = 2, .place = {1, 2}, .player = {1, 0}};

    club_glicko_begin(&all[0]);
    club_glicko_begin(&all[1]);
    club_glicko_result(all, &won);
    CHECK(all[1].value > 1600);
    CHECK(fabs(all[1].value - 1500 - (1500 - all[0].value)) < 1e-9);
}

TEST(a_computer_keeps_its_rating)
{
    struct club_rating all[2];
    struct club_result won = {.time = 1, .n = 2, .place = {1, 2}, .player = {0, 1}};

    club_glicko_begin(&all[0]);
    club_glicko_fix(&all[1], 1800, 30);
    club_glicko_result(all, &won);
    CHECK(all[1].value == 1800 && all[1].deviation == 30);
    CHECK(all[0].value > 1700);
    CHECK(club_glicko_known(&all[1], 1));
}

TEST(a_rating_is_known_after_some_games_and_forgotten_after_years)
{
    struct club_rating all[2];
    struct club_result game = {.n = 2, .place = {1, 2}, .player = {0, 1}};
    const int64_t year = 365LL * 24 * 3600 * 1000;
    int known = 0;

    club_glicko_begin(&all[0]);
    club_glicko_fix(&all[1], 1500, 40);
    for (int i = 1; i <= 40 && !known; i++) {
        game.time = i;
        game.place[i % 2] = 1, game.place[(i + 1) % 2] = 2;
        club_glicko_result(all, &game);
        if (club_glicko_known(&all[0], i)) known = i;
    }
    CHECK(known >= CLUB_RATING_GAMES && known < 20);
    CHECK(!club_glicko_known(&all[0], 10 * year));
    CHECK(club_glicko_deviation(&all[0], 1000 * year) <= 350);
    /* A clock that went back is no reason to know less. */
    CHECK(club_glicko_deviation(&all[0], -year) == all[0].deviation);
}

TEST(pools_are_by_players_and_sets)
{
    CHECK_EQ(club_glicko_pool_of(2, false), CLUB_POOL_TWO);
    CHECK_EQ(club_glicko_pool_of(2, true), CLUB_POOL_TWO_SETS);
    CHECK_EQ(club_glicko_pool_of(3, false), CLUB_POOL_MORE);
    CHECK_STR(club_glicko_pool_name(CLUB_POOL_TWO_SETS), "two_sets");
}

/* -- A thousand people ------------------------------------------------------------------------ */

/* How strong they are: the sum of twelve numbers from 0 to 1 has a deviation of 1. */
static double club_strength(struct chance *chance)
{
    double sum = -6;

    for (int i = 0; i < 12; i++) sum += chance_real(chance);
    return 1500 + 250 * sum;
}

/* In a game of n the places follow from strength and luck; luck has the logistic form that the
 * rating assumes of two. */
static void play(struct chance *chance, const double *strength,
                 struct club_result *result)
{
    double form[CLUB_SEATS_MAX];

    for (unsigned i = 0; i < result->n; i++) { /* Gumbel: differences are logistic */
        double u = chance_real(chance);
        form[i] = strength[result->player[i]] - 173.7178 * log(-log(u * 0.999998 + 1e-6));
    }
    for (unsigned i = 0; i < result->n; i++) {
        result->place[i] = 1;
        for (unsigned k = 0; k < result->n; k++)
            if (form[k] > form[i]) result->place[i]++;
    }
}

static void shuffle(struct chance *chance, uint32_t *list, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = chance_below(chance, i), swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}

/* Everybody plays `GAMES` games, at tables of n with whoever comes. */
static void season(unsigned n, double *strength, struct club_rating *all)
{
    struct chance chance = {77 + n};
    uint32_t order[PEOPLE];
    int64_t now = 0;

    for (uint32_t i = 0; i < PEOPLE; i++) {
        strength[i] = club_strength(&chance);
        club_glicko_begin(&all[i]);
        order[i] = i;
    }
    for (int round = 0; round < GAMES; round++, now += 24 * 3600 * 1000) {
        shuffle(&chance, order, PEOPLE);
        for (uint32_t i = 0; i + n <= PEOPLE; i += n) {
            struct club_result result = {.time = now + i, .n = (uint8_t)n};
            for (unsigned k = 0; k < n; k++) result.player[k] = order[i + k];
            play(&chance, strength, &result);
            club_glicko_result(all, &result);
        }
    }
}

static void rank(const double *value, int *out)
{
    for (int i = 0; i < PEOPLE; i++) {
        out[i] = 0;
        for (int k = 0; k < PEOPLE; k++) out[i] += value[k] < value[i];
    }
}

static double rank_correlation(const double *a, const double *b)
{
    static int x[PEOPLE], y[PEOPLE];
    double sum = 0, n = PEOPLE;

    rank(a, x);
    rank(b, y);
    for (int i = 0; i < PEOPLE; i++) sum += (double)(x[i] - y[i]) * (x[i] - y[i]);
    return 1 - 6 * sum / (n * (n * n - 1));
}

static void true_order(unsigned n)
{
    static double strength[PEOPLE], value[PEOPLE];
    static struct club_rating all[PEOPLE];
    double mean = 0, inside = 0;

    season(n, strength, all);
    for (int i = 0; i < PEOPLE; i++) mean += strength[i] / PEOPLE;
    for (int i = 0; i < PEOPLE; i++) {
        value[i] = all[i].value;
        inside += fabs(value[i] - 1500 - (strength[i] - mean)) < 2 * all[i].deviation;
    }
    double order = rank_correlation(strength, value);
    printf("  tables of %u, %d games each: rank correlation %.4f, %.1f %% within two "
           "deviations\n",
           n, GAMES, order, 100 * inside / PEOPLE);
    CHECK(order > 0.95);
    CHECK(inside / PEOPLE > 0.90);
}

TEST(the_true_order_of_a_thousand_is_found_by_games_of_two)
{
    true_order(2);
}

TEST(the_true_order_of_a_thousand_is_found_by_games_of_five)
{
    true_order(5);
}

TEST(every_compiler_computes_the_same_bits)
{
    static struct club_rating all[PEOPLE];
    struct chance chance = {5};
    int64_t now = 0;

    for (int i = 0; i < PEOPLE; i++) club_glicko_begin(&all[i]);
    club_glicko_fix(&all[7], 1850, 25);
    for (int game = 0; game < 20000; game++) { /* no libm here: places by chance alone */
        struct club_result result = {.time = now += chance_below(&chance, 3000000),
                                     .n = (uint8_t)(2 + chance_below(&chance, 5))};
        for (unsigned k = 0; k < result.n; k++) {
            result.player[k] = (uint32_t)((unsigned)game * 37 + k * 101) % PEOPLE;
            result.place[k] = (uint8_t)(1 + chance_below(&chance, result.n));
        }
        club_glicko_result(all, &result);
    }
    uint64_t hash = club_glicko_hash(all, PEOPLE);
    if (!CHECK(hash == 0x3fc02ae405406568u))
        FAIL("the hash is %016llx", (unsigned long long)hash);
}
