/* limit_kinds.c -- the tables of the bare limit, made of the engine's tile facts. */
#include "limit.h"

#include "aude.h"

#include <string.h>

/* What a side demands, two bits: 0 anything, else this. */
static unsigned kinds_demand(unsigned edge)
{
    return edge + 1;
}

/* The unturned side that looks to `side` after `rot` quarter turns clockwise. */
static unsigned kinds_unturned(unsigned side, unsigned rot)
{
    return (side - rot) & 3;
}

/* Rotations in which the tile's sides `side` and `side + 1` suit that half of a demand. */
static uint8_t kinds_suit(const struct aude_tile *tile, unsigned side, unsigned half)
{
    unsigned rots = 0;

    for (unsigned rot = 0; rot < 4; rot++) {
        unsigned one = kinds_demand(tile->edge[kinds_unturned(side, rot)]);
        unsigned two = kinds_demand(tile->edge[kinds_unturned(side + 1, rot)]);
        bool suits =
            (!(half & 3) || (half & 3) == one) && (!(half >> 2) || half >> 2 == two);
        rots |= (unsigned)suits << rot;
    }
    return (uint8_t)rots;
}

/* The segment that a neighbour meets at the left, the middle or the right of a side, if any. A whole side of
 * field is met in the middle, as a city is. */
static unsigned kinds_met(const struct aude_tile *tile, unsigned side, unsigned port)
{
    if (tile->edge[side] == AUDE_EDGE_ROAD) return tile->port[3 * side + port];
    if (port != 1) return AUDE_KIND_NONE;
    return tile->port[3 * side + (tile->edge[side] == AUDE_EDGE_CITY)];
}

static bool kinds_turn(const struct aude_tile *tile, const uint8_t *ours, unsigned rot,
                       struct limit_turned *turned)
{
    uint8_t port[16];

    memset(port, LIMIT_NO_PORT, sizeof port);
    for (unsigned side = 0; side < 4; side++) {
        unsigned from = kinds_unturned(side, rot), edge = tile->edge[from];
        if (edge > AUDE_EDGE_CITY) return false;
        if (edge == AUDE_EDGE_FIELD && tile->port[3 * from] != tile->port[3 * from + 2])
            return false;
        turned->demands |= kinds_demand(edge) << (8 * side + 2 * (side ^ 2));
        for (unsigned p = 0; p < 3; p++) {
            unsigned segment = kinds_met(tile, from, p);
            if (segment != AUDE_KIND_NONE) port[4 * side + p] = ours[segment];
        }
    }
    memcpy(&turned->port, port, sizeof port);
    return true;
}

static uint32_t kinds_value(const struct aude_tile *tile,
                            const struct aude_segment *segment)
{
    uint32_t value = LIMIT_OPEN * (uint32_t)__builtin_popcount(segment->sides);

    if (segment->kind != AUDE_FIELD) return value + LIMIT_WORTH * (1u + segment->shields);
    value = LIMIT_OPEN;
    for (unsigned side = 0; side < 4; side++)
        if (tile->edge[side] == AUDE_EDGE_FIELD && segment->halves >> 2 * side & 1)
            value += LIMIT_OPEN;
    return value;
}

/* Numbers the segments anew, the monastery after all others. */
static bool kinds_number(const struct aude_tile *tile, struct limit_kind *out,
                         uint8_t ours[AUDE_SEGMENTS_MAX])
{
    for (unsigned s = 0; s < tile->n_segments; s++) {
        bool monastery = tile->segment[s].kind == AUDE_MONASTERY;
        if (tile->segment[s].kind == AUDE_GARDEN) return false;
        if (!monastery && out->n_segments == LIMIT_SEGMENTS) return false;
        ours[s] = monastery ? LIMIT_MONASTERY : out->n_segments++;
        out->segment[ours[s]] = (uint8_t)s;
        out->options |= (uint16_t)(1u << ours[s]);
    }
    return true;
}

static bool kinds_pair(struct limit_kind *out, unsigned field, unsigned city)
{
    if (out->n_pairs == 2) return false;
    out->pairs |= (field | city << 8) << 16 * out->n_pairs++;
    return true;
}

static void kinds_several(struct limit_kind *out, const uint8_t *ours, unsigned segments)
{
    out->several = true;
    out->no_more = UINT32_MAX;
    for (unsigned i = 0; segments; i++, segments &= segments - 1) {
        out->alike |= (uint32_t)ours[__builtin_ctz(segments)] << 8 * i;
        out->no_more &= ~(255u << 8 * i);
    }
}

static bool kinds_fill_one(const struct aude_tile *tile, struct limit_kind *out)
{
    uint8_t ours[AUDE_SEGMENTS_MAX];
    unsigned roads = tile->of[AUDE_ROAD], cities = tile->of[AUDE_CITY];

    if (!kinds_number(tile, out, ours)) return false;
    for (unsigned s = 0; s < tile->n_segments; s++) {
        const struct aude_segment *segment = &tile->segment[s];
        if (segment->kind == AUDE_MONASTERY) continue;
        out->value[ours[s]] = kinds_value(tile, segment);
        if (segment->kind == AUDE_CITY) out->cities |= (uint8_t)(1u << ours[s]);
        for (unsigned m = segment->kind == AUDE_FIELD ? segment->cities : 0; m;
             m &= m - 1)
            if (!kinds_pair(out, ours[s], ours[__builtin_ctz(m)])) return false;
    }
    bool two_roads = roads & (roads - 1), two_cities = cities & (cities - 1);
    if (two_roads && two_cities) return false;
    if (two_roads || two_cities) kinds_several(out, ours, two_roads ? roads : cities);
    if (out->n_segments > 4 && !out->several) return false;
    for (unsigned half = 0; half < 16; half++) {
        out->first[half] = (uint8_t)(kinds_suit(tile, 0, half) << 4);
        out->second[half] = (uint8_t)(kinds_suit(tile, 2, half) << 4);
    }
    for (unsigned rot = 0; rot < 4; rot++)
        if (!kinds_turn(tile, ours, rot, &out->turned[rot])) return false;
    return true;
}

bool limit_kinds_fill(struct limit_kinds *kinds)
{
    unsigned n = 0, draws = 0, handles = 0, monasteries = 0;

    memset(kinds, 0, sizeof *kinds);
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        const struct aude_tile *tile = &aude_tiles[kind];
        unsigned copies = tile->set == AUDE_SET_BASE ? tile->count : 0;
        if (!copies) continue;
        if (n == LIMIT_KINDS || !kinds_fill_one(tile, &kinds->kind[n])) return false;
        kinds->kind[n].kind = (uint8_t)kind;
        handles += copies * kinds->kind[n].n_segments;
        if (tile->of[AUDE_MONASTERY]) monasteries += copies;
        if (tile->marks & AUDE_MARK_START) kinds->start = (uint8_t)n, copies--;
        for (; copies; copies--) {
            if (draws == LIMIT_DRAWS) return false;
            kinds->pile[draws++] = (uint8_t)n;
        }
        n++;
    }
    /* A handle and a feature are a byte, those near a cell's monasteries a bit each. */
    return n == LIMIT_KINDS && draws == LIMIT_DRAWS && handles <= 255 - LIMIT_SEGMENTS &&
           monasteries <= 8;
}
