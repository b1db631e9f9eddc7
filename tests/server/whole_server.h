/* whole_server.h -- a whole server in a thread of the test, those who call it, and what it writes on stderr. */
#ifndef WHOLE_SERVER_H
#define WHOLE_SERVER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "server/net/server.h"
#include "server/store/store.h"

enum { WHOLE_WAIT_MS = 20000, WHOLE_HEARD = 1 << 18 };

extern struct server_options whole_options; /* of the next server */
extern char whole_folder[40], whole_store_name[80];
extern char whole_url[200];   /* where it says that it is */
extern atomic_int whole_port; /* 0: it has not begun yet */
extern int whole_status;      /* what the last one ended with */

/* A folder of its own, with an empty store and the usual options; all of it is removed. */
bool whole_open(void);
void whole_close(void);
/* The server begins in a thread; a signal ends it. */
bool whole_begin(void);
void whole_end(int how);
/* It does not begin: the reason, as it is told. */
const char *whole_does_not_begin(void);

/* What it has said on stderr until now. */
const char *whole_log(void);
bool whole_wait_for_log(const char *words);
/* How often these words stand in the log. */
int whole_told_times(const char *words);

/* Only where the linker knows --wrap. The next servers open the store of that name instead; NULL: the one that they were told. */
extern const char *whole_instead;
/* Called in the server's thread at every tick, before anything else is looked at; NULL: nothing is. */
extern void (*whole_on_turn)(struct store *store, int64_t now);
/* So many push messages were given up when a server next asks; 0: as it is. */
extern atomic_int whole_failures;
/* How often a server has given memory back to the system. */
extern atomic_int whole_trims;

/* A connection. */
int whole_call(void);
void whole_say(int fd, const char *text);
extern char whole_heard[WHOLE_HEARD];
/* All that comes until these words, or until the end. */
const char *whole_hear(int fd, const char *words);
/* The answer to a call on a connection of its own. */
const char *whole_ask(const char *path, const char *fields);
int whole_websocket(const char *fields);
/* A message on a WebSocket, with ' for ". */
void whole_tell(int fd, const char *text);

#define WHOLE_TABLE(more)                                                                \
    "{'type':'create','id':2,'head':'aude 1\\nrules grow\\nfirst 0\\n','seats':[" more   \
    "]}"

#endif
