/* catapult.c -- expansion VII, The Catapult.
 *
 *   fair        a tile that brings a round, after the turn or its part     CAT-2
 *   round       one kind for all, each seat throws once                    CAT-3 to CAT-5
 *   knock-out   whoever is touched goes home, chains included              CAT-6, CAT-20
 *   seduction   the nearest may be replaced by an own follower             CAT-7, CAT-21
 *   target      five points for the token nearest to the fair              CAT-8, CAT-24
 *   catch       five points for the thrower or the catcher                 CAT-10, CAT-25
 *
 * A throw is an action; what chance adds to it is drawn by the authority once the action is
 * in, and told to everybody else (CAT-16). The rows of turn.c go round: throw, catch, scatter,
 * seduce, thrown, throw ... The geometry is in catapult_physics.c. */
#include "engine.h"

static void catapult_setup(struct aude_game *game)
{
    game->catapult.chosen = AUDE_NOWHERE;
}

/* CAT-2: not the fair that lay there from the start, and none where the mode is OFF. */
static void catapult_laid(struct aude_game *game, unsigned tile,
                          struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;

    (void)events;
    if (!(aude_tiles[game->laid[tile].kind].marks & AUDE_MARK_FAIR) ||
        game->sw[AUDE_SWITCH_CATAPULT_MODE] == AUDE_CATAPULT_OFF)
        return;
    assert(cat->due < 2); /* one a part, two parts a turn */
    cat->fair[cat->due++] = (uint16_t)tile;
}

/* INT-5: from the active player in seat order. */
static unsigned thrower(const struct aude_game *game)
{
    return (unsigned)(game->turn.seat + game->catapult.thrown) % game->n_seats;
}

static unsigned catcher(const struct aude_game *game)
{
    return (thrower(game) + 1u) % game->n_seats;
}

static bool is_catch(const struct aude_game *game)
{
    return game->catapult.kind == AUDE_CATCH;
}

/* -- What may be thrown ----------------------------------------------------------------- */

/* The least power that takes a toss to `x` of the lane. */
static int16_t power_to(int x)
{
    return (int16_t)((x * AUDE_CAT_POWER_MAX + AUDE_CAT_LANE_MAX - 1) /
                     AUDE_CAT_LANE_MAX);
}

/* CAT-25, CAT-26: the numbers of a toss that was glimpsed in this cell. */
static void range_of_glimpse(const uint8_t cell[2], struct aude_range *out)
{
    int16_t past = power_to((cell[0] + 1) * AUDE_CAT_GLIMPSE);

    out->kind = AUDE_REVEAL;
    out->x_lo = (int16_t)(cell[1] * AUDE_CAT_GLIMPSE - AUDE_CAT_LANE_SIDE);
    out->x_hi = (int16_t)(out->x_lo + AUDE_CAT_GLIMPSE - 1);
    out->y_lo = power_to(cell[0] * AUDE_CAT_GLIMPSE);
    out->y_hi = past > AUDE_CAT_POWER_MAX ? AUDE_CAT_POWER_MAX : (int16_t)(past - 1);
}

static void range_of_scatter(const struct aude_game *game, struct aude_range *out)
{
    bool direct = game->sw[AUDE_SWITCH_CATAPULT_MODE] == AUDE_CATAPULT_DIRECT;

    out->kind = AUDE_SCATTER;
    out->x_hi = is_catch(game) ? AUDE_CAT_LANE_S : AUDE_CAT_S_R;
    out->y_hi = is_catch(game) ? AUDE_CAT_LANE_S : AUDE_CAT_S_A;
    out->x_lo = (int16_t)-out->x_hi;
    out->y_lo = (int16_t)-out->y_hi;
    out->hand_aim = direct ? AUDE_CAT_HAND_A : 0;
    out->hand_power = direct ? AUDE_CAT_HAND_P : 0;
}

static void range_of_throw(const struct aude_game *game, struct aude_range *out)
{
    bool toss = is_catch(game);

    out->kind = toss ? AUDE_TOSS : AUDE_THROW;
    out->arg_hi = toss ? 0 : AUDE_CAT_STANDS - 1;
    out->x_lo = toss ? -AUDE_CAT_LANE_SIDE : 0;
    out->x_hi = toss ? AUDE_CAT_LANE_SIDE - 1 : AUDE_CAT_TURN - 1;
    out->y_hi = AUDE_CAT_POWER_MAX;
}

