/* test_choices.c -- the legal actions by their number, without a list: the same ones in the same order. */
#include "play.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
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

/* What groups of actions that are only noted came to, so that every kind of them is known to be compared. */
static struct {
    unsigned offers, portals, fairies, towers, figures, largest;
} noted;

static void count_noted(int n)
{
    unsigned seen_kinds = 0;

    for (int i = 0; i < n; i++) seen_kinds |= 1u << list[i].kind;
    for (unsigned i = 0; i < choices.n_offers; i++) {
        unsigned to_number = choices.offer[i].n;
        if (to_number > noted.largest) noted.largest = to_number;
    }
    noted.offers += choices.n_offers;
    noted.fairies += seen_kinds >> AUDE_FAIRY & 1;
    noted.towers += seen_kinds >> AUDE_TOWER & 1;
    for (int i = 0; i < n; i++)
        if (list[i].kind == AUDE_PUT && choices.n_offers) {
            const struct aude_laid *laid = &game.laid[game.turn.laid];
            noted.portals += list[i].x != laid->x || list[i].y != laid->y;
            noted.figures++;
        }
}

/* Setups as in `aude bench`, for which most of what P3 has is noted in groups; every other one has unusual readings. */
static struct aude_setup noted_setup(unsigned number)
{
    enum {
        TO_FOUR = 1 << AUDE_SET_INNS | 1 << AUDE_SET_TRADERS | 1 << AUDE_SET_DRAGON |
                  1 << AUDE_SET_TOWER,
        TO_SIX = TO_FOUR | 1 << AUDE_SET_ABBEY | 1 << AUDE_SET_KING | 1 << AUDE_SET_CULT |
                 1 << AUDE_SET_COUNT
    };
    /* The last has a builder, who shares an offer with the large follower, but no large follower. */
    static const aude_sets sets[] = {TO_FOUR, TO_SIX, TO_SIX | 1 << AUDE_SET_CATAPULT,
                                     1 << AUDE_SET_TRADERS | 1 << AUDE_SET_ABBEY};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_BIGBOX_RO);
    setup.expansions = sets[number % 4];
    setup.n_seats = number % 4 == 3 ? 5 : 6;
    setup.seed = aude_seed(number);
    setup.sw[AUDE_SWITCH_ABBOT] = number % 4 >= 2 ? AUDE_ABBOT_ON : AUDE_ABBOT_OFF;
    if (number / 4 % 2) {
        setup.sw[AUDE_SWITCH_PORTAL_JUST_COMPLETED] = AUDE_PORTAL_ANY_UNSCORED;
        setup.sw[AUDE_SWITCH_GARDEN] = 1;
    }
    return setup;
}

TEST(groups_of_actions_are_numbered_as_they_are_listed)
{
    unsigned games = getenv("AUDE_QUICK") ? 24 : 60;

    for (unsigned i = 0; i < games; i++) {
        struct aude_setup setup = noted_setup(i);
        struct play_rng rng = {i};
        if (!CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK)) return;
        while (!aude_game_over(&game)) {
            if (!are_listed()) return;
            count_noted(choices.n);
            int chosen = (int)play_below(&rng, (uint32_t)choices.n);
            aude_game_play(&game, aude_game_choice(&game, &choices, chosen), NULL);
        }
    }
    printf("     %u groups of up to %u, %u of %u figures on other tiles, fairy %u, tower "
           "%u\n",
           noted.offers, noted.largest, noted.portals, noted.figures, noted.fairies,
           noted.towers);
    CHECK(noted.offers > 1000 && noted.largest > 100 && noted.portals > 1000);
    CHECK(noted.fairies > 100 && noted.towers > 100);
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
