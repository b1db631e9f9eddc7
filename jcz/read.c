/* read.c -- a save as a setup of ours: sets, elements, rules; its messages.
 *
 * Everything that a save can ask for is a row in tables.c, also for sets that the engine
 * does not play. A save with such a set is refused with the name of the set; if the
 * engine plays the set but lacks a switch of its row, with the name of the switch. So a
 * new set needs no change here. */
#include "jcz_internal.h"

#define SET(id) JCZ__SET(id)

/* A null counts as absent. */
static const json_t *jcz_read_element(const struct jcz__reader *r, const char *name)
{
    const json_t *json = json_object_get(json_object_get(r->json, "elements"), name);

    return json_is_null(json) ? NULL : json;
}

/* -- Sets ------------------------------------------------------------------------------- */

/* "basic:2" is the set "basic" in edition 2. Without the number, gardens decide. */
static const struct jcz__set *jcz_read_find_set(struct jcz__reader *r, const char *name,
                                                int *edition)
{
    for (const struct jcz__set *row = jcz__sets; row->name; row++) {
        size_t n = strlen(row->name);
        if (strncmp(name, row->name, n) != 0) continue;
        const char *rest = name + n;
        *edition = jcz_read_element(r, "garden") ? 2 : 1;
        if (!row->editions) *edition = 0;
        if (!*rest) return row;
        if (!row->editions || rest[0] != ':' || strlen(rest) != 2) continue;
        *edition = rest[1] - '0';
        if (*edition == 1 || *edition == 2) return row;
    }
    return NULL;
}

static bool jcz_read_set(struct jcz__reader *r, const char *name, const json_t *value)
{
    int edition = 0;
    long n;
    const struct jcz__set *row = jcz_read_find_set(r, name, &edition);

    if (!row)
        return jcz__fail(r->error, 0, "aude has no set \"%s\"", jcz__fail_word(name));
    if (!jcz__json_int(value, 0, 99, &n))
        return jcz__fail(r->error, 0, "the set %s must be there 0 to 99 times",
                         jcz__fail_word(name));
    if (!n) return true;
    if (r->tiles >> row->set & 1)
        return jcz__fail(r->error, 0, "the set %s is there in two kinds", row->name);
    if (edition && r->edition && edition != r->edition)
        return jcz__fail(r->error, 0,
                         "the sets are of both editions, with and without gardens");
    if (edition) r->edition = edition;
    if (!strcmp(row->name, "cult/6")) r->cult_6 = true;
    r->tiles |= 1u << row->set;
    if (n > 1) r->setup->copies[row->set] = (uint8_t)n;
    return true;
}

static bool jcz_read_sets(struct jcz__reader *r)
{
    json_t *sets = json_object_get(r->json, "sets");
    const char *name;
    json_t *value;

    if (!json_is_object(sets)) return jcz__fail(r->error, 0, "the save names no sets");
    json_object_foreach(sets, name,
                        value) if (!jcz_read_set(r, name, value)) return false;
    return true;
}

/* -- Elements --------------------------------------------------------------------------- */

static bool jcz_read_figures(struct jcz__reader *r, const struct jcz__element *row)
{
    const json_t *json = jcz_read_element(r, row->name);
    bool in_play = aude_setup_sets(r->setup) >> row->set & 1;
    long n = 0, usual = !in_play ? 0 : row->figure == AUDE_SMALL ? 7 : 1;

    if (json && !jcz__json_int(json, 0, 40, &n))
        return jcz__fail(r->error, 0, "the element %s must be a number from 0 to 40",
                         row->name);
    if (n != usual) r->setup->figures[row->figure] = (uint8_t)n;
    return true;
}

static const char *jcz_read_first_element(const struct jcz__reader *r, unsigned set)
{
    for (const struct jcz__element *row = jcz__elements; row->name; row++)
        if (row->set == set && jcz_read_element(r, row->name)) return row->name;
    return NULL;
}

static bool jcz_read_refuse_set(struct jcz__reader *r, unsigned set, const char *why)
{
    return jcz__fail(r->error, 0, "this version of aude does not play %s%s%s%s",
                     aude_set_title(set), why ? " (element " : "", why ? why : "",
                     why ? ")" : "");
}

/* A set is in play, whole or in parts, if any of its elements is; otherwise its tiles are
 * plain. */
static bool jcz_read_decide_set(struct jcz__reader *r, unsigned set)
{
    const char *some = jcz_read_first_element(r, set);
    bool tiles = r->tiles >> set & 1;

    if (!some && !tiles) return true;
    if (!some && set != AUDE_SET_COUNT) {
        r->setup->tiles_only |= 1u << set;
        return true;
    }
    if (!aude_set_playable(set)) return jcz_read_refuse_set(r, set, some);
    if (!some)
        return jcz__fail(r->error, 0, "the tiles of %s without its rules",
                         aude_set_title(set));
    r->setup->expansions |= 1u << set;
    if (!tiles) r->setup->rules_only |= 1u << set;
    return true;
}

