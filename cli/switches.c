/* switches.c -- the switches as a person reads them: name, rule, values, meaning. */
#include "cli.h"

#include <string.h>

/* "FIELD, CITY_POOLED or FIELD_CITY_ONCE" */
static void switches_add_values(enum aude_switch sw, struct cli_text *out)
{
    char value[32];
    int n = aude_switch_values(sw);

    for (int i = 0; aude_switch_value(sw, i, value, sizeof value); i++)
        cli_text_add(out, "%s%s", !i ? "" : i + 1 < n ? ", " : " or ", value);
}

static void switches_add_switch(enum aude_switch sw, struct cli_text *out)
{
    cli_text_add(out, "  %s  [%s]  ", aude_switch_name(sw), aude_switch_rule(sw));
    switches_add_values(sw, out);
    cli_text_add(out, "\n      %s\n", aude_switch_meaning(sw));
}

void cli_switches_list(struct cli_text *out)
{
    cli_text_str(out,
                 "The switches: name, rule, values (the first is the usual one), and "
                 "what they mean in\nthat order. A rulebook is a choice of them; "
                 "--switch NAME=VALUE changes one.\n\n");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) switches_add_switch(sw, out);
    cli_text_str(out, "\n`aude rules NAME` prints the rule of a switch and finds those "
                      "that speak of it.\n");
}

static void switches_json_switch(struct cli_json *json, enum aude_switch sw)
{
    char value[32];

    cli_json_object(json, NULL);
    cli_json_string(json, "name", aude_switch_name(sw));
    cli_json_string(json, "rule", aude_switch_rule(sw));
    cli_json_list(json, "values");
    for (int i = 0; aude_switch_value(sw, i, value, sizeof value); i++)
        cli_json_string(json, NULL, value);
    cli_json_close(json);
    cli_json_string(json, "meaning", aude_switch_meaning(sw));
    cli_json_close(json);
}

int cli_switches_json(struct cli_json *json, const char *word)
{
    bool all = !strcmp(word, "switch") || !strcmp(word, "switches");
    int n = 0;

    cli_json_list(json, "switches");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) {
        if (!all && aude_switch_find(word) != sw) continue;
        switches_json_switch(json, sw);
        n++;
    }
    cli_json_close(json);
    return n;
}

bool cli_switches_text(const char *name, struct cli_text *out)
{
    enum aude_switch sw = aude_switch_find(name);

    if (sw == AUDE_SWITCHES) return false;
    cli_text_str(out, "A switch:\n");
    switches_add_switch(sw, out);
    cli_text_str(out, "\n");
    cli_rules_read(aude_switch_rule(sw), out);
    return true;
}
