/* test_relay.c -- what two nodes say to each other: frames, and how each end knows the other. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "server/node/relay.h"
#include "test.h"

static const unsigned char key[RELAY_KEY] = "one key", other[RELAY_KEY] = "another key";

static size_t write_frame(char *out, enum relay_kind kind, uint32_t conn,
                          const char *text)
{
    struct relay_frame frame = {kind, conn, text, strlen(text)};

    relay_head((unsigned char *)out, &frame);
    memcpy(out + RELAY_HEAD, text, frame.n);
    return RELAY_HEAD + frame.n;
}

TEST(a_frame_is_read_when_all_of_it_is_there)
{
    char bytes[100];
    struct relay_frame frame;
    size_t n = write_frame(bytes, RELAY_TEXT, 0x01020304, "{\"id\":1}");

    n += write_frame(bytes + n, RELAY_CLOSE, 7, "abc");
    for (size_t i = 0; i < RELAY_HEAD + 8; i++) CHECK_EQ(relay_read(bytes, i, &frame), 0);
    CHECK_EQ(relay_read(bytes, n, &frame), RELAY_HEAD + 8);
    CHECK(frame.kind == RELAY_TEXT && frame.conn == 0x01020304 && frame.n == 8);
    CHECK(!memcmp(frame.text, "{\"id\":1}", 8));
    CHECK_EQ(relay_read(bytes + RELAY_HEAD + 8, n - RELAY_HEAD - 8, &frame),
             RELAY_HEAD + 3);
    CHECK(frame.kind == RELAY_CLOSE && frame.conn == 7 && frame.n == 3);
}

TEST(what_is_no_frame_is_refused)
{
    char bytes[RELAY_HEAD + 8];
    struct relay_frame frame;

    write_frame(bytes, (enum relay_kind)0, 1, "");
    CHECK_EQ(relay_read(bytes, RELAY_HEAD, &frame), -1);
    write_frame(bytes, RELAY_TEXT, 1, "");
    bytes[0] = 1; /* sixteen million bytes */
    CHECK_EQ(relay_read(bytes, RELAY_HEAD, &frame), -1);
}

/* A later version may have more kinds than this one: they are read, so that what follows them is, too. */
TEST(a_kind_of_a_later_version_is_a_frame)
{
    char bytes[RELAY_HEAD + 8];
    struct relay_frame frame;

    write_frame(bytes, RELAY_KINDS, 7, "later");
    CHECK_EQ(relay_read(bytes, RELAY_HEAD + 5, &frame), RELAY_HEAD + 5);
    CHECK(frame.kind == RELAY_KINDS && frame.conn == 7 && frame.n == 5);
}

TEST(numbers_come_back)
{
    unsigned char bytes[8];
    uint64_t number = 0;
    struct relay_frame frame = {RELAY_TAKEN, 1, (const char *)bytes, 8};

    relay_put(bytes, 0x0102030405060708u);
    CHECK(relay_get(&frame, &number) && number == 0x0102030405060708u);
    frame.n = 7;
    CHECK(!relay_get(&frame, &number));
}

/* Both ends; what each says to the other. */
struct ends {
    struct relay_door door[2];
    char hello[2][RELAY_NONCE + RELAY_NAME_MAX];
    unsigned char proof[2][RELAY_MAC];
};

static void meet(struct ends *ends, const unsigned char *second_key)
{
    static const char *const name[] = {"a:1", "b:2"};

    *ends = (struct ends){.door = {{.key = key}, {.key = second_key, .came = true}}};
    for (int i = 0; i < 2; i++) {
        ends->door[i].name = name[i];
        memset(ends->door[i].ours, 17 + i, RELAY_NONCE);
        memset(ends->door[i].other, 'x', sizeof ends->door[i].other); /* of before */
    }
    for (int i = 0; i < 2; i++) {
        size_t n = relay_hello(&ends->door[i], ends->hello[i]);
        struct relay_frame hello = {RELAY_HELLO, 0, ends->hello[i], n};
        CHECK(relay_greet(&ends->door[!i], &hello, ends->proof[!i]));
    }
}

static bool believes(struct ends *ends, int end, const unsigned char *proof)
{
    struct relay_frame frame = {RELAY_PROOF, 0, (const char *)proof, RELAY_MAC};

    return relay_believe(&ends->door[end], &frame);
}

