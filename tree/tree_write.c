/* tree_write.c -- a tree as a record, or a part of one (docs/record.md). */
#include "tree.h"

#include <stdio.h>
#include <string.h>

enum { PIECE_MAX = 16 * 1024, HASH_LENGTH = 23 }; /* " hash 0123456789abcdef;" */

/* A text being written: `n` counts on when `out` is full, so that the caller learns how long
 * the whole text is. */
struct tree_text {
    char *out;
    size_t size, n;
};

static void tree_write_bytes(struct tree_text *text, const char *s, size_t n)
{
    if (text->n + n < text->size) {
        memcpy(text->out + text->n, s, n);
        text->out[text->n + n] = 0;
    }
    text->n += n;
}

static void tree_write_str(struct tree_text *text, const char *s)
{
    tree_write_bytes(text, s, strlen(s));
}

static void tree_write_int(struct tree_text *text, int n)
{
    char digits[16];

    snprintf(digits, sizeof digits, "%d", n);
    tree_write_str(text, digits);
}

static void tree_write_moment(struct tree_text *text, const struct tree_node *node)
{
    if (node->line) {
        tree_write_int(text, node->line);
        tree_write_str(text, ".");
    }
    tree_write_int(text, node->step);
}

/* -- Names ------------------------------------------------------------------------------ */

static bool tree_write_is_main(const struct tree *tree, int node)
{
    return node != TREE_NONE && (!tree->real || tree->memory.node[node].played);
}

/* The moments of one line are 1, 2, 3 ... from `node` on. */
static void tree_write_name_line(struct tree *tree, int node, int line, int step)
{
    struct tree_node *list = tree->memory.node;

    for (; node != TREE_NONE; node = list[node].child) {
        if (!line && !tree_write_is_main(tree, node)) return;
        list[node].line = line;
        list[node].step = step++;
    }
}

/* -- Marks ------------------------------------------------------------------------------ */

/* Each line of a note is a mark of its own; empty ones are left out. */
static void tree_write_note(const struct tree *tree, struct tree_text *text, int node)
{
    const char *note = tree_note(tree, node);

    while (*note) {
        size_t n = strcspn(note, "\n");
        if (strspn(note, " ") < n) {
            tree_write_str(text, "\n#note ");
            tree_write_moment(text, &tree->memory.node[node]);
            tree_write_str(text, " ");
            tree_write_bytes(text, note, n);
        }
        note += n + (note[n] != 0);
    }
}

static void tree_write_line(const struct tree *tree, struct tree_text *text, int first)
{
    const struct tree_node *list = tree->memory.node;
    size_t from = text->n;

    tree_write_str(text, "\n#line ");
    tree_write_int(text, list[first].line);
    tree_write_str(text, " at ");
    tree_write_moment(text, &list[list[first].parent]);
    tree_write_str(text, ":");
    for (int node = first; node != TREE_NONE; node = list[node].child) {
        if (text->n - from > TREE_LINE_MAX) {
            from = text->n;
            tree_write_str(text, "\n#more:");
        }
        tree_write_str(text, " ");
        tree_write_str(text, tree_words(tree, node));
        tree_write_str(text, ";");
    }
}

/* Variations beside the moments of the line that begins at `first` get the next numbers. */
static int tree_write_name_beside(struct tree *tree, int first, int lines)
{
    const struct tree_node *list = tree->memory.node;

    for (int node = first; node != TREE_NONE; node = list[node].child) {
        int child = list[node].child;
        if (child == TREE_NONE) break;
        bool goes_on = list[node].line || tree_write_is_main(tree, child);
        for (int beside = goes_on ? list[child].next : child; beside != TREE_NONE;
             beside = list[beside].next)
            tree_write_name_line(tree, beside, ++lines, 1);
        if (!goes_on) break;
    }
    return lines;
}

/* Where line `line` begins. */
static int tree_write_find_line(const struct tree *tree, int line)
{
    int node = 0;

    while (node < tree->n && !(tree->memory.node[node].line == line &&
                               tree->memory.node[node].step == !!line))
        node++;
    return node;
}

static void tree_write_all_marks(struct tree *tree, struct tree_text *text)
{
    const struct tree_node *list = tree->memory.node;
    int lines = 0;

    for (int i = 1; i < tree->n; i++) tree->memory.node[i].line = TREE_NONE;
    tree_write_name_line(tree, 0, 0, 0);
    for (int line = 0; line <= lines; line++) {
        int first = line ? tree_write_find_line(tree, line) : 0;
        if (line) tree_write_line(tree, text, first);
        for (int node = first; node != TREE_NONE && list[node].line == line;
             node = list[node].child)
            tree_write_note(tree, text, node);
        lines = tree_write_name_beside(tree, first, lines);
    }
}

