/* hub_deal.c -- the deal of the day on a server: the same tiles for everybody, one game for each name and browser.
 *
 * Nothing of it is in memory. The store has a secret for each day, from which the seed and the names of the tables are
 * drawn, and a line for each who plays (store_tournament.h); how they did are the results of their tables. Whoever
 * asks has all of it read anew, so it does not matter which of several servers is asked, or when one dies: a line without
 * a table gets its table when its player asks again.
 *
 * While somebody may still play it the deal is sealed: its tables can be watched by nobody else, and only who has played it to
 * its end hears how others did. */
#include "hub_internal.h"

#include "deal.h"
#include "secret.h"
#include "store/store_tournament.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEAL_TRIES_MAX = 2000, /* people who play it in a day */
    DEAL_READ_MAX = 6,     /* how often it is read anew because others wrote, too */
    DEAL_BEST = 50,        /* results that are told, the best first; */
    DEAL_NEAR = 2          /* and so many before and behind one's own */
};
static const char deal_level[] = "level-4"; /* Mason, as web/src/deal/begin.ts */

/* A game of the deal. */
struct deal_try {
    char who[TABLE_WHO_MAX], table[TABLE_ID_MAX], shown[AUDE_NAME_MAX];
    char browser[TABLE_ID_MAX]; /* the mark of the browser where it was begun, or "" */
    int64_t name, ended;
    bool bot, counts; /* it was played to its end, in time */
    enum store_end why;
    int points[2], place;
    struct club_deal_score score;
};

/* Somebody asks for a deal, over a connection or over HTTP. */
struct dealing {
    struct hub_op op;
    struct dealing *next;
    struct conn *conn; /* NULL: gone, or over HTTP */
    json_t *request, *id;
    struct asking *asking; /* over HTTP */
    void (*go)(struct dealing *dealing);
    char who[TABLE_WHO_MAX], name[AUDE_NAME_MAX];
    struct club_date date;
    char text[CLUB_DATE_MAX], day[TABLE_ID_MAX]; /* the date, and the deal's id */
    char key[SECRET_TEXT_MAX];                   /* its secret */
    int64_t seq;                                 /* its last line; 0: there is none */
    struct deal_try *tries;
    int n, max, reads;
    char table[TABLE_ID_MAX]; /* where to play */
    bool there, no_memory;
};

/* -- Beginning and ending ------------------------------------------------------------------- */

static struct dealing *hub_deal_new(struct hub *hub, struct club_date date,
                                    const char *who)
{
    struct dealing *dealing = calloc(1, sizeof *dealing);

    if (!dealing) return NULL;
    dealing->date = date;
    club_deal_date_text(date, dealing->text);
    snprintf(dealing->day, sizeof dealing->day, "day-%s", dealing->text);
    snprintf(dealing->who, sizeof dealing->who, "%s", who);
    hub__wait_op_begin(hub, &dealing->op);
    dealing->next = hub->dealings;
    hub->dealings = dealing;
    return dealing;
}

static void hub_deal_end(struct dealing *dealing)
{
    struct hub *hub = dealing->op.hub;

    if (hub) {
        struct dealing **at = &hub->dealings;
        while (*at != dealing) at = &(*at)->next;
        *at = dealing->next;
    }
    hub__wait_op_end(&dealing->op);
    if (dealing->asking) hub__ask_free(dealing->asking);
    json_decref(dealing->request);
    free(dealing->tries);
    free(dealing);
}

void hub__deal_leave(struct hub *hub, const struct conn *conn)
{
    for (struct dealing *one = hub->dealings; one; one = one->next)
        if (one->conn == conn) one->conn = NULL;
}

/* Over HTTP: the answer, or why there is none. */
static void hub_deal_tell(struct dealing *dealing, char *text, enum message_error why)
{
    struct hub_ask *ask = dealing->asking->ask;

    hub_deal_end(dealing);
    if (ask)
        hub__ask_tell(ask, text, why);
    else
        free(text);
}

static void hub_deal_refuse(struct dealing *dealing, enum message_error why,
                            const char *text)
{
    struct table_reply reply = {.n = -1};

    if (dealing->asking) {
        hub_deal_tell(dealing, NULL, why);
        return;
    }
    if (dealing->conn && !dealing->conn->closing) {
        table__refuse(&reply, why, "%s", text);
        hub__node_refuse(dealing->conn, dealing->request, &reply);
    }
    hub_deal_end(dealing);
}

static void hub_deal_failed(struct dealing *dealing)
{
    hub_deal_refuse(dealing, REFUSED_STORE, "the store is away: nothing happened");
}

