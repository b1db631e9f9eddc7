/* test_pg_line.c -- a connection to PostgreSQL that is lost, refused or slow, without a PostgreSQL: libpq's calls come here first (the linker's --wrap),
 * and what it answers is written in the test. tests/server/store_postgres.py has the real one. */
#if defined(AUDE_PG) && defined(AUDE_WRAPPED)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/store_pg.h"
#include "test.h"

/* -- A libpq that does what it is told ----------------------------------------------------- */

struct reply {
    ExecStatusType status;
    const char *state; /* SQLSTATE */
    int rows;
    const char *cell[2];
};

enum { REPLIES = 400, SAID = 4000 };

static struct {
    bool is; /* the calls are ours */
    bool refuses, gone;
    bool silent;     /* nothing can be read: the connection breaks */
    int stuck;       /* of PQflush() */
    int fails_after; /* sends; -1: none fails */
    int socket;
    PostgresPollingStatusType poll;
    struct reply replies[REPLIES];
    int n, at;
    int made, finished, cleared, taken;
    char said[SAID]; /* what was sent */
} pq;

static char connection; /* its address stands for one */

static void say(const char *text)
{
    size_t n = strlen(pq.said);

    snprintf(pq.said + n, sizeof pq.said - n, "%s%s", n ? " " : "", text);
}

static int sends(const char *text)
{
    if (!pq.fails_after) return 0;
    if (pq.fails_after > 0) pq.fails_after--;
    say(text);
    return 1;
}

/* A wrapped call: the real one, unless the test has taken its place. */
#define PQ(gives, name, declared, passed, ours)                                          \
    gives __real_##name declared;                                                        \
    gives __wrap_##name declared;                                                        \
    gives __wrap_##name declared                                                         \
    {                                                                                    \
        if (!pq.is) return __real_##name passed;                                         \
        return ours;                                                                     \
    }

static PGconn *begin_connection(void)
{
    pq.made++;
    pq.gone = pq.refuses;
    return (PGconn *)(void *)&connection;
}

static PGresult *next_result(void)
{
    if (pq.at == pq.n) return NULL;
    pq.taken++;
    return (PGresult *)(void *)&pq.replies[pq.at++];
}

static const struct reply *reply_of(const PGresult *result)
{
    return (const struct reply *)(const void *)result;
}

static int send_query(const char *name, int n, const char *const *values,
                      const int *lengths, const int *formats)
{
    char text[300];
    int used = snprintf(text, sizeof text, "%s(", name);

    for (int i = 0; i < n; i++)
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "%s%s%s%.*s", i ? "," : "",
                     formats && formats[i] ? "raw:" : "", values[i] ? "" : "NULL",
                     lengths && values[i] ? lengths[i] : 99, values[i] ? values[i] : "");
    snprintf(text + used, sizeof text - (size_t)used, ")");
    return sends(text);
}

static PGresult *run_now(const char *sql)
{
    char first[24];

    snprintf(first, sizeof first, "%.*s;", (int)strcspn(sql, "( "), sql);
    say(first);
    return next_result();
}

PQ(PGconn *, PQconnectdbParams,
   (const char *const *names, const char *const *values, int expand),
   (names, values, expand), begin_connection())
PQ(PGconn *, PQconnectStartParams,
   (const char *const *names, const char *const *values, int expand),
   (names, values, expand), begin_connection())
PQ(PQnoticeReceiver, PQsetNoticeReceiver,
   (PGconn * conn, PQnoticeReceiver receiver, void *context), (conn, receiver, context),
   NULL)
PQ(ConnStatusType, PQstatus, (const PGconn *conn), (conn),
   pq.gone ? CONNECTION_BAD : CONNECTION_OK)
