/* river.c -- a river, as River I, River II or both together (RIV2-16).
 *
 *   start      the spring replaces the start tile                      RIV-2, RIV2-1
 *   draws      a fork first, then the others, a lake last              RIV-3, RIV2-3..5
 *   placing    at an open end; no turning back; room to go on; two     RIV-5, 6, 7
 *              arms never meet                                         RIV2-6, 7
 *   stuck      back into the pile; then RIV-6 is waived; then the      RIV-8, RIV2-9
 *              river ends and its tiles leave the game
 *   volcano    no follower on the volcano lake; another turn for       RIV2-10
 *   lake       the player who lays it
 *
 * The river itself is no feature (RIV-14): it only keeps the fields on its banks apart,
 * which the tile data does. When the last tile lies, the hooks of the river are taken out
 * of the game, and play goes on as if there had never been one. Inn, pig herd and volcano
 * on its tiles mean something only with their own sets (RIV2-11), which look for them. */
#include "engine.h"
#include "tile_internal.h"

enum { NO_HEADING = 255 };

static void river_hooks_out(struct aude_game *game)
{
    unsigned gone = 1u << AUDE_SET_RIVER_1 | 1u << AUDE_SET_RIVER_2;

    game->river.flowing = 0;
    game->hooks[AUDE__HOOK_FITS] &= ~gone;
    game->hooks[AUDE__HOOK_LAID] &= ~gone;
    game->hooks[AUDE__HOOK_STUCK] &= ~gone;
}

/* The open end that flows into x,y; -1 if there is none. */
static int river_end_at(const struct aude_river *river, int x, int y)
{
    for (int i = 0; i < river->n_ends; i++)
        if (river->end_x[i] == x && river->end_y[i] == y) return i;
    return -1;
}

/* How the river bends on a tile entered with `heading` and left by side `out`:
 * +1 right, -1 left, 0 straight on. */
static int river_bend(unsigned heading, unsigned out)
{
    unsigned turn = (out - heading) & 3;

    return turn == 1 ? 1 : turn == 3 ? -1 : 0;
}

/* RIV-6 with CLEARANCE: the cell beyond the one in front, and the cells to both sides of
 * these two, must be empty. */
static bool river_is_clear(const struct aude_game *game, int x, int y, unsigned out)
{
    int dx = aude__dx(out), dy = aude__dy(out);

    for (int ahead = 1; ahead <= 2; ahead++)
        for (int aside = -1; aside <= 1; aside++)
            if (aude_game_tile_at(game, x + ahead * dx - aside * dy,
                                  y + ahead * dy + aside * dx) >= 0)
                return false;
    return true;
}

/* RIV-6: back by 180 degrees on two consecutive tiles, or, with ANY, ever. */
static bool river_turns_back(const struct aude_game *game, int end, unsigned out)
{
    const struct aude_river *river = &game->river;
    int bend = river_bend(river->heading[end], out);

    if (river->waived) return false;
    if (game->sw[AUDE_SWITCH_RIVER_UTURN] == AUDE_UTURN_CLEARANCE)
        return !river_is_clear(game, river->end_x[end], river->end_y[end], out);
    if (game->sw[AUDE_SWITCH_RIVER_UTURN] == AUDE_UTURN_ANY)
        return bend && bend == river->bend[end];
    return river->entered[end] != NO_HEADING &&
           out == aude__opposite(river->entered[end]);
}

/* Sides by which the river leaves the tile again, entered at open end `end`. */
static unsigned river_outflow(const struct aude_river *river, aude_kind kind,
                              unsigned rot, int end)
{
    unsigned sides = aude__turn_sides(aude_tiles[kind].river, rot);

    return sides & ~(1u << aude__opposite(river->heading[end]));
}

enum aude_err aude__river_fits(const struct aude_game *game, aude_kind kind, int x, int y,
                               unsigned rot)
{
    int end = river_end_at(&game->river, x, y);

    if (end < 0) return AUDE_ERR_RIVER_APART;
    for (unsigned m = river_outflow(&game->river, kind, rot, end); m; m &= m - 1) {
        unsigned out = aude__lowest(m);
        int ax = x + aude__dx(out), ay = y + aude__dy(out);
        if (river_turns_back(game, end, out)) return AUDE_ERR_RIVER_UTURN;
        /* RIV2-6: two arms may not flow into one cell. */
        if (aude_game_tile_at(game, ax, ay) >= 0 ||
            river_end_at(&game->river, ax, ay) >= 0)
            return AUDE_ERR_RIVER_BLOCKED;
    }
    return AUDE_ERR_OK;
}

/* RIV-5: all cells are barred but those at the open ends, so that one or two are asked about and not
 * all that match: 2 % of the instructions of everything. */
