/* test_passkey.c -- passkeys, byte by byte: what a device makes and signs is taken, everything else is not. */
#include <stdio.h>
#include <string.h>

#include "device.h"
#include "server/names/passkey_internal.h"
#include "test.h"

static const char origin[] = "https://play.example.org", rp[] = "play.example.org";
static const char challenge[] = "Y2hhbGxlbmdlLW9mLXRoaXJ0eS10d28tYnl0ZXMtbG8";

static struct passkey_site site(void)
{
    struct passkey_site one;

    CHECK(passkey_client_site_of("https://play.example.org/", &one));
    return one;
}

/* A key that was made, and a device that has it. */
static bool made(struct device *device, int algorithm, struct passkey *key)
{
    struct passkey_site here = site();
    struct device_said said;

    if (!CHECK(device_open(device, algorithm, 7))) return false;
    device_make(device, origin, rp, challenge, &said);
    return CHECK_EQ(passkey_fido_made(&here, challenge, device_client(&said),
                                      device_data(&said), key),
                    PASSKEY_GOOD);
}

static enum passkey_why judged(const struct passkey *key, const struct device_said *said)
{
    struct passkey_site here = site();
    uint32_t counter;

    return passkey_fido_signed(&here, challenge, key, device_client(said),
                               device_data(said), device_signature(said), &counter);
}

TEST(keys_of_three_kinds_are_made_and_sign)
{
    if (!CHECK(passkey_fido_here())) return;
    for (int i = 0; passkey_algorithms[i]; i++) {
        struct device device;
        struct device_said said;
        struct passkey key;
        if (!made(&device, passkey_algorithms[i], &key)) continue;
        CHECK_EQ(key.algorithm, passkey_algorithms[i]);
        CHECK_EQ(key.n_id, sizeof device.id);
        CHECK_EQ(key.counter, 1);
        device.counter = 2;
        device_sign(&device, origin, rp, challenge, &said);
        CHECK_EQ(judged(&key, &said), PASSKEY_GOOD);
        device_close(&device);
    }
}

TEST(a_signature_is_for_one_challenge_one_page_and_one_site)
{
    struct device device;
    struct device_said said;
    struct passkey key;

    if (!made(&device, -7, &key)) return;
    device.counter = 2;
    device_sign(&device, origin, rp, "Y2hhbGxlbmdlLW9mLWFub3RoZXItdGltZS1hbmQtcGxhY2U",
                &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_CHALLENGE);
    device_sign(&device, "https://play.example.org.evil.example", rp, challenge, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_ORIGIN);
    device_sign(&device, "http://play.example.org", rp, challenge, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_ORIGIN);
    device_sign(&device, "https://play.example.org:444", rp, challenge, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_ORIGIN);
    device_sign(&device, origin, "example.org", challenge, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_SITE);
    device_make(&device, origin, rp, challenge, &said); /* made, not signed */
    device_sign_again(&device, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_CLIENT);
    device_close(&device);
}

TEST(a_page_within_another_page_is_refused)
{
    struct device device;
    struct device_said said;
    struct passkey key;

    if (!made(&device, -7, &key)) return;
    device.counter = 2;
    device_sign(&device, origin, rp, challenge, &said);
    said.n_client = (size_t)snprintf(
        said.client, sizeof said.client,
        "{\"type\":\"webauthn.get\",\"challenge\":\"%s\",\"origin\":\"%s\","
        "\"crossOrigin\":true}",
        challenge, origin);
    device_sign_again(&device, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_ORIGIN);
    device_close(&device);
}

