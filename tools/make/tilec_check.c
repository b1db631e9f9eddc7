/* tilec_check.c -- a tile whose statements are all read: what follows from them is filled in,
 * and what must hold is checked. */
#include "tilec.h"

#include <string.h>

static bool tilec_check_is_segment(uint8_t owner)
{
    return owner < WALL;
}

static bool tilec_check_is_field(const struct entry *e, uint8_t owner)
{
    return tilec_check_is_segment(owner) && e->tile.segment[owner].kind == AUDE_FIELD;
}

static bool tilec_check_is_abbey(const struct aude_tile *t)
{
    return t->n_segments > 0 && (t->segment[0].tags & AUDE_TAG_ABBEY);
}

static uint8_t tilec_check_edge_of_side(const struct entry *e, int side)
{
    uint8_t middle = e->middle[side];

    if (tilec_check_is_abbey(&e->tile)) return AUDE_EDGE_ABBEY;
    if (middle == RIVER) return AUDE_EDGE_RIVER;
    if (tilec_check_is_segment(middle))
        return e->tile.segment[middle].kind == AUDE_CITY ? AUDE_EDGE_CITY
                                                         : AUDE_EDGE_ROAD;
    if (e->half[2 * side] == WALL || e->half[2 * side + 1] == WALL) return AUDE_EDGE_WALL;
    return AUDE_EDGE_FIELD;
}

static uint8_t tilec_check_port_of(uint8_t owner)
{
    return tilec_check_is_segment(owner) ? owner : AUDE_KIND_NONE;
}

/* Left, middle and right as seen from the centre. A field side whose halves belong to two
 * fields has nothing in the middle: neither of them crosses it there. */
static void tilec_check_fill_ports(struct entry *e, int side)
{
    uint8_t left = e->half[2 * side], right = e->half[2 * side + 1];
    uint8_t *port = &e->tile.port[3 * side];

    port[0] = tilec_check_port_of(left);
    port[1] = tilec_check_port_of(e->middle[side]);
    port[2] = tilec_check_port_of(right);
    if (e->tile.edge[side] == AUDE_EDGE_FIELD && left == right) port[1] = port[0];
}

static void tilec_check_side(const struct entry *e, int side)
{
    uint8_t edge = e->tile.edge[side];

    if (edge == AUDE_EDGE_ABBEY) return;
    for (int half = 2 * side; half < 2 * side + 2; half++) {
        if (e->half[half] == NOBODY)
            line_fail_at(e->line, "half side %s belongs to nobody",
                         aude_half_name((unsigned)half));
        if ((edge == AUDE_EDGE_ROAD || edge == AUDE_EDGE_RIVER) &&
            !tilec_check_is_field(e, e->half[half]))
            line_fail_at(e->line, "half side %s, beside a %s, must be a field",
                         aude_half_name((unsigned)half),
                         edge == AUDE_EDGE_ROAD ? "road" : "river");
    }
}

static void tilec_check_edges(const struct entry *e)
{
    char made[5] = "";

    for (int side = 0; side < 4; side++) made[side] = edge_letters[e->tile.edge[side]];
    if (e->edges[0] && strcmp(e->edges, made) != 0)
        line_fail_at(e->line, "the edges are given as %s, but the parts make %s",
                     e->edges, made);
}

static int tilec_check_bits(unsigned mask)
{
    int n = 0;

    for (; mask; mask &= mask - 1) n++;
    return n;
}

static void tilec_check_river(const struct entry *e)
{
    const struct aude_tile *t = &e->tile;
    int want = t->river_role == AUDE_RIVER_NONE      ? 0
               : t->river_role == AUDE_RIVER_SEGMENT ? 2
               : t->river_role == AUDE_RIVER_FORK    ? 3
                                                     : 1;

    if (tilec_check_bits(t->river) != want)
        line_fail_at(e->line, "a river of this role reaches %d sides, not %d", want,
                     tilec_check_bits(t->river));
}

