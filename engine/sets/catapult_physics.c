/* catapult_physics.c -- where a token flies, slides and whom it hits, in whole numbers.
 *
 * Units of CAT-13: 1024 a tile, angles of 4096 a turn, sines of 16384. Division cuts towards
 * zero as C does; squares need 64 bits. Nothing here knows whose turn it is. */
#include "sets/catapult_internal.h"

enum { UNIT = 16384 }; /* length of a direction */

/* CAT-13: all four quarters from the table of one. */
int32_t aude__physics_sine(int32_t angle)
{
    unsigned a = (unsigned)angle & (AUDE_CAT_TURN - 1), k = a & 1023;
    int32_t sine = aude__catapult_sine_quarter[a >> 10 & 1 ? 1024 - k : k];

    return a >> 11 ? -sine : sine;
}

uint32_t aude__physics_root(uint64_t n)
{
    uint64_t root = 0;
    unsigned top = n ? 63u - (unsigned)__builtin_clzll(n) : 0; /* the highest bit of n */

    /* Branch-free: whether a bit of the root is set cannot be guessed. */
    for (uint64_t bit = (uint64_t)1 << (top & ~1u); bit; bit >>= 2) {
        uint64_t fits = 0 - (uint64_t)(n >= root + bit);
        n -= (root + bit) & fits;
        root = (root >> 1) + (bit & fits);
    }
    return (uint32_t)root;
}

static int64_t physics_squared(int64_t n)
{
    return n * n;
}

static int64_t physics_points_apart_squared(struct aude_point a, struct aude_point b)
{
    return physics_squared((int64_t)a.x - b.x) + physics_squared((int64_t)a.y - b.y);
}

/* `from`, `length` further in the direction `u`. */
static struct aude_point physics_flight_ahead(struct aude_point from, int64_t length,
                                              struct aude_point u)
{
    return (struct aude_point){.x = (int32_t)(from.x + length * u.x / UNIT),
                               .y = (int32_t)(from.y + length * u.y / UNIT)};
}

/* -- Places ----------------------------------------------------------------------------- */

struct box {
    int32_t x0, y0, x1, y1;
};

/* Two laid tiles as numbers of 16 bits: x and y of the first are 0 and 1, of the second 4 and
 * 5. The others (kinds, turns, handles) are compared too, and not looked at. */
typedef int16_t two_tiles __attribute__((vector_size(2 * sizeof(struct aude_laid))));
static_assert(sizeof(struct aude_laid) == 8 && offsetof(struct aude_laid, x) == 0 &&
                  offsetof(struct aude_laid, y) == 2,
              "x and y are the first two numbers of four");

