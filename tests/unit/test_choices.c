/* test_choices.c -- the legal actions by their number, without a list: the same ones in the same order. */
#include "play.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static struct aude_game game;
static struct aude_choices choices;
static struct aude_action list[AUDE_ACTIONS_MAX];

/* Every choice of this prompt; false if one differs. */
static bool are_listed(void)
{
    int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);

    if (!CHECK_EQ(aude_game_choices(&game, &choices), n)) return false;
    if (!CHECK_EQ(choices.n, n)) return false;
    for (int i = 0; i < n; i++) {
        struct aude_action chosen = aude_game_choice(&game, &choices, i);
        if (!CHECK(!memcmp(&chosen, &list[i], sizeof chosen)))
            FAIL("number %d of %d, frontier of %d", i, n, game.frontier.n);
    }
    return true;
}

/* What random games came to, so that nobody takes an empty test for a good one. */
static struct {
    unsigned prompts, lays, limited, besides, frontier;
} seen;

static void count(void)
{
    seen.prompts++;
    seen.lays += choices.n_lays > 0;
    seen.limited += choices.n_lays && choices.limits;
    seen.besides += choices.n_lays && choices.n > choices.n_lays;
    if (game.frontier.n > seen.frontier) seen.frontier = game.frontier.n;
}

static void play_one(struct play_rng *rng, const struct aude_setup *setup)
{
    if (!CHECK_EQ(aude_game_init(&game, setup, NULL), AUDE_ERR_OK)) return;
    while (!aude_game_over(&game)) {
        if (!are_listed()) return;
        count();
        int i = (int)play_below(rng, (uint32_t)choices.n);
        struct aude_action action = aude_game_choice(&game, &choices, i);
        if (!CHECK_EQ(aude_game_play(&game, action, NULL), AUDE_ERR_OK)) return;
    }
    CHECK_EQ(aude_game_choices(&game, &choices), 0);
}

TEST(a_choice_is_what_the_list_has_there)
{
    struct play_rng rng = {7};
    struct aude_setup setup;

    for (int i = 0; i < 40; i++) {
        play_random_setup(&rng, &setup);
        setup.hidden = i % 8 == 0;
        play_one(&rng, &setup);
    }
    printf("     %u prompts, %u with a tile to lay, %u of them where sets forbid places, "
           "%u with other actions besides, a frontier of up to %u\n",
           seen.prompts, seen.lays, seen.limited, seen.besides, seen.frontier);
    CHECK(seen.lays > 2000 && seen.limited > 100 && seen.besides > 20);
    CHECK(seen.frontier > 2 * 64); /* more than two words of sums */
}

/* Over these games, cells that fit stand at each of the first and of the last sixteen slots of 64. */
TEST(a_choice_is_found_at_both_ends_of_a_word)
{
    struct aude_setup setup;
    unsigned first = 0, last = 0;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    for (unsigned seed = 0; seed < 60; seed++) {
        struct play_rng rng = {seed};
        setup.seed = aude_seed(seed);
        if (!CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK)) return;
        while (!aude_game_over(&game)) {
            if (!are_listed()) return;
            for (int i = 0; i < choices.n_lays; i++) {
                struct aude_action lay = list[i];
                for (unsigned slot = 0; slot < game.frontier.n; slot++)
                    if (game.frontier.place[slot].x == lay.x &&
                        game.frontier.place[slot].y == lay.y) {
                        first |= 1u << slot % 16 & (0u - (slot < 16));
                        last |= 1u << slot % 16 & (0u - (slot >= 48 && slot < 64));
                    }
            }
            int i = (int)play_below(&rng, (uint32_t)choices.n);
            aude_game_play(&game, aude_game_choice(&game, &choices, i), NULL);
        }
    }
    CHECK_EQ(first, 0xffff);
    CHECK_EQ(last, 0xffff);
}

TEST(a_number_that_is_none_is_no_action)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    if (!CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK)) return;
    int n = aude_game_choices(&game, &choices);
    CHECK(n > 0 && choices.n_lays == n);
    CHECK_EQ(aude_game_choice(&game, &choices, n).kind, AUDE_NO_ACTION);
    CHECK_EQ(aude_game_choice(&game, &choices, -1).kind, AUDE_NO_ACTION);
    CHECK_EQ(aude_game_choice(&game, &choices, n - 1).kind, AUDE_LAY);
}
