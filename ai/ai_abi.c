/* ai_abi.c -- whether a program's headers of the players agree with this library. */
#include "review.h"

const char *ai_abi_compare(const struct ai_abi *mine)
{
#define X(name)                                                                          \
    if (mine->name != sizeof(struct ai_##name)) return "struct ai_" #name;
    AI_ABI_STRUCTS(X)
#undef X
    return NULL;
}

const char *ai_review_abi_compare(const struct ai_review_abi *mine)
{
#define X(name)                                                                          \
    if (mine->name != sizeof(struct ai_review_##name)) return "struct ai_review_" #name;
    AI_REVIEW_ABI_STRUCTS(X)
#undef X
    return NULL;
}
