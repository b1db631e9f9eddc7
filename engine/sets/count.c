/* count.c -- expansion VI, the Count of Carcassonne.
 *
 *   start    twelve tiles, four by three: the city of Carcassonne          COC-1
 *   enter    who makes others score and scores nothing himself may put a
 *            follower into a quarter, and then move the count              COC-5 to COC-9
 *   send     followers come out of a quarter into completed features of
 *            its kind before these are scored, from the market to fields at
 *            the end; never from the count's quarter                       COC-10 to COC-18
 *
 * Castle to cities, blacksmith to roads, cathedral to monasteries, market to fields. The
 * city itself is nobody's; for the fields at its walls it is one completed city (COC-3). */
#include "action_internal.h"
#include "tile_internal.h"

static const uint8_t serves[AUDE_QUARTERS] = {
    [AUDE_CASTLE] = AUDE_CITY,
    [AUDE_MARKET] = AUDE_FIELD,
    [AUDE_BLACKSMITH] = AUDE_ROAD,
    [AUDE_CATHEDRAL] = AUDE_MONASTERY,
};

/* -- The start -------------------------------------------------------------------------- */

/* COC-1: the block lies so that its seventh tile is at 0,0. */
static void count_lay_block(struct aude_game *game)
{
    int kind = 0;

    while (aude__dealt[kind].set != AUDE_SET_COUNT) kind++;
    for (; kind < aude_tiles_count && aude__dealt[kind].set == AUDE_SET_COUNT; kind++)
        aude__board_lay(game, (aude_kind)kind, aude_tiles[kind].col - 2,
                        aude_tiles[kind].row - 1, 0);
}

static enum aude_err count_start(struct aude_game *game, const struct aude_setup *setup)
{
    unsigned rivers = 1u << AUDE_SET_RIVER_1 | 1u << AUDE_SET_RIVER_2;
    bool river_does = game->sets & rivers &&
                      game->sw[AUDE_SWITCH_RIVER_START_TILE] == AUDE_RIVER_START_REMOVE;

    /* COC-1, RIV-2: there is one start tile to take out. */
    if (!game->sw[AUDE_SWITCH_COUNT_START_TILE] && !river_does)
        aude__pile_remove_start(game);
    if (!setup->n_start) count_lay_block(game);
    if (game->sets & rivers)
        return aude__sets[aude__highest(game->sets & rivers)]->start(game, setup);
    return setup->n_start ? aude__pile_lay_start(game, setup) : AUDE_ERR_OK;
}

/* -- Out of the quarters ---------------------------------------------------------------- */

static unsigned count_next_seat(const struct aude_game *game, unsigned seat)
{
    return seat + 1 == game->n_seats ? 0 : seat + 1;
}

/* COC-17: a field that a barn scores in this P6; joined ones only if they hold a farmer. */
static bool count_barn_scores(const struct aude_game *game, unsigned field)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    bool here = false;

    if (game->sw[AUDE_SWITCH_BARN_TIMING] == AUDE_BARN_AT_ONCE) return false; /* done */
    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
        here |= game->label[laid->first + s] == field;
    return aude__abbey_barn_is_new(game, field) ||
           (here && aude__abbey_has_barn(game, field) &&
            aude_followers(&game->feature[field]));
}

/* May followers come to this feature now (COC-12, COC-18)? */
static bool count_is_goal(const struct aude_game *game, unsigned feature)
{
    const struct aude_feature *f = &game->feature[feature];

    if (game->turn.phase == AUDE_PHASE_MARKET)
        return f->kind == AUDE_FIELD ? game->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON
                                     : f->open && game->sw[AUDE_SWITCH_COC_FINAL];
    if (f->kind == AUDE_FIELD)
        return game->sw[AUDE_SWITCH_COC_MARKET_BARN] && count_barn_scores(game, feature);
    if (!aude__score_completed_now(game, feature)) return false;
    return aude_followers(f) || !game->sw[AUDE_SWITCH_COC_UNOCCUPIED];
}

