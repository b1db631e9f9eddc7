/* store_sqlite_join.c -- see store_sqlite_join.h.
 *
 * JOINED WRITES: a commit appends to the write-ahead log, for each page that changed, a head of 24 bytes and then the page, each by a
 * call of the system. They follow each other in the file, so they are put together here and go out as one write: half of what the
 * system spent on writing, 2 us a move. Nothing is said to be stored earlier than before: SQLite syncs the log before it says so,
 * and a sync writes first. (That is what synchronous=FULL means; with less, others would be told of pages that only we have.)
 * Whatever else asks about the file (its length, its bytes, its end) writes first, too. A write that fails is told by the call
 * that made it necessary, and by all that follow until the transaction is given up: its log has a hole from then on.
 *
 * A large transaction writes pages before its end. If it is given up, what still waits of it must never go out: the lock is gone by
 * then, and another process (`aude admin`) may have stored something of its own in that place. So it is forgotten at once. */
#include "store_sqlite_join.h"

#include <stdlib.h>
#include <string.h>

enum {
    JOINED_MAX =
        96
        << 10 /* bytes, of 23 pages; SQLite never asks for 128 KB or more at once, and its file could not */
};

struct joined {
    sqlite3_file file; /* what SQLite sees */
    char *bytes;       /* those that wait, NULL until there are some */
    int n;
    sqlite3_int64 at; /* where they belong */
    int failed;       /* why bytes of this transaction are lost, SQLITE_OK if none are */
};

static struct joined *sqlite_join_of(sqlite3_file *file)
{
    return (struct joined *)file;
}

/* The system's file lies behind ours. */
static sqlite3_file *sqlite_join_real(sqlite3_file *file)
{
    return (sqlite3_file *)(void *)(sqlite_join_of(file) + 1);
}

/* What waits goes out. */
static int sqlite_join_flush(sqlite3_file *file)
{
    struct joined *joined = sqlite_join_of(file);
    sqlite3_file *real = sqlite_join_real(file);
    int n = joined->n;

    joined->n = 0;
    if (n) joined->failed = real->pMethods->xWrite(real, joined->bytes, n, joined->at);
    return joined->failed;
}

static int sqlite_join_write(sqlite3_file *file, const void *bytes, int n,
                             sqlite3_int64 at)
{
    struct joined *joined = sqlite_join_of(file);
    sqlite3_file *real = sqlite_join_real(file);

    if (joined->n && (at != joined->at + joined->n || n > JOINED_MAX - joined->n))
        sqlite_join_flush(file);
    if (joined->failed) return joined->failed;
    if (!joined->bytes) joined->bytes = malloc(JOINED_MAX);
    if (!joined->bytes || n > JOINED_MAX)
        return real->pMethods->xWrite(real, bytes, n, at);
    if (!joined->n) joined->at = at;
    memcpy(joined->bytes + joined->n, bytes, (size_t)n);
    joined->n += n;
    return SQLITE_OK;
}

/* What still waits was never said to be stored. */
static int sqlite_join_close(sqlite3_file *file)
{
    sqlite3_file *real = sqlite_join_real(file);

    free(sqlite_join_of(file)->bytes);
    return real->pMethods->xClose(real);
}

static int sqlite_join_read(sqlite3_file *file, void *bytes, int n, sqlite3_int64 at)
{
    sqlite3_file *real = sqlite_join_real(file);
    int rc = sqlite_join_flush(file);

    return rc ? rc : real->pMethods->xRead(real, bytes, n, at);
}

static int sqlite_join_truncate(sqlite3_file *file, sqlite3_int64 n)
{
    sqlite3_file *real = sqlite_join_real(file);
    int rc = sqlite_join_flush(file);

    return rc ? rc : real->pMethods->xTruncate(real, n);
}

static int sqlite_join_sync(sqlite3_file *file, int how)
{
    sqlite3_file *real = sqlite_join_real(file);
    int rc = sqlite_join_flush(file);

    return rc ? rc : real->pMethods->xSync(real, how);
}

