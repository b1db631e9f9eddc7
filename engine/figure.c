/* figure.c -- every wooden piece: in a hand, or standing somewhere.
 *
 * A figure is an index into figure[], dealt once at the start: a seat's figures follow each
 * other, ordered by kind, so "the first small follower at home" is the same everywhere. */
#include "engine.h"

enum {
    ON_ROAD = 1 << AUDE_ROAD,
    ON_CITY = 1 << AUDE_CITY,
    ON_MONASTERY = 1 << AUDE_MONASTERY,
    ON_GARDEN = 1 << AUDE_GARDEN,
    ON_FIELD = 1 << AUDE_FIELD,
    ON_ALL = ON_ROAD | ON_CITY | ON_MONASTERY | ON_FIELD
};

/* ORDER FIGURE: name, strength, is it a follower, where it stands, and what is said when
 * that is elsewhere; then what its set adds. Barns have a rule of their own. */
const struct aude__figure_row aude__figure_rows[AUDE_FIGURE_KINDS] = {
    [AUDE_SMALL] = {"small", 1, 1, ON_ALL, AUDE_ERR_GARDEN, NULL, NULL},
    [AUDE_LARGE] = {"large", 2, 1, ON_ALL, AUDE_ERR_GARDEN, NULL, NULL}, /* IC-4, IC-5 */
    [AUDE_ABBOT] = {"abbot", 1, 1, ON_MONASTERY | ON_GARDEN, AUDE_ERR_ABBOT_PLACE, NULL,
                    NULL},
    [AUDE_WAGON] = {"wagon", 1, 1, ON_ROAD | ON_CITY | ON_MONASTERY, AUDE_ERR_WAGON_PLACE,
                    NULL, NULL},
    [AUDE_MAYOR] = {"mayor", 0, 1, ON_CITY, AUDE_ERR_MAYOR_PLACE,
                    aude__abbey_mayor_counts, NULL},
    [AUDE_BUILDER] = {"builder", 0, 0, ON_ROAD | ON_CITY, AUDE_ERR_BUILDER_PLACE, NULL,
                      aude__traders_builder_joins},
    [AUDE_PIG] = {"pig", 0, 0, ON_FIELD, AUDE_ERR_PIG_PLACE, NULL,
                  aude__traders_pig_joins},
    [AUDE_BARN] = {"barn", 0, 0, 0, AUDE_ERR_BARN_CORNER, NULL, NULL},
};

const char *aude_figure_name(enum aude_figure_kind kind)
{
    return kind < AUDE_FIGURE_KINDS ? aude__figure_rows[kind].name : "?";
}

bool aude__figure_is_follower(unsigned kind)
{
    return aude__figure_rows[kind].follower;
}

int aude__figure_home(const struct aude_game *game, unsigned seat, unsigned kind)
{
    uint64_t home = aude__figures(game, seat, kind, AUDE_AT_HOME);

    return home ? (int)aude__first_of(game, seat, home) : -1;
}

/* From its place to another; `tile` is the tile of the new place, or AUDE_NOWHERE. */
static void figure_move(struct aude_game *game, unsigned figure, enum aude_where where,
                        unsigned at, unsigned tile)
{
    struct aude_figure *fig = &game->figure[figure];
    struct aude_player *player = &game->player[fig->seat];
    uint64_t bit = (uint64_t)1 << (figure - player->first);

    game->mover[game->n_moves++ % AUDE_MOVERS] = (uint8_t)figure;
    if (fig->tile != AUDE_NOWHERE) game->crowd[fig->tile]--;
    if (tile != AUDE_NOWHERE) game->crowd[tile]++;
    player->at[fig->where] &= ~bit;
    player->at[where] |= bit;
    fig->where = (uint8_t)where;
    fig->at = (uint16_t)at;
    fig->tile = (uint16_t)tile;
}

void aude__figure_stand(struct aude_game *game, unsigned figure, unsigned handle)
{
    struct aude_figure *fig = &game->figure[figure];
    struct aude_feature *f = &game->feature[game->label[handle]];

    game->player[fig->seat].supply[fig->kind]--;
    figure_move(game, figure, AUDE_AT_SEGMENT, handle, aude_tile_of(game, handle));
    if (aude__figure_is_follower(fig->kind))
        aude__feature_followers(f, fig->seat, 1);
    else
        f->specials++;
}

