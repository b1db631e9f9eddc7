/* store_sqlite_schema.c -- an SQLite file and its tables: opened, locked, made or brought to this version.
 *
 * WAL and synchronous=FULL: a commit returns when the write-ahead log is on the disk. A lock file beside
 * the database keeps a second server out, while `sqlite3 FILE .backup` may read at any time. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "store_sqlite_schema.h"

#include "store_push.h"
#include "store_sqlite_join.h"
#include "store_sqlite_names.h"
#include "store_sqlite_owners.h"
#include "store_tournament.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SCHEMA = 9 };

static const char schema[] =
    "CREATE TABLE game(key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    "  created INTEGER NOT NULL, updated INTEGER NOT NULL, listed INTEGER NOT NULL,"
    "  over INTEGER NOT NULL, awake INTEGER NOT NULL, summary TEXT NOT NULL);"
    "CREATE INDEX game_list ON game(updated) WHERE listed AND NOT over;"
    "CREATE INDEX game_awake ON game(updated) WHERE awake;"
    "CREATE TABLE log(game INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,"
    "  text TEXT NOT NULL, secret TEXT, PRIMARY KEY(game, seq)) WITHOUT ROWID;"
    "CREATE TABLE person(who TEXT PRIMARY KEY, created INTEGER NOT NULL,"
    "  seen INTEGER NOT NULL) WITHOUT ROWID;"
    "PRAGMA user_version = 1;";

/* Version 2 knows when no server ran. */
static const char pauses[] =
    "CREATE TABLE pause(gone INTEGER PRIMARY KEY, back INTEGER NOT NULL);"
    "PRAGMA user_version = 2;";

/* Version 3 knows when a clock runs out, so that a start reads no log for it (rows of before have
 * no deadline until their next entry, and are woken at once), and which listed tables are of one
 * origin. */
static const char deadlines[] =
    "ALTER TABLE game ADD COLUMN deadline INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN origin INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX game_origin ON game(origin, updated) WHERE listed AND NOT over;"
    "DROP INDEX game_awake;"
    "CREATE INDEX game_awake ON game(deadline) WHERE awake;"
    "PRAGMA user_version = 3;";

/* Version 9 finds an entry by one number, ENTRY ID. Before, the table was ordered by (game, seq): to find a place SQLite
 * compared whole rows, and the first two of a game (its head, 4 to 7 KB) lie partly on pages of their own, which it put
 * together again for each comparison: a fifth of what a move cost the store. */
static const char entries[] =
    "CREATE TABLE log9(id INTEGER PRIMARY KEY, game INTEGER NOT NULL, seq INTEGER NOT "
    "NULL, at INTEGER NOT NULL, text TEXT NOT NULL, secret TEXT,"
    "  CHECK(seq > 0 AND seq < 1 << 32 AND id = (game << 32) + seq));"
    "INSERT INTO log9 SELECT (game << 32) + seq, game, seq, at, text, secret FROM log "
    "ORDER BY game, seq;"
    "DROP TABLE log;"
    "ALTER TABLE log9 RENAME TO log;"
    "PRAGMA user_version = 9;";

/* -- Opening ---------------------------------------------------------------------------- */

bool sqlite_schema_failed(struct sqlite_file *file)
{
    bool well = sqlite3_errcode(file->db) == SQLITE_OK; /* what failed was let go since */

    snprintf(file->problem, sizeof file->problem, "%s",
             well ? "something was refused: a table is missing, or the disk is full"
                  : sqlite3_errmsg(file->db));
    return false;
}

/* The file's real path: a lock beside a link to it would keep nobody out. It is made if it is
 * not there, and closed before SQLite opens it (which would lose its own locks otherwise). */
static char *sqlite_schema_true_name(struct sqlite_file *file, const char *path,
                                     enum store_way way)
{
    int how = way == STORE_TO_SERVE ? O_RDWR | O_CREAT : O_RDONLY | O_NONBLOCK;
    int there = open(path, how | O_CLOEXEC, 0600);
    struct stat facts;
    bool ok = there >= 0 && !fstat(there, &facts);
    int why = errno;

    if (there >= 0) close(there);
    if (ok && (!S_ISREG(facts.st_mode) || facts.st_nlink > 1)) {
        snprintf(file->problem, sizeof file->problem, "%s",
                 S_ISREG(facts.st_mode) ? "the file has two names (hard links)"
                                        : "it is no file");
        return NULL;
    }
    char *name = ok ? realpath(path, NULL) : NULL;
    if (!name)
        snprintf(file->problem, sizeof file->problem, "%s", strerror(ok ? errno : why));
    return name;
}

