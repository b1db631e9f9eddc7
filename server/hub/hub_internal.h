/* hub_internal.h -- what the files of the hub share: rooms, subscriptions, connections. */
#ifndef HUB_INTERNAL_H
#define HUB_INTERNAL_H

#include "hub.h"
#include "hub_result.h"

/* One connection watches one table. */
struct sub {
    struct conn *conn;
    struct room *room;
    struct sub *next_of_conn, *next_of_room;
    int64_t seen;            /* the last entry that was queued for it */
    uint64_t order;          /* the newest window of a person plays */
    bool active;             /* this window plays the person's seats */
    struct reading *reading; /* what the store gives for it, or NULL */
};

/* A table in memory. */
struct room {
    struct table *table;
    struct room *next, *next_dirty, *next_thinking; /* of the hub's lists */
    struct room *before, *after;                    /* of all rooms */
    struct sub *subs;
    int n_subs;
    int64_t committed; /* the last entry that is stored */
    int64_t used;      /* when somebody last needed it */
    int64_t taken;     /* when a server last took it after nobody had had it; 0: never */
    int64_t untended;  /* how long nobody had it, all in all, while other servers ran */
    bool dirty, waiting;   /* in those lists */
    bool lost;             /* the store failed: what is in memory never happened */
    struct flight *flight; /* the batch that stores it; nobody may see or change it yet */
    struct loading *loading; /* it is being read again: the same holds */
    struct room *tied;       /* its rematch: stored together, or not at all */
    uint64_t from;           /* the address that opened it; 0: not counted */
    int64_t origin;          /* the hash of that address, for the store */
    bool mine_changed, presence_changed, clock_changed;
    int64_t presence_at, since[AUDE_SEATS_MAX];
    uint64_t job; /* number of the decision under way, or 0 */
    int job_steps;
    bool answered; /* the decision came while the table was busy */
    struct aude_action answer;
};

struct queued {
    struct hub_message *message;
    struct queued *next;
};

struct conn {
    struct hub *hub;
    struct conn *prev, *next;
    void *peer;
    struct sub *subs;
    struct queued *first, *last;
    struct queued
        *spare; /* the last one that was sent: most have one message at a time */
    size_t out_bytes;
    int64_t joined, heard, wrote;        /* ms */
    int64_t allowance, create_allowance; /* ms earned; requests cost some */
    int n_subs, n_parked, strikes;
    size_t parked_bytes; /* weight of its requests that wait, here or for another node */
    bool hello, closing;
    bool elsewhere; /* at another node, which keeps its limits */
    void *edge;     /* what this node knows of it */
    char who[TABLE_WHO_MAX];
    char browser[TABLE_WHO_MAX]; /* where he sits, whoever he is there; "": no browser */
    int64_t name;                /* the number of the name that he keeps, or 0 */
    struct naming *naming;       /* asks the store who this is: requests wait */
    char shown[AUDE_NAME_MAX];   /* how the name is shown at its seats */
    bool bot;                    /* a program keeps it */
};

/* An acknowledgement that waits for the store. */
struct waiting {
    struct conn *conn;
    struct room *room;
    struct hub_message *answer;
    json_t *id; /* of the request: it is refused if it cannot be stored */
};

/* Something that was begun and is not done. It may outlive the hub, but not the store. */
struct hub_op {
    struct hub *hub; /* NULL: nobody waits for it any more */
    struct hub_op *prev, *next;
};

#define HUB_NAMING "?" /* no table has that name */

enum { ROOM_SLOTS = 4096, SERVED_MAX = 64 };

/* An address for which a computer has thought, and when (`order`). */
struct served {
    uint64_t from, order;
};

/* Tournaments in memory (hub_contest.h). */
struct contest;
struct contests {
    struct contest *first;
    int n;
    bool asked;   /* the store is being asked what is due */
    bool started; /* it was asked for all that are played once */
    bool away;    /* it was away since they were last looked after */
    int64_t ran, asked_at;
    enum message_error why; /* the last that was read could not be had */
};

