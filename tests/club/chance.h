/* chance.h -- random numbers for the tests of club/: the same in every run. */
#ifndef AUDE_CLUB_CHANCE_H
#define AUDE_CLUB_CHANCE_H

#include <stdint.h>

struct chance {
    uint64_t state;
};

static inline uint32_t chance_next(struct chance *chance)
{
    chance->state = chance->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(chance->state >> 32);
}

/* 0 to n - 1. */
static inline uint32_t chance_below(struct chance *chance, uint32_t n)
{
    return (uint32_t)((uint64_t)chance_next(chance) * n >> 32);
}

/* 0 to below 1. */
static inline double chance_real(struct chance *chance)
{
    return chance_next(chance) / 4294967296.0;
}

#endif
