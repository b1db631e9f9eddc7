/* store_sqlite_owners.h -- who has which table, in an SQLite store. One server alone needs it only when it is
 * told to be a node; it is the same as in other stores, and passes the same tests. */
#ifndef STORE_SQLITE_OWNERS_H
#define STORE_SQLITE_OWNERS_H

#include "store.h"

#include <sqlite3.h>

struct store_owner_rows;

extern const char store_owner_schema[]; /* version 5 of the file */

struct store_owner_rows *sqlite_owners_open(sqlite3 *db); /* NULL: it failed */
void sqlite_owners_close(struct store_owner_rows *rows);

/* All return false if the database failed. */
bool sqlite_owners_take(struct store_owner_rows *rows, const char *table,
                        const char *node, int64_t now, int64_t lease,
                        store_each_owner *each, void *context);
bool sqlite_owners_renew(struct store_owner_rows *rows, const char *node, int64_t now,
                         int64_t least, int64_t until, store_each_owner *each,
                         void *context);
bool sqlite_owners_hand_back(struct store_owner_rows *rows, const char *table,
                             const char *node, int64_t epoch, int64_t now);
bool sqlite_owners_orphans(struct store_owner_rows *rows, int64_t now, int max,
                           store_each_row *each, void *context);
/* Within a transaction: a new table belongs to the node of the batch. */
bool sqlite_owners_new(struct store_owner_rows *rows, const struct store_batch *batch,
                       const struct store_entry *entry);
/* May the entry be written, as far as the table's owner goes? */
bool sqlite_owners_may_write(struct store_owner_rows *rows,
                             const struct store_entry *entry);
/* The table's gaps, the latest first; how many. */
int sqlite_owners_gaps(struct store_owner_rows *rows, const char *table,
                       struct store_pause gaps[STORE_GAPS_MAX]);

#endif
