/* join_wire.c -- the connection of `aude bot --join`: a WebSocket, made again when it breaks. */
#include "join.h"

#include "server/net/line.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { COOKIE_BYTES = 32, TICK_MS = 500, MESSAGE_MAX = 16 << 20 };

struct join_wire {
    struct join *join;
    const struct join_address *to;
    uv_loop_t loop;
    uv_timer_t tick, again; /* again: fires when it is time to connect again */
    uv_async_t wake;
    struct lines lines;
    SSL_CTX *tls;
    struct line *line;                /* NULL: not connected */
    struct wire *wire;                /* belongs to the line */
    struct addrinfo *found, *untried; /* the addresses of the host, and the next to try */
    char cookie[64];
    char *out; /* the message that is being sent */
    long tries, tries_most;
    bool up, failed;
};

/* -- Messages --------------------------------------------------------------------------- */

static void join_wire_hear(void *context, const char *text, size_t n)
{
    struct join_wire *wire = context;

    join_table_hear(wire->join, text, n);
}

static const char *join_wire_next(void *context, size_t *n)
{
    struct join_wire *wire = context;

    if (!wire->out) wire->out = join_table_next(wire->join);
    if (wire->out) *n = strlen(wire->out);
    return wire->out;
}

static void join_wire_sent(void *context)
{
    struct join_wire *wire = context;

    free(wire->out);
    wire->out = NULL;
}

static bool join_wire_done(void *context)
{
    return join_done(((struct join_wire *)context)->join);
}

/* The message cannot be read: a server should not send such a one. */
static void join_wire_unfit(void *context, enum wire_unfit why)
{
    struct join_wire *wire = context;

    (void)why;
    wire_frame_close(wire->wire, 1009, "");
}

static bool join_wire_hold(void *context, enum wire_held what, size_t n)
{
    (void)context;
    (void)what;
    (void)n;
    return true;
}

static void join_wire_let_go(void *context, enum wire_held what, size_t n)
{
    (void)context;
    (void)what;
    (void)n;
}

static void join_wire_up(void *context)
{
    struct join_wire *wire = context;

    wire->tries = 0;
    wire->up = true;
    join_table_up(wire->join);
}

static const struct wire_calls calls = {.message = join_wire_hear,
                                        .unfit = join_wire_unfit,
                                        .next = join_wire_next,
                                        .sent = join_wire_sent,
                                        .done = join_wire_done,
                                        .hold = join_wire_hold,
                                        .let_go = join_wire_let_go,
                                        .up = join_wire_up};

/* -- Coming and going ------------------------------------------------------------------- */

static int64_t join_wire_now(void)
{
    return (int64_t)(uv_hrtime() / 1000000);
}

static struct wire *join_wire_new(struct join_wire *wire)
{
    bool usual = wire->to->port == (wire->to->tls ? 443 : 80);
    const char *key = wire->join->options->key;
    char host[JOIN_URL_MAX + 8], fields[300];

    if (usual)
        snprintf(host, sizeof host, "%s", wire->to->host);
    else
        snprintf(host, sizeof host, "%s:%d", wire->to->host, wire->to->port);
    int n = snprintf(fields, sizeof fields, "Cookie: %saude=%s\r\n",
                     wire->to->tls ? "__Host-" : "", wire->cookie);
    if (key[0])
        snprintf(fields + n, sizeof fields - (size_t)n, "Authorization: Bearer %s\r\n",
                 key);
    return wire_client(&calls, wire, MESSAGE_MAX, join_wire_now(), host, "/ws", "aude-1",
                       fields);
}

/* A socket that connects to this address, or -1. */
static int join_wire_set_out(const struct addrinfo *to)
{
    int yes = 1, fd = socket(to->ai_family, to->ai_socktype, to->ai_protocol);

    if (fd < 0) return -1;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (!connect(fd, to->ai_addr, to->ai_addrlen) || errno == EINPROGRESS) return fd;
    close(fd);
    return -1;
}

/* Try the next address of the host. False: there is none left. */
static bool join_wire_try_next(struct join_wire *wire)
{
    while (wire->untried) {
        struct addrinfo *to = wire->untried;
        SSL *ssl = NULL;
        int fd = join_wire_set_out(to);

        wire->untried = to->ai_next;
        if (fd < 0) continue;
        if (wire->tls && !(ssl = tls_connect(wire->tls, fd, wire->to->host))) {
            close(fd);
            continue;
        }
        wire->wire = join_wire_new(wire);
        wire->line = net_line_open(&wire->lines, fd, ssl, wire->wire, wire);
        if (!wire->line) continue;
        net_line_wake(wire->line);
        return true;
    }
    return false;
}

