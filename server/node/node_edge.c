/* node_edge.c -- people who are connected here: each request goes to whoever has its table. */
#include "node_internal.h"

#include "mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- What is known of a connection -------------------------------------------------------- */

static struct edge *edge_of(struct node *node, struct conn *conn)
{
    struct edge *edge = hub_node_edge(conn);

    if (edge || !(edge = calloc(1, sizeof *edge))) return edge;
    edge->conn = conn;
    edge->next = node->edges;
    if (node->edges) node->edges->prev = edge;
    node->edges = edge;
    hub_node_set_edge(conn, edge);
    return edge;
}

static struct view *edge_view_find(const struct edge *edge, const char *table)
{
    struct view *view = edge->views;

    while (view && strcmp(view->table, table) != 0) view = view->next;
    return view;
}

static struct view *edge_view_add(struct edge *edge, const char *table)
{
    struct view *view = edge_view_find(edge, table);

    if (view || strlen(table) >= TABLE_ID_MAX || !(view = calloc(1, sizeof *view)))
        return view;
    memcpy(view->table, table, strlen(table) + 1);
    view->next = edge->views;
    edge->views = view;
    return view;
}

static void edge_view_drop(struct edge *edge, const char *table)
{
    struct view **at = &edge->views;

    while (*at && strcmp((*at)->table, table) != 0) at = &(*at)->next;
    struct view *view = *at;
    if (!view) return;
    *at = view->next;
    free(view);
}

static void edge_held_free(struct edge *edge, struct held **at)
{
    struct held *held = *at;

    *at = held->next;
    edge->n_held--;
    hub_wait_let_go(edge->conn, held->weight);
    json_decref(held->request);
    free(held);
}

static struct held *edge_held_add(struct node *node, struct edge *edge, json_t *request,
                                  const char *table)
{
    struct held **at = &edge->held, *held;

    if (edge->n_held >= NODE_HELD_MAX || !(held = calloc(1, sizeof *held))) return NULL;
    if (!(held->weight = hub_wait_hold(edge->conn, request))) {
        free(held);
        return NULL;
    }
    while (*at) at = &(*at)->next;
    *at = held;
    memcpy(held->table, table, strlen(table) + 1);
    held->request = json_incref(request);
    held->since = hub_node_now(node->hub);
    edge->n_held++;
    return held;
}

static void edge_held_refuse(struct edge *edge, struct held **at, enum message_error code,
                             const char *text)
{
    hub_send_refusal_of(edge->conn, json_object_get((*at)->request, "id"), code, text);
    edge_held_free(edge, at);
}

/* -- Legs --------------------------------------------------------------------------------- */

static struct leg **edge_leg_slot(struct node_link *link, uint32_t number)
{
    struct leg **at = &link->legs[number % LINK_SLOTS];

    while (*at && (*at)->number != number) at = &(*at)->next_in_slot;
    return at;
}

static void edge_leg_free(struct leg *leg)
{
    struct leg **at = edge_leg_slot(leg->link, leg->number);

    if (*at) *at = leg->next_in_slot;
    free(leg);
}

/* Who comes: the hash of his secret, and the name that he keeps. */
static void edge_leg_open(const struct leg *leg, const struct conn *conn)
{
    json_t *person = json_pack("{s:s, s:I, s:s, s:b}", "who", hub_who(conn), "name",
                               (json_int_t)hub_names_number(conn), "shown",
                               hub_names_shown(conn), "bot", (int)hub_names_bot(conn));
    char *text = person ? json_dumps(person, JSON_COMPACT) : NULL;

    if (text) node__link_say(leg->link, RELAY_OPEN, leg->number, text, strlen(text));
    free(text);
    json_decref(person);
}

static struct leg *edge_leg_to(struct edge *edge, struct node_link *link)
{
    struct leg *leg = edge->legs;

    while (leg && leg->link != link) leg = leg->next;
    if (leg || !(leg = calloc(1, sizeof *leg))) return leg;
    leg->link = link;
    leg->edge = edge;
    leg->number = ++link->numbers;
    leg->next = edge->legs;
    edge->legs = leg;
    *edge_leg_slot(link, leg->number) = leg;
    edge_leg_open(leg, edge->conn);
    return leg;
}

