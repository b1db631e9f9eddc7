/* test_wire_bounds.c -- the wire (server/net/wire.h) at its bounds: every byte that may stand somewhere, the longest and the
 * shortest of everything, and the moment from which a time is counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "wire_host.h"

/* -- Which bytes may stand where -------------------------------------------------------- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                  digits[] = "0123456789";

static bool in(const char *some, int c)
{
    return c && strchr(some, c);
}

static bool in_method(int c)
{
    return in(letters, c);
}

static bool in_name(int c)
{
    return in(letters, c) || in(digits, c) || in("!#$%&'*+-.^_`|~", c);
}

static bool in_host(int c)
{
    return in(letters, c) || in(digits, c) || in("-._~:[]%!$&'()*+,;=\t ", c);
}

static bool in_target(int c)
{
    return c > ' ' && c < 127;
}

static bool in_value(int c)
{
    return c == '\t' || (c >= ' ' && c != 127);
}

static bool in_length(int c)
{
    return in(digits, c) || in(" \t", c);
}

static bool in_key(int c)
{
    return in(letters, c) || in(digits, c) || in("+/", c);
}

TEST(every_byte_has_its_place_in_a_head)
{
    static const struct {
        const char *before, *after;
        bool (*may)(int c);
    } places[] = {
        {"GE", "T / HTTP/1.1\r\n" HOST "\r\n", in_method},
        {"GET / HTTP/1.1\r\n" HOST "A", "B: c\r\n\r\n", in_name},
        {"GET / HTTP/1.1\r\nHost: x", "\r\n\r\n", in_host},
        {"GET /a", "b HTTP/1.1\r\n" HOST "\r\n", in_target},
        {"GET / HTTP/1.1\r\n" HOST "A: b", "c\r\n\r\n", in_value},
        {"GET / HTTP/1.1\r\n" HOST "Content-Length: 1", "\r\n\r\n", in_length},
        {"GET / HTTP/1.1\r\n" HOST "Upgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZ",
         "==\r\n\r\n", in_key},
    };

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int c = 1; c < 256; c++) {
            struct host *host = open_host();
            char text[400];
            /* The name of a field may end there: what follows is its value. */
            bool may = places[i].may(c) || (i == 1 && c == ':');
            snprintf(text, sizeof text, "%s%c%s", places[i].before, c, places[i].after);
            give_text(host, 0, text);
            if (!CHECK_EQ(strncmp(host->heard, "refused 400", 11) != 0, may))
                fprintf(stderr, "place %zu, byte %02x: %s\n", i, (unsigned)c,
                        host->heard);
            close_host(host);
        }
}

TEST(a_head_is_as_long_as_it_may_be)
{
    static char text[WIRE_HEAD_MAX + 2];

    for (int more = 0; more < 2; more++) {
        struct host *host = open_host();
        int n = snprintf(text, sizeof text, "GET / HTTP/1.1\r\n" HOST "A: ");
        memset(text + n, 'b', sizeof text - (size_t)n);
        memcpy(text + WIRE_HEAD_MAX + more - 4, "\r\n\r\n", 4);
        give(host, 0, text, WIRE_HEAD_MAX + (size_t)more);
        CHECK_STR(host->heard, more ? "refused 431" : "GET /");
        close_host(host);
    }
    for (int more = 0; more < 2; more++) {
        struct host *host = open_host();
        give_text(host, 0, "GET / HTTP/1.1\r\n" HOST);
        for (int i = 1; i < WIRE_FIELDS_MAX + more; i++) give_text(host, 0, "A: b\r\n");
        give_text(host, 0, "\r\n");
        CHECK_STR(host->heard, more ? "refused 431" : "GET /");
        close_host(host);
    }
}

/* It comes by the byte, so that every place is one where it was cut. */
TEST(a_head_may_come_by_the_byte)
{
    static const char text[] =
        "\r\nPOST /body?x HTTP/1.1\r\n" HOST "Content-Length:  10 \r\n\r\nabcdefghij";
    struct host *host = open_host();

    for (size_t i = 0; i < sizeof text - 1; i++) {
        CHECK_EQ(wire_state(host->wire), WIRE_OPEN);
        CHECK_EQ(host->n_out, 0);
        give(host, 0, text + i, 1);
    }
    CHECK_STR(host->heard, "POST /body,whole abcdefghij");
    CHECK_EQ(wire_state(host->wire), WIRE_ENDING);
    close_host(host);
}

static struct wire_request parsed;
static char parsed_text[2000];

static int parse(const char *text)
{
    size_t n = strlen(text);

    if (!CHECK(n < sizeof parsed_text)) return -1;
    memcpy(parsed_text, text, n + 1);
    return wire__head_parse_request(parsed_text, n, &parsed);
}

