/* flat.h -- flat JSON: the objects of texts and whole numbers that nearly all messages and entries are.
 *
 * They are read and written here, at a fraction of what jansson takes for it (docs/benchmarks.md). Whatever is not
 * plain goes to jansson, so the result is always jansson's: the same values, the same bytes, the same refusals.
 * tests/server/test_flat.c and tests/fuzz/fuzz_flat.c compare the two. */
#ifndef FLAT_H
#define FLAT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* As json_loadb(text, n, flags, NULL). */
json_t *flat_read(const char *text, size_t n, size_t flags);
/* As json_dumps(json, JSON_COMPACT); how long it is in *n, unless that is NULL. */
char *flat_write(const json_t *json, size_t *n);

bool flat_is_utf8(const char *text);

/* An object that is written field by field, without being made first. */
struct flat_writer {
    char *text;
    size_t n, size;
    bool
        failed; /* no memory, or a text that is no UTF-8 or has other controls than line ends and tabs */
};

void flat_begin(struct flat_writer *out);
/* A field that is an object ('{') or a list ('['); what is added goes into it until it is closed. Within a list names are NULL. */
void flat_open(struct flat_writer *out, const char *name, char bracket);
void flat_close(struct flat_writer *out, char bracket);
void flat_add_text(struct flat_writer *out, const char *name, const char *value);
void flat_add_number(struct flat_writer *out, const char *name, int64_t value);
void flat_add_flag(struct flat_writer *out, const char *name, bool value);
void flat_add_null(struct flat_writer *out, const char *name);
/* The text, or NULL if anything failed. free() it. */
char *flat_end(struct flat_writer *out);
/* The same as an object of jansson. */
json_t *flat_end_json(struct flat_writer *out);

#endif
