/* test_tree.c -- trees of variations: what is written is read back, and every fault has a name. */
#include <stdio.h>
#include <stdlib.h>
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
static struct aude_reader plain;
static struct aude_game game;
static struct tree_fault fault;
static char text[PLAY_RECORD_MAX], again[PLAY_RECORD_MAX], third[PLAY_RECORD_MAX];

static bool read_into(struct tree *into, const struct tree_memory *room, const char *from)
{
    tree_read_begin(&reader, into, room);
    for (const char *line = from; *line;) {
        size_t n = strcspn(line, "\n");
        if (!tree_read_line(&reader, line, n)) return false;
        line += n + (line[n] != 0);
    }
    return tree_read_end(&reader);
}

static struct aude_setup setup_of(struct play_rng *rng)
{
    struct aude_setup setup;

    play_random_setup(rng, &setup);
    return setup;
}

static const char *says(void)
{
    static char line[256];

    snprintf(line, sizeof line, "%d: %s (%s)", reader.fault.line,
             tree_refusal_sentence(&reader.fault), reader.fault.at);
    return line;
}

TEST(a_record_without_marks_is_a_tree_of_one_line)
{
    struct play_rng rng = {5};

    for (int i = 0; i < test_amount(60, 1000); i++) {
        struct aude_setup setup = setup_of(&rng);
        play_record(&rng, &setup, i & 1, &game, text, sizeof text);
        if (!CHECK(read_into(&tree, &memory[0], text))) {
            fprintf(stderr, "%s\n", says());
            return;
        }
        int last = tree_last(&tree, 0);
        CHECK_EQ(tree.memory.node[last].depth, tree.n - 1);
        tree_go(&tree, last);
        CHECK_EQ(aude_game_hash(&tree.game), aude_game_hash(&game));
        CHECK(tree.real);
        CHECK_EQ(tree_read_find(&tree, "0"), 0);
        CHECK_EQ(tree_write_marks(&tree, again, sizeof again), 0);
    }
}

/* Any child of any moment, many times, with notes at some. */
static void grow(struct play_rng *rng, int until)
{
    static const char *const notes[] = {"why not?", "two\nlines", "# a sign; and: more",
                                        "é – ț"};

    for (int tries = 0; tree.n < until && tries < 20 * until; tries++) {
        int from = (int)play_below(rng, (uint32_t)tree.n);
        for (int k = 0; k < 6; k++) {
            tree_go(&tree, from);
            if (aude_game_over(&tree.game)) break;
            struct aude_action action = play_random_action(rng, &tree.game);
            from = tree_add(&tree, from, action, &fault);
            if (!CHECK(from != TREE_NONE)) return;
            if (!play_below(rng, 20))
                CHECK_EQ(tree_set_note(&tree, from, notes[play_below(rng, 4)]), TREE_OK);
        }
    }
}

static void check_moments(void)
{
    for (int i = 0; i < other.n; i += 7) {
        char name[32];
        const struct tree_node *node = &other.memory.node[i];
        if (node->line < 0) continue;
        snprintf(name, sizeof name, "%d.%d", node->line, node->step);
        CHECK_EQ(tree_read_find(&other, name), i);
        tree_write_way(&other, i, i % 2 ? TREE_BRIEF : 0, third, sizeof third);
        CHECK_EQ(play_read(&plain, third, strlen(third), NULL), AUDE_ERR_OK);
        tree_go(&other, i);
        CHECK_EQ(aude_game_hash(&plain.game), aude_game_hash(&other.game));
    }
}

TEST(a_tree_of_two_thousand_moments_is_read_back_as_it_was_written)
{
    struct play_rng rng = {77};

    for (int i = 0; i < test_amount(6, 60); i++) {
        struct aude_setup setup = setup_of(&rng);
        unsigned flags = i & 1 ? TREE_BRIEF : 0;
        play_record(&rng, &setup, false, &game, text, sizeof text);
        if (!CHECK(read_into(&tree, &memory[0], text))) return;
        grow(&rng, tree.n + 2000);
        size_t n = tree_write(&tree, flags, again, sizeof again);
        if (!CHECK(n < sizeof again)) return;
        /* Who knows no marks reads the main line. */
        CHECK_EQ(play_read(&plain, again, n, NULL), AUDE_ERR_OK);
        CHECK_EQ(aude_game_hash(&plain.game), aude_game_hash(&game));
        if (!CHECK(read_into(&other, &memory[1], again))) {
            fprintf(stderr, "%s\n", says());
            return;
        }
        CHECK_EQ(other.n, tree.n);
        CHECK_EQ(tree_write(&other, flags, third, sizeof third), n);
        CHECK_STR(third, again);
        check_moments();
    }
}

