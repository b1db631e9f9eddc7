/* test_errors.c -- every error code has a way to happen, and this is the list of them. An
 * error that nothing here provokes fails the test: add the line with the error. */
#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "play.h"
#include "test.h"

static struct aude_game game;
static struct aude_reader reader;
static bool seen[AUDE_ERR_COUNT];

/* -- Actions ------------------------------------------------------------------------------ */

static uint8_t garden; /* the switch of the next game */

/* A game with the given tiles on top, seat 0 first. */
static void deal(const char *ids, unsigned river, unsigned abbot)
{
    struct aude_setup setup;
    char copy[400];

    aude_setup_preset(&setup, AUDE_PRESET_GROW_REVISED);
    setup.first = 0;
    setup.tiles_only = 1u << AUDE_SET_TRADERS;
    setup.sw[AUDE_SWITCH_RIVER] = (uint8_t)river;
    setup.sw[AUDE_SWITCH_ABBOT] = (uint8_t)abbot;
    setup.sw[AUDE_SWITCH_GARDEN] = garden;
    snprintf(copy, sizeof copy, "%s", ids);
    for (char *id = strtok(copy, " "); id; id = strtok(NULL, " "))
        setup.order[setup.n_order++] = (aude_kind)aude_tile_find(id);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
}

static void play(const char *words)
{
    struct aude_action action;
    enum aude_err err = aude_action_parse(&game, words, &action);

    if (!err) err = aude_game_play(&game, action, NULL);
    if (err) FAIL("\"%s\" is refused: %s", words, aude_err_name(err));
}

static void refuse(const char *words, enum aude_err err)
{
    struct aude_action action;
    enum aude_err got = aude_action_parse(&game, words, &action);

    if (!got) got = aude_game_play(&game, action, NULL);
    if (got != err)
        FAIL("\"%s\" gives %s, not %s", words, aude_err_name(got), aude_err_name(err));
    seen[got] = true;
}

static void refuse_action(struct aude_action action, enum aude_err err)
{
    CHECK_EQ(aude_game_play(&game, action, NULL), err);
    seen[err] = true;
}

/* Which sides clash is what the edges say, on every cell round the start tile in every turn. */
static void clashing(aude_kind kind)
{
    static const int dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    const struct aude_laid *start = &game.laid[0];

    for (unsigned side = 0; side < 4; side++)
        for (unsigned rot = 0; rot < 4; rot++) {
            unsigned to_start = (side + 2) & 3;
            bool same = aude_tiles[kind].edge[(to_start + 4 - rot) & 3] ==
                        aude_tiles[start->kind].edge[(side + 4 - start->rot) & 3];

            CHECK_EQ(aude_game_clashes(&game, kind, dx[side], dy[side], rot),
                     same ? 0u : 1u << to_start);
        }
    CHECK_EQ(aude_game_clashes(&game, kind, 0, 0, 0), 0u); /* taken: nothing is asked */
}

static void laying(void)
{
    deal("base/road-curve", 0, 0);
    clashing(game.turn.tile);
    refuse("lay 0,0 0", AUDE_ERR_OCCUPIED);
    refuse("lay 1,1 0", AUDE_ERR_DETACHED);
    refuse("lay 1,0 180", AUDE_ERR_NO_FIT);
    refuse("pass", AUDE_ERR_PHASE);
    refuse("lay 1,0 30", AUDE_ERR_ROTATION);
    refuse("leap 1,0 30", AUDE_ERR_WORD);
    refuse_action((struct aude_action){.kind = 99}, AUDE_ERR_ACTION);
    refuse_action((struct aude_action){.kind = AUDE_TELL}, AUDE_ERR_PHASE);
}

