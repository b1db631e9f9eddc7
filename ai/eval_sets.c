/* eval_sets.c -- what the expansions add to a position. */
#include "eval_parts.h"

void eval_sets(struct eval *eval, const struct aude_game *game,
               const struct eval_board *board, float points[AUDE_SEATS_MAX])
{
    (void)eval, (void)game, (void)board, (void)points;
}
