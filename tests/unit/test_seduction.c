/* test_seduction.c -- the catapult: the nearest follower, and who takes its place. */
#include <string.h>

#include "fair.h"
#include "test.h"

/* -- Seduction ------------------------------------------------------------------------ */

/* CAT-7, CAT-22: the nearest goes home, an own follower from the supply takes its place. */
TEST(the_nearest_is_replaced_from_the_supply)
{
    seduction(0);
    throw_at(0, 522, 2 * 1024 + 522);
    const struct aude_event *nearest = find_event(AUDE_EV_NEAREST, 0);
    if (!CHECK(nearest != NULL)) return;
    CHECK_EQ(nearest->seat, 1);
    CHECK_EQ(nearest->y, 2);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_SEDUCE);
    CHECK_EQ(game.turn.actor, 0);
    CHECK_EQ(fair_refusal("replace large"), AUDE_ERR_REPLACE);
    CHECK_EQ(fair_refusal("replace builder"), AUDE_ERR_REPLACE);
    say("replace small");
    CHECK_EQ(game.player[1].supply[AUDE_SMALL], 7);
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 5);
    CHECK_EQ(standing(0, 2), 1);
    CHECK_EQ(count_events(AUDE_EV_REPLACE), 1);
    CHECK_EQ(count_events(AUDE_EV_SCORE), 0);
    CHECK_EQ(game.turn.actor, 1); /* CAT-5: seat 1 throws at what is there now */
    throw_at(0, 522, 2 * 1024 + 522);
    CHECK_EQ(find_event(AUDE_EV_NEAREST, 0)->seat, 0);
    say("decline");
    CHECK_EQ(game.turn.seat, 1);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_DRAW);
}

/* CAT-22: from elsewhere on the board; its old place is empty. */
TEST(the_replacement_may_come_from_the_board)
{
    seduction(0);
    throw_at(0, 522, 2 * 1024 + 522);
    say("replace small road E W at 1,0");
    CHECK_EQ(standing(1, 0), 0);
    CHECK_EQ(standing(0, 2), 1);
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 6);
    CHECK_EQ(game.player[1].supply[AUDE_SMALL], 7);
    CHECK_EQ(count_events(AUDE_EV_RETURN), 2);
}

/* CAT-7: without touching a tile the token does nothing; nor does it on an empty board. */
TEST(seduction_needs_a_tile_and_a_follower)
{
    seduction(0);
    throw_away();
    CHECK_EQ(count_events(AUDE_EV_NEAREST), 0);
    CHECK_EQ(game.turn.actor, 1);
    fair_round("seduction", 0, 2);
    aude__figure_return(&game, 0, NULL);
    throw_at(0, 512, 512);
    CHECK_EQ(count_events(AUDE_EV_NEAREST), 0);
    CHECK_EQ(game.turn.actor, 1);
}

static bool touches(int32_t x, int32_t y)
{
    return aude__physics_touches_tile(&game, (struct aude_point){x, y});
}

/* CAT-21: the disc of the token touches the square of a tile. */
TEST(a_token_acts_if_its_disc_touches_a_tile)
{
    begin(0, 2);
    CHECK(touches(0, 0));
    CHECK(touches(512, -160));
    CHECK(!touches(512, -161));
    CHECK(touches(1024 + 160, 1024));
    CHECK(!touches(1024 + 161, 1024));
    CHECK(touches(-96, -128)); /* 3 4 5 */
    CHECK(!touches(-97, -128));
}

/* CAT-22: the thrower's own may be replaced, by another kind of his. */
TEST(an_own_follower_is_replaced_by_another_kind)
{
    seduction(1u << AUDE_SET_INNS | 1u << AUDE_SET_ABBEY);
    throw_at(2, 1024 + 512, 512);
    CHECK_EQ(find_event(AUDE_EV_NEAREST, 0)->seat, 0);
    CHECK_EQ(fair_refusal("replace small"), AUDE_ERR_REPLACE);
    CHECK_EQ(fair_refusal("replace mayor"), AUDE_ERR_REPLACE); /* no city */
    CHECK_EQ(fair_refusal("replace barn"), AUDE_ERR_REPLACE);
    CHECK_EQ(fair_refusal("replace wagon"), AUDE_ERR_OK);
    say("replace large");
    CHECK_EQ(game.player[0].supply[AUDE_LARGE], 0);
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 7);
    CHECK_EQ(standing(1, 0), 1);
}

/* Which kinds of his own may the thrower put into the place of figure 0? One bit each. */
static unsigned kinds_for(unsigned handle)
{
    unsigned kinds = 0;

    aude__figure_stand(&game, game.player[1].first, handle);
    game.catapult.chosen = game.player[1].first;
    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++) {
        struct aude_action replace = {
            .kind = AUDE_REPLACE, .figure = (uint8_t)kind, .segment = AUDE_IN_SUPPLY};
        kinds |= (unsigned)!aude_game_why(&game, replace) << kind;
    }
    aude__figure_return(&game, game.player[1].first, NULL);
    return kinds;
}

