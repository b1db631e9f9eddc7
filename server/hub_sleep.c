/* hub_sleep.c -- tables that are out of memory while their clock runs. A move may take days; of
 * a table that nobody watches only its name and its clock stay, and it is loaded again before the
 * clock runs out. */
#include "hub_room.h"

#include <stdlib.h>
#include <string.h>

struct sleeper {
    struct sleeper *next;
    char id[TABLE_ID_MAX];
    int64_t wakes; /* when its clock runs out */
};

/* Is there a clock to be remembered? What it has used up is in the log. */
bool hub__fall_asleep(struct hub *hub, const struct room *room)
{
    const struct table *table = room->table;
    struct sleeper *sleeper;

    if (table->stage != TABLE_PLAY || !table->options.clock) return true;
    if (table_deadline(table) - hub->now <= HUB_NAP_MS) return false;
    if (!(sleeper = calloc(1, sizeof *sleeper))) return false;
    *sleeper = (struct sleeper){.next = hub->sleepers, .wakes = table_deadline(table)};
    memcpy(sleeper->id, table->id, sizeof sleeper->id);
    hub->sleepers = sleeper;
    return true;
}

/* The table is in memory again, or nowhere. */
void hub__awake(struct hub *hub, const char *id)
{
    struct sleeper **at = &hub->sleepers, *found;

    while (*at && strcmp((*at)->id, id) != 0) at = &(*at)->next;
    if (!(found = *at)) return;
    *at = found->next;
    free(found);
}

/* Those whose time is nearly up. Loading one takes it off the list. */
void hub__wake_sleepers(struct hub *hub)
{
    for (struct sleeper *sleeper = hub->sleepers, *next; sleeper; sleeper = next) {
        char id[TABLE_ID_MAX];
        next = sleeper->next;
        if (sleeper->wakes - hub->now > HUB_NAP_MS) continue;
        memcpy(id, sleeper->id, sizeof id);
        hub__room(hub, id);
    }
}

void hub__free_sleepers(struct hub *hub)
{
    while (hub->sleepers) {
        struct sleeper *next = hub->sleepers->next;
        free(hub->sleepers);
        hub->sleepers = next;
    }
}
