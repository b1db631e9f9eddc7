/* store_sqlite.c -- the store in one SQLite file.
 *
 * One sqlite_append() is one transaction, so all moves of a round of the event loop share one sync.
 * How the file is opened, locked and brought to this version: store_sqlite_schema.c. */
#define _XOPEN_SOURCE 700 /* pread */
#include "store.h"

#include "store_hours.h"
#include "store_push.h"
#include "store_sqlite_keys.h"
#include "store_sqlite_names.h"
#include "store_sqlite_owners.h"
#include "store_sqlite_schema.h"
#include "store_tournament.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD_ENTRY,
    MOVE_ROW,
    SET_ROW,
    UNLIST,
    READ,
    UPDATED,
    LIST,
    AWAKE,
    SEEN,
    LATEST,
    PAUSES,
    ADD_PAUSE,
    DROP_PAUSE,
    FORGET_LOG,
    FORGET_ROW,
    OLDEST,
    CUT_PAUSES,
    END_PAUSE,
    BACK_PUSHES,
    BACK_ROWS,
    STATEMENTS
};

static const char *const sql[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    /* A log has no holes: where the entry before is missing there is no game to add to, which the
     * table refuses. (Not INSERT ... SELECT: that would make a table for what it selects, each time.) */
    [ADD_ENTRY] = "INSERT INTO log(id, game, seq, at, text, secret) VALUES(?1, "
                  "(SELECT ?6 WHERE ?6 AND (?2 = 1 OR EXISTS "
                  "(SELECT 1 FROM log WHERE id = ?1 - 1))), ?2, ?3, ?4, ?5)",
    /* What most entries change of a row that is there: it is listed as before. */
    [MOVE_ROW] = "UPDATE game SET updated = ?3, over = ?5, awake = ?6, summary = ?7, "
                 "deadline = ?8 WHERE key = ?2 AND name = ?1 AND listed = ?4",
    [SET_ROW] = "INSERT INTO game(name, created, updated, listed, over, awake, summary, "
                "deadline, origin) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) "
                "ON CONFLICT(name) DO UPDATE SET updated = ?3, listed = ?4, over = ?5, "
                "awake = ?6, summary = ?7, deadline = ?8",
    [UNLIST] =
        "UPDATE game SET listed = 0 WHERE key IN (SELECT key FROM game WHERE listed AND "
        "NOT over AND origin = (SELECT origin FROM game WHERE name = ?1 AND origin) "
        "ORDER BY updated DESC, key DESC LIMIT -1 OFFSET ?2)",
    [READ] = "SELECT seq, text, secret FROM log WHERE " SQLITE_ENTRIES_AFTER(
        "?2") " ORDER BY id LIMIT ?3",
    [UPDATED] = "SELECT updated FROM game WHERE name = ?1",
    [LIST] = "SELECT name, created, updated, listed, over, awake, summary, deadline "
             "FROM game WHERE listed AND NOT over ORDER BY updated DESC LIMIT ?1",
    [AWAKE] = "SELECT name, created, updated, listed, over, awake, summary, deadline "
              "FROM game WHERE awake ORDER BY deadline LIMIT ?1",
    [SEEN] = "INSERT INTO person(who, created, seen) VALUES(?1, ?2, ?2) "
             "ON CONFLICT(who) DO UPDATE SET seen = ?2",
    [LATEST] = "SELECT max(updated) FROM game",
    [PAUSES] = "SELECT gone, back FROM pause ORDER BY gone DESC LIMIT ?1",
    [ADD_PAUSE] = "INSERT OR REPLACE INTO pause(gone, back) VALUES(?1, ?2)",
    [DROP_PAUSE] = "DELETE FROM pause WHERE gone < ?1",
    [FORGET_LOG] = "DELETE FROM log WHERE id IN (SELECT log.id FROM game JOIN log ON "
                   "log.id > key << "
                   "32 AND log.id < (key + 1) << 32 WHERE game.updated < ?1)",
    [FORGET_ROW] = "DELETE FROM game WHERE updated < ?1",
    [OLDEST] = "SELECT min(created) FROM game",
    [CUT_PAUSES] = "DELETE FROM pause WHERE gone > ?1",
    [END_PAUSE] = "UPDATE pause SET back = ?1 WHERE back > ?1",
    /* A waiting message is not delayed by a date that was wrong. */
    [BACK_PUSHES] = "UPDATE push SET due = ?1 WHERE due > ?1",
    [BACK_ROWS] = "UPDATE game SET deadline = deadline - (updated - ?1), updated = ?1 "
                  "WHERE updated > ?1",
};

