/* tree.c -- moments and what may be done with them (tree.h). */
#include "tree_internal.h"

#include <assert.h>
#include <string.h>

enum { SPOT_EVERY = 16 }; /* moments between two positions that are kept */

/* -- Text ------------------------------------------------------------------------------- */

/* Keep `s`; 0 if there is no room. */
static uint32_t tree_keep(struct tree *tree, const char *s)
{
    size_t n = strlen(s) + 1;

    if (tree->memory.bytes - tree->n_text < n) return 0;
    memcpy(tree->memory.text + tree->n_text, s, n);
    tree->n_text += n;
    return (uint32_t)(tree->n_text - n);
}

const char *tree_words(const struct tree *tree, int node)
{
    return tree->memory.text + tree->memory.node[node].words;
}

const char *tree_note(const struct tree *tree, int node)
{
    return tree->memory.text + tree->memory.node[node].note;
}

/* -- Positions -------------------------------------------------------------------------- */

static struct tree_spot *tree_slot(const struct tree *tree, int node)
{
    int depth = tree->memory.node[node].depth;

    if (!tree->memory.spots || depth % SPOT_EVERY) return NULL;
    return &tree->memory.spot[depth / SPOT_EVERY % tree->memory.spots];
}

/* The position stands at tree->at: keep it, if this is a moment of which it is kept. */
static void tree_keep_spot(struct tree *tree)
{
    struct tree_spot *slot = tree_slot(tree, tree->at);

    if (!slot || slot->node == tree->at) return;
    slot->node = tree->at;
    aude_game_copy(&slot->game, &tree->game);
}

/* Stand at `node`, if its position is at hand. */
static bool tree_stand(struct tree *tree, int node)
{
    const struct tree_spot *slot = tree_slot(tree, node);

    if (tree->at == node) return true;
    if (slot && slot->node == node)
        aude_game_copy(&tree->game, &slot->game);
    else if (node || aude_game_init(&tree->game, &tree->head.setup, NULL))
        return false;
    tree->at = node;
    return true;
}

void tree_go(struct tree *tree, int node)
{
    struct tree_node *list = tree->memory.node;
    int from = node;

    while (!tree_stand(tree, from)) {
        list[list[from].parent].way = from;
        from = list[from].parent;
    }
    while (from != node) {
        from = list[from].way;
        enum aude_err err = aude_game_play(&tree->game, list[from].action, NULL);
        assert(!err);
        (void)err;
        tree->at = from;
        tree_keep_spot(tree);
    }
}

/* -- Moments ---------------------------------------------------------------------------- */

enum aude_err tree_init(struct tree *tree, const struct tree_memory *memory,
                        const struct aude_head *head)
{
    assert(memory->nodes > 0 && memory->bytes > 0);
    tree->memory = *memory;
    tree->head = *head;
    tree->head.setup.hidden = 1;
    tree->head.setup.n_order = 0;
    tree->real = false;
    tree->n = 1;
    memory->node[0] = (struct tree_node){.parent = TREE_NONE,
                                         .child = TREE_NONE,
                                         .next = TREE_NONE,
                                         .seat = AUDE_SEAT_NONE};
    memory->text[0] = 0; /* what has no words or no note */
    tree->n_text = 1;
    for (int i = 0; i < memory->spots; i++) memory->spot[i].node = TREE_NONE;
    tree->at = 0;
    enum aude_err err = aude_game_init(&tree->game, &tree->head.setup, NULL);
    if (!err) tree_keep_spot(tree);
    return err;
}

static int tree_child(const struct tree *tree, int parent, struct aude_action action)
{
    const struct tree_node *list = tree->memory.node;
    int child = list[parent].child;

    while (child != TREE_NONE && memcmp(&list[child].action, &action, sizeof action) != 0)
        child = list[child].next;
    return child;
}

static void tree_append_child(struct tree *tree, int parent, int node)
{
    int *last = &tree->memory.node[parent].child;

    while (*last != TREE_NONE) last = &tree->memory.node[*last].next;
    *last = node;
}

static int tree_refuse(struct tree_fault *fault, enum tree_err err, enum aude_err why)
{
    fault->err = err;
    fault->why = why;
    return TREE_NONE;
}

