/* server.h -- the server as a whole: options in, exit status out.
 *
 * In net/ the server meets the world. Read hub/hub.h before (what is done), then wire.h (bytes in,
 * requests out: pure), line.h (a wire on a socket), net.c (accepting), server.c (the main loop).
 * ws.c and http.c answer, door.c says who comes in, health.c how the server is; page.c, front.c, card.c and import.c are about
 * single calls; worker.c thinks for computers; peer.c links it to other nodes; notify.c tells the service
 * manager. */
#ifndef SERVER_H
#define SERVER_H

#include "hub/guest.h"
#include "push/push.h"

enum { SERVER_ORIGINS_MAX = 16 };

struct server_options {
    const char *version;
    const char *address;    /* to listen on; NULL: all */
    int port;               /* 0: any free one */
    const char *store;      /* "sqlite:PATH" */
    const char *public_url; /* what people type, or NULL */
    const char
        *node; /* "address:port" by which other nodes reach it; NULL: it is alone */
    const char *peer_listen;                 /* where it listens for them */
    const char *cluster_key;                 /* the file with the key that all have */
    const char *cert, *key;                  /* TLS, or NULL */
    const char *origins[SERVER_ORIGINS_MAX]; /* allowed besides the server's own */
    int n_origins;
    int threads; /* in which computers think; 0: one less than there are cores */
    int conns_max, tables_max;
    int rate, per_address;        /* calls a second, connections; 0: not limited */
    int new_names;                /* that an address may keep in a day; 0: none */
    struct guest_proxies proxies; /* whose X-Forwarded-For is believed */
    int think_ms;
    int away_s; /* who is away for less is not replaced by a computer */
    int idle_s;
    int keep_days; /* tables untouched for longer are removed; 0: kept for ever */
    struct push_options push;
    bool quiet; /* no log lines but errors */
    bool local; /* for this machine alone: other names for it are refused */
    /* Called once the server listens, with its address; may be NULL. */
    void (*ready)(void *context, const char *url);
    void *context;
};

/* Run until SIGTERM or SIGINT. 0, or 1 with the reason on stderr. */
int server_run(const struct server_options *options);

#endif
