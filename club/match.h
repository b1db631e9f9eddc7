/* match.h -- who meets whom, at the least cost: minimum-weight perfect matching in a general graph.
 *
 *     struct club_match *match = memory of club_match_size(n) bytes
 *     club_match_begin(match, n);                    n is even
 *     club_match_cost(match, a, b, cost);            for every pair, 0 to CLUB_COST_MAX
 *     club_match_solve(match);
 *     club_match_mate(match, a)
 */
#ifndef CLUB_MATCH_H
#define CLUB_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Prices (match.c) are at most four times as large, and three of them are added up. */
#define CLUB_COST_MAX ((int64_t)1 << 58)

struct club_match;

size_t club_match_size(int n);
void club_match_begin(struct club_match *match, int n);
void club_match_cost(struct club_match *match, int a, int b, int64_t cost);
void club_match_solve(struct club_match *match);
int club_match_mate(const struct club_match *match, int a);

/* -- The proof, for tests ----------------------------------------------------------------- */

/* Numbers y for vertices and z >= 0 for sets of an odd number of vertices ("blossoms") prove a bound:
 * if for all pairs y(a) + y(b) - (z of all sets that hold both) <= 4 cost, then four times the cost of
 * any matching is at least the sum of y less the sum of z x (size of the set - 1) / 2. */
int64_t club_match_y(const struct club_match *match, int a);
/* The smallest set that holds this vertex or set, -1 if none. Sets are numbers from n on. */
int club_match_set(const struct club_match *match, int of);
int64_t club_match_z(const struct club_match *match, int set);

#endif
