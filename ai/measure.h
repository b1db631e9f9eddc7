/* measure.h -- for `aude bench --players`: how fast positions are valued, without a search around it. */
#ifndef AI_MEASURE_H
#define AI_MEASURE_H

#include "ai.h"

/* Value all lines of one turn by the formulas, `times` times, and add to `*looked` how many positions that were. Returns a
 * hash of the best values, which are the same to the last bit on every machine; 0 if there is no memory. */
uint64_t ai_measure_turn(const struct aude_game *view, int times, uint64_t *looked);

#endif
