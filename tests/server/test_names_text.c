/* test_names_text.c -- which names can be kept, and which are taken for each other. */
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wctype.h>

#include "server/names/names_text.h"
#include "server/table/table.h"
#include "test.h"

static const struct {
    const char *name;
    enum name_why why;
} judged[] = {
    {"Ana", NAME_WHY_NOT},
    {"Ana of Lisbon", NAME_WHY_NOT},
    {"Jo\xc3\xa3o 7", NAME_WHY_NOT},
    {"\xce\x91\xce\xbd\xce\xbd\xce\xb1", NAME_WHY_NOT},     /* Greek */
    {"\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0", NAME_WHY_NOT},     /* Cyrillic */
    {"\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99", NAME_WHY_NOT}, /* Chinese */
    {"\xe3\x81\x82\xe3\x82\xa2\xe4\xba\x9c", NAME_WHY_NOT}, /* Japanese, three scripts */
    {"\xd9\xbe\xda\x86\xdb\x8c", NAME_WHY_NOT},             /* Persian */
    {"\xe0\xa4\x85\xe0\xa4\xa8\xe0\xa4\xbe", NAME_WHY_NOT}, /* Hindi */
    {"Al", NAME_WHY_NOT},
    {"00", NAME_WHY_NOT},
    {"99", NAME_WHY_NOT},
    {"999", NAME_WHY_NOT},
    {"9999", NAME_RESERVED}, /* somebody's number */
    {"9999 b", NAME_WHY_NOT},
    {"Level-7", NAME_RESERVED},
    {"level 7", NAME_RESERVED},
    {"Level7!", NAME_RESERVED},
    {"//", NAME_MARKS},
    {"::", NAME_MARKS},
    {"A", NAME_SHORT},
    {"abcdefghijklmnopqrstuvwx", NAME_WHY_NOT},
    {"\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99\xe6\x9d"
     "\x8e\xe5\xb0\x8f\xe9\xbe\x99\xe6\x9d\x8e"
     "1",
     NAME_WHY_NOT}, /* 31 bytes */
    {"\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99\xe6\x9d"
     "\x8e\xe5\xb0\x8f\xe9\xbe\x99\xe6\x9d\x8e"
     "12",
     NAME_LONG}, /* 32 */
    {"", NAME_SHORT},
    {"abcdefghijklmnopqrstuvwxy", NAME_LONG},
    {"\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99\xe6\x9d"
     "\x8e"
     "\xe5\xb0\x8f\xe9\xbe\x99\xe6\x9d\x8e\xe5\xb0\x8f",
     NAME_LONG}, /* 11 characters, 33 bytes */
    {" Ana", NAME_UNSEEN},
    {"Ana ", NAME_UNSEEN},
    {"An\x01"
     "a",
     NAME_UNSEEN},
    {"An\xc2\x85"
     "a",
     NAME_UNSEEN}, /* next line */
    {"An\xe2\x80\x8b"
     "a",
     NAME_UNSEEN}, /* zero width */
    {"An\xe2\x80\xae"
     "a",
     NAME_UNSEEN}, /* right to left from here */
    {"\xe2\x81\xa6"
     "Ana\xe2\x81\xa9",
     NAME_UNSEEN}, /* isolates */
    {"Ana  Maria", NAME_MARKS},
    {"--", NAME_MARKS},
    {"\xf0\x9f\x90\xb1\xf0\x9f\x90\xb1", NAME_MARKS}, /* cats alone */
    {"Zoe\xcc\x88", NAME_MARKS},                      /* not NFC */
    {"ZOE\xcc\x88", NAME_MARKS},
    {"Zx\xcc\x88\xcc\x88", NAME_MARKS}, /* a pile of marks */
    {"\xd0\x90na", NAME_MIXED},         /* a Cyrillic A */
    {"An\xce\xb1", NAME_MIXED},         /* a Greek alpha */
    {"Ana \xe6\x9d\x8e", NAME_MIXED},
    {"admin", NAME_RESERVED},
    {"ADM1N", NAME_WHY_NOT}, /* 1 looks like l, not i */
    {"A\xc3\xba"
     "de",
     NAME_WHY_NOT}, /* another letter */
    {"aude", NAME_RESERVED},
    {"A U D E", NAME_RESERVED},
    {"Ma5on", NAME_WHY_NOT},
    {"mason", NAME_RESERVED}, /* a computer */
    {"\xd0\xb0\xd0\xb9"
     "dmin",
     NAME_MIXED},
    /* What nobody sees: selectors and joiners where they change nothing. */
    {"a\ufe0fb", NAME_UNSEEN},
    {"a\u200db", NAME_UNSEEN},
    {"ab\u200c", NAME_UNSEEN},
    {"Ana \u2764\ufe0f", NAME_WHY_NOT}, /* a heart */
    {"Ana \u2764\ufe0f\ufe0f", NAME_UNSEEN},
    {"Ana \u2764\u200d", NAME_UNSEEN},
    {"Ana \u2764\u200d\u200d\u2764", NAME_UNSEEN},
    {"Ana \u2764\ufe0f\u200d\u2764", NAME_WHY_NOT},
    {"\u0645\u06cc\u200c\u062e", NAME_WHY_NOT}, /* Persian, which needs it */
    {"\u0645\u06cc\ufe0f\u062e", NAME_UNSEEN},
    /* Blanks of another width. */
    {"Ana\u2003Maria", NAME_MARKS},
    {"Ana\u00a0Maria", NAME_MARKS},
    {"\u674e\u3000\u5c0f", NAME_MARKS},
    /* Marks. */
    {"Zx\u0301", NAME_WHY_NOT},
    {"\u1eb9\u0301jo", NAME_WHY_NOT}, /* Yoruba: no character has both */
    {"Zx\u0301\u0323", NAME_MARKS},
    {"\u1eb9\u0301\u0302jo", NAME_MARKS},
    {"\u0416\u0489\u0489\u0436", NAME_MARKS},
    {"\u0301Ana", NAME_MARKS},
    {"Ana-\u0301", NAME_MARKS},
    {"Zx\u20dd\u20dd", NAME_MARKS},
    {"\u0e17\u0e35\u0e48", NAME_WHY_NOT}, /* Thai: a vowel and a tone */
    {"\u0e17\u0e48\u0e48\u0e48\u0e48", NAME_MARKS},
    {"\u05e9\u05c1\u05b8\u05dc", NAME_WHY_NOT}, /* Hebrew */
    /* Reserved words, with numbers and signs about them. */
    {"Guest 2", NAME_RESERVED},
    {"Guest1", NAME_RESERVED},
    {"GUEST-0042", NAME_RESERVED},
    {"7 guest", NAME_RESERVED},
    {"Mason 2", NAME_RESERVED},
    {"Novice 1", NAME_RESERVED},
    {"Grand Master 3", NAME_RESERVED},
    {"Host!", NAME_RESERVED},
    {"H.o.s.t", NAME_RESERVED},
    {"H0st 2", NAME_RESERVED},
    {"Nu1l 2", NAME_RESERVED},
    {"Nul1 2", NAME_RESERVED},
    {"Host\u00b2", NAME_RESERVED},
    {"Guest \u2461", NAME_RESERVED},
    {"\u041d\u043e\u0455\u0442", NAME_RESERVED}, /* all Cyrillic */
    {"Organiser", NAME_RESERVED},
    {"organizador", NAME_RESERVED},
    {"Player 3", NAME_RESERVED},
    {"Jucător 3", NAME_RESERVED},
    {"Seat 2", NAME_RESERVED},
    {"Hostel 2", NAME_WHY_NOT},
    {"Masonry", NAME_WHY_NOT},
    {"Ana 2", NAME_WHY_NOT},
    {"Bishop 007", NAME_WHY_NOT},
    /* Slashes as between the names of a team. */
    {"Ana / Bruno", NAME_SLASH},
    {"Ana/ Bruno", NAME_SLASH},
    {"Ana /Bruno", NAME_SLASH},
    {"/Ana", NAME_SLASH},
    {"Ana/", NAME_SLASH},
    {"Ana/Bruno", NAME_WHY_NOT},
};

