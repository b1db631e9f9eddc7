/* test_store.c -- the store: what went in comes out, all of a batch or nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sqlite3.h>
#include <unistd.h>

#include "server/store/store_copy.h"
#include "server/store/store_hours.h"
#include "server/store/store_push.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

#ifdef AUDE_PG
#include <libpq-fe.h>

void store_test_empty(const char *name)
{
    PGconn *conn = PQconnectdb(name);

    PQclear(PQexec(conn, "SET client_min_messages = warning"));

    PQclear(PQexec(conn,
                   "DROP TABLE IF EXISTS aude_schema, aude_game, aude_log, "
                   "aude_person, aude_pause, aude_alive, aude_push, aude_key, "
                   "aude_name, aude_credential, aude_session, aude_count, "
                   "aude_result, aude_result_seat, aude_ban, aude_silence, aude_act, "
                   "aude_owner, aude_gap, aude_tournament, "
                   "aude_tournament_line"));
    PQfinish(conn);
}
#else
void store_test_empty(const char *name)
{
    (void)name;
}
#endif

static char problem[400], seen[400];
static int n_seen;

/* Every kind of store must pass these tests: SQLite in memory, or the one that $AUDE_TEST_STORE names,
 * emptied. tests/server/store_postgres.py runs them so. */
static bool elsewhere(void)
{
    return getenv("AUDE_TEST_STORE") != NULL;
}

static struct store *open_memory(void)
{
    const char *name = elsewhere() ? getenv("AUDE_TEST_STORE") : "sqlite::memory:";

    if (elsewhere()) store_test_empty(name);
    struct store *store = store_open(name, problem, sizeof problem);

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
    CHECK(store_wait_read(store, table, since, max, note, NULL));
    return seen;
}

