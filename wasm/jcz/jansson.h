/* jansson.h -- for the browser: the calls of the JSON library jansson that jcz/ makes, under its names.
 *
 * Debian has jansson for no browser, and jcz/ needs few of its calls. The module reads or writes one save
 * and is then thrown away as a whole, so nothing is counted or freed. */
#ifndef WASM_JCZ_JANSSON_H
#define WASM_JCZ_JANSSON_H

#include <stdbool.h>
#include <stddef.h>

typedef struct json_t json_t;
typedef long long json_int_t;
typedef struct {
    int line;
    char text[160];
} json_error_t;

enum { JSON_REJECT_DUPLICATES = 1 }; /* they are always rejected */
#define JSON_INDENT(n) (n)

json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text);
json_t *json_integer(json_int_t value);
json_t *json_true(void);
/* Of jansson's formats: { } [ ] s i f n o O. */
json_t *json_pack(const char *format, ...);

bool json_is_object(const json_t *json);
bool json_is_array(const json_t *json);
bool json_is_string(const json_t *json);
bool json_is_integer(const json_t *json);
bool json_is_number(const json_t *json);
bool json_is_null(const json_t *json);
bool json_is_true(const json_t *json);

const char *json_string_value(const json_t *json);
size_t json_string_length(const json_t *json);
json_int_t json_integer_value(const json_t *json);
double json_number_value(const json_t *json);

size_t json_object_size(const json_t *json);
json_t *json_object_get(const json_t *json, const char *key);
int json_object_set_new(json_t *json, const char *key, json_t *value);
/* The key after `key`, or the first one for NULL; NULL: there are no more. */
const char *json_object_key_after(const json_t *json, const char *key);
#define json_object_foreach(object, key, value)                                          \
    for ((key) = json_object_key_after((object), NULL);                                  \
         (key) && ((value) = json_object_get((object), (key)));                          \
         (key) = json_object_key_after((object), (key)))

size_t json_array_size(const json_t *json);
json_t *json_array_get(const json_t *json, size_t at);
int json_array_append_new(json_t *json, json_t *value);
int json_array_insert_new(json_t *json, size_t at, json_t *value);
int json_array_remove(json_t *json, size_t at);

json_t *json_loadb(const char *bytes, size_t n, size_t flags, json_error_t *error);
/* Every value in a line of its own, one space a level. */
char *json_dumps(const json_t *json, size_t flags);
void json_decref(json_t *json);

#endif