struct sqlite_store {
    struct store store;
    struct sqlite_file file;
    sqlite3_stmt *statement[STATEMENTS];
    int64_t alive; /* when we last were, as the lock file says */
    int64_t tried; /* when we last tried whether something could be written */
    struct store_push_rows *pushes;
    struct store_result_rows *results;
    struct store_owner_rows *owners;
    struct store_name_rows *names;
    struct sqlite_keys *keys;
    bool conflict; /* the last entry does not fit what is stored */
};

static struct sqlite_store *sqlite_of(struct store *store)
{
    return (struct sqlite_store *)store;
}

/* -- Statements ------------------------------------------------------------------------- */

static bool sqlite_failed(struct sqlite_store *s)
{
    return sqlite_schema_failed(&s->file);
}

static void sqlite_bind_text(sqlite3_stmt *statement, int n, const char *value)
{
    if (value)
        sqlite3_bind_text(statement, n, value, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, n);
}

/* SQLite is done at once. */
static void sqlite_say(store_done *done, void *context, bool ok)
{
    done(context, &(struct store_answer){.how = ok ? STORE_DONE : STORE_FAILED});
}

/* Run a statement that gives no rows. */
static bool sqlite_run(struct sqlite_store *s, enum statement n)
{
    int rc = sqlite3_step(s->statement[n]);

    if (rc != SQLITE_DONE && rc != SQLITE_ROW) sqlite_failed(s);
    sqlite3_reset(s->statement[n]);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

/* -- Writing ---------------------------------------------------------------------------- */

static bool sqlite_add_entry(struct sqlite_store *s, const struct store_entry *entry)
{
    sqlite3_stmt *st = s->statement[ADD_ENTRY];

    if (!sqlite_owners_may_write(s->owners, entry)) {
        snprintf(s->file.problem, sizeof s->file.problem, "another has %s", entry->table);
        s->conflict = true;
        return false;
    }
    int64_t key = sqlite_keys_find(s->keys, entry->table);

    sqlite3_bind_int64(st, 1, SQLITE_ENTRY_ID(key, entry->seq));
    sqlite3_bind_int64(st, 2, entry->seq);
    sqlite3_bind_int64(st, 3, entry->at);
    sqlite_bind_text(st, 4, entry->text);
    sqlite_bind_text(st, 5, entry->secret);
    sqlite3_bind_int64(st, 6, key);
    if (sqlite_run(s, ADD_ENTRY)) return true;
    s->conflict = sqlite3_errcode(s->file.db) == SQLITE_CONSTRAINT;
    if (sqlite3_extended_errcode(s->file.db) == SQLITE_CONSTRAINT_NOTNULL)
        snprintf(s->file.problem, sizeof s->file.problem,
                 "entry %lld of %s has none before it", (long long)entry->seq,
                 entry->table);
    return false;
}

static void sqlite_bind_row(sqlite3_stmt *st, const struct store_row *row)
{
    sqlite_bind_text(st, 1, row->table);
    sqlite3_bind_int64(st, 3, row->updated);
    sqlite3_bind_int(st, 4, row->listed);
    sqlite3_bind_int(st, 5, row->over);
    sqlite3_bind_int(st, 6, row->awake);
    sqlite_bind_text(st, 7, row->summary);
    sqlite3_bind_int64(st, 8, row->deadline);
}

/* Change the row if it is there, and listed as before; `moved`: it is. */
static bool sqlite_move_row(struct sqlite_store *s, const struct store_row *row,
                            bool *moved)
{
    sqlite3_stmt *st = s->statement[MOVE_ROW];
    int64_t key = sqlite_keys_guess(s->keys, row->table);

    if (!key && !(key = sqlite_keys_find(s->keys, row->table))) return true;
    sqlite_bind_row(st, row);
    sqlite3_bind_int64(st, 2, key);
    if (!sqlite_run(s, MOVE_ROW)) return false;
    *moved = sqlite3_changes(s->file.db) > 0;
    if (*moved) sqlite_keys_prove(s->keys, row->table, key);
    return true;
}

/* A row that becomes listed may be one too many of its origin: then the oldest is unlisted. One that stays as it was
 * changes their number in no way. */
static bool sqlite_set_row(struct sqlite_store *s, const struct store_row *row)
{
    sqlite3_stmt *st = s->statement[SET_ROW];
    bool moved = false;

    if (!sqlite_move_row(s, row, &moved)) return false;
    if (moved) return true;
    sqlite_bind_row(st, row);
    sqlite3_bind_int64(st, 2, row->created);
    sqlite3_bind_int64(st, 9, row->origin);
    if (!sqlite_run(s, SET_ROW)) return false;
    if (!row->listed || row->over) return true;
    sqlite_bind_text(s->statement[UNLIST], 1, row->table);
    sqlite3_bind_int(s->statement[UNLIST], 2, STORE_LISTED_MAX);
    return sqlite_run(s, UNLIST);
}

static bool sqlite_set_person(struct sqlite_store *s, const char *who, int64_t now)
{
    sqlite_bind_text(s->statement[SEEN], 1, who);
    sqlite3_bind_int64(s->statement[SEEN], 2, now);
    return sqlite_run(s, SEEN);
}

static bool sqlite_end(struct sqlite_store *s, bool ok)
{
    if (ok && sqlite_run(s, COMMIT)) return true;
    if (!sqlite3_get_autocommit(s->file.db)) sqlite_run(s, ROLLBACK);
    return false;
}

static bool sqlite_append_all(struct sqlite_store *s, const struct store_batch *batch)
{
    bool ok = sqlite_run(s, BEGIN);

    if (!ok) return false;
    sqlite_keys_begin(s->keys);
    for (int i = 0; ok && i < batch->n_people; i++)
        ok = sqlite_set_person(s, batch->people[i], batch->now);
    for (int i = 0; ok && i < batch->n_rows; i++) ok = sqlite_set_row(s, &batch->rows[i]);
    for (int i = 0; ok && i < batch->n_entries; i++)
        ok = (sqlite_owners_new(s->owners, batch, &batch->entries[i]) ||
              sqlite_failed(s)) &&
             sqlite_add_entry(s, &batch->entries[i]);
    for (int i = 0; ok && i < batch->n_turns; i++)
        ok = store_push_turn(s->pushes, &batch->turns[i]) || sqlite_failed(s);
    for (int i = 0; ok && i < batch->n_results; i++)
        ok = sqlite_result_add(s->results, &batch->results[i]) || sqlite_failed(s);
    return sqlite_end(s, ok);
}

static void sqlite_append(struct store *store, const struct store_batch *batch,
                          store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);
    struct store_answer answer = {.how = STORE_FAILED};

    s->conflict = false;
    if (sqlite_append_all(s, batch))
        answer.how = STORE_DONE;
    else if (s->conflict)
        answer.how = STORE_CONFLICT;
    done(context, &answer);
}

