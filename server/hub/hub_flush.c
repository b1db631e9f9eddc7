/* hub_flush.c -- the end of a round: what it brought is handed to the store at once. When the store has
 * it, it is acknowledged and told to everybody. Until then its tables stand still: nobody changes or
 * sees them (hub_wait.c), so that there is nothing to take back but the batch itself. */
#include "hub_internal.h"

#include "mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- One batch -------------------------------------------------------------------------- */

struct batch {
    struct store_entry *entry;
    struct store_row *row;
    const char **people;
    char (*who)[TABLE_WHO_MAX];              /* which these are */
    const char *(*owners)[STORE_OWNERS_MAX]; /* of each turn */
    struct store_turn *turn;
    struct store_result *result;
    char (*keys)[STORE_SEATS_MAX][STORE_LETTERS_MAX]; /* of each result */
    int n, m, n_turns, n_people, n_results;
    struct store_batch all; /* of the above */
};

/* A batch on its way, with its tables and with those who wait for it. */
struct flight {
    struct hub_op op;
    struct flight *next;
    struct batch batch;
    struct room **rooms;
    char (*ids)[TABLE_ID_MAX]; /* their names: still needed when the rooms are gone */
    int n_rooms;
    struct waiting *waiting;
    int n_waiting;
    bool whole; /* it is not split */
    int64_t began;
    uint64_t began_us;
};

static bool flush_batch_add_room(const struct hub *hub, struct batch *batch,
                                 const struct room *room)
{
    const struct table *table = room->table;
    struct store_row *row = &batch->row[batch->m++];

    int64_t deadline = table_play_deadline(table);
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
                              .summary = table_look_summary(room->table)};
    if (hub__push_turn(hub, room, &batch->turn[batch->n_turns],
                       batch->owners[batch->n_turns]))
        batch->n_turns++;
    if (hub__result_is_due(table) && hub_result(table, &batch->result[batch->n_results],
                                                batch->keys[batch->n_results]))
        batch->n_results++;
    for (int i = 0; i < table->n_out; i++) {
        const struct table_entry *out = &table->out[i];
        batch->entry[batch->n++] = (struct store_entry){
            .table = table->id,
            .seq = out->seq,
            .at = out->at,
            .epoch = MUTANT(NO_FENCE) ? 0 : hub__room_epoch(hub, room),
            .text = strdup(out->text),
            .secret = out->secret ? strdup(out->secret) : NULL};
        if (!batch->entry[batch->n - 1].text ||
            (out->secret && !batch->entry[batch->n - 1].secret))
            return false;
    }
    return row->summary != NULL;
}

/* Room for the tables and people of the flight. */
static bool flush_batch_make(struct batch *batch, const struct flight *flight,
                             int n_people)
{
    size_t n = 0, m = (size_t)flight->n_rooms, over = 0;

    for (size_t i = 0; i < m; i++) {
        n += (size_t)flight->rooms[i]->table->n_out;
        over += hub__result_is_due(flight->rooms[i]->table);
    }
    batch->entry = calloc(n + 1, sizeof *batch->entry);
    batch->row = calloc(m + 1, sizeof *batch->row);
    batch->people = calloc((size_t)n_people + 1, sizeof *batch->people);
    batch->turn = calloc(m + 1, sizeof *batch->turn);
    batch->owners = calloc(m + 1, sizeof *batch->owners);
    batch->result = calloc(over + 1, sizeof *batch->result);
    batch->keys = calloc(over + 1, sizeof *batch->keys);
    return batch->entry && batch->row && batch->people && batch->turn && batch->owners &&
           batch->result && batch->keys;
}

static bool flush_batch_fill(struct hub *hub, struct flight *flight)
{
    struct batch *batch = &flight->batch;

    if (!flush_batch_make(batch, flight, hub->n_people)) return false;
    batch->who = hub->people; /* taken over */
    batch->n_people = hub->n_people;
    hub->people = NULL;
    hub->n_people = hub->people_max = 0;
    for (int i = 0; i < batch->n_people; i++) batch->people[i] = batch->who[i];
    for (int i = 0; i < flight->n_rooms; i++)
        if (!flush_batch_add_room(hub, batch, flight->rooms[i])) return false;
    batch->all = (struct store_batch){.entries = batch->entry,
                                      .n_entries = batch->n,
                                      .rows = batch->row,
                                      .n_rows = batch->m,
                                      .people = batch->people,
                                      .n_people = batch->n_people,
                                      .turns = batch->turn,
                                      .n_turns = batch->n_turns,
                                      .results = batch->result,
                                      .n_results = batch->n_results,
                                      .now = hub->now};
    if (hub->options.owner) {
        batch->all.node = hub->options.owner->node;
        batch->all.until = hub->now + hub->options.owner->lease_ms;
    }
    return true;
}

