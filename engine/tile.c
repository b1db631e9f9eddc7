/* tile.c -- a kind of tile by its id; sides and halves of a tile that is turned. */
#include "engine.h"

int aude_tile_find(const char *id)
{
    for (int kind = 0; kind < aude_tiles_count; kind++)
        if (!strcmp(aude_tiles[kind].id, id)) return kind;
    return -1;
}

const int8_t aude_side_x[4] = {0, 1, 0, -1}, aude_side_y[4] = {-1, 0, 1, 0};

unsigned aude_turn_sides(unsigned sides, unsigned rot)
{
    return aude__turn_sides(sides, rot & 3);
}

unsigned aude_turn_halves(unsigned halves, unsigned rot)
{
    return aude__turn_halves(halves, rot & 3);
}
