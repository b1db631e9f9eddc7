/* match_choose.c -- what is played in a match: chance, with leanings (struct match_style). */
#include "match.h"

#include <limits.h>
#include <math.h>

/* ---- chance ------------------------------------------------------------------------ */

/* splitmix64 */
uint64_t match_roll(uint64_t *dice)
{
    uint64_t z = *dice += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int match_below(uint64_t *dice, int n)
{
    return (int)(match_roll(dice) % (uint64_t)n);
}

bool match_percent(uint64_t *dice, int chance)
{
    return match_below(dice, 100) < chance;
}

/* ---- choosing ---------------------------------------------------------------------- */

static const int step_to[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

static int laid_around(const struct aude_game *game, struct aude_action a)
{
    int n = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (aude_game_tile_at(game, a.x + dx, a.y + dy) >= 0) n += dx && dy ? 1 : 3;
    return n;
}

/* How near the spring would the river's new end be? */
static int curled(const struct aude_game *game, struct aude_action a)
{
    unsigned river = aude_tiles[game->turn.tile].river;

    for (int side = 0; side < 4; side++) {
        int x = a.x + step_to[side][0], y = a.y + step_to[side][1];

        if ((river >> (side + 4 - a.arg) % 4 & 1) && aude_game_tile_at(game, x, y) < 0)
            return -(x * x + y * y);
    }
    return 0;
}

/* Roads and cities that the tile would close, less those it would leave open. */
static int closed(const struct aude_game *game, struct aude_action a)
{
    int n = 0;

    for (int side = 0; side < 4; side++) {
        int edge = aude_tiles[game->turn.tile].edge[(side + 4 - a.arg) % 4];
        int next =
            aude_game_tile_at(game, a.x + step_to[side][0], a.y + step_to[side][1]);

        if (edge == AUDE_EDGE_ROAD) n += next >= 0 ? 1 : -1;
        if (edge == AUDE_EDGE_CITY) n += next >= 0 ? 2 : -2;
    }
    return n;
}

/* The feature in which the active seat's builder stands, or -1. */
static int builders_feature(const struct aude_game *game)
{
    struct aude_feature_view view;

    for (int i = 0; i < game->n_figures; i++) {
        const struct aude_figure *it = &game->figure[i];
        int tile = (int)aude_tile_of(game, it->at);

        if (it->kind != AUDE_BUILDER || it->seat != game->turn.seat ||
            it->where != AUDE_AT_SEGMENT)
            continue;
        aude_game_feature(game, tile, it->at - game->laid[tile].first, &view);
        return view.id;
    }
    return -1;
}

/* Does the tile on that side of the cell have part of the feature there? */
static bool meets(const struct aude_game *game, struct aude_action a, int side, int id)
{
    int tile = aude_game_tile_at(game, a.x + step_to[side][0], a.y + step_to[side][1]);
    const struct aude_laid *laid = &game->laid[tile < 0 ? 0 : tile];
    int facing = (side + 2 + 4 - laid->rot) % 4;
    struct aude_feature_view view;

    for (int i = 0; tile >= 0 && i < aude_tiles[laid->kind].n_segments; i++) {
        if (!(aude_tiles[laid->kind].segment[i].sides >> facing & 1)) continue;
        aude_game_feature(game, tile, i, &view);
        if (view.id == id) return true;
    }
    return false;
}

static bool extends(const struct aude_game *game, struct aude_action a)
{
    int id = builders_feature(game);

    for (int side = 0; id >= 0 && side < 4; side++)
        if (meets(game, a, side, id)) return true;
    return false;
}

/* What this tile is laid by. */
enum leaning { BY_CHANCE, TO_CURL, TO_CLOSE, TO_HUDDLE, TO_BUILD };

static enum leaning choose_leaning(struct match *t)
{
    bool river = aude_tiles[t->game.turn.tile].river != 0;

    if (match_percent(&t->dice, t->style.build)) return TO_BUILD;
    if (river) return match_percent(&t->dice, t->style.curl) ? TO_CURL : BY_CHANCE;
    if (match_percent(&t->dice, t->style.closing)) return TO_CLOSE;
    return match_percent(&t->dice, t->style.compact) ? TO_HUDDLE : BY_CHANCE;
}

static int value_of(const struct match *t, enum leaning leaning, struct aude_action a)
{
    switch (leaning) {
    case TO_CURL:
        return curled(&t->game, a);
    case TO_CLOSE:
        return closed(&t->game, a);
    case TO_HUDDLE:
        return laid_around(&t->game, a);
    case TO_BUILD:
        return extends(&t->game, a);
    default:
        return 0;
    }
}

/* One of the best, by lot. */
static struct aude_action choose_place(struct match *t, const struct aude_action *list,
                                       int n)
{
    enum leaning leaning = choose_leaning(t);
    int best = 0, best_value = INT_MIN, ties = 0;

    for (int i = 0; i < n && list[i].kind == AUDE_LAY; i++) {
        int value = value_of(t, leaning, list[i]);

        if (value > best_value) best_value = value, ties = 0;
        if (value == best_value && match_below(&t->dice, ++ties) == 0) best = i;
    }
    return list[best];
}

/* ---- figures and what may be done instead ------------------------------------------ */

static int figures_on(const struct match *t, int tile)
{
    int n = 0;

    for (int i = 0; i < t->model.n_figures; i++) n += t->model.figure[i].tile == tile;
    return n;
}

/* How gladly that figure goes there. */
static int weight_of_put(const struct match *t, struct aude_action a)
{
    int tile = aude_game_tile_at(&t->game, a.x, a.y);
    int n = t->style.crowd > 0 ? t->style.crowd * figures_on(t, tile) : 0;

    if (a.segment == AUDE_ON_TOWER) return t->style.top;
    return (1 + n) * t->style.figure[a.figure] *
           t->style.weight[aude_tiles[t->game.laid[tile].kind].segment[a.segment].kind];
}

/* How many figures stand where the dragon would go. */
static int weight_of_step(const struct match *t, struct aude_action a)
{
    const struct aude_laid *from = &t->game.laid[t->game.dragon.at];
    int tile = aude_game_tile_at(&t->game, from->x + step_to[a.arg][0],
                                 from->y + step_to[a.arg][1]);
    int n = 1;

    for (int i = 0; i < t->model.n_figures; i++)
        if (t->model.figure[i].tile == tile) n += t->style.hunger;
    return n;
}

static int weight_of(const struct match *t, struct aude_action a)
{
    if (a.kind == AUDE_PUT) return weight_of_put(t, a);
    if (a.kind == AUDE_STEP) return weight_of_step(t, a);
    return 1;
}

static struct aude_action choose_of_kind(struct match *t, const struct aude_action *list,
                                         int n, int kind)
{
    int sum = 0, at;

    for (int i = 0; i < n; i++)
        if (list[i].kind == kind) sum += weight_of(t, list[i]);
    at = match_below(&t->dice, sum > 0 ? sum : 1);
    for (int i = 0; i < n; i++)
        if (list[i].kind == kind && (at -= weight_of(t, list[i])) < 0) return list[i];
    return list[match_below(&t->dice, n)];
}

/* First what kind of thing to do, of those that are possible, then which. */
static struct aude_action choose_other(struct match *t, const struct aude_action *list,
                                       int n)
{
    bool has[AUDE_ACTION_KINDS] = {false};
    int sum = 0, at;

    for (int i = 0; i < n; i++) {
        bool counts = list[i].kind != AUDE_PUT || weight_of(t, list[i]) > 0;

        if (counts && !has[list[i].kind]) sum += t->style.act[list[i].kind];
        if (counts) has[list[i].kind] = true;
    }
    at = match_below(&t->dice, sum > 0 ? sum : 1);
    for (int kind = 0; kind < AUDE_ACTION_KINDS; kind++)
        if (has[kind] && (at -= t->style.act[kind]) < 0)
            return choose_of_kind(t, list, n, kind);
    return list[match_below(&t->dice, n)];
}

/* ---- throws ------------------------------------------------------------------------ */

static int between(struct match *t, int low, int high)
{
    return low + match_below(&t->dice, high - low + 1);
}

static int bounded(double value, int low, int high)
{
    return value < low ? low : value > high ? high : (int)value;
}

/* Some follower that a token can reach, or some tile: a place worth aiming at. */
static struct aude_point some_aim(struct match *t)
{
    const struct model_tile *tile =
        &t->model.tile[match_below(&t->dice, t->model.n_tiles)];
    struct aude_point at = {tile->x * 1024 + between(t, -200, 1224),
                            tile->y * 1024 + between(t, -200, 1224)};
    int from = match_below(&t->dice, t->model.n_figures), x, y;

    if (match_percent(&t->dice, 15)) return at;
    for (int i = 0; i < t->model.n_figures; i++)
        if (model_centre(&t->model, (from + i) % t->model.n_figures, &x, &y))
            return (struct aude_point){x, y};
    return at;
}

/* Without scatter the range grows evenly with the power. */
static struct aude_action aim_at(struct match *t, struct aude_point at)
{
    unsigned stand = (unsigned)match_below(&t->dice, AUDE_CAT_STANDS);
    struct aude_point from = aude_catapult_stand(&t->game, stand), far, rest;
    double length, angle = atan2(at.y - from.y, at.x - from.x);
    int aim = (int)lround(angle / (2 * acos(-1)) * 4096) + between(t, -4, 4);

    aude_catapult_flight(&t->game, stand, 0, AUDE_CAT_POWER_MAX, &far, &rest);
    length = hypot(at.x - from.x, at.y - from.y) - AUDE_CAT_D_MIN;
    length = length / (far.x - from.x - AUDE_CAT_D_MIN) * AUDE_CAT_POWER_MAX;
    return (struct aude_action){
        .kind = AUDE_THROW,
        .arg = (uint8_t)stand,
        .x = (int16_t)((aim + 2 * AUDE_CAT_TURN) % AUDE_CAT_TURN),
        .y = (int16_t)bounded(length + between(t, -8, 8), 0, AUDE_CAT_POWER_MAX)};
}

/* Of several the one that would set off the longest chain (CAT-20). */
static struct aude_action aim_well(struct match *t)
{
    struct aude_action best = aim_at(t, some_aim(t));
    bool knock_out = t->model.thrown_kind == AUDE_KNOCK_OUT;

    for (int i = 0; i < 20 && knock_out; i++) {
        struct aude_action other = aim_at(t, some_aim(t));

        if (model_chain(&t->model, other) > model_chain(&t->model, best)) best = other;
    }
    return best;
}

/* Hands where the token was meant to go, more or less. */
static struct aude_action catch_it(struct match *t, const struct aude_range *range)
{
    int x =
        t->model.power * AUDE_CAT_LANE_MAX / AUDE_CAT_POWER_MAX + between(t, -180, 180);
    int y = t->model.aim + between(t, -180, 180);

    return (struct aude_action){.kind = AUDE_HANDS,
                                .arg = 1,
                                .x = (int16_t)bounded(x, range->x_lo, range->x_hi),
                                .y = (int16_t)bounded(y, range->y_lo, range->y_hi)};
}

/* A random throw within the bounds; often it is aimed well. */
static struct aude_action choose_throw(struct match *t, const struct aude_range *range)
{
    if (range->kind == AUDE_THROW && match_percent(&t->dice, 80)) return aim_well(t);
    if (range->kind == AUDE_HANDS && match_percent(&t->dice, 70))
        return catch_it(t, range);
    return (struct aude_action){.kind = range->kind,
                                .arg = (uint8_t)between(t, range->arg_lo, range->arg_hi),
                                .x = (int16_t)between(t, range->x_lo, range->x_hi),
                                .y = (int16_t)between(t, range->y_lo, range->y_hi)};
}

struct aude_action match_choose(struct match *t, const struct aude_action *list, int n)
{
    struct aude_range range;

    if (model_range(&t->model, &range) && match_percent(&t->dice, 80))
        return choose_throw(t, &range);
    if (list[0].kind == AUDE_LAY && !match_percent(&t->dice, t->style.act[AUDE_RANSOM]))
        return choose_place(t, list, n);
    return choose_other(t, list, n);
}
