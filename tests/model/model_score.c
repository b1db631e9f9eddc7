/* model_score.c -- what features are worth, who gets it, and when. */
#include "model_internal.h"

#include <assert.h>
#include <stddef.h>

/* ---- what a feature is worth ------------------------------------------------------- */

/* IC-13: one inn segment or cathedral is enough, and more of them change nothing; without
 * the set in play they are only pictures. */
static bool is_tagged(const struct model *m, const struct model_feature *f, unsigned tag)
{
    return model_plays(m, AUDE_SET_INNS) && (f->tags & tag) != 0;
}

/* TINY-1: points a tile more on a completed road (tests/tiny). */
static int milestone_points(const struct model *m, const struct model_feature *f)
{
#ifdef AUDE_TINY_SET
    if (model_plays(m, AUDE_SET_MILESTONES) && m->sw[AUDE_SWITCH_MILESTONE] == 0 &&
        f->complete && (f->tags & AUDE_TAG_MILESTONE) != 0)
        return f->tiles;
#endif
    (void)m;
    (void)f;
    return 0;
}

/* BASE-38, BASE-53, IC-7, IC-8. */
static int road_points(const struct model *m, const struct model_feature *f)
{
    if (!is_tagged(m, f, AUDE_TAG_INN) || m->sw[AUDE_SWITCH_INN] == 1)
        return f->tiles + milestone_points(m, f);
    return f->complete ? 2 * f->tiles + milestone_points(m, f) : 0;
}

/* Is it a completed city of two tiles that counts half? (EDN-1) */
static bool is_halved(const struct model *m, const struct model_feature *f)
{
    return m->sw[AUDE_SWITCH_SMALL_CITY] == AUDE_SMALL_CITY_HALF && f->tiles == 2;
}

/* IC-9, IC-10. The switch's values are 3 and 2. */
static int cathedral_points(const struct model *m, const struct model_feature *f)
{
    bool two = is_halved(m, f) && m->sw[AUDE_SWITCH_HALF_CATHEDRAL] == 1;

    return f->complete ? (two ? 2 : 3) * (f->tiles + f->shields) : 0;
}

/* BASE-39, BASE-54, EDN-1. */
static int city_points(const struct model *m, const struct model_feature *f)
{
    if (is_tagged(m, f, AUDE_TAG_CATHEDRAL) && m->sw[AUDE_SWITCH_CATHEDRAL] == 0)
        return cathedral_points(m, f);
    if (!f->complete) return f->tiles + f->shields;
    if (is_halved(m, f)) return 2 + f->shields;
    if (m->sw[AUDE_SWITCH_SMALL_CITY] == AUDE_SMALL_CITY_HALF &&
        m->sw[AUDE_SWITCH_SINGLE_CITY] == AUDE_SINGLE_CITY_HALF && f->tiles == 1)
        return 2 + f->shields;
    return 2 * f->tiles + 2 * f->shields;
}

/* COC-3: Carcassonne is a complete city for the fields around it, or nothing. */
static bool is_at_carcassonne(const struct model *m, const struct model_feature *field)
{
    return m->sw[AUDE_SWITCH_CARCASSONNE_CITY] == AUDE_CARCASSONNE_YES &&
           (field->tags & AUDE_TAG_CARCASSONNE) != 0;
}

static int complete_cities(const struct model *m, const struct model_feature *field)
{
    struct model_feature city;
    int n = is_at_carcassonne(m, field) ? 1 : 0;

    for (struct model_tour tour = {0}; model_next_feature(m, AUDE_CITY, &tour, &city);)
        if (city.complete && model_borders(m, field, &city)) n++;
    return n;
}

/* EDN-3: the switch's values are 3 and 4. */
static int points_per_city(const struct model *m)
{
    return m->sw[AUDE_SWITCH_FARM_CITY_POINTS] == 0 ? 3 : 4;
}

