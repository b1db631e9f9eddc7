/* match_setups.c -- the setups of matches and how they are played: by lot, within what a test
 * is about. */
#include "match.h"

/* ---- setups and styles ------------------------------------------------------------- */

static void choose_style(struct match *t)
{
    static const int liking[4] = {0, 1, 3, 9};

    t->style.closing = match_below(&t->dice, 3) * 15;
    t->style.compact = match_below(&t->dice, 3) * 45;
    t->style.curl = match_below(&t->dice, 3) * 50;
    /* What is set by hand is never chosen: new kinds of it leave the games as they are. */
    for (int kind = 0; kind < AUDE_HAND_DRAGON; kind++)
        t->style.act[kind] = 4 + match_below(&t->dice, 30);
    t->style.act[AUDE_PUT] = 60 + match_below(&t->dice, 60);
    t->style.act[AUDE_FAIRY] = 2 + match_below(&t->dice, 12);
    t->style.top = match_below(&t->dice, 3);
    t->style.hunger = match_below(&t->dice, 3) * 5;
    t->style.crowd = 0;
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        t->style.weight[kind] = liking[match_below(&t->dice, 4)];
    for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++) t->style.figure[kind] = 1;
    t->style.weight[AUDE_FIELD] =
        1 + match_below(&t->dice, 2); /* farmers do not come home */
}

static void choose_seats(struct match *t, int max)
{
    /* Mostly several: what players do to each other needs them. */
    t->setup.n_seats = 1;
    if (match_percent(&t->dice, 92))
        t->setup.n_seats = (uint8_t)(2 + match_below(&t->dice, max - 1));
    t->setup.first = AUDE_SEAT_NONE;
    if (match_percent(&t->dice, 50))
        t->setup.first = (uint8_t)match_below(&t->dice, t->setup.n_seats);
}

static void toss(struct match *t, enum aude_switch sw, int values)
{
    t->setup.sw[sw] = (uint8_t)match_below(&t->dice, values);
}

static void toss_all(struct match *t, enum aude_switch first, enum aude_switch last)
{
    for (int sw = (int)first; sw <= (int)last; sw++) {
        int values = aude_switch_values((enum aude_switch)sw);

        t->setup.sw[sw] = 0;
        if (match_percent(&t->dice, 50)) toss(t, (enum aude_switch)sw, values);
    }
}

void match_prepare(struct match *t, const char *name, uint64_t number,
                   struct match_tally *tally)
{
    t->name = name;
    t->number = number;
    t->dice = t->lens = number;
    t->tiles_max = AUDE_TILES_MAX;
    t->differs = false;
    t->tally = tally;
    aude_setup_preset(&t->setup, (enum aude_preset)match_below(&t->dice, AUDE_PRESETS));
    t->setup.seed = aude_seed(match_roll(&t->dice));
    choose_style(t);
    choose_seats(t, 5);
}

void match_as_preset(struct match *t)
{
    (void)t;
}

void match_with_river_and_abbot(struct match *t)
{
    toss(t, AUDE_SWITCH_RIVER_UTURN, 3);
    toss(t, AUDE_SWITCH_RIVER_STUCK, 2);
    toss(t, AUDE_SWITCH_RIVER_START_TILE, 2);
    toss(t, AUDE_SWITCH_TILE_SET, 2);
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_I;
    t->setup.sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_ON;
}

void match_anything(struct match *t)
{
    match_with_river_and_abbot(t);
    toss(t, AUDE_SWITCH_RIVER, 2);
    toss(t, AUDE_SWITCH_ABBOT, 2);
    toss(t, AUDE_SWITCH_SMALL_CITY, 2);
    toss(t, AUDE_SWITCH_FARM_RULE, 3);
    toss(t, AUDE_SWITCH_FARM_CITY_POINTS, 2);
    if (match_percent(&t->dice, 20)) t->setup.sw[AUDE_SWITCH_FARMERS] = AUDE_FARMERS_OFF;
    toss(t, AUDE_SWITCH_STARTER, 4);
    toss(t, AUDE_SWITCH_MAX_PLAYERS, 2);
    choose_seats(t, 5 + t->setup.sw[AUDE_SWITCH_MAX_PLAYERS]);
}

