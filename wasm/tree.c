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

/* {code, rule, text, line, at}: text is what the engine says where it refused an action or the
 * record itself. */
static void bridge_tree_fault(const char *key, const struct tree_fault *fault)
{
    json_object(&out, key);
    json_text(&out, "code", tree_refusal_code(fault));
    json_text(&out, "rule", tree_refusal_rule(fault));
    json_text(&out, "text", aude_err_sentence(fault->why));
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
        bridge_tree_fault(NULL, &forest->reader.fault);
        bridge_tree_free(forest);
        return NULL;
    }
    return forest;
}

/* A game that nothing was told of yet; `in` is its head. 0 with the error as the answer. */
struct forest *EXPORT(bridge_tree_fresh)(void);
struct forest *bridge_tree_fresh(void)
{
    struct forest *forest = bridge_tree_new();

    json_clear(&out);
    if (!forest) return NULL;
    struct aude_reader *reader = &forest->reader.reader;
    enum aude_err err = bridge_record_read_head(reader, in, true);
    if (!err) err = tree_init(&forest->tree, &forest->memory, &reader->head);
    if (!err) return forest;
    show_error(NULL, err, NULL);
    bridge_tree_free(forest);
    return NULL;
}

/* {real, moments: [[parent, child, next, seat, turn, played, words, note], ...]}: -1 is none. */
void EXPORT(bridge_tree_show)(const struct forest *forest);
void bridge_tree_show(const struct forest *forest)
{
    const struct tree *tree = &forest->tree;

    json_clear(&out);
    json_object(&out, NULL);
    json_bool(&out, "real", tree->real);
    bridge_record_show_head(&forest->reader.reader.head);
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
    struct tree_fault fault = {.err = TREE_OK};
    int made = tree_add_words(&forest->tree, node, in, strlen(in), &fault);

    json_clear(&out);
    if (made == TREE_NONE) bridge_tree_fault(NULL, &fault);
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

/* -- Texts ------------------------------------------------------------------------------ */

/* What bridge_tree_text() writes; >= 0: the way to that moment. */
enum { WHOLE = -1, AGAIN = -2 };

static size_t bridge_tree_write(struct tree *tree, int what, unsigned flags, char *text,
                                size_t size)
{
    switch (what) {
    case WHOLE:
        return tree_write(tree, flags, text, size);
    case AGAIN:
        return tree_write_again(tree, in, text, size);
    default:
        return tree_write_way(tree, what, flags, text, size);
    }
}

/* The way to a moment as a record that stops there; -1 the whole tree as a record with a hidden
 * seed; -2 the record in `in`, which is the one that was read, with the marks of now. Brief: as
 * short as it can be. */
void EXPORT(bridge_tree_text)(struct forest *forest, int what, int brief);
void bridge_tree_text(struct forest *forest, int what, int brief)
{
    size_t n = bridge_tree_write(&forest->tree, what, (unsigned)brief, NULL, 0);

    json_clear(&out);
    char *text = json_room(&out, n + 1);
    if (!text) return;
    bridge_tree_write(&forest->tree, what, (unsigned)brief, text, n + 1);
    json_took(&out, n);
}

/* -- Links ------------------------------------------------------------------------------ */

static struct tree_pack pack;

/* The text of a link that holds the tree, {text, moves, number}: the letters of its actions apart, which
 * nothing makes shorter, and the number that `node` has in it. Both texts are empty if there is no room. */
void EXPORT(bridge_tree_pack)(struct forest *forest, int node);
void bridge_tree_pack(struct forest *forest, int node)
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
    json_int(&out, "number", n ? number[node] : 0);
    json_end(&out, '}');
    free(text);
    free(number);
}

/* The tree of such a text in `in`; every moment's index is its number there. 0 with {whole, moments, turn,
 * error} as the answer: how far it can be read. */
struct forest *EXPORT(bridge_tree_unpack)(void);
struct forest *bridge_tree_unpack(void)
{
    struct forest *forest = bridge_tree_new();

    json_clear(&out);
    if (!forest) return NULL;
    const struct tree *tree = &forest->tree;
    bool whole = tree_pack_read(&pack, &forest->tree, &forest->memory, in);
    forest->reader.reader.head = pack.reader.head; /* names, for bridge_tree_show() */
    if (whole) return forest;
    json_object(&out, NULL);
    json_bool(&out, "whole", !pack.cut);
    json_int(&out, "moments", tree->n ? tree->n - 1 : 0);
    json_int(&out, "turn", tree->n ? tree->memory.node[tree->n - 1].turn : 0);
    bridge_tree_fault("error", &pack.fault);
    json_end(&out, '}');
    bridge_tree_free(forest);
    return NULL;
}
