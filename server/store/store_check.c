/* store_check.c -- is a store whole: every log, and what lies around them? See store_copy.h. */
#include "store_copy.h"

#include "store_wait.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 500, FAULTS_MAX = 100 };

struct checked_row {
    char name[STORE_NAME_MAX];
    bool over; /* so it says */
};

struct checking {
    struct store *store;
    struct store_counts *counts;
    store_each_table *each;
    void *context;
    struct table *table;
    int64_t seq;     /* the last entry that was read */
    const char *why; /* what is wrong with it */
    struct checked_row *rows;
    int n_rows;
};

/* The last hash that an entry tells must be the game's. */
static bool store_check_hash(const struct table *table, const char *text)
{
    const char *at = text, *last = NULL;
    unsigned long long hash;

    while ((at = strstr(at, "; hash "))) last = at += 7;
    if (!last || !table->sitting.game || sscanf(last, "%16llx", &hash) != 1) return true;
    return hash == aude_game_hash(table->sitting.game);
}

static bool store_check_entry(void *context, int64_t seq, const char *text,
                              const char *secret)
{
    struct checking *all = context;

    if (seq != all->seq + 1)
        all->why = "an entry is missing";
    else if (!table_fold(all->table, text, secret))
        all->why = "an entry does not fit those before it";
    else if (!store_check_hash(all->table, text))
        all->why = "the hash of a turn is not the game's";
    all->seq = seq;
    all->counts->entries++;
    return !all->why;
}

/* What is wrong with a log that was read to its end. */
static const char *store_check_end(const struct checking *all, bool over)
{
    if (!all->seq || all->table->stage == TABLE_EMPTY) return "the log has no beginning";
    if (over && all->table->stage != TABLE_OVER)
        return "the game is over, but the log lacks its end";
    if (!over && all->table->stage == TABLE_OVER)
        return "the log is at its end, but the table is not called over";
    return NULL;
}

/* False: stop. */
static bool store_check_table(struct checking *all, const char *name, bool over)
{
    all->table = table_new(name);
    all->seq = 0;
    all->why = NULL;
    if (!all->table) return false;
    bool read = store_wait_read(all->store, name, 0, INT32_MAX, store_check_entry, all);
    if (read && !all->why) all->why = store_check_end(all, over);
    table_free(all->table);
    all->counts->tables++;
    all->counts->broken += all->why != NULL;
    return all->each(all->context, name, all->seq, all->why) && read;
}

static bool store_check_note_row(void *context, const struct store_cells *row)
{
    struct checking *all = context;

    if (row->cell[0].n >= STORE_NAME_MAX) return true;
    memcpy(all->rows[all->n_rows].name, row->cell[0].bytes, row->cell[0].n + 1);
    all->rows[all->n_rows++].over = atoi(row->cell[4].bytes) != 0;
    return true;
}

static bool store_check_fault(void *context, const struct store_cells *row)
{
    struct checking *all = context;

    all->counts->faults++;
    return all->each(all->context, NULL, 0, row->cell[0].bytes);
}

/* All that is not a log: its pages, what belongs to nothing, and whether every row can be read. */
static bool store_check_rest(struct checking *all)
{
    struct store_counts others;

    if (!store_wait_dump(all->store, STORE_FAULTS, NULL, NULL, FAULTS_MAX,
                         store_check_fault, all))
        return false;
    if (all->counts->faults) return true; /* it need not be readable */
    if (!store_copy_sum(all->store, &others)) return false;
    memcpy(all->counts->sum, others.sum, sizeof others.sum);
    return true;
}

bool store_check(struct store *store, struct store_counts *counts, store_each_table *each,
                 void *context)
{
    struct checking all = {
        .store = store, .counts = counts, .each = each, .context = context};
    char after[STORE_NAME_MAX] = "";
    bool ok = (all.rows = calloc(PAGE, sizeof *all.rows)) != NULL;

    *counts = (struct store_counts){0};
    ok = ok && store_check_rest(&all);
    do {
        all.n_rows = 0;
        ok = ok && store_wait_dump(store, STORE_GAMES, NULL, after[0] ? after : NULL,
                                   PAGE, store_check_note_row, &all);
        for (int i = 0; ok && i < all.n_rows; i++)
            ok = store_check_table(&all, all.rows[i].name, all.rows[i].over);
        if (ok && all.n_rows) memcpy(after, all.rows[all.n_rows - 1].name, sizeof after);
    } while (ok && all.n_rows == PAGE);
    free(all.rows);
    return ok;
}
