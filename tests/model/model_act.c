/* model_act.c -- the oracle's step 2 (P3): which figures may go where, and what may be done
 * instead.
 *
 * Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

#include <assert.h>
#include <string.h>

/* ---- lists ------------------------------------------------------------------------- */

/* Two figures that look alike on one spot are one target. */
void model_add_action(struct model_list *list, struct aude_action action)
{
    for (int i = 0; i < list->n; i++)
        if (memcmp(&list->action[i], &action, sizeof action) == 0) return;
    assert(list->n < AUDE_ACTIONS_MAX);
    list->action[list->n++] = action;
}

/* On a segment or a tower, or in a quarter. */
static bool is_out(const struct model_figure *it)
{
    return it->where == AUDE_AT_SEGMENT || it->where == AUDE_AT_TOWER ||
           it->where == AUDE_AT_QUARTER;
}

/* A figure on the map as the object of an action. */
struct aude_action model_target(const struct model *m, enum aude_action_kind kind,
                                int figure)
{
    const struct model_figure *it = &m->figure[figure];
    int tile = it->tile, segment = it->segment;

    if (it->where == AUDE_AT_TOWER) segment = AUDE_ON_TOWER;
    if (it->where == AUDE_AT_QUARTER) {
        segment = AUDE_IN_QUARTER + it->holder;
        tile = model_quarters_tile(m);
    }
    return (struct aude_action){.kind = (uint8_t)kind,
                                .figure = (uint8_t)it->kind,
                                .segment = (uint8_t)segment,
                                .arg = (uint8_t)it->seat,
                                .x = (int16_t)m->tile[tile].x,
                                .y = (int16_t)m->tile[tile].y};
}

int model_find_target(const struct model *m, struct aude_action action)
{
    for (int i = 0; i < m->n_figures; i++) {
        struct aude_action it;

        if (!is_out(&m->figure[i])) continue;
        it = model_target(m, (enum aude_action_kind)action.kind, i);
        if (memcmp(&it, &action, sizeof it) == 0) return i;
    }
    assert(false && "the target is on the map");
    return MODEL_NOTHING;
}

/* ---- coming and going -------------------------------------------------------------- */

int model_supply(const struct model *m, int seat, enum aude_figure_kind kind)
{
    int n = 0;

    for (int i = 0; i < m->n_figures; i++)
        if (m->figure[i].seat == seat && m->figure[i].kind == kind &&
            m->figure[i].where == AUDE_AT_HOME)
            n++;
    return n;
}

/* It leaves the map. A tower it stood on is open again, or never (TOW-15); the fairy stays
 * behind, bound to nobody (PD-6). */
void model_leave(struct model *m, int figure)
{
    struct model_figure *it = &m->figure[figure];

    if (it->where == AUDE_AT_TOWER && m->sw[AUDE_SWITCH_TOWER_REOPENS] == 1)
        m->sealed[it->tile] = true;
    if (m->bound == figure) m->bound = MODEL_NOTHING;
    it->where = AUDE_AT_HOME;
    it->guest = false;
    it->tile = it->segment = MODEL_NOTHING;
}

void model_send_home(struct model *m, int figure)
{
    model_note_figure(m, AUDE_EV_RETURN, &m->figure[figure]);
    model_leave(m, figure);
}

/* INT-9: builders and pigs without a follower of their owner go home. */
void model_send_lonely_home(struct model *m)
{
    struct model_feature f;

    for (int i = 0; i < m->n_figures; i++) {
        const struct model_figure *it = &m->figure[i];

        if (it->kind != AUDE_BUILDER && it->kind != AUDE_PIG) continue;
        if (it->where != AUDE_AT_SEGMENT) continue;
        model_feature(m, it->tile, it->segment, &f);
        if (!model_has_follower(m, it->seat, &f)) model_send_home(m, i);
    }
}

/* ---- figures: BASE-29 to BASE-36, ABB-2 to ABB-9, IC-4, TB-4 to TB-7, TB-22 ---------- */

