/* eval_net.c -- the network's answer for a position.
 *
 * Every feature is a row (eval_rows.c) that the network turns into numbers, and these are summed. Rows of
 * features that a line leaves alone are taken from the position before it, so a line costs only the
 * rows it changes. The sum and the numbers of the whole position (eval_whole.c) give the answer. */
#include "eval_net_internal.h"

#include <string.h>

/* -- The sum of all rows ------------------------------------------------------------------- */

static void eval_net_see_free(struct eval_maker *m, unsigned id, struct eval_free *out)
{
    int8_t row[NET_ROW];
    enum net_kind kind = eval_rows_make_free(m, id, row);

    out->id = (uint16_t)id;
    out->was = m->game->feature[id];
    out->cells = m->spots;
    out->links = m->links;
    memcpy(out->row, ai_net_recall(m->eval->net, &m->eval->rows, kind, row),
           sizeof out->row);
}

static void eval_net_see(struct eval_maker *m, struct eval_feature *f)
{
    int8_t row[NET_ROW];
    enum net_kind kind = eval_rows_make(m, f, row);

    f->spots = m->spots;
    f->links = m->links;
    memcpy(f->row, ai_net_recall(m->eval->net, &m->eval->rows, kind, row), sizeof f->row);
}

static void eval_net_add_part(int32_t sum[NET_OUT], const int16_t row[NET_OUT])
{
    for (int i = 0; i < NET_OUT; i++) sum[i] += row[i];
}

static void eval_net_subtract_part(int32_t sum[NET_OUT], const int16_t row[NET_OUT])
{
    for (int i = 0; i < NET_OUT; i++) sum[i] -= row[i];
}

void eval_net_see_board(struct eval *eval, const struct aude_game *game,
                        struct eval_board *board, unsigned seat)
{
    struct eval_maker m = eval_rows_maker_of(eval, game, seat);

    eval_danger_note(game, board);
    board->seat = seat;
    board->n_laid = game->n_laid;
    board->left = eval_left(game);
    board->n_free = 0;
    memset(board->sum, 0, sizeof board->sum);
    for (int i = 0; i < board->n; i++) {
        eval_net_see(&m, &board->list[i]);
        eval_net_add_part(board->sum, board->list[i].row);
    }
    for (unsigned id = 0; id < game->n_features; id++) {
        if (!eval_rows_is_free(game, id) || board->n_free == EVAL_FREE_MAX) continue;
        struct eval_free *u = &board->free[board->n_free++];
        eval_net_see_free(&m, id, u);
        eval_net_add_part(board->sum, u->row);
    }
}

/* -- What a line changes ------------------------------------------------------------------- */

struct change {
    struct eval_maker m;
    const struct eval_board *board;
    const struct eval_touched *touched;
    int32_t *sum;
    int n_fresh;
    uint16_t fresh[EVAL_FREE_MAX]; /* free features that were added */
};

/* Two boards of one game list their features nearly in the same order: it is nearly always at `guess`. */
static bool eval_net_listed(const struct eval_board *board, unsigned id, int *guess)
{
    if (*guess < board->n && board->list[*guess].id == id) return ++*guess;
    for (int i = 0; i < board->n; i++)
        if (board->list[i].id == id) return (*guess = i + 1);
    return false;
}

uint64_t eval_net_moved(const struct aude_game *game, const struct eval_board *board,
                        const struct eval_board *now, const struct eval_touched *touched)
{
    uint64_t moved = touched->labels;
    int guess = 0;

    for (int i = 0; i < board->n; i++)
        if (aude_followers(&game->feature[board->list[i].id]) !=
            aude_followers(&board->list[i].was))
            moved |= eval_bit(board->list[i].id);
    for (int i = 0; i < now->n; i++)
        if (!eval_net_listed(board, now->list[i].id, &guess))
            moved |= eval_bit(now->list[i].id);
    return moved;
}

static void eval_net_change_owned(struct change *c, struct eval_board *now)
{
    bool kept[AUDE_FIGURES_MAX] = {false};

    for (int i = 0; i < now->n; i++) {
        struct eval_feature *f = &now->list[i];
        const struct eval_feature *old = f->from < 0 ? NULL : &c->board->list[f->from];
        if (old && !(old->spots & c->touched->cells) &&
            !(old->links & c->m.eval->moved) && old->followers == f->followers &&
            !memcmp(&old->danger, &f->danger, sizeof f->danger)) {
            kept[f->from] = true;
            continue;
        }
        eval_net_see(&c->m, f);
        eval_net_add_part(c->sum, f->row);
    }
    for (int i = 0; i < c->board->n; i++)
        if (!kept[i]) eval_net_subtract_part(c->sum, c->board->list[i].row);
}

