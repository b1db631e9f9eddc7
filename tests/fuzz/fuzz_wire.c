/* fuzz_wire.c -- bytes of strangers against the wire (server/net/wire.h), without a socket.
 *
 * The first byte says how the rest is used:
 *
 *     =   frames to a server that is a WebSocket already; wslay, where it is here, must have read
 *         the same messages
 *     <   frames to a client, after a good answer; with ! after it, instead of one
 *     >   lines that a client and a server tell each other: each must hear what was said
 *     ?   a head alone; http-parser, where it is here, must have read the same
 *     any other: what a stranger sends to a server
 *
 * Besides what the sanitizers see: the same bytes in other pieces make the same requests and
 * messages in the same order; a request is answered once; what waits is bounded; what is sent after
 * the upgrade are frames; what was held is let go. */
#include "server/net/wire_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef AUDE_JUDGES
#include <http_parser.h>
#include <wslay/wslay.h>
#endif

enum { MESSAGE_MAX = 2000, HEARD_MAX = 1 << 16, STEPS_MAX = 100000 };

static const char upgrade[] =
    "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Protocol: aude-1\r\n\r\n";

/* One side of a connection, and what it has heard. */
struct side {
    struct wire *wire;
    char heard[HEARD_MAX]; /* every call as a line */
    size_t n;
    int requests, answers, messages;
    size_t held;
    bool websocket, up;
    const char *to_say; /* lines for the other side */
    size_t left, length;
    /* frames of its own that are being looked at */
    uint64_t skip;
    unsigned char begun[10];
    size_t n_begun;
};

static void must(bool yes, const char *what)
{
    if (yes) return;
    fprintf(stderr, "fuzz_wire: %s\n", what);
    abort();
}

static void note(struct side *side, const char *what, const char *bytes, size_t n)
{
    size_t m = strlen(what);

    if (side->n + m + n + 2 > sizeof side->heard) return;
    memcpy(side->heard + side->n, what, m);
    side->heard[side->n + m] = ' ';
    if (n) memcpy(side->heard + side->n + m + 1, bytes, n);
    side->heard[side->n + m + 1 + n] = '\n';
    side->n += m + n + 2;
}

/* -- What a server does ----------------------------------------------------------------- */

static void answer(struct side *side)
{
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";

    must(wire_answer(side->wire, head, sizeof head - 1, "ok", 2, NULL),
         "no answer is taken");
    side->answers++;
    must(!wire_answer(side->wire, head, sizeof head - 1, "ok", 2, NULL),
         "two answers are taken");
}

static void on_head(void *context, const struct wire_request *request)
{
    struct side *side = context;
    char line[64];

    side->requests++;
    must(request->method[0] && request->path[0] == '/', "a request without a path");
    must(request->n_fields <= WIRE_FIELDS_MAX, "too many fields");
    int n = snprintf(line, sizeof line, "%lld %d", (long long)request->length,
                     request->n_fields);
    note(side, request->method, request->path, strlen(request->path));
    note(side, "length", line, (size_t)n);
    if (request->websocket && !strcmp(request->path, "/ws")) {
        side->websocket = true;
        must(wire_accept(side->wire, request, "aude-1"), "no upgrade");
        side->answers++;
    } else if (!strcmp(request->path, "/body") && request->length >= 0) {
        wire_want_body(side->wire, 100);
    } else {
        answer(side);
    }
}

static void on_body(void *context, enum wire_whole how, const char *bytes, size_t n)
{
    must(n <= 100 && bytes[n] == 0, "a body too long");
    note(context, how == WIRE_WHOLE ? "body" : "no body", bytes, n);
    answer(context);
}

static void on_refused(void *context, int status)
{
    struct side *side = context;
    char line[16];

    must(status >= 400 && status < 600, "no status");
    side->requests++;
    note(side, "refused", line, (size_t)snprintf(line, sizeof line, "%d", status));
    answer(side);
}

static void on_message(void *context, const char *text, size_t n)
{
    struct side *side = context;

    must(n <= MESSAGE_MAX && text[n] == 0, "a message too long");
    must(side->websocket || side->up, "a message before the upgrade");
    side->messages++;
    note(side, "message", text, n);
}

