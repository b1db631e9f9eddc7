/* quiet.c -- what a turn does where nothing is scored or claimed: features that are worth more or less than before, gaps
 * that fewer tiles fit, figures that are kept or lost, and the count as it lies. */
#include "facts_internal.h"

/* -- What features are worth ------------------------------------------------------------ */

static void quiet_feature(const struct aude_game *game, unsigned handle,
                          struct aude_feature_view *out)
{
    unsigned tile = aude_tile_of(game, handle);

    aude_game_feature(game, (int)tile, (int)(handle - game->laid[tile].first), out);
}

/* What those parts of a feature were worth that the seat owned before the turn; below 0: it owned none. */
static int quiet_worth_before(const struct facts *f, unsigned feature, unsigned owner)
{
    const struct aude_game *after = &f->after, *view = f->view;
    unsigned head = after->feature[feature].head, handle = head;
    struct aude_feature_view was;
    int points = -1;

    do {
        bool first =
            handle < view->n_handles && view->feature[view->label[handle]].head == handle;
        if (first) quiet_feature(view, handle, &was);
        if (first && was.owners >> owner & 1)
            points = (points < 0 ? 0 : points) + was.points;
        handle = aude_next(after, handle);
    } while (handle != head);
    return points;
}

/* A segment of the feature that the turn laid, or its first one. */
static unsigned quiet_newest(const struct facts *f, unsigned head)
{
    unsigned handle = aude_next(&f->after, head);

    while (handle != head && handle < f->view->n_handles)
        handle = aude_next(&f->after, handle);
    return handle;
}

static void quiet_look_at_worth(struct facts *f, unsigned feature, unsigned head)
{
    struct aude_feature_view now;

    quiet_feature(&f->after, head, &now);
    if (now.complete || !now.owners) return;
    /* by the older farm rules a field alone is worth nothing that could be said */
    if (now.kind == AUDE_FIELD && f->after.sw[AUDE_SWITCH_FARM_RULE] != AUDE_FARM_FIELD)
        return;
    bool own = now.owners >> f->seat & 1;
    unsigned owner = own ? f->seat : puzzle_facts_first(now.owners);
    int was = quiet_worth_before(f, feature, owner);
    if (was < 0 || was == now.points) return;
    bool more = now.points > was;
    struct puzzle_fact *fact = puzzle_facts_add(f,
                                                own ? more ? PUZZLE_GROWS : PUZZLE_LOSES
                                                : more ? PUZZLE_FEEDS
                                                       : PUZZLE_SINKS,
                                                f->seat);
    if (!own) fact->other = (uint8_t)owner;
    fact->points = now.points;
    fact->of = (int16_t)was;
    puzzle_facts_place(fact, &f->after, quiet_newest(f, head), now.kind);
}

static void quiet_look_at_features(struct facts *f)
{
    const struct aude_game *after = &f->after;

    for (unsigned handle = 0; handle < after->n_handles; handle++)
        if (after->feature[after->label[handle]].head == handle)
            quiet_look_at_worth(f, after->label[handle], handle);
}

/* -- Gaps ------------------------------------------------------------------------------- */

/* An empty cell beside the tile: so many tiles to come fitted it before the turn, and fit it now. */
struct quiet_gap {
    int x, y, was, now;
};

static bool quiet_is_said(const struct facts *f, const struct puzzle_fact *new)
{
    for (int i = 0; i < f->n - 1; i++) {
        const struct puzzle_fact *old = &f->out[i];
        if (old->kind == new->kind && old->x == new->x && old->y == new->y &&
            old->feature == new->feature && old->other == new->other)
            return true;
    }
    return false;
}

static void quiet_say_gap(struct facts *f, const struct quiet_gap *gap, unsigned handle)
{
    unsigned feature = f->after.label[handle],
             owners = puzzle_facts_owners(&f->after, feature);
    bool own = owners >> f->seat & 1;

    if (!owners || f->n == PUZZLE_FACTS_MAX) return;
    struct puzzle_fact *fact =
        puzzle_facts_add(f, own ? PUZZLE_NARROWS : PUZZLE_HINDERS, f->seat);
    if (!own) fact->other = (uint8_t)puzzle_facts_first(owners);
    fact->feature = f->after.feature[feature].kind;
    fact->x = (int16_t)gap->x;
    fact->y = (int16_t)gap->y;
    fact->points = (int16_t)gap->now;
    fact->of = (int16_t)gap->was;
    if (quiet_is_said(f, fact)) f->n--;
}

