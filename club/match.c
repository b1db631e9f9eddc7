/* match.c -- minimum-weight perfect matching by Edmonds' blossom algorithm, in O(n^3) as a rule.
 *
 * In short. Every vertex has a price y; a pair is *tight* if the two prices add up to its cost, and no
 * pair may be overpaid. Only tight pairs are matched, so the matching is the cheapest when everybody
 * has a mate. While somebody has none, a search grows trees of tight pairs from all who are alone:
 * such a root and everybody at an even distance from it is OUTER, those at an odd distance are INNER. A
 * tight pair between two OUTER of different trees: along the way between the roots every second pair is
 * exchanged, and two more have a mate. Between two OUTER of one tree: an odd circle, which from then on
 * acts as a single vertex, a *blossom* with a price z of its own. If no such pair is tight, prices change:
 * those of OUTER grow and those of INNER fall until one is. An INNER blossom whose z falls to 0 is opened again.
 *
 * A *node* is a vertex (0 to n - 1) or a blossom (from n on). Costs are kept four times as large, prices
 * begin as even numbers: then every step is a whole number. */
#include "match.h"

#include <assert.h>
#include <string.h>

enum label { FREE, OUTER, INNER };
enum { NONE = -1 };

struct pair {
    int from, to; /* vertices */
};

struct node {
    int64_t z;         /* price of a blossom */
    int parent;        /* the blossom that it is a part of */
    int first;         /* of a blossom: the part that holds its base; NONE in a vertex */
    int after, before; /* in the circle of the parent */
    struct pair link;  /* to the part after it */
    struct pair
        enter;     /* in a tree: from the node above to this one; from NONE in a root */
    int mark;      /* for finding the meeting point of two ways */
    uint8_t label; /* of a node that is no part */
    bool used;     /* this number is taken */
};

struct vertex {
    int64_t y;
    int mate, top; /* top: the node that is no part of another and holds it */
    int near;      /* the OUTER vertex elsewhere with the least to pay for a tight pair */
};

struct club_match {
    int n, nodes, marks;
    struct node *node;
    struct vertex *vertex;
    int64_t *cost; /* n x n, four times as large */
};

static int match_nodes(int n)
{
    return n + n / 2 + 1;
}

size_t club_match_size(int n)
{
    return sizeof(struct club_match) + (size_t)match_nodes(n) * sizeof(struct node) +
           (size_t)n * sizeof(struct vertex) + (size_t)n * (size_t)n * sizeof(int64_t);
}

void club_match_begin(struct club_match *match, int n)
{
    assert(n >= 0 && n % 2 == 0);
    memset(match, 0, club_match_size(n));
    match->n = n;
    match->nodes = match_nodes(n);
    match->cost = (int64_t *)(match + 1);
    match->node = (struct node *)(match->cost + (size_t)n * (size_t)n);
    match->vertex = (struct vertex *)(match->node + match->nodes);
    for (int i = 0; i < match->nodes; i++) {
        match->node[i].parent = match->node[i].first = NONE;
        match->node[i].used = i < n;
    }
    for (int v = 0; v < n; v++)
        match->vertex[v] = (struct vertex){.mate = NONE, .top = v, .near = NONE};
}

void club_match_cost(struct club_match *match, int a, int b, int64_t cost)
{
    assert(a != b && cost >= 0 && cost <= CLUB_COST_MAX);
    match->cost[(size_t)a * (size_t)match->n + (size_t)b] = 4 * cost;
    match->cost[(size_t)b * (size_t)match->n + (size_t)a] = 4 * cost;
}

int club_match_mate(const struct club_match *match, int a)
{
    return match->vertex[a].mate;
}

int64_t club_match_y(const struct club_match *match, int a)
{
    return match->vertex[a].y;
}

int club_match_set(const struct club_match *match, int of)
{
    return match->node[of].parent;
}

int64_t club_match_z(const struct club_match *match, int set)
{
    return match->node[set].z;
}

static int64_t match_pair_cost(const struct club_match *match, int a, int b)
{
    return match->cost[(size_t)a * (size_t)match->n + (size_t)b];
}

