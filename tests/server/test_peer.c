/* test_peer.c -- links between nodes on real sockets of this machine: who may listen where, with which key, and what becomes of a link. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock_test.h"
#include "hub_test.h"
#include "server/net/server_internal.h"
#include "server/node/node_internal.h"

enum { ROUNDS = 3000 };

/* A server as far as its links need one. */
struct side {
    struct server server;
    struct server_options options;
    char name[40], at[40];
};

static char key_file[60], problem[300];

static void write_key(int n, char letter)
{
    snprintf(key_file, sizeof key_file, "/tmp/aude-cluster-%d", (int)getpid());
    FILE *file = fopen(key_file, "wb");
    if (!CHECK(file != NULL)) return;
    for (int i = 0; i < n; i++) fputc(letter, file);
    fclose(file);
}

static bool open_side(struct side *side, const char *at)
{
    memset(side, 0, sizeof *side);
    snprintf(side->at, sizeof side->at, "%s", at);
    snprintf(side->name, sizeof side->name, "%s", at);
    side->options = (struct server_options){
        .node = side->name, .peer_listen = side->at, .cluster_key = key_file};
    side->server.options = &side->options;
    side->server.store = store;
    side->server.hub = hub;
    CHECK(!uv_loop_init(&side->server.loop));
    problem[0] = 0;
    bool ok = peers_open(&side->server, problem, sizeof problem);
    if (ok) node_begin(side->server.node, hub);
    return ok;
}

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

static void close_side(struct side *side)
{
    peers_close(&side->server);
    uv_walk(&side->server.loop, close_handle, NULL);
    uv_run(&side->server.loop, UV_RUN_DEFAULT);
    CHECK_EQ(uv_loop_close(&side->server.loop), 0);
    peers_free(&side->server);
}

static void go_round(struct side *side)
{
    uv_run(&side->server.loop, UV_RUN_NOWAIT);
    peers_flush(&side->server);
}

/* A port that nobody has just now. */
static int free_port(int family)
{
    struct sockaddr_storage at = {.ss_family = (sa_family_t)family};
    socklen_t n = sizeof at;
    int fd = socket(family, SOCK_STREAM, 0);

    if (family == AF_INET)
        ((struct sockaddr_in *)&at)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    else
        ((struct sockaddr_in6 *)&at)->sin6_addr = in6addr_loopback;
    bool ok = fd >= 0 && !bind(fd, (struct sockaddr *)&at, sizeof at) &&
              !getsockname(fd, (struct sockaddr *)&at, &n);
    if (fd >= 0) close(fd);
    if (!ok) return 0;
    return ntohs(family == AF_INET ? ((struct sockaddr_in *)&at)->sin_port
                                   : ((struct sockaddr_in6 *)&at)->sin6_port);
}

static void name_of(char out[40], int family, int port)
{
    snprintf(out, 40, family == AF_INET ? "127.0.0.1:%d" : "[::1]:%d", port);
}

/* -- Beginning -------------------------------------------------------------------------- */

TEST(a_key_has_at_least_32_bytes)
{
    struct side side;
    char at[40];

    if (!open_hub()) return;
    name_of(at, AF_INET, free_port(AF_INET));
    write_key(31, 'k');
    CHECK(!open_side(&side, at));
    CHECK(strstr(problem, "holds 31 bytes; a key has at least 32") != NULL);
    close_side(&side);
    write_key(32, 'k');
    CHECK(open_side(&side, at));
    close_side(&side);
    unlink(key_file);
    CHECK(!open_side(&side, at));
    CHECK(strstr(problem, "cannot be read") != NULL);
    close_side(&side);
    close_hub();
}

TEST(a_node_listens_where_it_is_told)
{
    static const char *const bad[] = {"nonsense",  "127.0.0.1:", ":1", "[]:1",
                                      "127.0.0.1", "[::1]:",     ""};
    struct side one, two;
    char at[40];

    if (!open_hub()) return;
    write_key(40, 'k');
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (!CHECK(!open_side(&one, bad[i]))) fprintf(stderr, "%s\n", bad[i]);
        CHECK(!strncmp(problem, bad[i], strlen(bad[i])) && strchr(problem, ':'));
        close_side(&one);
    }
    name_of(at, AF_INET, free_port(AF_INET));
    CHECK(open_side(&one, at));
    CHECK(!open_side(&two, at)); /* somebody is there */
    CHECK(strstr(problem, "address already in use") != NULL);
    close_side(&two);
    close_side(&one);
    CHECK(open_side(&one, at)); /* and not any more */
    close_side(&one);
    unlink(key_file);
    close_hub();
}