static void eval_net_add_free(struct change *c, unsigned id)
{
    struct eval_free u;

    if (!eval_rows_is_free(c->m.game, id) || c->n_fresh == EVAL_FREE_MAX) return;
    for (int i = 0; i < c->n_fresh; i++)
        if (c->fresh[i] == id) return;
    c->fresh[c->n_fresh++] = (uint16_t)id;
    eval_net_see_free(&c->m, id, &u);
    eval_net_add_part(c->sum, u.row);
}

static void eval_net_change_free(struct change *c)
{
    const struct aude_game *game = c->m.game;

    for (int i = 0; i < c->board->n_free; i++) {
        const struct eval_free *u = &c->board->free[i];
        if (!(u->cells & c->touched->cells) && !(u->links & c->m.eval->moved) &&
            eval_same(&u->was, &game->feature[u->id]))
            continue;
        eval_net_subtract_part(c->sum, u->row);
        eval_net_add_free(c, game->label[u->was.head]);
    }
    for (unsigned t = c->board->n_laid; t < game->n_laid; t++)
        for (unsigned s = 0; s < aude_tiles[game->laid[t].kind].n_segments; s++)
            eval_net_add_free(c, game->label[game->laid[t].first + s]);
    for (int i = 0; i < c->board->n; i++) /* whose followers went away */
        eval_net_add_free(c, game->label[c->board->list[i].was.head]);
}

static void eval_net_change(struct eval *eval, const struct aude_game *game,
                            const struct eval_board *board,
                            const struct eval_touched *touched, int32_t sum[NET_OUT])
{
    struct change c; /* not cleared: most of it is room for a list */

    c.m = eval_rows_maker_of(eval, game, board->seat);
    c.board = board;
    c.touched = touched;
    c.sum = sum;
    c.n_fresh = 0;
    memcpy(sum, board->sum, sizeof board->sum);
    eval_danger_note(game, &eval->now);
    eval_net_change_owned(&c, &eval->now);
    eval_net_change_free(&c);
}

/* -- The answer ---------------------------------------------------------------------------- */

void eval_net_value(struct eval *eval, const struct aude_game *game,
                    const struct eval_board *board, const struct eval_touched *touched,
                    unsigned seat, float points[AUDE_SEATS_MAX])
{
    int32_t sum[NET_OUT], result[2];
    int8_t global[NET_GLOBAL];

    /* Dragon tiles that were laid aside may come back to the pile: then all chances change. */
    if (board && eval->net && board->left != eval_left(game)) board = NULL;
    eval_points(eval, game, board, touched, points);
    if (!eval->net || aude_game_over(game) || eval_left(game) <= EVAL_LAST) return;
    if (board) {
        eval_net_change(eval, game, board, touched, sum);
    } else {
        eval_net_see_board(eval, game, &eval->now, seat);
        memcpy(sum, eval->now.sum, sizeof sum);
    }
    eval_whole(eval, game, seat, points, global);
    ai_net_head(eval->net, sum, global, result);
    float half = (float)result[0] / (2 * NET_RESULT);
    for (unsigned s = 0; s < game->n_seats; s++) points[s] += s == seat ? half : -half;
}

void eval_net_rows(struct eval *eval, const struct aude_game *game, unsigned seat,
                   struct eval_rows *out)
{
    struct eval_maker m = eval_rows_maker_of(eval, game, seat);
    float points[AUDE_SEATS_MAX];

    eval_points(eval, game, NULL, NULL, points);
    out->lead = eval_lead(game->n_seats, points, seat);
    out->n = 0;
    eval_danger_note(game, &eval->now);
    eval_whole(eval, game, seat, points, out->global);
    for (int i = 0; i < eval->now.n; i++, out->n++)
        out->kind[out->n] =
            (uint8_t)eval_rows_make(&m, &eval->now.list[i], out->row[out->n]);
    for (unsigned id = 0; id < game->n_features; id++) {
        if (!eval_rows_is_free(game, id) || out->n == EVAL_ROWS_MAX) continue;
        out->kind[out->n] = (uint8_t)eval_rows_make_free(&m, id, out->row[out->n]);
        out->n++;
    }
}
