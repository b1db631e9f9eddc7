/* hub_push.c -- who wants to be told of his turns, and whose turn it is. What is sent, and how, is
 * push.c's. Nothing of a subscription is ever told to anybody but the one whose it is. */
#include "hub_internal.h"

#include "push/push_address.h"
#include "push/push_seal.h"
#include "secret.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)STORE_PUSH_POINT == (int)PUSH_POINT &&
                   (int)STORE_PUSH_AUTH == (int)PUSH_AUTH &&
                   (int)MESSAGE_ENDPOINT_MAX == (int)PUSH_ENDPOINT_MAX &&
                   (int)STORE_OWNERS_MAX >= (int)AUDE_SEATS_MAX,
               "the same lengths everywhere");

/* -- What a browser hands in ------------------------------------------------------------ */

static bool hub_push_read_bytes(const struct fields *request, const char *name,
                                unsigned char *out, size_t n)
{
    const char *text = "";
    size_t length = 0;

    if (!fields_text(request, name, &text)) return false;
    if (!sodium_base642bin(out, n, text, strlen(text), NULL, &length, NULL,
                           sodium_base64_VARIANT_URLSAFE_NO_PADDING) &&
        length == n)
        return true;
    return table__refuse(request->reply, REFUSED_FIELD,
                         "%s must be %d bytes in base64url", name, (int)n);
}

static bool hub_push_read_endpoint(const struct conn *conn, const struct fields *request,
                                   const char **endpoint)
{
    struct push_address address;

    if (!fields_text(request, "endpoint", endpoint)) return false;
    const char *wrong =
        push_address_read(*endpoint, conn->hub->options.push_ports, &address);
    if (!wrong) return true;
    return table__refuse(request->reply, REFUSED_FIELD, "endpoint: %s", wrong);
}

static bool hub_push_read_keys(const struct fields *request, struct push_reader *reader)
{
    if (!hub_push_read_bytes(request, "key", reader->point, sizeof reader->point) ||
        !hub_push_read_bytes(request, "auth", reader->auth, sizeof reader->auth))
        return false;
    EVP_PKEY *point = push_key_point(reader->point);
    EVP_PKEY_free(point);
    return point || table__refuse(request->reply, REFUSED_FIELD,
                                  "key must be a point of the curve P-256");
}

/* -- Requests --------------------------------------------------------------------------- */

static const struct store_pushes *hub_push_store(const struct conn *conn)
{
    return conn->hub->options.store->push;
}

/* May this person be told of turns here? */
static bool hub_push_may_be_told(const struct conn *conn, const struct table *table,
                                 struct table_reply *reply)
{
    if (!conn->hub->options.push_key || !hub_push_store(conn))
        return table__refuse(reply, REFUSED_OFF, "this server sends no push messages");
    if (!table_look_has_seat(table, conn->who))
        return table__refuse(reply, REFUSED_NOT_YOUR_SEAT,
                             "you have no seat at this table");
    if (table->stage == TABLE_OVER)
        return table__refuse(reply, REFUSED_OVER, "the game is over");
    if (!table_look_takes_days(table))
        return table__refuse(reply, REFUSED_OFF,
                             "turns are told only where a clock gives a day or more");
    return true;
}

static bool hub_push_not_known(struct table_reply *reply)
{
    return table__refuse(reply, REFUSED_STORE,
                         "it could not be looked up: please try again");
}

static bool hub_push_refuse(struct table_reply *reply, enum store_added added)
{
    if (added == STORE_SEAT_FULL)
        return table__refuse(reply, REFUSED_BUSY,
                             "at one table %d browsers of yours are told at most",
                             STORE_PUSH_SEAT);
    if (added == STORE_PUSH_FULL)
        return table__refuse(reply, REFUSED_BUSY,
                             "as many browsers are told as there may be");
    return table__refuse(reply, REFUSED_STORE,
                         "it could not be stored: nothing happened");
}

static int64_t hub_push_turn(const struct table *table)
{
    return table->sitting.game ? table->sitting.game->turn.number : 0;
}

static const char *hub_push_awaited(const struct table *table)
{
    unsigned seat = table_look_awaits(table);

    return seat < AUDE_SEATS_MAX ? table->seat[seat].who : "";
}

/* An answer that waits for the store. */
struct hub_reply {
    struct hub_op op;
    struct hub_reply *next;
    struct conn *conn; /* NULL: gone */
    json_t *id;
    struct push_reader reader; /* of a subscription: what the store was given */
};

static struct hub_reply *hub_push_reply_new(struct conn *conn, json_t *id)
{
    struct hub_reply *reply = calloc(1, sizeof *reply);

    if (!reply) return NULL;
    reply->conn = conn;
    reply->id = json_incref(id);
    reply->next = conn->hub->replies;
    conn->hub->replies = reply;
    hub__wait_op_begin(conn->hub, &reply->op);
    return reply;
}

static void hub_push_reply_free(struct hub_reply *reply)
{
    struct hub_reply **at = reply->op.hub ? &reply->op.hub->replies : NULL;

    while (at && *at && *at != reply) at = &(*at)->next;
    if (at && *at) *at = reply->next;
    hub__wait_op_end(&reply->op);
    json_decref(reply->id);
    free(reply);
}

void hub__push_leave(struct hub *hub, const struct conn *conn)
{
    for (struct hub_reply *one = hub->replies; one; one = one->next)
        if (one->conn == conn) one->conn = NULL;
}

