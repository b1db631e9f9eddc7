/* fuzz_hub.c -- the hub when everything goes wrong: a store that fails, computers that answer late,
 * people who come and go and do not listen, more tables than there is room for, restarts.
 *
 * The input is pairs of bytes: what happens, and to whom. Time is simulated. What must hold:
 *
 *   seen = stored      every entry that anybody hears is in the store, byte for byte, without a gap
 *   never lost         a move that was acknowledged is in the store
 *   memory = fold      a table in memory is the fold of its stored log
 *   one result         a game that has ended has one result, the one that its log gives; others have none
 *   stopped is stopped a clock that does not run does not lose time
 *   liveness           when nothing fails any more: who watches is told, computers move, clocks act */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "memory.h"
#include "server/hub/hub_internal.h"
#include "server/hub/secret.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern long fuzz_hub_tables; /* that were made: tools/simulate/simulate.c counts them */
long fuzz_hub_tables;
extern long fuzz_hub_results; /* games that ended */
long fuzz_hub_results;

enum { TABLES = 3, PEERS = 5, THINKERS = 2, ROOMS_MAX = 2, OPS_MAX = 120 };
/* Requests that may wait for an answer at once: at most two for each thing that happens, when nobody listens. */
enum { ACTS = 256 };
static_assert((int)ACTS > 2 * (int)OPS_MAX, "none takes the place of another");

struct act { /* a decision that waits for its answer */
    int id, table, at;
    int64_t before; /* entries that were stored then */
};

struct wish { /* to watch a table, or to leave it, that waits for its answer */
    int id, table;
    bool leave;
    int64_t since;
};

struct peer {
    struct conn *conn;
    const char *who;
    bool watches[TABLES];
    int64_t seen[TABLES];
    struct act act[ACTS];
    struct wish wish[ACTS];
};

struct left { /* what clocks showed while they stood */
    int64_t seq, ms[AUDE_SEATS_MAX];
    bool stopped;
};

static struct memory memory;
static struct hub *hub;
static int64_t now;
static struct peer peer[PEERS];
static char id[TABLES][TABLE_ID_MAX];
static int n_tables, ids;
static struct hub_job *job[THINKERS];
static struct left left[TABLES];

static void fail(const char *what)
{
    fprintf(stderr, "fuzz_hub: %s\n", what);
    abort();
}

/* -- The hub's surroundings ------------------------------------------------------------- */

static void wake(void *context, struct conn *conn)
{
    (void)context;
    (void)conn;
}

static bool think(void *context, struct hub_job *given)
{
    (void)context;
    for (int i = 0; i < THINKERS; i++)
        if (!job[i]) {
            job[i] = given;
            return true;
        }
    return false;
}

static void forget(void *context, uint64_t number)
{
    (void)context;
    (void)number; /* the answer comes all the same, and is of no use */
}

static uint64_t from(void *context, struct conn *conn)
{
    (void)context;
    return conn->who[0] ? (unsigned char)conn->who[0] : 1;
}

static void complain(void *context, const char *table, int64_t seq)
{
    (void)context;
    (void)table;
    (void)seq;
    fail("a log is broken");
}

static void begin_hub(void)
{
    struct hub_options options = {.store = &memory.store,
                                  .version = "fuzz",
                                  .conns_max = PEERS,
                                  .rooms_max = ROOMS_MAX,
                                  .idle_ms = INT32_MAX,
                                  .think_ms = 10,
                                  .wake = wake,
                                  .think = think,
                                  .forget = forget,
                                  .from = from,
                                  .complain = complain};

    bool slow = memory.slow;

    memory.slow = false; /* the start waits for the store */
    store_begin(&memory.store, &now);
    memory.slow = slow;
    hub = hub_new(&options);
    hub_time(hub, now);
    hub_ask_wake_tables(hub);
}

static void end_hub(void)
{
    hub_free(hub);
    for (int i = 0; i < PEERS; i++) peer[i] = (struct peer){.who = peer[i].who};
    for (int i = 0; i < THINKERS; i++) {
        free(job[i]);
        job[i] = NULL;
    }
}

static struct room *room_of(int table)
{
    for (struct room *room = hub->rooms; room; room = room->after)
        if (!strcmp(room->table->id, id[table])) return room;
    return NULL;
}

static int table_named(const char *name)
{
    for (int t = 0; t < n_tables; t++)
        if (!strncmp(name, id[t], strlen(id[t])) && name[strlen(id[t])] == '"') return t;
    return -1;
}