static void placing(void)
{
    garden = 1;
    deal("base/road-straight-garden", 0, 1);
    play("lay 1,0 0");
    refuse("put abbot garden", AUDE_ERR_GARDEN_OFF);
    garden = 0;
    deal("base/road-straight-garden base/monastery", 0, 1);
    play("lay 1,0 0");
    refuse("put small city N", AUDE_ERR_NO_SEGMENT);
    refuse("put small garden", AUDE_ERR_GARDEN);
    refuse("put abbot road E W", AUDE_ERR_ABBOT_PLACE);
    refuse("put large road E W", AUDE_ERR_NO_FIGURE);
    refuse("recall 1,0", AUDE_ERR_ABBOT_HOME);
    refuse_action((struct aude_action){.kind = AUDE_PUT, .x = 0, .y = 0},
                  AUDE_ERR_NOT_LAID_TILE);
    play("put small road E W");
    game.turn.phase = AUDE_PHASE_ACTION; /* once more, on the same tile */
    game.turn.tile = AUDE_KIND_NONE;
    refuse("put small road E W", AUDE_ERR_FEATURE_TAKEN);
    game.sw[AUDE_SWITCH_FARMERS] = AUDE_FARMERS_OFF;
    refuse("put small field NL NR EL WR", AUDE_ERR_FARMERS_OFF);
    game.turn.phase = AUDE_PHASE_OVER;
    refuse("pass", AUDE_ERR_OVER);
}

/* An abbot whose surround is full is scored, not recalled. */
static void recalling(void)
{
    deal("base/monastery", 0, 1);
    play("lay 0,1 0");
    play("put abbot monastery");
    game.turn.seat = game.turn.actor = 0;
    game.turn.phase = AUDE_PHASE_ACTION;
    game.feature[game.label[game.laid[1].first]].open = 0;
    refuse("recall 0,1", AUDE_ERR_ABBOT_COMPLETE);
}

/* Lay the tile in hand at the river's end in the first turn that `why` answers so. */
static struct aude_action at_the_end(enum aude_err err)
{
    struct aude_action lay = {
        .kind = AUDE_LAY, .x = game.river.end_x[0], .y = game.river.end_y[0]};

    while (lay.arg < 3 && aude_game_why(&game, lay) != err) lay.arg++;
    CHECK_EQ(aude_game_why(&game, lay), err);
    return lay;
}

static void river(void)
{
    deal("river-1/river-curve river-1/river-curve-garden river-1/river-straight", 1, 0);
    CHECK_EQ(game.river.heading[0], 1); /* the spring of River I flows east */
    refuse_action((struct aude_action){.kind = AUDE_LAY, .x = -1}, AUDE_ERR_RIVER_APART);
    refuse_action(at_the_end(AUDE_ERR_NO_FIT), AUDE_ERR_NO_FIT);
    aude_game_play(&game, at_the_end(AUDE_ERR_OK), NULL);
    play("pass");
    refuse_action(at_the_end(AUDE_ERR_RIVER_UTURN), AUDE_ERR_RIVER_UTURN);
    aude_game_play(&game, at_the_end(AUDE_ERR_OK), NULL);
    play("pass");
    /* Move the spring to where the straight tile would flow: no room there. */
    struct aude_action lay = at_the_end(AUDE_ERR_OK);
    struct aude_action ahead = {.x = (int16_t)(2 * lay.x - game.laid[2].x),
                                .y = (int16_t)(2 * lay.y - game.laid[2].y)};
    aude__board_enter_cell(&game, aude_key(ahead.x, ahead.y), 1);
    game.laid[0].x = ahead.x;
    game.laid[0].y = ahead.y;
    refuse_action(lay, AUDE_ERR_RIVER_BLOCKED);
}

static void building(void)
{
    deal("traders-builders/road-bridge-road", 0, 0);
    game.player[0].supply[AUDE_BUILDER] = game.player[0].supply[AUDE_PIG] = 1;
    play("lay 1,0 0");
    refuse("put builder field NL WR", AUDE_ERR_BUILDER_PLACE);
    refuse("put pig road E W", AUDE_ERR_PIG_PLACE);
    refuse("put builder road E W", AUDE_ERR_BUILDER_ALONE);
    refuse("put pig field NL WR", AUDE_ERR_PIG_ALONE);
    struct aude_feature *road = &game.feature[game.label[game.laid[1].first + 1]];
    aude__feature_followers(road, 0, 1);
    road->open = 0;
    refuse("put builder road E W", AUDE_ERR_BUILDER_COMPLETE);
    road->open = 1;
    road->specials = 1;
    game.figure[1] = (struct aude_figure){.kind = AUDE_BUILDER,
                                          .where = AUDE_AT_SEGMENT,
                                          .at = (uint16_t)(game.laid[1].first + 1),
                                          .tile = 1};
    game.kinds[AUDE_BUILDER] = game.player[0].at[AUDE_AT_SEGMENT] = 2;
    refuse("put builder road E W", AUDE_ERR_SPECIAL_SECOND);
}