PQ(char *, PQerrorMessage, (const PGconn *conn), (conn), (char *)(void *)"it is lost\n")
PQ(int, PQsocket, (const PGconn *conn), (conn), pq.socket)
PQ(PostgresPollingStatusType, PQconnectPoll, (PGconn * conn), (conn), pq.poll)
PQ(int, PQsetnonblocking, (PGconn * conn, int on), (conn, on), 0)
PQ(int, PQenterPipelineMode, (PGconn * conn), (conn), 1)
PQ(int, PQsendPrepare,
   (PGconn * conn, const char *name, const char *sql, int n, const Oid *types),
   (conn, name, sql, n, types), sends("prepare"))
PQ(int, PQsendQueryPrepared,
   (PGconn * conn, const char *name, int n, const char *const *values, const int *lengths,
    const int *formats, int binary),
   (conn, name, n, values, lengths, formats, binary),
   send_query(name, n, values, lengths, formats))
PQ(int, PQpipelineSync, (PGconn * conn), (conn), sends("sync"))
PQ(int, PQflush, (PGconn * conn), (conn), pq.stuck)
PQ(int, PQconsumeInput, (PGconn * conn), (conn), !pq.silent)
PQ(int, PQisBusy, (PGconn * conn), (conn), 0)
PQ(PGresult *, PQgetResult, (PGconn * conn), (conn), next_result())
PQ(ExecStatusType, PQresultStatus, (const PGresult *result), (result),
   reply_of(result)->status)
PQ(char *, PQresultErrorField, (const PGresult *result, int field), (result, field),
   (char *)(size_t)reply_of(result)->state)
PQ(char *, PQresultErrorMessage, (const PGresult *result), (result),
   (char *)(void *)"it does not want\nmore")
PQ(int, PQntuples, (const PGresult *result), (result), reply_of(result)->rows)
PQ(char *, PQgetvalue, (const PGresult *result, int row, int column),
   (result, row, column), (char *)(size_t)reply_of(result)->cell[column])
PQ(PGresult *, PQexec, (PGconn * conn, const char *sql), (conn, sql), run_now(sql))
PQ(char *, PQcmdTuples, (PGresult * result), (result), (char *)(void *)"3")

void __real_PQfinish(PGconn *conn);
void __wrap_PQfinish(PGconn *conn);
void __wrap_PQfinish(PGconn *conn)
{
    if (!pq.is) __real_PQfinish(conn);
    pq.finished++;
}

void __real_PQclear(PGresult *result);
void __wrap_PQclear(PGresult *result);
void __wrap_PQclear(PGresult *result)
{
    if (!pq.is) __real_PQclear(result);
    pq.cleared++;
}

/* -- A line, and what is asked on it -------------------------------------------------------- */

static struct pg_store store;
static struct pg_line *line;
static char told[400]; /* the outcome of every op that ended, a letter each */

static void on_done(void *context, const struct store_answer *answer)
{
    static const char letters[] = {
        [STORE_DONE] = 'd', [STORE_FAILED] = 'f', [STORE_CONFLICT] = 'c'};
    size_t n = strlen(told);

    (void)context;
    told[n] = letters[answer->how];
    told[n + 1] = 0;
}

static void replies(ExecStatusType status, const char *state)
{
    if (pq.at == pq.n) pq.at = pq.n = 0; /* all of them were taken */
    if (CHECK(pq.n < REPLIES))
        pq.replies[pq.n++] = (struct reply){.status = status, .state = state};
}

static void line_begin(void)
{
    memset(&pq, 0, sizeof pq);
    memset(&store, 0, sizeof store);
    pq.is = true;
    pq.fails_after = -1;
    pq.poll = PGRES_POLLING_OK;
    pq.socket = 9;
    told[0] = 0;
    store.now = 1000;
    line = &store.line[0];
    line->store = &store;
}

/* A turn in which it connects, one in which it sends what is to be prepared, one in which that is answered. */
static void line_connect(void)
{
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_CONNECTING);
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_PREPARING);
    for (int i = 0; i < PG_STATEMENTS; i++) replies(PGRES_COMMAND_OK, NULL);
    replies(PGRES_PIPELINE_SYNC, NULL);
    pq.said[0] = 0;
    pg_line_turn(line); /* and what waits is sent */
    CHECK_EQ(line->state, PG_UP);
}

