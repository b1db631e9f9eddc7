/* test_link.c -- a tree as the text of a link: what is written is read back, and what does not hold is said. */
#include <stdio.h>
#include <string.h>

#include "play.h"
#include "test.h"
#include "tree.h"

enum { NODES = 4096, TEXT = 1 << 18, SPOTS = 32 };

static struct tree_node nodes[2][NODES];
static char words[2][TEXT];
static struct tree_spot spots[2][SPOTS];
static const struct tree_memory memory[2] = {
    {nodes[0], NODES, words[0], TEXT, spots[0], SPOTS},
    {nodes[1], NODES, words[1], TEXT, spots[1], SPOTS}};
static struct tree tree, other;
static struct tree_reader reader;
static struct aude_reader head;
static struct tree_link link;
static struct aude_game game;
static struct tree_fault fault;
static char text[PLAY_RECORD_MAX], again[PLAY_RECORD_MAX];

static bool read_record(const char *from)
{
    tree_read_begin(&reader, &tree, &memory[0]);
    for (const char *line = from; *line;) {
        size_t n = strcspn(line, "\n");
        if (!tree_read_line(&reader, line, n)) return false;
        line += n + (line[n] != 0);
    }
    return tree_read_end(&reader);
}

static bool read_link(const char *from)
{
    return tree_link_read(&link, &head, &other, &memory[1], from);
}

/* Variations of up to six moments, with notes at some. */
static void grow(struct play_rng *rng, int lines)
{
    for (int i = 0; i < lines; i++) {
        int from = (int)play_below(rng, (uint32_t)tree.n);
        for (int k = 0; k < 6; k++) {
            tree_go(&tree, from);
            if (aude_game_over(&tree.game)) break;
            from = tree_add(&tree, from, play_random_action(rng, &tree.game), &fault);
            if (!CHECK(from != TREE_NONE)) return;
        }
        CHECK_EQ(tree_set_note(&tree, from, "two lines:\n\"and\" a sign; é"), TREE_OK);
    }
}

/* Every moment stands where its number says, with its words and its note. */
static void check_same(void)
{
    for (int i = 0; i < tree.n; i++) {
        int number = tree.memory.node[i].number;
        if (!CHECK(number >= 0 && number < other.n)) return;
        CHECK_STR(tree_words(&other, number), tree_words(&tree, i));
        CHECK_STR(tree_note(&other, number), tree_note(&tree, i));
    }
}

TEST(a_link_holds_the_whole_tree)
{
    struct play_rng rng = {31};

    for (int i = 0; i < test_amount(30, 600); i++) {
        struct aude_setup setup;
        play_random_setup(&rng, &setup);
        play_record(&rng, &setup, i & 1, &game, text, sizeof text);
        if (!CHECK(read_record(text))) return;
        grow(&rng, 12);
        size_t n = tree_link_write(&tree, text, sizeof text);
        if (!CHECK(n < sizeof text)) return;
        if (!CHECK(read_link(text))) {
            fprintf(stderr, "%s\n", tree_sentence(&link.fault));
            return;
        }
        CHECK_EQ(other.n, tree.n);
        CHECK(other.real);
        check_same();
        CHECK_EQ(tree_link_write(&other, again, sizeof again), n);
        CHECK_STR(again, text);
    }
}

static const char plain[] =
    "rules grow\nseats 2\nfirst 0\ntiles base/ monastery city4-shield\n"
    "0:~0;0,1n;m;~1\n2:-\n1:0,1e;=pass\n2\"here\n.";

TEST(the_words_of_a_link_are_those_of_a_record)
{
    static const char *const says[] = {"",
                                       "draw base/monastery",
                                       "lay 0,1 0",
                                       "put small monastery",
                                       "draw base/city4-shield",
                                       "pass",
                                       "lay 0,1 90",
                                       "pass"};

    if (!CHECK(read_link(plain))) return;
    if (!CHECK_EQ(other.n, 8)) return;
    for (int i = 0; i < other.n; i++) CHECK_STR(tree_words(&other, i), says[i]);
    CHECK_STR(tree_note(&other, 2), "here");
    CHECK(!other.real);
}

TEST(a_link_says_what_does_not_hold)
{
    static const struct {
        const char *from, *to;
        enum tree_err err;
        enum aude_err why;
        int moments;
    } wrong[] = {{"0,1n;m", "99,99n;m", TREE_PLAY, AUDE_ERR_DETACHED, 1},
                 {"~1\n", "~7\n", TREE_PLAY, AUDE_ERR_WORD, 3},
                 {"2:-", "9:-", TREE_MOMENT, AUDE_ERR_OK, 4},
                 {"2\"", "z\"", TREE_MOMENT, AUDE_ERR_OK, 7},
                 {"monastery", "monistery", TREE_MARK, AUDE_ERR_OK, 0},
                 {"seats 2", "seats 9", TREE_RECORD, AUDE_ERR_SEATS, -1},
                 {"1:0,1e", "1:0,1n", TREE_SAME, AUDE_ERR_OK, 5}};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *at = strstr(plain, wrong[i].from);
        if (!CHECK(at != NULL)) return;
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - plain), plain, wrong[i].to,
                 at + strlen(wrong[i].from));
        CHECK(!read_link(text));
        CHECK(link.whole);
        CHECK_EQ(link.fault.err, wrong[i].err);
        CHECK_EQ(link.fault.why, wrong[i].why);
        CHECK_EQ(other.n - 1, wrong[i].moments);
    }
}

TEST(a_link_that_was_cut_says_so)
{
    for (size_t n = 0; n < sizeof plain - 1; n++) {
        snprintf(text, sizeof text, "%.*s", (int)n, plain);
        CHECK(!read_link(text));
        CHECK(!link.whole);
    }
}
