/* eval_danger.c -- followers that a tower or the dragon may take away. */
#include "eval_internal.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 8, DRAGON_REACH = 6 /* steps, PD-17 */ };
typedef int16_t lanes __attribute__((vector_size(LANES * sizeof(int16_t))));

/* Up to a multiple of LANES the list is filled with towers that reach nothing. */
static void eval_danger_fill_up(struct eval_towers *out, int n)
{
    out->n = n;
    memset(out->x + n, 0, LANES * sizeof out->x[0]);
    memset(out->y + n, 0, LANES * sizeof out->y[0]);
    memset(out->reach + n, 0xff, LANES * sizeof out->reach[0]); /* -1 */
}

static void eval_danger_find_towers(const struct aude_game *game, struct eval_towers *out)
{
    int n = 0;

    for (unsigned i = 0; i < game->towers.n && n < EVAL_TOWERS_MAX; i++) {
        unsigned tile = game->tower[i];
        out->tile[n] = (uint16_t)tile;
        out->x[n] = game->laid[tile].x;
        out->y[n] = game->laid[tile].y;
        out->reach[n] = (int16_t)(game->laid[tile].height + 1);
        n += !game->laid[tile].closed;
    }
    eval_danger_fill_up(out, n);
}

/* Where on the list the tower of that tile is, or -1. */
static int eval_danger_number(const struct eval_towers *towers, unsigned tile)
{
    for (int i = 0; i < towers->n; i++)
        if (towers->tile[i] == tile) return i;
    return -1;
}

/* On the same row or column and near enough. Towers are looked at eight at a time, without branches. */
static bool eval_danger_under_tower(const struct eval_towers *towers,
                                    const struct aude_laid *laid)
{
    lanes any = {0};
    uint64_t half[2];

    for (int i = 0; i < towers->n; i += LANES) {
        lanes dx, dy, reach;
        memcpy(&dx, towers->x + i, sizeof dx);
        memcpy(&dy, towers->y + i, sizeof dy);
        memcpy(&reach, towers->reach + i, sizeof reach);
        dx -= laid->x;
        dy -= laid->y;
        any |= (dx == 0) & (dy <= reach) & (dy >= -reach);
        any |= (dy == 0) & (dx <= reach) & (dx >= -reach);
    }
    memcpy(half, &any, sizeof half);
    return half[0] | half[1];
}

/* PD-19: beside the fairy nobody is eaten. There is a dragon. */
static bool eval_danger_near_dragon(const struct aude_game *game, unsigned tile)
{
    const struct aude_laid *at = &game->laid[game->dragon.at], *laid = &game->laid[tile];

    return tile != game->dragon.fairy &&
           abs(at->x - laid->x) + abs(at->y - laid->y) <= DRAGON_REACH;
}

/* -- Who is in reach -------------------------------------------------------------------- */

static unsigned eval_danger_tile(const struct aude_game *game, unsigned seat, uint64_t m)
{
    return game->figure[eval_first(game, seat, m)].tile;
}

static uint64_t eval_danger_under_towers(const struct aude_game *game,
                                         const struct eval_towers *towers, unsigned seat,
                                         uint64_t who)
{
    uint64_t found = 0;

    if (!who || !towers->n) return 0;
    for (; who; who &= who - 1)
        if (eval_danger_under_tower(towers,
                                    &game->laid[eval_danger_tile(game, seat, who)]))
            found |= who & -who;
    return found;
}

static uint64_t eval_danger_by_dragon(const struct aude_game *game, unsigned seat,
                                      uint64_t who)
{
    uint64_t found = 0;

    if (!who || game->dragon.at == AUDE_NOWHERE) return 0;
    for (; who; who &= who - 1)
        if (eval_danger_near_dragon(game, eval_danger_tile(game, seat, who)))
            found |= who & -who;
    return found;
}

void eval_danger_look(const struct aude_game *game, struct eval_reach *out)
{
    bool dragons = game->sets >> AUDE_SET_DRAGON & 1;

    out->towers.n = 0;
    if (game->sets >> AUDE_SET_TOWER & 1) eval_danger_find_towers(game, &out->towers);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t who = eval_followers_out(game, seat);
        out->tower[seat] = eval_danger_under_towers(game, &out->towers, seat, who);
        out->dragon[seat] = dragons ? eval_danger_by_dragon(game, seat, who) : 0;
    }
}

