/* by_hand.c -- what people set by hand: points, whose turn it is, a figure put or taken. What
 * belongs to a set (dragon, towers, goods ...) is set in the set's own file.
 *
 * For positions that are built and for a real table that somebody counts along with. Only a
 * game whose draws are told (hidden) takes them, so no real game can be changed. They are never
 * listed: nobody has to decide them. What no game can come to is refused. Docs: record.md. */
#include "action_internal.h"

enum { POINTS_LOWEST = -999, POINTS_HIGHEST = 9999 };

enum aude_err aude__by_hand_seat_check(const struct aude_game *game,
                                       struct aude_action action)
{
    if (!game->hidden) return AUDE_ERR_BY_HAND;
    return action.arg < game->n_seats ? AUDE_ERR_OK : AUDE_ERR_HAND_SEAT;
}

/* -- Points and turns ------------------------------------------------------------------- */

/* Points that the seat has then: x, or with y 1 as many more. What a table adds by hand is still
 * right when an earlier turn is told otherwise. */
static int by_hand_points(const struct aude_game *game, struct aude_action action)
{
    return action.x + (action.y == 1 ? game->player[action.arg].points : 0);
}

/* Nobody comes below zero but by a ransom that he has not the points for (TOW-17). What a table takes away from
 * somebody by hand is its own affair. */
static bool by_hand_may_owe(const struct aude_game *game, struct aude_action action)
{
    return action.y == 1 || game->sw[AUDE_SWITCH_RANSOM_DEBT];
}

enum aude_err aude__by_hand_points_check(const struct aude_game *game,
                                         struct aude_action action)
{
    enum aude_err err = aude__by_hand_seat_check(game, action);

    if (err) return err;
    int points = by_hand_points(game, action);
    if (points < 0 && !by_hand_may_owe(game, action)) return AUDE_ERR_HAND_DEBT;
    return points >= POINTS_LOWEST && points <= POINTS_HIGHEST ? AUDE_ERR_OK
                                                               : AUDE_ERR_HAND_POINTS;
}

void aude__by_hand_points_commit(struct aude_game *game, struct aude_action action,
                                 struct aude_events *events)
{
    struct aude_player *player = &game->player[action.arg];
    struct aude_event spare;

    aude__event(events, &spare, AUDE_EV_BY_HAND, action.arg)->points =
        (int16_t)(by_hand_points(game, action) - player->points);
    player->points = by_hand_points(game, action);
}

/* Before a turn's draw nothing of the turn has happened yet, except in its second part. */
enum aude_err aude__by_hand_turn_check(const struct aude_game *game,
                                       struct aude_action action)
{
    enum aude_err err = aude__by_hand_seat_check(game, action);

    return !err && game->turn.part != 1 ? AUDE_ERR_PHASE : err;
}

void aude__by_hand_turn_commit(struct aude_game *game, struct aude_action action,
                               struct aude_events *events)
{
    (void)events;
    game->turn.seat = action.arg;
}

/* -- Figures ---------------------------------------------------------------------------- */

/* Would its row and the sets let this figure be there, if it were its seat's turn? */
static enum aude_err by_hand_kind_check(const struct aude_game *game,
                                        struct aude_action action, unsigned tile)
{
    const struct aude__figure_row *row = &aude__figure_rows[action.figure];
    unsigned handle = (unsigned)game->laid[tile].first + action.segment;
    const struct aude_feature *f = &game->feature[game->label[handle]];
    struct aude_game asked;
    enum aude_err err = AUDE_ERR_OK;

    if (!(row->features >> f->kind & 1)) return row->refusal;
    if (!(aude__put_claims(game, action.figure) >> f->kind & 1))
        return AUDE_ERR_FARMERS_OFF;
    aude_game_copy(&asked, game);
    asked.turn.seat = action.arg;
    if (row->joins) err = row->joins(&asked, &asked.feature[game->label[handle]]);
    return err ? err : aude__put_stand_allowed(&asked, action.figure, tile, handle);
}

/* Can a figure come to a tile that was laid in an earlier turn? Then two can be on one tile. */
static bool by_hand_several(const struct aude_game *game)
{
    return game->hooks[AUDE__HOOK_REACH] || game->hooks[AUDE__HOOK_SPOT] ||
           aude__plays(game, AUDE_SET_ABBEY) || aude__plays(game, AUDE_SET_COUNT);
}