TEST(every_bit_of_what_was_signed_counts)
{
    struct device device;
    struct device_said said, good;
    struct passkey key;

    if (!made(&device, -7, &key)) return;
    device.counter = 2;
    device_sign(&device, origin, rp, challenge, &good);
    CHECK_EQ(judged(&key, &good), PASSKEY_GOOD);
    for (size_t i = 0; i < good.n_data; i++) {
        said = good;
        said.data[i] ^= 4; /* not the flag that somebody was there */
        if (!CHECK(judged(&key, &said) != PASSKEY_GOOD))
            fprintf(stderr, "byte %zu of the data\n", i);
    }
    for (size_t i = 0; i < good.n_signature; i++) {
        said = good;
        said.signature[i] ^= 1;
        CHECK(judged(&key, &said) != PASSKEY_GOOD);
    }
    said = good;
    said.client[said.n_client - 1] = ' '; /* "...false " and a bracket after it */
    said.client[said.n_client++] = '}';
    CHECK_EQ(judged(&key, &said), PASSKEY_SIGNATURE);
    for (size_t n = 0; n < good.n_signature; n++) {
        said = good;
        said.n_signature = n;
        CHECK_EQ(judged(&key, &said), PASSKEY_SIGNATURE);
    }
    device_close(&device);
}

TEST(another_key_or_another_kind_did_not_sign)
{
    struct device device, other;
    struct device_said said;
    struct passkey key, key_of_other;

    if (!made(&device, -7, &key) || !made(&other, -7, &key_of_other)) return;
    device.counter = other.counter = 2;
    device_sign(&other, origin, rp, challenge, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_SIGNATURE);
    CHECK_EQ(judged(&key_of_other, &said), PASSKEY_GOOD);
    device_sign(&device, origin, rp, challenge, &said);
    key.algorithm = -8; /* the same bytes taken for a key of another kind */
    CHECK_EQ(judged(&key, &said), PASSKEY_SIGNATURE);
    key.algorithm = 0;
    CHECK_EQ(judged(&key, &said), PASSKEY_SIGNATURE);
    device_close(&device);
    device_close(&other);
}

TEST(a_counter_goes_up_or_is_always_zero)
{
    struct device device;
    struct device_said said;
    struct passkey key;

    if (!made(&device, -7, &key)) return;
    device.counter = 9;
    device_sign(&device, origin, rp, challenge, &said);
    key.counter = 8;
    CHECK_EQ(judged(&key, &said), PASSKEY_GOOD);
    key.counter = 9;
    CHECK_EQ(judged(&key, &said), PASSKEY_COUNTER);
    key.counter = 10;
    CHECK_EQ(judged(&key, &said), PASSKEY_COUNTER);
    device.counter = 0;
    device_sign(&device, origin, rp, challenge, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_COUNTER);
    key.counter = 0;
    CHECK_EQ(judged(&key, &said), PASSKEY_GOOD);
    device_close(&device);
}

TEST(nobody_there_is_refused_and_nobody_known_is_not)
{
    struct device device;
    struct device_said said;
    struct passkey key;

    if (!made(&device, -7, &key)) return;
    device.counter = 2;
    device.flags = 4; /* verified, but not present */
    device_sign(&device, origin, rp, challenge, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_ABSENT);
    device.flags = 1; /* present, not verified: preferred only */
    device_sign(&device, origin, rp, challenge, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_GOOD);
    device_close(&device);
}

static enum passkey_why made_of(const unsigned char *data, size_t n)
{
    struct passkey_site here = site();
    struct device_said said = {0};
    struct passkey key;

    said.n_client = (size_t)snprintf(
        said.client, sizeof said.client,
        "{\"type\":\"webauthn.create\",\"challenge\":\"%s\",\"origin\":\"%s\"}",
        challenge, origin);
    return passkey_fido_made(&here, challenge, device_client(&said),
                             (struct passkey_bytes){data, n}, &key);
}

