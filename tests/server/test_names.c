/* test_names.c -- names: kept, opened, recovered, deleted; and everything that must not open one. Devices are made
 * of bytes (device.c), so that each can lie. */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names_test.h"
#include "server/store/store_tournament.h"

/* -- What works --------------------------------------------------------------------------- */

TEST(a_name_is_kept_with_what_the_guest_did)
{
    struct browser ana = browser(1);
    struct device key;
    char guest[NAMES_WHO_MAX];

    if (!open_names() || !CHECK(device_open(&key, -7, 1))) return;
    memcpy(guest, ana.guest, sizeof guest);
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK_EQ(strlen(text_of("recovery")), 23); /* four groups of five */
    CHECK(number_of_name() > 0);
    CHECK_STR(who_is(&ana), guest); /* seats are the guest's, by any device of the name */
    CHECK(who_name > 0);
    CHECK(strcmp(ana.guest, guest) != 0);
    CHECK_STR(gone, guest);
    CHECK_STR(ask_text(&ana, "mine", "{}"), "ok");
    CHECK_EQ(json_array_size(json_object_get(answer, "devices")), 1);
    CHECK_STR(json_string_value(json_object_get(
                  json_array_get(json_object_get(answer, "devices"), 0), "label")),
              "Firefox, Linux");
    CHECK_EQ(json_array_size(json_object_get(answer, "sessions")), 1);
    device_close(&key);
    close_names();
}

static void entered(void *context, const struct store_answer *said)
{
    (void)context;
    CHECK_EQ(said->how, STORE_DONE);
}

/* What is told of a name holds its tournaments, and is gone with the name. */
TEST(tournaments_that_were_entered_are_told_with_the_name)
{
    struct browser ana = browser(1);
    struct device key;

    if (!open_names() || !CHECK(device_open(&key, -7, 1))) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK_STR(ask_text(&ana, "mine", "{}"), "ok");
    CHECK_EQ(json_array_size(json_object_get(answer, "entries")), 0);
    struct store_tournament row = {.id = "thursday", .seq = 2, .summary = "{}"};
    struct store_tournament_line lines[] = {
        {.seq = 1, .at = 5000, .line = "aude tournament 1", .name = 77, .label = "Bob"},
        {.seq = 2,
         .at = 6000,
         .line = "6 entered 1 name",
         .name = number_of_name(),
         .who = "x",
         .label = "Ana"}};
    store_tournament_append(store, &row, 0, lines, 2, entered, NULL);
    CHECK_STR(ask_text(&ana, "mine", "{}"), "ok");
    json_t *list = json_object_get(answer, "entries"), *one = json_array_get(list, 0);
    CHECK_EQ(json_array_size(list), 1); /* those of others are not among them */
    CHECK_STR(json_string_value(json_object_get(one, "tournament")), "thursday");
    CHECK_STR(json_string_value(json_object_get(one, "line")), "6 entered 1 name");
    CHECK_STR(json_string_value(json_object_get(one, "label")), "Ana");
    CHECK_EQ(json_integer_value(json_object_get(one, "at")), 6000);
    device_close(&key);
    close_names();
}

TEST(a_name_is_opened_on_another_device_by_a_code)
{
    struct browser laptop = browser(1), phone = browser(2), other = browser(3);
    struct device key, second;
    struct device_said said;
    char code[40], challenge[64];

    if (!open_names() || !device_open(&key, -7, 1) || !device_open(&second, -8, 2))
        return;
    CHECK_STR(keep(&laptop, &key, "Ana"), "ok");
    CHECK_STR(ask_text(&phone, "link", "{}"), "SIGNED_OUT");
    CHECK_STR(ask_text(&laptop, "link", "{}"), "ok");
    snprintf(code, sizeof code, "%s", text_of("code"));
    CHECK_STR(ask(&phone, "begin", json_pack("{s:s, s:s}", "what", "add", "code", code)),
              "ok");
    CHECK_STR(text_of("name"), "Ana");
    snprintf(challenge, sizeof challenge, "%s", text_of("challenge"));
    CHECK_STR(ask(&other, "begin", json_pack("{s:s, s:s}", "what", "add", "code", code)),
              "CODE"); /* it is the phone's */
    device_make(&second, origin, rp, challenge, &said);
    CHECK_STR(ask(&phone, "finish", said_json(&second, challenge, &said)), "ok");
    who_is(&laptop);
    char whole[NAMES_WHO_MAX];
    memcpy(whole, who, sizeof whole);
    CHECK_STR(who_is(&phone), whole);
    CHECK_STR(ask(&phone, "begin", json_pack("{s:s, s:s}", "what", "add", "code", code)),
              "CODE"); /* good once */
    CHECK_STR(ask_text(&phone, "out", "{}"), "ok");
    CHECK(strcmp(who_is(&phone), whole) != 0);
    CHECK_STR(open_name(&phone, &second), "ok");
    CHECK_STR(who_is(&phone), whole);
    device_close(&key);
    device_close(&second);
    close_names();
}