/* The store only reads the texts; they are our own copies, since a batch may outlive its tables. */
static void flush_free_json_text(const char *text)
{
    union {
        const char *read;
        void *own;
    } both = {text};

    free(both.own);
}

static void flush_batch_empty(struct batch *batch)
{
    for (int i = 0; batch->entry && i < batch->n; i++) {
        flush_free_json_text(batch->entry[i].text);
        flush_free_json_text(batch->entry[i].secret);
    }
    for (int i = 0; batch->row && i < batch->m; i++)
        flush_free_json_text(batch->row[i].summary);
    free(batch->entry);
    free(batch->row);
    free(batch->people);
    free(batch->who);
    free(batch->turn);
    free(batch->owners);
    free(batch->result);
    free(batch->keys);
}

/* -- Afterwards ------------------------------------------------------------------------- */

static void flush_acknowledge(struct flight *flight, bool ok)
{
    for (int i = 0; i < flight->n_waiting; i++) {
        struct waiting *one = &flight->waiting[i];
        if (one->conn && ok) {
            hub__send(one->conn, one->answer);
        } else if (one->conn) {
            struct table_reply reply = {.n = -1};
            table__refuse(&reply, REFUSED_STORE,
                          "it could not be stored: nothing happened");
            hub__send_error(one->conn, one->id, &reply);
        }
        hub__send_waiting_drop(one);
    }
    flight->n_waiting = 0;
}

static char *flush_put(char *to, const char *text)
{
    size_t n = strlen(text);

    memcpy(to, text, n);
    return to + n;
}

/* All new entries of a table as one message, for those who have everything before them. */
static struct hub_message *flush_batch_news(const struct room *room,
                                            const struct batch *batch, int first)
{
    const struct table *table = room->table;
    size_t n = 96;

    for (int i = 0; i < table->n_out; i++) n += strlen(batch->entry[first + i].text) + 1;
    struct hub_message *message = hub__send_message_new(n);
    if (!message) return NULL;
    char *end = message->data;
    end = flush_put(end, "{\"type\":\"log\",\"table\":\"");
    end = flush_put(end, table->id);
    end = flush_put(end, "\",\"entries\":[");
    for (int i = 0; i < table->n_out; i++)
        end = flush_put(flush_put(end, i ? "," : ""), batch->entry[first + i].text);
    end = flush_put(end, "]}");
    message->n = (size_t)(end - message->data);
    return message;
}

/* When a private game starts, those without a seat may no longer watch. They are told by an error
 * that answers no request. */
static void flush_show_watchers_out(struct room *room)
{
    for (struct sub *sub = room->subs, *next; sub; sub = next) {
        next = sub->next_of_room;
        if (table_look_may_watch(room->table, sub->conn->who)) continue;
        hub__send_show_out(sub, REFUSED_OFF, "only those who play may watch this table");
        hub__room_unsubscribe(sub);
    }
}

static void flush_tell_stored(struct hub *hub, struct room *room,
                              const struct batch *batch, int first)
{
    flush_show_watchers_out(room);
    struct hub_message *message = flush_batch_news(room, batch, first);
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
    hub__send_message_release(message);
    if (table->seats_changed || room->mine_changed)
        for (struct sub *sub = room->subs; sub; sub = sub->next_of_room)
            hub__send_mine(sub);
    if (table->seats_changed) hub__room_look_around(room, hub->now);
    room->mine_changed = false;
    hub__send_clock(room, NULL);
}

static void flush_count_moves(struct hub *hub, const struct table *table)
{
    for (int i = 0; i < table->n_out; i++)
        hub->counts.moves += table->out[i].type == ENTRY_STEP;
}

