/* fields_internal.h -- short names of enum aude_field, for the columns of the two tables of
 * action.c and event.c. */
#ifndef AUDE_FIELDS_INTERNAL_H
#define AUDE_FIELDS_INTERNAL_H

#include "aude.h"

enum {
    CELL = AUDE_HAS_CELL,
    FIGURE = AUDE_HAS_FIGURE,
    SEGMENT = AUDE_HAS_SEGMENT,
    TILE = AUDE_HAS_TILE,
    ROT = AUDE_HAS_ROT,
    FEATURE = AUDE_HAS_FEATURE,
    POINTS = AUDE_HAS_POINTS,
    SUM = AUDE_HAS_SUM,
    GOODS = AUDE_HAS_GOODS,
    SEAT = AUDE_HAS_OTHER,
    QUARTER = AUDE_HAS_QUARTER,
    ROUND = AUDE_HAS_ROUND,
    STAND = AUDE_HAS_STAND,
    NUMBERS = AUDE_HAS_NUMBERS,
    POINT = AUDE_HAS_POINT,
    SIDE = AUDE_HAS_SIDE,
    HANDS = AUDE_HAS_HANDS,
    ERRORS = AUDE_HAS_ERRORS,
    PLACE = FIGURE | SEGMENT | CELL,
    TARGET = SEAT | PLACE
};

#endif
