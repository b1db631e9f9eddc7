/* json.c -- the JSON writer. If memory runs out it stops writing: the text does not parse
 * then, and the page reports that and does not show half a game. */
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void json_clear(struct json *json)
{
    json->n = 0;
    json->comma = false;
}

char *json_room(struct json *json, size_t n)
{
    size_t size = json->size ? json->size : 4096;

    while (size - json->n <= n) size *= 2;
    if (size > json->size) {
        char *text = realloc(json->text, size);
        if (!text) return NULL;
        json->text = text;
        json->size = size;
    }
    return json->text + json->n;
}

void json_took(struct json *json, size_t n)
{
    json->n += n;
    json->text[json->n] = 0;
}

void json_raw(struct json *json, const char *text, size_t n)
{
    char *to = json_room(json, n);

    if (!to) return;
    memcpy(to, text, n);
    json_took(json, n);
}

static void json_put(struct json *json, char c)
{
    json_raw(json, &c, 1);
}

static void json_quoted(struct json *json, const char *text, size_t n)
{
    json_put(json, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        char code[8];
        if (c >= 32 && c != '"' && c != '\\') {
            json_put(json, text[i]);
        } else {
            snprintf(code, sizeof code, "\\u%04x", c);
            json_raw(json, code, 6);
        }
    }
    json_put(json, '"');
}

static void json_key(struct json *json, const char *key)
{
    if (json->comma) json_put(json, ',');
    json->comma = true;
    if (!key) return;
    json_quoted(json, key, strlen(key));
    json_put(json, ':');
}

void json_object(struct json *json, const char *key)
{
    json_key(json, key);
    json_put(json, '{');
    json->comma = false;
}

void json_list(struct json *json, const char *key)
{
    json_key(json, key);
    json_put(json, '[');
    json->comma = false;
}

void json_end(struct json *json, char bracket)
{
    json_put(json, bracket);
    json->comma = true;
}

void json_int(struct json *json, const char *key, long value)
{
    char text[24];

    json_key(json, key);
    json_raw(json, text, (size_t)snprintf(text, sizeof text, "%ld", value));
}

void json_real(struct json *json, const char *key, double value)
{
    double scaled = value * 10000 + (value < 0 ? -0.5 : 0.5);
    long long whole = (long long)scaled;
    char text[32];

    json_key(json, key);
    json_raw(json, text, (size_t)snprintf(text, sizeof text, "%llde-4", whole));
}

void json_bool(struct json *json, const char *key, bool value)
{
    json_key(json, key);
    json_raw(json, value ? "true" : "false", value ? 4 : 5);
}

void json_null(struct json *json, const char *key)
{
    json_key(json, key);
    json_raw(json, "null", 4);
}

void json_text(struct json *json, const char *key, const char *value)
{
    json_text_n(json, key, value, strlen(value));
}

void json_text_n(struct json *json, const char *key, const char *value, size_t n)
{
    json_key(json, key);
    json_quoted(json, value, n);
}

void json_hex128(struct json *json, const char *key, uint64_t hi, uint64_t lo)
{
    char text[40];

    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)hi,
             (unsigned long long)lo);
    json_text(json, key, text);
}

void json_hex(struct json *json, const char *key, uint64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%08lx%08lx", (unsigned long)(value >> 32),
             (unsigned long)(value & 0xffffffff));
    json_text(json, key, text);
}
