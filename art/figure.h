/* figure.h -- figures for the other files of the picture. */
#ifndef ART_FIGURE_H
#define ART_FIGURE_H

#include "art.h"
#include "svg.h"

/* A figure with its feet at 0,0, about 190 units tall. */
void figure_draw(struct svg *s, enum art_figure figure, unsigned seat, enum art_pose pose,
                 unsigned height);

#endif
