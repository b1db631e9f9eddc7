/* outlook.h -- what may become of one feature, as the evaluation sees it: for people who ask.
 *
 * The chances and points are those the searching players weigh, so a person who asks and a
 * computer who plays are told the same. */
#ifndef AI_OUTLOOK_H
#define AI_OUTLOOK_H

#include "aude.h"

struct ai_outlook {
    double
        completed; /* chance that it is completed; below 0 where nothing completes it */
    double points; /* what an owner may expect of it at the end */
};

/* Of the feature that segment `segment` of laid tile `tile` belongs to. Where nobody stands
 * the points are those of a follower who stood there alone. False if there is no memory. */
bool ai_outlook(const struct aude_game *view, int tile, unsigned segment,
                struct ai_outlook *out);

#endif
