/* net.c -- listening, accepting, and seeing off. */
#include "server_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    WAITING_MAX = 4096, /* connections that the system keeps for us */
    ACCEPTS_MAX = 64,   /* in one round: then others have their turn */
    BESIDES = 1000,     /* connections that are no WebSockets */
    LOOK_MS = 500
};

/* -- Accepting -------------------------------------------------------------------------- */

static void net_set_up_socket(int fd)
{
    int yes = 1;

    fcntl(fd, F_SETFD, FD_CLOEXEC);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

/* True: the visit owns the socket now. False: the caller closes it. */
static bool net_welcome(struct visit *visit, int fd)
{
    struct server *server = visit->server;
    SSL *ssl = NULL;

    if (!guest_peer(fd, visit->peer) || !door_open(visit)) return false;
    if (server->tls && !(ssl = tls_accept(server->tls, fd))) return false;
    visit->wire = wire_server(&http_wire_calls, visit, HUB_FRAME_MAX, server_now());
    if (!visit->wire) {
        SSL_free(ssl);
        return false;
    }
    visit->line = net_line_open(server->lines, fd, ssl, visit->wire, visit);
    return true;
}

static void net_meet(struct server *server, int fd)
{
    struct visit *visit = NULL;

    if (server->lines->n < server->options->conns_max + BESIDES)
        visit = calloc(1, sizeof *visit);
    if (visit) visit->server = server;
    net_set_up_socket(fd);
    if (visit && net_welcome(visit, fd)) {
        if (visit->line) return;
    } else {
        close(fd);
    }
    if (visit) door_left(visit);
    free(visit);
}

static void net_on_connection(uv_poll_t *poll, int status, int events)
{
    struct server *server = poll->data;
    int listener = (int)(poll - server->listener);

    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPTS_MAX; i++) {
        int fd = accept(server->listen_fd[listener], NULL, NULL);
        if (fd >= 0) {
            net_meet(server, fd);
            continue;
        }
        if (errno == EINTR || errno == ECONNABORTED) continue;
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            server->full = true; /* libuv would call again at once; net_tick() goes on */
        break;
    }
    if (server->full) uv_poll_stop(poll);
}

static void net_visit_gone(void *context, const char *why)
{
    struct visit *visit = context;

    (void)why;
    ws_gone(visit);
    http_later_gone(visit);
    door_left(visit);
    free(visit);
}

/* -- Listening -------------------------------------------------------------------------- */

static bool net_bind_to(struct server *server, const struct addrinfo *at)
{
    int yes = 1, no = 0, fd = socket(at->ai_family, at->ai_socktype, at->ai_protocol);

    if (fd < 0) return false;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (at->ai_family == AF_INET6) /* to listen everywhere is to listen to IPv4, too */
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, server->options->address ? &yes : &no,
                   sizeof yes);
    if (bind(fd, at->ai_addr, at->ai_addrlen)) {
        int why = errno;
        close(fd);
        errno = why;
        return false;
    }
    server->listen_fd[server->n_bound++] = fd;
    return true;
}

static void net_find_port(struct server *server)
{
    struct sockaddr_storage at;
    socklen_t n = sizeof at;

    if (getsockname(server->listen_fd[0], (struct sockaddr *)&at, &n)) return;
    server->port =
        ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                       : ((struct sockaddr_in *)&at)->sin_port);
}

/* A name may have several addresses: all of them, but any free port is that of the first. */
static bool net_bind_to_all(struct server *server, const char *address)
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICSERV},
                    *list, *one;
    char port[16];

    snprintf(port, sizeof port, "%d", server->options->port);
    int error = getaddrinfo(address, port, &hints, &list);
    if (error) {
        errno = EADDRNOTAVAIL;
        return false;
    }
    bool any = !server->options->port, taken = false;
    for (one = list; one && !taken && server->n_bound < SERVER_LISTENERS_MAX;
         one = one->ai_next) {
        if (!net_bind_to(server, one))
            taken = errno != EADDRNOTAVAIL && errno != EAFNOSUPPORT;
        else if (any)
            break;
    }
    freeaddrinfo(list);
    return server->n_bound && !taken;
}

static void net_go_on_listening(struct server *server)
{
    for (int i = 0; i < server->n_listeners; i++)
        uv_poll_start(&server->listener[i], UV_READABLE, net_on_connection);
}

static bool net_start_listening(struct server *server)
{
    for (int i = 0; i < server->n_bound; i++) {
        uv_poll_t *poll = &server->listener[i];
        if (listen(server->listen_fd[i], WAITING_MAX) ||
            uv_poll_init(&server->loop, poll, server->listen_fd[i]))
            return false;
        poll->data = server;
        server->n_listeners++;
    }
    net_go_on_listening(server);
    return true;
}

static bool net_failed(const struct server *server, char *problem, size_t size)
{
    const char *address = server->options->address;

    snprintf(problem, size, "%s port %d: %s", address ? address : "any address",
             server->options->port, strerror(errno));
    return false;
}

bool net_read_certificate(struct server *server, char *problem, size_t size)
{
    SSL_CTX *tls = tls_server(server->options->cert, server->options->key, problem, size);

    if (!tls) return false;
    SSL_CTX_free(server->tls); /* open connections keep their own reference */
    server->tls = tls;
    return true;
}

bool net_bind(struct server *server, char *problem, size_t size)
{
    const char *address = server->options->address;

    if (server->options->cert && !net_read_certificate(server, problem, size))
        return false;
    /* "::" is IPv4, too; where there is no IPv6 the other is left. */
    bool all =
        !address && (net_bind_to_all(server, "::") || net_bind_to_all(server, "0.0.0.0"));
    if (!all && (!address || !net_bind_to_all(server, address)))
        return net_failed(server, problem, size);
    net_find_port(server);
    return true;
}

bool net_listen(struct server *server, char *problem, size_t size)
{
    if (!server->n_bound && !net_bind(server, problem, size)) return false;
    server->lines = calloc(1, sizeof *server->lines);
    if (!server->lines) {
        snprintf(problem, size, "out of memory");
        return false;
    }
    server->lines->loop = &server->loop;
    server->lines->now = server_now;
    server->lines->gone = net_visit_gone;
    return net_start_listening(server) || net_failed(server, problem, size);
}

void net_stop_listening(struct server *server)
{
    for (int i = 0; i < server->n_listeners; i++)
        uv_close((uv_handle_t *)&server->listener[i], NULL);
    for (int i = 0; i < server->n_bound; i++) close(server->listen_fd[i]);
    server->n_listeners = server->n_bound = 0;
}

void net_tick(struct server *server)
{
    int64_t now = server_now();

    if (server->full) {
        server->full = false;
        net_go_on_listening(server);
    }
    if (now - server->looked < LOOK_MS) return;
    server->looked = now;
    net_line_time(server->lines);
}
