/* test_line_ends.c -- a line from its beginning to its end, with and without TLS: what is said arrives whole and in order however slowly it
 * is taken, and whoever goes is told why. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "certificate.h"
#include "server/net/line.h"
#include "test.h"

enum { LONG_ANSWER = 300 * 1000, ROUNDS = 4000 };

static struct lines *lines;
static uv_loop_t loop;
static int64_t clock_ms;
static char problem[300], *answer;

/* One who is connected to us, and what was heard of him. */
struct end {
    struct wire *wire;
    struct line *line;
    int socket; /* his */
    SSL *ssl;   /* likewise, or NULL */
    int heads;
    const char *next; /* what he is told on a WebSocket */
    char gone[200];   /* why; "": he is here */
};

static int64_t now(void)
{
    return clock_ms;
}

static void on_gone(void *context, const char *why)
{
    struct end *end = context;

    end->line = NULL;
    CHECK_STR(end->gone, "");
    snprintf(end->gone, sizeof end->gone, "%s", why);
}

/* /long: an answer that no socket takes at once. */
static void on_head(void *context, const struct wire_request *request)
{
    struct end *end = context;
    char head[100];
    size_t n = strcmp(request->path, "/long") ? 2 : LONG_ANSWER;

    end->heads++;
    if (!strcmp(request->path, "/wait")) return; /* he is answered later */
    if (request->websocket) {
        CHECK(wire_accept(end->wire, request, "aude-1"));
        return;
    }
    int length =
        snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n", n);
    CHECK(wire_answer(end->wire, head, (size_t)length, answer, n, NULL));
}

static void on_body(void *context, enum wire_whole how, const char *bytes, size_t n)
{
    (void)context, (void)how, (void)bytes, (void)n;
}

static void on_refused(void *context, int status)
{
    struct end *end = context;

    (void)status;
    CHECK(wire_answer(end->wire, "no\r\n\r\n", 6, "", 0, NULL));
}

static void on_message(void *context, const char *text, size_t n)
{
    struct end *end = context;

    (void)n;
    if (!strcmp(text, "close")) wire_frame_close(end->wire, 1000, "bye");
    end->next = "heard";
}

static void on_unfit(void *context, enum wire_unfit why)
{
    (void)context, (void)why;
}

static const char *on_next(void *context, size_t *n)
{
    struct end *end = context;

    *n = end->next ? strlen(end->next) : 0;
    return end->next;
}

static void on_sent(void *context)
{
    ((struct end *)context)->next = NULL;
}

static bool on_done(void *context)
{
    (void)context;
    return false;
}

static bool on_hold(void *context, enum wire_held what, size_t n)
{
    (void)context, (void)what, (void)n;
    return true;
}

static void on_let_go(void *context, enum wire_held what, size_t n)
{
    (void)context, (void)what, (void)n;
}

static const struct wire_calls calls = {.head = on_head,
                                        .body = on_body,
                                        .refused = on_refused,
                                        .message = on_message,
                                        .unfit = on_unfit,
                                        .next = on_next,
                                        .sent = on_sent,
                                        .done = on_done,
                                        .hold = on_hold,
                                        .let_go = on_let_go};

/* -- Two ends --------------------------------------------------------------------------- */

static bool open_lines(void)
{
    signal(SIGPIPE, SIG_IGN);
    clock_ms = 1000;
    lines = calloc(1, sizeof *lines);
    answer = malloc(LONG_ANSWER);
    if (!CHECK(lines && answer && !uv_loop_init(&loop))) return false;
    for (int i = 0; i < LONG_ANSWER; i++) answer[i] = (char)('a' + i % 26);
    lines->loop = &loop;
    lines->now = now;
    lines->gone = on_gone;
    return true;
}

static void close_lines(void)
{
    net_line_close_all(lines);
    CHECK(lines->n == 0 && !lines->first && !lines->woken);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK_EQ(uv_loop_close(&loop), 0);
    free(lines);
    free(answer);
}

static void go_round(void)
{
    uv_run(&loop, UV_RUN_NOWAIT);
    net_line_flush_all(lines);
}

static void connect_end(struct end *end, SSL_CTX *tls)
{
    int pair[2], small = 4096;

    *end = (struct end){.socket = -1};
    if (!CHECK(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair))) return;
    setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    end->socket = pair[1];
    end->wire = wire_server(&calls, end, 1000, clock_ms);
    end->line = net_line_open(lines, pair[0], tls ? tls_accept(tls, pair[0]) : NULL,
                              end->wire, end);
    CHECK(end->line != NULL);
}

