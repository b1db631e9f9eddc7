/* http_wire_calls.c -- what each call of docs/protocol.md answers, and the page of a short link. */
#include "http_internal.h"

#include "hub/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- One game --------------------------------------------------------------------------- */

/* The whole log may be read for it, and a log may be long. False: that was answered. */
static bool calls_pays_for_log(struct later *later)
{
    struct visit *visit = later->visit;
    int more = (int)(later->ask.length / GUEST_ENTRIES), wait;

    if (guests_pay(visit->server->guests, &later->guest, more, server_now(), &wait))
        return true;
    http_answer_too_many(visit, wait, "calls");
    http_later_end(later);
    return false;
}

/* Whoever may not see the game is told what is told of games that are not there. */
static void calls_card_told(struct hub_ask *ask)
{
    struct later *later = http_later_of(ask);
    struct visit *visit = later->visit;

    if (!calls_pays_for_log(later)) return;
    const struct table *table =
        ask->why ? NULL : hub_ask_shown(visit->server->hub, ask->id, ask->who);
    if (table)
        http_answer_text(visit, 200, "text/html; charset=utf-8",
                         card_page(table, &later->place));
    else
        http_answer_text(visit, 404, "text/html; charset=utf-8",
                         card_none(later->language[0] ? later->language : NULL));
    http_later_end(later);
}

void http_calls_card(struct visit *visit, const struct wire_request *request)
{
    const struct server *server = visit->server;
    char id[TABLE_ID_MAX];
    int turn;

    if (!card_read(request->path, id, &turn)) {
        http_answer_text(visit, 404, "text/html; charset=utf-8",
                         card_none(wire_head_field(request, "accept-language", NULL)));
        return;
    }
    struct later *later = http_later_new(visit, request, calls_card_told);
    if (!later) return;
    memcpy(later->ask.id, id, sizeof id);
    later->place = (struct card_place){.root = later->root,
                                       .turn = turn,
                                       .up = turn >= 0 ? "../../" : "../",
                                       .picture = page_exact("/" CARD_PICTURE) != NULL};
    card_root(server->options->public_url, server->secure,
              wire_head_field(request, "host", NULL), later->root, sizeof later->root);
    http_later_ask(later, hub_ask_table);
}

static void calls_why(struct visit *visit, enum message_error why)
{
    if (!why) why = REFUSED_NO_TABLE;
    if (why == REFUSED_FIELD)
        http_answer_error(visit, 400, why,
                          "something in what is looked for is not understood");
    else
        http_answer_error(
            visit, why == REFUSED_NO_TABLE || why == REFUSED_NO_TOURNAMENT ? 404 : 503,
            why, hub_ask_why_text(why));
}

static void calls_record_told(struct hub_ask *ask)
{
    struct later *later = http_later_of(ask);

    if (ask->text)
        http_answer_text(later->visit, 200, "text/plain; charset=utf-8", ask->text);
    else
        calls_why(later->visit, ask->why);
    http_later_end(later);
}

static void calls_record_table_told(struct hub_ask *ask)
{
    struct later *later = http_later_of(ask);

    if (!calls_pays_for_log(later)) return;
    ask->told = calls_record_told;
    if (ask->why)
        calls_record_told(ask);
    else
        hub_ask_record(later->visit->server->hub, ask);
}

void http_calls_record(struct visit *visit, const struct wire_request *request)
{
    char id[TABLE_ID_MAX];
    int end = 0;

    if (sscanf(request->path, "/api/tables/%15[a-z0-9]/record%n", id, &end) != 1 ||
        !end || request->path[end]) {
        http_answer_error(visit, 404, REFUSED_NO_TABLE, "there is no such call");
        return;
    }
    struct later *later = http_later_new(visit, request, calls_record_table_told);
    if (!later) return;
    memcpy(later->ask.id, id, sizeof id);
    http_later_ask(later, hub_ask_table);
}

/* -- Open tables ------------------------------------------------------------------------ */

static void calls_list_told(struct hub_ask *ask)
{
    struct later *later = http_later_of(ask);

    if (ask->text)
        http_answer_text(later->visit, 200, "application/json", ask->text);
    else
        calls_why(later->visit, ask->why);
    http_later_end(later);
}

void http_calls_tables(struct visit *visit, const struct wire_request *request)
{
    struct later *later = http_later_new(visit, request, calls_list_told);

    if (later) hub_ask_list(visit->server->hub, &later->ask);
}

/* -- Finished games (hub_games.c) ------------------------------------------------------- */

static const char games_path[] = "/api/games", players_path[] = "/api/players/";

static void calls_games(struct visit *visit, const struct wire_request *request)
{
    struct later *later = http_later_new(visit, request, calls_list_told);

    if (later) hub_games_ask(visit->server->hub, &later->ask, request->query);
}

static void calls_player_told(struct hub_ask *ask)
{
    struct later *later = http_later_of(ask);

    if (!ask->text && ask->why == REFUSED_NO_TABLE) {
        http_answer_error(later->visit, 404, REFUSED_NAME, "nobody keeps that name");
        http_later_end(later);
        return;
    }
    calls_list_told(ask);
}

