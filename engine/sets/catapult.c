/* catapult.c -- expansion VII, The Catapult.
 *
 *   fair        a tile that brings a round, after the turn or its part     CAT-2
 *   round       one kind for all, each seat throws once                    CAT-3 to CAT-5
 *   knock-out   a touched follower goes home, chains included              CAT-6, CAT-20
 *   seduction   the nearest may be replaced by an own follower             CAT-7, CAT-21
 *   target      five points for the token nearest to the fair              CAT-8, CAT-24
 *   catch       five points for the thrower or the catcher                 CAT-10, CAT-25
 *
 * A throw is an action; what chance adds to it is drawn by the authority once the action is
 * in, and told to everybody else (CAT-16). The rows of turn.c go round: throw, catch, scatter,
 * seduce, thrown, throw ... Seduction, lists and geometry have files of their own. */
#include "sets/catapult_internal.h"

/* What a player did with the token: two numbers, and whom or what else it is about. */
static void catapult_say_numbers(struct aude_events *events, enum aude_event_kind kind,
                                 unsigned seat, unsigned other, int x, int y)
{
    aude__say(events, (struct aude_event){.kind = (uint8_t)kind,
                                          .seat = (uint8_t)seat,
                                          .other = (uint8_t)other,
                                          .tile = AUDE_KIND_NONE,
                                          .x = (int16_t)x,
                                          .y = (int16_t)y});
}

/* The phases of a round are stepped over until a fair was laid. */
static void catapult_phases_due(struct aude_game *game, bool due)
{
    uint64_t round = AUDE__IN(CATAPULT) | AUDE__IN(THROW) | AUDE__IN(CATCH) |
                     AUDE__IN(SCATTER) | AUDE__IN(SEDUCE) | AUDE__IN(THROWN);
    bool part_end = game->sw[AUDE_SWITCH_CATAPULT_TIMING] == AUDE_CATAPULT_PART_END;

    aude__turn_phase_due(game, AUDE_PHASE_FAIR, due && part_end);
    game->phases = due ? game->phases | round : game->phases & ~round;
}

static void catapult_setup(struct aude_game *game)
{
    game->catapult.chosen = AUDE_NOWHERE;
    catapult_phases_due(game, false);
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
    catapult_phases_due(game, true);
}

/* -- The round -------------------------------------------------------------------------- */

/* INT-52: a round that is due is held though there is no tile for the second part. */
static unsigned catapult_owed(const struct aude_game *game)
{
    return game->catapult.due ? AUDE_PHASE_CATAPULT : AUDE_PHASES;
}

/* INT-1: with PART_END the round of a fair comes before P9. */
enum aude__step aude__catapult_on_fair(struct aude_game *game, struct aude_events *events)
{
    (void)events;
    if (game->sw[AUDE_SWITCH_CATAPULT_TIMING] != AUDE_CATAPULT_PART_END ||
        !game->catapult.due)
        return AUDE__STEP_ON;
    game->turn.phase = AUDE_PHASE_CATAPULT;
    return AUDE__STEP_TO;
}

enum aude__step aude__catapult_on_catapult(struct aude_game *game,
                                           struct aude_events *events)
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

    catapult_say_numbers(events, AUDE_EV_ROUND, game->turn.seat, action.arg, fair->x,
                         fair->y);
    game->catapult.kind = action.arg;
    game->turn.phase++;
}

static void catapult_award(struct aude_game *game, unsigned seat, enum aude_source source,
                           struct aude_events *events)
{
    struct aude__sum sum = {0};

    aude__score_sum_add(&sum, AUDE_TERM_THROW, 1, AUDE_CAT_PRIZE);
    aude__score_award(game, seat, game->laid[game->catapult.fair[0]].first, source, &sum,
                      false, events);
}

/* CAT-8, CAT-24: every seat whose token is nearest. */
static void catapult_award_target(struct aude_game *game, struct aude_events *events)
{
    const uint16_t *measure = game->catapult.measure;
    unsigned least = UINT16_MAX;

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (measure[seat] < least) least = measure[seat];
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (measure[seat] == least) catapult_award(game, seat, AUDE_FROM_TARGET, events);
}

