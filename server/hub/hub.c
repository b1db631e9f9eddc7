/* hub.c -- connections and what they ask for. What is about one table is the table's to judge
 * (table_requests.c); here is what needs more than one table, or none. */
#include "hub_internal.h"

#include "ai.h"
#include "mutant.h"
#include "table/flat.h"
#include "secret.h"
#include "weight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In a frame that is too long, the id is looked for in its first bytes. */
enum { ID_WITHIN = 512 };

/* [{"name","title","text"}]: the computer players there are. */
static json_t *hub_players(void)
{
    json_t *list = json_array();

    for (int i = 0; ai_players[i]; i++)
        whole_append(&list,
                     json_pack("{s:s, s:s, s:s}", "name", ai_players[i]->name, "title",
                               ai_players[i]->title, "text", ai_players[i]->sentence));
    return list;
}

struct hub *hub_new(const struct hub_options *options)
{
    struct hub *hub = calloc(1, sizeof *hub);

    if (!hub) return NULL;
    hub->options = *options;
    hub->chance[0] = secret_number();
    hub->chance[1] = secret_number();
    hub->players = hub_players();
    if (hub->players && hub__club_open(hub)) return hub;
    json_decref(hub->players);
    free(hub);
    return NULL;
}

void hub_free(struct hub *hub)
{
    if (!hub) return;
    while (hub->conns) hub_leave(hub->conns);
    hub__room_free_all(hub);
    hub__sleep_free(hub);
    hub__contest_free_all(hub);
    hub__club_close(hub);
    hub__wait_op_end_all(hub); /* the store may still say something to them */
    for (int i = 0; i < hub->n_waiting; i++) hub__send_waiting_drop(&hub->waiting[i]);
    free(hub->waiting);
    free(hub->people);
    free(hub->silenced);
    json_decref(hub->players);
    free(hub);
}

const struct hub_counts *hub_counts(const struct hub *hub)
{
    return &hub->counts;
}

void hub_time(struct hub *hub, int64_t now)
{
    const struct store *store = hub->options.store;
    bool begins = !hub->started;

    if (begins) hub->started = now;
    if (now > hub->now) hub->now = now;
    if (begins && store && store->unnoted) hub__wait_store_away(hub, store->unnoted);
}

/* -- Coming and going ------------------------------------------------------------------- */

struct conn *hub_join(struct hub *hub, void *peer, const char *who)
{
    struct conn *conn;

    if (hub->counts.conns >= hub->options.conns_max) return NULL;
    if (strlen(who) >= sizeof conn->who || !(conn = calloc(1, sizeof *conn))) return NULL;
    *conn = (struct conn){.hub = hub,
                          .peer = peer,
                          .next = hub->conns,
                          .joined = hub->now,
                          .heard = hub->now,
                          .allowance = (int64_t)HUB_RATE_BURST * HUB_RATE_MS,
                          .create_allowance = (int64_t)HUB_CREATE_BURST * HUB_CREATE_MS};
    memcpy(conn->who, who, strlen(who) + 1);
    memcpy(conn->browser, conn->who, sizeof conn->browser);
    if (hub->conns) hub->conns->prev = conn;
    hub->conns = conn;
    hub->counts.conns++;
    hub->counts.joined++;
    return conn;
}

struct conn *hub_join_from(struct hub *hub, void *peer, const char *who, int64_t name,
                           const char *shown, bool bot)
{
    struct conn *conn = hub_join(hub, peer, who);

    if (!conn) return NULL;
    conn->elsewhere = conn->hello = true;
    conn->name = name;
    conn->bot = bot;
    snprintf(conn->shown, sizeof conn->shown, "%s", shown);
    return conn;
}

