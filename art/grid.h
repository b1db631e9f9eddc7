/* grid.h -- the tile as 100 x 100 cells: which segment is seen where.
 *
 * What is not city, road, water or building is field. A flood fill separates the fields,
 * and their half sides name them. The same grid answers clicks and finds free space for
 * things. */
#ifndef ART_GRID_H
#define ART_GRID_H

#include "plan.h"

enum { GRID = 100, CELL = 10 };

struct grid {
    uint8_t label[GRID][GRID]; /* [y][x]: a segment, or a LABEL_... of plan.h */
    uint16_t room[GRID][GRID]; /* units to the nearest cell with another label */
};

void grid_make(struct grid *g, const struct plan *plan);

/* The label at a point; LABEL_NONE outside the tile. */
unsigned grid_at(const struct grid *g, struct point p);
double grid_room(const struct grid *g, struct point p);
struct point grid_cell_middle(int x, int y);

/* The number of cells with that label. */
int grid_area(const struct grid *g, unsigned label);

#endif
