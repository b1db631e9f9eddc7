/* test_net.c -- a server's sockets without its main loop: listening, accepting, and being full; whether its store answers; and what a host
 * has decided while it runs. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "certificate.h"
#include "clock_test.h"
#include "faults_test.h"
#include "hub_test.h"
#include "server/net/server_internal.h"
#include "server/node/node_internal.h"
#include "server/store/store_duty.h"

enum { ROUNDS = 3000, BESIDES = 1000 };

static struct server server;
static struct server_options options;
static char problem[400];

/* The first loop of a program opens a pipe for signals that stays. It is opened before the first test, which could be blamed for it. */
__attribute__((constructor)) static void begin_libuv(void)
{
    uv_loop_t loop;

    if (!uv_loop_init(&loop)) uv_loop_close(&loop);
}

static bool open_server(int places)
{
    options = (struct server_options){
        .version = "test", .address = "127.0.0.1", .conns_max = places - BESIDES};
    if (!open_hub()) return false;
    server = (struct server){.options = &options,
                             .hub = hub,
                             .store = store,
                             .guests = guests_new(0, 0),
                             .boxes = boxes_new()};
    server_log_quiet(true);
    return CHECK(!uv_loop_init(&server.loop) && duty_open(&server));
}

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

static void close_server(void)
{
    net_stop_listening(&server);
    if (server.lines) net_line_close_all(server.lines);
    uv_walk(&server.loop, close_handle, NULL);
    uv_run(&server.loop, UV_RUN_DEFAULT);
    CHECK_EQ(uv_loop_close(&server.loop), 0);
    free(server.lines);
    SSL_CTX_free(server.tls);
    guests_free(server.guests);
    boxes_free(server.boxes);
    page_plain_free(server.plain);
    duty_close(&server);
    close_hub();
}

static void go_round(void)
{
    uv_run(&server.loop, UV_RUN_NOWAIT);
    net_line_flush_all(server.lines);
}

static int new_socket(void)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    CHECK(fd >= 0);
    return fd;
}

static bool call(int fd)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)server.port)};

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return !connect(fd, (struct sockaddr *)&to, sizeof to);
}

/* Until there are so many lines. */
static bool until_lines(int n)
{
    for (int i = 0; i < ROUNDS && server.lines->n != n; i++) {
        go_round();
        poll(NULL, 0, 1);
    }
    return CHECK_EQ(server.lines->n, n);
}

/* What is answered to a call; "": the end. */
static const char *answer_to(int fd, const char *path)
{
    static char text[4000];
    ssize_t n = -1;

    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    send(fd, text, strlen(text), MSG_NOSIGNAL);
    for (int i = 0; i < ROUNDS && n < 0; i++) {
        go_round();
        n = recv(fd, text, sizeof text - 1, MSG_DONTWAIT);
        if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK) n = 0;
        if (n < 0) poll(NULL, 0, 1);
    }
    text[n > 0 ? n : 0] = 0;
    return text;
}

static bool is_live(int fd)
{
    return !strncmp(answer_to(fd, "/livez"), "HTTP/1.1 200 OK\r\n", 17);
}

