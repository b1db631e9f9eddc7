/* test_store.c -- the store: what went in comes out, all of a batch or nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store/store_copy.h"
#include "server/store/store_hours.h"
#include "server/store/store_names.h"
#include "server/store/store_push.h"
#include "server/store/store_sqlite_owners.h"
#include "server/store/store_tournament.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

static char problem[400], seen[400];
static int n_seen;

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
    store_test_note(context, seq, text, secret);
    n_seen++;
    return false;
}

static const char *list_back(struct store *store, bool awake)
{
    seen[0] = 0;
    n_seen = 0;
    CHECK(store_wait_list(store, awake, 10, note_row, NULL));
    return seen;
}

TEST(entries_come_back_in_order)
{
    struct store *store = store_test_open();
    struct store_row row = {.table = "t1", .created = 1, .updated = 2, .summary = "{}"};

    if (!store) return;
    CHECK(store_test_add(store, "t1", 1, 3, &row));
    CHECK_STR(store_test_read(store, "t1", 0, 10), "1:a:- 2:b:hush 3:c:- ");
    CHECK_STR(store_test_read(store, "t1", 1, 1), "2:b:hush ");
    CHECK_STR(store_test_read(store, "t1", 3, 10), "");
    CHECK_STR(store_test_read(store, "t2", 0, 10), "");
    CHECK(store_wait_read(store, "t1", 0, 10, stop_at_once, NULL));
    CHECK_EQ(n_seen, 1);
    store->close(store);
}

TEST(a_batch_is_stored_whole_or_not_at_all)
{
    struct store *store = store_test_open();
    struct store_row row = {.table = "t1", .created = 1, .updated = 2, .summary = "{}"};

    if (!store) return;
    CHECK(store_test_add(store, "t1", 1, 2, &row));
    row.summary = "{new}";
    row.listed = true;
    CHECK(!store_test_add(store, "t1", 2, 2, &row)); /* 2 is there already */
    CHECK(store->problem(store)[0] != 0);
    CHECK_STR(store_test_read(store, "t1", 0, 10), "1:a:- 2:b:hush ");
    CHECK_STR(list_back(store, false), "");
    CHECK(
        !store_test_add(store, "t9", 1, 1, &row)); /* an entry without its table's row */
    CHECK(store_test_add(store, "t1", 3, 1, &row));
    CHECK_STR(list_back(store, false), "t1:{new} ");
    store->close(store);
}

TEST(lists_show_what_is_listed_and_what_is_awake)
{
    struct store *store = store_test_open();
    struct store_row rows[] = {
        {.table = "t1", .updated = 10, .listed = true, .summary = "1"},
        {.table = "t2", .updated = 30, .listed = true, .over = true, .summary = "2"},
        {.table = "t3", .updated = 20, .listed = true, .awake = true, .summary = "3"},
        {.table = "t4", .updated = 40, .summary = "4"}};

    if (!store) return;
    for (int i = 0; i < 4; i++)
        CHECK(store_test_add(store, rows[i].table, 1, 1, &rows[i]));
    CHECK_STR(list_back(store, false), "t3:3 t1:1 ");
    CHECK_STR(list_back(store, true), "t3:3 ");
    CHECK_EQ(store_wait_forget(store, 25), 2);
    CHECK_STR(list_back(store, false), "");
    CHECK_STR(store_test_read(store, "t1", 0, 10), "");
    CHECK_STR(store_test_read(store, "t4", 0, 10), "1:a:- ");
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
    CHECK(store_test_add(store, "t1", 1, 2, &row));
    struct store_batch batch = {.people = people, .n_people = 1, .now = 7};
    CHECK(store_wait_append(store, &batch));
    CHECK(store_open(whole, problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "another aude") != NULL);
    store->close(store);
    store = store_open(whole, problem, sizeof problem);
    if (CHECK(store != NULL)) {
        CHECK_STR(store_test_read(store, "t1", 0, 10), "1:a:- 2:b:hush ");
        store->close(store);
    }
    unlink(path);
    snprintf(whole, sizeof whole, "%s.lock", path);
    unlink(whole);
    CHECK(!rmdir(name)); /* nothing else was left there */
}

