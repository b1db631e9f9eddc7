/* hub_room.c -- tables in memory: found, watched, let go. hub_load.c reads them from the store. */
#include "hub_internal.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_HIDDEN_PRICE = 400 };

/* -- Finding ---------------------------------------------------------------------------- */

static uint32_t room_hash(const char *id)
{
    uint32_t h = 2166136261u; /* FNV-1a */

    for (; *id; id++) h = (h ^ (unsigned char)*id) * 16777619u;
    return h % ROOM_SLOTS;
}

uint64_t hub__room_from(const struct hub *hub, struct conn *conn)
{
    if (!conn || !hub->options.from) return 0;
    return hub->options.from(hub->options.context, conn);
}

struct room *hub__room_add(struct hub *hub, struct table *table, struct conn *conn)
{
    struct room *room = calloc(1, sizeof *room), **at = &hub->slot[room_hash(table->id)];

    if (!room) return NULL;
    room->table = table;
    room->used = hub->now;
    room->from = hub__room_from(hub, conn);
    room->next = *at;
    *at = room;
    room->after = hub->rooms;
    if (hub->rooms) hub->rooms->before = room;
    hub->rooms = room;
    hub->counts.rooms++;
    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++)
        room->since[s] = table->seat[s].away = hub->now;
    return room;
}

struct room *hub__room_find(const struct hub *hub, const char *id)
{
    for (struct room *room = hub->slot[room_hash(id)]; room; room = room->next)
        if (!strcmp(room->table->id, id)) return room;
    return NULL;
}

bool hub__room_is_here(const struct hub *hub, const char *id)
{
    return hub__room_find(hub, id) || hub__load_find(hub, id);
}

int64_t hub__room_epoch(const struct hub *hub, const struct room *room)
{
    const struct hub_owner *owner = hub->options.owner;

    int64_t epoch = owner ? owner->epoch(owner->context, room->table->id) : 0;

    return owner && !epoch ? -1 : epoch;
}

bool hub__room_is_foreign(const struct hub *hub, const struct room *room)
{
    return hub__room_epoch(hub, room) < 0;
}

bool hub__room_is_busy(const struct room *room)
{
    return room->flight || room->loading;
}

struct room *hub__room(struct hub *hub, const char *id, struct conn *conn,
                       enum message_error *why)
{
    struct room *room = hub__room_find(hub, id);

    *why = REFUSED_NOT;
    if (room && room->lost && !hub__room_is_busy(room) &&
        !hub__load_again(hub, room, why) && *why)
        return NULL;
    if ((room && hub__room_is_busy(room)) || hub__load_find(hub, id)) {
        hub->waits = !hub->away;
        if (hub->away) *why = REFUSED_STORE;
        return NULL;
    }
    if (!room) return hub__load(hub, id, conn, why);
    room->used = hub->now;
    return room;
}

/* -- Letting go ------------------------------------------------------------------------- */

void hub__room_drop(struct hub *hub, struct room *room)
{
    struct room **at = &hub->slot[room_hash(room->table->id)];

    const struct hub_owner *owner = hub->options.owner;

    if (owner) owner->left(owner->context, room->table->id);
    while (room->subs) hub__room_unsubscribe(room->subs);
    hub__think_stop(hub, room);
    if (room->loading) hub__load_orphan(room->loading);
    while (*at != room) at = &(*at)->next;
    *at = room->next;
    if (room->before)
        room->before->after = room->after;
    else
        hub->rooms = room->after;
    if (room->after) room->after->before = room->before;
    hub->counts.rooms--;
    table_free(room->table);
    free(room);
}

void hub__room_gone(struct hub *hub, struct room *room, enum message_error code)
{
    for (struct sub *sub = room->subs; sub; sub = sub->next_of_room)
        hub__send_show_out(sub, code, "this table can no longer be played");
    hub__room_drop(hub, room);
}

void hub__room_free_all(struct hub *hub)
{
    while (hub->rooms) hub__room_drop(hub, hub->rooms);
}

