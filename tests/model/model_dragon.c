/* model_dragon.c -- the oracle's Princess & Dragon: volcano, walk, fairy, princess.
 *
 * Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

#include <assert.h>
#include <string.h>

/* A part of the set may be left in the box (EDN-13). */
static bool is_left_out(const struct model *m, enum aude_mark mark)
{
    return m->sw[mark == AUDE_MARK_PORTAL ? AUDE_SWITCH_PORTAL : AUDE_SWITCH_DRAGON] == 1;
}

static bool newest_has(const struct model *m, enum aude_mark mark)
{
    return model_plays(m, AUDE_SET_DRAGON) && !is_left_out(m, mark) &&
           (model_print(m, model_newest(m))->marks & mark);
}

/* PD-25. */
bool model_leads_through(const struct model *m)
{
    return newest_has(m, AUDE_MARK_PORTAL);
}

bool model_dragon_on(const struct model *m, int tile)
{
    return m->dragon == tile;
}

/* PD-22: a dragon tile is laid aside while there is no dragon. */
bool model_is_early(const struct model *m, aude_kind kind)
{
    return model_plays(m, AUDE_SET_DRAGON) && !is_left_out(m, AUDE_MARK_DRAGON) &&
           m->dragon == MODEL_NOTHING && (aude_tiles[kind].marks & AUDE_MARK_DRAGON);
}

static void note_dragon(struct model *m, int seat)
{
    model_note(m, (struct model_entry){.what = AUDE_EV_DRAGON,
                                       .seat = seat,
                                       .x = m->tile[m->dragon].x,
                                       .y = m->tile[m->dragon].y});
}

/* PD-11: a volcano calls the dragon. PD-23: what was laid aside is in the pile again. */
void model_erupt(struct model *m)
{
    int n = 0;

    if (!newest_has(m, AUDE_MARK_VOLCANO)) return;
    m->dragon = model_newest(m);
    note_dragon(m, m->seat);
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        n += m->aside[kind];
        m->pile[kind] += m->aside[kind];
        m->aside[kind] = 0;
    }
    if (n > 0) model_note(m, (struct model_entry){.what = AUDE_EV_BACK, .points = n});
}

/* ---- the fairy: PD-5 to PD-10 ------------------------------------------------------ */

static bool by_follower(const struct model *m)
{
    return m->sw[AUDE_SWITCH_FAIRY_BINDING] == AUDE_FAIRY_BY_FOLLOWER;
}

/* The tile on which a follower stands for the fairy. By a switch she goes with one in a
 * quarter (PD-5), which is on no tile of its own: only where she belongs to a follower. */
static int fairy_tile(const struct model *m, int figure)
{
    const struct model_figure *it = &m->figure[figure];

    if (it->where == AUDE_AT_SEGMENT || it->where == AUDE_AT_TOWER)
        return it->guest ? MODEL_NOTHING : it->tile;
    if (it->where == AUDE_AT_QUARTER && m->sw[AUDE_SWITCH_FAIRY_QUARTER] == 1 &&
        by_follower(m))
        return model_quarters_tile(m);
    return MODEL_NOTHING;
}

/* PD-5: beside an own follower, where she is not yet. */
static bool may_join_fairy(const struct model *m, int figure)
{
    const struct model_figure *it = &m->figure[figure];
    int tile = fairy_tile(m, figure);

    if (it->seat != m->seat || !model_is_follower(it->kind)) return false;
    if (tile == MODEL_NOTHING || m->sw[AUDE_SWITCH_FAIRY] == 1) return false;
    return by_follower(m) ? m->bound != figure : m->fairy != tile;
}

void model_fairy_list(const struct model *m, struct model_list *list)
{
    if (!model_plays(m, AUDE_SET_DRAGON)) return;
    for (int i = 0; i < m->n_figures; i++)
        if (may_join_fairy(m, i)) model_add_action(list, model_target(m, AUDE_FAIRY, i));
}

/* Of several in a quarter that look alike, one with whom she is not yet. */
static int find_fairy_target(const struct model *m, struct aude_action action)
{
    for (int i = 0; i < m->n_figures; i++) {
        struct aude_action it;

        if (!may_join_fairy(m, i)) continue;
        it = model_target(m, AUDE_FAIRY, i);
        if (memcmp(&it, &action, sizeof it) == 0) return i;
    }
    assert(false && "the target is on the map");
    return MODEL_NOTHING;
}

void model_put_fairy(struct model *m, struct aude_action action)
{
    int figure = find_fairy_target(m, action);

    m->fairy = fairy_tile(m, figure);
    m->bound = by_follower(m) ? figure : MODEL_NOTHING;
    model_note(m,
               (struct model_entry){
                   .what = AUDE_EV_FAIRY, .seat = m->seat, .x = action.x, .y = action.y});
}

/* Does she stand with this follower? */
static bool is_with_fairy(const struct model *m, int figure)
{
    if (!model_is_follower(m->figure[figure].kind)) return false;
    if (by_follower(m)) return m->bound == figure;
    return m->fairy != MODEL_NOTHING && fairy_tile(m, figure) == m->fairy;
}

/* PD-7: one point at the start of a turn. */
void model_fairy_begins(struct model *m)
{
    for (int i = 0; i < m->n_figures; i++) {
        if (m->figure[i].seat != m->seat || !is_with_fairy(m, i)) continue;
        model_award(m, m->seat, 1, AUDE_FROM_FAIRY, false);
        return;
    }
}

