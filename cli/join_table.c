/* join_table.c -- a table of a server as one of its players sees it.
 *
 * Entries of the log are applied as the page does it: head, opening, steps, rewinds.
 * Questions of other players are answered with yes, and a seat that a computer took is
 * taken back. */
#include "join.h"

#include "server/table/messages.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSED_MOST = 5, ID_SIT = 1000000, ID_ACT = 2000000, ID_SEEK = 3000000 };

/* -- What is printed -------------------------------------------------------------------- */

CLI_PRINTF(1, 2) static void join_table_print_line(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    puts("");
    fflush(stdout);
}

/* Prints and frees `event`. */
static void join_table_print_json(json_t *event)
{
    char *text = event ? json_dumps(event, JSON_COMPACT) : NULL;

    if (text) join_table_print_line("%s", text);
    free(text);
    json_decref(event);
}

/* -- Saying ----------------------------------------------------------------------------- */

/* A request about the table, without fields of its own. */
static json_t *join_table_request(struct join *join, enum message_id type)
{
    return json_pack("{s:s, s:i, s:s}", "type", messages[type].name, "id", ++join->ids,
                     "table", join->at.table);
}

/* Sends and frees `message`. If the queue is full it is dropped; it is asked again
 * later. */
static void join_table_say(struct join *join, json_t *message)
{
    if (message && join->n_out < JOIN_OUT_MAX)
        join->out[join->n_out++] = json_dumps(message, JSON_COMPACT);
    json_decref(message);
}

bool join_table_waiting(const struct join *join)
{
    return join->n_out > 0;
}

char *join_table_next(struct join *join)
{
    if (!join->n_out) return NULL;
    char *text = join->out[0];
    memmove(join->out, join->out + 1, (size_t)--join->n_out * sizeof join->out[0]);
    return text;
}

static void join_table_say_seat(struct join *join, enum message_id type)
{
    json_t *message = join_table_request(join, type);

    json_object_set_new(message, "seat", json_integer((json_int_t)join->seat));
    join_table_say(join, message);
}

static void join_table_say_watch(struct join *join)
{
    json_t *message = join_table_request(join, REQUEST_WATCH);

    json_object_set_new(message, "since", json_integer((json_int_t)join->seq));
    join_table_say(join, message);
}

/* What it is called, where it keeps no name. */
static const char *join_table_name(const struct join *join)
{
    const char *called = join->bot.name; /* or its command, which may be too long */

    return join->options->name              ? join->options->name
           : strlen(called) < AUDE_NAME_MAX ? called
                                            : "a program";
}

/* It looks for a game; `found` says where. */
static void join_table_say_seek(struct join *join)
{
    join_table_say(join,
                   json_pack("{s:s, s:i, s:s, s:s, s:b, s:s}", "type",
                             messages[REQUEST_SEEK].name, "id", ID_SEEK, "pool",
                             join->options->pool, "pace", words_pace.word[0], "rated",
                             (int)join->options->rated, "name", join_table_name(join)));
}

void join_table_up(struct join *join)
{
    join_table_say(join,
                   json_pack("{s:s, s:i, s:i}", "type", messages[REQUEST_HELLO].name,
                             "id", ++join->ids, "v", MESSAGE_VERSION));
    if (join->at.table[0])
        join_table_say_watch(join);
    else
        join_table_say_seek(join);
}

/* Requests that were not sent are made again when the log has come. */
void join_table_down(struct join *join)
{
    while (join->n_out) free(join->out[--join->n_out]);
    join->caught_up = false;
    if (!join->threaded) join->state = JOIN_IDLE;
}

/* -- The seat --------------------------------------------------------------------------- */

static bool join_table_is_free(const json_t *seat)
{
    const char *kind = json_string_value(json_object_get(seat, "kind"));

    return kind && sitting_words_find(&words_kind, kind) == TABLE_LINK &&
           !json_is_true(json_object_get(seat, "taken"));
}

static void join_table_sit(struct join *join)
{
    const char *name = join_table_name(join);
    json_t *seat;
    size_t i;

    json_array_foreach(join->seats, i, seat)
    {
        if (join->options->seat && (long)i != join->options->seat - 1) continue;
        if (join->seated && i != join->seat) continue; /* a rematch keeps a seat for it */
        if (!join_table_is_free(seat)) continue;
        join->seat = (unsigned)i;
        join_table_say(join, json_pack("{s:s, s:i, s:s, s:i, s:s, s:s}", "type",
                                       messages[REQUEST_SIT].name, "id", ID_SIT, "table",
                                       join->at.table, "seat", (int)i, "name", name,
                                       "colour", ""));
        return;
    }
    if (join->options->seat)
        join_end(join,
                 cli_fail("seat %ld of that table is not free", join->options->seat));
    else
        join_end(join, cli_fail("no seat of that table is free for a link"));
}

