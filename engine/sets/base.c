/* base.c -- the base game: the start tile, followers on the tile just laid.
 *
 *   road       thief          BASE-30
 *   city       knight
 *   monastery  monk
 *   field      farmer, if farmers are in use (EDN-4)
 *
 * A follower claims a feature only while it is free (BASE-31). The figures of other sets go
 * through the same PUT; what each may stand on is its row in figure.c. */
#include "engine.h"

/* BASE-30, EDN-4, BASE-31: may this kind of figure go onto this segment? */
static enum aude_err stand_check(const struct aude_game *game, unsigned figure,
                                 unsigned handle)
{
    const struct aude_feature *f = &game->feature[game->label[handle]];

    if (!(aude__figure_rows[figure].features >> f->kind & 1))
        return aude__figure_rows[figure].refusal;
    if (f->kind == AUDE_FIELD && game->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_OFF)
        return AUDE_ERR_FARMERS_OFF;
    if (aude__figure_rows[figure].joins) return aude__figure_rows[figure].joins(game, f);
    return f->followers ? AUDE_ERR_FEATURE_TAKEN : AUDE_ERR_OK;
}

enum aude_err aude__stand_allowed(const struct aude_game *game, unsigned figure,
                                  unsigned tile, unsigned handle)
{
    enum aude_err err = AUDE_ERR_OK;

    for (unsigned m = game->hooks[AUDE__HOOK_STAND]; m && !err; m &= m - 1)
        err = aude__sets[aude__lowest(m)]->stand(game, figure, tile, handle);
    return err;
}

/* BASE-29: onto the tile just laid, unless a set leads elsewhere. */
static enum aude_err reach_check(const struct aude_game *game, unsigned figure,
                                 unsigned tile, unsigned handle)
{
    enum aude_err err = tile == game->turn.laid ? AUDE_ERR_OK : AUDE_ERR_NOT_LAID_TILE;

    for (unsigned m = game->hooks[AUDE__HOOK_REACH]; m; m &= m - 1)
        err = aude__sets[aude__lowest(m)]->reach(game, figure, tile, handle);
    return err;
}

static enum aude_err segment_check(const struct aude_game *game, unsigned figure,
                                   unsigned tile, unsigned handle)
{
    enum aude_err err = reach_check(game, figure, tile, handle);

    if (!err) err = stand_check(game, figure, handle);
    return err ? err : aude__stand_allowed(game, figure, tile, handle);
}

/* A place of the tile that is no segment: some set must know it. */
static enum aude_err spot_check(const struct aude_game *game, unsigned figure,
                                unsigned tile, unsigned segment)
{
    enum aude_err err = AUDE_ERR_NO_SEGMENT;

    for (unsigned m = game->hooks[AUDE__HOOK_SPOT]; m; m &= m - 1)
        if (err == AUDE_ERR_NO_SEGMENT)
            err = aude__sets[aude__lowest(m)]->spot(game, figure, tile, segment);
    return err;
}

static void spot_take(struct aude_game *game, unsigned figure, unsigned tile,
                      unsigned segment)
{
    unsigned kind = game->figure[figure].kind;

    for (unsigned m = game->hooks[AUDE__HOOK_SPOT]; m; m &= m - 1)
        if (!aude__sets[aude__lowest(m)]->spot(game, kind, tile, segment)) {
            aude__sets[aude__lowest(m)]->spot_take(game, figure, tile);
            return;
        }
}

enum aude_err aude__put_check(const struct aude_game *game, struct aude_action action)
{
    if (action.figure >= AUDE_FIGURE_KINDS) return AUDE_ERR_NO_FIGURE;
    if (!game->player[game->turn.seat].supply[action.figure]) return AUDE_ERR_NO_FIGURE;
    int tile = aude_game_tile_at(game, action.x, action.y);
    if (tile < 0) return AUDE_ERR_NOT_LAID_TILE;
    const struct aude_laid *laid = &game->laid[tile];
    if (action.segment >= aude_tiles[laid->kind].n_segments)
        return spot_check(game, action.figure, (unsigned)tile, action.segment);
    return segment_check(game, action.figure, (unsigned)tile,
                         laid->first + action.segment);
}

void aude__put_commit(struct aude_game *game, struct aude_action action,
                      struct aude_events *events)
{
    unsigned tile = (unsigned)aude_game_tile_at(game, action.x, action.y);
    const struct aude_laid *laid = &game->laid[tile];
    int figure = aude__figure_home(game, game->turn.seat, action.figure);
    bool spot = action.segment >= aude_tiles[laid->kind].n_segments;

