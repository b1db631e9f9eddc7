/* model_lay.c -- where a tile may be laid: the sides, and what the river asks for. */
#include "model_rooms.h"

/* ---- the river: RIV-5 to RIV-8 ----------------------------------------------------- */

/* Where the water stands, found by flowing down from the spring. */
struct flow {
    bool open;
    int x, y;    /* the cell it flows into */
    int heading; /* with which it enters that cell */
    int entered; /* heading with which it entered the last tile; the spring: NOTHING */
    int bend;    /* sense of the last bend, 1 right or 3 left; 0 none yet */
};

/* The side through which water that came in with this heading leaves; none in a lake. */
static int outlet(aude_kind kind, int rot, int heading)
{
    for (int side = 0; side < 4; side++)
        if (side != model_opposite(heading) && model_river_leaves(kind, rot, side))
            return side;
    return MODEL_NOTHING;
}

static int spring_side(aude_kind kind, int rot)
{
    for (int side = 0; side < 4; side++)
        if (model_river_leaves(kind, rot, side)) return side;
    return MODEL_NOTHING;
}

static int bend_of(int in, int out)
{
    return (out + 4 - in) % 4;
}

static struct flow follow_river(const struct model *m)
{
    struct flow w = {.entered = MODEL_NOTHING};
    int tile = 0, out = spring_side(m->tile[0].kind, m->tile[0].rot);

    while (out != MODEL_NOTHING) {
        w.heading = out;
        w.x = m->tile[tile].x + model_step_x[out];
        w.y = m->tile[tile].y + model_step_y[out];
        tile = model_tile_at(m, w.x, w.y);
        w.open = tile == MODEL_NOTHING;
        if (w.open) return w;
        out = outlet(m->tile[tile].kind, m->tile[tile].rot, w.heading);
        w.entered = w.heading;
        if (out != MODEL_NOTHING && bend_of(w.heading, out) != 0)
            w.bend = bend_of(w.heading, out);
    }
    return w;
}

/* RIV-6, CLEARANCE: the two by three cells in front of the new end, the nearest left out. */
static bool has_clearance(const struct model *m, const struct flow *w, int out)
{
    int ax = w->x + model_step_x[out], ay = w->y + model_step_y[out];

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
static bool turns_back(const struct model *m, const struct flow *w, int out)
{
    int bend = bend_of(w->heading, out);

    if (m->sw[AUDE_SWITCH_RIVER_UTURN] == AUDE_UTURN_CLEARANCE)
        return !has_clearance(m, w, out);
    if (m->sw[AUDE_SWITCH_RIVER_UTURN] == AUDE_UTURN_ANY)
        return bend != 0 && bend == w->bend;
    return w->entered != MODEL_NOTHING && out == model_opposite(w->entered);
}

static bool river_allows(const struct model *m, aude_kind kind, int x, int y, int rot,
                         bool waived)
{
    struct flow w = follow_river(m);
    int out;

    if (aude_tiles[kind].river == 0) return true;
    if (!w.open || w.x != x || w.y != y) return false; /* RIV-5 */
    out = outlet(kind, rot, w.heading);
    if (out == MODEL_NOTHING) return true; /* the lake */
    if (model_tile_at(m, x + model_step_x[out], y + model_step_y[out]) != MODEL_NOTHING)
        return false; /* RIV-7 */
    return waived || !turns_back(m, &w, out);
}

bool model_is_lake(aude_kind kind)
{
    int role = aude_tiles[kind].river_role;

    return role == AUDE_RIVER_LAKE || role == AUDE_RIVER_VOLCANO_LAKE ||
           role == AUDE_RIVER_CITY_LAKE;
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

/* May the next tile be of this kind? River before land (RIV-4), the lake last (RIV-3). */
bool model_may_be_drawn(const struct model *m, aude_kind kind)
{
    if (!model_river_flows(m)) return m->pile[kind] > 0;
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
    return touches && river_allows(m, kind, x, y, rot, waived);
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
