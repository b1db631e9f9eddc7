/* node.h -- several servers share one store: who has which table, and how people at one node play at a table that
 * another has. Pure: no socket, no clock, no thread; time is the hub's, bytes of links are handed in and taken out.
 *
 *     node = node_new(&options);            hub options: .owner = node_owner(node)
 *     node_begin(node, hub);
 *     node_edge_receive(node, conn, frame, n);    instead of hub_receive()
 *     node_tick(node);  node_guest_flush(node);   after hub_tick() and hub_flush()
 *
 * A node has a table when the store's row says so (store.h, struct store_owners). It renews its rows every second; if
 * it could not for as long as a lease, it has lost them all. Nothing right rests on that: an entry is stored only
 * by whoever has the row's epoch, and only in its place in the log. Who loses forgets its room and reads again.
 *
 * A request about a table goes to whoever has it: to our own hub, or over a link (relay.h) to the hub of
 * another node, where the person has a connection of his own. If that node goes, its tables are taken by those who
 * ask for them, and whoever watched goes on from the last entry he has.
 *
 * Read relay.h before; then node.c (its life), node_place.c (who has what), node_edge.c (people here, tables elsewhere),
 * node_guest.c (people elsewhere, tables here), node_link.c (links), node_self.c (is our name ours alone?). */
#ifndef NODE_H
#define NODE_H

#include "hub/hub.h"
#include "relay.h"

enum {
    NODE_LEASE_MS = 3000,
    NODE_RENEW_MS = 1000,
    NODE_SILENCE_MS = 2500, /* a link on which nothing came for so long is cut */
    NODE_PROVE_MS = 5000, /* so soon the other end must have proved that it has the key */
    NODE_STRANGERS = 64,  /* calls that have not yet: then the oldest is cut */
    NODE_PING_MS = 500,
    NODE_SEEK_MS = 250,      /* until it is asked again who has a table */
    NODE_HELD_MS = 10000,    /* a request that nobody could be found for is refused */
    NODE_HELD_MAX = 64,      /* of one connection */
    NODE_WINDOW = 64 * 1024, /* bytes on their way to a person at another node */
    NODE_ORPHANS = 50        /* tables whose clock ran out, taken at a time */
};

struct node;
struct node_link;

struct node_options {
    const char *name; /* by which others reach it; not changed while it runs */
    struct store *store;
    const unsigned char *key; /* RELAY_KEY bytes */
    void *context;            /* for the calls below */
    /* A link to the node of that name is wanted; node_link_up() or node_link_down() follows. */
    void (*connect)(void *context, struct node_link *link, const char *name);
    void (*send)(void *context, struct node_link *link, const void *bytes, size_t n);
    /* The link is of no use any more: its stream is closed, and not heard of again. */
    void (*cut)(void *context, struct node_link *link);
};

struct node_counts { /* since the start, except where noted */
    uint64_t taken, lost;
    uint64_t links_cut,
        links_failed;          /* that were up; at which nobody had proved the key */
    int tables, links, guests; /* now: ours; up; people of other nodes */
};

struct node *node_new(const struct node_options *options);
const struct hub_owner *node_owner(struct node *node);
void node_begin(struct node *node, struct hub *hub);
/* No more: before hub_free(), and nothing is handed back. Then node_free(). */
void node_end(struct node *node);
void node_free(struct node *node);
const struct node_counts *node_counts(const struct node *node);

/* One whole text frame of a connection here. */
void node_edge_receive(struct node *node, struct conn *conn, const char *frame, size_t n);
/* Before hub_leave(). */
void node_edge_leave(struct node *node, struct conn *conn);
/* The hub has something for a connection that is elsewhere. */
void node_guest_wake(struct node *node, struct conn *conn);
void node_tick(struct node *node);
void node_guest_flush(struct node *node);
/* Hand everything back: others go on with it. When node_idle() says so, that is done. */
void node_drain(struct node *node);
bool node_idle(const struct node *node);

/* -- Its own name ------------------------------------------------------------------------ */

enum node_self {
    NODE_SELF_NOBODY, /* nobody answers there, or nobody with the key; also before it is asked */
    NODE_SELF_ASKED, /* not known yet */
    NODE_SELF_US,
    NODE_SELF_TWIN /* another node that has the same name */
};
/* Calls itself by its name, as others would; not a second time before the answer is known. */
void node_self_ask(struct node *node);
enum node_self node_self_answer(const struct node *node);

/* -- Links ------------------------------------------------------------------------------- */

/* Another node has called. NULL: no memory. */
struct node_link *node_link_accept(struct node *node, void *peer);
void node_link_set_peer(struct node_link *link, void *peer);
void *node_link_peer(const struct node_link *link);
/* Why the one that we called is not believed, and how it is called; NULL: it is, or has not spoken yet. */
const char *node_link_mistaken(const struct node_link *link, const char **name);
/* The stream is there; it is gone, or could not be had. The latter frees the link. */
void node_link_up(struct node_link *link);
void node_link_down(struct node_link *link);
/* Bytes came. The link may be cut within the call. */
void node_link_receive(struct node_link *link, const char *bytes, size_t n);

#endif
