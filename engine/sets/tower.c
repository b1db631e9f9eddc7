/* tower.c -- expansion IV, The Tower.
 *
 *   piece     on any foundation or open tower, as the action       TOW-4 to TOW-6
 *   capture   a follower within the tower's height in its row and column, at once
 *                                                                  TOW-7 to TOW-12
 *   top       a follower closes a tower and stays there            TOW-13 to TOW-15
 *   exchange  of two players at most one holds the other's men     TOW-16
 *   ransom    three points to the holder, once a turn              TOW-17, TOW-18 */
#include "engine.h"

enum { RANSOM_PRICE = 3 };

/* TOW-1 */
static void tower_setup(struct aude_game *game)
{
    static const uint8_t pieces[AUDE_SEATS_MAX + 1] = {0, 0, 10, 9, 7, 6, 5};

    memset(game->towers.pieces, pieces[game->n_seats], game->n_seats);
    game->towers.last = AUDE_NOWHERE;
    game->towers.victim = AUDE_SEAT_NONE;
}

static bool is_tower_tile(const struct aude_game *game, unsigned tile)
{
    return aude_tiles[game->laid[tile].kind].marks & AUDE_MARK_TOWER;
}

static void tower_laid(struct aude_game *game, unsigned tile, struct aude_events *events)
{
    (void)events;
    game->towers.tiles[tile / 32] |= (uint32_t)is_tower_tile(game, tile) << tile % 32;
}

/* Tiles of the start were not laid by anybody. */
static void tower_begin(struct aude_game *game, struct aude_events *events)
{
    game->towers.ransomed = 0;
    for (unsigned tile = 0; game->turn.number == 1 && tile < game->n_laid; tile++)
        tower_laid(game, tile, events);
}

/* -- Building --------------------------------------------------------------------------- */

static bool is_closed(const struct aude_game *game, unsigned tile)
{
    return game->towers.closed[tile];
}

enum aude_err aude__tower_check(const struct aude_game *game, struct aude_action action)
{
    int tile = aude__plays(game, AUDE_SET_TOWER)
                   ? aude_game_tile_at(game, action.x, action.y)
                   : -1;

    if (tile < 0 || !is_tower_tile(game, (unsigned)tile)) return AUDE_ERR_TOWER_NONE;
    if (!game->towers.pieces[game->turn.seat]) return AUDE_ERR_TOWER_PIECE;
    return is_closed(game, (unsigned)tile) ? AUDE_ERR_TOWER_CLOSED : AUDE_ERR_OK;
}

void aude__tower_commit(struct aude_game *game, struct aude_action action,
                        struct aude_events *events)
{
    unsigned tile = (unsigned)aude_game_tile_at(game, action.x, action.y);
    struct aude_event spare;

    game->towers.pieces[game->turn.seat]--;
    game->towers.height[tile]++;
    game->towers.last = (uint16_t)tile;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_TOWER, game->turn.seat);
    ev->x = action.x;
    ev->y = action.y;
    ev->points = game->towers.height[tile];
    game->turn.phase++;
}

/* TOW-13: small or large, on an open tower of height one or more, not where the dragon is. */
static enum aude_err tower_spot(const struct aude_game *game, unsigned figure,
                                unsigned tile, unsigned segment)
{
    if (segment != AUDE_ON_TOWER) return AUDE_ERR_NO_SEGMENT;
    if ((figure != AUDE_SMALL && figure != AUDE_LARGE) || !game->towers.height[tile])
        return AUDE_ERR_TOWER_TOP;
    if (is_closed(game, tile)) return AUDE_ERR_TOWER_CLOSED;
    return aude__stand_allowed(game, figure, tile, AUDE__NONE);
}

/* TOW-6 */
static void tower_spot_take(struct aude_game *game, unsigned figure, unsigned tile)
{
    game->towers.closed[tile] = 1;
    aude__figure_place(game, figure, AUDE_AT_TOWER, tile);
}

