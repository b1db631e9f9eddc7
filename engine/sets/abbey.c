/* abbey.c -- expansion V, Abbey & Mayor.
 *
 *   abbey  instead of a draw, into a hole; closes every side that faces it   AM-3 to AM-10
 *   mayor  a knight as strong as his city has shields                       AM-11 to AM-14
 *   barn   on a corner of four fields; pays the farmers and sends them home,
 *          and four points a city at the end                                AM-15 to AM-28
 *   wagon  after its feature is scored it may move on                       AM-29 to AM-35 */
#include "action_internal.h"
#include "tile_internal.h"

enum { BARN_POINTS = 4, JOINED_POINTS = 1 };

static bool abbey_barn_pays_at_once(const struct aude_game *game)
{
    return game->sw[AUDE_SWITCH_BARN_TIMING] == AUDE_BARN_AT_ONCE;
}

/* What only barns need, so that it is asked for from the first barn on, and not before: 2 % of the
 * instructions of I to VI. */
static void abbey_barn_hooks(struct aude_game *game, bool on)
{
    aude__set_hook(game, AUDE_SET_ABBEY, AUDE__HOOK_LAID, on);
    aude__set_hook(game, AUDE_SET_ABBEY, AUDE__HOOK_STAND, on);
    aude__set_hook(game, AUDE_SET_ABBEY, AUDE__HOOK_FIELDS, on);
    aude__set_hook(game, AUDE_SET_ABBEY, AUDE__HOOK_FARMERS, on);
    aude__set_hook(game, AUDE_SET_ABBEY, AUDE__HOOK_BARNS, on);
    if (on) aude__turn_score_due(game); /* it pays its field */
}

static void abbey_setup(struct aude_game *game)
{
    abbey_barn_hooks(game, false);
    aude__turn_phase_due(game, AUDE_PHASE_WAGON, false);
    memset(game->abbeys.left, !game->sw[AUDE_SWITCH_ABBEY], game->n_seats);
    while (!(aude__dealt[game->abbeys.kind].is & AUDE__DEALT_ABBEY)) game->abbeys.kind++;
    game->abbeys.wagon = AUDE_SEAT_NONE;
}

/* -- The abbey -------------------------------------------------------------------------- */

static bool abbey_held(const struct aude_game *game, unsigned seat)
{
    return game->abbeys.left[seat] && !game->river.flowing;
}

/* AM-3, AM-4, INT-42, INT-43 */
static bool abbey_source(const struct aude_game *game, unsigned seat)
{
    return abbey_held(game, seat) && aude__lay_next_hole(game, game->abbeys.kind, 0) >= 0;
}

enum aude__step aude__abbey_on_source(struct aude_game *game, struct aude_events *events)
{
    (void)events;
    game->abbeys.barn = 0;
    game->turn.actor = game->turn.seat;
    if (abbey_source(game, game->turn.seat)) return AUDE__STEP_WAIT;
    if (!game->abbeys.endgame) return AUDE__STEP_ON;
    game->turn.phase = AUDE_PHASE_NEXT;
    return AUDE__STEP_TO;
}

/* A tile was drawn already: is that because there is no hole (AM-4), or for another
 * reason? */
static enum aude_err abbey_too_late(const struct aude_game *game)
{
    return abbey_held(game, game->turn.seat) && !abbey_source(game, game->turn.seat)
               ? AUDE_ERR_ABBEY_HOLE
               : AUDE_ERR_PHASE;
}

enum aude_err aude__abbey_check(const struct aude_game *game, struct aude_action action)
{
    if (game->turn.phase == AUDE_PHASE_TILE) return abbey_too_late(game);
    if (!abbey_held(game, game->turn.seat)) return AUDE_ERR_ABBEY_NONE;
    if (aude__lay_is_hole(game, game->abbeys.kind, action.x, action.y))
        return AUDE_ERR_OK;
    return abbey_source(game, game->turn.seat) ? AUDE_ERR_ABBEY_HOLE
                                               : AUDE_ERR_ABBEY_NONE;
}

void aude__abbey_commit(struct aude_game *game, struct aude_action action,
                        struct aude_events *events)
{
    struct aude_event spare;

    game->abbeys.left[game->turn.seat]--;
    game->abbeys.laid++;
    aude__board_lay(game, game->abbeys.kind, action.x, action.y, 0);
    if (aude__plays(game, AUDE_SET_CULT)) aude__cult_laid(game, game->turn.laid, events);
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_LAY, game->turn.seat);
    ev->tile = game->abbeys.kind;
    ev->x = action.x;
    ev->y = action.y;
    game->turn.walked = 0;
    game->turn.phase = AUDE_PHASE_ACTION;
}

