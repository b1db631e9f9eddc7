/* wire.h -- one connection as a pure function of what comes in: HTTP/1.1, and WebSockets after it.
 *
 * Knows no socket, no clock and no TLS: bytes go in, calls and bytes come out, and time is told.
 *
 *     wire = wire_server(&calls, context, now);
 *     if (wire_wants(wire)) wire_receive(wire, now, bytes, n);     calls->head(), message() ...
 *     while ((n = wire_send(wire, now, buffer, size))) write them, then wire_sent(wire, now);
 *     when wire_deadline(wire) has come: wire_time(wire, now);
 *     and after each of these: wire_state(wire).
 *
 * Strict where being kind to a broken client would be kind to an attacker: lines end with CR LF, a
 * field is never folded, a request has one Host and one length, a client masks its frames. One
 * request at a time: what follows is not looked at until the answer has gone. Everything is bounded:
 * the input that waits, the heads, the bodies, the pieces of a message, the answers to pings. */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WIRE_HEAD_MAX = 8 * 1024, /* with the request line and the empty line */
    WIRE_FIELDS_MAX = 64,
    WIRE_PIECES_MAX = 2048,   /* of a message: it may come by 32 bytes */
    WIRE_READ_MAX = 64 * 1024 /* what may be handed in at once */
};

/* A head, taken apart. Good during the call in which it is told. Names are in lower case. */
struct wire_field {
    const char *name, *value;
};
struct wire_request {
    const char *method;
    const char *path;      /* without the query, not decoded */
    const char *query;     /* what stands behind a question mark, not decoded; or "" */
    int64_t length;        /* of the body; WIRE_NO_LENGTH, WIRE_CHUNKED */
    bool websocket;        /* a good request to become one */
    bool may_stay, expect; /* keep-alive; Expect: 100-continue */
    const char *key;       /* Sec-WebSocket-Key */
    int status;            /* client: of the answer */
    int n_fields;
    struct wire_field field[WIRE_FIELDS_MAX];
};
enum { WIRE_NO_LENGTH = -1, WIRE_CHUNKED = -2 };

/* The first field of that name, from number `*at` on, which is then the one after it; NULL: none.
 * `at` may be NULL: from the beginning. */
const char *wire_head_field(const struct wire_request *request, const char *name,
                            int *at);
/* Is the word one of those of a field that is a list ("keep-alive, Upgrade")? */
bool wire_head_lists(const struct wire_request *request, const char *name,
                     const char *word);

enum wire_state {
    WIRE_OPEN,
    WIRE_ENDING, /* when all is sent: no more is written, and what comes is thrown away */
    WIRE_OVER    /* close it now */
};
enum wire_whole { WIRE_WHOLE, WIRE_TOO_LONG, WIRE_BUSY }; /* how a body has come */
enum wire_unfit { WIRE_MESSAGE_LONG, WIRE_PIECES, WIRE_BINARY, WIRE_MESSAGE_BUSY };
enum wire_held { WIRE_HELD_BODY, WIRE_HELD_MESSAGE };

struct wire_calls {
    /* A request. Now or later comes one of wire_answer(), wire_want_body(), wire_accept(). */
    void (*head)(void *context, const struct wire_request *request);
    /* The body that was wanted; `bytes` end with a zero. wire_answer() is next. */
    void (*body)(void *context, enum wire_whole how, const char *bytes, size_t n);
    /* What came is no request: wire_answer() with that status, and the connection ends. */
    void (*refused)(void *context, int status);
    /* A whole text message, UTF-8; it ends with a zero. */
    void (*message)(void *context, const char *text, size_t n);
    /* A message that is not read, nor is any after it. */
    void (*unfit)(void *context, enum wire_unfit why);
    /* The next message to send, NULL: none now. Once it is taken over, sent() is called. */
    const char *(*next)(void *context, size_t *n);
    void (*sent)(void *context);
    /* Everything is said: goodbye. */
    bool (*done)(void *context);
    /* May `n` bytes more of something unfinished be kept? They are let go by the same number. */
    bool (*hold)(void *context, enum wire_held what, size_t n);
    void (*let_go)(void *context, enum wire_held what, size_t n);
    /* A client's connection has become a WebSocket. */
    void (*up)(void *context);
};

struct wire;

/* NULL: no memory. `message_max` of what is received. */
struct wire *wire_server(const struct wire_calls *calls, void *context,
                         size_t message_max, int64_t now);
/* The other side of it: ask `host` for a WebSocket at `path` that speaks `protocol`; `fields` are
 * further lines, each with its CR LF. */
struct wire *wire_client(const struct wire_calls *calls, void *context,
                         size_t message_max, int64_t now, const char *host,
                         const char *path, const char *protocol, const char *fields);
void wire_free(struct wire *wire);

/* -- For the transport ------------------------------------------------------------------ */

enum wire_state wire_state(const struct wire *wire);
/* Why it is over, in a few words; a client's. */
const char *wire_why(const struct wire *wire);
/* May more be handed in? */
bool wire_wants(const struct wire *wire);
/* At most WIRE_READ_MAX bytes. */
void wire_receive(struct wire *wire, int64_t now, const char *bytes, size_t n);
/* The other end will say no more. */
void wire_end(struct wire *wire);
/* Put what is to be sent into `buffer`, how much; wire_sent() when the other end has all of it. */
size_t wire_send(struct wire *wire, int64_t now, char *buffer, size_t size);
void wire_sent(struct wire *wire, int64_t now);
/* Did the last wire_send() leave something for another one? */
bool wire_has_more(const struct wire *wire);
/* When something must happen although nothing comes; and let it happen. */
int64_t wire_deadline(const struct wire *wire);
void wire_time(struct wire *wire, int64_t now);

/* -- For those who are called ----------------------------------------------------------- */

/* Answer the request: `head` (copied) with its empty line, and a body. `own`: the body is to be
 * freed; otherwise it lives as long as the program. False: not asked, or no memory. */
bool wire_answer(struct wire *wire, const char *head, size_t n_head, const char *body,
                 size_t n, char *own);
/* Will the connection end with this answer? wire_last() makes it so. */
bool wire_is_last(const struct wire *wire);
void wire_last(struct wire *wire);
/* Read the body. `most` bytes of it are kept; a longer one is read to its end, but not kept. */
void wire_want_body(struct wire *wire, size_t most);
/* Become a WebSocket that speaks `protocol`. */
bool wire_accept(struct wire *wire, const struct wire_request *request,
                 const char *protocol);
/* Say goodbye on a WebSocket. */
void wire_frame_close(struct wire *wire, int code, const char *reason);

#endif
