/* test_store.c -- the store: what went in comes out, all of a batch or nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store.h"
#include "test.h"

static char problem[400], seen[400];
static int n_seen;

static struct store *open_memory(void)
{
    struct store *store = store_open("sqlite::memory:", problem, sizeof problem);

    if (!CHECK(store != NULL)) fprintf(stderr, "%s\n", problem);
    return store;
}

static bool note(void *context, int64_t seq, const char *text, const char *secret)
{
    (void)context;
    n_seen++;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%d:%s:%s ", (int)seq, text,
             secret ? secret : "-");
    return true;
}

static bool note_row(void *context, const struct store_row *row)
{
    (void)context;
    n_seen++;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s:%s ", row->table,
             row->summary);
    return true;
}

static bool stop_at_once(void *context, int64_t seq, const char *text, const char *secret)
{
    note(context, seq, text, secret);
    return false;
}

static const char *read_back(struct store *store, const char *table, int64_t since,
                             int max)
{
    seen[0] = 0;
    n_seen = 0;
    CHECK(store->read(store, table, since, max, note, NULL));
    return seen;
}

static const char *list_back(struct store *store, bool awake)
{
    seen[0] = 0;
    n_seen = 0;
    CHECK(store->list(store, awake, 10, note_row, NULL));
    return seen;
}

static bool add(struct store *store, const char *table, int64_t seq, int n,
                const struct store_row *row)
{
    struct store_entry entries[4];
    static const char *const text[] = {"a", "b", "c", "d"};

    for (int i = 0; i < n; i++)
        entries[i] = (struct store_entry){.table = table,
                                          .seq = seq + i,
                                          .at = 5,
                                          .text = text[i],
                                          .secret = i & 1 ? "hush" : NULL};
    struct store_batch batch = {
        .entries = entries, .n_entries = n, .rows = row, .n_rows = 1, .now = 9};
    return store->append(store, &batch);
}

TEST(entries_come_back_in_order)
{
    struct store *store = open_memory();
    struct store_row row = {.table = "t1", .created = 1, .updated = 2, .summary = "{}"};

    if (!store) return;
    CHECK(add(store, "t1", 1, 3, &row));
    CHECK_STR(read_back(store, "t1", 0, 10), "1:a:- 2:b:hush 3:c:- ");
    CHECK_STR(read_back(store, "t1", 1, 1), "2:b:hush ");
    CHECK_STR(read_back(store, "t1", 3, 10), "");
    CHECK_STR(read_back(store, "t2", 0, 10), "");
    CHECK(store->read(store, "t1", 0, 10, stop_at_once, NULL));
    CHECK_EQ(n_seen, 1);
    store->close(store);
}

TEST(a_batch_is_stored_whole_or_not_at_all)
{
    struct store *store = open_memory();
    struct store_row row = {.table = "t1", .created = 1, .updated = 2, .summary = "{}"};

    if (!store) return;
    CHECK(add(store, "t1", 1, 2, &row));
    row.summary = "{new}";
    row.listed = true;
    CHECK(!add(store, "t1", 2, 2, &row)); /* 2 is there already */
    CHECK(store->problem(store)[0] != 0);
    CHECK_STR(read_back(store, "t1", 0, 10), "1:a:- 2:b:hush ");
    CHECK_STR(list_back(store, false), "");
    CHECK(!add(store, "t9", 1, 1, &row)); /* an entry without its table's row */
    CHECK(add(store, "t1", 3, 1, &row));
    CHECK_STR(list_back(store, false), "t1:{new} ");
    store->close(store);
}

TEST(lists_show_what_is_listed_and_what_is_awake)
{
    struct store *store = open_memory();
    struct store_row rows[] = {
        {.table = "t1", .updated = 10, .listed = true, .summary = "1"},
        {.table = "t2", .updated = 30, .listed = true, .over = true, .summary = "2"},
        {.table = "t3", .updated = 20, .listed = true, .awake = true, .summary = "3"},
        {.table = "t4", .updated = 40, .summary = "4"}};

    if (!store) return;
    for (int i = 0; i < 4; i++) CHECK(add(store, rows[i].table, 1, 1, &rows[i]));
    CHECK_STR(list_back(store, false), "t3:3 t1:1 ");
    CHECK_STR(list_back(store, true), "t3:3 ");
    CHECK_EQ(store->forget(store, 25), 2);
    CHECK_STR(list_back(store, false), "");
    CHECK_STR(read_back(store, "t1", 0, 10), "");
    CHECK_STR(read_back(store, "t4", 0, 10), "1:a:- ");
    store->close(store);
}