void aude__abbey_about_tile(const struct aude_game *game, struct aude_action action,
                            struct aude_about *about)
{
    (void)action;
    about->fields = AUDE_HAS_TILE | AUDE_HAS_ROT;
    about->tile = game->abbeys.kind;
}

/* Possible with an empty pile too: then the turn is over (P2 in turn.c). */
void aude__abbey_from_pile_commit(struct aude_game *game, struct aude_action action,
                                  struct aude_events *events)
{
    (void)action;
    (void)events;
    game->turn.phase = AUDE_PHASE_DRAW;
}

void aude__abbey_list_sources(const struct aude_game *game, struct aude__sink *sink)
{
    const struct aude_frontier *fr = &game->frontier;

    aude__sink_add(sink, (struct aude_action){.kind = AUDE_FROM_PILE});
    for (int i = -1;
         (i = aude__lay_next_hole(game, game->abbeys.kind, (unsigned)(i + 1))) >= 0;)
        aude__sink_add(sink, (struct aude_action){.kind = AUDE_ABBEY_TILE,
                                                  .x = fr->place[i].x,
                                                  .y = fr->place[i].y});
}

static void abbey_begin_turn(struct aude_game *game, unsigned seat,
                             struct aude_events *events)
{
    struct aude_event spare;

    game->turn.seat = (uint8_t)seat;
    game->turn.number++;
    game->turn.part = 1;
    game->turn.earned = 0;
    game->towers.ransomed = 0;
    game->count.entered = 0; /* COC-8 */
    aude__event(events, &spare, AUDE_EV_TURN, seat)->points = (int16_t)game->turn.number;
}

/* AM-10: the pile is empty; who may still place an abbey? ROUND: everybody once, from the
 * left of the last active player, he last. REPEAT: again and again, until it comes to him
 * and he has none left. False when the game is over. */
static bool abbey_more(struct aude_game *game, struct aude_events *events)
{
    unsigned rule = game->sw[AUDE_SWITCH_ABBEY_ENDGAME];
    struct aude_abbeys *abbeys = &game->abbeys;

    if (rule == AUDE_ABBEY_NO_ROUND) return false;
    if (!abbeys->endgame) {
        abbeys->endgame = 1;
        abbeys->last = game->turn.seat;
    } else if (rule == AUDE_ABBEY_ROUND && game->turn.seat == abbeys->last) {
        return false;
    }
    for (unsigned seat = game->turn.seat, i = 0; i < game->n_seats; i++) {
        seat = seat + 1 == game->n_seats ? 0 : seat + 1;
        if (abbey_source(game, seat)) {
            abbey_begin_turn(game, seat, events);
            game->turn.phase = AUDE_PHASE_SOURCE;
            return true;
        }
        if (seat == abbeys->last && (rule == AUDE_ABBEY_ROUND || !abbeys->left[seat]))
            return false;
    }
    return false;
}

/* -- The barn --------------------------------------------------------------------------- */

static bool abbey_seat_has_barn(const struct aude_game *game, unsigned seat,
                                unsigned field)
{
    for (uint64_t m = aude__figures(game, seat, AUDE_BARN, AUDE_AT_SEGMENT); m;
         m &= m - 1)
        if (aude__stands_in(game, aude__first_of(game, seat, m), field)) return true;
    return false;
}

bool aude__abbey_has_barn(const struct aude_game *game, unsigned field)
{
    if (!game->feature[field].specials) return false;
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (abbey_seat_has_barn(game, seat, field)) return true;
    return false;
}

/* The field segment at half side `half` of a tile as it lies, or AUDE_KIND_NONE. */
static unsigned abbey_barn_field_at(const struct aude_laid *laid, unsigned half)
{
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    unsigned side = (half / 2 - laid->rot) & 3;
    unsigned segment = tile->port[3 * side + (half & 1 ? 2 : 0)];

    if (segment == AUDE_KIND_NONE || tile->segment[segment].kind != AUDE_FIELD)
        return AUDE_KIND_NONE;
    return segment;
}

/* The four tiles around a corner, as steps from its north-west tile, and the two half
 * sides of each that meet there. */
static const struct {
    int8_t dx, dy;
    uint8_t half[2];
} corners[4] = {{0, 0, {0, 7}}, {-1, 0, {1, 2}}, {-1, -1, {3, 4}}, {0, -1, {5, 6}}};

