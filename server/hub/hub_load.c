/* hub_load.c -- a table comes into memory: its log is read from the store and folded. Who asks for it
 * meanwhile waits (hub_wait.c). */
#include "hub_internal.h"

#include "mutant.h"
#include "store/store_hours.h"

#include <stdlib.h>
#include <string.h>

enum { LOAD_ENTRIES = 1000 }; /* read at a time */

/* A log that is being read. */
struct loading {
    struct hub_op op;
    struct loading *next;
    struct table *table;
    struct room *room; /* which is read again; NULL: it was not in memory */
    struct conn *conn; /* who asked for it; NULL: nobody, or he has gone */
    int64_t seq;       /* the last entry before those that are being read */
    struct store_pause gaps[STORE_GAPS_MAX]; /* when nobody had it */
    int n_gaps;
    int64_t bad;   /* the entry that does not fit the ones before it, or 0 */
    int64_t epoch; /* the epoch with which it was ours when reading began */
    bool fits;     /* there was a place for it */
    bool wakes;    /* for its clock */
    bool begun;    /* hub__load() or hub__load_again() has returned */
    bool ended;
    enum message_error why; /* when it has ended: why there is no table, or REFUSED_NOT */
    char id[TABLE_ID_MAX];
};

/* -- Finding ---------------------------------------------------------------------------- */

struct loading *hub__load_find(const struct hub *hub, const char *id)
{
    for (struct loading *one = hub->loadings; one; one = one->next)
        if (!one->room && !strcmp(one->id, id)) return one;
    return NULL;
}

static void hub_load_unlink(struct hub *hub, const struct loading *loading)
{
    struct loading **at = &hub->loadings;

    while (*at && *at != loading) at = &(*at)->next;
    if (*at) *at = loading->next;
}

void hub__load_leave(struct hub *hub, const struct conn *conn)
{
    for (struct loading *one = hub->loadings; one; one = one->next)
        if (one->conn == conn) one->conn = NULL;
}

void hub__load_orphan(struct loading *loading)
{
    loading->room->loading = NULL;
    loading->room = NULL;
    if (loading->op.hub) hub_load_unlink(loading->op.hub, loading);
    hub__wait_op_end(&loading->op); /* what comes of it is nobody's */
}

/* -- Reading ---------------------------------------------------------------------------- */

static bool hub_load_fold_entry(void *context, int64_t seq, const char *text,
                                const char *secret)
{
    struct loading *loading = context;

    if (!loading->op.hub) return false;
    if (table_fold(loading->table, text, secret)) return true;
    loading->bad = seq;
    return false;
}

/* The host is told of a broken log, but only once in a while: asking for it again and again must
 * not fill his disk. */
static void hub_load_complain(struct hub *hub, const char *id, int64_t seq)
{
    if (!hub->options.complain || hub->now - hub->complained < HUB_COMPLAIN_MS) return;
    hub->complained = hub->now;
    hub->options.complain(hub->options.context, id, seq);
}

/* Is it whole? A part of a log is never played. */
static enum message_error hub_load_judge(const struct loading *loading, bool read)
{
    const struct table *table = loading->table;

    if (!read) return REFUSED_STORE;
    if (loading->bad || (table->seq && table->stage == TABLE_EMPTY))
        return REFUSED_BROKEN;
    return table->seq ? REFUSED_NOT : REFUSED_NO_TABLE;
}

static void hub_load_wind_up(struct loading *loading, int64_t updated)
{
    struct table *table = loading->table;

    table_outbox_clear(table);
    table_fold_end(table);
    table_play_set_back(table, updated);
    table_play_skip(table,
                    store_hours_down_with(loading->op.hub->options.store, loading->gaps,
                                          MUTANT(CHARGE_GAP) ? 0 : loading->n_gaps,
                                          table->sitting.since));
}

/* Its gaps: how long they were, outside of pauses in which no server ran, and when the last ended. */
static void hub_load_note_gaps(const struct loading *loading, struct room *room)
{
    const struct store *store = loading->op.hub->options.store;

    room->taken = room->untended = 0;
    if (!loading->n_gaps) return;
    room->untended = store_hours_down_with(store, loading->gaps, loading->n_gaps, 0) -
                     store_hours_down(store, 0);
    for (int i = 0; i < loading->n_gaps; i++)
        if (loading->gaps[i].back > room->taken) room->taken = loading->gaps[i].back;
}

