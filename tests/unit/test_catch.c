/* test_catch.c -- the catapult: tosses and hands, and what is a secret between them. */
#include <string.h>

#include "fair.h"
#include "play.h"
#include "test.h"

static struct aude_game view;

/* -- Catch ---------------------------------------------------------------------------- */

/* A toss to x with lateral y as everybody else hears of it, hands, then the numbers. */
static void toss(int power, int lateral, const char *hands, const char *scatter)
{
    struct aude_action thrown = {
        .kind = AUDE_TOSS, .x = (int16_t)lateral, .y = (int16_t)power};

    CHECK_EQ(act(aude__catapult_list_glimpse_of(thrown)), AUDE_ERR_OK);
    say(hands);
    CHECK_EQ(game.turn.actor, AUDE_SEAT_NONE);
    thrown.kind = AUDE_REVEAL;
    CHECK_EQ(act(thrown), AUDE_ERR_OK);
    say(scatter);
}

/* Points of thrower and catcher after one toss of seat 0 to seat 1. */
static void expect_toss(int power, const char *hands, int thrower, int catcher)
{
    fair_round("catch", 0, 3);
    toss(power, 0, hands, "scatter 0 0");
    CHECK_EQ(game.player[0].points, thrower);
    CHECK_EQ(game.player[1].points, catcher);
    CHECK_EQ(game.player[2].points, 0);
    CHECK_EQ(count_events(AUDE_EV_SCORE), 1);
    CHECK_EQ(find_event(AUDE_EV_SCORE, 0)->feature, AUDE_FROM_CATCH);
    CHECK_EQ(find_event(AUDE_EV_REST, 0)->at.x, power * 1280 / 1023);
}

/* CAT-29: the example of the rules, x = 700 and 400. */
TEST(four_outcomes_of_a_catch)
{
    CHECK_EQ(560 * 1280 / 1023, 700);
    CHECK_EQ(320 * 1280 / 1023, 400);
    expect_toss(560, "hands 700,0", 0, 5); /* caught */
    expect_toss(560, "hands off", 5, 0);   /* missed beyond the rule */
    expect_toss(320, "hands off", 0, 5);   /* missed before it */
    expect_toss(560, "hands 900,0", 5, 0); /* touched */
    expect_toss(320, "hands 600,0", 5, 0);
    expect_toss(320, "hands 400,10", 0, 5);
}

/* CAT-29: the rule itself is far enough. */
TEST(a_toss_as_far_as_the_rule_counts)
{
    fair_round("catch", 0, 3);
    toss(409, 0, "hands off", "scatter 1 0"); /* 511 + 1 */
    CHECK_EQ(game.player[0].points, 5);
    fair_round("catch", 0, 3);
    toss(409, 0, "hands off", "scatter 0 0");
    CHECK_EQ(game.player[1].points, 5);
}

/* CAT-27: up to 150 caught, up to 240 touched. */
TEST(hands_reach_so_far)
{
    struct aude_point hands = {700, 0};

    CHECK_EQ(aude__physics_catch(hands, (struct aude_point){850, 0}), AUDE_CAUGHT);
    CHECK_EQ(aude__physics_catch(hands, (struct aude_point){851, 0}), AUDE_TOUCHED);
    CHECK_EQ(aude__physics_catch(hands, (struct aude_point){700, -240}), AUDE_TOUCHED);
    CHECK_EQ(aude__physics_catch(hands, (struct aude_point){700, -241}), AUDE_MISSED);
    CHECK_EQ(aude__physics_catch(hands, (struct aude_point){790, 120}),
             AUDE_CAUGHT); /* 3 4 5 */
    CHECK_EQ(aude__physics_catch(hands, (struct aude_point){791, 120}), AUDE_TOUCHED);
}

