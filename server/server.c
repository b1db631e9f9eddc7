/* server.c -- one event loop from start to stop.
 *
 * A round: libwebsockets hands in what came, the hub puts aside what is to be stored, workers'
 * answers are taken, the hub stores everything at once and sends. */
#include "server_parts.h"

#include "secret.h"
#include "worker.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    TICK_US = 100 * 1000,
    GOODBYE_MS = 3000,
    CLEAN_MS = 3600 * 1000,
    TRIM_MS = 60 * 1000,
    LWS_LINES = 20, /* of the library's in ten seconds: strangers make it speak */
    LWS_LINES_MS = 10000,
    POOL_MAX = 60000,
    TIME_BACK_MS = 1000
};

/* -- Time and log ----------------------------------------------------------------------- */

static int64_t offset; /* from the steady clock to the time of day, to the millisecond */

static int64_t milliseconds(clockid_t clock)
{
    struct timespec at;

    clock_gettime(clock, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

int64_t server_now(void)
{
    if (!offset) offset = milliseconds(CLOCK_REALTIME) - milliseconds(CLOCK_MONOTONIC);
    return offset + milliseconds(CLOCK_MONOTONIC);
}

/* A system's clock that was set back between two runs does not set us back. */
static void begin_time(struct store *store)
{
    int64_t is = server_now(), now = is;

    if (!store->begin(store, &now))
        server_log("error", "store", json_pack("{s:s}", "text", store->problem(store)));
    offset += now - is;
    if (now - is < TIME_BACK_MS) return; /* clocks are corrected by little all the time */
    server_log("warning", "time",
               json_pack("{s:s, s:I}", "text",
                         "the system's clock is behind that of the last run", "ms",
                         (json_int_t)(now - is)));
}

static bool quiet;

void server_log_quiet(bool yes)
{
    quiet = yes;
}

void server_log(const char *level, const char *event, json_t *facts)
{
    char at[40];
    time_t now = time(NULL);
    struct tm utc;

    if (!quiet || !strcmp(level, "error")) {
        gmtime_r(&now, &utc);
        strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", &utc);
        json_t *line =
            json_pack("{s:s, s:s, s:s}", "time", at, "level", level, "event", event);
        if (facts) json_object_update(line, facts);
        char *text = json_dumps(line, JSON_COMPACT);
        if (text) fprintf(stderr, "%s\n", text);
        free(text);
        json_decref(line);
    }
    json_decref(facts);
}

/* A log that strangers can fill is of no use, and fills the disk. */
static bool may_log(void)
{
    static int64_t since;
    static int lines;
    int64_t now = server_now();

    if (now - since >= LWS_LINES_MS) {
        since = now;
        lines = 0;
    }
    if (++lines == LWS_LINES + 1)
        server_log("warning", "libwebsockets",
                   json_pack("{s:s}", "text", "and more of the kind"));
    return lines <= LWS_LINES;
}

static void lws_says(int level, const char *line)
{
    char text[400];
    size_t n = strcspn(line, "\n");

    if (!may_log()) return;
    if (n >= sizeof text) n = sizeof text - 1;
    memcpy(text, line, n);
    text[n] = 0;
    server_log(level == LLL_ERR ? "error" : "warning", "libwebsockets",
               json_pack("{s:s}", "text", text));
}

/* -- Signals ---------------------------------------------------------------------------- */

static volatile sig_atomic_t stopping;
static struct lws_context *to_wake;

static void on_signal(int signal)
{
    (void)signal;
    stopping = 1;
    if (to_wake) lws_cancel_service(to_wake);
}

static void catch_signals(struct lws_context *lws)
{
    struct sigaction action = {.sa_handler = on_signal};

    to_wake = lws;
    stopping = 0;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action,
              NULL); /* a store that may not grow is a store that fails */
}

/* -- Between the parts ------------------------------------------------------------------ */

struct server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

bool server_hold(struct server *server, enum held what, size_t n)
{
    static const size_t most[] = {[HELD_FILES] = 64 << 20, [HELD_MESSAGES] = 32 << 20};

    if (server->held[what] + n > most[what]) return false;
    server->held[what] += n;
    return true;
}

void server_let_go(struct server *server, enum held what, size_t n)
{
    server->held[what] -= n;
}

static void wake(void *context, struct conn *conn)
{
    (void)context;
    lws_callback_on_writable(hub_peer(conn));
}

static bool think(void *context, struct hub_job *job)
{
    return workers_give(((struct server *)context)->workers, job);
}

static void forget(void *context, uint64_t number)
{
    workers_forget(((struct server *)context)->workers, number);
}

/* In a worker's thread: wake the loop. */
static void answered(void *context)
{
    lws_cancel_service(((struct server *)context)->lws);
}

/* Tables are asked for on WebSockets, and paid for like calls. */
static bool afford(void *context, struct conn *conn, enum hub_price what)
{
    struct server *server = context;
    static const int price[] = {[HUB_NEW_TABLE] = GUEST_TABLE,
                                [HUB_LOAD_TABLE] = GUEST_LOAD,
                                [HUB_CHANGE] = GUEST_CHANGE};

    return guests_pay_or_own(server->guests, ws_guest(hub_peer(conn)),
                             what == HUB_NEW_TABLE ? "" : hub_who(conn), price[what],
                             server_now(), NULL);
}

static void owes(void *context, struct conn *conn, int64_t entries)
{
    struct server *server = context;

    guests_owe(server->guests, ws_guest(hub_peer(conn)), (int)(entries / GUEST_ENTRIES),
               server_now());
}

static void seated(void *context, struct conn *conn)
{
    guests_seat(((struct server *)context)->guests, hub_who(conn), server_now());
}

static uint64_t from(void *context, struct conn *conn)
{
    const struct guest *guest = ws_guest(hub_peer(conn));
    uint64_t half[2];

    (void)context;
    if (!guest->counted) return 0;
    memcpy(half, guest->key, sizeof half);
    return half[0] * 31 + half[1];
}

static void complain(void *context, const char *table, int64_t seq)
{
    (void)context;
    server_log("error", "broken",
               json_pack("{s:s, s:s, s:I}", "text", "a log does not hold together",
                         "table", table, "seq", (json_int_t)seq));
}

static void on_tick(lws_sorted_usec_list_t *tick)
{
    struct server *server = lws_container_of(tick, struct server, tick);

    hub_time(server->hub, server_now());
    server->store->alive(server->store, server_now());
    hub_tick(server->hub);
    lws_sul_schedule(server->lws, 0, &server->tick, on_tick, TICK_US);
}

static void take_answers(struct server *server)
{
    struct aude_action action;
    uint64_t number;

    while (workers_take(server->workers, &number, &action))
        hub_thought(server->hub, number, action);
}

static void clean(struct server *server)
{
    int64_t now = server_now(), days = server->options->keep_days;

    if (!days || (server->cleaned && now - server->cleaned < CLEAN_MS)) return;
    server->cleaned = now;
    int n = hub_forget(server->hub, now - days * 86400000);
    if (n) server_log("info", "forgot", json_pack("{s:i}", "tables", n));
}

/* Tables that left memory leave holes; the system gets them back now and then. */
static void trim(struct server *server)
{
    int64_t now = server_now();

    if (now - server->trimmed < TRIM_MS) return;
    server->trimmed = now;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static void round_of(struct server *server)
{
    uint64_t failures = hub_counts(server->hub)->failures;

    lws_service(server->lws, 0);
    hub_time(server->hub, server_now());
    take_answers(server);
    hub_flush(server->hub);
    if (hub_counts(server->hub)->failures > failures)
        server_log("error", "store",
                   json_pack("{s:s}", "text", server->store->problem(server->store)));
    clean(server);
    trim(server);
}

/* -- Start and stop --------------------------------------------------------------------- */

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "aude: %s: %s\n", what, why);
    return 1;
}