bool aude__river_fits_bar(const struct aude_game *game, aude_kind kind,
                          struct aude__slots *barred)
{
    const struct aude_river *river = &game->river;
    struct aude__slots beside; /* the ends */

    (void)kind;
    memset(beside.of, 1, game->frontier.n);
    for (unsigned i = 0; i < river->n_ends; i++) {
        unsigned slot =
            aude__board_slot(game, aude_key(river->end_x[i], river->end_y[i]));
        if (slot != AUDE__NONE) beside.of[slot] = 0;
    }
    for (unsigned i = 0; i < game->frontier.n; i++) barred->of[i] |= beside.of[i];
    return false;
}

/* The river now leaves the tile at x,y by side `out`. */
static void river_flow_on(struct aude_river *river, int end, int x, int y, unsigned out)
{
    int bend = river_bend(river->heading[end], out);

    river->end_x[end] = (int16_t)(x + aude__dx(out));
    river->end_y[end] = (int16_t)(y + aude__dy(out));
    river->entered[end] = river->heading[end];
    river->heading[end] = (uint8_t)out;
    if (bend) river->bend[end] = (int8_t)bend;
}

/* An arm has ended; the other, if any, takes its place. */
static void river_end_arm(struct aude_river *river, int end)
{
    int last = --river->n_ends;

    river->end_x[end] = river->end_x[last];
    river->end_y[end] = river->end_y[last];
    river->heading[end] = river->heading[last];
    river->entered[end] = river->entered[last];
    river->bend[end] = river->bend[last];
}

/* A fork makes a second arm, which has entered the tile as the first did. */
static int river_new_arm(struct aude_river *river, unsigned heading, int bend)
{
    int arm = river->n_ends++;

    river->heading[arm] = (uint8_t)heading;
    river->bend[arm] = (int8_t)bend;
    return arm;
}

void aude__river_laid(struct aude_game *game, unsigned tile, struct aude_events *events)
{
    struct aude_river *river = &game->river;
    const struct aude_laid *laid = &game->laid[tile];
    int end = river_end_at(river, laid->x, laid->y), arm = end;
    unsigned heading = river->heading[end],
             out = river_outflow(river, laid->kind, laid->rot, end);
    int bend = river->bend[end];

    (void)events;
    river->waived = 0;
    if (!out) river_end_arm(river, end);
    for (unsigned m = out; m; m &= m - 1) {
        if (m != out) arm = river_new_arm(river, heading, bend);
        river_flow_on(river, arm, laid->x, laid->y, aude__lowest(m));
    }
    if (aude_tiles[laid->kind].river_role == AUDE_RIVER_VOLCANO_LAKE &&
        !game->sw[AUDE_SWITCH_VOLCANO_LAKE_TURN])
        game->turn.again = 1;
    if (river->next == river->n) river_hooks_out(game);
}

/* -- A tile that fits nowhere (RIV-8) --------------------------------------------------- */

static bool river_any_fits(const struct aude_game *game)
{
    for (unsigned i = game->river.next; i + 1 < game->river.n; i++)
        if (aude__lay_anywhere(game, game->river.kind[i])) return true;
    return false;
}

static void river_end_early(struct aude_game *game, struct aude_events *events)
{
    struct aude_event spare;
    struct aude_event *ev =
        aude__event(events, &spare, AUDE_EV_RIVER_END, game->turn.seat);

    ev->points = (int16_t)(game->river.n - game->river.next);
    game->n_discarded = (uint16_t)(game->n_discarded + ev->points);
    game->river.next = game->river.n;
    river_hooks_out(game);
}

/* Shuffles until a tile that fits lies on top: that is the same as drawing again and
 * again. */
static void river_put_back(struct aude_game *game, aude_kind kind,
                           struct aude_events *events)
{
    struct aude_river *river = &game->river;
    struct aude_event spare;
    unsigned others = (unsigned)(river->n - river->next - 1);

    aude__event(events, &spare, AUDE_EV_RESHUFFLE, game->turn.seat)->tile = kind;
    if (game->hidden) {
        aude__pile_sort(river->kind + river->next, others);
        return;
    }
    do aude__pile_shuffle(game, river->kind + river->next, others);
    while (!aude__lay_anywhere(game, river->kind[river->next]));
}

enum aude__stuck aude__river_stuck(struct aude_game *game, aude_kind kind,
                                   struct aude_events *events)
{
    struct aude_river *river = &game->river;

    if (game->sw[AUDE_SWITCH_RIVER_STUCK] == AUDE_STUCK_DISCARD) {
        if (river->next == river->n) river_hooks_out(game);
        return AUDE__STUCK_DISCARD;
    }
    river->kind[--river->next] = kind;
    if (!river_any_fits(game)) river->waived = 1;
    if (river_any_fits(game))
        river_put_back(game, kind, events);
    else
        river_end_early(game, events);
    return AUDE__STUCK_HANDLED;
}