/* A follower of that seat and kind in the quarter, or -1. */
static int count_in_quarter(const struct aude_game *game, unsigned seat, unsigned kind,
                            unsigned quarter)
{
    for (uint64_t m = aude__figures(game, seat, kind, AUDE_AT_QUARTER); m; m &= m - 1) {
        unsigned i = aude__first_of(game, seat, m);
        if (game->figure[i].at == quarter) return (int)i;
    }
    return -1;
}

enum aude_err aude__count_send_check(const struct aude_game *game,
                                     struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);

    if (!aude__plays(game, AUDE_SET_COUNT) || action.arg >= AUDE_QUARTERS || tile < 0 ||
        action.figure >= AUDE_FIGURE_KINDS)
        return AUDE_ERR_SEND;
    const struct aude_laid *laid = &game->laid[tile];
    if (action.segment >= aude_tiles[laid->kind].n_segments) return AUDE_ERR_NO_SEGMENT;
    unsigned handle = laid->first + action.segment, feature = game->label[handle];
    const struct aude_feature *f = &game->feature[feature];
    if (count_in_quarter(game, game->turn.actor, action.figure, action.arg) < 0 ||
        f->kind != serves[action.arg] || !count_is_goal(game, feature) ||
        !(aude__figure_rows[action.figure].features >> f->kind & 1))
        return AUDE_ERR_SEND;
    if (game->count.at == action.arg) return AUDE_ERR_COUNT_HERE;
    /* Where they stand on no tile, the first segment names the feature. */
    if (!game->sw[AUDE_SWITCH_COC_STAND])
        return handle == f->head ? AUDE_ERR_OK : AUDE_ERR_SEND;
    return game->dragon.at == tile && aude__plays(game, AUDE_SET_DRAGON)
               ? AUDE_ERR_DRAGON_HERE
               : AUDE_ERR_OK;
}

/* ORDER FEATURE: the quarter whose followers come to each kind; none to gardens. */
static const uint8_t quarter_for[AUDE_FEATURE_KINDS] = {
    [AUDE_ROAD] = AUDE_BLACKSMITH,     [AUDE_CITY] = AUDE_CASTLE,
    [AUDE_MONASTERY] = AUDE_CATHEDRAL, [AUDE_GARDEN] = AUDE_QUARTERS,
    [AUDE_FIELD] = AUDE_MARKET,
};

/* Kinds of the seat's followers in each quarter that may leave it, one bit each; in none of
 * them there are none. */
struct inside {
    uint16_t kinds[AUDE_QUARTERS + 1];
};

static struct inside count_look_inside(const struct aude_game *game, unsigned seat)
{
    struct inside inside = {{0}};

    for (uint64_t m = game->player[seat].at[AUDE_AT_QUARTER]; m; m &= m - 1) {
        const struct aude_figure *fig = &game->figure[aude__first_of(game, seat, m)];
        inside.kinds[fig->at] |= (uint16_t)(1u << fig->kind);
    }
    inside.kinds[game->count.at] = 0;
    return inside;
}

/* The followers that could be sent to this feature if it is a goal, and their quarter. */
static unsigned count_senders(const struct inside *inside, unsigned feature_kind,
                              unsigned *quarter)
{
    unsigned kinds = inside->kinds[quarter_for[feature_kind]];

    *quarter = quarter_for[feature_kind];
    for (unsigned m = kinds; m; m &= m - 1)
        if (!(aude__figure_rows[aude__lowest(m)].features >> feature_kind & 1))
            kinds &= ~(m & -m);
    return kinds;
}

/* Handles of one goal, in the list's order: every one where followers stand on a tile, else
 * the one that names the feature. */
static unsigned count_goal_handles(const struct aude_game *game, unsigned feature,
                                   uint16_t *list, unsigned n)
{
    const struct aude_feature *f = &game->feature[feature];
    unsigned size = game->sw[AUDE_SWITCH_COC_STAND] ? f->size : 1;

    for (unsigned i = 0, h = f->head; i < size; i++, h = aude_next(game, h)) {
        unsigned j = n++;
        for (; j && list[j - 1] > h; j--) list[j] = list[j - 1];
        list[j] = (uint16_t)h;
    }
    return n;
}