/* CAT-4: the tokens are back; another fair, or the game goes on. */
static void catapult_end_round(struct aude_game *game, struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    bool part_end = game->sw[AUDE_SWITCH_CATAPULT_TIMING] == AUDE_CATAPULT_PART_END;

    if (cat->kind == AUDE_TARGET) catapult_award_target(game, events);
    *cat = (struct aude_catapult){.due = (uint8_t)(cat->due - 1),
                                  .fair = {cat->fair[1]},
                                  .chosen = AUDE_NOWHERE,
                                  .throws = cat->throws};
    catapult_phases_due(game, cat->due);
    game->turn.phase = cat->due   ? AUDE_PHASE_CATAPULT
                       : part_end ? AUDE_PHASE_SECOND
                                  : AUDE_PHASE_NEXT;
}

enum aude__step aude__catapult_on_throw(struct aude_game *game,
                                        struct aude_events *events)
{
    if (game->catapult.thrown == game->n_seats) {
        catapult_end_round(game, events);
        return AUDE__STEP_TO;
    }
    aude__physics_keep_extent(game);
    game->turn.actor = (uint8_t)aude__thrower(game);
    return AUDE__STEP_WAIT;
}

/* CAT-5: the token is gone before the next one comes. Where it is and how it was thrown is forgotten in its place: a whole
 * struct made anew is written by members and read by vectors, which stalls. */
enum aude__step aude__catapult_on_thrown(struct aude_game *game,
                                         struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;

    (void)events;
    cat->thrown++;
    cat->stand = cat->known = cat->reacted = 0;
    cat->glimpse[0] = cat->glimpse[1] = 0;
    cat->aim = cat->power = 0;
    cat->hands[0] = cat->hands[1] = 0;
    cat->chosen = AUDE_NOWHERE;
    cat->rest = (struct aude_point){0};
    game->turn.phase = AUDE_PHASE_THROW;
    return AUDE__STEP_TO;
}

/* -- Throwing --------------------------------------------------------------------------- */

enum aude_err aude__catapult_throw_check(const struct aude_game *game,
                                         struct aude_action action)
{
    if (aude__is_catch(game)) return AUDE_ERR_CATAPULT_ROUND;
    return aude__catapult_list_in_range(game, action) ? AUDE_ERR_OK : AUDE_ERR_THROW;
}

void aude__catapult_throw_commit(struct aude_game *game, struct aude_action action,
                                 struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    struct aude_event spare;
    struct aude_event *ev =
        aude__event(events, &spare, AUDE_EV_THROW, aude__thrower(game));

    cat->stand = action.arg;
    cat->aim = action.x;
    cat->power = action.y;
    ev->other = action.arg;
    ev->x = action.x;
    ev->y = action.y;
    if (events) ev->at = aude_catapult_stand(game, action.arg);
    game->turn.phase++;
}

/* CAT-26: the catcher may act on the cell, not on the point. */
static void catapult_glimpsed(struct aude_game *game, unsigned along, unsigned across,
                              struct aude_events *events)
{
    game->catapult.glimpse[0] = (uint8_t)along;
    game->catapult.glimpse[1] = (uint8_t)across;
    catapult_say_numbers(events, AUDE_EV_TOSS, aude__thrower(game), aude__catcher(game),
                         (int)along, (int)across);
    game->turn.phase++;
}

enum aude_err aude__catapult_toss_check(const struct aude_game *game,
                                        struct aude_action action)
{
    if (!aude__is_catch(game)) return AUDE_ERR_CATAPULT_ROUND;
    return aude__catapult_list_in_range(game, action) ? AUDE_ERR_OK : AUDE_ERR_TOSS;
}

void aude__catapult_toss_commit(struct aude_game *game, struct aude_action action,
                                struct aude_events *events)
{
    struct aude_action cell = aude__catapult_list_glimpse_of(action);

    game->catapult.aim = action.x;
    game->catapult.power = action.y;
    game->catapult.known = 1;
    catapult_glimpsed(game, (unsigned)cell.x, (unsigned)cell.y, events);
}

