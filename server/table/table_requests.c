/* table_requests.c -- what people ask of a table. Each request is checked whole, then posted:
 * a refusal has changed nothing, also where there was no memory for the second of two entries. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct request {
    const struct message *of; /* what such a request has */
    struct table *table;
    const char *who;
    const struct table_by *by; /* the name that he keeps */
    int64_t now;
    json_t *json;
    struct table_reply *reply;
};

#define REFUSE(request, code, ...) table__refuse((request)->reply, code, __VA_ARGS__)

static bool request_done(const struct request *request, bool ok)
{
    return ok ? true : REFUSE(request, REFUSED_STORE, "the server is out of memory");
}

/* Its fields, to be read as their rows say. */
static struct fields request_fields(const struct request *request)
{
    return (struct fields){request->of, request->json, request->reply};
}

static bool request_want_int(const struct request *request, const char *field,
                             int64_t *out)
{
    struct fields fields = request_fields(request);

    return fields_int(&fields, field, out);
}

static bool request_want_text(const struct request *request, const char *field,
                              const char **out)
{
    struct fields fields = request_fields(request);

    return fields_text(&fields, field, out);
}

static bool request_has(const struct request *request, const char *field)
{
    struct fields fields = request_fields(request);

    return fields_has(&fields, field);
}

static bool request_by_host(const struct request *request)
{
    return request->who[0] && !strcmp(request->table->host, request->who);
}

static bool request_want_seat(const struct request *request, unsigned *seat)
{
    int64_t n = 0;

    if (!request_want_int(request, "seat", &n)) return false;
    if (n >= request->table->head.setup.n_seats)
        return REFUSE(request, REFUSED_NO_SEAT, "this table has no such seat");
    *seat = (unsigned)n;
    return true;
}

static bool request_want_own_seat(const struct request *request, unsigned *seat)
{
    if (!request_want_seat(request, seat)) return false;
    if (!table_look_owns(request->table, *seat, request->who))
        return REFUSE(request, REFUSED_NOT_YOUR_SEAT, "that seat is not yours");
    return true;
}

static bool request_want_open(const struct request *request)
{
    if (request->table->stage != TABLE_OPEN)
        return REFUSE(request, REFUSED_STARTED, "the game has begun already");
    return true;
}

static bool request_want_play(const struct request *request)
{
    if (request->table->stage == TABLE_OVER)
        return REFUSE(request, REFUSED_OVER, "the game is over");
    if (request->table->stage != TABLE_PLAY)
        return REFUSE(request, REFUSED_NOT_STARTED, "the game has not begun");
    return true;
}

static bool request_want_member(const struct request *request)
{
    if (table_look_has_seat(request->table, request->who)) return true;
    return REFUSE(request, REFUSED_NOT_YOUR_SEAT, "you have no seat at this table");
}

/* The first of the asker's seats, preferring one that has to decide. */
static unsigned request_seat(const struct request *request)
{
    const struct table *table = request->table;
    unsigned actor = table_look_actor(table);

    if (actor < AUDE_SEATS_MAX && table_look_owns(table, actor, request->who))
        return actor;
    for (unsigned s = 0; s < table->head.setup.n_seats; s++)
        if (table_look_owns(table, s, request->who)) return s;
    return AUDE_SEAT_NONE;
}

/* -- Seats ------------------------------------------------------------------------------ */

static bool request_post_seat(const struct request *request, unsigned seat,
                              const struct table_seat *to)
{
    json_t *body = table__head_seat_json(seat, to);

    return request_done(request,
                        table__post(request->table, request->now, ENTRY_SEAT, body,
                                    json_pack("{s:s, s:I}", "who", to->who, "name_id",
                                              (json_int_t)to->name_id)));
}

void table_request_mark(struct table_seat *seat, const struct table_by *by)
{
    seat->name_id = by->name;
    seat->kept = by->name && !strcmp(seat->name, by->shown);
    seat->bot = by->bot;
}

