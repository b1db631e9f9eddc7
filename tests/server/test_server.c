/* test_server.c -- a whole server in a thread of the test: it begins, says so, answers, plays, keeps what it should, and ends; and where it
 * cannot begin it says why. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "certificate.h"
#include "server/net/server.h"
#include "server/store/store_hours.h"
#include "server/store/store_wait.h"
#include "store_test.h"
#include "test.h"

enum { WAIT_MS = 20000, DAY = 86400000 };

static struct server_options options;
static char folder[40], store_name[80], log_path[80], url[200], *log_text;
static pthread_t thread;
static atomic_int port;
static int status, real_stderr;

/* -- A server in a thread --------------------------------------------------------------- */

static void on_ready(void *context, const char *text)
{
    CHECK(context == &options);
    snprintf(url, sizeof url, "%s", text);
    const char *colon = strrchr(text, ':');
    atomic_store(&port, colon && atoi(colon + 1) ? atoi(colon + 1) : 1);
}

static void *run_server(void *context)
{
    (void)context;
    status = server_run(&options);
    return NULL;
}

static bool open_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/aude-whole-XXXXXX");
    if (!CHECK(mkdtemp(folder) != NULL)) return false;
    snprintf(store_name, sizeof store_name, "sqlite:%s/store.db", folder);
    snprintf(log_path, sizeof log_path, "%s/log", folder);
    options = (struct server_options){.version = "test",
                                      .address = "127.0.0.1",
                                      .store = store_name,
                                      .threads = 1,
                                      .conns_max = 20,
                                      .tables_max = 20,
                                      .think_ms = 500,
                                      .away_s = 60,
                                      .idle_s = 600,
                                      .ready = on_ready,
                                      .context = &options};
    return true;
}

static void close_folder(void)
{
    static const char *const files[] = {"store.db",      "store.db-wal", "store.db-shm",
                                        "store.db.lock", "log",          "key"};
    char path[120];

    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    CHECK(!rmdir(folder));
    free(log_text);
    log_text = NULL;
}

/* What it has said on stderr until now. */
static const char *log_so_far(void)
{
    FILE *file = fopen(log_path, "rb");
    char *text = calloc(1, 1 << 16);

    if (file) {
        size_t n = fread(text, 1, (1 << 16) - 1, file);
        text[n] = 0;
        fclose(file);
    }
    free(log_text);
    return log_text = text;
}

static void take_stderr(void)
{
    FILE *file = fopen(log_path, "wb");

    fflush(stderr);
    real_stderr = dup(2);
    dup2(fileno(file), 2);
    fclose(file);
}

static void give_stderr(void)
{
    fflush(stderr);
    dup2(real_stderr, 2);
    close(real_stderr);
}

/* How many threads this process has; 0: the system does not say. */
static int count_threads(void)
{
    DIR *all = opendir("/proc/self/task");
    int n = 0;

    while (all && readdir(all)) n++;
    if (all) closedir(all);
    return n;
}

static int threads_before;

static bool begin(void)
{
    threads_before = count_threads();
    atomic_store(&port, 0);
    take_stderr();
    pthread_create(&thread, NULL, run_server, NULL);
    for (int i = 0; i < WAIT_MS && !atomic_load(&port); i++) poll(NULL, 0, 1);
    return CHECK(atomic_load(&port) != 0);
}

static void end(int how)
{
    kill(getpid(), how);
    pthread_join(thread, NULL);
    give_stderr();
    CHECK_EQ(status, 0);
    if (!options.node)
        CHECK_EQ(count_threads(),
                 threads_before); /* libuv keeps those that look up names */
    /* Until the process has gone another stop is not heard. */
    CHECK(signal(SIGTERM, SIG_DFL) == SIG_IGN);
    CHECK(signal(SIGINT, SIG_DFL) == SIG_IGN);
}

/* It does not begin: the reason, as it is told. */
static const char *does_not_begin(void)
{
    take_stderr();
    status = server_run(&options);
    give_stderr();
    CHECK_EQ(status, 1);
    return log_so_far();
}

