/* eval.c -- what a position is worth: the points every seat should end with.
 *
 *     points it has
 *   + what the features its followers hold will bring, with the chance that they are
 *     completed and the chance that nobody takes them over
 *   + what its followers at hand will still earn
 *   + the special things of the expansions (eval_sets.c)
 *
 * Chances come from the tiles that are really left: for every empty cell beside a feature,
 * how many of them fit there, and how many of those end the road or the city. The numbers
 * that turn counts into chances and points are fitted to games of our own (weights.h). */
#include "eval_internal.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* -- Numbers ---------------------------------------------------------------------------- */

double eval_exp(double x)
{
    static const double ln2 = 0.69314718055994530942;
    double sum = 1, term = 1, power = 1;

    if (x < -700) return 0;
    if (x > 700) x = 700;
    int n = (int)(x / ln2); /* 2^n exp(rest) */
    double rest = x - n * ln2;
    for (int i = 1; i < 16; i++) sum += term *= rest / i;
    for (int i = n < 0 ? -n : n; i; i--) power *= 2;
    return n < 0 ? sum / power : sum * power;
}

double eval_log(double x)
{
    static const double ln2 = 0.69314718055994530942;
    double sum = 0;
    int n = 0;

    for (; x > 1.5; n++) x /= 2;
    for (; x < 0.75; n--) x *= 2;
    double y = (x - 1) / (x + 1), term = y; /* 2 atanh(y) */
    for (int i = 1; i < 24; i += 2, term *= y * y) sum += term / i;
    return 2 * sum + n * ln2;
}

/* -- The bag ---------------------------------------------------------------------------- */

static void eval_count_bag(struct eval *eval, const struct aude_game *view)
{
    uint8_t n[256] = {0};

    for (unsigned i = view->pile.next; i < view->pile.n; i++) n[view->pile.kind[i]]++;
    if (view->river.flowing)
        for (unsigned i = view->river.next; i < view->river.n; i++)
            n[view->river.kind[i]]++;
    eval->n_bag = 0;
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (!n[kind]) continue;
        eval->bag[eval->n_bag].kind = (aude_kind)kind;
        eval->bag[eval->n_bag++].n = n[kind];
    }
}

void eval_forget(struct eval *eval, const struct aude_game *view)
{
    unsigned n[256] = {0}, all = 0;

    for (int i = 0; i < eval->n_bag; i++) all += n[eval->bag[i].kind] = eval->bag[i].n;
    for (unsigned i = 0; i < view->n_laid; i++, all++) n[view->laid[i].kind]++;
    eval->n_bag = 0;
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (!n[kind]) continue;
        unsigned share = (n[kind] * (unsigned)eval->left + all - 1) / all;
        eval->bag[eval->n_bag].kind = (aude_kind)kind;
        eval->bag[eval->n_bag++].n = (uint8_t)share;
    }
}

/* A seat draws its share of what is left; one of `n` wanted tiles is among them. Rows are filled
 * when they are asked for: a search needs a few of them. */
void eval_fill_odds(struct eval *eval, int depth)
{
    int tiles = eval->left - depth > 0 ? eval->left - depth : 0, left = tiles ? tiles : 1;
    double draws = (double)tiles / eval->n_seats, all = eval_log(left);

    for (int n = 0; n <= EVAL_FITS_MAX; n++) {
        float p = n && tiles ? 1 : 0;
        if (n < left) p = (float)(1 - eval_exp(draws * (eval_log(left - n) - all)));
        eval->p[depth][n] = p;
        eval->logp[depth][n] = p > 0.0025f ? (float)eval_log((double)p) : -6;
    }
    eval->filled[depth] = true;
}

/* What a follower that comes home is worth, where so many are at hand. */
static float eval_each(const float *w, unsigned hand, float far)
{
    return w[EVAL_HAND_HOME] + w[EVAL_HAND_HOME_FEW] / (float)(1 + hand) +
           w[EVAL_HAND_HOME_FAR] * far;
}

static void eval_fill_time(const struct eval *eval, int left, struct eval_time *time)
{
    const float *w = eval->w->hand;
    float near, far;

    eval_time_of(eval, left, &near, &far);
    time->near = near;
    time->far = far;
    float sum =
        w[EVAL_HAND_ONE] + w[EVAL_HAND_FAR] * far + w[EVAL_HAND_FAR_2] * far * far;
    time->hand[0] = sum;
    for (int i = 0; i < EVAL_HAND_MAX; i++)
        time->hand[i + 1] = sum +=
            near * (w[EVAL_HAND_NTH + i] + far * w[EVAL_HAND_NTH_FAR + i]);
    for (unsigned n = 0; n <= EVAL_EACH_MAX; n++) time->each[n] = eval_each(w, n, far);
}

