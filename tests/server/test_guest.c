/* test_guest.c -- purses by address: what they earn, and what a full table forgets. */
#include <stdio.h>
#include <string.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/hub/guest.h"
#include "server/hub/secret.h"
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
    CHECK(same("2001:db8:0:1::1", "[2001:db8:0:1:ffff::2]"));
    CHECK(!same("2001:db8:0:1::1", "2001:db8:0:2::1"));
    CHECK(!same("192.0.2.1", "192.0.2.2"));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (!CHECK(!guest_parse(wrong[i], strlen(wrong[i]), out))) puts(wrong[i]);
    CHECK(!guest_at("127.0.0.1").counted);
    CHECK(!guest_at("::1").counted);
    CHECK(guest_at("127.0.0.2").counted);
}

/* How many of that price can be paid at once. */
static int at_once(struct guests *guests, const struct guest *guest, int price,
                   int64_t now)
{
    int paid = 0;

    while (paid < 100000 && guests_pay(guests, guest, price, now, NULL)) paid++;
    return paid;
}

TEST(a_purse_earns_its_rate_and_holds_seconds_of_it)
{
    struct guests *guests = guests_new(20, 0);
    struct guest guest = guest_at("192.0.2.1");
    int64_t now = 1000000;
    int paid = 0, wait = 0;

    CHECK_EQ(at_once(guests, &guest, GUEST_CALL, now), 20 * GUEST_LIGHT_S);
    CHECK(!guests_pay(guests, &guest, GUEST_CALL, now, &wait));
    CHECK_EQ(wait, 1);
    CHECK_EQ(at_once(guests, &guest, GUEST_LIST, now), 20 * GUEST_SAVED_S / 2);
    CHECK(!guests_pay(guests, &guest, GUEST_IMPORT, now, &wait));
    CHECK_EQ(wait, 1); /* twenty calls, one second */
    for (int i = 0; i < 1000;
         i++) /* seven seconds, in steps that are no whole earnings */
        paid += guests_pay(guests, &guest, GUEST_CALL, now += 7, NULL);
    CHECK_EQ(paid, 140);
    now += 3600000;
    CHECK_EQ(at_once(guests, &guest, GUEST_CALL, now), 20 * GUEST_LIGHT_S);
    CHECK(
        !guests_pay(guests, &guest, GUEST_CALL, now - 5000, NULL)); /* a clock set back */
    guests_free(guests);
}

/* Dear calls of a neighbour leave the cheap ones, and the other way round. */
TEST(what_is_dear_does_not_use_up_what_is_cheap)
{
    struct guests *guests = guests_new(20, 0);
    struct guest guest = guest_at("192.0.2.1");

    at_once(guests, &guest, GUEST_LIST, 1000);
    CHECK_EQ(at_once(guests, &guest, GUEST_CALL, 1000), 20 * GUEST_LIGHT_S);
    CHECK_EQ(at_once(guests, &guest, GUEST_MESSAGE, 1000), 0);
    guests_free(guests);
    guests = guests_new(20, 0);
    at_once(guests, &guest, GUEST_CALL, 1000);
    CHECK_EQ(at_once(guests, &guest, GUEST_TABLE, 1000), 30);
    guests_free(guests);
}

/* A hundred people open the page in the same second: six connections each, two dozen files, the
 * cookie, a WebSocket and what the page says first. */
TEST(a_hundred_behind_one_address_open_the_page)
{
    struct guests *guests = guests_new(20, 600);
    struct guest guest = guest_at("192.0.2.1");
    bool full_house, ok = true;

    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 6; k++) {
            ok &= guests_knock(guests, &guest, 1000);
            ok &= guests_enter(guests, &guest, 1000, &full_house) && !full_house;
        }
        for (int k = 0; k < 24; k++)
            ok &= guests_pay(guests, &guest, GUEST_FILE, 1000, NULL);
        for (int k = 0; k < 2; k++)
            ok &= guests_pay(guests, &guest, GUEST_CALL, 1000, NULL);
        for (int k = 0; k < 4; k++)
            ok &= guests_pay(guests, &guest, GUEST_MESSAGE, 1000, NULL);
    }
    CHECK(ok);
    guests_free(guests);
}