TEST(a_server_listens_and_answers)
{
    struct server first;
    int fd[3];

    if (!open_server(10)) return;
    CHECK(net_listen(&server, problem, sizeof problem));
    CHECK(server.port > 0 && server.n_listeners == 1);
    for (int i = 0; i < 3; i++) {
        fd[i] = new_socket();
        CHECK(call(fd[i]) && until_lines(i + 1) && is_live(fd[i]));
    }
    int yes = 0, ours = server.lines->first->fd;
    socklen_t n = sizeof yes;
    CHECK(!getsockopt(ours, IPPROTO_TCP, TCP_NODELAY, &yes, &n) && yes);
    CHECK(fcntl(ours, F_GETFD) & FD_CLOEXEC);
    CHECK(fcntl(server.listen_fd[0], F_GETFD) & FD_CLOEXEC);
    close(fd[1]);
    CHECK(until_lines(2) && is_live(fd[0]) && is_live(fd[2]));
    /* Another one does not get the port. */
    options.port = server.port;
    first = server;
    server.n_listeners = server.n_bound = 0;
    CHECK(!net_listen(&server, problem, sizeof problem));
    char wanted[80];
    snprintf(wanted, sizeof wanted, "127.0.0.1 port %d: Address already in use",
             options.port);
    CHECK_STR(problem, wanted);
    server.n_listeners = server.n_bound = first.n_bound;
    net_stop_listening(&server);
    int late = new_socket();
    CHECK(!call(late)); /* nobody listens any more; who is there stays */
    CHECK(is_live(fd[0]));
    close(late);
    close(fd[0]);
    close(fd[2]);
    CHECK(until_lines(0));
    close_server();
}

/* How many addresses of this machine that name has; those of version 6 count where the machine has it. */
static int addresses_of(const char *name)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *all;
    int n = 0;

    if (getaddrinfo(name, "0", &hints, &all)) return 0;
    for (const struct addrinfo *one = all; one; one = one->ai_next) {
        int fd = socket(one->ai_family, SOCK_STREAM, 0);
        n += fd >= 0 && !bind(fd, one->ai_addr, one->ai_addrlen);
        if (fd >= 0) close(fd);
    }
    freeaddrinfo(all);
    return n;
}

/* A name may have several addresses: all of them have the port that was asked for; any port is that of the first. */
TEST(a_server_listens_at_every_address_of_a_name)
{
    if (!open_server(10)) return;
    options.address = "localhost";
    CHECK(net_listen(&server, problem, sizeof problem));
    CHECK_EQ(server.n_listeners, 1);
    int port = server.port;
    close_server();
    if (!open_server(10)) return;
    options.address = "localhost";
    options.port = port;
    CHECK(net_listen(&server, problem, sizeof problem));
    CHECK_EQ(server.n_listeners, addresses_of("localhost"));
    CHECK_EQ(server.port, port);
    for (int i = 0; i < server.n_listeners; i++)
        CHECK(uv_is_active((uv_handle_t *)&server.listener[i]));
    close_server();
    if (!open_server(10)) return;
    options.address = "no name at all";
    CHECK(!net_listen(&server, problem, sizeof problem));
    CHECK_STR(problem, "no name at all port 0: Cannot assign requested address");
    CHECK_EQ(server.n_listeners, 0);
    close_server();
}

#ifdef AUDE_WRAPPED
static const char
    *leads_to[4]; /* a name leads to these addresses; NULL: to the usual ones */

int __real_getaddrinfo(const char *name, const char *port, const struct addrinfo *how,
                       struct addrinfo **list);
int __wrap_getaddrinfo(const char *name, const char *port, const struct addrinfo *how,
                       struct addrinfo **list);
int __wrap_getaddrinfo(const char *name, const char *port, const struct addrinfo *how,
                       struct addrinfo **list)
{
    if (!leads_to[0]) return __real_getaddrinfo(name, port, how, list);
    for (int i = 0; leads_to[i]; list = &(*list)->ai_next, i++)
        if (__real_getaddrinfo(leads_to[i], port, how, list)) return EAI_NONAME;
    return 0;
}

static bool listens_at(const char *one, const char *two, int port)
{
    bool ok = open_server(10);

    options.address = "play.example.org";
    options.port = port;
    leads_to[0] = one;
    leads_to[1] = two;
    ok = ok && net_listen(&server, problem, sizeof problem);
    leads_to[0] = leads_to[1] = NULL;
    return ok;
}

