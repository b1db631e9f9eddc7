/* hub.h -- between sockets and tables: who is connected, who watches what, what is to be
 * stored and sent. Knows no socket: a transport hands in frames and takes messages out.
 *
 *     conn = hub_join(hub, peer, who);
 *     hub_receive(conn, frame, n);          answers and entries are put aside ...
 *     hub_flush(hub);                       ... stored together, then sent
 *     while ((message = hub_send_next(conn))) write(message->data, message->n), hub_send_went_out(conn);
 *
 * A move is durable before it is acknowledged and before anybody hears of it: hub_flush() hands what
 * is new to the store, and both happen when the store has said yes, at once or later. Everything is bounded: what a connection has not
 * taken is not queued further but read from the store when it can take more.
 *
 * The rooms of server/. Pure, with no socket, no file, no thread and no clock: table/ (what can be
 * said, one table), hub/ (all tables, who is connected, what one address may ask for). What touches
 * the world: store/ (logs that outlive the server), push/ (messages to browsers), net/ (bytes,
 * sockets, the main loop, threads in which computers think). A room includes the headers of another
 * by its name, "store/store.h"; a header NAME_internal.h belongs to its room alone.
 *
 * Read table/table.h before this. Then hub.c (requests), hub_room.c (tables in memory), hub_flush.c
 * (the end of a round), hub_send.c (what waits to be sent); the rest in any order. */
#ifndef HUB_H
#define HUB_H

#include "store/store.h"
#include "table/table.h"

enum {
    HUB_FRAME_MAX = 64 * 1024, /* of a request */
    HUB_OUT_SOFT = 64 * 1024,  /* log entries wait in the store beyond this */
    HUB_OUT_HARD = 256 * 1024, /* beyond this a connection is given up */
    HUB_SUBS_MAX = 16,         /* tables that one connection watches */
    HUB_WATCH_MAX = 500,       /* of those without a seat, per table */
    HUB_CATCH_UP = 64,         /* entries read from the store at a time */
    HUB_RATE_BURST = 60,       /* requests at once */
    HUB_RATE_MS = 50,          /* then one in this many ms */
    HUB_RATE_STRIKES = 200,    /* refused requests until the connection is closed */
    HUB_CREATE_BURST = 20,     /* tables at once */
    HUB_CREATE_MS = 10000,     /* then one in this many ms */
    HUB_HELLO_MS = 20000,      /* the first message, hello, comes within this time */
    HUB_FLIGHTS = 2,           /* batches under way to the store */
    HUB_AWAY_MS = 2000,        /* a store that has not answered for so long is away */
    HUB_PROBE_MS = 200,   /* an answer that took longer does not say that it is back */
    HUB_PARTS_MAX = 1000, /* values in a request */
    HUB_PARKED_MAX = 32,  /* requests of a connection that wait for a table, */
    HUB_PARKED_BYTES = 2 * HUB_FRAME_MAX, /* what they take in memory, */
    HUB_PARKED_ALL = 64 << 20,            /* and what those of all connections take */
    HUB_SLOW_MS = 20000,    /* a connection that takes nothing for this long is dropped */
    HUB_ROOM_MS = 30000,    /* a table that nobody watches stays in memory this long */
    HUB_SHARE_MIN = 20,     /* tables in memory for each address; or an eighth of all */
    HUB_WAKES = 50,         /* tables whose clock ran out, loaded at a time */
    HUB_COMPLAIN_MS = 1000, /* at most one complaint of a broken log in this time */
    HUB_PRESENCE_MS = 500   /* at most one message in this time says who is here */
};

struct hub;
struct room;
struct conn;

/* Shared by all who get it. */
struct hub_message {
    int refs;
    size_t n;
    char data[];
};

/* A decision wanted from a computer player. */
struct hub_job {
    uint64_t number;
    char level[TABLE_WORD_MAX];
    int limit_ms;
    uint64_t chance;       /* seed of the player's own random numbers */
    struct aude_game view; /* what the seat may know */
};

/* A new table; one that is not in memory; anything that may add to a table's log; a subscription. */
enum hub_price { HUB_NEW_TABLE, HUB_LOAD_TABLE, HUB_CHANGE, HUB_SUBSCRIBE };

