/* test_pair.c -- pairing: published tables; Swiss against an independent check of random tournaments. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chance.h"
#include "club/pair.h"

enum { MOST = 500, ROUNDS = 20, SMALL = 10 };

/* -- Published tables -------------------------------------------------------------------------- */

/* "1-6 2-5 3-4": numbers from 1. */
static void as_text(const struct club_pair *pair, int n, char *out)
{
    *out = 0;
    for (int i = 0; i < n; i++)
        out +=
            sprintf(out, "%s%d-%d", i ? " " : "", pair[i].first + 1, pair[i].second + 1);
}

/* Rounds of the Berger tables as FIDE prints them. */
TEST(berger_tables)
{
    static const struct {
        int n, round;
        const char *pairs;
    } table[] = {
        {4, 1, "1-4 2-3"},         {4, 2, "4-3 1-2"},         {4, 3, "2-4 3-1"},
        {6, 1, "1-6 2-5 3-4"},     {6, 2, "6-4 5-3 1-2"},     {6, 3, "2-6 3-1 4-5"},
        {6, 4, "6-5 1-4 2-3"},     {6, 5, "3-6 4-2 5-1"},     {8, 1, "1-8 2-7 3-6 4-5"},
        {8, 2, "8-5 6-4 7-3 1-2"}, {8, 3, "2-8 3-1 4-7 5-6"}, {8, 4, "8-6 7-5 1-4 2-3"},
        {8, 5, "3-8 4-2 5-1 6-7"}, {8, 6, "8-7 1-6 2-5 3-4"}, {8, 7, "4-8 5-3 6-2 7-1"},
    };
    struct club_pair pair[4];
    char text[200];

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        as_text(pair, club_pair_robin(table[i].n, table[i].round, pair), text);
        CHECK_STR(text, table[i].pairs);
    }
}

TEST(in_a_round_robin_everybody_meets_everybody_once)
{
    for (int n = 2; n <= 31; n++) {
        static bool met[32][32];
        struct club_pair pair[16];
        int first[32] = {0}, games = 0;
        memset(met, 0, sizeof met);
        for (int round = 1; round <= club_pair_robin_rounds(n); round++) {
            CHECK_EQ(club_pair_robin(n, round, pair), (n + 1) / 2);
            for (int i = 0; i < (n + 1) / 2; i++) {
                int a = pair[i].first, b = pair[i].second;
                if (b == CLUB_NOBODY) continue;
                if (met[a][b] || met[b][a]) FAIL("%d people: %d meets %d again", n, a, b);
                met[a][b] = true;
                first[a]++;
                games++;
            }
        }
        CHECK_EQ(games, n * (n - 1) / 2);
        for (int i = 0; i < n; i++) /* half of the games, rounded either way */
            if (2 * first[i] < n - 2 || 2 * first[i] > n)
                FAIL("%d: %d first", i, first[i]);
    }
}

TEST(knock_out_places)
{
    struct club_pair pair[8];
    char text[200];

    as_text(pair, club_pair_knockout(8, pair), text);
    CHECK_STR(text, "1-8 5-4 2-7 6-3");
    as_text(pair, club_pair_knockout(5, pair), text);
    CHECK_STR(text, "1-0 5-4 2-0 3-0");
    CHECK_EQ(club_pair_knockout_rounds(1), 0);
    CHECK_EQ(club_pair_knockout_rounds(2), 1);
    CHECK_EQ(club_pair_knockout_rounds(9), 4);
    CHECK_EQ(club_pair_knockout(2, pair), 1);
}

TEST(a_first_swiss_round_is_upper_half_against_lower_half)
{
    struct club_swiss list[7] = {{0}};
    struct club_pair pair[4];
    char text[200];
    void *room = malloc(club_pair_swiss_room(7));

    as_text(pair, club_pair_swiss(list, 6, true, room, pair), text);
    CHECK_STR(text, "1-4 5-2 3-6");
    as_text(pair, club_pair_swiss(list, 6, false, room, pair), text);
    CHECK_STR(text, "4-1 2-5 6-3");
    as_text(pair, club_pair_swiss(list, 7, true, room, pair), text);
    CHECK_STR(text, "1-4 5-2 3-6 7-0");
    CHECK_EQ(club_pair_swiss(list, 1, true, room, pair), 1);
    CHECK_EQ(pair[0].second, CLUB_NOBODY);
    CHECK_EQ(club_pair_swiss(list, 0, true, room, pair), 0);
    free(room);
}

/* -- A tournament, kept by the test ------------------------------------------------------------- */

