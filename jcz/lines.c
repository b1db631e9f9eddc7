/* lines.c -- lists of lines that are compared, and the words for what differs. */
#include "verify.h"

#include <stdarg.h>

enum { SHOWN_MAX = 3 };

/* -- Lines ------------------------------------------------------------------------------ */

char *jcz__line(struct jcz__lines *lines)
{
    static _Thread_local char spare[LINE_MAX_BYTES];

    if (lines->n == lines->size) {
        int size = lines->size ? 2 * lines->size : 64;
        void *more = realloc(lines->line, (size_t)size * sizeof *lines->line);
        if (!more) {
            lines->failed = true;
            return spare;
        }
        lines->line = more;
        lines->size = size;
    }
    return lines->line[lines->n++];
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

void jcz__lines_sort(struct jcz__lines *lines, bool as_set)
{
    int n = 0;

    if (lines->n)
        qsort(lines->line, (size_t)lines->n, sizeof *lines->line, compare_lines);
    for (int i = 0; as_set && i < lines->n; i++)
        if (!i || strcmp(lines->line[i], lines->line[n - 1]) != 0)
            memmove(lines->line[n++], lines->line[i], sizeof *lines->line);
    if (as_set) lines->n = n;
}

int jcz__lines_only_in(const struct jcz__lines *a, const struct jcz__lines *b,
                       const char **out, int max)
{
    int n = 0, j = 0;

    for (int i = 0; i < a->n; i++) {
        while (j < b->n && strcmp(b->line[j], a->line[i]) < 0) j++;
        if (j < b->n && !strcmp(b->line[j], a->line[i])) {
            j++;
            continue;
        }
        if (n < max) out[n] = a->line[i];
        n++;
    }
    return n;
}

/* -- Saying what differs ---------------------------------------------------------------- */

void jcz__say(struct jcz__check *check, const char *format, ...)
{
    char *text = check->report->difference;
    size_t n = strlen(text), size = sizeof check->report->difference;
    va_list args;

    check->report->same = false;
    va_start(args, format);
    vsnprintf(text + n, size - n, format, args);
    va_end(args);
}

void jcz__say_where(struct jcz__check *check, const char *phase)
{
    const struct jcz_walk *walk = check->walk;

    if (jcz_walk_done(walk))
        jcz__say(check, "at the end: ");
    else
        jcz__say(check, "message %d (turn %d, %s, player %d): ",
                 check->save->step[walk->next] + 1, walk->game.turn.number, phase,
                 walk->game.turn.seat);
}

static void say_side(struct jcz__check *check, const char *who,
                     const struct jcz__lines *a, const struct jcz__lines *b)
{
    const char *only[SHOWN_MAX];
    int n = jcz__lines_only_in(a, b, only, SHOWN_MAX);

    if (!n) return;
    jcz__say(check, "\n  only %s:", who);
    for (int i = 0; i < n && i < SHOWN_MAX; i++)
        jcz__say(check, "%s %s", i ? ";" : "", only[i]);
    if (n > SHOWN_MAX) jcz__say(check, "; and %d more", n - SHOWN_MAX);
}

bool jcz__same_sides(struct jcz__check *check, const char *phase, const char *what)
{
    const char *ignored[1];
    int ours = jcz__lines_only_in(&check->ours, &check->theirs, ignored, 1);
    int theirs = jcz__lines_only_in(&check->theirs, &check->ours, ignored, 1);

    if (!ours && !theirs) return true;
    jcz__say_where(check, phase);
    jcz__say(check, "%s differ", what);
    say_side(check, "JCloisterZone", &check->theirs, &check->ours);
    say_side(check, "aude", &check->ours, &check->theirs);
    return false;
}
