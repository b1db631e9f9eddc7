/* names.h -- names that people keep: who is behind a cookie, a seat, a number.
 *
 *     name_of_session(store, hash, now, told, context);     whose browser is that?
 *     name_of_who(store, who, now, told, context);          whose seat is that?
 *
 * A name has a number, which is never given twice, and a text that is shown. Who keeps one is known to
 * tables by the same `who` on all devices. Nobody needs a name to play.
 *
 * Knows no socket and no clock. Read store/store.h (Names) first: what is kept. */
#ifndef NAMES_H
#define NAMES_H

#include "store/store.h"

enum {
    NAMES_SHOWN_MAX = STORE_SHOWN_MAX,
    NAMES_WHO_MAX = 48 /* of the hash by which tables know a person */
};

struct names_person {
    int64_t id;                  /* 0: nobody */
    char shown[NAMES_SHOWN_MAX]; /* "": was given up */
    char who[NAMES_WHO_MAX];
    bool bot; /* a program: shown with a mark */
    int64_t created;
};

/* Called once, before the call returns or later. `how`: could the store be asked? */
typedef void names_told(void *context, enum store_outcome how,
                        const struct names_person *person);

/* By the hash of a session's cookie, or of a bot's key; a session that has ended is nobody's. */
void name_of_session(struct store *store, const char *hash, int64_t now, names_told *told,
                     void *context);
/* By what a table calls the owner of a seat; a guest is nobody. */
void name_of_who(struct store *store, const char *who, int64_t now, names_told *told,
                 void *context);
void name_of_id(struct store *store, int64_t id, int64_t now, names_told *told,
                void *context);
/* As it is shown, exactly. */
void name_of_text(struct store *store, const char *shown, int64_t now, names_told *told,
                  void *context);

#endif
