/* tree_read.c -- a record with its variations and notes, line by line (docs/record.md).
 *
 * The main line is verified by the engine's own reader. A game that knows its draws is told
 * to the tree as others would hear it, so that moments are counted alike in both. Marks are
 * lines that every reader takes for comments. */
#include "tree_internal.h"

#include <string.h>

static bool tree_read_fault(struct tree_reader *r, enum tree_err err, const char *words,
                            size_t n)
{
    size_t room = sizeof r->fault.at - 1;

    r->fault.err = err;
    r->fault.line = r->reader.line;
    memcpy(r->fault.at, words, n < room ? n : room);
    r->fault.at[n < room ? n : room] = 0;
    return false;
}

/* What the record's reader said, with its words. */
static bool tree_read_refused(struct tree_reader *r, enum aude_err why)
{
    r->fault.why = why;
    return tree_read_fault(r, TREE_RECORD, r->reader.at, strlen(r->reader.at));
}

/* -- The main line ---------------------------------------------------------------------- */

/* The tree hears `n` actions of the main line. */
static bool tree_read_hear(struct tree_reader *r, int n)
{
    for (int i = 0; i < n && i < TREE_TOLD_MAX; i++) {
        int node = tree_add(r->tree, r->main, r->told[i], &r->fault);
        if (node == TREE_NONE) return tree_read_fault(r, r->fault.err, "", 0);
        struct tree_node *made = &r->tree->memory.node[node];
        made->line = 0;
        made->step = made->depth;
        r->main = node;
    }
    return true;
}

static bool tree_read_play_begin(struct tree_reader *r)
{
    struct aude_events events = {.list = r->list, .max = AUDE_EVENTS_MAX};
    struct aude_setup setup = r->reader.head.setup;
    enum aude_err err = tree_init(r->tree, r->memory, &r->reader.head);

    if (!err) err = aude_game_init(&r->game, &setup, &events);
    if (err) return tree_read_refused(r, err);
    r->begun = true;
    if (setup.hidden) return true;
    return tree_read_hear(r, aude_game_tell(&r->game,
                                            (struct aude_action){.kind = AUDE_NO_ACTION},
                                            &events, r->told, TREE_TOLD_MAX));
}

static bool tree_read_action(struct tree_reader *r, struct aude_action action)
{
    struct aude_events events = {.list = r->list, .max = AUDE_EVENTS_MAX};

    r->told[0] = action;
    if (r->game.hidden) {
        enum aude_err told = aude_game_play(&r->game, action, NULL);
        return told ? tree_read_refused(r, told) : tree_read_hear(r, 1);
    }
    aude_game_copy(&r->before, &r->game);
    enum aude_err err = aude_game_play(&r->game, action, &events);
    if (err) return tree_read_refused(r, err);
    return tree_read_hear(
        r, aude_game_tell(&r->before, action, &events, r->told, TREE_TOLD_MAX));
}

static bool tree_read_play(struct tree_reader *r, const char *line, size_t length)
{
    struct aude_action action;
    const char *words;
    size_t at = 0, n;

    while (aude_record_statement(line, length, &at, &words, &n))
        if (aude_record_action(&r->game, words, n, &action) &&
            !tree_read_action(r, action))
            return false;
    return true;
}

/* -- Marks ------------------------------------------------------------------------------ */

static bool tree_read_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int tree_read_mark(const char *line, size_t length)
{
    static const char *const word[] = {"#line ", "#note "};

    if (length >= 6 && !memcmp(line, "#more:", 6)) return 'm';
    for (int i = 0; i < 2; i++)
        if (length > 6 && !memcmp(line, word[i], 6) && tree_read_is_digit(line[6]))
            return word[i][1];
    return 0;
}

/* The words of a mark, one after another. */
struct scan {
    const char *at, *end;
};

static bool tree_read_scan_number(struct scan *scan, int *out)
{
    int n = 0;

    if (scan->at == scan->end || !tree_read_is_digit(*scan->at)) return false;
    while (scan->at < scan->end && tree_read_is_digit(*scan->at)) {
        n = 10 * n + (*scan->at++ - '0');
        if (n > 1000000) return false;
    }
    *out = n;
    return true;
}

static bool tree_read_scan_word(struct scan *scan, const char *word)
{
    size_t n = strlen(word);

    if ((size_t)(scan->end - scan->at) < n || memcmp(scan->at, word, n) != 0)
        return false;
    scan->at += n;
    return true;
}

static bool tree_read_scan_moment(struct scan *scan, int *line, int *step)
{
    *line = 0;
    if (!tree_read_scan_number(scan, step)) return false;
    if (!tree_read_scan_word(scan, ".")) return true;
    *line = *step;
    return tree_read_scan_number(scan, step);
}

static int tree_read_named(const struct tree *tree, int line, int step)
{
    if (!line && !step) return 0;
    for (int i = 1; i < tree->n; i++)
        if (tree->memory.node[i].line == line && tree->memory.node[i].step == step)
            return i;
    return TREE_NONE;
}

