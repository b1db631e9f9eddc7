/* tower.c -- expansion IV, The Tower.
 *
 *   piece     on any foundation or open tower, as the action       TOW-4 to TOW-6
 *   capture   a follower within the tower's height in its row and column, at once
 *                                                                  TOW-7 to TOW-12
 *   top       a follower closes a tower and stays there            TOW-13 to TOW-15
 *   exchange  of two players at most one holds the other's men     TOW-16
 *   ransom    three points to the holder, once a turn              TOW-17, TOW-18 */
#include "action_internal.h"

enum { RANSOM_PRICE = 3, TOWER_HIGHEST = 31 };

/* TOW-1: for each seat, by the number of seats. */
static const uint8_t pieces_dealt[AUDE_SEATS_MAX + 1] = {0, 10, 10, 9, 7, 6, 5};

static void tower_setup(struct aude_game *game)
{
    memset(game->towers.pieces, pieces_dealt[game->n_seats], game->n_seats);
    game->towers.last = AUDE_NOWHERE;
    game->towers.victim = AUDE_SEAT_NONE;
    if (game->sw[AUDE_SWITCH_RANSOM_WINDOW] != AUDE_RANSOM_ANY_PROMPT)
        aude__turn_phase_due(game, AUDE_PHASE_CONFIRM, false);
}

/* Capture and exchange are due only after a tower piece was set. */
static void tower_capture_due(struct aude_game *game, bool due)
{
    aude__turn_phase_due(game, AUDE_PHASE_CAPTURE, due);
    aude__turn_phase_due(game, AUDE_PHASE_SWAP, due);
}

static bool tower_is_tile(const struct aude_game *game, unsigned tile)
{
    return aude_tiles[game->laid[tile].kind].marks & AUDE_MARK_TOWER;
}

static bool tower_is_closed(const struct aude_game *game, unsigned tile)
{
    return game->laid[tile].closed;
}

/* Counts what may be done at this tower, or takes it out of the count (`one` is -1) while it changes. */
static void tower_count(struct aude_game *game, unsigned tile, int one)
{
    struct aude_towers *towers = &game->towers;
    int open = tower_is_closed(game, tile) ? 0 : one;

    towers->n_open = (uint16_t)(towers->n_open + open);
    towers->n_high = (uint16_t)(towers->n_high + (game->laid[tile].height ? open : 0));
}

static void tower_close(struct aude_game *game, unsigned tile, bool closed)
{
    tower_count(game, tile, -1);
    game->laid[tile].closed = closed;
    tower_count(game, tile, 1);
}

static void tower_raise(struct aude_game *game, unsigned tile, int by)
{
    assert(game->laid[tile].height + by <= TOWER_HIGHEST);
    tower_count(game, tile, -1);
    game->laid[tile].height = (unsigned)(game->laid[tile].height + by) & 31;
    tower_count(game, tile, 1);
}

static void tower_laid(struct aude_game *game, unsigned tile, struct aude_events *events)
{
    (void)events;
    tower_capture_due(game, false);
    if (!tower_is_tile(game, tile)) return;
    game->tower[game->towers.n++] = (uint16_t)tile;
    tower_count(game, tile, 1);
}

/* In the first turn the tiles of the start are noted: no player laid them. */
static void tower_begin(struct aude_game *game, struct aude_events *events)
{
    game->towers.ransomed = 0;
    for (unsigned tile = 0; game->turn.number == 1 && tile < game->n_laid; tile++)
        tower_laid(game, tile, events);
}

/* -- Building --------------------------------------------------------------------------- */

/* The laid tile that the action means, or -1. */
static inline int tower_at(const struct aude_game *game, struct aude_action action)
{
    return aude__plays(game, AUDE_SET_TOWER)
               ? aude__board_tile_at(game, action.x, action.y)
               : -1;
}

static inline enum aude_err tower_check_at(const struct aude_game *game, int tile)
{
    if (tile < 0 || !tower_is_tile(game, (unsigned)tile)) return AUDE_ERR_TOWER_NONE;
    if (!game->towers.pieces[game->turn.seat]) return AUDE_ERR_TOWER_PIECE;
    return tower_is_closed(game, (unsigned)tile) ? AUDE_ERR_TOWER_CLOSED : AUDE_ERR_OK;
}