/* Everything close together and every figure out: holes, loops, full surrounds, ties. */
void match_huddled(struct match *t)
{
    match_anything(t);
    t->style.closing = 0;
    t->style.compact = t->style.curl = 100;
    t->style.act[AUDE_PUT] = 400;
}

/* A river that curls up until it has no room, and a few tiles more (RIV-5 to RIV-8). */
void match_curling(struct match *t)
{
    match_with_river_and_abbot(t);
    t->setup.sw[AUDE_SWITCH_RIVER_UTURN] = (uint8_t)match_percent(&t->dice, 20);
    t->style.curl = 60 + match_below(&t->dice, 41);
    t->tiles_max = 16;
}

/* ---- expansions I and II ----------------------------------------------------------- */

/* Large follower, builder and pig are few: let them go out. Land is built close and
 * closed, or no city with a cathedral would ever be complete. */
static void lively(struct match *t)
{
    t->style.closing = 15 + match_below(&t->dice, 3) * 20;
    t->style.compact = match_below(&t->dice, 3) * 30;
    t->style.build = match_below(&t->dice, 3) * 30;
    t->style.act[AUDE_SECOND] = 60 + match_below(&t->dice, 40);
    t->style.figure[AUDE_LARGE] = 1 + match_below(&t->dice, 4);
    t->style.figure[AUDE_BUILDER] = 1 + match_below(&t->dice, 9);
    t->style.figure[AUDE_PIG] = 1 + match_below(&t->dice, 30);
    for (int kind = AUDE_ROAD; kind <= AUDE_CITY; kind++)
        t->style.weight[kind] += match_below(&t->dice, 4);
}

/* A field with a pig herd to begin with: its tile is River II's (TB-25). */
static void start_with_herd(struct match *t)
{
    int kind = aude_tile_find("river-2/river-curve-pig-herd");

    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    t->setup.n_start = 1;
    t->setup.start[0] = (struct aude_start){.kind = (aude_kind)kind,
                                            .rot = (uint8_t)match_below(&t->dice, 4)};
}

/* Now and then more of a set, or its tiles or rules alone. */
static void with_set(struct match *t, enum aude_set set)
{
    aude_sets bit = 1u << set;

    t->setup.expansions |= bit;
    if (match_percent(&t->dice, 10)) t->setup.copies[set] = 2;
    if (match_percent(&t->dice, 8)) t->setup.rules_only |= bit;
    if (!match_percent(&t->dice, 5)) return;
    t->setup.rules_only &= ~bit;
    t->setup.expansions &= ~bit;
    t->setup.tiles_only |= bit;
}

/* Now and then parts of the sets stay in the box (EDN-13). */
static void without_parts(struct match *t)
{
    for (int sw = AUDE_SWITCH_INN; sw <= AUDE_SWITCH_GARDEN; sw++)
        if (match_percent(&t->dice, 15)) t->setup.sw[sw] = 1;
    if (match_percent(&t->dice, 30)) toss(t, AUDE_SWITCH_PIG_HERD, 3);
}

/* The readings of EDN-21, by other dice: the rest of the match is as it would be without. */
static void toss_readings(struct match *t)
{
    uint64_t dice = t->dice;

    t->dice ^= 0x9e3779b97f4a7c15u;
    toss_all(t, AUDE_SWITCH_BARN_TIMING, AUDE_SWITCH_SINGLE_CITY);
    t->dice = dice;
}