static void tilec_check_abbey(const struct entry *e)
{
    const struct aude_tile *t = &e->tile;

    for (int i = 0; i < t->n_segments; i++)
        if ((t->segment[i].tags & AUDE_TAG_ABBEY) &&
            (t->n_segments > 1 || t->river || t->walls))
            line_fail_at(e->line, "an abbey stands alone on its tile");
}

static bool tilec_check_same_segment(const struct aude_segment *a,
                                     const struct aude_segment *b)
{
    return a->kind == b->kind && a->sides == b->sides && a->halves == b->halves &&
           a->shields == b->shields && a->goods == b->goods && a->tags == b->tags &&
           a->cities == b->cities;
}

/* Segment indexes of a garden tile, without the garden. */
static uint8_t tilec_check_without_garden(uint8_t segment, int garden)
{
    return (uint8_t)(segment < WALL && segment > garden ? segment - 1 : segment);
}

static bool tilec_check_same_crossings(const struct aude_tile *t,
                                       const struct aude_tile *plain, int garden)
{
    if (t->n_crossings != plain->n_crossings) return false;
    for (int i = 0; i < t->n_crossings; i++)
        if (t->crossing[i].tunnel != plain->crossing[i].tunnel ||
            tilec_check_without_garden(t->crossing[i].upper, garden) !=
                plain->crossing[i].upper ||
            tilec_check_without_garden(t->crossing[i].lower, garden) !=
                plain->crossing[i].lower)
            return false;
    return true;
}

static bool tilec_check_same_but_garden(const struct aude_tile *t,
                                        const struct aude_tile *plain, int garden)
{
    if (t->n_segments != plain->n_segments + 1) return false;
    for (int i = 0; i < plain->n_segments; i++)
        if (!tilec_check_same_segment(&t->segment[i < garden ? i : i + 1],
                                      &plain->segment[i]))
            return false;
    return t->marks == plain->marks && t->river == plain->river &&
           t->river_role == plain->river_role && t->letter == plain->letter &&
           memcmp(t->edge, plain->edge, sizeof t->edge) == 0 &&
           t->n_wagon == plain->n_wagon &&
           memcmp(t->wagon, plain->wagon, sizeof t->wagon) == 0 &&
           tilec_check_same_crossings(t, plain, garden);
}

static void tilec_check_variant(const struct entry *e)
{
    const struct aude_tile *t = &e->tile;
    int garden = tilec_parts_nth_segment(t, AUDE_GARDEN, 0);

    if (garden < 0 && t->variant_of == AUDE_KIND_NONE) return;
    if (garden < 0)
        line_fail_at(e->line, "a tile that replaces another must have a garden");
    if (t->variant_of == AUDE_KIND_NONE)
        line_fail_at(e->line, "a tile with a garden must say which tile it replaces");
    if (!tilec_check_same_but_garden(t, &entries[t->variant_of].tile, garden))
        line_fail_at(e->line, "apart from its garden this tile must be like %s",
                     entries[t->variant_of].id);
}

void tilec_check_finish_tile(void)
{
    struct entry *e;

    if (!tile_open) return;
    tile_open = false;
    e = &entries[n_entries - 1];
    if (!e->counted)
        line_fail_at(e->line, "the tile does not say how many there are, like x4");
    if (in.set == AUDE_SET_COUNT && !e->placed)
        line_fail_at(e->line, "a tile of the count must have a place");
    if (e->tile.walls && !e->placed)
        line_fail_at(e->line, "only tiles of the count have walls");
    tilec_check_abbey(e);
    for (int side = 0; side < 4; side++) {
        e->tile.edge[side] = tilec_check_edge_of_side(e, side);
        tilec_check_side(e, side);
        tilec_check_fill_ports(e, side);
    }
    tilec_check_edges(e);
    tilec_check_river(e);
    tilec_check_variant(e);
}
