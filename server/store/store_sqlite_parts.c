/* store_sqlite_parts.c -- the rows of an SQLite store as they are, for copies and checks. */
#include "store_push.h"

#include <string.h>

const char store_duty_schema[] =
    "CREATE TABLE IF NOT EXISTS ban(range TEXT PRIMARY KEY, made INTEGER NOT NULL,"
    "  until INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS silence(name TEXT PRIMARY KEY, made INTEGER NOT NULL,"
    "  until INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS act(number INTEGER NOT NULL PRIMARY KEY, at INTEGER NOT "
    "NULL, what TEXT NOT NULL, target TEXT NOT NULL, by TEXT NOT NULL, reason TEXT NOT "
    "NULL) WITHOUT ROWID;";

#define KEY    "(SELECT key FROM game WHERE name = ?1)"
#define RESULT "(SELECT seq FROM result WHERE game = ?1)"

static const char *const dump_sql[STORE_PARTS] = {
    [STORE_GAMES] = "SELECT name, created, updated, listed, over, awake, summary, "
                    "deadline, origin FROM game WHERE name > ?2 ORDER BY name LIMIT ?3",
    [STORE_LOG] = "SELECT ?1, seq, at, text, secret FROM log WHERE " SQLITE_ENTRIES_AFTER(
        "CAST(?2 AS INTEGER)") " ORDER BY id LIMIT ?3",
    [STORE_PUSHES] =
        "SELECT ?1, who, endpoint, point, auth, origin, mine, turn, seat, "
        "due, tries, failed FROM push WHERE game = " KEY " ORDER BY who, endpoint",
    [STORE_PEOPLE] = "SELECT who, created, seen FROM person WHERE who > ?2 "
                     "ORDER BY who LIMIT ?3",
    [STORE_PAUSES] = "SELECT gone, back FROM pause WHERE gone > CAST(?2 AS INTEGER) "
                     "ORDER BY gone LIMIT ?3",
    [STORE_KEYS] = "SELECT name, bytes FROM own_key ORDER BY name",
    [STORE_NAMES] = "SELECT id, shown, letters, form, near, who, bot, created, seen, "
                    "ended, recovery FROM aude_name WHERE id > CAST(?2 AS INTEGER) "
                    "ORDER BY id LIMIT ?3",
    [STORE_CREDENTIALS] = "SELECT id, name, algorithm, key, counter, label, created, "
                          "seen FROM aude_credential WHERE id > ?2 ORDER BY id LIMIT ?3",
    [STORE_SESSIONS] = "SELECT hash, name, credential, label, created, seen, ends "
                       "FROM aude_session WHERE hash > ?2 ORDER BY hash LIMIT ?3",
    [STORE_RESULTS] = "SELECT seq, game, began, ended, pool, rated, open, gone, why, "
                      "turns, sets, rules FROM result WHERE seq > CAST(?2 AS INTEGER) "
                      "ORDER BY seq LIMIT ?3",
    [STORE_SEATS] = "SELECT ?1, seat, ended, name, who, label, key, level, points, place "
                    "FROM result_seat WHERE result = " RESULT " ORDER BY seat",
    [STORE_BANS] = "SELECT range, made, until FROM ban WHERE range > ?2 ORDER BY range "
                   "LIMIT ?3",
    [STORE_SILENCES] = "SELECT name, made, until FROM silence WHERE name > ?2 "
                       "ORDER BY name LIMIT ?3",
    [STORE_ACTS] = "SELECT number, at, what, target, by, reason FROM act WHERE number > "
                   "CAST(?2 AS INTEGER) ORDER BY number LIMIT ?3",
    [STORE_GAPS] = "SELECT ?1, gone, back FROM gap WHERE game = " KEY " ORDER BY gone",
    [STORE_TOURNAMENTS] = "SELECT id, seq, created, updated, due, over, name, summary "
                          "FROM aude_tournament WHERE id > ?2 ORDER BY id LIMIT ?3",
    [STORE_LINES] = "SELECT tournament, seq, at, line, name, who, label, secret FROM "
                    "aude_tournament_line WHERE tournament = ?1 AND seq > "
                    "CAST(?2 AS INTEGER) ORDER BY seq LIMIT ?3",
    [STORE_SUMMARIES] = "SELECT name, updated, summary FROM game WHERE name > ?2 "
                        "ORDER BY name LIMIT ?3",
    [STORE_FAULTS] =
        "SELECT 'the file is damaged: ' || integrity_check FROM "
        "pragma_integrity_check(10) WHERE integrity_check <> 'ok' "
        "UNION ALL SELECT DISTINCT 'it holds entries of a table that is not there, "
        "number ' || game FROM log WHERE game NOT IN (SELECT key FROM game) "
        "UNION ALL SELECT DISTINCT 'it holds seats of a result that is not there, "
        "number ' || result FROM result_seat WHERE result NOT IN (SELECT seq FROM "
        "result) UNION ALL SELECT DISTINCT 'it holds lines of a tournament that is not "
        "there: ' || tournament FROM aude_tournament_line WHERE tournament NOT IN "
        "(SELECT id FROM aude_tournament) LIMIT ?3",
};

