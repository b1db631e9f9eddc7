/* fields.h -- reading what a client sent, as messages.c describes it.
 *
 *     struct fields fields = {&messages[REQUEST_ACT], json, reply};
 *     if (!fields_int(&fields, "at", &at)) return false;      FIELD, and `at` is named
 *
 * A field without a row cannot be read: it is refused whatever was sent. Fields that have a row
 * and are not read, and fields that nobody described, do no harm. */
#ifndef FIELDS_H
#define FIELDS_H

#include "messages.h"

#include <jansson.h>
#include <stdbool.h>

struct table_reply;

struct fields {
    const struct message *of;
    json_t *json;
    struct table_reply *reply; /* gets the refusal */
};

/* Is it there, and not null? */
bool fields_has(const struct fields *fields, const char *name);

/* Each is false with FIELD in the reply if the field is not what its row says. One that may be
 * missing, and is, leaves *out as it was. */
bool fields_int(const struct fields *fields, const char *name, int64_t *out);
bool fields_text(const struct fields *fields, const char *name, const char **out);
bool fields_bool(const struct fields *fields, const char *name, bool *out);
/* The place of the word in its list. */
bool fields_word(const struct fields *fields, const char *name, int *out);
/* An object, with the row that describes it. NULL in out->json if it is missing. */
bool fields_object(const struct fields *fields, const char *name, struct fields *out);
/* A list of objects, each with its row; `out` has space for as many as the row allows. */
bool fields_list(const struct fields *fields, const char *name, struct fields *out,
                 size_t *n);

#endif
