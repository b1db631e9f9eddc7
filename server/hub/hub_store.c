/* hub_store.c -- the end of a round: what it brought is stored at once, then acknowledged and
 * told to everybody. And what is read back from the store: lists and records. */
#include "hub_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* -- One batch -------------------------------------------------------------------------- */

struct batch {
    struct store_entry *entry;
    struct store_row *row;
    const char **people;
    const char *(*owners)[STORE_OWNERS_MAX]; /* of each turn */
    struct store_turn *turn;
    int n, m, n_turns;
};

static int count_kept_out(const struct hub *hub, int *rooms)
{
    int n = 0;

    *rooms = 0;
    for (const struct room *room = hub->dirty; room; room = room->next_dirty) {
        n += room->table->n_out;
        ++*rooms;
    }
    return n;
}

static bool batch_add_room(const struct hub *hub, struct batch *batch,
                           const struct room *room)
{
    const struct table *table = room->table;
    struct store_row *row = &batch->row[batch->m++];

    int64_t deadline = table_deadline(table);
    bool awake = table->stage == TABLE_PLAY && table->options.clock &&
                 !table->sitting.paused && deadline < INT64_MAX;

    *row = (struct store_row){.table = table->id,
                              .created = table->created,
                              .updated = table->updated,
                              .listed = table->options.listed,
                              .over = table->stage == TABLE_OVER,
                              .awake = awake,
                              .deadline = awake ? deadline : 0,
                              .origin = room->origin,
                              .summary = table_summary(room->table)};
    if (hub__turn(hub, room, &batch->turn[batch->n_turns], batch->owners[batch->n_turns]))
        batch->n_turns++;
    for (int i = 0; i < table->n_out; i++) {
        const struct table_entry *out = &table->out[i];
        batch->entry[batch->n++] = (struct store_entry){
            .table = table->id,
            .seq = out->seq,
            .at = json_integer_value(json_object_get(out->text, "at")),
            .text = json_dumps(out->text, JSON_COMPACT),
            .secret = out->secret ? json_dumps(out->secret, JSON_COMPACT) : NULL};
        if (!batch->entry[batch->n - 1].text ||
            (out->secret && !batch->entry[batch->n - 1].secret))
            return false;
    }
    return row->summary != NULL;
}

static bool batch_fill(const struct hub *hub, struct batch *batch)
{
    int m, n = count_kept_out(hub, &m);

    batch->entry = calloc((size_t)n + 1, sizeof *batch->entry);
    batch->row = calloc((size_t)m + 1, sizeof *batch->row);
    batch->people = calloc((size_t)hub->n_people + 1, sizeof *batch->people);
    batch->turn = calloc((size_t)m + 1, sizeof *batch->turn);
    batch->owners = calloc((size_t)m + 1, sizeof *batch->owners);
    if (!batch->entry || !batch->row || !batch->people || !batch->turn || !batch->owners)
        return false;
    for (int i = 0; i < hub->n_people; i++) batch->people[i] = hub->people[i];
    for (const struct room *room = hub->dirty; room; room = room->next_dirty)
        if (!batch_add_room(hub, batch, room)) return false;
    return true;
}

/* The store only reads the texts; they were made by json_dumps() here. */
static void free_json_text(const char *text)
{
    union {
        const char *read;
        void *own;
    } both = {text};

    free(both.own);
}

static void batch_empty(struct batch *batch)
{
    for (int i = 0; batch->entry && i < batch->n; i++) {
        free_json_text(batch->entry[i].text);
        free_json_text(batch->entry[i].secret);
    }
    for (int i = 0; batch->row && i < batch->m; i++)
        free_json_text(batch->row[i].summary);
    free(batch->entry);
    free(batch->row);
    free(batch->people);
    free(batch->turn);
    free(batch->owners);
}

static uint64_t hub_microseconds(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (uint64_t)at.tv_sec * 1000000u + (uint64_t)at.tv_nsec / 1000u;
}

static bool batch_store(struct hub *hub, const struct batch *batch)
{
    struct store *store = hub->options.store;
    struct store_batch all = {.entries = batch->entry,
                              .n_entries = batch->n,
                              .rows = batch->row,
                              .n_rows = batch->m,
                              .people = batch->people,
                              .n_people = hub->n_people,
                              .turns = batch->turn,
                              .n_turns = batch->n_turns,
                              .now = hub->now};
    uint64_t began = hub_microseconds();
    bool ok = store->append(store, &all);
    uint64_t took = hub_microseconds() - began;

    hub->counts.commits++;
    hub->counts.commit_us += took;
    if (took > hub->counts.commit_us_max) hub->counts.commit_us_max = took;
    if (ok) hub->counts.entries += (uint64_t)batch->n;
    return ok;
}

/* -- Afterwards ------------------------------------------------------------------------- */

