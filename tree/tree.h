/* tree.h -- a record with variations and notes: a tree of moments (docs/record.md).
 *
 * A moment is a position. The root is the game before its first draw; every other moment
 * follows from its parent by one action of a game that is told its draws: a draw, a tile that
 * is laid, a figure, and so on. The first moment after another goes on with its line, the
 * others are variations. Every action is judged by the engine before it is in the tree.
 *
 * There is no memory of its own here: the caller gives room for the moments, their words and
 * some positions, and a full tree says so.
 *
 *     tree_init(&tree, &memory, &head);
 *     moment = tree_add(&tree, 0, action, &fault);   a draw, told
 *     tree_go(&tree, moment);                        the position is tree.game
 */
#ifndef TREE_H
#define TREE_H

#include "aude.h"

enum {
    TREE_NONE = -1,       /* no moment */
    TREE_WORDS_MAX = 160, /* the words of an action, with the end */
    TREE_NOTE_MAX = 4000, /* bytes of a note, with the end */
    TREE_LINE_MAX = 2048  /* bytes of a line of variations, as a writer breaks them */
};

/* ORDER TREE_ERR: the sentences and codes in tree_refusal.c. */
enum tree_err {
    TREE_OK,
    TREE_RECORD, /* the record itself does not hold: `why` says what is wrong */
    TREE_PLAY,   /* an action is refused: `why` is the rule's answer */
    TREE_MARK,   /* the words of a mark are not understood */
    TREE_NUMBER, /* lines are numbered 1, 2, 3 ... */
    TREE_MOMENT, /* there is no such moment */
    TREE_SAME,   /* a line begins with what follows there already */
    TREE_EMPTY,  /* a line without an action */
    TREE_BYTES,  /* a note that is too long or holds bytes that are no text */
    TREE_FULL,   /* no room for more */
    TREE_PLAYED, /* what was played in a real game is not removed */
    TREE_ERRS
};

struct tree_fault {
    enum tree_err err;
    enum aude_err why;
    int line;    /* of the record, from 1; 0 where none was read */
    char at[96]; /* the words that it is about */
};

struct tree_node {
    struct aude_action action; /* that leads here from the parent */
    int parent, child, next;   /* the first child; the next of the same parent */
    int depth;                 /* actions since the root */
    int way;                   /* the next moment of a way that is being gone */
    int line, step;            /* its name in a record: 2.5 is line 2, step 5 */
    uint32_t words, note;      /* where they begin in the text; note 0: none */
    uint16_t turn;             /* in which it was done */
    uint8_t seat;              /* who did it; AUDE_SEAT_NONE: it was told */
    bool played;               /* in a real game: it stays first */
};

/* A position that is kept, so that not every way begins at the root. */
struct tree_spot {
    int node;
    struct aude_game game;
};

struct tree_memory {
    struct tree_node *node;
    int nodes; /* at least 1 */
    char *text;
    size_t bytes; /* at least 1 */
    struct tree_spot *spot;
    int spots; /* 0: every way begins at the root */
};

struct tree {
    struct tree_memory memory;
    struct aude_head head; /* the seed is hidden */
    int n;                 /* moments so far; removed ones are counted and not reached */
    size_t n_text;
    bool real; /* the main line was played: it cannot be changed */
    int at;    /* the moment whose position `game` is */
    struct aude_game game;
};

/* A tree of the root alone. What keeps the setup from being played is returned. */
enum aude_err tree_init(struct tree *tree, const struct tree_memory *memory,
                        const struct aude_head *head);

/* Make tree->game the position of `node`. */
void tree_go(struct tree *tree, int node);

/* The moment after `action`: the one that is there already, or a new one, which becomes the
 * last child. TREE_NONE with the fault if the engine refuses it or there is no room. */
int tree_add(struct tree *tree, int parent, struct aude_action action,
             struct tree_fault *fault);
/* The same for the words of an action, `n` bytes of them. */
int tree_add_words(struct tree *tree, int parent, const char *words, size_t n,
                   struct tree_fault *fault);

/* The words of the action that leads to `node`; its note, "" if it has none. */
const char *tree_words(const struct tree *tree, int node);
const char *tree_note(const struct tree *tree, int node);
/* Lines of the note are parted by line feeds; "" takes it away. */
enum tree_err tree_set_note(struct tree *tree, int node, const char *note);
/* One line more for the note, `n` bytes. */
enum tree_err tree_add_note(struct tree *tree, int node, const char *line, size_t n);

/* The variation that `node` belongs to becomes the main line of the moment where it begins,
 * or, beside a line that was really played, the first of the others. False if it is so
 * already. */
bool tree_promote(struct tree *tree, int node);
/* Take away `node` and all that follows it. */
enum tree_err tree_remove(struct tree *tree, int node);

/* The last moment of the line that goes on from `node`. */
int tree_last(const struct tree *tree, int node);

/* A fault as a sentence for a person, without its line; the rule's id, or "". */
const char *tree_refusal_sentence(const struct tree_fault *fault);
const char *tree_refusal_rule(const struct tree_fault *fault);
/* What the headers call it: "NO_FIT", "TREE_MOMENT". */
const char *tree_refusal_code(const struct tree_fault *fault);

/* -- Reading ---------------------------------------------------------------------------- */

enum { TREE_TOLD_MAX = AUDE_TILES_MAX + 8 };

struct tree_reader {
    struct tree *tree;
    const struct tree_memory *memory;
    struct aude_reader reader;     /* verifies the main line */
    struct aude_game game, before; /* the main line where it knows its draws */
    struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_action told[TREE_TOLD_MAX];
    bool begun;
    int main;         /* the last moment of the main line so far */
    int lines, notes; /* how many there were */
    int tail;         /* the last moment of the last line */
    struct tree_fault fault;
};

/* Read a record line by line into `tree`; false with reader->fault. */
void tree_read_begin(struct tree_reader *reader, struct tree *tree,
                     const struct tree_memory *memory);
bool tree_read_line(struct tree_reader *reader, const char *line, size_t length);
bool tree_read_end(struct tree_reader *reader);

/* Which mark begins this line? 'l' a variation, 'm' more of it, 'n' a note, 0: none. For who
 * reads the main line alone and says what is skipped. */
int tree_read_mark(const char *line, size_t length);

/* The moment of that name: "37" of the main line, "2.5" of line 2. TREE_NONE: none. Moments
 * have names when they were read or written. */
int tree_read_find(const struct tree *tree, const char *name);

/* -- Writing ---------------------------------------------------------------------------- */

enum tree_write_flags {
    TREE_BRIEF =
        1 /* without hashes of turns and without switches as the rulebook has them */
};

/* The whole tree as a record with a hidden seed; only the way to `node`; only the marks, which
 * belong before the last line of the record that was read. At most `size` bytes with the end;
 * the length is returned, and if it is >= size nothing useful was written. */
size_t tree_write(struct tree *tree, unsigned flags, char *out, size_t size);
size_t tree_write_way(struct tree *tree, int node, unsigned flags, char *out,
                      size_t size);
size_t tree_write_marks(struct tree *tree, char *out, size_t size);
/* The record that was read, as it came, with the marks of now instead of its own: so a record
 * with a seed keeps it. */
size_t tree_write_again(struct tree *tree, const char *record, char *out, size_t size);

#endif