/* Fields with barns to which followers may come: those of the tile just laid, and that of a
 * new barn, wherever it is (COC-17). */
static unsigned count_barn_goals(const struct aude_game *game, uint16_t *list, unsigned n)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    unsigned segments = aude_tiles[laid->kind].n_segments;
    unsigned far = aude__abbey_new_barn_field(game);

    for (unsigned s = 0; s < segments; s++) {
        unsigned field = game->label[laid->first + s], before = 0;
        while (game->label[laid->first + before] != field) before++;
        if (field == far) far = AUDE__NONE;
        if (before == s && game->feature[field].kind == AUDE_FIELD &&
            count_is_goal(game, field))
            n = count_goal_handles(game, field, list, n);
    }
    return far != AUDE__NONE && count_is_goal(game, far)
               ? count_goal_handles(game, far, list, n)
               : n;
}

/* P5: what the tile just laid completed, and fields with barns. */
static unsigned count_goals_now(const struct aude_game *game, const struct inside *inside,
                                uint16_t *list)
{
    unsigned n = 0, quarter;

    for (unsigned i = 0; i < game->turn.n_completed; i++) {
        unsigned feature = game->turn.completed[i];
        if (count_senders(inside, game->feature[feature].kind, &quarter) &&
            count_is_goal(game, feature))
            n = count_goal_handles(game, feature, list, n);
    }
    return inside->kinds[AUDE_MARKET] ? count_barn_goals(game, list, n) : n;
}

/* Is it of one of these kinds, and not complete? A field never is. */
static inline unsigned count_is_incomplete(const struct aude_feature *f, unsigned kinds)
{
    unsigned open = 0u - (f->open != 0);

    return (kinds & (open | 1u << AUDE_FIELD)) >> f->kind & 1;
}

/* Where followers stand on no tile, the handle that names each goal, from the features: there
 * are half as many as handles, and a feature has its head from the beginning, so that heads
 * come in the list's order. Branch-free. */
static unsigned count_goal_heads(const struct aude_game *game, unsigned kinds,
                                 uint16_t *list)
{
    const struct aude_feature *f = game->feature, *end = f + game->n_features;
    unsigned n = 0;

    for (; f < end; f++) {
        list[n] = f->head;
        n += count_is_incomplete(f, kinds) & (f->size != 0);
    }
    return n;
}

/* Else all handles of these features. */
static unsigned count_handles_of(const struct aude_game *game, unsigned kinds,
                                 uint16_t *list)
{
    unsigned n = 0;

    for (unsigned h = 0; h < game->n_handles; h++) {
        list[n] = (uint16_t)h;
        n += count_is_incomplete(&game->feature[game->label[h]], kinds);
    }
    return n;
}

