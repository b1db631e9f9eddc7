/* test_push.c -- push messages: where they may go, and how they are sealed and signed. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ecdsa.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "faults_test.h"
#include "server/push/push_address.h"
#include "server/push/push_answer.h"
#include "server/push/push_seal.h"
#include "test.h"

/* -- Addresses -------------------------------------------------------------------------- */

static const char *read(const char *text)
{
    static struct push_address address;
    static const struct push_ports more = {{8443}, 1};

    return push_address_read(text, &more, &address);
}

TEST(an_address_of_a_push_service_is_read)
{
    struct push_address address;
    const char *text = "https://Push.Example.ORG/wpush/v2/gAAA?x=1:2@3";

    CHECK(push_address_read(text, NULL, &address) == NULL);
    CHECK_STR(address.host, "push.example.org");
    CHECK_EQ(address.port, 443);
    CHECK_STR(address.path, "/wpush/v2/gAAA?x=1:2@3");
    CHECK(push_address_read("https://a-1.example:443", NULL, &address) == NULL);
    CHECK_STR(address.path, "");
    CHECK(push_address_read("https://a.example?x", NULL, &address) == NULL);
    CHECK_STR(address.path, "?x");
    CHECK(push_address_read("https://a.example:8443/x", NULL, &address) != NULL);
    CHECK(read("https://a.example:8443/x") == NULL);
}