struct person {
    int number, score, balance, streak;
    bool bye;
    int met[ROUNDS], n_met; /* numbers of people */
};

struct event {
    int n;
    struct person person[MOST]; /* sorted before every round */
    struct club_swiss list[MOST];
    int met[MOST][ROUNDS];
    struct club_pair pair[MOST];
    void *room;
    int repeats, byes_again, most, far; /* what went wrong, and how far seats went */
};

static int by_standing(const void *a, const void *b)
{
    const struct person *x = a, *y = b;

    return x->score != y->score ? y->score - x->score : x->number - y->number;
}

static void event_begin(struct event *e, int n)
{
    e->n = n;
    e->repeats = e->byes_again = e->far = 0;
    memset(e->person, 0, sizeof e->person);
    for (int i = 0; i < n; i++) e->person[i].number = i;
}

static void event_list(struct event *e)
{
    int at[MOST];

    qsort(e->person, (size_t)e->n, sizeof e->person[0], by_standing);
    for (int i = 0; i < e->n; i++) at[e->person[i].number] = i;
    for (int i = 0; i < e->n; i++) {
        const struct person *p = &e->person[i];
        for (int k = 0; k < p->n_met; k++) e->met[i][k] = at[p->met[k]];
        e->list[i] = (struct club_swiss){.score = p->score,
                                         .balance = p->balance,
                                         .streak = p->streak,
                                         .bye = p->bye,
                                         .met = e->met[i],
                                         .n_met = p->n_met};
    }
}

static void event_sit(struct event *e, struct person *p, const struct person *with,
                      int way)
{
    for (int k = 0; k < p->n_met; k++) e->repeats += p->met[k] == with->number;
    p->met[p->n_met++] = with->number;
    p->balance += way;
    p->streak = p->streak * way > 0 ? p->streak + way : way;
    if (abs(p->balance) > e->far) e->far = abs(p->balance);
}

static void event_play(struct event *e, struct chance *chance, int pairs)
{
    for (int i = 0; i < pairs; i++) {
        struct person *a = &e->person[e->pair[i].first];
        if (e->pair[i].second == CLUB_NOBODY) {
            e->byes_again += a->bye;
            a->bye = true;
            a->score += 2;
            continue;
        }
        struct person *b = &e->person[e->pair[i].second];
        event_sit(e, a, b, 1);
        event_sit(e, b, a, -1);
        /* The better number wins more often; a draw now and then. */
        int luck = (int)chance_below(chance, 100) - (a->number < b->number ? 65 : 35);
        int won = chance_below(chance, 20) == 0 ? 1 : luck < 0 ? 2 : 0;
        a->score += won;
        b->score += 2 - won;
    }
}

/* -- The independent check: the sums of all pairings, compared as a list of numbers ---------------- */

enum { SUMS = 6 };

struct sums {
    int of[SUMS];
};

static int lopsided_if(const struct club_swiss *a, const struct club_swiss *b)
{
    return (a->balance + 1 >= 3) + (b->balance - 1 <= -3);
}

static int undue_if(const struct club_swiss *a, const struct club_swiss *b)
{
    return (a->balance > 0 || a->streak >= 2) + (b->balance < 0 || b->streak <= -2);
}

static void add_pair(const struct event *e, int i, int k, struct sums *sums)
{
    const struct club_swiss *a = &e->list[i], *b = &e->list[k];
    int group = 0, apart = a->score - b->score;

    if (k == e->n) {
        int above = a->score - e->list[e->n - 1].score;
        sums->of[0] += a->bye;
        sums->of[2] += above > 20 ? 20 : above;
        sums->of[5] += e->n - 1 - i;
        return;
    }
    for (int j = 0; j < a->n_met; j++)
        if (a->met[j] == k) {
            sums->of[0]++;
            break;
        }
    int l1 = lopsided_if(a, b), l2 = lopsided_if(b, a), u1 = undue_if(a, b),
        u2 = undue_if(b, a);
    bool swap = l2 < l1 || (l2 == l1 && u2 < u1);
    sums->of[1] += swap ? l2 : l1;
    sums->of[3] += apart * apart > 400 ? 400 : apart * apart;
    sums->of[4] += swap ? u2 : u1;
    for (int j = 0; j < e->n; j++) group += e->list[j].score == a->score;
    sums->of[5] += apart ? k - i : abs(k - i - group / 2);
}

static int compare(const struct sums *a, const struct sums *b)
{
    for (int i = 0; i < SUMS; i++)
        if (a->of[i] != b->of[i]) return a->of[i] < b->of[i] ? -1 : 1;
    return 0;
}