/* F2: the kinds of feature that have a follower to be sent there: fields with farmers, or all (COC-18). */
static unsigned count_kinds_at_end(const struct aude_game *game,
                                   const struct inside *inside)
{
    unsigned kinds = 0, quarter;
    unsigned fields = (unsigned)(game->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON)
                      << AUDE_FIELD;

    for (unsigned kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        kinds |= (unsigned)(count_senders(inside, kind, &quarter) != 0) << kind;
    return kinds &
           (game->sw[AUDE_SWITCH_COC_FINAL] ? fields | ~(1u << AUDE_FIELD) : fields);
}

/* F2: every feature of these kinds that is not complete. */
static unsigned count_goals_at_end(const struct aude_game *game,
                                   const struct inside *inside, uint16_t *list)
{
    unsigned kinds = count_kinds_at_end(game, inside);

    if (!kinds) return 0;
    return (game->sw[AUDE_SWITCH_COC_STAND] ? count_handles_of
                                            : count_goal_heads)(game, kinds, list);
}

static unsigned count_goals(const struct aude_game *game, const struct inside *inside,
                            uint16_t *list)
{
    unsigned any = 0;

    for (unsigned q = 0; q < AUDE_QUARTERS; q++) any |= inside->kinds[q];
    if (!any) return 0;
    return game->turn.phase == AUDE_PHASE_MARKET ? count_goals_at_end(game, inside, list)
                                                 : count_goals_now(game, inside, list);
}

/* PD-13 */
static bool count_dragon_keeps_off(const struct aude_game *game, unsigned tile)
{
    return game->sw[AUDE_SWITCH_COC_STAND] && game->dragon.at == tile &&
           aude__plays(game, AUDE_SET_DRAGON);
}

void aude__count_list_sends(const struct aude_game *game, struct aude__sink *sink)
{
    struct inside inside = count_look_inside(game, game->turn.actor);
    uint16_t list[AUDE_HANDLES_MAX];
    unsigned n = count_goals(game, &inside, list), quarter;
    unsigned senders[AUDE_FEATURE_KINDS];

    for (unsigned kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        senders[kind] = count_senders(&inside, kind, &quarter);
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_PASS});
    for (unsigned i = 0; i < n; i++) {
        unsigned tile = aude_tile_of(game, list[i]);
        const struct aude_laid *laid = &game->laid[tile];
        unsigned kind = game->feature[game->label[list[i]]].kind;
        if (count_dragon_keeps_off(game, tile)) continue;
        for (unsigned m = senders[kind]; m; m &= m - 1)
            aude__sink_word_if(sink,
                               aude__action_word(laid, AUDE_SEND, aude__lowest(m),
                                                 list[i] - laid->first,
                                                 quarter_for[kind]),
                               true);
    }
}

static bool count_has_goal_at_end(const struct aude_game *game,
                                  const struct inside *inside)
{
    unsigned kinds = count_kinds_at_end(game, inside);

    for (unsigned id = 0; kinds && id < game->n_features; id++) {
        const struct aude_feature *f = &game->feature[id];
        if (f->size && kinds >> f->kind & 1 && count_is_goal(game, id)) return true;
    }
    return false;
}

/* A goal is enough, where followers stand on no tile: the list need not be made. */
static bool count_has_goal(const struct aude_game *game, unsigned seat)
{
    struct inside inside = count_look_inside(game, seat);
    uint16_t list[AUDE_HANDLES_MAX];

    return game->turn.phase == AUDE_PHASE_MARKET
               ? count_has_goal_at_end(game, &inside)
               : count_goals_now(game, &inside, list) != 0;
}

static bool count_can_send(struct aude_game *game, unsigned seat)
{
    struct aude__sink sink = {0};

    if (!game->player[seat].at[AUDE_AT_QUARTER]) return false;
    game->turn.actor = (uint8_t)seat;
    if (!game->sw[AUDE_SWITCH_COC_STAND]) return count_has_goal(game, seat);
    aude__count_list_sends(game, &sink);
    return sink.n > 1;
}

void aude__count_send_commit(struct aude_game *game, struct aude_action action,
                             struct aude_events *events)
{
    unsigned seat = game->turn.actor;
    unsigned figure = (unsigned)count_in_quarter(game, seat, action.figure, action.arg);
    const struct aude_laid *laid =
        &game->laid[aude_game_tile_at(game, action.x, action.y)];
    struct aude_event spare;

    game->player[seat].supply[action.figure]++; /* aude__figure_stand() takes it out of
                                                 * the supply */
    aude__figure_stand(game, figure, (unsigned)(laid->first + action.segment));
    game->figure[figure].guest = !game->sw[AUDE_SWITCH_COC_STAND];
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_SEND, seat);
    ev->figure = action.figure;
    ev->feature = aude_tiles[laid->kind].segment[action.segment].kind;
    ev->segment = action.segment;
    ev->other = action.arg;
    ev->x = action.x;
    ev->y = action.y;
    if (game->turn.phase == AUDE_PHASE_MARKET && game->sw[AUDE_SWITCH_COC_FINAL_ORDER])
        game->count.quarter = (uint8_t)seat; /* ONE_EACH: the next seat is asked */
}

/* A seat that passes is not asked again. */
void aude__count_pass(struct aude_game *game)
{
    game->count.asked |= (uint8_t)(1u << game->turn.actor);
    game->count.quarter = game->turn.actor;
}

