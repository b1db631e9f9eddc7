/* test_levels.c -- the errors of the lower levels, the tastes of the styles, and that a higher
 * level plays better. */
#include "ai/search.h"

#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "test.h"

static struct aude_game game, view;
static struct eval eval, other;
static struct search_candidate list[SEARCH_CANDIDATES_MAX];

/* A tile is in hand, and some are laid. */
static void some_position(struct play_rng *rng)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.seed = aude_seed(play_below(rng, 100000));
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    for (int i = 0; i < 60 || game.turn.phase != AUDE_PHASE_TILE; i++)
        aude_game_play(&game, play_random_action(rng, &game), NULL);
    aude_game_view(&view, &game, game.turn.actor);
}

static int far_off(struct aude_action lay)
{
    const struct aude_laid *last = &view.laid[view.n_laid - 1];

    return abs(lay.x - last->x) + abs(lay.y - last->y);
}

TEST(who_overlooks_all_that_is_far_lays_near_the_last_tile)
{
    static const struct search_plan sees = {.candidates = SEARCH_CANDIDATES_MAX},
                                    overlooks = {.candidates = 1, .overlook = 1};
    struct ai_limits none = {0};
    struct play_rng any = {41};
    int near = 0;

    for (int i = 0; i < 40; i++) {
        struct ai_rng rng;
        bool can = false;
        some_position(&any);
        ai_rng_init(&rng, 1);
        int n = search_run(&view, &sees, &none, &rng, list);
        for (int k = 0; k < n; k++) can |= far_off(list[k].line.action[0]) <= 2;
        CHECK(search_run(&view, &overlooks, &none, &rng, list) == 1);
        if (!can) continue;
        near++;
        CHECK(far_off(list[0].line.action[0]) <= 2);
    }
    CHECK(near > 10);
}

TEST(who_forgets_thinks_that_laid_tiles_may_still_come)
{
    struct play_rng any = {42};
    int gone = 0;

    for (int i = 0; i < 20; i++) {
        int all = 0;
        some_position(&any);
        eval_init(&eval, &view, NULL);
        eval_forget(&eval, &view);
        for (int k = 0; k < eval.n_bag; k++) {
            all += eval.bag[k].n;
            gone += !aude_game_left(&view, eval.bag[k].kind);
        }
        CHECK(all >= eval.left && all <= eval.left + eval.n_bag); /* each is rounded up */
    }
    CHECK(gone > 0);
}

TEST(a_taste_changes_what_it_is_about_and_nothing_else)
{
    static const struct eval_taste plain = {.own = {1, 1, 1, 1, 1}, .rival = 1},
                                   no_fields = {.own = {1, 1, 1, 1, 0}, .rival = 1};
    struct play_rng any = {43};
    int less = 0;

    for (int i = 0; i < 40; i++) {
        float is[AUDE_SEATS_MAX], same[AUDE_SEATS_MAX], without[AUDE_SEATS_MAX];
        some_position(&any);
        unsigned seat = view.turn.actor;
        eval_init(&eval, &view, NULL);
        eval_init(&other, &view, NULL);
        other.taster = seat;
        eval_points(&eval, &view, NULL, NULL, is);
        other.taste = &plain;
        eval_points(&other, &view, NULL, NULL, same);
        other.taste = &no_fields;
        eval_points(&other, &view, NULL, NULL, without);
        CHECK(!memcmp(is, same, view.n_seats * sizeof *is));
        CHECK(is[1 - seat] == without[1 - seat] && without[seat] <= is[seat]);
        less += without[seat] < is[seat];
    }
    CHECK(less > 0);
}

/* Half a win is a draw. */
static int halves_won(const struct ai_player *a, const struct ai_player *b, uint64_t seed,
                      unsigned first)
{
    struct aude_setup setup;
    struct ai_rng rng;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.seed = aude_seed(seed);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    ai_rng_init(&rng, seed);
    while (!aude_game_over(&game)) {
        aude_game_view(&view, &game, game.turn.actor);
        const struct ai_player *player = game.turn.actor == first ? a : b;
        aude_game_play(&game, ai_choose(player, &view, NULL, &rng), NULL);
    }
    int lead = game.player[first].points - game.player[1 - first].points;
    return (lead >= 0) + (lead > 0);
}

TEST(a_level_wins_against_the_one_two_below)
{
    for (int level = 0; level + 2 < 6; level++) {
        int halves = 0;
        for (uint64_t pair = 0; pair < 6; pair++)
            for (unsigned first = 0; first < 2; first++)
                halves +=
                    halves_won(&ai_levels[level + 2], &ai_levels[level], pair, first);
        if (!CHECK(halves >= 16)) /* of 24 */
            FAIL("level %d against %d: %d of 24", level + 3, level + 1, halves);
    }
}