/* Addresses of the name that this machine does not have are left out. One whose port another program has is none that can be left out. */
TEST(a_name_may_lead_elsewhere_too)
{
    static const char here[] = "127.0.0.1", other[] = "127.0.0.2",
                      elsewhere[] = "203.0.113.1";
    int port;

    CHECK(listens_at(here, NULL, 0));
    port = server.port;
    close_server();
    CHECK(listens_at(elsewhere, here, port) && server.n_listeners == 1);
    CHECK_EQ(server.port, port);
    close_server();
    CHECK(listens_at(here, elsewhere, port) && server.n_listeners == 1);
    close_server();
    CHECK(listens_at(here, other, port) && server.n_listeners == 2);
    close_server();
    CHECK(listens_at(elsewhere, here, 0) && server.n_listeners == 1);
    close_server();
    CHECK(!listens_at(elsewhere, NULL, port) && server.n_listeners == 0);
    close_server();
    int fd = new_socket();
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(!bind(fd, (struct sockaddr *)&at, sizeof at) && !listen(fd, 1));
    CHECK(!listens_at(other, here, port));
    CHECK(strstr(problem, "Address already in use") != NULL);
    close_server();
    close(fd);
}
#endif

/* One that listens at an address of version 6 leaves those of version 4 to others. */
TEST(an_address_of_version_6_is_that_alone)
{
    int only = 0;
    socklen_t n = sizeof only;

    if (!addresses_of("::1")) {
        puts("no IPv6 on this machine: an address of it is not tried");
        CHECK(addresses_of("127.0.0.1") == 1);
        return;
    }
    if (!open_server(10)) return;
    options.address = "::1";
    CHECK(net_listen(&server, problem, sizeof problem) && server.port > 0);
    CHECK(!getsockopt(server.listen_fd[0], IPPROTO_IPV6, IPV6_V6ONLY, &only, &n) && only);
    CHECK(!getsockopt(server.listen_fd[0], SOL_SOCKET, SO_REUSEADDR, &only, &n) && only);
    int fd = new_socket();
    CHECK(!call(fd)); /* by version 4 */
    close(fd);
    close_server();
}

/* A browser that asks for a folder is told to ask with a slash. */
TEST(a_folder_of_the_page_is_called_with_a_slash)
{
    if (!open_server(10)) return;
    CHECK(net_listen(&server, problem, sizeof problem));
    int fd = new_socket();
    CHECK(call(fd));
    if (page_exact("/docs/index.html")) {
        const char *said = answer_to(fd, "/docs");
        CHECK(!strncmp(said, "HTTP/1.1 301 Moved Permanently\r\n", 32));
        CHECK(strstr(said, "\r\nlocation: docs/\r\n") != NULL);
        CHECK(strstr(said, "\r\ncontent-length: 0\r\n") != NULL);
    } else
        printf("built without the page: no folder is asked for\n");
    CHECK(is_live(fd));
    close(fd);
    close_server();
}

TEST(a_server_has_so_many_places)
{
    int fd[3];

    if (!open_server(2)) return;
    CHECK(net_listen(&server, problem, sizeof problem));
    for (int i = 0; i < 3; i++) {
        fd[i] = new_socket();
        CHECK(call(fd[i]));
    }
    CHECK(until_lines(2) && is_live(fd[0]) && is_live(fd[1]));
    CHECK_STR(answer_to(fd[2], "/livez"), ""); /* it was closed */
    close(fd[0]);
    CHECK(until_lines(1));
    close(fd[2]);
    fd[2] = new_socket();
    CHECK(call(fd[2]) && until_lines(2) && is_live(fd[2]));
    close(fd[1]);
    close(fd[2]);
    close_server();
}

