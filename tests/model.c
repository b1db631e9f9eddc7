/* model.c -- the rules of the base game, River I and the abbot, without a clever line.
 *
 * Read it beside the rules: sections and rule ids are theirs. Directions are 0 N, 1 E,
 * 2 S, 3 W; x grows east, y grows south. */
#include "model.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const int step_x[4] = {0, 1, 0, -1};
static const int step_y[4] = {-1, 0, 1, 0};

static int opposite(int side)
{
    return (side + 2) % 4;
}

/* ---- tiles on the table ------------------------------------------------------------ */

static const struct aude_tile *print_of(const struct model *m, int tile)
{
    return &aude_tiles[m->tile[tile].kind];
}

static const struct aude_segment *segment_of(const struct model *m, int tile, int segment)
{
    return &print_of(m, tile)->segment[segment];
}

int model_tile_at(const struct model *m, int x, int y)
{
    for (int i = 0; i < m->n_tiles; i++)
        if (m->tile[i].x == x && m->tile[i].y == y) return i;
    return MODEL_NOTHING;
}

static int neighbour(const struct model *m, int tile, int side)
{
    return model_tile_at(m, m->tile[tile].x + step_x[side],
                         m->tile[tile].y + step_y[side]);
}

/* Turning a tile clockwise moves what is printed in the north to the east. */
static int printed_side(int side, int rot)
{
    return (side + 4 - rot) % 4;
}

static int printed_half(int half, int rot)
{
    return (half + 8 - 2 * rot) % 8;
}

static int edge(aude_kind kind, int rot, int side)
{
    return aude_tiles[kind].edge[printed_side(side, rot)];
}

static bool river_leaves(aude_kind kind, int rot, int side)
{
    return aude_tiles[kind].river >> printed_side(side, rot) & 1;
}

static bool reaches_side(const struct model *m, int tile, int segment, int side)
{
    int printed = printed_side(side, m->tile[tile].rot);

    return segment_of(m, tile, segment)->sides >> printed & 1;
}

static bool reaches_half(const struct model *m, int tile, int segment, int half)
{
    int printed = printed_half(half, m->tile[tile].rot);

    return segment_of(m, tile, segment)->halves >> printed & 1;
}

/* The half of the neighbouring tile that this one touches: my left meets your right. */
static int facing_half(int half)
{
    return half % 2 == 0 ? (half + 5) % 8 : (half + 3) % 8;
}

/* ---- features: BASE-17 to BASE-28 -------------------------------------------------- */

static void walk(const struct model *m, struct model_feature *f, int tile, int segment);

/* A road or city goes on across a side into the segment of its kind there (BASE-18). */
static void walk_sides(const struct model *m, struct model_feature *f, int tile,
                       int segment)
{
    for (int side = 0; side < 4; side++) {
        int next = neighbour(m, tile, side);

        if (!reaches_side(m, tile, segment, side)) continue;
        if (next == MODEL_NOTHING) {
            f->open++;
            continue;
        }
        for (int i = 0; i < print_of(m, next)->n_segments; i++)
            if ((int)segment_of(m, next, i)->kind == (int)f->kind &&
                reaches_side(m, next, i, opposite(side)))
                walk(m, f, next, i);
    }
}

/* A field goes on across each half side by itself (BASE-26). */
static void walk_halves(const struct model *m, struct model_feature *f, int tile,
                        int segment)
{
    for (int half = 0; half < 8; half++) {
        int next = neighbour(m, tile, half / 2);

        if (next == MODEL_NOTHING || !reaches_half(m, tile, segment, half)) continue;
        for (int i = 0; i < print_of(m, next)->n_segments; i++)
            if (segment_of(m, next, i)->kind == AUDE_FIELD &&
                reaches_half(m, next, i, facing_half(half)))
                walk(m, f, next, i);
    }
}

static void walk(const struct model *m, struct model_feature *f, int tile, int segment)
{
    if (f->has[tile][segment]) return;
    f->has[tile][segment] = true;
    if (f->kind == AUDE_ROAD || f->kind == AUDE_CITY) walk_sides(m, f, tile, segment);
    if (f->kind == AUDE_FIELD) walk_halves(m, f, tile, segment);
}