/* -- The main line ---------------------------------------------------------------------- */

/* Does the line "switch NAME VALUE" only repeat the rulebook? */
static bool tree_write_repeats(const struct tree *tree, const char *line, size_t length)
{
    struct aude_setup book;
    char name[64] = "";

    if (length < 7 || memcmp(line, "switch ", 7) != 0) return false;
    size_t n = strcspn(line + 7, " ");
    if (n >= sizeof name) return false;
    memcpy(name, line + 7, n);
    enum aude_switch sw = aude_switch_find(name);
    if (sw >= AUDE_SWITCHES) return false;
    aude_setup_preset(&book, tree->head.setup.preset);
    return book.sw[sw] == tree->head.setup.sw[sw];
}

/* A seat without a name has no line. */
static bool tree_write_is_nameless(const char *line, size_t length)
{
    return length > 5 && !memcmp(line, "name ", 5) && line[length - 1] == ' ';
}

static void tree_write_head(const struct tree *tree, struct tree_text *text,
                            unsigned flags)
{
    char head[PIECE_MAX];

    if (aude_record_head(&tree->head, false, head, sizeof head) >= sizeof head)
        head[0] = 0;
    for (const char *line = head; *line;) {
        size_t n = strcspn(line, "\n"), whole = n + (line[n] != 0);
        if (!tree_write_is_nameless(line, n) &&
            (!(flags & TREE_BRIEF) || !tree_write_repeats(tree, line, n)))
            tree_write_bytes(text, line, whole);
        line += whole;
    }
}

static void tree_write_step(struct tree_text *text, const struct aude_game *after,
                            const char *words, const struct aude_events *events,
                            unsigned flags)
{
    char piece[PIECE_MAX];
    size_t n = aude_record_step(after, words, events, piece, sizeof piece);

    if (flags & TREE_BRIEF && n >= HASH_LENGTH &&
        !memcmp(piece + n - HASH_LENGTH, " hash ", 6))
        n -= HASH_LENGTH;
    tree_write_bytes(text, piece, n);
}

/* The way from the root to `node` as the play of a record. The position is `node`'s then. */
static void tree_write_line_to(struct tree *tree, struct tree_text *text, int node,
                               unsigned flags)
{
    struct tree_node *list = tree->memory.node;
    struct aude_event spare[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = spare, .max = AUDE_EVENTS_MAX};

    tree_write_head(tree, text, flags);
    aude_game_init(&tree->game, &tree->head.setup, &events);
    tree->at = 0;
    tree_write_step(text, &tree->game, "", &events, flags);
    for (int at = node; at; at = list[at].parent) list[list[at].parent].way = at;
    while (tree->at != node) {
        tree->at = list[tree->at].way;
        events.n = 0;
        aude_game_play(&tree->game, list[tree->at].action, &events);
        tree_write_step(text, &tree->game, tree_words(tree, tree->at), &events, flags);
    }
}

static void tree_write_end(const struct tree *tree, struct tree_text *text)
{
    char last[256];

    tree_write_bytes(text, last, aude_record_end(&tree->game, last, sizeof last));
}

static int tree_write_main_end(const struct tree *tree)
{
    const struct tree_node *list = tree->memory.node;
    int node = 0;

    while (tree_write_is_main(tree, list[node].child)) node = list[node].child;
    return node;
}

/* -- Calls ------------------------------------------------------------------------------ */

size_t tree_write(struct tree *tree, unsigned flags, char *out, size_t size)
{
    struct tree_text text = {.out = out, .size = size};

    tree_write_line_to(tree, &text, tree_write_main_end(tree), flags);
    tree_write_all_marks(tree, &text);
    tree_write_end(tree, &text);
    return text.n;
}

size_t tree_write_way(struct tree *tree, int node, unsigned flags, char *out, size_t size)
{
    struct tree_text text = {.out = out, .size = size};

    tree_write_line_to(tree, &text, node, flags);
    tree_write_end(tree, &text);
    return text.n;
}

size_t tree_write_marks(struct tree *tree, char *out, size_t size)
{
    struct tree_text text = {.out = out, .size = size};

    if (size) out[0] = 0;
    tree_write_all_marks(tree, &text);
    return text.n;
}

size_t tree_write_again(struct tree *tree, const char *record, char *out, size_t size)
{
    struct tree_text text = {.out = out, .size = size};

    for (const char *line = record; *line;) {
        size_t n = strcspn(line, "\n"), whole = n + (line[n] != 0);
        if (aude_record_is_last(line, n)) {
            if (text.n) text.n--; /* marks begin with the line feed */
            tree_write_all_marks(tree, &text);
            tree_write_str(&text, "\n");
        }
        if (!tree_read_mark(line, n)) tree_write_bytes(&text, line, whole);
        line += whole;
    }
    return text.n;
}