/* A game with III and IV, the first tile laid south of the start tile and to be acted on. */
static void deal_with_towers(const char *id)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.first = 0;
    setup.expansions = 1u << AUDE_SET_DRAGON | 1u << AUDE_SET_TOWER;
    setup.sw[AUDE_SWITCH_PRINCESS] = AUDE_PRINCESS_MUST; /* a game asks at its start */
    setup.order[setup.n_order++] = (aude_kind)aude_tile_find(id);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    struct aude_action lay = {.kind = AUDE_LAY, .y = 1};
    while (lay.arg < 3 && aude_game_why(&game, lay)) lay.arg++;
    CHECK_EQ(aude_game_play(&game, lay, NULL), AUDE_ERR_OK);
}

static void dragon_and_princess(void)
{
    deal_with_towers("base/monastery");
    refuse("remove 0 small monastery at 0,1", AUDE_ERR_PRINCESS);
    refuse("fairy 0 small monastery at 0,1", AUDE_ERR_FAIRY_TARGET);
    game.dragon.at = 1;
    refuse("put small monastery", AUDE_ERR_DRAGON_HERE);
    game.sw[AUDE_SWITCH_VOLCANO_SPECIALS] = AUDE_VOLCANO_FORBID;
    game.player[0].supply[AUDE_PIG] = 1;
    aude__feature_followers(&game.feature[game.label[game.laid[1].first + 1]], 0, 1);
    refuse("put pig field NL NR EL ER SL SR WL WR", AUDE_ERR_VOLCANO);
    game.turn.phase = AUDE_PHASE_DRAGON;
    refuse("step S", AUDE_ERR_STEP);
}

/* The first figure of the seat and kind to segment `s` of the tile laid first of all. */
static void stand_on_laid(unsigned seat, enum aude_figure_kind kind, unsigned s)
{
    unsigned i = game.player[seat].first, handle = game.laid[1].first + s;

    while (game.figure[i].kind != kind) i++;
    uint64_t bit = (uint64_t)1 << (i - game.player[seat].first);
    game.figure[i].where = AUDE_AT_SEGMENT;
    game.figure[i].at = (uint16_t)handle;
    game.figure[i].tile = 1;
    game.player[seat].at[AUDE_AT_HOME] &= ~bit;
    game.player[seat].at[AUDE_AT_SEGMENT] |= bit;
    aude__feature_followers(&game.feature[game.label[handle]], seat, 1);
}

/* PD-29, PD-30, PD-32 */
static void princess(void)
{
    unsigned city = 0;

    game.laid[1].kind = (aude_kind)aude_tile_find("princess-dragon/city3-princess");
    while (aude_tiles[game.laid[1].kind].segment[city].kind != AUDE_CITY) city++;
    stand_on_laid(1, AUDE_SMALL, city);
    refuse("pass", AUDE_ERR_PRINCESS_MUST);
    game.sw[AUDE_SWITCH_PRINCESS] = AUDE_PRINCESS_MAY;
    game.sw[AUDE_SWITCH_PRINCESS_AFTER] = AUDE_PRINCESS_NO_FIGURE_TURN;
    game.sw[AUDE_SWITCH_SPECIAL_VICTIMS] = AUDE_VICTIMS_SMALL_LARGE;
    for (unsigned i = 0; i < game.n_figures; i++)
        if (game.figure[i].where == AUDE_AT_SEGMENT) game.figure[i].kind = AUDE_MAYOR;
    game.kinds[AUDE_MAYOR] = 1;
    game.kinds[AUDE_SMALL] &= ~(uint64_t)1;
    refuse_action((struct aude_action){.kind = AUDE_REMOVE,
                                       .figure = AUDE_MAYOR,
                                       .segment = (uint8_t)city,
                                       .arg = 1,
                                       .y = 1},
                  AUDE_ERR_PRINCESS_KIND);
    game.dragon.freed = game.turn.number;
    for (unsigned s = 0; s < aude_tiles[game.laid[1].kind].n_segments; s++)
        if (aude_tiles[game.laid[1].kind].segment[s].kind == AUDE_FIELD)
            refuse_action(
                (struct aude_action){.kind = AUDE_PUT, .segment = (uint8_t)s, .y = 1},
                AUDE_ERR_PRINCESS_AFTER);
}

