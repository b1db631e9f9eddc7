/* rng.c -- random numbers.
 *
 * They are blocks of ChaCha with eight rounds: the seed is the key, the stream's number the nonce,
 * blocks are counted up. A plain generator would do for shuffling; this one also keeps a player who
 * sees thirty draws from computing the thirty-first. Every use begins on a fresh block, so a
 * stream's whole state is the number of blocks used. */
#include "engine.h"

/* A block is four rows of four words; the four columns, then the four diagonals, are mixed. */
static inline uint32_t rng_rotate(uint32_t word, int n)
{
    return word << n | word >> (32 - n);
}

static inline void rng_quarter(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b, *d = rng_rotate(*d ^ *a, 16);
    *c += *d, *b = rng_rotate(*b ^ *c, 12);
    *a += *b, *d = rng_rotate(*d ^ *a, 8);
    *c += *d, *b = rng_rotate(*b ^ *c, 7);
}

static void rng_fill_block(struct aude__rng *rng)
{
    /* "expand 16-byte k", the 128-bit key twice, block counter, stream. */
    const uint32_t k0 = (uint32_t)rng->seed.lo, k1 = (uint32_t)(rng->seed.lo >> 32),
                   k2 = (uint32_t)rng->seed.hi, k3 = (uint32_t)(rng->seed.hi >> 32);
    const uint32_t begin[AUDE__RNG_WORDS] = {
        0x61707865, 0x3120646e, 0x79622d36, 0x6b206574, k0,         k1, k2,          k3,
        k0,         k1,         k2,         k3,         rng->block, 0,  rng->stream, 0};
    uint32_t w[AUDE__RNG_WORDS];

    memcpy(w, begin, sizeof w);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) rng_quarter(&w[k], &w[4 + k], &w[8 + k], &w[12 + k]);
        for (int k = 0; k < 4; k++)
            rng_quarter(&w[k], &w[4 + (k + 1) % 4], &w[8 + (k + 2) % 4],
                        &w[12 + (k + 3) % 4]);
    }
    for (int i = 0; i < AUDE__RNG_WORDS; i++) rng->word[i] = w[i] + begin[i];
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
