/* test_guest.c -- purses by address: what they earn, and what a full table forgets. */
#include <stdio.h>
#include <string.h>

#include "server/guest.h"
#include "server/secret.h"
#include "test.h"

static const struct guest_proxies none;

static struct guest guest_at(const char *text)
{
    unsigned char address[16];
    struct guest guest = {0};

    if (CHECK(guest_parse(text, strlen(text), address)))
        guest_find(&none, address, NULL, &guest);
    return guest;
}

static bool same(const char *a, const char *b)
{
    struct guest x = guest_at(a), y = guest_at(b);

    return !memcmp(x.key, y.key, sizeof x.key);
}

TEST(addresses_are_read_as_proxies_write_them)
{
    unsigned char out[16];
    static const char *const wrong[] = {"",          "unknown", "1.2.3",       "_hidden",
                                        "1.2.3.4.5", "[::1",    "1.2.3.4:5:6", "::g"};

    CHECK(same("192.0.2.1", " 192.0.2.1:4711\t"));
    CHECK(same("192.0.2.1", "::ffff:192.0.2.1"));
    CHECK(same("2001:db8:0:1::1", "[2001:db8:0:1:ffff::2]:443"));
    CHECK(!same("2001:db8:0:1::1", "2001:db8:0:2::1"));
    CHECK(!same("192.0.2.1", "192.0.2.2"));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (!CHECK(!guest_parse(wrong[i], strlen(wrong[i]), out))) puts(wrong[i]);
    CHECK(!guest_at("127.0.0.1").counted);
    CHECK(!guest_at("::1").counted);
    CHECK(guest_at("127.0.0.2").counted);
}

TEST(a_purse_earns_its_rate_and_holds_fifteen_seconds_of_it)
{
    struct guests *guests = guests_new(20, 0);
    struct guest guest = guest_at("192.0.2.1");
    int64_t now = 1000000;
    int paid = 0, wait = 0;

    while (guests_pay(guests, &guest, GUEST_CALL, now, &wait)) paid++;
    CHECK_EQ(paid, 20 * GUEST_SAVED_S);
    CHECK_EQ(wait, 1);
    CHECK(!guests_pay(guests, &guest, GUEST_IMPORT, now, &wait));
    CHECK_EQ(wait, 1); /* twenty calls, one second */
    paid = 0;
    for (int i = 0; i < 1000;
         i++) /* seven seconds, in steps that are no whole earnings */
        paid += guests_pay(guests, &guest, GUEST_CALL, now += 7, NULL);
    CHECK_EQ(paid, 140);
    now += 3600000;
    for (paid = 0; guests_pay(guests, &guest, GUEST_CALL, now, NULL);) paid++;
    CHECK_EQ(paid, 20 * GUEST_SAVED_S);
    CHECK(
        !guests_pay(guests, &guest, GUEST_CALL, now - 5000, NULL)); /* a clock set back */
    guests_free(guests);
}

TEST(a_connection_is_paid_for_on_credit)
{
    struct guests *guests = guests_new(1, 0);
    struct guest guest = guest_at("192.0.2.1");
    int n = 0, wait = 0;

    while (guests_pay(guests, &guest, GUEST_CALL, 1000, NULL)) continue;
    while (guests_knock(guests, &guest, 1000)) n++;
    CHECK_EQ(n, 10 * GUEST_SAVED_S / GUEST_CONNECT);
    CHECK(!guests_pay(guests, &guest, GUEST_CALL, 1000, &wait));
    CHECK_EQ(wait, GUEST_SAVED_S + 1);
    CHECK(guests_pay(guests, &guest, GUEST_CALL, 1000 + wait * 1000, NULL));
    guests_free(guests);
}

TEST(a_price_above_the_purse_is_the_whole_purse)
{
    struct guests *guests = guests_new(1, 0);
    struct guest guest = guest_at("192.0.2.1");

    CHECK(
        guests_pay(guests, &guest, GUEST_IMPORT, 1000, NULL)); /* or nobody ever could */
    CHECK(!guests_pay(guests, &guest, GUEST_MESSAGE, 1000, NULL));
    guests_free(guests);
}

/* A stranger with many addresses pushes others out of the table, but not those who are
 * connected, and nobody is worse off for being forgotten. */
TEST(a_full_table_keeps_who_is_connected)
{
    struct guests *guests = guests_new(20, 1);
    struct guest guest = guest_at("192.0.2.1");
    bool full_house;
    char text[40];

    struct purse *purse = guests_enter(guests, &guest, 1000, &full_house);
    CHECK(purse != NULL);
    for (int i = 0; i < 200000; i++) {
        snprintf(text, sizeof text, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        struct guest other = guest_at(text);
        if (!guests_pay(guests, &other, GUEST_CALL, 1000, NULL)) CHECK(false);
    }
    CHECK(!guests_enter(guests, &guest, 1000, &full_house) && full_house);
    guests_leave(purse);
    CHECK(guests_enter(guests, &guest, 1000, &full_house) && !full_house);
    guests_free(guests);
}

/* Who has spent most is the last to be forgotten. */
TEST(a_spent_purse_outlives_others)
{
    struct guests *guests = guests_new(20, 0);
    struct guest guest = guest_at("192.0.2.1");
    char text[40];

    while (guests_pay(guests, &guest, GUEST_CALL, 1000, NULL)) continue;
    for (int i = 0; i < 200000; i++) {
        snprintf(text, sizeof text, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        struct guest other = guest_at(text);
        guests_pay(guests, &other, GUEST_MESSAGE, 1000, NULL);
    }
    CHECK(!guests_pay(guests, &guest, GUEST_CALL, 1000, NULL));
    guests_free(guests);
}
