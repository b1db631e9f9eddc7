/* table_erase.c -- see table_erase.h. */
#include "table_erase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void erase_seat_name(unsigned seat, char out[AUDE_NAME_MAX])
{
    snprintf(out, AUDE_NAME_MAX, "Seat %u", seat + 1);
}

static void erase_set(struct table_eraser *eraser, json_t *object, const char *field,
                      json_t *value)
{
    if (json_object_set_new(object, field, value)) eraser->failed = true;
}

static bool erase_word(struct table_eraser *eraser, json_t *object, const char *field,
                       const char *is, const char *now)
{
    const char *word = json_string_value(json_object_get(object, field));

    if (!word || strcmp(word, is) != 0) return false;
    erase_set(eraser, object, field, json_string(now));
    return true;
}

/* The line "name SEAT ..." of a record's head. */
static bool erase_head_name(struct table_eraser *eraser, json_t *object, unsigned seat)
{
    const char *head = json_string_value(json_object_get(object, "head"));
    char begin[24], name[AUDE_NAME_MAX];

    snprintf(begin, sizeof begin, "\nname %u ", seat);
    const char *at = head ? strstr(head, begin) : NULL;
    if (!at) return false;
    at += strlen(begin);
    const char *end = at + strcspn(at, "\n");
    erase_seat_name(seat, name);
    erase_set(eraser, object, "head",
              json_sprintf("%.*s%s%s", (int)(at - head), head, name, end));
    return true;
}

/* A seat of `open`, `seat` or the summary: a place that nobody has taken has no name. */
static bool erase_told_seat(struct table_eraser *eraser, json_t *seat, unsigned number)
{
    const char *is = json_string_value(json_object_get(seat, "name"));
    char name[AUDE_NAME_MAX];

    erase_seat_name(number, name);
    if (!is || !is[0] || !strcmp(is, name)) return false;
    erase_set(eraser, seat, "name", json_string(name));
    json_object_del(seat, "kept");
    json_object_del(seat, "bot");
    return true;
}

static void erase_note_owner(struct table_eraser *eraser, unsigned seat, const char *who,
                             const char *name)
{
    unsigned bit = 1u << seat;
    bool his = who && !strcmp(who, eraser->who);

    eraser->seats = his ? eraser->seats | bit : eraser->seats & ~bit;
    eraser->others = who && who[0] && !his ? eraser->others | bit : eraser->others & ~bit;
    eraser->seen |= his;
    snprintf(eraser->name[seat], AUDE_NAME_MAX, "%s", name ? name : "");
}

static bool erase_open(struct table_eraser *eraser, json_t *text, json_t *secret)
{
    json_t *owners = json_object_get(secret, "owners"), *owner;
    json_t *seats = json_object_get(text, "seats");
    bool changed = erase_word(eraser, secret, "host", eraser->who, eraser->nobody);
    size_t i;

    eraser->host = changed;
    eraser->seen |= changed;
    if (changed)
        erase_set(eraser, json_object_get(text, "options"), "title", json_string(""));
    json_array_foreach(owners, i, owner)
    {
        json_t *seat = json_array_get(seats, i);
        if (i >= AUDE_SEATS_MAX) break;
        erase_note_owner(eraser, (unsigned)i, json_string_value(owner),
                         json_string_value(json_object_get(seat, "name")));
        if (!(eraser->seats >> i & 1)) continue;
        erase_told_seat(eraser, seat, (unsigned)i);
        erase_head_name(eraser, text, (unsigned)i);
        erase_head_name(eraser, secret, (unsigned)i);
        if (json_array_set_new(owners, i, json_string(eraser->nobody)))
            eraser->failed = true;
        changed = true;
    }
    return changed;
}

static bool erase_taken(struct table_eraser *eraser, json_t *text, json_t *secret)
{
    json_int_t seat = json_integer_value(json_object_get(text, "seat"));

    if (seat < 0 || seat >= AUDE_SEATS_MAX) return false;
    erase_note_owner(eraser, (unsigned)seat,
                     json_string_value(json_object_get(secret, "who")),
                     json_string_value(json_object_get(text, "name")));
    if (!(eraser->seats >> seat & 1)) return false;
    erase_told_seat(eraser, text, (unsigned)seat);
    return erase_word(eraser, secret, "who", eraser->who, eraser->nobody);
}

static bool erase_start(struct table_eraser *eraser, json_t *text)
{
    bool changed = false;

    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++)
        if (eraser->seats >> s & 1) changed |= erase_head_name(eraser, text, s);
    return changed;
}

/* `by` is a name. */
static bool erase_by(struct table_eraser *eraser, json_t *text)
{
    char name[AUDE_NAME_MAX];

    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++) {
        if (!(eraser->seats >> s & 1) || !eraser->name[s][0]) continue;
        erase_seat_name(s, name);
        if (erase_word(eraser, text, "by", eraser->name[s], name)) return true;
    }
    return false;
}

static bool erase_chat(struct table_eraser *eraser, json_t *text)
{
    json_t *seat = json_object_get(text, "seat");
    json_int_t n = json_is_integer(seat) ? json_integer_value(seat) : -1;

    if (n < 0 || n >= AUDE_SEATS_MAX || !(eraser->seats >> n & 1)) return false;
    erase_by(eraser, text);
    erase_set(eraser, text, "text", json_string("..."));
    eraser->said++;
    return true;
}

bool table_erase_entry(struct table_eraser *eraser, json_t *text, json_t *secret)
{
    const char *type = json_string_value(json_object_get(text, "type"));

    switch (type ? table_messages_find(MESSAGE_ENTRY, type) : -1) {
    case ENTRY_OPEN:
        return erase_open(eraser, text, secret);
    case ENTRY_SEAT:
        return erase_taken(eraser, text, secret);
    case ENTRY_START:
        return erase_start(eraser, text);
    case ENTRY_CHAT:
        return erase_chat(eraser, text);
    case ENTRY_NUDGE:
        return erase_by(eraser, text);
    default:
        return false;
    }
}

bool table_erase_summary(struct table_eraser *eraser, json_t *summary)
{
    json_t *seats = json_object_get(summary, "seats"), *seat;
    bool changed = false;
    size_t i;

    json_array_foreach(seats, i, seat) if (i < AUDE_SEATS_MAX && eraser->seats >> i & 1)
        changed |= erase_told_seat(eraser, seat, (unsigned)i);
    if (eraser->host && json_object_get(summary, "title")) {
        erase_set(eraser, summary, "title", json_string(""));
        changed = true;
    }
    return changed;
}
