/* test_join.c -- SQLite's log with joined writes: what a transaction that is given up left is never written, and a log with a hole
 * is never said to be whole. */
#define _XOPEN_SOURCE 700 /* pwrite */
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/store/store_sqlite_join.h"
#include "test.h"

#define MANY(from, to)                                                                   \
    "WITH RECURSIVE n(i) AS (SELECT " #from                                              \
    " UNION ALL SELECT i + 1 FROM n WHERE i < " #to                                      \
    ") INSERT INTO t(id, x) SELECT i, randomblob(3000) FROM n;"

struct joined_test {
    char folder[32], path[64];
    sqlite3 *ours, *others; /* the server's connection, and one of another program */
};

static bool run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* The first value of a query. */
static const char *ask(sqlite3 *db, const char *sql)
{
    static char answer[400];
    sqlite3_stmt *st;

    snprintf(answer, sizeof answer, "no answer");
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL)) return answer;
    if (sqlite3_step(st) == SQLITE_ROW)
        snprintf(answer, sizeof answer, "%s", (const char *)sqlite3_column_text(st, 0));
    sqlite3_finalize(st);
    return answer;
}

/* The cache is so small that a transaction writes long before its end. */
static bool begin(struct joined_test *test)
{
    *test = (struct joined_test){.folder = "/tmp/aude-join-XXXXXX"};
    if (!CHECK(mkdtemp(test->folder) != NULL)) return false;
    snprintf(test->path, sizeof test->path, "%s/a.db", test->folder);
    if (!CHECK(!sqlite3_open_v2(test->path, &test->ours,
                                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                sqlite_join_name())))
        return false;
    sqlite_join_watch(test->ours);
    return CHECK(run(test->ours, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                                 "PRAGMA cache_size = 20; PRAGMA wal_autocheckpoint = 0;"
                                 "CREATE TABLE t(id INTEGER PRIMARY KEY, x);" MANY(
                                     1, 200) "PRAGMA wal_checkpoint;")) &&
           CHECK(
               !sqlite3_open_v2(test->path, &test->others, SQLITE_OPEN_READWRITE, NULL));
}

static void end(struct joined_test *test)
{
    sqlite3_close(test->others);
    sqlite3_close(test->ours);
    unlink(test->path);
    CHECK(!rmdir(test->folder));
}

/* Another program writes where ours has given up: neither our next reading nor our end spoils it. */
TEST(what_was_given_up_is_not_written_over_what_another_stored)
{
    struct joined_test test;

    for (int closes = 0; closes < 2; closes++) {
        if (!begin(&test)) return;
        CHECK(run(test.ours, "BEGIN IMMEDIATE;" MANY(1001, 1081) "ROLLBACK;"));
        CHECK(run(test.others, MANY(2001, 2100)));
        if (closes) {
            sqlite3_close(test.ours);
            test.ours = NULL;
        } else
            CHECK_STR(ask(test.ours, "SELECT count(*) FROM t"), "300");
        sqlite3_close(test.others);
        CHECK(!sqlite3_open_v2(test.path, &test.others, SQLITE_OPEN_READWRITE, NULL));
        CHECK_STR(ask(test.others, "SELECT count(*) FROM t"), "300");
        CHECK_STR(ask(test.others, "SELECT integrity_check FROM pragma_integrity_check"),
                  "ok");
        end(&test);
    }
}

/* -- A full disk ------------------------------------------------------------------------ */

static int room; /* how many more writes the disk takes; -1: all */

static ssize_t write_if_room(int file, const void *bytes, size_t n, long long at)
{
    if (room > 0) room--;
    if (room) return pwrite(file, bytes, n, (off_t)at);
    errno = ENOSPC;
    return -1;
}

typedef ssize_t write_call(int file, const void *bytes, size_t n, long long at);

/* SQLite lets its calls of the system be replaced; NULL: they are the system's own again. */
static void replace_writes(write_call *call)
{
    sqlite3_vfs *system = sqlite3_vfs_find("unix");

    system->xSetSystemCall(system, "pwrite", (sqlite3_syscall_ptr)call);
    system->xSetSystemCall(system, "pwrite64", (sqlite3_syscall_ptr)call);
}

/* Changes until one is refused, each of a few rows far from each other; then the disk has room again. */
static void change_until_full(sqlite3 *db)
{
    char change[200];
    bool ok = run(db, "BEGIN IMMEDIATE");

    for (int i = 1; ok && i < 100; i++) {
        snprintf(change, sizeof change,
                 "UPDATE t SET x = randomblob(3000), y = y + 1000 WHERE id IN (%d, %d, "
                 "%d)",
                 i, i + 1, i * 37 % 100);
        ok = run(db, change);
    }
    room = -1;
}

/* The disk is full in the middle of a transaction and has room again before its end. SQLite may take back one statement alone; what
 * was to be written before it is lost, so the transaction must not be said to be stored. */
TEST(a_log_with_a_hole_is_not_committed)
{
    struct joined_test test;
    int refused = 0;

    for (int takes = 1; takes < 12; takes++) {
        if (!begin(&test)) return;
        CHECK(run(test.ours, "ALTER TABLE t ADD COLUMN y; UPDATE t SET y = id;"
                             "CREATE UNIQUE INDEX u ON t(y); PRAGMA wal_checkpoint;"));
        room = takes;
        replace_writes(write_if_room);
        change_until_full(test.ours);
        bool over = sqlite3_get_autocommit(test.ours);
        bool stored = !over && run(test.ours, "COMMIT");
        replace_writes(NULL);
        refused += !over && !stored;
        CHECK_STR(ask(test.others, "SELECT integrity_check FROM pragma_integrity_check"),
                  "ok");
        CHECK_STR(ask(test.others, "SELECT count(*) FROM t WHERE y > 1000"),
                  stored ? "100" : "0");
        CHECK(run(test.ours, MANY(3001, 3100))); /* it goes on */
        CHECK_STR(ask(test.others, "SELECT count(*) FROM t WHERE id > 3000"), "100");
        end(&test);
    }
    CHECK(refused > 0); /* that one statement alone was taken back did happen */
}
