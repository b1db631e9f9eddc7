/* cult.c -- expansion VI, the Cult: shrines and heretics.
 *
 *   shrine     like a monastery in everything                          CULT-1, CULT-2
 *   placing    a shrine and a monastery may each have at most one of   CULT-3, CULT-4
 *              the other kind among their eight neighbours; by the
 *              letter only the one that is laid, and never an abbey
 *   challenge  between two such neighbours, both occupied and both     CULT-5 to CULT-8
 *              incomplete: the one that is completed first scores, the
 *              other goes home with nothing
 *
 * Abbeys are monasteries here, gardens are nothing (ABB-13). */
#include "engine.h"

enum { NOTHING, CLOISTER, SHRINE }; /* in this order */

static unsigned cult_kind(aude_kind kind)
{
    const struct aude_tile *tile = &aude_tiles[kind];
    unsigned is = 0u - (tile->of[AUDE_MONASTERY] != 0);

    return is &
           (CLOISTER + (unsigned)((tile->tags & AUDE_TAG_SHRINE) != 0)); /* no branch */
}

/* The laid tile in one of the eight cells around a laid tile or a cell of the frontier, where a
 * key is enough; or -1. */
static int cult_neighbour(const struct aude_game *game, uint16_t key, unsigned i)
{
    return aude__board_tile_at_key(game, (uint16_t)(key + aude__eight_around[i]));
}

/* Is the monastery or garden of that number of game->cloisters of that kind? Branch-free. */
static bool cult_is_listed_as(const struct aude_game *game, unsigned i, unsigned kind)
{
    const struct aude_feature *f = &game->feature[game->cloisters.feature[i]];

    return (f->kind == AUDE_MONASTERY) &
           (aude_feature_has(f, AUDE_MONASTERY, AUDE_TAG_SHRINE) == (kind == SHRINE));
}

static unsigned cult_rival(unsigned kind)
{
    return kind == SHRINE ? CLOISTER : SHRINE;
}

bool aude__cult_has_rival(const struct aude_game *game, unsigned tile)
{
    unsigned mine = cult_kind(game->laid[tile].kind);
    uint16_t key = aude_key(game->laid[tile].x, game->laid[tile].y);

    for (unsigned i = 0; mine != NOTHING && i < 8; i++) {
        int beside = cult_neighbour(game, key, i);
        if (beside >= 0 && cult_kind(game->laid[beside].kind) == cult_rival(mine))
            return true;
    }
    return false;
}

static void cult_note(struct aude_game *game, unsigned tile)
{
    game->cult.rival[tile / 32] |= (uint32_t)1 << tile % 32;
}

/* Notes the tile and those of that kind around it, if there are any. Which cells have one is found without a branch. */
AUDE__APART static void cult_note_rivals(struct aude_game *game, unsigned tile,
                                         unsigned rival)
{
    uint16_t key = aude_key(game->laid[tile].x, game->laid[tile].y);
    unsigned found = 0;

    for (unsigned i = 0; i < 8; i++) {
        unsigned beside =
            aude_cell_what(game, (uint16_t)(key + aude__eight_around[i])) - 1u;
        unsigned laid = 0u - (beside < game->n_laid);
        found |= ((cult_kind(game->laid[beside & laid].kind) == rival) & laid) << i;
    }
    if (found) cult_note(game, tile);
    for (; found; found &= found - 1)
        cult_note(game, (unsigned)cult_neighbour(game, key, aude__lowest(found)));
}

/* RIVALS AS BITS: who has one is noted when a tile is laid. To look around every shrine and monastery for
 * each list cost 2 % of the instructions of I to VI. */
void aude__cult_laid(struct aude_game *game, unsigned tile, struct aude_events *events)
{
    unsigned mine = cult_kind(game->laid[tile].kind);

    (void)events;
    if (mine != NOTHING) cult_note_rivals(game, tile, cult_rival(mine));
}

/* In the first turn the tiles of the start are noted: no player laid them. */
static void cult_begin(struct aude_game *game, struct aude_events *events)
{
    for (unsigned tile = 0; tile < game->n_laid; tile++)
        aude__cult_laid(game, tile, events);
    aude__set_hook(game, AUDE_SET_CULT, AUDE__HOOK_BEGIN, false);
}

/* Has the monastery of that number of game->cloisters a rival? */
static bool cult_is_taken(const struct aude_game *game, unsigned i)
{
    unsigned tile = aude_tile_of(game, game->feature[game->cloisters.feature[i]].head);

    return game->cult.rival[tile / 32] >> tile % 32 & 1;
}

/* CULT-4 as LAID_TILE: the neighbours are not limited, and an abbey not at all. */
static bool cult_by_letter(const struct aude_game *game)
{
    return game->sw[AUDE_SWITCH_CULT_LIMIT] == AUDE_CULT_LAID_TILE;
}

static bool cult_is_free(const struct aude_game *game, aude_kind kind)
{
    return cult_by_letter(game) && aude_tiles[kind].edge[0] == AUDE_EDGE_ABBEY;
}

/* CULT-3: at most one rival beside it; CULT-4: and that rival has no other. The cell is empty,
 * so the rivals beside it are not complete: game->cloisters has them, and looking there costs a
 * tenth of looking into nine cells (2 % of the instructions of I to VI). */
