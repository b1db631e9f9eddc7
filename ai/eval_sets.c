/* eval_sets.c -- what the expansions add to a position.
 *
 * Inns and cathedrals are part of a feature's own worth (eval_feature.c), large followers,
 * mayors and wagons count among the followers. Here is what stands outside features: numbers
 * for each seat, which fitted weights turn into points (weights.c). `near` is 1 for most
 * of the game and falls to 0 at its end. */
#include "eval_internal.h"

#include <assert.h>
#include <string.h>

enum { GOODS_KINDS = 3 };

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

static void eval_sets_add_barn(struct eval *eval, const struct aude_game *game,
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
static void eval_sets_add_pig(const struct aude_game *game, const struct eval_held *held,
                              const struct aude_figure *fig, numbers x)
{
    unsigned id = game->label[fig->at];

    for (int i = 0; i < held->n; i++)
        if (held->list[i]->id == id && held->list[i]->owners >> fig->seat & 1)
            x[fig->seat][EVAL_PIG_FIELD] += held->list[i]->worth / 3;
}

/* AM-13: a mayor is as strong as its city has shields, so without shields it has no strength. */
static void eval_sets_add_mayor(const struct aude_game *game,
                                const struct eval_feature *f, float own[EVAL_SETS_N])
{
    if (!f->owners && !game->feature[f->id].shields) own[EVAL_MAYOR_WAITS] += f->worth;
}

static void eval_sets_add_special(struct eval *eval, const struct aude_game *game,
                                  const struct eval_held *held, unsigned seat, uint64_t m,
                                  float near, numbers x)
{
    const struct aude_figure *fig = &game->figure[eval_first(game, seat, m)];
    float *own = x[seat];

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
        if (fig->kind == AUDE_PIG) eval_sets_add_pig(game, held, fig, x);
        if (fig->kind == AUDE_WAGON)
            own[EVAL_WAGON_LAID] += near * eval_held_of(game, held, seat, m)->home;
        if (fig->kind == AUDE_MAYOR)
            eval_sets_add_mayor(game, eval_held_of(game, held, seat, m), own);
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

/* What a seat would lose with one of its followers. */
static float eval_sets_stake(const struct eval_feature *f, unsigned seat)
{
    if (f->alone == seat) return f->stake;
    return f->owners >> seat & 1 ? f->worth / (float)eval_of(f->followers, seat) : 0;
}

/* Of the followers that a tower reaches, the next seat may take one, if it has a piece, the others in their next turn.
 * `most` is what each seat would lose at most. */
static void eval_sets_add_prey(const struct aude_game *game,
                               const struct eval_reach *reach,
                               const float most[AUDE_SEATS_MAX], numbers x)
{
    unsigned next = game->turn.seat;

    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        if (!reach->tower[seat]) continue;
        if (game->towers.pieces[next] && seat != next) {
            x[seat][EVAL_TOWER_ANY] = 1;
            x[seat][EVAL_TOWER_TOP] = most[seat];
        }
        for (unsigned s = 0; s < game->n_seats; s++)
            if (s != seat && s != next && game->towers.pieces[s] &&
                most[seat] > x[s][EVAL_TOWER_PREY])
                x[s][EVAL_TOWER_PREY] = most[seat];
    }
}

static void eval_sets_add_towers(const struct aude_game *game,
                                 const struct eval_held *held,
                                 const struct eval_reach *reach, float near, numbers x)
{
    float most[AUDE_SEATS_MAX];

    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        float count = 0, stake = 0;
        most[seat] = 0;
        for (uint64_t m = reach->tower[seat]; m; m &= m - 1) {
            float lost = eval_sets_stake(eval_held_of(game, held, seat, m & -m), seat);
            most[seat] = lost > most[seat] ? lost : most[seat];
            count += near;
            stake += near * lost;
        }
        x[seat][EVAL_TOWER_COUNT] = count;
        x[seat][EVAL_TOWER_STAKE] = stake;
    }
    eval_sets_add_prey(game, reach, most, x);
}

static void eval_sets_add_dragon(const struct aude_game *game,
                                 const struct eval_held *held,
                                 const struct eval_reach *reach, float near, numbers x)
{
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        float count = 0, stake = 0;
        for (uint64_t m = reach->dragon[seat]; m; m &= m - 1) {
            count += near;
            stake += near * eval_sets_stake(eval_held_of(game, held, seat, m & -m), seat);
        }
        x[seat][EVAL_DRAGON_COUNT] = count;
        x[seat][EVAL_DRAGON_STAKE] = stake;
    }
}

static void eval_sets_add_dangers(struct eval *eval, const struct aude_game *game,
                                  const struct eval_held *held, float near, numbers x)
{
    bool towers = game->sets >> AUDE_SET_TOWER & 1,
         dragons = game->sets >> AUDE_SET_DRAGON & 1;
    struct eval_reach reach;

    if (!towers && !dragons) return;
    eval_danger_reach(eval, game, &reach);
    if (towers) eval_sets_add_towers(game, held, &reach, near, x);
    if (dragons) eval_sets_add_dragon(game, held, &reach, near, x);
}

