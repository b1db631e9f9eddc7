/* store_pg_names.c -- names in PostgreSQL: carries out the statements of store_names.h. */
#include "store_names.h"
#include "store_pg.h"

static bool pg_names_on_name(struct pg_op *op, int n, const PGresult *rows, int row)
{
    struct store_name name = {.id = pg_number(rows, row, 0),
                              .shown = PQgetvalue(rows, row, 1),
                              .letters = PQgetvalue(rows, row, 2),
                              .form = PQgetvalue(rows, row, 3),
                              .near = PQgetvalue(rows, row, 4),
                              .who = PQgetvalue(rows, row, 5),
                              .bot = pg_number(rows, row, 6) != 0,
                              .created = pg_number(rows, row, 7),
                              .seen = pg_number(rows, row, 8),
                              .ended = pg_number(rows, row, 9),
                              .recovery = PQgetvalue(rows, row, 10)};

    (void)n;
    return op->each.name(op->context, &name);
}

static bool pg_names_on_credential(struct pg_op *op, int n, const PGresult *rows, int row)
{
    struct store_credential one = {.id = PQgetvalue(rows, row, 0),
                                   .name = pg_number(rows, row, 1),
                                   .algorithm = (int)pg_number(rows, row, 2),
                                   .key = PQgetvalue(rows, row, 3),
                                   .counter = pg_number(rows, row, 4),
                                   .label = PQgetvalue(rows, row, 5),
                                   .created = pg_number(rows, row, 6),
                                   .seen = pg_number(rows, row, 7)};

    (void)n;
    return op->each.credential(op->context, &one);
}

static bool pg_names_on_session(struct pg_op *op, int n, const PGresult *rows, int row)
{
    struct store_session one = {.hash = PQgetvalue(rows, row, 0),
                                .name = pg_number(rows, row, 1),
                                .credential = PQgetvalue(rows, row, 2),
                                .label = PQgetvalue(rows, row, 3),
                                .created = pg_number(rows, row, 4),
                                .seen = pg_number(rows, row, 5),
                                .ends = pg_number(rows, row, 6)};

    (void)n;
    return op->each.session(op->context, &one);
}

static void pg_names_query(struct pg_op *op, const struct names_step *step)
{
    pg_line_op_query(op, (enum pg_statement)(PG_NAMES + (int)step->statement));
    for (int i = 0; i < step->n; i++)
        if (step->value[i].text)
            pg_line_op_text(op, step->value[i].text);
        else
            pg_line_op_number(op, step->value[i].number);
}

/* Where changes go, too: who has just signed in is found. */
static void pg_names_ask(struct pg_op *op, struct names_step step, pg_on_row *row)
{
    op->row = row;
    pg_names_query(op, &step);
    pg_line_ask(&op->store->line[0], op);
}

static void pg_names_find(struct store *store, enum store_name_by by, const char *key,
                          int64_t now, store_each_name *each, store_done *done,
                          void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->each.name = each;
    pg_names_ask(op, store_names_find(by, key, now), pg_names_on_name);
}

static void pg_names_alike(struct store *store, const struct store_name *name,
                           store_each_name *each, store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->each.name = each;
    pg_names_ask(op, store_names_alike(name), pg_names_on_name);
}

static void pg_names_credentials(struct store *store, int64_t name, const char *id,
                                 store_each_credential *each, store_done *done,
                                 void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->each.credential = each;
    pg_names_ask(op, store_names_credentials(name, id), pg_names_on_credential);
}

static void pg_names_sessions(struct store *store, int64_t name, store_each_session *each,
                              store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->each.session = each;
    pg_names_ask(op, store_names_sessions(name), pg_names_on_session);
}

/* Not repeated when the connection was lost: whoever asked is told, and asks again. */
static void pg_names_change(struct store *store, const struct store_name_change *changes,
                            int n, store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->guarded = true;
    for (int i = 0; i < n; i++) {
        struct names_step steps[NAMES_STEPS_MAX];
        int n_steps = store_names_steps(&changes[i], steps);
        for (int k = 0; k < n_steps; k++) pg_names_query(op, &steps[k]);
    }
    pg_line_ask(&op->store->line[0], op);
}

const struct store_names store_pg_names = {.find = pg_names_find,
                                           .alike = pg_names_alike,
                                           .credentials = pg_names_credentials,
                                           .sessions = pg_names_sessions,
                                           .change = pg_names_change};

/* -- Tournaments (store_tournament.c) ----------------------------------------------------- */

static void pg_names_shared_ask(struct store *store, const struct names_step *step,
                                store_each_cells *each, store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->each.cells = each;
    op->part = STORE_TOURNAMENTS;
    pg_names_ask(op, *step, pg_on_cells);
}

static void pg_names_shared_change(struct store *store, const struct names_step *steps,
                                   int n, store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->guarded = true;
    for (int i = 0; i < n; i++) pg_names_query(op, &steps[i]);
    pg_line_ask(&op->store->line[0], op);
}

const struct store_statements store_pg_shared = {.ask = pg_names_shared_ask,
                                                 .change = pg_names_shared_change};