void hub_leave(struct conn *conn)
{
    struct hub *hub = conn->hub;

    while (conn->subs) hub__room_unsubscribe(conn->subs);
    for (int i = 0; i < hub->n_waiting; i++)
        if (hub->waiting[i].conn == conn) hub->waiting[i].conn = NULL;
    hub__flush_leave(hub, conn);
    hub__load_leave(hub, conn);
    hub__push_leave(hub, conn);
    hub__names_leave(conn);
    hub__club_leave(conn);
    hub__contest_leave(hub, conn);
    hub__contest_do_leave_holds(hub, conn);
    hub__deal_leave(hub, conn);
    hub__wait_unpark(conn);
    hub__send_empty(conn);
    free(conn->spare);
    if (conn->prev)
        conn->prev->next = conn->next;
    else
        hub->conns = conn->next;
    if (conn->next) conn->next->prev = conn->prev;
    hub->counts.conns--;
    free(conn);
}

void *hub_peer(const struct conn *conn)
{
    return conn->peer;
}

const char *hub_who(const struct conn *conn)
{
    return conn->who;
}

void hub_goodbye(struct hub *hub)
{
    for (struct conn *conn = hub->conns; conn; conn = conn->next)
        hub__send_bye(conn, HUB_RESTART);
}

bool hub__no_memory(struct table_reply *reply)
{
    return table__refuse(reply, REFUSED_BUSY, "the server is out of memory");
}

/* -- Requests without a table ----------------------------------------------------------- */

json_t *hub__ok(json_t *id)
{
    json_t *ok = json_object();

    if (!json_object_set_new_nocheck(ok, "type", json_string("ok")) &&
        !json_object_set_nocheck(ok, "id", id))
        return ok;
    json_decref(ok);
    return NULL;
}

static bool hub_on_hello(struct conn *conn, const struct fields *request, json_t *id)
{
    json_t *v = json_object_get(request->json, "v"), *answer;

    if (!json_is_integer(v) || json_integer_value(v) != MESSAGE_VERSION) {
        table__refuse(request->reply, REFUSED_VERSION, "this server speaks version %d",
                      MESSAGE_VERSION);
        hub__send_error(conn, id, request->reply);
        conn->closing = true;
        return true;
    }
    conn->hello = true;
    answer = hub__ok(id);
    whole_set(&answer, "v", json_integer(MESSAGE_VERSION));
    whole_set(&answer, "version", json_string(conn->hub->options.version));
    whole_set(&answer, "time", json_integer((json_int_t)conn->hub->now));
    whole_set(&answer, "away",
              json_integer((json_int_t)conn->hub->options.away_ms / 1000));
    whole_set(&answer, "computers", json_incref(conn->hub->players));
    const char *push = conn->hub->options.push_key;
    whole_set(&answer, "push", push ? json_string(push) : json_null());
    hub__send_json(conn, answer);
    return true;
}

static bool hub_on_ping(struct conn *conn, const struct fields *request, json_t *id)
{
    json_t *answer = hub__ok(id);

    (void)request;
    whole_set(&answer, "time", json_integer((json_int_t)conn->hub->now));
    hub__send_json(conn, answer);
    return true;
}

/* -- Watching --------------------------------------------------------------------------- */

bool hub__may_have(struct conn *conn, enum hub_price what)
{
    const struct hub_options *options = &conn->hub->options;

    return !options->afford || options->afford(options->context, conn, what);
}

const char *hub__why_text(enum message_error why)
{
    switch (why) {
    case REFUSED_BUSY:
        return "the server has as many tables as it can hold";
    case REFUSED_STORE:
        return "the table could not be read: please try again";
    case REFUSED_BROKEN:
        return "the log of this table is broken: it cannot be played or shown";
    case REFUSED_NO_TOURNAMENT:
        return "there is no such tournament";
    default:
        return "there is no such table";
    }
}

static bool hub_refuse_room(const struct conn *conn, struct table_reply *reply,
                            enum message_error why)
{
    if (conn->hub->waits) return false; /* it is not refused: it waits */
    if (why == REFUSED_BUSY && conn->hub->crowded)
        return table__refuse(reply, why,
                             "your address has as many tables open as it may");
    return table__refuse(reply, why, "%s", hub__why_text(why));
}

