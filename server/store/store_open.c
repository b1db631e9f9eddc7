/* store_open.c -- which kind of store a name means. */
#include "store.h"

#include <stdio.h>
#include <string.h>

static struct store *open_either(const char *name, enum store_way way, char *problem,
                                 size_t size)
{
    if (!strncmp(name, "sqlite:", 7) && name[7])
        return store_sqlite_open(name + 7, way, problem, size);
    if (!strncmp(name, "postgresql:", 11) || !strncmp(name, "postgres:", 9)) {
#ifdef AUDE_PG
        return store_pg_open(name, way, problem, size);
#else
        (void)way;
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
    return open_either(name, STORE_TO_SERVE, problem, size);
}

struct store *store_open_beside(const char *name, char *problem, size_t size)
{
    return open_either(name, STORE_BESIDE, problem, size);
}

struct store *store_open_as_it_is(const char *name, char *problem, size_t size)
{
    return open_either(name, STORE_AS_IT_IS, problem, size);
}