TEST(a_key_that_is_cut_or_of_another_kind_is_refused)
{
    struct device device;
    struct device_said said;

    if (!CHECK(device_open(&device, -7, 7))) return;
    device_make(&device, origin, rp, challenge, &said);
    CHECK_EQ(made_of(said.data, said.n_data), PASSKEY_GOOD);
    for (size_t n = 0; n < said.n_data; n++) CHECK(made_of(said.data, n) != PASSKEY_GOOD);
    CHECK_EQ(said.data[87], 0xa5); /* 37 + 16 + 2 + 32 = 87: the map begins */
    said.data[91] = 0x38;          /* alg: a number of two bytes, which eats the next */
    CHECK(made_of(said.data, said.n_data) != PASSKEY_GOOD);
    said.data[91] = 0x28; /* alg -9: nobody has that */
    CHECK_EQ(made_of(said.data, said.n_data), PASSKEY_ALGORITHM);
    said.data[91] = 0x26;
    memset(said.data + 97, 0xff, 32); /* no point of the curve */
    CHECK_EQ(made_of(said.data, said.n_data), PASSKEY_ALGORITHM);
    device_make(&device, origin, rp, challenge, &said);
    said.data[53] = 0xff; /* a key's name of 65,312 bytes */
    CHECK(made_of(said.data, said.n_data) != PASSKEY_GOOD);
    device_close(&device);
}

/* libcbor clears as many places as an array announces: a gigabyte for nine bytes of a stranger. */
TEST(cbor_that_announces_more_than_there_is_never_reaches_the_library)
{
    static const struct {
        unsigned char bytes[12];
        size_t n;
    } bad[] = {
        {{0x9b, 0, 0, 0, 0, 0x08, 0, 0, 0}, 9},           /* 2^27 things */
        {{0xbb, 0, 0, 0, 0, 0x08, 0, 0, 0}, 9},           /* 2^27 pairs */
        {{0xbb, 0x80, 0, 0, 0, 0, 0, 0, 0x01, 0, 0}, 11}, /* twice that is 2 */
        {{0x82, 0x01}, 2},                                /* the second is not there */
        {{0xa1, 0x01}, 2},                                /* nor is its value */
        {{0x42, 0x01}, 2},                                /* a byte of two */
        {{0x7b, 0, 0, 0, 0, 0x08, 0, 0, 0}, 9},           /* a long text */
        {{0x19, 0x01}, 2},                                /* half a number */
        {{0x9f, 0x01, 0xff}, 3},                          /* an open length */
        {{0xc0, 0x01}, 2},                                /* a tag */
        {{0x1c}, 1},                                      /* kept for later */
        {{0x81, 0x81, 0x81, 0x81, 0x81, 0x01}, 6},        /* deep */
    };
    struct device device;
    struct device_said said;
    struct passkey key;

    if (!made(&device, -7, &key)) return;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        device_make(&device, origin, rp, challenge, &said);
        memcpy(said.data + 87, bad[i].bytes, bad[i].n); /* in place of the key */
        if (!CHECK_EQ(made_of(said.data, 87 + bad[i].n), PASSKEY_DATA))
            fprintf(stderr, "as a key: %zu\n", i);
        device.counter = 2;
        device_sign(&device, origin, rp, challenge, &said);
        said.data[32] |= 128; /* more follows */
        memcpy(said.data + said.n_data, bad[i].bytes, bad[i].n);
        said.n_data += bad[i].n;
        device_sign_again(&device, &said);
        if (!CHECK_EQ(judged(&key, &said), PASSKEY_DATA))
            fprintf(stderr, "behind a signature: %zu\n", i);
    }
    device_close(&device);
}

/* What devices add of their own ("credProtect": 2) is read over. */
TEST(a_signature_with_more_behind_it_is_taken)
{
    static const unsigned char more[] = {0xa1, 0x6b, 'c', 'r', 'e', 'd', 'P',
                                         'r',  'o',  't', 'e', 'c', 't', 0x02};
    struct device device;
    struct device_said said;
    struct passkey key;

    if (!made(&device, -7, &key)) return;
    device.counter = 2;
    device_sign(&device, origin, rp, challenge, &said);
    said.data[32] |= 128;
    memcpy(said.data + said.n_data, more, sizeof more);
    said.n_data += sizeof more;
    device_sign_again(&device, &said);
    CHECK_EQ(judged(&key, &said), PASSKEY_GOOD);
    device_close(&device);
}

