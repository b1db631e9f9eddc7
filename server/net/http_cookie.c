/* http_cookie.c -- cookies: whom a request comes from, and the secret that a browser is given to keep. */
#include "http_internal.h"

#include "hub/secret.h"

#include <string.h>

/* Under https a name that no other site of the domain can set; the other is the former one. */
static const char new_name[] = "__Host-aude=", old_name[] = "aude=";

/* A cookie of our making: "SECRET", or "SECRET.FIRST" of a browser that was given another secret since its first. */
struct cookie {
    char secret[SECRET_TEXT_MAX];
    char first[SECRET_HASH_MAX]; /* the hash of the browser's first secret */
    char who[TABLE_WHO_MAX];     /* the hash of the secret; "": there is no such cookie */
};

enum { COOKIE_SECRET = SECRET_TEXT_MAX - 1 };

/* The value of a cookie, `n` letters. False: it is none of ours. */
static bool cookie_parse(const char *value, size_t n, struct cookie *out)
{
    bool has_first = n == 2 * COOKIE_SECRET + 1 && value[COOKIE_SECRET] == '.';
    char hash[SECRET_HASH_MAX];

    if (n != COOKIE_SECRET && !has_first) return false;
    memcpy(out->secret, value, COOKIE_SECRET);
    out->secret[COOKIE_SECRET] = 0;
    if (!secret_hash(out->secret, out->who)) return false;
    memcpy(out->first, out->who, sizeof out->first);
    if (!has_first) return true;
    memcpy(out->first, value + COOKIE_SECRET + 1, COOKIE_SECRET);
    out->first[COOKIE_SECRET] = 0;
    return secret_hash(out->first, hash); /* it has the form of one */
}

/* The value of that cookie in a Cookie header; false if there is none. */
static bool cookie_find(const char *header, const char *name, struct cookie *out)
{
    size_t length = strlen(name);

    for (const char *p = header; p && *p; p = strchr(p, ';')) {
        p += strspn(p, "; ");
        if (strncmp(p, name, length) == 0 &&
            cookie_parse(p + length, strcspn(p + length, "; "), out))
            return true;
    }
    return false;
}

static bool cookie_read(const struct wire_request *request, const char *name,
                        struct cookie *out)
{
    const char *header;

    for (int at = 0; (header = wire_head_field(request, "cookie", &at));)
        if (cookie_find(header, name, out)) return true;
    *out = (struct cookie){0};
    return false;
}

/* The guest's, under one name or the other. */
static void cookie_read_guest(const struct visit *visit,
                              const struct wire_request *request, struct cookie *out)
{
    if (!visit->server->secure || !cookie_read(request, new_name, out))
        cookie_read(request, old_name, out);
}

void http_cookie_who(const struct visit *visit, const struct wire_request *request,
                     char out[TABLE_WHO_MAX])
{
    struct cookie cookie;

    cookie_read_guest(visit, request, &cookie);
    memcpy(out, cookie.who, sizeof cookie.who);
}

static const char new_session_name[] = "__Host-aude-name=",
                  plain_session_name[] = "aude-name=";

static const char *cookie_guest_name(const struct visit *visit)
{
    return visit->server->secure ? new_name : old_name;
}

static const char *cookie_session_name(const struct visit *visit)
{
    return visit->server->secure ? new_session_name : plain_session_name;
}

void http_cookie_session(const struct visit *visit, const struct wire_request *request,
                         char out[TABLE_WHO_MAX])
{
    static const char scheme[] = "Bearer ";
    struct cookie cookie;
    const char *key = wire_head_field(request, "authorization", NULL);

    if (key && !strncmp(key, scheme, sizeof scheme - 1) &&
        secret_hash(key + sizeof scheme - 1, out))
        return;
    cookie_read(request, cookie_session_name(visit), &cookie);
    memcpy(out, cookie.who, sizeof cookie.who);
}

void http_cookie_note(struct visit *visit, const struct wire_request *request)
{
    struct cookie cookie;

    visit->old_cookie[0] = 0;
    visit->known = cookie_read(request, cookie_guest_name(visit), &cookie);
    if (!visit->known && visit->server->secure && cookie_read(request, old_name, &cookie))
        memcpy(visit->old_cookie, cookie.secret, sizeof visit->old_cookie);
    memcpy(visit->browser, cookie.first, sizeof cookie.first);
}

/* A year; not for scripts, not for other sites' requests. Who comes with the former name keeps
 * the secret, and with it the seats. A browser that gets another secret is still known as the browser it was. */
void http_cookie_set(struct answer_head *head, struct visit *visit)
{
    char secret[SECRET_TEXT_MAX], who[TABLE_WHO_MAX];

    if (visit->known) return;
    if (visit->old_cookie[0])
        memcpy(secret, visit->old_cookie, sizeof secret);
    else
        secret_new(secret);
    bool is_first =
        !visit->browser[0] || (secret_hash(secret, who) && !strcmp(who, visit->browser));
    http_answer_line(
        head, "set-cookie: %s%s%s%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s",
        cookie_guest_name(visit), secret, is_first ? "" : ".",
        is_first ? "" : visit->browser, visit->server->secure ? "; Secure" : "");
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
