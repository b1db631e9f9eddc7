/* wire.c -- a connection's life: what waits to be read and to be sent, and for how long. */
#include "wire_internal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1, PING = 9, CONTROL_WAITING_MAX = 1024, GROW_FROM = 512 };

/* -- Beginning and end ------------------------------------------------------------------ */

static struct wire *wire_new_side(const struct wire_calls *calls, void *context,
                                  size_t message_max, int64_t now)
{
    struct wire *wire = calloc(1, sizeof *wire);

    if (!wire) return NULL;
    *wire = (struct wire){.calls = calls,
                          .context = context,
                          .most = message_max,
                          .now = now,
                          .since = now,
                          .heard = now,
                          .why = "it closed the connection"};
    return wire;
}

struct wire *wire_server(const struct wire_calls *calls, void *context,
                         size_t message_max, int64_t now)
{
    return wire_new_side(calls, context, message_max, now);
}

struct wire *wire_client(const struct wire_calls *calls, void *context,
                         size_t message_max, int64_t now, const char *host,
                         const char *path, const char *protocol, const char *fields)
{
    struct wire *wire = wire_new_side(calls, context, message_max, now);
    unsigned char chance[16];
    char text[2048];

    if (!wire) return NULL;
    randombytes_buf(chance, sizeof chance);
    sodium_bin2base64(wire->key, sizeof wire->key, chance, sizeof chance,
                      sodium_base64_VARIANT_ORIGINAL);
    int n = snprintf(text, sizeof text,
                     "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Protocol: %s\r\n%s\r\n",
                     path, host, wire->key, protocol, fields);
    wire->client = true;
    if (n > 0 && (size_t)n < sizeof text && wire__put_copy(wire, text, (size_t)n))
        return wire;
    wire_free(wire);
    return NULL;
}

static void wire_drop_out(struct wire *wire)
{
    for (struct wire__chunk *chunk = wire->out, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk->own);
        free(chunk);
    }
    wire->out = wire->out_last = NULL;
    wire->out_bytes = 0;
}

static void wire_drop_in(struct wire *wire)
{
    free(wire->in);
    wire->in = NULL;
    wire->n_in = 0;
}

void wire__become(struct wire *wire, enum wire__phase phase)
{
    if (phase >= WIRE__ENDING) {
        wire__drop_text(wire);
        wire->deaf = true;
    }
    wire->phase = phase;
    wire->since = wire->now;
}

void wire__give_up(struct wire *wire, const char *why)
{
    wire->why = why;
    wire__become(wire, WIRE__OVER);
}

void wire_free(struct wire *wire)
{
    if (!wire) return;
    wire__drop_text(wire);
    wire_drop_in(wire);
    wire_drop_out(wire);
    free(wire);
}

enum wire_state wire_state(const struct wire *wire)
{
    return wire->phase == WIRE__OVER     ? WIRE_OVER
           : wire->phase == WIRE__ENDING ? WIRE_ENDING
                                         : WIRE_OPEN;
}

const char *wire_why(const struct wire *wire)
{
    return wire->why;
}

/* -- What waits to be sent -------------------------------------------------------------- */

static bool wire_no_memory(struct wire *wire)
{
    wire__give_up(wire, "there is no memory");
    return false;
}

bool wire__put(struct wire *wire, const char *bytes, size_t n, char *own)
{
    struct wire__chunk *chunk = n ? malloc(sizeof *chunk) : NULL;

    if (!chunk) {
        free(own);
        return !n || wire_no_memory(wire);
    }
    *chunk = (struct wire__chunk){.bytes = bytes, .n = n, .own = own};
    if (wire->out_last)
        wire->out_last->next = chunk;
    else
        wire->out = chunk;
    wire->out_last = chunk;
    wire->out_bytes += n;
    return true;
}

bool wire__put_copy(struct wire *wire, const char *bytes, size_t n)
{
    char *copy = malloc(n ? n : 1);

    if (!copy) return wire_no_memory(wire);
    memcpy(copy, bytes, n);
    return wire__put(wire, copy, n, copy);
}

/* What a client says is masked, so that no proxy on the way can take it for something else. */
static void wire_mask(char *bytes, size_t n, const unsigned char with[4])
{
    for (size_t i = 0; i < n; i++) bytes[i] = (char)(bytes[i] ^ (char)with[i & 3]);
}

