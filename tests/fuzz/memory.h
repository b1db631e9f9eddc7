/* memory.h -- for fuzz targets: a store in memory that fails when told, and chance that is the same
 * in every run. */
#ifndef AUDE_FUZZ_MEMORY_H
#define AUDE_FUZZ_MEMORY_H

#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/store_hours.h"

enum { MEMORY_TABLES = 16, MEMORY_PAUSES = 64 };

enum memory_what { MEMORY_APPEND, MEMORY_READ, MEMORY_LIST, MEMORY_FORGET, MEMORY_NOTE };

/* A call that a slow store has not answered yet. */
struct memory_call {
    struct memory_call *next;
    enum memory_what what;
    const struct store_batch *batch;
    char table[16];
    int64_t since; /* or `before`, or the pause to drop */
    struct store_pause pause;
    int max;
    bool awake;
    bool carried_out; /* but not answered */
    struct store_answer answer;
    store_each_entry *each;
    store_each_row *each_row;
    store_done *done;
    void *context;
};

struct memory_table {
    char id[16];
    char **text, **secret;
    int64_t n, max; /* entry `seq` is at seq - 1 */
    int64_t created, updated, deadline;
    bool listed, over, awake;
    int results;       /* that were stored for it, */
    char result[1000]; /* and the last one */
};

struct memory {
    struct store store;
    struct memory_table table[MEMORY_TABLES];
    int n;
    bool refuse; /* append() fails */
    bool lie;    /* it stores, and says that it failed */
    bool mute;   /* read() fails */
    bool slow;   /* calls wait until memory_turn() */
    struct memory_call *calls;
    int64_t alive;
    struct store_pause pauses[MEMORY_PAUSES]; /* the latest first */
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

