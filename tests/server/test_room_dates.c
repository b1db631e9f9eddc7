/* test_room_dates.c -- a server whose system says another time at each start. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"

#define DAY    86400000LL
#define HOUR   3600000LL
#define BUDGET (14 * DAY)

/* The right time beside the server's; what a clock may have used up. */
struct course {
    struct play_rng rng;
    char table[TABLE_ID_MAX];
    int64_t right;    /* what the time really is */
    int64_t believed; /* the latest end of a run that was less than a day ahead */
    int64_t ran,
        ahead;   /* how long servers ran since the start; of that, while far ahead */
    int64_t end; /* of the last run, as it took the time to be */
    bool far;    /* the last run was a day ahead or more */
};

static int64_t at_most(struct course *course, int64_t most)
{
    return 1 + (((most - 1) * play_below(&course->rng, 1 << 20)) >> 20);
}

/* What the system says the time is: right, a little wrong, far ahead, far behind, never set. */
static int64_t told_time(struct course *course, bool *right)
{
    uint32_t kind = play_below(&course->rng, 10);

    *right = kind < 4;
    if (kind < 4) return course->right;
    if (kind < 6) return course->right + at_most(course, 12 * HOUR);
    if (kind < 7) return course->right - at_most(course, 12 * HOUR);
    if (kind < 9) return course->right + 2 * DAY + at_most(course, 3650 * DAY);
    return play_below(&course->rng, 2) ? 1000 : course->right - at_most(course, 30 * DAY);
}

static bool fold_into(void *context, int64_t seq, const char *text, const char *secret)
{
    (void)seq;
    return table_fold(context, text, secret);
}

/* Whoever has to decide does something; or nobody does. */
static void maybe_move(struct course *course, struct conn *ann)
{
    struct table *table = table_new(course->table);
    char words[96];

    if (play_below(&course->rng, 2)) {
        CHECK(store_wait_read(store, course->table, 0, 100000, fold_into, table));
        aude_action_text(table->sitting.game,
                         play_random_action(&course->rng, table->sitting.game), words,
                         sizeof words);
        says(ann, "{'type':'act','id':7,'table':'%s','at':%d,'action':'%s'}",
             course->table, table->sitting.n_steps, words);
        hub_flush(hub);
        CHECK(strstr(hears(ann), "\"ok\",\"id\":7") != NULL);
    }
    table_free(table);
}

/* What both seats have used up. */
static int64_t used_up(struct course *course, struct conn *ann)
{
    long long left[2] = {0, 0};

    says(ann, "{'type':'watch','id':5,'table':'%s','since':0}", course->table);
    const char *at = strstr(hears(ann), "\"left\":[");
    if (CHECK(at != NULL)) sscanf(at, "\"left\":[%lld,%lld]", &left[0], &left[1]);
    return 2 * BUDGET - left[0] - left[1];
}

static void run_a_while(struct course *course)
{
    struct conn *ann = join("ann");
    int64_t before = now, ms = 1000 + at_most(course, 600000);

    hub_ask_wake_tables(hub);
    int64_t used = used_up(course, ann);
    CHECK(used <= course->ran); /* nobody loses time, */
    CHECK(used >=
          course->ran - course->ahead); /* and only a run that was ahead gives some */
    pass(ms / 2);
    maybe_move(course, ann);
    pass(ms - ms / 2);
    course->right += ms;
    course->ran += ms;
    course->far = before > course->right + 12 * HOUR;
    if (course->far) course->ahead += ms;
    if (!course->far && now > course->believed) course->believed = now;
    course->end = now;
    store_hours_alive(store, now);
    hub_free(hub);
}

static bool begin_again(struct course *course)
{
    bool right;

    course->right += at_most(course, 3 * HOUR);
    now = told_time(course, &right);
    store_begin(store, &now);
    if (!CHECK(now >= course->believed)) return false;
    if (!course->far && !CHECK(now >= course->end)) return false;
    if (right && !CHECK(now >= course->right && now - course->right <= 12 * HOUR))
        return false;
    return start_hub();
}

static void one_course(uint64_t seed)
{
    struct course course = {.rng = {seed}, .right = 1794700800000LL + 300 * DAY};

    if (!open_hub()) return;
    now = course.right;
    CHECK(store_begin(store, &now));
    hub_time(hub, now);
    create(join("ann"), "[{},{}],'options':{'clock':{'kind':'budget','seconds':1209600}}",
           course.table);
    store_hours_alive(store, now);
    course.believed = course.end = now;
    hub_free(hub);
    for (int i = 0; i < 12; i++) {
        if (!begin_again(&course)) break;
        run_a_while(&course);
    }
    start_hub();
    close_hub();
}

/* Whatever the system says at each start: a date far ahead is forgotten as soon as the clock is
 * right, dates that were believed are not gone behind, and no player's clock loses time. */
TEST(no_order_of_wrong_clocks_does_harm)
{
    int courses = getenv("AUDE_LONG") ? 5000 : 150;

    for (int i = 0; i < courses; i++) one_course((uint64_t)i + 1);
}
