/* store_loop.c -- the store's sockets in the main loop. A store names what it waits for (store.h); it never
 * sees the loop. */
#include "server_internal.h"

#include <stdlib.h>

struct watched {
    uv_poll_t poll;
    struct server *server;
    struct store_fd is; /* fd < 0: nothing */
};

struct server_store {
    struct watched *watched[STORE_FDS_MAX];
    bool turning;
};

bool store_loop_open(struct server *server)
{
    server->store_loop = calloc(1, sizeof *server->store_loop);
    return server->store_loop != NULL;
}

void store_loop_turn(struct server *server)
{
    if (!server->store->turn || server->store_loop->turning) return;
    server->store_loop->turning = true;
    hub_time(server->hub, server_now());
    server->store->turn(server->store, server_now());
    server->store_loop->turning = false;
    store_loop_sync(server);
}

static void store_loop_ready(uv_poll_t *poll, int status, int events)
{
    (void)status; /* an error is found by whoever reads */
    (void)events;
    store_loop_turn(((struct watched *)poll->data)->server);
}

static void store_loop_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void store_loop_drop(struct watched **at)
{
    if (!*at) return;
    uv_poll_stop(&(*at)->poll);
    uv_close((uv_handle_t *)&(*at)->poll, store_loop_closed);
    *at = NULL;
}

static void store_loop_watch(struct server *server, struct watched **at,
                             const struct store_fd *want)
{
    if (*at && ((*at)->is.fd != want->fd || (*at)->is.life != want->life))
        store_loop_drop(at);
    if (!*at) {
        struct watched *one = calloc(1, sizeof *one);
        if (!one) return; /* the tick goes on with it */
        one->server = server;
        one->poll.data = one;
        if (uv_poll_init(&server->loop, &one->poll, want->fd)) {
            free(one);
            return;
        }
        *at = one;
    } else if ((*at)->is.read == want->read && (*at)->is.write == want->write)
        return;
    (*at)->is = *want;
    uv_poll_start(&(*at)->poll,
                  (want->read ? UV_READABLE : 0) | (want->write ? UV_WRITABLE : 0),
                  store_loop_ready);
}

void store_loop_sync(struct server *server)
{
    struct server_store *all = server->store_loop;
    struct store_fd fds[STORE_FDS_MAX];
    int n = server->store->fds ? server->store->fds(server->store, fds) : 0;

    for (int i = 0; i < STORE_FDS_MAX; i++)
        if (i < n && fds[i].fd >= 0)
            store_loop_watch(server, &all->watched[i], &fds[i]);
        else
            store_loop_drop(&all->watched[i]);
}

void store_loop_close(struct server *server)
{
    if (!server->store_loop) return;
    for (int i = 0; i < STORE_FDS_MAX; i++)
        store_loop_drop(&server->store_loop->watched[i]);
    free(server->store_loop);
    server->store_loop = NULL;
}
