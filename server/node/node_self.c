/* node_self.c -- does our name lead to us? A node calls itself by it, as others would. Who answers with the key and the same
 * name, and is not us, is a second node of that name: each would take the other's tables again and again, and others would
 * reach only one of them.
 *
 * We know ourselves by the number that both ends put into their greeting (relay.h): ours begin with bytes that no other
 * process has. */
#include "node_internal.h"

#include <sodium.h>
#include <string.h>

void node_self_ask(struct node *node)
{
    if (node->self == NODE_SELF_ASKED) return;
    if (!node->knows_self) randombytes_buf(node->mark, sizeof node->mark);
    node->knows_self = true;
    node->self = NODE_SELF_ASKED;
    struct node_link *link = node__link_to(node, node->options.name);
    if (link)
        link->self = true;
    else
        node->self = NODE_SELF_NOBODY;
}

enum node_self node_self_answer(const struct node *node)
{
    return node->self;
}

void node__self_mark(const struct node *node, struct relay_door *door)
{
    if (node->knows_self) memcpy(door->ours, node->mark, sizeof node->mark);
}

/* Is it us at the other end? */
static bool node_self_is_there(const struct node_link *link)
{
    const struct node *node = link->node;

    return node->knows_self && !memcmp(link->door.theirs, node->mark, sizeof node->mark);
}

void node__self_called(struct node_link *link)
{
    if (!link->ours && node_self_is_there(link)) link->self = true;
}

void node__self_proved(struct node_link *link)
{
    if (!link->ours) return; /* the end that was called learns nothing by it */
    link->node->self = node_self_is_there(link) ? NODE_SELF_US : NODE_SELF_TWIN;
    node__link_cut(link);
}

void node__self_ended(struct node_link *link)
{
    if (link->ours && link->node->self == NODE_SELF_ASKED)
        link->node->self = NODE_SELF_NOBODY;
}
