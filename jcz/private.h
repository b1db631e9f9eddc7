/* private.h -- what the files of jcz/ share, and nobody else sees. */
#ifndef JCZ_PRIVATE_H
#define JCZ_PRIVATE_H

#include "jcz.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define JCZ_PRINTF(nth, first) __attribute__((format(printf, nth, first)))
#else
#define JCZ_PRINTF(nth, first)
#endif

/* Say it in `error` and return false. `message` counts from 1; 0: about no message. */
bool jcz__fail(struct jcz_error *error, int message, const char *format, ...)
    JCZ_PRINTF(3, 4);

/* A foreign word for a sentence: short, printable. Good until the fourth next call. */
const char *jcz__word(const char *text);

/* A whole number within bounds, and nothing else. */
bool jcz__int(const json_t *json, long lo, long hi, long *out);
/* A string that fits. */
bool jcz__string(const json_t *json, char out[JCZ_WORD_MAX]);
/* [x, y] */
bool jcz__cell(const json_t *json, int16_t *x, int16_t *y);

/* Message `index` of the file; false with the reason. */
bool jcz__message(const struct jcz_save *save, int index, struct jcz_message *out,
                  struct jcz_error *error);
/* A type and its payload, as in a list of legal messages. NULL, or what is wrong. */
const char *jcz__payload(const char *type, const json_t *payload, struct jcz_message *out);
/* The other way; player and clock are not in it. */
json_t *jcz__message_json(const struct jcz_message *message);

/* -- Tables of read.c, which write.c reads the other way -------------------------------- */

struct jcz__set {
    const char *name; /* without the edition */
    uint8_t set;      /* enum aude_set */
    uint8_t editions; /* ":1" or ":2" follows */
};
extern const struct jcz__set jcz__sets[];

enum { JCZ__RULE = AUDE_FIGURE_KINDS };

/* An element belongs to a set: it gives figures, or is one of the set's rules. */
struct jcz__element {
    const char *name;
    uint8_t set;    /* enum aude_set */
    uint8_t figure; /* enum aude_figure_kind, or JCZ__RULE */
};
extern const struct jcz__element jcz__elements[];

/* A rule of a save: its values, and our switch with the values that mean the same. A value
 * that is "-" on our side is not played. */
struct jcz__rule {
    const char *key, *values; /* the first is the default */
    uint8_t set;              /* enum aude_set it matters for */
    const char *name, *ours;  /* NULL: out of our scope, its sets are refused anyway */
};
extern const struct jcz__rule jcz__rules[];

/* The `i`th of the words in a list; false if there are fewer. */
bool jcz__nth_word(const char *list, int i, char out[JCZ_WORD_MAX]);

/* Sets whose tiles are in play. */
unsigned jcz__tile_sets(const struct aude_setup *setup);

#endif
