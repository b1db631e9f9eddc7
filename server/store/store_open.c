/* store_open.c -- which kind of store a name means. */
#include "store.h"

#include <stdio.h>
#include <string.h>

static struct store *open_either(const char *name, bool beside, char *problem,
                                 size_t size)
{
    if (!strncmp(name, "sqlite:", 7) && name[7])
        return beside ? store_sqlite_open_beside(name + 7, problem, size)
                      : store_sqlite_open(name + 7, problem, size);
    if (!strncmp(name, "postgresql:", 11) || !strncmp(name, "postgres:", 9)) {
#ifdef AUDE_PG
        return store_pg_open(name, problem, size);
#else
        snprintf(problem, size,
                 "this aude was built without PostgreSQL (libpq-dev was missing): use "
                 "sqlite:PATH");
        return NULL;
#endif
    }
    snprintf(problem, size, "%s: a store is called sqlite:PATH or postgresql://...",
             name);
    return NULL;
}

struct store *store_open(const char *name, char *problem, size_t size)
{
    return open_either(name, false, problem, size);
}

struct store *store_open_beside(const char *name, char *problem, size_t size)
{
    return open_either(name, true, problem, size);
}
