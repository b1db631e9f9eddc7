/* traders.c -- expansion II, Traders & Builders.
 *
 *   builder  joins an own follower on a road or in a city          TB-5, TB-7
 *            a tile that extends its feature earns a second part   TB-8, TB-9
 *            which may be declined and never earns a third         TB-11, TB-12
 *   pig      joins an own farmer                                   TB-22
 *            one point more a city for an owner of the field       TB-24
 *   herd     the same for every owner, by the picture of a tile    TB-25
 *   goods    to the player who completes the city                  TB-27
 *            at the end ten points for the most of each            TB-32
 *
 * Builder and pig are no followers: they claim nothing and count for nothing (TB-2). */
#include "action_internal.h"

enum { GOODS_KINDS = 3, GOODS_PRIZE = 10 };

/* -- Placing ---------------------------------------------------------------------------- */

static bool traders_has_follower(const struct aude_feature *f, unsigned seat)
{
    return aude_followers(f) >> 8 * seat & 255;
}

/* Does the seat have its builder or pig in this feature? */
static bool traders_has_special(const struct aude_game *game, unsigned seat,
                                unsigned kind, unsigned feature)
{
    for (uint64_t m = aude__figures(game, seat, kind, AUDE_AT_SEGMENT); m; m &= m - 1)
        if (aude__stands_in(game, aude__first_of(game, seat, m), feature)) return true;
    return false;
}

enum aude_err aude__traders_builder_joins(const struct aude_game *game,
                                          const struct aude_feature *f)
{
    if (!traders_has_follower(f, game->turn.seat)) return AUDE_ERR_BUILDER_ALONE;
    if (!f->open) return AUDE_ERR_BUILDER_COMPLETE;
    /* It can be there already only where each seat has more than one. */
    return f->specials && traders_has_special(game, game->turn.seat, AUDE_BUILDER,
                                              (unsigned)(f - game->feature))
               ? AUDE_ERR_SPECIAL_SECOND
               : AUDE_ERR_OK;
}

enum aude_err aude__traders_pig_joins(const struct aude_game *game,
                                      const struct aude_feature *f)
{
    if (!traders_has_follower(f, game->turn.seat)) return AUDE_ERR_PIG_ALONE;
    if (f->specials && traders_has_special(game, game->turn.seat, AUDE_PIG,
                                           (unsigned)(f - game->feature)))
        return AUDE_ERR_SPECIAL_SECOND;
    return game->sw[AUDE_SWITCH_PIG_ON_BARN] &&
                   aude__abbey_has_barn(game, (unsigned)(f - game->feature))
               ? AUDE_ERR_BARN_FIELD
               : AUDE_ERR_OK;
}

static void traders_list(const struct aude_game *game, struct aude__sink *sink)
{
    if (!game->turn.own) return;
    aude__put_list(game, AUDE_BUILDER, sink);
    aude__put_list(game, AUDE_PIG, sink);
}

/* -- The second part -------------------------------------------------------------------- */

/* TB-8: does the tile have a segment of the builder's feature? The builder stood there
 * before, so the tile has extended it. */
static bool traders_builder_extends(const struct aude_game *game, unsigned tile,
                                    unsigned builder)
{
    const struct aude_laid *laid = &game->laid[tile];
    unsigned label = game->label[game->figure[builder].at];

    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++)
        if (game->label[laid->first + s] == label) return true;
    return false;
}

static void traders_laid(struct aude_game *game, unsigned tile,
                         struct aude_events *events)
{
    unsigned seat = game->turn.seat;
    struct aude_event spare;

    if (!game->turn.own) return; /* nor is the builder there (INT-9) */
    if (game->turn.part > 1 || game->abbeys.endgame) return; /* TB-11, AM-10 */
    for (uint64_t m = aude__figures(game, seat, AUDE_BUILDER, AUDE_AT_SEGMENT);
         m && !game->turn.earned; m &= m - 1)
        if (traders_builder_extends(game, tile, aude__first_of(game, seat, m))) {
            game->turn.earned = 1;
            aude__event(events, &spare, AUDE_EV_EARN, seat);
        }
    aude__turn_phase_due(game, AUDE_PHASE_SECOND, game->turn.earned);
}

