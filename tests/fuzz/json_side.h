/* json_side.h -- what one reader of JSON makes of some bytes, as text: taken or refused, every value as
 * its calls tell it, and what it writes. fuzz_json.c compiles it with jansson, json_ours.c with ours. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_sides.h"

static void side_add(struct json_told *told, const char *text, size_t n)
{
    if (told->n + n + 1 > told->size) {
        told->size = 2 * (told->n + n + 1);
        told->text = realloc(told->text, told->size);
        if (!told->text) abort();
    }
    memcpy(told->text + told->n, text, n);
    told->n += n;
    told->text[told->n] = '\0';
}

static void side_words(struct json_told *told, const char *words)
{
    side_add(told, words, strlen(words));
}

static void side_number(struct json_told *told, const char *kind, double value)
{
    char text[80];

    snprintf(text, sizeof text, "%s %.17g\n", kind, value);
    side_words(told, text);
}

static void side_tell(struct json_told *told, json_t *json);

static void side_object(struct json_told *told, json_t *json)
{
    const char *key;
    json_t *value;

    side_number(told, "object of", (double)json_object_size(json));
    json_object_foreach(json, key, value)
    {
        side_words(told, key);
        side_words(told, json_object_get(json, key) == value ? ": " : "?: ");
        side_tell(told, value);
    }
}

static void side_array(struct json_told *told, json_t *json)
{
    size_t n = json_array_size(json);

    side_number(told, "array of", (double)n);
    for (size_t i = 0; i < n; i++) side_tell(told, json_array_get(json, i));
    if (json_array_get(json, n)) side_words(told, "something after the last\n");
}

static void side_tell(struct json_told *told, json_t *json)
{
    char whole[32];

    if (json_is_object(json)) side_object(told, json);
    if (json_is_array(json)) side_array(told, json);
    if (json_is_string(json)) {
        side_number(told, "text of", (double)json_string_length(json));
        side_add(told, json_string_value(json), json_string_length(json));
    }
    if (json_is_integer(json)) {
        snprintf(whole, sizeof whole, "whole %lld\n",
                 (long long)json_integer_value(json));
        side_words(told, whole);
    }
    if (json_is_number(json)) side_number(told, "number", json_number_value(json));
    if (json_is_number(json) && !json_is_integer(json)) told->fractions = true;
    side_words(told, json_is_true(json)   ? "true\n"
                     : json_is_null(json) ? "null\n"
                                          : ".\n");
}

/* Fractions are not written: ours knows none but 0.0, which is all that a save has. */
static void side_write(struct json_told *told, json_t *json)
{
    char *text = told->fractions ? NULL : json_dumps(json, JSON_INDENT(1));

    if (text) side_words(told, text);
    free(text);
}

/* What jcz/ changes in lists and objects. */
static void side_change(json_t *json)
{
    size_t n = json_array_size(json);

    if (json_is_array(json)) {
        json_array_insert_new(json, n / 2,
                              json_pack("{s:[i,i], s:s, s:n}", "position", 3, -4, "word",
                                        "\x01\x1f/", "none"));
        json_array_append_new(json, json_true());
        json_array_remove(json, 0);
        json_array_remove(json, n + 1);
    } else {
        json_object_set_new(json, "a", json_string("new"));
        json_object_set_new(json, "",
                            json_pack("{s:o, s:f}", "list", json_array(), "zero", 0.0));
    }
}

void SIDE(const char *bytes, size_t n, struct json_told *told)
{
    json_error_t error;
    json_t *json = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &error);

    if (!json) {
        side_words(told, error.text[0] ? "refused" : "refused without a word");
        told->deep = strstr(error.text, "too many brackets") != NULL;
        return;
    }
    side_tell(told, json);
    side_write(told, json);
    side_change(json);
    side_write(told, json);
    json_decref(json);
}