enum aude_err aude__catapult_glimpse_check(const struct aude_game *game,
                                           struct aude_action action)
{
    if (!game->hidden) return AUDE_ERR_NOT_HIDDEN;
    if (!aude__is_catch(game)) return AUDE_ERR_CATAPULT_ROUND;
    return action.x < 0 || action.x > AUDE_CAT_LANE_MAX / AUDE_CAT_GLIMPSE ||
                   action.y < 0 || action.y >= 2 * AUDE_CAT_LANE_SIDE / AUDE_CAT_GLIMPSE
               ? AUDE_ERR_GLIMPSE
               : AUDE_ERR_OK;
}

void aude__catapult_glimpse_commit(struct aude_game *game, struct aude_action action,
                                   struct aude_events *events)
{
    catapult_glimpsed(game, (unsigned)action.x, (unsigned)action.y, events);
}

void aude__catapult_view(struct aude_game *view)
{
    if (view->turn.phase != AUDE_PHASE_CATCH) return;
    view->catapult.aim = view->catapult.power = 0;
    view->catapult.known = 0;
}

/* -- Catching --------------------------------------------------------------------------- */

enum aude__step aude__catapult_on_catch(struct aude_game *game,
                                        struct aude_events *events)
{
    (void)events;
    if (!aude__is_catch(game) || game->catapult.reacted) return AUDE__STEP_ON;
    game->turn.actor = (uint8_t)aude__catcher(game);
    return AUDE__STEP_WAIT;
}

enum aude_err aude__catapult_hands_check(const struct aude_game *game,
                                         struct aude_action action)
{
    return !action.arg || aude__catapult_list_in_range(game, action) ? AUDE_ERR_OK
                                                                     : AUDE_ERR_HANDS;
}

void aude__catapult_hands_commit(struct aude_game *game, struct aude_action action,
                                 struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    struct aude_event spare;
    struct aude_event *ev =
        aude__event(events, &spare, AUDE_EV_HANDS, aude__catcher(game));

    cat->reacted = action.arg ? 2 : 1;
    cat->hands[0] = action.arg ? action.x : 0;
    cat->hands[1] = action.arg ? action.y : 0;
    ev->points = action.arg;
    ev->x = cat->hands[0];
    ev->y = cat->hands[1];
    game->turn.phase++;
}

/* CAT-25: the true point. */
static struct aude_point catapult_toss_ends(const struct aude_catapult *cat,
                                            struct aude__scatter by)
{
    int32_t power = aude__within(cat->power + by.hand_power, 0, AUDE_CAT_POWER_MAX);
    int32_t lateral =
        aude__within(cat->aim + by.hand_aim, -AUDE_CAT_LANE_SIDE, AUDE_CAT_LANE_SIDE - 1);

    return (struct aude_point){power * AUDE_CAT_LANE_MAX / AUDE_CAT_POWER_MAX + by.x,
                               lateral + by.y};
}

/* CAT-27, CAT-29 */
static void catapult_resolve_catch(struct aude_game *game, struct aude__scatter by,
                                   struct aude_events *events)
{
    const struct aude_catapult *cat = &game->catapult;
    struct aude_point token = catapult_toss_ends(cat, by),
                      hands = {cat->hands[0], cat->hands[1]};
    enum aude_catch outcome =
        cat->reacted == 2 ? aude__physics_catch(hands, token) : AUDE_MISSED;
    bool caught = outcome == AUDE_CAUGHT ||
                  (outcome == AUDE_MISSED && token.x < AUDE_CAT_LANE_RULE);
    struct aude_event spare;

    aude__event(events, &spare, AUDE_EV_REST, aude__thrower(game))->at = token;
    struct aude_event *ev =
        aude__event(events, &spare, AUDE_EV_CATCH, aude__catcher(game));
    ev->other = (uint8_t)aude__thrower(game);
    ev->points = (int16_t)outcome;
    catapult_award(game, caught ? aude__catcher(game) : aude__thrower(game),
                   AUDE_FROM_CATCH, events);
}

/* -- Scatter ---------------------------------------------------------------------------- */

