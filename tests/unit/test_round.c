/* test_round.c -- rounds of the catapult: when, who, chance, clocks, records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair.h"
#include "play.h"
#include "test.h"

static struct aude_game other, view;

/* -- The round ------------------------------------------------------------------------ */

/* CAT-1: twelve fair tiles; CAT-3: the active player chooses any kind, in every round. */
TEST(every_kind_can_be_chosen_in_every_round)
{
    struct aude_action list[64];
    int fairs = 0;

    begin(0, 2);
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (aude_tiles[kind].marks & AUDE_MARK_FAIR)
            fairs += aude_game_left(&game, (aude_kind)kind);
    CHECK_EQ(fairs, 12);
    say_all("draw catapult/field; lay 0,1 0; pass");
    for (int round = 0; round < 2; round++) {
        CHECK_EQ(game.turn.phase, AUDE_PHASE_CATAPULT);
        CHECK_EQ(game.turn.actor, game.turn.seat);
        CHECK_EQ(aude_game_actions(&game, list, 64), AUDE_CATAPULT_KINDS);
        say("catapult target");
        throw_away();
        throw_away();
        if (!round) say_all("draw catapult/monastery-split-field; lay 0,2 0; pass");
    }
    CHECK_EQ(fair_refusal("catapult target"), AUDE_ERR_PHASE);
}

/* CAT-3: all in seat order from the active player, each once; CAT-4: then the left
 * neighbour of the active player has his turn. */
TEST(everybody_throws_once_from_the_active_player)
{
    begin(0, 4);
    say_all("draw base/road-straight; lay 1,0 0; pass;"
            "draw base/road-straight; lay 2,0 0; pass;"
            "draw catapult/field; lay 0,1 0; pass; catapult knock-out");
    CHECK_EQ(game.turn.seat, 2);
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQ(game.turn.phase, AUDE_PHASE_THROW);
        CHECK_EQ(game.turn.actor, (2 + i) % 4);
        CHECK_EQ(fair_refusal("pass"), AUDE_ERR_PHASE); /* throwing is compulsory */
        throw_away();
    }
    CHECK_EQ(game.turn.seat, 3);
    CHECK_EQ(game.turn.number, 4);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_DRAW);
    CHECK_EQ(game.catapult.due, 0);
    CHECK_EQ(game.catapult.throws, 4);
}

/* A double turn in which the first tile brings the fair. */
static void earn_second(unsigned timing)
{
    struct aude_setup setup;

    begin_with(&setup, 1u << AUDE_SET_TRADERS, 2);
    setup.sw[AUDE_SWITCH_CATAPULT_TIMING] = (uint8_t)timing;
    setup.draws_max = 6;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    say_all("draw base/road-straight; lay 1,0 0; put small road E W;"
            "draw base/city; lay 0,-1 180; pass;"
            "draw base/road-straight; lay 2,0 0; put builder road E W;"
            "draw base/monastery; lay 1,1 0; pass;"
            "draw catapult/road2-corner; lay 3,0 0; pass");
    CHECK(count_events(AUDE_EV_EARN) || game.turn.earned);
}

static void throw_all_away(const char *kind)
{
    char words[40];

    snprintf(words, sizeof words, "catapult %s", kind);
    say(words);
    for (unsigned i = 0; i < game.n_seats; i++) throw_away();
}

/* CAT-2: the round follows the whole turn; two fairs are two rounds, each about its own. */
TEST(a_double_turn_comes_before_its_rounds)
{
    earn_second(AUDE_CATAPULT_TURN_END);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_SECOND);
    say_all("second; draw catapult/field; lay 2,1 0; pass");
    CHECK_EQ(game.turn.phase, AUDE_PHASE_CATAPULT);
    CHECK_EQ(game.catapult.due, 2);
    say("catapult target");
    CHECK_EQ(find_event(AUDE_EV_ROUND, 0)->x, 3);
    CHECK_EQ(find_event(AUDE_EV_ROUND, 0)->y, 0);
    throw_away();
    throw_away();
    CHECK_EQ(game.turn.phase, AUDE_PHASE_CATAPULT);
    CHECK_EQ(game.turn.actor, 0);
    say("catapult knock-out");
    CHECK_EQ(find_event(AUDE_EV_ROUND, 0)->x, 2);
    CHECK_EQ(find_event(AUDE_EV_ROUND, 0)->y, 1);
    throw_away();
    CHECK(!aude_game_over(&game));
    throw_away();
    CHECK(
        aude_game_over(&game)); /* the stack was empty: both rounds came before the end */
}

