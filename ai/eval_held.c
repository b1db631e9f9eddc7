/* eval_held.c -- the features with followers of a position, and what of them need not be valued again.
 *
 * A search values thousands of positions that differ by one tile or one follower. What has not changed since a
 * board that is known keeps its value: after a tile, what the tile did not touch; after anything else, all but the
 * features where figures came or went, which are found by comparing the figures and not the features. */
#include "eval_internal.h"

#include <string.h>

/* -- All of them ------------------------------------------------------------------------ */

int eval_held_place(const struct eval_board *board, unsigned id, int guess)
{
    for (int i = guess; i < board->n; i++)
        if (board->list[i].id == id) return i;
    for (int i = 0; i < guess && i < board->n; i++)
        if (board->list[i].id == id) return i;
    return -1;
}

/* A feature of which nothing is known yet but its id and its first figure. */
static void eval_held_begin(struct eval_feature *f, unsigned id, unsigned figure)
{
    f->id = (uint16_t)id;
    f->bit = eval_bit(id);
    f->first = (uint8_t)figure;
    memset(f->who, 0, sizeof f->who);
}

/* Lists the features with followers, each once. */
static void eval_held_list(const struct aude_game *game, struct eval_board *board)
{
    uint64_t seen[AUDE_HANDLES_MAX / 64 + 1];

    memset(seen, 0, (game->n_features / 64 + 1u) * sizeof seen[0]);
    board->n = 0;
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t out = eval_followers_out(game, seat); out; out &= out - 1) {
            unsigned i = eval_first(game, seat, out);
            unsigned id = game->label[game->figure[i].at];
            bool known = seen[id / 64] >> id % 64 & 1;
            int at = known ? eval_held_place(board, id, 0) : board->n++;
            struct eval_feature *f = &board->list[at];
            if (!known) {
                seen[id / 64] |= (uint64_t)1 << id % 64;
                eval_held_begin(f, id, i);
                f->from = -1;
                f->spots = f->links = 0;
            }
            f->who[seat] |= out & -out;
            board->of[i] = f;
        }
}

/* Does any follower on the board count other than 1? */
static bool eval_held_uneven(const struct aude_game *game)
{
    uint64_t uneven = 0;

    for (unsigned seat = 0; seat < game->n_seats && game->uneven; seat++)
        uneven |= eval_followers_out(game, seat) & game->uneven;
    return uneven;
}

/* The seats with the greatest strength, as aude_owners() has them; eight bits a seat. Nearly always
 * there is one seat alone. */
static unsigned eval_held_owners(uint64_t strengths)
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

/* The owner, if no other seat has followers there; eight bits a seat. */
static unsigned eval_held_alone(uint64_t followers, unsigned owners)
{
    unsigned first = (unsigned)__builtin_ctzll(followers) / 8;

    return followers >> 8 * first <= 255 && owners == 1u << first ? first
                                                                  : AUDE_SEAT_NONE;
}

/* Large followers and mayors count otherwise: eight bits a seat. */
static uint64_t eval_held_strengths(const struct aude_game *game, unsigned id)
{
    unsigned strength[AUDE_SEATS_MAX];
    uint64_t sum = 0;

    aude_game_strength(game, id, strength);
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        sum |= (uint64_t)(strength[seat] & 255) << 8 * seat;
    return sum;
}

/* Who stands in the feature. */
static void eval_held_count(const struct aude_game *game, bool uneven,
                            struct eval_feature *f)
{
    const struct aude_feature *feature = &game->feature[f->id];

    f->followers = aude_followers(feature);
    f->kind = feature->kind;
    f->strengths = uneven ? eval_held_strengths(game, f->id) : f->followers;
    f->owners = (uint8_t)eval_held_owners(f->strengths);
    f->alone = (uint8_t)eval_held_alone(f->followers, f->owners);
}

void eval_held_collect(const struct aude_game *game, struct eval_board *board)
{
    bool uneven = eval_held_uneven(game);

    eval_held_list(game, board);
    board->held.n = board->n;
    board->held.of = board->of;
    board->held.fresh = board->list;
    memset(board->held.other, 0, sizeof board->held.other);
    for (int i = 0; i < board->n; i++) {
        eval_held_count(game, uneven, &board->list[i]);
        board->held.list[i] = &board->list[i];
    }
}

void eval_held_sum_up(struct eval_held *held)
{
    held->ids = held->near = 0;
    held->joins = false;
    for (int i = 0; i < held->n; i++) {
        held->joins |= held->list[i]->join != AUDE_NOWHERE;
        held->ids |= held->list[i]->bit;
        held->near |= held->list[i]->near;
    }
}

/* -- Reuse ------------------------------------------------------------------------------ */

static const struct eval_feature *eval_held_find(const struct eval_held *held,
                                                 unsigned id)
{
    for (int i = 0; i < held->n; i++)
        if (held->list[i]->id == id) return held->list[i];
    return NULL;
}

bool eval_held_reuse(const struct eval *eval, const struct aude_game *game,
                     const struct eval_feature *old, const struct eval_touched *touched,
                     struct eval_feature *f)
{
    bool way = f->kind < AUDE_MONASTERY;

