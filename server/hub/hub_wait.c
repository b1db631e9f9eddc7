/* hub_wait.c -- waiting for the store: requests about a table that is being stored or read, and a store
 * that is away. While it is away clocks stand still and nothing is acknowledged. */
#include "hub_internal.h"

#include "weight.h"

#include "store/store_hours.h"

#include <stdlib.h>
#include <string.h>

/* -- What is under way ------------------------------------------------------------------ */

void hub__wait_op_begin(struct hub *hub, struct hub_op *op)
{
    *op = (struct hub_op){.hub = hub, .next = hub->ops};
    if (hub->ops) hub->ops->prev = op;
    hub->ops = op;
}

void hub__wait_op_end(struct hub_op *op)
{
    if (!op->hub) return;
    if (op->prev)
        op->prev->next = op->next;
    else
        op->hub->ops = op->next;
    if (op->next) op->next->prev = op->prev;
    op->hub = NULL;
}

void hub__wait_op_end_all(struct hub *hub)
{
    while (hub->ops) hub__wait_op_end(hub->ops);
}

/* -- Requests that wait ----------------------------------------------------------------- */

/* A request about a table that is busy. Those about one table are done in the order in which they
 * came. */
struct parked {
    struct parked *next;
    struct conn *conn;
    json_t *request;
    size_t weight;
    char id[TABLE_ID_MAX];
};

size_t hub_wait_hold(struct conn *conn, json_t *request)
{
    size_t weight = weight_of(request);

    if (conn->parked_bytes + weight > HUB_PARKED_BYTES ||
        conn->hub->parked_bytes + weight > HUB_PARKED_ALL)
        return 0;
    conn->parked_bytes += weight;
    conn->hub->parked_bytes += weight;
    return weight;
}

void hub_wait_let_go(struct conn *conn, size_t weight)
{
    conn->parked_bytes -= weight;
    conn->hub->parked_bytes -= weight;
}

bool hub__wait_park(struct conn *conn, json_t *request, const char *id)
{
    struct parked **at = &conn->hub->parked;
    struct parked *one = conn->n_parked < HUB_PARKED_MAX && strlen(id) < TABLE_ID_MAX
                             ? malloc(sizeof *one)
                             : NULL;

    size_t weight = one ? hub_wait_hold(conn, request) : 0;

    if (!weight) {
        free(one);
        return false;
    }
    *one =
        (struct parked){.conn = conn, .request = json_incref(request), .weight = weight};
    memcpy(one->id, id, strlen(id) + 1);
    while (*at) at = &(*at)->next;
    *at = one;
    conn->n_parked++;
    return true;
}

static void hub_wait_parked_free(struct parked *one)
{
    one->conn->n_parked--;
    hub_wait_let_go(one->conn, one->weight);
    json_decref(one->request);
    free(one);
}

/* Takes requests out of the list: those about that table (NULL: about any table) that this connection sent
 * (NULL: that any connection sent). */
static struct parked *hub_wait_parked_take(struct hub *hub, const char *id,
                                           const struct conn *conn)
{
    struct parked **at = &hub->parked, *taken = NULL, **end = &taken;

    while (*at) {
        struct parked *one = *at;
        if ((id && strcmp(one->id, id) != 0) || (conn && one->conn != conn)) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        one->next = NULL;
        *end = one;
        end = &one->next;
    }
    return taken;
}

void hub__wait_unpark(struct conn *conn)
{
    if (!conn->n_parked) return;
    for (struct parked *one = hub_wait_parked_take(conn->hub, NULL, conn), *next; one;
         one = next) {
        next = one->next;
        hub_wait_parked_free(one);
    }
}

/* Whoever leaves needs nothing of the store: he only waited for what he had asked before. A node forgets that he watched,
 * too. */
static void hub_wait_parked_leave(struct parked *one)
{
    const struct hub_owner *owner = one->conn->hub->options.owner;

    if (owner && !one->conn->elsewhere)
        owner->route(owner->context, one->conn, one->request);
    else
        hub__again(one->conn, one->request);
}

static void hub_wait_parked_refuse(struct parked *one, enum message_error why,
                                   const char *text)
{
    const char *type = json_string_value(json_object_get(one->request, "type"));
    struct table_reply reply = {.n = -1};

    if (type && !strcmp(type, "leave")) {
        hub_wait_parked_leave(one);
        return;
    }
    table__refuse(&reply, why, "%s", text);
    hub__node_refuse(one->conn, one->request, &reply);
}