static void edge_leg_drop(struct edge *edge, const struct node_link *link)
{
    for (struct leg **at = &edge->legs, *leg; (leg = *at); at = &leg->next)
        if (leg->link == link) {
            *at = leg->next;
            edge_leg_free(leg);
            return;
        }
}

static void edge_leg_say(struct edge *edge, struct node_link *link, const json_t *request)
{
    const struct leg *leg = edge_leg_to(edge, link);
    char *text = leg ? json_dumps(request, JSON_COMPACT) : NULL;

    if (text) node__link_say(link, RELAY_TEXT, leg->number, text, strlen(text));
    hub_node_note_relayed(link->node->hub);
    free(text);
}

void node_edge_leave(struct node *node, struct conn *conn)
{
    struct edge *edge = hub_node_is_elsewhere(conn) ? NULL : hub_node_edge(conn);

    if (!edge) return;
    hub_node_set_edge(conn, NULL);
    while (edge->legs) {
        struct leg *leg = edge->legs;
        node__link_say(leg->link, RELAY_CLOSE, leg->number, "", 0);
        edge->legs = leg->next;
        edge_leg_free(leg);
    }
    while (edge->held) edge_held_free(edge, &edge->held);
    while (edge->views) edge_view_drop(edge, edge->views->table);
    if (edge->prev)
        edge->prev->next = edge->next;
    else
        node->edges = edge->next;
    if (edge->next) edge->next->prev = edge->prev;
    free(edge);
}

/* -- Requests ------------------------------------------------------------------------------ */

static bool edge_request_is(const json_t *request, const char *type)
{
    const char *is = json_string_value(json_object_get(request, "type"));

    return is && !strcmp(is, type);
}

/* Requests that may be sent again without harm: doing them twice is the same as once. */
static bool edge_request_is_harmless(const json_t *request)
{
    return edge_request_is(request, "watch") || edge_request_is(request, "look") ||
           edge_request_is(request, "here") || edge_request_is(request, "leave");
}

/* Notes which table is watched from now on, or no longer. */
static void edge_request_note(struct edge *edge, const json_t *request, const char *table,
                              struct node_link *link)
{
    struct view *view;

    if (!edge_request_is(request, "watch") || edge_view_find(edge, table)) return;
    if (!(view = edge_view_add(edge, table))) return;
    view->seen = json_integer_value(json_object_get(request, "since"));
    view->at = link;
    view->fresh = true;
}

/* The link to the node that has the table. NULL: not known yet, or the link is not up. */
static struct node_link *edge_request_link(struct node *node, const struct place *place)
{
    struct node_link *link =
        place->state == PLACE_THEIRS ? node__link_to(node, place->owner) : NULL;

    return link && link->up ? link : NULL;
}

/* Sends one that waits, if its table's owner is known. False: it still waits. */
static bool edge_held_go(struct node *node, struct edge *edge, struct held **at)
{
    struct held *held = *at;
    const struct place *place = node__place(node, held->table);
    struct node_link *link = place ? edge_request_link(node, place) : NULL;

    if (place && place->state == PLACE_MINE) {
        json_t *request = json_incref(held->request);
        if (edge_request_is(request, "leave")) edge_view_drop(edge, held->table);
        edge_held_free(edge, at);
        hub_do(edge->conn, request);
        json_decref(request);
        return true;
    }
    if (!link) return false;
    if (!edge_request_is_harmless(held->request) && !hub_node_may_relay(edge->conn)) {
        edge_held_refuse(edge, at, REFUSED_RATE,
                         "too many requests from your address: please wait a little");
        return true;
    }
    held->at = link;
    edge_request_note(edge, held->request, held->table, link);
    edge_leg_say(edge, link, held->request);
    return true;
}

