/* http.c -- plain HTTP: the page from memory, and the few calls of docs/protocol.md. */
#include "server_parts.h"

#include "assets.h"
#include "secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    CHUNK = 16 * 1024,
    BODY_MAX = 1 << 20,
    READ_MAX = 16 << 20, /* of a file that is too long, to its end */
    IMPORT_S = 30,
    ANSWER_S = 120,
    HEADERS_MAX = 2048
};

struct session {
    char *own;       /* an answer to be freed */
    const char *out; /* what is sent: own, or an asset */
    size_t n, sent;
    char *body;          /* of a POST */
    size_t n_body, size; /* what has come of it; what it has room for */
    bool too_long, busy;
    bool importing; /* a body is wanted, and not yet whole */
    bool last;      /* the connection ends with this answer */
};

size_t http_session_size(void)
{
    return sizeof(struct session);
}

struct answer {
    unsigned status;
    const char *type;
    char *own;
    const char *out;
    size_t n;
    const struct asset *asset;
    bool packed;
};

/* -- Who -------------------------------------------------------------------------------- */

/* The value of our cookie in a Cookie header; false if there is none. */
static bool find_cookie(const char *header, char out[SECRET_TEXT_MAX])
{
    for (const char *p = header; p && *p; p = strchr(p, ';')) {
        p += strspn(p, "; ");
        if (strncmp(p, "aude=", 5) != 0) continue;
        size_t n = strcspn(p + 5, "; ");
        if (n != SECRET_TEXT_MAX - 1) continue;
        memcpy(out, p + 5, n);
        out[n] = 0;
        return true;
    }
    return false;
}

void http_who(struct lws *wsi, char out[TABLE_WHO_MAX])
{
    char header[4096], secret[SECRET_TEXT_MAX];

    out[0] = 0;
    if (lws_hdr_copy(wsi, header, sizeof header, WSI_TOKEN_HTTP_COOKIE) <= 0) return;
    if (!find_cookie(header, secret) || !secret_hash(secret, out)) out[0] = 0;
}

/* -- Headers ---------------------------------------------------------------------------- */

struct headers {
    struct lws *wsi;
    unsigned char bytes[LWS_PRE + HEADERS_MAX], *at, *end;
    bool failed;
};

static void header(struct headers *headers, const char *name, const char *value)
{
    headers->failed |= lws_add_http_header_by_name(
        headers->wsi, (const unsigned char *)name, (const unsigned char *)value,
        (int)strlen(value), &headers->at, headers->end);
}

/* A year; not for scripts, not for other sites' requests. */
static void set_cookie(struct headers *headers)
{
    char secret[SECRET_TEXT_MAX], value[160], who[TABLE_WHO_MAX];

    http_who(headers->wsi, who);
    if (who[0]) return;
    secret_new(secret);
    snprintf(value, sizeof value,
             "aude=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s", secret,
             server_of(headers->wsi)->secure ? "; Secure" : "");
    header(headers, "set-cookie:", value);
}

static void set_safety(struct headers *headers)
{
    header(headers, "content-security-policy:",
           "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
           "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
           "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'");
    header(headers, "x-content-type-options:", "nosniff");
    header(headers, "referrer-policy:", "no-referrer");
    header(headers, "cross-origin-resource-policy:", "same-origin");
}

static void set_wait(struct headers *headers, int seconds)
{
    char value[16];

    snprintf(value, sizeof value, "%d", seconds);
    header(headers, "retry-after:", value);
    header(headers, "connection:", "close");
}

static void set_caching(struct headers *headers, const struct answer *answer)
{
    if (!answer->asset) {
        header(headers, "cache-control:", "no-store");
        return;
    }
    header(headers, "etag:", answer->asset->etag);
    header(headers, "vary:", "accept-encoding");
    header(headers, "cache-control:",
           answer->asset->forever ? "public, max-age=31536000, immutable" : "no-cache");
    if (answer->packed) header(headers, "content-encoding:", "gzip");
}

/* -- Answering -------------------------------------------------------------------------- */

static void forget_body(struct lws *wsi, struct session *session)
{
    server_let_go(server_of(wsi), HELD_FILES, session->n_body);
    free(session->body);
    session->body = NULL;
    session->n_body = session->size = 0;
}

/* The connection ends, or goes on with another request. */
static void clear(struct lws *wsi, struct session *session)
{
    if (!session) return;
    forget_body(wsi, session);
    free(session->own);
    *session = (struct session){0};
}

