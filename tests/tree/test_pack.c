/* test_pack.c -- a tree as the text of a link: what is written is read, what is cut or damaged is refused (tree/tree_pack.c). */
#include <stdio.h>
#include <string.h>

#include "../play.h"
#include "../test.h"
#include "tree_pack.h"

enum { NODES = 2048, TEXT = 1 << 17, LINK = 1 << 16 };

static struct tree_node nodes[2][NODES];
static char words[2][TEXT], text[LINK], again[LINK];
static struct tree_spot spots[2][8];
static const struct tree_memory memory[2] = {
    {nodes[0], NODES, words[0], TEXT, spots[0], 8},
    {nodes[1], NODES, words[1], TEXT, spots[1], 8}};
static struct tree tree[2];
static struct tree_pack pack;
static int number[NODES];

/* So many random actions from there on; the last moment. */
static int grow(struct play_rng *rng, int from, int steps)
{
    struct tree_fault fault;

    for (tree_go(&tree[0], from); steps-- && !aude_game_over(&tree[0].game);) {
        int next =
            tree_add(&tree[0], from, play_random_action(rng, &tree[0].game), &fault);
        if (!CHECK(next != TREE_NONE)) return from;
        tree_go(&tree[0], from = next);
    }
    return from;
}

/* A game with ten variations of twelve moments each, and three notes. */
static void plant(struct play_rng *rng, const struct aude_setup *setup, int steps)
{
    static struct aude_head head;

    memset(&head, 0, sizeof head);
    head.setup = *setup;
    CHECK_EQ(tree_init(&tree[0], &memory[0], &head), AUDE_ERR_OK);
    int last = grow(rng, 0, steps);
    for (int i = 0; i < 10; i++) grow(rng, (int)play_below(rng, (uint32_t)last), 12);
    CHECK_EQ(tree_set_note(&tree[0], last, "Here.\nAnd there."), TREE_OK);
    CHECK_EQ(tree_set_note(&tree[0], tree[0].n - 1, "Two ways."), TREE_OK);
}

static void check_same(void)
{
    CHECK_EQ(tree[1].n, tree[0].n);
    for (int i = 0; i < tree[0].n; i++) {
        int k = number[i];
        CHECK_STR(tree_words(&tree[1], k), tree_words(&tree[0], i));
        CHECK_STR(tree_note(&tree[1], k), tree_note(&tree[0], i));
        if (i) CHECK_EQ(nodes[1][k].parent, number[nodes[0][i].parent]);
    }
}

static void told_setup(struct aude_setup *setup, unsigned sets)
{
    aude_setup_preset(setup, AUDE_PRESET_BIGBOX_RO);
    setup->hidden = 1;
    setup->first = 0;
    setup->expansions = (aude_sets)sets;
    setup->sw[AUDE_SWITCH_COUNT_WITH_RIVER] = 1;
}

static unsigned all_sets(void)
{
    return (1u << AUDE_SETS) - (1u << AUDE_SET_INNS);
}

TEST(a_tree_is_read_as_it_was_written)
{
    for (unsigned seed = 1; seed <= 4; seed++) {
        struct play_rng rng = {seed};
        struct aude_setup setup;
        told_setup(&setup, seed & 1 ? 0 : all_sets());
        plant(&rng, &setup, 2000);
        size_t n = tree_pack_write(&pack, &tree[0], number, text, sizeof text);
        printf("     %d moments, %s: %zu bytes\n", tree[0].n,
               seed & 1 ? "base" : "all sets", n);
        CHECK(n > 0 && n == strlen(text));
        CHECK(n < 1900); /* a link of it is no longer: packing never adds much */
        if (!CHECK(tree_pack_read(&pack, &tree[1], &memory[1], text))) continue;
        check_same();
        CHECK(tree[1].real);
        CHECK_EQ(tree_pack_write(&pack, &tree[1], number, again, sizeof again), n);
    }
}

/* Wherever it is cut, it is refused, and what could be read is sound. */
TEST(a_text_that_is_cut_is_refused)
{
    struct play_rng rng = {9};
    struct aude_setup setup;
    int most = 0;

    told_setup(&setup, 0);
    plant(&rng, &setup, 120);
    size_t n = tree_pack_write(&pack, &tree[0], number, text, sizeof text);
    for (size_t cut = 0; cut < n - 1; cut += 5) {
        memcpy(again, text, cut);
        again[cut] = 0;
        if (tree_pack_read(&pack, &tree[1], &memory[1], again))
            FAIL("cut after %zu of %zu bytes it is read", cut, n);
        CHECK(pack.cut || pack.fault.err);
        if (tree[1].n > most) most = tree[1].n;
    }
    CHECK(most > tree[0].n / 2); /* it says how far it goes */
}

TEST(a_wrong_letter_is_noticed)
{
    struct play_rng rng = {4};
    struct aude_setup setup;

    told_setup(&setup, 0);
    plant(&rng, &setup, 90);
    tree_pack_write(&pack, &tree[0], number, text, sizeof text);
    char *moves = strstr(text, "\nmoves ") + 7;
    for (size_t at = 0; at + 8 < strcspn(moves, "\n"); at += 3) {
        char old = moves[at];
        moves[at] = old == 'A' ? 'B' : 'A';
        if (tree_pack_read(&pack, &tree[1], &memory[1], text))
            FAIL("letter %zu may be wrong", at);
        moves[at] = old;
    }
}