static void on_unfit(void *context, enum wire_unfit why)
{
    char line[16];

    note(context, "unfit", line, (size_t)snprintf(line, sizeof line, "%d", (int)why));
}

static const char *next(void *context, size_t *n)
{
    struct side *side = context;

    if (!side->left) return NULL;
    const char *end = memchr(side->to_say, '\n', side->left);
    *n = side->length = end ? (size_t)(end - side->to_say) : side->left;
    return side->to_say;
}

static void sent(void *context)
{
    struct side *side = context;
    size_t n = side->length + (side->length < side->left);

    side->to_say += n;
    side->left -= n;
}

static bool done(void *context)
{
    (void)context;
    return false;
}

static bool hold(void *context, enum wire_held what, size_t n)
{
    (void)what;
    ((struct side *)context)->held += n;
    return true;
}

static void let_go(void *context, enum wire_held what, size_t n)
{
    struct side *side = context;

    (void)what;
    must(side->held >= n, "more is let go than was held");
    side->held -= n;
}

static void on_up(void *context)
{
    ((struct side *)context)->up = true;
}

static const struct wire_calls calls = {on_head,  on_body, on_refused, on_message,
                                        on_unfit, next,    sent,       done,
                                        hold,     let_go,  on_up};

/* -- What goes out ---------------------------------------------------------------------- */

/* Frames, one after the other, and nothing between them. */
static void look_at_frames(struct side *side, const char *bytes, size_t n)
{
    while (n) {
        if (side->skip) {
            size_t m = n < side->skip ? n : (size_t)side->skip;
            side->skip -= m;
            bytes += m;
            n -= m;
            continue;
        }
        side->begun[side->n_begun++] = (unsigned char)*bytes++;
        n--;
        if (side->n_begun < 2) continue;
        unsigned first = side->begun[1] & 0x7f, more = first == 126   ? 2
                                                       : first == 127 ? 8
                                                                      : 0;
        if (side->n_begun < 2 + more) continue;
        must(!(side->begun[0] & 0x70) && side->begun[0] & 0x80,
             "a frame that is none goes out");
        must(!(side->begun[1] & 0x80), "a server masks");
        side->skip = more ? 0 : first;
        for (unsigned i = 0; i < more; i++)
            side->skip = side->skip << 8 | side->begun[2 + i];
        side->n_begun = 0;
    }
}

/* Everything that is to be sent, to `other` if there is one. */
static void drain(struct side *side, struct side *other)
{
    char out[300];
    size_t n, all = 0;

    while ((n = wire_send(side->wire, 0, out, sizeof out))) {
        all += n;
        must(other || all < 64 * 1024, "too much waits to be sent");
        if (side->websocket && side->answers == side->requests && !side->wire->client) {
            const char *frames = out;
            if (!side->up && !memcmp(out, "HTTP/1.1 101", n < 12 ? n : 12)) {
                const char *end = memmem(out, n, "\r\n\r\n", 4);
                must(end != NULL, "the upgrade is cut");
                frames = end + 4;
                side->up = true;
            }
            if (side->up) look_at_frames(side, frames, (size_t)(out + n - frames));
        }
        if (other && wire_wants(other->wire)) wire_receive(other->wire, 0, out, n);
        wire_sent(side->wire, 0);
    }
}

static void check_bounds(const struct side *side)
{
    must(side->wire->n_in <= WIRE_READ_MAX + WIRE_HEAD_MAX, "too much waits to be read");
    must(side->wire->text_max <= 4 * (MESSAGE_MAX + 512), "too much is kept");
    must(side->answers <= side->requests, "more answers than requests");
    must(wire_deadline(side->wire) > 0, "a connection without an end");
}

/* -- Ways to feed ----------------------------------------------------------------------- */

