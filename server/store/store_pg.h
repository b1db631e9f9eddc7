/* store_pg.h -- the store in PostgreSQL: what its files share.
 *
 * Read store_pg_sql.c (tables and statements: plain SQL), store_pg_line.c (one connection: what is asked
 * is sent at once, answers come in order, a lost connection is made anew), store_pg.c (the calls of
 * store.h), store_pg_schema.c (the schema).
 *
 * Everything that is asked at once is one op: some statements that are carried out together or not at
 * all. Writing and reading have a connection each, so that nobody waits for a long log. */
#ifndef STORE_PG_H
#define STORE_PG_H

#include "store.h"
#include "store_names.h"

#include <libpq-fe.h>

enum pg_statement {
    PG_ADD_ENTRY,
    PG_SET_ROW,
    PG_UNLIST,
    PG_SEEN,
    PG_TURN,
    PG_OVER,
    PG_OWNERS,
    PG_ENTRY, /* what stands there? */
    PG_READ,
    PG_UPDATED,
    PG_LIST,
    PG_AWAKE,
    PG_FORGET_PUSH,
    PG_FORGET_LOG,
    PG_FORGET_ROW,
    PG_ALIVE,
    PG_HOURS,
    PG_PAUSES,
    PG_ADD_PAUSE,
    PG_DROP_PAUSE,
    PG_CUT_PAUSES,
    PG_END_PAUSE,
    PG_BACK_PUSHES,
    PG_BACK_ROWS,
    PG_SAME,
    PG_COUNTS,
    PG_ADD_PUSH,
    PG_DROP_PUSH,
    PG_DROP_PUSHES,
    PG_HAS,
    PG_DUE,
    PG_SENDING,
    PG_WAITS,
    PG_AGAIN,
    PG_DONE,
    PG_LOST,
    PG_GIVE_UP,
    PG_GONE,
    PG_KEEP_KEY,
    PG_READ_KEY,
    PG_OWN_NEW,
    PG_CUT_GAPS,
    PG_GAP,
    PG_TAKE,
    PG_OWNER,
    PG_RENEW,
    PG_HAND_BACK,
    PG_HAND_BACK_ALL,
    PG_ORPHANS,
    PG_GAPS,
    PG_FORGET_OWNER,
    PG_FORGET_GAP,
    PG_ADD_RESULT,
    PG_ADD_SEAT,
    PG_FORGET_SEATS,
    PG_FORGET_RESULTS,
    PG_KEEP_RESULTS,
    PG_SEARCH,
    PG_SEARCH_WHO,
    PG_SEARCH_KEY,
    PG_RATED,
    PG_MISSING,
    PG_RESULT_OF,
    PG_DROP_GAME_LOG,
    PG_DROP_GAME_SEATS,
    PG_DROP_GAME_RESULT,
    PG_DROP_GAME_RATED,
    PG_DROP_GAME_OWNER,
    PG_DROP_GAME_GAPS,
    PG_DROP_GAME,
    PG_DROP_PERSON_PUSH,
    PG_DROP_PERSON_SEATS,
    PG_DROP_PERSON_DUE,
    PG_DROP_PERSON_LINES,
    PG_DROP_PERSON_SESSIONS,
    PG_DROP_PERSON_DEVICES,
    PG_DROP_PERSON_NAME,
    PG_DROP_PERSON_ACTS,
    PG_DROP_PERSON,
    PG_DROP_BAN,
    PG_DROP_SILENCE,
    PG_DUMP, /* and one for each part */
    PG_PUT = PG_DUMP + STORE_PARTS,
    PG_NAMES = PG_PUT + STORE_PARTS, /* and those of store_names.h */
    PG_STATEMENTS = PG_NAMES + NAMES_STATEMENTS
};

extern const char *const store_pg_sql[PG_STATEMENTS];
extern const char store_pg_schema[], store_pg_result_schema[], store_pg_owners[],
    store_pg_duty_schema[];

enum { PG_VALUES_MAX = 17, PG_SCHEMA = 5 };

struct pg_query {
    enum pg_statement statement;
    int n;
    ptrdiff_t at[PG_VALUES_MAX]; /* of each value in the op's bytes; -1: NULL */
    int length[PG_VALUES_MAX];
    unsigned raw; /* bits: values that are bytes, no text */
};

struct pg_store;
struct pg_op;

