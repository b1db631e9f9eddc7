/* test_hidden.c -- what is hidden stays hidden, and a game that is told its draws is the
 * same game. */
#include <string.h>

#include "play.h"
#include "test.h"

static struct aude_game game, view, again;

/* Play the same actions in the authority's game and in a view that only hears what everybody
 * hears: the draws, and of a throw its scatter (CAT-33). */
TEST(a_view_that_is_told_the_draws_is_the_same_game)
{
    static struct aude_event list[AUDE_EVENTS_MAX];
    static struct aude_action told[AUDE_EVENTS_MAX];
    static struct aude_game before;
    struct play_rng rng = {11};
    struct aude_setup setup;

    for (int i = 0; i < test_amount(60, 2000); i++) {
        play_random_setup(&rng, &setup);
        aude_game_init(&game, &setup, NULL);
        for (uint32_t skip = play_below(&rng, 60); skip && !aude_game_over(&game); skip--)
            aude_game_play(&game, play_random_action(&rng, &game), NULL);
        aude_game_view(&view, &game, AUDE_SEAT_NONE);
        while (!aude_game_over(&game)) {
            struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
            struct aude_action action = play_random_action(&rng, &game);
            CHECK_EQ(aude_game_hash(&view), aude_game_hash(&game));
            CHECK_EQ(view.turn.actor, game.turn.actor);
            aude_game_copy(&before, &game);
            aude_game_play(&game, action, &events);
            int n = aude_game_tell(&before, action, &events, told, AUDE_EVENTS_MAX);
            for (int k = 0; k < n; k++) {
                if (k) CHECK_EQ(view.turn.actor, AUDE_SEAT_NONE);
                CHECK_EQ(aude_game_play(&view, told[k], NULL), AUDE_ERR_OK);
            }
            if (test_failures()) return;
        }
        CHECK_EQ(aude_game_hash(&view), aude_game_hash(&game));
        CHECK(aude_game_over(&view));
    }
}

/* Two games that differ only in what nobody has seen give the same view, byte for byte. */
TEST(a_view_does_not_depend_on_the_order_of_the_pile)
{
    struct play_rng rng = {12};
    struct aude_setup setup;

    for (int i = 0; i < test_amount(60, 2000); i++) {
        play_random_setup(&rng, &setup);
        setup.first = 0;
        aude_game_init(&game, &setup, NULL);
        for (uint32_t skip = play_below(&rng, 40); skip && !aude_game_over(&game); skip--)
            aude_game_play(&game, play_random_action(&rng, &game), NULL);
        again = game;
        again.seed = aude_seed(play_below(&rng, 1000));
        again.draw_block += 3;
        for (unsigned k = again.pile.next; k + 1u < again.pile.n; k++) {
            unsigned j = k + play_below(&rng, again.pile.n - k);
            aude_kind swap = again.pile.kind[k];
            again.pile.kind[k] = again.pile.kind[j];
            again.pile.kind[j] = swap;
        }
        aude_game_view(&view, &game, 0);
        memset(&game, 0, sizeof game);
        aude_game_copy(&game, &view);
        aude_game_view(&view, &again, 0);
        memset(&again, 0, sizeof again);
        aude_game_copy(&again, &view);
        CHECK(!memcmp(&game, &again, sizeof game));
        CHECK_EQ(game.seed.lo | game.seed.hi, 0);
    }
}

TEST(a_view_offers_exactly_the_tiles_that_may_come)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW_REVISED);
    setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_I;
    setup.hidden = 1;
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_DRAW);
    int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);
    for (int i = 0; i < n; i++) {
        CHECK_EQ(list[i].kind, AUDE_TELL);
        CHECK_EQ(aude_tiles[list[i].arg].river_role,
                 AUDE_RIVER_SEGMENT); /* the lake is last */
        CHECK(aude_game_left(&game, list[i].arg) > 0);
    }
    CHECK(n >= 8);
    struct aude_action tell = {.kind = AUDE_TELL, .arg = list[0].arg};
    CHECK_EQ(aude_game_play(&game, tell, NULL), AUDE_ERR_OK);
    CHECK_EQ(aude_game_play(&game, tell, NULL), AUDE_ERR_PHASE);
}

/* What is listed in a hidden game is enough to play it to its end: tiles that may come, and
 * of chance at the catapult a few samples, each possible and none twice (CAT-16, CAT-26). */
TEST(a_hidden_game_can_be_played_from_its_lists)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    struct play_rng rng = {13};
    struct aude_setup setup;
    int chances = 0;

    for (int i = 0; i < test_amount(60, 2000) && !test_failures(); i++) {
        play_random_setup(&rng, &setup);
        setup.hidden = 1;
        setup.expansions |= 1u << AUDE_SET_CATAPULT | 1u << AUDE_SET_DRAGON;
        CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
        while (!aude_game_over(&game)) {
            int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);
            bool range = game.turn.phase == AUDE_PHASE_SCATTER ||
                         game.turn.phase == AUDE_PHASE_CATCH;
            for (int k = 0; range && k < n; k++) {
                CHECK_EQ(aude_game_why(&game, list[k]), AUDE_ERR_OK);
                for (int m = 0; m < k; m++)
                    CHECK(memcmp(&list[k], &list[m], sizeof list[k]) != 0);
                chances++;
            }
            struct aude_action action = list[play_below(&rng, (uint32_t)n)];
            /* a toss is heard of as a glimpse, sometimes of the last cell */
            if (action.kind == AUDE_TOSS && play_below(&rng, 2))
                action = (struct aude_action){.kind = AUDE_GLIMPSE,
                                              .x = (int16_t)play_below(&rng, 6),
                                              .y = (int16_t)play_below(&rng, 4)};
            if (!CHECK_EQ(aude_game_play(&game, action, NULL), AUDE_ERR_OK)) return;
            bool look = game.turn.phase == AUDE_PHASE_OVER ||
                        (game.turn.phase == AUDE_PHASE_DRAW && !play_below(&rng, 4));
            const char *wrong = look ? aude_game_check(&game) : NULL;
            CHECK_STR(wrong ? wrong : "sound", "sound");
        }
    }
    CHECK(chances > 100);
}
