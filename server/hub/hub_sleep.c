/* hub_sleep.c -- tables that are out of memory while their clock runs. A move may take days; of
 * a table that nobody watches only its name and its clock stay, and it is loaded again when the
 * clock has run out. After a start these are all tables whose clock runs: nothing of them is read
 * before. */
#include "hub_internal.h"

#include <stdlib.h>
#include <string.h>

enum { SLEEPER_SLOTS = 4096 };

struct sleeper {
    struct sleeper *next; /* of the same slot */
    size_t at;            /* in the heap */
    int64_t wakes;        /* when its clock runs out */
    char id[TABLE_ID_MAX];
};

/* Each is found by its name (slot), and the heap has the one that wakes first at its beginning. */
struct sleepers {
    struct sleeper *slot[SLEEPER_SLOTS];
    struct sleeper **heap;
    size_t n, max;
};

static struct sleeper **sleep_slot(struct sleepers *all, const char *id)
{
    uint32_t h = 2166136261u; /* FNV-1a */

    for (; *id; id++) h = (h ^ (unsigned char)*id) * 16777619u;
    return &all->slot[h % SLEEPER_SLOTS];
}

static struct sleeper **sleep_find(struct sleepers *all, const char *id)
{
    struct sleeper **at = sleep_slot(all, id);

    while (*at && strcmp((*at)->id, id) != 0) at = &(*at)->next;
    return at;
}

/* -- The heap --------------------------------------------------------------------------- */

static void sleep_put(struct sleepers *all, size_t at, struct sleeper *one)
{
    all->heap[at] = one;
    one->at = at;
}

static void sleep_settle(struct sleepers *all, struct sleeper *one, size_t at)
{
    for (size_t up; at && all->heap[up = (at - 1) / 2]->wakes > one->wakes; at = up)
        sleep_put(all, at, all->heap[up]);
    for (size_t down; (down = 2 * at + 1) < all->n; at = down) {
        if (down + 1 < all->n && all->heap[down + 1]->wakes < all->heap[down]->wakes)
            down++;
        if (all->heap[down]->wakes >= one->wakes) break;
        sleep_put(all, at, all->heap[down]);
    }
    sleep_put(all, at, one);
}

static bool sleep_grow(struct sleepers *all)
{
    size_t max = all->max ? 2 * all->max : 64;
    struct sleeper **more = realloc(all->heap, max * sizeof(struct sleeper *));

    if (!more) return false;
    all->heap = more;
    all->max = max;
    return true;
}

/* -- Asleep and awake ------------------------------------------------------------------- */

bool hub__sleep_until(struct hub *hub, const char *id, int64_t wakes)
{
    if (!hub->sleepers && !(hub->sleepers = calloc(1, sizeof *hub->sleepers)))
        return false;
    struct sleepers *all = hub->sleepers;
    struct sleeper **at = sleep_find(all, id), *one = *at;

    if (!one) {
        if (strlen(id) >= TABLE_ID_MAX || (all->n == all->max && !sleep_grow(all)) ||
            !(one = calloc(1, sizeof *one)))
            return false;
        memcpy(one->id, id, strlen(id) + 1);
        one->at = all->n++;
        *at = one;
    }
    one->wakes = wakes;
    sleep_settle(all, one, one->at);
    return true;
}

/* Remembers when the table's clock runs out, if one runs. */
bool hub__sleep(struct hub *hub, const struct room *room)
{
    const struct table *table = room->table;
    int64_t wakes = table_play_deadline(table);

    if (hub->options.owner) return true; /* nodes look for clocks in the store */
    /* What is in memory was not stored, so its clock may be wrong: the table is loaded again at once. */
    if (room->lost) return hub__sleep_until(hub, table->id, 0);
    if (table->stage != TABLE_PLAY || !table->options.clock || wakes == INT64_MAX)
        return true;
    return hub__sleep_until(hub, table->id, wakes);
}

/* The table is in memory again, or does not exist any more. */
void hub__sleep_no_more(struct hub *hub, const char *id)
{
    struct sleepers *all = hub->sleepers;
    struct sleeper **at = all ? sleep_find(all, id) : NULL, *one = at ? *at : NULL;

    if (!one) return;
    *at = one->next;
    struct sleeper *last = all->heap[--all->n];
    if (last != one) sleep_settle(all, last, one->at);
    free(one);
}

/* Loads the tables whose clock has run out, a few at a time. One that cannot be loaded now is tried
 * again next time. */
void hub__sleep_wake(struct hub *hub)
{
    struct sleepers *all = hub->sleepers;

    for (int i = 0; all && all->n && i < HUB_WAKES; i++) {
        char id[TABLE_ID_MAX];
        if (all->heap[0]->wakes > hub->now) return;
        memcpy(id, all->heap[0]->id, sizeof id);
        if (!hub__load_wake(hub, id)) return;
        hub__sleep_no_more(hub, id);
    }
}

/* No clock ran during the pause: clocks that had not run out before it run out later by its length. Their order
 * stays the same. */
void hub__sleep_longer(struct hub *hub, struct store_pause pause)
{
    struct sleepers *all = hub->sleepers;

    for (size_t i = 0; all && i < all->n; i++)
        if (all->heap[i]->wakes > pause.gone)
            all->heap[i]->wakes += pause.back - pause.gone;
}

void hub__sleep_free(struct hub *hub)
{
    struct sleepers *all = hub->sleepers;

    for (size_t i = 0; all && i < all->n; i++) free(all->heap[i]);
    if (all) free(all->heap);
    free(all);
    hub->sleepers = NULL;
}
