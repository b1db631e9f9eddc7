/* join.h -- what the files of `aude bot --join` share: a program at a table of a server.
 *
 *     join_wire.c    the connection: WebSocket, cookie, again and again when it breaks
 *     join.c         what is heard and said (docs/protocol.md), and the program beside it */
#ifndef JOIN_H
#define JOIN_H

#include "arena_bot.h"
#include "cli.h"

#include <jansson.h>

enum { JOIN_URL_MAX = 256, JOIN_TABLE_MAX = 32 };

struct join_options {
    const char *link;    /* of the table, as the page shows it */
    const char *command; /* the program */
    const char *name;    /* at the table; NULL: what the program calls itself */
    long seat;           /* from 1; 0: the first that is free */
    long ms;             /* for a decision */
    long tries;          /* to connect, in a row */
    bool stay;           /* follow a rematch */
};

struct join;

/* `link` taken apart: "https://host:port/#/t/TABLE". False if it is none. */
struct join_address {
    bool tls;
    int port;
    char host[JOIN_URL_MAX], table[JOIN_TABLE_MAX];
};
bool join_address(const char *link, struct join_address *out);

/* The whole of it; an exit status. */
int join_run(const struct join_options *options);

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
struct join_wire;
struct join_wire *join_wire_open(struct join *join, const struct join_address *to,
                                 long tries, char why[ARENA_WHY_MAX]);
bool join_wire_serve(struct join_wire *wire);
void join_wire_wake(struct join_wire *wire);
void join_wire_close(struct join_wire *wire);

#endif