/* A whole frame at `out`, which has room for 14 bytes more than the text. */
static size_t wire_write_frame(const struct wire *wire, char *out, int opcode,
                               const char *text, size_t n)
{
    size_t at = wire__frame_head(out, opcode, n, wire->client);
    unsigned char with[4];

    if (wire->client) {
        randombytes_buf(with, sizeof with);
        memcpy(out + at, with, sizeof with);
        at += sizeof with;
    }
    if (n) memcpy(out + at, text, n);
    if (wire->client) wire_mask(out + at, n, with);
    return at + n;
}

void wire__control(struct wire *wire, int opcode, const char *bytes, size_t n)
{
    char frame[WIRE__CONTROL_MAX + 14];

    wire__put_copy(wire, frame, wire_write_frame(wire, frame, opcode, bytes, n));
}

/* One that is larger than the buffer waits here. */
static bool wire_put_long(struct wire *wire, const char *text, size_t n)
{
    char *frame = malloc(n + 14);

    if (!frame) return wire_no_memory(wire);
    return wire__put(wire, frame, wire_write_frame(wire, frame, TEXT, text, n), frame);
}

/* The next message into the buffer, as far as there is room; how many bytes. */
static size_t wire_pull(struct wire *wire, char *buffer, size_t size, bool empty)
{
    size_t n = 0, used = 0;
    const char *text = wire->calls->next(wire->context, &n);

    wire->spent = !text;
    if (!text) {
        if (wire->calls->done(wire->context)) wire_frame_close(wire, 1000, "bye");
        return 0;
    }
    if (n + 14 <= size)
        used = wire_write_frame(wire, buffer, TEXT, text, n);
    else if (!empty || !wire_put_long(wire, text, n))
        return 0; /* another time */
    wire->calls->sent(wire->context);
    return used;
}

static size_t wire_take_out(struct wire *wire, char *buffer, size_t size)
{
    struct wire__chunk *chunk = wire->out;
    size_t n = chunk->n - chunk->at;

    if (n > size) n = size;
    memcpy(buffer, chunk->bytes + chunk->at, n);
    chunk->at += n;
    wire->out_bytes -= n;
    if (chunk->at == chunk->n) {
        wire->out = chunk->next;
        if (!wire->out) wire->out_last = NULL;
        free(chunk->own);
        free(chunk);
    }
    return n;
}

size_t wire_send(struct wire *wire, int64_t now, char *buffer, size_t size)
{
    size_t n = 0;

    wire->now = now;
    wire->spent = false;
    while (n < size && wire->phase != WIRE__OVER) {
        if (wire->out) {
            n += wire_take_out(wire, buffer + n, size - n);
            continue;
        }
        if (wire->phase != WIRE__FRAMES) break;
        size_t more = wire_pull(wire, buffer + n, size - n, !n);
        n += more;
        if (!more && !wire->out) break;
    }
    if (n && !wire->given) {
        wire->given = true;
        wire->given_at = now;
    }
    return n;
}

bool wire_has_more(const struct wire *wire)
{
    return wire->out || (wire->phase == WIRE__FRAMES && !wire->spent);
}

/* -- What waits to be read -------------------------------------------------------------- */

bool wire__keep(struct wire *wire, enum wire_held what, const char *bytes, size_t n,
                struct wire__frame *frame)
{
    size_t size = wire->text_max ? wire->text_max : GROW_FROM;

    if (!wire->calls->hold(wire->context, what, n)) return false;
    wire->held = what;
    while (size < wire->n_text + n + 1) size *= 2;
    if (size > wire->text_max) {
        char *more = realloc(wire->text, size);
        if (!more) {
            wire->calls->let_go(wire->context, what, n);
            return false;
        }
        wire->text = more;
        wire->text_max = size;
    }
    char *to = wire->text + wire->n_text;
    for (size_t i = 0; i < n; i++)
        to[i] =
            frame ? (char)(bytes[i] ^ (char)frame->mask[frame->mask_at++ & 3]) : bytes[i];
    wire->n_text += n;
    wire->text[wire->n_text] = 0;
    return true;
}