static void line_up(void)
{
    line_connect();
    pq.said[0] = 0;
}

static void line_end(void)
{
    pg_line_close(line);
    CHECK_EQ(pq.finished, pq.made);
    CHECK_EQ(pq.cleared, pq.taken);
    pq.is = false;
}

/* An op of one query with a number. */
static struct pg_op *op_new(int64_t number)
{
    struct pg_op *op = pg_line_op_new(&store, on_done, NULL);

    pg_line_op_query(op, (enum pg_statement)0);
    pg_line_op_number(op, number);
    return op;
}

static const struct store_entry entry = {
    .table = "t", .seq = 7, .at = 5000, .text = "{}"};
static const struct store_batch batch = {.entries = &entry, .n_entries = 1};

static struct pg_op *append_new(int64_t number)
{
    struct pg_op *op = op_new(number);

    op->safe = true;
    op->batch = &batch;
    return op;
}

/* The answer of the next op: what its query gave. */
static void answers(ExecStatusType status, const char *state)
{
    replies(status, state);
    replies(PGRES_PIPELINE_SYNC, NULL);
    pq.said[0] = 0;
    pg_line_turn(line);
}

/* It is lost, and there again, as soon as it is tried. */
static void lose(void)
{
    pq.gone = true;
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_DOWN);
    store.now = line->retry_at;
    line_up();
}

/* -- Connecting ----------------------------------------------------------------------------- */

TEST(a_server_that_is_away_is_called_ever_more_seldom)
{
    static const int waits[] = {0, 250, 500, 1000, 2000, 4000, 4000, 4000};

    line_begin();
    pq.refuses = true;
    for (int i = 0; i < 8; i++) {
        pg_line_turn(line);
        CHECK_EQ(pq.made, i + 1);
        CHECK_EQ(line->life, (unsigned)i + 1);
        CHECK_EQ(line->state, PG_DOWN);
        CHECK_EQ(line->retry_at, store.now + waits[i]);
        CHECK_STR(store.problem, "it is lost");
        if (!waits[i]) continue;
        store.now += waits[i] - 1;
        pg_line_turn(line); /* not yet */
        CHECK_EQ(pq.made, i + 1);
        store.now++;
    }
    pq.refuses = false;
    line_up();
    CHECK_EQ(line->wait_ms, 250);
    line_end();
}

TEST(a_store_that_closes_calls_nobody)
{
    line_begin();
    store.closing = true;
    pg_line_turn(line);
    CHECK_EQ(pq.made, 0);
    CHECK_EQ(line->state, PG_DOWN);
    line_end();
}

/* libpq tries several addresses, and the loop must watch another socket then. */
TEST(another_socket_is_another_life)
{
    line_begin();
    pg_line_turn(line);
    CHECK_EQ(line->wants, PGRES_POLLING_WRITING);
    pq.poll = PGRES_POLLING_READING;
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_CONNECTING);
    CHECK_EQ(line->wants, PGRES_POLLING_READING);
    CHECK_EQ(line->life, 1u);
    pq.poll = PGRES_POLLING_FAILED;
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_DOWN);
    line_end();
}

TEST(a_statement_that_cannot_be_prepared_ends_the_connection)
{
    line_begin();
    pg_line_turn(line);
    pg_line_turn(line);
    for (int i = 1; i < PG_STATEMENTS; i++) replies(PGRES_COMMAND_OK, NULL);
    replies(PGRES_FATAL_ERROR, "42601");
    replies(PGRES_PIPELINE_SYNC, NULL);
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_DOWN);
    CHECK_STR(store.problem, "it does not want");
    line_end();
}