/* A row that came for query `n` of the op; false: no more are wanted. */
typedef bool pg_on_row(struct pg_op *op, int n, const PGresult *rows, int row);

struct pg_op {
    struct pg_op *next;
    struct pg_store *store;
    struct pg_query *query;
    int n, max;
    char *bytes;
    size_t n_bytes, size;
    int answered; /* queries whose answer came */
    int tries;    /* how often it was sent in vain */
    bool sent;
    bool safe;    /* may be done twice: sent again after a lost connection */
    bool unsure;  /* and that is so: the log is asked first */
    bool looking; /* it is being asked */
    bool failed, conflict, again;
    bool guarded; /* something that is taken, or is not there, is a conflict */
    bool enough;  /* no more rows are wanted */
    bool no_memory;
    pg_on_row *row;
    union {
        store_each_entry *entry;
        store_each_row *row;
        store_each_push *push;
        store_each_cells *cells;
        store_each_name *name;
        store_each_credential *credential;
        store_each_session *session;
        store_each_result *result;
        store_each_owner *owner;
    } each;
    struct store_gather *gather;     /* of results; freed with the op */
    struct store_pause *gaps;        /* of a table that is read; STORE_GAPS_MAX */
    const struct store_batch *batch; /* of an append */
    struct store_hours *hours;
    void *out; /* where a key goes */
    size_t n_out;
    enum store_part part;
    int found; /* rows or numbers that the call wants to know */
    /* Called before `done`, or instead: the op may go on with more. NULL: nothing. */
    bool (*more)(struct pg_op *op);
    struct store_answer answer;
    store_done *done;
    void *context;
};

struct pg_line { /* one connection */
    struct pg_store *store;
    PGconn *conn; /* NULL: none */
    enum { PG_DOWN, PG_CONNECTING, PG_PREPARING, PG_UP } state;
    PostgresPollingStatusType wants;
    bool writes; /* bytes wait to be sent */
    bool taking; /* answers are being taken */
    unsigned life;
    int64_t retry_at, wait_ms;
    struct pg_op *first; /* of the queue: those that were sent come first */
    int prepared;        /* statements whose preparation was answered */
};

struct pg_store {
    struct store store;
    char *url;
    struct pg_line line[STORE_FDS_MAX]; /* to write, to read */
    int64_t now, alive, alive_said, alive_before;
    int alive_under_way;
    bool closing;
    char problem[300];
};

/* -- store_pg_line.c --------------------------------------------------------------------- */

struct pg_op *pg_line_op_new(struct pg_store *s, store_done *done, void *context);
/* A query, then its values in their order. */
struct pg_query *pg_line_op_query(struct pg_op *op, enum pg_statement statement);
void pg_line_op_text(struct pg_op *op, const char *text); /* NULL: nothing */
void pg_line_op_number(struct pg_op *op, int64_t number);
void pg_line_op_raw(struct pg_op *op, const void *bytes, size_t n);
/* Hands it over. */
void pg_line_ask(struct pg_line *line, struct pg_op *op);
void pg_line_turn(struct pg_line *line);
/* What is under way fails. */
void pg_line_close(struct pg_line *line);
void pg_line_problem(struct pg_store *s, const char *text);

/* -- store_pg_names.c -------------------------------------------------------------------- */

extern const struct store_names store_pg_names;
extern const struct store_statements store_pg_shared;

/* The rows of a query as their cells, for op->each.cells (store_pg.c). */
pg_on_row pg_on_cells;

/* -- store_pg_result.c ------------------------------------------------------------------- */

extern const struct store_results store_pg_results;
void pg_result_put(struct pg_op *op, const struct store_result *result);
/* A new op; without memory the call has failed, and this is NULL. */
struct pg_op *pg_begin(struct store *store, store_done *done, void *context);
/* The number in column `n` of a row of an answer. */
int64_t pg_number(const PGresult *rows, int row, int n);

/* -- store_pg_schema.c --------------------------------------------------------------------- */

/* Begins to connect. NULL: no memory. */
PGconn *pg_schema_connect(const char *url, bool waits);
/* To serve, the tables are made or migrated; otherwise they must be there and of this version. `ahead`: see struct
 * store. False: `problem` says why not. */
bool pg_schema_open(const char *url, enum store_way way, int64_t *ahead, char *problem,
                    size_t size);

#endif
