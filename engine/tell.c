/* tell.c -- for servers: what the other players hear of an action. */
#include "action_internal.h"

/* The action that tells a hidden game what it cannot know by itself of this event; NO_ACTION
 * if there is nothing to tell. */
static struct aude_action tell_of_event(const struct aude_event *ev)
{
    switch (ev->kind) {
    case AUDE_EV_DRAW:
        return (struct aude_action){.kind = AUDE_TELL, .arg = ev->tile};
    case AUDE_EV_REVEAL:
        return (struct aude_action){.kind = AUDE_REVEAL, .x = ev->x, .y = ev->y};
    case AUDE_EV_SCATTER:
        return (struct aude_action){.kind = AUDE_SCATTER,
                                    .figure = (uint8_t)ev->at.x,
                                    .segment = (uint8_t)ev->at.y,
                                    .x = ev->x,
                                    .y = ev->y};
    default:
        return (struct aude_action){.kind = AUDE_NO_ACTION};
    }
}

int aude_game_tell(const struct aude_game *before, struct aude_action action,
                   const struct aude_events *events, struct aude_action *out, int max)
{
    struct aude__sink sink = {.out = out, .max = max};

    if (action.kind == AUDE_TOSS) action = aude__catapult_list_glimpse_of(action);
    if (action.kind != AUDE_NO_ACTION) aude__sink_add(&sink, action);
    if (before->hidden) return sink.n; /* a hidden game was told everything already */
    for (int i = 0; i < events->n && i < events->max; i++) {
        struct aude_action more = tell_of_event(&events->list[i]);
        if (more.kind != AUDE_NO_ACTION) aude__sink_add(&sink, more);
    }
    return sink.n;
}