    if (old->cells & (way ? touched->cells : touched->around) ||
        old->labels & touched->labels || !eval_same(&old->was, &game->feature[f->id]) ||
        old->strengths != f->strengths || old->near & eval->moved ||
        (eval->net && old->links & eval->moved)) /* may it be joined otherwise now? */
        return false;
    f->worth = old->worth;
    f->join = old->join;
    f->joined = old->joined;
    f->home = old->home;
    f->homes = old->homes;
    f->stake = old->stake;
    f->was = old->was;
    f->cells = f->labels = f->near = 0; /* what was left as it was, is left so */
    return true;
}

/* -- After a tile or a follower --------------------------------------------------------- */

/* What has happened since the board. */
struct since {
    struct eval *eval;
    const struct aude_game *game;
    const struct eval_board *board;
    const struct eval_touched *touched; /* by a tile */
    uint64_t labels; /* of features that figures left or came to, and of those of the
                        tile, as a set of hashes */
    bool moved;      /* did any figure? */
    int n_fresh;
    struct eval_feature *fresh; /* features that are not as they were */
};

static void eval_held_note(struct since *s, const struct aude_figure *fig)
{
    if (fig->where == AUDE_AT_SEGMENT) s->labels |= eval_bit(s->game->label[fig->at]);
}

static uint64_t eval_held_word(const struct aude_figure *fig)
{
    uint64_t word;

    memcpy(&word, fig, sizeof word);
    return word;
}

/* Is this figure where it was? */
static void eval_held_look(struct since *s, unsigned i)
{
    const struct aude_figure *is = &s->game->figure[i], *was = &s->board->figure[i];

    if (eval_held_word(is) == eval_held_word(was)) return;
    s->moved = true;
    s->eval->moved_figures[is->seat] |= (uint64_t)1
                                        << (i - s->game->player[is->seat].first);
    eval_held_note(s, was);
    eval_held_note(s, is);
}

/* WHO MOVED: the last few figures that went anywhere are mostly all that went since the board. To compare all of them was a
 * thirtieth of a search. */
static void eval_held_compare(struct since *s)
{
    const struct aude_game *game = s->game;
    unsigned then = s->board->n_moves, moves = (uint16_t)(game->n_moves - then);

    s->labels = s->touched->labels;
    s->moved = false;
    memset(s->eval->moved_figures, 0, sizeof s->eval->moved_figures);
    if (moves <= AUDE_MOVERS)
        for (unsigned i = 0; i < moves; i++)
            eval_held_look(s, game->mover[(then + i) % AUDE_MOVERS]);
    else
        for (unsigned i = 0; i < game->n_figures; i++) eval_held_look(s, i);
}

/* The feature with its value as it is now; `figure` is the first that stands in it, if it is new. */
static struct eval_feature *eval_held_fresh(struct since *s, unsigned id, unsigned figure)
{
    for (int i = 0; i < s->n_fresh; i++)
        if (s->fresh[i].id == id) return &s->fresh[i];
    struct eval_feature *f = &s->fresh[s->n_fresh++];
    eval_held_begin(f, id, figure);
    const struct eval_feature *old =
        f->bit & s->board->held.ids ? eval_held_find(&s->board->held, id) : NULL;
    eval_held_count(s->game, eval_held_uneven(s->game), f);
    if (!old || !eval_held_reuse(s->eval, s->game, old, s->touched, f))
        eval_feature_value(s->eval, s->game, f);
    return f;
}

/* Is nothing that it depends on among what was touched, and did nobody come or go? */
static bool eval_held_stays(const struct since *s, const struct eval_feature *f)
{
    uint64_t cells = f->kind < AUDE_MONASTERY ? s->touched->cells : s->touched->around;

    return !((f->bit & s->labels) | (f->cells & cells) |
             (f->labels & s->touched->labels) | (f->near & s->eval->moved));
}

/* Two that share a bit are looked at more closely: eval_held_reuse() without a copy. */
static bool eval_held_stays_even_so(const struct since *s, const struct eval_feature *f)
{
    uint64_t cells = f->kind < AUDE_MONASTERY ? s->touched->cells : s->touched->around;
    uint64_t went = 0;

    for (unsigned seat = 0; seat < s->game->n_seats; seat++)
        went |= f->who[seat] & s->eval->moved_figures[seat];
    return !(went | (f->cells & cells) | (f->labels & s->touched->labels) |
             (f->near & s->eval->moved)) &&
           eval_same(&f->was, &s->game->feature[f->id]);
}

/* What stays is taken from the board itself. Of the rest, `look` tells whose places are looked at. Returns how many
 * stay. */
static int eval_held_keep(const struct since *s, struct eval_held *held,
                          uint64_t look[AUDE_SEATS_MAX])
{
    const struct eval_held *old = &s->board->held;
    int n = 0;

    if (!s->touched->cells && !(old->ids & s->labels) && !(old->near & s->eval->moved)) {
        memcpy(held->list, old->list, (size_t)old->n * sizeof held->list[0]);
        return old->n;
    }
    for (int i = 0; i < old->n; i++) {
        const struct eval_feature *f = held->list[n] = old->list[i];
        if (eval_held_stays(s, f) || eval_held_stays_even_so(s, f)) {
            n++;
            continue;
        }
        for (unsigned seat = 0; seat < s->game->n_seats; seat++)
            look[seat] |= f->who[seat];
    }
    return n;
}