/* -- What is heard ---------------------------------------------------------------------- */

/* {"type":"log","table":"..","entries":[..]}: every entry as it is stored, each after the last. */
static void hear_log(struct peer *one, const char *text)
{
    int t = table_named(text + 23);
    const char *at = strstr(text, "\"entries\":[");

    if (t < 0 || !at) return; /* a rematch: nobody keeps count of it */
    const struct memory_table *log = memory_find(&memory, id[t]);
    at += 11;
    do {
        int64_t seq = strtoll(at + 7, NULL, 10); /* {"seq": */
        if (!log || seq < 1 || seq > log->n) fail("heard what is not stored");
        size_t n = strlen(log->text[seq - 1]);
        if (strncmp(at, log->text[seq - 1], n) != 0)
            fail("heard something else than is stored");
        if (!one->watches[t]) fail("heard of a table that is not watched");
        if (seq != one->seen[t] + 1) fail("an entry is missing, or comes twice");
        one->seen[t] = seq;
        at += n;
    } while (*at++ == ',');
}

static void hear_ok(struct peer *one, const char *text)
{
    int n = atoi(text + 18); /* {"type":"ok","id": */
    const struct act *act = &one->act[n % ACTS];

    const struct wish *wish = &one->wish[n % ACTS];
    if (n && n == wish->id) {
        const char *seq = strstr(text, "\"seq\":");
        int64_t committed = seq ? strtoll(seq + 6, NULL, 10) : 0;
        one->watches[wish->table] = !wish->leave;
        if (!wish->leave)
            one->seen[wish->table] = wish->since < committed ? wish->since : committed;
    }
    if (!n || act->id != n) return;
    const struct memory_table *log = memory_find(&memory, id[act->table]);
    char step[40];
    int64_t i = act->before;
    snprintf(step, sizeof step, "\"step\",\"n\":%d,", act->at + 1);
    while (log && i < log->n && !strstr(log->text[i], step)) i++;
    if (!log || i >= log->n) fail("an acknowledged move is not stored");
}

static void hear(struct peer *one, const char *text)
{
    if (!strncmp(text, "{\"type\":\"log\"", 13)) hear_log(one, text);
    if (!strncmp(text, "{\"type\":\"ok\"", 12)) hear_ok(one, text);
    if (!strncmp(text, "{\"type\":\"error\",\"table\":\"", 25)) {
        int t = table_named(text + 25); /* shown out */
        if (t >= 0) one->watches[t] = false;
    }
}

/* The next message as a string; NULL: none. */
static const char *next_text(const struct peer *one)
{
    static char text[HUB_OUT_HARD + 1];
    const struct hub_message *message = hub_send_next(one->conn);

    if (!message) return NULL;
    memcpy(text, message->data, message->n);
    text[message->n] = 0;
    return text;
}

static void drain(struct peer *one, int most)
{
    const char *text;

    while (one->conn && most-- > 0 && (text = next_text(one))) {
        hub_send_went_out(one->conn);
        hear(one, text);
    }
    if (one->conn && hub_send_done(one->conn)) {
        hub_leave(one->conn);
        *one = (struct peer){.who = one->who};
    }
}

/* -- What is done ----------------------------------------------------------------------- */