TEST(a_name_is_judged_by_its_characters)
{
    for (size_t i = 0; i < sizeof judged / sizeof judged[0]; i++)
        if (!CHECK_EQ(names_text_judge(judged[i].name), judged[i].why))
            fprintf(stderr, "row %zu: %s\n", i, judged[i].name);
}

static int utf8(char *out, unsigned c)
{
    if (c < 0x80) return sprintf(out, "%c", (int)c);
    if (c < 0x800)
        return sprintf(out, "%c%c", (int)(0xc0 | c >> 6), (int)(0x80 | (c & 63)));
    if (c < 0x10000)
        return sprintf(out, "%c%c%c", (int)(0xe0 | c >> 12), (int)(0x80 | (c >> 6 & 63)),
                       (int)(0x80 | (c & 63)));
    return sprintf(out, "%c%c%c%c", (int)(0xf0 | c >> 18), (int)(0x80 | (c >> 12 & 63)),
                   (int)(0x80 | (c >> 6 & 63)), (int)(0x80 | (c & 63)));
}

/* Two marks on one letter, the first and the last of every kind. */
TEST(every_mark_is_known_as_one)
{
    static const unsigned marks[] = {0x0300, 0x036f, 0x1ab0, 0x1aff, 0x1dc0,
                                     0x1dff, 0x20d0, 0x20ff, 0xfe20, 0xfe2f};

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        unsigned c = marks[i];
        char one[8], name[20];
        utf8(one, c);
        snprintf(name, sizeof name, "Zx%s%s", one, one);
        if (!CHECK_EQ(names_text_judge(name), NAME_MARKS)) fprintf(stderr, "U+%04X\n", c);
    }
}

