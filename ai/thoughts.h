/* thoughts.h -- the rest of the line that a player chose, kept by the caller until its next decision. Inside ai/ only. */
#ifndef AI_THOUGHTS_H
#define AI_THOUGHTS_H

#include "turn.h"

/* Keep what follows the first action of the line. */
void thoughts_keep(struct ai_thoughts *thoughts, const struct aude_game *view,
                   const struct turn_line *line);
/* What was meant to be done in this position; false: nothing was, or it cannot be done. */
bool thoughts_next(const struct ai_thoughts *thoughts, const struct aude_game *view,
                   struct aude_action *action);

#endif
