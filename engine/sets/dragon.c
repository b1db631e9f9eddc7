/* dragon.c -- expansion III, The Princess & the Dragon.
 *
 *   fairy     beside an own follower, as the action; 1 point a turn, 3 with a scored
 *             feature, and the dragon keeps off her tile           PD-5 to PD-10
 *   volcano   the dragon comes; no follower on its tile            PD-11, PD-12, PD-13
 *   dragon    six steps, each seat in turn; eats what it meets     PD-14 to PD-21
 *             its tiles wait aside until it is there               PD-22 to PD-24
 *   portal    a follower onto any tile                             PD-25 to PD-28
 *   princess  removes a knight of the city she continues           PD-29 to PD-33 */
#include "engine.h"

static bool placed_mark(const struct aude_game *game, unsigned mark)
{
    return aude_tiles[game->laid[game->turn.laid].kind].marks & mark;
}

static void dragon_setup(struct aude_game *game)
{
    game->dragon.at = game->dragon.fairy = game->dragon.bound = AUDE_NOWHERE;
}

/* -- The fairy -------------------------------------------------------------------------- */

static bool by_follower(const struct aude_game *game)
{
    return game->sw[AUDE_SWITCH_FAIRY_BINDING] == AUDE_FAIRY_BY_FOLLOWER;
}

/* PD-5: an own follower on the map where she is not yet. */
static bool fairy_may_join(const struct aude_game *game, unsigned figure)
{
    const struct aude_figure *fig = &game->figure[figure];
    bool quarter = game->sw[AUDE_SWITCH_FAIRY_QUARTER] && by_follower(game);
    unsigned tile =
        quarter ? aude__figure_near(game, figure) : aude__figure_tile(game, figure);
    bool free =
        by_follower(game) ? game->dragon.bound != figure : game->dragon.fairy != tile;

    return (fig->seat == game->turn.seat) & (tile != AUDE__NONE) & free &
           !game->sw[AUDE_SWITCH_FAIRY] & aude__figure_is_follower(fig->kind);
}

/* The follower meant by the action: of two alike, one she is not bound to yet. */
static int fairy_target(const struct aude_game *game, struct aude_action action)
{
    int first = aude__plays(game, AUDE_SET_DRAGON) ? aude__target(game, action) : -1;

    for (unsigned i = first < 0 ? game->n_figures : (unsigned)first; i < game->n_figures;
         i++)
        if (fairy_may_join(game, i) && game->figure[i].kind == action.figure &&
            game->figure[i].where == game->figure[first].where &&
            game->figure[i].at == game->figure[first].at)
            return (int)i;
    return -1;
}

enum aude_err aude__fairy_check(const struct aude_game *game, struct aude_action action)
{
    return fairy_target(game, action) < 0 ? AUDE_ERR_FAIRY_TARGET : AUDE_ERR_OK;
}

void aude__fairy_commit(struct aude_game *game, struct aude_action action,
                        struct aude_events *events)
{
    unsigned figure = (unsigned)fairy_target(game, action);
    struct aude_event spare;

    game->dragon.fairy = (uint16_t)aude__figure_near(game, figure);
    game->dragon.bound = (uint16_t)figure;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_FAIRY, game->turn.seat);
    ev->figure = action.figure;
    ev->segment = action.segment;
    ev->x = action.x;
    ev->y = action.y;
    game->turn.phase++;
}

/* The own followers she may join. Which of them are on the map cannot be guessed. */
static unsigned fairy_targets(const struct aude_game *game, uint8_t *list)
{
    const struct aude_player *player = &game->player[game->turn.seat];
    unsigned n = 0;

    for (unsigned i = player->first; i < player->first + player->n_figures; i++) {
        list[n] = (uint8_t)i;
        n += fairy_may_join(game, i);
    }
    return n;
}

/* Every one once; of those alike on one segment the first. Bound to the tile, two followers
 * on it are two names for the same thing. */
static void list_fairy(const struct aude_game *game, struct aude__sink *sink)
{
    uint8_t list[AUDE_FIGURES_MAX];
    unsigned n = fairy_targets(game, list);

    for (unsigned i = 0; i < n; i++) {
        unsigned j = 0;
        while (j < i && !aude__alike(game, list[i], list[j])) j++;
        if (j == i) aude__sink_add(sink, aude__as_target(game, list[i], AUDE_FAIRY));
    }
}

