/* eval_feature.c -- what one feature will bring, and what followers at hand will.
 *
 * Every chance is a short sum of numbers (the *_x functions) times fitted weights, so the
 * tool that fits them sees exactly what the evaluation sees. */
#include "eval_internal.h"

#include <assert.h>
#include <string.h>

/* Close to 1 / (1 + exp(-z)) and a third of its cost; the weights are fitted to this. */
static float eval_feature_logistic(float z)
{
    float a = z < 0 ? -z : z;

    a = a < 12 ? a : 12; /* 1 / (1 + exp(-a)), exp as the power of a polynomial */
    float t = 1 + a * (1.0f / 16) * (1 + a * (1.0f / 32) * (1 + a * (1.0f / 48)));
    t *= t;
    t *= t;
    t *= t;
    t *= t;
    float p = t / (1 + t);
    return z < 0 ? 1 - p : p;
}

/* -- Roads and cities ------------------------------------------------------------------- */

bool eval_feature_add_cell(const struct aude_game *game, struct eval_cells *out,
                           uint16_t key, unsigned side)
{
    unsigned what = aude_cell_what(game, key);

    if (what < AUDE_CELL_FRONTIER) return false;
    for (int i = 0; i < out->n; i++)
        if (out->key[i] == key) return true;
    if (out->n == EVAL_OPEN_MAX) return true;
    out->key[out->n] = key;
    out->demand[out->n] = game->frontier.demand[what - AUDE_CELL_FRONTIER];
    out->side[out->n++] = (uint8_t)side;
    return true;
}

/* The empty cells it runs into, each once. `side` is the cell's side that faces it. When all its open sides are found,
 * the rest of the ring need not be looked at; the sides of a turned tile are a nibble that is turned. */
void eval_feature_open_cells(const struct aude_game *game, const struct aude_feature *f,
                             struct eval_cells *out)
{
    unsigned h = f->head;

    out->n = 0;
    int left = f->open;
    for (unsigned i = 0; i < f->size && left > 0; i++, h = aude_next(game, h)) {
        const struct aude_laid *laid = aude_laid_of(game, h);
        unsigned sides = aude_tiles[laid->kind].segment[h - laid->first].sides;
        uint16_t key = aude_key(laid->x, laid->y);
        for (sides = (sides * 17 << laid->rot) >> 4 & 15; sides; sides &= sides - 1) {
            unsigned side = (unsigned)__builtin_ctz(sides);
            left -= eval_feature_add_cell(game, out, aude_key_beside(key, side),
                                          (side + 2) & 3);
        }
    }
}

void eval_feature_close_x(struct eval *eval, const struct aude_game *game,
                          const struct eval_feature *f, const struct eval_cells *cells,
                          float x[EVAL_CLOSE_N])
{
    const float *logp = eval->logp[eval_row(eval, game)];
    float ends = 0, worst = 0, fits = 0;

    for (int i = 0; i < cells->n; i++) {
        float e = logp[eval_ends(eval, cells->side[i], cells->demand[i])];
        ends += e;
        worst = e < worst ? e : worst;
        fits += logp[eval_fits(eval, cells->demand[i])];
    }
    x[EVAL_CLOSE_ONE] = 1;
    x[EVAL_CLOSE_ENDS] = ends > -12 ? ends : -12;
    x[EVAL_CLOSE_WORST] = worst;
    x[EVAL_CLOSE_CELLS_1] = cells->n == 1;
    x[EVAL_CLOSE_CELLS_2] = cells->n == 2;
    x[EVAL_CLOSE_CELLS_3] = cells->n == 3;
    x[EVAL_CLOSE_FAR] = eval_far(eval, game);
    x[EVAL_CLOSE_SHARED] = (f->owners & (f->owners - 1)) != 0;
    x[EVAL_CLOSE_FITS] = fits > -12 ? fits : -12;
    x[EVAL_CLOSE_TILES] = (float)game->feature[f->id].tiles / 10;
    x[EVAL_CLOSE_FAR_2] = x[EVAL_CLOSE_FAR] * x[EVAL_CLOSE_FAR];
    x[EVAL_CLOSE_CELLS] = (float)cells->n / 8;
}

