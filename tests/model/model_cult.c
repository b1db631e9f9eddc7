/* model_cult.c -- the oracle's Cult: where shrines may lie, and challenges; and its King and
 * Robber.
 *
 * Read it beside the rules: sections and rule ids are theirs. */
#include "model_internal.h"

/* ---- shrines and cloisters: CULT-3, CULT-4 ----------------------------------------- */

/* The cloister kind on a tile: its segment, or none. */
static int cloister_of(aude_kind kind)
{
    for (int i = 0; i < aude_tiles[kind].n_segments; i++)
        if (aude_tiles[kind].segment[i].kind == AUDE_MONASTERY) return i;
    return MODEL_NOTHING;
}

static bool is_shrine(aude_kind kind)
{
    int segment = cloister_of(kind);

    return segment != MODEL_NOTHING &&
           (aude_tiles[kind].segment[segment].tags & AUDE_TAG_SHRINE);
}

/* A shrine and a cloister, or the other way round; an abbey is a cloister. */
static bool are_opposite(aude_kind a, aude_kind b)
{
    return cloister_of(a) != MODEL_NOTHING && cloister_of(b) != MODEL_NOTHING &&
           is_shrine(a) != is_shrine(b);
}

/* How many opposites of the kind lie around the cell? */
static int opposites(const struct model *m, aude_kind kind, int x, int y)
{
    int n = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int tile = model_tile_at(m, x + dx, y + dy);

            if (dx == 0 && dy == 0) continue;
            if (tile != MODEL_NOTHING && are_opposite(kind, m->tile[tile].kind)) n++;
        }
    return n;
}

/* CULT-3: not beside two. CULT-4: nor so that one nearby would have two; by the letter that
 * does not matter, and an abbey goes anywhere. */
bool model_cult_allows(const struct model *m, aude_kind kind, int x, int y)
{
    bool letter = m->sw[AUDE_SWITCH_CULT_LIMIT] == AUDE_CULT_LAID_TILE;

    if (!model_plays(m, AUDE_SET_CULT)) return true;
    if (letter && aude_tiles[kind].edge[0] == AUDE_EDGE_ABBEY) return true;
    if (opposites(m, kind, x, y) > 1) return false;
    if (letter) return true;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int tile = model_tile_at(m, x + dx, y + dy);

            if (tile == MODEL_NOTHING || !are_opposite(kind, m->tile[tile].kind))
                continue;
            if (opposites(m, m->tile[tile].kind, x + dx, y + dy) > 0) return false;
        }
    return true;
}

/* ---- challenges: CULT-5 to CULT-12 ------------------------------------------------- */

/* CULT-7: has this follower just lost, in an incomplete place beside a complete one of the
 * other kind that is occupied? CULT-9: an empty one ends nothing. */
bool model_has_lost(const struct model *m, int figure)
{
    const struct model_figure *it = &m->figure[figure];
    const struct model_tile *at;
    struct model_feature f, other;

    if (!model_plays(m, AUDE_SET_CULT) || it->where != AUDE_AT_SEGMENT) return false;
    at = &m->tile[it->tile];
    model_feature(m, it->tile, it->segment, &f);
    if (f.kind != AUDE_MONASTERY || f.complete) return false;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int tile = model_tile_at(m, at->x + dx, at->y + dy);

            if (tile == MODEL_NOTHING || !are_opposite(at->kind, m->tile[tile].kind))
                continue;
            model_feature(m, tile, cloister_of(m->tile[tile].kind), &other);
            if (other.complete && model_is_taken(m, &other)) return true;
        }
    return false;
}

/* ---- King and Robber: KR-3 to KR-8 ------------------------------------------------- */

/* Index 0 is the King with cities, 1 the Robber with roads. */
static const enum aude_feature_kind counted[2] = {AUDE_CITY, AUDE_ROAD};

/* KR-5: cities and roads completed on the table; Carcassonne is one of them (COC-3). */
static int completed(const struct model *m, int which, bool newly, int *largest)
{
    struct model_feature f;
    bool carcassonne = which == 0 && !newly && model_plays(m, AUDE_SET_COUNT) &&
                       m->sw[AUDE_SWITCH_CARCASSONNE_CITY] == AUDE_CARCASSONNE_YES;
    int n = carcassonne ? 1 : 0;

    *largest = 0;
    for (struct model_tour tour = {0};
         model_next_feature(m, counted[which], &tour, &f);) {
        if (newly ? !model_is_new(m, &f) : !f.complete) continue;
        if (f.tiles > *largest) *largest = f.tiles;
        n++;
    }
    return n;
}

/* KR-3, KR-4, KR-6: whoever completes a larger one than ever before. CONTINUOUS: first the
 * holder is paid for what was completed. */
void model_take_awards(struct model *m)
{
    if (!model_plays(m, AUDE_SET_KING)) return;
    for (int which = 0; which < 2; which++) {
        int largest, n = completed(m, which, true, &largest);

        if (m->sw[which == 0 ? AUDE_SWITCH_KING : AUDE_SWITCH_ROBBER] == 1) continue;
        if (m->sw[AUDE_SWITCH_KING_ROBBER] == AUDE_KING_CONTINUOUS && n > 0 &&
            m->holder[which] != AUDE_SEAT_NONE)
            model_award(m, m->holder[which], n, AUDE_FROM_KING + which, false);
        if (largest <= m->largest[which]) continue;
        m->largest[which] = largest;
        m->holder[which] = m->seat;
        model_note(m, (struct model_entry){.what = AUDE_EV_AWARD,
                                           .seat = m->seat,
                                           .feature = (int)counted[which],
                                           .points = largest});
    }
}

static int flat_price(const struct model *m)
{
    return m->sw[AUDE_SWITCH_KING_ROBBER] == AUDE_KING_FLAT10 ? 10 : 15;
}

/* KR-5, KR-7, by the four variants. */
void model_score_awards(struct model *m)
{
    int rule = m->sw[AUDE_SWITCH_KING_ROBBER];
    bool both = m->holder[0] != AUDE_SEAT_NONE && m->holder[0] == m->holder[1];

    if (!model_plays(m, AUDE_SET_KING) || rule == AUDE_KING_CONTINUOUS) return;
    if (rule == AUDE_KING_FLAT15_40 && both) {
        model_award(m, m->holder[0], 40, AUDE_FROM_KING_AND_ROBBER, true);
        return;
    }
    for (int which = 0; which < 2; which++) {
        int largest, n = completed(m, which, false, &largest);

        if (m->holder[which] == AUDE_SEAT_NONE) continue;
        model_award(m, m->holder[which],
                    rule == AUDE_KING_PER_FEATURE ? n : flat_price(m),
                    AUDE_FROM_KING + which, true);
    }
}