struct hub_options {
    struct store *store;
    const char *version;
    int conns_max;
    int rooms_max;        /* tables in memory */
    int64_t idle_ms;      /* a connection that says nothing */
    int think_ms;         /* a computer's decision */
    int64_t away_ms;      /* who is away for less is not replaced by one */
    const char *push_key; /* for browsers that subscribe; NULL: no messages are sent */
    const struct push_ports
        *push_ports; /* that an endpoint may have, besides 443; or NULL */
    int64_t
        push_after_ms; /* so long it must be somebody's turn before a message says so */
    void *context;     /* for the calls below */
    /* The connection has something to send, or is to be closed. */
    void (*wake)(void *context, struct conn *conn);
    /* Take over the job, or return false: all are busy. hub_think_answer() brings the answer. */
    bool (*think)(void *context, struct hub_job *job);
    /* The answer is no longer wanted. */
    void (*forget)(void *context, uint64_t number);
    /* May the person behind the connection have that? NULL: yes. */
    bool (*afford)(void *context, struct conn *conn, enum hub_price what);
    /* Called after `entries` entries were read for the connection, which pays for them. NULL:
     * free. */
    void (*owes)(void *context, struct conn *conn, int64_t entries);
    /* The person behind the connection has a seat at a table. NULL: nobody is told. */
    void (*seated)(void *context, struct conn *conn);
    /* A number for the address behind the connection; 0: it is not counted. NULL: none is. */
    uint64_t (*from)(void *context, struct conn *conn);
    /* A steady clock, to measure the store with. NULL: nobody does. */
    uint64_t (*microseconds)(void);
    /* Entry `seq` of a stored log does not fit the ones before it. NULL: nobody is told. */
    void (*complain)(void *context, const char *table, int64_t seq);
    /* Where several servers share a store (node/node.h); NULL: this one is alone. */
    const struct hub_owner *owner;
};

/* Who has which table. A table that is another's is read at most, and not kept. */
struct hub_owner {
    const char *node; /* the name under which it has them */
    int64_t lease_ms; /* a new table is its own for so long */
    void *context;    /* for the calls below */
    /* The epoch with which the table is ours; 0: it is not. */
    int64_t (*epoch)(void *context, const char *table);
    void (*made)(void *context, const char *table); /* a new table */
    /* Somebody else has written there: it is ours no longer. To be let go soon, not within the call. */
    void (*lost)(void *context, const char *table);
    void (*left)(void *context, const char *table); /* it is out of memory */
    /* A request that waited until it was known who speaks: it goes to whoever has its table. */
    void (*route)(void *context, struct conn *conn, json_t *request);
    /* hub_node_watch_again() was in vain this time: it is asked once more, wherever the table is then. */
    void (*again)(void *context, struct conn *conn, const char *table, int64_t seen);
};

/* How long a batch took to be stored: up to hub_slot_us[i] microseconds; the last slot has no bound. */
enum { HUB_SLOTS = 14 };
extern const uint32_t hub_slot_us[HUB_SLOTS - 1];

struct hub_counts { /* since the start, except where noted */
    uint64_t joined, messages, refused, moves, entries, commits, commit_us, commit_us_max;
    uint64_t commit_slot[HUB_SLOTS];      /* batches by their time */
    uint64_t refused_why[MESSAGE_ERRORS]; /* `refused`, by the reason */
    uint64_t relayed,
        takeovers; /* with several servers: frames passed on; tables taken over */
    uint64_t failures, dropped, thoughts, bytes_out;
    uint64_t pushes, pushes_failed, forgotten;
    int conns, rooms, subs; /* now */
};

struct hub *hub_new(const struct hub_options *options);
void hub_free(struct hub *hub);
const struct hub_counts *hub_counts(const struct hub *hub);

/* The time, told before anything else in a round of the loop: ms since 1970. */
void hub_time(struct hub *hub, int64_t now);
/* Clocks, questions, idle and slow connections, tables that can leave memory. */
void hub_tick(struct hub *hub);
/* Store what this round brought; when that is done it is sent. */
void hub_flush(struct hub *hub);
/* Can nothing be stored now? Then clocks stand still. */
bool hub_waits_for_store(const struct hub *hub);
/* Is anything on its way to the store? */
bool hub_flush_busy(const struct hub *hub);
/* Remove tables untouched since `before`, from the store and from memory; time in which no server
 * ran does not count. `forgotten` of the counts says how many. */
void hub_forget(struct hub *hub, int64_t before);
/* Tables whose clocks run although nobody watches: after a start. */
void hub_ask_wake_tables(struct hub *hub);

/* -- Connections ------------------------------------------------------------------------ */

