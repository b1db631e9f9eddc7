/* lines.c -- lists of lines that are compared. */
#include "verify_internal.h"

char *jcz__lines_add(struct jcz__lines *lines)
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

static int jcz_lines_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

void jcz__lines_sort(struct jcz__lines *lines, bool as_set)
{
    int n = 0;

    if (lines->n)
        qsort(lines->line, (size_t)lines->n, sizeof *lines->line, jcz_lines_compare);
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
