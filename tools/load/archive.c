/* archive.c -- how long a club's questions take: fills a store with names and finished games, then asks.
 *
 *     build/archive sqlite:FILE [NAMES GAMES]       a line of JSON for each kind of question, in ms
 *
 * A store that has results already is not filled again. Without NAMES and GAMES a hall full of games (PLAYED) is begun, too. Answers are made as the server makes them (hub_games.c), without
 * the network. */
#include "server/hub/hub.h"
#include "server/hub/hub_result.h"
#include "server/hub/secret.h"
#include "server/store/store_wait.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 1000, ASKED = 400, PLAYED = 60 };
static int64_t first_day; /* the last game ended just now */

static struct store *store;
static struct hub *hub;
static long names = 2000, games = 200000;
static uint64_t chance = 1;

static uint32_t archive_roll(uint32_t below)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(chance >> 33) % below;
}

static double archive_now_ms(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec * 1e3 + (double)at.tv_nsec / 1e6;
}

static int archive_failed(const char *what)
{
    fprintf(stderr, "archive: %s: %s\n", what, store ? store->problem(store) : "");
    return 1;
}

/* -- Filling ---------------------------------------------------------------------------- */

static bool archive_fill_name(long i)
{
    char shown[32], key[32], who[32], code[32];
    struct store_name name = {.id = 100000 + i,
                              .shown = shown,
                              .letters = key,
                              .form = key,
                              .near = key,
                              .who = who,
                              .created = first_day,
                              .recovery = code};
    struct store_name_change add = {.act = STORE_NAME_ADD, .name = &name};

    snprintf(shown, sizeof shown, "Player %ld", i);
    snprintf(key, sizeof key, "player%ld", i);
    snprintf(who, sizeof who, "who%ld", i);
    snprintf(code, sizeof code, "code%ld", i);
    return store_wait_change_names(store, &add, 1) == STORE_DONE;
}

/* A few play much, most a little. */
static long archive_somebody(void)
{
    double x = (double)archive_roll(1000000) / 1e6;

    return (long)((double)names * x * x * 0.999);
}

struct texts {
    char table[24], who[2][32], label[2][32], key[2][32];
};

static void archive_fill_result(long i, struct store_result *one, struct texts *text)
{
    long who[2] = {archive_somebody(), archive_somebody()};
    bool first = archive_roll((uint32_t)(who[0] + who[1] + 2)) <= (uint32_t)who[1];

    if (who[0] == who[1]) who[1] = (who[0] + 1) % names;
    snprintf(text->table, sizeof text->table, "g%011ld", i);
    *one = (struct store_result){
        .table = text->table,
        .began = first_day + i * 150000,
        .ended = first_day + i * 150000 + 1200000,
        .pool = archive_roll(4) == 0,
        .rated = archive_roll(2) == 0,
        .open = archive_roll(10) > 0,
        .why = (enum store_end)(archive_roll(10) < 7 ? 0 : archive_roll(4)),
        .turns = 30 + (int)archive_roll(80),
        .rules = "grow_revised",
        .n_seats = 2};
    one->sets = one->pool ? 1 | 1 << (1 + archive_roll(8)) : 1;
    for (int s = 0; s < 2; s++) {
        snprintf(text->who[s], 32, "who%ld", who[s]);
        snprintf(text->label[s], 32, "Player %ld", who[s]);
        snprintf(text->key[s], 32, "player%ld", who[s]);
        one->seat[s] = (struct store_result_seat){.name = 100000 + who[s],
                                                  .who = text->who[s],
                                                  .label = text->label[s],
                                                  .key = text->key[s],
                                                  .level = "",
                                                  .points = 60 + archive_roll(60),
                                                  .place = (s == 0) == first ? 1 : 2};
    }
}

static bool archive_fill(void)
{
    struct store_result *list = calloc(BATCH, sizeof *list);
    struct texts *texts = calloc(BATCH, sizeof *texts);
    bool ok = list && texts;

    for (long i = 0; ok && i < names; i++) ok = archive_fill_name(i);
    for (long i = 0; ok && i < games; i += BATCH) {
        for (int k = 0; k < BATCH; k++) archive_fill_result(i + k, &list[k], &texts[k]);
        ok = store_wait_add_results(store, list, BATCH);
    }
    free(list);
    free(texts);
    return ok;
}

static bool archive_is_there(void *context, const struct store_result *result)
{
    (void)result;
    *(bool *)context = true;
    return false;
}

/* -- Asking ----------------------------------------------------------------------------- */

static void archive_told(struct hub_ask *ask)
{
    (void)ask;
}

