/* names.c -- the engine's words as TypeScript, so that the page's compiler knows them.
 *
 *     names > web/src/engine/names.ts
 *
 * Every list is in the order of its enum; the type of the same name is the union of its words. */
#include "ai.h"
#include "art.h"
#include "aude.h"
#include "puzzles.h"
#include "told.h"

#include <stdio.h>

static void make_names_list(const char *type, const char *constant,
                            const char *(*name)(unsigned), unsigned from, unsigned to)
{
    printf("\nexport const %s = [", constant);
    for (unsigned i = from; i < to; i++)
        if (name(i)[0]) printf("%s\"%s\"", i == from ? "" : ", ", name(i));
    printf("] as const;\nexport type %s = (typeof %s)[number];\n", type, constant);
}

/* An enum's name function as one of plain numbers. */
#define NUMBERED(name, function)                                                         \
    static const char *name(unsigned i)                                                  \
    {                                                                                    \
        return function(i);                                                              \
    }

NUMBERED(action, aude_action_name)
NUMBERED(event, aude_event_name)
NUMBERED(phase, aude_phase_name)
NUMBERED(figure, aude_figure_name)
NUMBERED(term, aude_term_name)
NUMBERED(set, aude_set_name)
NUMBERED(goods, aude_goods_name)
NUMBERED(river, aude_river_name)
NUMBERED(edge, aude_edge_name)
NUMBERED(round_kind, aude_catapult_name)
NUMBERED(preset, aude_preset_name)
NUMBERED(switch_word, aude_switch_name)
NUMBERED(error, aude_err_name)

static const char *make_names_quarter(unsigned i)
{
    return aude_quarters[i].name;
}

static const char *make_names_level(unsigned i)
{
    return ai_players[i]->name;
}

static unsigned make_names_levels(void)
{
    unsigned n = 0;

    while (ai_players[n]) n++;
    return n;
}

/* Has it a manner of its own? The others stand in an order of strength. */
static bool make_names_is_style(const struct ai_player *player)
{
    for (size_t i = 0; i < sizeof ai_styles / sizeof *ai_styles; i++)
        if (player == &ai_styles[i]) return true;
    return false;
}

/* Who can be asked to play. The page's own module has no player in it: they think in a worker. */
static void make_names_computers(void)
{
    printf("\nexport const COMPUTERS = [\n");
    for (unsigned i = 0; ai_players[i]; i++)
        printf("  { name: \"%s\", title: \"%s\", text: \"%s\", style: %s },\n",
               ai_players[i]->name, ai_players[i]->title, ai_players[i]->sentence,
               make_names_is_style(ai_players[i]) ? "true" : "false");
    printf("] as const;\n");
}

/* The values of every switch, as a type alone: the page asks the engine for the lists. */
static void make_names_switch_values(void)
{
    char value[32];

    printf("\nexport interface SwitchValues {\n");
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) {
        printf("  %s:", aude_switch_name(sw));
        for (int i = 0; aude_switch_value(sw, i, value, sizeof value); i++)
            printf("%s \"%s\"", i ? " |" : "", value);
        printf(";\n");
    }
    printf("}\n");
}

#define NUMBER(name, value) printf("  %s: %d,\n", name, value)

/* The catapult's world (CAT-12 and following), in 1024ths of a tile. */
static void make_names_catapult(void)
{
    printf("\nexport const CATAPULT = {\n");
    NUMBER("tile", AUDE_CAT_TILE);
    NUMBER("turn", AUDE_CAT_TURN);
    NUMBER("stands", AUDE_CAT_STANDS);
    NUMBER("powerMax", AUDE_CAT_POWER_MAX);
    NUMBER("lane", AUDE_CAT_LANE);
    NUMBER("laneMax", AUDE_CAT_LANE_MAX);
    NUMBER("laneSide", AUDE_CAT_LANE_SIDE);
    NUMBER("laneRule", AUDE_CAT_LANE_RULE);
    NUMBER("glimpse", AUDE_CAT_GLIMPSE);
    NUMBER("catchRadius", AUDE_CAT_R_CATCH);
    NUMBER("touchRadius", AUDE_CAT_R_TOUCH);
    NUMBER("tokenRadius", AUDE_CAT_R_TOK);
    NUMBER("handAim", AUDE_CAT_HAND_A);
    NUMBER("handPower", AUDE_CAT_HAND_P);
    NUMBER("tri", AUDE_CAT_TRI);
    NUMBER("push1", AUDE_CAT_PUSH1);
    NUMBER("push2", AUDE_CAT_PUSH2);
    NUMBER("push3", AUDE_CAT_PUSH3);
    printf("} as const;\n");
}

