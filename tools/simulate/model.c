/* model.c -- see model.h. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct model_table *model_find(struct model *model, const char *id)
{
    for (int i = 0; i < model->n; i++)
        if (!strcmp(model->table[i].id, id)) return &model->table[i];
    return NULL;
}

static char *model_copy(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);

    memcpy(copy, text, n);
    return copy;
}

/* -- Writing ---------------------------------------------------------------------------- */

static void model_put(struct model_table *table, const struct store_entry *entry)
{
    if (table->n == table->max) {
        table->max = table->max ? 2 * table->max : 32;
        table->text = realloc(table->text, (size_t)table->max * sizeof(char *));
        table->secret = realloc(table->secret, (size_t)table->max * sizeof(char *));
    }
    table->text[table->n] = model_copy(entry->text);
    table->secret[table->n++] = entry->secret ? model_copy(entry->secret) : NULL;
}

static struct model_table *model_set_row(struct model *model, const struct store_row *row)
{
    struct model_table *table = model_find(model, row->table);

    if (!table && model->n == MODEL_TABLES) return NULL;
    if (!table) {
        table = &model->table[model->n++];
        *table = (struct model_table){.created = row->created};
        snprintf(table->id, sizeof table->id, "%s", row->table);
    }
    table->updated = row->updated;
    table->deadline = row->deadline;
    table->listed = row->listed;
    table->over = row->over;
    table->awake = row->awake;
    return table;
}

/* In its place in the log, and by whoever has the table. */
static bool model_fits(struct model *model, const struct store_batch *batch, int i)
{
    const struct store_entry *entry = &batch->entries[i];
    const struct model_table *table = model_find(model, entry->table);
    int64_t before = table ? table->n : 0;

    for (int k = 0; k < i; k++) before += !strcmp(batch->entries[k].table, entry->table);
    if (entry->seq != before + 1) return false;
    if (!entry->epoch || (!table && entry->epoch == 1)) return true;
    return table && table->epoch == entry->epoch;
}

static const char *model_summary(const struct store_batch *batch, const char *table)
{
    for (int i = 0; i < batch->n_rows; i++)
        if (!strcmp(batch->rows[i].table, table)) return batch->rows[i].summary;
    return "";
}

static enum store_outcome model_append_all(struct model *model,
                                           const struct store_batch *batch)
{
    if (model->full) return STORE_FAILED;
    for (int i = 0; i < batch->n_entries; i++)
        if (!model_fits(model, batch, i)) return STORE_CONFLICT;
    for (int i = 0; i < batch->n_rows; i++)
        if (!model_set_row(model, &batch->rows[i])) return STORE_FAILED;
    for (int i = 0; i < batch->n_entries; i++) {
        const struct store_entry *entry = &batch->entries[i];
        struct model_table *table = model_find(model, entry->table);
        if (entry->seq == 1 && entry->epoch && batch->node) {
            snprintf(table->node, sizeof table->node, "%s", batch->node);
            table->epoch = 1;
            table->until = batch->until;
        }
        model_put(table, entry);
        if (model->stored) model->stored(entry, model_summary(batch, entry->table));
    }
    return STORE_DONE;
}

static void model_note(struct model *model, struct store_pause pause)
{
    bool same = model->n_pauses && model->pauses[0].gone == pause.gone;

    if (!same && model->n_pauses == MODEL_PAUSES) model->n_pauses--;
    if (!same)
        memmove(model->pauses + 1, model->pauses,
                (size_t)model->n_pauses++ * sizeof *model->pauses);
    model->pauses[0] = pause;
}

/* -- Owners ----------------------------------------------------------------------------- */

static void model_tell_owner(const struct model_table *table,
                             const struct model_call *call)
{
    struct store_owner owner = {table->id, table->node, table->epoch, table->until};

    call->each_owner(call->context, &owner);
}

