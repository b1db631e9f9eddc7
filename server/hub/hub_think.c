/* hub_think.c -- decisions of computers: at which table one is due, whose turn it is to be served,
 * and what came back. */
#include "hub_internal.h"

#include "secret.h"

#include <stdlib.h>
#include <string.h>

static void hub_think_forget_job(struct hub *hub, struct room *room)
{
    if (room->job) hub->options.forget(hub->options.context, room->job);
    room->job = 0;
}

static void hub_think_stop_waiting(struct hub *hub, struct room *room)
{
    struct room **at = &hub->thinking;

    hub->thinking_last = NULL;
    while (*at) {
        if (*at == room) {
            *at = room->next_thinking;
            continue;
        }
        hub->thinking_last = *at;
        at = &(*at)->next_thinking;
    }
    room->waiting = false;
}

void hub__think_stop(struct hub *hub, struct room *room)
{
    hub_think_forget_job(hub, room);
    if (room->waiting) hub_think_stop_waiting(hub, room);
}

/* The level of the computer that has to decide there, or NULL. At a table that nobody watches no
 * computer thinks. */
static const char *hub_think_due(const struct room *room)
{
    return room->subs && !room->lost ? table_look_computer(room->table) : NULL;
}

static struct hub_job *hub_think_make_job(struct hub *hub, const struct room *room)
{
    struct hub_job *job = calloc(1, sizeof *job);
    const char *level = table_look_computer(room->table);

    if (!job) return NULL;
    job->number = ++hub->jobs;
    job->limit_ms = hub->options.think_ms;
    job->chance = secret_number();
    memcpy(job->level, level, strlen(level) + 1);
    aude_game_view(&job->view, room->table->sitting.game, table_look_actor(room->table));
    return job;
}

void hub__think(struct hub *hub, struct room *room)
{
    /* The position has changed since: the answer would not fit. */
    if (room->job &&
        (room->table->sitting.n_steps != room->job_steps || !hub_think_due(room)))
        hub_think_forget_job(hub, room);
    if (room->job || room->answered || room->waiting || !hub_think_due(room)) return;
    room->waiting = true;
    room->next_thinking = NULL;
    if (hub->thinking_last && hub->thinking)
        hub->thinking_last->next_thinking = room;
    else
        hub->thinking = room;
    hub->thinking_last = room;
}

/* -- Whose turn it is to be thought for ------------------------------------------------- */

/* The address that waits: that of one who watches. */
static uint64_t hub_think_waiting_address(const struct hub *hub, const struct room *room)
{
    return room->subs ? hub__room_from(hub, room->subs->conn) : 0;
}

/* When that address was last served; 0: not lately. */
static uint64_t hub_think_served_at(const struct hub *hub, uint64_t from)
{
    for (int i = 0; i < SERVED_MAX; i++)
        if (hub->served[i].from == from) return hub->served[i].order;
    return 0;
}

static void hub_think_note_served(struct hub *hub, uint64_t from)
{
    struct served *place = &hub->served[0];

    for (int i = 0; i < SERVED_MAX; i++) {
        if (hub->served[i].order < place->order) place = &hub->served[i];
        if (hub->served[i].from == from) {
            place = &hub->served[i];
            break;
        }
    }
    *place = (struct served){from, ++hub->turns};
}

/* The next table to think for: of the address that was served longest ago, the one that waits
 * longest. So an address with a hundred tables is served as often as one with a single table. */
static struct room *hub_think_next_room(struct hub *hub)
{
    struct room *best = NULL;
    uint64_t least = UINT64_MAX;

    for (struct room *room = hub->thinking; room; room = room->next_thinking) {
        uint64_t at = hub_think_served_at(hub, hub_think_waiting_address(hub, room));
        if (at >= least) continue;
        least = at;
        best = room;
    }
    return best;
}

void hub__think_next(struct hub *hub)
{
    if (hub->away) return; /* nothing could be stored; the next round leads here again */
    while (hub->thinking && !hub->all_busy) {
        struct room *room = hub_think_next_room(hub);
        struct hub_job *job = hub_think_due(room) ? hub_think_make_job(hub, room) : NULL;
        uint64_t number = job ? job->number : 0; /* once handed over, it is gone */
        if (job && !hub->options.think(hub->options.context, job)) {
            free(job);
            hub->all_busy = true; /* the next answer leads here again */
            return;
        }
        hub_think_stop_waiting(hub, room);
        if (number) hub_think_note_served(hub, hub_think_waiting_address(hub, room));
        room->job = number;
        room->job_steps = room->table->sitting.n_steps;
        hub__send_thinking(room, NULL);
    }
}

void hub_think_answer(struct hub *hub, uint64_t number, struct aude_action action)
{
    hub->all_busy = false;
    for (struct room *room = hub->rooms; room; room = room->after) {
        if (room->job != number) continue;
        room->job = 0;
        if (room->lost) return; /* asked again when it is found */
        hub->counts.thoughts++;
        room->answered = true;
        room->answer = action;
        if (!room->flight) hub__think_late(hub, room);
        return;
    }
}

void hub__think_late(struct hub *hub, struct room *room)
{
    if (!room->answered) return;
    room->answered = false;
    table_play_computer(room->table, hub->now, room->job_steps, room->answer);
    hub__room_touch(hub, room);
    if (!room->dirty) hub__think(hub, room);
}
