/* test_ban.c -- ranges of addresses: how they are read and written, and who is in them. */
#include "server/hub/ban.h"
#include "server/hub/guest.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* How the range is written; "" if it is none. */
static const char *written(const char *text)
{
    static char out[BAN_TEXT_MAX];
    struct ban ban;

    out[0] = 0;
    if (ban_parse(text, &ban)) ban_write(&ban, out);
    return out;
}

static bool has(const char *range, const char *address, int64_t until, int64_t now)
{
    struct ban ban[2];
    struct bans bans = {ban, 2};
    unsigned char at[16];

    if (!CHECK(ban_parse("198.51.100.1", &ban[0])) || !CHECK(ban_parse(range, &ban[1])))
        return false;
    ban[1].until = until;
    return CHECK(guest_parse(address, strlen(address), at)) && bans_have(&bans, at, now);
}

TEST(ranges_are_written_in_one_way)
{
    static const char *const pairs[][2] = {
        {"203.0.113.7", "203.0.113.7/32"},
        {"203.0.113.7/24", "203.0.113.0/24"},
        {"203.0.113.255/25", "203.0.113.128/25"},
        {"203.0.113.7/31", "203.0.113.6/31"},
        {"203.0.113.7/0", "0.0.0.0/0"},
        {"2001:db8::1", "2001:db8::1/128"},
        {"2001:DB8:ffff::/33", "2001:db8:8000::/33"},
        {"2001:db8::/32", "2001:db8::/32"},
        {"::/0", "::/0"},
        {"::ffff:203.0.113.7", "203.0.113.7/32"},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        CHECK(!strcmp(written(pairs[i][0]), pairs[i][1]));
}

TEST(what_is_no_range_is_refused)
{
    static const char *const bad[] = {"",
                                      "/",
                                      "/8",
                                      "203.0.113.0/",
                                      "203.0.113.0/33",
                                      "203.0.113",
                                      "203.0.113.0/-1",
                                      "203.0.113.0/8x",
                                      "203.0.113.7:80",
                                      "[::1]",
                                      "[::1]:80",
                                      "2001:db8::/129",
                                      "2001:db8:/32",
                                      "example.org",
                                      " 203.0.113.7",
                                      "203.0.113.7 ",
                                      "203.0.113.0/0024",
                                      "x"};

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (!CHECK(!strcmp(written(bad[i]), ""))) printf("  %s was taken\n", bad[i]);
}

TEST(who_is_in_a_range)
{
    CHECK(has("203.0.113.0/24", "203.0.113.0", 0, 1));
    CHECK(has("203.0.113.0/24", "203.0.113.255", 0, 1));
    CHECK(!has("203.0.113.0/24", "203.0.114.0", 0, 1));
    CHECK(!has("203.0.113.0/24", "203.0.112.255", 0, 1));
    CHECK(has("203.0.113.128/25", "203.0.113.128", 0, 1));
    CHECK(!has("203.0.113.128/25", "203.0.113.127", 0, 1));
    CHECK(has("203.0.113.6/31", "203.0.113.7", 0, 1));
    CHECK(!has("203.0.113.6/31", "203.0.113.5", 0, 1));
    CHECK(has("0.0.0.0/0", "203.0.113.7", 0, 1));
    CHECK(!has("0.0.0.0/0", "2001:db8::1", 0, 1));
    CHECK(has("2001:db8::/32", "2001:db8:ffff::1", 0, 1));
    CHECK(!has("2001:db8::/32", "2001:db9::1", 0, 1));
    CHECK(has("2001:db8::/33", "2001:db8:7fff::1", 0, 1));
    CHECK(!has("2001:db8::/33", "2001:db8:8000::1", 0, 1));
    CHECK(has("203.0.113.7", "198.51.100.1", 0, 1)); /* the other of the two */
}

TEST(a_ban_ends)
{
    CHECK(has("203.0.113.7", "203.0.113.7", 1000, 999));
    CHECK(!has("203.0.113.7", "203.0.113.7", 1000, 1000));
    CHECK(has("203.0.113.7", "203.0.113.7", 0, INT64_MAX));
}

static bool wide(const char *range)
{
    struct ban ban;

    return CHECK(ban_parse(range, &ban)) && ban_is_wide(&ban);
}

TEST(a_range_of_everybody_is_wide)
{
    static const char *const wide_ones[] = {"0.0.0.0/0",      "::/0",     "128.0.0.0/1",
                                            "203.0.113.7/11", "::/64",    "::ffff:0:0/96",
                                            "2000::/3",       "2a00::/19"},
                             *const others[] = {"203.0.113.7/12",
                                                "203.0.113.7",
                                                "2a00::/20",
                                                "2001:db8::/32",
                                                "::1",
                                                "::ffff:203.0.113.0/120",
                                                "1::/64"};

    for (size_t i = 0; i < sizeof wide_ones / sizeof wide_ones[0]; i++)
        CHECK(wide(wide_ones[i]));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) CHECK(!wide(others[i]));
}
