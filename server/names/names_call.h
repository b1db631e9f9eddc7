/* names_call.h -- what people ask about their names: keep one, open one, devices, codes, everything kept,
 * deleted. One call at a time of one browser; whoever carries it (HTTP) brings cookies and takes new ones back.
 *
 *     call = names_call_new(names, "begin");  fill in who asks;  names_call_ask(call, body, n);
 *     told(call): status, text, and what becomes of the browser's cookies
 *
 * Challenges, codes for other devices and tries are kept in memory: all of them are good for minutes. */
#ifndef NAMES_CALL_H
#define NAMES_CALL_H

#include "names.h"
#include "passkey.h"
#include "table/messages.h"

enum {
    NAMES_BODY_MAX = 16 * 1024,
    NAMES_LABEL_MAX = 61,
    NAMES_CHALLENGE_MS = 5 * 60 * 1000,
    NAMES_LINK_MS = 10 * 60 * 1000,
    NAMES_TRIES = 5, /* codes that open nothing, of one address in an hour */
    NAMES_TRIES_MS = 3600000,
    NAMES_NEW =
        30, /* new names of one address in a day, if the host does not say otherwise */
    NAMES_SESSION_DAYS = 180, /* since it was last used */
    NAMES_REST_DAYS = 365     /* until a name that was given up is free again */
};

struct names;

/* `site`: NULL where browsers keep no keys for this server's address; then only codes open names. `new_names`: so many of one
 * address in a day. NULL: no memory. */
struct names *names_memory_open(struct store *store, const struct passkey_site *site,
                                int new_names);
void names_memory_close(struct names *names);

struct names_call {
    /* Who asks: filled in by the caller. Hashes, or "". */
    char guest[NAMES_WHO_MAX], session[NAMES_WHO_MAX];
    char label[NAMES_LABEL_MAX]; /* what the browser says of itself */
    unsigned char from[16];      /* the address */
    int64_t now;
    void (*told)(struct names_call *call); /* once; NULL: nobody wants to know any more */
    void *context;

    /* The answer. */
    enum message_error why; /* REFUSED_NOT: `text` is the answer; otherwise a refusal */
    char *text;             /* JSON, to be freed */
    int wait;               /* RATE: seconds */
    char new_session
        [NAMES_WHO_MAX]; /* the secret of a session that was opened; "": none */
    bool end_session,
        new_guest; /* the browser forgets its session; gets a new guest's cookie */
    char gone
        [NAMES_WHO_MAX]; /* connections of this person end, and come again as who they are now */

    struct names_work *work; /* its own */
};

/* NULL: no memory, or no such call (`known` says which). */
struct names_call *names_call_new(struct names *names, const char *what, bool *known);
/* Asks. The body is read before the call returns. */
void names_call_ask(struct names_call *call, const char *body, size_t n);
/* After it was told, or instead of asking. */
void names_call_free(struct names_call *call);

/* Who is that to tables? `who`: the name's, or the guest's own, or "" (a guest's cookie whose games belong
 * to a name now: it opens nothing any more). */
typedef void names_who_told(void *context, enum store_outcome how, const char *who,
                            const struct names_person *person);
void names_who(struct store *store, const char *session, const char *guest, int64_t now,
               names_who_told *told, void *context);

#endif