static void disconnect_end(struct end *end)
{
    if (end->ssl) SSL_shutdown(end->ssl);
    SSL_free(end->ssl);
    end->ssl = NULL;
    if (end->socket >= 0) close(end->socket);
    end->socket = -1;
}

/* What he says; all of it is taken. */
static void say(struct end *end, const char *text)
{
    size_t n = strlen(text);
    int done = end->ssl ? SSL_write(end->ssl, text, (int)n)
                        : (int)send(end->socket, text, n, MSG_NOSIGNAL);

    CHECK_EQ(done, (int)n);
}

/* What he hears now, at most so much; -1: the end. */
static int hear(struct end *end, char *into, size_t most)
{
    if (!end->ssl) {
        ssize_t n = recv(end->socket, into, most, MSG_DONTWAIT);
        return n > 0                                                ? (int)n
               : n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? 0
                                                                    : -1;
    }
    int n = SSL_read(end->ssl, into, (int)most);
    if (n > 0) return n;
    int why = SSL_get_error(end->ssl, n);
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

/* All that he hears until so many bytes are there or nothing comes any more; a little in each round. */
static size_t hear_all(struct end *end, char *into, size_t whole, size_t each)
{
    size_t n = 0;
    int idle = 0;

    for (int i = 0; i < ROUNDS && n < whole && idle < 20; i++) {
        int more = hear(end, into + n, whole - n < each ? whole - n : each);
        if (more < 0) break;
        n += (size_t)more;
        idle = more ? 0 : idle + 1;
        go_round();
    }
    return n;
}

static bool shake_hands(struct end *end, SSL_CTX *tls)
{
    end->ssl = tls_connect(tls, end->socket, "p.example.org");
    for (int i = 0; i < 100; i++) {
        if (SSL_do_handshake(end->ssl) == 1) return true;
        go_round();
    }
    return CHECK(false);
}

static SSL_CTX *server_tls, *client_tls;

static bool open_tls(void)
{
    if (!certificate_make("p.example.org")) return false;
    server_tls =
        tls_server(certificate_path, certificate_key_path, problem, sizeof problem);
    client_tls = tls_client(problem, sizeof problem);
    CHECK(SSL_CTX_load_verify_locations(client_tls, certificate_path, NULL) == 1);
    certificate_remove();
    return CHECK(server_tls && client_tls);
}

static void close_tls(void)
{
    SSL_CTX_free(server_tls);
    SSL_CTX_free(client_tls);
}

/* -- Tests ------------------------------------------------------------------------------ */

static const char long_call[] = "GET /long HTTP/1.1\r\nHost: x\r\n\r\n",
                  call[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
                  last_call[] = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                  socket_call[] = "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                                  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/* The long answer, taken by so many bytes a round. */
static void check_long_answer(struct end *end, size_t each)
{
    enum { HEAD = 43 };
    char *heard = calloc(1, LONG_ANSWER + 200);

    say(end, long_call);
    CHECK_EQ(hear_all(end, heard, HEAD + LONG_ANSWER, each), HEAD + LONG_ANSWER);
    CHECK(!strncmp(heard, "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n", HEAD));
    CHECK(!memcmp(heard + HEAD, answer, LONG_ANSWER));
    CHECK_EQ(hear(end, heard, 10), 0);
    free(heard);
}

TEST(a_long_answer_arrives_whole_however_slowly_it_is_taken)
{
    struct end end;

    if (!open_lines()) return;
    connect_end(&end, NULL);
    check_long_answer(&end, 1 << 20);
    check_long_answer(&end, 700);
    CHECK_EQ(end.heads, 2);
    disconnect_end(&end);
    for (int i = 0; i < 10 && !end.gone[0]; i++) go_round();
    CHECK_STR(end.gone, "it closed the connection");
    close_lines();
}

TEST(the_same_goes_by_tls)
{
    struct end end;

    if (!open_lines() || !open_tls()) return;
    connect_end(&end, server_tls);
    if (!shake_hands(&end, client_tls)) return;
    check_long_answer(&end, 1 << 20);
    check_long_answer(&end, 700);
    say(&end, call);
    char heard[100];
    CHECK_EQ(hear_all(&end, heard, 40, 100), 40);
    for (const char *at = call; *at; at++) { /* a byte in each message of TLS */
        say(&end, (char[]){*at, 0});
        go_round();
    }
    CHECK_EQ(hear_all(&end, heard, 40, 1), 40);
    CHECK_EQ(end.heads, 4);
    CHECK_STR(end.gone, "");
    disconnect_end(&end);
    for (int i = 0; i < 10 && !end.gone[0]; i++) go_round();
    CHECK_STR(end.gone, "it closed the connection");
    close_tls();
    close_lines();
}

/* Who speaks no TLS, or another one, is told apart from who goes. */
TEST(who_speaks_no_tls_is_sent_away_with_the_reason)
{
    struct end end;

    if (!open_lines() || !open_tls()) return;
    connect_end(&end, server_tls);
    say(&end, call);
    for (int i = 0; i < 10 && !end.gone[0]; i++) go_round();
    CHECK_STR(end.gone, "http request");
    CHECK_EQ(end.heads, 0);
    disconnect_end(&end);
    connect_end(&end, server_tls);
    disconnect_end(&end);
    for (int i = 0; i < 10 && !end.gone[0]; i++) go_round();
    CHECK(end.gone[0] != 0);
    close_tls();
    close_lines();
}

/* After the last answer nothing more is said; what comes is taken, until the other end goes or the time is over. */
TEST(the_last_answer_ends_what_we_say)
{
    for (int with_tls = 0; with_tls < 2; with_tls++) {
        struct end end;
        char heard[200];
        if (!open_lines() || !open_tls()) return;
        connect_end(&end, with_tls ? server_tls : NULL);
        if (with_tls && !shake_hands(&end, client_tls)) return;
        say(&end, last_call);
        CHECK_EQ(hear_all(&end, heard, sizeof heard, 200), 40);
        CHECK_EQ(hear(&end, heard, 10), -1);
        CHECK(end.line && end.line->shut && !end.gone[0]);
        net_line_time(lines); /* it is not late yet */
        go_round();
        CHECK_STR(end.gone, "");
        clock_ms += 2000;
        net_line_time(lines);
        go_round();
        CHECK_STR(end.gone, "it does not answer");
        disconnect_end(&end);
        close_tls();
        close_lines();
    }
}

TEST(who_says_nothing_is_sent_away_in_time)
{
    struct end one, two;

    if (!open_lines()) return;
    connect_end(&one, NULL);
    clock_ms += 5000;
    connect_end(&two, NULL);
    clock_ms += 4999;
    net_line_time(lines);
    go_round();
    CHECK(!one.gone[0] && !two.gone[0]);
    clock_ms += 1;
    net_line_time(lines);
    go_round();
    CHECK_STR(one.gone, "it does not answer");
    CHECK(!two.gone[0] && lines->n == 1);
    clock_ms += 5000;
    net_line_time(lines);
    go_round();
    CHECK(two.gone[0] && lines->n == 0);
    disconnect_end(&one);
    disconnect_end(&two);
    close_lines();
}

/* On a WebSocket both may speak at any time. */
TEST(a_websocket_is_heard_and_told)
{
    for (int with_tls = 0; with_tls < 2; with_tls++) {
        struct end end;
        char heard[400];
        if (!open_lines() || !open_tls()) return;
        connect_end(&end, with_tls ? server_tls : NULL);
        if (with_tls && !shake_hands(&end, client_tls)) return;
        say(&end, socket_call);
        CHECK(hear_all(&end, heard, sizeof heard, 400) > 100);
        end.next = "news"; /* from us */
        net_line_wake(end.line);
        net_line_wake(end.line);
        CHECK_EQ(hear_all(&end, heard, 6, 400), 6);
        CHECK(!memcmp(heard, "\x81\x04news", 6));
        static const char hello[] = "\x81\x85\1\1\1\1idmmn"; /* masked by ones */
        CHECK_EQ(end.ssl ? SSL_write(end.ssl, hello, 11)
                         : (int)send(end.socket, hello, 11, 0),
                 11);
        CHECK_EQ(hear_all(&end, heard, 7, 400), 7);
        CHECK(!memcmp(heard, "\x81\x05heard", 7));
        disconnect_end(&end);
        for (int i = 0; i < 10 && !end.gone[0]; i++) go_round();
        CHECK_STR(end.gone, "it closed the connection");
        close_tls();
        close_lines();
    }
}

/* Whoever goes, the first, the last or one in the middle: the others stay. */
TEST(the_others_stay_when_one_goes)
{
    static const int order[] = {2, 4, 0, 1, 3};
    struct end ends[5];
    char heard[100];

    if (!open_lines()) return;
    for (int i = 0; i < 5; i++) connect_end(&ends[i], NULL);
    CHECK_EQ(lines->n, 5);
    for (int i = 0; i < 5; i++) {
        struct end *one = &ends[order[i]];
        for (int k = 0; k < 5; k++)
            if (ends[k].line) net_line_wake(ends[k].line);
        net_line_close(one->line, "a reason");
        CHECK_STR(one->gone, "a reason");
        CHECK_EQ(lines->n, 4 - i);
        go_round();
        for (int k = 0; k < 5; k++) {
            if (!ends[k].line) continue;
            CHECK_STR(ends[k].gone, "");
            say(&ends[k], call);
            CHECK_EQ(hear_all(&ends[k], heard, 40, 100), 40);
        }
        CHECK_EQ(hear(one, heard, 10), -1);
    }
    for (int i = 0; i < 5; i++) disconnect_end(&ends[i]);
    close_lines();
}

TEST(the_server_stops_and_says_so)
{
    struct end ends[3];

    if (!open_lines()) return;
    for (int i = 0; i < 3; i++) connect_end(&ends[i], NULL);
    net_line_close_all(lines);
    for (int i = 0; i < 3; i++) {
        CHECK_STR(ends[i].gone, "the server stops");
        disconnect_end(&ends[i]);
    }
    close_lines();
}

TEST(without_memory_for_a_wire_there_is_no_line)
{
    int pair[2];
    char byte;

    if (!open_lines() || !CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair))) return;
    CHECK(!net_line_open(lines, pair[0], NULL, NULL, NULL));
    CHECK_EQ(lines->n, 0);
    CHECK_EQ(recv(pair[1], &byte, 1, 0), 0); /* it was closed */
    close(pair[1]);
    close_lines();
}