static void sqlite_forget(struct store *store, int64_t before, store_done *done,
                          void *context)
{
    struct sqlite_store *s = sqlite_of(store);
    struct store_answer answer = {.how = STORE_FAILED};

    sqlite3_bind_int64(s->statement[FORGET_LOG], 1, before);
    sqlite3_bind_int64(s->statement[FORGET_ROW], 1, before);
    if (sqlite_run(s, BEGIN)) {
        bool ok = (sqlite_result_forget(s->results, before) || sqlite_failed(s)) &&
                  (sqlite_names_shared_forget(s->names, before) || sqlite_failed(s)) &&
                  sqlite_run(s, FORGET_LOG) && sqlite_run(s, FORGET_ROW);
        answer.n = sqlite3_changes(s->file.db);
        if (sqlite_end(s, ok)) answer.how = STORE_DONE;
    }
    done(context, &answer);
}

/* -- When a server ran (store_hours.c has the reasons) ---------------------------------- */

#define ALIVE_MAX                                                                        \
    4102444800000 /* the year 2100: a later date is a damaged file, and is not believed */

enum {
    ALIVE_TEXT = 21, /* twenty digits and a line feed: always the same bytes */
    TRY_MS = 1000
};

/* Could we write now, or does another program keep the file? Nothing is written, and nobody is waited for. */
static void sqlite_try_to_write(struct sqlite_store *s, int64_t now)
{
    s->tried = now;
    sqlite3_busy_timeout(s->file.db, 0);
    bool ok = sqlite_run(s, BEGIN);
    sqlite3_busy_timeout(s->file.db, SQLITE_LOCKED_MS);
    if (ok) sqlite_run(s, ROLLBACK);
    if (ok)
        s->store.stuck = 0;
    else if (!s->store.stuck)
        s->store.stuck = now;
}

