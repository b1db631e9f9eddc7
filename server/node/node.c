/* node.c -- a node from its beginning to its end; what it does is in the files that node.h names. */
#include "node_internal.h"

#include <stdlib.h>

struct node *node_new(const struct node_options *options)
{
    struct node *node = calloc(1, sizeof *node);

    if (!node) return NULL;
    node->options = *options;
    node__place_begin(node);
    return node;
}

const struct hub_owner *node_owner(struct node *node)
{
    return &node->owner;
}

void node_begin(struct node *node, struct hub *hub)
{
    node->hub = hub;
    node->from = hub_node_now(hub);
}

const struct node_counts *node_counts(const struct node *node)
{
    return &node->counts;
}

void node_tick(struct node *node)
{
    int64_t now = hub_node_now(node->hub);

    node__link_tick(node);
    node__place_tick(node);
    if (now - node->sought < NODE_SEEK_MS) return;
    node->sought = now;
    node__edge_tick(node);
}

void node_drain(struct node *node)
{
    node->draining = true;
    node__place_drain(node);
}

bool node_idle(const struct node *node)
{
    return !node->n_ops;
}

void node_end(struct node *node)
{
    node->ended = true;
    node__link_end(node);
    while (node->edges) node_edge_leave(node, node->edges->conn);
}

void node_free(struct node *node)
{
    if (!node) return;
    node__place_free_all(node);
    free(node);
}
