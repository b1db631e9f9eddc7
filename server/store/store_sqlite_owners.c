/* store_sqlite_owners.c -- see store_sqlite_owners.h. */
#include "store_sqlite_owners.h"

#include <stdlib.h>

const char store_owner_schema[] =
    "CREATE TABLE owner(game INTEGER PRIMARY KEY REFERENCES game(key) ON DELETE CASCADE,"
    "  node TEXT NOT NULL, epoch INTEGER NOT NULL, until INTEGER NOT NULL);"
    "CREATE INDEX owner_node ON owner(node);"
    "CREATE TABLE gap(game INTEGER NOT NULL REFERENCES game(key) ON DELETE CASCADE,"
    "  gone INTEGER NOT NULL, back INTEGER NOT NULL, PRIMARY KEY(game, gone)) WITHOUT "
    "ROWID;"
    "PRAGMA user_version = 7;";

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    NEW,
    CUT_GAPS,
    GAP,
    TAKE,
    OWNER,
    OWN,
    RENEW,
    HAND_BACK,
    HAND_BACK_ALL,
    ORPHANS,
    EPOCH,
    GAPS,
    STATEMENTS
};

#define GAME "(SELECT key FROM game WHERE name = ?1)"

static const char *const sql[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [NEW] = "INSERT INTO owner(game, node, epoch, until) VALUES(" GAME ", ?2, 1, ?3) "
            "ON CONFLICT(game) DO NOTHING",
    [CUT_GAPS] = "UPDATE gap SET back = max(gone, ?3) WHERE game = " GAME " AND back > "
                 "?3 AND EXISTS (SELECT 1 FROM owner WHERE game = " GAME " AND "
                 "(until <= ?3 OR node = ?2))",
    [GAP] = "INSERT INTO gap(game, gone, back) SELECT game, until - ?4, ?3 FROM owner "
            "WHERE game = " GAME " AND until > 0 AND until - ?4 < ?3 AND "
            "(until <= ?3 OR node = ?2) ON CONFLICT(game, gone) DO NOTHING",
    [TAKE] =
        "INSERT INTO owner(game, node, epoch, until) SELECT key, ?2, 1, ?3 + ?4 FROM "
        "game WHERE name = ?1 ON CONFLICT(game) DO UPDATE SET node = ?2, epoch = "
        "owner.epoch + 1, until = ?3 + ?4 WHERE owner.until <= ?3 OR owner.node = "
        "?2",
    [OWNER] = "SELECT name, node, epoch, until FROM owner JOIN game ON key = game "
              "WHERE name = ?1",
    [RENEW] =
        "UPDATE owner SET until = ?4 WHERE node = ?1 AND until > ?2 AND until >= ?3",
    [OWN] = "SELECT name, node, epoch, until FROM owner JOIN game ON key = game "
            "WHERE node = ?1 AND until > ?2",
    [HAND_BACK] = "UPDATE owner SET until = 0 WHERE game = " GAME " AND node = ?2 AND "
                  "epoch = ?3 AND until > ?4",
    [HAND_BACK_ALL] = "UPDATE owner SET until = 0 WHERE node = ?1 AND until > ?2",
    [ORPHANS] = "SELECT name, created, updated, listed, over, awake, summary, deadline "
                "FROM game WHERE awake AND deadline <= ?1 AND NOT EXISTS (SELECT 1 FROM "
                "owner WHERE game = key AND until > ?1) ORDER BY deadline LIMIT ?2",
    [EPOCH] = "SELECT epoch FROM owner WHERE game = " GAME,
    [GAPS] = "SELECT gone, back FROM gap WHERE game = " GAME " ORDER BY gone DESC LIMIT "
             "?2",
};

struct store_owner_rows {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
};

struct store_owner_rows *sqlite_owners_open(sqlite3 *db)
{
    struct store_owner_rows *rows = calloc(1, sizeof *rows);

    if (!rows) return NULL;
    rows->db = db;
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &rows->statement[i], NULL)) {
            sqlite_owners_close(rows);
            return NULL;
        }
    return rows;
}

void sqlite_owners_close(struct store_owner_rows *rows)
{
    if (!rows) return;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(rows->statement[i]);
    free(rows);
}

