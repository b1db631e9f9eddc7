/* node_internal.h -- what the files of a node share. */
#ifndef NODE_INTERNAL_H
#define NODE_INTERNAL_H

#include "node.h"

enum { PLACE_SLOTS = 4096, LINK_SLOTS = 1024 };

/* Who has a table, as far as we know. */
enum place_state {
    PLACE_ASKING, /* the store is being asked */
    PLACE_MINE,
    PLACE_LOSING, /* was ours, and is still in memory */
    PLACE_THEIRS
};

struct place {
    struct place *next; /* of the same slot */
    char table[TABLE_ID_MAX];
    enum place_state state;
    int64_t epoch, since,
        until; /* of a table that is MINE: its row in the store. THEIRS: `until` as we heard it */
    bool wakes;   /* ASKING: nobody asked for it, but its clock has run out */
    bool renewed; /* MINE: the store still named us when the leases were last renewed */
    bool fresh;   /* MINE: made here, perhaps not stored yet */
    char owner[RELAY_NAME_MAX]; /* THEIRS: the name of the node that has it */
};

/* One way of a connection here to another node: the tables of that node are played over it. */
struct leg {
    struct leg *next;         /* of the same connection here */
    struct leg *next_in_slot; /* of the link */
    struct edge *edge;
    struct node_link *link;
    uint32_t number;
    size_t received; /* bytes that came and were not yet answered by RELAY_TAKEN */
};

/* A table that somebody here watches elsewhere, or whose owner is sought. */
struct view {
    struct view *next;
    char table[TABLE_ID_MAX];
    int64_t seen;         /* the last entry that he was told */
    struct node_link *at; /* NULL: its owner is sought */
    bool fresh;           /* his request to watch it is not answered yet */
};

/* A request that waits for an owner, or was sent to one and is not answered. */
struct held {
    struct held *next;
    json_t *request;
    size_t weight;
    char table[TABLE_ID_MAX];
    int64_t since;
    struct node_link *at; /* it was sent there; NULL: it waits */
};

/* What a node knows of a connection here. */
struct edge {
    struct edge *prev, *next;
    struct conn *conn;
    struct leg *legs;
    struct view *views;
    struct held *held; /* in the order in which they came */
    int n_held;
};

/* A connection at another node, which has one in our hub. */
struct guest_of {
    struct guest_of *next, *next_woken; /* of the same slot of the link */
    struct node_link *link;
    struct conn *conn;
    uint32_t number;
    size_t on_way; /* bytes that were sent to him and that he has not taken yet */
    bool woken;
};

struct node_link {
    struct node_link *next;
    struct node *node;
    void *peer;
    bool ours; /* we have called: for people who are here and tables that are there */
    bool up;   /* both ends know each other */
    bool cut;  /* it is freed in the next tick */
    bool self; /* both ends are us, or are to be (node_self.c) */
    const char *why; /* the other end is not believed */
    char name[RELAY_NAME_MAX];
    struct relay_door door;
    int64_t began, heard, pinged;
    struct leg *legs[LINK_SLOTS];        /* by number: of people here, */
    struct guest_of *guests[LINK_SLOTS]; /* or of people there */
    uint32_t numbers;
    char *in; /* the beginning of a frame whose rest has not come yet */
    size_t n_in, in_max;
};

struct node {
    struct node_options options;
    struct hub_owner owner;
    struct node_counts counts;
    struct hub *hub;
    struct place *slot[PLACE_SLOTS];
    struct edge *edges;
    struct node_link *links;
    struct guest_of *woken;
    struct node_op *ops; /* what the store was asked */
    int n_ops;
    int64_t renewed; /* when the last renewal began that succeeded */
    int64_t from;    /* all that is ours was taken after that */
    int64_t tried, sought,
        looked; /* when we last tried to; when owners were sought, orphans looked for */
    bool renewing, looking, draining, ended;
    bool away;           /* the store did not answer when we last looked */
    enum node_self self; /* who answers at our name, */
    bool knows_self;     /* and how we know ourselves there */
    unsigned char mark[RELAY_NONCE / 2];
};

/* -- Who has what (node_place.c) ---------------------------------------------------------- */

/* What the hub asks of us is answered here. */
void node__place_begin(struct node *node);
struct place *node__place(struct node *node, const char *table);
/* Ask the store, and take it if it is free. */
void node__place_ask(struct node *node, const char *table, bool wakes);
/* Nothing is known of it any more. */
void node__place_forget(struct node *node, const char *table);
/* All that were said to be there. */
void node__place_forget_owner(struct node *node, const char *name);
void node__place_lose(struct node *node, const char *table);
void node__place_tick(struct node *node);
/* All that is ours is given up: others may take it. */
void node__place_drain(struct node *node);
void node__place_free_all(struct node *node);

/* -- People here (node_edge.c) ------------------------------------------------------------ */

/* A request of one who is connected here, to whoever has its table. */
void node__edge_route(struct node *node, struct conn *conn, json_t *request);
/* It is known now who has the table; or (not `known`) the store could not say. */
void node__edge_settle(struct node *node, const char *table, bool known);
/* A connection here was told that much of it, and its owner is sought. */
void node__edge_seek(struct node *node, struct conn *conn, const char *table,
                     int64_t seen);
/* Is its owner sought for him already? */
bool node__edge_seeks(const struct conn *conn, const char *table);
/* A frame for a connection here came over the link. */
void node__edge_frame(struct node_link *link, const struct relay_frame *frame);
void node__edges_up(struct node_link *link);
void node__edges_down(struct node_link *link);
void node__edge_tick(struct node *node);

/* -- People elsewhere (node_guest.c) ------------------------------------------------------ */

void node__guest_frame(struct node_link *link, const struct relay_frame *frame);
void node__guests_down(struct node_link *link);
void node__guest_moved(struct node *node, struct conn *conn, const char *table,
                       int64_t seen);

/* -- Links (node_link.c) ------------------------------------------------------------------ */

/* The link to that node; it is begun if there is none. NULL: no memory. */
struct node_link *node__link_to(struct node *node, const char *name);
/* Is there one to it that we called for, and that both ends believe? */
bool node__link_is_up(const struct node *node, const char *name);
void node__link_say(struct node_link *link, enum relay_kind kind, uint32_t conn,
                    const char *text, size_t n);
void node__link_cut(struct node_link *link);
void node__link_tick(struct node *node);
/* All links are cut and freed. */
void node__link_end(struct node *node);

/* -- Our own name (node_self.c) ----------------------------------------------------------- */

/* The number of a new link begins so that we know it. */
void node__self_mark(const struct node *node, struct relay_door *door);
/* The other end has greeted: a link of us with ourselves is known from now on, and not counted. */
void node__self_called(struct node_link *link);
/* Such a link is believed by this end; it has ended. */
void node__self_proved(struct node_link *link);
void node__self_ended(struct node_link *link);

#endif