/* What tells later whether all that is still so. */
static void eval_danger_note_rest(const struct aude_game *game, struct eval_reach *out)
{
    out->towers.n = 0;
    if (game->sets >> AUDE_SET_TOWER & 1) eval_danger_find_towers(game, &out->towers);
    out->built = game->towers;
    out->dragon_at = game->dragon.at;
    out->fairy = game->dragon.fairy;
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        out->tops[seat] = game->player[seat].at[AUDE_AT_TOWER];
}

static bool eval_danger_only_added(const struct aude_game *game,
                                   const struct eval_reach *first,
                                   const struct eval_reach *now)
{
    bool same = true;

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        same &= first->built.pieces[seat] == now->built.pieces[seat] &&
                first->tops[seat] == now->tops[seat];
    return same;
}

/* The first board of a turn is that of all that follow, with the followers that stayed where they were. */
void eval_danger_note_board(struct eval *eval, const struct aude_game *game,
                            struct eval_board *out)
{
    if (eval->first)
        eval_danger_reach(eval, game, &out->reach);
    else
        eval_danger_look(game, &out->reach);
    eval_danger_note_rest(game, &out->reach);
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        out->reach.still[seat] =
            eval->first ? eval->first->reach.still[seat] & ~eval->moved_figures[seat]
                        : eval_followers_out(game, seat);
    if (!eval->first) {
        eval->first = out;
        eval->next_known = 0;
        eval->only_known = false;
    }
    out->reach.first = eval->first;
    out->reach.added = eval_danger_only_added(game, &eval->first->reach, &out->reach);
}

/* -- Who is in reach since then --------------------------------------------------------- */

/* How the tops of towers changed: not at all, followers came onto some, or also went from some. */
enum tops { SAME, CLOSED, OPENED };

static enum tops eval_danger_tops(const struct aude_game *game,
                                  const struct eval_reach *was)
{
    uint64_t other = 0, went = 0;

    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t changed = game->player[seat].at[AUDE_AT_TOWER] ^ was->tops[seat];
        other |= changed;
        went |= changed & was->tops[seat];
    }
    return went ? OPENED : other ? CLOSED : SAME;
}

/* Who of the turn's first board is in reach of its tower `i` when that has grown by one. Each tower can grow after
 * each place of the tile, so this is worked out once a turn and not once a line. */
static const uint64_t *eval_danger_next(struct eval *eval, const struct aude_game *game,
                                        int i)
{
    const struct eval_board *first = eval->first;
    const struct eval_towers *all = &first->reach.towers;
    struct eval_towers one;

    if (eval->next_known >> i & 1) return eval->next[i];
    one.x[0] = all->x[i];
    one.y[0] = all->y[i];
    one.reach[0] = (int16_t)(all->reach[i] + 1);
    eval_danger_fill_up(&one, 1);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        eval->next[i][seat] = 0;
        for (uint64_t m = first->reach.still[seat]; m; m &= m - 1) {
            unsigned at = first->figure[eval_first(game, seat, m)].at;
            if (eval_danger_under_tower(&one, aude_laid_of(game, at)))
                eval->next[i][seat] |= m & -m;
        }
    }
    eval->next_known |= (uint64_t)1 << i;
    return eval->next[i];
}

/* Towers that have grown or come since a board. */
struct grown {
    struct eval_towers towers;     /* as they are now; */
    uint64_t next[AUDE_SEATS_MAX]; /* who is in reach of them, */
    bool known;                    /* if all of these are */
};

/* Is it a tower of the turn's first board that has grown by one? */
static bool eval_danger_is_next(const struct eval *eval, const struct eval_reach *was,
                                int i, int reach)
{
    const struct eval_towers *all = &was->first->reach.towers;

    return was->first == eval->first && i < all->n &&
           all->tile[i] == was->towers.tile[i] && all->reach[i] + 1 == reach;
}

/* The tower with that number on the list of the board before has grown to reach so far. */
static void eval_danger_add_grown(struct eval *eval, const struct aude_game *game,
                                  const struct eval_reach *was, int i, int reach,
                                  struct grown *out)
{
    int n = out->towers.n++;

    out->towers.x[n] = was->towers.x[i];
    out->towers.y[n] = was->towers.y[i];
    out->towers.reach[n] = (int16_t)reach;
    if (!eval_danger_is_next(eval, was, i, reach)) {
        out->known = false;
        return;
    }
    const uint64_t *next = eval_danger_next(eval, game, i);
    for (unsigned seat = 0; seat < game->n_seats; seat++) out->next[seat] |= next[seat];
}

