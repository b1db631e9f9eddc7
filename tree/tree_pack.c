/* tree_pack.c -- a whole tree as the text of a link, and back (tree_pack.h). */
#include "tree_pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Writing ---------------------------------------------------------------------------- */

/* The first moments of all lines, in the order in which they are written, hang together by `way`: a line to its end, then
 * what stands beside its moments. */
struct queue {
    struct tree_node *list;
    int last;
};

static void pack_append(struct queue *queue, int first)
{
    if (queue->last != TREE_NONE) queue->list[queue->last].way = first;
    queue->last = first;
    queue->list[first].way = TREE_NONE;
}

static void pack_append_beside(struct queue *queue, int node)
{
    for (int beside = node; beside != TREE_NONE; beside = queue->list[beside].next)
        pack_append(queue, beside);
}

static int pack_after(const struct tree_node *list, int node)
{
    return list[node].child == TREE_NONE ? TREE_NONE : list[list[node].child].next;
}

/* Numbers all moments; returns the first moment of the first line. */
static int pack_number(struct tree *tree, int *number)
{
    struct queue queue = {tree->memory.node, TREE_NONE};
    int first = queue.list[0].child, n = 1;

    for (int i = 0; i < tree->n; i++) number[i] = i ? -1 : 0;
    pack_append_beside(&queue, first);
    for (int line = first; line != TREE_NONE; line = queue.list[line].way)
        for (int node = line; node != TREE_NONE; node = queue.list[node].child) {
            number[node] = n++;
            pack_append_beside(&queue, pack_after(queue.list, node));
        }
    return first;
}

static size_t pack_lines(const struct tree *tree, const int *number, int first, char *out,
                         size_t size)
{
    const struct tree_node *list = tree->memory.node;
    size_t n = (size_t)snprintf(out, size, "lines");

    for (int line = first; line != TREE_NONE; line = list[line].way) {
        int count = 0;
        for (int node = line; node != TREE_NONE; node = list[node].child) count++;
        n += (size_t)snprintf(n < size ? out + n : NULL, n < size ? size - n : 0,
                              " %d:%d", number[list[line].parent], count);
    }
    return n;
}

/* tree_go() uses `way`, too: the moments are gone through by their numbers. */
static void pack_moves(struct tree_pack *pack, struct tree *tree, const int *number)
{
    int at = 0;

    for (int n = 1; at != TREE_NONE; n++) {
        for (at = tree->n - 1; at >= 0 && number[at] != n; at--) continue;
        if (at < 0) break;
        tree_go(tree, tree->memory.node[at].parent);
        tree_code_write(&pack->code, &tree->game, tree->memory.node[at].action);
        tree_go(tree, at);
        if (n % TREE_PACK_CHECK == 0) tree_code_write_check(&pack->code, &tree->game, 8);
    }
    tree_code_write_check(&pack->code, &tree->game, 16);
}

static size_t pack_notes(const struct tree *tree, const int *number, char *out,
                         size_t size)
{
    size_t n = 0;

    for (int i = 0; i < tree->n; i++)
        for (const char *note = tree_note(tree, i); number[i] >= 0 && *note;) {
            size_t length = strcspn(note, "\n");
            if (length)
                n += (size_t)snprintf(n < size ? out + n : NULL, n < size ? size - n : 0,
                                      "note %d %.*s\n", number[i], (int)length, note);
            note += length + (note[length] != 0);
        }
    return n;
}

/* The head of the record, up to `play`; 0 if there is no room. */
static size_t pack_head(struct tree *tree, char *out, size_t size)
{
    size_t n = tree_write_way(tree, 0, TREE_BRIEF, out, size);
    const char *play = n < size ? strstr(out, "\nplay") : NULL;

    return play ? (size_t)(play + 1 - out) : 0;
}

size_t tree_pack_write(struct tree_pack *pack, struct tree *tree, int *number, char *out,
                       size_t size)
{
    size_t n = pack_head(tree, out, size);

    if (!n) return 0;
    int first = pack_number(tree, number);
    n += pack_lines(tree, number, first, out + n, size - n);
    if (n + 8 >= size) return 0;
    n += (size_t)snprintf(out + n, size - n, "\nmoves ");
    tree_code_write_begin(&pack->code, out + n, size - n);
    pack_moves(pack, tree, number);
    n += tree_code_write_end(&pack->code);
    if (n + 4 >= size) return 0;
    out[n++] = '\n';
    n += pack_notes(tree, number, out + n, size - n);
    if (n + 2 >= size) return 0;
    memcpy(out + n, ".", 2);
    return n + 1;
}

/* -- Reading ---------------------------------------------------------------------------- */

static bool pack_refuse(struct tree_pack *pack, enum tree_err err, enum aude_err why)
{
    pack->fault.err = err;
    pack->fault.why = why;
    return false;
}

static bool pack_is_cut(struct tree_pack *pack)
{
    pack->cut = true;
    return false;
}

