/* ws.c -- WebSockets: whom to let in, messages to the hub and from it. */
#include "server_internal.h"

#include <string.h>

const struct guest *ws_guest(const struct visit *visit)
{
    return &visit->guest;
}

/* -- Whom to let in --------------------------------------------------------------------- */

static void ws_let_in(struct visit *visit, const struct wire_request *request,
                      const char *who)
{
    if (!wire_accept(visit->wire, request, "aude-1")) return;
    if (door_enter(visit)) visit->conn = hub_join(visit->server->hub, visit, who);
    if (visit->conn) hub_names_browser(visit->conn, visit->browser);
    if (visit->conn) hub_names_session(visit->conn, visit->session);
    if (!visit->conn)
        wire_frame_close(visit->wire, 1001, table_messages_error_code(REFUSED_BUSY));
}

void ws_upgrade(struct visit *visit, const struct wire_request *request)
{
    char who[TABLE_WHO_MAX];
    int wait;

    if (!wire_head_lists(request, "sec-websocket-protocol", "aude-1"))
        http_answer_refusal(visit, 400, REFUSED_VERSION, "speak aude-1");
    else if (strcmp(request->path, "/ws") != 0)
        http_answer_refusal(visit, 404, REFUSED_TYPE, "there is nothing to talk to");
    else if (!door_origin_ok(visit, request) || !door_name_ok(visit, request))
        http_answer_refusal(visit, 403, REFUSED_ORIGIN, "this page may not connect");
    else {
        door_guest(visit, request, &visit->guest);
        http_cookie_who(visit, request, who);
        http_cookie_session(visit, request, visit->session);
        if (door_pays(visit, request, &visit->guest, GUEST_CALL, &wait))
            ws_let_in(visit, request, who);
        else
            http_answer_too_many(visit, wait, "calls");
    }
}

/* -- In --------------------------------------------------------------------------------- */

static void ws_hear(struct visit *visit, const char *text, size_t n)
{
    if (visit->server->node)
        node_edge_receive(visit->server->node, visit->conn, text, n);
    else
        hub_receive(visit->conn, text, n);
}

void ws_message(void *context, const char *text, size_t n)
{
    struct visit *visit = context;

    if (!visit->conn) return;
    if (guests_pay_or_own(visit->server->guests, &visit->guest, hub_who(visit->conn),
                          GUEST_MESSAGE, server_now(), NULL))
        ws_hear(visit, text, n);
    else
        hub_flood_frame(visit->conn, text, n);
}

void ws_unfit(void *context, enum wire_unfit why)
{
    static const struct {
        enum message_error code;
        const char *text;
    } words[] = {
        [WIRE_MESSAGE_LONG] = {REFUSED_SIZE, "a message has at most 65536 bytes"},
        [WIRE_PIECES] = {REFUSED_SIZE, "a message has at most 2048 pieces"},
        [WIRE_BINARY] = {REFUSED_JSON, "frames are text"},
        [WIRE_MESSAGE_BUSY] = {REFUSED_BUSY, "the server waits for too many messages"},
    };
    struct visit *visit = context;

    if (visit->conn) hub_send_refusal(visit->conn, words[why].code, words[why].text);
}

/* -- Out -------------------------------------------------------------------------------- */

const char *ws_next(void *context, size_t *n)
{
    struct visit *visit = context;
    struct hub_message *message = visit->conn ? hub_send_next(visit->conn) : NULL;

    if (!message) return NULL;
    *n = message->n;
    return message->data;
}

void ws_sent(void *context)
{
    hub_send_went_out(((struct visit *)context)->conn);
}

bool ws_done(void *context)
{
    struct visit *visit = context;

    return visit->conn && hub_send_done(visit->conn);
}

void ws_gone(struct visit *visit)
{
    if (visit->conn && visit->server->node)
        node_edge_leave(visit->server->node, visit->conn);
    if (visit->conn) hub_leave(visit->conn);
    visit->conn = NULL;
}
