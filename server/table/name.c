/* name.c -- names: what of one can be seen, and when two would be taken for each other.
 *
 * Two names are alike when they are the same letters, whatever their case, width, style, blanks
 * and unseen characters, and however their marks are written; or when they look so: a letter of
 * another script as the Latin one of the same form, I and 1 as l, 0 as O. It is no complete table
 * of what looks alike (docs/protocol.md says what is not caught). */
#include "table.h"

#include <stdio.h>
#include <string.h>

struct pair {
    uint16_t c, to, mark;
};

#include "name_marks.h"

/* Letters from `from` to `to`, each or every second: their small ones stand `far` from them. */
struct letter_case {
    uint32_t from, to;
    uint8_t step;
    int32_t far;
};

#include "name_cases.h"

/* Letters of the form of a Latin one: Cyrillic, Greek, Cherokee, Coptic, Lisu, small capitals, letterlike signs; and signs of the
 * form of a plain one: hyphens and dashes, apostrophes and primes, dots. An I is
 * large because only the large one looks like an l. Sorted. */
static const struct pair looks[] = {
    {0x0060, '\'', 0}, {0x00aa, 'a', 0},  {0x00b2, '2', 0},  {0x00b3, '3', 0},
    {0x00b4, '\'', 0}, {0x00b5, 'u', 0},  {0x00b7, '.', 0},  {0x00b9, '1', 0},
    {0x00ba, 'o', 0},  {0x0131, 'i', 0},  {0x017f, 's', 0},  {0x0185, 'b', 0},
    {0x01c0, '|', 0},  {0x0237, 'j', 0},  {0x0251, 'a', 0},  {0x0261, 'g', 0},
    {0x0262, 'g', 0},  {0x0269, 'i', 0},  {0x026a, 'i', 0},  {0x0274, 'n', 0},
    {0x0280, 'r', 0},  {0x028f, 'y', 0},  {0x0299, 'b', 0},  {0x029c, 'h', 0},
    {0x029f, 'l', 0},  {0x02b9, '\'', 0}, {0x02ba, '"', 0},  {0x02bb, '\'', 0},
    {0x02bc, '\'', 0}, {0x02bd, '\'', 0}, {0x02be, '\'', 0}, {0x02bf, '\'', 0},
    {0x02c2, '<', 0},  {0x02c3, '>', 0},  {0x02c8, '\'', 0}, {0x02ca, '\'', 0},
    {0x02cb, '\'', 0}, {0x02d0, ':', 0},  {0x02d7, '-', 0},  {0x02dc, '~', 0},
    {0x02dd, '"', 0},  {0x037f, 'j', 0},  {0x0387, '.', 0},  {0x0391, 'a', 0},
    {0x0392, 'b', 0},  {0x0395, 'e', 0},  {0x0396, 'z', 0},  {0x0397, 'h', 0},
    {0x0399, 'I', 0},  {0x039a, 'k', 0},  {0x039c, 'm', 0},  {0x039d, 'n', 0},
    {0x039f, 'o', 0},  {0x03a1, 'p', 0},  {0x03a4, 't', 0},  {0x03a5, 'y', 0},
    {0x03a7, 'x', 0},  {0x03b1, 'a', 0},  {0x03b2, 'b', 0},  {0x03b3, 'y', 0},
    {0x03b5, 'e', 0},  {0x03b7, 'n', 0},  {0x03b9, 'i', 0},  {0x03ba, 'k', 0},
    {0x03bc, 'u', 0},  {0x03bd, 'v', 0},  {0x03bf, 'o', 0},  {0x03c1, 'p', 0},
    {0x03c3, 'o', 0},  {0x03c4, 't', 0},  {0x03c5, 'u', 0},  {0x03c7, 'x', 0},
    {0x03c9, 'w', 0},  {0x03f2, 'c', 0},  {0x03f3, 'j', 0},  {0x03f9, 'c', 0},
    {0x0405, 's', 0},  {0x0406, 'I', 0},  {0x0408, 'j', 0},  {0x0410, 'a', 0},
    {0x0412, 'b', 0},  {0x0415, 'e', 0},  {0x0417, '3', 0},  {0x041a, 'k', 0},
    {0x041c, 'm', 0},  {0x041d, 'h', 0},  {0x041e, 'o', 0},  {0x0420, 'p', 0},
    {0x0421, 'c', 0},  {0x0422, 't', 0},  {0x0423, 'y', 0},  {0x0425, 'x', 0},
    {0x0427, '4', 0},  {0x042c, 'b', 0},  {0x0430, 'a', 0},  {0x0431, '6', 0},
    {0x0432, 'b', 0},  {0x0433, 'r', 0},  {0x0435, 'e', 0},  {0x0437, '3', 0},
    {0x043a, 'k', 0},  {0x043c, 'm', 0},  {0x043d, 'h', 0},  {0x043e, 'o', 0},
    {0x043f, 'n', 0},  {0x0440, 'p', 0},  {0x0441, 'c', 0},  {0x0442, 't', 0},
    {0x0443, 'y', 0},  {0x0445, 'x', 0},  {0x0447, '4', 0},  {0x044c, 'b', 0},
    {0x0455, 's', 0},  {0x0456, 'i', 0},  {0x0458, 'j', 0},  {0x0461, 'w', 0},
    {0x0474, 'v', 0},  {0x0475, 'v', 0},  {0x0492, 'f', 0},  {0x0493, 'f', 0},
    {0x04ae, 'y', 0},  {0x04af, 'y', 0},  {0x04ba, 'h', 0},  {0x04bb, 'h', 0},
    {0x04c0, 'l', 0},  {0x04cf, 'l', 0},  {0x0500, 'd', 0},  {0x0501, 'd', 0},
    {0x050c, 'g', 0},  {0x050d, 'g', 0},  {0x051a, 'q', 0},  {0x051b, 'q', 0},
    {0x051c, 'w', 0},  {0x051d, 'w', 0},  {0x055a, '\'', 0}, {0x0570, 'h', 0},
    {0x0578, 'n', 0},  {0x057d, 'u', 0},  {0x0585, 'o', 0},  {0x058a, '-', 0},
    {0x05be, '-', 0},  {0x05f3, '\'', 0}, {0x13a0, 'd', 0},  {0x13a1, 'r', 0},
    {0x13a2, 't', 0},  {0x13a5, 'i', 0},  {0x13a9, 'y', 0},  {0x13aa, 'a', 0},
    {0x13ab, 'j', 0},  {0x13ac, 'e', 0},  {0x13b3, 'w', 0},  {0x13b7, 'm', 0},
    {0x13bb, 'h', 0},  {0x13bd, 'y', 0},  {0x13c0, 'g', 0},  {0x13c2, 'h', 0},
    {0x13c3, 'z', 0},  {0x13ce, '4', 0},  {0x13cf, 'b', 0},  {0x13d2, 'r', 0},
    {0x13d4, 'w', 0},  {0x13d5, 's', 0},  {0x13d9, 'v', 0},  {0x13da, 's', 0},
    {0x13de, 'l', 0},  {0x13df, 'c', 0},  {0x13e2, 'p', 0},  {0x13e6, 'k', 0},
    {0x13e7, 'd', 0},  {0x13ee, '6', 0},  {0x13f3, 'g', 0},  {0x13f4, 'b', 0},
    {0x1d00, 'a', 0},  {0x1d04, 'c', 0},  {0x1d05, 'd', 0},  {0x1d07, 'e', 0},
    {0x1d0a, 'j', 0},  {0x1d0b, 'k', 0},  {0x1d0d, 'm', 0},  {0x1d0f, 'o', 0},
    {0x1d18, 'p', 0},  {0x1d1b, 't', 0},  {0x1d1c, 'u', 0},  {0x1d20, 'v', 0},
    {0x1d21, 'w', 0},  {0x1d22, 'z', 0},  {0x2010, '-', 0},  {0x2011, '-', 0},
    {0x2012, '-', 0},  {0x2013, '-', 0},  {0x2014, '-', 0},  {0x2015, '-', 0},
    {0x2018, '\'', 0}, {0x2019, '\'', 0}, {0x201a, ',', 0},  {0x201b, '\'', 0},
    {0x201c, '"', 0},  {0x201d, '"', 0},  {0x201f, '"', 0},  {0x2024, '.', 0},
    {0x2027, '.', 0},  {0x2032, '\'', 0}, {0x2033, '"', 0},  {0x2035, '\'', 0},
    {0x2039, '<', 0},  {0x203a, '>', 0},  {0x2043, '-', 0},  {0x2044, '/', 0},
    {0x204e, '*', 0},  {0x2070, '0', 0},  {0x2071, 'i', 0},  {0x207f, 'n', 0},
    {0x2102, 'c', 0},  {0x210a, 'g', 0},  {0x210b, 'h', 0},  {0x210c, 'h', 0},
    {0x210d, 'h', 0},  {0x210e, 'h', 0},  {0x2110, 'I', 0},  {0x2111, 'I', 0},
    {0x2112, 'l', 0},  {0x2113, 'l', 0},  {0x2115, 'n', 0},  {0x2119, 'p', 0},
    {0x211a, 'q', 0},  {0x211b, 'r', 0},  {0x211c, 'r', 0},  {0x211d, 'r', 0},
    {0x2124, 'z', 0},  {0x2128, 'z', 0},  {0x212a, 'k', 0},  {0x212c, 'b', 0},
    {0x212d, 'c', 0},  {0x212f, 'e', 0},  {0x2130, 'e', 0},  {0x2131, 'f', 0},
    {0x2133, 'm', 0},  {0x2134, 'o', 0},  {0x2139, 'i', 0},  {0x2160, 'I', 0},
    {0x2164, 'v', 0},  {0x2169, 'x', 0},  {0x216c, 'l', 0},  {0x216d, 'c', 0},
    {0x216e, 'd', 0},  {0x216f, 'm', 0},  {0x2170, 'i', 0},  {0x2174, 'v', 0},
    {0x2179, 'x', 0},  {0x217c, 'l', 0},  {0x217d, 'c', 0},  {0x217e, 'd', 0},
    {0x217f, 'm', 0},  {0x2212, '-', 0},  {0x2215, '/', 0},  {0x2217, '*', 0},
    {0x2219, '.', 0},  {0x2223, '|', 0},  {0x2236, ':', 0},  {0x223c, '~', 0},
    {0x22c5, '.', 0},  {0x2502, '|', 0},  {0x2758, '|', 0},  {0x2c82, 'b', 0},
    {0x2c8e, 'h', 0},  {0x2c92, 'I', 0},  {0x2c93, 'i', 0},  {0x2c94, 'k', 0},
    {0x2c95, 'k', 0},  {0x2c98, 'm', 0},  {0x2c99, 'm', 0},  {0x2c9a, 'n', 0},
    {0x2c9b, 'n', 0},  {0x2c9e, 'o', 0},  {0x2c9f, 'o', 0},  {0x2ca2, 'p', 0},
    {0x2ca3, 'p', 0},  {0x2ca4, 'c', 0},  {0x2ca5, 'c', 0},  {0x2ca6, 't', 0},
    {0x2ca7, 't', 0},  {0x2ca8, 'y', 0},  {0x2ca9, 'y', 0},  {0x2cac, 'x', 0},
    {0x2cad, 'x', 0},  {0xa4d0, 'b', 0},  {0xa4d1, 'p', 0},  {0xa4d3, 'd', 0},
    {0xa4d4, 't', 0},  {0xa4d6, 'g', 0},  {0xa4d7, 'k', 0},  {0xa4d9, 'j', 0},
    {0xa4da, 'c', 0},  {0xa4dc, 'z', 0},  {0xa4dd, 'f', 0},  {0xa4df, 'm', 0},
    {0xa4e0, 'n', 0},  {0xa4e1, 'l', 0},  {0xa4e2, 's', 0},  {0xa4e3, 'r', 0},
    {0xa4e6, 'v', 0},  {0xa4e7, 'h', 0},  {0xa4ea, 'w', 0},  {0xa4eb, 'x', 0},
    {0xa4ec, 'y', 0},  {0xa4ee, 'a', 0},  {0xa4f0, 'e', 0},  {0xa4f2, 'I', 0},
    {0xa4f3, 'o', 0},  {0xa4f4, 'u', 0},  {0xa730, 'f', 0},  {0xa731, 's', 0},
    {0xa789, ':', 0}};