/* `who` may be "": one who can only watch. NULL: too many. */
struct conn *hub_join(struct hub *hub, void *peer, const char *who);
/* The browser, if `who` is not the first that it was given: a hash or "". It stays the same whoever sits there. */
void hub_names_browser(struct conn *conn, const char *browser);
/* The session of the person's name, a hash or "": until the store has said whose it is, requests wait. */
void hub_names_session(struct conn *conn, const char *session);
/* Connections of that person end; they may come again as who they are now. */
void hub_names_end(struct hub *hub, const char *who);
void hub_leave(struct conn *conn);
void *hub_peer(const struct conn *conn);
/* One whole text frame. */
void hub_receive(struct conn *conn, const char *frame, size_t n);
/* The hash of the person's secret, or "". */
const char *hub_who(const struct conn *conn);
/* The number of the name that he keeps; 0: a guest. How it is shown, or "". */
int64_t hub_names_number(const struct conn *conn);
const char *hub_names_shown(const struct conn *conn);
/* A program keeps it. */
bool hub_names_bot(const struct conn *conn);
/* A frame that is not read, since too many came. With the frame the refusal carries its `id`. */
void hub_flood(struct conn *conn);
void hub_flood_frame(struct conn *conn, const char *frame, size_t n);
/* The frame is longer than HUB_FRAME_MAX, or not text: say so and close. */
void hub_send_refusal(struct conn *conn, enum message_error code, const char *text);
/* The next message to send, NULL if there is none now; hub_send_went_out() takes it off. */
struct hub_message *hub_send_next(struct conn *conn);
void hub_send_went_out(struct conn *conn);
/* -- For a node (node/node.h), which has a part in what connections say ------------------- */

/* The first half of hub_receive(): may it speak, and is that JSON? NULL: it was answered. */
json_t *hub_read_frame(struct conn *conn, const char *frame, size_t n);
/* A request is kept for later: its weight, until it is let go. 0: too much waits already. */
size_t hub_wait_hold(struct conn *conn, json_t *request);
void hub_wait_let_go(struct conn *conn, size_t weight);
/* The second half: a request is answered, now or later. */
void hub_do(struct conn *conn, json_t *request);
/* Refuse a request; `id` may be NULL. */
void hub_send_refusal_of(struct conn *conn, json_t *id, enum message_error code,
                         const char *text);
/* The connection is that of a person at another node, which keeps its limits and speaks for it, and says which
 * name he keeps: its number (0: none), how it is shown, and whether a program has it. */
struct conn *hub_join_from(struct hub *hub, void *peer, const char *who, int64_t name,
                           const char *shown, bool bot);
bool hub_node_is_elsewhere(const struct conn *conn);
bool hub_node_greeted(const struct conn *conn);
/* One whole message that another node has for it. */
void hub_node_pass_on(struct conn *conn, const char *text, size_t n);
/* Bytes that wait to be sent. */
size_t hub_node_backlog(const struct conn *conn);
/* What the node knows of the connection, or NULL. */
void hub_node_set_edge(struct conn *conn, void *edge);
void *hub_node_edge(const struct conn *conn);
/* The table is another's now: out of memory. Those who watch it hear nothing; `each` is told who, and
 * what they have been told so far. */
typedef void hub_each_watcher(void *context, struct conn *conn, int64_t seen);
void hub_node_release(struct hub *hub, const char *table, hub_each_watcher *each,
                      void *context);
/* He goes on watching, from the entry after `seen`. He hears no answer, only what is new. */
void hub_node_watch_again(struct conn *conn, const char *table, int64_t seen);
/* The number of requests that the hub and its node ask themselves. */
#define HUB_OWN_ID (-9007199254740991)
/* May the person behind the connection have one more request carried out? */
bool hub_node_may_relay(struct conn *conn);
/* He has a seat there, as another node says. */
void hub_node_note_seated(struct conn *conn);
/* Is it in memory, or soon? */
bool hub_node_has(const struct hub *hub, const char *table);
/* It is ours now, and its clock may have run out. */
void hub_node_wake_table(struct hub *hub, const char *table);
/* The store has answered again. */
void hub_wait_is_over(struct hub *hub);
int64_t hub_node_now(const struct hub *hub);
/* For the metrics: a request went to another node; a table that was had before was taken. */
void hub_node_note_relayed(struct hub *hub);
void hub_node_note_takeover(struct hub *hub);

/* Everything is said: the transport closes the connection. */
bool hub_send_done(const struct conn *conn);
/* Tell everybody that the server goes, and let them go. */
void hub_goodbye(struct hub *hub);
/* Is anything still to be sent? */
bool hub_send_pending(const struct hub *hub);