int tree_add(struct tree *tree, int parent, struct aude_action action,
             struct tree_fault *fault)
{
    int node = tree_child(tree, parent, action);
    char words[TREE_WORDS_MAX];

    if (node != TREE_NONE) return node;
    if (tree->n == tree->memory.nodes) return tree_refuse(fault, TREE_FULL, AUDE_ERR_OK);
    tree_go(tree, parent);
    struct tree_node made = {.action = action,
                             .parent = parent,
                             .child = TREE_NONE,
                             .next = TREE_NONE,
                             .depth = tree->memory.node[parent].depth + 1,
                             .turn = tree->game.turn.number,
                             .seat = tree->game.turn.actor};
    enum aude_err why = aude_game_why(&tree->game, action);
    if (why) return tree_refuse(fault, TREE_PLAY, why);
    aude_action_text(&tree->game, action, words, sizeof words);
    made.words = tree_keep(tree, words);
    if (!made.words) return tree_refuse(fault, TREE_FULL, AUDE_ERR_OK);
    why = aude_game_play(&tree->game, action, NULL);
    if (why) return tree_refuse(fault, TREE_PLAY, why);
    node = tree->n++;
    tree->memory.node[node] = made;
    tree_append_child(tree, parent, node);
    tree->at = node;
    tree_keep_spot(tree);
    return node;
}

int tree_add_words(struct tree *tree, int parent, const char *words, size_t n,
                   struct tree_fault *fault)
{
    struct aude_action action;
    char copy[TREE_WORDS_MAX];

    if (n >= sizeof copy) return tree_refuse(fault, TREE_MARK, AUDE_ERR_OK);
    memcpy(copy, words, n);
    copy[n] = 0;
    tree_go(tree, parent);
    enum aude_err why = aude_action_parse(&tree->game, copy, &action);
    if (why) return tree_refuse(fault, TREE_PLAY, why);
    return tree_add(tree, parent, action, fault);
}

void tree__set_played(struct tree *tree, int node)
{
    for (; node != TREE_NONE; node = tree->memory.node[node].parent)
        tree->memory.node[node].played = true;
}

static bool tree_is_text(const char *s)
{
    for (; *s; s++)
        if (((unsigned char)*s < 32 && *s != '\n') || *s == 127) return false;
    return true;
}

enum tree_err tree_set_note(struct tree *tree, int node, const char *note)
{
    if (strlen(note) >= TREE_NOTE_MAX || !tree_is_text(note)) return TREE_BYTES;
    uint32_t kept = *note ? tree_keep(tree, note) : 0;
    if (*note && !kept) return TREE_FULL;
    tree->memory.node[node].note = kept;
    return TREE_OK;
}

enum tree_err tree_add_note(struct tree *tree, int node, const char *line, size_t n)
{
    const char *old = tree_note(tree, node);
    size_t had = strlen(old);
    char note[TREE_NOTE_MAX];

    if (had + n + 2 > sizeof note) return TREE_BYTES;
    memcpy(note, old, had);
    if (had) note[had++] = '\n';
    memcpy(note + had, line, n);
    note[had + n] = 0;
    return tree_set_note(tree, node, note);
}

/* Take `node` out of the list of its parent's children; what follows it stays with it. */
static void tree_cut(struct tree *tree, int node)
{
    struct tree_node *list = tree->memory.node;
    int *at = &list[list[node].parent].child;

    while (*at != node) at = &list[*at].next;
    *at = list[node].next;
    list[node].next = TREE_NONE;
}

bool tree_promote(struct tree *tree, int node)
{
    struct tree_node *list = tree->memory.node;

    while (node && list[list[node].parent].child == node) node = list[node].parent;
    if (!node) return false;
    int *first = &list[list[node].parent].child;
    if (list[*first].played) first = &list[*first].next;
    if (*first == node) return false;
    tree_cut(tree, node);
    list[node].next = *first;
    *first = node;
    return true;
}

enum tree_err tree_remove(struct tree *tree, int node)
{
    if (!node) return TREE_MOMENT;
    if (tree->memory.node[node].played) return TREE_PLAYED;
    tree_cut(tree, node);
    tree->memory.node[node].line = TREE_NONE;
    return TREE_OK;
}

int tree_last(const struct tree *tree, int node)
{
    while (tree->memory.node[node].child != TREE_NONE)
        node = tree->memory.node[node].child;
    return node;
}
