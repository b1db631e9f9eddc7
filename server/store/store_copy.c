/* store_copy.c -- see store_copy.h. */
#include "store_copy.h"

#include "store_wait.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 500, LOG_MAX = 1 << 20 };

typedef crypto_hash_sha256_state sum_state;

/* -- Rows that are kept ----------------------------------------------------------------- */

struct rows {
    struct store_cells *row;
    int n, max;
    bool no_memory;
};

static bool copy_rows_keep(void *context, const struct store_cells *given)
{
    struct rows *rows = context;

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
            rows->no_memory = true;
            return false;
        }
        memcpy(copy, given->cell[i].bytes, given->cell[i].n);
        copy[given->cell[i].n] = 0;
    }
    return true;
}

static void copy_rows_clear(struct rows *rows)
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
    *rows = (struct rows){0};
}

static bool copy_rows_read(struct store *store, enum store_part part, const char *table,
                           const char *after, int max, struct rows *rows)
{
    return store_wait_dump(store, part, table, after, max, copy_rows_keep, rows) &&
           !rows->no_memory;
}

/* -- The sum ---------------------------------------------------------------------------- */

static void copy_sum_row(sum_state *sum, const struct store_cells *row)
{
    for (int i = 0; i < row->n; i++) {
        char head[24];
        int n = row->cell[i].bytes ? snprintf(head, sizeof head, "%zu:", row->cell[i].n)
                                   : snprintf(head, sizeof head, "-:");
        crypto_hash_sha256_update(sum, (const unsigned char *)head,
                                  (unsigned long long)n);
        if (row->cell[i].bytes)
            crypto_hash_sha256_update(sum, (const unsigned char *)row->cell[i].bytes,
                                      row->cell[i].n);
    }
}

static void copy_sum_rows(sum_state *sum, const struct rows *rows)
{
    for (int i = 0; i < rows->n; i++) copy_sum_row(sum, &rows->row[i]);
}

/* A table's log, gaps and subscriptions, after its row. */
static bool copy_sum_table(struct store *store, const char *name, sum_state *sum,
                           struct store_counts *counts)
{
    struct rows log = {0}, gaps = {0}, pushes = {0};
    bool ok = copy_rows_read(store, STORE_LOG, name, NULL, LOG_MAX, &log) &&
              copy_rows_read(store, STORE_GAPS, name, NULL, LOG_MAX, &gaps) &&
              copy_rows_read(store, STORE_PUSHES, name, NULL, LOG_MAX, &pushes);

    copy_sum_rows(sum, &log);
    copy_sum_rows(sum, &gaps);
    copy_sum_rows(sum, &pushes);
    counts->tables++;
    counts->entries += log.n;
    counts->pushes += pushes.n;
    copy_rows_clear(&log);
    copy_rows_clear(&gaps);
    copy_rows_clear(&pushes);
    return ok;
}

/* Calls for every page of a part. */
static bool copy_each_page(struct store *store, enum store_part part,
                           bool (*page)(void *context, const struct rows *rows),
                           void *context)
{
    char after[STORE_KEY_MAX] = "";
    bool ok = true, more = true;

    for (bool first = true; ok && more; first = false) {
        struct rows rows = {0};
        ok = copy_rows_read(store, part, NULL, first ? NULL : after, PAGE, &rows) &&
             page(context, &rows);
        more = rows.n == PAGE && part != STORE_KEYS;
        if (rows.n)
            snprintf(after, sizeof after, "%s", rows.row[rows.n - 1].cell[0].bytes);
        copy_rows_clear(&rows);
    }
    return ok;
}

struct summing {
    struct store *store;
    struct store_counts *counts;
    sum_state sum;
};

static bool copy_sum_games(void *context, const struct rows *rows)
{
    struct summing *all = context;

    for (int i = 0; i < rows->n; i++) {
        copy_sum_row(&all->sum, &rows->row[i]);
        if (!copy_sum_table(all->store, rows->row[i].cell[0].bytes, &all->sum,
                            all->counts))
            return false;
    }
    return true;
}

static bool copy_sum_people(void *context, const struct rows *rows)
{
    struct summing *all = context;

    all->counts->people += rows->n;
    copy_sum_rows(&all->sum, rows);
    return true;
}

static bool copy_sum_pauses(void *context, const struct rows *rows)
{
    struct summing *all = context;

    all->counts->pauses += rows->n;
    copy_sum_rows(&all->sum, rows);
    return true;
}

