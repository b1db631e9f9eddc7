/* memory.h -- for fuzz targets: a store in memory that fails when told, and chance that is the same
 * in every run. */
#ifndef AUDE_FUZZ_MEMORY_H
#define AUDE_FUZZ_MEMORY_H

#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/store.h"

enum { MEMORY_TABLES = 16, MEMORY_PAUSES = 64 };

struct memory_table {
    char id[16];
    char **text, **secret;
    int64_t n, max; /* entry `seq` is at seq - 1 */
    int64_t created, updated, deadline;
    bool listed, over, awake;
};

struct memory {
    struct store store;
    struct memory_table table[MEMORY_TABLES];
    int n;
    bool refuse; /* append() fails */
    bool lie;    /* it stores, and says that it failed */
    bool mute;   /* read() fails */
    int64_t alive, gone[MEMORY_PAUSES], back[MEMORY_PAUSES];
    int n_pauses;
};

/* Tables are large: what is freed need not be kept for long, nor where it came from. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=4:malloc_context_size=3:max_malloc_fill_size=0";
}

/* -- Chance ----------------------------------------------------------------------------- */

static uint64_t memory_chance;

static uint32_t memory_random(void)
{
    memory_chance = memory_chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(memory_chance >> 33);
}

static void memory_fill(void *const out, const size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((unsigned char *)out)[i] = (unsigned char)memory_random();
}

static const char *memory_name(void)
{
    return "fuzz";
}

/* Before anything of libsodium, at the beginning of every run. */
static void memory_begin(void)
{
    static randombytes_implementation chance = {
        .implementation_name = memory_name, .random = memory_random, .buf = memory_fill};
    static bool set;

    if (!set) randombytes_set_implementation(&chance);
    set = true;
    memory_chance = 1;
}

/* -- The store -------------------------------------------------------------------------- */

static struct memory_table *memory_find(struct memory *all, const char *id)
{
    for (int i = 0; i < all->n; i++)
        if (!strcmp(all->table[i].id, id)) return &all->table[i];
    return NULL;
}

static char *memory_copy(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);

    memcpy(copy, text, n);
    return copy;
}

static void memory_put(struct memory_table *table, const char *text, const char *secret)
{
    if (table->n == table->max) {
        table->max = table->max ? 2 * table->max : 16;
        table->text = realloc(table->text, (size_t)table->max * sizeof(char *));
        table->secret = realloc(table->secret, (size_t)table->max * sizeof(char *));
    }
    table->text[table->n] = memory_copy(text);
    table->secret[table->n++] = secret ? memory_copy(secret) : NULL;
}

static bool memory_set_row(struct memory *all, const struct store_row *row)
{
    struct memory_table *table = memory_find(all, row->table);

    if (!table && all->n == MEMORY_TABLES) return false;
    if (!table) {
        table = &all->table[all->n++];
        *table = (struct memory_table){.created = row->created};
        strncpy(table->id, row->table, sizeof table->id - 1);
    }
    table->updated = row->updated;
    table->deadline = row->deadline;
    table->listed = row->listed;
    table->over = row->over;
    table->awake = row->awake;
    return true;
}

/* All or nothing: every entry follows the one before it. */
static bool memory_append(struct store *store, const struct store_batch *batch)
{
    struct memory *all = (struct memory *)store;

    if (all->refuse) return false;
    for (int i = 0; i < batch->n_entries; i++) {
        const struct store_entry *entry = &batch->entries[i];
        const struct memory_table *table = memory_find(all, entry->table);
        int64_t before = table ? table->n : 0;
        for (int k = 0; k < i; k++)
            before += !strcmp(batch->entries[k].table, entry->table);
        if (entry->seq != before + 1) return false;
    }
    for (int i = 0; i < batch->n_rows; i++)
        if (!memory_set_row(all, &batch->rows[i])) return false;
    for (int i = 0; i < batch->n_entries; i++)
        memory_put(memory_find(all, batch->entries[i].table), batch->entries[i].text,
                   batch->entries[i].secret);
    return !all->lie;
}

static bool memory_read(struct store *store, const char *id, int64_t since, int max,
                        store_each_entry *each, void *context)
{
    struct memory *all = (struct memory *)store;
    const struct memory_table *table = memory_find(all, id);

    if (all->mute) return false;
    for (int64_t i = since; table && i < table->n && max-- > 0; i++)
        if (!each(context, i + 1, table->text[i], table->secret[i])) break;
    return true;
}

static int64_t memory_updated(struct store *store, const char *name)
{
    const struct memory *all = (struct memory *)store;

    for (int i = 0; i < all->n; i++)
        if (!strcmp(all->table[i].id, name)) return all->table[i].updated;
    return INT64_MAX;
}

static bool memory_list(struct store *store, bool awake, int max, store_each_row *each,
                        void *context)
{
    struct memory *all = (struct memory *)store;

    for (int i = 0; i < all->n && max-- > 0; i++) {
        const struct memory_table *table = &all->table[i];
        struct store_row row = {.table = table->id,
                                .created = table->created,
                                .updated = table->updated,
                                .listed = table->listed,
                                .over = table->over,
                                .awake = table->awake,
                                .deadline = table->deadline,
                                .summary = "{}"};
        bool wanted = awake ? table->awake : table->listed && !table->over;
        if (wanted && !each(context, &row)) break;
    }
    return true;
}

static void memory_drop(struct memory_table *table)
{
    for (int64_t i = 0; i < table->n; i++) {
        free(table->text[i]);
        free(table->secret[i]);
    }
    free(table->text);
    free(table->secret);
}

static int memory_forget(struct store *store, int64_t before)
{
    struct memory *all = (struct memory *)store;
    int n = all->n;

    for (int i = all->n - 1; i >= 0; i--)
        if (all->table[i].updated < before) {
            memory_drop(&all->table[i]);
            all->table[i] = all->table[--all->n];
        }
    return n - all->n;
}

static bool memory_begins(struct store *store, int64_t *now)
{
    struct memory *all = (struct memory *)store;

    if (*now < all->alive) *now = all->alive;
    if (all->alive && *now > all->alive && all->n_pauses < MEMORY_PAUSES) {
        all->gone[all->n_pauses] = all->alive;
        all->back[all->n_pauses++] = *now;
    }
    all->alive = *now;
    return true;
}

static void memory_alive(struct store *store, int64_t now)
{
    ((struct memory *)store)->alive = now;
}

static int64_t memory_down(struct store *store, int64_t from)
{
    const struct memory *all = (struct memory *)store;
    int64_t sum = 0;

    for (int i = 0; i < all->n_pauses; i++)
        if (all->back[i] > from)
            sum += all->back[i] - (all->gone[i] > from ? all->gone[i] : from);
    return sum;
}

static const char *memory_problem(struct store *store)
{
    (void)store;
    return "";
}

static void memory_close(struct store *store)
{
    struct memory *all = (struct memory *)store;

    for (int i = 0; i < all->n; i++) memory_drop(&all->table[i]);
}

static void memory_open(struct memory *all)
{
    *all = (struct memory){.store = {.append = memory_append,
                                     .read = memory_read,
                                     .updated = memory_updated,
                                     .list = memory_list,
                                     .forget = memory_forget,
                                     .begin = memory_begins,
                                     .alive = memory_alive,
                                     .down = memory_down,
                                     .problem = memory_problem,
                                     .close = memory_close}};
}

#endif
