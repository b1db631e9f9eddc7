/* store_sqlite_join.h -- SQLite's files as the system has them, but for the write-ahead log, whose small writes are joined. */
#ifndef STORE_SQLITE_JOIN_H
#define STORE_SQLITE_JOIN_H

#include <sqlite3.h>

/* The name to open a file with (sqlite3_open_v2()); NULL, which is the system's own way: it cannot be had. For connections with
 * PRAGMA synchronous = FULL alone: what was joined goes out when the log is synced, and only there it is synced with each commit. */
const char *sqlite_join_name(void);
/* To be called for each connection that was opened so: what waits of a transaction is forgotten when that is given up. */
void sqlite_join_watch(sqlite3 *db);

#endif