static const char *list_back(struct store *store, bool awake)
{
    seen[0] = 0;
    n_seen = 0;
    CHECK(store_wait_list(store, awake, 10, note_row, NULL));
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
    return store_wait_append(store, &batch);
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
    CHECK(store_wait_read(store, "t1", 0, 10, stop_at_once, NULL));
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
    CHECK_EQ(store_wait_forget(store, 25), 2);
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
    CHECK(store_wait_append(store, &batch));
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

/* A log without a beginning is none: a table that somebody deleted is not gone on with. */
TEST(an_entry_needs_the_one_before_it)
{
    struct store *store = open_memory();
    struct store_row row = {.table = "t1", .created = 1, .updated = 2, .summary = "{}"};

    if (!store) return;
    CHECK(!add(store, "t1", 2, 1, &row));
    CHECK(store->problem(store)[0] != 0);
    CHECK_STR(read_back(store, "t1", 0, 10), "");
    CHECK(add(store, "t1", 1, 1, &row));
    CHECK(!add(store, "t1", 3, 1, &row));
    CHECK(add(store, "t1", 2, 2, &row));
    store->close(store);
}

/* One address lists ten tables; an eleventh takes the place of its oldest, not of another's. */
TEST(one_origin_does_not_fill_the_list)
{
    struct store *store = open_memory();
    struct store_row row = {
        .table = "mine", .updated = 1, .listed = true, .summary = "m"};
    char name[16];

    if (!store) return;
    row.origin = 7;
    CHECK(add(store, "mine", 1, 1, &row));
    row.origin = 0;
    row.table = "local";
    for (int i = 0; i < 30; i++) {
        row.origin = i < 15 ? -4 : 0;
        row.table = name;
        row.summary = i < 15 ? "x" : "y";
        row.updated = 10 + i;
        snprintf(name, sizeof name, "t%02d", i);
        CHECK(add(store, name, 1, 1, &row));
    }
    seen[0] = 0;
    n_seen = 0;
    CHECK(store_wait_list(store, false, 100, note_row, NULL));
    CHECK_EQ(n_seen, 1 + STORE_LISTED_MAX + 15); /* those of nobody are not counted */
    CHECK(strstr(seen, "mine:m") && strstr(seen, "t05:x") && strstr(seen, "t14:x"));
    CHECK(!strstr(seen, "t04:x"));
    row =
        (struct store_row){.table = "t00", .updated = 50, .listed = true, .summary = "x"};
    CHECK(add(store, "t00", 2, 1, &row)); /* played on: now another is the oldest */
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

static bool script(const char *text)
{
    sqlite3 *db;
    bool ok = CHECK(sqlite3_open(path, &db) == SQLITE_OK) &&
              CHECK(sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK);

    sqlite3_close(db);
    return ok;
}

/* Stores of every version before are taken over whole. */
/* -- Subscriptions ---------------------------------------------------------------------- */

static enum store_added subscribe(struct store *store, const char *table, const char *who,
                                  const char *endpoint)
{
    static const unsigned char keys[STORE_PUSH_POINT];
    struct store_push push = {.table = table,
                              .who = who,
                              .endpoint = endpoint,
                              .point = keys,
                              .auth = keys,
                              .turn = -1};

    return store_wait_add_push(store, &push);
}

static int64_t due_key, due_turn;

static bool note_push(void *context, const struct store_push *push)
{
    (void)context;
    n_seen++;
    due_key = push->key;
    due_turn = push->turn;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s:%d:%d ", push->endpoint,
             push->seat, push->tries);
    return true;
}

static const char *due_at(struct store *store, int64_t now)
{
    seen[0] = 0;
    CHECK(store_wait_due(store, now, 10, note_push, NULL));
    return seen;
}

/* It is now `who`'s turn, told at `due`. */
static bool turn(struct store *store, const char *who, int64_t number, int64_t due)
{
    struct store_turn one = {
        .table = "t1", .who = who, .seat = 1, .turn = number, .due = due};
    struct store_batch batch = {.turns = &one, .n_turns = 1};

    return store_wait_append(store, &batch);
}

static bool change(struct store *store, enum store_push_fate fate, int64_t due)
{
    struct store_push_change one = {
        .key = due_key, .turn = due_turn, .due = due, .fate = fate};

    return store_wait_change(store, &one, 1);
}

TEST(a_turn_is_told_once_to_who_subscribed)
{
    struct store *store = open_memory();
    struct store_row row = {.table = "t1", .summary = "s"};

    CHECK_EQ(subscribe(store, "t1", "ann", "a"), STORE_ADD_FAILED); /* no such table */
    CHECK(add(store, "t1", 1, 1, &row));
    CHECK_EQ(subscribe(store, "t1", "ann", "a"), STORE_ADDED);
    CHECK_EQ(subscribe(store, "t1", "bob", "b"), STORE_ADDED);
    CHECK(turn(store, "ann", 3, 50));
    CHECK_STR(due_at(store, 49), "");
    CHECK_STR(due_at(store, 50), "a:1:0 ");
    CHECK(turn(store, "ann", 4, 90)); /* still hers: a builder's second turn */
    CHECK_STR(due_at(store, 50), "a:1:0 ");
    CHECK(change(store, STORE_PUSH_SENDING, 0));
    CHECK_STR(due_at(store, 500), "");
    CHECK(change(store, STORE_PUSH_AGAIN, 70)); /* the service is busy */
    CHECK_STR(due_at(store, 70), "a:1:1 ");
    CHECK(turn(store, "bob", 5, 80)); /* she did not wait for it */
    CHECK_STR(due_at(store, 500), "b:1:0 ");
    CHECK(turn(store, "ann", 3, 80)); /* taken back: that was told already */
    CHECK_STR(due_at(store, 500), "");
    CHECK(turn(store, "bob", 5, 80));
    CHECK_STR(due_at(store, 500), "");
    CHECK(turn(store, "", 5, 80));
    CHECK(turn(store, "bob", 7, 80));
    CHECK_STR(due_at(store, 500), "b:1:0 ");
    due_turn = 5;
    CHECK(change(store, STORE_PUSH_AGAIN, 400)); /* about a turn that is over */
    CHECK_STR(due_at(store, 399), "b:1:0 ");
    store->close(store);
}

TEST(a_subscription_ends_with_the_game_the_seat_and_the_browser)
{
    static const char *const owners[] = {"ann", ""};
    struct store *store = open_memory();
    struct store_row row = {.table = "t1", .summary = "s"};
    struct store_turn left = {.table = "t1", .who = "", .owners = owners, .n_owners = 2};
    struct store_batch batch = {.turns = &left, .n_turns = 1};

    CHECK(add(store, "t1", 1, 1, &row));
    CHECK_EQ(subscribe(store, "t1", "ann", "a"), STORE_ADDED);
    CHECK_EQ(subscribe(store, "t1", "bob", "b"), STORE_ADDED);
    CHECK(store_wait_append(store, &batch));
    CHECK(store_wait_has_push(store, "t1", "ann", "a"));
    CHECK(!store_wait_has_push(store, "t1", "bob", "b"));
    CHECK(!store_wait_has_push(store, "t1", "bob", "a"));
    CHECK(turn(store, "ann", 3, 50));
    due_at(store, 50);
    for (int i = 1; i < STORE_PUSH_FAILED; i++) {
        CHECK(change(store, STORE_PUSH_LOST, 0));
        CHECK(store_wait_has_push(store, "t1", "ann", "a"));
    }
    CHECK(change(store, STORE_PUSH_DONE, 0)); /* one that arrives makes good */
    CHECK(change(store, STORE_PUSH_LOST, 0));
    CHECK(store_wait_has_push(store, "t1", "ann", "a"));
    CHECK(change(store, STORE_PUSH_GONE, 0));
    CHECK(!store_wait_has_push(store, "t1", "ann", "a"));
    CHECK_EQ(subscribe(store, "t1", "ann", "a"), STORE_ADDED);
    left.over = true;
    CHECK(store_wait_append(store, &batch));
    CHECK(!store_wait_has_push(store, "t1", "ann", "a"));
    CHECK_EQ(subscribe(store, "t1", "ann", "a"), STORE_ADDED);
    CHECK_EQ(store_wait_forget(store, 100), 1);
    CHECK(add(store, "t1", 1, 1, &row));
    CHECK(!store_wait_has_push(store, "t1", "ann", "a"));
    store->close(store);
}

TEST(the_first_key_is_kept)
{
    struct store *store = open_memory();
    char one[4] = "one", two[4] = "two", three[3] = "33";

    CHECK(store_wait_key(store, one, sizeof one));
    CHECK(store_wait_key(store, two, sizeof two));
    CHECK_STR(two, "one");
    CHECK(!store_wait_key(store, three, sizeof three));
    store->close(store);
}

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
        "INSERT INTO log VALUES(5, 1, 1, 'a', NULL);";
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

    for (int version = 1; version <= 4; version++) {
        char number[40];
        snprintf(number, sizeof number, "PRAGMA user_version = %d", version);
        if (!make_folder() || !script(one) || (version > 1 && !script(two)) ||
            (version > 2 && !script(three)) ||
            (version > 3 && !script(store_push_schema)) || !script(number))
            return;
        struct store *store = store_open(whole, problem, sizeof problem);
        if (!CHECK(store != NULL)) return;
        CHECK_STR(list_back(store, true), "t1:s ");
        CHECK_STR(read_back(store, "t1", 0, 10), "1:a:- ");
        int64_t now = 40;
        CHECK(store_begin(store, &now));
        CHECK_EQ(store_hours_down(store, 5), version > 1 ? 30 : 35);
        CHECK(add(store, "t1", 2, 1, &row));
        CHECK_EQ(subscribe(store, "t1", "ann", "https://a.example/"), STORE_ADDED);
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
    struct store *store = open_memory();
    int64_t now = TODAY;
    struct store_row row = {
        .table = "t1", .created = TODAY, .awake = true, .summary = "s"};

    if (!store) return;
    CHECK(store_begin(store, &now));
    row.updated = TODAY + 1000;
    row.deadline = TODAY + 61000;
    CHECK(add(store, "t1", 1, 1, &row));
    store_hours_alive(store, TODAY + 2000);
    now = TODAY + 400 * DAY;
    CHECK(store_begin(store, &now));
    CHECK_EQ(now, TODAY + 400 * DAY);
    row.updated = now + 1000;
    row.deadline = now + 61000;
    CHECK(add(store, "t1", 2, 1, &row));
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

TEST(a_first_run_that_was_ahead_is_set_back)
{
    struct store *store = open_memory();
    int64_t now = TODAY + 40 * DAY;
    struct store_row row = {
        .table = "t1", .created = now, .updated = now, .summary = "s"};

    if (!store) return;
    CHECK(store_begin(store, &now));
    CHECK(add(store, "t1", 1, 1, &row));
    now = TODAY;
    CHECK(!store_begin(store, &now));
    CHECK_EQ(now, TODAY);
    now = 1000000; /* but a clock that was never set is not believed */
    CHECK(store_begin(store, &now));
    CHECK_EQ(now, TODAY);
    store->close(store);
}

/* A little ahead, then far: the second is forgotten at once, although the date of today lies before
 * the leap. The first cannot be told from a pause. */
TEST(a_leap_is_forgotten_though_the_run_before_it_was_ahead_too)
{
    static const int64_t told[] = {0, 7200000, 60000, 3650 * DAY, 120000, 180000};
    static const int64_t is[] = {0, 7200000, 7210000, 3650 * DAY, 7220000, 7230000};
    struct store *store = open_memory();

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
    struct store *store = open_memory();
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
    struct store *store = open_memory();
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
    struct store *store = open_memory();
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
    struct store *store = open_memory();
    int64_t now = 1000000;

    if (!store) return;
    store_begin(store, &now);
    int runs = elsewhere() ? 200 : 20000; /* over a socket fewer are enough */
    for (int i = 0; i < runs; i++) {
        store_hours_alive(store, now + 5);
        now += 100;
        if (!store_begin(store, &now)) CHECK(false);
    }
    CHECK_EQ(store_hours_down(store, 1000000), runs * 100 - 5);
    for (int i = 0; i < (elsewhere() ? 1200 : 10000); i++) { /* and long ones */
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

/* -- Who has which table ---------------------------------------------------------------- */

enum { LEASE = 3000 };

static bool note_owner(void *context, const struct store_owner *owner)
{
    (void)context;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s:%s:%d ", owner->table,
             owner->node, (int)owner->epoch);
    return true;
}

/* "node epoch until" of whoever has it after `node` has tried; "": nobody. */
static const char *taken(struct store *store, const char *table, const char *node,
                         int64_t now)
{
    struct store_owned owner;

    seen[0] = 0;
    if (store_wait_take(store, table, node, now, LEASE, &owner))
        snprintf(seen, sizeof seen, "%s %d %d", owner.node, (int)owner.epoch,
                 (int)owner.until);
    return seen;
}

static const char *renewed(struct store *store, const char *node, int64_t now)
{
    seen[0] = 0;
    CHECK(store_wait_renew(store, node, now, now + LEASE, note_owner, NULL));
    return seen;
}

static struct store *open_with_table(const char *table)
{
    struct store *store = open_memory();
    struct store_row row = {
        .table = table, .created = 1, .updated = 2, .summary = "{}", .awake = true};

    row.deadline = 5000;
    if (store) CHECK(add(store, table, 1, 1, &row));
    return store;
}

TEST(a_table_is_taken_by_one_node_at_a_time)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    CHECK_STR(taken(store, "t2", "a", 1000), ""); /* there is no such table */
    CHECK_STR(taken(store, "t1", "a", 1000), "a 1 4000");
    CHECK_STR(taken(store, "t1", "b", 3999), "a 1 4000");
    CHECK_STR(renewed(store, "a", 3000), "t1:a:1 ");
    CHECK_STR(renewed(store, "b", 3000), "");
    CHECK_STR(taken(store, "t1", "b", 5999), "a 1 6000");
    CHECK_STR(taken(store, "t1", "b", 6000), "b 2 9000"); /* it has run out */
    CHECK_STR(renewed(store, "a", 6001), "");
    CHECK(store_wait_hand_back(store, "t1", "b", 1, 6001)); /* that was another time */
    CHECK_STR(taken(store, "t1", "a", 6002), "b 2 9000");
    CHECK(store_wait_hand_back(store, "t1", "b", 2, 6003));
    CHECK_STR(renewed(store, "b", 6003), "");
    CHECK_STR(taken(store, "t1", "a", 6004), "a 3 9004");
    CHECK_STR(taken(store, "t1", "a", 6005), "a 4 9005"); /* as after a crash */
    CHECK(store_wait_hand_back(store, NULL, "a", 0, 6005));
    CHECK_STR(taken(store, "t1", "b", 6006), "b 5 9006");
    CHECK(store_wait_hand_back(store, "t1", "b", 5, 9006)); /* it has run out, and */
    CHECK(store_wait_hand_back(store, NULL, "b", 0, 9006)); /* stays so */
    CHECK_STR(taken(store, "t1", "a", 9005), "b 5 9006");
    CHECK_STR(taken(store, "t1", "a", 9006), "a 6 12006");
    store->close(store);
}

static void keep_outcome(void *context, const struct store_answer *answer)
{
    *(enum store_outcome *)context = answer->how;
}

/* Entry `seq` by a node that believes to have the table with that epoch. */
static enum store_outcome written(struct store *store, const char *table, int64_t seq,
                                  int64_t epoch, const char *node)
{
    enum store_outcome how = (enum store_outcome)99;
    struct store_row row = {.table = table, .created = 1, .updated = 2, .summary = "{}"};
    struct store_entry entry = {
        .table = table, .seq = seq, .at = 5, .text = "x", .epoch = epoch};
    struct store_batch batch = {.entries = &entry,
                                .n_entries = 1,
                                .rows = &row,
                                .n_rows = 1,
                                .node = node,
                                .until = 4000};

    store->append(store, &batch, keep_outcome, &how);
    while (how == (enum store_outcome)99) store_wait_rest(store, 50);
    return how;
}

TEST(whoever_has_lost_a_table_writes_nothing_there)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    taken(store, "t1", "a", 1000);
    CHECK_EQ(written(store, "t1", 2, 1, "a"), STORE_DONE);
    taken(store, "t1", "b", 5000);
    CHECK_EQ(written(store, "t1", 3, 1, "a"), STORE_CONFLICT);
    CHECK_EQ(written(store, "t1", 3, 2, "b"), STORE_DONE);
    CHECK_EQ(written(store, "t1", 3, 2, "b"), STORE_CONFLICT); /* the key decides, too */
    CHECK_EQ(written(store, "t1", 4, 0, NULL), STORE_DONE);    /* one server alone */
    CHECK_STR(read_back(store, "t1", 1, 10), "2:x:- 3:x:- 4:x:- ");
    CHECK_EQ(written(store, "t3", 1, 1, "c"), STORE_DONE); /* a new one is its maker's */
    CHECK_STR(taken(store, "t3", "a", 3999), "c 1 4000");
    store->close(store);
}

static struct store_pause gaps[STORE_GAPS_MAX];
static int n_gaps;

static void keep_gaps(void *context, const struct store_answer *answer)
{
    n_gaps = answer->n_gaps;
    for (int i = 0; i < n_gaps; i++) gaps[i] = answer->gaps[i];
    *(bool *)context = true;
}

static int read_gaps(struct store *store, const char *table)
{
    bool done = false;

    store->read(store, table, 0, 10, note, keep_gaps, &done);
    while (!done) store_wait_rest(store, 50);
    return n_gaps;
}

TEST(time_without_an_owner_is_noted_once)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    taken(store, "t1", "a", 1000); /* until 4000 */
    CHECK_EQ(read_gaps(store, "t1"), 0);
    taken(store, "t1", "b", 9000);
    taken(store, "t1", "c", 9001); /* too late */
    CHECK_EQ(read_gaps(store, "t1"), 1);
    CHECK(gaps[0].gone == 1000 && gaps[0].back == 9000);
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 0), 8000);
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 8500), 500);
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 9500), 0);
    store_hours_add_pause(store, (struct store_pause){500, 2000}); /* counts once */
    store_hours_add_pause(store, (struct store_pause){8000, 9500});
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 0), 9000);
    CHECK(store_wait_hand_back(store, "t1", "b", 2, 9500));
    taken(store, "t1", "c", 15000); /* handed back: its clock ran, nothing is noted */
    CHECK_EQ(read_gaps(store, "t1"), 1);
    store->close(store);
}

