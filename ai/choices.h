/* choices.h -- everything a seat could do in a row now, the best first, each with its error.
 *
 * A line is a whole decision: where the tile goes, and what else its seat does before somebody
 * else decides or a tile is drawn. ai_analyse() tells only the first two actions and no
 * error. */
#ifndef AI_CHOICES_H
#define AI_CHOICES_H

#include "ai.h"

enum { AI_CHOICE_MAX = 4 }; /* actions of a line */

struct ai_choice {
    struct aude_action action[AI_CHOICE_MAX];
    int n;
    uint64_t playouts; /* 0: only looked at */
    bool exact;        /* followed to the end of the game, or it ends with this line */
    double difference; /* expected final points of the seat less its best rival's */
    double error;      /* the standard error of that; -1: not known */
    double win;        /* chance to win, 0..1 */
};

/* Up to `max` lines of the seat that decides in `view`, and how many. With a `stop` and no
 * number of playouts it goes on until it is stopped. 0 if nobody has to decide. */
int ai_choices(const struct aude_game *view, const struct ai_limits *limits,
               struct ai_rng *rng, struct ai_choice out[], int max);

#endif
