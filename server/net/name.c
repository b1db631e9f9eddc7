/* name.c -- calls about names over HTTP: which page they come from, cookies, the answer. What they do is
 * names/names_call.c's. */
#include "server_internal.h"

#include "hub/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char path_of_names[] = "/api/name/";

/* "Firefox, Linux": what a person knows his browser by. Nothing else of it is kept. */
static void net_name_label(const char *agent, char out[NAMES_LABEL_MAX])
{
    static const char *const browsers[][2] = {
        {"Edg/", "Edge"},        {"EdgA/", "Edge"},     {"OPR/", "Opera"},
        {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"},
        {"Chrome/", "Chrome"},   {"Safari/", "Safari"}};
    static const char *const systems[][2] = {
        {"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"},
        {"Windows", "Windows"}, {"Mac OS", "Mac"},    {"CrOS", "ChromeOS"},
        {"Linux", "Linux"}};
    const char *browser = "", *system = "";

    for (size_t i = sizeof browsers / sizeof browsers[0]; agent && i--;)
        if (strstr(agent, browsers[i][0])) browser = browsers[i][1];
    for (size_t i = sizeof systems / sizeof systems[0]; agent && i--;)
        if (strstr(agent, systems[i][0])) system = systems[i][1];
    snprintf(out, NAMES_LABEL_MAX, "%s%s%s", browser, browser[0] && system[0] ? ", " : "",
             system);
}

static unsigned net_name_status(enum message_error why)
{
    switch (why) {
    case REFUSED_NOT:
        return 200;
    case REFUSED_RATE:
        return 429;
    case REFUSED_STORE:
    case REFUSED_BUSY:
        return 503;
    case REFUSED_OFF:
        return 404;
    case REFUSED_SIGNED_OUT:
    case REFUSED_COOKIE:
        return 403;
    default:
        return 400;
    }
}

static void net_name_told(struct names_call *call)
{
    struct visit *visit = call->context;
    char *text = call->text;

    visit->naming = NULL;
    visit->end_session = call->end_session;
    memcpy(visit->new_session, call->new_session, sizeof visit->new_session);
    if (call->new_guest) {
        visit->known = false;
        visit->old_cookie[0] = 0;
    }
    call->text = NULL;
    if (call->wait) {
        free(text);
        http_answer_too_many(visit, call->wait, "tries");
    } else
        http_answer_json(visit, net_name_status(call->why), text);
    hub_names_end(visit->server->hub, call->gone);
    names_call_free(call);
    http_later_wake(visit);
}

static bool net_name_is_json(const struct wire_request *request)
{
    const char *type = wire_head_field(request, "content-type", NULL);

    return type && !strncmp(type, "application/json", 16);
}

/* A page of another site can send no such call: it says where it comes from, and may not send JSON. */
bool net_name_on_head(struct visit *visit, const struct wire_request *request)
{
    struct server *server = visit->server;
    struct guest guest;
    bool known = true;

    if (strncmp(request->path, path_of_names, sizeof path_of_names - 1) != 0)
        return false;
    struct names_call *call =
        server->names ? names_call_new(server->names,
                                       request->path + sizeof path_of_names - 1, &known)
                      : NULL;
    if (!server->names)
        http_answer_refusal(visit, 404, REFUSED_OFF, "this server keeps no names");
    else if (!call)
        http_answer_refusal(visit, known ? 503 : 404, known ? REFUSED_BUSY : REFUSED_TYPE,
                            known ? "the server has no memory left"
                                  : "there is no such call");
    else if (!door_is_own_page(visit, request) || !net_name_is_json(request))
        http_answer_refusal(visit, 403, REFUSED_ORIGIN, "this page may not do that");
    else if (request->length < 0 || request->length > NAMES_BODY_MAX)
        http_answer_refusal(visit, request->length < 0 ? 411 : 413, REFUSED_SIZE,
                            "a call about a name has at most 16 KiB");
    else {
        door_guest(visit, request, &guest);
        memcpy(call->from, guest.key, sizeof call->from);
        http_cookie_who(visit, request, call->guest);
        http_cookie_session(visit, request, call->session);
        net_name_label(wire_head_field(request, "user-agent", NULL), call->label);
        call->told = net_name_told;
        call->context = visit;
        visit->naming = call;
        visit->asked = false;
        wire_last(visit->wire);
        wire_want_body(visit->wire, NAMES_BODY_MAX);
        return true;
    }
    names_call_free(call);
    return true;
}

void net_name_on_body(struct visit *visit, enum wire_whole how, const char *bytes,
                      size_t n)
{
    struct names_call *call = visit->naming;

    if (how != WIRE_WHOLE) {
        visit->naming = NULL;
        names_call_free(call);
        if (how == WIRE_BUSY)
            http_answer_refusal(visit, 503, REFUSED_BUSY, "too many calls at once");
        else
            http_answer_refusal(visit, 413, REFUSED_SIZE,
                                "a call about a name has at most 16 KiB");
        return;
    }
    visit->asked = true;
    call->now = server_now();
    names_call_ask(call, bytes, n);
}

/* What is under way ends by itself, and tells nobody. */
void net_name_gone(struct visit *visit)
{
    struct names_call *call = visit->naming;

    visit->naming = NULL;
    if (call && visit->asked)
        call->told = NULL;
    else
        names_call_free(call);
}
