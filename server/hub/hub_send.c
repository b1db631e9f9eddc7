/* hub_send.c -- what goes out to a connection, and how much of it may wait. */
#include "hub_internal.h"

#include "table/flat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Messages --------------------------------------------------------------------------- */

struct hub_message *hub__send_message_new(size_t n)
{
    struct hub_message *message = malloc(sizeof *message + n);

    if (!message) return NULL;
    message->refs = 1;
    message->n = n;
    return message;
}

struct hub_message *hub__send_message_copy(const char *text, size_t n)
{
    struct hub_message *message = hub__send_message_new(n);

    if (message) memcpy(message->data, text, n);
    return message;
}

/* Takes it over. */
static struct hub_message *hub_send_message_of(json_t *json)
{
    size_t n = 0;
    char *text = json ? flat_write(json, &n) : NULL;
    struct hub_message *message = text ? hub__send_message_copy(text, n) : NULL;

    free(text);
    json_decref(json);
    return message;
}

void hub__send_message_release(struct hub_message *message)
{
    if (message && !--message->refs) free(message);
}

static void hub_send_take_first(struct conn *conn)
{
    struct queued *first = conn->first;

    conn->first = first->next;
    if (!conn->first) conn->last = NULL;
    conn->out_bytes -= first->message->n;
    hub__send_message_release(first->message);
    free(conn->spare);
    conn->spare = first;
}

void hub__send_empty(struct conn *conn)
{
    while (conn->first) hub_send_take_first(conn);
}

/* There is no memory for what he should hear: he would wait for it for ever. */
static void hub_send_cut(struct conn *conn)
{
    conn->closing = true;
    conn->hub->options.wake(conn->hub->options.context, conn);
}

static void hub_send_enqueue(struct conn *conn, struct hub_message *message)
{
    struct queued *queued = conn->spare ? conn->spare : malloc(sizeof *queued);

    conn->spare = NULL;
    if (!queued) {
        hub_send_cut(conn);
        return;
    }
    *queued = (struct queued){.message = message};
    message->refs++;
    if (conn->last)
        conn->last->next = queued;
    else {
        conn->first = queued;
        conn->wrote = conn->hub->now; /* from now on it has to take something */
    }
    conn->last = queued;
    conn->out_bytes += message->n;
    conn->hub->options.wake(conn->hub->options.context, conn);
}

void hub__send(struct conn *conn, struct hub_message *message)
{
    if (!message || conn->closing) return;
    if (conn->out_bytes + message->n > HUB_OUT_HARD) {
        conn->hub->counts.dropped++;
        hub__send_bye(conn, HUB_SLOW);
        return;
    }
    hub_send_enqueue(conn, message);
}

void hub__send_json(struct conn *conn, json_t *json)
{
    struct hub_message *message = hub_send_message_of(json);

    if (!message) hub_send_cut(conn);
    hub__send(conn, message);
    hub__send_message_release(message);
}

/* Drops what is still queued: after reconnecting the client reads it from the log. */
void hub__send_bye(struct conn *conn, enum hub_reason reason)
{
    json_t *bye = json_pack("{s:s, s:s}", "type", messages[PUSH_BYE].name, "reason",
                            words_reason.word[reason]);

    if (conn->closing) {
        json_decref(bye);
        return;
    }
    hub__send_empty(conn);
    hub__send_json(conn, bye);
    conn->closing = true;
    conn->hub->options.wake(conn->hub->options.context, conn);
}

struct hub_message *hub_send_next(struct conn *conn)
{
    if (!conn->first && !conn->closing)
        for (struct sub *sub = conn->subs; sub; sub = sub->next_of_conn)
            hub__send_catch_up(sub);
    return conn->first ? conn->first->message : NULL;
}

void hub_send_went_out(struct conn *conn)
{
    if (!conn->first) return;
    conn->hub->counts.bytes_out += conn->first->message->n;
    conn->wrote = conn->hub->now;
    hub_send_take_first(conn);
}

bool hub_send_done(const struct conn *conn)
{
    return conn->closing && !conn->first;
}

bool hub_send_pending(const struct hub *hub)
{
    for (const struct conn *conn = hub->conns; conn; conn = conn->next)
        if (conn->first) return true;
    return false;
}

/* -- Errors and answers ----------------------------------------------------------------- */

void hub__send_error(struct conn *conn, json_t *id, const struct table_reply *reply)
{
    json_t *error = json_pack("{s:s, s:s, s:s}", "type", "error", "code", reply->code,
                              "text", reply->text);

    hub__metrics_count_refused(conn->hub, table_messages_error_find(reply->code));
    if (id) whole_set(&error, "id", json_incref(id));
    if (reply->why) whole_set(&error, "why", json_string(reply->why));
    if (reply->rule && reply->rule[0])
        whole_set(&error, "rule", json_string(reply->rule));
    if (reply->n >= 0) whole_set(&error, "n", json_integer((json_int_t)reply->n));
    hub__send_json(conn, error);
}

