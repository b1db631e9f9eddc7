/* weight.c -- how much memory a request takes. */
#include "weight.h"

#include <string.h>

int weight_parts(const char *text, size_t n)
{
    bool quoted = false;
    int parts = 1;

    for (size_t i = 0; i < n; i++)
        if (quoted && text[i] == '\\')
            i++; /* whatever comes next does not end the text */
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted)
            parts += text[i] == ',' || text[i] == '[' || text[i] == '{';
    return parts;
}

size_t weight_of(json_t *json)
{
    size_t sum = WEIGHT_ONE, i;
    const char *name;
    json_t *part;

    if (json_is_string(json)) return sum + json_string_length(json);
    json_array_foreach(json, i, part) sum += weight_of(part);
    json_object_foreach(json, name, part) sum += strlen(name) + weight_of(part);
    return sum;
}
