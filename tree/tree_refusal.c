/* tree_refusal.c -- what is wrong with a tree, in words. A room of its own: the page has words of its own. */
#include "tree.h"

const char *tree_refusal_sentence(const struct tree_fault *fault)
{
    static const char *const sentence[TREE_ERRS] = {
        /* ORDER TREE_ERR */
        "all is well",
        "",
        "",
        "the words of this line of variations are not understood",
        "lines of variations are numbered 1, 2, 3 and so on",
        "there is no such moment before this line",
        "the variation begins with what follows there already",
        "the variation has no action",
        "the note is too long or holds bytes that are no text",
        "there is no room for more moments",
        "what was played in a real game stays"};

    return fault->err == TREE_RECORD || fault->err == TREE_PLAY
               ? aude_err_sentence(fault->why)
               : sentence[fault->err];
}

const char *tree_refusal_code(const struct tree_fault *fault)
{
    static const char *const code[TREE_ERRS] = {
        /* ORDER TREE_ERR */
        "OK",          "",          "",           "TREE_MARK",  "TREE_NUMBER",
        "TREE_MOMENT", "TREE_SAME", "TREE_EMPTY", "TREE_BYTES", "TREE_FULL",
        "TREE_PLAYED"};

    return fault->err == TREE_RECORD || fault->err == TREE_PLAY
               ? aude_err_name(fault->why)
               : code[fault->err];
}

const char *tree_refusal_rule(const struct tree_fault *fault)
{
    return fault->err == TREE_RECORD || fault->err == TREE_PLAY
               ? aude_err_rule(fault->why)
               : "";
}