/* TOW-15: when the follower leaves the tower is open again, or stays closed for good. */
static void tower_left(struct aude_game *game, unsigned figure)
{
    const struct aude_figure *fig = &game->figure[figure];

    if (fig->where == AUDE_AT_TOWER && !game->sw[AUDE_SWITCH_TOWER_REOPENS])
        game->towers.closed[fig->at] = 0;
}

/* A piece or a follower onto an open tower; the tops by kind, as far as one is in the hand. */
static void list_tower(const struct aude_game *game, unsigned tile,
                       struct aude__sink *sink)
{
    const struct aude_laid *laid = &game->laid[tile];
    const struct aude_player *player = &game->player[game->turn.seat];

    if (game->towers.pieces[game->turn.seat])
        aude__sink_add(
            sink, (struct aude_action){.kind = AUDE_TOWER, .x = laid->x, .y = laid->y});
    for (unsigned figure = AUDE_SMALL; figure <= AUDE_LARGE; figure++)
        if (player->supply[figure] && !tower_spot(game, figure, tile, AUDE_ON_TOWER))
            aude__sink_add(sink, (struct aude_action){.kind = AUDE_PUT,
                                                      .figure = (uint8_t)figure,
                                                      .segment = AUDE_ON_TOWER,
                                                      .x = laid->x,
                                                      .y = laid->y});
}

static void tower_list(const struct aude_game *game, struct aude__sink *sink)
{
    for (unsigned i = 0; 32 * i < game->n_laid; i++)
        for (uint32_t m = game->towers.tiles[i]; m; m &= m - 1)
            if (!is_closed(game, 32 * i + aude__lowest(m)))
                list_tower(game, 32 * i + aude__lowest(m), sink);
}

/* -- Capture ---------------------------------------------------------------------------- */

/* TOW-8: in the tower's row or column, no farther than its height. */
static bool in_reach(const struct aude_game *game, unsigned figure)
{
    unsigned last = game->towers.last;
    unsigned tile = game->sw[AUDE_SWITCH_TOWER_REACHES_QUARTER]
                        ? aude__figure_near(game, figure)
                        : aude__figure_tile(game, figure);

    unsigned map = tile != AUDE__NONE;
    const struct aude_laid *at = &game->laid[tile & (0u - map)];
    int dx = at->x - game->laid[last].x, dy = at->y - game->laid[last].y;
    int far = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
    return map & aude__figure_is_follower(game->figure[figure].kind) & (!dx | !dy) &
           (far <= game->towers.height[last]);
}

enum aude__step aude__enter_capture(struct aude_game *game, struct aude_events *events)
{
    (void)events;
    for (unsigned i = 0; i < game->n_figures && game->towers.last != AUDE_NOWHERE; i++)
        if (in_reach(game, i)) return AUDE__STEP_WAIT;
    game->towers.last = AUDE_NOWHERE;
    return AUDE__STEP_ON;
}

enum aude_err aude__capture_check(const struct aude_game *game, struct aude_action action)
{
    int figure = aude__target(game, action);

    return figure >= 0 && in_reach(game, (unsigned)figure) ? AUDE_ERR_OK
                                                           : AUDE_ERR_CAPTURE;
}

void aude__list_captures(const struct aude_game *game, struct aude__sink *sink)
{
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_PASS});
    for (unsigned i = 0; i < game->n_figures; i++) {
        if (!in_reach(game, i)) continue;
        if (aude__first_alike(game, i))
            aude__sink_add(sink, aude__as_target(game, i, AUDE_CAPTURE));
    }
}

static bool is_prisoner(const struct aude_game *game, unsigned figure, unsigned seat,
                        unsigned holder)
{
    const struct aude_figure *fig = &game->figure[figure];

    return fig->seat == seat && fig->where == AUDE_AT_PRISON && fig->at == holder;
}

/* TOW-10: an own follower comes home, another's becomes a prisoner; then the builder or pig
 * left alone goes home (TOW-12). The exchange, if any, is the next phase. */
void aude__capture_commit(struct aude_game *game, struct aude_action action,
                          struct aude_events *events)
{
    unsigned figure = (unsigned)aude__target(game, action), seat = game->turn.seat;
    struct aude_event spare;