static void feed(struct side *side, const char *bytes, size_t n, unsigned chance)
{
    size_t at = 0;
    int steps = 0;

    while (at < n && wire_wants(side->wire)) {
        size_t piece = n - at;
        if (chance) {
            chance = chance * 1664525u + 1013904223u;
            size_t most = 1 + (chance >> 24) % 40;
            if (piece > most) piece = most;
        } else if (piece > WIRE_READ_MAX) {
            piece = WIRE_READ_MAX;
        }
        wire_receive(side->wire, 0, bytes + at, piece);
        at += piece;
        check_bounds(side);
        drain(side, NULL);
        must(++steps < STEPS_MAX, "it does not come to an end");
    }
    if (at == n && wire_wants(side->wire)) wire_end(side->wire);
    drain(side, NULL);
}

static void finish(struct side *side)
{
    wire_free(side->wire);
    must(!side->held, "what was held is not let go");
}

static struct side *new_side(int which)
{
    static struct side sides[2];
    struct side *side = &sides[which];
    size_t begin = offsetof(struct side, n);

    memset((char *)side + begin, 0, sizeof *side - begin);
    side->wire = wire_server(&calls, side, MESSAGE_MAX, 0);
    return side;
}

static struct side *new_client(void)
{
    struct side *side = new_side(1);

    wire_free(side->wire);
    side->wire = wire_client(&calls, side, MESSAGE_MAX, 0, "x", "/ws", "aude-1", "");
    return side;
}

static void compare(const struct side *a, const struct side *b)
{
    if (a->n == b->n && !memcmp(a->heard, b->heard, a->n)) return;
    fprintf(stderr, "--- at once\n%.*s\n--- in pieces\n%.*s\n", (int)a->n, a->heard,
            (int)b->n, b->heard);
    must(false, "pieces make a difference");
}

static unsigned chance_of(const char *bytes, size_t n)
{
    unsigned chance = 2166136261u;

    for (size_t i = 0; i < n; i++)
        chance = (chance ^ (unsigned char)bytes[i]) * 16777619u;
    return chance | 1;
}

/* -- Judges ----------------------------------------------------------------------------- */

#ifdef AUDE_JUDGES
struct judge {
    char url[WIRE_HEAD_MAX + 1];
    size_t n_url;
    int fields;
    bool in_value, whole;
};

static int judge_url(http_parser *parser, const char *at, size_t n)
{
    struct judge *judge = parser->data;

    memcpy(judge->url + judge->n_url, at, n);
    judge->n_url += n;
    return 0;
}

static int judge_name(http_parser *parser, const char *at, size_t n)
{
    struct judge *judge = parser->data;

    (void)at;
    if (n && (judge->in_value || !judge->fields)) judge->fields++;
    judge->in_value = false;
    return 0;
}

static int judge_value(http_parser *parser, const char *at, size_t n)
{
    (void)at;
    (void)n;
    ((struct judge *)parser->data)->in_value = true;
    return 0;
}

static int judge_whole(http_parser *parser)
{
    ((struct judge *)parser->data)->whole = true;
    return 1; /* the body is not looked at */
}

/* http-parser takes a field whose name only begins so ("Transfer-Encodings") for the field itself, and refuses it beside a length. */
static bool has_longer_name(const char *text, size_t n)
{
    static const char name[] = "Transfer-Encoding";

    for (size_t i = 0; i + sizeof name < n; i++)
        if (text[i] == '\n' && !strncasecmp(text + i + 1, name, sizeof name - 1) &&
            text[i + sizeof name] != ':')
            return true;
    return false;
}

/* A head that we take, http-parser takes for the same. (It takes many more.) A tab is a blank to
 * us everywhere, as HTTP says, to http-parser not after a length: it gets blanks. */