static bool hub_find_room(struct conn *conn, const char *id, struct room **room,
                          struct table_reply *reply)
{
    enum message_error why = REFUSED_NOT;
    bool here = hub__room_is_here(conn->hub, id);
    if (!here && !hub__may_have(conn, HUB_LOAD_TABLE))
        return table__refuse(reply, REFUSED_RATE,
                             "too many tables for your address: please wait a little");
    *room = hub__room(conn->hub, id, conn, &why);
    return *room || hub_refuse_room(conn, reply, why);
}

bool hub__want_room(struct conn *conn, const struct fields *request, struct room **room)
{
    const char *id;

    return fields_text(request, "table", &id) &&
           hub_find_room(conn, id, room, request->reply);
}

/* A person with a seat has an allowance of his own, whatever others at his address use up. */
static void hub_note_seat(struct conn *conn, const struct room *room)
{
    const struct hub_options *options = &conn->hub->options;

    if (options->seated && table_look_has_seat(room->table, conn->who))
        options->seated(options->context, conn);
}

/* Sends everything about the table as it now stands; the `hub_ok` has been sent. */
static void hub_begin_watching(struct sub *sub)
{
    struct room *room = sub->room;
    bool told = !sub->active && sub->conn->who[0];

    hub_note_seat(sub->conn, room);
    hub__room_take_seats(sub);
    if (!told) hub__send_mine(sub);
    hub__send_presence(room, sub->conn);
    hub__send_catch_up(sub);
    hub__send_clock(room, sub->conn);
    hub__send_thinking(room, sub->conn);
    if (!room->dirty && !MUTANT(NO_THINKING)) hub__think(sub->conn->hub, room);
}

static bool hub_on_watch(struct conn *conn, const struct fields *request, json_t *id)
{
    struct room *room;
    struct sub *sub;
    int64_t since = 0;

    if (!hub__want_room(conn, request, &room)) return false;
    if (!fields_int(request, "since", &since)) return false;
    if (!table_look_may_watch(room->table, conn->who))
        return table__refuse(request->reply, REFUSED_OFF,
                             "only those who play may watch this table");
    if (conn->n_subs >= HUB_SUBS_MAX && !hub__room_sub(conn, room))
        return table__refuse(request->reply, REFUSED_RATE,
                             "one connection watches at most %d tables", HUB_SUBS_MAX);
    if (room->n_subs >= HUB_WATCH_MAX && !hub__room_sub(conn, room) &&
        !table_look_has_seat(room->table, conn->who))
        return table__refuse(request->reply, REFUSED_BUSY,
                             "as many watch this table as it can bear");
    /* The node asks this for somebody who has already begun to watch again by himself: there is nothing to do. For a
     * person at another node it is done, since entries may not have reached him. */
    if (json_integer_value(id) == HUB_OWN_ID && hub__room_sub(conn, room) &&
        !conn->elsewhere)
        return true;
    if (since > room->committed) since = room->committed;
    /* Old entries are read from the store again, and there may be many: the connection pays for them. */
    if (conn->hub->options.owes)
        conn->hub->options.owes(conn->hub->options.context, conn,
                                room->committed - since);
    if (!(sub = hub__room_subscribe(room, conn, since)))
        return hub__no_memory(request->reply);
    json_t *answer = hub__ok(id);
    whole_set(&answer, "table", json_string(room->table->id));
    whole_set(&answer, "status",
              json_string(words_status.word[table_look_status(room->table)]));
    whole_set(&answer, "seq", json_integer((json_int_t)room->committed));
    if (json_integer_value(id) == HUB_OWN_ID)
        json_decref(answer); /* nobody waits for it */
    else
        hub__send_json(conn, answer);
    hub_begin_watching(sub);
    return true;
}

/* How a table stands, without watching it: for a list of one's own. */
static bool hub_on_look(struct conn *conn, const struct fields *request, json_t *id)
{
    struct room *room;

    if (!hub__want_room(conn, request, &room)) return false;
    if (!table_look_may_watch(room->table, conn->who))
        return table__refuse(request->reply, REFUSED_OFF,
                             "only those who play may watch this table");
    unsigned actor = table_look_actor(room->table);
    json_t *answer = hub__ok(id), *mine = table_look_mine(room->table, conn->who);
    whole_set(&answer, "table", json_string(room->table->id));
    whole_set(&answer, "status",
              json_string(words_status.word[table_look_status(room->table)]));
    whole_set(&answer, "actor",
              actor < AUDE_SEATS_MAX ? json_integer(actor) : json_null());
    whole_set(&answer, "seats", json_incref(json_object_get(mine, "seats")));
    json_decref(mine);
    hub__send_json(conn, answer);
    return true;
}

