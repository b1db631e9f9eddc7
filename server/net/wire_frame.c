/* wire_frame.c -- frames of WebSockets (RFC 6455): in, and their heads going out. */
#include "wire_internal.h"

#include <stdlib.h>
#include <string.h>

enum { CONTINUED = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };
enum { CONTROL_WAITING_MAX = 1024 }; /* answers to pings that may wait */

/* -- UTF-8 ------------------------------------------------------------------------------ */

/* How many bytes follow the first of a letter, and what the first of those may be; -1: none may. */
static int wire_frame_utf8_bytes_after(unsigned char c, unsigned char *low,
                                       unsigned char *high)
{
    *low = 0x80, *high = 0xbf;
    if (c < 0x80) return 0;
    if (c < 0xc2) return -1;
    if (c < 0xe0) return 1;
    if (c < 0xf0) {
        if (c == 0xe0) *low = 0xa0;  /* no longer than needed */
        if (c == 0xed) *high = 0x9f; /* no halves of surrogates */
        return 2;
    }
    if (c == 0xf0) *low = 0x90;
    if (c == 0xf4) *high = 0x8f; /* nothing beyond U+10FFFF */
    return c < 0xf5 ? 3 : -1;
}

bool wire__frame_is_utf8(const char *text, size_t n)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + n;

    while (at < end) {
        unsigned char low, high;
        int more = wire_frame_utf8_bytes_after(*at++, &low, &high);
        if (more < 0 || end - at < more) return false;
        for (; more; more--, at++) {
            if (*at < low || *at > high) return false;
            low = 0x80, high = 0xbf;
        }
    }
    return true;
}

/* -- Out -------------------------------------------------------------------------------- */

size_t wire__frame_head(char out[14], int opcode, size_t n, bool masked)
{
    size_t at = 2, more = n < 126 ? 0 : n < 65536 ? 2 : 8;

    out[0] = (char)(0x80 | opcode);
    out[1] = (char)((masked ? 0x80u : 0u) | (more == 0   ? (unsigned)n
                                             : more == 2 ? 126u
                                                         : 127u));
    while (more) out[at++] = (char)((uint64_t)n >> 8 * --more & 255);
    return at;
}

void wire_frame_close(struct wire *wire, int code, const char *reason)
{
    char text[WIRE__CONTROL_MAX];
    size_t n = strlen(reason);

    if (wire->phase != WIRE__FRAMES) return;
    if (n > sizeof text - 2) n = sizeof text - 2;
    text[0] = (char)(code >> 8);
    text[1] = (char)(code & 255);
    memcpy(text + 2, reason, n);
    wire__control(wire, CLOSE, text, code ? n + 2 : 0);
    wire->why = "it closed the connection";
    wire__become(wire, WIRE__ENDING);
}

/* -- Control frames --------------------------------------------------------------------- */

