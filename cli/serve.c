/* serve.c -- `aude serve`: host games for others; and `aude` without a command: a server
 * for one person. */
#include "cli.h"

#include "server/net/assets.h"
#include "server/names/names_call.h"
#include "server/push/push_key.h"
#include "server/net/server.h"
#include "server/store/store.h"
#include "server/table/table.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PORT = 7474, PORTS_TRIED = 20 };

static const struct server_options defaults = {
    .version = AUDE_PROGRAM_VERSION,
    .address = "127.0.0.1",
    .port = PORT,
    .conns_max = 10000,
    .tables_max = 5000,
    .think_ms = 3000,
    .away_s = TABLE_AWAY_MS / 1000,
    .idle_s = 3600,
    .rate = 20,
    .per_address = 600,
    .new_names = NAMES_NEW,
    .push = {.after_s = 20},
};

/* -- Where one's own games are ---------------------------------------------------------- */

static bool serve_make_folders(char *path)
{
    for (char *p = path + 1; *p; p++) {
        if (*p != '/') continue;
        *p = 0;
        bool made = !mkdir(path, 0700) || errno == EEXIST;
        *p = '/';
        if (!made) return false;
    }
    return true;
}

/* The path $XDG_DATA_HOME/aude/games.db, as the name of a store. */
static bool serve_own_store(struct cli_text *store)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

    if (data && data[0] == '/')
        cli_text_add(store, "sqlite:%s/aude/games.db", data);
    else if (home && home[0] == '/')
        cli_text_add(store, "sqlite:%s/.local/share/aude/games.db", home);
    else
        return false;
    return serve_make_folders(store->data + strlen("sqlite:"));
}

/* -- `aude` alone ----------------------------------------------------------------------- */

static bool serve_port_is_free(int port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int yes = 1, fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0) return false;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    bool is_free = !bind(fd, (struct sockaddr *)&at, sizeof at) && !listen(fd, 1);
    close(fd);
    return is_free;
}

#ifdef __APPLE__
static const char opener[] = "open";
#else
static const char opener[] = "xdg-open";
#endif

/* Is there a screen for a browser? If not, the printed link must be enough. */
static bool serve_has_screen(void)
{
#ifdef __APPLE__
    return !getenv("SSH_CONNECTION");
#else
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");

    return (x && x[0]) || (wayland && wayland[0]);
#endif
}

static void serve_open_link(const char *url)
{
    if (!serve_has_screen()) return;
    fflush(NULL);
    pid_t child = fork();
    if (child) {
        if (child > 0) waitpid(child, NULL, 0);
        return;
    }
    if (fork()) _exit(0); /* a grandchild: the system collects its exit status */
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
        _exit(1);
    execlp(opener, opener, url, (char *)NULL);
    _exit(1);
}

static void serve_say_if_no_page(void)
{
    if (!assets_have_page)
        fprintf(stderr,
                "aude: this program was built without its page; `make build` puts "
                "it in, and `aude play` needs none\n");
}

/* The file that holds the address of the running server, beside its games. */
static void serve_note_path(const char *store, struct cli_text *path)
{
    cli_text_add(path, "%s.url", store + strlen("sqlite:"));
}

static void serve_alone_ready(void *context, const char *url)
{
    struct cli_text path = {0};

    serve_note_path(context, &path);
    FILE *file = fopen(path.data, "w");
    if (file) {
        fprintf(file, "%s\n", url);
        fclose(file);
    }
    cli_text_free(&path);
    printf("Aude is at %s\nCtrl+C ends it; games are kept.\n", url);
    fflush(stdout);
    serve_say_if_no_page();
    serve_open_link(url);
}

