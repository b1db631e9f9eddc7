/* test_plays.c -- plays: what people say to a server, what passes, and every word that everybody hears and that is stored then.
 *
 * tests/server/plays/NAME.play is a text that one can read. A line at the margin is what happens, the lines below it that
 * begin with two blanks are what came of it; all of them must come, and no others. AUDE_PLAYS=write writes those lines anew:
 * read what changed before it is kept.
 *
 *     join NAME [WHO]         a connection called NAME, of the person WHO (as NAME, if it is not said; -: of nobody) that has said hello
 *     connect NAME [WHO]      one that has said nothing yet
 *     name NUMBER SHOWN WHO   the store keeps a name for that person, with a session of the same name
 *     session NAME WHO        the connection is signed in with it
 *     NAME {...}              a request, with ' for "; one without an id gets the next one
 *     leave NAME              the connection ends
 *     pass MS                 time passes, and a round
 *     play TABLE N            N decisions, by whoever has to make them, chosen by a seed of the play
 *     end TABLE               as many as there are until the game is over
 *     concede NAME TABLE      he resigns there, whichever seat he has
 *     think                   the computer that was asked decides
 *     set WHAT 0|1            broken, unread, blind, lying, slow, sluggish: the store (hub_test.h); push: messages are sent (after `restart`)
 *     land N                  a slow store answers so many calls
 *     dear N                  what nobody can afford (enum hub_price), -1: nothing is
 *     restart MS              the server stops, and comes back after that time
 *     forget MS               tables that nobody touched for so long are removed
 *     silence WHO...          the host lets these people and tables talk no more
 *     ask WHAT [WORD [WHO]]   a question over HTTP: list, hall, club, games, player, table, record, contests, contest, news, log, csv
 *                             game TABLE ROUND NUMBER BOARD GAME, deal DATE WHO, dealt TABLE DATE
 *     brief 1|0               of games that are found only the names of their tables are told
 *     no_more                 nobody wants to know any more what was asked last
 *     metrics, health, store  what a host sees; all that is stored
 *     copy, check             all of it in another store, twice; every log folded
 *     duty WHAT NAME          what a host does (store_duty.h): ban, unban, silence, unsilence, delete
 *     visitor WHO [erase]     what is stored of a person; it is erased
 *     deaf NAME 0|1           the connection takes nothing; it does again
 *     pings NAME N            so many requests at once; hellos NAME N: so many that have long answers
 *     long NAME N TEXT        a frame of so many bytes that begins so
 *     flood NAME N TEXT       so many frames that are not read
 *     folds TABLE             what becomes of it if a field of an entry of its log is not there, or another
 *     looks HOW, alike A B    how every character looks; whether two names do
 *     round 1|0               a round of the hub begins; it ends
 *     other TABLE             another server writes an entry there
 *     bad SEQ                 that entry comes back from the store as another; 0: none does
 *     goodbye                 the server says that it goes
 *     places N M              connections and tables in memory that the next server has room for
 *     results N               so many games that ended before, between the names 5001 and 5002
 *     bot NUMBER SHOWN WHO    as `name`, for a program
 *     signed_out WHO          that person's name was closed
 *     notes 0|1|2               what the hub tells its owner is told, too: seats, debts, decisions that nobody wants any more; 2: when the store is asked
 *     chats NAME TABLE N      so many messages, each after two seconds; nobody listens
 *     site WORD...            a server stands before the hub, with these options (plays_http.c): local, tls, rate=N, open=N, public=URL,
 *                             origin=URL, proxy=ADDRESS
 *     call ADDRESS METHOD PATH [| Field: value]... [<< BODY]    somebody connects from there and asks; all that he hears but what every answer
 *                             says. A body *N is of so many letters, @PATH a file's; "Host: -": none is named
 *     more METHOD PATH ...    the same on the connection that is there
 *     bytes TEXT              just these bytes on it, \r, \n and \xNN
 *     afford ADDRESS METHOD PATH ...    how often that can be asked until it is too much
 *     look                    the server looks whom its host has shut out
 *
 * $1, $2 and so on are the names of tables and tournaments, in the order in which they were heard. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_test.h"
#include "memory.h"
#include "play.h"
#include "plays.h"
#include "server/hub/hub_internal.h"
#include "server/store/store_copy.h"

enum { CONNS = 12, NAME = 16, IDS = 1000, HEARD = 40 };

static struct {
    char name[NAME];
    struct conn *conn;
    bool deaf;
    bool waits[IDS]; /* for the answer to the request of that id */
    struct heard {
        char table[TABLE_ID_MAX];
        int64_t seq; /* of the last entry of its log that he heard */
    } heard[HEARD];
} player[CONNS];

