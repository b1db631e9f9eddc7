/* seeded.h -- the chance of the C tests of the server. */
#ifndef AUDE_SEEDED_H
#define AUDE_SEEDED_H

#include <stdint.h>

/* It begins anew, from here; what it was before. */
uint64_t seeded_again(uint64_t state);

#endif