bool aude_game_range(const struct aude_game *game, struct aude_range *out)
{
    const struct aude_catapult *cat = &game->catapult;

    *out = (struct aude_range){0};
    switch (game->turn.phase) {
    case AUDE_PHASE_THROW:
        range_of_throw(game, out);
        return true;
    case AUDE_PHASE_CATCH:
        *out = (struct aude_range){.kind = AUDE_HANDS,
                                   .arg_lo = 1,
                                   .arg_hi = 1,
                                   .x_hi = AUDE_CAT_LANE_MAX,
                                   .y_lo = -AUDE_CAT_LANE_SIDE,
                                   .y_hi = AUDE_CAT_LANE_SIDE - 1};
        return true;
    case AUDE_PHASE_SCATTER:
        if (is_catch(game) && !cat->known)
            range_of_glimpse(cat->glimpse, out);
        else
            range_of_scatter(game, out);
        return true;
    default:
        return false;
    }
}

static bool in_range(const struct aude_game *game, struct aude_action action)
{
    struct aude_range range;

    return aude_game_range(game, &range) && action.kind == range.kind &&
           action.arg >= range.arg_lo && action.arg <= range.arg_hi &&
           action.x >= range.x_lo && action.x <= range.x_hi && action.y >= range.y_lo &&
           action.y <= range.y_hi;
}

/* -- The round -------------------------------------------------------------------------- */

bool aude__round_due(const struct aude_game *game)
{
    return game->catapult.due;
}

/* INT-1: with PART_END the round of a fair comes before P9. */
enum aude__step aude__enter_fair(struct aude_game *game, struct aude_events *events)
{
    (void)events;
    if (game->sw[AUDE_SWITCH_CATAPULT_TIMING] != AUDE_CATAPULT_PART_END ||
        !game->catapult.due)
        return AUDE__STEP_ON;
    game->turn.phase = AUDE_PHASE_CATAPULT;
    return AUDE__STEP_TO;
}

enum aude__step aude__enter_catapult(struct aude_game *game, struct aude_events *events)
{
    (void)events;
    if (!game->catapult.due) {
        game->turn.phase = AUDE_PHASE_NEXT;
        return AUDE__STEP_TO;
    }
    game->turn.actor = game->turn.seat;
    return AUDE__STEP_WAIT;
}

enum aude_err aude__catapult_check(const struct aude_game *game,
                                   struct aude_action action)
{
    (void)game;
    return action.arg < AUDE_CATAPULT_KINDS ? AUDE_ERR_OK : AUDE_ERR_CATAPULT_KIND;
}

void aude__catapult_commit(struct aude_game *game, struct aude_action action,
                           struct aude_events *events)
{
    const struct aude_laid *fair = &game->laid[game->catapult.fair[0]];
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_ROUND, game->turn.seat);

    ev->other = action.arg;
    ev->x = fair->x;
    ev->y = fair->y;
    game->catapult.kind = action.arg;
    game->turn.phase++;
}

static void award(struct aude_game *game, unsigned seat, enum aude_source source,
                  struct aude_events *events)
{
    struct aude__sum sum = {0};

    aude__sum_add(&sum, AUDE_TERM_THROW, 1, AUDE_CAT_PRIZE);
    aude__score_award(game, seat, game->laid[game->catapult.fair[0]].first, source, &sum,
                      false, events);
}

/* CAT-8, CAT-24: all who are nearest. */
static void award_target(struct aude_game *game, struct aude_events *events)
{
    const uint16_t *measure = game->catapult.measure;
    unsigned least = UINT16_MAX;

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (measure[seat] < least) least = measure[seat];
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (measure[seat] == least) award(game, seat, AUDE_FROM_TARGET, events);
}