TEST(sites_are_names_with_https_or_this_machine)
{
    struct passkey_site one;

    CHECK(passkey_client_site_of("https://play.example.org:8443/aude/", &one));
    CHECK_STR(one.origin, "https://play.example.org:8443");
    CHECK_STR(one.rp, "play.example.org");
    CHECK(passkey_client_site_of("http://localhost:8080", &one));
    CHECK_STR(one.origin, "http://localhost:8080");
    CHECK_STR(one.rp, "localhost");
    CHECK(!passkey_client_site_of("http://play.example.org", &one));
    CHECK(!passkey_client_site_of("http://localhost.evil.example", &one));
    CHECK(!passkey_client_site_of("https://192.0.2.1", &one));
    CHECK(!passkey_client_site_of("https://[::1]/", &one));
    CHECK(!passkey_client_site_of("https:///", &one));
    CHECK(!passkey_client_site_of("ftp://a", &one));
}

TEST(what_a_browser_says_is_read_strictly)
{
    static const char *const bad[] = {
        "",
        "null",
        "[]",
        "{\"type\":\"webauthn.create\"}",
        "{\"type\":\"webauthn.create\",\"type\":\"webauthn.create\"}",
        "{\"type\":7,\"challenge\":[],\"origin\":{}}"};
    struct passkey_site here = site();
    struct passkey key;
    static char much[PASSKEY_CLIENT_MAX + 10];

    memset(much, ' ', sizeof much);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(passkey_fido_made(
                  &here, challenge,
                  (struct passkey_bytes){(const unsigned char *)bad[i], strlen(bad[i])},
                  (struct passkey_bytes){(const unsigned char *)"x", 1},
                  &key) != PASSKEY_GOOD);
    CHECK_EQ(passkey_fido_made(
                 &here, challenge,
                 (struct passkey_bytes){(const unsigned char *)much, sizeof much},
                 (struct passkey_bytes){(const unsigned char *)"x", 1}, &key),
             PASSKEY_CLIENT);
}

/* What stands just inside every bound of CBOR is read; just outside it is not. */
TEST(cbor_is_read_up_to_its_bounds)
{
    static const struct {
        unsigned char bytes[12];
        size_t n;
        bool sound;
    } all[] = {
        {{0x17}, 1, true}, /* the largest number in one byte */
        {{0x18}, 1, false},
        {{0x18, 1}, 2, true},
        {{0x19, 1, 2}, 3, true},
        {{0x1a, 1, 2, 3}, 4, false},
        {{0x1a, 1, 2, 3, 4}, 5, true},
        {{0x1b, 1, 2, 3, 4, 5, 6, 7}, 8, false},
        {{0x1b, 1, 2, 3, 4, 5, 6, 7, 8}, 9, true},
        {{0x42, 1, 2}, 3, true},
        {{0x63, 'a', 'b', 'c'}, 4, true},
        {{0x63, 'a', 'b'}, 3, false},
        {{0x80}, 1, true}, /* nothing is held */
        {{0xa0}, 1, true},
        {{0x82, 1, 2}, 3, true},
        {{0xa1, 1, 2}, 3, true},
        {{0xa2, 1, 2, 3}, 4, false},            /* two values, of which one is missing */
        {{0x81, 0x81, 0x81, 0x81, 1}, 5, true}, /* as deep as it may be */
        {{0x81, 0x81, 0x81, 0x81, 0x80}, 5, false},
        {{0xa1, 1, 0xa1, 1, 0xa1, 1, 0xa1, 1, 2}, 9, true},
        {{0xa1, 1, 0xa1, 1, 0xa1, 1, 0xa1, 1, 0xa0}, 9, false},
        {{1, 2}, 2, true}, /* one behind the other */
        {{1, 0x18}, 2, false},
    };

    CHECK(passkey_cbor_sound((struct passkey_bytes){NULL, 0}));
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!CHECK_EQ(passkey_cbor_sound((struct passkey_bytes){all[i].bytes, all[i].n}),
                      all[i].sound))
            fprintf(stderr, "row %zu\n", i);
}