struct hub {
    struct hub_options options;
    struct hub_counts counts;
    json_t *players; /* the computers there are: everybody is told */
    int64_t now, ticked, started, complained;
    struct conn *conns;
    struct room *slot[ROOM_SLOTS], *rooms; /* by name, and all */
    struct room *dirty, *thinking, *thinking_last;
    struct sleepers *sleepers; /* tables out of memory whose clock runs */
    struct waiting *waiting;
    int n_waiting, waiting_max;
    char (*people)[TABLE_WHO_MAX]; /* to be stored with the next batch */
    int n_people, people_max;
    uint64_t jobs, orders;
    struct hub_op *ops;         /* what is under way */
    struct flight *flights;     /* of these: batches, */
    struct loading *loadings;   /* logs that are read, */
    struct club *club;          /* ratings, and who looks for a game */
    struct contests contests;   /* tournaments, */
    struct contest_hold *holds; /* and those that are to be, or never were */
    struct dealing *dealings;   /* who asks for the deal of a day */
    struct hub_reply *replies;  /* requests that wait for an answer of the store */
    int n_flights;
    struct parked *parked; /* requests that wait for a table, in order */
    size_t parked_bytes;   /* weight of all requests that wait */
    struct hub_ask *asks;  /* questions that do */
    bool waits;            /* the table that was asked for is busy */
    bool away, told_away,
        probing; /* the store is away; people were told; the store is being asked whether it is back */
    int64_t away_since;
    bool wakes_missing; /* which clocks run could not be read at the start */
    bool all_busy;      /* no computer is free until the next answer */
    struct served served[SERVED_MAX];
    uint64_t turns;
    bool crowded; /* the last who asked has all the tables that an address may have */
    char (*silenced)[TABLE_WHO_MAX]; /* people and tables; the host decides */
    int n_silenced;
    uint64_t chance[2]; /* key of the hashes by which addresses are stored */
};

/* -- Rooms (hub_room.c) ----------------------------------------------------------------- */

/* The table of that name, from memory or the store, for `conn` (NULL: for nobody). If there is
 * none, `why` is a code: NO_TABLE, BUSY, STORE, or BROKEN of a log that does not hold together. Or
 * `hub->waits` is set: it is being read or stored, and whoever wants it comes again when hub__wait_go_on()
 * names it. */
struct room *hub__room(struct hub *hub, const char *id, struct conn *conn,
                       enum message_error *why);
/* Only if it is in memory. */
struct room *hub__room_find(const struct hub *hub, const char *id);
/* Is it another node's? Then nothing happens there. */
bool hub__room_is_foreign(const struct hub *hub, const struct room *room);
/* The epoch with which it is ours; -1: it is another's; 0: this server is alone. */
int64_t hub__room_epoch(const struct hub *hub, const struct room *room);
/* Is it being stored or read? */
bool hub__room_is_busy(const struct room *room);
/* The sentence that goes with such a code. */
const char *hub__why_text(enum message_error why);
/* Is it in memory, or soon? */
bool hub__room_is_here(const struct hub *hub, const char *id);
/* A number for the address; 0: not counted. */
uint64_t hub__room_from(const struct hub *hub, struct conn *conn);
/* Could one more table be in memory? Changes nothing. */
bool hub__room_could_fit(struct hub *hub, struct conn *conn);
/* Make a place for one more table: evicts the longest idle table if memory is full. False: all are
 * in use. */
bool hub__room_make_place(struct hub *hub, struct conn *conn);
bool hub__room_is_full(struct hub *hub);
struct room *hub__room_add(struct hub *hub, struct table *table, struct conn *conn);
/* The table is not in the store any more: tells those who watch, and drops it. */
void hub__room_gone(struct hub *hub, struct room *room, enum message_error code);
void hub__room_drop(struct hub *hub, struct room *room);
/* To be called after anything that may have added entries to its table. */
void hub__room_touch(struct hub *hub, struct room *room);
struct sub *hub__room_subscribe(struct room *room, struct conn *conn, int64_t since);
void hub__room_unsubscribe(struct sub *sub);
/* Who is here, after somebody came, went or changed seats. */
void hub__room_look_around(struct room *room, int64_t now);
struct sub *hub__room_sub(const struct conn *conn, const struct room *room);
/* How many entries of its log somebody pays for who had it read. */
int64_t hub__room_price(const struct room *room, const char *who);
/* This window plays the person's seats from now on. */
void hub__room_take_seats(struct sub *sub);
void hub__room_person(struct hub *hub, const char *who);
void hub__room_tick(struct hub *hub, struct room *room);
void hub__room_free_all(struct hub *hub);