static bool copy_sum_results(void *context, const struct rows *rows)
{
    struct summing *all = context;

    for (int i = 0; i < rows->n; i++) {
        struct rows seats = {0};
        bool ok = copy_rows_read(all->store, STORE_SEATS, rows->row[i].cell[1].bytes,
                                 NULL, LOG_MAX, &seats);
        all->counts->results++;
        copy_sum_row(&all->sum, &rows->row[i]);
        copy_sum_rows(&all->sum, &seats);
        copy_rows_clear(&seats);
        if (!ok) return false;
    }
    return true;
}

static bool copy_sum_tournaments(void *context, const struct rows *rows)
{
    struct summing *all = context;

    for (int i = 0; i < rows->n; i++) {
        struct rows lines = {0};
        bool ok = copy_rows_read(all->store, STORE_LINES, rows->row[i].cell[0].bytes,
                                 NULL, LOG_MAX, &lines);
        all->counts->tournaments++;
        copy_sum_row(&all->sum, &rows->row[i]);
        copy_sum_rows(&all->sum, &lines);
        copy_rows_clear(&lines);
        if (!ok) return false;
    }
    return true;
}

/* These are not counted. */
static bool copy_sum_others(void *context, const struct rows *rows)
{
    copy_sum_rows(&((struct summing *)context)->sum, rows);
    return true;
}

static bool copy_sum_names(void *context, const struct rows *rows)
{
    struct summing *all = context;

    all->counts->names += rows->n;
    copy_sum_rows(&all->sum, rows);
    return true;
}

bool store_copy_sum(struct store *store, struct store_counts *counts)
{
    struct summing all = {.store = store, .counts = counts};
    unsigned char hash[crypto_hash_sha256_BYTES];

    counts->tables = counts->entries = counts->people = 0;
    counts->pauses = counts->pushes = counts->names = counts->results = 0;
    counts->tournaments = 0;
    crypto_hash_sha256_init(&all.sum);
    bool ok = copy_each_page(store, STORE_GAMES, copy_sum_games, &all) &&
              copy_each_page(store, STORE_PEOPLE, copy_sum_people, &all) &&
              copy_each_page(store, STORE_PAUSES, copy_sum_pauses, &all) &&
              copy_each_page(store, STORE_KEYS, copy_sum_others, &all) &&
              copy_each_page(store, STORE_NAMES, copy_sum_names, &all) &&
              copy_each_page(store, STORE_CREDENTIALS, copy_sum_others, &all) &&
              copy_each_page(store, STORE_SESSIONS, copy_sum_others, &all) &&
              copy_each_page(store, STORE_RESULTS, copy_sum_results, &all) &&
              copy_each_page(store, STORE_TOURNAMENTS, copy_sum_tournaments, &all) &&
              copy_each_page(store, STORE_BANS, copy_sum_others, &all) &&
              copy_each_page(store, STORE_SILENCES, copy_sum_others, &all) &&
              copy_each_page(store, STORE_ACTS, copy_sum_others, &all);
    crypto_hash_sha256_final(&all.sum, hash);
    sodium_bin2hex(counts->sum, sizeof counts->sum, hash, sizeof hash);
    return ok;
}

/* -- The copy --------------------------------------------------------------------------- */

struct copying {
    struct store *from, *to;
    struct store_counts *counts;
    store_each_table *each;
    void *context;
    bool stopped;
};

static bool copy_same_rows(const struct rows *a, const struct rows *b)
{
    bool same = a->n == b->n;

    for (int i = 0; same && i < a->n; i++)
        for (int k = 0; same && k < a->row[i].n; k++) {
            const struct store_cell *one = &a->row[i].cell[k], *two = &b->row[i].cell[k];
            same = one->n == two->n && !one->bytes == !two->bytes &&
                   (!one->bytes || !memcmp(one->bytes, two->bytes, one->n));
        }
    return same;
}

/* All rows of a table but its own. */
static bool copy_read(struct store *store, const char *name, struct rows *rows)
{
    return copy_rows_read(store, STORE_LOG, name, NULL, LOG_MAX, rows) &&
           copy_rows_read(store, STORE_GAPS, name, NULL, LOG_MAX, rows) &&
           copy_rows_read(store, STORE_PUSHES, name, NULL, LOG_MAX, rows);
}

