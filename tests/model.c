/* model.c -- the oracle plays: base game, River I, the abbot, Inns & Cathedrals, Traders &
 * Builders, without a clever line.
 *
 * Read it beside the rules: sections and rule ids are theirs. */
#include "model_rooms.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- figures: BASE-29 to BASE-36, ABB-2 to ABB-9, IC-4, TB-4 to TB-7, TB-22 ---------- */

int model_supply(const struct model *m, int seat, enum aude_figure_kind kind)
{
    int n = 0;

    for (int i = 0; i < m->n_figures; i++)
        if (m->figure[i].seat == seat && m->figure[i].kind == kind &&
            m->figure[i].tile == MODEL_HOME)
            n++;
    return n;
}

/* Which figure may go to which kind of feature (BASE-30, EDN-4, ABB-3, TB-5, TB-22). */
static bool may_stand(const struct model *m, enum aude_figure_kind figure, int feature)
{
    switch (figure) {
    case AUDE_SMALL:
    case AUDE_LARGE:
        if (feature == AUDE_FIELD) return m->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON;
        return feature != AUDE_GARDEN;
    case AUDE_ABBOT:
        return feature == AUDE_MONASTERY || feature == AUDE_GARDEN;
    case AUDE_BUILDER:
        return feature == AUDE_ROAD || feature == AUDE_CITY;
    case AUDE_PIG:
        return feature == AUDE_FIELD;
    default:
        return false;
    }
}

static bool has_own_follower(const struct model *m, const struct model_feature *f)
{
    for (int i = 0; i < m->n_figures; i++)
        if (m->figure[i].seat == m->seat && model_is_follower(m->figure[i].kind) &&
            model_stands_in(&m->figure[i], f))
            return true;
    return false;
}

/* A follower needs a feature without followers (BASE-31). Builder and pig need an own
 * follower there, whoever else is (TB-5, TB-6, TB-22); a builder in a complete feature
 * would have no use (TB-7). */
static bool may_join(const struct model *m, enum aude_figure_kind kind,
                     const struct model_feature *f)
{
    if (model_is_follower(kind)) return !model_is_taken(m, f);
    return has_own_follower(m, f) && !(kind == AUDE_BUILDER && f->complete);
}

static int newest(const struct model *m)
{
    return m->n_tiles - 1;
}

/* The figure's places on the newest tile. */
static int put_list(const struct model *m, enum aude_figure_kind kind,
                    struct aude_action *out)
{
    int tile = newest(m), n = 0;
    struct model_feature f;

    if (model_supply(m, m->seat, kind) == 0) return 0; /* BASE-34 */
    for (int i = 0; i < model_print(m, tile)->n_segments; i++) {
        if (!may_stand(m, kind, model_segment(m, tile, i)->kind)) continue;
        model_feature(m, tile, i, &f);
        if (!may_join(m, kind, &f)) continue;
        out[n++] = (struct aude_action){.kind = AUDE_PUT,
                                        .figure = (uint8_t)kind,
                                        .segment = (uint8_t)i,
                                        .x = (int16_t)m->tile[tile].x,
                                        .y = (int16_t)m->tile[tile].y};
    }
    return n;
}

/* The own abbot may come home from an incomplete place (ABB-6, ABB-8). */
static bool may_recall(const struct model *m, int figure)
{
    const struct model_figure *it = &m->figure[figure];
    struct model_feature f;

    if (it->kind != AUDE_ABBOT || it->seat != m->seat || it->tile == MODEL_HOME)
        return false;
    model_feature(m, it->tile, it->segment, &f);
    return !f.complete;
}

static int recall_list(const struct model *m, struct aude_action *out)
{
    int n = 0;

    for (int i = 0; i < m->n_figures; i++)
        if (may_recall(m, i))
            out[n++] = (struct aude_action){.kind = AUDE_RECALL,
                                            .x = (int16_t)m->tile[m->figure[i].tile].x,
                                            .y = (int16_t)m->tile[m->figure[i].tile].y};
    return n;
}

/* Step 2: one figure, or what may be done instead, or nothing (BASE-7). */
static int step_two(const struct model *m, struct aude_action *out)
{
    int n = 0;

    out[n++] = (struct aude_action){.kind = AUDE_PASS};
    for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
        n += put_list(m, (enum aude_figure_kind)kind, out + n);
    return n + recall_list(m, out + n);
}

