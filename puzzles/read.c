/* read.c -- the file of puzzles, line by line (docs/puzzles.md). */
#include "puzzles.h"

#include <string.h>

/* -- Words ------------------------------------------------------------------------------ */

static bool puzzles_read_is_blank(char c)
{
    return c == ' ' || c == '\r' || c == '\t';
}

/* The next word, without the blanks around it; false if there is none. */
static bool puzzles_read_word(struct puzzle_text *line, struct puzzle_text *word)
{
    while (line->n && puzzles_read_is_blank(*line->at)) line->at++, line->n--;
    word->at = line->at;
    while (line->n && !puzzles_read_is_blank(*line->at)) line->at++, line->n--;
    word->n = (size_t)(line->at - word->at);
    while (line->n && puzzles_read_is_blank(*line->at)) line->at++, line->n--;
    return word->n;
}

static bool puzzles_read_is(struct puzzle_text word, const char *name)
{
    return word.n == strlen(name) && !memcmp(word.at, name, word.n);
}

/* Digits with at most one point and a sign, the same in every locale. */
static bool puzzles_read_number(struct puzzle_text *line, double *out)
{
    struct puzzle_text word;
    double value = 0, unit = 0;
    size_t i = 0, digits = 0;

    if (!puzzles_read_word(line, &word) || word.n > 12) return false;
    bool minus = word.at[0] == '-';
    if (minus || word.at[0] == '+') i++;
    for (; i < word.n; i++) {
        char c = word.at[i];
        if (c == '.' && unit == 0) {
            unit = 1;
        } else if (c >= '0' && c <= '9') {
            unit /= 10;
            digits++;
            value = unit > 0 ? value + unit * (c - '0') : 10 * value + (c - '0');
        } else {
            return false;
        }
    }
    *out = minus ? -value : value;
    return digits;
}

static bool puzzles_read_count(struct puzzle_text *line, int lo, int hi, int *out)
{
    double value;

    if (!puzzles_read_number(line, &value) || value < lo || value > hi ||
        value != (int)value)
        return false;
    *out = (int)value;
    return true;
}

bool puzzle_read_word(struct puzzle_text *list, struct puzzle_text *word)
{
    if (!list->n) return false;
    const char *comma = memchr(list->at, ',', list->n);
    word->at = list->at;
    word->n = comma ? (size_t)(comma - list->at) : list->n;
    size_t skip = word->n + (comma != NULL);
    list->at += skip;
    list->n -= skip;
    return true;
}

bool puzzle_read_has_tag(const struct puzzle *puzzle, const char *tag)
{
    struct puzzle_text list = puzzle->tags, word;

    while (puzzle_read_word(&list, &word))
        if (puzzles_read_is(word, tag)) return true;
    return false;
}

/* -- Lines ------------------------------------------------------------------------------ */

void puzzle_read_begin(struct puzzles_reader *reader, const char *text, size_t n)
{
    *reader = (struct puzzles_reader){.at = text, .end = text + n};
}

static bool puzzles_read_trouble(struct puzzles_reader *reader, const char *trouble)
{
    reader->trouble = trouble;
    return false;
}

/* The line at the reader's place; the place does not move. */
static struct puzzle_text puzzles_read_peek(const struct puzzles_reader *reader)
{
    size_t rest = (size_t)(reader->end - reader->at);
    const char *end = rest ? memchr(reader->at, '\n', rest) : NULL;

    return (struct puzzle_text){reader->at, end ? (size_t)(end - reader->at) : rest};
}

static void puzzles_read_step(struct puzzles_reader *reader)
{
    struct puzzle_text line = puzzles_read_peek(reader);

    reader->at += line.n;
    reader->at += reader->at < reader->end;
    reader->line++;
}

static bool puzzles_read_version(struct puzzles_reader *reader, struct puzzle_text line)
{
    int version;

    if (!puzzles_read_count(&line, 1, 1000000, &version) || line.n)
        return puzzles_read_trouble(reader, "the version of the file is no number");
    if (version != PUZZLES_VERSION)
        return puzzles_read_trouble(reader,
                                    "the file is of a later version than this program");
    reader->begun = true;
    return true;
}

