/* picture.h -- a tile as a small raster: what each character of a text board shows. */
#ifndef PICTURE_H
#define PICTURE_H

#include "cli.h"

enum { PICTURE_W_MAX = 15, PICTURE_H_MAX = 7, PICTURE_NO_SEGMENT = 255 };

enum picture_what {
    PICTURE_FIELD,
    PICTURE_CITY,
    PICTURE_ROAD,
    PICTURE_RIVER,
    PICTURE_VILLAGE,
    PICTURE_SHIELD, /* in a city */
    PICTURE_MONASTERY,
    PICTURE_MONASTERY_LEFT, /* its walls, if there is room */
    PICTURE_MONASTERY_RIGHT,
    PICTURE_GARDEN
};

struct picture_cell {
    uint8_t what;    /* enum picture_what */
    uint8_t links;   /* road, river: the sides it goes to, bit 0 N .. 3 W */
    uint8_t segment; /* index on the tile, or PICTURE_NO_SEGMENT */
};

/* w and h are odd, so that there is a middle. */
struct picture {
    int w, h;
    struct picture_cell cell[PICTURE_H_MAX][PICTURE_W_MAX];
};

/* Draw the tile, turned by `rot`, with w by h characters. */
void picture_draw(struct picture *picture, aude_kind kind, unsigned rot, int w, int h);

/* Do two pictures look the same? */
bool picture_same(const struct picture *a, const struct picture *b);

/* The character at which a follower on `segment` stands. */
void picture_spot(const struct picture *picture, aude_kind kind, unsigned rot,
                  unsigned segment, int *x, int *y);

#endif
