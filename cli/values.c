/* values.c -- the words that an option takes as its value, where they are a list: for completion in a shell. */
#include "ai.h"
#include "cli.h"

#include <stdio.h>
#include <string.h>

static void values_players(struct cli_json *json)
{
    for (int i = 0; ai_players[i]; i++) cli_json_string(json, NULL, ai_players[i]->name);
}

static void values_rules(struct cli_json *json)
{
    for (unsigned i = 0; i < AUDE_PRESETS; i++)
        cli_json_string(json, NULL, aude_preset_name(i));
}

static void values_rulings(struct cli_json *json)
{
    cli_json_string(json, NULL, "book");
    cli_json_string(json, NULL, "usual");
}

static void values_expansions(struct cli_json *json)
{
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        cli_json_string(json, NULL, aude_set_name(set));
}

static void values_switches(struct cli_json *json)
{
    char name[32], both[80];

    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        for (int i = 0; aude_switch_value(sw, i, name, sizeof name); i++) {
            snprintf(both, sizeof both, "%s=%s", aude_switch_name(sw), name);
            cli_json_string(json, NULL, both);
        }
}

static void values_kinds(struct cli_json *json)
{
    cli_json_string(json, NULL, "swiss");
    cli_json_string(json, NULL, "robin");
    cli_json_string(json, NULL, "knockout");
}

/* `play --players` is a number; everywhere else it is a list of names. */
static const struct {
    const char *option, *not_of;
    void (*add)(struct cli_json *json);
} lists[] = {
    {"rules", "", values_rules},         {"rulings", "", values_rulings},
    {"switch", "", values_switches},     {"expansion", "", values_expansions},
    {"players", "play", values_players}, {"seat", "bot", values_players},
    {"kind", "", values_kinds},
};

void cli_values_json(struct cli_json *json, const char *command, const char *option)
{
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (strcmp(lists[i].option, option) != 0 || !strcmp(lists[i].not_of, command))
            continue;
        cli_json_list(json, "values");
        lists[i].add(json);
        cli_json_close(json);
    }
}
