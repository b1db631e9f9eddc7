/* jcz_saves.c -- saves for the tests of jcz/: made of parts, or samples of JCloisterZone's. */
#include "jcz_saves.h"

#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *given_or(const char *given, const char *usual)
{
    return given ? given : usual;
}

const char *text_of(const struct parts *p)
{
    static char text[1 << 16];

    snprintf(text, sizeof text,
             "{\"setup\":{\"sets\":%s,\"elements\":%s,\"rules\":%s,\"start\":%s},"
             "\"players\":%s,\"replay\":[%s],\"gameAnnotations\":%s%s}",
             given_or(p->sets, "{\"basic:1\":1}"),
             given_or(p->elements, "{\"small-follower\":7,\"farmers\":true}"),
             given_or(p->rules, "{}"),
             given_or(p->start, "[{\"tile\":\"BA/RCr\",\"x\":0,\"y\":0,\"rotation\":0}]"),
             given_or(p->players, "[{\"name\":\"A\"},{\"name\":\"B\"}]"),
             given_or(p->replay, ""), given_or(p->notes, "{}"), given_or(p->more, ""));
    return text;
}

struct jcz_save save;
struct jcz_walk walk;
struct jcz_error error;

const char *play_text(const char *text)
{
    if (!jcz_read(&save, text, strlen(text), &error)) return error.text;
    bool ok = jcz_walk_init(&walk, &save, NULL, NULL, &error);
    while (ok && !jcz_walk_done(&walk)) ok = jcz_walk_step(&walk, &error);
    if (ok && aude_game_check(&walk.game)) FAIL("%s", aude_game_check(&walk.game));
    jcz_read_free(&save);
    return ok ? NULL : error.text;
}

bool plays(const struct parts *p)
{
    const char *wrong = play_text(text_of(p));

    if (wrong) FAIL("%s", wrong);
    return CHECK(!wrong);
}

const char *refusal(const struct parts *p)
{
    return given_or(play_text(text_of(p)), "nothing");
}

/* -- Samples ---------------------------------------------------------------------------- */

const char *samples_folder(void)
{
    const char *given = getenv("AUDE_JCZ_SAMPLES");

    return given && *given ? given : "../shared/jcz/samples";
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int list_samples(char **names)
{
    DIR *folder = opendir(samples_folder());
    struct dirent *entry;
    int n = 0;

    if (!folder) return 0;
    while ((entry = readdir(folder)) && n < SAMPLES_MAX) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".jcz") != 0) continue;
        names[n] = calloc(1, length + 1);
        if (names[n]) memcpy(names[n++], entry->d_name, length - 4);
    }
    closedir(folder);
    qsort(names, (size_t)n, sizeof *names, by_name);
    return n;
}

char *load_sample(const char *name, const char *end, size_t *n)
{
    char path[1000], *bytes = NULL;

    snprintf(path, sizeof path, "%s/%s%s", samples_folder(), name, end);
    if (!jcz_file_read(path, &bytes, n, &error)) return NULL;
    char *text = realloc(bytes, *n + 1);
    if (text) text[*n] = 0;
    return text;
}

bool jcz_saves_known(unsigned set)
{
    int tiles = 0, named = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (aude_tiles[kind].set != set) continue;
        tiles++;
        named += aude_tiles[kind].jcz[0] != 0;
    }
    return named || !tiles;
}