/* A person with a seat plays on while others at his address use up everything. */
TEST(who_has_a_seat_has_a_purse_of_his_own)
{
    struct guests *guests = guests_new(20, 0);
    struct guest guest = guest_at("192.0.2.1");
    int64_t now = 1000;
    int moves = 0;

    at_once(guests, &guest, GUEST_CALL, now);
    at_once(guests, &guest, GUEST_MESSAGE, now);
    CHECK(!guests_pay_or_own(guests, &guest, "bob", GUEST_MESSAGE, now, NULL));
    CHECK(!guests_pay_or_own(guests, &guest, "", GUEST_MESSAGE, now, NULL));
    guests_seat(guests, "bob", now);
    guests_seat(guests, "", now);
    for (int i = 0; i < 600;
         i++) { /* a minute: a move every second, a neighbour in between */
        now += 100;
        at_once(guests, &guest, GUEST_MESSAGE, now);
        if (i % 10 == 0)
            moves += guests_pay_or_own(guests, &guest, "bob", GUEST_MESSAGE, now, NULL) &&
                     guests_pay_or_own(guests, &guest, "bob", GUEST_CHANGE, now, NULL);
    }
    CHECK_EQ(moves, 60);
    CHECK(!guests_pay_or_own(guests, &guest, "", GUEST_MESSAGE, now, NULL));
    moves = 0; /* but it is small */
    while (moves < 1000 &&
           guests_pay_or_own(guests, &guest, "bob", GUEST_CHANGE, now, NULL))
        moves++;
    CHECK(moves <= GUEST_OWN_RATE * 10 * GUEST_OWN_S / GUEST_CHANGE);
    CHECK(!guests_pay_or_own(guests, &guest, "cat", GUEST_CHANGE, now, NULL));
    guests_free(guests);
}

/* What was done without asking for all of its price is paid for later. */
TEST(debts_are_paid_before_anything_else)
{
    struct guests *guests = guests_new(20, 0);
    struct guest guest = guest_at("192.0.2.1");
    int wait = 0;

    for (int i = 0; i < 10; i++) guests_owe(guests, &guest, 1000, 1000);
    CHECK(!guests_pay(guests, &guest, GUEST_LOAD, 1000, &wait));
    CHECK_EQ(wait, GUEST_SAVED_S + 1); /* and not more than a purse */
    CHECK(guests_pay(guests, &guest, GUEST_CALL, 1000, NULL));
    CHECK(guests_pay(guests, &guest, GUEST_LOAD, 1000 + 1000 * wait, NULL));
    guests_free(guests);
}

/* Who has a whole network of networks has eight purses, not 65,536. */
TEST(a_wide_network_has_a_common_purse)
{
    struct guests *guests = guests_new(20, 10);
    char text[40];
    int paid = 0, open = 0;
    bool full_house;

    for (int i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "2001:db8:1:%x::1", i);
        struct guest guest = guest_at(text);
        for (int k = 0; k < 30; k++)
            paid += guests_pay(guests, &guest, GUEST_CALL, 1000, NULL);
        open += guests_enter(guests, &guest, 1000, &full_house) != NULL;
    }
    CHECK_EQ(paid, GUEST_WIDE * 20 * GUEST_LIGHT_S);
    CHECK_EQ(open, GUEST_WIDE * 10);
    struct guest other = guest_at("2001:db8:2::1");
    CHECK(guests_pay(guests, &other, GUEST_CALL, 1000, NULL));
    guests_free(guests);
}

/* Connections of a wide network are given back one by one. */
TEST(a_wide_network_counts_connections_down_too)
{
    struct guests *guests = guests_new(20, 2);
    struct purse *in[2 * GUEST_WIDE];
    char text[40];
    bool full_house;

    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2 * GUEST_WIDE; i++) {
            snprintf(text, sizeof text, "2001:db8:1:%x::1", i / 2);
            struct guest guest = guest_at(text);
            in[i] = guests_enter(guests, &guest, 1000, &full_house);
            CHECK(in[i] != NULL && !full_house);
        }
        struct guest more = guest_at("2001:db8:1:77::1");
        CHECK(!guests_enter(guests, &more, 1000, &full_house) && full_house);
        for (int i = 0; i < 2 * GUEST_WIDE; i++) guests_leave(in[i]);
    }
    guests_free(guests);
}

