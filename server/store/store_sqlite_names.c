/* store_sqlite_names.c -- names in an SQLite store: carries out the statements of store_names.h. */
#include "store_sqlite_names.h"

#include "store_names.h"

#include <stdio.h>
#include <stdlib.h>

#define STORE_RESULTS_OF ""

static const char *const names_sql[NAMES_STATEMENTS] = {
#define NAMES_TEXT(id, sql) [NAMES_##id] = sql,
    STORE_NAMES_SQL(NAMES_TEXT, NAMES_TEXT, NAMES_TEXT)
#undef NAMES_TEXT
};

struct store_name_rows {
    sqlite3 *db;
    sqlite3_stmt *kept[NAMES_STATEMENTS]; /* those that were needed before */
};

struct store_name_rows *sqlite_names_open(sqlite3 *db)
{
    struct store_name_rows *rows = calloc(1, sizeof *rows);

    if (rows) rows->db = db;
    return rows;
}

void sqlite_names_close(struct store_name_rows *rows)
{
    if (!rows) return;
    for (int i = 0; i < NAMES_STATEMENTS; i++) sqlite3_finalize(rows->kept[i]);
    free(rows);
}

/* A statement is prepared when it is first needed. One whose rows are being told needs another beside it. */
static sqlite3_stmt *sqlite_names_prepare(struct store_name_rows *rows,
                                          enum names_statement statement)
{
    sqlite3_stmt **kept = &rows->kept[statement], *st = NULL;
    unsigned how = *kept ? 0 : SQLITE_PREPARE_PERSISTENT;

    if (*kept && !sqlite3_stmt_busy(*kept)) return *kept;
    if (sqlite3_prepare_v3(rows->db, names_sql[statement], -1, how, &st, NULL))
        return NULL;
    if (!*kept) *kept = st;
    return st;
}