/* CAT-22: a kind allowed in that place; whether the feature is complete does not matter. */
TEST(replacements_suit_the_place)
{
    enum {
        ANY = 1 << AUDE_SMALL | 1 << AUDE_LARGE,
        WAGON = 1 << AUDE_WAGON,
        MAYOR = 1 << AUDE_MAYOR,
        ABBOT = 1 << AUDE_ABBOT
    };
    struct aude_setup setup;

    begin_with(&setup,
               1u << AUDE_SET_INNS | 1u << AUDE_SET_ABBEY | 1u << AUDE_SET_TRADERS, 2);
    setup.sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_ON;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    aude__board_lay(&game, (aude_kind)aude_tile_find("base/monastery"), 0, 1, 0);
    aude__board_lay(&game, (aude_kind)aude_tile_find("base/road-straight-garden"), 1, 0,
                    0);
    game.turn.phase = AUDE_PHASE_SEDUCE;
    game.turn.actor = 0;
    game.catapult.kind = AUDE_SEDUCTION;
    unsigned start = game.laid[0].first, monastery = game.laid[1].first;
    unsigned garden = game.laid[2].first;
    while (aude__segment(&game, garden)->kind != AUDE_GARDEN) garden++;
    CHECK_EQ(kinds_for(start), ANY | WAGON);             /* a road */
    CHECK_EQ(kinds_for(start + 1), ANY | WAGON | MAYOR); /* a city */
    CHECK_EQ(kinds_for(start + 2), ANY);                 /* a field */
    CHECK_EQ(kinds_for(monastery), ANY | WAGON | ABBOT);
    CHECK_EQ(kinds_for(garden), ABBOT);
    game.feature[game.label[start]].open = 0;
    CHECK_EQ(kinds_for(start), ANY | WAGON); /* complete, and no matter */
}

/* INT-9: the last follower replaced by one of the same player keeps the builder; one that
 * leaves for another place does not. */
TEST(builders_stay_with_a_replaced_follower)
{
    for (int own = 0; own < 2; own++) {
        begin(1u << AUDE_SET_TRADERS | 1u << AUDE_SET_INNS, 2);
        say_all("draw base/road-straight; lay 1,0 0; put small road E W;"
                "draw base/monastery; lay 0,1 0; pass;"
                "draw base/road-straight; lay 2,0 0; put builder road E W;"
                "draw base/monastery; lay 0,2 0; put small monastery;"
                "draw catapult/field; lay 0,3 0; pass; catapult seduction");
        if (own) {
            throw_at(2, 1024 + 512, 512);
            say("replace large");
            CHECK_EQ(game.player[0].supply[AUDE_BUILDER], 0);
        } else {
            throw_at(0, 522, 2 * 1024 + 522);
            say("replace small road E W at 1,0");
            CHECK_EQ(game.player[0].supply[AUDE_BUILDER], 1);
        }
    }
}

/* INT-51: a follower that leaves a tower opens it; one swapped on top keeps it closed. */
TEST(towers_open_when_left_and_stay_closed_when_swapped)
{
    for (int top = 0; top < 2; top++) {
        begin(1u << AUDE_SET_TOWER, 2);
        say_all("draw tower/field; lay 0,1 0; tower 0,1;"
                "draw base/monastery; lay 0,2 0; put small monastery;"
                "draw base/monastery; lay 0,3 0; put small tower at 0,1;"
                "draw catapult/field; lay 0,4 0; pass; catapult seduction");
        CHECK_EQ(game.turn.actor, 1);
        const struct aude_tile *tile = &aude_tiles[game.laid[1].kind];
        throw_at(0, tile->tower_x, 1024 + tile->tower_y);
        CHECK_EQ(find_event(AUDE_EV_NEAREST, 0)->segment, AUDE_ON_TOWER);
        if (top) {
            say("replace small"); /* seat 1 is on top now */
            CHECK_EQ(game.laid[1].closed, 1);
            CHECK_EQ(game.player[0].supply[AUDE_SMALL], 7);
        } else {
            say("decline");
            throw_at(0, 522, 2 * 1024 + 522); /* seat 0 takes the monk's place */
            say("replace small tower at 0,1");
            CHECK_EQ(game.laid[1].closed, 0);
            CHECK_EQ(game.player[1].supply[AUDE_SMALL], 7);
            CHECK_EQ(standing(0, 2), 1);
        }
    }
}

/* CAT-22, INT-51: a fairy bound to a follower that goes is bound to nobody; INT-36: on her
 * tile the new one earns his owner the point of P0. */
