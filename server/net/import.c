/* import.c -- files that people bring: our records, checked by playing them, and
 * JCloisterZone's saves, turned into records; and records that become saves. */
#include "server_internal.h"

#include "jcz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Records ---------------------------------------------------------------------------- */

static enum aude_err net_import_read_lines(struct aude_reader *reader, const char *text,
                                           size_t n)
{
    const char *end = text + n;

    aude_reader_init(reader);
    while (text < end) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((feed ? feed : end) - text);
        enum aude_err err = aude_reader_line(reader, text, length, NULL);
        if (err) return err;
        text += length + 1;
    }
    return aude_reader_end(reader);
}

static char *net_import_aude(const char *bytes, size_t n, const char **code,
                             char *problem, size_t size)
{
    struct aude_reader *reader = malloc(sizeof *reader);
    enum aude_err err =
        reader ? net_import_read_lines(reader, bytes, n) : AUDE_ERR_HEADER;
    char *copy = NULL;

    if (err) {
        *code = aude_err_name(err);
        snprintf(problem, size, "line %d: %s", reader ? reader->line : 0,
                 aude_err_sentence(err));
    } else if ((copy = malloc(n + 1))) {
        memcpy(copy, bytes, n);
        copy[n] = 0;
    }
    free(reader);
    return copy;
}

/* -- Saves ------------------------------------------------------------------------------ */

static char *net_import_jcz(const char *bytes, size_t n, char *problem, size_t size)
{
    struct jcz_error error = {0};
    char *record = NULL;

    if (jcz_import(bytes, n, &record, &error)) return record;
    snprintf(problem, size, "%s", error.text);
    return NULL;
}

/* A record says so in its first word; anything else is taken for a save. */
char *net_import_record(const char *bytes, size_t n, const char **code, char *problem,
                        size_t size)
{
    *code = table_messages_error_code(REFUSED_FORMAT);
    if (n >= 5 && !memcmp(bytes, "aude ", 5))
        return net_import_aude(bytes, n, code, problem, size);
    return net_import_jcz(bytes, n, problem, size);
}

char *net_import_as_save(const char *bytes, size_t n, const char **code, char *problem,
                         size_t size)
{
    struct jcz_error error = {0};
    char *save = NULL;

    *code = table_messages_error_code(REFUSED_FORMAT);
    if (jcz_export(bytes, n, &save, &error)) return save;
    snprintf(problem, size, "%s", error.text);
    return NULL;
}