TEST(what_a_head_says_is_read)
{
    int at = 0;

    CHECK_EQ(parse("PUT /a?b?c=d HTTP/1.1\r\nHOST: x\r\nAz-Z: 1 2\t \r\nA:\r\naz-z:3\r\n"
                   "Connection: keep-alive , UPGRADE\r\nConnection: foo,bar\r\n\r\n"),
             0);
    CHECK_STR(parsed.method, "PUT");
    CHECK_STR(parsed.path, "/a");
    CHECK_STR(parsed.query, "b?c=d");
    CHECK_STR(wire_head_field(&parsed, "az-z", &at), "1 2");
    CHECK_EQ(at, 2);
    CHECK_STR(wire_head_field(&parsed, "az-z", &at), "3");
    CHECK(!wire_head_field(&parsed, "az-z", &at));
    CHECK_STR(wire_head_field(&parsed, "az-z", NULL), "1 2");
    CHECK_STR(wire_head_field(&parsed, "a", NULL), "");
    CHECK(wire_head_lists(&parsed, "connection", "upgrade"));
    CHECK(wire_head_lists(&parsed, "connection", "keep-alive"));
    CHECK(wire_head_lists(&parsed, "connection", "bar"));
    CHECK(!wire_head_lists(&parsed, "connection", "ba"));
    CHECK(!wire_head_lists(&parsed, "connection", "barn"));
    CHECK(!wire_head_lists(&parsed, "connection", "fo"));
    CHECK(parsed.length == WIRE_NO_LENGTH && parsed.may_stay && !parsed.websocket);
    CHECK(!parsed.expect);
    CHECK_EQ(parse("GET / HTTP/1.1\r\n" HOST "Connection: x, Close\r\n\r\n"), 0);
    CHECK(!parsed.may_stay);
    CHECK_STR(parsed.query, "");
    CHECK_EQ(parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), 0);
    CHECK(!parsed.may_stay);
    CHECK_EQ(parse("GET / HTTP/1.1\r\n" HOST "Content-Length: 0120\r\n\r\n"), 0);
    CHECK_EQ(parsed.length, 120);
    CHECK_EQ(parse("GET / HTTP/1.1\r\n" HOST "Content-Length: 999999999999999999\r\n"
                   "\r\n"),
             0);
    CHECK_EQ(parsed.length, 999999999999999999);
    CHECK_EQ(parse("GET / HTTP/1.1\r\n" HOST "Content-Length: 1000000000000000000\r\n"
                   "\r\n"),
             400);
    CHECK_EQ(parse("GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n"), 0);
    CHECK_EQ(parsed.length, WIRE_CHUNKED);
    CHECK_EQ(parse("GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
    CHECK_EQ(parse("GET / HTTP/1.1\r\n" HOST "Expect: 100-continue\r\n\r\n"), 0);
    CHECK(parsed.expect);
    CHECK_EQ(parse("GET / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n"), 0);
    CHECK(!parsed.expect);
}

TEST(the_first_line_is_read_strictly)
{
    CHECK_EQ(parse("GET HTTP://y.z/?q HTTP/1.1\r\nHost: x\r\nA: b\r\n\r\n"), 0);
    CHECK_STR(wire_head_field(&parsed, "host", NULL), "y.z");
    CHECK_STR(wire_head_field(&parsed, "a", NULL), "b");
    CHECK_STR(parsed.query, "q");
    CHECK_EQ(parse("GET https://y?q HTTP/1.1\r\nHost: x\r\n\r\n"), 0);
    CHECK_STR(wire_head_field(&parsed, "host", NULL), "y");
    CHECK_STR(parsed.path, "/");
    CHECK_STR(parsed.query, "q");
    CHECK_EQ(parse("GET http://y/a HTTP/1.0\r\n\r\n"), 0);
    CHECK_STR(parsed.path, "/a");
    CHECK_EQ(parse("GET / HTTP/1.0\r\nHost: a/b\r\n\r\n"), 400);
    CHECK_EQ(parse("GET / HTTP/1.10\r\n" HOST "\r\n"), 400);
    CHECK_EQ(parse("GET / HTTP/x.1\r\n" HOST "\r\n"), 400);
    CHECK_EQ(parse("GET / HTTP/1.x\r\n" HOST "\r\n"), 400);
    CHECK_EQ(parse("GET / HTTP/1,2\r\n" HOST "\r\n"), 400);
    CHECK_EQ(parse("GET / HTTP/2\r\n" HOST "\r\n"), 400);
    CHECK_EQ(parse("GET / XTTP/1.2\r\n" HOST "\r\n"), 400);
    CHECK_EQ(parse("GET / HTTP/2.0\r\n" HOST "\r\n"), 505);
    CHECK_EQ(parse("GET /\r\n" HOST "\r\n"), 400);
    CHECK_EQ(parse("GET\r\n" HOST "\r\n"), 400);
}

TEST(nothing_that_counts_is_said_twice)
{
    static const char *const once[] = {"Host",
                                       "Origin",
                                       "Content-Length",
                                       "Transfer-Encoding",
                                       "Sec-WebSocket-Key",
                                       "Sec-WebSocket-Version",
                                       "Sec-WebSocket-Accept"};
    char text[300];

    for (size_t i = 0; i < sizeof once / sizeof once[0]; i++)
        for (int twice = 0; twice < 2; twice++) {
            snprintf(text, sizeof text, "GET / HTTP/1.1\r\n%s%s: 1\r\n%s%s\r\n",
                     i ? HOST : "", once[i], twice ? once[i] : "Other", ": 1\r\n");
            CHECK_EQ(parse(text), twice ? 400 : 0);
        }
}

/* Which of its fields make a WebSocket of a request, and which are refused. */
TEST(an_upgrade_needs_all_its_fields)
{
    static const char key[] = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    static const struct {
        const char *line, *fields;
        int status;
    } cases[] = {
        {"GET / HTTP/1.1", "Sec-WebSocket-Version: 13\r\n", 0},
        {"GET / HTTP/1.1", "Sec-WebSocket-Version: 13\r\nContent-Length: 0\r\n", 0},
        {"GET / HTTP/1.1", "Sec-WebSocket-Version: 13\r\nContent-Length: 1\r\n", 400},
        {"GET / HTTP/1.1", "Sec-WebSocket-Version: 13\r\nTransfer-Encoding: x\r\n", 400},
        {"GET / HTTP/1.1", "Sec-WebSocket-Version: 131\r\n", 426},
        {"GET / HTTP/1.1", "", 400},
        {"GET / HTTP/1.0", "Sec-WebSocket-Version: 13\r\n", 400},
        {"POST / HTTP/1.1", "Sec-WebSocket-Version: 13\r\n", 400},
    };
    char text[400];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(text, sizeof text,
                 "%s\r\n" HOST
                 "Upgrade: a,WebSocket\r\nConnection: x, upgrade\r\n%s%s\r\n",
                 cases[i].line, key, cases[i].fields);
        if (!CHECK_EQ(parse(text), cases[i].status)) fprintf(stderr, "case %zu\n", i);
        CHECK_EQ(parsed.websocket, !cases[i].status);
    }
    static const char *const keys[] = {"dGhlIHNhbXBsZSBub25jZQ=a",
                                       "dGhlIHNhbXBsZSBub25jZ===",
                                       "dGhlIHNhbXBsZSBub25jZQA=",
                                       "adGhlIHNhbXBsZSBub25jZQ==",
                                       "GhlIHNhbXBsZSBub25jZQ==",
                                       "dGhlIHNhbXBsZSBub25jZQa=",
                                       "==",
                                       "dGhlIHNhbXBsZSBub25jZQaa"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        snprintf(text, sizeof text,
                 "GET / HTTP/1.1\r\n" HOST "Upgrade: websocket\r\nConnection: upgrade\r\n"
                 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
                 keys[i]);
        if (!CHECK_EQ(parse(text), 400)) fprintf(stderr, "key %zu\n", i);
    }
}