static void judge_head(const char *bytes, size_t n, const struct wire_request *ours)
{
    static const char *const known[] = {"GET", "HEAD", "POST", "PUT", "DELETE"};
    struct judge judge = {.n_url = 0};
    char text[WIRE_HEAD_MAX];
    http_parser parser;
    http_parser_settings settings;
    bool plain = false;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        plain |= !strcmp(ours->method, known[i]);
    if (!plain || ours->length == WIRE_CHUNKED) return; /* it knows fewer of these */
    for (size_t i = 0; i < n; i++) text[i] = (char)(bytes[i] == '\t' ? ' ' : bytes[i]);
    http_parser_settings_init(&settings);
    settings.on_url = judge_url;
    settings.on_header_field = judge_name;
    settings.on_header_value = judge_value;
    settings.on_headers_complete = judge_whole;
    http_parser_init(&parser, HTTP_REQUEST);
    parser.data = &judge;
    size_t used = http_parser_execute(&parser, &settings, text, n);
    enum http_errno error = HTTP_PARSER_ERRNO(&parser);
    if (error == HPE_UNEXPECTED_CONTENT_LENGTH && has_longer_name(text, n)) return;
    must(judge.whole && (error == HPE_OK || error == HPE_CB_headers_complete),
         "http-parser refuses what we take");
    (void)used;
    must(!strcmp(http_method_str((enum http_method)parser.method), ours->method),
         "another method");
    judge.url[judge.n_url] = 0;
    judge.url[strcspn(judge.url, "?")] = 0;
    const char *path = judge.url;
    if (path[0] != '/') { /* with its host before it */
        path = strstr(path, "://") + 3;
        path += strcspn(path, "/");
    }
    must(!strcmp(path[0] ? path : "/", ours->path), "another path");
    must(judge.fields == ours->n_fields, "another number of fields");
    must(ours->length < 0 || parser.content_length == (uint64_t)ours->length,
         "another length");
}

struct tape {
    const char *bytes;
    size_t n;
    struct side *side; /* what it has read */
};

static ssize_t tape_read(wslay_event_context_ptr ws, uint8_t *out, size_t n, int flags,
                         void *context)
{
    struct tape *tape = context;

    (void)flags;
    if (!tape->n) wslay_event_set_error(ws, WSLAY_ERR_WOULDBLOCK);
    if (!tape->n) return -1;
    if (n > tape->n) n = tape->n;
    memcpy(out, tape->bytes, n);
    tape->bytes += n;
    tape->n -= n;
    return (ssize_t)n;
}

static void tape_message(wslay_event_context_ptr ws,
                         const struct wslay_event_on_msg_recv_arg *arg, void *context)
{
    struct tape *tape = context;

    (void)ws;
    if (arg->opcode == WSLAY_TEXT_FRAME)
        note(tape->side, "message", (const char *)arg->msg, arg->msg_length);
}

/* Whatever we heard, wslay heard first. */
static void judge_frames(const char *bytes, size_t n, const struct side *ours,
                         size_t from)
{
    struct side *theirs = new_side(1);
    struct tape tape = {bytes, n, theirs};
    struct wslay_event_callbacks ways = {.recv_callback = tape_read,
                                         .on_msg_recv_callback = tape_message};
    wslay_event_context_ptr ws;
    size_t told = ours->n - from;

    if (wslay_event_context_server_init(&ws, &ways, &tape)) return;
    wslay_event_config_set_max_recv_msg_length(ws, MESSAGE_MAX);
    while (tape.n && wslay_event_want_read(ws) && !wslay_event_recv(ws)) {
    }
    wslay_event_context_free(ws);
    const char *unfit = memmem(ours->heard + from, told, "unfit ", 6);
    if (unfit) told = (size_t)(unfit - ours->heard) - from;
    must(told <= theirs->n && !memcmp(ours->heard + from, theirs->heard, told),
         "wslay has heard something else");
    finish(theirs);
}
#else
static void judge_head(const char *bytes, size_t n, const struct wire_request *ours)
{
    (void)bytes, (void)n, (void)ours;
}

static void judge_frames(const char *bytes, size_t n, const struct side *ours,
                         size_t from)
{
    (void)bytes, (void)n, (void)ours, (void)from;
}
#endif

/* -- The kinds -------------------------------------------------------------------------- */

static void to_server(const char *bytes, size_t n)
{
    struct side *a = new_side(0), *b = new_side(1);

    feed(a, bytes, n, 0);
    feed(b, bytes, n, chance_of(bytes, n));
    compare(a, b);
    finish(a);
    finish(b);
}

