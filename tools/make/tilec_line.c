/* tilec_line.c -- the line being read: its words, numbers and points, and what is said when
 * there is a mistake in it. */
#include "tilec.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct line in;

_Noreturn void line_fail_at(int line, const char *sentence, ...)
{
    va_list args;

    fprintf(stderr, "%s:%d: ", in.file, line);
    va_start(args, sentence);
    vfprintf(stderr, sentence, args);
    va_end(args);
    fputc('\n', stderr);
    exit(1);
}

/* Words are parted by blanks; one that begins with # ends the line. */
void tilec_line_split(void)
{
    char *at = in.cut;

    strcpy(in.cut, in.text);
    in.n = in.next = 0;
    for (;;) {
        at += strspn(at, " \t\r");
        if (*at == '\0' || *at == '#') return;
        /* A note is prose: only its first word matters here. */
        if (in.n == WORDS_MAX && strcmp(in.word[0], "note") == 0) return;
        if (in.n == WORDS_MAX) fail("a line has at most %d words", WORDS_MAX);
        in.word[in.n++] = at;
        at += strcspn(at, " \t\r");
        if (*at) *at++ = '\0';
    }
}

/* Reads a line into in.text; false at the end of the file. */
bool tilec_line_read(FILE *f)
{
    int n = 0, c;

    in.number++;
    while ((c = getc(f)) != EOF && c != '\n') {
        if ((c < ' ' && c != '\t' && c != '\r') || c == 127)
            fail("the line has a character that is not text (code %d)", c);
        if (n == LINE_CHARS_MAX)
            fail("the line is longer than %d characters", LINE_CHARS_MAX);
        in.text[n++] = (char)c;
    }
    in.text[n] = '\0';
    return n > 0 || c != EOF;
}

/* ---- words ---- */

const char *tilec_line_peek_word(void)
{
    return in.next < in.n ? in.word[in.next] : NULL;
}

const char *tilec_line_next_word(void)
{
    return in.next < in.n ? in.word[in.next++] : NULL;
}

const char *tilec_line_need_word(const char *what)
{
    const char *w = tilec_line_next_word();

    if (!w) fail("here the line ends, but %s should follow", what);
    return w;
}

void tilec_line_need_exactly(const char *text)
{
    const char *w = tilec_line_next_word();

    if (!w || strcmp(w, text) != 0) fail("the word \"%s\" is missing here", text);
}

void tilec_line_need_end(void)
{
    if (tilec_line_peek_word())
        fail("\"%s\" does not belong on this line", tilec_line_peek_word());
}

/* The value of `w` in a table that ends with a NULL text, or -1. */
bool tilec_line_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The number that the text from `s` up to `end` spells, or -1 when it spells none or one
 * above `max`. No number of ours has more than four digits. */
static int tilec_line_number_between(const char *s, const char *end, int max)
{
    int value = 0;

    if (end == s || end - s > 4) return -1;
    for (; s < end; s++) {
        if (!tilec_line_is_digit(*s)) return -1;
        value = value * 10 + (*s - '0');
    }
    return value <= max ? value : -1;
}

int tilec_line_number(const char *s, int max)
{
    return tilec_line_number_between(s, s + strlen(s), max);
}

/* Reads "120,455". */
void tilec_line_read_point(int16_t *x, int16_t *y, int x_max, int y_max)
{
    const char *w = tilec_line_need_word("a point like 512,300");
    const char *comma = strchr(w, ',');
    int px, py;

    if (!comma) fail("\"%s\" is not a point; write it like 512,300", w);
    px = tilec_line_number_between(w, comma, x_max);
    py = tilec_line_number(comma + 1, y_max);
    if (px < 0 || py < 0)
        fail("the point \"%s\" is not within 0,0 and %d,%d", w, x_max, y_max);
    *x = (int16_t)px;
    *y = (int16_t)py;
}
