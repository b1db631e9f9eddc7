/* tape.c -- everything that left a server, in order: what people heard, what went over links, what the public list says. The same world
 * is played twice, the second time with tables whose later tiles are others; until the first of those is drawn both tapes
 * must be the same. Only the promise (commit) may differ: it is made of the seed. */
#include "world_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAPE_MAX = 60000, TRIES = 600 };

static struct tape {
    char *text[TAPE_MAX];
    int n, reveal; /* how far they must be the same */
} tape[2];
static int now_on; /* 0: none; 1, 2 */

static void tape_clear(struct tape *one)
{
    for (int i = 0; i < one->n; i++) free(one->text[i]);
    one->n = 0;
    one->reveal = TAPE_MAX;
}

void tape_begin(bool second)
{
    now_on = world.twin ? 1 + second : 0;
    if (now_on) tape_clear(&tape[now_on - 1]);
}

/* A promise says nothing, but differs. */
static void tape_mask(char *text, size_t n)
{
    static const char word[] = "sha256:";

    for (size_t i = 0; i + sizeof word < n; i++)
        if (!memcmp(text + i, word, sizeof word - 1))
            for (size_t k = i + sizeof word - 1; k < n && k < i + 71; k++) text[k] = '.';
}

void tape_add(const char *text, size_t n)
{
    struct tape *to = now_on ? &tape[now_on - 1] : NULL;

    if (!to || to->n == TAPE_MAX || to->reveal < TAPE_MAX) return;
    char *copy = malloc(n + 1);
    memcpy(copy, text, n);
    copy[n] = 0;
    tape_mask(copy, n);
    to->text[to->n++] = copy;
}

void tape_reveal(void)
{
    struct tape *to = now_on ? &tape[now_on - 1] : NULL;

    if (to && to->reveal == TAPE_MAX) to->reveal = to->n;
}

void tape_compare(void)
{
    int n = tape[0].n < tape[1].n ? tape[0].n : tape[1].n;

    for (int i = 0; i < 2; i++)
        if (tape[i].reveal < n) n = tape[i].reveal;
    for (int i = 0; i < n; i++) {
        if (!strcmp(tape[0].text[i], tape[1].text[i])) continue;
        fprintf(stderr, "once  %s\nother %s\n", tape[0].text[i], tape[1].text[i]);
        world_fail("something that was told depends on a tile that is not drawn yet");
    }
    tape_clear(&tape[0]);
    tape_clear(&tape[1]);
}

/* -- Another seed ----------------------------------------------------------------------- */

/* How the table begins, as everybody hears it. free() it. */
static char *tape_beginning(struct aude_seed seed, json_t *request)
{
    struct table_reply reply = {.n = -1};
    struct table_creation creation = {.who = "ann", .now = 1, .seed = seed};
    struct table *table = table_new("x");
    json_t *all = json_array();

    if (table_create(table, &creation, request, &reply))
        for (int i = 0; i < table->n_out; i++)
            json_array_append_new(all, json_loads(table->out[i].text, 0, NULL));
    char *text = json_dumps(all, JSON_COMPACT);
    tape_mask(text, strlen(text));
    json_decref(all);
    table_free(table);
    return text;
}

struct aude_seed tape_other_seed(struct aude_seed seed, const char *request)
{
    char text[1024];
    struct aude_seed other = seed;

    if (now_on != 2) return seed;
    snprintf(text, sizeof text, "{'id':1,%s", request);
    for (char *p = text; *p; p++)
        if (*p == '\'') *p = '"';
    json_t *json = json_loads(text, 0, NULL);
    char *first = tape_beginning(seed, json);
    for (int i = 1; i <= TRIES; i++) {
        struct aude_seed tried = {seed.hi + (uint64_t)i * 0x9e3779b97f4a7c15u, seed.lo};
        char *next = tape_beginning(tried, json);
        bool same = !strcmp(first, next);
        free(next);
        if (!same) continue;
        other = tried;
        break;
    }
    free(first);
    json_decref(json);
    return other;
}
