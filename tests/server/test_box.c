/* test_box.c -- games beside a real box that others watch: who may tell, who may read, and how much is kept. */
#include "server/hub/box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static const char record[] = "aude 1\nrules grow\nseats 2\n";

TEST(only_the_hash_of_the_secret_reads)
{
    struct boxes *boxes = boxes_new();
    char secret[SECRET_TEXT_MAX], id[SECRET_HASH_MAX];

    CHECK(secret_init());
    secret_new(secret);
    CHECK(secret_hash(secret, id));
    CHECK(!boxes_find(boxes, id, 1));
    CHECK(boxes_tell(boxes, secret, record, sizeof record - 1, 0, 1));
    CHECK(!boxes_find(boxes, secret, 1)); /* the secret is no link */
    CHECK(!boxes_find(boxes, "", 1));
    const struct box *box = boxes_find(boxes, id, 1);
    CHECK(box && box->n == sizeof record - 1 && box->version > 0);
    unsigned version = box ? box->version : 0;
    CHECK(box && !strcmp(box->text, record));
    CHECK(boxes_tell(boxes, secret, record, sizeof record - 1, 0, 2));
    CHECK_EQ(boxes_find(boxes, id, 2)->version, version + 1);
    CHECK(boxes_find(boxes, id, 2 + (int64_t)BOX_KEPT_S * 1000));
    CHECK(!boxes_find(boxes, id,
                      3 + (int64_t)BOX_KEPT_S * 1000)); /* a day later it is gone */
    boxes_free(boxes);
}

TEST(what_is_no_record_is_not_kept)
{
    struct boxes *boxes = boxes_new();
    char secret[SECRET_TEXT_MAX], id[SECRET_HASH_MAX], *large = malloc(BOX_TEXT_MAX + 1);

    CHECK(secret_init());
    secret_new(secret);
    secret_hash(secret, id);
    memset(large, 'x', BOX_TEXT_MAX + 1);
    memcpy(large, record, sizeof record - 1);
    CHECK(!boxes_tell(boxes, secret, "<script>", 8, 0, 1));
    CHECK(!boxes_tell(boxes, secret, "aude 1", 6, 0, 1));
    CHECK(!boxes_tell(boxes, secret, "aude 1\n\0x", 9, 0, 1));
    /* What is not UTF-8 could be told to nobody. */
    CHECK(!boxes_tell(boxes, secret, "aude 1\n\xff", 8, 0, 1));
    CHECK(!boxes_tell(boxes, secret, large, BOX_TEXT_MAX + 1, 0, 1));
    CHECK(!boxes_tell(boxes, "guessed", record, sizeof record - 1, 0, 1));
    CHECK(!boxes_find(boxes, id, 1));
    CHECK(boxes_tell(boxes, secret, large, BOX_TEXT_MAX, 0, 1));
    CHECK(boxes_find(boxes, id, 1));
    free(large);
    boxes_free(boxes);
}

/* More games than rooms: the one that was told longest ago goes. */
TEST(there_are_only_so_many_rooms)
{
    struct boxes *boxes = boxes_new();
    static char id[BOX_ROOMS + 1][SECRET_HASH_MAX];
    char secret[SECRET_TEXT_MAX];

    CHECK(secret_init());
    for (int i = 0; i <= BOX_ROOMS; i++) {
        secret_new(secret);
        secret_hash(secret, id[i]);
        CHECK(boxes_tell(boxes, secret, record, sizeof record - 1, 7, 10 + i));
    }
    CHECK(!boxes_find(boxes, id[0], 1000));
    for (int i = 1; i <= BOX_ROOMS; i++) CHECK(boxes_find(boxes, id[i], 1000));
    boxes_free(boxes);
}

/* Then the next game needs nobody's room. */
TEST(a_game_that_was_not_told_for_long_makes_room)
{
    struct boxes *boxes = boxes_new();
    static char id[BOX_ROOMS + 1][SECRET_HASH_MAX];
    char secret[SECRET_TEXT_MAX];
    int64_t late = (int64_t)BOX_KEPT_S * 1000 + 2;

    CHECK(secret_init());
    for (int i = 0; i <= BOX_ROOMS; i++) {
        secret_new(secret);
        secret_hash(secret, id[i]);
        CHECK(boxes_tell(boxes, secret, record, sizeof record - 1, i ? 2 : 1,
                         i ? late : 1));
        if (!i) CHECK(boxes_find(boxes, id[0], late - 1) != NULL);
        if (i == BOX_ROOMS - 1) CHECK(!boxes_find(boxes, id[0], late));
    }
    for (int i = 1; i <= BOX_ROOMS; i++) CHECK(boxes_find(boxes, id[i], late));
    boxes_free(boxes);
}

/* Somebody tells one game after the other, to talk those of others away: he loses his own. */
TEST(one_address_cannot_have_all_rooms)
{
    struct boxes *boxes = boxes_new();
    char secret[SECRET_TEXT_MAX], others[4][SECRET_HASH_MAX];
    static char his[3 * BOX_ROOMS][SECRET_HASH_MAX];

    CHECK(secret_init());
    /* Two of one house, one of this machine, one of another house. */
    for (uint64_t i = 0; i < 4; i++) {
        secret_new(secret);
        secret_hash(secret, others[i]);
        CHECK(boxes_tell(boxes, secret, record, sizeof record - 1, i < 2 ? 5 : i - 2,
                         (int64_t)i));
    }
    for (int i = 0; i < 3 * BOX_ROOMS; i++) {
        secret_new(secret);
        secret_hash(secret, his[i]);
        CHECK(boxes_tell(boxes, secret, record, sizeof record - 1, 99, 10 + i));
    }
    for (int i = 0; i < 4; i++) CHECK(boxes_find(boxes, others[i], 1000));
    for (int i = 0; i < 3 * BOX_ROOMS; i++) /* the oldest of them */
        CHECK((boxes_find(boxes, his[i], 1000) != NULL) == (i >= 2 * BOX_ROOMS + 4));
    boxes_free(boxes);
}

/* Told anew after its room was given away, or to a server that was started again: who watches has a version of before,
 * and must hear of it. */
TEST(a_game_told_anew_has_a_version_of_its_own)
{
    char secret[SECRET_TEXT_MAX], id[SECRET_HASH_MAX];
    unsigned version[2];

    CHECK(secret_init());
    secret_new(secret);
    secret_hash(secret, id);
    for (int i = 0; i < 2; i++) {
        struct boxes *boxes = boxes_new();
        CHECK(boxes_tell(boxes, secret, record, sizeof record - 1, 0, 1));
        version[i] = boxes_find(boxes, id, 1)->version;
        CHECK(version[i] > 0 && version[i] <= BOX_VERSION_MAX);
        boxes_free(boxes);
    }
    CHECK(version[0] != version[1]);
}

/* Only what begins as a record does. */
TEST(what_is_told_is_a_record)
{
    static const char *const wrong[] = {"",        "aude",      "aude 1",
                                        "aude 1x", "aude 12\n", "Aude 1\n"};
    struct boxes *boxes = boxes_new();
    char secret[SECRET_TEXT_MAX];

    CHECK(secret_init());
    secret_new(secret);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK(!boxes_tell(boxes, secret, wrong[i], strlen(wrong[i]), 1, 5));
    CHECK(boxes_tell(boxes, secret, "aude 1\n", 7, 1, 5));
    CHECK(!boxes_tell(boxes, secret, "aude 1\n\0x", 9, 1, 5));
    boxes_free(boxes);
}