    if (spot)
        spot_take(game, (unsigned)figure, tile, action.segment);
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

unsigned aude__claims(const struct aude_game *game, unsigned figure)
{
    unsigned kinds = aude__figure_rows[figure].features;

    return game->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_OFF ? kinds & ~(1u << AUDE_FIELD)
                                                             : kinds;
}

/* The segments of a tile where a figure could stand, bit s each, as far as BASE-30, BASE-31
 * and EDN-4 go: where nobody is, or where others of its seat are whom it joins. Which do
 * cannot be predicted: no branches. */
static unsigned candidates(const struct aude_game *game, unsigned figure,
                           const struct aude_laid *laid)
{
    bool joins = aude__figure_rows[figure].joins != NULL;
    uint64_t whose = joins ? (uint64_t)255 << 8 * game->turn.seat : UINT64_MAX;
    unsigned kinds = aude__claims(game, figure);
    unsigned n = aude_tiles[laid->kind].n_segments, found = 0;

    for (unsigned s = 0; s < n; s++) {
        const struct aude_feature *f = &game->feature[game->label[laid->first + s]];
        found |= ((kinds >> f->kind & 1) & (((f->followers & whose) != 0) == joins)) << s;
    }
    return found;
}

/* For a candidate: what the row of the figure and the sets have to say besides. */
static enum aude_err hooks_check(const struct aude_game *game, unsigned figure,
                                 unsigned tile, unsigned handle)
{
    const struct aude__figure_row *row = &aude__figure_rows[figure];
    enum aude_err err = reach_check(game, figure, tile, handle);

    if (!err && row->joins) err = row->joins(game, &game->feature[game->label[handle]]);
    return err ? err : aude__stand_allowed(game, figure, tile, handle);
}

/* Onto the tile just laid. */
static void list_on_tile(const struct aude_game *game, unsigned figure,
                         struct aude__sink *sink)
{
    unsigned tile = game->turn.laid;
    const struct aude_laid *laid = &game->laid[tile];
    bool asks = (game->hooks[AUDE__HOOK_STAND] | game->hooks[AUDE__HOOK_REACH]) ||
                aude__figure_rows[figure].joins;

    for (unsigned m = candidates(game, figure, laid); m; m &= m - 1) {
        unsigned s = aude__lowest(m);
        if (asks && hooks_check(game, figure, tile, laid->first + s)) continue;
        aude__sink_add(sink, (struct aude_action){.kind = AUDE_PUT,
                                                  .figure = (uint8_t)figure,
                                                  .segment = (uint8_t)s,
                                                  .x = laid->x,
                                                  .y = laid->y});
    }
}

void aude__put_list(const struct aude_game *game, unsigned figure,
                    struct aude__sink *sink)
{
    if (!game->player[game->turn.seat].supply[figure]) return;
    list_on_tile(game, figure, sink);
    for (unsigned m = game->hooks[AUDE__HOOK_REACH]; m; m &= m - 1)
        aude__sets[aude__lowest(m)]->reach_list(game, figure, sink);
}

/* BASE-7: every free spot, and "no follower". */
static void base_list(const struct aude_game *game, struct aude__sink *sink)
{
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_PASS});
    aude__put_list(game, AUDE_SMALL, sink);
}

/* BASE-4: the start tile lies before the first turn, unless a set brings its own start. */
static enum aude_err base_start(struct aude_game *game, const struct aude_setup *setup)
{
    if (setup->n_start) return aude__lay_start(game, setup);
    for (unsigned i = 0; i < game->pile.n; i++)
        if (aude_tiles[game->pile.kind[i]].marks & AUDE_MARK_START) {
            aude_kind start = game->pile.kind[i];
            aude__pile_remove(game, start);
            aude__board_lay(game, start, 0, 0, 0);
            return AUDE_ERR_OK;
        }
    return AUDE_ERR_START;
}

const struct aude__set aude__set_base = {
    .name = "base",
    .title = "Base game",
    .playable = 1,
    .figures = {[AUDE_SMALL] = 7}, /* BASE-3: the eighth counts the points */
    .phases = 1u << AUDE_PHASE_START | 1u << AUDE_PHASE_DRAW | 1u << AUDE_PHASE_TILE |
              1u << AUDE_PHASE_ACTION | 1u << AUDE_PHASE_SCORE | 1u << AUDE_PHASE_NEXT |
              1u << AUDE_PHASE_OVER,
    .start = base_start,
    .list = base_list,
};