TEST(who_asks_whether_to_go_on_is_told_to)
{
    static const struct {
        const char *head;
        bool told;
    } cases[] = {
        {"POST /body HTTP/1.1\r\n" HOST "Content-Length: 3\r\nExpect: 100-continue\r\n"
         "\r\n",
         true},
        {"POST /body HTTP/1.1\r\n" HOST "Content-Length: 0\r\nExpect: 100-continue\r\n"
         "\r\n",
         false},
        {"POST /other HTTP/1.1\r\n" HOST "Content-Length: 3\r\nExpect: 100-continue\r\n"
         "\r\n",
         false},
        {"POST /body HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\n", false},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct host *host = open_host();
        give_text(host, 0, cases[i].head);
        host->out[host->n_out] = 0;
        bool told = !strncmp(host->out, "HTTP/1.1 100 Continue\r\n\r\n", 25);
        CHECK_EQ(told, cases[i].told);
        if (told) CHECK_EQ(host->n_out, 25);
        close_host(host);
    }
}

/* -- Bodies ----------------------------------------------------------------------------- */

TEST(a_body_may_come_in_pieces_and_be_too_long_in_the_last)
{
    struct host *host = open_host();

    give_text(host, 0, "POST /body HTTP/1.1\r\n" HOST "Content-Length: 10\r\n\r\nabcd");
    give_text(host, 0, "efg");
    CHECK(wire_wants(host->wire));
    give_text(host, 0, "hijk"); /* the last byte is none of it */
    CHECK_STR(host->heard, "POST /body,whole abcdefghij");
    close_host(host);
    host = open_host();
    give_text(host, 0, "POST /body HTTP/1.1\r\n" HOST "Content-Length: 12\r\n\r\nabcdef");
    give_text(host, 0, "ghij");
    CHECK_EQ(host->held, 10);
    give_text(host, 0, "k");
    CHECK_STR(host->heard, "POST /body");
    CHECK_EQ(host->held, 0);
    give_text(host, 0, "l");
    CHECK_STR(host->heard, "POST /body,too long");
    close_host(host);
    host = open_host();
    give_text(host, 0, "POST /body HTTP/1.1\r\n" HOST "Content-Length: 9\r\n\r\nabc");
    host->full = true;
    give_text(host, 0, "de");
    CHECK_EQ(host->held, 0);
    host->full = false;
    give_text(host, 0, "fghi"); /* there is room again, but a piece is gone */
    CHECK_STR(host->heard, "POST /body,busy");
    close_host(host);
}

