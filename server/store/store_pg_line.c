/* store_pg_line.c -- one connection to PostgreSQL: many questions on their way at once, answers in order.
 *
 * An op is a few statements and a sync, which PostgreSQL carries out as one transaction. If the connection
 * is lost nobody knows whether the last of them were done. Those that may be repeated are, on the next
 * connection; before an append is repeated the log is asked whether it is there already. */
#include "store_pg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RETRY_MS = 250, /* until the next try; at first none */
    RETRY_MAX_MS = 4000,
    TRIES_MAX = 8, /* of one op, in vain: then it has failed */
    ON_WAY_MAX = 8 /* ops that are sent before the first is answered */
};

void pg_line_problem(struct pg_store *s, const char *text)
{
    size_t n = strcspn(text, "\n"), most = sizeof s->problem - 1;

    if (n > most) n = most;
    memmove(s->problem, text, n); /* it may be the problem itself */
    s->problem[n] = 0;
}

/* -- Ops -------------------------------------------------------------------------------- */

struct pg_op *pg_line_op_new(struct pg_store *s, store_done *done, void *context)
{
    struct pg_op *op = calloc(1, sizeof *op);

    if (!op) return NULL;
    op->store = s;
    op->done = done;
    op->context = context;
    return op;
}

struct pg_query *pg_line_op_query(struct pg_op *op, enum pg_statement statement)
{
    static struct pg_query nowhere;

    if (op->n == op->max) {
        int max = op->max ? 2 * op->max : 4;
        void *more = realloc(op->query, (size_t)max * sizeof *op->query);
        if (!more) {
            op->no_memory = true;
            return &nowhere;
        }
        op->query = more;
        op->max = max;
    }
    op->query[op->n] = (struct pg_query){.statement = statement};
    return &op->query[op->n++];
}

void pg_line_op_raw(struct pg_op *op, const void *bytes, size_t n)
{
    struct pg_query *query = op->n ? &op->query[op->n - 1] : NULL;

    if (!query || op->no_memory || query->n == PG_VALUES_MAX) return;
    if (op->n_bytes + n + 1 > op->size) {
        size_t size = 2 * (op->n_bytes + n + 64);
        char *more = realloc(op->bytes, size);
        op->no_memory = !more;
        if (!more) return;
        op->bytes = more;
        op->size = size;
    }
    if (n) memcpy(op->bytes + op->n_bytes, bytes, n);
    op->bytes[op->n_bytes + n] = 0;
    query->at[query->n] = (ptrdiff_t)op->n_bytes;
    query->length[query->n] = (int)n;
    query->raw |= 1u << query->n++;
    op->n_bytes += n + 1;
}

void pg_line_op_text(struct pg_op *op, const char *text)
{
    struct pg_query *query = op->n ? &op->query[op->n - 1] : NULL;

    if (!query || query->n == PG_VALUES_MAX) return;
    if (!text) {
        query->at[query->n++] = -1;
        return;
    }
    pg_line_op_raw(op, text, strlen(text));
    if (query->n) query->raw &= ~(1u << (query->n - 1));
}

void pg_line_op_number(struct pg_op *op, int64_t number)
{
    char text[24];

    snprintf(text, sizeof text, "%lld", (long long)number);
    pg_line_op_text(op, text);
}

static void pg_line_op_free(struct pg_op *op)
{
    free(op->gaps);
    free(op->query);
    free(op->bytes);
    free(op->gather);
    free(op);
}

static void pg_line_op_end(struct pg_op *op, enum store_outcome how)
{
    op->answer.how = how;
    op->answer.gaps = op->gaps;
    if (op->done) op->done(op->context, &op->answer);
    pg_line_op_free(op);
}

/* -- Sending ---------------------------------------------------------------------------- */

static bool pg_line_send_query(struct pg_line *line, const struct pg_op *op,
                               const struct pg_query *query)
{
    const char *value[PG_VALUES_MAX];
    int format[PG_VALUES_MAX];
    char name[16];

    for (int i = 0; i < query->n; i++) {
        value[i] = query->at[i] < 0 ? NULL : op->bytes + query->at[i];
        format[i] = query->raw >> i & 1;
    }
    snprintf(name, sizeof name, "aude%d", (int)query->statement);
    return PQsendQueryPrepared(line->conn, name, query->n, value, query->length, format,
                               0) == 1;
}

/* Is the first entry of the batch there already? Then all of it is. */
static bool pg_line_send_look(struct pg_line *line, struct pg_op *op)
{
    const struct store_entry *entry = &op->batch->entries[0];
    char seq[24], name[16];
    const char *value[] = {entry->table, seq};

    snprintf(seq, sizeof seq, "%lld", (long long)entry->seq);
    op->looking = true;
    op->found = 0;
    snprintf(name, sizeof name, "aude%d", PG_ENTRY);
    return PQsendQueryPrepared(line->conn, name, 2, value, NULL, NULL, 0) == 1;
}

static void pg_line_lost(struct pg_line *line, const char *why);

