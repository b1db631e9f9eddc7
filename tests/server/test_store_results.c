/* test_store_results.c -- results in a store: with the last entry of their game, once; found by what they are. Run on
 * SQLite, and by tests/server/store_postgres.py on PostgreSQL. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/store/store_copy.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

static char problem[400], seen[800];
static int n_seen;

static bool note_row(void *context, const struct store_row *row)
{
    (void)context;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s ", row->table);
    return true;
}

static struct store_result result_of(const char *table, int64_t ended, int64_t ann,
                                     int64_t bob)
{
    return (struct store_result){.table = table,
                                 .began = 1,
                                 .ended = ended,
                                 .rated = ann && bob,
                                 .open = true,
                                 .turns = 71,
                                 .sets = 1,
                                 .rules = "classic",
                                 .n_seats = 2,
                                 .seat = {{.name = ann,
                                           .who = "a",
                                           .label = "Ann",
                                           .key = "ann",
                                           .level = "",
                                           .points = 90,
                                           .place = 1},
                                          {.name = bob,
                                           .who = "b",
                                           .label = "Bob",
                                           .key = "bob",
                                           .level = "",
                                           .points = -3,
                                           .place = 2}}};
}

static bool end_game(struct store *store, const struct store_result *result, int64_t seq)
{
    struct store_entry entry = {
        .table = result->table, .seq = seq, .at = result->ended, .text = "over"};
    struct store_row row = {.table = result->table,
                            .created = 1,
                            .updated = result->ended,
                            .over = true,
                            .summary = "{}"};
    struct store_batch batch = {.entries = &entry,
                                .n_entries = 1,
                                .rows = &row,
                                .n_rows = 1,
                                .results = result,
                                .n_results = 1,
                                .now = result->ended};

    return store_wait_append(store, &batch);
}

static bool note_result(void *context, const struct store_result *result)
{
    int most = context ? *(int *)context : 99;

    n_seen++;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s:%d", result->table,
             (int)result->ended);
    for (int i = 0; i < result->n_seats; i++)
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), ",%s/%d/%d/%d",
                 result->seat[i].label, (int)result->seat[i].name,
                 (int)result->seat[i].points, result->seat[i].place);
    strcat(seen, " ");
    return n_seen < most;
}

static const char *search(struct store *store, struct store_search what)
{
    seen[0] = 0;
    n_seen = 0;
    CHECK(store_wait_search(store, &what, note_result, NULL));
    return seen;
}

static const char *rated(struct store *store, int64_t after, int max, int most)
{
    seen[0] = 0;
    n_seen = 0;
    CHECK(store_wait_rated(store, after, max, note_result, &most));
    return seen;
}

static const char *missing(struct store *store)
{
    seen[0] = 0;
    n_seen = 0;
    CHECK(store_wait_missing(store, "", 10, note_row, NULL));
    return seen;
}

#define ANY .pool = -1, .why = -1, .max = 10

TEST(a_result_is_stored_with_the_last_entry_or_not_at_all)
{
    struct store *store = store_test_open();
    struct store_result one = result_of("t1", 100, 7, 8);

    if (!store) return;
    CHECK(!end_game(store, &one, 2)); /* there is no entry before it */
    CHECK_STR(search(store, (struct store_search){ANY}), "");
    CHECK(end_game(store, &one, 1));
    CHECK_STR(search(store, (struct store_search){ANY}), "t1:100,Ann/7/90/1,Bob/8/-3/2 ");
    one.ended = 200;
    CHECK(!end_game(store, &one, 1)); /* that entry is there: nothing is stored again */
    CHECK(end_game(store, &one, 2));  /* a second result of a table is none */
    CHECK_STR(search(store, (struct store_search){ANY}), "t1:100,Ann/7/90/1,Bob/8/-3/2 ");
    CHECK_STR(missing(store), "");
    store->close(store);
}

TEST(a_game_of_before_gets_its_result_once)
{
    struct store *store = store_test_open();
    struct store_row row = {
        .table = "t1", .created = 1, .updated = 2, .over = true, .summary = ""};
    struct store_result one = result_of("t1", 100, 0, 0);

    if (!store) return;
    struct store_entry entry = {.table = "t1", .seq = 1, .at = 2, .text = "over"};
    struct store_batch batch = {
        .entries = &entry, .n_entries = 1, .rows = &row, .n_rows = 1, .now = 2};
    CHECK(store_wait_append(store, &batch));
    CHECK_STR(missing(store), "t1 ");
    CHECK(store_wait_add_results(store, &one, 1));
    CHECK(store_wait_add_results(store, &one, 1));
    CHECK_STR(missing(store), "");
    CHECK_STR(search(store, (struct store_search){ANY}), "t1:100,Ann/0/90/1,Bob/0/-3/2 ");
    store->close(store);
}

