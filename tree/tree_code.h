/* tree_code.h -- actions as few letters as possible, for links (docs/analysis.md).
 *
 * Every action is one of those that the engine lists in its position, so its number in that list
 * is all that must be said, and a number below n takes no more than log2(n) bits (a range coder).
 * The list is sorted here, so the order in which an engine lists does not matter. What is not
 * listed (a throw of the catapult, what is set by hand) is written field by field. The letters
 * are those of base64url. */
#ifndef TREE_CODE_H
#define TREE_CODE_H

#include "aude.h"

struct tree_code {
    const char *in; /* reading: letters that are left */
    size_t n_in;
    char *out; /* writing: room for `size` letters; `n` were written or would have been */
    size_t size, n;
    uint32_t low, range, value;
    uint32_t bits; /* of letters that are not whole yet, and how many */
    int n_bits;
    int missing; /* reading: bytes that were asked for after the last letter */
    struct aude_action list[AUDE_ACTIONS_MAX];
    int n_list;
};

void tree_code_write_begin(struct tree_code *code, char *out, size_t size);
void tree_code_write(struct tree_code *code, const struct aude_game *game,
                     struct aude_action action);
/* So many of the last bits of the position's hash, 8 or 16: who reads notices damage. */
void tree_code_write_check(struct tree_code *code, const struct aude_game *game,
                           unsigned bits);
/* The letters that are left; returns how many there are in all. */
size_t tree_code_write_end(struct tree_code *code);

void tree_code_read_begin(struct tree_code *code, const char *in, size_t n);
/* What was written as the next action. It may be one that cannot be played. */
struct aude_action tree_code_read(struct tree_code *code, const struct aude_game *game);
bool tree_code_read_check(struct tree_code *code, const struct aude_game *game,
                          unsigned bits);
/* Were there letters enough for all that was read? If not, the text was cut. */
bool tree_code_read_enough(const struct tree_code *code);

#endif