static int say(struct peer *one, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A request with ' for ", and its number first. */
static int say(struct peer *one, const char *format, ...)
{
    char text[1024];
    va_list args;
    int n = snprintf(text, sizeof text, "{\"id\":%d,", ++ids);

    if (!one->conn) return 0;
    va_start(args, format);
    n += vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    for (char *p = text; *p; p++)
        if (*p == '\'') *p = '"';
    hub_receive(one->conn, text, (size_t)n);
    return ids;
}

static void come(struct peer *one)
{
    if (one->conn || !(one->conn = hub_join(hub, one, one->who))) return;
    say(one, "'type':'hello','v':1}");
}

static void go(struct peer *one)
{
    if (one->conn) hub_leave(one->conn);
    *one = (struct peer){.who = one->who};
}

static void create(struct peer *one, unsigned how)
{
    static const char *const seats[] = {"{},{}", "{},{'kind':'link'}",
                                        "{},{'kind':'computer','level':'random'}",
                                        "{'kind':'computer'},{'kind':'computer'}"};
    static const char *const clocks[] = {"'none'", "'move','seconds':5",
                                         "'budget','seconds':9,'increment':1",
                                         "'move','seconds':7200"};
    static const char *const late[] = {"default", "computer", "lose"};
    const char *text, *at;
    char ours[40];

    if (n_tables == TABLES || !one->conn) return;
    drain(one, INT32_MAX);
    if (!one->conn) return;
    if (!say(one,
             "'type':'create','head':'aude 1\\nrules grow\\ndraws %u','seats':[%s],"
             "'options':{'watch':%s,'clock':{'kind':%s},'late':'%s'}}",
             4 + how / 96, seats[how & 3], how & 64 ? "false" : "true",
             clocks[how >> 2 & 3], late[how / 16 % 3]))
        return;
    hub_flush(hub);
    memory_turn(&memory, INT32_MAX);
    snprintf(ours, sizeof ours, "{\"type\":\"ok\",\"id\":%d,", ids);
    while ((text = one->conn ? next_text(one) : NULL) &&
           strncmp(text, ours, strlen(ours)) != 0)
        drain(one, 1); /* what waited before is answered first */
    if (!text) return;
    at = strstr(text, "\"table\":\"");
    if (!at || sscanf(at + 9, "%15[a-z0-9]", id[n_tables]) != 1) return;
    left[n_tables] = (struct left){0};
    if (hub__room_sub(one->conn, room_of(n_tables))) one->watches[n_tables] = true;
    n_tables++;
    fuzz_hub_tables++;
    hub_send_went_out(one->conn);
}

static void watch(struct peer *one, int table, bool whole)
{
    if (!one->conn) return;
    struct wish wish = {
        .id = ids + 1, .table = table, .since = whole ? 0 : one->seen[table]};
    one->wish[wish.id % ACTS] = wish;
    say(one, "'type':'watch','table':'%s','since':%d}", id[table], (int)wish.since);
}

/* Some legal action of whoever decides. */
static void act(struct peer *one, int table, unsigned which)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    const struct room *room = room_of(table);
    char words[96];

    if (!one->conn || !room || room->lost || !room->table->sitting.game) return;
    if (aude_game_over(room->table->sitting.game)) return;
    int n = aude_game_actions(room->table->sitting.game, list, AUDE_ACTIONS_MAX);
    if (n <= 0) return;
    aude_action_text(room->table->sitting.game, list[which % (unsigned)n], words,
                     sizeof words);
    const struct memory_table *log = memory_find(&memory, id[table]);
    struct act made = {
        .table = table, .at = room->table->sitting.n_steps, .before = log ? log->n : 0};
    made.id = ids + 1;
    one->act[made.id % ACTS] = made;
    say(one, "'type':'act','table':'%s','at':%d,'action':'%s'}", id[table], made.at,
        words);
}

/* One computer answers: something legal, the mildest, or nonsense. */
static void answer(unsigned which)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    int i = job[which % THINKERS] ? (int)(which % THINKERS) : 0;
    struct hub_job *done = job[i];

    if (!done) return;
    int n = aude_game_actions(&done->view, list, AUDE_ACTIONS_MAX);
    struct aude_action action = n > 0 && which & 2 ? list[which / 4 % (unsigned)n]
                                : which & 4        ? (struct aude_action){.kind = 99}
                                                   : aude_game_default(&done->view);
    job[i] = NULL;
    hub_think_answer(hub, done->number, action);
    free(done);
}

static void request(struct peer *one, int table, unsigned which)
{
    static const char *const plain[] = {"'what':'pause','type':'ask'",
                                        "'what':'resume','type':'ask'",
                                        "'what':'takeback','type':'ask'",
                                        "'what':'computer','seat':0,'type':'ask'",
                                        "'what':'computer','seat':1,'type':'ask'",
                                        "'type':'resign','seat':0",
                                        "'type':'resign','seat':1",
                                        "'type':'back','seat':0",
                                        "'type':'back','seat':1",
                                        "'type':'chat','text':'x','name':'Z'",
                                        "'type':'nudge'",
                                        "'type':'sit','seat':1,'name':'B'",
                                        "'type':'start'",
                                        "'type':'here'",
                                        "'type':'look'",
                                        "'type':'stand','seat':1",
                                        "'type':'seat','seat':1,'kind':'computer'",
                                        "'type':'rematch'"};
    const struct room *room = room_of(table);
    int asks = room ? room->table->asks : 0, at = room ? room->table->sitting.n_steps : 0;
    unsigned kinds = sizeof plain / sizeof plain[0];

    which %= kinds + 4;
    if (which < kinds)
        say(one, "%s,'table':'%s'}", plain[which], id[table]);
    else if (which < kinds + 2)
        say(one, "'type':'answer','yes':%s,'ask':%d,'table':'%s'}",
            which == kinds ? "true" : "false", asks, id[table]);
    else if (which == kinds + 2)
        say(one, "'type':'undo','at':%d,'table':'%s'}", at, id[table]);
    else if (one->conn) {
        one->wish[(ids + 1) % ACTS] =
            (struct wish){.id = ids + 1, .table = table, .leave = true};
        say(one, "'type':'leave','table':'%s'}", id[table]);
    }
}

