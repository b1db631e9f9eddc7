/* names_text.c -- see names_text.h. */
#include "names_text.h"

#include "ai.h"
#include "table/table.h"

#include <string.h>

#include "names_marks.h"

/* -- Scripts ---------------------------------------------------------------------------- */

/* Letters of different scripts look alike, so a name keeps to one. Chinese, Japanese and Korean are
 * written with several, which nobody takes for each other. */
enum script {
    COMMON,
    LATIN,
    GREEK,
    CYRILLIC,
    ARMENIAN,
    HEBREW,
    ARABIC,
    MYANMAR,
    GEORGIAN,
    ETHIOPIC,
    EAST_ASIAN,
    OTHER
};

static enum script names_text_script_of(uint32_t c)
{
    static const struct {
        uint32_t from, to;
        enum script script;
    } ranges[] = {{0x0041, 0x005a, LATIN},      {0x0061, 0x007a, LATIN},
                  {0x00aa, 0x00aa, LATIN},      {0x00ba, 0x00ba, LATIN},
                  {0x00c0, 0x00d6, LATIN},      {0x00d8, 0x00f6, LATIN},
                  {0x00f8, 0x02af, LATIN},      {0x0370, 0x03ff, GREEK},
                  {0x0400, 0x052f, CYRILLIC},   {0x0531, 0x058f, ARMENIAN},
                  {0x0591, 0x05f4, HEBREW},     {0x0600, 0x06ff, ARABIC},
                  {0x0750, 0x077f, ARABIC},     {0x08a0, 0x08ff, ARABIC},
                  {0x1000, 0x109f, MYANMAR},    {0x10a0, 0x10ff, GEORGIAN},
                  {0x1100, 0x11ff, EAST_ASIAN}, {0x1200, 0x139f, ETHIOPIC},
                  {0x1c80, 0x1c8f, CYRILLIC},   {0x1d00, 0x1dbf, LATIN},
                  {0x1e00, 0x1eff, LATIN},      {0x1f00, 0x1fff, GREEK},
                  {0x2c60, 0x2c7f, LATIN},      {0x2de0, 0x2dff, CYRILLIC},
                  {0x2e80, 0x2fdf, EAST_ASIAN}, {0x3005, 0x3007, EAST_ASIAN},
                  {0x3041, 0x30ff, EAST_ASIAN}, {0x3105, 0x31ff, EAST_ASIAN},
                  {0x3400, 0x9fff, EAST_ASIAN}, {0xa640, 0xa69f, CYRILLIC},
                  {0xa720, 0xa7ff, LATIN},      {0xac00, 0xd7ff, EAST_ASIAN},
                  {0xf900, 0xfaff, EAST_ASIAN}, {0xfb50, 0xfdff, ARABIC},
                  {0xfe70, 0xfefe, ARABIC},     {0xff21, 0xff5a, LATIN},
                  {0xff66, 0xffdc, EAST_ASIAN}, {0x20000, 0x3ffff, EAST_ASIAN}};

    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (c >= ranges[i].from && c <= ranges[i].to) return ranges[i].script;
    return COMMON;
}

/* Those of which we know only where they stand: each block of 128 is one of its own. */
static int names_text_script_number(uint32_t c)
{
    enum script script = names_text_script_of(c);

    if (script != COMMON || c < 0x0530 || (c >= 0x2000 && c < 0x2c00) ||
        (c >= 0xfe00 && c < 0xfe10) || (c >= 0x1f000 && c < 0x1fb00))
        return (int)script;
    return OTHER + (int)(c / 128);
}

static bool names_text_is_mark(uint32_t c)
{
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (c <= marks[i].to) return c >= marks[i].from;
    return false;
}

/* Scripts whose vowels and tones are marks: one letter may have several. They also need joiners. */
static bool names_text_is_written_with_marks(int script)
{
    return script == HEBREW || script == ARABIC || script == MYANMAR || script >= OTHER;
}

/* Hearts, cats and the like. */
static bool names_text_is_picture(uint32_t c)
{
    return c >= 0x2100 && names_text_script_number(c) == COMMON;
}