static void portal_and_princess(void)
{
    deal_with_towers("princess-dragon/city-road-curve-left-portal");
    if (!(aude_tiles[game.laid[1].kind].marks & AUDE_MARK_PORTAL)) FAIL("no portal tile");
    game.feature[game.label[0]].open = 0; /* the road of the start tile */
    refuse("put small road E W at 0,0", AUDE_ERR_PORTAL_COMPLETE);
    game.player[0].supply[AUDE_BUILDER] = 1;
    refuse("put builder road E W at 0,0", AUDE_ERR_PORTAL);
    deal_with_towers("base/monastery");
    princess();
}

/* The first figure, which is at home, to a place off the map. */
static void move_first(enum aude_where where, unsigned at)
{
    game.figure[0].where = (uint8_t)where;
    game.figure[0].at = (uint16_t)at;
    game.player[0].at[AUDE_AT_HOME] &= ~(uint64_t)1;
    game.player[0].at[where] |= 1;
}

static void towers(void)
{
    deal_with_towers("tower/city");
    CHECK(aude_tiles[game.laid[1].kind].marks & AUDE_MARK_TOWER);
    refuse("tower 0,0", AUDE_ERR_TOWER_NONE);
    refuse("put small tower at 0,1", AUDE_ERR_TOWER_TOP);
    refuse("ransom small from 1", AUDE_ERR_RANSOM);
    game.laid[1].closed = 1;
    refuse("tower 0,1", AUDE_ERR_TOWER_CLOSED);
    game.laid[1].closed = 0;
    game.towers.pieces[0] = 0;
    refuse("tower 0,1", AUDE_ERR_TOWER_PIECE);
    move_first(AUDE_AT_PRISON, 1);
    refuse("ransom small from 1", AUDE_ERR_RANSOM_POINTS);
    game.towers.ransomed = 1;
    refuse("ransom small from 1", AUDE_ERR_RANSOM_USED);
    game.turn.phase = AUDE_PHASE_CAPTURE;
    refuse("capture 1 small tower at 0,1", AUDE_ERR_CAPTURE);
    game.towers.last = 1;
    game.sw[AUDE_SWITCH_SPECIAL_VICTIMS] = AUDE_VICTIMS_SMALL_LARGE;
    stand_on_laid(1, AUDE_SMALL, 0);
    game.kinds[AUDE_SMALL] = 0; /* as if it were no small one */
    game.kinds[AUDE_MAYOR] = 1;
    game.figure[game.player[1].first].kind = AUDE_MAYOR;
    refuse_action(
        (struct aude_action){
            .kind = AUDE_CAPTURE, .figure = AUDE_MAYOR, .arg = 1, .y = 1},
        AUDE_ERR_CAPTURE_KIND);
    game.turn.phase = AUDE_PHASE_SWAP;
    refuse("swap large", AUDE_ERR_EXCHANGE);
}

static void lakes_and_shrines(void)
{
    struct aude_setup setup;
    int lake = aude_tile_find("river-2/volcano-lake"),
        shrine = aude_tile_find("cult/shrine");

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.first = 0;
    setup.expansions = 1u << AUDE_SET_CULT;
    setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_II;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    struct aude_action lay = at_the_end(AUDE_ERR_OK);
    aude_game_play(&game, lay, NULL);
    game.laid[1].kind = (aude_kind)lake;
    refuse_action((struct aude_action){.kind = AUDE_PUT, .x = lay.x, .y = lay.y},
                  AUDE_ERR_VOLCANO_LAKE);
    setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    /* Two monasteries beside the cell: pretend the start tile were one, and lay another. */
    game.turn.tile = (aude_kind)aude_tile_find("base/monastery");
    CHECK_EQ(aude_game_play(&game, (struct aude_action){.kind = AUDE_LAY, .y = 1}, NULL),
             AUDE_ERR_OK);
    play("pass");
    game.turn.tile = (aude_kind)aude_tile_find("base/monastery");
    CHECK_EQ(aude_game_play(&game, (struct aude_action){.kind = AUDE_LAY, .y = 2}, NULL),
             AUDE_ERR_OK);
    play("pass");
    CHECK(shrine >= 0);
    game.turn.tile = (aude_kind)shrine;
    refuse_action((struct aude_action){.kind = AUDE_LAY, .x = 1, .y = 1},
                  AUDE_ERR_CULT_LIMIT);
    CHECK_EQ(aude_game_play(&game, (struct aude_action){.kind = AUDE_LAY, .y = 3}, NULL),
             AUDE_ERR_OK);
    play("pass");
    game.turn.tile = (aude_kind)shrine;
    refuse_action((struct aude_action){.kind = AUDE_LAY, .x = 1, .y = 3},
                  AUDE_ERR_CULT_SECOND);
}