/* -- Time and trouble ------------------------------------------------------------------- */

/* What is left to each seat; no computer's thinking counts. */
static int64_t left_to(const struct table *table, unsigned seat)
{
    bool decides = table_look_actor(table) == seat && !table_look_computer(table);

    return table->sitting.left[seat] - (decides ? table__play_spent(table, now) : 0);
}

static void check_clocks(void)
{
    for (int t = 0; t < n_tables; t++) {
        const struct room *room = room_of(t);
        if (!room || room->lost || room->dirty || hub__room_is_busy(room)) continue;
        const struct table *table = room->table;
        struct left is = {.seq = table->seq,
                          .stopped = table->stage == TABLE_OVER ||
                                     table->sitting.paused || table_look_computer(table)};
        for (unsigned s = 0; s < table->head.setup.n_seats; s++)
            is.ms[s] = left_to(table, s);
        if (is.stopped && left[t].stopped && is.seq == left[t].seq &&
            memcmp(is.ms, left[t].ms, sizeof is.ms) != 0)
            fail("a clock that stands has lost time");
        left[t] = is;
    }
}

static void pass(int64_t ms)
{
    now += ms;
    hub_time(hub, now);
    if (!hub_waits_for_store(hub)) store_hours_alive(&memory.store, now);
    hub_tick(hub);
}

static void trouble(unsigned which)
{
    memory.refuse = which & 1;
    memory.lie = which & 2;
    memory.mute = which & 4;
    memory.slow = which & 8;
    memory_turn(&memory, (int)(which >> 4));
}

static void restart(unsigned how)
{
    if (how & 1) hub_flush(hub);
    memory_before_crash(&memory, (int)(how >> 1 & 3));
    end_hub();
    memory_after_crash(&memory);
    now += how * 1000;
    begin_hub();
}

static void happen(unsigned what, unsigned how)
{
    static const int64_t times[] = {10, 100, 500, 3000, 6000, 25000, 130000, 7300000};
    struct peer *one = &peer[how % PEERS];
    int table = n_tables ? (int)(how / PEERS) % n_tables : -1;

    switch (what % 16) {
    case 0:
        come(one);
        break;
    case 1:
        go(one);
        break;
    case 2:
        come(&peer[what / 16 % PEERS]);
        create(&peer[what / 16 % PEERS], how);
        break;
    case 3:
        if (table >= 0) watch(one, table, how / 64);
        break;
    case 4:
    case 5:
    case 6:
        if (table >= 0) act(one, table, how / 15 + what / 16);
        break;
    case 7:
    case 8:
        answer(how);
        break;
    case 9:
        trouble(how);
        break;
    case 10:
        restart(how);
        break;
    case 11:
        drain(one, how < 128 ? INT32_MAX : 2);
        break;
    case 12:
    case 13:
        pass(times[how % 8]);
        break;
    default:
        if (table >= 0) request(one, table, how / 15 + what / 16);
    }
    if (!(what & 128)) hub_flush(hub);
    check_clocks();
}

/* -- What must hold in the end ---------------------------------------------------------- */

static struct table *folded(const struct memory_table *log)
{
    struct table *table = table_new(log->id);

    for (int64_t i = 0; i < log->n; i++)
        if (!table_fold(table, log->text[i], log->secret[i])) fail("a log does not fold");
    table_outbox_clear(table);
    table_play_skip(table, store_hours_down(&memory.store, table->sitting.since));
    return table;
}

static void check_memory(void)
{
    for (const struct room *room = hub->rooms; room; room = room->after) {
        const struct memory_table *log = memory_find(&memory, room->table->id);
        if (!log) fail("a table in memory is not stored");
        struct table *again = folded(log);
        char *a = table_look_dump(room->table), *b = table_look_dump(again);
        if (strcmp(a, b) != 0) {
            fprintf(stderr, "memory %s\nfold   %s\n", a, b);
            fail("memory is not the fold of the log");
        }
        free(a);
        free(b);
        table_free(again);
    }
}