TEST(results_are_found_by_what_they_are)
{
    struct store *store = store_test_open();
    struct store_result list[4] = {result_of("t1", 100, 7, 8), result_of("t2", 300, 0, 8),
                                   result_of("t3", 200, 7, 9),
                                   result_of("t4", 200, 7, 8)};

    if (!store) return;
    list[1].turns = 20;
    list[1].sets = 5;
    list[1].pool = 1;
    list[2].why = STORE_END_CLOCK;
    list[2].seat[1].who = "c";
    list[3].open = false;
    for (int i = 0; i < 4; i++) CHECK(end_game(store, &list[i], 1));
#define FOUND(...) search(store, (struct store_search){ANY, __VA_ARGS__})
    CHECK(strstr(FOUND(.all = true), "t2:300") == seen); /* the latest first */
    CHECK_EQ(n_seen, 4);
    FOUND(.all = false);
    CHECK_EQ(n_seen, 3);
    CHECK_STR(FOUND(.who = "c"), "t3:200,Ann/7/90/1,Bob/9/-3/2 ");
    FOUND(.who = "a", .how = 2);
    CHECK_EQ(n_seen, 0);
    FOUND(.who = "b", .how = 2);
    CHECK_EQ(n_seen, 2);
    FOUND(.key = "ann", .how = 1, .all = true);
    CHECK_EQ(n_seen, 4);
    FOUND(.key = "an");
    CHECK_EQ(n_seen, 0);
    CHECK_STR(FOUND(.sets = 4), "t2:300,Ann/0/90/1,Bob/8/-3/2 ");
    FOUND(.without = 4);
    CHECK_EQ(n_seen, 2);
    FOUND(.from = 200);
    CHECK_EQ(n_seen, 2);
    CHECK_STR(FOUND(.turns_most = 30), "t2:300,Ann/0/90/1,Bob/8/-3/2 ");
    FOUND(.turns_least = 30);
    CHECK_EQ(n_seen, 2);
    struct store_search clock = {.pool = 0, .why = STORE_END_CLOCK, .max = 10};
    CHECK_STR(search(store, clock), "t3:200,Ann/7/90/1,Bob/9/-3/2 ");
    clock.pool = 1;
    CHECK_STR(search(store, clock), "");
    /* A page goes on after the last of the page before it, also among equal times. */
    struct store_search page = {ANY, .all = true};
    page.max = 2;
    CHECK_STR(search(store, page),
              "t2:300,Ann/0/90/1,Bob/8/-3/2 t4:200,Ann/7/90/1,Bob/8/-3/2 ");
    page.before_ended = 200;
    page.before_seq = 4;
    CHECK_STR(search(store, page),
              "t3:200,Ann/7/90/1,Bob/9/-3/2 t1:100,Ann/7/90/1,Bob/8/-3/2 ");
    store->close(store);
}

TEST(rated_results_come_in_their_order_and_outlive_their_logs)
{
    struct store *store = store_test_open();
    struct store_result list[3] = {result_of("t1", 300, 7, 8), result_of("t2", 200, 0, 8),
                                   result_of("t3", 100, 8, 7)};

    if (!store) return;
    for (int i = 0; i < 3; i++) CHECK(end_game(store, &list[i], 1));
    CHECK_STR(rated(store, 0, 10, 99),
              "t1:300,Ann/7/90/1,Bob/8/-3/2 t3:100,Ann/8/90/1,Bob/7/-3/2 ");
    CHECK_STR(rated(store, 0, 1, 99), "t1:300,Ann/7/90/1,Bob/8/-3/2 ");
    CHECK_STR(rated(store, 0, 10, 1), "t1:300,Ann/7/90/1,Bob/8/-3/2 "); /* enough */
    CHECK_STR(rated(store, 1, 10, 99), "t3:100,Ann/8/90/1,Bob/7/-3/2 ");
    CHECK(store_wait_forget(store, 250) >= 0);
    CHECK_STR(rated(store, 1, 10, 99), "t3:100,Ann/8/90/1,Bob/7/-3/2 ");
    search(store, (struct store_search){ANY});
    CHECK_EQ(n_seen, 2); /* what was not rated went with its log */
    CHECK_STR(missing(store), "");
    store->close(store);
}

