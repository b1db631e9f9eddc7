/* test_review.c -- a game looked at afterwards: blunders are found, luck is no skill. */
#include "ai/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "test.h"

static struct aude_game game;
static const struct ai_limits few = {.playouts = 48};

static struct aude_action parsed(const char *words)
{
    struct aude_action action = {.kind = AUDE_NO_ACTION};

    CHECK_EQ(aude_action_parse(&game, words, &action), AUDE_ERR_OK);
    return action;
}

static double loss_of(struct aude_action action, uint64_t seed,
                      struct ai_review_move *move)
{
    struct ai_rng rng;

    ai_rng_init(&rng, seed);
    CHECK(ai_review_move(&game, action, &few, &rng, move));
    return move->points;
}

/* Four points lie there: a city of two tiles is closed, and nobody is put on it. */
static double the_blunder(struct ai_review_move *move)
{
    CHECK_EQ(play_words(&game, "draw base/city"), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "lay 0,-1 180"), AUDE_ERR_OK);
    double points = loss_of(parsed("pass"), 1, move);
    CHECK_EQ(play_words(&game, "pass"), AUDE_ERR_OK);
    return points;
}

TEST(points_left_lying_are_the_costliest_move)
{
    struct play_rng rng = {5};
    struct ai_review_move move;
    struct ai_rng ai;
    double most = 0;

    CHECK_EQ(play_told_game(&game, 2), AUDE_ERR_OK);
    double blunder = the_blunder(&move);
    CHECK(!move.same);
    CHECK_EQ(move.best.action.kind, AUDE_PUT);
    CHECK(blunder > 2.5);
    CHECK(move.loss > 0.02);
    CHECK(move.best.win[0] > move.played.win[0]);
    ai_rng_init(&ai, 2);
    while (game.turn.number < 9) {
        if (game.turn.actor == AUDE_SEAT_NONE) {
            aude_game_play(&game, play_random_action(&rng, &game), NULL);
            continue;
        }
        struct aude_action action = ai_choose(ai_find("level-2"), &game, NULL, &ai);
        ai_review_move(&game, action, &few, &ai, &move);
        if (move.points > most) most = move.points;
        CHECK_EQ(aude_game_play(&game, action, NULL), AUDE_ERR_OK);
    }
    CHECK(blunder > most);
}

TEST(the_best_move_costs_nothing)
{
    struct ai_review_move move;

    CHECK_EQ(play_told_game(&game, 2), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "draw base/city"), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "lay 0,-1 180"), AUDE_ERR_OK);
    loss_of(parsed("pass"), 1, &move);
    struct aude_action best = move.best.action;
    CHECK(loss_of(best, 1, &move) < 1e-9);
    CHECK(move.same && move.loss < 1e-9 && move.error < 1e-9);
    CHECK(!memcmp(&move.best.action, &best, sizeof best));
}

static void draw_luck(const char *id, uint64_t seed, struct ai_review_draw *draw)
{
    int kind = aude_tile_find(id);
    struct ai_rng rng;

    CHECK(kind >= 0);
    ai_rng_init(&rng, seed);
    ai_review_draw(&game, (aude_kind)kind, &few, &rng, draw);
    CHECK(draw->kinds > 1);
}

/* The tile that closes one's own large city, and one that does nothing for it. */
TEST(a_tile_that_fits_is_luck_for_one_and_none_for_the_other)
{
    struct ai_review_draw good, bad;

    CHECK_EQ(play_told_game(&game, 2), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "draw base/city4-shield"), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "lay 0,-1 0"), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "put small city N E S W"), AUDE_ERR_OK);
    draw_luck("base/city", 3, &good);
    draw_luck("base/monastery-road", 3, &bad);
    for (unsigned seat = 0; seat < 2; seat++) {
        CHECK(fabs(good.win[seat] - bad.win[seat]) < 1e-9); /* before it was known */
        CHECK(fabs(good.luck[seat] + good.luck[1 - seat]) < 1e-6);
        CHECK(fabs(good.points[seat] + good.points[1 - seat]) < 1e-4);
        CHECK(fabs(good.win[seat] + good.luck[seat] - good.after[seat]) < 1e-9);
    }
    CHECK(fabs(good.win[0] + good.win[1] - 1) < 1e-6);
    CHECK(fabs(good.points[1] - bad.points[1]) > 0.1);
}

/* Luck is measured against the mean: over all that can come it cancels out. */
TEST(the_luck_of_all_tiles_together_is_nothing)
{
    double sum = 0, size = 0;
    int tiles = 0;

    CHECK_EQ(play_told_game(&game, 3), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "draw base/city4-shield"), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "lay 0,-1 0"), AUDE_ERR_OK);
    CHECK_EQ(play_words(&game, "put small city N E S W"), AUDE_ERR_OK);
    for (aude_kind kind = 0; kind < AUDE_KIND_NONE; kind++) {
        struct ai_review_draw draw;
        struct ai_rng rng;
        int left = aude_game_left(&game, kind);
        if (!left) continue;
        ai_rng_init(&rng, 7);
        ai_review_draw(&game, kind, &few, &rng, &draw);
        tiles += left;
        sum += left * draw.points[1];
        size += left * fabs(draw.points[1]);
    }
    CHECK_EQ(tiles, 70);
    CHECK(fabs(sum / tiles) < 1e-3);
    CHECK(size / tiles > 0.05);
}

/* Any sets, any decision: the same numbers again, and sane ones. */
TEST(a_review_is_the_same_again)
{
    struct play_rng rng = {31};
    int moves = 0, draws = 0;

    for (int i = 0; i < test_amount(16, 120); i++) {
        struct aude_setup setup;
        play_random_setup(&rng, &setup);
        setup.hidden = 1;
        if (setup.first >= setup.n_seats) setup.first = 0;
        if (aude_game_init(&game, &setup, NULL)) continue;
        for (uint32_t skip = play_below(&rng, 60); skip && !aude_game_over(&game); skip--)
            aude_game_play(&game, play_random_action(&rng, &game), NULL);
        if (aude_game_over(&game)) continue;
        struct ai_rng one = {.state = 0}, two;
        struct aude_action action = play_random_action(&rng, &game);
        ai_rng_init(&one, 9);
        ai_rng_init(&two, 9);
        if (game.turn.actor == AUDE_SEAT_NONE) {
            struct ai_review_draw a, b;
            ai_review_draw(&game, action.arg, &few, &one, &a);
            ai_review_draw(&game, action.arg, &few, &two, &b);
            CHECK(!memcmp(&a.luck, &b.luck, sizeof a.luck) && a.error == b.error);
            draws++;
        } else {
            struct ai_review_move a, b;
            ai_review_move(&game, action, &few, &one, &a);
            ai_review_move(&game, action, &few, &two, &b);
            CHECK(a.loss == b.loss && a.points == b.points && a.error == b.error);
            CHECK(a.loss >= 0 && a.loss <= 1 && a.points >= 0);
            moves++;
        }
        CHECK_EQ(one.state, two.state);
    }
    CHECK(moves + draws > 0);
}
