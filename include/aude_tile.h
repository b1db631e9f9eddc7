/* aude_tile.h -- what is printed on a tile, as plain facts.
 *
 * The tables are compiled from data/tiles/ at build time (tools/make/tilec.c) and never
 * change: a tile's kind is its index in them. Everything here is unturned, north up.
 *
 * Half sides are numbered clockwise from the top left, ports likewise, three to a side:
 *
 *        NL  NR                 0   1                0  1  2
 *     WR        EL           7         2          11        3
 *     WL        ER           6         3          10        4
 *        SR  SL                 5   4              9        5
 *                                                   8  7  6
 *
 * Left and right are as seen from the tile's centre, looking out over that side. */
#ifndef AUDE_TILE_H
#define AUDE_TILE_H

#include <stdalign.h>
#include <stdint.h>

#include "aude_api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint8_t aude_kind; /* index into the tile table */

enum {
    AUDE_SEGMENTS_MAX = 9, /* on one tile: four roads, four fields, a monastery */
    AUDE_WAGON_GROUPS_MAX = 4,
    AUDE_CROSSINGS_MAX = 3,
    AUDE_KIND_NONE = 255
};

/* ORDER SET: `grep 'ORDER SET'` finds the tables that follow it. Sets take part in
 * hooks in this order; records and hashes hold the numbers, so a new set comes last. */
enum aude_set {
    AUDE_SET_BASE,
    AUDE_SET_RIVER_1,
    AUDE_SET_RIVER_2,
    AUDE_SET_ABBOT, /* no tiles of its own */
    AUDE_SET_INNS,
    AUDE_SET_TRADERS,
    AUDE_SET_DRAGON,
    AUDE_SET_TOWER,
    AUDE_SET_ABBEY,
    AUDE_SET_COUNT,
    AUDE_SET_KING,
    AUDE_SET_CULT,
    AUDE_SET_CATAPULT,
#ifdef AUDE_TINY_SET
    AUDE_SET_MILESTONES, /* for tests (tests/tiny) */
#endif
    AUDE_SETS
};

typedef uint32_t
    aude_sets; /* several sets: bit 1 << AUDE_SET_BASE is the base game ... */

/* ORDER EDGE: `grep 'ORDER EDGE'` finds the tables that follow it. What crosses the
 * middle of a side. The first four are what a laid tile can demand of its neighbour; a wall only
 * ever faces a wall, and an abbey suits everything. */
enum aude_edge {
    AUDE_EDGE_FIELD,
    AUDE_EDGE_ROAD,
    AUDE_EDGE_CITY,
    AUDE_EDGE_RIVER,
    AUDE_EDGE_WALL,
    AUDE_EDGE_ABBEY
};

/* ORDER FEATURE: `grep 'ORDER FEATURE'` finds the tables that follow it. Scoring goes in
 * this order (BASE-44). */
enum aude_feature_kind {
    AUDE_ROAD,
    AUDE_CITY,
    AUDE_MONASTERY, /* cloister, shrine and abbey: the tags tell which */
    AUDE_GARDEN,
    AUDE_FIELD,
    AUDE_FEATURE_KINDS
};

/* ORDER GOODS: `grep 'ORDER GOODS'` finds the tables that follow it.
 * aude_feature_goods() does too, from WINE on. */
enum aude_goods { AUDE_GOODS_NONE, AUDE_WINE, AUDE_GRAIN, AUDE_CLOTH };

/* ORDER TAG: `grep 'ORDER TAG'` finds the tables that follow it. Tags of a segment; a
 * feature has the tags of all its segments. */
enum aude_tag {
    AUDE_TAG_INN = 1,
    AUDE_TAG_CATHEDRAL = 2,
    AUDE_TAG_PRINCESS = 4,
    AUDE_TAG_HERD = 8,
    AUDE_TAG_CARCASSONNE = 16, /* a field that borders the count's city */
    AUDE_TAG_SHRINE = 32,
    AUDE_TAG_ABBEY = 64,
    AUDE_TAG_MILESTONE = 128 /* for tests (tests/tiny) */
};
#ifdef AUDE_TINY_SET
enum { AUDE_TAGS = 8 };
#else
enum { AUDE_TAGS = 7 };
#endif

/* ORDER MARK: `grep 'ORDER MARK'` finds the tables that follow it. Marks of a tile as a
 * whole. */
