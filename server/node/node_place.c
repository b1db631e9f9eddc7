/* node_place.c -- who has which table: taken, renewed, lost, handed back. */
#include "node_internal.h"

#include "mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the store was asked. It may outlive the node, but not the store. */
struct node_op {
    struct node_op *prev, *next;
    struct node *node; /* NULL: nobody waits for it any more */
    char table[TABLE_ID_MAX];
    int64_t began;
    struct place found; /* who has it */
};

static struct node_op *place_op_begin(struct node *node, const char *table)
{
    struct node_op *op = calloc(1, sizeof *op);

    if (!op) return NULL;
    op->node = node;
    op->began = hub_node_now(node->hub);
    if (table) snprintf(op->table, sizeof op->table, "%s", table);
    op->next = node->ops;
    if (node->ops) node->ops->prev = op;
    node->ops = op;
    node->n_ops++;
    return op;
}

/* The node that waits for it; NULL: none. The op is not in its list any more. */
static struct node *place_op_end(struct node_op *op)
{
    struct node *node = op->node;

    if (!node) return NULL;
    if (op->prev)
        op->prev->next = op->next;
    else
        node->ops = op->next;
    if (op->next) op->next->prev = op->prev;
    op->node = NULL;
    node->n_ops--;
    return node;
}

/* -- The map ------------------------------------------------------------------------------ */

static struct place **place_slot(struct node *node, const char *table)
{
    uint32_t h = 2166136261u; /* FNV-1a */

    for (const char *p = table; *p; p++) h = (h ^ (unsigned char)*p) * 16777619u;
    struct place **at = &node->slot[h % PLACE_SLOTS];
    while (*at && strcmp((*at)->table, table) != 0) at = &(*at)->next;
    return at;
}

struct place *node__place(struct node *node, const char *table)
{
    return *place_slot(node, table);
}

static struct place *place_add(struct node *node, const char *table,
                               enum place_state state)
{
    struct place **at = place_slot(node, table), *place = *at;

    if (!place && strlen(table) < TABLE_ID_MAX && (place = calloc(1, sizeof *place))) {
        memcpy(place->table, table, strlen(table) + 1);
        *at = place;
    }
    if (!place) return NULL;
    if (place->state == PLACE_MINE && state != PLACE_MINE) node->counts.tables--;
    if (state == PLACE_MINE) node->counts.tables++;
    place->state = state;
    return place;
}

static void place_remove(struct node *node, struct place **at)
{
    struct place *place = *at;

    if (place->state == PLACE_MINE) node->counts.tables--;
    *at = place->next;
    free(place);
}

void node__place_forget(struct node *node, const char *table)
{
    struct place **at = place_slot(node, table);

    if (*at && (*at)->state == PLACE_THEIRS) place_remove(node, at);
}

void node__place_forget_owner(struct node *node, const char *name)
{
    for (int i = 0; i < PLACE_SLOTS; i++)
        for (struct place **at = &node->slot[i]; *at;)
            if ((*at)->state == PLACE_THEIRS && !strcmp((*at)->owner, name))
                place_remove(node, at);
            else
                at = &(*at)->next;
}

void node__place_free_all(struct node *node)
{
    for (int i = 0; i < PLACE_SLOTS; i++)
        while (node->slot[i]) place_remove(node, &node->slot[i]);
    while (node->ops) place_op_end(node->ops);
}

/* -- Handing back ------------------------------------------------------------------------- */

static void place_hand_on_done(void *context, const struct store_answer *answer)
{
    struct node_op *op = context;

    (void)answer; /* if it failed, the lease runs out */
    place_op_end(op);
    free(op);
}

static void place_hand_back(struct node *node, const char *table, int64_t epoch)
{
    struct store *store = node->options.store;
    struct node_op *op = place_op_begin(node, table);

    if (op)
        store->owners->hand_back(store, table, node->options.name, epoch, op->began,
                                 place_hand_on_done, op);
}

/* -- Taking ------------------------------------------------------------------------------- */

static bool place_take_on_owner(void *context, const struct store_owner *owner)
{
    struct node_op *op = context;

    op->found.epoch = owner->epoch;
    op->found.until = owner->until;
    snprintf(op->found.owner, sizeof op->found.owner, "%s", owner->node);
    return true;
}

