/* json.h -- JSON text in one growing buffer; commas are added where they belong. */
#ifndef WASM_JSON_H
#define WASM_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json {
    char *text;
    size_t n, size;
    bool comma; /* a comma must come before the next value */
};

/* Members: `key` is NULL inside a list. */
void json_clear(struct json *json);
void json_object(struct json *json, const char *key);
void json_list(struct json *json, const char *key);
void json_end(struct json *json, char bracket); /* '}' or ']' */
void json_int(struct json *json, const char *key, long value);
void json_real(struct json *json, const char *key, double value); /* four decimals */
void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);
void json_text(struct json *json, const char *key, const char *value);
void json_text_n(struct json *json, const char *key, const char *value, size_t n);
void json_hex(struct json *json, const char *key, uint64_t value);
void json_hex128(struct json *json, const char *key, uint64_t hi, uint64_t lo);

/* Text as it is, without quotes: a record, an SVG. */
void json_raw(struct json *json, const char *text, size_t n);

/* Room for `n` more bytes and a zero, or NULL; json_took() says how many were used. */
char *json_room(struct json *json, size_t n);
void json_took(struct json *json, size_t n);

#endif
