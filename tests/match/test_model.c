/* test_model.c -- the engine against the oracle (model.h), in random games (match.h).
 *
 *     AUDE_LONG=1            20 times as many games
 *     AUDE_QUICK=1           an eighth of them
 *     AUDE_MODEL_GAME=n      only the game of this number, as a difference prints it; n-m
 *                            the games of these numbers
 *     AUDE_MODEL_TALLY=1     say what the games came across
 */
#include "match.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Play `games` games whose setups `vary` completes. Returns in how many the two differed;
 * a few are enough to print. */
static int play_matches(const char *name, int games, void (*vary)(struct match *),
                        struct match_tally *tally)
{
    static struct match match;
    const char *only = getenv("AUDE_MODEL_GAME");
    char *rest = NULL;
    uint64_t number = only ? strtoull(only, &rest, 10) : 0, end = number + 1;
    int different = 0;

    if (!only) end = (uint64_t)test_amount(games, 20 * games);
    if (rest && *rest == '-') end = strtoull(rest + 1, NULL, 10) + 1;
    for (; number < end && different < 3; number++) {
        match_prepare(&match, name, number, tally);
        vary(&match);
        if (!match_play(&match)) different++;
    }
    if (getenv("AUDE_MODEL_TALLY")) match_say_tally(name, tally);
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

    CHECK_EQ(play_matches("model_agrees_base", 60, match_as_preset, &tally), 0);
    CHECK(reached(tally.ties));
    for (int kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        CHECK(kind == AUDE_GARDEN || reached(tally.by_kind[kind]));
}

TEST(model_agrees_river_and_abbot)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_river_and_abbot", 60, match_with_river_and_abbot,
                          &tally),
             0);
    CHECK(reached(tally.by_kind[AUDE_GARDEN]));
    CHECK(reached(tally.recalls));
}

TEST(model_agrees_any_setup)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_any_setup", 100, match_anything, &tally), 0);
}

TEST(model_agrees_compact)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_compact", 80, match_huddled, &tally), 0);
    CHECK(reached(tally.loops));
    CHECK(reached(tally.doubles));
}

TEST(model_agrees_curling_river)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_curling_river", 1500, match_curling, &tally), 0);
    CHECK(reached(tally.reshuffles));
    CHECK(reached(tally.river_discards));
    CHECK(reached(tally.river_ends));
}

TEST(model_agrees_hard_tiles_last)
{
    struct match_tally tally = {0};

    CHECK_EQ(
        play_matches("model_agrees_hard_tiles_last", 60, match_hard_tiles_last, &tally),
        0);
    CHECK(reached(tally.discards));
    CHECK(reached(tally.unplaceable_ends));
    CHECK(reached(tally.late)); /* AM-10 */
}

/* IC-2, IC-4 to IC-14 */
TEST(model_agrees_inns)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_inns", 60, match_with_inns, &tally), 0);
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

    CHECK_EQ(play_matches("model_agrees_traders", 120, match_with_traders, &tally), 0);
    check_traders(&tally);
    for (int rule = 0; rule < 3; rule++) CHECK(reached(tally.herds[rule]));
    CHECK(reached(tally.shared));
    CHECK(reached(tally.skipped));
}

TEST(model_agrees_one_and_two)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_one_and_two", 60, match_with_one_and_two, &tally),
             0);
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

    CHECK_EQ(play_matches("model_agrees_dragon", 60, match_with_dragon, &tally), 0);
    check_dragon(&tally);
}

/* PD-30, PD-32, TOW-9: both readings, with what may still be done after a removal. */
TEST(model_agrees_princesses)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_princesses", 60, match_with_princesses, &tally),
             0);
    CHECK(reached(tally.did[AUDE_REMOVE]));
    CHECK(reached(tally.after[0]));
    CHECK(reached(tally.after[1]));
    CHECK(reached(tally.barred));
}

/* PD-22 to PD-24 */
TEST(model_agrees_late_volcanoes)
{
    struct match_tally tally = {0};

    CHECK_EQ(
        play_matches("model_agrees_late_volcanoes", 24, match_late_volcanoes, &tally), 0);
    CHECK(reached(tally.happened[AUDE_EV_BACK]));
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

    CHECK_EQ(play_matches("model_agrees_tower", 60, match_with_tower, &tally), 0);
    check_tower(&tally);
}

TEST(model_agrees_one_to_four)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_one_to_four", 60, match_with_one_to_four, &tally),
             0);
    check_dragon(&tally);
    check_tower(&tally);
    CHECK(reached(tally.lonely));
}

/* RIV2-1 to RIV2-16 */
TEST(model_agrees_second_river)
{
    struct match_tally tally = {0};

    CHECK_EQ(
        play_matches("model_agrees_second_river", 60, match_with_second_river, &tally),
        0);
    CHECK(reached(tally.again));
}

TEST(model_agrees_curling_arms)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_curling_arms", 600, match_curling_arms, &tally),
             0);
    CHECK(reached(tally.reshuffles));
    CHECK(reached(tally.river_discards));
    CHECK(reached(tally.river_ends));
}

