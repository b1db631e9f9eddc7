/* model_catapult.c -- the oracle's Catapult: rounds, throws and what they do; model_ground.c
 * measures.
 *
 * Chance is told by an event. Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

/* CAT-14 */
enum {
    TILE = 1024,
    S_R = 96,
    S_A = 40,
    R_TOK = 160,
    RULER = 32,
    HAND_A = 24,
    HAND_P = 40,
    LANE_MAX = 1280,
    LANE_RULE = 512,
    LANE_S = 82,
    GLIMPSE = 256,
    R_CATCH = 150,
    R_TOUCH = 240,
    PRIZE = 5,
};

/* ---- rounds: CAT-1 to CAT-5 -------------------------------------------------------- */

/* CAT-2, INT-38: a fair that was laid. With the mode off it is a plain tile (CAT-15). */
void model_note_fair(struct model *m)
{
    int tile = model_newest(m);

    if (!model_plays(m, AUDE_SET_CATAPULT)) return;
    if (m->sw[AUDE_SWITCH_CATAPULT_MODE] == AUDE_CATAPULT_OFF) return;
    if (!(model_print(m, tile)->marks & AUDE_MARK_FAIR)) return;
    assert(m->n_fairs < 2);
    m->fair[m->n_fairs++] = tile;
}

/* Is a round due? Then the active player says what it is about. */
bool model_opens_round(struct model *m)
{
    if (m->n_fairs == 0) return false;
    m->phase = AUDE_PHASE_CATAPULT;
    m->actor = m->seat;
    m->thrown = 0;
    return true;
}

bool model_opens_round_of_part(struct model *m)
{
    return m->sw[AUDE_SWITCH_CATAPULT_TIMING] == AUDE_CATAPULT_PART_END &&
           model_opens_round(m);
}

void model_kind_list(struct model_list *list)
{
    for (int kind = 0; kind < AUDE_CATAPULT_KINDS; kind++)
        model_add_action(
            list, (struct aude_action){.kind = AUDE_CATAPULT, .arg = (uint8_t)kind});
}

static int thrower(const struct model *m)
{
    return (m->seat + m->thrown) % m->n_seats;
}

static int left_of(const struct model *m, int seat)
{
    return (seat + 1) % m->n_seats;
}

void model_choose_kind(struct model *m, struct aude_action action)
{
    m->thrown_kind = action.arg;
    model_note(m, (struct model_entry){.what = AUDE_EV_ROUND,
                                       .seat = m->seat,
                                       .other = action.arg,
                                       .x = m->tile[m->fair[0]].x,
                                       .y = m->tile[m->fair[0]].y});
    m->phase = AUDE_PHASE_THROW;
}

/* CAT-8: the nearest token, or all that are as near. */
static void decide_target(struct model *m)
{
    for (int seat = 0; seat < m->n_seats; seat++) {
        bool beaten = false;

        for (int other = 0; other < m->n_seats; other++)
            if (m->measure[other] < m->measure[seat]) beaten = true;
        if (!beaten) model_award(m, seat, PRIZE, AUDE_FROM_TARGET, false);
    }
}

/* CAT-4: everybody has thrown. The next fair, or on with the turn. */
static void end_round(struct model *m)
{
    if (m->thrown_kind == AUDE_TARGET) decide_target(m);
    m->fair[0] = m->fair[1];
    m->n_fairs--;
    m->actor = m->seat;
    if (model_opens_round(m)) return;
    m->phase = m->sw[AUDE_SWITCH_CATAPULT_TIMING] == AUDE_CATAPULT_PART_END
                   ? AUDE_PHASE_FAIR
                   : AUDE_PHASE_THROWN;
    model_move_on(m);
}

/* CAT-3: in seat order, each once. */
static void next_throw(struct model *m)
{
    m->chosen = MODEL_NOTHING;
    m->thrown++;
    if (m->thrown == m->n_seats) {
        end_round(m);
        return;
    }
    m->phase = AUDE_PHASE_THROW;
    m->actor = thrower(m);
}

/* ---- what may be thrown: CAT-12, CAT-25, CAT-27 ------------------------------------ */

bool model_range(const struct model *m, struct aude_range *out)
{
    *out = (struct aude_range){0};
    if (m->phase == AUDE_PHASE_THROW && m->thrown_kind == AUDE_CATCH)
        *out = (struct aude_range){
            .kind = AUDE_TOSS, .x_lo = -512, .x_hi = 511, .y_hi = 1023};
    else if (m->phase == AUDE_PHASE_THROW)
        *out = (struct aude_range){
            .kind = AUDE_THROW, .arg_hi = 7, .x_hi = 4095, .y_hi = 1023};
    else if (m->phase == AUDE_PHASE_CATCH)
        *out = (struct aude_range){.kind = AUDE_HANDS,
                                   .arg_lo = 1,
                                   .arg_hi = 1,
                                   .x_hi = LANE_MAX,
                                   .y_lo = -512,
                                   .y_hi = 511};
    return out->kind != AUDE_NO_ACTION;
}

