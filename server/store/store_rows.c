/* store_rows.c -- see store_rows.h. */
#include "store_rows.h"

#include "store_copy.h"
#include "store_wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_PAGE = 500 };

bool store_rows_keep(void *context, const struct store_cells *given)
{
    struct store_rows *rows = context;

    if (rows->n == rows->max) {
        int max = rows->max ? 2 * rows->max : 64;
        void *more = realloc(rows->row, (size_t)max * sizeof *rows->row);
        rows->no_memory = !more;
        if (!more) return false;
        rows->row = more;
        rows->max = max;
    }
    struct store_cells *row = &rows->row[rows->n++];
    *row = *given;
    for (int i = 0; i < row->n; i++) {
        char *copy = given->cell[i].bytes ? malloc(given->cell[i].n + 1) : NULL;
        row->cell[i].bytes = copy;
        if (!given->cell[i].bytes) continue;
        if (!copy) {
            row->n = i; /* the others are not ours */
            rows->no_memory = true;
            return false;
        }
        memcpy(copy, given->cell[i].bytes, given->cell[i].n);
        copy[given->cell[i].n] = 0;
    }
    return true;
}

void store_rows_clear(struct store_rows *rows)
{
    for (int i = 0; i < rows->n; i++)
        for (int k = 0; k < rows->row[i].n; k++) {
            union {
                const char *read;
                void *own;
            } both = {rows->row[i].cell[k].bytes};
            free(both.own);
        }
    free(rows->row);
    *rows = (struct store_rows){0};
}

bool store_rows_read(struct store *store, enum store_part part, const char *table,
                     const char *after, int max, struct store_rows *rows)
{
    return store_wait_dump(store, part, table, after, max, store_rows_keep, rows) &&
           !rows->no_memory;
}

bool store_rows_each_page(struct store *store, enum store_part part,
                          bool (*page)(void *context, const struct store_rows *rows),
                          void *context)
{
    char after[STORE_KEY_MAX] = "";
    bool ok = true, more = true;

    for (bool first = true; ok && more; first = false) {
        struct store_rows rows = {0};
        ok = store_rows_read(store, part, NULL, first ? NULL : after, ROWS_PAGE, &rows) &&
             page(context, &rows);
        more = rows.n == ROWS_PAGE && part != STORE_KEYS;
        if (rows.n)
            snprintf(after, sizeof after, "%s", rows.row[rows.n - 1].cell[0].bytes);
        store_rows_clear(&rows);
    }
    return ok;
}

bool store_rows_same(const struct store_rows *a, const struct store_rows *b, int n)
{
    bool same = a->n >= n && b->n >= n;

    for (int i = 0; same && i < n; i++)
        for (int k = 0; same && k < a->row[i].n; k++) {
            const struct store_cell *one = &a->row[i].cell[k], *two = &b->row[i].cell[k];
            same = one->n == two->n && !one->bytes == !two->bytes &&
                   (!one->bytes || !memcmp(one->bytes, two->bytes, one->n));
        }
    return same;
}
