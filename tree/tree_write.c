/* tree_write.c -- a tree as a record, or a part of one (docs/record.md). */
#include "tree_internal.h"

#include <stdio.h>
#include <string.h>

enum { PIECE_MAX = 16 * 1024, HASH_LENGTH = 23 }; /* " hash 0123456789abcdef;" */

void tree__text_bytes(struct tree__text *text, const char *s, size_t n)
{
    if (text->n + n < text->size) {
        memcpy(text->out + text->n, s, n);
        text->out[text->n + n] = 0;
    }
    text->n += n;
}

void tree__text_str(struct tree__text *text, const char *s)
{
    tree__text_bytes(text, s, strlen(s));
}

void tree__text_int(struct tree__text *text, int n)
{
    char digits[16];

    snprintf(digits, sizeof digits, "%d", n);
    tree__text_str(text, digits);
}

static void tree_write_moment(struct tree__text *text, const struct tree_node *node)
{
    if (node->line) {
        tree__text_int(text, node->line);
        tree__text_str(text, ".");
    }
    tree__text_int(text, node->step);
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
static void tree_write_note(const struct tree *tree, struct tree__text *text, int node)
{
    const char *note = tree_note(tree, node);

    while (*note) {
        size_t n = strcspn(note, "\n");
        if (strspn(note, " ") < n) {
            tree__text_str(text, "\n#note ");
            tree_write_moment(text, &tree->memory.node[node]);
            tree__text_str(text, " ");
            tree__text_bytes(text, note, n);
        }
        note += n + (note[n] != 0);
    }
}

static void tree_write_line(const struct tree *tree, struct tree__text *text, int first)
{
    const struct tree_node *list = tree->memory.node;
    size_t from = text->n;

    tree__text_str(text, "\n#line ");
    tree__text_int(text, list[first].line);
    tree__text_str(text, " at ");
    tree_write_moment(text, &list[list[first].parent]);
    tree__text_str(text, ":");
    for (int node = first; node != TREE_NONE; node = list[node].child) {
        if (text->n - from > TREE_LINE_MAX) {
            from = text->n;
            tree__text_str(text, "\n#more:");
        }
        tree__text_str(text, " ");
        tree__text_str(text, tree_words(tree, node));
        tree__text_str(text, ";");
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

static void tree_write_all_marks(struct tree *tree, struct tree__text *text)
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

/* The lines that a link leaves out: "aude 1", "seed hidden", "play". */
static bool tree_write_is_alike(const char *line)
{
    return !strncmp(line, "aude ", 5) || !strncmp(line, "seed ", 5) ||
           !strncmp(line, "play", 4);
}

void tree__write_head(const struct tree *tree, struct tree__text *text, unsigned flags,
                      bool link)
{
    char head[PIECE_MAX];

    if (aude_record_head(&tree->head, false, head, sizeof head) >= sizeof head)
        head[0] = 0;
    for (const char *line = head; *line;) {
        size_t n = strcspn(line, "\n"), whole = n + (line[n] != 0);
        if (!tree_write_is_nameless(line, n) && !(link && tree_write_is_alike(line)) &&
            (!(flags & TREE_BRIEF) || !tree_write_repeats(tree, line, n)))
            tree__text_bytes(text, line, whole);
        line += whole;
    }
}

static void tree_write_step(struct tree__text *text, const struct aude_game *after,
                            const char *words, const struct aude_events *events,
                            unsigned flags)
{
    char piece[PIECE_MAX];
    size_t n = aude_record_step(after, words, events, piece, sizeof piece);

    if (flags & TREE_BRIEF && n >= HASH_LENGTH &&
        !memcmp(piece + n - HASH_LENGTH, " hash ", 6))
        n -= HASH_LENGTH;
    tree__text_bytes(text, piece, n);
}

/* The way from the root to `node` as the play of a record. The position is `node`'s then. */
static void tree_write_line_to(struct tree *tree, struct tree__text *text, int node,
                               unsigned flags)
{
    struct tree_node *list = tree->memory.node;
    struct aude_event spare[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = spare, .max = AUDE_EVENTS_MAX};

    tree__write_head(tree, text, flags, false);
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

static void tree_write_end(const struct tree *tree, struct tree__text *text)
{
    char last[256];

    tree__text_bytes(text, last, aude_record_end(&tree->game, last, sizeof last));
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
    struct tree__text text = {.out = out, .size = size};

    tree_write_line_to(tree, &text, tree_write_main_end(tree), flags);
    tree_write_all_marks(tree, &text);
    tree_write_end(tree, &text);
    return text.n;
}

size_t tree_write_way(struct tree *tree, int node, unsigned flags, char *out, size_t size)
{
    struct tree__text text = {.out = out, .size = size};

    tree_write_line_to(tree, &text, node, flags);
    tree_write_end(tree, &text);
    return text.n;
}

size_t tree_write_marks(struct tree *tree, char *out, size_t size)
{
    struct tree__text text = {.out = out, .size = size};

    if (size) out[0] = 0;
    tree_write_all_marks(tree, &text);
    return text.n;
}

size_t tree_write_again(struct tree *tree, const char *record, char *out, size_t size)
{
    struct tree__text text = {.out = out, .size = size};

    for (const char *line = record; *line;) {
        size_t n = strcspn(line, "\n"), whole = n + (line[n] != 0);
        if (aude_record_is_last(line, n)) {
            if (text.n) text.n--; /* marks begin with the line feed */
            tree_write_all_marks(tree, &text);
            tree__text_str(&text, "\n");
        }
        if (!tree_mark(line, n)) tree__text_bytes(&text, line, whole);
        line += whole;
    }
    return text.n;
}
