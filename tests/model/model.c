/* model.c -- the oracle plays: a turn from phase to phase (INT-1), without a clever line.
 *
 * Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

#include <assert.h>
#include <stddef.h>

/* ---- what may be done now ---------------------------------------------------------- */

static void list_actions(const struct model *m, struct model_list *list)
{
    switch (m->phase) {
    case AUDE_PHASE_SOURCE:
        model_abbey_list(m, m->seat, list);
        model_add_action(list, (struct aude_action){.kind = AUDE_FROM_PILE});
        break;
    case AUDE_PHASE_TILE:
        list->n =
            model_placements(m, m->hand, model_waived(m), list->action, AUDE_ACTIONS_MAX);
        break;
    case AUDE_PHASE_ACTION:
        model_step_two(m, list);
        break;
    case AUDE_PHASE_CAPTURE: /* TOW-7: he may decline */
        model_add_action(list, (struct aude_action){.kind = AUDE_PASS});
        model_capture_list(m, list);
        break;
    case AUDE_PHASE_SWAP:
        model_swap_list(m, list);
        break;
    case AUDE_PHASE_DRAGON:
    case AUDE_PHASE_DRAGON_LATE:
        model_step_list(m, list);
        break;
    case AUDE_PHASE_CONFIRM:
        model_add_action(list, (struct aude_action){.kind = AUDE_PASS});
        break;
    case AUDE_PHASE_QUARTERS:
    case AUDE_PHASE_MARKET:
        model_send_list(m, list);
        break;
    case AUDE_PHASE_WAGON:
        model_wagon_list(m, list);
        break;
    case AUDE_PHASE_ENTER:
        model_enter_list(m, list);
        break;
    case AUDE_PHASE_COUNT:
        model_count_list(m, list);
        break;
    case AUDE_PHASE_SECOND: /* TB-12 */
        model_add_action(list, (struct aude_action){.kind = AUDE_SECOND});
        model_add_action(list, (struct aude_action){.kind = AUDE_DECLINE});
        break;
    case AUDE_PHASE_CATAPULT:
        model_kind_list(list);
        break;
    case AUDE_PHASE_THROW: /* within bounds */
    case AUDE_PHASE_CATCH:
        break;
    case AUDE_PHASE_SEDUCE:
        model_seduce_list(m, list);
        break;
    default:
        return;
    }
    model_ransom_list(m, list);
}

int model_actions(const struct model *m, struct aude_action *out, int max)
{
    static struct model_list list;

    list.n = 0;
    list_actions(m, &list);
    for (int i = 0; i < list.n && i < max; i++) out[i] = list.action[i];
    return list.n;
}

/* ---- laying a tile ----------------------------------------------------------------- */

/* TB-8: did the newest tile extend the road or city in which the seat's builder stood
 * before? He cannot have come later, and where he stands now the tile is part of it. */
static bool extends_builder(const struct model *m)
{
    struct model_feature f;

    for (int i = 0; i < m->n_figures; i++) {
        const struct model_figure *it = &m->figure[i];

        if (it->kind != AUDE_BUILDER || it->seat != m->seat ||
            it->where != AUDE_AT_SEGMENT)
            continue;
        model_feature(m, it->tile, it->segment, &f);
        if (model_has_tile(&f, model_newest(m))) return true;
    }
    return false;
}

/* TB-9: the right is fixed now. TB-11: not in a second part. */
static void earn(struct model *m)
{
    if (m->part != 1 || !extends_builder(m)) return;
    m->earned = true;
    model_note(m, (struct model_entry){.what = AUDE_EV_EARN, .seat = m->seat});
}

static void lay(struct model *m, struct aude_action action)
{
    model_add_tile(m, m->hand, action.x, action.y, action.arg, m->seat);
    model_note(m, (struct model_entry){.what = AUDE_EV_LAY,
                                       .seat = m->seat,
                                       .tile = m->hand,
                                       .x = action.x,
                                       .y = action.y,
                                       .rot = action.arg});
    earn(m);
    model_note_fair(m);
    model_erupt(m);
    model_pay_barns_at_once(m);
    if (aude_tiles[m->hand].river_role == AUDE_RIVER_VOLCANO_LAKE &&
        m->sw[AUDE_SWITCH_VOLCANO_LAKE_TURN] == 0)
        m->again = true; /* RIV2-10 */
    m->hand = AUDE_KIND_NONE;
    m->phase = AUDE_PHASE_ACTION;
}

/* ---- the phases after the action: INT-1 -------------------------------------------- */

/* P2 begins: an abbey instead of a draw (AM-3), or the draw is to be told. */
void model_open_part(struct model *m)
{
    m->actor = m->seat;
    m->tower = m->victim = m->barn = MODEL_NOTHING;
    m->early = 0;
    m->phase = model_has_abbey(m, m->seat) ? AUDE_PHASE_SOURCE : AUDE_PHASE_DRAW;
}

static void begin_second_part(struct model *m)
{
    m->part = 2;
    model_note(m, (struct model_entry){.what = AUDE_EV_PART, .seat = m->seat});
    model_open_part(m);
}

/* TB-10 to TB-12; TB-16: without a tile to draw there is no second part. Does the choice
 * wait? */