/* CAT-10: round the table, each to the left neighbour; every seat throws and catches once. */
TEST(everybody_throws_to_the_left_neighbour)
{
    fair_round("catch", 0, 3);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQ(game.turn.phase, AUDE_PHASE_THROW);
        CHECK_EQ(game.turn.actor, i);
        CHECK_EQ(act((struct aude_action){.kind = AUDE_GLIMPSE, .x = 3, .y = 1}),
                 AUDE_ERR_OK);
        CHECK_EQ(find_event(AUDE_EV_TOSS, 0)->other, (i + 1) % 3);
        CHECK_EQ(game.turn.phase, AUDE_PHASE_CATCH);
        CHECK_EQ(game.turn.actor, (i + 1) % 3);
        say_all("hands off; reveal lateral -100 power 700; scatter 0 0");
    }
    CHECK_EQ(game.turn.seat, 1);
}

/* CAT-30: two players throw to each other. */
TEST(two_players_throw_to_each_other)
{
    fair_round("catch", 0, 2);
    toss(700, 0, "hands off", "scatter 0 0");
    CHECK_EQ(game.turn.actor, 1);
    toss(700, 0, "hands 875,0", "scatter 0 0");
    CHECK_EQ(game.player[0].points,
             10); /* his throw was missed, and he caught the other */
    CHECK_EQ(game.player[1].points, 0);
}

/* CAT-25: intended and true point, the hand errors of DIRECT mode before the scatter. */
TEST(a_toss_ends_at_its_true_point)
{
    struct aude_setup setup;

    begin_with(&setup, 0, 2);
    setup.sw[AUDE_SWITCH_CATAPULT_MODE] = AUDE_CATAPULT_DIRECT;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    say_all("draw catapult/field; lay 0,1 0; pass; catapult catch");
    toss(1000, -500, "hands off", "scatter -82 82 hand -24 40");
    CHECK_EQ(find_event(AUDE_EV_REST, 0)->at.x, 1280 - 82); /* power stops at 1023 */
    CHECK_EQ(find_event(AUDE_EV_REST, 0)->at.y, -512 + 82);
    const struct aude_event *reveal = find_event(AUDE_EV_REVEAL, 0);
    if (!CHECK(reveal != NULL)) return;
    CHECK_EQ(reveal->x, -500);
    CHECK_EQ(reveal->y, 1000);
    toss(1023, 511, "hands 1280,511", "scatter 0 -1 hand 24 -40");
    CHECK_EQ(find_event(AUDE_EV_REST, 0)->at.x, 983 * 1280 / 1023);
    CHECK_EQ(find_event(AUDE_EV_REST, 0)->at.y, 510);
}

/* CAT-26: the cells of the glimpse, and what the numbers behind one may be. */
TEST(a_glimpse_is_a_cell_of_the_intended_point)
{
    static const int16_t cells[][4] = {
        {-512, 0, 0, 0}, {-257, 204, 0, 0}, {-256, 205, 1, 1}, {-1, 409, 1, 1},
        {0, 410, 2, 2},  {511, 1022, 4, 3}, {511, 1023, 5, 3}};
    struct aude_range range;

    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        struct aude_action thrown = {
            .kind = AUDE_TOSS, .x = cells[i][0], .y = cells[i][1]};
        CHECK_EQ(aude__catapult_list_glimpse_of(thrown).x, cells[i][2]);
        CHECK_EQ(aude__catapult_list_glimpse_of(thrown).y, cells[i][3]);
    }
    for (int power = 0; power <= 1023; power++) {
        struct aude_action thrown = {.kind = AUDE_TOSS, .y = (int16_t)power};
        fair_round("catch", 0, 2);
        CHECK_EQ(act(aude__catapult_list_glimpse_of(thrown)), AUDE_ERR_OK);
        say("hands off");
        CHECK(aude_game_range(&game, &range));
        CHECK_EQ(range.kind, AUDE_REVEAL);
        CHECK(power >= range.y_lo && power <= range.y_hi);
        thrown.kind = AUDE_REVEAL;
        for (int edge = 0; edge < 2; edge++) {
            thrown.y = edge ? range.y_hi : range.y_lo;
            CHECK_EQ(aude__catapult_list_glimpse_of(thrown).x, game.catapult.glimpse[0]);
            CHECK_EQ(aude_game_why(&game, thrown), AUDE_ERR_OK);
            thrown.y = (int16_t)(edge ? range.y_hi + 1 : range.y_lo - 1);
            CHECK_EQ(aude_game_why(&game, thrown), AUDE_ERR_GLIMPSE);
        }
        power = range.y_hi; /* the next cell */
    }
}