/* Does another `aude` serve these games already? Then open its page. */
static bool serve_runs_already(const char *store)
{
    struct cli_text lock = {0}, path = {0};
    char url[200] = "";

    cli_text_add(&lock, "%s.lock", store + strlen("sqlite:"));
    serve_note_path(store, &path);
    int fd = open(lock.data, O_RDWR);
    bool held = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
    FILE *file = held ? fopen(path.data, "r") : NULL;
    held = file && fgets(url, sizeof url, file);
    if (file) fclose(file);
    if (fd >= 0) close(fd);
    cli_text_free(&lock);
    cli_text_free(&path);
    if (!held) return false;
    url[strcspn(url, "\n")] = 0;
    printf("Aude runs already, at %s\n", url);
    serve_open_link(url);
    return true;
}

bool cli_serve_seen(void)
{
    return serve_has_screen() || (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO));
}

int cli_serve_alone(void)
{
    struct server_options options = defaults;
    struct cli_text store = {0};
    int status;

    if (!serve_own_store(&store))
        return cli_fail("there is no folder to keep games in; try `aude serve --store "
                        "sqlite:PATH`");
    if (serve_runs_already(store.data)) {
        cli_text_free(&store);
        return CLI_DONE;
    }
    for (int i = 0; i < PORTS_TRIED && !serve_port_is_free(options.port); i++)
        options.port++;
    options.store = store.data;
    options.quiet = options.local = true;
    options.ready = serve_alone_ready;
    options.context = store.data;
    status = server_run(&options);
    cli_text_free(&store);
    return status;
}

/* -- `aude serve` ----------------------------------------------------------------------- */

enum {
    LISTEN = 1,
    STORE,
    PUBLIC_URL,
    CERT,
    KEY,
    ORIGIN,
    THREADS,
    CONNECTIONS,
    TABLES,
    THINK,
    AWAY,
    IDLE,
    KEEP,
    RATE,
    PER_ADDRESS,
    NEW_NAMES,
    BEHIND_PROXY,
    PUSH,
    PUSH_AFTER,
    PUSH_PORT,
    PUSH_TEST_ONLY,
    NODE,
    PEER_LISTEN,
    CLUSTER_KEY,
    QUIET
};

static const struct cli_option options_of_serve[] = {
    {"listen", 'l', true, LISTEN},
    {"store", 's', true, STORE},
    {"public-url", 0, true, PUBLIC_URL},
    {"cert", 0, true, CERT},
    {"key", 0, true, KEY},
    {"origin", 0, true, ORIGIN},
    {"threads", 0, true, THREADS},
    {"connections", 0, true, CONNECTIONS},
    {"tables", 0, true, TABLES},
    {"think", 0, true, THINK},
    {"away", 0, true, AWAY},
    {"idle", 0, true, IDLE},
    {"keep-days", 0, true, KEEP},
    {"rate", 0, true, RATE},
    {"per-address", 0, true, PER_ADDRESS},
    {"new-names", 0, true, NEW_NAMES},
    {"behind-proxy", 0, true, BEHIND_PROXY},
    {"push", 0, true, PUSH},
    {"push-after", 0, true, PUSH_AFTER},
    {"push-port", 0, true, PUSH_PORT},
    {"push-test-only", 0, true, PUSH_TEST_ONLY},
    {"node", 0, true, NODE},
    {"peer-listen", 0, true, PEER_LISTEN},
    {"cluster-key", 0, true, CLUSTER_KEY},
    {"quiet", 'q', false, QUIET},
    {NULL, 0, false, 0},
};

/* Digits and points that are no address of version 4. */
static bool serve_is_broken_address(const char *address)
{
    struct in_addr is;

    return *address && !address[strspn(address, "0123456789.")] &&
           !inet_pton(AF_INET, address, &is);
}

/* "127.0.0.1:7474", "[::1]:7474", ":7474", "7474" */
static int serve_take_listen(struct server_options *options, char *address, size_t size,
                             const char *value)
{
    const char *colon = strrchr(value, ':'), *port = colon ? colon + 1 : value;
    size_t n = colon ? (size_t)(colon - value) : 0;
    long number;

    if (!cli_args_number("the port of --listen", port, 0, 65535, &number))
        return CLI_MISUSED;
    if (n > 1 && value[0] == '[' && value[n - 1] == ']') {
        value++;
        n -= 2;
    }
    if (n >= size) return cli_fail_misused("the address of --listen is too long");
    options->port = (int)number;
    memcpy(address, value, n);
    address[n] = 0;
    if (serve_is_broken_address(address))
        return cli_fail_misused("there is no address %s for --listen", address);
    bool all = !strcmp(address, "0.0.0.0") || !strcmp(address, "*") || !n;
    options->address = all && colon ? NULL : n ? address : defaults.address;
    return CLI_DONE;
}