void eval_feature_grow_x(const struct eval *eval, const struct aude_game *game,
                         const struct eval_feature *f, int open, float x[EVAL_GROW_N])
{
    x[EVAL_GROW_ONE] = 1;
    x[EVAL_GROW_OPEN] = (float)open;
    x[EVAL_GROW_FAR] = eval_far(eval, game);
    x[EVAL_GROW_OPEN_FAR] = x[EVAL_GROW_OPEN] * x[EVAL_GROW_FAR];
    x[EVAL_GROW_TILES] = (float)game->feature[f->id].tiles / 10;
    x[EVAL_GROW_TILES_FAR] = x[EVAL_GROW_FAR] * x[EVAL_GROW_TILES];
}

/* The feature of the same kind that runs into the cell from `side`, if others hold it. `near`: adds
 * its label, whoever holds it. */
static int eval_feature_join_at(const struct aude_game *game,
                                const struct eval_feature *f, uint16_t key, unsigned side,
                                uint64_t *near)
{
    unsigned what = aude_cell_what(game, aude_key_beside(key, side));

    if (!what || what >= AUDE_CELL_FRONTIER) return -1;
    const struct aude_laid *laid = &game->laid[what - 1];
    unsigned seg = aude_tiles[laid->kind].port[3 * ((side + 2 - laid->rot) & 3) + 1];
    if (seg == AUDE_KIND_NONE) return -1;
    unsigned label = game->label[laid->first + seg];
    const struct aude_feature *other = &game->feature[label];
    *near |= eval_bit(label);
    if (label == f->id || other->kind != f->kind || !aude_followers(other) ||
        aude_followers(other) == aude_followers(&game->feature[f->id]))
        return -1;
    return (int)label;
}

int eval_feature_find_join(struct eval *eval, const struct aude_game *game,
                           const struct eval_feature *f, const struct eval_cells *cells,
                           unsigned *id, uint64_t *near)
{
    unsigned most = 0,
             edge = 1u << (f->kind == AUDE_CITY ? AUDE_EDGE_CITY : AUDE_EDGE_ROAD);
    int found = -1;

    for (int i = 0; i < cells->n; i++) {
        if (cells->demand[i] == (0xffff & ~(15u << 4 * cells->side[i])) || /* one side */
            eval_fits(eval, cells->demand[i]) <= most)
            continue;
        for (unsigned side = 0; side < 4; side++) {
            if (side == cells->side[i] || (cells->demand[i] >> 4 * side & 15) != edge)
                continue; /* itself, nothing, or another kind */
            int label = eval_feature_join_at(game, f, cells->key[i], side, near);
            if (label < 0) continue;
            most = eval_fits(eval, cells->demand[i]);
            found = i;
            *id = (unsigned)label;
        }
    }
    return found;
}

void eval_feature_join_x(struct eval *eval, const struct aude_game *game, unsigned demand,
                         float x[EVAL_JOIN_N])
{
    x[EVAL_JOIN_ONE] = 1;
    x[EVAL_JOIN_FITS] = eval->logp[eval_row(eval, game)][eval_fits(eval, demand)];
    x[EVAL_JOIN_FAR] = eval_far(eval, game);
    x[EVAL_JOIN_FAR_2] = x[EVAL_JOIN_FAR] * x[EVAL_JOIN_FAR];
    x[EVAL_JOIN_FITS_FAR] = x[EVAL_JOIN_FITS] * x[EVAL_JOIN_FAR];
}

void eval_feature_keep_x(const struct eval *eval, const struct aude_game *game,
                         const struct eval_feature *f, float x[EVAL_KEEP_N])
{
    const struct aude_feature *feature = &game->feature[f->id];
    unsigned most = 0, next = 0;

    if (f->alone != AUDE_SEAT_NONE) most = eval_of(f->strengths, f->alone);
    for (unsigned seat = 0; seat < game->n_seats && f->alone == AUDE_SEAT_NONE; seat++) {
        unsigned s = eval_of(f->strengths, seat);
        if (s > most) {
            next = most;
            most = s;
        } else if (s > next) {
            next = s;
        }
    }
    x[EVAL_KEEP_ONE] = 1;
    x[EVAL_KEEP_FAR] = eval_far(eval, game);
    x[EVAL_KEEP_TILES] =
        (float)(feature->tiles < 20 ? feature->tiles : 20) / 10 * x[EVAL_KEEP_FAR];
    x[EVAL_KEEP_EVEN] = most == next;
    x[EVAL_KEEP_AHEAD] = most - next > 1;
    x[EVAL_KEEP_RIVAL] = next != 0;
}