/* One server a store. The lock goes with the process, however it ends. Beside what is only looked at none is made: where no server
 * was, there is nobody to keep out. */
static bool sqlite_schema_lock(struct sqlite_file *file, const char *path,
                               enum store_way way)
{
    char name[4096 + 8], *whole = sqlite_schema_true_name(file, path, way);
    bool serves = way == STORE_TO_SERVE;

    if (!whole) return false;
    snprintf(name, sizeof name, "%s.lock", whole);
    free(whole);
    file->lock = open(name, (serves ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC, 0600);
    if (file->lock < 0 && !serves && errno == ENOENT) return true;
    if (file->lock >= 0 && !flock(file->lock, LOCK_EX | LOCK_NB)) return true;
    if (file->lock < 0 && !serves) {
        snprintf(file->problem, sizeof file->problem,
                 "whether a server uses it is not known: its .lock: %s", strerror(errno));
        return false;
    }
    snprintf(file->problem, sizeof file->problem, "%s",
             errno == EWOULDBLOCK ? "another aude uses it" : strerror(errno));
    return false;
}

/* The write-ahead log is taken over into the file when it has 16,000 pages (64 MB), and not 1,000: the same few pages
 * change with every move, so many more rounds share the reading, writing and syncing that it costs (4 % of a move
 * beside 4,000 pages). What is removed is written over, as Debian's SQLite does by itself: an erased visitor is not
 * found in the file any more. */
static bool sqlite_schema_pragmas(struct sqlite_file *file)
{
    return sqlite3_exec(file->db,
                        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                        "PRAGMA cache_size = -16000; PRAGMA secure_delete = ON;"
                        "PRAGMA wal_autocheckpoint = 16000; PRAGMA foreign_keys = ON;",
                        NULL, NULL, NULL) == SQLITE_OK ||
           sqlite_schema_failed(file);
}

/* One number out of the database. */
static bool sqlite_schema_number(struct sqlite_file *file, const char *query, int *n)
{
    sqlite3_stmt *st;

    if (sqlite3_prepare_v2(file->db, query, -1, &st, NULL))
        return sqlite_schema_failed(file);
    bool ok = sqlite3_step(st) == SQLITE_ROW || sqlite_schema_failed(file);
    if (ok) *n = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return ok;
}

/* The version of our tables, 0 where there is nothing yet; -1: it cannot be had, or is not one of ours. */
static int sqlite_schema_version(struct sqlite_file *file)
{
    int n, tables = 0;

    if (!sqlite_schema_number(file, "PRAGMA user_version", &n) ||
        !sqlite_schema_number(file, "SELECT count(*) FROM sqlite_master", &tables))
        return -1;
    if (n < 0 || (!n && tables)) {
        snprintf(file->problem, sizeof file->problem,
                 "it holds tables but no version of aude: another program's file, or a "
                 "copy that lost its user_version");
        return -1;
    }
    if (n <= SCHEMA) return n;
    snprintf(file->problem, sizeof file->problem, "it was written by a later version");
    return -1;
}

static bool sqlite_schema_migrate(struct sqlite_file *file)
{
    int n = sqlite_schema_version(file);

    if (n < 0) return false;
    if (n == SCHEMA) return true;
    char whole[12000];
    snprintf(whole, sizeof whole, "BEGIN;%s%s%s%s%s%s%s%s%sCOMMIT;", n < 1 ? schema : "",
             n < 2 ? pauses : "", n < 3 ? deadlines : "", n < 4 ? store_push_schema : "",
             n < 5 ? store_names_schema : "", n < 6 ? store_result_schema : "",
             n < 7 ? store_owner_schema : "", n < 8 ? store_tournament_schema : "",
             entries);
    if (sqlite3_exec(file->db, whole, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_schema_failed(file);
    /* The write-ahead log is twice as long as the entries now. It is taken over before somebody plays, not with his move, and it is
     * cut, or the disk would lack that room for as long as the server runs. If that fails (a full disk), nothing is lost. */
    if (n) sqlite3_exec(file->db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    return true;
}

/* The tables of store_duty.h. */
static bool sqlite_schema_make_duties(struct sqlite_file *file)
{
    return sqlite3_exec(file->db, store_duty_schema, NULL, NULL, NULL) == SQLITE_OK ||
           sqlite_schema_failed(file);
}

/* A connection belongs to one thread, so SQLite need not lock it at each call. */
static bool sqlite_schema_open_db(struct sqlite_file *file, const char *path, int flags,
                                  const char *vfs)
{
    if (sqlite3_open_v2(path, &file->db, flags | SQLITE_OPEN_NOMUTEX, vfs) != SQLITE_OK)
        return sqlite_schema_failed(file);
    sqlite3_busy_timeout(file->db, 5000);
    return true;
}

/* Only a file of this very version will do. */
static bool sqlite_schema_is_ours(struct sqlite_file *file)
{
    int n = sqlite_schema_version(file);

    if (n < 0 || n == SCHEMA) return n == SCHEMA;
    snprintf(file->problem, sizeof file->problem, "%s",
             n ? "it is of an older version of aude: `aude store migrate` first"
               : "it is empty: no games of aude");
    return false;
}

static bool sqlite_schema_open_to_serve(struct sqlite_file *file, const char *path)
{
    mode_t before = umask(0077); /* it holds the seeds of running games */
    bool ok = sqlite_schema_open_db(
        file, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, sqlite_join_name());

    if (ok) sqlite_join_watch(file->db);
    ok = ok && sqlite_schema_pragmas(file) && sqlite_schema_migrate(file) &&
         sqlite_schema_make_duties(file);

    umask(before);
    if (ok) sqlite3_busy_timeout(file->db, SQLITE_LOCKED_MS);
    return ok;
}

/* -- Files that may only be read ---------------------------------------------------------- */

/* How many bytes there are in the file beside it whose name goes on so; -1: there is none. */
static int64_t sqlite_schema_beside(const char *path, const char *more)
{
    char name[4096 + 8];
    struct stat facts;

    snprintf(name, sizeof name, "%s%s", path, more);
    return stat(name, &facts) ? -1 : (int64_t)facts.st_size;
}

/* Another one's backup, a disk that may not be written. To read a file in WAL mode SQLite writes beside it, but where its -shm is there already. */
static bool sqlite_schema_may_write(const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[4096];

    if (access(path, W_OK) != 0) return false;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    return !access(folder, W_OK) || sqlite_schema_beside(path, "-shm") >= 0;
}

/* As nobody changes it: SQLite takes no lock then, and looks at nothing but the file itself. */
static bool sqlite_schema_open_unchanging(struct sqlite_file *file, const char *path)
{
    char name[3 * 4096 + 32];
    size_t n = (size_t)snprintf(name, sizeof name, "file:");

    for (; *path && n < 3 * 4096; path++)
        n += (size_t)snprintf(name + n, sizeof name - n,
                              strchr("%?#", *path) ? "%%%02X" : "%c",
                              (unsigned char)*path);
    snprintf(name + n, sizeof name - n, "?immutable=1");
    return sqlite_schema_open_db(file, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
                                 NULL);
}

static bool sqlite_schema_open_to_read(struct sqlite_file *file, const char *path)
{
    bool shared = sqlite_schema_beside(path, "-shm") >= 0;

    if (!shared && sqlite_schema_beside(path, "-wal") > 0) {
        snprintf(file->problem, sizeof file->problem,
                 "what was written last is in its -wal file still, and to take that over "
                 "something must be written here, which may not be: look at a copy of "
                 "both files");
        return false;
    }
    return (shared ? sqlite_schema_open_db(file, path, SQLITE_OPEN_READONLY, NULL)
                   : sqlite_schema_open_unchanging(file, path)) &&
           sqlite_schema_is_ours(file);
}

/* -- Ways --------------------------------------------------------------------------------- */

/* No lock is taken beside a server: SQLite's own keep transactions apart. */
bool sqlite_schema_open(struct sqlite_file *file, const char *path, enum store_way way)
{
    char name[4096];

    /* SQLite counts no bytes: that would be under a lock of its own, twice for each piece of memory. It has to be said
     * before anything else, and is refused from the second file on. */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    file->lock = -1;
    if (way != STORE_BESIDE && strcmp(path, ":memory:") != 0 &&
        !sqlite_schema_lock(file, path, way))
        return false;
    if (way == STORE_TO_SERVE) return sqlite_schema_open_to_serve(file, path);
    if (realpath(path, name) && !sqlite_schema_may_write(name))
        return sqlite_schema_open_to_read(file, name);
    return sqlite_schema_open_db(file, path, SQLITE_OPEN_READWRITE, NULL) &&
           sqlite_schema_is_ours(file) &&
           (way == STORE_AS_IT_IS || sqlite_schema_pragmas(file)) &&
           sqlite_schema_make_duties(file);
}

void sqlite_schema_close(struct sqlite_file *file)
{
    sqlite3_close(file->db);
    if (file->lock >= 0) close(file->lock);
}
