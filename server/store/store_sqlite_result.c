/* store_sqlite_result.c -- results of finished games in SQLite. See store_result.h. */
#include "store_push.h"

#include <stdlib.h>

const char store_result_schema[] =
    /* AUTOINCREMENT: a number is never given twice, also if the last result is forgotten. */
    "CREATE TABLE result(seq INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  game TEXT NOT NULL UNIQUE, began INTEGER NOT NULL, ended INTEGER NOT NULL,"
    "  pool INTEGER NOT NULL, rated INTEGER NOT NULL, open INTEGER NOT NULL,"
    "  gone INTEGER NOT NULL DEFAULT 0, why INTEGER NOT NULL, turns INTEGER NOT NULL,"
    "  sets INTEGER NOT NULL, rules TEXT NOT NULL);"
    /* A search without a player reads this index alone. */
    "CREATE INDEX result_find ON result(ended, seq, open, sets, pool, why, turns);"
    "CREATE INDEX result_rated ON result(seq) WHERE rated = 1;"
    "CREATE TABLE result_seat(result INTEGER NOT NULL, seat INTEGER NOT NULL,"
    "  ended INTEGER NOT NULL, name INTEGER NOT NULL, who TEXT NOT NULL,"
    "  label TEXT NOT NULL, key TEXT NOT NULL, level TEXT NOT NULL,"
    "  points INTEGER NOT NULL, place INTEGER NOT NULL,"
    "  PRIMARY KEY(result, seat)) WITHOUT ROWID;"
    "CREATE INDEX result_key ON result_seat(key, ended, result, place);"
    "CREATE INDEX result_who ON result_seat(who, ended, result, place);"
    "PRAGMA user_version = 6;";

#define PARAMETER(n) "?" #n

enum statement {
    ADD,
    ADD_SEAT,
    FORGET_SEATS,
    FORGET,
    KEEP,
    SEARCH,
    SEARCH_WHO,
    SEARCH_KEY,
    RATED,
    MISSING,
    RESULT_OF,
    STATEMENTS
};

#define OLD "(SELECT name FROM game WHERE updated < ?1)"

static const char *const sql[STATEMENTS] = {
    [ADD] = "INSERT INTO result(game, began, ended, pool, rated, open, why, turns, sets, "
            "rules) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) "
            "ON CONFLICT(game) DO NOTHING",
    [ADD_SEAT] = "INSERT INTO result_seat(result, seat, ended, name, who, label, key, "
                 "level, points, place) SELECT seq, ?2, ended, ?3, ?4, ?5, ?6, ?7, ?8, "
                 "?9 FROM result WHERE game = ?1 ON CONFLICT(result, seat) DO NOTHING",
    [FORGET_SEATS] = "DELETE FROM result_seat WHERE result IN (SELECT seq FROM result "
                     "WHERE rated = 0 AND game IN " OLD ")",
    [FORGET] = "DELETE FROM result WHERE rated = 0 AND game IN " OLD,
    [KEEP] = "UPDATE result SET gone = 1 WHERE game IN " OLD,
    [SEARCH] = STORE_SEARCH_ALL("", PARAMETER),
    [SEARCH_WHO] = STORE_SEARCH_OF("", PARAMETER, "who"),
    [SEARCH_KEY] = STORE_SEARCH_OF("", PARAMETER, "key"),
    [RATED] = STORE_RATED("", PARAMETER),
    [MISSING] = "SELECT name FROM game WHERE over AND name > ?1 AND NOT EXISTS "
                "(SELECT 1 FROM result WHERE game = name) ORDER BY name LIMIT ?2",
    [RESULT_OF] = STORE_RESULT_OF("", PARAMETER),
};

struct store_result_rows {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
};

struct store_result_rows *sqlite_result_open(sqlite3 *db)
{
    struct store_result_rows *rows = calloc(1, sizeof *rows);

    if (!rows) return NULL;
    rows->db = db;
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &rows->statement[i], NULL)) {
            sqlite_result_close(rows);
            return NULL;
        }
    return rows;
}

void sqlite_result_close(struct store_result_rows *rows)
{
    for (int i = 0; rows && i < STATEMENTS; i++) sqlite3_finalize(rows->statement[i]);
    free(rows);
}

static bool sqlite_result_run(struct store_result_rows *rows, enum statement n)
{
    int rc = sqlite3_step(rows->statement[n]);

    sqlite3_reset(rows->statement[n]);
    return rc == SQLITE_DONE;
}

static void sqlite_result_text(sqlite3_stmt *st, int n, const char *text)
{
    sqlite3_bind_text(st, n, text, -1, SQLITE_STATIC);
}