static bool eval_feature_known(float chance)
{
    return chance == chance; /* no NaN */
}

static float eval_feature_work_out_kept(struct eval *eval, const struct aude_game *game,
                                        const struct eval_feature *f)
{
    float x[EVAL_KEEP_N];

    eval_feature_keep_x(eval, game, f, x);
    return eval_feature_logistic(eval_dot(eval->w->keep[f->kind], x, EVAL_KEEP_N));
}

/* The chance that its owner is paid. */
static float eval_feature_kept(struct eval *eval, const struct aude_game *game,
                               const struct eval_feature *f)
{
    struct eval_chances *chances = eval_chances(eval, game);
    unsigned tiles = game->feature[f->id].tiles;

    unsigned strength = f->alone == AUDE_SEAT_NONE ? 0 : eval_of(f->strengths, f->alone);

    if (!chances || !strength) return eval_feature_work_out_kept(eval, game, f);
    float *kept = &chances->kept[f->kind][strength > 1]
                                [tiles < EVAL_KEPT_TILES ? tiles : EVAL_KEPT_TILES];
    if (!eval_feature_known(*kept)) *kept = eval_feature_work_out_kept(eval, game, f);
    return *kept;
}

static float eval_feature_work_out_joined(struct eval *eval, const struct aude_game *game,
                                          unsigned kind, unsigned demand)
{
    float x[EVAL_JOIN_N];

    eval_feature_join_x(eval, game, demand, x);
    return eval_feature_logistic(eval_dot(eval->w->join[kind], x, EVAL_JOIN_N));
}

/* The chance that it becomes one with another at a cell with this demand. */
static float eval_feature_joined(struct eval *eval, const struct aude_game *game,
                                 unsigned kind, unsigned demand)
{
    struct eval_chances *chances = eval_chances(eval, game);

    if (!chances) return eval_feature_work_out_joined(eval, game, kind, demand);
    float *joined = &chances->joined[kind][eval_fits(eval, demand)];
    if (!eval_feature_known(*joined))
        *joined = eval_feature_work_out_joined(eval, game, kind, demand);
    return *joined;
}

static void eval_feature_value_join(struct eval *eval, const struct aude_game *game,
                                    struct eval_feature *f,
                                    const struct eval_cells *cells)
{
    unsigned id;
    int cell = eval_feature_find_join(eval, game, f, cells, &id, &f->near);

    if (cell < 0) return;
    f->join = (uint16_t)id;
    f->joined = eval_feature_joined(eval, game, f->kind, cells->demand[cell]);
}

static void eval_feature_work_out_grown(const struct eval *eval,
                                        const struct aude_game *game,
                                        const struct eval_feature *f, int open,
                                        float grown[2])
{
    float x[EVAL_GROW_N];

    eval_feature_grow_x(eval, game, f, open, x);
    grown[0] = eval_dot(eval->w->done[f->kind], x, EVAL_GROW_N);
    grown[1] = eval_dot(eval->w->left[f->kind], x, EVAL_GROW_N);
}

/* Points that it gains until it is completed, and if it never is. */
static void eval_feature_grown(struct eval *eval, const struct aude_game *game,
                               const struct eval_feature *f, int open, float grown[2])
{
    struct eval_chances *chances = eval_chances(eval, game);
    unsigned tiles = game->feature[f->id].tiles;

    if (!chances || tiles >= EVAL_GROWN_TILES) {
        eval_feature_work_out_grown(eval, game, f, open, grown);
        return;
    }
    float *known = chances->grown[f->kind][open][tiles];
    if (!eval_feature_known(known[0]))
        eval_feature_work_out_grown(eval, game, f, open, known);
    memcpy(grown, known, 2 * sizeof grown[0]);
}

static_assert(AUDE_ROAD == 0 && AUDE_CITY == 1, "weights of roads and cities: [kind]");

