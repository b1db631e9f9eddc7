/* store_copy.c -- see store_copy.h. */
#include "store_copy.h"

#include "store_rows.h"
#include "store_wait.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef crypto_hash_sha256_state sum_state;

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

static void copy_sum_rows(sum_state *sum, const struct store_rows *rows)
{
    for (int i = 0; i < rows->n; i++) copy_sum_row(sum, &rows->row[i]);
}

/* A table's log, gaps and subscriptions, after its row. */
static bool copy_sum_table(struct store *store, const char *name, sum_state *sum,
                           struct store_counts *counts)
{
    struct store_rows log = {0}, gaps = {0}, pushes = {0};
    bool ok = store_rows_read(store, STORE_LOG, name, NULL, STORE_ROWS_MAX, &log) &&
              store_rows_read(store, STORE_GAPS, name, NULL, STORE_ROWS_MAX, &gaps) &&
              store_rows_read(store, STORE_PUSHES, name, NULL, STORE_ROWS_MAX, &pushes);

    copy_sum_rows(sum, &log);
    copy_sum_rows(sum, &gaps);
    copy_sum_rows(sum, &pushes);
    counts->tables++;
    counts->entries += log.n;
    counts->pushes += pushes.n;
    store_rows_clear(&log);
    store_rows_clear(&gaps);
    store_rows_clear(&pushes);
    return ok;
}

struct summing {
    struct store *store;
    struct store_counts *counts;
    sum_state sum;
};

static bool copy_sum_games(void *context, const struct store_rows *rows)
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

static bool copy_sum_people(void *context, const struct store_rows *rows)
{
    struct summing *all = context;

    all->counts->people += rows->n;
    copy_sum_rows(&all->sum, rows);
    return true;
}

static bool copy_sum_pauses(void *context, const struct store_rows *rows)
{
    struct summing *all = context;

    all->counts->pauses += rows->n;
    copy_sum_rows(&all->sum, rows);
    return true;
}

static bool copy_sum_results(void *context, const struct store_rows *rows)
{
    struct summing *all = context;

    for (int i = 0; i < rows->n; i++) {
        struct store_rows seats = {0};
        bool ok = store_rows_read(all->store, STORE_SEATS, rows->row[i].cell[1].bytes,
                                  NULL, STORE_ROWS_MAX, &seats);
        all->counts->results++;
        copy_sum_row(&all->sum, &rows->row[i]);
        copy_sum_rows(&all->sum, &seats);
        store_rows_clear(&seats);
        if (!ok) return false;
    }
    return true;
}

static bool copy_sum_tournaments(void *context, const struct store_rows *rows)
{
    struct summing *all = context;

    for (int i = 0; i < rows->n; i++) {
        struct store_rows lines = {0};
        bool ok = store_rows_read(all->store, STORE_LINES, rows->row[i].cell[0].bytes,
                                  NULL, STORE_ROWS_MAX, &lines);
        all->counts->tournaments++;
        copy_sum_row(&all->sum, &rows->row[i]);
        copy_sum_rows(&all->sum, &lines);
        store_rows_clear(&lines);
        if (!ok) return false;
    }
    return true;
}

/* These are not counted. */
static bool copy_sum_others(void *context, const struct store_rows *rows)
{
    copy_sum_rows(&((struct summing *)context)->sum, rows);
    return true;
}

static bool copy_sum_names(void *context, const struct store_rows *rows)
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
    bool ok =
        store_rows_each_page(store, STORE_GAMES, copy_sum_games, &all) &&
        store_rows_each_page(store, STORE_PEOPLE, copy_sum_people, &all) &&
        store_rows_each_page(store, STORE_PAUSES, copy_sum_pauses, &all) &&
        store_rows_each_page(store, STORE_KEYS, copy_sum_others, &all) &&
        store_rows_each_page(store, STORE_NAMES, copy_sum_names, &all) &&
        store_rows_each_page(store, STORE_CREDENTIALS, copy_sum_others, &all) &&
        store_rows_each_page(store, STORE_SESSIONS, copy_sum_others, &all) &&
        store_rows_each_page(store, STORE_RESULTS, copy_sum_results, &all) &&
        store_rows_each_page(store, STORE_TOURNAMENTS, copy_sum_tournaments, &all) &&
        store_rows_each_page(store, STORE_BANS, copy_sum_others, &all) &&
        store_rows_each_page(store, STORE_SILENCES, copy_sum_others, &all) &&
        store_rows_each_page(store, STORE_ACTS, copy_sum_others, &all);
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

/* All rows of a table but its own. */
static bool copy_read(struct store *store, const char *name, struct store_rows *rows)
{
    return store_rows_read(store, STORE_LOG, name, NULL, STORE_ROWS_MAX, rows) &&
           store_rows_read(store, STORE_GAPS, name, NULL, STORE_ROWS_MAX, rows) &&
           store_rows_read(store, STORE_PUSHES, name, NULL, STORE_ROWS_MAX, rows);
}