/* The character at *p, which moves on; the text is sound UTF-8, as JSON is read. */
uint32_t table__name_character(const unsigned char **p)
{
    uint32_t c = *(*p)++;
    int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;

    if (more) c &= 0x3fu >> more;
    while (more-- && **p) c = c << 6 | (*(*p)++ & 0x3fu);
    return c;
}

/* What nobody sees, or what ends a line: a name of it looks like none, or like another's. Those
 * that join letters and pictures (U+200C, U+200D, U+FE0F) are no harm beside something seen. */
static bool table_name_is_unseen(uint32_t c)
{
    static const struct {
        uint32_t from, to;
    } ranges[] = {{0x00ad, 0x00ad}, {0x034f, 0x034f}, {0x061c, 0x061c},
                  {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},
                  {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e},
                  {0x2060, 0x206f}, {0x2800, 0x2800}, {0x3164, 0x3164},
                  {0xfdd0, 0xfdef}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0},
                  {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0x10ffff}};

    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (c >= ranges[i].from && c <= ranges[i].to) return true;
    return false;
}

bool table__name_is_blank(uint32_t c)
{
    return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
           c == 0x202f || c == 0x205f || c == 0x3000;
}

bool table__name_ok(const char *name)
{
    size_t n = strlen(name);

    return n && n < AUDE_NAME_MAX && name[0] != ' ' && name[n - 1] != ' ' &&
           !strchr(name, '\n') && table__head_text_ok(name);
}