/* All that wait for that table, in order. */
static void edge_go(struct node *node, struct edge *edge, const char *table)
{
    for (struct held **at = &edge->held; *at;) {
        struct held *held = *at;
        bool waits = !held->at && !strcmp(held->table, table);
        if (waits && !edge_held_go(node, edge, at)) return;
        if (*at == held) at = &held->next;
    }
}

static bool edge_waits(const struct edge *edge, const char *table)
{
    for (const struct held *held = edge->held; held; held = held->next)
        if (!held->at && !strcmp(held->table, table)) return true;
    return false;
}

/* To our own hub if we have the table; else it waits for whoever has it, behind earlier requests about it. */
static void edge_route(struct node *node, struct edge *edge, json_t *request,
                       const char *table)
{
    const struct place *place = node__place(node, table);

    if (place && place->state == PLACE_MINE && !edge_waits(edge, table)) {
        if (edge_request_is(request, "leave")) edge_view_drop(edge, table);
        hub_do(edge->conn, request);
        return;
    }
    if (!edge_held_add(node, edge, request, table)) {
        hub_send_refusal_of(edge->conn, json_object_get(request, "id"), REFUSED_BUSY,
                            "too many of your requests wait");
        return;
    }
    if (!place)
        node__place_ask(node, table, false);
    else
        edge_go(node, edge, table);
}

void node__edge_route(struct node *node, struct conn *conn, json_t *request)
{
    const char *table = json_string_value(json_object_get(request, "table"));
    json_t *id = json_object_get(request, "id");
    struct edge *edge;

    if (!table || !table[0] || strlen(table) >= TABLE_ID_MAX || !hub_node_greeted(conn) ||
        !json_is_number(id) || !(edge = edge_of(node, conn)))
        hub_do(conn, request); /* about no table, or nonsense */
    else
        edge_route(node, edge, request, table);
}

void node_edge_receive(struct node *node, struct conn *conn, const char *frame, size_t n)
{
    json_t *request = hub_read_frame(conn, frame, n);

    if (request) node__edge_route(node, conn, request);
    json_decref(request);
}

/* -- Who has it is known ------------------------------------------------------------------ */

/* He goes on watching where the table is now. */
static void edge_view_go(struct node *node, struct edge *edge, struct view *view)
{
    const struct place *place = node__place(node, view->table);
    struct node_link *link = place ? edge_request_link(node, place) : NULL;
    char table[TABLE_ID_MAX];
    int64_t seen = view->seen + MUTANT(WRONG_SEQ);

    memcpy(table, view->table, sizeof table);
    if (place && place->state == PLACE_MINE) {
        edge_view_drop(edge, table);
        hub_node_watch_again(edge->conn, table, seen);
    } else if (link) {
        json_t *request =
            json_pack("{s:I, s:s, s:s, s:I}", "id", (json_int_t)HUB_OWN_ID, "type",
                      "watch", "table", table, "since", (json_int_t)seen);
        view->at = link;
        edge_leg_say(edge, link, request);
        json_decref(request);
    }
}

static bool edge_is_owner(const struct node_link *link, const struct place *place)
{
    return place->state == PLACE_THEIRS && !strcmp(link->name, place->owner);
}

/* The table has moved while requests to the one who had it are not answered. Those that may be sent twice are called
 * back and go to the new owner. Otherwise he could be told from two sides at once: what he asks next is answered by the
 * new owner, and the old one answers later. */
static void edge_call_back(struct edge *edge, const char *table,
                           const struct place *place)
{
    const struct view *view = edge_view_find(edge, table);

    for (struct held *held = edge->held; held; held = held->next)
        if (held->at && !strcmp(held->table, table) && !edge_is_owner(held->at, place) &&
            edge_request_is_harmless(held->request))
            held->at = NULL;
    if (view && view->at && view->fresh && !edge_is_owner(view->at, place))
        edge_view_drop(edge, table);
}

static void edge_settle(struct node *node, struct edge *edge, const char *table)
{
    const struct place *place = node__place(node, table);
    if (place) edge_call_back(edge, table, place);
    struct view *view = edge_view_find(edge, table);
    /* The one who had it before may not know yet that it is ours, and would tell him everything a second time. */
    bool moved = view && !view->fresh && place && place->state == PLACE_MINE;

    if (view && (!view->at || moved)) edge_view_go(node, edge, view);
    edge_go(node, edge, table);
}