static inline int32_t physics_lower(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The lower and the higher of each two numbers. Processors with vectors have one instruction for
 * it, which gcc does not find by itself: 2 % of the instructions of everything. */
static inline two_tiles physics_lower_of(two_tiles a, two_tiles b)
{
#if defined __SSE2__ && !defined __clang__
    return (two_tiles)__builtin_ia32_pminsw128(a, b);
#else
    return a ^ ((a ^ b) & (b < a));
#endif
}

static inline two_tiles physics_higher_of(two_tiles a, two_tiles b)
{
#if defined __SSE2__ && !defined __clang__
    return (two_tiles)__builtin_ia32_pmaxsw128(a, b);
#else
    return a ^ ((a ^ b) & (b > a));
#endif
}

/* All tiles of the board are looked at, two at a time: 2 % of the instructions of everything less than one by one. */
static struct aude_extent physics_extent_of_tiles(const struct aude_game *game)
{
    two_tiles tiles, low, high;
    unsigned n = game->n_laid;

    memcpy(&low, (struct aude_laid[2]){game->laid[0], game->laid[n - 1]}, sizeof low);
    high = low;
    for (unsigned i = 0; i + 1 < n; i += 2) {
        memcpy(&tiles, &game->laid[i], sizeof tiles);
        low = physics_lower_of(low, tiles);
        high = physics_higher_of(high, tiles);
    }
    return (struct aude_extent){.x_lo = (int16_t)physics_lower(low[0], low[4]),
                                .y_lo = (int16_t)physics_lower(low[1], low[5]),
                                .x_hi = (int16_t)-physics_lower(-high[0], -high[4]),
                                .y_hi = (int16_t)-physics_lower(-high[1], -high[5]),
                                .tiles = (uint16_t)n};
}

static struct box physics_box(const struct aude_extent *extent)
{
    return (struct box){extent->x_lo * AUDE_CAT_TILE, extent->y_lo * AUDE_CAT_TILE,
                        (extent->x_hi + 1) * AUDE_CAT_TILE,
                        (extent->y_hi + 1) * AUDE_CAT_TILE};
}

/* CAT-15: over the whole board and a little more. */
static struct aude_extent physics_extent(const struct aude_game *game)
{
    struct aude_extent extent = physics_extent_of_tiles(game);
    struct box box = physics_box(&extent);
    int64_t w = box.x1 - box.x0, h = box.y1 - box.y0;

    extent.range = aude__physics_root((uint64_t)(w * w + h * h)) + AUDE_CAT_D_EXTRA;
    return extent;
}

/* KEPT FOR A ROUND: six throws at the same board; looking at all tiles and a root for each of them was 2 % of a random game with
 * everything. */
void aude__physics_keep_extent(struct aude_game *game)
{
    if (game->catapult.extent.tiles != game->n_laid)
        game->catapult.extent = physics_extent(game);
}

bool aude__physics_extent_holds(const struct aude_game *game)
{
    const struct aude_extent *kept = &game->catapult.extent;
    struct aude_extent now = physics_extent(game);

    return kept->tiles != now.tiles ||
           (kept->x_lo == now.x_lo && kept->y_lo == now.y_lo && kept->x_hi == now.x_hi &&
            kept->y_hi == now.y_hi && kept->range == now.range);
}

static struct aude_extent physics_extent_now(const struct aude_game *game)
{
    const struct aude_extent *kept = &game->catapult.extent;

    return kept->tiles == game->n_laid ? *kept : physics_extent(game);
}

/* The low end, the middle or the high end of a side of the box, for -1, 0, 1. */
static int32_t physics_box_along(int32_t lo, int32_t hi, int where)
{
    if (!where) return (lo + hi) / 2;
    return where < 0 ? lo - AUDE_CAT_MARGIN : hi + AUDE_CAT_MARGIN;
}

/* CAT-17: N NE E SE S SW W NW. */
static struct aude_point physics_stand_at(struct box box, unsigned stand)
{
    static const int8_t dx[AUDE_CAT_STANDS] = {0, 1, 1, 1, 0, -1, -1, -1};
    static const int8_t dy[AUDE_CAT_STANDS] = {-1, -1, 0, 1, 1, 1, 0, -1};

    stand %= AUDE_CAT_STANDS;
    return (struct aude_point){physics_box_along(box.x0, box.x1, dx[stand]),
                               physics_box_along(box.y0, box.y1, dy[stand])};
}

struct aude_point aude_catapult_stand(const struct aude_game *game, unsigned stand)
{
    struct aude_extent extent = physics_extent_now(game);

    return physics_stand_at(physics_box(&extent), stand);
}

/* An anchor of tile data as the tile lies, on the ground. */
static struct aude_point physics_point_of_anchor(const struct aude_laid *laid, int32_t x,
                                                 int32_t y)
{
    /* Each quarter turn clockwise makes x the new y, and what y leaves of a tile the new x. */
    int32_t turned[5] = {y, x, AUDE_CAT_TILE - y, AUDE_CAT_TILE - x, y};

    return (struct aude_point){laid->x * AUDE_CAT_TILE + turned[laid->rot + 1],
                               laid->y * AUDE_CAT_TILE + turned[laid->rot]};
}

/* Where the followers of a quarter stand; the block is never turned. */
static struct aude_point physics_quarter_point(const struct aude_laid *in_block,
                                               unsigned quarter)
{
    const struct aude_tile *tile = &aude_tiles[in_block->kind];

    return (struct aude_point){
        (in_block->x - tile->col) * AUDE_CAT_TILE + aude_quarters[quarter].x,
        (in_block->y - tile->row) * AUDE_CAT_TILE + aude_quarters[quarter].y};
}

/* CAT-9, CAT-18: followers on segments and towers; in a quarter only by the switch. */
bool aude_catapult_figure(const struct aude_game *game, unsigned figure,
                          struct aude_point *centre)
{
    const struct aude_figure *fig = &game->figure[figure];
    unsigned near = aude__figure_near(game, figure);

    if (!aude__figure_is_follower(fig->kind) || near == AUDE__NONE) return false;
    const struct aude_laid *laid = &game->laid[near];
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    if (fig->where == AUDE_AT_SEGMENT) {
        const struct aude_segment *seg = &tile->segment[fig->at - laid->first];
        *centre = physics_point_of_anchor(laid, seg->x, seg->y);
        return true;
    }
    if (fig->where == AUDE_AT_TOWER) {
        *centre = physics_point_of_anchor(laid, tile->tower_x, tile->tower_y);
        return true;
    }
    *centre = physics_quarter_point(laid, fig->at);
    return game->sw[AUDE_SWITCH_COC_EXPOSED];
}

uint64_t aude__physics_exposed(const struct aude_game *game, unsigned seat)
{
    uint64_t inside = game->sw[AUDE_SWITCH_COC_EXPOSED]
                          ? game->player[seat].at[AUDE_AT_QUARTER] & game->followers
                          : 0;

    return aude__followers_out(game, seat) | inside;
}

int aude_catapult_radius(enum aude_figure_kind figure)
{
    return figure == AUDE_SMALL || figure == AUDE_ABBOT ? AUDE_CAT_R_SMALL
                                                        : AUDE_CAT_R_BIG;
}

/* -- Flight ----------------------------------------------------------------------------- */

/* CAT-15 to CAT-17. */
struct aude__flight aude__physics_fly(const struct aude_game *game, unsigned stand,
                                      int32_t aim, int32_t power, struct aude__scatter by)
{
    struct aude_extent extent = physics_extent_now(game);

    power += by.hand_power;
    if (power < 0) power = 0;
    if (power > AUDE_CAT_POWER_MAX) power = AUDE_CAT_POWER_MAX;
    int64_t range = AUDE_CAT_D_MIN +
                    (extent.range - (int64_t)AUDE_CAT_D_MIN) * power / AUDE_CAT_POWER_MAX;
    int64_t d = range + range * by.x / 1024;
    int32_t angle = aim + by.hand_aim + by.y;
    struct aude_point u = {aude__physics_sine(angle + AUDE_CAT_TURN / 4),
                           aude__physics_sine(angle)};
    struct aude__flight flight = {.stand = physics_stand_at(physics_box(&extent), stand),
                                  .u = u};

    flight.slide = (int32_t)(d / AUDE_CAT_SLIDE_DIV);
    flight.landing = physics_flight_ahead(flight.stand, d, u);
    flight.rest = physics_flight_ahead(flight.landing, flight.slide, u);
    return flight;
}

void aude_catapult_flight(const struct aude_game *game, unsigned stand, unsigned aim,
                          unsigned power, struct aude_point *landing,
                          struct aude_point *rest)
{
    struct aude__flight flight = aude__physics_fly(
        game, stand, (int32_t)aim, (int32_t)power, (struct aude__scatter){0});

    *landing = flight.landing;
    *rest = flight.rest;
}

/* -- Distances -------------------------------------------------------------------------- */

static int64_t physics_magnitude(int64_t n)
{
    return n < 0 ? -n : n;
}

/* CAT-20: is `c` within `reach` of the segment from `a` to `b`, which is no longer than
 * `length`? */
bool aude__physics_near_segment(struct aude_point c, struct aude_point a,
                                struct aude_point b, int32_t length, int32_t reach)
{
    int64_t vx = b.x - a.x, vy = b.y - a.y, wx = (int64_t)c.x - a.x,
            wy = (int64_t)c.y - a.y;

    /* Refuse far ones first, so that the products below cannot overflow. */
    if (physics_magnitude(wx) > length + reach || physics_magnitude(wy) > length + reach)
        return false;
    int64_t c1 = wx * vx + wy * vy, c2 = vx * vx + vy * vy;
    if (c1 <= 0) return wx * wx + wy * wy <= physics_squared(reach);
    if (c1 >= c2) return physics_points_apart_squared(c, b) <= physics_squared(reach);
    return (wx * wx + wy * wy) * c2 - c1 * c1 <= physics_squared(reach) * c2;
}

static int64_t physics_box_outside(int64_t at, int64_t lo)
{
    if (at < lo) return lo - at;
    return at > lo + AUDE_CAT_TILE ? at - lo - AUDE_CAT_TILE : 0;
}

/* Squared distance to the square of a tile; 0 inside. */
static int64_t physics_point_to_tile_squared(struct aude_point p,
                                             const struct aude_laid *tile)
{
    return physics_squared(physics_box_outside(p.x, (int64_t)tile->x * AUDE_CAT_TILE)) +
           physics_squared(physics_box_outside(p.y, (int64_t)tile->y * AUDE_CAT_TILE));
}

/* The column or row of cells in which a coordinate lies. */
static int physics_cell_of(int32_t at)
{
    return (at - (at & (AUDE_CAT_TILE - 1))) / AUDE_CAT_TILE;
}

/* CAT-21: does the token at rest touch a tile? It is smaller than one, so nine cells are asked
 * instead of all tiles. */
bool aude__physics_touches_tile(const struct aude_game *game, struct aude_point rest)
{
    static_assert((int)AUDE_CAT_R_TOK < (int)AUDE_CAT_TILE, "it reaches the next cell");
    int x = physics_cell_of(rest.x), y = physics_cell_of(rest.y);

    for (int i = 0; i < 9; i++) {
        int tile = aude_game_tile_at(game, x + i % 3 - 1, y + i / 3 - 1);
        if (tile >= 0 && physics_point_to_tile_squared(rest, &game->laid[tile]) <=
                             physics_squared(AUDE_CAT_R_TOK))
            return true;
    }
    return false;
}

/* CAT-24, with the metric of the switch. */
unsigned aude__physics_measure(const struct aude_game *game, struct aude_point rest,
                               unsigned tile)
{
    const struct aude_laid *laid = &game->laid[tile];
    struct aude_point centre = {laid->x * AUDE_CAT_TILE + AUDE_CAT_TILE / 2,
                                laid->y * AUDE_CAT_TILE + AUDE_CAT_TILE / 2};

    if (game->sw[AUDE_SWITCH_CAT_TARGET_METRIC] == AUDE_TARGET_CENTRE)
        return aude__physics_root((uint64_t)physics_points_apart_squared(rest, centre)) /
               AUDE_CAT_RULER;
    uint32_t gap =
        aude__physics_root((uint64_t)physics_point_to_tile_squared(rest, laid));
    return gap > AUDE_CAT_R_TOK ? (gap - AUDE_CAT_R_TOK) / AUDE_CAT_RULER : 0;
}

/* Is anything of the tile within `reach` of the point, along and across? Branch-free: a tile that begins up to its size and
 * the reach before the point, and up to the reach after it. Below that the difference is a large number. */
static inline bool physics_box_has(struct aude_point at, int64_t reach,
                                   const struct aude_laid *tile)
{
    int64_t before = reach + AUDE_CAT_TILE;
    uint64_t dx = (uint64_t)((int64_t)tile->x * AUDE_CAT_TILE - at.x + before);
    uint64_t dy = (uint64_t)((int64_t)tile->y * AUDE_CAT_TILE - at.y + before);

    return (dx <= (uint64_t)(before + reach)) & (dy <= (uint64_t)(before + reach));
}

/* The followers within reach, in ascending order; who stands on no tile is always among them. */
static unsigned physics_look_around(const struct aude_game *game, struct aude_point at,
                                    int64_t reach, uint8_t found[AUDE_FIGURES_MAX])
{
    unsigned n = 0;

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = aude__physics_exposed(game, seat); m; m &= m - 1) {
            unsigned i = aude__first_of(game, seat, m), tile = game->figure[i].tile;
            found[n] = (uint8_t)i;
            n += tile == AUDE_NOWHERE || physics_box_has(at, reach, &game->laid[tile]);
        }
    return n;
}