/* The field segment that has both half sides of the tile at that corner, or AUDE_KIND_NONE. */
static unsigned abbey_barn_field_in_corner(const struct aude_laid *laid, unsigned i)
{
    unsigned segment = abbey_barn_field_at(laid, corners[i].half[0]);

    return segment == abbey_barn_field_at(laid, corners[i].half[1]) ? segment
                                                                    : AUDE_KIND_NONE;
}

/* CORNERS AS BITS: the corners of the tile where one field segment has both half sides, bit i is
 * corners[i]: the left half of a side and the right half of the side before it. Branch-free. */
static unsigned abbey_barn_corners_of(const struct aude_laid *laid)
{
    const struct aude_tile *tile = &aude_tiles[laid->kind];
    unsigned found = 0;

    for (unsigned side = 0; side < 4; side++) {
        unsigned left = tile->port[3 * side], right = tile->port[(3 * side + 11) % 12];
        unsigned field = tile->of[AUDE_FIELD] >> left % 32 & 1; /* NONE is none */
        found |= (field & (left == right)) << side;
    }
    return aude__turn_sides(found, laid->rot);
}

static_assert(AUDE_KIND_NONE % 32 >= 16, "of[] has a bit for each segment, none beyond");

/* Those of the corners of the tile just laid that have a tile over both sides: without, four tiles
 * cannot meet there. Mostly there is none, so that no corner is looked at: 3 % of the instructions of I
 * to VI. Corner i is between side i and the side before it. */
static unsigned abbey_barn_corners_beside(const struct aude_game *game)
{
    unsigned sides = game->beside;

    return sides & aude__turn_sides(sides, 1);
}

/* AM-17: on each of the four tiles one field segment borders both half sides at the corner.
 * The corner is the north-west one of the tile at x,y. The four segments are one field, so
 * that of the tile at x,y stands for it: its handle, or AUDE__NONE. The other three are beside
 * a laid tile, where a key is enough. */
static unsigned abbey_barn_corner_field(const struct aude_game *game, int x, int y,
                                        bool *fresh)
{
    int here = aude_game_tile_at(game, x, y);

    if (here < 0) return AUDE__NONE;
    *fresh = here == game->turn.laid;
    for (unsigned i = 1; i < 4; i++) {
        uint16_t key = aude_key(x + corners[i].dx, y + corners[i].dy);
        int tile = aude__board_tile_at_key(game, key);
        if (tile < 0 ||
            abbey_barn_field_in_corner(&game->laid[tile], i) == AUDE_KIND_NONE)
            return AUDE__NONE;
        *fresh |= tile == game->turn.laid;
    }
    unsigned segment = abbey_barn_field_in_corner(&game->laid[here], 0);
    return segment == AUDE_KIND_NONE ? (unsigned)AUDE__NONE
                                     : game->laid[here].first + segment;
}

static bool abbey_barn_on_any_tile(const struct aude_game *game)
{
    return game->sw[AUDE_SWITCH_BARN_TILE] == AUDE_BARN_ON_ANY;
}

static bool abbey_barn_farmers_off(const struct aude_game *game)
{
    return game->sw[AUDE_SWITCH_FARMERS] == AUDE_FARMERS_OFF &&
           !game->sw[AUDE_SWITCH_BARN_WITHOUT_FARMERS];
}

/* By hand, whenever it was placed: its field has paid, and its farmers are home (AM-21). */
enum aude_err aude__abbey_hand_barn_check(const struct aude_game *game,
                                          struct aude_action action)
{
    enum aude_err err = aude__by_hand_seat_check(game, action);
    bool fresh;

    if (err) return err;
    if (!aude__plays(game, AUDE_SET_ABBEY) || !game->player[action.arg].supply[AUDE_BARN])
        return AUDE_ERR_NO_FIGURE;
    if (abbey_barn_farmers_off(game)) return AUDE_ERR_FARMERS_OFF;
    unsigned handle = abbey_barn_corner_field(game, action.x, action.y, &fresh);
    if (handle == AUDE__NONE) return AUDE_ERR_BARN_CORNER;
    if (aude_followers(&game->feature[game->label[handle]])) return AUDE_ERR_HAND_BARN;
    return aude__abbey_has_barn(game, game->label[handle]) &&
                   !game->sw[AUDE_SWITCH_BARN_SECOND]
               ? AUDE_ERR_BARN_SECOND
               : AUDE_ERR_OK;
}

enum aude_err aude__abbey_barn_check(const struct aude_game *game,
                                     struct aude_action action)
{
    bool fresh;

