/* http.c -- requests: what their heads and bodies ask for, what they cost, and who answers them. */
#include "http_internal.h"

#include "assets.h"

#include <stdlib.h>
#include <string.h>

enum {
    BODY_MAX = 1 << 20,
    NAMES_HELD_MAX = 4 << 20,
    READ_MAX = 16 << 20 /* a body that is too long is still read up to this size */
};

/* -- What is asked for ------------------------------------------------------------------- */

static void http_page(struct visit *visit, const struct wire_request *request)
{
    const struct asset *asset = page_asset(request->path);
    const struct asset *front = visit->server->front;

    if (front && asset && !strcmp(asset->path, front->path) &&
        strcmp(request->path, front->path) != 0)
        asset = front;
    if (page_is_folder(request->path))
        http_answer_folder(visit, request->path);
    else if (asset)
        http_answer_asset(visit, request, asset);
    else
        http_answer_error(visit, 404, REFUSED_TYPE, "there is no such page");
}

static void http_get(struct visit *visit, const struct wire_request *request)
{
    struct server *server = visit->server;
    const char *path = request->path, *json = "application/json";

    if (!strcmp(path, "/api/me"))
        http_calls_me(visit, request);
    else if (!strcmp(path, "/api/tables"))
        http_calls_tables(visit, request);
    else if (http_calls_is_games(path))
        http_calls_games(visit, request);
    else if (!strcmp(path, "/api/health"))
        http_answer_text(visit, 200, json, hub_metrics_health(server->hub));
    else if (!strcmp(path, "/metrics"))
        http_answer_text(visit, 200, "text/plain; version=0.0.4", health_metrics(server));
    else if (!strcmp(path, "/livez"))
        http_calls_word(visit, 200, "live");
    else if (!strcmp(path, "/readyz"))
        http_calls_readiness(visit);
    else if (!strncmp(path, "/api/tables/", 12))
        http_calls_record(visit, request);
    else if (!strncmp(path, "/g/", 3))
        http_calls_card(visit, request);
    else if (http_calls_is_box(path))
        http_calls_box(visit, request);
    else if (!strncmp(path, "/api/", 5))
        http_answer_error(visit, 404, REFUSED_TYPE, "there is no such call");
    else
        http_page(visit, request);
}

/* -- Files that people bring ------------------------------------------------------------ */

/* With one of our codes, or one of the engine's. */
static void http_refuse_file(struct visit *visit, const char *code, const char *text)
{
    http_answer_text(visit, 400, "application/json", http_answer_error_text(code, text));
}

static void http_body(void *context, enum wire_whole how, const char *bytes, size_t n)
{
    struct visit *visit = context;
    const char *code = table_messages_error_code(REFUSED_SIZE);
    char problem[512] = "a file has at most 1 MiB", *record = NULL, *text = NULL;

    if (visit->naming) {
        net_name_on_body(visit, how, bytes, n);
        return;
    }
    if (how == WIRE_BUSY) {
        http_answer_error(visit, 503, REFUSED_BUSY, "too many files at once");
        return;
    }
    if (how == WIRE_WHOLE && visit->box[0]) {
        http_calls_box_body(visit, bytes, n);
        return;
    }
    if (how == WIRE_WHOLE)
        record = (visit->exports ? net_import_as_save : net_import_record)(
            bytes, n, &code, problem, sizeof problem);
    if (!record) {
        http_refuse_file(visit, code, problem);
        return;
    }
    json_t *json = json_pack("{s:s}", visit->exports ? "save" : "record", record);
    if (json) text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    free(record);
    if (text)
        http_answer_text(visit, 200, "application/json", text);
    else
        http_refuse_file(visit, aude_err_name(AUDE_ERR_BYTES),
                         "the file holds bytes that are not text");
}