/* A clock may be two seconds from the database's, and no more. */
TEST(nodes_agree_on_the_time)
{
    static const struct {
        int64_t ahead;
        const char *why; /* NULL: it may begin */
    } all[] = {{0, NULL},
               {2000, NULL},
               {-2000, NULL},
               {2001, "this machine's clock is 2 seconds ahead of that of"},
               {-2001, "this machine's clock is 2 seconds behind that of"},
               {-90000, "this machine's clock is 90 seconds behind that of"}};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct store one = {.ahead = all[i].ahead};
        problem[0] = 0;
        CHECK_EQ(peers_agree_on_time(&one, problem, sizeof problem), !all[i].why);
        CHECK(all[i].why ? !strncmp(problem, all[i].why, strlen(all[i].why))
                         : !problem[0]);
    }
}

/* -- Links ------------------------------------------------------------------------------ */

/* Both go round until it holds; false: it never does. */
static bool until_links(struct side *one, struct side *two, int links)
{
    for (int i = 0; i < ROUNDS; i++) {
        go_round(one);
        go_round(two);
        if (node_counts(one->server.node)->links == links &&
            node_counts(two->server.node)->links == links)
            return true;
        poll(NULL, 0, 1);
    }
    return CHECK(false);
}

TEST(two_nodes_find_and_believe_each_other)
{
    static const int families[] = {AF_INET, AF_INET6};

    for (int i = 0; i < 2; i++) {
        struct side one, two;
        char at[40];
        int port = free_port(families[i]);
        if (!port && families[i] == AF_INET6) {
            printf("no IPv6 on this machine: links by it are not tried\n");
            continue;
        }
        if (!open_hub()) return;
        hub_time(hub, server_now());
        write_key(40, 'k');
        name_of(at, families[i], port);
        CHECK(open_side(&two, at));
        name_of(at, AF_INET, free_port(AF_INET));
        CHECK(open_side(&one, at));
        struct node_link *link = node__link_to(one.server.node, two.name);
        CHECK(link && node_link_peer(link));
        if (until_links(&one, &two, 1)) {
            /* Whole frames arrive, long ones, too: a ping of many bytes is no end of the link. */
            static char much[200000];
            int64_t before = link->heard;
            node__link_say(link, RELAY_PING, 0, much, 1000);
            node__link_say(link, RELAY_PING, 0, much, 2000);
            node__link_say(link, RELAY_PING, 0, much, sizeof much);
            node__link_say(link, RELAY_PING, 0, "", 0);
            struct node_link *other = two.server.node->links;
            for (int k = 0; k < ROUNDS && (k < 50 || other->n_in); k++) {
                go_round(&one), go_round(&two);
                if (k > 50) poll(NULL, 0, 1);
            }
            CHECK(until_links(&one, &two, 1) && before <= link->heard);
            CHECK(other->in_max >= sizeof much &&
                  !other->n_in); /* it came, and is read */
            /* One end cuts: the other notices. */
            node__link_cut(link);
            CHECK(until_links(&one, &two, 0));
            CHECK_EQ(node_counts(two.server.node)->links_cut, 1);
            node__link_tick(one.server.node);
            node__link_tick(two.server.node);
            CHECK(!one.server.node->links && !two.server.node->links);
            /* And they find each other again. */
            CHECK(node__link_to(one.server.node, two.name) != NULL);
            CHECK(until_links(&one, &two, 1));
        }
        close_side(&one);
        close_side(&two);
        close_hub();
        unlink(key_file);
    }
}

TEST(who_has_another_key_is_no_node)
{
    struct side one, two;
    char at[40];

    if (!open_hub()) return;
    hub_time(hub, server_now());
    write_key(40, 'k');
    name_of(at, AF_INET, free_port(AF_INET));
    CHECK(open_side(&two, at));
    write_key(40, 'l');
    name_of(at, AF_INET, free_port(AF_INET));
    CHECK(open_side(&one, at));
    const struct node_link *link = node__link_to(one.server.node, two.name);
    for (int i = 0; i < ROUNDS && !link->cut; i++) {
        go_round(&one);
        go_round(&two);
        poll(NULL, 0, 1);
    }
    CHECK(link->cut && !node_counts(two.server.node)->links);
    close_side(&one);
    close_side(&two);
    close_hub();
    unlink(key_file);
}