static sqlite3_stmt *sqlite_names_begin(struct store_name_rows *rows,
                                        const struct names_step *step)
{
    sqlite3_stmt *st = sqlite_names_prepare(rows, step->statement);

    for (int i = 0; st && i < step->n; i++) {
        char name[16];
        snprintf(name, sizeof name, "$%d", i + 1);
        int at = sqlite3_bind_parameter_index(st, name);
        if (step->value[i].text)
            sqlite3_bind_text(st, at, step->value[i].text, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(st, at, step->value[i].number);
    }
    return st;
}

/* The statement has told its rows: it is kept for the next time, without what belongs to this one. */
static void sqlite_names_finish(struct store_name_rows *rows,
                                const struct names_step *step, sqlite3_stmt *st)
{
    if (st != rows->kept[step->statement]) {
        sqlite3_finalize(st);
        return;
    }
    sqlite3_reset(st);
    if (st) sqlite3_clear_bindings(st);
}

static const char *sqlite_names_text(sqlite3_stmt *st, int n)
{
    return (const char *)sqlite3_column_text(st, n);
}

static bool sqlite_names_each_name(sqlite3_stmt *st, const struct names_each *each)
{
    struct store_name name = {.id = sqlite3_column_int64(st, 0),
                              .shown = sqlite_names_text(st, 1),
                              .letters = sqlite_names_text(st, 2),
                              .form = sqlite_names_text(st, 3),
                              .near = sqlite_names_text(st, 4),
                              .who = sqlite_names_text(st, 5),
                              .bot = sqlite3_column_int(st, 6),
                              .created = sqlite3_column_int64(st, 7),
                              .seen = sqlite3_column_int64(st, 8),
                              .ended = sqlite3_column_int64(st, 9),
                              .recovery = sqlite_names_text(st, 10)};

    return each->name(each->context, &name);
}

static bool sqlite_names_each_credential(sqlite3_stmt *st, const struct names_each *each)
{
    struct store_credential one = {.id = sqlite_names_text(st, 0),
                                   .name = sqlite3_column_int64(st, 1),
                                   .algorithm = sqlite3_column_int(st, 2),
                                   .key = sqlite_names_text(st, 3),
                                   .counter = sqlite3_column_int64(st, 4),
                                   .label = sqlite_names_text(st, 5),
                                   .created = sqlite3_column_int64(st, 6),
                                   .seen = sqlite3_column_int64(st, 7)};

    return each->credential(each->context, &one);
}

static bool sqlite_names_each_session(sqlite3_stmt *st, const struct names_each *each)
{
    struct store_session one = {.hash = sqlite_names_text(st, 0),
                                .name = sqlite3_column_int64(st, 1),
                                .credential = sqlite_names_text(st, 2),
                                .label = sqlite_names_text(st, 3),
                                .created = sqlite3_column_int64(st, 4),
                                .seen = sqlite3_column_int64(st, 5),
                                .ends = sqlite3_column_int64(st, 6)};

    return each->session(each->context, &one);
}

static bool sqlite_names_each_row(sqlite3_stmt *st, const struct names_each *each)
{
    return each->name         ? sqlite_names_each_name(st, each)
           : each->credential ? sqlite_names_each_credential(st, each)
                              : sqlite_names_each_session(st, each);
}

bool sqlite_names_read(struct store_name_rows *rows, const struct names_step *step,
                       const struct names_each *each)
{
    sqlite3_stmt *st = sqlite_names_begin(rows, step);
    int rc = SQLITE_ERROR;

    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW)
        if (!sqlite_names_each_row(st, each)) break;
    sqlite_names_finish(rows, step, st);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

/* One statement of a change. */
static enum store_outcome sqlite_names_do(struct store_name_rows *rows,
                                          const struct names_step *step)
{
    sqlite3_stmt *st = sqlite_names_begin(rows, step);
    int rc = st ? sqlite3_step(st) : SQLITE_ERROR;

    sqlite_names_finish(rows, step, st);
    if (rc == SQLITE_CONSTRAINT) return STORE_CONFLICT;
    if (rc != SQLITE_DONE) return STORE_FAILED;
    return step->must && !sqlite3_changes(rows->db) ? STORE_CONFLICT : STORE_DONE;
}

bool sqlite_names_shared_read(struct store_name_rows *rows, const struct names_step *step,
                              store_each_cells *each, void *context)
{
    sqlite3_stmt *st = sqlite_names_begin(rows, step);
    int rc = SQLITE_ERROR;

    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_cells row = {.n = sqlite3_column_count(st)};
        for (int i = 0; i < row.n && i < STORE_CELLS_MAX; i++) {
            row.cell[i].bytes = sqlite_names_text(st, i);
            row.cell[i].n = (size_t)sqlite3_column_bytes(st, i);
        }
        if (!each(context, &row)) break;
    }
    sqlite_names_finish(rows, step, st);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

static enum store_outcome sqlite_names_end(sqlite3 *db, enum store_outcome how)
{
    if (how == STORE_DONE && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK)
        return STORE_DONE;
    if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return how == STORE_DONE ? STORE_FAILED : how;
}

bool sqlite_names_shared_forget(struct store_name_rows *rows, int64_t before)
{
    struct names_step lines = {
        NAMES_TOURNAMENT_FORGET_LINES, false, 1, {{.number = before}}};
    struct names_step all = {NAMES_TOURNAMENT_FORGET, false, 1, {{.number = before}}};

    return sqlite_names_do(rows, &lines) == STORE_DONE &&
           sqlite_names_do(rows, &all) == STORE_DONE;
}

enum store_outcome sqlite_names_shared_change(struct store_name_rows *rows,
                                              const struct names_step *steps, int n)
{
    enum store_outcome how = STORE_DONE;

    if (sqlite3_exec(rows->db, "BEGIN IMMEDIATE", NULL, NULL, NULL)) return STORE_FAILED;
    for (int i = 0; how == STORE_DONE && i < n; i++)
        how = sqlite_names_do(rows, &steps[i]);
    return sqlite_names_end(rows->db, how);
}

enum store_outcome sqlite_names_change(struct store_name_rows *rows,
                                       const struct store_name_change *changes, int n)
{
    enum store_outcome how = STORE_DONE;

    if (sqlite3_exec(rows->db, "BEGIN IMMEDIATE", NULL, NULL, NULL)) return STORE_FAILED;
    for (int i = 0; how == STORE_DONE && i < n; i++) {
        struct names_step steps[NAMES_STEPS_MAX];
        int n_steps = store_names_steps(&changes[i], steps);
        for (int k = 0; how == STORE_DONE && k < n_steps; k++)
            how = sqlite_names_do(rows, &steps[k]);
    }
    return sqlite_names_end(rows->db, how);
}
