/* turn.c -- a turn is a table: the phases in order, each with what happens on entering it.
 *
 * A phase either waits for somebody's decision or is over at once. The rows stand in the
 * order of INT-1; a set that adds a phase adds a row. Between two decisions the game walks
 * down the table by itself. */
#include "engine.h"

/* P0: the active player is known; number and seat were set by P11 or at the start. */
static enum aude__step enter_start(struct aude_game *game, struct aude_events *events)
{
    if (events) {
        struct aude_event spare;
        aude__event(events, &spare, AUDE_EV_TURN, game->turn.seat)->points =
            (int16_t)game->turn.number;
    }
    for (unsigned m = game->hooks[AUDE__HOOK_BEGIN]; m; m &= m - 1)
        aude__sets[aude__lowest(m)]->begin(game, events);
    return AUDE__STEP_ON;
}

static void say(struct aude_game *game, enum aude_event_kind what, aude_kind tile,
                struct aude_events *events)
{
    struct aude_event spare;

    if (events) aude__event(events, &spare, what, game->turn.seat)->tile = tile;
}

/* A tile without a legal place leaves the game (BASE-15), unless a set knows better. */
static void put_away(struct aude_game *game, aude_kind tile, struct aude_events *events)
{
    for (unsigned m = game->hooks[AUDE__HOOK_STUCK]; m; m &= m - 1)
        if (aude__sets[aude__lowest(m)]->stuck(game, tile, events) == AUDE__STUCK_HANDLED)
            return;
    game->n_discarded++;
    say(game, AUDE_EV_DISCARD, tile, events);
}

/* Take `tile` into the hand. Can it be laid? */
static bool draw(struct aude_game *game, aude_kind tile, struct aude_events *events)
{
    aude__pile_take(game, tile);
    say(game, AUDE_EV_DRAW, tile, events);
    for (unsigned m = game->hooks[AUDE__HOOK_DRAWN]; m; m &= m - 1)
        if (!aude__sets[aude__lowest(m)]->drawn(game, tile, events)) return false;
    if (aude__board_fits_anywhere(game, tile)) {
        game->turn.tile = tile;
        return true;
    }
    put_away(game, tile, events);
    return false;
}

/* Where a turn without a tile goes on: P11, unless a set holds something even so (INT-52). */
static unsigned after_no_tile(const struct aude_game *game)
{
    for (unsigned m = game->hooks[AUDE__HOOK_OWED]; m; m &= m - 1) {
        unsigned phase = aude__sets[aude__lowest(m)]->owed(game);
        if (phase != AUDE_PHASES) return phase;
    }
    return AUDE_PHASE_NEXT;
}

/* P2: draw until a tile has a place (BASE-15). With the pile empty the player has no steps 2
 * and 3 (BASE-16): his turn is over, and P11 finds the end. A hidden game waits to be told. */
static enum aude__step enter_draw(struct aude_game *game, struct aude_events *events)
{
    while (game->turn.tile == AUDE_KIND_NONE) {
        struct aude__source source = aude__pile_source(game);
        if (!source.n || !aude__pile_left(game)) {
            game->turn.phase = (uint8_t)after_no_tile(game);
            return AUDE__STEP_TO;
        }
        if (game->hidden) {
            game->turn.actor = AUDE_SEAT_NONE;
            return AUDE__STEP_WAIT;
        }
        draw(game, source.kind[0], events);
    }
    return AUDE__STEP_ON;
}

static enum aude__step enter_score(struct aude_game *game, struct aude_events *events)
{
    aude__score_completed(game, events);
    return AUDE__STEP_ON;
}

bool aude__tile_to_come(const struct aude_game *game, unsigned seat)
{
    if (aude__pile_left(game)) return true;
    for (unsigned m = game->hooks[AUDE__HOOK_SOURCE]; m; m &= m - 1)
        if (aude__sets[aude__lowest(m)]->source(game, seat)) return true;
    return false;
}

/* The pile is empty: does a set know of another turn? */
static bool goes_on(struct aude_game *game, struct aude_events *events)
{
    for (unsigned m = game->hooks[AUDE__HOOK_MORE]; m; m &= m - 1)
        if (aude__sets[aude__lowest(m)]->more(game, events)) return true;
    return false;
}

/* P11: the left neighbour, or the end when the pile is empty (BASE-51). */
static enum aude__step enter_next(struct aude_game *game, struct aude_events *events)
{
    struct aude_turn *turn = &game->turn;

