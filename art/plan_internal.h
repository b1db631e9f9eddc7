/* plan_internal.h -- what the files of the ground plan share. */
#ifndef ART_PLAN_INTERNAL_H
#define ART_PLAN_INTERNAL_H

#include "plan.h"

/* plan_wall.c: outline and walls of a city, from its sides. */
void plan_wall_city(struct city *c, double pull, double depth);
void plan_wall_over(struct city *c);
/* The wall of Carcassonne from wall[0].p[0], which is set already, to `to`. */
void plan_wall_carcassonne(struct city *c, struct point to);

/* plan_river.c, plan_road.c: roads and rivers of the unturned plan. Cities and buildings
 * must be there. */
void plan_rivers(struct plan *plan);
void plan_roads(struct plan *plan);
struct road *plan_road_add(struct plan *plan, unsigned segment, unsigned from,
                           unsigned to);

/* plan_gate.c: a road from a side to the best gate of a city; the street from the village
 * in the middle to a city that takes part in the crossing. */
void plan_gate_road(struct plan *plan, unsigned segment, unsigned side, int city);
void plan_gate_stub(struct plan *plan, int city);

/* plan_belt.c: what separates two fields if no road, wall or water does. */
void plan_belts(struct plan *plan);

/* plan.c */
struct spot *plan_add_spot(struct plan *plan, enum spot_kind kind, struct point at,
                           double r);
bool plan_is(const struct plan *plan, const char *id);

#endif