/* -- Loading (hub_load.c) --------------------------------------------------------------- */

/* As hub__room(), of a table that is not in memory. */
struct room *hub__load(struct hub *hub, const char *id, struct conn *conn,
                       enum message_error *why);
/* A clock has run out there: load it and let its time pass. False: not possible now, try later. */
bool hub__load_wake(struct hub *hub, const char *id);
/* After the store failed: read the table as it is stored. False: it cannot be read, now or ever; until
 * it can be, the room is marked as lost. With `why` = REFUSED_NOT: it is being read. */
bool hub__load_again(struct hub *hub, struct room *room, enum message_error *why);
struct loading *hub__load_find(const struct hub *hub, const char *id);
/* The connection goes, the room goes. */
void hub__load_leave(struct hub *hub, const struct conn *conn);
void hub__load_orphan(struct loading *loading);

/* -- Names (hub_names.c) ----------------------------------------------------------------- */

/* The connection goes. */
void hub__names_leave(struct conn *conn);

/* -- Waiting for the store (hub_wait.c) -------------------------------------------------- */

void hub__wait_op_begin(struct hub *hub, struct hub_op *op);
void hub__wait_op_end(struct hub_op *op);
void hub__wait_op_end_all(struct hub *hub);
/* The request waits for that table. False: too many do. */
bool hub__wait_park(struct conn *conn, json_t *request, const char *id);
void hub__wait_unpark(struct conn *conn);
/* It is known now who the connection is: its requests that waited are carried out. */
void hub__wait_go_on_named(struct conn *conn);
/* The table is free again: those who wait for it have their turn; or it cannot be had: they are
 * told. */
void hub__wait_go_on(struct hub *hub, const char *id, enum message_error why);
/* The store has been away since that time. */
void hub__wait_store_away(struct hub *hub, int64_t since);
/* Asks a store that is away whether it is back. */
void hub__wait_probe(struct hub *hub);
/* False: it is away. */
bool hub__wait_store_is_here(struct hub *hub);
void hub__wait_tick(struct hub *hub);

/* -- The end of a round (hub_flush.c) ---------------------------------------------------- */

/* When the oldest batch was begun that is under way; now, if there is none. */
int64_t hub__flush_since(const struct hub *hub);
void hub__flush_leave(struct hub *hub, const struct conn *conn);

/* -- Numbers (hub_metrics.c) -------------------------------------------------------------- */

/* A batch was stored, or not, within that time. */
void hub__metrics_count_commit(struct hub *hub, uint64_t took_us);
/* A request was refused for that reason. */
void hub__metrics_count_refused(struct hub *hub, enum message_error why);

/* -- Results (hub_result.c) -------------------------------------------------------------- */

/* Does the game end with what is about to be stored? */
bool hub__result_is_due(const struct table *table);

/* -- The club (hub_club.c, hub_games.c) --------------------------------------------------- */

struct ratings;

bool hub__club_open(struct hub *hub);
void hub__club_close(struct hub *hub);
/* Results are counted, who looks for a game is paired. */
void hub__club_tick(struct hub *hub);
/* A rated game was stored. */
void hub__club_news(struct hub *hub);
void hub__club_leave(struct conn *conn);
/* NULL: they are not counted yet. */
const struct ratings *hub__club_ratings(const struct hub *hub);
bool hub__club_on_seek(struct conn *conn, const struct fields *request, json_t *id);
bool hub__club_on_unseek(struct conn *conn, const struct fields *request, json_t *id);
/* {"waiting":[..]} of GET /api/club. */
json_t *hub__club_waiting(const struct hub *hub);
/* {"ratings":[..]} is added to a table of the list. */
void hub__club_rate(const struct hub *hub, json_t **summary);

/* -- Tournaments (hub_contest*.c) --------------------------------------------------------- */

