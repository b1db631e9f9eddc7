/* border.h -- what lies on the line between two tiles, the same in both. */
#ifndef ART_BORDER_H
#define ART_BORDER_H

#include "svg.h"

#include <stdint.h>

enum { BORDER_HOUSES = 6 };

struct border_thing {
    uint8_t sprite;
    int16_t along, across;
};

extern const struct border_thing border_houses[2][BORDER_HOUSES];

/* Which of the two lists a side of that copy of a tile has. It depends on the cell, so the
 * neighbour chooses the same. */
unsigned border_list(unsigned copy, unsigned side);

/* List i of the sprites from SP_GROWTH on: growth on north (0, 1) and west sides (2, 3),
 * more of it in the middle where nothing crosses (4..7), houses on north sides (8, 9). */
void border_draw(struct svg *s, int list);
uint64_t border_uses(int list);

#endif