static bool by_hand_is_taken(const struct aude_game *game, unsigned handle)
{
    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].where == AUDE_AT_SEGMENT && game->figure[i].at == handle)
            return true;
    return false;
}

/* A part of a tile has room for one, and nobody stays where everything was scored. */
static enum aude_err by_hand_room_check(const struct aude_game *game,
                                        struct aude_action action, unsigned tile)
{
    unsigned handle = (unsigned)game->laid[tile].first + action.segment,
             label = game->label[handle];
    const struct aude_feature *f = &game->feature[label];
    bool now =
        game->turn.phase == AUDE_PHASE_ACTION && aude__score_completed_now(game, label);

    if (by_hand_is_taken(game, handle)) return AUDE_ERR_HAND_TAKEN;
    if (game->crowd[tile] && !by_hand_several(game)) return AUDE_ERR_HAND_CROWD;
    return f->kind != AUDE_FIELD && aude__feature_complete(f) && !now
               ? AUDE_ERR_HAND_COMPLETE
               : AUDE_ERR_OK;
}

/* On top of a tower, or in a quarter of Carcassonne. */
static enum aude_err by_hand_spot_check(const struct aude_game *game,
                                        struct aude_action action, unsigned tile)
{
    unsigned quarter = action.segment - (unsigned)AUDE_IN_QUARTER;

    return quarter < AUDE_QUARTERS
               ? aude__count_hand_enter(game, action.figure, tile, quarter)
               : aude__put_spot_check(game, action.figure, tile, action.segment);
}

enum aude_err aude__by_hand_figure_check(const struct aude_game *game,
                                         struct aude_action action)
{
    enum aude_err err = aude__by_hand_seat_check(game, action);

    if (err) return err;
    if (action.figure >= AUDE_FIGURE_KINDS ||
        !game->player[action.arg].supply[action.figure])
        return AUDE_ERR_NO_FIGURE;
    int tile = aude_game_tile_at(game, action.x, action.y);
    if (tile < 0) return AUDE_ERR_HAND_TILE;
    if (action.segment >= aude_tiles[game->laid[tile].kind].n_segments)
        return by_hand_spot_check(game, action, (unsigned)tile);
    err = by_hand_kind_check(game, action, (unsigned)tile);
    return err ? err : by_hand_room_check(game, action, (unsigned)tile);
}

void aude__by_hand_figure_commit(struct aude_game *game, struct aude_action action,
                                 struct aude_events *events)
{
    unsigned tile = (unsigned)aude_game_tile_at(game, action.x, action.y),
             figure = (unsigned)aude__figure_home(game, action.arg, action.figure),
             quarter = action.segment - (unsigned)AUDE_IN_QUARTER;
    const struct aude_laid *laid = &game->laid[tile];
    bool part = action.segment < aude_tiles[laid->kind].n_segments;
    struct aude_event spare;
    struct aude_event *ev =
        aude__event(events, &spare, quarter < AUDE_QUARTERS ? AUDE_EV_ENTER : AUDE_EV_PUT,
                    action.arg);

    ev->figure = action.figure;
    if (quarter < AUDE_QUARTERS) {
        ev->other = (uint8_t)quarter;
        aude__figure_place(game, figure, AUDE_AT_QUARTER, quarter);
        return;
    }
    ev->feature = part ? aude_tiles[laid->kind].segment[action.segment].kind : 0;
    ev->segment = action.segment;
    ev->x = laid->x;
    ev->y = laid->y;
    if (part)
        aude__figure_stand(game, figure, (unsigned)laid->first + action.segment);
    else
        aude__put_spot_take(game, figure, tile, action.segment);
    aude__feature_look_again(game);
}

enum aude_err aude__by_hand_take_check(const struct aude_game *game,
                                       struct aude_action action)
{
    enum aude_err err = aude__by_hand_seat_check(game, action);

    if (err) return err;
    return aude__figure_target(game, action) < 0 ? AUDE_ERR_HAND_NOBODY : AUDE_ERR_OK;
}

/* A builder or pig that is left alone goes home, too (INT-9). Before a throw as well: whom a real
 * token touched can be told where no throw of CAT-17 touches just those. */
void aude__by_hand_take_commit(struct aude_game *game, struct aude_action action,
                               struct aude_events *events)
{
    aude__figure_return(game, (unsigned)aude__figure_target(game, action), events);
    aude__traders_lonely_home(game, events);
    aude__feature_look_again(game);
}
