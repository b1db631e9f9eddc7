/* plan_parts.h -- what the files of the ground plan know of each other. */
#ifndef ART_PLAN_PARTS_H
#define ART_PLAN_PARTS_H

#include "plan.h"

/* plan_wall.c: fill outline and walls of a city from its sides. */
void city_shape(struct city *c, double pull, double depth);
void city_shape_over(struct city *c);
/* The wall of Carcassonne from wall[0].p[0], which is set, to `to`. */
void carcassonne_wall(struct city *c, struct point to);

/* plan_river.c, plan_road.c: ways of the unturned plan; cities and buildings are there. */
void plan_rivers(struct plan *plan);
void plan_roads(struct plan *plan);
struct road *plan_add_road(struct plan *plan, unsigned segment, unsigned from,
                           unsigned to);

/* plan_gate.c: a road from a side to the best gate of a city; the street from the village in
 * the middle to a city that takes part in the crossing. */
void plan_road_to_gate(struct plan *plan, unsigned segment, unsigned side, int city);
void plan_stub_to_city(struct plan *plan, int city);

/* plan_belt.c: what parts two fields where no road, wall or water does. */
void plan_belts(struct plan *plan);

/* plan.c */
struct spot *plan_add_spot(struct plan *plan, enum spot_kind kind, struct point at,
                           double r);
bool plan_is(const struct plan *plan, const char *id);

#endif