/* The part behind the last one of the start tile is the first of the next tile in memory; it
 * goes by its own name only. */
static void no_alias_for_a_neighbour(void)
{
    struct aude_action move = {.kind = AUDE_MOVE, .figure = AUDE_WAGON, .y = 1};
    unsigned wagon = 0;

    while (game.figure[wagon].kind != AUDE_WAGON) wagon++;
    game.sw[AUDE_SWITCH_WAGON_MOVE] = AUDE_WAGON_NEARBY;
    game.figure[wagon].where = AUDE_AT_REST;
    game.figure[wagon].at = 0;
    game.abbeys.wagon = (uint8_t)wagon;
    CHECK_EQ(aude_game_why(&game, move), AUDE_ERR_OK);
    move.segment = aude_tiles[game.laid[0].kind].n_segments;
    move.y = 0;
    refuse_action(move, AUDE_ERR_WAGON_MOVE);
    game.figure[wagon].where = AUDE_AT_HOME;
}

static void abbeys_and_barns(void)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.first = 0;
    setup.expansions = 1u << AUDE_SET_ABBEY;
    setup.order[setup.n_order++] = (aude_kind)aude_tile_find("base/monastery");
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    play("lay 0,1 0");
    refuse("put mayor monastery", AUDE_ERR_MAYOR_PLACE);
    refuse("put wagon field NL NR EL ER SL SR WL WR", AUDE_ERR_WAGON_PLACE);
    refuse("barn 0,0", AUDE_ERR_BARN_CORNER);
    refuse("barn 99,99", AUDE_ERR_BARN_CORNER);
    /* a barn is put on a corner, never on a part of the tile */
    refuse("put barn field NL NR EL ER SL SR WL WR", AUDE_ERR_BARN_CORNER);
    refuse("put barn monastery", AUDE_ERR_BARN_CORNER);
    game.turn.phase = AUDE_PHASE_WAGON;
    game.abbeys.wagon = 0;
    refuse("move wagon monastery at 0,1", AUDE_ERR_WAGON_MOVE);
    no_alias_for_a_neighbour();
    game.turn.phase = AUDE_PHASE_SOURCE;
    refuse("abbey 5,5", AUDE_ERR_ABBEY_NONE);
    game.frontier.demand[0] = 0x1111; /* a hole, as if four fields faced it */
    refuse("abbey 5,5", AUDE_ERR_ABBEY_HOLE);
}

/* Four field tiles around a corner: the barn, then what it forbids. */
static void barns(void)
{
    struct aude_setup setup;
    int monastery = aude_tile_find("base/monastery");

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.first = 0;
    setup.expansions = 1u << AUDE_SET_ABBEY;
    for (int i = 0; i < 4; i++) setup.order[setup.n_order++] = (aude_kind)monastery;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    const char *const moves[] = {"lay 0,1 0", "lay 0,2 0", "lay 1,1 0"};
    for (int i = 0; i < 3; i++) {
        play(moves[i]);
        play("pass");
    }
    play("lay 1,2 0");
    game.turn.laid = 0; /* as if the start tile were the one just laid */
    refuse("barn 1,2", AUDE_ERR_BARN_TILE);
    game.turn.laid = 4;
    play("barn 1,2");
    game.turn.phase = AUDE_PHASE_ACTION;
    game.turn.seat = game.turn.actor = 0;
    game.turn.laid = 4;
    refuse("barn 1,2", AUDE_ERR_BARN_SECOND);
    refuse("put small field NL NR EL ER SL SR WL WR", AUDE_ERR_BARN_FIELD);
}

