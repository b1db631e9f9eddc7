/* test_matter.c -- switches that cannot matter change nothing, whatever their values. */
#include <stdio.h>
#include <string.h>

#include "play.h"
#include "test.h"

static struct aude_game game, other;
static struct aude_action list[2][AUDE_ACTIONS_MAX];
static struct aude_event events[2][AUDE_EVENTS_MAX];

/* Do both games offer the same, in the same order? */
static bool same_offers(void)
{
    int n = aude_game_actions(&game, list[0], AUDE_ACTIONS_MAX);

    return aude_game_actions(&other, list[1], AUDE_ACTIONS_MAX) == n &&
           !memcmp(list[0], list[1], (size_t)n * sizeof list[0][0]);
}

/* Do both say the same of an action that is played in both? */
static bool same_answers(struct aude_action action)
{
    struct aude_events a = {.list = events[0], .max = AUDE_EVENTS_MAX},
                       b = {.list = events[1], .max = AUDE_EVENTS_MAX};

    memset(events, 0, sizeof events);
    aude_game_play(&game, action, &a);
    aude_game_play(&other, action, &b);
    return a.n == b.n && !memcmp(events[0], events[1], sizeof events[0]);
}

/* One random game under both setups at once. */
static bool same_game(const struct aude_setup *setup, const struct aude_setup *changed,
                      uint64_t seed)
{
    struct play_rng rng = {seed};

    if (aude_game_init(&game, setup, NULL) || aude_game_init(&other, changed, NULL))
        return false;
    while (!aude_game_over(&game))
        if (!same_offers() || !same_answers(play_random_action(&rng, &game)))
            return false;
    return aude_game_over(&other);
}

static void set_otherwise(struct play_rng *rng, struct aude_setup *setup, unsigned sw)
{
    unsigned values = (unsigned)aude_switch_values(sw);

    if (values > 1)
        setup->sw[sw] =
            (uint8_t)((setup->sw[sw] + 1 + play_below(rng, values - 1)) % values);
}

static void name_the_culprit(struct play_rng *rng, const struct aude_setup *setup,
                             uint64_t seed)
{
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) {
        struct aude_setup changed = *setup;
        if (aude_switch_matters(setup, sw)) continue;
        set_otherwise(rng, &changed, sw);
        if (!same_game(setup, &changed, seed))
            fprintf(stderr, "  %s matters with sets %x\n", aude_switch_name(sw),
                    aude_setup_sets(setup));
    }
}

TEST(what_is_said_not_to_matter_changes_no_game)
{
    struct play_rng rng = {1};
    struct aude_setup setup;

    for (int i = 0; i < test_amount(600, 20000); i++) {
        play_random_setup(&rng, &setup);
        struct aude_setup changed = setup;
        for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
            if (!aude_switch_matters(&setup, sw)) set_otherwise(&rng, &changed, sw);
        if (CHECK(same_game(&setup, &changed, (uint64_t)i))) continue;
        fprintf(stderr, "  in game %d\n", i);
        name_the_culprit(&rng, &setup, (uint64_t)i);
        return;
    }
}

/* -- By name ---------------------------------------------------------------------------- */

#define SET(id) (1u << AUDE_SET_##id)

static struct aude_setup with(unsigned expansions)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.expansions = (aude_sets)expansions;
    return setup;
}

TEST(a_switch_is_asked_for_only_where_it_can_do_something)
{
    struct aude_setup setup = with(SET(COUNT));

    CHECK(!aude_switch_matters(&setup, AUDE_SWITCH_COC_EXPOSED));
    setup.expansions |= SET(CATAPULT);
    CHECK(aude_switch_matters(&setup, AUDE_SWITCH_COC_EXPOSED));
    setup.sw[AUDE_SWITCH_CATAPULT_MODE] = AUDE_CATAPULT_OFF;
    CHECK(!aude_switch_matters(&setup, AUDE_SWITCH_COC_EXPOSED));

    setup = with(SET(ABBEY));
    CHECK(!aude_switch_matters(&setup, AUDE_SWITCH_LOSER_WAGON));
    CHECK(!aude_switch_matters(&setup, AUDE_SWITCH_BARN_WITHOUT_FARMERS));
    setup.sw[AUDE_SWITCH_FARMERS] = AUDE_FARMERS_OFF;
    CHECK(aude_switch_matters(&setup, AUDE_SWITCH_BARN_WITHOUT_FARMERS));
    CHECK(!aude_switch_matters(&setup, AUDE_SWITCH_BARN_SECOND));
    setup.expansions |= SET(CULT);
    CHECK(aude_switch_matters(&setup, AUDE_SWITCH_LOSER_WAGON));

    setup = with(SET(INNS));
    CHECK(!aude_switch_matters(&setup, AUDE_SWITCH_HALF_CATHEDRAL));
    setup.sw[AUDE_SWITCH_SMALL_CITY] = AUDE_SMALL_CITY_HALF;
    CHECK(aude_switch_matters(&setup, AUDE_SWITCH_HALF_CATHEDRAL));
    CHECK(!aude_switch_matters(&setup, AUDE_SWITCH_MAX_PLAYERS));
    CHECK(!aude_switch_matters(&setup, AUDE_SWITCHES));
}

/* In a bare game most switches are silent; with everything on none is, but for those that
 * stand against each other. */
TEST(every_switch_with_a_choice_matters_somewhere)
{
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++) {
        struct play_rng rng = {sw};
        struct aude_setup setup;
        bool somewhere = aude_switch_values(sw) < 2;
        for (int i = 0; i < 2000 && !somewhere; i++) {
            play_random_setup(&rng, &setup);
            somewhere = aude_switch_matters(&setup, sw);
        }
        if (!CHECK(somewhere)) fprintf(stderr, "  %s\n", aude_switch_name(sw));
    }
}