/* The quarters that somebody could leave in this P5, one bit each. If the tile completed nothing that they serve but the
 * count's own, only a field with a barn can be a goal. */
static unsigned count_quarters_served(const struct aude_game *game)
{
    unsigned quarters = 0;

    for (unsigned i = 0; i < game->turn.n_completed; i++)
        quarters |= 1u << quarter_for[game->feature[game->turn.completed[i]].kind];
    if (game->sw[AUDE_SWITCH_COC_MARKET_BARN] && game->hooks[AUDE__HOOK_BARNS])
        quarters |= 1u << AUDE_MARKET;
    return quarters & ~(1u << AUDE_QUARTERS | 1u << game->count.at);
}

/* The seats that have followers in these quarters, one bit each: mostly none, and nobody else need be asked. */
static unsigned count_seats_inside(const struct aude_game *game, unsigned quarters)
{
    unsigned seats = 0;

    for (unsigned seat = 0; quarters && seat < game->n_seats; seat++)
        for (uint64_t m = game->player[seat].at[AUDE_AT_QUARTER]; m; m &= m - 1) {
            unsigned at = game->figure[aude__first_of(game, seat, m)].at;
            seats |= (quarters >> at & 1) << seat;
        }
    return seats;
}

/* COC-13: from the left of the active player, the active player last; each decides once. */
enum aude__step aude__count_on_quarters(struct aude_game *game,
                                        struct aude_events *events)
{
    unsigned seats = count_seats_inside(game, count_quarters_served(game)) &
                     ~(unsigned)game->count.asked;

    (void)events;
    for (unsigned seat = count_next_seat(game, game->turn.seat), i = 0;
         seats && i < game->n_seats; i++) {
        if (seats >> seat & 1 && count_can_send(game, seat)) return AUDE__STEP_WAIT;
        seat = count_next_seat(game, seat);
    }
    game->count.asked = 0;
    game->count.gained = game->count.early; /* P6 comes next */
    game->count.early = 0;
    if (game->count.gained) aude__turn_phase_due(game, AUDE_PHASE_ENTER, true);
    /* Else it comes again when something is to be scored, or to forget who gained. */
    aude__turn_phase_due(game, AUDE_PHASE_QUARTERS, game->count.gained != 0);
    return AUDE__STEP_ON;
}

/* COC-6: points from the features just completed, and from the fairy as it is usually read. */
static void count_paid(struct aude_game *game, unsigned seat, unsigned source, int points)
{
    bool fairy = source == AUDE_FROM_FAIRY && !game->sw[AUDE_SWITCH_COC_GAIN];

    if (points <= 0 || !(source < AUDE_FEATURE_KINDS || fairy)) return;
    if (game->turn.phase == AUDE_PHASE_SCORE) {
        game->count.gained |= (uint8_t)(1u << seat);
        game->phases |= AUDE__IN(ENTER) | AUDE__IN(QUARTERS);
    }
    if (game->abbeys.paying) {
        game->count.early |= (uint8_t)(1u << seat);
        aude__turn_phase_due(game, AUDE_PHASE_QUARTERS, true);
    }
}

/* COC-18: the same before the final scoring. ONE_EACH: each seat sends one follower,
 * again and again, until all have passed. */
enum aude__step aude__count_on_market(struct aude_game *game, struct aude_events *events)
{
    bool one_each = game->sw[AUDE_SWITCH_COC_FINAL_ORDER];
    unsigned first =
        one_each && game->count.entered == 3 ? game->count.quarter : game->turn.seat;

    (void)events;
    game->count.entered =
        3; /* the market is open: count.quarter is the seat asked last */
    for (unsigned seat = count_next_seat(game, first), i = 0; i < game->n_seats; i++) {
        if (!(game->count.asked >> seat & 1) && count_can_send(game, seat))
            return AUDE__STEP_WAIT;
        seat = count_next_seat(game, seat);
    }
    return AUDE__STEP_ON;
}

/* -- Into a quarter --------------------------------------------------------------------- */