TEST(what_cannot_be_sent_while_preparing_ends_the_connection)
{
    line_begin();
    pg_line_turn(line);
    pq.fails_after = PG_STATEMENTS; /* the sync fails */
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_DOWN);
    pq.fails_after = -1;
    store.now = line->retry_at;
    pg_line_turn(line);
    pq.stuck = -1;
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_DOWN);
    store.now = line->retry_at;
    pg_line_turn(line);
    pq.stuck = 1; /* a part of it waits */
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_PREPARING);
    CHECK(line->writes);
    pq.stuck = 0;
    pg_line_turn(line);
    CHECK(!line->writes);
    line_end();
}

/* -- Asking ----------------------------------------------------------------------------------- */

TEST(values_are_sent_as_they_are)
{
    line_begin();
    line_up();
    struct pg_op *op = op_new(-5);
    pg_line_op_text(op, NULL);
    pg_line_op_text(op, "word");
    pg_line_op_raw(op, "\x41\x42", 2);
    pg_line_op_raw(op, NULL, 0);
    pg_line_op_query(op, (enum pg_statement)1);
    for (int i = 0; i < PG_VALUES_MAX + 1; i++) pg_line_op_number(op, i % 10);
    pg_line_ask(line, op);
    CHECK_STR(pq.said, "aude0(-5,NULL,word,raw:AB,raw:) "
                       "aude1(0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6) sync");
    replies(PGRES_COMMAND_OK, NULL);
    answers(PGRES_COMMAND_OK, NULL);
    CHECK_STR(told, "d");
    line_end();
}

TEST(eight_are_on_their_way_at_once)
{
    line_begin();
    line_up();
    for (int i = 0; i < 10; i++) pg_line_ask(line, op_new(i));
    CHECK_STR(pq.said, "aude0(0) sync aude0(1) sync aude0(2) sync aude0(3) sync aude0(4) "
                       "sync aude0(5) sync aude0(6) sync aude0(7) sync");
    answers(PGRES_COMMAND_OK, NULL);
    CHECK_STR(pq.said, "aude0(8) sync");
    CHECK_STR(told, "d");
    pg_line_close(line); /* all that is left has failed */
    CHECK_STR(told, "dfffffffff");
    line_end();
}

TEST(what_had_no_memory_is_not_sent)
{
    line_begin();
    line_up();
    struct pg_op *op = op_new(1);
    op->no_memory = true;
    pg_line_ask(line, op);
    CHECK_STR(told, "f");
    CHECK_STR(pq.said, "");
    CHECK_STR(store.problem, "out of memory");
    CHECK(line->first == NULL);
    line_end();
}

TEST(what_is_stuck_waits_and_what_cannot_be_flushed_is_lost)
{
    line_begin();
    line_up();
    pq.stuck = 1;
    pg_line_ask(line, op_new(1));
    CHECK(line->writes);
    pq.stuck = -1;
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_DOWN);
    CHECK(!line->writes);
    CHECK_STR(told, "f");
    line_end();
}

/* -- A connection that is lost ---------------------------------------------------------------- */

TEST(only_what_may_be_done_twice_is_asked_again)
{
    line_begin();
    line_up();
    struct pg_op *safe = op_new(2);
    safe->safe = true;
    pg_line_ask(line, op_new(1));
    pg_line_ask(line, safe);
    pg_line_ask(line, op_new(3));
    lose();
    CHECK_STR(told, "ff"); /* nobody knows whether the first and the third were done */
    CHECK_STR(pq.said, "");
    pg_line_turn(line);
    answers(PGRES_COMMAND_OK, NULL);
    CHECK_STR(told, "ffd");
    line_end();
}