TEST(a_connection_is_paid_for_on_credit)
{
    struct guests *guests = guests_new(1, 0);
    struct guest guest = guest_at("192.0.2.1");
    int n = 0, wait = 0;

    at_once(guests, &guest, GUEST_CALL, 1000);
    while (n < 1000 && guests_knock(guests, &guest, 1000)) n++;
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
    CHECK(!guests_pay(guests, &guest, GUEST_LIST, 1000, NULL));
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

    at_once(guests, &guest, GUEST_CALL, 1000);
    for (int i = 0; i < 200000; i++) {
        snprintf(text, sizeof text, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        struct guest other = guest_at(text);
        guests_pay(guests, &other, GUEST_MESSAGE, 1000, NULL);
    }
    CHECK(!guests_pay(guests, &guest, GUEST_CALL, 1000, NULL));
    guests_free(guests);
}

/* -- Behind proxies ------------------------------------------------------------------------ */

/* The guest of a request from `peer` with that header; proxies are 10.0.0.1 and 2001:db8::9. */
static struct guest forwarded_guest(const char *peer, const char *forwarded)
{
    struct guest_proxies proxies = {.n = 2};
    unsigned char address[16];
    struct guest guest = {.counted = false};

    CHECK(guest_parse("10.0.0.1", 8, proxies.address[0]));
    CHECK(guest_parse("2001:db8::9", 11, proxies.address[1]));
    if (CHECK(guest_parse(peer, strlen(peer), address)))
        guest_find(&proxies, address, forwarded, &guest);
    return guest;
}

static bool forwards(const char *peer, const char *forwarded, const char *is)
{
    struct guest guest = forwarded_guest(peer, forwarded);
    unsigned char address[16];

    return CHECK(guest_parse(is, strlen(is), address)) &&
           !memcmp(guest.address, address, 16) && guest.counted;
}

TEST(the_last_address_that_is_no_proxy_is_the_guest)
{
    CHECK(forwards("10.0.0.1", "192.0.2.1", "192.0.2.1"));
    CHECK(forwards("10.0.0.1", "192.0.2.9, 192.0.2.1", "192.0.2.1"));
    CHECK(forwards("10.0.0.1", "192.0.2.1,2001:db8::9", "192.0.2.1"));
    CHECK(
        forwards("10.0.0.1", "192.0.2.1 ,\t[2001:db8::9]:80 , 10.0.0.1:5", "192.0.2.1"));
    CHECK(forwards("2001:db8::9", "2001:db8:7::1", "2001:db8:7::1"));
    CHECK(forwards("192.0.2.5", "192.0.2.1", "192.0.2.5")); /* nobody believes him */
    CHECK(forwards("10.0.0.1", NULL, "10.0.0.1"));
    CHECK(forwards("10.0.0.1", "", "10.0.0.1"));
    CHECK(forwards("10.0.0.1", "2001:db8::9", "2001:db8::9")); /* proxies all the way */
    CHECK(forwards("10.0.0.1", "192.0.2.1, unknown", "10.0.0.1"));
    CHECK(forwards("10.0.0.1", "192.0.2.1, unknown, 2001:db8::9", "2001:db8::9"));
    CHECK(forwards("10.0.0.1", "127.0.0.1", "127.0.0.1")); /* counted: it was forwarded */
    CHECK(!forwarded_guest("127.0.0.1", "192.0.2.1").counted);
}

TEST(of_six_the_network_is_the_key_and_the_address_is_kept)
{
    struct guest guest = guest_at("2001:db8:1:2:3:4:5:6");
    static const unsigned char key[16] = {0x20, 0x01, 0x0d, 0xb8, 0, 1, 0, 2};
    static const unsigned char whole[16] = {0x20, 0x01, 0x0d, 0xb8, 0, 1, 0, 2,
                                            0,    3,    0,    4,    0, 5, 0, 6};

    CHECK(!memcmp(guest.key, key, 16) && !memcmp(guest.address, whole, 16));
}

/* -- The other end of a socket -------------------------------------------------------------- */

static bool peer_of(int family, const char *is)
{
    struct sockaddr_storage at = {.ss_family = (sa_family_t)family};
    socklen_t n =
        family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    unsigned char found[16] = {0}, want[16];
    bool same = false;

    if (family == AF_INET)
        ((struct sockaddr_in *)&at)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    else
        ((struct sockaddr_in6 *)&at)->sin6_addr = in6addr_loopback;
    int listener = socket(family, SOCK_STREAM, 0),
        client = socket(family, SOCK_STREAM, 0);
    if (!bind(listener, (struct sockaddr *)&at, n) && !listen(listener, 1) &&
        !getsockname(listener, (struct sockaddr *)&at, &n) &&
        !connect(client, (struct sockaddr *)&at, n))
        same = guest_peer(client, found) && guest_parse(is, strlen(is), want) &&
               !memcmp(found, want, 16);
    else if (family == AF_INET6)
        same = true; /* no IPv6 on this machine */
    close(listener);
    close(client);
    return same;
}

TEST(the_other_end_of_a_socket_has_an_address)
{
    unsigned char out[16];
    int pair[2];

    CHECK(peer_of(AF_INET, "127.0.0.1"));
    CHECK(peer_of(AF_INET6, "::1"));
    if (CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair))) {
        CHECK(!guest_peer(pair[0], out));
        close(pair[0]);
        close(pair[1]);
    }
    CHECK(!guest_peer(-1, out));
}

