/* tree_link.c -- a tree as the text of a link, and back (docs/analysis.md, "Links"). */
#include "tree_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A figure's letter before the letter of the feature; a small one has none. ORDER FIGURE */
static const char link_figure[AUDE_FIGURE_KINDS + 1] = "SLAWMBP?";
static const char link_turn[] = "nesw";

/* -- Writing ---------------------------------------------------------------------------- */

/* Numbers all moments in the order of the text: a line to its end, then the variations beside
 * its moments. The lines hang together by `way` of their first moments; the first is returned. */
static int tree_link_number(struct tree *tree)
{
    struct tree_node *list = tree->memory.node;
    int n = 1, first = list[0].child, last = TREE_NONE;

    for (int i = 0; i < tree->n; i++) list[i].number = i ? TREE_NONE : 0;
    for (int node = first; node != TREE_NONE; node = list[node].next) {
        if (last != TREE_NONE) list[last].way = node;
        list[last = node].way = TREE_NONE;
    }
    for (int line = first; line != TREE_NONE; line = list[line].way)
        for (int node = line; node != TREE_NONE; node = list[node].child) {
            list[node].number = n++;
            if (list[node].child == TREE_NONE) break;
            for (int beside = list[list[node].child].next; beside != TREE_NONE;
                 beside = list[beside].next) {
                list[last].way = beside;
                list[last = beside].way = TREE_NONE;
            }
        }
    return first;
}

static void tree_link_base36(struct tree__text *text, unsigned n)
{
    char digits[8];
    int at = sizeof digits;

    do {
        digits[--at] = "0123456789abcdefghijklmnopqrstuvwxyz"[n % 36];
    } while (n /= 36);
    tree__text_bytes(text, digits + at, sizeof digits - (size_t)at);
}

/* "tiles base/ city road river-1/ lake": every set is named once. Gives each kind its number. */
static void tree_link_tiles(const struct tree *tree, struct tree__text *text,
                            uint8_t number[256])
{
    const char *set = "";
    size_t n_set = 0;
    uint8_t n = 0;

    memset(number, 0, 256);
    for (int i = 1; i < tree->n; i++)
        if (tree->memory.node[i].number >= 0 &&
            tree->memory.node[i].action.kind == AUDE_TELL)
            number[tree->memory.node[i].action.arg] = 1;
    tree__text_str(text, "tiles");
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        const char *id = aude_tiles[kind].id;
        size_t own = strcspn(id, "/") + 1;
        if (!number[kind]) continue;
        number[kind] = n++;
        tree__text_str(text, " ");
        if (own != n_set || memcmp(id, set, own) != 0) {
            tree__text_bytes(text, id, own);
            tree__text_str(text, " ");
        }
        set = id;
        n_set = own;
        tree__text_str(text, id + own);
    }
}

/* "LcN E" for "put large city N E"; false if it goes to another tile than the one just laid or
 * to no feature. */
static bool tree_link_put(struct tree__text *text, const char *words)
{
    struct aude_glance said;
    const char *sides = words;

    if (!aude_action_glance(words, &said) ||
        said.fields != (AUDE_HAS_FIGURE | AUDE_HAS_FEATURE))
        return false;
    if (said.figure != AUDE_SMALL) tree__text_bytes(text, &link_figure[said.figure], 1);
    tree__text_bytes(text, aude_feature_name(said.feature), 1);
    for (int word = 0; word < 3; word++)
        sides += strcspn(sides, " ") + (word < 2 || strchr(sides, ' '));
    tree__text_str(text, sides);
    return true;
}

static void tree_link_action(const struct tree *tree, struct tree__text *text, int node,
                             const uint8_t number[256])
{
    struct aude_action action = tree->memory.node[node].action;

    if (action.kind == AUDE_TELL) {
        tree__text_str(text, "~");
        tree_link_base36(text, number[action.arg]);
    } else if (action.kind == AUDE_LAY) {
        tree__text_int(text, action.x);
        tree__text_str(text, ",");
        tree__text_int(text, action.y);
        tree__text_bytes(text, &link_turn[action.arg & 3], 1);
    } else if (action.kind == AUDE_PASS) {
        tree__text_str(text, "-");
    } else if (action.kind != AUDE_PUT || !tree_link_put(text, tree_words(tree, node))) {
        tree__text_str(text, "=");
        tree__text_str(text, tree_words(tree, node));
    }
}

