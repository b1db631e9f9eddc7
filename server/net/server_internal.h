/* server_internal.h -- what the files between the wire and the hub share. */
#ifndef SERVER_INTERNAL_H
#define SERVER_INTERNAL_H

#include "front.h"
#include "hub/ban.h"
#include "hub/box.h"
#include "hub/hub.h"
#include "line.h"
#include "names/names_call.h"
#include "node/node.h"
#include "server.h"

enum { SERVER_LISTENERS_MAX = 4 };

/* Why somebody is refused at the door: too many calls, too many connections, a range that is shut
 * out. */
enum turned_away { TURNED_RATE, TURNED_FULL, TURNED_BANNED, TURNED_WHYS };

/* What health.c remembers. */
struct health {
    bool asking, failed; /* a question is under way; the last answer was that it failed */
    int64_t asked;       /* when */
    bool told_away;      /* the log knows that the store does not answer, since */
    int64_t away_since;
    uint64_t turned[TURNED_WHYS];
};

struct server {
    const struct server_options *options;
    uv_loop_t loop;
    uv_timer_t tick;
    uv_async_t answered; /* a worker has an answer */
    uv_signal_t signal[3];
    struct server_store *store_loop; /* the store's sockets in the loop */
    uv_poll_t listener[SERVER_LISTENERS_MAX];
    int listen_fd[SERVER_LISTENERS_MAX], n_bound, n_listeners, port;
    int64_t twin_at; /* server_steady(): when it is asked next who answers at our name */
    struct lines *lines;
    SSL_CTX *tls;
    struct store *store;
    struct hub *hub;
    struct workers *workers;
    struct node *node;   /* NULL: this server is alone */
    struct peers *peers; /* its links to others */
    struct guests *guests;
    struct boxes *boxes;      /* games beside a real box that others watch */
    struct asset *front;      /* the page for previews; NULL: as it was built */
    struct page_plain *plain; /* files for those who cannot unpack */
    struct names *names;      /* NULL: no names are kept */
    const char *no_names;     /* why none are kept, or NULL */
    struct push *push;        /* NULL: no push messages are sent */
    int64_t push_told;        /* when the log was last told of some that failed */
    int64_t looked, fed; /* when connections were last looked through, the watchdog fed */
    uint64_t forgotten;  /* tables, of which the log was told */
    int64_t cleaned, trimmed; /* when old tables, and free memory, were last given back */
    bool secure;              /* people come by https */
    bool stopping;
    bool mistaken; /* it stops because it should not have been started so */
    bool full; /* no file is left for another connection: none is accepted for a moment */
    struct health health;
    struct duty *duty; /* what the host has decided */
    size_t held[2];    /* bytes of requests that have come in part */
};

/* One connection, from the door on. */
struct visit {
    struct server *server;
    struct line *line;
    struct wire *wire;
    struct purse *purse; /* where it is counted; behind a proxy only as a WebSocket */
    struct conn *conn;   /* of a WebSocket */
    struct later *later; /* an answer for which the store is asked, or NULL */
    struct names_call
        *naming;        /* about a name, whose body comes or which is asked, or NULL */
    bool asked;         /* the latter */
    struct guest guest; /* whom the WebSocket belongs to */
    char session[TABLE_WHO_MAX]; /* and the session he came with, or "" */
    unsigned char peer[16];
    bool known;          /* the request under way came with a cookie of ours, */
    char old_cookie[44]; /* or with one under its former name */
    char browser
        [TABLE_WHO_MAX]; /* the hash of the browser's first cookie; "": it has none yet */
    char box
        [SECRET_TEXT_MAX]; /* the secret of the game whose record comes; "": a file comes */
    uint64_t box_from;     /* and whose address tells it */
    char new_session[SECRET_TEXT_MAX]; /* the answer opens a session, */
    bool end_session;                  /* or ends the browser's */
    bool exports;                      /* the file is a record that becomes a save */
};

/* Milliseconds since 1970 that never jump back. */
int64_t server_now(void);
/* ms since some moment: for what must happen after so long, whatever is done to the time of day. */
int64_t server_steady(void);

/* A line of JSON on stderr: {"time","level","event", and the fields of `facts`}. */
void server_log(const char *level, const char *event, json_t *facts);
void server_log_quiet(bool quiet);

/* -- Sockets (net.c) -------------------------------------------------------------------- */

/* The address is ours, before anything else is made: who has given a wrong one finds no new store. No loop is needed yet. False:
 * `problem` says why. */
bool net_bind(struct server *server, char *problem, size_t size);
/* From now on people come in; it is bound here if it was not before. */
bool net_listen(struct server *server, char *problem, size_t size);
void net_tick(struct server *server);
void net_stop_listening(struct server *server);
/* Read the certificate anew. */
bool net_read_certificate(struct server *server, char *problem, size_t size);

/* -- The store in the loop (store_loop.c) ------------------------------------------------ */

/* False: no memory. */
bool store_loop_open(struct server *server);
/* Wait for what the store waits for now: after anything that may have asked it for something. */
void store_loop_sync(struct server *server);
/* Let it go on. */
void store_loop_turn(struct server *server);
void store_loop_close(struct server *server);

/* -- Links to other nodes (peer.c) --------------------------------------------------------- */

/* So far may a clock be from the database's: less than a lease. */
enum { PEER_CLOCK_MS = 2000 };