    if (game->figure[figure].seat == seat) {
        aude__figure_return(game, figure, events);
    } else {
        struct aude_event *ev = aude__event(events, &spare, AUDE_EV_CAPTURE, seat);
        ev->figure = action.figure;
        ev->other = action.arg;
        ev->segment = action.segment;
        ev->x = action.x;
        ev->y = action.y;
        game->towers.victim = action.arg;
        aude__figure_take(game, figure, AUDE_AT_PRISON, seat);
    }
    aude__lonely_home(game, events);
    game->turn.phase++;
}

/* -- Exchange --------------------------------------------------------------------------- */

static void set_free(struct aude_game *game, unsigned figure, struct aude_events *events)
{
    struct aude_event spare;
    const struct aude_figure *fig = &game->figure[figure];
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_FREED, fig->seat);

    ev->figure = fig->kind;
    ev->other = (uint8_t)fig->at;
    aude__figure_return(game, figure, events);
}

/* Free one prisoner of `seat` held by `holder`, of that kind or of any. */
static void free_one(struct aude_game *game, unsigned seat, unsigned holder,
                     unsigned kind, struct aude_events *events)
{
    for (unsigned i = 0; i < game->n_figures; i++)
        if (is_prisoner(game, i, seat, holder) &&
            (kind == AUDE_FIGURE_KINDS || game->figure[i].kind == kind)) {
            set_free(game, i, events);
            return;
        }
}

/* Kinds of the active player's followers that the victim holds, one bit each. */
static unsigned own_prisoners(const struct aude_game *game)
{
    unsigned kinds = 0;

    for (unsigned i = 0; i < game->n_figures; i++)
        if (is_prisoner(game, i, game->turn.seat, game->towers.victim))
            kinds |= 1u << game->figure[i].kind;
    return kinds;
}

/* TOW-16: one for one, at once; the taker chooses only among different kinds. */
static void swap(struct aude_game *game, unsigned kind, struct aude_events *events)
{
    unsigned seat = game->turn.seat, victim = game->towers.victim;

    free_one(game, victim, seat, AUDE_FIGURE_KINDS, events);
    free_one(game, seat, victim, kind, events);
    game->towers.victim = AUDE_SEAT_NONE;
}

enum aude__step aude__enter_swap(struct aude_game *game, struct aude_events *events)
{
    game->towers.last = AUDE_NOWHERE;
    if (game->towers.victim == AUDE_SEAT_NONE) return AUDE__STEP_ON;
    unsigned kinds = own_prisoners(game);
    if (kinds & (kinds - 1)) return AUDE__STEP_WAIT;
    if (kinds) swap(game, aude__lowest(kinds), events);
    game->towers.victim = AUDE_SEAT_NONE;
    return AUDE__STEP_ON;
}

enum aude_err aude__swap_check(const struct aude_game *game, struct aude_action action)
{
    return action.figure < AUDE_FIGURE_KINDS && own_prisoners(game) >> action.figure & 1
               ? AUDE_ERR_OK
               : AUDE_ERR_EXCHANGE;
}

void aude__swap_commit(struct aude_game *game, struct aude_action action,
                       struct aude_events *events)
{
    swap(game, action.figure, events);
    game->turn.phase++;
}

void aude__list_swaps(const struct aude_game *game, struct aude__sink *sink)
{
    for (unsigned m = own_prisoners(game); m; m &= m - 1)
        aude__sink_add(sink, (struct aude_action){.kind = AUDE_SWAP,
                                                  .figure = (uint8_t)aude__lowest(m)});
}

/* -- Ransom ----------------------------------------------------------------------------- */

/* TOW-18: from the start of the turn until the action is taken, by the active player; or,
 * as another program plays it, whenever somebody is asked anything. */
static bool window_is_open(const struct aude_game *game)
{
    unsigned phase = game->turn.phase;

    if (game->turn.actor == AUDE_SEAT_NONE) return false;
    if (game->sw[AUDE_SWITCH_RANSOM_WINDOW] == AUDE_RANSOM_ANY_PROMPT) return true;
    return game->turn.actor == game->turn.seat &&
           (phase == AUDE_PHASE_SOURCE || phase == AUDE_PHASE_TILE ||
            phase == AUDE_PHASE_ACTION);
}

