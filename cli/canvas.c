/* canvas.c -- characters with colours, and how they reach a terminal. */
#include "canvas.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* -- What the terminal can do ----------------------------------------------------------- */

static const char *canvas_locale_name(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return value;
    }
    return NULL;
}

static bool canvas_locale_says(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (; text && *text; text++)
        if (!strncasecmp(text, word, n)) return true;
    return false;
}

/* Without any setting UTF-8 is assumed; the locale "C" switches it off. */
struct canvas_style canvas_style(bool tty)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM"),
               *locale = canvas_locale_name();
    struct canvas_style style = {0};

    style.unicode = !locale || canvas_locale_says(locale, "utf-8") ||
                    canvas_locale_says(locale, "utf8");
    style.colour = tty && !(no && *no) && term && strcmp(term, "dumb") != 0;
    style.colour256 =
        style.colour && (canvas_locale_says(term, "256") || getenv("COLORTERM"));
    return style;
}

/* -- Drawing ---------------------------------------------------------------------------- */

void canvas_init(struct canvas *canvas, int w, int h)
{
    canvas->w = w > 0 ? w : 0;
    canvas->h = h > 0 ? h : 0;
    canvas->glyph =
        cli_alloc((size_t)(canvas->w * canvas->h + 1) * sizeof *canvas->glyph);
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->glyph);
    *canvas = (struct canvas){0};
}

struct canvas_glyph *canvas_at(struct canvas *canvas, int x, int y)
{
    if (x < 0 || y < 0 || x >= canvas->w || y >= canvas->h) return NULL;
    return &canvas->glyph[y * canvas->w + x];
}

void canvas_put(struct canvas *canvas, int x, int y, uint32_t code,
                enum canvas_colour ink, enum canvas_colour paper)
{
    struct canvas_glyph *glyph = canvas_at(canvas, x, y);

    if (glyph)
        *glyph = (struct canvas_glyph){
            .code = code, .ink = (uint8_t)ink, .paper = (uint8_t)paper};
}

void canvas_text(struct canvas *canvas, int x, int y, const char *text,
                 enum canvas_colour ink)
{
    for (; *text; text++, x++) {
        struct canvas_glyph *glyph = canvas_at(canvas, x, y);
        if (!glyph) continue;
        glyph->code = (unsigned char)*text;
        glyph->ink = (uint8_t)ink;
    }
}

/* Box drawing by the sides a line goes on to: N 1, E 2, S 4, W 8. */
static uint32_t canvas_line_code(unsigned links)
{
    static const uint16_t codes[16] = {0x2022, 0x2575, 0x2576, 0x2514, 0x2577, 0x2502,
                                       0x250c, 0x251c, 0x2574, 0x2518, 0x2500, 0x2534,
                                       0x2510, 0x2524, 0x252c, 0x253c};

    return codes[links & 15];
}

/* Colour and character of a cell; the background is the ground that it is on. */
static struct canvas_glyph canvas_pick_glyph(const struct picture_cell *cell, bool shade,
                                             bool colour)
{
    struct canvas_glyph field = {.code = colour  ? ' '
                                         : shade ? 0xb7
                                                 : ' ',
                                 .ink = CANVAS_GRASS,
                                 .paper = shade ? CANVAS_FIELD : CANVAS_FIELD_2};
    struct canvas_glyph city = {.code = colour ? ' ' : 0x2592,
                                .ink = CANVAS_STONE,
                                .paper = shade ? CANVAS_CITY : CANVAS_CITY_2};
    struct canvas_glyph glyph = field;

    switch (cell->what) {
    case PICTURE_CITY:
        return city;
    case PICTURE_SHIELD:
        glyph = city;
        glyph.code = 0x25c6;
        glyph.ink = CANVAS_SHIELD;
        return glyph;
    case PICTURE_ROAD:
        glyph.code = canvas_line_code(cell->links);
        glyph.ink = CANVAS_ROAD;
        return glyph;
    case PICTURE_RIVER:
        return (struct canvas_glyph){
            .code = 0x2248, .ink = CANVAS_WAVE, .paper = CANVAS_RIVER};
    case PICTURE_VILLAGE:
        glyph.code = 0x2302;
        break;
    case PICTURE_MONASTERY:
        glyph.code = 0x271d;
        break;
    case PICTURE_MONASTERY_LEFT:
        glyph.code = '[';
        break;
    case PICTURE_MONASTERY_RIGHT:
        glyph.code = ']';
        break;
    case PICTURE_GARDEN:
        glyph.code = 0x2663;
        break;
    default:
        return glyph;
    }
    glyph.ink = CANVAS_LIGHT;
    glyph.bold = true;
    return glyph;
}

void canvas_tile(struct canvas *canvas, int x, int y, const struct picture *picture,
                 bool shade, struct canvas_style style)
{
    for (int j = 0; j < picture->h; j++)
        for (int i = 0; i < picture->w; i++) {
            struct canvas_glyph *glyph = canvas_at(canvas, x + i, y + j);
            if (glyph)
                *glyph = canvas_pick_glyph(&picture->cell[j][i], shade, style.colour);
        }
}

/* -- Printing --------------------------------------------------------------------------- */