static void tree_link_note(const struct tree *tree, struct tree__text *text, int node)
{
    for (const char *note = tree_note(tree, node); *note;) {
        size_t n = strcspn(note, "\n");
        if (n) {
            tree__text_str(text, "\n");
            tree_link_base36(text, (unsigned)tree->memory.node[node].number);
            tree__text_str(text, "\"");
            tree__text_bytes(text, note, n);
        }
        note += n + (note[n] != 0);
    }
}

size_t tree_link_write(struct tree *tree, char *out, size_t size)
{
    struct tree__text text = {.out = out, .size = size};
    const struct tree_node *list = tree->memory.node;
    int first = tree_link_number(tree);
    uint8_t number[256];

    tree__write_head(tree, &text, TREE_BRIEF, true);
    tree_link_tiles(tree, &text, number);
    for (int line = first; line != TREE_NONE; line = list[line].way) {
        tree__text_str(&text, "\n");
        tree_link_base36(&text, (unsigned)list[list[line].parent].number);
        for (int node = line; node != TREE_NONE; node = list[node].child) {
            tree__text_str(&text, node == line ? ":" : ";");
            tree_link_action(tree, &text, node, number);
        }
    }
    tree_link_note(tree, &text, 0);
    for (int line = first; line != TREE_NONE; line = list[line].way)
        for (int node = line; node != TREE_NONE; node = list[node].child)
            tree_link_note(tree, &text, node);
    tree__text_str(&text, "\n.");
    return text.n;
}

/* -- Reading ---------------------------------------------------------------------------- */

/* The end of the line; *next is where the following one begins. */
static size_t tree_link_line(const char *line, const char **next)
{
    size_t n = strcspn(line, "\n");

    *next = line + n + (line[n] != 0);
    return n;
}

/* "tiles ...", and not "tiles-only ...". */
static bool tree_link_is_tiles(const char *line)
{
    return !strncmp(line, "tiles", 5) && strchr(" \n", line[5]);
}

/* The set-up, up to the line of tiles; NULL if there is no such line, or with a fault. */
static const char *tree_link_read_head(struct tree_link *link, struct aude_reader *reader,
                                       const char *text)
{
    static const char *const alike[] = {"aude 1", "seed hidden", "play"};
    enum aude_err err = AUDE_ERR_OK;
    const char *next;

    aude_reader_init(reader);
    err = aude_reader_line(reader, alike[0], strlen(alike[0]), NULL);
    for (; *text && !tree_link_is_tiles(text); text = next) {
        size_t n = tree_link_line(text, &next);
        if (!err) err = aude_reader_line(reader, text, n, NULL);
    }
    for (int i = 1; i < 3 && !err; i++)
        err = aude_reader_line(reader, alike[i], strlen(alike[i]), NULL);
    link->fault.err = err ? TREE_RECORD : *text ? TREE_OK : TREE_MARK;
    link->fault.why = err;
    return link->fault.err ? NULL : text;
}

static bool tree_link_add_tile(struct tree_link *link, const char *set, size_t n_set,
                               const char *name, size_t n)
{
    char id[64];
    int kind = -1;

    if (n_set + n < sizeof id) {
        memcpy(id, set, n_set);
        memcpy(id + n_set, name, n);
        id[n_set + n] = 0;
        kind = aude_tile_find(id);
    }
    if (kind < 0 || link->tiles == (int)sizeof link->tile) return false;
    link->tile[link->tiles++] = (aude_kind)kind;
    return true;
}

/* The words after "tiles". */
static bool tree_link_read_tiles(struct tree_link *link, const char *line, size_t length)
{
    const char *end = line + length, *set = "";
    size_t n_set = 0;

    for (const char *word = line + 5; word < end;) {
        size_t n = strcspn(++word, " \n");
        if (n && word[n - 1] == '/') {
            set = word;
            n_set = n;
        } else if (!tree_link_add_tile(link, set, n_set, word, n)) {
            link->fault.err = TREE_MARK;
            return false;
        }
        word += n;
    }
    return true;
}

