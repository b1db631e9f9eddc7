/* setup.c -- presets, and whether a setup can be played. A rulebook is one row of the preset table. */
#include "text_internal.h"

#define SW(id, value) [AUDE_SWITCH_##id] = (value)

/* ORDER PRESET. EDN section 2: what differs from the first value of each switch. */
static const struct {
    const char *name, *title;
    uint8_t value[AUDE_SWITCHES];
} presets[AUDE_PRESETS] = {
    [AUDE_PRESET_GROW] = {"grow",
                          "Grow (Brazil)",
                          {SW(STARTER, AUDE_STARTER_CHOOSES),
                           SW(LAP_MARK, AUDE_LAP_LAY_DOWN)}},
    [AUDE_PRESET_GROW_REVISED] = {"grow_revised",
                                  "Grow, revised edition",
                                  {SW(STARTER, AUDE_STARTER_YOUNGEST),
                                   SW(TILE_SET, AUDE_TILES_REVISED),
                                   SW(LAP_MARK, AUDE_LAP_LAY_DOWN)}},
    [AUDE_PRESET_DEVIR_PT] = {"devir_pt",
                              "Devir (Portugal)",
                              {SW(SMALL_CITY, AUDE_SMALL_CITY_HALF),
                               SW(FARM_RULE, AUDE_FARM_CITY_POOLED),
                               SW(STARTER, AUDE_STARTER_CHOOSES)}},
    [AUDE_PRESET_DEVIR_ES] = {"devir_es",
                              "Devir (Spain)",
                              {SW(SMALL_CITY, AUDE_SMALL_CITY_HALF),
                               SW(FARM_RULE, AUDE_FARM_CITY_POOLED),
                               SW(STARTER, AUDE_STARTER_CHOOSES)}},
    /* By the letter of its book also where other programs read otherwise (EDN-21). */
    [AUDE_PRESET_BIGBOX_RO] = {"bigbox_ro",
                               "Big Box (Romania)",
                               {SW(STARTER, AUDE_STARTER_CHOOSES),
                                SW(LAP_MARK, AUDE_LAP_TILES),
                                SW(PORTAL_JUST_COMPLETED, AUDE_PORTAL_NEVER),
                                SW(TOWER_REOPENS, 1), SW(COUNT_WITH_RIVER, 1),
                                SW(BARN_TIMING, AUDE_BARN_AT_ONCE),
                                SW(CULT_LIMIT, AUDE_CULT_LAID_TILE),
                                SW(PRINCESS_AFTER, AUDE_PRINCESS_NO_FIGURE_TURN)}},
    /* JCloisterZone's readings and its client's defaults. */
    [AUDE_PRESET_JCZ] = {"jcz",
                         "as JCloisterZone plays it",
                         {SW(STARTER, AUDE_STARTER_FIXED),
                          SW(MAX_PLAYERS, 1),
                          SW(RIVER_START_TILE, AUDE_RIVER_START_SHUFFLE),
                          SW(RIVER_UTURN, AUDE_UTURN_CLEARANCE),
                          SW(RIVER_STUCK, AUDE_STUCK_DISCARD),
                          SW(HALF_CATHEDRAL, 1),
                          SW(SECOND_PART, AUDE_SECOND_MUST),
                          SW(FAIRY_BINDING, AUDE_FAIRY_BY_FOLLOWER),
                          SW(VOLCANO_SPECIALS, AUDE_VOLCANO_FORBID),
                          SW(TOWER_TOP_DRAGON, 1),
                          SW(RANSOM_WINDOW, AUDE_RANSOM_ANY_PROMPT),
                          SW(VOLCANO_LAKE_TURN, 1),
                          SW(VOLCANO_LAKE_FOLLOWER, 1),
                          SW(ABBEY_ENDGAME, AUDE_ABBEY_REPEAT),
                          SW(WAGON_MOVE, AUDE_WAGON_NEARBY),
                          SW(WAGON_FROM_ABBEY, 1),
                          SW(LOSER_WAGON, 1),
                          SW(BARN_WITHOUT_FARMERS, 1),
                          SW(COUNT_WITH_RIVER, 1),
                          SW(COUNT_START_TILE, 1),
                          SW(COC_MARKET_BARN, 1),
                          SW(COC_FINAL_ORDER, 1),
                          SW(COC_GAIN, 1),
                          SW(COC_STAND, 1),
                          SW(TOWER_REACHES_QUARTER, 1),
                          SW(FAIRY_QUARTER, 1)}},
};
#undef SW

/* -- Presets ------------------------------------------------------------------------------- */

