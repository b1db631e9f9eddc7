/* test_names_memory.c -- what a server keeps of names in memory: codes for other devices. They are bounded; the oldest gives way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/secret.h"
#include "server/names/names_internal.h"
#include "test.h"

static struct names *names;

static struct names_link *linked(const char *code, const char *guest, int64_t now)
{
    struct names_call call = {.now = now};
    char hash[NAMES_WHO_MAX];

    snprintf(call.guest, sizeof call.guest, "%s", guest);
    CHECK(names__memory_code_hash(code, hash));
    return names__memory_link_find(names, &call, hash);
}

static bool open_memory(void)
{
    CHECK(secret_init());
    names = calloc(1, sizeof *names);
    if (names) names->new_max = NAMES_NEW;
    return CHECK(names != NULL);
}

TEST(codes_for_other_devices_give_way_when_there_are_many)
{
    static char code[NAMES_LINKS + 1][NAMES_CODE_MAX];

    if (!open_memory()) return;
    for (int i = 0; i < NAMES_LINKS; i++)
        names__memory_link_new(names, 100 + i, 1000 + i, code[i]);
    for (int i = 0; i < NAMES_LINKS; i++) {
        const struct names_link *one = linked(code[i], "ann", 2000);
        CHECK(one != NULL && one->id == 100 + i);
    }
    names__memory_link_new(names, 5, 1500, code[NAMES_LINKS]);
    CHECK(linked(code[0], "ann", 2000) == NULL); /* the oldest */
    for (int i = 1; i <= NAMES_LINKS; i++) CHECK(linked(code[i], "ann", 2000) != NULL);
    names__memory_link_new(names, 105, 1600, code[0]); /* one at a time for a name */
    CHECK(linked(code[5], "ann", 2000) == NULL && linked(code[0], "ann", 2000) != NULL);
    for (int i = 6; i <= NAMES_LINKS; i++) CHECK(linked(code[i], "ann", 2000) != NULL);
    free(names);
}

/* Whoever asks for a code again and again has one place, and takes nobody else's. */
TEST(who_asks_again_takes_no_other_place)
{
    char first[NAMES_CODE_MAX], again[NAMES_CODE_MAX], code[NAMES_CODE_MAX] = "";

    if (!open_memory()) return;
    names__memory_link_new(names, 7, 1000, first);
    for (int i = 0; i < 2 * NAMES_LINKS; i++) {
        memcpy(again, code, sizeof again);
        names__memory_link_new(names, 8, 1001 + i, code);
        CHECK(linked(code, "ann", 2000) != NULL);
        CHECK(!i || linked(again, "ann", 2000) == NULL);
    }
    CHECK(linked(first, "ann", 2000) != NULL);
    int used = 0;
    for (int i = 0; i < NAMES_LINKS; i++) used += names->link[i].hash[0] != 0;
    CHECK_EQ(used, 2);
    free(names);
}

TEST(a_code_is_for_one_browser_and_a_while)
{
    char code[NAMES_CODE_MAX], hash[NAMES_WHO_MAX];
    struct names_call call = {.now = 1};

    if (!open_memory()) return;
    names__memory_link_new(names, 7, 1000, code);
    struct names_link *one = linked(code, "ann", 1000);
    if (CHECK(one != NULL)) {
        int64_t ends = one->ends;
        snprintf(one->guest, sizeof one->guest, "ann");
        CHECK(linked(code, "ann", ends - 1) == one && linked(code, "bob", 1001) == NULL);
        CHECK(linked(code, "ann", ends) == NULL);
        CHECK(linked(code, "ann", 999) == NULL); /* the clock was set back */
    }
    CHECK(names__memory_code_hash(code, hash));
    hash[0] ^= 1;
    CHECK(names__memory_link_find(names, &call, hash) == NULL);
    CHECK(names__memory_link_find(names, &call, "") == NULL);
    free(names);
}