/* Without a file for another connection the server waits a moment, and does not turn in circles. */
TEST(a_server_that_is_full_goes_on_later)
{
    struct rlimit before, few;
    int fd[2];

    if (!open_server(10)) return;
    CHECK(net_listen(&server, problem, sizeof problem));
    for (int i = 0; i < 2; i++) fd[i] = new_socket();
    int next = dup(fd[0]);
    CHECK(!getrlimit(RLIMIT_NOFILE, &before));
    few = before;
    few.rlim_cur = (rlim_t)next;
    close(next);
    CHECK(!setrlimit(RLIMIT_NOFILE, &few));
    CHECK(call(fd[0]));
    for (int i = 0; i < 100 && !server.full; i++) go_round();
    CHECK(server.full && server.lines->n == 0);
    CHECK(!uv_is_active((uv_handle_t *)&server.listener[0]));
    CHECK(!setrlimit(RLIMIT_NOFILE, &before));
    net_tick(&server);
    CHECK(!server.full && until_lines(1) && is_live(fd[0]));
    CHECK(call(fd[1]) && until_lines(2) && is_live(fd[1]));
    close(fd[0]);
    close(fd[1]);
    close_server();
}

#ifdef AUDE_WRAPPED
static int accept_errno; /* the next accept() fails with it; 0: it does not */

int __real_accept(int fd, struct sockaddr *from, socklen_t *n);
int __wrap_accept(int fd, struct sockaddr *from, socklen_t *n);
int __wrap_accept(int fd, struct sockaddr *from, socklen_t *n)
{
    if (!accept_errno) return __real_accept(fd, from, n);
    errno = accept_errno;
    accept_errno = 0;
    return -1;
}

/* For whom there is no memory for TLS is sent away, and nothing of him stays. */
TEST(without_tls_nobody_is_let_in)
{
    if (!certificate_make("p.example.org") || !open_server(10)) return;
    options.cert = certificate_path;
    options.key = certificate_key_path;
    CHECK(net_read_certificate(&server, problem, sizeof problem));
    CHECK(net_listen(&server, problem, sizeof problem));
    for (int i = 0; i < 2; i++) {
        int fd = new_socket();
        char end;
        ssize_t n = -1;
        faults_test_openssl(i ? 0 : 1);
        CHECK(call(fd));
        for (int k = 0; k < ROUNDS && n < 0 && server.lines->n == 0; k++) {
            go_round();
            n = recv(fd, &end, 1, MSG_DONTWAIT);
            if (n < 0) poll(NULL, 0, 1);
        }
        CHECK_EQ(n, i ? -1 : 0);
        CHECK_EQ(server.lines->n, i);
        close(fd);
    }
    faults_test_openssl(0);
    certificate_remove();
    close_server();
}

/* Whatever the system has not enough of, the server waits; a caller who is gone is no reason to. */
TEST(a_server_waits_only_when_something_is_short)
{
    static const struct {
        int no;
        bool full, taken;
    } all[] = {{EMFILE, true, false}, {ENFILE, true, false}, {ENOBUFS, true, false},
               {ENOMEM, true, false}, {EINTR, false, true},  {ECONNABORTED, false, true},
               {EPERM, false, false}};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (!open_server(10)) return;
        CHECK(net_listen(&server, problem, sizeof problem));
        int fd = new_socket();
        accept_errno = all[i].no;
        CHECK(call(fd));
        for (int k = 0; k < 100 && accept_errno; k++) go_round();
        CHECK_EQ(server.full, all[i].full);
        CHECK_EQ(server.lines->n, all[i].taken);
        net_tick(&server);
        CHECK(until_lines(1) && is_live(fd));
        close(fd);
        close_server();
    }
}
#endif

/* Who was shut out is not let in at all. */
TEST(nobody_is_let_in_who_is_shut_out)
{
    struct duty_act act = {.at = 1, .by = "host", .reason = "a reason"};
    int fd;

    if (!open_server(10)) return;
    CHECK(net_listen(&server, problem, sizeof problem));
    CHECK(store_duty_ban(store, "127.0.0.0/8", 0, &act));
    duty_tick(&server);
    fd = new_socket();
    CHECK(call(fd));
    CHECK_STR(answer_to(fd, "/livez"), "");
    CHECK(server.lines->n == 0 && server.health.turned[TURNED_BANNED] == 1);
    close(fd);
    close_server();
}