int model_points(const struct model *m, const struct model_feature *f)
{
    switch (f->kind) {
    case AUDE_ROAD:
        return road_points(m, f);
    case AUDE_CITY:
        return city_points(m, f);
    case AUDE_MONASTERY: /* BASE-40, BASE-55, ABB-5, ABB-10 */
    case AUDE_GARDEN:
        return f->tiles;
    case AUDE_FIELD: /* EDN-16 */
        return points_per_city(m) * complete_cities(m, f);
    default:
        return 0;
    }
}

/* ---- the log ----------------------------------------------------------------------- */

void model_note(struct model *m, struct model_entry entry)
{
    assert(m->n_log < MODEL_LOG_MAX);
    m->log[m->n_log++] = entry;
}

void model_award(struct model *m, int seat, int points, int source, bool final)
{
    m->points[seat] += points; /* BASE-46 */
    model_note(m, (struct model_entry){.what = AUDE_EV_SCORE,
                                       .seat = seat,
                                       .points = points,
                                       .feature = source,
                                       .final = final});
}

/* A note about a figure that stands on the map, before it moves or after it arrived; one in
 * a quarter as it is named there. */
void model_note_figure(struct model *m, enum aude_event_kind what,
                       const struct model_figure *figure)
{
    bool quarter = figure->where == AUDE_AT_QUARTER;
    int tile = quarter ? model_quarters_tile(m) : figure->tile;

    model_note(m,
               (struct model_entry){.what = what,
                                    .seat = figure->seat,
                                    .figure = (int)figure->kind,
                                    .x = m->tile[tile].x,
                                    .y = m->tile[tile].y,
                                    .segment = quarter ? AUDE_IN_QUARTER + figure->holder
                                                       : figure->segment});
}

/* ---- scoring: BASE-37 to BASE-49, BASE-52 ------------------------------------------ */

/* Is this figure due now? During the game in a complete feature, at the end in any but a
 * field. Every figure goes home when its feature is scored, so one that stands in a
 * complete feature shows that this part completed it (BASE-37). A builder leaves with the
 * followers (TB-18) and never stands without them. */
static bool is_due(const struct model *m, int figure, bool final, struct model_feature *f)
{
    const struct model_figure *it = &m->figure[figure];

    if (it->where != AUDE_AT_SEGMENT) return false;
    model_feature(m, it->tile, it->segment, f);
    return f->kind != AUDE_FIELD && (final || f->complete);
}

/* BASE-42: each owner gets the full points. */
static void award_owners(struct model *m, const struct model_feature *f, bool final)
{
    int points = model_points(m, f);

    for (int seat = 0; seat < m->n_seats; seat++)
        if (f->owners >> seat & 1) model_award(m, seat, points, (int)f->kind, final);
}

/* Majorities and points are all taken from one position; then figures go home, those of
 * seats without points too (BASE-44, BASE-47). */
static void score_features(struct model *m, bool final, bool leaves[AUDE_FIGURES_MAX])
{
    bool scored[AUDE_TILES_MAX * AUDE_SEGMENTS_MAX] = {false};
    struct model_feature f;

    for (int i = 0; i < m->n_figures; i++) {
        leaves[i] = is_due(m, i, final, &f);
        if (!leaves[i] || scored[f.id]) continue;
        scored[f.id] = true; /* BASE-45, BASE-64: a feature once, not a follower */
        award_owners(m, &f, final);
        model_fairy_scores(m, &f, final);
    }
}

static void send_all_home(struct model *m, const bool leaves[AUDE_FIGURES_MAX])
{
    for (int i = 0; i < m->n_figures; i++)
        if (leaves[i]) model_send_home(m, i);
}

/* AM-31, PD-6: a scored wagon has left the map but not arrived anywhere yet. */
static void let_wait(struct model *m, int wagon)
{
    struct model_figure was = m->figure[wagon];

    model_leave(m, wagon);
    m->figure[wagon] = was;
    m->figure[wagon].where = AUDE_AT_REST;
}