static void flush_after_success(struct hub *hub, struct flight *flight)
{
    int first = 0;

    hub->counts.entries += (uint64_t)flight->batch.n;
    if (flight->batch.n_results) hub__club_news(hub);
    flush_acknowledge(flight, true);
    for (int i = 0; i < flight->n_rooms; i++) {
        struct room *room = flight->rooms[i];
        int n = room->table->n_out;
        room->flight = NULL;
        room->tied = NULL;
        flush_tell_stored(hub, room, &flight->batch, first);
        first += n;
        flush_count_moves(hub, room->table);
        if (hub__result_is_due(room->table)) hub__contest_run_ended(hub, room->table);
        table_outbox_clear(room->table);
        hub__think(hub, room);
        hub__think_late(hub, room);
    }
    for (int i = 0; i < flight->n_rooms; i++)
        hub__wait_go_on(hub, flight->ids[i], REFUSED_NOT);
}

/* Another node has written to that table, or has it now: what is stored counts, and the other node goes on with it. */
static void flush_give_up_tables(struct hub *hub, const struct flight *flight)
{
    for (int i = 0; hub->options.owner && !MUTANT(KEEP_ROOM) && i < flight->n_rooms; i++)
        hub->options.owner->lost(hub->options.owner->context, flight->ids[i]);
}

/* The batch was not stored: its tables go back to what is stored. */
static void flush_after_failure(struct hub *hub, struct flight *flight)
{
    hub->counts.failures++;
    flush_acknowledge(flight, false);
    for (int i = 0; i < flight->n_rooms; i++) {
        struct room *room = flight->rooms[i];
        enum message_error why = REFUSED_NOT;
        room->flight = NULL;
        room->tied = NULL;
        room->answered = false;
        if (MUTANT(KEEP_ROOM)) {
            table_outbox_clear(room->table);
            room->committed = room->table->seq;
            continue;
        }
        bool read = hub__load_again(hub, room, &why);
        if (!read && !why) continue; /* they wait until it is read */
        if (!read && why != REFUSED_STORE) hub__room_gone(hub, room, why);
        hub__wait_go_on(hub, flight->ids[i], why);
    }
}

/* -- Flights ---------------------------------------------------------------------------- */

int64_t hub__flush_since(const struct hub *hub)
{
    int64_t since = hub->now;

    for (const struct flight *one = hub->flights; one; one = one->next)
        if (one->began < since) since = one->began;
    return since;
}

void hub__flush_leave(struct hub *hub, const struct conn *conn)
{
    for (struct flight *one = hub->flights; one; one = one->next)
        for (int i = 0; i < one->n_waiting; i++)
            if (one->waiting[i].conn == conn) one->waiting[i].conn = NULL;
}

static void flush_flight_free(struct flight *flight)
{
    for (int i = 0; i < flight->n_waiting; i++)
        hub__send_waiting_drop(&flight->waiting[i]);
    flush_batch_empty(&flight->batch);
    free(flight->waiting);
    free(flight->rooms);
    free(flight->ids);
    free(flight);
}

static struct flight *flush_flight_new(int n_rooms, int n_waiting)
{
    struct flight *flight = calloc(1, sizeof *flight);

    if (!flight) return NULL;
    flight->rooms = calloc((size_t)n_rooms + 1, sizeof(struct room *));
    flight->waiting = calloc((size_t)n_waiting + 1, sizeof *flight->waiting);
    flight->ids = calloc((size_t)n_rooms + 1, sizeof *flight->ids);
    if (flight->rooms && flight->waiting && flight->ids) return flight;
    flush_flight_free(flight);
    return NULL;
}

static void flush_flight_add(struct flight *flight, struct room *room)
{
    memcpy(flight->ids[flight->n_rooms], room->table->id, TABLE_ID_MAX);
    flight->rooms[flight->n_rooms++] = room;
}

static uint64_t flush_flight_clock(const struct hub *hub)
{
    return hub->options.microseconds ? hub->options.microseconds() : 0;
}

static void flush_flight_count(struct hub *hub, const struct flight *flight)
{
    hub__metrics_count_commit(hub, flush_flight_clock(hub) - flight->began_us);
}

static void flush_flight_unlink(struct hub *hub, const struct flight *flight)
{
    struct flight **at = &hub->flights;

    while (*at != flight) at = &(*at)->next;
    *at = flight->next;
    hub->n_flights--;
}

static void flush_flight_split(struct hub *hub, struct flight *flight);