/* Whose features need the gap: roads and cities that look into it, monasteries round which it lies. */
static void quiet_look_round(struct facts *f, const struct quiet_gap *gap, int dx, int dy)
{
    int tile = aude_game_tile_at(f->view, gap->x + dx, gap->y + dy);

    if (tile < 0) return;
    const struct aude_laid *laid = &f->view->laid[tile];
    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++) {
        const struct aude_segment *segment = &aude_tiles[laid->kind].segment[s];
        unsigned sides = aude_turn_sides(segment->sides, laid->rot);
        bool round = segment->kind == AUDE_MONASTERY || segment->kind == AUDE_GARDEN;
        for (unsigned side = 0; side < 4 && !round; side++)
            round = (segment->kind == AUDE_ROAD || segment->kind == AUDE_CITY) &&
                    sides >> side & 1 && aude_side_x[side] == -dx &&
                    aude_side_y[side] == -dy;
        if (round) quiet_say_gap(f, gap, laid->first + s);
    }
}

/* Worth a word: a third of the tiles that fitted do not fit any more. Where none does another fact says so. */
static bool quiet_is_narrower(const struct quiet_gap *gap)
{
    return gap->now > 0 && 3 * gap->now <= 2 * gap->was;
}

static void quiet_look_at_gaps(struct facts *f, const struct aude_laid *laid)
{
    for (unsigned side = 0; side < 4; side++) {
        struct quiet_gap gap = {laid->x + aude_side_x[side], laid->y + aude_side_y[side],
                                0, 0};
        if (aude_game_tile_at(&f->after, gap.x, gap.y) >= 0) continue;
        gap.was = puzzle_facts_fitting(f->view, gap.x, gap.y);
        gap.now = puzzle_facts_fitting(&f->after, gap.x, gap.y);
        if (!quiet_is_narrower(&gap)) continue;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (dx || dy) quiet_look_round(f, &gap, dx, dy);
    }
}

/* -- Figures ---------------------------------------------------------------------------- */

/* A figure of somebody else goes home though its feature was not scored: the princess, the dragon, a hit. */
static void quiet_look_at_return(struct facts *f, const struct aude_event *e)
{
    int tile = aude_game_tile_at(&f->after, e->x, e->y);

    if (tile < 0 || e->seat == f->seat) return;
    const struct aude_laid *laid = &f->after.laid[tile];
    if (e->segment >= aude_tiles[laid->kind].n_segments) return;
    unsigned handle = laid->first + e->segment, feature = f->after.label[handle];
    if (puzzle_facts_paid(f, feature)) return;
    struct puzzle_fact *fact = puzzle_facts_add(f, PUZZLE_AWAY, f->seat);
    fact->other = e->seat;
    puzzle_facts_place(fact, &f->after, handle, f->after.feature[feature].kind);
}

static void quiet_look_at_events(struct facts *f)
{
    for (int i = 0; i < f->events.n && i < f->events.max; i++) {
        const struct aude_event *e = &f->list[i];
        if (e->kind == AUDE_EV_DRAW || e->final) break;
        if (e->kind == AUDE_EV_RETURN) quiet_look_at_return(f, e);
        if (e->kind != AUDE_EV_CAPTURE || e->seat != f->seat || e->other == f->seat)
            continue;
        struct puzzle_fact *fact = puzzle_facts_add(f, PUZZLE_CAPTURES, f->seat);
        fact->other = e->other;
        fact->points = 1;
    }
}

/* Could a figure be put where the turn passes? */
static bool quiet_is_declined(const struct facts *f, const struct ai_line *line)
{
    static _Thread_local struct aude_action list[AUDE_ACTIONS_MAX];
    static _Thread_local struct aude_game game;

    aude_game_copy(&game, f->view);
    for (int i = 0; i < line->n; i++) {
        if (line->action[i].kind == AUDE_PASS) {
            int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);
            for (int j = 0; j < n && j < AUDE_ACTIONS_MAX; j++)
                if (list[j].kind == AUDE_PUT) return true;
        }
        if (aude_game_play(&game, line->action[i], NULL)) return false;
    }
    return false;
}

/* -- The count -------------------------------------------------------------------------- */

static void quiet_count(struct facts *f)
{
    int32_t points[AUDE_SEATS_MAX] = {0};
    unsigned best = AUDE_SEAT_NONE;

    aude_game_projection(&f->after, points);
    for (unsigned seat = 0; seat < f->after.n_seats; seat++)
        if (seat != f->seat && (best == AUDE_SEAT_NONE || points[seat] > points[best]))
            best = seat;
    if (best == AUDE_SEAT_NONE) return;
    struct puzzle_fact *fact = puzzle_facts_add(f, PUZZLE_COUNTS, f->seat);
    fact->other = (uint8_t)best;
    fact->points = (int16_t)points[f->seat];
    fact->of = (int16_t)points[best];
}

void puzzle_quiet_look(struct facts *f, const struct ai_line *line)
{
    quiet_look_at_events(f);
    quiet_look_at_features(f);
    for (unsigned i = f->view->n_laid; i < f->after.n_laid && !f->after.river.flowing;
         i++)
        quiet_look_at_gaps(f, &f->after.laid[i]);
    if (quiet_is_declined(f, line))
        puzzle_facts_add(f, PUZZLE_KEEPS, f->seat)->points =
            f->after.player[f->seat].supply[AUDE_SMALL];
    quiet_count(f);
}