static bool request_want_seen(const struct request *request, const char *name)
{
    if (!name[0] || table__name_seen(name)) return true;
    return REFUSE(request, REFUSED_NAME,
                  "a name has something to be seen, and nothing unseen");
}

static bool request_begin_rematch(const struct request *request)
{
    if (!table__play_may_begin(request->table)) return true;
    return request_done(request, table__play_start(request->table, request->now));
}

static bool request_do_sit(const struct request *request)
{
    const struct table *table = request->table;
    struct table_seat to;
    unsigned seat = 0;

    if (!request_want_open(request) || !request_want_seat(request, &seat)) return false;
    if (!request->who[0])
        return REFUSE(request, REFUSED_COOKIE, "without a cookie nobody can keep a seat");
    if (table->seat[seat].taken)
        return REFUSE(request, REFUSED_FULL, "that seat is taken");
    if (table->seat[seat].who[0] && !table_look_owns(table, seat, request->who))
        return REFUSE(request, REFUSED_FULL,
                      "that seat is kept for the one who had it before");
    if (table->options.rated && !request->by->name)
        return REFUSE(request, REFUSED_NAME,
                      "this game is rated: only who keeps a name can sit here");
    for (unsigned s = 0; table->options.rated && s < table->head.setup.n_seats; s++)
        if (table->seat[s].name_id && table->seat[s].bot != request->by->bot)
            return REFUSE(request, REFUSED_OFF,
                          "a rated game is between people, or between programs");
    if (table->options.rated && table_look_has_seat(table, request->who))
        return REFUSE(request, REFUSED_FULL, "in a rated game everybody has one seat");
    if (json_object_set_new(request->json, "kind",
                            json_string(words_kind.word[TABLE_LINK])))
        return request_done(request, false);
    struct fields fields = {&messages[OBJECT_SEAT_WANTED], request->json, request->reply};
    if (!table__head_seat_read(table, seat, &fields, &to)) return false;
    if (!to.name[0]) return REFUSE(request, REFUSED_NAME, "please say a name");
    if (!request_want_seen(request, to.name) ||
        !table__name_alone(table, seat, &to, request->reply))
        return false;
    if (!to.colour[0]) memcpy(to.colour, table->seat[seat].colour, sizeof to.colour);
    to.taken = true;
    snprintf(to.who, sizeof to.who, "%s", request->who);
    table_request_mark(&to, request->by);
    return request_post_seat(request, seat, &to) && request_begin_rematch(request);
}

static bool request_do_stand(const struct request *request)
{
    struct table_seat to;
    unsigned seat = 0;

    if (!request_want_open(request) || !request_want_own_seat(request, &seat))
        return false;
    to = request->table->seat[seat];
    to.kind = TABLE_LINK;
    to.taken = false;
    to.who[0] = to.name[0] = to.level[0] = 0;
    to.name_id = 0;
    to.kept = to.bot = false;
    return request_post_seat(request, seat, &to);
}

static bool request_do_seat(const struct request *request)
{
    struct fields fields = request_fields(request);
    struct table_seat to;
    unsigned seat = 0;

    if (!request_by_host(request))
        return REFUSE(request, REFUSED_NOT_HOST, "only the host changes seats");
    if (!request_want_open(request) || !request_want_seat(request, &seat) ||
        !table__head_seat_read(request->table, seat, &fields, &to) ||
        !request_want_seen(request, to.name))
        return false;
    if (to.kind == TABLE_LINK) to.name[0] = 0;
    if (request->table->options.rated && to.kind != TABLE_LINK)
        return REFUSE(request, REFUSED_NAME,
                      "in a rated game everybody sits down for themselves");
    return table__name_alone(request->table, seat, &to, request->reply) &&
           request_post_seat(request, seat, &to);
}

static bool request_do_start(const struct request *request)
{
    if (!request_by_host(request))
        return REFUSE(request, REFUSED_NOT_HOST, "only the host starts the game");
    if (!request_want_open(request)) return false;
    if (table_look_free_seat(request->table))
        return REFUSE(request, REFUSED_FREE, "a seat is still free");
    return request_done(request, table__play_start(request->table, request->now));
}