/* The words of a record for a short action; `out` is "" where it is none. */
static void tree_link_lengthen(const struct tree_link *link, const char *s, size_t n,
                               char out[TREE_WORDS_MAX])
{
    const char *turn = n ? memchr(link_turn, s[n - 1], 4) : NULL;
    const char *figure = n && *s != 'S' ? memchr(link_figure, *s, AUDE_BARN) : NULL;
    const char *feature = s + !!figure;
    unsigned kind = 0;

    out[0] = 0;
    while (kind < AUDE_FEATURE_KINDS && aude_feature_name(kind)[0] != *feature) kind++;
    if (n && *s == '~') {
        long tile = strtol(s + 1, NULL, 36);
        if (tile >= 0 && tile < link->tiles)
            snprintf(out, TREE_WORDS_MAX, "draw %s", aude_tiles[link->tile[tile]].id);
    } else if (n && *s == '=') {
        snprintf(out, TREE_WORDS_MAX, "%.*s", (int)n - 1, s + 1);
    } else if (n == 1 && *s == '-') {
        snprintf(out, TREE_WORDS_MAX, "pass");
    } else if (n && (*s == '-' || (*s >= '0' && *s <= '9'))) {
        if (turn)
            snprintf(out, TREE_WORDS_MAX, "lay %.*s %d", (int)n - 1, s,
                     90 * (int)(turn - link_turn));
    } else if (kind < AUDE_FEATURE_KINDS && feature < s + n) {
        snprintf(out, TREE_WORDS_MAX, "put %s %s %.*s",
                 aude_figure_name(figure ? (unsigned)(figure - link_figure) : AUDE_SMALL),
                 aude_feature_name(kind), (int)(s + n - feature - 1), feature + 1);
    }
}

/* What stands after the colon: every action is a new moment. */
static bool tree_link_read_actions(struct tree_link *link, struct tree *tree, int node,
                                   const char *s, const char *end)
{
    char words[TREE_WORDS_MAX];

    for (; s <= end; s++) {
        size_t n = strcspn(s, ";\n");
        int before = tree->n;
        tree_link_lengthen(link, s, n, words);
        node = tree_add_words(tree, node, words, strlen(words), &link->fault);
        if (node == TREE_NONE) return false;
        if (tree->n == before) {
            link->fault.err = TREE_SAME;
            return false;
        }
        s += n;
    }
    return true;
}

/* "2k:ACTION;ACTION", "2k"NOTE", "."; lines of another kind say nothing. */
static bool tree_link_read_line(struct tree_link *link, struct tree *tree,
                                const char *line, size_t length)
{
    char *sign;
    long node = strtol(line, &sign, 36);
    const char *end = line + length;

    if (sign == line || sign >= end || (*sign != ':' && *sign != '"')) return true;
    if (node < 0 || node >= tree->n) {
        link->fault.err = TREE_MOMENT;
        return false;
    }
    if (*sign == ':') return tree_link_read_actions(link, tree, (int)node, sign + 1, end);
    link->fault.err = tree_add_note(tree, (int)node, sign + 1, (size_t)(end - sign - 1));
    return !link->fault.err;
}

/* Does the text have the line that says that it was the last? */
static bool tree_link_is_whole(const char *text)
{
    for (const char *next; *text; text = next)
        if (tree_link_line(text, &next) == 1 && *text == '.') return true;
    return false;
}

bool tree_link_read(struct tree_link *link, struct aude_reader *head, struct tree *tree,
                    const struct tree_memory *memory, const char *text)
{
    const char *next;

    *link = (struct tree_link){.whole = tree_link_is_whole(text)};
    tree->n = 0;
    text = tree_link_read_head(link, head, text);
    if (!text) return false;
    link->fault.why = tree_init(tree, memory, &head->head);
    link->fault.err = link->fault.why ? TREE_RECORD : TREE_OK;
    size_t n = tree_link_line(text, &next);
    if (link->fault.why || !tree_link_read_tiles(link, text, n)) return false;
    while (*(text = next))
        if (!tree_link_read_line(link, tree, text, tree_link_line(text, &next)))
            return false;
    if (!link->whole) return false;
    int last = tree_last(tree, 0);
    tree_go(tree, last);
    tree->real =
        aude_game_over(&tree->game); /* a game that is over was played: it stays */
    if (tree->real) tree__set_played(tree, last);
    return true;
}
