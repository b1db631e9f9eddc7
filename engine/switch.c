/* switch.c -- the switches: names, values, rules. A switch is one line of AUDE_SWITCH_LIST. */
#include "text_internal.h"

static const struct {
    const char *name, *rule, *values;
} switches[AUDE_SWITCHES] = {
#define X(id, name, rule, values, meaning) {name, rule, values},
    AUDE_SWITCH_LIST(X)
#undef X
};

/* In a table of their own, so that a program that never asks for them (the page) does not
 * contain them. */
static const char *const meanings[AUDE_SWITCHES] = {
#define X(id, name, rule, values, meaning) meaning,
    AUDE_SWITCH_LIST(X)
#undef X
};

const char *aude_switch_name(enum aude_switch sw)
{
    return sw < AUDE_SWITCHES ? switches[sw].name : "?";
}

const char *aude_switch_rule(enum aude_switch sw)
{
    return sw < AUDE_SWITCHES ? switches[sw].rule : "";
}

const char *aude_switch_meaning(enum aude_switch sw)
{
    return sw < AUDE_SWITCHES ? meanings[sw] : "";
}

/* The `value`th word of the values, with its length; NULL if there is none. */
static const char *switch_value_word(enum aude_switch sw, int value, size_t *length)
{
    const char *word = switches[sw].values;

    if (value < 0) return NULL;
    for (;; value--) {
        *length = strcspn(word, " ");
        if (!value) return word;
        if (!word[*length]) return NULL;
        word += *length + 1;
    }
}

bool aude__switch_has(enum aude_switch sw, int value)
{
    size_t length;

    return switch_value_word(sw, value, &length) != NULL;
}

int aude_switch_values(enum aude_switch sw)
{
    size_t length;
    int n = 0;

    if (sw >= AUDE_SWITCHES) return 0;
    while (switch_value_word(sw, n, &length)) n++;
    return n;
}

bool aude_switch_value(enum aude_switch sw, int value, char *out, size_t size)
{
    size_t length;
    const char *word = sw < AUDE_SWITCHES ? switch_value_word(sw, value, &length) : NULL;

    if (!word || length >= size) return false;
    memcpy(out, word, length);
    out[length] = 0;
    return true;
}

enum aude_switch aude_switch_find(const char *name)
{
    unsigned sw = 0;

    while (sw < AUDE_SWITCHES &&
           !(strlen(switches[sw].name) == strlen(name) &&
             aude__text_same_word(switches[sw].name, name, strlen(name))))
        sw++;
    return sw;
}

int aude_switch_parse(enum aude_switch sw, const char *value)
{
    size_t length;

    for (int i = 0; i < aude_switch_values(sw); i++) {
        const char *word = switch_value_word(sw, i, &length);
        if (strlen(value) == length && aude__text_same_word(word, value, length))
            return i;
    }
    return -1;
}

/* EDN-21: the switches that other programs read otherwise than the book's letter. */
static const uint8_t doubtful[] = {
    AUDE_SWITCH_FARM_RULE,         AUDE_SWITCH_PORTAL_JUST_COMPLETED,
    AUDE_SWITCH_TOWER_REOPENS,     AUDE_SWITCH_BARN_TIMING,
    AUDE_SWITCH_CULT_LIMIT,        AUDE_SWITCH_PRINCESS_AFTER,
    AUDE_SWITCH_CARCASSONNE_CITY,  AUDE_SWITCH_COUNT_WITH_RIVER,
    AUDE_SWITCH_RANSOM_DEBT,       AUDE_SWITCH_SPECIAL_VICTIMS,
    AUDE_SWITCH_VOLCANO_LAKE_TURN, AUDE_SWITCH_VOLCANO_LAKE_FOLLOWER,
    AUDE_SWITCH_BARN_TILE,         AUDE_SWITCH_CAT_TARGET_METRIC,
    AUDE_SWITCH_SINGLE_CITY,
};

bool aude_switch_is_ruling(enum aude_switch sw)
{
    for (unsigned i = 0; i < sizeof doubtful / sizeof doubtful[0]; i++)
        if (doubtful[i] == sw) return true;
    return false;
}