enum aude_err aude__tower_check(const struct aude_game *game, struct aude_action action)
{
    return tower_check_at(game, tower_at(game, action));
}

enum aude_err aude__tower_play(struct aude_game *game, struct aude_action action,
                               struct aude_events *events)
{
    int found = tower_at(game, action);
    unsigned tile = (unsigned)found;
    struct aude_event spare;
    enum aude_err err = tower_check_at(game, found);

    if (err) return err;
    game->towers.pieces[game->turn.seat]--;
    tower_raise(game, tile, 1);
    game->towers.last = (uint16_t)tile;
    tower_capture_due(game, true);
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_TOWER, game->turn.seat);
    ev->x = action.x;
    ev->y = action.y;
    ev->points = game->laid[tile].height;
    game->turn.phase++;
    return AUDE_ERR_OK;
}

/* TOW-13: small or large, on an open tower of height one or more, not where the dragon is. */
static enum aude_err tower_spot(const struct aude_game *game, unsigned figure,
                                unsigned tile, unsigned segment)
{
    if (segment != AUDE_ON_TOWER) return AUDE_ERR_NO_SEGMENT;
    if ((figure != AUDE_SMALL && figure != AUDE_LARGE) || !game->laid[tile].height)
        return AUDE_ERR_TOWER_TOP;
    if (tower_is_closed(game, tile)) return AUDE_ERR_TOWER_CLOSED;
    return aude__put_stand_allowed(game, figure, tile, AUDE__NONE);
}

/* TOW-6 */
static void tower_spot_take(struct aude_game *game, unsigned figure, unsigned tile)
{
    tower_close(game, tile, true);
    aude__figure_place(game, figure, AUDE_AT_TOWER, tile);
}

/* TOW-15: when the follower leaves the tower is open again, or stays closed for good. */
static void tower_leaves(struct aude_game *game, unsigned figure)
{
    const struct aude_figure *fig = &game->figure[figure];

    if (fig->where == AUDE_AT_TOWER && !game->sw[AUDE_SWITCH_TOWER_REOPENS])
        tower_close(game, fig->at, false);
}

/* What may be done at an open tower, by what is in the hand: bit 0 of the index is set
 * for a tower piece, bit 1 for a small follower, bit 2 for the large one. */
#define PIECE    .kind = AUDE_TOWER
#define TOP(who) .kind = AUDE_PUT, .figure = (who), .segment = AUDE_ON_TOWER
static const struct offer {
    struct aude_action four[4];
    unsigned pieces, tops; /* how many actions for a foundation, and how many more for a
                            * tower */
} offers[8] = {
    {.pieces = 0},
    {{{PIECE}}, 1, 0},
    {{{TOP(AUDE_SMALL)}}, 0, 1},
    {{{PIECE}, {TOP(AUDE_SMALL)}}, 1, 1},
    {{{TOP(AUDE_LARGE)}}, 0, 1},
    {{{PIECE}, {TOP(AUDE_LARGE)}}, 1, 1},
    {{{TOP(AUDE_SMALL)}, {TOP(AUDE_LARGE)}}, 0, 2},
    {{{PIECE}, {TOP(AUDE_SMALL)}, {TOP(AUDE_LARGE)}}, 1, 2},
};
#undef PIECE
#undef TOP

static const struct offer *tower_swap_offer(const struct aude_game *game)
{
    const uint8_t *supply = game->player[game->turn.seat].supply;
    unsigned piece = game->towers.pieces[game->turn.seat] != 0;
    unsigned small = supply[AUDE_SMALL] != 0, large = supply[AUDE_LARGE] != 0;

    return &offers[piece | small << 1 | large << 2];
}

