/* check.c -- everything that is cached, derived again and compared. For tests and bug
 * reports: slow, and it trusts nothing but the list of laid tiles and the figures. */
#include "engine.h"

/* -- Cells and frontier ----------------------------------------------------------------- */

static unsigned check_demand(const struct aude_game *game, int x, int y, int *neighbours)
{
    unsigned demand = 0;

    *neighbours = 0;
    for (unsigned side = 0; side < 4; side++) {
        int tile = aude_game_tile_at(game, x + aude__dx(side), y + aude__dy(side));
        unsigned bits = 15;
        if (tile >= 0) {
            const struct aude_laid *laid = &game->laid[tile];
            unsigned edge = (aude__opposite(side) - laid->rot) & 3;
            bits = 1u << aude_tiles[laid->kind].edge[edge] & 15;
            ++*neighbours;
        }
        demand |= bits << 4 * side;
    }
    return demand;
}

static const char *check_slot(const struct aude_game *game, unsigned slot)
{
    const struct aude_frontier *fr = &game->frontier;
    int x = fr->place[slot].x, y = fr->place[slot].y, neighbours;
    unsigned demand = check_demand(game, x, y, &neighbours);

    if (aude_game_tile_at(game, x, y) >= 0) return "a frontier cell is laid";
    if (!neighbours) return "a frontier cell has no neighbour";
    if (fr->demand[slot] != demand) return "a frontier cell demands the wrong sides";
    if (aude_cell_what(game, aude_key(x, y)) != AUDE_CELL_FRONTIER + slot)
        return "the cell table misses a frontier cell";
    return NULL;
}

static const char *check_frontier(const struct aude_game *game)
{
    const char *wrong = NULL;

    for (unsigned i = 0; i < game->frontier.n && !wrong; i++) wrong = check_slot(game, i);
    return wrong;
}

/* HALF A KEY: only where a cell has strayed may one be in another slot than it wants. */
static const char *check_cells(const struct aude_game *game)
{
    unsigned n = 0;

    for (unsigned i = 0; i < AUDE_CELLS_MAX; i++) {
        unsigned what = game->cell[i] & AUDE_CELL_WHAT;
        if (!game->cell[i]) continue;
        n++;
        if (what < AUDE_CELL_FRONTIER ? what - 1 >= game->n_laid
                                      : what - AUDE_CELL_FRONTIER >= game->frontier.n)
            return "a slot of the cell table holds nothing there is";
        uint16_t key = (uint16_t)((game->cell[i] & ~(unsigned)AUDE_CELL_WHAT) | i);
        if (!game->cells_strayed && !aude_cell_is(game, what, key))
            return "a cell has strayed and nobody says so";
    }
    return n == (unsigned)game->n_laid + game->frontier.n
               ? NULL
               : "the cell table holds more than there is";
}

/* The tile of each handle, as it is looked up, and as it was laid. */
static const char *check_handles(const struct aude_game *game)
{
    for (unsigned i = 0, h = 0; i < game->n_laid; i++) {
        const struct aude_laid *laid = &game->laid[i];
        if (laid->first != h) return "a tile does not begin where the one before it ends";
        for (; h < laid->first + (unsigned)aude_tiles[laid->kind].n_segments; h++)
            if (aude_tile_of(game, h) != i) return "a segment is on the wrong tile";
    }
    return NULL;
}

static const char *check_tiles(const struct aude_game *game)
{
    for (unsigned i = 0; i < game->n_laid; i++) {
        const struct aude_laid *laid = &game->laid[i];
        if (aude_game_tile_at(game, laid->x, laid->y) != (int)i)
            return "the cell table misses a tile";
        for (unsigned side = 0; side < 4; side++) {
            uint16_t key = aude_key(laid->x + aude__dx(side), laid->y + aude__dy(side));
            if (!aude_cell_what(game, key))
                return "a neighbour of a tile is not on the frontier";
        }
    }
    return NULL;
}

/* -- Features --------------------------------------------------------------------------- */

/* Is this the first handle of its tile, going round the ring from the head? */
static bool check_first_on_tile(const struct aude_game *game,
                                const struct aude_feature *f, unsigned handle)
{
    for (unsigned h = f->head; h != handle; h = aude_next(game, h))
        if (aude_tile_of(game, h) == aude_tile_of(game, handle)) return false;
    return true;
}