static bool wait_for_log(const char *words)
{
    for (int i = 0; i < WAIT_MS; i++) {
        if (strstr(log_so_far(), words)) return true;
        poll(NULL, 0, 1);
    }
    return CHECK(false);
}

/* -- Those who call it ------------------------------------------------------------------ */

static int call(void)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)atomic_load(&port))};
    struct timeval patience = {.tv_sec = WAIT_MS / 1000};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(!connect(fd, (struct sockaddr *)&to, sizeof to));
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return fd;
}

static char heard[1 << 18];

/* All that comes until these words, or until the end. */
static const char *hear_until(int fd, const char *words)
{
    size_t n = 0;
    ssize_t more;

    heard[0] = 0;
    while (!(words && strstr(heard, words)) &&
           (more = recv(fd, heard + n, sizeof heard - 1 - n, 0)) > 0) {
        for (ssize_t i = 0; i < more; i++)
            if (!heard[n + (size_t)i]) heard[n + (size_t)i] = ' ';
        n += (size_t)more;
        heard[n] = 0;
    }
    return heard;
}

static void say(int fd, const char *text)
{
    CHECK_EQ(send(fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
}

static const char *ask(const char *path, const char *fields)
{
    char text[2000];
    int fd = call();

    snprintf(text, sizeof text,
             "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n", path,
             fields);
    say(fd, text);
    hear_until(fd, NULL);
    close(fd);
    return heard;
}

static int open_websocket(const char *fields)
{
    char text[1000];
    int fd = call();

    snprintf(text, sizeof text,
             "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
             "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: aude-1\r\n"
             "Cookie: aude=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n%s\r\n",
             fields);
    say(fd, text);
    CHECK(strstr(hear_until(fd, "\r\n\r\n"), "101 Switching") != NULL);
    return fd;
}

/* A message in a frame with an empty mask. */
static void tell(int fd, const char *text)
{
    unsigned char frame[2000] = {0x81};
    size_t n = strlen(text), at = 2;

    if (n < 126)
        frame[1] = (unsigned char)(0x80 | n);
    else {
        frame[1] = 0x80 | 126;
        frame[2] = (unsigned char)(n >> 8);
        frame[3] = (unsigned char)(n & 255);
        at = 4;
    }
    at += 4;
    for (size_t i = 0; i < n; i++)
        frame[at + i] = text[i] == '\'' ? '"' : (unsigned char)text[i];
    CHECK_EQ(send(fd, frame, at + n, MSG_NOSIGNAL), (ssize_t)(at + n));
}

#define TABLE(more)                                                                      \
    "{'type':'create','id':2,'head':'aude 1\\nrules grow\\nfirst 0\\n','seats':[" more   \
    "]}"

/* -- Tests ------------------------------------------------------------------------------ */

TEST(a_server_begins_answers_and_ends)
{
    char wanted[200];

    for (int how = 0; how < 2; how++) {
        if (!open_folder() || !begin()) return;
        snprintf(wanted, sizeof wanted, "http://127.0.0.1:%d/", atomic_load(&port));
        CHECK_STR(url, wanted);
        CHECK(strstr(ask("/livez", ""), "HTTP/1.1 200 OK\r\n") != NULL);
        CHECK(strstr(ask("/readyz", ""), "\r\n\r\nready\n") != NULL);
        CHECK(strstr(ask("/api/me", ""), "{\"v\":1,\"version\":\"test\"}") != NULL);
        int fd = open_websocket("");
        tell(fd, "{'type':'hello','id':1,'v':1}");
        CHECK(strstr(hear_until(fd, "\"computers\""), "\"ok\"") != NULL);
        CHECK(strstr(ask("/api/health", ""), "\"connections\":1,") != NULL);
        end(how ? SIGINT : SIGTERM);
        CHECK(strstr(hear_until(fd, NULL), "\"bye\"") != NULL);
        close(fd);
        const char *log = log_so_far();
        snprintf(wanted, sizeof wanted,
                 "\"level\":\"info\",\"event\":\"start\",\"version\":\"test\",\"listen\":"
                 "\"http://127.0.0.1:%d/\",\"store\":\"%s\"}\n",
                 atomic_load(&port), store_name);
        CHECK(strstr(log, wanted) != NULL);
        CHECK(strstr(log, "\"level\":\"info\",\"event\":\"stop\"}\n") != NULL);
        CHECK(!strstr(log, "warning") && !strstr(log, "error"));
        CHECK_EQ(strncmp(log, "{\"time\":\"20", 11), 0);
        close_folder();
    }
}

TEST(a_quiet_server_says_nothing)
{
    if (!open_folder()) return;
    options.quiet = true;
    if (!begin()) return;
    CHECK(strstr(ask("/livez", ""), "HTTP/1.1 200 OK\r\n") != NULL);
    end(SIGTERM);
    CHECK_STR(log_so_far(), "");
    close_folder();
}

/* A computer has the first seat: it lays its tile, and then it is the other's turn. */
TEST(a_computer_plays)
{
    if (!open_folder() || !begin()) return;
    int fd = open_websocket("");
    tell(fd, "{'type':'hello','id':1,'v':1}");
    tell(fd, TABLE("{'kind':'computer','level':'greedy'},{'name':'Ann'}"));
    CHECK(strstr(hear_until(fd, "turn 2 seat 1"), "turn 2 seat 1") != NULL);
    end(SIGTERM);
    close(fd);
    close_folder();
}

/* What was said is there after the next start; nobody is charged for the time between. */
TEST(a_table_outlives_its_server)
{
    char table[16] = "", words[100];

    if (!open_folder() || !begin()) return;
    int fd = open_websocket("");
    tell(fd, "{'type':'hello','id':1,'v':1}");
    tell(fd, TABLE("{'name':'Ann'},{'name':'Al'}"));
    const char *at = strstr(hear_until(fd, "\"mine\""), "\"table\":\"");
    if (CHECK(at != NULL)) sscanf(at + 9, "%15[a-z0-9]", table);
    close(fd);
    end(SIGTERM);
    if (!begin()) return;
    snprintf(words, sizeof words, "/api/tables/%s/record", table);
    CHECK(
        strstr(ask(words, "Cookie: aude=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n"),
               "\r\nname 0 Ann\nname 1 Al\n") ||
        strstr(heard, "\nname 0 Ann\nname 1 Al\n"));
    end(SIGTERM);
    close_folder();
}

static void set_alive(int64_t ahead)
{
    char problem[200];
    struct store *store = store_open(store_name, problem, sizeof problem);

    if (!CHECK(store != NULL)) return;
    store_hours_alive(store, (int64_t)time(NULL) * 1000 + ahead);
    store->close(store);
}

/* When it last was alive, as it says again and again: after a crash that is all that is known. */
static long long said_alive(void)
{
    char path[120], text[40] = "";

    snprintf(path, sizeof path, "%s/store.db.lock", folder);
    FILE *file = fopen(path, "rb");
    if (file && !fgets(text, sizeof text, file)) text[0] = 0;
    if (file) fclose(file);
    return atoll(text);
}

TEST(a_server_says_that_it_is_alive)
{
    if (!open_folder() || !begin()) return;
    long long before = said_alive();
    for (int i = 0; i < WAIT_MS && said_alive() <= before; i++) poll(NULL, 0, 1);
    CHECK(said_alive() > before);
    end(SIGTERM);
    close_folder();
}

/* Old tables go, and the log says how many. */
TEST(old_tables_are_forgotten)
{
    struct store_row row = {
        .table = "aaaaaaaaaaaa", .created = 5, .updated = 5, .summary = "{}"};
    char problem[200];

    if (!open_folder()) return;
    struct store *store = store_open(store_name, problem, sizeof problem);
    CHECK(store && store_test_add(store, "aaaaaaaaaaaa", 1, 1, &row));
    store->close(store);
    set_alive(0); /* somebody ran until now: time without a server does not count */
    if (!begin()) return; /* kept for ever */
    poll(NULL, 0, 250);
    end(SIGTERM);
    CHECK(!strstr(log_so_far(), "forgot"));
    options.keep_days = 30;
    if (!begin()) return;
    wait_for_log("\"event\":\"forgot\",\"tables\":1}");
    poll(NULL, 0, 250);
    end(SIGTERM);
    const char *first = strstr(log_so_far(), "forgot");
    CHECK(first && !strstr(first + 1, "forgot")); /* told once */
    close_folder();
}

/* A clock that is behind that of the last run: our time goes on, and the log says by how much. */
TEST(time_goes_forward)
{
    if (!open_folder()) return;
    set_alive(600);
    if (!begin()) return; /* by so little clocks are corrected all the time */
    end(SIGTERM);
    CHECK(!strstr(log_so_far(), "\"time\",\"text\""));
    set_alive(DAY);
    if (!begin()) return;
    end(SIGTERM);
    const char *line = strstr(log_so_far(), "\"level\":\"warning\",\"event\":\"time\"");
    long long ms = 0;
    if (CHECK(line && strstr(line, "\"ms\":")))
        sscanf(strstr(line, "\"ms\":"), "\"ms\":%lld", &ms);
    CHECK(ms > DAY - 5000 && ms <= DAY + 1000);
    close_folder();
}

/* By https; SIGHUP reads the certificate again, and nobody is sent away. */
TEST(a_certificate_is_renewed)
{
    char wanted[100];

    if (!open_folder() || !certificate_make("localhost")) return;
    options.cert = certificate_path;
    options.key = certificate_key_path;
    if (!begin()) return;
    snprintf(wanted, sizeof wanted, "https://127.0.0.1:%d/", atomic_load(&port));
    CHECK_STR(url, wanted);
    int fd = call();
    kill(getpid(), SIGHUP);
    wait_for_log("the certificate was read again");
    certificate_remove();
    kill(getpid(), SIGHUP);
    wait_for_log("\"level\":\"error\",\"event\":\"certificate\"");
    say(fd, "no TLS at all\r\n\r\n");
    hear_until(fd, NULL);
    close(fd);
    end(SIGTERM);
    close_folder();
}

/* Without a certificate SIGHUP is an end like the others. */
TEST(a_terminal_that_closes_ends_a_server)
{
    if (!open_folder() || !begin()) return;
    end(SIGHUP);
    close_folder();
}

TEST(the_service_manager_is_told)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    char path[60], text[100];
    bool fed = false;

    if (!open_folder()) return;
    snprintf(path, sizeof path, "@aude-server-%d", (int)getpid());
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    memcpy(at.sun_path + 1, path + 1, strlen(path) - 1);
    CHECK(!bind(fd, (struct sockaddr *)&at,
                (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path))));
    setenv("NOTIFY_SOCKET", path, 1);
    setenv("WATCHDOG_USEC", "200000", 1);
    if (!begin()) return;
    ssize_t n = recv(fd, text, sizeof text - 1, 0);
    CHECK(n == 7 && !memcmp(text, "READY=1", 7));
    n = recv(fd, text, sizeof text - 1, 0);
    fed = n == 10 && !memcmp(text, "WATCHDOG=1", 10);
    CHECK(fed);
    end(SIGTERM);
    do {
        n = recv(fd, text, sizeof text - 1, MSG_DONTWAIT);
        text[n > 0 ? n : 0] = 0;
    } while (!strcmp(text, "WATCHDOG=1"));
    CHECK_STR(text, "STOPPING=1");
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    close(fd);
    close_folder();
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
        if (!open_folder()) return;
        options.public_url = urls[i].url;
        if (!begin()) return;
        if (urls[i].url) CHECK_STR(url, urls[i].url);
        end(SIGTERM);
        CHECK_EQ(strstr(log_so_far(), "no names are kept") == NULL, urls[i].keeps);
        close_folder();
    }
}

