/* put.c -- PUT: a figure from the supply onto the map. Which places are allowed, and their list.
 *
 * The figures of all sets are put in this way. What a kind of figure may stand on is its row
 * in figure.c; sets add limits and other places through their hooks (stand, reach, spot). */
#include "action_internal.h"

/* All kinds of feature, one bit each. */
enum { ALL_KINDS = (1 << AUDE_FEATURE_KINDS) - 1 };

/* BASE-30, EDN-4, BASE-31: may this kind of figure go onto this segment? */
static enum aude_err put_stand_check(const struct aude_game *game, unsigned figure,
                                     unsigned handle)
{
    const struct aude_feature *f = &game->feature[game->label[handle]];

    if (!(aude__figure_rows[figure].features >> f->kind & 1))
        return aude__figure_rows[figure].refusal;
    if (f->kind == AUDE_FIELD && game->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_OFF)
        return AUDE_ERR_FARMERS_OFF;
    if (aude__figure_rows[figure].joins) return aude__figure_rows[figure].joins(game, f);
    return aude_followers(f) ? AUDE_ERR_FEATURE_TAKEN : AUDE_ERR_OK;
}

enum aude_err aude__put_stand_allowed(const struct aude_game *game, unsigned figure,
                                      unsigned tile, unsigned handle)
{
    enum aude_err err = AUDE_ERR_OK;

#define THEN(set, call)                                                                  \
    if (!err) err = call;
    AUDE__ASK_EACH(game->hooks[AUDE__HOOK_STAND], THEN, stand, game, figure, tile, handle)
#undef THEN
    return err;
}

unsigned aude__put_stand_tile(const struct aude_game *game)
{
    unsigned kept = AUDE__NONE;

#define THEN(set, call)                                                                  \
    unsigned tile = call;                                                                \
    if (tile != AUDE__NONE)                                                              \
        kept = kept == AUDE__NONE || kept == tile ? tile : (unsigned)AUDE__EVERY;
    AUDE__ASK_EACH(game->hooks[AUDE__HOOK_STAND], THEN, stand_tile, game)
#undef THEN
    return kept;
}

/* The sets whose reach_now() holds, one bit each. */
static unsigned put_reaching_sets(const struct aude_game *game)
{
    unsigned sets = 0;

#define THEN(set, call) sets |= (unsigned)(call) << (set);
    AUDE__ASK_EACH(game->hooks[AUDE__HOOK_REACH], THEN, reach_now, game)
#undef THEN
    return sets;
}

/* BASE-29: onto the tile just laid, unless a set opens others. */
static enum aude_err put_reach_check(const struct aude_game *game, unsigned figure,
                                     unsigned tile, unsigned handle)
{
    enum aude_err err = tile == game->turn.laid ? AUDE_ERR_OK : AUDE_ERR_NOT_LAID_TILE;

    for (unsigned m = put_reaching_sets(game); m; m &= m - 1)
        err = aude__sets[aude__lowest(m)]->reach(game, figure, tile, handle);
    return err;
}

static enum aude_err put_segment_check(const struct aude_game *game, unsigned figure,
                                       unsigned tile, unsigned handle)
{
    enum aude_err err = put_reach_check(game, figure, tile, handle);

    if (!err) err = put_stand_check(game, figure, handle);
    return err ? err : aude__put_stand_allowed(game, figure, tile, handle);
}

/* A place that is no segment: one of the sets has to know it. */
enum aude_err aude__put_spot_check(const struct aude_game *game, unsigned figure,
                                   unsigned tile, unsigned segment)
{
    enum aude_err err = AUDE_ERR_NO_SEGMENT;

    for (unsigned m = game->hooks[AUDE__HOOK_SPOT]; m; m &= m - 1)
        if (err == AUDE_ERR_NO_SEGMENT)
            err = aude__sets[aude__lowest(m)]->spot(game, figure, tile, segment);
    return err;
}

void aude__put_spot_take(struct aude_game *game, unsigned figure, unsigned tile,
                         unsigned segment)
{
    unsigned kind = game->figure[figure].kind;

    for (unsigned m = game->hooks[AUDE__HOOK_SPOT]; m; m &= m - 1)
        if (!aude__sets[aude__lowest(m)]->spot(game, kind, tile, segment)) {
            aude__sets[aude__lowest(m)]->spot_take(game, figure, tile);
            return;
        }
}