/* Towers that came: no list of the board before has them. */
static void eval_danger_add_new(const struct aude_game *game,
                                const struct eval_reach *was, struct grown *out)
{
    int n = out->towers.n;

    for (unsigned i = was->built.n; i < game->towers.n && n < EVAL_TOWERS_MAX; i++) {
        unsigned tile = game->tower[i];
        out->towers.x[n] = game->laid[tile].x;
        out->towers.y[n] = game->laid[tile].y;
        out->towers.reach[n] = (int16_t)(game->laid[tile].height + 1);
        n += !game->laid[tile].closed;
        out->known = false;
    }
    eval_danger_fill_up(&out->towers, n);
}

/* Has exactly one piece been set since then? */
static bool eval_danger_one_piece(const struct aude_game *game,
                                  const struct eval_reach *was)
{
    unsigned set = 0;

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        set += (unsigned)was->built.pieces[seat] - game->towers.pieces[seat];
    return set == 1;
}

/* Where exactly one piece was set, no tower behind the one that has grown is looked at. */
static void eval_danger_find_grown(struct eval *eval, const struct aude_game *game,
                                   const struct eval_reach *was, struct grown *out)
{
    const struct eval_towers *old = &was->towers;
    bool one = eval_danger_one_piece(game, was);

    for (unsigned seat = 0; seat < game->n_seats; seat++) out->next[seat] = 0;
    out->known = true;
    out->towers.n = 0;
    for (int i = 0; i < old->n; i++) {
        int reach = game->laid[old->tile[i]].height + 1;
        if (reach == old->reach[i]) continue;
        eval_danger_add_grown(eval, game, was, i, reach, out);
        if (one) break;
    }
    eval_danger_add_new(game, was, out);
}

/* Whoever was in reach of a tower that has grown still is, so only the others are asked, about those towers alone. */
static void eval_danger_towers_grown(struct eval *eval, const struct aude_game *game,
                                     const struct eval_reach *was, struct eval_reach *out)
{
    struct grown grown;

    eval_danger_find_grown(eval, game, was, &grown);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t who = eval_followers_out(game, seat);
        uint64_t came = who & eval->moved_figures[seat], stayed = who & ~came;
        uint64_t known = grown.known ? stayed & was->still[seat] : 0;
        uint64_t found = (was->tower[seat] & stayed) | (grown.next[seat] & known);
        found |= eval_danger_under_towers(game, &was->towers, seat, came);
        out->tower[seat] = found | eval_danger_under_towers(game, &grown.towers, seat,
                                                            who & ~(found | known));
    }
}

/* The first tower of the list that is as high as it was no more, or -1. */
static int eval_danger_find_one(const struct aude_game *game,
                                const struct eval_towers *was)
{
    for (int i = 0; i < was->n; i++)
        if (game->laid[was->tile[i]].height + 1 != was->reach[i]) return i;
    return -1;
}

/* ONE PIECE: mostly nothing has happened to towers but that a piece was set on one of the turn's first board, and all followers
 * have been where they are since then. False: something else has. */
static bool eval_danger_towers_one(struct eval *eval, const struct aude_game *game,
                                   const struct eval_reach *was, struct eval_reach *out)
{
    uint64_t rest = 0;

    if (game->towers.n != was->built.n || !eval_danger_one_piece(game, was)) return false;
    int i = eval_danger_find_one(game, &was->towers);
    if (i < 0 || !eval_danger_is_next(eval, was, i, was->towers.reach[i] + 1))
        return false;
    const uint64_t *next = eval_danger_next(eval, game, i);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t who = eval_followers_out(game, seat);
        out->tower[seat] = who & (was->tower[seat] | (next[seat] & was->still[seat]));
        rest |=
            who & (eval->moved_figures[seat] | ~(was->still[seat] | was->tower[seat]));
    }
    return !rest;
}

/* Neither came a tower nor a piece: only followers that moved are asked. */
static void eval_danger_towers_same(const struct eval *eval, const struct aude_game *game,
                                    const struct eval_reach *was, struct eval_reach *out)
{
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t who = eval_followers_out(game, seat);
        uint64_t came = who & eval->moved_figures[seat];
        out->tower[seat] = was->tower[seat] & who & ~came;
        if (came)
            out->tower[seat] |= eval_danger_under_towers(game, &was->towers, seat, came);
    }
}