TEST(who_ends_within_a_body_is_gone)
{
    struct host *host = open_host();

    give_text(host, 0, "POST /body HTTP/1.1\r\n" HOST "Content-Length: 9\r\n\r\nabc");
    CHECK(wire_wants(host->wire));
    wire_end(host->wire);
    CHECK(wire_state(host->wire) == WIRE_OVER && !wire_wants(host->wire));
    CHECK_STR(wire_why(host->wire), "it closed the connection");
    CHECK_STR(host->heard, "POST /body");
    close_host(host);
    host = open_host(); /* within a head; and before one */
    give_text(host, 0, "GET /");
    wire_end(host->wire);
    CHECK_EQ(wire_state(host->wire), WIRE_OVER);
    close_host(host);
    host = open_socket();
    wire_end(host->wire);
    CHECK_EQ(wire_state(host->wire), WIRE_OVER);
    close_host(host);
}

TEST(who_has_said_all_is_waited_for_until_he_is_answered)
{
    struct host *host = open_host();
    char buffer[100];

    host->late = true;
    give_text(host, 0, "GET / HTTP/1.1\r\n" HOST "\r\n");
    wire_end(host->wire);
    CHECK_EQ(wire_state(host->wire), WIRE_OPEN);
    answer(host);
    CHECK_EQ(wire_state(host->wire), WIRE_OPEN);
    CHECK_EQ(wire_send(host->wire, 0, buffer, sizeof buffer), 40);
    CHECK_EQ(wire_state(host->wire), WIRE_OPEN); /* it is on its way */
    wire_sent(host->wire, 0);
    CHECK_EQ(wire_state(host->wire), WIRE_OVER);
    close_host(host);
}

/* What is said while an answer is awaited is kept, but not without end. */
TEST(what_waits_to_be_read_is_bounded)
{
    enum { MOST = WIRE_READ_MAX + WIRE_HEAD_MAX };
    static char much[MOST];
    static const char first[] = "GET / HTTP/1.1\r\n" HOST "\r\n";

    memset(much, 'x', sizeof much);
    for (int more = 0; more < 2; more++) {
        struct host *host = open_host();
        host->late = true;
        give(host, 0, first, sizeof first - 1);
        give(host, 0, much, MOST - 9);
        give(host, 0, much, 9);
        CHECK_EQ(wire_state(host->wire), WIRE_OPEN);
        if (more) give(host, 0, much, 1);
        CHECK_EQ(wire_state(host->wire), more ? WIRE_OVER : WIRE_OPEN);
        close_host(host);
    }
}

/* -- Frames ----------------------------------------------------------------------------- */

static int code_answered(const struct host *host)
{
    const unsigned char *out = (const unsigned char *)host->out;

    if (host->n_out < 2 || out[0] != 0x88) return -1;
    return out[1] >= 2 ? out[2] << 8 | out[3] : 0;
}

TEST(every_code_of_a_close_is_judged)
{
    for (int code = 0; code < 5200; code++) {
        struct host *host = open_socket();
        char bytes[] = "\x88\x82" MASK "..";
        bool good = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
                    (code >= 3000 && code <= 4999);
        bytes[6] = (char)(code >> 8);
        bytes[7] = (char)(code & 255);
        give(host, 0, bytes, 8);
        if (!CHECK_EQ(code_answered(host), good ? code : 1002)) break;
        close_host(host);
    }
    struct host *host = open_socket(); /* without a code: the answer has none either */
    give(host, 0, FRAME("\x88\x80" MASK));
    CHECK(code_answered(host) == 0 && host->n_out == 2);
    CHECK_STR(wire_why(host->wire), "it closed the connection");
    give(host, 0, FRAME("\x81\x82" MASK "hi")); /* nothing is heard any more */
    CHECK_STR(host->heard, "");
    close_host(host);
}

TEST(every_first_byte_of_a_frame_is_judged)
{
    for (int first = 0; first < 256; first++) {
        struct host *host = open_socket();
        char bytes[] = ".\x80" MASK;
        int opcode = first & 15;
        bool good = !(first & 0x70) && (opcode == 1 || opcode == 2 ||
                                        (first >= 0x80 && opcode >= 8 && opcode <= 10));
        bytes[0] = (char)first;
        give(host, 0, bytes, 6);
        int code = code_answered(host);
        if (!CHECK_EQ(good ? code <= 0 : code == 1002, true))
            fprintf(stderr, "%02x: %d\n", (unsigned)first, code);
        close_host(host);
    }
}