static void traders_begin_second(struct aude_game *game, struct aude_events *events)
{
    struct aude_event spare;

    game->turn.part = 2;
    game->turn.phase =
        game->phases >> AUDE_PHASE_SOURCE & 1 ? AUDE_PHASE_SOURCE : AUDE_PHASE_DRAW;
    aude__event(events, &spare, AUDE_EV_PART, game->turn.seat);
}

/* P9: the second part, if one was earned and a tile is left (TB-10, TB-16). The player may
 * decline, before drawing. */
enum aude__step aude__traders_on_second(struct aude_game *game,
                                        struct aude_events *events)
{
    if (game->turn.part > 1 || !game->turn.earned) return AUDE__STEP_ON;
    if (!aude__turn_tile_to_come(game, game->turn.seat)) return AUDE__STEP_ON;
    game->turn.actor = game->turn.seat;
    if (game->sw[AUDE_SWITCH_SECOND_PART] == AUDE_SECOND_MAY) return AUDE__STEP_WAIT;
    traders_begin_second(game, events);
    return AUDE__STEP_TO;
}

void aude__traders_list_second(const struct aude_game *game, struct aude__sink *sink)
{
    (void)game;
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_SECOND});
    aude__sink_add(sink, (struct aude_action){.kind = AUDE_DECLINE});
}

void aude__traders_second_commit(struct aude_game *game, struct aude_action action,
                                 struct aude_events *events)
{
    (void)action;
    traders_begin_second(game, events);
}

/* -- Left alone (INT-9) ----------------------------------------------------------------- */

void aude__traders_lonely_home(struct aude_game *game, struct aude_events *events)
{
    uint64_t specials = game->kinds[AUDE_BUILDER] | game->kinds[AUDE_PIG];

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        for (uint64_t m = game->player[seat].at[AUDE_AT_SEGMENT] & specials; m;
             m &= m - 1) {
            unsigned i = aude__first_of(game, seat, m);
            if (!traders_has_follower(&game->feature[game->label[game->figure[i].at]],
                                      seat))
                aude__figure_return(game, i, events);
        }
}

/* -- Goods ------------------------------------------------------------------------------ */

/* TB-27, TB-28: one token per symbol to the active player, no matter whose knights are
 * there. */
static void traders_completed(struct aude_game *game, unsigned feature,
                              struct aude_events *events)
{
    const struct aude_feature *f = &game->feature[feature];
    unsigned seat = game->turn.seat, shown[GOODS_KINDS];

    if (f->kind != AUDE_CITY || game->sw[AUDE_SWITCH_GOODS]) return;
    aude_feature_goods(game, f, shown);
    for (unsigned goods = 0; goods < GOODS_KINDS; goods++) {
        unsigned n = shown[goods];
        struct aude_event spare;
        if (!n) continue;
        game->traders.goods[seat][goods] =
            (uint8_t)(game->traders.goods[seat][goods] + n);
        struct aude_event *ev = aude__event(events, &spare, AUDE_EV_GOODS, seat);
        ev->goods = (uint8_t)(goods + 1);
        ev->points = (int16_t)n;
    }
}

/* Symbols of the cities that are complete and were scored: as many tokens were given. */
static unsigned traders_goods_given(const struct aude_game *game, unsigned goods)
{
    unsigned n = 0, shown[GOODS_KINDS];

    for (unsigned h = 0; h < game->n_handles; h++) {
        const struct aude_feature *f = &game->feature[game->label[h]];
        bool now = game->turn.phase == AUDE_PHASE_ACTION &&
                   aude__score_completed_now(game, game->label[h]);
        if (f->head != h || f->kind != AUDE_CITY || !aude__feature_complete(f) || now)
            continue;
        aude_feature_goods(game, f, shown);
        n += shown[goods];
    }
    return n;
}

enum aude_err aude__traders_hand_goods_check(const struct aude_game *game,
                                             struct aude_action action)
{
    enum aude_err err = aude__by_hand_seat_check(game, action);
    unsigned goods = action.figure - (unsigned)AUDE_WINE, all = (unsigned)action.x;