void hub__send_show_out(struct sub *sub, enum message_error code, const char *text)
{
    hub__send_json(sub->conn, json_pack("{s:s, s:s, s:s, s:s}", "type", "error", "table",
                                        sub->room->table->id, "code",
                                        table_messages_error_code(code), "text", text));
}

void hub_send_refusal(struct conn *conn, enum message_error code, const char *text)
{
    struct table_reply reply = {.n = -1};

    table__refuse(&reply, code, "%s", text);
    hub__send_error(conn, NULL, &reply);
    conn->closing = true;
}

void hub_send_refusal_of(struct conn *conn, json_t *id, enum message_error code,
                         const char *text)
{
    struct table_reply reply = {.n = -1};

    table__refuse(&reply, code, "%s", text);
    hub__send_error(conn, json_is_number(id) ? id : NULL, &reply);
}

void hub__send_waiting_drop(struct waiting *waiting)
{
    hub__send_message_release(waiting->answer);
    json_decref(waiting->id);
    *waiting = (struct waiting){0};
}

static bool hub_send_room_to_wait(struct hub *hub)
{
    if (hub->n_waiting < hub->waiting_max) return true;
    int max = hub->waiting_max ? 2 * hub->waiting_max : 64;
    struct waiting *more = realloc(hub->waiting, (size_t)max * sizeof *more);
    if (!more) return false;
    hub->waiting = more;
    hub->waiting_max = max;
    return true;
}

/* The answer waits until the room is stored. Takes over both. */
static void hub_send_wait(struct conn *conn, struct room *room, json_t *id,
                          struct hub_message *answer)
{
    struct hub *hub = conn->hub;
    struct waiting wait = {conn, room, answer, id};

    if (answer && hub_send_room_to_wait(hub))
        hub->waiting[hub->n_waiting++] = wait;
    else {
        hub__send_waiting_drop(&wait);
        hub_send_cut(conn); /* the log will tell */
    }
}

void hub__send_acknowledge(struct conn *conn, struct room *room, json_t *answer)
{
    if (!room || !room->dirty) {
        hub__send_json(conn, answer);
        return;
    }
    json_t *id = json_incref(json_object_get(answer, "id"));
    hub_send_wait(conn, room, id, hub_send_message_of(answer));
}

void hub__send_done(struct conn *conn, struct room *room, json_t *id)
{
    char text[64];

    if (!room->dirty || !json_is_integer(id)) {
        hub__send_acknowledge(conn, room, hub__ok(id));
        return;
    }
    int n = snprintf(text, sizeof text, "{\"type\":\"ok\",\"id\":%" PRId64 "}",
                     (int64_t)json_integer_value(id));
    hub_send_wait(conn, room, json_incref(id), hub__send_message_copy(text, (size_t)n));
}

/* -- About a table ---------------------------------------------------------------------- */

static void hub_send_message_to_room(struct room *room, struct hub_message *message)
{
    for (struct sub *sub = room->subs; message && sub; sub = sub->next_of_room)
        /* A slow reader is not sent what will soon be out of date. */
        if (sub->conn->out_bytes < HUB_OUT_SOFT) hub__send(sub->conn, message);
    hub__send_message_release(message);
}

void hub__send_to_room(struct room *room, json_t *json)
{
    hub_send_message_to_room(room, hub_send_message_of(json));
}

/* What was written field by field, to one or to all of the room. */
static void hub_send_written(struct room *room, struct conn *only,
                             struct flat_writer *out)
{
    char *text = flat_end(out);
    struct hub_message *message = text ? hub__send_message_copy(text, out->n) : NULL;

    free(text);
    if (!only) {
        hub_send_message_to_room(room, message);
        return;
    }
    if (!message) hub_send_cut(only);
    hub__send(only, message);
    hub__send_message_release(message);
}

static json_t *hub_send_about_table(enum message_id type, const struct room *room,
                                    json_t *facts)
{
    json_t *json =
        json_pack("{s:s, s:s}", "type", messages[type].name, "table", room->table->id);

    whole_join(&json, facts);
    return json;
}

static void hub_send_to_watchers(struct room *room, struct conn *only, json_t *json)
{
    if (only)
        hub__send_json(only, json);
    else
        hub__send_to_room(room, json);
}

void hub__send_mine(struct sub *sub)
{
    json_t *mine = hub_send_about_table(
        PUSH_MINE, sub->room, table_look_mine(sub->room->table, sub->conn->who));

    whole_set(&mine, "active", json_boolean(sub->active));
    hub__send_json(sub->conn, mine);
}