/* CAT-26, CAT-31, CAT-34: two tosses in one cell cannot be told apart until the reaction: not
 * by the hash, not by the events, not by any byte of any view. */
TEST(a_toss_is_a_secret_until_the_reaction)
{
    static struct aude_game one, two, seen;
    struct aude_action toss1 = {.kind = AUDE_TOSS, .x = 10, .y = 700},
                       toss2 = {.kind = AUDE_TOSS, .x = 200, .y = 770},
                       hands = {.kind = AUDE_HANDS, .arg = 1, .x = 900, .y = 100};

    authority(&one, AUDE_CATCH);
    aude_game_copy(&two, &one);
    aude_game_copy(&game, &one);
    CHECK_EQ(act(toss1), AUDE_ERR_OK);
    aude_game_copy(&one, &game);
    struct aude_event first = heard[0];
    CHECK_EQ(events.n, 1);
    aude_game_copy(&game, &two);
    CHECK_EQ(act(toss2), AUDE_ERR_OK);
    aude_game_copy(&two, &game);
    CHECK(!memcmp(&first, &heard[0], sizeof first));
    CHECK(!play_same_bytes(&one, &two)); /* the authority knows */
    CHECK_EQ(aude_game_hash(&one), aude_game_hash(&two));
    for (unsigned seat = 0; seat < 3; seat++) {
        aude_game_view(&view, &one, seat);
        aude_game_view(&seen, &two, seat);
        CHECK(play_same_bytes(&view, &seen));
        CHECK_EQ(aude_game_hash(&view), aude_game_hash(&one));
    }
    CHECK_EQ(aude_game_play(&one, hands, NULL), AUDE_ERR_OK);
    CHECK_EQ(aude_game_play(&two, hands, NULL), AUDE_ERR_OK);
    CHECK_EQ(one.catapult.aim | one.catapult.power, 0); /* and forgotten afterwards */
}

/* CAT-33: what a view hears of a toss, in this order and no more. */
TEST(a_view_hears_glimpse_then_reaction_then_numbers)
{
    static struct aude_game before;
    struct aude_action told[8];
    struct aude_action thrown = {.kind = AUDE_TOSS, .x = -3, .y = 999};
    struct aude_action hands = {.kind = AUDE_HANDS};

    authority(&before, AUDE_CATCH);
    aude_game_view(&view, &before, 1);
    CHECK_EQ(act(thrown), AUDE_ERR_OK);
    CHECK_EQ(aude_game_tell(&before, thrown, &events, told, 8), 1);
    CHECK_EQ(told[0].kind, AUDE_GLIMPSE);
    CHECK_EQ(aude_game_play(&view, told[0], NULL), AUDE_ERR_OK);
    aude_game_copy(&before, &game);
    CHECK_EQ(act(hands), AUDE_ERR_OK);
    CHECK_EQ(aude_game_tell(&before, hands, &events, told, 8), 3);
    CHECK_EQ(told[0].kind, AUDE_HANDS);
    CHECK_EQ(told[1].kind, AUDE_REVEAL);
    CHECK_EQ(told[1].x, -3);
    CHECK_EQ(told[1].y, 999);
    CHECK_EQ(told[2].kind, AUDE_SCATTER);
    for (int i = 0; i < 3; i++)
        CHECK_EQ(aude_game_play(&view, told[i], NULL), AUDE_ERR_OK);
    CHECK_EQ(aude_game_hash(&view), aude_game_hash(&game));
    /* from a hidden game there is nothing to add, and few places cut the list */
    CHECK_EQ(aude_game_tell(&view, hands, &events, told, 1), 1);
    CHECK_EQ(aude_game_tell(&before, hands, &events, told, 1), 3);
}

/* CAT-31: a player may think a toss of his own through in his view. */
TEST(a_hidden_game_can_think_a_toss_through)
{
    fair_round("catch", 0, 2);
    say_all("toss lateral 0 power 560; hands 700,0; scatter 0 0");
    CHECK_EQ(game.player[1].points, 5);
}