int main(void)
{
    printf("// names.ts -- the engine's words. Made by tools/make/names.c from the C "
           "tables: "
           "do not edit.\n");
    make_names_list("ActionKind", "ACTIONS", action, AUDE_NO_ACTION + 1,
                    AUDE_ACTION_KINDS);
    make_names_list("EventKind", "EVENTS", event, 0, AUDE_EVENT_KINDS);
    make_names_list("Phase", "PHASES", phase, 0, AUDE_PHASES);
    make_names_list("FigureKind", "FIGURES", figure, 0, AUDE_FIGURE_KINDS);
    make_names_list("FeatureKind", "FEATURES", aude_feature_name, 0, AUDE_FEATURE_KINDS);
    make_names_list("Source", "SOURCES", aude_feature_name, 0, AUDE_SOURCES);
    make_names_list("TermKind", "TERMS", term, 0, AUDE_TERM_KINDS);
    make_names_list("SetName", "SETS", set, 0, AUDE_SETS);
    make_names_list("Tag", "TAGS", aude_tag_name, 0, AUDE_TAGS);
    make_names_list("Mark", "MARKS", aude_mark_name, 0, AUDE_MARKS);
    make_names_list("RiverRole", "RIVER_ROLES", river, AUDE_RIVER_SPRING,
                    AUDE_RIVER_CITY_LAKE + 1);
    make_names_list("GoodsKind", "GOODS", goods, AUDE_WINE, AUDE_CLOTH + 1);
    make_names_list("QuarterName", "QUARTERS", make_names_quarter, 0, AUDE_QUARTERS);
    make_names_list("RoundKind", "ROUNDS", round_kind, 0, AUDE_CATAPULT_KINDS);
    make_names_list("Side", "SIDES", aude_side_name, 0, 4);
    make_names_list("Edge", "EDGES", edge, 0,
                    AUDE_EDGE_RIVER + 1); /* what a drawn tile can have */
    make_names_list("PresetName", "PRESETS", preset, 0, AUDE_PRESETS);
    make_names_list("SwitchName", "SWITCHES", switch_word, 0, AUDE_SWITCHES);
    make_names_switch_values();
    make_names_list("ErrorCode", "ERRORS", error, AUDE_ERR_OK + 1, AUDE_ERR_COUNT);
    make_names_list("ArtFigure", "ART_FIGURES", art_figure_name, 0, ART_FIGURE_KINDS);
    make_names_list("Level", "LEVELS", make_names_level, 0, make_names_levels());
    make_names_computers();
    make_names_list("SeatColour", "SEAT_COLOURS", art_seat_name, 0, AUDE_SEATS_MAX);
    make_names_list("FactKind", "FACTS", puzzle_fact_name, 0, PUZZLE_FACT_KINDS);
    make_names_list("ToldWhat", "TOLD_WHATS", told_what_name, 0, TOLD_WHATS);
    make_names_list("ToldReason", "TOLD_REASONS", told_reason_name, 0, TOLD_REASONS);
    make_names_list("ToldCatch", "TOLD_CATCHES", told_throw_catch_name, 0, TOLD_CATCHES);
    printf("\nexport const TOLD_ANY = %d; // a side that was not told\n", TOLD_ANY);
    printf("export const ON_TOWER = %d; // instead of a segment\n", AUDE_ON_TOWER);
    printf("export const NAME_BYTES = %d; // of a seat's name in a record\n",
           AUDE_NAME_MAX - 1);
    make_names_catapult();
    return 0;
}