/* There is no such table: our own hub finds that out and says it. */
static void edge_no_table(struct edge *edge, const char *table)
{
    const struct view *view = edge_view_find(edge, table);
    int64_t seen = view ? view->seen : 0;

    if (view && !view->at) {
        edge_view_drop(edge, table);
        hub_node_watch_again(edge->conn, table, seen);
    }
    for (struct held **at = &edge->held; *at;) {
        struct held *held = *at;
        if (held->at || strcmp(held->table, table) != 0) {
            at = &held->next;
            continue;
        }
        json_t *request = json_incref(held->request);
        edge_held_free(edge, at);
        hub_do(edge->conn, request);
        json_decref(request);
    }
}

void node__edge_settle(struct node *node, const char *table, bool known)
{
    bool none = known && !node__place(node, table);

    for (struct edge *edge = node->edges, *next; edge; edge = next) {
        next = edge->next;
        if (none)
            edge_no_table(edge, table);
        else if (known)
            edge_settle(node, edge, table);
    }
}

bool node__edge_seeks(const struct conn *conn, const char *table)
{
    const struct edge *edge = hub_node_edge(conn);

    return edge && edge_view_find(edge, table);
}

void node__edge_seek(struct node *node, struct conn *conn, const char *table,
                     int64_t seen)
{
    struct edge *edge = edge_of(node, conn);
    struct view *view = edge ? edge_view_add(edge, table) : NULL;

    if (!view) return;
    view->seen = seen;
    view->at = NULL;
    view->fresh = false;
}

/* -- Messages from whoever has it ---------------------------------------------------------- */

static int64_t edge_entry_seq(const json_t *entries, size_t i)
{
    return json_integer_value(json_object_get(json_array_get(entries, i), "seq"));
}

/* Some of the entries in this message came before: only the others are passed on. */
static void edge_hear_rest(struct edge *edge, const struct view *view, json_t *message)
{
    json_t *entries = json_object_get(message, "entries");

    while (edge_entry_seq(entries, 0) <= view->seen) json_array_remove(entries, 0);
    char *text = json_dumps(message, JSON_COMPACT);
    if (text) hub_node_pass_on(edge->conn, text, strlen(text));
    free(text);
}

/* Each entry once, in order. Where requests to watch cross with answers that the table has moved, some come twice, and
 * some are missing: those are asked for again. False: the message does not go on as it is. */
static bool edge_hear_log(struct edge *edge, struct node_link *link, json_t *message)
{
    const json_t *entries = json_object_get(message, "entries");
    const char *table = json_string_value(json_object_get(message, "table"));
    size_t n = json_array_size(entries);
    struct view *view = table ? edge_view_find(edge, table) : NULL;

    if (!n || !view || view->at != link || view->fresh) return false;
    int64_t first = edge_entry_seq(entries, 0), last = edge_entry_seq(entries, n - 1);
    bool next = first == view->seen + 1;
    if (first > view->seen + 1) view->at = NULL;
    if (first > view->seen + 1 || last <= view->seen) return false;
    if (!next) edge_hear_rest(edge, view, message);
    view->seen = last;
    return next;
}

/* He watches the new table from its beginning. */
static void edge_hear_rematch(struct edge *edge, struct node_link *link,
                              const json_t *message)
{
    const char *table = json_string_value(json_object_get(message, "table"));
    struct view *view =
        table && !edge_view_find(edge, table) ? edge_view_add(edge, table) : NULL;

    if (view) view->at = link;
}

