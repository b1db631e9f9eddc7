/* eval_sets.c -- what the expansions add to a position.
 *
 * Inns and cathedrals are part of a feature's own worth (eval_feature.c), large followers,
 * mayors and wagons count among the followers. Here is what stands outside features. The
 * numbers are estimates in points, not fitted: with all sets in play games are rare and
 * long. `near` is 1 for most of the game and falls to 0 at its end. */
#include "eval_parts.h"

enum { GOODS_KINDS = 3 };

static const float goods_prize = 10;
static const float builder_laid = 3.0f,
                   barn_city = 4.0f; /* second parts to come; AM-25 */
static const float hand_worth[AUDE_FIGURE_KINDS] = {
    [AUDE_BUILDER] = 1.5f, [AUDE_PIG] = 0.7f, [AUDE_BARN] = 3.0f};
static const float prisoner_held = 2.5f, prisoner_lost = 1.0f; /* a ransom costs three */
static const float tower_piece = 0.3f, abbey_left = 3.0f, fairy_beside = 2.5f;
static const float quarter_follower = 1.5f;

/* TB-32: ten points for the most tokens; a lead in tokens is surer late than early. */
static void add_goods(const struct aude_game *game, float near,
                      float points[AUDE_SEATS_MAX])
{
    for (unsigned kind = 0; kind < GOODS_KINDS; kind++)
        for (unsigned seat = 0; seat < game->n_seats; seat++) {
            int own = game->traders.goods[seat][kind], best = 0;
            for (unsigned s = 0; s < game->n_seats; s++)
                if (s != seat && game->traders.goods[s][kind] > best)
                    best = game->traders.goods[s][kind];
            float sure = own > best ? 1 : own && own == best ? 1 : 0;
            float open = 0.5f + 0.12f * (float)(own - best);
            open = open < 0.1f ? 0.1f : open > 0.95f ? 0.95f : open;
            points[seat] += goods_prize * ((1 - near) * sure + near * open);
        }
}

/* KR-7: a point for every completed city or road, to whoever holds the award at the end. */
static void add_awards(const struct aude_game *game, float near,
                       float points[AUDE_SEATS_MAX])
{
    for (unsigned award = 0; award < 2; award++)
        if (game->awards.holder[award] < game->n_seats)
            points[game->awards.holder[award]] +=
                (float)game->awards.count[award] * (1 - 0.4f * near) + 3 * near;
}

static void add_barn(const struct eval *eval, const struct aude_game *game,
                     const struct aude_figure *fig, float points[AUDE_SEATS_MAX])
{
    const struct aude_feature *field = &game->feature[game->label[fig->at]];
    float x[EVAL_FIELD_N];
    uint64_t labels = 0;

    if (field->kind != AUDE_FIELD) return;
    eval_field_x(eval, game, field, &labels, x);
    points[fig->seat] += barn_city * eval_dot(eval->w->field, x, EVAL_FIELD_N);
}

/* A pig is worth a third of the field it lies in: four a city instead of three (TB-24). */
static void add_pig(const struct aude_game *game, const struct eval_board *board,
                    const struct aude_figure *fig, float points[AUDE_SEATS_MAX])
{
    for (int i = 0; i < board->n; i++)
        if (board->list[i].id == game->label[fig->at] &&
            board->list[i].owners >> fig->seat & 1)
            points[fig->seat] += board->list[i].worth / 3;
}

static void add_figure(const struct eval *eval, const struct aude_game *game,
                       const struct eval_board *board, const struct aude_figure *fig,
                       float near, float points[AUDE_SEATS_MAX])
{
    switch (fig->where) {
    case AUDE_AT_HOME:
        points[fig->seat] += hand_worth[fig->kind] * near;
        break;
    case AUDE_AT_SEGMENT:
        if (fig->kind == AUDE_BUILDER) points[fig->seat] += builder_laid * near;
        if (fig->kind == AUDE_BARN) add_barn(eval, game, fig, points);
        if (fig->kind == AUDE_PIG) add_pig(game, board, fig, points);
        break;
    case AUDE_AT_PRISON:
        points[fig->seat] += prisoner_lost * near;
        if (fig->at < game->n_seats) points[fig->at] += prisoner_held * near;
        break;
    case AUDE_AT_QUARTER:
        points[fig->seat] += quarter_follower * near;
        break;
    default:
        break;
    }
}

/* PD-7: a point a turn for the followers beside the fairy. */
static void add_fairy(const struct aude_game *game, float near,
                      float points[AUDE_SEATS_MAX])
{
    unsigned seats = 0;

    if (game->dragon.fairy == AUDE_NOWHERE) return;
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        bool bound = game->dragon.bound != AUDE_NOWHERE;
        if (fig->where == AUDE_AT_SEGMENT && fig->kind < AUDE_BUILDER &&
            (bound ? game->dragon.bound == i
                   : game->tile_of[fig->at] == game->dragon.fairy))
            seats |= 1u << fig->seat;
    }
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (seats >> seat & 1) points[seat] += fairy_beside * near;
}

void eval_sets(struct eval *eval, const struct aude_game *game,
               const struct eval_board *board, float points[AUDE_SEATS_MAX])
{
    unsigned sets = game->sets;
    float near, far;

    eval_hand_time(eval, game, &near, &far);
    if (sets >> AUDE_SET_TRADERS & 1) add_goods(game, near, points);
    if (sets >> AUDE_SET_KING & 1) add_awards(game, near, points);
    if (sets >> AUDE_SET_DRAGON & 1) add_fairy(game, near, points);
    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].kind >= AUDE_BUILDER ||
            game->figure[i].where >= AUDE_AT_PRISON)
            add_figure(eval, game, board, &game->figure[i], near, points);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        if (sets >> AUDE_SET_TOWER & 1)
            points[seat] += tower_piece * near * (float)game->towers.pieces[seat];
        if (sets >> AUDE_SET_ABBEY & 1)
            points[seat] += abbey_left * near * (float)game->abbeys.left[seat];
    }
}