/* Blanks, hyphens and large letters make no difference; a letter does. */
TEST(a_code_is_read_as_people_write_it)
{
    char code[NAMES_CODE_MAX], one[NAMES_WHO_MAX], two[NAMES_WHO_MAX], written[80];
    size_t n = 0;

    if (!open_memory()) return;
    names__memory_code_new(16, code);
    CHECK(names__memory_code_hash(code, one));
    for (const char *p = code; *p; p++)
        if (*p != '-' && *p != ' ') {
            written[n++] = *p >= 'a' && *p <= 'z' ? (char)(*p - 32) : *p;
            written[n++] = ' ';
        }
    written[n] = 0;
    CHECK(names__memory_code_hash(written, two));
    CHECK_STR(one, two);
    written[0] = written[0] == 'A' ? 'B' : 'A';
    CHECK(names__memory_code_hash(written, two) && strcmp(one, two) != 0);
    CHECK(!names__memory_code_hash("", two));
    CHECK(!names__memory_code_hash("a/b", two));
    free(names);
}

/* Groups that people can read out: of four letters, or of five where that comes out even. */
TEST(a_code_is_written_in_groups)
{
    static const struct {
        int n;
        const char *form;
    } codes[] = {{8, "xxxx-xxxx"}, {20, "xxxxx-xxxxx-xxxxx-xxxxx"}, {3, "xxx"}};
    char code[NAMES_CODE_MAX], seen[256] = "";

    CHECK(secret_init());
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        names__memory_code_new(codes[i].n, code);
        for (char *p = code; *p; p++)
            if (*p != '-') *p = 'x';
        CHECK_STR(code, codes[i].form);
    }
    for (int i = 0; i < 100; i++) {
        names__memory_code_new(NAMES_RECOVERY_LETTERS, code);
        for (const char *p = code; *p; p++) seen[(unsigned char)*p]++;
    }
    for (const char *p = "abcdefghjkmnpqrstuvwxyz023456789-"; *p; p++) {
        if (!CHECK(seen[(unsigned char)*p] > 0)) fprintf(stderr, "no %c\n", *p);
        seen[(unsigned char)*p] = 0;
    }
    for (int c = 0; c < 256; c++) CHECK_EQ(seen[c], 0);
}

/* Every letter counts, an O is a zero, and what is too long for any code is none. */
TEST(a_code_has_letters_of_its_own_and_an_end)
{
    char one[NAMES_WHO_MAX], two[NAMES_WHO_MAX], most[NAMES_CODE_MAX + 2];

    CHECK(names__memory_code_hash("ab0z-9", one));
    CHECK(names__memory_code_hash(" -ABOZ9", two));
    CHECK_STR(one, two);
    CHECK_EQ(strlen(one), 43);
    CHECK(names__memory_code_hash("ab0z9z", two) && strcmp(one, two) != 0);
    CHECK(!names__memory_code_hash("ab0z9i", two)); /* no such letter */
    CHECK(!names__memory_code_hash("ab@z", two) && !names__memory_code_hash("ab[z", two));
    CHECK(!names__memory_code_hash(" - ", two));
    memset(most, 'a', sizeof most);
    most[NAMES_CODE_MAX] = 0;
    CHECK(names__memory_code_hash(most, two));
    most[NAMES_CODE_MAX] = 'a', most[NAMES_CODE_MAX + 1] = 0;
    CHECK(!names__memory_code_hash(most, two));
}

TEST(a_code_that_is_new_is_nobodys_yet_and_lasts_ten_minutes)
{
    char code[NAMES_CODE_MAX];

    if (!open_memory()) return;
    names__memory_link_new(names, 7, 1000, code);
    const struct names_link *one = linked(code, "ann", 1000);
    CHECK(one && one->ends == 1000 + NAMES_LINK_MS && !one->guest[0]);
    CHECK_EQ(strlen(code), NAMES_LINK_LETTERS + 1);
    free(names);
}

static struct names_call asked_by(const char *guest, int64_t now)
{
    struct names_call call = {.now = now};

    snprintf(call.guest, sizeof call.guest, "%s", guest);
    return call;
}

