/* test_pool.c -- finding a game: near ratings first, the wait widens the range; evenings of arrivals. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "club/pool.h"

TEST(nobody_and_one_wait)
{
    struct club_seeker one = {.who = 1, .rating = 1500};
    struct club_pair pair[1];

    CHECK_EQ(club_pool_pair(&one, 0, 0, NULL, NULL, pair), 0);
    CHECK_EQ(club_pool_pair(&one, 1, 0, NULL, NULL, pair), 0);
    CHECK_EQ(club_pool_look(&one, 1, 0, NULL, NULL), INT64_MAX);
}

TEST(the_nearest_in_range_is_taken)
{
    struct club_seeker list[] = {{1, 1500, 0, false},
                                 {2, 1590, 0, false},
                                 {3, 1520, 0, false},
                                 {4, 1900, 0, false}};
    struct club_pair pair[2];

    CHECK_EQ(club_pool_pair(list, 4, 0, NULL, NULL, pair), 1);
    CHECK(pair[0].first == 0 && pair[0].second == 2);
}

TEST(the_wait_widens_the_range)
{
    struct club_seeker list[] = {{1, 1500, 0, false}, {2, 1700, 0, false}};
    struct club_pair pair[1];

    CHECK_EQ(club_pool_pair(list, 2, 0, NULL, NULL, pair), 0);
    CHECK_EQ(club_pool_look(list, 2, 0, NULL, NULL), 20000);
    CHECK_EQ(club_pool_pair(list, 2, 19999, NULL, NULL, pair), 0);
    CHECK_EQ(club_pool_pair(list, 2, 20000, NULL, NULL, pair), 1);
    /* After a minute anybody will do. */
    struct club_seeker far[] = {{1, 900, 0, false}, {2, 2400, 0, false}};
    CHECK_EQ(club_pool_pair(far, 2, 60000, NULL, NULL, pair), 1);
}

TEST(who_has_no_rating_is_near_everybody)
{
    struct club_seeker list[] = {{1, 0, 0, false}, {2, 2400, 0, false}};
    struct club_pair pair[1];

    CHECK_EQ(club_pool_pair(list, 2, 0, NULL, NULL, pair), 1);
}

static bool not_1_and_2(void *context, uint32_t a, uint32_t b)
{
    (void)context;
    return a + b != 3;
}

TEST(who_said_no_twice_is_not_asked_again)
{
    struct club_seeker list[] = {
        {1, 1500, 0, false}, {2, 1500, 0, false}, {3, 1550, 0, false}};
    struct club_pair pair[1];

    CHECK_EQ(club_pool_pair(list, 2, 99999, not_1_and_2, NULL, pair), 0);
    CHECK_EQ(club_pool_look(list, 2, 0, not_1_and_2, NULL), INT64_MAX);
    CHECK_EQ(club_pool_pair(list, 3, 0, not_1_and_2, NULL, pair), 1);
    CHECK_EQ(pair[0].second, 2);
}

/* -- An evening ------------------------------------------------------------------------------------------------ */

enum { MOST = 20000, WAITING = 200, EVENING = 4 * 3600 };

struct evening {
    struct club_seeker list[WAITING];
    int n, games;
    double wait[MOST], gap[MOST];
};

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static int rating_of(struct chance *chance)
{
    double sum = -6;

    for (int i = 0; i < 12; i++) sum += chance_real(chance);
    return 1500 + (int)(250 * sum);
}

static void evening_pair(struct evening *e, int64_t now)
{
    struct club_pair pair[WAITING / 2];
    bool gone[WAITING] = {0};
    int pairs = club_pool_pair(e->list, e->n, now, NULL, NULL, pair), left = 0;

    for (int i = 0; i < pairs; i++) {
        const struct club_seeker *a = &e->list[pair[i].first],
                                 *b = &e->list[pair[i].second];
        gone[pair[i].first] = gone[pair[i].second] = true;
        e->gap[e->games] = abs(a->rating - b->rating);
        e->wait[2 * e->games] = (double)(now - a->since) / 1000;
        e->wait[2 * e->games + 1] = (double)(now - b->since) / 1000;
        e->games++;
    }
    for (int i = 0; i < e->n; i++)
        if (!gone[i]) e->list[left++] = e->list[i];
    e->n = left;
}

/* People come at random, so many a minute; once a second the pool looks. */
static void evening_run(struct evening *e, double a_minute, uint64_t seed)
{
    struct chance chance = {seed};

    e->n = e->games = 0;
    for (int64_t s = 0; s < EVENING; s++) {
        for (int i = 0; i < 4; i++) /* at most four a second */
            if (chance_real(&chance) < a_minute / 60 / 4 && e->n < WAITING)
                e->list[e->n++] = (struct club_seeker){.who = (uint32_t)(4 * s + i),
                                                       .rating = rating_of(&chance),
                                                       .since = s * 1000};
        evening_pair(e, s * 1000);
    }
    qsort(e->wait, (size_t)(2 * e->games), sizeof(double), compare);
    qsort(e->gap, (size_t)e->games, sizeof(double), compare);
}

TEST(evenings_of_arrivals)
{
    static struct evening e;
    static const double rate[] = {0.5, 2, 10, 60};
    double gap = 1e9;

    for (int i = 0; i < 4; i++) {
        evening_run(&e, rate[i], 40 + (uint64_t)i);
        double median = e.wait[e.games], late = e.wait[2 * e.games * 95 / 100];
        printf("  %4.1f come a minute: %5d games, wait %3.0f s (median) %3.0f s (95 %%), "
               "gap %3.0f (median) %3.0f (95 %%)\n",
               rate[i], e.games, median, late, e.gap[e.games / 2],
               e.gap[e.games * 95 / 100]);
        CHECK(e.n <= 3 || rate[i] > 5);   /* nobody is left for good */
        CHECK(e.gap[e.games / 2] <= gap); /* the more come, the nearer the other is */
        gap = e.gap[e.games / 2];
        if (rate[i] >= 2) CHECK(late <= 100);
    }
}
