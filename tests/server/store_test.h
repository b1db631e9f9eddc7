/* store_test.h -- what the tests of stores share. */
#ifndef STORE_TEST_H
#define STORE_TEST_H

#include <stdatomic.h>

#include "server/store/store.h"

/* The disk is full: every step of SQLite fails (test_store_faults.c; only where the linker knows --wrap). */
extern atomic_bool store_test_full;

/* Every kind of store must pass these tests: SQLite in memory, or the one that $AUDE_TEST_STORE names, emptied.
 * tests/server/store_postgres.py runs them so. */
bool store_test_elsewhere(void);
/* NULL: it cannot be opened, and a check has failed. */
struct store *store_test_open(void);
/* Empty the PostgreSQL database of that name. */
void store_test_empty(const char *name);
/* Add `n` entries, at most four, "a", "b" ... from `seq` on, with the table's row. */
bool store_test_add(struct store *store, const char *table, int64_t seq, int n,
                    const struct store_row *row);
/* "SEQ:TEXT:SECRET " of each entry; the next call forgets it. */
const char *store_test_read(struct store *store, const char *table, int64_t since,
                            int max);
bool store_test_note(void *context, int64_t seq, const char *text, const char *secret);
enum store_added store_test_subscribe(struct store *store, const char *table,
                                      const char *who, const char *endpoint);
/* For store_copy(): a table that cannot be copied ends it. */
bool store_test_copied(void *context, const char *table, int64_t seq, const char *why);

#endif
