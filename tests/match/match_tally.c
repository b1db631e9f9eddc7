/* match_tally.c -- what the games came across (struct match_tally). */
#include "match_internal.h"

#include <stdio.h>

static int builders_in(const struct match *t, const struct model_feature *f)
{
    int n = 0;

    for (int i = 0; i < t->model.n_figures; i++) {
        const struct model_figure *it = &t->model.figure[i];

        if (it->kind == AUDE_BUILDER && it->where == AUDE_AT_SEGMENT)
            n += f->has[it->tile][it->segment];
    }
    return n;
}

/* On how many tiles does it lie with two segments? How many ends has it? */
void match_tally_feature(struct match *t, const struct model_feature *f)
{
    int doubles = 0, ends = 0;

    if (f->kind != AUDE_ROAD && f->kind != AUDE_CITY) return;
    for (int tile = 0; tile < t->model.n_tiles; tile++) {
        int segments = 0;

        for (int i = 0; i < AUDE_SEGMENTS_MAX; i++) {
            unsigned sides = aude_tiles[t->model.tile[tile].kind].segment[i].sides;

            if (!f->has[tile][i]) continue;
            segments++;
            ends += (sides & (sides - 1)) == 0;
        }
        doubles += segments > 1;
    }
    t->tally->shared += builders_in(t, f) > 1;
    t->tally->doubles += doubles > 0;
    t->tally->loops += f->kind == AUDE_ROAD && f->complete && ends == 0;
}

/* Two scores of one feature follow each other. */
static bool is_tie(const struct match *t, int i)
{
    const struct aude_event *e = &t->event[i], *last = e - 1;

    return i > 0 && last->kind == AUDE_EV_SCORE && last->seat != e->seat &&
           last->feature == e->feature && last->x == e->x && last->y == e->y &&
           last->segment == e->segment;
}

/* Terms of the score that are worth this much each. */
static bool has_term(const struct aude_event *e, enum aude_term_kind kind, int each)
{
    for (int i = 0; i < e->n_terms; i++)
        if (e->term[i].kind == kind && e->term[i].each == each && e->term[i].count > 0)
            return true;
    return false;
}

static void tally_score(struct match *t, const struct aude_event *e)
{
    int rule = t->setup.sw[AUDE_SWITCH_FARM_RULE];
    struct match_tally *n = t->tally;

    n->by_kind[e->feature] += !e->final || e->feature >= AUDE_FIELD;
    n->inns += e->feature == AUDE_ROAD && has_term(e, AUDE_TERM_TILES, 2);
    n->cathedrals += e->feature == AUDE_CITY && has_term(e, AUDE_TERM_TILES, 3);
    n->pigs[rule] += has_term(e, AUDE_TERM_PIG, 1);
    n->herds[rule] += has_term(e, AUDE_TERM_HERD, 1);
}

/* How many are paid for each kind of goods. */
static void tally_goods(struct match *t)
{
    for (int goods = AUDE_WINE; goods <= AUDE_CLOTH; goods++) {
        int most = 0, seats = 0;

        for (int seat = 0; seat < t->model.n_seats; seat++) {
            int held = t->model.goods[seat][goods];

            if (held > most) most = held, seats = 0;
            seats += held > 0 && held == most;
        }
        t->tally->goods_alone += seats == 1;
        t->tally->goods_shared += seats > 1;
    }
}

/* What the model wrote down about a catapult round. */
static void tally_throw(struct match *t, const struct model_entry *e)
{
    struct match_tally *n = t->tally;
    bool quarter = e->segment >= AUDE_IN_QUARTER && e->segment < AUDE_ON_TOWER;
    bool special = e->figure == AUDE_BUILDER || e->figure == AUDE_PIG;

    if (e->what == AUDE_EV_ROUND) n->rounds[e->other]++;
    if (e->what == AUDE_EV_ROUND) n->last_round += model_left_total(&t->model) == 0;
    if (e->what == AUDE_EV_HIT) n->chain[e->points]++;
    if (e->what == AUDE_EV_CATCH) n->catches[e->points]++;
    if (e->what == AUDE_EV_REPLACE) n->on_top += e->segment == AUDE_ON_TOWER;
    if (e->what == AUDE_EV_RETURN) n->alone += special;
    if (e->what == AUDE_EV_HIT || e->what == AUDE_EV_REPLACE) n->exposed += quarter;
}

/* A throw or what was decided after it. */
static void tally_throws(struct match *t, struct aude_action action)
{
    struct match_tally *n = t->tally;
    int prizes = 0;

    n->dry_round += (action.kind == AUDE_SECOND || action.kind == AUDE_FROM_PILE) &&
                    t->model.phase == AUDE_PHASE_CATAPULT;
    if (action.kind < AUDE_CATAPULT) return;
    for (int i = 0; i < t->model.n_log; i++) {
        const struct model_entry *e = &t->model.log[i];

        tally_throw(t, e);
        prizes += e->what == AUDE_EV_SCORE && e->feature == AUDE_FROM_TARGET;
    }
    n->shared_prize += prizes > 1;
    n->from_board += action.kind == AUDE_REPLACE && action.segment != AUDE_IN_SUPPLY;
    n->second_round += action.kind == AUDE_CATAPULT && t->model.n_fairs > 1;
}