/* Nothing unseen, no blanks at the ends, and something to be seen. Asked of new names only: logs
 * may hold others. */
bool table__name_seen(const char *name)
{
    const unsigned char *p = (const unsigned char *)name;
    bool seen = false, blank = true;

    while (*p) {
        uint32_t c = table__name_character(&p);
        if (table_name_is_unseen(c) || (table__name_is_blank(c) && !seen)) return false;
        blank = table__name_is_blank(c);
        seen |= !blank && c != 0x200c && c != 0x200d && (c < 0xfe00 || c > 0xfe0f);
    }
    return seen && !blank;
}

/* -- Alike ------------------------------------------------------------------------------ */

/* How letters are compared: the same but for case; or of the same form as well; or of nearly the
 * same form. Each by itself: a Greek H is a small eta's large letter, and looks like an H. */
enum sameness { SAME_LETTER, SAME_FORM, NEAR_FORM, SAMENESSES };

struct letters {
    const unsigned char *p;
    enum sameness how;
    uint32_t ready[4]; /* marks that follow the last letter, the next one last */
    int n;
};

static const struct pair *table_name_find_pair(const struct pair *rows, size_t n,
                                               uint32_t c)
{
    size_t low = 0;

    while (low < n) {
        size_t at = low + (n - low) / 2;
        if (rows[at].c == c) return &rows[at];
        if (rows[at].c < c)
            low = at + 1;
        else
            n = at;
    }
    return NULL;
}