/* A variation to the end of the game is longer than a line of a record may be. */
TEST(a_long_variation_goes_on_in_more_lines)
{
    struct play_rng rng = {12};

    if (!CHECK_EQ(play_told_game(&game, 2), AUDE_ERR_OK)) return;
    strcpy(again, "aude 1\nrules grow\nseats 2\nfirst 0\nseed hidden\nplay\n"
                  "turn 1 seat 0:");
    aude_record_end(&game, again + strlen(again), 256);
    if (!CHECK(read_into(&tree, &memory[0], again))) return;
    for (int line = 0; line < 2; line++)
        for (int from = 0;;) {
            tree_go(&tree, from);
            if (aude_game_over(&tree.game)) break;
            from = tree_add(&tree, from, play_random_action(&rng, &tree.game), &fault);
            if (!CHECK(from != TREE_NONE)) return;
        }
    size_t n = tree_write(&tree, 0, again, sizeof again);
    CHECK(strstr(again, "\n#more: ") != NULL);
    CHECK_EQ(play_read(&plain, again, n, NULL), AUDE_ERR_OK);
    if (!CHECK(read_into(&other, &memory[1], again))) return;
    CHECK_EQ(other.n, tree.n);
    for (const char *line = again; *line; line += strcspn(line, "\n") + 1)
        CHECK(strcspn(line, "\n") < AUDE_LINE_MAX);
}

/* The marks of a tree go before the last line of the record that it was read from. */
TEST(marks_can_be_added_to_a_record_with_a_seed)
{
    struct play_rng rng = {9};
    struct aude_setup setup = setup_of(&rng);

    play_record(&rng, &setup, true, &game, text, sizeof text);
    if (!CHECK(read_into(&tree, &memory[0], text))) return;
    grow(&rng, tree.n + 200);
    char *last = strstr(text, "\nend ");
    if (!CHECK(last)) return;
    size_t head = (size_t)(last - text);
    memcpy(again, text, head);
    size_t n = tree_write_marks(&tree, again + head, sizeof again - head);
    strcpy(again + head + n, last);
    CHECK_EQ(play_read(&plain, again, strlen(again), NULL), AUDE_ERR_OK);
    if (!CHECK(read_into(&other, &memory[1], again))) return;
    CHECK_EQ(other.n, tree.n);
    CHECK_EQ(reader.lines > 20, 1);
    tree_write_marks(&other, third, sizeof third);
    again[head + n] = 0;
    CHECK_STR(third, again + head);
}

/* -- A small game by hand --------------------------------------------------------------- */

static const char small[] = "aude 1\nrules grow\nseats 2\nname 0 A\nname 1 B\nfirst 0\n"
                            "seed hidden\nplay\n"
                            "turn 1 seat 0: draw base/road-straight; lay 0,1 0; pass;\n"
                            "turn 2 seat 1:";

/* The record with these marks, read. */
static bool with_marks(const char *marks)
{
    play_told_game(&game, 2);
    play_words(&game, "draw base/road-straight");
    play_words(&game, "lay 0,1 0");
    play_words(&game, "pass");
    size_t n = (size_t)snprintf(text, sizeof text, "%s\n%s", small, marks);
    aude_record_end(&game, text + n - 1, sizeof text - n);
    return read_into(&tree, &memory[0], text);
}

static int laid(const char *name)
{
    int node = tree_read_find(&tree, name);

    if (!CHECK(node != TREE_NONE)) return 0;
    tree_go(&tree, node);
    return tree.game.n_laid;
}