/* What was not sent yet is not lost with the connection. */
TEST(what_was_not_sent_is_sent_on_the_next_connection)
{
    line_begin();
    pg_line_ask(line, op_new(1));
    CHECK_STR(pq.said, "");
    pg_line_turn(line);
    pq.gone = true;
    pq.silent = true;
    pq.poll = PGRES_POLLING_OK;
    pg_line_turn(line);
    CHECK_EQ(line->state, PG_DOWN);
    CHECK_STR(told, "");
    pq.silent = false;
    store.now = line->retry_at;
    line_connect();
    CHECK_STR(pq.said, "aude0(1) sync");
    answers(PGRES_COMMAND_OK, NULL);
    CHECK_STR(told, "d");
    line_end();
}

TEST(after_eight_connections_it_has_failed)
{
    line_begin();
    line_up();
    struct pg_op *op = op_new(1);
    op->safe = true;
    pg_line_ask(line, op);
    for (int i = 1; i < 8; i++) {
        lose();
        pg_line_turn(line);
        CHECK_STR(told, "");
    }
    lose();
    CHECK_STR(told, "f");
    line_end();
}

/* -- An append of which nobody knows ----------------------------------------------------------- */

static char look[40]; /* how the log is asked for its entry */

/* Is sent, lost, and the log is asked first; an op behind it waits. */
static void append_and_lose(void)
{
    line_begin();
    line_up();
    snprintf(look, sizeof look, "aude%d(t,7) sync", (int)PG_ENTRY);
    pg_line_ask(line, append_new(1));
    pg_line_ask(line, append_new(2));
    pq.gone = true;
    pg_line_turn(line);
    store.now = line->retry_at;
    line_connect();
    CHECK_STR(pq.said, look);
    CHECK_STR(told, "");
}

/* What the log has in that place. */
static void log_has(const char *at, const char *text)
{
    replies(PGRES_TUPLES_OK, NULL);
    if (at) {
        pq.replies[pq.n - 1].rows = 1;
        pq.replies[pq.n - 1].cell[0] = at;
        pq.replies[pq.n - 1].cell[1] = text;
    }
    replies(PGRES_PIPELINE_SYNC, NULL);
    pq.said[0] = 0;
    pg_line_turn(line);
}

TEST(an_append_that_was_done_is_not_done_again)
{
    append_and_lose();
    log_has("5000", "{}");
    CHECK_STR(told, "d");
    CHECK_STR(pq.said, look); /* now of the second */
    line_end();
}

TEST(an_append_that_was_not_done_is_done_now)
{
    append_and_lose();
    log_has(NULL, NULL);
    CHECK_STR(told, "");
    CHECK(!strncmp(pq.said, "aude0(1) sync", 13));
    line_end();
}

TEST(the_entry_of_another_is_a_conflict)
{
    append_and_lose();
    log_has("5001", "{}");
    CHECK_STR(told, "c");
    line_end();
    append_and_lose();
    log_has("5000", "{1}");
    CHECK_STR(told, "c");
    line_end();
    append_and_lose();
    answers(PGRES_FATAL_ERROR, "57014"); /* the log could not be asked */
    CHECK_STR(told, "f");
    line_end();
}

/* -- What PostgreSQL does not want -------------------------------------------------------------- */

/* How an op ends whose query is refused with that state. */
static const char *refused(struct pg_op *op, const char *state)
{
    told[0] = 0;
    pg_line_ask(line, op);
    answers(PGRES_FATAL_ERROR, state);
    return told;
}

TEST(what_is_taken_is_a_conflict_for_those_who_guard_against_it)
{
    line_begin();
    line_up();
    CHECK_STR(refused(append_new(1), "23505"), "c");
    CHECK_STR(refused(append_new(1), "23502"), "c");
    CHECK_STR(refused(append_new(1), "22012"), "f");
    CHECK_STR(refused(op_new(1), "23505"), "f");
    CHECK_STR(refused(op_new(1), NULL), "f");
    struct pg_op *guarded = op_new(1);
    guarded->guarded = true;
    CHECK_STR(refused(guarded, "22012"), "c");
    guarded = op_new(1);
    guarded->guarded = true;
    CHECK_STR(refused(guarded, "23505"), "c");
    guarded = op_new(1);
    guarded->guarded = true;
    CHECK_STR(refused(guarded, "23502"), "f");
    CHECK_STR(store.problem, "it does not want");
    line_end();
}