/* Ours now: what is in memory was read before, and somebody else may have written since. */
static void place_take_is_mine(struct node *node, struct place *place,
                               const struct place *is, int64_t began)
{
    place->epoch = is->epoch;
    place->until = began + NODE_LEASE_MS;
    place->since = began;
    place->renewed = true;
    place->fresh = false;
    node->counts.taken++;
    if (is->epoch > 1) hub_node_note_takeover(node->hub);
}

static void place_no_watcher(void *context, struct conn *conn, int64_t seen)
{
    (void)context;
    (void)conn;
    (void)seen; /* nobody watches at a table that is not ours */
}

static void place_take_settle(struct node *node, struct node_op *op, bool stored)
{
    struct place **at = place_slot(node, op->table), *place = *at;
    bool mine = !strcmp(op->found.owner, node->options.name), wakes = place->wakes;

    if (mine && node->draining) place_hand_back(node, op->table, op->found.epoch);
    if (!stored || !op->found.owner[0] || (mine && node->draining)) {
        place_remove(node, at);
    } else if (mine) {
        hub_node_release(node->hub, op->table, place_no_watcher, NULL);
        place_add(node, op->table, PLACE_MINE);
        place_take_is_mine(node, place, &op->found, op->began);
        if (wakes) hub_node_wake_table(node->hub, op->table);
    } else {
        place_add(node, op->table, PLACE_THEIRS);
        memcpy(place->owner, op->found.owner, sizeof place->owner);
        place->until = op->found.until > op->began + NODE_SEEK_MS
                           ? op->found.until
                           : op->began + NODE_SEEK_MS;
    }
    if (!node->draining) node__edge_settle(node, op->table, stored);
}

static void place_take_on_done(void *context, const struct store_answer *answer)
{
    struct node_op *op = context;
    struct node *node = place_op_end(op);
    const struct place *place = node ? node__place(node, op->table) : NULL;

    if (place && place->state == PLACE_ASKING)
        place_take_settle(node, op, answer->how == STORE_DONE);
    free(op);
}

void node__place_ask(struct node *node, const char *table, bool wakes)
{
    struct store *store = node->options.store;
    struct place *place = node__place(node, table);

    if (place && (place->state == PLACE_ASKING || place->state == PLACE_LOSING)) {
        place->wakes |= wakes;
        return;
    }
    struct node_op *op = node->draining ? NULL : place_op_begin(node, table);
    if (!op) return;
    if (!(place = place_add(node, table, PLACE_ASKING))) {
        place_op_end(op);
        free(op);
        return;
    }
    place->wakes = wakes;
    store->owners->take(store, table, node->options.name, op->began, NODE_LEASE_MS,
                        place_take_on_owner, place_take_on_done, op);
}

/* -- Losing ------------------------------------------------------------------------------- */

void node__place_lose(struct node *node, const char *table)
{
    struct place *place = node__place(node, table);

    if (place && place->state == PLACE_MINE) {
        place_add(node, table, PLACE_LOSING);
        node->counts.lost++;
    } else if (!place)
        place_add(node, table,
                  PLACE_LOSING); /* it was never ours, but people here watch it */
}

static void place_lose_all(struct node *node)
{
    for (int i = 0; i < PLACE_SLOTS; i++)
        for (struct place *place = node->slot[i]; place; place = place->next)
            if (place->state == PLACE_MINE) node__place_lose(node, place->table);
}

struct losing {
    struct node *node;
    const char *table;
};

static void place_lose_watcher(void *context, struct conn *conn, int64_t seen)
{
    const struct losing *losing = context;

    if (hub_node_is_elsewhere(conn))
        node__guest_moved(losing->node, conn, losing->table, seen);
    else
        node__edge_seek(losing->node, conn, losing->table, seen);
}

/* Out of memory; those who watched are told, or their next owner is sought. */
static void place_lose_room(struct node *node, struct place **at)
{
    struct losing losing = {node, (*at)->table};

    hub_node_release(node->hub, (*at)->table, place_lose_watcher, &losing);
    if (hub_node_has(node->hub, (*at)->table))
        return; /* something is on its way: later */
    place_remove(node, at);
}