static bool hub_on_leave(struct conn *conn, const struct fields *request, json_t *id)
{
    const char *name;

    if (!fields_text(request, "table", &name)) return false;
    const struct room *room = hub__room_find(conn->hub, name);
    if (!conn->hub->away &&
        ((room && hub__room_is_busy(room)) || hub__load_find(conn->hub, name))) {
        conn->hub->waits = true; /* behind what was asked before */
        return false;
    }
    for (struct sub *sub = conn->subs; sub; sub = sub->next_of_conn)
        if (!strcmp(sub->room->table->id, name)) {
            hub__room_unsubscribe(sub);
            break;
        }
    hub__send_json(conn, hub__ok(id));
    return true;
}

static bool hub_on_here(struct conn *conn, const struct fields *request, json_t *id)
{
    struct room *room;

    if (!hub__want_room(conn, request, &room)) return false;
    struct sub *sub = hub__room_sub(conn, room);
    if (!sub)
        return table__refuse(request->reply, REFUSED_NO_TABLE, "watch the table first");
    hub__send_json(conn, hub__ok(id));
    hub__room_take_seats(sub);
    return true;
}

/* -- New tables ------------------------------------------------------------------------- */

bool hub__want_store(struct conn *conn, struct table_reply *reply)
{
    return hub__wait_store_is_here(conn->hub) ||
           table__refuse(reply, REFUSED_STORE, "the store is away: nothing happened");
}

static bool hub_may_create(struct conn *conn, struct table_reply *reply)
{
    if (!conn->who[0])
        return table__refuse(
            reply, REFUSED_COOKIE,
            "without a cookie nobody can keep a seat: GET /api/me first");
    if (!hub__want_store(conn, reply)) return false;
    if (conn->create_allowance < HUB_CREATE_MS)
        return table__refuse(reply, REFUSED_RATE,
                             "too many new tables: please wait a little");
    if (!hub__room_could_fit(conn->hub, conn))
        return hub_refuse_room(conn, reply, REFUSED_BUSY);
    if (!hub__may_have(conn, HUB_NEW_TABLE))
        return table__refuse(
            reply, REFUSED_RATE,
            "too many new tables from your address: please wait a little");
    if (!hub__room_make_place(conn->hub, conn))
        return hub_refuse_room(conn, reply, REFUSED_BUSY);
    return true;
}

struct room *hub__new_room(struct conn *conn, struct table_creation *creation,
                           json_t *request, struct table_reply *reply)
{
    char id[TABLE_ID_MAX];
    struct hub *hub = conn->hub;
    struct room *room = NULL;

    if (!hub_may_create(conn, reply)) return NULL;
    if (creation->id)
        snprintf(id, sizeof id, "%s", creation->id);
    else {
        secret_table_id(id, sizeof id);
        creation->seed = secret_seed();
    }
    creation->now = hub->now;
    struct table *table = table_new(id);
    if (!table) table__refuse(reply, REFUSED_BUSY, "the server is out of memory");
    if (table) table->away_ms = hub->options.away_ms;
    if (table && table_create(table, creation, request, reply) &&
        !(room = hub__room_add(hub, table, conn)))
        table__refuse(reply, REFUSED_BUSY, "the server is out of memory");
    if (!room) {
        table_free(table);
        return NULL;
    }
    if (hub->options.owner)
        hub->options.owner->made(hub->options.owner->context, room->table->id);
    if (room->from) room->origin = (int64_t)secret_mix(hub->chance, room->from);
    conn->create_allowance -= HUB_CREATE_MS;
    hub__room_person(hub, conn->who);
    hub__room_touch(hub, room);
    return room;
}