/* What is missing until a pair of two different nodes is tight. */
static int64_t match_slack(const struct club_match *match, int a, int b)
{
    return match_pair_cost(match, a, b) - match->vertex[a].y - match->vertex[b].y;
}

/* -- Parts of a blossom -------------------------------------------------------------------- */

static int match_base(const struct club_match *match, int node)
{
    while (match->node[node].first != NONE) node = match->node[node].first;
    return node;
}

/* The part of `blossom` that holds the vertex. */
static int match_part(const struct club_match *match, int blossom, int vertex)
{
    int node = vertex;

    while (match->node[node].parent != blossom) node = match->node[node].parent;
    return node;
}

/* Calls `each` for every vertex in the node. */
static void match_each(struct club_match *match, int node, int top,
                       void (*each)(struct club_match *, int vertex, int top))
{
    int first = match->node[node].first, part = first;

    if (first == NONE) {
        each(match, node, top);
        return;
    }
    do {
        match_each(match, part, top, each);
        part = match->node[part].after;
    } while (part != first);
}

static void match_set_top(struct club_match *match, int vertex, int top)
{
    match->vertex[vertex].top = top;
}

/* From `part` one of the two ways round the circle leads to the base in an even number of steps: is it the way on? */
static bool match_goes_on(const struct club_match *match, int blossom, int part)
{
    int steps = 0;

    for (int at = part; at != match->node[blossom].first; at = match->node[at].after)
        steps++;
    return steps % 2 == 0;
}

/* One step on that way; `along` becomes the pair that it goes along, in the same direction. */
static int match_step(const struct club_match *match, int part, bool on,
                      struct pair *along)
{
    int other = on ? match->node[part].after : match->node[part].before;
    struct pair link = match->node[on ? part : other].link;

    *along = on ? link : (struct pair){link.to, link.from};
    return other;
}

/* -- Exchanging ------------------------------------------------------------------------------ */

/* Makes `vertex` the base of the node: the one that is matched outside. Inside, every second pair
 * between the old base and the new one is exchanged. */
static void match_rebase(struct club_match *match, int node, int vertex)
{
    struct pair along;

    if (match->node[node].first == NONE) return;
    int part = match_part(match, node, vertex);
    bool on = match_goes_on(match, node, part);
    for (int at = part; at != match->node[node].first;) {
        int one = match_step(match, at, on, &along);
        at = match_step(match, one, on, &along);
        match_rebase(match, one, along.from);
        match_rebase(match, at, along.to);
        match->vertex[along.from].mate = along.to;
        match->vertex[along.to].mate = along.from;
    }
    match->node[node].first = part;
    match_rebase(match, part, vertex);
}

/* `vertex` of an OUTER node gets this mate; so does everybody on the way up to the root. */
static void match_exchange(struct club_match *match, int vertex, int mate)
{
    for (;;) {
        int outer = match->vertex[vertex].top;
        struct pair enter = match->node[outer].enter;
        match_rebase(match, outer, vertex);
        match->vertex[vertex].mate = mate;
        if (enter.from == NONE) return;
        int inner = match->vertex[enter.from].top;
        struct pair above = match->node[inner].enter;
        match_rebase(match, inner, above.to);
        match->vertex[above.to].mate = above.from;
        vertex = above.from;
        mate = above.to;
    }
}

/* -- Trees ------------------------------------------------------------------------------------- */

/* A vertex that has become OUTER may now be the nearest one for others. */
static void match_look_from(struct club_match *match, int vertex, int top)
{
    struct vertex *all = match->vertex;

    for (int v = 0; v < match->n; v++) {
        if (all[v].top == top) continue;
        if (all[v].near == NONE ||
            match_slack(match, vertex, v) < match_slack(match, all[v].near, v))
            all[v].near = vertex;
    }
}

static void match_make_outer(struct club_match *match, int node, struct pair enter)
{
    match->node[node].label = OUTER;
    match->node[node].enter = enter;
    match_each(match, node, node, match_look_from);
}

