/* eval_cities.c -- the cities that a field touches.
 *
 * A field's segments are a ring, and to go round it for each value was a fourteenth of a search with towers. Features only
 * join: whatever a field is made of, it holds whole fields of the position that the search began with, and segments of the
 * tiles laid since. So the cities of those fields are listed once. */
#include "eval_internal.h"

#include <string.h>

/* How many cities were found, by their open sides: none, one, two, more; and their labels, as a set of hashes. */
struct found {
    struct eval_fields *fields;
    const struct aude_game *game;
    uint64_t labels;
    unsigned *n;
};

/* Numbers that mark what was seen, so that nothing need be cleared before each count. */
static void eval_cities_see_nothing(struct eval_fields *fields)
{
    if (++fields->now) return;
    memset(fields->seen, 0, sizeof fields->seen);
    fields->now = 1;
}

static bool eval_cities_see(struct eval_fields *fields, unsigned city)
{
    bool fresh = fields->seen[city] != fields->now;

    fields->seen[city] = fields->now;
    return fresh;
}

static void eval_cities_find(struct found *found, unsigned city)
{
    if (!eval_cities_see(found->fields, city)) return;
    int open = found->game->feature[city].open;
    found->n[open < 3 ? (open < 0 ? 0 : open) : 3]++;
    found->labels |= eval_bit(city);
}

/* -- Once a search ---------------------------------------------------------------------- */

/* The cities of one field; false if there is no room for all of them. */
static bool eval_cities_list(struct eval_fields *fields, const struct aude_game *view,
                             const struct aude_feature *f)
{
    int first = fields->n_cities;

    eval_cities_see_nothing(fields);
    for (unsigned i = 0, h = f->head; i < f->size; i++, h = aude_next(view, h)) {
        const struct aude_laid *laid = aude_laid_of(view, h);
        unsigned cities = aude_tiles[laid->kind].segment[h - laid->first].cities;
        for (; cities; cities &= cities - 1) {
            unsigned city = laid->first + (unsigned)__builtin_ctz(cities);
            if (!eval_cities_see(fields, view->label[city])) continue;
            if (fields->n_cities == EVAL_BESIDE_MAX) return false;
            fields->city[fields->n_cities++] = (uint16_t)city;
        }
    }
    if (fields->n_cities == first) return true;
    if (fields->n == EVAL_FIELDS_MAX) return false;
    fields->segment[fields->n] = (uint16_t)f->head;
    fields->end[fields->n++] = (uint16_t)fields->n_cities;
    return true;
}

void eval_cities_init(struct eval *eval, const struct aude_game *view)
{
    struct eval_fields *fields = &eval->fields;

    memset(fields->seen, 0, sizeof fields->seen);
    fields->now = 0;
    fields->n = fields->n_cities = 0;
    fields->n_laid = view->n_laid;
    for (unsigned id = 0; id < view->n_features; id++) {
        const struct aude_feature *f = &view->feature[id];
        if (f->kind != AUDE_FIELD || !f->size || eval_cities_list(fields, view, f))
            continue;
        fields->n_laid = UINT16_MAX; /* the list is not used */
        return;
    }
}

/* -- For each value --------------------------------------------------------------------- */

static void eval_cities_walk(struct found *found, const struct aude_feature *f)
{
    const struct aude_game *game = found->game;

    for (unsigned i = 0, h = f->head; i < f->size; i++, h = aude_next(game, h)) {
        const struct aude_laid *laid = aude_laid_of(game, h);
        unsigned cities = aude_tiles[laid->kind].segment[h - laid->first].cities;
        for (; cities; cities &= cities - 1)
            eval_cities_find(found,
                             game->label[laid->first + (unsigned)__builtin_ctz(cities)]);
    }
}

/* Of a tile that was laid since. */
static void eval_cities_add_tile(struct found *found, const struct aude_laid *laid,
                                 unsigned id)
{
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    const uint16_t *label = &found->game->label[laid->first];

    for (unsigned s = 0; s < tile->n_segments; s++)
        for (unsigned m = label[s] == id ? tile->segment[s].cities : 0; m; m &= m - 1)
            eval_cities_find(found, label[__builtin_ctz(m)]);
}

static void eval_cities_look_up(struct found *found, unsigned id)
{
    const struct eval_fields *fields = found->fields;
    const struct aude_game *game = found->game;

    for (int i = 0; i < fields->n; i++) {
        if (game->label[fields->segment[i]] != id) continue;
        for (int k = i ? fields->end[i - 1] : 0; k < fields->end[i]; k++)
            eval_cities_find(found, game->label[fields->city[k]]);
    }
    for (unsigned tile = fields->n_laid; tile < game->n_laid; tile++)
        eval_cities_add_tile(found, &game->laid[tile], id);
}

/* To go round a small field is quicker than to look through the list. */
static bool eval_cities_is_small(const struct eval_fields *fields,
                                 const struct aude_game *game,
                                 const struct aude_feature *f)
{
    enum { STEP = 5, TILE = 5 }; /* what they cost, against a field of the list */
    int laid = (int)game->n_laid - (int)fields->n_laid;

    return laid < 0 || STEP * (int)f->size < fields->n + TILE * laid;
}

uint64_t eval_cities_beside(struct eval *eval, const struct aude_game *game,
                            const struct aude_feature *f, unsigned n[4])
{
    struct found found = {.fields = &eval->fields, .game = game, .n = n};

    eval_cities_see_nothing(&eval->fields);
    if (eval_cities_is_small(&eval->fields, game, f))
        eval_cities_walk(&found, f);
    else
        eval_cities_look_up(&found, game->label[f->head]);
    return found.labels;
}
