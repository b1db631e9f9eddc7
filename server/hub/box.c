/* box.c -- records of games beside a real box, for those who watch: a fixed number, in memory. */
#include "hub/box.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct boxes {
    struct box room[BOX_ROOMS];
};

struct boxes *boxes_new(void)
{
    return calloc(1, sizeof(struct boxes));
}

static void box_clear(struct box *box)
{
    free(box->text);
    *box = (struct box){.id = ""};
}

void boxes_free(struct boxes *boxes)
{
    for (int i = 0; boxes && i < BOX_ROOMS; i++) box_clear(&boxes->room[i]);
    free(boxes);
}

static struct box *box_with(struct boxes *boxes, const char *id)
{
    for (int i = 0; i < BOX_ROOMS; i++)
        if (boxes->room[i].id[0] && !strcmp(boxes->room[i].id, id))
            return &boxes->room[i];
    return NULL;
}

static int box_count(const struct boxes *boxes, uint64_t from)
{
    int n = 0;

    for (int i = 0; i < BOX_ROOMS; i++) n += boxes->room[i].from == from;
    return n;
}

/* A free room; or, of those of the address that has most, the one that was told longest ago. */
static struct box *box_room(struct boxes *boxes)
{
    struct box *oldest = NULL;
    int most = 0;

    for (int i = 0; i < BOX_ROOMS; i++) {
        struct box *one = &boxes->room[i];
        if (!one->id[0]) return one;
        int n = box_count(boxes, one->from);
        if (n > most || (n == most && one->told < oldest->told)) {
            most = n;
            oldest = one;
        }
    }
    box_clear(oldest);
    return oldest;
}

/* In UTF-8: it is told on as JSON. */
static bool box_is_text(const char *text, size_t n)
{
    json_t *json = json_stringn(text, n);

    json_decref(json);
    return json != NULL;
}

static bool box_is_record(const char *text, size_t n)
{
    static const char first[] = "aude 1\n";

    return n >= sizeof first - 1 && n <= BOX_TEXT_MAX &&
           !memcmp(text, first, sizeof first - 1) && !memchr(text, 0, n) &&
           box_is_text(text, n);
}

/* Of a game that was told before, but not to this server or not in this room, people may hold any version; what is
 * told now must be another one. */
static unsigned box_first_version(void)
{
    return (unsigned)(secret_number() % BOX_VERSION_MAX);
}

bool boxes_tell(struct boxes *boxes, const char *secret, const char *text, size_t n,
                uint64_t from, int64_t now)
{
    char id[SECRET_HASH_MAX], *copy;

    if (!box_is_record(text, n) || !secret_hash(secret, id)) return false;
    copy = malloc(n + 1);
    if (!copy) return false;
    memcpy(copy, text, n);
    copy[n] = 0;
    struct box *box = box_with(boxes, id);
    if (!box) {
        box = box_room(boxes);
        box->version = box_first_version();
    }
    memcpy(box->id, id, sizeof id);
    free(box->text);
    box->from = from;
    box->text = copy;
    box->n = n;
    box->version++;
    box->told = now;
    return true;
}

const struct box *boxes_find(struct boxes *boxes, const char *id, int64_t now)
{
    struct box *box = id[0] ? box_with(boxes, id) : NULL;

    if (box && now - box->told > (int64_t)BOX_KEPT_S * 1000) {
        box_clear(box);
        box = NULL;
    }
    return box;
}
