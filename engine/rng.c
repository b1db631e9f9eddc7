/* rng.c -- random numbers.
 *
 * They are blocks of ChaCha with eight rounds: the seed is the key, the stream's number the nonce,
 * blocks are counted up. A plain generator would do for shuffling; this one also keeps a player who
 * sees thirty draws from computing the thirty-first. Every use begins on a fresh block, so a
 * stream's whole state is the number of blocks used. */
#include "engine.h"

/* A block is four rows of four words; the four columns, then the four diagonals, are mixed
 * side by side. Every processor we know has vectors for that. */
typedef uint32_t four_words __attribute__((vector_size(4 * sizeof(uint32_t))));

static four_words rng_rotate(four_words v, int n)
{
    return v << n | v >> (32 - n);
}

static void rng_quarters(four_words row[4])
{
    row[0] += row[1];
    row[3] = rng_rotate(row[3] ^ row[0], 16);
    row[2] += row[3];
    row[1] = rng_rotate(row[1] ^ row[2], 12);
    row[0] += row[1];
    row[3] = rng_rotate(row[3] ^ row[0], 8);
    row[2] += row[3];
    row[1] = rng_rotate(row[1] ^ row[2], 7);
}

#define TURN_1(v) __builtin_shufflevector(v, v, 1, 2, 3, 0)
#define TURN_2(v) __builtin_shufflevector(v, v, 2, 3, 0, 1)
#define TURN_3(v) __builtin_shufflevector(v, v, 3, 0, 1, 2)

static void rng_turn(four_words row[4])
{
    row[1] = TURN_1(row[1]), row[2] = TURN_2(row[2]), row[3] = TURN_3(row[3]);
}

static void rng_turn_back(four_words row[4])
{
    row[1] = TURN_3(row[1]), row[2] = TURN_2(row[2]), row[3] = TURN_1(row[3]);
}

/* TWO BLOCKS AT ONCE: every step of a block waits for the one before it, so that two of them take hardly longer than
 * one. Shuffling the tiles was 3 % of a random game. */
static void rng_fill_blocks(struct aude__rng *rng)
{
    /* "expand 16-byte k", the 128-bit key twice, block counter, stream. */
    const four_words head = {0x61707865, 0x3120646e, 0x79622d36, 0x6b206574};
    const four_words key = {(uint32_t)rng->seed.lo, (uint32_t)(rng->seed.lo >> 32),
                            (uint32_t)rng->seed.hi, (uint32_t)(rng->seed.hi >> 32)};
    const four_words begin[AUDE__RNG_BLOCKS][4] = {
        {head, key, key, {rng->block, 0, rng->stream, 0}},
        {head, key, key, {rng->block + 1, 0, rng->stream, 0}}};
    four_words row[AUDE__RNG_BLOCKS][4];

    memcpy(row, begin, sizeof row);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < AUDE__RNG_BLOCKS; k++) rng_quarters(row[k]);
        for (int k = 0; k < AUDE__RNG_BLOCKS; k++) rng_turn(row[k]);
        for (int k = 0; k < AUDE__RNG_BLOCKS; k++) rng_quarters(row[k]);
        for (int k = 0; k < AUDE__RNG_BLOCKS; k++) rng_turn_back(row[k]);
    }
    for (int k = 0; k < AUDE__RNG_BLOCKS; k++)
        for (int i = 0; i < 4; i++) row[k][i] += begin[k][i];
    memcpy(rng->word, row, sizeof rng->word);
    rng->used = 0;
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
    if (rng->used == AUDE__RNG_WORDS) rng_fill_blocks(rng);
    rng->block += rng->used % AUDE__RNG_BLOCK == 0;
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