    if (!aude__pile_left(game))
        return goes_on(game, events) ? AUDE__STEP_TO : AUDE__STEP_ON;
    turn->number++;
    turn->part = 1;
    turn->earned = 0;
    if (!turn->again)
        turn->seat = (uint8_t)(turn->seat + 1u == game->n_seats ? 0 : turn->seat + 1u);
    turn->again = 0;
    turn->phase = AUDE_PHASE_START;
    return AUDE__STEP_TO;
}

static enum aude__step enter_over(struct aude_game *game, struct aude_events *events)
{
    struct aude_event spare;

    game->turn.actor = AUDE_SEAT_NONE;
    aude__score_final(game, events);
    aude__event(events, &spare, AUDE_EV_OVER, AUDE_SEAT_NONE);
    return AUDE__STEP_WAIT;
}

/* Nothing was drawn yet in a hidden game: any tile left may be told. */
static void list_tells(const struct aude_game *game, struct aude__sink *sink)
{
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        struct aude_action tell = {.kind = AUDE_TELL, .arg = (uint8_t)kind};
        if (!aude__actions[AUDE_TELL].check(game, tell)) aude__sink_add(sink, tell);
    }
}

static void list_lays(const struct aude_game *game, struct aude__sink *sink)
{
    aude__board_list(game, game->turn.tile, sink);
}

/* P3: what every set offers, unless one leaves no choice. */
static void list_action(const struct aude_game *game, struct aude__sink *sink)
{
    aude__put_prepare(game, sink);
    for (unsigned m = game->hooks[AUDE__HOOK_MUST]; m; m &= m - 1)
        if (aude__sets[aude__lowest(m)]->must(game,
                                              (struct aude_action){.kind = AUDE_PASS})) {
            aude__sets[aude__lowest(m)]->list(game, sink);
            return;
        }
    for (unsigned m = game->hooks[AUDE__HOOK_LIST]; m; m &= m - 1)
        aude__sets[aude__lowest(m)]->list(game, sink);
}

/* ORDER PHASE: the order of INT-1. What happens on entering a phase (nothing: the active
 * player decides), what may be done there, and what passing does (nothing: go on). */
static const struct {
    const char *name;
    enum aude__step (*enter)(struct aude_game *game, struct aude_events *events);
    void (*list)(const struct aude_game *game, struct aude__sink *sink);
    void (*pass)(struct aude_game *game);
} phases[AUDE_PHASES] = {
    [AUDE_PHASE_START] = {"start", enter_start, NULL, NULL}, /* P0 */
    [AUDE_PHASE_SOURCE] = {"source", aude__enter_source, aude__list_sources,
                           NULL},                               /* P2 */
    [AUDE_PHASE_DRAW] = {"draw", enter_draw, list_tells, NULL}, /* P2 */
    [AUDE_PHASE_TILE] = {"tile", NULL, list_lays, NULL},        /* P2 */
    [AUDE_PHASE_ACTION] = {"action", NULL, list_action, NULL},  /* P3 */
    [AUDE_PHASE_CAPTURE] = {"capture", aude__enter_capture, aude__list_captures,
                            NULL},                                                /* P3 */
    [AUDE_PHASE_SWAP] = {"swap", aude__enter_swap, aude__list_swaps, NULL},       /* P3 */
    [AUDE_PHASE_DRAGON] = {"dragon", aude__enter_dragon, aude__list_steps, NULL}, /* P4 */
    [AUDE_PHASE_CONFIRM] = {"confirm", aude__enter_confirm, aude__list_confirm,
                            NULL}, /* P4 */
    [AUDE_PHASE_QUARTERS] = {"quarters", aude__enter_quarters, aude__list_sends,
                             aude__count_pass},                                 /* P5 */
    [AUDE_PHASE_SCORE] = {"score", enter_score, NULL, NULL},                    /* P6 */
    [AUDE_PHASE_WAGON] = {"wagon", aude__enter_wagon, aude__list_wagon, NULL},  /* P7 */
    [AUDE_PHASE_ENTER] = {"enter", aude__enter_enter, aude__list_enters, NULL}, /* P8 */
    [AUDE_PHASE_COUNT] = {"count", aude__enter_count, aude__list_counts, NULL}, /* P8 */
    [AUDE_PHASE_DRAGON_LATE] = {"late dragon", aude__enter_dragon, aude__list_steps,
                                NULL},                          /* P4 */
    [AUDE_PHASE_FAIR] = {"fair", aude__enter_fair, NULL, NULL}, /* P10 */
    [AUDE_PHASE_SECOND] = {"second", aude__enter_second, aude__list_second,
                           NULL}, /* P9 */
    [AUDE_PHASE_CATAPULT] = {"catapult", aude__enter_catapult, aude__list_catapult,
                             NULL}, /* P10 */
    [AUDE_PHASE_THROW] = {"throw", aude__enter_throw, aude__list_catapult,
                          NULL}, /* P10 */
    [AUDE_PHASE_CATCH] = {"catch", aude__enter_catch, aude__list_catapult,
                          NULL}, /* P10 */
    [AUDE_PHASE_SCATTER] = {"scatter", aude__enter_scatter, aude__list_catapult,
                            NULL}, /* P10 */
    [AUDE_PHASE_SEDUCE] = {"seduce", aude__enter_seduce, aude__list_catapult,
                           NULL}, /* P10 */
    [AUDE_PHASE_THROWN] = {"thrown", aude__enter_thrown, aude__list_catapult,
                           NULL},                         /* P10 */
    [AUDE_PHASE_NEXT] = {"next", enter_next, NULL, NULL}, /* P11 */
    [AUDE_PHASE_MARKET] = {"market", aude__enter_market, aude__list_sends,
                           aude__count_pass},             /* F2 */
    [AUDE_PHASE_OVER] = {"over", enter_over, NULL, NULL}, /* F1 to F7 */
};

