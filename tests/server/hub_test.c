#include "hub_test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/hub/secret.h"

enum { WOKEN_MAX = 64 };

struct hub *hub;
struct store *store;
int64_t now;
struct hub_job *job;
bool broken, lying, unread, slow, sluggish, with_push, blind;
int64_t bad_seq;
char bad_row[TABLE_ID_MAX];
int conns_max = 50, rooms_max = 50;
const struct hub_owner *hub_owned_by;
bool one_address;
char complaint[80], seated[TABLE_WHO_MAX];
int64_t owed;
int too_dear;
char only_poor[TABLE_WHO_MAX];
uint64_t took_us;
static struct store was; /* the store's own calls */

static struct conn *woken[WOKEN_MAX]; /* has something to send, or is to be closed */
static int n_woken;

static void wake(void *context, struct conn *conn)
{
    (void)context;
    was_woken(conn);
    if (n_woken < WOKEN_MAX) woken[n_woken++] = conn;
}

bool was_woken(const struct conn *conn)
{
    for (int i = 0; i < n_woken; i++)
        if (woken[i] == conn) {
            woken[i] = woken[--n_woken];
            return true;
        }
    return false;
}

void (*noted)(const char *text);
void (*entry_noted)(const char *text, const char *secret);
bool calls_noted;

static void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void note(const char *format, ...)
{
    char text[200];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (noted) noted(text);
}

static bool think(void *context, struct hub_job *given)
{
    (void)context;
    if (job) return false;
    note("decision %d is asked of %s, within %d ms", (int)given->number, given->level,
         given->limit_ms);
    job = given;
    return true;
}

/* The store is asked. */
static void note_call(const char *what, const char *of)
{
    if (calls_noted) note("store: %s %s", what, of);
}

/* Whole, with what only the store knows, and what everybody reads of the tables. */
static void note_entries(const struct store_batch *batch)
{
    if (!entry_noted) return;
    for (int i = 0; i < batch->n_entries; i++)
        entry_noted(batch->entries[i].text, batch->entries[i].secret);
    for (int i = 0; i < batch->n_rows; i++) entry_noted(batch->rows[i].summary, NULL);
}

static void forget(void *context, uint64_t number)
{
    (void)context;
    note("decision %d is not wanted any more", (int)number);
}

/* A clock that is looked at twice for every batch. */
static uint64_t microseconds(void)
{
    static uint64_t at;

    return at += took_us;
}

/* Everybody comes from an address of his own. */
static uint64_t from(void *context, struct conn *conn)
{
    (void)context;
    return one_address ? 0 : (uintptr_t)hub_peer(conn);
}

static const struct store_answer failed = {.how = STORE_FAILED};

static void swallow(void *context, const struct store_answer *answer)
{
    *(struct store_answer *)context = *answer;
}

/* -- A slow store ----------------------------------------------------------------------- */

enum { HELD_MAX = 64 };

struct held {
    enum { HELD_APPEND, HELD_NOTE, HELD_READ, HELD_ANSWER } what;
    struct store_answer answer; /* of one that was carried out, and is not told yet */
    const struct store_batch *batch;
    struct store_pause pause;
    char table[TABLE_ID_MAX];
    int64_t since;
    int max;
    store_each_entry *each;
    store_done *done;
    void *context;
};

static struct held held[HELD_MAX];
static int n_held;

static void carry_out(const struct held *call);

static void begin_call(const struct held *call)
{
    if (!slow)
        carry_out(call);
    else if (CHECK(n_held < HELD_MAX))
        held[n_held++] = *call;
}

int land(int most)
{
    int n = 0;

    while (n < most && n_held) {
        struct held first = held[0];
        memmove(held, held + 1, (size_t)--n_held * sizeof held[0]);
        carry_out(&first);
        n++;
    }
    return n;
}

static void break_or_append(struct store *s, const struct store_batch *batch,
                            store_done *done, void *context)
{
    (void)s;
    begin_call(&(struct held){
        .what = HELD_APPEND, .batch = batch, .done = done, .context = context});
}

static void break_or_note(struct store *s, struct store_pause pause, int64_t drop,
                          store_done *done, void *context)
{
    (void)s;
    (void)drop;
    begin_call(&(struct held){
        .what = HELD_NOTE, .pause = pause, .done = done, .context = context});
}

struct passing {
    store_each_entry *each;
    store_done *done;
    void *context;
};

static bool pass_on(void *context, int64_t seq, const char *text, const char *secret)
{
    const struct passing *on = context;

    return on->each(on->context, seq, seq == bad_seq ? "{\"seq\":7}" : text, secret);
}