static void place_lose_rooms(struct node *node)
{
    for (int i = 0; i < PLACE_SLOTS; i++)
        for (struct place **at = &node->slot[i]; *at;) {
            struct place *place = *at;
            if (place->state == PLACE_LOSING) place_lose_room(node, at);
            if (*at == place) at = &place->next;
        }
}

/* -- Renewing ----------------------------------------------------------------------------- */

static bool place_renew_on_owner(void *context, const struct store_owner *owner)
{
    const struct node_op *op = context;
    struct place *place = op->node ? node__place(op->node, owner->table) : NULL;

    if (place && place->state == PLACE_MINE && place->epoch == owner->epoch &&
        owner->until >= op->began + NODE_LEASE_MS)
        place->renewed = true;
    /* We have it and do not know it: a server of this name had it before us. It is taken properly, so that the time
     * between is noted, and handed back if nobody wants it. */
    if (op->node && !place) node__place_ask(op->node, owner->table, true);
    return op->node != NULL;
}

static void place_renew_one(struct place *place, int64_t began)
{
    place->until = began + NODE_LEASE_MS;
    place->fresh = false;
}

/* A table that we had before this renewal began, and that the store did not name in it, belongs to another node now. */
static void place_renew_compare(struct node *node, int64_t began)
{
    for (int i = 0; i < PLACE_SLOTS; i++)
        for (struct place *place = node->slot[i]; place; place = place->next) {
            if (place->state != PLACE_MINE) continue;
            if (place->renewed)
                place_renew_one(place, began);
            else if (place->since < began && !place->fresh && !MUTANT(ZOMBIE))
                node__place_lose(node, place->table);
            place->renewed = false;
        }
}

static void place_renew_on_done(void *context, const struct store_answer *answer)
{
    struct node_op *op = context;
    int64_t began = op->began;
    struct node *node = place_op_end(op);

    free(op);
    if (!node) return;
    node->renewing = false;
    if (answer->how != STORE_DONE) return;
    node->renewed = began;
    place_renew_compare(node, began);
    if (!hub_waits_for_store(node->hub) || hub_flush_busy(node->hub)) return;
    node->away = false;
    hub_wait_is_over(node->hub);
}

static void place_renew(struct node *node)
{
    struct store *store = node->options.store;
    int64_t now = hub_node_now(node->hub);
    struct node_op *op;

    if (node->renewing || now - node->tried < NODE_RENEW_MS ||
        !(op = place_op_begin(node, NULL)))
        return;
    node->tried = now;
    node->renewing = true;
    for (int i = 0; i < PLACE_SLOTS; i++)
        for (struct place *place = node->slot[i]; place; place = place->next)
            place->renewed = false;
    store->owners->renew(store, node->options.name, now, node->from + NODE_LEASE_MS,
                         now + NODE_LEASE_MS, place_renew_on_owner, place_renew_on_done,
                         op);
}

/* Was the last renewal answered? While the store is away a table is not handed back: that would be carried out when the
 * store is there again, and then nobody would know that the table could not be played until then. */
static bool place_store_answers(const struct node *node)
{
    return !node->renewing && node->renewed >= node->tried &&
           !hub_waits_for_store(node->hub);
}

/* Whoever had it when we asked cannot be reached, and his lease has run out since. A machine that stands still, or has
 * lost its power, does not say that it goes: a new link to it would be waited for in vain. */
static bool place_is_out_of_reach(const struct node *node, const struct place *place)
{
    return place->state == PLACE_THEIRS && hub_node_now(node->hub) >= place->until &&
           !node__link_is_up(node, place->owner);
}

/* Gives up tables whose lease has run out, and tables that nobody keeps in memory here; forgets who had one if he may
 * have it no longer. */
