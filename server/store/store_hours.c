/* store_hours.c -- see store_hours.h. store_begin.c has the beginning, which waits for the store. */
#include "store_hours.h"

#include <stdlib.h>
#include <string.h>

int64_t store_hours_pause_since(struct store_pause pause, int64_t from)
{
    if (pause.back <= from) return 0;
    return pause.back - (pause.gone > from ? pause.gone : from);
}

int64_t store_hours_down(const struct store *store, int64_t from)
{
    const struct store_hours *known = &store->known;
    int64_t sum = 0;

    for (int i = 0; i < known->n_pauses && known->pauses[i].back > from; i++)
        sum += store_hours_pause_since(known->pauses[i], from);
    return sum;
}

/* How much of the gap, of its part after `from`, lies outside of all pauses. Pauses do not overlap. */
static int64_t hours_gap_alone(const struct store *store, struct store_pause gap,
                               int64_t from)
{
    const struct store_hours *known = &store->known;
    int64_t begin = gap.gone > from ? gap.gone : from, sum = gap.back - begin;

    if (sum <= 0) return 0;
    for (int i = 0; i < known->n_pauses && known->pauses[i].back > begin; i++) {
        int64_t a = known->pauses[i].gone, b = known->pauses[i].back;
        if (a < begin) a = begin;
        if (b > gap.back) b = gap.back;
        if (b > a) sum -= b - a;
    }
    return sum > 0 ? sum : 0;
}

int64_t store_hours_down_with(const struct store *store, const struct store_pause *gaps,
                              int n_gaps, int64_t from)
{
    int64_t sum = store_hours_down(store, from);

    for (int i = 0; i < n_gaps; i++) sum += hours_gap_alone(store, gaps[i], from);
    return sum;
}

void store_hours_add_pause(struct store *store, struct store_pause pause)
{
    struct store_hours *known = &store->known;
    bool same = known->n_pauses && known->pauses[0].gone == pause.gone;

    if (!known->pauses) known->pauses = calloc(STORE_PAUSES_MAX, sizeof *known->pauses);
    if (!known->pauses) return;
    if (!same && known->n_pauses == STORE_PAUSES_MAX) known->n_pauses--;
    if (!same)
        memmove(known->pauses + 1, known->pauses,
                (size_t)known->n_pauses++ * sizeof *known->pauses);
    known->pauses[0] = pause;
}

void store_hours_alive(struct store *store, int64_t now)
{
    store->said_alive = now;
    store->alive(store, now);
}

void store_hours_free(struct store *store)
{
    free(store->known.pauses);
    store->known.pauses = NULL;
}