static bool has_tile(const struct model_feature *f, int tile)
{
    for (int i = 0; i < AUDE_SEGMENTS_MAX; i++)
        if (f->has[tile][i]) return true;
    return false;
}

/* Tiles, shields and tags of the segments found; a tile counts once (BASE-19), a shield
 * is its segment's (BASE-20). */
static void count_segments(const struct model *m, struct model_feature *f)
{
    f->id = MODEL_NOTHING;
    for (int tile = 0; tile < m->n_tiles; tile++) {
        if (has_tile(f, tile)) f->tiles++;
        for (int i = 0; i < print_of(m, tile)->n_segments; i++) {
            if (!f->has[tile][i]) continue;
            if (f->id == MODEL_NOTHING) f->id = tile * AUDE_SEGMENTS_MAX + i;
            f->shields += segment_of(m, tile, i)->shields;
            f->tags |= segment_of(m, tile, i)->tags;
        }
    }
}

/* Monastery and garden live from the 8 cells around them (BASE-24, ABB-4). */
static void count_around(const struct model *m, struct model_feature *f, int tile)
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0) continue;
            if (model_tile_at(m, m->tile[tile].x + dx, m->tile[tile].y + dy) ==
                MODEL_NOTHING)
                f->open++;
            else
                f->tiles++;
        }
}

/* Strength in a feature (README section 3). Builder, pig and barn have none. */
static int strength_of(enum aude_figure_kind kind, const struct model_feature *f)
{
    switch (kind) {
    case AUDE_SMALL:
    case AUDE_ABBOT:
    case AUDE_WAGON:
        return 1;
    case AUDE_LARGE:
        return 2;
    case AUDE_MAYOR:
        return f->shields;
    default:
        return 0;
    }
}

static bool is_follower(enum aude_figure_kind kind)
{
    return kind != AUDE_BUILDER && kind != AUDE_PIG && kind != AUDE_BARN;
}

static bool stands_in(const struct model_figure *figure, const struct model_feature *f)
{
    return figure->tile != MODEL_HOME && f->has[figure->tile][figure->segment];
}

/* Seats with the largest number above 0, one bit each (BASE-42). */
static unsigned most(const int number[AUDE_SEATS_MAX])
{
    int largest = 0;
    unsigned seats = 0;

    for (int seat = 0; seat < AUDE_SEATS_MAX; seat++)
        if (number[seat] > largest) largest = number[seat];
    for (int seat = 0; seat < AUDE_SEATS_MAX; seat++)
        if (largest > 0 && number[seat] == largest) seats |= 1u << seat;
    return seats;
}

static void count_figures(const struct model *m, struct model_feature *f)
{
    for (int i = 0; i < m->n_figures; i++)
        if (stands_in(&m->figure[i], f))
            f->strength[m->figure[i].seat] += strength_of(m->figure[i].kind, f);
    f->owners = most(f->strength);
}

void model_feature(const struct model *m, int tile, int segment, struct model_feature *f)
{
    memset(f, 0, sizeof *f);
    f->kind = (enum aude_feature_kind)segment_of(m, tile, segment)->kind;
    walk(m, f, tile, segment);
    count_segments(m, f);
    if (f->kind == AUDE_MONASTERY || f->kind == AUDE_GARDEN) count_around(m, f, tile);
    f->complete = f->kind != AUDE_FIELD && f->open == 0;
    count_figures(m, f);
}

/* Does a follower of anyone stand in it? (BASE-31) */
static bool is_taken(const struct model *m, const struct model_feature *f)
{
    for (int i = 0; i < m->n_figures; i++)
        if (is_follower(m->figure[i].kind) && stands_in(&m->figure[i], f)) return true;
    return false;
}

/* ---- fields and cities: BASE-28, BASE-57 ------------------------------------------- */