static void sqlite_note_alive(struct store *store, int64_t now)
{
    struct sqlite_store *s = sqlite_of(store);
    char text[ALIVE_TEXT + 1];

    s->alive = now;
    if (now < s->tried || now - s->tried >= TRY_MS) sqlite_try_to_write(s, now);
    snprintf(text, sizeof text, "%020lld\n", (long long)now);
    if (s->file.lock >= 0 && pwrite(s->file.lock, text, ALIVE_TEXT, 0) != ALIVE_TEXT)
        return; /* a full disk: then less is known after a crash */
}

static int64_t sqlite_last_alive(const struct sqlite_store *s)
{
    char text[ALIVE_TEXT + 1] = "";

    if (s->file.lock < 0 || pread(s->file.lock, text, ALIVE_TEXT, 0) != ALIVE_TEXT ||
        strspn(text, "0123456789") != ALIVE_TEXT - 1 || text[ALIVE_TEXT - 1] != '\n')
        return s->alive;
    return strtoll(text, NULL, 10) < ALIVE_MAX ? strtoll(text, NULL, 10) : 0;
}

/* The one number of a statement; 0 if there is none. */
static bool sqlite_one(struct sqlite_store *s, enum statement n, int64_t *value)
{
    int rc = sqlite3_step(s->statement[n]);

    *value = rc == SQLITE_ROW ? sqlite3_column_int64(s->statement[n], 0) : 0;
    sqlite3_reset(s->statement[n]);
    return rc == SQLITE_ROW || rc == SQLITE_DONE;
}

static void sqlite_read_hours(struct store *store, struct store_hours *out,
                              store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);
    sqlite3_stmt *st = s->statement[PAUSES];
    int rc = SQLITE_DONE;

    out->alive = sqlite_last_alive(s);
    bool read =
        sqlite_one(s, LATEST, &out->latest) && sqlite_one(s, OLDEST, &out->oldest);
    out->n_pauses = 0;
    sqlite3_bind_int(st, 1, STORE_PAUSES_MAX);
    while (out->n_pauses < STORE_PAUSES_MAX && (rc = sqlite3_step(st)) == SQLITE_ROW)
        out->pauses[out->n_pauses++] = (struct store_pause){sqlite3_column_int64(st, 0),
                                                            sqlite3_column_int64(st, 1)};
    bool ok = (read && (rc == SQLITE_DONE || rc == SQLITE_ROW)) || sqlite_failed(s);
    sqlite3_reset(st);
    sqlite_say(done, context, ok);
}

static bool sqlite_run_at(struct sqlite_store *s, enum statement n, int64_t now)
{
    sqlite3_bind_int64(s->statement[n], 1, now);
    return sqlite_run(s, n);
}

/* This is how a server asks whether its store is back, again and again: the answer never waits for who writes beside it. */
static void sqlite_note_pause(struct store *store, struct store_pause pause, int64_t drop,
                              store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite3_bind_int64(s->statement[ADD_PAUSE], 2, pause.back);
    sqlite3_busy_timeout(s->file.db, 0);
    bool ok = sqlite_run(s, BEGIN);
    sqlite3_busy_timeout(s->file.db, SQLITE_LOCKED_MS);
    if (ok)
        ok = sqlite_end(s, sqlite_run_at(s, DROP_PAUSE, drop) &&
                               sqlite_run_at(s, ADD_PAUSE, pause.gone));
    sqlite_say(done, context, ok);
}

static void sqlite_set_back(struct store *store, int64_t now, store_done *done,
                            void *context)
{
    struct sqlite_store *s = sqlite_of(store);
    bool ok = sqlite_run(s, BEGIN);

    if (ok)
        ok = sqlite_end(s, sqlite_run_at(s, CUT_PAUSES, now) &&
                               sqlite_run_at(s, END_PAUSE, now) &&
                               sqlite_run_at(s, BACK_PUSHES, now) &&
                               sqlite_run_at(s, BACK_ROWS, now));
    sqlite_say(done, context, ok);
}