/* -- The deal in the store --------------------------------------------------------------- */

static void hub_deal_read(struct dealing *dealing);

static enum club_deal_stage hub_deal_stage(const struct dealing *dealing)
{
    return club_deal_stage(dealing->date, dealing->op.hub->now / 1000);
}

static int64_t hub_deal_told_at(const struct dealing *dealing)
{
    return (club_deal_next(club_deal_begins(dealing->date)) + CLUB_DEAL_GRACE) * 1000;
}

static bool hub_deal_on_line(void *context, const struct store_deal_line *line)
{
    struct dealing *dealing = context;

    dealing->seq = line->seq;
    if (line->seq == 1) {
        snprintf(dealing->key, sizeof dealing->key, "%s", line->secret);
        return true;
    }
    if (dealing->n == dealing->max) {
        int max = dealing->max ? 2 * dealing->max : 16;
        void *more = realloc(dealing->tries, (size_t)max * sizeof *dealing->tries);
        dealing->no_memory = !more;
        if (!more) return false;
        dealing->tries = more;
        dealing->max = max;
    }
    struct deal_try *one = &dealing->tries[dealing->n++];
    *one = (struct deal_try){.name = line->name,
                             .ended = line->ended,
                             .bot = line->bot,
                             .why = (enum store_end)line->why,
                             .points = {(int)line->points[0], (int)line->points[1]}};
    snprintf(one->who, sizeof one->who, "%s", line->who);
    snprintf(one->table, sizeof one->table, "%s", line->secret);
    snprintf(one->shown, sizeof one->shown, "%s", line->shown);
    sscanf(line->line, "%*s plays %15s", one->browser);
    one->counts = one->ended && one->why == STORE_END_PLAYED &&
                  one->ended <= hub_deal_told_at(dealing);
    return true;
}

/* A line was added, by us or by another server: what there is now is read. */
static void hub_deal_on_written(void *context, const struct store_answer *answer)
{
    struct dealing *dealing = context;

    if (!dealing->op.hub)
        hub_deal_end(dealing);
    else if (answer->how != STORE_DONE && answer->how != STORE_CONFLICT)
        hub_deal_failed(dealing);
    else
        hub_deal_read(dealing);
}

static void hub_deal_write(struct dealing *dealing,
                           const struct store_tournament_line *line)
{
    struct hub *hub = dealing->op.hub;
    struct store_tournament row = {.id = dealing->day,
                                   .seq = line->seq,
                                   .created = hub->now,
                                   .updated = hub->now,
                                   .over = true,
                                   .summary = "{}"};

    store_tournament_append(hub->options.store, &row, line->seq - 1, line, 1,
                            hub_deal_on_written, dealing);
}

/* The first who asks on its day has the deal made. */
static void hub_deal_make(struct dealing *dealing)
{
    char line[32], key[SECRET_TEXT_MAX];

    secret_new(key);
    snprintf(line, sizeof line, "aude deal %s", dealing->text);
    hub_deal_write(
        dealing, &(struct store_tournament_line){
                     .seq = 1, .at = dealing->op.hub->now, .line = line, .secret = key});
}

static void hub_deal_on_read(void *context, const struct store_answer *answer)
{
    struct dealing *dealing = context;

    if (!dealing->op.hub)
        hub_deal_end(dealing);
    else if (answer->how != STORE_DONE || dealing->no_memory ||
             dealing->reads > DEAL_READ_MAX)
        hub_deal_failed(dealing);
    else if (dealing->seq)
        dealing->go(dealing);
    else if (hub_deal_stage(dealing) == CLUB_DEAL_OPEN)
        hub_deal_make(dealing);
    else
        hub_deal_refuse(dealing, REFUSED_NO_TABLE, "there is no such deal");
}

static void hub_deal_read(struct dealing *dealing)
{
    dealing->reads++;
    dealing->n = 0;
    dealing->seq = 0;
    store_tournament_deal(dealing->op.hub->options.store, dealing->day, hub_deal_on_line,
                          hub_deal_on_read, dealing);
}

static const struct deal_try *hub_deal_mine(const struct dealing *dealing)
{
    for (int i = 0; dealing->who[0] && i < dealing->n; i++)
        if (!strcmp(dealing->tries[i].who, dealing->who)) return &dealing->tries[i];
    return NULL;
}

/* By what a browser is known again on this day, and on no other: it stays when a name is deleted and its hash goes. */
static void hub_deal_mark(const struct dealing *dealing, char out[TABLE_ID_MAX])
{
    const char *browser = dealing->conn->browser;
    char text[TABLE_WHO_MAX + 8];

    out[0] = 0;
    if (!browser[0]) return;
    snprintf(text, sizeof text, "browser %s", browser);
    secret_table_id_of(dealing->key, text, out, TABLE_ID_MAX);
}

