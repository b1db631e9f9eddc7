/* turn.c -- a turn is a table: the phases in order, each with what happens on entering
 * it. A phase either waits for a player's decision or is over at once. The rows stand in
 * the order of INT-1; a set that adds a phase adds a row. Between two decisions the game
 * walks down the table by itself. */
#include "action_internal.h"

/* P0: the active player is known; number and seat were set by P11 or at the start. */
static enum aude__step turn_on_start(struct aude_game *game, struct aude_events *events)
{
    if (events) {
        struct aude_event spare;
        aude__event(events, &spare, AUDE_EV_TURN, game->turn.seat)->points =
            (int16_t)game->turn.number;
    }
    AUDE__ASK_ALL(game->hooks[AUDE__HOOK_BEGIN], begin, game, events)
    return AUDE__STEP_ON;
}

static void turn_say(struct aude_game *game, enum aude_event_kind what, aude_kind tile,
                     struct aude_events *events)
{
    struct aude_event spare;

    if (events) aude__event(events, &spare, what, game->turn.seat)->tile = tile;
}

/* A tile without a legal place leaves the game (BASE-15), unless a set knows better. */
static void turn_put_away(struct aude_game *game, aude_kind tile,
                          struct aude_events *events)
{
    for (unsigned m = game->hooks[AUDE__HOOK_STUCK]; m; m &= m - 1)
        if (aude__sets[aude__lowest(m)]->stuck(game, tile, events) == AUDE__STUCK_HANDLED)
            return;
    game->n_discarded++;
    turn_say(game, AUDE_EV_DISCARD, tile, events);
}

/* The tile that was just taken from the pile. */
static inline void turn_draw(struct aude_game *game, aude_kind tile,
                             struct aude_events *events)
{
    turn_say(game, AUDE_EV_DRAW, tile, events);
#define THEN(set, call)                                                                  \
    if (!(call)) return;
    AUDE__ASK_EACH(game->hooks[AUDE__HOOK_DRAWN], THEN, drawn, game, tile, events)
#undef THEN
    if (aude__lay_anywhere(game, tile))
        game->turn.tile = tile;
    else
        turn_put_away(game, tile, events);
}

void aude__turn_draw(struct aude_game *game, aude_kind tile, struct aude_events *events)
{
    aude__pile_take(game, tile);
    turn_draw(game, tile, events);
}

/* Where a turn without a tile goes on: P11, unless a set holds something even so (INT-52). */
static unsigned turn_after_no_tile(const struct aude_game *game)
{
    for (unsigned m = game->hooks[AUDE__HOOK_OWED]; m; m &= m - 1) {
        unsigned phase = aude__sets[aude__lowest(m)]->owed(game);
        if (phase != AUDE_PHASES) return phase;
    }
    return AUDE_PHASE_NEXT;
}

/* P2: draw until a tile has a place (BASE-15). With the pile empty the player has no steps 2
 * and 3 (BASE-16): his turn is over, and P11 finds the end. A hidden game waits to be told. */
static inline enum aude__step turn_on_draw(struct aude_game *game,
                                           struct aude_events *events)
{
    while (game->turn.tile == AUDE_KIND_NONE) {
        struct aude__source source = aude__pile_source(game);
        if (!source.n || !aude__pile_left(game)) {
            game->turn.phase = (uint8_t)turn_after_no_tile(game);
            return AUDE__STEP_TO;
        }
        if (game->hidden) {
            game->turn.actor = AUDE_SEAT_NONE;
            return AUDE__STEP_WAIT;
        }
        aude_kind tile = source.kind[0];
        aude__pile_take_next(game);
        turn_draw(game, tile, events);
    }
    return AUDE__STEP_ON;
}

/* P6 is due when the tile completed something (board.c) or a barn has to pay (abbey.c): nine turns in ten of a
 * random base game go past it. */
static enum aude__step turn_on_score(struct aude_game *game, struct aude_events *events)
{
    aude__score_completed(game, events);
    aude__turn_phase_due(game, AUDE_PHASE_SCORE, false);
    return AUDE__STEP_ON;
}

/* Phases without a set in play that owns them, and those that are not due, are stepped over. */
static void turn_next_phase(struct aude_game *game)
{
    uint64_t later = game->phases & ~(((uint64_t)2 << game->turn.phase) - 1);

    game->turn.phase = (uint8_t)__builtin_ctzll(later);
}

bool aude__turn_tile_to_come(const struct aude_game *game, unsigned seat)
{
    if (aude__pile_left(game)) return true;
    for (unsigned m = game->hooks[AUDE__HOOK_SOURCE]; m; m &= m - 1)
        if (aude__sets[aude__lowest(m)]->source(game, seat)) return true;
    return false;
}

/* The pile is empty: does a set know of another turn? */
static bool turn_goes_on(struct aude_game *game, struct aude_events *events)
{
    for (unsigned m = game->hooks[AUDE__HOOK_MORE]; m; m &= m - 1)
        if (aude__sets[aude__lowest(m)]->more(game, events)) return true;
    return false;
}