TEST(both_ends_know_each_other_by_the_key)
{
    struct ends ends;

    meet(&ends, key);
    CHECK(believes(&ends, 0, ends.proof[1]) && believes(&ends, 1, ends.proof[0]));
    CHECK(ends.door[0].open && ends.door[1].open);
    CHECK_STR(ends.door[0].other, "b:2");
    CHECK_STR(ends.door[1].other, "a:1");
    meet(&ends, other);
    CHECK(!believes(&ends, 0, ends.proof[1]) && !believes(&ends, 1, ends.proof[0]));
    CHECK(!ends.door[0].open && !ends.door[1].open);
}

TEST(a_proof_is_good_for_one_end_of_one_link)
{
    struct ends ends, before;

    meet(&before, key);
    meet(&ends, key);
    CHECK(!believes(&ends, 0, ends.proof[0])); /* thrown back */
    ends.door[0].ours[0]++;                    /* another link */
    CHECK(!believes(&ends, 0, before.proof[1]));
    struct relay_frame hello = {RELAY_HELLO, 0, ends.hello[1], RELAY_NONCE + 3};
    CHECK(!relay_greet(&ends.door[0], &hello, ends.proof[0])); /* twice */
}

TEST(a_hello_without_a_name_is_refused)
{
    struct relay_door door = {.key = key, .name = "a:1"};
    unsigned char proof[RELAY_MAC];
    char text[RELAY_NONCE + RELAY_NAME_MAX] = {0};
    struct relay_frame hello = {RELAY_HELLO, 0, text, RELAY_NONCE};

    CHECK(!relay_greet(&door, &hello, proof));
    hello.n = 3;
    CHECK(!relay_greet(&door, &hello, proof));
    hello.n = RELAY_NONCE + RELAY_NAME_MAX;
    CHECK(!relay_greet(&door, &hello, proof));
    hello.n = RELAY_NONCE + 4; /* zeros are no name */
    CHECK(!relay_greet(&door, &hello, proof));
    memset(text, 'n', sizeof text);
    hello.n = RELAY_NONCE + RELAY_NAME_MAX; /* no room for its end */
    CHECK(!relay_greet(&door, &hello, proof));
    hello.n--;
    CHECK(relay_greet(&door, &hello, proof));
    CHECK_EQ(strlen(door.other), RELAY_NAME_MAX - 1);
}

/* Whoever has the key and another name cannot use the proof of one: not even if one letter differs, the first or the last. */
TEST(a_proof_is_good_for_two_names)
{
    static const char *const wrong[][2] = {
        {"a:2", "b:3"}, {"c:1", "c:2"}, {"a:", "b:"}, {"a:11", "b:22"}};

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        for (int end = 0; end < 2; end++) {
            struct ends ends;
            meet(&ends, key);
            if (end)
                snprintf(ends.door[0].other, sizeof ends.door[0].other, "%s",
                         wrong[i][1]);
            else
                ends.door[0].name = wrong[i][0];
            CHECK(!believes(&ends, 0, ends.proof[1]));
        }
}

/* After a greeting, once, as a proof, and whole. */
TEST(a_proof_is_believed_at_its_time)
{
    for (int what = 0; what < 6; what++) {
        struct ends ends;
        char bytes[RELAY_MAC + 1];
        meet(&ends, key);
        memcpy(bytes, ends.proof[1], RELAY_MAC);
        struct relay_frame frame = {what == 1 ? RELAY_TEXT : RELAY_PROOF, 0, bytes,
                                    (size_t)(RELAY_MAC + (what == 2) - (what == 3))};
        if (what == 4) ends.door[0].greeted = false;
        if (what == 5) CHECK(relay_believe(&ends.door[0], &frame)); /* and again */
        CHECK_EQ(relay_believe(&ends.door[0], &frame), what == 0);
        CHECK_EQ(ends.door[0].open, what == 0 || what == 5);
    }
}

/* Both are in it, and each byte of both. */
TEST(a_proof_is_good_for_two_numbers)
{
    for (int i = 0; i < RELAY_NONCE; i++)
        for (int end = 0; end < 2; end++) {
            struct ends ends;
            meet(&ends, key);
            if (end)
                ends.door[0].ours[i]++;
            else
                ends.door[0].theirs[i]++;
            CHECK(!believes(&ends, 0, ends.proof[1]));
        }
}
