/* test_server.c -- a whole server in a thread of the test: it begins, says so, answers, plays, keeps what it should, and ends; and where it
 * cannot begin it says why. */
#include <errno.h>
#include <jansson.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "certificate.h"
#include "server/store/store_hours.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"
#include "whole_server.h"

enum { DAY = 86400000 };

TEST(a_server_begins_answers_and_ends)
{
    char wanted[200];

    for (int how = 0; how < 2; how++) {
        if (!whole_open() || !whole_begin()) return;
        snprintf(wanted, sizeof wanted, "http://127.0.0.1:%d/", atomic_load(&whole_port));
        CHECK_STR(whole_url, wanted);
        CHECK(strstr(whole_ask("/livez", ""), "HTTP/1.1 200 OK\r\n") != NULL);
        CHECK(strstr(whole_ask("/readyz", ""), "\r\n\r\nready\n") != NULL);
        CHECK(strstr(whole_ask("/api/me", ""), "{\"v\":1,\"version\":\"test\"}") != NULL);
        int fd = whole_websocket("");
        whole_tell(fd, "{'type':'hello','id':1,'v':1}");
        CHECK(strstr(whole_hear(fd, "\"computers\""), "\"ok\"") != NULL);
        CHECK(strstr(whole_ask("/api/health", ""), "\"connections\":1,") != NULL);
        whole_end(how ? SIGINT : SIGTERM);
        CHECK(strstr(whole_hear(fd, NULL), "\"bye\"") != NULL);
        close(fd);
        const char *log = whole_log();
        snprintf(wanted, sizeof wanted,
                 "\"level\":\"info\",\"event\":\"start\",\"version\":\"test\",\"listen\":"
                 "\"http://127.0.0.1:%d/\",\"store\":\"%s\"}\n",
                 atomic_load(&whole_port), whole_store_name);
        CHECK(strstr(log, wanted) != NULL);
        CHECK(strstr(log, "\"level\":\"info\",\"event\":\"stop\"}\n") != NULL);
        CHECK(!strstr(log, "warning") && !strstr(log, "error"));
        CHECK_EQ(strncmp(log, "{\"time\":\"20", 11), 0);
        whole_close();
    }
}

TEST(a_quiet_server_says_nothing)
{
    if (!whole_open()) return;
    whole_options.quiet = true;
    if (!whole_begin()) return;
    CHECK(strstr(whole_ask("/livez", ""), "HTTP/1.1 200 OK\r\n") != NULL);
    whole_end(SIGTERM);
    CHECK_STR(whole_log(), "");
    whole_close();
}

/* A computer has the first seat: it lays its tile, and then it is the other's turn. */
TEST(a_computer_plays)
{
    if (!whole_open() || !whole_begin()) return;
    int fd = whole_websocket("");
    whole_tell(fd, "{'type':'hello','id':1,'v':1}");
    whole_tell(fd, WHOLE_TABLE("{'kind':'computer','level':'greedy'},{'name':'Ann'}"));
    CHECK(strstr(whole_hear(fd, "turn 2 seat 1"), "turn 2 seat 1") != NULL);
    whole_end(SIGTERM);
    close(fd);
    whole_close();
}

/* What was said is there after the next start; nobody is charged for the time between. */
TEST(a_table_outlives_its_server)
{
    char table[16] = "", words[100];

    if (!whole_open() || !whole_begin()) return;
    int fd = whole_websocket("");
    whole_tell(fd, "{'type':'hello','id':1,'v':1}");
    whole_tell(fd, WHOLE_TABLE("{'name':'Ann'},{'name':'Al'}"));
    const char *at = strstr(whole_hear(fd, "\"mine\""), "\"table\":\"");
    if (CHECK(at != NULL)) sscanf(at + 9, "%15[a-z0-9]", table);
    close(fd);
    whole_end(SIGTERM);
    if (!whole_begin()) return;
    snprintf(words, sizeof words, "/api/tables/%s/record", table);
    CHECK(
        strstr(whole_ask(words,
                         "Cookie: aude=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n"),
               "\r\nname 0 Ann\nname 1 Al\n") ||
        strstr(whole_heard, "\nname 0 Ann\nname 1 Al\n"));
    whole_end(SIGTERM);
    whole_close();
}