static void calls_player_go(struct hub *hub, struct hub_ask *ask)
{
    const struct later *later = http_later_of(ask);

    hub_games_ask_player(hub, ask, later->player, later->query);
}

/* Private games are shown to who played them, so it matters who asks. */
static void calls_player(struct visit *visit, const struct wire_request *request)
{
    const char *player = request->path + sizeof players_path - 1;
    struct later *later;

    if (strlen(player) >= sizeof later->player ||
        strlen(request->query) >= sizeof later->query)
        http_answer_error(visit, 404, REFUSED_NAME, "nobody keeps that name");
    else if ((later = http_later_new(visit, request, calls_player_told))) {
        memcpy(later->player, player, strlen(player) + 1);
        memcpy(later->query, request->query, strlen(request->query) + 1);
        http_later_ask(later, calls_player_go);
    }
}

static void calls_club(struct visit *visit, const struct wire_request *request)
{
    struct later *later = http_later_new(visit, request, calls_list_told);

    if (later) hub_games_ask_club(visit->server->hub, &later->ask);
}

/* GET /api/hall?person=NUMBER */
static void calls_hall(struct visit *visit, const struct wire_request *request)
{
    struct later *later = http_later_new(visit, request, calls_list_told);

    if (!later) return;
    if (!strncmp(request->query, "person=", 7))
        later->ask.since = strtoll(request->query + 7, NULL, 10);
    hub_hall_ask(visit->server->hub, &later->ask);
}

/* -- Tournaments (hub_contest_ask.c) ------------------------------------------------------ */

static const char tournaments_path[] = "/api/tournaments";

/* "/record/ROUND/NUMBER/BOARD/GAME" */
static bool calls_tournament_game(const char *rest, struct hub_ask *ask)
{
    int end = 0;

    return sscanf(rest, "/record/%4d/%4d/%2d/%3d%n", &ask->game.round, &ask->game.number,
                  &ask->game.board, &ask->game.game, &end) == 4 &&
           !rest[end];
}

/* GET /api/tournaments/ID, ID/log, ID/csv, ID/record/... */
static void calls_tournament(struct visit *visit, const struct wire_request *request)
{
    char id[TABLE_ID_MAX] = "";
    struct hub_ask game = {0};
    int end = 0;

    sscanf(request->path + sizeof tournaments_path, "%15[a-z0-9]%n", id, &end);
    const char *rest = request->path + sizeof tournaments_path + end;
    hub_ask_go *go = !rest[0]                             ? hub_contest_ask
                     : !strcmp(rest, "/log")              ? hub_contest_ask_log
                     : !strcmp(rest, "/csv")              ? hub_contest_ask_csv
                     : calls_tournament_game(rest, &game) ? hub_contest_ask_record
                                                          : NULL;
    if (!id[0] || !go) {
        http_answer_error(visit, 404, REFUSED_NO_TOURNAMENT,
                          "there is no such tournament");
        return;
    }
    struct later *later =
        http_later_new(visit, request, rest[0] ? calls_record_told : calls_list_told);
    if (!later) return;
    memcpy(later->ask.id, id, sizeof id);
    later->ask.game = game.game;
    if (!strncmp(request->query, "since=", 6))
        later->ask.since = strtoll(request->query + 6, NULL, 10);
    http_later_ask(later, go);
}

static void calls_tournaments(struct visit *visit, const struct wire_request *request)
{
    struct later *later = http_later_new(visit, request, calls_list_told);

    if (later) hub_contest_ask_list(visit->server->hub, &later->ask);
}

/* -- The deal of the day (hub_deal.c) ------------------------------------------------------ */

static const char deals_path[] = "/api/deals";

static void calls_deal_told(struct hub_ask *ask)
{
    struct later *later = http_later_of(ask);

    if (!ask->text && ask->why == REFUSED_NO_TABLE) {
        http_answer_error(later->visit, 404, REFUSED_NO_TABLE,
                          "no deal of that day was played here, or not that game");
        http_later_end(later);
    } else if (later->ask.id[0])
        calls_record_told(ask);
    else
        calls_list_told(ask);
}

/* GET /api/deals, /api/deals/DATE, /api/deals/DATE/record/TABLE */
static void calls_deal(struct visit *visit, const struct wire_request *request)
{
    const char *path = request->path + sizeof deals_path - 1;
    char date[TABLE_DATE_MAX] = "", id[TABLE_ID_MAX] = "";
    int day = 0, end = 0;

    sscanf(path, "/%10[0-9-]%n/record/%15[a-z0-9]%n", date, &day, id, &end);
    if (path[end ? end : day]) {
        http_answer_error(visit, 404, REFUSED_NO_TABLE, "there is no such deal");
        return;
    }
    struct later *later = http_later_new(visit, request, calls_deal_told);
    if (!later) return;
    memcpy(later->ask.id, id, sizeof id);
    memcpy(later->ask.date, date, sizeof date);
    http_later_ask(later, id[0] ? hub_deal_ask_record : hub_deal_ask);
}