static int n_players, n_requests;
static struct play_rng rng;

/* -- What happens ----------------------------------------------------------------------- */

static int player_number(const char *name)
{
    int i = 0;

    while (i < n_players - 1 && strcmp(player[i].name, name) != 0) i++;
    return i;
}

static struct conn **player_of(const char *name)
{
    for (int i = 0; i < n_players; i++)
        if (!strcmp(player[i].name, name)) return &player[i].conn;
    return NULL;
}

/* Without the steps of a game that is played to its end. */
static char *without_steps(const char *text)
{
    static char some[1 << 20];
    size_t n = 0;

    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n") + 1;
        char all[PLAYS_LINE];
        snprintf(all, sizeof all, "%.*s", (int)length, line);
        if (!strstr(all, "[{\"seq\"") || !strstr(all, "\"type\":\"step\"") ||
            strstr(all, "\"over\"")) {
            if (!strstr(all, "\"id\":77")) {
                memcpy(some + n, line, length);
                n += length;
            }
        }
        line += length;
    }
    some[n] = 0;
    return some;
}

static bool quiet; /* an `end` */

static bool in_round; /* its end has not come yet */

static void note_answers(bool waits[IDS], const char *text)
{
    for (const char *at = text; (at = strstr(at, "\"id\":")); at += 5) {
        int id = atoi(at + 5);
        if (id > 0 && id < IDS) waits[id] = false;
    }
}

static bool torn; /* somebody has heard a log without one of its entries */

static struct heard *heard_of(struct heard all[HEARD], const char *table)
{
    int i = 0;

    while (i < HEARD - 1 && all[i].table[0] && strncmp(all[i].table, table, 12) != 0) i++;
    snprintf(all[i].table, sizeof all[i].table, "%.12s", table);
    return &all[i];
}

/* In a message each entry follows the one before; the first one what he has heard, or he watches anew from where he likes. */
static void note_log(struct heard all[HEARD], const char *line, size_t n)
{
    static const char begin[] = "{\"type\":\"log\",\"table\":\"";
    static const char entry[] = "{\"seq\":";

    if (strncmp(line, begin, sizeof begin - 1) != 0) return;
    struct heard *heard = heard_of(all, line + sizeof begin - 1);
    bool first = true;
    for (const char *at = line; (at = strstr(at, entry)) && at < line + n; at++) {
        int64_t seq = strtoll(at + sizeof entry - 1, NULL, 10);
        if (first ? seq > heard->seq + 1 : seq != heard->seq + 1) torn = true;
        heard->seq = seq;
        first = false;
    }
}

static void note_logs(struct heard all[HEARD], const char *text)
{
    static const char watched[] = "\"status\":\"", named[] = "\"table\":\"";

    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        const char *is = strstr(line, watched), *table = strstr(line, named);
        if (is && is < line + n && table && table < is)
            heard_of(all, table + sizeof named - 1)->seq = INT64_MAX - 1;
        note_log(all, line, n);
        line += n + (line[n] == '\n');
    }
}

static void everybody_hears(void)
{
    char who[32];

    if (in_round) return;
    hub_flush(hub);
    for (int i = 0; i < n_players; i++) {
        if (!player[i].conn || player[i].deaf || !was_woken(player[i].conn)) continue;
        snprintf(who, sizeof who, "%.*s < ", NAME - 1, player[i].name);
        const char *heard = hears(player[i].conn);
        note_answers(player[i].waits, heard);
        note_logs(player[i].heard, heard);
        plays_tell(who, quiet ? without_steps(heard) : heard);
        if (!hub_send_done(player[i].conn)) continue;
        plays_tell(player[i].name, " is let go");
        hub_leave(player[i].conn);
        player[i].conn = NULL;
    }
    plays_heard();
}

static void on_connect(const char *words)
{
    char name[NAME] = "", who[TABLE_WHO_MAX] = "";

    int n = sscanf(words, "%15s %47s", name, who);
    if (n < 2) snprintf(who, sizeof who, "%s", name);
    if (!strcmp(who, "-")) who[0] = 0;
    if (!player_of(name) && CHECK(n_players < CONNS))
        memcpy(player[n_players++].name, name, sizeof name);
    player[player_number(name)].deaf = false;
    memset(player[player_number(name)].waits, 0, sizeof player[0].waits);
    memset(player[player_number(name)].heard, 0, sizeof player[0].heard);
    *player_of(name) =
        hub_join(hub, (void *)(uintptr_t)(unsigned char)(who[0] ? who[0] : '-'), who);
    if (!*player_of(name)) plays_tell(name, " finds no place");
}

