/* store_rows.h -- rows of a store that are kept, whichever part they are of: for copies. */
#ifndef STORE_ROWS_H
#define STORE_ROWS_H

#include "store.h"

enum { STORE_ROWS_MAX = 1 << 20 }; /* of one table */

struct store_rows {
    struct store_cells *row;
    int n, max;
    bool no_memory;
};

/* Adds a copy of the row; `context` is a struct store_rows. */
bool store_rows_keep(void *context, const struct store_cells *given);
void store_rows_clear(struct store_rows *rows);
/* Adds what the store has. */
bool store_rows_read(struct store *store, enum store_part part, const char *table,
                     const char *after, int max, struct store_rows *rows);
/* Calls for every page of a part. */
bool store_rows_each_page(struct store *store, enum store_part part,
                          bool (*page)(void *context, const struct store_rows *rows),
                          void *context);
/* Do both begin with the same `n` rows? */
bool store_rows_same(const struct store_rows *a, const struct store_rows *b, int n);

#endif
