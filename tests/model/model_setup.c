/* model_setup.c -- the oracle's beginning: what is in the box, on the table, in the hands.
 *
 * Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

#include <assert.h>
#include <string.h>

bool model_plays(const struct model *m, enum aude_set set)
{
    return m->rules >> set & 1;
}

void model_add_tile(struct model *m, aude_kind kind, int x, int y, int rot, int seat)
{
    assert(m->n_tiles < AUDE_TILES_MAX);
    assert(x >= -MODEL_REACH && x < MODEL_REACH && y >= -MODEL_REACH && y < MODEL_REACH);
    m->tile[m->n_tiles++] = (struct model_tile){x, y, kind, rot, seat};
    m->grid[y + MODEL_REACH][x + MODEL_REACH] = (int16_t)m->n_tiles;
}

/* ---- the beginning: BASE-2 to BASE-4, RIV-1 to RIV-3, ABB-1, IC-4, TB-1 ------------ */

static bool has_tag(const struct aude_tile *t, unsigned tag)
{
    for (int i = 0; i < t->n_segments; i++)
        if (t->segment[i].tags & tag) return true;
    return false;
}

/* How many there are of a tile in one box. A printing has a sixth shrine (CULT-1); abbeys
 * are dealt and not drawn (AM-1). */
static int copies(const struct model *m, const struct aude_tile *t)
{
    if (has_tag(t, AUDE_TAG_ABBEY)) return 0;
    if (t->set == AUDE_SET_CULT && t->count == 0) return m->sw[AUDE_SWITCH_CULT_TILES];
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

static bool has_river(const struct model *m, enum aude_set set)
{
    int river = m->sw[AUDE_SWITCH_RIVER];

    if (river == AUDE_RIVER_BOTH) return true;
    return river == (set == AUDE_SET_RIVER_1 ? AUDE_RIVER_I : AUDE_RIVER_II);
}

/* RIV2-16: with both rivers the spring and the lake of the first stay in the box. */
static int river_copies(const struct model *m, const struct aude_tile *t)
{
    bool end = t->river_role == AUDE_RIVER_SPRING || t->river_role == AUDE_RIVER_LAKE;

    if (m->sw[AUDE_SWITCH_RIVER] == AUDE_RIVER_BOTH && t->set == AUDE_SET_RIVER_1 && end)
        return 0;
    return copies(m, t);
}

static void fill_piles(struct model *m, const struct aude_setup *setup)
{
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        const struct aude_tile *t = &aude_tiles[kind];
        int boxes = setup->copies[t->set] == 0 ? 1 : setup->copies[t->set];
        bool river = t->set == AUDE_SET_RIVER_1 || t->set == AUDE_SET_RIVER_2;

        if (river && has_river(m, (enum aude_set)t->set))
            m->river[kind] = river_copies(m, t);
        else if (has_tiles(setup, t->set))
            m->pile[kind] = boxes * copies(m, t);
    }
}

/* A layout of the table's own; its tiles are not drawn again. */
static void lay_table(struct model *m, const struct aude_setup *setup)
{
    for (int i = 0; i < setup->n_start; i++) {
        const struct aude_start *it = &setup->start[i];

        model_add_tile(m, it->kind, it->x, it->y, it->rot, AUDE_SEAT_NONE);
        if (m->pile[it->kind] > 0) m->pile[it->kind]--;
    }
}

/* COC-1: a block of four by three. */
static void lay_city(struct model *m)
{
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (aude_tiles[kind].set == AUDE_SET_COUNT) {
            model_add_tile(m, (aude_kind)kind, aude_tiles[kind].col - 2,
                           aude_tiles[kind].row - 1, 0, AUDE_SEAT_NONE);
            m->pile[kind] = 0;
        }
}

/* RIV-2, COC-1: a start tile that is not used is out of the game, if the river or the Count
 * says so, or one of the pile. */
static bool stays_in_pile(const struct model *m, bool river, bool count)
{
    if (river && m->sw[AUDE_SWITCH_RIVER_START_TILE] == AUDE_RIVER_START_REMOVE)
        return false;
    if (count && m->sw[AUDE_SWITCH_COUNT_START_TILE] == 0) return false;
    return river || count;
}

/* INT-15; COC-23: with the Count the spring lies left of the fifth tile and flows away. */
static void lay_start(struct model *m)
{
    bool river = m->sw[AUDE_SWITCH_RIVER] != AUDE_RIVER_OFF;
    bool count = model_plays(m, AUDE_SET_COUNT);
    bool second = has_river(m, AUDE_SET_RIVER_2);
    aude_kind start = start_of(m, AUDE_SET_BASE),
              spring = start_of(m, second ? AUDE_SET_RIVER_2 : AUDE_SET_RIVER_1);

    if (count) lay_city(m);
    if (river)
        model_add_tile(m, spring, count ? -3 : 0, 0, count ? 2 : 0, AUDE_SEAT_NONE);
    if (river) m->river[spring]--;
    if (!river && !count) model_add_tile(m, start, 0, 0, 0, AUDE_SEAT_NONE);
    if (!stays_in_pile(m, river, count)) m->pile[start]--;
}

static void add_figures(struct model *m, int seat, enum aude_figure_kind kind, int n)
{
    for (int i = 0; i < n; i++)
        m->figure[m->n_figures++] = (struct model_figure){.seat = seat, .kind = kind};
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
    case AUDE_WAGON: /* AM-1 */
    case AUDE_MAYOR:
    case AUDE_BARN:
        return model_plays(m, AUDE_SET_ABBEY) ? 1 : 0;
    default:
        return 0;
    }
}

/* TOW-1. */
static void deal_pieces(struct model *m)
{
    static const int pieces[AUDE_SEATS_MAX + 1] = {0, 10, 10, 9, 7, 6, 5};

    for (int seat = 0; seat < m->n_seats; seat++) m->pieces[seat] = pieces[m->n_seats];
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
    if (model_plays(m, AUDE_SET_TOWER)) deal_pieces(m);
    for (int seat = 0; seat < m->n_seats; seat++) /* AM-1 */
        m->abbeys[seat] =
            model_plays(m, AUDE_SET_ABBEY) && m->sw[AUDE_SWITCH_ABBEY] == 0 ? 1 : 0;
    m->seat = m->actor = first;
    m->part = 1;
    m->fresh = true;
    m->holder[0] = m->holder[1] = AUDE_SEAT_NONE;
    m->barn = m->dragon = m->fairy = m->bound = m->tower = m->victim = MODEL_NOTHING;
    m->chosen = m->freed = MODEL_NOTHING;
    m->phase = AUDE_PHASE_DRAW;
    m->hand = AUDE_KIND_NONE;
}