/* Is this figure with the fairy? */
static bool with_fairy(const struct aude_game *game, unsigned figure)
{
    if (by_follower(game)) return game->dragon.bound == figure;
    return game->dragon.fairy != AUDE_NOWHERE &&
           aude__figure_tile(game, figure) == game->dragon.fairy &&
           aude__figure_is_follower(game->figure[figure].kind) &&
           !game->figure[figure].guest;
}

/* Points of the fairy count for the place where she stands. */
static void award_fairy(struct aude_game *game, unsigned seat, int points, bool final,
                        struct aude_events *events)
{
    struct aude__sum sum = {0};

    aude__sum_add(&sum, AUDE_TERM_FAIRY, 1, points);
    aude__score_award(game, seat, game->laid[game->dragon.fairy].first, AUDE_FROM_FAIRY,
                      &sum, final, events);
}

/* Could anybody of these seats be with her: in a feature of her tile, or on its tower? Where
 * she is bound to a follower, that one knows. */
static bool maybe_with_fairy(const struct aude_game *game, uint64_t seats)
{
    if (game->dragon.fairy == AUDE_NOWHERE) return false;
    const struct aude_laid *laid = &game->laid[game->dragon.fairy];
    uint64_t any = by_follower(game) | game->towers.closed[game->dragon.fairy];
    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
        any |= game->feature[game->label[laid->first + s]].followers & seats;
    return any != 0;
}

/* PD-7: one point at the start of the turn, however many stand there. */
static void dragon_begin(struct aude_game *game, struct aude_events *events)
{
    const struct aude_player *player = &game->player[game->turn.seat];

    if (!maybe_with_fairy(game, (uint64_t)255 << 8 * game->turn.seat)) return;
    for (unsigned i = player->first; i < player->first + player->n_figures; i++)
        if (with_fairy(game, i)) {
            award_fairy(game, game->turn.seat, 1, false, events);
            return;
        }
}

/* Has her tile a segment of the feature? */
static bool touches_fairy(const struct aude_game *game, unsigned feature)
{
    if (game->dragon.fairy == AUDE_NOWHERE) return false;
    const struct aude_laid *laid = &game->laid[game->dragon.fairy];
    bool here = by_follower(game);
    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
        here |= game->label[laid->first + s] == feature;
    return here;
}

/* PD-8: three points to everybody whose follower is in the feature and with the fairy. */
static void dragon_scored(struct aude_game *game, unsigned feature, bool final,
                          struct aude_events *events)
{
    unsigned paid = 0;

    if (!touches_fairy(game, feature)) return;
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *fig = &game->figure[i];
        if (!with_fairy(game, i) || paid >> fig->seat & 1) continue;
        if (fig->where != AUDE_AT_SEGMENT || game->label[fig->at] != feature) continue;
        paid |= 1u << fig->seat;
        award_fairy(game, fig->seat, 3, final, events);
    }
}

/* PD-6: when her follower leaves she stays on the tile, bound to nobody. */
static void dragon_left(struct aude_game *game, unsigned figure)
{
    if (game->dragon.bound == figure) game->dragon.bound = AUDE_NOWHERE;
}

/* -- Tiles that wait, and the volcano --------------------------------------------------- */

/* PD-22 */
static bool dragon_drawn(struct aude_game *game, aude_kind tile,
                         struct aude_events *events)
{
    struct aude_event spare;

    if (game->dragon.at != AUDE_NOWHERE || game->sw[AUDE_SWITCH_DRAGON] ||
        !(aude_tiles[tile].marks & AUDE_MARK_DRAGON))
        return true;
    game->dragon.aside[game->dragon.n_aside++] = tile;
    aude__event(events, &spare, AUDE_EV_ASIDE, game->turn.seat)->tile = tile;
    return false;
}

/* PD-23: back into the places they were drawn from, then all that is left is shuffled. */
static void shuffle_back(struct aude_game *game, struct aude_events *events)
{
    struct aude_pile *pile = &game->pile;
    unsigned n = game->dragon.n_aside;
    struct aude_event spare;

    if (!n) return;
    pile->next = (uint16_t)(pile->next - n);
    memcpy(pile->kind + pile->next, game->dragon.aside, n);
    game->dragon.n_aside = 0;
    aude__event(events, &spare, AUDE_EV_BACK, game->turn.seat)->points = (int16_t)n;
    if (game->hidden)
        aude__sort_kinds(pile->kind + pile->next, (unsigned)(pile->n - pile->next));
    else
        aude__shuffle(game, pile->kind + pile->next, (unsigned)(pile->n - pile->next));
}