    if (!aude__plays(game, AUDE_SET_ABBEY) ||
        !game->player[game->turn.seat].supply[AUDE_BARN])
        return AUDE_ERR_NO_FIGURE;
    if (aude__dragon_after_princess(game)) return AUDE_ERR_PRINCESS_AFTER;
    if (abbey_barn_farmers_off(game)) return AUDE_ERR_FARMERS_OFF;
    unsigned handle = abbey_barn_corner_field(game, action.x, action.y, &fresh);
    if (handle == AUDE__NONE) return AUDE_ERR_BARN_CORNER;
    if (!fresh && !abbey_barn_on_any_tile(game)) return AUDE_ERR_BARN_TILE; /* AM-16 */
    return aude__abbey_has_barn(game, game->label[handle]) &&
                   !game->sw[AUDE_SWITCH_BARN_SECOND]
               ? AUDE_ERR_BARN_SECOND
               : AUDE_ERR_OK;
}

/* Did a barn come onto this field in this part, its first? */
bool aude__abbey_barn_is_new(const struct aude_game *game, unsigned field)
{
    return aude__abbey_new_barn_field(game) == field;
}

unsigned aude__abbey_new_barn_field(const struct aude_game *game)
{
    return game->abbeys.barn ? game->label[game->figure[game->abbeys.barn - 1].at]
                             : (unsigned)AUDE__NONE;
}

static void abbey_barn_clear_field(struct aude_game *game, unsigned field,
                                   struct aude_events *events)
{
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m =
                 game->player[seat].at[AUDE_AT_SEGMENT] & ~game->kinds[AUDE_BARN];
             m; m &= m - 1) {
            unsigned i = aude__first_of(game, seat, m);
            if (aude__stands_in(game, i, field)) aude__figure_return(game, i, events);
        }
}

/* AM-21, AM-23: farmers on a barn's field are paid, fully if the barn is new, else one point
 * a city, and go home with their pigs. */
static void abbey_barn_pay_field(struct aude_game *game, unsigned field,
                                 struct aude_events *events)
{
    const struct aude_feature *f = &game->feature[field];

    /* The rarest first: most features have neither builder, pig nor barn. */
    if (!f->specials || f->kind != AUDE_FIELD || !aude_followers(f) ||
        !aude__abbey_has_barn(game, field))
        return;
    int each = aude__abbey_barn_is_new(game, field) ? aude__score_city_points(game)
                                                    : JOINED_POINTS;
    aude__score_field(game, field, each, false, events);
    abbey_barn_clear_field(game, field, events);
}

/* Those that the tile just laid has joined to a barn. */
static void abbey_barn_pay_joined(struct aude_game *game, struct aude_events *events)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];

    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
        abbey_barn_pay_field(game, game->label[laid->first + s], events);
}

/* In P6 (INT-6); farmers who were paid at once are home already. */
static void abbey_fields(struct aude_game *game, struct aude_events *events)
{
    unsigned field = aude__abbey_new_barn_field(game);

    abbey_barn_pay_joined(game, events);
    if (field != AUDE__NONE) abbey_barn_pay_field(game, field, events);
}

/* AM-21, AM-23 as AT_ONCE: before the capture and the dragon of this part. */
static void abbey_barn_pay_at_once(struct aude_game *game, struct aude_events *events)
{
    if (!abbey_barn_pays_at_once(game)) return;
    game->abbeys.paying = 1;
    abbey_fields(game, events);
    game->abbeys.paying = 0;
    aude__feature_look_again(game);
}

/* The tile just laid, if it has a field where a barn could be. */
static unsigned abbey_stand_tile(const struct aude_game *game)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    unsigned specials = 0;

    for (unsigned m = aude_tiles[laid->kind].of[AUDE_FIELD]; m; m &= m - 1)
        specials |= game->feature[game->label[laid->first + aude__lowest(m)]].specials;
    return specials ? game->turn.laid : AUDE__NONE;
}

/* From the first barn on: one that the tile has reached may pay farmers. */
static void abbey_laid(struct aude_game *game, unsigned tile, struct aude_events *events)
{
    if (abbey_stand_tile(game) != tile) return;
    abbey_barn_pay_at_once(game, events);
    aude__turn_score_due(game);
}

/* The seat's barn onto the field with that handle, and its event. */
static void abbey_barn_stand(struct aude_game *game, unsigned seat, unsigned handle,
                             struct aude_action action, struct aude_events *events)
{
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_BARN, seat);

    abbey_barn_hooks(game, true);
    aude__figure_stand(game, (unsigned)aude__figure_home(game, seat, AUDE_BARN), handle);
    ev->figure = AUDE_BARN;
    ev->feature = AUDE_FIELD;
    ev->x = action.x;
    ev->y = action.y;
}