/* -- Reading ---------------------------------------------------------------------------- */

static const char *sqlite_column_text(sqlite3_stmt *st, int n)
{
    return (const char *)sqlite3_column_text(st, n);
}

static int64_t sqlite_updated(struct sqlite_store *s, const char *table)
{
    sqlite3_stmt *st = s->statement[UPDATED];

    sqlite_bind_text(st, 1, table);
    int64_t at = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : INT64_MAX;
    sqlite3_reset(st);
    return at;
}

/* There are no more rows: is that the end, or did the statement fail? */
static struct store_answer sqlite_ended(struct sqlite_store *s, sqlite3_stmt *st, int rc)
{
    bool ok = rc == SQLITE_DONE || rc == SQLITE_ROW || sqlite_failed(s);

    sqlite3_reset(st);
    return (struct store_answer){.how = ok ? STORE_DONE : STORE_FAILED};
}

static void sqlite_read_log(struct store *store, const char *table, int64_t since,
                            int max, store_each_entry *each, store_done *done,
                            void *context)
{
    struct sqlite_store *s = sqlite_of(store);
    sqlite3_stmt *st = s->statement[READ];
    int rc;

    sqlite_bind_text(st, 1, table);
    sqlite3_bind_int64(st, 2, since);
    sqlite3_bind_int(st, 3, max);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW)
        if (!each(context, sqlite3_column_int64(st, 0), sqlite_column_text(st, 1),
                  sqlite_column_text(st, 2)))
            break;
    struct store_answer answer = sqlite_ended(s, st, rc);
    struct store_pause gaps[STORE_GAPS_MAX];
    answer.updated = sqlite_updated(s, table);
    answer.gaps = gaps;
    if (!since) answer.n_gaps = sqlite_owners_gaps(s->owners, table, gaps);
    done(context, &answer);
}

static void sqlite_list(struct store *store, bool awake, int max, store_each_row *each,
                        store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);
    sqlite3_stmt *st = s->statement[awake ? AWAKE : LIST];
    int rc;

    sqlite3_bind_int(st, 1, max);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_row row = {.table = sqlite_column_text(st, 0),
                                .created = sqlite3_column_int64(st, 1),
                                .updated = sqlite3_column_int64(st, 2),
                                .listed = sqlite3_column_int(st, 3),
                                .over = sqlite3_column_int(st, 4),
                                .awake = sqlite3_column_int(st, 5),
                                .summary = sqlite_column_text(st, 6),
                                .deadline = sqlite3_column_int64(st, 7)};
        if (!each(context, &row)) break;
    }
    struct store_answer answer = sqlite_ended(s, st, rc);
    done(context, &answer);
}

static const char *sqlite_problem(struct store *store)
{
    return sqlite_of(store)->file.problem;
}

/* -- Subscriptions: store_push.c has them, here is what the interface asks for ----------- */

static void sqlite_add_push(struct store *store, const struct store_push *push,
                            store_done *done, void *context)
{
    enum store_added added = store_push_add(sqlite_of(store)->pushes, push);

    if (added == STORE_ADD_FAILED) sqlite_failed(sqlite_of(store));
    done(context, &(struct store_answer){.n = (int)added});
}

static void sqlite_drop_push(struct store *store, const char *table, const char *who,
                             const char *endpoint, store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               store_push_drop(s->pushes, table, who, endpoint) || sqlite_failed(s));
}

static void sqlite_has_push(struct store *store, const char *table, const char *who,
                            const char *endpoint, store_done *done, void *context)
{
    bool has = store_push_has(sqlite_of(store)->pushes, table, who, endpoint);

    done(context, &(struct store_answer){.n = has});
}

static void sqlite_due_pushes(struct store *store, int64_t now, int max,
                              store_each_push *each, store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               store_push_due(s->pushes, now, max, each, context) || sqlite_failed(s));
}

static void sqlite_change_pushes(struct store *store,
                                 const struct store_push_change *changes, int n,
                                 store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               store_push_change(s->pushes, changes, n) || sqlite_failed(s));
}