/* Is this the line of that word? Then *rest is what follows the word. */
static bool pack_begins(const char *line, const char *word, const char **rest)
{
    size_t n = strlen(word);

    if (strncmp(line, word, n) != 0) return false;
    *rest = line + n;
    return true;
}

static const char *pack_next(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

/* The set-up; then pack->lines, moves and notes are known, as far as they are there. */
static bool pack_read_head(struct tree_pack *pack, const char *text)
{
    enum aude_err err = AUDE_ERR_OK;

    aude_reader_init(&pack->reader);
    for (; *text && !err && !pack->lines; text = pack_next(text))
        if (!pack_begins(text, "lines", &pack->lines))
            err = aude_reader_line(&pack->reader, text, strcspn(text, "\n"), NULL);
    if (!err && pack->lines) err = aude_reader_line(&pack->reader, "play", 4, NULL);
    if (err) return pack_refuse(pack, TREE_RECORD, err);
    if (!pack->lines || !pack_begins(text, "moves ", &pack->moves))
        return pack_is_cut(pack);
    pack->notes = pack_next(text);
    return true;
}

/* The next moment, after `parent`. */
static bool pack_read_moment(struct tree_pack *pack, struct tree *tree, int parent)
{
    tree_go(tree, parent);
    if (aude_game_over(&tree->game)) return pack_refuse(pack, TREE_MOMENT, AUDE_ERR_OK);
    struct aude_action action = tree_code_read(&pack->code, &tree->game);
    int before = tree->n;

    if (!tree_code_read_enough(&pack->code)) return pack_is_cut(pack);
    if (tree_add(tree, parent, action, &pack->fault) == TREE_NONE) return false;
    if (tree->n == before) return pack_refuse(pack, TREE_SAME, AUDE_ERR_OK);
    if ((tree->n - 1) % TREE_PACK_CHECK) return true;
    return tree_code_read_check(&pack->code, &tree->game, 8) ||
           pack_refuse(pack, TREE_MARK, AUDE_ERR_OK);
}

static bool pack_read_lines(struct tree_pack *pack, struct tree *tree)
{
    char *at;

    for (const char *line = pack->lines; *line == ' '; line = at) {
        long from = strtol(line, &at, 10),
             count = *at == ':' ? strtol(at + 1, &at, 10) : 0;
        if (from < 0 || from >= tree->n || count < 1)
            return pack_refuse(pack, TREE_MOMENT, AUDE_ERR_OK);
        for (int parent = (int)from; count--; parent = tree->n - 1)
            if (!pack_read_moment(pack, tree, parent)) return false;
        if (line != pack->lines || !aude_game_over(&tree->game)) continue;
        tree->real = true; /* a game that is over was played: it stays */
        for (int i = tree->n - 1; i >= 0; i--) tree->memory.node[i].played = true;
    }
    return tree_code_read_check(&pack->code, &tree->game, 16) ||
           pack_refuse(pack, TREE_MARK, AUDE_ERR_OK);
}

static bool pack_read_note(struct tree_pack *pack, struct tree *tree, const char *line)
{
    char note[TREE_NOTE_MAX];
    char *text;
    long moment = strtol(line, &text, 10);

    if (moment < 0 || moment >= tree->n || *text != ' ')
        return pack_refuse(pack, TREE_MOMENT, AUDE_ERR_OK);
    const char *old = tree_note(tree, (int)moment);
    int n = snprintf(note, sizeof note, "%s%s%.*s", old, *old ? "\n" : "",
                     (int)strcspn(text + 1, "\n"), text + 1);
    if (n >= (int)sizeof note) return pack_refuse(pack, TREE_BYTES, AUDE_ERR_OK);
    enum tree_err err = tree_set_note(tree, (int)moment, note);
    return !err || pack_refuse(pack, err, AUDE_ERR_OK);
}

static bool pack_read_notes(struct tree_pack *pack, struct tree *tree)
{
    const char *line = pack->notes, *rest;

    for (; pack_begins(line, "note ", &rest); line = pack_next(line))
        if (!pack_read_note(pack, tree, rest)) return false;
    return *line == '.' || pack_is_cut(pack);
}

bool tree_pack_read(struct tree_pack *pack, struct tree *tree,
                    const struct tree_memory *memory, const char *text)
{
    memset(&pack->fault, 0, sizeof pack->fault);
    pack->lines = pack->moves = pack->notes = NULL;
    pack->cut = false;
    tree->n = 0;
    bool ok = pack_read_head(pack, text);
    if (pack->fault.err || !pack->lines || !pack->moves) return false;
    enum aude_err err = tree_init(tree, memory, &pack->reader.head);
    if (err) return pack_refuse(pack, TREE_RECORD, err);
    tree_code_read_begin(&pack->code, pack->moves, strcspn(pack->moves, "\n"));
    ok = ok && pack_read_lines(pack, tree) && pack_read_notes(pack, tree);
    return ok;
}