/* PD-8: three points for each seat with a follower there who is in the feature scored. */
void model_fairy_scores(struct model *m, const struct model_feature *f, bool final)
{
    for (int seat = 0; seat < m->n_seats; seat++)
        for (int i = 0; i < m->n_figures; i++) {
            if (m->figure[i].seat != seat || !is_with_fairy(m, i)) continue;
            if (!model_stands_in(&m->figure[i], f)) continue;
            model_award(m, seat, 3, AUDE_FROM_FAIRY, final);
            break;
        }
}

/* ---- the princess: PD-29 to PD-33 -------------------------------------------------- */

/* PD-30, TOW-9: every follower, or small and large ones only. */
bool model_is_victim(const struct model *m, enum aude_figure_kind kind)
{
    if (m->sw[AUDE_SWITCH_SPECIAL_VICTIMS] == AUDE_VICTIMS_SMALL_LARGE)
        return kind == AUDE_SMALL || kind == AUDE_LARGE;
    return model_is_follower(kind);
}

/* PD-32 as NO_FIGURE_TURN: from then on nobody is placed in this turn. */
bool model_after_princess(const struct model *m)
{
    return m->freed != MODEL_NOTHING;
}

void model_princess_list(const struct model *m, struct model_list *list)
{
    int tile = model_newest(m);
    struct model_feature city;

    if (!model_plays(m, AUDE_SET_DRAGON) ||
        m->sw[AUDE_SWITCH_PRINCESS] == AUDE_PRINCESS_OFF || m->freed == tile)
        return;
    for (int i = 0; i < model_print(m, tile)->n_segments; i++) {
        if (!(model_segment(m, tile, i)->tags & AUDE_TAG_PRINCESS)) continue;
        model_feature(m, tile, i, &city);
        for (int k = 0; k < m->n_figures; k++)
            if (model_is_victim(m, m->figure[k].kind) &&
                model_stands_in(&m->figure[k], &city))
                model_add_action(list, model_target(m, AUDE_REMOVE, k));
    }
}

void model_remove_knight(struct model *m, struct aude_action action)
{
    model_send_home(m, model_find_target(m, action));
    model_send_lonely_home(m); /* PD-31 */
    if (m->sw[AUDE_SWITCH_PRINCESS_AFTER] == AUDE_PRINCESS_NO_FIGURE_TURN)
        m->freed = model_newest(m);
}

/* ---- the dragon walks: PD-14 to PD-21 ---------------------------------------------- */

static bool was_walked(const struct model *m, int tile)
{
    for (int i = 0; i < m->n_walk; i++)
        if (m->walk[i] == tile) return true;
    return false;
}

/* PD-16: where the dragon gets to in that direction, or nowhere. */
static int step_to(const struct model *m, int side)
{
    int tile = model_tile_at(m, m->tile[m->dragon].x + model_step_x[side],
                             m->tile[m->dragon].y + model_step_y[side]);

    if (tile == MODEL_NOTHING || tile == m->fairy || was_walked(m, tile) ||
        model_is_inner(m, tile))
        return MODEL_NOTHING;
    return tile;
}

/* PD-17; the switch's values are 6, 1 to 5, 7 to 12. */
static int steps_max(const struct model *m)
{
    static const int steps[] = {6, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12};

    return steps[m->sw[AUDE_SWITCH_DRAGON_STEPS]];
}

/* PD-20. */
static bool can_step(const struct model *m)
{
    if (m->n_walk > steps_max(m)) return false;
    for (int side = 0; side < 4; side++)
        if (step_to(m, side) != MODEL_NOTHING) return true;
    return false;
}

void model_step_list(const struct model *m, struct model_list *list)
{
    for (int side = 0; side < 4; side++)
        if (step_to(m, side) != MODEL_NOTHING)
            model_add_action(
                list, (struct aude_action){.kind = AUDE_STEP, .arg = (uint8_t)side});
}

/* PD-14: after the action of a dragon tile, before the scoring or after it. */
bool model_walk_begins(struct model *m, bool late)
{
    bool after = m->sw[AUDE_SWITCH_DRAGON_TIMING] == AUDE_DRAGON_AFTER;

    if (!newest_has(m, AUDE_MARK_DRAGON) || m->dragon == MODEL_NOTHING) return false;
    if (after != late) return false;
    m->n_walk = 1;
    m->walk[0] = m->dragon;
    m->actor = m->seat;
    return can_step(m);
}

/* PD-18: everybody there but a barn (AM-27) goes home. */
static void eat(struct model *m)
{
    for (int i = 0; i < m->n_figures; i++)
        if (model_stands_on(&m->figure[i], m->dragon) && m->figure[i].kind != AUDE_BARN)
            model_send_home(m, i);
    model_send_lonely_home(m); /* PD-19 */
}

/* PD-15: one step; then it is the next seat's. Does the walk go on? */
bool model_walk(struct model *m, struct aude_action action)
{
    m->dragon = step_to(m, action.arg);
    m->walk[m->n_walk++] = m->dragon;
    note_dragon(m, m->actor);
    eat(m);
    m->actor = (m->actor + 1) % m->n_seats;
    return can_step(m);
}
