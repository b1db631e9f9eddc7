/* node_link.c -- links between nodes: begun, proved, kept alive, cut. */
#include "node_internal.h"

#include "hub/secret.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static struct node_link *link_new(struct node *node, void *peer)
{
    struct node_link *link = calloc(1, sizeof *link);

    if (!link) return NULL;
    link->node = node;
    link->peer = peer;
    link->began = link->heard = hub_node_now(node->hub);
    link->door =
        (struct relay_door){.key = node->options.key, .name = node->options.name};
    randombytes_buf(link->door.ours, sizeof link->door.ours);
    node__self_mark(node, &link->door);
    link->next = node->links;
    node->links = link;
    return link;
}

struct node_link *node__link_to(struct node *node, const char *name)
{
    struct node_link *link = node->links;

    while (link && (!link->ours || link->cut || strcmp(link->name, name) != 0))
        link = link->next;
    if (link || strlen(name) >= sizeof link->name || !(link = link_new(node, NULL)))
        return link;
    link->ours = true;
    memcpy(link->name, name, strlen(name) + 1);
    node->options.connect(node->options.context, link, link->name);
    return link;
}

bool node__link_is_up(const struct node *node, const char *name)
{
    const struct node_link *link = node->links;

    while (link && !(link->ours && link->up && !link->cut && !strcmp(link->name, name)))
        link = link->next;
    return link != NULL;
}

/* Whoever can reach the port can call. One of us proves in a moment who he is, so the one that has not for
 * the longest time makes room. The newest link is the first of the list. */
static void link_bound_strangers(struct node *node)
{
    struct node_link *oldest = NULL;
    int n = 0;

    for (struct node_link *link = node->links; link; link = link->next)
        if (!link->ours && !link->up && !link->cut) {
            oldest = link;
            n++;
        }
    if (n >= NODE_STRANGERS) node__link_cut(oldest);
}

struct node_link *node_link_accept(struct node *node, void *peer)
{
    link_bound_strangers(node);
    struct node_link *link = link_new(node, peer);

    if (link) link->door.came = true;
    return link;
}

void node_link_set_peer(struct node_link *link, void *peer)
{
    link->peer = peer;
}

void *node_link_peer(const struct node_link *link)
{
    return link->peer;
}

const char *node_link_mistaken(const struct node_link *link, const char **name)
{
    *name = link->name;
    return link->ours ? link->why : NULL;
}

/* -- Out ----------------------------------------------------------------------------------- */

void node__link_say(struct node_link *link, enum relay_kind kind, uint32_t conn,
                    const char *text, size_t n)
{
    const struct node_options *options = &link->node->options;
    struct relay_frame frame = {kind, conn, text, n};
    unsigned char head[RELAY_HEAD];

    if (link->cut) return;
    relay_head(head, &frame);
    options->send(options->context, link, head, sizeof head);
    if (n) options->send(options->context, link, text, n);
}

void node_link_up(struct node_link *link)
{
    char hello[RELAY_NONCE + RELAY_NAME_MAX];

    node__link_say(link, RELAY_HELLO, 0, hello, relay_hello(&link->door, hello));
}

/* -- In ------------------------------------------------------------------------------------ */

/* False: the other end is not one of us. */
static bool link_prove(struct node_link *link, const struct relay_frame *frame)
{
    unsigned char proof[RELAY_MAC];

    if (frame->kind == RELAY_PROOF) {
        link->why = relay_believe(&link->door, frame) ? NULL : "it has another key";
        if (link->why) return false;
        link->up = true;
        link->node->counts.links += !link->self;
        if (link->self)
            node__self_proved(link);
        else if (link->ours)
            node__edges_up(link);
        return true;
    }
    if (!relay_greet(&link->door, frame, proof)) return false;
    node__self_called(link);
    /* Whoever called wants to be sure that he is where he wanted to be. */
    if (link->ours && strcmp(link->door.other, link->name) != 0)
        link->why = "it has another name";
    if (link->why) return false;
    node__link_say(link, RELAY_PROOF, 0, (const char *)proof, sizeof proof);
    return true;
}

static void link_take(struct node_link *link, const struct relay_frame *frame)
{
    if (!link->up) {
        if (!link_prove(link, frame)) node__link_cut(link);
        return;
    }
    if (frame->kind == RELAY_PING) return;
    if (link->ours)
        node__edge_frame(link, frame);
    else
        node__guest_frame(link, frame);
}

static bool link_keep(struct node_link *link, const char *bytes, size_t n)
{
    if (link->n_in + n > link->in_max) {
        size_t max = 2 * (link->n_in + n);
        char *more = realloc(link->in, max);
        if (!more) return false;
        link->in = more;
        link->in_max = max;
    }
    memcpy(link->in + link->n_in, bytes, n);
    link->n_in += n;
    return true;
}

/* Until the other end has proved that it is one of us, nothing is kept for it but a greeting. */
static bool link_says_too_much(const struct node_link *link, size_t waiting)
{
    return !link->up && waiting > RELAY_HEAD + RELAY_NONCE + RELAY_NAME_MAX;
}

void node_link_receive(struct node_link *link, const char *bytes, size_t n)
{
    struct relay_frame frame;
    size_t at = 0;
    long took = 0;

    link->heard = hub_node_now(link->node->hub);
    if (!link_keep(link, bytes, n)) {
        node__link_cut(link);
        return;
    }
    while (!link->cut &&
           (took = relay_read(link->in + at, link->n_in - at, &frame)) > 0) {
        at += (size_t)took;
        link_take(link, &frame);
    }
    if (link->cut) return;
    if (took < 0 || link_says_too_much(link, link->n_in - at)) {
        node__link_cut(link);
        return;
    }
    memmove(link->in, link->in + at, link->n_in - at);
    link->n_in -= at;
}

/* -- The end ------------------------------------------------------------------------------- */

static void link_end(struct node_link *link)
{
    if (link->cut) return;
    link->cut = true;
    if (link->self) {
        node__self_ended(link);
        return;
    }
    link->node->counts.links -= link->up;
    if (link->up)
        link->node->counts.links_cut++;
    else
        link->node->counts.links_failed++;
    if (link->ours)
        node__edges_down(link);
    else
        node__guests_down(link);
}

void node__link_cut(struct node_link *link)
{
    const struct node_options *options = &link->node->options;

    if (link->cut) return;
    link_end(link);
    options->cut(options->context, link);
}

void node_link_down(struct node_link *link)
{
    link_end(link);
}

static void link_free_at(struct node_link **at)
{
    struct node_link *link = *at;

    *at = link->next;
    free(link->in);
    free(link);
}

/* A link is freed here and nowhere else, so that nobody holds one that is gone. */
void node__link_tick(struct node *node)
{
    int64_t now = hub_node_now(node->hub);

    for (struct node_link **at = &node->links, *link; (link = *at);) {
        if (!link->cut && (now - link->heard > NODE_SILENCE_MS ||
                           (!link->up && now - link->began > NODE_PROVE_MS)))
            node__link_cut(link);
        if (!link->cut && link->up && now - link->pinged >= NODE_PING_MS) {
            link->pinged = now;
            node__link_say(link, RELAY_PING, 0, "", 0);
        }
        if (link->cut)
            link_free_at(at);
        else
            at = &link->next;
    }
}

void node__link_end(struct node *node)
{
    for (struct node_link *link = node->links; link; link = link->next)
        node__link_cut(link);
    while (node->links) link_free_at(&node->links);
}