static void join_wire_call(uv_timer_t *again);

static void join_wire_try_later(struct join_wire *wire, const char *why)
{
    int wait = 1 << (wire->tries < 4 ? wire->tries : 4);

    if (++wire->tries >= wire->tries_most) {
        cli_fail("%s port %d cannot be reached: %s", wire->to->host, wire->to->port, why);
        wire->failed = true;
        return;
    }
    uv_timer_start(&wire->again, join_wire_call, (uint64_t)wait * 1000, 0);
}

static void join_wire_gone(void *context, const char *why)
{
    struct join_wire *wire = context;
    bool was_up = wire->up;

    wire->line = NULL;
    wire->up = false;
    join_wire_sent(wire); /* the message was not sent; it will be made again */
    if (was_up) join_table_down(wire->join);
    if (wire->failed || join_done(wire->join) || (!was_up && join_wire_try_next(wire)))
        return;
    join_wire_try_later(wire, why);
}

static void join_wire_forget_addresses(struct join_wire *wire)
{
    if (wire->found) freeaddrinfo(wire->found);
    wire->found = wire->untried = NULL;
}

static void join_wire_call(uv_timer_t *again)
{
    struct join_wire *wire = again->data;
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    char port[16];

    snprintf(port, sizeof port, "%d", wire->to->port);
    join_wire_forget_addresses(wire);
    int error = getaddrinfo(wire->to->host, port, &hints, &wire->found);
    wire->untried = error ? NULL : wire->found;
    if (error)
        join_wire_try_later(wire, gai_strerror(error));
    else if (!join_wire_try_next(wire))
        join_wire_try_later(wire, strerror(errno));
}

/* -- The loop --------------------------------------------------------------------------- */

static void join_wire_on_tick(uv_timer_t *tick)
{
    struct join_wire *wire = tick->data;

    wire->join->rests = false;
    net_line_time(&wire->lines);
}

static void join_wire_on_wake(uv_async_t *async)
{
    (void)async; /* waking is enough: the loop then looks for work */
}

static bool join_wire_open_loop(struct join_wire *wire)
{
    if (uv_loop_init(&wire->loop)) return false;
    uv_timer_init(&wire->loop, &wire->tick);
    uv_timer_init(&wire->loop, &wire->again);
    wire->tick.data = wire->again.data = wire;
    wire->lines.loop = &wire->loop;
    wire->lines.now = join_wire_now;
    wire->lines.gone = join_wire_gone;
    if (uv_async_init(&wire->loop, &wire->wake, join_wire_on_wake)) return false;
    return !uv_timer_start(&wire->tick, join_wire_on_tick, TICK_MS, TICK_MS);
}

struct join_wire *join_wire_open(struct join *join, const struct join_address *to,
                                 long tries, char why[ARENA_WHY_MAX])
{
    struct join_wire *wire = cli_alloc(sizeof *wire);
    unsigned char secret[COOKIE_BYTES];

    signal(SIGPIPE, SIG_IGN);
    wire->join = join;
    wire->to = to;
    wire->tries_most = tries;
    snprintf(why, ARENA_WHY_MAX, "no connection can be made on this machine");
    if (sodium_init() >= 0 &&
        (!to->tls || (wire->tls = tls_client(why, ARENA_WHY_MAX))) &&
        join_wire_open_loop(wire)) {
        randombytes_buf(secret, sizeof secret);
        sodium_bin2base64(wire->cookie, sizeof wire->cookie, secret, sizeof secret,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        return wire;
    }
    SSL_CTX_free(wire->tls);
    free(wire);
    return NULL;
}

bool join_wire_serve(struct join_wire *wire)
{
    join_wire_call(&wire->again);
    while (!wire->failed && !join_done(wire->join)) {
        net_line_flush_all(&wire->lines);
        uv_run(&wire->loop, UV_RUN_ONCE);
        join_tend(wire->join);
        if (wire->up && join_table_waiting(wire->join)) net_line_wake(wire->line);
    }
    if (wire->line) net_line_wake(wire->line);
    net_line_flush_all(&wire->lines); /* say goodbye */
    return !wire->failed;
}

void join_wire_wake(struct join_wire *wire)
{
    uv_async_send(&wire->wake);
}

static void join_wire_close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

void join_wire_close(struct join_wire *wire)
{
    wire->failed = true; /* no more callbacks */
    net_line_close_all(&wire->lines);
    uv_walk(&wire->loop, join_wire_close_handle, NULL);
    uv_run(&wire->loop, UV_RUN_DEFAULT);
    uv_loop_close(&wire->loop);
    SSL_CTX_free(wire->tls);
    join_wire_forget_addresses(wire);
    free(wire->out);
    free(wire);
}