/* `tile` is the laid tile at x,y, or -1. */
static inline enum aude_err put_check_at(const struct aude_game *game,
                                         struct aude_action action, int tile)
{
    if (action.figure >= AUDE_FIGURE_KINDS) return AUDE_ERR_NO_FIGURE;
    if (!game->player[game->turn.seat].supply[action.figure]) return AUDE_ERR_NO_FIGURE;
    if (tile < 0) return AUDE_ERR_NOT_LAID_TILE;
    const struct aude_laid *laid = &game->laid[tile];
    if (action.segment >= aude_tiles[laid->kind].n_segments)
        return aude__put_spot_check(game, action.figure, (unsigned)tile, action.segment);
    return put_segment_check(game, action.figure, (unsigned)tile,
                             laid->first + action.segment);
}

static inline void put_commit(struct aude_game *game, unsigned tile,
                              struct aude_action action, struct aude_events *events)
{
    const struct aude_laid *laid = &game->laid[tile];
    int figure = aude__figure_home(game, game->turn.seat, action.figure);
    bool spot = action.segment >= aude_tiles[laid->kind].n_segments;

    if (spot)
        aude__put_spot_take(game, (unsigned)figure, tile, action.segment);
    else
        aude__figure_stand(game, (unsigned)figure,
                           (unsigned)(laid->first + action.segment));
    if (events) {
        struct aude_event spare;
        struct aude_event *ev = aude__event(events, &spare, AUDE_EV_PUT, game->turn.seat);
        ev->figure = action.figure;
        ev->feature = spot ? 0 : aude_tiles[laid->kind].segment[action.segment].kind;
        ev->segment = action.segment;
        ev->x = laid->x;
        ev->y = laid->y;
    }
    game->turn.phase++;
}

enum aude_err aude__put_check(const struct aude_game *game, struct aude_action action)
{
    return put_check_at(game, action, aude__board_tile_at(game, action.x, action.y));
}

enum aude_err aude__put_play(struct aude_game *game, struct aude_action action,
                             struct aude_events *events)
{
    int found = aude__board_tile_at(game, action.x, action.y);
    enum aude_err err = put_check_at(game, action, found);

    if (err) return err;
    put_commit(game, (unsigned)found, action, events);
    return AUDE_ERR_OK;
}

unsigned aude__put_claims(const struct aude_game *game, unsigned figure)
{
    unsigned kinds = aude__figure_rows[figure].features;

    return game->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_OFF ? kinds & ~(1u << AUDE_FIELD)
                                                             : kinds;
}

const uint8_t aude__lane[AUDE_FIGURE_KINDS] = {
#define X(ID, number) [AUDE_##ID] = AUDE__LANE_##ID,
    AUDE__LANE_LIST(X)
#undef X
};
const uint8_t aude__lane_figure[AUDE_FIGURE_KINDS] = {
#define X(ID, number) [number] = AUDE_##ID,
    AUDE__LANE_LIST(X)
#undef X
};