/* The answer to a request that was sent there. False: it was called back, and is answered elsewhere. */
static bool edge_hear_answer(struct edge *edge, struct node_link *link,
                             const json_t *message)
{
    const json_t *id = json_object_get(message, "id");
    bool ok = edge_request_is(message, "ok");

    for (struct held **at = &edge->held; *at; at = &(*at)->next) {
        struct held *held = *at;
        struct view *view = edge_view_find(edge, held->table);
        const json_t *asked = json_object_get(held->request, "id");
        if (held->at != link || !json_equal(asked, id)) continue;
        if (ok && edge_request_is(held->request, "leave"))
            edge_view_drop(edge, held->table);
        if (ok && edge_request_is(held->request, "rematch"))
            edge_hear_rematch(edge, link, message);
        if (ok && edge_request_is(held->request, "watch"))
            view = edge_view_add(edge, held->table);
        if (view && edge_request_is(held->request, "watch")) {
            int64_t seq = json_integer_value(json_object_get(message, "seq"));
            int64_t since = json_integer_value(json_object_get(held->request, "since"));
            bool fresh = view->fresh;
            view->fresh = false;
            if (ok) view->seen = since < seq ? since : seq;
            if (ok) view->at = link;
            if (!ok && fresh) edge_view_drop(edge, held->table);
        }
        edge_held_free(edge, at);
        return true;
    }
    return false;
}

static bool edge_hear_error(struct edge *edge, struct node_link *link,
                            const json_t *message)
{
    const char *table = json_string_value(json_object_get(message, "table"));

    if (json_object_get(message, "id")) return edge_hear_answer(edge, link, message);
    if (table) edge_view_drop(edge, table); /* he may not watch that table any more */
    return true;
}

/* He is sought another owner, unless his request to watch was not answered: that is sent again itself. */
static void edge_views_lost(struct edge *edge, const struct node_link *link,
                            const char *table)
{
    for (struct view **at = &edge->views, *view; (view = *at);) {
        bool lost = view->at == link && (!table || !strcmp(view->table, table));
        if (lost) view->at = NULL;
        if (lost && view->fresh) {
            *at = view->next;
            free(view);
        } else
            at = &view->next;
    }
}

/* The request was not carried out there: it waits again, in its place. */
static void edge_hear_not_mine(struct edge *edge, struct node_link *link,
                               const json_t *message)
{
    const json_t *request = json_object_get(message, "request");
    const char *table = json_string_value(json_object_get(request, "table"));
    const json_t *id = json_object_get(request, "id");

    if (table) node__place_forget(link->node, table);
    if (table) edge_views_lost(edge, link, table);
    for (struct held *held = edge->held; held; held = held->next)
        if (held->at == link && json_equal(json_object_get(held->request, "id"), id))
            held->at = NULL;
}

static void edge_hear_moved(struct edge *edge, struct node_link *link,
                            const json_t *message)
{
    const char *table = json_string_value(json_object_get(message, "table"));

    if (!table) return;
    node__place_forget(link->node, table);
    edge_views_lost(edge, link, table);
}

static bool edge_begins(const struct relay_frame *frame, const char *with)
{
    size_t n = strlen(with);

    return frame->n >= n && !memcmp(frame->text, with, n);
}

/* Messages that change what we know of who watches what; all others are only passed on. */
static bool edge_hear_is_ours(const struct relay_frame *frame)
{
    static const char *const kinds[] = {"log",  "ok",    "error",
                                        "mine", "moved", "not_mine"};
    char with[32];

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        snprintf(with, sizeof with, "{\"type\":\"%s\"", kinds[i]);
        if (edge_begins(frame, with)) return true;
    }
    return false;
}

/* False: the message is not passed on to the person. */
static bool edge_hear_message(struct edge *edge, struct node_link *link, json_t *message)
{
    if (edge_request_is(message, "moved")) edge_hear_moved(edge, link, message);
    if (edge_request_is(message, "not_mine")) edge_hear_not_mine(edge, link, message);
    if (edge_request_is(message, "mine") &&
        json_array_size(json_object_get(message, "seats")))
        hub_node_note_seated(edge->conn);
    if (edge_request_is(message, "ok")) return edge_hear_answer(edge, link, message);
    if (edge_request_is(message, "error")) return edge_hear_error(edge, link, message);
    if (edge_request_is(message, "log")) return edge_hear_log(edge, link, message);
    return !edge_request_is(message, "moved") && !edge_request_is(message, "not_mine");
}