/* P11: the left neighbour, or the end when the pile is empty (BASE-51). The next turn begins
 * here, and usually draws here, so that P0 and P2 need not be walked to. */
static enum aude__step turn_on_next(struct aude_game *game, struct aude_events *events)
{
    struct aude_turn *turn = &game->turn;

    if (!aude__pile_left(game))
        return turn_goes_on(game, events) ? AUDE__STEP_TO : AUDE__STEP_ON;
    turn->number++;
    turn->part = 1;
    turn->earned = 0;
    if (!turn->again)
        turn->seat = (uint8_t)(turn->seat + 1u == game->n_seats ? 0 : turn->seat + 1u);
    turn->again = 0;
    turn->phase = AUDE_PHASE_START;
    turn_on_start(game, events);
    turn_next_phase(game);
    if (turn->phase == AUDE_PHASE_SOURCE) {
        enum aude__step step = aude__abbey_on_source(game, events);
        if (step != AUDE__STEP_ON) return step;
        turn_next_phase(game);
    }
    return turn->phase == AUDE_PHASE_DRAW ? turn_on_draw(game, events) : AUDE__STEP_TO;
}

static enum aude__step turn_on_over(struct aude_game *game, struct aude_events *events)
{
    struct aude_event spare;

    game->turn.actor = AUDE_SEAT_NONE;
    aude__score_final(game, events);
    aude__event(events, &spare, AUDE_EV_OVER, AUDE_SEAT_NONE);
    return AUDE__STEP_WAIT;
}

/* Nothing was drawn yet in a hidden game: any tile left may be told. */
static void turn_list_tells(const struct aude_game *game, struct aude__sink *sink)
{
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        struct aude_action tell = {.kind = AUDE_TELL, .arg = (uint8_t)kind};
        if (!aude__action_tell_check(game, tell)) aude__sink_add(sink, tell);
    }
}

static void turn_list_lays(const struct aude_game *game, struct aude__sink *sink)
{
    aude__lay_list(game, game->turn.tile, sink);
}

/* P3: what every set offers, unless one leaves no choice. */
static void turn_list_action(const struct aude_game *game, struct aude__sink *sink)
{
    struct aude__goals goals;

    goals.kinds = goals.counted = 0;
    sink->goals = &goals;
    aude__put_prepare(game, sink);
    for (unsigned m = game->hooks[AUDE__HOOK_MUST]; m; m &= m - 1)
        if (aude__sets[aude__lowest(m)]->must(game,
                                              (struct aude_action){.kind = AUDE_PASS})) {
            aude__sets[aude__lowest(m)]->list(game, sink);
            return;
        }
    AUDE__ASK_ALL(game->hooks[AUDE__HOOK_LIST], list, game, sink)
}

/* ORDER PHASE: the order of INT-1. */
static const struct {
    const char *name;
    aude__on *on;     /* on entering; NULL: the active player decides */
    aude__list *list; /* what may be done there */
    void (*pass)(struct aude_game *game); /* what passing does; NULL: go on */
} phases[AUDE_PHASES] = {
    /* clang-format off */
    /*                          name           on                          list                       pass               */
    [AUDE_PHASE_START]       = {"start",       turn_on_start,              NULL,                      NULL},             /* P0 */
    [AUDE_PHASE_SOURCE]      = {"source",      aude__abbey_on_source,      aude__abbey_list_sources,  NULL},             /* P2 */
    [AUDE_PHASE_DRAW]        = {"draw",        turn_on_draw,               turn_list_tells,           NULL},             /* P2 */
    [AUDE_PHASE_TILE]        = {"tile",        NULL,                       turn_list_lays,            NULL},             /* P2 */
    [AUDE_PHASE_ACTION]      = {"action",      NULL,                       turn_list_action,          NULL},             /* P3 */
    [AUDE_PHASE_CAPTURE]     = {"capture",     aude__tower_on_capture,     aude__tower_list_captures, NULL},             /* P3 */
    [AUDE_PHASE_SWAP]        = {"swap",        aude__tower_on_swap,        aude__tower_list_swaps,    NULL},             /* P3 */
    [AUDE_PHASE_DRAGON]      = {"dragon",      aude__dragon_on_dragon,     aude__dragon_list_steps,   NULL},             /* P4 */
    [AUDE_PHASE_CONFIRM]     = {"confirm",     aude__tower_on_confirm,     aude__tower_list_confirm,  NULL},             /* P4 */
    [AUDE_PHASE_QUARTERS]    = {"quarters",    aude__count_on_quarters,    aude__count_list_sends,    aude__count_pass}, /* P5 */
    [AUDE_PHASE_SCORE]       = {"score",       turn_on_score,              NULL,                      NULL},             /* P6 */
    [AUDE_PHASE_WAGON]       = {"wagon",       aude__abbey_on_wagon,       aude__abbey_list_wagon,    NULL},             /* P7 */
    [AUDE_PHASE_ENTER]       = {"enter",       aude__count_on_enter,       aude__count_list_enters,   NULL},             /* P8 */
    [AUDE_PHASE_COUNT]       = {"count",       aude__count_on_count,       aude__count_list,          NULL},             /* P8 */
    [AUDE_PHASE_DRAGON_LATE] = {"late dragon", aude__dragon_on_dragon,     aude__dragon_list_steps,   NULL},             /* P4 */
    [AUDE_PHASE_FAIR]        = {"fair",        aude__catapult_on_fair,     NULL,                      NULL},             /* P10 */
    [AUDE_PHASE_SECOND]      = {"second",      aude__traders_on_second,    aude__traders_list_second, NULL},             /* P9 */
    [AUDE_PHASE_CATAPULT]    = {"catapult",    aude__catapult_on_catapult, aude__catapult_list,       NULL},             /* P10 */
    [AUDE_PHASE_THROW]       = {"throw",       aude__catapult_on_throw,    aude__catapult_list,       NULL},             /* P10 */
    [AUDE_PHASE_CATCH]       = {"catch",       aude__catapult_on_catch,    aude__catapult_list,       NULL},             /* P10 */
    [AUDE_PHASE_SCATTER]     = {"scatter",     aude__catapult_on_scatter,  aude__catapult_list,       NULL},             /* P10 */
    [AUDE_PHASE_SEDUCE]      = {"seduce",      aude__catapult_seduce_on,   aude__catapult_list,       NULL},             /* P10 */
    [AUDE_PHASE_THROWN]      = {"thrown",      aude__catapult_on_thrown,   aude__catapult_list,       NULL},             /* P10 */
    [AUDE_PHASE_NEXT]        = {"next",        turn_on_next,               NULL,                      NULL},             /* P11 */
    [AUDE_PHASE_MARKET]      = {"market",      aude__count_on_market,      aude__count_list_sends,    aude__count_pass}, /* F2 */
    [AUDE_PHASE_OVER]        = {"over",        turn_on_over,               NULL,                      NULL},             /* F1 to F7 */
    /* clang-format on */
};