/* A log without a beginning is none: a table that somebody deleted is not gone on with. */
TEST(an_entry_needs_the_one_before_it)
{
    struct store *store = store_test_open();
    struct store_row row = {.table = "t1", .created = 1, .updated = 2, .summary = "{}"};

    if (!store) return;
    CHECK(!store_test_add(store, "t1", 2, 1, &row));
    CHECK(store->problem(store)[0] != 0);
    CHECK_STR(store_test_read(store, "t1", 0, 10), "");
    CHECK(store_test_add(store, "t1", 1, 1, &row));
    CHECK(!store_test_add(store, "t1", 3, 1, &row));
    CHECK(store_test_add(store, "t1", 2, 2, &row));
    store->close(store);
}

/* One address lists ten tables; an eleventh takes the place of its oldest, not of another's. */
TEST(one_origin_does_not_fill_the_list)
{
    struct store *store = store_test_open();
    struct store_row row = {
        .table = "mine", .updated = 1, .listed = true, .summary = "m"};
    char name[16];

    if (!store) return;
    row.origin = 7;
    CHECK(store_test_add(store, "mine", 1, 1, &row));
    row.origin = 0;
    row.table = "local";
    for (int i = 0; i < 30; i++) {
        row.origin = i < 15 ? -4 : 0;
        row.table = name;
        row.summary = i < 15 ? "x" : "y";
        row.updated = 10 + i;
        snprintf(name, sizeof name, "t%02d", i);
        CHECK(store_test_add(store, name, 1, 1, &row));
    }
    seen[0] = 0;
    n_seen = 0;
    CHECK(store_wait_list(store, false, 100, note_row, NULL));
    CHECK_EQ(n_seen, 1 + STORE_LISTED_MAX + 15); /* those of nobody are not counted */
    CHECK(strstr(seen, "mine:m") && strstr(seen, "t05:x") && strstr(seen, "t14:x"));
    CHECK(!strstr(seen, "t04:x"));
    row =
        (struct store_row){.table = "t00", .updated = 50, .listed = true, .summary = "x"};
    CHECK(store_test_add(store, "t00", 2, 1,
                         &row)); /* played on: now another is the oldest */
    n_seen = 0;
    seen[0] = 0;
    CHECK(store_wait_list(store, false, 100, note_row, NULL));
    CHECK(strstr(seen, "t00:x") && !strstr(seen, "t05:x"));
    store->close(store);
}

/* -- Files ------------------------------------------------------------------------------ */

static char folder[] = "/tmp/aude-store-XXXXXX", path[64], whole[80];

static bool make_folder(void)
{
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    if (!CHECK(mkdtemp(folder) != NULL)) return false;
    snprintf(path, sizeof path, "%s/games.db", folder);
    snprintf(whole, sizeof whole, "sqlite:%s", path);
    return true;
}

static void remove_folder(void)
{
    static const char *const names[] = {"games.db", "games.db.lock", "other.db",
                                        "games.db-wal", "games.db-shm"};
    char name[80];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, names[i]);
        unlink(name);
    }
    CHECK(!rmdir(folder)); /* nothing else was left there */
}

TEST(a_store_has_one_owner_by_any_name)
{
    char other[80];

    if (!make_folder()) return;
    struct store *store = store_open(whole, problem, sizeof problem);
    snprintf(other, sizeof other, "%s/other.db", folder);
    CHECK(!symlink("games.db", other));
    memmove(other + 7, other, strlen(other) + 1);
    memcpy(other, "sqlite:", 7);
    CHECK(store_open(other, problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "another aude") != NULL);
    if (CHECK(store != NULL)) store->close(store);
    store = store_open(other, problem, sizeof problem); /* alone it may be called so */
    if (CHECK(store != NULL)) store->close(store);
    unlink(other + 7);
    CHECK(!link(path, other + 7));
    CHECK(store_open(other, problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "two names") != NULL);
    remove_folder();
}

/* A program that was begun without stdin gets its number for the first file that it opens. */
TEST(a_store_is_opened_without_stdin)
{
    int before = dup(0);

    if (!make_folder()) return;
    close(0);
    struct store *store = store_open(whole, problem, sizeof problem);
    CHECK(store && store_open(whole, problem, sizeof problem) == NULL);
    if (store) store->close(store);
    CHECK_EQ(dup(2), 0); /* it was given back */
    if (before >= 0) dup2(before, 0);
    close(before);
    remove_folder();
}

static bool script(const char *text)
{
    sqlite3 *db;
    bool ok = CHECK(sqlite3_open(path, &db) == SQLITE_OK) &&
              CHECK(sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK);

    sqlite3_close(db);
    return ok;
}

