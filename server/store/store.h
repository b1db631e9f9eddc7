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

/* Whose turn it is now at a table whose turns are told (push.h). */
struct store_turn {
    const char *table;
    const char *who; /* who has to decide; "": nobody is waited for */
    int seat;        /* with which seat */
    int64_t turn;    /* the game's number of the turn */
    int64_t due;     /* when it is told, if it is his turn until then */
    bool over;       /* the game has ended: nobody is told any more */
    const char *const
        *owners;  /* all who have a seat, "" for the others; NULL: as before */
    int n_owners; /* at most STORE_OWNERS_MAX */
};

struct store_batch {
    const struct store_entry *entries;
    const struct store_row *rows; /* of every table that has an entry */
    const char *const *people;    /* hashes of secrets that came (back), never secrets */
    const struct store_turn *turns;
    int n_entries, n_rows, n_people, n_turns;
    int64_t now;
};

/* -- Subscriptions to push messages ----------------------------------------------------- */

enum {
    STORE_OWNERS_MAX = 6,
    STORE_PUSH_POINT = 65, /* bytes of a browser's public key */
    STORE_PUSH_AUTH = 16,  /* of its secret */
    STORE_PUSH_SEAT = 4,   /* browsers that a person has at one table, */
    STORE_PUSH_PERSON = 64,
    STORE_PUSH_ORIGIN = 200, /* subscriptions of a person, and of an address, */
    STORE_PUSH_ALL = 100000, /* and of everybody */
    STORE_PUSH_FAILED = 5 /* messages that failed one after the other: it is given up */
};

struct store_push {
    int64_t key; /* the store's name for it */
    const char *table, *who, *endpoint;
    const void *point, *auth; /* STORE_PUSH_POINT and STORE_PUSH_AUTH bytes */
    int64_t origin;           /* the address that asked for it, hidden; 0: not counted */
    bool mine;                /* it is his turn now */
    int64_t turn; /* the number of the turn that was last told, or needs no telling */
    int seat, tries;
    int64_t deadline;    /* of the table's clock; 0: none runs */
    const char *summary; /* of the table */
};

enum store_added { STORE_ADDED, STORE_ADD_FAILED, STORE_SEAT_FULL, STORE_PUSH_FULL };

/* What becomes of a subscription: a message is under way; it waits until `due`, tried once more or
 * not; the message arrived; it failed for good; there is no such browser any more. */
enum store_push_fate {
    STORE_PUSH_SENDING,
    STORE_PUSH_WAITS,
    STORE_PUSH_AGAIN,
    STORE_PUSH_DONE,
    STORE_PUSH_LOST,
    STORE_PUSH_GONE
};

struct store_push_change {
    int64_t key, turn, due;
    enum store_push_fate fate;
};

typedef bool store_each_push(void *context, const struct store_push *push);

struct store;

struct store_pushes {
    /* A browser that has one already at that table gets the new keys. */
    enum store_added (*add)(struct store *store, const struct store_push *push);
    /* At that table, or (NULL) at all; only `who`'s own. False: the store failed. */
    bool (*drop)(struct store *store, const char *table, const char *who,
                 const char *endpoint);
    bool (*has)(struct store *store, const char *table, const char *who,
                const char *endpoint);
    /* Those that are to be told now, the longest due first. */
    bool (*due)(struct store *store, int64_t now, int max, store_each_push *each,
                void *context);
    /* All of it or nothing. A change that is about a former turn does nothing. */
    bool (*change)(struct store *store, const struct store_push_change *changes, int n);
    /* The server's own pair of keys, `n` bytes: read, or, if there is none, kept. False: failed. */
    bool (*key)(struct store *store, void *bytes, size_t n);
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
    const struct store_pushes *push; /* NULL: this store keeps no subscriptions */
    const char *(*problem)(struct store *store); /* the last failure, for the log */
    void (*close)(struct store *store);
};

/* "sqlite:PATH" ("sqlite::memory:" for tests). NULL with the reason in `problem`. */
struct store *store_open(const char *name, char *problem, size_t size);
struct store *store_sqlite_open(const char *path, char *problem, size_t size);

#endif
