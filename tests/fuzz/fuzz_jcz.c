/* fuzz_jcz.c -- any bytes as a save of JCloisterZone: refused in one sentence or played,
 * never a crash; what was played is a sound game, and the comparison survives it too. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../jcz/jcz.h"
#include "play.h"

static struct jcz_walk walk;
static struct jcz_save save;

static void check_sentence(const struct jcz_error *error)
{
    if (!error->text[0] || strchr(error->text, '\n')) abort();
}

static void play(void)
{
    static struct jcz_message list[AUDE_ACTIONS_MAX];
    struct jcz_error error;
    bool ok = jcz_walk_init(&walk, &save, NULL, NULL, &error);

    while (ok && !jcz_walk_done(&walk)) {
        jcz_legal(&walk, list, AUDE_ACTIONS_MAX);
        ok = jcz_walk_step(&walk, &error);
    }
    if (!ok) check_sentence(&error);
    if (aude_game_check(&walk.game)) abort();
}

/* The way in for a server: a record that holds, or a sentence. */
static void import(const char *bytes, size_t n)
{
    static struct aude_reader reader;
    struct jcz_error error;
    char *record;

    if (!jcz_import(bytes, n, &record, &error)) {
        if (record) abort();
        check_sentence(&error);
        return;
    }
    if (play_read(&reader, record, strlen(record), NULL)) abort();
    free(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct jcz_report report;
    const char *bytes = (const char *)data, *cut = memchr(data, 0, size);
    size_t n = cut ? (size_t)(cut - bytes) : size;
    struct jcz_error error;

    import(bytes, n);
    if (!jcz_read(&save, bytes, n, &error)) {
        check_sentence(&error);
        return 0;
    }
    play();
    /* after a zero byte: the legal lists */
    if (!jcz_verify(&save, cut ? cut + 1 : NULL, cut ? size - n - 1 : 0, &report, &error))
        check_sentence(&error);
    jcz_read_free(&save);
    return 0;
}
