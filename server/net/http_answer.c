/* http_answer.c -- how an answer is sent: its status line, its headers, and then text, JSON or a file of the
 * page. */
#include "http_internal.h"

#include "assets.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct answer {
    unsigned status;
    const char *type;
    char *own;       /* to be freed */
    const char *out; /* or what lives as long as the program */
    size_t n;
    const struct asset *asset;
    bool packed;
    int wait;           /* seconds, of who has to wait; 0: nobody */
    const char *folder; /* where to go instead, or NULL */
    bool framed;        /* other sites may show it in a frame; it is given no cookie */
};

/* -- Headers ---------------------------------------------------------------------------- */

void http_answer_line(struct answer_head *head, const char *format, ...)
{
    size_t left = sizeof head->text - head->n;
    va_list values;

    va_start(values, format);
    int n = vsnprintf(head->text + head->n, left, format, values);
    va_end(values);
    if (n >= 0 && (size_t)n + 2 < left) {
        head->n += (size_t)n;
        memcpy(head->text + head->n, "\r\n", 3);
        head->n += 2;
    }
}

static const char *http_answer_reason(unsigned status)
{
    static const struct {
        unsigned status;
        const char *words;
    } reasons[] = {{200, "OK"},
                   {301, "Moved Permanently"},
                   {304, "Not Modified"},
                   {400, "Bad Request"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {411, "Length Required"},
                   {413, "Content Too Large"},
                   {426, "Upgrade Required"},
                   {429, "Too Many Requests"},
                   {431, "Request Header Fields Too Large"},
                   {500, "Internal Server Error"},
                   {503, "Service Unavailable"},
                   {505, "HTTP Version Not Supported"}};

    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status) return reasons[i].words;
    return "Answer";
}

static void http_answer_date(struct answer_head *head)
{
    char date[40];
    time_t now = time(NULL);
    struct tm utc;

    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    http_answer_line(head, "date: %s", date);
}

static void http_answer_safety(struct answer_head *head, const struct visit *visit,
                               bool framed)
{
    http_answer_line(head,
                     "content-security-policy: "
                     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                     "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                     "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; "
                     "form-action 'none'; frame-ancestors %s",
                     framed ? "*" : "'none'");
    http_answer_line(head, "x-content-type-options: nosniff");
    http_answer_line(head, "referrer-policy: no-referrer");
    http_answer_line(head, "cross-origin-resource-policy: %s",
                     framed ? "cross-origin" : "same-origin");
    http_answer_line(head, "cross-origin-opener-policy: same-origin");
    http_answer_line(
        head, "permissions-policy: camera=(), microphone=(), geolocation=(), payment=(), "
              "usb=(), serial=(), midi=()");
    if (visit->server->secure)
        http_answer_line(head, "strict-transport-security: max-age=15552000");
}

static void http_answer_caching(struct answer_head *head, const struct answer *answer)
{
    const struct asset *asset = answer->asset;

    if (!asset) {
        http_answer_line(head, "cache-control: no-store");
        return;
    }
    http_answer_line(head, "etag: %s", asset->etag);
    http_answer_line(head, "vary: accept-encoding");
    http_answer_line(head, "cache-control: %s",
                     asset->forever ? "public, max-age=31536000, immutable" : "no-cache");
    if (answer->packed) http_answer_line(head, "content-encoding: gzip");
}

/* -- Answering -------------------------------------------------------------------------- */

/* Calls and documents do. Files that a document brings along do not, nor does the viewer: who reads
 * another site's page is nobody's guest here. */
static bool http_answer_gives_cookie(const struct answer *answer)
{
    return !answer->framed &&
           (!answer->asset || !strncmp(answer->asset->type, "text/html", 9));
}