/* ORDER COLOUR: 256-colour code, 16-colour code (30..37, 90..97; -1: leave as it is). */
static const struct {
    uint8_t fine;
    int8_t coarse;
} colours[CANVAS_COLOURS] = {
    [CANVAS_PLAIN] = {0, -1},
    [CANVAS_FIELD] = {28, 32},
    [CANVAS_FIELD_2] = {22, 32},
    [CANVAS_GRASS] = {34, 32},
    [CANVAS_CITY] = {179, 33},
    [CANVAS_CITY_2] = {222, 33},
    [CANVAS_STONE] = {94, 33},
    [CANVAS_SHIELD] = {19, 34},
    [CANVAS_ROAD] = {231, 97},
    [CANVAS_RIVER] = {25, 34},
    [CANVAS_WAVE] = {117, 96},
    [CANVAS_DARK] = {16, 30},
    [CANVAS_LIGHT] = {231, 97},
    [CANVAS_DIM] = {244, 90},
    [CANVAS_MARK] = {220, 93},
    /* the seats, as they are painted in art/figure.c */
    [CANVAS_SEAT_0] = {160, 31},
    [CANVAS_SEAT_0 + 1] = {26, 34},
    [CANVAS_SEAT_0 + 2] = {48, 92},
    [CANVAS_SEAT_0 + 3] = {220, 93},
    [CANVAS_SEAT_0 + 4] = {16, 30},
    [CANVAS_SEAT_0 + 5] = {133, 35},
};

static void canvas_escape(struct cli_text *out, struct canvas_style style, unsigned ink,
                          unsigned paper, bool bold)
{
    cli_text_str(out, bold ? "\033[0;1" : "\033[0");
    if (ink && style.colour256) cli_text_add(out, ";38;5;%d", colours[ink].fine);
    if (ink && !style.colour256) cli_text_add(out, ";%d", colours[ink].coarse);
    if (paper && style.colour256) cli_text_add(out, ";48;5;%d", colours[paper].fine);
    if (paper && !style.colour256) cli_text_add(out, ";%d", colours[paper].coarse + 10);
    cli_text_str(out, "m");
}

/* The nearest ASCII character, for terminals without UTF-8. */
static char canvas_plain_code(uint32_t code)
{
    static const struct {
        uint16_t code;
        char plain;
    } table[] = {{0x2502, '|'}, {0x2500, '-'}, {0x2592, '#'}, {0x2248, '~'},
                 {0x25c6, '$'}, {0x2302, 'o'}, {0x271d, 'M'}, {0x2663, '%'},
                 {0xb7, '.'},   {0x2022, '*'}, {0x25aa, '*'}};

    if (code < 128) return (char)code;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].code == code) return table[i].plain;
    return code >= 0x2500 && code < 0x2580 ? '+' : '?';
}

static void canvas_put_code(struct cli_text *out, uint32_t code, bool unicode)
{
    char bytes[4];
    size_t n = 0;

    if (!code) code = ' ';
    if (!unicode || code < 0x80) {
        bytes[n++] = canvas_plain_code(code);
    } else if (code < 0x800) {
        bytes[n++] = (char)(0xc0 | code >> 6);
        bytes[n++] = (char)(0x80 | (code & 63));
    } else {
        bytes[n++] = (char)(0xe0 | code >> 12);
        bytes[n++] = (char)(0x80 | (code >> 6 & 63));
        bytes[n++] = (char)(0x80 | (code & 63));
    }
    cli_text_bytes(out, bytes, n);
}

void canvas_row(const struct canvas *canvas, int y, int width, struct canvas_style style,
                struct cli_text *out)
{
    const struct canvas_glyph *row = &canvas->glyph[y * canvas->w], last = {0};
    const struct canvas_glyph *was = &last;
    int end = canvas->w;

    while (end && (!row[end - 1].code || row[end - 1].code == ' ') && !row[end - 1].paper)
        end--;
    for (int x = 0; x < end; x++) {
        const struct canvas_glyph *now = &row[x];
        if (style.colour &&
            (now->ink != was->ink || now->paper != was->paper || now->bold != was->bold))
            canvas_escape(out, style, now->ink, now->paper, now->bold);
        canvas_put_code(out, now->code, style.unicode);
        was = now;
    }
    if (style.colour && (was->ink || was->paper || was->bold))
        cli_text_str(out, "\033[0m");
    if (width > end) cli_text_add(out, "%*s", width - end, "");
}

void canvas_print(const struct canvas *canvas, struct canvas_style style, int indent,
                  struct cli_text *out)
{
    for (int y = 0; y < canvas->h; y++) {
        cli_text_add(out, "%*s", indent, "");
        canvas_row(canvas, y, 0, style, out);
        cli_text_str(out, "\n");
    }
}

/* Dark ink on the light colours. */
enum canvas_colour canvas_seat_ink(unsigned seat)
{
    return seat == 2 || seat == 3 ? CANVAS_DARK : CANVAS_LIGHT;
}

void canvas_seat_text(struct cli_text *out, struct canvas_style style, unsigned seat,
                      const char *text)
{
    if (style.colour)
        canvas_escape(out, style, canvas_seat_ink(seat), CANVAS_SEAT_0 + seat, true);
    cli_text_str(out, text);
    if (style.colour) cli_text_str(out, "\033[0m");
}

void canvas_ink(struct cli_text *out, struct canvas_style style, enum canvas_colour ink,
                const char *text)
{
    if (style.colour) canvas_escape(out, style, ink, 0, false);
    cli_text_str(out, text);
    if (style.colour) cli_text_str(out, "\033[0m");
}
