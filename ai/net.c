/* net.c -- the network: sums of products of whole numbers.
 *
 * The sums are written for the vectors of x86 and WebAssembly where there are such, and plainly
 * otherwise; whole numbers come to the same in any order. */
#include "net.h"

#include <string.h>

#if defined __SSE2__
#include <emmintrin.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif

enum { WIDE = 32 }; /* outputs: every layer has as many */

_Static_assert((int)NET_HIDDEN == (int)WIDE && (int)NET_OUT == (int)WIDE &&
                   (int)NET_HEAD == (int)WIDE,
               "layers are as wide as the loop");

/* sum[o] += w[i][o][0] * x[2 i] + w[i][o][1] * x[2 i + 1] for `pairs` pairs of inputs, many of
 * which are zero. */
#if defined __SSE2__ || defined __wasm_simd128__

#if defined __SSE2__
typedef __m128i lanes;
#define LOAD(p)     _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, v) _mm_storeu_si128((__m128i *)(void *)(p), v)
#define BOTH(n)     _mm_set1_epi32(n)
#define ADD         _mm_add_epi32
#define PRODUCTS    _mm_madd_epi16
#else
typedef v128_t lanes;
#define LOAD(p)     wasm_v128_load(p)
#define STORE(p, v) wasm_v128_store(p, v)
#define BOTH(n)     wasm_i32x4_splat(n)
#define ADD         wasm_i32x4_add
#define PRODUCTS    wasm_i32x4_dot_i16x8
#endif

static void ai_net_add_pairs(int32_t sum[WIDE], const int16_t (*w)[WIDE][2],
                             const int16_t *x, int pairs)
{
    lanes acc[WIDE / 4];

    for (int o = 0; o < WIDE / 4; o++) acc[o] = LOAD(sum + 4 * o);
    for (int i = 0; i < pairs; i++) {
        int32_t both;
        memcpy(&both, x + 2 * i, sizeof both);
        if (!both) continue;
        lanes v = BOTH(both);
        for (int o = 0; o < WIDE / 4; o++)
            acc[o] = ADD(acc[o], PRODUCTS(LOAD(w[i][4 * o]), v));
    }
    for (int o = 0; o < WIDE / 4; o++) STORE(sum + 4 * o, acc[o]);
}
#else
static void ai_net_add_pairs(int32_t sum[WIDE], const int16_t (*w)[WIDE][2],
                             const int16_t *x, int pairs)
{
    for (int i = 0; i < pairs; i++)
        for (int o = 0; o < WIDE; o++)
            sum[o] += w[i][o][0] * x[2 * i] + w[i][o][1] * x[2 * i + 1];
}
#endif

static void ai_net_begin(int32_t sum[WIDE], const int16_t bias[WIDE], int unit)
{
    for (int o = 0; o < WIDE; o++) sum[o] = bias[o] * unit;
}

/* From sums to activations: nothing below zero, not too much above, rounded. */
static void ai_net_activate(const int32_t sum[WIDE], int shift, int16_t out[WIDE])
{
    for (int o = 0; o < WIDE; o++) {
        int32_t x = sum[o] > 0 ? sum[o] : 0;
        x = (x + (1 << (shift - 1))) >> shift;
        out[o] = (int16_t)(x < NET_MOST ? x : NET_MOST);
    }
}

static void ai_net_layer(const int16_t (*w)[WIDE][2], const int16_t bias[WIDE],
                         const int16_t in[WIDE], int16_t out[WIDE])
{
    int32_t sum[WIDE];

    ai_net_begin(sum, bias, 128);
    ai_net_add_pairs(sum, w, in, WIDE / 2);
    ai_net_activate(sum, 8, out);
}

void ai_net_row(const struct net *net, enum net_kind kind, const int8_t row[NET_ROW],
                int16_t out[NET_OUT])
{
    int32_t sum[WIDE];
    int16_t x[NET_ROW], hidden[WIDE];

    for (int i = 0; i < NET_ROW; i++) x[i] = row[i];
    ai_net_begin(sum, net->row1_bias[kind], NET_UNIT);
    ai_net_add_pairs(sum, net->row1[kind], x, NET_ROW / 2);
    ai_net_activate(sum, 6, hidden);
    ai_net_layer(net->row2, net->row2_bias, hidden, out);
}

static void ai_net_forget(struct net_memory *memory, const struct net *net)
{
    memory->net = net;
    for (int i = 0; i < NET_MEMORY; i++) memory->list[i].known = 0;
}

static unsigned ai_net_place(enum net_kind kind, const int8_t row[NET_ROW])
{
    uint64_t hash = (uint64_t)kind, word;

    for (int i = 0; i < NET_ROW; i += (int)sizeof word) {
        memcpy(&word, row + i, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return (unsigned)(hash % NET_MEMORY);
}

const int16_t *ai_net_recall(const struct net *net, struct net_memory *memory,
                             enum net_kind kind, const int8_t row[NET_ROW])
{
    unsigned i = ai_net_place(kind, row);

    if (memory->net != net) ai_net_forget(memory, net);
    if (memory->list[i].known && memory->list[i].kind == kind &&
        !memcmp(memory->list[i].row, row, NET_ROW))
        return memory->list[i].out;
    memory->list[i].known = 1;
    memory->list[i].kind = (uint8_t)kind;
    memcpy(memory->list[i].row, row, NET_ROW);
    ai_net_row(net, kind, row, memory->list[i].out);
    return memory->list[i].out;
}

void ai_net_head(const struct net *net, const int32_t sum[NET_OUT],
                 const int8_t global[NET_GLOBAL], int32_t result[2])
{
    int32_t total[WIDE];
    int16_t x[NET_OUT + NET_GLOBAL], one[WIDE], two[WIDE];

    for (int i = 0; i < NET_OUT; i++)
        x[i] = (int16_t)(sum[i] >> 2 < INT16_MAX ? sum[i] >> 2 : INT16_MAX);
    for (int i = 0; i < NET_GLOBAL; i++) x[NET_OUT + i] = global[i];
    ai_net_begin(total, net->head1_bias, NET_UNIT);
    ai_net_add_pairs(total, net->head1, x, (NET_OUT + NET_GLOBAL) / 2);
    ai_net_activate(total, 6, one);
    ai_net_layer(net->head2, net->head2_bias, one, two);
    for (int r = 0; r < 2; r++) {
        result[r] = net->last_bias[r] * 128;
        for (int o = 0; o < WIDE; o++) result[r] += net->last[r][o] * two[o];
    }
}