/* EDN-4 as JCloisterZone reads it: without farmers the market is closed. */
static bool count_market_closed(const struct aude_game *game, unsigned quarter)
{
    return quarter == AUDE_MARKET && game->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_OFF &&
           game->sw[AUDE_SWITCH_BARN_WITHOUT_FARMERS];
}

/* COC-5 */
bool aude__count_may_enter(const struct aude_game *game, unsigned figure,
                           unsigned quarter)
{
    bool market = quarter == AUDE_MARKET;

    if (count_market_closed(game, quarter)) return false;
    switch (figure) {
    case AUDE_SMALL:
    case AUDE_LARGE:
        return true;
    case AUDE_WAGON:
        return !market;
    case AUDE_MAYOR:
        return quarter == AUDE_CASTLE;
    default:
        return false;
    }
}

enum aude_err aude__count_enter_check(const struct aude_game *game,
                                      struct aude_action action)
{
    if (action.figure >= AUDE_FIGURE_KINDS ||
        !game->player[game->turn.seat].supply[action.figure])
        return AUDE_ERR_NO_FIGURE;
    return action.arg < AUDE_QUARTERS &&
                   aude__count_may_enter(game, action.figure, action.arg)
               ? AUDE_ERR_OK
               : AUDE_ERR_QUARTER;
}

void aude__count_list_enters(const struct aude_game *game, struct aude__sink *sink)
{
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_PASS});
    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        for (unsigned quarter = 0; quarter < AUDE_QUARTERS; quarter++) {
            struct aude_action enter = {
                .kind = AUDE_ENTER, .figure = (uint8_t)kind, .arg = (uint8_t)quarter};
            if (!aude__count_enter_check(game, enter)) aude__sink_add(sink, enter);
        }
}

/* COC-6 to COC-8: other seats got points, the active player did not. */
static bool count_may_deploy(const struct aude_game *game)
{
    unsigned mine = 1u << game->turn.seat;
    bool rate = game->sw[AUDE_SWITCH_COC_DEPLOY_RATE] && game->count.entered == 2;
    struct aude__sink sink = {0};

    if (!game->count.gained || game->count.gained & mine || rate) return false;
    if (aude__dragon_after_princess(game)) return false; /* PD-32 */
    aude__count_list_enters(game, &sink);
    return sink.n > 1;
}

/* Due from the moment that somebody gains points in P6 until it has found nothing to do. So it
 * runs again in the second part after somebody went in, which `entered` has to know. */
enum aude__step aude__count_on_enter(struct aude_game *game, struct aude_events *events)
{
    (void)events;
    if (game->count.entered == 1) game->count.entered = 2; /* in the first part */
    game->turn.actor = game->turn.seat;
    if (count_may_deploy(game)) return AUDE__STEP_WAIT;
    aude__turn_phase_due(game, AUDE_PHASE_ENTER, false);
    return AUDE__STEP_ON;
}

void aude__count_enter_commit(struct aude_game *game, struct aude_action action,
                              struct aude_events *events)
{
    int figure = aude__figure_home(game, game->turn.seat, action.figure);
    struct aude_event spare;

    aude__figure_place(game, (unsigned)figure, AUDE_AT_QUARTER, action.arg);
    game->count.entered = 1;
    aude__turn_phase_due(game, AUDE_PHASE_COUNT, true);
    game->count.quarter = action.arg;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_ENTER, game->turn.seat);
    ev->figure = action.figure;
    ev->other = action.arg;
    game->turn.phase++;
}

static void count_move(struct aude_game *game, unsigned quarter,
                       struct aude_events *events)
{
    struct aude_event spare;

    game->count.at = (uint8_t)quarter;
    aude__event(events, &spare, AUDE_EV_COUNT, game->turn.seat)->other = (uint8_t)quarter;
}

