/* fuzz_contest.c -- tournaments when strangers ask for anything, servers die and time jumps.
 *
 * The input is pairs of bytes: who asks and what, and a number. What must hold after each of them:
 *
 *   the log is whole    what the store has is read by club/ without a refusal
 *   memory = fold       the standing in memory is that of the stored log
 *   sealed is sealed    where all play the same tiles, no result of the round is told before it is over, and no record
 *   codes are secret    nobody joins a team without its code, and only its people are told it
 *   the deal of a day   has no seed while somebody may play it, and no record; it is no tournament */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club/standing.h"
#include "server/hub/hub_contest.h"
#include "server/store/store_hours.h"
#include "server/store/store_wait.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PEOPLE = 4, OPS_MAX = 80 };

static struct store *store;
static struct hub *hub;
static int64_t now;
static struct conn *conn[PEOPLE];
static char contest[TABLE_ID_MAX];

static void must(bool yes, const char *what)
{
    if (yes) return;
    fprintf(stderr, "fuzz_contest: %s\n", what);
    abort();
}

static void wake(void *context, struct conn *one)
{
    (void)context;
    (void)one;
}

/* The computer of the deal of the day never answers. */
static bool think(void *context, struct hub_job *job)
{
    (void)context;
    free(job);
    return true;
}

static void forget(void *context, uint64_t number)
{
    (void)context;
    (void)number;
}

static void hear_all(void)
{
    for (int i = 0; i < PEOPLE; i++) {
        struct hub_message *message;
        while ((message = hub_send_next(conn[i]))) {
            char text[200]; /* a message has no end of its own */
            snprintf(text, sizeof text, "%.*s", (int)message->n, message->data);
            const char *at = strstr(text, "\"tournament\":\"");
            if (at && strstr(text, "\"ok\"")) sscanf(at + 14, "%15[a-z0-9]", contest);
            hub_send_went_out(conn[i]);
        }
    }
}

static void say(int who, const char *text)
{
    hub_receive(conn[who], text, strlen(text));
    hub_flush(hub);
    hear_all();
}

static void begin_hub(void)
{
    static const char hello[] = "{\"type\":\"hello\",\"id\":1,\"v\":1}";
    struct hub_options options = {.store = store,
                                  .version = "fuzz",
                                  .conns_max = PEOPLE,
                                  .rooms_max = 8,
                                  .idle_ms = INT32_MAX,
                                  .think_ms = 10,
                                  .away_ms = 1000,
                                  .wake = wake,
                                  .think = think,
                                  .forget = forget};

    must(store_begin(store, &now), "the store begins");
    hub = hub_new(&options);
    hub_time(hub, now);
    for (int i = 0; i < PEOPLE; i++) {
        char who[8];
        snprintf(who, sizeof who, "who%d", i);
        conn[i] = hub_join(hub, NULL, who);
        hub_receive(conn[i], hello, strlen(hello));
        must(conn[i]->hello, "one who says hello may ask");
        conn[i]->name = 100 + i;
        snprintf(conn[i]->shown, sizeof conn[i]->shown, "Name %d", i);
    }
    hear_all();
}

static void told(struct hub_ask *ask)
{
    (void)ask;
}

static char *ask_for(hub_ask_go *go)
{
    struct hub_ask ask = {.told = told};

    memcpy(ask.id, contest, sizeof contest);
    go(hub, &ask);
    return ask.text;
}

/* -- What must hold ----------------------------------------------------------------------- */

/* The record of a game, which may not be there. */
static void judge_record(const struct contest *one, bool sealed, int number)
{
    struct hub_ask ask = {
        .told = told,
        .game = {number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6 & 3}};

    memcpy(ask.id, contest, sizeof contest);
    hub_contest_ask_record(hub, &ask);
    must(!ask.text || !sealed || ask.game.round < one->t->round,
         "no record of a sealed round");
    must(!ask.text || !strncmp(ask.text, "aude 1\n", 7), "a record");
    free(ask.text);
}