    randombytes_set_implementation(&chance);
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

/* A result as text, to be compared. */
static void memory_result_text(const struct store_result *result, char *out, size_t size)
{
    int n = snprintf(out, size, "%s %lld-%lld pool %d rated %d open %d why %d turns %d",
                     result->table, (long long)result->began, (long long)result->ended,
                     result->pool, result->rated, result->open, (int)result->why,
                     result->turns);

    for (int i = 0; i < result->n_seats && n >= 0 && (size_t)n < size; i++)
        n += snprintf(out + n, size - (size_t)n, " %s/%lld/%lld/%d",
                      result->seat[i].label, (long long)result->seat[i].name,
                      (long long)result->seat[i].points, result->seat[i].place);
}

static void memory_put_result(struct memory *all, const struct store_result *result)
{
    struct memory_table *table = memory_find(all, result->table);

    table->results++;
    memory_result_text(result, table->result, sizeof table->result);
}

/* All or nothing: every entry follows the one before it. */
static enum store_outcome memory_do_append(struct memory *all,
                                           const struct store_batch *batch)
{
    if (all->refuse) return STORE_FAILED;
    for (int i = 0; i < batch->n_entries; i++) {
        const struct store_entry *entry = &batch->entries[i];
        const struct memory_table *table = memory_find(all, entry->table);
        int64_t before = table ? table->n : 0;
        for (int k = 0; k < i; k++)
            before += !strcmp(batch->entries[k].table, entry->table);
        if (entry->seq != before + 1) return STORE_CONFLICT;
    }
    for (int i = 0; i < batch->n_rows; i++)
        if (!memory_set_row(all, &batch->rows[i])) return STORE_FAILED;
    for (int i = 0; i < batch->n_entries; i++)
        memory_put(memory_find(all, batch->entries[i].table), batch->entries[i].text,
                   batch->entries[i].secret);
    for (int i = 0; i < batch->n_results; i++) memory_put_result(all, &batch->results[i]);
    return all->lie ? STORE_FAILED : STORE_DONE;
}

static void memory_do_read(struct memory *all, struct memory_call *call)
{
    const struct memory_table *table = memory_find(all, call->table);
    int max = call->max;

    call->answer.updated = table ? table->updated : INT64_MAX;
    for (int64_t i = call->since; table && i < table->n && max-- > 0; i++)
        if (!call->each(call->context, i + 1, table->text[i], table->secret[i])) break;
}

static void memory_do_list(struct memory *all, const struct memory_call *call)
{
    int max = call->max;

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
        bool wanted = call->awake ? table->awake : table->listed && !table->over;
        if (wanted && !call->each_row(call->context, &row)) break;
    }
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

static int memory_do_forget(struct memory *all, int64_t before)
{
    int n = all->n;

    for (int i = all->n - 1; i >= 0; i--)
        if (all->table[i].updated < before) {
            memory_drop(&all->table[i]);
            all->table[i] = all->table[--all->n];
        }
    return n - all->n;
}

static void memory_do_note(struct memory *all, struct store_pause pause)
{
    bool same = all->n_pauses && all->pauses[0].gone == pause.gone;

    if (!same && all->n_pauses == MEMORY_PAUSES) all->n_pauses--;
    if (!same)
        memmove(all->pauses + 1, all->pauses,
                (size_t)all->n_pauses++ * sizeof *all->pauses);
    all->pauses[0] = pause;
}

/* -- Calls ------------------------------------------------------------------------------ */

static void memory_carry_out(struct memory *all, struct memory_call *call)
{
    if (call->carried_out) return;
    call->carried_out = true;
    switch (call->what) {
    case MEMORY_APPEND:
        call->answer.how = memory_do_append(all, call->batch);
        break;
    case MEMORY_READ:
        call->answer.how = all->mute ? STORE_FAILED : STORE_DONE;
        if (!all->mute) memory_do_read(all, call);
        break;
    case MEMORY_LIST:
        memory_do_list(all, call);
        break;
    case MEMORY_FORGET:
        call->answer.n = memory_do_forget(all, call->since);
        break;
    case MEMORY_NOTE:
        call->answer.how = all->refuse ? STORE_FAILED : STORE_DONE;
        if (!all->refuse) memory_do_note(all, call->pause);
    }
}

static void memory_begin_call(struct store *store, const struct memory_call *call)
{
    struct memory *all = (struct memory *)store;
    struct memory_call **at = &all->calls, *own = malloc(sizeof *own);

    *own = *call;
    if (!all->slow && !all->calls) {
        memory_carry_out(all, own);
        own->done(own->context, &own->answer);
        free(own);
        return;
    }
    while (*at) at = &(*at)->next;
    *at = own;
}

/* A slow store answers the first `n` calls that wait. */
static inline void memory_turn(struct memory *all, int n)
{
    while (all->calls && n-- > 0) {
        struct memory_call *call = all->calls;
        all->calls = call->next;
        memory_carry_out(all, call);
        call->done(call->context, &call->answer);
        free(call);
    }
}

/* The server is about to be killed: some of what it began is done, and nobody hears of it. */
static inline void memory_before_crash(struct memory *all, int done)
{
    for (struct memory_call *call = all->calls; call && done-- > 0; call = call->next)
        memory_carry_out(all, call);
}

/* It was killed: nobody waits any more. */
static void memory_after_crash(struct memory *all)
{
    while (all->calls) {
        struct memory_call *call = all->calls;
        all->calls = call->next;
        call->done(call->context, &(struct store_answer){.how = STORE_FAILED});
        free(call);
    }
}

static void memory_append(struct store *store, const struct store_batch *batch,
                          store_done *done, void *context)
{
    memory_begin_call(store, &(struct memory_call){.what = MEMORY_APPEND,
                                                   .batch = batch,
                                                   .done = done,
                                                   .context = context});
}

static void memory_read(struct store *store, const char *id, int64_t since, int max,
                        store_each_entry *each, store_done *done, void *context)
{
    struct memory_call call = {.what = MEMORY_READ,
                               .since = since,
                               .max = max,
                               .each = each,
                               .done = done,
                               .context = context};

    strncpy(call.table, id, sizeof call.table - 1);
    memory_begin_call(store, &call);
}

static void memory_list(struct store *store, bool awake, int max, store_each_row *each,
                        store_done *done, void *context)
{
    memory_begin_call(store, &(struct memory_call){.what = MEMORY_LIST,
                                                   .awake = awake,
                                                   .max = max,
                                                   .each_row = each,
                                                   .done = done,
                                                   .context = context});
}

static void memory_forget(struct store *store, int64_t before, store_done *done,
                          void *context)
{
    memory_begin_call(store, &(struct memory_call){.what = MEMORY_FORGET,
                                                   .since = before,
                                                   .done = done,
                                                   .context = context});
}

static void memory_note(struct store *store, struct store_pause pause, int64_t drop,
                        store_done *done, void *context)
{
    (void)drop;
    memory_begin_call(store, &(struct memory_call){.what = MEMORY_NOTE,
                                                   .pause = pause,
                                                   .done = done,
                                                   .context = context});
}

/* At the start the server waits: the answer comes at once. */
static void memory_hours(struct store *store, struct store_hours *out, store_done *done,
                         void *context)
{
    struct memory *all = (struct memory *)store;

    out->alive = all->alive;
    out->latest = out->oldest = 0;
    for (int i = 0; i < all->n; i++) {
        if (all->table[i].updated > out->latest) out->latest = all->table[i].updated;
        if (!out->oldest || all->table[i].created < out->oldest)
            out->oldest = all->table[i].created;
    }
    memcpy(out->pauses, all->pauses, (size_t)all->n_pauses * sizeof *all->pauses);
    out->n_pauses = all->n_pauses;
    done(context, &(struct store_answer){.how = STORE_DONE});
}

static void memory_set_back(struct store *store, int64_t now, store_done *done,
                            void *context)
{
    (void)store;
    (void)now;
    done(context, &(struct store_answer){.how = STORE_FAILED});
}

static void memory_alive(struct store *store, int64_t now)
{
    ((struct memory *)store)->alive = now;
}

static const char *memory_problem(struct store *store)
{
    (void)store;
    return "";
}

static void memory_close(struct store *store)
{
    struct memory *all = (struct memory *)store;

    memory_after_crash(all);
    for (int i = 0; i < all->n; i++) memory_drop(&all->table[i]);
    store_hours_free(store);
}

static void memory_open(struct memory *all)
{
    *all = (struct memory){.store = {.append = memory_append,
                                     .read = memory_read,
                                     .list = memory_list,
                                     .forget = memory_forget,
                                     .hours = memory_hours,
                                     .note_pause = memory_note,
                                     .set_back = memory_set_back,
                                     .alive = memory_alive,
                                     .problem = memory_problem,
                                     .close = memory_close}};
}

#endif
