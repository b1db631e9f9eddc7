/* test_store_faults.c -- SQLite fails in the middle of something: a disk is full, memory has run out. Every call of a store is made again and
 * again, and each time another of SQLite's steps within it fails. Then the store says so, holds what it held before, and the next
 * try does all of it. And a file in which something is missing is refused in a sentence. */
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store/store_copy.h"
#include "server/store/store_tournament.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

static char problem[400];

#ifdef AUDE_WRAPPED
/* -- SQLite, some of whose steps fail ----------------------------------------------------- */

static int fails_at;         /* which step from now on; 0: none */
static int n_steps;          /* since then */
atomic_bool store_test_full; /* all of them, in whatever thread */

/* What is wrong already is always taken back: whoever cannot even do that has lost the file. */
static bool now_fails(const char *sql)
{
    if (atomic_load(&store_test_full)) return true;
    if (!fails_at || (sql && !strncmp(sql, "ROLLBACK", 8))) return false;
    return ++n_steps == fails_at;
}

int __real_sqlite3_step(sqlite3_stmt *statement);
int __wrap_sqlite3_step(sqlite3_stmt *statement);
int __wrap_sqlite3_step(sqlite3_stmt *statement)
{
    return now_fails(sqlite3_sql(statement)) ? SQLITE_FULL
                                             : __real_sqlite3_step(statement);
}

int __real_sqlite3_exec(sqlite3 *db, const char *sql,
                        int (*each)(void *, int, char **, char **), void *context,
                        char **why);
int __wrap_sqlite3_exec(sqlite3 *db, const char *sql,
                        int (*each)(void *, int, char **, char **), void *context,
                        char **why);
int __wrap_sqlite3_exec(sqlite3 *db, const char *sql,
                        int (*each)(void *, int, char **, char **), void *context,
                        char **why)
{
    return now_fails(sql) ? SQLITE_FULL
                          : __real_sqlite3_exec(db, sql, each, context, why);
}

int __real_sqlite3_prepare_v2(sqlite3 *db, const char *sql, int n, sqlite3_stmt **out,
                              const char **rest);
int __wrap_sqlite3_prepare_v2(sqlite3 *db, const char *sql, int n, sqlite3_stmt **out,
                              const char **rest);
int __wrap_sqlite3_prepare_v2(sqlite3 *db, const char *sql, int n, sqlite3_stmt **out,
                              const char **rest)
{
    if (!now_fails(NULL)) return __real_sqlite3_prepare_v2(db, sql, n, out, rest);
    *out = NULL;
    return SQLITE_NOMEM;
}

/* -- What can be asked of a store --------------------------------------------------------- */

static enum store_outcome how;

static void done(void *context, const struct store_answer *answer)
{
    (void)context;
    how = answer->how;
}

static struct store_result result_of(const char *table)
{
    return (struct store_result){
        .table = table,
        .began = 1,
        .ended = 50,
        .rated = true,
        .open = true,
        .turns = 71,
        .sets = 1,
        .rules = "classic",
        .n_seats = 2,
        .seat = {{.who = "a", .label = "Ann", .key = "ann", .level = "", .place = 1},
                 {.who = "b", .label = "Bob", .key = "bob", .level = "", .place = 2}}};
}

static bool append_to(struct store *store, const char *table, int64_t seq, bool over)
{
    static const char *const people[] = {"ann", "bob"};
    struct store_entry entry[] = {{.table = table, .seq = seq, .at = 5, .text = "a"},
                                  {.table = table, .seq = seq + 1, .at = 5, .text = "b"}};
    struct store_row row = {.table = table,
                            .created = 5,
                            .updated = 40,
                            .listed = !over,
                            .over = over,
                            .awake = !over,
                            .deadline = 60,
                            .summary = "{}",
                            .origin = 3};
    struct store_turn turn = {
        .table = table, .who = "ann", .turn = seq, .due = 20, .over = over};
    struct store_result result = result_of(table);
    struct store_batch batch = {.entries = entry,
                                .rows = &row,
                                .people = people,
                                .turns = &turn,
                                .results = &result,
                                .n_entries = 2,
                                .n_rows = 1,
                                .n_people = 2,
                                .n_turns = 1,
                                .n_results = over,
                                .now = 40,
                                .node = "one:1",
                                .until = 90};

    return store_wait_append(store, &batch);
}

