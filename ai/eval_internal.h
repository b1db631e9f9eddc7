/* eval_internal.h -- what the files of the evaluation share. */
#ifndef AI_EVAL_INTERNAL_H
#define AI_EVAL_INTERNAL_H

#include "eval.h"

#include <string.h>

enum {
    EVAL_USUAL_SETS = 1 << AUDE_SET_BASE | 1 << AUDE_SET_RIVER_1 | 1 << AUDE_SET_ABBOT
};

/* Is a set in play that has numbers of its own (eval_sets.c)? */
static inline bool eval_is_special(aude_sets sets)
{
    return (sets & ~(aude_sets)EVAL_USUAL_SETS) != 0;
}

/* Is a set in play that asks where a follower stands (eval_held.of)? */
static inline bool eval_is_placed(aude_sets sets)
{
    return sets & (1 << AUDE_SET_TOWER | 1 << AUDE_SET_DRAGON | 1 << AUDE_SET_ABBEY);
}

/* A set of keys or labels as 64 bits: two that share a bit only cost a calculation. */
static inline uint64_t eval_bit(unsigned n)
{
    return (uint64_t)1 << (n * 0x9e3779b1u >> 26 & 63);
}

static inline float eval_dot(const float *w, const float *x, int n)
{
    float sum = 0;

    for (int i = 0; i < n; i++) sum += w[i] * x[i];
    return sum;
}

/* A seat's followers on segments, bits as in aude_player.at; and the first figure of such bits. */
static inline uint64_t eval_followers_out(const struct aude_game *game, unsigned seat)
{
    return game->player[seat].at[AUDE_AT_SEGMENT] & game->followers;
}

static inline unsigned eval_first(const struct aude_game *game, unsigned seat,
                                  uint64_t figures)
{
    return game->player[seat].first + (unsigned)__builtin_ctzll(figures);
}

/* A seat's part of a word with eight bits a seat. */
static inline unsigned eval_of(uint64_t word, unsigned seat)
{
    return word >> 8 * seat & 255;
}

static inline int eval_left(const struct aude_game *game)
{
    int n = game->pile.n - game->pile.next;

    if (game->river.flowing) n += game->river.n - game->river.next;
    return n < game->draws_left ? n : game->draws_left;
}

void eval_fill_odds(struct eval *eval, int depth);

/* Which row of the odds holds now. */
static inline int eval_row(struct eval *eval, const struct aude_game *game)
{
    int depth = eval->left - eval_left(game);

    depth = depth < 0 ? 0 : depth < EVAL_DEPTH ? depth : EVAL_DEPTH - 1;
    if (!eval->filled[depth]) eval_fill_odds(eval, depth);
    return depth;
}

/* How much followers at hand still count for, and the share of the game that is left. A base
 * game of two has 35 turns each; 14 was a guess, and the weights are fitted to it. */
static inline void eval_time_of(const struct eval *eval, int left, float *near,
                                float *far)
{
    float turns = (float)left / (float)eval->n_seats;

    *near = turns < 14 ? turns / 14 : 1;
    *far = turns < 35 ? turns / 35 : 1;
}

/* The same now, from a table: three divisions less a position. */
static inline void eval_hand_time(const struct eval *eval, const struct aude_game *game,
                                  float *near, float *far)
{
    int left = eval_left(game);
    unsigned depth = (unsigned)(eval->left - left);

    if (depth >= EVAL_DEPTH) {
        eval_time_of(eval, left, near, far);
        return;
    }
    *near = eval->time[depth].near;
    *far = eval->time[depth].far;
}

/* The chances that hold now, or NULL: so late or so early none are kept. */
static inline struct eval_chances *eval_chances(struct eval *eval,
                                                const struct aude_game *game)
{
    unsigned depth = (unsigned)(eval->left - eval_left(game));

    if (depth >= EVAL_DEPTH) return NULL;
    if (!eval->begun[depth]) memset(&eval->chances[depth], 0xff, sizeof eval->chances[0]);
    eval->begun[depth] = true;
    return &eval->chances[depth];
}

/* How much of a two-player base game is left, 0..1. */
static inline float eval_far(const struct eval *eval, const struct aude_game *game)
{
    float near, far;

    eval_hand_time(eval, game, &near, &far);
    return far;
}

/* Followers at hand. Byte by byte: to load all at once would wait for the one that was just stored. */
static inline unsigned eval_hand(const struct aude_game *game, unsigned seat)
{
    unsigned n = 0;

    for (unsigned kind = 0; kind < AUDE_BUILDER; kind++)
        n += game->player[seat].supply[kind];
    return n;
}