static void set_alive(int64_t ahead)
{
    char problem[200];
    struct store *store = store_open(whole_store_name, problem, sizeof problem);

    if (!CHECK(store != NULL)) return;
    store_hours_alive(store, (int64_t)time(NULL) * 1000 + ahead);
    store->close(store);
}

/* When it last was alive, as it says again and again: after a crash that is all that is known. */
static long long said_alive(void)
{
    char path[120], text[40] = "";

    snprintf(path, sizeof path, "%s/store.db.lock", whole_folder);
    FILE *file = fopen(path, "rb");
    if (file && !fgets(text, sizeof text, file)) text[0] = 0;
    if (file) fclose(file);
    return atoll(text);
}

TEST(a_server_says_that_it_is_alive)
{
    if (!whole_open() || !whole_begin()) return;
    long long before = said_alive();
    for (int i = 0; i < WHOLE_WAIT_MS && said_alive() <= before; i++) poll(NULL, 0, 1);
    CHECK(said_alive() > before);
    whole_end(SIGTERM);
    whole_close();
}

/* Old tables go, and the log says how many. */
TEST(old_tables_are_forgotten)
{
    struct store_row row = {
        .table = "aaaaaaaaaaaa", .created = 5, .updated = 5, .summary = "{}"};
    char problem[200];

    if (!whole_open()) return;
    struct store *store = store_open(whole_store_name, problem, sizeof problem);
    CHECK(store && store_test_add(store, "aaaaaaaaaaaa", 1, 1, &row));
    store->close(store);
    set_alive(0); /* somebody ran until now: time without a server does not count */
    if (!whole_begin()) return; /* kept for ever */
    poll(NULL, 0, 250);
    whole_end(SIGTERM);
    CHECK(!strstr(whole_log(), "forgot"));
    whole_options.keep_days = 30;
    if (!whole_begin()) return;
    whole_wait_for_log("\"event\":\"forgot\",\"tables\":1}");
    poll(NULL, 0, 250);
    whole_end(SIGTERM);
    const char *first = strstr(whole_log(), "forgot");
    CHECK(first && !strstr(first + 1, "forgot")); /* told once */
    whole_close();
}

/* A clock that is behind that of the last run: our time goes on, and the log says by how much. */
TEST(time_goes_forward)
{
    if (!whole_open()) return;
    set_alive(600);
    if (!whole_begin()) return; /* by so little clocks are corrected all the time */
    whole_end(SIGTERM);
    CHECK(!strstr(whole_log(), "\"time\",\"text\""));
    set_alive(DAY);
    if (!whole_begin()) return;
    whole_end(SIGTERM);
    const char *line = strstr(whole_log(), "\"level\":\"warning\",\"event\":\"time\"");
    long long ms = 0;
    if (CHECK(line && strstr(line, "\"ms\":")))
        sscanf(strstr(line, "\"ms\":"), "\"ms\":%lld", &ms);
    CHECK(ms > DAY - 5000 && ms <= DAY + 1000);
    whole_close();
}

/* By https; SIGHUP reads the certificate again, and nobody is sent away. */
TEST(a_certificate_is_renewed)
{
    char wanted[100];

    if (!whole_open() || !certificate_make("localhost")) return;
    whole_options.cert = certificate_path;
    whole_options.key = certificate_key_path;
    if (!whole_begin()) return;
    snprintf(wanted, sizeof wanted, "https://127.0.0.1:%d/", atomic_load(&whole_port));
    CHECK_STR(whole_url, wanted);
    int fd = whole_call();
    kill(getpid(), SIGHUP);
    whole_wait_for_log("the certificate was read again");
    certificate_remove();
    kill(getpid(), SIGHUP);
    whole_wait_for_log("\"level\":\"error\",\"event\":\"certificate\"");
    whole_say(fd, "no TLS at all\r\n\r\n");
    whole_hear(fd, NULL);
    close(fd);
    whole_end(SIGTERM);
    whole_close();
}

/* Without a certificate SIGHUP is an end like the others. */
TEST(a_terminal_that_closes_ends_a_server)
{
    if (!whole_open() || !whole_begin()) return;
    whole_end(SIGHUP);
    whole_close();
}