int model_actions(const struct model *m, struct aude_action *out, int max)
{
    struct aude_action all[AUDE_ACTIONS_MAX];
    int n = 0;

    if (m->phase == AUDE_PHASE_TILE)
        n = model_placements(m, m->hand, model_waived(m), all, AUDE_ACTIONS_MAX);
    if (m->phase == AUDE_PHASE_ACTION) n = step_two(m, all);
    if (m->phase == AUDE_PHASE_SECOND) { /* TB-12 */
        all[n++] = (struct aude_action){.kind = AUDE_SECOND};
        all[n++] = (struct aude_action){.kind = AUDE_DECLINE};
    }
    for (int i = 0; i < n && i < max; i++) out[i] = all[i];
    return n;
}

/* ---- playing ----------------------------------------------------------------------- */

static void add_tile(struct model *m, aude_kind kind, int x, int y, int rot, int seat)
{
    assert(m->n_tiles < AUDE_TILES_MAX);
    m->tile[m->n_tiles++] = (struct model_tile){x, y, kind, rot, seat};
}

/* TB-8: did the newest tile extend the road or city in which the seat's builder stood
 * before? He cannot have come later, and where he stands now the tile is part of it. */
static bool extends_builder(const struct model *m)
{
    struct model_feature f;

    for (int i = 0; i < m->n_figures; i++) {
        const struct model_figure *it = &m->figure[i];

        if (it->kind != AUDE_BUILDER || it->seat != m->seat || it->tile == MODEL_HOME)
            continue;
        model_feature(m, it->tile, it->segment, &f);
        if (model_has_tile(&f, newest(m))) return true;
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
    add_tile(m, m->hand, action.x, action.y, action.arg, m->seat);
    model_note(m, (struct model_entry){.what = AUDE_EV_LAY,
                                       .seat = m->seat,
                                       .tile = m->hand,
                                       .x = action.x,
                                       .y = action.y,
                                       .rot = action.arg});
    earn(m);
    m->hand = AUDE_KIND_NONE;
    m->phase = AUDE_PHASE_ACTION;
}

static void put(struct model *m, struct aude_action action)
{
    for (int i = 0; i < m->n_figures; i++) {
        struct model_figure *it = &m->figure[i];

        if (it->seat != m->seat || (int)it->kind != action.figure ||
            it->tile != MODEL_HOME)
            continue;
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
        model_note_figure(m, AUDE_EV_RETURN, it);
        it->tile = MODEL_HOME;
    }
}

static void begin_second_part(struct model *m)
{
    m->part = 2;
    m->phase = AUDE_PHASE_DRAW;
    model_note(m, (struct model_entry){.what = AUDE_EV_PART, .seat = m->seat});
}

static void end_turn(struct model *m)
{
    m->seat = (m->seat + 1) % m->n_seats;
    m->part = 1;
    m->earned = false;
    m->phase = AUDE_PHASE_DRAW;
}

/* TB-10 to TB-12; TB-16: without a tile to draw there is no second part. */
static void end_part(struct model *m)
{
    if (m->part == 2 || !m->earned || model_left_total(m) == 0)
        end_turn(m);
    else if (m->sw[AUDE_SWITCH_SECOND_PART] == AUDE_SECOND_MUST)
        begin_second_part(m);
    else
        m->phase = AUDE_PHASE_SECOND;
}

/* Steps 2 and 3. */
static void act(struct model *m, struct aude_action action)
{
    if (action.kind == AUDE_PUT) put(m, action);
    if (action.kind == AUDE_RECALL) recall(m, action);
    model_score_features(m, false);
    model_take_goods(m);
    end_part(m);
}

void model_play(struct model *m, struct aude_action action)
{
    m->n_log = 0;
    if (action.kind == AUDE_LAY)
        lay(m, action);
    else if (action.kind == AUDE_SECOND)
        begin_second_part(m);
    else if (action.kind == AUDE_DECLINE)
        end_turn(m);
    else
        act(m, action);
}

int model_left(const struct model *m, aude_kind kind)
{
    return m->pile[kind] + m->river[kind];
}

int model_left_total(const struct model *m)
{
    int n = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++)
        n += model_left(m, (aude_kind)kind);
    return n;
}

