/* flat_test.h -- flat_read() and flat_write() beside jansson: for test_flat.c and fuzz_flat.c. */
#ifndef FLAT_TEST_H
#define FLAT_TEST_H

#include "server/table/flat.h"

#include <stdlib.h>
#include <string.h>

/* Does flat_write() write the value as jansson does? */
static inline bool flat_writes_same(const json_t *json)
{
    size_t n = 0;
    char *theirs = json_dumps(json, JSON_COMPACT), *ours = flat_write(json, &n);
    bool same =
        !theirs == !ours && (!ours || (n == strlen(ours) && !strcmp(theirs, ours)));

    free(theirs);
    free(ours);
    return same;
}

/* Do both take these bytes, as the same value, or neither? */
static inline bool flat_reads_same(const char *text, size_t n, size_t flags)
{
    json_t *theirs = json_loadb(text, n, flags, NULL), *ours = flat_read(text, n, flags);
    bool same = !theirs == !ours &&
                (!ours || (json_equal(theirs, ours) && flat_writes_same(ours)));

    if (same && ours) { /* the order of fields is the same, too */
        char *a = json_dumps(theirs, JSON_COMPACT), *b = json_dumps(ours, JSON_COMPACT);
        same = !strcmp(a, b);
        free(a);
        free(b);
    }
    json_decref(theirs);
    json_decref(ours);
    return same;
}

#endif