static bool pg_line_send_op(struct pg_line *line, struct pg_op *op)
{
    bool ok = true;

    op->sent = true;
    op->answered = 0;
    op->failed = op->conflict = op->again = op->enough = op->looking = false;
    if (op->unsure && op->batch && op->batch->n_entries)
        ok = pg_line_send_look(line, op);
    else
        for (int i = 0; ok && i < op->n; i++)
            ok = pg_line_send_query(line, op, &op->query[i]);
    return ok && PQpipelineSync(line->conn) == 1;
}

/* Sends what can be sent. Behind an op that asks the log first nothing is sent: order is kept. */
static void pg_line_send(struct pg_line *line)
{
    int on_way = 0;

    if (line->state != PG_UP) return;
    for (struct pg_op *op = line->first; op && on_way < ON_WAY_MAX; op = op->next) {
        if (!op->sent && !pg_line_send_op(line, op)) {
            pg_line_lost(line, PQerrorMessage(line->conn));
            return;
        }
        if (op->unsure) break;
        on_way++;
    }
    int rest = PQflush(line->conn);
    line->writes = rest > 0;
    if (rest < 0) pg_line_lost(line, PQerrorMessage(line->conn));
}

void pg_line_ask(struct pg_line *line, struct pg_op *op)
{
    struct pg_op **at = &line->first;

    if (op->no_memory) {
        pg_line_problem(line->store, "out of memory");
        pg_line_op_end(op, STORE_FAILED);
        return;
    }
    while (*at) at = &(*at)->next;
    *at = op;
    if (!line->taking) pg_line_send(line);
}

/* -- Connecting ------------------------------------------------------------------------- */

/* After a moment, twice as long each time, it is tried again. */
static void pg_line_down(struct pg_line *line, const char *why)
{
    pg_line_problem(line->store, why);
    if (line->conn) PQfinish(line->conn);
    line->conn = NULL;
    line->state = PG_DOWN;
    line->writes = false;
    line->retry_at = line->store->now + line->wait_ms;
    line->wait_ms = line->wait_ms ? 2 * line->wait_ms : RETRY_MS;
    if (line->wait_ms > RETRY_MAX_MS) line->wait_ms = RETRY_MAX_MS;
}

/* What was sent may be done or not. What cannot be repeated has failed. */
static void pg_line_lost(struct pg_line *line, const char *why)
{
    struct pg_op **at = &line->first, *ended = NULL, **end = &ended;

    pg_line_down(line, why);
    while (*at) {
        struct pg_op *op = *at;
        if (op->sent && (!op->safe || ++op->tries >= TRIES_MAX)) {
            *at = op->next;
            op->next = NULL;
            *end = op;
            end = &op->next;
            continue;
        }
        op->unsure |= op->sent && op->batch;
        op->sent = false;
        at = &op->next;
    }
    while (ended) {
        struct pg_op *op = ended;
        ended = op->next;
        pg_line_op_end(op, STORE_FAILED);
    }
}

static void pg_line_prepare(struct pg_line *line)
{
    bool ok = !PQsetnonblocking(line->conn, 1) && PQenterPipelineMode(line->conn) == 1;

    for (int i = 0; ok && i < PG_STATEMENTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "aude%d", i);
        ok = PQsendPrepare(line->conn, name, store_pg_sql[i], 0, NULL) == 1;
    }
    ok = ok && PQpipelineSync(line->conn) == 1;
    int rest = ok ? PQflush(line->conn) : -1;
    if (rest < 0) {
        pg_line_down(line, PQerrorMessage(line->conn));
        return;
    }
    line->writes = rest > 0;
    line->prepared = 0;
    line->state = PG_PREPARING;
}

static void pg_line_connect(struct pg_line *line)
{
    if (line->state == PG_DOWN) {
        if (line->store->closing || line->store->now < line->retry_at) return;
        line->conn = pg_schema_connect(line->store->url, false);
        line->life++;
        line->state = PG_CONNECTING;
        line->wants = PGRES_POLLING_WRITING;
        if (!line->conn || PQstatus(line->conn) == CONNECTION_BAD)
            pg_line_down(line, line->conn ? PQerrorMessage(line->conn) : "out of memory");
        return;
    }
    int fd = PQsocket(line->conn);
    line->wants = PQconnectPoll(line->conn);
    if (PQsocket(line->conn) != fd) line->life++;
    if (line->wants == PGRES_POLLING_FAILED)
        pg_line_down(line, PQerrorMessage(line->conn));
    else if (line->wants == PGRES_POLLING_OK)
        pg_line_prepare(line);
}

/* -- Answers ---------------------------------------------------------------------------- */

static bool pg_line_state_is(const PGresult *result, const char *code)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

    return state && !strcmp(state, code);
}

static void pg_line_op_take_error(struct pg_op *op, const PGresult *result)
{
    op->failed = true;
    pg_line_problem(op->store, PQresultErrorMessage(result));
    /* Two transactions stood in each other's way: this one was not done, and may be done now. */
    if (pg_line_state_is(result, "40001") || pg_line_state_is(result, "40P01"))
        op->again = true;
    if (op->batch &&
        (pg_line_state_is(result, "23505") || pg_line_state_is(result, "23502")))
        op->conflict = true;
    if (op->guarded &&
        (pg_line_state_is(result, "23505") || pg_line_state_is(result, "22012")))
        op->conflict = true;
}