/* One by one, where other sets may forbid followers or there is little room. */
AUDE__APART static void tower_list_kept(const struct aude_game *game, unsigned tile,
                                        const struct offer *offer,
                                        struct aude__sink *sink)
{
    for (unsigned i = 0; i < offer->pieces + offer->tops && !tower_is_closed(game, tile);
         i++) {
        struct aude_action action = offer->four[i];
        action.x = game->laid[tile].x;
        action.y = game->laid[tile].y;
        if (i < offer->pieces || !tower_spot(game, action.figure, tile, AUDE_ON_TOWER))
            aude__sink_add(sink, action);
    }
}

/* Lists the towers from number `i` up to `end`, about which no other set is to be asked.
 * Branch-free: four actions are written for each tower, and `out` advances by those that are
 * possible. */
static void tower_list_offers(const struct aude_game *game, unsigned i, unsigned end,
                              const struct offer *offer, struct aude__sink *sink)
{
    struct aude_action *at = sink->out + sink->n;
    unsigned pieces = offer->pieces, tops = offer->tops;
    struct offer local = *offer; /* in registers: writing to the list cannot change it */

    for (; i < end; i++) {
        const struct aude_laid *laid = &game->laid[game->tower[i]];
        unsigned high = 0u - (laid->height != 0);
        aude__write_four(at, local.four, laid);
        at += (pieces + (tops & high)) & (laid->closed - 1u);
    }
    sink->n = (int)(at - sink->out);
}

/* The number of the tower about which other sets are to be asked; towers.n if there is none. */
static unsigned tower_kept(const struct aude_game *game, unsigned tile)
{
    unsigned n = game->towers.n, i = 0;

    if (tile >= game->n_laid || !tower_is_tile(game, tile)) return n;
    while (i < n && game->tower[i] != tile) i++;
    return i;
}

/* Every one of them like that. */
AUDE__APART static void tower_list_one_by_one(const struct aude_game *game,
                                              const struct offer *offer,
                                              struct aude__sink *sink)
{
    for (unsigned i = 0; i < game->towers.n; i++)
        tower_list_kept(game, game->tower[i], offer, sink);
}

/* How many actions the tower has of the offer: branch-free. */
static inline unsigned tower_has(const struct aude_laid *laid, const struct offer *offer)
{
    unsigned high = 0u - (laid->height != 0);

    return (offer->pieces + (offer->tops & high)) & (laid->closed - 1u);
}

/* All that tower_list_offers() would list. */
static void tower_offer(const struct aude_game *game, const struct offer *offer,
                        struct aude__sink *sink)
{
    const struct aude_towers *towers = &game->towers;
    unsigned n = offer->pieces * towers->n_open + offer->tops * towers->n_high;

    aude__sink_offer(sink, (struct aude_offer){.n = (uint16_t)n,
                                               .how = AUDE__OFFER_OF_SET,
                                               .set = AUDE_SET_TOWER});
}

static struct aude_action tower_pick(const struct aude_game *game,
                                     const struct aude_choices *choices,
                                     const struct aude_offer *offered, unsigned number)
{
    const struct offer *offer = tower_swap_offer(game);
    unsigned has;

    (void)choices;
    (void)offered;
    for (const uint16_t *tile = game->tower;; tile++, number -= has) {
        has = tower_has(&game->laid[*tile], offer);
        if (number >= has) continue;
        struct aude_action action = offer->four[number];
        action.x = game->laid[*tile].x;
        action.y = game->laid[*tile].y;
        return action;
    }
}

static void tower_list(const struct aude_game *game, struct aude__sink *sink)
{
    unsigned n = game->towers.n, kept;
    const struct offer *offer = tower_swap_offer(game);

    if (sink->max - sink->n < 4 * (int)n || sink->stand_tile == AUDE__EVERY) {
        tower_list_one_by_one(game, offer, sink);
        return;
    }
    kept = tower_kept(game, sink->stand_tile);
    if (sink->choices && kept == n) {
        tower_offer(game, offer, sink);
        return;
    }
    tower_list_offers(game, 0, kept, offer, sink);
    if (kept == n) return;
    tower_list_kept(game, game->tower[kept], offer, sink);
    tower_list_offers(game, kept + 1, n, offer, sink);
}

/* -- Capture ---------------------------------------------------------------------------- */