static void eval_feature_value_way(struct eval *eval, const struct aude_game *game,
                                   struct eval_feature *f)
{
    const struct aude_feature *feature = &game->feature[f->id];
    bool city = f->kind == AUDE_CITY;
    bool rich = city ? aude_feature_has(feature, AUDE_CITY, AUDE_TAG_CATHEDRAL)
                     : aude_feature_has(feature, AUDE_ROAD, AUDE_TAG_INN);
    float size = (float)(feature->tiles + feature->shields);
    float done = (city ? 2 : 1) + (rich ? 1.0f : 0.0f), left = rich ? 0 : 1;
    float close[EVAL_CLOSE_N], grown[2];
    struct eval_cells *cells = &eval->cells;

    eval_feature_open_cells(game, feature, cells);
    for (int i = 0; i < cells->n; i++) f->cells |= eval_bit(cells->key[i]);
    if (!feature->open) {
        f->worth = size * done / eval->w->scale[f->kind]; /* certain, if not yet paid */
        f->home = 1;
        return;
    }
    eval_feature_close_x(eval, game, f, cells, close);
    eval_feature_grown(eval, game, f, cells->n, grown);
    eval_feature_value_join(eval, game, f, cells);
    float p = eval_feature_logistic(eval_dot(eval->w->close[city], close, EVAL_CLOSE_N));
    float kept = eval_feature_kept(eval, game, f);
    f->home = p;
    f->worth = kept * (p * (size + grown[0]) * done + (1 - p) * (size + grown[1]) * left);
}

/* -- Monasteries and gardens ------------------------------------------------------------ */

void eval_feature_cell_x(struct eval *eval, const struct aude_game *game, int x, int y,
                         int empty, float out[EVAL_CELL_N])
{
    unsigned what = aude_cell_what(game, aude_key(x, y));
    bool reached = what >= AUDE_CELL_FRONTIER;
    unsigned demand = reached ? game->frontier.demand[what - AUDE_CELL_FRONTIER] : 0xffff;

    out[EVAL_CELL_ONE] = 1;
    out[EVAL_CELL_FITS] = eval->logp[eval_row(eval, game)][eval_fits(eval, demand)];
    out[EVAL_CELL_ALONE] = !reached;
    out[EVAL_CELL_FAR] = eval_far(eval, game);
    out[EVAL_CELL_EMPTY] = (float)empty / 8;
    out[EVAL_CELL_FAR_2] = out[EVAL_CELL_FAR] * out[EVAL_CELL_FAR];
}

static float eval_feature_work_out_filled(struct eval *eval, const struct aude_game *game,
                                          int x, int y, int empty)
{
    float numbers[EVAL_CELL_N];

    eval_feature_cell_x(eval, game, x, y, empty, numbers);
    return eval_feature_logistic(eval_dot(eval->w->cell, numbers, EVAL_CELL_N));
}

/* The chance that an empty cell by a monastery is filled; `what` is there. */
static float eval_feature_filled(struct eval *eval, const struct aude_game *game, int x,
                                 int y, unsigned what, int empty)
{
    struct eval_chances *chances = eval_chances(eval, game);
    bool reached = what >= AUDE_CELL_FRONTIER;
    unsigned demand = reached ? game->frontier.demand[what - AUDE_CELL_FRONTIER] : 0xffff;

    if (!chances) return eval_feature_work_out_filled(eval, game, x, y, empty);
    float *filled = &chances->filled[empty][reached][eval_fits(eval, demand)];
    if (!eval_feature_known(*filled))
        *filled = eval_feature_work_out_filled(eval, game, x, y, empty);
    return *filled;
}

static void eval_feature_value_around(struct eval *eval, const struct aude_game *game,
                                      struct eval_feature *f)
{
    const struct aude_feature *feature = &game->feature[f->id];
    const struct aude_laid *laid = aude_laid_of(game, feature->head);
    float filled = 0, all = 1;

    for (int y = laid->y - 1; y <= laid->y + 1; y++)
        for (int x = laid->x - 1; x <= laid->x + 1; x++) {
            uint16_t key = aude_key(x, y);
            unsigned what = aude_cell_what(game, key);
            if (what && what < AUDE_CELL_FRONTIER) continue;
            f->cells |= eval_bit(key);
            float p = eval_feature_filled(eval, game, x, y, what, feature->open);
            filled += p;
            all *= p;
        }
    f->home = feature->open ? all : 1;
    f->worth = (float)(9 - feature->open) + filled;
}

/* -- Fields ----------------------------------------------------------------------------- */

