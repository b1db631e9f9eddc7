/* crowd.c -- a large tournament on a server: how long does anything take while it is played?
 *
 *     build/crowd sqlite:FILE [PEOPLE ROUNDS]     a line of JSON for each kind of work, in ms
 *
 * One process has the hub, the store and the people, without the network. Everybody enters, every game is begun, each of
 * the two makes a turn and one of them gives up; after each round the standing is asked for. What is timed is each call of the
 * hub, from which nobody else is answered until it returns: the longest of them is the longest stall. */
#include "server/hub/hub.h"
#include "server/hub/hub_internal.h"
#include "server/hub/secret.h"
#include "server/store/store_wait.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PEOPLE_MAX = 600, TAKEN_MAX = 400000 };
enum work { ENTER, PAIR, TICK, ACT, FLUSH, ASK, WORKS };
static const char *const work_name[WORKS] = {"enter", "pair",  "tick",
                                             "act",   "store", "standing"};

static struct store *store;
static struct hub *hub;
static struct conn *person[PEOPLE_MAX];
static char tournament[TABLE_ID_MAX], heard[PEOPLE_MAX][4096];
static int people = 500, rounds = 9;
static int64_t now;
static int stopped; /* whose request was the last, for when it does not go on */
static float *taken[WORKS];
static int n_taken[WORKS];

