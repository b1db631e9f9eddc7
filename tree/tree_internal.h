/* tree_internal.h -- what the files of this folder share: text that is written, and steps of reading. */
#ifndef TREE_INTERNAL_H
#define TREE_INTERNAL_H

#include "tree.h"

/* A text being written: `n` counts on when `out` is full, so that the caller learns how long
 * the whole text is. */
struct tree__text {
    char *out;
    size_t size, n;
};

/* tree_write.c */
void tree__text_bytes(struct tree__text *text, const char *s, size_t n);
void tree__text_str(struct tree__text *text, const char *s);
void tree__text_int(struct tree__text *text, int n);
/* The record's head, line by line; `link`: without the lines that every link has alike. */
void tree__write_head(const struct tree *tree, struct tree__text *text, unsigned flags,
                      bool link);

/* tree.c: the moments from the root to `node` were played in a real game. */
void tree__set_played(struct tree *tree, int node);

#endif