static bool offers_second_part(struct model *m)
{
    m->actor = m->seat;
    return m->part == 1 && m->earned &&
           (model_left_total(m) > 0 || model_has_abbey(m, m->seat));
}

/* Enter a phase. Does somebody have to decide something, or a tile to be drawn? */
static bool waits(struct model *m)
{
    switch (m->phase) {
    case AUDE_PHASE_CAPTURE:
        return model_has_captures(m);
    case AUDE_PHASE_SWAP:
        return model_swaps(m);
    case AUDE_PHASE_DRAGON:
        return model_walk_begins(m, false);
    case AUDE_PHASE_CONFIRM:
        return model_asks_ransom(m);
    case AUDE_PHASE_QUARTERS:
        return model_ask_quarters(m);
    case AUDE_PHASE_SCORE:
        model_score_part(m);
        return false;
    case AUDE_PHASE_WAGON:
        return model_ask_wagons(m);
    case AUDE_PHASE_ENTER:
        return model_may_enter(m);
    case AUDE_PHASE_DRAGON_LATE:
        return model_walk_begins(m, true);
    case AUDE_PHASE_FAIR:
        return model_opens_round_of_part(m);
    case AUDE_PHASE_SECOND:
        if (!offers_second_part(m)) return false;
        if (m->sw[AUDE_SWITCH_SECOND_PART] == AUDE_SECOND_MUST) begin_second_part(m);
        return true;
    case AUDE_PHASE_CATAPULT:
        return model_opens_round(m);
    case AUDE_PHASE_NEXT:
        m->fresh = true;
        m->phase = AUDE_PHASE_DRAW;
        return true;
    default:
        return false;
    }
}

void model_move_on(struct model *m)
{
    do m->phase = (enum aude_phase)(m->phase + 1);
    while (!waits(m));
}

/* Plays an action of a catapult round. False: the phase is another. */
static bool play_round(struct model *m, struct aude_action action)
{
    switch (m->phase) {
    case AUDE_PHASE_CATAPULT:
        model_choose_kind(m, action);
        return true;
    case AUDE_PHASE_THROW:
        model_throw(m, action);
        return true;
    case AUDE_PHASE_CATCH:
        model_react(m, action);
        return true;
    case AUDE_PHASE_SEDUCE:
        model_seduced(m, action);
        return true;
    default:
        return false;
    }
}

void model_play(struct model *m, struct aude_action action)
{
    m->n_log = 0;
    if (action.kind ==
        AUDE_RANSOM) { /* first: it may come within a round too (ANY_PROMPT) */
        model_ransom(m, action);
        if (m->phase == AUDE_PHASE_SWAP && !model_swaps(m)) model_move_on(m);
        return;
    }
    if (play_round(m, action)) return;
    switch (m->phase) {
    case AUDE_PHASE_SOURCE:
        if (action.kind == AUDE_ABBEY_TILE) model_lay_abbey(m, action);
        m->phase = action.kind == AUDE_ABBEY_TILE ? AUDE_PHASE_ACTION : AUDE_PHASE_DRAW;
        if (action.kind == AUDE_FROM_PILE && (m->round || model_left_total(m) == 0))
            m->fresh = !model_opens_round(m); /* the turn is over (AM-10, INT-52) */
        return;
    case AUDE_PHASE_TILE:
        lay(m, action);
        return;
    case AUDE_PHASE_ACTION:
        model_act(m, action);
        if (action.kind == AUDE_REMOVE && model_after_princess(m)) return; /* PD-32 */
        break;
    case AUDE_PHASE_CAPTURE:
        if (action.kind == AUDE_CAPTURE) model_capture(m, action);
        break;
    case AUDE_PHASE_SWAP:
        model_swap(m, action);
        break;
    case AUDE_PHASE_DRAGON:
    case AUDE_PHASE_DRAGON_LATE:
        if (model_walk(m, action)) return;
        break;
    case AUDE_PHASE_CONFIRM:
        break;
    case AUDE_PHASE_QUARTERS:
        if (model_send(m, action)) return;
        break;
    case AUDE_PHASE_WAGON:
        model_move_wagon(m, action);
        if (model_ask_wagons(m)) return;
        break;
    case AUDE_PHASE_ENTER:
        if (action.kind == AUDE_ENTER && model_enter(m, action)) {
            m->phase = AUDE_PHASE_COUNT;
            return;
        }
        break;
    case AUDE_PHASE_COUNT:
        model_move_count(m, action);
        break;
    case AUDE_PHASE_MARKET:
        if (!model_send(m, action)) model_score_finally(m);
        return;
    case AUDE_PHASE_SECOND:
        if (action.kind == AUDE_SECOND) {
            begin_second_part(m);
            return;
        }
        break;
    default:
        assert(false && "nothing is to be decided");
    }
    model_move_on(m);
}

unsigned model_winners(const struct model *m)
{
    unsigned seats = 0;

    for (int seat = 0; seat < m->n_seats; seat++) {
        bool beaten = false;

        for (int other = 0; other < m->n_seats; other++)
            if (m->points[other] > m->points[seat]) beaten = true;
        if (!beaten) seats |= 1u << seat;
    }
    return seats;
}
