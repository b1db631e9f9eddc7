/* test_code.c -- actions as few letters as possible: what is written is read, and damage is noticed (tree/tree_code.c). */
#include <stdio.h>
#include <string.h>

#include "../play.h"
#include "../test.h"
#include "tree_code.h"

enum { STEPS_MAX = 8192, CHECK_EVERY = 32 };
static struct aude_game game;
static struct tree_code code;
static char text[1 << 16];
static struct aude_action step[STEPS_MAX];
static int n_steps;

/* A whole random game with told draws, written as it is played. */
static size_t write_game(struct play_rng *rng, const struct aude_setup *setup)
{
    n_steps = 0;
    tree_code_write_begin(&code, text, sizeof text);
    CHECK_EQ(aude_game_init(&game, setup, NULL), AUDE_ERR_OK);
    while (!aude_game_over(&game) && n_steps < STEPS_MAX) {
        struct aude_action action = play_random_action(rng, &game);
        tree_code_write(&code, &game, action);
        step[n_steps++] = action;
        CHECK_EQ(aude_game_play(&game, action, NULL), AUDE_ERR_OK);
        if (n_steps % CHECK_EVERY == 0) tree_code_write_check(&code, &game, 8);
    }
    tree_code_write_check(&code, &game, 16);
    return tree_code_write_end(&code);
}

/* How many actions could be read; all of them, and `whole`, if nothing is wrong. */
static int read_game(const struct aude_setup *setup, size_t n, bool *whole)
{
    int i = 0;

    *whole = false;
    tree_code_read_begin(&code, text, n);
    CHECK_EQ(aude_game_init(&game, setup, NULL), AUDE_ERR_OK);
    for (; i < n_steps; i++) {
        struct aude_action action = tree_code_read(&code, &game);
        if (!tree_code_read_enough(&code) || aude_game_over(&game)) return i;
        if (aude_game_play(&game, action, NULL)) return i;
        if ((i + 1) % CHECK_EVERY == 0 && !tree_code_read_check(&code, &game, 8))
            return i;
    }
    *whole = tree_code_read_check(&code, &game, 16) && tree_code_read_enough(&code);
    return i;
}

static void random_setup(struct play_rng *rng, struct aude_setup *setup)
{
    play_random_setup(rng, setup);
    setup->hidden = 1;
    setup->n_order = 0;
}

TEST(what_is_written_is_read)
{
    for (unsigned seed = 1; seed <= 12; seed++) {
        struct play_rng rng = {seed};
        struct aude_setup setup;
        bool whole;
        random_setup(&rng, &setup);
        size_t n = write_game(&rng, &setup);
        uint64_t hash = aude_game_hash(&game);
        CHECK(n < sizeof text);
        CHECK_EQ(read_game(&setup, n, &whole), n_steps);
        CHECK(whole);
        CHECK_EQ(aude_game_hash(&game), hash);
    }
}

/* The figure of docs/analysis.md: every set with the catapult, two seats. */
TEST(a_whole_game_of_all_sets_is_short)
{
    struct play_rng rng = {5};
    struct aude_setup setup;
    bool whole;

    aude_setup_preset(&setup, AUDE_PRESET_BIGBOX_RO);
    setup.sw[AUDE_SWITCH_COUNT_WITH_RIVER] = 1;
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        setup.expansions |= 1u << set;
    setup.hidden = 1;
    size_t n = write_game(&rng, &setup);
    printf("     %d actions of all sets in %zu letters\n", n_steps, n);
    CHECK(n < 1900);
    CHECK_EQ(read_game(&setup, n, &whole), n_steps);
    CHECK(whole);
}

/* A text that is cut ends where it was cut; one with a wrong letter never passes for whole. */
TEST(cut_and_damaged_texts_are_noticed)
{
    struct play_rng rng = {3};
    struct aude_setup setup;
    bool whole;

    random_setup(&rng, &setup);
    size_t n = write_game(&rng, &setup);
    for (size_t cut = 0; cut + 1 < n; cut += 7) {
        int read = read_game(&setup, cut, &whole);
        CHECK(!whole);
        CHECK(read <= n_steps);
    }
    for (size_t at = 0; at + 8 < n; at += 11) {
        char old = text[at];
        text[at] = old == 'A' ? 'B' : 'A';
        read_game(&setup, n, &whole);
        if (whole) FAIL("a wrong letter at %zu is not noticed", at);
        text[at] = old;
    }
}