static void say_dragon(struct aude_game *game, unsigned seat, struct aude_events *events)
{
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_DRAGON, seat);

    ev->x = game->laid[game->dragon.at].x;
    ev->y = game->laid[game->dragon.at].y;
}

/* PD-11: the dragon comes to the volcano at once and eats nothing on the way. */
static void dragon_laid(struct aude_game *game, unsigned tile, struct aude_events *events)
{
    if (!placed_mark(game, AUDE_MARK_VOLCANO) || game->sw[AUDE_SWITCH_DRAGON]) return;
    game->dragon.at = (uint16_t)tile;
    say_dragon(game, game->turn.seat, events);
    shuffle_back(game, events);
}

/* PD-12, PD-13: no follower where the dragon is; builder and pig may join it on the volcano
 * just laid. */
static enum aude_err dragon_stand(const struct aude_game *game, unsigned figure,
                                  unsigned tile, unsigned handle)
{
    if (game->dragon.at != tile) return AUDE_ERR_OK;
    if (handle == AUDE__NONE && game->sw[AUDE_SWITCH_TOWER_TOP_DRAGON])
        return AUDE_ERR_OK;
    if (aude__figure_is_follower(figure)) return AUDE_ERR_DRAGON_HERE;
    return game->sw[AUDE_SWITCH_VOLCANO_SPECIALS] == AUDE_VOLCANO_FORBID
               ? AUDE_ERR_VOLCANO
               : AUDE_ERR_OK;
}

/* -- The dragon walks ------------------------------------------------------------------- */

static unsigned steps_max(const struct aude_game *game)
{
    char value[8];
    long n = 6;

    if (aude_switch_value(AUDE_SWITCH_DRAGON_STEPS, game->sw[AUDE_SWITCH_DRAGON_STEPS],
                          value, sizeof value))
        aude__parse_int(value, 1, 12, &n);
    return (unsigned)n;
}

/* The tile beyond `side` if the dragon may go there (PD-16), or -1. */
static int step_to(const struct aude_game *game, unsigned side)
{
    const struct aude_dragon *dragon = &game->dragon;
    const struct aude_laid *from = &game->laid[dragon->at];
    int tile =
        aude_game_tile_at(game, from->x + aude__dx(side), from->y + aude__dy(side));

    if (tile < 0 || tile == dragon->fairy) return -1;
    /* The inner tiles of Carcassonne are nothing but walls. */
    if (aude_tiles[game->laid[tile].kind].walls == 255) return -1;
    for (unsigned i = 0; i <= dragon->steps; i++)
        if (dragon->visited[i] == tile) return -1;
    return tile;
}

static bool can_step(const struct aude_game *game)
{
    for (unsigned side = 0; side < 4; side++)
        if (step_to(game, side) >= 0) return true;
    return false;
}

/* A walk is under way while its first tile is noted. */
static bool walking(const struct aude_game *game)
{
    return game->turn.walking;
}

static enum aude__step walk(struct aude_game *game)
{
    struct aude_dragon *dragon = &game->dragon;

    if (!walking(game)) {
        if (!placed_mark(game, AUDE_MARK_DRAGON) || game->turn.walked ||
            dragon->at == AUDE_NOWHERE)
            return AUDE__STEP_ON;
        dragon->steps = 0;
        dragon->visited[0] = dragon->at;
        game->turn.walking = 1;
        game->turn.actor = game->turn.seat;
    }
    if (dragon->steps < steps_max(game) && can_step(game)) return AUDE__STEP_WAIT;
    game->turn.walking = 0;
    game->turn.walked = 1;
    return AUDE__STEP_ON;
}

enum aude__step aude__enter_dragon(struct aude_game *game, struct aude_events *events)
{
    (void)events;
    return game->sw[AUDE_SWITCH_DRAGON_TIMING] == AUDE_DRAGON_BEFORE ? walk(game)
                                                                     : AUDE__STEP_ON;
}

enum aude__step aude__enter_dragon_late(struct aude_game *game,
                                        struct aude_events *events)
{
    (void)events;
    return game->sw[AUDE_SWITCH_DRAGON_TIMING] == AUDE_DRAGON_AFTER ? walk(game)
                                                                    : AUDE__STEP_ON;
}