/* The tight pair leads to a FREE node: it is INNER now, its mate's node OUTER. */
static void match_grow(struct club_match *match, struct pair pair)
{
    int inner = match->vertex[pair.to].top, base = match_base(match, inner);
    int mate = match->vertex[base].mate;

    match->node[inner].label = INNER;
    match->node[inner].enter = pair;
    match_make_outer(match, match->vertex[mate].top, (struct pair){base, mate});
}

static int match_above(const struct club_match *match, int node)
{
    int from = match->node[node].enter.from;

    return from == NONE ? NONE : match->vertex[from].top;
}

/* Where the ways up from two nodes meet; NONE: in different roots. */
static int match_meet(struct club_match *match, int a, int b)
{
    int mark = ++match->marks;

    for (; a != NONE; a = match_above(match, a)) match->node[a].mark = mark;
    while (b != NONE && match->node[b].mark != mark) b = match_above(match, b);
    return b;
}

/* The nearest vertex of one in a new blossom may be in the same blossom now. */
static void match_look_again(struct club_match *match, int vertex, int top)
{
    struct vertex *all = match->vertex;
    int near = all[vertex].near;

    if (near != NONE && all[near].top != top) return;
    near = NONE;
    for (int v = 0; v < match->n; v++)
        if (all[v].top != top && match->node[all[v].top].label == OUTER &&
            (near == NONE ||
             match_slack(match, v, vertex) < match_slack(match, near, vertex)))
            near = v;
    all[vertex].near = near;
}

static int match_new_node(struct club_match *match)
{
    int node = match->n;

    while (match->node[node].used) node++;
    match->node[node].used = true;
    return node;
}

static void match_join(struct club_match *match, int part, int after, struct pair link)
{
    match->node[part].after = after;
    match->node[part].link = link;
    match->node[after].before = part;
}

/* The circle of a blossom: from `meet` down to the one end of the pair, over it, up again. */
static void match_close_circle(struct club_match *match, struct pair pair, int meet)
{
    int down = match->vertex[pair.from].top, up = match->vertex[pair.to].top;

    match_join(match, down, up, pair);
    for (int above; down != meet; down = above) {
        above = match_above(match, down);
        match_join(match, above, down, match->node[down].enter);
    }
    for (int above; up != meet; up = above) {
        struct pair enter = match->node[up].enter;
        above = match_above(match, up);
        match_join(match, up, above, (struct pair){enter.to, enter.from});
    }
}

static void match_blossom(struct club_match *match, struct pair pair, int meet)
{
    int node = match_new_node(match), part = meet;
    struct node *blossom = &match->node[node];

    match_close_circle(match, pair, meet);
    *blossom = (struct node){.parent = NONE,
                             .first = meet,
                             .enter = match->node[meet].enter,
                             .label = OUTER,
                             .used = true};
    do {
        match->node[part].parent = node;
        part = match->node[part].after;
    } while (part != meet);
    match_each(match, node, node, match_set_top);
    do { /* those that were INNER have not looked for pairs yet */
        if (match->node[part].label == INNER)
            match_each(match, part, node, match_look_from);
        part = match->node[part].after;
    } while (part != meet);
    match_each(match, node, node, match_look_again);
}

/* An INNER blossom is opened: the parts on the even way from where the tree enters it to its base
 * stay in the tree, the others are FREE. */
static void match_open(struct club_match *match, int node)
{
    struct pair along = match->node[node].enter;
    int first = match->node[node].first, part = first;

    do {
        match_each(match, part, part, match_set_top);
        match->node[part].label = FREE;
        part = match->node[part].after;
    } while (part != first);
    part = match_part(match, node, along.to);
    bool on = match_goes_on(match, node, part);
    match->node[part].label = INNER;
    match->node[part].enter = along;
    while (part != first) {
        part = match_step(match, part, on, &along);
        struct pair outer = along;
        int between = part;
        part = match_step(match, part, on, &along);
        match->node[part].label = INNER;
        match->node[part].enter = along;
        match_make_outer(match, between, outer);
    }
    for (int i = 0, at = first; i == 0 || at != first; i++, at = match->node[at].after)
        match->node[at].parent = NONE;
    match->node[node].used = false;
}

