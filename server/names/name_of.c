/* name_of.c -- who that is: by session, seat, number or text. */
#include "names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct name_asked {
    struct names_person person;
    names_told *told;
    void *context;
};

static bool name_of_each(void *context, const struct store_name *name)
{
    struct names_person *person = &((struct name_asked *)context)->person;

    person->id = name->id;
    person->bot = name->bot;
    person->created = name->created;
    snprintf(person->shown, sizeof person->shown, "%s", name->shown);
    snprintf(person->who, sizeof person->who, "%s", name->who);
    return false;
}

static void name_of_done(void *context, const struct store_answer *answer)
{
    struct name_asked *asked = context;

    asked->told(asked->context, answer->how, &asked->person);
    free(asked);
}

static void name_of(struct store *store, enum store_name_by by, const char *key,
                    int64_t now, names_told *told, void *context)
{
    struct name_asked *asked = calloc(1, sizeof *asked);

    if (!asked || !store->names) {
        struct names_person nobody = {0};
        free(asked);
        told(context, store->names ? STORE_FAILED : STORE_DONE, &nobody);
        return;
    }
    asked->told = told;
    asked->context = context;
    store->names->find(store, by, key, now, name_of_each, name_of_done, asked);
}

void name_of_session(struct store *store, const char *hash, int64_t now, names_told *told,
                     void *context)
{
    name_of(store, STORE_NAME_SESSION, hash, now, told, context);
}

void name_of_who(struct store *store, const char *who, int64_t now, names_told *told,
                 void *context)
{
    name_of(store, STORE_NAME_WHO, who, now, told, context);
}

void name_of_id(struct store *store, int64_t id, int64_t now, names_told *told,
                void *context)
{
    char key[24];

    snprintf(key, sizeof key, "%lld", (long long)id);
    name_of(store, STORE_NAME_ID, key, now, told, context);
}

void name_of_text(struct store *store, const char *shown, int64_t now, names_told *told,
                  void *context)
{
    name_of(store, STORE_NAME_SHOWN, shown, now, told, context);
}
