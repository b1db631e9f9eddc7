/* store_pg.c -- the calls of store.h, as statements of PostgreSQL. Each call becomes an op (store_pg.h). */
#include "store_pg.h"

#include "store_hours.h"
#include "store_wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIVE_MS = 1000, CLOSE_TURNS = 25 };

static struct pg_store *pg_of(struct store *store)
{
    return (struct pg_store *)store;
}

static struct pg_line *pg_writing(struct pg_store *s)
{
    return &s->line[0];
}

static struct pg_line *pg_reading(struct pg_store *s)
{
    return &s->line[1];
}

struct pg_op *pg_begin(struct store *store, store_done *done, void *context)
{
    struct pg_op *op = pg_line_op_new(pg_of(store), done, context);

    if (!op) done(context, &(struct store_answer){.how = STORE_FAILED});
    return op;
}

int64_t pg_number(const PGresult *rows, int row, int n)
{
    return strtoll(PQgetvalue(rows, row, n), NULL, 10);
}

/* NULL: nothing. */
static const char *pg_text(const PGresult *rows, int row, int n)
{
    return PQgetisnull(rows, row, n) ? NULL : PQgetvalue(rows, row, n);
}

/* -- Writing ---------------------------------------------------------------------------- */

static void pg_put_row(struct pg_op *op, const struct store_row *row)
{
    pg_line_op_query(op, PG_SET_ROW);
    pg_line_op_text(op, row->table);
    pg_line_op_number(op, row->created);
    pg_line_op_number(op, row->updated);
    pg_line_op_number(op, row->listed);
    pg_line_op_number(op, row->over);
    pg_line_op_number(op, row->awake);
    pg_line_op_text(op, row->summary);
    pg_line_op_number(op, row->deadline);
    pg_line_op_number(op, row->origin);
    if (!row->listed || row->over) return;
    pg_line_op_query(op, PG_UNLIST);
    pg_line_op_text(op, row->table);
    pg_line_op_number(op, STORE_LISTED_MAX);
}

static void pg_put_entry(struct pg_op *op, const struct store_entry *entry)
{
    pg_line_op_query(op, PG_ADD_ENTRY);
    pg_line_op_text(op, entry->table);
    pg_line_op_number(op, entry->seq);
    pg_line_op_number(op, entry->at);
    pg_line_op_text(op, entry->text);
    pg_line_op_text(op, entry->secret);
    pg_line_op_number(op, entry->epoch);
}

/* A new table belongs to whoever made it. */
static void pg_put_owner(struct pg_op *op, const struct store_batch *batch,
                         const struct store_entry *entry)
{
    if (entry->seq != 1 || !entry->epoch || !batch->node) return;
    pg_line_op_query(op, PG_OWN_NEW);
    pg_line_op_text(op, entry->table);
    pg_line_op_text(op, batch->node);
    pg_line_op_number(op, batch->until);
}

static void pg_put_turn(struct pg_op *op, const struct store_turn *turn)
{
    if (turn->over) {
        pg_line_op_query(op, PG_OVER);
        pg_line_op_text(op, turn->table);
        return;
    }
    if (turn->owners) {
        pg_line_op_query(op, PG_OWNERS);
        pg_line_op_text(op, turn->table);
        for (int i = 0; i < STORE_OWNERS_MAX; i++)
            pg_line_op_text(op, i < turn->n_owners ? turn->owners[i] : "");
    }
    pg_line_op_query(op, PG_TURN);
    pg_line_op_text(op, turn->table);
    pg_line_op_text(op, turn->who);
    pg_line_op_number(op, turn->seat);
    pg_line_op_number(op, turn->turn);
    pg_line_op_number(op, turn->due);
}

