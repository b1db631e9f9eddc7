/* pile.c -- the draw pile, and taking tiles from it. */
#include "engine.h"
#include "tile_internal.h"

void aude__pile_shuffle(struct aude_game *game, aude_kind *kind, unsigned n)
{
    struct aude__rng rng;

    aude__rng_init(&rng, game->seed, AUDE__STREAM_DRAW, game->draw_block);
    for (unsigned i = n; i > 1; i--) {
        unsigned j = aude__rng_below(&rng, i);
        aude_kind swap = kind[i - 1];
        kind[i - 1] = kind[j];
        kind[j] = swap;
    }
    game->draw_block = rng.block;
}

/* By counting: every view of a game sorts its pile, and moving tiles one by one took half of making the view. */
void aude__pile_sort(aude_kind *kind, unsigned n)
{
    uint16_t copies[UINT8_MAX + 1] = {0};

    for (unsigned i = 0; i < n; i++) copies[kind[i]]++;
    for (unsigned k = 0, i = 0; i < n; k++)
        for (unsigned left = copies[k]; left; left--) kind[i++] = (aude_kind)k;
}

/* -- Building --------------------------------------------------------------------------- */

/* How often the tiles of a set are in play; 0: they are not. */
static unsigned pile_times(const struct aude_game *game, unsigned set)
{
    unsigned copies = game->copies[set] ? game->copies[set] : 1;

    return game->tile_sets >> set & 1 ? copies : 0;
}

/* Copies of a kind among the tiles of this game (EDN-6). Of spring and lake there is one,
 * however many copies of the set are in play. */
static inline unsigned pile_copies(const struct aude_game *game,
                                   const struct aude__dealt *tile, unsigned times)
{
    bool revised = game->sw[AUDE_SWITCH_TILE_SET] == AUDE_TILES_REVISED;
    unsigned n = revised ? tile->revised : tile->count;

    if (!times) return 0;
    if (!n)
        return tile->set == AUDE_SET_CULT ? game->sw[AUDE_SWITCH_CULT_TILES]
                                          : 0; /* CULT-1 */
    return tile->river_role && tile->river_role != AUDE_RIVER_SEGMENT ? n : n * times;
}

unsigned aude__pile_copies(const struct aude_game *game, aude_kind kind)
{
    const struct aude__dealt *tile = &aude__dealt[kind];

    return pile_copies(game, tile, pile_times(game, tile->set));
}

/* Room that is kept free: for tiles that a start layout brings, for an abbey per seat,
 * and for what board.c writes beyond the last tile's handles. */
enum {
    TILES_ROOM = AUDE_TILES_MAX - AUDE_START_MAX - AUDE_SEATS_MAX,
    HANDLES_ROOM =
        AUDE_HANDLES_MAX - (AUDE_START_MAX + 1) * AUDE_SEGMENTS_MAX - AUDE_SEATS_MAX,
    CLOISTERS_ROOM = AUDE_CLOISTERS_MAX - 2 * AUDE_START_MAX - AUDE_SEATS_MAX
};

/* Writes the kind n times. Nearly always that is less than sixteen times, and sixteen are one store: what is too
 * much is written again by the next kind, or is beyond the pile's end. */
static void pile_write(aude_kind *at, int kind, unsigned n)
{
    enum { WIDE = 16 };
    static_assert(AUDE_TILES_MAX - TILES_ROOM >= WIDE, "there is room beyond the end");

    memset(at, kind, WIDE);
    if (n > WIDE) memset(at, kind, n);
}

