/* test_wire.c -- the wire (server/net/wire.h) without a socket: what is refused and with which words,
 * one request at a time, and how long anything is waited for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net/wire_internal.h"
#include "test.h"
#include "wire_host.h"

/* -- Heads ------------------------------------------------------------------------------ */

/* Pieces that end within a head: the second has the end of one request and the beginning of the next. */
TEST(requests_in_pieces_are_put_together)
{
    struct host *host = open_host();

    if (!CHECK(host != NULL)) return;
    give_text(host, 0, "GET /a HTTP/1.1\r\nHo");
    give_text(host, 1, "st: x\r\n\r\nGET /b HTT");
    CHECK_STR(host->heard, "GET /a");
    give_text(host, 2, "P/1.1\r\n" HOST "\r\nGET /c HTTP/1.1\r\n");
    give_text(host, 3, HOST "\r\n");
    CHECK_STR(host->heard, "GET /a,GET /b,GET /c");
    close_host(host);
}

TEST(heads_that_could_be_read_in_two_ways_are_refused)
{
    static const struct {
        const char *text, *heard;
    } heads[] = {
        {"GET / HTTP/1.1\r\n" HOST "\r\n", "GET /"},
        {"GET /a?b=c HTTP/1.1\r\nhost:\tx:80 \t\r\n\r\n", "GET /a"},
        {"GET / HTTP/1.0\r\n\r\n", "GET /"},
        {"BREW /pot HTTP/1.1\r\n" HOST "\r\n", "BREW /pot"},
        {"GET / HTTP/1.1\r\n\r\n", "refused 400"},
        {"GET / HTTP/1.1\r\n" HOST HOST "\r\n", "refused 400"},
        {"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "refused 400"},
        {"GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", "refused 400"},
        {"GET / HTTP/1.1\r\nHost : x\r\n\r\n", "refused 400"},
        {"GET / HTTP/1.1\r\n" HOST "A: b\r\n c\r\n\r\n", "refused 400"},
        {"GET / HTTP/1.1\r\n Host: x\r\n\r\n", "refused 400"},
        {"GET / HTTP/1.1\r\n" HOST ": b\r\n\r\n", "refused 400"},
        {"GET / HTTP/1.1\r\n" HOST "no colon\r\n\r\n", "refused 400"},
        {"GET / HTTP/1.1\nHost: x\n\n", "refused 400"},
        {"GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n", "refused 400"},
        {"GET / HTTP/1.1\r\n" HOST "A: b\x01\r\n\r\n", "refused 400"},
        {"\r\nGET / HTTP/1.1\r\n" HOST "\r\n", "GET /"}, /* one empty line */
        {"\r\n\r\nGET / HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"\nGET / HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"GET  / HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"GET / HTTP/1.1 \r\n" HOST "\r\n", "refused 400"},
        {"GET /a b HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"GET x HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"GET http://x/ HTTP/1.1\r\n" HOST "\r\n", "GET /"},
        {"GET HTTPS://y:80/a?b HTTP/1.1\r\n" HOST "\r\n", "GET /a"},
        {"GET http://x HTTP/1.1\r\n" HOST "\r\n", "GET /"},
        {"GET http://x?/b HTTP/1.1\r\n" HOST "\r\n", "GET /"},
        {"GET http://x/ HTTP/1.1\r\n\r\n", "refused 400"},
        {"GET http:/// HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"GET http://a@x/ HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"GET http://x#/ HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"GET ftp://x/ HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"GET * HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"GET /\xc3\xa9 HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"GET /\r\n\r\n", "refused 400"},
        {"GET / HTTP/0.9\r\n\r\n", "refused 505"},
        {"GET / HTTP/1.2\r\n" HOST "\r\n", "refused 505"},
        {"GET / HTTP/9.9\r\n" HOST "\r\n", "refused 505"},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "refused 400"},
        {"GET / HTTP/01.1\r\n" HOST "\r\n", "refused 400"},
        {"G3T / HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {" / HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"ABCDEFGHIJKLMNOP / HTTP/1.1\r\n" HOST "\r\n", "ABCDEFGHIJKLMNOP /"},
        {"ABCDEFGHIJKLMNOPQ / HTTP/1.1\r\n" HOST "\r\n", "refused 400"},
        {"\x16\x03\x01", "refused 400"},
    };

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        struct host *host = open_host();
        give_text(host, 0, heads[i].text);
        if (!CHECK_STR(host->heard, heads[i].heard)) puts(heads[i].text);
        if (!strncmp(heads[i].heard, "refused", 7))
            CHECK_EQ(wire_state(host->wire), WIRE_ENDING);
        close_host(host);
    }
}

TEST(the_host_of_a_whole_target_counts)
{
    char text[] = "GET http://there:8/x HTTP/1.1\r\nHost: here\r\n\r\n";
    char copy[sizeof text + 1];
    struct wire_request request;

    memcpy(copy, text, sizeof text);
    CHECK_EQ(wire__head_parse_request(copy, sizeof text - 1, &request), 0);
    CHECK_STR(wire_head_field(&request, "host", NULL), "there:8");
    CHECK_STR(request.path, "/x");
}

TEST(a_body_has_one_length)
{
    static const struct {
        const char *fields, *heard;
    } cases[] = {
        {"Content-Length: 3\r\n\r\nabc", "POST /body,whole abc"},
        {"Content-Length: 0\r\n\r\n", "POST /body,whole"},
        {"Content-Length: 11\r\n\r\nabcdefghijk", "POST /body,too long"},
        {"Content-Length: 3\r\n\r\nab", "POST /body"},
        {"Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", "refused 400"},
        {"Content-Length: +3\r\n\r\nabc", "refused 400"},
        {"Content-Length: -3\r\n\r\nabc", "refused 400"},
        {"Content-Length: 3, 3\r\n\r\nabc", "refused 400"},
        {"Content-Length: \r\n\r\n", "refused 400"},
        {"Content-Length: 0x3\r\n\r\nabc", "refused 400"},
        {"Content-Length: 99999999999999999999\r\n\r\n", "refused 400"},
        {"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         "refused 400"},
        {"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "POST /body"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct host *host = open_host();
        char text[512];
        snprintf(text, sizeof text, "POST /body HTTP/1.1\r\n" HOST "%s", cases[i].fields);
        give_text(host, 0, text);
        if (!CHECK_STR(host->heard, cases[i].heard)) puts(cases[i].fields);
        close_host(host);
    }
    struct host *host = open_host();
    host->late = true; /* what was heard is let go at once, not when it is answered */
    give_text(host, 0, "POST /body HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nab");
    CHECK(host->held > 0);
    give_text(host, 0, "c");
    CHECK_STR(host->heard, "POST /body,whole abc");
    CHECK_EQ(host->held, 0);
    answer(host);
    close_host(host);
    host = open_host();
    host->full = true;
    give_text(host, 0, "POST /body HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc");
    CHECK_STR(host->heard, "POST /body,busy");
    close_host(host);
}

TEST(a_head_is_bounded)
{
    struct host *host = open_host();
    char fields[16] = "A: b\r\n", letters[4096];

    memset(letters, 'a', sizeof letters);
    give_text(host, 0, "GET /");
    for (int i = 0; i < 3; i++) give(host, 0, letters, sizeof letters);
    CHECK_STR(host->heard, "refused 431");
    close_host(host);
    host = open_host();
    give_text(host, 0, "GET / HTTP/1.1\r\n" HOST);
    for (int i = 0; i < WIRE_FIELDS_MAX; i++) give_text(host, 0, fields);
    give_text(host, 0, "\r\n");
    CHECK_STR(host->heard, "refused 431");
    close_host(host);
}

/* -- One at a time ---------------------------------------------------------------------- */

TEST(a_second_request_waits_until_the_first_is_answered)
{
    struct host *host = open_host();

    host->late = true;
    give_text(host, 0, "GET /1 HTTP/1.1\r\n" HOST "\r\nGET /2 HTTP/1.1\r\n" HOST "\r\n");
    CHECK_STR(host->heard, "GET /1");
    CHECK(!wire_wants(host->wire));
    answer(host);
    CHECK(!wire_answer(host->wire, "x", 1, "", 0, NULL)); /* nobody asked */
    CHECK_STR(host->heard, "GET /1");
    drain(host, 0);
    CHECK_STR(host->heard, "GET /1,GET /2");
    answer(host);
    drain(host, 0);
    CHECK(wire_wants(host->wire));
    CHECK_EQ(wire_state(host->wire), WIRE_OPEN);
    close_host(host);
}

TEST(what_follows_a_body_is_not_read)
{
    static const char *const first[] = {
        "POST /body HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc",
        "GET /x HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabc",
        "GET /x HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET /x HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n",
        "GET /x HTTP/1.0\r\n\r\n"};

    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        struct host *host = open_host();
        give_text(host, 0, first[i]);
        CHECK_EQ(wire_state(host->wire), WIRE_ENDING);
        give_text(host, 0, "GET /2 HTTP/1.1\r\n" HOST "\r\n");
        if (!CHECK(!strstr(host->heard, "/2"))) puts(first[i]);
        close_host(host);
    }
}

TEST(head_gets_no_body)
{
    struct host *host = open_host();

    give_text(host, 0, "HEAD / HTTP/1.1\r\n" HOST "\r\nGET / HTTP/1.1\r\n" HOST "\r\n");
    host->out[host->n_out] = 0;
    CHECK_STR(host->heard, "HEAD /,GET /");
    CHECK_STR(host->out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
                         "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    close_host(host);
}

/* What is told of a refusal's length is what comes, whatever was asked before it. */
TEST(a_refusal_after_head_has_its_body)
{
    static const char *const bad[] = {"GET / HTTP/1.1\r\n\r\n", "\x16\x03\x01",
                                      "HEAD / HTTP/1.1\r\n\r\n",
                                      "\r\nHEAD / HTTP/1.1\r\n\r\n"};

    for (int i = 0; i < 4; i++) {
        struct host *host = open_host();
        give_text(host, 0, "HEAD / HTTP/1.1\r\n" HOST "\r\n");
        give_text(host, 0, bad[i]);
        host->out[host->n_out] = 0;
        CHECK_STR(host->heard, "HEAD /,refused 400");
        CHECK_EQ(strstr(host->out, "\r\n\r\nok") != NULL, i < 2);
        close_host(host);
    }
}

TEST(who_has_said_all_still_hears_the_answers)
{
    struct host *host = open_host();

    static const char two[] =
        "GET /1 HTTP/1.1\r\n" HOST "\r\nGET /2 HTTP/1.1\r\n" HOST "\r\n";

    wire_receive(host->wire, 0, two, sizeof two - 1);
    wire_end(host->wire);
    CHECK_EQ(wire_state(host->wire), WIRE_OPEN);
    drain(host, 0);
    CHECK_STR(host->heard, "GET /1,GET /2");
    CHECK_EQ(wire_state(host->wire), WIRE_OVER);
    close_host(host);
}

/* -- WebSockets ------------------------------------------------------------------------- */

TEST(upgrades_are_checked)
{
    static const struct {
        const char *fields, *heard;
    } cases[] = {
        {"Connection: Upgrade\r\nUpgrade: foo\r\n\r\n", "GET /ws"},
        {"Connection: keep-alive\r\nUpgrade: websocket\r\n\r\n", "GET /ws"},
        {"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "refused 400"},
        {"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n",
         "refused 400"},
        {"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 8\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
         "refused 426"},
        {"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=\r\n\r\n",
         "refused 400"},
        {"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
         "Content-Length: 5\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
         "refused 400"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct host *host = open_host();
        char text[512];
        snprintf(text, sizeof text, "GET /ws HTTP/1.1\r\n" HOST "%s", cases[i].fields);
        give_text(host, 0, text);
        if (!CHECK_STR(host->heard, cases[i].heard)) puts(cases[i].fields);
        close_host(host);
    }
    struct host *host = open_host(); /* the example of RFC 6455 */
    give_text(host, 0, UPGRADE);
    host->out[host->n_out] = 0;
    CHECK(strstr(host->out, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    close_host(host);
}

TEST(frames_that_break_the_standard_end_the_connection)
{
    static const struct {
        const char *bytes;
        size_t n;
        const char *heard;
        int code; /* of the close that is answered; 0: none */
    } cases[] = {
        {FRAME("\x81\x82" MASK "hi"), "message hi", 0},
        {FRAME("\x81\x82\x01\x02\x03\x04ik"), "message hi", 0},
        {FRAME("\x81\x80" MASK), "message", 0},
        {FRAME("\x01\x81" MASK "h\x89\x80" MASK "\x80\x81" MASK "i"), "message hi", 0},
        {FRAME("\x81\x82" MASK "\xc3\xa9"), "message \xc3\xa9", 0},
        {FRAME("\x81\x02hi"), "", 1002},
        {FRAME("\xc1\x82" MASK "hi"), "", 1002},
        {FRAME("\x83\x80" MASK), "", 1002},
        {FRAME("\x8b\x80" MASK), "", 1002},
        {FRAME("\x80\x82" MASK "hi"), "", 1002},
        {FRAME("\x01\x81" MASK "h\x81\x81" MASK "i"), "", 1002},
        {FRAME("\x09\x80" MASK), "", 1002},
        {FRAME("\x89\xfe\0\x7e" MASK), "", 1002},
        {FRAME("\x81\xfe\0\x02" MASK "hi"), "", 1002},
        {FRAME("\x81\xff\0\0\0\0\0\0\0\x02" MASK "hi"), "", 1002},
        {FRAME("\x81\xff\x80\0\0\0\0\0\0\0" MASK), "", 1002},
        {FRAME("\x81\x82" MASK "\xff\xfe"), "", 1007},
        {FRAME("\x81\x83" MASK "\xed\xa0\x80"), "", 1007},
        {FRAME("\x81\x82" MASK "\xc0\x80"), "", 1007},
        {FRAME("\x81\x84" MASK "\xf4\x90\x80\x80"), "", 1007},
        {FRAME("\x81\x81" MASK "\xc3"), "", 1007},
        {FRAME("\x88\x82" MASK "\x03\xe8"), "", 1000},
        {FRAME("\x88\x81" MASK "\x03"), "", 1002},
        {FRAME("\x88\x82" MASK "\x03\xed"), "", 1002},
        {FRAME("\x88\x83" MASK "\x03\xe8\xff"), "", 1007},
        {FRAME("\x82\x82" MASK "hi\x81\x82" MASK "hi"), "unfit binary", 0},
        {FRAME("\x81\xfe\0\x80" MASK), "unfit long", 0},
        {FRAME("\x81\xfe\0\x7d" MASK), "", 1002}, /* each length in its shortest form */
        {FRAME("\x81\xfe\0\x7e" MASK), "unfit long", 0},
        {FRAME("\x81\xfe\xff\xff" MASK), "unfit long", 0},
        {FRAME("\x81\xff\0\0\0\0\0\0\xff\xff" MASK), "", 1002},
        {FRAME("\x81\xff\0\0\0\0\0\x01\0\0" MASK), "unfit long", 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct host *host = open_socket();
        give(host, 0, cases[i].bytes, cases[i].n);
        if (!CHECK_STR(host->heard, cases[i].heard)) printf("case %zu\n", i);
        const unsigned char *out = (const unsigned char *)host->out;
        int code = host->n_out >= 4 && out[0] == 0x88 ? out[2] << 8 | out[3] : 0;
        if (!CHECK_EQ(code, cases[i].code)) printf("case %zu\n", i);
        CHECK_EQ(wire_state(host->wire), code ? WIRE_ENDING : WIRE_OPEN);
        close_host(host);
    }
}

TEST(a_message_has_a_bounded_number_of_pieces)
{
    struct host *host = open_socket();

    give(host, 0, FRAME("\x01\x81" MASK "x"));
    for (int i = 1; i < WIRE_PIECES_MAX; i++) give(host, 0, FRAME("\x00\x80" MASK));
    CHECK_STR(host->heard, "");
    give(host, 0, FRAME("\x00\x80" MASK));
    CHECK_STR(host->heard, "unfit pieces");
    close_host(host);
}

TEST(a_ping_is_answered_with_what_it_said)
{
    struct host *host = open_socket();

    /* "hello" under the mask 1 2 3 4, and one without a word */
    give(host, 0, FRAME("\x89\x85\x01\x02\x03\x04igohn\x89\x80" MASK));
    CHECK_EQ(host->n_out, 9);
    CHECK(!memcmp(host->out,
                  "\x8a\x05"
                  "hello"
                  "\x8a\x00",
                  9));
    close_host(host);
}

TEST(pings_that_nobody_fetches_the_answers_of_do_not_pile_up)
{
    struct host *host = open_socket();
    size_t n;

    for (int i = 0; i < 1000 && wire_wants(host->wire); i++)
        wire_receive(host->wire, 0, FRAME("\x89\x84" MASK "ping"));
    CHECK(!wire_wants(host->wire));
    drain(host, 0);
    CHECK(host->n_out < 1200);
    CHECK(wire_wants(host->wire));
    /* Many in one piece: some stay unanswered. */
    static char many[60000];
    for (n = 0; n + 10 <= sizeof many; n += 10)
        memcpy(many + n, "\x89\x84" MASK "ping", 10);
    host->n_out = 0;
    give(host, 0, many, n);
    CHECK(host->n_out > 0 && host->n_out < 1200);
    close_host(host);
}

TEST(a_message_larger_than_the_buffer_goes_out_whole)
{
    struct host *host = open_socket();
    static char text[66001];
    char buffer[1000], all[70000];
    size_t n, at = 0;

    memset(text, 'a', 66000);
    host->next = text;
    while ((n = wire_send(host->wire, 0, buffer, sizeof buffer))) {
        memcpy(all + at, buffer, n);
        at += n;
        host->next = NULL; /* the hub may have dropped it meanwhile */
    }
    CHECK_EQ(at, 66010);
    CHECK(!memcmp(all, "\x81\x7f\0\0\0\0\0\x01\x01\xd0", 10));
    CHECK(!memcmp(all + 10, text, 66000));
    close_host(host);
}

/* -- A client --------------------------------------------------------------------------- */

/* Whoever has sent all there was need not ask the system when it can send more. */
TEST(a_wire_knows_whether_there_is_more_to_send)
{
    struct host *host = open_socket();
    char out[64];

    host->next = "short";
    CHECK_EQ(wire_send(host->wire, 0, out, sizeof out), 7);
    CHECK(!wire_has_more(host->wire)); /* it has asked for another, in vain */
    host->next = "short";
    CHECK_EQ(wire_send(host->wire, 0, out, 7), 7);
    CHECK(wire_has_more(host->wire)); /* there was no room to ask for another */
    CHECK_EQ(wire_send(host->wire, 0, out, sizeof out), 0);
    CHECK(!wire_has_more(host->wire));
    close_host(host);

    host = open_host(); /* an answer of more bytes than are taken at once */
    wire_receive(host->wire, 0, "GET / HTTP/1.1\r\n" HOST "\r\n",
                 strlen("GET / HTTP/1.1\r\n" HOST "\r\n"));
    CHECK_EQ(wire_send(host->wire, 0, out, 10), 10);
    CHECK(wire_has_more(host->wire));
    CHECK_EQ(wire_send(host->wire, 0, out, sizeof out), 30);
    CHECK(!wire_has_more(host->wire));
    close_host(host);
}

TEST(a_client_believes_only_a_good_answer)
{
    static const char *const bad[] = {
        "HTTP/1.1 403 Forbidden\r\n\r\n", "HTTP/1.1 101 x\r\n\r\n", "SSH-2.0-x\r\n\r\n",
        ("HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n")};

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct host *host = open_host();
        wire_free(host->wire);
        host->wire =
            wire_client(&wire_host_calls, host, 100, 0, "x", "/ws", "aude-1", "");
        drain(host, 0);
        give_text(host, 0, bad[i]);
        CHECK_EQ(wire_state(host->wire), WIRE_OVER);
        CHECK_STR(host->heard, "");
        close_host(host);
    }
}

TEST(client_and_server_understand_each_other)
{
    struct host *server = open_host(), *client = open_host();

    wire_free(client->wire);
    client->wire =
        wire_client(&wire_host_calls, client, 100, 0, "x", "/ws", "aude-1", "A: b\r\n");
    client->next = "from the client";
    server->next = "from the server";
    for (int i = 0; i < 3; i++) {
        drain(client, 0);
        give(server, 0, client->out, client->n_out);
        client->n_out = 0;
        give(client, 0, server->out, server->n_out);
        server->n_out = 0;
    }
    CHECK_STR(server->heard, "GET /ws,message from the client");
    CHECK_STR(client->heard, "up,message from the server");
    close_host(server);
    close_host(client);
}

/* -- Time ------------------------------------------------------------------------------- */

/* When it is given up if nothing more comes, in ms. */
static int64_t end_of(struct host *host)
{
    int64_t now = 0;

    for (int i = 0; i < 20 && wire_state(host->wire) != WIRE_OVER; i++) {
        now = wire_deadline(host->wire);
        wire_time(host->wire, now - 1);
        if (!CHECK(wire_state(host->wire) != WIRE_OVER)) break;
        wire_time(host->wire, now);
        drain(host, now);
    }
    CHECK_EQ(wire_state(host->wire), WIRE_OVER);
    close_host(host);
    return now;
}

TEST(nobody_is_waited_for_without_end)
{
    struct host *host = open_host();

    CHECK_EQ(end_of(host), 10000); /* silent */
    host = open_host();
    for (int i = 0; i < 9; i++) give_text(host, i * 1000, "G"); /* by the letter */
    CHECK_EQ(end_of(host), 10000);
    host = open_host();
    give_text(host, 5000, "GET / HTTP/1.1\r\n" HOST "\r\n");
    CHECK_EQ(end_of(host), 20000); /* between two requests */
    host = open_host();
    give_text(host, 5000, "POST /body HTTP/1.1\r\n" HOST "Content-Length: 9\r\n\r\n");
    for (int i = 6; i < 12; i++) give_text(host, i * 1000, "x");
    CHECK_EQ(end_of(host), 34000);
    host = open_host();
    host->late = true;
    give_text(host, 1000, "GET / HTTP/1.1\r\n" HOST "\r\n");
    CHECK_EQ(end_of(host), 121000); /* an answer that never comes, or is never taken */
}

TEST(a_quiet_websocket_is_asked_and_given_up)
{
    struct host *host = open_socket();

    CHECK_EQ(wire_deadline(host->wire), 45000);
    wire_time(host->wire, 45000);
    drain(host, 45000);
    CHECK_EQ(host->n_out, 2); /* a ping */
    CHECK_EQ(host->out[0], (char)0x89);
    give(host, 46000, FRAME("\x8a\x80" MASK)); /* it lives */
    CHECK_EQ(wire_deadline(host->wire), 91000);
    CHECK_EQ(end_of(host), 46000 + 75000);
}

TEST(half_a_message_and_half_a_frame_are_given_up)
{
    struct host *host = open_socket();

    give(host, 1000, FRAME("\x01\x81" MASK "x"));
    give(host, 20000, FRAME("\x89\x80" MASK)); /* a ping does not help */
    give(host, 29000, FRAME("\x00\x81" MASK "x"));
    CHECK_EQ(end_of(host), 30000);
    host = open_socket();
    give(host, 1000, FRAME("\x81"));
    CHECK_EQ(end_of(host), 30000);
    host = open_socket();
    give(host, 1000, FRAME("\x81\x82" MASK "h"));
    give(host, 2000, FRAME("i"));
    CHECK_STR(host->heard, "message hi");
    CHECK_EQ(wire_deadline(host->wire), 47000); /* whole: it is not hurried any more */
    close_host(host);
}

TEST(one_that_always_has_more_to_say_is_not_given_up)
{
    struct host *host = open_socket();

    /* What comes always ends in the middle of a frame. */
    give(host, 0, FRAME("\x81\x82" MASK "h"));
    for (int i = 1; i < 100; i++) {
        give(host, i * 1000, FRAME("i\x81\x82" MASK "h"));
        wire_time(host->wire, i * 1000 + 999);
        if (!CHECK_EQ(wire_state(host->wire), WIRE_OPEN)) break;
        host->heard[0] = 0;
    }
    for (int i = 100; i < 200; i++) {
        give(host, i * 1000, i == 100 ? "i\x89" : "\x80" MASK "\x89", i == 100 ? 2 : 6);
        wire_time(host->wire, i * 1000 + 999);
        if (!CHECK_EQ(wire_state(host->wire), WIRE_OPEN)) break;
    }
    close_host(host);
}

TEST(one_that_takes_nothing_is_given_up)
{
    struct host *host = open_socket();
    char buffer[100];

    host->next = "news";
    CHECK_EQ(wire_send(host->wire, 1000, buffer, sizeof buffer), 6);
    give(host, 10000, FRAME("\x81\x82" MASK "hi")); /* it speaks, but does not read */
    CHECK_EQ(wire_deadline(host->wire), 21000);
    wire_time(host->wire, 20999);
    CHECK_EQ(wire_state(host->wire), WIRE_OPEN);
    wire_time(host->wire, 21000);
    CHECK_EQ(wire_state(host->wire), WIRE_OVER);
    close_host(host);
}

/* What was given to it was taken in part only; it answers no ping then, but it is not given up before its time. */
TEST(one_that_takes_slowly_is_asked_first)
{
    struct host *host = open_socket();
    char buffer[100];

    host->next = "news";
    CHECK_EQ(wire_send(host->wire, 40000, buffer, sizeof buffer), 6);
    CHECK_EQ(wire_deadline(host->wire), 45000);
    wire_time(host->wire, 45000);
    CHECK_EQ(wire_state(host->wire), WIRE_OPEN);
    wire_sent(host->wire, 46000);
    drain(host, 46000);
    CHECK_EQ(host->out[0], (char)0x89);
    close_host(host);
}

/* -- UTF-8 ---------------------------------------------------------------------------------------- */

/* The first and the last letter of each length, and what stands just beside them. */
TEST(a_text_is_whole_letters)
{
    static const char *const right[] = {"",
                                        "a\x7f",
                                        "\xc2\x80",
                                        "\xdf\xbf",
                                        "\xe0\xa0\x80",
                                        "\xe1\x80\x80",
                                        "\xe2\x80\x93",
                                        "\xec\xbf\xbf",
                                        "\xed\x9f\xbf",
                                        "\xee\x80\x80",
                                        "\xef\xbf\xbf",
                                        "\xf0\x90\x80\x80",
                                        "\xf1\x80\x80\x80",
                                        "\xf3\xbf\xbf\xbf",
                                        "\xf4\x8f\xbf\xbf",
                                        "\xe0\xa0\x80\xe1\x80\x80"};
    static const char *const wrong[] = {"\x80",
                                        "\xbf",
                                        "\xc0\x80",
                                        "\xc1\xbf",
                                        "\xc2",
                                        "\xc2\x7f",
                                        "\xc2\xc0",
                                        "\xe0\x9f\xbf",
                                        "\xe1\x80",
                                        "\xe1\x80\x7f",
                                        "\xed\xa0\x80",
                                        "\xed\xbf\xbf",
                                        "\xf0\x8f\xbf\xbf",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xff",
                                        "a\xe2\x80\x93\xe2\x80"};

    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        if (!CHECK(wire__frame_is_utf8(right[i], strlen(right[i])))) printf("%zu\n", i);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (!CHECK(!wire__frame_is_utf8(wrong[i], strlen(wrong[i])))) printf("%zu\n", i);
}

/* What follows a body is not read; one of no bytes is none. */
TEST(a_body_is_the_last_that_is_read)
{
    static const struct {
        const char *field;
        bool last;
    } all[] = {{"", false},
               {"Content-Length: 0\r\n", false},
               {"Content-Length: 1\r\n", true},
               {"Content-Length: 2\r\n", true}};
    char text[200];

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct host *host = open_host();
        snprintf(text, sizeof text, "POST / HTTP/1.1\r\n" HOST "%s\r\n", all[i].field);
        give_text(host, 1, text);
        CHECK_EQ(host->wire->last, all[i].last);
        close_host(host);
    }
}
