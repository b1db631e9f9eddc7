/* rng.h -- a small random generator: the same numbers on every machine. */
#ifndef ART_RNG_H
#define ART_RNG_H

#include "line.h"

/* xorshift64*, seeded by text and a number. */
struct rng {
    uint64_t s;
};
struct rng art_rng_seed(const char *text, unsigned number);
unsigned art_rng_below(struct rng *r, unsigned n);
double art_rng_range(struct rng *r, double lo, double hi);
bool art_rng_chance(struct rng *r, int percent);
int art_rng_sign(struct rng *r);
/* A random point up to dx, dy from p. One call for both numbers: compilers differ in the
 * order in which they compute arguments, and the picture would differ too. */
struct point art_rng_near(struct rng *r, struct point p, double dx, double dy);

#endif