static void check_results(void)
{
    for (int i = 0; i < memory.n; i++) {
        const struct memory_table *log = &memory.table[i];
        struct table *table = folded(log);
        struct store_result result;
        char keys[STORE_SEATS_MAX][STORE_LETTERS_MAX], text[sizeof log->result] = "";
        bool over = hub_result(table, &result, keys);
        if (over) memory_result_text(&result, text, sizeof text);
        if (log->results != over || strcmp(text, log->result) != 0) {
            fprintf(stderr, "%d results of a game that %s\nstored %s\nlog    %s\n",
                    log->results, over ? "has ended" : "goes on", log->result, text);
            fail("a finished game has one result, the one that its log gives");
        }
        table_free(table);
        fuzz_hub_results += over;
    }
}

/* A moment in which nothing fails: everybody is told, every computer answers. */
static void good_round(bool computers)
{
    pass(200);
    hub_flush(hub);
    memory_turn(&memory, INT32_MAX);
    for (int i = 0; i < PEERS; i++) drain(&peer[i], INT32_MAX);
    for (unsigned i = 0; computers && i < THINKERS; i++) answer(i);
    hub_flush(hub);
    for (int i = 0; i < PEERS; i++) drain(&peer[i], INT32_MAX);
}

static void check_watchers(void)
{
    for (int i = 0; i < PEERS; i++)
        for (int t = 0; t < n_tables; t++) {
            const struct room *room = room_of(t);
            if (!peer[i].conn || !peer[i].watches[t]) continue;
            if (!room || !hub__room_sub(peer[i].conn, room))
                fail("one who watches is forgotten");
            if (peer[i].seen[t] != room->committed) fail("one who watches was not told");
        }
}

static void check_computers(void)
{
    int64_t before[TABLES];
    bool due[TABLES];

    for (int t = 0; t < n_tables; t++) {
        const struct room *room = room_of(t);
        due[t] = room && room->subs && table_look_computer(room->table);
        before[t] = room ? room->table->seq : 0;
    }
    for (int i = 0; i < 4; i++) good_round(true);
    for (int t = 0; t < n_tables; t++) {
        const struct room *room = room_of(t);
        if (due[t] && room && room->subs && room->table->seq == before[t])
            fail("a computer does not move");
    }
}

/* When the clock of a stored table runs out; INT64_MAX: it does not run. */
static int64_t deadline_of(const struct memory_table *log, const struct room *room)
{
    struct table *table = room ? NULL : folded(log);
    const struct table *is = room ? room->table : table; /* the same, as was checked */
    int64_t ends = is->stage == TABLE_PLAY && is->options.clock ? table_play_deadline(is)
                                                                : INT64_MAX;

    /* A question that was open when the server stopped is closed that much later. */
    if (is->ask.open && ends < INT64_MAX)
        ends += store_hours_down(&memory.store, log->updated);
    table_free(table);
    return ends;
}

static void check_deadlines(void)
{
    int64_t before[TABLES] = {0}, last = now;

    for (int t = 0; t < n_tables; t++) {
        const struct memory_table *log = memory_find(&memory, id[t]);
        int64_t ends = log ? deadline_of(log, room_of(t)) : INT64_MAX;
        if (ends < INT64_MAX) before[t] = log->n;
        if (ends < INT64_MAX && ends > last) last = ends;
    }
    for (int i = 0; i < PEERS; i++) go(&peer[i]); /* though nobody is there */
    pass(last - now);
    for (int i = 0; i < 3; i++) good_round(false);
    for (int t = 0; t < n_tables; t++) {
        const struct memory_table *log = memory_find(&memory, id[t]);
        if (before[t] && (!log || log->n == before[t]))
            fail("a clock ran out and nothing happened");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const who[PEERS] = {"ann", "bob", "ann", "eve", ""};

    memory_begin();
    secret_init();
    memory_open(&memory);
    now = 1000000;
    n_tables = ids = 0;
    for (int i = 0; i < PEERS; i++) peer[i] = (struct peer){.who = who[i]};
    begin_hub();
    for (size_t i = 0; i + 1 < size && i < (size_t)2 * OPS_MAX; i += 2)
        happen(data[i], data[i + 1]);
    trouble(0);
    for (int i = 0; i < 2; i++) good_round(true);
    check_watchers();
    check_computers();
    check_memory();
    check_deadlines();
    check_results();
    end_hub();
    memory.store.close(&memory.store);
    return 0;
}
