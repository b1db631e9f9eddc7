/* model_draw.c -- the oracle follows the draw: what is left, what came, what became of it.
 *
 * Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

#include <stddef.h>
#include <string.h>

int model_left(const struct model *m, aude_kind kind)
{
    return m->pile[kind] + m->river[kind];
}

int model_left_total(const struct model *m)
{
    int n = 0;

    for (int kind = 0; kind < aude_tiles_count; kind++)
        n += model_left(m, (aude_kind)kind);
    return n;
}

/* Nothing is left to draw: the abbeys that may still come, then the end. */
const char *model_settle(struct model *m)
{
    if (m->phase == AUDE_PHASE_TILE && !model_fits_somewhere(m, m->hand, model_waived(m)))
        return "the tile in hand fits nowhere (BASE-15, RIV-8)";
    if (m->phase != AUDE_PHASE_DRAW) return NULL;
    if (model_left_total(m) > 0) return "no tile was drawn (BASE-7)";
    if (!m->fresh && model_opens_round(m)) return NULL; /* INT-52 */
    if (model_next_abbey(m) != MODEL_NOTHING) return "an abbey may still come (AM-10)";
    m->phase = AUDE_PHASE_MARKET; /* INT-13 */
    if (!model_ask_quarters(m)) model_score_finally(m);
    return NULL;
}

/* AM-10: a turn for an abbey alone, without the fairy's point. The turn before it is over, also
 * one that found no tile to lay (BASE-16). */
static const char *follow_abbey_turn(struct model *m, const struct aude_event *event)
{
    int seat = model_next_abbey(m);

    if (!m->fresh && m->n_fairs > 0) return "a round is due first (INT-52)";
    if (seat == MODEL_NOTHING) return "a turn begins without a tile to draw (BASE-51)";
    if (!m->round) m->last = m->seat;
    m->round = true;
    m->seat = seat;
    if (event->seat != m->seat) return "it is another seat's abbey (AM-10)";
    if (event->points != ++m->turn) return "turns are not counted one by one";
    m->fresh = m->earned = m->again = false;
    m->part = 1;
    m->ransoms = 0;
    m->freed = MODEL_NOTHING;
    m->entered = false;
    model_open_part(m);
    return NULL;
}

static const char *follow_turn(struct model *m, const struct aude_event *event)
{
    if (model_left_total(m) == 0) return follow_abbey_turn(m, event);
    if (!m->fresh) return "the turn is not over (TB-10)";
    if (m->turn > 0 && !m->again) m->seat = (m->seat + 1) % m->n_seats;
    if (event->seat != m->seat) return "it is another seat's turn (BASE-6)";
    if (event->points != ++m->turn) return "turns are not counted one by one";
    m->fresh = m->earned = m->again = false;
    m->part = 1;
    m->ransoms = 0;
    m->freed = MODEL_NOTHING;
    m->entered = false;
    model_fairy_begins(m);
    model_open_part(m);
    return NULL;
}

static const char *follow_draw(struct model *m, const struct aude_event *event)
{
    if (m->fresh) return "a tile is drawn after the turn has begun (BASE-7)";
    if (event->seat != m->seat) return "another seat draws (BASE-15)";
    if (!model_may_be_drawn(m, event->tile))
        return "that tile cannot be drawn now (BASE-5, RIV-3)";
    if (model_river_flows(m))
        m->river[event->tile]--;
    else
        m->pile[event->tile]--;
    m->hand = event->tile;
    m->phase = AUDE_PHASE_TILE;
    return NULL;
}

static bool is_stuck_river_tile(const struct model *m, int how)
{
    return aude_tiles[m->hand].river != 0 && m->sw[AUDE_SWITCH_RIVER_STUCK] == how;
}

static void drop_hand(struct model *m)
{
    m->hand = AUDE_KIND_NONE;
    m->phase = AUDE_PHASE_DRAW;
}

static const char *follow_discard(struct model *m, const struct aude_event *event)
{
    if (event->tile != m->hand) return "another tile is in hand (BASE-15)";
    if (is_stuck_river_tile(m, AUDE_STUCK_RESHUFFLE))
        return "a river tile is not thrown away (RIV-8)";
    if (model_is_early(m, m->hand)) return "the tile is laid aside (PD-22)";
    if (model_fits_somewhere(m, m->hand, false))
        return "the tile thrown away fits (BASE-14, BASE-15)";
    drop_hand(m);
    return NULL;
}

/* PD-22, INT-18: whether it fits does not matter. */
static const char *follow_aside(struct model *m, const struct aude_event *event)
{
    if (event->tile != m->hand) return "another tile is in hand (PD-22)";
    if (!model_is_early(m, m->hand)) return "this tile is not laid aside (PD-22)";
    m->aside[m->hand]++;
    drop_hand(m);
    return NULL;
}

/* The tile is judged with RIV-6 in force: that is waived only after it went back. */
static const char *follow_reshuffle(struct model *m, const struct aude_event *event)
{
    if (event->tile != m->hand) return "another tile is in hand (RIV-8)";
    if (!is_stuck_river_tile(m, AUDE_STUCK_RESHUFFLE))
        return "this tile does not go back into a pile (RIV-8, BASE-15)";
    if (model_fits_somewhere(m, m->hand, false)) return "the tile put back fits (RIV-8)";
    m->river[m->hand]++;
    drop_hand(m);
    return NULL;
}

/* The event may follow the draw or the return of the tile that did not fit. */
static const char *follow_river_end(struct model *m, const struct aude_event *event)
{
    if (m->hand != AUDE_KIND_NONE && aude_tiles[m->hand].river) m->river[m->hand]++;
    drop_hand(m);
    if (m->sw[AUDE_SWITCH_RIVER_STUCK] != AUDE_STUCK_RESHUFFLE)
        return "the river ends when its tiles are used up (RIV-8)";
    if (!model_river_flows(m)) return "the river has ended already (RIV-8)";
    if (model_some_river_tile_fits(m, true)) return "the river could go on (RIV-8)";
    if (event->points != model_river_left(m, false) + model_river_left(m, true))
        return "another number of river tiles is left (RIV-8)";
    memset(m->river, 0, sizeof m->river);
    return NULL;
}

/* A draw puts the tile into the hand, and only then it turns out whether it fits. */
const char *model_follow(struct model *m, const struct aude_event *event)
{
    bool before = event->kind == AUDE_EV_TURN || event->kind == AUDE_EV_DRAW;

    if (event->kind == AUDE_EV_SCATTER) return model_follow_scatter(m, event);
    if (m->phase != (before ? AUDE_PHASE_DRAW : AUDE_PHASE_TILE) &&
        event->kind != AUDE_EV_RIVER_END)
        return "this is not the time for it (BASE-7)";
    switch ((enum aude_event_kind)event->kind) {
    case AUDE_EV_TURN:
        return follow_turn(m, event);
    case AUDE_EV_DRAW:
        return follow_draw(m, event);
    case AUDE_EV_DISCARD:
        return follow_discard(m, event);
    case AUDE_EV_ASIDE:
        return follow_aside(m, event);
    case AUDE_EV_RESHUFFLE:
        return follow_reshuffle(m, event);
    case AUDE_EV_RIVER_END:
        return follow_river_end(m, event);
    default:
        return "this is no event of a draw";
    }
}