/* CAT-4: the tokens are back; another fair, or the game goes on. */
static void end_round(struct aude_game *game, struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    bool part_end = game->sw[AUDE_SWITCH_CATAPULT_TIMING] == AUDE_CATAPULT_PART_END;

    if (cat->kind == AUDE_TARGET) award_target(game, events);
    *cat = (struct aude_catapult){.due = (uint8_t)(cat->due - 1),
                                  .fair = {cat->fair[1]},
                                  .chosen = AUDE_NOWHERE,
                                  .throws = cat->throws};
    game->turn.phase = cat->due   ? AUDE_PHASE_CATAPULT
                       : part_end ? AUDE_PHASE_SECOND
                                  : AUDE_PHASE_NEXT;
}

enum aude__step aude__enter_throw(struct aude_game *game, struct aude_events *events)
{
    if (game->catapult.thrown == game->n_seats) {
        end_round(game, events);
        return AUDE__STEP_TO;
    }
    game->turn.actor = (uint8_t)thrower(game);
    return AUDE__STEP_WAIT;
}

/* CAT-5: the token is gone before the next one comes. */
enum aude__step aude__enter_thrown(struct aude_game *game, struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    struct aude_catapult next = {.due = cat->due,
                                 .kind = cat->kind,
                                 .thrown = (uint8_t)(cat->thrown + 1),
                                 .chosen = AUDE_NOWHERE,
                                 .throws = cat->throws,
                                 .fair = {cat->fair[0], cat->fair[1]}};

    (void)events;
    memcpy(next.measure, cat->measure, sizeof next.measure);
    *cat = next;
    game->turn.phase = AUDE_PHASE_THROW;
    return AUDE__STEP_TO;
}

/* -- Throwing --------------------------------------------------------------------------- */

enum aude_err aude__throw_check(const struct aude_game *game, struct aude_action action)
{
    if (is_catch(game)) return AUDE_ERR_CATAPULT_ROUND;
    return in_range(game, action) ? AUDE_ERR_OK : AUDE_ERR_THROW;
}

void aude__throw_commit(struct aude_game *game, struct aude_action action,
                        struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_THROW, thrower(game));

    cat->stand = action.arg;
    cat->aim = action.x;
    cat->power = action.y;
    ev->other = action.arg;
    ev->x = action.x;
    ev->y = action.y;
    ev->at = aude_catapult_stand(game, action.arg);
    game->turn.phase++;
}

/* CAT-26: the catcher may act on the cell, not on the point. */
static void glimpsed(struct aude_game *game, unsigned along, unsigned across,
                     struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_TOSS, thrower(game));

    cat->glimpse[0] = (uint8_t)along;
    cat->glimpse[1] = (uint8_t)across;
    ev->other = (uint8_t)catcher(game);
    ev->x = (int16_t)along;
    ev->y = (int16_t)across;
    game->turn.phase++;
}

enum aude_err aude__toss_check(const struct aude_game *game, struct aude_action action)
{
    if (!is_catch(game)) return AUDE_ERR_CATAPULT_ROUND;
    return in_range(game, action) ? AUDE_ERR_OK : AUDE_ERR_TOSS;
}

struct aude_action aude__glimpse_of(struct aude_action toss)
{
    int x = toss.y * AUDE_CAT_LANE_MAX / AUDE_CAT_POWER_MAX;

    return (struct aude_action){
        .kind = AUDE_GLIMPSE,
        .x = (int16_t)(x / AUDE_CAT_GLIMPSE),
        .y = (int16_t)((toss.x + AUDE_CAT_LANE_SIDE) / AUDE_CAT_GLIMPSE)};
}

void aude__toss_commit(struct aude_game *game, struct aude_action action,
                       struct aude_events *events)
{
    struct aude_action cell = aude__glimpse_of(action);

    game->catapult.aim = action.x;
    game->catapult.power = action.y;
    game->catapult.known = 1;
    glimpsed(game, (unsigned)cell.x, (unsigned)cell.y, events);
}

enum aude_err aude__glimpse_check(const struct aude_game *game, struct aude_action action)
{
    if (!game->hidden) return AUDE_ERR_NOT_HIDDEN;
    if (!is_catch(game)) return AUDE_ERR_CATAPULT_ROUND;
    return action.x < 0 || action.x > AUDE_CAT_LANE_MAX / AUDE_CAT_GLIMPSE ||
                   action.y < 0 || action.y >= 2 * AUDE_CAT_LANE_SIDE / AUDE_CAT_GLIMPSE
               ? AUDE_ERR_GLIMPSE
               : AUDE_ERR_OK;
}