static bool append_new(struct store *store)
{
    return append_to(store, "t3", 1, false);
}

static bool append_more(struct store *store)
{
    return append_to(store, "t1", 5, false);
}

static bool append_end(struct store *store)
{
    return append_to(store, "t1", 5, true);
}

static bool forget(struct store *store)
{
    return store_wait_forget(store, 1000) > 0;
}

static bool pause_noted(struct store *store)
{
    return store_wait_note_pause(store, (struct store_pause){100, 200}, 20);
}

static bool set_back(struct store *store)
{
    return store_wait_set_back(store, 15);
}

static bool push_added(struct store *store)
{
    return store_test_subscribe(store, "t1", "ann", "https://b.example/") == STORE_ADDED;
}

static bool push_dropped(struct store *store)
{
    return store_wait_drop_push(store, "t1", "ann", "https://a.example/");
}

static bool pushes_dropped(struct store *store)
{
    return store_wait_drop_push(store, NULL, "ann", "https://a.example/");
}

static int64_t push_key;

static bool keep_push(void *context, const struct store_push *push)
{
    (void)context;
    push_key = push->key;
    return true;
}

static bool push_changed(struct store *store, enum store_push_fate fate)
{
    struct store_push_change change[] = {
        {.key = push_key, .turn = 1, .due = 77, .fate = fate},
        {.key = push_key + 1, .turn = 1, .due = 78, .fate = STORE_PUSH_SENDING}};

    return store_wait_change(store, change, 2);
}

static bool push_again(struct store *store)
{
    return push_changed(store, STORE_PUSH_AGAIN);
}

static bool push_lost(struct store *store)
{
    return push_changed(store, STORE_PUSH_LOST);
}

static bool push_gone(struct store *store)
{
    return push_changed(store, STORE_PUSH_GONE);
}

static bool key_kept(struct store *store)
{
    char bytes[8] = "a key";

    return store_wait_key(store, bytes, sizeof bytes);
}

static bool name_added(struct store *store, int64_t id, const char *shown,
                       const char *device, const char *hash)
{
    struct store_name name = {.id = id,
                              .shown = shown,
                              .letters = shown,
                              .form = shown,
                              .near = shown,
                              .who = shown,
                              .created = 5,
                              .seen = 5,
                              .recovery = ""};
    struct store_credential credential = {
        .id = device, .name = id, .algorithm = -7, .key = "k", .label = "d"};
    struct store_session session = {
        .hash = hash, .name = id, .credential = device, .label = "b", .ends = 900};
    struct store_name_change all[] = {
        {.act = STORE_NAME_ADD, .name = &name},
        {.act = STORE_CREDENTIAL_ADD, .credential = &credential},
        {.act = STORE_SESSION_ADD, .session = &session}};

    return store_wait_change_names(store, all, 3) == STORE_DONE;
}

static bool new_name(struct store *store)
{
    return name_added(store, 8, "bea", "device2", "hash2");
}

static bool name_ended(struct store *store)
{
    struct store_name_change end = {.act = STORE_NAME_END, .id = 7, .now = 30};

    return store_wait_change_names(store, &end, 1) == STORE_DONE;
}

static bool renamed(struct store *store)
{
    struct store_name name = {
        .id = 7, .shown = "Amy B", .letters = "amyb", .form = "amyb", .near = "amyb"};
    struct store_name_change rename = {.act = STORE_NAME_RENAME, .name = &name};

    return store_wait_change_names(store, &rename, 1) == STORE_DONE;
}

static bool results_added(struct store *store)
{
    struct store_result result = result_of("t1");

    return store_wait_add_results(store, &result, 1);
}

static bool taken(struct store *store)
{
    struct store_owned out;

    return store_wait_take(store, "t1", "two:2", 95, 10, &out);
}

static bool each_owner(void *context, const struct store_owner *one)
{
    (void)context, (void)one;
    return true;
}

static bool renewed(struct store *store)
{
    return store_wait_renew(store, "one:1", 50, 60, 120, each_owner, NULL);
}