/* ---- goods: TB-27 to TB-34 --------------------------------------------------------- */

/* TB-27 to TB-29: all goods of all cities that the newest tile completed go to the player who laid
 * it, knights or not. */
static void take_goods(struct model *m)
{
    struct model_feature city;

    if (!model_plays(m, AUDE_SET_TRADERS) || m->sw[AUDE_SWITCH_GOODS] == 1) return;
    for (struct model_tour tour = {0}; model_next_feature(m, AUDE_CITY, &tour, &city);) {
        if (!model_is_new(m, &city)) continue;
        for (int goods = AUDE_WINE; goods <= AUDE_CLOTH; goods++) {
            m->goods[m->seat][goods] += city.goods[goods];
            if (city.goods[goods] == 0) continue;
            model_note(m, (struct model_entry){.what = AUDE_EV_GOODS,
                                               .seat = m->seat,
                                               .goods = goods,
                                               .points = city.goods[goods]});
        }
    }
}

/* TB-32: ten points for each kind of which nobody has more; none held, none paid. */
static void score_goods(struct model *m)
{
    int kinds[AUDE_SEATS_MAX] = {0};

    for (int goods = AUDE_WINE; goods <= AUDE_CLOTH; goods++) {
        int held[AUDE_SEATS_MAX] = {0};

        for (int seat = 0; seat < m->n_seats; seat++) held[seat] = m->goods[seat][goods];
        for (int seat = 0; seat < m->n_seats; seat++)
            if (model_most(held) >> seat & 1) kinds[seat]++;
    }
    for (int seat = 0; seat < m->n_seats; seat++)
        if (kinds[seat] > 0)
            model_award(m, seat, 10 * kinds[seat], AUDE_FROM_GOODS, true);
}

/* ---- fields: EDN-16 to EDN-18, TB-24 to TB-26 -------------------------------------- */

static bool has_own_pig(const struct model *m, int seat, const struct model_feature *f)
{
    for (int i = 0; i < m->n_figures; i++)
        if (m->figure[i].seat == seat && m->figure[i].kind == AUDE_PIG &&
            model_stands_in(&m->figure[i], f))
            return true;
    return false;
}

/* TB-25, RIV2-11, RIV2-13: with II in play unless switched off, or by itself where the
 * switch says so; two herds in a field count once. */
static bool has_herd(const struct model *m, const struct model_feature *f)
{
    int rule = m->sw[AUDE_SWITCH_PIG_HERD];
    bool counts = rule == AUDE_HERD_ON ||
                  (rule == AUDE_HERD_WITH_II && model_plays(m, AUDE_SET_TRADERS));

    return counts && (f->tags & AUDE_TAG_HERD) != 0;
}

/* What each owner of a field gets, each city worth that much; each by himself, for his pig
 * is his alone (TB-24). */
static void pay_farmers(struct model *m, const struct model_feature *field, int each,
                        bool final)
{
    for (int seat = 0; seat < m->n_seats; seat++) {
        int sum = each + has_own_pig(m, seat, field) + has_herd(m, field);

        if (field->owners >> seat & 1)
            model_award(m, seat, sum * complete_cities(m, field), AUDE_FIELD, final);
    }
}

/* EDN-16: field by field. */
static void score_fields(struct model *m)
{
    struct model_feature field;

    for (struct model_tour tour = {0}; model_next_feature(m, AUDE_FIELD, &tour, &field);)
        if (model_barns_in(m, &field) == 0)
            pay_farmers(m, &field, points_per_city(m), true);
}

static bool has_own_barn(const struct model *m, int seat, const struct model_feature *f)
{
    for (int i = 0; i < m->n_figures; i++)
        if (m->figure[i].seat == seat && m->figure[i].kind == AUDE_BARN &&
            model_stands_in(&m->figure[i], f))
            return true;
    return false;
}

/* INT-47: farmers beside a barn, by whatever farm rule. AM-25, AM-26: every owner of a barn
 * there, with two of his own no more than with one. */
