/* plan.h -- the ground plan of a tile: where walls, roads, water and buildings are.
 *
 * The plan is made from the tile table with north up and then turned as a whole, so every
 * rotation shows the same place. Both styles and the label grid are drawn from it. */
#ifndef ART_PLAN_H
#define ART_PLAN_H

#include "aude.h"
#include "line.h"
#include "rng.h"
#include "sine.h"

enum {
    RIVER_FILLET = 130,
    ROAD_FILLET = 80,
    PLAN_CITIES = 4,
    PLAN_ROADS = 6,
    PLAN_RIVERS = 3,
    PLAN_GATES = 6,
    PLAN_BELTS = 4,
    PLAN_SPOTS = 8,
    ROAD_HALF = 46,
    RIVER_HALF = 80,
    NOBODY = 255,
    LABEL_RIVER = 240, /* labels from here on are no segments */
    LABEL_BELT = 241,
    LABEL_PLACE = 242,  /* village, foundation */
    LABEL_WALLED = 243, /* Carcassonne */
    LABEL_NONE = 255
};

struct city {
    uint8_t segment, sides;
    uint8_t upper;   /* passes over another city */
    uint8_t crossed; /* passes over another city or below it */
    struct line outline;
    int n_walls;
    struct line
        wall[2]; /* from corner to corner, the city on the right; towers at the bends */
};

struct road {
    uint8_t segment;
    uint8_t upper;     /* passes over water or another road */
    uint8_t over_city; /* a viaduct across a city */
    uint8_t from, to;  /* the sides at its ends, or NOBODY */
    struct line line;
};

struct gate {
    struct point at,
        along;    /* a point of the wall; the wall's direction, city on the right */
    uint8_t city; /* index of plan.city */
};

enum spot_kind {
    SPOT_VILLAGE,
    SPOT_WELL, /* where the ends of one road join */
    SPOT_FARM, /* a dead end */
    SPOT_RING, /* a road round the fair */
    SPOT_MONASTERY,
    SPOT_SHRINE,
    SPOT_ABBEY,
    SPOT_GARDEN,
    SPOT_TOWER,
    SPOT_FAIR,
    SPOT_VOLCANO,
    SPOT_MOUTH, /* a road goes underground in the direction `toward` */
    SPOT_ARCH   /* a field passes below a city */
};

struct spot {
    uint8_t kind, segment;
    double r;
    struct point at, toward;
};

struct plan {
    const struct aude_tile *tile;
    unsigned rot;
    uint8_t edge[4]; /* enum aude_edge as the tile lies */
    int n_cities, n_roads, n_rivers, n_gates, n_belts, n_spots;
    struct city city[PLAN_CITIES];
    struct road road[PLAN_ROADS];
    struct line river[PLAN_RIVERS];
    uint8_t river_side[PLAN_RIVERS][2];
    struct gate gate[PLAN_GATES];
    struct line belt[PLAN_BELTS]; /* trees and rocks that separate two fields */
    struct spot spot[PLAN_SPOTS];
    uint8_t river_fork,
        road_fork;    /* sides whose ways meet in the middle with rounded corners */
    struct line pool; /* the shore of a spring or lake */
    struct point pool_at;
};

void plan_make(struct plan *plan, aude_kind kind, unsigned rot);
const struct spot *plan_spot(const struct plan *plan, enum spot_kind kind);

/* The label of a city in the grid. */
unsigned plan_city_label(const struct city *c);

/* A segment's anchor in tile units, as the tile lies. */
struct point plan_anchor(const struct plan *plan, unsigned segment);

/* The middle of a side, and the direction inwards. Corners: 0 north-west, clockwise. */
struct point plan_side_middle(unsigned side);
struct point plan_side_inward(unsigned side);
struct point plan_corner(unsigned i);

#endif