static void on_join(const char *words)
{
    char name[NAME] = "";

    on_connect(words);
    sscanf(words, "%15s", name);
    if (!*player_of(name)) return;
    says(*player_of(name), "{'type':'hello','id':1,'v':1}");
    hears(*player_of(name));
}

static void on_think(const char *words)
{
    struct hub_job *mine = job;

    (void)words;
    if (!mine) {
        plays_tell("", "nobody was asked");
        return;
    }
    job = NULL;
    hub_think_answer(hub, mine->number, play_random_action(&rng, &mine->view));
    free(mine);
}

/* Whoever has to decide does so; false: nobody can. */
static bool decide(const struct table *table)
{
    const struct aude_game *game = table->sitting.game;
    unsigned actor = table_look_actor(table);
    char action[96];

    if (job) {
        on_think("");
        return true;
    }
    for (int i = 0; i < n_players; i++) {
        struct conn *conn = player[i].conn;
        if (!conn || strcmp(hub_who(conn), table->seat[actor].who)) continue;
        aude_action_text(game, play_random_action(&rng, game), action, sizeof action);
        says(conn, "{'type':'act','id':77,'table':'%s','at':%d,'action':'%s'}", table->id,
             table->sitting.n_steps, action);
        return true;
    }
    return false;
}

static void on_play(const char *words)
{
    char table[TABLE_ID_MAX] = "";
    int n = 1 << 20;

    sscanf(words, "%15s %d", table, &n);
    for (; n > 0; n--) {
        const struct room *room = hub__room_find(hub, table);
        if (!CHECK(room != NULL) || room->table->stage != TABLE_PLAY) return;
        if (!CHECK(decide(room->table))) return;
        pass(300);
        everybody_hears();
    }
}

static void on_end(const char *words)
{
    quiet = true;
    on_play(words);
}

static void on_concede(const char *words)
{
    char name[NAME] = "", table[TABLE_ID_MAX] = "";

    sscanf(words, "%15s %15s", name, table);
    const struct room *room = hub__room_find(hub, table);
    if (!CHECK(room && player_of(name) && *player_of(name))) return;
    const char *who = hub_who(*player_of(name));
    for (unsigned s = 0; s < room->table->head.setup.n_seats; s++)
        if (!strcmp(room->table->seat[s].who, who))
            says(*player_of(name), "{'type':'resign','id':78,'table':'%s','seat':%u}",
                 table, s);
}

static void tell_note(const char *text)
{
    plays_tell("", text);
}

/* What the hub tells its owner: who has a seat, who owes what, which decisions are not wanted. */
static void on_notes(const char *words)
{
    noted = atoi(words) ? tell_note : NULL;
    calls_noted = atoi(words) > 1;
}

static void on_set(const char *words)
{
    static const struct {
        const char *name;
        bool *is;
    } all[] = {{"broken", &broken},    {"unread", &unread},  {"lying", &lying},
               {"slow", &slow},        {"push", &with_push}, {"blind", &blind},
               {"sluggish", &sluggish}};
    char name[16] = "";
    int value = 0;

    sscanf(words, "%15s %d", name, &value);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(all[i].name, name)) *all[i].is = value != 0;
}

static struct hub_ask asks[200]; /* an answer may come later */
static int n_asks;

/* The server ends: nobody wants to know any more what was asked. */
static void forget_asks(void)
{
    for (int i = 0; i < 200; i++) hub_ask_no_more(&asks[i]);
}

static void on_restart(const char *words)
{
    forget_asks();
    restart(atoll(words));
    n_players = 0; /* nobody is connected any more */
}

static void on_silence(const char *words)
{
    char(*names)[TABLE_WHO_MAX] = calloc(8, sizeof *names);
    int n = 0, used;

    while (n < 8 && sscanf(words, "%47s%n", names[n], &used) == 1) {
        words += used;
        n++;
    }
    hub_duty_silence(hub, names, n);
}

/* -- Questions -------------------------------------------------------------------------- */

static void on_told(struct hub_ask *ask)
{
    if (ask->why)
        plays_tell("", hub_ask_why_text(ask->why));
    else
        plays_tell("", ask->text ? ask->text : "nothing");
    free(ask->text);
    ask->text = NULL;
}