void hub_think_answer(struct hub *hub, uint64_t number, struct aude_action action);

/* A push message arrived, or is given up: for the metrics. */
void hub_push_answered(struct hub *hub, bool arrived);

/* -- What a host has decided (hub_duty.c) ------------------------------------------------- */

/* Visitors (their hashes) and tables that may not talk: they replace those of before, and are freed by
 * the hub. A visitor's names are those of his places; such a table is not in the list. */
void hub_duty_silence(struct hub *hub, char (*names)[TABLE_WHO_MAX], int n);
/* The table was changed in the store, or removed. False: it is being stored, so ask again. */
bool hub_duty_reread(struct hub *hub, const char *id);
/* Those for whom `out` says so are told why and let go. */
void hub_duty_shut_out(struct hub *hub, bool (*out)(void *context, struct conn *conn),
                       void *context);

/* -- Questions over HTTP ---------------------------------------------------------------- */

struct hub_ask;
typedef void hub_ask_go(struct hub *hub, struct hub_ask *ask);

/* A question, which its owner keeps until he is told or wants to know no more. */
struct hub_ask {
    char id[TABLE_ID_MAX], who[TABLE_WHO_MAX]; /* which table, who asks */
    void (*told)(struct hub_ask *ask); /* called once, before the call returns or later */
    char *text;                        /* the answer, to be freed; NULL: there is none */
    enum message_error why;            /* then: NO_TABLE, BROKEN, STORE or BUSY */
    int64_t
        length; /* of hub_ask_table(): entries of the table's log, as it is paid for */
    /* the hub's own: */
    struct hub *hub;
    struct hub_ask *next;
    struct asking *asking;
    bool waits;
    hub_ask_go *again; /* when that for which it waits is free */
    int64_t since;     /* of hub_contest_ask(): the state that is known */
    struct {
        int round, number, board, game;
    } game;                    /* of hub_contest_ask_record(): all from 1 */
    char date[TABLE_DATE_MAX]; /* of hub_deal_ask(): "": today's */
};

/* The public list. */
void hub_ask_list(struct hub *hub, struct hub_ask *ask);
/* Games that are played now and that everybody may watch; `since`: only those of the kept name with that number. */
void hub_hall_ask(struct hub *hub, struct hub_ask *ask);
/* The club: who waits, the best, and the sum of all ratings. */
void hub_games_ask_club(struct hub *hub, struct hub_ask *ask);
/* Finished games. `query` is what stands behind the question mark of the call. */
void hub_games_ask(struct hub *hub, struct hub_ask *ask, const char *query);
/* Tournaments: the list; one of them (`id`); its log, as `aude tournament` reads it; its standing as CSV. */
void hub_contest_ask_list(struct hub *hub, struct hub_ask *ask);
void hub_contest_ask(struct hub *hub, struct hub_ask *ask);
void hub_contest_ask_log(struct hub *hub, struct hub_ask *ask);
void hub_contest_ask_csv(struct hub *hub, struct hub_ask *ask);
/* The record of a game of it (`game`): only of rounds whose results are told, and of games that are over. */
void hub_contest_ask_record(struct hub *hub, struct hub_ask *ask);
/* The deal of `ask->date`; the record of a game of it, at the table `ask->id`. */
void hub_deal_ask(struct hub *hub, struct hub_ask *ask);
void hub_deal_ask_record(struct hub *hub, struct hub_ask *ask);
/* A player: by the name as it is shown, or by its number. */
void hub_games_ask_player(struct hub *hub, struct hub_ask *ask, const char *name,
                          const char *query);
/* Is there such a table? When that is told, and not later, the two below can be called. */
void hub_ask_table(struct hub *hub, struct hub_ask *ask);
/* Its record, as far as `who` may know it. */
void hub_ask_record(struct hub *hub, struct hub_ask *ask);
/* The table, if its game has begun and `who` may see it; until the next call of the hub. */
const struct table *hub_ask_shown(struct hub *hub, const char *table, const char *who);
/* Nobody wants to know any more: `told` is not called. */
void hub_ask_no_more(struct hub_ask *ask);
/* The sentence that goes with `why`. */
const char *hub_ask_why_text(enum message_error why);

/* Text to be freed, or NULL. */
char *hub_metrics_health(struct hub *hub);
char *hub_metrics(struct hub *hub);
/* "ready", or the one word why no more people should be sent here: "draining" or "store". */
const char *hub_metrics_readiness(const struct hub *hub, bool draining,
                                  bool store_answers);

#endif
