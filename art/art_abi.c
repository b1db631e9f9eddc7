/* art_abi.c -- whether a program's header of the pictures agrees with this library. */
#include "art.h"

const char *art_abi_compare(const struct art_abi *mine)
{
#define X(name)                                                                          \
    if (mine->name != sizeof(struct art_##name)) return "struct art_" #name;
    ART_ABI_STRUCTS(X)
#undef X
    return NULL;
}
