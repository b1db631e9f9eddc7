/* whole_server.c -- see whole_server.h. */
#include "whole_server.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "test.h"

struct server_options whole_options;
char whole_folder[40], whole_store_name[80], whole_url[200];
atomic_int whole_port;
int whole_status;

static char whole_log_path[80], *whole_log_text;
static pthread_t thread;
static int real_stderr;

/* -- A server in a thread --------------------------------------------------------------- */

static void on_ready(void *context, const char *text)
{
    CHECK(context == &whole_options);
    snprintf(whole_url, sizeof whole_url, "%s", text);
    const char *colon = strrchr(text, ':');
    atomic_store(&whole_port, colon && atoi(colon + 1) ? atoi(colon + 1) : 1);
}

static void *run_server(void *context)
{
    (void)context;
    whole_status = server_run(&whole_options);
    return NULL;
}

bool whole_open(void)
{
    snprintf(whole_folder, sizeof whole_folder, "/tmp/aude-whole-XXXXXX");
    if (!CHECK(mkdtemp(whole_folder) != NULL)) return false;
    snprintf(whole_store_name, sizeof whole_store_name, "sqlite:%s/store.db",
             whole_folder);
    snprintf(whole_log_path, sizeof whole_log_path, "%s/log", whole_folder);
    whole_options = (struct server_options){.version = "test",
                                            .address = "127.0.0.1",
                                            .store = whole_store_name,
                                            .threads = 1,
                                            .conns_max = 20,
                                            .tables_max = 20,
                                            .think_ms = 500,
                                            .away_s = 60,
                                            .idle_s = 600,
                                            .ready = on_ready,
                                            .context = &whole_options};
    return true;
}

void whole_close(void)
{
    static const char *const files[] = {"store.db",      "store.db-wal", "store.db-shm",
                                        "store.db.lock", "log",          "key"};
    char path[120];

    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "%s/%s", whole_folder, files[i]);
        unlink(path);
    }
    CHECK(!rmdir(whole_folder));
    free(whole_log_text);
    whole_log_text = NULL;
}

/* What it has said on stderr until now. */
const char *whole_log(void)
{
    FILE *file = fopen(whole_log_path, "rb");
    char *text = calloc(1, 1 << 16);

    if (file) {
        size_t n = fread(text, 1, (1 << 16) - 1, file);
        text[n] = 0;
        fclose(file);
    }
    free(whole_log_text);
    return whole_log_text = text;
}

static void take_stderr(void)
{
    FILE *file = fopen(whole_log_path, "wb");

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

bool whole_begin(void)
{
    threads_before = count_threads();
    atomic_store(&whole_port, 0);
    take_stderr();
    pthread_create(&thread, NULL, run_server, NULL);
    for (int i = 0; i < WHOLE_WAIT_MS && !atomic_load(&whole_port); i++) poll(NULL, 0, 1);
    return CHECK(atomic_load(&whole_port) != 0);
}

void whole_end(int how)
{
    kill(getpid(), how);
    pthread_join(thread, NULL);
    give_stderr();
    if (test_failures())
        fputs(whole_log(), stderr); /* checks that failed are told there */
    CHECK_EQ(whole_status, 0);
    if (!whole_options.node)
        CHECK_EQ(count_threads(),
                 threads_before); /* libuv keeps those that look up names */
    /* Until the process has gone another stop is not heard. */
    CHECK(signal(SIGTERM, SIG_DFL) == SIG_IGN);
    CHECK(signal(SIGINT, SIG_DFL) == SIG_IGN);
}

/* It does not begin: the reason, as it is told. */
const char *whole_does_not_begin(void)
{
    take_stderr();
    whole_status = server_run(&whole_options);
    give_stderr();
    CHECK_EQ(whole_status, 1);
    return whole_log();
}

bool whole_wait_for_log(const char *words)
{
    for (int i = 0; i < WHOLE_WAIT_MS; i++) {
        if (strstr(whole_log(), words)) return true;
        poll(NULL, 0, 1);
    }
    return CHECK(false);
}

/* -- What it asks for --------------------------------------------------------------------- */

const char *whole_instead;
void (*whole_on_turn)(struct store *store, int64_t now);
atomic_int whole_failures, whole_trims;

#ifdef AUDE_WRAPPED
struct store *__real_store_open(const char *name, char *problem, size_t size);
struct store *__wrap_store_open(const char *name, char *problem, size_t size);
struct store *__wrap_store_open(const char *name, char *problem, size_t size)
{
    struct store *store =
        __real_store_open(whole_instead ? whole_instead : name, problem, size);

    if (store && whole_on_turn) store->turn = whole_on_turn;
    return store;
}

int __real_push_failures(struct push *push, const char **why);
int __wrap_push_failures(struct push *push, const char **why);
int __wrap_push_failures(struct push *push, const char **why)
{
    int n = atomic_exchange(&whole_failures, 0);

    if (!n) return __real_push_failures(push, why);
    *why = "a reason";
    return n;
}

int __real_malloc_trim(size_t pad);
int __wrap_malloc_trim(size_t pad);
int __wrap_malloc_trim(size_t pad)
{
    atomic_fetch_add(&whole_trims, 1);
    return __real_malloc_trim(pad);
}
#endif

/* -- Those who call it ------------------------------------------------------------------ */

int whole_call(void)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)atomic_load(&whole_port))};
    struct timeval patience = {.tv_sec = WHOLE_WAIT_MS / 1000};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(!connect(fd, (struct sockaddr *)&to, sizeof to));
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return fd;
}

char whole_heard[WHOLE_HEARD];

/* All that comes until these words, or until the end. */
const char *whole_hear(int fd, const char *words)
{
    size_t n = 0;
    ssize_t more;

    whole_heard[0] = 0;
    while (!(words && strstr(whole_heard, words)) &&
           (more = recv(fd, whole_heard + n, sizeof whole_heard - 1 - n, 0)) > 0) {
        for (ssize_t i = 0; i < more; i++)
            if (!whole_heard[n + (size_t)i]) whole_heard[n + (size_t)i] = ' ';
        n += (size_t)more;
        whole_heard[n] = 0;
    }
    return whole_heard;
}

void whole_say(int fd, const char *text)
{
    CHECK_EQ(send(fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
}

const char *whole_ask(const char *path, const char *fields)
{
    char text[2000];
    int fd = whole_call();

    snprintf(text, sizeof text,
             "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n", path,
             fields);
    whole_say(fd, text);
    whole_hear(fd, NULL);
    close(fd);
    return whole_heard;
}

int whole_websocket(const char *fields)
{
    char text[1000];
    int fd = whole_call();

    snprintf(text, sizeof text,
             "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
             "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: aude-1\r\n"
             "Cookie: aude=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n%s\r\n",
             fields);
    whole_say(fd, text);
    CHECK(strstr(whole_hear(fd, "\r\n\r\n"), "101 Switching") != NULL);
    return fd;
}

/* A message in a frame with an empty mask. */
void whole_tell(int fd, const char *text)
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

/* How often these words stand in the log. */
int whole_told_times(const char *words)
{
    int n = 0;

    for (const char *at = whole_log(); (at = strstr(at, words)); at++) n++;
    return n;
}
