/* store_sqlite_schema.h -- an SQLite file with our tables, open. */
#ifndef STORE_SQLITE_SCHEMA_H
#define STORE_SQLITE_SCHEMA_H

#include "store.h"

#include <sqlite3.h>
#include <stdbool.h>

/* So long a server waits for another program that writes into its file: everybody waits with it. Acts of `aude admin` are
 * shorter; where it lasts longer the store counts as away. */
enum { SQLITE_LOCKED_MS = 250 };

/* ENTRY ID: an entry is found by one number, that of its table in the upper half and its own in the lower. */
#define SQLITE_ENTRY_ID(key, seq) (((key) << 32) + (seq))
/* In SQL: the entries of table ?1 after a number. */
#define SQLITE_ENTRIES_AFTER(seq)                                                        \
    "id > ((SELECT key FROM game WHERE name = ?1) << 32) + max(" seq ", 0) AND "         \
    "id < ((SELECT key FROM game WHERE name = ?1) + 1) << 32"

struct sqlite_file {
    sqlite3 *db;
    int lock; /* of the lock file, or -1; it also says when a server was last alive */
    char problem[200];
};

/* To serve, the file is made if it is not there, and its tables are those of this version then. Otherwise it must be
 * there and of this version; STORE_BESIDE: a server may use it at the same time. False: `problem` says why; it is
 * closed all the same. */
bool sqlite_schema_open(struct sqlite_file *file, const char *path, enum store_way way);
void sqlite_schema_close(struct sqlite_file *file);
/* What SQLite complained of last becomes the problem; false. */
bool sqlite_schema_failed(struct sqlite_file *file);

#endif
