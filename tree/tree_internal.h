/* tree_internal.h -- what the files of this folder share beside tree.h. */
#ifndef TREE_INTERNAL_H
#define TREE_INTERNAL_H

#include "tree.h"

/* tree.c: the moments from the root to `node` were played in a real game. */
void tree__set_played(struct tree *tree, int node);

#endif