/* Everything of this request is let go before the library lets go of the session. */
static int finish(struct lws *wsi, struct session *session)
{
    bool last = session->last;

    clear(wsi, session);
    if (last) return -1;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int reply(struct lws *wsi, struct session *session, const struct answer *answer)
{
    struct headers headers = {.wsi = wsi};
    bool forever = answer->asset && answer->asset->forever;

    headers.at = headers.bytes + LWS_PRE;
    headers.end = headers.bytes + sizeof headers.bytes - 1;
    headers.failed = lws_add_http_common_headers(wsi, answer->status, answer->type,
                                                 answer->n, &headers.at, headers.end);
    set_caching(&headers, answer);
    set_safety(&headers);
    if (!forever) set_cookie(&headers);
    if (session->last) header(&headers, "connection:", "close");
    if (headers.failed || lws_finalize_write_http_header(wsi, headers.bytes + LWS_PRE,
                                                         &headers.at, headers.end)) {
        free(answer->own);
        return -1;
    }
    free(session->own);
    session->own = answer->own;
    session->out = answer->own ? answer->own : answer->out;
    session->n = answer->n;
    session->sent = 0;
    if (!session->n) return finish(wsi, session);
    lws_callback_on_writable(wsi);
    return 0;
}

static int on_writable(struct lws *wsi, struct session *session)
{
    unsigned char chunk[LWS_PRE + CHUNK];
    size_t n = session->n - session->sent;
    bool last = n <= CHUNK;

    if (!session->out) return 0;
    if (!last) n = CHUNK;
    memcpy(chunk + LWS_PRE, session->out + session->sent, n);
    if (lws_write(wsi, chunk + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
        0)
        return -1;
    session->sent += n;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    return finish(wsi, session);
}

static int reply_text(struct lws *wsi, struct session *session, unsigned status,
                      const char *type, char *own)
{
    struct answer answer = {.status = own ? status : 500, .type = type};

    answer.own = own ? own : strdup("{\"code\":\"BUSY\"}");
    answer.n = answer.own ? strlen(answer.own) : 0;
    return reply(wsi, session, &answer);
}

static int reply_error(struct lws *wsi, struct session *session, unsigned status,
                       const char *code, const char *text)
{
    json_t *json = json_pack("{s:s, s:s}", "code", code, "text", text);
    char *own = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    return reply_text(wsi, session, status, "application/json", own);
}

static char *too_many(int wait, const char *what)
{
    char text[128];

    snprintf(text, sizeof text, "too many %s from your address: please wait %d second%s",
             what, wait, wait == 1 ? "" : "s");
    json_t *json = json_pack("{s:s, s:s}", "code", "RATE", "text", text);
    char *own = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return own;
}

/* Said in one piece, since nothing is kept of who is sent away. */
int http_too_many(struct lws *wsi, int wait, const char *what)
{
    struct headers headers = {.wsi = wsi};
    char *text = too_many(wait, what);
    size_t n = text ? strlen(text) : 0;

    headers.at = headers.bytes + LWS_PRE;
    headers.end = headers.bytes + sizeof headers.bytes - 1;
    headers.failed = lws_add_http_common_headers(wsi, 429, "application/json", n,
                                                 &headers.at, headers.end);
    set_wait(&headers, wait);
    set_safety(&headers);
    if (!headers.failed && !lws_finalize_write_http_header(wsi, headers.bytes + LWS_PRE,
                                                           &headers.at, headers.end)) {
        memcpy(headers.bytes + LWS_PRE, text ? text : "", n);
        lws_write(wsi, headers.bytes + LWS_PRE, n, LWS_WRITE_HTTP_FINAL);
    }
    free(text);
    return -1;
}

/* -- The page --------------------------------------------------------------------------- */

static const struct asset *find_asset(const char *path)
{
    for (int i = 0; i < assets_count; i++)
        if (!strcmp(assets[i].path, path)) return &assets[i];
    return NULL;
}

/* "/t/k3m9xw2p7q4t" and the like are the page's own business. */
static const struct asset *asset_for(const char *path)
{
    const struct asset *asset = find_asset(path);
    const char *name = strrchr(path, '/');

    if (asset || !name || strchr(name, '.')) return asset;
    return find_asset("/index.html");
}

static bool header_has(struct lws *wsi, enum lws_token_indexes token, const char *word)
{
    char value[512];

    return lws_hdr_copy(wsi, value, sizeof value, token) > 0 && strstr(value, word);
}

static int reply_asset(struct lws *wsi, struct session *session,
                       const struct asset *asset)
{
    struct answer answer = {.status = 200, .type = asset->type, .asset = asset};

    if (header_has(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, asset->etag)) {
        answer.status = 304;
        return reply(wsi, session, &answer);
    }
    answer.packed = asset->gzip != asset->data &&
                    header_has(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, "gzip");
    const unsigned char *from = answer.packed ? asset->gzip : asset->data;
    const unsigned char *end = answer.packed ? asset->gzip_end : asset->data_end;
    answer.out = (const char *)from;
    answer.n = (size_t)(end - from);
    return reply(wsi, session, &answer);
}

/* -- Calls ------------------------------------------------------------------------------ */

static int on_record(struct lws *wsi, struct session *session, const char *path)
{
    char id[TABLE_ID_MAX], who[TABLE_WHO_MAX];
    int end = 0;

    if (sscanf(path, "/api/tables/%15[a-z0-9]/record%n", id, &end) != 1 || !end ||
        path[end])
        return reply_error(wsi, session, 404, "NO_TABLE", "there is no such call");
    /* The whole log is read for it, and a log may be long. */
    struct guest guest;
    int wait, more = (int)(hub_length(server_of(wsi)->hub, id) / GUEST_ENTRIES);
    door_guest(wsi, &guest);
    if (!guests_pay(server_of(wsi)->guests, &guest, more, server_now(), &wait))
        return http_too_many(wsi, wait, "calls");
    http_who(wsi, who);
    char *record = hub_record(server_of(wsi)->hub, id, who);
    const char *text, *code = hub_why(server_of(wsi)->hub, &text);
    if (!record)
        return reply_error(wsi, session, strcmp(code, "NO_TABLE") ? 503 : 404, code,
                           text);
    return reply_text(wsi, session, 200, "text/plain; charset=utf-8", record);
}

static char *me(const struct server *server)
{
    json_t *json = json_pack("{s:i, s:s}", "v", 1, "version", server->options->version);
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    return text;
}

static int on_get(struct lws *wsi, struct session *session, const char *path)
{
    struct server *server = server_of(wsi);
    const char *json = "application/json";

    if (!strcmp(path, "/api/me")) return reply_text(wsi, session, 200, json, me(server));
    if (!strcmp(path, "/api/tables"))
        return reply_text(wsi, session, 200, json, hub_list(server->hub));
    if (!strcmp(path, "/api/health"))
        return reply_text(wsi, session, 200, json, hub_health(server->hub));
    if (!strcmp(path, "/metrics"))
        return reply_text(wsi, session, 200, "text/plain; version=0.0.4",
                          hub_metrics(server->hub));
    if (!strncmp(path, "/api/tables/", 12)) return on_record(wsi, session, path);
    if (!strncmp(path, "/api/", 5))
        return reply_error(wsi, session, 404, "TYPE", "there is no such call");
    const struct asset *asset = asset_for(strcmp(path, "/") ? path : "/index.html");
    if (asset) return reply_asset(wsi, session, asset);
    return reply_error(wsi, session, 404, "TYPE", "there is no such page");
}

static int on_import(struct lws *wsi, struct session *session)
{
    const char *code = "SIZE";

    if (!session->importing) return 0;
    session->importing = false;
    lws_set_timer_usecs(wsi, ANSWER_S * LWS_USEC_PER_SEC);
    char problem[512] = "a file has at most 1 MiB", *record = NULL, *text = NULL;

    if (session->busy)
        return reply_error(wsi, session, 503, "BUSY", "too many files at once");
    if (!session->too_long)
        record = import_record(session->body ? session->body : "", session->n_body, &code,
                               problem, sizeof problem);
    forget_body(wsi, session);
    if (!record) return reply_error(wsi, session, 400, code, problem);
    json_t *json = json_pack("{s:s}", "record", record);
    if (json) text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    free(record);
    return reply_text(wsi, session, 200, "application/json", text);
}

/* How long is the body, as the header says? -1: there is none; -2: that is no length. */
static long body_length(struct lws *wsi)
{
    char text[16] = "";
    int n = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);

    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return -2;
    if (!n) return -1;
    if (lws_hdr_copy(wsi, text, 12, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0) return -2;
    return text[strspn(text, "0123456789")] ? -2 : strtol(text, NULL, 10);
}

/* The library loses count of what follows a body on the same connection: of two requests sent
 * together it took the second for more of the first, and answered without end. So a connection on
 * which a body comes, wanted or not, ends with the answer. */
static int on_bodied(struct lws *wsi, struct session *session, long n)
{
    session->last = true;
    if (n == -1) return reply_error(wsi, session, 411, "SIZE", "how long is the file?");
    if (n == -2)
        return reply_error(wsi, session, 400, "SIZE",
                           "a file comes in one piece, with its length");
    if (n > READ_MAX)
        return reply_error(wsi, session, 413, "SIZE", "a file has at most 1 MiB");
    session->importing = true;
    lws_set_timer_usecs(wsi, IMPORT_S * LWS_USEC_PER_SEC);
    return 0;
}

static int price_of(int method, const char *path)
{
    if (method == LWSHUMETH_POST) return GUEST_IMPORT;
    if (!strcmp(path, "/api/tables")) return GUEST_LIST;
    if (!strncmp(path, "/api/tables/", 12)) return GUEST_RECORD;
    return strncmp(path, "/api/", 5) && strcmp(path, "/metrics") ? GUEST_FILE
                                                                 : GUEST_CALL;
}

static int on_http(struct lws *wsi, struct session *session, const char *path)
{
    struct guest guest;
    char *uri;
    int wait, n, method = lws_http_get_uri_and_method(wsi, &uri, &n);

    clear(wsi, session);
    lws_set_timer_usecs(wsi, ANSWER_S * LWS_USEC_PER_SEC);
    door_guest(wsi, &guest);
    if (!guests_pay(server_of(wsi)->guests, &guest, price_of(method, path), server_now(),
                    &wait))
        return http_too_many(wsi, wait, "calls");
    if (!door_name_ok(wsi))
        return reply_error(wsi, session, 403, "TYPE", "there is nobody of that name");
    long length = body_length(wsi);
    if (method == LWSHUMETH_POST && !strcmp(path, "/api/import"))
        return on_bodied(wsi, session, length);
    session->last = method != LWSHUMETH_GET || (length && length != -1);
    if (method == LWSHUMETH_GET) return on_get(wsi, session, path);
    return reply_error(wsi, session, 405, "TYPE", "there is no such call");
}

/* Twice as much each time: a file comes in hundreds of pieces. */
static bool make_room(struct session *session, size_t n)
{
    size_t size = session->size ? session->size : CHUNK;

    while (size < n) size *= 2;
    if (size == session->size) return true;
    char *more = realloc(session->body, size);
    if (!more) return false;
    session->body = more;
    session->size = size;
    return true;
}

/* Too much is read to its end, but not kept. */
static int on_body(struct lws *wsi, struct session *session, const char *in, size_t n)
{
    if (!session->importing || !n) return 0;             /* nobody asked for it */
    session->too_long |= session->n_body + n > BODY_MAX; /* and stays so */
    if (!session->too_long && !session->busy &&
        !server_hold(server_of(wsi), HELD_FILES, n))
        session->busy = true;
    if (session->too_long || session->busy) {
        forget_body(wsi, session);
        return 0;
    }
    if (!make_room(session, session->n_body + n + 1)) {
        server_let_go(server_of(wsi), HELD_FILES, n);
        return -1;
    }
    memcpy(session->body + session->n_body, in, n);
    session->n_body += n;
    session->body[session->n_body] = 0;
    return 0;
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t n)
{
    struct session *session = user;

    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return door_open(server_of(wsi), user);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        door_entered(wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        door_left(wsi);
        return 0;
    case LWS_CALLBACK_HTTP:
        return on_http(wsi, session, in);
    case LWS_CALLBACK_HTTP_BODY:
        return on_body(wsi, session, in, n);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return on_import(wsi, session);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return on_writable(wsi, session);
    case LWS_CALLBACK_CLOSED_HTTP:
        clear(wsi, session);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* an upgrade without our subprotocol */
        lws_return_http_status(wsi, HTTP_STATUS_BAD_REQUEST, "VERSION: speak aude-1");
        return -1;
    case LWS_CALLBACK_TIMER: /* a byte now and then is not enough */
        return -1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: /* to HTTP/2, for one: nobody needs it here */
        return in && !strcasecmp(in, "websocket") ? 0 : -1;
    default:
        return 0;
    }
}