static void http_answer_send(struct visit *visit, const struct answer *answer)
{
    struct answer_head head = {.n = 0};

    http_answer_line(&head, "HTTP/1.1 %u %s", answer->status,
                     http_answer_reason(answer->status));
    http_answer_date(&head);
    if (answer->status != 304) {
        http_answer_line(&head, "content-type: %s", answer->type);
        http_answer_line(&head, "content-length: %zu", answer->n);
    }
    http_answer_caching(&head, answer);
    http_answer_safety(&head, visit, answer->framed);
    if (answer->wait)
        http_answer_line(&head, "retry-after: %d", answer->wait);
    else if (http_answer_gives_cookie(answer)) {
        http_cookie_set(&head, visit);
        http_cookie_set_session(&head, visit);
    }
    if (answer->folder) http_answer_line(&head, "location: %s/", answer->folder);
    if (answer->status == 405) http_answer_line(&head, "allow: GET, HEAD");
    if (answer->status == 426) http_answer_line(&head, "sec-websocket-version: 13");
    if (wire_is_last(visit->wire)) http_answer_line(&head, "connection: close");
    http_answer_line(&head, "%s", "");
    wire_answer(visit->wire, head.text, head.n, answer->out, answer->n, answer->own);
}

void http_answer_text(struct visit *visit, unsigned status, const char *type, char *own)
{
    struct answer answer = {.status = own ? status : 500, .type = type, .own = own};

    if (!own) answer.out = "{\"code\":\"BUSY\"}";
    answer.n = strlen(own ? own : answer.out);
    http_answer_send(visit, &answer);
}

void http_answer_json(struct visit *visit, unsigned status, char *own)
{
    http_answer_text(visit, status, "application/json", own);
}

char *http_answer_error_text(const char *code, const char *text)
{
    json_t *json = json_pack("{s:s, s:s}", "code", code, "text", text);
    char *own = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    return own;
}

void http_answer_error(struct visit *visit, unsigned status, enum message_error code,
                       const char *text)
{
    http_answer_text(visit, status, "application/json",
                     http_answer_error_text(table_messages_error_code(code), text));
}

void http_answer_refusal(struct visit *visit, unsigned status, enum message_error code,
                         const char *text)
{
    wire_last(visit->wire);
    http_answer_error(visit, status, code, text);
}

void http_answer_too_many(struct visit *visit, int wait, const char *what)
{
    struct answer answer = {.status = 429, .type = "application/json", .wait = wait};
    char text[128];

    snprintf(text, sizeof text, "too many %s from your address: please wait %d second%s",
             what, wait, wait == 1 ? "" : "s");
    health_count(visit->server, TURNED_RATE);
    answer.own = http_answer_error_text(table_messages_error_code(REFUSED_RATE), text);
    answer.n = answer.own ? strlen(answer.own) : 0;
    wire_last(visit->wire);
    http_answer_send(visit, &answer);
}

/* -- Files of the page ------------------------------------------------------------------ */

static bool http_answer_header_has(const struct wire_request *request, const char *name,
                                   const char *word)
{
    const char *value = wire_head_field(request, name, NULL);

    return value && strstr(value, word);
}

void http_answer_asset(struct visit *visit, const struct wire_request *request,
                       const struct asset *asset)
{
    struct answer answer = {.status = 200,
                            .type = asset->type,
                            .asset = asset,
                            .framed = page_is_viewer(asset)};

    const char *known = wire_head_field(request, "if-none-match", NULL);
    if (known && (!strcmp(known, "*") || strstr(known, asset->etag))) {
        answer.status = 304;
        http_answer_send(visit, &answer);
        return;
    }
    answer.out = (const char *)asset->data;
    answer.n = asset->n;
    answer.packed =
        asset->packed && http_answer_header_has(request, "accept-encoding", "gzip");
    if (asset->packed && !answer.packed) {
        answer.out = page_plain(&visit->server->plain, asset);
        answer.n = asset->n_plain;
    }
    if (answer.out)
        http_answer_send(visit, &answer);
    else
        http_answer_error(visit, 503, REFUSED_BUSY, "the server has no memory left");
}

/* The folder's own name and a slash: right behind a proxy with a path of its own, too. */
void http_answer_folder(struct visit *visit, const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    struct answer answer = {
        .status = 301, .type = "text/plain", .out = "", .folder = name};

    http_answer_send(visit, &answer);
}
