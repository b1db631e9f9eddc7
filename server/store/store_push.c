/* store_push.c -- see store_push.h. The table is the queue too: what is to be told has a date in `due`,
 * so that it outlives the server and cannot grow beyond the subscriptions. */
#include "store_push.h"

#include <stdlib.h>
#include <string.h>

/* A row goes with its table. `mine`: it is this person's turn; `turn`: the last that was or need not
 * be told; `due`: when to tell, or 0. */
const char store_push_schema[] =
    "CREATE TABLE push(key INTEGER PRIMARY KEY,"
    "  game INTEGER NOT NULL REFERENCES game(key) ON DELETE CASCADE,"
    "  who TEXT NOT NULL, endpoint TEXT NOT NULL, point BLOB NOT NULL, auth BLOB NOT "
    "NULL,"
    "  origin INTEGER NOT NULL, mine INTEGER NOT NULL, turn INTEGER NOT NULL,"
    "  seat INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL DEFAULT 0,"
    "  tries INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,"
    "  UNIQUE(game, who, endpoint));"
    "CREATE INDEX push_due ON push(due) WHERE due > 0;"
    "CREATE INDEX push_who ON push(who);"
    "CREATE INDEX push_origin ON push(origin) WHERE origin <> 0;"
    "CREATE INDEX push_endpoint ON push(endpoint);"
    "CREATE TABLE own_key(name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;"
    "PRAGMA user_version = 4;";

#define GAME "(SELECT key FROM game WHERE name = ?1)"

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    TURN,
    OVER,
    OWNERS,
    SAME,
    COUNTS,
    ADD,
    DROP,
    DROP_ALL,
    HAS,
    DUE,
    SENDING,
    WAITS,
    AGAIN,
    DONE,
    LOST,
    GIVE_UP,
    GONE,
    READ_KEY,
    KEEP_KEY,
    STATEMENTS
};

static const char *const sql[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    /* Only who gets or loses the turn is touched. A turn that was told is not told again. */
    [TURN] = "UPDATE push SET due = CASE WHEN who = ?2 AND turn <> ?4 THEN ?5 ELSE 0 END,"
             " turn = CASE WHEN who = ?2 THEN ?4 ELSE turn END, mine = (who = ?2),"
             " seat = ?3, tries = 0 WHERE game = " GAME " AND mine <> (who = ?2)",
    [OVER] = "DELETE FROM push WHERE game = " GAME,
    [OWNERS] =
        "DELETE FROM push WHERE game = " GAME " AND who NOT IN (?2, ?3, ?4, ?5, ?6, ?7)",
    [SAME] = "SELECT 1 FROM push WHERE game = " GAME
             " AND who = ?2 AND endpoint = ?3 AND point = ?4 AND auth = ?5",
    [COUNTS] = "SELECT (SELECT count(*) FROM push WHERE game = " GAME
               " AND who = ?2 AND endpoint <> ?3),"
               " (SELECT count(*) FROM push WHERE who = ?2),"
               " (SELECT count(*) FROM push WHERE origin = ?4 AND origin <> 0),"
               " (SELECT count(*) FROM push)",
    [ADD] = "INSERT INTO push(game, who, endpoint, point, auth, origin, mine, turn) "
            "SELECT key, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM game WHERE name = ?1 "
            "ON CONFLICT(game, who, endpoint) DO UPDATE SET point = ?4, auth = ?5",
    [DROP] = "DELETE FROM push WHERE game = " GAME " AND who = ?2 AND endpoint = ?3",
    [DROP_ALL] = "DELETE FROM push WHERE who = ?2 AND endpoint = ?3",
    [HAS] = "SELECT 1 FROM push WHERE game = " GAME " AND who = ?2 AND endpoint = ?3",
    [DUE] =
        "SELECT push.key, name, endpoint, point, auth, push.origin, turn, seat, tries,"
        " deadline, summary FROM push JOIN game ON game.key = push.game "
        "WHERE due > 0 AND due <= ?1 ORDER BY due LIMIT ?2",
    [SENDING] = "UPDATE push SET due = 0 WHERE key = ?1 AND turn = ?2",
    [WAITS] = "UPDATE push SET due = ?3 WHERE key = ?1 AND turn = ?2 AND mine",
    [AGAIN] = "UPDATE push SET due = ?3, tries = tries + 1 "
              "WHERE key = ?1 AND turn = ?2 AND mine",
    [DONE] = "UPDATE push SET failed = 0 WHERE key = ?1",
    [LOST] = "UPDATE push SET failed = failed + 1 WHERE key = ?1",
    [GIVE_UP] = "DELETE FROM push WHERE key = ?1 AND failed >= ?2",
    [GONE] =
        "DELETE FROM push WHERE endpoint = (SELECT endpoint FROM push WHERE key = ?1)",
    [READ_KEY] = "SELECT bytes FROM own_key WHERE name = 'push'",
    [KEEP_KEY] = "INSERT OR IGNORE INTO own_key(name, bytes) VALUES('push', ?1)",
};