static bool names_text_is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

static bool names_text_is_letter_or_digit(uint32_t c)
{
    return names_text_script_number(c) != COMMON || names_text_is_digit(c);
}

/* -- Words that would mislead ----------------------------------------------------------- */

/* What the program calls itself and those without a name, in the page's languages; host and others. Names that were given up
 * are called "Player 4" and "Seat 2". */
static bool names_text_is_reserved_word(const char *name)
{
    static const char *const words[] = {
        "Aude",       "admin",       "administrator", "moderator", "host",
        "server",     "system",      "support",       "root",      "null",
        "undefined",  "guest",       "a guest",       "somebody",  "anonymous",
        "computer",   "bot",         "nobody",        "deleted",   "invitado",
        "convidado",  "oaspete",     "anfitrión",     "anfitrião", "gazda",
        "computador", "ordenador",   "calculator",    "player",    "seat",
        "jugador",    "jogador",     "jucător",       "organiser", "organizer",
        "director",   "organizador", "organizator"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (table__name_same(name, words[i])) return true;
    return false;
}

/* Letters and digits alone, without what stands before, between and behind them. */
static size_t names_text_bare(const char *name, char out[AUDE_NAME_MAX])
{
    const unsigned char *p = (const unsigned char *)name;
    size_t n = 0;

    while (*p) {
        const unsigned char *from = p;
        uint32_t c = table__name_character(&p);
        if (!names_text_is_letter_or_digit(c)) continue;
        memcpy(out + n, from, (size_t)(p - from));
        n += (size_t)(p - from);
    }
    out[n] = 0;
    return n;
}

/* Is it one of the computers, whatever signs stand in its name: "level-7", "Level 7"? */
static bool names_text_is_computer(const char *bare)
{
    char other[AUDE_NAME_MAX];

    for (int i = 0; ai_players[i]; i++) {
        names_text_bare(ai_players[i]->title, other);
        if (table__name_same(bare, other)) return true;
        names_text_bare(ai_players[i]->name, other);
        if (table__name_same(bare, other)) return true;
    }
    return false;
}

/* People are also called by their number (GET /api/players/77000). */
static bool names_text_is_number(const char *name)
{
    return strlen(name) > 3 && strspn(name, "0123456789") == strlen(name);
}

/* A word with numbers and signs about it is that word: "Guest 2", "Host!". Digits are taken off one by one, since 0 and 1 may
 * stand for letters. */
static bool names_text_is_reserved(const char *name)
{
    char bare[AUDE_NAME_MAX];
    size_t n = names_text_bare(name, bare);

    if (names_text_is_reserved_word(name) || names_text_is_number(name) ||
        names_text_is_computer(bare))
        return true;
    for (size_t end = n; end; end--) {
        bare[end] = 0;
        for (size_t at = 0; at < end; at++) {
            if (names_text_is_reserved_word(bare + at) ||
                names_text_is_computer(bare + at))
                return true;
            if (!names_text_is_digit((unsigned char)bare[at])) break;
        }
        if (!names_text_is_digit((unsigned char)bare[end - 1])) break;
    }
    return false;
}

/* Teams are written as "Blue / Ana / Bruno": who has such a slash in his name could take part in none. */
static bool names_text_has_team_slash(const char *name)
{
    size_t n = strlen(name);

    return name[0] == '/' || (n && name[n - 1] == '/') || strstr(name, " /") ||
           strstr(name, "/ ");
}

/* -- All together ----------------------------------------------------------------------- */

enum { MARKS_MOST = 3 }; /* on a letter, where marks are part of the script */

struct counted {
    int n, letters, scripts, last;
    int marks, blanks; /* how many stand side by side just now */
    uint32_t base;     /* the last character that is neither mark nor joiner */
    uint32_t before;   /* the last one */
    bool stacked, doubled, unseen;
};

/* A joiner stands where one is needed: in a script that joins its letters, and between pictures. */
static bool names_text_is_joiner(uint32_t c)
{
    return c == 0x200c || c == 0x200d;
}

static bool names_text_is_selector(uint32_t c)
{
    return c >= 0xfe00 && c <= 0xfe0f;
}

static void names_text_count_joiner(struct counted *count, uint32_t c)
{
    bool picture = names_text_is_picture(count->base);
    bool may = names_text_is_selector(c)
                   ? picture
                   : picture || names_text_is_written_with_marks(
                                    names_text_script_number(count->base));
    bool again = names_text_is_joiner(count->before) ||
                 (names_text_is_selector(count->before) && names_text_is_selector(c));

    count->unseen |= !may || again;
}

/* On a letter, and not on a blank or on nothing. */
static void names_text_count_mark(struct counted *count)
{
    int script = names_text_script_number(count->base);
    int most = names_text_is_written_with_marks(script) ? MARKS_MOST : 1;

    count->marks++;
    count->stacked |= !names_text_is_letter_or_digit(count->base) || count->marks > most;
}

static void names_text_count_kind(struct counted *count, uint32_t c)
{
    bool blank = table__name_is_blank(c);

    if (names_text_is_joiner(c) || names_text_is_selector(c))
        names_text_count_joiner(count, c);
    else if (names_text_is_mark(c))
        names_text_count_mark(count);
    else {
        count->marks = 0;
        count->base = c;
    }
    count->blanks = blank ? count->blanks + 1 : 0;
    count->doubled |= count->blanks > 1 || (blank && c != ' ');
    count->before = c;
}

static void names_text_count_character(struct counted *count, uint32_t c)
{
    int script = names_text_script_number(c);

    count->n++;
    count->unseen |= c < 0x20 || (c >= 0x7f && c < 0xa0);
    names_text_count_kind(count, c);
    count->letters += names_text_is_letter_or_digit(c);
    if (script == COMMON || script == count->last) return;
    count->scripts++;
    count->last = script;
}

enum name_why names_text_judge(const char *name)
{
    const unsigned char *p = (const unsigned char *)name;
    struct counted count = {.last = COMMON};

    while (*p && count.n <= NAMES_MOST)
        names_text_count_character(&count, table__name_character(&p));
    if (count.n < NAMES_LEAST) return NAME_SHORT;
    if (count.n > NAMES_MOST || strlen(name) >= AUDE_NAME_MAX) return NAME_LONG;
    if (count.unseen || names_text_is_joiner(count.before) || !table__name_ok(name) ||
        !table__name_seen(name))
        return NAME_UNSEEN;
    if (!count.letters || count.doubled || count.stacked || !table__name_composed(name))
        return NAME_MARKS;
    if (count.scripts > 1) return NAME_MIXED;
    if (names_text_has_team_slash(name)) return NAME_SLASH;
    return names_text_is_reserved(name) ? NAME_RESERVED : NAME_WHY_NOT;
}

void names_text_look(const char *name, struct names_text_look *look)
{
    table__name_look(name, 0, look->letters, sizeof look->letters);
    table__name_look(name, 1, look->form, sizeof look->form);
    table__name_look(name, 2, look->near, sizeof look->near);
}

const char *names_text_why(enum name_why why)
{
    static const char *const texts[NAME_WHYS] = {
        [NAME_WHY_NOT] = "",
        [NAME_SHORT] = "a name has at least 2 characters",
        [NAME_LONG] = "a name has at most 24 characters, and 31 bytes",
        [NAME_UNSEEN] = "a name has no characters that nobody sees, and no blanks at "
                        "its ends",
        [NAME_MARKS] = "a name has letters or digits, one blank between words, and at "
                       "most one mark on a letter",
        [NAME_MIXED] = "a name keeps to the letters of one script",
        [NAME_RESERVED] = "that name would mislead others",
        [NAME_SLASH] = "a name has no slash at an end or beside a blank: teams are "
                       "written so",
        [NAME_TAKEN] = "somebody has that name, or one that looks like it",
        [NAME_MANY] = "enough new names came from your address today: ask this "
                      "server's host, or come tomorrow"};

    return texts[why];
}