bool model_in_range(const struct model *m, struct aude_action a)
{
    struct aude_range range;

    if (!model_range(m, &range) || a.kind != range.kind) return false;
    if (a.figure != 0 || a.segment != 0) return false;
    if (a.kind == AUDE_HANDS && a.arg == 0) return a.x == 0 && a.y == 0;
    return a.arg >= range.arg_lo && a.arg <= range.arg_hi && a.x >= range.x_lo &&
           a.x <= range.x_hi && a.y >= range.y_lo && a.y <= range.y_hi;
}

static void note_at(struct model *m, enum aude_event_kind what, int seat,
                    struct model_place at)
{
    model_note(
        m, (struct model_entry){.what = what, .seat = seat, .at_x = at.x, .at_y = at.y});
}

/* ---- knock-out: CAT-6, CAT-20 ------------------------------------------------------ */

static void knock_out(struct model *m, struct model_flight f)
{
    int step[AUDE_FIGURES_MAX];

    model_find_hits(m, f, step);
    for (int i = 0; i < m->n_figures; i++) {
        struct model_place c;

        if (step[i] < 0) continue;
        c = model_centre_of(m, &m->figure[i]);
        model_note_figure(m, AUDE_EV_HIT, &m->figure[i]);
        m->log[m->n_log - 1].points = step[i];
        m->log[m->n_log - 1].at_x = c.x;
        m->log[m->n_log - 1].at_y = c.y;
    }
    for (int i = 0; i < m->n_figures; i++)
        if (step[i] >= 0) model_send_home(m, i);
    model_send_lonely_home(m); /* CAT-11 */
}

/* ---- seduction: CAT-7, CAT-21, CAT-22 ---------------------------------------------- */

static bool is_nearest(const struct model *m, int figure, struct model_place rest)
{
    int64_t own;

    if (!model_is_exposed(m, &m->figure[figure])) return false;
    own = model_square(rest, model_centre_of(m, &m->figure[figure]));
    for (int i = 0; i < m->n_figures; i++)
        if (model_is_exposed(m, &m->figure[i]) &&
            model_square(rest, model_centre_of(m, &m->figure[i])) < own)
            return false;
    return true;
}

static void pick_list(const struct model *m, struct model_list *list)
{
    struct model_place rest = {m->rest_x, m->rest_y};

    for (int i = 0; i < m->n_figures; i++)
        if (is_nearest(m, i, rest)) model_add_action(list, model_target(m, AUDE_PICK, i));
}

/* May that kind stand where the chosen one does? Also BASE-30, COC-5. */
static bool suits(const struct model *m, enum aude_figure_kind kind)
{
    const struct model_figure *it = &m->figure[m->chosen];
    bool plain = kind == AUDE_SMALL || kind == AUDE_LARGE;

    if (it->where == AUDE_AT_TOWER) return plain;
    if (it->where == AUDE_AT_QUARTER) return model_may_be_in(kind, it->holder);
    switch (model_segment(m, it->tile, it->segment)->kind) {
    case AUDE_CITY:
        return plain || kind == AUDE_MAYOR || kind == AUDE_WAGON;
    case AUDE_ROAD:
        return plain || kind == AUDE_WAGON;
    case AUDE_MONASTERY:
        return plain || kind == AUDE_WAGON || kind == AUDE_ABBOT;
    case AUDE_GARDEN:
        return kind == AUDE_ABBOT;
    default:
        return plain;
    }
}

static bool may_replace(const struct model *m, int figure)
{
    const struct model_figure *it = &m->figure[figure], *old = &m->figure[m->chosen];

    if (it->seat != m->actor || !model_is_follower(it->kind) || it->guest) return false;
    if (it->where != AUDE_AT_HOME && it->where != AUDE_AT_SEGMENT &&
        it->where != AUDE_AT_TOWER)
        return false;
    if (it->seat == old->seat && it->kind == old->kind) return false;
    return suits(m, it->kind);
}

static struct aude_action replacement(const struct model *m, int figure)
{
    if (m->figure[figure].where != AUDE_AT_HOME)
        return model_target(m, AUDE_REPLACE, figure);
    return (struct aude_action){.kind = AUDE_REPLACE,
                                .figure = (uint8_t)m->figure[figure].kind,
                                .segment = AUDE_IN_SUPPLY};
}

