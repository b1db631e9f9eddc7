/* course.h -- the centre lines roads and rivers can take. Each appends to a line. */
#ifndef ART_COURSE_H
#define ART_COURSE_H

#include "plan.h"

#define CENTRE pt(500, 500)

bool sides_opposite(unsigned a, unsigned b);

/* Between opposite sides, with two gentle bends of `sway` units. */
void course_straight(struct line *l, unsigned a, unsigned b, double sway);

/* Between opposite sides, bowed to pass `mid`. */
void course_bowed(struct line *l, unsigned a, unsigned b, struct point mid);

/* Between neighbouring sides; `arm` is how far it goes on before it turns. */
void course_curve(struct line *l, unsigned a, unsigned b, double arm);

/* From a side to `to`, arriving along `arrive`, which points back along the way; the other
 * comes straight. */
void course_lead(struct line *l, unsigned side, struct point to, struct point arrive);
void course_lead_straight(struct line *l, unsigned side, struct point to);

/* From side a to b, leaving its way to brush along the wall of a city of one side. */
void course_brush(struct line *l, unsigned a, unsigned b, const struct city *c);

/* The rounded corner between the ways to side a and to the next one, which meet in the
 * middle; false if `sides` does not hold both. */
bool course_fillet(struct line *l, unsigned sides, unsigned a, double half, double r);

#endif