static bool brief;

static void on_brief(const char *words)
{
    brief = atoi(words) != 0;
}

/* Of games only which they are. */
static void on_told_brief(struct hub_ask *ask)
{
    json_t *all = ask->text ? json_loads(ask->text, 0, NULL) : NULL, *game;
    json_t *names = json_array();
    size_t i;

    json_array_foreach(json_object_get(all, "games"), i, game)
        json_array_append(names, json_object_get(game, "table"));
    if (all) {
        json_object_set_new(all, "games", names);
        free(ask->text);
        ask->text = json_dumps(all, JSON_COMPACT);
    } else
        json_decref(names);
    json_decref(all);
    on_told(ask);
}

static void on_told_table(struct hub_ask *ask)
{
    char text[80];

    if (ask->why) {
        on_told(ask);
        return;
    }
    snprintf(text, sizeof text, "%d entries, %s", (int)ask->length,
             hub_ask_shown(hub, ask->id, ask->who) ? "shown" : "not shown");
    plays_tell("", text);
}

static void on_told_then_record(struct hub_ask *ask)
{
    ask->told = on_told;
    if (ask->why)
        on_told(ask);
    else
        hub_ask_record(hub, ask);
}

/* The last question: nobody wants to know any more. */
static void on_no_more(const char *words)
{
    (void)words;
    if (CHECK(n_asks > 0)) hub_ask_no_more(&asks[(n_asks - 1) % 200]);
}

static void on_ask(const char *words)
{
    char what[16] = "", word[200] = "", who[TABLE_WHO_MAX] = "";
    struct hub_ask *ask = &asks[n_asks++ % 200];

    sscanf(words, "%15s %199s %47s", what, word, who);
    if (!strcmp(word, "-")) word[0] = 0;
    *ask = (struct hub_ask){.told = brief ? on_told_brief : on_told};
    snprintf(ask->id, sizeof ask->id, "%.15s", word);
    snprintf(ask->who, sizeof ask->who, "%s", who);
    if (!strcmp(what, "list")) hub_ask_list(hub, ask);
    if (!strcmp(what, "hall")) ask->since = atoll(word), hub_hall_ask(hub, ask);
    if (!strcmp(what, "club")) hub_games_ask_club(hub, ask);
    if (!strcmp(what, "games")) hub_games_ask(hub, ask, word);
    if (!strcmp(what, "player")) hub_games_ask_player(hub, ask, word, who);
    if (!strcmp(what, "table")) ask->told = on_told_table, hub_ask_table(hub, ask);
    if (!strcmp(what, "record")) ask->told = on_told_then_record, hub_ask_table(hub, ask);
    if (!strcmp(what, "contests")) hub_contest_ask_list(hub, ask);
    if (!strcmp(what, "contest")) hub_contest_ask(hub, ask);
    if (!strcmp(what, "news")) { /* TOURNAMENT STATE: what is new since then */
        ask->since = atoll(who);
        ask->who[0] = 0;
        hub_contest_ask(hub, ask);
    }
    if (!strncmp(what, "deal", 4)) { /* DATE WHO, or of a record: TABLE DATE */
        bool of_record = !strcmp(what, "dealt");
        snprintf(ask->date, sizeof ask->date, "%.*s", (int)sizeof ask->date - 1,
                 of_record ? who : word);
        ask->id[0] = of_record ? ask->id[0] : 0;
        if (of_record)
            hub_deal_ask_record(hub, ask);
        else
            hub_deal_ask(hub, ask);
    }
    if (!strcmp(what, "game") &&
        sscanf(words, "game %15s %d %d %d %d", ask->id, &ask->game.round,
               &ask->game.number, &ask->game.board, &ask->game.game) > 0)
        hub_contest_ask_record(hub, ask);
    if (!strcmp(what, "log")) hub_contest_ask_log(hub, ask);
    if (!strcmp(what, "csv")) hub_contest_ask_csv(hub, ask);
}

static void on_metrics(const char *words)
{
    char *text = hub_metrics(hub), *end;

    (void)words;
    for (char *line = text; line && *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end) *end++ = 0;
        if (line[0] != '#' && !strstr(line, " 0") && !strstr(line, "bucket") &&
            !strstr(line, "bytes"))
            plays_tell("", line);
    }
    free(text);
}

static void on_health(const char *words)
{
    char *text = hub_metrics_health(hub);

    (void)words;
    plays_tell("", text ? text : "nothing");
    free(text);
}

/* -- The play --------------------------------------------------------------------------- */