TEST(an_address_that_leads_elsewhere_is_refused)
{
    static const char *const bad[] = {
        "",
        "https://",
        "https:///x",
        "http://push.example.org/x",
        "HTTPS://push.example.org/x",
        "ftp://push.example.org/x",
        "//push.example.org/x",
        "https://localhost/x",
        "https://push/x",
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://2130706433/x",
        "https://0x7f.0.0.1/x",
        "https://0x7f000001/x",
        "https://a.0x1/x",
        "https://017700000001/x",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://push.example.org./x",
        "https://.push.example.org/x",
        "https://push..example.org/x",
        "https://-a.example.org/x",
        "https://a-.example.org/x",
        "https://pu_sh.example.org/x",
        "https://push.example.org:22/x",
        "https://push.example.org:0443/x",
        "https://push.example.org:/x",
        "https://push.example.org:443443/x",
        "https://push.example.org:44 3/x",
        "https://me@push.example.org/x",
        "https://me:443@push.example.org/x",
        "https://push.example.org:443@evil.example/x",
        "https://push.example.org\\@evil.example/x",
        "https://push.example.org/x#y",
        "https://push.example.org/x y",
        "https://push.example.org/x\r\nHost: y",
        "https://push.example.org/\xc3\xa9",
        "https://p\xc3\xbcsh.example.org/",
        "https://router.local/x",
        "https://a.localhost/x",
        "https://db.internal/x",
        "https://1.0.0.127.in-addr.arpa/x",
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (!CHECK(read(bad[i]) != NULL)) fprintf(stderr, "taken: %s\n", bad[i]);
}

TEST(an_address_has_a_longest_length)
{
    char text[PUSH_ENDPOINT_MAX + 2];
    int n = snprintf(text, sizeof text, "https://push.example.org/");

    memset(text + n, 'x', sizeof text - (size_t)n);
    text[PUSH_ENDPOINT_MAX + 1] = 0;
    CHECK(read(text) != NULL);
    text[PUSH_ENDPOINT_MAX] = 0;
    CHECK(read(text) == NULL);
    n = snprintf(text, sizeof text, "https://");
    for (int i = 0; i < 300; i++) text[n++] = i % 50 == 49 ? '.' : 'a';
    snprintf(text + n, sizeof text - (size_t)n, ".example/x");
    CHECK(read(text) != NULL);
}

TEST(a_name_has_bounds)
{
    char text[PUSH_HOST_MAX + 40], label[80];
    struct push_address address;
    static const struct push_ports last = {{65535, 65536, 80}, 3};

    memset(label, 'a', sizeof label);
    label[63] = 0;
    snprintf(text, sizeof text, "https://%s.zz/", label);
    CHECK(read(text) == NULL);
    label[63] = 'a', label[64] = 0;
    snprintf(text, sizeof text, "https://%s.zz/", label);
    CHECK(read(text) != NULL);
    CHECK(read("https://0-9.az/") == NULL && read("https://a.b9/") == NULL);
    CHECK(read("https://a.9b/") != NULL && read("https://a`.org/") != NULL);
    CHECK(read("https://a/.org/") != NULL && read("https://a:.org/") != NULL);
    CHECK(read("https://a.example/!~") == NULL);
    CHECK(read("https://a.example/\x7f") != NULL && read("https://a.example/|") != NULL);
    /* 253 letters, and one more. */
    int n = snprintf(text, sizeof text, "https://");
    for (int i = 0; i < PUSH_HOST_MAX - 1; i++) text[n + i] = i % 32 == 31 ? '.' : 'a';
    text[n + PUSH_HOST_MAX - 1] = 0;
    CHECK(read(text) == NULL);
    text[n + PUSH_HOST_MAX - 1] = 'a', text[n + PUSH_HOST_MAX] = 0;
    CHECK(read(text) != NULL);
    /* The port is one that was allowed, and a number of at most 65535. */
    CHECK(!push_address_read("https://a.example:65535/", &last, &address));
    CHECK_EQ(address.port, 65535);
    CHECK(push_address_read("https://a.example:65536/", &last, &address) != NULL);
    CHECK(!push_address_read("https://a.example:80/", &last, &address));
    CHECK(push_address_read("https://a.example:8x/", &last, &address) != NULL);
    CHECK(push_address_read("https://a.example:08/", &last, &address) != NULL);
    CHECK(push_address_read("https://a.example:000080/", &last, &address) != NULL);
    CHECK(!push_address_read("https://a.example/:80@x", &last, &address));
    CHECK_EQ(address.port, 443);
}

TEST(no_name_of_one_network_is_public)
{
    static const char *const local[] = {"localhost", "local", "localdomain", "internal",
                                        "intranet",  "lan",   "home",        "corp",
                                        "private",   "arpa",  "onion"};
    char text[60];

    for (size_t i = 0; i < sizeof local / sizeof local[0]; i++) {
        snprintf(text, sizeof text, "https://a.%s/", local[i]);
        CHECK(read(text) != NULL);
        snprintf(text, sizeof text, "https://%s.org/", local[i]);
        CHECK(read(text) == NULL);
        snprintf(text, sizeof text, "https://a.x%s/", local[i]);
        CHECK(read(text) == NULL);
    }
}

static bool is_public(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};

    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return push_address_is_public((struct sockaddr *)&four);
    CHECK_EQ(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return push_address_is_public((struct sockaddr *)&six);
}

TEST(only_addresses_of_the_public_internet_are_connected_to)
{
    static const char *const good[] = {
        "1.1.1.1",        "8.8.8.8",      "9.255.255.255", "11.0.0.0",
        "100.63.255.255", "100.128.0.0",  "126.255.255.1", "128.0.0.1",
        "169.253.1.1",    "172.15.255.1", "172.32.0.1",    "192.167.1.1",
        "192.169.1.1",    "198.17.255.1", "198.20.0.1",    "223.255.255.1",
        "2001:200::1",    "2600::1",      "2a00:1450::1",  "3ffe::1",
        "2000::1",        "2001:db7::1",  "2001:db9::1",   "2003::1",
        "3fff:1000::1",   "2600:db8::1"};
    static const char *const bad[] = {"0.0.0.0",
                                      "0.1.2.3",
                                      "10.0.0.1",
                                      "100.64.0.1",
                                      "100.127.255.255",
                                      "127.0.0.1",
                                      "127.255.255.255",
                                      "169.254.169.254",
                                      "172.16.0.1",
                                      "172.31.255.255",
                                      "192.0.0.1",
                                      "192.0.2.1",
                                      "192.88.99.1",
                                      "192.168.1.1",
                                      "198.18.0.1",
                                      "198.19.255.255",
                                      "198.51.100.1",
                                      "203.0.113.1",
                                      "224.0.0.1",
                                      "239.255.255.255",
                                      "240.0.0.1",
                                      "255.255.255.255",
                                      "::",
                                      "::1",
                                      "::7f00:1",
                                      "::ffff:127.0.0.1",
                                      "::ffff:8.8.8.8",
                                      "64:ff9b::7f00:1",
                                      "64:ff9b::808:808",
                                      "64:ff9b:1::a00:1",
                                      "100::1",
                                      "2001::1",
                                      "2001:10::1",
                                      "2001:1ff::1",
                                      "2001:db8::1",
                                      "2002:7f00:1::1",
                                      "3fff:0:1::1",
                                      "4000::1",
                                      "5f00::1",
                                      "fc00::1",
                                      "fd12:3456::1",
                                      "fe80::1",
                                      "fec0::1",
                                      "ff02::1"};

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!CHECK(is_public(good[i]))) fprintf(stderr, "refused: %s\n", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (!CHECK(!is_public(bad[i]))) fprintf(stderr, "taken: %s\n", bad[i]);
    struct sockaddr_in6 scoped = {.sin6_family = AF_INET6, .sin6_scope_id = 2};
    inet_pton(AF_INET6, "2600::1", &scoped.sin6_addr);
    CHECK(!push_address_is_public((struct sockaddr *)&scoped));
    struct sockaddr other = {.sa_family = AF_UNIX};
    CHECK(!push_address_is_public(&other));
}

TEST(a_site_is_the_end_of_a_name)
{
    CHECK_STR(push_address_site("a.b.example.org"), "example.org");
    CHECK_STR(push_address_site("example.org"), "example.org");
    CHECK_STR(push_address_site("org"), "org");
    CHECK_STR(push_address_site("a.b"), "a.b");
    CHECK_STR(push_address_site(".b"), ".b");
    CHECK_STR(push_address_site(""), "");
}

/* -- Sealing ---------------------------------------------------------------------------- */

static size_t bytes_of(const char *text, unsigned char *out, size_t size)
{
    size_t n = 0;

    CHECK_EQ(sodium_base642bin(out, size, text, strlen(text), NULL, &n, NULL,
                               sodium_base64_VARIANT_URLSAFE_NO_PADDING),
             0);
    return n;
}

/* The numbers of RFC 8291, section 5. */
static const char as_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char as_public[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
    "mS6TlzAC8wEqKK6PBru3jl7A8";
static const char ua_public[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bj"
    "yPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char rfc_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char rfc_salt[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char rfc_text[] = "When I grow up, I want to be a watermelon";
static const char rfc_sealed[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
    "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
    "mS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
    "j_Qulcy4a-fN";

static EVP_PKEY *rfc_pair(void)
{
    unsigned char pair[PUSH_PAIR];

    bytes_of(as_private, pair, PUSH_SCALAR);
    bytes_of(as_public, pair + PUSH_SCALAR, PUSH_POINT);
    return push_key_pair(pair);
}

TEST(the_example_of_rfc_8291_is_sealed_as_it_says)
{
    struct push_reader reader;
    unsigned char salt[PUSH_SALT], out[PUSH_SEALED], want[PUSH_SEALED];
    EVP_PKEY *own = rfc_pair();

    bytes_of(ua_public, reader.point, sizeof reader.point);
    bytes_of(rfc_auth, reader.auth, sizeof reader.auth);
    bytes_of(rfc_salt, salt, sizeof salt);
    size_t n = strlen(rfc_text), m = bytes_of(rfc_sealed, want, sizeof want);
    CHECK_EQ(push_seal_with(&reader, own, salt, rfc_text, n, n + 1, out), m);
    CHECK(!memcmp(out, want, m));
    CHECK_EQ(push_seal_with(&reader, own, salt, rfc_text, n, n, out), 0);
    EVP_PKEY_free(own);
}

TEST(every_sealed_message_has_the_same_length_and_no_other_is_like_it)
{
    struct push_reader reader;
    unsigned char one[PUSH_SEALED], two[PUSH_SEALED];
    char text[PUSH_TEXT_MAX + 1];

    memset(text, 'x', sizeof text);
    bytes_of(ua_public, reader.point, sizeof reader.point);
    bytes_of(rfc_auth, reader.auth, sizeof reader.auth);
    CHECK(push_seal(&reader, "", 0, one));
    CHECK(push_seal(&reader, text, PUSH_TEXT_MAX, one));
    CHECK(push_seal(&reader, text, PUSH_TEXT_MAX, two));
    CHECK(memcmp(one, two, sizeof one) != 0);
    CHECK(memcmp(one + PUSH_HEAD, two + PUSH_HEAD, PUSH_RECORD) != 0);
    CHECK(!push_seal(&reader, text, PUSH_TEXT_MAX + 1, one));
}

TEST(a_point_that_is_not_on_the_curve_is_refused)
{
    struct push_reader reader;
    unsigned char out[PUSH_SEALED];

    bytes_of(rfc_auth, reader.auth, sizeof reader.auth);
    bytes_of(ua_public, reader.point, sizeof reader.point);
    reader.point[64] ^= 1;
    CHECK(push_key_point(reader.point) == NULL);
    CHECK(!push_seal(&reader, "x", 1, out));
    memset(reader.point, 0, sizeof reader.point);
    CHECK(push_key_point(reader.point) == NULL);
    reader.point[0] = 4;
    CHECK(push_key_point(reader.point) == NULL);
    reader.point[0] = 2; /* compressed: not as the browsers write it */
    CHECK(push_key_point(reader.point) == NULL);
}

/* -- Keys ------------------------------------------------------------------------------- */

TEST(a_pair_of_keys_comes_back_from_its_bytes)
{
    EVP_PKEY *key = push_key_new(), *again;
    unsigned char bytes[PUSH_PAIR], more[PUSH_PAIR];
    char text[PUSH_POINT_TEXT], topic[25], other[25];

    CHECK(push_key_bytes(key, bytes));
    again = push_key_pair(bytes);
    CHECK(again != NULL);
    CHECK(push_key_bytes(again, more));
    CHECK(!memcmp(bytes, more, sizeof bytes));
    CHECK(push_key_text(again, text));
    CHECK_EQ(strlen(text), PUSH_POINT_TEXT - 1);
    CHECK(push_key_topic(key, "k0hmgf0cr770", topic));
    CHECK(push_key_topic(again, "k0hmgf0cr770", other));
    CHECK_STR(topic, other);
    CHECK_EQ(strlen(topic), 24);
    CHECK(push_key_topic(key, "k0hmgf0cr771", other));
    CHECK(strcmp(topic, other) != 0);
    EVP_PKEY_free(key);
    EVP_PKEY_free(again);
}

static bool verify(EVP_PKEY *key, const char *text, size_t n,
                   const unsigned char plain[64])
{
    unsigned char der[128], *end = der;
    ECDSA_SIG *both = ECDSA_SIG_new();
    EVP_MD_CTX *context = EVP_MD_CTX_new();

    ECDSA_SIG_set0(both, BN_bin2bn(plain, 32, NULL), BN_bin2bn(plain + 32, 32, NULL));
    int length = i2d_ECDSA_SIG(both, &end);
    bool ok = EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
              EVP_DigestVerify(context, der, (size_t)length, (const unsigned char *)text,
                               n) == 1;
    EVP_MD_CTX_free(context);
    ECDSA_SIG_free(both);
    return ok;
}

TEST(a_token_says_who_we_are_and_is_signed)
{
    EVP_PKEY *key = rfc_pair();
    char token[PUSH_TOKEN_MAX], long_name[600];
    unsigned char signature[64], claims[400] = "";

    CHECK(push_key_token(key, "https://push.example.org", "mailto:a@example.org",
                         1794728075, token));
    char *dot = strchr(token, '.'), *end = strrchr(token, '.');
    *dot = 0;
    CHECK_STR(token, "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9");
    *end = 0;
    bytes_of(dot + 1, claims, sizeof claims);
    CHECK_STR((char *)claims, "{\"aud\":\"https://push.example.org\",\"exp\":1794728075,"
                              "\"sub\":\"mailto:a@example.org\"}");
    CHECK_EQ(bytes_of(end + 1, signature, sizeof signature), 64);
    *dot = '.';
    CHECK(verify(key, token, (size_t)(end - token), signature));
    token[3] ^= 1;
    CHECK(!verify(key, token, (size_t)(end - token), signature));
    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = 0;
    CHECK(!push_key_token(key, long_name, "mailto:a@example.org", 1, token));
    EVP_PKEY_free(key);
}

TEST(a_contact_is_a_mailbox_or_a_page)
{
    CHECK(push_key_contact_ok("mailto:a@example.org"));
    CHECK(push_key_contact_ok("https://example.org/contact"));
    CHECK(!push_key_contact_ok("a@example.org"));
    CHECK(!push_key_contact_ok("mailto:"));
    CHECK(!push_key_contact_ok("https://"));
    CHECK(!push_key_contact_ok("http://example.org"));
    CHECK(!push_key_contact_ok("mailto:a\"@example.org"));
    CHECK(!push_key_contact_ok("mailto:a @example.org"));
    CHECK(push_key_contact_ok("https://example.org/~ann!"));
    CHECK(!push_key_contact_ok("https://example.org/\x7f"));
    CHECK(!push_key_contact_ok("https://example.org/\\"));
    CHECK(!push_key_contact_ok("mailto:ann"));
}

/* -- Answers ---------------------------------------------------------------------------- */

static struct push_answer answer(const char *text)
{
    return push_answer_read(text, strlen(text));
}

TEST(an_answer_has_a_status_and_perhaps_a_wait)
{
    CHECK_EQ(answer("HTTP/1.1 201 Created\r\nLocation: /x\r\n\r\n").status, 201);
    CHECK_EQ(answer("HTTP/1.0 410\r\n\r\n").status, 410);
    CHECK_EQ(answer("HTTP/1.1 429 Slow\r\nA: b\r\nretry-AFTER:   120\r\n\r\n").wait_s,
             120);
    CHECK_EQ(answer("HTTP/1.1 503 No\r\nRetry-After: 99999999999\r\n\r\n").wait_s,
             PUSH_WAIT_MAX);
    CHECK_EQ(answer("HTTP/1.1 503 No\r\nRetry-After: Fri, 31 Dec\r\n\r\n").wait_s, 0);
    CHECK_EQ(answer("HTTP/1.1 201 Yes\r\n\r\nRetry-After: 7\r\n").wait_s, 0);
    CHECK_EQ(answer("").status, 0);
    CHECK_EQ(answer("HTTP/1.1 2").status, 0);
    CHECK_EQ(answer("HTTP/1.1 999 No\r\n\r\n").status, 0);
    CHECK_EQ(answer("HTTP/2 201 Created\r\n\r\n").status, 0);
    CHECK_EQ(answer("SSH-2.0-OpenSSH\r\nRetry-After: 7\r\n").wait_s, 0);
    CHECK_EQ(answer("HTTP/1.1 201").status, 201);
    CHECK_EQ(answer("HTTP/1.1 20").status, 0);
    CHECK_EQ(answer("HTTP/2.0 201 Created\r\n\r\n").status, 0);
    CHECK_EQ(answer("ICAP/1.1 201 Created\r\n\r\n").status, 0);
    CHECK_EQ(answer("HTTP/1.1x201 Created\r\n\r\n").status, 0);
    CHECK(push_answer_is_whole("HTTP/1.1 201\r\n\r\n", 16));
    CHECK(!push_answer_is_whole("HTTP/1.1 201\r\n\r\n", 15));
}

TEST(an_answer_is_read_to_its_bounds)
{
    static char much[PUSH_ANSWER_MAX];

    CHECK_EQ(answer("HTTP/1.1 100 x\r\n\r\n").status, 100);
    CHECK_EQ(answer("HTTP/1.1 099 x\r\n\r\n").status, 0);
    CHECK_EQ(answer("HTTP/1.1 599 x\r\n\r\n").status, 599);
    CHECK_EQ(answer("HTTP/1.1 600 x\r\n\r\n").status, 0);
    CHECK_EQ(answer("HTTP/1.1 2/1 x\r\n\r\n").status, 0);
    CHECK_EQ(answer("HTTP/1.1 2:1 x\r\n\r\n").status, 0);
    CHECK_EQ(answer("HTTP/1.1 509 x\r\nRetry-After:9").wait_s, 9); /* and no end */
    CHECK_EQ(answer("HTTP/1.1 509 x\nRetry-After: 90\n\n").wait_s, 90);
    CHECK_EQ(answer("HTTP/1.1 509 x\r\nRetry-After:\r\n\r\n").wait_s, 0);
    CHECK_EQ(answer("HTTP/1.1 509 x\r\nRetry-Afte").wait_s, 0);
    CHECK_EQ(answer("HTTP/1.1 509 x\r\nRetry-After:5\r\nRetry-After: x\r\n").wait_s, 5);
    CHECK_EQ(answer("HTTP/1.1 503 x\r\nRetry-After: 21599\r\n").wait_s, 21599);
    CHECK_EQ(answer("HTTP/1.1 503 x\r\nRetry-After: 21601\r\n").wait_s, 21600);
    CHECK_EQ(answer("HTTP/1.1 503 x\r\nA: b\r\n\nRetry-After: 7\r\n").wait_s, 0);
    CHECK(push_answer_is_whole("\r\n\r\n", 4) && !push_answer_is_whole("\r\n\r\n", 3));
    CHECK(push_answer_is_whole(much, sizeof much));
    CHECK(!push_answer_is_whole(much, sizeof much - 1));
    memcpy(much + sizeof much - 5, "\r\n\r\n", 4);
    CHECK(push_answer_is_whole(much, sizeof much - 1));
    /* What lies behind the bytes that came is not read. */
    CHECK_EQ(push_answer_read("HTTP/1.1 503 x\r\nRetry-After: 12", 30).wait_s, 1);
}

#ifdef AUDE_WRAPPED
/* Whatever OpenSSL cannot do: nothing is sealed, or signed, by half. */
TEST(what_cannot_be_sealed_or_signed_is_not)
{
    struct push_reader reader;
    unsigned char sealed[PUSH_SEALED];
    char token[PUSH_TOKEN_MAX];
    EVP_PKEY *key = push_key_new();
    int turn = 0, came;

    bytes_of(ua_public, reader.point, sizeof reader.point);
    bytes_of(rfc_auth, reader.auth, sizeof reader.auth);
    do {
        faults_test_openssl(++turn);
        bool ok = push_seal(&reader, "x", 1, sealed);
        came = faults_test_came();
        CHECK_EQ(ok, !came);
    } while (came && turn < 100);
    CHECK(turn > 7);
    turn = 0;
    do {
        faults_test_openssl(++turn);
        bool ok = push_key_token(key, "https://push.example.org", "mailto:a@example.org",
                                 1000, token);
        came = faults_test_came();
        CHECK_EQ(ok, !came);
    } while (came && turn < 100);
    CHECK(turn > 2);
    faults_test_openssl(0);
    EVP_PKEY_free(key);
}
#endif