static bool jcz_read_decide_river(struct jcz__reader *r)
{
    unsigned rivers = r->tiles & (SET(RIVER_1) | SET(RIVER_2));

    for (unsigned set = AUDE_SET_RIVER_1; set <= AUDE_SET_RIVER_2; set++)
        if ((rivers >> set & 1) && !aude_set_playable(set))
            return jcz_read_refuse_set(r, set, NULL);
    if (jcz_read_element(r, "pig-herd") && !aude_set_playable(AUDE_SET_RIVER_2))
        return jcz_read_refuse_set(r, AUDE_SET_RIVER_2, "pig-herd");
    r->setup->sw[AUDE_SWITCH_RIVER] = rivers == SET(RIVER_1)   ? AUDE_RIVER_I
                                      : rivers == SET(RIVER_2) ? AUDE_RIVER_II
                                      : rivers                 ? AUDE_RIVER_BOTH
                                                               : AUDE_RIVER_OFF;
    return true;
}

/* The base game, the abbot and the gardens: these are switches of ours. */
static void jcz_read_decide_base(struct jcz__reader *r)
{
    bool revised = r->edition == 2, abbot = jcz_read_element(r, "abbot");

    if (!(r->tiles & SET(BASE))) r->setup->rules_only |= SET(BASE);
    r->setup->sw[AUDE_SWITCH_FARMERS] =
        jcz_read_element(r, "farmers") ? AUDE_FARMERS_ON : AUDE_FARMERS_OFF;
    r->setup->sw[AUDE_SWITCH_TILE_SET] =
        revised ? AUDE_TILES_REVISED : AUDE_TILES_CLASSIC;
    r->setup->sw[AUDE_SWITCH_ABBOT] = abbot ? AUDE_ABBOT_ON : AUDE_ABBOT_OFF;
    if (revised && !jcz_read_element(r, "garden")) r->setup->sw[AUDE_SWITCH_GARDEN] = 1;
}

static bool jcz_read_elements(struct jcz__reader *r)
{
    json_t *elements = json_object_get(r->json, "elements");
    const struct jcz__element *row;
    const char *name;
    json_t *value;

    if (!json_is_object(elements))
        return jcz__fail(r->error, 0, "the save names no elements");
    json_object_foreach(elements, name, value)
    {
        for (row = jcz__elements; row->name && strcmp(row->name, name) != 0;) row++;
        if (!row->name && !json_is_null(value))
            return jcz__fail(r->error, 0, "aude has no element \"%s\"",
                             jcz__fail_word(name));
    }
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (!jcz_read_decide_set(r, set)) return false;
    if (!jcz_read_decide_river(r)) return false;
    jcz_read_decide_base(r);
    for (row = jcz__elements; row->name; row++)
        if (row->figure < JCZ__RULE && !jcz_read_figures(r, row)) return false;
    return true;
}

/* -- Rules ------------------------------------------------------------------------------ */

static bool jcz_read_set_switch(struct jcz__reader *r, const char *name,
                                const char *value)
{
    enum aude_switch sw = aude_switch_find(name);
    int n = sw < AUDE_SWITCHES ? aude_switch_parse(sw, value) : -1;

    if (n < 0)
        return jcz__fail(r->error, 0,
                         "JCloisterZone plays this with %s = %s, which this version of "
                         "aude cannot",
                         name, value);
    r->setup->sw[sw] = (uint8_t)n;
    return true;
}

/* Which value of the rule is it? Numbers are found as numbers too. */
static int jcz_read_rule_value(const struct jcz__rule *rule, const json_t *json)
{
    char value[JCZ_WORD_MAX], word[JCZ_WORD_MAX];
    long number;

    if (!json || json_is_null(json)) return 0;
    if (jcz__json_int(json, 0, 99, &number))
        snprintf(value, sizeof value, "%ld", number);
    else if (!jcz__json_string(json, value))
        return -1;
    for (int i = 0; jcz__table_word(rule->values, i, word); i++)
        if (!strcmp(word, value)) return i;
    return -1;
}

static bool jcz_read_rule(struct jcz__reader *r, const struct jcz__rule *rule,
                          const json_t *json)
{
    char value[JCZ_WORD_MAX];
    int i = jcz_read_rule_value(rule, json);

    if (i < 0)
        return jcz__fail(r->error, 0, "the rule %s has a value that aude does not know",
                         rule->key);
    if (!(aude_setup_sets(r->setup) >> rule->set & 1)) return true;
    jcz__table_word(rule->ours, i, value);
    if (!strcmp(value, "-")) {
        jcz__table_word(rule->values, i, value);
        return jcz__fail(r->error, 0, "aude does not play the rule %s = %s", rule->key,
                         value);
    }
    return jcz_read_set_switch(r, rule->name, value);
}

/* The pig herd of River II counts with its element; in our rules with expansion II
 * (RIV2-11). */
static bool jcz_read_herd(struct jcz__reader *r)
{
    bool theirs = jcz_read_element(r, "pig-herd"),
         ours = aude_setup_sets(r->setup) & SET(TRADERS);

    if (!(r->tiles & SET(RIVER_2)) || theirs == ours) return true;
    return jcz_read_set_switch(r, "pig_herd", theirs ? "on" : "off");
}