/* -- Play ------------------------------------------------------------------------------- */

static bool request_want_now(const struct request *request)
{
    int64_t at;

    if (!request_want_int(request, "at", &at)) return false;
    if (at == request->table->sitting.n_steps) return true;
    request->reply->n = request->table->sitting.n_steps;
    return REFUSE(request, REFUSED_STALE, "the game is at step %d",
                  request->table->sitting.n_steps);
}

static unsigned request_own_seats(const struct request *request)
{
    unsigned seats = 0;

    for (unsigned s = 0; s < request->table->head.setup.n_seats; s++)
        if (table_look_owns(request->table, s, request->who)) seats |= 1u << s;
    return seats;
}

/* Do the rules of every table, here and in a browser, allow it? */
static bool request_want_allowed(const struct request *request, enum sitting_wish wish,
                                 unsigned seat)
{
    const struct sitting_refusal *no = sitting_may_refuse(
        &request->table->sitting, wish, seat, request_own_seats(request));

    if (!no) return true;
    if (no->rule[0]) request->reply->rule = no->rule;
    return REFUSE(request, table_messages_error_find(no->code), "%s", no->text);
}

static bool request_do_act(const struct request *request)
{
    struct aude_action action;
    const char *words;

    if (!request_want_play(request) || !request_want_member(request) ||
        !request_want_now(request))
        return false;
    if (!request_want_allowed(request, SITTING_WISH_ACT, 0)) return false;
    if (!request_want_text(request, "action", &words)) return false;
    if (strlen(words) > MESSAGE_ACTION_MAX)
        return REFUSE(request, REFUSED_FIELD, "action is longer than any action");
    enum aude_err err = aude_action_parse(request->table->sitting.game, words, &action);
    if (!err) err = aude_game_why(request->table->sitting.game, action);
    if (err) return table__refuse_engine(request->reply, REFUSED_ILLEGAL, err, NULL);
    return request_done(
        request, table__play(request->table, request->now, action, SITTING_BY_HUMAN));
}

static bool request_do_undo(const struct request *request)
{
    struct table *table = request->table;

    if (!request_want_play(request) || !request_want_member(request) ||
        !request_want_now(request) ||
        !request_want_allowed(request, SITTING_WISH_UNDO, 0))
        return false;
    int to = table->sitting.n_steps - 1;
    return request_done(request, table__play_rewind(table, request->now, to,
                                                    table->sitting.step[to].seat,
                                                    SITTING_REWIND_UNDO));
}

/* -- Resign and return ------------------------------------------------------------------ */

bool table__request_computer(struct table *table, int64_t now, unsigned seat, bool on,
                             enum sitting_why why)
{
    int64_t cost = sitting_substitute_cost(&table->sitting, seat, on, now);
    json_t *body = json_pack("{s:i, s:b, s:s?, s:s, s:b, s:I}", "seat", (int)seat, "on",
                             on, "level", on ? table__head_substitute() : NULL, "why",
                             words_computer_why.word[why], "resigned",
                             why == SITTING_RESIGNED, "ms", (json_int_t)cost);

    return table__post(table, now, ENTRY_COMPUTER, body, NULL);
}

static bool request_do_resign(const struct request *request)
{
    unsigned seat = 0;

    if (!request_want_play(request) || !request_want_seat(request, &seat) ||
        !request_want_allowed(request, SITTING_WISH_RESIGN, seat))
        return false;
    if (!request_done(request, table__request_computer(request->table, request->now, seat,
                                                       true, SITTING_RESIGNED)))
        return false;
    if (sitting_goes_on(&request->table->sitting, seat)) return true;
    return request_done(request, table__play_over(request->table, request->now,
                                                  SITTING_OVER_RESIGN, seat));
}

static bool request_do_back(const struct request *request)
{
    unsigned seat = 0;

    if (!request_want_play(request) || !request_want_seat(request, &seat) ||
        !request_want_allowed(request, SITTING_WISH_BACK, seat))
        return false;
    return request_done(request, table__request_computer(request->table, request->now,
                                                         seat, false, SITTING_BACK));
}

