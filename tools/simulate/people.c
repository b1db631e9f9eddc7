/* people.c -- simulated people: they come, go, make tables, watch, play and talk, and look closely at what they hear. */
#include "world_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void people_begin(void)
{
    static const char *const who[WORLD_PEOPLE] = {"ann", "bob", "ann", "eve", ""};

    for (int i = 0; i < WORLD_PEOPLE; i++)
        world.person[i] = (struct person){.who = who[i], .at = -1};
}

static int people_table_named(const char *name)
{
    for (int t = 0; t < world.n_tables; t++)
        if (!strncmp(name, world.id[t], strlen(world.id[t])) &&
            name[strlen(world.id[t])] == '"')
            return t;
    return -1;
}

/* -- What is heard ---------------------------------------------------------------------- */

/* {"type":"log","table":"..","entries":[..]}: every entry as it is stored, each after the last. */
static void people_hear_log(struct person *one, const char *text)
{
    int t = people_table_named(text + 23);
    const char *at = strstr(text, "\"entries\":[");

    if (t < 0 || !at) return; /* a rematch: nobody keeps count of it */
    const struct model_table *log = model_find(&world.model, world.id[t]);
    at += 11;
    do {
        int64_t seq = strtoll(at + 7, NULL, 10); /* {"seq": */
        if (!log || seq < 1 || seq > log->n) world_fail("heard what is not stored");
        size_t n = strlen(log->text[seq - 1]);
        if (strncmp(at, log->text[seq - 1], n) != 0)
            world_fail("heard something else than is stored");
        if (!one->watches[t]) world_fail("heard of a table that is not watched");
        if (seq != one->seen[t] + 1) world_fail("an entry is missing, or comes twice");
        one->seen[t] = seq;
        at += n;
    } while (*at++ == ',');
}

/* The new table is known from now on, and watched. */
static void people_hear_created(struct person *one, const char *text)
{
    const char *at = strstr(text, "\"table\":\"");

    if (world.n_tables == WORLD_TABLES || !at ||
        sscanf(at + 9, "%15[a-z0-9]", world.id[world.n_tables]) != 1)
        return;
    if (!model_find(&world.model, world.id[world.n_tables]))
        world_fail("an acknowledged table is not stored");
    one->watches[world.n_tables] = one->wants[world.n_tables] = true;
    one->seen[world.n_tables] = 0;
    world.outages[world.n_tables] = (struct outages){0};
    world.n_tables++;
    world.created++;
}

static void people_hear_wish(struct person *one, const struct wish *wish,
                             const char *text)
{
    const char *seq = strstr(text, "\"seq\":");
    int64_t committed = seq ? strtoll(seq + 6, NULL, 10) : 0;

    one->watches[wish->table] = !wish->leave;
    if (!wish->leave)
        one->seen[wish->table] = wish->since < committed ? wish->since : committed;
}

/* Acknowledged: then it is stored, and words once. */
static void people_check_act(const struct act *act)
{
    const struct model_table *log = model_find(&world.model, world.id[act->table]);
    char step[40];
    int found = 0;

    snprintf(step, sizeof step, act->words ? "\"words %d\"" : "\"step\",\"n\":%d,",
             act->words ? act->id : act->at + 1);
    for (int64_t i = act->before; log && i < log->n; i++)
        found += strstr(log->text[i], step) != NULL;
    if (!found) world_fail("something acknowledged is not stored");
}

static void people_hear_ok(struct person *one, const char *text)
{
    int n = atoi(text + 18); /* {"type":"ok","id": */
    struct act *act = &one->act[n % WORLD_ACTS];
    struct wish *wish = &one->wish[n % WORLD_ACTS];

    if (n <= 0) return;
    if (n == wish->id && wish->table < 0)
        people_hear_created(one, text);
    else if (n == wish->id)
        people_hear_wish(one, wish, text);
    if (n == act->id) people_check_act(act);
    if (n == act->id) act->id = 0;
}

static void people_hear_one(struct person *one, const char *text)
{
    if (!strncmp(text, "{\"type\":\"log\"", 13)) people_hear_log(one, text);
    if (!strncmp(text, "{\"type\":\"ok\"", 12)) people_hear_ok(one, text);
    if (!strncmp(text, "{\"type\":\"error\",\"table\":\"", 25)) {
        int t = people_table_named(text + 25); /* shown out */
        if (t >= 0) one->watches[t] = one->wants[t] = false;
    }
}

