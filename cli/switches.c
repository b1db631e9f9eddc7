/* switches.c -- the switches as a person reads them: name, rule, values, meaning. */
#include "cli.h"

#include <string.h>

/* "FIELD, CITY_POOLED or FIELD_CITY_ONCE" */
static void add_values(enum aude_switch sw, struct cli_text *out)
{
    char value[32];
    int n = aude_switch_values(sw);

    for (int i = 0; aude_switch_value(sw, i, value, sizeof value); i++)
        cli_text_add(out, "%s%s", !i ? "" : i + 1 < n ? ", " : " or ", value);
}

static void add_switch(enum aude_switch sw, struct cli_text *out)
{
    cli_text_add(out, "  %s  [%s]  ", aude_switch_name(sw), aude_switch_rule(sw));
    add_values(sw, out);
    cli_text_add(out, "\n      %s\n", aude_switch_meaning(sw));
}

void cli_switch_list(struct cli_text *out)
{
    cli_text_str(out,
                 "The switches: name, rule, values (the first is the usual one), and "
                 "what they mean in\nthat order. A rulebook is a choice of them; "
                 "--switch NAME=VALUE changes one.\n\n");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) add_switch(sw, out);
    cli_text_str(out, "\n`aude rules NAME` prints the rule of a switch and finds those "
                      "that speak of it.\n");
}

bool cli_switch_text(const char *name, struct cli_text *out)
{
    enum aude_switch sw = aude_switch_find(name);

    if (sw == AUDE_SWITCHES) return false;
    cli_text_str(out, "A switch:\n");
    add_switch(sw, out);
    cli_text_str(out, "\n");
    cli_rule_text(aude_switch_rule(sw), out);
    return true;
}