/* Somebody far away has made too many tables: only he is asked to wait. */
TEST(tables_are_paid_for)
{
    char text[100] = "";

    if (!open_folder()) return;
    options.rate = 1;
    options.proxies.n = 1;
    CHECK(guest_parse("127.0.0.1", 9, options.proxies.address[0]));
    if (!begin()) return;
    for (int who = 0; who < 2; who++) {
        snprintf(text, sizeof text, "X-Forwarded-For: 198.51.100.%d\r\n", who + 1);
        int fd = open_websocket(text);
        tell(fd, "{'type':'hello','id':1,'v':1}");
        hear_until(fd, "\"computers\"");
        tell(fd, TABLE("{'name':'Ann'},{'name':'Al'}"));
        CHECK(strstr(hear_until(fd, "\"id\":2"), "\"ok\"") != NULL);
        tell(fd, TABLE("{'name':'Ann'},{'name':'Al'}"));
        hear_until(fd, "\"id\":2");
        CHECK(strstr(strstr(heard, "\"id\":2") ? heard : "", "\"RATE\"") != NULL);
        close(fd);
    }
    CHECK(strstr(ask("/metrics", "X-Forwarded-For: 198.51.100.9\r\n"), "aude_tables") !=
          NULL);
    end(SIGTERM);
    close_folder();
}

