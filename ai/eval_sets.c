/* eval_sets.c -- what the expansions add to a position.
 *
 * Inns and cathedrals are part of a feature's own worth (eval_feature.c), large followers,
 * mayors and wagons count among the followers. Here is what stands outside features: numbers
 * for each seat, which fitted weights turn into points (weights.c). `near` is 1 for most
 * of the game and falls to 0 at its end. */
#include "eval_internal.h"

#include <stdlib.h>
#include <string.h>

enum { GOODS_KINDS = 3, DRAGON_REACH = 6 /* steps, PD-17 */ };

typedef float numbers[AUDE_SEATS_MAX][EVAL_SETS_N];

/* TB-32: ten points for the most tokens; a lead in tokens is surer late than early: each token
 * ahead 12 % surer, an estimate. */
static void eval_sets_add_goods(const struct aude_game *game, float near, numbers x)
{
    for (unsigned kind = 0; kind < GOODS_KINDS; kind++)
        for (unsigned seat = 0; seat < game->n_seats; seat++) {
            int own = game->traders.goods[seat][kind], best = 0;
            for (unsigned s = 0; s < game->n_seats; s++)
                if (s != seat && game->traders.goods[s][kind] > best)
                    best = game->traders.goods[s][kind];
            float sure = own && own >= best;
            float open = 0.5f + 0.12f * (float)(own - best);
            open = open < 0.1f ? 0.1f : open > 0.95f ? 0.95f : open;
            x[seat][EVAL_GOODS] += 10 * ((1 - near) * sure + near * open);
        }
}

/* KR-7: a point for every completed city or road, to the seat that holds the award at the end. */
static void eval_sets_add_awards(const struct aude_game *game, float near, numbers x)
{
    for (unsigned award = 0; award < 2; award++) {
        unsigned holder = game->awards.holder[award];
        if (holder >= game->n_seats) continue;
        x[holder][EVAL_AWARD] += (float)game->awards.count[award];
        x[holder][EVAL_AWARD_EARLY] += near;
    }
}

static const struct eval_feature *eval_sets_feature(const struct eval_board *board,
                                                    unsigned id)
{
    for (int i = 0; i < board->n; i++)
        if (board->list[i].id == id) return &board->list[i];
    return NULL;
}

static void eval_sets_add_barn(const struct eval *eval, const struct aude_game *game,
                               const struct aude_figure *fig, numbers x)
{
    const struct aude_feature *field = &game->feature[game->label[fig->at]];
    float cities[EVAL_FIELD_N];
    uint64_t labels = 0;

    if (field->kind != AUDE_FIELD) return;
    eval_feature_field_x(eval, game, field, &labels, cities);
    x[fig->seat][EVAL_BARN_CITIES] += eval_dot(eval->w->field, cities, EVAL_FIELD_N);
}

/* A pig is worth a third of the field it lies in: four a city instead of three (TB-24). */
static void eval_sets_add_pig(const struct aude_game *game,
                              const struct eval_board *board,
                              const struct aude_figure *fig, numbers x)
{
    const struct eval_feature *f = eval_sets_feature(board, game->label[fig->at]);

    if (f && f->owners >> fig->seat & 1) x[fig->seat][EVAL_PIG_FIELD] += f->worth / 3;
}

static void eval_sets_add_wagon(const struct aude_game *game,
                                const struct eval_board *board,
                                const struct aude_figure *fig, float near, numbers x)
{
    const struct eval_feature *f = eval_sets_feature(board, game->label[fig->at]);

    if (f) x[fig->seat][EVAL_WAGON_LAID] += near * f->home;
}

/* AM-13: a mayor is as strong as its city has shields, so without shields it has no strength. */
static void eval_sets_add_mayor(const struct aude_game *game,
                                const struct eval_board *board,
                                const struct aude_figure *fig, numbers x)
{
    const struct eval_feature *f = eval_sets_feature(board, game->label[fig->at]);

    if (f && !f->owners && !game->feature[f->id].shields)
        x[fig->seat][EVAL_MAYOR_WAITS] += f->worth;
}