static bool sqlite_result_add_seat(struct store_result_rows *rows, const char *table,
                                   int seat, const struct store_result_seat *one)
{
    sqlite3_stmt *st = rows->statement[ADD_SEAT];

    sqlite_result_text(st, 1, table);
    sqlite3_bind_int(st, 2, seat);
    sqlite3_bind_int64(st, 3, one->name);
    sqlite_result_text(st, 4, one->who);
    sqlite_result_text(st, 5, one->label);
    sqlite_result_text(st, 6, one->key);
    sqlite_result_text(st, 7, one->level);
    sqlite3_bind_int64(st, 8, one->points);
    sqlite3_bind_int(st, 9, one->place);
    return sqlite_result_run(rows, ADD_SEAT);
}

bool sqlite_result_add(struct store_result_rows *rows, const struct store_result *result)
{
    sqlite3_stmt *st = rows->statement[ADD];

    sqlite_result_text(st, 1, result->table);
    sqlite3_bind_int64(st, 2, result->began);
    sqlite3_bind_int64(st, 3, result->ended);
    sqlite3_bind_int(st, 4, result->pool);
    sqlite3_bind_int(st, 5, result->rated);
    sqlite3_bind_int(st, 6, result->open);
    sqlite3_bind_int(st, 7, (int)result->why);
    sqlite3_bind_int(st, 8, result->turns);
    sqlite3_bind_int64(st, 9, result->sets);
    sqlite_result_text(st, 10, result->rules);
    bool ok = sqlite_result_run(rows, ADD);
    for (int i = 0; ok && i < result->n_seats; i++)
        ok = sqlite_result_add_seat(rows, result->table, i, &result->seat[i]);
    return ok;
}

bool sqlite_result_forget(struct store_result_rows *rows, int64_t before)
{
    static const enum statement all[] = {FORGET_SEATS, FORGET, KEEP};

    for (int i = 0; i < 3; i++) {
        sqlite3_bind_int64(rows->statement[all[i]], 1, before);
        if (!sqlite_result_run(rows, all[i])) return false;
    }
    return true;
}

/* The rows of a statement as results. */
static bool sqlite_result_each(sqlite3_stmt *st, store_each_result *each, void *context)
{
    struct store_gather gather = {.each = each, .context = context};
    int rc;

    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        const char *text[RESULT_COLUMNS];
        for (int i = 0; i < RESULT_COLUMNS; i++)
            text[i] = (const char *)sqlite3_column_text(st, i);
        if (!store_result_gather_row(&gather, text)) break;
    }
    store_result_gather_end(&gather);
    sqlite3_reset(st);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

static int sqlite_result_bind(sqlite3_stmt *st, int at, const int64_t *values, int n)
{
    for (int i = 0; i < n; i++) sqlite3_bind_int64(st, at + i, values[i]);
    return at + n;
}

bool sqlite_result_search(struct store_result_rows *rows,
                          const struct store_search *search, store_each_result *each,
                          void *context)
{
    sqlite3_stmt *st = rows->statement[search->who   ? SEARCH_WHO
                                       : search->key ? SEARCH_KEY
                                                     : SEARCH];
    int64_t values[STORE_SEARCH_VALUES], places[STORE_SEARCH_PLACES];

    store_result_search_values(search, values);
    store_result_search_places(search, places);
    int at = sqlite_result_bind(st, 1, values, STORE_SEARCH_VALUES);
    if (search->who || search->key) {
        sqlite_result_text(st, at, search->who ? search->who : search->key);
        sqlite_result_bind(st, at + 1, places, STORE_SEARCH_PLACES);
    }
    return sqlite_result_each(st, each, context);
}

bool sqlite_result_rated(struct store_result_rows *rows, int64_t after, int max,
                         store_each_result *each, void *context)
{
    sqlite3_stmt *st = rows->statement[RATED];

    sqlite3_bind_int64(st, 1, after);
    sqlite3_bind_int(st, 2, max);
    return sqlite_result_each(st, each, context);
}

bool sqlite_result_of(struct store_result_rows *rows, const char *table,
                      store_each_result *each, void *context)
{
    sqlite_result_text(rows->statement[RESULT_OF], 1, table);
    return sqlite_result_each(rows->statement[RESULT_OF], each, context);
}

bool sqlite_result_missing(struct store_result_rows *rows, const char *after, int max,
                           store_each_row *each, void *context)
{
    sqlite3_stmt *st = rows->statement[MISSING];
    int rc;

    sqlite_result_text(st, 1, after);
    sqlite3_bind_int(st, 2, max);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_row row = {.table = (const char *)sqlite3_column_text(st, 0)};
        if (!each(context, &row)) break;
    }
    sqlite3_reset(st);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}
