/* wire_internal.h -- what the files of the wire share. See wire.h. */
#ifndef WIRE_INTERNAL_H
#define WIRE_INTERNAL_H

#include "wire.h"

enum wire__phase {
    WIRE__HEAD,   /* a head is awaited */
    WIRE__BODY,   /* a body is read */
    WIRE__ANSWER, /* a request waits for its answer, or the answer for being sent */
    WIRE__FRAMES,
    WIRE__ENDING,
    WIRE__OVER
};

enum { /* milliseconds */
       WIRE__SILENT_MS =
           10 * 1000, /* until the first byte, and from it to the end of a head */
       WIRE__STAY_MS = 15 * 1000, /* between two requests */
       WIRE__BODY_MS = 29 * 1000,
       WIRE__ANSWER_MS = 120 * 1000,
       WIRE__MESSAGE_MS = 29 * 1000, /* from the first byte of a message to its last */
       WIRE__PING_MS = 45 * 1000,    /* a quiet connection is asked ... */
       WIRE__DEAD_MS = 75 * 1000,    /* ... and given up */
       WIRE__STUCK_MS = 20 * 1000,   /* one that takes nothing of what it is sent */
       WIRE__FAREWELL_MS = 5 * 1000, /* for the last words to be taken */
       WIRE__LINGER_MS = 2 * 1000 /* for the other end to have read what we said last */
};

enum { WIRE__CONTROL_MAX = 125, WIRE__CODE_PROTOCOL = 1002, WIRE__CODE_UTF8 = 1007 };

/* Bytes that wait to be sent. */
struct wire__chunk {
    struct wire__chunk *next;
    const char *bytes;
    size_t n, at;
    char *own; /* to be freed, or NULL */
};

struct wire__frame { /* of which the payload is under way */
    uint64_t left;
    unsigned char mask[4];
    unsigned mask_at;
    bool fin;
};

struct wire {
    const struct wire_calls *calls;
    void *context;
    enum wire__phase phase;
    bool client;
    bool served;  /* a request was answered before */
    bool last;    /* the connection ends with this answer */
    bool no_body; /* HEAD: the answer's body is not sent */
    bool asked;   /* a request has no answer yet */
    bool ended;   /* the other end will say no more */
    bool given;   /* bytes are on their way */
    bool spent; /* the last wire_send() asked for one more message, and there was none */
    bool pinged, deaf; /* deaf: no message is read any more */
    bool busy;         /* the body finds no room */
    bool in_message;   /* its first frame has begun */
    int64_t since;     /* when the phase began; in a head: its first byte */
    int64_t now, heard, given_at, message_at;
    char *in; /* what has come and is not used yet */
    size_t n_in, looked;
    char *text; /* body or message, as far as it has come */
    enum wire_held held;
    size_t n_text, text_max;
    size_t most, body_most; /* of a message, of a body */
    uint64_t body_left;
    struct wire__frame frame;
    int pieces;
    struct wire__chunk *out, *out_last;
    size_t out_bytes;
    const char *why;
    char key[32]; /* a client's */
};

/* Take what can be taken of the bytes: how many; 0: not enough, or nothing is wanted now. */
size_t wire__head_take(struct wire *wire, const char *bytes, size_t n);
size_t wire__frame_take(struct wire *wire, const char *bytes, size_t n);

/* A head that is whole, taken apart in place. 0, or the status to refuse it with. */
int wire__head_parse_request(char *text, size_t n, struct wire_request *out);
int wire__head_parse_answer(char *text, size_t n, struct wire_request *out);
/* The answer to a Sec-WebSocket-Key. */
void wire__head_accept_key(const char *key, char out[32]);
bool wire__frame_is_utf8(const char *text, size_t n);

/* Add to the body or message, with the other's mask off. False: no room (`busy`). */
bool wire__keep(struct wire *wire, enum wire_held what, const char *bytes, size_t n,
                struct wire__frame *frame);
void wire__drop_text(struct wire *wire);
bool wire__put(struct wire *wire, const char *bytes, size_t n, char *own);
bool wire__put_copy(struct wire *wire, const char *bytes, size_t n);
/* A frame's head for `n` bytes; how long it is. */
size_t wire__frame_head(char out[14], int opcode, size_t n, bool masked);
void wire__control(struct wire *wire, int opcode, const char *bytes, size_t n);
void wire__become(struct wire *wire, enum wire__phase phase);
/* It is over, at once. */
void wire__give_up(struct wire *wire, const char *why);

#endif
