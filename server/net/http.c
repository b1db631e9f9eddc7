/* http.c -- plain HTTP: the page from memory, and the few calls of docs/protocol.md. */
#include "server_internal.h"

#include "assets.h"
#include "card.h"
#include "hub/secret.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BODY_MAX = 1 << 20,
    READ_MAX = 16 << 20, /* a body that is too long is still read up to this size */
    HEAD_MAX = 4096
};

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

/* -- Who -------------------------------------------------------------------------------- */

/* Under https a name that no other site of the domain can set; the other is the former one. */
static const char new_name[] = "__Host-aude=", old_name[] = "aude=";

/* The value of that cookie in a Cookie header; false if there is none. */
static bool find_cookie(const char *header, const char *name, char out[SECRET_TEXT_MAX])
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
static bool has_cookie(const struct wire_request *request, const char *name,
                       char secret[SECRET_TEXT_MAX], char who[TABLE_WHO_MAX])
{
    const char *header;

    for (int at = 0; (header = wire_field(request, "cookie", &at));)
        if (find_cookie(header, name, secret) && secret_hash(secret, who)) return true;
    secret[0] = who[0] = 0;
    return false;
}

void http_who(const struct visit *visit, const struct wire_request *request,
              char out[TABLE_WHO_MAX])
{
    char secret[SECRET_TEXT_MAX];

    if (visit->server->secure && has_cookie(request, new_name, secret, out)) return;
    has_cookie(request, old_name, secret, out);
}

static const char new_session_name[] = "__Host-aude-name=",
                  plain_session_name[] = "aude-name=";

static const char *session_name(const struct visit *visit)
{
    return visit->server->secure ? new_session_name : plain_session_name;
}

void http_session(const struct visit *visit, const struct wire_request *request,
                  char out[TABLE_WHO_MAX])
{
    static const char scheme[] = "Bearer ";
    char secret[SECRET_TEXT_MAX];
    const char *key = wire_field(request, "authorization", NULL);

    if (key && !strncmp(key, scheme, sizeof scheme - 1) &&
        secret_hash(key + sizeof scheme - 1, out))
        return;
    has_cookie(request, session_name(visit), secret, out);
}

/* For the answer, which may come when the request is gone. */
static void note_cookie(struct visit *visit, const struct wire_request *request)
{
    char secret[SECRET_TEXT_MAX], who[TABLE_WHO_MAX];

    visit->old_cookie[0] = 0;
    if (!visit->server->secure) {
        visit->known = has_cookie(request, old_name, secret, who);
        return;
    }
    visit->known = has_cookie(request, new_name, secret, who);
    if (!visit->known) has_cookie(request, old_name, visit->old_cookie, who);
}

/* -- Headers ---------------------------------------------------------------------------- */

struct head {
    char text[HEAD_MAX];
    size_t n;
};

static void http_head_line(struct head *head, const char *format, ...)
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

static const char *http_reason(unsigned status)
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

static void set_date(struct head *head)
{
    char date[40];
    time_t now = time(NULL);
    struct tm utc;

    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    http_head_line(head, "date: %s", date);
}

/* A year; not for scripts, not for other sites' requests. Who comes with the former name keeps
 * the secret, and with it the seats. */
static void set_cookie(struct head *head, struct visit *visit)
{
    char secret[SECRET_TEXT_MAX];
    bool secure = visit->server->secure;

    if (visit->known) return;
    if (visit->old_cookie[0])
        memcpy(secret, visit->old_cookie, sizeof secret);
    else
        secret_new(secret);
    http_head_line(head,
                   "set-cookie: %s%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s",
                   secure ? new_name : old_name, secret, secure ? "; Secure" : "");
}

/* Strict: it is never sent along from another site's page. */
static void set_session(struct head *head, struct visit *visit)
{
    const char *safe = visit->server->secure ? "; Secure" : "";

    if (visit->new_session[0])
        http_head_line(head,
                       "set-cookie: %s%s; Path=/; Max-Age=%d; HttpOnly; "
                       "SameSite=Strict%s",
                       session_name(visit), visit->new_session,
                       NAMES_SESSION_DAYS * 86400, safe);
    else if (visit->end_session)
        http_head_line(head,
                       "set-cookie: %s; Path=/; Max-Age=0; HttpOnly; "
                       "SameSite=Strict%s",
                       session_name(visit), safe);
    memset(visit->new_session, 0, sizeof visit->new_session);
    visit->end_session = false;
}