enum aude_err aude__step_check(const struct aude_game *game, struct aude_action action)
{
    return action.arg < 4 && step_to(game, action.arg) >= 0 ? AUDE_ERR_OK : AUDE_ERR_STEP;
}

/* Does a feature of the dragon's tile hold anybody, or its tower? */
static bool anybody_near(const struct aude_game *game)
{
    const struct aude_laid *laid = &game->laid[game->dragon.at];
    uint64_t any = game->towers.closed[game->dragon.at];

    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++) {
        const struct aude_feature *f = &game->feature[game->label[laid->first + s]];
        any |= f->followers | f->specials;
    }
    return any != 0;
}

/* PD-18: followers, builders and pigs go home, barns stay; then the lonely ones (PD-19). */
static void eat(struct aude_game *game, struct aude_events *events)
{
    unsigned n = anybody_near(game) ? game->n_figures : 0;
    bool eaten = false;

    for (unsigned i = 0; i < n; i++) {
        if (aude__figure_tile(game, i) != game->dragon.at ||
            game->figure[i].kind == AUDE_BARN)
            continue;
        aude__figure_return(game, i, events);
        eaten = true;
    }
    if (eaten) aude__lonely_home(game, events);
}

void aude__step_commit(struct aude_game *game, struct aude_action action,
                       struct aude_events *events)
{
    struct aude_dragon *dragon = &game->dragon;
    unsigned actor = game->turn.actor;

    dragon->at = (uint16_t)step_to(game, action.arg);
    dragon->visited[++dragon->steps] = dragon->at;
    say_dragon(game, actor, events);
    eat(game, events);
    game->turn.actor = (uint8_t)(actor + 1 == game->n_seats ? 0 : actor + 1); /* PD-15 */
}

void aude__list_steps(const struct aude_game *game, struct aude__sink *sink)
{
    for (unsigned side = 0; side < 4; side++)
        if (step_to(game, side) >= 0)
            aude__sink_add(sink,
                           (struct aude_action){.kind = AUDE_STEP, .arg = (uint8_t)side});
}

/* -- The portal ------------------------------------------------------------------------- */

/* PD-25 to PD-27: a follower may go anywhere from a portal tile, but not to what is complete;
 * on the tile just laid the usual order holds, unless read strictly. */
static enum aude_err dragon_reach(const struct aude_game *game, unsigned figure,
                                  unsigned tile, unsigned handle)
{
    bool here = tile == game->turn.laid;
    bool portal = placed_mark(game, AUDE_MARK_PORTAL) && !game->sw[AUDE_SWITCH_PORTAL];
    unsigned reading = game->sw[AUDE_SWITCH_PORTAL_JUST_COMPLETED];

    if (here && (!portal || reading != AUDE_PORTAL_NEVER)) return AUDE_ERR_OK;
    if (!portal) return AUDE_ERR_NOT_LAID_TILE;
    if (!here && !aude__figure_is_follower(figure)) return AUDE_ERR_PORTAL; /* PD-27 */
    unsigned label = game->label[handle];
    if (!aude__feature_complete(&game->feature[label])) return AUDE_ERR_OK;
    return reading == AUDE_PORTAL_ANY_UNSCORED && aude__completed_now(game, label)
               ? AUDE_ERR_OK
               : AUDE_ERR_PORTAL_COMPLETE;
}

/* Segments of free features that are not complete, of kinds the figure may claim; under
 * ANY_UNSCORED the complete ones too. Hundreds, in no order a processor could guess. */
static unsigned portal_goals(const struct aude_game *game, unsigned kinds, unsigned any,
                             uint16_t *list)
{
    unsigned n = 0;

    for (unsigned h = 0; h < game->n_handles; h++) {
        const struct aude_feature *f = &game->feature[game->label[h]];
        list[n] = (uint16_t)h;
        n += (kinds >> f->kind & 1) & !f->followers &
             (any | (f->open != 0) | (f->kind == AUDE_FIELD));
    }
    return n;
}

static void dragon_reach_list(const struct aude_game *game, unsigned figure,
                              struct aude__sink *sink)
{
    bool any = game->sw[AUDE_SWITCH_PORTAL_JUST_COMPLETED] == AUDE_PORTAL_ANY_UNSCORED;
    uint16_t list[AUDE_HANDLES_MAX];

