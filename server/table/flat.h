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

/* One more field of an object that is being made. False: no memory, or there is no object. */
bool flat_text(json_t *object, const char *name, const char *value);
bool flat_number(json_t *object, const char *name, int64_t value);
bool flat_flag(json_t *object, const char *name, bool value);

#endif
