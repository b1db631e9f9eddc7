/* fuzz_fold.c -- what a store may hold after something went wrong with it: a log is served whole or
 * refused, and nothing breaks.
 *
 * The logs are real ones, made here; the input says which, and what is done to it: four bytes for
 * each change (entry, what, where, with what). */
#include <stdio.h>

#include "memory.h"
#include "tests/server/asked.h"
#include "play.h"
#include "server/hub/hub_internal.h"
#include "server/hub/secret.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LOGS = 4, ENTRIES = 64, CHANGES = 12, NOW = 3000000 }; /* ms: after every entry */

struct log {
    char *text[ENTRIES], *secret[ENTRIES];
    int n;
};

static const char name[] = "abcdefghjkmn";
static struct log made[LOGS];
static struct hub_job *job;

/* -- Real logs -------------------------------------------------------------------------- */

static void gather(struct log *log, struct table *table)
{
    for (int i = 0; i < table->n_out && log->n < ENTRIES; i++) {
        log->text[log->n] = strdup(table->out[i].text);
        log->secret[log->n++] =
            table->out[i].secret ? strdup(table->out[i].secret) : NULL;
    }
    table_outbox_clear(table);
}

static void ask(struct log *log, struct table *table, const char *who, const char *text)
{
    struct table_reply reply = {.n = -1};
    json_t *request = json_loads(text, 0, NULL);

    table_request(table, who, 2000000, request, &reply);
    json_decref(request);
    json_decref(reply.more);
    gather(log, table);
}

static void make(struct log *log, const char *request)
{
    struct table_creation creation = {.who = "ann", .now = 1000000, .seed = {3, 4}};
    struct table_reply reply = {.n = -1};
    struct table *table = table_new(name);
    struct play_rng rng = {7};
    json_t *json = json_loads(request, 0, NULL);

    if (!table_create(table, &creation, json, &reply)) abort();
    json_decref(json);
    gather(log, table);
    ask(log, table, "bob", "{\"type\":\"sit\",\"seat\":1,\"name\":\"Bob\"}");
    ask(log, table, "ann", "{\"type\":\"start\"}");
    ask(log, table, "ann", "{\"type\":\"ask\",\"what\":\"pause\"}");
    ask(log, table, "bob", "{\"type\":\"answer\",\"ask\":1,\"yes\":true}");
    ask(log, table, "bob", "{\"type\":\"ask\",\"what\":\"resume\"}");
    ask(log, table, "ann", "{\"type\":\"answer\",\"ask\":2,\"yes\":true}");
    ask(log, table, "ann", "{\"type\":\"chat\",\"text\":\"hi\"}");
    ask(log, table, "ann", "{\"type\":\"ask\",\"what\":\"computer\",\"seat\":0}");
    ask(log, table, "ann", "{\"type\":\"back\",\"seat\":0}");
    while (table->stage == TABLE_PLAY && log->n < ENTRIES - 2) {
        if (!table__play(table, 2000000, play_random_action(&rng, table->sitting.game),
                         SITTING_BY_HUMAN))
            abort();
        gather(log, table);
        if (log->n % 9 == 0)
            ask(log, table, "ann", "{\"type\":\"ask\",\"what\":\"takeback\"}");
    }
    table_free(table);
}

static void make_all(void)
{
    make(&made[0], "{\"head\":\"aude 1\\nrules grow\\ndraws 8\",\"seats\":[{},{}]}");
    make(&made[1],
         "{\"head\":\"aude 1\\nrules grow\\ndraws 6\",\"seats\":[{},{\"kind\":"
         "\"link\"}],\"options\":{\"clock\":{\"kind\":\"budget\",\"seconds\":60}}}");
    make(&made[2], "{\"head\":\"aude 1\\nrules grow\\nexpansions catapult\\ndraws 12\","
                   "\"seats\":[{},{\"kind\":\"link\"}],\"options\":{\"clock\":{\"kind\":"
                   "\"move\",\"seconds\":5}}}");
    make(&made[3],
         "{\"head\":\"aude 1\\nrules jcz\\nexpansions tower abbey-mayor\\ndraws "
         "9\",\"seats\":[{},{},{\"kind\":\"computer\"}]}");
}

/* -- Changes ---------------------------------------------------------------------------- */

static void put_number(char **text, size_t at, unsigned which)
{
    static const char *const numbers[] = {"-1",
                                          "0",
                                          "1",
                                          "7",
                                          "255",
                                          "65536",
                                          "-9223372036854775808",
                                          "2147483647",
                                          "9223372036854775807",
                                          "1.5",
                                          "null",
                                          "\"x\""};
    size_t n = strlen(*text), from = at;
    char *out = malloc(n + 32);

    while (from < n && ((*text)[from] < '0' || (*text)[from] > '9')) from++;
    size_t end = from + strspn(*text + from, "0123456789");
    sprintf(out, "%.*s%s%s", (int)from, *text, numbers[which % 12], *text + end);
    free(*text);
    *text = out;
}

static void swap(struct log *log, int a, int b)
{
    char *text = log->text[a], *secret = log->secret[a];

    log->text[a] = log->text[b];
    log->secret[a] = log->secret[b];
    log->text[b] = text;
    log->secret[b] = secret;
}

static void drop(struct log *log, int entry)
{
    while (entry + 1 < log->n) swap(log, entry, entry + 1), entry++;
    free(log->text[--log->n]);
    free(log->secret[log->n]);
}