static void flush_flight_on_done(void *context, const struct store_answer *answer)
{
    struct flight *flight = context;
    struct hub *hub = flight->op.hub;

    if (!hub) {
        flush_flight_free(flight);
        return;
    }
    flush_flight_count(hub, flight);
    flush_flight_unlink(hub, flight);
    hub__wait_op_end(&flight->op);
    if (answer->how == STORE_DONE) {
        flush_after_success(hub, flight);
    } else if (answer->how == STORE_CONFLICT && flight->n_rooms > 1 && !flight->whole) {
        flush_flight_split(hub, flight);
    } else {
        if (answer->how == STORE_FAILED) hub__wait_store_away(hub, hub->now);
        if (answer->how == STORE_CONFLICT) flush_give_up_tables(hub, flight);
        flush_after_failure(hub, flight);
    }
    flush_flight_free(flight);
}

static void flush_flight_go(struct hub *hub, struct flight *flight)
{
    struct store *store = hub->options.store;

    for (int i = 0; i < flight->n_rooms; i++) flight->rooms[i]->flight = flight;
    if (!flush_batch_fill(hub, flight)) { /* no memory */
        hub__wait_store_away(hub, hub->now);
        flush_after_failure(hub, flight);
        flush_flight_free(flight);
        return;
    }
    if (MUTANT(ACK_BEFORE_COMMIT)) flush_acknowledge(flight, true);
    flight->began = hub->now;
    flight->began_us = flush_flight_clock(hub);
    flight->next = hub->flights;
    hub->flights = flight;
    hub->n_flights++;
    hub__wait_op_begin(hub, &flight->op);
    store->append(store, &flight->batch.all, flush_flight_on_done, flight);
}

/* Table `i` of the flight, and the one it belongs to, with those who wait for them. */
static void flush_flight_part(struct flight *part, struct flight *flight, int i)
{
    struct room *room = flight->rooms[i], *tied = room->tied;

    for (int k = i; k < flight->n_rooms; k++) {
        if (flight->rooms[k] != room && (!tied || flight->rooms[k] != tied)) continue;
        flush_flight_add(part, flight->rooms[k]);
        flight->rooms[k] = NULL;
    }
    for (int k = 0; k < flight->n_waiting; k++) {
        struct waiting *one = &flight->waiting[k];
        if (!one->room || (one->room != room && one->room != tied)) continue;
        part->waiting[part->n_waiting++] = *one;
        *one = (struct waiting){0};
    }
}

/* One of its tables does not fit what is stored. The others are not to suffer for it: each goes by itself, only those that belong together (a table and its rematch) go together. */
static void flush_flight_split(struct hub *hub, struct flight *flight)
{
    for (int i = 0; i < flight->n_rooms; i++) {
        if (!flight->rooms[i]) continue; /* it went with another */
        struct flight *part = flush_flight_new(2, flight->n_waiting);
        if (!part) continue;
        part->whole = true;
        flush_flight_part(part, flight, i);
        flush_flight_go(hub, part);
    }
    int n = 0;
    for (int i = 0; i < flight->n_rooms; i++) { /* for these there was no memory */
        if (!flight->rooms[i]) continue;
        memmove(flight->ids[n], flight->ids[i], TABLE_ID_MAX);
        flight->rooms[n++] = flight->rooms[i];
    }
    flight->n_rooms = n;
    if (n) flush_after_failure(hub, flight);
}

static struct flight *flush_flight_of_round(struct hub *hub)
{
    int n = 0;

    for (const struct room *room = hub->dirty; room; room = room->next_dirty) n++;
    struct flight *flight = flush_flight_new(n, hub->n_waiting);
    if (!flight) return NULL;
    for (struct room *room = hub->dirty; room; room = room->next_dirty) {
        flush_flight_add(flight, room);
        room->dirty = false;
    }
    for (int i = 0; i < hub->n_waiting; i++) flight->waiting[i] = hub->waiting[i];
    flight->n_waiting = hub->n_waiting;
    hub->n_waiting = 0;
    hub->dirty = NULL;
    return flight;
}

void hub_flush(struct hub *hub)
{
    struct flight *flight =
        hub->dirty && hub->n_flights < HUB_FLIGHTS ? flush_flight_of_round(hub) : NULL;

    if (flight)
        flush_flight_go(hub, flight); /* without memory: the next round tries again */
    hub__think_next(hub);
}

bool hub_flush_busy(const struct hub *hub)
{
    return hub->dirty || hub->flights;
}