static bool wire_frame_is_close_code(int code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

/* They are answered with what they said. */
static void wire_frame_on_close(struct wire *wire, const char *text, size_t n)
{
    int code = n < 2 ? 0 : (unsigned char)text[0] << 8 | (unsigned char)text[1];

    if (n == 1 || (n && !wire_frame_is_close_code(code)))
        wire_frame_close(wire, WIRE__CODE_PROTOCOL, "");
    else if (n > 2 && !wire__frame_is_utf8(text + 2, n - 2))
        wire_frame_close(wire, WIRE__CODE_UTF8, "");
    else
        wire_frame_close(wire, code, "");
}

static void wire_frame_on_control(struct wire *wire, int opcode, const char *text,
                                  size_t n)
{
    if (opcode == CLOSE) wire_frame_on_close(wire, text, n);
    /* Of many pings some may stay unanswered. */
    if (opcode == PING && wire->out_bytes < CONTROL_WAITING_MAX)
        wire__control(wire, PONG, text, n);
}

/* -- Messages --------------------------------------------------------------------------- */

static void wire_frame_unfit(struct wire *wire, enum wire_unfit why)
{
    wire->deaf = true;
    wire__drop_text(wire);
    wire->calls->unfit(wire->context, why);
}

static void wire_frame_end_message(struct wire *wire)
{
    wire->in_message = false;
    wire->pieces = 0;
    wire->message_at = 0; /* whatever comes now has its own time */
    if (!wire->deaf && !wire__frame_is_utf8(wire->text ? wire->text : "", wire->n_text))
        wire_frame_close(wire, WIRE__CODE_UTF8, "");
    else if (!wire->deaf)
        wire->calls->message(wire->context, wire->text ? wire->text : "", wire->n_text);
    wire__drop_text(wire);
}

static size_t wire_frame_take_payload(struct wire *wire, const char *bytes, size_t n)
{
    struct wire__frame *frame = &wire->frame;

    if (n > frame->left) n = (size_t)frame->left;
    if (!wire->deaf && !wire__keep(wire, WIRE_HELD_MESSAGE, bytes, n, frame))
        wire_frame_unfit(wire, WIRE_MESSAGE_BUSY);
    frame->left -= n;
    if (!frame->left && frame->fin) wire_frame_end_message(wire);
    return n;
}

/* The first bytes of a frame with text. */
static void wire_frame_begin_data(struct wire *wire, int opcode, uint64_t length)
{
    wire->in_message = true;
    wire->pieces++;
    if (wire->deaf)
        ; /* its bytes are counted, and thrown away */
    else if (opcode == BINARY)
        wire_frame_unfit(wire, WIRE_BINARY);
    else if (wire->pieces > WIRE_PIECES_MAX)
        wire_frame_unfit(wire, WIRE_PIECES);
    else if (length > wire->most - wire->n_text)
        wire_frame_unfit(wire, WIRE_MESSAGE_LONG);
    if (!length && wire->frame.fin) wire_frame_end_message(wire);
}

/* -- Frames ----------------------------------------------------------------------------- */

struct head {
    int opcode;
    bool fin, masked;
    uint64_t length;
    size_t n; /* bytes of the head */
};

/* False: it has not come yet. */
static bool wire_frame_read_head(const unsigned char *b, size_t n, struct head *out)
{
    if (n < 2) return false;
    unsigned first = b[1] & 0x7f, more = first == 126 ? 2 : first == 127 ? 8 : 0;

    out->opcode = b[0] & 15;
    out->fin = b[0] & 0x80;
    out->masked = b[1] & 0x80;
    out->n = 2 + more + (out->masked ? 4 : 0);
    if (n < out->n) return false;
    out->length = more ? 0 : first;
    for (unsigned i = 0; i < more; i++) out->length = out->length << 8 | b[2 + i];
    return true;
}

/* As the standard wants it: no bits without a meaning, no length longer than needed, and in the
 * order of messages. */
static bool wire_frame_is_sound(const struct wire *wire, const unsigned char *b,
                                const struct head *head)
{
    unsigned first = b[1] & 0x7f;

    if (b[0] & 0x70 || head->masked == wire->client) return false;
    if (head->length >> 63 || (first == 126 && head->length < 126) ||
        (first == 127 && head->length < 65536))
        return false;
    if (head->opcode >= CLOSE)
        return head->opcode <= PONG && head->fin && head->length <= WIRE__CONTROL_MAX;
    if (head->opcode > BINARY) return false;
    return (head->opcode == CONTINUED) == wire->in_message;
}

static size_t wire_frame_take_control(struct wire *wire, const char *bytes, size_t n,
                                      const struct head *head)
{
    char text[WIRE__CONTROL_MAX];
    const char *mask = bytes + head->n - 4;

    if (n < head->n + head->length) return 0;
    for (size_t i = 0; i < head->length; i++)
        text[i] = (char)(bytes[head->n + i] ^ (head->masked ? mask[i & 3] : 0));
    wire_frame_on_control(wire, head->opcode, text, (size_t)head->length);
    if (!wire->in_message) wire->message_at = 0;
    return head->n + (size_t)head->length;
}

size_t wire__frame_take(struct wire *wire, const char *bytes, size_t n)
{
    const unsigned char *b = (const unsigned char *)bytes;
    struct head head;

    if (wire->frame.left) return wire_frame_take_payload(wire, bytes, n);
    if (!wire_frame_read_head(b, n, &head)) return 0;
    if (!wire_frame_is_sound(wire, b, &head)) {
        wire_frame_close(wire, WIRE__CODE_PROTOCOL, "");
        return n;
    }
    if (head.opcode >= CLOSE) return wire_frame_take_control(wire, bytes, n, &head);
    wire->frame = (struct wire__frame){.left = head.length, .fin = head.fin};
    if (head.masked) memcpy(wire->frame.mask, bytes + head.n - 4, 4);
    wire_frame_begin_data(wire, head.opcode, head.length);
    return head.n;
}