const char *model_settle(struct model *m)
{
    if (m->phase == AUDE_PHASE_TILE && !model_fits_somewhere(m, m->hand, model_waived(m)))
        return "the tile in hand fits nowhere (BASE-15, RIV-8)";
    if (m->phase != AUDE_PHASE_DRAW) return NULL;
    if (model_left_total(m) > 0) return "no tile was drawn (BASE-7)";
    model_score_finally(m);
    return NULL;
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

/* ---- following the draw ------------------------------------------------------------ */

static const char *follow_turn(struct model *m, const struct aude_event *event)
{
    if (model_left_total(m) == 0) return "a turn begins without a tile to draw (BASE-51)";
    if (m->part != 1) return "a second part is no new turn (TB-10)";
    if (event->seat != m->seat) return "it is another seat's turn (BASE-6)";
    if (event->points != ++m->turn) return "turns are not counted one by one";
    return NULL;
}

static const char *follow_draw(struct model *m, const struct aude_event *event)
{
    if (event->seat != m->seat) return "another seat draws (BASE-15)";
    if (!model_may_be_drawn(m, event->tile))
        return "that tile cannot be drawn now (BASE-5, RIV-3)";
    if (model_river_flows(m))
        m->river[event->tile]--;
    else
        m->pile[event->tile]--;
    m->hand = event->tile;
    m->phase = AUDE_PHASE_TILE;
    return NULL;
}

static bool is_stuck_river_tile(const struct model *m, int how)
{
    return aude_tiles[m->hand].river != 0 && m->sw[AUDE_SWITCH_RIVER_STUCK] == how;
}

static void drop_hand(struct model *m)
{
    m->hand = AUDE_KIND_NONE;
    m->phase = AUDE_PHASE_DRAW;
}

static const char *follow_discard(struct model *m, const struct aude_event *event)
{
    if (event->tile != m->hand) return "another tile is in hand (BASE-15)";
    if (is_stuck_river_tile(m, AUDE_STUCK_RESHUFFLE))
        return "a river tile is not thrown away (RIV-8)";
    if (model_fits_somewhere(m, m->hand, false))
        return "the tile thrown away fits (BASE-14, BASE-15)";
    drop_hand(m);
    return NULL;
}

/* The tile is judged with RIV-6 in force: that is waived only after it went back. */
static const char *follow_reshuffle(struct model *m, const struct aude_event *event)
{
    if (event->tile != m->hand) return "another tile is in hand (RIV-8)";
    if (!is_stuck_river_tile(m, AUDE_STUCK_RESHUFFLE))
        return "this tile does not go back into a pile (RIV-8, BASE-15)";
    if (model_fits_somewhere(m, m->hand, false)) return "the tile put back fits (RIV-8)";
    m->river[m->hand]++;
    drop_hand(m);
    return NULL;
}

/* The event may follow the draw or the return of the tile that did not fit. */
static const char *follow_river_end(struct model *m, const struct aude_event *event)
{
    if (m->hand != AUDE_KIND_NONE && aude_tiles[m->hand].river) m->river[m->hand]++;
    drop_hand(m);
    if (m->sw[AUDE_SWITCH_RIVER_STUCK] != AUDE_STUCK_RESHUFFLE)
        return "the river ends when its tiles are used up (RIV-8)";
    if (!model_river_flows(m)) return "the river has ended already (RIV-8)";
    if (model_some_river_tile_fits(m, true)) return "the river could go on (RIV-8)";
    if (event->points != model_river_left(m, false) + model_river_left(m, true))
        return "another number of river tiles is left (RIV-8)";
    memset(m->river, 0, sizeof m->river);
    return NULL;
}

/* A draw puts the tile into the hand, and only then it turns out whether it fits. */
const char *model_follow(struct model *m, const struct aude_event *event)
{
    bool before = event->kind == AUDE_EV_TURN || event->kind == AUDE_EV_DRAW;

    if (m->phase != (before ? AUDE_PHASE_DRAW : AUDE_PHASE_TILE) &&
        event->kind != AUDE_EV_RIVER_END)
        return "this is not the time for it (BASE-7)";
    switch ((enum aude_event_kind)event->kind) {
    case AUDE_EV_TURN:
        return follow_turn(m, event);
    case AUDE_EV_DRAW:
        return follow_draw(m, event);
    case AUDE_EV_DISCARD:
        return follow_discard(m, event);
    case AUDE_EV_RESHUFFLE:
        return follow_reshuffle(m, event);
    case AUDE_EV_RIVER_END:
        return follow_river_end(m, event);
    default:
        return "this is no event of a draw";
    }
}

/* ---- the beginning: BASE-2 to BASE-4, RIV-1 to RIV-3, ABB-1, IC-4, TB-1 ------------ */

static int copies(const struct model *m, const struct aude_tile *t)
{
    return m->sw[AUDE_SWITCH_TILE_SET] == AUDE_TILES_REVISED ? t->revised : t->count;
}

/* The kind of a set from which play starts; of the two springs, the one in the box. */
static aude_kind start_of(const struct model *m, enum aude_set set)
{
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        const struct aude_tile *t = &aude_tiles[kind];

        if (t->set == set && (t->marks & AUDE_MARK_START) && copies(m, t) > 0)
            return (aude_kind)kind;
    }
    assert(false && "every set of a start position has a start tile");
    return AUDE_KIND_NONE;
}

