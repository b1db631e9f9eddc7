/* test_by_hand.c -- what people set by hand: points, turns and figures (engine/by_hand.c), and what belongs
 * to the sets (the last part of each file of engine/sets). */
#include <stdio.h>
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
    refuse("set-points 0 -3", AUDE_ERR_HAND_DEBT);
    game.sw[AUDE_SWITCH_RANSOM_DEBT] = 1;
    does("set-points 0 -3");
    CHECK_EQ(game.player[1].points, 34);
    CHECK_EQ(game.player[0].points, -3);
    refuse("set-points 0 -1000", AUDE_ERR_HAND_POINTS);
    game.sw[AUDE_SWITCH_RANSOM_DEBT] = 0;
    does("set-points 0 by -1"); /* a table takes what it likes */
    does("set-points 1 by -4");
    CHECK_EQ(game.player[1].points, 30);
    refuse("set-points 1 by 9999", AUDE_ERR_HAND_POINTS);
    refuse("set-points 2 1", AUDE_ERR_HAND_SEAT);
    refuse("set-points 0 10000", AUDE_ERR_HAND_POINTS);
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
    refuse("set-figure 0 small city N at 7,7", AUDE_ERR_HAND_TILE);
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

/* The dragon: with a volcano, and away from it with a dragon tile; never where somebody is. */
TEST(dragon_and_fairy_are_set)
{
    told_game(1u << AUDE_SET_DRAGON);
    refuse("set-dragon 0,0", AUDE_ERR_HAND_VOLCANO);
    does("draw princess-dragon/field-volcano");
    does("lay 0,1 0");
    does("pass");
    CHECK_EQ(game.dragon.at, 1);
    refuse("set-dragon 0,0", AUDE_ERR_HAND_VOLCANO);
    refuse("set-dragon 7,7", AUDE_ERR_HAND_TILE);
    does("set-dragon 0,1");
    does("set-figure 1 small city N at 0,0");
    refuse("set-fairy 0 small city N at 0,0", AUDE_ERR_HAND_NOBODY);
    does("set-fairy 1 small city N at 0,0");
    CHECK_EQ(game.dragon.fairy, 0);
    CHECK_EQ(game.player[game.figure[game.dragon.bound].seat].supply[AUDE_SMALL], 6);
    told_game(0);
    refuse("set-dragon 0,0", AUDE_ERR_HAND_SET);
    does("set-figure 1 small city N at 0,0");
    refuse("set-fairy 1 small city N at 0,0", AUDE_ERR_HAND_SET);
}

/* A tile with a foundation beside the start tile. */
static void lay_foundation(void)
{
    told_game(1u << AUDE_SET_TOWER);
    for (int kind = 0; kind < aude_tiles_count; kind++)
        for (int rot = 0; rot < 360; rot += 90) {
            char words[80];
            if (aude_tiles[kind].set != AUDE_SET_TOWER ||
                !(aude_tiles[kind].marks & AUDE_MARK_TOWER))
                continue;
            told_game(1u << AUDE_SET_TOWER);
            snprintf(words, sizeof words, "draw %s", aude_tiles[kind].id);
            if (play_words(&game, words)) continue;
            snprintf(words, sizeof words, "lay 0,1 %d", rot);
            if (play_words(&game, words)) continue;
            does("pass");
            return;
        }
    FAIL("no tower tile fits below the start tile");
}

TEST(towers_and_prisoners_are_set)
{
    lay_foundation();
    int pieces = game.towers.pieces[0];
    refuse("set-tower 0 0,0", AUDE_ERR_TOWER_NONE);
    refuse("take-tower 0 0,1", AUDE_ERR_TOWER_NONE);
    does("set-tower 0 0,1");
    does("set-tower 1 0,1");
    CHECK_EQ(game.laid[1].height, 2);
    CHECK_EQ(game.towers.pieces[0], pieces - 1);
    does("take-tower 0 0,1");
    refuse("take-tower 0 0,1", AUDE_ERR_HAND_PIECE);
    for (int i = 0; i < pieces; i++) does("set-tower 0 0,1");
    refuse("set-tower 0 0,1", AUDE_ERR_TOWER_PIECE);
    does("set-figure 1 small tower at 0,1");
    refuse("take-tower 0 0,1", AUDE_ERR_TOWER_CLOSED);
    refuse("set-figure 0 small tower at 0,1", AUDE_ERR_TOWER_CLOSED);
    does("take-figure 1 small tower at 0,1");

    does("set-prisoner 0 small by 1");
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 6);
    refuse("set-prisoner 1 small by 0", AUDE_ERR_HAND_PRISON);
    refuse("set-prisoner 0 small by 0", AUDE_ERR_HAND_SEAT);
    refuse("set-prisoner 0 small by 2", AUDE_ERR_HAND_SEAT);
    refuse("set-prisoner 0 large by 1", AUDE_ERR_NO_FIGURE);
    refuse("take-prisoner 1 small by 0", AUDE_ERR_HAND_NOBODY);
    does("take-prisoner 0 small by 1");
    CHECK_EQ(game.player[0].supply[AUDE_SMALL], 7);
    told_game(0);
    refuse("set-prisoner 0 small by 1", AUDE_ERR_HAND_SET);
    refuse("set-tower 0 0,0", AUDE_ERR_HAND_SET);
}