static void people_person_hear(struct person *one)
{
    static char text[HUB_OUT_HARD + 1];
    struct hub_message *message;

    while (one->conn && (message = hub_send_next(one->conn))) {
        memcpy(text, message->data, message->n);
        text[message->n] = 0;
        hub_send_went_out(one->conn);
        tape_add(text, strlen(text));
        world_tell("%d at %d hears %s", (int)(one - world.person), one->at, text);
        people_hear_one(one, text);
    }
    if (one->conn && hub_send_done(one->conn)) people_go(one);
}

void people_hear(void)
{
    for (int i = 0; i < WORLD_PEOPLE; i++) {
        struct person *one = &world.person[i];
        if (one->conn && !world.server[one->at].still) people_person_hear(one);
    }
}

/* -- What is done ----------------------------------------------------------------------- */

static int people_say(struct person *one, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A request with ' for ", and its number first. */
static int people_say(struct person *one, const char *format, ...)
{
    char text[1024];
    va_list args;
    int n = snprintf(text, sizeof text, "{\"id\":%d,", ++world.ids);

    if (!one->conn || world.server[one->at].still) return 0;
    va_start(args, format);
    n += vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    for (char *p = text; *p; p++)
        if (*p == '\'') *p = '"';
    world_tell("%d at %d says %s", (int)(one - world.person), one->at, text);
    node_edge_receive(world.server[one->at].node, one->conn, text, (size_t)n);
    return world.ids;
}

static void people_watch(struct person *one, int table, bool whole)
{
    struct wish wish = {
        .id = world.ids + 1, .table = table, .since = whole ? 0 : one->seen[table]};

    one->wants[table] = true;
    one->wish[wish.id % WORLD_ACTS] = wish;
    people_say(one, "'type':'watch','table':'%s','since':%d}", world.id[table],
               (int)wish.since);
}

/* To any server: a balancer knows nothing of tables. */
void people_come(struct person *one)
{
    int at = (int)(world_chance() % WORLD_NODES);

    if (one->conn) return;
    for (int i = 0; i < WORLD_NODES && !world.server[at].up; i++)
        at = (at + 1) % WORLD_NODES;
    if (!world.server[at].up || world.server[at].still) return;
    one->conn = hub_join(world.server[at].hub, one, one->who);
    if (!one->conn) return;
    one->at = at;
    people_say(one, "'type':'hello','v':1}");
    for (int t = 0; t < world.n_tables; t++)
        if (one->wants[t]) people_watch(one, t, false);
}

void people_again(struct person *one)
{
    if (!one->conn) {
        people_come(one);
        return;
    }
    for (int t = 0; t < world.n_tables; t++)
        if (one->wants[t] && !one->watches[t] && world.now % 2000 < 200)
            people_watch(one, t, false);
}

/* He, or the server: what he has seen he has seen. */
void people_go(struct person *one)
{
    if (one->conn) {
        node_edge_leave(world.server[one->at].node, one->conn);
        hub_leave(one->conn);
    }
    one->conn = NULL;
    one->at = -1;
    one->back = world.now + 100 + world_chance() % 900;
    memset(one->watches, 0, sizeof one->watches);
    memset(one->act, 0, sizeof one->act);
    memset(one->wish, 0, sizeof one->wish);
}

static void people_create(struct person *one, unsigned how)
{
    static const char *const seats[] = {
        "{},{}", "{},{'kind':'computer','level':'random'}", "{},{'kind':'link'}",
        "{'kind':'computer'},{'kind':'computer'}"};
    static const char *const clocks[] = {"'none'", "'move','seconds':5",
                                         "'budget','seconds':9,'increment':1",
                                         "'budget','seconds':60,'increment':1"};
    static const char *const late[] = {"default", "computer", "lose"};
    char text[512];

    if (world.n_tables == WORLD_TABLES || !one->conn || !one->who[0]) return;
    snprintf(text, sizeof text,
             "'type':'create','head':'aude 1\\nrules grow\\ndraws %u','seats':[%s],"
             "'options':{'watch':%s,'clock':{'kind':%s},'late':'%s'}}",
             4 + how / 96 % 3, seats[world.twin ? how & 1 : how & 3],
             how & 64 ? "false" : "true", clocks[how >> 2 & 3], late[how / 16 % 3]);
    for (int i = 0; i < 16; i++)
        ((unsigned char *)&world.seed)[i] = (unsigned char)world_chance();
    if (world.twin) world.seed = tape_other_seed(world.seed, text);
    world.seeded = true;
    one->wish[(world.ids + 1) % WORLD_ACTS] =
        (struct wish){.id = world.ids + 1, .table = -1};
    people_say(one, "%s", text);
}

/* Some legal action of whoever decides. */
static void people_act(struct person *one, int table, unsigned which)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    struct room *room;
    char words[96];

    if (!servers_of(world.id[table], &room)) return;
    if (!one->conn || room->lost || !room->table->sitting.game) return;
    if (room->dirty || hub__room_is_busy(room)) return; /* nobody knows of that yet */
    if (aude_game_over(room->table->sitting.game)) return;
    int n = aude_game_actions(room->table->sitting.game, list, AUDE_ACTIONS_MAX);
    if (n <= 0) return;
    aude_action_text(room->table->sitting.game, list[which % (unsigned)n], words,
                     sizeof words);
    const struct model_table *log = model_find(&world.model, world.id[table]);
    struct act made = {.id = world.ids + 1,
                       .table = table,
                       .at = room->table->sitting.n_steps,
                       .before = log ? log->n : 0};
    one->act[made.id % WORLD_ACTS] = made;
    people_say(one, "'type':'act','table':'%s','at':%d,'action':'%s'}", world.id[table],
               made.at, words);
}

