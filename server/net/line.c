/* line.c -- see line.h. */
#include "line.h"

#include <errno.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WRITES_MAX = 8, WRITES_ALL = 64 }; /* in one round: of one line, of all together */

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* where a program ignores SIGPIPE instead */
#endif

enum { LATER = 0, FAILED = -1 };

/* -- Reading and writing ---------------------------------------------------------------- */

/* How many bytes; LATER, FAILED. */
static long net_line_tls_result(struct line *line, int n)
{
    if (n > 0) return n;
    switch (SSL_get_error(line->ssl, n)) {
    case SSL_ERROR_WANT_WRITE:
        line->blocked = true;
        return LATER;
    case SSL_ERROR_WANT_READ:
        return LATER;
    default:
        return FAILED;
    }
}

static long net_line_plain_result(ssize_t n)
{
    if (n > 0) return (long)n;
    bool later = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return later ? LATER : FAILED;
}

static long net_line_take_bytes(struct line *line, char *bytes, size_t n)
{
    if (!line->ssl) return net_line_plain_result(recv(line->fd, bytes, n, 0));
    ERR_clear_error();
    return net_line_tls_result(line, SSL_read(line->ssl, bytes, (int)n));
}

static long net_line_put_bytes(struct line *line, const char *bytes, size_t n)
{
    if (!line->ssl) return net_line_plain_result(send(line->fd, bytes, n, MSG_NOSIGNAL));
    ERR_clear_error();
    long sent = net_line_tls_result(line, SSL_write(line->ssl, bytes, (int)n));
    line->starved = sent == LATER && !line->blocked;
    return sent;
}

/* -- Coming and going ------------------------------------------------------------------- */

static void net_line_let_sleep(struct line *line)
{
    if (!line->woken) return;
    line->woken = false;
    if (line->prev_woken)
        line->prev_woken->next_woken = line->next_woken;
    else
        line->lines->woken = line->next_woken;
    if (line->next_woken) line->next_woken->prev_woken = line->prev_woken;
}

void net_line_wake(struct line *line)
{
    struct lines *lines = line->lines;

    if (line->woken || line->fd < 0) return;
    line->woken = true;
    line->prev_woken = NULL;
    line->next_woken = lines->woken;
    if (lines->woken) lines->woken->prev_woken = line;
    lines->woken = line;
}

static void net_line_on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

void net_line_close(struct line *line, const char *why)
{
    struct lines *lines = line->lines;

    if (line->fd < 0) return;
    net_line_let_sleep(line);
    if (line->prev)
        line->prev->next = line->next;
    else
        lines->first = line->next;
    if (line->next) line->next->prev = line->prev;
    lines->n--;
    uv_close((uv_handle_t *)&line->poll, net_line_on_closed);
    SSL_free(line->ssl);
    close(line->fd);
    line->fd = -1;
    wire_free(line->wire);
    free(line->rest);
    lines->gone(line->context, why);
}

static void net_line_on_poll(uv_poll_t *poll, int status, int events);

/* Ask the system for what is waited for, and for nothing else. */
static void net_line_watch(struct line *line)
{
    bool reads = line->starved || wire_wants(line->wire);
    bool writes = line->blocked || line->more || (line->n_rest && !line->starved);
    int events = (reads ? UV_READABLE : 0) | (writes ? UV_WRITABLE : 0);

    if (events == line->events) return;
    line->events = events;
    if (events)
        uv_poll_start(&line->poll, events, net_line_on_poll);
    else
        uv_poll_stop(&line->poll);
}

struct line *net_line_open(struct lines *lines, int fd, SSL *ssl, struct wire *wire,
                           void *context)
{
    struct line *line = wire ? calloc(1, sizeof *line) : NULL;

    if (!line || uv_poll_init(lines->loop, &line->poll, fd)) {
        free(line);
        SSL_free(ssl);
        wire_free(wire);
        close(fd);
        return NULL;
    }
    line->poll.data = line;
    line->lines = lines;
    line->fd = fd;
    line->ssl = ssl;
    line->wire = wire;
    line->context = context;
    line->next = lines->first;
    if (lines->first) lines->first->prev = line;
    lines->first = line;
    lines->n++;
    net_line_watch(line);
    return line;
}

/* -- Sending ---------------------------------------------------------------------------- */

static bool net_line_keep_rest(struct line *line, const char *bytes, size_t n)
{
    char *rest = malloc(n);

    if (!rest) return false;
    memcpy(rest, bytes, n);
    free(line->rest);
    line->rest = rest;
    line->n_rest = n;
    return true;
}

