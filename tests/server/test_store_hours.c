/* test_store_hours.c -- how long no server ran, counted millisecond by millisecond; the list of pauses when it is full; and what a server that begins makes of
 * what its store knows, with a store that says what the test wants. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/store_hours.h"
#include "server/store/store_wait.h"
#include "test.h"

/* Is it in a pause? */
static bool is_paused(const struct store *store, int64_t ms)
{
    for (int i = 0; i < store->known.n_pauses; i++)
        if (ms >= store->known.pauses[i].gone && ms < store->known.pauses[i].back)
            return true;
    return false;
}

/* What is paused after `from`, and what lies in the gap besides. */
static int64_t counted(const struct store *store, struct store_pause gap, int64_t from)
{
    int64_t n = 0;

    for (int64_t ms = from; ms < 40; ms++)
        n += is_paused(store, ms) || (ms >= gap.gone && ms < gap.back);
    return n;
}

TEST(time_without_a_server_is_counted_to_the_millisecond)
{
    struct store_pause pauses[] = {{25, 28}, {18, 20}, {12, 18}, {5, 6}};
    struct store store = {.known = {.pauses = pauses}};

    for (int n = 0; n <= 4; n++)
        for (int64_t from = 0; from < 32; from++) {
            store.known.n_pauses = n;
            struct store_pause none = {0, 0};
            CHECK_EQ(store_hours_down(&store, from), counted(&store, none, from));
            for (int64_t gone = 0; gone < 32; gone++)
                for (int64_t back = gone; back < 32; back++) {
                    struct store_pause gap = {gone, back};
                    if (store_hours_down_with(&store, &gap, 1, from) !=
                        counted(&store, gap, from)) {
                        FAIL("%d pauses, from %d, a gap from %d to %d", n, (int)from,
                             (int)gone, (int)back);
                        return;
                    }
                }
        }
    struct store_pause two[] = {{0, 2}, {30, 33}};
    CHECK_EQ(store_hours_down_with(&store, two, 2, 1), 1 + 3 + 3 + 2 + 6 + 1);
    CHECK_EQ(store_hours_pause_since((struct store_pause){5, 9}, 9), 0);
    CHECK_EQ(store_hours_pause_since((struct store_pause){5, 9}, 8), 1);
    CHECK_EQ(store_hours_pause_since((struct store_pause){5, 9}, 5), 4);
    CHECK_EQ(store_hours_pause_since((struct store_pause){5, 9}, 4), 4);
}

/* The latest first; one that begins when the latest does takes its place; when there is no room the oldest goes. */
TEST(the_list_of_pauses_keeps_the_latest)
{
    struct store store = {.said_alive = 0};

    for (int i = 0; i < STORE_PAUSES_MAX; i++) {
        store_hours_add_pause(&store, (struct store_pause){10 * i, 10 * i + 1});
        store_hours_add_pause(&store, (struct store_pause){10 * i, 10 * i + 2});
        CHECK_EQ(store.known.n_pauses, i + 1);
    }
    CHECK_EQ(store.known.pauses[0].gone, 10 * (STORE_PAUSES_MAX - 1));
    CHECK_EQ(store.known.pauses[0].back, 10 * (STORE_PAUSES_MAX - 1) + 2);
    CHECK_EQ(store.known.pauses[STORE_PAUSES_MAX - 1].gone, 0);
    CHECK_EQ(store_hours_down(&store, 0), 2 * STORE_PAUSES_MAX);
    store_hours_add_pause(&store, (struct store_pause){10 * STORE_PAUSES_MAX, 99999});
    CHECK_EQ(store.known.n_pauses, STORE_PAUSES_MAX);
    CHECK_EQ(store.known.pauses[0].gone, 10 * STORE_PAUSES_MAX);
    CHECK_EQ(store.known.pauses[1].gone, 10 * (STORE_PAUSES_MAX - 1));
    CHECK_EQ(store.known.pauses[STORE_PAUSES_MAX - 1].gone, 10);
    store_hours_free(&store);
    CHECK(!store.known.pauses);
}

/* -- A server begins ----------------------------------------------------------------------- */

#define LATE 1793491200000 /* before that no server of this kind ran */
#define DAY  86400000LL

static struct store_hours says;
static struct store_pause says_pauses[2], noted;
static int64_t noted_drop, was_set_back, was_alive;
static bool fails;

