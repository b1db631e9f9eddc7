/* catapult_seduce.c -- the catapult's seduction: who is nearest, and who takes the place.
 *
 *   chosen       the follower nearest to the token, if it touches a tile   CAT-7, CAT-21
 *   replacement  an own follower that suits the place, from the supply or  CAT-22, INT-51
 *                from elsewhere on the map; or none */
#include "sets/catapult_internal.h"

/* CAT-22: may an own follower of that kind stand exactly where figure `chosen` stands? */
static bool seduce_suits(const struct aude_game *game, unsigned kind, unsigned chosen)
{
    const struct aude_figure *fig = &game->figure[chosen];

    if (!aude__figure_is_follower(kind)) return false;
    if (fig->seat == aude__thrower(game) && fig->kind == kind) return false;
    switch (fig->where) {
    case AUDE_AT_TOWER:
        return (kind == AUDE_SMALL || kind == AUDE_LARGE) &&
               !aude__put_stand_allowed(game, kind, fig->at, AUDE__NONE);
    case AUDE_AT_QUARTER:
        return aude__count_may_enter(game, kind, fig->at);
    default:
        return aude__figure_rows[kind].features >>
                       game->feature[game->label[fig->at]].kind &
                   1 &&
               !aude__put_stand_allowed(game, kind, aude_tile_of(game, fig->at), fig->at);
    }
}

/* May figure `i` of the thrower leave its place? A follower in a quarter may not. */
static bool seduce_can_come(const struct aude_game *game, unsigned i)
{
    return game->figure[i].seat == aude__thrower(game) &&
           aude__figure_tile(game, i) != AUDE__NONE;
}

/* The thrower's followers on tiles that suit the place, bits as in aude_player.at; `supply` gets the kinds of those in the
 * supply. KIND BY KIND: whether a follower suits hangs on its kind alone, and there are more figures than kinds. */
static uint64_t seduce_suiting(const struct aude_game *game, unsigned chosen,
                               unsigned *supply)
{
    unsigned seat = aude__thrower(game);
    const struct aude_player *player = &game->player[seat];
    uint64_t out = aude__followers_out(game, seat), suiting = 0;

    *supply = 0;
    for (unsigned kind = 0; kind < AUDE_FIGURE_KINDS; kind++) {
        uint64_t these = out & game->kinds[kind];
        unsigned some = player->supply[kind] != 0;
        if (!(these | some) || !seduce_suits(game, kind, chosen)) continue;
        suiting |= these;
        *supply |= some << kind;
    }
    return suiting;
}

static bool seduce_replaceable(const struct aude_game *game, unsigned chosen)
{
    unsigned seat = aude__thrower(game), supply;

    for (uint64_t m = seduce_suiting(game, chosen, &supply); m; m &= m - 1)
        if (seduce_can_come(game, aude__first_of(game, seat, m))) return true;
    return supply != 0;
}

/* Fills `may` with the followers that may be chosen, of several alike only with the first; returns how
 * many (CAT-21). */
static unsigned seduce_nearest(const struct aude_game *game,
                               uint8_t may[AUDE_FIGURES_MAX])
{
    unsigned n = 0, all;

    if (!aude__physics_touches_tile(game, game->catapult.rest)) return 0;
    all = aude__physics_nearest(game, game->catapult.rest, may);
    for (unsigned k = 0; k < all; k++) {
        unsigned i = may[k];
        may[n] = (uint8_t)i;
        n += aude__figure_target(game, aude__figure_as_target(game, i, AUDE_PICK)) ==
             (int)i;
    }
    return n;
}

static void seduce_choose(struct aude_game *game, unsigned figure,
                          struct aude_events *events)
{
    game->catapult.chosen = (uint16_t)figure;
    aude__catapult_say_figure(game, figure, AUDE_EV_NEAREST, 0, events);
}

/* Is there anything to decide? A thrower who could only decline is not asked. */
enum aude__step aude__catapult_seduce_on(struct aude_game *game,
                                         struct aude_events *events)
{
    struct aude_catapult *cat = &game->catapult;
    uint8_t may[AUDE_FIGURES_MAX];
    bool some = false;
    unsigned n = cat->kind == AUDE_SEDUCTION ? seduce_nearest(game, may) : 0;