static enum aude_err pile_fill(struct aude_game *game)
{
    struct aude_pile *pile = &game->pile;
    unsigned tiles = 0, segments = 0, cloisters = 0, dragons = 0;
    unsigned last = aude__highest(game->tile_sets | 1u); /* tiles stand in ORDER SET */
    unsigned set = AUDE_SETS, times = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        const struct aude__dealt *tile = &aude__dealt[kind];
        if (tile->set > last) break;
        if (tile->set != set) times = pile_times(game, set = tile->set);
        unsigned n = pile_copies(game, tile, times);
        if (!n) continue;
        tiles += n;
        if (tile->is & AUDE__DEALT_DRAGON) dragons += n;
        segments += n * tile->n_segments;
        cloisters += n * tile->n_cloisters;
        if (!(tile->is & AUDE__DEALT_COMMON)) continue;
        if (tiles > TILES_ROOM) return AUDE_ERR_TOO_MANY_TILES;
        pile_write(pile->kind + pile->n, kind, n);
        pile->n = (uint16_t)(pile->n + n);
    }
    if (segments > HANDLES_ROOM || cloisters > CLOISTERS_ROOM || dragons > AUDE_ASIDE_MAX)
        return AUDE_ERR_TOO_MANY_TILES;
    return AUDE_ERR_OK;
}

bool aude__pile_remove(struct aude_game *game, aude_kind kind)
{
    struct aude_pile *pile = &game->pile;

    for (unsigned i = 0; i < pile->n; i++)
        if (pile->kind[i] == kind) {
            memmove(pile->kind + i, pile->kind + i + 1, pile->n - i - 1u);
            pile->n--;
            return true;
        }
    return false;
}

/* The start tile of the base game, where something else is the start. */
void aude__pile_remove_start(struct aude_game *game)
{
    for (unsigned i = 0; i < game->pile.n; i++)
        if (aude__dealt[game->pile.kind[i]].is & AUDE__DEALT_START) {
            aude__pile_remove(game, game->pile.kind[i]);
            return;
        }
}

/* Does every laid neighbour of x,y show the same edge, walls included? There must be at
 * least one, except for the first tile. An abbey suits every edge (AM-4). */
static bool pile_start_fits(const struct aude_game *game, const struct aude_start *at)
{
    bool abbey = aude_tiles[at->kind].edge[0] == AUDE_EDGE_ABBEY;
    unsigned neighbours = 0;

    if (aude_game_tile_at(game, at->x, at->y) >= 0) return false;
    for (unsigned side = 0; side < 4; side++) {
        int tile =
            aude_game_tile_at(game, at->x + aude__dx(side), at->y + aude__dy(side));
        if (tile < 0) continue;
        const struct aude_laid *laid = &game->laid[tile];
        if (!abbey &&
            aude_tiles[at->kind].edge[(side - at->rot) & 3] !=
                aude_tiles[laid->kind].edge[(aude__opposite(side) - laid->rot) & 3])
            return false;
        neighbours++;
    }
    return abbey ? neighbours == 4 : neighbours || !game->n_laid;
}

/* Each tile must touch and match those before it, as if it had been laid in play. */
enum aude_err aude__pile_lay_start(struct aude_game *game, const struct aude_setup *setup)
{
    for (unsigned i = 0; i < setup->n_start; i++) {
        const struct aude_start *at = &setup->start[i];
        if (at->kind >= aude_tiles_count || at->rot > 3) return AUDE_ERR_START;
        if (at->x < -64 || at->x > 64 || at->y < -64 || at->y > 64) return AUDE_ERR_START;
        if (!pile_start_fits(game, at)) return AUDE_ERR_START;
        aude__pile_remove(game, at->kind);
        aude__board_lay(game, at->kind, at->x, at->y, at->rot);
    }
    return AUDE_ERR_OK;
}

/* The river's first and last tiles keep their places whatever an order says (RIV-3). */
static bool pile_keeps_place(const struct aude_river *river, aude_kind kind)
{
    return river->n && (kind == river->kind[river->n - 1] ||
                        (river->fixed && kind == river->kind[0]));
}

/* Brings the tiles that `order` names to the front of list[0..n), in that order. `order`
 * names river tiles and others; this list is one of the two. */
