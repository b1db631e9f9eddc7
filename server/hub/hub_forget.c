/* hub_forget.c -- old tables are removed, from the store and from memory. */
#include "hub_internal.h"

#include "store/store_hours.h"

#include <stdlib.h>

struct forgetting {
    struct hub_op op;
    int64_t before;
};

/* The date since which the server has run for as long as from `before` to now. Time without a
 * running server does not count, so nothing becomes old because the server was off for a year or
 * once started with a clock that was far ahead. */
static int64_t forget_running_since(const struct hub *hub, int64_t before)
{
    const struct store *store = hub->options.store;
    int64_t keep = hub->now - before, low = 0, high = before;

    while (low < high) {
        int64_t at = low + (high - low + 1) / 2;
        if (hub->now - at - store_hours_down(store, at) >= keep)
            low = at;
        else
            high = at - 1;
    }
    return low;
}

/* A table that is removed from the store is dropped from memory too. Otherwise its next entry would
 * be stored as a log without a beginning. */
static void forget_on_done(void *context, const struct store_answer *answer)
{
    struct forgetting *forgetting = context;
    struct hub *hub = forgetting->op.hub;
    int64_t before = forgetting->before;

    hub__wait_op_end(&forgetting->op);
    free(forgetting);
    if (!hub || answer->how != STORE_DONE || !answer->n) return;
    hub->counts.forgotten += (uint64_t)answer->n;
    for (struct room *room = hub->rooms, *next; room; room = next) {
        next = room->after;
        if (room->table->updated < before && !room->dirty && !hub__room_is_busy(room))
            hub__room_gone(hub, room, REFUSED_NO_TABLE);
    }
}

void hub_forget(struct hub *hub, int64_t before)
{
    struct store *store = hub->options.store;
    struct forgetting *forgetting = malloc(sizeof *forgetting);

    if (!forgetting) return;
    hub_flush(hub);
    hub__wait_op_begin(hub, &forgetting->op);
    forgetting->before = forget_running_since(hub, before);
    store->forget(store, forgetting->before, forget_on_done, forgetting);
}