/* Wide letters, letters in circles and squares, and those of formulas are a to z in another
 * dress. */
static uint32_t table_name_plain_letter(uint32_t c)
{
    if (c >= 0xff01 && c <= 0xff5e) return c - 0xff01 + '!';
    if (c >= 0x24b6 && c <= 0x24cf) return c - 0x24b6 + 'A';
    if (c >= 0x24d0 && c <= 0x24e9) return c - 0x24d0 + 'a';
    if (c >= 0x1d400 && c <= 0x1d6a3) {
        uint32_t n = (c - 0x1d400) % 52;
        return n < 26 ? 'A' + n : 'a' + n - 26;
    }
    if (c >= 0x1d7ce && c <= 0x1d7ff) return '0' + (c - 0x1d7ce) % 10;
    for (uint32_t first = 0x1f130; first <= 0x1f170; first += 0x20)
        if (c >= first && c < first + 26) return 'A' + c - first;
    return c;
}

static uint32_t table_name_small_letter(uint32_t c)
{
    size_t low = 0, n = sizeof cases / sizeof cases[0];

    if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
    while (low < n) { /* the last row that begins at or before it */
        size_t at = low + (n - low) / 2;
        if (cases[at].from <= c)
            low = at + 1;
        else
            n = at;
    }
    const struct letter_case *row = low ? &cases[low - 1] : NULL;
    if (!row || c > row->to || (c - row->from) % row->step) return c;
    return (uint32_t)((int32_t)c + row->far);
}

static uint32_t table_name_letter_form(uint32_t c, enum sameness how)
{
    const struct pair *like =
        how == SAME_LETTER
            ? NULL
            : table_name_find_pair(looks, sizeof looks / sizeof looks[0], c);

    if (like) c = like->to;
    if (how != NEAR_FORM) return c;
    return c == 'I' || c == '1' || c == '|' ? 'l' : c == '0' ? 'o' : c;
}