static void pass_done(void *context, const struct store_answer *answer)
{
    const struct passing *on = context;

    on->done(on->context, answer);
}

static void break_or_read(struct store *s, const char *table, int64_t since, int max,
                          store_each_entry *each, store_done *done, void *context)
{
    struct held call = {.what = HELD_READ,
                        .since = since,
                        .max = max,
                        .each = each,
                        .done = done,
                        .context = context};

    (void)s;
    note_call("read", table);
    snprintf(call.table, sizeof call.table, "%s", table);
    begin_call(&call);
}

static void carry_out(const struct held *call)
{
    struct passing on = {call->each, call->done, call->context};
    struct store_answer answer = failed;

    if (call->what == HELD_ANSWER) {
        call->done(call->context, &call->answer);
        return;
    }
    if (call->what == HELD_READ) {
        if (unread)
            call->done(call->context, &failed);
        else
            was.read(store, call->table, call->since, call->max, pass_on, pass_done, &on);
        return;
    }
    if (call->what == HELD_APPEND) note_entries(call->batch);
    if (call->what == HELD_APPEND && !broken)
        was.append(store, call->batch, swallow, &answer);
    else if (!broken)
        was.note_pause(store, call->pause, INT64_MIN, swallow, &answer);
    if (lying && call->what == HELD_APPEND) answer = failed;
    call->done(call->context, &answer);
}

/* -- Everything but entries ---------------------------------------------------------------- */

/* What the store says to somebody: rows go on at once, the end of it when it is told, which may be later. */
struct question {
    store_each_row *each_row;
    store_each_result *each_result;
    store_each_name *each_name;
    store_each_cells *each_cells;
    store_done *done;
    void *context;
};

static struct question *ask_for(store_done *done, void *context)
{
    struct question *one = calloc(1, sizeof *one);

    one->done = done;
    one->context = context;
    return one;
}

static bool on_row(void *context, const struct store_row *row)
{
    const struct question *one = context;

    struct store_row damaged = *row;
    if (!strcmp(row->table, bad_row)) damaged.summary = "{\"seats\":";
    return one->each_row(one->context, &damaged);
}

static bool on_result(void *context, const struct store_result *result)
{
    const struct question *one = context;

    return one->each_result(one->context, result);
}

static bool on_name(void *context, const struct store_name *name)
{
    const struct question *one = context;

    return one->each_name(one->context, name);
}

static bool on_cells(void *context, const struct store_cells *cells)
{
    const struct question *one = context;

    return one->each_cells(one->context, cells);
}

static void on_answer(void *context, const struct store_answer *answer)
{
    struct question *one = context;
    struct held call = {.what = HELD_ANSWER,
                        .answer = *answer,
                        .done = one->done,
                        .context = one->context};

    free(one);
    if (!sluggish)
        carry_out(&call);
    else if (CHECK(n_held < HELD_MAX))
        held[n_held++] = call;
}

static void break_or_change(struct store *s, const struct names_step *steps, int n,
                            store_done *done, void *context)
{
    struct store_answer answer = failed;

    note_call("change", n > 1 ? "many" : "one");
    if (!broken) was.statements->change(s, steps, n, swallow, &answer);
    if (lying) answer = failed;
    on_answer(ask_for(done, context), &answer);
}

static struct store_statements statements;

/* -- A blind store ---------------------------------------------------------------------- */

static struct store_results results;
static struct store_names names;
static struct store_pushes pushes;

static void blind_list(struct store *s, bool awake, int max, store_each_row *each,
                       store_done *done, void *context)
{
    struct question *one = ask_for(done, context);

    note_call("list", awake ? "awake" : "listed");
    one->each_row = each;
    if (blind)
        on_answer(one, &failed);
    else
        was.list(s, awake, max, on_row, on_answer, one);
}

static void blind_search(struct store *s, const struct store_search *search,
                         store_each_result *each, store_done *done, void *context)
{
    struct question *one = ask_for(done, context);

    note_call("search", "");
    one->each_result = each;
    if (blind)
        on_answer(one, &failed);
    else
        was.results->search(s, search, on_result, on_answer, one);
}

static void blind_rated(struct store *s, int64_t after, int max, store_each_result *each,
                        store_done *done, void *context)
{
    struct question *one = ask_for(done, context);

    note_call("rated", "");
    one->each_result = each;
    if (blind)
        on_answer(one, &failed);
    else
        was.results->rated(s, after, max, on_result, on_answer, one);
}