void aude__glimpse_commit(struct aude_game *game, struct aude_action action,
                          struct aude_events *events)
{
    glimpsed(game, (unsigned)action.x, (unsigned)action.y, events);
}

void aude__catapult_view(struct aude_game *view)
{
    if (view->turn.phase != AUDE_PHASE_CATCH) return;
    view->catapult.aim = view->catapult.power = 0;
    view->catapult.known = 0;
}

/* -- Catching --------------------------------------------------------------------------- */

enum aude__step aude__enter_catch(struct aude_game *game, struct aude_events *events)
{
    (void)events;
    if (!is_catch(game) || game->catapult.reacted) return AUDE__STEP_ON;
    game->turn.actor = (uint8_t)catcher(game);
    return AUDE__STEP_WAIT;
}

enum aude_err aude__hands_check(const struct aude_game *game, struct aude_action action)
{
    return !action.arg || in_range(game, action) ? AUDE_ERR_OK : AUDE_ERR_HANDS;
}

void aude__hands_commit(struct aude_game *game, struct aude_action action,
                        struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_HANDS, catcher(game));

    cat->reacted = action.arg ? 2 : 1;
    cat->hands[0] = action.arg ? action.x : 0;
    cat->hands[1] = action.arg ? action.y : 0;
    ev->points = action.arg;
    ev->x = cat->hands[0];
    ev->y = cat->hands[1];
    game->turn.phase++;
}

static int32_t within(int32_t n, int32_t lo, int32_t hi)
{
    return n < lo ? lo : n > hi ? hi : n;
}

/* CAT-25: the true point. */
static struct aude_point toss_ends(const struct aude_catapult *cat,
                                   struct aude__scatter by)
{
    int32_t power = within(cat->power + by.hand_power, 0, AUDE_CAT_POWER_MAX);
    int32_t lateral =
        within(cat->aim + by.hand_aim, -AUDE_CAT_LANE_SIDE, AUDE_CAT_LANE_SIDE - 1);

    return (struct aude_point){power * AUDE_CAT_LANE_MAX / AUDE_CAT_POWER_MAX + by.x,
                               lateral + by.y};
}

/* CAT-27, CAT-29 */
static void resolve_catch(struct aude_game *game, struct aude__scatter by,
                          struct aude_events *events)
{
    const struct aude_catapult *cat = &game->catapult;
    struct aude_point token = toss_ends(cat, by), hands = {cat->hands[0], cat->hands[1]};
    enum aude_catch outcome = cat->reacted == 2 ? aude__catch(hands, token) : AUDE_MISSED;
    bool caught = outcome == AUDE_CAUGHT ||
                  (outcome == AUDE_MISSED && token.x < AUDE_CAT_LANE_RULE);
    struct aude_event spare;

    aude__event(events, &spare, AUDE_EV_REST, thrower(game))->at = token;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_CATCH, catcher(game));
    ev->other = (uint8_t)thrower(game);
    ev->points = (int16_t)outcome;
    award(game, caught ? catcher(game) : thrower(game), AUDE_FROM_CATCH, events);
}

/* -- Scatter ---------------------------------------------------------------------------- */

/* CAT-16 */
static int32_t tri(struct aude__rng *rng, int32_t most)
{
    int32_t one = (int32_t)aude__rng_below(rng, 1024);
    int32_t two = (int32_t)aude__rng_below(rng, 1024);

    return (one + two - 1023) * most / 1023;
}

static struct aude__scatter draw_scatter(const struct aude_game *game)
{
    struct aude__scatter by = {0};
    struct aude_range range;
    struct aude__rng rng;

    range_of_scatter(game, &range);
    aude__rng_init(&rng, game->seed, AUDE__STREAM_CATAPULT, game->catapult.throws);
    if (range.hand_aim) {
        by.hand_aim = tri(&rng, range.hand_aim);
        by.hand_power = tri(&rng, range.hand_power);
    }
    by.x = tri(&rng, range.x_hi);
    by.y = tri(&rng, range.y_hi);
    return by;
}