const char *aude_preset_name(enum aude_preset preset)
{
    return preset < AUDE_PRESETS ? presets[preset].name : "?";
}

const char *aude_preset_title(enum aude_preset preset)
{
    return preset < AUDE_PRESETS ? presets[preset].title : "?";
}

enum aude_preset aude_preset_find(const char *name)
{
    unsigned preset = 0;

    while (preset < AUDE_PRESETS && strcmp(presets[preset].name, name) != 0) preset++;
    return preset;
}

/* -- Setup ------------------------------------------------------------------------------ */

struct aude_seed aude_seed(uint64_t lo)
{
    return (struct aude_seed){.lo = lo};
}

void aude_setup_preset(struct aude_setup *setup, enum aude_preset preset)
{
    memset(setup, 0, sizeof *setup);
    setup->preset = (uint8_t)preset;
    setup->n_seats = 2;
    setup->first = AUDE_SEAT_NONE;
    memset(setup->figures, AUDE_BY_SETS, sizeof setup->figures);
    if (preset < AUDE_PRESETS) memcpy(setup->sw, presets[preset].value, sizeof setup->sw);
}

/* The values are those of the jcz row; only the switches of EDN-21 are taken from it. */
void aude_setup_usual(struct aude_setup *setup)
{
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (aude_switch_is_ruling(sw)) setup->sw[sw] = presets[AUDE_PRESET_JCZ].value[sw];
}

aude_sets aude_setup_sets(const struct aude_setup *setup)
{
    unsigned sets = 1u << AUDE_SET_BASE, river = setup->sw[AUDE_SWITCH_RIVER];

    if (river == AUDE_RIVER_I || river == AUDE_RIVER_BOTH) sets |= 1u << AUDE_SET_RIVER_1;
    if (river == AUDE_RIVER_II || river == AUDE_RIVER_BOTH)
        sets |= 1u << AUDE_SET_RIVER_2;
    if (setup->sw[AUDE_SWITCH_ABBOT] == AUDE_ABBOT_ON) sets |= 1u << AUDE_SET_ABBOT;
    return sets | setup->expansions;
}

/* EDN-12: five, six with expansion I or the switch. */
static unsigned setup_seats_max(const struct aude_setup *setup)
{
    unsigned sets = aude_setup_sets(setup);

    return sets >> AUDE_SET_INNS & 1 ? 6 : 5u + setup->sw[AUDE_SWITCH_MAX_PLAYERS];
}

static bool setup_count_and_river(const struct aude_setup *setup)
{
    unsigned sets = aude_setup_sets(setup),
             rivers = 1u << AUDE_SET_RIVER_1 | 1u << AUDE_SET_RIVER_2;

    return sets >> AUDE_SET_COUNT & 1 && sets & rivers;
}

/* EDN-22: what a book advises against without forbidding it. */
static const struct {
    struct aude_advice says;
    bool (*applies)(const struct aude_setup *setup);
} advice[] = {
    {{"COC-23",
      "the book advises against the Count together with a river: tiles may find "
      "no place"},
     setup_count_and_river},
};

bool aude_setup_advice(const struct aude_setup *setup, int i, struct aude_advice *out)
{
    for (size_t k = 0; k < sizeof advice / sizeof advice[0]; k++)
        if (advice[k].applies(setup) && i-- == 0) {
            *out = advice[k].says;
            return true;
        }
    return false;
}

enum aude_err aude__setup_check(const struct aude_setup *setup)
{
    if (setup->preset >= AUDE_PRESETS) return AUDE_ERR_PRESET;
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (setup->sw[sw] && !aude__switch_has(sw, setup->sw[sw]))
            return AUDE_ERR_SWITCH_VALUE;
    for (unsigned m = aude_setup_sets(setup); m; m &= m - 1)
        if (!aude_set_playable(aude__lowest(m))) return AUDE_ERR_SET_MISSING;
    if (!setup->n_seats || setup->n_seats > setup_seats_max(setup)) return AUDE_ERR_SEATS;
    if (setup->first != AUDE_SEAT_NONE && setup->first >= setup->n_seats)
        return AUDE_ERR_FIRST;
    if (setup_count_and_river(setup) && !setup->sw[AUDE_SWITCH_COUNT_WITH_RIVER])
        return AUDE_ERR_COUNT_RIVER;
    if (setup->n_start > AUDE_START_MAX) return AUDE_ERR_START;
    return setup->n_order > AUDE_TILES_MAX ? AUDE_ERR_TOO_MANY_TILES : AUDE_ERR_OK;
}