/* A connection on which a file comes ends with the answer. */
static void http_import(struct visit *visit, const struct wire_request *request)
{
    http_calls_note_box(visit, request);
    visit->exports = !strcmp(request->path, "/api/export");
    wire_last(visit->wire);
    if (request->length == WIRE_NO_LENGTH)
        http_answer_error(visit, 411, REFUSED_SIZE, "how long is the file?");
    else if (request->length == WIRE_CHUNKED)
        http_answer_error(visit, 400, REFUSED_SIZE,
                          "a file comes in one piece, with its length");
    else if (request->length > READ_MAX)
        http_answer_error(visit, 413, REFUSED_SIZE, "a file has at most 1 MiB");
    else
        wire_want_body(visit->wire, visit->box[0] ? BOX_TEXT_MAX : BODY_MAX);
}

/* -- Requests --------------------------------------------------------------------------- */

static int http_price(bool gets, const char *path)
{
    if (!strncmp(path, "/api/name/", 10)) return GUEST_RECORD;
    if (!gets) return http_calls_is_box(path) ? GUEST_BOX : GUEST_IMPORT;
    if (strstr(path, "/record/")) return GUEST_RECORD;
    if (!strcmp(path, "/api/tables") || http_calls_is_games(path)) return GUEST_LIST;
    if (!strncmp(path, "/api/tables/", 12) || !strncmp(path, "/g/", 3))
        return GUEST_RECORD;
    return strncmp(path, "/api/", 5) && strcmp(path, "/metrics") ? GUEST_FILE
                                                                 : GUEST_CALL;
}

static void http_head(void *context, const struct wire_request *request)
{
    struct visit *visit = context;
    const char *path = request->path;
    bool posts = !strcmp(request->method, "POST");
    bool gets = !strcmp(request->method, "GET") || !strcmp(request->method, "HEAD");
    struct guest guest;
    int wait;

    http_cookie_note(visit, request);
    door_guest(visit, request, &guest);
    if (duty_shuts_out(visit->server, guest.address)) {
        visit->known = true; /* and no cookie */
        health_count(visit->server, TURNED_BANNED);
        http_answer_refusal(visit, 403, REFUSED_OFF,
                            "this server is closed to your address");
        return;
    }
    if (request->websocket) {
        ws_upgrade(visit, request);
        return;
    }
    if (!door_pays(visit, request, &guest, http_price(!posts, path), &wait))
        http_answer_too_many(visit, wait, "calls");
    else if (!door_name_ok(visit, request))
        http_answer_error(visit, 403, REFUSED_TYPE, "there is nobody of that name");
    else if (posts && net_name_on_head(visit, request))
        return;
    else if (posts && (!strcmp(path, "/api/import") || !strcmp(path, "/api/export") ||
                       (http_calls_is_box(path) && door_origin_ok(visit, request))))
        http_import(visit, request);
    else if (gets)
        http_get(visit, request);
    else
        http_answer_refusal(visit, 405, REFUSED_TYPE, "there is no such call");
}

static void http_refused(void *context, int status)
{
    struct visit *visit = context;
    const char *text = status == 431   ? "the head of a call has at most 8 KiB"
                       : status == 505 ? "this server speaks HTTP/1.1"
                       : status == 426 ? "this server speaks version 13 of WebSockets"
                                       : "that is no HTTP/1.1";

    visit->known = true; /* no cookie for who cannot ask */
    http_answer_error(visit, (unsigned)status, REFUSED_HTTP, text);
}

/* Files may not be in the way of calls about names, which are short: those have some room of their own. */
static bool http_hold(void *context, enum wire_held what, size_t n)
{
    static const size_t most[] = {
        [WIRE_HELD_BODY] = 64 << 20, [WIRE_HELD_MESSAGE] = 32 << 20};
    const struct visit *visit = context;
    struct server *server = visit->server;
    size_t more = visit->naming ? NAMES_HELD_MAX : 0;

    if (server->held[what] + n > most[what] + more) return false;
    server->held[what] += n;
    return true;
}

static void http_let_go(void *context, enum wire_held what, size_t n)
{
    ((struct visit *)context)->server->held[what] -= n;
}

const struct wire_calls http_wire_calls = {.head = http_head,
                                           .body = http_body,
                                           .refused = http_refused,
                                           .message = ws_message,
                                           .unfit = ws_unfit,
                                           .next = ws_next,
                                           .sent = ws_sent,
                                           .done = ws_done,
                                           .hold = http_hold,
                                           .let_go = http_let_go};