/* -- Questions -------------------------------------------------------------------------- */

static bool request_want_what(const struct request *request, enum table_question *what)
{
    struct fields fields = request_fields(request);
    int place = 0;

    if (!fields_word(&fields, "what", &place)) return false;
    *what = (enum table_question)place;
    return true;
}

/* A burst at once, then one in `each` ms. */
static bool request_may_say(struct table_talk *talk, int64_t now, int burst, int64_t each)
{
    int64_t earned = (now - talk->at) / each;

    if (earned > 0) {
        talk->used = earned >= talk->used ? 0 : talk->used - (int)earned;
        talk->at = now;
    }
    if (talk->used >= burst) return false;
    talk->used++;
    return true;
}

/* May the game go on without asking? Yes if the pause has lasted long, or began because nobody was
 * there: no one can keep a game paused. */
static bool request_may_go_on(const struct request *request)
{
    return request->table->deserted ||
           request->now - request->table->paused_at >= TABLE_PAUSE_MS;
}

/* Seats whose owners have to agree: people other than the asker. Those who are away are asked
 * too, except about an absent player. */
static unsigned request_voters_of(const struct request *request, enum table_question what,
                                  unsigned about)
{
    const struct table *table = request->table;
    unsigned voters = 0;

    if (what == TABLE_RESUME && request_may_go_on(request)) return 0;
    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        const struct table_seat *seat = &table->seat[s];
        if (seat->kind == TABLE_COMPUTER || table->sitting.seat[s].resigned ||
            table_look_owns(table, s, request->who))
            continue;
        if (what == TABLE_SUBSTITUTE && (!seat->online || s == about)) continue;
        if (what == TABLE_RESUME && table->sitting.seat[s].substituted) continue;
        voters |= 1u << s;
    }
    return voters;
}

static json_t *request_seat_list(unsigned seats)
{
    json_t *list = json_array();

    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++)
        if (seats >> s & 1) whole_append(&list, json_integer((json_int_t)s));
    return list;
}

/* May a computer be asked for that seat? Not for a person who was here a moment ago, nor in a game
 * whose clock gives hours. */
static bool request_check_substitute(const struct request *request, unsigned about)
{
    const struct table *table = request->table;
    const struct table_seat *seat = &table->seat[about];

    if (!request_has(request, "seat"))
        return REFUSE(request, REFUSED_NO_SEAT, "no person plays that seat");
    if (table_look_owns(table, about, request->who)) return true;
    if (seat->online) return REFUSE(request, REFUSED_PRESENT, "its player is here");
    if (table->options.clock && table->options.seconds > TABLE_LONG_S)
        return REFUSE(request, REFUSED_PRESENT,
                      "this game leaves time to be away: its clock decides");
    if (request->now - seat->away < table->away_ms)
        return REFUSE(request, REFUSED_PRESENT, "its player was here less than %d s ago",
                      (int)(table->away_ms / 1000));
    return true;
}

/* Is the question one that can be asked now? Sets the seat it is about, and where to. */
static bool request_check_ask(const struct request *request, enum table_question what,
                              unsigned *about, int *to)
{
    static const enum sitting_wish wishes[] = {[TABLE_TAKEBACK] = SITTING_WISH_TAKEBACK,
                                               [TABLE_PAUSE] = SITTING_WISH_PAUSE,
                                               [TABLE_RESUME] = SITTING_WISH_RESUME,
                                               [TABLE_SUBSTITUTE] =
                                                   SITTING_WISH_COMPUTER};
    const struct table *table = request->table;

    *about = request_seat(request);
    if ((table->options.rated || table->deal[0]) &&
        (what == TABLE_TAKEBACK || what == TABLE_SUBSTITUTE))
        return REFUSE(request, REFUSED_OFF, "%s",
                      table->deal[0] ? "in the deal of the day nothing is taken back, "
                                       "and no computer helps out"
                                     : "in a rated game nothing is taken back, and no "
                                       "computer helps out");
    if (request_has(request, "seat") && !request_want_seat(request, about)) return false;
    if (!request_want_allowed(request, wishes[what], *about)) return false;
    if (what == TABLE_TAKEBACK) *to = sitting_takeback_to(&table->sitting, *about);
    return what != TABLE_SUBSTITUTE || request_check_substitute(request, *about);
}