/* Two transactions in each other's way: the one that was ended is done again, but not for ever. */
TEST(a_transaction_that_stood_in_the_way_is_done_again)
{
    static const char *const states[] = {"40001", "40P01"};

    for (int i = 0; i < 2; i++) {
        line_begin();
        line_up();
        pg_line_ask(line, op_new(1));
        for (int n = 1; n < 8; n++) {
            answers(PGRES_FATAL_ERROR, states[i]);
            CHECK_STR(told, "");
            CHECK_STR(pq.said, "aude0(1) sync");
        }
        answers(PGRES_FATAL_ERROR, states[i]);
        CHECK_STR(told, "f");
        line_end();
    }
}

/* Done again it finds an entry there: its own, or another's? The log is asked. */
TEST(an_append_may_stand_in_its_own_way)
{
    line_begin();
    line_up();
    snprintf(look, sizeof look, "aude%d(t,7) sync", (int)PG_ENTRY);
    pg_line_ask(line, append_new(1));
    answers(PGRES_FATAL_ERROR, "40001");
    answers(PGRES_FATAL_ERROR, "23505");
    CHECK_STR(told, "");
    CHECK_STR(pq.said, look);
    log_has("5000", "{}");
    CHECK_STR(told, "d");
    line_end();
}

/* It is sent again behind those that are on their way: their answers come first. */
TEST(answers_come_in_the_order_of_what_was_sent)
{
    line_begin();
    line_up();
    pg_line_ask(line, op_new(1));
    pg_line_ask(line, op_new(2));
    answers(PGRES_FATAL_ERROR, "40001");
    CHECK_STR(pq.said, "aude0(1) sync");
    CHECK_EQ(line->first->query[0].length[0], 1);
    CHECK_STR(line->first->bytes, "2");
    answers(PGRES_FATAL_ERROR, "22012");
    CHECK_STR(told, "f");
    answers(PGRES_COMMAND_OK, NULL);
    CHECK_STR(told, "fd");
    line_end();
}

/* -- Making the tables -------------------------------------------------------------------------- */

static int64_t ahead;

/* A reply with a cell. */
static void gives(const char *cell)
{
    replies(PGRES_TUPLES_OK, NULL);
    pq.replies[pq.n - 1].rows = cell != NULL;
    pq.replies[pq.n - 1].cell[0] = cell;
}

/* The database is opened to serve; `problem` is what is said if it cannot be. */
static bool schema_opens(enum store_way way, char problem[100])
{
    ahead = 77;
    problem[0] = 0;
    bool ok = pg_schema_open("x", way, &ahead, problem, 100);
    CHECK_EQ(pq.at, pq.n);
    CHECK_EQ(pq.finished, 1);
    CHECK_EQ(pq.cleared, pq.taken);
    pq.is = false;
    return ok;
}

/* Of two that make it at the same moment one is told that it is there, and looks again. */
TEST(two_servers_may_make_the_tables_at_once)
{
    char version[20], problem[100];

    snprintf(version, sizeof version, "%d", PG_SCHEMA);
    for (int second = 0; second < 2; second++) {
        line_begin();
        if (second) replies(PGRES_FATAL_ERROR, "23505"); /* another was faster */
        replies(PGRES_COMMAND_OK, NULL);
        replies(PGRES_COMMAND_OK, NULL); /* BEGIN */
        replies(PGRES_COMMAND_OK, NULL); /* LOCK */
        gives(version);
        replies(PGRES_COMMAND_OK, NULL);  /* the duties */
        replies(PGRES_COMMAND_OK, NULL);  /* COMMIT */
        replies(PGRES_FATAL_ERROR, NULL); /* its clock */
        CHECK(schema_opens(STORE_TO_SERVE, problem));
        CHECK_EQ(ahead, 0);
        CHECK_STR(pq.said,
                  second ? "CREATE; CREATE; BEGIN; LOCK; SELECT; CREATE; COMMIT; SELECT;"
                         : "CREATE; BEGIN; LOCK; SELECT; CREATE; COMMIT; SELECT;");
    }
}