static void sqlite_keep_key(struct store *store, void *bytes, size_t n, store_done *done,
                            void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context, store_push_key(s->pushes, bytes, n) || sqlite_failed(s));
}

static const struct store_pushes push_calls = {.add = sqlite_add_push,
                                               .drop = sqlite_drop_push,
                                               .has = sqlite_has_push,
                                               .due = sqlite_due_pushes,
                                               .change = sqlite_change_pushes,
                                               .key = sqlite_keep_key};

/* -- Names: store_sqlite_names.c has them ----------------------------------------------- */

static void sqlite_ask_names(struct store *store, struct names_step step,
                             struct names_each each, store_done *done)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, each.context,
               sqlite_names_read(s->names, &step, &each) || sqlite_failed(s));
}

static void sqlite_find_name(struct store *store, enum store_name_by by, const char *key,
                             int64_t now, store_each_name *each, store_done *done,
                             void *context)
{
    sqlite_ask_names(store, store_names_find(by, key, now),
                     (struct names_each){.name = each, .context = context}, done);
}

static void sqlite_alike_name(struct store *store, const struct store_name *name,
                              store_each_name *each, store_done *done, void *context)
{
    sqlite_ask_names(store, store_names_alike(name),
                     (struct names_each){.name = each, .context = context}, done);
}

static void sqlite_list_credentials(struct store *store, int64_t name, const char *id,
                                    store_each_credential *each, store_done *done,
                                    void *context)
{
    sqlite_ask_names(store, store_names_credentials(name, id),
                     (struct names_each){.credential = each, .context = context}, done);
}

static void sqlite_list_sessions(struct store *store, int64_t name,
                                 store_each_session *each, store_done *done,
                                 void *context)
{
    sqlite_ask_names(store, store_names_sessions(name),
                     (struct names_each){.session = each, .context = context}, done);
}

static void sqlite_change_names(struct store *store,
                                const struct store_name_change *changes, int n,
                                store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);
    struct store_answer answer = {.how = sqlite_names_change(s->names, changes, n)};

    if (answer.how == STORE_FAILED) sqlite_failed(s);
    done(context, &answer);
}

static const struct store_names name_calls = {.find = sqlite_find_name,
                                              .alike = sqlite_alike_name,
                                              .credentials = sqlite_list_credentials,
                                              .sessions = sqlite_list_sessions,
                                              .change = sqlite_change_names};
/* -- Results: store_sqlite_result.c has them -------------------------------------------- */

static void sqlite_search_results(struct store *store, const struct store_search *search,
                                  store_each_result *each, store_done *done,
                                  void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               sqlite_result_search(s->results, search, each, context) ||
                   sqlite_failed(s));
}

static void sqlite_rated_results(struct store *store, int64_t after, int max,
                                 store_each_result *each, store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               sqlite_result_rated(s->results, after, max, each, context) ||
                   sqlite_failed(s));
}

static void sqlite_missing_results(struct store *store, const char *after, int max,
                                   store_each_row *each, store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               sqlite_result_missing(s->results, after, max, each, context) ||
                   sqlite_failed(s));
}

static void sqlite_add_results(struct store *store, const struct store_result *results,
                               int n, store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);
    bool ok = sqlite_run(s, BEGIN);

    if (ok) {
        for (int i = 0; ok && i < n; i++)
            ok = sqlite_result_add(s->results, &results[i]) || sqlite_failed(s);
        ok = sqlite_end(s, ok);
    }
    sqlite_say(done, context, ok);
}

static void sqlite_one_result(struct store *store, const char *table,
                              store_each_result *each, store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               sqlite_result_of(s->results, table, each, context) || sqlite_failed(s));
}

static const struct store_results result_calls = {.search = sqlite_search_results,
                                                  .rated = sqlite_rated_results,
                                                  .missing = sqlite_missing_results,
                                                  .add = sqlite_add_results,
                                                  .of = sqlite_one_result};

/* -- Tournaments: store_tournament.c says which statements -------------------------------- */

static void sqlite_ask_shared(struct store *store, const struct names_step *step,
                              store_each_cells *each, store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               sqlite_names_shared_read(s->names, step, each, context) ||
                   sqlite_failed(s));
}

static void sqlite_change_shared(struct store *store, const struct names_step *steps,
                                 int n, store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);
    struct store_answer answer = {.how = sqlite_names_shared_change(s->names, steps, n)};

    if (answer.how == STORE_FAILED) sqlite_failed(s);
    done(context, &answer);
}