static void replace_list(const struct model *m, struct model_list *list)
{
    for (int i = 0; i < m->n_figures; i++)
        if (may_replace(m, i)) model_add_action(list, replacement(m, i));
}

void model_seduce_list(const struct model *m, struct model_list *list)
{
    model_add_action(list, (struct aude_action){.kind = AUDE_DECLINE});
    if (m->chosen == MODEL_NOTHING)
        pick_list(m, list);
    else
        replace_list(m, list);
}

static bool is_replaceable(const struct model *m)
{
    for (int i = 0; i < m->n_figures; i++)
        if (may_replace(m, i)) return true;
    return false;
}

/* The nearest is known. Can it be replaced? */
static void choose(struct model *m, int figure)
{
    m->chosen = figure;
    model_note_figure(m, AUDE_EV_NEAREST, &m->figure[figure]);
    m->phase = AUDE_PHASE_SEDUCE;
    if (!is_replaceable(m)) next_throw(m);
}

/* Who could only decline is not asked which of several. */
static bool has_choice(struct model *m, const struct model_list *list)
{
    bool some = false;

    for (int i = 0; i < list->n; i++) {
        m->chosen = model_find_target(m, list->action[i]);
        some |= is_replaceable(m);
    }
    m->chosen = MODEL_NOTHING;
    return some;
}

static void seduce(struct model *m, struct model_place rest)
{
    static struct model_list list;
    bool on_board = false;

    m->chosen = MODEL_NOTHING;
    m->rest_x = rest.x;
    m->rest_y = rest.y;
    for (int i = 0; i < m->n_tiles; i++)
        if (model_square_to_tile(m, rest, i) <= R_TOK * R_TOK) on_board = true;
    list.n = 0;
    pick_list(m, &list);
    m->phase = AUDE_PHASE_SEDUCE;
    if (!on_board || list.n == 0)
        next_throw(m);
    else if (list.n == 1)
        choose(m, model_find_target(m, list.action[0]));
    else if (!has_choice(m, &list))
        next_throw(m);
}

/* INT-51: what it leaves behind where it came from. */
static void put_in_place(struct model *m, int figure)
{
    struct model_figure old = m->figure[m->chosen], *it = &m->figure[figure];

    model_send_home(m, m->chosen);
    if (it->where != AUDE_AT_HOME) model_send_home(m, figure);
    it->where = old.where;
    it->tile = old.tile;
    it->segment = old.segment;
    it->holder = old.holder;
    model_note_figure(m, AUDE_EV_REPLACE, it);
    model_send_lonely_home(m); /* INT-9: when all is done */
}

void model_seduced(struct model *m, struct aude_action action)
{
    if (action.kind == AUDE_PICK) {
        choose(m, model_find_target(m, action));
        return;
    }
    for (int i = 0; action.kind == AUDE_REPLACE && i < m->n_figures; i++) {
        struct aude_action it;

        if (!may_replace(m, i)) continue;
        it = replacement(m, i);
        if (it.figure != action.figure || it.segment != action.segment ||
            it.x != action.x || it.y != action.y)
            continue;
        put_in_place(m, i);
        break;
    }
    next_throw(m);
}

/* ---- target: CAT-8, CAT-23, CAT-24 ------------------------------------------------- */

static void measure(struct model *m, struct model_place rest)
{
    const struct model_tile *fair = &m->tile[m->fair[0]];
    struct model_place centre = {fair->x * TILE + TILE / 2, fair->y * TILE + TILE / 2};
    int64_t d = model_root(model_square(rest, centre));

    if (m->sw[AUDE_SWITCH_CAT_TARGET_METRIC] == AUDE_TARGET_GAP) {
        d = model_root(model_square_to_tile(m, rest, m->fair[0])) - R_TOK;
        if (d < 0) d = 0;
    }
    m->measure[thrower(m)] = (int)(d / RULER);
    model_note(m, (struct model_entry){.what = AUDE_EV_MEASURE,
                                       .seat = thrower(m),
                                       .points = (int)(d / RULER)});
}

/* ---- the throw: CAT-15 to CAT-17 --------------------------------------------------- */

static void note_throw(struct model *m, struct aude_action a)
{
    struct model_place stand = model_stand(m, a.arg);

    model_note(m, (struct model_entry){.what = AUDE_EV_THROW,
                                       .seat = thrower(m),
                                       .other = a.arg,
                                       .x = a.x,
                                       .y = a.y,
                                       .at_x = stand.x,
                                       .at_y = stand.y});
    m->phase = AUDE_PHASE_SCATTER;
}