/* Strangers at his address have spent all that it had: who has a seat can come back, and nobody else. */
TEST(who_has_a_seat_comes_back)
{
    const char *here = "X-Forwarded-For: 198.51.100.1\r\n";

    if (!open_folder()) return;
    options.rate = 1;
    options.proxies.n = 1;
    CHECK(guest_parse("127.0.0.1", 9, options.proxies.address[0]));
    if (!begin()) return;
    int fd = open_websocket(here);
    tell(fd, "{'type':'hello','id':1,'v':1}");
    tell(fd, TABLE("{'name':'Ann'},{'name':'Al'}"));
    CHECK(strstr(hear_until(fd, "\"mine\""), "\"mine\"") != NULL);
    close(fd);
    for (int i = 0; i < 3000 && !strstr(ask("/metrics", here), " 429 "); i++) continue;
    CHECK(strstr(heard, " 429 ") != NULL);
    close(open_websocket(here));
    end(SIGTERM);
    close_folder();
}

static bool count_owner(void *context, const struct store_owner *one)
{
    CHECK_STR(one->node, options.node);
    ++*(int *)context;
    return true;
}

/* How many tables that node has, as the store says. */
static int owned(void)
{
    char problem[200];
    int n = 0;
    struct store *store = store_open_beside(store_name, problem, sizeof problem);

    if (!CHECK(store != NULL)) return -1;
    CHECK(store_wait_renew(store, options.node, 0, INT64_MAX, 0, count_owner, &n));
    store->close(store);
    return n;
}

