/* store_sqlite_keys.h -- which number a table has in an SQLite file, without asking for it at each move.
 *
 * KEYS THAT ARE PROVED: a table is known by its name, its entries by its number. The number of a name is remembered from one
 * transaction to the next, but only as a guess: a host or another program may have removed the table since, and another may have its
 * number. Whoever changes the table's row says the name, too (`WHERE key = ? AND name = ?`); if a row was changed the number is proved,
 * and holds until the transaction ends. */
#ifndef STORE_SQLITE_KEYS_H
#define STORE_SQLITE_KEYS_H

#include <sqlite3.h>
#include <stdint.h>

struct sqlite_keys;

struct sqlite_keys *sqlite_keys_open(sqlite3 *db); /* NULL: it failed */
void sqlite_keys_close(struct sqlite_keys *keys);

/* A transaction begins: nothing is proved any more. */
void sqlite_keys_begin(struct sqlite_keys *keys);
/* What it was when it was last seen; 0: not known. */
int64_t sqlite_keys_guess(const struct sqlite_keys *keys, const char *table);
void sqlite_keys_prove(struct sqlite_keys *keys, const char *table, int64_t key);
/* Its number, by what was proved or by asking; 0: there is no such table, or the database failed. */
int64_t sqlite_keys_find(struct sqlite_keys *keys, const char *table);

#endif