/* Keeps those of the followers that are nearest; returns how many, and how far they are. */
static unsigned physics_nearest_of(const struct aude_game *game, struct aude_point rest,
                                   uint8_t figure[AUDE_FIGURES_MAX], unsigned of,
                                   int64_t *least)
{
    unsigned n = 0;

    *least = INT64_MAX;
    for (unsigned k = 0; k < of; k++) {
        unsigned i = figure[k];
        struct aude_point centre;
        if (!aude_catapult_figure(game, i, &centre)) continue;
        int64_t far = physics_points_apart_squared(centre, rest);
        n = far < *least ? 0 : n; /* all that were nearest until now are not */
        figure[n] = (uint8_t)i;
        n += far <= *least;
        *least = far < *least ? far : *least;
    }
    return n;
}

/* CAT-21: fills `nearest` with the followers at the smallest distance from `rest`, in ascending order; returns how many. THE
 * NEIGHBOURS FIRST: most of the board is looked at only where nobody is nearer than three tiles. */
unsigned aude__physics_nearest(const struct aude_game *game, struct aude_point rest,
                               uint8_t nearest[AUDE_FIGURES_MAX])
{
    enum { NEARBY = 3 * AUDE_CAT_TILE };
    const int64_t anywhere = (int64_t)1 << 40;
    int64_t least;
    unsigned n = physics_look_around(game, rest, NEARBY, nearest);

    n = physics_nearest_of(game, rest, nearest, n, &least);
    if (n && least <= physics_squared(NEARBY)) return n;
    n = physics_look_around(game, rest, anywhere, nearest);
    return physics_nearest_of(game, rest, nearest, n, &least);
}

