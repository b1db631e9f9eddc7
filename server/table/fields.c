/* fields.c -- see fields.h. */
#include "fields.h"

#include "table.h"

#include <string.h>

/* The field's row, if it has to be read. NULL with *ok: it is missing and may be; without: it has
 * no row, or one of another kind. */
static const struct message_field *
field_row(const struct fields *fields, const char *name, enum message_kind kind, bool *ok)
{
    const struct message_field *row = table_messages_field(fields->of, name);

    *ok = row && row->kind == kind && !row->list;
    if (!*ok) {
        table__refuse(fields->reply, REFUSED_FIELD, "%s is no such field of %s", name,
                      fields->of->name);
        return NULL;
    }
    return row->need != MESSAGE_MAYBE || fields_has(fields, name) ? row : NULL;
}

bool fields_has(const struct fields *fields, const char *name)
{
    json_t *value = json_object_get(fields->json, name);

    return value && !json_is_null(value) && table_messages_field(fields->of, name);
}

bool fields_int(const struct fields *fields, const char *name, int64_t *out)
{
    bool ok;
    const struct message_field *row = field_row(fields, name, MESSAGE_INT, &ok);
    const json_t *value = json_object_get(fields->json, name);

    if (!row) return ok;
    int64_t n = json_is_integer(value) ? (int64_t)json_integer_value(value) : row->lo - 1;
    if (!json_is_integer(value) || n < row->lo || n > row->hi)
        return table__refuse(fields->reply, REFUSED_FIELD,
                             "%s must be a whole number from %lld to %lld", name,
                             (long long)row->lo, (long long)row->hi);
    *out = n;
    return true;
}

/* A string with a zero in it would be read as a shorter one. */
static bool field_is_text(const json_t *value)
{
    return json_is_string(value) &&
           strlen(json_string_value(value)) == json_string_length(value);
}

static bool field_read_text(const struct fields *fields, const char *name,
                            const char **out)
{
    const json_t *value = json_object_get(fields->json, name);

    if (!field_is_text(value))
        return table__refuse(fields->reply, REFUSED_FIELD, "%s must be a text", name);
    *out = json_string_value(value);
    return true;
}

bool fields_text(const struct fields *fields, const char *name, const char **out)
{
    bool ok;
    const struct message_field *row = field_row(fields, name, MESSAGE_TEXT, &ok);

    return row ? field_read_text(fields, name, out) : ok;
}

bool fields_bool(const struct fields *fields, const char *name, bool *out)
{
    bool ok;
    const struct message_field *row = field_row(fields, name, MESSAGE_BOOL, &ok);
    const json_t *value = json_object_get(fields->json, name);

    if (!row) return ok;
    if (!json_is_boolean(value))
        return table__refuse(fields->reply, REFUSED_FIELD, "%s must be true or false",
                             name);
    *out = json_is_true(value);
    return true;
}

/* "what is takeback, pause, resume or computer" */
static bool field_refuse_word(const struct fields *fields,
                              const struct message_field *row)
{
    char text[200];
    size_t n = 0;
    const char *const *word = row->words->word;

    if (row->need != MESSAGE_NEEDED)
        return table__refuse(fields->reply, REFUSED_FIELD, "%s has no such value",
                             row->name);
    text[0] = 0;
    for (int i = 0; i < WORDS_MAX && word[i] && n < sizeof text; i++) {
        bool last = i + 1 == WORDS_MAX || !word[i + 1];
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s",
                              !i     ? ""
                              : last ? " or "
                                     : ", ",
                              word[i]);
    }
    return table__refuse(fields->reply, REFUSED_FIELD, "%s is %s", row->name, text);
}

bool fields_word(const struct fields *fields, const char *name, int *out)
{
    bool ok;
    const struct message_field *row = field_row(fields, name, MESSAGE_WORD, &ok);
    const char *word = "";

    if (!row) return ok;
    if (!field_read_text(fields, name, &word)) return false;
    int place = sitting_words_find(row->words, word);
    if (place < 0) return field_refuse_word(fields, row);
    *out = place;
    return true;
}

bool fields_list(const struct fields *fields, const char *name, struct fields *out,
                 size_t *n)
{
    const struct message_field *row = table_messages_field(fields->of, name);
    json_t *list = json_object_get(fields->json, name);

    *n = json_array_size(list);
    if (!row || !row->list || (int64_t)*n < row->lo || (int64_t)*n > row->hi)
        return table__refuse(
            fields->reply, REFUSED_FIELD, "%s must be a list of %lld to %lld", name,
            (long long)(row ? row->lo : 0), (long long)(row ? row->hi : 0));
    for (size_t i = 0; i < *n; i++)
        out[i] = (struct fields){row->of, json_array_get(list, i), fields->reply};
    return true;
}

bool fields_object(const struct fields *fields, const char *name, struct fields *out)
{
    bool ok;
    const struct message_field *row = field_row(fields, name, MESSAGE_PART, &ok);
    json_t *value = row ? json_object_get(fields->json, name) : NULL;

    if (!ok) return false;
    *out =
        (struct fields){table_messages_field(fields->of, name)->of, value, fields->reply};
    if (row && !json_is_object(value))
        return table__refuse(fields->reply, REFUSED_FIELD, "%s is an object", name);
    return true;
}
