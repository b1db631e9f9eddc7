/* tree.c -- records with variations for the page: a tree in the module's memory. */
#include "tree.h"
#include "bridge.h"
#include "tree_pack.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 12000, BYTES = 1 << 20, SPOTS = 32, PACK_MAX = 1 << 18 };

struct forest {
    struct tree tree;
    struct tree_reader reader;
    struct tree_memory memory;
};

/* {fault, at, line, code, rule, text}: the number of the fault (enum tree_err), and what the engine
 * says where an action or the record itself is refused. */
static void bridge_tree_fault(const struct tree_fault *fault)
{
    json_object(&out, NULL);
    json_int(&out, "fault", fault->err);
    show_error_words(fault->why);
    json_int(&out, "line", fault->line);
    json_text(&out, "at", fault->at);
    json_end(&out, '}');
}

void EXPORT(bridge_tree_free)(struct forest *forest);
void bridge_tree_free(struct forest *forest)
{
    free(forest->memory.node);
    free(forest->memory.text);
    free(forest->memory.spot);
    free(forest);
}

static struct forest *bridge_tree_new(void)
{
    struct forest *forest = calloc(1, sizeof *forest);

    if (!forest) return NULL;
    forest->memory = (struct tree_memory){
        malloc(NODES * sizeof(struct tree_node)), NODES, malloc(BYTES), BYTES,
        malloc(SPOTS * sizeof(struct tree_spot)), SPOTS};
    if (forest->memory.node && forest->memory.text && forest->memory.spot) return forest;
    bridge_tree_free(forest);
    return NULL;
}

static bool bridge_tree_read(struct forest *forest)
{
    tree_read_begin(&forest->reader, &forest->tree, &forest->memory);
    for (const char *line = in; *line;) {
        size_t n = strcspn(line, "\n");
        if (!tree_read_line(&forest->reader, line, n)) return false;
        line += n + (line[n] != 0);
    }
    return tree_read_end(&forest->reader);
}

/* A record in `in`; 0 with the fault as the answer. */
struct forest *EXPORT(bridge_tree_open)(void);
struct forest *bridge_tree_open(void)
{
    struct forest *forest = bridge_tree_new();

    json_clear(&out);
    if (!forest) return NULL;
    if (!bridge_tree_read(forest)) {
        bridge_tree_fault(&forest->reader.fault);
        bridge_tree_free(forest);
        return NULL;
    }
    return forest;
}

/* {real, moments: [[parent, child, next, seat, turn, played, words, note], ...]}: -1 is none. */
void EXPORT(bridge_tree_show)(const struct forest *forest);
void bridge_tree_show(const struct forest *forest)
{
    const struct tree *tree = &forest->tree;

    json_clear(&out);
    json_object(&out, NULL);
    json_bool(&out, "real", tree->real);
    record_show_head(&forest->reader.reader.head);
    json_list(&out, "moments");
    for (int i = 0; i < tree->n; i++) {
        const struct tree_node *node = &tree->memory.node[i];
        json_list(&out, NULL);
        json_int(&out, NULL, node->parent);
        json_int(&out, NULL, node->child);
        json_int(&out, NULL, node->next);
        json_int(&out, NULL, node->seat == AUDE_SEAT_NONE ? -1 : node->seat);
        json_int(&out, NULL, node->turn);
        json_int(&out, NULL, node->played);
        json_text(&out, NULL, tree_words(tree, i));
        json_text(&out, NULL, tree_note(tree, i));
        json_end(&out, ']');
    }
    json_end(&out, ']');
    json_end(&out, '}');
}

/* The moment after the action in `in`; -1 with the refusal as the answer. */
int EXPORT(bridge_tree_add)(struct forest *forest, int node);
int bridge_tree_add(struct forest *forest, int node)
{
    struct tree_fault fault = {.err = TREE_PLAY};
    struct aude_action action;
    int made = TREE_NONE;

    tree_go(&forest->tree, node);
    fault.why = aude_action_parse(&forest->tree.game, in, &action);
    if (!fault.why) made = tree_add(&forest->tree, node, action, &fault);
    json_clear(&out);
    if (made == TREE_NONE) bridge_tree_fault(&fault);
    return made;
}

/* 0, or the number of the fault. */
int EXPORT(bridge_tree_note)(struct forest *forest, int node);
int bridge_tree_note(struct forest *forest, int node)
{
    return tree_set_note(&forest->tree, node, in);
}

int EXPORT(bridge_tree_promote)(struct forest *forest, int node);
int bridge_tree_promote(struct forest *forest, int node)
{
    return tree_promote(&forest->tree, node);
}

int EXPORT(bridge_tree_remove)(struct forest *forest, int node);
int bridge_tree_remove(struct forest *forest, int node)
{
    return tree_remove(&forest->tree, node);
}

/* The whole tree as a record with a hidden seed; only the way to a moment (node >= 0); only the
 * marks (-2). Brief: as short as it can be. */
static size_t bridge_tree_write(struct tree *tree, int node, unsigned flags, char *text,
                                size_t size)
{
    if (node == -2) return tree_write_marks(tree, text, size);
    return node < 0 ? tree_write(tree, flags, text, size)
                    : tree_write_way(tree, node, flags, text, size);
}

void EXPORT(bridge_tree_text)(struct forest *forest, int node, int brief);
void bridge_tree_text(struct forest *forest, int node, int brief)
{
    size_t n = bridge_tree_write(&forest->tree, node, (unsigned)brief, NULL, 0);

    json_clear(&out);
    char *text = json_room(&out, n + 1);
    if (!text) return;
    bridge_tree_write(&forest->tree, node, (unsigned)brief, text, n + 1);
    json_took(&out, n);
}

/* -- Links ------------------------------------------------------------------------------ */

static struct tree_pack pack;

/* The text of a link that holds the tree, {text, moves}: the letters of its actions apart, which nothing
 * makes shorter. Both are empty if there is no room for it. */
void EXPORT(bridge_tree_pack)(struct forest *forest);
void bridge_tree_pack(struct forest *forest)
{
    int *number = malloc((size_t)forest->tree.n * sizeof *number);

    char *text = malloc(PACK_MAX);
    size_t n = number && text
                   ? tree_pack_write(&pack, &forest->tree, number, text, PACK_MAX)
                   : 0,
           head = n ? (size_t)(pack.moves - text) : 0;

    json_clear(&out);
    json_object(&out, NULL);
    json_text_n(&out, "text", n ? text : "", head);
    json_text_n(&out, "moves", n ? text + head : "", n - head);
    json_end(&out, '}');
    free(text);
    free(number);
}

/* The tree of such a text in `in`; every moment's index is its number there. 0 with {cut, moments,
 * turn, fault} as the answer: how far it can be read. */
struct forest *EXPORT(bridge_tree_unpack)(void);
struct forest *bridge_tree_unpack(void)
{
    struct forest *forest = bridge_tree_new();

    json_clear(&out);
    if (!forest) return NULL;
    bool whole = tree_pack_read(&pack, &forest->tree, &forest->memory, in);
    forest->reader.reader.head = pack.reader.head; /* names, for bridge_tree_show() */
    if (whole) return forest;
    int n = forest->tree.n;
    json_object(&out, NULL);
    json_bool(&out, "cut", pack.cut);
    json_int(&out, "moments", n ? n - 1 : 0);
    json_int(&out, "turn", n ? forest->memory.node[n - 1].turn : 0);
    json_int(&out, "fault", pack.fault.err);
    show_error_words(pack.fault.why);
    json_end(&out, '}');
    bridge_tree_free(forest);
    return NULL;
}