/* A server whose clock is ahead notes a gap that ends in the future of the next one. What that one writes comes after the
 * gap, whatever its clock says. */
TEST(a_gap_ends_at_the_latest_when_the_table_is_taken_again)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    taken(store, "t1", "a", 1000);
    taken(store, "t1", "b", 9000); /* a gap until 9000; b's clock is ahead */
    taken(store, "t1", "c", 8500); /* too early: b has it */
    CHECK_EQ(read_gaps(store, "t1"), 1);
    CHECK(gaps[0].gone == 1000 && gaps[0].back == 9000);
    CHECK(store_wait_hand_back(store, "t1", "b", 2, 9500));
    taken(store, "t1", "c", 7000);
    CHECK_EQ(read_gaps(store, "t1"), 1);
    CHECK(gaps[0].gone == 1000 && gaps[0].back == 7000);
    CHECK(store_wait_hand_back(store, "t1", "c", 3, 7000));
    taken(store, "t1", "d",
          500); /* all of it is to come, by that clock: nothing is left */
    CHECK_EQ(read_gaps(store, "t1"), 1);
    CHECK_EQ(store_hours_down_with(store, gaps, 1, 0), 0);
    store->close(store);
}

static bool copied(void *context, const char *table, int64_t seq, const char *why)
{
    (void)context;
    (void)table;
    (void)seq;
    return why == NULL;
}

