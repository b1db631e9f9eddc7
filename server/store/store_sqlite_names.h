/* store_sqlite_names.h -- names in an SQLite store; store_sqlite.c hands its calls here. */
#ifndef STORE_SQLITE_NAMES_H
#define STORE_SQLITE_NAMES_H

#include "store_names.h"

#include <sqlite3.h>

/* Who is called for each row: the one that is not NULL. */
struct names_each {
    store_each_name *name;
    store_each_credential *credential;
    store_each_session *session;
    void *context;
};

struct store_name_rows;

struct store_name_rows *sqlite_names_open(sqlite3 *db); /* NULL: no memory */
void sqlite_names_close(struct store_name_rows *rows);

bool sqlite_names_read(struct store_name_rows *rows, const struct names_step *step,
                       const struct names_each *each);
/* The rows of a statement as their cells. */
bool sqlite_names_shared_read(struct store_name_rows *rows, const struct names_step *step,
                              store_each_cells *each, void *context);
enum store_outcome sqlite_names_shared_change(struct store_name_rows *rows,
                                              const struct names_step *steps, int n);
/* Tournaments that were not touched since then; within a transaction. */
bool sqlite_names_shared_forget(struct store_name_rows *rows, int64_t before);
enum store_outcome sqlite_names_change(struct store_name_rows *rows,
                                       const struct store_name_change *changes, int n);

#endif