static void join_table_on_mine(struct join *join, const json_t *message)
{
    const json_t *mine = json_object_get(message, "seats");

    join->seated = json_array_size(mine) > 0;
    if (join->seated) join->seat = (unsigned)json_integer_value(json_array_get(mine, 0));
    if (join->seated && !json_is_true(json_object_get(message, "active")))
        join_table_say_seat(join, REQUEST_HERE);
}

/* -- The log ---------------------------------------------------------------------------- */

static bool join_table_feed(struct join *join, const char *text)
{
    while (text && *text) {
        size_t n = strcspn(text, "\n");
        enum aude_err err =
            n ? aude_reader_line(&join->reader, text, n, NULL) : AUDE_ERR_OK;
        if (err) {
            join_end(join, cli_fail("the server tells what cannot be: %s",
                                    aude_err_sentence(err)));
            return false;
        }
        text += n + (text[n] == '\n');
    }
    return true;
}

/* Play all remaining steps again from the beginning. */
static void join_table_rebuild(struct join *join)
{
    json_t *text;
    size_t i;

    aude_reader_init(&join->reader);
    if (!join_table_feed(join, join->head) || !join_table_feed(join, join->opening))
        return;
    json_array_foreach(join->texts, i,
                       text) if (!join_table_feed(join, json_string_value(text))) return;
}

static void join_table_keep(char **to, const json_t *text)
{
    free(*to);
    *to = strdup(json_is_string(text) ? json_string_value(text) : "");
}

/* A program that still thinks about a move is not told: it is ended, or plays on. */
static void join_table_tell_result(struct join *join, const json_t *points)
{
    int32_t list[AUDE_SEATS_MAX] = {0};
    size_t n = json_array_size(points);

    for (size_t i = 0; i < n && i < AUDE_SEATS_MAX; i++)
        list[i] = (int32_t)json_integer_value(json_array_get(points, i));
    if (join->told && !join->threaded)
        arena_bot_result(&join->bot, list, n <= AUDE_SEATS_MAX ? (unsigned)n : 0, -1);
    join->told = false;
}

static void join_table_on_over(struct join *join, const json_t *entry)
{
    json_t *points = json_object_get(entry, "points");
    const json_t *winners = json_object_get(entry, "winners");
    bool won = false;

    join->over = true;
    for (size_t i = 0; i < json_array_size(winners); i++)
        won |= json_integer_value(json_array_get(winners, i)) == (json_int_t)join->seat;
    int mine = (int)json_integer_value(json_array_get(points, join->seat));
    if (join->options->json)
        join_table_print_json(json_pack("{s:s, s:b, s:i, s:O}", "event", "over", "won",
                                        won, "mine", mine, "points", points));
    else
        join_table_print_line("the game is over: %s, %d points", won ? "won" : "lost",
                              mine);
    join_table_tell_result(join, points);
    if (!join->options->stay)
        join_end(join, CLI_DONE);
    else if (join->options->pool)
        join->next = true;
}

static void join_table_say_yes(struct join *join, json_t *number)
{
    json_t *message = join_table_request(join, REQUEST_ANSWER);

    json_object_set(message, "ask", number);
    json_object_set_new(message, "yes", json_true());
    join_table_say(join, message);
}

/* Answer every question of the others with yes. */
static void join_table_on_ask(struct join *join, const json_t *entry)
{
    const json_t *voters = json_object_get(entry, "voters");

    for (size_t i = 0; i < json_array_size(voters); i++)
        if (join->seated &&
            json_integer_value(json_array_get(voters, i)) == (json_int_t)join->seat)
            join_table_say_yes(join, json_object_get(entry, "ask"));
}

static void join_table_on_step(struct join *join, const json_t *entry)
{
    const json_t *text = json_object_get(entry, "text");

    json_array_append(join->texts, json_object_get(entry, "text"));
    join->steps = (long)json_integer_value(json_object_get(entry, "n"));
    join->refused = 0;
    join_table_feed(join, json_string_value(text));
}

static void join_table_on_rewind(struct join *join, const json_t *entry)
{
    join->steps = (long)json_integer_value(json_object_get(entry, "to"));
    while (json_array_size(join->texts) > (size_t)join->steps)
        json_array_remove(join->texts, json_array_size(join->texts) - 1);
    join_table_rebuild(join);
}

