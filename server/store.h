/* store.h -- where logs of tables outlive the server. An interface; SQLite implements it.
 *
 *     store = store_sqlite_open("aude.db", problem, sizeof problem);
 *     store->append(store, &batch)                  all of it durable, or nothing
 *     store->read(store, table, since, max, each, context)
 *
 * A store keeps for every table one append-only log, in the order of seq, and one row that
 * says in short what the table is. append() returns when the entries will survive the loss of
 * power. One process owns a store at a time. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_LISTED_MAX = 10 }; /* of one origin, the latest; older ones leave the list */

struct store_entry {
    const char *table;
    int64_t seq, at;
    const char *text;   /* public, as it is sent */
    const char *secret; /* or NULL */
};

/* A table in short, written whenever its log grows. */
struct store_row {
    const char *table;
    int64_t created, updated;
    bool listed;         /* stands in the public list */
    bool over;           /* the game has ended */
    bool awake;          /* its clock runs although nobody watches */
    int64_t deadline;    /* and then runs out, if the server stays up */
    const char *summary; /* JSON for the list */
    int64_t origin; /* the address that made it, hidden; 0: not known. Never changed */
};

struct store_batch {
    const struct store_entry *entries;
    const struct store_row *rows; /* of every table that has an entry */
    const char *const *people;    /* hashes of secrets that came (back), never secrets */
    int n_entries, n_rows, n_people;
    int64_t now;
};

/* Called for each; false stops. The texts live only during the call. */
typedef bool store_each_entry(void *context, int64_t seq, const char *text,
                              const char *secret);
typedef bool store_each_row(void *context, const struct store_row *row);

struct store {
    bool (*append)(struct store *store, const struct store_batch *batch);
    /* Entries with seq > since, at most `max`. False: the store failed. */
    bool (*read)(struct store *store, const char *table, int64_t since, int max,
                 store_each_entry *each, void *context);
    /* When a table last changed: earlier than its last entry says, if that was made while the
     * clock was far ahead. INT64_MAX: nobody knows. */
    int64_t (*updated)(struct store *store, const char *table);
    /* Listed tables that are not over, the latest first; or those that are awake, the one whose
     * clock runs out first before others. */
    bool (*list)(struct store *store, bool awake, int max, store_each_row *each,
                 void *context);
    /* Remove tables untouched since `before`. How many, or -1. */
    int (*forget)(struct store *store, int64_t before);
    /* A server begins: what is `*now`? Later than it was ever alive, whatever the system's clock
     * says, unless the run before was far ahead. False: problem() is worth a line in the log; a
     * pause that could not be noted holds for this run only. */
    bool (*begin)(struct store *store, int64_t *now);
    /* It still runs. Told ten times a second, so cheap: it survives the process, and the loss of
     * power only if the system came to write it. */
    void (*alive)(struct store *store, int64_t now);
    /* Of the time since `from`, how long no server ran. */
    int64_t (*down)(struct store *store, int64_t from);
    const char *(*problem)(struct store *store); /* the last failure, for the log */
    void (*close)(struct store *store);
};

/* "sqlite:PATH" ("sqlite::memory:" for tests). NULL with the reason in `problem`. */
struct store *store_open(const char *name, char *problem, size_t size);
struct store *store_sqlite_open(const char *path, char *problem, size_t size);

#endif