static bool handed_back(struct store *store)
{
    return store_wait_hand_back(store, "t1", "one:1", 1, 50);
}

static bool all_handed_back(struct store *store)
{
    return store_wait_hand_back(store, NULL, "one:1", 0, 50);
}

static bool lines_added(struct store *store, const char *id, int64_t before)
{
    struct store_tournament row = {.id = id,
                                   .seq = before + 1,
                                   .created = 5,
                                   .updated = 5,
                                   .due = 6,
                                   .name = 7,
                                   .summary = "{}"};
    struct store_tournament_line line = {.seq = before + 1,
                                         .at = 5,
                                         .line = "5 entered",
                                         .who = "",
                                         .label = "",
                                         .secret = ""};

    store_tournament_append(store, &row, before, &line, 1, done, NULL);
    return how == STORE_DONE;
}

static bool new_tournament(struct store *store)
{
    return lines_added(store, "cup2", 0);
}

static bool more_lines(struct store *store)
{
    return lines_added(store, "cup", 1);
}

static bool tournament_dropped(struct store *store)
{
    store_tournament_drop(store, "cup", 1, done, NULL);
    return how == STORE_DONE;
}

static bool rows_put(struct store *store)
{
    struct store_cells row[] = {
        {.part = STORE_BANS, .n = 3, .cell = {{"10.0.0.0/8", 10}, {"1", 1}, {"2", 1}}},
        {.part = STORE_GAMES, .gone = true, .n = 1, .cell = {{"t1", 2}}},
        {.part = STORE_PEOPLE, .gone = true, .n = 1, .cell = {{"ann", 3}}}};

    return store_wait_put(store, row, 3);
}

/* -- What is only read -------------------------------------------------------------------- */

static bool each_row(void *context, const struct store_row *row)
{
    (void)context, (void)row;
    return true;
}

static bool each_result(void *context, const struct store_result *one)
{
    (void)context, (void)one;
    return true;
}

static bool each_name(void *context, const struct store_name *one)
{
    (void)context, (void)one;
    return true;
}

static bool each_credential(void *context, const struct store_credential *one)
{
    (void)context, (void)one;
    return true;
}

static bool each_session(void *context, const struct store_session *one)
{
    (void)context, (void)one;
    return true;
}

static bool each_cells(void *context, const struct store_cells *one)
{
    (void)context, (void)one;
    return true;
}

static bool listed(struct store *store)
{
    return store_wait_list(store, false, 9, each_row, NULL);
}

static bool awake(struct store *store)
{
    return store_wait_list(store, true, 9, each_row, NULL);
}

static bool hours(struct store *store)
{
    struct store_pause pauses[STORE_PAUSES_MAX];
    struct store_hours out = {.pauses = pauses};

    return store_wait_hours(store, &out);
}

static bool due(struct store *store)
{
    return store_wait_due(store, 30, 9, keep_push, NULL);
}

static bool name_found(struct store *store)
{
    return store_wait_find_name(store, STORE_NAME_SHOWN, "amy", 9, each_name, NULL);
}

static bool credentials(struct store *store)
{
    return store_wait_credentials(store, 7, NULL, each_credential, NULL);
}

static bool sessions(struct store *store)
{
    return store_wait_sessions(store, 7, each_session, NULL);
}

static bool searched(struct store *store)
{
    struct store_search search = {.pool = -1, .why = -1, .max = 9};

    return store_wait_search(store, &search, each_result, NULL);
}

static bool searched_of(struct store *store)
{
    struct store_search search = {.key = "ann", .pool = -1, .why = -1, .max = 9};

    return store_wait_search(store, &search, each_result, NULL);
}

static bool rated(struct store *store)
{
    return store_wait_rated(store, 0, 9, each_result, NULL);
}

static bool missing(struct store *store)
{
    return store_wait_missing(store, "", 9, each_row, NULL);
}

static bool result_found(struct store *store)
{
    store->results->of(store, "t2", each_result, done, NULL);
    return how == STORE_DONE;
}

static bool orphans(struct store *store)
{
    return store_wait_orphans(store, 99, 9, each_row, NULL);
}

static bool dumped(struct store *store)
{
    return store_wait_dump(store, STORE_GAMES, NULL, NULL, 9, each_cells, NULL);
}