void wire__drop_text(struct wire *wire)
{
    if (wire->n_text) wire->calls->let_go(wire->context, wire->held, wire->n_text);
    free(wire->text);
    wire->text = NULL;
    wire->n_text = wire->text_max = 0;
}

/* What is too long is read to its end, but not kept. */
static size_t wire_take_body(struct wire *wire, const char *bytes, size_t n)
{
    if (n > wire->body_left) n = (size_t)wire->body_left;
    wire->body_left -= n;
    if (wire->deaf || wire->busy) return n;
    if (n > wire->body_most - wire->n_text)
        wire->deaf = true;
    else
        wire->busy = !wire__keep(wire, WIRE_HELD_BODY, bytes, n, NULL);
    if (wire->deaf || wire->busy) wire__drop_text(wire);
    return n;
}

static void wire_end_body(struct wire *wire)
{
    enum wire_whole how = wire->deaf   ? WIRE_TOO_LONG
                          : wire->busy ? WIRE_BUSY
                                       : WIRE_WHOLE;

    wire->phase = WIRE__ANSWER;
    wire->since = wire->now;
    wire->calls->body(wire->context, how, wire->text ? wire->text : "", wire->n_text);
    wire__drop_text(wire);
    wire->deaf = wire->busy = false;
}

/* One step; how many bytes it took. */
static size_t wire_step(struct wire *wire, const char *bytes, size_t n)
{
    switch (wire->phase) {
    case WIRE__HEAD:
        return n ? wire__head_take(wire, bytes, n) : 0;
    case WIRE__BODY:
        n = wire_take_body(wire, bytes, n);
        if (!wire->body_left) wire_end_body(wire);
        return n;
    case WIRE__FRAMES:
        return wire__frame_take(wire, bytes, n);
    case WIRE__ENDING:
    case WIRE__OVER:
        return n;
    case WIRE__ANSWER:
    default:
        return 0;
    }
}

/* Runs wire_step() until it uses no byte and changes no phase. */
static size_t wire_steps(struct wire *wire, const char *bytes, size_t n)
{
    size_t at = 0;

    for (;;) {
        enum wire__phase phase = wire->phase;
        size_t used = wire_step(wire, bytes + at, n - at);
        at += used;
        if (!used && wire->phase == phase) return at;
        if (at == n && wire->phase != WIRE__BODY) return at;
    }
}

/* Since when has something come only in part? */
static void wire_note_half(struct wire *wire)
{
    bool half = wire->phase == WIRE__FRAMES &&
                (wire->n_in || wire->frame.left || wire->in_message);

    if (!half)
        wire->message_at = 0;
    else if (!wire->message_at)
        wire->message_at = wire->now;
}

bool wire_wants(const struct wire *wire)
{
    if (wire->ended || wire->phase == WIRE__OVER || wire->phase == WIRE__ANSWER)
        return false;
    return wire->phase != WIRE__FRAMES || wire->out_bytes < CONTROL_WAITING_MAX;
}

static bool wire_keep_rest(struct wire *wire, const char *bytes, size_t n)
{
    char *more = n ? realloc(wire->in, wire->n_in + n) : NULL;

    if (!n) return true;
    if (!more || wire->n_in + n > WIRE_READ_MAX + WIRE_HEAD_MAX) {
        if (more) wire->in = more;
        return wire_no_memory(wire);
    }
    memcpy(more + wire->n_in, bytes, n);
    wire->in = more;
    wire->n_in += n;
    return true;
}

static void wire_use_in(struct wire *wire)
{
    size_t used = wire_steps(wire, wire->in, wire->n_in);

    if (used == wire->n_in)
        wire_drop_in(wire);
    else if (used) {
        memmove(wire->in, wire->in + used, wire->n_in - used);
        wire->n_in -= used;
    }
}

void wire_receive(struct wire *wire, int64_t now, const char *bytes, size_t n)
{
    wire->now = wire->heard = now;
    wire->pinged = false;
    if (wire->n_in) {
        if (wire_keep_rest(wire, bytes, n)) wire_use_in(wire);
    } else {
        size_t used = wire_steps(wire, bytes, n);
        wire_keep_rest(wire, bytes + used, n - used);
    }
    wire_note_half(wire);
}