enum aude_mark {
    AUDE_MARK_START = 1,
    AUDE_MARK_VOLCANO = 2,
    AUDE_MARK_DRAGON = 4,
    AUDE_MARK_PORTAL = 8,
    AUDE_MARK_TOWER = 16,
    AUDE_MARK_FAIR = 32
};
enum { AUDE_MARKS = 6 };

/* ORDER RIVER: `grep 'ORDER RIVER'` finds the tables that follow it. */
enum aude_river_role {
    AUDE_RIVER_NONE,
    AUDE_RIVER_SPRING,
    AUDE_RIVER_SEGMENT,
    AUDE_RIVER_FORK,
    AUDE_RIVER_LAKE,
    AUDE_RIVER_VOLCANO_LAKE,
    AUDE_RIVER_CITY_LAKE
};

struct aude_segment {
    uint16_t tags;       /* enum aude_tag */
    uint8_t kind : 3;    /* enum aude_feature_kind */
    uint8_t shields : 5; /* as in struct aude_feature, so that they are copied at once */
    uint8_t sides;       /* road, city: bit 0 N, 1 E, 2 S, 3 W */
    uint8_t halves;      /* field: bit i is half side i */
    uint8_t goods;       /* enum aude_goods */
    uint16_t
        cities;   /* field: bit i if it borders city segment i of this tile (BASE-28) */
    int16_t x, y; /* where a follower stands: 0..1023 from the top left corner (CAT-18) */
};

/* A bridge or tunnel: `upper` passes over `lower` and the two do not meet. Segment
 * indexes; AUDE_OVER_RIVER stands for the river, which is no feature (RIV-14). */
enum { AUDE_OVER_RIVER = 254 };
struct aude_crossing {
    uint8_t tunnel; /* else a bridge */
    uint8_t upper, lower;
};

struct aude_tile {
    /* What is read at every turn comes first: it fits into two lines of a cache. */
    /* The edges as a demand (struct aude_frontier), for each of the four rotations. */
    alignas(64) uint16_t sides[4];
    uint8_t port[12]; /* segment at each port, AUDE_KIND_NONE where there is none */
    uint16_t of[AUDE_FEATURE_KINDS]; /* the segments of each kind, bit 0 the first */
    uint16_t tags;                   /* enum aude_tag of any of them */
    uint16_t marks;                  /* enum aude_mark */
    uint8_t n_segments;
    uint8_t walls;      /* count tiles: half sides inside the walls */
    uint8_t river_role; /* enum aude_river_role */
    uint8_t river;      /* sides the river reaches, bit 0 N ... */
    struct aude_segment segment[AUDE_SEGMENTS_MAX];

    const char *id;       /* "base/city-road-straight" */
    const char *jcz;      /* its name in JCloisterZone saves, or "" */
    const char *remarks;  /* a note for people, or "" */
    char letter;          /* rulebook letter A..X of the base set, or 0 */
    uint8_t set;          /* enum aude_set */
    uint8_t count;        /* copies in the classic edition */
    uint8_t revised;      /* copies in the revised edition, with gardens */
    uint8_t edge[4];      /* enum aude_edge, N E S W */
    int8_t col, row;      /* count tiles: place in the 4 x 3 block, else -1 */
    aude_kind variant_of; /* the plain kind that a garden variant replaces, else NONE */
    int16_t tower_x, tower_y; /* anchor of the tower foundation, else -1 */
    uint8_t n_wagon, n_crossings;
    uint16_t wagon[AUDE_WAGON_GROUPS_MAX]; /* segments that meet at one point (AM-33) */
    struct aude_crossing crossing[AUDE_CROSSINGS_MAX];
};

/* A quarter of Carcassonne: what its followers may be moved to, and where they stand, in
 * units of 1024 a tile from the top left corner of the 4 x 3 block. */
struct aude_quarter {
    const char *name;
    uint8_t serves; /* enum aude_feature_kind */
    int16_t x, y;
};

/* In the order castle, market, blacksmith, cathedral. */
AUDE_API extern const struct aude_quarter aude_quarters[4];

AUDE_API extern const struct aude_tile aude_tiles[];
AUDE_API extern const int aude_tiles_count;

#ifdef __cplusplus
}
#endif

#endif