/* Nobody is asked whether he has something to say as long as he waits for his answer, and nobody is written to who wants nothing. */
TEST(the_system_is_asked_for_what_is_waited_for)
{
    struct end end;

    if (!open_lines()) return;
    connect_end(&end, NULL);
    CHECK_EQ(end.line->events, UV_READABLE);
    say(&end, long_call);
    go_round();
    go_round();
    CHECK_EQ(end.line->events,
             UV_WRITABLE); /* the rest of the answer, and no more questions */
    char *heard = calloc(1, LONG_ANSWER + 200);
    hear_all(&end, heard, LONG_ANSWER + 43, 1 << 20);
    free(heard);
    go_round();
    CHECK_EQ(end.line->events, UV_READABLE);
    disconnect_end(&end);
    close_lines();
}

/* As long as he waits for us the system is asked for nothing; then he gets his answer. */
TEST(nobody_is_watched_while_he_waits_for_us)
{
    struct end end;
    char heard[100];

    if (!open_lines()) return;
    connect_end(&end, NULL);
    say(&end, "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
    for (int i = 0; i < 3; i++) go_round();
    CHECK_EQ(end.heads, 1);
    CHECK_EQ(end.line->events, 0);
    CHECK(!uv_is_active((uv_handle_t *)&end.line->poll));
    CHECK(wire_answer(end.wire, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", 38, "ok",
                      2, NULL));
    net_line_wake(end.line);
    CHECK_EQ(hear_all(&end, heard, 40, 100), 40);
    CHECK_EQ(end.line->events, UV_READABLE);
    say(&end, call);
    CHECK_EQ(hear_all(&end, heard, 40, 100), 40);
    disconnect_end(&end);
    close_lines();
}

/* He has gone, and we learn it when we write to him. */
TEST(who_has_gone_cannot_be_written_to)
{
    struct end end;
    char heard[400];

    if (!open_lines()) return;
    connect_end(&end, NULL);
    say(&end, socket_call);
    CHECK(hear_all(&end, heard, sizeof heard, 400) > 100);
    disconnect_end(&end);
    end.next = "news";
    net_line_wake(end.line);
    net_line_flush_all(lines);
    CHECK(end.gone[0] && !end.line && lines->n == 0);
    close_lines();
}

/* Many share what is written in a round, but each writes at least once, and none more than eight times. */
TEST(a_round_of_writes_is_shared)
{
    static const int shares[][2] = {{0, 8},  {1, 8},  {8, 8},  {9, 7},  {16, 4},
                                    {21, 3}, {32, 2}, {33, 1}, {64, 1}, {70, 1}};
    enum { MANY = 70 };
    static struct end ends[MANY];

    if (!open_lines()) return;
    for (int i = 0; i < MANY; i++) connect_end(&ends[i], NULL);
    CHECK_EQ(lines->n, MANY);
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        for (int k = 0; k < shares[i][0]; k++) net_line_wake(ends[k].line);
        net_line_flush_all(lines);
        CHECK_EQ(lines->share, shares[i][1]);
        CHECK(!lines->woken);
    }
    for (int i = 0; i < MANY; i++) disconnect_end(&ends[i]);
    close_lines();
}
