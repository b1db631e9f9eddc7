/* peer.c -- links between nodes as TCP streams in the main loop. What is said on them is node/'s. */
#include "server_internal.h"

#include "node/node.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PEER_WAITING = 64, /* calls that the system keeps for us */
    PEER_OUT_MAX =
        64 * 1024 * 1024, /* bytes that wait to be sent: then the link is cut */
    PEER_READ = 64 * 1024,
    PEER_KEY_LEAST = 32,
    PEER_KEY_MOST = 4096,
    PEER_LINE_MS = 60 * 1000,
    PEER_SELF_MS =
        2000, /* so long a start waits until it knows whom its name leads to, */
    PEER_SELF_AGAIN_MS = 10000 /* and so often it is asked again */
};

struct peer {
    struct peer *next; /* of all */
    struct server *server;
    struct node_link *link; /* NULL: it is being closed */
    uv_tcp_t tcp;
    uv_connect_t connecting;
    uv_getaddrinfo_t finding;
    bool is_finding, open; /* its name is looked up; the socket is there */
    char *out;
    size_t n_out, out_max, on_way;
};

struct peers {
    uv_tcp_t listener;
    struct peer *first;
    unsigned char key[RELAY_KEY];
    char in[PEER_READ];
};

struct peer_write {
    uv_write_t write;
    struct peer *peer;
    size_t n;
    char *bytes;
};

/* -- Coming and going --------------------------------------------------------------------- */

static struct peer *peer_new(struct server *server)
{
    struct peer *peer = calloc(1, sizeof *peer);

    if (!peer) return NULL;
    peer->server = server;
    peer->tcp.data = peer->finding.data = peer;
    peer->next = server->peers->first;
    server->peers->first = peer;
    return peer;
}

static void peer_free(struct peer *peer)
{
    struct peer **at = &peer->server->peers->first;

    while (*at && *at != peer) at = &(*at)->next;
    if (*at) *at = peer->next;
    free(peer->out);
    free(peer);
}

static void peer_on_closed(uv_handle_t *handle)
{
    peer_free(handle->data);
}

/* The stream ends; while a name is looked up there is none, and the end of that frees it. */
static void peer_close(struct peer *peer)
{
    peer->link = NULL;
    if (peer->is_finding) {
        uv_cancel((uv_req_t *)&peer->finding);
        return;
    }
    if (!peer->open)
        peer_free(peer);
    else if (!uv_is_closing((uv_handle_t *)&peer->tcp))
        uv_close((uv_handle_t *)&peer->tcp, peer_on_closed);
}

/* The other end has gone, or never was there. */
static void peer_lost(struct peer *peer)
{
    struct node_link *link = peer->link;

    peer->link = NULL;
    if (link) node_link_down(link);
    peer_close(peer);
}

/* -- In and out --------------------------------------------------------------------------- */

static void peer_on_room(uv_handle_t *handle, size_t wanted, uv_buf_t *out)
{
    struct peer *peer = handle->data;

    (void)wanted;
    *out = uv_buf_init(peer->server->peers->in, PEER_READ);
}

static void peer_on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *bytes)
{
    struct peer *peer = stream->data;

    hub_time(peer->server->hub, server_now());
    if (n < 0)
        peer_lost(peer);
    else if (n > 0 && peer->link)
        node_link_receive(peer->link, bytes->base, (size_t)n);
}

static void peer_begin(struct peer *peer)
{
    uv_tcp_nodelay(&peer->tcp, 1);
    node_link_up(peer->link);
    uv_read_start((uv_stream_t *)&peer->tcp, peer_on_room, peer_on_read);
}

static void peer_send(void *context, struct node_link *link, const void *bytes, size_t n)
{
    struct peer *peer = node_link_peer(link);

    (void)context;
    if (!peer || !peer->link) return;
    if (peer->n_out + n > peer->out_max) {
        size_t max = 2 * (peer->n_out + n);
        char *more = realloc(peer->out, max);
        if (!more) return; /* the other end will see that bytes are missing, and cut */
        peer->out = more;
        peer->out_max = max;
    }
    memcpy(peer->out + peer->n_out, bytes, n);
    peer->n_out += n;
}

/* A host who gave one of them another key sees nothing else of it: people there only wait. At most one line a minute. */
static void peer_complain(const struct node_link *link)
{
    static int64_t said;
    const char *name, *why = node_link_mistaken(link, &name);

    if (!why || (said && server_now() - said < PEER_LINE_MS)) return;
    said = server_now();
    server_log("error", "node", json_pack("{s:s, s:s}", "text", why, "node", name));
}