static void judge(int number)
{
    static struct club_tournament t;
    struct club_refusal refusal;
    enum message_error why;

    if (!contest[0]) return;
    char *log = ask_for(hub_contest_ask_log), *json = ask_for(hub_contest_ask);
    const struct contest *one = log ? hub__contest(hub, contest, &why) : NULL;
    if (one) {
        club_tournament_begin(&t);
        must(club_tournament_read_all(&t, log, &refusal), refusal.text);
        bool sealed = one->same && one->t->round && !club_tournament_round_over(one->t);
        must(sealed || t.lines == one->t->lines, "memory has the lines of the store");
        must(sealed || t.n_games == one->t->n_games, "memory has the games of the store");
        char round[32];
        snprintf(round, sizeof round, " result %d ", one->t->round);
        must(!sealed || !strstr(log, round), "a sealed round is not in the log");
        must(!sealed || one->shown->n_games == (t.round ? t.n_games : 0),
             "nor in the standing");
        must(json != NULL, "it is told");
        must(strstr(json, "\"code\":null") != NULL, "a stranger is told no code");
        judge_record(one, sealed, number);
    }
    free(log);
    free(json);
}

/* -- The deal of the day -------------------------------------------------------------------- */

/* Of days that were, are, will be, or are none; with the name of any table, or of none. */
static void ask_deal(int who, int number)
{
    static const char *const days[] = {"",           "2001-09-08", "2001-09-09",
                                       "2001-09-10", "2001-02-30", "99",
                                       "9999-99-99", "--"};
    const struct room *room = hub->rooms;
    struct hub_ask ask = {.told = told};

    snprintf(ask.date, sizeof ask.date, "%s", days[number & 7]);
    if (number & 8 && room)
        memcpy(ask.id, room->table->id, sizeof ask.id);
    else if (number & 16)
        snprintf(ask.id, sizeof ask.id, "k0hmgf0cr770");
    if (number & 32) snprintf(ask.who, sizeof ask.who, "who%d", who);
    if (ask.id[0])
        hub_deal_ask_record(hub, &ask);
    else
        hub_deal_ask(hub, &ask);
    bool sealed = ask.text && strstr(ask.text, "\"sealed\":true");
    must(!sealed || strstr(ask.text, "\"seed\":null"), "a sealed deal has no seed");
    must(!ask.id[0] || !ask.text || !strncmp(ask.text, "aude 1\n", 7), "a record");
    must(!ask.id[0] || !ask.text || number & 8, "a record of a table that is there");
    free(ask.text);
}

/* Begun, asked about, or taken for a tournament. */
static void deal(int who, int number)
{
    char text[160];

    if (number < 100)
        ask_deal(who, number);
    else if (number < 200)
        say(who, number & 1 ? "{\"type\":\"deal\",\"id\":2,\"name\":\"N\"}"
                            : "{\"type\":\"deal\",\"id\":2}");
    else {
        snprintf(text, sizeof text,
                 "{\"type\":\"%s\",\"id\":2,\"tournament\":\"day-2001-09-%02d\"}",
                 number & 1 ? "enter" : "close", 8 + number % 3);
        int n = hub->contests.n;
        say(who, text);
        must(hub->contests.n == n, "the deal of a day is no tournament");
    }
}

/* -- What happens ------------------------------------------------------------------------- */