/* The tower that may capture: where it is, and how far it reaches. */
struct arms {
    int x, y, reach;
};

static struct arms tower_arms(const struct aude_game *game)
{
    const struct aude_laid *laid = &game->laid[game->towers.last];

    return (struct arms){laid->x, laid->y, game->laid[game->towers.last].height};
}

/* TOW-8: in the tower's row or column, no farther than its height. `figure` is exposed. */
static bool tower_in_reach(const struct aude_game *game, struct arms arms,
                           unsigned figure)
{
    const struct aude_laid *at = &game->laid[aude__figure_near(game, figure)];
    int dx = at->x - arms.x, dy = at->y - arms.y;
    int far = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);

    return (!dx | !dy) & (far <= arms.reach);
}

/* TOW-9: the seat's followers that can be captured at all: on tiles, and in quarters by
 * the switch. */
static uint64_t tower_exposed(const struct aude_game *game, unsigned seat)
{
    uint64_t inside = game->sw[AUDE_SWITCH_TOWER_REACHES_QUARTER]
                          ? aude__figure_all_inside(game, seat)
                          : 0;

    return (aude__followers_out(game, seat) | inside) & aude__victims(game);
}

/* Tiles in reach on which somebody is. */
struct near {
    unsigned n;
    uint16_t tile[1 + 4 * TOWER_HIGHEST + 1];
};

/* Notes the laid tile in the cell with that key, if somebody is there. Branch-free: a tile is written in any case. A key is enough: a
 * tower has at most 30 pieces, so the cell is as near as one of a board of 350 tiles (aude_key()). */
static inline void tower_note(const struct aude_game *game, uint16_t key,
                              struct near *near)
{
    unsigned tile = aude_cell_what(game, key) - 1u, laid = 0u - (tile < game->n_laid);

    near->tile[near->n] = (uint16_t)tile;
    near->n += (game->crowd[tile & laid] != 0) & laid & 1;
}

/* In the row and in the column of the tower, and under it. */
static void tower_note_reach(const struct aude_game *game, struct arms arms,
                             struct near *near)
{
    uint16_t key = aude_key(arms.x, arms.y);

    near->n = 0;
    tower_note(game, key, near);
    for (int far = 1; far <= arms.reach; far++) {
        unsigned row = (unsigned)(far * AUDE_KEY_ROW), column = (unsigned)far;
        tower_note(game, (uint16_t)(key - row), near);
        tower_note(game, (uint16_t)(key + row), near);
        tower_note(game, (uint16_t)(key - column), near);
        tower_note(game, (uint16_t)(key + column), near);
    }
}

/* Of a seat's followers in quarters, those in reach. */
static uint64_t tower_reached_inside(const struct aude_game *game, struct arms arms,
                                     unsigned seat, uint64_t inside)
{
    uint64_t found = 0;

    for (uint64_t m = inside; m; m &= m - 1)
        if (tower_in_reach(game, arms, aude__first_of(game, seat, m))) found |= m & -m;
    return found;
}

/* WHERE SOMEBODY IS: first the tiles in the tower's row and column, which are few, and who is there only if anybody is.
 * Fills towers.reach; returns true if there is anybody. */
static bool tower_find_reach(struct aude_game *game)
{
    struct arms arms = tower_arms(game);
    struct near near;
    uint64_t anybody = 0;

    tower_note_reach(game, arms, &near);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t exposed = tower_exposed(game, seat), out = aude__on_tiles(game, seat);
        uint64_t found = 0;
        for (unsigned i = 0; i < near.n; i++)
            found |= aude__figures_on(game, seat, near.tile[i]);
        found &= exposed & out;
        if (exposed & ~out)
            found |= tower_reached_inside(game, arms, seat, exposed & ~out);
        game->towers.reach[seat] = found;
        anybody |= found;
    }
    return anybody != 0;
}

enum aude__step aude__tower_on_capture(struct aude_game *game, struct aude_events *events)
{
    (void)events;
    if (game->towers.last != AUDE_NOWHERE && tower_find_reach(game))
        return AUDE__STEP_WAIT;
    game->towers.last = AUDE_NOWHERE;
    return AUDE__STEP_ON;
}