    for (unsigned k = 0; k < n; k++) {
        if (n == 1 && cat->chosen == AUDE_NOWHERE) seduce_choose(game, may[k], events);
        if (cat->chosen == AUDE_NOWHERE || cat->chosen == may[k])
            some = some || seduce_replaceable(game, may[k]);
    }
    game->turn.actor = (uint8_t)aude__thrower(game);
    return some ? AUDE__STEP_WAIT : AUDE__STEP_ON;
}

enum aude_err aude__catapult_seduce_pick_check(const struct aude_game *game,
                                               struct aude_action action)
{
    uint8_t may[AUDE_FIGURES_MAX];
    int figure = aude__figure_target(game, action);

    if (game->catapult.chosen != AUDE_NOWHERE || figure < 0) return AUDE_ERR_PICK;
    for (unsigned n = seduce_nearest(game, may); n;)
        if (may[--n] == figure) return AUDE_ERR_OK;
    return AUDE_ERR_PICK;
}

void aude__catapult_seduce_pick_commit(struct aude_game *game, struct aude_action action,
                                       struct aude_events *events)
{
    seduce_choose(game, (unsigned)aude__figure_target(game, action), events);
}

/* The thrower's figure that the action means, in the supply or on the map; -1 if there is
 * none. */
static int seduce_replacement(const struct aude_game *game, struct aude_action action)
{
    if (action.figure >= AUDE_FIGURE_KINDS) return -1;
    if (action.segment == AUDE_IN_SUPPLY)
        return aude__figure_home(game, aude__thrower(game), action.figure);
    int figure = aude__figure_target(game, action);
    return figure >= 0 && seduce_can_come(game, (unsigned)figure) ? figure : -1;
}

enum aude_err aude__catapult_seduce_replace_check(const struct aude_game *game,
                                                  struct aude_action action)
{
    unsigned chosen = game->catapult.chosen;

    if (chosen == AUDE_NOWHERE || seduce_replacement(game, action) < 0)
        return AUDE_ERR_REPLACE;
    return seduce_suits(game, action.figure, chosen) ? AUDE_ERR_OK : AUDE_ERR_REPLACE;
}

/* CAT-22, INT-51: both figures leave, then one stands there; builders and pigs left alone
 * are looked for after that (INT-9). */
void aude__catapult_seduce_replace_commit(struct aude_game *game,
                                          struct aude_action action,
                                          struct aude_events *events)
{
    unsigned figure = (unsigned)seduce_replacement(game, action);
    unsigned chosen = game->catapult.chosen;
    struct aude_figure place = game->figure[chosen];

    if (action.segment != AUDE_IN_SUPPLY) aude__figure_return(game, figure, events);
    aude__figure_return(game, chosen, events);
    if (place.where == AUDE_AT_TOWER)
        aude__sets[AUDE_SET_TOWER]->spot_take(game, figure, place.at);
    else if (place.where == AUDE_AT_QUARTER)
        aude__figure_place(game, figure, AUDE_AT_QUARTER, place.at);
    else
        aude__figure_stand(game, figure, place.at);
    aude__catapult_say_figure(game, figure, AUDE_EV_REPLACE, 0, events);
    aude__traders_lonely_home(game, events);
    game->turn.phase++;
}

static void seduce_list_replacements(const struct aude_game *game,
                                     struct aude__sink *sink)
{
    unsigned seat = aude__thrower(game), supply;
    uint64_t out = seduce_suiting(game, game->catapult.chosen, &supply);

    for (; supply; supply &= supply - 1)
        aude__sink_add(sink, (struct aude_action){.kind = AUDE_REPLACE,
                                                  .figure = (uint8_t)aude__lowest(supply),
                                                  .segment = AUDE_IN_SUPPLY});
    for (; out; out &= out - 1) {
        unsigned i = aude__first_of(game, seat, out);
        if (!seduce_can_come(game, i)) continue;
        struct aude_action action = aude__figure_as_target(game, i, AUDE_REPLACE);
        if (aude__figure_target(game, action) == (int)i) aude__sink_add(sink, action);
    }
}

void aude__catapult_seduce_list(const struct aude_game *game, struct aude__sink *sink)
{
    uint8_t may[AUDE_FIGURES_MAX];

    aude__sink_add(sink, (struct aude_action){.kind = AUDE_DECLINE});
    if (game->catapult.chosen != AUDE_NOWHERE) {
        seduce_list_replacements(game, sink);
        return;
    }
    for (unsigned k = 0, n = seduce_nearest(game, may); k < n; k++)
        aude__sink_add(sink, aude__figure_as_target(game, may[k], AUDE_PICK));
}