/* -- All of it ---------------------------------------------------------------------------- */

/* `asks`: it is done before something is read, so that it may be done though it fails; whoever asks again does it no harm. */
static const struct deed {
    const char *name;
    bool (*act)(struct store *store);
    bool asks;
} deeds[] = {{"append_new", append_new, false},
             {"append_more", append_more, false},
             {"append_end", append_end, false},
             {"forget", forget, false},
             {"pause_noted", pause_noted, false},
             {"set_back", set_back, false},
             {"push_added", push_added, false},
             {"push_dropped", push_dropped, false},
             {"pushes_dropped", pushes_dropped, false},
             {"push_again", push_again, false},
             {"push_lost", push_lost, false},
             {"push_gone", push_gone, false},
             {"key_kept", key_kept, true},
             {"new_name", new_name, false},
             {"renamed", renamed, false},
             {"name_ended", name_ended, false},
             {"results_added", results_added, false},
             {"taken", taken, true},
             {"renewed", renewed, false},
             {"handed_back", handed_back, false},
             {"all_handed_back", all_handed_back, false},
             {"new_tournament", new_tournament, false},
             {"more_lines", more_lines, false},
             {"tournament_dropped", tournament_dropped, false},
             {"rows_put", rows_put, false},
             {"listed", listed, false},
             {"awake", awake, false},
             {"hours", hours, false},
             {"due", due, false},
             {"name_found", name_found, false},
             {"credentials", credentials, false},
             {"sessions", sessions, false},
             {"searched", searched, false},
             {"searched_of", searched_of, false},
             {"rated", rated, false},
             {"missing", missing, false},
             {"result_found", result_found, false},
             {"orphans", orphans, false},
             {"dumped", dumped, false}};

static bool fill(struct store *store)
{
    bool ok = CHECK(append_to(store, "t1", 1, false)) &&
              CHECK(append_to(store, "t2", 1, true)) &&
              CHECK_EQ(store_test_subscribe(store, "t1", "ann", "https://a.example/"),
                       STORE_ADDED) &&
              CHECK_EQ(store_test_subscribe(store, "t1", "bob", "https://c.example/"),
                       STORE_ADDED) &&
              CHECK(append_to(store, "t1", 3, false)) &&
              CHECK(store_wait_note_pause(store, (struct store_pause){10, 30}, 0)) &&
              CHECK(name_added(store, 7, "amy", "device", "hash")) &&
              CHECK(lines_added(store, "cup", 0));

    store_wait_due(store, 1000, 1, keep_push, NULL);
    return ok;
}

static bool owner_seen(void *context, const struct store_owner *one)
{
    char *text = context;
    size_t n = strlen(text);

    snprintf(text + n, 200 - n, "%s/%s/%d/%d ", one->table, one->node, (int)one->epoch,
             (int)one->until);
    return true;
}

/* Everything that it holds, with who has its tables. */
static void look(struct store *store, char out[300])
{
    struct store_counts counts = {0};
    char owners[200] = "";

    CHECK(store_copy_sum(store, &counts));
    store_wait_renew(store, "one:1", 0, INT64_MAX, 0, owner_seen, owners);
    store_wait_renew(store, "two:2", 0, INT64_MAX, 0, owner_seen, owners);
    snprintf(out, 300, "%s %s", counts.sum, owners);
}

enum tried { REFUSED, DONE_WITHOUT, NO_SUCH_STEP };

/* One of its steps fails: it is not done, and nothing has changed; or it can do without that step, and is done whole. */
static enum tried try_step(struct store *store, const struct deed *deed, int at,
                           const char *before, const char *whole)
{
    char after[300];

    how = STORE_FAILED;
    n_steps = 0;
    fails_at = at;
    bool is_done = deed->act(store), failed = n_steps >= at;
    fails_at = 0;
    if (!failed) {
        CHECK(is_done);
        return NO_SUCH_STEP;
    }
    look(store, after);
    if (strcmp(after, is_done ? whole : before) != 0 && !(deed->asks && !is_done))
        FAIL("%s: step %d fails, it says %s, and the store holds something else",
             deed->name, at, is_done ? "done" : "no");
    if (is_done && !strcmp(before, whole))
        FAIL("%s: step %d fails, and it says that all was read", deed->name, at);
    CHECK(is_done || store->problem(store)[0]);
    return is_done ? DONE_WITHOUT : REFUSED;
}