static void anything_with(struct match *t, unsigned sets)
{
    match_anything(t);
    toss_readings(t);
    lively(t);
    if (match_percent(&t->dice, 15)) without_parts(t);
    for (int set = 0; set < AUDE_SETS; set++)
        if (sets >> set & 1) with_set(t, (enum aude_set)set);
    toss(t, AUDE_SWITCH_HALF_CATHEDRAL, 2);
    if (match_percent(&t->dice, 30))
        t->setup.sw[AUDE_SWITCH_SECOND_PART] = AUDE_SECOND_MUST;
    if (t->setup.expansions >> AUDE_SET_INNS & 1) choose_seats(t, 6);
    if (match_percent(&t->dice, 40)) start_with_herd(t);
    if (match_percent(&t->dice, 15))
        t->setup.figures[AUDE_SMALL] = (uint8_t)(1 + match_below(&t->dice, 9));
    if (t->setup.expansions >> AUDE_SET_INNS & 1 && match_percent(&t->dice, 15))
        t->setup.figures[AUDE_LARGE] = (uint8_t)match_below(&t->dice, 4);
}

void match_with_inns(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_INNS);
}

void match_with_traders(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_TRADERS);
}

void match_with_one_and_two(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_INNS | 1u << AUDE_SET_TRADERS);
}

/* ---- expansions III and IV --------------------------------------------------------- */

void match_with_dragon(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_DRAGON);
    toss_all(t, AUDE_SWITCH_FAIRY_BINDING, AUDE_SWITCH_PRINCESS);
}

/* Princesses by the dozen, towers and builders: what may follow a removal in the same part and
 * in the second, and who can be taken at all (PD-30, PD-32, TOW-9). */
void match_with_princesses(struct match *t)
{
    unsigned sets = 1u << AUDE_SET_DRAGON | 1u << AUDE_SET_TOWER |
                    1u << AUDE_SET_TRADERS | 1u << AUDE_SET_ABBEY;

    anything_with(t, 0);
    t->setup.expansions |= sets;
    t->setup.copies[AUDE_SET_DRAGON] = (uint8_t)(1 + match_below(&t->dice, 3));
    toss_all(t, AUDE_SWITCH_FAIRY_BINDING, AUDE_SWITCH_TOWER_TOP_DRAGON);
    if (t->setup.sw[AUDE_SWITCH_PRINCESS] == AUDE_PRINCESS_OFF)
        t->setup.sw[AUDE_SWITCH_PRINCESS] = AUDE_PRINCESS_MAY;
    t->style.build = 60;
    t->style.act[AUDE_REMOVE] = 300;
    t->style.act[AUDE_SECOND] = 300;
    t->style.figure[AUDE_MAYOR] = t->style.figure[AUDE_BUILDER] = 9;
    t->style.weight[AUDE_CITY] = 9;
}

/* Many towers, captures that are rarely bought back, and several kinds of prisoners of few
 * seats: exchanges with a choice. */
static void captivating(struct match *t)
{
    t->style.act[AUDE_TOWER] = 30 + match_below(&t->dice, 60);
    t->style.act[AUDE_CAPTURE] = 200;
    t->style.act[AUDE_RANSOM] = match_below(&t->dice, 4);
    t->style.figure[AUDE_LARGE] = 9;
    t->setup.expansions |= 1u << AUDE_SET_INNS;
    t->setup.tiles_only &= ~(1u << AUDE_SET_INNS);
    t->setup.figures[AUDE_LARGE] = (uint8_t)(1 + match_below(&t->dice, 3));
    if (match_percent(&t->dice, 50)) choose_seats(t, 2);
}

void match_with_tower(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_TOWER);
    toss_all(t, AUDE_SWITCH_RANSOM_WINDOW, AUDE_SWITCH_TOWER_TOP_DRAGON);
    if (match_percent(&t->dice, 40)) captivating(t);
}

void match_with_one_to_four(struct match *t)
{
    unsigned sets = 1u << AUDE_SET_DRAGON | 1u << AUDE_SET_TOWER;

    if (match_percent(&t->dice, 60)) sets |= 1u << AUDE_SET_INNS;
    if (match_percent(&t->dice, 60)) sets |= 1u << AUDE_SET_TRADERS;
    anything_with(t, sets);
    toss_all(t, AUDE_SWITCH_FAIRY_BINDING, AUDE_SWITCH_TOWER_TOP_DRAGON);
    if (match_percent(&t->dice, 30)) captivating(t);
}

/* ---- expansion V ------------------------------------------------------------------- */