/* A name that is given up before the other device asks. */
TEST(a_code_of_a_name_that_is_gone_opens_nothing)
{
    struct browser laptop = browser(1), phone = browser(2);
    struct device key;
    char code[40];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&laptop, &key, "Ana"), "ok");
    CHECK_STR(ask_text(&laptop, "link", "{}"), "ok");
    snprintf(code, sizeof code, "%s", text_of("code"));
    CHECK_STR(ask_text(&laptop, "delete", "{\"name\":7}"), "FIELD");
    CHECK_STR(ask_text(&laptop, "delete", "{\"name\":\"Ana\"}"), "ok");
    CHECK_STR(ask(&phone, "begin", json_pack("{s:s, s:s}", "what", "add", "code", code)),
              "CODE");
    CHECK_STR(text_of("text"), "that code opens no name");
    device_close(&key);
    close_names();
}

TEST(a_device_that_is_removed_opens_nothing)
{
    struct browser laptop = browser(1), thief = browser(2);
    struct device key;
    char body[500];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&laptop, &key, "Ana"), "ok");
    CHECK_STR(open_name(&thief, &key), "ok");
    CHECK_STR(ask_text(&laptop, "mine", "{}"), "ok");
    snprintf(body, sizeof body, "{\"device\":\"%s\"}",
             json_string_value(json_object_get(
                 json_array_get(json_object_get(answer, "devices"), 0), "id")));
    CHECK_STR(ask_text(&laptop, "drop", body), "ok");
    CHECK(gone[0] != 0);
    who_is(&thief);
    CHECK_EQ(who_name, 0);
    CHECK_STR(open_name(&thief, &key), "signature");
    device_close(&key);
    close_names();
}

