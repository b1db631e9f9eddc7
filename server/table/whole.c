/* whole.c -- see whole.h. */
#include "whole.h"

static bool whole_or_nothing(json_t **json, bool failed)
{
    if (!failed) return true;
    json_decref(*json);
    *json = NULL;
    return false;
}

bool whole_set(json_t **json, const char *field, json_t *value)
{
    return whole_or_nothing(json, json_object_set_new(*json, field, value));
}

bool whole_append(json_t **json, json_t *value)
{
    return whole_or_nothing(json, json_array_append_new(*json, value));
}

bool whole_join(json_t **json, json_t *more)
{
    bool failed = json_object_update(*json, more);

    json_decref(more);
    return whole_or_nothing(json, failed);
}
