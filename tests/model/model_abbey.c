/* model_abbey.c -- the oracle's Abbey & Mayor: abbeys in holes, barns on corners, wagons that
 * move on. The mayor needs no room of his own.
 *
 * Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

#include <assert.h>

/* ---- abbeys: AM-3 to AM-10 --------------------------------------------------------- */

static bool is_abbey(const struct model *m, int tile)
{
    return model_print(m, tile)->edge[0] == AUDE_EDGE_ABBEY;
}

static aude_kind abbey_kind(void)
{
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (aude_tiles[kind].edge[0] == AUDE_EDGE_ABBEY) return (aude_kind)kind;
    assert(false && "there is an abbey among the tiles");
    return AUDE_KIND_NONE;
}

/* AM-4: an empty cell between four tiles; CULT-4 holds for it too. */
static bool is_hole(const struct model *m, int x, int y)
{
    if (model_tile_at(m, x, y) != MODEL_NOTHING) return false;
    for (int side = 0; side < 4; side++)
        if (model_tile_at(m, x + model_step_x[side], y + model_step_y[side]) ==
            MODEL_NOTHING)
            return false;
    return model_cult_allows(m, abbey_kind(), x, y);
}

/* AM-3; INT-42: not while the river is laid. Every hole lies to the east of some tile. */
void model_abbey_list(const struct model *m, int seat, struct model_list *list)
{
    if (m->abbeys[seat] == 0 || model_river_flows(m)) return;
    for (int tile = 0; tile < m->n_tiles; tile++)
        if (is_hole(m, m->tile[tile].x + 1, m->tile[tile].y))
            model_add_action(list,
                             (struct aude_action){.kind = AUDE_ABBEY_TILE,
                                                  .x = (int16_t)(m->tile[tile].x + 1),
                                                  .y = (int16_t)m->tile[tile].y});
}

bool model_has_abbey(const struct model *m, int seat)
{
    static struct model_list list;

    list.n = 0;
    model_abbey_list(m, seat, &list);
    return list.n > 0;
}

void model_lay_abbey(struct model *m, struct aude_action action)
{
    aude_kind kind = abbey_kind();

    m->abbeys[m->seat]--;
    model_add_tile(m, kind, action.x, action.y, 0, m->seat);
    model_note(m, (struct model_entry){.what = AUDE_EV_LAY,
                                       .seat = m->seat,
                                       .tile = kind,
                                       .x = action.x,
                                       .y = action.y});
}

/* AM-10: the seat that may place an abbey after the last tile, or none. ROUND: each once,
 * from the left of the last active player, he last. REPEAT: round and round, until it comes
 * to him and he has none left, or nobody can. */
int model_next_abbey(const struct model *m)
{
    int rule = m->sw[AUDE_SWITCH_ABBEY_ENDGAME], last = m->round ? m->last : m->seat;

    if (rule == AUDE_ABBEY_NO_ROUND) return MODEL_NOTHING;
    if (rule == AUDE_ABBEY_ROUND && m->round && m->seat == last) return MODEL_NOTHING;
    for (int i = 1; i <= m->n_seats; i++) {
        int seat = (m->seat + i) % m->n_seats;

        if (model_has_abbey(m, seat)) return seat;
        if (seat == last && (rule == AUDE_ABBEY_ROUND || m->abbeys[seat] == 0)) break;
    }
    return MODEL_NOTHING;
}

/* ---- barns: AM-15 to AM-27 --------------------------------------------------------- */

/* AM-17: the field segment that borders both half sides beside a corner; corners 0 NW, 1 NE,
 * 2 SE, 3 SW. */
static int corner_field(const struct model *m, int tile, int corner)
{
    int after = 2 * corner, before = (after + 7) % 8;

    for (int i = 0; i < model_print(m, tile)->n_segments; i++)
        if (model_segment(m, tile, i)->kind == AUDE_FIELD &&
            model_reaches_half(m, tile, i, before) &&
            model_reaches_half(m, tile, i, after))
            return i;
    return MODEL_NOTHING;
}