static void frames(const char *bytes, size_t n)
{
    struct side *a = new_side(0), *b = new_side(1);

    wire_receive(a->wire, 0, upgrade, sizeof upgrade - 1);
    wire_receive(b->wire, 0, upgrade, sizeof upgrade - 1);
    drain(a, NULL);
    drain(b, NULL);
    size_t from = a->n;
    feed(a, bytes, n, 0);
    feed(b, bytes, n, chance_of(bytes, n));
    compare(a, b);
    finish(b);
    judge_frames(bytes, n, a, from);
    finish(a);
}

static void to_client(const char *bytes, size_t n)
{
    struct side *side = new_client();
    char head[256], accept[32];

    drain(side, NULL);
    wire__head_accept_key(side->wire->key, accept);
    int length =
        snprintf(head, sizeof head,
                 "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Accept: %s\r\n\r\n",
                 accept);
    if (n && bytes[0] == '!') {
        feed(side, bytes + 1, n - 1, chance_of(bytes, n));
    } else {
        wire_receive(side->wire, 0, head, (size_t)length);
        must(side->up, "a good answer is not taken");
        feed(side, bytes, n, chance_of(bytes, n));
    }
    finish(side);
}

/* UTF-8 is all that a wire carries; its users say nothing else. */
static void talk(const char *bytes, size_t n)
{
    struct side *server = new_side(0), *client = new_client();
    size_t half = n / 2;

    if (!wire__frame_is_utf8(bytes, half) ||
        !wire__frame_is_utf8(bytes + half, n - half) || n > 2 * MESSAGE_MAX) {
        finish(server);
        finish(client);
        return;
    }
    drain(client, server);
    drain(server, client);
    must(client->up, "the two do not meet");
    size_t from = server->n;
    client->to_say = bytes;
    client->left = half;
    server->to_say = bytes + half;
    server->left = n - half;
    drain(client, server);
    drain(server, client);
    struct side *sides[] = {server, client};
    for (int i = 0; i < 2; i++) {
        const char *said = i ? bytes + half : bytes;
        size_t left = i ? n - half : half, at = i ? 0 : from;
        while (left) {
            const char *end = memchr(said, '\n', left);
            size_t m = end ? (size_t)(end - said) : left;
            must(sides[i]->n >= at + 9 + m &&
                     !memcmp(sides[i]->heard + at, "message ", 8) &&
                     !memcmp(sides[i]->heard + at + 8, said, m),
                 "what was said is not what was heard");
            at += 9 + m;
            said += m + (end != NULL);
            left -= m + (end != NULL);
        }
        must(sides[i]->n == at, "more was heard than was said");
    }
    finish(server);
    finish(client);
}

/* As the wire cuts it out of the stream. */
static void head_alone(const char *bytes, size_t n)
{
    struct wire_request request;
    char text[WIRE_HEAD_MAX + 1];
    const char *end = memmem(bytes, n, "\r\n\r\n", 4);

    if (!end) return;
    n = (size_t)(end + 4 - bytes);
    if (n > WIRE_HEAD_MAX) return;
    for (size_t i = 0; i < n; i++) { /* what head_find_end() lets through */
        unsigned char c = (unsigned char)bytes[i];
        bool returned = i && bytes[i - 1] == '\r';
        if (returned != (c == '\n')) return;
        if (c != '\r' && c != '\n' && c != '\t' && (c < 0x20 || c == 0x7f)) return;
    }
    memcpy(text, bytes, n);
    if (!wire__head_parse_request(text, n, &request)) judge_head(bytes, n, &request);
    memcpy(text, bytes, n);
    wire__head_parse_answer(text, n, &request);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;

    if (!size) return 0;
    switch (data[0]) {
    case '=':
        frames(bytes + 1, size - 1);
        break;
    case '<':
        to_client(bytes + 1, size - 1);
        break;
    case '>':
        talk(bytes + 1, size - 1);
        break;
    case '?':
        head_alone(bytes + 1, size - 1);
        break;
    default:
        to_server(bytes, size);
    }
    return 0;
}