/* Tokens go from one to another; there are no more than completed cities have given. */
TEST(goods_are_handed_on)
{
    told_game(1u << AUDE_SET_TRADERS);
    refuse("set-goods 0 wine 1", AUDE_ERR_HAND_GOODS);
    refuse("set-goods 0 beer 1", AUDE_ERR_WORD);
    does("draw traders-builders/city2-corner-wine");
    does("lay 0,-1 180");
    does("pass");
    refuse("set-goods 0 wine 1", AUDE_ERR_HAND_GOODS);
    does("draw base/city");
    does("lay 1,-1 270");
    refuse("set-goods 0 wine 1", AUDE_ERR_HAND_GOODS); /* not scored yet */
    does("pass");
    CHECK_EQ(game.traders.goods[1][0], 1);
    refuse("set-goods 0 wine 1", AUDE_ERR_HAND_GOODS);
    does("set-goods 1 wine 0");
    does("set-goods 0 wine 1");
    CHECK_EQ(game.traders.goods[0][0], 1);
    refuse("set-goods 2 wine 0", AUDE_ERR_HAND_SEAT);
    told_game(0);
    refuse("set-goods 0 wine 0", AUDE_ERR_HAND_SET);
}

TEST(king_and_robber_are_set)
{
    told_game(1u << AUDE_SET_KING);
    refuse("set-king 1", AUDE_ERR_HAND_AWARD);
    does("draw base/city");
    does("lay 0,-1 180");
    does("pass");
    CHECK_EQ(game.awards.holder[0], 0);
    does("set-king 1");
    CHECK_EQ(game.awards.holder[0], 1);
    refuse("set-king 2", AUDE_ERR_HAND_SEAT);
    refuse("set-robber 1", AUDE_ERR_HAND_AWARD);
    told_game(0);
    refuse("set-king 1", AUDE_ERR_HAND_SET);
}

TEST(the_count_and_who_is_in_carcassonne_are_set)
{
    told_game(1u << AUDE_SET_COUNT | 1u << AUDE_SET_ABBEY);
    does("set-count market");
    CHECK_EQ(game.count.at, AUDE_MARKET);
    refuse("set-count inn", AUDE_ERR_WORD);
    does("set-figure 1 small blacksmith at 0,0");
    CHECK_EQ(game.player[1].supply[AUDE_SMALL], 6);
    refuse("set-figure 1 mayor market at 0,0", AUDE_ERR_QUARTER);
    refuse("set-figure 1 small market at 1,0", AUDE_ERR_NO_SEGMENT);
    does("take-figure 1 small blacksmith at 0,0");
    CHECK_EQ(game.player[1].supply[AUDE_SMALL], 7);
    told_game(0);
    refuse("set-count market", AUDE_ERR_HAND_SET);
    refuse("set-figure 1 small market at 0,0", AUDE_ERR_NO_SEGMENT);
}

/* Four monasteries meet in a corner of field. */
TEST(a_barn_is_set_where_four_fields_meet)
{
    told_game(1u << AUDE_SET_ABBEY);
    refuse("set-barn 1 0,0", AUDE_ERR_BARN_CORNER);
    does("draw base/monastery");
    does("lay 0,1 0");
    does("pass");
    does("draw base/monastery");
    does("lay 0,2 0");
    does("pass");
    does("draw base/monastery");
    does("lay 1,2 0");
    does("pass");
    does("draw base/monastery");
    does("lay 1,1 0");
    does("set-figure 0 small field NL NR EL ER SL SR WL WR at 0,1");
    does("pass");
    refuse("set-barn 1 1,2", AUDE_ERR_HAND_BARN);
    does("take-figure 0 small field NL NR EL ER SL SR WL WR at 0,1");
    does("set-barn 1 1,2");
    CHECK_EQ(game.player[1].supply[AUDE_BARN], 0);
    refuse("set-barn 1 1,2", AUDE_ERR_NO_FIGURE);
    refuse("set-barn 0 1,2", AUDE_ERR_BARN_SECOND);
    refuse("set-figure 0 small field NL NR EL ER SL SR WL WR at 0,1",
           AUDE_ERR_BARN_FIELD);
    told_game(0);
    refuse("set-barn 0 0,0", AUDE_ERR_NO_FIGURE);
}