static void pg_append(struct store *store, const struct store_batch *batch,
                      store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->batch = batch;
    op->safe = true;
    for (int i = 0; i < batch->n_people; i++) {
        pg_line_op_query(op, PG_SEEN);
        pg_line_op_text(op, batch->people[i]);
        pg_line_op_number(op, batch->now);
        pg_line_op_number(op, batch->now);
    }
    for (int i = 0; i < batch->n_rows; i++) pg_put_row(op, &batch->rows[i]);
    for (int i = 0; i < batch->n_entries; i++) {
        pg_put_owner(op, batch, &batch->entries[i]);
        pg_put_entry(op, &batch->entries[i]);
    }
    for (int i = 0; i < batch->n_turns; i++) pg_put_turn(op, &batch->turns[i]);
    for (int i = 0; i < batch->n_results; i++) pg_result_put(op, &batch->results[i]);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static void pg_forget(struct store *store, int64_t before, store_done *done,
                      void *context)
{
    static const enum pg_statement all[] = {PG_NAMES + (int)NAMES_TOURNAMENT_FORGET_LINES,
                                            PG_NAMES + (int)NAMES_TOURNAMENT_FORGET,
                                            PG_FORGET_SEATS,
                                            PG_FORGET_RESULTS,
                                            PG_KEEP_RESULTS,
                                            PG_FORGET_PUSH,
                                            PG_FORGET_OWNER,
                                            PG_FORGET_GAP,
                                            PG_FORGET_LOG,
                                            PG_FORGET_ROW};
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->safe = true;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        pg_line_op_query(op, all[i]);
        pg_line_op_number(op, before);
    }
    pg_line_ask(pg_writing(pg_of(store)), op);
}

/* -- Reading ---------------------------------------------------------------------------- */

static bool pg_on_entry(struct pg_op *op, int n, const PGresult *rows, int row)
{
    if (n == 1) {
        op->answer.updated = pg_number(rows, row, 0);
        return true;
    }
    if (n == 2) {
        op->gaps[op->answer.n_gaps++] =
            (struct store_pause){pg_number(rows, row, 0), pg_number(rows, row, 1)};
        return op->answer.n_gaps < STORE_GAPS_MAX;
    }
    if (!op->found && !op->each.entry(op->context, pg_number(rows, row, 0),
                                      pg_text(rows, row, 1), pg_text(rows, row, 2)))
        op->found = 1; /* no more, but the answer to the second query is still wanted */
    return true;
}

/* Not repeated after a lost connection: some rows may have been handed out already. */
static void pg_read(struct store *store, const char *table, int64_t since, int max,
                    store_each_entry *each, store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->row = pg_on_entry;
    op->each.entry = each;
    op->answer.updated = INT64_MAX;
    pg_line_op_query(op, PG_READ);
    pg_line_op_text(op, table);
    pg_line_op_number(op, since);
    pg_line_op_number(op, max);
    pg_line_op_query(op, PG_UPDATED);
    pg_line_op_text(op, table);
    if (!since && (op->gaps = calloc(STORE_GAPS_MAX, sizeof *op->gaps))) {
        pg_line_op_query(op, PG_GAPS);
        pg_line_op_text(op, table);
        pg_line_op_number(op, STORE_GAPS_MAX);
    }
    pg_line_ask(pg_reading(pg_of(store)), op);
}

static bool pg_on_game(struct pg_op *op, int n, const PGresult *rows, int row)
{
    struct store_row game = {.table = pg_text(rows, row, 0),
                             .created = pg_number(rows, row, 1),
                             .updated = pg_number(rows, row, 2),
                             .listed = pg_number(rows, row, 3),
                             .over = pg_number(rows, row, 4),
                             .awake = pg_number(rows, row, 5),
                             .summary = pg_text(rows, row, 6),
                             .deadline = pg_number(rows, row, 7)};

    (void)n;
    return op->each.row(op->context, &game);
}

static void pg_list(struct store *store, bool awake, int max, store_each_row *each,
                    store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->row = pg_on_game;
    op->each.row = each;
    pg_line_op_query(op, awake ? PG_AWAKE : PG_LIST);
    pg_line_op_number(op, max);
    pg_line_ask(pg_reading(pg_of(store)), op);
}

/* -- When a server ran ------------------------------------------------------------------ */