static void on_signed_out(const char *words)
{
    hub_names_end(hub, words);
}

static void on_chats(const char *words)
{
    char name[NAME] = "", table[TABLE_ID_MAX] = "";
    int n = 0;

    sscanf(words, "%15s %15s %d", name, table, &n);
    for (int i = 0; i < n && CHECK(player_of(name) && *player_of(name)); i++) {
        says(*player_of(name), "{'type':'chat','id':9,'table':'%s','text':'%d'}", table,
             i);
        pass(2000);
        for (int k = 0; k < n_players; k++)
            if (player[k].conn) note_logs(player[k].heard, hears(player[k].conn));
    }
}

static void on_session(const char *words)
{
    char name[16] = "", who[TABLE_WHO_MAX] = "";

    sscanf(words, "%15s %47s", name, who);
    if (CHECK(player_of(name) && *player_of(name)))
        hub_names_session(*player_of(name), who);
}

static void on_leave(const char *words)
{
    struct conn **at = player_of(words);

    if (!CHECK(at && *at)) return;
    hub_leave(*at);
    *at = NULL;
}

static void on_deaf(const char *words)
{
    char name[NAME] = "";
    int deaf = 0;

    sscanf(words, "%15s %d", name, &deaf);
    for (int i = 0; i < n_players; i++)
        if (!strcmp(player[i].name, name)) player[i].deaf = deaf != 0;
}

static void on_places(const char *words)
{
    CHECK_EQ(sscanf(words, "%d %d", &conns_max, &rooms_max), 2);
}

static void on_round(const char *words)
{
    in_round = atoi(words) != 0;
}

/* Another server has written the next entry of the table. */
static void on_other(const char *words)
{
    const struct room *room = hub__room_find(hub, words);
    char text[200];

    if (!CHECK(room != NULL)) return;
    const struct table *table = room->table;
    snprintf(text, sizeof text,
             "{\"seq\":%d,\"at\":%d,\"type\":\"chat\",\"by\":\"Other\",\"seat\":null,"
             "\"text\":\"of another server\"}",
             (int)table->seq + 1, (int)now);
    struct store_entry entry = {
        .table = table->id, .seq = table->seq + 1, .at = now, .text = text};
    struct store_row row = {
        .table = table->id, .created = table->created, .updated = now, .summary = "{}"};
    struct store_batch batch = {
        .entries = &entry, .n_entries = 1, .rows = &row, .n_rows = 1, .now = now};
    bool was_slow = slow;
    slow = false;
    CHECK(store_wait_append(store, &batch));
    slow = was_slow;
}

static void on_bad(const char *words)
{
    bad_seq = atoi(words);
}

static void on_goodbye(const char *words)
{
    (void)words;
    hub_goodbye(hub);
}

static void on_long(const char *words)
{
    char name[NAME] = "";
    int n = 0, used = 0;

    sscanf(words, "%15s %d %n", name, &n, &used);
    if (!CHECK(player_of(name) && *player_of(name) && n > 0)) return;
    char *text = malloc((size_t)n);
    memset(text, ' ', (size_t)n);
    memcpy(text, words + used, strlen(words + used));
    hub_receive(*player_of(name), text, (size_t)n);
    free(text);
}

static void on_flood(const char *words)
{
    char name[NAME] = "";
    int n = 0, used = 0;

    sscanf(words, "%15s %d %n", name, &n, &used);
    for (int i = 0; i < n && CHECK(player_of(name) && *player_of(name)); i++)
        hub_flood_frame(*player_of(name), words + used, strlen(words + used));
}

static void on_hellos(const char *words)
{
    char name[NAME] = "";
    int n = 0;

    sscanf(words, "%15s %d", name, &n);
    for (int i = 0; i < n && CHECK(player_of(name) && *player_of(name)); i++)
        says(*player_of(name), "{'type':'hello','id':%d,'v':1}", i);
}

static void on_pings(const char *words)
{
    char name[NAME] = "";
    int n = 0;

    sscanf(words, "%15s %d", name, &n);
    for (int i = 0; i < n && CHECK(player_of(name) && *player_of(name)); i++)
        says(*player_of(name), "{'type':'ping','id':%d}", i);
}

static void on_pass(const char *words)
{
    pass(atoll(words));
}

static void on_land(const char *words)
{
    land(atoi(words));
}

static void on_dear(const char *words)
{
    too_dear = atoi(words);
}

static void on_forget(const char *words)
{
    hub_forget(hub, now - atoll(words));
}

