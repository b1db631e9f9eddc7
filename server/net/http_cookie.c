/* http_cookie.c -- cookies: whom a request comes from, and the secret that a browser is given to keep. */
#include "http_internal.h"

#include "hub/secret.h"

#include <string.h>

/* Under https a name that no other site of the domain can set; the other is the former one. */
static const char new_name[] = "__Host-aude=", old_name[] = "aude=";

/* The value of that cookie in a Cookie header; false if there is none. */
static bool cookie_find(const char *header, const char *name, char out[SECRET_TEXT_MAX])
{
    size_t length = strlen(name);

    for (const char *p = header; p && *p; p = strchr(p, ';')) {
        p += strspn(p, "; ");
        if (strncmp(p, name, length) != 0) continue;
        size_t n = strcspn(p + length, "; ");
        if (n != SECRET_TEXT_MAX - 1) continue;
        memcpy(out, p + length, n);
        out[n] = 0;
        return true;
    }
    return false;
}

/* A cookie of our making under that name, and its hash. */
static bool cookie_read(const struct wire_request *request, const char *name,
                        char secret[SECRET_TEXT_MAX], char who[TABLE_WHO_MAX])
{
    const char *header;

    for (int at = 0; (header = wire_head_field(request, "cookie", &at));)
        if (cookie_find(header, name, secret) && secret_hash(secret, who)) return true;
    secret[0] = who[0] = 0;
    return false;
}

void http_cookie_who(const struct visit *visit, const struct wire_request *request,
                     char out[TABLE_WHO_MAX])
{
    char secret[SECRET_TEXT_MAX];

    if (visit->server->secure && cookie_read(request, new_name, secret, out)) return;
    cookie_read(request, old_name, secret, out);
}

static const char new_session_name[] = "__Host-aude-name=",
                  plain_session_name[] = "aude-name=";

static const char *cookie_session_name(const struct visit *visit)
{
    return visit->server->secure ? new_session_name : plain_session_name;
}

void http_cookie_session(const struct visit *visit, const struct wire_request *request,
                         char out[TABLE_WHO_MAX])
{
    static const char scheme[] = "Bearer ";
    char secret[SECRET_TEXT_MAX];
    const char *key = wire_head_field(request, "authorization", NULL);

    if (key && !strncmp(key, scheme, sizeof scheme - 1) &&
        secret_hash(key + sizeof scheme - 1, out))
        return;
    cookie_read(request, cookie_session_name(visit), secret, out);
}

void http_cookie_note(struct visit *visit, const struct wire_request *request)
{
    char secret[SECRET_TEXT_MAX], who[TABLE_WHO_MAX];

    visit->old_cookie[0] = 0;
    if (!visit->server->secure) {
        visit->known = cookie_read(request, old_name, secret, who);
        return;
    }
    visit->known = cookie_read(request, new_name, secret, who);
    if (!visit->known) cookie_read(request, old_name, visit->old_cookie, who);
}

/* A year; not for scripts, not for other sites' requests. Who comes with the former name keeps
 * the secret, and with it the seats. */
void http_cookie_set(struct answer_head *head, struct visit *visit)
{
    char secret[SECRET_TEXT_MAX];
    bool secure = visit->server->secure;

    if (visit->known) return;
    if (visit->old_cookie[0])
        memcpy(secret, visit->old_cookie, sizeof secret);
    else
        secret_new(secret);
    http_answer_line(
        head, "set-cookie: %s%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s",
        secure ? new_name : old_name, secret, secure ? "; Secure" : "");
}

/* Strict: it is never sent along from another site's page. */
void http_cookie_set_session(struct answer_head *head, struct visit *visit)
{
    const char *safe = visit->server->secure ? "; Secure" : "";

    if (visit->new_session[0])
        http_answer_line(head,
                         "set-cookie: %s%s; Path=/; Max-Age=%d; HttpOnly; "
                         "SameSite=Strict%s",
                         cookie_session_name(visit), visit->new_session,
                         NAMES_SESSION_DAYS * 86400, safe);
    else if (visit->end_session)
        http_answer_line(head,
                         "set-cookie: %s; Path=/; Max-Age=0; HttpOnly; "
                         "SameSite=Strict%s",
                         cookie_session_name(visit), safe);
    memset(visit->new_session, 0, sizeof visit->new_session);
    visit->end_session = false;
}