TEST(a_fairy_loses_her_follower_but_not_her_tile)
{
    for (unsigned bound = 0; bound < 2; bound++) {
        struct aude_setup setup;
        begin_with(&setup, 1u << AUDE_SET_DRAGON, 2);
        setup.sw[AUDE_SWITCH_FAIRY_BINDING] = (uint8_t)bound;
        CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
        say_all("draw base/monastery; lay 0,1 0; put small monastery;"
                "draw base/monastery; lay 0,2 0; pass;"
                "draw base/monastery; lay 0,3 0; fairy 0 small monastery at 0,1;"
                "draw catapult/field; lay 0,4 0; pass; catapult seduction");
        throw_at(0, 522, 1024 + 522);
        say("replace small");
        CHECK_EQ(game.dragon.fairy, 1);
        if (bound) CHECK_EQ(game.dragon.bound, AUDE_NOWHERE);
        throw_away();
        CHECK_EQ(game.turn.seat, 0);
        CHECK_EQ(game.player[0].points, 0); /* no follower with her any more */
        say_all("draw base/monastery; lay 0,5 0; pass");
        CHECK_EQ(game.turn.seat, 1);
        CHECK_EQ(game.player[1].points, bound ? 0 : 1);
    }
}

/* CAT-21: exact ties are the thrower's to pick. */
TEST(of_several_nearest_the_thrower_picks)
{
    struct aude_action list[8];

    seduction(0);
    /* a second follower in the monk's slot is exactly as near: the very first of all */
    aude__figure_return(&game, 0, NULL);
    aude__figure_stand(&game, 0, game.figure[game.player[1].first].at);
    throw_at(0, 522, 2 * 1024 + 522);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_SEDUCE);
    CHECK_EQ(count_events(AUDE_EV_NEAREST), 0);
    CHECK_EQ(aude_game_actions(&game, list, 8), 3);            /* either, or decline */
    CHECK_EQ(fair_refusal("replace small"), AUDE_ERR_REPLACE); /* first say which */
    CHECK_EQ(fair_refusal("pick 0 small road E W at 1,0"), AUDE_ERR_PICK);
    CHECK_EQ(fair_refusal("pick 0 small monastery at 0,2"), AUDE_ERR_OK);
    CHECK_EQ(fair_refusal("decline"), AUDE_ERR_OK);
    say("pick 1 small monastery at 0,2");
    CHECK_EQ(find_event(AUDE_EV_NEAREST, 0)->seat, 1);
    CHECK_EQ(fair_refusal("pick 0 small monastery at 0,2"), AUDE_ERR_PICK);
    say("replace small");
    CHECK_EQ(game.player[1].supply[AUDE_SMALL], 7);
    CHECK_EQ(standing(0, 2), 2);
}

/* Who has nobody to put there is not asked. */
TEST(a_thrower_without_followers_is_not_asked)
{
    begin(0, 2);
    say_all("draw catapult/field; lay 0,1 0; put small field NL NR EL ER SL SR WL WR");
    game.player[1].supply[AUDE_SMALL] = 0;
    for (unsigned i = 0; i < 7; i++)
        game.figure[game.player[1].first + i].where = AUDE_AT_PRISON;
    game.player[1].at[AUDE_AT_PRISON] = game.player[1].at[AUDE_AT_HOME];
    game.player[1].at[AUDE_AT_HOME] = 0;
    say("catapult seduction");
    throw_at(0, 512, 1024 + 369);
    CHECK_EQ(game.turn.phase,
             AUDE_PHASE_THROW); /* his own kind only: nothing to decide */
    CHECK_EQ(game.turn.actor, 1);
    throw_at(0, 512, 1024 + 369);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_DRAW);
}

/* INT-23, AM: a quarter follower is chosen only where exposed, and replaced in the quarter. */
TEST(an_exposed_quarter_follower_is_replaced_in_its_quarter)
{
    struct aude_point centre;

    begin(1u << AUDE_SET_COUNT | 1u << AUDE_SET_ABBEY, 2);
    game.sw[AUDE_SWITCH_COC_EXPOSED] = 1;
    unsigned figure = game.player[1].first;
    aude__figure_place(&game, figure, AUDE_AT_QUARTER, AUDE_CASTLE);
    CHECK(aude_catapult_figure(&game, figure, &centre));
    game.turn.phase = AUDE_PHASE_SEDUCE;
    game.turn.actor = 0;
    game.catapult.kind = AUDE_SEDUCTION;
    game.catapult.due = 1;
    game.catapult.rest = centre;
    game.catapult.chosen = (uint16_t)figure;
    CHECK_EQ(fair_refusal("replace mayor"), AUDE_ERR_OK); /* COC-5: the castle */
    CHECK_EQ(act((struct aude_action){
                 .kind = AUDE_REPLACE, .figure = AUDE_MAYOR, .segment = AUDE_IN_SUPPLY}),
             AUDE_ERR_OK);
    CHECK_EQ(game.player[1].supply[AUDE_SMALL], 7);
    CHECK_EQ(game.player[0].supply[AUDE_MAYOR], 0);
    for (unsigned i = 0; i < game.n_figures; i++)
        if (game.figure[i].where == AUDE_AT_QUARTER)
            CHECK_EQ(game.figure[i].kind, AUDE_MAYOR);
}