static bool request_do_ask(const struct request *request)
{
    struct table *table = request->table;
    enum table_question what;
    unsigned about;
    int to = 0;

    if (!request_want_play(request) || !request_want_member(request) ||
        !request_want_what(request, &what))
        return false;
    if (table->ask.open)
        return REFUSE(request, REFUSED_ASKED, "another question is open");
    if (!request_check_ask(request, what, &about, &to)) return false;
    if (!request_may_say(&table->questions[request_seat(request)], request->now,
                         TABLE_ASK_BURST, TABLE_ASK_EACH_MS))
        return REFUSE(request, REFUSED_RATE, "that was asked often enough for now");
    unsigned voters = request_voters_of(request, what, about);
    json_t *body =
        json_pack("{s:i, s:s, s:i, s:i, s:o}", "ask", table->asks + 1, "what",
                  words_question.word[what], "seat", (int)about, "by",
                  (int)request_seat(request), "voters", request_seat_list(voters));
    if (what == TABLE_TAKEBACK) whole_set(&body, "to", json_integer(to));
    request->reply->more = json_pack("{s:i}", "ask", table->asks + 1);
    if (!request->reply->more) whole_join(&body, NULL);
    if (!request_done(request, table__post(table, request->now, ENTRY_ASK, body, NULL)))
        return false;
    return voters ||
           request_done(request, table__request_answered(table, request->now, true));
}

/* Close the open question with yes or no; with yes, do what was asked. */
bool table__request_answered(struct table *table, int64_t now, bool yes)
{
    struct table_ask ask = table->ask;

    if (ask.what == TABLE_TAKEBACK && ask.to >= table->sitting.n_steps) yes = false;
    bool closed =
        table__post(table, now, ENTRY_CLOSED,
                    json_pack("{s:i, s:b}", "ask", ask.number, "yes", (int)yes), NULL);
    if (!closed || !yes) return closed; /* without memory it is open still */
    switch (ask.what) {
    case TABLE_TAKEBACK:
        return table__play_rewind(table, now, ask.to, ask.seat, SITTING_REWIND_TAKEBACK);
    case TABLE_PAUSE:
        return table__play_pause(table, now, ask.by, TABLE_PAUSE_ASKED);
    case TABLE_RESUME:
        return table__post(table, now, ENTRY_RESUME,
                           json_pack("{s:i}", "by", (int)ask.by), NULL);
    default:
        return table__request_computer(table, now, ask.seat, true, SITTING_ABSENT);
    }
}

/* All must agree; to go on, one. */
static bool request_is_answered(const struct table_ask *ask)
{
    if (ask->what == TABLE_RESUME) return ask->yes || (ask->yes | ask->no) == ask->voters;
    return ask->no || ask->yes == ask->voters;
}

static bool request_do_answer(const struct request *request)
{
    struct fields fields = request_fields(request);
    struct table *table = request->table;
    unsigned mine = 0;
    int64_t number;
    bool yes = false;

    if (!request_want_play(request) || !request_want_member(request)) return false;
    if (!request_want_int(request, "ask", &number) || !fields_bool(&fields, "yes", &yes))
        return false;
    if (!table->ask.open || number != table->ask.number)
        return REFUSE(request, REFUSED_STALE, "that question is closed");
    mine = request_own_seats(request) & table->ask.voters;
    if (!mine)
        return REFUSE(request, REFUSED_NOT_YOUR_TURN, "you are not the one who is asked");
    json_t *body = json_pack("{s:i, s:i, s:b, s:o}", "ask", (int)number, "by",
                             (int)request_seat(request), "yes", (int)yes, "seats",
                             request_seat_list(mine));
    if (!request_done(request,
                      table__post(table, request->now, ENTRY_ANSWER, body, NULL)))
        return false;
    return !request_is_answered(&table->ask) ||
           request_done(request, table__request_answered(table, request->now, yes));
}

