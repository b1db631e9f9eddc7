/* fuzz_archive.c -- what a stranger can ask about finished games: the query of /api/games, a player's name and query, and a
 * record that is to become another program's save (/api/export).
 *
 * The first byte says which: `p` a name, a line feed and a query; `x` a record; `h` a person's number for the hall; any other
 * a query. An answer is JSON of the right shape or one reason; what a page of games says about the next page can be asked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jcz/jcz.h"
#include "server/hub/hub_internal.h"
#include "server/hub/secret.h"
#include "server/store/store_wait.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct store *store;
static struct hub *hub;

static void must(bool yes, const char *what)
{
    if (yes) return;
    fprintf(stderr, "fuzz_archive: %s\n", what);
    abort();
}

static void on_wake(void *context, struct conn *conn)
{
    (void)context;
    (void)conn;
}

/* A game that everybody may watch, and one that only those with its link may. */
static void begin_games(void)
{
    struct conn *conn = hub_join(hub, NULL, "ann");
    static const char *const said[] = {"{\"type\":\"hello\",\"id\":1,\"v\":1}",
                                       "{\"type\":\"create\",\"id\":2,\"head\":\"aude "
                                       "1\\nrules grow\\n\",\"seats\":[{},{}],"
                                       "\"options\":{\"listed\":true,\"watch\":true}}",
                                       "{\"type\":\"create\",\"id\":3,\"head\":\"aude "
                                       "1\\nrules grow\\n\",\"seats\":[{},{}],"
                                       "\"options\":{\"listed\":true,\"watch\":false}}"};

    for (int i = 0; i < 3; i++) hub_receive(conn, said[i], strlen(said[i]));
    hub_flush(hub);
}

static void on_stored(void *context, const struct store_answer *answer)
{
    (void)context;
    must(answer->how == STORE_DONE, "results are stored");
}

/* Forty games, so that there is a second page. */
static void begin(void)
{
    static struct store_result all[40];
    static char table[40][8];
    char problem[200];

    if (hub) return;
    secret_init();
    store = store_open("sqlite::memory:", problem, sizeof problem);
    must(store != NULL, "a store");
    for (int i = 0; i < 40; i++) {
        snprintf(table[i], sizeof table[i], "t%d", i);
        all[i] = (struct store_result){.table = table[i],
                                       .began = 1000 * i,
                                       .ended = 5000 * (1 + i / 2),
                                       .pool = i % 2,
                                       .open = i % 5 != 0,
                                       .why = (enum store_end)(i % 4),
                                       .turns = i,
                                       .sets = 1 | i << 1,
                                       .rules = "grow",
                                       .n_seats = 2};
        for (int seat = 0; seat < 2; seat++)
            all[i].seat[seat] = (struct store_result_seat){.who = seat ? "bob" : "ann",
                                                           .label = seat ? "Bob" : "Ann",
                                                           .key = seat ? "bob" : "ann",
                                                           .level = "",
                                                           .points = i * seat,
                                                           .place = 1 + seat};
    }
    store->results->add(store, all, 40, on_stored, NULL);
    hub = hub_new(&(struct hub_options){.store = store,
                                        .version = "fuzz",
                                        .conns_max = 4,
                                        .rooms_max = 4,
                                        .idle_ms = INT32_MAX,
                                        .wake = on_wake});
    hub_time(hub, 1800000000000);
    begin_games();
}

/* -- An answer ---------------------------------------------------------------------------- */

static int told;
static char next[64];

static void on_told(struct hub_ask *ask)
{
    told++;
    next[0] = 0;
    if (!ask->text) {
        must(ask->why != REFUSED_NOT && hub_ask_why_text(ask->why)[0], "a reason");
        return;
    }
    json_t *json = json_loads(ask->text, 0, NULL),
           *games = json_object_get(json, "games");
    const char *more = json_string_value(json_object_get(json, "next"));
    must(json_is_array(games) && json_array_size(games) <= 30, "a page of games");
    must(json_object_get(json, "next") != NULL, "whether there is more");
    if (more) snprintf(next, sizeof next, "%s", more);
    json_decref(json);
    free(ask->text);
    ask->text = NULL;
}

static void ask_games(const char *query)
{
    struct hub_ask ask = {.told = on_told};
    char again[1400];

    told = 0;
    hub_games_ask(hub, &ask, query);
    must(told == 1, "one answer");
    if (!next[0] || strlen(query) > 1000 || strstr(query, "before=")) return;
    struct hub_ask second = {.told = on_told};
    snprintf(again, sizeof again, "%s&before=%s", query, next);
    told = 0;
    hub_games_ask(hub, &second, again);
    must(told == 1 && !second.text, "the next page can be asked");
}

static void ask_player(char *name)
{
    struct hub_ask ask = {.told = on_told, .who = "ann"};
    char *query = strchr(name, '\n');

    if (query) *query++ = 0;
    told = 0;
    hub_games_ask_player(hub, &ask, name, query ? query : "");
    must(told == 1, "one answer");
}

static void on_hall(struct hub_ask *ask)
{
    json_t *json = json_loads(ask->text ? ask->text : "", 0, NULL), *game;
    size_t i;

    told++;
    must(json_is_array(json_object_get(json, "games")), "a list of games");
    json_array_foreach(json_object_get(json, "games"), i, game)
    {
        must(json_is_true(json_object_get(game, "watch")), "everybody may watch it");
        must(!ask->since, "nobody at these tables keeps a name");
    }
    must(i == !ask->since, "the one game that is shown");
    json_decref(json);
    free(ask->text);
    ask->text = NULL;
}

static void ask_hall(const char *number)
{
    struct hub_ask ask = {.told = on_hall, .since = strtoll(number, NULL, 10)};

    told = 0;
    hub_hall_ask(hub, &ask);
    must(told == 1, "one answer");
}

/* What the call does with its body. */
static void ask_save(const char *record, size_t n)
{
    struct jcz_error error = {0};
    char *save = NULL;

    if (jcz_export(record, n, &save, &error))
        must(save && save[0], "a save");
    else
        must(!save && error.text[0] && !strchr(error.text, '\n'), "one sentence");
    free(save);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    char *text = malloc(size);

    begin();
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    if (data[0] == 'p')
        ask_player(text);
    else if (data[0] == 'h')
        ask_hall(text);
    else if (data[0] == 'x')
        ask_save(text, size - 1);
    else
        ask_games(text);
    free(text);
    return 0;
}