TEST(a_certificate_is_read_and_read_again)
{
    if (!open_server(10)) return;
    if (!certificate_make("localhost")) return;
    options.cert = certificate_path;
    options.key = certificate_key_path;
    CHECK(net_listen(&server, problem, sizeof problem));
    SSL_CTX *first = server.tls;
    CHECK(first && net_read_certificate(&server, problem, sizeof problem));
    CHECK(server.tls != NULL);
    first = server.tls;
    options.cert = "/no/such/file";
    CHECK(!net_read_certificate(&server, problem, sizeof problem));
    CHECK(server.tls == first); /* the old one is kept */
    int fd = new_socket();
    CHECK(call(fd) && until_lines(1));
    CHECK_STR(answer_to(fd, "/livez")[0] ? "" : "", "");
    CHECK(until_lines(0)); /* that was no TLS */
    close(fd);
    certificate_remove();
    close_server();
    if (!open_server(10)) return;
    options.cert = options.key = "/no/such/file";
    CHECK(!net_listen(&server, problem, sizeof problem));
    CHECK(strstr(problem, "/no/such/file") != NULL);
    close_server();
}

/* -- Does the store answer? ------------------------------------------------------------- */

TEST(a_server_knows_whether_its_store_answers)
{
    if (!open_server(10)) return;
    CHECK_STR(health_readiness(&server), "ready"); /* nobody has asked yet */
    unread = true;
    health_tick(&server);
    CHECK(!server.health.asking && server.health.failed);
    CHECK_STR(health_readiness(&server), "store");
    health_tell(&server);
    CHECK(server.health.told_away);
    unread = false;
    server.health.asked = server_now() - 990;
    health_tick(&server); /* not twice a second */
    CHECK_STR(health_readiness(&server), "store");
    server.health.asked -= 10;
    health_tick(&server);
    CHECK_STR(health_readiness(&server), "ready");
    health_tell(&server);
    CHECK(!server.health.told_away);
    server.stopping = true;
    CHECK(strcmp(health_readiness(&server), "ready") != 0);
    server.stopping = false;
    /* A question that is not answered: after a while it is known. */
    slow = true;
    server.health.asked -= 1000;
    health_tick(&server);
    CHECK(server.health.asking);
    CHECK_STR(health_readiness(&server), "ready");
    server.health.asked -= HUB_AWAY_MS + 1000;
    CHECK_STR(health_readiness(&server), "store");
    slow = false;
    land(1);
    CHECK(!server.health.asking);
    CHECK_STR(health_readiness(&server), "ready");
    /* Once it has failed it is away until it answers, also while it is asked again: else the log would have it back each second. */
    unread = true;
    server.health.asked -= HUB_AWAY_MS;
    health_tick(&server);
    CHECK(!server.health.asking && server.health.failed);
    unread = false;
    slow = true;
    server.health.asked -= 1000;
    health_tick(&server);
    CHECK(server.health.asking);
    CHECK_STR(health_readiness(&server), "store");
    slow = false;
    land(1);
    CHECK_STR(health_readiness(&server), "ready");
    /* It answers, but cannot write: for a moment that is nothing. */
    server.store->stuck = server_now();
    CHECK_STR(health_readiness(&server), "ready");
    server.store->stuck -= HUB_AWAY_MS + 1000;
    CHECK_STR(health_readiness(&server), "store");
    server.store->stuck = 0;
    CHECK_STR(health_readiness(&server), "ready");
    close_server();
}

