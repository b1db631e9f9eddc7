/* record_line.c -- the grammar of a line of the play (docs/record.md): its statements, and
 * which of them are actions. For everything that reads records; record_read.c checks them. */
#include "engine.h"

static bool record_line_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool aude_record_statement(const char *line, size_t length, size_t *at,
                           const char **words, size_t *n)
{
    while (*at < length && line[*at] != '#') {
        size_t from = *at, to = from;
        while (to < length && line[to] != ';' && line[to] != ':' && line[to] != '#') to++;
        *at = to < length && line[to] != '#' ? to + 1 : to;
        while (from < to && record_line_is_blank(line[from])) from++;
        while (from < to && record_line_is_blank(line[to - 1])) to--;
        *words = line + from;
        *n = to - from;
        if (*n) return true;
    }
    return false;
}

static bool record_line_begins(const char *line, size_t length, const char *word)
{
    size_t n = strlen(word);

    return length >= n && !memcmp(line, word, n) &&
           (length == n || record_line_is_blank(line[n]));
}

bool aude_record_is_last(const char *line, size_t length)
{
    return record_line_begins(line, length, "end") ||
           record_line_begins(line, length, "open");
}

bool aude_record_action(const struct aude_game *game, const char *words, size_t n,
                        struct aude_action *out)
{
    char copy[AUDE_LINE_MAX];

    if (n >= sizeof copy) return false;
    memcpy(copy, words, n);
    copy[n] = 0;
    if (aude_action_parse(game, copy, out)) return false;
    switch (out->kind) {
    case AUDE_TELL:
    case AUDE_SCATTER:
    case AUDE_GLIMPSE:
    case AUDE_REVEAL:
        return game->hidden;
    default:
        return true;
    }
}