/* CAT-27: squares are compared, which is exact. */
enum aude_catch aude__physics_catch(struct aude_point hands, struct aude_point token)
{
    int64_t far = physics_points_apart_squared(hands, token);

    if (far <= physics_squared(AUDE_CAT_R_CATCH)) return AUDE_CAUGHT;
    return far <= physics_squared(AUDE_CAT_R_TOUCH) ? AUDE_TOUCHED : AUDE_MISSED;
}

/* -- Knocking --------------------------------------------------------------------------- */

/* Can a follower on that tile be hit at all? Whoever is hit by the token is within the slide of the landing, whoever is
 * hit at all (`chain`) within three pushes more, with four followers in between; most of the board is farther away, and
 * need not be looked at closely. */
bool aude__physics_may_hit(const struct aude__flight *flight,
                           const struct aude_laid *tile, bool chain)
{
    enum {
        PUSHES = AUDE_CAT_PUSH1 + AUDE_CAT_PUSH2 + AUDE_CAT_PUSH3,
        TOKEN = AUDE_CAT_R_TOK + AUDE_CAT_R_BIG,
        CHAIN = TOKEN + 6 * AUDE_CAT_R_BIG + PUSHES
    };
    return physics_box_has(flight->landing, flight->slide + (chain ? CHAIN : TOKEN),
                           tile);
}