static void model_add_gap(struct model_table *table, struct store_pause gap)
{
    if (gap.back <= gap.gone) return;
    for (int i = 0; i < table->n_gaps; i++)
        if (table->gaps[i].gone == gap.gone) return;
    if (table->n_gaps == STORE_GAPS_MAX) table->n_gaps--;
    memmove(table->gaps + 1, table->gaps, (size_t)table->n_gaps++ * sizeof gap);
    table->gaps[0] = gap;
}

/* By the clock of whoever takes it none of them ends in the future. */
static void model_cut_gaps(struct model_table *table, int64_t now)
{
    for (int i = 0; i < table->n_gaps; i++) {
        struct store_pause *gap = &table->gaps[i];
        if (gap->back > now) gap->back = gap->gone > now ? gap->gone : now;
    }
}

static void model_take_table(struct model *model, const struct model_call *call)
{
    struct model_table *table = model_find(model, call->table);
    int64_t lease = call->until;

    if (!table) return;
    if (!table->epoch || table->until <= call->now || !strcmp(table->node, call->node)) {
        model_cut_gaps(table, call->now);
        if (table->until > 0)
            model_add_gap(table, (struct store_pause){table->until - lease, call->now});
        snprintf(table->node, sizeof table->node, "%s", call->node);
        table->epoch++;
        if (model->taken) model->taken(table->id, call->node, table->epoch);
        table->until = call->now + lease;
    }
    model_tell_owner(table, call);
}

static void model_renew_all(struct model *model, const struct model_call *call)
{
    for (int i = 0; i < model->n; i++) {
        struct model_table *table = &model->table[i];
        if (!table->epoch || strcmp(table->node, call->node) != 0 ||
            table->until <= call->now)
            continue;
        if (table->until >= call->since) {
            table->until = call->until;
            if (model->renewed) model->renewed(table->id, call->node);
        }
        model_tell_owner(table, call);
    }
}

static void model_free_tables(struct model *model, const struct model_call *call)
{
    for (int i = 0; i < model->n; i++) {
        struct model_table *table = &model->table[i];
        bool ours =
            table->epoch && !strcmp(table->node, call->node) && table->until > call->now;
        if (ours && (!call->table[0] ||
                     (!strcmp(table->id, call->table) && table->epoch == call->since)))
            table->until = 0;
    }
}

/* -- Reading ---------------------------------------------------------------------------- */

static void model_read_log(struct model *model, struct model_call *call)
{
    const struct model_table *table = model_find(model, call->table);
    int max = call->max;

    call->answer.updated = table ? table->updated : INT64_MAX;
    if (table && !call->since) {
        call->answer.gaps = table->gaps;
        call->answer.n_gaps = table->n_gaps;
    }
    for (int64_t i = call->since; table && i < table->n && max-- > 0; i++)
        if (!call->each(call->context, i + 1, table->text[i], table->secret[i])) break;
}

static bool model_wants(const struct model_table *table, const struct model_call *call)
{
    if (call->what == MODEL_ORPHANS)
        return table->awake && table->deadline <= call->now &&
               (!table->epoch || table->until <= call->now);
    return call->awake ? table->awake : table->listed && !table->over;
}

static void model_list_rows(struct model *model, const struct model_call *call)
{
    int max = call->max;

    for (int i = 0; i < model->n && max > 0; i++) {
        const struct model_table *table = &model->table[i];
        struct store_row row = {.table = table->id,
                                .created = table->created,
                                .updated = table->updated,
                                .listed = table->listed,
                                .over = table->over,
                                .awake = table->awake,
                                .deadline = table->deadline,
                                .summary = "{}"};
        if (!model_wants(table, call)) continue;
        max--;
        if (!call->each_row(call->context, &row)) break;
    }
}

/* -- Calls ------------------------------------------------------------------------------ */