static bool open_hub(struct server *server)
{
    const struct server_options *o = server->options;
    struct hub_options options = {.store = server->store,
                                  .version = o->version,
                                  .conns_max = o->conns_max,
                                  .rooms_max = o->tables_max,
                                  .idle_ms = (int64_t)o->idle_s * 1000,
                                  .think_ms = o->think_ms,
                                  .context = server,
                                  .wake = wake,
                                  .think = think,
                                  .forget = forget,
                                  .afford = afford,
                                  .owes = owes,
                                  .seated = seated,
                                  .from = from,
                                  .complain = complain};

    server->hub = hub_new(&options);
    if (server->hub) hub_time(server->hub, server_now());
    return server->hub != NULL;
}

static const lws_retry_bo_t alive = {
    .secs_since_valid_ping = 45,  /* a quiet connection is asked ... */
    .secs_since_valid_hangup = 75 /* ... and given up */
};

static int pool_for(const struct server_options *options)
{
    return options->conns_max + 1000 < POOL_MAX ? options->conns_max + 1000 : POOL_MAX;
}

static bool open_lws(struct server *server)
{
    const struct server_options *o = server->options;
    static struct lws_protocols protocols[] = {
        {.name = "http", .callback = http_callback},
        {.name = "aude-1", .callback = ws_callback, .rx_buffer_size = 1024},
        {.name = NULL}};
    struct lws_context_creation_info info = {
        .port = o->port,
        .iface = o->address,
        .protocols = protocols,
        .user = server,
        .gid = -1,
        .uid = -1,
        .alpn = "http/1.1",
        .timeout_secs = 15,
        .keepalive_timeout = 15,
        /* One for each connection that says nothing, or others would wait for them. */
        .max_http_header_pool = (unsigned short)pool_for(o),
        .fd_limit_per_thread = (unsigned)o->conns_max + 1000,
        .retry_and_idle_policy = &alive,
        .ssl_cert_filepath = o->cert,
        .ssl_private_key_filepath = o->key,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (o->cert ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0u)};

    protocols[0].per_session_data_size = http_session_size();
    protocols[1].per_session_data_size = ws_session_size();
    lws_set_log_level(LLL_ERR | LLL_WARN, lws_says);
    server->lws = lws_create_context(&info);
    if (server->lws) server->vhost = lws_create_vhost(server->lws, &info);
    return server->vhost != NULL;
}