static void blind_of(struct store *s, const char *table, store_each_result *each,
                     store_done *done, void *context)
{
    struct question *one = ask_for(done, context);

    note_call("result of", table);
    one->each_result = each;
    if (blind)
        on_answer(one, &failed);
    else
        was.results->of(s, table, on_result, on_answer, one);
}

static void blind_find(struct store *s, enum store_name_by by, const char *key,
                       int64_t at, store_each_name *each, store_done *done, void *context)
{
    struct question *one = ask_for(done, context);

    note_call("name", key);
    one->each_name = each;
    if (blind)
        on_answer(one, &failed);
    else
        was.names->find(s, by, key, at, on_name, on_answer, one);
}

static void blind_ask(struct store *s, const struct names_step *step,
                      store_each_cells *each, store_done *done, void *context)
{
    struct question *one = ask_for(done, context);

    note_call("ask", "");
    one->each_cells = each;
    if (blind)
        on_answer(one, &failed);
    else
        was.statements->ask(s, step, on_cells, on_answer, one);
}

static void blind_has(struct store *s, const char *table, const char *who,
                      const char *endpoint, store_done *done, void *context)
{
    struct question *one = ask_for(done, context);

    note_call("subscription", table);
    if (blind)
        on_answer(one, &failed);
    else
        was.push->has(s, table, who, endpoint, on_answer, one);
}

static void sluggish_add(struct store *s, const struct store_push *push, store_done *done,
                         void *context)
{
    was.push->add(s, push, on_answer, ask_for(done, context));
}

static void sluggish_drop(struct store *s, const char *table, const char *who,
                          const char *endpoint, store_done *done, void *context)
{
    was.push->drop(s, table, who, endpoint, on_answer, ask_for(done, context));
}

static void sluggish_forget(struct store *s, int64_t before, store_done *done,
                            void *context)
{
    was.forget(s, before, on_answer, ask_for(done, context));
}

static void blindfold(void)
{
    results = *was.results;
    results.search = blind_search;
    results.rated = blind_rated;
    results.of = blind_of;
    names = *was.names;
    names.find = blind_find;
    pushes = *was.push;
    pushes.has = blind_has;
    pushes.add = sluggish_add;
    pushes.drop = sluggish_drop;
    store->forget = sluggish_forget;
    store->list = blind_list;
    store->results = &results;
    store->names = &names;
    store->push = &pushes;
    statements.ask = blind_ask;
}

static bool afford(void *context, struct conn *conn, enum hub_price what)
{
    (void)context;
    return (int)what != too_dear || (only_poor[0] && strcmp(hub_who(conn), only_poor));
}

static void owes(void *context, struct conn *conn, int64_t entries)
{
    (void)context;
    note("%s owes %d", hub_who(conn), (int)entries);
    owed += entries;
}

static void note_seat(void *context, struct conn *conn)
{
    (void)context;
    note("%s has a seat", hub_who(conn));
    snprintf(seated, sizeof seated, "%s", hub_who(conn));
}

static void complain(void *context, const char *table, int64_t seq)
{
    (void)context;
    note("%s is broken at %d", table, (int)seq);
    snprintf(complaint, sizeof complaint, "%s %d", table, (int)seq);
}

bool start_hub(void)
{
    struct hub_options options = {.store = store,
                                  .away_ms = TABLE_AWAY_MS,
                                  .version = "test",
                                  .conns_max = conns_max,
                                  .rooms_max = rooms_max,
                                  .idle_ms = 600000,
                                  .think_ms = 1000,
                                  .wake = wake,
                                  .think = think,
                                  .forget = forget,
                                  .from = from,
                                  .afford = afford,
                                  .owes = owes,
                                  .seated = note_seat,
                                  .microseconds = microseconds,
                                  .complain = complain,
                                  .owner = hub_owned_by};
    if (with_push) {
        options.push_key = "a key";
        options.push_after_ms = 1000;
    }
    hub = hub_new(&options);
    if (!hub) hub = hub_new(&options); /* memory may run out, once */
    if (!CHECK(hub != NULL)) return false;
    hub_time(hub, now);
    return true;
}