/* CAT-2, INT-1: PART_END holds the round before the second part. */
TEST(part_end_holds_the_round_before_the_second_part)
{
    earn_second(AUDE_CATAPULT_PART_END);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_CATAPULT);
    throw_all_away("knock-out");
    CHECK_EQ(game.turn.phase, AUDE_PHASE_SECOND); /* INT-4: earned is earned */
    CHECK_EQ(game.turn.actor, 0);
    say_all("second; draw catapult/field; lay 2,1 0; pass");
    CHECK_EQ(game.turn.phase, AUDE_PHASE_CATAPULT);
    CHECK_EQ(game.catapult.due, 1);
    throw_all_away("target");
    CHECK(aude_game_over(&game));
}

/* CAT-2: whoever declines the second part still has the round of the first. */
TEST(a_declined_second_part_leaves_the_round)
{
    earn_second(AUDE_CATAPULT_TURN_END);
    say("decline");
    CHECK_EQ(game.turn.phase, AUDE_PHASE_CATAPULT);
}

/* INT-52: the second part finds no tile that fits; the round is held, then the game ends. */
TEST(a_round_is_held_though_the_second_part_found_no_tile)
{
    earn_second(AUDE_CATAPULT_TURN_END);
    say_all("second; draw base/city4-shield");
    CHECK_EQ(count_events(AUDE_EV_DISCARD), 1);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_CATAPULT);
    CHECK_EQ(game.turn.actor, 0);
    throw_all_away("target");
    CHECK(aude_game_over(&game));
    CHECK_EQ(game.turn.seat, 0);
}

/* CAT-15: OFF, and the fair is a picture. */
TEST(without_rounds_the_fair_is_a_picture)
{
    struct aude_setup setup;

    begin_with(&setup, 0, 2);
    setup.sw[AUDE_SWITCH_CATAPULT_MODE] = AUDE_CATAPULT_OFF;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    say_all("draw catapult/field; lay 0,1 0; pass");
    CHECK_EQ(game.turn.phase, AUDE_PHASE_DRAW);
    CHECK_EQ(game.turn.seat, 1);
}

/* -- Chance --------------------------------------------------------------------------- */

static int expected_tri(struct aude__rng *rng, int most)
{
    int one = (int)aude__rng_below(rng, 1024), two = (int)aude__rng_below(rng, 1024);

    return (one + two - 1023) * most / 1023;
}

/* CAT-16: range, then angle, from a stream of its own, a fresh block for every throw; CAT-15:
 * in DIRECT mode the hand comes first. */
TEST(scatter_comes_from_its_own_stream)
{
    for (unsigned direct = 0; direct < 2; direct++)
        for (unsigned kind = AUDE_TARGET; kind <= AUDE_CATCH; kind++) {
            authority(&other, kind);
            game.sw[AUDE_SWITCH_CATAPULT_MODE] = (uint8_t)direct;
            for (uint32_t i = 0; i < 3; i++) {
                struct aude__rng rng;
                aude__rng_init(&rng, aude_seed(77), AUDE__STREAM_CATAPULT, i);
                if (kind == AUDE_CATCH) {
                    say("toss lateral 0 power 500");
                    say("hands off");
                } else {
                    say("throw stand 3 aim 2500 power 400");
                }
                const struct aude_event *scatter = find_event(AUDE_EV_SCATTER, 0);
                if (!CHECK(scatter != NULL)) return;
                CHECK_EQ(scatter->at.x, direct ? expected_tri(&rng, 24) : 0);
                CHECK_EQ(scatter->at.y, direct ? expected_tri(&rng, 40) : 0);
                CHECK_EQ(scatter->x, expected_tri(&rng, kind == AUDE_CATCH ? 82 : 96));
                CHECK_EQ(scatter->y, expected_tri(&rng, kind == AUDE_CATCH ? 82 : 40));
            }
        }
}

/* Whatever is thrown, the tiles come in the same order (INT-17). */
TEST(throws_do_not_disturb_the_draws)
{
    struct aude_setup setup;

    for (unsigned seed = 1; seed <= 5; seed++) {
        begin_with(&setup, 0, 3);
        setup.hidden = 0;
        setup.seed = aude_seed(seed);
        CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
        setup.sw[AUDE_SWITCH_CATAPULT_MODE] = AUDE_CATAPULT_OFF;
        CHECK_EQ(aude_game_init(&other, &setup, NULL), AUDE_ERR_OK);
        while (!aude_game_over(&game))
            CHECK_EQ(aude_game_play(&game, aude_game_default(&game), NULL), AUDE_ERR_OK);
        while (!aude_game_over(&other))
            aude_game_play(&other, aude_game_default(&other), NULL);
        CHECK_EQ(game.n_laid, other.n_laid);
        CHECK_EQ(game.catapult.throws, 36);
        CHECK_EQ(other.catapult.throws, 0);
        CHECK(!memcmp(game.laid, other.laid, game.n_laid * sizeof game.laid[0]));
    }
}