TEST(a_deleted_name_is_gone_at_once_and_rests)
{
    struct browser ana = browser(1), eve = browser(2);
    struct device key, other;
    char guest[NAMES_WHO_MAX];

    if (!open_names() || !device_open(&key, -7, 1) || !device_open(&other, -7, 2)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    memcpy(guest, who_is(&ana), sizeof guest);
    CHECK_STR(ask_text(&ana, "delete", "{\"name\":\"ana\"}"), "CODE");
    CHECK_STR(ask_text(&ana, "delete", "{\"name\":\"Ana\"}"), "ok");
    CHECK_STR(gone, guest);
    CHECK_STR(ana.session, "");
    CHECK_STR(open_name(&ana, &key), "signature");
    CHECK_STR(keep(&eve, &other, "ANA"), "taken");
    now += 366ll * 86400000;
    CHECK_STR(keep(&eve, &other, "ANA"), "ok");
    device_close(&key);
    device_close(&other);
    close_names();
}

/* -- What must not ------------------------------------------------------------------------ */

TEST(a_challenge_is_good_once_in_one_browser_for_a_while)
{
    struct browser ana = browser(1), eve = browser(2);
    struct device key;
    struct device_said said;
    char challenge[64];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    snprintf(challenge, sizeof challenge, "%s", begin(&ana, "open", ""));
    key.counter++;
    device_sign(&key, origin, rp, challenge, &said);
    CHECK_STR(ask(&eve, "finish", said_json(&key, challenge, &said)), "challenge");
    CHECK_STR(ask(&ana, "finish", said_json(&key, challenge, &said)), "challenge");
    snprintf(challenge, sizeof challenge, "%s", begin(&ana, "open", ""));
    device_sign(&key, origin, rp, challenge, &said);
    CHECK_STR(ask(&ana, "finish", said_json(&key, challenge, &said)), "ok");
    CHECK_STR(ask(&ana, "finish", said_json(&key, challenge, &said)), "challenge");
    snprintf(challenge, sizeof challenge, "%s", begin(&ana, "open", ""));
    key.counter++;
    device_sign(&key, origin, rp, challenge, &said);
    now += NAMES_CHALLENGE_MS;
    CHECK_STR(ask(&ana, "finish", said_json(&key, challenge, &said)), "challenge");
    device_close(&key);
    close_names();
}

/* The clock of the system was far ahead, and is set right. */
TEST(a_clock_that_is_set_back_lengthens_nothing)
{
    struct browser ana = browser(1);
    struct device key;
    struct device_said said;
    char challenge[64], code[40];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    now += 86400000;
    snprintf(challenge, sizeof challenge, "%s", begin(&ana, "open", ""));
    CHECK_STR(ask_text(&ana, "link", "{}"), "ok");
    snprintf(code, sizeof code, "%s", text_of("code"));
    now -= 86400000;
    key.counter++;
    device_sign(&key, origin, rp, challenge, &said);
    CHECK_STR(ask(&ana, "finish", said_json(&key, challenge, &said)), "challenge");
    CHECK_STR(ask(&ana, "begin", json_pack("{s:s, s:s}", "what", "add", "code", code)),
              "CODE");
    CHECK_STR(open_name(&ana, &key), "ok"); /* and everything new works */
    device_close(&key);
    close_names();
}

static const char *open_from(struct browser *one, struct device *device, const char *page,
                             const char *site)
{
    struct device_said said;
    const char *challenge = begin(one, "open", "");

    device->counter++;
    device_sign(device, page, site, challenge, &said);
    return ask(one, "finish", said_json(device, challenge, &said));
}

TEST(another_page_and_another_site_open_nothing)
{
    struct browser ana = browser(1);
    struct device key;

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK_STR(open_from(&ana, &key, "https://evil.example", rp), "origin");
    CHECK_STR(open_from(&ana, &key, origin, "evil.example"), "site");
    CHECK_STR(open_from(&ana, &key, "https://play.example.org/", rp), "origin");
    CHECK_STR(open_from(&ana, &key, origin, rp), "ok");
    device_close(&key);
    close_names();
}

TEST(anothers_key_a_copy_and_a_tampered_signature_open_nothing)
{
    struct browser ana = browser(1), eve = browser(2);
    struct device key, evil;
    struct device_said said;
    const char *challenge;

    if (!open_names() || !device_open(&key, -7, 1) || !device_open(&evil, -7, 2)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK_STR(keep(&eve, &evil, "Eve"), "ok");
    memcpy(evil.id, key.id, sizeof key.id); /* Eve's key under Ana's number */
    CHECK_STR(open_name(&eve, &evil), "signature");
    key.counter = 40;
    CHECK_STR(open_name(&ana, &key), "ok");
    key.counter = 10; /* a copy from before */
    CHECK_STR(open_name(&eve, &key), "counter");
    CHECK(strstr(text_of("text"), "copy") != NULL);
    key.counter = 60;
    challenge = begin(&ana, "open", "");
    device_sign(&key, origin, rp, challenge, &said);
    said.signature[said.n_signature - 1] ^= 1;
    CHECK_STR(ask(&ana, "finish", said_json(&key, challenge, &said)), "signature");
    device_close(&key);
    device_close(&evil);
    close_names();
}

TEST(a_key_belongs_to_one_name)
{
    struct browser ana = browser(1), eve = browser(2);
    struct device key;

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK(strcmp(keep(&eve, &key, "Eve"), "ok") != 0);
    CHECK_STR(eve.session, "");
    CHECK_STR(open_name(&eve, &key), "ok");
    CHECK_STR(json_string_value(json_object_get(json_object_get(answer, "name"), "name")),
              "Ana");
    device_close(&key);
    close_names();
}

/* Eve put a cookie of hers into Ana's browser, and waits. */
TEST(a_planted_cookie_is_worth_nothing_once_a_name_is_kept)
{
    struct browser eve = browser(2), ana = eve;
    struct device key;

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(who_is(&eve), eve.guest);
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK_STR(gone, eve.guest); /* her open connections end */
    CHECK_STR(who_is(&eve), "");
    CHECK_STR(ask_text(&eve, "mine", "{}"), "ok");
    CHECK(json_is_null(json_object_get(answer, "name")));
    CHECK_STR(who_is(&eve), eve.guest); /* a new cookie, and nobody's games */
    CHECK_STR(eve.session, "");
    device_close(&key);
    close_names();
}

/* A session that Eve knows is not the one that Ana gets. */
TEST(a_session_is_new_whenever_a_name_is_opened)
{
    struct browser ana = browser(1);
    struct device key;
    char before[NAMES_WHO_MAX];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    memcpy(before, ana.session, sizeof before);
    CHECK_STR(open_name(&ana, &key), "ok");
    CHECK(strcmp(before, ana.session) != 0);
    struct browser eve = browser(2);
    memcpy(eve.session, before, sizeof before);
    who_is(&eve);
    CHECK_EQ(who_name, 0); /* the old one is over */
    device_close(&key);
    close_names();
}

TEST(two_tabs_of_one_browser_do_no_harm)
{
    struct browser ana = browser(1);
    struct device key;
    struct device_said said;
    char one[64], two[64];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    snprintf(one, sizeof one, "%s", begin(&ana, "keep", "Ana"));
    snprintf(two, sizeof two, "%s", begin(&ana, "keep", "Ana Maria"));
    device_make(&key, origin, rp, one, &said);
    struct browser tab = ana; /* the second tab began with the same cookies */
    CHECK_STR(ask(&ana, "finish", said_json(&key, one, &said)), "ok");
    memset(key.id, 9, sizeof key.id);
    device_make(&key, origin, rp, two, &said);
    CHECK_STR(ask(&tab, "finish", said_json(&key, two, &said)), "taken");
    CHECK_STR(tab.session, "");
    who_is(&ana);
    CHECK(who_name > 0);
    CHECK_STR(ask_text(&ana, "out", "{}"), "ok");
    CHECK_STR(ask_text(&ana, "out", "{}"), "SIGNED_OUT");
    device_close(&key);
    close_names();
}

TEST(a_recovery_code_opens_once_and_is_not_guessed)
{
    struct browser ana = browser(1), eve = browser(2);
    struct device key;
    char code[40], body[100], upper[40];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    snprintf(code, sizeof code, "%s", text_of("recovery"));
    for (int i = 0; i < NAMES_TRIES; i++)
        CHECK_STR(ask_text(&eve, "recover", "{\"code\":\"aaaaa-bbbbb-ccccc-ddddd\"}"),
                  "CODE");
    snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    CHECK_STR(ask_text(&eve, "recover", body), "RATE"); /* even the right one */
    CHECK(waits > 3000 && waits <= 3601);
    CHECK_STR(eve.session, "");
    struct browser phone = browser(3);
    for (size_t i = 0; i <= strlen(code); i++)
        upper[i] = code[i] >= 'a' && code[i] <= 'z' ? (char)(code[i] - 32)
                   : code[i] == '-'                 ? ' '
                                                    : code[i];
    snprintf(body, sizeof body, "{\"code\":\"%s\"}", upper);
    CHECK_STR(ask_text(&phone, "recover", body), "ok");
    CHECK(strcmp(text_of("recovery"), code) != 0);
    CHECK_EQ(strlen(text_of("recovery")), 23);
    who_is(&phone);
    CHECK(who_name > 0);
    CHECK_STR(ask_text(&phone, "recover", body), "CODE"); /* used */
    now += NAMES_TRIES_MS;
    CHECK_STR(ask_text(&eve, "recover", "{\"code\":\"x\"}"), "CODE"); /* may try again */
    device_close(&key);
    close_names();
}

TEST(a_session_ends_when_it_is_not_used)
{
    struct browser ana = browser(1);
    struct device key;

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    now += (NAMES_SESSION_DAYS - 1) * 86400000ll;
    CHECK_STR(ask_text(&ana, "mine", "{}"), "ok"); /* used: it lasts */
    now += (NAMES_SESSION_DAYS - 1) * 86400000ll;
    who_is(&ana);
    CHECK(who_name > 0);
    now += 86400000ll;
    who_is(&ana);
    CHECK_EQ(who_name, 0);
    CHECK_STR(ask_text(&ana, "link", "{}"), "SIGNED_OUT");
    CHECK_STR(ana.session, "");
    device_close(&key);
    close_names();
}

TEST(names_are_judged_before_a_key_is_made)
{
    struct browser ana = browser(1), eve = browser(2);
    struct device key, other;

    if (!open_names() || !device_open(&key, -7, 1) || !device_open(&other, -7, 2)) return;
    CHECK_STR(keep(&ana, &key, "A"), "short");
    CHECK_STR(keep(&ana, &key, "\xd0\x90na"), "mixed");
    CHECK_STR(keep(&ana, &key, "admin"), "reserved");
    CHECK_STR(keep(&ana, &key, "Paul"), "ok");
    CHECK_STR(keep(&eve, &other, "PauI"), "taken");
    device_close(&key);
    device_close(&other);
    close_names();
}

/* What is too much is said before a key is made, and once more when one comes whose challenge was given before. */
TEST(one_address_keeps_so_many_names_a_day)
{
    struct device key;
    struct browser late = browser(1), other = browser(2);
    struct device_said said;
    char name[20], early[64];

    if (!open_names() || !device_open(&key, -8, 0)) return;
    snprintf(early, sizeof early, "%s", begin(&late, "keep", "Latecomer"));
    for (int i = 0; i < NAMES_NEW; i++) {
        struct browser one = browser(1);
        memset(key.id, i + 1, sizeof key.id);
        snprintf(name, sizeof name, "Name %c%c", 'a' + i % 26, 'a' + i / 26);
        CHECK_STR(keep(&one, &key, name), "ok");
    }
    struct browser one = browser(1);
    CHECK_STR(ask(&one, "begin",
                  json_pack("{s:s, s:s}", "what", "keep", "name", "One too many")),
              "many");
    CHECK(strstr(text_of("text"), "enough new names"));
    memset(key.id, 200, sizeof key.id);
    device_make(&key, origin, rp, early, &said);
    CHECK_STR(ask(&late, "finish", said_json(&key, early, &said)), "many");
    CHECK_STR(keep(&other, &key, "Elsewhere"), "ok"); /* another address */
    device_close(&key);
    close_names();
}

TEST(what_is_no_call_is_refused_in_a_sentence)
{
    static const char *const bad[][3] = {
        {"begin", "", "JSON"},
        {"begin", "[]", "JSON"},
        {"begin", "{}", "FIELD"},
        {"begin", "{\"what\":\"steal\"}", "FIELD"},
        {"begin", "{\"what\":\"keep\",\"what\":\"keep\"}", "JSON"},
        {"begin", "{\"what\":\"keep\",\"name\":7}", "FIELD"},
        {"begin", "{\"what\":\"add\"}", "CODE"},
        {"finish", "{\"challenge\":\"x\",\"client\":\"x\",\"data\":\"x\"}", "challenge"},
        {"finish", "{\"challenge\":\"\",\"client\":\"\",\"data\":\"\"}", "challenge"},
        {"begin", "{\"what\":\"add\",\"code\":7}", "FIELD"},
        {"recover", "{\"code\":null}", "FIELD"},
        {"recover", "{\"code\":\"?\"}", "CODE"},
        {"drop", "{}", "SIGNED_OUT"}};
    struct browser ana = browser(1);
    bool known;

    if (!open_names()) return;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_STR(ask_text(&ana, bad[i][0], bad[i][1]), bad[i][2]);
        CHECK(text_of("text")[0] != 0);
    }
    ana.guest[0] = 0;
    CHECK_STR(ask_text(&ana, "mine", "{}"), "COOKIE");
    CHECK(names_call_new(names, "nonsense", &known) == NULL && !known);
    close_names();
}

/* -- What is told, word for word ------------------------------------------------------------ */

static const struct store_names *whole_names;

/* The answer as a text, to be freed. */
static char *all_of(const char *name)
{
    char *text = json_dumps(name ? json_object_get(answer, name) : answer,
                            JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);

    return text ? text : strdup("");
}

static void check_told(const char *name, const char *wanted)
{
    char *text = all_of(name);

    CHECK_STR(text, wanted);
    free(text);
}

/* The number of a name as a device is told it: eight bytes, the least first. */
static void check_handle(int64_t id)
{
    unsigned char bytes[8];
    size_t n = 0;
    int64_t number = 0;
    const char *user = text_of("user");

    CHECK_EQ(sodium_base642bin(bytes, sizeof bytes, user, strlen(user), NULL, &n, NULL,
                               sodium_base64_VARIANT_URLSAFE_NO_PADDING),
             0);
    CHECK_EQ(n, 8);
    for (int i = 7; i >= 0; i--) number = number << 8 | bytes[i];
    CHECK_EQ(number, id);
}

TEST(a_device_is_told_what_it_needs)
{
    struct browser ana = browser(1);
    struct device key;
    char known[100], id[64];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_EQ(strlen(begin(&ana, "open", "")), 43);
    check_told("user", "null");
    check_told("name", "null");
    check_told("known", "[]");
    check_told("rp", "\"play.example.org\"");
    check_told("algorithms", "[-7,-8,-257]");
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    int64_t number = number_of_name();
    CHECK_EQ(strlen(begin(&ana, "keep", "Ana Maria")), 43);
    check_told("name", "\"Ana Maria\"");
    check_told("known", "[]");
    /* A second key for a name that is open here: the first one is told. */
    CHECK_STR(ask_text(&ana, "begin", "{\"what\":\"add\",\"code\":\"\"}"), "ok");
    check_told("name", "\"Ana\"");
    check_handle(number);
    sodium_bin2base64(id, sizeof id, key.id, sizeof key.id,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(known, sizeof known, "[\"%s\"]", id);
    check_told("known", known);
    device_close(&key);
    close_names();
}

TEST(what_is_kept_is_told_with_its_dates)
{
    struct browser ana = browser(1), phone = browser(2);
    struct device key, second;
    char wanted[1000], id[2][64], challenge[64];
    int64_t began = 1000000;

    if (!open_names() || !device_open(&key, -7, 1) || !device_open(&second, -8, 2))
        return;
    sodium_bin2base64(id[0], sizeof id[0], key.id, sizeof key.id,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_bin2base64(id[1], sizeof id[1], second.id, sizeof second.id,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    snprintf(wanted, sizeof wanted,
             "{\"bot\":false,\"created\":1000000,\"id\":%lld,\"name\":\"Ana\"}",
             (long long)number_of_name());
    check_told("name", wanted);
    now += 5000;
    CHECK_STR(ask_text(&ana, "begin", "{\"what\":\"add\",\"code\":\"\"}"), "ok");
    snprintf(challenge, sizeof challenge, "%s", text_of("challenge"));
    CHECK_STR(finish_labelled(&ana, &second, challenge, "My phone"), "ok");
    check_told("recovery", "null"); /* it is told once, when the name is new */
    now += 5000;
    CHECK_STR(open_name(&phone, &second), "ok");
    now += 5000;
    CHECK_STR(ask_text(&phone, "mine", "{}"), "ok");
    check_told("keeps", "true");
    check_told("recovery", "true");
    snprintf(wanted, sizeof wanted,
             "[{\"created\":1000000,\"here\":false,\"id\":\"%s\",\"label\":\"Firefox, "
             "Linux\",\"seen\":1000000},{\"created\":1005000,\"here\":true,\"id\":\"%s\","
             "\"label\":\"My phone\",\"seen\":1010000}]",
             id[0], id[1]);
    check_told("devices", wanted);
    /* Of each session twelve letters; the one that asks was used just now. */
    json_t *list = json_object_get(answer, "sessions");
    CHECK_EQ(json_array_size(list), 2);
    for (size_t i = 0; i < 2; i++) {
        json_t *one = json_array_get(list, i);
        bool here = json_is_true(json_object_get(one, "here"));
        const struct browser *whose = here ? &phone : &ana;
        const char *letters = json_string_value(json_object_get(one, "id"));
        CHECK(letters && strlen(letters) == 12 && !strncmp(letters, whose->session, 12));
        CHECK_EQ(json_integer_value(json_object_get(one, "created")),
                 began + (here ? 10000 : 5000));
        CHECK_EQ(json_integer_value(json_object_get(one, "seen")),
                 began + (here ? 15000 : 5000));
        CHECK_EQ(json_integer_value(json_object_get(one, "ends")),
                 began + (here ? 15000 : 5000) + NAMES_SESSION_DAYS * 86400000ll);
    }
    /* One that has ended is not told. */
    now = began + 5000 + NAMES_SESSION_DAYS * 86400000ll;
    CHECK_STR(ask_text(&phone, "mine", "{}"), "ok");
    CHECK_EQ(json_array_size(json_object_get(answer, "sessions")), 1);
    CHECK_EQ(json_array_size(json_object_get(answer, "devices")), 2);
    device_close(&key);
    device_close(&second);
    close_names();
}

/* A label that nobody could read is not taken. */
TEST(a_label_is_the_persons_or_the_browsers)
{
    static const struct {
        const char *said, *kept;
    } labels[] = {{"Desk", "Desk"},
                  {"", "Firefox, Linux"},
                  {" x", "Firefox, Linux"},
                  {"a\xe2\x80\x8b", "Firefox, Linux"},
                  {"\xe2\x80\x8d", "Firefox, Linux"}};
    struct device key;
    char name[20];

    if (!open_names() || !device_open(&key, -8, 0)) return;
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
        struct browser one = browser(20 + (int)i);
        memset(key.id, (int)i + 1, sizeof key.id);
        snprintf(name, sizeof name, "Name %c%c", 'a' + (int)i, 'a' + (int)i);
        char challenge[64];
        snprintf(challenge, sizeof challenge, "%s", begin(&one, "keep", name));
        CHECK_STR(finish_labelled(&one, &key, challenge, labels[i].said), "ok");
        CHECK_STR(ask_text(&one, "mine", "{}"), "ok");
        CHECK_STR(json_string_value(json_object_get(
                      json_array_get(json_object_get(answer, "devices"), 0), "label")),
                  labels[i].kept);
    }
    device_close(&key);
    close_names();
}

TEST(sessions_are_ended_one_by_one_or_all_at_once)
{
    struct browser ana = browser(1), one = browser(2), two = browser(3);
    struct device key;
    char body[60];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK_STR(open_name(&one, &key), "ok");
    CHECK_STR(open_name(&two, &key), "ok");
    CHECK_STR(ask_text(&ana, "drop", "{\"session\":\"short\"}"), "CODE");
    CHECK_STR(text_of("text"), "there is no such session");
    CHECK_STR(ask_text(&ana, "drop", "{\"session\":\"aaaaaaaaaaaa\"}"), "CODE");
    CHECK_STR(text_of("text"), "there is no such device or session");
    CHECK_STR(ask_text(&ana, "drop", "{\"device\":\"aaaa\"}"), "CODE");
    CHECK_STR(ask_text(&ana, "drop", "{\"device\":7}"), "FIELD");
    CHECK_STR(ask_text(&ana, "drop", "{}"), "FIELD");
    CHECK_STR(gone, "");
    snprintf(body, sizeof body, "{\"session\":\"%.12s\"}", one.session);
    CHECK_STR(ask_text(&ana, "drop", body), "ok");
    CHECK_STR(gone, who_is(&ana));
    CHECK_EQ(json_array_size(json_object_get(answer, "sessions")), 2);
    who_is(&one);
    CHECK_EQ(who_name, 0);
    who_is(&two);
    CHECK(who_name > 0);
    CHECK_STR(open_name(&one, &key), "ok");
    CHECK_STR(ask_text(&ana, "drop", "{\"session\":\"*\"}"), "ok"); /* all but this one */
    CHECK_EQ(json_array_size(json_object_get(answer, "sessions")), 1);
    who_is(&one);
    CHECK_EQ(who_name, 0);
    who_is(&ana);
    CHECK(who_name > 0);
    device_close(&key);
    close_names();
}

/* Who goes is told that nothing is kept here any more. */
TEST(who_signs_out_is_nobody)
{
    static const char nothing[] = "{\"devices\":[],\"entries\":[],\"keeps\":true,"
                                  "\"name\":null,\"recovery\":false,\"sessions\":[]}";
    struct browser ana = browser(1);
    struct device key;

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(ask_text(&ana, "mine", "{}"), "ok");
    check_told(NULL, nothing);
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK_STR(ask_text(&ana, "out", "{}"), "ok");
    check_told(NULL, nothing);
    CHECK_STR(ana.session, "");
    CHECK_STR(open_name(&ana, &key), "ok");
    CHECK_STR(ask_text(&ana, "delete", "{\"name\":\"Ana\"}"), "ok");
    check_told(NULL, nothing);
    ana.session[0] = 'x'; /* a session that is none: the cookie is taken back */
    CHECK_STR(ask_text(&ana, "mine", "{}"), "ok");
    check_told(NULL, nothing);
    CHECK_STR(ana.session, "");
    device_close(&key);
    close_names();
}

TEST(a_new_recovery_code_takes_the_place_of_the_old_one)
{
    struct browser ana = browser(1), phone = browser(2);
    struct device key;
    char old[60], fresh[60];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    snprintf(old, sizeof old, "{\"code\":\"%s\"}", text_of("recovery"));
    CHECK_STR(ask_text(&ana, "code", "{}"), "ok");
    CHECK(number_of_name() > 0);
    snprintf(fresh, sizeof fresh, "{\"code\":\"%s\"}", text_of("recovery"));
    CHECK(strcmp(old, fresh) != 0);
    CHECK_STR(ask_text(&phone, "recover", old), "CODE");
    CHECK_STR(phone.session, "");
    CHECK_STR(ask_text(&phone, "recover", fresh), "ok");
    who_is(&phone);
    CHECK(who_name > 0);
    device_close(&key);
    close_names();
}

/* A name that was given up rests for a year, to the millisecond. */
TEST(a_name_rests_for_a_year)
{
    struct browser ana = browser(1), eve = browser(2);
    struct device key, other;

    if (!open_names() || !device_open(&key, -7, 1) || !device_open(&other, -7, 2)) return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK_STR(ask_text(&ana, "delete", "{\"name\":\"Ana\"}"), "ok");
    now += NAMES_REST_DAYS * 86400000ll;
    CHECK_STR(keep(&eve, &other, "Ana"), "taken");
    now += 1;
    CHECK_STR(keep(&eve, &other, "Ana"), "ok");
    device_close(&key);
    device_close(&other);
    close_names();
}

/* It was free when Eve asked; by the time that her device has answered it rests. */
TEST(a_name_may_begin_to_rest_while_a_device_is_asked)
{
    struct browser ana = browser(1), eve = browser(2);
    struct device key, other;
    struct device_said said;
    char challenge[64];

    if (!open_names() || !device_open(&key, -7, 1) || !device_open(&other, -7, 2)) return;
    snprintf(challenge, sizeof challenge, "%s", begin(&eve, "keep", "Ana"));
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK_STR(ask_text(&ana, "delete", "{\"name\":\"Ana\"}"), "ok");
    now += 1000;
    device_make(&other, origin, rp, challenge, &said);
    CHECK_STR(ask(&eve, "finish", said_json(&other, challenge, &said)), "taken");
    device_close(&key);
    device_close(&other);
    close_names();
}

TEST(what_a_device_says_must_be_readable)
{
    struct browser ana = browser(1);
    struct device key;
    char body[2000], much[400];

    if (!open_names() || !device_open(&key, -7, 1)) return;
    static const char *const keeps[] = {
        "\"client\":\"!\",\"data\":\"AA\"", "\"client\":\"AA\",\"data\":\"!\"",
        "\"client\":\"AA\"", "\"client\":\"AA\",\"data\":7"};
    for (int i = 0; i < 4; i++) {
        snprintf(body, sizeof body, "{\"challenge\":\"%s\",%s}",
                 begin(&ana, "keep", "Ana"), keeps[i]);
        CHECK_STR(ask_text(&ana, "finish", body), "FIELD");
    }
    snprintf(body, sizeof body,
             "{\"challenge\":\"%s\",\"client\":\"AA\",\"data\":\"AA\"}",
             begin(&ana, "keep", "Ana"));
    CHECK_STR(ask_text(&ana, "finish", body), "client");
    static const char *const opens[] = {
        "\"client\":\"!\",\"data\":\"AA\",\"signature\":\"AA\"",
        "\"client\":\"AA\",\"data\":\"!\",\"signature\":\"AA\"",
        "\"client\":\"AA\",\"data\":\"AA\",\"signature\":\"!\""};
    for (int i = 0; i < 3; i++) {
        snprintf(body, sizeof body, "{\"challenge\":\"%s\",\"credential\":\"x\",%s}",
                 begin(&ana, "open", ""), opens[i]);
        CHECK_STR(ask_text(&ana, "finish", body), "FIELD");
    }
    memset(much, 'A', sizeof much);
    for (int n = 343; n <= 344; n++) { /* a number of a key that could not be kept */
        snprintf(body, sizeof body,
                 "{\"challenge\":\"%s\",\"credential\":\"%.*s\",\"client\":\"AA\","
                 "\"data\":\"AA\",\"signature\":\"AA\"}",
                 begin(&ana, "open", ""), n, much);
        CHECK_STR(ask_text(&ana, "finish", body), "signature");
    }
    snprintf(body, sizeof body, "{\"challenge\":\"%s\",\"client\":\"AA\"}",
             begin(&ana, "open", ""));
    CHECK_STR(ask_text(&ana, "finish", body), "signature"); /* no key is named */
    /* A call has at most 16 KiB. */
    char *text = malloc(NAMES_BODY_MAX + 2);
    memset(text, ' ', NAMES_BODY_MAX + 1);
    memcpy(text, "{}", 2);
    text[NAMES_BODY_MAX] = 0;
    CHECK_STR(ask_text(&ana, "mine", text), "ok");
    text[NAMES_BODY_MAX] = ' ', text[NAMES_BODY_MAX + 1] = 0;
    CHECK_STR(ask_text(&ana, "mine", text), "JSON");
    free(text);
    device_close(&key);
    close_names();
}

/* A code for another device ends with its ten minutes, and with the name. */
TEST(a_code_for_another_device_may_be_too_late)
{
    struct browser laptop = browser(1), phone = browser(2);
    struct device key, second;
    char code[60], challenge[64];

    if (!open_names() || !device_open(&key, -7, 1) || !device_open(&second, -8, 2))
        return;
    CHECK_STR(keep(&laptop, &key, "Ana"), "ok");
    CHECK_STR(ask_text(&laptop, "link", "{}"), "ok");
    CHECK_EQ(json_integer_value(json_object_get(answer, "ends")), now + NAMES_LINK_MS);
    snprintf(code, sizeof code, "{\"what\":\"add\",\"code\":\"%s\"}", text_of("code"));
    now += NAMES_LINK_MS - 1;
    CHECK_STR(ask_text(&phone, "begin", code), "ok");
    snprintf(challenge, sizeof challenge, "%s", text_of("challenge"));
    now += 1;
    CHECK_STR(finish_labelled(&phone, &second, challenge, "x"), "CODE");
    CHECK_STR(text_of("text"), "that code is too old");
    CHECK_STR(phone.session, "");
    /* The name was given up meanwhile. */
    CHECK_STR(ask_text(&laptop, "link", "{}"), "ok");
    snprintf(code, sizeof code, "{\"what\":\"add\",\"code\":\"%s\"}", text_of("code"));
    CHECK_STR(ask_text(&phone, "begin", code), "ok");
    snprintf(challenge, sizeof challenge, "%s", text_of("challenge"));
    CHECK_STR(ask_text(&laptop, "delete", "{\"name\":\"Ana\"}"), "ok");
    CHECK_STR(finish_labelled(&phone, &second, challenge, "x"), "CODE");
    CHECK_STR(text_of("text"), "that code opens no name");
    CHECK_STR(ask_text(&phone, "begin", code), "CODE");
    device_close(&key);
    device_close(&second);
    close_names();
}

/* A key that was begun while signed in is finished while signed in, and by the same name. */
TEST(a_second_key_is_for_who_is_signed_in)
{
    struct browser ana = browser(1);
    struct device key, second;
    char challenge[64];

    if (!open_names() || !device_open(&key, -7, 1) || !device_open(&second, -8, 2))
        return;
    CHECK_STR(keep(&ana, &key, "Ana"), "ok");
    CHECK_STR(ask_text(&ana, "begin", "{\"what\":\"add\",\"code\":\"\"}"), "ok");
    snprintf(challenge, sizeof challenge, "%s", text_of("challenge"));
    CHECK_STR(ask_text(&ana, "out", "{}"), "ok");
    CHECK_STR(finish_labelled(&ana, &second, challenge, "x"), "SIGNED_OUT");
    CHECK_STR(open_name(&ana, &second), "signature");
    device_close(&key);
    device_close(&second);
    close_names();
}

/* A store that keeps no names knows guests only. */
TEST(without_names_everybody_is_a_guest)
{
    struct browser ana = browser(1);

    if (!open_names()) return;
    whole_names = store->names;
    store->names = NULL;
    snprintf(ana.session, sizeof ana.session, "x");
    who_name = 5;
    CHECK_STR(who_is(&ana), ana.guest);
    CHECK_EQ(who_name, 0);
    store->names = whole_names;
    close_names();
}
