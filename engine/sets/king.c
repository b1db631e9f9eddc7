/* king.c -- expansion VI, King & Robber Baron.
 *
 *   king    for completing a city larger than every one before         KR-3, KR-4
 *   robber  likewise for roads                                         KR-6
 *   end     one point for each completed city, road                    KR-5, KR-7
 *           or a flat prize, or a point at each completion (king_robber)
 *
 * Index 0 is the king with cities, 1 the robber with roads. */
#include "action_internal.h"

enum { KING, ROBBER, AWARDS };

static void king_setup(struct aude_game *game)
{
    memset(game->awards.holder, AUDE_SEAT_NONE, sizeof game->awards.holder);
}

static int king_award(const struct aude_game *game, unsigned kind)
{
    if (kind == AUDE_CITY) return game->sw[AUDE_SWITCH_KING] ? -1 : KING;
    return kind == AUDE_ROAD && !game->sw[AUDE_SWITCH_ROBBER] ? ROBBER : -1;
}

static void king_pay(struct aude_game *game, unsigned seat, enum aude_source source,
                     enum aude_term_kind term, unsigned count, int each, bool final,
                     struct aude_events *events)
{
    struct aude__sum sum = {0};

    if (!count || seat == AUDE_SEAT_NONE) return;
    aude__score_sum_add(&sum, term, count, each);
    aude__score_award(game, seat, 0, source, &sum, final, events);
}

/* KR-4: larger than every one before, not equal. */
static void king_compare(struct aude_game *game, unsigned feature,
                         struct aude_events *events)
{
    const struct aude_feature *f = &game->feature[feature];
    int award = king_award(game, f->kind);
    struct aude_event spare;

    if (award < 0) return;
    game->awards.count[award]++;
    if (f->tiles <= game->awards.size[award]) return;
    game->awards.size[award] = f->tiles;
    game->awards.holder[award] = game->turn.seat;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_AWARD, game->turn.seat);
    ev->feature = f->kind;
    ev->points = (int16_t)f->tiles;
}

/* CONTINUOUS: the holder before this tile scores one point for each completion (KR-5). */
static void king_pay_holders(struct aude_game *game, struct aude_events *events)
{
    unsigned n[AWARDS] = {0};

    for (unsigned i = 0; i < game->turn.n_completed; i++) {
        int award = king_award(game, game->feature[game->turn.completed[i]].kind);
        if (award >= 0) n[award]++;
    }
    king_pay(game, game->awards.holder[KING], AUDE_FROM_KING, AUDE_TERM_CITIES, n[KING],
             1, false, events);
    king_pay(game, game->awards.holder[ROBBER], AUDE_FROM_ROBBER, AUDE_TERM_ROADS,
             n[ROBBER], 1, false, events);
}

static void king_completed(struct aude_game *game, unsigned feature,
                           struct aude_events *events)
{
    if (feature == game->turn.completed[0] &&
        game->sw[AUDE_SWITCH_KING_ROBBER] == AUDE_KING_CONTINUOUS)
        king_pay_holders(game, events);
    king_compare(game, feature, events);
}

/* -- By hand ---------------------------------------------------------------------------- */

static enum aude_err king_hand_check(const struct aude_game *game,
                                     struct aude_action action, unsigned award)
{
    enum aude_err err = aude__by_hand_seat_check(game, action);
    unsigned kind = award == KING ? AUDE_CITY : AUDE_ROAD;

    if (err) return err;
    if (!aude__plays(game, AUDE_SET_KING) || king_award(game, kind) < 0)
        return AUDE_ERR_HAND_SET;
    return game->awards.size[award] ? AUDE_ERR_OK : AUDE_ERR_HAND_AWARD;
}

static void king_hand_commit(struct aude_game *game, struct aude_action action,
                             unsigned award, struct aude_events *events)
{
    struct aude_event spare;
    struct aude_event *ev = aude__event(events, &spare, AUDE_EV_AWARD, action.arg);

    game->awards.holder[award] = action.arg;
    ev->feature = award == KING ? AUDE_CITY : AUDE_ROAD;
    ev->points = (int16_t)game->awards.size[award];
}

enum aude_err aude__king_hand_check(const struct aude_game *game,
                                    struct aude_action action)
{
    return king_hand_check(game, action, KING);
}

enum aude_err aude__king_hand_robber_check(const struct aude_game *game,
                                           struct aude_action action)
{
    return king_hand_check(game, action, ROBBER);
}

void aude__king_hand_commit(struct aude_game *game, struct aude_action action,
                            struct aude_events *events)
{
    king_hand_commit(game, action, KING, events);
}

void aude__king_hand_robber_commit(struct aude_game *game, struct aude_action action,
                                   struct aude_events *events)
{
    king_hand_commit(game, action, ROBBER, events);
}

/* -- The end ---------------------------------------------------------------------------- */

static void king_pay_flat(struct aude_game *game, int each, struct aude_events *events)
{
    king_pay(game, game->awards.holder[KING], AUDE_FROM_KING, AUDE_TERM_AWARD, 1, each,
             true, events);
    king_pay(game, game->awards.holder[ROBBER], AUDE_FROM_ROBBER, AUDE_TERM_AWARD, 1,
             each, true, events);
}

static void king_final(struct aude_game *game, struct aude_events *events)
{
    const struct aude_awards *awards = &game->awards;
    /* The city of Carcassonne is one completed city (KR-5, COC-3). */
    bool carcassonne =
        aude__plays(game, AUDE_SET_COUNT) && !game->sw[AUDE_SWITCH_CARCASSONNE_CITY];
    unsigned cities = awards->count[KING] + carcassonne;
    bool both = awards->holder[KING] == awards->holder[ROBBER];

    switch (game->sw[AUDE_SWITCH_KING_ROBBER]) {
    case AUDE_KING_PER_FEATURE:
        king_pay(game, awards->holder[KING], AUDE_FROM_KING, AUDE_TERM_CITIES, cities, 1,
                 true, events);
        king_pay(game, awards->holder[ROBBER], AUDE_FROM_ROBBER, AUDE_TERM_ROADS,
                 awards->count[ROBBER], 1, true, events);
        break;
    case AUDE_KING_FLAT10:
        king_pay_flat(game, 10, events);
        break;
    case AUDE_KING_FLAT15_40:
        if (both)
            king_pay(game, awards->holder[KING], AUDE_FROM_KING_AND_ROBBER,
                     AUDE_TERM_AWARD, 1, 40, true, events);
        else
            king_pay_flat(game, 15, events);
        break;
    default:
        break;
    }
}

const struct aude__set aude__set_king = {
    .name = "king-robber",
    .title = "VI King & Robber Baron",
    .playable = 1,
    .setup = king_setup,
    .completed = king_completed,
    .final = king_final,
};
