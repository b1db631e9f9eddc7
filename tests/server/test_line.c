/* test_line.c -- lines on sockets: who has much to say does not keep others waiting. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/line.h"
#include "test.h"

enum { MANY = 20, ROUND_MAX = 8 * LINE_WRITE_MAX };

/* One who is connected: what it is sent, and how much of it there is. */
struct peer {
    struct wire *wire;
    struct line *line;
    int socket;
    long left; /* messages; each wakes the line again, as a log does that is read on */
    struct peer *answers; /* he has a word for this one as soon as all is sent, or NULL */
};

static struct lines *lines;
static char message[8000];

static int64_t no_time(void)
{
    return 1;
}

static void on_gone(void *context, const char *why)
{
    (void)why;
    ((struct peer *)context)->line = NULL;
}

static void on_head(void *context, const struct wire_request *request)
{
    CHECK(wire_accept(((struct peer *)context)->wire, request, "aude-1"));
}

static void on_body(void *context, enum wire_whole how, const char *bytes, size_t n)
{
    (void)context, (void)how, (void)bytes, (void)n;
}

static void on_refused(void *context, int status)
{
    (void)context, (void)status;
    CHECK(false);
}

static void on_message(void *context, const char *text, size_t n)
{
    (void)context, (void)text, (void)n;
}

static void on_unfit(void *context, enum wire_unfit why)
{
    (void)context, (void)why;
}

static const char *on_next(void *context, size_t *n)
{
    struct peer *peer = context;

    if (!peer->left) return NULL;
    net_line_wake(peer->line);
    *n = sizeof message;
    return message;
}

static void on_sent(void *context)
{
    struct peer *peer = context, *other = peer->answers;

    peer->left--;
    if (peer->left || !other) return;
    other->left++;
    net_line_wake(other->line);
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

static void on_up(void *context)
{
    (void)context;
}

static const struct wire_calls calls = {on_head,  on_body,   on_refused, on_message,
                                        on_unfit, on_next,   on_sent,    on_done,
                                        on_hold,  on_let_go, on_up};

/* All that has come, up to now. */
static size_t taken(const struct peer *peer)
{
    static char bytes[1 << 16];
    size_t sum = 0;
    ssize_t n;

    while ((n = recv(peer->socket, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
        sum += (size_t)n;
    return sum;
}

static void round_of_all(void)
{
    uv_run(lines->loop, UV_RUN_NOWAIT);
    net_line_flush_all(lines);
}

static bool open_peer(struct peer *peer)
{
    static const char ask[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    int pair[2], size = 4 << 20;

    *peer = (struct peer){.socket = -1};
    if (!CHECK(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair))) return false;
    setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    peer->socket = pair[1];
    peer->wire = wire_server(&calls, peer, 1000, no_time());
    peer->line = net_line_open(lines, pair[0], NULL, peer->wire, peer);
    if (!CHECK(peer->line != NULL)) return false;
    CHECK_EQ(send(peer->socket, ask, sizeof ask - 1, 0), (ssize_t)sizeof ask - 1);
    round_of_all();
    return CHECK(taken(peer) > 0);
}

static bool open_lines(uv_loop_t *loop)
{
    lines = calloc(1, sizeof *lines);
    if (!CHECK(lines && !uv_loop_init(loop))) return false;
    memset(message, 'x', sizeof message);
    lines->loop = loop;
    lines->now = no_time;
    lines->gone = on_gone;
    return true;
}

static void close_lines(uv_loop_t *loop, const struct peer *peers, int n)
{
    for (int i = 0; i < n; i++) close(peers[i].socket);
    net_line_close_all(lines);
    uv_run(loop, UV_RUN_DEFAULT);
    CHECK_EQ(uv_loop_close(loop), 0);
    free(lines);
}

TEST(a_long_log_leaves_others_their_turn)
{
    uv_loop_t loop;
    struct peer ann, bob;

    if (!open_lines(&loop) || !open_peer(&ann) || !open_peer(&bob)) return;
    ann.left = 100;
    bob.left = 1;
    net_line_wake(bob.line);
    net_line_wake(ann.line);
    net_line_flush_all(lines);
    size_t first = taken(&ann);
    CHECK(first > 0 && first <= ROUND_MAX);
    CHECK(taken(&bob) > sizeof message);
    for (int i = 0; i < 10; i++) round_of_all(); /* and nothing is forgotten */
    CHECK_EQ(ann.left, 0);
    CHECK_EQ(first + taken(&ann), 100 * (sizeof message + 4));
    close_lines(&loop, (struct peer[]){ann, bob}, 2);
}

/* Who has had his turn and is woken once more in the same round hears it in that round. */
TEST(a_line_is_woken_twice_in_a_round)
{
    uv_loop_t loop;
    struct peer ann, bob;

    if (!open_lines(&loop) || !open_peer(&ann) || !open_peer(&bob)) return;
    ann.left = bob.left = 1;
    bob.answers = &ann;
    net_line_wake(bob.line);
    net_line_wake(ann.line); /* the last one is the first */
    net_line_flush_all(lines);
    CHECK_EQ(ann.left, 0);
    CHECK_EQ(taken(&ann), 2 * (sizeof message + 4));
    CHECK_EQ(taken(&bob), sizeof message + 4);
    close_lines(&loop, (struct peer[]){ann, bob}, 2);
}

TEST(a_round_is_short_however_many_wait)
{
    static struct peer peers[MANY];
    uv_loop_t loop;
    size_t sum = 0;

    if (!open_lines(&loop)) return;
    for (int i = 0; i < MANY; i++)
        if (!open_peer(&peers[i])) return;
    for (int i = 0; i < MANY; i++) {
        peers[i].left = 100;
        net_line_wake(peers[i].line);
    }
    net_line_flush_all(lines);
    for (int i = 0; i < MANY; i++) {
        size_t n = taken(&peers[i]);
        CHECK(n > 0);
        sum += n;
    }
    CHECK(sum <= (size_t)8 * ROUND_MAX);
    close_lines(&loop, peers, MANY);
}
