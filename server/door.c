/* door.c -- who stands at the door: from which address, how many of them, and whom they call. */
#include "server_parts.h"

#include <string.h>

enum { HEADER_BYTES_MAX = 4096 + 1 }; /* of a request: the library's limit */

void door_guest(struct lws *wsi, struct guest *out)
{
    const struct guest_proxies *proxies = &server_of(wsi)->options->proxies;
    char forwarded[HEADER_BYTES_MAX] = "";
    unsigned char peer[16];

    *out = (struct guest){0};
    if (!guest_peer(lws_get_socket_fd(lws_get_network_wsi(wsi)), peer)) return;
    int n = lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR);
    guest_find(proxies, peer, n > 0 ? forwarded : NULL, out);
}

/* Before anything of it is read. What a proxy brings is counted later, by whom it names. */
int door_open(struct server *server, const struct lws_filter_network_conn_args *in)
{
    unsigned char peer[16];
    struct guest guest;
    bool full_house = false;

    guests_leave(server->entering); /* one that came to nothing */
    server->entering = NULL;
    if (!guest_peer(in->accept_fd, peer) ||
        guest_is_proxy(&server->options->proxies, peer))
        return 0;
    guest_find(&server->options->proxies, peer, NULL, &guest);
    if (!guests_knock(server->guests, &guest, server_now())) return -1;
    server->entering = guests_enter(server->guests, &guest, server_now(), &full_house);
    return full_house ? -1 : 0;
}

void door_entered(struct lws *wsi)
{
    struct server *server = server_of(wsi);

    lws_set_opaque_user_data(wsi, server->entering);
    server->entering = NULL;
}

void door_left(struct lws *wsi)
{
    guests_leave(lws_get_opaque_user_data(wsi));
    lws_set_opaque_user_data(wsi, NULL);
}

/* A foreign name that leads to this machine is a trick (DNS rebinding). */
bool door_name_ok(struct lws *wsi)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    char host[256] = "";

    if (!server_of(wsi)->options->local) return true;
    if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) < 0) return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t n = strlen(names[i]);
        if (!strncmp(host, names[i], n) && (!host[n] || host[n] == ':')) return true;
    }
    return false;
}
