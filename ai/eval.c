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

static void eval_fill_hands(struct eval *eval)
{
    const float *w = eval->w->hand;

    for (int depth = 0; depth < EVAL_DEPTH; depth++) {
        int left = eval->left > depth ? eval->left - depth : 0;
        float turns = (float)left / (float)eval->n_seats;
        float near = turns < 14 ? turns / 14 : 1, far = turns < 35 ? turns / 35 : 1;
        float sum =
            w[EVAL_HAND_ONE] + w[EVAL_HAND_FAR] * far + w[EVAL_HAND_FAR_2] * far * far;
        eval->hand[depth][0] = sum;
        for (int i = 0; i < EVAL_HAND_MAX; i++)
            eval->hand[depth][i + 1] = sum +=
                near * (w[EVAL_HAND_NTH + i] + far * w[EVAL_HAND_NTH_FAR + i]);
    }
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
    eval_count_bag(eval, view);
    memset(eval->filled, 0, sizeof eval->filled);
    eval_fill_hands(eval);
    eval_whole_see_bag(eval);
    memset(eval->fits, EVAL_UNKNOWN, sizeof eval->fits);
    memset(eval->ends, EVAL_UNKNOWN, sizeof eval->ends);
}

/* Tiles of the bag that meet the demand, in whatever rotation. */
static unsigned eval_count_fits(const struct eval *eval, unsigned demand)
{
    unsigned found = 0, miss = ~demand;

    for (int i = 0; i < eval->n_bag; i++) {
        const uint16_t *s = aude_tiles[eval->bag[i].kind].sides;
        if (!(s[0] & miss) || !(s[1] & miss) || !(s[2] & miss) || !(s[3] & miss))
            found += eval->bag[i].n;
    }
    return found < EVAL_FITS_MAX ? found : EVAL_FITS_MAX;
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

static unsigned eval_count_ends(const struct eval *eval, unsigned side, unsigned demand)
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
    return found < EVAL_FITS_MAX ? found : EVAL_FITS_MAX;
}

unsigned eval_fits(struct eval *eval, unsigned demand)
{
    if (eval->fits[demand] == EVAL_UNKNOWN)
        eval->fits[demand] = (uint8_t)eval_count_fits(eval, demand);
    return eval->fits[demand];
}

unsigned eval_ends(struct eval *eval, unsigned side, unsigned demand)
{
    if (eval->ends[side][demand] == EVAL_UNKNOWN)
        eval->ends[side][demand] = (uint8_t)eval_count_ends(eval, side, demand);
    return eval->ends[side][demand];
}

/* -- Reuse ------------------------------------------------------------------------------ */

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

/* Where in `board` the feature is, or -1. Two boards of one game list their features nearly in the
 * same order, so it is nearly always at `guess`. */
static int eval_find(const struct eval_board *board, unsigned id, int guess)
{
    for (int i = guess; i < board->n; i++)
        if (board->list[i].id == id) return i;
    for (int i = 0; i < guess && i < board->n; i++)
        if (board->list[i].id == id) return i;
    return -1;
}

/* The value of this feature in `board`, if nothing it depends on was touched. */
static bool eval_reuse(const struct eval *eval, const struct aude_game *game,
                       const struct eval_board *board, const struct eval_touched *touched,
                       int *guess, struct eval_feature *f)
{
    int at = eval_find(board, f->id, *guess);

    if (at < 0) return false;
    const struct eval_feature *old = &board->list[at];
    bool way = f->kind < AUDE_MONASTERY;
    *guess = at + 1;
    if (old->cells & (way ? touched->cells : touched->around) ||
        old->labels & touched->labels || !eval_same(&old->was, &game->feature[f->id]) ||
        old->strengths != f->strengths ||
        (eval->net && old->links & eval->moved) || /* may it be joined otherwise now? */
        (board->exact && old->near & eval->moved))
        return false;
    f->worth = old->worth;
    f->join = old->join;
    f->joined = old->joined;
    f->home = old->home;
    f->from = at;
    return true;
}

/* -- The whole -------------------------------------------------------------------------- */

/* Lists the features with followers, each once. Returns whether any of them counts other than 1. */
static bool eval_list_held(const struct aude_game *game, struct eval_board *board)
{
    uint64_t seen[AUDE_HANDLES_MAX / 64 + 1], uneven = 0;

    memset(seen, 0, (game->n_features / 64 + 1u) * sizeof seen[0]);
    board->n = 0;
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t out = eval_followers_out(game, seat);
        uneven |= out & game->uneven;
        for (; out; out &= out - 1) {
            unsigned id = game->label[game->figure[eval_first(game, seat, out)].at];
            if (seen[id / 64] >> id % 64 & 1) continue;
            seen[id / 64] |= (uint64_t)1 << id % 64;
            struct eval_feature *f = &board->list[board->n++];
            f->id = (uint16_t)id;
            f->from = -1;
            f->spots = f->links = 0;
        }
    }
    return uneven;
}

/* The seats with the greatest strength, as aude_owners() has them; eight bits a seat. Nearly always
 * there is one seat alone. */
static unsigned eval_owners(uint64_t strengths)
{
    unsigned first, most = 1, owners = 0;

    if (!strengths) return 0;
    first = (unsigned)__builtin_ctzll(strengths) / 8;
    if (strengths >> 8 * first <= 255) return 1u << first;
    for (unsigned seat = first; strengths >> 8 * seat; seat++) {
        unsigned s = strengths >> 8 * seat & 255;
        if (s > most) owners = 0, most = s;
        owners |= (unsigned)(s == most) << seat;
    }
    return owners;
}