static const char *const put_sql[STORE_PARTS] = {
    [STORE_GAMES] = "INSERT INTO game(name, created, updated, listed, over, awake, "
                    "summary, deadline, origin) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, "
                    "?9) ON CONFLICT(name) DO UPDATE SET created = ?2, updated = ?3, "
                    "listed = ?4, over = ?5, awake = ?6, summary = ?7, deadline = ?8, "
                    "origin = ?9",
    [STORE_LOG] =
        "INSERT OR REPLACE INTO log(id, game, seq, at, text, secret) "
        "VALUES((" KEY " << 32) + CAST(?2 AS INTEGER), " KEY ", ?2, ?3, ?4, ?5)",
    [STORE_PUSHES] =
        "INSERT INTO push(game, who, endpoint, point, auth, origin, mine, turn, seat, "
        "due, tries, failed) VALUES(" KEY ", ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, "
        "?12) ON CONFLICT(game, who, endpoint) DO UPDATE SET point = ?4, auth = ?5, "
        "origin = ?6, mine = ?7, turn = ?8, seat = ?9, due = ?10, tries = ?11, "
        "failed = ?12",
    [STORE_PEOPLE] = ("INSERT OR REPLACE INTO person(who, created, seen) "
                      "VALUES(?1, ?2, ?3)"),
    [STORE_PAUSES] = "INSERT OR REPLACE INTO pause(gone, back) VALUES(?1, ?2)",
    [STORE_KEYS] = "INSERT OR REPLACE INTO own_key(name, bytes) VALUES(?1, ?2)",
    [STORE_NAMES] = "INSERT OR REPLACE INTO aude_name(id, shown, letters, form, near, "
                    "who, bot, created, seen, ended, recovery) VALUES(?1, ?2, ?3, ?4, "
                    "?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [STORE_CREDENTIALS] = "INSERT OR REPLACE INTO aude_credential(id, name, algorithm, "
                          "key, counter, label, created, seen) "
                          "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [STORE_SESSIONS] = "INSERT OR REPLACE INTO aude_session(hash, name, credential, "
                       "label, created, seen, ends) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [STORE_RESULTS] = "INSERT INTO result(seq, game, began, ended, pool, rated, open, "
                      "gone, why, turns, sets, rules) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, "
                      "?8, ?9, ?10, ?11, ?12) ON CONFLICT(game) DO UPDATE SET seq = ?1, "
                      "gone = ?8",
    [STORE_SEATS] = "INSERT OR REPLACE INTO result_seat(result, seat, ended, name, who, "
                    "label, key, level, points, place) VALUES(" RESULT ", ?2, ?3, ?4, "
                    "?5, ?6, ?7, ?8, ?9, ?10)",
    [STORE_BANS] = "INSERT OR REPLACE INTO ban(range, made, until) VALUES(?1, ?2, ?3)",
    [STORE_SILENCES] =
        "INSERT OR REPLACE INTO silence(name, made, until) VALUES(?1, ?2, ?3)",
    /* Another act of that number is not written over: without a number the row is refused. */
    [STORE_ACTS] =
        "INSERT INTO act(number, at, what, target, by, reason) VALUES(coalesce(?1, "
        "(SELECT coalesce(max(number), 0) + 1 FROM act)), ?2, ?3, ?4, ?5, ?6) "
        "ON CONFLICT(number) DO UPDATE SET number = CASE WHEN at = excluded.at AND what "
        "= excluded.what AND target = excluded.target THEN number END",
    [STORE_GAPS] = "INSERT OR REPLACE INTO gap(game, gone, back) VALUES(" KEY ", ?2, ?3)",
    [STORE_TOURNAMENTS] =
        "INSERT OR REPLACE INTO aude_tournament(id, seq, created, updated, due, over, "
        "name, summary) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [STORE_LINES] =
        "INSERT OR REPLACE INTO aude_tournament_line(tournament, seq, at, line, name, "
        "who, label, secret) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [STORE_SUMMARIES] =
        "UPDATE game SET summary = ?3 WHERE name = ?1 AND updated = CAST(?2 AS INTEGER)",
};

enum { DROPS = 9 };

#define HIS_NAME "(SELECT id FROM aude_name WHERE who = ?1)"

static const char *const drop_sql[STORE_PARTS][DROPS] = {
    /* What counts for ratings stays, without the game: as with `--keep-days`. */
    [STORE_GAMES] = {"DELETE FROM log WHERE " SQLITE_ENTRIES_AFTER("0"),
                     "DELETE FROM result_seat WHERE result = (SELECT seq FROM result "
                     "WHERE game = ?1 AND rated = 0)",
                     "DELETE FROM result WHERE game = ?1 AND rated = 0",
                     "UPDATE result SET gone = 1 WHERE game = ?1",
                     "DELETE FROM game WHERE name = ?1"},
    [STORE_PEOPLE] =
        {"DELETE FROM push WHERE who = ?1",
         "UPDATE result_seat SET who = '', name = 0, key = '', label = "
         "'Seat ' || (seat + 1) WHERE who = ?1 OR name = " HIS_NAME,
         "UPDATE aude_tournament SET due = 1 WHERE over = 0 AND id IN (SELECT "
         "tournament FROM aude_tournament_line WHERE who = ?1 OR name = " HIS_NAME ")",
         "UPDATE aude_tournament_line SET label = 'Player ' || seq, who = "
         "'', name = 0 WHERE label <> '' AND (who = ?1 OR name = " HIS_NAME ")",
         "DELETE FROM aude_session WHERE name = " HIS_NAME,
         "DELETE FROM aude_credential WHERE name = " HIS_NAME,
         "DELETE FROM aude_name WHERE who = ?1",
         /* What the host did to him stays, under as few letters as the act of erasing has. */
         "UPDATE act SET target = substr(?1, 1, 8) || '...' WHERE target = ?1",
         "DELETE FROM person WHERE who = ?1"},
    [STORE_BANS] = {"DELETE FROM ban WHERE range = ?1"},
    [STORE_SILENCES] = {"DELETE FROM silence WHERE name = ?1"},
};

/* Which columns are bytes. */
static unsigned sqlite_parts_raw(enum store_part part)
{
    return part == STORE_PUSHES ? 1u << 3 | 1u << 4 : part == STORE_KEYS ? 1u << 1 : 0;
}

bool sqlite_parts_dump(sqlite3 *db, enum store_part part, const char *table,
                       const char *after, int max, store_each_cells *each, void *context)
{
    sqlite3_stmt *st;
    int rc;

    if (sqlite3_prepare_v2(db, dump_sql[part], -1, &st, NULL)) return false;
    if (!after) after = store_part_counts(part) ? "-9223372036854775808" : "";
    sqlite3_bind_text(st, 1, table, -1, SQLITE_STATIC);
    sqlite3_bind_text(st, 2, after, -1, SQLITE_STATIC);
    sqlite3_bind_int(st, 3, max);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_cells row = {.part = part, .n = sqlite3_column_count(st)};
        for (int i = 0; i < row.n && i < STORE_CELLS_MAX; i++) {
            row.cell[i].bytes = (const char *)sqlite3_column_text(st, i);
            row.cell[i].n = (size_t)sqlite3_column_bytes(st, i);
        }
        if (!each(context, &row)) break;
    }
    sqlite3_finalize(st);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

static bool sqlite_parts_drop_row(sqlite3 *db, const struct store_cells *row)
{
    for (int i = 0; i < DROPS && drop_sql[row->part][i]; i++) {
        sqlite3_stmt *st;
        if (sqlite3_prepare_v2(db, drop_sql[row->part][i], -1, &st, NULL)) return false;
        sqlite3_bind_text(st, 1, row->cell[0].bytes, (int)row->cell[0].n, SQLITE_STATIC);
        int rc = sqlite3_step(st);
        sqlite3_finalize(st);
        if (rc != SQLITE_DONE) return false;
    }
    return drop_sql[row->part][0] != NULL;
}

static bool sqlite_parts_put_row(sqlite3 *db, const struct store_cells *row)
{
    sqlite3_stmt *st;

    if (sqlite3_prepare_v2(db, put_sql[row->part], -1, &st, NULL)) return false;
    for (int i = 0; i < row->n; i++) {
        const struct store_cell *cell = &row->cell[i];
        if (!cell->bytes)
            sqlite3_bind_null(st, i + 1);
        else if (sqlite_parts_raw(row->part) >> i & 1)
            sqlite3_bind_blob(st, i + 1, cell->bytes, (int)cell->n, SQLITE_STATIC);
        else
            sqlite3_bind_text(st, i + 1, cell->bytes, (int)cell->n, SQLITE_STATIC);
    }
    int rc = sqlite3_step(st);
    sqlite3_finalize(st);
    return rc == SQLITE_DONE;
}

/* The write-ahead log still holds pages of before; a quiet server would keep them there for weeks. If somebody reads
 * just now it stays until the next time. */
static void sqlite_parts_empty_log(sqlite3 *db)
{
    sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
}

bool sqlite_parts_put(struct sqlite_file *file, const struct store_cells *rows, int n)
{
    sqlite3 *db = file->db;
    bool ok = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    bool drops = false;

    for (int i = 0; ok && i < n; i++) {
        ok = rows[i].gone ? sqlite_parts_drop_row(db, &rows[i])
                          : sqlite_parts_put_row(db, &rows[i]);
        drops |= rows[i].gone;
    }
    if (ok && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK) {
        if (drops) sqlite_parts_empty_log(db);
        return true;
    }
    sqlite_schema_failed(file); /* why: after it is rolled back SQLite does not know */
    if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
