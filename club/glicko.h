/* glicko.h -- ratings by Glicko-2, as a fold of results in order.
 *
 * The same results in the same order give the same bits, whoever computes them: only sums, products,
 * quotients and square roots of doubles are used, which IEEE 754 defines to the last bit; exp() and
 * log() are our own. The build never joins a product and a sum (-ffp-contract=off).
 *
 *     struct club_rating all[N];                     one pool
 *     club_glicko_begin(&all[i])                     somebody new
 *     club_glicko_fix(&all[i], 1820, 30)             a computer, from the arena
 *     club_glicko_result(all, &result)               for every result, in order
 */
#ifndef CLUB_GLICKO_H
#define CLUB_GLICKO_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CLUB_SEATS_MAX = 6,
    CLUB_RATING_GAMES = 10,      /* before that no number is shown, */
    CLUB_RATING_DEVIATION = 110, /* nor with more uncertainty than this */
};

/* Games are compared only with their like. ORDER: enum table_pool, words_pool of server/table/messages.c. */
enum club_pool { CLUB_POOL_TWO, CLUB_POOL_TWO_SETS, CLUB_POOL_MORE, CLUB_POOLS };

struct club_rating {
    double value; /* 1500 at the beginning */
    double
        deviation; /* one standard deviation, as it was after the last game; 350 at most */
    double volatility; /* how much the strength itself seems to change */
    int64_t last;      /* ms: when the last game ended; 0 before the first */
    uint32_t games;
    bool fixed; /* known from elsewhere: results do not change it */
};

/* One finished game. Equal places are a draw between their owners. */
struct club_result {
    int64_t time; /* ms of any clock; one that went back counts as no time at all */
    uint8_t n;    /* 2 to CLUB_SEATS_MAX */
    uint8_t place[CLUB_SEATS_MAX];
    uint32_t player[CLUB_SEATS_MAX]; /* all different */
};

enum club_pool club_glicko_pool_of(unsigned players, bool sets);
const char *club_glicko_pool_name(enum club_pool pool);

void club_glicko_begin(struct club_rating *rating);
void club_glicko_fix(struct club_rating *rating, double value, double deviation);

/* One step of the fold: `all` are the ratings of one pool, by the numbers of the players. */
void club_glicko_result(struct club_rating *all, const struct club_result *result);

/* Who has not played for long is known less well. */
double club_glicko_deviation(const struct club_rating *rating, int64_t now);
/* May it be shown? If so as value +- 2 deviations. */
bool club_glicko_known(const struct club_rating *rating, int64_t now);

/* A number for all the bits of `n` ratings: rebuilt ratings have the same. */
uint64_t club_glicko_hash(const struct club_rating *all, uint32_t n);

/* -- The paper's own steps, for tests --------------------------------------------------- */

struct club_glicko_game {
    double value, deviation; /* of the other */
    double score;            /* 1 won, 0.5 drawn, 0 lost */
    double weight;           /* 1: a whole game */
};
/* One rating period with n >= 1 games. `periods` is how long it was: the paper has 1. */
void club_glicko_period(struct club_rating *rating, double periods,
                        const struct club_glicko_game *games, unsigned n);
double club_glicko_exp(double x);
double club_glicko_log(double x);

#endif
