/* store_pg_result.c -- results of finished games in PostgreSQL. See store_result.h. */
#include "store_pg.h"

#include <stdlib.h>

static struct pg_line *pg_result_line(struct store *store, bool reads)
{
    return &((struct pg_store *)store)->line[reads];
}

/* -- Writing ---------------------------------------------------------------------------- */

static void pg_result_put_seat(struct pg_op *op, const char *table, int seat,
                               const struct store_result_seat *one)
{
    pg_line_op_query(op, PG_ADD_SEAT);
    pg_line_op_text(op, table);
    pg_line_op_number(op, seat);
    pg_line_op_number(op, one->name);
    pg_line_op_text(op, one->who);
    pg_line_op_text(op, one->label);
    pg_line_op_text(op, one->key);
    pg_line_op_text(op, one->level);
    pg_line_op_number(op, one->points);
    pg_line_op_number(op, one->place);
}

void pg_result_put(struct pg_op *op, const struct store_result *result)
{
    pg_line_op_query(op, PG_ADD_RESULT);
    pg_line_op_text(op, result->table);
    pg_line_op_number(op, result->began);
    pg_line_op_number(op, result->ended);
    pg_line_op_number(op, result->pool);
    pg_line_op_number(op, result->rated);
    pg_line_op_number(op, result->open);
    pg_line_op_number(op, (int64_t)result->why);
    pg_line_op_number(op, result->turns);
    pg_line_op_number(op, result->sets);
    pg_line_op_text(op, result->rules);
    for (int i = 0; i < result->n_seats; i++)
        pg_result_put_seat(op, result->table, i, &result->seat[i]);
}

static void pg_result_add(struct store *store, const struct store_result *results, int n,
                          store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->safe = true;
    for (int i = 0; i < n; i++) pg_result_put(op, &results[i]);
    pg_line_ask(pg_result_line(store, false), op);
}

/* -- Reading ---------------------------------------------------------------------------- */

static bool pg_result_on_row(struct pg_op *op, int n, const PGresult *rows, int row)
{
    const char *text[RESULT_COLUMNS];

    (void)n;
    for (int i = 0; i < RESULT_COLUMNS; i++) text[i] = PQgetvalue(rows, row, i);
    return store_result_gather_row(op->gather, text);
}

/* The last result has all its seats. */
static bool pg_results_end(struct pg_op *op)
{
    store_result_gather_end(op->gather);
    return false;
}

static struct pg_op *pg_result_begin(struct store *store, store_each_result *each,
                                     store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return NULL;
    op->row = pg_result_on_row;
    op->more = pg_results_end;
    op->gather = calloc(1, sizeof *op->gather);
    if (op->gather) {
        *op->gather = (struct store_gather){.each = each, .context = context};
        return op;
    }
    free(op);
    done(context, &(struct store_answer){.how = STORE_FAILED});
    return NULL;
}

static void pg_result_search(struct store *store, const struct store_search *search,
                             store_each_result *each, store_done *done, void *context)
{
    struct pg_op *op = pg_result_begin(store, each, done, context);
    int64_t values[STORE_SEARCH_VALUES], places[STORE_SEARCH_PLACES];

    if (!op) return;
    store_result_search_values(search, values);
    store_result_search_places(search, places);
    pg_line_op_query(op, search->who   ? PG_SEARCH_WHO
                         : search->key ? PG_SEARCH_KEY
                                       : PG_SEARCH);
    for (int i = 0; i < STORE_SEARCH_VALUES; i++) pg_line_op_number(op, values[i]);
    if (search->who || search->key) {
        pg_line_op_text(op, search->who ? search->who : search->key);
        for (int i = 0; i < STORE_SEARCH_PLACES; i++) pg_line_op_number(op, places[i]);
    }
    pg_line_ask(pg_result_line(store, true), op);
}

static void pg_result_rated(struct store *store, int64_t after, int max,
                            store_each_result *each, store_done *done, void *context)
{
    struct pg_op *op = pg_result_begin(store, each, done, context);

    if (!op) return;
    pg_line_op_query(op, PG_RATED);
    pg_line_op_number(op, after);
    pg_line_op_number(op, max);
    pg_line_ask(pg_result_line(store, true), op);
}

static bool pg_result_on_missing(struct pg_op *op, int n, const PGresult *rows, int row)
{
    struct store_row game = {.table = PQgetvalue(rows, row, 0)};

    (void)n;
    return op->each.row(op->context, &game);
}

static void pg_result_missing(struct store *store, const char *after, int max,
                              store_each_row *each, store_done *done, void *context)
{
    struct pg_op *op = pg_begin(store, done, context);

    if (!op) return;
    op->row = pg_result_on_missing;
    op->each.row = each;
    pg_line_op_query(op, PG_MISSING);
    pg_line_op_text(op, after);
    pg_line_op_number(op, max);
    pg_line_ask(pg_result_line(store, true), op);
}

static void pg_result_of(struct store *store, const char *table, store_each_result *each,
                         store_done *done, void *context)
{
    struct pg_op *op = pg_result_begin(store, each, done, context);

    if (!op) return;
    pg_line_op_query(op, PG_RESULT_OF);
    pg_line_op_text(op, table);
    pg_line_ask(pg_result_line(store, false), op); /* behind what was just stored */
}

const struct store_results store_pg_results = {.search = pg_result_search,
                                               .rated = pg_result_rated,
                                               .missing = pg_result_missing,
                                               .add = pg_result_add,
                                               .of = pg_result_of};
