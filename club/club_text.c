/* club_text.c -- text into the caller's memory; names and whether they can be shown. */
#include "club_text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void club_text_add(struct club_text *text, const char *format, ...)
{
    size_t left = text->used < text->size ? text->size - text->used : 0;
    va_list list;

    va_start(list, format);
    int n = vsnprintf(left ? text->at + text->used : NULL, left, format, list);
    va_end(list);
    if (n > 0) text->used += (size_t)n;
}

void club_text_json(struct club_text *text, const char *s)
{
    club_text_add(text, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            club_text_add(text, "\\%c", c);
        else if (c < 32)
            club_text_add(text, "\\u%04x", c);
        else
            club_text_add(text, "%c", c);
    }
    club_text_add(text, "\"");
}

/* A spreadsheet would compute what begins like a formula: with ' before it, it is text. */
void club_text_csv(struct club_text *text, const char *s)
{
    const char *text_mark = *s && strchr("=+-@\t\r", *s) ? "'" : "";

    if (!strpbrk(s, ",\"\r\n")) {
        club_text_add(text, "%s%s", text_mark, s);
        return;
    }
    club_text_add(text, "\"%s", text_mark);
    for (; *s; s++) club_text_add(text, *s == '"' ? "\"\"" : "%c", *s);
    club_text_add(text, "\"");
}

void club_text_halves(struct club_text *text, int halves)
{
    club_text_add(text, "%s%d%s", halves < 0 ? "-" : "", abs(halves) / 2,
                  halves % 2 ? ".5" : "");
}

/* -- Names ---------------------------------------------------------------------------------- */

/* The character at *s, which moves behind it; 0xffffffff if it is none. */
static uint32_t club_text_character(const char **s)
{
    const unsigned char *p = (const unsigned char *)*s;
    int more = *p < 0x80       ? 0
               : *p >> 5 == 6  ? 1
               : *p >> 4 == 14 ? 2
               : *p >> 3 == 30 ? 3
                               : -1;
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};

    if (more < 0) return UINT32_MAX;
    uint32_t c = more ? *p & (0x3fu >> more) : *p;
    for (int i = 1; i <= more; i++) {
        if (p[i] >> 6 != 2) return UINT32_MAX;
        c = c << 6 | (p[i] & 0x3f);
    }
    *s += more + 1;
    if (c < least[more] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return UINT32_MAX;
    return c;
}

/* Control characters, those that turn the direction of writing, and those without any width. */
static bool club_text_unseen(uint32_t c)
{
    return c < 32 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c || c == 0x180e ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
           (c >= 0xe0000 && c <= 0xe007f);
}

const char *club_text_bad_name(const char *name, size_t longest)
{
    size_t n = strlen(name);

    if (!n) return "has at least one letter";
    if (n > longest) return "is not that long";
    if (name[0] == ' ' || name[n - 1] == ' ')
        return "neither begins nor ends with a blank";
    for (const char *s = name; *s;) {
        uint32_t c = club_text_character(&s);
        if (c == UINT32_MAX) return "is valid UTF-8";
        if (club_text_unseen(c)) return "has no characters that cannot be seen";
    }
    return NULL;
}