void hub__contest_run_tick(struct hub *hub);
void hub__contest_free_all(struct hub *hub);
void hub__contest_leave(struct hub *hub, const struct conn *conn);
void hub__contest_do_leave_holds(struct hub *hub, const struct conn *conn);
/* Names in the store have changed: what is in memory is read again. */
void hub__contest_reread(struct hub *hub);
/* A game of a tournament has ended, and that is stored. */
void hub__contest_run_ended(struct hub *hub, const struct table *table);
bool hub__contest_do_hold(struct conn *conn, const struct fields *request, json_t *id);
bool hub__contest_do_enter(struct conn *conn, const struct fields *request, json_t *id);
bool hub__contest_do_join(struct conn *conn, const struct fields *request, json_t *id);
bool hub__contest_do_withdraw(struct conn *conn, const struct fields *request,
                              json_t *id);
bool hub__contest_do_rest(struct conn *conn, const struct fields *request, json_t *id);
bool hub__contest_rule_pair(struct conn *conn, const struct fields *request, json_t *id);
bool hub__contest_rule_absent(struct conn *conn, const struct fields *request,
                              json_t *id);
bool hub__contest_rule_correct(struct conn *conn, const struct fields *request,
                               json_t *id);
bool hub__contest_rule_close(struct conn *conn, const struct fields *request, json_t *id);

/* -- The deal of the day (hub_deal.c) ----------------------------------------------------- */

bool hub__deal_on_play(struct conn *conn, const struct fields *request, json_t *id);
/* The connection goes. */
void hub__deal_leave(struct hub *hub, const struct conn *conn);

/* A new table of `conn`, by a request, a rematch or a match. NULL: `reply` says why. */
struct room *hub__new_room(struct conn *conn, struct table_creation *creation,
                           json_t *request, struct table_reply *reply);
/* A new table of that name for a tournament, which pays for nothing. NULL: there is no room now. */
struct room *hub__new_room_for(struct hub *hub, const char *id,
                               struct table_creation *creation);
/* The table is told to `conn`, who watches it. */
void hub__answer_table(struct conn *conn, struct room *room, json_t *answer);

/* -- Questions (hub_ask.c) --------------------------------------------------------------- */

/* What is read for a question; it may be forgotten meanwhile. */
struct asking {
    struct hub_ask *ask; /* NULL: nobody wants to know any more */
    json_t *pieces;      /* tables, texts of steps, results */
    const char *called;  /* what the answer calls its list of tables */
    char *head, *end;    /* of the record */
    bool named;          /* a player's page is asked for */
    json_t *about;       /* on it: the player */
    int64_t number;      /* of a player's page: by which he was asked for; 0: none */
    struct store_search search;
    int64_t edge; /* when the game ended behind those that are looked at; 0: all are */
    char who[TABLE_WHO_MAX], key[STORE_LETTERS_MAX]; /* of the search */
};

struct asking *hub__ask_new(struct hub_ask *ask);
/* Answers with the list of those stored tables, the latest first, that `each` adds to `pieces`. */
void hub__ask_tables(struct hub *hub, struct hub_ask *ask, const char *called,
                     store_each_row *each);
void hub__ask_free(struct asking *asking);
void hub__ask_tell(struct hub_ask *ask, char *text, enum message_error why);
/* Of a text that json_loads() refused: is it damaged? Else there was no memory to read it. */
bool hub__ask_is_unreadable(const json_error_t *why);
/* The summary of a stored table or tournament, as lists have it. NULL: there is no memory for it, or, `unreadable`, the row is
 * damaged: that one is left out then, and the list goes on. */
json_t *hub__ask_summary(const char *stored, bool *unreadable);
/* Takes it over. */
char *hub__ask_json_text(json_t *json);

/* The record of the finished game at table `ask->id`, whoever asks: what its players see, everybody may see now. */
void hub__ask_whole_record(struct hub *hub, struct hub_ask *ask);

/* Wait until hub__wait_go_on() names ask->id; then `again` is called. */
void hub__ask_wait(struct hub *hub, struct hub_ask *ask, hub_ask_go *again);
/* As hub__wait_go_on(). */
void hub__ask_again(struct hub *hub, const char *id, enum message_error why);

/* -- Computers (hub_think.c) ------------------------------------------------------------- */

/* Ask for a computer's decision, if one is due. */
void hub__think(struct hub *hub, struct room *room);
/* Hand waiting tables to computers that are free. */
void hub__think_next(struct hub *hub);
/* Ask no more for that table; an answer that still comes is not used. */
void hub__think_stop(struct hub *hub, struct room *room);
/* A decision that came while the table was busy is carried out. */
void hub__think_late(struct hub *hub, struct room *room);

