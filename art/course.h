/* course.h -- centre lines for roads and rivers. Each call appends to a line. */
#ifndef ART_COURSE_H
#define ART_COURSE_H

#include "plan.h"

#define CENTRE pt(500, 500)

bool course_opposite(unsigned a, unsigned b);

/* Between opposite sides, with two gentle bends of `sway` units. */
void course_straight(struct line *l, unsigned a, unsigned b, double sway);

/* Between opposite sides, bent to pass `mid`. */
void course_bowed(struct line *l, unsigned a, unsigned b, struct point mid);

/* Between neighbouring sides; it goes straight for `arm` units before it turns. */
void course_curve(struct line *l, unsigned a, unsigned b, double arm);

/* From a side to `to`. `arrive` is the direction at the end and points back along the
 * way. course_lead_straight() arrives from the direction of the side. */
void course_lead(struct line *l, unsigned side, struct point to, struct point arrive);
void course_lead_straight(struct line *l, unsigned side, struct point to);

/* From side a to side b, with a detour along the wall of a city. */
void course_brush(struct line *l, unsigned a, unsigned b, const struct city *c);

/* The rounded corner between the ways to side a and to the next side, which meet in the
 * middle; false if `sides` does not contain both. */
bool course_fillet(struct line *l, unsigned sides, unsigned a, double half, double r);

#endif
