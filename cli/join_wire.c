/* join_wire.c -- the connection of `aude bot --join`: a WebSocket that comes back.
 *
 * Who we are is a cookie of our own making, kept as long as the program runs: whoever comes
 * back with it has its seat. A connection that breaks is tried again, after one second, two,
 * four ... up to sixteen, and given up after so many tries in a row. */
#include "join.h"

#include <libwebsockets.h>
#include <sodium.h>
#include <string.h>

enum { COOKIE_BYTES = 32 };

struct join_wire {
    struct join *join;
    const struct join_address *to;
    struct lws_context *context;
    struct lws *wsi; /* NULL: not connected */
    char cookie[64];
    char *in; /* a message of which a part has come */
    size_t n_in;
    long tries, tries_most;
    lws_sorted_usec_list_t again; /* when to try again */
    bool up, failed;
};

/* -- Messages --------------------------------------------------------------------------- */

static void send_next(struct join_wire *wire)
{
    char *text = join_next(wire->join);

    if (!text) return;
    size_t n = strlen(text);
    unsigned char *frame = cli_alloc(LWS_PRE + n + 1);
    memcpy(frame + LWS_PRE, text, n);
    lws_write(wire->wsi, frame + LWS_PRE, n, LWS_WRITE_TEXT);
    free(frame);
    free(text);
}

static void receive(struct join_wire *wire, const char *bytes, size_t n)
{
    char *more = realloc(wire->in, wire->n_in + n + 1);

    if (!more) return;
    memcpy(more + wire->n_in, bytes, n);
    wire->in = more;
    wire->n_in += n;
    if (!lws_is_final_fragment(wire->wsi) || lws_remaining_packet_payload(wire->wsi))
        return;
    join_hear(wire->join, wire->in, wire->n_in);
    wire->n_in = 0;
}

static int add_cookie(struct join_wire *wire, struct lws *wsi, unsigned char **at,
                      size_t n)
{
    char value[96];
    int length = snprintf(value, sizeof value, "aude=%s", wire->cookie);

    return lws_add_http_header_by_name(wsi, (const unsigned char *)"cookie:",
                                       (const unsigned char *)value, length, at, *at + n);
}

/* -- Coming and going ------------------------------------------------------------------- */

static void call(lws_sorted_usec_list_t *again);

static void gone(struct join_wire *wire, const char *why)
{
    int wait = 1 << (wire->tries < 4 ? wire->tries : 4);

    wire->wsi = NULL;
    wire->up = false;
    wire->n_in = 0;
    join_down(wire->join);
    if (join_done(wire->join)) return;
    if (++wire->tries >= wire->tries_most) {
        cli_fail("%s port %d cannot be reached: %s", wire->to->host, wire->to->port, why);
        wire->failed = true;
        return;
    }
    lws_sul_schedule(wire->context, 0, &wire->again, call,
                     (lws_usec_t)wait * LWS_USEC_PER_SEC);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                    void *in, size_t n)
{
    struct join_wire *wire = lws_context_user(lws_get_context(wsi));

    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_cookie(wire, wsi, in, n);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        wire->tries = 0;
        wire->up = true;
        join_up(wire->join);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        receive(wire, in, n);
        return join_done(wire->join) ? -1 : 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        send_next(wire);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        gone(wire, in ? in : "no answer");
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        gone(wire, "it closed the connection");
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "aude-1", .callback = on_event, .rx_buffer_size = 65536},
    {.name = NULL},
};

static void call(lws_sorted_usec_list_t *again)
{
    struct join_wire *wire = lws_container_of(again, struct join_wire, again);
    bool usual = wire->to->port == (wire->to->tls ? 443 : 80);
    char host[JOIN_URL_MAX + 8];

    if (usual)
        snprintf(host, sizeof host, "%s", wire->to->host);
    else
        snprintf(host, sizeof host, "%s:%d", wire->to->host, wire->to->port);
    struct lws_client_connect_info info = {
        .context = wire->context,
        .address = wire->to->host,
        .host = host,
        .port = wire->to->port,
        .path = "/ws",
        .protocol = protocols[0].name,
        .local_protocol_name = protocols[0].name,
        .ssl_connection = wire->to->tls ? LCCSCF_USE_SSL : 0,
        .pwsi = &wire->wsi,
    };
    lws_client_connect_via_info(&info); /* what goes wrong is told as an event */
}

/* -- The loop --------------------------------------------------------------------------- */

struct join_wire *join_wire_open(struct join *join, const struct join_address *to,
                                 long tries, char why[ARENA_WHY_MAX])
{
    struct join_wire *wire = cli_alloc(sizeof *wire);
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN, .protocols = protocols, .user = wire};
    unsigned char secret[COOKIE_BYTES];

    lws_set_log_level(0, NULL);
    if (to->tls) info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    wire->join = join;
    wire->to = to;
    wire->tries_most = tries;
    if (sodium_init() >= 0) {
        randombytes_buf(secret, sizeof secret);
        sodium_bin2base64(wire->cookie, sizeof wire->cookie, secret, sizeof secret,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        wire->context = lws_create_context(&info);
    }
    if (wire->context) return wire;
    snprintf(why, ARENA_WHY_MAX, "no connection can be made on this machine");
    free(wire);
    return NULL;
}

bool join_wire_serve(struct join_wire *wire)
{
    call(&wire->again);
    while (!wire->failed && !join_done(wire->join)) {
        lws_service(wire->context, 0);
        join_tend(wire->join);
        if (wire->up && join_waiting(wire->join)) lws_callback_on_writable(wire->wsi);
    }
    return !wire->failed;
}

void join_wire_wake(struct join_wire *wire)
{
    lws_cancel_service(wire->context);
}

void join_wire_close(struct join_wire *wire)
{
    lws_context_destroy(wire->context);
    free(wire->in);
    free(wire);
}