/* How long SQLite's write-ahead log is; -1: there is none. */
static long bytes_of_log(void)
{
    char name[100];
    struct stat facts;

    snprintf(name, sizeof name, "%s-wal", path);
    return stat(name, &facts) ? -1 : (long)facts.st_size;
}

/* Whoever reads the file beside a server finds what was stored, as soon as it is stored: entries that wait to be written together
 * would not be there. */
TEST(what_is_stored_is_seen_by_others_at_once)
{
    struct store_row row = {.table = "t1", .created = 1, .updated = 2, .summary = "{}"};

    if (!make_folder()) return;
    struct store *store = store_open(whole, problem, sizeof problem);
    if (!CHECK(store != NULL)) return;
    CHECK(store_test_add(store, "t1", 1, 1, &row));
    struct store *beside = store_open_beside(whole, problem, sizeof problem);
    if (!CHECK(beside != NULL)) return;
    for (int i = 2; i < 200; i++) {
        CHECK(store_test_add(store, "t1", i, 1, &row));
        char last[24];
        snprintf(last, sizeof last, "%d:a:- ", i);
        CHECK_STR(store_test_read(beside, "t1", i - 1, 10), last);
    }
    beside->close(beside);
    store->close(store);
    remove_folder();
}

/* A host removes a table beside the server, and another table gets its number: what is remembered of the first is not believed. */
TEST(a_number_that_another_table_has_now_is_not_believed)
{
    struct store_row row = {.table = "t1", .created = 1, .updated = 2, .summary = "{}"};

    if (!make_folder()) return;
    struct store *store = store_open(whole, problem, sizeof problem);
    if (!CHECK(store != NULL)) return;
    CHECK(store_test_add(store, "t1", 1, 2, &row));
    if (!script("DELETE FROM log; UPDATE game SET name = 't2', summary = 'of t2'"))
        return;
    CHECK(!store_test_add(store, "t1", 3, 1, &row)); /* there is none before it */
    CHECK(store_test_add(store, "t1", 1, 1, &row));  /* a new one */
    CHECK_STR(store_test_read(store, "t2", 0, 10), "");
    CHECK_STR(store_test_read(store, "t1", 0, 10), "1:a:- ");
    row = (struct store_row){.table = "t2", .updated = 3, .listed = true, .summary = "s"};
    CHECK(store_test_add(store, "t2", 1, 1, &row));
    CHECK_STR(list_back(store, false), "t2:s ");
    store->close(store);
    remove_folder();
}

/* A server says that it runs, and once a second that is tried. Nobody stores anything meanwhile. */
TEST(a_file_that_another_program_keeps_is_known)
{
    sqlite3 *other;

    if (!make_folder()) return;
    struct store *store = store_open(whole, problem, sizeof problem);
    if (!CHECK(store && sqlite3_open(path, &other) == SQLITE_OK)) return;
    store->alive(store, 5000);
    CHECK_EQ(store->stuck, 0);
    CHECK_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    store->alive(store, 5900); /* not ten times a second */
    CHECK_EQ(store->stuck, 0);
    store->alive(store, 6000);
    CHECK_EQ(store->stuck, 6000);
    store->alive(store, 7500); /* since then, not since now */
    CHECK_EQ(store->stuck, 6000);
    CHECK_EQ(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    store->alive(store, 8600);
    CHECK_EQ(store->stuck, 0);
    CHECK_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL),
             SQLITE_OK);       /* we keep nothing */
    store->alive(store, 8000); /* a clock that was set back */
    CHECK_EQ(store->stuck, 8000);
    sqlite3_close(other);
    store->close(store);
    remove_folder();
}

/* Stores of every version before are taken over whole. */
static bool no_session(void *context, const struct store_session *one)
{
    (void)context;
    FAIL("a session out of nothing: %s", one->hash);
    return true;
}