/* What stands just beside them is none. */
TEST(what_is_beside_a_mark_is_none)
{
    static const unsigned beside[] = {0x02ff, 0x0370, 0x1aaf, 0x1b05, 0x1dbf,
                                      0x1e00, 0x20cf, 0x2100, 0xfe1f, 0xfe30};

    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        char one[8], name[20];
        utf8(one, beside[i]);
        snprintf(name, sizeof name, "Zx%s%s", one, one);
        if (!CHECK(names_text_judge(name) != NAME_MARKS))
            fprintf(stderr, "U+%04X\n", beside[i]);
    }
}

/* One character behind Latin letters, and behind Cyrillic ones: whose it is shows in which of them is refused. */
TEST(every_script_has_its_first_and_its_last_letter)
{
    static const struct {
        unsigned c;
        enum name_why latin, cyrillic;
    } letters[] = {
        {'A', NAME_WHY_NOT, NAME_MIXED},       {'Z', NAME_WHY_NOT, NAME_MIXED},
        {'a', NAME_WHY_NOT, NAME_MIXED},       {'z', NAME_WHY_NOT, NAME_MIXED},
        {'@', NAME_WHY_NOT, NAME_WHY_NOT},     {'[', NAME_WHY_NOT, NAME_WHY_NOT},
        {0xaa, NAME_WHY_NOT, NAME_MIXED},      {0xd7, NAME_WHY_NOT, NAME_WHY_NOT},
        {0x400, NAME_MIXED, NAME_WHY_NOT},     {0x52f, NAME_MIXED, NAME_WHY_NOT},
        {0x370, NAME_MIXED, NAME_MIXED},       {0x3ff, NAME_MIXED, NAME_MIXED},
        {0x2de0, NAME_MIXED, NAME_WHY_NOT},    {0x2dff, NAME_MIXED, NAME_WHY_NOT},
        {0x52f, NAME_MIXED, NAME_WHY_NOT},     {0x530, NAME_MIXED, NAME_MIXED},
        {0x2010, NAME_WHY_NOT, NAME_WHY_NOT},  {0x1fff, NAME_MIXED, NAME_MIXED},
        {0x2bff, NAME_WHY_NOT, NAME_WHY_NOT},  {0x2c00, NAME_MIXED, NAME_MIXED},
        {0xfe00, NAME_UNSEEN, NAME_UNSEEN},    {0xfdfe, NAME_MIXED, NAME_MIXED},
        {0xfe0f, NAME_UNSEEN, NAME_UNSEEN},    {0xfe10, NAME_MIXED, NAME_MIXED},
        {0x1f000, NAME_WHY_NOT, NAME_WHY_NOT}, {0x1efff, NAME_MIXED, NAME_MIXED},
        {0x1faff, NAME_WHY_NOT, NAME_WHY_NOT}, {0x1fb00, NAME_MIXED, NAME_MIXED},
        {0x20000, NAME_MIXED, NAME_MIXED},     {0x3fffd, NAME_MIXED, NAME_MIXED},
        {0xa1, NAME_WHY_NOT, NAME_WHY_NOT},    {0x9f, NAME_UNSEEN, NAME_UNSEEN},
        {0x7f, NAME_UNSEEN, NAME_UNSEEN},      {0x7e, NAME_WHY_NOT, NAME_WHY_NOT},
        {0x1f, NAME_UNSEEN, NAME_UNSEEN},      {0x21, NAME_WHY_NOT, NAME_WHY_NOT}};

    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        char one[8], name[20];
        utf8(one, letters[i].c);
        snprintf(name, sizeof name, "Z%sz", one);
        if (!CHECK_EQ(names_text_judge(name), letters[i].latin))
            fprintf(stderr, "U+%04X, Latin\n", letters[i].c);
        snprintf(name, sizeof name, "\xd0\x96%s\xd0\xb6", one);
        if (!CHECK_EQ(names_text_judge(name), letters[i].cyrillic))
            fprintf(stderr, "U+%04X, Cyrillic\n", letters[i].c);
    }
}