static void people_talk(struct person *one, int table)
{
    const struct model_table *log = model_find(&world.model, world.id[table]);
    struct act made = {
        .id = world.ids + 1, .table = table, .before = log ? log->n : 0, .words = true};

    one->act[made.id % WORLD_ACTS] = made;
    people_say(one, "'type':'chat','text':'words %d','name':'Z','table':'%s'}", made.id,
               world.id[table]);
}

void people_computer_answer(struct server *server, unsigned which)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    int i = (int)(which % WORLD_THINKERS);
    struct hub_job *job = server->job[i];

    if (!job || !server->up || server->still) return;
    int n = aude_game_actions(&job->view, list, AUDE_ACTIONS_MAX);
    struct aude_action action =
        n > 0 ? list[which / 4 % (unsigned)n] : aude_game_default(&job->view);
    server->job[i] = NULL;
    hub_think_answer(server->hub, job->number, action);
    free(job);
}

static void people_request(struct person *one, int table, unsigned which)
{
    static const char *const plain[] = {"'what':'pause','type':'ask'",
                                        "'what':'resume','type':'ask'",
                                        "'what':'takeback','type':'ask'",
                                        "'what':'computer','seat':1,'type':'ask'",
                                        "'type':'resign','seat':0",
                                        "'type':'back','seat':1",
                                        "'type':'sit','seat':1,'name':'B'",
                                        "'type':'start'",
                                        "'type':'here'",
                                        "'type':'look'",
                                        "'type':'nudge'",
                                        "'type':'rematch'"};
    unsigned kinds = sizeof plain / sizeof plain[0] - (world.twin ? 1 : 0);
    struct room *room;
    const struct server *server = servers_of(world.id[table], &room);

    which %= kinds + 3;
    if (which < kinds)
        people_say(one, "%s,'table':'%s'}", plain[which], world.id[table]);
    else if (which < kinds + 2)
        people_say(one, "'type':'answer','yes':%s,'ask':%d,'table':'%s'}",
                   which == kinds ? "true" : "false", server ? room->table->asks : 0,
                   world.id[table]);
    else if (one->conn) {
        one->wish[(world.ids + 1) % WORLD_ACTS] =
            (struct wish){.id = world.ids + 1, .table = table, .leave = true};
        one->wants[table] = false;
        people_say(one, "'type':'leave','table':'%s'}", world.id[table]);
    }
}

void people_do(void)
{
    unsigned what = world_chance() % 16, how = world_chance() % 65536;
    struct person *one = &world.person[world_chance() % WORLD_PEOPLE];
    int table = world.n_tables ? (int)(how % (unsigned)world.n_tables) : -1;

    if (!one->conn && one->back <= world.now) people_come(one);
    if (table < 0 || (what == 0 && world.n_tables < WORLD_TABLES)) {
        people_create(one, how);
        return;
    }
    if (what == 1 && world_luck(4)) people_go(one);
    if (what == 2) people_watch(one, table, how & 256);
    if (what >= 3 && what < 10) people_act(one, table, how >> 2);
    if (what == 10) people_talk(one, table);
    if (what == 11) people_request(one, table, how >> 4);
    if (what > 11) people_computer_answer(&world.server[how % WORLD_NODES], how >> 2);
}
