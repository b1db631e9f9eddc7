/* river_1.c -- River I: a spring, ten tiles, a lake. How a river runs is in river.c. */
#include "engine.h"

const struct aude__set aude__set_river_1 = {
    .name = "river-1",
    .title = "River I",
    .playable = 1,
    .start = aude__river_start,
    .fits = aude__river_fits,
    .fits_bar = aude__river_fits_bar,
    .laid = aude__river_laid,
    .stuck = aude__river_stuck,
};
