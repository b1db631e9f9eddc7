/* box.h -- games beside a real box that others watch: the phone that keeps the score tells its record, whoever has
 * the link reads it.
 *
 * Nothing of it is trusted or understood here, and nothing is stored: a fixed number of records in memory, each of a
 * bounded size, forgotten a day after they were last told. The one who tells has a secret; the link holds its hash,
 * so who watches cannot write. */
#ifndef BOX_H
#define BOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hub/secret.h"

enum {
    BOX_TEXT_MAX = 128 * 1024, /* bytes of a record */
    BOX_ROOMS = 128,
    BOX_KEPT_S = 24 * 60 * 60,
    BOX_VERSION_MAX = 100000000 /* of a new game: it is read in nine digits */
};

struct box {
    char id[SECRET_HASH_MAX]; /* "": free */
    char *text;
    size_t n;
    unsigned version; /* goes up with everything told */
    int64_t told;     /* ms */
    uint64_t from;    /* whose address told it; 0: this machine's */
};

struct boxes;

/* NULL: no memory. */
struct boxes *boxes_new(void);
void boxes_free(struct boxes *boxes);

/* Whoever has `secret` tells his record, from that address. False: the secret is none, the text is too long or is no
 * record, or there is no memory. Where no room is free, the address that has most of them gives up the one that was
 * told longest ago: nobody can talk everybody else's games away. */
bool boxes_tell(struct boxes *boxes, const char *secret, const char *text, size_t n,
                uint64_t from, int64_t now);
/* NULL: nobody tells such a game, or not any more. */
const struct box *boxes_find(struct boxes *boxes, const char *id, int64_t now);

#endif