static void set_safety(struct head *head, const struct visit *visit, bool framed)
{
    http_head_line(head,
                   "content-security-policy: "
                   "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                   "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                   "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; "
                   "form-action 'none'; frame-ancestors %s",
                   framed ? "*" : "'none'");
    http_head_line(head, "x-content-type-options: nosniff");
    http_head_line(head, "referrer-policy: no-referrer");
    http_head_line(head, "cross-origin-resource-policy: %s",
                   framed ? "cross-origin" : "same-origin");
    http_head_line(head, "cross-origin-opener-policy: same-origin");
    http_head_line(
        head, "permissions-policy: camera=(), microphone=(), geolocation=(), payment=(), "
              "usb=(), serial=(), midi=()");
    if (visit->server->secure)
        http_head_line(head, "strict-transport-security: max-age=15552000");
}

static void set_caching(struct head *head, const struct answer *answer)
{
    const struct asset *asset = answer->asset;

    if (!asset) {
        http_head_line(head, "cache-control: no-store");
        return;
    }
    http_head_line(head, "etag: %s", asset->etag);
    http_head_line(head, "vary: accept-encoding");
    http_head_line(head, "cache-control: %s",
                   asset->forever ? "public, max-age=31536000, immutable" : "no-cache");
    if (answer->packed) http_head_line(head, "content-encoding: gzip");
}

/* -- Answering -------------------------------------------------------------------------- */

/* Calls and documents do. Files that a document brings along do not, nor does the viewer: who reads
 * another site's page is nobody's guest here. */
static bool gives_cookie(const struct answer *answer)
{
    return !answer->framed &&
           (!answer->asset || !strncmp(answer->asset->type, "text/html", 9));
}

static void http_reply(struct visit *visit, const struct answer *answer)
{
    struct head head = {.n = 0};

    http_head_line(&head, "HTTP/1.1 %u %s", answer->status, http_reason(answer->status));
    set_date(&head);
    if (answer->status != 304) {
        http_head_line(&head, "content-type: %s", answer->type);
        http_head_line(&head, "content-length: %zu", answer->n);
    }
    set_caching(&head, answer);
    set_safety(&head, visit, answer->framed);
    if (answer->wait)
        http_head_line(&head, "retry-after: %d", answer->wait);
    else if (gives_cookie(answer)) {
        set_cookie(&head, visit);
        set_session(&head, visit);
    }
    if (answer->folder) http_head_line(&head, "location: %s/", answer->folder);
    if (answer->status == 405) http_head_line(&head, "allow: GET, HEAD");
    if (answer->status == 426) http_head_line(&head, "sec-websocket-version: 13");
    if (wire_is_last(visit->wire)) http_head_line(&head, "connection: close");
    http_head_line(&head, "%s", "");
    wire_answer(visit->wire, head.text, head.n, answer->out, answer->n, answer->own);
}

static void reply_text(struct visit *visit, unsigned status, const char *type, char *own)
{
    struct answer answer = {.status = own ? status : 500, .type = type, .own = own};

    if (!own) answer.out = "{\"code\":\"BUSY\"}";
    answer.n = strlen(own ? own : answer.out);
    http_reply(visit, &answer);
}

void http_json(struct visit *visit, unsigned status, char *own)
{
    reply_text(visit, status, "application/json", own);
}

static char *http_error_json(const char *code, const char *text)
{
    json_t *json = json_pack("{s:s, s:s}", "code", code, "text", text);
    char *own = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    return own;
}

static void reply_error(struct visit *visit, unsigned status, enum message_error code,
                        const char *text)
{
    reply_text(visit, status, "application/json",
               http_error_json(message_error_code(code), text));
}

void http_refuse(struct visit *visit, unsigned status, enum message_error code,
                 const char *text)
{
    wire_last(visit->wire);
    reply_error(visit, status, code, text);
}