/* Open sides of one road or city segment: those without a laid neighbour. */
static int check_open_sides(const struct aude_game *game, unsigned handle)
{
    const struct aude_laid *laid = aude_laid_of(game, handle);
    unsigned sides = aude__turn_sides(aude__segment(game, handle)->sides, laid->rot);
    int open = 0;

    for (unsigned side = 0; side < 4; side++)
        if (sides >> side & 1 && aude_game_tile_at(game, laid->x + aude__dx(side),
                                                   laid->y + aude__dy(side)) < 0)
            open++;
    return open;
}

static int check_empty_cells(const struct aude_game *game, unsigned handle)
{
    const struct aude_laid *laid = aude_laid_of(game, handle);
    int empty = 0;

    for (int i = 0; i < 9; i++)
        if (aude_game_tile_at(game, laid->x + i % 3 - 1, laid->y + i / 3 - 1) < 0)
            empty++;
    return empty;
}

static const char *check_feature(const struct aude_game *game, unsigned id)
{
    const struct aude_feature *f = &game->feature[id];
    unsigned tiles = 0, shields = 0, size = 0, h = f->head;
    int open = 0;

    do {
        if (game->label[h] != id) return "a segment carries the wrong label";
        if (aude__segment(game, h)->kind != f->kind) return "a feature mixes kinds";
        tiles += check_first_on_tile(game, f, h);
        shields += aude__segment(game, h)->shields;
        open += f->kind == AUDE_MONASTERY || f->kind == AUDE_GARDEN
                    ? check_empty_cells(game, h)
                    : check_open_sides(game, h);
        h = aude_next(game, h);
    } while (++size < f->size);
    if (h != f->head) return "a feature's ring has the wrong size";
    if (f->kind != AUDE_FIELD && tiles != f->tiles)
        return "a feature counts tiles wrongly";
    if (f->kind != AUDE_FIELD && open != f->open)
        return "a feature counts open sides wrongly";
    return shields == f->shields ? NULL : "a feature counts shields wrongly";
}

static const char *check_features(const struct aude_game *game)
{
    unsigned segments = 0;

    for (unsigned id = 0; id < game->n_features; id++) {
        const char *wrong = game->feature[id].size ? check_feature(game, id) : NULL;
        if (wrong) return wrong;
        segments += game->feature[id].size;
    }
    return segments == game->n_handles ? NULL : "a segment belongs to no feature";
}

/* -- Figures and tiles ------------------------------------------------------------------ */

static const char *check_figures(const struct aude_game *game)
{
    uint64_t followers[AUDE_HANDLES_MAX] = {0};
    uint8_t specials[AUDE_HANDLES_MAX] = {0};
    unsigned home[AUDE_SEATS_MAX][AUDE_FIGURE_KINDS] = {{0}};

    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        if (fig->guest && game->turn.phase == AUDE_PHASE_ACTION)
            return "a guest stayed longer than the scoring that it came for";
        if (fig->where == AUDE_AT_HOME)
            home[fig->seat][fig->kind]++;
        else if (fig->where != AUDE_AT_SEGMENT)
            continue;
        else if (fig->at >= game->n_handles)
            return "a figure stands nowhere";
        else if (aude__figure_is_follower(fig->kind))
            followers[game->label[fig->at]] += (uint64_t)1 << 8 * fig->seat;
        else
            specials[game->label[fig->at]]++;
    }
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++)
            if (home[seat][kind] != game->player[seat].supply[kind])
                return "a supply is counted wrongly";
    for (unsigned id = 0; id < game->n_features; id++)
        if (game->feature[id].size &&
            (aude_followers(&game->feature[id]) != followers[id] ||
             game->feature[id].specials != specials[id]))
            return "a feature counts figures wrongly";
    return NULL;
}

/* The tile of a figure by what it stands on. */
static unsigned check_tile_of_figure(const struct aude_game *game,
                                     const struct aude_figure *fig)
{
    if (fig->where == AUDE_AT_SEGMENT) return aude_tile_of(game, fig->at);
    return fig->where == AUDE_AT_TOWER ? fig->at : AUDE_NOWHERE;
}

/* Figures as sets of bits, and how many are on each tile. */
static const char *check_places(const struct aude_game *game)
{
    uint64_t at[AUDE_SEATS_MAX][AUDE_WHERES] = {{0}};
    uint8_t crowd[AUDE_TILES_MAX] = {0};

    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        unsigned bit = i - game->player[fig->seat].first;
        if (!(game->kinds[fig->kind] >> bit & 1)) return "a figure is not of its kind";
        if (fig->tile != check_tile_of_figure(game, fig))
            return "a figure is on the wrong tile";
        if (fig->tile != AUDE_NOWHERE) crowd[fig->tile]++;
        at[fig->seat][fig->where] |= (uint64_t)1 << bit;
    }
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (memcmp(at[seat], game->player[seat].at, sizeof at[seat]) != 0)
            return "a figure is not where its player thinks";
    return memcmp(crowd, game->crowd, game->n_laid) ? "a tile counts figures wrongly"
                                                    : NULL;
}