static void place_look_through(struct node *node)
{
    int64_t now = hub_node_now(node->hub);
    bool answers = place_store_answers(node);

    for (int i = 0; i < PLACE_SLOTS; i++)
        for (struct place **at = &node->slot[i], *place; (place = *at);) {
            bool mine = place->state == PLACE_MINE;
            if (mine && now >= place->until && !MUTANT(ZOMBIE))
                node__place_lose(node, place->table);
            if (mine && place->state == PLACE_MINE && answers &&
                now - place->since > NODE_RENEW_MS &&
                !hub_node_has(node->hub, place->table)) {
                place_hand_back(node, place->table, place->epoch);
                place_remove(node, at);
            } else if (place_is_out_of_reach(node, place))
                place_remove(node, at);
            else
                at = &place->next;
        }
}

/* -- Clocks that ran out where nobody is -------------------------------------------------- */

static bool place_orphan_take(void *context, const struct store_row *row)
{
    const struct node_op *op = context;

    if (op->node) node__place_ask(op->node, row->table, true);
    return op->node != NULL;
}

static void place_orphans_on_done(void *context, const struct store_answer *answer)
{
    struct node_op *op = context;
    struct node *node = place_op_end(op);

    (void)answer;
    if (node) node->looking = false;
    free(op);
}

static void place_look_for_orphans(struct node *node)
{
    struct store *store = node->options.store;
    int64_t now = hub_node_now(node->hub);
    struct node_op *op;

    if (node->looking || node->draining || MUTANT(NO_ORPHANS) ||
        hub_waits_for_store(node->hub) || now - node->looked < NODE_RENEW_MS ||
        !(op = place_op_begin(node, NULL)))
        return;
    node->looked = now;
    node->looking = true;
    store->owners->orphans(store, now, NODE_ORPHANS, place_orphan_take,
                           place_orphans_on_done, op);
}

/* While the store is away nobody's clock runs: all is given up, nothing is renewed, and all is taken again with the gap
 * noted. */
void node__place_tick(struct node *node)
{
    bool was_away = node->away;

    node->away = hub_waits_for_store(node->hub);
    if (node->away) node->from = hub_node_now(node->hub);
    if (node->away && !was_away) place_lose_all(node);
    place_look_through(node);
    place_lose_rooms(node);
    place_renew(node);
    place_look_for_orphans(node);
}

/* -- What the hub asks -------------------------------------------------------------------- */

static int64_t place_owner_epoch(void *context, const char *table)
{
    const struct place *place = node__place(context, table);

    return place && place->state == PLACE_MINE ? place->epoch : 0;
}

static void place_owner_made(void *context, const char *table)
{
    struct node *node = context;
    struct place *place = place_add(node, table, PLACE_MINE);
    struct place is = {.epoch = 1};

    if (!place) return;
    place_take_is_mine(node, place, &is, hub_node_now(node->hub));
    place->fresh = true;
}

static void place_owner_lost(void *context, const char *table)
{
    node__place_lose(context, table);
}

static void place_owner_left(void *context, const char *table)
{
    struct node *node = context;
    struct place **at = place_slot(node, table);

    if (node->ended || !*at || (*at)->state != PLACE_MINE) return;
    place_hand_back(node, table, (*at)->epoch);
    place_remove(node, at);
}

static void place_owner_again(void *context, struct conn *conn, const char *table,
                              int64_t seen)
{
    if (hub_node_is_elsewhere(conn))
        node__guest_moved(context, conn, table, seen);
    else if (!node__edge_seeks(conn, table)) /* what he was told since is known there */
        node__edge_seek(context, conn, table, seen);
}

static void place_owner_route(void *context, struct conn *conn, json_t *request)
{
    node__edge_route(context, conn, request);
}

static const struct hub_owner owner_calls = {.lease_ms = NODE_LEASE_MS,
                                             .epoch = place_owner_epoch,
                                             .made = place_owner_made,
                                             .lost = place_owner_lost,
                                             .left = place_owner_left,
                                             .route = place_owner_route,
                                             .again = place_owner_again};

void node__place_begin(struct node *node)
{
    node->owner = owner_calls;
    node->owner.context = node;
    node->owner.node = node->options.name;
}

/* -- The end ------------------------------------------------------------------------------ */

void node__place_drain(struct node *node)
{
    place_lose_all(node);
    place_lose_rooms(node);
    place_hand_back(node, NULL, 0);
}