static bool puzzles_read_head(struct puzzle_text line, struct puzzle *out)
{
    struct puzzle_text id;

    if (!puzzles_read_word(&line, &id) || id.n != PUZZLE_ID_MAX - 1) return false;
    memcpy(out->id, id.at, id.n);
    out->id[id.n] = 0;
    if (strspn(out->id, "0123456789abcdef") != id.n) return false;
    if (!puzzles_read_count(&line, 1, 20000, &out->at)) return false;
    if (!puzzles_read_count(&line, 1, PUZZLE_GRADES, &out->grade)) return false;
    if (!puzzles_read_word(&line, &out->tags)) out->tags.n = 0;
    return !line.n;
}

/* "5.2 0.3 64 lay 1,0 90; put small city N"; a chance that is not known is "-". */
static bool puzzles_read_choice(struct puzzle_text line, struct puzzle_choice *out)
{
    if (!puzzles_read_number(&line, &out->lead) ||
        !puzzles_read_number(&line, &out->error))
        return false;
    if (out->error < 0) return false;
    if (line.n && *line.at == '-') {
        struct puzzle_text word;
        out->win = -1;
        if (!puzzles_read_word(&line, &word) || word.n != 1) return false;
    } else {
        if (!puzzles_read_number(&line, &out->win) || out->win < 0 || out->win > 100)
            return false;
        out->win /= 100;
    }
    while (line.n && puzzles_read_is_blank(line.at[line.n - 1])) line.n--;
    out->words = line;
    return line.n;
}

/* The choices stand below the puzzle: "best" once, then "next". */
static bool puzzles_read_choices(struct puzzles_reader *reader, struct puzzle *out)
{
    for (out->n = 0;;) {
        struct puzzle_text line = puzzles_read_peek(reader), word;
        if (reader->at >= reader->end || !puzzles_read_word(&line, &word)) break;
        bool best = puzzles_read_is(word, "best");
        if (!best && !puzzles_read_is(word, "next")) break;
        puzzles_read_step(reader);
        if (best != !out->n)
            return puzzles_read_trouble(reader, "the best turn comes first, and once");
        if (out->n == PUZZLE_CHOICES)
            return puzzles_read_trouble(reader, "there are more turns than a puzzle has");
        if (!puzzles_read_choice(line, &out->choice[out->n]))
            return puzzles_read_trouble(reader,
                                        "a turn is its points, their error, a chance in "
                                        "percent and its words");
        if (out->choice[out->n].lead > out->choice[0].lead)
            return puzzles_read_trouble(reader, "no turn is worth more than the best");
        out->n++;
    }
    return out->n ? true
                  : puzzles_read_trouble(reader, "the puzzle has no best turn below it");
}

static bool puzzles_read_puzzle(struct puzzles_reader *reader, struct puzzle_text line,
                                struct puzzle *out)
{
    *out = (struct puzzle){.setup = reader->setup, .play = reader->play};
    out->line = reader->line;
    if (!reader->setup.n || !reader->play.n)
        return puzzles_read_trouble(reader, "the puzzle has no game above it");
    if (!puzzles_read_head(line, out))
        return puzzles_read_trouble(reader,
                                    "a puzzle is its name, the actions before it, its "
                                    "grade and its tags");
    return puzzles_read_choices(reader, out);
}

/* A line that is no puzzle. */
static bool puzzles_read_other(struct puzzles_reader *reader, struct puzzle_text word,
                               struct puzzle_text line)
{
    if (puzzles_read_is(word, "aude-puzzles")) return puzzles_read_version(reader, line);
    if (!reader->begun)
        return puzzles_read_trouble(reader,
                                    "the file does not begin with \"aude-puzzles 1\"");
    if (puzzles_read_is(word, "game")) {
        reader->setup = line;
        reader->play.n = 0;
    } else if (puzzles_read_is(word, "play")) {
        reader->play = line;
    } else {
        return puzzles_read_trouble(reader, "the line begins with no word of the format");
    }
    return line.n ? true
                  : puzzles_read_trouble(reader, "the line ends after its first word");
}

bool puzzle_read_next(struct puzzles_reader *reader, struct puzzle *out)
{
    while (!reader->trouble && reader->at < reader->end) {
        struct puzzle_text line = puzzles_read_peek(reader), word;
        puzzles_read_step(reader);
        if (!puzzles_read_word(&line, &word) || *word.at == '#') continue;
        if (reader->begun && puzzles_read_is(word, "puzzle"))
            return puzzles_read_puzzle(reader, line, out);
        if (!puzzles_read_other(reader, word, line)) return false;
    }
    if (!reader->trouble && !reader->begun) {
        reader->line = 1; /* where the word is missing: an empty file has no line */
        puzzles_read_trouble(reader, "the file does not begin with \"aude-puzzles 1\"");
    }
    return false;
}
