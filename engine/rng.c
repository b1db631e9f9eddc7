/* rng.c -- random numbers.
 *
 * They are blocks of ChaCha with eight rounds: the seed is the key, the stream's number the nonce,
 * blocks are counted up. A plain generator would do for shuffling; this one also keeps a player who
 * sees thirty draws from computing the thirty-first. Every use begins on a fresh block, so a
 * stream's whole state is the number of blocks used. */
#include "engine.h"

/* A block is four rows of four words; the four columns, then the four diagonals, are mixed: ROWS AS VECTORS, for a compiler
 * that is shown single words makes three times as many instructions of them. */
static inline aude__four_words rng_rotate(aude__four_words row, int n)
{
    return row << n | row >> (32 - n);
}

static inline void rng_mix(aude__four_words row[4])
{
    row[0] += row[1], row[3] = rng_rotate(row[3] ^ row[0], 16);
    row[2] += row[3], row[1] = rng_rotate(row[1] ^ row[2], 12);
    row[0] += row[1], row[3] = rng_rotate(row[3] ^ row[0], 8);
    row[2] += row[3], row[1] = rng_rotate(row[1] ^ row[2], 7);
}

/* The row with its first word, the first two, or the first three behind the others. */
static inline aude__four_words rng_one_behind(aude__four_words row)
{
    return __builtin_shufflevector(row, row, 1, 2, 3, 0);
}

static inline aude__four_words rng_two_behind(aude__four_words row)
{
    return __builtin_shufflevector(row, row, 2, 3, 0, 1);
}

static inline aude__four_words rng_three_behind(aude__four_words row)
{
    return __builtin_shufflevector(row, row, 3, 0, 1, 2);
}

static void rng_fill_block(struct aude__rng *rng)
{
    /* "expand 16-byte k", the 128-bit key twice, block counter, stream. */
    const uint32_t k0 = (uint32_t)rng->seed.lo, k1 = (uint32_t)(rng->seed.lo >> 32),
                   k2 = (uint32_t)rng->seed.hi, k3 = (uint32_t)(rng->seed.hi >> 32);
    const aude__four_words begin[4] = {{0x61707865, 0x3120646e, 0x79622d36, 0x6b206574},
                                       {k0, k1, k2, k3},
                                       {k0, k1, k2, k3},
                                       {rng->block, 0, rng->stream, 0}};
    aude__four_words row[4] = {begin[0], begin[1], begin[2], begin[3]};

    for (int i = 0; i < 4; i++) {
        rng_mix(row);
        row[1] = rng_one_behind(row[1]);
        row[2] = rng_two_behind(row[2]);
        row[3] = rng_three_behind(row[3]);
        rng_mix(row);
        row[1] = rng_three_behind(row[1]);
        row[2] = rng_two_behind(row[2]);
        row[3] = rng_one_behind(row[3]);
    }
    static_assert(sizeof row == sizeof rng->word, "a block is four rows");
    for (int i = 0; i < 4; i++) row[i] += begin[i];
    memcpy(rng->word, row, sizeof row);
    rng->used = 0;
    rng->block++;
}

void aude__rng_init(struct aude__rng *rng, struct aude_seed seed,
                    enum aude__stream stream, uint32_t block)
{
    rng->seed = seed;
    rng->stream = (uint32_t)stream;
    rng->block = block;
    rng->used = AUDE__RNG_WORDS;
}

static uint32_t rng_word(struct aude__rng *rng)
{
    if (rng->used == AUDE__RNG_WORDS) rng_fill_block(rng);
    return rng->word[rng->used++];
}

/* A number from 0 to n - 1, all equally likely: the high half of word x n. Words that
 * would favour some numbers are thrown away. */
uint32_t aude__rng_below(struct aude__rng *rng, uint32_t n)
{
    uint64_t m = (uint64_t)rng_word(rng) * n;

    if ((uint32_t)m < n) {
        uint32_t tilt = (uint32_t)-n % n;
        while ((uint32_t)m < tilt) m = (uint64_t)rng_word(rng) * n;
    }
    return (uint32_t)(m >> 32);
}