/* turn.free and turn.own as they are kept, against the features now. */
static const char *check_spots(const struct aude_game *game)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    unsigned free = 0, own = 0;

    if (game->turn.phase != AUDE_PHASE_ACTION) return NULL;
    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++) {
        uint64_t followers = aude_followers(&game->feature[game->label[laid->first + s]]);
        free |= (unsigned)!followers << s;
        own |= (unsigned)!!(followers >> 8 * game->turn.seat & 255) << s;
    }
    if (!(game->kinds[AUDE_BUILDER] | game->kinds[AUDE_PIG])) own = 0; /* nobody asks */
    return free == game->turn.free && own == game->turn.own
               ? NULL
               : "the laid tile is seen wrongly by those who would stand there";
}

static const char *check_towers(const struct aude_game *game)
{
    unsigned n = 0;

    for (unsigned i = 0; aude__plays(game, AUDE_SET_TOWER) && i < game->n_laid; i++) {
        if (!(aude_tiles[game->laid[i].kind].marks & AUDE_MARK_TOWER)) continue;
        if (n >= game->towers.n || game->tower[n++] != i)
            return "a foundation is not among the towers";
    }
    return n == game->towers.n ? NULL : "a tower stands on no foundation";
}

/* What they can be asked for is counted as they grow, are closed and opened. */
static const char *check_open_towers(const struct aude_game *game)
{
    unsigned open = 0, high = 0;

    for (unsigned i = 0; i < game->towers.n; i++) {
        unsigned tile = game->tower[i], is = !game->laid[tile].closed;
        open += is;
        high += is & (game->laid[tile].height != 0);
    }
    return open == game->towers.n_open && high == game->towers.n_high
               ? NULL
               : "open towers are counted wrongly";
}

static const char *check_rivals(const struct aude_game *game)
{
    if (!aude__plays(game, AUDE_SET_CULT)) return NULL;
    for (unsigned i = 0; i < game->n_laid; i++)
        if ((game->cult.rival[i / 32] >> i % 32 & 1) != aude__cult_has_rival(game, i))
            return "the rivals of a shrine are not known";
    return NULL;
}

/* Every tile is in the pile, in hand, on the board or out of the game. */
static const char *check_pile(const struct aude_game *game)
{
    unsigned dealt = 0;
    unsigned drawn = game->pile.next;

    for (unsigned kind = 0; kind < (unsigned)aude_tiles_count; kind++)
        dealt += (unsigned)aude_game_left(game, (aude_kind)kind);
    if (game->draws_left == UINT16_MAX && dealt != aude__pile_left(game))
        return "the pile is counted wrongly";
    if (game->river.n) drawn += game->river.next;
    drawn += game->n_start + game->abbeys.laid;
    unsigned seen = game->n_laid + (unsigned)game->n_discarded + game->dragon.n_aside;
    if (game->turn.tile != AUDE_KIND_NONE) seen++;
    return drawn == seen ? NULL : "a tile got lost";
}

/* BASE-5: what is left in a hidden game is known, its order is not. */
static const char *check_hidden(const struct aude_game *game)
{
    for (unsigned i = game->pile.next + 1u; game->hidden && i < game->pile.n; i++)
        if (game->pile.kind[i - 1] > game->pile.kind[i])
            return "a hidden pile has an order";
    return NULL;
}

/* CAT-2, CAT-4: a round that is due is held in its turn, and nothing is left of it. */
static const char *check_catapult(const struct aude_game *game)
{
    const struct aude_catapult *cat = &game->catapult;
    unsigned phase = game->turn.phase;
    bool round = phase >= AUDE_PHASE_THROW && phase <= AUDE_PHASE_THROWN;
    bool begun = game->turn.part == 1 && phase <= AUDE_PHASE_TILE;

    if (!aude__plays(game, AUDE_SET_CATAPULT)) return NULL;
    if (cat->due && (begun || phase >= AUDE_PHASE_NEXT)) return "a fair had no round";
    if (round && (!cat->due || cat->thrown >= game->n_seats))
        return "a round of the catapult is no one's";
    if (!round && (cat->thrown || cat->aim || cat->power || cat->reacted ||
                   cat->chosen != AUDE_NOWHERE))
        return "a throw was left over";
    return aude__physics_extent_holds(game) ? NULL : "the catapult knows another board";
}