const char *aude_phase_name(enum aude_phase phase)
{
    return phase < AUDE_PHASES ? phases[phase].name : "?";
}

/* Phases without a set in play that owns them are stepped over. */
static void next_phase(struct aude_game *game)
{
    unsigned later = game->phases & ~((2u << game->turn.phase) - 1);

    game->turn.phase = (uint8_t)aude__lowest(later);
}

void aude__turn_advance(struct aude_game *game, struct aude_events *events)
{
    struct aude_turn *turn = &game->turn;

    if (!(game->phases >> turn->phase & 1)) next_phase(game);
    while (phases[turn->phase].enter) {
        enum aude__step step = phases[turn->phase].enter(game, events);
        if (step == AUDE__STEP_WAIT) return;
        if (step == AUDE__STEP_ON || !(game->phases >> turn->phase & 1)) next_phase(game);
    }
    turn->actor = turn->seat;
}

void aude__turn_list(const struct aude_game *game, struct aude__sink *sink)
{
    if (phases[game->turn.phase].list) phases[game->turn.phase].list(game, sink);
    for (unsigned m = game->hooks[AUDE__HOOK_ANYTIME]; m; m &= m - 1)
        aude__sets[aude__lowest(m)]->anytime(game, sink);
}

/* -- Laying, and being told --------------------------------------------------------------*/

static enum aude_err lay_check(const struct aude_game *game, struct aude_action action)
{
    return aude__board_may_lay(game, game->turn.tile, action.x, action.y, action.arg);
}

static void lay_commit(struct aude_game *game, struct aude_action action,
                       struct aude_events *events)
{
    aude_kind tile = game->turn.tile;

    aude__board_lay(game, tile, action.x, action.y, action.arg);
    game->turn.tile = AUDE_KIND_NONE;
    game->turn.walked = 0;
    if (events) {
        struct aude_event spare;
        struct aude_event *ev = aude__event(events, &spare, AUDE_EV_LAY, game->turn.seat);
        ev->tile = tile;
        ev->rot = action.arg;
        ev->x = action.x;
        ev->y = action.y;
    }
    for (unsigned m = game->hooks[AUDE__HOOK_LAID]; m; m &= m - 1)
        aude__sets[aude__lowest(m)]->laid(game, game->turn.laid, events);
    game->turn.phase++;
}

static enum aude_err tell_check(const struct aude_game *game, struct aude_action action)
{
    struct aude__source source;

    if (!game->hidden) return AUDE_ERR_NOT_HIDDEN;
    source = aude__pile_source((struct aude_game *)(uintptr_t)game);
    for (unsigned i = 0; i < source.n; i++)
        if (source.kind[i] == action.arg) return AUDE_ERR_OK;
    return AUDE_ERR_NOT_IN_PILE;
}

static void tell_commit(struct aude_game *game, struct aude_action action,
                        struct aude_events *events)
{
    draw(game, action.arg, events);
}

static enum aude_err pass_check(const struct aude_game *game, struct aude_action action)
{
    (void)game;
    (void)action;
    return AUDE_ERR_OK;
}