/* COC-9: after each deployment; freely, or without a choice. */
enum aude__step aude__count_on_count(struct aude_game *game, struct aude_events *events)
{
    if (game->count.entered != 1) {
        aude__turn_phase_due(game, AUDE_PHASE_COUNT, false);
        return AUDE__STEP_ON;
    }
    switch (game->sw[AUDE_SWITCH_COUNT_MOVE]) {
    case AUDE_COUNT_FREE:
        game->turn.actor = game->turn.seat;
        return AUDE__STEP_WAIT;
    case AUDE_COUNT_CLOCKWISE:
        count_move(game, (game->count.at + 1u) % AUDE_QUARTERS, events);
        break;
    default:
        count_move(game, game->count.quarter, events);
    }
    game->count.entered = 2;
    return AUDE__STEP_ON;
}

enum aude_err aude__count_check(const struct aude_game *game, struct aude_action action)
{
    return action.arg < AUDE_QUARTERS && action.arg != game->count.at &&
                   !count_market_closed(game, action.arg)
               ? AUDE_ERR_OK
               : AUDE_ERR_COUNT_MOVE;
}

void aude__count_commit(struct aude_game *game, struct aude_action action,
                        struct aude_events *events)
{
    count_move(game, action.arg, events);
    game->turn.phase++;
}

void aude__count_list(const struct aude_game *game, struct aude__sink *sink)
{
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_PASS});
    for (unsigned quarter = 0; quarter < AUDE_QUARTERS; quarter++)
        if (quarter != game->count.at && !count_market_closed(game, quarter))
            aude__sink_add(sink, (struct aude_action){.kind = AUDE_COUNT_TO,
                                                      .arg = (uint8_t)quarter});
}

/* The seventh tile of the block, or AUDE__NONE. */
static unsigned count_seventh_tile(const struct aude_game *game)
{
    for (unsigned i = 0; i < game->n_start; i++) {
        const struct aude_tile *tile = &aude_tiles[game->laid[i].kind];
        if (tile->set == AUDE_SET_COUNT && tile->col == 2 && tile->row == 1) return i;
    }
    return AUDE__NONE;
}

/* A figure in a quarter counts as being on the seventh tile of the block. */
static unsigned count_tile_for(const struct aude_game *game, unsigned figure)
{
    return game->figure[figure].where == AUDE_AT_QUARTER ? count_seventh_tile(game)
                                                         : (unsigned)AUDE__NONE;
}

/* -- By hand ---------------------------------------------------------------------------- */

enum aude_err aude__count_hand_enter(const struct aude_game *game, unsigned figure,
                                     unsigned tile, unsigned quarter)
{
    if (!aude__plays(game, AUDE_SET_COUNT) || tile != count_seventh_tile(game))
        return AUDE_ERR_NO_SEGMENT;
    return aude__count_may_enter(game, figure, quarter) ? AUDE_ERR_OK : AUDE_ERR_QUARTER;
}

enum aude_err aude__count_hand_check(const struct aude_game *game,
                                     struct aude_action action)
{
    if (!game->hidden) return AUDE_ERR_BY_HAND;
    if (!aude__plays(game, AUDE_SET_COUNT)) return AUDE_ERR_HAND_SET;
    return action.arg >= AUDE_QUARTERS || count_market_closed(game, action.arg)
               ? AUDE_ERR_COUNT_MOVE
               : AUDE_ERR_OK;
}

void aude__count_hand_commit(struct aude_game *game, struct aude_action action,
                             struct aude_events *events)
{
    count_move(game, action.arg, events);
}

static void count_setup(struct aude_game *game)
{
    aude__turn_phase_due(game, AUDE_PHASE_QUARTERS, false);
    aude__turn_phase_due(game, AUDE_PHASE_ENTER, false);
    aude__turn_phase_due(game, AUDE_PHASE_COUNT, false);
}

static void count_begin(struct aude_game *game, struct aude_events *events)
{
    (void)events;
    game->count.entered = 0;
}

const struct aude__set aude__set_count = {
    .name = "count",
    .title = "VI The Count of Carcassonne",
    .playable = 1,
    .phases = AUDE__IN(QUARTERS) | AUDE__IN(ENTER) | AUDE__IN(COUNT) | AUDE__IN(MARKET),
    .setup = count_setup,
    .start = count_start,
    .begin = count_begin,
    .tile_for = count_tile_for,
    .paid = count_paid,
};