/* Large followers and mayors count otherwise: eight bits a seat. */
static uint64_t eval_strengths(const struct aude_game *game, unsigned id)
{
    unsigned strength[AUDE_SEATS_MAX];
    uint64_t sum = 0;

    aude_game_strength(game, id, strength);
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        sum |= (uint64_t)(strength[seat] & 255) << 8 * seat;
    return sum;
}

/* The features with followers, and who stands there. */
static void eval_collect(const struct aude_game *game, struct eval_board *board)
{
    bool uneven = eval_list_held(game, board);

    for (int i = 0; i < board->n; i++) {
        struct eval_feature *f = &board->list[i];
        f->followers = game->feature[f->id].followers;
        f->kind = game->feature[f->id].kind;
        f->strengths = uneven ? eval_strengths(game, f->id) : f->followers;
        f->owners = (uint8_t)eval_owners(f->strengths);
    }
}

/* Where a feature may become one with another's, its points may go to others. */
static void eval_add_join(const struct aude_game *game, const struct eval_board *board,
                          const struct eval_feature *f, float points[AUDE_SEATS_MAX])
{
    unsigned sum[AUDE_SEATS_MAX];

    for (int i = 0; i < board->n; i++) {
        const struct eval_feature *other = &board->list[i];
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

void eval_board(struct eval *eval, const struct aude_game *game, struct eval_board *out)
{
    eval_collect(game, out);
    out->exact = false;
    for (int i = 0; i < out->n; i++) eval_feature_value(eval, game, &out->list[i]);
}

void eval_board_next(struct eval *eval, const struct aude_game *game,
                     const struct eval_board *board, const struct eval_touched *touched,
                     struct eval_board *out)
{
    int guess = 0;

    eval_collect(game, out);
    out->exact = true;
    for (int i = 0; i < out->n; i++) {
        struct eval_feature *f = &out->list[i];
        if (!eval_reuse(eval, game, board, touched, &guess, f)) {
            eval_feature_value(eval, game, f);
            continue;
        }
        f->was = game->feature[f->id];
        f->cells = f->labels = f->near = 0; /* what was left as it was, is left so */
    }
}

static void eval_add_hands(struct eval *eval, const struct aude_game *game,
                           const struct eval_board *board, float points[AUDE_SEATS_MAX])
{
    float near, far, home[AUDE_SEATS_MAX] = {0};
    const float *w = eval->w->hand, *hand = eval->hand[eval_row(eval, game)];

    eval_hand_time(eval, game, &near, &far);
    for (int i = 0; i < board->n; i++) /* mostly there is one seat */
        for (uint64_t rest = board->list[i].followers; rest;) {
            unsigned seat = (unsigned)__builtin_ctzll(rest) / 8;
            home[seat] += board->list[i].home * (float)eval_of(rest, seat);
            rest &= ~((uint64_t)255 << 8 * seat);
        }
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        unsigned n = eval_hand(game, seat);
        float each = w[EVAL_HAND_HOME] + w[EVAL_HAND_HOME_FEW] / (float)(1 + n) +
                     w[EVAL_HAND_HOME_FAR] * far;
        points[seat] +=
            hand[n < EVAL_HAND_MAX ? n : EVAL_HAND_MAX] + home[seat] * near * each;
    }
}

/* What a seat's feature counts for, against its worth. */
static float eval_liking(const struct eval *eval, const struct eval_feature *f,
                         unsigned seat)
{
    if (!eval->taste) return 1;
    return seat == eval->taster ? eval->taste->own[f->kind] : eval->taste->rival;
}

void eval_points(struct eval *eval, const struct aude_game *game,
                 const struct eval_board *board, const struct eval_touched *touched,
                 float points[AUDE_SEATS_MAX])
{
    struct eval_board *now = &eval->now;
    int guess = 0;

    for (unsigned seat = 0; seat < AUDE_SEATS_MAX; seat++)
        points[seat] = (float)game->player[seat].points;
    if (aude_game_over(game)) return;
    eval_collect(game, now);
    if (board && (eval->net || board->exact))
        eval->moved = eval_net_moved(game, board, now, touched);
    for (int i = 0; i < now->n; i++) {
        struct eval_feature *f = &now->list[i];
        if (!board || !eval_reuse(eval, game, board, touched, &guess, f))
            eval_feature_value(eval, game, f);
        for (unsigned rest = f->owners; rest; rest &= rest - 1) {
            unsigned seat = (unsigned)__builtin_ctz(rest);
            points[seat] += f->worth * eval_liking(eval, f, seat);
        }
    }
    for (int i = 0; i < now->n; i++)
        if (now->list[i].join != AUDE_NOWHERE)
            eval_add_join(game, now, &now->list[i], points);
    eval_add_hands(eval, game, now, points);
    if (eval_is_special(game->sets)) eval_sets(eval, game, now, points);
}

float eval_lead(unsigned n_seats, const float points[AUDE_SEATS_MAX], unsigned seat)
{
    float rival = -1e9f;

    for (unsigned s = 0; s < n_seats; s++)
        if (s != seat && points[s] > rival) rival = points[s];
    return points[seat] - rival;
}