static int serve_take_number(const char *option, const char *value, long lo, long hi,
                             int *out)
{
    long n;

    if (!cli_args_number(option, value, lo, hi, &n)) return CLI_MISUSED;
    *out = (int)n;
    return CLI_DONE;
}

static int serve_take_url(const char *option, const char *value, const char **out)
{
    if (strncmp(value, "http://", 7) != 0 && strncmp(value, "https://", 8) != 0)
        return cli_fail_misused("%s must begin with http:// or https://, not \"%s\"",
                                option, value);
    *out = value;
    return CLI_DONE;
}

static int serve_take_proxy(struct guest_proxies *proxies, const char *value)
{
    if (proxies->n == GUEST_PROXIES_MAX)
        return cli_fail_misused("--behind-proxy at most %d times", GUEST_PROXIES_MAX);
    if (!guest_parse(value, strlen(value), proxies->address[proxies->n]))
        return cli_fail_misused(
            "--behind-proxy takes the address from which the proxy comes, "
            "e.g. 127.0.0.1, not \"%s\"",
            value);
    proxies->n++;
    return CLI_DONE;
}

static int serve_take_push_port(struct push_ports *ports, const char *value)
{
    if (ports->n == PUSH_PORTS_MAX)
        return cli_fail_misused("--push-port at most %d times", PUSH_PORTS_MAX);
    return serve_take_number("--push-port", value, 1, 65535, &ports->port[ports->n++]);
}

static int serve_take_push(struct push_options *push, int id, const char *value)
{
    switch (id) {
    case PUSH:
        if (!push_key_contact_ok(value))
            return cli_fail_misused(
                "--push takes whom push services may ask about this server, "
                "e.g. mailto:you@example.org or https://example.org/, not "
                "\"%s\"",
                value);
        push->contact = value;
        return CLI_DONE;
    case PUSH_AFTER:
        return serve_take_number("--push-after", value, 0, 86400, &push->after_s);
    case PUSH_PORT:
        return serve_take_push_port(&push->ports, value);
    default:
        push->test = value;
        return CLI_DONE;
    }
}

/* What a test may do must be impossible where others come. */
static int serve_check_push(const struct server_options *o)
{
    const char *at = o->address;

    if (!o->push.contact && o->push.test)
        return cli_fail_misused("--push-test-only goes with --push");
    if (o->push.test && (o->public_url || !at ||
                         (strcmp(at, "127.0.0.1") != 0 && strcmp(at, "::1") != 0)))
        return cli_fail_misused(
            "--push-test-only is for tests: only for a server that listens "
            "on 127.0.0.1 and has no --public-url");
    return CLI_DONE;
}

static int serve_take_node(struct server_options *o, int id, const char *value)
{
    const char *colon = strrchr(value, ':');

    if (id == CLUSTER_KEY) {
        o->cluster_key = value;
        return CLI_DONE;
    }
    if (!colon || colon == value || !colon[1] || strlen(value) >= STORE_NODE_MAX)
        return cli_fail_misused("%s takes ADDRESS:PORT, not \"%s\"",
                                id == NODE ? "--node" : "--peer-listen", value);
    *(id == NODE ? &o->node : &o->peer_listen) = value;
    return CLI_DONE;
}

/* Can nobody reach that? Everywhere is no place, and port 0 is any. */
static bool serve_is_nowhere(const char *node)
{
    const char *port = strrchr(node, ':') + 1;

    return !strncmp(node, "0.0.0.0:", 8) || !strncmp(node, "[::]:", 5) ||
           !strncmp(node, ":::", 3) || !strncmp(node, "*:", 2) ||
           !port[strspn(port, "0")];
}