static void score_barns(struct model *m)
{
    struct model_feature field;

    for (struct model_tour tour = {0};
         model_next_feature(m, AUDE_FIELD, &tour, &field);) {
        int each = 4;

        if (model_barns_in(m, &field) == 0) continue;
        pay_farmers(m, &field, 1, true);
        if (has_herd(m, &field) && m->sw[AUDE_SWITCH_HERD_BARN] == 1) each++;
        for (int seat = 0; seat < m->n_seats; seat++)
            if (has_own_barn(m, seat, &field))
                model_award(m, seat, each * complete_cities(m, &field), AUDE_FIELD, true);
    }
}

/* AM-21, AM-23: farmers who share a field with a barn can only have met it in this part.
 * They are paid, and all of them go home with their pigs. */
static void score_barn_fields(struct model *m, bool leaves[AUDE_FIGURES_MAX])
{
    struct model_feature field;

    for (struct model_tour tour = {0};
         model_next_feature(m, AUDE_FIELD, &tour, &field);) {
        if (model_barns_in(m, &field) == 0 || !model_is_taken(m, &field)) continue;
        pay_farmers(m, &field, model_is_first_barn(m, &field) ? points_per_city(m) : 1,
                    false);
        model_fairy_scores(m, &field, false); /* AM-28 */
        for (int i = 0; i < m->n_figures; i++)
            if (m->figure[i].kind != AUDE_BARN && model_stands_in(&m->figure[i], &field))
                leaves[i] = true;
    }
}

/* Who is paid for a city, and what the fields around it add. */
struct supply {
    unsigned winners;
    bool pig[AUDE_SEATS_MAX], herd[AUDE_SEATS_MAX];
};

/* A field with a barn is left out (EDN-17). No city here is Carcassonne (COC-3). */
static bool is_supplied_by(const struct model *m, const struct model_feature *city,
                           const struct model_feature *field)
{
    if (model_barns_in(m, field) > 0) return false;
    return city ? model_borders(m, field, city) : is_at_carcassonne(m, field);
}

/* EDN-17: the farmers of all fields around the city together. A pig in any of them helps
 * its owner, a herd whoever has a farmer beside it. */
static void pool_farmers(const struct model *m, const struct model_feature *city,
                         struct supply *s)
{
    struct model_feature field;
    int farmers[AUDE_SEATS_MAX] = {0};

    for (struct model_tour tour = {0};
         model_next_feature(m, AUDE_FIELD, &tour, &field);) {
        if (!is_supplied_by(m, city, &field)) continue;
        for (int seat = 0; seat < m->n_seats; seat++) {
            farmers[seat] += field.strength[seat];
            if (has_own_pig(m, seat, &field)) s->pig[seat] = true;
            if (has_herd(m, &field) && field.strength[seat] > 0) s->herd[seat] = true;
        }
    }
    s->winners = model_most(farmers);
}

/* EDN-18: a player who owns one of the fields around the city. Pig and herd must be in a field
 * that is his. */
static void owners_around(const struct model *m, const struct model_feature *city,
                          struct supply *s)
{
    struct model_feature field;

    for (struct model_tour tour = {0};
         model_next_feature(m, AUDE_FIELD, &tour, &field);) {
        if (!is_supplied_by(m, city, &field)) continue;
        s->winners |= field.owners;
        for (int seat = 0; seat < m->n_seats; seat++) {
            if (!(field.owners >> seat & 1)) continue;
            if (has_own_pig(m, seat, &field)) s->pig[seat] = true;
            if (has_herd(m, &field)) s->herd[seat] = true;
        }
    }
}

static void score_supplied_city(struct model *m, const struct model_feature *city)
{
    struct supply s = {0};

    if (m->sw[AUDE_SWITCH_FARM_RULE] == AUDE_FARM_CITY_POOLED)
        pool_farmers(m, city, &s);
    else
        owners_around(m, city, &s);
    for (int seat = 0; seat < m->n_seats; seat++)
        if (s.winners >> seat & 1)
            model_award(m, seat, points_per_city(m) + s.pig[seat] + s.herd[seat],
                        AUDE_FIELD, true);
}

