/* json.c -- numbers, words and cells out of JSON. */
#include "jcz_internal.h"

bool jcz__json_int(const json_t *json, long lo, long hi, long *out)
{
    if (!json_is_integer(json)) return false;
    json_int_t n = json_integer_value(json);
    *out = (long)n;
    return n >= lo && n <= hi;
}

bool jcz__json_string(const json_t *json, char out[JCZ_WORD_MAX])
{
    if (!json_is_string(json)) return false;
    size_t n = json_string_length(json);
    if (n >= JCZ_WORD_MAX || strlen(json_string_value(json)) != n) return false;
    memcpy(out, json_string_value(json), n + 1);
    return true;
}

bool jcz__json_cell(const json_t *json, int16_t *x, int16_t *y)
{
    long px, py;

    if (!json_is_array(json) || json_array_size(json) != 2) return false;
    if (!jcz__json_int(json_array_get(json, 0), -1000, 1000, &px) ||
        !jcz__json_int(json_array_get(json, 1), -1000, 1000, &py))
        return false;
    *x = (int16_t)px;
    *y = (int16_t)py;
    return true;
}