static bool physics_disc_pushes(const struct aude__disc *by,
                                const struct aude__disc *disc, int32_t push,
                                struct aude_point u)
{
    return aude__physics_near_segment(
        disc->at, by->at, physics_flight_ahead(by->at, push, u), push, by->r + disc->r);
}

/* Does a disc of the last level, hit[from..to), reach this one when it is shifted? */
static bool physics_disc_reached(const struct aude__disc *discs, unsigned i,
                                 const struct aude__hit *hit, unsigned from, unsigned to,
                                 int32_t push, struct aude_point u)
{
    for (; from < to; from++)
        if (physics_disc_pushes(&discs[hit[from].disc], &discs[i], push, u)) return true;
    return false;
}

/* By the token itself. */
static bool physics_disc_is_hit(const struct aude__disc *disc,
                                const struct aude__flight *flight)
{
    return aude__physics_near_segment(disc->at, flight->landing, flight->rest,
                                      flight->slide, AUDE_CAT_R_TOK + disc->r);
}

bool aude__physics_hits(const struct aude__disc *discs, unsigned n,
                        const struct aude__flight *flight)
{
    for (unsigned i = 0; i < n; i++)
        if (physics_disc_is_hit(&discs[i], flight)) return true;
    return false;
}

/* CAT-20: the direct hits, then three steps of the chain; each level in ascending order. */
unsigned aude__physics_knock(const struct aude__disc *discs, unsigned n,
                             const struct aude__flight *flight, struct aude__hit *hit)
{
    static const int32_t push[] = {AUDE_CAT_PUSH1, AUDE_CAT_PUSH2, AUDE_CAT_PUSH3};
    bool down[AUDE_FIGURES_MAX] = {false};
    unsigned hits = 0, from = 0;

    for (unsigned i = 0; i < n; i++) {
        down[i] = physics_disc_is_hit(&discs[i], flight);
        if (down[i]) hit[hits++] = (struct aude__hit){.disc = (uint8_t)i};
    }
    for (unsigned level = 1; level <= 3 && from < hits; level++) {
        unsigned to = hits;
        for (unsigned i = 0; i < n; i++) {
            if (down[i] || !physics_disc_reached(discs, i, hit, from, to, push[level - 1],
                                                 flight->u))
                continue;
            down[i] = true;
            hit[hits++] = (struct aude__hit){.disc = (uint8_t)i, .level = (uint8_t)level};
        }
        from = to;
    }
    return hits;
}