TEST(older_stores_are_migrated)
{
    static const char one[] =
        "CREATE TABLE game(key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
        "  created INTEGER NOT NULL, updated INTEGER NOT NULL, listed INTEGER NOT NULL,"
        "  over INTEGER NOT NULL, awake INTEGER NOT NULL, summary TEXT NOT NULL);"
        "CREATE INDEX game_list ON game(updated) WHERE listed AND NOT over;"
        "CREATE INDEX game_awake ON game(updated) WHERE awake;"
        "CREATE TABLE log(game INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT "
        "NULL,  text TEXT NOT NULL, secret TEXT, PRIMARY KEY(game, seq)) WITHOUT ROWID;"
        "CREATE TABLE person(who TEXT PRIMARY KEY, created INTEGER NOT NULL,"
        "  seen INTEGER NOT NULL) WITHOUT ROWID;"
        "INSERT INTO game VALUES(5, 't1', 1, 2, 1, 0, 1, 's');"
        "INSERT INTO game VALUES(6, 't2', 1, 2, 0, 1, 0, 'z');"
        "INSERT INTO log VALUES(6, 2, 1, 'q', NULL), (5, 1, 1, 'a', NULL), "
        "(6, 1, 1, 'p', 'hush');";
    static const char two[] =
        "CREATE TABLE pause(gone INTEGER PRIMARY KEY, back INTEGER NOT NULL);"
        "INSERT INTO pause VALUES(10, 30);";
    struct store_row row = {.table = "t1", .updated = 3, .awake = true, .summary = "n"};

    static const char three[] =
        "ALTER TABLE game ADD COLUMN deadline INTEGER NOT NULL DEFAULT 0;"
        "ALTER TABLE game ADD COLUMN origin INTEGER NOT NULL DEFAULT 0;"
        "CREATE INDEX game_origin ON game(origin, updated) WHERE listed AND NOT over;"
        "DROP INDEX game_awake;"
        "CREATE INDEX game_awake ON game(deadline) WHERE awake;";

    for (int version = 1; version <= 8; version++) {
        char number[40];
        snprintf(number, sizeof number, "PRAGMA user_version = %d", version);
        if (!make_folder() || !script(one) || (version > 1 && !script(two)) ||
            (version > 2 && !script(three)) ||
            (version > 3 && !script(store_push_schema)) ||
            (version > 4 && !script(store_names_schema)) ||
            (version > 5 && !script(store_result_schema)) ||
            (version > 6 && !script(store_owner_schema)) ||
            (version > 7 && !script(store_tournament_schema)) ||
            !script(store_duty_schema) || !script(number))
            return;
        struct store *store = store_open(whole, problem, sizeof problem);
        if (!CHECK(store != NULL)) return;
        CHECK_EQ(bytes_of_log(), 0); /* what all that took is given back */
        CHECK_STR(list_back(store, true), "t1:s ");
        CHECK_STR(store_test_read(store, "t1", 0, 10), "1:a:- ");
        CHECK_STR(store_test_read(store, "t2", 0, 10), "1:p:hush 2:q:- ");
        CHECK_STR(store_test_read(store, "t2", 1, 10), "2:q:- ");
        int64_t now = 40;
        CHECK(store_begin(store, &now));
        CHECK_EQ(store_hours_down(store, 5), version > 1 ? 30 : 35);
        CHECK(store_test_add(store, "t1", 2, 1, &row));
        CHECK_EQ(store_test_subscribe(store, "t1", "ann", "https://a.example/"),
                 STORE_ADDED);
        CHECK(store_wait_sessions(store, 1, no_session, NULL));
        store->close(store);
        remove_folder();
    }
}

TEST(a_file_that_is_no_store_is_refused_in_a_sentence)
{
    if (!make_folder() || !script("CREATE TABLE game(x)")) return;
    CHECK(store_open(whole, problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "no version of aude") != NULL);
    if (!script("PRAGMA user_version = 99")) return;
    CHECK(store_open(whole, problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "later version") != NULL);
    remove_folder();
}

/* -- A clock that was wrong ------------------------------------------------------------- */

#define DAY   86400000LL
#define TODAY (1794700800000LL)

/* One start with a clock that is far ahead, then one that is right: the date is right too, and
 * the time of both is nobody's. */
