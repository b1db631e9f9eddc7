/* herb.h -- grass and flowers: many and small, so each kind is drawn as one path. */
#ifndef ART_HERB_H
#define ART_HERB_H

#include "sprite.h"

enum { HERBS_MAX = 96 };

struct herbs {
    int n;
    struct {
        int16_t x, y;
        uint8_t sprite;
    } at[HERBS_MAX];
};

/* SP_TUFT .. SP_LAVENDER are herbs. */
bool herb_is(unsigned sprite);
void herbs_add(struct herbs *herbs, enum sprite sprite, struct point at);
void herbs_draw(struct svg *s, const struct herbs *herbs);

#endif
