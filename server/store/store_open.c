/* store_open.c -- which kind of store a name means. */
#include "store.h"

#include <stdio.h>
#include <string.h>

struct store *store_open(const char *name, char *problem, size_t size)
{
    if (!strncmp(name, "sqlite:", 7) && name[7])
        return store_sqlite_open(name + 7, problem, size);
    snprintf(problem, size, "%s: a store is called sqlite:PATH", name);
    return NULL;
}