/* All of it or nothing, and a store that others can reach, too. */
static int serve_check_node(struct server_options *o)
{
    if (!o->peer_listen && !o->cluster_key && !o->node) return CLI_DONE;
    if (!o->peer_listen || !o->cluster_key)
        return cli_fail_misused(
            "a node needs --peer-listen ADDRESS:PORT and --cluster-key FILE");
    if (strncmp(o->store, "postgresql:", 11) != 0 &&
        strncmp(o->store, "postgres:", 9) != 0)
        return cli_fail_misused(
            "nodes share a database: --store postgresql://..., not \"%s\"", o->store);
    if (!o->node) o->node = o->peer_listen;
    if (serve_is_nowhere(o->node))
        return cli_fail_misused("others cannot reach a node at \"%s\": say with --node "
                                "ADDRESS:PORT how they do",
                                o->node);
    return CLI_DONE;
}

static int serve_take(struct server_options *o, int id, const char *value)
{
    switch (id) {
    case NODE:
    case PEER_LISTEN:
    case CLUSTER_KEY:
        return serve_take_node(o, id, value);
    case STORE:
        o->store = value;
        return CLI_DONE;
    case PUBLIC_URL:
        return serve_take_url("--public-url", value, &o->public_url);
    case CERT:
        o->cert = value;
        return CLI_DONE;
    case KEY:
        o->key = value;
        return CLI_DONE;
    case ORIGIN:
        if (o->n_origins == SERVER_ORIGINS_MAX)
            return cli_fail_misused("--origin at most %d times", SERVER_ORIGINS_MAX);
        return serve_take_url("--origin", value, &o->origins[o->n_origins++]);
    case THREADS:
        return serve_take_number("--threads", value, 1, 64, &o->threads);
    case CONNECTIONS:
        return serve_take_number("--connections", value, 1, 1000000, &o->conns_max);
    case TABLES:
        return serve_take_number("--tables", value, 1, 1000000, &o->tables_max);
    case THINK:
        return serve_take_number("--think", value, 50, 600000, &o->think_ms);
    case AWAY:
        return serve_take_number("--away", value, 0, 86400, &o->away_s);
    case IDLE:
        return serve_take_number("--idle", value, 30, 864000, &o->idle_s);
    case KEEP:
        return serve_take_number("--keep-days", value, 1, 36500, &o->keep_days);
    case RATE:
        return serve_take_number("--rate", value, 0, 100000, &o->rate);
    case PER_ADDRESS:
        return serve_take_number("--per-address", value, 0, 1000000, &o->per_address);
    case NEW_NAMES:
        return serve_take_number("--new-names", value, 0, 1000000, &o->new_names);
    case BEHIND_PROXY:
        return serve_take_proxy(&o->proxies, value);
    case PUSH:
    case PUSH_AFTER:
    case PUSH_PORT:
    case PUSH_TEST_ONLY:
        return serve_take_push(&o->push, id, value);
    case QUIET:
        o->quiet = true;
        return CLI_DONE;
    default:
        return cli_fail_misused("`aude serve` takes no \"%s\"", value);
    }
}

static void serve_ready(void *context, const char *url)
{
    const struct server_options *options = context;

    printf("%s\n", url);
    fflush(stdout);
    if (!options->quiet) serve_say_if_no_page();
}

static int serve_run(int argc, char **argv)
{
    struct cli_args args = {.argc = argc, .argv = argv, .own = options_of_serve};
    struct server_options options = defaults;
    char address[128];
    int id, status = CLI_DONE;

    options.ready = serve_ready;
    options.context = &options;
    while (!status && (id = cli_args_next(&args)) != CLI_END) {
        if (id == CLI_BAD)
            status = CLI_MISUSED;
        else if (id == LISTEN)
            status = serve_take_listen(&options, address, sizeof address, args.value);
        else
            status = serve_take(&options, id, args.value);
    }
    if (status) return status;
    if (!options.store)
        return cli_fail_misused("where are the games kept? e.g. --store sqlite:aude.db");
    if (!strchr(options.store, ':'))
        return cli_fail_misused(
            "--store is a kind and a place, e.g. sqlite:aude.db, not \"%s\"",
            options.store);
    if (!options.cert != !options.key)
        return cli_fail_misused("--cert and --key go together");
    if ((status = serve_check_push(&options))) return status;
    if ((status = serve_check_node(&options))) return status;
    return server_run(&options);
}