/* Holes for abbeys, corners of fields for barns, wagons that find a way. */
static void settled(struct match *t)
{
    t->style.compact = 30 + match_below(&t->dice, 3) * 30;
    t->style.figure[AUDE_WAGON] = 1 + match_below(&t->dice, 12);
    t->style.figure[AUDE_MAYOR] = 1 + match_below(&t->dice, 12);
    t->style.act[AUDE_BARN_AT] = 10 + match_below(&t->dice, 60);
    t->style.act[AUDE_MOVE] = 60 + match_below(&t->dice, 60);
}

/* Another number of the figures that a set gives (EDN-13). */
static void outnumber(struct match *t)
{
    static const struct {
        enum aude_figure_kind kind;
        enum aude_set set;
    } given[] = {{AUDE_WAGON, AUDE_SET_ABBEY},
                 {AUDE_MAYOR, AUDE_SET_ABBEY},
                 {AUDE_BARN, AUDE_SET_ABBEY},
                 {AUDE_BUILDER, AUDE_SET_TRADERS},
                 {AUDE_PIG, AUDE_SET_TRADERS}};

    for (int i = 0; i < 5; i++)
        if (t->setup.expansions >> given[i].set & 1)
            t->setup.figures[given[i].kind] = (uint8_t)match_below(&t->dice, 4);
}

void match_with_abbey(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_ABBEY);
    settled(t);
    toss_all(t, AUDE_SWITCH_ABBEY_ENDGAME, AUDE_SWITCH_BARN_WITHOUT_FARMERS);
}

/* Several wagons, mayors and barns a seat: each is asked about by itself, and counts by
 * itself (EDN-13, AM-12, AM-26, AM-32). */
void match_with_many_figures(struct match *t)
{
    anything_with(t, 0);
    settled(t);
    t->setup.expansions |= 1u << AUDE_SET_ABBEY;
    toss_all(t, AUDE_SWITCH_ABBEY_ENDGAME, AUDE_SWITCH_BARN_WITHOUT_FARMERS);
    outnumber(t);
    t->setup.figures[AUDE_WAGON] = (uint8_t)(2 + match_below(&t->dice, 5));
    t->setup.figures[AUDE_SMALL] = 1;
    t->style.closing = 60;
    t->style.figure[AUDE_WAGON] = 30;
    t->style.act[AUDE_PUT] = 300;
}

/* ---- expansion VI ------------------------------------------------------------------ */

/* River II or both, alone or with what its tiles show: inn, herd, volcano. */
void match_with_second_river(struct match *t)
{
    unsigned sets = 0;

    if (match_percent(&t->dice, 30)) sets |= 1u << AUDE_SET_INNS;
    if (match_percent(&t->dice, 40)) sets |= 1u << AUDE_SET_TRADERS;
    if (match_percent(&t->dice, 40)) sets |= 1u << AUDE_SET_DRAGON;
    anything_with(t, sets);
    toss_all(t, AUDE_SWITCH_FAIRY_BINDING, AUDE_SWITCH_PRINCESS);
    toss_all(t, AUDE_SWITCH_VOLCANO_LAKE_TURN, AUDE_SWITCH_VOLCANO_LAKE_FOLLOWER);
    if (sets >> AUDE_SET_TRADERS & 1) toss(t, AUDE_SWITCH_PIG_HERD, 3);
    t->setup.n_start = 0;
    t->setup.sw[AUDE_SWITCH_RIVER] = (uint8_t)(AUDE_RIVER_II + match_below(&t->dice, 2));
}

/* RIV2-4 to RIV2-9 */
void match_curling_arms(struct match *t)
{
    match_with_second_river(t);
    t->style.curl = 60 + match_below(&t->dice, 41);
    t->tiles_max = t->setup.sw[AUDE_SWITCH_RIVER] == AUDE_RIVER_BOTH ? 26 : 16;
}

/* Monks and heretics side by side. */
static void devout(struct match *t)
{
    t->style.weight[AUDE_MONASTERY] = 60;
    t->style.closing = 0;
    t->style.compact = 90;
    t->style.act[AUDE_PUT] = 300;
    t->style.act[AUDE_RECALL] = 1;
}