AUDE__APART unsigned aude__figure_inside(const struct aude_game *game, unsigned figure)
{
    if (game->figure[figure].where == AUDE_AT_HOME) return AUDE__NONE;
    for (unsigned m = game->hooks[AUDE__HOOK_TILE_FOR]; m; m &= m - 1) {
        unsigned tile = aude__sets[aude__lowest(m)]->tile_for(game, figure);
        if (tile != AUDE__NONE) return tile;
    }
    return AUDE__NONE;
}

uint64_t aude__figure_all_inside(const struct aude_game *game, unsigned seat)
{
    uint64_t inside = game->player[seat].at[AUDE_AT_QUARTER] & game->followers;
    bool on_map = inside && aude__figure_inside(
                                game, aude__first_of(game, seat, inside)) != AUDE__NONE;

    return on_map ? inside : 0;
}

/* Out of its feature or off its tower, wherever it stands; it is not yet in another
 * place. */
static void figure_leave(struct aude_game *game, unsigned figure)
{
    struct aude_figure *fig = &game->figure[figure];

    if (fig->where == AUDE_AT_SEGMENT) {
        struct aude_feature *f = &game->feature[game->label[fig->at]];
        if (aude__figure_is_follower(fig->kind))
            aude__feature_followers(f, fig->seat, -1);
        else
            f->specials--;
    }
    AUDE__ASK_ALL(game->hooks[AUDE__HOOK_LEAVES], leaves, game, figure)
}

static void figure_say_return(const struct aude_game *game, unsigned figure,
                              struct aude_events *events)
{
    const struct aude_figure *fig = &game->figure[figure];
    bool map = fig->where == AUDE_AT_SEGMENT || fig->where == AUDE_AT_REST;
    const struct aude_laid *laid =
        &game->laid[map ? aude_tile_of(game, fig->at) : aude__figure_near(game, figure)];
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_RETURN, fig->seat);

    ev->figure = fig->kind;
    ev->feature = map ? game->feature[game->label[fig->at]].kind : 0;
    ev->segment = (uint8_t)aude__figure_segment(fig, laid->first);
    ev->x = laid->x;
    ev->y = laid->y;
}

void aude__figure_return(struct aude_game *game, unsigned figure,
                         struct aude_events *events)
{
    struct aude_figure *fig = &game->figure[figure];

    if (events && fig->where != AUDE_AT_PRISON) figure_say_return(game, figure, events);
    if (fig->where != AUDE_AT_REST) figure_leave(game, figure);
    game->player[fig->seat].supply[fig->kind]++;
    fig->guest = 0;
    figure_move(game, figure, AUDE_AT_HOME, 0, AUDE_NOWHERE);
}

void aude__figure_place(struct aude_game *game, unsigned figure, enum aude_where where,
                        unsigned at)
{
    struct aude_figure *fig = &game->figure[figure];

    game->player[fig->seat].supply[fig->kind]--;
    figure_move(game, figure, where, at, where == AUDE_AT_TOWER ? at : AUDE_NOWHERE);
}

void aude__figure_take(struct aude_game *game, unsigned figure, enum aude_where where,
                       unsigned at)
{
    figure_leave(game, figure);
    figure_move(game, figure, where, at, AUDE_NOWHERE);
}

/* Count the figure where it stands, or no more (`one` is -1). */
static void figure_count(struct aude_game *game, const struct aude_figure *fig, int one)
{
    if (fig->tile != AUDE_NOWHERE)
        game->crowd[fig->tile] = (uint8_t)(game->crowd[fig->tile] + one);
    if (fig->where != AUDE_AT_SEGMENT) return;
    struct aude_feature *f = &game->feature[game->label[fig->at]];
    if (aude__figure_is_follower(fig->kind))
        aude__feature_followers(f, fig->seat, one);
    else
        f->specials = (uint8_t)(f->specials + one);
}

void aude__figure_take_back(struct aude_game *game, unsigned figure,
                            const struct aude_figure *was)
{
    figure_count(game, &game->figure[figure], -1);
    figure_count(game, was, 1);
}

/* -- Targets ---------------------------------------------------------------------------- */