/* The row, the log, the gaps and the subscriptions of a table: together, or none of them. */
static bool copy_table(struct copying *copy, const struct store_cells *game)
{
    const char *name = game->cell[0].bytes;
    struct rows all = {0}, there = {0};
    bool ok = copy_rows_keep(&all, game) && copy_read(copy->from, name, &all) &&
              copy_rows_keep(&there, game) && copy_read(copy->to, name, &there);
    bool same = ok && copy_same_rows(&all, &there);

    if (ok) ok = store_wait_put(copy->to, all.row, same ? 1 : all.n);
    if (ok && same) copy->counts->same++;
    if (ok && !same) copy->counts->copied++;
    copy_rows_clear(&all);
    copy_rows_clear(&there);
    return ok;
}

static bool copy_games(void *context, const struct rows *rows)
{
    struct copying *copy = context;

    for (int i = 0; i < rows->n; i++) {
        if (!copy_table(copy, &rows->row[i])) return false;
        copy->stopped = !copy->each(copy->context, rows->row[i].cell[0].bytes, 0, NULL);
        if (copy->stopped) return false;
    }
    return true;
}

static bool copy_rows(void *context, const struct rows *rows)
{
    struct copying *copy = context;

    return !rows->n || store_wait_put(copy->to, rows->row, rows->n);
}

/* A result and its seats: together, or none of them. */
static bool copy_results(void *context, const struct rows *rows)
{
    struct copying *copy = context;
    bool ok = true;

    for (int i = 0; ok && i < rows->n; i++) {
        struct rows all = {0};
        ok = copy_rows_keep(&all, &rows->row[i]) &&
             copy_rows_read(copy->from, STORE_SEATS, rows->row[i].cell[1].bytes, NULL,
                            LOG_MAX, &all) &&
             store_wait_put(copy->to, all.row, all.n);
        copy_rows_clear(&all);
    }
    return ok;
}

/* A tournament and its lines, likewise. */
static bool copy_tournaments(void *context, const struct rows *rows)
{
    struct copying *copy = context;
    bool ok = true;

    for (int i = 0; ok && i < rows->n; i++) {
        struct rows all = {0};
        ok = copy_rows_keep(&all, &rows->row[i]) &&
             copy_rows_read(copy->from, STORE_LINES, rows->row[i].cell[0].bytes, NULL,
                            LOG_MAX, &all) &&
             store_wait_put(copy->to, all.row, all.n);
        copy_rows_clear(&all);
    }
    return ok;
}

bool store_copy(struct store *from, struct store *to, struct store_counts *counts,
                store_each_table *each, void *context, char *problem, size_t size)
{
    struct copying copy = {
        .from = from, .to = to, .counts = counts, .each = each, .context = context};
    struct store_counts there = {0};

    *counts = (struct store_counts){0};
    if (!copy_each_page(from, STORE_GAMES, copy_games, &copy) ||
        !copy_each_page(from, STORE_PEOPLE, copy_rows, &copy) ||
        !copy_each_page(from, STORE_PAUSES, copy_rows, &copy) ||
        !copy_each_page(from, STORE_KEYS, copy_rows, &copy) ||
        !copy_each_page(from, STORE_NAMES, copy_rows, &copy) ||
        !copy_each_page(from, STORE_CREDENTIALS, copy_rows, &copy) ||
        !copy_each_page(from, STORE_SESSIONS, copy_rows, &copy) ||
        !copy_each_page(from, STORE_RESULTS, copy_results, &copy) ||
        !copy_each_page(from, STORE_TOURNAMENTS, copy_tournaments, &copy) ||
        !copy_each_page(from, STORE_BANS, copy_rows, &copy) ||
        !copy_each_page(from, STORE_SILENCES, copy_rows, &copy) ||
        !copy_each_page(from, STORE_ACTS, copy_rows, &copy)) {
        const char *one = from->problem(from), *two = to->problem(to);
        snprintf(problem, size, "%s",
                 copy.stopped ? "stopped: the same command goes on from here"
                 : one[0]     ? one
                              : two);
        return false;
    }
    if (store_copy_sum(from, counts) && store_copy_sum(to, &there) &&
        !strcmp(counts->sum, there.sum))
        return true;
    snprintf(problem, size,
             "the two differ after the copy: the second one held something else before, "
             "or one of them is in use");
    return false;
}