/* KR-3 to KR-8, CULT-1 to CULT-12 */
TEST(model_agrees_king_and_cult)
{
    struct match_tally tally = {0};

    CHECK_EQ(
        play_matches("model_agrees_king_and_cult", 80, match_with_king_and_cult, &tally),
        0);
    CHECK(reached(tally.lost));
    CHECK(reached(tally.happened[AUDE_EV_LOSE]));
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

    CHECK_EQ(play_matches("model_agrees_abbey", 80, match_with_abbey, &tally), 0);
    check_abbey(&tally);
}

/* AM-12, AM-26, AM-32 */
TEST(model_agrees_many_figures)
{
    struct match_tally tally = {0};

    CHECK_EQ(
        play_matches("model_agrees_many_figures", 60, match_with_many_figures, &tally),
        0);
    CHECK(reached(tally.wagons));
    CHECK(reached(tally.puts[AUDE_MAYOR]));
    CHECK(reached(tally.barns));
}

/* AM-16, AM-21, AM-23: both readings, several barns a seat. */
TEST(model_agrees_barns)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_barns", 60, match_with_barns, &tally), 0);
    CHECK(reached(tally.barns));
    CHECK(reached(tally.early[0]));
    CHECK(reached(tally.early[1]));
    CHECK(reached(tally.far));
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

    CHECK_EQ(play_matches("model_agrees_all_but_the_count", 120,
                          match_with_all_but_the_count, &tally),
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

    CHECK_EQ(play_matches("model_agrees_everything", 120, match_with_all, &tally), 0);
    check_dragon(&tally);
    check_tower(&tally);
    check_abbey(&tally);
    check_count(&tally);
    CHECK(reached(tally.lonely));
    CHECK(reached(tally.happened[AUDE_EV_AWARD]));
}

/* CAT-1 to CAT-29 */
static void check_catapult(const struct match_tally *n)
{
    for (int kind = 0; kind < AUDE_CATAPULT_KINDS; kind++)
        CHECK(reached(n->rounds[kind]));
    for (int how = AUDE_MISSED; how <= AUDE_CAUGHT; how++)
        CHECK(reached(n->catches[how]));
    CHECK(reached(n->chain[0]));
    CHECK(reached(n->from_board));
    CHECK(reached(n->did[AUDE_REPLACE] - n->from_board));
    CHECK(reached(n->last_round));
    CHECK(reached(n->shared_prize));
}

TEST(model_agrees_catapult)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_catapult", 40, match_with_catapult, &tally), 0);
    check_catapult(&tally);
    CHECK(reached(tally.alone));
}

TEST(model_agrees_fair_after_fair)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_fair_after_fair", 24, match_with_fair_after_fair,
                          &tally),
             0);
    CHECK(reached(tally.second_round));
}

TEST(model_agrees_crowded_fair)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_crowded_fair", 60, match_crowded_fair, &tally),
             0);
    for (int step = 0; step <= 2; step++) CHECK(reached(tally.chain[step]));
}

TEST(model_agrees_exposed_court)
{
    struct match_tally tally = {0};

    CHECK_EQ(
        play_matches("model_agrees_exposed_court", 20, match_with_exposed_court, &tally),
        0);
    CHECK(reached(tally.exposed));
    CHECK(reached(tally.did[AUDE_PICK]));
}

/* INT-52 */
TEST(model_agrees_dry_second_part)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_dry_second_part", 72, match_with_dry_second_part,
                          &tally),
             0);
    CHECK(reached(tally.dry_round));
}

TEST(model_agrees_everything_and_catapult)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_everything_and_catapult", 40,
                          match_with_all_and_catapult, &tally),
             0);
    CHECK(reached(tally.exposed));
    CHECK(reached(tally.on_top));
    CHECK(reached(tally.alone));
}

/* AM-10 */
TEST(model_agrees_late_abbeys)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_late_abbeys", 80, match_with_late_abbeys, &tally),
             0);
    CHECK(reached(tally.late));
    CHECK(reached(tally.dry));
}

/* COC-1 to COC-23 */
TEST(model_agrees_count)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_count", 80, match_with_count, &tally), 0);
    check_count(&tally);
}

TEST(model_agrees_court)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_court", 80, match_with_court, &tally), 0);
    check_count(&tally);
    CHECK(reached(tally.parts));
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

#ifdef AUDE_TINY_SET
/* Base game and milestones alone, so that only a milestone makes a road's tiles worth 2. */
static void with_milestones(struct match *t)
{
    match_as_preset(t);
    t->setup.expansions = 1u << AUDE_SET_MILESTONES;
    t->setup.copies[AUDE_SET_MILESTONES] = 2;
    t->setup.sw[AUDE_SWITCH_MILESTONE] = t->number % 4 == 3;
}

/* TINY-1 */
TEST(model_agrees_milestones)
{
    struct match_tally tally = {0};

    CHECK_EQ(play_matches("model_agrees_milestones", 60, with_milestones, &tally), 0);
    CHECK(reached(tally.inns));
}
#endif