/* `--rate 0` and `--per-address 0`: nothing is counted. */
TEST(without_limits_everything_is_free)
{
    struct guests *guests = guests_new(0, 0);
    struct guest guest = guest_at("192.0.2.1");
    bool full_house = true;

    if (!CHECK(guests != NULL)) return;
    for (int i = 0; i < 5000; i++) {
        guests_owe(guests, &guest, GUEST_IMPORT, 1000);
        if (!CHECK(guests_pay(guests, &guest, GUEST_IMPORT, 1000, NULL)) ||
            !CHECK(guests_knock(guests, &guest, 1000)) ||
            !CHECK(guests_enter(guests, &guest, 1000, &full_house) == NULL) ||
            !CHECK(!full_house))
            break;
    }
    guests_leave(NULL);
    guests_free(guests);
    guests = guests_new(0, 2); /* connections only */
    if (!CHECK(guests != NULL)) return;
    struct purse *one = guests_enter(guests, &guest, 1000, &full_house);
    CHECK(one && !full_house);
    CHECK(guests_enter(guests, &guest, 1000, &full_house) && !full_house);
    CHECK(!guests_enter(guests, &guest, 1000, &full_house) && full_house);
    guests_leave(one);
    CHECK(guests_enter(guests, &guest, 1000, &full_house) && !full_house);
    CHECK(guests_pay(guests, &guest, GUEST_IMPORT, 1000, NULL));
    guests_free(guests);
}

/* What stands in a list of addresses: blanks around it, a port behind it. */
TEST(an_address_is_read_whole_or_not_at_all)
{
    static const struct {
        const char *text;
        bool ok;
    } all[] = {{"192.0.2.1", true},
               {" \t192.0.2.1\t ", true},
               {"192.0.2.1:80", true},
               {"[2001:db8::1]:443", true},
               {"[2001:db8::1]", true},
               {"2001:db8::1", true},
               {"0000:0000:0000:0000:0000:ffff:192.168.100.228", true},
               {"", false},
               {" ", false},
               {":80", false},
               {"[", false},
               {"[2001:db8::1", false},
               {"192.0.2", false},
               {"192.0.2.1x", false},
               {"0000:0000:0000:0000:0000:0000:ffff:192.168.100.228", false},
               {"1111111111111111111111111111111111111111111111111111111111", false}};
    unsigned char out[16],
        wide[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 1};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!CHECK(guest_parse(all[i].text, strlen(all[i].text), out) == all[i].ok))
            puts(all[i].text);
    CHECK(guest_parse(" 192.0.2.1:80 ", 14, out) && !memcmp(out, wide, 16));
    CHECK(guest_parse("192.0.2.1, 192.0.2.2", 9, out) && !memcmp(out, wide, 16));
}

/* Who is counted has a number, the same whenever he comes; who is not has none. */
TEST(a_guest_has_a_number)
{
    struct guest one = forwarded_guest("198.51.100.1", NULL);
    struct guest same = forwarded_guest("198.51.100.1", NULL);
    struct guest other = forwarded_guest("198.51.100.2", NULL);
    struct guest near = forwarded_guest("127.0.0.1", NULL);

    CHECK(guest_number(&one) != 0 && guest_number(&one) == guest_number(&same));
    CHECK(guest_number(&one) != guest_number(&other));
    CHECK(!near.counted && guest_number(&near) == 0);
}
