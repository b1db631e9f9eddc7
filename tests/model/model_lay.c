/* model_lay.c -- where a tile may be laid: the sides, and what the river asks for. */
#include "model_internal.h"

#include <stddef.h>

/* ---- the river: RIV-5 to RIV-8, RIV2-3 to RIV2-7 ----------------------------------- */

/* An open end of the water. */
struct arm {
    int x, y;    /* the cell it flows into */
    int heading; /* with which it enters that cell */
    int entered; /* heading with which it entered the last tile; the spring: NOTHING */
    int bend;    /* sense of the last bend, 1 right or 3 left; 0 none yet */
};

struct flow {
    int n;
    struct arm arm[4];
};

static int bend_of(int in, int out)
{
    return (out + 4 - in) % 4;
}

/* Water comes to a cell. Where a tile lies it leaves by every other river side; a fork
 * bends the arms that leave it sideways (RIV2-7). */
static void flow_on(const struct model *m, struct flow *w, struct arm in)
{
    int tile = model_tile_at(m, in.x, in.y);

    if (tile == MODEL_NOTHING) {
        w->arm[w->n++] = in;
        return;
    }
    for (int side = 0; side < 4; side++) {
        struct arm out = {in.x + model_step_x[side], in.y + model_step_y[side], side,
                          in.heading, in.bend};

        if (!model_river_leaves(m->tile[tile].kind, m->tile[tile].rot, side)) continue;
        if (in.heading != MODEL_NOTHING && side == model_opposite(in.heading)) continue;
        if (in.heading != MODEL_NOTHING && bend_of(in.heading, side) != 0)
            out.bend = bend_of(in.heading, side);
        flow_on(m, w, out);
    }
}

static struct flow follow_river(const struct model *m)
{
    struct flow w = {0};

    for (int tile = 0; tile < m->n_tiles; tile++)
        if (model_print(m, tile)->river_role == AUDE_RIVER_SPRING)
            flow_on(m, &w,
                    (struct arm){.x = m->tile[tile].x,
                                 .y = m->tile[tile].y,
                                 .heading = MODEL_NOTHING,
                                 .entered = MODEL_NOTHING});
    return w;
}

/* The only arm that flows into the cell, or none (RIV-5, RIV2-6). */
static const struct arm *arm_into(const struct flow *w, int x, int y)
{
    const struct arm *found = NULL;

    for (int i = 0; i < w->n; i++) {
        if (w->arm[i].x != x || w->arm[i].y != y) continue;
        if (found) return NULL;
        found = &w->arm[i];
    }
    return found;
}

/* RIV-6, CLEARANCE: the two by three cells in front of the new end, the nearest left out. */
static bool has_clearance(const struct model *m, const struct arm *in, int out)
{
    int ax = in->x + model_step_x[out], ay = in->y + model_step_y[out];

    for (int y = ay - 2; y <= ay + 2; y++)
        for (int x = ax - 2; x <= ax + 2; x++) {
            int along = (x - ax) * model_step_x[out] + (y - ay) * model_step_y[out];
            int aside = (x - ax) * model_step_y[out] + (y - ay) * model_step_x[out];
            if (along < 0 || along > 1 || aside < -1 || aside > 1) continue;
            if (model_tile_at(m, x, y) != MODEL_NOTHING) return false;
        }
    return true;
}

/* RIV-6. The first tile after the spring is free. */
static bool turns_back(const struct model *m, const struct arm *in, int out)
{
    int bend = bend_of(in->heading, out);

    if (m->sw[AUDE_SWITCH_RIVER_UTURN] == AUDE_UTURN_CLEARANCE)
        return !has_clearance(m, in, out);
    if (m->sw[AUDE_SWITCH_RIVER_UTURN] == AUDE_UTURN_ANY)
        return bend != 0 && bend == in->bend;
    return in->entered != MODEL_NOTHING && out == model_opposite(in->entered);
}

/* RIV-7, RIV2-6: every new end needs an empty cell that no other end has. */
static bool has_room(const struct model *m, const struct flow *w, int x, int y)
{
    if (model_tile_at(m, x, y) != MODEL_NOTHING) return false;
    for (int i = 0; i < w->n; i++)
        if (w->arm[i].x == x && w->arm[i].y == y) return false;
    return true;
}

static bool river_allows(const struct model *m, aude_kind kind, int x, int y, int rot,
                         bool waived)
{
    struct flow w = follow_river(m);
    const struct arm *in = arm_into(&w, x, y);

    if (aude_tiles[kind].river == 0) return true;
    if (!in) return false;
    for (int side = 0; side < 4; side++) {
        if (side == model_opposite(in->heading)) continue;
        if (!model_river_leaves(kind, rot, side)) continue;
        if (!has_room(m, &w, x + model_step_x[side], y + model_step_y[side]))
            return false;
        if (!waived && turns_back(m, in, side)) return false;
    }
    return true;
}