static enum aude_err pile_arrange(aude_kind *list, unsigned n,
                                  const struct aude_setup *setup, bool rivers,
                                  const struct aude_river *river)
{
    unsigned at = 0;

    for (unsigned i = 0; i < setup->n_order; i++) {
        aude_kind kind = setup->order[i];
        unsigned j = at;
        if (kind >= aude_tiles_count) return AUDE_ERR_ORDER_TILE;
        if ((aude_tiles[kind].river_role != AUDE_RIVER_NONE) != rivers ||
            pile_keeps_place(river, kind))
            continue;
        while (j < n && list[j] != kind) j++;
        if (j == n) {
            for (j = 0; j < at && list[j] != kind;) j++;
            return j < at ? AUDE_ERR_ORDER_LONG : AUDE_ERR_ORDER_TILE;
        }
        list[j] = list[at];
        list[at++] = kind;
    }
    return AUDE_ERR_OK;
}

/* Could more tiles be laid than a board has room for? pile_fill() keeps room in the pile; here rivers, the start and
 * abbeys count, too. */
static bool pile_is_too_large(const struct aude_game *game)
{
    unsigned tiles = game->n_laid + aude__pile_left(game);

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        tiles += game->abbeys.left[seat];
    return tiles > AUDE_TILES_MAX;
}

enum aude_err aude__pile_build(struct aude_game *game, const struct aude_setup *setup)
{
    struct aude_pile *pile = &game->pile;
    struct aude_river *river = &game->river;
    enum aude_err err = pile_fill(game);

    if (err) return err;
    err = aude__sets[aude__highest(game->hooks[AUDE__HOOK_START])]->start(game, setup);
    if (err) return err;
    if (pile_is_too_large(game)) return AUDE_ERR_TOO_MANY_TILES;
    /* A hidden game knows only what is left. The river's last tile stays last (RIV-3). */
    aude_kind *loose = river->kind + river->fixed;
    unsigned n_loose = river->n ? river->n - 1u - river->fixed : 0;
    if (game->hidden) {
        aude__pile_sort(pile->kind, pile->n);
        aude__pile_sort(loose, n_loose);
        return AUDE_ERR_OK;
    }
    aude__pile_shuffle(game, pile->kind, pile->n);
    if (n_loose) aude__pile_shuffle(game, loose, n_loose);
    err = pile_arrange(pile->kind, pile->n, setup, false, river);
    if (err) return err;
    return pile_arrange(loose, n_loose, setup, true, river);
}

/* -- Drawing ---------------------------------------------------------------------------- */

struct aude__source aude__pile_source(struct aude_game *game)
{
    struct aude_river *river = &game->river;

    if (!river->flowing)
        return (struct aude__source){game->pile.kind + game->pile.next,
                                     (unsigned)(game->pile.n - game->pile.next)};
    unsigned n = (unsigned)(river->n - river->next);
    /* A fork comes first, and the last tile cannot come while others are left: only tiles
     * that can come may be told. */
    if (game->hidden && river->next < river->fixed)
        n = 1;
    else if (game->hidden && n > 1)
        n--;
    return (struct aude__source){river->kind + river->next, n};
}

unsigned aude__pile_left(const struct aude_game *game)
{
    unsigned n = (unsigned)(game->pile.n - game->pile.next);

    if (game->river.flowing) n += (unsigned)(game->river.n - game->river.next);
    return n < game->draws_left ? n : game->draws_left;
}

void aude__pile_take_next(struct aude_game *game)
{
    if (game->draws_left != UINT16_MAX) game->draws_left--;
    if (game->river.flowing)
        game->river.next++;
    else
        game->pile.next++;
}

void aude__pile_take(struct aude_game *game, aude_kind kind)
{
    struct aude__source source = aude__pile_source(game);
    unsigned i = 0;

    while (source.kind[i] != kind) i++;
    if (i) memmove(source.kind + 1, source.kind, i);
    aude__pile_take_next(game);
}

int aude_game_left(const struct aude_game *game, aude_kind kind)
{
    int n = 0;

    for (unsigned i = game->pile.next; i < game->pile.n; i++)
        n += game->pile.kind[i] == kind;
    if (game->river.flowing)
        for (unsigned i = game->river.next; i < game->river.n; i++)
            n += game->river.kind[i] == kind;
    return n;
}

int aude_game_left_total(const struct aude_game *game)
{
    return (int)aude__pile_left(game);
}