static void model_carry_out(struct model *model, struct model_call *call)
{
    call->carried_out = true;
    if (call->fails) {
        call->answer.how = STORE_FAILED;
        return;
    }
    switch (call->what) {
    case MODEL_APPEND:
        call->answer.how = model_append_all(model, call->batch);
        break;
    case MODEL_READ:
        model_read_log(model, call);
        break;
    case MODEL_LIST:
    case MODEL_ORPHANS:
        model_list_rows(model, call);
        break;
    case MODEL_NOTE:
        model_note(model, call->pause);
        break;
    case MODEL_TAKE:
        model_take_table(model, call);
        break;
    case MODEL_RENEW:
        model_renew_all(model, call);
        break;
    case MODEL_HAND_BACK:
        model_free_tables(model, call);
    }
    if (call->lies) call->answer.how = STORE_FAILED;
}

static bool model_one_in(struct model_store *s, int n)
{
    return n && s->chance() % (uint32_t)n == 0;
}

static void model_begin(struct store *store, const struct model_call *call)
{
    struct model_store *s = (struct model_store *)store;
    bool reads = call->what == MODEL_READ || call->what == MODEL_LIST ||
                 call->what == MODEL_ORPHANS;
    struct model_call **at = &s->lines[reads], *own = malloc(sizeof *own), *last = NULL;

    *own = *call;
    for (; *at; at = &(*at)->next) last = *at;
    *at = own;
    own->begins = s->now + (s->slow_ms ? s->chance() % (uint32_t)s->slow_ms : 0);
    if (last && own->begins < last->begins) own->begins = last->begins;
    own->answers = own->begins + (s->slow_ms ? s->chance() % (uint32_t)s->slow_ms : 0);
    if (last && own->answers < last->answers) own->answers = last->answers;
    own->fails = model_one_in(s, s->fail_in);
    own->lies = !own->fails && !reads && model_one_in(s, s->lie_in);
}

/* In the order in which they happen in the world; answers lead to new calls. */
void model_turn(struct model_store *s, int64_t now)
{
    s->now = now;
    for (int line = 0; line < 2 && !s->away; line++) {
        for (struct model_call *call = s->lines[line]; call; call = call->next)
            if (!call->carried_out && call->begins <= now)
                model_carry_out(s->model, call);
        while (s->lines[line] && s->lines[line]->answers <= now) {
            struct model_call *call = s->lines[line];
            if (!call->carried_out) model_carry_out(s->model, call);
            s->lines[line] = call->next;
            call->done(call->context, &call->answer);
            free(call);
        }
    }
}

void model_before_crash(struct model_store *s)
{
    for (struct model_call *call = s->lines[0]; call && !s->away; call = call->next)
        if (!call->carried_out && s->chance() % 4) /* the first of them, at least */
            model_carry_out(s->model, call);
        else if (!call->carried_out)
            break;
}

void model_crash(struct model_store *s)
{
    for (int line = 0; line < 2; line++)
        while (s->lines[line]) {
            struct model_call *call = s->lines[line];
            s->lines[line] = call->next;
            call->done(call->context, &(struct store_answer){.how = STORE_FAILED});
            free(call);
        }
    store_hours_free(&s->store);
}

/* -- The interface ---------------------------------------------------------------------- */

static void model_call_append(struct store *store, const struct store_batch *batch,
                              store_done *done, void *context)
{
    model_begin(store, &(struct model_call){.what = MODEL_APPEND,
                                            .batch = batch,
                                            .done = done,
                                            .context = context});
}

static void model_call_read(struct store *store, const char *table, int64_t since,
                            int max, store_each_entry *each, store_done *done,
                            void *context)
{
    struct model_call call = {.what = MODEL_READ,
                              .since = since,
                              .max = max,
                              .each = each,
                              .done = done,
                              .context = context};

    snprintf(call.table, sizeof call.table, "%s", table);
    model_begin(store, &call);
}

static void model_call_list(struct store *store, bool awake, int max,
                            store_each_row *each, store_done *done, void *context)
{
    model_begin(store, &(struct model_call){.what = MODEL_LIST,
                                            .awake = awake,
                                            .max = max,
                                            .each_row = each,
                                            .done = done,
                                            .context = context});
}

static void model_call_note(struct store *store, struct store_pause pause, int64_t drop,
                            store_done *done, void *context)
{
    (void)drop;
    /* At the start the server waits for it. */
    model_note(((struct model_store *)store)->model, pause);
    done(context, &(struct store_answer){.how = STORE_DONE});
}