/* Was it begun in this browser, by whomever? */
static bool hub_deal_begun_here(const struct dealing *dealing)
{
    char mark[TABLE_ID_MAX];

    hub_deal_mark(dealing, mark);
    for (int i = 0; mark[0] && i < dealing->n; i++)
        if (!strcmp(dealing->tries[i].browser, mark)) return true;
    return false;
}

/* The game that all play. */
static void hub_deal_setup(const struct dealing *dealing, struct aude_setup *setup)
{
    club_deal_of_day(dealing->date, setup);
    setup->seed = secret_seed_of(dealing->key, "deal");
}

/* -- Playing ----------------------------------------------------------------------------------- */

static json_t *hub_deal_answer(const struct dealing *dealing)
{
    json_t *answer = hub__ok(dealing->id);

    whole_set(&answer, "table", json_string(dealing->table));
    whole_set(&answer, "date", json_string(dealing->text));
    return answer;
}

static void hub_deal_open_table(struct dealing *dealing)
{
    struct conn *conn = dealing->conn;
    struct table_deal deal = {dealing->text, dealing->name, deal_level};
    struct table_creation creation = {.who = conn->who,
                                      .by = {conn->name, conn->shown, conn->bot},
                                      .deal = &deal,
                                      .id = dealing->table};
    struct table_reply reply = {.n = -1};
    struct aude_setup setup;

    hub_deal_setup(dealing, &setup);
    creation.seed = setup.seed;
    struct room *room = hub__new_room(conn, &creation, NULL, &reply);
    if (room)
        hub__send_acknowledge(conn, room, hub_deal_answer(dealing));
    else
        hub__node_refuse(conn, dealing->request, &reply);
    hub_deal_end(dealing);
}

static bool hub_deal_on_entry(void *context, int64_t seq, const char *text,
                              const char *secret)
{
    (void)seq;
    (void)text;
    (void)secret;
    ((struct dealing *)context)->there = true;
    return false;
}

/* Is there a table already? */
static void hub_deal_on_there(void *context, const struct store_answer *answer)
{
    struct dealing *dealing = context;
    struct hub *hub = dealing->op.hub;
    struct conn *conn = dealing->conn;

    if (!hub || !conn || conn->closing)
        hub_deal_end(dealing);
    else if (answer->how != STORE_DONE)
        hub_deal_failed(dealing);
    else if (dealing->there || hub__room_is_here(hub, dealing->table)) {
        hub__send_json(conn, hub_deal_answer(dealing));
        hub_deal_end(dealing);
    } else
        hub_deal_open_table(dealing);
}

/* A line for who plays; then the deal is read again, and has it. */
static void hub_deal_enter(struct dealing *dealing)
{
    const struct conn *conn = dealing->conn;
    int64_t now = dealing->op.hub->now;
    char line[64], text[TABLE_WHO_MAX + 8], mark[TABLE_ID_MAX];

    hub_deal_mark(dealing, mark);
    snprintf(line, sizeof line, "%" PRId64 " plays%s%s", now / 1000, mark[0] ? " " : "",
             mark);
    snprintf(text, sizeof text, "table %s", dealing->who);
    secret_table_id_of(dealing->key, text, dealing->table, sizeof dealing->table);
    hub_deal_write(dealing,
                   &(struct store_tournament_line){.seq = dealing->seq + 1,
                                                   .at = now,
                                                   .line = line,
                                                   .name = conn->name,
                                                   .who = dealing->who,
                                                   .label = conn->name ? conn->shown : "",
                                                   .secret = dealing->table});
}

static void hub_deal_go_play(struct dealing *dealing)
{
    const struct deal_try *mine = hub_deal_mine(dealing);
    struct store *store = dealing->op.hub->options.store;

    if (!dealing->conn || dealing->conn->closing)
        hub_deal_end(dealing);
    else if (mine) {
        memcpy(dealing->table, mine->table, sizeof dealing->table);
        store->read(store, dealing->table, 0, 1, hub_deal_on_entry, hub_deal_on_there,
                    dealing);
    } else if (hub_deal_begun_here(dealing))
        hub_deal_refuse(dealing, REFUSED_DEALT,
                        "today's deal was begun in this browser, as somebody else");
    else if (dealing->n >= DEAL_TRIES_MAX)
        hub_deal_refuse(dealing, REFUSED_BUSY, "as many play today's deal as can be");
    else if (!hub__may_have(dealing->conn, HUB_CHANGE))
        hub_deal_refuse(dealing, REFUSED_RATE,
                        "too many requests from your address: please wait a little");
    else
        hub_deal_enter(dealing);
}

