/* after.h -- what every action of a position would lead to, before the next draw. */
#ifndef AFTER_H
#define AFTER_H

#include <aude.h>

struct after {
    struct aude_game view, first, then;
    unsigned seat; /* who decides; only what that seat may know is looked at */
    bool whole;    /* to the end of the seat's decisions, two of them at most */
    /* Called for each: `game` is what came out, `action` the index of the first action. */
    void (*row)(struct after *after, const struct aude_game *game, int action);
    void *context;
};

/* Set `whole`, `row` and `context` first. */
void after_walk(struct after *after, const struct aude_game *game);

#endif