/* -- A table that was not in memory ----------------------------------------------------- */

/* Beyond the limit a person may still open one running game of his own: filling the server with
 * tables must not keep others from the game they play. */
static bool hub_load_is_owed(const struct hub *hub, const struct conn *conn,
                             const struct table *table)
{
    return conn && !conn->n_subs && table->stage != TABLE_OVER &&
           hub->counts.rooms < 2 * hub->options.rooms_max &&
           table_look_has_seat(table, conn->who);
}

static struct room *hub_load_make_room(struct hub *hub, struct loading *loading)
{
    struct conn *conn = loading->conn;

    if (!loading->fits && !loading->wakes && !hub_load_is_owed(hub, conn, loading->table))
        return NULL;
    struct room *room = hub__room_add(hub, loading->table, conn);
    if (!room) return NULL;
    loading->table = NULL;
    room->committed = room->table->seq;
    hub_load_note_gaps(loading, room);
    if (conn && hub->options.owes)
        hub->options.owes(hub->options.context, conn, hub__room_price(room, conn->who));
    return room;
}

/* The epoch with which it is ours now; 0: it is not ours, or this server is alone. */
static int64_t hub_load_epoch(const struct hub *hub, const char *id)
{
    const struct hub_owner *owner = hub->options.owner;

    return owner ? owner->epoch(owner->context, id) : 0;
}

static void hub_load_end_new(struct hub *hub, struct loading *loading)
{
    /* It became ours while it was being read: somebody else may have written since. */
    if (!loading->why && loading->epoch != hub_load_epoch(hub, loading->id))
        loading->why = REFUSED_STORE;
    struct room *room = loading->why ? NULL : hub_load_make_room(hub, loading);

    if (!room && !loading->why) loading->why = REFUSED_BUSY;
    /* It is in memory now, or it does not exist: its clock need not be remembered. */
    if (room || loading->why == REFUSED_NO_TABLE || loading->why == REFUSED_BROKEN)
        hub__sleep_no_more(hub, loading->id);
    else if (loading->wakes && loading->begun)
        hub__sleep_until(hub, loading->id, 0); /* once more, next time */
    if (room && loading->wakes) hub__room_tick(hub, room);
}

/* -- A table that is read again --------------------------------------------------------- */

static void hub_load_end_again(struct hub *hub, struct loading *loading)
{
    struct room *room = loading->room;
    struct table *table = loading->table;

    room->loading = NULL;
    if (loading->epoch != hub_load_epoch(hub, loading->id)) loading->why = REFUSED_STORE;
    room->lost = loading->why != REFUSED_NOT;
    if (room->lost) return;
    for (unsigned s = 0; s < AUDE_SEATS_MAX; s++) {
        table->seat[s].online = room->table->seat[s].online;
        table->seat[s].away = room->table->seat[s].away;
    }
    loading->table = room->table;
    room->table = table;
    room->committed = table->seq;
    hub_load_note_gaps(loading, room);
    /* Entries that seemed to be lost may be stored after all: those who watch are told of them. */
    for (struct sub *sub = room->subs; sub; sub = sub->next_of_room)
        hub->options.wake(hub->options.context, sub->conn);
    if (!hub__room_is_foreign(hub, room)) hub__think(hub, room);
}

/* -- Begin and end ---------------------------------------------------------------------- */

static void hub_load_free(struct loading *loading)
{
    table_free(loading->table);
    free(loading);
}

/* The call that began it has returned already: those whose requests wait are told. */
static void hub_load_tell(struct hub *hub, struct loading *loading)
{
    struct room *room = hub__room_find(hub, loading->id);

    if (room && room->lost && loading->why != REFUSED_STORE)
        hub__room_gone(hub, room, loading->why);
    hub__wait_go_on(hub, loading->id, loading->why);
}

static void hub_load_end(struct loading *loading)
{
    struct hub *hub = loading->op.hub;

    hub_load_unlink(hub, loading);
    if (loading->why == REFUSED_BROKEN)
        hub_load_complain(hub, loading->id, loading->bad ? loading->bad : 1);
    if (loading->room)
        hub_load_end_again(hub, loading);
    else
        hub_load_end_new(hub, loading);
    hub__wait_op_end(&loading->op);
    loading->ended = true;
    if (!loading->begun) return; /* hub__load() or hub__load_again() has the rest */
    hub_load_tell(hub, loading);
    hub_load_free(loading);
}

