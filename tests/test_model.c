/* test_model.c -- the engine against the oracle (model.h), in random games (match.h).
 *
 *     AUDE_LONG=1            20 times as many games
 *     AUDE_QUICK=1           an eighth of them
 *     AUDE_MODEL_GAME=n      only the game of this number, as a difference prints it
 *     AUDE_MODEL_TALLY=1     say what the games came across
 */
#include "match.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- setups and styles ------------------------------------------------------------- */

static void choose_style(struct match *t)
{
    static const int liking[4] = {0, 1, 3, 9};

    t->style.closing = match_below(&t->dice, 3) * 15;
    t->style.compact = match_below(&t->dice, 3) * 45;
    t->style.curl = match_below(&t->dice, 3) * 50;
    for (int kind = 0; kind < AUDE_ACTION_KINDS; kind++)
        t->style.act[kind] = 4 + match_below(&t->dice, 30);
    t->style.act[AUDE_PUT] = 60 + match_below(&t->dice, 60);
    t->style.act[AUDE_FAIRY] = 2 + match_below(&t->dice, 12);
    t->style.top = match_below(&t->dice, 3);
    t->style.hunger = match_below(&t->dice, 3) * 5;
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        t->style.weight[kind] = liking[match_below(&t->dice, 4)];
    for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++) t->style.figure[kind] = 1;
    t->style.weight[AUDE_FIELD] =
        1 + match_below(&t->dice, 2); /* farmers do not come home */
}

static void choose_seats(struct match *t, int max)
{
    t->setup.n_seats = (uint8_t)(2 + match_below(&t->dice, max - 1));
    t->setup.first = AUDE_SEAT_NONE;
    if (match_percent(&t->dice, 50))
        t->setup.first = (uint8_t)match_below(&t->dice, t->setup.n_seats);
}

static void toss(struct match *t, enum aude_switch sw, int values)
{
    t->setup.sw[sw] = (uint8_t)match_below(&t->dice, values);
}

static void prepare(struct match *t, const char *name, uint64_t number,
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

static void as_preset(struct match *t)
{
    (void)t;
}

static void with_river_and_abbot(struct match *t)
{
    toss(t, AUDE_SWITCH_RIVER_UTURN, 3);
    toss(t, AUDE_SWITCH_RIVER_STUCK, 2);
    toss(t, AUDE_SWITCH_RIVER_START_TILE, 2);
    toss(t, AUDE_SWITCH_TILE_SET, 2);
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_I;
    t->setup.sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_ON;
}

static void anything(struct match *t)
{
    with_river_and_abbot(t);
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
static void huddled(struct match *t)
{
    anything(t);
    t->style.closing = 0;
    t->style.compact = t->style.curl = 100;
    t->style.act[AUDE_PUT] = 400;
}

/* A river that curls up until it has no room, and a few tiles more (RIV-5 to RIV-8). */
static void curling(struct match *t)
{
    with_river_and_abbot(t);
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
    uint16_t bit = (uint16_t)(1u << set);

    t->setup.expansions |= bit;
    if (match_percent(&t->dice, 10)) t->setup.copies[set] = 2;
    if (match_percent(&t->dice, 8)) t->setup.rules_only |= bit;
    if (!match_percent(&t->dice, 5)) return;
    t->setup.rules_only &= (uint16_t)~bit;
    t->setup.expansions &= (uint16_t)~bit;
    t->setup.tiles_only |= bit;
}

static void anything_with(struct match *t, unsigned sets)
{
    anything(t);
    lively(t);
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

static void with_inns(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_INNS);
}

static void with_traders(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_TRADERS);
}

static void with_one_and_two(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_INNS | 1u << AUDE_SET_TRADERS);
}

/* ---- expansions III and IV --------------------------------------------------------- */

static void toss_all(struct match *t, enum aude_switch first, enum aude_switch last)
{
    for (int sw = (int)first; sw <= (int)last; sw++) {
        int values = aude_switch_values((enum aude_switch)sw);

        t->setup.sw[sw] = 0;
        if (match_percent(&t->dice, 50)) toss(t, (enum aude_switch)sw, values);
    }
}

static void with_dragon(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_DRAGON);
    toss_all(t, AUDE_SWITCH_FAIRY_BINDING, AUDE_SWITCH_PRINCESS);
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
    t->setup.tiles_only &= (uint16_t) ~(1u << AUDE_SET_INNS);
    t->setup.figures[AUDE_LARGE] = (uint8_t)(1 + match_below(&t->dice, 3));
    if (match_percent(&t->dice, 50)) choose_seats(t, 2);
}