TEST(the_service_manager_is_told)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    char path[60], text[100];
    bool fed = false;

    if (!whole_open()) return;
    snprintf(path, sizeof path, "@aude-server-%d", (int)getpid());
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    memcpy(at.sun_path + 1, path + 1, strlen(path) - 1);
    CHECK(!bind(fd, (struct sockaddr *)&at,
                (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path))));
    setenv("NOTIFY_SOCKET", path, 1);
    setenv("WATCHDOG_USEC", "200000", 1);
    if (!whole_begin()) return;
    ssize_t n = recv(fd, text, sizeof text - 1, 0);
    CHECK(n == 7 && !memcmp(text, "READY=1", 7));
    n = recv(fd, text, sizeof text - 1, 0);
    fed = n == 10 && !memcmp(text, "WATCHDOG=1", 10);
    CHECK(fed);
    whole_end(SIGTERM);
    do {
        n = recv(fd, text, sizeof text - 1, MSG_DONTWAIT);
        text[n > 0 ? n : 0] = 0;
    } while (!strcmp(text, "WATCHDOG=1"));
    CHECK_STR(text, "STOPPING=1");
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    close(fd);
    whole_close();
}

/* It says that it is somewhere else, but its log knows where it listens. */
static int call_where_it_listens(void)
{
    const char *at = strstr(whole_log(), "http://127.0.0.1:");
    int port = 0;

    if (CHECK(at != NULL)) sscanf(at + 17, "%d", &port);
    atomic_store(&whole_port, port);
    return whole_call();
}

/* Names are kept where browsers keep keys. */
TEST(names_are_kept_where_browsers_keep_keys)
{
    static const struct {
        const char *url;
        bool keeps;
    } urls[] = {{"https://play.example.org/", true},
                {"http://play.example.org/", false},
                {NULL, true}}; /* as localhost */

    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        if (!whole_open()) return;
        whole_options.public_url = urls[i].url;
        if (!whole_begin()) return;
        if (urls[i].url) CHECK_STR(whole_url, urls[i].url);
        int fd = call_where_it_listens();
        whole_say(fd, "POST /api/name/none HTTP/1.1\r\nHost: localhost\r\n"
                      "Connection: close\r\nContent-Length: 0\r\n\r\n");
        whole_hear(fd, NULL);
        close(fd);
        CHECK(strstr(whole_heard, urls[i].keeps ? "there is no such call"
                                                : "this server keeps no names") != NULL);
        whole_end(SIGTERM);
        CHECK_EQ(strstr(whole_log(), "no names are kept") == NULL, urls[i].keeps);
        whole_close();
    }
}

/* Somebody far away has made too many tables: only he is asked to wait. */
TEST(tables_are_paid_for)
{
    char text[100] = "";

    if (!whole_open()) return;
    whole_options.rate = 1;
    whole_options.proxies.n = 1;
    CHECK(guest_parse("127.0.0.1", 9, whole_options.proxies.address[0]));
    if (!whole_begin()) return;
    for (int who = 0; who < 2; who++) {
        snprintf(text, sizeof text, "X-Forwarded-For: 198.51.100.%d\r\n", who + 1);
        int fd = whole_websocket(text);
        whole_tell(fd, "{'type':'hello','id':1,'v':1}");
        whole_hear(fd, "\"computers\"");
        whole_tell(fd, WHOLE_TABLE("{'name':'Ann'},{'name':'Al'}"));
        CHECK(strstr(whole_hear(fd, "\"id\":2"), "\"ok\"") != NULL);
        whole_tell(fd, WHOLE_TABLE("{'name':'Ann'},{'name':'Al'}"));
        whole_hear(fd, "\"id\":2");
        CHECK(strstr(strstr(whole_heard, "\"id\":2") ? whole_heard : "", "\"RATE\"") !=
              NULL);
        close(fd);
    }
    CHECK(strstr(whole_ask("/metrics", "X-Forwarded-For: 198.51.100.9\r\n"),
                 "aude_tables") != NULL);
    whole_end(SIGTERM);
    whole_close();
}