/* One of several servers has the tables that are played at it, and gives them back when it ends. */
TEST(a_node_gives_its_tables_back)
{
    char key[60];

    if (!open_folder()) return;
    snprintf(key, sizeof key, "%s/key", folder);
    FILE *file = fopen(key, "wb");
    fputs("a key that is long enough for several servers", file);
    fclose(file);
    options.node = "127.0.0.1:9";
    options.peer_listen = "127.0.0.1:0";
    options.cluster_key = key;
    if (!begin()) return;
    int fd = open_websocket("");
    tell(fd, "{'type':'hello','id':1,'v':1}");
    tell(fd, TABLE("{'kind':'computer','level':'greedy'},{'name':'Ann'}"));
    CHECK(strstr(hear_until(fd, "turn 2 seat 1"), "turn 2 seat 1") != NULL);
    CHECK(strstr(ask("/metrics", ""), "\naude_tables_owned 1\n") != NULL);
    CHECK_EQ(owned(), 1);
    end(SIGTERM);
    CHECK(strstr(hear_until(fd, NULL), "\"bye\"") != NULL);
    close(fd);
    CHECK_EQ(owned(), 0);
    CHECK(!strstr(log_so_far(), "error"));
    close_folder();
}

/* How often these words stand in the log. */
static int told_times(const char *words)
{
    int n = 0;

    for (const char *at = log_so_far(); (at = strstr(at, words)); at++) n++;
    return n;
}