bool aude__figure_alike(const struct aude_game *game, unsigned a, unsigned b)
{
    const struct aude_figure *one = &game->figure[a], *two = &game->figure[b];

    return one->at == two->at && one->where == two->where && one->kind == two->kind &&
           one->seat == two->seat;
}

bool aude__figure_first_alike(const struct aude_game *game, unsigned figure)
{
    const struct aude_figure *fig = &game->figure[figure];
    uint64_t m = aude__figures(game, fig->seat, fig->kind, fig->where);

    while (game->figure[aude__first_of(game, fig->seat, m)].at != fig->at) m &= m - 1;
    return aude__first_of(game, fig->seat, m) == figure;
}

/* A place as it stands in a figure: `at` and the tile, one word. */
static inline uint32_t figure_place_word(const struct aude_figure *fig)
{
    static_assert(offsetof(struct aude_figure, tile) ==
                      offsetof(struct aude_figure, at) + sizeof fig->at,
                  "side by side");
    uint32_t word;

    memcpy(&word, &fig->at, sizeof word);
    return word;
}

/* Of these figures of a seat the one that has this place, or -1. */
static int figure_in_place(const struct aude_game *game, unsigned seat, uint64_t figures,
                           unsigned at, unsigned tile)
{
    struct aude_figure place = {.at = (uint16_t)at, .tile = (uint16_t)tile};
    uint32_t word = figure_place_word(&place);

    for (uint64_t m = figures; m; m &= m - 1) {
        unsigned i = aude__first_of(game, seat, m);
        if (figure_place_word(&game->figure[i]) == word) return (int)i;
    }
    return -1;
}

/* One in a quarter, if the quarters count as being on that tile. */
AUDE__APART static int figure_target_inside(const struct aude_game *game,
                                            struct aude_action action, unsigned tile)
{
    unsigned quarter = action.segment - (unsigned)AUDE_IN_QUARTER;
    int figure = figure_in_place(
        game, action.arg, aude__figures(game, action.arg, action.figure, AUDE_AT_QUARTER),
        quarter, AUDE_NOWHERE);

    return figure >= 0 && aude__figure_inside(game, (unsigned)figure) == tile ? figure
                                                                              : -1;
}

int aude__figure_target(const struct aude_game *game, struct aude_action action)
{
    int found = aude__board_tile_at(game, action.x, action.y);
    unsigned tile = (unsigned)found, tower = action.segment == AUDE_ON_TOWER;

    if (found < 0 || action.arg >= game->n_seats || action.figure >= AUDE_FIGURE_KINDS)
        return -1;
    if (action.segment >= AUDE_IN_QUARTER && !tower)
        return figure_target_inside(game, action, tile);
    static_assert(AUDE_AT_SEGMENT + 1 == AUDE_AT_TOWER, "no branch decides between them");
    unsigned at = tower ? tile : game->laid[tile].first + (unsigned)action.segment;
    return figure_in_place(
        game, action.arg,
        aude__figures(game, action.arg, action.figure, AUDE_AT_SEGMENT + tower), at,
        tile);
}

void aude__figure_deal(struct aude_game *game, unsigned kind, unsigned n)
{
    struct aude_player *player = &game->player[0];
    const struct aude__figure_row *row = &aude__figure_rows[kind];
    uint64_t dealt = (((uint64_t)1 << n) - 1) << player->n_figures;

    game->kinds[kind] |= dealt;
    if (row->follower) game->followers |= dealt;
    if (row->follower && row->strength != 1) game->uneven |= dealt;
    player->at[AUDE_AT_HOME] |= dealt;
    for (unsigned i = 0; i < n; i++)
        game->figure[game->n_figures++] =
            (struct aude_figure){.kind = (uint8_t)kind, .tile = AUDE_NOWHERE};
    player->n_figures = (uint8_t)(player->n_figures + n);
    player->supply[kind] = (uint8_t)n;
}

void aude__figure_deal_alike(struct aude_game *game, unsigned seat)
{
    struct aude_player *player = &game->player[seat];
    struct aude_figure *figure = &game->figure[game->n_figures];

    *player = game->player[0];
    player->first = game->n_figures;
    memcpy(figure, game->figure, player->n_figures * sizeof *figure);
    for (unsigned i = 0; i < player->n_figures; i++) figure[i].seat = (uint8_t)seat;
    game->n_figures = (uint8_t)(game->n_figures + player->n_figures);
}