static bool owner_run(struct store_owner_rows *rows, enum statement n)
{
    int rc = sqlite3_step(rows->statement[n]);

    sqlite3_reset(rows->statement[n]);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

static void owner_bind(struct store_owner_rows *rows, enum statement n, const char *table,
                       const char *node, int64_t third, int64_t fourth)
{
    sqlite3_stmt *st = rows->statement[n];

    if (table) sqlite3_bind_text(st, 1, table, -1, SQLITE_STATIC);
    if (node) sqlite3_bind_text(st, 2, node, -1, SQLITE_STATIC);
    sqlite3_bind_int64(st, 3, third);
    if (sqlite3_bind_parameter_count(st) > 3) sqlite3_bind_int64(st, 4, fourth);
}

static bool owner_end(struct store_owner_rows *rows, bool ok)
{
    if (ok && owner_run(rows, COMMIT)) return true;
    if (!sqlite3_get_autocommit(rows->db)) owner_run(rows, ROLLBACK);
    return false;
}

/* Tells the rows of a statement. */
static bool owner_tell(struct store_owner_rows *rows, enum statement n,
                       store_each_owner *each, void *context)
{
    sqlite3_stmt *st = rows->statement[n];
    int rc;

    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_owner owner = {
            .table = (const char *)sqlite3_column_text(st, 0),
            .node = (const char *)sqlite3_column_text(st, 1),
            .epoch = sqlite3_column_int64(st, 2),
            .until = sqlite3_column_int64(st, 3),
        };
        if (!each(context, &owner)) break;
    }
    sqlite3_reset(st);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

bool sqlite_owners_take(struct store_owner_rows *rows, const char *table,
                        const char *node, int64_t now, int64_t lease,
                        store_each_owner *each, void *context)
{
    owner_bind(rows, CUT_GAPS, table, node, now, 0);
    owner_bind(rows, GAP, table, node, now, lease);
    owner_bind(rows, TAKE, table, node, now, lease);
    sqlite3_bind_text(rows->statement[OWNER], 1, table, -1, SQLITE_STATIC);
    return owner_run(rows, BEGIN) &&
           owner_end(rows, owner_run(rows, CUT_GAPS) && owner_run(rows, GAP) &&
                               owner_run(rows, TAKE)) &&
           owner_tell(rows, OWNER, each, context);
}

bool sqlite_owners_renew(struct store_owner_rows *rows, const char *node, int64_t now,
                         int64_t least, int64_t until, store_each_owner *each,
                         void *context)
{
    sqlite3_stmt *renew = rows->statement[RENEW], *own = rows->statement[OWN];

    sqlite3_bind_text(renew, 1, node, -1, SQLITE_STATIC);
    sqlite3_bind_int64(renew, 2, now);
    sqlite3_bind_int64(renew, 3, least);
    sqlite3_bind_int64(renew, 4, until);
    sqlite3_bind_text(own, 1, node, -1, SQLITE_STATIC);
    sqlite3_bind_int64(own, 2, now);
    return owner_run(rows, RENEW) && owner_tell(rows, OWN, each, context);
}

bool sqlite_owners_hand_back(struct store_owner_rows *rows, const char *table,
                             const char *node, int64_t epoch, int64_t now)
{
    sqlite3_stmt *all = rows->statement[HAND_BACK_ALL];

    if (table) {
        owner_bind(rows, HAND_BACK, table, node, epoch, now);
        return owner_run(rows, HAND_BACK);
    }
    sqlite3_bind_text(all, 1, node, -1, SQLITE_STATIC);
    sqlite3_bind_int64(all, 2, now);
    return owner_run(rows, HAND_BACK_ALL);
}

bool sqlite_owners_orphans(struct store_owner_rows *rows, int64_t now, int max,
                           store_each_row *each, void *context)
{
    sqlite3_stmt *st = rows->statement[ORPHANS];
    int rc;

    sqlite3_bind_int64(st, 1, now);
    sqlite3_bind_int(st, 2, max);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_row row = {
            .table = (const char *)sqlite3_column_text(st, 0),
            .created = sqlite3_column_int64(st, 1),
            .updated = sqlite3_column_int64(st, 2),
            .listed = sqlite3_column_int(st, 3),
            .over = sqlite3_column_int(st, 4),
            .awake = sqlite3_column_int(st, 5),
            .summary = (const char *)sqlite3_column_text(st, 6),
            .deadline = sqlite3_column_int64(st, 7),
        };
        if (!each(context, &row)) break;
    }
    sqlite3_reset(st);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

bool sqlite_owners_new(struct store_owner_rows *rows, const struct store_batch *batch,
                       const struct store_entry *entry)
{
    if (entry->seq != 1 || !entry->epoch || !batch->node) return true;
    owner_bind(rows, NEW, entry->table, batch->node, batch->until, 0);
    return owner_run(rows, NEW);
}

bool sqlite_owners_may_write(struct store_owner_rows *rows,
                             const struct store_entry *entry)
{
    sqlite3_stmt *st = rows->statement[EPOCH];

    if (!entry->epoch) return true;
    sqlite3_bind_text(st, 1, entry->table, -1, SQLITE_STATIC);
    bool may =
        sqlite3_step(st) == SQLITE_ROW && sqlite3_column_int64(st, 0) == entry->epoch;
    sqlite3_reset(st);
    return may;
}

int sqlite_owners_gaps(struct store_owner_rows *rows, const char *table,
                       struct store_pause gaps[STORE_GAPS_MAX])
{
    sqlite3_stmt *st = rows->statement[GAPS];
    int n = 0;

    sqlite3_bind_text(st, 1, table, -1, SQLITE_STATIC);
    sqlite3_bind_int(st, 2, STORE_GAPS_MAX);
    while (n < STORE_GAPS_MAX && sqlite3_step(st) == SQLITE_ROW)
        gaps[n++] = (struct store_pause){sqlite3_column_int64(st, 0),
                                         sqlite3_column_int64(st, 1)};
    sqlite3_reset(st);
    return n;
}
