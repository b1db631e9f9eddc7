/* plays_look.c -- how every character looks to those who compare names. */
#include "plays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/table.h"
#include "test.h"

enum { LAST = 0x10ffff };

static void put(char *out, uint32_t c)
{
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    out[n] = 0;
    for (size_t i = n - 1; i; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(n == 1 ? c : (0xf00 >> n & 0xff) | c);
}

/* What it is compared as, as numbers: "61", "75 308", "-": as nothing. Relative to itself: "+20". */
static void look(uint32_t c, int how, char *out, size_t size)
{
    char text[8], like[64];
    size_t n = 0;

    put(text, c);
    table__name_look(text, how, like, sizeof like);
    const unsigned char *p = (const unsigned char *)like;
    if (!*p) snprintf(out, size, "-");
    while (*p && n < size) {
        uint32_t is = table__name_character(&p);
        bool alone = !n && !*p;
        n += (size_t)(alone ? snprintf(out + n, size - n, "%+d", (int)(is - c))
                            : snprintf(out + n, size - n, "%x ", (unsigned)is));
    }
}

static void tell_range(uint32_t from, uint32_t to, const char *like)
{
    char line[120];

    if (!strcmp(like, "+0 seen")) return;
    if (from == to)
        snprintf(line, sizeof line, "%x: %s", (unsigned)from, like);
    else
        snprintf(line, sizeof line, "%x to %x: %s", (unsigned)from, (unsigned)to, like);
    plays_tell("", line);
}

/* `looks HOW`: of all characters, those that do not look like themselves, or that cannot stand alone in a name. */
void plays_on_looks(const char *words)
{
    int how = atoi(words);
    char before[80] = "", now[80], text[8];
    uint32_t from = 1;

    for (uint32_t c = 1; c <= LAST + 1; c++) {
        if (c == 0xd800) c = 0xe000;    /* no characters */
        if (c == 0x20000) c = 0xdfff0;  /* one like the other */
        if (c == 0xe0010) c = 0x10fff0; /* these, too */
        if (c <= LAST) {
            look(c, how, now, 60);
            put(text, c);
            strcat(now, table__name_seen(text) ? " seen" : " unseen");
            if (!table__name_ok(text)) strcat(now, " bad");
        } else
            strcpy(now, "the end");
        if (!strcmp(now, before)) continue;
        if (before[0]) tell_range(from, c - 1, before);
        memcpy(before, now, sizeof before);
        from = c;
    }
}

/* `alike A B`: would the two be taken for each other? `key NAME`: by what it is found. */
void plays_on_alike(const char *words)
{
    char one[100] = "", two[100] = "", line[400], key[80], small[12];

    sscanf(words, "%99s %99s", one, two);
    table_name_key(one, key, sizeof key);
    table_name_key(one, small, sizeof small);
    snprintf(line, sizeof line, "%s, %s, %s, key %s, short %s, %s",
             table__name_same(one, two) ? "alike" : "not alike",
             table__name_ok(one) ? "ok" : "bad",
             table__name_seen(one) ? "seen" : "unseen", key, small,
             table__name_composed(one) ? "composed" : "in parts");
    plays_tell("", line);
}
