/* hub_test.h -- a hub whose transport is the test: what is said and heard, time that passes when
 * told, a store that fails when told. */
#ifndef AUDE_HUB_TEST_H
#define AUDE_HUB_TEST_H

#include "asked.h"
#include "room.h"
#include "server/hub/hub.h"
#include "server/store/store_hours.h"
#include "server/store/store_wait.h"
#include "test.h"

#define GROW "'head':'aude 1\\nrules grow\\n'"

extern struct hub *hub;
extern struct store *store;
extern int64_t now;
extern struct hub_job *job; /* the one a computer thinks about */
extern bool broken, unread; /* the store takes nothing; gives nothing */
extern bool lying;          /* it takes, and says that it did not */
extern bool slow;           /* it answers when land() is called */
extern bool sluggish;       /* so it does when it is asked for anything but entries */
extern bool blind;          /* the store finds nothing: lists and searches fail */
extern bool with_push;      /* the next hub sends push messages */
extern int64_t bad_seq;     /* an entry that comes back as another, or 0 */
extern char bad_row[TABLE_ID_MAX]; /* a table whose row is damaged in the store, or "" */
extern int conns_max, rooms_max;   /* of the next hub */
extern const struct hub_owner
    *hub_owned_by;         /* of the next hub's tables, or NULL: it is alone */
extern bool one_address;   /* all come from this machine; else each from his own */
extern char complaint[80]; /* about a broken log: "TABLE SEQ" */

extern void (*noted)(
    const char *text);   /* called with what the hub tells its owner, or NULL */
extern bool calls_noted; /* and when the store is asked for anything */
extern void (*entry_noted)(
    const char *text, const char *secret); /* with what is stored of tables, or NULL */
extern int64_t owed;                       /* entries that were read for somebody */
extern char seated[TABLE_WHO_MAX];         /* who last turned out to have a seat */

extern uint64_t took_us; /* how long every call of the store takes */

extern int too_dear; /* what nobody can afford: enum hub_price, or -1 */
/* It is too dear for that one alone; "": for everybody. */
extern char only_poor[TABLE_WHO_MAX];

bool open_hub(void);  /* with an empty store */
bool start_hub(void); /* with the store that is there */
void close_hub(void);
/* The server stops, or is killed, and comes back: nobody is charged for the time between. */
bool restart(int64_t down_ms);
/* Time passes, and a round. */
void pass(int64_t ms);

/* A slow store answers as many calls, the first ones. How many there were. */
int land(int most);

/* Somebody connects and says hello. */
struct conn *join(const char *who);
/* The store keeps that name for him; then he connects with it, signed in. */
extern bool keeps_bots; /* the next names are those of programs */
void keep_name(int64_t id, const char *shown, const char *who);
struct conn *join_named(const char *who);
void says(struct conn *conn, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* What the connection would have been sent, one message a line; empties its queue. */
const char *hears(struct conn *conn);
/* Says everything to a table that can be said to one, in right words. */
void says_everything(struct conn *conn, const char *table);
/* Has the hub something for it, or is it to be closed? Asked once. */
bool was_woken(const struct conn *conn);
/* A table of `conn`, its name in `id`. */
void create(struct conn *conn, const char *seats, char id[TABLE_ID_MAX]);

#endif