/* CAT-16 */
static int32_t catapult_scatter_triangular(struct aude__rng *rng, int32_t most)
{
    int32_t one = (int32_t)aude__rng_below(rng, AUDE_CAT_TRI + 1);
    int32_t two = (int32_t)aude__rng_below(rng, AUDE_CAT_TRI + 1);

    return (one + two - AUDE_CAT_TRI) * most / AUDE_CAT_TRI;
}

static struct aude__scatter catapult_draw_scatter(const struct aude_game *game)
{
    struct aude__scatter by = {0};
    struct aude_range range;
    struct aude__rng rng;

    aude__catapult_list_scatter_range(game, &range);
    aude__rng_init(&rng, game->seed, AUDE__STREAM_CATAPULT, game->catapult.throws);
    if (range.hand_aim) {
        by.hand_aim = catapult_scatter_triangular(&rng, range.hand_aim);
        by.hand_power = catapult_scatter_triangular(&rng, range.hand_power);
    }
    by.x = catapult_scatter_triangular(&rng, range.x_hi);
    by.y = catapult_scatter_triangular(&rng, range.y_hi);
    return by;
}

void aude__catapult_say_figure(const struct aude_game *game, unsigned figure,
                               enum aude_event_kind kind, unsigned level,
                               struct aude_events *events)
{
    struct aude_action target = aude__figure_as_target(game, figure, AUDE_PICK);
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, kind, target.arg);

    ev->figure = target.figure;
    ev->segment = target.segment;
    ev->x = target.x;
    ev->y = target.y;
    ev->points = (int16_t)level;
    aude_catapult_figure(game, figure, &ev->at);
}

/* Followers that may be hit, by the token itself or in a chain, in ascending order: where each is, and which figure. Returns
 * how many. */
static unsigned catapult_look_near(const struct aude_game *game,
                                   const struct aude__flight *flight, bool chain,
                                   struct aude__disc disc[AUDE_FIGURES_MAX],
                                   uint8_t figure[AUDE_FIGURES_MAX])
{
    unsigned near = 0, n = 0;

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = aude__physics_exposed(game, seat); m; m &= m - 1) {
            unsigned i = aude__first_of(game, seat, m), tile = game->figure[i].tile;
            figure[near] = (uint8_t)i;
            near += tile == AUDE_NOWHERE ||
                    aude__physics_may_hit(flight, &game->laid[tile], chain);
        }
    for (unsigned k = 0; k < near; k++) {
        unsigned i = figure[k];
        if (!aude_catapult_figure(game, i, &disc[n].at)) continue;
        disc[n].r = aude_catapult_radius(game->figure[i].kind);
        figure[n++] = (uint8_t)i;
    }
    return n;
}

/* CAT-6, CAT-20: first it is found who is hit, then all of them go home, and builders and
 * pigs that are left alone (INT-9). THE TOKEN FIRST: without a direct hit there is no chain, and eleven of twelve throws hit
 * nobody. */
static void catapult_knock_out(struct aude_game *game, const struct aude__flight *flight,
                               struct aude_events *events)
{
    struct aude__disc disc[AUDE_FIGURES_MAX];
    struct aude__hit hit[AUDE_FIGURES_MAX];
    uint8_t figure[AUDE_FIGURES_MAX];
    unsigned n = catapult_look_near(game, flight, false, disc, figure), hits = 0;

    if (aude__physics_hits(disc, n, flight)) {
        n = catapult_look_near(game, flight, true, disc, figure);
        hits = aude__physics_knock(disc, n, flight, hit);
    }
    for (unsigned i = 0; i < hits; i++)
        aude__catapult_say_figure(game, figure[hit[i].disc], AUDE_EV_HIT, hit[i].level,
                                  events);
    for (unsigned i = 0; i < hits; i++)
        aude__figure_return(game, figure[hit[i].disc], events);
    aude__traders_lonely_home(game, events);
}

