/* eval_danger.c -- followers that a tower or the dragon may take away. */
#include "eval_internal.h"

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
        out->reach[n] = (int16_t)(game->towers.height[tile] + 1);
        n += !game->towers.closed[tile];
    }
    eval_danger_fill_up(out, n);
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

/* PD-19: beside the fairy nobody is eaten. */
static bool eval_danger_near_dragon(const struct aude_game *game, unsigned tile)
{
    if (!(game->sets >> AUDE_SET_DRAGON & 1) || game->dragon.at == AUDE_NOWHERE ||
        tile == game->dragon.fairy)
        return false;
    const struct aude_laid *at = &game->laid[game->dragon.at], *laid = &game->laid[tile];
    return abs(at->x - laid->x) + abs(at->y - laid->y) <= DRAGON_REACH;
}

/* -- Who is in reach -------------------------------------------------------------------- */

static unsigned eval_danger_tile(const struct aude_game *game, unsigned seat, uint64_t m)
{
    return game->tile_of[game->figure[eval_first(game, seat, m)].at];
}

static uint64_t eval_danger_under_towers(const struct aude_game *game,
                                         const struct eval_towers *towers, unsigned seat,
                                         uint64_t who)
{
    uint64_t found = 0;

    if (!towers->n) return 0;
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

    if (game->dragon.at == AUDE_NOWHERE) return 0;
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
    out->dragon_at = game->dragon.at;
    out->fairy = game->dragon.fairy;
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t who = eval_followers_out(game, seat);
        out->tower[seat] = eval_danger_under_towers(game, &out->towers, seat, who);
        out->dragon[seat] = dragons ? eval_danger_by_dragon(game, seat, who) : 0;
        out->tops[seat] = game->player[seat].at[AUDE_AT_TOWER];
    }
}

/* How the tops of towers changed: not at all, followers came onto some, or also went from some. */
enum tops { SAME, CLOSED, OPENED };

static enum tops eval_danger_tops(const struct aude_game *game,
                                  const struct eval_reach *was)
{
    uint64_t came = 0, went = 0;

    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t now = game->player[seat].at[AUDE_AT_TOWER];
        came |= now & ~was->tops[seat];
        went |= was->tops[seat] & ~now;
    }
    return went ? OPENED : came ? CLOSED : SAME;
}

/* The towers that have grown since, as they are now. */
static void eval_danger_grown(const struct aude_game *game, const struct eval_towers *was,
                              struct eval_towers *out)
{
    int n = 0;

    for (int i = 0; i < was->n; i++) {
        int16_t reach = (int16_t)(game->towers.height[was->tile[i]] + 1);
        out->x[n] = was->x[i];
        out->y[n] = was->y[i];
        out->reach[n] = reach;
        n += reach != was->reach[i];
    }
    eval_danger_fill_up(out, n);
}

/* Whoever was in reach of a tower that has grown still is, so only the others are asked, about those towers alone; whoever
 * was not is not in reach of fewer towers either. */
static uint64_t eval_danger_towers_now(const struct aude_game *game,
                                       const struct eval_reach *was, enum tops tops,
                                       const struct eval_towers *changed, unsigned seat,
                                       uint64_t came)
{
    uint64_t who = eval_followers_out(game, seat), found = was->tower[seat] & who & ~came;

    if (tops == CLOSED)
        return eval_danger_under_towers(game, changed, seat, found | came);
    found |= eval_danger_under_towers(game, &was->towers, seat, came);
    return found | eval_danger_under_towers(game, changed, seat, who & ~found);
}

void eval_danger_reach(const struct eval *eval, const struct aude_game *game,
                       struct eval_reach *out)
{
    const struct eval_reach *was = eval->since ? &eval->since->reach : NULL;
    enum tops tops = was ? eval_danger_tops(game, was) : OPENED;

    if (tops == OPENED) {
        eval_danger_look(game, out);
        return;
    }
    bool walked = was->dragon_at != game->dragon.at || was->fairy != game->dragon.fairy;
    if (tops == CLOSED)
        eval_danger_find_towers(game, &out->towers);
    else
        eval_danger_grown(game, &was->towers, &out->towers);
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        uint64_t who = eval_followers_out(game, seat);
        uint64_t came = who & eval->moved_figures[seat], stayed = who & ~came;
        out->tower[seat] =
            eval_danger_towers_now(game, was, tops, &out->towers, seat, came);
        out->dragon[seat] = walked ? 0 : was->dragon[seat] & stayed;
        out->dragon[seat] |= eval_danger_by_dragon(game, seat, walked ? who : came);
    }
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
    if (!eval_danger_near_dragon(game, tile)) return 0; /* nor is there any dragon yet */
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
        unsigned tile = game->tile_of[fig->at], seat = fig->seat;
        struct eval_feature *f = eval_danger_on(board, game->label[fig->at]);
        if (!f) continue;
        f->danger.tower[seat] += eval_danger_under_tower(&towers, &game->laid[tile]);
        if (!dragons) continue;
        f->danger.dragon[seat] += (uint8_t)eval_danger_dragon_spares(game, tile);
        f->danger.fairy[seat] += eval_danger_beside_fairy(game, i, tile);
    }
}
