/* ratings.h -- everybody's ratings: the fold of all rated results, in the order in which games ended. They are never
 * stored: a server folds the results of its store when it starts and goes on as games end, so a rebuilt rating has the
 * same bits, on every server of a store and in `aude club ratings`. */
#ifndef RATINGS_H
#define RATINGS_H

#include "glicko.h"
#include "store/store_result.h"

#include <stddef.h>

struct ratings;

/* After one game of somebody: for a curve. */
struct rating_point {
    int64_t at;
    float value, deviation;
};

struct rating_row {
    int64_t name;
    const struct club_rating *rating;
};

struct ratings *ratings_new(void);
void ratings_free(struct ratings *ratings);
/* The next result. One that is not rated, or was folded already, changes nothing. False: no memory. */
bool ratings_add(struct ratings *ratings, const struct store_result *result);
/* The seq of the last one. */
int64_t ratings_last(const struct ratings *ratings);
/* NULL: no rated game in that pool. */
const struct club_rating *ratings_find(const struct ratings *ratings, int64_t name,
                                       enum club_pool pool);
/* As a number that may be shown, or 0. */
int ratings_shown(const struct ratings *ratings, int64_t name, enum club_pool pool,
                  int64_t now);
/* The points of a curve, in order. */
const struct rating_point *ratings_curve(const struct ratings *ratings, int64_t name,
                                         enum club_pool pool, size_t *n);
/* Those whose rating may be shown, the best first; how many. */
int ratings_best(const struct ratings *ratings, enum club_pool pool, int64_t now, int max,
                 struct rating_row *out);
uint64_t ratings_hash(const struct ratings *ratings);

#endif