void eval_weights_changed(struct eval *eval)
{
    memset(eval->begun, 0, sizeof eval->begun);
    eval->sums.held = NULL;
    for (int depth = 0; depth < EVAL_DEPTH; depth++)
        eval_fill_time(eval, eval->left > depth ? eval->left - depth : 0,
                       &eval->time[depth]);
}

void eval_init(struct eval *eval, const struct aude_game *view,
               const struct eval_weights *weights)
{
    eval->w = weights ? weights : &eval_weights;
    eval->n_seats = view->n_seats;
    eval->left = aude_game_left_total(view);
    eval->now.n = 0;
    eval->net = NULL;
    eval->taste = NULL;
    eval->since = eval->first = NULL;
    eval_count_bag(eval, view);
    eval_cities_init(eval, view);
    memset(eval->filled, 0, sizeof eval->filled);
    eval_weights_changed(eval);
    eval_whole_see_bag(eval);
    eval_sets_choose(eval, view->sets);
    eval->rows.net = NULL;
    memset(eval->fits, EVAL_UNKNOWN, sizeof eval->fits);
    memset(eval->ends, EVAL_UNKNOWN, sizeof eval->ends);
}

unsigned eval_count_fits(struct eval *eval, unsigned demand)
{
    unsigned found = 0, miss = ~demand;

    for (int i = 0; i < eval->n_bag; i++) {
        const uint16_t *s = aude_tiles[eval->bag[i].kind].sides;
        if (!(s[0] & miss) || !(s[1] & miss) || !(s[2] & miss) || !(s[3] & miss))
            found += eval->bag[i].n;
    }
    return eval->fits[demand] = (uint8_t)(found < EVAL_FITS_MAX ? found : EVAL_FITS_MAX);
}

/* Turned so, does the tile end what comes in by `side`? All sides of the segment that meets
 * it must face tiles that are there already. */
static bool eval_ends_here(const struct aude_tile *tile, unsigned rot, unsigned side,
                           unsigned demand)
{
    unsigned from = (side - rot) & 3, seg = tile->port[3 * from + 1];

    if (seg == AUDE_KIND_NONE) return false;
    for (unsigned s = 0; s < 4; s++)
        if (tile->segment[seg].sides >> s & 1 &&
            (demand >> 4 * ((s + rot) & 3) & 15) == 15)
            return false;
    return true;
}

unsigned eval_count_ends(struct eval *eval, unsigned side, unsigned demand)
{
    unsigned found = 0, miss = ~demand;

    for (int i = 0; i < eval->n_bag; i++) {
        const struct aude_tile *tile = &aude_tiles[eval->bag[i].kind];
        for (unsigned rot = 0; rot < 4; rot++)
            if (!(tile->sides[rot] & miss) && eval_ends_here(tile, rot, side, demand)) {
                found += eval->bag[i].n;
                break;
            }
    }
    return eval->ends[side][demand] =
               (uint8_t)(found < EVAL_FITS_MAX ? found : EVAL_FITS_MAX);
}

/* -- What a tile touches ---------------------------------------------------------------- */

/* What a tile at `lay` can change: the cell itself and its four neighbours, and whatever
 * the neighbouring tiles belong to. */
void eval_touch(const struct aude_game *before, struct aude_action lay,
                struct eval_touched *out)
{
    uint16_t key = aude_key(lay.x, lay.y);

    *out = (struct eval_touched){.cells = eval_bit(key)};
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            out->around |= eval_bit(aude_key(lay.x + dx, lay.y + dy));
    for (unsigned side = 0; side < 4; side++) {
        unsigned what = aude_cell_what(before, aude_key_beside(key, side));
        out->cells |= eval_bit(aude_key_beside(key, side));
        if (!what || what >= AUDE_CELL_FRONTIER) continue;
        const struct aude_laid *laid = &before->laid[what - 1];
        for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
            out->labels |= eval_bit(before->label[laid->first + s]);
    }
}

/* -- The whole -------------------------------------------------------------------------- */

/* Where a feature may become one with another's, its points may go to others. */
static void eval_add_join(const struct aude_game *game, const struct eval_held *held,
                          const struct eval_feature *f, float points[AUDE_SEATS_MAX])
{
    unsigned sum[AUDE_SEATS_MAX];

    for (int i = 0; i < held->n; i++) {
        const struct eval_feature *other = held->list[i];
        if (other->id != f->join) continue;
        for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
            sum[seat] = eval_of(f->strengths, seat) + eval_of(other->strengths, seat);
        unsigned owners = aude_owners(sum);
        for (unsigned seat = 0; seat < game->n_seats; seat++)
            points[seat] += f->joined * f->worth *
                            (float)((int)(owners >> seat & 1) - (f->owners >> seat & 1));
        return;
    }
}