/* Parts of a set that are absent. After the rules: a rule may be about such a part. */
static bool jcz_read_parts(struct jcz__reader *r)
{
    unsigned sets = aude_setup_sets(r->setup);

    for (const struct jcz__element *row = jcz__elements; row->name; row++)
        if (row->off && sets >> row->set & 1 && !jcz_read_element(r, row->name) &&
            !jcz_read_set_switch(r, row->off, "off"))
            return false;
    return true;
}

static bool jcz_read_rules(struct jcz__reader *r)
{
    json_t *rules = json_object_get(r->json, "rules");
    const struct jcz__rule *row;
    const char *key;
    json_t *value;

    json_object_foreach(rules, key, value)
    {
        for (row = jcz__rules; row->key && strcmp(row->key, key) != 0;) row++;
        if (!row->key)
            return jcz__fail(r->error, 0, "aude has no rule \"%s\"", jcz__fail_word(key));
    }
    for (row = jcz__rules; row->name; row++)
        if (!jcz_read_rule(r, row, json_object_get(rules, row->key))) return false;
    unsigned sets = aude_setup_sets(r->setup);
    for (const struct jcz__reading *how = jcz__readings; how->name; how++)
        if ((sets & how->sets) == how->sets &&
            !jcz_read_set_switch(r, how->name, how->value))
            return false;
    if (r->cult_6 && !jcz_read_set_switch(r, "cult_tiles", "6")) return false;
    return jcz_read_herd(r) && jcz_read_parts(r);
}

/* -- Messages --------------------------------------------------------------------------- */

/* UNDO takes back the message before it, never a COMMIT: the remaining messages were
 * played. */
static bool jcz_read_take_back(struct jcz_save *save, int index, struct jcz_error *error)
{
    struct jcz_message last;

    if (!save->n_steps)
        return jcz__fail(error, index + 1, "UNDO: there is nothing to take back");
    if (!jcz__message(save, save->step[save->n_steps - 1], &last, error)) return false;
    if (last.type == JCZ_COMMIT)
        return jcz__fail(error, index + 1, "UNDO: a COMMIT cannot be taken back");
    save->n_steps--;
    return true;
}

static bool jcz_read_replay(struct jcz__reader *r)
{
    struct jcz_save *save = r->save;
    const json_t *replay = json_object_get(save->root, "replay");
    struct jcz_message message;

    if (replay && !json_is_array(replay))
        return jcz__fail(r->error, 0, "its replay is not a list");
    save->n_messages = (int)json_array_size(replay);
    save->step = calloc((size_t)save->n_messages + 1, sizeof *save->step);
    if (!save->step) return jcz__fail(r->error, 0, "memory ran out");
    for (int i = 0; i < save->n_messages; i++) {
        if (!jcz__message(save, i, &message, r->error)) return false;
        if (message.type != JCZ_UNDO)
            save->step[save->n_steps++] = i;
        else if (!jcz_read_take_back(save, i, r->error))
            return false;
    }
    return true;
}

/* -- The whole -------------------------------------------------------------------------- */

static bool jcz_read_refuse_addons(struct jcz__reader *r)
{
    const json_t *addons = json_object_get(r->json, "addons");

    if (json_array_size(addons) || json_object_size(addons))
        return jcz__fail(r->error, 0, "the save uses addons, which aude does not have");
    return true;
}

static bool jcz_read_all(struct jcz__reader *r)
{
    enum aude_preset jcz = aude_preset_find("jcz"); /* if the engine has it */

    if (!json_is_object(r->save->root) || !json_is_object(r->json))
        return jcz__fail(r->error, 0, "this is not a save of JCloisterZone");
    aude_setup_preset(r->setup, jcz < AUDE_PRESETS ? jcz : AUDE_PRESET_GROW);
    return jcz_read_refuse_addons(r) && jcz_read_sets(r) && jcz_read_elements(r) &&
           jcz_read_rules(r) && jcz__start_players(r) && jcz__start_tiles(r) &&
           jcz__start_draws(r) && jcz_read_replay(r);
}

bool jcz_read(struct jcz_save *save, const char *bytes, size_t n, struct jcz_error *error)
{
    json_error_t wrong;

    memset(save, 0, sizeof *save);
    *error = (struct jcz_error){0};
    save->root = json_loadb(bytes, n, JSON_REJECT_DUPLICATES, &wrong);
    if (!save->root)
        return jcz__fail(error, 0, "line %d is not JSON: %s", wrong.line,
                         jcz__fail_word(wrong.text));
    struct jcz__reader reader = {.save = save,
                                 .setup = &save->head.setup,
                                 .json = json_object_get(save->root, "setup"),
                                 .error = error};
    if (jcz_read_all(&reader)) return true;
    jcz_read_free(save);
    return false;
}

void jcz_read_free(struct jcz_save *save)
{
    json_decref(save->root);
    free(save->step);
    save->root = NULL;
    save->step = NULL;
}