static void acknowledge_round(struct hub *hub, bool ok)
{
    for (int i = 0; i < hub->n_waiting; i++) {
        struct waiting *one = &hub->waiting[i];
        if (one->conn && ok) {
            hub__send_json(one->conn, json_incref(one->answer));
        } else if (one->conn) {
            struct table_reply reply = {.n = -1};
            table__refuse(&reply, REFUSED_STORE,
                          "it could not be stored: nothing happened");
            hub__error(one->conn, json_object_get(one->answer, "id"), &reply);
        }
        json_decref(one->answer);
    }
    hub->n_waiting = 0;
}

/* All new entries of a table as one message, for those who have everything before them. */
static struct hub_message *batch_news(const struct room *room, const struct batch *batch,
                                      int first)
{
    const struct table *table = room->table;
    size_t n = 96;

    for (int i = 0; i < table->n_out; i++) n += strlen(batch->entry[first + i].text) + 1;
    char *text = malloc(n), *end = text;
    if (!text) return NULL;
    end += sprintf(end, "{\"type\":\"log\",\"table\":\"%s\",\"entries\":[", table->id);
    for (int i = 0; i < table->n_out; i++)
        end += sprintf(end, "%s%s", i ? "," : "", batch->entry[first + i].text);
    end += sprintf(end, "]}");
    struct hub_message *message = hub__message(text, (size_t)(end - text));
    free(text);
    return message;
}

/* When a private game starts, those without a seat may no longer watch. They are told by an error
 * that answers no request. */
static void show_watchers_out(struct room *room)
{
    for (struct sub *sub = room->subs, *next; sub; sub = next) {
        next = sub->next_of_room;
        if (table_may_watch(room->table, sub->conn->who)) continue;
        hub__show_out(sub, REFUSED_OFF, "only those who play may watch this table");
        hub__unsubscribe(sub);
    }
}

static void tell_stored(struct hub *hub, struct room *room, const struct batch *batch,
                        int first)
{
    show_watchers_out(room);
    struct hub_message *message = batch_news(room, batch, first);
    struct table *table = room->table;
    int64_t before = room->committed;

    room->committed = table->seq;
    for (struct sub *sub = room->subs; sub; sub = sub->next_of_room) {
        bool ready = sub->seen == before && sub->conn->out_bytes < HUB_OUT_SOFT;
        if (message && ready) {
            hub__send(sub->conn, message);
            sub->seen = table->seq;
        } else {
            hub->options.wake(hub->options.context, sub->conn); /* it will catch up */
        }
    }
    hub__release(message);
    if (table->seats_changed || room->mine_changed)
        for (struct sub *sub = room->subs; sub; sub = sub->next_of_room)
            hub__send_mine(sub);
    if (table->seats_changed) hub__look_around(room, hub->now);
    room->mine_changed = false;
    hub__send_clock(room, NULL);
}

static void count_moves(struct hub *hub, const struct table *table)
{
    for (int i = 0; i < table->n_out; i++) {
        const char *type = json_string_value(json_object_get(table->out[i].text, "type"));
        hub->counts.moves += type && message_find(MESSAGE_ENTRY, type) == ENTRY_STEP;
    }
}

static void after_store_success(struct hub *hub, const struct batch *batch)
{
    int first = 0;

    acknowledge_round(hub, true);
    for (struct room *room = hub->dirty, *next; room; room = next) {
        next = room->next_dirty;
        room->dirty = false;
        tell_stored(hub, room, batch, first);
        first += room->table->n_out;
        count_moves(hub, room->table);
        table_outbox_clear(room->table);
        hub__think(hub, room);
    }
    hub->dirty = NULL;
}

/* Back to what is stored: nothing of this round has happened. */
static void after_store_failure(struct hub *hub)
{
    hub->counts.failures++;
    hub->failing = true;
    hub->failed = hub->now;
    hub->n_people = 0; /* only dates: they do not pile up while the disk is full */
    acknowledge_round(hub, false);
    for (struct room *room = hub->dirty, *next; room; room = next) {
        next = room->next_dirty;
        room->dirty = false;
        enum message_error why;
        if (!hub__room_reload(hub, room, &why) && why != REFUSED_STORE)
            hub__room_gone(hub, room, why);
    }
    hub->dirty = NULL;
}

void hub_flush(struct hub *hub)
{
    struct batch batch = {0};

    if (hub->dirty) {
        if (batch_fill(hub, &batch) && batch_store(hub, &batch)) {
            hub->n_people = 0;
            hub->failing = false;
            after_store_success(hub, &batch);
        } else {
            after_store_failure(hub);
        }
        batch_empty(&batch);
    }
    hub__think_next(hub);
}

/* -- Forgetting ------------------------------------------------------------------------- */

/* The date since which the server has run for as long as from `before` to now. Time without a
 * running server does not count, so nothing becomes old because the server was off for a year or
 * once started with a clock that was far ahead. */
