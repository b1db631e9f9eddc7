/* tile_internal.h -- what the beginning of a game asks of every kind of tile, side by side. */
#ifndef AUDE_TILE_INTERNAL_H
#define AUDE_TILE_INTERNAL_H

#include "aude_tile.h"

enum {
    AUDE__DEALT_COMMON =
        1
        << 0, /* of the pile that all draw from: rivers, abbeys and the count's city are not */
    AUDE__DEALT_DRAGON = 1 << 1,
    AUDE__DEALT_START = 1 << 2,
    AUDE__DEALT_ABBEY = 1 << 3
};

/* DEALT APART: a pile goes through all kinds, and in aude_tiles[] each of them is two lines of the cache that it needs for
 * nothing else; here eight kinds are one line. As in struct aude_tile where the names are the same. */
struct aude__dealt {
    uint8_t set, count, revised, river_role;
    uint8_t n_segments, n_cloisters; /* monasteries and gardens */
    uint8_t is;                      /* AUDE__DEALT_... */
    uint8_t unused;
};

extern const struct aude__dealt aude__dealt[];

#endif
