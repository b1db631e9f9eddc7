/* model_tower.c -- the oracle's Tower: pieces, captures, exchange, ransom.
 *
 * Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

#include <assert.h>
#include <stdlib.h>

/* ---- building: TOW-4 to TOW-6, TOW-13 ---------------------------------------------- */

static bool is_closed_tower(const struct model *m, int tile)
{
    for (int i = 0; i < m->n_figures; i++)
        if (m->figure[i].where == AUDE_AT_TOWER && m->figure[i].tile == tile) return true;
    return m->sealed[tile];
}

/* TOW-13: small and large stand on a tower, but not beside the dragon (PD-13). */
static void top_list(const struct model *m, int tile, struct model_list *list)
{
    if (m->height[tile] == 0 || model_after_princess(m)) return;
    if (model_dragon_on(m, tile) && m->sw[AUDE_SWITCH_TOWER_TOP_DRAGON] == 0) return;
    for (int kind = AUDE_SMALL; kind <= AUDE_LARGE; kind++)
        if (model_supply(m, m->seat, (enum aude_figure_kind)kind) > 0)
            model_add_action(list, (struct aude_action){.kind = AUDE_PUT,
                                                        .figure = (uint8_t)kind,
                                                        .segment = AUDE_ON_TOWER,
                                                        .x = (int16_t)m->tile[tile].x,
                                                        .y = (int16_t)m->tile[tile].y});
}

void model_tower_list(const struct model *m, struct model_list *list)
{
    if (!model_plays(m, AUDE_SET_TOWER)) return;
    for (int tile = 0; tile < m->n_tiles; tile++) {
        if (!(model_print(m, tile)->marks & AUDE_MARK_TOWER)) continue;
        if (is_closed_tower(m, tile)) continue; /* TOW-6 */
        top_list(m, tile, list);
        if (m->pieces[m->seat] > 0)
            model_add_action(list, (struct aude_action){.kind = AUDE_TOWER,
                                                        .x = (int16_t)m->tile[tile].x,
                                                        .y = (int16_t)m->tile[tile].y});
    }
}

void model_raise(struct model *m, struct aude_action action)
{
    m->tower = model_tile_at(m, action.x, action.y);
    m->pieces[m->seat]--;
    m->height[m->tower]++;
    model_note(m, (struct model_entry){.what = AUDE_EV_TOWER,
                                       .seat = m->seat,
                                       .x = action.x,
                                       .y = action.y,
                                       .points = m->height[m->tower]});
}

/* ---- prisoners: TOW-7 to TOW-12, TOW-16 -------------------------------------------- */

/* TOW-8: straight ahead as far as the tower is high. */
static bool sees(const struct model *m, int tile)
{
    int dx = abs(m->tile[tile].x - m->tile[m->tower].x),
        dy = abs(m->tile[tile].y - m->tile[m->tower].y);

    return (dx == 0 || dy == 0) && dx + dy <= m->height[m->tower];
}

/* TOW-9: any follower, or a small or large one; own ones too. */
static bool may_take(const struct model *m, int figure)
{
    const struct model_figure *it = &m->figure[figure];

    if (!model_is_victim(m, it->kind)) return false;
    if (it->where == AUDE_AT_QUARTER) /* COC-21 */
        return m->sw[AUDE_SWITCH_TOWER_REACHES_QUARTER] == 1 &&
               sees(m, model_quarters_tile(m));
    if (it->where != AUDE_AT_SEGMENT && it->where != AUDE_AT_TOWER) return false;
    return sees(m, it->tile);
}

void model_capture_list(const struct model *m, struct model_list *list)
{
    for (int i = 0; i < m->n_figures; i++)
        if (may_take(m, i)) model_add_action(list, model_target(m, AUDE_CAPTURE, i));
}

/* Is there anything to be taken with the piece of this part? */
bool model_has_captures(const struct model *m)
{
    if (m->tower == MODEL_NOTHING) return false;
    for (int i = 0; i < m->n_figures; i++)
        if (may_take(m, i)) return true;
    return false;
}

static bool is_held(const struct model *m, int figure, int seat, int by)
{
    return m->figure[figure].where == AUDE_AT_PRISON && m->figure[figure].seat == seat &&
           m->figure[figure].holder == by;
}

static int prisoners(const struct model *m, int seat, int by)
{
    int n = 0;

    for (int i = 0; i < m->n_figures; i++) n += is_held(m, i, seat, by);
    return n;
}

