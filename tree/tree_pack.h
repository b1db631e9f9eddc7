/* tree_pack.h -- a whole tree as the text of a link, as short as it can be (docs/analysis.md, "Links").
 *
 * The record's head; `lines FROM:COUNT ...`, one for each line of moments, where FROM is the moment that it follows and
 * moments are numbered in the order of the text; `moves LETTERS`, all actions in that order (tree_code.h); `note NUMBER
 * TEXT`; and a full stop, so that a text that was cut is known by its absence. */
#ifndef TREE_PACK_H
#define TREE_PACK_H

#include "tree.h"
#include "tree_code.h"

enum { TREE_PACK_CHECK = 32 }; /* moments between two checks of the position */

struct tree_pack {
    struct tree_code code;
    struct aude_reader reader;
    struct tree_fault
        fault; /* TREE_OK where nothing is wrong but that the text was cut or damaged */
    bool cut;  /* it ends too early; else it is damaged, or `fault` says what is wrong */
    const char *lines, *moves, *notes; /* parts of the text that is read */
};

/* The text with its end; 0 if `size` bytes are too few. `number` has room for every moment of the tree and gets the
 * number of each in the text, -1 for those that were removed. */
size_t tree_pack_write(struct tree_pack *pack, struct tree *tree, int *number, char *out,
                       size_t size);
/* Reads such a text. True: `tree` has it, and every moment's index is its number. False: tree->n moments could be read, and
 * pack says why it stops there. */
bool tree_pack_read(struct tree_pack *pack, struct tree *tree,
                    const struct tree_memory *memory, const char *text);

#endif