/* Every number has its name, its kind and its words. */
TEST(what_is_counted_is_told)
{
    static const struct {
        const char *name, *kind;
        int value;
    } all[] = {{"tables_owned", "gauge", 11},
               {"links", "gauge", 12},
               {"guests", "gauge", 13},
               {"tables_taken_total", "counter", 14},
               {"tables_lost_total", "counter", 15},
               {"links_cut_total", "counter", 16},
               {"links_failed_total", "counter", 17}};
    static const char *const turned[] = {"rate", "full", "banned"};
    char line[120];

    for (int node = 0; node < 2; node++) {
        struct node_options of = {.name = "a:1"};
        if (!open_server(10)) return;
        of.store = store;
        server.node = node ? node_new(&of) : NULL;
        if (node)
            server.node->counts = (struct node_counts){.tables = 11,
                                                       .links = 12,
                                                       .guests = 13,
                                                       .taken = 14,
                                                       .lost = 15,
                                                       .links_cut = 16,
                                                       .links_failed = 17};
        for (int i = 0; i <= TURNED_BANNED; i++)
            for (int k = 0; k <= i; k++) health_count(&server, (enum turned_away)i);
        server.stopping = node;
        char *text = health_metrics(&server);
        if (!CHECK(text != NULL)) return;
        for (int i = 0; i <= TURNED_BANNED; i++) {
            snprintf(line, sizeof line, "\naude_turned_away_total{reason=\"%s\"} %d\n",
                     turned[i], i + 1);
            CHECK(strstr(text, line) != NULL);
        }
        snprintf(line, sizeof line, "\n# TYPE aude_ready gauge\naude_ready %d\n", !node);
        CHECK(strstr(text, line) != NULL);
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
            snprintf(line, sizeof line, "\n# TYPE aude_%s %s\naude_%s %d\n", all[i].name,
                     all[i].kind, all[i].name, node ? all[i].value : 0);
            if (!CHECK(strstr(text, line) != NULL)) puts(line);
            snprintf(line, sizeof line, "\n# HELP aude_%s ", all[i].name);
            CHECK(strstr(text, line) != NULL);
        }
        free(text);
        node_free(server.node);
        server.node = NULL;
        close_server();
    }
}

#ifdef AUDE_WRAPPED
/* To the millisecond: how often the store is asked, and how long it may take. */
TEST(a_store_is_asked_once_a_second_and_has_two)
{
    if (!open_server(10)) return;
    clock_test_stop();
    slow = true;
    health_tick(&server);
    CHECK(server.health.asking && server.health.asked == server_now());
    clock_test_pass(HUB_AWAY_MS);
    CHECK_STR(health_readiness(&server), "ready");
    clock_test_pass(1);
    CHECK_STR(health_readiness(&server), "store");
    health_tell(&server);
    CHECK(server.health.told_away && server.health.away_since == server_now());
    health_tick(&server); /* one question at a time */
    CHECK_EQ(land(10), 1);
    CHECK(!server.health.asking);
    CHECK_STR(health_readiness(&server), "ready");
    health_tick(&server);
    CHECK(server.health.asking && server.health.asked == server_now());
    CHECK_EQ(land(10), 1);
    clock_test_pass(999);
    health_tick(&server);
    CHECK(!server.health.asking);
    clock_test_pass(1);
    health_tick(&server);
    CHECK(server.health.asking);
    CHECK_EQ(land(10), 1);
    slow = false;
    clock_test_go();
    close_server();
}

/* Who is late is looked for twice a second. */
TEST(lines_are_looked_through_twice_a_second)
{
    if (!open_server(10)) return;
    CHECK(net_listen(&server, problem, sizeof problem));
    clock_test_stop();
    net_tick(&server);
    int fd = new_socket();
    CHECK(call(fd) && until_lines(1));
    server.looked = server_now() - 499 + 10000; /* by then he is late */
    clock_test_pass(10000);
    net_tick(&server);
    go_round();
    CHECK_EQ(server.lines->n, 1);
    clock_test_pass(1);
    net_tick(&server);
    go_round();
    CHECK_EQ(server.lines->n, 0);
    CHECK_EQ(server.looked, server_now());
    clock_test_go();
    close(fd);
    close_server();
}
#endif

/* -- What a host has decided ------------------------------------------------------------ */

#ifdef AUDE_WRAPPED
static int
    n_asked; /* acts of the host that the store was asked for, or has not answered */
static bool mute;
static store_done *unanswered;
static void *unanswered_context;
static void (*really_dump)(struct store *s, enum store_part part, const char *table,
                           const char *after, int max, store_each_cells *each,
                           store_done *done, void *context);