static void say_figure(const struct aude_game *game, unsigned figure,
                       enum aude_event_kind kind, unsigned level,
                       struct aude_events *events)
{
    struct aude_action target = aude__as_target(game, figure, AUDE_PICK);
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, kind, target.arg);

    ev->figure = target.figure;
    ev->segment = target.segment;
    ev->x = target.x;
    ev->y = target.y;
    ev->points = (int16_t)level;
    aude_catapult_figure(game, figure, &ev->at);
}

/* CAT-6, CAT-20: hit first, all of them; then they go home, and lonely ones (INT-9). */
static void knock_out(struct aude_game *game, const struct aude__flight *flight,
                      struct aude_events *events)
{
    struct aude__disc disc[AUDE_FIGURES_MAX];
    struct aude__hit hit[AUDE_FIGURES_MAX];
    uint8_t figure[AUDE_FIGURES_MAX];
    unsigned n = 0;

    for (unsigned i = 0; i < game->n_figures; i++)
        if (aude_catapult_figure(game, i, &disc[n].at)) {
            disc[n].r = aude_catapult_radius(game->figure[i].kind);
            figure[n++] = (uint8_t)i;
        }
    unsigned hits = aude__knock(disc, n, flight, hit);
    for (unsigned i = 0; i < hits; i++)
        say_figure(game, figure[hit[i].disc], AUDE_EV_HIT, hit[i].level, events);
    for (unsigned i = 0; i < hits; i++)
        aude__figure_return(game, figure[hit[i].disc], events);
    aude__lonely_home(game, events);
}

static void resolve_throw(struct aude_game *game, struct aude__scatter by,
                          struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    struct aude__flight flight = aude__fly(game, cat->stand, cat->aim, cat->power, by);
    unsigned seat = thrower(game);
    struct aude_event spare;

    aude__event(events, &spare, AUDE_EV_LAND, seat)->at = flight.landing;
    aude__event(events, &spare, AUDE_EV_REST, seat)->at = flight.rest;
    cat->rest = flight.rest;
    if (cat->kind == AUDE_KNOCK_OUT) knock_out(game, &flight, events);
    if (cat->kind != AUDE_TARGET) return;
    cat->measure[seat] = (uint16_t)aude__measure(game, flight.rest, cat->fair[0]);
    aude__event(events, &spare, AUDE_EV_MEASURE, seat)->points =
        (int16_t)cat->measure[seat];
}

static void resolve(struct aude_game *game, struct aude__scatter by,
                    struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    struct aude_event spare, *ev;

    if (is_catch(game)) {
        ev = aude__event(events, &spare, AUDE_EV_REVEAL, thrower(game));
        ev->x = cat->aim;
        ev->y = cat->power;
    }
    ev = aude__event(events, &spare, AUDE_EV_SCATTER, thrower(game));
    ev->x = (int16_t)by.x;
    ev->y = (int16_t)by.y;
    ev->at = (struct aude_point){by.hand_aim, by.hand_power};
    cat->throws++;
    if (is_catch(game))
        resolve_catch(game, by, events);
    else
        resolve_throw(game, by, events);
}

enum aude__step aude__enter_scatter(struct aude_game *game, struct aude_events *events)
{
    if (game->hidden) {
        game->turn.actor = AUDE_SEAT_NONE;
        return AUDE__STEP_WAIT;
    }
    resolve(game, draw_scatter(game), events);
    return AUDE__STEP_ON;
}

enum aude_err aude__reveal_check(const struct aude_game *game, struct aude_action action)
{
    if (!game->hidden) return AUDE_ERR_NOT_HIDDEN;
    return is_catch(game) && in_range(game, action) ? AUDE_ERR_OK : AUDE_ERR_GLIMPSE;
}

void aude__reveal_commit(struct aude_game *game, struct aude_action action,
                         struct aude_events *events)
{
    (void)events;
    game->catapult.aim = action.x;
    game->catapult.power = action.y;
    game->catapult.known = 1;
}

static bool byte_within(uint8_t byte, int most)
{
    return (int8_t)byte >= -most && (int8_t)byte <= most;
}

enum aude_err aude__scatter_check(const struct aude_game *game, struct aude_action action)
{
    struct aude_range range;

    if (!game->hidden) return AUDE_ERR_NOT_HIDDEN;
    if (is_catch(game) && !game->catapult.known) return AUDE_ERR_GLIMPSE;
    range_of_scatter(game, &range);
    return in_range(game, action) && byte_within(action.figure, range.hand_aim) &&
                   byte_within(action.segment, range.hand_power)
               ? AUDE_ERR_OK
               : AUDE_ERR_SCATTER;
}