static void pass_commit(struct aude_game *game, struct aude_action action,
                        struct aude_events *events)
{
    (void)action;
    (void)events;
    if (phases[game->turn.phase].pass)
        phases[game->turn.phase].pass(game);
    else
        game->turn.phase++;
    game->towers.asked = 0;
}

#define IN(phase) (1u << AUDE_PHASE_##phase)

/* A ransom may be paid at any prompt where the switch says so (TOW-18); its check decides. */
enum { AT_PROMPTS = (1 << AUDE_PHASE_OVER) - 1 };

enum {
    PASSES = IN(ACTION) | IN(CAPTURE) | IN(CONFIRM) | IN(QUARTERS) | IN(ENTER) |
             IN(COUNT) | IN(MARKET)
};

/* ORDER ACTION */
const struct aude__action_row aude__actions[AUDE_ACTION_KINDS] = {
    [AUDE_LAY] = {"lay", IN(TILE), lay_check, lay_commit},
    [AUDE_PUT] = {"put", IN(ACTION), aude__put_check, aude__put_commit},
    [AUDE_PASS] = {"pass", PASSES, pass_check, pass_commit},
    [AUDE_RECALL] = {"recall", IN(ACTION), aude__recall_check, aude__recall_commit},
    [AUDE_SECOND] = {"second", IN(SECOND), aude__second_check, aude__second_commit},
    [AUDE_DECLINE] = {"decline", IN(SECOND) | IN(SEDUCE), pass_check, pass_commit},
    [AUDE_FAIRY] = {"fairy", IN(ACTION), aude__fairy_check, aude__fairy_commit},
    [AUDE_REMOVE] = {"remove", IN(ACTION), aude__remove_check, aude__remove_commit},
    [AUDE_STEP] = {"step", IN(DRAGON) | IN(DRAGON_LATE), aude__step_check,
                   aude__step_commit},
    [AUDE_TOWER] = {"tower", IN(ACTION), aude__tower_check, aude__tower_commit},
    [AUDE_CAPTURE] = {"capture", IN(CAPTURE), aude__capture_check, aude__capture_commit},
    [AUDE_SWAP] = {"swap", IN(SWAP), aude__swap_check, aude__swap_commit},
    [AUDE_RANSOM] = {"ransom", AT_PROMPTS, aude__ransom_check, aude__ransom_commit},
    /* After the draw its check says why it is too late. */
    [AUDE_ABBEY_TILE] = {"abbey", IN(SOURCE) | IN(TILE), aude__abbey_check,
                         aude__abbey_commit},
    [AUDE_FROM_PILE] = {"pile", IN(SOURCE), aude__from_pile_check,
                        aude__from_pile_commit},
    [AUDE_BARN_AT] = {"barn", IN(ACTION), aude__barn_check, aude__barn_commit},
    [AUDE_MOVE] = {"move", IN(WAGON), aude__move_check, aude__move_commit},
    [AUDE_GO_HOME] = {"home", IN(WAGON), aude__go_home_check, aude__go_home_commit},
    [AUDE_SEND] = {"send", IN(QUARTERS) | IN(MARKET), aude__send_check,
                   aude__send_commit},
    [AUDE_ENTER] = {"enter", IN(ENTER), aude__enter_check, aude__enter_commit},
    [AUDE_COUNT_TO] = {"count", IN(COUNT), aude__count_check, aude__count_commit},
    [AUDE_TELL] = {"draw", IN(DRAW), tell_check, tell_commit},
    [AUDE_CATAPULT] = {"catapult", IN(CATAPULT), aude__catapult_check,
                       aude__catapult_commit},
    [AUDE_THROW] = {"throw", IN(THROW), aude__throw_check, aude__throw_commit},
    [AUDE_TOSS] = {"toss", IN(THROW), aude__toss_check, aude__toss_commit},
    [AUDE_HANDS] = {"hands", IN(CATCH), aude__hands_check, aude__hands_commit},
    [AUDE_PICK] = {"pick", IN(SEDUCE), aude__pick_check, aude__pick_commit},
    [AUDE_REPLACE] = {"replace", IN(SEDUCE), aude__replace_check, aude__replace_commit},
    [AUDE_GLIMPSE] = {"glimpse", IN(THROW), aude__glimpse_check, aude__glimpse_commit},
    [AUDE_REVEAL] = {"reveal", IN(SCATTER), aude__reveal_check, aude__reveal_commit},
    [AUDE_SCATTER] = {"scatter", IN(SCATTER), aude__scatter_check, aude__scatter_commit},
};