TEST(a_name_that_was_given_up_is_shown_no_more)
{
    struct store *store = store_test_open();
    struct store_result one = result_of("t1", 300, 7, 8);
    struct store_name name = {.id = 7,
                              .shown = "Ann",
                              .letters = "ann",
                              .form = "ann",
                              .near = "ann",
                              .who = "a",
                              .recovery = "r"};
    struct store_name_change add = {.act = STORE_NAME_ADD, .name = &name};
    struct store_name_change end = {.act = STORE_NAME_END, .id = 7, .now = 9};

    if (!store) return;
    CHECK(end_game(store, &one, 1));
    CHECK_EQ(store_wait_change_names(store, &add, 1), STORE_DONE);
    CHECK_STR(search(store, (struct store_search){ANY}), "t1:300,Ann/7/90/1,Bob/8/-3/2 ");
    CHECK_EQ(store_wait_change_names(store, &end, 1), STORE_DONE);
    CHECK_STR(search(store, (struct store_search){ANY}), "t1:300,/7/90/1,Bob/8/-3/2 ");
    store->close(store);
}

/* Somebody played as a guest and has kept a name since: the game is one of that person's. */
TEST(a_guest_who_keeps_a_name_has_the_games_of_before)
{
    struct store *store = store_test_open();
    struct store_result one = result_of("t1", 300, 0, 8);
    struct store_name name = {.id = 7,
                              .shown = "Anna",
                              .letters = "anna",
                              .form = "anna",
                              .near = "anna",
                              .who = "a",
                              .recovery = "r"};
    struct store_name_change add = {.act = STORE_NAME_ADD, .name = &name};
    struct store_name_change end = {.act = STORE_NAME_END, .id = 7, .now = 9};

    if (!store) return;
    CHECK(end_game(store, &one, 1));
    CHECK_STR(search(store, (struct store_search){ANY}), "t1:300,Ann/0/90/1,Bob/8/-3/2 ");
    CHECK_EQ(store_wait_change_names(store, &add, 1), STORE_DONE);
    CHECK_STR(search(store, (struct store_search){ANY}), "t1:300,Ann/7/90/1,Bob/8/-3/2 ");
    CHECK_EQ(store_wait_change_names(store, &end, 1), STORE_DONE);
    CHECK_STR(search(store, (struct store_search){ANY}), "t1:300,Ann/0/90/1,Bob/8/-3/2 ");
    store->close(store);
}

TEST(a_copy_has_the_results_too)
{
    struct store *store = store_test_open();
    struct store *copy = store_open("sqlite::memory:", problem, sizeof problem);
    struct store_result one = result_of("t1", 300, 7, 8),
                        two = result_of("t2", 400, 8, 7);
    struct store_counts counts = {0};

    if (!store || !CHECK(copy != NULL)) return;
    CHECK(end_game(store, &one, 1));
    CHECK(end_game(store, &two, 1));
    CHECK(store_copy(store, copy, &counts, store_test_copied, NULL, problem,
                     sizeof problem));
    CHECK_EQ(counts.results, 2);
    CHECK_STR(rated(copy, 0, 10, 99),
              "t1:300,Ann/7/90/1,Bob/8/-3/2 t2:400,Ann/8/90/1,Bob/7/-3/2 ");
    two.table = "t3"; /* numbers go on after those that were copied */
    CHECK(end_game(copy, &two, 1));
    CHECK_STR(rated(copy, 2, 10, 99), "t3:400,Ann/8/90/1,Bob/7/-3/2 ");
    copy->close(copy);
    store->close(store);
}

static struct store_result whole;
static char whole_rules[40];

static bool keep_result(void *context, const struct store_result *result)
{
    (void)context;
    whole = *result;
    snprintf(whole_rules, sizeof whole_rules, "%s", result->rules);
    return true;
}