static void count_dump(struct store *s, enum store_part part, const char *table,
                       const char *after, int max, store_each_cells *each,
                       store_done *done, void *context)
{
    if (part == STORE_ACTS) n_asked++;
    if (part == STORE_ACTS && mute) {
        unanswered = done;
        unanswered_context = context;
    } else
        really_dump(s, part, table, after, max, each, done, context);
}

/* Every second and a half, if the last three questions were answered, and the store is not away. */
TEST(the_store_is_asked_what_the_host_did)
{
    if (!open_server(10)) return;
    really_dump = store->dump;
    store->dump = count_dump;
    n_asked = 0;
    clock_test_stop();
    duty_tick(&server);
    CHECK_EQ(n_asked, 1);
    clock_test_pass(1499);
    duty_tick(&server);
    CHECK_EQ(n_asked, 1);
    mute = true;
    clock_test_pass(1);
    duty_tick(&server);
    CHECK_EQ(n_asked, 2);
    clock_test_pass(5000);
    duty_tick(&server); /* the others were answered, this one was not */
    CHECK_EQ(n_asked, 2);
    mute = false;
    unanswered(unanswered_context, &(struct store_answer){.how = STORE_FAILED});
    duty_tick(&server);
    CHECK_EQ(n_asked, 3);
    clock_test_go();
    store->dump = really_dump;
    close_server();
}
/* A silence and a ban end when they end. */
TEST(what_a_host_decided_ends_to_the_millisecond)
{
    struct duty_act act = {.at = 1, .by = "host", .reason = "a reason"};
    unsigned char address[16];
    char id[TABLE_ID_MAX];

    for (int late = 0; late < 2; late++) {
        if (!open_server(10)) return;
        clock_test_stop();
        struct conn *ann = join("ann");
        create(ann, "[{'name':'Ann'},{'name':'Al'}]", id);
        CHECK(store_duty_silence(store, "ann", server_now() + !late, &act));
        duty_tick(&server);
        hub_flush(hub);
        hears(ann);
        says(ann, "{'type':'chat','id':9,'table':'%s','text':'hello'}", id);
        hub_flush(hub);
        CHECK_EQ(strstr(hears(ann), "hello") != NULL, late);
        clock_test_go();
        close_server();
    }
    if (!open_server(10)) return;
    clock_test_stop();
    struct store_cells bad = {
        .part = STORE_BANS, .n = 3, .cell = {{"!", 1}, {"1", 1}, {"0", 1}}};
    CHECK(store_wait_put(store, &bad, 1)); /* no range: the others count */
    CHECK(store_duty_ban(store, "198.51.100.0/24", server_now() + 1, &act));
    duty_tick(&server);
    CHECK(guest_parse("198.51.100.7", 12, address));
    CHECK(duty_shuts_out(&server, address));
    clock_test_pass(1);
    CHECK(!duty_shuts_out(&server, address));
    CHECK(guest_parse("198.51.101.7", 12, address));
    CHECK(!duty_shuts_out(&server, address));
    clock_test_go();
    close_server();
}
#endif

static void wait_and_look(void)
{
    clock_test_pass(1500);
#ifndef AUDE_WRAPPED
    poll(NULL, 0, 1550);
#endif
    duty_tick(&server);
    pass(100);
}

