/* http_later.c -- answers for which the store is asked first: what of the request is kept until then. */
#include "http_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct later *http_later_new(struct visit *visit, const struct wire_request *request,
                             void (*told)(struct hub_ask *ask))
{
    struct later *later = calloc(1, sizeof *later);
    const char *language = wire_head_field(request, "accept-language", NULL);

    if (!later) {
        http_answer_error(visit, 503, REFUSED_BUSY, "the server has no memory left");
        return NULL;
    }
    later->visit = visit;
    later->ask.told = told;
    snprintf(later->language, sizeof later->language, "%s", language ? language : "");
    door_guest(visit, request, &later->guest);
    http_cookie_who(visit, request, later->ask.who);
    http_cookie_session(visit, request, later->session);
    visit->later = later;
    return later;
}

static void later_named(void *context, enum store_outcome how, const char *who,
                        const struct names_person *person)
{
    struct later *later = context;

    (void)person;
    later->naming = false;
    if (!later->visit) {
        free(later); /* nobody wants to know any more */
        return;
    }
    if (how == STORE_DONE) snprintf(later->ask.who, sizeof later->ask.who, "%s", who);
    later->go(later->visit->server->hub, &later->ask);
}

void http_later_ask(struct later *later, void (*go)(struct hub *hub, struct hub_ask *ask))
{
    struct server *server = later->visit->server;

    if (!server->store->names ||
        (!later->session[0] &&
         (!later->ask.who[0] || hub_waits_for_store(server->hub)))) {
        go(server->hub, &later->ask);
        return;
    }
    later->go = go;
    later->naming = true;
    names_who(server->store, later->session, later->ask.who, server_now(), later_named,
              later);
}

void http_later_wake(struct visit *visit)
{
    if (visit->line) net_line_wake(visit->line);
}

void http_later_end(struct later *later)
{
    struct visit *visit = later->visit;

    visit->later = NULL;
    free(later);
    http_later_wake(visit);
}

void http_later_gone(struct visit *visit)
{
    net_name_gone(visit);
    if (!visit->later) return;
    if (visit->later->naming) {
        visit->later->visit = NULL;
        visit->later = NULL;
        return;
    }
    hub_ask_no_more(&visit->later->ask);
    free(visit->later);
    visit->later = NULL;
}

struct later *http_later_of(struct hub_ask *ask)
{
    return (struct later *)ask; /* its first member */
}