/* Strangers at his address have spent all that it had: who has a seat can come back, and nobody else. */
TEST(who_has_a_seat_comes_back)
{
    const char *here = "X-Forwarded-For: 198.51.100.1\r\n";

    if (!whole_open()) return;
    whole_options.rate = 1;
    whole_options.proxies.n = 1;
    CHECK(guest_parse("127.0.0.1", 9, whole_options.proxies.address[0]));
    if (!whole_begin()) return;
    int fd = whole_websocket(here);
    whole_tell(fd, "{'type':'hello','id':1,'v':1}");
    whole_tell(fd, WHOLE_TABLE("{'name':'Ann'},{'name':'Al'}"));
    CHECK(strstr(whole_hear(fd, "\"mine\""), "\"mine\"") != NULL);
    close(fd);
    for (int i = 0; i < 3000 && !strstr(whole_ask("/metrics", here), " 429 "); i++)
        continue;
    CHECK(strstr(whole_heard, " 429 ") != NULL);
    close(whole_websocket(here));
    whole_end(SIGTERM);
    whole_close();
}

static bool count_owner(void *context, const struct store_owner *one)
{
    CHECK_STR(one->node, whole_options.node);
    ++*(int *)context;
    return true;
}

/* How many tables that node has, as the store says. */
static int owned(void)
{
    char problem[200];
    int n = 0;
    struct store *store = store_open_beside(whole_store_name, problem, sizeof problem);

    if (!CHECK(store != NULL)) return -1;
    CHECK(store_wait_renew(store, whole_options.node, 0, INT64_MAX, 0, count_owner, &n));
    store->close(store);
    return n;
}

static struct sockaddr_in free_at;

/* A port of this machine at which nobody listens. */
static const char *free_address(void)
{
    static char text[40];
    socklen_t n = sizeof free_at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    free_at = (struct sockaddr_in){.sin_family = AF_INET};
    free_at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(!bind(fd, (struct sockaddr *)&free_at, sizeof free_at));
    CHECK(!getsockname(fd, (struct sockaddr *)&free_at, &n));
    close(fd);
    snprintf(text, sizeof text, "127.0.0.1:%d", ntohs(free_at.sin_port));
    return text;
}

static int call_peer(void)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    CHECK(!connect(fd, (struct sockaddr *)&free_at, sizeof free_at));
    CHECK(strstr(whole_ask("/livez", ""), " 200 ") != NULL); /* and it has been let in */
    return fd;
}

/* One of several servers has the tables that are played at it, and gives them back when it ends. */
TEST(a_node_gives_its_tables_back)
{
    char key[60];

    if (!whole_open()) return;
    snprintf(key, sizeof key, "%s/key", whole_folder);
    FILE *file = fopen(key, "wb");
    fputs("a key that is long enough for several servers", file);
    fclose(file);
    whole_options.node = "127.0.0.1:9";
    whole_options.peer_listen = free_address();
    whole_options.cluster_key = key;
    if (!whole_begin()) return;
    int fd = whole_websocket("");
    whole_tell(fd, "{'type':'hello','id':1,'v':1}");
    whole_tell(fd, WHOLE_TABLE("{'kind':'computer','level':'greedy'},{'name':'Ann'}"));
    CHECK(strstr(whole_hear(fd, "turn 2 seat 1"), "turn 2 seat 1") != NULL);
    CHECK(strstr(whole_ask("/metrics", ""), "\naude_tables_owned 1\n") != NULL);
    CHECK_EQ(owned(), 1);
    int peer = call_peer(); /* somebody who says nothing, to the end */
    whole_end(SIGTERM);
    close(peer);
    CHECK(strstr(whole_hear(fd, NULL), "\"bye\"") != NULL);
    close(fd);
    CHECK_EQ(owned(), 0);
    CHECK(!strstr(whole_log(), "error"));
    whole_close();
}

#ifdef AUDE_WRAPPED
/* Nothing can be stored for a while: who asks is told so, the log says it, but not with every try, and when there is room again all goes on. */
TEST(a_full_disk_is_told)
{
    if (!whole_open() || !whole_begin()) return;
    int fd = whole_websocket("");
    whole_tell(fd, "{'type':'hello','id':1,'v':1}");
    whole_tell(fd, WHOLE_TABLE("{'name':'Ann'},{'name':'Al'}"));
    CHECK(strstr(whole_hear(fd, "\"mine\""), "\"mine\"") != NULL);
    atomic_store(&store_test_full, true);
    whole_tell(
        fd, "{'type':'create','id':3,'head':'aude 1\\nrules grow\\n','seats':[{},{}]}");
    whole_wait_for_log("\"level\":\"error\",\"event\":\"store\"");
    whole_wait_for_log("\"event\":\"away\"");
    CHECK(strstr(whole_ask("/readyz", ""), " 503 ") != NULL);
    CHECK(whole_told_times("\"event\":\"away\"") == 1);
    atomic_store(&store_test_full, false);
    whole_wait_for_log("\"event\":\"back\",\"text\":\"the store answers again\"");
    whole_tell(
        fd, "{'type':'create','id':4,'head':'aude 1\\nrules grow\\n','seats':[{},{}]}");
    CHECK(strstr(whole_hear(fd, "\"id\":4"), "\"id\":3") != NULL);
    CHECK(strstr(whole_ask("/readyz", ""), " 200 ") != NULL);
    whole_end(SIGTERM);
    CHECK(whole_told_times("\"event\":\"back\"") == 1);
    close(fd);
    whole_close();
}
#endif