static void with_tower(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_TOWER);
    toss_all(t, AUDE_SWITCH_RANSOM_WINDOW, AUDE_SWITCH_TOWER_TOP_DRAGON);
    if (match_percent(&t->dice, 40)) captivating(t);
}

static void with_one_to_four(struct match *t)
{
    unsigned sets = 1u << AUDE_SET_DRAGON | 1u << AUDE_SET_TOWER;

    if (match_percent(&t->dice, 60)) sets |= 1u << AUDE_SET_INNS;
    if (match_percent(&t->dice, 60)) sets |= 1u << AUDE_SET_TRADERS;
    anything_with(t, sets);
    toss_all(t, AUDE_SWITCH_FAIRY_BINDING, AUDE_SWITCH_TOWER_TOP_DRAGON);
    if (match_percent(&t->dice, 30)) captivating(t);
}

/* ---- expansion VI ------------------------------------------------------------------ */

/* River II or both, alone or with what its tiles show: inn, herd, volcano. */
static void with_second_river(struct match *t)
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
static void curling_arms(struct match *t)
{
    with_second_river(t);
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

static void with_king_and_cult(struct match *t)
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

static void with_abbey(struct match *t)
{
    anything_with(t, 1u << AUDE_SET_ABBEY);
    settled(t);
    toss_all(t, AUDE_SWITCH_ABBEY_ENDGAME, AUDE_SWITCH_BARN_WITHOUT_FARMERS);
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
    t->setup.rules_only &= (uint16_t) ~(1u << AUDE_SET_COUNT);
    t->setup.tiles_only &= (uint16_t) ~(1u << AUDE_SET_COUNT);
    t->setup.copies[AUDE_SET_COUNT] = 0;
    t->setup.n_start = 0;
    t->setup.sw[AUDE_SWITCH_COUNT_WITH_RIVER] = 1;
    /* The other two do not know yet that Carcassonne is a city for farmers (COC-3). */
    t->setup.sw[AUDE_SWITCH_FARM_RULE] = AUDE_FARM_FIELD;
}

static void with_count(struct match *t)
{
    anything_with(t, 0);
    courtly(t);
    with_city(t);
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    toss_all(t, AUDE_SWITCH_COUNT_START_TILE, AUDE_SWITCH_FAIRY_QUARTER);
}

/* ---- everything together ----------------------------------------------------------- */

/* Sets of which one or several are in play, each by lot. */
static const unsigned all_sets = 1u << AUDE_SET_INNS | 1u << AUDE_SET_TRADERS |
                                 1u << AUDE_SET_DRAGON | 1u << AUDE_SET_TOWER |
                                 1u << AUDE_SET_ABBEY | 1u << AUDE_SET_KING |
                                 1u << AUDE_SET_CULT;

static void with_all_but_the_count(struct match *t)
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
    t->setup.copies[AUDE_SET_CULT] = 0;
}

static void with_all(struct match *t)
{
    with_all_but_the_count(t);
    toss_all(t, AUDE_SWITCH_COUNT_START_TILE, AUDE_SWITCH_FAIRY_QUARTER);
    with_city(t);
    if (match_percent(&t->dice, 60)) courtly(t);
    if (match_percent(&t->dice, 70)) t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
}

/* Abbeys are kept till the pile is empty, also when the last tile earns a second part; and
 * followers may then still go into a quarter (AM-10, COC-8). */