static void peer_cut(void *context, struct node_link *link)
{
    struct peer *peer = node_link_peer(link);

    (void)context;
    peer_complain(link);
    node_link_set_peer(link, NULL);
    if (peer && peer->link) peer_close(peer);
}

static void peer_on_written(uv_write_t *write, int status)
{
    struct peer_write *one = write->data;

    if (one->peer) one->peer->on_way -= one->n;
    if (status < 0 && status != UV_ECANCELED && one->peer->link) peer_lost(one->peer);
    free(one->bytes);
    free(one);
}

static void peer_flush(struct peer *peer)
{
    struct peer_write *one = peer->n_out && peer->open ? calloc(1, sizeof *one) : NULL;

    if (!one || uv_is_closing((uv_handle_t *)&peer->tcp)) {
        free(one);
        return;
    }
    *one = (struct peer_write){.peer = peer, .n = peer->n_out, .bytes = peer->out};
    one->write.data = one;
    uv_buf_t bytes = uv_buf_init(peer->out, (unsigned)peer->n_out);
    peer->out = NULL;
    peer->n_out = peer->out_max = 0;
    peer->on_way += one->n;
    if (uv_write(&one->write, (uv_stream_t *)&peer->tcp, &bytes, 1, peer_on_written)) {
        free(one->bytes);
        free(one);
        peer_lost(peer);
    } else if (peer->on_way > PEER_OUT_MAX)
        peer_lost(peer);
}

void peers_flush(struct server *server)
{
    if (!server->peers) return;
    for (struct peer *peer = server->peers->first, *next; peer; peer = next) {
        next = peer->next;
        if (peer->link) peer_flush(peer);
    }
}

/* -- Calling ------------------------------------------------------------------------------ */

static void peer_on_connected(uv_connect_t *request, int status)
{
    struct peer *peer = request->handle->data;

    if (!peer->link) return; /* it is being closed */
    hub_time(peer->server->hub, server_now());
    if (status < 0)
        peer_lost(peer);
    else
        peer_begin(peer);
}

static void peer_on_found(uv_getaddrinfo_t *request, int status, struct addrinfo *found)
{
    struct peer *peer = request->data;

    peer->is_finding = false;
    if (status < 0 || !peer->link || uv_tcp_init(&peer->server->loop, &peer->tcp)) {
        peer_lost(peer);
    } else {
        peer->open = true;
        if (uv_tcp_connect(&peer->connecting, &peer->tcp, found->ai_addr,
                           peer_on_connected))
            peer_lost(peer);
    }
    uv_freeaddrinfo(found);
}

/* "address:port", an address of version 6 in brackets; false: it is something else. */
static bool peer_split(const char *name, char *host, size_t size, const char **port)
{
    const char *colon = strrchr(name, ':');
    size_t n = colon ? (size_t)(colon - name) : 0;

    if (n > 1 && name[0] == '[' && name[n - 1] == ']') {
        name++;
        n -= 2;
    }
    if (!n || n >= size || !colon[1]) return false;
    memcpy(host, name, n);
    host[n] = 0;
    *port = colon + 1;
    return true;
}

static void peer_connect(void *context, struct node_link *link, const char *name)
{
    struct server *server = context;
    struct peer *peer = peer_new(server);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    char host[RELAY_NAME_MAX];
    const char *port;

    if (!peer) return; /* nothing comes, so it is cut soon */
    if (!peer_split(name, host, sizeof host, &port) ||
        uv_getaddrinfo(&server->loop, &peer->finding, peer_on_found, host, port,
                       &hints)) {
        peer_free(peer);
        return;
    }
    peer->is_finding = true;
    peer->link = link;
    node_link_set_peer(link, peer);
}

/* -- Being called ------------------------------------------------------------------------- */

static void peer_on_call(uv_stream_t *listener, int status)
{
    struct server *server = listener->data;
    struct peer *peer = status < 0 ? NULL : peer_new(server);

    if (!peer) return;
    hub_time(server->hub, server_now());
    if (uv_tcp_init(&server->loop, &peer->tcp)) {
        peer_free(peer);
        return;
    }
    peer->open = true;
    if (!uv_accept(listener, (uv_stream_t *)&peer->tcp))
        peer->link = node_link_accept(server->node, peer);
    if (peer->link)
        peer_begin(peer);
    else
        peer_close(peer);
}