/* Scripts of which we know only where they stand: the same block is the same script. */
TEST(a_script_that_is_not_known_is_its_block)
{
    char one[8], two[8], name[20];

    utf8(one, 0x0905); /* two of Devanagari */
    utf8(two, 0x0924);
    snprintf(name, sizeof name, "%s%s", one, two);
    CHECK_EQ(names_text_judge(name), NAME_WHY_NOT);
    utf8(two, 0x0995); /* Bengali */
    snprintf(name, sizeof name, "%s%s", one, two);
    CHECK_EQ(names_text_judge(name), NAME_MIXED);
}

static bool alike(const char *a, const char *b)
{
    struct names_text_look one, two;

    names_text_look(a, &one);
    names_text_look(b, &two);
    return !strcmp(one.letters, two.letters) || !strcmp(one.form, two.form) ||
           !strcmp(one.near, two.near);
}

TEST(names_that_look_alike_have_a_look_in_common)
{
    CHECK(alike("Ana", "ANA"));
    CHECK(alike("Ana", "A na"));
    CHECK(alike("Paul", "PauI")); /* a large i */
    CHECK(alike("Bob", "B0b"));
    CHECK(alike("Oxo", "\xd0\x9e\xd1\x85\xd0\xbe")); /* all Cyrillic */
    CHECK(
        alike("\xce\x97\xce\x92\xce\x97", "\xce\xb7\xce\xb2\xce\xb7")); /* Greek, small */
    CHECK(alike("Zo\xc3\xab", "ZO\xc3\x8b"));
    CHECK(alike("Ana", "\xef\xbc\xa1na")); /* a wide A */
    CHECK(!alike("Ana", "Anna"));
    CHECK(!alike("Zoe", "Zo\xc3\xab"));
    CHECK(!alike("Bob", "Rob"));
}

TEST(every_reason_has_a_sentence)
{
    for (int why = NAME_SHORT; why < NAME_WHYS; why++) {
        CHECK(names_text_why((enum name_why)why)[0] != 0);
        CHECK(words_name_why.word[why] != NULL);
    }
}

