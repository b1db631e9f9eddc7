/* switch_matter.c -- which switches can change a game of this setup.
 *
 * A row says what a switch needs: sets that all play, and values that other switches must have.
 * A switch without a row always matters. A page that offers switches asks here, so that nobody is
 * asked about a wagon and a cult of which one is not in play. */
#include "engine.h"

enum { WHERE_MAX = 3 };

struct where {
    uint8_t sw;
    uint16_t values; /* one bit each; 0: the row's list ends here */
};

struct need {
    aude_sets sets;
    struct where where[WHERE_MAX];
    bool (*also)(const struct aude_setup *setup);
};

static bool matter_plays(const struct aude_setup *setup, enum aude_set set)
{
    return aude_setup_sets(setup) >> set & 1;
}

/* -- What more than one row asks -------------------------------------------------------- */

static bool matter_has_river(const struct aude_setup *setup)
{
    return setup->sw[AUDE_SWITCH_RIVER] != AUDE_RIVER_OFF;
}

/* INT-49 */
static bool matter_has_barns(const struct aude_setup *setup)
{
    return matter_plays(setup, AUDE_SET_ABBEY) &&
           (setup->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON ||
            setup->sw[AUDE_SWITCH_BARN_WITHOUT_FARMERS]);
}

static bool matter_has_farmers_or_barns(const struct aude_setup *setup)
{
    return setup->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON || matter_has_barns(setup);
}

/* -- What one row asks ------------------------------------------------------------------ */

/* EDN-12: with expansion I six may play anyway. */
static bool matter_no_inns(const struct aude_setup *setup)
{
    return !matter_plays(setup, AUDE_SET_INNS);
}

/* RIV2-10: where the dragon comes to the lake, no follower does. */
static bool matter_no_dragon(const struct aude_setup *setup)
{
    return !matter_plays(setup, AUDE_SET_DRAGON) || setup->sw[AUDE_SWITCH_DRAGON];
}

static bool matter_has_award(const struct aude_setup *setup)
{
    return !setup->sw[AUDE_SWITCH_KING] || !setup->sw[AUDE_SWITCH_ROBBER];
}

/* CULT-1: the tiles, with or without their rules. */
static bool matter_has_cult_tiles(const struct aude_setup *setup)
{
    unsigned tiles = (aude_setup_sets(setup) & ~setup->rules_only) | setup->tiles_only;

    return tiles >> AUDE_SET_CULT & 1;
}

/* RIV2-11, RIV2-13: a herd that counts, and a barn beside it. */
static bool matter_has_herd_and_barn(const struct aude_setup *setup)
{
    unsigned herd = setup->sw[AUDE_SWITCH_PIG_HERD];

    return matter_has_barns(setup) &&
           (herd == AUDE_HERD_ON ||
            (herd == AUDE_HERD_WITH_II && matter_plays(setup, AUDE_SET_TRADERS)));
}

/* INT-49: a barn to be placed, or a market to be closed. */
static bool matter_has_abbey_or_count(const struct aude_setup *setup)
{
    return matter_plays(setup, AUDE_SET_ABBEY) || matter_plays(setup, AUDE_SET_COUNT);
}

/* COC-3: is any player paid for completed cities? */
static bool matter_counts_cities(const struct aude_setup *setup)
{
    bool king = matter_plays(setup, AUDE_SET_KING) && !setup->sw[AUDE_SWITCH_KING];

    return matter_has_farmers_or_barns(setup) ||
           (king && setup->sw[AUDE_SWITCH_KING_ROBBER] == AUDE_KING_PER_FEATURE);
}

/* PD-30: a tower that could take mayor, wagon or abbot; or a princess, who meets no abbot. */
static bool matter_has_special_victims(const struct aude_setup *setup)
{
    bool abbey = matter_plays(setup, AUDE_SET_ABBEY),
         princess = matter_plays(setup, AUDE_SET_DRAGON) &&
                    setup->sw[AUDE_SWITCH_PRINCESS] != AUDE_PRINCESS_OFF;

    return matter_plays(setup, AUDE_SET_TOWER)
               ? abbey || matter_plays(setup, AUDE_SET_ABBOT)
               : abbey && princess;
}

/* COC-18: may a follower leave a quarter at the end? */
static bool matter_leaves_at_the_end(const struct aude_setup *setup)
{
    return setup->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON ||
           setup->sw[AUDE_SWITCH_COC_FINAL];
}