bool open_hub(void)
{
    char problem[200];

    secret_init();
    now = 5000000;
    broken = lying = unread = slow = sluggish = with_push = blind = one_address = false;
    bad_seq = 0;
    bad_row[0] = 0;
    complaint[0] = seated[0] = 0;
    owed = 0;
    noted = NULL;
    calls_noted = false;
    n_woken = 0;
    too_dear = -1;
    only_poor[0] = 0;
    store = store_open("sqlite::memory:", problem, sizeof problem);
    if (!store) store = store_open("sqlite::memory:", problem, sizeof problem);
    if (!CHECK(store != NULL)) return false;
    was = *store;
    store->append = break_or_append;
    store->note_pause = break_or_note;
    store->read = break_or_read;
    statements = *was.statements;
    statements.change = break_or_change;
    store->statements = &statements;
    blindfold();
    return start_hub();
}

void close_hub(void)
{
    hub_free(hub);
    slow = sluggish = false;
    land(HELD_MAX); /* nobody waits any more */
    store->close(store);
    free(job);
    job = NULL;
    conns_max = rooms_max = 50;
}

void pass(int64_t ms)
{
    now += ms;
    hub_time(hub, now);
    hub_tick(hub);
    hub_flush(hub);
}

const char *hears(struct conn *conn)
{
    static char text[1 << 20];
    size_t n = 0;
    struct hub_message *message;

    while ((message = hub_send_next(conn))) {
        n += (size_t)snprintf(text + n, sizeof text - n, "%.*s\n", (int)message->n,
                              message->data);
        hub_send_went_out(conn);
    }
    text[n] = 0;
    return text;
}

void says(struct conn *conn, const char *format, ...)
{
    static char text[16384];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *p = text; *p; p++)
        if (*p == '\'') *p = '"';
    hub_receive(conn, text, (size_t)n);
}

struct conn *join(const char *who)
{
    struct conn *conn = hub_join(hub, (void *)(uintptr_t)(unsigned char)who[0], who);

    if (!CHECK(conn != NULL)) return NULL;
    says(conn, "{'type':'hello','id':1,'v':1}");
    const char *told = hears(conn);
    CHECK(strstr(told, "\"computers\"") && !strstr(told, "error"));
    return conn;
}

bool keeps_bots;

void keep_name(int64_t id, const char *shown, const char *who)
{
    struct store_name name = {.id = id,
                              .shown = shown,
                              .letters = shown,
                              .form = shown,
                              .near = shown,
                              .who = who,
                              .created = 5,
                              .bot = keeps_bots,
                              .recovery = who};
    struct store_session session = {
        .hash = who, .name = id, .credential = "", .label = "", .ends = INT64_MAX / 2};
    struct store_name_change add[] = {{.act = STORE_NAME_ADD, .name = &name},
                                      {.act = STORE_SESSION_ADD, .session = &session}};

    CHECK_EQ(store_wait_change_names(store, add, 2), STORE_DONE);
}

struct conn *join_named(const char *who)
{
    struct conn *conn = join(who);

    if (conn) hub_names_session(conn, who);
    return conn;
}

void create(struct conn *conn, const char *seats, char id[TABLE_ID_MAX])
{
    says(conn, "{'type':'create','id':2," GROW ",'seats':%s}", seats); /* and options */
    hub_flush(hub);
    const char *at = strstr(hears(conn), "\"table\":\"");
    id[0] = 0;
    if (CHECK(at != NULL)) sscanf(at + 9, "%15[a-z0-9]", id);
}

bool restart(int64_t down_ms)
{
    store_hours_alive(store, now);
    hub_free(hub);
    slow = sluggish = false;
    land(HELD_MAX);
    now += down_ms;
    if (!CHECK(store_begin(store, &now) || store_begin(store, &now)) || !start_hub())
        return false;
    hub_ask_wake_tables(hub);
    return true;
}

void says_everything(struct conn *conn, const char *table)
{
    static const char *const calls[] = {
        "'watch'",
        "'look'",
        "'leave'",
        "'here'",
        "'rematch'",
        "'sit','seat':0,'name':'X'",
        "'stand','seat':0",
        "'seat','seat':0,'kind':'computer'",
        "'start'",
        "'act','at':0,'action':'pass'",
        "'undo','at':0",
        "'ask','what':'takeback'",
        "'ask','what':'pause'",
        "'answer','ask':1,'yes':true",
        "'back','seat':0",
        "'resign','seat':0",
        "'resign','seat':1",
        "'chat','text':'hello','name':'X'",
        "'nudge'",
        "'subscribed'",
        "'unsubscribe','endpoint':'https://example.org/a'",
    };

    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (i % 5 == 0) pass(5000); /* or it would speak too often */
        says(conn, "{'id':%d,'table':'%s','type':%s}", 20 + (int)i, table, calls[i]);
    }
    hub_flush(hub);
}