void hub__send_presence(struct room *room, struct conn *only)
{
    const struct table *table = room->table;
    struct flat_writer out;
    int watchers = 0;

    for (const struct sub *sub = room->subs; sub; sub = sub->next_of_room)
        watchers += !table_look_has_seat(table, sub->conn->who);

    flat_begin(&out);
    flat_add_text(&out, "type", messages[PUSH_PRESENCE].name);
    flat_add_text(&out, "table", table->id);
    flat_open(&out, "seats", '[');
    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        flat_open(&out, NULL, '{');
        flat_add_number(&out, "seat", s);
        flat_add_flag(&out, "online",
                      table->seat[s].online || table->seat[s].kind == TABLE_COMPUTER);
        flat_add_number(&out, "since", room->since[s]);
        flat_close(&out, '}');
    }
    flat_close(&out, ']');
    flat_add_number(&out, "watchers", watchers);
    hub_send_written(room, only, &out);
}

void hub__send_clock(struct room *room, struct conn *only)
{
    const struct hub *hub = only ? only->hub : room->subs ? room->subs->conn->hub : NULL;
    /* While the store is away no clock runs; clocks are told when it is back. */
    json_t *clocks = hub && !hub->away ? table_look_clocks(room->table, hub->now) : NULL;

    if (clocks)
        hub_send_to_watchers(room, only, hub_send_about_table(PUSH_CLOCK, room, clocks));
}

void hub__send_thinking(struct room *room, struct conn *only)
{
    const struct hub *hub = only ? only->hub : room->subs ? room->subs->conn->hub : NULL;

    if (!hub || !room->job) return;
    hub_send_to_watchers(
        room, only,
        hub_send_about_table(PUSH_THINKING, room,
                             json_pack("{s:i, s:i}", "seat",
                                       (int)table_look_actor(room->table), "limit",
                                       hub->options.think_ms)));
}

/* -- Catching up ------------------------------------------------------------------------ */

/* What is read for one who watches. */
struct reading {
    struct sub *sub; /* NULL: no longer */
    char *text;
    size_t n, size;
    int64_t since, last;
};

void hub__send_reading_orphan(struct reading *reading)
{
    reading->sub->reading = NULL;
    reading->sub = NULL;
}

static bool hub_send_gather_text(struct reading *all, const char *text, size_t n)
{
    if (all->n + n > all->size) {
        size_t size = 2 * (all->n + n);
        char *more = realloc(all->text, size);
        if (!more) return false;
        all->text = more;
        all->size = size;
    }
    memcpy(all->text + all->n, text, n);
    all->n += n;
    return true;
}

static bool hub_send_gather_entry(void *context, int64_t seq, const char *text,
                                  const char *secret)
{
    struct reading *all = context;

    (void)secret; /* never leaves the server */
    /* The store may have newer entries, of which we do not know yet that they are stored. They are told later. */
    if (!all->sub || seq > all->sub->room->committed) return false;
    if (all->last && !hub_send_gather_text(all, ",", 1)) return false;
    if (!hub_send_gather_text(all, text, strlen(text))) return false;
    all->last = seq;
    return all->n < HUB_OUT_SOFT / 2;
}

static void hub_send_on_read(void *context, const struct store_answer *answer)
{
    struct reading *all = context;
    struct sub *sub = all->sub;

    if (sub) sub->reading = NULL;
    /* Not if he has begun to watch again while this was read: then other entries are due to him. */
    if (sub && answer->how == STORE_DONE && all->last && sub->seen == all->since &&
        hub_send_gather_text(all, "]}", 2)) {
        struct hub_message *message = hub__send_message_copy(all->text, all->n);
        if (message) sub->seen = all->last; /* else it is read again */
        hub__send(sub->conn, message);
        hub__send_message_release(message);
    }
    if (sub && sub->seen != all->since)
        sub->conn->hub->options.wake(sub->conn->hub->options.context, sub->conn);
    free(all->text);
    free(all);
}

void hub__send_catch_up(struct sub *sub)
{
    struct room *room = sub->room;
    struct store *store = sub->conn->hub->options.store;
    char head[96];

    if (sub->reading || sub->seen >= room->committed ||
        sub->conn->out_bytes >= HUB_OUT_SOFT)
        return;
    struct reading *all = calloc(1, sizeof *all);
    if (!all) return;
    int n = snprintf(head, sizeof head,
                     "{\"type\":\"log\",\"table\":\"%s\",\"entries\":[", room->table->id);
    if (!hub_send_gather_text(all, head, (size_t)n)) {
        free(all);
        return;
    }
    all->sub = sub;
    all->since = sub->seen;
    sub->reading = all;
    store->read(store, room->table->id, sub->seen, HUB_CATCH_UP, hub_send_gather_entry,
                hub_send_on_read, all);
}