static void say(store_done *done, void *context)
{
    done(context, &(struct store_answer){.how = fails ? STORE_FAILED : STORE_DONE});
}

static void tell_hours(struct store *s, struct store_hours *out, store_done *done,
                       void *context)
{
    (void)s;
    out->alive = says.alive;
    out->latest = says.latest;
    out->oldest = says.oldest;
    out->n_pauses = says.n_pauses;
    memcpy(out->pauses, says_pauses, sizeof says_pauses);
    done(context, &(struct store_answer){.how = STORE_DONE});
}

static void note(struct store *s, struct store_pause pause, int64_t drop,
                 store_done *done, void *context)
{
    (void)s;
    noted = pause;
    noted_drop = drop;
    say(done, context);
}

static void set_back(struct store *s, int64_t at, store_done *done, void *context)
{
    (void)s;
    was_set_back = at;
    say(done, context);
}

static void note_alive(struct store *s, int64_t at)
{
    (void)s;
    was_alive = at;
}

static const char *its_problem(struct store *s)
{
    (void)s;
    return "a problem";
}

static bool begins(struct store *one, int64_t *now)
{
    *one = (struct store){.hours = tell_hours,
                          .note_pause = note,
                          .set_back = set_back,
                          .alive = note_alive,
                          .problem = its_problem,
                          .shared = one->shared};
    noted = (struct store_pause){0, 0};
    noted_drop = was_set_back = was_alive = 0;
    bool ok = store_begin(one, now);
    CHECK_EQ(was_alive, *now);
    return ok;
}

/* Times in days from LATE, and milliseconds beside them. */
TEST(a_server_that_begins_knows_how_long_none_ran)
{
    static const struct {
        int64_t alive, latest, now;
        bool shared;
        int64_t becomes, gone;                /* gone: -1: no pause is noted */
    } all[] = {{0, 0, LATE, false, LATE, -1}, /* the first of all */
               {LATE, 0, LATE, false, LATE, -1},
               {LATE, 0, LATE + 1, false, LATE + 1, LATE},
               {LATE, LATE + 5, LATE + 9, false, LATE + 9, LATE + 5},
               {LATE + 5, LATE, LATE + 9, false, LATE + 9, LATE + 5},
               {LATE + 5, 0, LATE + 4, false, LATE + 5, -1}, /* a clock that is behind */
               {LATE, 0, LATE + 3000, true, LATE + 3000, -1},
               {LATE, 0, LATE + 3001, true, LATE + 3001, LATE}};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct store one = {.shared = all[i].shared};
        int64_t now = all[i].now;
        says = (struct store_hours){.alive = all[i].alive, .latest = all[i].latest};
        CHECK(begins(&one, &now));
        if (!CHECK_EQ(now, all[i].becomes)) printf("case %d\n", (int)i);
        CHECK_EQ(was_set_back, 0);
        if (all[i].gone >= 0) {
            CHECK(noted.gone == all[i].gone && noted.back == now);
            CHECK_EQ(noted_drop, INT64_MIN);
            CHECK_EQ(one.known.n_pauses, 1);
        } else
            CHECK(!noted.back && !one.known.n_pauses);
        CHECK_EQ(one.unnoted, 0);
        store_hours_free(&one);
    }
}

/* A run that was over within a fifth of a second lies within the pause before it. */
TEST(a_run_that_was_over_at_once_is_part_of_the_pause)
{
    for (int ms = 199; ms <= 200; ms++) {
        struct store one = {.shared = false};
        int64_t now = LATE + 5000;
        says = (struct store_hours){.alive = LATE + 1000 + ms, .n_pauses = 1};
        says_pauses[0] = (struct store_pause){LATE + 500, LATE + 1000};
        CHECK(begins(&one, &now));
        CHECK_EQ(noted.gone, ms == 199 ? LATE + 500 : LATE + 1200);
        CHECK_EQ(noted.back, LATE + 5000);
        CHECK_EQ(one.known.n_pauses, ms == 199 ? 1 : 2);
        store_hours_free(&one);
    }
}