/* The letter without its marks, which are put aside. */
static uint32_t table_name_letter_without_marks(struct letters *letters, uint32_t c)
{
    const struct pair *row;

    while (letters->n < 4 &&
           (row = table_name_find_pair(marks, sizeof marks / sizeof marks[0], c))) {
        letters->ready[letters->n++] = row->mark;
        c = row->to;
    }
    return c;
}

/* The next letter that is compared; skips blanks, joiners and variation selectors. 0 at the
 * end. */
static uint32_t table_name_next_letter(struct letters *letters)
{
    if (letters->n) return letters->ready[--letters->n];
    while (*letters->p) {
        uint32_t c = table__name_character(&letters->p);
        bool varies = c == 0x200c || c == 0x200d || (c >= 0xfe00 && c <= 0xfe0f);
        if (varies || table__name_is_blank(c) || table_name_is_unseen(c)) continue;
        c = table_name_letter_form(table_name_plain_letter(c), letters->how);
        c = table_name_letter_without_marks(letters, table_name_small_letter(c));
        return table_name_small_letter(table_name_letter_form(c, letters->how));
    }
    return 0;
}

bool table__name_same(const char *a, const char *b)
{
    for (enum sameness how = SAME_LETTER; how < SAMENESSES; how++) {
        struct letters one = {.p = (const unsigned char *)a, .how = how};
        struct letters two = {.p = (const unsigned char *)b, .how = how};
        uint32_t c;
        bool same;
        do {
            c = table_name_next_letter(&one);
            same = c == table_name_next_letter(&two);
        } while (c && same);
        if (same) return true;
    }
    return false;
}

static size_t table_name_put_character(char *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)((0xf00 >> n & 0xff) | c);
    return n;
}

/* Is it a mark that stands on the letter before it? */
static bool table_name_is_mark(uint32_t c)
{
    return c >= 0x300 && c <= 0x36f;
}

void table_name_key(const char *name, char *out, size_t size)
{
    struct letters letters = {.p = (const unsigned char *)name, .how = SAME_LETTER};
    size_t n = 0;

    for (uint32_t c; n + 4 < size && (c = table_name_next_letter(&letters));)
        if (!table_name_is_mark(c)) n += table_name_put_character(out + n, c);
    out[n] = 0;
}

/* A small letter and a mark that are one character, too: those are written as one (NFC). */
bool table__name_composed(const char *name)
{
    const unsigned char *p = (const unsigned char *)name;
    uint32_t before = 0;

    while (*p) {
        uint32_t c = table__name_character(&p);
        for (size_t i = 0; before && i < sizeof marks / sizeof marks[0]; i++)
            if (marks[i].mark == c && marks[i].to == before) return false;
        before = table_name_small_letter(c);
    }
    return true;
}

void table__name_look(const char *name, int how, char *out, size_t size)
{
    struct letters letters = {.p = (const unsigned char *)name,
                              .how = (enum sameness)how};
    size_t n = 0;
    uint32_t c;

    while ((c = table_name_next_letter(&letters)) && n + 5 < size)
        n += table_name_put_character(out + n, c);
    out[n] = 0;
}

/* -- At a table ------------------------------------------------------------------------- */

bool table__name_taken(const struct table *table, const char *name, unsigned but)
{
    for (unsigned s = 0; name[0] && s < table->head.setup.n_seats; s++)
        if (s != but && table->seat[s].name[0] &&
            table__name_same(table->seat[s].name, name))
            return true;
    return false;
}

/* Bytes of `name` that leave room for a number, without half a character. */
static int table_name_room_for_number(const char *name)
{
    size_t n = strlen(name), most = AUDE_NAME_MAX - 1 - strlen(" 9");

    if (n > most)
        for (n = most; n && ((unsigned char)name[n] & 0xc0) == 0x80;) n--;
    return (int)n;
}

bool table__name_alone(const struct table *table, unsigned seat, struct table_seat *to,
                       struct table_reply *reply)
{
    char name[AUDE_NAME_MAX];
    int n = 2;

    memcpy(name, to->name, sizeof name);
    while (to->kind == TABLE_COMPUTER && n <= 9 &&
           table__name_taken(table, to->name, seat))
        snprintf(to->name, sizeof to->name, "%.*s %d", table_name_room_for_number(name),
                 name, n++);
    if (!table__name_taken(table, to->name, seat)) return true;
    return table__refuse(reply, REFUSED_NAME, "somebody who plays here is called that");
}
