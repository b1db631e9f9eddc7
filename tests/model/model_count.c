/* model_count.c -- the oracle's Count of Carcassonne: into the quarters and out of them.
 *
 * Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

#include <assert.h>

/* Quarters come in the order castle, market, blacksmith, cathedral, also clockwise (COC-9). */

/* The seventh tile of the block stands for all quarters. */
int model_quarters_tile(const struct model *m)
{
    for (int tile = 0; tile < m->n_tiles; tile++)
        if (model_print(m, tile)->col == 2 && model_print(m, tile)->row == 1) return tile;
    return MODEL_NOTHING;
}

/* PD-16: nobody walks through the middle of the city. */
bool model_is_inner(const struct model *m, int tile)
{
    int col = model_print(m, tile)->col;

    return model_print(m, tile)->row == 1 && (col == 1 || col == 2);
}

/* COC-11. */
static int served(int quarter)
{
    switch (quarter) {
    case AUDE_CASTLE:
        return AUDE_CITY;
    case AUDE_MARKET:
        return AUDE_FIELD;
    case AUDE_BLACKSMITH:
        return AUDE_ROAD;
    default:
        return AUDE_MONASTERY;
    }
}

/* INT-49: without farmers the market is of no use; by the other reading it is closed. */
static bool is_shut(const struct model *m, int quarter)
{
    return quarter == AUDE_MARKET && m->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_OFF &&
           m->sw[AUDE_SWITCH_BARN_WITHOUT_FARMERS] == 1;
}

/* COC-5. */
bool model_may_be_in(enum aude_figure_kind kind, int quarter)
{
    if (kind == AUDE_SMALL || kind == AUDE_LARGE) return true;
    if (kind == AUDE_MAYOR) return quarter == AUDE_CASTLE;
    return kind == AUDE_WAGON && quarter != AUDE_MARKET;
}

/* ---- coming out: COC-10 to COC-18 -------------------------------------------------- */

/* Is the feature open to followers from its quarter now? In a part: those that the tile
 * completed (COC-12), and with a switch the fields that a barn will score (COC-17). At the
 * end: fields, and with a switch all that is incomplete (COC-18). */
static bool is_barn_field(const struct model *m, const struct model_feature *f)
{
    if (m->sw[AUDE_SWITCH_COC_MARKET_BARN] == 0 || model_barns_in(m, f) == 0)
        return false;
    if (model_barns_pay_at_once(m)) return false; /* that is over */
    return model_is_first_barn(m, f) || model_is_taken(m, f);
}

static bool is_open_to(const struct model *m, const struct model_feature *f)
{
    if (m->phase == AUDE_PHASE_MARKET)
        return f->kind == AUDE_FIELD ||
               (!f->complete && m->sw[AUDE_SWITCH_COC_FINAL] == 1);
    if (f->kind == AUDE_FIELD) return is_barn_field(m, f);
    if (m->sw[AUDE_SWITCH_COC_UNOCCUPIED] == 1 && !model_is_taken(m, f)) return false;
    return model_is_new(m, f);
}

/* Where in the feature? Nowhere in particular: its first segment is named; or on a tile of
 * the owner's choice, without the dragon. */
static void add_sends(const struct model *m, const struct model_feature *f, int figure,
                      struct model_list *list)
{
    bool by_tile = m->sw[AUDE_SWITCH_COC_STAND] == 1;

    for (int tile = 0; tile < m->n_tiles; tile++)
        for (int i = 0; i < model_print(m, tile)->n_segments; i++) {
            if (!f->has[tile][i]) continue;
            if (!(by_tile && model_dragon_on(m, tile)))
                model_add_action(
                    list, (struct aude_action){.kind = AUDE_SEND,
                                               .figure = (uint8_t)m->figure[figure].kind,
                                               .segment = (uint8_t)i,
                                               .arg = (uint8_t)m->figure[figure].holder,
                                               .x = (int16_t)m->tile[tile].x,
                                               .y = (int16_t)m->tile[tile].y});
            if (!by_tile) return;
        }
}

static void sends_of(const struct model *m, int seat, struct model_list *list)
{
    struct model_feature f;

    for (int i = 0; i < m->n_figures; i++) {
        const struct model_figure *it = &m->figure[i];
        int kind;

        if (it->seat != seat || it->where != AUDE_AT_QUARTER) continue;
        if (it->holder == m->count) continue; /* COC-15 */
        kind = served(it->holder);
        if (kind == AUDE_FIELD && m->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_OFF)
            continue; /* INT-49 */
        for (struct model_tour tour = {0};
             model_next_feature(m, (enum aude_feature_kind)kind, &tour, &f);)
            if (is_open_to(m, &f)) add_sends(m, &f, i, list);
    }
}

void model_send_list(const struct model *m, struct model_list *list)
{
    model_add_action(list, (struct aude_action){.kind = AUDE_PASS});
    sends_of(m, m->actor, list);
}

static bool can_send(const struct model *m, int seat)
{
    static struct model_list list;

    list.n = 0;
    sends_of(m, seat, &list);
    return list.n > 0;
}

/* COC-13: one pass, from the left of the active player, he last; who cannot is skipped. */
static bool ask_next(struct model *m)
{
    for (int i = 1; i <= m->n_seats; i++) {
        int seat = (m->seat + i) % m->n_seats;

        if ((m->asked >> seat & 1) || !can_send(m, seat)) continue;
        m->actor = seat;
        return true;
    }
    return false;
}