static void with_late_abbeys(struct match *t)
{
    unsigned sets = 1u << AUDE_SET_TRADERS | 1u << AUDE_SET_ABBEY;

    with_all(t);
    t->setup.expansions |= (uint16_t)sets;
    t->setup.tiles_only &= (uint16_t)~sets;
    t->setup.rules_only |= t->setup.expansions & (uint16_t) ~(1u << AUDE_SET_COUNT);
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

/* Add all hard tiles of the pile, or all others, to the draw order, each at a random
 * place among themselves. */
static void order_tiles(struct match *t, const struct model *m, bool hard)
{
    int from = t->setup.n_order;

    for (int kind = 0; kind < aude_tiles_count; kind++)
        for (int i = 0; i < m->pile[kind]; i++) {
            int n = t->setup.n_order, at = from + match_below(&t->dice, n - from + 1);

            if (is_hard((aude_kind)kind) != hard) break;
            t->setup.order[n] = t->setup.order[at];
            t->setup.order[at] = (aude_kind)kind;
            t->setup.n_order++;
        }
}

/* First all roads and cities are closed, then come the tiles that need one: they fit
 * nowhere, and the last of them ends the game (BASE-15, BASE-16). */
static void hard_tiles_last(struct match *t)
{
    static struct model pile;

    anything(t);
    t->setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    t->style.closing = 100;
    model_init(&pile, &t->setup, 0);
    order_tiles(t, &pile, false);
    order_tiles(t, &pile, true);
}

/* ---- the tests --------------------------------------------------------------------- */

static void say_tally(const char *name, const struct match_tally *n)
{
    printf("%s: %d games, %d actions, %d scores, %d ties\n"
           "  scored: %d roads, %d cities, %d monasteries, %d gardens, %d fields\n"
           "  %d recalls, %d ring roads, %d tiles met twice, %d tiles thrown away, "
           "%d games that end so\n"
           "  river: %d times shuffled again, %d tiles thrown away, %d early ends\n",
           name, n->games, n->actions, n->scores, n->ties, n->by_kind[AUDE_ROAD],
           n->by_kind[AUDE_CITY], n->by_kind[AUDE_MONASTERY], n->by_kind[AUDE_GARDEN],
           n->by_kind[AUDE_FIELD], n->recalls, n->loops, n->doubles, n->discards,
           n->unplaceable_ends, n->reshuffles, n->river_discards, n->river_ends);
    if (n->puts[AUDE_LARGE] + n->puts[AUDE_BUILDER] == 0) return;
    printf(
        "  I: %d games of six, %d large followers, %d inns, %d cathedrals, %d spoilt\n",
        n->six, n->puts[AUDE_LARGE], n->inns, n->cathedrals, n->spoilt);
    printf("  II: %d builders, %d second parts earned, %d taken, %d declined, %d without "
           "a tile, %d earned by completing, %d "
           "features with two\n"
           "  %d pigs, scores with pigs %d %d %d, with the herd %d %d %d\n"
           "  goods: %d times, %d times several; at the end %d kinds for one, %d for "
           "several\n",
           n->puts[AUDE_BUILDER], n->earned, n->parts, n->declined, n->skipped,
           n->completing, n->shared, n->puts[AUDE_PIG], n->pigs[0], n->pigs[1],
           n->pigs[2], n->herds[0], n->herds[1], n->herds[2], n->goods, n->goods_several,
           n->goods_alone, n->goods_shared);
}

/* What was done and what happened, by name. */
static void say_kinds(const struct match_tally *n)
{
    static const char *const name[AUDE_ACTION_KINDS] = {
        "-",      "lay",  "put",   "pass",    "recall", "second",   "decline", "fairy",
        "remove", "step", "tower", "capture", "swap",   "ransom",   "abbey",   "pile",
        "barn",   "move", "home",  "send",    "enter",  "count to", "tell"};

    printf("  done:");
    for (int kind = 0; kind < AUDE_ACTION_KINDS; kind++)
        if (n->did[kind] > 0) printf(" %s %d", name[kind], n->did[kind]);
    printf("\n  happened:");
    for (int what = 0; what < AUDE_EVENT_KINDS; what++)
        if (n->happened[what] > 0)
            printf(" %s %d", aude_event_name((enum aude_event_kind)what),
                   n->happened[what]);
    printf("\n  III: %d through portals, %d eaten, %d lonely, %d dead ends, the fairy %d "
           "%d %d\n  IV: %d on towers, %d exchanges\n"
           "  V: %d abbeys after the last tile, %d second parts without one, %d farmers "
           "paid for barns, %d wagons of others, %d sent at the end\n"
           "  VI: %d turns again, %d challenges lost, King and Robber %d %d %d %d\n",
           n->through, n->eaten, n->lonely, n->starved, n->fairy[0], n->fairy[1],
           n->fairy[2], n->tops, n->exchanges, n->late, n->dry, n->barns, n->guided,
           n->market, n->again, n->lost, n->kings[0], n->kings[1], n->kings[2],
           n->kings[3]);
}

/* Play `games` games whose setups `vary` completes. Returns in how many the two differed;
 * a few are enough to print. */
static int play_matches(const char *name, int games, void (*vary)(struct match *),
                        struct match_tally *tally)
{
    static struct match match;
    const char *only = getenv("AUDE_MODEL_GAME");
    int different = 0;

    games = only ? 1 : test_amount(games, 20 * games);
    for (int i = 0; i < games && different < 3; i++) {
        uint64_t number = only ? (uint64_t)strtoull(only, NULL, 10) : (uint64_t)i;

        prepare(&match, name, number, tally);
        vary(&match);
        if (!match_play(&match)) different++;
    }
    if (getenv("AUDE_MODEL_TALLY")) say_tally(name, tally), say_kinds(tally);
    return different;
}

/* A run of all games must come across what it is for; a shortened one need not. */
static bool reached(int n)
{
    return n > 0 || getenv("AUDE_QUICK") || getenv("AUDE_MODEL_GAME");
}

TEST(model_agrees_base)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_base", 60, as_preset, &tally), 0);
    CHECK(reached(tally.ties));
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        CHECK(kind == AUDE_GARDEN || reached(tally.by_kind[kind]));
}