TEST(a_real_game_is_not_changed_by_hand)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    refuse("set-points 0 5", AUDE_ERR_BY_HAND);
    refuse("set-figure 0 small city N at 0,0", AUDE_ERR_BY_HAND);
    refuse("take-figure 0 small city N at 0,0", AUDE_ERR_BY_HAND);
    refuse("set-dragon 0,0", AUDE_ERR_BY_HAND);
    refuse("set-fairy 0 small city N at 0,0", AUDE_ERR_BY_HAND);
    refuse("set-tower 0 0,0", AUDE_ERR_BY_HAND);
    refuse("take-tower 0 0,0", AUDE_ERR_BY_HAND);
    refuse("set-prisoner 0 small by 1", AUDE_ERR_BY_HAND);
    refuse("take-prisoner 0 small by 1", AUDE_ERR_BY_HAND);
    refuse("set-goods 0 wine 1", AUDE_ERR_BY_HAND);
    refuse("set-king 0", AUDE_ERR_BY_HAND);
    refuse("set-robber 0", AUDE_ERR_BY_HAND);
    refuse("set-count castle", AUDE_ERR_BY_HAND);
    refuse("set-barn 0 0,0", AUDE_ERR_BY_HAND);
}

static int times[AUDE_ACTION_KINDS]; /* how often each kind was done */

/* Names a figure that is on a tile, or a corner; by chance alone that is rare. */
static void aim(struct play_rng *rng, struct aude_action *action)
{
    const struct aude_figure *figure = &game.figure[play_below(rng, game.n_figures)];
    const struct aude_laid *laid = &game.laid[play_below(rng, game.n_laid)];

    action->x = laid->x;
    action->y = laid->y;
    action->arg &= 1;
    if (figure->where != AUDE_AT_SEGMENT || action->kind == AUDE_HAND_BARN) return;
    laid = &game.laid[figure->tile];
    action->x = laid->x;
    action->y = laid->y;
    action->arg = figure->seat;
    action->figure = figure->kind;
    action->segment = (uint8_t)(figure->at - laid->first);
}

/* Sets and takes something if it may; true if something was done. */
static bool set_anything(struct play_rng *rng)
{
    struct aude_action action = play_random_nonsense(rng, &game), again;
    char text[160];

    action.kind =
        (uint8_t)(AUDE_SET_POINTS + play_below(rng, AUDE_ACTION_KINDS - AUDE_SET_POINTS));
    if (action.kind == AUDE_HAND_FAIRY || action.kind == AUDE_HAND_BARN)
        aim(rng, &action);
    unsigned has = aude_action_fields(action.kind);
    bool number = has & AUDE_HAS_NUMBERS;
    if (number) action.x = (int16_t)play_below(rng, 4);
    if (action.kind == AUDE_SET_POINTS) action.y &= 1;
    if (!(has & AUDE_HAS_CELL) && action.kind != AUDE_SET_POINTS) action.y = 0;
    if (!(has & AUDE_HAS_CELL) && !number) action.x = 0;
    if (!(has & (AUDE_HAS_FIGURE | AUDE_HAS_GOODS))) action.figure = 0;
    if (!(has & AUDE_HAS_SEGMENT)) action.segment = 0;
    if (!(has & (AUDE_HAS_OTHER | AUDE_HAS_QUARTER))) action.arg = 0;
    if (aude_game_why(&game, action)) return false;
    aude_action_text(&game, action, text, sizeof text);
    CHECK_EQ(aude_action_parse(&game, text, &again), AUDE_ERR_OK);
    CHECK(!memcmp(&again, &action, sizeof action));
    CHECK_EQ(aude_game_play(&game, action, NULL), AUDE_ERR_OK);
    times[action.kind]++;
    return true;
}

/* Whatever is set in whatever game, everything that the engine keeps still agrees, and the
 * game can be played to its end. */
TEST(random_games_hold_whatever_is_set)
{
    struct aude_setup setup;
    int all = 0;

    for (unsigned seed = 1; seed <= 24; seed++) {
        struct play_rng rng = {seed};
        play_random_setup(&rng, &setup);
        setup.hidden = 1;
        setup.n_order = 0;
        if (aude_game_init(&game, &setup, NULL)) continue;
        while (!aude_game_over(&game)) {
            for (int i = 0; i < 12; i++) all += set_anything(&rng);
            const char *wrong = aude_game_check(&game);
            if (wrong) FAIL("seed %u: %s", seed, wrong);
            CHECK_EQ(aude_game_play(&game, play_random_action(&rng, &game), NULL),
                     AUDE_ERR_OK);
        }
    }
    CHECK(all > 400);
    for (unsigned kind = AUDE_SET_POINTS; kind < AUDE_ACTION_KINDS; kind++)
        if (!times[kind]) FAIL("\"%s\" was never possible", aude_action_name(kind));
}