/* CAT-25, CAT-26 */
static void note_toss(struct model *m, struct aude_action a)
{
    m->actor = left_of(m, thrower(m));
    model_note(m, (struct model_entry){.what = AUDE_EV_TOSS,
                                       .seat = thrower(m),
                                       .other = m->actor,
                                       .x = a.y * LANE_MAX / 1023 / GLIMPSE,
                                       .y = (a.x + 512) / GLIMPSE});
    m->phase = AUDE_PHASE_CATCH;
}

void model_throw(struct model *m, struct aude_action action)
{
    m->stand = action.arg;
    m->aim = action.x;
    m->power = action.y;
    if (m->thrown_kind == AUDE_CATCH)
        note_toss(m, action);
    else
        note_throw(m, action);
}

void model_react(struct model *m, struct aude_action action)
{
    m->hands = action.arg == 1;
    m->hands_x = action.x;
    m->hands_y = action.y;
    model_note(m, (struct model_entry){.what = AUDE_EV_HANDS,
                                       .seat = m->actor,
                                       .x = action.x,
                                       .y = action.y,
                                       .points = m->hands});
    model_note(
        m, (struct model_entry){
               .what = AUDE_EV_REVEAL, .seat = thrower(m), .x = m->aim, .y = m->power});
    m->phase = AUDE_PHASE_SCATTER;
}

static int within(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void fly(struct model *m, int range, int angle)
{
    struct aude_action a = {
        .arg = (uint8_t)m->stand, .x = (int16_t)m->aim, .y = (int16_t)m->power};
    struct model_flight f = model_flight_of(m, a, range, angle);

    note_at(m, AUDE_EV_LAND, thrower(m), f.landing);
    note_at(m, AUDE_EV_REST, thrower(m), f.rest);
    if (m->thrown_kind == AUDE_SEDUCTION) {
        seduce(m, f.rest);
        return;
    }
    if (m->thrown_kind == AUDE_KNOCK_OUT) knock_out(m, f);
    if (m->thrown_kind == AUDE_TARGET) measure(m, f.rest);
    next_throw(m);
}

/* ---- catch: CAT-10, CAT-25 to CAT-29 ----------------------------------------------- */

static enum aude_catch grasp(const struct model *m, struct model_place token)
{
    struct model_place hands = {m->hands_x, m->hands_y};
    int64_t q = model_square(hands, token);

    if (!m->hands || q > R_TOUCH * R_TOUCH) return AUDE_MISSED;
    return q > R_CATCH * R_CATCH ? AUDE_TOUCHED : AUDE_CAUGHT;
}

static void fall(struct model *m, int along, int across)
{
    struct model_place token = {m->power * LANE_MAX / 1023 + along, m->aim + across};
    enum aude_catch how = grasp(m, token);
    int catcher = left_of(m, thrower(m)), winner = thrower(m);

    if (how == AUDE_CAUGHT || (how == AUDE_MISSED && token.x < LANE_RULE))
        winner = catcher;
    note_at(m, AUDE_EV_REST, thrower(m), token);
    model_note(m, (struct model_entry){.what = AUDE_EV_CATCH,
                                       .seat = catcher,
                                       .other = thrower(m),
                                       .points = (int)how});
    model_award(m, winner, PRIZE, AUDE_FROM_CATCH, false);
    next_throw(m);
}

/* ---- chance: CAT-15, CAT-16, CAT-25 ------------------------------------------------ */

static bool exceeds(int value, int limit)
{
    return abs(value) > limit;
}

const char *model_follow_scatter(struct model *m, const struct aude_event *event)
{
    bool direct = m->sw[AUDE_SWITCH_CATAPULT_MODE] == AUDE_CATAPULT_DIRECT;
    bool toss = m->thrown_kind == AUDE_CATCH;

    if (m->phase != AUDE_PHASE_SCATTER) return "nothing was thrown (CAT-16)";
    if (event->seat != thrower(m)) return "another seat threw (CAT-3)";
    if (exceeds(event->x, toss ? LANE_S : S_R) || exceeds(event->y, toss ? LANE_S : S_A))
        return "no throw scatters so far (CAT-16)";
    if (exceeds(event->at.x, direct ? HAND_A : 0) ||
        exceeds(event->at.y, direct ? HAND_P : 0))
        return "no hand errs so much (CAT-15)";
    m->power = within(m->power + event->at.y, 0, 1023);
    m->aim += event->at.x;
    if (toss) {
        m->aim = within(m->aim, -512, 511);
        fall(m, event->x, event->y);
    } else
        fly(m, event->x, event->y);
    return NULL;
}