/* Where it is cut makes no difference, nor does the mask. */
TEST(a_message_is_the_same_however_it_comes)
{
    static const char text[] = "Hello, all of you!";
    static const unsigned char mask[] = {1, 0x22, 0x83, 0xf4};
    char bytes[40] = "\x01\x8a";
    size_t n = 2;

    for (size_t part = 0; part < 2; part++) { /* of ten letters, and of eight */
        if (part) bytes[n++] = (char)0x80, bytes[n++] = (char)0x88;
        memcpy(bytes + n, mask, 4);
        n += 4;
        for (size_t i = 0; i < (part ? 8 : 10); i++)
            bytes[n++] = (char)(text[10 * part + i] ^ (char)mask[i & 3]);
    }
    for (size_t cut = 0; cut <= n; cut++)
        for (size_t again = cut; again <= n; again++) {
            struct host *host = open_socket();
            give(host, 0, bytes, cut);
            give(host, 0, bytes + cut, again - cut);
            give(host, 0, bytes + again, n - again);
            if (!CHECK_STR(host->heard, "message Hello, all of you!"))
                fprintf(stderr, "cut at %zu and %zu\n", cut, again);
            close_host(host);
        }
}

/* Here a message has at most a hundred bytes. */
TEST(a_message_is_as_long_as_it_may_be)
{
    char bytes[300];

    for (int n = 99; n <= 101; n++) {
        struct host *host = open_socket();
        memcpy(bytes, "\x81.\0\0\0\0", 6);
        bytes[1] = (char)(0x80 | n);
        memset(bytes + 6, 'x', (size_t)n);
        give(host, 0, bytes, 6 + (size_t)n);
        CHECK_STR(host->heard, n > 100 ? "unfit long" : "message long");
        close_host(host);
        host = open_socket(); /* in two pieces */
        memcpy(bytes, "\x01\xbc\0\0\0\0", 6);
        memset(bytes + 6, 'x', 60);
        memcpy(bytes + 66, "\x80.\0\0\0\0", 6);
        bytes[67] = (char)(0x80 | (n - 60));
        memset(bytes + 72, 'x', 41);
        give(host, 0, bytes, 72 + (size_t)n - 60);
        CHECK_STR(host->heard, n > 100 ? "unfit long" : "message long");
        if (n <= 100) CHECK_EQ(host->n_message, n);
        CHECK_EQ(host->held, 0);
        close_host(host);
    }
}

/* Memory for a message grows with it; nothing of it is lost at the places where it does. */
TEST(a_long_message_is_kept_whole)
{
    static const size_t lengths[] = {500,  510,  511,  512,  513,  700,  1022, 1023,
                                     1024, 1025, 2047, 2048, 4095, 4096, 4999};
    static char text[5000], frame[5100];

    for (size_t i = 0; i < sizeof text; i++) text[i] = (char)('a' + i % 23);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        size_t n = lengths[i];
        struct host *host = open_socket();
        host->wire->most = sizeof text;
        size_t at = wire__frame_head(frame, 1, n, true);
        memset(frame + at, 0, 4);
        memcpy(frame + at + 4, text, n);
        give(host, 0, frame, at + 4 + n / 2);
        CHECK_EQ(host->held, n / 2);
        give(host, 0, frame + at + 4 + n / 2, n - n / 2);
        CHECK_EQ(host->n_message, n);
        if (!CHECK(!memcmp(host->message, text, n))) break;
        close_host(host);
    }
}

TEST(a_message_for_which_there_is_no_room_is_told)
{
    struct host *host = open_socket();

    host->full = true;
    give(host, 0, FRAME("\x81\x82" MASK "hi"));
    CHECK_STR(host->heard, "unfit busy");
    host->full = false;
    give(host, 0, FRAME("\x81\x82" MASK "hi\x89\x80" MASK)); /* deaf, but polite */
    CHECK_STR(host->heard, "unfit busy");
    CHECK(host->n_out == 2 && host->out[0] == (char)0x8a);
    close_host(host);
}

TEST(the_head_of_a_frame_is_as_short_as_can_be)
{
    static const struct {
        size_t n, head;
        unsigned char bytes[10];
    } cases[] = {{0, 2, {0x81, 0}},
                 {125, 2, {0x81, 125}},
                 {126, 4, {0x81, 126, 0, 126}},
                 {65535, 4, {0x81, 126, 255, 255}},
                 {65536, 10, {0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0}}};
    char out[14];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int masked = 0; masked < 2; masked++) {
            CHECK_EQ(wire__frame_head(out, 1, cases[i].n, masked), cases[i].head);
            out[1] = (char)(out[1] ^ (masked ? 0x80 : 0));
            CHECK(!memcmp(out, cases[i].bytes, cases[i].head));
        }
}