/* Is a set's box open? Its tiles can come without its rules, and the other way round. */
static bool has_tiles(const struct aude_setup *setup, int set)
{
    if (set == AUDE_SET_BASE || setup->tiles_only >> set & 1) return true;
    return (setup->expansions >> set & 1) && !(setup->rules_only >> set & 1);
}

static void fill_piles(struct model *m, const struct aude_setup *setup)
{
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        const struct aude_tile *t = &aude_tiles[kind];
        int boxes = setup->copies[t->set] == 0 ? 1 : setup->copies[t->set];

        if (t->set == AUDE_SET_RIVER_1 && m->sw[AUDE_SWITCH_RIVER] == AUDE_RIVER_I)
            m->river[kind] = copies(m, t);
        else if (has_tiles(setup, t->set))
            m->pile[kind] = boxes * copies(m, t);
    }
}

/* A layout of the table's own; its tiles are not drawn again. */
static void lay_table(struct model *m, const struct aude_setup *setup)
{
    for (int i = 0; i < setup->n_start; i++) {
        const struct aude_start *it = &setup->start[i];

        add_tile(m, it->kind, it->x, it->y, it->rot, AUDE_SEAT_NONE);
        if (m->pile[it->kind] > 0) m->pile[it->kind]--;
    }
}

static void lay_start(struct model *m)
{
    bool river = m->sw[AUDE_SWITCH_RIVER] == AUDE_RIVER_I;
    aude_kind start = start_of(m, AUDE_SET_BASE), spring = start_of(m, AUDE_SET_RIVER_1);

    add_tile(m, river ? spring : start, 0, 0, 0, AUDE_SEAT_NONE);
    if (river) m->river[spring]--;
    if (!river || m->sw[AUDE_SWITCH_RIVER_START_TILE] == AUDE_RIVER_START_REMOVE)
        m->pile[start]--; /* RIV-2 */
}

static void add_figures(struct model *m, int seat, enum aude_figure_kind kind, int n)
{
    for (int i = 0; i < n; i++)
        m->figure[m->n_figures++] =
            (struct model_figure){.seat = seat, .kind = kind, .tile = MODEL_HOME};
}

/* How many of a kind each seat has. */
static int figures_of(const struct model *m, enum aude_figure_kind kind)
{
    switch (kind) {
    case AUDE_SMALL: /* BASE-3 */
        return 7;
    case AUDE_LARGE: /* IC-4 */
        return model_plays(m, AUDE_SET_INNS) ? 1 : 0;
    case AUDE_ABBOT: /* ABB-1 */
        return m->sw[AUDE_SWITCH_ABBOT] == AUDE_ABBOT_ON ? 1 : 0;
    case AUDE_BUILDER: /* TB-1 */
    case AUDE_PIG:
        return model_plays(m, AUDE_SET_TRADERS) ? 1 : 0;
    default:
        return 0;
    }
}

void model_init(struct model *m, const struct aude_setup *setup, int first)
{
    memset(m, 0, sizeof *m);
    memcpy(m->sw, setup->sw, sizeof m->sw);
    m->rules = setup->expansions;
    m->n_seats = setup->n_seats;
    fill_piles(m, setup);
    if (setup->n_start > 0)
        lay_table(m, setup);
    else
        lay_start(m);
    for (int seat = 0; seat < m->n_seats; seat++)
        for (int kind = 0; kind < AUDE_FIGURE_KINDS; kind++) {
            int n = setup->figures[kind];

            if (n == AUDE_BY_SETS) n = figures_of(m, (enum aude_figure_kind)kind);
            add_figures(m, seat, (enum aude_figure_kind)kind, n);
        }
    m->seat = first;
    m->part = 1;
    m->phase = AUDE_PHASE_DRAW;
    m->hand = AUDE_KIND_NONE;
}