/* What could not be noted is not known either, unless others run on the store, too. */
TEST(a_pause_that_could_not_be_noted_is_told)
{
    for (int what = 0; what < 3; what++) {
        struct store one = {.shared = what == 1};
        int64_t now = LATE + 9000;
        says = (struct store_hours){.alive = LATE, .n_pauses = what == 2};
        says_pauses[0] = (struct store_pause){LATE - 100, LATE + 50};
        fails = true;
        CHECK(!begins(&one, &now));
        fails = false;
        CHECK_STR(one.note, "a problem");
        CHECK_EQ(one.unnoted, what == 1 ? 0 : what == 2 ? LATE + 50 : LATE);
        CHECK_EQ(one.known.n_pauses, what == 0 ? 0 : 1);
        store_hours_free(&one);
    }
}

/* The system's clock is behind the last run: either is wrong. */
TEST(a_clock_that_is_behind_is_judged)
{
    static const struct {
        struct store_pause leap;        /* before the last run; 0: there was none */
        int64_t oldest, alive, now, to; /* to: 0: nothing is set back */
    } all[] = {
        /* A leap over today, of more than a day. */
        {{LATE + 10, LATE + 10 + DAY}, 0, LATE + 2 * DAY, LATE + 20, 0},
        {{LATE + 10, LATE + 11 + DAY}, 0, LATE + 2 * DAY, LATE + 20, LATE + 20},
        {{LATE + 20, LATE + 3 * DAY}, 0, LATE + 4 * DAY, LATE + 20, LATE + 20},
        {{LATE + 20, LATE + 3 * DAY}, 0, LATE + 4 * DAY, LATE + 3 * DAY, 0},
        {{LATE + 20, LATE + 3 * DAY},
         0,
         LATE + 4 * DAY,
         LATE + 3 * DAY - 1,
         LATE + 3 * DAY - 1},
        /* Today lies a little before its beginning: as far as is possible. */
        {{LATE + 30, LATE + 30 + 2 * DAY}, 0, LATE + 20 + 2 * DAY, LATE + 20, LATE + 30},
        {{LATE + 30, LATE + 30 + 2 * DAY}, 0, LATE + 21 + 2 * DAY, LATE + 20, 0},
        /* The first run, and it was a month ahead. */
        {{0, 0}, LATE + 31 * DAY + 7, LATE + 40 * DAY, LATE + 7, 0},
        {{0, 0}, LATE + 31 * DAY + 8, LATE + 40 * DAY, LATE + 7, LATE + 7},
        {{0, 0}, 0, LATE + 31 * DAY, LATE, 0},
        {{0, 0}, 0, LATE + 31 * DAY + 1, LATE, LATE},
        {{LATE + 32 * DAY, LATE + 32 * DAY + 5}, 0, LATE + 40 * DAY, LATE, LATE},
        {{LATE + 1, LATE + 2}, 0, LATE + 40 * DAY, LATE, 0},
        {{LATE + 32 * DAY, LATE + 32 * DAY + 5}, LATE + 1, LATE + 40 * DAY, LATE, 0},
        {{0, 0}, 0, LATE + 40 * DAY, LATE - 1, 0}, /* such a date is never right */
        {{0, 0}, 0, LATE, LATE, 0}};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct store one = {.shared = false};
        int64_t now = all[i].now;
        says = (struct store_hours){.alive = all[i].alive,
                                    .oldest = all[i].oldest,
                                    .n_pauses = all[i].leap.back != 0};
        says_pauses[0] = all[i].leap;
        bool ok = begins(&one, &now);
        CHECK_EQ(ok, !all[i].to); /* set back: that is worth a line */
        if (!CHECK_EQ(was_set_back, all[i].to)) printf("case %d\n", (int)i);
        CHECK_EQ(now, all[i].to                   ? all[i].to
                      : all[i].alive > all[i].now ? all[i].alive
                                                  : all[i].now);
        store_hours_free(&one);
    }
}

/* How far the last run was ahead is told in days, to the nearest. */
TEST(a_run_that_was_ahead_is_told_in_days)
{
    for (int half = 0; half < 2; half++) {
        struct store one = {.shared = false};
        int64_t now = LATE;
        char wanted[100];
        says = (struct store_hours){.alive = LATE + 40 * DAY + DAY / 2 - !half};
        CHECK(!begins(&one, &now));
        snprintf(wanted, sizeof wanted, "the last run was %d days ahead", 40 + half);
        CHECK(!strncmp(one.note, wanted, strlen(wanted)));
        store_hours_free(&one);
    }
}