/* One bit in each lane whose kind of figure has that in its row. A word with segments times this has them in all those lanes. */
#define FIRST_IF(ID, what)                                                               \
    ((uint64_t)((aude__figure_rows[AUDE_##ID].what) ? 1 : 0) << AUDE__LANE_##ID)
#define LANES_OF(what)                                                                   \
    (FIRST_IF(SMALL, what) | FIRST_IF(ABBOT, what) | FIRST_IF(LARGE, what) |             \
     FIRST_IF(BUILDER, what) | FIRST_IF(PIG, what) | FIRST_IF(WAGON, what) |             \
     FIRST_IF(MAYOR, what))

/* The lanes of the kinds that a player has at home. A factor has a bit for each step that the bit of a kind has to go to the first of
 * its lane; with two factors no copies of the bits overlap. */
static inline uint64_t put_lanes_at_home(const uint8_t supply[AUDE_FIGURE_KINDS])
{
#define STEP(ID)  ((uint64_t)1 << (AUDE__LANE_##ID - AUDE_##ID))
#define FIRST(ID) ((uint64_t)1 << AUDE__LANE_##ID)
    uint64_t has = aude__which_in_memory(supply) & ~(1u << AUDE_BARN);
    uint64_t some = has * (STEP(SMALL) | STEP(ABBOT) | STEP(BUILDER) | STEP(PIG)) &
                    (FIRST(SMALL) | FIRST(ABBOT) | FIRST(BUILDER) | FIRST(PIG));
    uint64_t others = has * (STEP(LARGE) | STEP(WAGON) | STEP(MAYOR)) &
                      (FIRST(LARGE) | FIRST(WAGON) | FIRST(MAYOR));

    return (some | others) * AUDE__LANE_BITS;
#undef STEP
#undef FIRST
}

static_assert((int)AUDE_FIGURE_KINDS == (int)AUDE__EIGHT && (int)AUDE_BARN == 7 &&
                  AUDE__LANE_ABBOT - AUDE_ABBOT >= 7 &&
                  AUDE__LANE_BUILDER - AUDE_BUILDER >=
                      7 + AUDE__LANE_ABBOT - AUDE_ABBOT &&
                  AUDE__LANE_PIG - AUDE_PIG >= 7 + AUDE__LANE_BUILDER - AUDE_BUILDER &&
                  AUDE__LANE_WAGON - AUDE_WAGON >= 7 + AUDE__LANE_LARGE - AUDE_LARGE &&
                  AUDE__LANE_MAYOR - AUDE_MAYOR >= 7 + AUDE__LANE_WAGON - AUDE_WAGON,
              "seven bits are moved without meeting others");

/* Of the lanes of builder and pig, what their rows allow. */
AUDE__APART static uint64_t put_join(const struct aude_game *game, uint64_t puts)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];

    for (uint64_t m = puts & (AUDE__LANE(BUILDER) | AUDE__LANE(PIG)); m; m &= m - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(m);
        unsigned figure = aude__lane_figure[bit / AUDE_SEGMENTS_MAX];
        unsigned handle = laid->first + bit % AUDE_SEGMENTS_MAX;
        if (aude__figure_rows[figure].joins(game, &game->feature[game->label[handle]]))
            puts &= ~(m & -m);
    }
    return puts;
}

/* PUTS AT ONCE: put_candidates() for all kinds of figure in one word, without a branch. Which of them a player has at home cannot
 * be guessed, and what is one word is offered at once. */
static uint64_t put_all_at_once(const struct aude_game *game)
{
    const uint16_t *of = aude_tiles[game->laid[game->turn.laid].kind].of;
    unsigned farmers = 0u - (game->sw[AUDE_SWITCH_FARMERS] != AUDE_FARMERS_OFF);
    uint64_t puts = 0;

    for (unsigned f = 0; f < AUDE_FEATURE_KINDS; f++)
        puts |= (f == AUDE_FIELD ? of[f] & farmers : of[f]) * LANES_OF(features >> f & 1);
    puts &= game->turn.own * LANES_OF(joins) | game->turn.free * LANES_OF(joins == NULL);
    puts &= put_lanes_at_home(game->player[game->turn.seat].supply);
    return puts & (AUDE__LANE(BUILDER) | AUDE__LANE(PIG)) ? put_join(game, puts) : puts;
}

void aude__put_prepare(const struct aude_game *game, struct aude__sink *sink)
{
    sink->first_put = AUDE_FIGURE_KINDS;
    sink->stand_tile = AUDE__NONE;
    if (game->hooks[AUDE__HOOK_STAND] | game->hooks[AUDE__HOOK_REACH]) {
        sink->stand_tile = aude__put_stand_tile(game);
        sink->reaching = put_reaching_sets(game);
        sink->asks = sink->reaching || aude__put_asks(sink->stand_tile, game->turn.laid);
    }
    if (!sink->choices || sink->asks) return;
    sink->puts = put_all_at_once(game);
    sink->puts_left = (uint64_t)-1;
}

/* The segments of the tile just laid where a figure could stand by BASE-30, BASE-31 and
 * EDN-4: those without followers, or for a builder or pig those with followers of its own
 * seat. A figure may stand on most kinds of feature, so the others are taken away. */
static unsigned put_candidates(const struct aude_game *game, unsigned figure,
                               const struct aude_laid *laid)
{
    const uint16_t *of = aude_tiles[laid->kind].of;
    unsigned found = aude__figure_rows[figure].joins ? game->turn.own : game->turn.free;

    for (unsigned m = ALL_KINDS & ~aude__put_claims(game, figure); m; m &= m - 1)
        found &= ~(unsigned)of[aude__lowest(m)];
    return found;
}

/* Those of the candidates that neither the figure's row nor a set forbids. */
static unsigned put_allowed(const struct aude_game *game, unsigned figure, bool asks,
                            unsigned segments)
{
    const struct aude__figure_row *row = &aude__figure_rows[figure];
    unsigned tile = game->turn.laid;

    for (unsigned m = segments; m; m &= m - 1) {
        unsigned handle = game->laid[tile].first + aude__lowest(m);
        enum aude_err err =
            asks ? put_reach_check(game, figure, tile, handle) : AUDE_ERR_OK;
        if (!err && row->joins)
            err = row->joins(game, &game->feature[game->label[handle]]);
        if (!err && asks) err = aude__put_stand_allowed(game, figure, tile, handle);
        if (err) segments &= ~(m & -m);
    }
    return segments;
}

/* Writes four actions at once where there is room, and counts those that are needed:
 * branch-free. Returns the segments that are left. */
static unsigned put_write(struct aude__sink *sink, struct aude_action put,
                          unsigned segments)
{
    struct aude_action *out;
    int n = 0;

    if (sink->max - sink->n < 4) return segments;
    out = sink->out + sink->n; /* not before: who only counts gives no list */
    for (unsigned i = 0; i < 4; i++, segments &= segments - 1) {
        put.segment = (uint8_t)aude__lowest(segments | 1u << 31);
        out[i] = put;
        n += segments != 0;
    }
    sink->n += n;
    return segments;
}

/* The segments of the tile just laid onto which the figure may be put, one bit each. */
static inline unsigned put_on_tile(const struct aude_game *game, unsigned figure,
                                   const struct aude_laid *laid,
                                   const struct aude__sink *sink)
{
    unsigned segments = put_candidates(game, figure, laid);

    return sink->asks || aude__figure_rows[figure].joins
               ? put_allowed(game, figure, sink->asks, segments)
               : segments;
}

/* There are rarely more than four segments to stand on. */
static void put_list_on_tile(const struct aude_game *game, unsigned figure,
                             struct aude__sink *sink)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    unsigned segments = put_on_tile(game, figure, laid, sink);
    struct aude_action put = {
        .kind = AUDE_PUT, .figure = (uint8_t)figure, .x = laid->x, .y = laid->y};

    if (sink->choices) {
        aude__put_offer((uint64_t)segments << aude__lane[figure], sink);
        return;
    }
    for (segments = put_write(sink, put, segments); segments; segments &= segments - 1) {
        put.segment = (uint8_t)aude__lowest(segments);
        aude__sink_add(sink, put);
    }
}

static void put_list_kind(const struct aude_game *game, unsigned figure,
                          struct aude__sink *sink)
{
    put_list_on_tile(game, figure, sink);
    for (unsigned m = sink->reaching; m; m &= m - 1)
        aude__sets[aude__lowest(m)]->reach_list(game, figure, sink);
}

/* May both kinds be put on exactly the same places? True for two kinds of followers with
 * the same features, small and large (IC-4): no set treats them differently. */
static bool put_same_terms(unsigned figure, unsigned other)
{
    const struct aude__figure_row *a = &aude__figure_rows[figure],
                                  *b = &aude__figure_rows[other];

    return a->features == b->features && a->follower && b->follower;
}

/* Lists for this kind what was listed for the first one. */
static void put_copy(struct aude__sink *sink, unsigned figure)
{
    for (int i = sink->puts_from; i < sink->puts_to; i++) {
        struct aude_action put = sink->out[i];
        put.figure = (uint8_t)figure;
        aude__sink_add(sink, put);
    }
}

static void put_copy_offers(struct aude__sink *sink, unsigned figure)
{
    for (int i = sink->puts_from; i < sink->puts_to; i++) {
        struct aude_offer offer = sink->choices->offer[i];
        offer.figure = (uint8_t)figure;
        if (offer.how == AUDE__OFFER_SEGMENTS)
            offer.which <<= aude__lane[figure] - aude__lane[sink->first_put];
        aude__sink_offer(sink, offer);
    }
}

/* How many actions there are so far; where they are offered, how many offers. */
static int put_so_far(const struct aude__sink *sink)
{
    return sink->choices ? (int)sink->choices->n_offers : sink->n;
}

/* Not where the list was full, nor where some of it was offered and some listed (aude__put_stand_tile()). */
static bool put_may_copy(const struct aude__sink *sink)
{
    return sink->choices ? sink->stand_tile != AUDE__EVERY : sink->puts_to <= sink->max;
}

void aude__put_list_one(const struct aude_game *game, unsigned figure,
                        struct aude__sink *sink)
{
    if (!game->player[game->turn.seat].supply[figure]) return;
    if (sink->first_put == AUDE_FIGURE_KINDS) {
        sink->first_put = figure;
        sink->puts_from = put_so_far(sink);
        put_list_kind(game, figure, sink);
        sink->puts_to = put_so_far(sink);
    } else if (!put_same_terms(figure, sink->first_put) || !put_may_copy(sink)) {
        put_list_kind(game, figure, sink);
    } else {
        (sink->choices ? put_copy_offers : put_copy)(sink, figure);
    }
}