static inline enum aude_err tower_capture_check_of(const struct aude_game *game,
                                                   struct aude_action action, int figure)
{
    if (figure < 0) return AUDE_ERR_CAPTURE;
    unsigned i = (unsigned)figure - game->player[action.arg].first;
    if (game->towers.reach[action.arg] >> i & 1) return AUDE_ERR_OK;
    return !(aude__victims(game) >> i & 1) &&
                   tower_in_reach(game, tower_arms(game), (unsigned)figure)
               ? AUDE_ERR_CAPTURE_KIND
               : AUDE_ERR_CAPTURE;
}

enum aude_err aude__tower_capture_check(const struct aude_game *game,
                                        struct aude_action action)
{
    return tower_capture_check_of(game, action, aude__figure_target(game, action));
}

void aude__tower_list_captures(const struct aude_game *game, struct aude__sink *sink)
{
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_PASS});
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = game->towers.reach[seat]; m; m &= m - 1) {
            unsigned i = aude__first_of(game, seat, m);
            /* Only in a quarter two of a kind can be in the same place now. */
            if (game->figure[i].where != AUDE_AT_QUARTER ||
                aude__figure_first_alike(game, i))
                aude__figure_list_target(game, i, AUDE_CAPTURE, sink);
        }
}

/* A prisoner of `seat` held by `holder`, of one of these kinds; -1 if there is none. */
static int tower_prisoner_find(const struct aude_game *game, unsigned seat,
                               unsigned holder, uint64_t kinds)
{
    for (uint64_t m = game->player[seat].at[AUDE_AT_PRISON] & kinds; m; m &= m - 1) {
        unsigned i = aude__first_of(game, seat, m);
        if (game->figure[i].at == holder) return (int)i;
    }
    return -1;
}

/* TOW-10: an own follower comes home, another's becomes a prisoner; then the builder or pig
 * left alone goes home (TOW-12). The exchange, if any, is the next phase. */
enum aude_err aude__tower_capture_play(struct aude_game *game, struct aude_action action,
                                       struct aude_events *events)
{
    int found = aude__figure_target(game, action);
    unsigned figure = (unsigned)found, seat = game->turn.seat;
    struct aude_event spare;
    enum aude_err err = tower_capture_check_of(game, action, found);

    if (err) return err;
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
    aude__traders_lonely_home(game, events);
    game->turn.phase++;
    return AUDE_ERR_OK;
}

/* -- Exchange --------------------------------------------------------------------------- */

static void tower_prisoner_set_free(struct aude_game *game, unsigned figure,
                                    struct aude_events *events)
{
    struct aude_event spare;
    const struct aude_figure *fig = &game->figure[figure];
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_FREED, fig->seat);

    ev->figure = fig->kind;
    ev->other = (uint8_t)fig->at;
    aude__figure_return(game, figure, events);
}

/* Frees one prisoner of `seat` held by `holder`, of one of these kinds. */
static void tower_prisoner_free_one(struct aude_game *game, unsigned seat,
                                    unsigned holder, uint64_t kinds,
                                    struct aude_events *events)
{
    int figure = tower_prisoner_find(game, seat, holder, kinds);

    if (figure >= 0) tower_prisoner_set_free(game, (unsigned)figure, events);
}

/* Kinds of a seat's followers that `holder` holds, one bit each. */
static unsigned tower_prisoner_kinds(const struct aude_game *game, unsigned seat,
                                     unsigned holder)
{
    unsigned kinds = 0;

    for (uint64_t m = game->player[seat].at[AUDE_AT_PRISON]; m; m &= m - 1) {
        const struct aude_figure *fig = &game->figure[aude__first_of(game, seat, m)];
        kinds |= (unsigned)(fig->at == holder) << fig->kind;
    }
    return kinds;
}

static unsigned tower_own_prisoners(const struct aude_game *game)
{
    return tower_prisoner_kinds(game, game->turn.seat, game->towers.victim);
}

/* TOW-16: one prisoner for another, at once; the taker chooses only if there are
 * different kinds. */