/* Pieces at hand and the number of towers, as one word. */
static uint64_t eval_danger_built(const struct aude_towers *towers)
{
    uint64_t word;

    static_assert(offsetof(struct aude_towers, last) == sizeof word, "pieces, n");
    memcpy(&word, towers, sizeof word);
    return word;
}

static void eval_danger_towers_now(struct eval *eval, const struct aude_game *game,
                                   const struct eval_reach *was, struct eval_reach *out)
{
    if (eval_danger_built(&game->towers) == eval_danger_built(&was->built))
        eval_danger_towers_same(eval, game, was, out);
    else if (!eval_danger_towers_one(eval, game, was, out))
        eval_danger_towers_grown(eval, game, was, out);
}

/* Does the tower with that number reach the tile? */
static bool eval_danger_reaches(const struct eval_towers *towers, int i,
                                const struct aude_laid *laid)
{
    int dx = abs(towers->x[i] - laid->x), dy = abs(towers->y[i] - laid->y);

    return (!dx || !dy) && dx + dy <= towers->reach[i];
}

/* ALL TOWERS BUT ONE: whom each tower of the turn's first board alone reaches. A follower on top closes one after each place of
 * the tile, so this is worked out once a turn and not once a line. */
static void eval_danger_find_only(struct eval *eval, const struct aude_game *game)
{
    const struct eval_board *first = eval->first;
    const struct eval_towers *all = &first->reach.towers;

    memset(eval->only, 0, (size_t)all->n * sizeof eval->only[0]);
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = first->reach.still[seat]; m; m &= m - 1) {
            unsigned at = first->figure[eval_first(game, seat, m)].at;
            int times = 0, last = 0;
            for (int i = 0; i < all->n; i++)
                if (eval_danger_reaches(all, i, aude_laid_of(game, at)))
                    times++, last = i;
            if (times == 1) eval->only[last][seat] |= m & -m;
        }
    eval->only_known = true;
}

/* The only tower of the turn's first board that was closed since then, while none came and none grew; or -1. */
static int eval_danger_closed_one(const struct eval *eval, const struct aude_game *game,
                                  const struct eval_reach *was)
{
    int figure = -1;

    if (was->first != eval->first || !was->added ||
        eval_danger_built(&game->towers) != eval_danger_built(&was->built))
        return -1;
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t came = game->player[seat].at[AUDE_AT_TOWER] ^ was->tops[seat];
        if (!came) continue;
        if (figure >= 0 || came & (came - 1)) return -1;
        figure = (int)eval_first(game, seat, came);
    }
    const struct eval_towers *all = &eval->first->reach.towers;
    if (figure < 0 || all->n == EVAL_TOWERS_MAX)
        return -1; /* a full list: others may come into it */
    return eval_danger_number(all, game->figure[figure].tile);
}

/* Whom another tower reaches too stays in reach. */
static bool eval_danger_towers_but_one(struct eval *eval, const struct aude_game *game,
                                       const struct eval_reach *was,
                                       struct eval_reach *out)
{
    int one = eval_danger_closed_one(eval, game, was);
    uint64_t asked = 0;

    if (one < 0) return false;
    if (!eval->only_known) eval_danger_find_only(eval, game);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t who = eval_followers_out(game, seat), lost = eval->only[one][seat];
        bool more = was->built.n != eval->first->reach.built.n;
        asked |= who & (eval->moved_figures[seat] | ~was->still[seat]);
        if (more) asked |= who & lost;
        out->tower[seat] = was->tower[seat] & who & ~lost;
    }
    return !asked;
}

/* Some are closed now: whoever was not in reach is not in reach of fewer towers either, unless new ones came. */
static void eval_danger_towers_closed(struct eval *eval, const struct aude_game *game,
                                      const struct eval_reach *was,
                                      struct eval_reach *out)
{
    bool came = game->towers.n != was->built.n;

    if (eval_danger_towers_but_one(eval, game, was, out)) return;
    eval_danger_find_towers(game, &out->towers);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t who = eval_followers_out(game, seat);
        uint64_t ask = who & (was->tower[seat] | eval->moved_figures[seat]);
        if (came) ask = who;
        out->tower[seat] = eval_danger_under_towers(game, &out->towers, seat, ask);
    }
}