struct room *hub__new_room_for(struct hub *hub, const char *id,
                               struct table_creation *creation)
{
    struct table_reply reply = {.n = -1};
    struct table *table = hub__room_make_place(hub, NULL) ? table_new(id) : NULL;
    struct room *room = NULL;

    if (!table) return NULL;
    creation->now = hub->now;
    table->away_ms = hub->options.away_ms;
    if (table_create(table, creation, NULL, &reply))
        room = hub__room_add(hub, table, NULL);
    if (!room) {
        table_free(table);
        return NULL;
    }
    if (hub->options.owner) hub->options.owner->made(hub->options.owner->context, id);
    hub__room_touch(hub, room);
    return room;
}

void hub__answer_table(struct conn *conn, struct room *room, json_t *answer)
{
    struct sub *sub;

    whole_set(&answer, "table", json_string(room->table->id));
    hub__send_acknowledge(conn, room, answer);
    hub_note_seat(conn, room);
    if (conn->n_subs >= HUB_SUBS_MAX || hub__room_sub(conn, room)) return;
    if ((sub = hub__room_subscribe(room, conn, 0))) {
        sub->active = true;
        room->mine_changed = true; /* told after the acknowledgement */
    }
}

/* Who keeps a name sits in it at a rated table. */
static bool hub_keep_name(struct conn *conn, const struct fields *request, bool creates)
{
    json_t *json = request->json, *options = json_object_get(json, "options"), *seat;
    bool ok = true;
    size_t i;

    if (!conn->name) return true;
    if (!creates)
        return !json_object_set_new(json, "name", json_string(conn->shown)) ||
               hub__no_memory(request->reply);
    if (!json_is_true(json_object_get(options, "rated"))) return true;
    json_array_foreach(json_object_get(json, "seats"), i, seat)
    {
        const char *kind = json_string_value(json_object_get(seat, "kind"));
        if (json_is_object(seat) &&
            (!kind || sitting_words_find(&words_kind, kind) == TABLE_HERE))
            ok &= !json_object_set_new(seat, "name", json_string(conn->shown));
    }
    return ok || hub__no_memory(request->reply);
}

static bool hub_on_create(struct conn *conn, const struct fields *request, json_t *id)
{
    struct table_creation creation = {.who = conn->who,
                                      .by = {conn->name, conn->shown, conn->bot}};

    if (!hub__duty_plain_names(conn, request) || !hub_keep_name(conn, request, true))
        return false;
    struct room *room = hub__new_room(conn, &creation, request->json, request->reply);
    if (!room) return false;
    hub__answer_table(conn, room, hub__ok(id));
    return true;
}

/* The rematch is there already: who asks for it too agrees to it. */
static bool hub_agree_rematch(struct conn *conn, const char *next, json_t *id,
                              struct table_reply *reply)
{
    struct room *room;

    if (!hub_find_room(conn, next, &room, reply) || !hub__want_store(conn, reply))
        return false;
    if (!hub__may_have(conn, HUB_CHANGE))
        return table__refuse(reply, REFUSED_RATE,
                             "too many requests from your address: please wait a little");
    if (!table_request_agree(room->table, conn->who, conn->hub->now, reply)) return false;
    hub__room_touch(conn->hub, room);
    if (room->table->seats_changed) hub__room_person(conn->hub, conn->who);
    json_t *answer = hub__ok(id);
    whole_set(&answer, "table", json_string(next));
    hub__send_acknowledge(conn, room, answer);
    return true;
}

/* The new table that he asked for last is not wanted: nobody has heard of it, and it is not stored. */
static void hub_unmake_room(struct conn *conn, struct room *room)
{
    conn->hub->dirty = room->next_dirty; /* it stands first there */
    conn->create_allowance += HUB_CREATE_MS;
    hub__room_drop(conn->hub, room);
}

