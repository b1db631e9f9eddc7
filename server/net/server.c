/* server.c -- one event loop from start to stop.
 *
 * A round: libuv hands in what came, the hub puts aside what is to be stored, workers' answers are
 * taken, the hub stores everything at once, and the lines send. */
#include "server_internal.h"

#include "hub/secret.h"
#include "store/store_hours.h"
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
    TICK_MS = 100,
    GOODBYE_MS = 400, /* for the last words, while somebody waits for the end */
    CLEAN_MS = 3600 * 1000,
    TRIM_MS = 60 * 1000,
    STORE_LINE_MS = 1000,
    PUSH_LINE_MS = 60 * 1000,
    TIME_BACK_MS = 1000,
    TIME_LINE_MS = 60 * 1000,
    OTHERS = 3, /* once may be the last word of one that was killed */
    OTHERS_LINE_MS = 60 * 1000
};

/* -- Time and log ----------------------------------------------------------------------- */

static int64_t offset; /* from the steady clock to the time of day, to the millisecond */

static int64_t server_clock_ms(clockid_t clock)
{
    struct timespec at;

    clock_gettime(clock, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

int64_t server_now(void)
{
    if (!offset)
        offset = server_clock_ms(CLOCK_REALTIME) - server_clock_ms(CLOCK_MONOTONIC);
    return offset + server_clock_ms(CLOCK_MONOTONIC);
}

int64_t server_steady(void)
{
    return server_clock_ms(CLOCK_MONOTONIC);
}

static uint64_t server_microseconds(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (uint64_t)at.tv_sec * 1000000u + (uint64_t)at.tv_nsec / 1000u;
}

/* If the system's clock was set back between two runs, our time still goes forward. */
static void server_begin_time(struct store *store)
{
    int64_t is = server_now(), now = is;

    if (!store_begin(store, &now))
        server_log("error", "store", json_pack("{s:s}", "text", store->note));
    offset += now - is;
    if (now - is < TIME_BACK_MS) return; /* clocks are corrected by little all the time */
    server_log("warning", "time",
               json_pack("{s:s, s:I}", "text",
                         "the system's clock is behind that of the last run", "ms",
                         (json_int_t)(now - is)));
}

/* A machine that was suspended goes on where it stood, and to other nodes it is in the past from then on: what it has
 * they take at once, and whoever is to move is charged the difference. The database's time is everybody's. Only forward: to
 * us it is as if we had stood still. */
static void server_keep_time(const struct server *server)
{
    static int64_t said;
    int64_t behind = server->node ? server->store->clock - server_now() : 0;

    if (behind > PEER_CLOCK_MS) {
        offset += behind;
        server_log("warning", "time",
                   json_pack("{s:s, s:I}", "text",
                             "this machine stood still: the database's time is taken",
                             "ms", (json_int_t)behind));
    } else if (server->node && server->store->ahead > PEER_CLOCK_MS &&
               server_now() - said >= TIME_LINE_MS) {
        said = server_now();
        server_log("warning", "time",
                   json_pack("{s:s, s:I}", "text",
                             "this machine's clock is ahead of the database's", "ms",
                             (json_int_t)server->store->ahead));
    }
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

/* -- Signals ---------------------------------------------------------------------------- */

/* After a renewal: new connections get the new certificate, nobody is sent away. */
static void server_renew_certificate(struct server *server)
{
    char problem[400];

    if (net_read_certificate(server, problem, sizeof problem))
        server_log("info", "certificate",
                   json_pack("{s:s}", "text", "the certificate was read again"));
    else
        server_log("error", "certificate", json_pack("{s:s}", "text", problem));
}

static void server_on_signal(uv_signal_t *handle, int signal)
{
    struct server *server = handle->data;

    if (signal == SIGHUP && server->options->cert)
        server_renew_certificate(server);
    else
        server->stopping = true;
}

static void server_catch_signals(struct server *server)
{
    static const int stops[] = {SIGTERM, SIGINT, SIGHUP};
    struct sigaction action = {.sa_handler = SIG_IGN};

    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++)
        uv_signal_start(&server->signal[i], server_on_signal, stops[i]);
    sigemptyset(&action.sa_mask);
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action,
              NULL); /* a write beyond the limit then fails, as on a full disk */
}

/* -- Between the parts ------------------------------------------------------------------ */

static void server_wake(void *context, struct conn *conn)
{
    struct visit *visit = hub_peer(conn);
    struct server *server = context;

    if (hub_node_is_elsewhere(conn))
        node_guest_wake(server->node, conn);
    else
        net_line_wake(visit->line);
}

/* At the end there are no workers any more. */
static bool server_think(void *context, struct hub_job *job)
{
    struct server *server = context;

    return server->workers && workers_give(server->workers, job);
}

static void server_forget_job(void *context, uint64_t number)
{
    struct server *server = context;

    if (server->workers) workers_forget(server->workers, number);
}

/* In a worker's thread: wake the loop. */
static void server_on_worker(void *context)
{
    uv_async_send(&((struct server *)context)->answered);
}

static void server_on_answered(uv_async_t *handle)
{
    (void)handle; /* the round takes them */
}

/* Tables are asked for on WebSockets, and paid for like calls. */
static bool server_afford(void *context, struct conn *conn, enum hub_price what)
{
    struct server *server = context;
    static const int price[] = {[HUB_NEW_TABLE] = GUEST_TABLE,
                                [HUB_LOAD_TABLE] = GUEST_LOAD,
                                [HUB_SUBSCRIBE] = GUEST_SUBSCRIBE,
                                [HUB_CHANGE] = GUEST_CHANGE};

    if (hub_node_is_elsewhere(conn))
        return true; /* the node where he is looks after that */
    return guests_pay_or_own(server->guests, ws_guest(hub_peer(conn)),
                             what == HUB_NEW_TABLE ? "" : hub_who(conn), price[what],
                             server_now(), NULL);
}

static void server_note_debt(void *context, struct conn *conn, int64_t entries)
{
    struct server *server = context;

    if (hub_node_is_elsewhere(conn)) return;
    guests_owe(server->guests, ws_guest(hub_peer(conn)), (int)(entries / GUEST_ENTRIES),
               server_now());
}

static void server_on_seated(void *context, struct conn *conn)
{
    struct guests *guests = ((struct server *)context)->guests;

    if (hub_node_is_elsewhere(conn)) return;
    guests_seat(guests, hub_who(conn), server_now());
    /* When he comes back, only his session can be seen, until the store says whose it is. */
    if (hub_names_number(conn))
        guests_seat(guests, ((const struct visit *)hub_peer(conn))->session,
                    server_now());
}

static uint64_t server_address_of(void *context, struct conn *conn)
{
    (void)context;
    return hub_node_is_elsewhere(conn) ? 0 : guest_number(ws_guest(hub_peer(conn)));
}

static void server_complain(void *context, const char *table, int64_t seq)
{
    (void)context;
    server_log("error", "broken",
               json_pack("{s:s, s:s, s:I}", "text", "a log does not hold together",
                         "table", table, "seq", (json_int_t)seq));
}

static void server_feed_watchdog(struct server *server)
{
    int64_t every = notify_watchdog_ms() / 2;

    if (!every || server_now() - server->fed < every) return;
    server->fed = server_now();
    notify("WATCHDOG=1");
}

/* Two that know nothing of each other lose nothing, but people at one do not hear what is done at the other. */
static void server_look_for_others(const struct server *server)
{
    static int64_t said;

    if (server->node || server->store->others < OTHERS ||
        (said && server_now() - said < OTHERS_LINE_MS))
        return;
    said = server_now();
    server_log("error", "others",
               json_pack("{s:s}", "text",
                         "another server uses this database: stop one of them, or give "
                         "all of them --peer-listen and --cluster-key"));
}

static void server_on_tick(uv_timer_t *tick)
{
    struct server *server = tick->data;

    server_keep_time(server);
    server_look_for_others(server);
    hub_time(server->hub, server_now());
    if (!hub_waits_for_store(server->hub)) store_hours_alive(server->store, server_now());
    store_loop_turn(server);
    hub_tick(server->hub);
    if (server->node) node_tick(server->node);
    peers_look_for_twin(server);
    net_tick(server);
    health_tick(server);
    duty_tick(server);
    health_tell(server);
    server_feed_watchdog(server);
}

static void server_take_answers(struct server *server)
{
    struct aude_action action;
    uint64_t number;

    while (workers_take(server->workers, &number, &action))
        hub_think_answer(server->hub, number, action);
}

static void server_clean(struct server *server)
{
    int64_t now = server_now(), days = server->options->keep_days;

    if (!days || (server->cleaned && now - server->cleaned < CLEAN_MS)) return;
    server->cleaned = now;
    hub_forget(server->hub, now - days * 86400000);
}

static void server_tell_forgotten(struct server *server)
{
    uint64_t n = hub_counts(server->hub)->forgotten;

    if (n > server->forgotten)
        server_log("info", "forgot",
                   json_pack("{s:I}", "tables", (json_int_t)(n - server->forgotten)));
    server->forgotten = n;
}

/* Now and then the memory of tables that were dropped is given back to the system. */
static void server_trim_memory(struct server *server)
{
    int64_t now = server_now();

    if (now - server->trimmed < TRIM_MS) return;
    server->trimmed = now;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/* At most one line a second: the log must not fill a disk that is full already. */
static void server_complain_of_store(struct server *server)
{
    static int64_t said;
    int64_t now = server_now();

    if (said && now - said < STORE_LINE_MS) return;
    said = now;
    server_log("error", "store",
               json_pack("{s:s}", "text", server->store->problem(server->store)));
}

/* At most one line a minute, with the last reason: receivers are chosen by strangers. */
static void server_send_pushes(struct server *server)
{
    int64_t now = server_now();
    const char *why;

    if (!server->push) return;
    push_round(server->push, server->hub, now);
    if (now - server->push_told < PUSH_LINE_MS) return;
    int n = push_failures(server->push, &why);
    if (!n) return;
    server->push_told = now;
    server_log("warning", "push",
               json_pack("{s:s, s:i, s:s}", "text", "push messages were given up",
                         "count", n, "last", why));
}

static void server_round(struct server *server)
{
    uint64_t failures = hub_counts(server->hub)->failures;

    uv_run(&server->loop, UV_RUN_ONCE);
    hub_time(server->hub, server_now());
    server_take_answers(server);
    hub_flush(server->hub);
    server_send_pushes(server);
    if (server->node) node_guest_flush(server->node);
    peers_flush(server);
    store_loop_sync(server);
    net_line_flush_all(server->lines);
    if (hub_counts(server->hub)->failures > failures) server_complain_of_store(server);
    server_clean(server);
    server_tell_forgotten(server);
    server_trim_memory(server);
}

/* -- Start and stop --------------------------------------------------------------------- */

static int server_fail(const char *what, const char *why)
{
    fprintf(stderr, "aude: %s: %s\n", what, why);
    return 1;
}

static bool server_open_hub(struct server *server)
{
    const struct server_options *o = server->options;
    struct hub_options options = {.store = server->store,
                                  .version = o->version,
                                  .conns_max = o->conns_max,
                                  .rooms_max = o->tables_max,
                                  .idle_ms = (int64_t)o->idle_s * 1000,
                                  .think_ms = o->think_ms,
                                  .away_ms = (int64_t)o->away_s * 1000,
                                  .push_after_ms = (int64_t)o->push.after_s * 1000,
                                  .context = server,
                                  .wake = server_wake,
                                  .think = server_think,
                                  .forget = server_forget_job,
                                  .afford = server_afford,
                                  .owes = server_note_debt,
                                  .seated = server_on_seated,
                                  .from = server_address_of,
                                  .microseconds = server_microseconds,
                                  .complain = server_complain};

    if (server->push) {
        options.push_key = push_public_key(server->push);
        options.push_ports = push_allowed_ports(server->push);
    }
    if (server->node) options.owner = node_owner(server->node);
    server->hub = hub_new(&options);
    if (server->hub) hub_time(server->hub, server_now());
    if (server->hub && server->node) node_begin(server->node, server->hub);
    return server->hub != NULL;
}

static bool server_open_pushes(struct server *server, char *problem, size_t size)
{
    const struct push_options *o = &server->options->push;

    if (!o->contact) return true;
    server->push = push_start(o, server->store, server_on_worker, server, problem, size);
    if (server->push && o->test)
        server_log("warning", "push",
                   json_pack("{s:s}", "text",
                             "FOR TESTS ONLY: a receiver on this machine is believed"));
    return server->push != NULL;
}

/* Names are kept where browsers keep keys: by https, or on this machine as localhost. */
static void server_open_names(struct server *server)
{
    const struct server_options *o = server->options;
    struct passkey_site site;
    char here[64];

    snprintf(here, sizeof here, "%s://localhost:%d", o->cert ? "https" : "http",
             server->port);
    const char *why =
        !passkey_fido_here() ? "this program was built without libfido2"
        : !passkey_client_site_of(o->public_url ? o->public_url : here, &site)
            ? "browsers keep keys only for names with https: see --public-url"
            : NULL;
    server->no_names = why;
    if (server->store->names && !why)
        server->names = names_memory_open(server->store, &site, o->new_names);
}

static bool server_open_loop(struct server *server)
{
    if (uv_loop_init(&server->loop)) return false;
    uv_timer_init(&server->loop, &server->tick);
    server->tick.data = server;
    for (int i = 0; i < 3; i++) {
        uv_signal_init(&server->loop, &server->signal[i]);
        server->signal[i].data = server;
    }
    return !uv_async_init(&server->loop, &server->answered, server_on_answered);
}

/* Close every handle that is still in the loop. */
static void server_close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

/* Whoever says stop twice must not kill a server that is about to close its store: libuv's handlers end with
 * its loop. Blocked before that, ignored after it. */
static void server_hear_no_stops(int how)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigset_t stops;

    sigemptyset(&ignore.sa_mask);
    sigemptyset(&stops);
    sigaddset(&stops, SIGTERM);
    sigaddset(&stops, SIGINT);
    if (how == SIG_UNBLOCK) {
        sigaction(SIGTERM, &ignore, NULL);
        sigaction(SIGINT, &ignore, NULL);
    }
    pthread_sigmask(how, &stops, NULL);
}

static void server_close_loop(struct server *server)
{
    if (!server->tick.data) return; /* it was never opened */
    server_hear_no_stops(SIG_BLOCK);
    uv_walk(&server->loop, server_close_handle, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    uv_loop_close(&server->loop);
    server_hear_no_stops(SIG_UNBLOCK);
}

static int server_threads(const struct server_options *options)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (options->threads > 0) return options->threads;
    return cores > 2 ? (int)cores - 1 : 1;
}

static void server_announce(struct server *server)
{
    const struct server_options *o = server->options;
    char url[400];
    const char *host = o->address ? o->address : "localhost";
    bool six = strchr(host, ':') != NULL;

    snprintf(url, sizeof url, "%s://%s%s%s:%d/", o->cert ? "https" : "http",
             six ? "[" : "", host, six ? "]" : "", server->port);
    /* The name of a database may hold a password. */
    const char *store = strncmp(o->store, "sqlite:", 7) ? "postgresql:" : o->store;
    server_log("info", "start",
               json_pack("{s:s, s:s, s:s}", "version", o->version, "listen", url, "store",
                         store));
    if (server->no_names)
        server_log("info", "names",
                   json_pack("{s:s, s:s}", "text", "no names are kept", "why",
                             server->no_names));
    if (o->ready) o->ready(o->context, o->public_url ? o->public_url : url);
    notify("READY=1");
}

/* What is on its way to the store is acknowledged, if the store is quick enough. */
static void server_wait_for_store(struct server *server, int64_t until)
{
    while (hub_flush_busy(server->hub) && server_now() < until) {
        store_loop_sync(server);
        uv_run(&server->loop, UV_RUN_ONCE);
        hub_flush(server->hub);
    }
}

/* Others go on with our tables: they are handed back before anybody is sent away, so that whoever comes back at
 * once, to another node, finds them free. */
static void server_hand_over(struct server *server, int64_t until)
{
    if (!server->node) return;
    node_drain(server->node);
    node_guest_flush(server->node);
    do {
        peers_flush(server);
        store_loop_sync(server);
        uv_run(&server->loop, UV_RUN_ONCE);
        hub_time(server->hub, server_now());
    } while (!node_idle(server->node) && server_now() < until);
}

/* Says goodbye to all connections. What was acknowledged is stored already. Computers stop thinking;
 * after the next start they are asked again. */
static void server_say_goodbye(struct server *server)
{
    int64_t until = server_now() + GOODBYE_MS;

    notify("STOPPING=1");
    net_stop_listening(server);
    hub_flush(server->hub);
    server_wait_for_store(server, until);
    net_line_flush_all(
        server->lines); /* a goodbye takes the place of what is not yet sent */
    server_hand_over(server, until);
    workers_stop(server->workers);
    server->workers = NULL;
    hub_goodbye(server->hub);
    net_line_flush_all(server->lines);
    while (hub_counts(server->hub)->conns && server_now() < until) {
        uv_run(&server->loop, UV_RUN_ONCE);
        net_line_flush_all(server->lines);
    }
}

static void server_close_all(struct server *server)
{
    workers_stop(server->workers);
    server->workers = NULL;
    net_stop_listening(server);
    if (server->lines) net_line_close_all(server->lines);
    peers_close(server);
    hub_free(server->hub);
    server->hub = NULL;
    push_stop(server->push);
    store_loop_close(server);
    server_close_loop(server);
    peers_free(server);
    free(server->lines);
    SSL_CTX_free(server->tls);
    guests_free(server->guests);
    boxes_free(server->boxes);
    page_plain_free(server->plain);
    front_free(server->front);
    if (server->store) server->store->close(server->store);
    names_memory_close(server->names); /* the store may still have said something to it */
    duty_close(server); /* the store may have had a word for it until now */
}

/* As many open files as the connections need, if the system lets us. */
static void server_raise_limit(const struct server_options *options)
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

static int server_start(struct server *server, char *problem, size_t size)
{
    const struct server_options *o = server->options;

    if (!secret_init())
        return server_fail("libsodium", "the system gives no random numbers");
    if (!net_bind(server, problem, size))
        return server_fail("the server cannot listen there", problem);
    server->store = store_open(o->store, problem, size);
    if (!server->store) return server_fail("the store cannot be used", problem);
    server->store->shared = o->node != NULL;
    if (o->node && !peers_agree_on_time(server->store, problem, size))
        return server_fail("the server cannot be a node", problem);
    server_begin_time(server->store);
    server->secure = o->cert || (o->public_url && !strncmp(o->public_url, "https:", 6));
    server_raise_limit(o);
    server->front = front_new(o->public_url);
    server->guests = guests_new(o->rate, o->per_address);
    server->boxes = boxes_new();
    if (!server_open_loop(server) || !store_loop_open(server) || !duty_open(server))
        return server_fail("start", "out of memory");
    if (!server_open_pushes(server, problem, size))
        return server_fail("push messages cannot be sent", problem);
    if (o->node && !peers_open(server, problem, size))
        return server_fail("the server cannot be a node", problem);
    if (!server->guests || !server_open_hub(server))
        return server_fail("start", "out of memory");
    if (o->node && !peers_know_themselves(server, problem, size))
        return server_fail("the server cannot be a node", problem);
    if (!net_listen(server, problem, size))
        return server_fail("the server cannot listen there", problem);
    server_open_names(server);
    server->workers = workers_start(server_threads(o), server_on_worker, server);
    if (!server->workers) return server_fail("start", "out of memory");
    return 0;
}

int server_run(const struct server_options *options)
{
    struct server server = {.options = options};
    char problem[400];

    server_log_quiet(options->quiet);
    int status = server_start(&server, problem, sizeof problem);
    if (!status) {
        server_catch_signals(&server);
        if (!server.node) hub_ask_wake_tables(server.hub); /* nodes look for them */
        server_announce(&server);
        uv_timer_start(&server.tick, server_on_tick, TICK_MS, TICK_MS);
        while (!server.stopping) server_round(&server);
        server_log("info", "stop", NULL);
        server_say_goodbye(&server);
        if (!hub_waits_for_store(server.hub))
            store_hours_alive(server.store, server_now());
        status = server.mistaken;
    }
    server_close_all(&server);
    return status;
}
