/* pool.h -- finding a game: who waits is paired by rating and by how long they have waited. */
#ifndef CLUB_POOL_H
#define CLUB_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "pair.h"

struct club_seeker {
    uint32_t who;
    int rating;    /* 0: not known; then everybody is near */
    int64_t since; /* ms: when the waiting began */
    bool paired;   /* set by club_pool_pair() */
};

/* May these two be paired? (Not if they have refused each other twice today.) NULL: all may. */
typedef bool club_pool_may(void *context, uint32_t a, uint32_t b);

/* How far apart two ratings may be for somebody who has waited so long: 100 at first, 5 more each second, and after
 * a minute any. */
int club_pool_range(int64_t waited);

/* Pairs of places in the list, which is sorted: who has waited longest comes first, and is paired first, with the
 * nearest in rating. Two may be as far apart as the mean of their two ranges. `out` has room for n / 2 pairs; returns
 * how many there are. */
int club_pool_pair(struct club_seeker *list, int n, int64_t now, club_pool_may *may,
                   void *context, struct club_pair *out);
/* When to look again if nobody comes or goes; INT64_MAX: never. */
int64_t club_pool_look(const struct club_seeker *list, int n, int64_t now,
                       club_pool_may *may, void *context);

#endif