bool model_ask_quarters(struct model *m)
{
    m->asked = 0;
    return model_plays(m, AUDE_SET_COUNT) && ask_next(m);
}

/* COC-18, ONE_EACH: one follower at a time, round and round. */
static bool ask_round(struct model *m)
{
    for (int i = 1; i <= m->n_seats; i++) {
        int seat = (m->actor + i) % m->n_seats;

        if ((m->asked >> seat & 1) || !can_send(m, seat)) continue;
        m->actor = seat;
        return true;
    }
    return false;
}

static void send(struct model *m, struct aude_action action)
{
    for (int i = 0; i < m->n_figures; i++) {
        struct model_figure *it = &m->figure[i];

        if (it->where != AUDE_AT_QUARTER || it->seat != m->actor ||
            it->holder != action.arg || (int)it->kind != action.figure)
            continue;
        it->where = AUDE_AT_SEGMENT;
        it->guest = m->sw[AUDE_SWITCH_COC_STAND] == 0;
        it->tile = model_tile_at(m, action.x, action.y);
        it->segment = action.segment;
        model_note(m, (struct model_entry){.what = AUDE_EV_SEND,
                                           .seat = it->seat,
                                           .figure = (int)it->kind,
                                           .other = action.arg,
                                           .x = action.x,
                                           .y = action.y,
                                           .segment = action.segment});
        return;
    }
    assert(false && "there is such a follower in the quarter");
}

/* Does anybody else have to decide? */
bool model_send(struct model *m, struct aude_action action)
{
    bool round = m->phase == AUDE_PHASE_MARKET && m->sw[AUDE_SWITCH_COC_FINAL_ORDER] == 1;

    if (action.kind == AUDE_SEND)
        send(m, action);
    else
        m->asked |= 1u << m->actor;
    if (round) return ask_round(m);
    if (action.kind == AUDE_SEND && can_send(m, m->actor)) return true;
    m->asked |= 1u << m->actor;
    return ask_next(m);
}

/* ---- going in: COC-5 to COC-9 ------------------------------------------------------ */

static void enter_list(const struct model *m, struct model_list *list)
{
    for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        for (int quarter = 0; quarter < AUDE_QUARTERS; quarter++)
            if (model_supply(m, m->seat, (enum aude_figure_kind)kind) > 0 &&
                model_may_be_in((enum aude_figure_kind)kind, quarter) &&
                !is_shut(m, quarter))
                model_add_action(list, (struct aude_action){.kind = AUDE_ENTER,
                                                            .figure = (uint8_t)kind,
                                                            .arg = (uint8_t)quarter});
}

void model_enter_list(const struct model *m, struct model_list *list)
{
    model_add_action(list, (struct aude_action){.kind = AUDE_PASS});
    enter_list(m, list);
}

/* COC-6: others gained points in this part, he none. COC-8. */
bool model_may_enter(struct model *m)
{
    static struct model_list list;
    unsigned own = 1u << m->seat;

    if (!model_plays(m, AUDE_SET_COUNT) || m->gained == 0 || (m->gained & own))
        return false;
    if (m->sw[AUDE_SWITCH_COC_DEPLOY_RATE] == 1 && m->entered) return false;
    if (model_after_princess(m)) return false; /* PD-32 */
    m->actor = m->seat;
    list.n = 0;
    enter_list(m, &list);
    return list.n > 0;
}

static void move_count(struct model *m, int quarter)
{
    m->count = quarter;
    model_note(m, (struct model_entry){
                      .what = AUDE_EV_COUNT, .seat = m->seat, .other = quarter});
}

/* Does the player choose where the count goes (COC-9)? */
bool model_enter(struct model *m, struct aude_action action)
{
    int quarter = action.arg, rule = m->sw[AUDE_SWITCH_COUNT_MOVE];

    for (int i = 0; i < m->n_figures; i++) {
        struct model_figure *it = &m->figure[i];

        if (it->where != AUDE_AT_HOME || it->seat != m->seat ||
            (int)it->kind != action.figure)
            continue;
        it->where = AUDE_AT_QUARTER;
        it->holder = quarter;
        break;
    }
    m->entered = true;
    model_note(m, (struct model_entry){.what = AUDE_EV_ENTER,
                                       .seat = m->seat,
                                       .figure = action.figure,
                                       .other = quarter});
    if (rule == AUDE_COUNT_FREE) return true;
    move_count(m,
               rule == AUDE_COUNT_CLOCKWISE ? (m->count + 1) % AUDE_QUARTERS : quarter);
    return false;
}

void model_count_list(const struct model *m, struct model_list *list)
{
    model_add_action(list, (struct aude_action){.kind = AUDE_PASS});
    for (int quarter = 0; quarter < AUDE_QUARTERS; quarter++)
        if (quarter != m->count && !is_shut(m, quarter))
            model_add_action(list, (struct aude_action){.kind = AUDE_COUNT_TO,
                                                        .arg = (uint8_t)quarter});
}

void model_move_count(struct model *m, struct aude_action action)
{
    if (action.kind == AUDE_COUNT_TO) move_count(m, action.arg);
}
