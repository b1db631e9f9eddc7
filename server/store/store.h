/* store.h -- where logs of tables outlive the server. An interface; SQLite and PostgreSQL implement it.
 *
 *     store = store_open("sqlite:aude.db", problem, sizeof problem);
 *     store->append(store, &batch, done, context);     all of it durable, or nothing
 *     store->read(store, table, since, max, each, done, context);
 *
 * A store keeps for every table one append-only log, in the order of seq, and one row that says in
 * short what the table is. Everything is begun and completed: `done` is called once, before the call
 * returns or later, from turn(). What append() is given must live until then; what others are given
 * they copy. An append that is done survives the loss of power. Of two appends the one that was begun first is done first.
 *
 * Read this, then store_hours.h (when a server ran: for all stores the same), store_wait.h (for those
 * who can wait), store_sqlite.c with store_push.c, store_pg.h and its files. hub/hub_flush.c is who
 * calls. */
#ifndef STORE_H
#define STORE_H

#include "store_result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_LISTED_MAX = 10 }; /* of one address, the latest; others leave the list */

struct store_entry {
    const char *table;
    int64_t seq, at;
    const char *text;   /* public, as it is sent */
    const char *secret; /* or NULL */
    int64_t epoch; /* the epoch in which the writer has the table; 0: it is not checked */
};

/* A table in short, written whenever its log grows. */
struct store_row {
    const char *table;
    int64_t created, updated;
    bool listed;         /* stands in the public list */
    bool over;           /* the game has ended */
    bool awake;          /* its clock runs although nobody watches */
    int64_t deadline;    /* when that clock runs out, if the server runs until then */
    const char *summary; /* JSON for the list */
    int64_t origin; /* the address that made it, hidden; 0: not known. Never changed */
};