/* What stands in the place of the first entry. */
static void pg_line_op_take_look(struct pg_op *op, const PGresult *rows)
{
    const struct store_entry *entry = &op->batch->entries[0];

    if (!PQntuples(rows)) return;
    bool ours = strtoll(PQgetvalue(rows, 0, 0), NULL, 10) == entry->at &&
                !strcmp(PQgetvalue(rows, 0, 1), entry->text);
    op->found = ours ? 1 : 2;
}

static void pg_line_op_take(struct pg_op *op, PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);

    if (status == PGRES_FATAL_ERROR)
        pg_line_op_take_error(op, result);
    else if (status == PGRES_TUPLES_OK && op->looking)
        pg_line_op_take_look(op, result);
    else if (status == PGRES_TUPLES_OK && op->row)
        for (int i = 0; i < PQntuples(result) && !op->enough; i++)
            op->enough = !op->row(op, op->answered, result, i);
    else if (status == PGRES_COMMAND_OK && op->answered < op->n &&
             op->query[op->answered].statement == PG_FORGET_ROW)
        op->answer.n = atoi(PQcmdTuples(result));
    op->answered++;
}

/* The op is answered. False: it stays in the queue, and is sent again. */
static bool pg_line_op_is_over(struct pg_op *op, enum store_outcome *how)
{
    *how = op->failed ? STORE_FAILED : STORE_DONE;
    if (op->looking && !op->failed) {
        op->unsure = false;
        *how = op->found == 2 ? STORE_CONFLICT : STORE_DONE;
        return op->found != 0; /* it is not there: it was never done */
    }
    if (op->again && ++op->tries < TRIES_MAX) return false;
    if (op->conflict && op->tries && op->tries < TRIES_MAX && op->batch &&
        op->batch->n_entries) {
        op->tries++;
        op->unsure = true; /* does it stand in its own way? */
        return false;
    }
    if (op->conflict) *how = STORE_CONFLICT;
    return true;
}

/* Behind those that were sent: answers come in the order of the queue. */
static void pg_line_ask_again(struct pg_line *line, struct pg_op *op)
{
    struct pg_op **at = &line->first;

    while (*at && (*at)->sent) at = &(*at)->next;
    op->sent = false;
    op->next = *at;
    *at = op;
}

static void pg_line_end_op(struct pg_line *line)
{
    struct pg_op *op = line->first;
    enum store_outcome how;

    line->first = op->next;
    if (!pg_line_op_is_over(op, &how) || (how == STORE_DONE && op->more && op->more(op)))
        pg_line_ask_again(line, op);
    else
        pg_line_op_end(op, how == STORE_DONE && op->failed ? STORE_FAILED : how);
}

/* One result. False: nothing more can be taken now. */
static bool pg_line_take(struct pg_line *line, int *nothing)
{
    PGresult *result = PQgetResult(line->conn);
    ExecStatusType status = result ? PQresultStatus(result) : PGRES_EMPTY_QUERY;

    if (!result) return ++*nothing < 2;
    *nothing = 0;
    if (line->state == PG_PREPARING) {
        if (status == PGRES_FATAL_ERROR)
            pg_line_problem(line->store, PQresultErrorMessage(result));
        if (status == PGRES_COMMAND_OK) line->prepared++;
        if (status == PGRES_PIPELINE_SYNC && line->prepared == PG_STATEMENTS) {
            line->state = PG_UP;
            line->wait_ms = RETRY_MS;
        } else if (status == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            pg_line_down(line, line->store->problem);
            return false;
        }
    } else if (line->first && status == PGRES_PIPELINE_SYNC)
        pg_line_end_op(line);
    else if (line->first && status != PGRES_PIPELINE_ABORTED)
        pg_line_op_take(line->first, result);
    PQclear(result);
    return line->conn != NULL;
}

static void pg_line_receive(struct pg_line *line)
{
    int nothing = 0;

    if (!PQconsumeInput(line->conn)) {
        pg_line_lost(line, PQerrorMessage(line->conn));
        return;
    }
    line->taking = true; /* what is asked meanwhile is sent afterwards */
    while (line->conn && !PQisBusy(line->conn) && pg_line_take(line, &nothing)) continue;
    line->taking = false;
    if (line->conn && PQstatus(line->conn) == CONNECTION_BAD)
        pg_line_lost(line, PQerrorMessage(line->conn));
}

void pg_line_turn(struct pg_line *line)
{
    if (line->state == PG_DOWN || line->state == PG_CONNECTING) pg_line_connect(line);
    if (line->state == PG_PREPARING || line->state == PG_UP) pg_line_receive(line);
    if (line->state == PG_PREPARING) {
        int rest = PQflush(line->conn);
        line->writes = rest > 0;
    }
    pg_line_send(line);
}

void pg_line_close(struct pg_line *line)
{
    pg_line_down(line, "closed");
    while (line->first) {
        struct pg_op *op = line->first;
        line->first = op->next;
        pg_line_op_end(op, STORE_FAILED);
    }
}