/* Does the field touch the city on some tile? Only the tile's own data say so. */
static bool borders(const struct model *m, const struct model_feature *field,
                    const struct model_feature *city)
{
    for (int tile = 0; tile < m->n_tiles; tile++)
        for (int i = 0; i < print_of(m, tile)->n_segments; i++) {
            if (!field->has[tile][i]) continue;
            for (int c = 0; c < print_of(m, tile)->n_segments; c++)
                if (city->has[tile][c] && segment_of(m, tile, i)->cities >> c & 1)
                    return true;
        }
    return false;
}

/* Walk all features of a kind: the next one after `id`, false when there are no more.
 * Each is met once, at the segment that names it. */
static bool next_feature(const struct model *m, enum aude_feature_kind kind, int *id,
                         struct model_feature *f)
{
    while (++*id < m->n_tiles * AUDE_SEGMENTS_MAX) {
        int tile = *id / AUDE_SEGMENTS_MAX, segment = *id % AUDE_SEGMENTS_MAX;

        if (segment >= print_of(m, tile)->n_segments) continue;
        if ((int)segment_of(m, tile, segment)->kind != (int)kind) continue;
        model_feature(m, tile, segment, f);
        if (f->id == *id) return true;
    }
    return false;
}

static int complete_cities(const struct model *m, const struct model_feature *field)
{
    struct model_feature city;
    int n = 0;

    for (int id = -1; next_feature(m, AUDE_CITY, &id, &city);)
        if (city.complete && borders(m, field, &city)) n++;
    return n;
}

/* EDN-3: the switch's values are 3 and 4. */
static int points_per_city(const struct model *m)
{
    return m->sw[AUDE_SWITCH_FARM_CITY_POINTS] == 0 ? 3 : 4;
}

/* ---- what a feature is worth ------------------------------------------------------- */

/* BASE-39, BASE-54, EDN-1. */
static int city_points(const struct model *m, const struct model_feature *f)
{
    if (!f->complete) return f->tiles + f->shields;
    if (m->sw[AUDE_SWITCH_SMALL_CITY] == AUDE_SMALL_CITY_HALF && f->tiles == 2)
        return 2 + f->shields;
    return 2 * f->tiles + 2 * f->shields;
}

int model_points(const struct model *m, const struct model_feature *f)
{
    switch (f->kind) {
    case AUDE_ROAD: /* BASE-38, BASE-53 */
        return f->tiles;
    case AUDE_CITY:
        return city_points(m, f);
    case AUDE_MONASTERY: /* BASE-40, BASE-55, ABB-5, ABB-10 */
    case AUDE_GARDEN:
        return f->tiles;
    case AUDE_FIELD: /* EDN-16 */
        return points_per_city(m) * complete_cities(m, f);
    default:
        return 0;
    }
}

/* ---- the log ----------------------------------------------------------------------- */

static void note(struct model *m, struct model_entry entry)
{
    assert(m->n_log < MODEL_LOG_MAX);
    m->log[m->n_log++] = entry;
}

static void award(struct model *m, int seat, int points, enum aude_feature_kind kind,
                  bool final)
{
    m->points[seat] += points; /* BASE-46 */
    note(m, (struct model_entry){.what = AUDE_EV_SCORE,
                                 .seat = seat,
                                 .points = points,
                                 .feature = (int)kind,
                                 .final = final});
}

/* BASE-42: each owner gets the full points. */
static void award_owners(struct model *m, unsigned owners, int points,
                         enum aude_feature_kind kind, bool final)
{
    for (int seat = 0; seat < m->n_seats; seat++)
        if (owners >> seat & 1) award(m, seat, points, kind, final);
}

/* A note about a figure that stands on the map, before it moves or after it arrived. */
static void note_figure(struct model *m, enum aude_event_kind what,
                        const struct model_figure *figure)
{
    note(m, (struct model_entry){.what = what,
                                 .seat = figure->seat,
                                 .figure = (int)figure->kind,
                                 .x = m->tile[figure->tile].x,
                                 .y = m->tile[figure->tile].y,
                                 .segment = figure->segment});
}

/* ---- scoring: BASE-37 to BASE-49, BASE-52 ------------------------------------------ */

/* Is this figure due now? During the game in a complete feature, at the end in any but a
 * field. Every follower goes home when its feature is scored, so one that stands in a
 * complete feature shows that this turn completed it (BASE-37). */
