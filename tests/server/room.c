#include "room.h"
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/secret.h"

static json_t *vjson(const char *format, va_list args)
{
    static char text[16384];

    vsnprintf(text, sizeof text, format, args);
    for (char *p = text; *p; p++)
        if (*p == '\'') *p = '"';
    return json_loads(text, 0, NULL);
}

json_t *room_json(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    json_t *json = vjson(format, args);
    va_end(args);
    return json;
}

static void keep(struct room_test *room, const struct table_entry *entry)
{
    if (room->n == room->max) {
        room->max = room->max ? 2 * room->max : 64;
        room->text = realloc(room->text, (size_t)room->max * sizeof *room->text);
        room->secret = realloc(room->secret, (size_t)room->max * sizeof *room->secret);
    }
    room->text[room->n] = strdup(entry->text);
    room->secret[room->n++] = entry->secret ? strdup(entry->secret) : NULL;
}

void room_gather(struct room_test *room)
{
    for (int i = 0; i < room->table->n_out; i++) keep(room, &room->table->out[i]);
    table_outbox_clear(room->table);
}

bool room_open(struct room_test *room, const char *format, ...)
{
    static uint64_t seeds = 77;
    va_list args;

    secret_init();
    *room = (struct room_test){.now = 1000000};
    va_start(args, format);
    json_t *request = vjson(format, args);
    va_end(args);
    struct table_creation creation = {
        .who = "ann", .now = room->now, .seed = {0xabcdef0123456789u, seeds++}};
    room->table = table_new("abcdefghjkmn");
    bool ok = table_create(room->table, &creation, request, &room->reply);
    json_decref(request);
    room_gather(room);
    return ok;
}

void room_close(struct room_test *room)
{
    for (int i = 0; i < room->n; i++) {
        free(room->text[i]);
        free(room->secret[i]);
    }
    free(room->text);
    free(room->secret);
    table_free(room->table);
    *room = (struct room_test){0};
}

static bool ask(struct room_test *room, const char *who, json_t *request)
{
    room->reply = (struct table_reply){0};
    bool ok = table_request(room->table, who, room->now, request, &room->reply);
    json_decref(request);
    json_decref(room->reply.more);
    room->reply.more = NULL;
    room_gather(room);
    return ok;
}

bool room_ask(struct room_test *room, const char *who, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    json_t *request = vjson(format, args);
    va_end(args);
    return ask(room, who, request);
}

const char *room_code(struct room_test *room, const char *who, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    json_t *request = vjson(format, args);
    va_end(args);
    return ask(room, who, request) ? "OK" : room->reply.code;
}

void room_wait(struct room_test *room, int64_t ms)
{
    room->now += ms;
    table_play_tick(room->table, room->now);
    room_gather(room);
}

static const char *owner(const struct room_test *room)
{
    return room->table->seat[table_look_actor(room->table)].who;
}

static bool act(struct room_test *room, struct aude_action action)
{
    char words[96];

    aude_action_text(room->table->sitting.game, action, words, sizeof words);
    return room_ask(room, owner(room), "{'type':'act','at':%d,'action':'%s'}",
                    room->table->sitting.n_steps, words);
}

bool room_step(struct room_test *room, struct play_rng *rng)
{
    return act(room, play_random_action(rng, room->table->sitting.game));
}

bool room_quiet_step(struct room_test *room, struct play_rng *rng)
{
    while (room->table->sitting.game->turn.phase != AUDE_PHASE_TILE)
        if (!room_step(room, rng)) return false;
    return room_step(room, rng); /* a tile laid: the figure is still to come */
}

const char *room_last(struct room_test *room, const char *type)
{
    char want[64];

    snprintf(want, sizeof want, "\"type\":\"%s\"", type);
    for (int i = room->n - 1; i >= 0; i--)
        if (strstr(room->text[i], want)) return room->text[i];
    return NULL;
}

struct table *room_again(struct room_test *room)
{
    struct table *table = table_new(room->table->id);

    static bool hasten;

    hasten = !hasten; /* either way it is the same table */
    if (hasten) table_fold_begin(table);
    for (int i = 0; i < room->n; i++)
        if (!table_fold(table, room->text[i], room->secret[i])) {
            table_free(table);
            return NULL;
        }
    table_fold_end(table);
    return table;
}

bool room_two(struct room_test *room, const char *options)
{
    return CHECK(room_open(room, "{" GROW "," LINK2 ",'options':{%s}}", options)) &&
           CHECK(room_ask(room, "bob", "{'type':'sit','seat':1,'name':'Bob'}")) &&
           CHECK(room_ask(room, "ann", "{'type':'start'}"));
}

bool room_three(struct room_test *room, const char *options)
{
    return CHECK(room_open(room, "{" GROW "," LINK3 ",'options':{%s}}", options)) &&
           CHECK(room_ask(room, "bob", "{'type':'sit','seat':1,'name':'Bob'}")) &&
           CHECK(room_ask(room, "cat", "{'type':'sit','seat':2,'name':'Cat'}")) &&
           CHECK(room_ask(room, "ann", "{'type':'start'}"));
}

const char *room_actor(struct room_test *room)
{
    return room->table->seat[table_look_actor(room->table)].who;
}

const char *room_other(struct room_test *room)
{
    return strcmp(room_actor(room), "ann") ? "ann" : "bob";
}