/* Tiles of the bag that meet the demand in any rotation; and that end what comes in by `side` there. */
unsigned eval_count_fits(struct eval *eval, unsigned demand);
unsigned eval_count_ends(struct eval *eval, unsigned side, unsigned demand);

static inline unsigned eval_fits(struct eval *eval, unsigned demand)
{
    unsigned n = eval->fits[demand];

    return n == EVAL_UNKNOWN ? eval_count_fits(eval, demand) : n;
}

static inline unsigned eval_ends(struct eval *eval, unsigned side, unsigned demand)
{
    unsigned n = eval->ends[side][demand];

    return n == EVAL_UNKNOWN ? eval_count_ends(eval, side, demand) : n;
}

/* The empty cell over `side` of a feature's tile, once. False if it is not empty. */
bool eval_feature_add_cell(const struct aude_game *game, struct eval_cells *out,
                           uint16_t key, unsigned side);

/* Is it as it was? */
static inline bool eval_same(const struct aude_feature *a, const struct aude_feature *b)
{
    return aude_followers(a) == aude_followers(b) && a->size == b->size &&
           a->tiles == b->tiles && a->open == b->open && a->specials == b->specials;
}

/* exp and log by additions and multiplications alone, in a fixed order: the same bits on
 * every machine, which the C library's are not. */
double eval_exp(double x);
double eval_log(double x); /* x > 0 */

/* The features with followers, and who stands there: all but their values. */
void eval_held_collect(const struct aude_game *game, struct eval_board *board);
/* Where in `board` the feature is, or -1. Two boards of one game list their features nearly in the
 * same order, so it is nearly always at `guess`. */
int eval_held_place(const struct eval_board *board, unsigned id, int guess);
/* Take the value that the feature had before, if nothing it depends on was touched. */
bool eval_held_reuse(const struct eval *eval, const struct aude_game *game,
                     const struct eval_feature *old, const struct eval_touched *touched,
                     struct eval_feature *f);
/* All features with followers and their values, since `board` and what a tile touched; those that are not as they
 * were there are in `out`. */
const struct eval_held *eval_held_after(struct eval *eval, const struct aude_game *game,
                                        const struct eval_board *board,
                                        const struct eval_touched *touched,
                                        struct eval_board *out);

/* Where followers stand on a board, as a list of its own, for positions that follow. */
void eval_held_settle(const struct aude_game *game, struct eval_board *board);

/* The feature in which that follower of the seat stands: `m` is its bit. */
static inline const struct eval_feature *eval_held_of(const struct aude_game *game,
                                                      const struct eval_held *held,
                                                      unsigned seat, uint64_t m)
{
    const struct eval_feature *f = held->fresh;

    if (!(held->other[seat] & m)) return held->of[eval_first(game, seat, m)];
    while (!(f->who[seat] & m)) f++;
    return f;
}

/* What the features of a board have in common, for positions that follow. */
void eval_held_sum_up(struct eval_held *held);

/* The labels that a line changed, by its tile or by followers that came or went. */
uint64_t eval_net_moved(const struct aude_game *game, const struct eval_board *board,
                        const struct eval_board *now, const struct eval_touched *touched);

/* What the network is told of the tiles that are left; once a search. */
void eval_whole_see_bag(struct eval *eval);

/* The cities of fields: what is known of them once a search; and for each value, by their open sides (none, one, two, more).
 * The game is one that the search came to. Returns the cities' labels as a set of hashes. */
void eval_cities_init(struct eval *eval, const struct aude_game *view);
uint64_t eval_cities_beside(struct eval *eval, const struct aude_game *game,
                            const struct aude_feature *f, unsigned n[4]);

/* Fill worth, home and what they depend on. */
void eval_feature_value(struct eval *eval, const struct aude_game *game,
                        struct eval_feature *f);

/* Who is in reach of towers and dragon in this position, of which a board is made; */
void eval_danger_note_board(struct eval *eval, const struct aude_game *game,
                            struct eval_board *out);
void eval_danger_look(const struct aude_game *game, struct eval_reach *out);
/* the same for the position that is being valued, with what is known of the board before it. */
void eval_danger_reach(struct eval *eval, const struct aude_game *game,
                       struct eval_reach *out);
/* Which followers may be taken away, for every feature of the board: for the network. */
void eval_danger_note(const struct aude_game *game, struct eval_board *board);

/* Which numbers the sets in play fill; once a search. */
void eval_sets_choose(struct eval *eval, aude_sets sets);

/* Builders, goods, prisoners ... of the expansions in play. `hands`: followers at hand, eval_hand() of each seat. */
void eval_sets(struct eval *eval, const struct aude_game *game,
               const struct eval_held *held, const struct eval_time *time,
               const unsigned hands[AUDE_SEATS_MAX], float points[AUDE_SEATS_MAX]);

#endif