static void note_prisoner(struct model *m, enum aude_event_kind what, int seat, int other,
                          enum aude_figure_kind figure)
{
    model_note(m, (struct model_entry){
                      .what = what, .seat = seat, .other = other, .figure = (int)figure});
}

/* TOW-10; TOW-16: whoever holds prisoners of the taker will get his own back for one. */
void model_capture(struct model *m, struct aude_action action)
{
    int figure = model_find_target(m, action);
    struct model_figure *it = &m->figure[figure];

    if (it->seat == m->seat) {
        model_send_home(m, figure);
    } else {
        note_prisoner(m, AUDE_EV_CAPTURE, m->seat, it->seat, it->kind);
        model_leave(m, figure);
        it->where = AUDE_AT_PRISON;
        it->holder = m->seat;
        if (prisoners(m, m->seat, it->seat) > 0) m->victim = it->seat;
    }
    model_send_lonely_home(m); /* TOW-12 */
}

void model_swap_list(const struct model *m, struct model_list *list)
{
    for (int i = 0; i < m->n_figures; i++)
        if (is_held(m, i, m->seat, m->victim))
            model_add_action(list,
                             (struct aude_action){.kind = AUDE_SWAP,
                                                  .figure = (uint8_t)m->figure[i].kind});
}

/* Is there a choice? With another reading of the window a ransom may leave one or none. */
bool model_swaps(struct model *m)
{
    static struct model_list list;

    if (m->victim == MODEL_NOTHING) return false;
    list.n = 0;
    model_swap_list(m, &list);
    if (list.n > 1) return true;
    if (list.n == 1) model_swap(m, list.action[0]);
    return false;
}

/* The first prisoner of that kind comes home. */
static void set_free(struct model *m, int seat, int holder, unsigned kind)
{
    for (int i = 0; i < m->n_figures; i++)
        if (is_held(m, i, seat, holder) && m->figure[i].kind == kind) {
            m->figure[i].where = AUDE_AT_HOME;
            note_prisoner(m, AUDE_EV_FREED, seat, holder, (enum aude_figure_kind)kind);
            return;
        }
    assert(false && "there is such a prisoner");
}

/* Exchange: the seat holds exactly one figure of the victim, the one just taken (TOW-16). */
void model_swap(struct model *m, struct aude_action action)
{
    assert(prisoners(m, m->victim, m->seat) == 1);
    for (int i = 0; i < m->n_figures; i++)
        if (is_held(m, i, m->victim, m->seat))
            set_free(m, m->victim, m->seat, m->figure[i].kind);
    set_free(m, m->seat, m->victim, action.figure);
    m->victim = MODEL_NOTHING;
}

/* ---- ransom: TOW-17, TOW-18 -------------------------------------------------------- */

/* The window: the active player up to his action, or everybody at every question. */
static bool may_buy(const struct model *m)
{
    bool before = m->phase == AUDE_PHASE_SOURCE || m->phase == AUDE_PHASE_TILE ||
                  m->phase == AUDE_PHASE_ACTION;

    if (m->sw[AUDE_SWITCH_RANSOM_LIMIT] == 0 && m->ransoms > 0) return false;
    if (m->sw[AUDE_SWITCH_RANSOM_DEBT] == 0 && m->points[m->actor] < 3) return false;
    return before || m->sw[AUDE_SWITCH_RANSOM_WINDOW] == AUDE_RANSOM_ANY_PROMPT;
}

void model_ransom_list(const struct model *m, struct model_list *list)
{
    for (int i = 0; i < m->n_figures && may_buy(m); i++)
        if (m->figure[i].where == AUDE_AT_PRISON && m->figure[i].seat == m->actor)
            model_add_action(list,
                             (struct aude_action){.kind = AUDE_RANSOM,
                                                  .figure = (uint8_t)m->figure[i].kind,
                                                  .arg = (uint8_t)m->figure[i].holder});
}

/* ANY_PROMPT: is there one more question after the action, because a ransom is possible? */
bool model_asks_ransom(struct model *m)
{
    struct model_list list;

    m->actor = m->seat;
    if (m->sw[AUDE_SWITCH_RANSOM_WINDOW] != AUDE_RANSOM_ANY_PROMPT) return false;
    list.n = 0;
    model_ransom_list(m, &list);
    return list.n > 0;
}

void model_ransom(struct model *m, struct aude_action action)
{
    set_free(m, m->actor, action.arg, action.figure);
    m->points[m->actor] -= 3;
    m->points[action.arg] += 3;
    m->ransoms++;
    note_prisoner(m, AUDE_EV_RANSOM, m->actor, action.arg,
                  (enum aude_figure_kind)action.figure);
}