static struct store *open_filled(void)
{
    struct store *store = store_open("sqlite::memory:", problem, sizeof problem);

    return CHECK(store != NULL) && fill(store) ? store : NULL;
}

/* Each of its steps, until there is none more. */
static void try_deed(const struct deed *deed)
{
    struct store *store = open_filled();
    char before[300], whole[300];
    enum tried tried = REFUSED;

    if (!store) return;
    look(store, before);
    CHECK(deed->act(store));
    look(store, whole);
    store->close(store);
    for (int at = 1; tried != NO_SUCH_STEP;) {
        if (!(store = open_filled())) return;
        do tried = try_step(store, deed, at++, before, whole);
        while (tried == REFUSED && at < 100);
        store->close(store);
        if (!CHECK(at < 100)) return;
    }
}

static bool is_amy(void *context, const struct store_name *one)
{
    ++*(int *)context;
    CHECK(one->id == 7 && !strcmp(one->shown, "Amy B") && !strcmp(one->near, "amyb"));
    return true;
}

/* The old name finds nobody any more. */
TEST(a_name_is_changed)
{
    struct store *store = open_filled();
    int n = 0;

    if (!store) return;
    CHECK(renamed(store));
    CHECK(store_wait_find_name(store, STORE_NAME_SHOWN, "amy", 9, is_amy, &n) && n == 0);
    CHECK(store_wait_find_name(store, STORE_NAME_SHOWN, "Amy B", 9, is_amy, &n));
    CHECK_EQ(n, 1);
    store->close(store);
}

TEST(what_fails_in_the_middle_never_happened)
{
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) try_deed(&deeds[i]);
}
#endif

/* -- A file that is not whole ------------------------------------------------------------- */

static int note_table(void *context, int n, char **cell, char **name)
{
    char(*names)[64] = context;

    (void)n, (void)name;
    for (int i = 0; i < 40; i++)
        if (!names[i][0]) {
            snprintf(names[i], 64, "%s", cell[0]);
            break;
        }
    return 0;
}

/* Without any one of its tables, but those that are made where they are missing, a file is refused, and says why. */
TEST(a_store_that_lacks_a_table_is_refused)
{
    char folder[40] = "/tmp/aude-lacks-XXXXXX", path[80], url[100], text[120];
    static char tables[40][64];
    int refused = 0;
    sqlite3 *db;

    if (!CHECK(mkdtemp(folder) != NULL)) return;
    memset(tables, 0, sizeof tables);
    snprintf(path, sizeof path, "%s/x.db", folder);
    snprintf(url, sizeof url, "sqlite:%s", path);
    for (int i = -1; i < 0 || tables[i][0]; i++) {
        struct store *store = store_open(url, problem, sizeof problem);
        if (!CHECK(store != NULL)) break;
        store->close(store);
        CHECK_EQ(sqlite3_open(path, &db), SQLITE_OK);
        if (i < 0)
            sqlite3_exec(db,
                         "SELECT name FROM sqlite_master WHERE type = 'table' AND name "
                         "NOT LIKE 'sqlite%'",
                         note_table, tables, NULL);
        snprintf(text, sizeof text, "DROP TABLE \"%s\"", i < 0 ? "" : tables[i]);
        if (i >= 0) CHECK_EQ(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        if (i < 0) continue;
        problem[0] = 0;
        store = store_open(url, problem, sizeof problem);
        if (store) store->close(store);
        if (!store) refused++;
        if (!CHECK(store || strstr(problem, "no such table") != NULL))
            fprintf(stderr, "without %s: %s\n", tables[i], problem);
        unlink(path);
        snprintf(text, sizeof text, "%s-wal", path);
        unlink(text);
        snprintf(text, sizeof text, "%s-shm", path);
        unlink(text);
    }
    CHECK(refused >= 10);
    unlink(path);
    snprintf(text, sizeof text, "%s.lock", path);
    unlink(text);
    CHECK(!rmdir(folder));
}