void aude__abbey_hand_barn_commit(struct aude_game *game, struct aude_action action,
                                  struct aude_events *events)
{
    bool fresh;
    unsigned handle = abbey_barn_corner_field(game, action.x, action.y, &fresh);

    abbey_barn_stand(game, action.arg, handle, action, events);
    aude__feature_look_again(game);
}

void aude__abbey_barn_commit(struct aude_game *game, struct aude_action action,
                             struct aude_events *events)
{
    bool fresh;
    unsigned handle = abbey_barn_corner_field(game, action.x, action.y, &fresh);
    int barn = aude__figure_home(game, game->turn.seat, AUDE_BARN);

    /* AM-19 with ALLOW: a second barn pays the farmers there as joined ones. */
    bool first = !aude__abbey_has_barn(game, game->label[handle]);
    game->abbeys.barn = first ? (uint8_t)(barn + 1) : 0;
    abbey_barn_stand(game, game->turn.seat, handle, action, events);
    abbey_barn_pay_at_once(game, events);
    game->turn.phase++;
}

void aude__abbey_about_barn(const struct aude_game *game, struct aude_action action,
                            struct aude_about *about)
{
    (void)game;
    (void)action;
    about->fields = AUDE_HAS_FIGURE;
    about->figure = AUDE_BARN;
}

/* At the corners of the tile just laid. */
static void abbey_list_barns_here(const struct aude_game *game, struct aude__sink *sink)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];

    /* The corners in the order NW NE SW SE; the tile itself is asked first, which is the
     * cheapest refusal. */
    static const uint8_t order[4] = {0, 1, 3, 2};
    unsigned own = abbey_barn_corners_beside(game);

    if (own) own &= abbey_barn_corners_of(laid);
    for (unsigned k = 0; own && k < 4; k++) {
        unsigned i = order[k];
        struct aude_action barn = {.kind = AUDE_BARN_AT,
                                   .x = (int16_t)(laid->x - corners[i].dx),
                                   .y = (int16_t)(laid->y - corners[i].dy)};
        if (own >> i & 1 && !aude__abbey_barn_check(game, barn))
            aude__sink_add(sink, barn);
    }
}

/* AM-16 as ANY: at every corner of the map; each is the north-west one of some tile. */
static void abbey_list_barns_anywhere(const struct aude_game *game,
                                      struct aude__sink *sink)
{
    for (unsigned tile = 0; tile < game->n_laid; tile++) {
        const struct aude_laid *laid = &game->laid[tile];
        struct aude_action barn = {.kind = AUDE_BARN_AT, .x = laid->x, .y = laid->y};
        if (abbey_barn_field_in_corner(laid, 0) != AUDE_KIND_NONE &&
            !aude__abbey_barn_check(game, barn))
            aude__sink_add(sink, barn);
    }
}

static void abbey_list_barns(const struct aude_game *game, struct aude__sink *sink)
{
    if (!game->player[game->turn.seat].supply[AUDE_BARN]) return;
    if (abbey_barn_on_any_tile(game))
        abbey_list_barns_anywhere(game, sink);
    else
        abbey_list_barns_here(game, sink);
}

/* AM-22 */
static enum aude_err abbey_stand(const struct aude_game *game, unsigned figure,
                                 unsigned tile, unsigned handle)
{
    (void)tile;
    if (handle == AUDE__NONE || !aude__figure_is_follower(figure)) return AUDE_ERR_OK;
    unsigned feature = game->label[handle];
    return game->feature[feature].kind == AUDE_FIELD &&
                   aude__abbey_has_barn(game, feature)
               ? AUDE_ERR_BARN_FIELD
               : AUDE_ERR_OK;
}

/* INT-47: farmers who came from the market to a barn's field. */
static int abbey_farmers(const struct aude_game *game, unsigned field)
{
    return aude__abbey_has_barn(game, field) ? JOINED_POINTS : 0;
}

/* AM-25, AM-26: the owner of a barn gets four points a city; two barns of one owner on a
 * field count once. */