/* Small scatters are likelier than large ones, all are possible, none is beyond its bound. */
TEST(scatter_is_a_triangle)
{
    int count[2 * AUDE_CAT_S_A + 1] = {0}, n = test_amount(60000, 600000);

    authority(&other, AUDE_TARGET);
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0) aude_game_copy(&game, &other);
        game.seed.hi = (uint64_t)i;
        CHECK_EQ(act((struct aude_action){.kind = AUDE_THROW, .x = 5, .y = 5}),
                 AUDE_ERR_OK);
        count[find_event(AUDE_EV_SCATTER, 0)->y + AUDE_CAT_S_A]++;
        if (test_failures()) return;
    }
    int inner = 0;
    for (int i = 0; i <= 2 * AUDE_CAT_S_A; i++) {
        if (i >= 20 && i <= 60) inner += count[i];
    }
    CHECK(count[2] && count[2 * AUDE_CAT_S_A - 2]);
    /* of a triangle three quarters and a bit lie in the middle half */
    CHECK(abs(inner - n * 76 / 100) < n / 50);
}

/* CAT-12: every whole number of the range is accepted, none beyond. */
TEST(throws_are_accepted_in_their_range_only)
{
    struct aude_range range;

    fair_round("knock-out", 0, 2);
    CHECK(aude_game_range(&game, &range));
    CHECK_EQ(range.kind, AUDE_THROW);
    CHECK_EQ(range.arg_hi, 7);
    CHECK_EQ(range.x_hi, 4095);
    CHECK_EQ(range.y_hi, 1023);
    CHECK_EQ(fair_refusal("throw stand 7 aim 4095 power 1023"), AUDE_ERR_OK);
    CHECK_EQ(fair_refusal("throw stand 0 aim 0 power 0"), AUDE_ERR_OK);
    CHECK_EQ(fair_refusal("throw stand 8 aim 0 power 0"), AUDE_ERR_THROW);
    CHECK_EQ(fair_refusal("throw stand 0 aim 4096 power 0"), AUDE_ERR_THROW);
    CHECK_EQ(fair_refusal("throw stand 0 aim -1 power 0"), AUDE_ERR_THROW);
    CHECK_EQ(fair_refusal("throw stand 0 aim 0 power 1024"), AUDE_ERR_THROW);
    CHECK_EQ(fair_refusal("throw stand 0 aim 0"), AUDE_ERR_WORD);
    CHECK_EQ(fair_refusal("toss lateral 0 power 700"), AUDE_ERR_CATAPULT_ROUND);
    say("throw stand 7 aim 4095 power 1023");
    CHECK(aude_game_range(&game, &range));
    CHECK_EQ(range.kind, AUDE_SCATTER);
    CHECK_EQ(fair_refusal("scatter 97 0"), AUDE_ERR_SCATTER);
    CHECK_EQ(fair_refusal("scatter 0 -41"), AUDE_ERR_SCATTER);
    CHECK_EQ(fair_refusal("scatter 96 -40 hand 1 0"),
             AUDE_ERR_SCATTER); /* METER has none */
    CHECK_EQ(fair_refusal("scatter 96 -40"), AUDE_ERR_OK);
}

/* -- Clocks --------------------------------------------------------------------------- */

static void expect_default(const char *words)
{
    char text[96];

    aude_action_text(&game, aude_game_default(&game), text, sizeof text);
    CHECK_STR(text, words);
    CHECK_EQ(aude_game_why(&game, aude_game_default(&game)), AUDE_ERR_OK);
}

/* CAT-19, CAT-28: what happens when the clock runs out. */
TEST(clocks_that_run_out_throw_straight_ahead)
{
    seduction(0);
    expect_default("throw stand 0 aim 1024 power 512");
    throw_at(0, 522, 2 * 1024 + 522);
    expect_default("decline");
    say("decline");
    fair_round("catch", 0, 2);
    expect_default("toss lateral 0 power 700");
    CHECK_EQ(act((struct aude_action){.kind = AUDE_GLIMPSE, .x = 3, .y = 2}),
             AUDE_ERR_OK);
    expect_default("hands 896,128");
    say("hands off");
    CHECK_EQ(aude_game_default(&game).kind, AUDE_NO_ACTION); /* chance has no clock */
    fair_round("catch", 0, 2);
    CHECK_EQ(act((struct aude_action){.kind = AUDE_GLIMPSE, .x = 5, .y = 0}),
             AUDE_ERR_OK);
    expect_default("hands 1280,-384"); /* as far as hands reach */
}