static bool hub_deal_name(const struct conn *conn, const struct fields *request,
                          const char **name)
{
    *name = conn->shown;
    if (conn->name) return true;
    *name = "";
    if (!fields_text(request, "name", name)) return false;
    if (!(*name)[0]) *name = "Player 1";
    return (table__name_ok(*name) && table__name_seen(*name)) ||
           table__refuse(request->reply, REFUSED_NAME, "please say a name");
}

bool hub__deal_on_play(struct conn *conn, const struct fields *request, json_t *id)
{
    struct hub *hub = conn->hub;
    const char *name;

    if (!conn->who[0])
        return table__refuse(request->reply, REFUSED_COOKIE,
                             "without a cookie nobody can keep a seat");
    if (!hub->options.store->statements)
        return table__refuse(request->reply, REFUSED_OFF,
                             "this server has no deal of the day");
    if (!hub__duty_plain_names(conn, request) || !hub_deal_name(conn, request, &name) ||
        !hub__want_store(conn, request->reply))
        return false;
    struct dealing *dealing =
        hub_deal_new(hub, club_deal_date(hub->now / 1000), conn->who);
    if (!dealing)
        return table__refuse(request->reply, REFUSED_BUSY, "the server is out of memory");
    dealing->conn = conn;
    dealing->request = json_incref(request->json);
    dealing->id = id;
    dealing->go = hub_deal_go_play;
    snprintf(dealing->name, sizeof dealing->name, "%s", name);
    hub_deal_read(dealing);
    return true;
}

/* -- Telling ------------------------------------------------------------------------------------- */

static int hub_deal_ahead(const struct deal_try *one)
{
    return one->points[0] - one->points[1];
}

/* Those that count, the best first. */
static int hub_deal_by_result(const void *a, const void *b)
{
    const struct deal_try *one = a, *two = b;

    if (one->counts != two->counts) return one->counts ? -1 : 1;
    int by = hub_deal_ahead(two) - hub_deal_ahead(one);
    return by ? by : one->ended < two->ended ? -1 : one->ended > two->ended;
}

/* They are put in order and compared; how many count. */
static int hub_deal_compare(struct dealing *dealing)
{
    struct club_deal_table *table;
    struct club_deal_score *score;
    int n = 0;

    if (dealing->n) /* without any there is no list */
        qsort(dealing->tries, (size_t)dealing->n, sizeof *dealing->tries,
              hub_deal_by_result);
    while (n < dealing->n && dealing->tries[n].counts) n++;
    table = calloc((size_t)n + 1, sizeof *table);
    score = calloc((size_t)n + 1, sizeof *score);
    dealing->no_memory = !table || !score;
    for (int i = 0; table && score && i < n; i++)
        table[i] = (struct club_deal_table){dealing->tries[i].points[0],
                                            dealing->tries[i].points[1]};
    if (table && score) club_deal_compare(table, n, score);
    for (int i = 0; table && score && i < n; i++) {
        struct deal_try *one = &dealing->tries[i];
        one->score = score[i];
        one->place =
            i && hub_deal_ahead(one) == hub_deal_ahead(one - 1) ? one[-1].place : i + 1;
    }
    free(table);
    free(score);
    return n;
}

static json_t *hub_deal_tell_mine(const struct deal_try *mine)
{
    if (!mine) return json_null();
    return json_pack("{s:s, s:b, s:o, s:b, s:o}", "table", mine->table, "over",
                     mine->ended > 0, "why",
                     mine->ended ? json_string(words_end.word[mine->why]) : json_null(),
                     "counts", (int)mine->counts, "points",
                     mine->ended ? json_pack("[i, i]", mine->points[0], mine->points[1])
                                 : json_array());
}

static json_t *hub_deal_tell_try(const struct deal_try *one, bool mine, bool sealed)
{
    return json_pack("{s:i, s:s, s:I, s:b, s:b, s:[i, i], s:i, s:i, s:i, s:i, s:o}",
                     "place", one->place, "name", one->shown, "person",
                     (json_int_t)one->name, "bot", (int)one->bot, "mine", (int)mine,
                     "points", one->points[0], one->points[1], "ahead",
                     hub_deal_ahead(one), "matchpoints", one->score.matchpoints, "top",
                     one->score.top, "above", one->score.above_mean, "table",
                     sealed ? json_null() : json_string(one->table));
}