static void eval_sets_add_special(const struct eval *eval, const struct aude_game *game,
                                  const struct eval_board *board,
                                  const struct aude_figure *fig, float near, numbers x)
{
    float *own = x[fig->seat];

    switch (fig->where) {
    case AUDE_AT_HOME:
        if (fig->kind == AUDE_BUILDER) own[EVAL_BUILDER_HOME] += near;
        if (fig->kind == AUDE_PIG) own[EVAL_PIG_HOME] += near;
        if (fig->kind == AUDE_BARN) own[EVAL_BARN_HOME] += near;
        if (fig->kind == AUDE_LARGE || fig->kind == AUDE_ABBOT)
            own[EVAL_BIG_HOME] += near;
        if (fig->kind == AUDE_WAGON) own[EVAL_WAGON_HOME] += near;
        if (fig->kind == AUDE_MAYOR) own[EVAL_MAYOR_HOME] += near;
        break;
    case AUDE_AT_SEGMENT:
        if (fig->kind == AUDE_BUILDER) own[EVAL_BUILDER_LAID] += near;
        if (fig->kind == AUDE_BARN) eval_sets_add_barn(eval, game, fig, x);
        if (fig->kind == AUDE_PIG) eval_sets_add_pig(game, board, fig, x);
        if (fig->kind == AUDE_WAGON) eval_sets_add_wagon(game, board, fig, near, x);
        if (fig->kind == AUDE_MAYOR) eval_sets_add_mayor(game, board, fig, x);
        break;
    case AUDE_AT_TOWER:
        own[EVAL_ON_TOWER] += near;
        break;
    case AUDE_AT_PRISON:
        own[EVAL_PRISONER_LOST] += near;
        if (fig->at < game->n_seats) x[fig->at][EVAL_PRISONER_HELD] += near;
        break;
    case AUDE_AT_QUARTER:
        own[EVAL_QUARTER] += near;
        break;
    default:
        break;
    }
}

/* -- Followers in danger ---------------------------------------------------------------- */

/* Tiles of towers that can still grow (TOW-4), and how far they will reach then (TOW-8). */
struct towers {
    int n;
    struct {
        int x, y, reach;
    } list[64];
};

static void eval_sets_find_towers(const struct aude_game *game, struct towers *out)
{
    out->n = 0;
    for (unsigned i = 0; i < game->towers.n; i++) {
        unsigned tile = game->tower[i];
        if (game->towers.closed[tile] || out->n == 64) continue;
        out->list[out->n].x = game->laid[tile].x;
        out->list[out->n].y = game->laid[tile].y;
        out->list[out->n++].reach = game->towers.height[tile] + 1;
    }
}

static bool eval_sets_under_tower(const struct towers *towers,
                                  const struct aude_laid *laid)
{
    for (int i = 0; i < towers->n; i++) {
        int dx = abs(towers->list[i].x - laid->x), dy = abs(towers->list[i].y - laid->y);
        if ((!dx && dy <= towers->list[i].reach) || (!dy && dx <= towers->list[i].reach))
            return true;
    }
    return false;
}

/* PD-19: beside the fairy nobody is eaten. */
static bool eval_sets_near_dragon(const struct aude_game *game, unsigned tile)
{
    if (!(game->sets >> AUDE_SET_DRAGON & 1) || game->dragon.at == AUDE_NOWHERE ||
        tile == game->dragon.fairy)
        return false;
    const struct aude_laid *at = &game->laid[game->dragon.at], *laid = &game->laid[tile];
    return abs(at->x - laid->x) + abs(at->y - laid->y) <= DRAGON_REACH;
}

/* What a seat would lose with one of its followers. */
static float eval_sets_stake(const struct eval_feature *f, unsigned seat)
{
    return f && f->owners >> seat & 1 ? f->worth / (float)eval_of(f->followers, seat) : 0;
}

/* A follower that a tower reaches: the next seat may take it, if it has a piece. */
static void eval_sets_add_prey(const struct aude_game *game, unsigned seat, float lost,
                               numbers x)
{
    unsigned next = game->turn.seat;

    if (game->towers.pieces[next] && seat != next) {
        x[seat][EVAL_TOWER_ANY] = 1;
        if (lost > x[seat][EVAL_TOWER_TOP]) x[seat][EVAL_TOWER_TOP] = lost;
    }
    for (unsigned s = 0; s < game->n_seats; s++)
        if (s != seat && s != next && game->towers.pieces[s] &&
            lost > x[s][EVAL_TOWER_PREY])
            x[s][EVAL_TOWER_PREY] = lost;
}