/* The seat's followers where the fairy was, or where it is now: mostly nobody. */
static uint64_t eval_danger_by_fairies(const struct aude_game *game, unsigned seat,
                                       unsigned was)
{
    unsigned is = game->dragon.fairy;
    bool anybody = (was != AUDE_NOWHERE && game->crowd[was]) ||
                   (is != AUDE_NOWHERE && game->crowd[is]);
    uint64_t found = 0;

    for (uint64_t m = anybody ? eval_followers_out(game, seat) : 0; m; m &= m - 1) {
        unsigned tile = eval_danger_tile(game, seat, m);
        if (tile == was || tile == is) found |= m & -m;
    }
    return found;
}

static void eval_danger_dragon_now(const struct eval *eval, const struct aude_game *game,
                                   const struct eval_reach *was, struct eval_reach *out)
{
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t who = eval_followers_out(game, seat);
        uint64_t ask = who & eval->moved_figures[seat];
        if (was->dragon_at != game->dragon.at)
            ask = who;
        else if (was->fairy != game->dragon.fairy)
            ask |= eval_danger_by_fairies(game, seat, was->fairy);
        out->dragon[seat] =
            (was->dragon[seat] & who & ~ask) | eval_danger_by_dragon(game, seat, ask);
    }
}

void eval_danger_reach(struct eval *eval, const struct aude_game *game,
                       struct eval_reach *out)
{
    const struct eval_reach *was = eval->since ? &eval->since->reach : NULL;
    bool towers = game->sets >> AUDE_SET_TOWER & 1;
    enum tops tops = !was ? OPENED : towers ? eval_danger_tops(game, was) : SAME;

    if (tops == OPENED) {
        eval_danger_look(game, out);
        return;
    }
    if (towers && tops == CLOSED)
        eval_danger_towers_closed(eval, game, was, out);
    else if (towers)
        eval_danger_towers_now(eval, game, was, out);
    else
        memset(out->tower, 0, sizeof out->tower);
    if (game->sets >> AUDE_SET_DRAGON & 1)
        eval_danger_dragon_now(eval, game, was, out);
    else
        memset(out->dragon, 0, sizeof out->dragon);
}

/* -- For the network -------------------------------------------------------------------- */

static struct eval_feature *eval_danger_on(struct eval_board *board, unsigned id)
{
    for (int i = 0; i < board->n; i++)
        if (board->list[i].id == id) return &board->list[i];
    return NULL;
}

static bool eval_danger_beside_fairy(const struct aude_game *game, unsigned figure,
                                     unsigned tile)
{
    if (game->dragon.fairy == AUDE_NOWHERE) return false;
    return game->dragon.bound != AUDE_NOWHERE ? game->dragon.bound == figure
                                              : tile == game->dragon.fairy;
}

/* Steps that the dragon has to spare on its way to this tile. */
static int eval_danger_dragon_spares(const struct aude_game *game, unsigned tile)
{
    if (game->dragon.at == AUDE_NOWHERE || !eval_danger_near_dragon(game, tile)) return 0;
    const struct aude_laid *at = &game->laid[game->dragon.at], *laid = &game->laid[tile];
    return DRAGON_REACH + 1 - abs(at->x - laid->x) - abs(at->y - laid->y);
}

void eval_danger_note(const struct aude_game *game, struct eval_board *board)
{
    bool dragons = game->sets >> AUDE_SET_DRAGON & 1;
    struct eval_towers towers;

    towers.n = 0;
    for (int i = 0; i < board->n; i++)
        board->list[i].danger = (struct eval_danger){.tower = {0}};
    if (game->sets >> AUDE_SET_TOWER & 1) eval_danger_find_towers(game, &towers);
    if (!towers.n && !dragons) return;
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        if (fig->where != AUDE_AT_SEGMENT || fig->kind >= AUDE_BUILDER) continue;
        unsigned tile = aude_tile_of(game, fig->at), seat = fig->seat;
        struct eval_feature *f = eval_danger_on(board, game->label[fig->at]);
        if (!f) continue;
        f->danger.tower[seat] += eval_danger_under_tower(&towers, &game->laid[tile]);
        if (!dragons) continue;
        f->danger.dragon[seat] += (uint8_t)eval_danger_dragon_spares(game, tile);
        f->danger.fairy[seat] += eval_danger_beside_fairy(game, i, tile);
    }
}