const char *aude_phase_name(enum aude_phase phase)
{
    return phase < AUDE_PHASES ? phases[phase].name : "?";
}

/* Walks down the table from a phase that has something to do on entering it. */
AUDE__APART static void turn_walk(struct aude_game *game, struct aude_events *events)
{
    struct aude_turn *turn = &game->turn;

    while (phases[turn->phase].on) {
        enum aude__step step =
            AUDE__CALL(phases[turn->phase].on, turn_on_score, turn_on_next, turn_on_draw,
                       aude__dragon_on_dragon, aude__tower_on_capture,
                       aude__traders_on_second, game, events);
        if (step == AUDE__STEP_WAIT) return;
        if (step == AUDE__STEP_ON || !(game->phases >> turn->phase & 1))
            turn_next_phase(game);
    }
    turn->actor = turn->seat;
}

/* After every second action, a tile that was laid, there is nothing to walk through. */
void aude__turn_advance(struct aude_game *game, struct aude_events *events)
{
    struct aude_turn *turn = &game->turn;

    if (!(game->phases >> turn->phase & 1)) turn_next_phase(game);
    if (phases[turn->phase].on)
        turn_walk(game, events);
    else
        turn->actor = turn->seat;
}

/* What sets offer at every prompt. */
static inline void turn_list_anytime(const struct aude_game *game,
                                     struct aude__sink *sink)
{
    AUDE__ASK_ALL(game->hooks[AUDE__HOOK_ANYTIME], anytime, game, sink)
}

void aude__turn_list(const struct aude_game *game, struct aude__sink *sink)
{
    if (phases[game->turn.phase].list)
        AUDE__CALL(phases[game->turn.phase].list, turn_list_lays, turn_list_action,
                   turn_list_tells, aude__dragon_list_steps, aude__tower_list_captures,
                   aude__traders_list_second, game, sink);
    turn_list_anytime(game, sink);
}

/* As aude__turn_list(), but places for the tile in hand are only counted, and what sets offer is not written out. */
int aude_game_choices(const struct aude_game *game, struct aude_choices *choices)
{
    choices->n_lays = 0;
    choices->n_offers = 0;
    if (game->turn.phase == AUDE_PHASE_TILE) {
        aude__lay_count(game, choices);
        if (!game->hooks[AUDE__HOOK_ANYTIME]) return choices->n = choices->n_lays;
    }
    struct aude__sink sink = {.out = choices->list, .max = AUDE_ACTIONS_MAX};
    if (game->turn.phase == AUDE_PHASE_TILE) {
        turn_list_anytime(game, &sink);
    } else {
        /* What the base game alone offers is listed as soon as it is noted. */
        if (game->hooks[AUDE__HOOK_LIST] & ~(1u << AUDE_SET_BASE)) sink.choices = choices;
        aude__turn_list(game, &sink);
    }
    if (sink.n > sink.max) sink.n = sink.max;
    return choices->n = choices->n_lays + sink.n_offered + sink.n;
}

void aude__turn_pass(struct aude_game *game)
{
    if (phases[game->turn.phase].pass)
        phases[game->turn.phase].pass(game);
    else
        game->turn.phase++;
}