/* Whose turn it is now at a table whose turns are told (push.h). */
struct store_turn {
    const char *table;
    const char *who; /* who has to decide; "": nobody */
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
    const struct store_result *results; /* of tables whose game ends with this batch */
    int n_entries, n_rows, n_people, n_turns, n_results;
    int64_t now;
    const char *node; /* who has the new tables in it; NULL: nobody */
    int64_t until;    /* and until when */
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
    int64_t turn;             /* the last that was told, or that need not be told */
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

/* What became of it. CONFLICT: another entry stands in its place, the one before it is missing, its
 * table is, or the table has another owner: nothing was stored, and it will not be better next time. */
enum store_outcome { STORE_DONE, STORE_FAILED, STORE_CONFLICT };

struct store_answer {
    enum store_outcome how;
    /* read(): when the table last changed. It is earlier than its last entry says, if that was made while the
     * clock was far ahead. INT64_MAX: nobody knows. */
    int64_t updated;
    int n; /* forget(): how many; pushes: enum store_added of add(), 0 or 1 of has() */
    /* read() from the beginning: when the table had no owner though it should have had one. They live during
     * the call. */
    const struct store_pause *gaps;
    int n_gaps;
};

typedef void store_done(void *context, const struct store_answer *answer);

struct store_pushes {
    /* A browser that has one already at that table gets the new keys. */
    void (*add)(struct store *store, const struct store_push *push, store_done *done,
                void *context);
    /* At that table, or (NULL) at all; only `who`'s own. */
    void (*drop)(struct store *store, const char *table, const char *who,
                 const char *endpoint, store_done *done, void *context);
    void (*has)(struct store *store, const char *table, const char *who,
                const char *endpoint, store_done *done, void *context);
    /* Those that are to be told now, the longest due first. */
    void (*due)(struct store *store, int64_t now, int max, store_each_push *each,
                store_done *done, void *context);
    /* All of it or nothing. A change that is about a former turn does nothing. */
    void (*change)(struct store *store, const struct store_push_change *changes, int n,
                   store_done *done, void *context);
    /* The server's own pair of keys, `n` bytes: read, or, if there is none, kept. */
    void (*key)(struct store *store, void *bytes, size_t n, store_done *done,
                void *context);
};

/* -- Names ------------------------------------------------------------------------------ */

/* A name that somebody keeps. Who has one is known to tables by `who`, on every device. Rows stay when a
 * name is given up (`ended`), so that results can still say whose they are: then `shown` is "". */
enum {
    STORE_SHOWN_MAX = 97
}; /* bytes of a name, with the end: 24 characters of any script */

struct store_name {
    int64_t id;        /* a random number below 2^52; never given twice */
    const char *shown; /* as it is read */
    /* What others must not have: the same letters, the same form, nearly the same form (names_text_look()). */
    const char *letters, *form, *near;
    const char
        *who; /* by which tables know the person; a guest's own, if he claimed the name */
    bool bot; /* a program, with a key instead of a passkey */
    int64_t created, seen, ended;
    const char *recovery; /* the hash of the code that opens it again; "": none */
};

/* A device's public key. */
struct store_credential {
    const char *id; /* as the device says it, base64url */
    int64_t name;
    int algorithm;   /* of COSE: -7, -8, -257 */
    const char *key; /* base64url */
    int64_t counter;
    const char *label; /* what the person calls the device */
    int64_t created, seen;
};

/* A browser that is signed in, or a bot's key. */
struct store_session {
    const char *hash; /* of the cookie or the key, never itself */
    int64_t name;
    const char *credential; /* with which it was opened; "": without */
    const char *label;
    int64_t created, seen, ends;
};

enum store_name_by {
    STORE_NAME_ID, /* a number in words */
    STORE_NAME_SHOWN,
    STORE_NAME_WHO,
    STORE_NAME_SESSION,    /* a hash; one that has ended finds nothing */
    STORE_NAME_CREDENTIAL, /* an id */
    STORE_NAME_RECOVERY,   /* a hash */
    STORE_NAME_BYS
};

/* What can be done to names. A MUST does nothing, and with it all of its list, where there is nothing
 * to do it to; then, and where something is taken already, the outcome is STORE_CONFLICT. */
enum store_name_act {
    STORE_NAME_ADD,     /* `name`; those that ended before `before` are free again */
    STORE_NAME_SEEN,    /* of `id`, at `now` */
    STORE_NAME_RECOVER, /* MUST: of `id`, from the hash `old` to the hash `text` */
    STORE_NAME_RENAME,  /* MUST: `name`: its id, shown, letters, form, near */
    STORE_NAME_END,     /* MUST: of `id`, at `now`, with its devices and sessions */
    STORE_CREDENTIAL_ADD,
    STORE_CREDENTIAL_USED, /* MUST: `text` is its id; from counter `before` to `counter` */
    STORE_CREDENTIAL_DROP, /* MUST: `text`, of name `id`, with its sessions */
    STORE_SESSION_ADD,
    STORE_SESSION_SEEN,     /* `text` at `now`, ends at `before` */
    STORE_SESSION_DROP,     /* MUST: `text`, of name `id` */
    STORE_SESSION_LEAVE,    /* `text`, if it is there */
    STORE_SESSION_DROP_ALL, /* of name `id`, all but `text` */
    STORE_NAME_ACTS
};

struct store_name_change {
    enum store_name_act act;
    const struct store_name *name;
    const struct store_credential *credential;
    const struct store_session *session;
    int64_t id, now, before, counter;
    const char *text, *old;
};

typedef bool store_each_name(void *context, const struct store_name *name);
typedef bool store_each_credential(void *context, const struct store_credential *one);
typedef bool store_each_session(void *context, const struct store_session *one);

struct store_names {
    /* The name with that `key`: called once or not at all. */
    void (*find)(struct store *store, enum store_name_by by, const char *key, int64_t now,
                 store_each_name *each, store_done *done, void *context);
    /* Another name that could be taken for it: the first that is found. */
    void (*alike)(struct store *store, const struct store_name *name,
                  store_each_name *each, store_done *done, void *context);
    /* The devices of a name; `id`: that one alone, of whatever name; NULL: all of `name`. */
    void (*credentials)(struct store *store, int64_t name, const char *id,
                        store_each_credential *each, store_done *done, void *context);
    void (*sessions)(struct store *store, int64_t name, store_each_session *each,
                     store_done *done, void *context);
    /* All of it or nothing. The texts are copied. */
    void (*change)(struct store *store, const struct store_name_change *changes, int n,
                   store_done *done, void *context);
};

/* Called for each; false: no more are wanted. The texts live only during the call. */
typedef bool store_each_entry(void *context, int64_t seq, const char *text,
                              const char *secret);
typedef bool store_each_row(void *context, const struct store_row *row);

/* -- Results (store_result.h) ------------------------------------------------------------ */

struct store_results {
    /* The latest first. */
    void (*search)(struct store *store, const struct store_search *search,
                   store_each_result *each, store_done *done, void *context);
    /* Rated ones with a larger seq than `after`, in the order of seq. */
    void (*rated)(struct store *store, int64_t after, int max, store_each_result *each,
                  store_done *done, void *context);
    /* Tables that are over and have no result, from stores of before: in the order of their names. */
    void (*missing)(struct store *store, const char *after, int max, store_each_row *each,
                    store_done *done, void *context);
    /* Where there is none yet. */
    void (*add)(struct store *store, const struct store_result *results, int n,
                store_done *done, void *context);
    /* That of one table: called once or not at all. */
    void (*of)(struct store *store, const char *table, store_each_result *each,
               store_done *done, void *context);
};

/* -- When a server ran (store_hours.h makes use of it) ---------------------------------- */

struct store_pause { /* no server ran, or it could store nothing */
    int64_t gone, back;
};

enum { STORE_PAUSES_MAX = 4096 };

struct store_hours {
    int64_t alive;              /* when a server last said that it runs */
    int64_t latest, oldest;     /* of all tables: last change, first creation; 0: none */
    struct store_pause *pauses; /* STORE_PAUSES_MAX; the latest first */
    int n_pauses;
};

/* -- Who has which table (server/node/, where several servers share a store) ------------- */

enum {
    STORE_NODE_MAX = 80,
    STORE_GAPS_MAX = 32
}; /* bytes of a name with its end; gaps of a table */

/* One row for each table that a node ever had. The epoch grows whenever another takes the table. */
struct store_owner {
    const char *table, *node;
    int64_t epoch;
    int64_t until; /* 0: it was handed back */
};

typedef bool store_each_owner(void *context, const struct store_owner *owner);

struct store_owners {
    /* `node` takes the table until `until`, if it is free, run out, or its own. If it had run out, the
     * time from `lease` before that is noted as a gap; a gap that ends later than `now` (another's clock was ahead) ends
     * now, so that nothing written from now on lies within it. `each` is told who has it then; nobody, if there is no such
     * table. */
    void (*take)(struct store *store, const char *table, const char *node, int64_t now,
                 int64_t lease, store_each_owner *each, store_done *done, void *context);
    /* `each` is told of all that `node` has and that have not run out. Those that were its own until `least` or longer are
     * so until `until`. The others stay as they are: they are of a server of this name that ran before, and whoever takes
     * them notes the gap. */
    void (*renew)(struct store *store, const char *node, int64_t now, int64_t least,
                  int64_t until, store_each_owner *each, store_done *done, void *context);
    /* The table is free, if `node` has it with that epoch; without a table all that it has. What has run out by `now`
     * stays as it is: `node` stood still, and whoever takes it notes the gap. */
    void (*hand_back)(struct store *store, const char *table, const char *node,
                      int64_t epoch, int64_t now, store_done *done, void *context);
    /* Tables that are awake, whose clock has run out and that nobody has. */
    void (*orphans)(struct store *store, int64_t now, int max, store_each_row *each,
                    store_done *done, void *context);
};

/* -- Everything, for copies and checks -------------------------------------------------- */

/* Rows of a part of the store, with the same columns in every kind of store. */
enum store_part {
    STORE_GAMES,  /* in the order of their names */
    STORE_LOG,    /* of one table */
    STORE_PUSHES, /* of one table */
    STORE_PEOPLE,
    STORE_PAUSES,
    STORE_KEYS,
    STORE_NAMES, /* in the order of their numbers */
    STORE_CREDENTIALS,
    STORE_SESSIONS,
    STORE_RESULTS,     /* in the order of seq */
    STORE_SEATS,       /* of one result: by the name of its table */
    STORE_BANS,        /* of a host (store_duty.h): address ranges that are shut out, */
    STORE_SILENCES,    /* visitors and tables that may not talk, */
    STORE_ACTS,        /* and what the host did, by number */
    STORE_GAPS,        /* of one table: when none of several servers had it */
    STORE_TOURNAMENTS, /* in the order of their names */
    STORE_LINES,       /* of one tournament */
    STORE_SUMMARIES, /* of STORE_GAMES: name, updated, summary. Put only where `updated` is the same */
    STORE_FAULTS, /* what is wrong beside the logs, a sentence each: damaged pages, entries of no table. Never put */
    STORE_PARTS
};

enum { STORE_CELLS_MAX = 12 };

/* Is its first cell, or that of a log its second, a number in whose order it is? */
static inline bool store_part_counts(enum store_part part)
{
    return part == STORE_ACTS || part == STORE_LOG || part == STORE_PAUSES ||
           part == STORE_NAMES || part == STORE_RESULTS || part == STORE_LINES;
}

struct store_cell {
    const char *bytes; /* NULL: nothing */
    size_t n;
};

struct store_cells {
    enum store_part part;
    bool
        gone; /* put(): the row with that first cell is removed, and what belongs to it: of a
                * table its log and subscriptions, of a person his subscriptions */
    int n;
    struct store_cell cell[STORE_CELLS_MAX];
};

typedef bool store_each_cells(void *context, const struct store_cells *row);

/* -- Statements that all stores share (store_names.h, store_tournament.h) ------------------ */

struct names_step;

struct store_statements {
    void (*ask)(struct store *store, const struct names_step *step,
                store_each_cells *each, store_done *done, void *context);
    /* All of it or nothing; STORE_CONFLICT as in struct store_names. The values are copied. */
    void (*change)(struct store *store, const struct names_step *steps, int n,
                   store_done *done, void *context);
};

/* -- The store -------------------------------------------------------------------------- */

/* A file descriptor that a store waits for. */
struct store_fd {
    int fd;
    bool read, write;
    unsigned life; /* changes with the connection: a new one may have the same fd */
};

enum { STORE_FDS_MAX = 2 };

struct store {
    void (*append)(struct store *store, const struct store_batch *batch, store_done *done,
                   void *context);
    /* Entries with seq > since, at most `max`. */
    void (*read)(struct store *store, const char *table, int64_t since, int max,
                 store_each_entry *each, store_done *done, void *context);
    /* Listed tables that are not over, the latest first; or those that are awake, the one whose
     * clock runs out first before others. */
    void (*list)(struct store *store, bool awake, int max, store_each_row *each,
                 store_done *done, void *context);
    /* Remove tables untouched since `before`. */
    void (*forget)(struct store *store, int64_t before, store_done *done, void *context);
    /* What is known of former runs. */
    void (*hours)(struct store *store, struct store_hours *out, store_done *done,
                  void *context);
    /* Note a pause; one with the same beginning is changed. Those before `drop` are forgotten. */
    void (*note_pause)(struct store *store, struct store_pause pause, int64_t drop,
                       store_done *done, void *context);
    /* Dates later than `now` were wrong: pauses are cut there, rows and waiting messages are set back to it. */
    void (*set_back)(struct store *store, int64_t now, store_done *done, void *context);
    /* A server runs. It is called ten times a second, so it must be cheap, and it gives no answer. */
    void (*alive)(struct store *store, int64_t now);
    const struct store_pushes *push;     /* NULL: this store keeps no subscriptions */
    const struct store_names *names;     /* NULL: this store keeps no names */
    const struct store_results *results; /* NULL: this store keeps no results */
    const struct store_owners *owners;   /* NULL: it knows no owners */
    const struct store_statements *statements; /* NULL: it keeps no tournaments */
    /* The rows of a part: of `table`, or after the row whose first cell is `after` (NULL: from the
     * first on), at most `max`. */
    void (*dump)(struct store *store, enum store_part part, const char *table,
                 const char *after, int max, store_each_cells *each, store_done *done,
                 void *context);
    /* Put rows in, in place of those with the same key: all of them or none. Acts are only added;
     * one without a number gets the next. */
    void (*put)(struct store *store, const struct store_cells *rows, int n,
                store_done *done, void *context);
    /* What to wait for; how many. NULL: nothing, everything is done at once. */
    int (*fds)(struct store *store, struct store_fd fds[STORE_FDS_MAX]);
    /* Go on with what is under way, without waiting. `now` in ms, of any steady clock. */
    void (*turn)(struct store *store, int64_t now);
    const char *(*problem)(struct store *store); /* the last failure, for the log */
    /* What is under way fails. */
    void (*close)(struct store *store);
    bool shared;              /* other servers may run on it at the same time */
    struct store_hours known; /* see store_hours.h */
    int64_t said_alive;
    /* What is learned when it is opened, and once a second while a server runs: ms that our clock is ahead of the
     * store's, at least; what the store's own clock said last, 0 where it has none; so many times in a row another
     * server had said that it runs, too. */
    int64_t ahead, clock;
    int others;
    /* Since when nothing can be written though it may answer who reads: another program keeps the file, a standby is
     * gone without which nothing is committed. Tried once a second while a server says that it runs. 0: it can. */
    int64_t stuck;
    int64_t
        unnoted; /* store_begin() could not note the pause that began then; 0: there is none */
    char note[200]; /* what store_begin() found worth a line in the log */
};

/* "sqlite:PATH" ("sqlite::memory:" for tests) or "postgresql://...". NULL with the reason in
 * `problem`. */
struct store *store_open(const char *name, char *problem, size_t size);
/* Beside a server that may be running on it: what is there is used, nothing is made or migrated, and nobody is
 * kept out. */
struct store *store_open_beside(const char *name, char *problem, size_t size);
/* To be looked at: nothing is made or migrated, so that a backup that is checked stays what it was; an SQLite file that a server
 * uses is refused. One that may only be read is read without writing anything beside it; in the way above, too. */
struct store *store_open_as_it_is(const char *name, char *problem, size_t size);

enum store_way { STORE_TO_SERVE, STORE_BESIDE, STORE_AS_IT_IS };

struct store *store_sqlite_open(const char *path, enum store_way way, char *problem,
                                size_t size);
struct store *store_pg_open(const char *url, enum store_way way, char *problem,
                            size_t size);

#endif