static void eval_sets_add_dangers(const struct aude_game *game,
                                  const struct eval_board *board, float near, numbers x)
{
    struct towers towers = {.n = 0};

    if (game->sets >> AUDE_SET_TOWER & 1) eval_sets_find_towers(game, &towers);
    if (!towers.n && !(game->sets >> AUDE_SET_DRAGON & 1)) return;
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = eval_followers_out(game, seat); m; m &= m - 1) {
            const struct aude_figure *fig = &game->figure[eval_first(game, seat, m)];
            unsigned tile = game->tile_of[fig->at];
            bool tower = eval_sets_under_tower(&towers, &game->laid[tile]);
            bool dragon = eval_sets_near_dragon(game, tile);
            if (!tower && !dragon) continue;
            float lost =
                eval_sets_stake(eval_sets_feature(board, game->label[fig->at]), seat);
            if (tower) eval_sets_add_prey(game, seat, lost, x);
            x[seat][EVAL_TOWER_COUNT] += tower ? near : 0;
            x[seat][EVAL_TOWER_STAKE] += tower ? near * lost : 0;
            x[seat][EVAL_DRAGON_COUNT] += dragon ? near : 0;
            x[seat][EVAL_DRAGON_STAKE] += dragon ? near * lost : 0;
        }
}

static struct eval_feature *eval_sets_on(struct eval_board *board, unsigned id)
{
    for (int i = 0; i < board->n; i++)
        if (board->list[i].id == id) return &board->list[i];
    return NULL;
}

static bool eval_sets_beside_fairy(const struct aude_game *game, unsigned figure,
                                   unsigned tile)
{
    if (game->dragon.fairy == AUDE_NOWHERE) return false;
    return game->dragon.bound != AUDE_NOWHERE ? game->dragon.bound == figure
                                              : tile == game->dragon.fairy;
}

/* Steps that the dragon has to spare on its way to this tile. */
static int eval_sets_dragon_spares(const struct aude_game *game, unsigned tile)
{
    if (!eval_sets_near_dragon(game, tile)) return 0; /* nor is there any dragon yet */
    const struct aude_laid *at = &game->laid[game->dragon.at], *laid = &game->laid[tile];
    return DRAGON_REACH + 1 - abs(at->x - laid->x) - abs(at->y - laid->y);
}

void eval_sets_dangers(const struct aude_game *game, struct eval_board *board)
{
    bool dragons = game->sets >> AUDE_SET_DRAGON & 1;
    struct towers towers = {.n = 0};

    for (int i = 0; i < board->n; i++)
        board->list[i].danger = (struct eval_danger){.tower = {0}};
    if (game->sets >> AUDE_SET_TOWER & 1) eval_sets_find_towers(game, &towers);
    if (!towers.n && !dragons) return;
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        if (fig->where != AUDE_AT_SEGMENT || fig->kind >= AUDE_BUILDER) continue;
        unsigned tile = game->tile_of[fig->at], seat = fig->seat;
        struct eval_feature *f = eval_sets_on(board, game->label[fig->at]);
        if (!f) continue;
        f->danger.tower[seat] += eval_sets_under_tower(&towers, &game->laid[tile]);
        if (!dragons) continue;
        f->danger.dragon[seat] += (uint8_t)eval_sets_dragon_spares(game, tile);
        f->danger.fairy[seat] += eval_sets_beside_fairy(game, i, tile);
    }
}

/* PD-7: a point a turn for the followers beside the fairy. */
static void eval_sets_add_fairy(const struct aude_game *game, float near, numbers x)
{
    unsigned seats = 0;

    if (game->dragon.fairy == AUDE_NOWHERE) return;
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = eval_followers_out(game, seat); m; m &= m - 1) {
            unsigned i = eval_first(game, seat, m);
            if (game->dragon.bound != AUDE_NOWHERE
                    ? game->dragon.bound == i
                    : game->tile_of[game->figure[i].at] == game->dragon.fairy)
                seats |= 1u << seat;
        }
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (seats >> seat & 1) x[seat][EVAL_FAIRY] += near;
}

/* -- Abbeys and barns ------------------------------------------------------------------- */

