/* pool.c -- finding a game. The list is short: people wait seconds, so every pair is looked at. */
#include "pool.h"

#include <limits.h>
#include <stdlib.h>

enum { NEAR = 100, WIDER = 5, PATIENCE_MS = 60 * 1000 };

int club_pool_range(int64_t waited)
{
    if (waited >= PATIENCE_MS) return INT_MAX / 4;
    return NEAR + (waited > 0 ? (int)(waited * WIDER / 1000) : 0);
}

static int pool_gap(const struct club_seeker *a, const struct club_seeker *b)
{
    return a->rating && b->rating ? abs(a->rating - b->rating) : 0;
}

static bool pool_fits(const struct club_seeker *a, const struct club_seeker *b,
                      int64_t now)
{
    int range = (club_pool_range(now - a->since) + club_pool_range(now - b->since)) / 2;

    return pool_gap(a, b) <= range;
}

static bool pool_allowed(const struct club_seeker *a, const struct club_seeker *b,
                         club_pool_may *may, void *context)
{
    return a->who != b->who && (!may || may(context, a->who, b->who));
}

/* Who comes later in the list and is nearest in rating; of equals, who has waited longer. */
static int pool_nearest(const struct club_seeker *list, int n, int at, int64_t now,
                        club_pool_may *may, void *context)
{
    int best = CLUB_NOBODY;

    for (int k = at + 1; k < n; k++) {
        if (list[k].paired || !pool_fits(&list[at], &list[k], now)) continue;
        if (!pool_allowed(&list[at], &list[k], may, context)) continue;
        if (best == CLUB_NOBODY ||
            pool_gap(&list[at], &list[k]) < pool_gap(&list[at], &list[best]))
            best = k;
    }
    return best;
}

int club_pool_pair(struct club_seeker *list, int n, int64_t now, club_pool_may *may,
                   void *context, struct club_pair *out)
{
    int pairs = 0;

    for (int i = 0; i < n; i++) list[i].paired = false;
    for (int i = 0; i < n; i++) {
        int k =
            list[i].paired ? CLUB_NOBODY : pool_nearest(list, n, i, now, may, context);
        if (k == CLUB_NOBODY) continue;
        list[i].paired = list[k].paired = true;
        out[pairs++] = (struct club_pair){i, k};
    }
    return pairs;
}

/* Ranges grow with time. From when on are the two near enough to each other? */
static int64_t pool_time(const struct club_seeker *a, const struct club_seeker *b,
                         int64_t now)
{
    for (int64_t at = now; at <= now + PATIENCE_MS; at += 1000)
        if (pool_fits(a, b, at)) return at;
    return now + PATIENCE_MS;
}

int64_t club_pool_look(const struct club_seeker *list, int n, int64_t now,
                       club_pool_may *may, void *context)
{
    int64_t first = INT64_MAX;

    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++) {
            if (!pool_allowed(&list[i], &list[k], may, context)) continue;
            int64_t at = pool_time(&list[i], &list[k], now);
            if (at < first) first = at;
        }
    return first;
}