TEST(variations_and_notes_of_a_small_record)
{
    if (!CHECK(with_marks("#line 1 at 1: lay 1,0 0; put small road E W;\n"
                          "#note 1.2 on the road\n#note 1.2 to nowhere\n"
                          "#line 2 at 1.1: pass;\n"
                          "#line 3 at 0: draw base/monastery;\n"
                          "#note 3.1 luck\n# note of a person\n#note to myself\n"))) {
        fprintf(stderr, "%s\n", says());
        return;
    }
    CHECK_EQ(tree.n, 8);
    CHECK_EQ(reader.lines, 3);
    CHECK_EQ(reader.notes, 3);
    CHECK(!tree.real);
    CHECK_EQ(laid("1"), 1);
    CHECK_EQ(laid("1.1"), 2);
    CHECK_EQ(laid("3.1"), 1);
    CHECK_STR(tree_note(&tree, tree_read_find(&tree, "1.2")), "on the road\nto nowhere");
    CHECK_STR(tree_words(&tree, tree_read_find(&tree, "2.1")), "pass");
    CHECK_EQ(tree_read_find(&tree, "2.2"), TREE_NONE);
    CHECK_EQ(tree_read_find(&tree, "4.1"), TREE_NONE);
    CHECK_EQ(tree_read_find(&tree, "x"), TREE_NONE);
}

static void check_fault(const char *marks, enum tree_err err, enum aude_err why, int line)
{
    if (!CHECK(!with_marks(marks))) fprintf(stderr, "taken: %s\n", marks);
    CHECK_EQ(reader.fault.err, err);
    CHECK_EQ(reader.fault.why, why);
    CHECK_EQ(reader.fault.line, line);
    CHECK(tree_refusal_sentence(&reader.fault)[0]);
}

TEST(an_impossible_variation_is_refused_with_its_line)
{
    check_fault("#line 1 at 1: lay 5,5 0;\n", TREE_PLAY, AUDE_ERR_DETACHED, 11);
    check_fault("#line 1 at 1: lay 0,-1 90;\n", TREE_PLAY, AUDE_ERR_NO_FIT, 11);
    check_fault("# all is well\n#line 1 at 3: draw base/nothing;\n", TREE_PLAY,
                AUDE_ERR_WORD, 12);
    check_fault("#line 1 at 1: pass;\n", TREE_PLAY, AUDE_ERR_PHASE, 11);
    check_fault("#line 1 at 1: lay 0,1 0; pass;\n", TREE_SAME, AUDE_ERR_OK, 11);
    check_fault("#line 1 at 9: pass;\n", TREE_MOMENT, AUDE_ERR_OK, 11);
    check_fault("#line 1 at 1.1: pass;\n", TREE_MOMENT, AUDE_ERR_OK, 11);
    check_fault("#note 7 hm\n", TREE_MOMENT, AUDE_ERR_OK, 11);
    check_fault("#line 2 at 1: lay 1,0 0;\n", TREE_NUMBER, AUDE_ERR_OK, 11);
    check_fault("#more: pass;\n", TREE_NUMBER, AUDE_ERR_OK, 11);
    check_fault("#line 1 at 1:\n", TREE_EMPTY, AUDE_ERR_OK, 11);
    check_fault("#line 1 after 1: pass;\n", TREE_MARK, AUDE_ERR_OK, 11);
    check_fault("#line 1\n", TREE_MARK, AUDE_ERR_OK, 11);
    check_fault("#note 1\n", TREE_MARK, AUDE_ERR_OK, 11);
    check_fault("#line 99999999999 at 1: pass;\n", TREE_MARK, AUDE_ERR_OK, 11);
}

TEST(a_record_that_does_not_hold_is_no_tree)
{
    CHECK(!read_into(&tree, &memory[0], "aude 1\nrules grow\nseats 2\nplay\n"));
    CHECK_EQ(reader.fault.err, TREE_RECORD);
    CHECK_EQ(reader.fault.why, AUDE_ERR_SETUP_MISSING);
    CHECK_EQ(reader.fault.line, 4);
    CHECK(!read_into(&tree, &memory[0], ""));
    CHECK_EQ(reader.fault.why, AUDE_ERR_HEADER);
    CHECK(!read_into(&tree, &memory[0], small));
    CHECK_EQ(reader.fault.why, AUDE_ERR_TRUNCATED);
}