static bool is_due(const struct model *m, int figure, bool final, struct model_feature *f)
{
    const struct model_figure *it = &m->figure[figure];

    if (it->tile == MODEL_HOME) return false;
    model_feature(m, it->tile, it->segment, f);
    return f->kind != AUDE_FIELD && (final || f->complete);
}

/* Majorities and points are all taken from one position; then followers go home, those of
 * seats without points too (BASE-44, BASE-47). */
static void score_features(struct model *m, bool final)
{
    struct model_feature f;
    bool scored[AUDE_TILES_MAX * AUDE_SEGMENTS_MAX] = {false};
    bool leaves[AUDE_FIGURES_MAX] = {false};

    for (int i = 0; i < m->n_figures; i++) {
        leaves[i] = is_due(m, i, final, &f);
        if (!leaves[i] || scored[f.id]) continue;
        scored[f.id] = true; /* BASE-45, BASE-64: a feature once, not a follower */
        award_owners(m, f.owners, model_points(m, &f), f.kind, final);
    }
    for (int i = 0; i < m->n_figures; i++) {
        if (!leaves[i]) continue;
        note_figure(m, AUDE_EV_RETURN, &m->figure[i]);
        m->figure[i].tile = MODEL_HOME;
    }
}

/* EDN-16: field by field. */
static void score_fields(struct model *m)
{
    struct model_feature field;

    for (int id = -1; next_feature(m, AUDE_FIELD, &id, &field);)
        award_owners(m, field.owners, model_points(m, &field), AUDE_FIELD, true);
}

/* EDN-17: city by city, the farmers of all fields around it together. */
static unsigned pooled_winners(const struct model *m, const struct model_feature *city)
{
    struct model_feature field;
    int farmers[AUDE_SEATS_MAX] = {0};

    for (int id = -1; next_feature(m, AUDE_FIELD, &id, &field);)
        for (int seat = 0; borders(m, &field, city) && seat < m->n_seats; seat++)
            farmers[seat] += field.strength[seat];
    return most(farmers);
}

/* EDN-18: whoever owns one of the fields around the city. */
static unsigned owners_around(const struct model *m, const struct model_feature *city)
{
    struct model_feature field;
    unsigned seats = 0;

    for (int id = -1; next_feature(m, AUDE_FIELD, &id, &field);)
        if (borders(m, &field, city)) seats |= field.owners;
    return seats;
}

static void score_supplied_cities(struct model *m)
{
    bool pooled = m->sw[AUDE_SWITCH_FARM_RULE] == AUDE_FARM_CITY_POOLED;
    struct model_feature city;

    for (int id = -1; next_feature(m, AUDE_CITY, &id, &city);) {
        if (!city.complete) continue; /* BASE-59 */
        award_owners(m, pooled ? pooled_winners(m, &city) : owners_around(m, &city),
                     points_per_city(m), AUDE_FIELD, true);
    }
}

/* BASE-52: first what is unfinished, then the fields. Without farmers they pay nobody. */
static void score_finally(struct model *m)
{
    note(m, (struct model_entry){.what = AUDE_EV_FINAL});
    score_features(m, true);
    if (m->sw[AUDE_SWITCH_FARM_RULE] == AUDE_FARM_FIELD)
        score_fields(m);
    else
        score_supplied_cities(m);
    note(m, (struct model_entry){.what = AUDE_EV_OVER});
    m->phase = AUDE_PHASE_OVER;
}

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
        if (side != opposite(heading) && river_leaves(kind, rot, side)) return side;
    return MODEL_NOTHING;
}