/* Everything about it comes back, whether it is yes or no. */
TEST(a_result_comes_back_as_it_was)
{
    struct store *store = store_test_open();
    char table[16];

    if (!store) return;
    for (int i = 0; i < 4; i++) {
        struct store_result one = result_of(table, 50 + i, i & 1 ? 7 : 0, 8);
        snprintf(table, sizeof table, "t%d", i);
        one.open = i & 2;
        one.pool = i & 1;
        one.why = i & 1 ? STORE_END_CLOCK : STORE_END_PLAYED;
        one.sets = 5 + i;
        CHECK(end_game(store, &one, 1));
        whole.seq = 0;
        struct store_search search = {.all = true, .pool = -1, .why = -1, .max = 1};
        CHECK(store_wait_search(store, &search, keep_result, NULL));
        CHECK_EQ(whole.seq, i + 1);
        CHECK_EQ(whole.began, 1);
        CHECK_EQ(whole.ended, 50 + i);
        CHECK_EQ(whole.open, one.open);
        CHECK_EQ(whole.rated, one.rated);
        CHECK_EQ(whole.gone, false);
        CHECK_EQ(whole.pool, one.pool);
        CHECK_EQ(whole.why, one.why);
        CHECK_EQ(whole.turns, 71);
        CHECK_EQ(whole.sets, 5 + i);
        CHECK_EQ(whole.n_seats, 2);
        CHECK_STR(whole_rules, "classic");
    }
    store->close(store);
}

static void note_done(void *context, const struct store_answer *answer)
{
    *(int *)context = answer->how == STORE_DONE ? 1 : 2;
}

static const char *result_at(struct store *store, const char *table)
{
    int how = 0;

    seen[0] = 0;
    n_seen = 0;
    store->results->of(store, table, note_result, note_done, &how);
    for (int i = 0; !how && i < 1000; i++) store_wait_rest(store, 10);
    CHECK_EQ(how, 1);
    return seen;
}

TEST(the_result_of_one_table_is_found)
{
    struct store *store = store_test_open();
    struct store_result one = result_of("t1", 100, 7, 8),
                        two = result_of("t2", 200, 7, 8);

    if (!store) return;
    CHECK_STR(result_at(store, "t1"), "");
    CHECK(end_game(store, &one, 1) && end_game(store, &two, 1));
    CHECK_STR(result_at(store, "t1"), "t1:100,Ann/7/90/1,Bob/8/-3/2 ");
    CHECK_STR(result_at(store, "t2"), "t2:200,Ann/7/90/1,Bob/8/-3/2 ");
    CHECK_STR(result_at(store, "t"), "");
    store->close(store);
}

#ifdef AUDE_WRAPPED
static int n_told, n_found;
static enum store_outcome how_told;

static bool count_found(void *context, const struct store_result *result)
{
    (void)context, (void)result;
    n_found++;
    return true;
}

static void note_told(void *context, const struct store_answer *answer)
{
    (void)context;
    n_told++;
    how_told = answer->how;
}

/* Everything that can be asked about results, one after the other. */
static void ask_about_results(struct store *store, int what)
{
    static const struct store_search any = {
        .pool = -1, .why = -1, .max = 10, .all = true};

    n_told = n_found = 0;
    how_told = STORE_FAILED;
    if (what == 0)
        store->results->search(store, &any, count_found, note_told, NULL);
    else if (what == 1)
        store->results->rated(store, 0, 10, count_found, note_told, NULL);
    else
        store->results->of(store, "t1", count_found, note_told, NULL);
    for (int i = 0; i < 500 && !n_told; i++) store_wait_rest(store, 10);
}

/* Without memory a question about results has failed, or is answered whole: told once in any case. */
TEST(questions_about_results_are_answered_once_without_memory)
{
    static struct memory_report all, one;
    struct store *store = store_test_open();

    if (!store) return;
    for (int i = 1; i <= 2; i++) {
        struct store_result result = result_of(i == 1 ? "t1" : "t2", i, 7, 8);
        CHECK(store_wait_add_results(store, &result, 1));
    }
    for (int what = 0; what < 3; what++) {
        memset(&all, 0, sizeof all);
        memory_watch(&all, NULL, 0);
        ask_about_results(store, what);
        memory_end();
        CHECK(n_told == 1 && how_told == STORE_DONE && n_found == (what < 2 ? 2 : 1));
        for (int i = 0; i < all.n_sites; i++) {
            memset(&one, 0, sizeof one);
            memory_watch(&one, all.sites[i].at, 1);
            ask_about_results(store, what);
            memory_end();
            CHECK_EQ(n_told, 1);
            CHECK(how_told != STORE_DONE || n_found == (what < 2 ? 2 : 1));
        }
    }
    store->close(store);
}
#endif