void http_too_many(struct visit *visit, int wait, const char *what)
{
    struct answer answer = {.status = 429, .type = "application/json", .wait = wait};
    char text[128];

    snprintf(text, sizeof text, "too many %s from your address: please wait %d second%s",
             what, wait, wait == 1 ? "" : "s");
    health_count(visit->server, TURNED_RATE);
    answer.own = http_error_json(message_error_code(REFUSED_RATE), text);
    answer.n = answer.own ? strlen(answer.own) : 0;
    wire_last(visit->wire);
    http_reply(visit, &answer);
}

/* -- The page --------------------------------------------------------------------------- */

static bool header_has(const struct wire_request *request, const char *name,
                       const char *word)
{
    const char *value = wire_field(request, name, NULL);

    return value && strstr(value, word);
}

static void reply_asset(struct visit *visit, const struct wire_request *request,
                        const struct asset *asset)
{
    struct answer answer = {.status = 200,
                            .type = asset->type,
                            .asset = asset,
                            .framed = page_is_viewer(asset)};

    const char *known = wire_field(request, "if-none-match", NULL);
    if (known && (!strcmp(known, "*") || strstr(known, asset->etag))) {
        answer.status = 304;
        http_reply(visit, &answer);
        return;
    }
    answer.out = (const char *)asset->data;
    answer.n = asset->n;
    answer.packed = asset->packed && header_has(request, "accept-encoding", "gzip");
    if (asset->packed && !answer.packed) {
        answer.out = answer.own = page_unpacked(asset);
        answer.n = asset->n_plain;
    }
    if (answer.out)
        http_reply(visit, &answer);
    else
        reply_error(visit, 503, REFUSED_BUSY, "the server has no memory left");
}

/* The folder's own name and a slash: right behind a proxy with a path of its own, too. */
static void reply_folder(struct visit *visit, const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    struct answer answer = {
        .status = 301, .type = "text/plain", .out = "", .folder = name};

    http_reply(visit, &answer);
}

/* -- Calls ------------------------------------------------------------------------------ */

/* An answer for which the store is asked: what of the request is needed when it comes. */
struct later {
    struct hub_ask ask;
    struct visit *visit;
    struct guest guest;
    struct card_place place; /* of a card */
    char root[512], language[64];
    char player[256], query[512]; /* whose page, and what is looked for there */
    char session[TABLE_WHO_MAX];
    bool naming;                                      /* the store is asked who that is */
    void (*go)(struct hub *hub, struct hub_ask *ask); /* and then this is asked */
};