/* Which figure may go to which kind of feature (BASE-30, EDN-4, ABB-3, TB-5, TB-22). */
static bool may_stand(const struct model *m, enum aude_figure_kind figure, int feature)
{
    switch (figure) {
    case AUDE_SMALL:
    case AUDE_LARGE:
        if (feature == AUDE_FIELD) return m->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON;
        return feature != AUDE_GARDEN;
    case AUDE_ABBOT:
        return feature == AUDE_MONASTERY ||
               (feature == AUDE_GARDEN && m->sw[AUDE_SWITCH_GARDEN] == 0);
    case AUDE_MAYOR: /* AM-11 */
        return feature == AUDE_CITY;
    case AUDE_WAGON: /* AM-29 */
        return feature == AUDE_ROAD || feature == AUDE_CITY || feature == AUDE_MONASTERY;
    case AUDE_BUILDER:
        return feature == AUDE_ROAD || feature == AUDE_CITY;
    case AUDE_PIG:
        return feature == AUDE_FIELD;
    default:
        return false;
    }
}

/* PD-26: what is complete is closed, on the newest tile unless the switch says never, and
 * elsewhere unless it is open for all that is not scored yet. Without a portal only the
 * newest tile is asked about. */
static bool is_closed(const struct model *m, int tile, const struct model_feature *f)
{
    int rule = m->sw[AUDE_SWITCH_PORTAL_JUST_COMPLETED];

    if (!f->complete || !model_leads_through(m)) return false;
    if (rule == AUDE_PORTAL_NEVER) return true;
    if (tile == model_newest(m)) return false;
    return rule == AUDE_PORTAL_PLACED_TILE || !model_is_new(m, f);
}

/* RIV2-10: nobody goes onto the volcano lake when it is laid; without III and by a switch
 * it is a tile like others. */
static bool is_volcano_lake(const struct model *m, int tile)
{
    return tile == model_newest(m) &&
           model_print(m, tile)->river_role == AUDE_RIVER_VOLCANO_LAKE &&
           m->sw[AUDE_SWITCH_VOLCANO_LAKE_FOLLOWER] == 0;
}

/* A follower needs a feature without followers (BASE-31), and no dragon (PD-13). */
static bool may_follow(const struct model *m, int tile, const struct model_feature *f)
{
    if (is_volcano_lake(m, tile) || model_barns_in(m, f) > 0) return false; /* AM-22 */
    return !model_dragon_on(m, tile) && !model_is_taken(m, f) && !is_closed(m, tile, f);
}

/* TB-5: one builder and one pig a seat and feature, where there are several. */
static bool has_one(const struct model *m, enum aude_figure_kind kind,
                    const struct model_feature *f)
{
    for (int i = 0; i < m->n_figures; i++)
        if (m->figure[i].kind == kind && m->figure[i].seat == m->seat &&
            model_stands_in(&m->figure[i], f))
            return true;
    return false;
}

/* Builder and pig go to the newest tile and need an own follower there, whoever else is
 * (TB-5, TB-6, TB-22); a builder in a complete feature would have no use (TB-7). PD-12. */
static bool may_help(const struct model *m, enum aude_figure_kind kind, int tile,
                     const struct model_feature *f)
{
    if (tile != model_newest(m) || has_one(m, kind, f)) return false;
    if (model_dragon_on(m, tile) &&
        m->sw[AUDE_SWITCH_VOLCANO_SPECIALS] == AUDE_VOLCANO_FORBID)
        return false;
    if (model_barns_in(m, f) > 0 && m->sw[AUDE_SWITCH_PIG_ON_BARN] == 1) return false;
    return model_has_follower(m, m->seat, f) && !(kind == AUDE_BUILDER && f->complete);
}