static const struct store_statements shared_calls = {.ask = sqlite_ask_shared,
                                                     .change = sqlite_change_shared};

/* -- Owners: store_sqlite_owners.c has them ----------------------------------------------- */

static void sqlite_take(struct store *store, const char *table, const char *node,
                        int64_t now, int64_t lease, store_each_owner *each,
                        store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               sqlite_owners_take(s->owners, table, node, now, lease, each, context) ||
                   sqlite_failed(s));
}

static void sqlite_renew(struct store *store, const char *node, int64_t now,
                         int64_t least, int64_t until, store_each_owner *each,
                         store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               sqlite_owners_renew(s->owners, node, now, least, until, each, context) ||
                   sqlite_failed(s));
}

static void sqlite_hand_back(struct store *store, const char *table, const char *node,
                             int64_t epoch, int64_t now, store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               sqlite_owners_hand_back(s->owners, table, node, epoch, now) ||
                   sqlite_failed(s));
}

static void sqlite_orphans(struct store *store, int64_t now, int max,
                           store_each_row *each, store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               sqlite_owners_orphans(s->owners, now, max, each, context) ||
                   sqlite_failed(s));
}

static const struct store_owners owner_calls = {.take = sqlite_take,
                                                .renew = sqlite_renew,
                                                .hand_back = sqlite_hand_back,
                                                .orphans = sqlite_orphans};

/* -- Everything ------------------------------------------------------------------------- */

static void sqlite_dump(struct store *store, enum store_part part, const char *table,
                        const char *after, int max, store_each_cells *each,
                        store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context,
               sqlite_parts_dump(s->file.db, part, table, after, max, each, context) ||
                   sqlite_failed(s));
}

static void sqlite_put(struct store *store, const struct store_cells *rows, int n,
                       store_done *done, void *context)
{
    struct sqlite_store *s = sqlite_of(store);

    sqlite_say(done, context, sqlite_parts_put(&s->file, rows, n));
}

/* -- Opening and closing ---------------------------------------------------------------- */

static void sqlite_close(struct store *store)
{
    struct sqlite_store *s = sqlite_of(store);

    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(s->statement[i]);
    store_push_close(s->pushes);
    sqlite_result_close(s->results);
    sqlite_owners_close(s->owners);
    sqlite_names_close(s->names);
    sqlite_keys_close(s->keys);
    sqlite_schema_close(&s->file);
    store_hours_free(store);
    free(s);
}

static bool sqlite_prepare(struct sqlite_store *s)
{
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(s->file.db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &s->statement[i], NULL))
            return sqlite_failed(s);
    /* The first that fails is the last that is asked: then SQLite still knows why. */
    return ((s->keys = sqlite_keys_open(s->file.db)) &&
            (s->pushes = store_push_open(s->file.db)) &&
            (s->results = sqlite_result_open(s->file.db)) &&
            (s->owners = sqlite_owners_open(s->file.db)) &&
            (s->names = sqlite_names_open(s->file.db))) ||
           sqlite_failed(s);
}

struct store *store_sqlite_open(const char *path, enum store_way way, char *problem,
                                size_t size)
{
    struct sqlite_store *s = calloc(1, sizeof *s);

    if (!s) {
        snprintf(problem, size, "out of memory");
        return NULL;
    }
    s->store = (struct store){.append = sqlite_append,
                              .read = sqlite_read_log,
                              .list = sqlite_list,
                              .forget = sqlite_forget,
                              .hours = sqlite_read_hours,
                              .note_pause = sqlite_note_pause,
                              .set_back = sqlite_set_back,
                              .alive = sqlite_note_alive,
                              .push = &push_calls,
                              .names = &name_calls,
                              .results = &result_calls,
                              .owners = &owner_calls,
                              .statements = &shared_calls,
                              .dump = sqlite_dump,
                              .put = sqlite_put,
                              .problem = sqlite_problem,
                              .close = sqlite_close};
    if (sqlite_schema_open(&s->file, path, way) && sqlite_prepare(s)) return &s->store;
    snprintf(problem, size, "%s: %s", path, s->file.problem);
    sqlite_close(&s->store);
    return NULL;
}
