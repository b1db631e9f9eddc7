/* store_begin.c -- a server begins: how long was none there, and is the system's clock to be believed? */
#include "store_hours.h"

#include "store_wait.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    SHORT_RUN_MS = 200,
    SHARED_MS =
        3000 /* where several servers run, one of them has said so within this time */
};

/* No server of this kind ran before November 2026: a system with an earlier date has no right time. */
#define EARLIEST 1793491200000
#define DAY_MS   86400000

/* The pause that ends now; one run that was over at once lies within it. */
static struct store_pause begin_hours_this_pause(const struct store_hours *known,
                                                 int64_t gone, int64_t back)
{
    const struct store_pause *last = known->n_pauses ? &known->pauses[0] : NULL;

    if (last && gone - last->back < SHORT_RUN_MS) gone = last->gone;
    return (struct store_pause){gone, back};
}

/* A pause that could not be noted is not known either: otherwise clocks would be stored that count with it, and the next
 * server would not know why. The hub then waits for the store from the beginning, and notes the pause first of all. Nodes
 * do not wait: each table has its own note of the gap. */
static bool begin_hours_note(struct store *store, int64_t gone, int64_t back)
{
    struct store_pause pause = begin_hours_this_pause(&store->known, gone, back);
    const struct store_hours *known = &store->known;
    int64_t drop = known->n_pauses == STORE_PAUSES_MAX
                       ? known->pauses[STORE_PAUSES_MAX / 2].gone
                       : INT64_MIN;
    bool ok = store_wait_note_pause(store, pause, drop);

    if (!ok) snprintf(store->note, sizeof store->note, "%s", store->problem(store));
    /* The last server noted when it began, and died before it said that it lives: that pause is known up to there. */
    if (known->n_pauses && gone < known->pauses[0].back) gone = known->pauses[0].back;
    store->unnoted = ok || store->shared ? 0 : gone;
    if (!store->unnoted) store_hours_add_pause(store, pause);
    return ok;
}

/* -- A clock that was wrong ------------------------------------------------------------- */

/* The earliest date that we know of, up to `gone`. */
static int64_t begin_hours_first_date(const struct store_hours *known, int64_t gone)
{
    if (known->oldest && known->oldest < gone) gone = known->oldest;
    if (known->n_pauses && known->pauses[known->n_pauses - 1].gone < gone)
        gone = known->pauses[known->n_pauses - 1].gone;
    return gone;
}

/* The system's clock is behind the last run. Which of the two is wrong? The last run, if there was
 * a leap over the date of today before it; or if it was the first, and a month ahead. Otherwise the
 * system: then we go on from where we were, and this is 0.
 *
 * Before a leap we may have been a little ahead already, so that today lies before its beginning:
 * then its beginning is the date. But no further than is possible: all the time in which a server
 * ran has passed. */
static int64_t begin_hours_set_back_to(const struct store *store, int64_t now,
                                       int64_t gone)
{
    const struct store_hours *known = &store->known;
    bool possible = gone - now <= store_hours_down(store, 0);
    int64_t to = 0;

    if (now < EARLIEST || now >= gone) return 0;
    for (int i = 0; i < known->n_pauses; i++) { /* the latest leap */
        const struct store_pause *leap = &known->pauses[i];
        if (leap->back - leap->gone <= DAY_MS || now >= leap->back) continue;
        if (leap->gone <= now)
            to = now;
        else if (possible)
            to = leap->gone;
    }
    if (to) return to;
    return begin_hours_first_date(known, gone) - now > 31LL * DAY_MS ? now : 0;
}

static bool begin_hours_read(struct store *store)
{
    struct store_hours *known = &store->known;

    if (!known->pauses) known->pauses = calloc(STORE_PAUSES_MAX, sizeof *known->pauses);
    known->n_pauses = 0;
    if (known->pauses && store_wait_hours(store, known)) return true;
    snprintf(store->note, sizeof store->note, "%s", store->problem(store));
    return false;
}

/* Nothing was later than now. The time of the run that was ahead counts as one without a server. */
static bool begin_hours_set_back(struct store *store, int64_t now, int64_t gone)
{
    if (!store_wait_set_back(store, now)) {
        snprintf(store->note, sizeof store->note, "%s", store->problem(store));
        return false;
    }
    begin_hours_read(store);
    snprintf(store->note, sizeof store->note,
             "the last run was %lld days ahead of the system's clock: its dates are set "
             "back",
             (long long)((gone - now + DAY_MS / 2) / DAY_MS));
    return false; /* either is worth a line */
}

bool store_begin(struct store *store, int64_t *now)
{
    bool ok = begin_hours_read(store);
    store->unnoted = 0;
    const struct store_hours *known = &store->known;
    /* When the server before us last said so; at least when it last stored something. */
    int64_t gone = known->alive > known->latest ? known->alive : known->latest, to;

    if ((to = begin_hours_set_back_to(store, *now, gone))) {
        ok = begin_hours_set_back(store, to, gone);
        *now = to;
    } else if (*now < gone)
        *now = gone;
    else if (gone && *now > gone + (store->shared ? SHARED_MS : 0))
        ok &= begin_hours_note(store, gone, *now);
    store_hours_alive(store, *now);
    return ok;
}
