/* version.c -- which library this is, and whether a program's headers agree with it. */
#include "engine.h"

#define TEXT(x)   #x
#define NUMBER(x) TEXT(x)

const char *aude_version(void)
{
    return NUMBER(AUDE_VERSION_MAJOR) "." NUMBER(AUDE_VERSION_MINOR) "." NUMBER(
        AUDE_VERSION_PATCH);
}

const char *aude_abi_compare(const struct aude_abi *mine)
{
    if (mine->major != AUDE_VERSION_MAJOR) return "version";
    if (!AUDE_VERSION_MAJOR && mine->minor != AUDE_VERSION_MINOR) return "version";
#define X(name)                                                                          \
    if (mine->name != sizeof(struct aude_##name)) return "struct aude_" #name;
    AUDE_ABI_STRUCTS(X)
#undef X
    return NULL;
}

#undef NUMBER
#undef TEXT