int tree_read_find(const struct tree *tree, const char *name)
{
    struct scan scan = {name, name + strlen(name)};
    int line, step;

    if (!tree_read_scan_moment(&scan, &line, &step) || scan.at != scan.end)
        return TREE_NONE;
    return tree_read_named(tree, line, step);
}

/* One action of a variation, after the moment r->tail. */
static bool tree_read_variation_action(struct tree_reader *r, const char *words, size_t n,
                                       int step)
{
    int before = r->tree->n, node = tree_add_words(r->tree, r->tail, words, n, &r->fault);

    if (node == TREE_NONE) return tree_read_fault(r, r->fault.err, words, n);
    if (r->tree->n == before) return tree_read_fault(r, TREE_SAME, words, n);
    r->tree->memory.node[node].line = r->lines;
    r->tree->memory.node[node].step = step;
    r->tail = node;
    return true;
}

/* What stands after the colon of `#line` and `#more`. */
static bool tree_read_variation(struct tree_reader *r, struct scan scan, int step)
{
    size_t at = 0, n, length = (size_t)(scan.end - scan.at);
    const char *words;
    bool any = false;

    while (aude_record_statement(scan.at, length, &at, &words, &n)) {
        if (!tree_read_variation_action(r, words, n, step++)) return false;
        any = true;
    }
    return any || tree_read_fault(r, TREE_EMPTY, scan.at, length);
}

static bool tree_read_line_mark(struct tree_reader *r, const char *line, size_t length)
{
    struct scan scan = {line + 6, line + length};
    int number, from, step;

    if (!tree_read_scan_number(&scan, &number) || !tree_read_scan_word(&scan, " at ") ||
        !tree_read_scan_moment(&scan, &from, &step) || !tree_read_scan_word(&scan, ":"))
        return tree_read_fault(r, TREE_MARK, line, length);
    if (number != r->lines + 1) return tree_read_fault(r, TREE_NUMBER, line, length);
    r->tail = tree_read_named(r->tree, from, step);
    if (r->tail == TREE_NONE) return tree_read_fault(r, TREE_MOMENT, line, length);
    r->lines++;
    return tree_read_variation(r, scan, 1);
}

static bool tree_read_more_mark(struct tree_reader *r, const char *line, size_t length)
{
    struct scan scan = {line + 6, line + length};

    if (!r->lines) return tree_read_fault(r, TREE_NUMBER, line, length);
    return tree_read_variation(r, scan, r->tree->memory.node[r->tail].step + 1);
}

/* Several notes of one moment are lines of one note. */
static bool tree_read_note_mark(struct tree_reader *r, const char *line, size_t length)
{
    struct scan scan = {line + 6, line + length};
    int from, step;

    if (!tree_read_scan_moment(&scan, &from, &step) || !tree_read_scan_word(&scan, " "))
        return tree_read_fault(r, TREE_MARK, line, length);
    int node = tree_read_named(r->tree, from, step);
    if (node == TREE_NONE) return tree_read_fault(r, TREE_MOMENT, line, length);
    enum tree_err err =
        tree_add_note(r->tree, node, scan.at, (size_t)(scan.end - scan.at));
    r->notes += !err;
    return !err || tree_read_fault(r, err, line, length);
}

/* -- Lines ------------------------------------------------------------------------------ */

void tree_read_begin(struct tree_reader *reader, struct tree *tree,
                     const struct tree_memory *memory)
{
    reader->tree = tree;
    reader->memory = memory;
    reader->begun = false;
    reader->main = reader->tail = 0;
    reader->lines = reader->notes = 0;
    reader->fault = (struct tree_fault){.err = TREE_OK};
    aude_reader_init(&reader->reader);
}

bool tree_read_line(struct tree_reader *r, const char *line, size_t length)
{
    enum aude_err err = aude_reader_line(&r->reader, line, length, NULL);

    if (err) return tree_read_refused(r, err);
    while (length && (line[length - 1] == '\r' || line[length - 1] == ' ')) length--;
    if (!r->begun) return !r->reader.game.n_laid || tree_read_play_begin(r);
    switch (tree_read_mark(line, length)) {
    case 'l':
        return tree_read_line_mark(r, line, length);
    case 'm':
        return tree_read_more_mark(r, line, length);
    case 'n':
        return tree_read_note_mark(r, line, length);
    default:
        return aude_record_is_last(line, length) || tree_read_play(r, line, length);
    }
}

bool tree_read_end(struct tree_reader *r)
{
    struct tree *tree = r->tree;
    enum aude_err err = aude_reader_end(&r->reader);

    if (err) return tree_read_refused(r, err);
    tree->real = r->reader.finished || !r->reader.head.setup.hidden;
    if (tree->real) tree__set_played(tree, r->main);
    return true;
}