static void pg_note_pause(struct store *store, struct store_pause pause, int64_t drop,
                          store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->safe = true;
    pg_line_op_query(op, PG_DROP_PAUSE);
    pg_line_op_number(op, drop);
    pg_line_op_query(op, PG_ADD_PAUSE);
    pg_line_op_number(op, pause.gone);
    pg_line_op_number(op, pause.back);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static void pg_set_back(struct store *store, int64_t now, store_done *done, void *context)
{
    static const enum pg_statement all[] = {PG_CUT_PAUSES, PG_END_PAUSE, PG_BACK_PUSHES,
                                            PG_BACK_ROWS};
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->safe = true;
    for (int i = 0; i < 4; i++) {
        pg_line_op_query(op, all[i]);
        pg_line_op_number(op, now);
    }
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static void pg_on_alive(void *context, const struct store_answer *answer)
{
    struct pg_store *s = context;

    s->alive_under_way--;
    if (answer->how == STORE_DONE) s->store.stuck = 0;
}

/* The database's clock, somewhere between now and when it was asked; and what stood in the row: our own word of before,
 * unless another server says that it runs. */
static bool pg_on_clock(struct pg_op *op, int n, const PGresult *rows, int row)
{
    struct pg_store *s = op->context;

    (void)n;
    s->store.clock = pg_number(rows, row, 0);
    bool other = s->alive_before && pg_number(rows, row, 1) > s->alive_before;
    s->store.others = other ? s->store.others + 1 : 0;
    s->store.ahead = s->alive_said > s->store.clock ? s->alive_said - s->store.clock : 0;
    return true;
}

static void pg_say_alive(struct pg_store *s)
{
    struct pg_op *op =
        s->alive_said == s->alive ? NULL : pg_line_op_new(s, pg_on_alive, s);

    if (!op) return;
    s->alive_before = s->alive_said;
    s->alive_said = s->alive;
    s->alive_under_way++;
    if (!s->store.stuck) s->store.stuck = s->alive; /* until it is written */
    op->row = pg_on_clock;
    pg_line_op_query(op, PG_ALIVE);
    pg_line_op_number(op, s->alive);
    pg_line_ask(pg_writing(s), op);
}

/* Once a second is enough: after a crash clocks may be wrong by that much. */
static void pg_alive(struct store *store, int64_t now)
{
    struct pg_store *s = pg_of(store);

    s->alive = now;
    if (s->alive_under_way) return;
    if (now < s->alive_said || now - s->alive_said >= ALIVE_MS) pg_say_alive(s);
}

static bool pg_on_hours(struct pg_op *op, int n, const PGresult *rows, int row)
{
    struct store_hours *hours = op->hours;

    if (!n) {
        hours->alive = pg_number(rows, row, 0);
        hours->latest = pg_number(rows, row, 1);
        hours->oldest = pg_number(rows, row, 2);
    } else if (hours->n_pauses < STORE_PAUSES_MAX)
        hours->pauses[hours->n_pauses++] =
            (struct store_pause){pg_number(rows, row, 0), pg_number(rows, row, 1)};
    return true;
}

static void pg_hours(struct store *store, struct store_hours *out, store_done *done,
                     void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    out->n_pauses = 0;
    pg_say_alive(pg_of(store));
    op->row = pg_on_hours;
    op->hours = out;
    pg_line_op_query(op, PG_HOURS);
    pg_line_op_query(op, PG_PAUSES);
    pg_line_op_number(op, STORE_PAUSES_MAX);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

/* -- Subscriptions ---------------------------------------------------------------------- */

static void pg_push_names(struct pg_op *op, const char *a, const char *b, const char *c)
{
    pg_line_op_text(op, a);
    pg_line_op_text(op, b);
    if (c) pg_line_op_text(op, c);
}

/* Is it there as it is; how many are there; then it is put in. The first two answers say whether. */
static bool pg_on_add(struct pg_op *op, int n, const PGresult *rows, int row)
{
    enum { SEAT, PERSON, ORIGIN, ALL };

    if (op->query[n].statement == PG_SAME) {
        op->answer.n = STORE_ADDED;
        op->found = 1;
    } else if (op->query[n].statement == PG_ADD_PUSH)
        op->answer.n = STORE_ADDED;
    else if (!op->found) {
        op->found = 2;
        if (pg_number(rows, row, PERSON) >= STORE_PUSH_PERSON ||
            pg_number(rows, row, ORIGIN) >= STORE_PUSH_ORIGIN ||
            pg_number(rows, row, ALL) >= STORE_PUSH_ALL)
            op->answer.n = STORE_PUSH_FULL;
        else if (pg_number(rows, row, SEAT) < STORE_PUSH_SEAT)
            op->found = 3; /* there is a place */
        if (pg_number(rows, row, SEAT) >= STORE_PUSH_SEAT) op->answer.n = STORE_SEAT_FULL;
    }
    return true;
}

/* The queries that asked are over: what is left is the one that puts it in. */
static bool pg_add_more(struct pg_op *op)
{
    if (op->found != 3 || op->n != 2) return false;
    op->query[0] = op->query[2];
    op->n = 1;
    op->answer.n = STORE_ADD_FAILED; /* unless a row comes back */
    return true;
}

static void pg_add_push(struct store *store, const struct store_push *push,
                        store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->safe = true;
    op->row = pg_on_add;
    op->more = pg_add_more;
    op->answer.n = STORE_ADD_FAILED;
    pg_line_op_query(op, PG_SAME);
    pg_push_names(op, push->table, push->who, push->endpoint);
    pg_line_op_raw(op, push->point, STORE_PUSH_POINT);
    pg_line_op_raw(op, push->auth, STORE_PUSH_AUTH);
    pg_line_op_query(op, PG_COUNTS);
    pg_push_names(op, push->table, push->who, push->endpoint);
    pg_line_op_number(op, push->origin);
    pg_line_op_query(op, PG_ADD_PUSH);
    pg_push_names(op, push->table, push->who, push->endpoint);
    pg_line_op_raw(op, push->point, STORE_PUSH_POINT);
    pg_line_op_raw(op, push->auth, STORE_PUSH_AUTH);
    pg_line_op_number(op, push->origin);
    pg_line_op_number(op, push->mine);
    pg_line_op_number(op, push->turn);
    op->n--; /* the last one waits for the others: pg_add_more() */
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static void pg_drop_push(struct store *store, const char *table, const char *who,
                         const char *endpoint, store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->safe = true;
    pg_line_op_query(op, table ? PG_DROP_PUSH : PG_DROP_PUSHES);
    if (table) pg_line_op_text(op, table);
    pg_push_names(op, who, endpoint, NULL);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static bool pg_on_found(struct pg_op *op, int n, const PGresult *rows, int row)
{
    (void)n;
    (void)rows;
    (void)row;
    op->answer.n = 1;
    return false;
}

static void pg_has_push(struct store *store, const char *table, const char *who,
                        const char *endpoint, store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->row = pg_on_found;
    pg_line_op_query(op, PG_HAS);
    pg_push_names(op, table, who, endpoint);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

/* Bytes that came as \x0123...; their number, or 0 if they do not fit. */
static size_t pg_bytes(const char *text, unsigned char *out, size_t max)
{
    size_t n = text && text[0] == '\\' && text[1] == 'x' ? strlen(text + 2) / 2 : 0;

    for (size_t i = 0; n <= max && i < n; i++) {
        char two[3] = {text[2 + 2 * i], text[3 + 2 * i], 0};
        out[i] = (unsigned char)strtoul(two, NULL, 16);
    }
    return n <= max ? n : 0;
}

static bool pg_on_due(struct pg_op *op, int n, const PGresult *rows, int row)
{
    unsigned char point[STORE_PUSH_POINT], auth[STORE_PUSH_AUTH];
    struct store_push push = {.key = pg_number(rows, row, 0),
                              .table = pg_text(rows, row, 1),
                              .endpoint = pg_text(rows, row, 2),
                              .point = point,
                              .auth = auth,
                              .origin = pg_number(rows, row, 5),
                              .turn = pg_number(rows, row, 6),
                              .seat = (int)pg_number(rows, row, 7),
                              .tries = (int)pg_number(rows, row, 8),
                              .deadline = pg_number(rows, row, 9),
                              .summary = pg_text(rows, row, 10)};

    (void)n;
    if (pg_bytes(pg_text(rows, row, 3), point, sizeof point) != sizeof point ||
        pg_bytes(pg_text(rows, row, 4), auth, sizeof auth) != sizeof auth)
        return true;
    return op->each.push(op->context, &push);
}

static void pg_due(struct store *store, int64_t now, int max, store_each_push *each,
                   store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->row = pg_on_due;
    op->each.push = each;
    pg_line_op_query(op, PG_DUE);
    pg_line_op_number(op, now);
    pg_line_op_number(op, max);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static void pg_put_change(struct pg_op *op, const struct store_push_change *change)
{
    static const enum pg_statement of[] = {
        [STORE_PUSH_SENDING] = PG_SENDING, [STORE_PUSH_WAITS] = PG_WAITS,
        [STORE_PUSH_AGAIN] = PG_AGAIN,     [STORE_PUSH_DONE] = PG_DONE,
        [STORE_PUSH_LOST] = PG_LOST,       [STORE_PUSH_GONE] = PG_GONE};
    enum pg_statement n = of[change->fate];

    pg_line_op_query(op, n);
    pg_line_op_number(op, change->key);
    if (n == PG_SENDING || n == PG_WAITS || n == PG_AGAIN)
        pg_line_op_number(op, change->turn);
    if (n == PG_WAITS || n == PG_AGAIN) pg_line_op_number(op, change->due);
    if (n != PG_LOST) return;
    pg_line_op_query(op, PG_GIVE_UP);
    pg_line_op_number(op, change->key);
    pg_line_op_number(op, STORE_PUSH_FAILED);
}

static void pg_change(struct store *store, const struct store_push_change *changes, int n,
                      store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    for (int i = 0; i < n; i++) pg_put_change(op, &changes[i]);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static bool pg_on_key(struct pg_op *op, int n, const PGresult *rows, int row)
{
    unsigned char bytes[256];

    (void)n;
    if (op->n_out > sizeof bytes ||
        pg_bytes(pg_text(rows, row, 0), bytes, op->n_out) != op->n_out)
        return true;
    memcpy(op->out, bytes, op->n_out);
    op->found = 1;
    return true;
}

static bool pg_key_more(struct pg_op *op)
{
    op->answer.n = op->found;
    if (!op->found) op->failed = true;
    return false;
}

static void pg_key(struct store *store, void *bytes, size_t n, store_done *done,
                   void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->safe = true;
    op->row = pg_on_key;
    op->more = pg_key_more;
    op->out = bytes;
    op->n_out = n;
    pg_line_op_query(op, PG_KEEP_KEY);
    pg_line_op_raw(op, bytes, n);
    pg_line_op_query(op, PG_READ_KEY);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static const struct store_pushes push_calls = {.add = pg_add_push,
                                               .drop = pg_drop_push,
                                               .has = pg_has_push,
                                               .due = pg_due,
                                               .change = pg_change,
                                               .key = pg_key};

/* -- Who has which table ------------------------------------------------------------------ */

static bool pg_on_owner(struct pg_op *op, int n, const PGresult *rows, int row)
{
    struct store_owner owner = {.table = pg_text(rows, row, 0),
                                .node = pg_text(rows, row, 1),
                                .epoch = pg_number(rows, row, 2),
                                .until = pg_number(rows, row, 3)};

    (void)n;
    return op->each.owner(op->context, &owner);
}

/* On the line that writes: behind what this node has begun to store itself. It is not repeated if nobody
 * knows whether it was done; whoever asks may ask again. */
static void pg_take(struct store *store, const char *table, const char *node, int64_t now,
                    int64_t lease, store_each_owner *each, store_done *done,
                    void *context)
{
    static const enum pg_statement all[] = {PG_CUT_GAPS, PG_GAP, PG_TAKE};
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->row = pg_on_owner;
    op->each.owner = each;
    for (int i = 0; i < 3; i++) {
        pg_line_op_query(op, all[i]);
        pg_line_op_text(op, table);
        pg_line_op_text(op, node);
        pg_line_op_number(op, now);
        if (all[i] != PG_CUT_GAPS) pg_line_op_number(op, lease);
    }
    pg_line_op_query(op, PG_OWNER);
    pg_line_op_text(op, table);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static void pg_renew(struct store *store, const char *node, int64_t now, int64_t least,
                     int64_t until, store_each_owner *each, store_done *done,
                     void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->row = pg_on_owner;
    op->each.owner = each;
    pg_line_op_query(op, PG_RENEW);
    pg_line_op_text(op, node);
    pg_line_op_number(op, now);
    pg_line_op_number(op, least);
    pg_line_op_number(op, until);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static void pg_hand_back(struct store *store, const char *table, const char *node,
                         int64_t epoch, int64_t now, store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    pg_line_op_query(op, table ? PG_HAND_BACK : PG_HAND_BACK_ALL);
    pg_line_op_text(op, node);
    pg_line_op_number(op, now);
    if (table) pg_line_op_text(op, table);
    if (table) pg_line_op_number(op, epoch);
    pg_line_ask(pg_writing(pg_of(store)), op);
}

static void pg_orphans(struct store *store, int64_t now, int max, store_each_row *each,
                       store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->row = pg_on_game;
    op->each.row = each;
    pg_line_op_query(op, PG_ORPHANS);
    pg_line_op_number(op, now);
    pg_line_op_number(op, max);
    pg_line_ask(pg_reading(pg_of(store)), op);
}

static const struct store_owners owner_calls = {
    .take = pg_take, .renew = pg_renew, .hand_back = pg_hand_back, .orphans = pg_orphans};

/* -- Everything ------------------------------------------------------------------------- */

/* Which columns are bytes. */
static unsigned pg_raw_columns(enum store_part part)
{
    return part == STORE_PUSHES ? 1u << 3 | 1u << 4 : part == STORE_KEYS ? 1u << 1 : 0;
}

bool pg_on_cells(struct pg_op *op, int n, const PGresult *rows, int row)
{
    struct store_cells cells = {.part = op->part, .n = PQnfields(rows)};
    unsigned char raw[2][256];
    int n_raw = 0;

    (void)n;
    for (int i = 0; i < cells.n && i < STORE_CELLS_MAX; i++) {
        const char *text = pg_text(rows, row, i);
        if (!text) continue;
        cells.cell[i] = (struct store_cell){text, strlen(text)};
        if (!(pg_raw_columns(op->part) >> i & 1) || n_raw == 2) continue;
        cells.cell[i].n = pg_bytes(text, raw[n_raw], sizeof raw[0]);
        cells.cell[i].bytes = (const char *)raw[n_raw++];
    }
    return op->each.cells(op->context, &cells);
}

static void pg_dump(struct store *store, enum store_part part, const char *table,
                    const char *after, int max, store_each_cells *each, store_done *done,
                    void *context)
{
    struct pg_op *op = pg_begin(store, done, context);
    bool whole = part == STORE_PUSHES || part == STORE_SEATS || part == STORE_GAPS;
    bool all = part == STORE_KEYS || part == STORE_FAULTS;

    if (!op) return;
    op->row = pg_on_cells;
    op->each.cells = each;
    op->part = part;
    pg_line_op_query(op, (enum pg_statement)(PG_DUMP + (int)part));
    if (whole || part == STORE_LOG || part == STORE_LINES) pg_line_op_text(op, table);
    if (!whole && !all) {
        pg_line_op_text(op, after                     ? after
                            : store_part_counts(part) ? "-9223372036854775808"
                                                      : "");
        pg_line_op_number(op, max);
    }
    pg_line_ask(pg_reading(pg_of(store)), op);
}

/* Takes out a row, with what belongs to it. */
static void pg_put_gone(struct pg_op *op, const struct store_cells *row)
{
    enum { DROPS = 9 }; /* a row of the table ends with PG_ADD_ENTRY, which is 0 */
    static const enum pg_statement all[STORE_PARTS][DROPS] = {
        [STORE_GAMES] = {PG_OVER, PG_DROP_GAME_LOG, PG_DROP_GAME_SEATS,
                         PG_DROP_GAME_RESULT, PG_DROP_GAME_RATED, PG_DROP_GAME_OWNER,
                         PG_DROP_GAME_GAPS, PG_DROP_GAME},
        [STORE_PEOPLE] = {PG_DROP_PERSON_PUSH, PG_DROP_PERSON_SEATS, PG_DROP_PERSON_DUE,
                          PG_DROP_PERSON_LINES, PG_DROP_PERSON_SESSIONS,
                          PG_DROP_PERSON_DEVICES, PG_DROP_PERSON_NAME,
                          PG_DROP_PERSON_ACTS, PG_DROP_PERSON},
        [STORE_BANS] = {PG_DROP_BAN},
        [STORE_SILENCES] = {PG_DROP_SILENCE}};

    for (int i = 0; i < DROPS && all[row->part][i] != PG_ADD_ENTRY; i++) {
        pg_line_op_query(op, all[row->part][i]);
        pg_line_op_text(op, row->cell[0].bytes);
    }
}

static void pg_put(struct store *store, const struct store_cells *rows, int n,
                   store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->safe = true;
    for (int i = 0; i < n; i++) {
        if (rows[i].gone) {
            pg_put_gone(op, &rows[i]);
            continue;
        }
        pg_line_op_query(op, (enum pg_statement)(PG_PUT + (int)rows[i].part));
        for (int k = 0; k < rows[i].n; k++) {
            const struct store_cell *cell = &rows[i].cell[k];
            if (cell->bytes && pg_raw_columns(rows[i].part) >> k & 1)
                pg_line_op_raw(op, cell->bytes, cell->n);
            else
                pg_line_op_text(op, cell->bytes);
        }
    }
    pg_line_ask(pg_writing(pg_of(store)), op);
}

/* -- Turning, opening and closing ------------------------------------------------------- */

static int pg_fds(struct store *store, struct store_fd fds[STORE_FDS_MAX])
{
    struct pg_store *s = pg_of(store);

    for (int i = 0; i < STORE_FDS_MAX; i++) {
        const struct pg_line *line = &s->line[i];
        bool connecting = line->state == PG_CONNECTING;
        fds[i] = (struct store_fd){
            .fd = line->conn ? PQsocket(line->conn) : -1,
            .read = connecting ? line->wants == PGRES_POLLING_READING : true,
            .write = connecting ? line->wants == PGRES_POLLING_WRITING : line->writes,
            .life = line->life};
    }
    return STORE_FDS_MAX;
}

static void pg_turn(struct store *store, int64_t now)
{
    struct pg_store *s = pg_of(store);

    s->now = now;
    for (int i = 0; i < STORE_FDS_MAX; i++) pg_line_turn(&s->line[i]);
}

static const char *pg_last_problem(struct store *store)
{
    return pg_of(store)->problem;
}

static void pg_close(struct store *store)
{
    struct pg_store *s = pg_of(store);

    pg_say_alive(s);
    for (int i = 0; i < CLOSE_TURNS && s->alive_under_way; i++)
        store_wait_rest(store, 20);
    s->closing = true;
    for (int i = 0; i < STORE_FDS_MAX; i++) pg_line_close(&s->line[i]);
    store_hours_free(store);
    free(s->url);
    free(s);
}

static const struct store pg_calls = {.append = pg_append,
                                      .read = pg_read,
                                      .list = pg_list,
                                      .forget = pg_forget,
                                      .hours = pg_hours,
                                      .note_pause = pg_note_pause,
                                      .set_back = pg_set_back,
                                      .alive = pg_alive,
                                      .push = &push_calls,
                                      .names = &store_pg_names,
                                      .results = &store_pg_results,
                                      .owners = &owner_calls,
                                      .statements = &store_pg_shared,
                                      .dump = pg_dump,
                                      .put = pg_put,
                                      .fds = pg_fds,
                                      .turn = pg_turn,
                                      .problem = pg_last_problem,
                                      .close = pg_close};

struct store *store_pg_open(const char *url, enum store_way way, char *problem,
                            size_t size)
{
    char why[300] = "";
    struct pg_store *s = NULL;
    int64_t ahead = 0;

    if (!pg_schema_open(url, way, &ahead, why, sizeof why)) {
        /* Without its name, which may hold a password. */
        snprintf(problem, size, "PostgreSQL: %s", why);
        return NULL;
    }
    s = calloc(1, sizeof *s);
    if (!s || !(s->url = strdup(url))) {
        snprintf(problem, size, "out of memory");
        free(s);
        return NULL;
    }
    s->store = pg_calls;
    s->store.ahead = ahead;
    for (int i = 0; i < STORE_FDS_MAX; i++) s->line[i] = (struct pg_line){.store = s};
    return &s->store;
}