static void tower_prisoner_swap(struct aude_game *game, unsigned kind,
                                struct aude_events *events)
{
    unsigned seat = game->turn.seat, victim = game->towers.victim;

    tower_prisoner_free_one(game, victim, seat, game->followers, events);
    tower_prisoner_free_one(game, seat, victim, game->kinds[kind], events);
    game->towers.victim = AUDE_SEAT_NONE;
}

enum aude__step aude__tower_on_swap(struct aude_game *game, struct aude_events *events)
{
    game->towers.last = AUDE_NOWHERE;
    if (game->towers.victim == AUDE_SEAT_NONE) return AUDE__STEP_ON;
    unsigned kinds = tower_own_prisoners(game);
    if (kinds & (kinds - 1)) return AUDE__STEP_WAIT;
    if (kinds) tower_prisoner_swap(game, aude__lowest(kinds), events);
    game->towers.victim = AUDE_SEAT_NONE;
    return AUDE__STEP_ON;
}

enum aude_err aude__tower_swap_check(const struct aude_game *game,
                                     struct aude_action action)
{
    return action.figure < AUDE_FIGURE_KINDS &&
                   tower_own_prisoners(game) >> action.figure & 1
               ? AUDE_ERR_OK
               : AUDE_ERR_EXCHANGE;
}

void aude__tower_swap_commit(struct aude_game *game, struct aude_action action,
                             struct aude_events *events)
{
    tower_prisoner_swap(game, action.figure, events);
    game->turn.phase++;
}

void aude__tower_list_swaps(const struct aude_game *game, struct aude__sink *sink)
{
    for (unsigned m = tower_own_prisoners(game); m; m &= m - 1)
        aude__sink_add(sink, (struct aude_action){.kind = AUDE_SWAP,
                                                  .figure = (uint8_t)aude__lowest(m)});
}

/* -- By hand ---------------------------------------------------------------------------- */

/* An open foundation or tower at x,y: its tile in *tile. */
static enum aude_err tower_hand_tile(const struct aude_game *game,
                                     struct aude_action action, int *tile)
{
    enum aude_err err = aude__by_hand_seat_check(game, action);

    if (err) return err;
    if (!aude__plays(game, AUDE_SET_TOWER)) return AUDE_ERR_HAND_SET;
    *tile = aude_game_tile_at(game, action.x, action.y);
    if (*tile < 0 || !tower_is_tile(game, (unsigned)*tile)) return AUDE_ERR_TOWER_NONE;
    return tower_is_closed(game, (unsigned)*tile) ? AUDE_ERR_TOWER_CLOSED : AUDE_ERR_OK;
}

enum aude_err aude__tower_hand_check(const struct aude_game *game,
                                     struct aude_action action)
{
    int tile;
    enum aude_err err = tower_hand_tile(game, action, &tile);

    if (err) return err;
    return game->towers.pieces[action.arg] ? AUDE_ERR_OK : AUDE_ERR_TOWER_PIECE;
}

enum aude_err aude__tower_hand_take_check(const struct aude_game *game,
                                          struct aude_action action)
{
    int tile;
    enum aude_err err = tower_hand_tile(game, action, &tile);

    if (err) return err;
    if (!game->laid[tile].height) return AUDE_ERR_TOWER_NONE;
    return game->towers.pieces[action.arg] < pieces_dealt[game->n_seats]
               ? AUDE_ERR_OK
               : AUDE_ERR_HAND_PIECE;
}

static void tower_hand_raise(struct aude_game *game, struct aude_action action, int by,
                             struct aude_events *events)
{
    unsigned tile = (unsigned)aude_game_tile_at(game, action.x, action.y);
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_TOWER, action.arg);

    game->towers.pieces[action.arg] = (uint8_t)(game->towers.pieces[action.arg] - by);
    tower_raise(game, tile, by);
    ev->x = action.x;
    ev->y = action.y;
    ev->points = game->laid[tile].height;
}

void aude__tower_hand_commit(struct aude_game *game, struct aude_action action,
                             struct aude_events *events)
{
    tower_hand_raise(game, action, 1, events);
}