static void try_all(const struct event *e, unsigned done, struct sums sums,
                    struct sums *best)
{
    int all = e->n + e->n % 2, i = 0;

    if (done + 1 == 1u << all) {
        if (compare(&sums, best) < 0) *best = sums;
        return;
    }
    while (done >> i & 1) i++;
    for (int k = i + 1; k < all; k++) {
        struct sums more = sums;
        if (done >> k & 1) continue;
        add_pair(e, i, k, &more);
        try_all(e, done | 1u << i | 1u << k, more, best);
    }
}

static struct sums sums_of(const struct event *e, int pairs)
{
    struct sums sums = {{0}};

    for (int i = 0; i < pairs; i++) {
        int a = e->pair[i].first, b = e->pair[i].second;
        if (b == CLUB_NOBODY) b = e->n;
        add_pair(e, a < b ? a : b, a < b ? b : a, &sums);
    }
    return sums;
}

static void check_cheapest(const struct event *e, int pairs)
{
    struct sums best = {{1 << 30}}, found = sums_of(e, pairs);

    try_all(e, 0, (struct sums){{0}}, &best);
    if (compare(&found, &best))
        FAIL("%d people: %d %d %d %d %d %d, but %d %d %d %d %d %d can be had", e->n,
             found.of[0], found.of[1], found.of[2], found.of[3], found.of[4], found.of[5],
             best.of[0], best.of[1], best.of[2], best.of[3], best.of[4], best.of[5]);
}

/* Everybody sits once. */
static void check_whole(const struct event *e, int pairs)
{
    int seen[MOST] = {0}, nobody = 0;

    for (int i = 0; i < pairs; i++) {
        seen[e->pair[i].first]++;
        if (e->pair[i].second == CLUB_NOBODY)
            nobody++;
        else
            seen[e->pair[i].second]++;
    }
    for (int i = 0; i < e->n; i++)
        if (seen[i] != 1) FAIL("%d of %d sits %d times", i, e->n, seen[i]);
    CHECK_EQ(nobody, e->n % 2);
}

static struct event event;

static void tournament(struct chance *chance, int n, int rounds)
{
    event_begin(&event, n);
    for (int round = 1; round <= rounds; round++) {
        event_list(&event);
        int pairs = club_pair_swiss(event.list, n, round % 2, event.room, event.pair);
        check_whole(&event, pairs);
        if (n <= SMALL) check_cheapest(&event, pairs);
        event_play(&event, chance, pairs);
    }
}

TEST(a_thousand_random_tournaments_hold_against_an_independent_check)
{
    struct chance chance = {3};
    int far[ROUNDS] = {0};

    event.room = malloc(club_pair_swiss_room(MOST));
    for (int i = 0; i < 1000 && !test_failures(); i++) {
        bool small = i % 2 == 0;
        int n = small ? 3 + (int)chance_below(&chance, SMALL - 2)
                      : SMALL + 1 + (int)chance_below(&chance, 60);
        int rounds = small ? 1 + (int)chance_below(&chance, (uint32_t)n)
                           : 3 + (int)chance_below(&chance, 9);
        if (rounds > n / 2 && !small) rounds = n / 2;
        tournament(&chance, n, rounds);
        /* Who has met fewer than half of the others can always be paired anew (Dirac). */
        if (rounds <= n / 2 && event.repeats) FAIL("%d people met again", event.repeats);
        if (rounds <= n / 2) CHECK_EQ(event.byes_again, 0);
        if (!small && event.far > 2)
            FAIL("somebody was first %d times too often", event.far);
        far[event.far]++;
    }
    printf(
        "  first less second, the most in a tournament: 1 in %d, 2 in %d, more in %d\n",
        far[1], far[2], 1000 - far[0] - far[1] - far[2]);
    free(event.room);
}

TEST(five_hundred_people_nine_rounds)
{
    struct chance chance = {9};
    double slowest = 0;

    event.room = malloc(club_pair_swiss_room(MOST));
    event_begin(&event, MOST);
    for (int round = 1; round <= 9; round++) {
        event_list(&event);
        clock_t begin = clock();
        int pairs = club_pair_swiss(event.list, MOST, true, event.room, event.pair);
        double ms = 1000.0 * (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (ms > slowest) slowest = ms;
        printf("  round %d: %.1f ms\n", round, ms);
        check_whole(&event, pairs);
        event_play(&event, &chance, pairs);
    }
    CHECK_EQ(event.repeats, 0);
    CHECK(event.far <= 2);
    free(event.room);
}