/* A table that the host removes is gone from memory, too; who is silenced says nothing more. */
TEST(what_a_host_does_reaches_a_server_that_runs)
{
    struct duty_act act = {.at = 1794000000000, .by = "host", .reason = "a reason"};
    char old[TABLE_ID_MAX], id[TABLE_ID_MAX], other[TABLE_ID_MAX], too[TABLE_ID_MAX];

    if (!open_server(10)) return;
    struct conn *ann = join("ann");
    create(ann, "[{'name':'Ann'},{'name':'Al'}]", too);
    create(ann, "[{'name':'Ann'},{'name':'Al'}]", old);
    create(ann, "[{'name':'Ann'},{'name':'Al'}]", id);
    create(ann, "[{'name':'Ann'},{'name':'Al'}]", other);
    pass(100);
    hears(ann);
    CHECK(store_duty_delete(store, old, &act));
    duty_tick(&server); /* what was done before a server began needs no doing */
    pass(100);
    CHECK_STR(hears(ann), "");
    CHECK(store_duty_delete(store, id, &act));
    CHECK(store_duty_delete(store, too, &act));
    CHECK(store_duty_silence(store, "ann", 0, &act));
    duty_tick(&server); /* too early: the last look was just now */
    pass(100);
    CHECK_STR(hears(ann), "");
    wait_and_look();
    const char *told = hears(ann);
    CHECK(strstr(told, id) && !strstr(told, other) && !strstr(told, old));
    CHECK(strstr(told, too) != NULL); /* at the same look */
    says(ann, "{'type':'chat','id':9,'table':'%s','text':'hello'}", other);
    hub_flush(hub);
    CHECK(strstr(hears(ann), "\"error\"") != NULL);
    CHECK(store_duty_unsilence(store, "ann", &act));
    wait_and_look();
    says(ann, "{'type':'chat','id':10,'table':'%s','text':'hello'}", other);
    hub_flush(hub);
    CHECK(strstr(hears(ann), "hello") != NULL);
    close_server();
}

/* -- The store's sockets ---------------------------------------------------------------- */

static struct store_fd watched[STORE_FDS_MAX];
static int n_watched, n_turns;

static int name_fds(struct store *s, struct store_fd fds[STORE_FDS_MAX])
{
    (void)s;
    memcpy(fds, watched, sizeof watched);
    return n_watched;
}

static void count_turn(struct store *s, int64_t at)
{
    char byte;

    (void)s;
    (void)at;
    n_turns++;
    if (watched[0].read) CHECK_EQ(read(watched[0].fd, &byte, 1), 1);
    store_loop_turn(&server); /* one within another does nothing */
    watched[0].write = false;
}

/* Rounds until it was its turn once more; false: it never was. */
static bool has_turn(void)
{
    int before = n_turns;

    for (int i = 0; i < 100 && n_turns == before; i++)
        uv_run(&server.loop, UV_RUN_NOWAIT);
    return n_turns == before + 1;
}

/* It is a store's turn when a socket that it waits for is ready, and only then; another connection may have the same number. */
TEST(a_store_goes_on_when_its_socket_is_ready)
{
    int first[2], second[2];

    if (!open_server(10)) return;
    if (!CHECK(!pipe(first) && !pipe(second) && store_loop_open(&server))) return;
    store->fds = name_fds;
    store->turn = count_turn;
    n_turns = 0;
    n_watched = 1;
    watched[0] = (struct store_fd){.fd = first[0], .read = true, .life = 1};
    store_loop_sync(&server);
    CHECK(!has_turn());
    CHECK_EQ(write(first[1], "x", 1), 1);
    CHECK(has_turn());
    CHECK(!has_turn());
    watched[0] = (struct store_fd){.fd = second[0], .read = true, .life = 2};
    store_loop_sync(&server);
    CHECK_EQ(write(first[1], "x", 1), 1);
    CHECK(!has_turn());
    CHECK_EQ(write(second[1], "x", 1), 1);
    CHECK(has_turn());
    watched[0] = (struct store_fd){.fd = second[1], .write = true, .life = 3};
    store_loop_sync(&server);
    CHECK(has_turn()); /* there is room, and after that it wants nothing */
    CHECK(!has_turn());
    watched[0] = (struct store_fd){.fd = -1};
    store_loop_sync(&server);
    CHECK(!has_turn());
    n_watched = 0;
    store_loop_close(&server);
    store->fds = NULL;
    store->turn = NULL;
    for (int i = 0; i < 2; i++) close(first[i]), close(second[i]);
    close_server();
}