void aude__scatter_commit(struct aude_game *game, struct aude_action action,
                          struct aude_events *events)
{
    struct aude__scatter by = {.hand_aim = (int8_t)action.figure,
                               .hand_power = (int8_t)action.segment,
                               .x = action.x,
                               .y = action.y};

    resolve(game, by, events);
    game->turn.phase++;
}

/* -- Seduction -------------------------------------------------------------------------- */

/* CAT-22: may an own follower of that kind stand exactly where figure `chosen` stands? */
static bool suits(const struct aude_game *game, unsigned kind, unsigned chosen)
{
    const struct aude_figure *fig = &game->figure[chosen];

    if (!aude__figure_is_follower(kind)) return false;
    if (fig->seat == thrower(game) && fig->kind == kind) return false;
    switch (fig->where) {
    case AUDE_AT_TOWER:
        return (kind == AUDE_SMALL || kind == AUDE_LARGE) &&
               !aude__stand_allowed(game, kind, fig->at, AUDE__NONE);
    case AUDE_AT_QUARTER:
        return aude__may_enter(game, kind, fig->at);
    default:
        return aude__figure_rows[kind].features >>
                       game->feature[game->label[fig->at]].kind &
                   1 &&
               !aude__stand_allowed(game, kind, game->tile_of[fig->at], fig->at);
    }
}

/* May figure `i`, the thrower's own, come from where it stands? Out of no quarter. */
static bool can_come(const struct aude_game *game, unsigned i)
{
    return game->figure[i].seat == thrower(game) &&
           aude__figure_tile(game, i) != AUDE__NONE;
}

static bool replaceable(const struct aude_game *game, unsigned chosen)
{
    const struct aude_player *player = &game->player[thrower(game)];

    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        if (player->supply[kind] && suits(game, kind, chosen)) return true;
    for (unsigned i = player->first; i < player->first + player->n_figures; i++)
        if (can_come(game, i) && suits(game, game->figure[i].kind, chosen)) return true;
    return false;
}

/* The followers that may be chosen, alike ones once: a flag each; how many (CAT-21). */
static unsigned nearest_ones(const struct aude_game *game, bool may[AUDE_FIGURES_MAX])
{
    unsigned n = 0;

    if (!aude__touches_tile(game, game->catapult.rest) ||
        !aude__nearest(game, game->catapult.rest, may))
        return 0;
    for (unsigned i = 0; i < game->n_figures; i++) {
        may[i] =
            may[i] && aude__target(game, aude__as_target(game, i, AUDE_PICK)) == (int)i;
        n += may[i];
    }
    return n;
}

static void choose(struct aude_game *game, unsigned figure, struct aude_events *events)
{
    game->catapult.chosen = (uint16_t)figure;
    say_figure(game, figure, AUDE_EV_NEAREST, 0, events);
}

/* Is there anything to decide? A thrower who could only decline is not asked. */
enum aude__step aude__enter_seduce(struct aude_game *game, struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    bool may[AUDE_FIGURES_MAX], some = false;
    unsigned n = cat->kind == AUDE_SEDUCTION ? nearest_ones(game, may) : 0;

    for (unsigned i = 0; n && i < game->n_figures; i++) {
        if (!may[i]) continue;
        if (n == 1 && cat->chosen == AUDE_NOWHERE) choose(game, i, events);
        if (cat->chosen == AUDE_NOWHERE || cat->chosen == i)
            some = some || replaceable(game, i);
    }
    game->turn.actor = (uint8_t)thrower(game);
    return some ? AUDE__STEP_WAIT : AUDE__STEP_ON;
}

enum aude_err aude__pick_check(const struct aude_game *game, struct aude_action action)
{
    bool may[AUDE_FIGURES_MAX];
    int figure = aude__target(game, action);

    if (game->catapult.chosen != AUDE_NOWHERE || figure < 0) return AUDE_ERR_PICK;
    return nearest_ones(game, may) && may[figure] ? AUDE_ERR_OK : AUDE_ERR_PICK;
}