/* AM-4: a hole has four neighbours. */
static bool eval_sets_has_hole(const struct aude_game *game)
{
    for (unsigned i = 0; i < game->frontier.n; i++) {
        unsigned demand = game->frontier.demand[i], open = demand & demand >> 1;
        if (!(open & open >> 2 & 0x1111)) return true;
    }
    return false;
}

static void eval_sets_add_abbeys(const struct aude_game *game, float near, float far,
                                 numbers x)
{
    bool hole = eval_sets_has_hole(game);

    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        float left = (float)game->abbeys.left[seat];
        x[seat][EVAL_ABBEYS] = near * left;
        x[seat][EVAL_ABBEY_LATE] = near * (1 - far) * left;
        if (!hole || !game->abbeys.left[seat]) continue;
        x[seat][EVAL_HOLE] = near;
        if (game->turn.seat == seat) x[seat][EVAL_HOLE_NEXT] = 1;
    }
}

/* AM-21: a barn pays farmers early and sends them home. */
static void eval_sets_add_field_barns(const struct aude_game *game,
                                      const struct eval_board *board, float near,
                                      float far, numbers x)
{
    unsigned home = 0;

    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        home |= game->player[seat].supply[AUDE_BARN] ? 1u << seat : 0;
        if (game->player[seat].supply[AUDE_BARN]) x[seat][EVAL_BARN_FAR] = far;
    }
    for (int i = 0; i < board->n && home; i++) {
        const struct eval_feature *f = &board->list[i];
        if (f->kind != AUDE_FIELD) continue;
        for (unsigned seat = 0; seat < game->n_seats; seat++) {
            if (!(f->owners >> seat & 1)) continue;
            if (home & ~(1u << seat)) x[seat][EVAL_FIELD_BARN] += near * f->worth;
            if (home >> seat & 1) x[seat][EVAL_FIELD_OWN_BARN] += near * f->worth;
        }
    }
}

/* -- All of it -------------------------------------------------------------------------- */

void eval_sets_x(const struct eval *eval, const struct aude_game *game,
                 const struct eval_board *board, numbers x)
{
    unsigned sets = game->sets;
    float near, far;

    memset(x, 0, sizeof(numbers));
    eval_hand_time(eval, game, &near, &far);
    if (game->turn.actor == AUDE_SEAT_NONE || game->turn.phase == AUDE_PHASE_SOURCE)
        x[game->turn.seat][EVAL_TO_DRAW] = near;
    if (sets >> AUDE_SET_TRADERS & 1) eval_sets_add_goods(game, near, x);
    if (sets >> AUDE_SET_KING & 1) eval_sets_add_awards(game, near, x);
    if (sets >> AUDE_SET_DRAGON & 1) eval_sets_add_fairy(game, near, x);
    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].kind > AUDE_SMALL || game->figure[i].where > AUDE_AT_SEGMENT)
            eval_sets_add_special(eval, game, board, &game->figure[i], near, x);
    eval_sets_add_dangers(game, board, near, x);
    if (sets >> AUDE_SET_ABBEY & 1) {
        eval_sets_add_abbeys(game, near, far, x);
        eval_sets_add_field_barns(game, board, near, far, x);
    }
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        unsigned n = eval_hand(game, seat);
        if (n > 7) x[seat][EVAL_HAND_MORE] = near * (float)(n - 7);
        if (!(sets >> AUDE_SET_TOWER & 1)) continue;
        x[seat][EVAL_TOWER_PIECES] = near * (float)game->towers.pieces[seat];
        if (!game->towers.pieces[seat]) x[seat][EVAL_PIECES_NONE] = near;
        if (!n && x[seat][EVAL_PRISONER_LOST] > 0) x[seat][EVAL_PRISONER_NEED] = near;
    }
}

void eval_sets(struct eval *eval, const struct aude_game *game,
               const struct eval_board *board, float points[AUDE_SEATS_MAX])
{
    float sum[AUDE_SEATS_MAX] = {0};

    eval_sets_x(eval, game, board, eval->sets_x);
    /* As eval_dot() for each seat, but side by side: one sum need not wait for another. */
    for (unsigned i = 0; i < EVAL_SETS_N; i++)
        for (unsigned seat = 0; seat < game->n_seats; seat++)
            sum[seat] += eval->w->sets[i] * eval->sets_x[seat][i];
    for (unsigned seat = 0; seat < game->n_seats; seat++) points[seat] += sum[seat];
}