#ifdef AUDE_WRAPPED
/* A call to a node that has another key, up to its end; how many lines the log has about it. */
static int lines_of_a_call(struct side *calls, struct side *answers)
{
    char text[400], wanted[100];
    FILE *log = tmpfile();
    int kept = dup(STDERR_FILENO), lines = 0;

    if (!CHECK(log && kept >= 0)) return -1;
    fflush(stderr);
    dup2(fileno(log), STDERR_FILENO);
    const struct node_link *link = node__link_to(calls->server.node, answers->name);
    for (int i = 0; i < ROUNDS && !link->cut; i++) {
        go_round(calls);
        go_round(answers);
        poll(NULL, 0, 1);
    }
    bool cut = link->cut;
    for (int i = 0; i < 20; i++) go_round(calls), go_round(answers);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    CHECK(cut);
    node__link_tick(calls->server.node);
    node__link_tick(answers->server.node);
    rewind(log);
    snprintf(wanted, sizeof wanted, "\"node\":\"%s\"", answers->name);
    while (fgets(text, sizeof text, log))
        if (CHECK(strstr(text, "\"event\":\"node\"") && strstr(text, wanted))) lines++;
    fclose(log);
    return lines;
}

/* Whoever calls and is not understood tells it, at most once a minute. */
TEST(another_key_is_told_once_a_minute)
{
    static const struct {
        int64_t later;
        int lines;
    } calls[] = {{60000, 1}, {0, 0}, {59999, 0}, {1, 1}, {59999, 0}, {60001, 1}};
    struct side one, two;
    char at[40];

    if (!open_hub()) return;
    clock_test_stop();
    hub_time(hub, server_now());
    write_key(40, 'k');
    name_of(at, AF_INET, free_port(AF_INET));
    CHECK(open_side(&two, at));
    write_key(40, 'l');
    name_of(at, AF_INET, free_port(AF_INET));
    CHECK(open_side(&one, at));
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        clock_test_pass(calls[i].later);
        hub_time(hub, server_now());
        CHECK_EQ(lines_of_a_call(&one, &two), calls[i].lines);
    }
    clock_test_go();
    close_side(&one);
    close_side(&two);
    close_hub();
    unlink(key_file);
}
#endif

/* A node calls itself by its name, as others would: it answers itself, or nobody does, or another one of that name. */
static enum node_self who_answers(struct side *asks, struct side *other)
{
    node_self_ask(asks->server.node);
    for (int i = 0; i < ROUNDS && node_self_answer(asks->server.node) == NODE_SELF_ASKED;
         i++) {
        go_round(asks);
        if (other) go_round(other);
        poll(NULL, 0, 1);
    }
    for (int i = 0; i < 20; i++) go_round(asks);
    node__link_tick(asks->server.node);
    return node_self_answer(asks->server.node);
}

TEST(a_node_knows_whether_its_name_leads_to_it)
{
    struct side one, twin;
    char at[40], name[40];

    if (!open_hub()) return;
    hub_time(hub, server_now());
    write_key(40, 'k');
    name_of(name, AF_INET, free_port(AF_INET));
    name_of(at, AF_INET, free_port(AF_INET));
    CHECK(open_side(&twin, at));
    snprintf(twin.name, sizeof twin.name, "%s", name); /* its options point there */
    CHECK_EQ(who_answers(&twin, NULL), NODE_SELF_NOBODY);
    if (CHECK(open_side(&one, name))) {
        for (int i = 0; i < 3; i++) {
            CHECK_EQ(who_answers(&one, &twin), NODE_SELF_US);
            const struct node_counts *counts = node_counts(one.server.node);
            CHECK(!counts->links && !counts->links_cut && !counts->links_failed &&
                  !one.server.node->links);
        }
        CHECK_EQ(who_answers(&twin, &one), NODE_SELF_TWIN);
        CHECK_EQ(who_answers(&one, &twin), NODE_SELF_US);
        close_side(&one);
    }
    CHECK_EQ(who_answers(&twin, NULL), NODE_SELF_NOBODY);
    write_key(40, 'l'); /* who has another key is nobody */
    if (CHECK(open_side(&one, name))) {
        CHECK_EQ(who_answers(&twin, &one), NODE_SELF_NOBODY);
        close_side(&one);
    }
    close_side(&twin);
    unlink(key_file);
    close_hub();
}

