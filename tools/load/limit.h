/* limit.h -- the bare limit: how fast could the base game be played at all?
 *
 * limit_kinds.c turns the engine's tile facts into tables, limit_bare.c plays with them and can do
 * nothing else: complete, uniformly random games of two seats, with full rules. limit.c compares
 * it with the engine. Only measuring and its test use these files. */
#ifndef LIMIT_H
#define LIMIT_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef int8_t signs16 __attribute__((vector_size(16)));

enum {
    LIMIT_KINDS = 24,   /* of tiles in the base game */
    LIMIT_DRAWS = 71,   /* tiles besides the start tile */
    LIMIT_SEGMENTS = 8, /* on one tile, its monastery not counted */
    LIMIT_MONASTERY = LIMIT_SEGMENTS,
    LIMIT_NOBODY = 255, /* no follower */
    LIMIT_NO_PORT = 128
};

#define LIMIT_ALWAYS static inline __attribute__((always_inline))

/* The generator that the computer players have (SplitMix64), here for both programs, so that neither pays more for chance. */
LIMIT_ALWAYS uint64_t limit_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* From 0 to n - 1. What is left of the random number stays in `dice` for one more choice. */
LIMIT_ALWAYS unsigned limit_below(uint32_t *dice, unsigned n)
{
    uint64_t m = (uint64_t)*dice * n;

    *dice = (uint32_t)m;
    return (unsigned)(m >> 32);
}

/* FEATURES THAT ADD: what is known of a feature is one word, and joining two is an addition.
 * Of a field `open` is its sides without a neighbour and the number of its segments, so never 0. */
enum {
    LIMIT_OPEN = 1,         /* bits 0 to 7: sides without a neighbour */
    LIMIT_WORTH = 1 << 8,   /* bits 8 to 15: tiles and shields */
    LIMIT_SEAT_0 = 1 << 16, /* bits 16 to 19: its followers */
    LIMIT_SEAT_1 = 1 << 20,
    LIMIT_FOLLOWERS = 255 << 16
};

/* A kind of tile as it lies after `rot` quarter turns. */
struct limit_turned {
    bytes16
        port; /* four a side, from the centre: left, middle, right, none; the segment */
    uint32_t
        demands; /* a byte a side: what it adds to the demand of the cell beyond it */
};

struct limit_kind {
    /* LISTING BY LOOKUP: the rotations that suit what north and east demand, and south and west, bits 4 to 7. */
    alignas(256) uint8_t first[16], second[16];
    uint32_t value[LIMIT_SEGMENTS]; /* what a segment adds to its feature */
    struct limit_turned turned[4];
    uint32_t pairs; /* a field and a city beside it, a byte each; two pairs at most */
    uint32_t
        alike; /* the segments of one kind, roads or cities, if there are several; a byte each */
    uint32_t no_more; /* 255 in those bytes that are none */
    uint8_t n_segments, n_pairs;
    uint8_t cities;   /* segments that are cities */
    bool several;     /* several roads or cities, or more than four segments */
    uint16_t options; /* where a follower may be, if everything is free */
    uint8_t kind;     /* of the engine */
    uint8_t
        segment[LIMIT_SEGMENTS + 1]; /* their numbers there; the last is the monastery */
};

struct limit_kinds {
    struct limit_kind kind[LIMIT_KINDS];
    uint8_t start;             /* the kind of the start tile */
    uint8_t pile[LIMIT_DRAWS]; /* kinds of all others */
};

/* False if the engine's base game has something that the bare program does not know. */
bool limit_kinds_fill(struct limit_kinds *kinds);

/* A game as it was played, to be played by the engine. */
struct limit_move {
    uint8_t kind, rot, segment; /* as the engine has them; LIMIT_NOBODY: no follower */
    uint8_t options;     /* how many follower options there were, "none" included */
    uint16_t placements; /* and how many placements */
    int x, y;
};

struct limit_record {
    int n_draws, n_moves;
    uint8_t draw[LIMIT_DRAWS]; /* kinds, those included that fit nowhere */
    struct limit_move move[LIMIT_DRAWS];
};

struct limit_bare;
struct limit_bare *
limit_bare_new(void); /* NULL: no memory, or limit_kinds_fill() failed */
/* Does it list 32 cells at once? Without that it is no limit. */
bool limit_bare_is_wide(void);
/* Can this processor do what the program was compiled for? */
bool limit_bare_runs_here(void);
/* Plays game number `seed`. */
void limit_bare_play(struct limit_bare *bare, uint64_t seed, int points[2]);
/* The same, written down. */
void limit_bare_record(struct limit_bare *bare, uint64_t seed, int points[2],
                       struct limit_record *record);

#endif
