/* line.h -- a wire on a real socket, with or without TLS, in libuv's loop. Used by the server and
 * by `aude bot --join`.
 *
 * Nothing is read that the wire does not want, and nothing is sent inside a call of the wire:
 * net_line_wake() notes who has something to say, net_line_flush_all() says it. */
#ifndef LINE_H
#define LINE_H

#include "tls.h"
#include "wire.h"

#include <uv.h>

enum { LINE_WRITE_MAX = 16 * 1024 }; /* of one write, and of what a line keeps unsent */

struct line {
    uv_poll_t poll;
    struct lines *lines;
    struct line *prev, *next, *prev_woken, *next_woken;
    int fd, events;
    unsigned round; /* the round in which it was last written to */
    bool woken, shut;
    bool more;             /* it has had its turn, and has more to say */
    bool blocked, starved; /* TLS waits until the socket can be written, or read */
    SSL *ssl;
    struct wire *wire;
    char *rest; /* what the system has not taken yet */
    size_t n_rest;
    void *context; /* for `gone` */
};

struct lines {
    uv_loop_t *loop;
    struct line *first, *woken;
    int n, share; /* writes that each line has in this round */
    unsigned round;
    int64_t (*now)(void);
    /* Called when the line and its wire have been freed. */
    void (*gone)(void *context, const char *why);
    char in[WIRE_READ_MAX], out[LINE_WRITE_MAX];
};

/* Serve the socket; takes over socket, TLS and wire. NULL: no memory, and they are closed. */
struct line *net_line_open(struct lines *lines, int fd, SSL *ssl, struct wire *wire,
                           void *context);
/* It may have something to send. */
void net_line_wake(struct line *line);
void net_line_close(struct line *line, const char *why);

/* Once a round: send what there is. */
void net_line_flush_all(struct lines *lines);
/* To be called now and then: ends what has passed its deadline. */
void net_line_time(struct lines *lines);
void net_line_close_all(struct lines *lines);

#endif