TEST(the_longest_ping_is_answered)
{
    struct host *host = open_socket();
    char bytes[131] = "\x89\xfd\1\2\3\4";

    for (int i = 0; i < 125; i++) bytes[6 + i] = (char)('a' ^ (i % 4 + 1));
    give(host, 0, bytes, 130);
    CHECK_EQ(host->n_out, 0);
    give(host, 0, bytes + 130, 1);
    CHECK_EQ(host->n_out, 127);
    CHECK(host->out[0] == (char)0x8a && host->out[1] == 125 && host->out[2] == 'a' &&
          host->out[126] == 'a');
    close_host(host);
}

/* -- Out -------------------------------------------------------------------------------- */

TEST(who_is_done_says_goodbye)
{
    struct host *host = open_socket();

    host->done = true;
    drain(host, 0);
    CHECK(code_answered(host) == 1000 && host->n_out == 7);
    CHECK(!memcmp(host->out + 4, "bye", 3));
    CHECK_EQ(wire_state(host->wire), WIRE_ENDING);
    wire_frame_close(host->wire, 1001, "again");
    drain(host, 0);
    CHECK_EQ(host->n_out, 7);
    close_host(host);
}

/* When the other end has gone as well, nobody waits any longer. */
TEST(a_farewell_of_both_is_the_end)
{
    struct host *host = open_socket();

    give(host, 0, FRAME("\x88\x80" MASK));
    CHECK_EQ(wire_state(host->wire), WIRE_ENDING);
    wire_end(host->wire);
    CHECK_EQ(wire_state(host->wire), WIRE_OVER);
    close_host(host);
}

TEST(a_reason_is_cut_where_a_frame_ends)
{
    struct host *host = open_socket();
    char reason[200];

    memset(reason, 'r', sizeof reason);
    reason[124] = 0;
    wire_frame_close(host->wire, 1001, reason);
    drain(host, 0);
    CHECK(host->n_out == 127 && host->out[1] == 125);
    CHECK(code_answered(host) == 1001 && host->out[126] == 'r');
    close_host(host);
}

/* A message that does not fit behind another goes out with the next write; alone it is cut. */
TEST(messages_fill_a_buffer_as_far_as_they_fit)
{
    struct host *host = open_socket();
    char buffer[64], text[64];

    memset(text, 'm', sizeof text);
    text[50] = 0;
    host->next = text; /* 50 and 14 are 64 */
    CHECK_EQ(wire_send(host->wire, 0, buffer, 64), 52);
    CHECK(!host->next && !host->wire->out);
    host->next = text;
    CHECK_EQ(wire_send(host->wire, 0, buffer, 63), 52); /* by a copy, which is all sent */
    CHECK(!host->next && !host->wire->out);
    give(host, 0, FRAME("")); /* a pong before it takes two bytes */
    wire_receive(host->wire, 0, FRAME("\x89\x80" MASK));
    host->next = text;
    CHECK_EQ(wire_send(host->wire, 0, buffer, 64), 2);
    CHECK(host->next != NULL);
    CHECK_EQ(wire_send(host->wire, 0, buffer, 20), 20);
    CHECK_EQ(wire_send(host->wire, 0, buffer, 64), 32);
    CHECK_EQ(wire_send(host->wire, 0, buffer, 64), 0);
    close_host(host);
}

TEST(answers_are_read_while_little_waits_to_be_sent)
{
    struct host *host = open_socket();
    static const char ping[] = "\x89\xfd" MASK;
    char bytes[131];

    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, ping, 2);
    for (int i = 0; i < 8; i++) { /* 127 bytes each; eight are 1016 */
        wire_receive(host->wire, 0, bytes, sizeof bytes);
        CHECK(wire_wants(host->wire));
    }
    wire_receive(host->wire, 0, FRAME("\x89\x85" MASK "hello")); /* 1023 */
    CHECK(wire_wants(host->wire));
    wire_receive(host->wire, 0, FRAME("\x89\x80" MASK)); /* 1025 */
    CHECK(!wire_wants(host->wire));
    wire_receive(host->wire, 0, FRAME("\x89\x80" MASK)); /* and no more */
    drain(host, 0);
    CHECK_EQ(host->n_out, 1025);
    CHECK(wire_wants(host->wire));
    close_host(host);
}

/* -- A client --------------------------------------------------------------------------- */

static struct host *open_client(void)
{
    struct host *host = open_host();

    wire_free(host->wire);
    host->wire =
        wire_client(&wire_host_calls, host, 100, 0, "x:1", "/ws", "aude-1", "A: b\r\n");
    if (CHECK(host->wire != NULL)) drain(host, 0);
    host->out[host->n_out] = 0;
    return host;
}