/* -- Changing a tree -------------------------------------------------------------------- */

static const char *first_after(const char *name)
{
    int child = tree.memory.node[tree_read_find(&tree, name)].child;

    return child == TREE_NONE ? "" : tree_words(&tree, child);
}

TEST(a_variation_is_promoted_and_removed)
{
    if (!CHECK(with_marks("#line 1 at 1: lay 1,0 0; pass;\n"
                          "#line 2 at 1: lay 0,1 180; pass;\n")))
        return;
    int second = tree_read_find(&tree, "2.2"), first = tree_read_find(&tree, "1.1");
    CHECK_STR(first_after("1"), "lay 0,1 0");
    CHECK(tree_promote(&tree, second)); /* by any moment of it */
    CHECK_STR(first_after("1"), "lay 0,1 180");
    CHECK(!tree_promote(&tree, second));
    tree_write(&tree, 0, again, sizeof again);
    CHECK(strstr(again, "lay 0,1 180; pass;\nturn 2") != NULL);
    CHECK(strstr(again, "#line 1 at 1: lay 0,1 0; pass;") != NULL);
    CHECK_EQ(play_read(&plain, again, strlen(again), NULL), AUDE_ERR_OK);
    CHECK_EQ(tree_remove(&tree, first), TREE_OK);
    CHECK_EQ(tree_remove(&tree, 0), TREE_MOMENT);
    tree_write(&tree, 0, again, sizeof again);
    CHECK(strstr(again, "lay 1,0 0") == NULL);
    CHECK(strstr(again, "#line 2") == NULL);
}

TEST(what_was_played_stays_first)
{
    struct play_rng rng = {31};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    play_record(&rng, &setup, true, &game, text, sizeof text);
    if (!CHECK(read_into(&tree, &memory[0], text))) return;
    int main = tree.memory.node[0].child, made[3], n = 0;
    tree_go(&tree, 0);
    struct aude_action list[AUDE_ACTIONS_MAX];
    int all = aude_game_actions(&tree.game, list, AUDE_ACTIONS_MAX);
    for (int i = 0; i < all && n < 3; i++) {
        int node = tree_add(&tree, 0, list[i], &fault);
        if (node != main) made[n++] = node;
    }
    if (!CHECK_EQ(n, 3)) return;
    CHECK(tree_promote(&tree, made[2]));
    CHECK_EQ(tree.memory.node[0].child, main);
    CHECK_EQ(tree.memory.node[main].next, made[2]);
    CHECK_EQ(tree_remove(&tree, main), TREE_PLAYED);
    CHECK_EQ(tree_remove(&tree, made[0]), TREE_OK);
    CHECK_EQ(tree.memory.node[made[2]].next, made[1]);
}

TEST(a_full_tree_says_so_and_stays_sound)
{
    struct tree_memory few = {nodes[0], 4, words[0], TEXT, NULL, 0};
    struct tree_memory short_text = {nodes[0], NODES, words[0], 40, NULL, 0};

    with_marks("");
    CHECK(!read_into(&tree, &few, text) || tree.n == 4);
    with_marks("#line 1 at 0: draw base/monastery;\n");
    CHECK(!read_into(&tree, &few, text));
    CHECK_EQ(reader.fault.err, TREE_FULL);
    CHECK(!read_into(&tree, &short_text, text));
    CHECK_EQ(reader.fault.err, TREE_FULL);
}

TEST(a_note_that_is_no_text_is_refused)
{
    static char long_note[TREE_NOTE_MAX + 1];

    if (!CHECK(with_marks(""))) return;
    memset(long_note, 'x', TREE_NOTE_MAX);
    CHECK_EQ(tree_set_note(&tree, 1, long_note), TREE_BYTES);
    CHECK_EQ(tree_set_note(&tree, 1, "a\tb"), TREE_BYTES);
    CHECK_EQ(tree_set_note(&tree, 1, "a\nb"), TREE_OK);
    CHECK_STR(tree_note(&tree, 1), "a\nb");
    CHECK_EQ(tree_set_note(&tree, 1, ""), TREE_OK);
    CHECK_STR(tree_note(&tree, 1), "");
}
