/* test_secret.c -- names by chance, names that are made of a secret, hashes: their letters, their lengths, and that they are the same each time. */
#include <stdio.h>
#include <string.h>

#include "server/hub/secret.h"
#include "test.h"

static const char all[] = "abcdefghjkmnpqrstuvwxyz023456789";

/* Both kinds of names fill what they are given, up to twelve letters, and not a byte more. */
TEST(a_name_is_as_long_as_there_is_room)
{
    char out[24];

    secret_init();
    for (size_t size = 1; size < 18; size++) {
        size_t n = size - 1 < 12 ? size - 1 : 12;
        memset(out, '#', sizeof out);
        secret_table_id(out, size);
        CHECK_EQ(strlen(out), n);
        CHECK(out[n + 1] == '#');
        memset(out, '#', sizeof out);
        secret_table_id_of("a secret", "table", out, size);
        CHECK_EQ(strlen(out), n);
        CHECK(out[n + 1] == '#');
    }
}

static unsigned letters_of(const char *name)
{
    unsigned seen = 0;

    for (; *name; name++) {
        const char *at = strchr(all, *name);
        if (CHECK(at != NULL)) seen |= 1u << (at - all);
    }
    return seen;
}

TEST(every_letter_of_names_comes_and_no_other)
{
    unsigned by_chance = 0, made = 0;
    char out[16], text[24];

    secret_init();
    for (int i = 0; i < 200; i++) {
        secret_table_id(out, sizeof out);
        by_chance |= letters_of(out);
        snprintf(text, sizeof text, "table %d", i);
        secret_table_id_of("a secret", text, out, sizeof out);
        made |= letters_of(out);
    }
    CHECK_EQ(by_chance, 0xffffffffu);
    CHECK_EQ(made, 0xffffffffu);
}

/* Servers of another version, and after a start, make the same of the same secret. */
TEST(what_is_made_of_a_secret_stays_the_same)
{
    static const uint64_t key[2] = {1, 2};
    char secret[SECRET_TEXT_MAX], hash[SECRET_HASH_MAX], again[SECRET_HASH_MAX], out[20];

    secret_init();
    memset(secret, 'A', 43);
    secret[43] = 0;
    CHECK(secret_hash(secret, hash));
    CHECK_STR(hash, "uYI3RPrHsbtvqOQ6Md5X5jWsuU8fIv8RIO2Wvzt5fkw");
    CHECK(!secret_hash("AAAA", again) && !secret_hash("", again) &&
          !secret_hash("!", again));
    secret_new(secret);
    CHECK_EQ(strlen(secret), 43);
    CHECK(secret_hash(secret, hash) && secret_hash(secret, again));
    CHECK_STR(hash, again);
    secret_table_id_of("a secret", "table", out, sizeof out);
    CHECK_STR(out, "ueutj0gd6q8m");
    struct aude_seed seed = secret_seed_of("a secret", "table");
    CHECK_EQ(seed.hi, 4865742922245555409u);
    CHECK_EQ(secret_mix(key, 7), 5932296293751666080u);
    secret_etag("abc", 3, out);
    CHECK_STR(out, "bddd813c63423972");
}