struct store_push_rows {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
};

/* -- Statements ------------------------------------------------------------------------- */

struct store_push_rows *store_push_open(sqlite3 *db)
{
    struct store_push_rows *rows = calloc(1, sizeof *rows);

    if (!rows) return NULL;
    rows->db = db;
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &rows->statement[i], NULL)) {
            store_push_close(rows);
            return NULL;
        }
    return rows;
}

void store_push_close(struct store_push_rows *rows)
{
    for (int i = 0; rows && i < STATEMENTS; i++) sqlite3_finalize(rows->statement[i]);
    free(rows);
}

static bool store_push_rows_run(struct store_push_rows *rows, enum statement n)
{
    int rc = sqlite3_step(rows->statement[n]);

    sqlite3_reset(rows->statement[n]);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

/* The first texts of a statement. */
static sqlite3_stmt *store_push_rows_with(struct store_push_rows *rows, enum statement n,
                                          const char *a, const char *b, const char *c)
{
    sqlite3_stmt *st = rows->statement[n];

    sqlite3_bind_text(st, 1, a, -1, SQLITE_STATIC);
    if (b) sqlite3_bind_text(st, 2, b, -1, SQLITE_STATIC);
    if (c) sqlite3_bind_text(st, 3, c, -1, SQLITE_STATIC);
    return st;
}

/* Did it change something? False also if the transaction cannot be ended. */
static bool store_push_rows_finish(struct store_push_rows *rows, bool ok)
{
    if (ok && store_push_rows_run(rows, COMMIT)) return true;
    if (!sqlite3_get_autocommit(rows->db)) store_push_rows_run(rows, ROLLBACK);
    return false;
}

/* -- Turns ------------------------------------------------------------------------------ */

static bool store_push_rows_keep_owners(struct store_push_rows *rows,
                                        const struct store_turn *turn)
{
    sqlite3_stmt *st = store_push_rows_with(rows, OWNERS, turn->table, NULL, NULL);

    for (int i = 0; i < STORE_OWNERS_MAX; i++)
        sqlite3_bind_text(st, i + 2, i < turn->n_owners ? turn->owners[i] : "", -1,
                          SQLITE_STATIC);
    return store_push_rows_run(rows, OWNERS);
}

bool store_push_turn(struct store_push_rows *rows, const struct store_turn *turn)
{
    if (turn->over) {
        store_push_rows_with(rows, OVER, turn->table, NULL, NULL);
        return store_push_rows_run(rows, OVER);
    }
    if (turn->owners && !store_push_rows_keep_owners(rows, turn)) return false;
    sqlite3_stmt *st = store_push_rows_with(rows, TURN, turn->table, turn->who, NULL);
    sqlite3_bind_int(st, 3, turn->seat);
    sqlite3_bind_int64(st, 4, turn->turn);
    sqlite3_bind_int64(st, 5, turn->due);
    return store_push_rows_run(rows, TURN);
}

/* -- Coming and going ------------------------------------------------------------------- */

static bool store_push_rows_found(struct store_push_rows *rows, enum statement n)
{
    int rc = sqlite3_step(rows->statement[n]);

    sqlite3_reset(rows->statement[n]);
    return rc == SQLITE_ROW;
}

static void store_push_rows_bind_keys(sqlite3_stmt *st, const struct store_push *push)
{
    sqlite3_bind_blob(st, 4, push->point, STORE_PUSH_POINT, SQLITE_STATIC);
    sqlite3_bind_blob(st, 5, push->auth, STORE_PUSH_AUTH, SQLITE_STATIC);
}

/* Is there a place for one more? */
static enum store_added store_push_rows_place_for(struct store_push_rows *rows,
                                                  const struct store_push *push)
{
    sqlite3_stmt *st =
        store_push_rows_with(rows, COUNTS, push->table, push->who, push->endpoint);
    enum store_added added = STORE_ADD_FAILED;

    sqlite3_bind_int64(st, 4, push->origin);
    if (sqlite3_step(st) == SQLITE_ROW) {
        added = STORE_ADDED;
        if (sqlite3_column_int(st, 1) >= STORE_PUSH_PERSON ||
            sqlite3_column_int(st, 2) >= STORE_PUSH_ORIGIN ||
            sqlite3_column_int(st, 3) >= STORE_PUSH_ALL)
            added = STORE_PUSH_FULL;
        if (sqlite3_column_int(st, 0) >= STORE_PUSH_SEAT) added = STORE_SEAT_FULL;
    }
    sqlite3_reset(st);
    return added;
}

enum store_added store_push_add(struct store_push_rows *rows,
                                const struct store_push *push)
{
    store_push_rows_bind_keys(
        store_push_rows_with(rows, SAME, push->table, push->who, push->endpoint), push);
    if (store_push_rows_found(rows, SAME)) return STORE_ADDED;
    enum store_added place = store_push_rows_place_for(rows, push);
    if (place != STORE_ADDED) return place;
    sqlite3_stmt *st =
        store_push_rows_with(rows, ADD, push->table, push->who, push->endpoint);
    store_push_rows_bind_keys(st, push);
    sqlite3_bind_int64(st, 6, push->origin);
    sqlite3_bind_int(st, 7, push->mine);
    sqlite3_bind_int64(st, 8, push->turn);
    return store_push_rows_run(rows, ADD) && sqlite3_changes(rows->db) == 1
               ? STORE_ADDED
               : STORE_ADD_FAILED;
}

bool store_push_drop(struct store_push_rows *rows, const char *table, const char *who,
                     const char *endpoint)
{
    enum statement n = table ? DROP : DROP_ALL;

    store_push_rows_with(rows, n, table ? table : "", who, endpoint);
    return store_push_rows_run(rows, n);
}

bool store_push_has(struct store_push_rows *rows, const char *table, const char *who,
                    const char *endpoint)
{
    store_push_rows_with(rows, HAS, table, who, endpoint);
    return store_push_rows_found(rows, HAS);
}

/* -- The queue -------------------------------------------------------------------------- */

static const char *store_push_rows_text(sqlite3_stmt *st, int n)
{
    return (const char *)sqlite3_column_text(st, n);
}

static bool store_push_rows_bytes_ok(sqlite3_stmt *st)
{
    return sqlite3_column_bytes(st, 3) == STORE_PUSH_POINT &&
           sqlite3_column_bytes(st, 4) == STORE_PUSH_AUTH;
}

bool store_push_due(struct store_push_rows *rows, int64_t now, int max,
                    store_each_push *each, void *context)
{
    sqlite3_stmt *st = rows->statement[DUE];
    int rc;

    sqlite3_bind_int64(st, 1, now);
    sqlite3_bind_int(st, 2, max);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_push push = {.key = sqlite3_column_int64(st, 0),
                                  .table = store_push_rows_text(st, 1),
                                  .endpoint = store_push_rows_text(st, 2),
                                  .point = sqlite3_column_blob(st, 3),
                                  .auth = sqlite3_column_blob(st, 4),
                                  .origin = sqlite3_column_int64(st, 5),
                                  .turn = sqlite3_column_int64(st, 6),
                                  .seat = sqlite3_column_int(st, 7),
                                  .tries = sqlite3_column_int(st, 8),
                                  .deadline = sqlite3_column_int64(st, 9),
                                  .summary = store_push_rows_text(st, 10)};
        if (store_push_rows_bytes_ok(st) && !each(context, &push)) break;
    }
    sqlite3_reset(st);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

static bool store_push_rows_change(struct store_push_rows *rows,
                                   const struct store_push_change *change)
{
    static const enum statement of[] = {
        [STORE_PUSH_SENDING] = SENDING, [STORE_PUSH_WAITS] = WAITS,
        [STORE_PUSH_AGAIN] = AGAIN,     [STORE_PUSH_DONE] = DONE,
        [STORE_PUSH_LOST] = LOST,       [STORE_PUSH_GONE] = GONE};
    enum statement n = of[change->fate];
    sqlite3_stmt *st = rows->statement[n];

    sqlite3_bind_int64(st, 1, change->key);
    if (n == SENDING || n == WAITS || n == AGAIN) sqlite3_bind_int64(st, 2, change->turn);
    if (n == WAITS || n == AGAIN) sqlite3_bind_int64(st, 3, change->due);
    if (!store_push_rows_run(rows, n)) return false;
    if (n != LOST) return true;
    sqlite3_bind_int64(rows->statement[GIVE_UP], 1, change->key);
    sqlite3_bind_int(rows->statement[GIVE_UP], 2, STORE_PUSH_FAILED);
    return store_push_rows_run(rows, GIVE_UP);
}

bool store_push_change(struct store_push_rows *rows,
                       const struct store_push_change *changes, int n)
{
    bool ok = store_push_rows_run(rows, BEGIN);

    for (int i = 0; ok && i < n; i++) ok = store_push_rows_change(rows, &changes[i]);
    return store_push_rows_finish(rows, ok);
}

/* -- Our own key ------------------------------------------------------------------------ */

bool store_push_key(struct store_push_rows *rows, void *bytes, size_t n)
{
    sqlite3_stmt *st = rows->statement[KEEP_KEY];
    bool ok = false;

    sqlite3_bind_blob(st, 1, bytes, (int)n, SQLITE_STATIC);
    bool kept = store_push_rows_run(rows, KEEP_KEY);
    sqlite3_clear_bindings(st);
    if (!kept) return false;
    st = rows->statement[READ_KEY];
    if (sqlite3_step(st) == SQLITE_ROW && sqlite3_column_bytes(st, 0) == (int)n) {
        memcpy(bytes, sqlite3_column_blob(st, 0), n);
        ok = true;
    }
    sqlite3_reset(st);
    return ok;
}