static void ask_what(int who, int what, int number)
{
    static const char *const kinds[] = {"swiss", "robin", "knockout"};
    static const char *const types[] = {"enter", "withdraw", "rest",
                                        "pair",  "absent",   "close"};
    char text[400];

    if (what < 3)
        snprintf(
            text, sizeof text,
            "{\"type\":\"hold\",\"id\":2,\"name\":\"T\",\"kind\":\"%s\",\"best\":%d,"
            "\"pool\":\"%s\",\"pace\":\"%s\",\"same\":%s,\"noshow\":%d,\"begins\":%lld"
            "%s%s}",
            kinds[what], 1 + number % 3, number & 4 ? "two" : "two_sets",
            number & 8 ? "quick" : "slow", number & 16 ? "true" : "false",
            number & 32 ? 60 : 0, number & 64 ? (long long)now : 0ll,
            what ? "" : ",\"rounds\":3,\"late\":2", number & 128 ? ",\"boards\":2" : "");
    else if (what < 9)
        snprintf(
            text, sizeof text,
            "{\"type\":\"%s\",\"id\":3,\"tournament\":\"%s\",\"round\":%d,\"number\":%d,"
            "\"entrant\":%d,\"team\":\"Team %d\"}",
            types[what - 3], contest, number % 5, 1 + number / 5 % 3, number / 15 % 6,
            who);
    else
        snprintf(
            text, sizeof text,
            "{\"type\":\"correct\",\"id\":4,\"tournament\":\"%s\",\"round\":%d,"
            "\"number\":%d,\"game\":%d,\"first\":%d,\"second\":7,\"reason\":\"x%d\"}",
            contest, 1 + number % 3, 1 + number / 3 % 3, 1 + number / 9 % 2, number,
            number);
    say(who, text);
}

/* With the code of the team that is meant, or with the one of another. */
static void join_team(int who, int number)
{
    char text[200], code[TABLE_ID_MAX];
    const struct contest *one = contest[0] ? hub__contest_find(hub, contest) : NULL;
    bool right = number & 8;
    int entrant = 1 + (number >> 4 & 3);

    if (!one) return;
    int lines = one->t->lines;
    hub__contest_do_team_code(one, right ? entrant : entrant + 1, code);
    snprintf(text, sizeof text,
             "{\"type\":\"join\",\"id\":3,\"tournament\":\"%s\",\"entrant\":%d,\"code\":"
             "\"%s\"%s}",
             contest, entrant, code, number & 64 ? ",\"board\":2" : "");
    say(who, text);
    one = hub__contest_find(hub, contest);
    must(right || !one || one->t->lines == lines, "nobody joins with another code");
}

/* Somebody resigns wherever he plays. */
static void resign(int number)
{
    int n = 0;

    for (struct room *room = hub->rooms; room; room = room->after)
        if (n++ == number % 4) {
            char text[120];
            const struct table *table = room->table;
            unsigned seat = (unsigned)number / 4 % 2;
            snprintf(text, sizeof text,
                     "{\"type\":\"resign\",\"id\":5,\"table\":\"%s\",\"seat\":%u}",
                     table->id, seat);
            for (int i = 0; i < PEOPLE; i++)
                if (!strcmp(table->seat[seat].who, conn[i]->who)) {
                    say(i, text);
                    return;
                }
            return;
        }
}

static void pass(int64_t ms)
{
    for (int i = 0; i < 8; i++) {
        now += ms / 8;
        hub_time(hub, now);
        hub_tick(hub);
        hub_flush(hub);
        hear_all();
    }
}

static void happen(uint8_t what, uint8_t number)
{
    if (what >> 6 == 3) {
        deal(what & 3, number);
        return;
    }
    switch (what >> 2 & 15) {
    case 10:
        resign(number);
        break;
    case 11:
    case 12:
        pass((int64_t)number * 40);
        break;
    case 13:
        pass((int64_t)number * 4000);
        break;
    case 14: /* the server dies */
        hub_free(hub);
        begin_hub();
        break;
    case 15: { /* joins a team, or anything at all */
        if (number & 1) {
            join_team(what & 3, number);
            break;
        }
        char text[] = "{\"type\":\"enter\",\"id\":3,\"tournament\":\"\xff\"}";
        text[number % (sizeof text - 1)] = (char)(number * 7 + 1);
        say(what & 3, text);
        break;
    }
    default:
        ask_what(what & 3, what >> 2 & 15, number);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char problem[200];

    must(secret_init(), "secrets");
    store = store_open("sqlite::memory:", problem, sizeof problem);
    must(store != NULL, "a store");
    now = 1000000000;
    contest[0] = 0;
    begin_hub();
    for (size_t i = 0; i + 1 < size && i < 2 * OPS_MAX; i += 2) {
        happen(data[i], data[i + 1]);
        judge(data[i + 1]);
    }
    hub_free(hub);
    store->close(store);
    return 0;
}