void hub__wait_go_on_named(struct conn *conn)
{
    const struct hub_owner *owner = conn->hub->options.owner;

    for (struct parked *one = hub_wait_parked_take(conn->hub, HUB_NAMING, conn), *next;
         one; one = next) {
        next = one->next;
        if (!conn->closing && owner)
            owner->route(owner->context, conn, one->request);
        else if (!conn->closing)
            hub__again(conn, one->request);
        hub_wait_parked_free(one);
    }
}

void hub__wait_go_on(struct hub *hub, const char *id, enum message_error why)
{
    for (struct parked *one = hub->parked ? hub_wait_parked_take(hub, id, NULL) : NULL,
                       *next;
         one; one = next) {
        next = one->next;
        if (why && !one->conn->closing)
            hub_wait_parked_refuse(one, why, hub__why_text(why));
        else if (!one->conn->closing)
            hub__again(one->conn, one->request);
        hub_wait_parked_free(one);
    }
    hub__ask_again(hub, id, why);
}

/* -- A store that is away --------------------------------------------------------------- */

/* Asks whether the store is back, by noting the pause in it: only a store that works can do that. */
struct probe {
    struct hub_op op;
    struct store_pause pause;
};

static void hub_wait_tell_clocks(struct hub *hub)
{
    for (struct room *room = hub->rooms; room; room = room->after)
        if (!room->flight) hub__send_clock(room, NULL);
}

/* No clock ran during the pause. A table that is read from the store later finds the pause in the store's list. */
static void hub_wait_ended(struct hub *hub, struct store_pause pause)
{
    hub->away = hub->told_away = false;
    hub->contests.away = true; /* they are looked at anew */
    if (pause.back > pause.gone) store_hours_add_pause(hub->options.store, pause);
    for (struct room *room = hub->rooms; room; room = room->after)
        table_play_skip(room->table,
                        store_hours_pause_since(pause, room->table->sitting.since));
    hub__sleep_longer(hub, pause);
    hub_wait_tell_clocks(hub);
}

static void hub_wait_on_probe(void *context, const struct store_answer *answer)
{
    struct probe *probe = context;
    struct hub *hub = probe->op.hub;
    struct store_pause pause = probe->pause;

    hub__wait_op_end(&probe->op);
    free(probe);
    if (!hub) return;
    hub->probing = false;
    if (answer->how != STORE_DONE || !hub->away) return;
    if (hub->now - pause.back > HUB_PROBE_MS)
        hub__wait_probe(
            hub); /* the answer took long: the pause is noted again, with its end now */
    else
        hub_wait_ended(hub, pause);
}

void hub__wait_probe(struct hub *hub)
{
    struct store *store = hub->options.store;
    struct probe *probe =
        hub->probing || hub->options.owner ? NULL : malloc(sizeof *probe);

    if (!probe) return; /* a node asks itself, as it renews its tables */
    hub->probing = true;
    hub__wait_op_begin(hub, &probe->op);
    probe->pause = (struct store_pause){hub->away_since, hub->now};
    store->note_pause(store, probe->pause, INT64_MIN, hub_wait_on_probe, probe);
}

/* For a node: it has taken its tables again, and each table has its own note of the gap. So the pause has no length. */
void hub_wait_is_over(struct hub *hub)
{
    if (hub->away) hub_wait_ended(hub, (struct store_pause){hub->now, hub->now});
}

void hub__wait_store_away(struct hub *hub, int64_t since)
{
    static const char text[] = "the store is away: nothing can be stored or read now";

    if (hub->away) return;
    hub->away = true;
    hub->away_since = since;
    for (struct parked *one = hub_wait_parked_take(hub, NULL, NULL), *next; one;
         one = next) {
        next = one->next;
        if (!one->conn->closing) hub_wait_parked_refuse(one, REFUSED_STORE, text);
        hub_wait_parked_free(one);
    }
}

bool hub_waits_for_store(const struct hub *hub)
{
    return hub->away;
}

bool hub__wait_store_is_here(struct hub *hub)
{
    if (hub->away && !hub->flights) hub__wait_probe(hub);
    return !hub->away;
}

static void hub_wait_tell_away(struct hub *hub)
{
    struct table_reply reply = {.n = -1};

    table__refuse(&reply, REFUSED_STORE,
                  "the store is away: clocks stand still until it is back");
    for (struct conn *conn = hub->conns; conn; conn = conn->next)
        if (conn->subs) hub__send_error(conn, NULL, &reply);
}

void hub__wait_tick(struct hub *hub)
{
    int64_t since = hub__flush_since(hub);

    if (hub->now - since > HUB_AWAY_MS) hub__wait_store_away(hub, since);
    if (!hub->away) return;
    if (!hub->told_away && hub->now - hub->away_since > HUB_AWAY_MS) {
        hub->told_away = true;
        hub_wait_tell_away(hub);
    }
    hub__wait_probe(hub);
}