static void join_table_on_start(struct join *join, const json_t *entry)
{
    join_table_keep(&join->head, json_object_get(entry, "head"));
    join_table_keep(&join->opening, json_object_get(entry, "text"));
    json_array_clear(join->texts);
    join->steps = 0;
    join->begun = true;
    join_table_rebuild(join);
}

/* A computer plays for our seat (the clock ran out, or we were away): take the seat
 * back. */
static void join_table_on_computer(struct join *join, const json_t *entry)
{
    if (json_integer_value(json_object_get(entry, "seat")) != (json_int_t)join->seat)
        return;
    join->replaced = json_is_true(json_object_get(entry, "on"));
    if (join->replaced && join->caught_up) join_table_say_seat(join, REQUEST_BACK);
}

static void join_table_forget(struct join *join)
{
    join->seq = join->steps = 0;
    join->target = LONG_MAX;
    join->begun = join->over = join->paused = join->seated = false;
    join->replaced = join->caught_up = false;
    json_array_clear(join->texts);
    json_array_clear(join->seats);
}

/* From one game of the pool to the next. */
static void join_table_seek_again(struct join *join)
{
    join->next = false;
    join_table_say(join, join_table_request(join, REQUEST_LEAVE));
    join_table_forget(join);
    join->at.table[0] = 0;
    join_table_say_seek(join);
}

/* To another table, from its beginning; `event` and `what` say why. */
static void join_table_go_to(struct join *join, const char *table, const char *event,
                             const char *what)
{
    join_table_forget(join);
    snprintf(join->at.table, sizeof join->at.table, "%s", table);
    if (join->options->json)
        join_table_print_json(
            json_pack("{s:s, s:s}", "event", event, "table", join->at.table));
    else
        join_table_print_line("a %s: table %s", what, join->at.table);
    join_table_say_watch(join);
}

static void join_table_on_found(struct join *join, const char *table)
{
    join_table_go_to(join, table, "found", "game");
}

static void join_table_on_rematch(struct join *join, const json_t *entry)
{
    const char *table = json_string_value(json_object_get(entry, "table"));

    if (join->options->stay && !join->options->pool && table)
        join_table_go_to(join, table, "rematch", "rematch");
}

static void join_table_on_seats(struct join *join, const json_t *entry)
{
    json_decref(join->seats);
    join->seats = json_deep_copy(json_object_get(entry, "seats"));
}

static void join_table_on_seat(struct join *join, json_t *entry)
{
    size_t i = (size_t)json_integer_value(json_object_get(entry, "seat"));

    json_array_set(join->seats, i, entry);
}

/* What is not listed here does not matter to a program. */
static void join_table_on_type(struct join *join, int type, json_t *entry)
{
    switch (type) {
    case ENTRY_OPEN:
        join_table_on_seats(join, entry);
        break;
    case ENTRY_SEAT:
        join_table_on_seat(join, entry);
        break;
    case ENTRY_START:
        join_table_on_start(join, entry);
        break;
    case ENTRY_STEP:
        join_table_on_step(join, entry);
        break;
    case ENTRY_REWIND:
        join_table_on_rewind(join, entry);
        break;
    case ENTRY_ASK:
        join_table_on_ask(join, entry);
        break;
    case ENTRY_PAUSE:
    case ENTRY_RESUME:
        join->paused = type == ENTRY_PAUSE;
        break;
    case ENTRY_COMPUTER:
        join_table_on_computer(join, entry);
        break;
    case ENTRY_OVER:
        join_table_on_over(join, entry);
        break;
    case ENTRY_REMATCH:
        join_table_on_rematch(join, entry);
        break;
    }
}

static void join_table_on_entry(struct join *join, json_t *entry)
{
    const char *type = json_string_value(json_object_get(entry, "type"));

    join->seq = (long)json_integer_value(json_object_get(entry, "seq"));
    if (type) join_table_on_type(join, table_messages_find(MESSAGE_ENTRY, type), entry);
}

/* -- Deciding --------------------------------------------------------------------------- */

bool join_table_to_decide(const struct join *join)
{
    return join->caught_up && join->seated && join->begun && !join->over &&
           !join->paused && !join->replaced &&
           join->reader.game.turn.actor == join->seat &&
           !aude_game_over(&join->reader.game);
}

void join_table_act(struct join *join)
{
    char words[256];

    aude_action_text(&join->view, join->action, words, sizeof words);
    join_table_say(join, json_pack("{s:s, s:i, s:s, s:I, s:s}", "type",
                                   messages[REQUEST_ACT].name, "id", ID_ACT, "table",
                                   join->at.table, "at", (json_int_t)join->asked_at,
                                   "action", words));
}