static void the_count(void)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.first = 0;
    setup.expansions = 1u << AUDE_SET_COUNT;
    setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_I;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_COUNT_RIVER);
    seen[AUDE_ERR_COUNT_RIVER] = true;
    setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    game.turn.phase = AUDE_PHASE_COUNT;
    refuse("count castle", AUDE_ERR_COUNT_MOVE); /* he is there */
    game.turn.phase = AUDE_PHASE_ENTER;
    refuse_action((struct aude_action){.kind = AUDE_ENTER, .arg = AUDE_QUARTERS},
                  AUDE_ERR_QUARTER);
    refuse_action((struct aude_action){.kind = AUDE_ENTER, .figure = AUDE_FIGURE_KINDS},
                  AUDE_ERR_NO_FIGURE);
    game.turn.phase = AUDE_PHASE_MARKET;
    refuse("send market small field NL NR EL WR at -2,-1", AUDE_ERR_SEND);
    move_first(AUDE_AT_QUARTER, game.count.at = AUDE_MARKET);
    refuse("send market small field NL NR EL WR at -2,-1", AUDE_ERR_COUNT_HERE);
}

/* A hidden game in a catapult round: throws, tosses, hands, and what is told of them. */
static void the_catapult(void)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.first = 0;
    setup.hidden = 1;
    setup.expansions = 1u << AUDE_SET_CATAPULT;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    play("draw catapult/field");
    play("lay 0,1 0");
    play("put small field NL NR EL ER SL SR WL WR");
    refuse("catapult trebuchet", AUDE_ERR_CATAPULT_KIND);
    refuse_action((struct aude_action){.kind = AUDE_CATAPULT, .arg = 4},
                  AUDE_ERR_CATAPULT_KIND);
    play("catapult seduction");
    refuse("toss lateral 0 power 0", AUDE_ERR_CATAPULT_ROUND);
    refuse("glimpse 1,1", AUDE_ERR_CATAPULT_ROUND);
    refuse("throw stand 8 aim 0 power 0", AUDE_ERR_THROW);
    refuse("throw stand 999 aim 0 power 0", AUDE_ERR_THROW);
    play("throw stand 0 aim 1024 power 512");
    refuse("scatter 0 41", AUDE_ERR_SCATTER);
    play("scatter -96 40");
    play("throw stand 0 aim 1024 power 400");
    play("scatter 0 0");
    CHECK_EQ(game.turn.phase, AUDE_PHASE_SEDUCE);
    refuse("pick 0 small field NL NR EL ER SL SR WL WR at 0,1", AUDE_ERR_PICK);
    refuse("replace large", AUDE_ERR_REPLACE);
    refuse_action((struct aude_action){.kind = AUDE_REPLACE,
                                       .figure = AUDE_FIGURE_KINDS,
                                       .segment = AUDE_IN_SUPPLY},
                  AUDE_ERR_REPLACE);
    game.turn.phase = AUDE_PHASE_THROW;
    game.catapult.kind = AUDE_CATCH;
    refuse("throw stand 0 aim 0 power 0", AUDE_ERR_CATAPULT_ROUND);
    refuse("toss lateral 512 power 0", AUDE_ERR_TOSS);
    refuse("glimpse 6,0", AUDE_ERR_GLIMPSE);
    refuse("glimpse -1,0", AUDE_ERR_GLIMPSE);
    refuse("glimpse 5,4", AUDE_ERR_GLIMPSE);
    refuse("glimpse 5,-1", AUDE_ERR_GLIMPSE);
    play("glimpse 5,0");
    refuse("hands 1281,0", AUDE_ERR_HANDS);
    play("hands 1280,511");
    refuse("scatter 0 0", AUDE_ERR_GLIMPSE);
    refuse("reveal lateral 0 power 1023", AUDE_ERR_GLIMPSE);
    game.hidden = 0;
    refuse("reveal lateral 0 power 1023", AUDE_ERR_NOT_HIDDEN);
    refuse("scatter 0 0", AUDE_ERR_NOT_HIDDEN);
    game.turn.phase = AUDE_PHASE_THROW;
    refuse("glimpse 5,0", AUDE_ERR_NOT_HIDDEN);
}

