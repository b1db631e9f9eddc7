/* test_by_hand.c -- points, turns and figures that people set by hand (engine/by_hand.c). */
#include <string.h>

#include "../play.h"
#include "../test.h"

static struct aude_game game, before;

static void told_game(unsigned expansions)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.hidden = 1;
    setup.first = 0;
    setup.expansions = (aude_sets)expansions;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
}

/* Refused, and nothing changed. */
static void refuse(const char *words, enum aude_err err)
{
    aude_game_copy(&before, &game);
    enum aude_err got = play_words(&game, words);
    if (got != err)
        FAIL("\"%s\": %s instead of %s", words, aude_err_name(got), aude_err_name(err));
    CHECK(play_same_bytes(&before, &game));
}

static void does(const char *words)
{
    enum aude_err err = play_words(&game, words);

    if (err) FAIL("\"%s\" is refused: %s", words, aude_err_name(err));
    const char *wrong = aude_game_check(&game);
    if (wrong) FAIL("after \"%s\": %s", words, wrong);
}

TEST(points_and_turns_are_set)
{
    told_game(0);
    does("set-points 1 34");
    does("set-points 0 -3");
    CHECK_EQ(game.player[1].points, 34);
    CHECK_EQ(game.player[0].points, -3);
    does("set-points 1 by -4");
    CHECK_EQ(game.player[1].points, 30);
    refuse("set-points 1 by 9999", AUDE_ERR_HAND_POINTS);
    refuse("set-points 2 1", AUDE_ERR_HAND_SEAT);
    refuse("set-points 0 10000", AUDE_ERR_HAND_POINTS);
    refuse("set-points 0 -1000", AUDE_ERR_HAND_POINTS);
    refuse("set-points 0", AUDE_ERR_WORD);
    does("set-turn 1");
    CHECK_EQ(game.turn.seat, 1);
    refuse("set-turn 2", AUDE_ERR_HAND_SEAT);
    does("draw base/monastery");
    CHECK_EQ(game.turn.actor, 1);
    refuse("set-turn 0", AUDE_ERR_PHASE);
    does("set-points 1 35");
    does("lay 0,1 0");
    does("set-points 1 36");
    does("put small monastery");
    CHECK_EQ(game.turn.seat, 0); /* the left neighbour of seat 1 */
}

/* The start tile has a city in the north and a road from east to west. */
TEST(figures_are_put_where_one_can_be)
{
    told_game(0);
    does("set-figure 1 small city N at 0,0");
    CHECK_EQ(game.player[1].supply[AUDE_SMALL], 6);
    refuse("set-figure 0 small city N at 0,0", AUDE_ERR_HAND_TAKEN);
    refuse("set-figure 0 small road E W at 0,0", AUDE_ERR_HAND_CROWD);
    refuse("set-figure 0 abbot monastery at 0,0", AUDE_ERR_NO_SEGMENT);
    refuse("set-figure 0 large city N at 0,0", AUDE_ERR_NO_FIGURE);
    refuse("set-figure 0 small city N at 7,7", AUDE_ERR_NOT_LAID_TILE);
    refuse("take-figure 0 small city N at 0,0", AUDE_ERR_HAND_NOBODY);
    does("take-figure 1 small city N at 0,0");
    CHECK_EQ(game.player[1].supply[AUDE_SMALL], 7);
    does("draw base/city");
    does("lay 0,-1 180");
    does("pass");
    refuse("set-figure 0 small city N at 0,0", AUDE_ERR_HAND_COMPLETE);
    does("set-figure 0 small road E W at 0,0");
    CHECK_EQ(aude_game_why(&game, (struct aude_action){.kind = AUDE_SET_FIGURE, .x = 9}),
             AUDE_ERR_HAND_TILE);
}

/* What was completed by the tile just laid is not scored yet: one may still stand there. */
TEST(a_figure_is_in_time_for_what_the_tile_completes)
{
    told_game(0);
    does("draw base/city");
    does("lay 0,-1 180");
    does("set-figure 1 small city N at 0,0");
    does("pass");
    CHECK_EQ(game.player[1].points, 4);
    CHECK_EQ(game.player[1].supply[AUDE_SMALL], 7);
}

/* A builder goes where a follower of its own seat is, whoever's turn it is, and not alone. */
TEST(a_builder_needs_its_follower)
{
    told_game(1u << AUDE_SET_TRADERS);
    does("draw base/city2-through");
    does("lay 0,-1 90");
    does("pass");
    refuse("set-figure 1 builder city N at 0,0", AUDE_ERR_BUILDER_ALONE);
    does("set-figure 1 small city N S at 0,-1");
    refuse("set-figure 0 builder city N at 0,0", AUDE_ERR_BUILDER_ALONE);
    does("set-figure 1 builder city N at 0,0");
    does("take-figure 1 small city N S at 0,-1");
    CHECK_EQ(game.player[1].supply[AUDE_BUILDER], 1); /* INT-9 */
}

/* Whom a real token touched is told before the throw, which then touches nobody. */
TEST(figures_are_taken_before_a_throw)
{
    told_game(1u << AUDE_SET_CATAPULT);
    does("draw catapult/field");
    does("lay 0,1 0");
    does("put small field NL NR EL ER SL SR WL WR");
    does("catapult knock-out");
    refuse("set-points 0 5", AUDE_ERR_PHASE);
    does("take-figure 0 small field NL NR EL ER SL SR WL WR at 0,1");
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 7);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_THROW);
    does("throw stand 0 aim 1024 power 512");
}

TEST(a_real_game_is_not_changed_by_hand)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    refuse("set-points 0 5", AUDE_ERR_BY_HAND);
    refuse("set-figure 0 small city N at 0,0", AUDE_ERR_BY_HAND);
    refuse("take-figure 0 small city N at 0,0", AUDE_ERR_BY_HAND);
}

/* Sets and takes something if it may; true if something was done. */
static bool set_anything(struct play_rng *rng)
{
    struct aude_action action = play_random_nonsense(rng, &game), again;
    char text[160];

    action.kind = (uint8_t)(AUDE_SET_POINTS + play_below(rng, 4));
    if (action.kind == AUDE_SET_POINTS) action.figure = action.segment = 0, action.y &= 1;
    if (action.kind == AUDE_SET_TURN)
        action.figure = action.segment = 0, action.x = action.y = 0;
    if (aude_game_why(&game, action)) return false;
    aude_action_text(&game, action, text, sizeof text);
    CHECK_EQ(aude_action_parse(&game, text, &again), AUDE_ERR_OK);
    CHECK(!memcmp(&again, &action, sizeof action));
    CHECK_EQ(aude_game_play(&game, action, NULL), AUDE_ERR_OK);
    return true;
}

/* Whatever is set in whatever game, everything that the engine keeps still agrees, and the
 * game can be played to its end. */
TEST(random_games_hold_whatever_is_set)
{
    struct aude_setup setup;
    int all = 0;

    for (unsigned seed = 1; seed <= 15; seed++) {
        struct play_rng rng = {seed};
        play_random_setup(&rng, &setup);
        setup.hidden = 1;
        setup.n_order = 0;
        if (aude_game_init(&game, &setup, NULL)) continue;
        while (!aude_game_over(&game)) {
            for (int i = 0; i < 6; i++)
                if (set_anything(&rng)) {
                    all++;
                    const char *wrong = aude_game_check(&game);
                    if (wrong) FAIL("seed %u: %s", seed, wrong);
                }
            CHECK_EQ(aude_game_play(&game, play_random_action(&rng, &game), NULL),
                     AUDE_ERR_OK);
        }
    }
    CHECK(all > 400);
}