/* Those that stay, `n` of them, and the fresh ones are each in the order of their first figures: so are both
 * together. */
static void eval_held_merge(const struct since *s, int n, struct eval_held *held)
{
    int fresh = s->n_fresh, to = held->n = n + fresh;

    held->joins = s->board->held.joins;
    for (int i = 0; i < fresh; i++) held->joins |= s->fresh[i].join != AUDE_NOWHERE;
    while (fresh) {
        bool later = n && held->list[n - 1]->first > s->fresh[fresh - 1].first;
        held->list[--to] = later ? held->list[--n] : &s->fresh[--fresh];
    }
}

static void eval_held_fill(struct since *s, struct eval_held *held)
{
    const struct aude_game *game = s->game;
    uint64_t look[AUDE_SEATS_MAX];

    memcpy(look, s->eval->moved_figures, sizeof look);
    int stay = eval_held_keep(s, held, look);
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = look[seat] & eval_followers_out(game, seat); m; m &= m - 1) {
            unsigned i = eval_first(game, seat, m);
            struct eval_feature *f =
                eval_held_fresh(s, game->label[game->figure[i].at], i);
            f->who[seat] |= m & -m;
        }
    eval_held_merge(s, stay, held);
    held->of = s->board->of;
    held->fresh = s->fresh;
    memcpy(held->other, look, sizeof look);
}

void eval_held_settle(const struct aude_game *game, struct eval_board *board)
{
    struct eval_held *held = &board->held;

    if (!eval_is_placed(game->sets) || held->of == board->of) return;
    memcpy(board->of, held->of, game->n_figures * sizeof board->of[0]);
    for (int i = 0; i < board->n; i++)
        for (unsigned seat = 0; seat < game->n_seats; seat++)
            for (uint64_t m = board->list[i].who[seat]; m; m &= m - 1)
                board->of[eval_first(game, seat, m)] = &board->list[i];
    held->of = board->of;
    memset(held->other, 0, sizeof held->other);
}

/* ONE CAME: has nothing happened but that a follower came from home into a feature where nobody stood, and on which no other
 * depends? So it is in most lines. Its number, or -1. */
static int eval_held_who_came(const struct since *s)
{
    const struct aude_game *game = s->game;
    const struct eval_held *old = &s->board->held;

    if (s->touched->cells || (uint16_t)(game->n_moves - s->board->n_moves) != 1)
        return -1;
    unsigned i = game->mover[s->board->n_moves % AUDE_MOVERS];
    const struct aude_figure *is = &game->figure[i], *was = &s->board->figure[i];
    if (was->where != AUDE_AT_HOME || is->where != AUDE_AT_SEGMENT ||
        is->kind >= AUDE_BUILDER)
        return -1;
    uint64_t bit = eval_bit(game->label[is->at]);
    return (old->ids | old->near) & bit ? -1 : (int)i;
}

static void eval_held_add_one(struct since *s, unsigned i, struct eval_held *held)
{
    const struct aude_game *game = s->game;
    const struct eval_held *old = &s->board->held;
    const struct aude_figure *fig = &game->figure[i];
    uint64_t m = (uint64_t)1 << (i - game->player[fig->seat].first);
    struct eval_feature *f = &s->fresh[0];
    int at = old->n;

    memset(s->eval->moved_figures, 0, sizeof s->eval->moved_figures);
    memset(held->other, 0, sizeof held->other);
    s->eval->moved_figures[fig->seat] = held->other[fig->seat] = m;
    eval_held_begin(f, game->label[fig->at], i);
    f->who[fig->seat] = m;
    eval_held_count(game, eval_held_uneven(game), f);
    eval_feature_value(s->eval, game, f);
    for (; at && old->list[at - 1]->first > i; at--) held->list[at] = old->list[at - 1];
    held->list[at] = f;
    memcpy(held->list, old->list, (size_t)at * sizeof held->list[0]);
    held->n = old->n + 1;
    held->joins = old->joins || f->join != AUDE_NOWHERE;
    held->of = s->board->of;
    held->fresh = f;
}

const struct eval_held *eval_held_after(struct eval *eval, const struct aude_game *game,
                                        const struct eval_board *board,
                                        const struct eval_touched *touched,
                                        struct eval_board *out)
{
    struct since s = {.eval = eval,
                      .game = game,
                      .board = board,
                      .touched = touched,
                      .fresh = out->list};

    eval->since = board;
    int came = eval_held_who_came(&s);
    if (came >= 0) {
        eval_held_add_one(&s, (unsigned)came, &out->held);
        out->n = 1;
        return &out->held;
    }
    eval_held_compare(&s);
    if (!s.moved && !touched->cells) return &board->held;
    eval->moved = touched->cells ? 0 : s.labels; /* else nobody asks */
    eval_held_fill(&s, &out->held);
    out->n = s.n_fresh;
    return &out->held;
}