TEST(model_agrees_river_and_abbot)
{
    struct match_tally tally = {0};

    CHECK_EQ(
        play_matches("model_agrees_river_and_abbot", 60, with_river_and_abbot, &tally),
        0);
    CHECK(reached(tally.by_kind[AUDE_GARDEN]));
    CHECK(reached(tally.recalls));
}

TEST(model_agrees_any_setup)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_any_setup", 100, anything, &tally), 0);
}

TEST(model_agrees_compact)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_compact", 80, huddled, &tally), 0);
    CHECK(reached(tally.loops));
    CHECK(reached(tally.doubles));
}

TEST(model_agrees_curling_river)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_curling_river", 1500, curling, &tally), 0);
    CHECK(reached(tally.reshuffles));
    CHECK(reached(tally.river_discards));
    CHECK(reached(tally.river_ends));
}

TEST(model_agrees_hard_tiles_last)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_hard_tiles_last", 60, hard_tiles_last, &tally),
             0);
    CHECK(reached(tally.discards));
    CHECK(reached(tally.unplaceable_ends));
}

/* IC-2, IC-4 to IC-14 */
TEST(model_agrees_inns)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_inns", 60, with_inns, &tally), 0);
    CHECK(reached(tally.six));
    CHECK(reached(tally.puts[AUDE_LARGE]));
    CHECK(reached(tally.inns));
    CHECK(reached(tally.cathedrals));
    CHECK(reached(tally.spoilt));
}

/* TB-1: as many symbols as there are tokens, in both printings. */
TEST(goods_never_run_out)
{
    int classic[AUDE_CLOTH + 1] = {0}, revised[AUDE_CLOTH + 1] = {0};

    for (int kind = 0; kind < aude_tiles_count; kind++)
        for (int i = 0; i < aude_tiles[kind].n_segments; i++) {
            classic[aude_tiles[kind].segment[i].goods] += aude_tiles[kind].count;
            revised[aude_tiles[kind].segment[i].goods] += aude_tiles[kind].revised;
        }
    CHECK_EQ(classic[AUDE_WINE], 9);
    CHECK_EQ(classic[AUDE_GRAIN], 6);
    CHECK_EQ(classic[AUDE_CLOTH], 5);
    for (int goods = AUDE_WINE; goods <= AUDE_CLOTH; goods++)
        CHECK_EQ(revised[goods], classic[goods]);
}

/* TB-4 to TB-34 */
static void check_traders(const struct match_tally *n)
{
    CHECK(reached(n->puts[AUDE_BUILDER]));
    CHECK(reached(n->earned));
    CHECK(reached(n->parts));
    CHECK(reached(n->declined));
    CHECK(reached(n->completing));
    CHECK(reached(n->puts[AUDE_PIG]));
    for (int rule = 0; rule < 3; rule++) CHECK(reached(n->pigs[rule]));
    CHECK(reached(n->goods));
    CHECK(reached(n->goods_several));
    CHECK(reached(n->goods_shared));
    CHECK(reached(n->goods_alone));
}

TEST(model_agrees_traders)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_traders", 80, with_traders, &tally), 0);
    check_traders(&tally);
    for (int rule = 0; rule < 3; rule++) CHECK(reached(tally.herds[rule]));
    CHECK(reached(tally.shared));
    CHECK(reached(tally.skipped));
}

TEST(model_agrees_one_and_two)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_one_and_two", 60, with_one_and_two, &tally), 0);
    check_traders(&tally);
    CHECK(reached(tally.six));
    CHECK(reached(tally.inns));
    CHECK(reached(tally.cathedrals));
    CHECK(reached(tally.spoilt));
}

/* PD-5 to PD-33 */
static void check_dragon(const struct match_tally *n)
{
    CHECK(reached(n->did[AUDE_FAIRY]));
    CHECK(reached(n->did[AUDE_REMOVE]));
    CHECK(reached(n->did[AUDE_STEP]));
    CHECK(reached(n->through));
    CHECK(reached(n->eaten));
    CHECK(reached(n->starved));
    CHECK(reached(n->happened[AUDE_EV_BACK]));
    for (int when = 0; when < 3; when++) CHECK(reached(n->fairy[when]));
}

TEST(model_agrees_dragon)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_dragon", 60, with_dragon, &tally), 0);
    check_dragon(&tally);
}