void match_with_king_and_cult(struct match *t)
{
    unsigned sets = 0;

    if (match_percent(&t->dice, 70)) sets |= 1u << AUDE_SET_KING;
    if (sets == 0 || match_percent(&t->dice, 70)) sets |= 1u << AUDE_SET_CULT;
    anything_with(t, sets);
    toss(t, AUDE_SWITCH_KING_ROBBER, 4);
    toss(t, AUDE_SWITCH_CULT_TILES, 2);
    t->setup.copies[AUDE_SET_CULT] = 0; /* there is one sixth tile however many boxes */
    if (t->setup.sw[AUDE_SWITCH_CULT_TILES] == 0 && match_percent(&t->dice, 70))
        t->setup.copies[AUDE_SET_CULT] = 3;
    if (match_percent(&t->dice, 30)) toss(t, AUDE_SWITCH_RIVER, 4), t->setup.n_start = 0;
    if (match_percent(&t->dice, 60)) devout(t);
}

/* ---- the Count --------------------------------------------------------------------- */

/* Other people's features are finished, so that followers go in and come out. */
static void courtly(struct match *t)
{
    t->style.closing = 40 + match_below(&t->dice, 3) * 20;
    t->style.act[AUDE_ENTER] = 100 + match_below(&t->dice, 100);
    t->style.act[AUDE_SEND] = 10 + match_below(&t->dice, 60);
}

/* The city lies whole, or not at all. */
static void with_city(struct match *t)
{
    t->setup.expansions |= 1u << AUDE_SET_COUNT;
    t->setup.rules_only &= ~(1u << AUDE_SET_COUNT);
    t->setup.tiles_only &= ~(1u << AUDE_SET_COUNT);
    t->setup.copies[AUDE_SET_COUNT] = 0;
    t->setup.n_start = 0;
    t->setup.sw[AUDE_SWITCH_COUNT_WITH_RIVER] = 1;
}

void match_with_count(struct match *t)
{
    anything_with(t, 0);
    courtly(t);
    with_city(t);
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    toss_all(t, AUDE_SWITCH_COUNT_START_TILE, AUDE_SWITCH_FAIRY_QUARTER);
}

/* Double turns in which both parts score for others (COC-8), the second by an abbey. */
void match_with_court(struct match *t)
{
    unsigned sets = 1u << AUDE_SET_TRADERS | 1u << AUDE_SET_ABBEY;

    anything_with(t, sets);
    courtly(t);
    with_city(t);
    t->setup.expansions |= sets;
    t->setup.tiles_only &= ~sets;
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    toss_all(t, AUDE_SWITCH_COUNT_START_TILE, AUDE_SWITCH_FAIRY_QUARTER);
    toss(t, AUDE_SWITCH_COC_DEPLOY_RATE, 2);
    t->style.build = 35;
    t->style.closing = 30;
    t->style.compact = 80;
    t->style.act[AUDE_ABBEY_TILE] = 60;
    t->style.act[AUDE_FROM_PILE] = 30;
    t->style.figure[AUDE_BUILDER] = 40;
    t->style.act[AUDE_SECOND] = 400;
    t->style.act[AUDE_PUT] = 300;
    t->style.act[AUDE_ENTER] = 400;
    t->style.act[AUDE_SEND] = 4;
    t->style.weight[AUDE_ROAD] = t->style.weight[AUDE_CITY] = 9;
}

/* Barns among farmers, with all that may come between the joining and the scoring: captures,
 * the dragon, the market (AM-16, AM-21, AM-23, COC-17). */