static int spring_side(aude_kind kind, int rot)
{
    for (int side = 0; side < 4; side++)
        if (river_leaves(kind, rot, side)) return side;
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
        w.x = m->tile[tile].x + step_x[out];
        w.y = m->tile[tile].y + step_y[out];
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
    int ax = w->x + step_x[out], ay = w->y + step_y[out];

    for (int y = ay - 2; y <= ay + 2; y++)
        for (int x = ax - 2; x <= ax + 2; x++) {
            int along = (x - ax) * step_x[out] + (y - ay) * step_y[out];
            int aside = (x - ax) * step_y[out] + (y - ay) * step_x[out];
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
    return w->entered != MODEL_NOTHING && out == opposite(w->entered);
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
    if (model_tile_at(m, x + step_x[out], y + step_y[out]) != MODEL_NOTHING)
        return false; /* RIV-7 */
    return waived || !turns_back(m, &w, out);
}

static bool is_lake(aude_kind kind)
{
    int role = aude_tiles[kind].river_role;

    return role == AUDE_RIVER_LAKE || role == AUDE_RIVER_VOLCANO_LAKE ||
           role == AUDE_RIVER_CITY_LAKE;
}

static int river_left(const struct model *m, bool lakes)
{
    int n = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (is_lake((aude_kind)kind) == lakes) n += m->river[kind];
    return n;
}

bool model_river_flows(const struct model *m)
{
    return river_left(m, false) + river_left(m, true) > 0;
}

/* May the next tile be of this kind? River before land (RIV-4), the lake last (RIV-3). */
static bool may_be_drawn(const struct model *m, aude_kind kind)
{
    if (!model_river_flows(m)) return m->pile[kind] > 0;
    return m->river[kind] > 0 && is_lake(kind) == (river_left(m, false) == 0);
}

/* RIV-8 speaks of the whole river pile, from which the tile in hand came. The lake counts
 * only when it is the tile to be drawn: till then it stays at the bottom. */
static bool some_river_tile_fits(const struct model *m, bool waived)
{
    bool drawn = m->hand != AUDE_KIND_NONE;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        bool candidate =
            drawn ? kind == m->hand || (m->river[kind] > 0 && !is_lake((aude_kind)kind))
                  : may_be_drawn(m, (aude_kind)kind);

        if (candidate && model_fits_somewhere(m, (aude_kind)kind, waived)) return true;
    }
    return false;
}

bool model_waived(const struct model *m)
{
    bool river =
        m->hand != AUDE_KIND_NONE ? aude_tiles[m->hand].river != 0 : model_river_flows(m);

    return river && m->sw[AUDE_SWITCH_RIVER_STUCK] == AUDE_STUCK_RESHUFFLE &&
           !some_river_tile_fits(m, false);
}

/* ---- laying a tile: BASE-10 to BASE-14 --------------------------------------------- */

