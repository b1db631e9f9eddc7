/* tournament_read_line.c -- the words of a line of a tournament's log: numbers, names, and how a line is refused. */
#include "tournament_read_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "club_text.h"

bool tournament__read_line_refuse(struct club_line *line, enum club_why why,
                                  const char *format, ...)
{
    va_list list;

    line->refusal->why = why;
    va_start(list, format);
    vsnprintf(line->refusal->text, CLUB_REFUSAL_MAX, format, list);
    va_end(list);
    return false;
}

/* The next word, up to a blank; false at the end of the line. Longer words are cut: no word of ours is long. */
bool tournament__read_line_word(struct club_line *line)
{
    size_t n = strcspn(line->at, " ");
    size_t keep = n < sizeof line->word ? n : sizeof line->word - 1;

    memcpy(line->word, line->at, keep);
    line->word[keep] = 0;
    line->at += n;
    if (*line->at == ' ') line->at++;
    return n > 0;
}

bool tournament__read_line_is(struct club_line *line, const char *word)
{
    size_t n = strlen(word);

    if (strncmp(line->at, word, n) != 0 || (line->at[n] && line->at[n] != ' '))
        return false;
    return tournament__read_line_word(line);
}

/* A number of few digits; -1 if it is not one. */
int64_t tournament__read_line_number_of(const char *text, const char *end)
{
    int64_t sum = 0;

    if (text == end || end - text > 15) return -1;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9') return -1;
        sum = 10 * sum + (*text - '0');
    }
    return sum;
}

bool tournament__read_line_number(struct club_line *line, const char *what, int64_t least,
                                  int64_t most, int64_t *out)
{
    if (!tournament__read_line_word(line))
        return tournament__read_line_refuse(line, CLUB_WHY_LINE, "the %s is missing",
                                            what);
    *out = tournament__read_line_number_of(line->word, line->word + strlen(line->word));
    if (*out < least || *out > most)
        return tournament__read_line_refuse(
            line, CLUB_WHY_LINE, "the %s is a number from %lld to %lld, not \"%s\"", what,
            (long long)least, (long long)most, line->word);
    return true;
}

bool tournament__read_line_int(struct club_line *line, const char *what, int least,
                               int most, int *out)
{
    int64_t number;

    if (!tournament__read_line_number(line, what, least, most, &number)) return false;
    *out = (int)number;
    return true;
}

bool tournament__read_line_ends(struct club_line *line)
{
    return !*line->at ||
           tournament__read_line_refuse(
               line, CLUB_WHY_LINE,
               "nothing is expected after that, but \"%.40s\" is there", line->at);
}

bool tournament__read_line_text(struct club_line *line, const char *key, size_t longest,
                                char *out)
{
    if (!tournament__read_line_is(line, key))
        return tournament__read_line_refuse(line, CLUB_WHY_NAME, "a %s is expected", key);
    const char *bad = club_text_bad_name(line->at, longest);
    if (bad)
        return tournament__read_line_refuse(line, CLUB_WHY_NAME, "a %s %s", key, bad);
    memcpy(out, line->at, strlen(line->at) + 1);
    line->at += strlen(line->at);
    return true;
}

bool tournament__read_line_entrant(const struct club_tournament *t,
                                   struct club_line *line, int *out)
{
    if (!t->n_entrants)
        return tournament__read_line_refuse(line, CLUB_WHY_NOT_ENTERED,
                                            "nobody has entered yet");
    if (!tournament__read_line_int(line, "entrant's number", 1, t->n_entrants, out))
        return false;
    (*out)--;
    if (!club_tournament_here_or_open(t, *out))
        return tournament__read_line_refuse(line, CLUB_WHY_WITHDRAWN, "%s has withdrawn",
                                            t->entrant[*out].name);
    return true;
}
