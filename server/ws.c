/* ws.c -- WebSockets: frames in, messages out, and whom to let in at all. */
#include "server_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(HUB_MESSAGE_PRE >= LWS_PRE, "room for the frame's head");

enum {
    PIECES_MAX = 2048, /* of a message: it may come by 32 bytes */
    MESSAGE_S = 30     /* from its first piece to its last */
};

struct session {
    struct conn *conn;
    struct guest guest;
    struct purse *purse; /* counted here only where a proxy's connections are not */
    char who[TABLE_WHO_MAX];
    char *in; /* a message of which a part has come */
    size_t n;
    int pieces;
    bool refused;
};

size_t ws_session_size(void)
{
    return sizeof(struct session);
}

const struct guest *ws_guest(struct lws *wsi)
{
    return &((struct session *)lws_wsi_user(wsi))->guest;
}

/* -- Whom to let in --------------------------------------------------------------------- */

static bool same_origin(const char *origin, const char *host)
{
    const char *at = strstr(origin, "://");

    return at && host[0] && !strcmp(at + 3, host);
}

/* The part of a URL that a browser sends as Origin: without a path. */
static bool is_origin_of(const char *origin, const char *url)
{
    size_t n = strlen(origin);

    return url && strstr(origin, "://") && !strncmp(url, origin, n) &&
           (!url[n] || url[n] == '/');
}

/* A browser says from which page a connection comes; other programs say nothing. */
static bool origin_ok(struct lws *wsi)
{
    const struct server_options *options = server_of(wsi)->options;
    char origin[256] = "", host[256] = "";

    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN)) return true;
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) < 0) return false;
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) < 0) return false;
    if (same_origin(origin, host) || is_origin_of(origin, options->public_url))
        return true;
    for (int i = 0; i < options->n_origins; i++)
        if (is_origin_of(origin, options->origins[i])) return true;
    return false;
}

static int refuse(struct lws *wsi, unsigned status, const char *why)
{
    lws_return_http_status(wsi, status, why);
    return -1;
}

/* A connection of somebody behind a proxy is counted when it has become a WebSocket: before, it
 * is the proxy's. */
static bool enter(struct lws *wsi, struct session *session)
{
    struct server *server = server_of(wsi);
    unsigned char peer[16];
    bool full_house = false;

    session->purse = NULL;
    if (!guest_peer(lws_get_socket_fd(wsi), peer) ||
        !guest_is_proxy(&server->options->proxies, peer))
        return true;
    session->purse =
        guests_enter(server->guests, &session->guest, server_now(), &full_house);
    return !full_house;
}

static int on_filter(struct lws *wsi, struct session *session)
{
    char uri[64] = "";
    int wait;

    lws_hdr_copy(wsi, uri, sizeof uri, WSI_TOKEN_GET_URI);
    if (strcmp(uri, "/ws") != 0) return refuse(wsi, HTTP_STATUS_NOT_FOUND, "not here");
    if (!origin_ok(wsi) || !door_name_ok(wsi))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN, "ORIGIN: this page may not connect");
    door_guest(wsi, &session->guest);
    http_who(wsi, session->who);
    if (!guests_pay_or_own(server_of(wsi)->guests, &session->guest, session->who,
                           GUEST_CALL, server_now(), &wait))
        return http_too_many(wsi, wait, "calls");
    return 0;
}

/* -- In --------------------------------------------------------------------------------- */

static int on_established(struct lws *wsi, struct session *session)
{
    struct server *server = server_of(wsi);

    session->in = NULL;
    session->n = 0;
    session->pieces = 0;
    session->refused = false;
    session->conn = NULL;
    if (enter(wsi, session)) session->conn = hub_join(server->hub, wsi, session->who);
    if (session->conn) return 0;
    lws_close_reason(wsi, LWS_CLOSE_STATUS_GOINGAWAY, (unsigned char *)"BUSY", 4);
    return -1;
}

static void drop_piece(struct lws *wsi, struct session *session)
{
    server_let_go(server_of(wsi), HELD_MESSAGES, session->n);
    free(session->in);
    session->in = NULL;
    session->n = 0;
    session->pieces = 0;
}

static void refuse_frame(struct lws *wsi, struct session *session, const char *code,
                         const char *text)
{
    session->refused = true;
    drop_piece(wsi, session);
    hub_refuse(session->conn, code, text);
}

/* Messages may come in pieces, whatever the sender did. */
static int on_receive(struct lws *wsi, struct session *session, const char *in, size_t n)
{
    bool last = lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi);

    if (!session->conn || session->refused) return 0;
    if (last && !guests_pay_or_own(server_of(wsi)->guests, &session->guest, session->who,
                                   GUEST_MESSAGE, server_now(), NULL)) {
        hub_flood_frame(session->conn, session->n ? session->in : in,
                        session->n ? session->n : n);
        drop_piece(wsi, session);
        return 0;
    }
    if (lws_frame_is_binary(wsi)) {
        refuse_frame(wsi, session, "JSON", "frames are text");
        return 0;
    }
    /* Pieces without bytes would never come to an end. */
    if (++session->pieces > PIECES_MAX) {
        refuse_frame(wsi, session, "SIZE", "a message has at most 2048 pieces");
        return 0;
    }
    if (session->n + n > HUB_FRAME_MAX) {
        refuse_frame(wsi, session, "SIZE", "a message has at most 65536 bytes");
        return 0;
    }
    if (!session->n && last) {
        session->pieces = 0;
        hub_receive(session->conn, in, n);
        return 0;
    }
    if (!server_hold(server_of(wsi), HELD_MESSAGES, n)) {
        refuse_frame(wsi, session, "BUSY", "the server waits for too many messages");
        return 0;
    }
    char *more = realloc(session->in, session->n + n + 1);
    if (!more) {
        server_let_go(server_of(wsi), HELD_MESSAGES, n);
        return -1;
    }
    if (!session->in) lws_set_timer_usecs(wsi, MESSAGE_S * LWS_USEC_PER_SEC);
    session->in = more;
    memcpy(more + session->n, in, n);
    session->n += n;
    if (!last) return 0;
    hub_receive(session->conn, session->in, session->n);
    drop_piece(wsi, session);
    return 0;
}

/* -- Out -------------------------------------------------------------------------------- */

static int on_writable(struct lws *wsi, struct session *session)
{
    struct hub_message *message = session->conn ? hub_next(session->conn) : NULL;

    if (message) {
        int n =
            lws_write(wsi, (unsigned char *)message->data, message->n, LWS_WRITE_TEXT);
        if (n < 0) return -1;
        hub_sent(session->conn);
        lws_callback_on_writable(wsi); /* for the next, or to close */
    } else if (session->conn && hub_done(session->conn)) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_NORMAL, (unsigned char *)"bye", 3);
        return -1;
    }
    return 0;
}

static void on_closed(struct lws *wsi, struct session *session)
{
    drop_piece(wsi, session);
    if (session->conn) hub_leave(session->conn);
    session->conn = NULL;
    guests_leave(session->purse);
    session->purse = NULL;
}

int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t n)
{
    struct session *session = user;

    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return on_filter(wsi, session);
    case LWS_CALLBACK_ESTABLISHED:
        return on_established(wsi, session);
    case LWS_CALLBACK_RECEIVE:
        return on_receive(wsi, session, in, n);
    case LWS_CALLBACK_TIMER: /* of a message, or of a call before it was a WebSocket */
        return session->in ? -1 : 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_writable(wsi, session);
    case LWS_CALLBACK_CLOSED:
        on_closed(wsi, session);
        return 0;
    default:
        return 0;
    }
}