static void hub_push_on_changed(void *context, const struct store_answer *answer)
{
    struct hub_reply *reply = context;
    struct conn *conn = reply->op.hub ? reply->conn : NULL;
    struct table_reply why = {.n = -1};
    enum store_added added =
        answer->how == STORE_DONE ? (enum store_added)answer->n : STORE_ADD_FAILED;

    if (conn && added == STORE_ADDED)
        hub__send_json(conn, hub__ok(reply->id));
    else if (conn && !hub_push_refuse(&why, added))
        hub__send_error(conn, reply->id, &why);
    hub_push_reply_free(reply);
}

/* What is told to the store, but for what the request brought. */
static void hub_push_of_table(struct conn *conn, const struct table *table,
                              const struct hub_reply *reply, struct store_push *push)
{
    uint64_t from = hub__room_from(conn->hub, conn);

    push->table = table->id;
    push->point = reply->reader.point;
    push->auth = reply->reader.auth;
    push->origin = from ? (int64_t)secret_mix(conn->hub->chance, from) : 0;
    push->mine = !strcmp(hub_push_awaited(table), conn->who);
    push->turn = push->mine ? hub_push_turn(table) : -1;
}

bool hub__push_on_subscribe(struct conn *conn, const struct fields *request, json_t *id)
{
    struct hub *hub = conn->hub;
    struct push_reader reader;
    struct store_push push = {.who = conn->who};
    struct room *room;

    if (!hub__want_room(conn, request, &room) ||
        !hub_push_may_be_told(conn, room->table, request->reply) ||
        !hub_push_read_endpoint(conn, request, &push.endpoint) ||
        !hub_push_read_keys(request, &reader) || !hub__want_store(conn, request->reply))
        return false;
    if (!hub__may_have(conn, HUB_SUBSCRIBE))
        return table__refuse(request->reply, REFUSED_RATE,
                             "too many requests from your address: please wait a little");
    struct hub_reply *reply = hub_push_reply_new(conn, id);
    if (!reply) return hub_push_refuse(request->reply, STORE_ADD_FAILED);
    reply->reader = reader;
    hub_push_of_table(conn, room->table, reply, &push);
    hub_push_store(conn)->add(hub->options.store, &push, hub_push_on_changed, reply);
    return true;
}

bool hub__push_on_unsubscribe(struct conn *conn, const struct fields *request, json_t *id)
{
    const char *table = NULL, *endpoint;

    if (!fields_text(request, "table", &table) ||
        !fields_text(request, "endpoint", &endpoint) ||
        !hub__want_store(conn, request->reply))
        return false;
    if (!hub__may_have(conn, HUB_CHANGE))
        return table__refuse(request->reply, REFUSED_RATE,
                             "too many requests from your address: please wait a little");
    if (!hub_push_store(conn) || !conn->who[0]) {
        hub__send_json(conn, hub__ok(id));
        return true;
    }
    struct hub_reply *reply = hub_push_reply_new(conn, id);
    if (!reply) return hub_push_refuse(request->reply, STORE_ADD_FAILED);
    hub_push_store(conn)->drop(conn->hub->options.store, table, conn->who, endpoint,
                               hub_push_on_changed, reply);
    return true;
}

static void hub_push_say_subscribed(struct conn *conn, json_t *id, bool may, bool on)
{
    json_t *answer = hub__ok(id);

    whole_set(&answer, "may", json_boolean(may));
    whole_set(&answer, "on", json_boolean(on));
    hub__send_json(conn, answer);
}

static void hub_push_on_looked(void *context, const struct store_answer *answer)
{
    struct hub_reply *reply = context;
    struct conn *conn = reply->op.hub ? reply->conn : NULL;
    struct table_reply why = {.n = -1};

    if (conn && answer->how == STORE_DONE)
        hub_push_say_subscribed(conn, reply->id, true, answer->n);
    else if (conn && !hub_push_not_known(&why))
        hub__send_error(conn, reply->id, &why);
    hub_push_reply_free(reply);
}

bool hub__push_on_subscribed(struct conn *conn, const struct fields *request, json_t *id)
{
    struct table_reply why = {.n = -1};
    const char *endpoint = NULL;
    struct room *room;

    if (!hub__want_room(conn, request, &room) ||
        !fields_text(request, "endpoint", &endpoint))
        return false;
    bool may = hub_push_may_be_told(conn, room->table, &why);
    if (!may || !endpoint) {
        hub_push_say_subscribed(conn, id, may, false);
        return true;
    }
    struct hub_reply *reply = hub_push_reply_new(conn, id);
    if (!reply) return hub_push_not_known(request->reply);
    hub_push_store(conn)->has(conn->hub->options.store, room->table->id, conn->who,
                              endpoint, hub_push_on_looked, reply);
    return true;
}

/* -- Whose turn it is ------------------------------------------------------------------- */

bool hub__push_turn(const struct hub *hub, const struct room *room,
                    struct store_turn *turn, const char *owners[STORE_OWNERS_MAX])
{
    const struct table *table = room->table;
    unsigned seat = table_look_awaits(table);

    if (!table_look_takes_days(table)) return false;
    *turn = (struct store_turn){.table = table->id,
                                .who = hub_push_awaited(table),
                                .seat = seat < AUDE_SEATS_MAX ? (int)seat : 0,
                                .turn = hub_push_turn(table),
                                .due = hub->now + hub->options.push_after_ms,
                                .over = table->stage == TABLE_OVER,
                                .owners = table->seats_changed ? owners : NULL,
                                .n_owners = (int)table->head.setup.n_seats};
    for (int i = 0; i < turn->n_owners; i++) owners[i] = table->seat[i].who;
    return true;
}

void hub_push_answered(struct hub *hub, bool arrived)
{
    if (arrived)
        hub->counts.pushes++;
    else
        hub->counts.pushes_failed++;
}
