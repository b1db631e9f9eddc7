/* plan_parts.h -- what the files of the ground plan know of each other. */
#ifndef ART_PLAN_PARTS_H
#define ART_PLAN_PARTS_H

#include "plan.h"

/* wall.c: fill outline and walls of a city from its sides. */
void city_shape(struct city *c, double pull, double depth);
void city_shape_over(struct city *c);
/* The wall of Carcassonne from wall[0].p[0], which is set, to `to`. */
void carcassonne_wall(struct city *c, struct point to);

/* way.c: roads and rivers of the unturned plan; cities and buildings are there. */
void plan_rivers(struct plan *plan);
void plan_roads(struct plan *plan);

/* belt.c: what parts two fields where no road, wall or water does. */
void plan_belts(struct plan *plan);

struct spot *plan_add_spot(struct plan *plan, enum spot_kind kind, struct point at,
                           double r);
bool plan_is(const struct plan *plan, const char *id);

#endif
