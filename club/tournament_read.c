/* tournament_read.c -- reading a tournament's log. Each kind of line has its function; it checks everything before it
 * changes anything. */
#include "tournament_read_internal.h"

#include <stdio.h>
#include <string.h>

static bool tournament_read_finished(struct club_tournament *t, struct club_line *line)
{
    if (!tournament__read_line_ends(line)) return false;
    if (!t->round)
        return tournament__read_line_refuse(
            line, CLUB_WHY_NO_ROUND,
            "a tournament without a round has nothing to finish");
    if (!club_tournament_round_over(t))
        return tournament__read_line_refuse(line, CLUB_WHY_ROUND_OPEN,
                                            "round %d is not over yet", t->round);
    t->finished = true;
    return true;
}

/* -- A line, a log ------------------------------------------------------------------------------------------------ */

static const struct {
    const char *word;
    bool (*read)(struct club_tournament *t, struct club_line *line);
} kinds[] = {
    {"created", tournament__read_created},
    {"entered", tournament__read_entrant_entered},
    {"withdrawn", tournament__read_entrant_withdrawn},
    {"bye", tournament__read_entrant_bye},
    {"round", tournament__read_round},
    {"result", tournament__read_result},
    {"corrected", tournament__read_result_corrected},
    {"noshow", tournament__read_result_noshow},
    {"came", tournament__read_result_came},
    {"finished", tournament_read_finished},
    {"member", tournament__read_entrant_member},
    {"left", tournament__read_entrant_left},
};

static bool tournament_read_kind(struct club_tournament *t, struct club_line *line)
{
    tournament__read_line_word(line);
    bool corrects = !strcmp(line->word, "corrected");

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(line->word, kinds[i].word) != 0) continue;
        if (i && !t->created)
            return tournament__read_line_refuse(
                line, CLUB_WHY_LINE, "the tournament has not been created yet");
        if (t->finished && !corrects)
            return tournament__read_line_refuse(line, CLUB_WHY_FINISHED,
                                                "the tournament is finished");
        return kinds[i].read(t, line);
    }
    return tournament__read_line_refuse(
        line, CLUB_WHY_LINE, "no line of a tournament is called \"%s\"", line->word);
}

bool club_tournament_read(struct club_tournament *t, const char *text,
                          struct club_refusal *refusal)
{
    struct club_line line = {.at = text, .refusal = refusal};

    refusal->why = CLUB_WHY_NOT;
    refusal->text[0] = 0;
    if (!t->lines) {
        if (strcmp(text, CLUB_TOURNAMENT_HEAD) != 0)
            return tournament__read_line_refuse(
                &line, CLUB_WHY_LINE, "a tournament begins with the line \"%s\"",
                CLUB_TOURNAMENT_HEAD);
        t->lines = 1;
        return true;
    }
    if (!tournament__read_line_number(&line, "time", 0, 999999999999, &line.time))
        return false;
    if (line.time < t->last) line.time = t->last;
    if (!tournament_read_kind(t, &line)) return false;
    t->last = line.time;
    t->lines++;
    return true;
}

/* The longest line is a round with all entrants; this is more. */
enum { LINE_MAX_BYTES = 16 * 1024 };

bool club_tournament_read_all(struct club_tournament *t, const char *log,
                              struct club_refusal *refusal)
{
    char line[LINE_MAX_BYTES];
    struct club_refusal one;

    for (int number = 1; *log; number++) {
        size_t n = strcspn(log, "\n");
        bool cut = n >= sizeof line;
        if (!cut) {
            memcpy(line, log, n);
            line[n] = 0;
        }
        if (cut || !club_tournament_read(t, line, &one)) {
            refusal->why = cut ? CLUB_WHY_LINE : one.why;
            snprintf(refusal->text, CLUB_REFUSAL_MAX, "line %d: %.*s", number,
                     CLUB_REFUSAL_MAX - 20, cut ? "it is too long" : one.text);
            return false;
        }
        log += n + (log[n] == '\n');
    }
    return true;
}