static const struct {
    const char *word;
    void (*act)(const char *words);
} acts[] = {{"join", on_join},
            {"connect", on_connect},
            {"name", plays_on_name},
            {"session", on_session},
            {"leave", on_leave},
            {"pass", on_pass},
            {"play", on_play},
            {"end", on_end},
            {"think", on_think},
            {"concede", on_concede},
            {"set", on_set},
            {"land", on_land},
            {"dear", on_dear},
            {"restart", on_restart},
            {"forget", on_forget},
            {"silence", on_silence},
            {"ask", on_ask},
            {"metrics", on_metrics},
            {"health", on_health},
            {"store", plays_on_store},
            {"deaf", on_deaf},
            {"places", on_places},
            {"pings", on_pings},
            {"results", plays_on_results},
            {"copy", plays_on_copy},
            {"check", plays_on_check},
            {"duty", plays_on_duty},
            {"visitor", plays_on_visitor},
            {"bot", plays_on_bot},
            {"signed_out", on_signed_out},
            {"chats", on_chats},
            {"notes", on_notes},
            {"no_more", on_no_more},
            {"goodbye", on_goodbye},
            {"long", on_long},
            {"hellos", on_hellos},
            {"flood", on_flood},
            {"round", on_round},
            {"other", on_other},
            {"bad", on_bad},
            {"folds", plays_on_folds},
            {"looks", plays_on_looks},
            {"alike", plays_on_alike},
            {"brief", on_brief},
            {"site", plays_on_site},
            {"call", plays_on_call},
            {"more", plays_on_more},
            {"bytes", plays_on_bytes},
            {"afford", plays_on_afford},
            {"look", plays_on_look}};

/* A request that has no id gets one. */
static void request(int i, const char *text)
{
    static char whole[PLAYS_LINE + 40];

    if (text[0] == '{' && text[1] == '"' && !strstr(text, "\"id\":")) {
        snprintf(whole, sizeof whole, "{\"id\":%d,%s", ++n_requests, text + 1);
        player[i].waits[n_requests % IDS] = true;
    } else
        snprintf(whole, sizeof whole, "%s", text);
    hub_receive(player[i].conn, whole, strlen(whole));
}

static void happens(const char *text)
{
    char word[16] = "";
    int n = 0;

    quiet = false;
    sscanf(text, "%15s %n", word, &n);
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        if (!strcmp(acts[i].word, word)) {
            acts[i].act(text + n);
            everybody_hears();
            return;
        }
    if (player_of(word) && *player_of(word))
        request(player_number(word), text + n);
    else
        FAIL("what is this in a play: %s", text);
    everybody_hears();
}

static bool begin(void)
{
    n_players = n_requests = 0;
    in_round = brief = torn = false;
    rng.state = 1;
    if (!open_hub()) return false;
    with_push = false;
    return true;
}

static void finish(void)
{
    noted = NULL;
    forget_asks();
    plays_http_end();
    close_hub();
}

static bool on_checked(void *context, const char *table, int64_t seq, const char *why)
{
    (void)table;
    (void)seq;
    if (why) *(bool *)context = false;
    return true;
}

/* Everybody who is connected and listens has heard the answer to all that he asked. */
static bool all_answered(void)
{
    everybody_hears();
    for (int i = 0; i < n_players; i++)
        for (int id = 0; id < IDS && player[i].conn && !player[i].deaf; id++)
            if (player[i].waits[id]) return false;
    return true;
}

/* Somebody new comes and has a table with computers, one of which decides; the log of every table can be read. */
static bool sound(void)
{
    struct store_counts counts = {0};
    bool well = true;

    broken = unread = lying = slow = sluggish = blind = in_round = false;
    too_dear = -1;
    land(1 << 10);
    free(job);
    job = NULL;
    pass(HUB_COMPLAIN_MS);
    if (!all_answered() || torn) return false;
    struct conn *zoe = hub_join(hub, "zoe", "zoe");
    if (!zoe) return false;
    says(zoe, "{'type':'hello','id':1,'v':1}");
    says(zoe, "{'type':'create','id':2," GROW
              ",'seats':[{'kind':'computer'},{'kind':'computer'}]}");
    hub_flush(hub);
    return strstr(hears(zoe), "\"ok\",\"id\":2") &&
           store_check(store, &counts, on_checked, &well) && well;
}

const struct plays plays_of_one = {"tests/server/plays", begin, happens, sound, finish};

TEST(every_play_goes_as_it_is_written)
{
    plays_go(&plays_of_one);
}