static bool peers_listen(struct server *server, char *problem, size_t size)
{
    struct peers *peers = server->peers;
    uv_getaddrinfo_t finding;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    const char *at = server->options->peer_listen, *port;
    char host[RELAY_NAME_MAX];
    int why = UV_EINVAL;

    if (peer_split(at, host, sizeof host, &port))
        why = uv_getaddrinfo(&server->loop, &finding, NULL, host, port, &hints);
    if (!why) {
        why = uv_tcp_init(&server->loop, &peers->listener);
        peers->listener.data = server;
        if (!why) why = uv_tcp_bind(&peers->listener, finding.addrinfo->ai_addr, 0);
        uv_freeaddrinfo(finding.addrinfo);
    }
    if (!why)
        why = uv_listen((uv_stream_t *)&peers->listener, PEER_WAITING, peer_on_call);
    if (why) snprintf(problem, size, "%s: %s", at, uv_strerror(why));
    return !why;
}

/* The key is what the file holds, whatever that is, as long as it cannot be guessed. */
static bool peers_read_key(struct peers *peers, const char *path, char *problem,
                           size_t size)
{
    unsigned char bytes[PEER_KEY_MOST];
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(bytes, 1, sizeof bytes, file) : 0;

    if (file) fclose(file);
    if (!file)
        snprintf(problem, size, "%s cannot be read", path);
    else if (n < PEER_KEY_LEAST)
        snprintf(problem, size, "%s holds %d bytes; a key has at least %d", path, (int)n,
                 PEER_KEY_LEAST);
    if (n < PEER_KEY_LEAST) return false;
    crypto_generichash(peers->key, sizeof peers->key, bytes, n, NULL, 0);
    sodium_memzero(bytes, sizeof bytes);
    return true;
}

bool peers_agree_on_time(const struct store *store, char *problem, size_t size)
{
    long long ahead = store->ahead;

    if (llabs(ahead) <= PEER_CLOCK_MS) return true;
    snprintf(problem, size,
             "this machine's clock is %lld seconds %s that of the database: set it, and "
             "keep it by NTP",
             llabs(ahead) / 1000, ahead > 0 ? "ahead of" : "behind");
    return false;
}

bool peers_open(struct server *server, char *problem, size_t size)
{
    const struct server_options *o = server->options;
    struct node_options options = {.name = o->node,
                                   .store = server->store,
                                   .context = server,
                                   .connect = peer_connect,
                                   .send = peer_send,
                                   .cut = peer_cut};

    snprintf(problem, size, "out of memory");
    if (!(server->peers = calloc(1, sizeof *server->peers))) return false;
    if (!peers_read_key(server->peers, o->cluster_key, problem, size)) return false;
    options.key = server->peers->key;
    server->node = node_new(&options);
    return server->node && peers_listen(server, problem, size);
}

/* -- Its own name ------------------------------------------------------------------------- */

static bool peers_have_twin(const struct server *server, char *problem, size_t size)
{
    if (node_self_answer(server->node) != NODE_SELF_TWIN) return false;
    snprintf(problem, size,
             "another server answers at %s: each needs a name of its own (--node)",
             server->options->node);
    return true;
}

bool peers_know_themselves(struct server *server, char *problem, size_t size)
{
    int64_t until = server_now() + PEER_SELF_MS;

    node_self_ask(server->node);
    while (node_self_answer(server->node) == NODE_SELF_ASKED && server_now() < until) {
        peers_flush(server);
        uv_run(&server->loop, UV_RUN_NOWAIT);
        hub_time(server->hub, server_now());
        uv_sleep(1);
    }
    return !peers_have_twin(server, problem, size);
}

/* The other one may have begun after us, or its name may lead elsewhere since. */
void peers_look_for_twin(struct server *server)
{
    char problem[200];

    if (!server->node || server->stopping) return;
    if (peers_have_twin(server, problem, sizeof problem)) {
        server_log(
            "error", "node",
            json_pack("{s:s, s:s}", "text", problem, "node", server->options->node));
        server->stopping = server->mistaken = true;
    } else if (server_steady() >= server->twin_at) {
        server->twin_at = server_steady() + PEER_SELF_AGAIN_MS;
        node_self_ask(server->node);
    }
}

/* The loop closes the sockets. */
void peers_close(struct server *server)
{
    if (server->node) node_end(server->node);
}

void peers_free(struct server *server)
{
    node_free(server->node);
    while (server->peers && server->peers->first) peer_free(server->peers->first);
    if (server->peers) sodium_memzero(server->peers->key, sizeof server->peers->key);
    free(server->peers);
}