/* AM-15, AM-16: four tiles meet there, all show field, and one is the newest, or need not. */
static bool is_field_corner(const struct model *m, int x, int y)
{
    static const int dx[4] = {0, -1, -1, 0}, dy[4] = {0, 0, -1, -1};
    bool newest = m->sw[AUDE_SWITCH_BARN_TILE] == AUDE_BARN_ON_ANY;

    for (int corner = 0; corner < 4; corner++) {
        int tile = model_tile_at(m, x + dx[corner], y + dy[corner]);

        if (tile == MODEL_NOTHING || corner_field(m, tile, corner) == MODEL_NOTHING)
            return false;
        if (tile == model_newest(m)) newest = true;
    }
    return newest;
}

int model_barns_in(const struct model *m, const struct model_feature *f)
{
    int n = 0;

    for (int i = 0; i < m->n_figures; i++)
        n += m->figure[i].kind == AUDE_BARN && model_stands_in(&m->figure[i], f);
    return n;
}

/* INT-49. */
static bool barns_are_used(const struct model *m)
{
    return m->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON ||
           m->sw[AUDE_SWITCH_BARN_WITHOUT_FARMERS] == 1;
}

/* Every corner of four tiles is the north-west one of a tile. */
void model_barn_list(const struct model *m, struct model_list *list)
{
    struct model_feature f;

    if (model_supply(m, m->seat, AUDE_BARN) == 0 || !barns_are_used(m)) return;
    if (model_after_princess(m)) return;
    for (int tile = 0; tile < m->n_tiles; tile++) {
        int x = m->tile[tile].x, y = m->tile[tile].y;

        if (!is_field_corner(m, x, y)) continue;
        model_feature(m, tile, corner_field(m, tile, 0), &f);
        if (model_barns_in(m, &f) > 0 && m->sw[AUDE_SWITCH_BARN_SECOND] == 0)
            continue; /* AM-19 */
        model_add_action(
            list,
            (struct aude_action){.kind = AUDE_BARN_AT, .x = (int16_t)x, .y = (int16_t)y});
    }
}

void model_put_barn(struct model *m, struct aude_action action)
{
    for (int i = 0; i < m->n_figures; i++) {
        struct model_figure *it = &m->figure[i];

        if (it->seat != m->seat || it->kind != AUDE_BARN || it->where != AUDE_AT_HOME)
            continue;
        it->where = AUDE_AT_SEGMENT;
        it->tile = model_tile_at(m, action.x, action.y);
        it->segment = corner_field(m, it->tile, 0);
        m->barn = i;
        model_note_figure(m, AUDE_EV_BARN, it);
        model_pay_barns_at_once(m);
        return;
    }
    assert(false && "a barn is in the supply");
}

/* AM-21 if the field's only barn came in this part, else AM-23 (AM-19, INT-46). */
bool model_is_first_barn(const struct model *m, const struct model_feature *f)
{
    return m->barn != MODEL_NOTHING && model_stands_in(&m->figure[m->barn], f) &&
           model_barns_in(m, f) == 1;
}

/* AM-21, AM-23 */
bool model_barns_pay_at_once(const struct model *m)
{
    return m->sw[AUDE_SWITCH_BARN_TIMING] == AUDE_BARN_AT_ONCE;
}

/* ---- wagons: AM-29 to AM-35 -------------------------------------------------------- */

static void add_move(const struct model *m, int tile, int segment,
                     struct model_list *list)
{
    int kind = model_segment(m, tile, segment)->kind;
    struct model_feature f;

    if (kind != AUDE_ROAD && kind != AUDE_CITY && kind != AUDE_MONASTERY) return;
    if (model_dragon_on(m, tile)) return; /* AM-34 */
    model_feature(m, tile, segment, &f);
    if (f.complete || model_is_taken(m, &f)) return;
    model_add_action(list, (struct aude_action){.kind = AUDE_MOVE,
                                                .figure = AUDE_WAGON,
                                                .segment = (uint8_t)segment,
                                                .x = (int16_t)m->tile[tile].x,
                                                .y = (int16_t)m->tile[tile].y});
}

/* What meets the feature at a point of that tile. The feature itself is complete, but for the
 * loser of a challenge: he may go back where something meets it (loser_wagon). */
static void touching_inside(const struct model *m, const struct model_feature *f,
                            int tile, struct model_list *list)
{
    const struct aude_tile *print = model_print(m, tile);

    for (int group = 0; group < print->n_wagon; group++) {
        bool met = false;

        for (int i = 0; i < print->n_segments; i++)
            if ((print->wagon[group] >> i & 1) && f->has[tile][i]) met = true;
        for (int i = 0; met && i < print->n_segments; i++)
            if (print->wagon[group] >> i & 1) add_move(m, tile, i, list);
    }
}