/* Where all figures are and who is in danger, for positions that follow. */
static void eval_note_figures(struct eval *eval, const struct aude_game *game,
                              struct eval_board *out)
{
    memcpy(out->figure, game->figure, game->n_figures * sizeof out->figure[0]);
    out->n_moves = game->n_moves;
    eval_held_settle(game, out);
    eval_held_sum_up(&out->held);
    if (game->sets >> AUDE_SET_TOWER & 1 || game->sets >> AUDE_SET_DRAGON & 1)
        eval_danger_note_board(eval, game, out);
}

void eval_board(struct eval *eval, const struct aude_game *game, struct eval_board *out)
{
    eval->since = eval->first = NULL;
    eval->sums.held = NULL;
    eval_held_collect(game, out);
    for (int i = 0; i < out->n; i++) {
        eval_feature_value(eval, game, &out->list[i]);
        out->list[i].near =
            0; /* asked of what a tile changed, not of what it left alone */
    }
    eval_note_figures(eval, game, out);
}

void eval_board_next(struct eval *eval, const struct aude_game *game,
                     const struct eval_board *board, const struct eval_touched *touched,
                     struct eval_board *out)
{
    eval_held_after(eval, game, board, touched, out);
    eval_note_figures(eval, game, out);
    eval->sums.held = NULL;
}

/* What a seat's feature counts for, against its worth. */
static float eval_liked(const struct eval *eval, const struct eval_feature *f,
                        unsigned seat)
{
    if (!eval->taste) return f->worth;
    return f->worth *
           (seat == eval->taster ? eval->taste->own[f->kind] : eval->taste->rival);
}

/* Points and followers that come home: two sums side by side, which one instruction adds to. */
typedef float eval_pair __attribute__((vector_size(2 * sizeof(float))));

/* Its owners have what it brings, everybody with followers there the chance that they come home. */
static void eval_add_shared(const struct eval *eval, const struct eval_feature *f,
                            eval_pair sum[AUDE_SEATS_MAX])
{
    for (unsigned rest = f->owners; rest; rest &= rest - 1) {
        unsigned seat = (unsigned)__builtin_ctz(rest);
        sum[seat][0] += eval_liked(eval, f, seat);
    }
    for (uint64_t rest = f->followers; rest;) {
        unsigned seat = (unsigned)__builtin_ctzll(rest) / 8;
        sum[seat][1] += f->home * (float)eval_of(rest, seat);
        rest &= ~((uint64_t)255 << 8 * seat);
    }
}

static_assert(offsetof(struct eval_feature, homes) ==
                  offsetof(struct eval_feature, worth) + sizeof(float),
              "worth and homes are added as a pair");

static eval_pair eval_pair_of(const struct eval_feature *f)
{
    eval_pair pair;

    memcpy(&pair, &f->worth, sizeof pair);
    return pair;
}

/* ONE SEAT AFTER THE OTHER: mostly one seat alone stands there, and the features of a seat follow each other. So its sum
 * stays in a register: one that was stored would have to be loaded for each feature. */
static void eval_add_alone(const struct eval *eval, const struct eval_held *held,
                           eval_pair sum[AUDE_SEATS_MAX])
{
    const struct eval_feature *const *at = held->list, *const *end = at + held->n;

    while (at < end) {
        const struct eval_feature *f = *at;
        unsigned seat = f->alone;
        if (seat == AUDE_SEAT_NONE) {
            eval_add_shared(eval, f, sum);
            at++;
            continue;
        }
        eval_pair own = sum[seat];
        do {
            own += eval_pair_of(f);
        } while (++at < end && (f = *at)->alone == seat);
        sum[seat] = own;
    }
}

static void eval_add_features(const struct eval *eval, const struct aude_game *game,
                              const struct eval_held *held, float points[AUDE_SEATS_MAX],
                              float home[AUDE_SEATS_MAX])
{
    eval_pair sum[AUDE_SEATS_MAX];

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        sum[seat] = (eval_pair){points[seat], 0};
    if (!eval->taste) eval_add_alone(eval, held, sum);
    for (int i = 0; i < held->n && eval->taste; i++)
        eval_add_shared(eval, held->list[i], sum);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        points[seat] = sum[seat][0];
        home[seat] = sum[seat][1];
    }
    for (int i = 0; i < held->n && held->joins; i++)
        if (held->list[i]->join != AUDE_NOWHERE)
            eval_add_join(game, held, held->list[i], points);
}