void aude__tower_hand_take_commit(struct aude_game *game, struct aude_action action,
                                  struct aude_events *events)
{
    tower_hand_raise(game, action, -1, events);
}

/* Both seats in play, and not the same. */
static enum aude_err tower_hand_seats(const struct aude_game *game,
                                      struct aude_action action)
{
    enum aude_err err = aude__by_hand_seat_check(game, action);

    if (err) return err;
    if (!aude__plays(game, AUDE_SET_TOWER)) return AUDE_ERR_HAND_SET;
    return action.x < 0 || action.x >= game->n_seats || action.x == action.arg
               ? AUDE_ERR_HAND_SEAT
               : AUDE_ERR_OK;
}

/* TOW-16: who holds a man of mine has none with me. */
enum aude_err aude__tower_hand_prison_check(const struct aude_game *game,
                                            struct aude_action action)
{
    enum aude_err err = tower_hand_seats(game, action);

    if (err) return err;
    if (action.figure >= AUDE_FIGURE_KINDS ||
        !game->player[action.arg].supply[action.figure])
        return AUDE_ERR_NO_FIGURE;
    if (!(game->kinds[action.figure] & aude__victims(game))) return AUDE_ERR_CAPTURE_KIND;
    return tower_prisoner_kinds(game, (unsigned)action.x, action.arg)
               ? AUDE_ERR_HAND_PRISON
               : AUDE_ERR_OK;
}

void aude__tower_hand_prison_commit(struct aude_game *game, struct aude_action action,
                                    struct aude_events *events)
{
    (void)events; /* the event of a capture says from where: this one came from nowhere */
    aude__figure_place(game, (unsigned)aude__figure_home(game, action.arg, action.figure),
                       AUDE_AT_PRISON, (unsigned)action.x);
}

enum aude_err aude__tower_hand_free_check(const struct aude_game *game,
                                          struct aude_action action)
{
    enum aude_err err = tower_hand_seats(game, action);

    if (err) return err;
    if (action.figure >= AUDE_FIGURE_KINDS) return AUDE_ERR_HAND_NOBODY;
    return tower_prisoner_find(game, action.arg, (unsigned)action.x,
                               game->kinds[action.figure]) < 0
               ? AUDE_ERR_HAND_NOBODY
               : AUDE_ERR_OK;
}

void aude__tower_hand_free_commit(struct aude_game *game, struct aude_action action,
                                  struct aude_events *events)
{
    tower_prisoner_free_one(game, action.arg, (unsigned)action.x,
                            game->kinds[action.figure], events);
}

/* -- Ransom ----------------------------------------------------------------------------- */

/* TOW-18: a ransom is paid by the active player, from the start of the turn until the
 * action; by the switch whenever a player is asked anything. */
static bool tower_ransom_window_open(const struct aude_game *game)
{
    enum { UNTIL_ACTION = AUDE__IN(SOURCE) | AUDE__IN(TILE) | AUDE__IN(ACTION) };

    return (game->turn.actor != AUDE_SEAT_NONE) &
           ((game->sw[AUDE_SWITCH_RANSOM_WINDOW] == AUDE_RANSOM_ANY_PROMPT) |
            ((game->turn.actor == game->turn.seat) &
             (UNTIL_ACTION >> game->turn.phase & 1)));
}

/* TOW-17, TOW-18: is another ransom allowed in this turn, and can it be paid? SIGNS FOR QUESTIONS: 1 or 0 from the highest
 * bit of a difference. Of comparisons joined by & gcc makes branches again, and these cannot be guessed. */
static unsigned tower_ransom_left(const struct aude_game *game)
{
    return (game->towers.ransomed - 1u) >> 31 | game->sw[AUDE_SWITCH_RANSOM_LIMIT];
}

static unsigned tower_ransom_affordable(const struct aude_game *game)
{
    uint32_t lacks = (uint32_t)game->player[game->turn.actor].points - RANSOM_PRICE;

    return ~lacks >> 31 | game->sw[AUDE_SWITCH_RANSOM_DEBT];
}