TEST(a_run_that_was_ahead_is_set_back)
{
    struct store *store = store_test_open();
    int64_t now = TODAY;
    struct store_row row = {
        .table = "t1", .created = TODAY, .awake = true, .summary = "s"};

    if (!store) return;
    CHECK(store_begin(store, &now));
    row.updated = TODAY + 1000;
    row.deadline = TODAY + 61000;
    CHECK(store_test_add(store, "t1", 1, 1, &row));
    store_hours_alive(store, TODAY + 2000);
    now = TODAY + 400 * DAY;
    CHECK(store_begin(store, &now));
    CHECK_EQ(now, TODAY + 400 * DAY);
    row.updated = now + 1000;
    row.deadline = now + 61000;
    CHECK(store_test_add(store, "t1", 2, 1, &row));
    store_hours_alive(store, now + 5000);
    now = TODAY + 400 * DAY + 10000; /* still ahead */
    CHECK(store_begin(store, &now));
    store_hours_alive(store, now + 5000);
    now = TODAY + 60000;
    CHECK(!store_begin(store, &now)); /* and says so */
    CHECK(strstr(store->note, "400 days ahead") != NULL);
    CHECK_EQ(now, TODAY + 60000);
    CHECK_EQ(store_hours_down(store, TODAY + 1000), 58000);
    CHECK_EQ(store_hours_down(store, now), 0);
    store_hours_alive(store, now + 1000);
    now += 3000;
    CHECK(store_begin(store, &now));
    CHECK_EQ(now, TODAY + 63000); /* for ever */
    CHECK_EQ(store_hours_down(store, TODAY + 61000), 2000);
    store->close(store);
}

/* Every millisecond without a server is noted. */
TEST(the_shortest_pause_is_noted)
{
    struct store *store = store_test_open();
    int64_t now = TODAY;

    if (!store) return;
    CHECK(store_begin(store, &now));
    store_hours_alive(store, TODAY + 5000);
    now = TODAY + 5000;
    CHECK(store_begin(store, &now)); /* none at all */
    CHECK_EQ(store_hours_down(store, TODAY), 0);
    now = TODAY + 5001;
    CHECK(store_begin(store, &now));
    CHECK_EQ(store_hours_down(store, TODAY), 1);
    store->close(store);
}

/* A store whose first run, with a table, was so far ahead of today. */
static struct store *first_run_ahead(int64_t ahead)
{
    struct store *store = store_test_open();
    int64_t now = TODAY + ahead;
    struct store_row row = {
        .table = "t1", .created = now, .updated = now, .summary = "s"};

    if (!store) return NULL;
    CHECK(store_begin(store, &now));
    CHECK(store_test_add(store, "t1", 1, 1, &row));
    return store;
}

TEST(a_first_run_that_was_ahead_is_set_back)
{
    struct store *store = first_run_ahead(40 * DAY);
    int64_t now = TODAY;

    if (!store) return;
    CHECK(!store_begin(store, &now));
    CHECK_EQ(now, TODAY);
    now = 1000000; /* but a clock that was never set is not believed */
    CHECK(store_begin(store, &now));
    CHECK_EQ(now, TODAY);
    store->close(store);
}

/* A month and not more may be right: then we go on from where we were. */
TEST(a_first_run_may_be_a_month_ahead)
{
    for (int ms = 0; ms < 2; ms++) {
        struct store *store = first_run_ahead(31 * DAY + ms);
        int64_t now = TODAY;
        if (!store) return;
        CHECK_EQ(store_begin(store, &now), !ms);
        CHECK_EQ(now, ms ? TODAY : TODAY + 31 * DAY);
        store->close(store);
    }
}

/* A little ahead, then far: the second is forgotten at once, although the date of today lies before
 * the leap. The first cannot be told from a pause. */
TEST(a_leap_is_forgotten_though_the_run_before_it_was_ahead_too)
{
    static const int64_t told[] = {0, 7200000, 60000, 3650 * DAY, 120000, 180000};
    static const int64_t is[] = {0, 7200000, 7210000, 3650 * DAY, 7220000, 7230000};
    struct store *store = store_test_open();

    if (!store) return;
    for (int i = 0; i < 6; i++) {
        int64_t now = TODAY + told[i];
        store_begin(store, &now);
        CHECK_EQ(now - TODAY, is[i]);
        store_hours_alive(store, now + 10000);
    }
    store->close(store);
}

TEST(a_clock_that_is_a_little_behind_is_not_believed)
{
    struct store *store = store_test_open();
    int64_t now = TODAY;

    if (!store) return;
    CHECK(store_begin(store, &now));
    store_hours_alive(store, TODAY + 10 * DAY);
    now = TODAY + 9 * DAY;
    CHECK(store_begin(store, &now));
    CHECK_EQ(now, TODAY + 10 * DAY);
    store->close(store);
}

/* -- When no server ran ----------------------------------------------------------------- */