static void telling(void)
{
    struct aude_setup setup;
    int lake = aude_tile_find("river-1/lake");

    deal("base/monastery", 0, 0);
    game.turn.phase = AUDE_PHASE_DRAW;
    refuse_action((struct aude_action){.kind = AUDE_TELL}, AUDE_ERR_NOT_HIDDEN);
    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.hidden = 1;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    refuse_action((struct aude_action){.kind = AUDE_TELL, .arg = (uint8_t)lake},
                  AUDE_ERR_NOT_IN_PILE);
}

static void by_hand(void)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.first = 0;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    refuse("set-points 0 5", AUDE_ERR_BY_HAND);
    setup.hidden = 1;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    refuse("set-turn 5", AUDE_ERR_HAND_SEAT);
    refuse("set-points 0 12345", AUDE_ERR_HAND_POINTS);
    refuse("set-points 0 -1", AUDE_ERR_HAND_DEBT);
    refuse("take-figure 0 small city N at 0,0", AUDE_ERR_HAND_NOBODY);
    refuse_action((struct aude_action){.kind = AUDE_SET_FIGURE, .x = 9},
                  AUDE_ERR_HAND_TILE);
    play("set-figure 0 small city N at 0,0");
    refuse("set-figure 1 small city N at 0,0", AUDE_ERR_HAND_TAKEN);
    refuse("set-figure 1 small road E W at 0,0", AUDE_ERR_HAND_CROWD);
    play("take-figure 0 small city N at 0,0");
    play("draw base/city");
    play("lay 0,-1 180");
    play("pass");
    refuse("set-figure 0 small city N at 0,0", AUDE_ERR_HAND_COMPLETE);
    refuse("set-king 0", AUDE_ERR_HAND_SET);
}

static void by_hand_sets(void)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.first = 0;
    setup.hidden = 1;
    setup.expansions = 1u << AUDE_SET_DRAGON | 1u << AUDE_SET_TOWER |
                       1u << AUDE_SET_ABBEY | 1u << AUDE_SET_KING |
                       1u << AUDE_SET_TRADERS;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    refuse("set-dragon 0,0", AUDE_ERR_HAND_VOLCANO);
    refuse("set-king 0", AUDE_ERR_HAND_AWARD);
    refuse("set-goods 0 wine 1", AUDE_ERR_HAND_GOODS);
    play("set-prisoner 0 small by 1");
    refuse("set-prisoner 1 small by 0", AUDE_ERR_HAND_PRISON);
    play("draw princess-dragon/field-volcano");
    play("lay 0,1 0");
    play("pass");
    play("draw princess-dragon/road-end-volcano");
    play("lay 0,2 0");
    play("pass");
    play("draw tower/monastery");
    play("lay 1,1 0");
    play("pass");
    play("draw base/monastery");
    play("lay 1,2 0");
    play("pass");
    play("set-figure 0 small field NL NR EL ER SL SR WL WR at 0,1");
    refuse("set-dragon 0,1", AUDE_ERR_HAND_DRAGON);
    refuse("set-barn 1 1,2", AUDE_ERR_HAND_BARN);
    play("set-tower 0 1,1");
    refuse("take-tower 1 1,1", AUDE_ERR_HAND_PIECE);
}

/* -- Records ------------------------------------------------------------------------------ */

#define HEAD  "aude 1\nrules grow\nseats 2\nfirst 0\n"
#define START HEAD "seed hidden\nplay\n"
#define FIRST START "turn 1 seat 0: draw base/monastery;"