void match_with_barns(struct match *t)
{
    unsigned sets = 1u << AUDE_SET_ABBEY | 1u << AUDE_SET_TOWER | 1u << AUDE_SET_DRAGON;

    if (match_percent(&t->dice, 50)) sets |= 1u << AUDE_SET_TRADERS;
    anything_with(t, 0);
    settled(t);
    t->setup.expansions |= sets;
    toss_all(t, AUDE_SWITCH_ABBEY_ENDGAME, AUDE_SWITCH_BARN_WITHOUT_FARMERS);
    if (match_percent(&t->dice, 50)) {
        with_city(t);
        courtly(t);
        t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
        toss_all(t, AUDE_SWITCH_COUNT_START_TILE, AUDE_SWITCH_FAIRY_QUARTER);
        t->setup.sw[AUDE_SWITCH_COC_MARKET_BARN] = 1;
    }
    t->setup.figures[AUDE_BARN] = (uint8_t)(1 + match_below(&t->dice, 3));
    t->style.weight[AUDE_FIELD] = 20;
    t->style.act[AUDE_BARN_AT] = 200;
}

/* ---- everything together ----------------------------------------------------------- */

/* Sets of which one or several are in play, each by lot. */
static const unsigned all_sets = 1u << AUDE_SET_INNS | 1u << AUDE_SET_TRADERS |
                                 1u << AUDE_SET_DRAGON | 1u << AUDE_SET_TOWER |
                                 1u << AUDE_SET_ABBEY | 1u << AUDE_SET_KING |
                                 1u << AUDE_SET_CULT;

void match_with_all_but_the_count(struct match *t)
{
    unsigned sets = 0;
    int chance = 30 + match_below(&t->dice, 5) * 15;

    for (int set = 0; set < AUDE_SETS; set++)
        if ((all_sets >> set & 1) && match_percent(&t->dice, chance)) sets |= 1u << set;
    anything_with(t, sets);
    if (match_percent(&t->dice, 60)) settled(t);
    toss_all(t, AUDE_SWITCH_FAIRY_BINDING, AUDE_SWITCH_BARN_WITHOUT_FARMERS);
    if (match_percent(&t->dice, 40)) toss(t, AUDE_SWITCH_RIVER, 4), t->setup.n_start = 0;
    if (match_percent(&t->dice, 20)) captivating(t);
    if (match_percent(&t->dice, 20)) devout(t);
    if (match_percent(&t->dice, 20)) outnumber(t);
    t->setup.copies[AUDE_SET_CULT] = 0;
}

void match_with_all(struct match *t)
{
    match_with_all_but_the_count(t);
    toss_all(t, AUDE_SWITCH_COUNT_START_TILE, AUDE_SWITCH_FAIRY_QUARTER);
    with_city(t);
    if (match_percent(&t->dice, 60)) courtly(t);
    if (match_percent(&t->dice, 70)) t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
}

/* ---- expansion VII ----------------------------------------------------------------- */

/* Fairs, and figures that stand about for them. */
static void at_the_fair(struct match *t, int boxes)
{
    t->setup.expansions |= 1u << AUDE_SET_CATAPULT;
    t->setup.tiles_only &= ~(1u << AUDE_SET_CATAPULT);
    t->setup.rules_only &= ~(1u << AUDE_SET_CATAPULT);
    t->setup.copies[AUDE_SET_CATAPULT] = (uint8_t)boxes;
    toss(t, AUDE_SWITCH_CATAPULT_MODE, match_percent(&t->dice, 10) ? 3 : 2);
    toss(t, AUDE_SWITCH_CATAPULT_TIMING, 2);
    toss(t, AUDE_SWITCH_CAT_TARGET_METRIC, 2);
    toss(t, AUDE_SWITCH_COC_EXPOSED, 2);
    /* The engine counts a herd for River II or II, not for a layout of the table's own. */
    if (t->setup.n_start > 0) t->setup.sw[AUDE_SWITCH_PIG_HERD] = AUDE_HERD_WITH_II;
    t->style.act[AUDE_REPLACE] = 60;
    t->style.act[AUDE_PICK] = 60;
    t->style.act[AUDE_PUT] = 300;
}

void match_with_catapult(struct match *t)
{
    unsigned sets = 0;

    if (match_percent(&t->dice, 40)) sets |= 1u << AUDE_SET_INNS;
    if (match_percent(&t->dice, 60)) sets |= 1u << AUDE_SET_TRADERS;
    anything_with(t, sets);
    at_the_fair(t, 1 + match_below(&t->dice, 3));
}