/* Each connection is an open file: as many as there may be, and some for itself. */
TEST(a_server_asks_for_as_many_files_as_it_needs)
{
    struct rlimit before, few, is;

    if (!whole_open() || !CHECK(!getrlimit(RLIMIT_NOFILE, &before))) return;
    if (before.rlim_max < 2000) {
        puts("no more files can be had here");
        whole_close();
        return;
    }
    for (int conns = 20; conns <= 500; conns += 480) {
        few = before;
        few.rlim_cur = 200;
        whole_options.conns_max = conns;
        CHECK(!setrlimit(RLIMIT_NOFILE, &few));
        if (!whole_begin()) return;
        CHECK(!getrlimit(RLIMIT_NOFILE, &is));
        CHECK_EQ(is.rlim_cur, conns + 1000);
        whole_end(SIGTERM);
        CHECK(!strstr(whole_log(), "fewer connections"));
    }
    few.rlim_cur = 1600; /* enough: it stays as it is */
    CHECK(!setrlimit(RLIMIT_NOFILE, &few));
    if (!whole_begin()) return;
    CHECK(!getrlimit(RLIMIT_NOFILE, &is) && is.rlim_cur == 1600);
    whole_end(SIGTERM);
    CHECK(!setrlimit(RLIMIT_NOFILE, &before));
    whole_close();
}

TEST(a_server_that_cannot_begin_says_why)
{
    if (!whole_open()) return;
    whole_options.store = "sqlite:/no/such/folder/x.db";
    CHECK(strstr(whole_does_not_begin(), "aude: the store cannot be used: ") != NULL);
    whole_options.store = whole_store_name;
    whole_options.cert = whole_options.key = "/no/such/file";
    CHECK(strstr(whole_does_not_begin(), "aude: the server cannot listen there: ") !=
          NULL);
    whole_options.cert = whole_options.key = NULL;
    const char *address = whole_options.address;
    whole_options.address = "192.0.2.1"; /* of nobody */
    CHECK(strstr(whole_does_not_begin(), "aude: the server cannot listen there: ") !=
          NULL);
    whole_options.address = address;
    CHECK(access(whole_store_name + strlen("sqlite:"), F_OK) !=
          0); /* nor is a store made for that */
    whole_options.push.contact = "mailto:a@example.org";
    whole_options.push.test = "/no/such/file";
    CHECK(strstr(whole_does_not_begin(), "aude: push messages cannot be sent: ") != NULL);
    whole_options.push = (struct push_options){.contact = NULL};
    whole_options.node = whole_options.peer_listen = "127.0.0.1:1";
    whole_options.cluster_key = "/no/such/file";
    CHECK(strstr(whole_does_not_begin(), "aude: the server cannot be a node: ") != NULL);
    whole_options.node = NULL;
    if (!whole_begin()) return; /* and with all that mended it does */
    whole_end(SIGTERM);
    whole_close();
}

/* With a contact browsers are told the key of push messages. */
TEST(push_messages_are_offered)
{
    if (!whole_open()) return;
    whole_options.push.contact = "mailto:a@example.org";
    whole_options.push.after_s = 60;
    if (!whole_begin()) return;
    int fd = whole_websocket("");
    whole_tell(fd, "{'type':'hello','id':1,'v':1}");
    CHECK(strstr(whole_hear(fd, "\"push\""), "\"push\":") != NULL);
    close(fd);
    whole_end(SIGTERM);
    CHECK(!strstr(whole_log(), "FOR TESTS ONLY"));
    whole_close();
}