/* What has come only in part is dropped. */
static void wire_end_quietly(struct wire *wire)
{
    bool to_come = wire->out || wire->given || wire->asked;

    if (wire->ended && !to_come && wire->phase != WIRE__OVER)
        wire__give_up(wire, wire->why);
}

void wire_end(struct wire *wire)
{
    wire->ended = true;
    if (wire->phase == WIRE__FRAMES || wire->phase == WIRE__BODY) {
        wire__give_up(wire, wire->why);
        return;
    }
    wire_end_quietly(wire);
}

/* -- Answers ---------------------------------------------------------------------------- */

void wire_sent(struct wire *wire, int64_t now)
{
    wire->now = now;
    wire->given = false;
    if (wire->out) return;
    if (wire->phase == WIRE__ANSWER && !wire->asked) {
        wire__become(wire, wire->last ? WIRE__ENDING : WIRE__HEAD);
        wire->served = true;
        if (wire->phase == WIRE__HEAD && wire->n_in) wire_use_in(wire);
    }
    if (wire->phase == WIRE__ENDING) wire->since = now;
    wire_note_half(wire);
    wire_end_quietly(wire);
}

bool wire_answer(struct wire *wire, const char *head, size_t n_head, const char *body,
                 size_t n, char *own)
{
    if (!wire->asked || wire->phase != WIRE__ANSWER) {
        free(own);
        return false;
    }
    wire->asked = false;
    if (!wire__put_copy(wire, head, n_head)) {
        free(own);
        return false;
    }
    if (wire->no_body) {
        free(own);
        return true;
    }
    return wire__put(wire, own ? own : body, n, own);
}

bool wire_is_last(const struct wire *wire)
{
    return wire->last;
}

void wire_last(struct wire *wire)
{
    wire->last = true;
}

void wire_want_body(struct wire *wire, size_t most)
{
    if (!wire->asked || wire->phase != WIRE__ANSWER) return;
    wire->body_most = most;
    wire__become(wire, WIRE__BODY);
}

bool wire_accept(struct wire *wire, const struct wire_request *request,
                 const char *protocol)
{
    char text[256], accept[32];

    if (!wire->asked || wire->phase != WIRE__ANSWER || !request->websocket) return false;
    wire__head_accept_key(request->key, accept);
    int n = snprintf(text, sizeof text,
                     "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                     "Sec-WebSocket-Protocol: %s\r\n\r\n",
                     accept, protocol);
    wire->asked = false;
    wire__become(wire, WIRE__FRAMES);
    return wire__put_copy(wire, text, (size_t)n);
}

/* -- Time ------------------------------------------------------------------------------- */

static int64_t wire_earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t wire_deadline_of_frames(const struct wire *wire)
{
    int64_t at = wire->heard + (wire->pinged ? WIRE__DEAD_MS : WIRE__PING_MS);

    if (wire->message_at) at = wire_earlier(at, wire->message_at + WIRE__MESSAGE_MS);
    if (wire->given) at = wire_earlier(at, wire->given_at + WIRE__STUCK_MS);
    return at;
}

int64_t wire_deadline(const struct wire *wire)
{
    switch (wire->phase) {
    case WIRE__HEAD:
        return wire->since +
               (wire->served && !wire->looked ? WIRE__STAY_MS : WIRE__SILENT_MS);
    case WIRE__BODY:
        return wire->since + WIRE__BODY_MS;
    case WIRE__ANSWER:
        return wire->since + WIRE__ANSWER_MS;
    case WIRE__FRAMES:
        return wire_deadline_of_frames(wire);
    case WIRE__ENDING:
        return wire->since +
               (wire->out || wire->given ? WIRE__FAREWELL_MS : WIRE__LINGER_MS);
    case WIRE__OVER:
    default:
        return INT64_MAX;
    }
}

void wire_time(struct wire *wire, int64_t now)
{
    if (now < wire_deadline(wire)) return;
    bool half = wire->message_at && now >= wire->message_at + WIRE__MESSAGE_MS;
    bool stuck = wire->given && now >= wire->given_at + WIRE__STUCK_MS;
    if (wire->phase != WIRE__FRAMES || wire->pinged || half || stuck) {
        wire__give_up(wire, "it does not answer");
        return;
    }
    wire->pinged = true;
    wire__control(wire, PING, "", 0);
}