/* All figures' places on a tile. */
static void put_list(const struct model *m, int tile, struct model_list *list)
{
    struct model_feature f;

    for (int i = 0; i < model_print(m, tile)->n_segments; i++) {
        model_feature(m, tile, i, &f);
        for (int k = 0; k < AUDE_FIGURE_KINDS; k++) {
            enum aude_figure_kind kind = (enum aude_figure_kind)k;

            if (model_supply(m, m->seat, kind) == 0) continue; /* BASE-34 */
            if (!may_stand(m, kind, (int)f.kind)) continue;
            if (model_is_follower(kind) ? !may_follow(m, tile, &f)
                                        : !may_help(m, kind, tile, &f))
                continue;
            model_add_action(list, (struct aude_action){.kind = AUDE_PUT,
                                                        .figure = (uint8_t)kind,
                                                        .segment = (uint8_t)i,
                                                        .x = (int16_t)m->tile[tile].x,
                                                        .y = (int16_t)m->tile[tile].y});
        }
    }
}

/* The own abbot may come home from an incomplete place (ABB-6, ABB-8). */
static bool may_recall(const struct model *m, int figure)
{
    const struct model_figure *it = &m->figure[figure];
    struct model_feature f;

    if (it->kind != AUDE_ABBOT || it->seat != m->seat || it->where != AUDE_AT_SEGMENT)
        return false;
    model_feature(m, it->tile, it->segment, &f);
    return !f.complete;
}

static void recall_list(const struct model *m, struct model_list *list)
{
    for (int i = 0; i < m->n_figures; i++)
        if (may_recall(m, i))
            model_add_action(
                list, (struct aude_action){.kind = AUDE_RECALL,
                                           .x = (int16_t)m->tile[m->figure[i].tile].x,
                                           .y = (int16_t)m->tile[m->figure[i].tile].y});
}

/* Step 2: one figure, or what may be done instead, or nothing (BASE-7, INT-2). A princess
 * that must leaves no choice but whom (PD-29). */
void model_step_two(const struct model *m, struct model_list *list)
{
    model_princess_list(m, list);
    if (list->n > 0 && m->sw[AUDE_SWITCH_PRINCESS] == AUDE_PRINCESS_MUST) return;
    model_add_action(list, (struct aude_action){.kind = AUDE_PASS});
    for (int tile = 0; tile < m->n_tiles && !model_after_princess(m); tile++)
        if (tile == model_newest(m) || model_leads_through(m)) put_list(m, tile, list);
    recall_list(m, list);
    model_fairy_list(m, list);
    model_tower_list(m, list);
    model_barn_list(m, list);
}

static void put(struct model *m, struct aude_action action)
{
    for (int i = 0; i < m->n_figures; i++) {
        struct model_figure *it = &m->figure[i];

        if (it->seat != m->seat || (int)it->kind != action.figure ||
            it->where != AUDE_AT_HOME)
            continue;
        it->where = action.segment == AUDE_ON_TOWER ? AUDE_AT_TOWER : AUDE_AT_SEGMENT;
        it->tile = model_tile_at(m, action.x, action.y);
        it->segment = action.segment;
        model_note_figure(m, AUDE_EV_PUT, it);
        return;
    }
    assert(false && "a figure of that kind is in the supply");
}

/* ABB-6: points for the abbot, at once. */
static void recall(struct model *m, struct aude_action action)
{
    struct model_feature f;

    for (int i = 0; i < m->n_figures; i++) {
        struct model_figure *it = &m->figure[i];

        if (!may_recall(m, i) || it->tile != model_tile_at(m, action.x, action.y))
            continue;
        model_feature(m, it->tile, it->segment, &f);
        model_award(m, it->seat, model_points(m, &f), (int)f.kind, false);
        model_note_figure(m, AUDE_EV_RECALL, it);
        model_send_home(m, i);
    }
}

void model_act(struct model *m, struct aude_action action)
{
    if (action.kind == AUDE_PUT) put(m, action);
    if (action.kind == AUDE_RECALL) recall(m, action);
    if (action.kind == AUDE_FAIRY) model_put_fairy(m, action);
    if (action.kind == AUDE_REMOVE) model_remove_knight(m, action);
    if (action.kind == AUDE_TOWER) model_raise(m, action);
    if (action.kind == AUDE_BARN_AT) model_put_barn(m, action);
}