/* -- Sleeping tables (hub_sleep.c) ------------------------------------------------------ */

/* To be called before a table leaves memory: remembers its clock, if one runs. False: no memory for
 * that, so the table has to stay. */
bool hub__sleep(struct hub *hub, const struct room *room);
bool hub__sleep_until(struct hub *hub, const char *id, int64_t wakes);
void hub__sleep_no_more(struct hub *hub, const char *id);
void hub__sleep_wake(struct hub *hub);
void hub__sleep_longer(struct hub *hub, struct store_pause pause);
void hub__sleep_free(struct hub *hub);

/* -- What hub.c has for others that answer requests ------------------------------------- */

bool hub__want_room(struct conn *conn, const struct fields *request, struct room **room);
bool hub__may_have(struct conn *conn, enum hub_price what);
/* False: the store is away, and `reply` says so. */
bool hub__want_store(struct conn *conn, struct table_reply *reply);
/* A request that waited is answered. */
void hub__again(struct conn *conn, json_t *request);
/* Refuses a request; one that the node asks itself is refused to the node, or ends the watching. */
void hub__node_refuse(struct conn *conn, json_t *request,
                      const struct table_reply *reply);
/* {"type":"ok","id":...} */
json_t *hub__ok(json_t *id);
/* Refused, since there is no memory. */
bool hub__no_memory(struct table_reply *reply);

/* -- Push messages (hub_push.c) --------------------------------------------------------- */

bool hub__push_on_subscribe(struct conn *conn, const struct fields *request, json_t *id);
bool hub__push_on_unsubscribe(struct conn *conn, const struct fields *request,
                              json_t *id);
bool hub__push_on_subscribed(struct conn *conn, const struct fields *request, json_t *id);
void hub__push_leave(struct hub *hub, const struct conn *conn);
/* Whose turn it is now at a table that is about to be stored. False: such turns are not told.
 * `owners` lives as long as `turn`. */
bool hub__push_turn(const struct hub *hub, const struct room *room,
                    struct store_turn *turn, const char *owners[STORE_OWNERS_MAX]);

/* -- The host's word (hub_duty.c) ------------------------------------------------------- */

bool hub__duty_is_silenced(const struct hub *hub, const char *name);
/* Somebody who is silenced cannot choose a name: names in his request become "Seat 1" and so on. */
bool hub__duty_plain_names(const struct conn *conn, const struct fields *request);
/* False: it is talk, and he or the table is silenced; `request->reply` says so. */
bool hub__duty_may_talk(const struct conn *conn, const struct room *room,
                        const struct fields *request);

/* -- Sending (hub_send.c) --------------------------------------------------------------- */

void hub__send_json(struct conn *conn, json_t *json); /* takes it over */
void hub__send(struct conn *conn, struct hub_message *message);
/* With room for `n` bytes; NULL: no memory. */
struct hub_message *hub__send_message_new(size_t n);
struct hub_message *hub__send_message_copy(const char *text, size_t n);
/* It goes to nobody any more. */
void hub__send_waiting_drop(struct waiting *waiting);
void hub__send_message_release(struct hub_message *message);
void hub__send_empty(struct conn *conn);
/* Say why, then close. */
void hub__send_bye(struct conn *conn, enum hub_reason reason);
void hub__send_error(struct conn *conn, json_t *id, const struct table_reply *reply);
/* The watcher hears no more of the table: he is told so by an error that answers no request. */
void hub__send_show_out(struct sub *sub, enum message_error code, const char *text);
void hub__send_to_room(struct room *room, json_t *json); /* takes it over */
void hub__send_mine(struct sub *sub);
void hub__send_presence(struct room *room, struct conn *only);
void hub__send_clock(struct room *room, struct conn *only);
void hub__send_thinking(struct room *room, struct conn *only);
/* What the store has and the watcher has not, as much as it can take. */
void hub__send_catch_up(struct sub *sub);
void hub__send_reading_orphan(struct reading *reading);
/* The acknowledgement of a request that may have changed `room`. Takes `answer` over. */
void hub__send_acknowledge(struct conn *conn, struct room *room, json_t *answer);
/* The same with hub__ok(id), which is all that most requests are answered: written without being made first. */
void hub__send_done(struct conn *conn, struct room *room, json_t *id);

#endif