/* The row, the log, the gaps and the subscriptions of a table: together, or none of them. */
static bool copy_table(struct copying *copy, const struct store_cells *game)
{
    const char *name = game->cell[0].bytes;
    struct store_rows all = {0}, there = {0};
    bool ok = store_rows_keep(&all, game) && copy_read(copy->from, name, &all) &&
              store_rows_keep(&there, game) && copy_read(copy->to, name, &there);
    bool same = ok && all.n == there.n && store_rows_same(&all, &there, all.n);

    if (ok) ok = store_wait_put(copy->to, all.row, same ? 1 : all.n);
    if (ok && same) copy->counts->same++;
    if (ok && !same) copy->counts->copied++;
    store_rows_clear(&all);
    store_rows_clear(&there);
    return ok;
}

static bool copy_games(void *context, const struct store_rows *rows)
{
    struct copying *copy = context;

    for (int i = 0; i < rows->n; i++) {
        if (!copy_table(copy, &rows->row[i])) return false;
        copy->stopped = !copy->each(copy->context, rows->row[i].cell[0].bytes, 0, NULL);
        if (copy->stopped) return false;
    }
    return true;
}

static bool copy_rows(void *context, const struct store_rows *rows)
{
    struct copying *copy = context;

    return !rows->n || store_wait_put(copy->to, rows->row, rows->n);
}

/* A result and its seats: together, or none of them. */
static bool copy_results(void *context, const struct store_rows *rows)
{
    struct copying *copy = context;
    bool ok = true;

    for (int i = 0; ok && i < rows->n; i++) {
        struct store_rows all = {0};
        ok = store_rows_keep(&all, &rows->row[i]) &&
             store_rows_read(copy->from, STORE_SEATS, rows->row[i].cell[1].bytes, NULL,
                             STORE_ROWS_MAX, &all) &&
             store_wait_put(copy->to, all.row, all.n);
        store_rows_clear(&all);
    }
    return ok;
}

/* A tournament and its lines, likewise. */
static bool copy_tournaments(void *context, const struct store_rows *rows)
{
    struct copying *copy = context;
    bool ok = true;

    for (int i = 0; ok && i < rows->n; i++) {
        struct store_rows all = {0};
        ok = store_rows_keep(&all, &rows->row[i]) &&
             store_rows_read(copy->from, STORE_LINES, rows->row[i].cell[0].bytes, NULL,
                             STORE_ROWS_MAX, &all) &&
             store_wait_put(copy->to, all.row, all.n);
        store_rows_clear(&all);
    }
    return ok;
}

/* False, and what one of the two says about it. */
static bool copy_failed(struct store *from, struct store *to, char *problem, size_t size)
{
    const char *one = from->problem(from), *two = to->problem(to);

    snprintf(problem, size, "%s", one[0] ? one : two[0] ? two : "out of memory");
    return false;
}

bool store_copy(struct store *from, struct store *to, struct store_counts *counts,
                store_each_table *each, void *context, char *problem, size_t size)
{
    struct copying copy = {
        .from = from, .to = to, .counts = counts, .each = each, .context = context};
    struct store_counts there = {0};

    *counts = (struct store_counts){0};
    if (!store_fits(from, to, problem, size)) return false;
    if (!store_rows_each_page(from, STORE_GAMES, copy_games, &copy) ||
        !store_rows_each_page(from, STORE_PEOPLE, copy_rows, &copy) ||
        !store_rows_each_page(from, STORE_PAUSES, copy_rows, &copy) ||
        !store_rows_each_page(from, STORE_KEYS, copy_rows, &copy) ||
        !store_rows_each_page(from, STORE_NAMES, copy_rows, &copy) ||
        !store_rows_each_page(from, STORE_CREDENTIALS, copy_rows, &copy) ||
        !store_rows_each_page(from, STORE_SESSIONS, copy_rows, &copy) ||
        !store_rows_each_page(from, STORE_RESULTS, copy_results, &copy) ||
        !store_rows_each_page(from, STORE_TOURNAMENTS, copy_tournaments, &copy) ||
        !store_rows_each_page(from, STORE_BANS, copy_rows, &copy) ||
        !store_rows_each_page(from, STORE_SILENCES, copy_rows, &copy) ||
        !store_rows_each_page(from, STORE_ACTS, copy_rows, &copy)) {
        if (!copy.stopped) return copy_failed(from, to, problem, size);
        snprintf(problem, size, "stopped: the same command goes on from here");
        return false;
    }
    if (!store_copy_sum(from, counts) || !store_copy_sum(to, &there))
        return copy_failed(from, to, problem, size);
    if (!strcmp(counts->sum, there.sum)) return true;
    snprintf(problem, size,
             "the two differ after the copy: one of them is in use, or the second one "
             "was a copy and the first one has since removed something");
    return false;
}
