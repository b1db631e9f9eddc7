/* figure.h -- figures for the other files of art/. */
#ifndef ART_FIGURE_H
#define ART_FIGURE_H

#include "art.h"
#include "svg.h"

/* seat.c: the colours of a seat and its emblem, a path. */
struct livery {
    const char *name, *body, *dark, *light, *mark, *emblem, *path;
};

const struct livery *seat_livery(unsigned seat);

/* A figure with its feet at 0,0, about 190 units tall. */
void art_figure_draw(struct svg *s, enum art_figure figure, unsigned seat,
                     enum art_pose pose, unsigned height);

#endif