TEST(a_store_knows_how_long_no_server_ran)
{
    struct store *store = store_test_open();
    int64_t now = 1000000;

    if (!store) return;
    CHECK(store_begin(store, &now));
    CHECK_EQ(now, 1000000);
    CHECK_EQ(store_hours_down(store, 0), 0); /* nobody was ever alive before */
    store_hours_alive(store, 1010000);
    now = 1030000;
    CHECK(store_begin(store, &now));
    CHECK_EQ(store_hours_down(store, 1000000), 20000);
    CHECK_EQ(store_hours_down(store, 1025000), 5000);
    CHECK_EQ(store_hours_down(store, 1030000), 0);
    store_hours_alive(store, 1035000);
    now = 1045000;
    CHECK(store_begin(store, &now));
    CHECK_EQ(store_hours_down(store, 1000000), 30000);
    CHECK_EQ(store_hours_down(store, 1031000), 10000);
    store->close(store);
}

TEST(time_does_not_go_back_when_the_clock_of_the_system_does)
{
    struct store *store = store_test_open();
    int64_t now = 1000000;

    if (!store) return;
    CHECK(store_begin(store, &now));
    store_hours_alive(store, 1500000);
    now = 900000;
    CHECK(store_begin(store, &now));
    CHECK_EQ(now, 1500000);
    CHECK_EQ(store_hours_down(store, 0), 0);
    store->close(store);
}

/* A program that falls over again and again, restarted each time, fills nothing. */
TEST(runs_that_end_at_once_are_one_pause)
{
    struct store *store = store_test_open();
    int64_t now = 1000000;

    if (!store) return;
    store_begin(store, &now);
    int runs = store_test_elsewhere() ? 200 : 20000; /* over a socket fewer are enough */
    for (int i = 0; i < runs; i++) {
        store_hours_alive(store, now + 5);
        now += 100;
        if (!store_begin(store, &now)) CHECK(false);
    }
    CHECK_EQ(store_hours_down(store, 1000000), runs * 100 - 5);
    for (int i = 0; i < (store_test_elsewhere() ? 1200 : 10000);
         i++) { /* and long ones */
        store_hours_alive(store, now + 2000);
        now += 3000;
        if (!store_begin(store, &now)) CHECK(false);
    }
    CHECK_EQ(store_hours_down(store, now - 3000 * 1000), 1000 * 1000);
    store->close(store);
}

TEST(a_store_of_another_kind_is_refused)
{
    CHECK(store_open("mysql:here", problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "sqlite:PATH") != NULL);
    CHECK(store_open("postgresql://nobody@127.0.0.1:1/aude", problem, sizeof problem) ==
          NULL);
    CHECK(strstr(problem, "PostgreSQL") != NULL); /* not there, or not built in */
    CHECK(!strstr(problem, "nobody@"));           /* a name may hold a password */
    CHECK(store_open("sqlite:", problem, sizeof problem) == NULL);
    CHECK(store_open("sqlite:/nowhere/at/all.db", problem, sizeof problem) == NULL);
    CHECK(strstr(problem, "/nowhere/at/all.db") != NULL);
}

/* -- Enough ----------------------------------------------------------------------------- */

static int n_enough;

static bool enough_row(void *context, const struct store_row *row)
{
    (void)context;
    (void)row;
    n_enough++;
    return false;
}

static bool enough_entry(void *context, int64_t seq, const char *text, const char *secret)
{
    (void)context;
    (void)seq;
    (void)text;
    (void)secret;
    n_enough++;
    return false;
}

static bool enough_push(void *context, const struct store_push *push)
{
    (void)context;
    (void)push;
    n_enough++;
    return false;
}

static bool enough_owner(void *context, const struct store_owner *owner)
{
    (void)context;
    (void)owner;
    n_enough++;
    return false;
}

static bool enough_cells(void *context, const struct store_cells *row)
{
    (void)context;
    (void)row;
    n_enough++;
    return false;
}

static bool enough_result(void *context, const struct store_result *one)
{
    (void)context;
    (void)one;
    n_enough++;
    return false;
}