/* The tile at the bottom of the river pile; a lake at a city only ends an arm (RIV2-5). */
bool model_is_lake(aude_kind kind)
{
    int role = aude_tiles[kind].river_role;

    return role == AUDE_RIVER_LAKE || role == AUDE_RIVER_VOLCANO_LAKE;
}

int model_river_left(const struct model *m, bool lakes)
{
    int n = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (model_is_lake((aude_kind)kind) == lakes) n += m->river[kind];
    return n;
}

bool model_river_flows(const struct model *m)
{
    return model_river_left(m, false) + model_river_left(m, true) > 0;
}

static int forks_left(const struct model *m)
{
    int n = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (aude_tiles[kind].river_role == AUDE_RIVER_FORK) n += m->river[kind];
    return n;
}

/* May the next tile be of this kind? River before land (RIV-4), the fork first (RIV2-3),
 * the lake last (RIV-3, RIV2-5). */
bool model_may_be_drawn(const struct model *m, aude_kind kind)
{
    if (!model_river_flows(m)) return m->pile[kind] > 0;
    if (forks_left(m) > 0)
        return m->river[kind] > 0 && aude_tiles[kind].river_role == AUDE_RIVER_FORK;
    return m->river[kind] > 0 && model_is_lake(kind) == (model_river_left(m, false) == 0);
}

/* RIV-8 speaks of the whole river pile, from which the tile in hand came. The lake counts
 * only when it is the tile to be drawn: till then it stays at the bottom. */
bool model_some_river_tile_fits(const struct model *m, bool waived)
{
    bool drawn = m->hand != AUDE_KIND_NONE;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        bool candidate = drawn ? kind == m->hand || (m->river[kind] > 0 &&
                                                     !model_is_lake((aude_kind)kind))
                               : model_may_be_drawn(m, (aude_kind)kind);

        if (candidate && model_fits_somewhere(m, (aude_kind)kind, waived)) return true;
    }
    return false;
}

bool model_waived(const struct model *m)
{
    bool river =
        m->hand != AUDE_KIND_NONE ? aude_tiles[m->hand].river != 0 : model_river_flows(m);

    return river && m->sw[AUDE_SWITCH_RIVER_STUCK] == AUDE_STUCK_RESHUFFLE &&
           !model_some_river_tile_fits(m, false);
}

/* ---- laying a tile: BASE-10 to BASE-14 --------------------------------------------- */

static bool fits(const struct model *m, aude_kind kind, int x, int y, int rot,
                 bool waived)
{
    bool touches = false;

    if (model_tile_at(m, x, y) != MODEL_NOTHING) return false;
    for (int side = 0; side < 4; side++) {
        int next = model_tile_at(m, x + model_step_x[side], y + model_step_y[side]);

        if (next == MODEL_NOTHING) continue;
        touches = true;
        if (model_edge(kind, rot, side) !=
            model_edge(m->tile[next].kind, m->tile[next].rot, model_opposite(side)))
            return false; /* BASE-11 */
    }
    return touches && river_allows(m, kind, x, y, rot, waived) &&
           model_cult_allows(m, kind, x, y);
}

static bool was_listed(const struct aude_action *list, int n, int x, int y)
{
    for (int i = 0; i < n; i++)
        if (list[i].x == x && list[i].y == y) return true;
    return false;
}

/* All ways to lay a kind, or only as many as there is room for: every cell beside every
 * tile, in four rotations. */
int model_placements(const struct model *m, aude_kind kind, bool waived,
                     struct aude_action *out, int max)
{
    int n = 0;

    for (int i = 0; i < 4 * m->n_tiles && n < max; i++) {
        int x = m->tile[i / 4].x + model_step_x[i % 4],
            y = m->tile[i / 4].y + model_step_y[i % 4];

        if (was_listed(out, n, x, y)) continue; /* seen from another tile beside it */
        for (int rot = 0; rot < 4 && n < max; rot++)
            if (fits(m, kind, x, y, rot, waived))
                out[n++] = (struct aude_action){.kind = AUDE_LAY,
                                                .arg = (uint8_t)rot,
                                                .x = (int16_t)x,
                                                .y = (int16_t)y};
    }
    return n;
}

bool model_fits_somewhere(const struct model *m, aude_kind kind, bool waived)
{
    struct aude_action one;

    return model_placements(m, kind, waived, &one, 1) > 0;
}