static void model_call_hours(struct store *store, struct store_hours *out,
                             store_done *done, void *context)
{
    const struct model *model = ((struct model_store *)store)->model;

    out->alive = model->alive;
    out->latest = out->oldest = 0;
    for (int i = 0; i < model->n; i++) {
        if (model->table[i].updated > out->latest) out->latest = model->table[i].updated;
        if (!out->oldest || model->table[i].created < out->oldest)
            out->oldest = model->table[i].created;
    }
    memcpy(out->pauses, model->pauses, (size_t)model->n_pauses * sizeof *model->pauses);
    out->n_pauses = model->n_pauses;
    done(context, &(struct store_answer){.how = STORE_DONE});
}

static void model_call_set_back(struct store *store, int64_t now, store_done *done,
                                void *context)
{
    (void)store;
    (void)now;
    done(context, &(struct store_answer){.how = STORE_FAILED});
}

static void model_call_alive(struct store *store, int64_t now)
{
    struct model *model = ((struct model_store *)store)->model;

    if (now > model->alive) model->alive = now;
}

static void model_call_take(struct store *store, const char *table, const char *node,
                            int64_t now, int64_t lease, store_each_owner *each,
                            store_done *done, void *context)
{
    struct model_call call = {.what = MODEL_TAKE,
                              .now = now,
                              .until = lease,
                              .each_owner = each,
                              .done = done,
                              .context = context};

    snprintf(call.table, sizeof call.table, "%s", table);
    snprintf(call.node, sizeof call.node, "%s", node);
    model_begin(store, &call);
}

static void model_call_renew(struct store *store, const char *node, int64_t now,
                             int64_t least, int64_t until, store_each_owner *each,
                             store_done *done, void *context)
{
    struct model_call call = {.what = MODEL_RENEW,
                              .now = now,
                              .since = least,
                              .until = until,
                              .each_owner = each,
                              .done = done,
                              .context = context};

    snprintf(call.node, sizeof call.node, "%s", node);
    model_begin(store, &call);
}

static void model_call_hand_back(struct store *store, const char *table, const char *node,
                                 int64_t epoch, int64_t now, store_done *done,
                                 void *context)
{
    struct model_call call = {.what = MODEL_HAND_BACK,
                              .since = epoch,
                              .now = now,
                              .done = done,
                              .context = context};

    snprintf(call.table, sizeof call.table, "%s", table ? table : "");
    snprintf(call.node, sizeof call.node, "%s", node);
    model_begin(store, &call);
}

static void model_call_orphans(struct store *store, int64_t now, int max,
                               store_each_row *each, store_done *done, void *context)
{
    model_begin(store, &(struct model_call){.what = MODEL_ORPHANS,
                                            .now = now,
                                            .max = max,
                                            .each_row = each,
                                            .done = done,
                                            .context = context});
}

static const char *model_call_problem(struct store *store)
{
    (void)store;
    return "";
}

static const struct store_owners model_owners = {.take = model_call_take,
                                                 .renew = model_call_renew,
                                                 .hand_back = model_call_hand_back,
                                                 .orphans = model_call_orphans};

void model_open(struct model_store *s, struct model *model, uint32_t (*chance)(void))
{
    *s = (struct model_store){.store = {.append = model_call_append,
                                        .read = model_call_read,
                                        .list = model_call_list,
                                        .hours = model_call_hours,
                                        .note_pause = model_call_note,
                                        .set_back = model_call_set_back,
                                        .alive = model_call_alive,
                                        .owners = &model_owners,
                                        .shared = true,
                                        .problem = model_call_problem},
                              .model = model,
                              .chance = chance};
}

void model_clear(struct model *model)
{
    for (int i = 0; i < model->n; i++) {
        struct model_table *table = &model->table[i];
        for (int64_t k = 0; k < table->n; k++) {
            free(table->text[k]);
            free(table->secret[k]);
        }
        free(table->text);
        free(table->secret);
    }
    *model = (struct model){0};
}