static json_t *hub_deal_tell_results(const struct dealing *dealing, int n, bool sealed)
{
    const struct deal_try *mine = hub_deal_mine(dealing);
    json_t *list = json_array();

    for (int i = 0; i < n; i++) {
        const struct deal_try *one = &dealing->tries[i];
        if (i < DEAL_BEST || (mine && labs((long)(one - mine)) <= DEAL_NEAR))
            whole_append(&list, hub_deal_tell_try(one, one == mine, sealed));
    }
    return list;
}

static json_t *hub_deal_tell_spread(const struct dealing *dealing, int n)
{
    json_t *list = json_array();

    for (int i = 0; i < n; i++)
        whole_append(&list, json_integer(hub_deal_ahead(&dealing->tries[i])));
    return list;
}

static json_t *hub_deal_tell_seed(const struct aude_seed *seed, bool sealed)
{
    char hex[33];

    snprintf(hex, sizeof hex, "%016" PRIx64 "%016" PRIx64, seed->hi, seed->lo);
    return sealed ? json_null() : json_string(hex);
}

/* Who has played it may know how others did; everybody else when nobody can play it any more. */
static void hub_deal_go_tell(struct dealing *dealing)
{
    struct hub *hub = dealing->op.hub;
    enum club_deal_stage stage = hub_deal_stage(dealing);
    bool sealed = stage != CLUB_DEAL_TOLD;
    struct aude_head head = {0};
    char today[CLUB_DATE_MAX];
    int n = hub_deal_compare(dealing);
    const struct deal_try *mine = hub_deal_mine(dealing);
    int told = !sealed || (mine && mine->ended) ? n : 0;

    hub_deal_setup(dealing, &head.setup);
    if (dealing->no_memory || !table__head_commit(&head)) {
        hub_deal_failed(dealing);
        return;
    }
    club_deal_date_text(club_deal_date(hub->now / 1000), today);
    char *text = hub__ask_json_text(json_pack(
        "{s:s, s:s, s:I, s:b, s:b, s:I, s:s, s:s, s:o, s:i, s:o, s:o, s:o}", "date",
        dealing->text, "today", today, "next",
        (json_int_t)club_deal_next(hub->now / 1000) * 1000, "open",
        (int)(stage == CLUB_DEAL_OPEN), "sealed", (int)sealed, "told",
        (json_int_t)hub_deal_told_at(dealing), "level", deal_level, "promise",
        head.commit, "seed", hub_deal_tell_seed(&head.setup.seed, sealed), "played", n,
        "mine", hub_deal_tell_mine(mine), "spread", hub_deal_tell_spread(dealing, told),
        "results", hub_deal_tell_results(dealing, told, sealed)));
    hub_deal_tell(dealing, text, text ? REFUSED_NOT : REFUSED_STORE);
}

/* The record of a game, when nobody plays the deal any more. */
static void hub_deal_go_record(struct dealing *dealing)
{
    struct hub *hub = dealing->op.hub;
    struct hub_ask *ask = dealing->asking->ask;
    bool told = false;

    for (int i = 0; ask && hub_deal_stage(dealing) == CLUB_DEAL_TOLD && i < dealing->n;
         i++)
        told |= dealing->tries[i].counts && !strcmp(dealing->tries[i].table, ask->id);
    hub_deal_end(dealing);
    if (ask && told)
        hub__ask_whole_record(hub, ask);
    else if (ask)
        hub__ask_tell(ask, NULL, REFUSED_NO_TABLE);
}

static void hub_deal_ask_for(struct hub *hub, struct hub_ask *ask,
                             void (*go)(struct dealing *dealing))
{
    struct club_date date = club_deal_date(hub->now / 1000);

    ask->hub = hub;
    if (ask->date[0] && !club_deal_date_read(ask->date, &date)) {
        hub__ask_tell(ask, NULL, REFUSED_NO_TABLE);
        return;
    }
    bool can = hub->options.store->statements && hub__wait_store_is_here(hub);
    struct dealing *dealing = can ? hub_deal_new(hub, date, ask->who) : NULL;
    if (dealing) dealing->asking = hub__ask_new(ask);
    if (!dealing || !dealing->asking) {
        if (dealing) hub_deal_end(dealing);
        hub__ask_tell(ask, NULL, REFUSED_STORE);
        return;
    }
    dealing->go = go;
    hub_deal_read(dealing);
}

void hub_deal_ask(struct hub *hub, struct hub_ask *ask)
{
    hub_deal_ask_for(hub, ask, hub_deal_go_tell);
}

void hub_deal_ask_record(struct hub *hub, struct hub_ask *ask)
{
    hub_deal_ask_for(hub, ask, hub_deal_go_record);
}