/* Has the same board been added up to the same points at hand? */
static bool eval_recall_sums(const struct eval_sums *sums, const struct eval_held *held,
                             unsigned n_seats, float points[AUDE_SEATS_MAX],
                             float home[AUDE_SEATS_MAX])
{
    if (held != sums->held) return false;
    for (unsigned seat = 0; seat < n_seats; seat++)
        if (sums->before[seat] != points[seat]) return false;
    memcpy(points, sums->points, sizeof sums->points);
    memcpy(home, sums->home, sizeof sums->home);
    return true;
}

static void eval_remember_sums(struct eval_sums *sums, const struct aude_game *game,
                               const struct eval_held *held,
                               const float points[AUDE_SEATS_MAX],
                               const float home[AUDE_SEATS_MAX])
{
    sums->held = held;
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        sums->before[seat] = (float)game->player[seat].points;
    memcpy(sums->points, points, sizeof sums->points);
    memcpy(sums->home, home, sizeof sums->home);
}

/* Later than the table reaches: what is in its last row, and the rest as it is now. */
static const struct eval_time *
eval_find_time(struct eval *eval, const struct aude_game *game, struct eval_time *time)
{
    *time = eval->time[eval_row(eval, game)];
    eval_hand_time(eval, game, &time->near, &time->far);
    for (unsigned n = 0; n <= EVAL_EACH_MAX; n++)
        time->each[n] = eval_each(eval->w->hand, n, time->far);
    return time;
}

static void eval_add_hands(const struct eval *eval, const struct aude_game *game,
                           const struct eval_time *time, const float home[AUDE_SEATS_MAX],
                           float points[AUDE_SEATS_MAX], unsigned hands[AUDE_SEATS_MAX])
{
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        unsigned n = hands[seat] = eval_hand(game, seat);
        float each =
            n <= EVAL_EACH_MAX ? time->each[n] : eval_each(eval->w->hand, n, time->far);
        points[seat] += time->hand[n < EVAL_HAND_MAX ? n : EVAL_HAND_MAX] +
                        home[seat] * time->near * each;
    }
}

/* The features with followers in `eval->now`, each valued anew or with the value it had in `board`. */
static const struct eval_held *eval_anew(struct eval *eval, const struct aude_game *game,
                                         const struct eval_board *board,
                                         const struct eval_touched *touched)
{
    struct eval_board *now = &eval->now;
    int guess = 0;

    eval->since = NULL;
    eval_held_collect(game, now);
    now->held.joins = false;
    if (board) eval->moved = eval_net_moved(game, board, now, touched);
    for (int i = 0; i < now->n; i++) {
        struct eval_feature *f = &now->list[i];
        int at = board ? eval_held_place(board, f->id, guess) : -1;
        if (at >= 0) guess = at + 1;
        if (at >= 0 && eval_held_reuse(eval, game, &board->list[at], touched, f))
            f->from = at;
        else
            eval_feature_value(eval, game, f);
        now->held.joins |= f->join != AUDE_NOWHERE;
    }
    return &now->held;
}

void eval_points(struct eval *eval, const struct aude_game *game,
                 const struct eval_board *board, const struct eval_touched *touched,
                 float points[AUDE_SEATS_MAX])
{
    float home[AUDE_SEATS_MAX] = {0};
    unsigned hands[AUDE_SEATS_MAX];
    struct eval_time found;

    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        points[seat] = (float)game->player[seat].points;
    if (aude_game_over(game)) return;
    const struct eval_held *held =
        board && !eval->net ? eval_held_after(eval, game, board, touched, &eval->now)
                            : eval_anew(eval, game, board, touched);
    bool special = eval_is_special(game->sets);
    bool again = special && held != &eval->now.held;
    if (!again || !eval_recall_sums(&eval->sums, held, game->n_seats, points, home)) {
        eval_add_features(eval, game, held, points, home);
        if (again) eval_remember_sums(&eval->sums, game, held, points, home);
    }
    unsigned depth = (unsigned)(eval->left - eval_left(game));
    const struct eval_time *time =
        depth < EVAL_DEPTH ? &eval->time[depth] : eval_find_time(eval, game, &found);
    eval_add_hands(eval, game, time, home, points, hands);
    if (special) eval_sets(eval, game, held, time, hands, points);
}

float eval_lead(unsigned n_seats, const float points[AUDE_SEATS_MAX], unsigned seat)
{
    float rival = -1e9f;

    for (unsigned s = 0; s < n_seats; s++)
        if (s != seat && points[s] > rival) rival = points[s];
    return points[seat] - rival;
}