/* Cities at the field by their open sides: none, one, two, more. */
static void eval_feature_count_cities(struct eval *eval, const struct aude_game *game,
                                      const struct aude_feature *f, uint64_t *labels,
                                      unsigned n[4])
{
    *labels |= eval_cities_beside(eval, game, f, n);
    if (aude_feature_has(f, AUDE_FIELD, AUDE_TAG_CARCASSONNE) &&
        !game->sw[AUDE_SWITCH_CARCASSONNE_CITY])
        n[0]++;
}

void eval_feature_field_x(struct eval *eval, const struct aude_game *game,
                          const struct aude_feature *f, uint64_t *labels,
                          float x[EVAL_FIELD_N])
{
    float far = eval_far(eval, game), left = (float)eval_left(game);
    float near = left / (left + 8);
    unsigned n[4] = {0};

    eval_feature_count_cities(eval, game, f, labels, n);
    x[EVAL_FIELD_DONE] = (float)n[0];
    x[EVAL_FIELD_OPEN_1] = (float)n[1] * near;
    x[EVAL_FIELD_OPEN_2] = (float)n[2] * near;
    x[EVAL_FIELD_OPEN_MORE] = (float)n[3] * near;
    x[EVAL_FIELD_FAR] = far;
    x[EVAL_FIELD_SIZE_FAR] = far * (float)(f->size < 40 ? f->size : 40) / 20;
    x[EVAL_FIELD_ONE] = 1;
    x[EVAL_FIELD_FAR_2] = far * far;
    x[EVAL_FIELD_DONE_FAR] = (float)n[0] * far;
}

static void eval_feature_value_field(struct eval *eval, const struct aude_game *game,
                                     struct eval_feature *f)
{
    const struct aude_feature *feature = &game->feature[f->id];
    float each = (float)(3 + game->sw[AUDE_SWITCH_FARM_CITY_POINTS]);
    float x[EVAL_FIELD_N];

    f->labels |= eval_bit(f->id);
    eval_feature_field_x(eval, game, feature, &f->labels, x);
    float kept = eval_feature_kept(eval, game, f);
    float cities = eval_dot(eval->w->field, x, EVAL_FIELD_N);
    if (aude_feature_has(feature, AUDE_FIELD, AUDE_TAG_HERD)) each += 1;
    f->home = 0;
    f->worth = kept * each * (cities > 0 ? cities : 0);
}

void eval_feature_value(struct eval *eval, const struct aude_game *game,
                        struct eval_feature *f)
{
    f->was = game->feature[f->id];
    f->cells = f->labels = f->near = 0;
    f->join = AUDE_NOWHERE;
    switch (f->kind) {
    case AUDE_ROAD:
    case AUDE_CITY:
        eval_feature_value_way(eval, game, f);
        break;
    case AUDE_FIELD:
        eval_feature_value_field(eval, game, f);
        break;
    default:
        eval_feature_value_around(eval, game, f);
    }
    f->worth *= eval->w->scale[f->kind];
    f->homes = f->stake = 0;
    if (f->alone == AUDE_SEAT_NONE) return;
    float n = (float)eval_of(f->followers, f->alone);
    f->homes = f->home * n;
    if (eval_is_placed(game->sets)) f->stake = f->worth / n;
}

/* -- Followers at hand ------------------------------------------------------------------ */

void eval_feature_hand_x(const struct eval *eval, const struct aude_game *game,
                         const struct eval_board *board, unsigned seat,
                         float x[EVAL_HAND_N])
{
    float near, far, home = 0;
    unsigned n = eval_hand(game, seat);

    eval_hand_time(eval, game, &near, &far);
    for (int i = 0; i < board->n; i++)
        home += board->list[i].home * (float)eval_of(board->list[i].followers, seat);
    for (unsigned i = 0; i < EVAL_HAND_MAX; i++) {
        x[EVAL_HAND_NTH + i] = n > i ? near : 0;
        x[EVAL_HAND_NTH_FAR + i] = n > i ? near * far : 0;
    }
    x[EVAL_HAND_HOME] = home * near;
    x[EVAL_HAND_HOME_FEW] = home * near / (float)(1 + n);
    x[EVAL_HAND_HOME_FAR] = home * near * far;
    x[EVAL_HAND_ONE] = 1;
    x[EVAL_HAND_FAR] = far;
    x[EVAL_HAND_FAR_2] = far * far;
}