    if (!placed_mark(game, AUDE_MARK_PORTAL) || game->sw[AUDE_SWITCH_PORTAL] ||
        !aude__figure_is_follower(figure))
        return;
    unsigned n = portal_goals(game, aude__claims(game, figure), any, list);
    for (unsigned i = 0; i < n; i++) {
        unsigned tile = game->tile_of[list[i]];
        const struct aude_laid *laid = &game->laid[tile];
        if (tile == game->turn.laid ||
            (any && dragon_reach(game, figure, tile, list[i])) ||
            aude__stand_allowed(game, figure, tile, list[i]))
            continue;
        aude__sink_add(sink,
                       (struct aude_action){.kind = AUDE_PUT,
                                            .figure = (uint8_t)figure,
                                            .segment = (uint8_t)(list[i] - laid->first),
                                            .x = laid->x,
                                            .y = laid->y});
    }
}

/* -- The princess ----------------------------------------------------------------------- */

/* PD-29: the city that the tile's princess continues, or AUDE__NONE. */
static unsigned princess_city(const struct aude_game *game)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    const struct aude_tile *tile = &aude_tiles[laid->kind];

    for (unsigned s = 0; s < tile->n_segments; s++)
        if (tile->segment[s].tags & AUDE_TAG_PRINCESS &&
            game->sw[AUDE_SWITCH_PRINCESS] != AUDE_PRINCESS_OFF)
            return game->label[laid->first + s];
    return AUDE__NONE;
}

static bool is_knight_of(const struct aude_game *game, unsigned figure, unsigned city)
{
    const struct aude_figure *fig = &game->figure[figure];

    return fig->where == AUDE_AT_SEGMENT && aude__figure_is_follower(fig->kind) &&
           game->label[fig->at] == city;
}

static bool princess_must(const struct aude_game *game)
{
    unsigned city = game->sw[AUDE_SWITCH_PRINCESS] != AUDE_PRINCESS_MUST
                        ? (unsigned)AUDE__NONE
                        : princess_city(game);

    return city != AUDE__NONE && game->feature[city].followers;
}

/* PD-29 as MUST; a ransom is no action of P3. */
static enum aude_err dragon_must(const struct aude_game *game, struct aude_action action)
{
    bool other = action.kind != AUDE_REMOVE && action.kind != AUDE_RANSOM;

    return other && princess_must(game) ? AUDE_ERR_PRINCESS_MUST : AUDE_ERR_OK;
}

enum aude_err aude__remove_check(const struct aude_game *game, struct aude_action action)
{
    unsigned city = aude__plays(game, AUDE_SET_DRAGON) ? princess_city(game) : AUDE__NONE;
    int figure = aude__target(game, action);

    return city != AUDE__NONE && figure >= 0 && is_knight_of(game, (unsigned)figure, city)
               ? AUDE_ERR_OK
               : AUDE_ERR_PRINCESS;
}

void aude__remove_commit(struct aude_game *game, struct aude_action action,
                         struct aude_events *events)
{
    aude__figure_return(game, (unsigned)aude__target(game, action), events);
    aude__lonely_home(game, events); /* PD-31 */
    game->turn.phase++;
}

static void list_princess(const struct aude_game *game, struct aude__sink *sink)
{
    unsigned city = princess_city(game);

    for (unsigned i = 0; i < game->n_figures && city != AUDE__NONE; i++) {
        if (!is_knight_of(game, i, city)) continue;
        if (aude__first_alike(game, i))
            aude__sink_add(sink, aude__as_target(game, i, AUDE_REMOVE));
    }
}

static void dragon_list(const struct aude_game *game, struct aude__sink *sink)
{
    list_princess(game, sink);
    if (!princess_must(game)) list_fairy(game, sink);
}

const struct aude__set aude__set_dragon = {
    .name = "princess-dragon",
    .title = "III The Princess & the Dragon",
    .playable = 1,
    .phases = 1u << AUDE_PHASE_DRAGON | 1u << AUDE_PHASE_DRAGON_LATE,
    .setup = dragon_setup,
    .begin = dragon_begin,
    .drawn = dragon_drawn,
    .laid = dragon_laid,
    .stand = dragon_stand,
    .reach = dragon_reach,
    .reach_list = dragon_reach_list,
    .left = dragon_left,
    .scored = dragon_scored,
    .list = dragon_list,
    .must = dragon_must,
};
