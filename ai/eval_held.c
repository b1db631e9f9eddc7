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

/* Lists the features with followers, each once. Returns whether any of them counts other than 1. */
static bool eval_held_list(const struct aude_game *game, struct eval_board *board)
{
    uint64_t seen[AUDE_HANDLES_MAX / 64 + 1], uneven = 0;

    memset(seen, 0, (game->n_features / 64 + 1u) * sizeof seen[0]);
    board->n = 0;
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t out = eval_followers_out(game, seat);
        uneven |= out & game->uneven;
        for (; out; out &= out - 1) {
            unsigned i = eval_first(game, seat, out);
            unsigned id = game->label[game->figure[i].at];
            if (seen[id / 64] >> id % 64 & 1) {
                board->held.of[i] = &board->list[eval_held_place(board, id, 0)];
                continue;
            }
            seen[id / 64] |= (uint64_t)1 << id % 64;
            struct eval_feature *f = &board->list[board->n++];
            board->held.of[i] = f;
            f->id = (uint16_t)id;
            f->first = (uint8_t)i;
            f->from = -1;
            f->spots = f->links = 0;
        }
    }
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

    f->followers = feature->followers;
    f->kind = feature->kind;
    f->strengths = uneven ? eval_held_strengths(game, f->id) : f->followers;
    f->owners = (uint8_t)eval_held_owners(f->strengths);
    f->alone = (uint8_t)eval_held_alone(f->followers, f->owners);
}

void eval_held_collect(const struct aude_game *game, struct eval_board *board)
{
    bool uneven = eval_held_list(game, board);

    board->held.n = board->n;
    for (int i = 0; i < board->n; i++) {
        eval_held_count(game, uneven, &board->list[i]);
        board->held.list[i] = &board->list[i];
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
    int n;
    uint16_t id[2 * AUDE_FIGURES_MAX]; /* features that figures left or came to, */
    uint64_t labels;    /* and with those of the tile, as a set of hashes */
    bool moved, uneven; /* did any figure? does any count other than 1? */
    int n_fresh;
    struct eval_feature *fresh; /* features that are not as they were */
};

static void eval_held_note(struct since *s, const struct aude_figure *fig)
{
    if (fig->where != AUDE_AT_SEGMENT) return;
    unsigned id = s->game->label[fig->at];
    s->id[s->n++] = (uint16_t)id;
    s->labels |= eval_bit(id);
}

/* The figures of a seat that are not where they were, bits as in aude_player.at. */
static uint64_t eval_held_moved(const struct since *s, unsigned seat)
{
    unsigned first = s->game->player[seat].first, n = s->game->player[seat].n_figures;
    uint64_t moved = 0, is, was;

    for (unsigned i = 0; i < n; i++) {
        memcpy(&is, &s->game->figure[first + i], sizeof is);
        memcpy(&was, &s->board->figure[first + i], sizeof was);
        moved |= (uint64_t)(is != was) << i;
    }
    return moved;
}

static void eval_held_compare(struct since *s)
{
    const struct aude_game *game = s->game;

    s->n = 0;
    s->labels = s->touched->labels;
    s->moved = s->uneven = false;
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t moved = s->eval->moved_figures[seat] = eval_held_moved(s, seat);
        s->moved |= moved != 0;
        s->uneven |= (eval_followers_out(game, seat) & game->uneven) != 0;
        for (; moved; moved &= moved - 1) {
            unsigned i = eval_first(game, seat, moved);
            eval_held_note(s, &s->board->figure[i]);
            eval_held_note(s, &game->figure[i]);
        }
    }
}

/* Labels of the features that have other followers now, or some for the first time. */
static uint64_t eval_held_changed(const struct since *s)
{
    uint64_t changed = 0;

    for (int i = 0; i < s->n; i++) {
        uint64_t now = s->game->feature[s->id[i]].followers;
        const struct eval_feature *old = eval_held_find(&s->board->held, s->id[i]);
        if (now != (old ? old->was.followers : 0)) changed |= eval_bit(s->id[i]);
    }
    return changed;
}

/* The feature with its value as it is now; `figure` is the first that stands in it, if it is new. */
static const struct eval_feature *eval_held_fresh(struct since *s, unsigned id,
                                                  unsigned figure)
{
    for (int i = 0; i < s->n_fresh; i++)
        if (s->fresh[i].id == id) return &s->fresh[i];
    struct eval_feature *f = &s->fresh[s->n_fresh++];
    const struct eval_feature *old = eval_held_find(&s->board->held, id);
    f->id = (uint16_t)id;
    f->first = (uint8_t)figure;
    eval_held_count(s->game, s->uneven, f);
    if (!old || !eval_held_reuse(s->eval, s->game, old, s->touched, f))
        eval_feature_value(s->eval, s->game, f);
    return f;
}

/* Is nothing that it depends on among what was touched, and did nobody come or go? Two that share a bit are looked
 * at more closely by eval_held_reuse(). */
static bool eval_held_stays(const struct since *s, const struct eval_feature *f)
{
    uint64_t cells = f->kind < AUDE_MONASTERY ? s->touched->cells : s->touched->around;

    return !((eval_bit(f->id) & s->labels) | (f->cells & cells) |
             (f->labels & s->touched->labels) | (f->near & s->eval->moved));
}

/* What stays is taken from the board itself. Figures that moved stand in features that are noted. */
static void eval_held_fill(struct since *s, struct eval_held *held)
{
    const struct aude_game *game = s->game;

    held->n = 0;
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t out = eval_followers_out(game, seat); out; out &= out - 1) {
            unsigned i = eval_first(game, seat, out);
            const struct eval_feature *f = s->board->held.of[i];
            if (s->eval->moved_figures[seat] & out & -out || !eval_held_stays(s, f))
                f = eval_held_fresh(s, game->label[game->figure[i].at], i);
            held->of[i] = f;
            if (f->first == i) held->list[held->n++] = f;
        }
}

const struct eval_held *eval_held_after(struct eval *eval, const struct aude_game *game,
                                        const struct eval_board *board,
                                        const struct eval_touched *touched,
                                        struct eval_board *out)
{
    struct since s; /* not cleared: most of it is room for a list */

    s.eval = eval;
    s.game = game;
    s.board = board;
    s.touched = touched;
    s.fresh = out->list;
    s.n_fresh = 0;
    eval->since = touched->cells ? NULL : board;
    eval_held_compare(&s);
    if (!s.moved && !touched->cells) return &board->held;
    eval->moved = touched->cells ? 0 : eval_held_changed(&s); /* else nobody asks */
    eval_held_fill(&s, &out->held);
    out->n = s.n_fresh;
    return &out->held;
}