const struct cli_command cli_serve = {
    .name = "serve",
    .summary = "host games for others, in the browser",
    .help =
        "usage: aude serve --store sqlite:PATH [options]\n\n"
        "Serves the page and the games. Whoever has the address can make a table and\n"
        "send its link to others; nobody needs an account. Every move is on the disk\n"
        "before it is acknowledged: after a crash everything goes on where it was.\n"
        "Prints its address, writes one line of JSON per event on stderr, and stops\n"
        "on Ctrl+C or SIGTERM.\n\n"
        "  -l, --listen ADDRESS:PORT  where to listen (127.0.0.1:7474); 0.0.0.0:PORT is\n"
        "                             every address, port 0 any free one\n"
        "  -s, --store sqlite:PATH    where the games are kept; made if it is not there\n"
        "                             (or in a database: postgresql://...)\n"
        "      --public-url URL       what people type, when it differs from the above\n"
        "                             (behind a proxy); https makes cookies Secure\n"
        "      --cert FILE --key FILE TLS with these files (PEM)\n"
        "      --origin URL           another page that may connect; several times\n"
        "      --threads N            threads in which computers think (cores - 1)\n"
        "      --think MS             a computer decides within (3000)\n"
        "      --away SECONDS         so long a player must be away to be replaced "
        "(120)\n"
        "      --connections N        at most N at once (10000)\n"
        "      --tables N             at most N tables in memory (5000)\n"
        "      --rate N               calls a second from one address (20), sixty times\n"
        "                             as many at once, of dear ones fifteen; 0: no "
        "bound\n"
        "      --per-address N        connections from one address (600); 0: not "
        "limited\n"
        "      --new-names N          names that may be kept from one address in a\n"
        "                             day (30); 0: no new ones\n"
        "      --behind-proxy ADDRESS believe the X-Forwarded-For of a proxy that comes\n"
        "                             from there; several times\n"
        "      --idle SECONDS         a connection that says nothing is closed (3600)\n"
        "      --keep-days N          remove tables untouched for N days (never)\n"
        "      --push CONTACT         tell players who ask for it of their turns by\n"
        "                             push messages, where a clock gives a day or more;\n"
        "                             CONTACT (mailto:... or https://...) is told to "
        "push\n"
        "                             services (off)\n"
        "      --push-after SECONDS   so long it must be a player's turn before (20)\n"
        "      --push-port N          a port that push services may have besides 443;\n"
        "                             several times\n"
        "      --push-test-only FILE  FOR TESTS ONLY, on 127.0.0.1: believe a receiver "
        "on\n"
        "                             this machine\n"
        "      --peer-listen ADDRESS:PORT  be one of several servers on one database, "
        "and\n"
        "                             listen for the others there: a private address\n"
        "      --cluster-key FILE     the key that all of them have, 32 bytes or more\n"
        "      --node ADDRESS:PORT    how the others reach it (--peer-listen)\n"
        "  -q, --quiet                only errors on stderr\n\n"
        "examples:\n"
        "  aude serve --store sqlite:aude.db\n"
        "  aude serve -l 0.0.0.0:443 -s sqlite:games.db --cert c.pem --key k.pem\n"
        "  aude serve -s sqlite:aude.db --public-url https://play.example.org\n\n"
        "docs/server.md tells more: proxies, limits; docs/operations.md about backups\n"
        "and numbers to watch.\n",
    .run = serve_run,
    .own = options_of_serve,
};