/* Whatever fails, it is told, and nothing that follows is asked. */
TEST(tables_that_cannot_be_made_are_told)
{
    char version[20], problem[100];

    snprintf(version, sizeof version, "%d", PG_SCHEMA);
    for (int fails = 0; fails < 5; fails++) { /* BEGIN, LOCK, SELECT, CREATE, COMMIT */
        line_begin();
        replies(PGRES_COMMAND_OK, NULL);
        for (int i = 0; i < fails; i++)
            if (i == 2)
                gives(version);
            else
                replies(PGRES_COMMAND_OK, NULL);
        replies(PGRES_FATAL_ERROR, "57014");
        CHECK(!schema_opens(STORE_TO_SERVE, problem));
        CHECK_STR(problem, "it is lost");
        CHECK_EQ(ahead, 77);
    }
}

/* Each version has what the one before lacks: so many steps are left from it to ours. */
TEST(each_version_is_brought_to_ours)
{
    char problem[100], number[20];

    for (int version = 0; version <= PG_SCHEMA + 1; version++) {
        int left = version > 4 ? 0 : 4 - version;
        line_begin();
        for (int i = 0; i < 3; i++) replies(PGRES_COMMAND_OK, NULL);
        snprintf(number, sizeof number, "%d", version);
        gives(version ? number : NULL);
        if (version < PG_SCHEMA) /* and the tournaments, and the note */
            for (int i = 0; i < left + 2; i++) replies(PGRES_COMMAND_OK, NULL);
        if (version <= PG_SCHEMA) {
            replies(PGRES_COMMAND_OK, NULL);
            replies(PGRES_COMMAND_OK, NULL);
            replies(PGRES_FATAL_ERROR, NULL);
        }
        CHECK_EQ(schema_opens(STORE_TO_SERVE, problem), version <= PG_SCHEMA);
        if (version > PG_SCHEMA) CHECK_STR(problem, "it was written by a later version");
    }
}

/* Whoever does not serve makes at most what a host's duties need. */
TEST(whoever_looks_on_makes_no_tables)
{
    static const struct {
        int version; /* from ours; -9: it cannot be had */
        bool duties, made, opens;
        const char *said;
    } all[] = {{0, true, false, true, "SELECT; SELECT; SELECT;"},
               {0, false, true, true, "SELECT; SELECT; CREATE; SELECT;"},
               {0, false, false, false, "SELECT; SELECT; CREATE;"},
               {-1, true, true, false, "SELECT;"},
               {1, true, true, false, "SELECT;"},
               {-9, true, true, false, "SELECT;"}};
    char problem[100], number[20];

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        line_begin();
        snprintf(number, sizeof number, "%d", PG_SCHEMA + all[i].version);
        if (all[i].version == -9)
            replies(PGRES_FATAL_ERROR, "57014");
        else
            gives(number);
        if (!all[i].version) {
            replies(all[i].duties ? PGRES_TUPLES_OK : PGRES_FATAL_ERROR, "42P01");
            if (!all[i].duties)
                replies(all[i].made ? PGRES_COMMAND_OK : PGRES_FATAL_ERROR, "25006");
            if (all[i].opens) replies(PGRES_FATAL_ERROR, NULL);
        }
        CHECK_EQ(schema_opens(STORE_AS_IT_IS, problem), all[i].opens);
        CHECK_STR(pq.said, all[i].said);
        CHECK(all[i].opens || problem[0]);
    }
}
#else
typedef int test_pg_line_has_no_pq; /* a file must have something in it */
#endif