/* That path, or one below it. */
static bool calls_begins(const char *path, const char *with)
{
    size_t n = strlen(with);

    return !strncmp(path, with, n) && (!path[n] || path[n] == '/');
}

bool http_calls_is_games(const char *path)
{
    return calls_begins(path, tournaments_path) || calls_begins(path, deals_path) ||
           !strncmp(path, players_path, sizeof players_path - 1) ||
           !strcmp(path, games_path) || !strcmp(path, "/api/club") ||
           !strcmp(path, "/api/hall");
}

void http_calls_games(struct visit *visit, const struct wire_request *request)
{
    if (!strcmp(request->path, "/api/club"))
        calls_club(visit, request);
    else if (!strcmp(request->path, "/api/hall"))
        calls_hall(visit, request);
    else if (!strcmp(request->path, games_path))
        calls_games(visit, request);
    else if (!strcmp(request->path, tournaments_path))
        calls_tournaments(visit, request);
    else if (calls_begins(request->path, tournaments_path))
        calls_tournament(visit, request);
    else if (calls_begins(request->path, deals_path))
        calls_deal(visit, request);
    else
        calls_player(visit, request);
}

/* -- Who asks --------------------------------------------------------------------------- */

static char *calls_me_json(const struct server *server)
{
    json_t *json = json_pack("{s:i, s:s}", "v", MESSAGE_VERSION, "version",
                             server->options->version);
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    return text;
}

/* A guest whose games belong to a name now is a new guest from here on. */
static void calls_me_known(struct hub *hub, struct hub_ask *ask)
{
    struct later *later = http_later_of(ask);
    struct visit *visit = later->visit;

    (void)hub;
    if (!ask->who[0]) {
        visit->known = false;
        visit->old_cookie[0] = 0;
    }
    http_answer_text(visit, 200, "application/json", calls_me_json(visit->server));
    http_later_end(later);
}

void http_calls_me(struct visit *visit, const struct wire_request *request)
{
    struct later *later = http_later_new(visit, request, NULL);

    if (later) http_later_ask(later, calls_me_known);
}

/* -- Games beside a real box ------------------------------------------------------------ */

static const char box_path[] = "/api/box/";

bool http_calls_is_box(const char *path)
{
    return !strncmp(path, box_path, sizeof box_path - 1);
}

static void calls_box_reply(struct visit *visit, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    if (text)
        http_answer_text(visit, 200, "application/json", text);
    else
        http_answer_error(visit, 500, REFUSED_BROKEN, "the answer could not be made");
}

/* GET /api/box/WATCH/VERSION: what was told, if it is another version. */
void http_calls_box(struct visit *visit, const struct wire_request *request)
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
        http_answer_error(visit, 404, REFUSED_NO_TABLE, "nobody tells such a game");
    else if (box->version == version)
        calls_box_reply(visit, json_pack("{s:i}", "version", (int)box->version));
    else
        calls_box_reply(visit, json_pack("{s:i, s:s}", "version", (int)box->version,
                                         "record", box->text));
}

/* The record has come whole. */
void http_calls_box_body(struct visit *visit, const char *bytes, size_t n)
{
    char id[SECRET_HASH_MAX] = "";
    struct boxes *boxes = visit->server->boxes;

    if (!boxes ||
        !boxes_tell(boxes, visit->box, bytes, n, visit->box_from, server_now())) {
        http_answer_error(
            visit, 400, REFUSED_FORMAT,
            "a record of at most 128 KiB is told with a secret of 32 bytes");
        return;
    }
    secret_hash(visit->box, id);
    calls_box_reply(visit, json_pack("{s:s, s:i}", "watch", id, "version",
                                     (int)boxes_find(boxes, id, server_now())->version));
}

/* The secret in the path and who tells, for when the body has come; "" where there is none. */
void http_calls_note_box(struct visit *visit, const struct wire_request *request)
{
    const char *secret = request->path + sizeof box_path - 1;
    struct guest guest;

    visit->box[0] = 0;
    if (!http_calls_is_box(request->path) || strlen(secret) != sizeof visit->box - 1)
        return;
    memcpy(visit->box, secret, sizeof visit->box);
    door_guest(visit, request, &guest);
    visit->box_from = guest_number(&guest);
}

/* -- For balancers ----------------------------------------------------------------------- */

/* No cookie: who asks every second is nobody's guest. */
void http_calls_word(struct visit *visit, unsigned status, const char *word)
{
    char *text = malloc(strlen(word) + 2);

    visit->known = true;
    if (text) sprintf(text, "%s\n", word);
    http_answer_text(visit, status, "text/plain", text);
}

/* The log first: whoever was told "ready" finds the reason there already. */
void http_calls_readiness(struct visit *visit)
{
    const char *word = health_readiness(visit->server);

    health_tell(visit->server);
    http_calls_word(visit, strcmp(word, "ready") ? 503 : 200, word);
}