static bool hub_on_rematch(struct conn *conn, const struct fields *request, json_t *id)
{
    struct table_creation creation = {.who = conn->who,
                                      .by = {conn->name, conn->shown, conn->bot}};
    struct room *room, *next;

    if (!hub__want_room(conn, request, &room) ||
        !table_request_rematch(room->table, conn->who, conn->hub->now, NULL,
                               request->reply))
        return false;
    if (room->table->next[0])
        return hub_agree_rematch(conn, room->table->next, id, request->reply);
    creation.from = room->table;
    if (!(next = hub__new_room(conn, &creation, NULL, request->reply))) return false;
    if (!table_request_rematch(room->table, conn->who, conn->hub->now, next->table->id,
                               request->reply)) {
        hub_unmake_room(conn, next);
        return false;
    }
    hub__room_touch(conn->hub, room);
    room->tied = next; /* both are stored, or neither */
    next->tied = room;
    hub__answer_table(conn, next, hub__ok(id));
    return true;
}

/* -- Dispatch --------------------------------------------------------------------------- */

static bool hub_is_playing_window(struct conn *conn, const struct room *room,
                                  struct table_reply *reply)
{
    const struct sub *sub = hub__room_sub(conn, room);

    if (!sub || sub->active || !table_look_has_seat(room->table, conn->who)) return true;
    return table__refuse(reply, REFUSED_ELSEWHERE, "another window plays your seats");
}

static bool hub_on_table(struct conn *conn, const struct fields *request, json_t *id)
{
    struct room *room;

    if (!hub__want_room(conn, request, &room)) return false;
    if (!hub_is_playing_window(conn, room, request->reply) ||
        !hub__want_store(conn, request->reply))
        return false;
    if (!hub__may_have(conn, HUB_CHANGE))
        return table__refuse(request->reply, REFUSED_RATE,
                             "too many requests from your address: please wait a little");
    if (!hub__duty_may_talk(conn, room, request)) return false;
    if (!hub__duty_plain_names(conn, request)) return false;
    const char *word;
    if (room->table->options.rated && fields_text(request, "type", &word) &&
        table_messages_find(MESSAGE_REQUEST, word) == REQUEST_SIT &&
        !hub_keep_name(conn, request, false))
        return false;
    struct table_by by = {conn->name, conn->shown, conn->bot};
    if (!table_request_by(room->table, conn->who, &by, conn->hub->now, request->json,
                          request->reply))
        return false;
    hub__room_touch(conn->hub, room);
    hub_note_seat(conn, room);
    if (room->table->seats_changed && conn->who[0])
        hub__room_person(conn->hub, conn->who);
    if (!request->reply->more) {
        hub__send_done(conn, room, id);
        return true;
    }
    json_t *answer = hub__ok(id);
    whole_join(&answer, request->reply->more);
    request->reply->more = NULL;
    hub__send_acknowledge(conn, room, answer);
    return true;
}

/* Requests that are not in this list are about one table: table_request() answers them. */
static bool (*const requests[MESSAGES])(struct conn *conn, const struct fields *request,
                                        json_t *id) = {
    [REQUEST_HELLO] = hub_on_hello,
    [REQUEST_PING] = hub_on_ping,
    [REQUEST_CREATE] = hub_on_create,
    [REQUEST_WATCH] = hub_on_watch,
    [REQUEST_LEAVE] = hub_on_leave,
    [REQUEST_HERE] = hub_on_here,
    [REQUEST_REMATCH] = hub_on_rematch,
    [REQUEST_LOOK] = hub_on_look,
    [REQUEST_SUBSCRIBE] = hub__push_on_subscribe,
    [REQUEST_UNSUBSCRIBE] = hub__push_on_unsubscribe,
    [REQUEST_SUBSCRIBED] = hub__push_on_subscribed,
    [REQUEST_SEEK] = hub__club_on_seek,
    [REQUEST_UNSEEK] = hub__club_on_unseek,
    [REQUEST_DEAL] = hub__deal_on_play,
    [REQUEST_HOLD] = hub__contest_do_hold,
    [REQUEST_ENTER] = hub__contest_do_enter,
    [REQUEST_JOIN] = hub__contest_do_join,
    [REQUEST_WITHDRAW] = hub__contest_do_withdraw,
    [REQUEST_REST] = hub__contest_do_rest,
    [REQUEST_PAIR] = hub__contest_rule_pair,
    [REQUEST_ABSENT] = hub__contest_rule_absent,
    [REQUEST_CORRECT] = hub__contest_rule_correct,
    [REQUEST_CLOSE] = hub__contest_rule_close,
};