/* Did the tile just laid complete something, or may a barn pay farmers for it? */
static bool check_is_to_score(const struct aude_game *game)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    unsigned field = aude__abbey_new_barn_field(game);

    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
        if (aude__segment(game, laid->first + s)->kind == AUDE_FIELD &&
            aude__abbey_has_barn(game, game->label[laid->first + s]))
            return true;
    return game->turn.n_completed || field != AUDE__NONE;
}

/* Hooks and phases that come only when something happened have come then. */
static const char *check_called(const struct aude_game *game)
{
    bool barns = game->hooks[AUDE__HOOK_FIELDS] >> AUDE_SET_ABBEY & 1;
    bool p7 = game->phases & AUDE__IN(WAGON), p8 = game->phases & AUDE__IN(COUNT);
    bool p5 = !aude__plays(game, AUDE_SET_COUNT) || game->phases & AUDE__IN(QUARTERS);

    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        if (fig->kind == AUDE_BARN && fig->where == AUDE_AT_SEGMENT && !barns)
            return "a barn stands and nobody asks about it";
        if (fig->where == AUDE_AT_REST && !p7) return "a wagon waits for no phase";
    }
    if (game->turn.phase > AUDE_PHASE_TILE && game->turn.phase <= AUDE_PHASE_SCORE &&
        check_is_to_score(game)) {
        if (!(game->phases & AUDE__IN(SCORE))) return "what was completed is not paid";
        if (!p5 && game->turn.phase <= AUDE_PHASE_QUARTERS)
            return "nobody comes out of Carcassonne for what was completed";
    }
    if ((game->count.gained | game->count.early | game->count.asked) && !p5 &&
        game->turn.phase < AUDE_PHASE_MARKET)
        return "P5 does not forget who gained before";
    if (game->catapult.due && !(game->phases & AUDE__IN(CATAPULT)))
        return "a fair waits for no phase";
    return game->count.entered == 1 && !p8 ? "the count may not follow" : NULL;
}

/* What portals lead to: each counted tile's segments, less those of features that are complete and were through P6. */
static const char *check_segments(const struct aude_game *game)
{
    unsigned phase = game->turn.phase, n[AUDE_FEATURE_KINDS] = {0};
    bool before_p6 = phase > AUDE_PHASE_TILE && phase <= AUDE_PHASE_SCORE;

    if (!aude__plays(game, AUDE_SET_DRAGON)) return NULL;
    for (unsigned h = 0; h < game->n_handles; h++) {
        unsigned id = game->label[h];
        const struct aude_feature *f = &game->feature[id];
        n[f->kind] += aude_tile_of(game, h) < game->dragon.counted;
        n[f->kind] -= aude__feature_complete(f) &&
                      !(before_p6 && aude__score_completed_now(game, id));
    }
    for (unsigned kind = 0; kind < AUDE_FEATURE_KINDS; kind++)
        if (game->dragon.segments[kind] != (uint16_t)n[kind])
            return "segments in incomplete features are counted wrongly";
    return NULL;
}

/* Copies clear what no set in play and no seat has: it was all 0 before, too. */
static const char *check_copy(const struct aude_game *game)
{
    struct aude_game copy;

    copy = *game; /* what is not copied stays as it is */
    aude_game_copy(&copy, game);
    if (memcmp(copy.player, game->player, sizeof copy.player) != 0)
        return "a seat that nobody has has something";
    if (memcmp(&copy.river, &game->river,
               offsetof(struct aude_game, n_laid) - offsetof(struct aude_game, river)) !=
            0 ||
        memcmp(copy.laid, game->laid, game->n_laid * sizeof copy.laid[0]) != 0)
        return "a set that is not in play has something";
    return NULL;
}

const char *aude_game_check(const struct aude_game *game)
{
    static const char *(*const checks[])(const struct aude_game *) = {
        check_cells,   check_handles, check_tiles,    check_frontier, check_features,
        check_figures, check_places,  check_spots,    check_towers,   check_open_towers,
        check_rivals,  check_pile,    check_segments, check_hidden,   check_catapult,
        check_called,  check_copy};

    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        const char *wrong = checks[i](game);
        if (wrong) return wrong;
    }
    return NULL;
}