void hub__room_touch(struct hub *hub, struct room *room)
{
    room->used = hub->now;
    if (!room->table->n_out || room->dirty) return;
    room->dirty = true;
    room->next_dirty = hub->dirty;
    hub->dirty = room;
}

void hub__room_person(struct hub *hub, const char *who)
{
    if (hub->n_people == hub->people_max) {
        int max = hub->people_max ? 2 * hub->people_max : 16;
        void *more = realloc(hub->people, (size_t)max * sizeof *hub->people);
        if (!more) return; /* only a date is lost */
        hub->people = more;
        hub->people_max = max;
    }
    memcpy(hub->people[hub->n_people++], who, strlen(who) + 1);
}

/* -- Watching --------------------------------------------------------------------------- */

struct sub *hub__room_sub(const struct conn *conn, const struct room *room)
{
    for (struct sub *sub = conn->subs; sub; sub = sub->next_of_conn)
        if (sub->room == room) return sub;
    return NULL;
}

/* Who may not see a table pays as for a long game: what he can afford after it must not tell how far the game is. */
int64_t hub__room_price(const struct room *room, const char *who)
{
    return table_look_may_watch(room->table, who) ? room->committed : ROOM_HIDDEN_PRICE;
}

void hub__room_look_around(struct room *room, int64_t now)
{
    struct table *table = room->table;

    for (unsigned s = 0; s < table->head.setup.n_seats; s++) {
        bool online = false;
        for (struct sub *sub = room->subs; sub; sub = sub->next_of_room)
            online |= table_look_owns(table, s, sub->conn->who);
        if (online != table->seat[s].online) room->since[s] = table->seat[s].away = now;
        table->seat[s].online = online;
    }
    room->presence_changed = true;
}

struct sub *hub__room_subscribe(struct room *room, struct conn *conn, int64_t since)
{
    struct sub *sub = hub__room_sub(conn, room);

    if (sub) {
        sub->seen = since;
        return sub;
    }
    if (!(sub = calloc(1, sizeof *sub))) return NULL;
    *sub = (struct sub){.conn = conn,
                        .room = room,
                        .next_of_conn = conn->subs,
                        .next_of_room = room->subs,
                        .order = ++conn->hub->orders,
                        .seen = since};
    conn->subs = room->subs = sub;
    conn->n_subs++;
    room->n_subs++;
    conn->hub->counts.subs++;
    hub__room_look_around(room, conn->hub->now);
    return sub;
}

/* The newest window of `who` plays. */
static void room_hand_over(struct room *room, const char *who)
{
    struct sub *newest = NULL;

    for (struct sub *sub = room->subs; sub; sub = sub->next_of_room)
        if (!strcmp(sub->conn->who, who) && (!newest || sub->order > newest->order))
            newest = sub;
    for (struct sub *sub = room->subs; sub; sub = sub->next_of_room) {
        if (strcmp(sub->conn->who, who) != 0 || sub->active == (sub == newest)) continue;
        sub->active = sub == newest;
        if (room->flight)
            room->mine_changed = true; /* told when the batch is stored */
        else
            hub__send_mine(sub);
    }
}

void hub__room_take_seats(struct sub *sub)
{
    sub->order = ++sub->conn->hub->orders;
    if (sub->conn->who[0]) room_hand_over(sub->room, sub->conn->who);
}

void hub__room_unsubscribe(struct sub *sub)
{
    struct conn *conn = sub->conn;
    struct room *room = sub->room;
    struct sub **at = &conn->subs;

    while (*at != sub) at = &(*at)->next_of_conn;
    *at = sub->next_of_conn;
    at = &room->subs;
    while (*at != sub) at = &(*at)->next_of_room;
    *at = sub->next_of_room;
    conn->n_subs--;
    room->n_subs--;
    conn->hub->counts.subs--;
    room->used = conn->hub->now;
    hub__room_look_around(room, conn->hub->now);
    if (sub->reading) hub__send_reading_orphan(sub->reading);
    if (sub->active && conn->who[0]) room_hand_over(room, conn->who);
    free(sub);
}

