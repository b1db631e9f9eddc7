/* store_fits.c -- may a copy be written into this store? Rows of a copy take the place of those that are there, so of two
 * stores that went their own ways one would lose what people were told is stored. See store_copy.h. */
#include "store_copy.h"
#include "store_rows.h"
#include "store_wait.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = 16 };

/* What says that two rows are the same thing; the rest of them may have changed since an earlier copy. */
static const struct fits_kind {
    enum store_part part;
    int first, second; /* cells */
    const char *what;
} fits_kinds[] = {
    {STORE_PEOPLE, 0, 0, "a visitor"},     {STORE_PAUSES, 0, 0, "a pause"},
    {STORE_KEYS, 0, 1, "a key"},           {STORE_NAMES, 0, 5, "a kept name"},
    {STORE_CREDENTIALS, 0, 1, "a device"}, {STORE_SESSIONS, 0, 1, "a session"},
    {STORE_RESULTS, 0, 1, "a result"},     {STORE_BANS, 0, 0, "a ban"},
    {STORE_SILENCES, 0, 0, "a silence"},   {STORE_ACTS, 0, 1, "an act of the host"},
};

struct fits {
    struct store *from, *to;
    const struct fits_kind *kind;
    unsigned char (*mark)[MARK]; /* of the rows of `from` */
    size_t n, max;
    char *problem;
    size_t size;
};

/* False. */
static bool fits_not(const struct fits *fits, const char *what)
{
    snprintf(fits->problem, fits->size,
             "the second store holds %s that the first one does not have: nothing was "
             "copied; name one that is empty, or an earlier copy",
             what);
    return false;
}

/* -- Logs ------------------------------------------------------------------------------- */

/* What the second has of a log, the first has, too: from the beginning, word for word. */
static bool fits_log(const struct fits *fits, enum store_part part, const char *name,
                     const char *what)
{
    struct store_rows log = {0}, there = {0};
    bool ok = store_rows_read(fits->from, part, name, NULL, STORE_ROWS_MAX, &log) &&
              store_rows_read(fits->to, part, name, NULL, STORE_ROWS_MAX, &there);
    bool same = ok && store_rows_same(&log, &there, there.n);

    store_rows_clear(&log);
    store_rows_clear(&there);
    return same || (ok && fits_not(fits, what));
}

static bool fits_games(void *context, const struct store_rows *rows)
{
    bool ok = true;

    for (int i = 0; ok && i < rows->n; i++)
        ok = fits_log(context, STORE_LOG, rows->row[i].cell[0].bytes,
                      "a table, or entries of one,");
    return ok;
}

static bool fits_tournaments(void *context, const struct store_rows *rows)
{
    bool ok = true;

    for (int i = 0; ok && i < rows->n; i++)
        ok = fits_log(context, STORE_LINES, rows->row[i].cell[0].bytes,
                      "a tournament, or lines of one,");
    return ok;
}

/* -- Other rows ------------------------------------------------------------------------- */

static void fits_mark(const struct fits_kind *kind, const struct store_cells *row,
                      unsigned char mark[MARK])
{
    const struct store_cell *both[] = {&row->cell[kind->first], &row->cell[kind->second]};
    crypto_generichash_state state;

    crypto_generichash_init(&state, NULL, 0, MARK);
    for (int i = 0; i < 2; i++) {
        uint64_t n = both[i]->n;
        crypto_generichash_update(&state, (unsigned char *)&n, sizeof n);
        crypto_generichash_update(&state, (const unsigned char *)both[i]->bytes, n);
    }
    crypto_generichash_final(&state, mark, MARK);
}

static int fits_compare(const void *a, const void *b)
{
    return memcmp(a, b, MARK);
}

static bool fits_note(void *context, const struct store_rows *rows)
{
    struct fits *fits = context;

    for (int i = 0; i < rows->n; i++) {
        if (fits->n == fits->max) {
            size_t max = fits->max ? 2 * fits->max : 1024;
            void *more = realloc(fits->mark, max * MARK);
            if (!more) return false;
            fits->mark = more;
            fits->max = max;
        }
        fits_mark(fits->kind, &rows->row[i], fits->mark[fits->n++]);
    }
    return true;
}

static bool fits_look_up(void *context, const struct store_rows *rows)
{
    struct fits *fits = context;
    unsigned char mark[MARK];
    bool ok = true;

    for (int i = 0; ok && i < rows->n; i++) {
        fits_mark(fits->kind, &rows->row[i], mark);
        ok = (fits->n && bsearch(mark, fits->mark, fits->n, MARK, fits_compare)) ||
             fits_not(fits, fits->kind->what);
    }
    return ok;
}

static bool fits_part(struct fits *fits, const struct fits_kind *kind)
{
    fits->kind = kind;
    fits->n = 0;
    if (!store_rows_each_page(fits->from, kind->part, fits_note, fits)) return false;
    if (fits->n) qsort(fits->mark, fits->n, MARK, fits_compare);
    return store_rows_each_page(fits->to, kind->part, fits_look_up, fits);
}

bool store_fits(struct store *from, struct store *to, char *problem, size_t size)
{
    struct fits fits = {.from = from, .to = to, .problem = problem, .size = size};

    problem[0] = 0;
    bool ok = store_rows_each_page(to, STORE_GAMES, fits_games, &fits) &&
              store_rows_each_page(to, STORE_TOURNAMENTS, fits_tournaments, &fits);
    for (size_t i = 0; ok && i < sizeof fits_kinds / sizeof fits_kinds[0]; i++)
        ok = fits_part(&fits, &fits_kinds[i]);
    free(fits.mark);
    if (ok || problem[0]) return ok;
    const char *one = from->problem(from), *two = to->problem(to);
    snprintf(problem, size, "%s", one[0] ? one : two[0] ? two : "out of memory");
    return false;
}
