/* outlook.c -- what may become of one feature, as the evaluation sees it.
 *
 * It uses the fitted weights: with the weights that players decide by they win more, but as chances those are less
 * accurate. */
#include "outlook.h"

#include "eval_internal.h"

#include <stdlib.h>
#include <string.h>

/* The feature as eval_board() found it; one without followers as if a single one of the
 * player to move stood there. */
static struct eval_feature outlook_value(struct eval *eval, const struct aude_game *view,
                                         const struct aude_feature_view *what)
{
    struct eval_board *board = &eval->now;
    struct eval_feature f = {.id = what->id, .kind = what->kind};

    eval_board(eval, view, board);
    for (int i = 0; i < board->n; i++)
        if (board->list[i].id == what->id) return board->list[i];
    f.strengths = f.followers = (uint64_t)1 << 8 * view->turn.seat;
    f.owners = (uint8_t)(1u << view->turn.seat);
    f.alone = view->turn.seat;
    eval_feature_value(eval, view, &f);
    return f;
}

/* No tile comes any more: the feature brings what it is worth now. */
static bool outlook_settled(const struct aude_game *view)
{
    return aude_game_over(view) ||
           (!aude_game_left_total(view) && view->turn.tile == AUDE_KIND_NONE);
}

bool ai_outlook(const struct aude_game *view, int tile, unsigned segment,
                struct ai_outlook *out)
{
    struct aude_feature_view what;
    bool field;

    aude_game_feature(view, tile, (int)segment, &what);
    field = what.kind == AUDE_FIELD;
    *out = (struct ai_outlook){field ? -1 : what.complete ? 1 : 0, what.points};
    if (outlook_settled(view) || (what.complete && !field)) return true;
    struct eval *eval = malloc(sizeof *eval);
    if (!eval) return false;
    eval_init(eval, view, &eval_fitted);
    struct eval_feature f = outlook_value(eval, view, &what);
    if (!field) out->completed = (double)f.home;
    out->points = (double)f.worth;
    free(eval);
    return true;
}
