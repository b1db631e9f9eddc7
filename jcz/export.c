/* export.c -- a whole record of ours as a save of JCloisterZone. */
#include "jcz_internal.h"

#include <stdlib.h>

struct export
{
    struct aude_reader reader;
    struct jcz_writer writer;
    struct aude_event event[AUDE_EVENTS_MAX];
    bool begun;
};

/* The reader has taken the line: play what in it is an action. */
static void export_actions(struct jcz_writer *writer, const char *line, size_t length)
{
    struct aude_action action;
    const char *words;
    size_t at = 0, n;

    while (aude_record_statement(line, length, &at, &words, &n))
        if (aude_record_action(&writer->game, words, n, &action))
            jcz_writer_action(writer, action);
}

static bool export_line(struct export *export, const char *line, size_t n,
                        struct jcz_error *error)
{
    struct aude_events events = {.list = export->event, .max = AUDE_EVENTS_MAX};
    enum aude_err err = aude_reader_line(&export->reader, line, n, &events);

    if (err)
        return jcz__fail(error, 0, "line %d: %s", export->reader.line,
                         aude_err_sentence(err));
    if (export->begun) {
        export_actions(&export->writer, line, n);
    } else if (events.n) { /* `play`: the head is known */
        if (!jcz_writer_init(&export->writer, &export->reader.head, error)) return false;
        export->begun = true;
    }
    return true;
}

static bool export_lines(struct export *export, const char *record, size_t n,
                         struct jcz_error *error)
{
    for (const char *end = record + n; record < end;) {
        const char *feed = memchr(record, '\n', (size_t)(end - record));
        size_t length = (size_t)((feed ? feed : end) - record);
        if (!export_line(export, record, length, error)) return false;
        record += length + (feed != NULL);
    }
    enum aude_err err = aude_reader_end(&export->reader);
    if (err) return jcz__fail(error, 0, "%s", aude_err_sentence(err));
    return export->begun || jcz__fail(error, 0, "nothing was played");
}

bool jcz_export(const char *record, size_t n, char **save, struct jcz_error *error)
{
    struct export *export = calloc(1, sizeof *export);
    struct jcz_error none;

    *save = NULL;
    if (!export) return jcz__fail(error, 0, "there is no memory for it");
    aude_reader_init(&export->reader);
    bool whole = export_lines(export, record, n, error);
    if (export->begun) *save = jcz_writer_end(&export->writer, whole ? error : &none);
    if (!whole) {
        free(*save);
        *save = NULL;
    }
    free(export);
    return *save != NULL;
}