static bool hub_dispatch(struct conn *conn, json_t *json, json_t *id,
                         struct table_reply *reply)
{
    struct fields request = {&message_any_request, json, reply};
    const char *word;

    if (!json_is_number(id))
        return table__refuse(reply, REFUSED_FIELD, "id must be a number");
    if (!fields_text(&request, "type", &word)) return false;
    int type = table_messages_find(MESSAGE_REQUEST, word);
    if (!conn->hello && type != REQUEST_HELLO)
        return table__refuse(reply, REFUSED_VERSION, "say hello first");
    if (type < 0 || !requests[type]) return hub_on_table(conn, &request, id);
    request.of = &messages[type];
    return requests[type](conn, &request, id);
}

/* What the request has to wait for: its table, that of the rematch, its tournament. */
static bool hub_park(struct conn *conn, json_t *json, struct table_reply *reply)
{
    const char *contest = json_string_value(json_object_get(json, "tournament"));
    const char *id = json_string_value(json_object_get(json, "table"));
    const struct room *room = id ? hub__room_find(conn->hub, id) : NULL;

    if (room && !hub__room_is_busy(room) && room->table->next[0]) id = room->table->next;
    if (contest) id = contest;
    return (id && hub__wait_park(conn, json, id)) ||
           table__refuse(reply, REFUSED_BUSY, "too many of your requests wait");
}

/* Answers the request, or lets it wait. */
static void hub_answer(struct conn *conn, json_t *request)
{
    struct table_reply reply = {.n = -1};
    json_t *id = json_object_get(request, "id");

    conn->hub->waits = false;
    bool ok = conn->naming ? hub__wait_park(conn, request, HUB_NAMING) ||
                                 table__refuse(&reply, REFUSED_BUSY,
                                               "too many of your requests wait")
                           : hub_dispatch(conn, request, id, &reply);
    if (conn->hub->waits) ok = hub_park(conn, request, &reply);
    conn->hub->waits = false;
    if (!ok) hub__node_refuse(conn, request, &reply);
    json_decref(reply.more);
}

void hub__again(struct conn *conn, json_t *request)
{
    hub_answer(conn, request);
}

/* Requests are paid for with time: a connection earns it and can save up a burst. */
static bool hub_may_speak(struct conn *conn)
{
    int64_t now = conn->hub->now, earned = now - conn->heard;
    int64_t most = (int64_t)HUB_RATE_BURST * HUB_RATE_MS;
    int64_t creates = (int64_t)HUB_CREATE_BURST * HUB_CREATE_MS;

    conn->heard = now;
    conn->allowance += earned;
    conn->create_allowance += earned;
    if (conn->allowance > most) conn->allowance = most;
    if (conn->create_allowance > creates) conn->create_allowance = creates;
    if (conn->elsewhere) return true;
    if (conn->allowance < HUB_RATE_MS) return false;
    conn->allowance -= HUB_RATE_MS;
    return true;
}

/* The number after "id", found without reading the frame: there is no time for that, or it cannot be read. */
static json_t *hub_frame_id(const char *frame, size_t n)
{
    static const char name[] = "\"id\":";
    char number[24];
    size_t m = 0;

    if (n > ID_WITHIN) n = ID_WITHIN;
    for (size_t i = 0; i + sizeof name - 1 < n; i++) {
        if (memcmp(frame + i, name, sizeof name - 1) != 0) continue;
        for (i += sizeof name - 1; i < n && frame[i] == ' '; i++) continue;
        while (i < n && m < sizeof number - 1 && strchr("+-.0123456789eE", frame[i]) &&
               frame[i])
            number[m++] = frame[i++];
        break;
    }
    json_t *id = m ? json_loadb(number, m, JSON_DECODE_ANY, NULL) : NULL;
    if (json_is_number(id)) return id;
    json_decref(id);
    return NULL;
}