/* -- Time ------------------------------------------------------------------------------- */

static bool room_is_idle(const struct room *room)
{
    return !room->subs && !room->dirty && !room->job && !hub__room_is_busy(room);
}

static bool room_can_go(struct hub *hub, const struct room *room)
{
    if (hub__room_is_foreign(hub, room)) return room_is_idle(room);
    return room_is_idle(room) && hub->now - room->used > HUB_ROOM_MS &&
           hub__sleep(hub, room);
}

/* The table that was idle longest, of all or of one address; NULL if none is idle. One that was
 * used in this round may still be in use. `held`: how many tables the address has. */
static struct room *room_idlest(struct hub *hub, uint64_t from, int *held)
{
    struct room *best = NULL;

    *held = 0;
    for (struct room *room = hub->rooms; room; room = room->after) {
        if (from && room->from != from) continue;
        ++*held;
        if (room_is_idle(room) && room->used < hub->now &&
            (!best || room->used < best->used))
            best = room;
    }
    return best;
}

bool hub__room_is_full(struct hub *hub)
{
    int held;

    return hub->counts.rooms >= hub->options.rooms_max && !room_idlest(hub, 0, &held);
}

/* The table leaves memory; its clock is kept. False: no table, or no memory for its clock. */
static bool room_evict(struct hub *hub, struct room *room)
{
    if (!room || !hub__sleep(hub, room)) return false;
    hub__room_drop(hub, room);
    return true;
}

/* Tables in memory that one address may have opened. */
static int room_share(const struct hub *hub)
{
    int part = hub->options.rooms_max / 8;

    return part > HUB_SHARE_MIN ? part : HUB_SHARE_MIN;
}

/* Is there a place for one more table? `victim` is the idle table that has to leave memory for it,
 * or NULL. An address that has its share gives up one of its own; others keep theirs. */
static bool room_find_place(struct hub *hub, struct conn *conn, struct room **victim)
{
    uint64_t from = hub__room_from(hub, conn);
    int held = 0;

    hub->crowded = false;
    *victim = NULL;
    if (from) {
        struct room *own = room_idlest(hub, from, &held);
        hub->crowded = held >= room_share(hub);
        if (hub->crowded) {
            *victim = own;
            return own != NULL;
        }
    }
    if (hub->counts.rooms < hub->options.rooms_max) return true;
    *victim = room_idlest(hub, 0, &held);
    return *victim != NULL;
}

bool hub__room_could_fit(struct hub *hub, struct conn *conn)
{
    struct room *victim;

    return room_find_place(hub, conn, &victim);
}

bool hub__room_make_place(struct hub *hub, struct conn *conn)
{
    struct room *victim;

    return room_find_place(hub, conn, &victim) && (!victim || room_evict(hub, victim));
}

void hub__room_tick(struct hub *hub, struct room *room)
{
    enum message_error why = REFUSED_NOT;

    if (hub__room_is_busy(room)) return;
    if (room->lost && !hub__load_again(hub, room, &why)) {
        if (why && why != REFUSED_STORE) hub__room_gone(hub, room, why);
        return;
    }
    if (!hub->away && !hub__room_is_foreign(hub, room) &&
        table_play_deadline(room->table) <= hub->now) {
        table_play_tick(room->table, hub->now);
        hub__room_touch(hub, room);
    }
    if (room->presence_changed && hub->now - room->presence_at >= HUB_PRESENCE_MS) {
        room->presence_changed = false;
        room->presence_at = hub->now;
        hub__send_presence(room, NULL);
    }
    /* The table was ours when he began to watch it. */
    if (room->subs && hub__room_is_foreign(hub, room))
        hub->options.owner->lost(hub->options.owner->context, room->table->id);
    if (room_can_go(hub, room)) hub__room_drop(hub, room);
}