static void change(struct log *log, const uint8_t *how)
{
    if (!log->n) return;
    int entry = how[0] % log->n;
    char **part =
        how[1] & 8 && log->secret[entry] ? &log->secret[entry] : &log->text[entry];
    size_t n = strlen(*part), at = n ? n * how[2] / 256 : 0;

    switch (how[1] & 7) {
    case 0:
        if (n) (*part)[at] = how[3] ? (char)how[3] : ' ';
        break;
    case 1:
    case 2:
        put_number(part, at, how[3]);
        break;
    case 3:
        drop(log, entry);
        break;
    case 4:
        swap(log, entry, how[3] % log->n);
        break;
    case 5:
        (*part)[at] = 0;
        break;
    case 6:
        free(log->secret[entry]);
        log->secret[entry] = NULL;
        break;
    default: { /* another entry's words */
        char *copy = memory_copy(log->text[how[3] % log->n]);
        free(*part);
        *part = copy;
    }
    }
}

/* -- A hub on top of it ----------------------------------------------------------------- */

static void wake(void *context, struct conn *conn)
{
    (void)context;
    (void)conn;
}

static bool think(void *context, struct hub_job *given)
{
    (void)context;
    if (job) return false;
    job = given;
    return true;
}

static void forget(void *context, uint64_t number)
{
    (void)context;
    (void)number;
}

static void drain(struct conn *conn)
{
    while (hub_send_next(conn)) hub_send_went_out(conn);
}

static void say(struct conn *conn, const char *text)
{
    char frame[200];
    int n = snprintf(frame, sizeof frame, "{\"id\":1,\"table\":\"%s\",%s}", name, text);

    hub_receive(conn, frame, (size_t)n);
}

static void play_on(struct hub *hub, struct conn *conn)
{
    static const char *const texts[] = {"\"type\":\"answer\",\"ask\":1,\"yes\":true",
                                        "\"type\":\"ask\",\"what\":\"takeback\"",
                                        "\"type\":\"ask\",\"what\":\"resume\"",
                                        "\"type\":\"undo\",\"at\":3",
                                        "\"type\":\"chat\",\"text\":\"x\"",
                                        "\"type\":\"back\",\"seat\":0",
                                        "\"type\":\"resign\",\"seat\":0",
                                        "\"type\":\"look\""};
    int64_t now = NOW;

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        say(conn, texts[i]);
        hub_time(hub, now += 7000);
        hub_tick(hub);
        hub_flush(hub);
        struct hub_job *done = job;
        job = NULL;
        if (done) hub_think_answer(hub, done->number, aude_game_default(&done->view));
        free(done);
        hub_flush(hub);
        drain(conn);
    }
}

/* Dates that were wrong are set back when a log is read, to the last one that its row has: to another one
 * each time. Then the table in memory and the one read again differ in when it was paused, and may. */
static bool dates_are_right(const struct log *log)
{
    bool right = true;

    for (int i = 0; i < log->n && right; i++) {
        json_t *entry = json_loads(log->text[i], 0, NULL);
        right = json_integer_value(json_object_get(entry, "at")) <= NOW;
        json_decref(entry);
    }
    return right;
}

/* Whatever the hub made of the log, what it stores must be readable again, by itself. */
static void serve(struct memory *memory, bool compare)
{
    struct hub_options options = {.store = &memory->store,
                                  .version = "fuzz",
                                  .conns_max = 2,
                                  .rooms_max = 2,
                                  .idle_ms = INT32_MAX,
                                  .think_ms = 10,
                                  .wake = wake,
                                  .think = think,
                                  .forget = forget};
    struct hub *hub = hub_new(&options);

    hub_time(hub, NOW);
    hub_ask_wake_tables(hub);
    struct conn *conn = hub_join(hub, NULL, "ann");
    say(conn, "\"type\":\"hello\",\"v\":1");
    say(conn, "\"type\":\"watch\",\"since\":0");
    bool served = hub->rooms != NULL;
    hub_flush(hub);
    drain(conn);
    if (served) play_on(hub, conn);
    free(asked_record(hub, name, "ann"));
    for (struct room *room = hub->rooms; room; room = room->after) {
        enum message_error why;
        char *is = table_look_dump(room->table);
        if (!hub__load_again(hub, room, &why)) abort();
        char *again = table_look_dump(room->table);
        if (compare && strcmp(is, again) != 0) {
            fprintf(stderr, "memory %s\nfold   %s\n", is, again);
            abort();
        }
        free(is);
        free(again);
    }
    hub_free(hub);
    free(job);
    job = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct memory memory;
    struct log log = {.n = 0};

    memory_begin();
    secret_init();
    if (!made[0].n) make_all();
    if (!size) return 0;
    const struct log *from = &made[data[0] % LOGS];
    int upto = 1 + data[0] / LOGS % from->n; /* a part of it, from the beginning */
    for (; log.n < upto; log.n++) {
        log.text[log.n] = memory_copy(from->text[log.n]);
        log.secret[log.n] = from->secret[log.n] ? memory_copy(from->secret[log.n]) : NULL;
    }
    for (size_t i = 1; i + 4 <= size && i < 4 * CHANGES; i += 4) change(&log, data + i);
    memory_open(&memory);
    struct store_row row = {
        .table = name, .updated = INT64_MAX, .awake = true, .deadline = 1};
    memory_set_row(&memory, &row);
    for (int i = 0; i < log.n; i++)
        memory_put(&memory.table[0], log.text[i], log.secret[i]);
    serve(&memory, dates_are_right(&log));
    memory.store.close(&memory.store);
    while (log.n) drop(&log, log.n - 1);
    return 0;
}