static void two_of_everything(struct store *store)
{
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "t2" : "t1";
        struct store_row row = {.table = name,
                                .updated = 5,
                                .listed = true,
                                .awake = true,
                                .deadline = 20,
                                .summary = "{}"};
        struct store_turn turn = {.table = name, .who = "ann", .turn = 3, .due = 10};
        struct store_batch batch = {.turns = &turn, .n_turns = 1};
        struct store_result result = {
            .table = i ? "o2" : "o1",
            .ended = 9,
            .rated = true,
            .open = true,
            .rules = "",
            .n_seats = 2,
            .seat = {{.who = "", .label = "", .key = "", .level = ""},
                     {.who = "", .label = "", .key = "", .level = ""}}};
        CHECK(store_test_add(store, name, 1, 3, &row));
        CHECK_EQ(store_test_subscribe(store, name, "ann", "a"), STORE_ADDED);
        CHECK(store_wait_append(store, &batch));
        CHECK(store_wait_add_results(store, &result, 1));
    }
}

/* Whoever has seen enough is told no more, and that is no failure. */
TEST(a_list_ends_when_somebody_has_seen_enough)
{
    struct store *store = store_test_open();
    struct store_search any = {.pool = -1, .why = -1, .max = 10};
    struct store_owned owned;

    if (!store) return;
    two_of_everything(store);
    n_enough = 0;
    CHECK(store_wait_list(store, false, 10, enough_row, NULL) && n_enough == 1);
    CHECK(store_wait_list(store, true, 10, enough_row, NULL) && n_enough == 2);
    CHECK(store_wait_read(store, "t1", 0, 10, enough_entry, NULL) && n_enough == 3);
    CHECK(store_wait_due(store, 99, 10, enough_push, NULL) && n_enough == 4);
    CHECK(store_wait_search(store, &any, enough_result, NULL) && n_enough == 5);
    CHECK(store_wait_rated(store, 0, 10, enough_result, NULL) && n_enough == 6);
    CHECK(store_wait_dump(store, STORE_GAMES, "", "", 10, enough_cells, NULL));
    CHECK_EQ(n_enough, 7);
    if (store->owners) {
        CHECK(store_wait_orphans(store, 99, 10, enough_row, NULL) && n_enough == 8);
        CHECK(store_wait_take(store, "t1", "a", 100, 50, &owned));
        CHECK(store_wait_take(store, "t2", "a", 100, 50, &owned));
        CHECK(store_wait_renew(store, "a", 110, 0, 200, enough_owner, NULL));
        CHECK_EQ(n_enough, 9);
    }
    store->close(store);
}

/* -- Sums ------------------------------------------------------------------------------- */

static void sum_done(void *context, const struct store_answer *answer)
{
    *(bool *)context = answer->how == STORE_DONE;
}

/* A pause, a name and a tournament. */
static void sum_more(struct store *store, int what)
{
    struct store_pause pause = {3, what == 11 ? 5 : 4};
    struct store_name name = {.id = 7,
                              .shown = what == 12 ? "Bo" : "Al",
                              .letters = "x",
                              .form = "x",
                              .near = "x",
                              .who = "w",
                              .recovery = ""};
    struct store_name_change add = {.act = STORE_NAME_ADD, .name = &name};
    struct store_tournament row = {
        .id = "t", .seq = 1, .summary = what == 13 ? "[]" : "{}"};
    struct store_tournament_line line = {
        .seq = 1, .at = 5, .line = what == 14 ? "y" : "x", .label = ""};
    bool done = false;

    CHECK(store_wait_note_pause(store, pause, INT64_MIN));
    CHECK_EQ(store_wait_change_names(store, &add, 1), STORE_DONE);
    store_tournament_append(store, &row, 0, &line, 1, sum_done, &done);
    for (int i = 0; !done && i < 1000; i++) store_wait_rest(store, 10);
    CHECK(done);
}