/* A frame with an `id` is answered with RATE each time; others only now and then. */
void hub_flood_frame(struct conn *conn, const char *frame, size_t n)
{
    struct table_reply reply = {.n = -1};

    if (conn->closing) return;
    if (++conn->strikes > HUB_RATE_STRIKES) {
        conn->hub->counts.dropped++;
        hub__metrics_count_refused(conn->hub, REFUSED_RATE);
        hub__send_bye(conn, HUB_RATE);
        return;
    }
    json_t *id = hub_frame_id(frame, n);
    if (id || conn->strikes == 1 || conn->strikes % 50 == 0) {
        table__refuse(&reply, REFUSED_RATE, "too many messages: this one was not read");
        hub__send_error(conn, id, &reply);
    } else
        hub__metrics_count_refused(conn->hub, REFUSED_RATE);
    json_decref(id);
}

void hub_flood(struct conn *conn)
{
    hub_flood_frame(conn, "", 0);
}

json_t *hub_read_frame(struct conn *conn, const char *frame, size_t n)
{
    if (conn->closing) return NULL;
    conn->hub->counts.messages++;
    if (!hub_may_speak(conn)) {
        hub_flood_frame(conn, frame, n);
        return NULL;
    }
    conn->strikes = 0;
    if (n > HUB_FRAME_MAX) {
        hub_send_refusal(conn, REFUSED_SIZE, "a message has at most 65536 bytes");
        return NULL;
    }
    if (weight_parts(frame, n) > HUB_PARTS_MAX) {
        hub_send_refusal(conn, REFUSED_SIZE, "a message has at most 1000 values");
        return NULL;
    }
    json_t *request = flat_read(frame, n, JSON_REJECT_DUPLICATES);
    if (json_is_object(request)) return request;
    json_decref(request);
    json_t *id = hub_frame_id(frame, n);
    hub_send_refusal_of(conn, id, REFUSED_JSON, "not an object in JSON");
    json_decref(id);
    return NULL;
}

void hub_do(struct conn *conn, json_t *request)
{
    hub_answer(conn, request);
}

void hub_receive(struct conn *conn, const char *frame, size_t n)
{
    json_t *request = hub_read_frame(conn, frame, n);

    if (request) hub_answer(conn, request);
    json_decref(request);
}

/* -- Time ------------------------------------------------------------------------------- */

/* What it watches could not be read last time: it is tried again. */
static void hub_catch_up_conn(struct conn *conn)
{
    bool behind = false;

    for (const struct sub *sub = conn->subs; sub; sub = sub->next_of_conn)
        behind |= sub->seen < sub->room->committed && !sub->reading;
    if (behind && !conn->first) conn->hub->options.wake(conn->hub->options.context, conn);
}

static void hub_check_conn(struct conn *conn, int64_t now)
{
    struct hub *hub = conn->hub;

    hub_catch_up_conn(conn);

    if (conn->first && now - conn->wrote > HUB_SLOW_MS) {
        hub->counts.dropped++;
        if (conn->closing)
            hub__send_empty(conn); /* not even the goodbye was taken */
        else
            hub__send_bye(conn, HUB_SLOW);
        hub->options.wake(hub->options.context, conn);
        return;
    }
    if (conn->elsewhere) return;
    if (now - conn->heard > hub->options.idle_ms ||
        (!conn->hello && now - conn->joined > HUB_HELLO_MS))
        hub__send_bye(conn, HUB_IDLE);
}

void hub_tick(struct hub *hub)
{
    hub__wait_tick(hub);
    if (hub->wakes_missing && !hub->away) hub_ask_wake_tables(hub);
    for (struct room *room = hub->rooms, *next; room; room = next) {
        next = room->after;
        hub__room_tick(hub, room);
    }
    if (!hub->away) hub__sleep_wake(hub);
    hub__club_tick(hub);
    hub__contest_run_tick(hub);
    if (hub->now - hub->ticked < 1000) return;
    hub->ticked = hub->now;
    for (struct conn *conn = hub->conns, *next; conn; conn = next) {
        next = conn->next;
        hub_check_conn(conn, hub->now);
    }
}