static void score_supplied_cities(struct model *m)
{
    struct model_feature city;

    for (struct model_tour tour = {0}; model_next_feature(m, AUDE_CITY, &tour, &city);)
        if (city.complete) score_supplied_city(m, &city); /* BASE-59 */
    if (model_plays(m, AUDE_SET_COUNT)) score_supplied_city(m, NULL);
}

/* PD-8, INT-48: by any rule a field is scored once, if anybody is in it. */
static void score_fairy_in_fields(struct model *m)
{
    struct model_feature field;

    for (struct model_tour tour = {0}; model_next_feature(m, AUDE_FIELD, &tour, &field);)
        model_fairy_scores(m, &field, true);
}

/* ---- scoring in a part: INT-6 ------------------------------------------------------ */

/* COC-6: whom the scorings written down since then gave points. */
static unsigned gainers(const struct model *m, int since)
{
    unsigned seats = 0;

    for (int i = since; i < m->n_log; i++) {
        const struct model_entry *e = &m->log[i];
        bool fairy = e->feature == AUDE_FROM_FAIRY && m->sw[AUDE_SWITCH_COC_GAIN] == 0;

        if (e->what == AUDE_EV_SCORE && e->points > 0 &&
            (e->feature < AUDE_FEATURE_KINDS || fairy))
            seats |= 1u << e->seat;
    }
    return seats;
}

void model_score_part(struct model *m)
{
    bool leaves[AUDE_FIGURES_MAX], loses[AUDE_FIGURES_MAX] = {false};
    int since = m->n_log; /* an abbot taken back is no scoring (ABB-17) */

    score_features(m, false, leaves);
    for (int i = 0; i < m->n_figures; i++)
        if (model_has_lost(m, i)) { /* CULT-7 */
            loses[i] = true;
            m->lost++;
            model_note_figure(m, AUDE_EV_LOSE, &m->figure[i]);
        }
    score_barn_fields(m, leaves);
    m->gained = m->early | gainers(m, since);
    take_goods(m);
    model_take_awards(m);
    for (int i = 0; i < m->n_figures; i++) {
        bool moves = leaves[i] || (loses[i] && m->sw[AUDE_SWITCH_LOSER_WAGON] == 1);

        if (m->figure[i].kind == AUDE_WAGON && moves)
            let_wait(m, i);
        else if (leaves[i] || loses[i])
            model_send_home(m, i);
    }
}

/* AM-23 as AT_ONCE: the same when a tile has joined farmers to a barn, or a barn has come to
 * them; nothing of it is left for P6. */
void model_pay_barns_at_once(struct model *m)
{
    bool leaves[AUDE_FIGURES_MAX] = {false};
    int since = m->n_log;

    if (!model_barns_pay_at_once(m)) return;
    score_barn_fields(m, leaves);
    m->early |= gainers(m, since);
    send_all_home(m, leaves);
}

/* ---- the end: README section 6 ----------------------------------------------------- */

/* BASE-52: first what is unfinished, then the fields, then goods. Without farmers fields
 * pay nobody. */
void model_score_finally(struct model *m)
{
    bool leaves[AUDE_FIGURES_MAX];

    model_note(m, (struct model_entry){.what = AUDE_EV_FINAL});
    score_features(m, true, leaves);
    send_all_home(m, leaves);
    if (m->sw[AUDE_SWITCH_FARM_RULE] == AUDE_FARM_FIELD)
        score_fields(m);
    else
        score_supplied_cities(m);
    score_barns(m);
    score_fairy_in_fields(m);
    score_goods(m);
    model_score_awards(m);
    model_note(m, (struct model_entry){.what = AUDE_EV_OVER});
    m->phase = AUDE_PHASE_OVER;
}