static const struct {
    enum aude_err err;
    const char *text;
} records[] = {
    {AUDE_ERR_HEADER, "hello"},
    {AUDE_ERR_VERSION, "aude 99"},
    {AUDE_ERR_BYTES, HEAD "seed \x02"},
    {AUDE_ERR_WORD, HEAD "sead 1"},
    {AUDE_ERR_NAME, HEAD "name 0"},
    {AUDE_ERR_SEED, HEAD "seed 0x12"},
    {AUDE_ERR_TWICE, HEAD "first 0"},
    {AUDE_ERR_SEATS, "aude 1\nrules grow\nseats 12"},
    {AUDE_ERR_FIRST, "aude 1\nrules grow\nfirst 7"},
    {AUDE_ERR_PRESET, "aude 1\nrules mine"},
    {AUDE_ERR_SWITCH, HEAD "switch on off"},
    {AUDE_ERR_SWITCH_VALUE, HEAD "switch river LOIRE"},
    {AUDE_ERR_SET_MISSING, HEAD "expansions trebuchet\nseed 1\nplay"},
    {AUDE_ERR_ORDER_TILE, HEAD "order base/river"},
    {AUDE_ERR_ORDER_LONG, HEAD "seed 1\norder base/crossing4 base/crossing4\nplay"},
    {AUDE_ERR_SETUP_MISSING, HEAD "play"},
    {AUDE_ERR_SAID, START "turn 2 seat 0"},
    {AUDE_ERR_UNSAID, HEAD "seed 1\nplay\nlay 0,1 0"},
    {AUDE_ERR_HASH, FIRST " hash 0123456789abcdef"},
    {AUDE_ERR_UNFINISHED, START "turn 1 seat 0:\nend 0 0; hash 0123456789abcdef"},
    {AUDE_ERR_RESULT, START "turn 1 seat 0:\nopen 0 1; hash 0123456789abcdef"},
    {AUDE_ERR_TRUNCATED, START},
    {AUDE_ERR_FIGURES, HEAD "figures small 0\nseed 1\nplay"},
    {AUDE_ERR_START, HEAD "start base/city 0,0 0\nstart base/city 0,5 0\nseed 1\nplay"},
};

static void reading(void)
{
    static char longest[AUDE_LINE_MAX + 8];

    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        enum aude_err got =
            play_read(&reader, records[i].text, strlen(records[i].text), NULL);
        if (got != records[i].err)
            FAIL("record %zu gives %s at line %d (%s), not %s", i, aude_err_name(got),
                 reader.line, reader.at, aude_err_name(records[i].err));
        seen[got] = true;
    }
    memset(longest, 'x', sizeof longest);
    CHECK_EQ(play_read(&reader, longest, sizeof longest, NULL), AUDE_ERR_LINE_LONG);
    seen[AUDE_ERR_LINE_LONG] = true;
}

/* BASE-29: a record in which somebody places a second figure in his turn, whatever the tile
 * looks like on which it would have to stand. */
static void second_figure(void)
{
    static char text[PLAY_RECORD_MAX], twice[PLAY_RECORD_MAX];
    struct play_rng rng = {7};
    struct aude_setup setup;
    int tried = 0;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    size_t n = play_record(&rng, &setup, true, &game, text, sizeof text);
    for (const char *put = text; (put = strstr(put, "; put ")); put++, tried++) {
        size_t before = (size_t)(put - text), length = 2 + strcspn(put + 2, ";\n");
        memcpy(twice, text, before + length);
        memcpy(twice + before + length, put, n - before);
        enum aude_err got = play_read(&reader, twice, n + length, NULL);
        if (got != AUDE_ERR_FIGURE_AGAIN)
            FAIL("a second figure gives %s (%s)", aude_err_name(got), reader.at);
    }
    CHECK(tried > 10);
    seen[AUDE_ERR_FIGURE_AGAIN] = true;
}

static void past_the_end(void)
{
    static char text[PLAY_RECORD_MAX];
    struct play_rng rng = {1};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    size_t n = play_record(&rng, &setup, true, &game, text, sizeof text);
    memcpy(text + n, "more\n", 5);
    CHECK_EQ(play_read(&reader, text, n + 5, NULL), AUDE_ERR_AFTER_END);
    seen[AUDE_ERR_AFTER_END] = true;
    setup.n_order = AUDE_TILES_MAX + 1;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_TOO_MANY_TILES);
    seen[AUDE_ERR_TOO_MANY_TILES] = seen[AUDE_ERR_OK] = true;
}

TEST(every_error_is_provoked)
{
    laying();
    placing();
    recalling();
    river();
    building();
    dragon_and_princess();
    portal_and_princess();
    towers();
    lakes_and_shrines();
    abbeys_and_barns();
    barns();
    the_count();
    the_catapult();
    telling();
    by_hand();
    by_hand_sets();
    reading();
    second_figure();
    past_the_end();
    for (unsigned err = 0; err < AUDE_ERR_COUNT; err++)
        if (!seen[err]) FAIL("nothing provokes %s", aude_err_name(err));
}