TEST(a_client_asks_as_it_should)
{
    struct host *host = open_client();
    static const char begin[] =
        "GET /ws HTTP/1.1\r\nHost: x:1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ";
    static const char end[] = "\r\nSec-WebSocket-Protocol: aude-1\r\nA: b\r\n\r\n";
    char much[2100];

    CHECK(!strncmp(host->out, begin, sizeof begin - 1));
    CHECK_STR(host->out + sizeof begin - 1 + 24, end);
    CHECK_EQ(parse(host->out), 0);
    CHECK(parsed.websocket);
    memset(much, 'a', sizeof much);
    much[sizeof much - 1] = 0;
    CHECK(!wire_client(&wire_host_calls, host, 100, 0, "x", much, "aude-1", ""));
    close_host(host);
}

TEST(a_client_says_why_it_is_not_let_in)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"HTTP/1.1 429 x\r\n\r\n", "it is asked too often"},
        {"HTTP/1.0 403 x\r\n\r\n", "it lets nobody in from here"},
        {"HTTP/1.1 404\r\n\r\n", "it offers no table there"},
        {"HTTP/1.1 200 101\r\n\r\n", "it offers no table there"},
        {"HTTP/1.1 4044\r\n\r\n", "it does not speak HTTP/1.1"},
        {"HTTP/1.1 40x\r\n\r\n", "it does not speak HTTP/1.1"},
        {"HTTP/1.1 x04\r\n\r\n", "it does not speak HTTP/1.1"},
        {"HTTP/1.1 4/4\r\n\r\n", "it does not speak HTTP/1.1"},
        {"HTTP/1.2 404 x\r\n\r\n", "it does not speak HTTP/1.1"},
        {"HTTP/1.1 404 x\r\nA\r\n\r\n", "it does not speak HTTP/1.1"},
        {"HTTP/1.1 404 x\r\nHost: 1\r\nHost: 2\r\n\r\n", "it does not speak HTTP/1.1"},
        {"\x16\x03", "it does not speak HTTP/1.1"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct host *host = open_client();
        give_text(host, 0, cases[i].text);
        if (!CHECK_STR(wire_why(host->wire), cases[i].why)) puts(cases[i].text);
        CHECK_EQ(wire_state(host->wire), WIRE_OVER);
        close_host(host);
    }
}

/* Every field of the answer is needed. */
TEST(a_client_is_up_when_all_is_said)
{
    for (int left_out = 0; left_out < 5; left_out++) {
        struct host *host = open_client();
        char text[400], accept[32];
        wire__head_accept_key(host->wire->key, accept);
        if (left_out == 4) accept[0] ^= 1;
        snprintf(text, sizeof text, "HTTP/1.1 101\r\n%s%s%s%s%s\r\n",
                 left_out == 1 ? "" : "Upgrade: websocket\r\n",
                 left_out == 2 ? "" : "Connection: upgrade\r\n",
                 left_out == 3 ? "" : "Sec-WebSocket-Accept: ",
                 left_out == 3 ? "" : accept, left_out == 3 ? "" : "\r\n");
        give_text(host, 0, text);
        CHECK_STR(host->heard, left_out ? "" : "up");
        CHECK_STR(wire_why(host->wire),
                  left_out ? "it opens no WebSocket" : "it closed the connection");
        if (!left_out) { /* a server's frames come without a mask */
            give(host, 0, FRAME("\x81\x02hi"));
            CHECK_STR(host->heard, "up,message hi");
            host->n_out = 0;
            give(host, 0, FRAME("\x81\x82" MASK "hi"));
            CHECK_EQ(wire_state(host->wire), WIRE_ENDING);
        }
        close_host(host);
    }
}

/* What a client says is masked, each time by another mask. */
TEST(a_client_masks_what_it_says)
{
    struct host *host = open_client();
    char text[300], accept[32], plain[10];
    bool other = false;

    wire__head_accept_key(host->wire->key, accept);
    snprintf(text, sizeof text,
             "HTTP/1.1 101\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
             "Sec-WebSocket-Accept: %s\r\n\r\n",
             accept);
    give_text(host, 0, text);
    for (int i = 0; i < 3; i++) {
        char before[4];
        memcpy(before, host->out + 2, 4);
        host->n_out = 0;
        host->next = "masked";
        drain(host, 0);
        CHECK_EQ(host->n_out, 12);
        CHECK(host->out[1] == (char)(0x80 | 6));
        for (int k = 0; k < 6; k++)
            plain[k] = (char)(host->out[6 + k] ^ host->out[2 + k % 4]);
        CHECK(!memcmp(plain, "masked", 6));
        other |= memcmp(before, host->out + 2, 4) != 0;
    }
    CHECK(other);
    close_host(host);
}