/* Fairs at every second turn, and builders at work: two in a turn, and one at the end. */
void match_with_fair_after_fair(struct match *t)
{
    unsigned sets = 1u << AUDE_SET_TRADERS | 1u << AUDE_SET_ABBEY;

    anything_with(t, 0);
    at_the_fair(t, 6);
    t->setup.expansions |= sets;
    t->setup.rules_only |= sets;
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    toss(t, AUDE_SWITCH_ABBEY_ENDGAME, 3);
    t->style.build = 60;
    t->style.compact = 90;
    t->style.act[AUDE_SECOND] = 400;
    t->style.act[AUDE_FROM_PILE] = 60;
    t->style.figure[AUDE_BUILDER] = 40;
    t->style.weight[AUDE_ROAD] = t->style.weight[AUDE_CITY] = 9;
}

/* Quarters that can be reached, with several followers on one spot (COC-21, CAT-21). */
void match_with_exposed_court(struct match *t)
{
    match_with_court(t);
    at_the_fair(t, 3);
    t->setup.sw[AUDE_SWITCH_COC_EXPOSED] = 1;
    t->style.act[AUDE_SEND] = 1;
}

void match_with_all_and_catapult(struct match *t)
{
    if (match_percent(&t->dice, 60))
        match_with_all(t);
    else
        match_with_all_but_the_count(t);
    at_the_fair(t, 1 + match_below(&t->dice, 2));
}

/* Abbeys are kept till the pile is empty, also when the last tile earns a second part; and
 * followers may then still go into a quarter (AM-10, COC-8). */
void match_with_late_abbeys(struct match *t)
{
    unsigned sets = 1u << AUDE_SET_TRADERS | 1u << AUDE_SET_ABBEY;

    match_with_all(t);
    t->setup.expansions |= sets;
    t->setup.tiles_only &= ~sets;
    t->setup.rules_only |= t->setup.expansions & ~(1u << AUDE_SET_COUNT);
    t->style.build = 35;
    t->style.act[AUDE_SECOND] = 400;
    t->style.figure[AUDE_BUILDER] = 60;
    t->style.weight[AUDE_ROAD] = t->style.weight[AUDE_CITY] = 4;
    t->setup.sw[AUDE_SWITCH_ABBEY_ENDGAME] =
        (uint8_t)(AUDE_ABBEY_ROUND + match_below(&t->dice, 2));
    t->style.compact = 95;
    t->style.act[AUDE_ABBEY_TILE] = 2;
    t->style.act[AUDE_FROM_PILE] = 60;
}

/* ---- tiles that fit nowhere -------------------------------------------------------- */

/* Roads or cities on all four sides: it fits only where one is open. */
static bool is_hard(aude_kind kind)
{
    const uint8_t *edge = aude_tiles[kind].edge;

    return edge[0] != AUDE_EDGE_FIELD && edge[0] == edge[1] && edge[0] == edge[2] &&
           edge[0] == edge[3];
}

/* Add all such tiles of the pile, or all others, to the draw order, each at a random
 * place among themselves. */
static void order_tiles(struct match *t, const struct model *m, bool (*is)(aude_kind),
                        bool such)
{
    int from = t->setup.n_order;

    for (int kind = 0; kind < aude_tiles_count; kind++)
        for (int i = 0; i < m->pile[kind]; i++) {
            int n = t->setup.n_order, at = from + match_below(&t->dice, n - from + 1);

            if (is((aude_kind)kind) != such) break;
            t->setup.order[n] = t->setup.order[at];
            t->setup.order[at] = (aude_kind)kind;
            t->setup.n_order++;
        }
}

/* Abbeys that nobody wants before the end. */
static void keep_abbeys(struct match *t)
{
    t->setup.expansions |= 1u << AUDE_SET_ABBEY;
    t->setup.sw[AUDE_SWITCH_ABBEY_ENDGAME] = (uint8_t)match_below(&t->dice, 3);
    t->style.act[AUDE_ABBEY_TILE] = 2;
    t->style.act[AUDE_FROM_PILE] = 60;
}