/* -- Hearing ---------------------------------------------------------------------------- */

/* The whole log has come. Now take a seat, or take our seat back from the computer. */
static void join_table_settle(struct join *join)
{
    if (join->caught_up || join->done || join->seq < join->target) return;
    join->caught_up = true;
    if (join->over) return;
    if (!join->seated || join_table_is_free(json_array_get(join->seats, join->seat)))
        join_table_sit(join);
    if (join->seated && join->replaced) join_table_say_seat(join, REQUEST_BACK);
}

/* The answer to `watch` says how long the log is; then come `mine` and the log. */
static void join_table_on_ok(struct join *join, const json_t *message)
{
    json_int_t id = json_integer_value(json_object_get(message, "id"));
    const json_t *seq = json_object_get(message, "seq");

    if (seq) {
        join->target = (long)json_integer_value(seq);
        join->caught_up = false;
    }
    if (id == ID_SIT) {
        join->seated = true;
        if (join->options->json)
            join_table_print_json(json_pack("{s:s, s:s, s:i}", "event", "seat", "table",
                                            join->at.table, "seat", (int)join->seat + 1));
        else
            join_table_print_line("sits at table %s in seat %u", join->at.table,
                                  join->seat + 1);
    }
}

/* Some errors do not matter: an answer that came too late, a question that is closed. */
static void join_table_on_error(struct join *join, const json_t *message)
{
    static const enum message_error fatal[] = {
        REFUSED_NO_TABLE, REFUSED_VERSION, REFUSED_COOKIE, REFUSED_NAME,   REFUSED_FULL,
        REFUSED_OFF,      REFUSED_STARTED, REFUSED_OVER,   REFUSED_NO_SEAT};
    const char *code = json_string_value(json_object_get(message, "code"));
    const char *text = json_string_value(json_object_get(message, "text"));
    json_int_t id = json_integer_value(json_object_get(message, "id"));

    if (!code || join->over) return;
    enum message_error error = table_messages_error_find(code);
    if (id == ID_ACT && !join->threaded) join->state = JOIN_IDLE; /* ask it again */
    if (id == ID_ACT && error == REFUSED_RATE)
        join->rests = true;
    else if (id == ID_ACT && ++join->refused > REFUSED_MOST)
        join_end(join, cli_fail("the server refuses: %s", text ? text : code));
    if (error == REFUSED_ELSEWHERE) join_table_say_seat(join, REQUEST_HERE);
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
        if (error == fatal[i] && id != ID_ACT)
            join_end(join, cli_fail("the server refuses: %s", text ? text : code));
}

static void join_table_on_clock(struct join *join, const json_t *message)
{
    json_t *left = json_array_get(json_object_get(message, "left"), join->seat);
    long most = json_is_integer(left) ? (long)json_integer_value(left) / 20 : 0;

    join->clock_ms = join->options->ms;
    if (most && most < join->clock_ms) join->clock_ms = most < 20 ? 20 : most;
}

static void join_table_on_log(struct join *join, const json_t *message)
{
    json_t *entry;
    size_t i;

    json_array_foreach(json_object_get(message, "entries"), i, entry) if (!join->done)
        join_table_on_entry(join, entry);
}

static void join_table_on_message(struct join *join, int type, const json_t *message)
{
    switch (type) {
    case PUSH_OK:
        join_table_on_ok(join, message);
        return; /* nothing is settled before `mine` */
    case PUSH_ERROR:
        join_table_on_error(join, message);
        break;
    case PUSH_MINE:
        join_table_on_mine(join, message);
        break;
    case PUSH_LOG:
        join_table_on_log(join, message);
        break;
    case PUSH_CLOCK:
        join_table_on_clock(join, message);
        break;
    }
    join_table_settle(join);
}

void join_table_hear(struct join *join, const char *text, size_t n)
{
    json_t *message = json_loadb(text, n, 0, NULL);
    const char *type = json_string_value(json_object_get(message, "type"));
    const char *table = json_string_value(json_object_get(message, "table"));

    int what = type ? table_messages_find(MESSAGE_PUSH, type) : -1;

    if (what == PUSH_FOUND && join->options->pool && table && !join->at.table[0])
        join_table_on_found(join, table);
    else if (what >= 0 && (!table || !strcmp(table, join->at.table)))
        join_table_on_message(join, what, message);
    if (join->next && !join->done) join_table_seek_again(join);
    json_decref(message);
}
