/* tree.c -- records with variations for the page: a tree in the module's memory. */
#include "tree.h"
#include "bridge.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 12000, BYTES = 1 << 20, SPOTS = 32 };

struct forest {
    struct tree tree;
    struct tree_reader reader;
    struct tree_memory memory;
    char *source; /* the record as it came, if it has a seed; else NULL */
};

/* A fault as the page shows refusals. */
static void bridge_tree_fault(const char *key, const struct tree_fault *fault)
{
    json_object(&out, key);
    json_text(&out, "code", tree_code(fault));
    json_text(&out, "rule", tree_rule(fault));
    json_text(&out, "text", tree_sentence(fault));
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
    free(forest->source);
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
    if (!forest->reader.reader.head.setup.hidden) forest->source = strdup(in);
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

/* The record that came, with the marks of now before its last line. */
static void bridge_tree_source(struct forest *forest)
{
    size_t n = tree_write_marks(&forest->tree, NULL, 0);

    for (const char *line = forest->source, *next; *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] != 0);
        if (aude_record_is_last(line, length)) {
            out.n -= out.n && n ? 1 : 0; /* marks begin with a line feed */
            char *text = json_room(&out, n + 1);
            if (text) json_took(&out, tree_write_marks(&forest->tree, text, n + 1));
            if (n) json_raw(&out, "\n", 1);
        } else if (tree_mark(line, length)) {
            continue;
        }
        json_raw(&out, line, length);
        json_raw(&out, "\n", 1);
    }
}

/* The whole tree as a record: as it came, with its seed; or, with `brief`, as short as it can
 * be. With node >= 0 only the way there. */
void EXPORT(bridge_tree_text)(struct forest *forest, int node, int brief);
void bridge_tree_text(struct forest *forest, int node, int brief)
{
    struct tree *tree = &forest->tree;

    json_clear(&out);
    if (node < 0 && forest->source && !brief) {
        bridge_tree_source(forest);
        return;
    }
    size_t n = node < 0 ? tree_write(tree, (unsigned)brief, NULL, 0)
                        : tree_write_way(tree, node, (unsigned)brief, NULL, 0);
    char *text = json_room(&out, n + 1);
    if (!text) return;
    if (node < 0)
        tree_write(tree, (unsigned)brief, text, n + 1);
    else
        tree_write_way(tree, node, (unsigned)brief, text, n + 1);
    json_took(&out, n);
}