static int64_t hub_running_since(const struct hub *hub, int64_t before)
{
    struct store *store = hub->options.store;
    int64_t keep = hub->now - before, low = 0, high = before;

    while (low < high) {
        int64_t at = low + (high - low + 1) / 2;
        if (hub->now - at - store->down(store, at) >= keep)
            low = at;
        else
            high = at - 1;
    }
    return low;
}

/* A table that is removed from the store is dropped from memory too. Otherwise its next entry would
 * be stored as a log without a beginning. */
int hub_forget(struct hub *hub, int64_t before)
{
    struct store *store = hub->options.store;

    hub_flush(hub);
    before = hub_running_since(hub, before);
    int n = store->forget(store, before);
    for (struct room *room = n > 0 ? hub->rooms : NULL, *next; room; room = next) {
        next = room->after;
        if (room->table->updated < before) hub__room_gone(hub, room, REFUSED_NO_TABLE);
    }
    return n;
}

/* -- Reading back ----------------------------------------------------------------------- */

/* A clock does not run while no server runs: it ends later by that time. */
static bool wake_stored_table(void *context, const struct store_row *row)
{
    struct hub *hub = context;
    struct store *store = hub->options.store;

    return hub__sleep_until(hub, row->table,
                            row->deadline + store->down(store, row->updated));
}

/* Notes when their clocks run out; each is loaded then, not here. */
void hub_wake_tables(struct hub *hub)
{
    struct store *store = hub->options.store;

    store->list(store, true, INT32_MAX, wake_stored_table, hub);
}

static bool list_stored_table(void *context, const struct store_row *row)
{
    json_t *tables = context;

    return !json_array_append_new(tables, json_loads(row->summary, 0, NULL));
}

static char *dump_json_text(json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    return text;
}

char *hub_list(struct hub *hub)
{
    struct store *store = hub->options.store;
    json_t *tables = json_array();

    store->list(store, false, 100, list_stored_table, tables);
    return dump_json_text(json_pack("{s:o}", "tables", tables));
}

/* The texts of the steps that were not taken back. */
static bool collect_step_text(void *context, int64_t seq, const char *text,
                              const char *secret)
{
    json_t *pieces = context, *entry = json_loads(text, 0, NULL);
    const char *word = json_string_value(json_object_get(entry, "type"));
    int type = word ? message_find(MESSAGE_ENTRY, word) : -1;

    (void)seq;
    (void)secret;
    if (type == ENTRY_START || type == ENTRY_STEP)
        json_array_append(pieces, json_object_get(entry, "text"));
    if (type == ENTRY_REWIND) {
        size_t to = (size_t)json_integer_value(json_object_get(entry, "to"));
        while (json_array_size(pieces) > to + 1)
            json_array_remove(pieces, json_array_size(pieces) - 1);
    }
    json_decref(entry);
    return true;
}

static char *join_record(const char *head, json_t *pieces, const char *end)
{
    size_t n = strlen(head) + strlen(end) + 2, i;
    json_t *piece;

    json_array_foreach(pieces, i, piece) n += json_string_length(piece);
    char *text = malloc(n), *at = text;
    if (!text) return NULL;
    at += sprintf(at, "%s", head);
    json_array_foreach(pieces, i, piece) at +=
        sprintf(at, "%s", json_string_value(piece));
    sprintf(at, "%s", end);
    return text;
}

int64_t hub_length(struct hub *hub, const char *id)
{
    const struct room *room = hub__room(hub, id, NULL, &hub->why);

    return room ? room->committed : 0;
}

enum message_error hub_why(const struct hub *hub, const char **text)
{
    enum message_error why = hub->why ? hub->why : REFUSED_NO_TABLE;

    *text = hub__why_text(why);
    return why;
}

/* While a game runs its record is what everybody heard. */
static char *heard_record(struct hub *hub, const struct room *room)
{
    struct store *store = hub->options.store;
    json_t *pieces = json_array();
    char *text = NULL, *head = table_head(room->table), *end = table_end(room->table);

    if (head && end &&
        store->read(store, room->table->id, 0, INT32_MAX, collect_step_text, pieces))
        text = join_record(head, pieces, end);
    free(head);
    free(end);
    json_decref(pieces);
    return text;
}

static struct room *shown_room(struct hub *hub, const char *id, const char *who)
{
    struct room *room = hub__room(hub, id, NULL, &hub->why);

    if (!room) return NULL;
    hub->why = REFUSED_NOT;
    if (!room->table->sitting.game || room->dirty) return NULL;
    return table_may_watch(room->table, who) ? room : NULL;
}

const struct table *hub_shown(struct hub *hub, const char *id, const char *who)
{
    struct room *room = shown_room(hub, id, who);

    return room ? room->table : NULL;
}

char *hub_record(struct hub *hub, const char *id, const char *who)
{
    struct room *room = shown_room(hub, id, who);

    if (!room) return NULL;
    return room->table->stage == TABLE_OVER ? table_record(room->table)
                                            : heard_record(hub, room);
}