/* Readings that differ between the books and other programs (EDN-21), before the action is
 * played: what is done after the princess, built far away. */
void match_tally_before(struct match *t, struct aude_action action)
{
    const struct model *m = &t->model;
    struct match_tally *n = t->tally;
    int dx = action.x - m->tile[m->n_tiles - 1].x,
        dy = action.y - m->tile[m->n_tiles - 1].y;
    bool here = m->freed == m->n_tiles - 1;

    n->after[0] += here && action.kind == AUDE_FAIRY;
    n->after[1] += here && action.kind == AUDE_TOWER;
    n->barred += m->freed != MODEL_NOTHING && action.kind == AUDE_LAY;
    n->far += action.kind == AUDE_BARN_AT && (dx < 0 || dx > 1 || dy < 0 || dy > 1);
    t->asked = action.kind == AUDE_MOVE || action.kind == AUDE_GO_HOME ? m->actor
                                                                       : MODEL_NOTHING;
}

/* And after it: who was paid before the scoring, and asked for a second wagon. */
static void tally_readings(struct match *t, struct aude_action action)
{
    const struct model *m = &t->model;
    bool at_once = t->setup.sw[AUDE_SWITCH_BARN_TIMING] == AUDE_BARN_AT_ONCE;
    bool barn = action.kind == AUDE_BARN_AT;

    for (int i = 0; at_once && i < m->n_log; i++)
        if (m->log[i].what == AUDE_EV_SCORE && m->log[i].feature == AUDE_FIELD)
            t->tally->early[barn] += barn || action.kind == AUDE_LAY;
    t->tally->wagons += m->phase == AUDE_PHASE_WAGON && m->actor == t->asked;
}

/* What the model wrote down about expansions III and IV. */
void match_tally_action(struct match *t, struct aude_action action, int steps)
{
    struct match_tally *n = t->tally;
    int freed = 0, walked = t->model.n_walk - 1;
    bool step = action.kind == AUDE_STEP;

    n->did[action.kind]++;
    tally_throws(t, action);
    tally_readings(t, action);
    for (int i = 0; i < t->model.n_log; i++) {
        const struct model_entry *e = &t->model.log[i];
        bool special = e->figure == AUDE_BUILDER || e->figure == AUDE_PIG;

        n->happened[e->what]++;
        freed += e->what == AUDE_EV_FREED;
        if (e->what == AUDE_EV_SCORE && e->feature == AUDE_FROM_FAIRY)
            n->fairy[e->final ? 2 : e->points == 3]++;
        if (e->what == AUDE_EV_SCORE && e->feature >= AUDE_FROM_KING &&
            e->feature <= AUDE_FROM_KING_AND_ROBBER)
            n->kings[t->setup.sw[AUDE_SWITCH_KING_ROBBER]]++;
        if (e->what == AUDE_EV_SCORE && e->feature == AUDE_FIELD && !e->final) n->barns++;
        if (e->what == AUDE_EV_RETURN && step) n->eaten++;
        if (e->what == AUDE_EV_RETURN && special &&
            (step || action.kind == AUDE_CAPTURE || action.kind == AUDE_REMOVE))
            n->lonely++;
    }
    n->exchanges += action.kind == AUDE_CAPTURE && freed > 0;
    n->starved += step && t->model.phase < AUDE_PHASE_DRAGON && walked < steps;
    n->tops += action.kind == AUDE_PUT && action.segment == AUDE_ON_TOWER;
}

/* What the model wrote down about expansions I and II. */
void match_tally_log(struct match *t)
{
    struct match_tally *n = t->tally;
    int cities = 0;
    bool home = false;

    for (int i = 0; i < t->model.n_log; i++) {
        const struct model_entry *e = &t->model.log[i];

        cities += e->what == AUDE_EV_GOODS;
        home |= e->what == AUDE_EV_RETURN && e->figure == AUDE_BUILDER;
        n->earned += e->what == AUDE_EV_EARN;
        n->parts += e->what == AUDE_EV_PART;
        n->spoilt += e->what == AUDE_EV_SCORE && e->final && e->points == 0 &&
                     e->feature <= AUDE_CITY;
        if (e->what == AUDE_EV_PUT) n->puts[e->figure]++;
        if (e->what == AUDE_EV_FINAL) tally_goods(t);
    }
    n->goods += cities > 0;
    n->goods_several += cities > 1;
    n->completing += home && t->model.phase == AUDE_PHASE_SECOND;
}

