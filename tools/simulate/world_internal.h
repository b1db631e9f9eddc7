/* world_internal.h -- what the files of a simulated world share. */
#ifndef SIMULATE_WORLD_INTERNAL_H
#define SIMULATE_WORLD_INTERNAL_H

#include <stdbool.h>

#include "model.h"
#include "server/hub/hub_internal.h"
#include "server/node/node_internal.h"
#include "world.h"

enum {
    WORLD_NODES = 3,
    WORLD_PEOPLE = 5,
    WORLD_TABLES = 3,
    WORLD_LINKS = 32,
    WORLD_THINKERS = 2,
    WORLD_ACTS = 512,
    WORLD_OUTAGES = 64
};

struct server {
    struct model_store store;
    struct hub *hub;
    struct node *node;
    char name[8];
    bool up, still; /* it runs; but nothing happens in it */
    int64_t until;  /* then it is started, or goes on */
    int64_t skew;   /* its clock is that much ahead */
    int64_t ticked;
    struct hub_job *job[WORLD_THINKERS];
};

struct chunk { /* bytes on their way; none: the end */
    struct chunk *next;
    int64_t at;
    size_t n;
    char bytes[];
};

struct stream { /* a link between two servers */
    bool used;
    int end[2]; /* the servers: who called, who was called */
    struct node_link *link[2];
    struct chunk *to[2]; /* what is on its way to each */
    int64_t opens, last[2], stalls;
    int delay;
};

struct act { /* a decision, or words, that wait for their answer */
    int id, table, at;
    int64_t before; /* entries that were stored then */
    bool words;
};

struct wish { /* to watch a table, to leave it, or to make one */
    int id, table;
    bool leave;
    int64_t since;
};

struct person {
    const char *who;
    int at; /* the server */
    struct conn *conn;
    int64_t back; /* when he comes again; 0: when he likes */
    bool wants[WORLD_TABLES], watches[WORLD_TABLES];
    int64_t seen[WORLD_TABLES];
    struct act act[WORLD_ACTS];
    struct wish wish[WORLD_ACTS];
};

/* When nobody had a table who should. A lease later that is noticed; what comes then is nobody's time. A lease that was
 * renewed by the one who has the table ends it. */
struct outages {
    int64_t since; /* now; 0: somebody has it */
    struct store_pause spell[WORLD_OUTAGES];
    int n;
};

struct world {
    struct model model;
    struct server server[WORLD_NODES];
    struct stream stream[WORLD_LINKS];
    struct person person[WORLD_PEOPLE];
    char id[WORLD_TABLES][TABLE_ID_MAX];
    int n_tables, ids, created;
    int64_t now;
    struct outages outages[WORLD_TABLES];
    bool quiet, twin, far; /* little goes wrong; no rematches; clocks differ by much */
    struct aude_seed seed; /* of the next table */
    bool seeded;
};

extern struct world world;

void world_fail(const char *what) __attribute__((noreturn));
uint32_t world_chance(void);
/* A line on stderr, if that is wanted. */
void world_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* One in n. */
bool world_luck(unsigned n);

/* -- Servers and links (servers.c) -------------------------------------------------------- */

void servers_start(struct server *server);
void servers_kill(struct server *server, bool silent);
/* SIGTERM: everything is handed back, then it stops. */
void servers_drain(struct server *server);
/* The world goes on by `ms`. */
void servers_step(int64_t ms);
void servers_flush(void);
void servers_cut_stream(struct stream *stream, bool silent);
/* The server that has the table, or NULL. */
struct server *servers_of(const char *table, struct room **room);
/* So much of the time between the two was nobody's. */
int64_t servers_outage(int t, int64_t from, int64_t to);
void servers_on_renewed(const char *id, const char *node);
void servers_on_taken(const char *id);
void servers_end(void);

/* -- People (people.c) -------------------------------------------------------------------- */

void people_begin(void);
void people_come(struct person *person);
void people_go(struct person *person);
/* He comes, and asks once more for what he wants to watch. */
void people_again(struct person *person);
void people_hear(void);
/* Something that one of them does. */
void people_do(void);
void people_computer_answer(struct server *server, unsigned which);

/* -- What everybody was told (tape.c) ------------------------------------------------------ */

void tape_begin(bool second);
void tape_add(const char *text, size_t n);
/* A tile was drawn that differs between the two. */
void tape_reveal(void);
/* Both were the same until then? */
void tape_compare(void);
/* Another seed with which the table begins in the same way. */
struct aude_seed tape_other_seed(struct aude_seed seed, const char *request);

/* -- In the end (check.c) ------------------------------------------------------------------ */

void simulate_check_all(void);
void simulate_check_entry(const struct store_entry *entry);

#endif