/* One that is longer than what a frame's head can say in two bytes, and than any buffer. */
TEST(a_client_masks_a_long_message_and_nothing_behind_it)
{
    struct host *host = open_client();
    static char text[65537], buffer[1000], all[70000];
    char head[300], accept[32];
    size_t n, at = 0;

    wire__head_accept_key(host->wire->key, accept);
    snprintf(head, sizeof head,
             "HTTP/1.1 101\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
             "Sec-WebSocket-Accept: %s\r\n\r\n",
             accept);
    give_text(host, 0, head);
    memset(text, 'a', 65536);
    host->next = text;
    while ((n = wire_send(host->wire, 0, buffer, sizeof buffer))) {
        memcpy(all + at, buffer, n);
        at += n;
    }
    CHECK_EQ(at, 65536 + 14);
    CHECK(!memcmp(all, "\x81\xff\0\0\0\0\0\1\0\0", 10));
    for (size_t i = 0; i < 65536; i++)
        if ((all[14 + i] ^ all[10 + i % 4]) != 'a') {
            CHECK(false);
            break;
        }
    close_host(host);
}

/* -- Time ------------------------------------------------------------------------------- */

/* Between two requests the time runs from the moment at which the answer had gone out. */
TEST(time_runs_from_the_moment_that_counts)
{
    struct host *host = open_host();
    char buffer[100];

    host->late = true;
    CHECK_EQ(wire_deadline(host->wire), 10000);
    wire_receive(host->wire, 3000, "GET", 3);
    CHECK_EQ(wire_deadline(host->wire), 13000); /* from the first byte on */
    wire_receive(host->wire, 4000, " / HTTP/1.1\r\n" HOST "\r\n", 24);
    CHECK_EQ(wire_deadline(host->wire), 124000);
    answer(host);
    CHECK_EQ(wire_send(host->wire, 7000, buffer, sizeof buffer), 40);
    wire_sent(host->wire, 8000);
    CHECK_EQ(wire_deadline(host->wire), 23000);
    wire_receive(host->wire, 9000, "G", 1);
    CHECK_EQ(wire_deadline(host->wire), 19000);
    close_host(host);
}

/* Who is sent away has five seconds to take the last words, and two more to have read them. */
TEST(a_farewell_takes_little_time)
{
    struct host *host = open_socket();
    char buffer[100];

    give(host, 1000, FRAME("\x8a\x80" MASK));
    wire_frame_close(host->wire, 1001, "");
    CHECK_EQ(wire_deadline(host->wire), 6000);
    CHECK_EQ(wire_send(host->wire, 2000, buffer, sizeof buffer), 4);
    CHECK_EQ(wire_deadline(host->wire), 6000);
    wire_sent(host->wire, 3000);
    CHECK_EQ(wire_deadline(host->wire), 5000);
    wire_time(host->wire, 4999);
    CHECK_EQ(wire_state(host->wire), WIRE_ENDING);
    wire_time(host->wire, 5000);
    CHECK_EQ(wire_state(host->wire), WIRE_OVER);
    CHECK_STR(wire_why(host->wire), "it does not answer");
    CHECK_EQ(wire_send(host->wire, 5000, buffer, sizeof buffer), 0);
    CHECK(wire_deadline(host->wire) == INT64_MAX && !wire_wants(host->wire));
    close_host(host);
}

/* The time of what is on its way runs from its first byte, however often more is added. */
TEST(what_is_on_its_way_has_one_time)
{
    struct host *host = open_socket();
    char buffer[100];

    host->next = "one";
    CHECK_EQ(wire_send(host->wire, 1000, buffer, sizeof buffer), 5);
    host->next = "two";
    CHECK_EQ(wire_send(host->wire, 9000, buffer, sizeof buffer), 5);
    CHECK_EQ(wire_deadline(host->wire), 21000);
    wire_sent(host->wire, 10000);
    CHECK_EQ(wire_deadline(host->wire), 45000);
    host->next = "three";
    CHECK_EQ(wire_send(host->wire, 11000, buffer, sizeof buffer), 7);
    CHECK_EQ(wire_deadline(host->wire), 31000);
    CHECK_EQ(wire_send(host->wire, 30000, buffer, sizeof buffer), 0);
    wire_time(host->wire, 31000);
    CHECK_EQ(wire_state(host->wire), WIRE_OVER);
    close_host(host);
}

TEST(a_ping_in_pieces_is_not_half_a_message)
{
    struct host *host = open_socket();

    give(host, 1000, FRAME("\x89"));
    CHECK_EQ(wire_deadline(host->wire), 30000);
    give(host, 2000, FRAME("\x80" MASK));
    CHECK_EQ(wire_deadline(host->wire), 47000);
    give(host, 3000, FRAME("\x01\x81" MASK "x")); /* and within a message it stays one */
    give(host, 4000, FRAME("\x89\x80" MASK));
    CHECK_EQ(wire_deadline(host->wire), 32000);
    wire_time(host->wire, 32000);
    CHECK_EQ(wire_state(host->wire), WIRE_OVER);
    close_host(host);
}