void match_tally_event(struct match *t, int i)
{
    const struct aude_event *e = &t->event[i];
    struct match_tally *n = t->tally;
    bool river = e->kind == AUDE_EV_DISCARD && aude_tiles[e->tile].river != 0;

    n->recalls += e->kind == AUDE_EV_RECALL;
    n->discards += e->kind == AUDE_EV_DISCARD && !river;
    n->river_discards += river;
    n->reshuffles += e->kind == AUDE_EV_RESHUFFLE;
    n->river_ends += e->kind == AUDE_EV_RIVER_END;
    n->unplaceable_ends +=
        e->kind == AUDE_EV_FINAL && i > 0 && (e - 1)->kind == AUDE_EV_DISCARD;
    if (e->kind != AUDE_EV_SCORE || e->points == 0) return;
    n->scores++;
    n->ties += is_tie(t, i);
    tally_score(t, e);
}

/* ---- telling it ------------------------------------------------------------------ */

/* What was done and what happened, by name. */
static void say_kinds(const struct match_tally *n)
{
    printf("  done:");
    for (int kind = 0; kind < AUDE_ACTION_KINDS; kind++)
        if (n->did[kind] > 0)
            printf(" %s %d", aude_action_name((enum aude_action_kind)kind), n->did[kind]);
    printf("\n  happened:");
    for (int what = 0; what < AUDE_EVENT_KINDS; what++)
        if (n->happened[what] > 0)
            printf(" %s %d", aude_event_name((enum aude_event_kind)what),
                   n->happened[what]);
    printf("\n  III: %d through portals, %d eaten, %d lonely, %d dead ends, the fairy %d "
           "%d %d\n  IV: %d on towers, %d exchanges\n"
           "  V: %d abbeys after the last tile, %d second parts without one, %d farmers "
           "paid for barns, %d wagons of others, %d sent at the end\n"
           "  VI: %d turns again, %d challenges lost, King and Robber %d %d %d %d\n",
           n->through, n->eaten, n->lonely, n->starved, n->fairy[0], n->fairy[1],
           n->fairy[2], n->tops, n->exchanges, n->late, n->dry, n->barns, n->guided,
           n->market, n->again, n->lost, n->kings[0], n->kings[1], n->kings[2],
           n->kings[3]);
    printf("  readings: %d fields paid when joined, %d when the barn came, %d barns far "
           "away; after the princess %d times the fairy, %d a tower piece, %d second "
           "parts; %d further wagons of one seat\n",
           n->early[0], n->early[1], n->far, n->after[0], n->after[1], n->barred,
           n->wagons);
    printf("  VII: rounds %d %d %d %d, %d of two in a turn, %d dry, %d without a tile "
           "left; hit %d, "
           "in chains %d %d %d, %d in quarters, %d builders and pigs; %d from the board, "
           "%d on towers; %d prizes shared; catches %d %d %d\n",
           n->rounds[0], n->rounds[1], n->rounds[2], n->rounds[3], n->second_round,
           n->dry_round, n->last_round, n->chain[0], n->chain[1], n->chain[2],
           n->chain[3], n->exposed, n->alone, n->from_board, n->on_top, n->shared_prize,
           n->catches[0], n->catches[1], n->catches[2]);
}

void match_say_tally(const char *name, const struct match_tally *n)
{
    printf("%s: %d games, %d actions, %d scores, %d ties\n"
           "  scored: %d roads, %d cities, %d monasteries, %d gardens, %d fields\n"
           "  %d recalls, %d ring roads, %d tiles met twice, %d tiles thrown away, "
           "%d games that end so\n"
           "  river: %d times shuffled again, %d tiles thrown away, %d early ends\n",
           name, n->games, n->actions, n->scores, n->ties, n->by_kind[AUDE_ROAD],
           n->by_kind[AUDE_CITY], n->by_kind[AUDE_MONASTERY], n->by_kind[AUDE_GARDEN],
           n->by_kind[AUDE_FIELD], n->recalls, n->loops, n->doubles, n->discards,
           n->unplaceable_ends, n->reshuffles, n->river_discards, n->river_ends);
    say_kinds(n);
    if (n->puts[AUDE_LARGE] + n->puts[AUDE_BUILDER] == 0) return;
    printf(
        "  I: %d games of six, %d large followers, %d inns, %d cathedrals, %d spoilt\n",
        n->six, n->puts[AUDE_LARGE], n->inns, n->cathedrals, n->spoilt);
    printf("  II: %d builders, %d second parts earned, %d taken, %d declined, %d without "
           "a tile, %d earned by completing, %d "
           "features with two\n"
           "  %d pigs, scores with pigs %d %d %d, with the herd %d %d %d\n"
           "  goods: %d times, %d times several; at the end %d kinds for one, %d for "
           "several\n",
           n->puts[AUDE_BUILDER], n->earned, n->parts, n->declined, n->skipped,
           n->completing, n->shared, n->puts[AUDE_PIG], n->pigs[0], n->pigs[1],
           n->pigs[2], n->herds[0], n->herds[1], n->herds[2], n->goods, n->goods_several,
           n->goods_alone, n->goods_shared);
}