static void hub_load_read_on(struct loading *loading);

static void hub_load_on_read(void *context, const struct store_answer *answer)
{
    struct loading *loading = context;
    bool read = answer->how == STORE_DONE;

    if (!loading->op.hub) {
        hub_load_free(loading);
        return;
    }
    if (!loading->seq) { /* they come with the first part */
        loading->n_gaps = answer->n_gaps;
        for (int i = 0; i < answer->n_gaps; i++) loading->gaps[i] = answer->gaps[i];
    }
    if (read && !loading->bad && loading->table->seq - loading->seq >= LOAD_ENTRIES) {
        hub_load_read_on(loading);
        return;
    }
    loading->why = hub_load_judge(loading, read);
    if (!loading->why) hub_load_wind_up(loading, answer->updated);
    hub_load_end(loading);
}

static void hub_load_read_on(struct loading *loading)
{
    struct store *store = loading->op.hub->options.store;

    loading->seq = loading->table->seq;
    store->read(store, loading->id, loading->seq, LOAD_ENTRIES, hub_load_fold_entry,
                hub_load_on_read, loading);
}

static struct loading *hub_load_new(struct hub *hub, const char *id)
{
    struct loading *loading = calloc(1, sizeof *loading);

    if (!loading) return NULL;
    if (strlen(id) >= TABLE_ID_MAX || !(loading->table = table_new(id))) {
        free(loading);
        return NULL;
    }
    memcpy(loading->id, id, strlen(id) + 1);
    loading->table->away_ms = hub->options.away_ms;
    loading->epoch = hub_load_epoch(hub, id);
    table_fold_begin(loading->table);
    loading->next = hub->loadings;
    hub->loadings = loading;
    hub__wait_op_begin(hub, &loading->op);
    return loading;
}

/* Did it end within the call? Then it is freed here. */
static bool hub_load_is_ended(struct loading *loading, enum message_error *why)
{
    loading->begun = true;
    if (!loading->ended) return false;
    *why = loading->why;
    hub_load_free(loading);
    return true;
}

struct room *hub__load(struct hub *hub, const char *id, struct conn *conn,
                       enum message_error *why)
{
    bool fits = hub__room_make_place(hub, conn);
    struct loading *loading;

    *why = REFUSED_BUSY;
    if (!fits && (!conn || !conn->who[0])) return NULL;
    *why = REFUSED_STORE;
    if (!hub__wait_store_is_here(hub)) return NULL;
    *why = REFUSED_NO_TABLE;
    if (!(loading = hub_load_new(hub, id))) return NULL;
    loading->fits = fits;
    loading->conn = conn;
    hub_load_read_on(loading);
    if (hub_load_is_ended(loading, why)) return *why ? NULL : hub__room_find(hub, id);
    *why = REFUSED_NOT;
    hub->waits = true;
    return NULL;
}

bool hub__load_wake(struct hub *hub, const char *id)
{
    enum message_error why = REFUSED_NOT;
    struct loading *loading;

    if (hub__room_find(hub, id)) return true;
    if ((loading = hub__load_find(hub, id))) {
        loading->wakes = true;
        return true;
    }
    if (!hub__room_make_place(hub, NULL) &&
        hub->counts.rooms >= 2 * hub->options.rooms_max)
        return false;
    if (!(loading = hub_load_new(hub, id))) return false;
    loading->wakes = true;
    hub_load_read_on(loading);
    return !hub_load_is_ended(loading, &why) ||
           (why != REFUSED_STORE && why != REFUSED_BUSY);
}

bool hub__load_again(struct hub *hub, struct room *room, enum message_error *why)
{
    struct loading *loading = hub_load_new(hub, room->table->id);

    room->lost = true;
    *why = REFUSED_STORE;
    if (!loading) return false;
    loading->room = room;
    room->loading = loading;
    hub_load_read_on(loading);
    if (hub_load_is_ended(loading, why)) return !*why;
    *why = REFUSED_NOT;
    return false;
}