/* -- Talk ------------------------------------------------------------------------------- */

static size_t request_characters(const char *text)
{
    size_t n = 0;

    for (; *text; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* The allowance of a person who only watches. If all places are taken he gets the one of the person
 * who was silent longest. Those without a cookie share one. */
static struct table_talk *request_watcher_of(const struct request *request)
{
    struct table_talk *all = request->table->watcher, *best = &all[0];

    for (int i = 0; i < TABLE_TALKERS; i++) {
        if (all[i].at && !strcmp(all[i].who, request->who)) return &all[i];
        if (all[i].at < best->at) best = &all[i];
    }
    *best = (struct table_talk){.at = request->now};
    snprintf(best->who, sizeof best->who, "%s", request->who);
    return best;
}

/* Watchers may use only a part of the chat, so that those who play can always talk. */
static bool request_may_talk(const struct request *request, unsigned seat)
{
    struct table *table = request->table;
    bool seated = seat < AUDE_SEATS_MAX;

    if (table->chats >= TABLE_CHATS_MAX) return false;
    if (!seated && table->watchers_chats >= TABLE_WATCHERS_TALK) return false;
    return request_may_say(seated ? &table->talk[seat] : request_watcher_of(request),
                           request->now, TABLE_CHAT_BURST, TABLE_CHAT_MS);
}

static bool request_do_chat(const struct request *request)
{
    const struct table *table = request->table;
    const char *text, *name = "";
    unsigned seat = request_seat(request);

    if (!table->options.chat)
        return REFUSE(request, REFUSED_OFF, "this table has no chat");
    if (!request_want_text(request, "text", &text)) return false;
    if (!text[0] || request_characters(text) > MESSAGE_CHAT_MAX)
        return REFUSE(request, REFUSED_FIELD, "text must have 1 to %d characters",
                      MESSAGE_CHAT_MAX);
    if (!table__head_text_ok(text))
        return REFUSE(request, REFUSED_FIELD, "text holds control characters");
    if (!request_want_text(request, "name", &name)) return false;
    if (name[0] && !table__name_ok(name))
        return REFUSE(request, REFUSED_NAME, "that is no name");
    if (!request_want_seen(request, name)) return false;
    if (seat >= AUDE_SEATS_MAX && table__name_taken(table, name, AUDE_SEAT_NONE))
        return REFUSE(request, REFUSED_NAME, "somebody who plays here is called that");
    if (!request_may_talk(request, seat))
        return REFUSE(request, REFUSED_RATE, "please wait a little");
    bool seated = seat < AUDE_SEATS_MAX;
    json_t *body =
        json_pack("{s:s, s:o, s:s}", "by", seated ? table->seat[seat].name : name, "seat",
                  seated ? json_integer((json_int_t)seat) : json_null(), "text", text);
    return request_done(
        request, table__post(request->table, request->now, ENTRY_CHAT, body, NULL));
}

static bool request_do_nudge(const struct request *request)
{
    struct table *table = request->table;
    unsigned actor = table_look_actor(table);

    if (!request_want_play(request) || !request_want_member(request)) return false;
    if (actor >= AUDE_SEATS_MAX || table_look_computer(table) ||
        table_look_owns(table, actor, request->who))
        return REFUSE(request, REFUSED_NOT_YOUR_TURN, "nobody else has to be waited for");
    if (table->nudged && request->now - table->nudged < TABLE_NUDGE_MS)
        return REFUSE(request, REFUSED_RATE, "once a minute is enough");
    json_t *body = json_pack("{s:s, s:i}", "by", table->seat[request_seat(request)].name,
                             "seat", (int)actor);
    return request_done(request,
                        table__post(table, request->now, ENTRY_NUDGE, body, NULL));
}

/* -- The table of requests -------------------------------------------------------------- */

bool table_request_rematch(struct table *table, const char *who, int64_t now,
                           const char *next, struct table_reply *reply)
{
    struct request request = {.table = table, .who = who, .now = now, .reply = reply};

    if (!request_want_member(&request)) return false;
    if (table->stage != TABLE_OVER)
        return table__refuse(reply, REFUSED_NOT_OVER, "the game is not over yet");
    if (!next || table->next[0]) return true;
    return request_done(&request, table__post(table, now, ENTRY_REMATCH,
                                              json_pack("{s:s}", "table", next), NULL));
}

static bool request_do_agree(const struct request *request)
{
    const struct table *table = request->table;

    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        struct table_seat to = table->seat[s];
        if (to.taken || !table_look_owns(table, s, request->who)) continue;
        to.taken = true;
        if (!request_post_seat(request, s, &to)) return false;
    }
    return request_begin_rematch(request);
}

/* Whole or not at all. */
static bool request_do(const struct request *request,
                       bool (*it)(const struct request *request))
{
    table__mark(request->table);
    bool ok = it(request);
    if (!ok) table__mark_back(request->table);
    return ok;
}

bool table_request_agree(struct table *table, const char *who, int64_t now,
                         struct table_reply *reply)
{
    struct request request = {.table = table, .who = who, .now = now, .reply = reply};

    reply->n = -1;
    return table->stage != TABLE_OPEN || request_do(&request, request_do_agree);
}

/* Those that are missing are the hub's. */
static bool (*const requests[MESSAGES])(const struct request *request) = {
    [REQUEST_SIT] = request_do_sit,   [REQUEST_STAND] = request_do_stand,
    [REQUEST_SEAT] = request_do_seat, [REQUEST_START] = request_do_start,
    [REQUEST_ACT] = request_do_act,   [REQUEST_UNDO] = request_do_undo,
    [REQUEST_ASK] = request_do_ask,   [REQUEST_ANSWER] = request_do_answer,
    [REQUEST_BACK] = request_do_back, [REQUEST_RESIGN] = request_do_resign,
    [REQUEST_CHAT] = request_do_chat, [REQUEST_NUDGE] = request_do_nudge,
};

/* How long a log may be for a request to be heard. What leads to the end of a game always is: a
 * table can be ended however full its log. What only corrects has a little more room than talk. */
static int64_t request_log_most(const struct table *table, int type)
{
    switch (type) {
    case REQUEST_ACT:
    case REQUEST_RESIGN:
    case REQUEST_BACK:
    case REQUEST_START:
        return INT64_MAX;
    case REQUEST_ASK:
        return table->sitting.paused ? INT64_MAX : TABLE_LOG_MAX;
    case REQUEST_ANSWER:
        return table->sitting.paused ? INT64_MAX : TABLE_LOG_MAX + TABLE_LOG_MORE;
    case REQUEST_UNDO:
    case REQUEST_SEAT:
    case REQUEST_SIT:
        return TABLE_LOG_MAX + TABLE_LOG_MORE;
    default:
        return TABLE_LOG_MAX;
    }
}

bool table_request(struct table *table, const char *who, int64_t now, json_t *json,
                   struct table_reply *reply)
{
    static const struct table_by guest = {.shown = ""};

    return table_request_by(table, who, &guest, now, json, reply);
}

bool table_request_by(struct table *table, const char *who, const struct table_by *by,
                      int64_t now, json_t *json, struct table_reply *reply)
{
    const char *word = json_string_value(json_object_get(json, "type"));
    int type = word ? table_messages_find(MESSAGE_REQUEST, word) : -1;

    reply->n = -1;
    /* The same answer whatever happens there: of a game that he may not watch nobody learns how far it is. */
    if (type >= 0 && requests[type] && !table_look_may_watch(table, who))
        return table__refuse(reply, REFUSED_NOT_YOUR_SEAT,
                             "you have no seat at this table");
    if (word && table->seq >= request_log_most(table, type))
        return table__refuse(reply, REFUSED_RATE, "too much has happened at this table");
    if (type < 0 || !requests[type])
        return table__refuse(reply, REFUSED_TYPE, "there is no such request");
    struct request request = {&messages[type], table, who, by, now, json, reply};
    return request_do(&request, requests[type]);
}