static int sqlite_join_size(sqlite3_file *file, sqlite3_int64 *n)
{
    sqlite3_file *real = sqlite_join_real(file);
    int rc = sqlite_join_flush(file);

    return rc ? rc : real->pMethods->xFileSize(real, n);
}

static int sqlite_join_control(sqlite3_file *file, int what, void *value)
{
    sqlite3_file *real = sqlite_join_real(file);
    int rc = sqlite_join_flush(file);

    return rc ? rc : real->pMethods->xFileControl(real, what, value);
}

/* -- Handed on ---------------------------------------------------------------------------- */

static int sqlite_join_lock(sqlite3_file *file, int how)
{
    return sqlite_join_real(file)->pMethods->xLock(sqlite_join_real(file), how);
}

static int sqlite_join_unlock(sqlite3_file *file, int how)
{
    return sqlite_join_real(file)->pMethods->xUnlock(sqlite_join_real(file), how);
}

static int sqlite_join_check_lock(sqlite3_file *file, int *locked)
{
    return sqlite_join_real(file)->pMethods->xCheckReservedLock(sqlite_join_real(file),
                                                                locked);
}

static int sqlite_join_sector(sqlite3_file *file)
{
    return sqlite_join_real(file)->pMethods->xSectorSize(sqlite_join_real(file));
}

static int sqlite_join_device(sqlite3_file *file)
{
    return sqlite_join_real(file)->pMethods->xDeviceCharacteristics(
        sqlite_join_real(file));
}

static const sqlite3_io_methods sqlite_join_methods = {
    .iVersion = 1,
    .xClose = sqlite_join_close,
    .xRead = sqlite_join_read,
    .xWrite = sqlite_join_write,
    .xTruncate = sqlite_join_truncate,
    .xSync = sqlite_join_sync,
    .xFileSize = sqlite_join_size,
    .xLock = sqlite_join_lock,
    .xUnlock = sqlite_join_unlock,
    .xCheckReservedLock = sqlite_join_check_lock,
    .xFileControl = sqlite_join_control,
    .xSectorSize = sqlite_join_sector,
    .xDeviceCharacteristics = sqlite_join_device};

/* -- A transaction is given up ------------------------------------------------------------ */

static void sqlite_join_forget(void *db)
{
    sqlite3_file *file = NULL;
    int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);

    if (rc || !file || file->pMethods != &sqlite_join_methods) return;
    sqlite_join_of(file)->n = 0;
    sqlite_join_of(file)->failed = SQLITE_OK;
}

void sqlite_join_watch(sqlite3 *db)
{
    sqlite3_rollback_hook(db, sqlite_join_forget, db);
}

/* -- Opening ------------------------------------------------------------------------------ */

/* Only the write-ahead log is ours; any other file is the system's own. */
static int sqlite_join_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file,
                            int flags, int *out)
{
    sqlite3_vfs *real = vfs->pAppData;

    if (!(flags & SQLITE_OPEN_WAL)) return real->xOpen(real, name, file, flags, out);
    *sqlite_join_of(file) = (struct joined){0};
    int rc = real->xOpen(real, name, sqlite_join_real(file), flags, out);
    if (!rc) file->pMethods = &sqlite_join_methods;
    return rc;
}

const char *sqlite_join_name(void)
{
    static const char name[] = "aude";
    static sqlite3_vfs join; /* SQLite keeps it */
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);

    if (sqlite3_vfs_find(name)) return name;
    if (!real) return NULL;
    join =
        *real; /* deleting a file, its whole name, random numbers: as the system does it */
    join.pNext = NULL;
    join.zName = name;
    join.pAppData = real;
    join.szOsFile = (int)sizeof(struct joined) + real->szOsFile;
    join.xOpen = sqlite_join_open;
    return sqlite3_vfs_register(&join, 0) ? NULL : name;
}