static enum aude_err cult_fits(const struct aude_game *game, aude_kind kind, int x, int y,
                               unsigned rot)
{
    const struct aude_cloisters *c = &game->cloisters;
    unsigned mine = cult_is_free(game, kind) ? NOTHING : cult_kind(kind),
             other = cult_rival(mine), beside = 0, rival = 0;

    (void)rot;
    for (unsigned i = 0; mine != NOTHING && i < c->n; i += AUDE__EIGHT)
        for (unsigned m = aude__cloisters_near(c, i, x, y); m; m &= m - 1) {
            unsigned near = i + aude__lowest(m);
            bool is = cult_is_listed_as(game, near, other);
            rival = is ? near : rival;
            beside += is;
        }
    if (beside > 1) return AUDE_ERR_CULT_LIMIT;
    return beside && !cult_by_letter(game) && cult_is_taken(game, rival)
               ? AUDE_ERR_CULT_SECOND
               : AUDE_ERR_OK;
}

/* Counts the rival in the cell with that key for each frontier cell around it. Branch-free: who could guess where tiles lie? */
static void cult_count_around(const struct aude_game *game, uint16_t key, unsigned rivals,
                              struct aude__slots *around)
{
    for (unsigned i = 0; i < 8; i++) {
        unsigned what = aude_cell_what(game, (uint16_t)(key + aude__eight_around[i]));
        unsigned slot = what - (unsigned)AUDE_CELL_FRONTIER;
        uint8_t *n = &around->of[slot < AUDE_FRONTIER_MAX ? slot : AUDE_FRONTIER_MAX];
        *n = (uint8_t)(*n + rivals);
    }
}

/* Bars the cells around which there are two or more. */
static void cult_bar_many(const struct aude__slots *around, unsigned n,
                          struct aude__slots *barred)
{
    for (unsigned i = 0; i < n; i += AUDE__SIXTEEN) {
        aude__sixteen rivals, bars;
        memcpy(&rivals, around->of + i, sizeof rivals);
        memcpy(&bars, barred->of + i, sizeof bars);
        bars |= (aude__sixteen)(rivals > 1);
        memcpy(barred->of + i, &bars, sizeof bars);
    }
}

/* The same for all cells at once. Rivals that already have a rival bar every cell around
 * them: they count twice; of the others two or more bar the cells that they share. A monastery beside an
 * empty cell is not complete, so game->cloisters has all that matter (and gardens, which
 * are left out). */
static bool cult_fits_bar(const struct aude_game *game, aude_kind kind,
                          struct aude__slots *barred)
{
    const struct aude_cloisters *c = &game->cloisters;
    unsigned other = cult_rival(cult_kind(kind));
    struct aude__slots around;

    memset(around.of, 0, (game->frontier.n / 16 + 1u) * 16u);
    for (unsigned i = 0; i < c->n; i++) {
        if (!cult_is_listed_as(game, i, other)) continue;
        bool taken = !cult_by_letter(game) && cult_is_taken(game, i);
        cult_count_around(game, aude_key(c->x[i], c->y[i]), 1u + taken, &around);
    }
    cult_bar_many(&around, game->frontier.n, barred);
    return true;
}

/* The monastery or shrine of a laid tile as a feature. */
static unsigned cult_feature(const struct aude_game *game, unsigned tile)
{
    unsigned handle = game->laid[tile].first;

    while (game->feature[game->label[handle]].kind != AUDE_MONASTERY) handle++;
    return game->label[handle];
}

/* CULT-7: the figure goes home without points; by the switch a wagon may move on (AM-35). */
static void cult_lose(struct aude_game *game, unsigned figure, struct aude_events *events)
{
    struct aude_action at = aude__figure_as_target(game, figure, AUDE_NO_ACTION);
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_LOSE, at.arg);

    ev->figure = at.figure;
    ev->feature = AUDE_MONASTERY;
    ev->segment = at.segment;
    ev->x = at.x;
    ev->y = at.y;
    if (game->figure[figure].kind == AUDE_WAGON && game->sw[AUDE_SWITCH_LOSER_WAGON])
        aude__abbey_wagon_rests(game, figure);
    else
        aude__figure_return(game, figure, events);
}

static void cult_lose_all(struct aude_game *game, unsigned feature,
                          struct aude_events *events)
{
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = game->player[seat].at[AUDE_AT_SEGMENT]; m; m &= m - 1) {
            unsigned i = aude__first_of(game, seat, m);
            if (aude__stands_in(game, i, feature)) cult_lose(game, i, events);
        }
}

/* CULT-6, CULT-7: when one side is completed and occupied, figures on the other, not yet
 * complete one lose the challenge. */
static void cult_completed(struct aude_game *game, unsigned feature,
                           struct aude_events *events)
{
    const struct aude_feature *f = &game->feature[feature];

    if (f->kind != AUDE_MONASTERY || !aude_followers(f)) return;
    const struct aude_laid *laid = aude_laid_of(game, f->head);
    unsigned other = cult_rival(cult_kind(laid->kind));
    for (unsigned i = 0; i < 8; i++) {
        int tile = cult_neighbour(game, aude_key(laid->x, laid->y), i);
        if (tile < 0 || cult_kind(game->laid[tile].kind) != other) continue;
        unsigned loser = cult_feature(game, (unsigned)tile);
        if (game->feature[loser].open) cult_lose_all(game, loser, events);
    }
}

const struct aude__set aude__set_cult = {
    .name = "cult",
    .title = "VI The Cult",
    .playable = 1,
    .begin = cult_begin,
    .laid = aude__cult_laid,
    .fits = cult_fits,
    .fits_features = 1 << AUDE_MONASTERY,
    .fits_bar = cult_fits_bar,
    .completed = cult_completed,
};