/* -- The start -------------------------------------------------------------------------- */

/* The river flows on from the spring, which lies on the table already. */
static enum aude_err river_begin_at_spring(struct aude_game *game)
{
    struct aude_river *river = &game->river;
    unsigned i = 0;

    while (i < game->n_laid &&
           aude_tiles[game->laid[i].kind].river_role != AUDE_RIVER_SPRING)
        i++;
    if (i == game->n_laid) return AUDE_ERR_START;
    const struct aude_laid *spring = &game->laid[i];
    unsigned out =
        aude__lowest(aude__turn_sides(aude_tiles[spring->kind].river, spring->rot));
    river->n_ends = 1;
    river->heading[0] = (uint8_t)out;
    river_flow_on(river, 0, spring->x, spring->y, out);
    river->entered[0] = NO_HEADING; /* no limit for the first tile after the spring */
    return aude_game_tile_at(game, river->end_x[0], river->end_y[0]) < 0 ? AUDE_ERR_OK
                                                                         : AUDE_ERR_START;
}

/* Where each river tile goes: laid at the start, into the pile, or out of the game. */
struct parts {
    aude_kind spring, fork, last;
};

static bool river_sort_tile(struct aude_game *game, aude_kind kind, unsigned n,
                            bool second, struct parts *parts)
{
    struct aude_river *river = &game->river;

    switch (aude_tiles[kind].river_role) {
    case AUDE_RIVER_SPRING:
        parts->spring = kind;
        return true;
    case AUDE_RIVER_FORK:
        parts->fork = kind;
        return true;
    case AUDE_RIVER_LAKE: /* out where a volcano lake is the last (RIV2-16) */
        if (!second) parts->last = kind;
        return true;
    case AUDE_RIVER_VOLCANO_LAKE:
        parts->last = kind;
        return true;
    default:
        if (river->n + n >= AUDE_RIVER_MAX - 1) return false;
        for (; n; n--) river->kind[river->n++] = kind;
        return true;
    }
}

enum aude_err aude__river_start(struct aude_game *game, const struct aude_setup *setup)
{
    struct aude_river *river = &game->river;
    struct parts parts = {AUDE_KIND_NONE, AUDE_KIND_NONE, AUDE_KIND_NONE};
    bool second = game->tile_sets >> AUDE_SET_RIVER_2 & 1;
    enum aude_err err = AUDE_ERR_OK;

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        unsigned n =
            aude__dealt[kind].river_role ? aude__pile_copies(game, (aude_kind)kind) : 0;
        if (n && !river_sort_tile(game, (aude_kind)kind, n, second, &parts))
            return AUDE_ERR_TOO_MANY_TILES;
    }
    if (parts.spring == AUDE_KIND_NONE || parts.last == AUDE_KIND_NONE)
        return AUDE_ERR_START;
    if (parts.fork != AUDE_KIND_NONE) {
        memmove(river->kind + 1, river->kind, river->n++);
        river->kind[0] = parts.fork;
        river->fixed = 1;
    }
    river->kind[river->n++] = parts.last;
    river->flowing = 1;
    /* RIV-2: the normal start tile is out of the game, or one tile among others. */
    if (game->sw[AUDE_SWITCH_RIVER_START_TILE] == AUDE_RIVER_START_REMOVE)
        aude__pile_remove_start(game);
    if (setup->n_start)
        err = aude__pile_lay_start(game, setup);
    else if (!game->n_laid)
        aude__board_lay(game, parts.spring, 0, 0, 0);
    else
        aude__board_lay(game, parts.spring, -3, 0, 2); /* COC-23: left of the block */
    return err ? err : river_begin_at_spring(game);
}

unsigned aude__river_stand_tile(const struct aude_game *game)
{
    bool lake = aude_tiles[game->laid[game->turn.laid].kind].river_role ==
                AUDE_RIVER_VOLCANO_LAKE;

    return lake ? game->turn.laid : AUDE__NONE;
}

/* RIV2-10: with The Princess & the Dragon the lake is a volcano, and dragon.c decides. */
enum aude_err aude__river_stand(const struct aude_game *game, unsigned figure,
                                unsigned tile, unsigned handle)
{
    (void)handle;
    if (aude_tiles[game->laid[tile].kind].river_role != AUDE_RIVER_VOLCANO_LAKE ||
        game->sw[AUDE_SWITCH_VOLCANO_LAKE_FOLLOWER] || !aude__figure_is_follower(figure))
        return AUDE_ERR_OK;
    return tile == game->turn.laid ? AUDE_ERR_VOLCANO_LAKE : AUDE_ERR_OK;
}