static void archive_ask_one(const char *kind, long i)
{
    struct hub_ask ask = {.told = archive_told};
    char query[120];

    snprintf(query, sizeof query, "%s", "");
    if (!strcmp(kind, "player")) {
        snprintf(query, sizeof query, "%ld", 100000 + archive_somebody());
        hub_games_ask_player(hub, &ask, query, "");
    } else if (!strcmp(kind, "club")) {
        hub_games_ask_club(hub, &ask);
    } else if (!strcmp(kind, "list")) {
        hub_ask_list(hub, &ask);
    } else if (!strcmp(kind, "hall")) {
        hub_hall_ask(hub, &ask);
    } else {
        if (!strcmp(kind, "of a player"))
            snprintf(query, sizeof query, "player=Player+%ld&result=won",
                     archive_somebody());
        if (!strcmp(kind, "by sets and length"))
            snprintf(query, sizeof query, "sets=inns-cathedrals&least=100&why=clock");
        if (!strcmp(kind, "by date"))
            snprintf(
                query, sizeof query, "to=%lld&why=resign",
                (long long)(first_day + (int64_t)archive_roll((uint32_t)games) * 150000));
        if (!strcmp(kind, "nothing found")) snprintf(query, sizeof query, "least=5000");
        hub_games_ask(hub, &ask, query);
    }
    if (!ask.text) fprintf(stderr, "archive: %s %ld: no answer\n", kind, i);
    free(ask.text);
}

static int archive_compare(const void *a, const void *b)
{
    double d = *(const double *)a - *(const double *)b;

    return d < 0 ? -1 : d > 0;
}

static void archive_measure(const char *kind)
{
    double took[ASKED];

    for (int i = 0; i < ASKED; i++) {
        double begun = archive_now_ms();
        archive_ask_one(kind, i);
        took[i] = archive_now_ms() - begun;
    }
    qsort(took, ASKED, sizeof took[0], archive_compare);
    printf("{\"ask\":\"%s\",\"p50_ms\":%.2f,\"p95_ms\":%.2f,\"most_ms\":%.2f}\n", kind,
           took[ASKED / 2], took[ASKED * 95 / 100], took[ASKED - 1]);
}

static void archive_nothing(void *context, struct conn *conn)
{
    (void)context;
    (void)conn;
}

/* A server starts: how long until all ratings are there, and how long does one round take at most? */
static void archive_start(void)
{
    struct hub_options options = {.store = store,
                                  .version = "archive",
                                  .conns_max = 10,
                                  .rooms_max = 8 * PLAYED,
                                  .wake = archive_nothing};
    double begun = archive_now_ms(), most = 0;
    int64_t now = first_day + games * 150000;
    bool ready = false;

    hub = hub_new(&options);
    while (!ready) {
        double round = archive_now_ms();
        hub_time(hub, now += 100);
        hub_tick(hub);
        if (archive_now_ms() - round > most) most = archive_now_ms() - round;
        struct hub_ask ask = {.told = archive_told};
        hub_games_ask_club(hub, &ask);
        ready = ask.text && strstr(ask.text, "\"ready\":true");
        free(ask.text);
    }
    printf("{\"start_ms\":%.0f,\"round_most_ms\":%.1f}\n", archive_now_ms() - begun,
           most);
}

/* -- Games that are played -------------------------------------------------------------- */

static void archive_receive(struct conn *conn, const char *text)
{
    hub_receive(conn, text, strlen(text));
    hub_flush(hub);
    while (hub_send_next(conn)) hub_send_went_out(conn);
}

/* The hall shows so many; each has two people and a few moves. */
static void archive_play(void)
{
    int key = 0;
    struct conn *conn = hub_join(hub, &key, "who1");

    archive_receive(conn, "{\"type\":\"hello\",\"id\":1,\"v\":1}");
    for (int i = 0; i < PLAYED; i++)
        archive_receive(
            conn,
            "{\"type\":\"create\",\"id\":2,\"head\":\"aude 1\\nrules grow_revised\\n\","
            "\"seats\":[{\"kind\":\"here\",\"name\":\"Lena\",\"colour\":\"green\"},"
            "{\"kind\":\"here\",\"name\":\"Otto\",\"colour\":\"yellow\"}],"
            "\"options\":{\"listed\":true,\"title\":\"In public\"}}");
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = {"club",
                                        "list",
                                        "hall",
                                        "player",
                                        "latest games",
                                        "of a player",
                                        "by sets and length",
                                        "by date",
                                        "nothing found"};
    char problem[400];
    bool there = false;
    struct store_search any = {.pool = -1, .why = -1, .all = true, .max = 1};

    if (argc != 2 && argc != 4) {
        fprintf(stderr, "usage: build/archive STORE [NAMES GAMES]\n");
        return 2;
    }
    if (argc == 4) names = strtol(argv[2], NULL, 10), games = strtol(argv[3], NULL, 10);
    if (names < 2 || games < 1 || sodium_init() < 0) return 2;
    first_day = (int64_t)time(NULL) * 1000 - games * 150000 - 1200000;
    secret_init();
    store = store_open(argv[1], problem, sizeof problem);
    if (!store) {
        fprintf(stderr, "archive: %s\n", problem);
        return 1;
    }
    if (!store_wait_search(store, &any, archive_is_there, &there) ||
        (!there && !archive_fill()))
        return archive_failed("the store cannot be filled");
    archive_start();
    if (argc == 2)
        archive_play(); /* a small archive is for tests, which play themselves */
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) archive_measure(kinds[i]);
    hub_free(hub);
    store->close(store);
    return 0;
}