/* TOW-4 to TOW-18 */
static void check_tower(const struct match_tally *n)
{
    CHECK(reached(n->did[AUDE_TOWER]));
    CHECK(reached(n->did[AUDE_CAPTURE]));
    CHECK(reached(n->did[AUDE_SWAP]));
    CHECK(reached(n->did[AUDE_RANSOM]));
    CHECK(reached(n->tops));
    CHECK(reached(n->exchanges));
}

TEST(model_agrees_tower)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_tower", 60, with_tower, &tally), 0);
    check_tower(&tally);
}

TEST(model_agrees_one_to_four)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_one_to_four", 60, with_one_to_four, &tally), 0);
    check_dragon(&tally);
    check_tower(&tally);
    CHECK(reached(tally.lonely));
}

/* RIV2-1 to RIV2-16 */
TEST(model_agrees_second_river)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_second_river", 60, with_second_river, &tally), 0);
    CHECK(reached(tally.again));
}

TEST(model_agrees_curling_arms)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_curling_arms", 600, curling_arms, &tally), 0);
    CHECK(reached(tally.reshuffles));
    CHECK(reached(tally.river_discards));
    CHECK(reached(tally.river_ends));
}

/* KR-3 to KR-8, CULT-1 to CULT-12 */
TEST(model_agrees_king_and_cult)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_king_and_cult", 80, with_king_and_cult, &tally),
             0);
    CHECK(reached(tally.lost));
    CHECK(reached(tally.happened[AUDE_EV_AWARD]));
    for (int variant = 0; variant < 4; variant++) CHECK(reached(tally.kings[variant]));
}

/* AM-1 to AM-35 */
static void check_abbey(const struct match_tally *n)
{
    CHECK(reached(n->did[AUDE_ABBEY_TILE]));
    CHECK(reached(n->did[AUDE_FROM_PILE]));
    CHECK(reached(n->did[AUDE_BARN_AT]));
    CHECK(reached(n->did[AUDE_MOVE]));
    CHECK(reached(n->did[AUDE_GO_HOME]));
    CHECK(reached(n->puts[AUDE_MAYOR]));
    CHECK(reached(n->barns));
    CHECK(reached(n->guided));
}

TEST(model_agrees_abbey)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_abbey", 80, with_abbey, &tally), 0);
    check_abbey(&tally);
}

static void check_count(const struct match_tally *n)
{
    CHECK(reached(n->did[AUDE_ENTER]));
    CHECK(reached(n->did[AUDE_COUNT_TO]));
    CHECK(reached(n->did[AUDE_SEND]));
    CHECK(reached(n->market));
}

/* INT-1 to INT-54 */
TEST(model_agrees_all_but_the_count)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_all_but_the_count", 120, with_all_but_the_count,
                          &tally),
             0);
    check_traders(&tally);
    check_dragon(&tally);
    check_tower(&tally);
    check_abbey(&tally);
    CHECK(reached(tally.lonely));
    CHECK(reached(tally.lost));
    CHECK(reached(tally.again));
}

TEST(model_agrees_everything)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_everything", 120, with_all, &tally), 0);
    check_dragon(&tally);
    check_tower(&tally);
    check_abbey(&tally);
    check_count(&tally);
    CHECK(reached(tally.lonely));
    CHECK(reached(tally.happened[AUDE_EV_AWARD]));
}

/* AM-10 */
TEST(model_agrees_late_abbeys)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_late_abbeys", 80, with_late_abbeys, &tally), 0);
    CHECK(reached(tally.late));
    CHECK(reached(tally.dry));
}

/* COC-1 to COC-23 */
TEST(model_agrees_count)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_count", 80, with_count, &tally), 0);
    check_count(&tally);
}

/* COC-1, RIV-2: with the Count and a river there is still one start tile only. */
TEST(one_start_tile_stays_in_the_box)
{
    static struct aude_game game;
    struct aude_setup setup;
    int start = aude_tile_find("base/city-road-straight");

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.expansions = 1u << AUDE_SET_COUNT;
    setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_I;
    setup.sw[AUDE_SWITCH_COUNT_WITH_RIVER] = 1;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    CHECK_EQ(aude_game_left(&game, (aude_kind)start), aude_tiles[start].count - 1);
    setup.sw[AUDE_SWITCH_RIVER_START_TILE] = AUDE_RIVER_START_SHUFFLE;
    setup.sw[AUDE_SWITCH_COUNT_START_TILE] = 1;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    CHECK_EQ(aude_game_left(&game, (aude_kind)start), aude_tiles[start].count);
}