/* What the system calls the small form of a letter is the same letter to us. */
TEST(a_large_letter_is_the_small_one)
{
    locale_t system = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    int n = 0;

    if (!system) {
        CHECK(true); /* a system without it knows no letters either */
        return;
    }
    for (unsigned c = 'A'; c < 0x1f000; c++) {
        char large[8], small[8];
        unsigned to = (unsigned)towlower_l((wint_t)c, system);
        /* Newer than the table: the system may know letters of a later Unicode. */
        if (to == c || (c >= 0xa7cb && c <= 0xa7dc) || c == 0x1c89) continue;
        utf8(large, c);
        utf8(small, to);
        n++;
        if (!CHECK(table__name_same(large, small))) printf("%x %x\n", c, to);
    }
    CHECK(table__name_same("\u0220a", "\u019ea")); /* far from each other */
    CHECK(n > 1300);
    freelocale(system);
}

/* All blanks that Unicode has: none of them begins or ends a name, or tells two names apart. */
TEST(no_blank_makes_a_name)
{
    static const unsigned blanks[] = {0x20,   0xa0,   0x1680, 0x2000, 0x2001, 0x2002,
                                      0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
                                      0x2009, 0x200a, 0x202f, 0x205f, 0x3000};
    char blank[8], name[40];

    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
        utf8(blank, blanks[i]);
        snprintf(name, sizeof name, "%sAnn", blank);
        CHECK(!table__name_seen(name));
        snprintf(name, sizeof name, "Ann%s", blank);
        CHECK(!table__name_seen(name));
        snprintf(name, sizeof name, "An%sn", blank);
        CHECK(table__name_same(name, "Ann"));
    }
    utf8(blank, 0x2010); /* a hyphen is none */
    snprintf(name, sizeof name, "An%sn", blank);
    CHECK(!table__name_same(name, "Ann"));
}

/* -- Every character -------------------------------------------------------------------- */

static void mix(uint32_t *sum, const char *text)
{
    for (; *text; text++) *sum = (*sum ^ (unsigned char)*text) * 16777619u;
    *sum = (*sum ^ 0xff) * 16777619u;
}

/* All that is ever asked about a name, with this character in it. */
static void mix_character(uint32_t *sum, unsigned c)
{
    static const char *const names[] = {"A%s%s", "\u0905%s\u0905%.0s"};
    struct names_text_look look;
    char one[8], name[40], key[40], verdict[8];

    utf8(one, c);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(name, sizeof name, names[i], one, one);
        sprintf(verdict, "%d%d%d%d", (int)names_text_judge(name), table__name_ok(name),
                table__name_seen(name), table__name_composed(name));
        mix(sum, verdict);
    }
    table_name_key(one, key, sizeof key);
    names_text_look(one, &look);
    mix(sum, key);
    mix(sum, look.letters);
    mix(sum, look.form);
    mix(sum, look.near);
}

/* What each character means to names, many of them in one number; long stretches of letters that are all alike (Chinese, Korean, old scripts) are left
 * out but for their ends. Somebody's name must not change its meaning by the way: after a change that is meant, look which names it
 * touches, then write the new number here. */
TEST(every_character_means_what_it_meant)
{
    static const struct {
        unsigned from, to;
        uint32_t sum;
    } all[] = {
        {0x0001, 0x05ff, 2415636097},     {0x0600, 0x0eff, 1605264322},
        {0x0f00, 0x1dff, 783550577},      {0x1e00, 0x1fff, 3293008347},
        {0x2000, 0x20ff, 517172790},      {0x2100, 0x2fff, 3580655230},
        {0x3000, 0x34ff, 888586755},      {0x9fe0, 0xa4ff, 836634964},
        {0xa600, 0xacff, 2357834846},     {0xd780, 0xd7ff, 585324997},
        {0xf8f0, 0xffff, 1025410035},     {0x1d3f0, 0x1d810, 3873931324},
        {0x1f000, 0x1f1ff, 3281361352},   {0x1f600, 0x1f610, 2280192341},
        {0x1fff0, 0x20010, 1884643735},   {0xdfff0, 0xe0010, 620084481},
        {0x10fff0, 0x10ffff, 1025697413},
    };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        uint32_t sum = 2166136261u;
        for (unsigned c = all[i].from; c <= all[i].to; c++) mix_character(&sum, c);
        if (!CHECK_EQ(sum, all[i].sum))
            fprintf(stderr, "U+%04X to U+%04X\n", all[i].from, all[i].to);
    }
}