/* -- The table -------------------------------------------------------------------------- */

#define SET(id) (1u << AUDE_SET_##id)
/* Versions 14 and 19 differ about braces at the ends of a macro. */
/* clang-format off */
#define IS(id, value)  {AUDE_SWITCH_##id, 1u << (value)}
#define NOT(id, value) {AUDE_SWITCH_##id, (uint16_t)(~(1u << (value)))}
/* clang-format on */
#define ON(id)        IS(id, 0) /* of ON OFF */
#define NEED(id, ...) [AUDE_SWITCH_##id] = {__VA_ARGS__}
#define WITH_FARMERS  IS(FARMERS, AUDE_FARMERS_ON)
#define WITH_PRINCESS NOT(PRINCESS, AUDE_PRINCESS_OFF)
#define BARNS_WAIT    IS(BARN_TIMING, AUDE_BARN_WITH_SCORING)
#define WITH_CATAPULT NOT(CATAPULT_MODE, AUDE_CATAPULT_OFF)

static const struct need needs[AUDE_SWITCHES] = {
    NEED(SINGLE_CITY, .sets = SET(ABBEY),
         .where = {ON(ABBEY), IS(SMALL_CITY, AUDE_SMALL_CITY_HALF)}),
#ifdef AUDE_TINY_SET
    NEED(MILESTONE, .sets = SET(MILESTONES)),
#endif
    NEED(FARM_RULE, .where = {WITH_FARMERS}),
    NEED(FARM_CITY_POINTS, .where = {WITH_FARMERS}),
    NEED(MAX_PLAYERS, .also = matter_no_inns),
    NEED(RIVER_START_TILE, .also = matter_has_river),
    NEED(RIVER_UTURN, .also = matter_has_river),
    NEED(RIVER_STUCK, .also = matter_has_river),
    NEED(VOLCANO_LAKE_TURN, .sets = SET(RIVER_2)),
    NEED(VOLCANO_LAKE_FOLLOWER, .sets = SET(RIVER_2), .also = matter_no_dragon),
    NEED(PIG_HERD, .sets = SET(RIVER_2), .also = matter_has_farmers_or_barns),
    NEED(GARDEN, .sets = SET(ABBOT), .where = {IS(TILE_SET, AUDE_TILES_REVISED)}),

    NEED(INN, .sets = SET(INNS)),
    NEED(CATHEDRAL, .sets = SET(INNS)),
    NEED(HALF_CATHEDRAL, .sets = SET(INNS),
         .where = {IS(SMALL_CITY, AUDE_SMALL_CITY_HALF), ON(CATHEDRAL)}),
    NEED(SECOND_PART, .sets = SET(TRADERS)),
    NEED(GOODS, .sets = SET(TRADERS)),

    NEED(DRAGON, .sets = SET(DRAGON)),
    NEED(DRAGON_TIMING, .sets = SET(DRAGON), .where = {ON(DRAGON)}),
    NEED(DRAGON_STEPS, .sets = SET(DRAGON), .where = {ON(DRAGON)}),
    NEED(VOLCANO_SPECIALS, .sets = SET(DRAGON) | SET(TRADERS), .where = {ON(DRAGON)}),
    NEED(FAIRY, .sets = SET(DRAGON)),
    NEED(FAIRY_BINDING, .sets = SET(DRAGON), .where = {ON(FAIRY)}),
    NEED(FAIRY_QUARTER, .sets = SET(DRAGON) | SET(COUNT),
         .where = {ON(FAIRY), IS(FAIRY_BINDING, AUDE_FAIRY_BY_FOLLOWER)}),
    NEED(PORTAL, .sets = SET(DRAGON)),
    NEED(PORTAL_JUST_COMPLETED, .sets = SET(DRAGON), .where = {ON(PORTAL)}),
    NEED(PRINCESS, .sets = SET(DRAGON)),
    NEED(PRINCESS_AFTER, .sets = SET(DRAGON), .where = {WITH_PRINCESS}),
    NEED(SPECIAL_VICTIMS, .also = matter_has_special_victims),

    NEED(RANSOM_WINDOW, .sets = SET(TOWER)),
    NEED(RANSOM_LIMIT, .sets = SET(TOWER)),
    NEED(RANSOM_DEBT, .sets = SET(TOWER)),
    NEED(TOWER_REOPENS, .sets = SET(TOWER)),
    NEED(TOWER_TOP_DRAGON, .sets = SET(TOWER) | SET(DRAGON), .where = {ON(DRAGON)}),
    NEED(TOWER_REACHES_QUARTER, .sets = SET(TOWER) | SET(COUNT)),

    NEED(ABBEY, .sets = SET(ABBEY)),
    NEED(ABBEY_ENDGAME, .sets = SET(ABBEY), .where = {ON(ABBEY)}),
    NEED(BARN_SECOND, .also = matter_has_barns),
    NEED(BARN_TILE, .also = matter_has_barns),
    NEED(BARN_TIMING, .sets = SET(ABBEY), .where = {WITH_FARMERS}),
    NEED(PIG_ON_BARN, .sets = SET(ABBEY) | SET(TRADERS),
         .where = {WITH_FARMERS, BARNS_WAIT}),
    NEED(WAGON_MOVE, .sets = SET(ABBEY)),
    NEED(WAGON_FROM_ABBEY, .sets = SET(ABBEY),
         .where = {ON(ABBEY), IS(WAGON_MOVE, AUDE_WAGON_TOUCHING)}),
    NEED(LOSER_WAGON, .sets = SET(ABBEY) | SET(CULT)),
    NEED(HERD_BARN, .sets = SET(RIVER_2), .also = matter_has_herd_and_barn),
    NEED(BARN_WITHOUT_FARMERS, .where = {IS(FARMERS, AUDE_FARMERS_OFF)},
         .also = matter_has_abbey_or_count),

    NEED(KING, .sets = SET(KING)),
    NEED(ROBBER, .sets = SET(KING)),
    NEED(KING_ROBBER, .sets = SET(KING), .also = matter_has_award),
    NEED(CULT_TILES, .also = matter_has_cult_tiles),
    NEED(CULT_LIMIT, .sets = SET(CULT)),

    NEED(COUNT_WITH_RIVER, .sets = SET(COUNT), .also = matter_has_river),
    NEED(COUNT_START_TILE, .sets = SET(COUNT)),
    NEED(CARCASSONNE_CITY, .sets = SET(COUNT), .also = matter_counts_cities),
    NEED(COUNT_MOVE, .sets = SET(COUNT)),
    NEED(COC_UNOCCUPIED, .sets = SET(COUNT)),
    NEED(COC_DEPLOY_RATE, .sets = SET(COUNT) | SET(TRADERS)),
    NEED(COC_MARKET_BARN, .sets = SET(COUNT) | SET(ABBEY),
         .where = {WITH_FARMERS, BARNS_WAIT}),
    NEED(COC_FINAL, .sets = SET(COUNT)),
    NEED(COC_FINAL_ORDER, .sets = SET(COUNT), .also = matter_leaves_at_the_end),
    NEED(COC_GAIN, .sets = SET(COUNT) | SET(DRAGON), .where = {ON(FAIRY)}),
    NEED(COC_STAND, .sets = SET(COUNT)),
    NEED(COC_EXPOSED, .sets = SET(COUNT) | SET(CATAPULT), .where = {WITH_CATAPULT}),

    NEED(CATAPULT_MODE, .sets = SET(CATAPULT)),
    NEED(CATAPULT_TIMING, .sets = SET(CATAPULT) | SET(TRADERS), .where = {WITH_CATAPULT}),
    NEED(CAT_TARGET_METRIC, .sets = SET(CATAPULT), .where = {WITH_CATAPULT}),
};

#undef SET
#undef IS
#undef NOT
#undef ON
#undef NEED
#undef WITH_FARMERS
#undef WITH_PRINCESS
#undef BARNS_WAIT
#undef WITH_CATAPULT

bool aude_switch_matters(const struct aude_setup *setup, enum aude_switch sw)
{
    if (aude_switch_values(sw) < 2) return false;
    const struct need *need = &needs[sw];
    if (need->sets & ~aude_setup_sets(setup)) return false;
    for (unsigned i = 0; i < WHERE_MAX && need->where[i].values; i++)
        if (!(need->where[i].values >> setup->sw[need->where[i].sw] & 1)) return false;
    return !need->also || need->also(setup);
}