    if (err) return err;
    if (!aude__plays(game, AUDE_SET_TRADERS) || game->sw[AUDE_SWITCH_GOODS])
        return AUDE_ERR_HAND_SET;
    if (goods >= GOODS_KINDS || action.x < 0) return AUDE_ERR_HAND_GOODS;
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (seat != action.arg) all += game->traders.goods[seat][goods];
    return all > traders_goods_given(game, goods) ? AUDE_ERR_HAND_GOODS : AUDE_ERR_OK;
}

void aude__traders_hand_goods_commit(struct aude_game *game, struct aude_action action,
                                     struct aude_events *events)
{
    uint8_t *has = &game->traders.goods[action.arg][action.figure - (unsigned)AUDE_WINE];
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_GOODS, action.arg);

    ev->goods = action.figure;
    ev->points = (int16_t)(action.x - *has);
    *has = (uint8_t)action.x;
}

static unsigned traders_most_goods(const struct aude_game *game, unsigned goods)
{
    unsigned most = 0;

    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (game->traders.goods[seat][goods] > most)
            most = game->traders.goods[seat][goods];
    return most;
}

/* TB-32: ten points for each kind of which nobody else has more; a kind that nobody holds
 * pays nothing. */
static void traders_final(struct aude_game *game, struct aude_events *events)
{
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        struct aude__sum sum = {0};
        unsigned majorities = 0;
        for (unsigned goods = 0; goods < GOODS_KINDS; goods++) {
            unsigned most = traders_most_goods(game, goods);
            majorities += most && game->traders.goods[seat][goods] == most;
        }
        if (!majorities) continue;
        aude__score_sum_add(&sum, AUDE_TERM_GOODS, majorities, GOODS_PRIZE);
        aude__score_award(game, seat, 0, AUDE_FROM_GOODS, &sum, true, events);
    }
}

/* -- Pig and herd ----------------------------------------------------------------------- */

/* RIV2-11: the herd counts with this set; by the switch always, or never. */
bool aude__traders_has_herd(const struct aude_game *game, unsigned field)
{
    unsigned rule = game->sw[AUDE_SWITCH_PIG_HERD];
    bool counts = rule == AUDE_HERD_ON ||
                  (rule == AUDE_HERD_WITH_II && aude__plays(game, AUDE_SET_TRADERS));

    return counts && aude_feature_has(&game->feature[field], AUDE_FIELD, AUDE_TAG_HERD);
}

/* TB-25: one more for each city; several herds count once. */
void aude__traders_herd_share(const struct aude_game *game, const uint16_t *fields,
                              unsigned n, unsigned cities, struct aude__sum *sum)
{
    bool herd = false;

    for (unsigned i = 0; i < n; i++) herd |= aude__traders_has_herd(game, fields[i]);
    if (herd) aude__score_sum_add(sum, AUDE_TERM_HERD, cities, 1);
}

/* TB-24: one more for each city for the own pig, and then for a herd. Under the farm rules that
 * go by city `fields` are those around it (EDN-17, 18). */
static void traders_share(const struct aude_game *game, unsigned seat,
                          const uint16_t *fields, unsigned n, unsigned cities,
                          struct aude__sum *sum)
{
    bool pig = false;

    for (unsigned i = 0; i < n; i++)
        pig |= traders_has_special(game, seat, AUDE_PIG, fields[i]);
    if (pig) aude__score_sum_add(sum, AUDE_TERM_PIG, cities, 1);
    aude__traders_herd_share(game, fields, n, cities, sum);
}

const struct aude__set aude__set_traders = {
    .name = "traders-builders",
    .title = "II Traders & Builders",
    .playable = 1,
    .figures = {[AUDE_BUILDER] = 1, [AUDE_PIG] = 1},
    .phases = AUDE__IN(SECOND),
    .laid = traders_laid,
    .list = traders_list,
    .share = traders_share,
    .completed = traders_completed,
    .final = traders_final,
};