#ifdef AUDE_WRAPPED
/* Nothing can be stored for a while: who asks is told so, the log says it, but not with every try, and when there is room again all goes on. */
TEST(a_full_disk_is_told)
{
    if (!open_folder() || !begin()) return;
    int fd = open_websocket("");
    tell(fd, "{'type':'hello','id':1,'v':1}");
    tell(fd, TABLE("{'name':'Ann'},{'name':'Al'}"));
    CHECK(strstr(hear_until(fd, "\"mine\""), "\"mine\"") != NULL);
    atomic_store(&store_test_full, true);
    tell(fd, "{'type':'create','id':3,'head':'aude 1\\nrules grow\\n','seats':[{},{}]}");
    wait_for_log("\"level\":\"error\",\"event\":\"store\"");
    wait_for_log("\"event\":\"away\"");
    CHECK(strstr(ask("/readyz", ""), " 503 ") != NULL);
    CHECK(told_times("\"event\":\"away\"") == 1);
    atomic_store(&store_test_full, false);
    wait_for_log("\"event\":\"back\",\"text\":\"the store answers again\"");
    tell(fd, "{'type':'create','id':4,'head':'aude 1\\nrules grow\\n','seats':[{},{}]}");
    CHECK(strstr(hear_until(fd, "\"id\":4"), "\"id\":3") != NULL);
    CHECK(strstr(ask("/readyz", ""), " 200 ") != NULL);
    end(SIGTERM);
    CHECK(told_times("\"event\":\"back\"") == 1);
    close(fd);
    close_folder();
}
#endif

/* Each connection is an open file: as many as there may be, and some for itself. */
TEST(a_server_asks_for_as_many_files_as_it_needs)
{
    struct rlimit before, few, is;

    if (!open_folder() || !CHECK(!getrlimit(RLIMIT_NOFILE, &before))) return;
    if (before.rlim_max < 2000) {
        puts("no more files can be had here");
        close_folder();
        return;
    }
    for (int conns = 20; conns <= 500; conns += 480) {
        few = before;
        few.rlim_cur = 200;
        options.conns_max = conns;
        CHECK(!setrlimit(RLIMIT_NOFILE, &few));
        if (!begin()) return;
        CHECK(!getrlimit(RLIMIT_NOFILE, &is));
        CHECK_EQ(is.rlim_cur, conns + 1000);
        end(SIGTERM);
        CHECK(!strstr(log_so_far(), "fewer connections"));
    }
    few.rlim_cur = 1600; /* enough: it stays as it is */
    CHECK(!setrlimit(RLIMIT_NOFILE, &few));
    if (!begin()) return;
    CHECK(!getrlimit(RLIMIT_NOFILE, &is) && is.rlim_cur == 1600);
    end(SIGTERM);
    CHECK(!setrlimit(RLIMIT_NOFILE, &before));
    close_folder();
}

TEST(a_server_that_cannot_begin_says_why)
{
    if (!open_folder()) return;
    options.store = "sqlite:/no/such/folder/x.db";
    CHECK(strstr(does_not_begin(), "aude: the store cannot be used: ") != NULL);
    options.store = store_name;
    options.cert = options.key = "/no/such/file";
    CHECK(strstr(does_not_begin(), "aude: the server cannot listen there: ") != NULL);
    options.cert = options.key = NULL;
    options.push.contact = "mailto:a@example.org";
    options.push.test = "/no/such/file";
    CHECK(strstr(does_not_begin(), "aude: push messages cannot be sent: ") != NULL);
    options.push = (struct push_options){.contact = NULL};
    options.node = options.peer_listen = "127.0.0.1:1";
    options.cluster_key = "/no/such/file";
    CHECK(strstr(does_not_begin(), "aude: the server cannot be a node: ") != NULL);
    options.node = NULL;
    if (!begin()) return; /* and with all that mended it does */
    end(SIGTERM);
    close_folder();
}

/* With a contact browsers are told the key of push messages. */
TEST(push_messages_are_offered)
{
    if (!open_folder()) return;
    options.push.contact = "mailto:a@example.org";
    options.push.after_s = 60;
    if (!begin()) return;
    int fd = open_websocket("");
    tell(fd, "{'type':'hello','id':1,'v':1}");
    CHECK(strstr(hear_until(fd, "\"push\""), "\"push\":") != NULL);
    close(fd);
    end(SIGTERM);
    CHECK(!strstr(log_so_far(), "FOR TESTS ONLY"));
    close_folder();
}
