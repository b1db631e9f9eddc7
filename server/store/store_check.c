/* store_check.c -- is every log of a store whole? See store_copy.h. */
#include "store_copy.h"

#include "store_wait.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 500 };

struct checking {
    struct store *store;
    struct store_counts *counts;
    store_each_table *each;
    void *context;
    struct table *table;
    int64_t seq;     /* the last entry that was read */
    const char *why; /* what is wrong with it */
    char (*names)[STORE_NAME_MAX];
    int n_names;
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

/* False: stop. */
static bool store_check_table(struct checking *all, const char *name)
{
    all->table = table_new(name);
    all->seq = 0;
    all->why = NULL;
    if (!all->table) return false;
    bool read = store_wait_read(all->store, name, 0, INT32_MAX, store_check_entry, all);
    if (read && !all->why && (!all->seq || all->table->stage == TABLE_EMPTY))
        all->why = "the log has no beginning";
    table_free(all->table);
    all->counts->tables++;
    all->counts->broken += all->why != NULL;
    return all->each(all->context, name, all->seq, all->why) && read;
}

static bool store_check_note_name(void *context, const struct store_cells *row)
{
    struct checking *all = context;

    if (row->cell[0].n >= STORE_NAME_MAX) return true;
    memcpy(all->names[all->n_names++], row->cell[0].bytes, row->cell[0].n + 1);
    return true;
}

bool store_check(struct store *store, struct store_counts *counts, store_each_table *each,
                 void *context)
{
    struct checking all = {
        .store = store, .counts = counts, .each = each, .context = context};
    char after[STORE_NAME_MAX] = "";
    bool ok = (all.names = calloc(PAGE, sizeof *all.names)) != NULL;

    *counts = (struct store_counts){0};
    do {
        all.n_names = 0;
        ok = ok && store_wait_dump(store, STORE_GAMES, NULL, after[0] ? after : NULL,
                                   PAGE, store_check_note_name, &all);
        for (int i = 0; ok && i < all.n_names; i++)
            ok = store_check_table(&all, all.names[i]);
        if (ok && all.n_names) memcpy(after, all.names[all.n_names - 1], sizeof after);
    } while (ok && all.n_names == PAGE);
    free(all.names);
    return ok;
}