TEST(a_store_on_disk_is_there_again_and_has_one_owner)
{
    char name[] = "/tmp/aude-store-XXXXXX", path[64], whole[80];
    struct store_row row = {.table = "t1", .created = 1, .updated = 2, .summary = "{}"};
    const char *people[] = {"hash-of-somebody"};

    if (!CHECK(mkdtemp(name) != NULL)) return;
    snprintf(path, sizeof path, "%s/games.db", name);
    snprintf(whole, sizeof whole, "sqlite:%s", path);
    struct store *store = store_open(whole, problem, sizeof problem);
    if (!CHECK(store != NULL)) return;
    CHECK(add(store, "t1", 1, 2, &row));
    struct store_batch batch = {.people = people, .n_people = 1, .now = 7};
    CHECK(store->append(store, &batch));
    CHECK(store_open(whole, problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "another aude") != NULL);
    store->close(store);
    store = store_open(whole, problem, sizeof problem);
    if (CHECK(store != NULL)) {
        CHECK_STR(read_back(store, "t1", 0, 10), "1:a:- 2:b:hush ");
        store->close(store);
    }
    unlink(path);
    snprintf(whole, sizeof whole, "%s.lock", path);
    unlink(whole);
    CHECK(!rmdir(name)); /* nothing else was left there */
}

/* -- When no server ran ----------------------------------------------------------------- */

TEST(a_store_knows_how_long_no_server_ran)
{
    struct store *store = open_memory();
    int64_t now = 1000000;

    if (!store) return;
    CHECK(store->begin(store, &now));
    CHECK_EQ(now, 1000000);
    CHECK_EQ(store->down(store, 0), 0); /* nobody was ever alive before */
    store->alive(store, 1010000);
    now = 1030000;
    CHECK(store->begin(store, &now));
    CHECK_EQ(store->down(store, 1000000), 20000);
    CHECK_EQ(store->down(store, 1025000), 5000);
    CHECK_EQ(store->down(store, 1030000), 0);
    store->alive(store, 1035000);
    now = 1045000;
    CHECK(store->begin(store, &now));
    CHECK_EQ(store->down(store, 1000000), 30000);
    CHECK_EQ(store->down(store, 1031000), 10000);
    store->close(store);
}

TEST(time_does_not_go_back_when_the_clock_of_the_system_does)
{
    struct store *store = open_memory();
    int64_t now = 1000000;

    if (!store) return;
    CHECK(store->begin(store, &now));
    store->alive(store, 1500000);
    now = 900000;
    CHECK(store->begin(store, &now));
    CHECK_EQ(now, 1500000);
    CHECK_EQ(store->down(store, 0), 0);
    store->close(store);
}

/* A program that falls over again and again, restarted each time, fills nothing. */
TEST(runs_that_end_at_once_are_one_pause)
{
    struct store *store = open_memory();
    int64_t now = 1000000;

    if (!store) return;
    store->begin(store, &now);
    for (int i = 0; i < 20000; i++) {
        store->alive(store, now + 5);
        now += 100;
        if (!store->begin(store, &now)) CHECK(false);
    }
    CHECK_EQ(store->down(store, 1000000), 20000 * 100 - 5);
    for (int i = 0; i < 10000; i++) { /* and long ones */
        store->alive(store, now + 2000);
        now += 3000;
        if (!store->begin(store, &now)) CHECK(false);
    }
    CHECK_EQ(store->down(store, now - 3000 * 1000), 1000 * 1000);
    store->close(store);
}

TEST(a_store_of_another_kind_is_refused)
{
    CHECK(store_open("postgres:here", problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "sqlite:PATH") != NULL);
    CHECK(store_open("sqlite:", problem, sizeof problem) == NULL);
    CHECK(store_open("sqlite:/nowhere/at/all.db", problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "/nowhere/at/all.db") != NULL);
}
