/* text.c -- numbers, words, points and segments as text without stdio, and words read back. */
#include "text_internal.h"

enum { TRACK = 50 }; /* places of the scoring track (BASE-50) */

/* -- Building --------------------------------------------------------------------------- */

void aude__text_char(struct aude__text *text, char c)
{
    if (text->n + 1 < text->size) text->out[text->n] = c;
    text->n++;
}

void aude__text_str(struct aude__text *text, const char *s)
{
    while (*s) aude__text_char(text, *s++);
}

void aude__text_int(struct aude__text *text, long n)
{
    char digits[24];
    int i = 0;
    unsigned long left = n < 0 ? 0ul - (unsigned long)n : (unsigned long)n;

    if (n < 0) aude__text_char(text, '-');
    do digits[i++] = (char)('0' + left % 10);
    while (left /= 10);
    while (i) aude__text_char(text, digits[--i]);
}

void aude__text_hex(struct aude__text *text, uint64_t n, int digits)
{
    while (digits--) aude__text_char(text, "0123456789abcdef"[n >> 4 * digits & 15]);
}

/* Close the text, cut where the room ended; the length it would have had. */
size_t aude__text_end(struct aude__text *text)
{
    if (text->size) text->out[text->n < text->size ? text->n : text->size - 1] = 0;
    return text->n;
}

/* -- Points -------------------------------------------------------------------------------- */

/* One term of a lap mark, and what is left of the points. */
static int text_lap(struct aude__text *text, int points, int laps)
{
    aude__text_int(text, laps);
    aude__text_char(text, '+');
    return points - laps;
}

size_t aude_points_text(const struct aude_game *game, int points, char *out, size_t size)
{
    struct aude__text text = {.out = out, .size = size};

    if (game->sw[AUDE_SWITCH_LAP_MARK] == AUDE_LAP_LAY_DOWN && points >= TRACK)
        points = text_lap(&text, points, points - points % TRACK);
    if (game->sw[AUDE_SWITCH_LAP_MARK] == AUDE_LAP_TILES) {
        while (points >= 2 * TRACK) points = text_lap(&text, points, 2 * TRACK);
        if (points >= TRACK) points = text_lap(&text, points, TRACK);
    }
    aude__text_int(&text, points);
    return aude__text_end(&text);
}

/* -- Segments --------------------------------------------------------------------------- */

/* The inner fields of a tile reach no side: they are told apart by number. */
static void text_segment_inner_name(struct aude__text *text, const struct aude_tile *tile,
                                    unsigned segment)
{
    int number = 1;

    aude__text_str(text, " inner");
    for (unsigned s = 0; s < segment; s++)
        if (tile->segment[s].kind == AUDE_FIELD && !tile->segment[s].halves) number++;
    if (number > 1) aude__text_int(text, number);
}

size_t aude_segment_text(aude_kind kind, unsigned rot, unsigned segment, char *out,
                         size_t size)
{
    struct aude__text text = {.out = out, .size = size};
    const struct aude_segment *seg = &aude_tiles[kind].segment[segment];
    unsigned sides = aude__turn_sides(seg->sides, rot & 3);
    unsigned halves = aude__turn_halves(seg->halves, rot & 3);

    aude__text_str(&text, aude_feature_name(seg->kind));
    for (unsigned i = 0; i < 8; i++) {
        const char *name = i < 4 && sides >> i & 1 ? aude_side_name(i) : NULL;
        if (halves >> i & 1) name = aude_half_name(i);
        if (!name) continue;
        aude__text_char(&text, ' ');
        aude__text_str(&text, name);
    }
    if (seg->kind == AUDE_FIELD && !halves)
        text_segment_inner_name(&text, &aude_tiles[kind], segment);
    return aude__text_end(&text);
}

/* -- Reading ---------------------------------------------------------------------------- */

static char text_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool aude__text_same_word(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (text_lower(a[i]) != text_lower(b[i])) return false;
    return true;
}

bool aude__text_read_int(const char *word, long lo, long hi, long *out)
{
    bool minus = *word == '-';
    long n = 0;

    if (minus) word++;
    if (!*word) return false;
    for (; *word; word++) {
        if (*word < '0' || *word > '9' || n > 1000000000) return false;
        n = 10 * n + (*word - '0');
    }
    *out = minus ? -n : n;
    return *out >= lo && *out <= hi;
}

bool aude__text_split(const char *text, struct aude__words *words)
{
    size_t length = strlen(text);

    words->n = 0;
    if (length >= sizeof words->buffer) return false;
    memcpy(words->buffer, text, length + 1);
    for (char *p = words->buffer; *p;) {
        while (*p == ' ' || *p == '\t') *p++ = 0;
        if (!*p) break;
        if (words->n == AUDE__WORDS_MAX) return false;
        words->word[words->n++] = p;
        while (*p && *p != ' ' && *p != '\t') p++;
    }
    return words->n > 0;
}

bool aude__text_read_pair(char *word, long most, long *x, long *y)
{
    char *comma = strchr(word, ',');

    if (!comma) return false;
    *comma = 0;
    bool ok = aude__text_read_int(word, -most, most, x) &&
              aude__text_read_int(comma + 1, -most, most, y);
    *comma = ',';
    return ok;
}

bool aude__text_read_cell(char *word, struct aude_action *out)
{
    long x, y;

    if (!aude__text_read_pair(word, AUDE_TILES_MAX, &x, &y)) return false;
    out->x = (int16_t)x;
    out->y = (int16_t)y;
    return true;
}
