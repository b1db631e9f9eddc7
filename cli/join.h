/* join.h -- what the files of `aude bot --join` share: a program at a table of a server.
 *
 *     join_wire.c     the connection: WebSocket, cookie, again and again when it breaks
 *     join_table.c    what is heard and said of the table (docs/protocol.md)
 *     join.c          the program beside it, and the whole */
#ifndef JOIN_H
#define JOIN_H

#include "arena_bot.h"
#include "cli.h"

#include <jansson.h>
#include <pthread.h>

enum { JOIN_URL_MAX = 256, JOIN_TABLE_MAX = 32, JOIN_OUT_MAX = 32 };

struct join_options {
    const char *link;    /* of the table, as the page shows it */
    const char *command; /* the program */
    const char *name;    /* at the table; NULL: what the program calls itself */
    long seat;           /* from 1; 0: the first that is free */
    long ms;             /* for a decision */
    long tries;          /* to connect, in a row */
    bool stay;           /* follow a rematch */
    bool json;           /* what happens is told as JSON, one object a line */
};

/* `link` taken apart: "https://host:port/#/t/TABLE". False if it is none. */
struct join_address {
    bool tls;
    int port;
    char host[JOIN_URL_MAX], table[JOIN_TABLE_MAX];
};
bool join_address(const char *link, struct join_address *out);

struct join_wire;

/* Where the program is: its answer is awaited, is there, was sent to the server. */
enum join_state { JOIN_IDLE, JOIN_ASKED, JOIN_ANSWERED, JOIN_SENT };

struct join {
    const struct join_options *options;
    struct join_address at;
    struct join_wire *wire;
    char *out[JOIN_OUT_MAX];
    int n_out, ids;

    /* the table */
    long seq, steps;
    long target; /* as far as the log goes when we come (back) */
    bool begun, over, paused, seated, caught_up, replaced;
    unsigned seat;
    json_t *seats; /* as the log tells them */
    json_t *texts; /* of the steps so far */
    char *head, *opening;
    struct aude_reader reader;

    /* the program */
    struct arena_bot bot;
    pthread_t thread;
    pthread_mutex_t lock;
    enum join_state state;
    bool threaded, answered_ok;
    bool told; /* the program has heard of this game */
    struct aude_game view;
    struct cli_text record;
    struct aude_action action;
    long asked_at, asked_ms; /* steps there were, and the time it has */
    long clock_ms;
    int refused; /* answers, since the game last moved */

    bool done;
    int status;
};

/* The whole of it; an exit status. */
int join_run(const struct join_options *options);

/* -- Between the files ------------------------------------------------------------------ */

/* Say goodbye with that exit status. */
void join_end(struct join *join, int status);
/* Must the seat decide now, as far as is known? */
bool join_to_decide(const struct join *join);
/* Play the program's answer. */
void join_act(struct join *join);

/* -- For the wire ----------------------------------------------------------------------- */

/* The connection is up; a message came; it is gone. */
void join_up(struct join *join);
void join_hear(struct join *join, const char *text, size_t n);
void join_down(struct join *join);
/* Something to do beside the wire: has the program answered? */
void join_tend(struct join *join);
bool join_done(const struct join *join);
/* Is there something to send? The next message, to be freed; NULL if there is none. */
bool join_waiting(const struct join *join);
char *join_next(struct join *join);

/* Serve the connection until join_done(); false if it cannot be had at all. `wake` is called by
 * another thread. */
struct join_wire *join_wire_open(struct join *join, const struct join_address *to,
                                 long tries, char why[ARENA_WHY_MAX]);
bool join_wire_serve(struct join_wire *wire);
void join_wire_wake(struct join_wire *wire);
void join_wire_close(struct join_wire *wire);

#endif
