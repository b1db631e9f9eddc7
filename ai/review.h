/* review.h -- a game looked at afterwards: what the draws gave and what the decisions gave away.
 *
 *     luck    what the tile that came is worth, less what any tile would have been worth
 *     loss    what the best that was found is worth, less what was done
 *
 * Both are told in chances to win and in points of a seat's lead at the end. Everything is
 * valued twice, against other draws; half the distance of the two answers is the margin of
 * one, so that the squares of the margins add up over a game. The same view, budget and
 * random numbers give the same answer. */
#ifndef AI_REVIEW_H
#define AI_REVIEW_H

#include "ai.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A draw. In a game of two, luck of one is what the other lacks. */
struct ai_review_draw {
    int kinds; /* kinds of tile that could come and be laid; 0: there was nothing to draw */
    double win[AUDE_SEATS_MAX];    /* chances before it was known which one comes */
    double after[AUDE_SEATS_MAX];  /* and with the one that came */
    double luck[AUDE_SEATS_MAX];   /* the difference */
    double points[AUDE_SEATS_MAX]; /* the same in points of the lead */
    double error, points_error;    /* standard errors: of the seat whose turn it is */
};

/* A decision. */
struct ai_review_move {
    struct ai_candidate best, played; /* against the same draws */
    bool same;                        /* nothing better was found */
    double loss, points;              /* never less than nothing */
    double error, points_error;
};

/* `view` waits for a tile, and `drawn` is laid next. */
AUDE_API void ai_review_draw(const struct aude_game *view, aude_kind drawn,
                             const struct ai_limits *limits, struct ai_rng *rng,
                             struct ai_review_draw *out);

/* The seat that decides in `view` did `played`. False if there was nothing to choose. */
AUDE_API bool ai_review_move(const struct aude_game *view, struct aude_action played,
                             const struct ai_limits *limits, struct ai_rng *rng,
                             struct ai_review_move *out);

/* -- Which library this is -------------------------------------------------------------- */

#define AI_REVIEW_ABI_STRUCTS(X) X(draw) X(move)

struct ai_review_abi {
#define X(name) size_t name;
    AI_REVIEW_ABI_STRUCTS(X)
#undef X
};

AUDE_API const char *ai_review_abi_compare(const struct ai_review_abi *mine);

/* ai_abi_differs() (aude_api.h), and the structs of this header. */
static inline const char *ai_review_abi_differs(void)
{
    const struct ai_review_abi mine = {
#define X(name) sizeof(struct ai_review_##name),
        AI_REVIEW_ABI_STRUCTS(X)
#undef X
    };

    return ai_abi_differs() ? ai_abi_differs() : ai_review_abi_compare(&mine);
}

#ifdef __cplusplus
}
#endif

#endif
