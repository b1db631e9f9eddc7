/* names_who.c -- who somebody is to tables: the name of the session, or the guest. */
#include "names_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct who_asked {
    struct store *store;
    char guest[NAMES_WHO_MAX];
    int64_t now;
    names_who_told *told;
    void *context;
};

static void who_end(struct who_asked *asked, enum store_outcome how, const char *who,
                    const struct names_person *person)
{
    asked->told(asked->context, how, who, person);
    free(asked);
}

/* A guest's cookie whose games belong to a name opens nothing: somebody may have put it there. */
static void who_guest_told(void *context, enum store_outcome how,
                           const struct names_person *person)
{
    static const struct names_person nobody;
    struct who_asked *asked = context;

    who_end(asked, how, person->id ? "" : asked->guest, &nobody);
}

static void who_session_told(void *context, enum store_outcome how,
                             const struct names_person *person)
{
    struct who_asked *asked = context;

    if (how != STORE_DONE || person->id)
        who_end(asked, how, person->who, person);
    else if (asked->guest[0])
        name_of_who(asked->store, asked->guest, asked->now, who_guest_told, asked);
    else
        who_end(asked, how, "", person);
}

void names_who(struct store *store, const char *session, const char *guest, int64_t now,
               names_who_told *told, void *context)
{
    static const struct names_person nobody;
    struct who_asked *asked = calloc(1, sizeof *asked);

    if (!asked) {
        told(context, STORE_FAILED, "", &nobody);
        return;
    }
    *asked =
        (struct who_asked){.store = store, .now = now, .told = told, .context = context};
    snprintf(asked->guest, sizeof asked->guest, "%s", guest);
    if (session[0])
        name_of_session(store, session, now, who_session_told, asked);
    else
        who_session_told(asked, STORE_DONE, &nobody);
}