static void catapult_resolve_throw(struct aude_game *game, struct aude__scatter by,
                                   struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    struct aude__flight flight =
        aude__physics_fly(game, cat->stand, cat->aim, cat->power, by);
    unsigned seat = aude__thrower(game);
    struct aude_event spare;

    aude__event(events, &spare, AUDE_EV_LAND, seat)->at = flight.landing;
    aude__event(events, &spare, AUDE_EV_REST, seat)->at = flight.rest;
    cat->rest = flight.rest;
    if (cat->kind == AUDE_KNOCK_OUT) catapult_knock_out(game, &flight, events);
    if (cat->kind != AUDE_TARGET) return;
    cat->measure[seat] = (uint16_t)aude__physics_measure(game, flight.rest, cat->fair[0]);
    aude__event(events, &spare, AUDE_EV_MEASURE, seat)->points =
        (int16_t)cat->measure[seat];
}

static void catapult_resolve(struct aude_game *game, struct aude__scatter by,
                             struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    struct aude_event spare, *ev;

    if (aude__is_catch(game))
        catapult_say_numbers(events, AUDE_EV_REVEAL, aude__thrower(game), 0, cat->aim,
                             cat->power);
    ev = aude__event(events, &spare, AUDE_EV_SCATTER, aude__thrower(game));
    ev->x = (int16_t)by.x;
    ev->y = (int16_t)by.y;
    ev->at = (struct aude_point){by.hand_aim, by.hand_power};
    cat->throws++;
    if (aude__is_catch(game))
        catapult_resolve_catch(game, by, events);
    else
        catapult_resolve_throw(game, by, events);
}

enum aude__step aude__catapult_on_scatter(struct aude_game *game,
                                          struct aude_events *events)
{
    if (game->hidden) {
        game->turn.actor = AUDE_SEAT_NONE;
        return AUDE__STEP_WAIT;
    }
    catapult_resolve(game, catapult_draw_scatter(game), events);
    return AUDE__STEP_ON;
}

enum aude_err aude__catapult_reveal_check(const struct aude_game *game,
                                          struct aude_action action)
{
    if (!game->hidden) return AUDE_ERR_NOT_HIDDEN;
    return aude__is_catch(game) && aude__catapult_list_in_range(game, action)
               ? AUDE_ERR_OK
               : AUDE_ERR_GLIMPSE;
}

void aude__catapult_reveal_commit(struct aude_game *game, struct aude_action action,
                                  struct aude_events *events)
{
    (void)events;
    game->catapult.aim = action.x;
    game->catapult.power = action.y;
    game->catapult.known = 1;
}

static bool catapult_hand_within(uint8_t byte, int most)
{
    return (int8_t)byte >= -most && (int8_t)byte <= most;
}

enum aude_err aude__catapult_scatter_check(const struct aude_game *game,
                                           struct aude_action action)
{
    struct aude_range range;

    if (!game->hidden) return AUDE_ERR_NOT_HIDDEN;
    if (aude__is_catch(game) && !game->catapult.known) return AUDE_ERR_GLIMPSE;
    aude__catapult_list_scatter_range(game, &range);
    return aude__catapult_list_in_range(game, action) &&
                   catapult_hand_within(action.figure, range.hand_aim) &&
                   catapult_hand_within(action.segment, range.hand_power)
               ? AUDE_ERR_OK
               : AUDE_ERR_SCATTER;
}

void aude__catapult_scatter_commit(struct aude_game *game, struct aude_action action,
                                   struct aude_events *events)
{
    struct aude__scatter by = {.hand_aim = (int8_t)action.figure,
                               .hand_power = (int8_t)action.segment,
                               .x = action.x,
                               .y = action.y};

    catapult_resolve(game, by, events);
    game->turn.phase++;
}

const struct aude__set aude__set_catapult = {
    .name = "catapult",
    .title = "VII The Catapult",
    .playable = 1,
    .phases = AUDE__IN(FAIR) | AUDE__IN(CATAPULT) | AUDE__IN(THROW) | AUDE__IN(CATCH) |
              AUDE__IN(SCATTER) | AUDE__IN(SEDUCE) | AUDE__IN(THROWN),
    .setup = catapult_setup,
    .laid = catapult_laid,
    .owed = catapult_owed,
};