/* A message for him, which goes on as it is. A goodbye is between us and the other node. One that we should
 * understand and do not is no message. */
static void edge_hear_text(struct edge *edge, struct node_link *link,
                           const struct relay_frame *frame)
{
    bool ours = edge_hear_is_ours(frame);
    json_t *message = ours ? json_loadb(frame->text, frame->n, 0, NULL) : NULL;

    if (!edge_begins(frame, "{\"type\":\"bye\"") &&
        (ours ? message && edge_hear_message(edge, link, message) : true))
        hub_node_pass_on(edge->conn, frame->text, frame->n);
    json_decref(message);
}

/* All that was there is sought anew. A request that may have been carried out is not repeated: the log
 * will say. */
static void edge_lost(struct edge *edge, struct node_link *link)
{
    edge_leg_drop(edge, link);
    edge_views_lost(edge, link, NULL);
    for (struct held **at = &edge->held; *at;) {
        struct held *held = *at;
        if (held->at == link && !edge_request_is_harmless(held->request) &&
            !MUTANT(REPEAT_REQUEST)) {
            edge_held_refuse(edge, at, REFUSED_STORE,
                             "the server of this table has gone: look at the table");
            continue;
        }
        if (held->at == link) held->at = NULL;
        at = &held->next;
    }
}

void node__edge_frame(struct node_link *link, const struct relay_frame *frame)
{
    struct leg *leg = *edge_leg_slot(link, frame->conn);
    struct edge *edge = leg ? leg->edge : NULL;

    if (!edge) return; /* he has gone */
    switch (frame->kind) {
    case RELAY_TEXT:
        leg->received += frame->n;
        edge_hear_text(edge, link, frame);
        break;
    case RELAY_CLOSE:
        edge_lost(edge, link);
        break;
    default:
        break;
    }
}

/* -- Links come and go, time passes -------------------------------------------------------- */

void node__edges_up(struct node_link *link)
{
    node__edge_tick(link->node);
}

void node__edges_down(struct node_link *link)
{
    node__place_forget_owner(link->node, link->name);
    for (struct edge *edge = link->node->edges; edge; edge = edge->next)
        edge_lost(edge, link);
}

/* More may come, as soon as he has taken what came. */
static void edge_give_credit(struct edge *edge)
{
    unsigned char bytes[8];

    for (struct leg *leg = edge->legs; leg; leg = leg->next) {
        if (leg->received < NODE_WINDOW / 4 ||
            hub_node_backlog(edge->conn) >= HUB_OUT_SOFT)
            continue;
        relay_put(bytes, leg->received);
        node__link_say(leg->link, RELAY_TAKEN, leg->number, (const char *)bytes,
                       sizeof bytes);
        leg->received = 0;
    }
}

/* Who has it is asked, or asked again. */
static void edge_ask(struct node *node, const char *table)
{
    if (!node__place(node, table)) node__place_ask(node, table, false);
}

static void edge_seek(struct node *node, struct edge *edge)
{
    int64_t now = hub_node_now(node->hub);

    for (struct view *view = edge->views, *next; view; view = next) {
        next = view->next;
        if (view->at) continue;
        if (node__place(node, view->table))
            edge_view_go(node, edge, view); /* which may add others, at the front */
        else
            edge_ask(node, view->table);
    }
    for (struct held **at = &edge->held; *at;) {
        struct held *held = *at;
        if (!held->at && now - held->since > NODE_HELD_MS) {
            edge_held_refuse(edge, at, REFUSED_STORE,
                             "the server of this table cannot be reached");
            continue;
        }
        if (!held->at && !edge_held_go(node, edge, at)) edge_ask(node, held->table);
        if (*at == held) at = &held->next;
    }
}

void node__edge_tick(struct node *node)
{
    for (struct edge *edge = node->edges, *next; edge; edge = next) {
        next = edge->next;
        edge_give_credit(edge);
        edge_seek(node, edge);
    }
}