static int threads_for(const struct server_options *options)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (options->threads > 0) return options->threads;
    return cores > 2 ? (int)cores - 1 : 1;
}

static void announce(struct server *server)
{
    const struct server_options *o = server->options;
    char url[400];
    const char *host = o->address ? o->address : "localhost";
    bool six = strchr(host, ':') != NULL;

    snprintf(url, sizeof url, "%s://%s%s%s:%d/", o->cert ? "https" : "http",
             six ? "[" : "", host, six ? "]" : "",
             lws_get_vhost_listen_port(server->vhost));
    server_log("info", "start",
               json_pack("{s:s, s:s, s:s}", "version", o->version, "listen", url, "store",
                         o->store));
    if (o->ready) o->ready(o->context, o->public_url ? o->public_url : url);
}

/* Nothing that was acknowledged is lost in any case; this is for good manners. */
static void say_goodbye(struct server *server)
{
    int64_t until = server_now() + GOODBYE_MS;

    hub_flush(server->hub);
    hub_goodbye(server->hub);
    while (hub_counts(server->hub)->conns && server_now() < until)
        lws_service(server->lws, 0);
}

static void close_all(struct server *server)
{
    workers_stop(server->workers);
    to_wake = NULL;
    if (server->lws) lws_context_destroy(server->lws);
    hub_free(server->hub);
    guests_free(server->guests);
    if (server->store) server->store->close(server->store);
}

/* As many open files as the connections need, if the system lets us. */
static void raise_limit(const struct server_options *options)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)options->conns_max + 1000;

    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur < wanted)
        server_log("warning", "files",
                   json_pack("{s:s, s:I}", "text", "fewer connections than asked for",
                             "limit", (json_int_t)limit.rlim_cur));
}

static int start(struct server *server, char *problem, size_t size)
{
    const struct server_options *o = server->options;

    if (!secret_init()) return fail("libsodium", "the system gives no random numbers");
    server->store = store_open(o->store, problem, size);
    if (!server->store) return fail("the store cannot be used", problem);
    begin_time(server->store);
    server->secure = o->cert || (o->public_url && !strncmp(o->public_url, "https:", 6));
    raise_limit(o);
    server->guests = guests_new(o->rate, o->per_address);
    if (!server->guests || !open_hub(server)) return fail("start", "out of memory");
    if (!open_lws(server)) return fail("the server cannot listen there", "see above");
    server->workers = workers_start(threads_for(o), answered, server);
    if (!server->workers) return fail("start", "out of memory");
    return 0;
}

int server_run(const struct server_options *options)
{
    struct server server = {.options = options};
    char problem[400];

    server_log_quiet(options->quiet);
    int status = start(&server, problem, sizeof problem);
    if (!status) {
        catch_signals(server.lws);
        hub_wake_tables(server.hub);
        announce(&server);
        lws_sul_schedule(server.lws, 0, &server.tick, on_tick, TICK_US);
        while (!stopping) round_of(&server);
        server_log("info", "stop", NULL);
        say_goodbye(&server);
        server.store->alive(server.store, server_now());
    }
    close_all(&server);
    return status;
}
