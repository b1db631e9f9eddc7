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
