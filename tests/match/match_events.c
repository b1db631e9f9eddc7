/* match_events.c -- the same happened in engine and model? (match.h) */
#include "match_internal.h"

/* ---- events ------------------------------------------------------------------------ */

/* The engine's event as the model would have written it down. */
static struct model_entry entry_of(const struct aude_event *e)
{
    return (struct model_entry){.what = (enum aude_event_kind)e->kind,
                                .seat = e->seat,
                                .feature = e->feature,
                                .figure = e->figure,
                                .points = e->points,
                                .final = e->final,
                                .x = e->x,
                                .y = e->y,
                                .segment = e->segment,
                                .tile = e->tile,
                                .rot = e->rot,
                                .goods = e->goods,
                                .other = e->other,
                                .at_x = e->at.x,
                                .at_y = e->at.y};
}

/* What of it is compared: the fields that its kind has, as the header says. */
static struct match_fact entry_fact(const struct model_entry *e)
{
    int what = (int)e->what;

    switch (e->what) {
    case AUDE_EV_LAY:
        return (struct match_fact){{what, e->seat, e->tile, e->rot, e->x, e->y}};
    case AUDE_EV_SCORE:
        return (struct match_fact){{what, e->seat, e->points, e->feature, e->final}};
    case AUDE_EV_RECALL:
        return (struct match_fact){{what, e->seat, 0, 0, e->x, e->y}};
    case AUDE_EV_EARN:
    case AUDE_EV_PART:
        return (struct match_fact){{what, e->seat}};
    case AUDE_EV_GOODS:
        return (struct match_fact){{what, e->seat, e->goods}};
    case AUDE_EV_BACK:
        return (struct match_fact){{what, e->points}};
    case AUDE_EV_BARN:
    case AUDE_EV_DRAGON:
    case AUDE_EV_FAIRY:
        return (struct match_fact){{what, e->seat, e->x, e->y}};
    case AUDE_EV_TOWER:
        return (struct match_fact){{what, e->seat, e->x, e->y, e->points}};
    case AUDE_EV_COUNT:
        return (struct match_fact){{what, e->other}};
    case AUDE_EV_ENTER:
        return (struct match_fact){{what, e->seat, e->figure, e->other}};
    case AUDE_EV_SEND:
        return (struct match_fact){
            {what, e->seat, e->figure, e->other, e->segment, e->x, e->y}};
    case AUDE_EV_AWARD:
        return (struct match_fact){{what, e->seat, e->feature, e->points}};
    case AUDE_EV_CAPTURE:
    case AUDE_EV_FREED:
    case AUDE_EV_RANSOM:
        return (struct match_fact){{what, e->seat, e->figure, e->other}};
    case AUDE_EV_ROUND:
    case AUDE_EV_THROW:
    case AUDE_EV_TOSS:
        return (struct match_fact){
            {what, e->seat, e->other, e->x, e->y, e->at_x, e->at_y}};
    case AUDE_EV_HANDS:
    case AUDE_EV_REVEAL:
        return (struct match_fact){{what, e->seat, e->x, e->y, e->points}};
    case AUDE_EV_LAND:
    case AUDE_EV_REST:
        return (struct match_fact){{what, e->seat, e->at_x, e->at_y}};
    case AUDE_EV_HIT:
        return (struct match_fact){{what, e->seat, e->figure, e->segment, e->x, e->y,
                                    e->points, e->at_x, e->at_y}};
    case AUDE_EV_MEASURE:
    case AUDE_EV_CATCH:
        return (struct match_fact){{what, e->seat, e->other, e->points}};
    case AUDE_EV_FINAL:
    case AUDE_EV_OVER:
        return (struct match_fact){{what}};
    default:
        return (struct match_fact){{what, e->seat, e->figure, e->segment, e->x, e->y}};
    }
}

bool match_is_of_draw(enum aude_event_kind what)
{
    return what == AUDE_EV_TURN || what == AUDE_EV_DRAW || what == AUDE_EV_DISCARD ||
           what == AUDE_EV_RESHUFFLE || what == AUDE_EV_RIVER_END ||
           what == AUDE_EV_ASIDE || what == AUDE_EV_SCATTER;
}

/* The draw is followed elsewhere; a score of nothing may be told or not; and goods are
 * compared token by token, told together or not. */
static void add_entry(struct match_facts *list, struct model_entry e)
{
    int n = e.what == AUDE_EV_GOODS ? e.points : 1;

    if (match_is_of_draw(e.what)) return;
    if (e.what == AUDE_EV_SCORE && e.points == 0) return;
    for (int i = 0; i < n; i++) match_add_fact(list, entry_fact(&e));
}

/* Of several cities by one tile the largest takes the King (KR-4): the engine tells each
 * that is larger than those before it. */
static bool is_surpassed(const struct match *t, int award)
{
    const struct aude_event *e = &t->event[award];

    for (int i = award + 1; i < t->events.n; i++)
        if (e->kind == AUDE_EV_AWARD && t->event[i].kind == AUDE_EV_AWARD &&
            t->event[i].feature == e->feature)
            return true;
    return false;
}

void match_compare_events(struct match *t)
{
    static struct match_facts engine, model;

    engine.n = model.n = 0;
    for (int i = 0; i < t->events.n; i++)
        if (!is_surpassed(t, i)) add_entry(&engine, entry_of(&t->event[i]));
    for (int i = 0; i < t->model.n_log; i++) add_entry(&model, t->model.log[i]);
    match_same_facts(
        t, "what happened differs",
        "event; 5 score: seat points feature final; else: seat figure segment x y",
        &engine, &model);
}

/* The terms of a score add up to it. */
void match_check_sum(struct match *t, const struct aude_event *e)
{
    int sum = 0;

    if (e->kind != AUDE_EV_SCORE || e->n_terms == 0) return;
    for (int i = 0; i < e->n_terms; i++) sum += e->term[i].count * e->term[i].each;
    match_same(t, "the terms of a score (model: the score)", sum, e->points);
}
