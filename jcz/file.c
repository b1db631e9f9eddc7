/* file.c -- a whole save from a file, packed or not. The rest of jcz/ knows no files. */
#include <errno.h>
#include <zlib.h>

#include "jcz_internal.h"

/* gzread() also reads a file that is not packed. */
static bool file_text(gzFile file, char **bytes, size_t *n, struct jcz_error *error)
{
    size_t size = 0;
    int got = 0;

    do {
        if (*n + (1 << 16) > size) {
            size = size ? 2 * size : 1 << 18;
            char *more = size > 2u * JCZ_FILE_MAX ? NULL : realloc(*bytes, size);
            if (!more) return jcz__fail(error, 0, "the file is too large");
            *bytes = more;
        }
        got = gzread(file, *bytes + *n, 1 << 16);
        if (got < 0) return jcz__fail(error, 0, "the file cannot be read");
        *n += (size_t)got;
    } while (got);
    return *n <= JCZ_FILE_MAX || jcz__fail(error, 0, "the file is too large");
}

bool jcz_file_read(const char *path, char **bytes, size_t *n, struct jcz_error *error)
{
    gzFile file = gzopen(path, "rb");
    bool ok;

    *bytes = NULL;
    *n = 0;
    *error = (struct jcz_error){0};
    if (!file) return jcz__fail(error, 0, "%s", strerror(errno));
    ok = file_text(file, bytes, n, error);
    gzclose(file);
    if (!ok) {
        free(*bytes);
        *bytes = NULL;
    }
    return ok;
}