/* A side closed by an abbey touches it; from an abbey the same way back, by a switch. */
static void touching_abbey(const struct model *m, const struct model_feature *f, int tile,
                           int side, struct model_list *list)
{
    int next = model_tile_at(m, m->tile[tile].x + model_step_x[side],
                             m->tile[tile].y + model_step_y[side]);

    if (next == MODEL_NOTHING) return;
    if (is_abbey(m, tile) && m->sw[AUDE_SWITCH_WAGON_FROM_ABBEY] == 0)
        for (int i = 0; i < model_print(m, next)->n_segments; i++)
            if (model_reaches_side(m, next, i, model_opposite(side)))
                add_move(m, next, i, list);
    if (!is_abbey(m, next)) return;
    for (int i = 0; i < model_print(m, tile)->n_segments; i++)
        if (f->has[tile][i] && model_reaches_side(m, tile, i, side))
            add_move(m, next, 0, list);
}

/* AM-33: by the whole feature it stood in. */
static void touching(const struct model *m, int wagon, struct model_list *list)
{
    struct model_feature f;

    model_feature(m, m->figure[wagon].tile, m->figure[wagon].segment, &f);
    for (int tile = 0; tile < m->n_tiles; tile++) {
        if (!model_has_tile(&f, tile)) continue;
        touching_inside(m, &f, tile, list);
        for (int side = 0; side < 4; side++) touching_abbey(m, &f, tile, side, list);
    }
}

/* INT-54: on its own tile and the eight around it. */
static void nearby(const struct model *m, int wagon, struct model_list *list)
{
    const struct model_tile *at = &m->tile[m->figure[wagon].tile];

    if (m->figure[wagon].guest) return;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int tile = model_tile_at(m, at->x + dx, at->y + dy);

            for (int i = 0; tile != MODEL_NOTHING && i < model_print(m, tile)->n_segments;
                 i++)
                add_move(m, tile, i, list);
        }
}

static void moves_of(const struct model *m, int wagon, struct model_list *list)
{
    if (m->sw[AUDE_SWITCH_WAGON_MOVE] == AUDE_WAGON_TOUCHING)
        touching(m, wagon, list);
    else
        nearby(m, wagon, list);
}

/* AM-32: the first wagon that waits, in seat order from the active player. */
static int waiting_wagon(const struct model *m)
{
    for (int seat = 0; seat < m->n_seats; seat++)
        for (int i = 0; i < m->n_figures; i++)
            if (m->figure[i].where == AUDE_AT_REST &&
                m->figure[i].seat == (m->seat + seat) % m->n_seats)
                return i;
    return MODEL_NOTHING;
}

static void come_home(struct model *m, int wagon)
{
    model_note_figure(m, AUDE_EV_RETURN, &m->figure[wagon]);
    m->figure[wagon].where = AUDE_AT_HOME;
    m->figure[wagon].guest = false;
}

/* AM-31: without a place to go to it comes home by itself. Does an owner have to decide? */
bool model_ask_wagons(struct model *m)
{
    static struct model_list list;

    for (;;) {
        int wagon = waiting_wagon(m);

        if (wagon == MODEL_NOTHING) return false;
        m->actor = m->figure[wagon].seat;
        list.n = 0;
        moves_of(m, wagon, &list);
        if (list.n > 0) return true;
        come_home(m, wagon);
    }
}

void model_wagon_list(const struct model *m, struct model_list *list)
{
    moves_of(m, waiting_wagon(m), list);
    model_add_action(list, (struct aude_action){.kind = AUDE_GO_HOME});
}

void model_move_wagon(struct model *m, struct aude_action action)
{
    int wagon = waiting_wagon(m);
    struct model_figure *it = &m->figure[wagon];

    if (action.kind == AUDE_GO_HOME) {
        come_home(m, wagon);
        return;
    }
    it->where = AUDE_AT_SEGMENT;
    it->guest = false;
    it->tile = model_tile_at(m, action.x, action.y);
    it->segment = action.segment;
    model_note_figure(m, AUDE_EV_MOVE, it);
}