static void abbey_barns(struct aude_game *game, struct aude_events *events)
{
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        bool again = false;
        if (fig->kind != AUDE_BARN || fig->where != AUDE_AT_SEGMENT) continue;
        unsigned field = game->label[fig->at];
        for (unsigned j = 0; j < i; j++)
            again |= game->figure[j].kind == AUDE_BARN &&
                     game->figure[j].seat == fig->seat &&
                     game->figure[j].where == AUDE_AT_SEGMENT &&
                     game->label[game->figure[j].at] == field;
        if (again) continue;
        struct aude__sum sum = {0};
        unsigned cities = aude__score_field_cities(game, field);
        aude__score_sum_add(&sum, AUDE_TERM_CITIES, cities, BARN_POINTS);
        if (game->sw[AUDE_SWITCH_HERD_BARN] &&
            aude__traders_has_herd(game, field)) /* RIV2-13 */
            aude__score_sum_add(&sum, AUDE_TERM_HERD, cities, 1);
        aude__score_award(game, fig->seat, fig->at, AUDE_FIELD, &sum, true, events);
    }
}

/* -- The mayor -------------------------------------------------------------------------- */

/* AM-12 */
unsigned aude__abbey_mayor_counts(const struct aude_feature *f)
{
    return f->shields;
}

/* -- The wagon -------------------------------------------------------------------------- */

/* AM-31, AM-34: the segments of a tile that are places for wagons, incomplete and unoccupied, one bit
 * each. Most are not, and nobody can guess which: branch-free. */
static unsigned abbey_wagon_places(const struct aude_game *game, unsigned tile)
{
    const struct aude_laid *laid = &game->laid[tile];
    unsigned kinds = aude__figure_rows[AUDE_WAGON].features, found = 0;

    for (unsigned s = aude_tiles[laid->kind].n_segments; s--;) {
        const struct aude_feature *f = &game->feature[game->label[laid->first + s]];
        found =
            2 * found + ((kinds >> f->kind & 1) & (f->open != 0) & !aude_followers(f));
    }
    return found;
}

/* The segments of the tile that a segment of the scored feature meets at a point of it, one bit each. */
static unsigned abbey_wagon_meets_on_tile(const struct aude_game *game, unsigned tile,
                                          unsigned scored)
{
    const struct aude_laid *laid = &game->laid[tile];
    const struct aude_tile *kind = &aude_tiles[laid->kind];
    unsigned own = 0, touched = 0;

    for (unsigned s = kind->n_segments; s--;)
        own = 2 * own + (game->label[laid->first + s] == scored);
    for (unsigned g = 0; g < kind->n_wagon; g++)
        touched |= kind->wagon[g] & own ? kind->wagon[g] : 0u;
    return touched;
}

static bool abbey_is(const struct aude_game *game, int tile)
{
    return tile >= 0 && aude_tiles[game->laid[tile].kind].edge[0] == AUDE_EDGE_ABBEY;
}

/* Across a side: a road or city closed by an abbey touches that abbey, and an abbey the
 * roads and cities around it (AM-33). */
static bool abbey_wagon_meets_across(const struct aude_game *game, unsigned tile,
                                     unsigned segment, unsigned scored)
{
    const struct aude_laid *laid = &game->laid[tile];
    bool here = abbey_is(game, (int)tile);
    unsigned sides =
        here ? 15
             : aude__turn_sides(aude_tiles[laid->kind].segment[segment].sides, laid->rot);

    for (unsigned m = sides; m; m &= m - 1) {
        unsigned side = aude__lowest(m);
        int other =
            aude_game_tile_at(game, laid->x + aude__dx(side), laid->y + aude__dy(side));
        if (other < 0 || here == abbey_is(game, other)) continue;
        const struct aude_laid *beyond = &game->laid[other];
        unsigned at = 3 * ((aude__opposite(side) - beyond->rot) & 3) + 1;
        unsigned facing = abbey_is(game, other) ? 0 : aude_tiles[beyond->kind].port[at];
        if (!here && game->sw[AUDE_SWITCH_WAGON_FROM_ABBEY]) continue;
        if (facing != AUDE_KIND_NONE && game->label[beyond->first + facing] == scored)
            return true;
    }
    return false;
}

static bool abbey_wagon_is_nearby(const struct aude_game *game, unsigned tile)
{
    const struct aude_figure *wagon = &game->figure[game->abbeys.wagon];
    const struct aude_laid *from = aude_laid_of(game, wagon->at), *to = &game->laid[tile];
    int dx = from->x - to->x, dy = from->y - to->y;

    if (wagon->guest) return false; /* INT-54 */
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
}

/* Those of the segments of a tile to which the wagon may go. `abbeys`: an abbey is beside a tile of the scored feature,
 * or is one. */