void aude__pick_commit(struct aude_game *game, struct aude_action action,
                       struct aude_events *events)
{
    choose(game, (unsigned)aude__target(game, action), events);
}

/* The own figure the action means, in the supply or on the map, or -1. */
static int replacement(const struct aude_game *game, struct aude_action action)
{
    if (action.figure >= AUDE_FIGURE_KINDS) return -1;
    if (action.segment == AUDE_IN_SUPPLY)
        return aude__figure_home(game, thrower(game), action.figure);
    int figure = aude__target(game, action);
    return figure >= 0 && can_come(game, (unsigned)figure) ? figure : -1;
}

enum aude_err aude__replace_check(const struct aude_game *game, struct aude_action action)
{
    unsigned chosen = game->catapult.chosen;

    if (chosen == AUDE_NOWHERE || replacement(game, action) < 0) return AUDE_ERR_REPLACE;
    return suits(game, action.figure, chosen) ? AUDE_ERR_OK : AUDE_ERR_REPLACE;
}

/* CAT-22, INT-51: both leave, then one stands; the lonely are looked for at the end (INT-9). */
void aude__replace_commit(struct aude_game *game, struct aude_action action,
                          struct aude_events *events)
{
    unsigned figure = (unsigned)replacement(game, action);
    unsigned chosen = game->catapult.chosen, seat = thrower(game);
    struct aude_figure place = game->figure[chosen];

    if (action.segment != AUDE_IN_SUPPLY) aude__figure_return(game, figure, events);
    aude__figure_return(game, chosen, events);
    if (place.where == AUDE_AT_TOWER)
        aude__sets[AUDE_SET_TOWER]->spot_take(game, figure, place.at);
    else if (place.where == AUDE_AT_QUARTER)
        aude__figure_place(game, figure, AUDE_AT_QUARTER, place.at);
    else
        aude__figure_stand(game, figure, place.at);
    assert(game->figure[figure].seat == seat);
    (void)seat;
    say_figure(game, figure, AUDE_EV_REPLACE, 0, events);
    aude__lonely_home(game, events);
    game->turn.phase++;
}

/* -- Listing ---------------------------------------------------------------------------- */

static void list_kinds(struct aude__sink *sink)
{
    for (uint8_t kind = 0; kind < AUDE_CATAPULT_KINDS; kind++)
        aude__sink_add(sink, (struct aude_action){.kind = AUDE_CATAPULT, .arg = kind});
}

/* Every stand straight across the board, at three powers. */
static void list_throws(struct aude__sink *sink)
{
    for (unsigned stand = 0; stand < AUDE_CAT_STANDS; stand++)
        for (int power = 256; power < AUDE_CAT_POWER_MAX; power += 256)
            aude__sink_add(sink, (struct aude_action){
                                     .kind = AUDE_THROW,
                                     .arg = (uint8_t)stand,
                                     .x = (int16_t)((1024 + 512 * stand) % AUDE_CAT_TURN),
                                     .y = (int16_t)power});
}

static int cell_middle(int cell)
{
    return cell * AUDE_CAT_GLIMPSE + AUDE_CAT_GLIMPSE / 2;
}

/* The middle of every cell of the glimpse, and the toss of CAT-19. */
static void list_tosses(struct aude__sink *sink)
{
    for (int along = 0; along < 5; along++)
        for (int across = 0; across < 4; across++)
            aude__sink_add(sink, (struct aude_action){.kind = AUDE_TOSS,
                                                      .x = (int16_t)(cell_middle(across) -
                                                                     AUDE_CAT_LANE_SIDE),
                                                      .y = power_to(cell_middle(along))});
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_TOSS, .y = 700});
}

/* CAT-28: the middle of the glimpsed cell, which for the last one lies beyond reach. */
struct aude_action aude__hands_default(const struct aude_game *game)
{
    const uint8_t *cell = game->catapult.glimpse;

    return (struct aude_action){
        .kind = AUDE_HANDS,
        .arg = 1,
        .x = (int16_t)within(cell_middle(cell[0]), 0, AUDE_CAT_LANE_MAX),
        .y = (int16_t)(cell_middle(cell[1]) - AUDE_CAT_LANE_SIDE)};
}