/* Does a follower of the seat stand beside the fairy? */
static bool eval_sets_has_fairy(const struct aude_game *game, unsigned seat)
{
    for (uint64_t m = eval_followers_out(game, seat); m; m &= m - 1)
        if (game->figure[eval_first(game, seat, m)].tile == game->dragon.fairy)
            return true;
    return false;
}

/* Or is it bound to one? */
static bool eval_sets_is_bound(const struct aude_game *game, unsigned seat)
{
    unsigned i = game->dragon.bound - game->player[seat].first;

    return i < game->player[seat].n_figures && eval_followers_out(game, seat) >> i & 1;
}

/* PD-7: a point a turn for the followers beside the fairy. */
static void eval_sets_add_fairy(const struct aude_game *game, float near, numbers x)
{
    bool bound = game->dragon.bound != AUDE_NOWHERE;

    if (game->dragon.fairy == AUDE_NOWHERE) return;
    if (!bound && !game->crowd[game->dragon.fairy]) return;
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (bound ? eval_sets_is_bound(game, seat) : eval_sets_has_fairy(game, seat))
            x[seat][EVAL_FAIRY] = near;
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
                                      const struct eval_held *held, float near, float far,
                                      numbers x)
{
    unsigned home = 0;

    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        home |= game->player[seat].supply[AUDE_BARN] ? 1u << seat : 0;
        if (game->player[seat].supply[AUDE_BARN]) x[seat][EVAL_BARN_FAR] = far;
    }
    for (int i = 0; i < held->n && home; i++) {
        const struct eval_feature *f = held->list[i];
        if (f->kind != AUDE_FIELD) continue;
        for (unsigned seat = 0; seat < game->n_seats; seat++) {
            if (!(f->owners >> seat & 1)) continue;
            if (home & ~(1u << seat)) x[seat][EVAL_FIELD_BARN] += near * f->worth;
            if (home >> seat & 1) x[seat][EVAL_FIELD_OWN_BARN] += near * f->worth;
        }
    }
}

/* -- All of it -------------------------------------------------------------------------- */

/* The sets that fill each number; every other game has zero there. Most games have few, and only those are multiplied. */
enum {
    ANY = ~0,
    TRADERS = 1 << AUDE_SET_TRADERS,
    DRAGON = 1 << AUDE_SET_DRAGON,
    TOWER = 1 << AUDE_SET_TOWER,
    ABBEY = 1 << AUDE_SET_ABBEY,
    KING = 1 << AUDE_SET_KING
};

static const aude_sets filled_by[EVAL_SETS_N] = {
    [EVAL_TO_DRAW] = (aude_sets)ANY,
    [EVAL_BUILDER_HOME] = TRADERS,
    [EVAL_BUILDER_LAID] = TRADERS,
    [EVAL_PIG_HOME] = TRADERS,
    [EVAL_PIG_FIELD] = TRADERS,
    [EVAL_BARN_HOME] = ABBEY,
    [EVAL_BARN_CITIES] = ABBEY,
    [EVAL_BIG_HOME] = 1 << AUDE_SET_INNS | 1 << AUDE_SET_ABBOT,
    [EVAL_GOODS] = TRADERS,
    [EVAL_AWARD] = KING,
    [EVAL_AWARD_EARLY] = KING,
    [EVAL_FAIRY] = DRAGON,
    [EVAL_DRAGON_COUNT] = DRAGON,
    [EVAL_DRAGON_STAKE] = DRAGON,
    [EVAL_TOWER_PIECES] = TOWER,
    [EVAL_TOWER_COUNT] = TOWER,
    [EVAL_TOWER_STAKE] = TOWER,
    [EVAL_ON_TOWER] = TOWER,
    [EVAL_PRISONER_LOST] = TOWER,
    [EVAL_PRISONER_HELD] = TOWER,
    [EVAL_ABBEYS] = ABBEY,
    [EVAL_QUARTER] = 1 << AUDE_SET_COUNT,
    [EVAL_HAND_MORE] = (aude_sets)ANY,
    [EVAL_HOLE] = ABBEY,
    [EVAL_HOLE_NEXT] = ABBEY,
    [EVAL_ABBEY_LATE] = ABBEY,
    [EVAL_WAGON_HOME] = ABBEY,
    [EVAL_WAGON_LAID] = ABBEY,
    [EVAL_MAYOR_HOME] = ABBEY,
    [EVAL_MAYOR_WAITS] = ABBEY,
    [EVAL_FIELD_BARN] = ABBEY,
    [EVAL_FIELD_OWN_BARN] = ABBEY,
    [EVAL_BARN_FAR] = ABBEY,
    [EVAL_TOWER_TOP] = TOWER,
    [EVAL_TOWER_ANY] = TOWER,
    [EVAL_TOWER_PREY] = TOWER,
    [EVAL_PRISONER_NEED] = TOWER,
    [EVAL_PIECES_NONE] = TOWER,
};

