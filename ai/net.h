/* net.h -- a small network that sees what the evaluation's formulas do not. Inside ai/ only.
 *
 * Every road, city, monastery and field with followers, and every open road and city without,
 * is a row of small whole numbers. Each row goes through two layers, what comes out is summed over all
 * rows, and a head makes of the sum, and of a few numbers of the whole position, by how much the lead of
 * one seat is more (or less) than the formulas say, and how likely it is to win.
 *
 * Everything is whole numbers: the same on every machine and in WebAssembly, and a sum that is
 * corrected row by row is the sum made anew. Inputs are in 32nds, weights in 256ths,
 * activations in 128ths. */
#ifndef AI_NET_H
#define AI_NET_H

#include <stdint.h>

enum {
    NET_KINDS = 6,     /* of rows, each with a first layer of its own: enum net_kind */
    NET_ROW = 48,      /* numbers of a row */
    NET_HIDDEN = 32,   /* of a row's first layer */
    NET_OUT = 32,      /* of its second, summed over the rows */
    NET_GLOBAL = 128,  /* numbers of the position */
    NET_HEAD = 32,     /* of both layers of the head */
    NET_UNIT = 32,     /* one, as an input */
    NET_RESULT = 4096, /* one point, or one of log odds, in a result */
    NET_MOST = 511     /* an activation is at most this */
};

enum net_kind {
    NET_ROAD,
    NET_CITY,
    NET_MONASTERY,
    NET_FIELD,
    NET_FREE_ROAD, /* without followers */
    NET_FREE_CITY
};

/* Weights of two inputs stand together, so that one instruction multiplies both. */
struct net {
    int16_t row1[NET_KINDS][NET_ROW / 2][NET_HIDDEN][2];
    int16_t row1_bias[NET_KINDS][NET_HIDDEN];
    int16_t row2[NET_HIDDEN / 2][NET_OUT][2];
    int16_t row2_bias[NET_OUT];
    int16_t head1[(NET_OUT + NET_GLOBAL) / 2][NET_HEAD][2];
    int16_t head1_bias[NET_HEAD];
    int16_t head2[NET_HEAD / 2][NET_HEAD][2];
    int16_t head2_bias[NET_HEAD];
    int16_t last[2][NET_HEAD];
    int16_t last_bias[2];
};

/* The one that players use. On the page it comes after the module (wasm/think.c); until then all
 * its weights are zero, and so is what it says. */
#ifdef __wasm__
#define NET_FIXED
#else
#define NET_FIXED const
#endif
extern NET_FIXED struct net net_built_in;

/* What one row adds to the sum. */
void ai_net_row(const struct net *net, enum net_kind kind, const int8_t row[NET_ROW],
                int16_t out[NET_OUT]);

/* The same rows come again and again: in the lines of a turn, and in the next turn, since their numbers are rounded. What came
 * of a row is remembered until another one takes its place; nine rows in ten need not be worked out again. */
enum { NET_MEMORY = 512 };

struct net_memory {
    const struct net *net; /* whose; NULL: nothing is remembered */
    struct {
        int8_t row[NET_ROW];
        int16_t out[NET_OUT];
        uint8_t kind, known;
    } list[NET_MEMORY];
};

/* What one row adds to the sum, by ai_net_row() or remembered. */
const int16_t *ai_net_recall(const struct net *net, struct net_memory *memory,
                             enum net_kind kind, const int8_t row[NET_ROW]);

/* Points the lead is more than was said, and log odds to win, in NET_RESULTths. */
void ai_net_head(const struct net *net, const int32_t sum[NET_OUT],
                 const int8_t global[NET_GLOBAL], int32_t result[2]);

#endif