static unsigned abbey_wagon_goals(const struct aude_game *game, unsigned tile,
                                  bool abbeys)
{
    unsigned scored = game->label[game->figure[game->abbeys.wagon].at],
             found = abbey_wagon_places(game, tile), goals = 0;
    bool nearby = game->sw[AUDE_SWITCH_WAGON_MOVE] == AUDE_WAGON_NEARBY;

    if (nearby)
        goals = abbey_wagon_is_nearby(game, tile) ? found : 0;
    else
        goals = found & abbey_wagon_meets_on_tile(game, tile, scored);
    for (unsigned m = nearby || !abbeys ? 0 : found & ~goals; m; m &= m - 1)
        if (abbey_wagon_meets_across(game, tile, aude__lowest(m), scored))
            goals |= m & -m;
    for (unsigned m = goals; m; m &= m - 1)
        if (aude__put_stand_allowed(game, AUDE_WAGON, tile,
                                    game->laid[tile].first + aude__lowest(m)))
            goals &= ~(m & -m);
    return goals;
}

enum aude_err aude__abbey_move_check(const struct aude_game *game,
                                     struct aude_action action)
{
    int tile = aude_game_tile_at(game, action.x, action.y);

    if (tile < 0 || action.figure != AUDE_WAGON ||
        action.segment >= aude_tiles[game->laid[tile].kind].n_segments)
        return AUDE_ERR_WAGON_MOVE;
    return abbey_wagon_goals(game, (unsigned)tile, true) >> action.segment & 1
               ? AUDE_ERR_OK
               : AUDE_ERR_WAGON_MOVE;
}

/* Laid tiles on which there may be a goal, and whether abbeys are among them or beside them. */
struct tiles {
    bool abbeys;
    uint32_t bit[AUDE_TILES_MAX / 32];
};

static void abbey_wagon_mark(struct tiles *tiles, unsigned tile)
{
    tiles->bit[tile / 32] |= (uint32_t)1 << tile % 32;
}

/* The tiles around x,y, its corners too, and the one there. */
static void abbey_wagon_mark_around(const struct aude_game *game, int x, int y,
                                    struct tiles *tiles)
{
    for (int i = 0; i < 9; i++) {
        int tile = aude__board_tile_at_key(game, aude_key(x + i % 3 - 1, y + i / 3 - 1));
        if (tile >= 0) abbey_wagon_mark(tiles, (unsigned)tile);
    }
}

/* The abbeys over the sides of a tile, or, if it is an abbey itself, all tiles over its sides. */
static void abbey_wagon_mark_across(const struct aude_game *game, unsigned tile,
                                    struct tiles *tiles)
{
    uint16_t key = aude_key(game->laid[tile].x, game->laid[tile].y);
    bool here = abbey_is(game, (int)tile);

    tiles->abbeys |= here;
    for (unsigned side = 0; side < 4; side++) {
        int other = aude__board_tile_at_key(game, aude_key_beside(key, side));
        if (!(here ? other >= 0 : abbey_is(game, other))) continue;
        tiles->abbeys = true;
        abbey_wagon_mark(tiles, (unsigned)other);
    }
}

/* Marks the tiles where the wagon might go: around its own tile, or those of its feature and abbeys beside them. */
static void abbey_wagon_mark_reach(const struct aude_game *game, struct tiles *tiles)
{
    unsigned at = game->figure[game->abbeys.wagon].at;
    const struct aude_feature *f = &game->feature[game->label[at]];
    const struct aude_laid *laid = aude_laid_of(game, at);

    if (game->sw[AUDE_SWITCH_WAGON_MOVE] == AUDE_WAGON_NEARBY) {
        abbey_wagon_mark_around(game, laid->x, laid->y, tiles);
        return;
    }
    for (unsigned i = 0, h = f->head; i < f->size; i++, h = aude_next(game, h)) {
        unsigned tile = aude_tile_of(game, h);
        abbey_wagon_mark(tiles, tile);
        abbey_wagon_mark_across(game, tile, tiles);
    }
}

/* Stops when the list has `enough` actions. */
static void abbey_list_wagon(const struct aude_game *game, int enough,
                             struct aude__sink *sink)
{
    struct tiles tiles = {0};

    aude__sink_add(sink, (struct aude_action){.kind = AUDE_GO_HOME});
    abbey_wagon_mark_reach(game, &tiles);
    for (unsigned i = 0; 32 * i < game->n_laid; i++)
        for (unsigned m = tiles.bit[i]; m && sink->n < enough; m &= m - 1) {
            unsigned tile = 32 * i + aude__lowest(m);
            const struct aude_laid *laid = &game->laid[tile];
            for (unsigned g = abbey_wagon_goals(game, tile, tiles.abbeys); g; g &= g - 1)
                aude__sink_word_if(
                    sink,
                    aude__action_word(laid, AUDE_MOVE, AUDE_WAGON, aude__lowest(g), 0),
                    true);
        }
}