void eval_sets_choose(struct eval *eval, aude_sets sets)
{
    eval->n_sets = 0;
    for (unsigned i = 0; i < EVAL_SETS_N; i++)
        if (filled_by[i] & sets) eval->sets[eval->n_sets++] = (uint8_t)i;
    static_assert(EVAL_SETS_N % 2 == 0, "there is one more");
    /* Two are added in one round: one more that is always 0 changes no sum. */
    for (unsigned i = 0; eval->n_sets % 2; i++)
        if (!(filled_by[i] & sets)) eval->sets[eval->n_sets++] = (uint8_t)i;
}

/* The figures that are no small followers, and those neither at hand nor on a segment. */
static void eval_sets_add_specials(struct eval *eval, const struct aude_game *game,
                                   const struct eval_held *held, float near, numbers x)
{
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        const struct aude_player *player = &game->player[seat];
        uint64_t usual = player->at[AUDE_AT_HOME] | player->at[AUDE_AT_SEGMENT];
        uint64_t all = ((uint64_t)1 << player->n_figures) - 1;
        for (uint64_t m = all & ~(usual & game->kinds[AUDE_SMALL]); m; m &= m - 1)
            eval_sets_add_special(eval, game, held, seat, m & -m, near, x);
    }
}

static void eval_sets_add_hands(const struct aude_game *game,
                                const unsigned hands[AUDE_SEATS_MAX], float near,
                                numbers x)
{
    bool towers = game->sets >> AUDE_SET_TOWER & 1;

    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        unsigned n = hands[seat];
        if (n > 7) x[seat][EVAL_HAND_MORE] = near * (float)(n - 7);
        if (!towers) continue;
        x[seat][EVAL_TOWER_PIECES] = near * (float)game->towers.pieces[seat];
        if (!game->towers.pieces[seat]) x[seat][EVAL_PIECES_NONE] = near;
        if (!n && x[seat][EVAL_PRISONER_LOST] > 0) x[seat][EVAL_PRISONER_NEED] = near;
    }
}

static void eval_sets_fill(struct eval *eval, const struct aude_game *game,
                           const struct eval_held *held, float near, float far,
                           const unsigned hands[AUDE_SEATS_MAX], numbers x)
{
    unsigned sets = game->sets;

    memset(x, 0,
           (game->n_seats + 1u) / 2 * 2 * sizeof x[0]); /* two are summed at a time */
    if (game->turn.actor == AUDE_SEAT_NONE || game->turn.phase == AUDE_PHASE_SOURCE)
        x[game->turn.seat][EVAL_TO_DRAW] = near;
    if (sets >> AUDE_SET_TRADERS & 1) eval_sets_add_goods(game, near, x);
    if (sets >> AUDE_SET_KING & 1) eval_sets_add_awards(game, near, x);
    if (sets >> AUDE_SET_DRAGON & 1) eval_sets_add_fairy(game, near, x);
    eval_sets_add_specials(eval, game, held, near, x);
    eval_sets_add_dangers(eval, game, held, near, x);
    if (sets >> AUDE_SET_ABBEY & 1) {
        eval_sets_add_abbeys(game, near, far, x);
        eval_sets_add_field_barns(game, held, near, far, x);
    }
    eval_sets_add_hands(game, hands, near, x);
}

void eval_sets_x(struct eval *eval, const struct aude_game *game,
                 const struct eval_held *held, numbers x)
{
    unsigned hands[AUDE_SEATS_MAX];
    float near, far;

    eval_hand_time(eval, game, &near, &far);
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        hands[seat] = eval_hand(game, seat);
    eval_sets_fill(eval, game, held, near, far, hands, x);
}

static_assert(AUDE_SEATS_MAX % 2 == 0, "seats are summed two at a time");

void eval_sets(struct eval *eval, const struct aude_game *game,
               const struct eval_held *held, const struct eval_time *time,
               const unsigned hands[AUDE_SEATS_MAX], float points[AUDE_SEATS_MAX])
{
    const float *w = eval->w->sets;
    const uint8_t *at = eval->sets, *end = at + eval->n_sets;

    eval_sets_fill(eval, game, held, time->near, time->far, hands, eval->sets_x);
    /* As eval_dot() for each seat, but two side by side: one sum need not wait for another. */
    for (unsigned seat = 0; seat < game->n_seats; seat += 2) {
        const float *one = eval->sets_x[seat], *two = eval->sets_x[seat + 1];
        float a = 0, b = 0;
        for (const uint8_t *i = at; i < end; i += 2) {
            a += w[i[0]] * one[i[0]];
            b += w[i[0]] * two[i[0]];
            a += w[i[1]] * one[i[1]];
            b += w[i[1]] * two[i[1]];
        }
        points[seat] += a;
        points[seat + 1] += b;
    }
}
