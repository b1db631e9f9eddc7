/* pair.h -- who meets whom in the next round: Swiss, round robin, knock-out. */
#ifndef CLUB_PAIR_H
#define CLUB_PAIR_H

#include <stdbool.h>
#include <stddef.h>

#include "match.h"

enum { CLUB_NOBODY = -1 };

/* The first has the first seat. A second that is CLUB_NOBODY: the first has a bye. */
struct club_pair {
    int first, second;
};

/* -- Swiss --------------------------------------------------------------------------------- */

/* What the pairing has to know of one who plays the round. */
struct club_swiss {
    int score;   /* in half points */
    int balance; /* how often first less how often second */
    int streak;  /* 2: was first in the last two rounds; -2: second */
    bool bye;    /* had a point without a game already */
    const int *met;
    int n_met; /* places in the list of those who were met */
};

/* Why a pair is bad, the worst first: one of the former weighs more than any number of the latter. */
struct club_swiss_cost {
    int repeats;  /* met before; or a second bye */
    int lopsided; /* would have been first, or second, three times more often than not */
    int bye; /* a bye for somebody with so many half points more than the last; at most 20 */
    int scores; /* the square of the difference of scores, in half points; at most 400 */
    int seats;  /* of the two, who is not given the seat that they are due */
    int ranks;  /* how far from "upper half of the score group against lower half" */
};

/* The list is sorted: best score first, within a score by rank. The cost of i meeting k, i < k; k == n: of a
 * bye for i. */
struct club_swiss_cost club_pair_swiss_cost(const struct club_swiss *list, int n, int i,
                                            int k);

/* Memory that club_pair_swiss() wants. */
size_t club_pair_swiss_room(int n);
/* The cheapest pairing of all, (n + 1) / 2 pairs. The best tables come first, a bye last. `lot` says who is
 * first at the first table of a first round. */
int club_pair_swiss(const struct club_swiss *list, int n, bool lot, void *room,
                    struct club_pair *out);

/* -- Round robin ----------------------------------------------------------------------------- */

int club_pair_robin_rounds(int n);
/* Round 1 to club_pair_robin_rounds(n) by Berger's tables: (n + 1) / 2 pairs of 0 to n - 1. */
int club_pair_robin(int n, int round, struct club_pair *out);

/* -- Knock-out --------------------------------------------------------------------------------- */

int club_pair_knockout_rounds(int n);
/* The first round of n, 0 being the best: a power of two of places, so that 0 and 1 can meet in the last
 * round only, and the best have the byes. Winners of the tables 2t and 2t + 1 meet in the next. */
int club_pair_knockout(int n, struct club_pair *out);

#endif