/* Leases are told in times of day. One whose clock is ahead takes everybody's tables, and when it dies nobody can take its
 * own for as long as it was ahead. Asked before anything is written: the next to begin would believe what it finds. */
bool peers_agree_on_time(const struct store *store, char *problem, size_t size);
/* Makes the node, and listens for others. False: `problem` says why. */
bool peers_open(struct server *server, char *problem, size_t size);
/* False: its name leads to another node that has the same one. Waits for the answer, but not for long. */
bool peers_know_themselves(struct server *server, char *problem, size_t size);
/* The same while it runs, now and then: it stops then. */
void peers_look_for_twin(struct server *server);
/* Once a round: send what there is. */
void peers_flush(struct server *server);
/* Before the hub is freed; after the loop is closed. */
void peers_close(struct server *server);
void peers_free(struct server *server);

/* -- HTTP (http*.c) --------------------------------------------------------------------- */

/* What http.c does with requests that the wire has read. */
extern const struct wire_calls http_wire_calls;

/* The hash of the visitor's secret; "" if there is no cookie of ours. */
void http_cookie_who(const struct visit *visit, const struct wire_request *request,
                     char out[TABLE_WHO_MAX]);
/* The hash of the session of a kept name; "" if there is none. A bot sends its key instead of a cookie:
 * "Authorization: Bearer KEY". */
void http_cookie_session(const struct visit *visit, const struct wire_request *request,
                         char out[TABLE_WHO_MAX]);
/* The answer of a call, in JSON, to be freed. */
void http_answer_json(struct visit *visit, unsigned status, char *own);
/* Answer with an error; the connection is then closed. */
void http_answer_refusal(struct visit *visit, unsigned status, enum message_error code,
                         const char *text);
/* Answer 429 to somebody who has to wait; the connection is then closed. */
void http_answer_too_many(struct visit *visit, int wait, const char *what);
/* The answer was given outside of the round: let it go out. */
void http_later_wake(struct visit *visit);
/* The connection is gone: what was asked for it is not answered. */
void http_later_gone(struct visit *visit);

/* -- WebSockets (ws.c) ------------------------------------------------------------------ */

void ws_upgrade(struct visit *visit, const struct wire_request *request);
void ws_message(void *context, const char *text, size_t n);
void ws_unfit(void *context, enum wire_unfit why);
const char *ws_next(void *context, size_t *n);
void ws_sent(void *context);
bool ws_done(void *context);
void ws_gone(struct visit *visit);
/* The person to whom it belongs. */
const struct guest *ws_guest(const struct visit *visit);

/* -- The door (door.c) ------------------------------------------------------------------ */

/* A connection comes, before anything of it is read (false: it is refused), and goes. */
bool door_open(struct visit *visit);
void door_left(struct visit *visit);
/* Somebody behind a proxy is counted when the connection has become a WebSocket: before, it is
 * the proxy's. False: too many. */
bool door_enter(struct visit *visit);
/* Is the server called by a name that it has? */
bool door_name_ok(const struct visit *visit, const struct wire_request *request);
/* May a page from there connect? */
bool door_origin_ok(const struct visit *visit, const struct wire_request *request);
/* Does it come from this server's own page? Asked of what changes something about a name. */
bool door_is_own_page(const struct visit *visit, const struct wire_request *request);
/* Whom a request comes from. */
void door_guest(const struct visit *visit, const struct wire_request *request,
                struct guest *out);
/* Can he pay, from his address's purse or his own? `wait`: else so many seconds. */
bool door_pays(const struct visit *visit, const struct wire_request *request,
               const struct guest *guest, int price, int *wait);

/* -- Health (health.c) ------------------------------------------------------------------ */

/* "ready", or one word why not. */
const char *health_readiness(const struct server *server);
/* Text to be freed, or NULL. */
char *health_metrics(struct server *server);
void health_count(struct server *server, enum turned_away why);
void health_tick(struct server *server);
/* The log is told when the store goes and comes. */
void health_tell(struct server *server);
/* -- Names (name.c) --------------------------------------------------------------------- */

/* POST /api/name/...: false: it is another call. */
bool net_name_on_head(struct visit *visit, const struct wire_request *request);
void net_name_on_body(struct visit *visit, enum wire_whole how, const char *bytes,
                      size_t n);
void net_name_gone(struct visit *visit);

/* -- The host's word (duty.c) ------------------------------------------------------------ */

bool duty_open(struct server *server); /* false: no memory */
void duty_close(struct server *server);
void duty_tick(struct server *server);
/* Is the address within a range that is shut out? */
bool duty_shuts_out(const struct server *server, const unsigned char address[16]);

/* -- Others ----------------------------------------------------------------------------- */

/* A record or a save as a record: text to be freed. NULL: `code` and `problem` say why. */
char *net_import_record(const char *bytes, size_t n, const char **code, char *problem,
                        size_t size);
/* A record as a save of JCloisterZone, likewise. */
char *net_import_as_save(const char *bytes, size_t n, const char **code, char *problem,
                         size_t size);
/* Tell the service manager how we are: READY=1, STOPPING=1, WATCHDOG=1. Nothing, if there is none. */
void notify(const char *state);
/* How often it wants to hear that we live, in ms; 0: never. */
int64_t notify_watchdog_ms(void);

#endif