void aude__abbey_list_wagon(const struct aude_game *game, struct aude__sink *sink)
{
    abbey_list_wagon(game, AUDE_ACTIONS_MAX, sink);
}

void aude__abbey_wagon_rests(struct aude_game *game, unsigned figure)
{
    aude__figure_take(game, figure, AUDE_AT_REST, game->figure[figure].at);
    aude__turn_phase_due(game, AUDE_PHASE_WAGON, true);
}

/* A scored wagon counts as off the map until its owner has decided (AM-31). */
static bool abbey_holds(struct aude_game *game, unsigned figure)
{
    if (game->figure[figure].kind != AUDE_WAGON) return false;
    aude__abbey_wagon_rests(game, figure);
    return true;
}

/* The next scored wagon, in seat order from the active player (AM-32), or -1. */
static int abbey_next_wagon(const struct aude_game *game)
{
    for (unsigned k = 0, seat = game->turn.seat; k < game->n_seats; k++, seat++) {
        unsigned who = seat < game->n_seats ? seat : seat - game->n_seats;
        uint64_t resting = game->player[who].at[AUDE_AT_REST];
        if (resting) return (int)aude__first_of(game, who, resting);
    }
    return -1;
}

/* A wagon waits only if the tile completed something. */
enum aude__step aude__abbey_on_wagon(struct aude_game *game, struct aude_events *events)
{
    for (int wagon; game->turn.n_completed && (wagon = abbey_next_wagon(game)) >= 0;) {
        struct aude__sink sink = {0};
        game->abbeys.wagon = (uint8_t)wagon;
        game->turn.actor = game->figure[wagon].seat;
        abbey_list_wagon(game, 2, &sink);
        if (sink.n > 1) return AUDE__STEP_WAIT;
        aude__figure_return(game, (unsigned)wagon, events);
    }
    game->abbeys.wagon = AUDE_SEAT_NONE;
    aude__turn_phase_due(game, AUDE_PHASE_WAGON, false);
    return AUDE__STEP_ON;
}

void aude__abbey_move_commit(struct aude_game *game, struct aude_action action,
                             struct aude_events *events)
{
    unsigned wagon = game->abbeys.wagon, seat = game->figure[wagon].seat;
    const struct aude_laid *laid =
        &game->laid[aude_game_tile_at(game, action.x, action.y)];
    struct aude_event spare;

    game->player[seat].supply[AUDE_WAGON]++; /* aude__figure_stand() takes it out of the
                                              * supply */
    aude__figure_stand(game, wagon, (unsigned)(laid->first + action.segment));
    game->figure[wagon].guest = 0; /* a wagon from a quarter is on a tile now (COC-14) */
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_MOVE, seat);
    ev->figure = AUDE_WAGON;
    ev->feature = aude_tiles[laid->kind].segment[action.segment].kind;
    ev->segment = action.segment;
    ev->x = action.x;
    ev->y = action.y;
}

void aude__abbey_go_home_commit(struct aude_game *game, struct aude_action action,
                                struct aude_events *events)
{
    (void)action;
    aude__figure_return(game, game->abbeys.wagon, events);
}

/* The mayor needs a city; most tiles have none that is free. Where all kinds were looked for at once, that is known already. */
static void abbey_list(const struct aude_game *game, struct aude__sink *sink)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    unsigned cities = game->turn.free & aude_tiles[laid->kind].of[AUDE_CITY];

    aude__put_list(game, AUDE_WAGON, sink);
    if (sink->puts_left || cities | sink->reaching)
        aude__put_list(game, AUDE_MAYOR, sink);
    abbey_list_barns(game, sink);
}

const struct aude__set aude__set_abbey = {
    .name = "abbey-mayor",
    .title = "V Abbey & Mayor",
    .playable = 1,
    .figures = {[AUDE_WAGON] = 1, [AUDE_MAYOR] = 1, [AUDE_BARN] = 1},
    .phases = AUDE__IN(SOURCE) | AUDE__IN(WAGON),
    .setup = abbey_setup,
    .laid = abbey_laid,
    .stand = abbey_stand,
    .stand_tile = abbey_stand_tile,
    .list = abbey_list,
    .source = abbey_source,
    .more = abbey_more,
    .holds = abbey_holds,
    .fields = abbey_fields,
    .farmers = abbey_farmers,
    .barns = abbey_barns,
};