/* TOW-17, TOW-18: what does not depend on who is bought back. */
static enum aude_err ransom_limits(const struct aude_game *game)
{
    if (game->towers.ransomed && !game->sw[AUDE_SWITCH_RANSOM_LIMIT])
        return AUDE_ERR_RANSOM_USED;
    return game->player[game->turn.actor].points < RANSOM_PRICE &&
                   !game->sw[AUDE_SWITCH_RANSOM_DEBT]
               ? AUDE_ERR_RANSOM_POINTS
               : AUDE_ERR_OK;
}

enum aude_err aude__ransom_check(const struct aude_game *game, struct aude_action action)
{
    unsigned payer = game->turn.actor;
    bool held = false;

    if (!aude__plays(game, AUDE_SET_TOWER) || !window_is_open(game))
        return AUDE_ERR_PHASE;
    for (unsigned i = 0; i < game->n_figures && !held; i++)
        held = is_prisoner(game, i, payer, action.arg) &&
               game->figure[i].kind == action.figure;
    return held ? ransom_limits(game) : AUDE_ERR_RANSOM;
}

void aude__ransom_commit(struct aude_game *game, struct aude_action action,
                         struct aude_events *events)
{
    unsigned payer = game->turn.actor;
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_RANSOM, payer);

    ev->figure = action.figure;
    ev->other = action.arg;
    ev->points = RANSOM_PRICE;
    game->player[payer].points -= RANSOM_PRICE;
    game->player[action.arg].points += RANSOM_PRICE;
    if (game->towers.ransomed < UINT8_MAX) game->towers.ransomed++;
    free_one(game, payer, action.arg, action.figure, events);
}

static void tower_anytime(const struct aude_game *game, struct aude__sink *sink)
{
    uint16_t held[8] = {0}; /* kinds of the payer's followers, by holder */

    if (!window_is_open(game) || ransom_limits(game)) return;
    const struct aude_player *payer = &game->player[game->turn.actor];
    for (unsigned i = payer->first; i < payer->first + payer->n_figures; i++)
        held[game->figure[i].at & 7] |=
            (uint16_t)((game->figure[i].where == AUDE_AT_PRISON) << game->figure[i].kind);
    for (unsigned holder = 0; holder < game->n_seats; holder++)
        for (unsigned m = held[holder]; m; m &= m - 1)
            aude__sink_add(sink, (struct aude_action){.kind = AUDE_RANSOM,
                                                      .figure = (uint8_t)aude__lowest(m),
                                                      .arg = (uint8_t)holder});
}

void aude__list_confirm(const struct aude_game *game, struct aude__sink *sink)
{
    (void)game;
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_PASS});
}

/* ANY_PROMPT: whoever took his action is asked once more, if he could pay a ransom now. */
enum aude__step aude__enter_confirm(struct aude_game *game, struct aude_events *events)
{
    struct aude__sink sink = {0};

    (void)events;
    game->turn.actor = game->turn.seat;
    if (game->sw[AUDE_SWITCH_RANSOM_WINDOW] != AUDE_RANSOM_ANY_PROMPT)
        return AUDE__STEP_ON;
    tower_anytime(game, &sink);
    if (!sink.n && !game->towers.asked) return AUDE__STEP_ON;
    game->towers.asked = 1;
    return AUDE__STEP_WAIT;
}

const struct aude__set aude__set_tower = {
    .name = "tower",
    .title = "IV The Tower",
    .playable = 1,
    .phases = 1u << AUDE_PHASE_CAPTURE | 1u << AUDE_PHASE_SWAP | 1u << AUDE_PHASE_CONFIRM,
    .setup = tower_setup,
    .begin = tower_begin,
    .laid = tower_laid,
    .spot = tower_spot,
    .spot_take = tower_spot_take,
    .left = tower_left,
    .list = tower_list,
    .anytime = tower_anytime,
};