/* First all roads and cities are closed, then come the tiles that need one: they fit
 * nowhere, and the last of them ends the game (BASE-15, BASE-16), but for the abbeys that may
 * still come (AM-10). */
void match_hard_tiles_last(struct match *t)
{
    static struct model pile;

    match_anything(t);
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    t->style.closing = 100;
    if (match_percent(&t->dice, 50)) keep_abbeys(t);
    model_init(&pile, &t->setup, 0);
    order_tiles(t, &pile, is_hard, false);
    order_tiles(t, &pile, is_hard, true);
}

/* ---- volcanoes at the bottom of the pile ------------------------------------------- */

static bool is_volcano(aude_kind kind)
{
    return aude_tiles[kind].marks & AUDE_MARK_VOLCANO;
}

/* All dragon tiles come too early, and the first volcano brings them back when the pile is
 * all but empty (PD-22, PD-23, INT-14). */
void match_late_volcanoes(struct match *t)
{
    static struct model pile;

    match_with_dragon(t);
    t->setup.expansions |= 1u << AUDE_SET_DRAGON;
    t->setup.tiles_only &= ~(1u << AUDE_SET_DRAGON);
    t->setup.rules_only &= ~(1u << AUDE_SET_DRAGON);
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    model_init(&pile, &t->setup, 0);
    order_tiles(t, &pile, is_volcano, false);
    order_tiles(t, &pile, is_volcano, true);
}

/* ---- fairs at the bottom of the pile ----------------------------------------------- */

static bool is_fair(aude_kind kind)
{
    return aude_tiles[kind].marks & AUDE_MARK_FAIR;
}

/* The last fair extends a builder's feature, and for the second part there is an abbey or
 * nothing: the round is held all the same (INT-52). */
void match_with_dry_second_part(struct match *t)
{
    static struct model pile;

    match_with_fair_after_fair(t);
    t->setup.copies[AUDE_SET_CATAPULT] = 1;
    if (match_percent(&t->dice, 80))
        t->setup.sw[AUDE_SWITCH_CATAPULT_TIMING] = AUDE_CATAPULT_TURN_END;
    t->setup.sw[AUDE_SWITCH_SECOND_PART] = AUDE_SECOND_MAY;
    t->setup.sw[AUDE_SWITCH_ABBEY] = 0;
    t->style.build = 90;
    t->style.compact = 95;
    t->style.act[AUDE_ABBEY_TILE] = 2;
    t->style.figure[AUDE_BUILDER] = 90;
    if (match_percent(&t->dice, 70)) choose_seats(t, 2);
    model_init(&pile, &t->setup, 0);
    order_tiles(t, &pile, is_fair, false);
    order_tiles(t, &pile, is_fair, true);
}

static bool is_portal_or_fair(aude_kind kind)
{
    return aude_tiles[kind].marks & (AUDE_MARK_PORTAL | AUDE_MARK_FAIR);
}

/* Many figures on little land, several to a tile through portals: one that is hit hits others
 * (CAT-20). */
void match_crowded_fair(struct match *t)
{
    static struct model pile;

    anything_with(t, 0);
    at_the_fair(t, 2);
    t->setup.expansions |= 1u << AUDE_SET_DRAGON;
    t->setup.copies[AUDE_SET_DRAGON] = 5;
    t->setup.sw[AUDE_SWITCH_PORTAL] = 0;
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    t->setup.sw[AUDE_SWITCH_FARMERS] = AUDE_FARMERS_ON;
    t->setup.figures[AUDE_SMALL] = 30;
    t->style.closing = 0;
    t->style.compact = 100;
    t->style.crowd = 300;
    t->style.act[AUDE_PUT] = 900;
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++) t->style.weight[kind] = 1;
    t->tiles_max = 56;
    model_init(&pile, &t->setup, 0);
    order_tiles(t, &pile, is_portal_or_fair, true);
    order_tiles(t, &pile, is_portal_or_fair, false);
}