/* Limits that do not depend on which follower is bought back. */
static enum aude_err tower_ransom_limits(const struct aude_game *game)
{
    if (!tower_ransom_left(game)) return AUDE_ERR_RANSOM_USED;
    return tower_ransom_affordable(game) ? AUDE_ERR_OK : AUDE_ERR_RANSOM_POINTS;
}

enum aude_err aude__tower_ransom_check(const struct aude_game *game,
                                       struct aude_action action)
{
    if (!aude__plays(game, AUDE_SET_TOWER) || !tower_ransom_window_open(game))
        return AUDE_ERR_PHASE;
    if (action.figure >= AUDE_FIGURE_KINDS) return AUDE_ERR_RANSOM;
    return tower_prisoner_find(game, game->turn.actor, action.arg,
                               game->kinds[action.figure]) < 0
               ? AUDE_ERR_RANSOM
               : tower_ransom_limits(game);
}

void aude__tower_ransom_commit(struct aude_game *game, struct aude_action action,
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
    tower_prisoner_free_one(game, payer, action.arg, game->kinds[action.figure], events);
}

void aude__tower_about_ransom(const struct aude_game *game, struct aude_action action,
                              struct aude_about *about)
{
    (void)game;
    (void)action;
    about->fields = AUDE_HAS_POINTS;
    about->points = RANSOM_PRICE;
}

/* By holder, then by kind, each once: one bit for each pair, so that there is one loop and not one
 * for each seat. */
AUDE__APART static void tower_list_ransoms(const struct aude_game *game,
                                           struct aude__sink *sink)
{
    static_assert(AUDE_FIGURE_KINDS <= 8 && AUDE_SEATS_MAX <= 8, "a bit for each pair");
    unsigned payer = game->turn.actor;
    uint64_t held = 0;

    for (uint64_t m = game->player[payer].at[AUDE_AT_PRISON]; m; m &= m - 1) {
        const struct aude_figure *fig = &game->figure[aude__first_of(game, payer, m)];
        held |= (uint64_t)1 << (8 * fig->at + fig->kind);
    }
    for (; held; held &= held - 1) {
        unsigned pair = (unsigned)__builtin_ctzll(held);
        aude__sink_add(sink, (struct aude_action){.kind = AUDE_RANSOM,
                                                  .figure = (uint8_t)(pair % 8),
                                                  .arg = (uint8_t)(pair / 8)});
    }
}

/* Asked at every prompt, so what is most often not so is one question: each alone can hardly be guessed. */
static void tower_anytime(const struct aude_game *game, struct aude__sink *sink)
{
    if (game->turn.actor == AUDE_SEAT_NONE) return;
    uint64_t prisoners = game->player[game->turn.actor].at[AUDE_AT_PRISON];
    unsigned held = (unsigned)((prisoners | (0 - prisoners)) >> 63);
    if (held & tower_ransom_left(game) & tower_ransom_affordable(game) &&
        tower_ransom_window_open(game))
        tower_list_ransoms(game, sink);
}

void aude__tower_list_confirm(const struct aude_game *game, struct aude__sink *sink)
{
    (void)game;
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_PASS});
}

/* ANY_PROMPT: after the action the player is asked once more, if a ransom could be paid. */
enum aude__step aude__tower_on_confirm(struct aude_game *game, struct aude_events *events)
{
    struct aude__sink sink = {0};

    (void)events;
    game->turn.actor = game->turn.seat;
    tower_anytime(game, &sink);
    if (!sink.n && !game->towers.asked) return AUDE__STEP_ON;
    game->towers.asked = 1;
    return AUDE__STEP_WAIT;
}

const struct aude__set aude__set_tower = {
    .name = "tower",
    .title = "IV The Tower",
    .playable = 1,
    .phases = AUDE__IN(CAPTURE) | AUDE__IN(SWAP) | AUDE__IN(CONFIRM),
    .setup = tower_setup,
    .begin = tower_begin,
    .laid = tower_laid,
    .spot = tower_spot,
    .spot_take = tower_spot_take,
    .leaves = tower_leaves,
    .list = tower_list,
    .pick = tower_pick,
    .anytime = tower_anytime,
};