/* One write. False: there is nothing to write, or not now; `failed`: never. */
static bool net_line_write(struct line *line, bool *failed)
{
    struct lines *lines = line->lines;
    const char *bytes = line->rest;
    size_t n = line->n_rest;
    int64_t now = lines->now();

    if (!n) {
        n = wire_send(line->wire, now, lines->out, sizeof lines->out);
        bytes = lines->out;
    }
    if (!n) return false;
    long sent = net_line_put_bytes(line, bytes, n);
    if (sent == FAILED) {
        *failed = true;
        return false;
    }
    if ((size_t)sent < n) {
        if (sent || !line->n_rest)
            *failed = !net_line_keep_rest(line, bytes + sent, n - (size_t)sent);
        return false;
    }
    free(line->rest);
    line->rest = NULL;
    line->n_rest = 0;
    wire_sent(line->wire, now);
    return true;
}

/* Say that no more will be written. The socket stays open so that the other end can read the rest. */
static void net_line_shut(struct line *line)
{
    if (line->shut) return;
    line->shut = true;
    if (line->ssl && SSL_is_init_finished(line->ssl)) SSL_shutdown(line->ssl);
    shutdown(line->fd, SHUT_WR);
}

/* Has the TLS handshake not been finished? */
static bool net_line_lacks_tls(const struct line *line)
{
    return line->ssl && !SSL_is_init_finished(line->ssl);
}

/* After anything has happened to the wire. */
static void net_line_tend(struct line *line)
{
    bool failed = false;
    int writes = 0;

    while (!line->blocked && !line->starved && writes < line->lines->share &&
           net_line_write(line, &failed))
        writes++;
    enum wire_state state = wire_state(line->wire);
    if (failed || state == WIRE_OVER) {
        net_line_close(line, failed && net_line_lacks_tls(line) ? tls_why(line->ssl)
                                                                : wire_why(line->wire));
        return;
    }
    /* The system is asked whether the socket takes more only where there is more: asking and asking no longer would
     * cost two calls of it for every message, as soon as many lines share a round. */
    line->more = writes == line->lines->share && wire_has_more(line->wire);
    if (state == WIRE_ENDING && !line->n_rest && !line->more) net_line_shut(line);
    net_line_watch(line);
}

/* How many writes each has in this round, so that a round stays short however many wait. */
static int net_line_share_all(const struct lines *lines)
{
    int n = 0;

    for (const struct line *line = lines->woken; line; line = line->next_woken) n++;
    int share = n ? WRITES_ALL / n : WRITES_MAX;
    return share < 1 ? 1 : share > WRITES_MAX ? WRITES_MAX : share;
}

/* Writing may wake the line itself, as it does when the rest of a log is fetched: who has had his
 * turn in this round waits for the next, which comes as soon as his socket takes more. */
void net_line_flush_all(struct lines *lines)
{
    lines->round++;
    lines->share = net_line_share_all(lines);
    while (lines->woken) {
        struct line *line = lines->woken;
        net_line_let_sleep(line);
        if (line->more && line->round == lines->round) continue;
        line->round = lines->round;
        net_line_tend(line);
    }
}

/* -- Receiving -------------------------------------------------------------------------- */

/* One read a round: with TLS a whole record, so that nothing is left inside OpenSSL. False: the
 * line is closed, since TLS never came about. */
static bool net_line_read(struct line *line)
{
    struct lines *lines = line->lines;
    long n = net_line_take_bytes(line, lines->in, sizeof lines->in);

    if (n == FAILED && net_line_lacks_tls(line)) {
        net_line_close(line, tls_why(line->ssl));
        return false;
    }
    if (n == FAILED) wire_end(line->wire);
    if (n > 0) wire_receive(line->wire, lines->now(), lines->in, (size_t)n);
    return true;
}

static const char *net_line_socket_problem(const struct line *line)
{
    int error = 0;
    socklen_t n = sizeof error;

    getsockopt(line->fd, SOL_SOCKET, SO_ERROR, &error, &n);
    return error ? strerror(error) : "the connection broke";
}

static void net_line_on_poll(uv_poll_t *poll, int status, int events)
{
    struct line *line = poll->data;
    bool reads = events & UV_READABLE || line->blocked;

    if (status < 0) {
        net_line_close(line, net_line_socket_problem(line));
        return;
    }
    line->blocked = line->starved = line->more = false;
    if (reads && wire_wants(line->wire) && !net_line_read(line)) return;
    net_line_wake(line);
}

void net_line_time(struct lines *lines)
{
    int64_t now = lines->now();

    for (struct line *line = lines->first; line; line = line->next)
        if (wire_deadline(line->wire) <= now) {
            wire_time(line->wire, now);
            net_line_wake(line);
        }
}

void net_line_close_all(struct lines *lines)
{
    while (lines->first) net_line_close(lines->first, "the server stops");
}
