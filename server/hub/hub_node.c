/* hub_node.c -- what the hub has for a node: tables that come and go between servers, connections that are at
 * another one. See hub.h. */
#include "hub_internal.h"

#include <string.h>

bool hub_node_is_elsewhere(const struct conn *conn)
{
    return conn->elsewhere;
}

bool hub_node_greeted(const struct conn *conn)
{
    return conn->hello && !conn->closing;
}

void hub_node_set_edge(struct conn *conn, void *edge)
{
    conn->edge = edge;
}

void *hub_node_edge(const struct conn *conn)
{
    return conn->edge;
}

size_t hub_node_backlog(const struct conn *conn)
{
    return conn->out_bytes;
}

int64_t hub_node_now(const struct hub *hub)
{
    return hub->now;
}

void hub_node_note_relayed(struct hub *hub)
{
    hub->counts.relayed++;
}

void hub_node_note_takeover(struct hub *hub)
{
    hub->counts.takeovers++;
}

void hub_node_pass_on(struct conn *conn, const char *text, size_t n)
{
    struct hub_message *message = hub__send_message_copy(text, n);

    hub__send(conn, message);
    hub__send_message_release(message);
}

bool hub_node_has(const struct hub *hub, const char *table)
{
    return hub__room_is_here(hub, table);
}

/* Whoever waits for the table is told to try again, and then reaches the node that has it. A table with entries
 * on their way to the store is left alone: it is released when they are stored or have failed. */
void hub_node_release(struct hub *hub, const char *table, hub_each_watcher *each,
                      void *context)
{
    struct room *room = hub__room_find(hub, table);

    if (!room || room->flight || room->dirty) return;
    while (room->subs) {
        struct conn *conn = room->subs->conn;
        int64_t seen = room->subs->seen;
        hub__room_unsubscribe(room->subs);
        each(context, conn, seen);
    }
    hub__room_drop(hub, room);
    hub__wait_go_on(hub, table, REFUSED_STORE);
}

void hub_node_wake_table(struct hub *hub, const char *table)
{
    hub__load_wake(hub, table);
}

void hub_node_watch_again(struct conn *conn, const char *table, int64_t seen)
{
    json_t *request =
        json_pack("{s:I, s:s, s:s, s:I}", "id", (json_int_t)HUB_OWN_ID, "type", "watch",
                  "table", table, "since", (json_int_t)seen);

    if (request) hub_do(conn, request);
    json_decref(request);
}

/* Only for now? */
static bool hub_node_refused_for_now(const char *code)
{
    return !strcmp(code, table_messages_error_code(REFUSED_STORE)) ||
           !strcmp(code, table_messages_error_code(REFUSED_BUSY)) ||
           !strcmp(code, table_messages_error_code(REFUSED_RATE));
}

void hub__node_refuse(struct conn *conn, json_t *request, const struct table_reply *reply)
{
    const struct hub_owner *owner = conn->hub->options.owner;
    json_t *id = json_object_get(request, "id");
    const char *table = json_string_value(json_object_get(request, "table"));

    if (!owner || !table || json_integer_value(id) != HUB_OWN_ID)
        hub__send_error(conn, json_is_number(id) ? id : NULL, reply);
    else if (hub_node_refused_for_now(reply->code))
        owner->again(owner->context, conn, table,
                     json_integer_value(json_object_get(request, "since")));
    else
        hub__send_json(conn, json_pack("{s:s, s:s, s:s, s:s}", "type", "error", "table",
                                       table, "code", reply->code, "text", reply->text));
}

bool hub_node_may_relay(struct conn *conn)
{
    return hub__may_have(conn, HUB_CHANGE);
}

void hub_node_note_seated(struct conn *conn)
{
    const struct hub_options *options = &conn->hub->options;

    if (options->seated) options->seated(options->context, conn);
}