/* INT-55: a whole game without anybody; the first place in reading order, no figures. */
TEST(a_game_plays_itself_when_everybody_is_away)
{
    struct play_rng rng = {72};
    struct aude_setup setup;

    for (int i = 0; i < test_amount(60, 1000); i++) {
        play_random_setup(&rng, &setup);
        CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
        while (!aude_game_over(&game)) {
            /* every fourth decision is taken by somebody */
            struct aude_action action = play_below(&rng, 4)
                                            ? aude_game_default(&game)
                                            : play_random_action(&rng, &game);
            if (!CHECK_EQ(act(action), AUDE_ERR_OK)) return;
        }
        CHECK_EQ(aude_game_default(&game).kind, AUDE_NO_ACTION);
    }
    begin(0, 2);
    say("draw base/city");
    expect_default("lay 0,-1 180"); /* north before south */
    say("lay 0,-1 180");
    expect_default("pass");
    say("pass");
    say("draw base/monastery");
    expect_default("lay 0,-2 0");
}

/* -- Records -------------------------------------------------------------------------- */

/* CAT-35: a record holds kind, numbers, reactions and where each token lay; one changed
 * number is found. */
TEST(a_record_holds_every_throw_and_where_it_lay)
{
    static char text[PLAY_RECORD_MAX], broken[PLAY_RECORD_MAX];
    static struct aude_reader reader;
    static const char *const words[] = {" rest ", " scatter ", " aim ", " power "};
    struct play_rng rng = {73};
    struct aude_setup setup;

    begin_with(&setup, 0, 2);
    setup.hidden = 0;
    setup.seed = aude_seed(3);
    size_t n = play_record(&rng, &setup, true, &game, text, sizeof text);
    CHECK_EQ(play_read(&reader, text, n, NULL), AUDE_ERR_OK);
    CHECK_EQ(aude_game_hash(&reader.game), aude_game_hash(&game));
    CHECK(strstr(text, "; catapult ") != NULL);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        memcpy(broken, text, n + 1);
        char *at = strstr(broken, words[i]);
        if (!CHECK(at != NULL)) continue;
        at += strlen(words[i]);
        if (*at == '-') at++;
        *at = *at == '9' ? '1' : (char)(*at + 1);
        CHECK(play_read(&reader, broken, n, NULL) != AUDE_ERR_OK);
    }
    char *rest = strstr(text, " rest "), *end = strchr(rest + 1, ';');
    memmove(rest, end + 1, strlen(end)); /* left out altogether */
    CHECK_EQ(play_read(&reader, text, strlen(text), NULL), AUDE_ERR_UNSAID);
}

/* The record of a view, from what it is told: no toss stands in it before its reaction. */
TEST(a_view_writes_a_record_without_secrets)
{
    static char text[PLAY_RECORD_MAX];
    static struct aude_reader reader;
    static struct aude_event list[AUDE_EVENTS_MAX];
    static struct aude_action told[64];
    static struct aude_game before;
    struct aude_head head = {.name = {"A", "B", "C"}};
    struct play_rng rng = {74};
    char words[96];

    begin_with(&head.setup, 1u << AUDE_SET_TOWER, 3);
    head.setup.hidden = 0;
    head.setup.seed = aude_seed(4);
    size_t n = aude_record_head(&head, false, text, sizeof text);
    struct aude_events mine = {.list = list, .max = AUDE_EVENTS_MAX};
    head.setup.hidden = 1;
    CHECK_EQ(aude_game_init(&view, &head.setup, &mine), AUDE_ERR_OK);
    n += aude_record_step(&view, "", &mine, text + n, sizeof text - n);
    head.setup.hidden = 0;
    events = (struct aude_events){.list = heard, .max = AUDE_EVENTS_MAX};
    CHECK_EQ(aude_game_init(&game, &head.setup, &events), AUDE_ERR_OK);
    struct aude_action action = {.kind = AUDE_NO_ACTION};
    aude_game_copy(&before, &game);
    for (;;) {
        int told_n = aude_game_tell(&before, action, &events, told, 64);
        for (int i = 0; i < told_n; i++) {
            mine.n = 0;
            aude_action_text(&view, told[i], words, sizeof words);
            if (!CHECK_EQ(aude_game_play(&view, told[i], &mine), AUDE_ERR_OK)) return;
            n += aude_record_step(&view, words, &mine, text + n, sizeof text - n);
        }
        CHECK_EQ(aude_game_hash(&view), aude_game_hash(&game));
        if (aude_game_over(&game)) break;
        action = play_random_action(&rng, &game);
        aude_game_copy(&before, &game);
        CHECK_EQ(act(action), AUDE_ERR_OK);
    }
    n += aude_record_end(&view, text + n, sizeof text - n);
    CHECK_EQ(play_read(&reader, text, n, NULL), AUDE_ERR_OK);
    CHECK_EQ(aude_game_hash(&reader.game), aude_game_hash(&game));
    CHECK(strstr(text, "glimpse ") != NULL);
    CHECK(strstr(text, "toss ") == NULL);
}
