/* eval_net_internal.h -- what the files share that make the network's numbers of a position. */
#ifndef AI_EVAL_NET_INTERNAL_H
#define AI_EVAL_NET_INTERNAL_H

#include "eval_internal.h"

/* Sets whose bit the network sees; a later set has no input of its own. */
enum { EVAL_NET_SETS = 14 };

/* A number as the network takes it. */
static inline int8_t eval_part(float x)
{
    x *= NET_UNIT;
    if (x > 127) x = 127;
    if (x < -127) x = -127;
    return (int8_t)(int)(x < 0 ? x - 0.5f : x + 0.5f);
}

/* What a row is made with. */
struct eval_maker {
    struct eval *eval;
    const struct aude_game *game;
    unsigned seat;
    const float *p, *logp;
    bool valued; /* the feature was just valued: its open cells are in eval->cells */
    uint64_t spots, links; /* what the row depends on */
    int8_t *row;
};

struct eval_maker eval_rows_maker_of(struct eval *eval, const struct aude_game *game,
                                     unsigned seat);

/* -- eval_rows.c ---------------------------------------------------------------------------- */

/* The row of a feature with followers; spots and links of the maker are those of this row. */
enum net_kind eval_rows_make(struct eval_maker *m, const struct eval_feature *f,
                             int8_t row[NET_ROW]);
/* Is it an open road or city without followers? And the row of one. */
bool eval_rows_is_free(const struct aude_game *game, unsigned id);
enum net_kind eval_rows_make_free(struct eval_maker *m, unsigned id, int8_t row[NET_ROW]);

/* -- eval_whole.c --------------------------------------------------------------------------- */

/* The numbers of the position as a whole. `eval->now` and `points` are of this position. */
void eval_whole(struct eval *eval, const struct aude_game *game, unsigned seat,
                const float points[AUDE_SEATS_MAX], int8_t out[NET_GLOBAL]);

#endif