/* A question to a device: good once, for the browser that asked, for five minutes. */
TEST(a_challenge_is_good_once)
{
    struct names_call ann = asked_by("ann", 1000), bob = asked_by("bob", 1000);
    struct names_challenge out;

    if (!open_memory()) return;
    struct names_challenge *one = names__memory_challenge_new(names, &ann, NAME_ADD);
    char text[PASSKEY_CHALLENGE_MAX];
    snprintf(text, sizeof text, "%s", one->text);
    CHECK_EQ(strlen(text), 43);
    CHECK_EQ(one->ends, 1000 + NAMES_CHALLENGE_MS);
    CHECK(!names__memory_challenge_take(names, &ann, "", &out));
    CHECK(!names__memory_challenge_take(names, &ann, "another", &out));
    CHECK(names__memory_challenge_take(names, &ann, text, &out));
    CHECK(out.what == NAME_ADD && !strcmp(out.guest, "ann"));
    CHECK(!names__memory_challenge_take(names, &ann, text, &out));
    /* Another browser's, and gone by the try. */
    one = names__memory_challenge_new(names, &ann, NAME_OPEN);
    snprintf(text, sizeof text, "%s", one->text);
    CHECK(!names__memory_challenge_take(names, &bob, text, &out));
    CHECK(!names__memory_challenge_take(names, &ann, text, &out));
    free(names);
}

TEST(a_challenge_lasts_five_minutes)
{
    static const struct {
        int64_t now;
        bool good;
    } times[] = {{1000, true},
                 {999 + NAMES_CHALLENGE_MS, true},
                 {1000 + NAMES_CHALLENGE_MS, false},
                 {999, false}}; /* the clock was set back */

    if (!open_memory()) return;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        struct names_call call = asked_by("ann", 1000);
        struct names_challenge out;
        char text[PASSKEY_CHALLENGE_MAX];
        snprintf(text, sizeof text, "%s",
                 names__memory_challenge_new(names, &call, NAME_OPEN)->text);
        call.now = times[i].now;
        CHECK_EQ(names__memory_challenge_take(names, &call, text, &out), times[i].good);
    }
    free(names);
}

/* One that is over gives way first, then the oldest; all others stay. */
TEST(challenges_give_way_when_there_are_many)
{
    static char text[NAMES_CHALLENGES][PASSKEY_CHALLENGE_MAX];
    struct names_challenge out;

    if (!open_memory()) return;
    for (int i = 0; i < NAMES_CHALLENGES; i++) { /* the third one is the oldest */
        struct names_call call = asked_by("ann", i == 2 ? 1000 : 2000 + i);
        struct names_challenge *one =
            names__memory_challenge_new(names, &call, NAME_OPEN);
        CHECK(one == &names->challenge[i]);
        memcpy(text[i], one->text, sizeof text[i]);
    }
    struct names_call late = asked_by("ann", 9000);
    CHECK(names__memory_challenge_new(names, &late, NAME_OPEN) == &names->challenge[2]);
    CHECK(names__memory_challenge_new(names, &late, NAME_OPEN) == &names->challenge[0]);
    CHECK(names__memory_challenge_take(names, &late, text[5], &out));
    CHECK(names__memory_challenge_new(names, &late, NAME_OPEN) == &names->challenge[5]);
    late.now = 2001 + NAMES_CHALLENGE_MS; /* now the second one is over, and no other */
    CHECK(names__memory_challenge_new(names, &late, NAME_OPEN) == &names->challenge[1]);
    CHECK(names__memory_challenge_take(names, &late, text[NAMES_CHALLENGES - 1], &out));
    free(names);
}

/* Of those that came in the same moment the first gives way. */
TEST(of_challenges_of_one_moment_the_first_gives_way)
{
    struct names_call call = asked_by("ann", 1000);

    if (!open_memory()) return;
    for (int i = 0; i < NAMES_CHALLENGES; i++)
        CHECK(names__memory_challenge_new(names, &call, NAME_OPEN) ==
              &names->challenge[i]);
    CHECK(names__memory_challenge_new(names, &call, NAME_OPEN) == &names->challenge[0]);
    free(names);
}

/* Refusals stay in the call. */
static void told(struct names_call *call)
{
    (void)call;
}

static bool may_try(unsigned char from, int64_t now, int *wait)
{
    struct names_call call = {.now = now, .from = {from}, .told = told};
    bool may = names__memory_may_try(names, &call);

    *wait = call.wait;
    CHECK_EQ(call.why, may ? REFUSED_NOT : REFUSED_RATE);
    free(call.text);
    return may;
}

static bool may_keep(unsigned char from, int64_t now)
{
    struct names_call call = {.now = now, .from = {from}, .told = told};
    bool may = names__memory_may_keep(names, &call);

    CHECK_EQ(call.why, may ? REFUSED_NOT : REFUSED_KEPT_NAME);
    CHECK(may || strstr(call.text, "\"many\""));
    free(call.text);
    return may;
}