static bool fits(const struct model *m, aude_kind kind, int x, int y, int rot,
                 bool waived)
{
    bool touches = false;

    if (model_tile_at(m, x, y) != MODEL_NOTHING) return false;
    for (int side = 0; side < 4; side++) {
        int next = model_tile_at(m, x + step_x[side], y + step_y[side]);

        if (next == MODEL_NOTHING) continue;
        touches = true;
        if (edge(kind, rot, side) !=
            edge(m->tile[next].kind, m->tile[next].rot, opposite(side)))
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
static int placements(const struct model *m, aude_kind kind, bool waived,
                      struct aude_action *out, int max)
{
    int n = 0;

    for (int i = 0; i < 4 * m->n_tiles && n < max; i++) {
        int x = m->tile[i / 4].x + step_x[i % 4], y = m->tile[i / 4].y + step_y[i % 4];

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

    return placements(m, kind, waived, &one, 1) > 0;
}

/* ---- figures: BASE-29 to BASE-36, ABB-2 to ABB-9 ----------------------------------- */

int model_supply(const struct model *m, int seat, enum aude_figure_kind kind)
{
    int n = 0;

    for (int i = 0; i < m->n_figures; i++)
        if (m->figure[i].seat == seat && m->figure[i].kind == kind &&
            m->figure[i].tile == MODEL_HOME)
            n++;
    return n;
}

/* Which figure may go to which kind of feature (BASE-30, EDN-4, ABB-3). */
static bool may_stand(const struct model *m, enum aude_figure_kind figure, int feature)
{
    switch (figure) {
    case AUDE_SMALL:
        if (feature == AUDE_FIELD) return m->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_ON;
        return feature != AUDE_GARDEN;
    case AUDE_ABBOT:
        return feature == AUDE_MONASTERY || feature == AUDE_GARDEN;
    default:
        return false;
    }
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
    for (int i = 0; i < print_of(m, tile)->n_segments; i++) {
        if (!may_stand(m, kind, segment_of(m, tile, i)->kind)) continue;
        model_feature(m, tile, i, &f);
        if (is_taken(m, &f)) continue; /* BASE-31 */
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
        n = placements(m, m->hand, model_waived(m), all, AUDE_ACTIONS_MAX);
    if (m->phase == AUDE_PHASE_ACTION) n = step_two(m, all);
    for (int i = 0; i < n && i < max; i++) out[i] = all[i];
    return n;
}

/* ---- playing ----------------------------------------------------------------------- */

static void add_tile(struct model *m, aude_kind kind, int x, int y, int rot, int seat)
{
    assert(m->n_tiles < AUDE_TILES_MAX);
    m->tile[m->n_tiles++] = (struct model_tile){x, y, kind, rot, seat};
}

static void lay(struct model *m, struct aude_action action)
{
    add_tile(m, m->hand, action.x, action.y, action.arg, m->seat);
    note(m, (struct model_entry){.what = AUDE_EV_LAY,
                                 .seat = m->seat,
                                 .tile = m->hand,
                                 .x = action.x,
                                 .y = action.y,
                                 .rot = action.arg});
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
        note_figure(m, AUDE_EV_PUT, it);
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
        award(m, it->seat, model_points(m, &f), f.kind, false);
        note_figure(m, AUDE_EV_RECALL, it);
        note_figure(m, AUDE_EV_RETURN, it);
        it->tile = MODEL_HOME;
    }
}

void model_play(struct model *m, struct aude_action action)
{
    m->n_log = 0;
    if (action.kind == AUDE_LAY) {
        lay(m, action);
        return;
    }
    if (action.kind == AUDE_PUT) put(m, action);
    if (action.kind == AUDE_RECALL) recall(m, action);
    score_features(m, false); /* step 3 */
    m->seat = (m->seat + 1) % m->n_seats;
    m->phase = AUDE_PHASE_DRAW;
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
    score_finally(m);
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
    if (event->seat != m->seat) return "it is another seat's turn (BASE-6)";
    if (event->points != ++m->turn) return "turns are not counted one by one";
    return NULL;
}

static const char *follow_draw(struct model *m, const struct aude_event *event)
{
    if (event->seat != m->seat) return "another seat draws (BASE-15)";
    if (!may_be_drawn(m, event->tile))
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
    if (some_river_tile_fits(m, true)) return "the river could go on (RIV-8)";
    if (event->points != river_left(m, false) + river_left(m, true))
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

/* ---- the beginning: BASE-2 to BASE-4, RIV-1 to RIV-3, ABB-1 ------------------------ */

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

static void fill_piles(struct model *m)
{
    bool river = m->sw[AUDE_SWITCH_RIVER] == AUDE_RIVER_I;
    aude_kind start = start_of(m, AUDE_SET_BASE), spring = start_of(m, AUDE_SET_RIVER_1);

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        const struct aude_tile *t = &aude_tiles[kind];

        if (t->set == AUDE_SET_BASE) m->pile[kind] = copies(m, t);
        if (t->set == AUDE_SET_RIVER_1 && river) m->river[kind] = copies(m, t);
    }
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

void model_init(struct model *m, const struct aude_setup *setup, int first)
{
    memset(m, 0, sizeof *m);
    memcpy(m->sw, setup->sw, sizeof m->sw);
    m->n_seats = setup->n_seats;
    fill_piles(m);
    for (int seat = 0; seat < m->n_seats; seat++) {
        add_figures(m, seat, AUDE_SMALL, 7); /* BASE-3 */
        if (m->sw[AUDE_SWITCH_ABBOT] == AUDE_ABBOT_ON)
            add_figures(m, seat, AUDE_ABBOT, 1);
    }
    m->seat = first;
    m->phase = AUDE_PHASE_DRAW;
    m->hand = AUDE_KIND_NONE;
}
