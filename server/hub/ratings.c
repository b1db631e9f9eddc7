/* ratings.c -- see ratings.h. */
#include "ratings.h"

#include <stdlib.h>
#include <string.h>

struct curve {
    struct rating_point *point;
    size_t n, max;
};

struct ratings {
    int64_t last;
    int64_t *name; /* of each person, in the order in which they came */
    struct club_rating *pool[CLUB_POOLS];
    struct curve *curve[CLUB_POOLS];
    uint32_t n, max;
    uint32_t *slot; /* persons by name: a place + 1, 0 is empty */
    uint32_t slots; /* a power of two, more than twice `max` */
};

struct ratings *ratings_new(void)
{
    return calloc(1, sizeof(struct ratings));
}

void ratings_free(struct ratings *ratings)
{
    if (!ratings) return;
    for (int p = 0; p < CLUB_POOLS; p++) {
        for (uint32_t i = 0; i < ratings->n; i++) free(ratings->curve[p][i].point);
        free(ratings->pool[p]);
        free(ratings->curve[p]);
    }
    free(ratings->name);
    free(ratings->slot);
    free(ratings);
}

/* -- Persons ---------------------------------------------------------------------------- */

/* Where the name stands, or the empty place for it. */
static uint32_t *ratings_slot(const struct ratings *ratings, int64_t name)
{
    uint32_t at = (uint32_t)((uint64_t)name * 0x9e3779b97f4a7c15u >> 32);

    for (;; at++) {
        uint32_t *slot = &ratings->slot[at & (ratings->slots - 1)];
        if (!*slot || ratings->name[*slot - 1] == name) return slot;
    }
}

static bool ratings_widen(void **list, size_t n, size_t size)
{
    void *more = realloc(*list, n * size);

    if (more) *list = more;
    return more != NULL;
}

static bool ratings_make_room(struct ratings *ratings)
{
    uint32_t max = ratings->max ? 2 * ratings->max : 64;
    void *name = ratings->name;

    if (ratings->n < ratings->max) return true;
    if (!ratings_widen(&name, max, sizeof *ratings->name)) return false;
    ratings->name = name;
    for (int p = 0; p < CLUB_POOLS; p++) {
        void *pool = ratings->pool[p], *curve = ratings->curve[p];
        bool ok = ratings_widen(&pool, max, sizeof *ratings->pool[p]);
        ratings->pool[p] = pool;
        ok = ratings_widen(&curve, max, sizeof *ratings->curve[p]) && ok;
        ratings->curve[p] = curve;
        if (!ok) return false;
    }
    uint32_t *slot = calloc(4 * (size_t)max, sizeof *slot);
    if (!slot) return false;
    free(ratings->slot);
    ratings->slot = slot;
    ratings->slots = 4 * max;
    ratings->max = max;
    for (uint32_t i = 0; i < ratings->n; i++)
        *ratings_slot(ratings, ratings->name[i]) = i + 1;
    return true;
}

/* The place of a name, which may be new. False: no memory. */
static bool ratings_place(struct ratings *ratings, int64_t name, uint32_t *place)
{
    if (!ratings_make_room(ratings)) return false;
    uint32_t *slot = ratings_slot(ratings, name);
    if (!*slot) {
        uint32_t i = ratings->n++;
        ratings->name[i] = name;
        for (int p = 0; p < CLUB_POOLS; p++) {
            club_glicko_begin(&ratings->pool[p][i]);
            ratings->curve[p][i] = (struct curve){0};
        }
        *slot = i + 1;
    }
    *place = *slot - 1;
    return true;
}

/* -- The fold --------------------------------------------------------------------------- */

static bool ratings_curve_add(struct curve *curve, int64_t at,
                              const struct club_rating *rating)
{
    if (curve->n == curve->max) {
        size_t max = curve->max ? 2 * curve->max : 8;
        void *more = realloc(curve->point, max * sizeof *curve->point);
        if (!more) return false;
        curve->point = more;
        curve->max = max;
    }
    curve->point[curve->n++] = (struct rating_point){
        .at = at, .value = (float)rating->value, .deviation = (float)rating->deviation};
    return true;
}

bool ratings_add(struct ratings *ratings, const struct store_result *result)
{
    struct club_result game = {.time = result->ended, .n = (uint8_t)result->n_seats};

    if (result->seq <= ratings->last) return true;
    if (!result->rated || result->n_seats < 2 || result->n_seats > CLUB_SEATS_MAX ||
        result->pool < 0 || result->pool >= CLUB_POOLS) {
        ratings->last = result->seq;
        return true;
    }
    for (int i = 0; i < result->n_seats; i++) {
        game.place[i] = (uint8_t)result->seat[i].place;
        if (!ratings_place(ratings, result->seat[i].name, &game.player[i])) return false;
    }
    club_glicko_result(ratings->pool[result->pool], &game);
    for (int i = 0; i < result->n_seats; i++)
        if (!ratings_curve_add(&ratings->curve[result->pool][game.player[i]],
                               result->ended,
                               &ratings->pool[result->pool][game.player[i]]))
            return false;
    ratings->last = result->seq;
    return true;
}

/* -- Looking ---------------------------------------------------------------------------- */

int64_t ratings_last(const struct ratings *ratings)
{
    return ratings->last;
}

/* -1: nobody of that name has played. */
static int64_t ratings_index(const struct ratings *ratings, int64_t name)
{
    return ratings->slots ? (int64_t)*ratings_slot(ratings, name) - 1 : -1;
}

const struct club_rating *ratings_find(const struct ratings *ratings, int64_t name,
                                       enum club_pool pool)
{
    int64_t i = ratings_index(ratings, name);

    return i < 0 || !ratings->pool[pool][i].games ? NULL : &ratings->pool[pool][i];
}

int ratings_shown(const struct ratings *ratings, int64_t name, enum club_pool pool,
                  int64_t now)
{
    const struct club_rating *rating = ratings_find(ratings, name, pool);

    return rating && club_glicko_known(rating, now) ? (int)(rating->value + 0.5) : 0;
}

const struct rating_point *ratings_curve(const struct ratings *ratings, int64_t name,
                                         enum club_pool pool, size_t *n)
{
    int64_t i = ratings_index(ratings, name);

    *n = i < 0 ? 0 : ratings->curve[pool][i].n;
    return i < 0 ? NULL : ratings->curve[pool][i].point;
}

int ratings_best(const struct ratings *ratings, enum club_pool pool, int64_t now, int max,
                 struct rating_row *out)
{
    int n = 0;

    for (uint32_t i = 0; i < ratings->n; i++) {
        const struct club_rating *one = &ratings->pool[pool][i];
        if (!one->games || !club_glicko_known(one, now)) continue;
        int at = n < max ? n++ : n;
        while (at && out[at - 1].rating->value < one->value) {
            if (at < max) out[at] = out[at - 1];
            at--;
        }
        if (at < max) out[at] = (struct rating_row){ratings->name[i], one};
    }
    return n;
}

uint64_t ratings_hash(const struct ratings *ratings)
{
    uint64_t hash = 0;

    for (int p = 0; p < CLUB_POOLS; p++)
        hash = hash * 31 + club_glicko_hash(ratings->pool[p], ratings->n);
    return hash;
}
