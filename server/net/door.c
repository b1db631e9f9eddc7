/* door.c -- who stands at the door: from which address, how many of them, whom they call, and from
 * which page. */
#include "server_internal.h"

#include <stdio.h>
#include <string.h>

/* -- Addresses -------------------------------------------------------------------------- */

/* All fields of that name are one list. */
static void door_join_fields(const struct wire_request *request, const char *name,
                             char *out, size_t size)
{
    const char *value;
    size_t n = 0;

    out[0] = 0;
    for (int at = 0; (value = wire_head_field(request, name, &at));) {
        int more = snprintf(out + n, size - n, "%s%s", n ? "," : "", value);
        if (more < 0 || (size_t)more >= size - n) return;
        n += (size_t)more;
    }
}

void door_guest(const struct visit *visit, const struct wire_request *request,
                struct guest *out)
{
    char forwarded[WIRE_HEAD_MAX];

    door_join_fields(request, "x-forwarded-for", forwarded, sizeof forwarded);
    guest_find(&visit->server->options->proxies, visit->peer,
               forwarded[0] ? forwarded : NULL, out);
}

static bool door_is_proxy(const struct visit *visit)
{
    return guest_is_proxy(&visit->server->options->proxies, visit->peer);
}

bool door_open(struct visit *visit)
{
    struct server *server = visit->server;
    struct guest guest;
    bool full_house = false;

    if (door_is_proxy(visit)) return true;
    guest_find(&server->options->proxies, visit->peer, NULL, &guest);
    if (duty_shuts_out(server, guest.address)) {
        health_count(server, TURNED_BANNED);
        return false;
    }
    if (!guests_knock(server->guests, &guest, server_now())) {
        health_count(server, TURNED_RATE);
        return false;
    }
    visit->purse = guests_enter(server->guests, &guest, server_now(), &full_house);
    if (full_house) health_count(server, TURNED_FULL);
    return !full_house;
}

bool door_enter(struct visit *visit)
{
    struct server *server = visit->server;
    bool full_house = false;

    if (!door_is_proxy(visit)) return true;
    visit->purse = guests_enter(server->guests, &visit->guest, server_now(), &full_house);
    if (full_house) health_count(server, TURNED_FULL);
    return !full_house;
}

void door_left(struct visit *visit)
{
    guests_leave(visit->purse);
    visit->purse = NULL;
}

/* Others at the same address may have emptied its purse. Who has a seat has one of his own for what costs next to nothing, so
 * that he can load the page and come back: known by his cookie or, with a kept name, by his session. */
bool door_pays(const struct visit *visit, const struct wire_request *request,
               const struct guest *guest, int price, int *wait)
{
    struct guests *guests = visit->server->guests;
    char who[TABLE_WHO_MAX];

    if (guests_pay(guests, guest, price, server_now(), wait)) return true;
    if (price > GUEST_CALL) return false;
    http_cookie_who(visit, request, who);
    if (guests_pay_own(guests, who, price, server_now())) return true;
    http_cookie_session(visit, request, who);
    return guests_pay_own(guests, who, price, server_now());
}

/* -- Names ------------------------------------------------------------------------------ */

/* Refuses a name that is not ours although it leads to this machine (DNS rebinding). */
bool door_name_ok(const struct visit *visit, const struct wire_request *request)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    const char *host = wire_head_field(request, "host", NULL);

    if (!visit->server->options->local) return true;
    for (size_t i = 0; host && i < sizeof names / sizeof names[0]; i++) {
        size_t n = strlen(names[i]);
        if (!strncmp(host, names[i], n) && (!host[n] || host[n] == ':')) return true;
    }
    return false;
}

/* The part of a URL that a browser sends as Origin: without a path. */
static bool door_is_origin_of(const char *origin, const char *url)
{
    const char *host = strstr(origin, "://");
    size_t n = strlen(origin);

    return url && host && host[3] && !strncmp(url, origin, n) &&
           (!url[n] || url[n] == '/');
}

/* The server's own page: same name, and not by http where people come by https. */
static bool door_is_own_origin(const struct visit *visit,
                               const struct wire_request *request, const char *origin)
{
    const char *host = wire_head_field(request, "host", NULL);
    const char *scheme = visit->server->secure ? "https://" : "http://";
    size_t n = strlen(scheme);

    return host && host[0] && !strncmp(origin, scheme, n) && !strcmp(origin + n, host);
}

/* A browser says from which page a connection comes; other programs say nothing. */
bool door_origin_ok(const struct visit *visit, const struct wire_request *request)
{
    const struct server_options *options = visit->server->options;
    const char *origin = wire_head_field(request, "origin", NULL);

    if (!origin) return true;
    if (door_is_own_origin(visit, request, origin) ||
        door_is_origin_of(origin, options->public_url))
        return true;
    for (int i = 0; i < options->n_origins; i++)
        if (door_is_origin_of(origin, options->origins[i])) return true;
    return false;
}

bool door_is_own_page(const struct visit *visit, const struct wire_request *request)
{
    const char *origin = wire_head_field(request, "origin", NULL);

    return origin && (door_is_own_origin(visit, request, origin) ||
                      door_is_origin_of(origin, visit->server->options->public_url));
}
