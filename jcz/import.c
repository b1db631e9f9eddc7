/* import.c -- a save as the text of a record. */
#include "jcz_internal.h"

enum { PIECE_MAX = 64 * 1024 }; /* the longest head: 320 tiles of an order */

struct recording {
    const struct aude_head *head;
    char *text;
    size_t n, size;
    bool failed; /* memory ran out */
    char piece[PIECE_MAX];
};

static void jcz_import_append(struct recording *recording)
{
    size_t more = strlen(recording->piece);

    if (recording->n + more >= recording->size) {
        size_t size = 2 * (recording->n + more) + 1;
        char *text = recording->failed ? NULL : realloc(recording->text, size);
        if (!text) {
            recording->failed = true;
            return;
        }
        recording->text = text;
        recording->size = size;
    }
    memcpy(recording->text + recording->n, recording->piece, more + 1);
    recording->n += more;
}

static void jcz_import_step(void *context, const struct aude_game *after,
                            const char *action, const struct aude_events *events)
{
    struct recording *recording = context;

    if (!recording->n) {
        aude_record_head(recording->head, true, recording->piece, PIECE_MAX);
        jcz_import_append(recording);
    }
    aude_record_step(after, action, events, recording->piece, PIECE_MAX);
    jcz_import_append(recording);
}

static bool jcz_import_save(const struct jcz_save *save, struct recording *recording,
                            struct jcz_error *error)
{
    struct jcz_walk *walk = malloc(sizeof *walk);
    bool ok = walk ? jcz_walk_init(walk, save, jcz_import_step, recording, error)
                   : jcz__fail(error, 0, "memory ran out");

    while (ok && !jcz_walk_done(walk)) ok = jcz_walk_step(walk, error);
    if (ok) {
        aude_record_end(&walk->game, recording->piece, PIECE_MAX);
        jcz_import_append(recording);
        if (jcz_walk_left_out(walk))
            jcz__fail(error, 0, "the last action is not committed and is left out");
    }
    if (recording->failed) ok = jcz__fail(error, 0, "memory ran out");
    free(walk);
    return ok;
}

static bool jcz_import_is_too_large(const char *bytes, size_t n)
{
    size_t nodes = 0;

    for (size_t i = 0; i < n && n <= JCZ_IMPORT_MAX; i++)
        nodes += bytes[i] == '{' || bytes[i] == '[';
    return n > JCZ_IMPORT_MAX || nodes > JCZ_IMPORT_NODES_MAX;
}

bool jcz_import(const char *bytes, size_t n, char **record, struct jcz_error *error)
{
    struct recording *recording;
    struct jcz_save save;

    *record = NULL;
    if (jcz_import_is_too_large(bytes, n))
        return jcz__fail(error, 0, "the file is too large");
    if (!jcz_read(&save, bytes, n, error)) return false;
    recording = calloc(1, sizeof *recording);
    if (recording) recording->head = &save.head;
    bool ok = recording ? jcz_import_save(&save, recording, error)
                        : jcz__fail(error, 0, "memory ran out");
    if (ok)
        *record = recording->text;
    else if (recording)
        free(recording->text);
    free(recording);
    jcz_read_free(&save);
    return ok;
}