static bool keeps(unsigned char from, int64_t now)
{
    struct names_call call = {.now = now, .from = {from}, .told = told};
    bool may = may_keep(from, now);

    if (may) names__memory_kept(names, &call);
    return may;
}

static void tried(unsigned char from, int64_t now)
{
    struct names_call call = {.now = now, .from = {from}, .told = told};

    names__memory_tried(names, &call);
}

enum { A_DAY = 86400000 };

/* Five codes that open nothing, then an hour; for each address by itself. */
TEST(codes_that_open_nothing_are_counted_by_address)
{
    int wait;

    if (!open_memory()) return;
    for (int i = 0; i < NAMES_TRIES; i++) {
        CHECK(may_try(1, 5000, &wait) && !wait);
        tried(1, 5000);
    }
    CHECK(!may_try(1, 5000, &wait) && wait == 3601);
    CHECK(!may_try(1, 4999 + NAMES_TRIES_MS, &wait) && wait == 1);
    CHECK(may_try(2, 5000, &wait));
    CHECK(may_try(1, 5000 + NAMES_TRIES_MS, &wait));
    /* From then on it is counted anew, from none, for an hour from then. */
    for (int i = 1; i < NAMES_TRIES; i++) tried(1, 5000 + NAMES_TRIES_MS);
    CHECK(may_try(1, 5000 + NAMES_TRIES_MS, &wait));
    for (int i = 0; i < NAMES_TRIES; i++) tried(1, 5001 + NAMES_TRIES_MS);
    CHECK(!may_try(1, 5000 + NAMES_TRIES_MS, &wait) && wait == 3601);
    CHECK(may_try(1, 4999, &wait)); /* a clock that was set back: who knows? */
    free(names);
}

/* So many new names, then a day; who only asks has kept none. */
TEST(new_names_are_counted_by_address_and_day)
{
    if (!open_memory()) return;
    for (int i = 0; i < 2 * NAMES_NEW; i++) CHECK(may_keep(1, 7000));
    for (int i = 0; i < NAMES_NEW; i++) CHECK(keeps(1, 7000 + i));
    CHECK(!keeps(1, 7000));
    CHECK(!keeps(1, 7000 + NAMES_TRIES_MS)); /* an hour is not a day */
    CHECK(!keeps(1, 6999 + A_DAY));
    CHECK(keeps(2, 7000));
    CHECK(keeps(1, 7000 + A_DAY));
    names->new_max = 0; /* a host who wants no new ones */
    CHECK(!may_keep(3, 7000));
    free(names);
}

/* Codes and names have one count: the first who came gives way, and the others keep theirs. */
TEST(counts_give_way_when_there_are_many)
{
    struct names_call call = {0};
    int wait;

    if (!open_memory()) return;
    for (int i = 0; i < NAMES_COUNTS; i++) {
        call = (struct names_call){
            .now = 1000 + (i == 7 ? 0 : i + 1),
            .from = {(unsigned char)(i >> 8), (unsigned char)(i & 255), 3},
            .told = told};
        for (int n = 0; n < NAMES_TRIES; n++) names__memory_tried(names, &call);
    }
    CHECK(!names__memory_may_try(names, &call)); /* the last of them */
    free(call.text);
    CHECK(may_try(200, 3000, &wait)); /* one more: number 7 gives way, then the first */
    struct names_call seven = {.now = 3000, .from = {0, 7, 3}, .told = told};
    struct names_call eight = {.now = 3000, .from = {0, 8, 3}, .told = told};
    CHECK(!names__memory_may_try(names, &eight));
    free(eight.text);
    CHECK(names__memory_may_try(names, &seven));
    free(names);
}

TEST(a_site_may_be_unknown)
{
    static const struct passkey_site site = {.origin = "https://a", .rp = "a"};
    static struct store store;
    struct names *one = names_memory_open(NULL, NULL, 1), *two;

    CHECK(one && !one->has_site);
    names_memory_close(one);
    two = names_memory_open(&store, &site, 7);
    if (CHECK(two && two->has_site && two->store == &store))
        CHECK_STR(two->site.origin, "https://a");
    names_memory_close(two);
    names_memory_close(NULL);
}