static double crowd_now_ms(void)
{
    struct timespec at;

    /* On a machine that others keep busy the processor's time tells more. */
    clock_gettime(getenv("AUDE_CPU") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec * 1e3 + (double)at.tv_nsec / 1e6;
}

static void crowd_note(enum work work, double begun)
{
    if (n_taken[work] < TAKEN_MAX)
        taken[work][n_taken[work]++] = (float)(crowd_now_ms() - begun);
}

static void crowd_nothing(void *context, struct conn *conn)
{
    (void)context;
    (void)conn;
}

/* What somebody was sent; the last of it is kept, as far as there is room. */
static void crowd_hear(int i)
{
    struct hub_message *message;

    while ((message = hub_send_next(person[i]))) {
        if (message->n < sizeof heard[i]) {
            memcpy(heard[i], message->data, message->n);
            heard[i][message->n] = 0;
        }
        hub_send_went_out(person[i]);
    }
}

static void crowd_flush(void)
{
    double begun = crowd_now_ms();

    hub_flush(hub);
    crowd_note(FLUSH, begun);
    for (int i = 0; i < people; i++) crowd_hear(i);
}

/* Every second of the simulated time may bring as many requests as one may make. */
__attribute__((format(printf, 3, 4))) static void crowd_say(int i, enum work work,
                                                            const char *format, ...)
{
    char text[1000];
    va_list list;

    va_start(list, format);
    int n = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (char *p = text; *p; p++)
        if (*p == '\'') *p = '"';
    heard[i][0] = 0;
    stopped = i;
    double begun = crowd_now_ms();
    hub_receive(person[i], text, (size_t)n);
    crowd_note(work, begun);
}

static void crowd_pass(int64_t ms)
{
    hub_time(hub, now += ms);
    double begun = crowd_now_ms();
    hub_tick(hub);
    crowd_note(TICK, begun);
    crowd_flush();
}

/* -- People ------------------------------------------------------------------------------- */

static bool crowd_keep_name(int i)
{
    char shown[32], who[32];
    struct store_name name = {.id = 100000 + i,
                              .shown = shown,
                              .letters = shown,
                              .form = shown,
                              .near = shown,
                              .who = who,
                              .created = now,
                              .recovery = who};
    struct store_session session = {.hash = who,
                                    .name = 100000 + i,
                                    .credential = "",
                                    .label = "",
                                    .ends = INT64_MAX / 2};
    struct store_name_change add[] = {{.act = STORE_NAME_ADD, .name = &name},
                                      {.act = STORE_SESSION_ADD, .session = &session}};

    snprintf(shown, sizeof shown, "Player %d", i);
    snprintf(who, sizeof who, "who%d", i);
    return store_wait_change_names(store, add, 2) == STORE_DONE;
}

static bool crowd_come(int i)
{
    char who[32];

    snprintf(who, sizeof who, "who%d", i);
    if (!crowd_keep_name(i)) return false;
    person[i] = hub_join(hub, &person[i], who);
    if (!person[i]) return false;
    hub_names_session(person[i], who);
    crowd_say(i, ACT, "{'type':'hello','id':1,'v':1}");
    crowd_hear(i);
    return true;
}

static bool crowd_enter(void)
{
    crowd_say(0, ENTER,
              "{'type':'hold','id':2,'name':'Many','kind':'swiss','rounds':%d,"
              "'pool':'two','pace':'quick','rated':true}",
              rounds);
    crowd_flush();
    const char *at = strstr(heard[0], "\"tournament\":\"");
    if (!at || sscanf(at + 14, "%15[a-z0-9]", tournament) != 1) return false;
    for (int i = 0; i < people; i++) {
        crowd_say(i, ENTER, "{'type':'enter','id':3,'tournament':'%s'}", tournament);
        crowd_pass(100);
        if (!strstr(heard[i], "\"ok\"")) return false;
    }
    return true;
}

/* -- A round ------------------------------------------------------------------------------ */

static int crowd_number(const char *who)
{
    return (int)strtol(who + 3, NULL, 10);
}

/* Both make a turn; then the one with the larger number gives up. */
static void crowd_play(const struct room *room)
{
    const struct table *table = room->table;
    char words[96];

    for (int i = 0; i < 8 && table->sitting.n_steps < 6 && table->stage == TABLE_PLAY;
         i++) {
        aude_action_text(table->sitting.game, aude_game_default(table->sitting.game),
                         words, sizeof words);
        crowd_say(crowd_number(table->seat[table_look_actor(table)].who), ACT,
                  "{'type':'act','id':4,'table':'%s','at':%d,'action':'%s'}", table->id,
                  table->sitting.n_steps, words);
        crowd_pass(100);
    }
    unsigned loser =
        crowd_number(table->seat[0].who) > crowd_number(table->seat[1].who) ? 0 : 1;
    crowd_say(crowd_number(table->seat[loser].who), ACT,
              "{'type':'resign','id':5,'table':'%s','seat':%u}", table->id, loser);
    crowd_flush();
}

static void crowd_told(struct hub_ask *ask)
{
    (void)ask;
}

/* How it stands, as text; free it. */
static char *crowd_ask(void)
{
    struct hub_ask ask = {.told = crowd_told};

    memcpy(ask.id, tournament, sizeof tournament);
    double begun = crowd_now_ms();
    hub_contest_ask(hub, &ask);
    crowd_note(ASK, begun);
    return ask.text;
}

/* Where somebody is waited for; "": nowhere. */
static void crowd_table(int i, char id[TABLE_ID_MAX])
{
    const char *at = strstr(heard[i], "\"called\",\"table\":\"");

    id[0] = 0;
    if (at) sscanf(at + 18, "%15[a-z0-9]", id);
}

static bool crowd_round(void)
{
    char id[TABLE_ID_MAX];
    int played = 0;

    for (int i = 0; i < people; i++) heard[i][0] = 0;
    crowd_say(0, PAIR, "{'type':'pair','id':6,'tournament':'%s'}", tournament);
    for (int i = 0; i < 100; i++) crowd_pass(250);
    for (int i = 0; i < people; i++) {
        crowd_table(i, id);
        if (!id[0]) continue;
        crowd_say(i, ACT, "{'type':'look','id':7,'table':'%s'}", id); /* it is read */
        crowd_flush();
        const struct room *room = hub__room_find(hub, id);
        if (!room || room->table->stage != TABLE_PLAY) continue;
        crowd_play(room);
        played++;
    }
    for (int i = 0; i < 40; i++) crowd_pass(250);
    free(crowd_ask());
    if (played != people / 2) fprintf(stderr, "crowd: %d tables were played\n", played);
    return played == people / 2;
}

/* -- Everything --------------------------------------------------------------------------- */

static int crowd_compare(const void *a, const void *b)
{
    float d = *(const float *)a - *(const float *)b;

    return d < 0 ? -1 : d > 0;
}

static void crowd_tell(void)
{
    for (int w = 0; w < WORKS; w++) {
        int n = n_taken[w];
        if (!n) continue;
        qsort(taken[w], (size_t)n, sizeof *taken[w], crowd_compare);
        printf("{\"work\":\"%s\",\"calls\":%d,\"p50_ms\":%.2f,\"p95_ms\":%.2f,"
               "\"most_ms\":%.2f}\n",
               work_name[w], n, (double)taken[w][n / 2], (double)taken[w][n * 95 / 100],
               (double)taken[w][n - 1]);
    }
}

static bool crowd_run(void)
{
    struct hub_options options = {.store = store,
                                  .version = "crowd",
                                  .away_ms = TABLE_AWAY_MS,
                                  .conns_max = PEOPLE_MAX,
                                  .rooms_max = 4 * PEOPLE_MAX,
                                  .idle_ms = INT32_MAX,
                                  .wake = crowd_nothing};

    for (int w = 0; w < WORKS; w++)
        if (!(taken[w] = calloc(TAKEN_MAX, sizeof *taken[w]))) return false;
    now = (int64_t)time(NULL) * 1000;
    hub = hub_new(&options);
    hub_time(hub, now);
    for (int i = 0; i < people; i++)
        if (!crowd_come(i)) return false;
    if (!crowd_enter()) return false;
    for (int r = 0; r < rounds; r++)
        if (!crowd_round()) return false;
    char *text = crowd_ask();
    bool over = text && strstr(text, "\"finished\":true");
    free(text);
    crowd_tell();
    return over;
}

int main(int argc, char **argv)
{
    char problem[400];

    if (argc != 2 && argc != 4) {
        fprintf(stderr, "usage: build/crowd STORE [PEOPLE ROUNDS]\n");
        return 2;
    }
    if (argc == 4)
        people = (int)strtol(argv[2], NULL, 10), rounds = (int)strtol(argv[3], NULL, 10);
    if (people < 2 || people > PEOPLE_MAX || rounds < 1 || sodium_init() < 0) return 2;
    secret_init();
    store = store_open(argv[1], problem, sizeof problem);
    if (!store) {
        fprintf(stderr, "crowd: %s\n", problem);
        return 1;
    }
    bool ok = crowd_run();
    if (!ok)
        fprintf(stderr, "crowd: the tournament did not come to its end: %s\n",
                heard[stopped]);
    hub_free(hub);
    store->close(store);
    for (int w = 0; w < WORKS; w++) free(taken[w]);
    return ok ? 0 : 1;
}