/* NULL: no memory, which was answered. */
static struct later *later_new(struct visit *visit, const struct wire_request *request,
                               void (*told)(struct hub_ask *ask))
{
    struct later *later = calloc(1, sizeof *later);
    const char *language = wire_field(request, "accept-language", NULL);

    if (!later) {
        reply_error(visit, 503, REFUSED_BUSY, "the server has no memory left");
        return NULL;
    }
    later->visit = visit;
    later->ask.told = told;
    snprintf(later->language, sizeof later->language, "%s", language ? language : "");
    door_guest(visit, request, &later->guest);
    http_who(visit, request, later->ask.who);
    http_session(visit, request, later->session);
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

/* What somebody may see depends on who he is: a name is looked up first. */
static void later_ask(struct later *later,
                      void (*go)(struct hub *hub, struct hub_ask *ask))
{
    struct server *server = later->visit->server;

    if (!server->store->names ||
        (!later->session[0] && (!later->ask.who[0] || hub_is_away(server->hub)))) {
        go(server->hub, &later->ask);
        return;
    }
    later->go = go;
    later->naming = true;
    names_who(server->store, later->session, later->ask.who, server_now(), later_named,
              later);
}

/* The answer was given. */
static void later_end(struct later *later)
{
    struct visit *visit = later->visit;

    visit->later = NULL;
    free(later);
    if (visit->line) line_wake(visit->line);
}

void http_wake(struct visit *visit)
{
    if (visit->line) line_wake(visit->line);
}

void http_gone(struct visit *visit)
{
    name_gone(visit);
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

static struct later *later_of(struct hub_ask *ask)
{
    return (struct later *)ask; /* its first member */
}

/* The whole log may be read for it, and a log may be long. False: that was answered. */
static bool pays_for_log(struct later *later)
{
    struct visit *visit = later->visit;
    int more = (int)(later->ask.length / GUEST_ENTRIES), wait;

    if (guests_pay(visit->server->guests, &later->guest, more, server_now(), &wait))
        return true;
    http_too_many(visit, wait, "calls");
    later_end(later);
    return false;
}

/* Whoever may not see the game is told what is told of games that are not there. */
static void card_told(struct hub_ask *ask)
{
    struct later *later = later_of(ask);
    struct visit *visit = later->visit;

    if (!pays_for_log(later)) return;
    const struct table *table =
        ask->why ? NULL : hub_shown(visit->server->hub, ask->id, ask->who);
    if (table)
        reply_text(visit, 200, "text/html; charset=utf-8",
                   card_page(table, &later->place));
    else
        reply_text(visit, 404, "text/html; charset=utf-8",
                   card_none(later->language[0] ? later->language : NULL));
    later_end(later);
}

static void on_card(struct visit *visit, const struct wire_request *request)
{
    const struct server *server = visit->server;
    char id[TABLE_ID_MAX];
    int turn;

    if (!card_read(request->path, id, &turn)) {
        reply_text(visit, 404, "text/html; charset=utf-8",
                   card_none(wire_field(request, "accept-language", NULL)));
        return;
    }
    struct later *later = later_new(visit, request, card_told);
    if (!later) return;
    memcpy(later->ask.id, id, sizeof id);
    later->place = (struct card_place){.root = later->root,
                                       .turn = turn,
                                       .up = turn >= 0 ? "../../" : "../",
                                       .picture = page_exact("/" CARD_PICTURE) != NULL};
    card_root(server->options->public_url, server->secure,
              wire_field(request, "host", NULL), later->root, sizeof later->root);
    later_ask(later, hub_ask_table);
}

static void reply_why(struct visit *visit, enum message_error why)
{
    if (!why) why = REFUSED_NO_TABLE;
    if (why == REFUSED_FIELD)
        reply_error(visit, 400, why, "something in what is looked for is not understood");
    else
        reply_error(visit, why == REFUSED_NO_TABLE ? 404 : 503, why, hub_why_text(why));
}

static void record_told(struct hub_ask *ask)
{
    struct later *later = later_of(ask);

    if (ask->text)
        reply_text(later->visit, 200, "text/plain; charset=utf-8", ask->text);
    else
        reply_why(later->visit, ask->why);
    later_end(later);
}

static void record_table_told(struct hub_ask *ask)
{
    struct later *later = later_of(ask);

    if (!pays_for_log(later)) return;
    ask->told = record_told;
    if (ask->why)
        record_told(ask);
    else
        hub_ask_record(later->visit->server->hub, ask);
}

static void on_record(struct visit *visit, const struct wire_request *request)
{
    char id[TABLE_ID_MAX];
    int end = 0;

    if (sscanf(request->path, "/api/tables/%15[a-z0-9]/record%n", id, &end) != 1 ||
        !end || request->path[end]) {
        reply_error(visit, 404, REFUSED_NO_TABLE, "there is no such call");
        return;
    }
    struct later *later = later_new(visit, request, record_table_told);
    if (!later) return;
    memcpy(later->ask.id, id, sizeof id);
    later_ask(later, hub_ask_table);
}

static void list_told(struct hub_ask *ask)
{
    struct later *later = later_of(ask);

    if (ask->text)
        reply_text(later->visit, 200, "application/json", ask->text);
    else
        reply_why(later->visit, ask->why);
    later_end(later);
}

static void on_list(struct visit *visit, const struct wire_request *request)
{
    struct later *later = later_new(visit, request, list_told);

    if (later) hub_ask_list(visit->server->hub, &later->ask);
}

/* -- Finished games (hub_games.c) ------------------------------------------------------- */

static const char games_path[] = "/api/games", players_path[] = "/api/players/";

static void on_games(struct visit *visit, const struct wire_request *request)
{
    struct later *later = later_new(visit, request, list_told);

    if (later) hub_ask_games(visit->server->hub, &later->ask, request->query);
}

static void player_told(struct hub_ask *ask)
{
    struct later *later = later_of(ask);

    if (!ask->text && ask->why == REFUSED_NO_TABLE) {
        reply_error(later->visit, 404, REFUSED_NAME, "nobody keeps that name");
        later_end(later);
        return;
    }
    list_told(ask);
}

static void player_go(struct hub *hub, struct hub_ask *ask)
{
    const struct later *later = later_of(ask);

    hub_ask_player(hub, ask, later->player, later->query);
}

/* Private games are shown to who played them, so it matters who asks. */
static void on_player(struct visit *visit, const struct wire_request *request)
{
    const char *player = request->path + sizeof players_path - 1;
    struct later *later;

    if (strlen(player) >= sizeof later->player ||
        strlen(request->query) >= sizeof later->query)
        reply_error(visit, 404, REFUSED_NAME, "nobody keeps that name");
    else if ((later = later_new(visit, request, player_told))) {
        memcpy(later->player, player, strlen(player) + 1);
        memcpy(later->query, request->query, strlen(request->query) + 1);
        later_ask(later, player_go);
    }
}

static void on_club(struct visit *visit, const struct wire_request *request)
{
    struct later *later = later_new(visit, request, list_told);

    if (later) hub_ask_club(visit->server->hub, &later->ask);
}

static bool is_games_call(const char *path)
{
    return !strncmp(path, players_path, sizeof players_path - 1) ||
           !strcmp(path, games_path) || !strcmp(path, "/api/club");
}

static void on_games_call(struct visit *visit, const struct wire_request *request)
{
    if (!strcmp(request->path, "/api/club"))
        on_club(visit, request);
    else if (!strncmp(request->path, players_path, sizeof players_path - 1))
        on_player(visit, request);
    else
        on_games(visit, request);
}

static char *http_me_json(const struct server *server)
{
    json_t *json = json_pack("{s:i, s:s}", "v", MESSAGE_VERSION, "version",
                             server->options->version);
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    return text;
}

/* A guest whose games belong to a name now is a new guest from here on. */
static void me_known(struct hub *hub, struct hub_ask *ask)
{
    struct later *later = later_of(ask);
    struct visit *visit = later->visit;

    (void)hub;
    if (!ask->who[0]) {
        visit->known = false;
        visit->old_cookie[0] = 0;
    }
    reply_text(visit, 200, "application/json", http_me_json(visit->server));
    later_end(later);
}

static void on_me(struct visit *visit, const struct wire_request *request)
{
    struct later *later = later_new(visit, request, NULL);

    if (later) later_ask(later, me_known);
}

/* -- Games beside a real box ------------------------------------------------------------ */

static const char box_path[] = "/api/box/";

static void box_reply(struct visit *visit, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    if (text)
        reply_text(visit, 200, "application/json", text);
    else
        reply_error(visit, 500, REFUSED_BROKEN, "the answer could not be made");
}

/* GET /api/box/WATCH/VERSION: what was told, if it is another version. */
static void on_box(struct visit *visit, const struct wire_request *request)
{
    char id[SECRET_HASH_MAX] = "";
    unsigned version = 0;
    int end = 0;

    if (sscanf(request->path, "/api/box/%43[A-Za-z0-9_-]/%9u%n", id, &version, &end) !=
            2 ||
        request->path[end])
        id[0] = 0;
    const struct box *box = boxes_find(visit->server->boxes, id, server_now());
    if (!box)
        reply_error(visit, 404, REFUSED_NO_TABLE, "nobody tells such a game");
    else if (box->version == version)
        box_reply(visit, json_pack("{s:i}", "version", (int)box->version));
    else
        box_reply(visit, json_pack("{s:i, s:s}", "version", (int)box->version, "record",
                                   box->text));
}

/* The record has come whole. */
static void on_box_body(struct visit *visit, const char *bytes, size_t n)
{
    char id[SECRET_HASH_MAX] = "";
    struct boxes *boxes = visit->server->boxes;

    if (!boxes || !boxes_tell(boxes, visit->box, bytes, n, server_now())) {
        reply_error(visit, 400, REFUSED_FORMAT,
                    "a record of at most 128 KiB is told with a secret of 32 bytes");
        return;
    }
    secret_hash(visit->box, id);
    box_reply(visit, json_pack("{s:s, s:i}", "watch", id, "version",
                               (int)boxes_find(boxes, id, server_now())->version));
}

/* -- For balancers ----------------------------------------------------------------------- */

/* No cookie: who asks every second is nobody's guest. */
static void reply_word(struct visit *visit, unsigned status, const char *word)
{
    char *text = malloc(strlen(word) + 2);

    visit->known = true;
    if (text) sprintf(text, "%s\n", word);
    reply_text(visit, status, "text/plain", text);
}

/* The log first: whoever was told "ready" finds the reason there already. */
static void reply_readiness(struct visit *visit)
{
    const char *word = health_readiness(visit->server);

    health_tell(visit->server);
    reply_word(visit, strcmp(word, "ready") ? 503 : 200, word);
}

/* -- What is asked for ------------------------------------------------------------------- */

static void on_page(struct visit *visit, const struct wire_request *request)
{
    const struct asset *asset = page_asset(request->path);
    const struct asset *front = visit->server->front;

    if (front && asset && !strcmp(asset->path, front->path) &&
        strcmp(request->path, front->path) != 0)
        asset = front;
    if (page_is_folder(request->path))
        reply_folder(visit, request->path);
    else if (asset)
        reply_asset(visit, request, asset);
    else
        reply_error(visit, 404, REFUSED_TYPE, "there is no such page");
}

static void on_get(struct visit *visit, const struct wire_request *request)
{
    struct server *server = visit->server;
    const char *path = request->path, *json = "application/json";

    if (!strcmp(path, "/api/me"))
        on_me(visit, request);
    else if (!strcmp(path, "/api/tables"))
        on_list(visit, request);
    else if (is_games_call(path))
        on_games_call(visit, request);
    else if (!strcmp(path, "/api/health"))
        reply_text(visit, 200, json, hub_health(server->hub));
    else if (!strcmp(path, "/metrics"))
        reply_text(visit, 200, "text/plain; version=0.0.4", health_metrics(server));
    else if (!strcmp(path, "/livez"))
        reply_word(visit, 200, "live");
    else if (!strcmp(path, "/readyz"))
        reply_readiness(visit);
    else if (!strncmp(path, "/api/tables/", 12))
        on_record(visit, request);
    else if (!strncmp(path, "/g/", 3))
        on_card(visit, request);
    else if (!strncmp(path, "/api/box/", 9))
        on_box(visit, request);
    else if (!strncmp(path, "/api/", 5))
        reply_error(visit, 404, REFUSED_TYPE, "there is no such call");
    else
        on_page(visit, request);
}

/* -- Files that people bring ------------------------------------------------------------ */

/* With one of our codes, or one of the engine's. */
static void refuse_file(struct visit *visit, const char *code, const char *text)
{
    reply_text(visit, 400, "application/json", http_error_json(code, text));
}

static void on_body(void *context, enum wire_whole how, const char *bytes, size_t n)
{
    struct visit *visit = context;
    const char *code = message_error_code(REFUSED_SIZE);
    char problem[512] = "a file has at most 1 MiB", *record = NULL, *text = NULL;

    if (visit->naming) {
        name_on_body(visit, how, bytes, n);
        return;
    }
    if (how == WIRE_BUSY) {
        reply_error(visit, 503, REFUSED_BUSY, "too many files at once");
        return;
    }
    if (how == WIRE_WHOLE && visit->box[0]) {
        on_box_body(visit, bytes, n);
        return;
    }
    if (how == WIRE_WHOLE)
        record = (visit->exports ? export_save : import_record)(bytes, n, &code, problem,
                                                                sizeof problem);
    if (!record) {
        refuse_file(visit, code, problem);
        return;
    }
    json_t *json = json_pack("{s:s}", visit->exports ? "save" : "record", record);
    if (json) text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    free(record);
    if (text)
        reply_text(visit, 200, "application/json", text);
    else
        refuse_file(visit, aude_err_name(AUDE_ERR_BYTES),
                    "the file holds bytes that are not text");
}

/* The secret in the path, for when the body has come; "" where there is none. */
static void note_box(struct visit *visit, const char *path)
{
    const char *secret = path + sizeof box_path - 1;

    visit->box[0] = 0;
    if (strncmp(path, box_path, sizeof box_path - 1) != 0 ||
        strlen(secret) != sizeof visit->box - 1)
        return;
    memcpy(visit->box, secret, sizeof visit->box);
}

/* A connection on which a file comes ends with the answer. */
static void on_import(struct visit *visit, const struct wire_request *request)
{
    note_box(visit, request->path);
    visit->exports = !strcmp(request->path, "/api/export");
    wire_last(visit->wire);
    if (request->length == WIRE_NO_LENGTH)
        reply_error(visit, 411, REFUSED_SIZE, "how long is the file?");
    else if (request->length == WIRE_CHUNKED)
        reply_error(visit, 400, REFUSED_SIZE,
                    "a file comes in one piece, with its length");
    else if (request->length > READ_MAX)
        reply_error(visit, 413, REFUSED_SIZE, "a file has at most 1 MiB");
    else
        wire_want_body(visit->wire, visit->box[0] ? BOX_TEXT_MAX : BODY_MAX);
}

/* -- Requests --------------------------------------------------------------------------- */

static int http_price(bool gets, const char *path)
{
    if (!strncmp(path, "/api/name/", 10)) return GUEST_RECORD;
    if (!gets)
        return strncmp(path, box_path, sizeof box_path - 1) ? GUEST_IMPORT : GUEST_BOX;
    if (!strcmp(path, "/api/tables") || is_games_call(path)) return GUEST_LIST;
    if (!strncmp(path, "/api/tables/", 12) || !strncmp(path, "/g/", 3))
        return GUEST_RECORD;
    return strncmp(path, "/api/", 5) && strcmp(path, "/metrics") ? GUEST_FILE
                                                                 : GUEST_CALL;
}

static void on_head(void *context, const struct wire_request *request)
{
    struct visit *visit = context;
    const char *path = request->path;
    bool posts = !strcmp(request->method, "POST");
    bool gets = !strcmp(request->method, "GET") || !strcmp(request->method, "HEAD");
    struct guest guest;
    int wait;

    note_cookie(visit, request);
    door_guest(visit, request, &guest);
    if (duty_shuts_out(visit->server, guest.address)) {
        visit->known = true; /* and no cookie */
        health_count(visit->server, TURNED_BANNED);
        http_refuse(visit, 403, REFUSED_OFF, "this server is closed to your address");
        return;
    }
    if (request->websocket) {
        ws_upgrade(visit, request);
        return;
    }
    if (!guests_pay(visit->server->guests, &guest, http_price(!posts, path), server_now(),
                    &wait))
        http_too_many(visit, wait, "calls");
    else if (!door_name_ok(visit, request))
        reply_error(visit, 403, REFUSED_TYPE, "there is nobody of that name");
    else if (posts && name_on_head(visit, request))
        return;
    else if (posts && (!strcmp(path, "/api/import") || !strcmp(path, "/api/export") ||
                       (!strncmp(path, box_path, sizeof box_path - 1) &&
                        door_origin_ok(visit, request))))
        on_import(visit, request);
    else if (gets)
        on_get(visit, request);
    else
        http_refuse(visit, 405, REFUSED_TYPE, "there is no such call");
}

static void on_refused(void *context, int status)
{
    struct visit *visit = context;
    const char *text = status == 431   ? "the head of a call has at most 8 KiB"
                       : status == 505 ? "this server speaks HTTP/1.1"
                       : status == 426 ? "this server speaks version 13 of WebSockets"
                                       : "that is no HTTP/1.1";

    visit->known = true; /* no cookie for who cannot ask */
    reply_error(visit, (unsigned)status, REFUSED_HTTP, text);
}

static bool http_hold(void *context, enum wire_held what, size_t n)
{
    static const size_t most[] = {
        [WIRE_HELD_BODY] = 64 << 20, [WIRE_HELD_MESSAGE] = 32 << 20};
    struct server *server = ((struct visit *)context)->server;

    if (server->held[what] + n > most[what]) return false;
    server->held[what] += n;
    return true;
}

static void http_let_go(void *context, enum wire_held what, size_t n)
{
    ((struct visit *)context)->server->held[what] -= n;
}

const struct wire_calls http_calls = {.head = on_head,
                                      .body = on_body,
                                      .refused = on_refused,
                                      .message = ws_message,
                                      .unfit = ws_unfit,
                                      .next = ws_next,
                                      .sent = ws_sent,
                                      .done = ws_done,
                                      .hold = http_hold,
                                      .let_go = http_let_go};
