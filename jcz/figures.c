/* figures.c -- which of our figures is which of JCloisterZone's, and where it stands. */
#include "jcz_internal.h"

/* -- Their numbers ---------------------------------------------------------------------- */

void jcz_figures_init(struct jcz_figures *figures, const struct aude_game *game)
{
    memset(figures, 0, sizeof *figures);
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        bool same = i && fig[-1].seat == fig->seat && fig[-1].kind == fig->kind;
        figures->number[i] = same ? (uint8_t)(figures->number[i - 1] + 1) : 1;
    }
}

int jcz__figures_find(const struct aude_game *game, const struct jcz_figures *figures,
                      const char *id)
{
    enum aude_figure_kind kind;
    unsigned seat, number;

    if (!jcz_name_figure_parse(id, &seat, &kind, &number)) return -1;
    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].seat == seat && game->figure[i].kind == kind &&
            figures->number[i] == number)
            return (int)i;
    return -1;
}

static void figures_swap_names(struct jcz_figures *figures, unsigned a, unsigned b)
{
    uint8_t number = figures->number[a];
    uint16_t captured = figures->captured[a];

    figures->number[a] = figures->number[b];
    figures->captured[a] = figures->captured[b];
    figures->number[b] = number;
    figures->captured[b] = captured;
}

void jcz__figures_rename_first(struct jcz_figures *figures, const struct aude_game *game,
                               struct aude_action action, const char *id)
{
    int named = jcz__figures_find(game, figures, id);

    if (named < 0 || !jcz__figures_is_meant(game, (unsigned)named, action)) return;
    for (unsigned i = 0; i < game->n_figures; i++)
        if (jcz__figures_is_meant(game, i, action)) {
            figures_swap_names(figures, i, (unsigned)named);
            return;
        }
}

/* An exchange without a question frees the prisoner who was captured first. */
static void figures_free_first(struct jcz_figures *figures, const struct aude_game *game,
                               unsigned freed)
{
    unsigned first = freed;

    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].where == AUDE_AT_PRISON &&
            game->figure[i].seat == game->figure[freed].seat &&
            game->figure[i].kind == game->figure[freed].kind &&
            game->figure[i].at == figures->holder[freed] && figures->captured[i] &&
            figures->captured[i] < figures->captured[first])
            first = i;
    figures_swap_names(figures, freed, first);
}

void jcz__figures_note(struct jcz_figures *figures, const struct aude_game *game,
                       struct aude_action action)
{
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        bool quarter = fig->where == AUDE_AT_QUARTER;
        bool away = quarter || fig->where == AUDE_AT_PRISON;
        unsigned holder = fig->at + (quarter ? AUDE_SEATS_MAX : 0u);
        if (figures->captured[i] && !(away && holder == figures->holder[i])) {
            if (action.kind == AUDE_CAPTURE && figures->holder[i] < AUDE_SEATS_MAX)
                figures_free_first(figures, game, i);
            figures->captured[i] = 0;
        }
        if (!away || figures->captured[i]) continue;
        figures->captured[i] = ++figures->n_captured;
        figures->holder[i] = (uint8_t)holder;
    }
}

unsigned jcz__figures_offered(const struct aude_game *game,
                              const struct jcz_figures *figures, unsigned seat,
                              unsigned kind)
{
    unsigned lowest = 255;

    for (unsigned i = 0; i < game->n_figures; i++)
        if (game->figure[i].seat == seat && game->figure[i].kind == kind &&
            game->figure[i].where == AUDE_AT_HOME && figures->number[i] < lowest)
            lowest = figures->number[i];
    return lowest;
}

/* -- Where they stand ------------------------------------------------------------------- */

int jcz__figures_quarters_tile(const struct aude_game *game)
{
    for (unsigned i = 0; i < game->n_laid; i++)
        if (!strcmp(aude_tiles[game->laid[i].kind].jcz, JCZ__QUARTERS)) return (int)i;
    return -1;
}

bool jcz__figures_place(const struct aude_game *game, unsigned figure, int *tile,
                        unsigned *segment)
{
    const struct aude_figure *fig = &game->figure[figure];

    if (fig->where == AUDE_AT_QUARTER) {
        *tile = jcz__figures_quarters_tile(game);
        *segment = AUDE_IN_QUARTER + fig->at;
        return *tile >= 0;
    }
    if (fig->where != AUDE_AT_SEGMENT && fig->where != AUDE_AT_TOWER) return false;
    *tile = fig->where == AUDE_AT_TOWER ? fig->at : (int)aude_tile_of(game, fig->at);
    *segment = fig->where == AUDE_AT_TOWER
                   ? (unsigned)AUDE_ON_TOWER
                   : (unsigned)(fig->at - game->laid[*tile].first);
    return true;
}

bool jcz__figures_is_meant(const struct aude_game *game, unsigned figure,
                           struct aude_action action)
{
    const struct aude_figure *fig = &game->figure[figure];
    bool prisoner = action.kind == AUDE_RANSOM || action.kind == AUDE_SWAP;
    unsigned segment;
    int tile;

    if (action.kind == AUDE_RECALL)
        action.figure = AUDE_ABBOT, action.arg = game->turn.seat;
    if (fig->kind != action.figure) return false;
    if (action.kind == AUDE_PUT || action.kind == AUDE_ENTER)
        return fig->seat == game->turn.seat && fig->where == AUDE_AT_HOME;
    if (action.kind == AUDE_SEND)
        return fig->seat == game->turn.actor && fig->where == AUDE_AT_QUARTER &&
               fig->at == action.arg;
    if (prisoner)
        return fig->seat == game->turn.actor && fig->where == AUDE_AT_PRISON &&
               fig->at == (action.kind == AUDE_SWAP ? game->towers.victim : action.arg);
    if (action.kind == AUDE_FAIRY && game->dragon.bound == figure &&
        game->sets >> AUDE_SET_DRAGON & 1)
        return false;
    return fig->seat == action.arg && jcz__figures_place(game, figure, &tile, &segment) &&
           game->laid[tile].x == action.x && game->laid[tile].y == action.y &&
           (action.kind == AUDE_RECALL || segment == action.segment);
}