static bool asks_again(struct side *side)
{
    peers_look_for_twin(&side->server);
    return node_self_answer(side->server.node) == NODE_SELF_ASKED;
}

/* Every ten seconds, each for itself, and whatever the time of day is. */
TEST(every_node_asks_again_who_answers_at_its_name)
{
    struct side side[2];
    char at[40];

    if (!open_hub()) return;
    hub_time(hub, server_now());
    write_key(40, 'k');
    for (int i = 0; i < 2; i++) {
        name_of(at, AF_INET, free_port(AF_INET));
        CHECK(open_side(&side[i], at));
    }
    clock_test_stop();
    for (int i = 0; i < 2; i++) CHECK(asks_again(&side[i]));
    for (int i = 0; i < 2; i++) {
        for (int k = 0;
             k < ROUNDS && node_self_answer(side[i].server.node) == NODE_SELF_ASKED;
             k++) {
            go_round(&side[i]);
            poll(NULL, 0, 1);
        }
        CHECK(!asks_again(&side[i]));
    }
    clock_test_pass(9999);
    CHECK(!asks_again(&side[0]));
    clock_test_pass(1);
    for (int i = 0; i < 2; i++) CHECK(asks_again(&side[i]));
    clock_test_go();
    for (int i = 0; i < 2; i++) close_side(&side[i]);
    unlink(key_file);
    close_hub();
}

/* A name that is none, one that nobody knows, and a port where nobody listens. */
TEST(who_cannot_be_reached_is_lost)
{
    struct side side;
    char at[40];

    if (!open_hub()) return;
    hub_time(hub, server_now());
    write_key(40, 'k');
    name_of(at, AF_INET, free_port(AF_INET));
    CHECK(open_side(&side, at));
    const struct node_link *nowhere = node__link_to(side.server.node, "nonsense");
    CHECK(nowhere && !node_link_peer(nowhere) && !nowhere->cut);
    name_of(at, AF_INET, free_port(AF_INET));
    const struct node_link *nobody = node__link_to(side.server.node, at);
    for (int i = 0; i < ROUNDS && !nobody->cut; i++) {
        go_round(&side);
        poll(NULL, 0, 1);
    }
    CHECK(nobody->cut);
    name_of(at, AF_INET, free_port(AF_INET));
    CHECK(node__link_to(side.server.node, at) != NULL);
    close_side(&side); /* while its name is looked up */
    close_hub();
    unlink(key_file);
}

/* A stranger who calls hears a greeting; when he talks nonsense he is cut, and when he goes he is forgotten. */
TEST(a_stranger_is_greeted_and_cut)
{
    struct side side;
    struct sockaddr_in to = {.sin_family = AF_INET};
    char at[40], bytes[500];
    int port = free_port(AF_INET);

    if (!open_hub()) return;
    hub_time(hub, server_now());
    write_key(40, 'k');
    name_of(at, AF_INET, port);
    if (!CHECK(open_side(&side, at))) return;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)port);
    for (int talks = 0; talks < 2; talks++) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        CHECK(!connect(fd, (struct sockaddr *)&to, sizeof to));
        ssize_t n = -1;
        for (int i = 0; i < ROUNDS && n < 0; i++) {
            go_round(&side);
            n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
            poll(NULL, 0, 1);
        }
        CHECK(n > RELAY_HEAD + RELAY_NONCE);
        CHECK(side.server.node->links && !side.server.node->links->cut);
        memset(bytes, 0xee, sizeof bytes);
        if (talks) CHECK_EQ(send(fd, bytes, 400, MSG_NOSIGNAL), 400);
        if (!talks) close(fd);
        for (int i = 0; i < ROUNDS && !side.server.node->links->cut; i++) {
            go_round(&side);
            poll(NULL, 0, 1);
        }
        CHECK(side.server.node->links->cut);
        go_round(&side);
        node__link_tick(side.server.node);
        CHECK(!side.server.node->links);
        if (!talks) continue;
        ssize_t end = 1;
        for (int i = 0; i < ROUNDS && end > 0; i++) {
            go_round(&side);
            end = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) ? 1 : 0;
        }
        CHECK_EQ(end, 0);
        close(fd);
    }
    close_side(&side);
    close_hub();
    unlink(key_file);
}