/* -- Prices ---------------------------------------------------------------------------------- */

/* What happens next when prices change: after which change, and at which vertex or INNER blossom. */
struct event {
    int64_t after;
    int at;
};

static void match_sooner(struct event *event, int64_t after, int at)
{
    if (event->at == NONE || after < event->after) *event = (struct event){after, at};
}

static struct event match_next(const struct club_match *match)
{
    struct event event = {0, NONE};

    for (int v = 0; v < match->n; v++) {
        int near = match->vertex[v].near, label = match->node[match->vertex[v].top].label;
        if (near == NONE || label == INNER) continue;
        int64_t slack = match_slack(match, near, v);
        match_sooner(&event, label == OUTER ? slack / 2 : slack, v);
    }
    for (int b = match->n; b < match->nodes; b++)
        if (match->node[b].used && match->node[b].parent == NONE &&
            match->node[b].label == INNER)
            match_sooner(&event, match->node[b].z / 2, b);
    return event;
}

static void match_move_prices(struct club_match *match, int64_t by)
{
    for (int v = 0; v < match->n; v++) {
        int label = match->node[match->vertex[v].top].label;
        if (label != FREE) match->vertex[v].y += label == OUTER ? by : -by;
    }
    for (int b = match->n; b < match->nodes; b++) {
        struct node *node = &match->node[b];
        if (node->used && node->parent == NONE && node->label != FREE)
            node->z += node->label == OUTER ? 2 * by : -2 * by;
    }
}

/* -- The whole -------------------------------------------------------------------------------- */

/* To begin with, everybody has half of the cheapest cost as price: no pair is overpaid so. Then the price of each who has
 * no mate is raised until a pair is tight; most find a mate so, without a search. */
static void match_head_start(struct club_match *match)
{
    struct vertex *all = match->vertex;

    for (int a = 0; a < match->n; a++) {
        int64_t least = INT64_MAX;
        for (int b = 0; b < match->n; b++)
            if (b != a && match_pair_cost(match, a, b) < least)
                least = match_pair_cost(match, a, b);
        all[a].y = least / 2;
    }
    for (int a = 0; a < match->n; a++) {
        int64_t least = INT64_MAX;
        int mate = NONE;
        if (all[a].mate != NONE) continue;
        for (int b = 0; b < match->n; b++) {
            if (b == a) continue;
            int64_t slack = match_slack(match, a, b);
            if (slack < least || (slack == least && all[mate].mate != NONE)) {
                least = slack;
                mate = b;
            }
        }
        all[a].y += least;
        if (all[mate].mate != NONE) continue;
        all[a].mate = mate;
        all[mate].mate = a;
    }
}

static void match_plant(struct club_match *match)
{
    for (int i = 0; i < match->nodes; i++) match->node[i].label = FREE;
    for (int v = 0; v < match->n; v++) match->vertex[v].near = NONE;
    for (int v = 0; v < match->n; v++)
        if (match->vertex[v].mate == NONE)
            match_make_outer(match, match->vertex[v].top, (struct pair){NONE, v});
}

/* One search: two more have a mate after it. False: everybody has one. */
static bool match_search(struct club_match *match)
{
    match_plant(match);
    for (;;) {
        struct event event = match_next(match);
        if (event.at == NONE) return false;
        match_move_prices(match, event.after);
        if (event.at >= match->n) {
            match_open(match, event.at);
            continue;
        }
        struct pair pair = {match->vertex[event.at].near, event.at};
        int top = match->vertex[pair.to].top;
        if (match->node[top].label == FREE) {
            match_grow(match, pair);
            continue;
        }
        int meet = match_meet(match, match->vertex[pair.from].top, top);
        if (meet == NONE) {
            match_exchange(match, pair.from, pair.to);
            match_exchange(match, pair.to, pair.from);
            return true;
        }
        match_blossom(match, pair, meet);
    }
}

void club_match_solve(struct club_match *match)
{
    if (!match->n) return;
    match_head_start(match);
    while (match_search(match)) continue;
}
