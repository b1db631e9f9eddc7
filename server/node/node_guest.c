/* node_guest.c -- people who are connected to another node and play at a table that we have. Each has a
 * connection in our hub; its messages go over the link. */
#include "node_internal.h"

#include "mutant.h"

#include <stdlib.h>
#include <string.h>

static struct guest_of **node_guest_slot(struct node_link *link, uint32_t number)
{
    struct guest_of **at = &link->guests[number % LINK_SLOTS];

    while (*at && (*at)->number != number) at = &(*at)->next;
    return at;
}

/* NULL: the hub is full, or that is nobody. */
static struct conn *node_guest_join(struct guest_of *guest,
                                    const struct relay_frame *frame)
{
    json_t *person = json_loadb(frame->text, frame->n, JSON_REJECT_DUPLICATES, NULL);
    const char *who = json_string_value(json_object_get(person, "who"));
    const char *shown = json_string_value(json_object_get(person, "shown"));
    int64_t name = json_integer_value(json_object_get(person, "name"));
    struct conn *conn = NULL;

    if (who && strlen(who) < TABLE_WHO_MAX && shown && strlen(shown) < AUDE_NAME_MAX)
        conn = hub_join_from(guest->link->node->hub, guest, who, name, shown,
                             json_is_true(json_object_get(person, "bot")));
    json_decref(person);
    return conn;
}

static void node_guest_come(struct node_link *link, const struct relay_frame *frame)
{
    struct guest_of **at = node_guest_slot(link, frame->conn);
    struct guest_of *guest = *at ? NULL : calloc(1, sizeof *guest);

    if (!guest) return;
    guest->link = link;
    guest->number = frame->conn;
    guest->conn = node_guest_join(guest, frame);
    if (!guest->conn) {
        free(guest);
        node__link_say(link, RELAY_CLOSE, frame->conn, "", 0);
        return;
    }
    hub_node_set_edge(guest->conn, guest);
    *at = guest;
    link->node->counts.guests++;
}

static void node_guest_let_sleep(struct node *node, struct guest_of *guest)
{
    struct guest_of **at = &node->woken;

    while (*at && *at != guest) at = &(*at)->next_woken;
    if (*at) *at = guest->next_woken;
    guest->woken = false;
}

static void node_guest_go(struct guest_of **at)
{
    struct guest_of *guest = *at;
    struct node *node = guest->link->node;

    *at = guest->next;
    if (guest->woken) node_guest_let_sleep(node, guest);
    hub_leave(guest->conn);
    node->counts.guests--;
    free(guest);
}

void node__guests_down(struct node_link *link)
{
    for (int i = 0; i < LINK_SLOTS; i++)
        while (link->guests[i]) node_guest_go(&link->guests[i]);
}

/* Behind what he is told, so that the other node knows what he has been told. Takes `message` over. */
static void node_guest_tell(const struct guest_of *guest, json_t *message)
{
    char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;

    if (text) hub_node_pass_on(guest->conn, text, strlen(text));
    free(text);
    json_decref(message);
}

/* A request. If its table is not ours it goes back as it is, and nothing has happened. */
static void node_guest_ask(struct guest_of *guest, const struct relay_frame *frame)
{
    struct node *node = guest->link->node;
    json_t *request = json_loadb(frame->text, frame->n, JSON_REJECT_DUPLICATES, NULL);
    const char *table = json_string_value(json_object_get(request, "table"));
    const struct place *place = table ? node__place(node, table) : NULL;

    if (!request) return; /* no other node sends that */
    if (place && place->state == PLACE_MINE)
        hub_do(guest->conn, request);
    else
        node_guest_tell(guest,
                        json_pack("{s:s, s:O}", "type", "not_mine", "request", request));
    json_decref(request);
}

void node__guest_frame(struct node_link *link, const struct relay_frame *frame)
{
    struct guest_of **at = node_guest_slot(link, frame->conn);
    uint64_t taken;

    if (frame->kind == RELAY_OPEN) node_guest_come(link, frame);
    if (!*at) return;
    if (frame->kind == RELAY_CLOSE) node_guest_go(at);
    if (frame->kind == RELAY_TEXT) node_guest_ask(*at, frame);
    if (frame->kind == RELAY_TAKEN && relay_get(frame, &taken)) {
        (*at)->on_way -= taken < (*at)->on_way ? (size_t)taken : (*at)->on_way;
        node_guest_wake(link->node, (*at)->conn);
    }
}

void node__guest_moved(struct node *node, struct conn *conn, const char *table,
                       int64_t seen)
{
    const struct guest_of *guest = hub_node_edge(conn);

    (void)node;
    (void)seen; /* the other node knows what came through */
    if (guest && !MUTANT(SAY_NOT_MOVED))
        node_guest_tell(guest, json_pack("{s:s, s:s}", "type", "moved", "table", table));
}

/* -- Messages ------------------------------------------------------------------------------ */

void node_guest_wake(struct node *node, struct conn *conn)
{
    struct guest_of *guest = hub_node_edge(conn);

    if (!guest || guest->woken) return;
    guest->woken = true;
    guest->next_woken = node->woken;
    node->woken = guest;
}

static void node_guest_flush_one(struct guest_of *guest)
{
    struct hub_message *message;

    while (guest->on_way < NODE_WINDOW && (message = hub_send_next(guest->conn))) {
        node__link_say(guest->link, RELAY_TEXT, guest->number, message->data, message->n);
        guest->on_way += message->n;
        hub_send_went_out(guest->conn);
    }
    if (!hub_send_done(guest->conn)) return;
    node__link_say(guest->link, RELAY_CLOSE, guest->number, "", 0);
    node_guest_go(node_guest_slot(guest->link, guest->number));
}

void node_guest_flush(struct node *node)
{
    while (node->woken) {
        struct guest_of *guest = node->woken;
        node_guest_let_sleep(node, guest);
        if (!guest->link->cut) node_guest_flush_one(guest);
    }
}
