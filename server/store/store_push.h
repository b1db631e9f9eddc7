/* store_push.h -- parts of the SQLite store, for store_sqlite.c alone: subscriptions, and rows for
 * copies. */
#ifndef STORE_PUSH_H
#define STORE_PUSH_H

#include "store.h"
#include "store_sqlite_schema.h"

#include <sqlite3.h>

/* What a host needs for his duties (store_duty.h). Made where it is missing, whatever the version of the
 * file: an older program beside ours does not mind tables that it does not know. */
extern const char store_duty_schema[];

struct store_push_rows;

/* Version 4 of the file has these. */
extern const char store_push_schema[];

/* Prepares the statements; NULL: sqlite3_errmsg() says why. */
struct store_push_rows *store_push_open(sqlite3 *db);
void store_push_close(struct store_push_rows *rows);

/* Inside of the caller's transaction. */
bool store_push_turn(struct store_push_rows *rows, const struct store_turn *turn);

enum store_added store_push_add(struct store_push_rows *rows,
                                const struct store_push *push);
bool store_push_drop(struct store_push_rows *rows, const char *table, const char *who,
                     const char *endpoint);
bool store_push_has(struct store_push_rows *rows, const char *table, const char *who,
                    const char *endpoint);
bool store_push_due(struct store_push_rows *rows, int64_t now, int max,
                    store_each_push *each, void *context);
bool store_push_change(struct store_push_rows *rows,
                       const struct store_push_change *changes, int n);
bool store_push_key(struct store_push_rows *rows, void *bytes, size_t n);

/* Results (store_sqlite_result.c). */
struct store_result_rows;

/* Version 6 of the file has these. */
extern const char store_result_schema[];

struct store_result_rows *sqlite_result_open(sqlite3 *db);
void sqlite_result_close(struct store_result_rows *rows);
/* Inside of the caller's transaction. */
bool sqlite_result_add(struct store_result_rows *rows, const struct store_result *result);
/* Of tables that are forgotten: what was rated stays, without its log. */
bool sqlite_result_forget(struct store_result_rows *rows, int64_t before);
bool sqlite_result_search(struct store_result_rows *rows,
                          const struct store_search *search, store_each_result *each,
                          void *context);
bool sqlite_result_rated(struct store_result_rows *rows, int64_t after, int max,
                         store_each_result *each, void *context);
bool sqlite_result_missing(struct store_result_rows *rows, const char *after, int max,
                           store_each_row *each, void *context);
bool sqlite_result_of(struct store_result_rows *rows, const char *table,
                      store_each_result *each, void *context);

/* Rows as they are (store_sqlite_parts.c). */
bool sqlite_parts_dump(sqlite3 *db, enum store_part part, const char *table,
                       const char *after, int max, store_each_cells *each, void *context);
/* False: the problem is in `file`. */
bool sqlite_parts_put(struct sqlite_file *file, const struct store_cells *rows, int n);

#endif