TEST(a_copy_knows_the_time_without_an_owner)
{
    struct store *store = open_with_table("t1");
    struct store *copy = store_open("sqlite::memory:", problem, sizeof problem);
    struct store_counts counts = {0};

    if (!store || !CHECK(copy != NULL)) return;
    taken(store, "t1", "a", 1000);
    taken(store, "t1", "b", 9000);
    CHECK(store_copy(store, copy, &counts, copied, NULL, problem, sizeof problem));
    CHECK_EQ(counts.copied, 1);
    CHECK_EQ(read_gaps(copy, "t1"), 1);
    CHECK(gaps[0].gone == 1000 && gaps[0].back == 9000);
    CHECK_STR(taken(copy, "t1", "c", 100), "c 1 3100"); /* and has no owner */
    CHECK(store_copy(store, copy, &counts, copied, NULL, problem, sizeof problem));
    copy->close(copy);
    store->close(store);
}

TEST(clocks_that_ran_out_where_nobody_is_are_found)
{
    struct store *store = open_with_table("t1");

    if (!store) return;
    seen[0] = 0;
    CHECK(store_wait_orphans(store, 4999, 10, note_row, NULL));
    CHECK_STR(seen, "");
    CHECK(store_wait_orphans(store, 5000, 10, note_row, NULL));
    CHECK_STR(seen, "t1:{} ");
    taken(store, "t1", "a", 5000);
    seen[0] = 0;
    CHECK(store_wait_orphans(store, 7999, 10, note_row, NULL));
    CHECK_STR(seen, "");
    CHECK(store_wait_orphans(store, 8000, 10, note_row, NULL));
    CHECK_STR(seen, "t1:{} ");
    CHECK_EQ(store_wait_forget(store, 3), 1);
    CHECK_STR(taken(store, "t1", "a", 8000), ""); /* its owner goes with it */
    store->close(store);
}

TEST(a_deleted_table_has_no_owner)
{
    struct store *store = open_with_table("t1");
    struct store_cells gone = {
        .part = STORE_GAMES, .gone = true, .n = 1, .cell = {{"t1", 2}}};

    if (!store) return;
    CHECK_STR(taken(store, "t1", "a", 5000), "a 1 8000");
    CHECK(store_wait_put(store, &gone, 1));
    CHECK_STR(taken(store, "t1", "a", 9000), "");
    seen[0] = 0;
    CHECK(store_wait_renew(store, "a", 6000, 9000, note_owner, NULL));
    CHECK_STR(seen, "");
    store->close(store);
}