/* A store with a table; `what` of it is another than in the store before. */
static void sum_with(int what, char sum[STORE_SUM])
{
    struct store *store = store_test_open();
    struct store_counts counts = {0};
    const char *table = what == 1 ? "t2" : "t1", *who = what == 7 ? "bob" : "ann";
    struct store_entry entry = {.table = table,
                                .seq = 1,
                                .at = what == 2 ? 6 : 5,
                                .text = what == 3 ? "b" : "a",
                                .secret = what == 4 ? "y" : "x"};
    struct store_row row = {.table = table,
                            .created = what == 5 ? 2 : 1,
                            .updated = 5,
                            .summary = what == 6 ? "[]" : "{}"};
    struct store_batch batch = {.entries = &entry,
                                .n_entries = 1,
                                .rows = &row,
                                .n_rows = 1,
                                .people = &who,
                                .n_people = 1,
                                .now = 9};
    struct store_result result = {
        .table = "old",
        .ended = what == 9 ? 8 : 7,
        .rules = "",
        .n_seats = 2,
        .seat = {{.who = "", .label = "", .key = "", .level = ""},
                 {.who = "", .label = "", .key = "", .level = ""}}};

    if (!store) return;
    result.seat[1].points = what == 10;
    CHECK(store_wait_append(store, &batch));
    CHECK_EQ(store_wait_updated(store, table), 5);
    CHECK_EQ(store_test_subscribe(store, table, "ann", what == 8 ? "b" : "a"),
             STORE_ADDED);
    CHECK(store_wait_add_results(store, &result, 1));
    sum_more(store, what);
    CHECK(store_copy_sum(store, &counts));
    CHECK_EQ(counts.pauses, 1);
    CHECK_EQ(counts.names, 1);
    CHECK_EQ(counts.tournaments, 1);
    CHECK_EQ(counts.tables, 1);
    CHECK_EQ(counts.entries, 1);
    CHECK_EQ(counts.pushes, 1);
    CHECK_EQ(counts.people, 1);
    CHECK_EQ(counts.results, 1);
    memcpy(sum, counts.sum, STORE_SUM);
    store->close(store);
}

/* Whatever differs in two stores, their sums do. */
TEST(two_stores_have_one_sum_only_if_they_hold_the_same)
{
    enum { KINDS = 14 };
    char sum[KINDS + 2][STORE_SUM];

    for (int what = 0; what <= KINDS + 1; what++) sum_with(what, sum[what]);
    CHECK_STR(sum[KINDS + 1], sum[0]);
    for (int a = 0; a <= KINDS; a++)
        for (int b = 0; b < a; b++)
            if (!CHECK(strcmp(sum[a], sum[b]) != 0)) printf("%d and %d\n", a, b);
}

static const char *why_broken;
static int n_checked;

static bool note_checked(void *context, const char *table, int64_t seq, const char *why)
{
    (void)context;
    (void)table;
    (void)seq;
    n_checked++;
    why_broken = why;
    return true;
}

/* A log that cannot be read is told with the reason, and the next is looked at. */
TEST(a_log_that_does_not_fit_is_told)
{
    struct store *store = store_test_open();
    struct store_row row = {.table = "t1", .updated = 2, .summary = "{}"};
    struct store_counts counts = {0};

    if (!store) return;
    CHECK(store_test_add(store, "t1", 1, 2, &row));
    row.table = "t2";
    CHECK(store_test_add(store, "t2", 1, 1, &row));
    n_checked = 0;
    CHECK(store_check(store, &counts, note_checked, NULL));
    CHECK_EQ(n_checked, 2);
    CHECK_EQ(counts.broken, 2);
    CHECK_EQ(counts.tables, 2);
    CHECK(why_broken && strstr(why_broken, "does not fit") != NULL);
    store->close(store);
}

/* Such a name no server gives: it is passed over, and the others are looked at. */
TEST(a_name_that_is_too_long_is_passed_over)
{
    static char name[STORE_NAME_MAX + 1];
    struct store *store = store_test_open();
    struct store_row row = {.table = name, .updated = 2, .summary = "{}"};
    struct store_counts counts = {0};

    if (!store) return;
    for (size_t n = STORE_NAME_MAX - 1; n <= STORE_NAME_MAX; n++) {
        memset(name, 'a', n);
        CHECK(store_test_add(store, name, 1, 1, &row));
    }
    n_checked = 0;
    CHECK(store_check(store, &counts, note_checked, NULL));
    CHECK_EQ(n_checked, 1);
    CHECK_EQ(counts.tables, 1);
    store->close(store);
}

/* A server says again and again that it runs, and the last time counts. */
TEST(the_last_sign_of_life_counts)
{
    static struct store_pause pauses[STORE_PAUSES_MAX];
    struct store_hours hours = {.pauses = pauses};
    struct store *store = store_test_open();

    if (!store) return;
    for (int64_t now = 10000; now <= 30000; now += 10000) {
        store_hours_alive(store, now);
        CHECK(store_wait_hours(store, &hours)); /* what was begun before is done before */
        CHECK_EQ(hours.alive, now);
    }
    store->close(store);
}
