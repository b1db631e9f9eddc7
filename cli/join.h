/* join.h -- what the files of `aude bot --join` share: a program at a table of a server.
 *
 *     join_wire.c     the connection: WebSocket, cookie; made again when it breaks
 *     join_table.c    the messages of the table (docs/protocol.md)
 *     join.c          the program that plays, and the main loop */
#ifndef JOIN_H
#define JOIN_H

#include "arena_bot.h"
#include "cli.h"

#include <jansson.h>
#include <pthread.h>

enum { JOIN_URL_MAX = 256, JOIN_TABLE_MAX = 32, JOIN_OUT_MAX = 32 };

struct join_options {
    const char *link;     /* of the table, as the page shows it */
    const char *command;  /* the program */
    const char *name;     /* at the table; NULL: the name the program gives itself */
    const char *key_file; /* holds the key of a kept name; NULL: it plays as a guest */
    char key[128];        /* what stands there */
    long seat;            /* from 1; 0: the first free seat */
    long ms;              /* time for a decision */
    long tries;           /* attempts to connect, in a row */
    const char *pool;     /* look for games there; NULL: the link names a table */
    bool rated;           /* games with other programs, which count */
    bool stay;            /* follow a rematch, or look for the next game */
    bool json;            /* report what happens as JSON, one object a line */
};

/* The parts of a link "https://host:port/#/t/TABLE"; `table` is "" where it names none. False if it is no link. */
struct join_address {
    bool tls;
    int port;
    char host[JOIN_URL_MAX], table[JOIN_TABLE_MAX];
};
bool join_address(const char *link, struct join_address *out);

struct join_wire;

/* The state of the program: idle, asked, has answered, answer sent to the server. */
enum join_state { JOIN_IDLE, JOIN_ASKED, JOIN_ANSWERED, JOIN_SENT };

struct join {
    const struct join_options *options;
    struct join_address at;
    struct join_wire *wire;
    char *out[JOIN_OUT_MAX];
    int n_out, ids;

    /* the table */
    long seq, steps;
    long target; /* the length of the log when we (re)connect */
    bool begun, over, paused, seated, caught_up, replaced;
    bool next; /* the game is over, and another is looked for */
    unsigned seat;
    json_t *seats; /* as the log describes them */
    json_t *texts; /* the texts of the steps so far */
    char *head, *opening;
    struct aude_reader reader;

    /* the program */
    struct arena_bot bot;
    pthread_t thread;
    pthread_mutex_t lock;
    enum join_state state;
    bool threaded, answered_ok;
    bool told; /* the program knows about this game */
    struct aude_game view;
    struct cli_text record;
    struct aude_action action;
    long asked_at, asked_ms; /* number of steps when it was asked, and the time it got */
    long clock_ms;
    int refused; /* refused answers since the game last moved */
    bool rests;  /* too many messages came: the program is asked again at the next tick */

    bool done;
    int status;
};

/* Run until the game is over. Returns an exit status. */
int join_run(const struct join_options *options);

/* -- Between the files ------------------------------------------------------------------ */

/* Disconnect and end with that exit status. */
void join_end(struct join *join, int status);
/* Must our seat decide now? */
bool join_table_to_decide(const struct join *join);
/* Send the program's answer. */
void join_table_act(struct join *join);

/* -- For the wire ----------------------------------------------------------------------- */

/* Called when the connection is up, when a message comes, when the connection is lost. */
void join_table_up(struct join *join);
void join_table_hear(struct join *join, const char *text, size_t n);
void join_table_down(struct join *join);
/* Called in between: has the program answered? */
void join_tend(struct join *join);
bool join_done(const struct join *join);
/* Is there something to send? The next message, which the caller frees; NULL if there is
 * none. */
bool join_table_waiting(const struct join *join);
char *join_table_next(struct join *join);

/* Keep the connection until join_done(); false if it is impossible. Another thread may
 * call join_wire_wake(). */
struct join_wire *join_wire_open(struct join *join, const struct join_address *to,
                                 long tries, char why[ARENA_WHY_MAX]);
bool join_wire_serve(struct join_wire *wire);
void join_wire_wake(struct join_wire *wire);
void join_wire_close(struct join_wire *wire);

#endif