/* Off, in the middle of the glimpse, and a quarter of a cell to each corner. */
static void list_hands(const struct aude_game *game, struct aude__sink *sink)
{
    struct aude_action middle = aude__hands_default(game);

    aude__sink_add(sink, (struct aude_action){.kind = AUDE_HANDS});
    aude__sink_add(sink, middle);
    for (int corner = 0; corner < 4; corner++) {
        struct aude_action hands = middle;
        hands.x = (int16_t)(hands.x + (corner & 1 ? 64 : -64));
        hands.y = (int16_t)(hands.y + (corner & 2 ? 64 : -64));
        if (!aude__hands_check(game, hands)) aude__sink_add(sink, hands);
    }
}

/* Chance, in a hidden game: nine scatters of about the same likelihood, or a toss from each
 * corner of the glimpse. */
static void list_chances(const struct aude_game *game, struct aude__sink *sink)
{
    struct aude_range range;
    int n = 3;

    aude_game_range(game, &range);
    if (range.kind == AUDE_REVEAL) n = range.y_lo < range.y_hi ? 2 : 1;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < (range.kind == AUDE_REVEAL ? 2 : 3); k++) {
            struct aude_action told = {.kind = range.kind};
            if (range.kind == AUDE_REVEAL) {
                told.x = (int16_t)(range.x_lo + 64 + 128 * k);
                told.y =
                    (int16_t)(range.y_lo + (range.y_hi - range.y_lo) * (1 + 2 * i) / 4);
            } else { /* thirds of the triangle have their middles at 0.42 */
                told.x = (int16_t)(range.x_hi * 42 * (k - 1) / 100);
                told.y = (int16_t)(range.y_hi * 42 * (i - 1) / 100);
            }
            aude__sink_add(sink, told);
        }
}

static void list_replacements(const struct aude_game *game, struct aude__sink *sink)
{
    const struct aude_player *player = &game->player[thrower(game)];

    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        if (player->supply[kind] && suits(game, kind, game->catapult.chosen))
            aude__sink_add(sink, (struct aude_action){.kind = AUDE_REPLACE,
                                                      .figure = (uint8_t)kind,
                                                      .segment = AUDE_IN_SUPPLY});
    for (unsigned i = player->first; i < player->first + player->n_figures; i++) {
        if (!can_come(game, i)) continue;
        struct aude_action action = aude__as_target(game, i, AUDE_REPLACE);
        if (aude__target(game, action) == (int)i && !aude__replace_check(game, action))
            aude__sink_add(sink, action);
    }
}

static void list_seduction(const struct aude_game *game, struct aude__sink *sink)
{
    bool may[AUDE_FIGURES_MAX];

    aude__sink_add(sink, (struct aude_action){.kind = AUDE_DECLINE});
    if (game->catapult.chosen != AUDE_NOWHERE) {
        list_replacements(game, sink);
        return;
    }
    if (!nearest_ones(game, may)) return;
    for (unsigned i = 0; i < game->n_figures; i++)
        if (may[i]) aude__sink_add(sink, aude__as_target(game, i, AUDE_PICK));
}

void aude__list_catapult(const struct aude_game *game, struct aude__sink *sink)
{
    switch (game->turn.phase) {
    case AUDE_PHASE_CATAPULT:
        list_kinds(sink);
        break;
    case AUDE_PHASE_THROW:
        if (is_catch(game))
            list_tosses(sink);
        else
            list_throws(sink);
        break;
    case AUDE_PHASE_CATCH:
        list_hands(game, sink);
        break;
    case AUDE_PHASE_SCATTER:
        list_chances(game, sink);
        break;
    case AUDE_PHASE_SEDUCE:
        list_seduction(game, sink);
        break;
    default:
        break;
    }
}

const struct aude__set aude__set_catapult = {
    .name = "catapult",
    .title = "VII The Catapult",
    .playable = 1,
    .phases = 1u << AUDE_PHASE_FAIR | 1u << AUDE_PHASE_CATAPULT | 1u << AUDE_PHASE_THROW |
              1u << AUDE_PHASE_CATCH | 1u << AUDE_PHASE_SCATTER |
              1u << AUDE_PHASE_SEDUCE | 1u << AUDE_PHASE_THROWN,
    .setup = catapult_setup,
    .laid = catapult_laid,
};
