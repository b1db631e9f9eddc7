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
    int balance; /* how often they had the first seat, minus how often the second */
    int streak;  /* 2: was first in the last two rounds; -2: second */
    bool bye;    /* had a point without a game already */
    const int *met;
    int n_met; /* whom they met: places in the list */
};

/* Why a pair is bad. The worst reason comes first: one of it weighs more than all of the reasons after it. */
struct club_swiss_cost {
    int repeats; /* met before; or a second bye */
    int lopsided; /* people who would have had one seat three times more often than the other */
    int bye; /* who gets the bye has this many half points more than the last one; at most 20 */
    int scores; /* the square of the difference of scores, in half points; at most 400 */
    int seats;  /* people who do not get the seat whose turn it is for them */
    int ranks; /* how far the pair is from "upper half of a score group meets lower half" */
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
/* The first round of n people; 0 is the best. There are 2, 4, 8, 16 ... places; places without anybody are byes, for the
 * best. The two best can meet only in the last round. Winners of the tables 2t and 2t + 1 meet in the next round. */
int club_pair_knockout(int n, struct club_pair *out);

#endif
