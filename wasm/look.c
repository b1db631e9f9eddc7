/* look.c -- looking closer: features, what fits where, what is left to draw. */
#include "bridge.h"
#include "outlook.h"

/* -- Features --------------------------------------------------------------------------- */

static void bridge_look_cell(const struct aude_laid *laid, unsigned segment)
{
    json_object(&out, NULL);
    json_int(&out, "x", laid->x);
    json_int(&out, "y", laid->y);
    json_int(&out, "segment", (long)segment);
    json_int(&out, "kind", laid->kind);
    json_int(&out, "rot", laid->rot);
    json_end(&out, '}');
}

/* The sides of a road or city segment where no tile lies yet. */
static void bridge_look_ends(const struct aude_game *game, const struct aude_laid *laid,
                             unsigned segment)
{
    const struct aude_segment *seg = &aude_tiles[laid->kind].segment[segment];
    unsigned sides = aude_turn_sides(seg->sides, laid->rot);

    if (seg->kind != AUDE_ROAD && seg->kind != AUDE_CITY) return;
    for (unsigned side = 0; side < 4; side++) {
        if (!(sides >> side & 1)) continue;
        if (aude_game_tile_at(game, laid->x + aude_side_x[side],
                              laid->y + aude_side_y[side]) >= 0)
            continue;
        json_object(&out, NULL);
        json_int(&out, "x", laid->x);
        json_int(&out, "y", laid->y);
        json_text(&out, "side", aude_side_name(side));
        json_end(&out, '}');
    }
}

/* Goes once around the ring of segments; `ends` says what is written. */
static void bridge_look_ring(const struct aude_game *game, unsigned feature, bool ends)
{
    unsigned head = game->feature[feature].head, handle = head;

    do {
        const struct aude_laid *laid = aude_laid_of(game, handle);
        if (ends)
            bridge_look_ends(game, laid, handle - laid->first);
        else
            bridge_look_cell(laid, handle - laid->first);
        handle = aude_next(game, handle);
    } while (handle != head);
}

static void bridge_look_seats(const struct aude_game *game,
                              const struct aude_feature_view *view)
{
    json_list(&out, "strength");
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        json_int(&out, NULL, view->strength[seat]);
    json_end(&out, ']');
    json_list(&out, "owners");
    for (unsigned seat = 0; seat < game->n_seats; seat++)
        if (view->owners >> seat & 1) json_int(&out, NULL, (long)seat);
    json_end(&out, ']');
}

/* Does this event of the final scoring pay for the feature itself? The fairy beside a knight and
 * the like are paid at the same place, but from another source. */
static bool bridge_look_event_pays(const struct aude_game *game,
                                   const struct aude_event *event, unsigned feature)
{
    if (event->kind != AUDE_EV_SCORE || event->feature != game->feature[feature].kind)
        return false;
    int tile = aude_game_tile_at(game, event->x, event->y);
    return game->label[game->laid[tile].first + event->segment] == feature;
}

/* What each seat would be paid for it if the game ended now. */
static void bridge_look_paid(const struct aude_game *game, unsigned feature, int points[])
{
    static struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};

    aude_game_final(game, &events);
    for (int i = 0; i < events.n && i < events.max; i++)
        if (bridge_look_event_pays(game, &list[i], feature))
            points[list[i].seat] += list[i].points;
}

/* Who has a barn in it, as bits of seats. */
static uint8_t bridge_look_barns(const struct aude_game *game, unsigned feature)
{
    unsigned seats = 0;

    for (unsigned i = 0; i < AUDE_FIGURES_MAX; i++)
        if (game->figure[i].kind == AUDE_BARN &&
            game->figure[i].where == AUDE_AT_SEGMENT &&
            game->label[game->figure[i].at] == feature)
            seats |= 1u << game->figure[i].seat;
    return (uint8_t)seats;
}

/* What each seat gets for it as it stands. A barn counts for nothing in the question who has
 * most farmers, but its owner is paid at the end: where one stands, the owners are those who
 * have a barn, also while it is worth nothing, and all who would be paid now, each as in
 * `bridge_look_paid`. */
static void bridge_look_each(const struct aude_game *game, struct aude_feature_view *view)
{
    int points[AUDE_SEATS_MAX] = {0};
    uint8_t barns = view->kind == AUDE_FIELD ? bridge_look_barns(game, view->id) : 0;

    if (barns) bridge_look_paid(game, view->id, points);
    view->owners |= barns;
    json_list(&out, "paid");
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        if (barns && points[seat] > 0) view->owners |= (uint8_t)(1u << seat);
        if (!barns && view->owners >> seat & 1) points[seat] = view->points;
        json_int(&out, NULL, points[seat]);
    }
    json_end(&out, ']');
}

/* In some editions the view has no worth of a field: then it is what its owners would get
 * at the end. */
static void bridge_look_at(const struct aude_game *game, int tile, unsigned segment)
{
    struct aude_feature_view view;

    aude_game_feature(game, tile, (int)segment, &view);
    json_object(&out, NULL);
    json_int(&out, "id", view.id);
    json_text(&out, "kind", aude_feature_name(view.kind));
    json_bool(&out, "complete", view.complete);
    json_int(&out, "tiles", view.tiles);
    json_int(&out, "shields", view.shields);
    json_int(&out, "open", view.open);
    json_int(&out, "cities", view.cities);
    json_int(&out, "points", view.points);
    bridge_list_tags(view.tags);
    bridge_look_each(game, &view);
    bridge_look_seats(game, &view);
    json_list(&out, "cells");
    bridge_look_ring(game, view.id, false);
    json_end(&out, ']');
    json_list(&out, "ends");
    bridge_look_ring(game, view.id, true);
    json_end(&out, ']');
    json_end(&out, '}');
}

void EXPORT(bridge_look_feature)(const struct game *game, int x, int y, unsigned segment);
void bridge_look_feature(const struct game *game, int x, int y, unsigned segment)
{
    const struct aude_game *position = &game->reader.game;
    int tile = aude_game_tile_at(position, x, y);

    json_clear(&out);
    if (tile < 0 || segment >= aude_tiles[position->laid[tile].kind].n_segments)
        json_null(&out, NULL);
    else
        bridge_look_at(position, tile, segment);
}

/* What the computer players expect of a feature: {chance, points}. A field has chance
 * null; the answer is null if there is no tile. */
void EXPORT(bridge_outlook)(const struct game *game, int x, int y, unsigned segment);
void bridge_outlook(const struct game *game, int x, int y, unsigned segment)
{
    static struct aude_game view; /* without the order of the pile */
    struct ai_outlook outlook;
    int tile;

    aude_game_view(&view, &game->reader.game, AUDE_SEAT_NONE);
    tile = aude_game_tile_at(&view, x, y);
    json_clear(&out);
    if (tile < 0 || segment >= aude_tiles[view.laid[tile].kind].n_segments ||
        !ai_outlook(&view, tile, segment, &outlook)) {
        json_null(&out, NULL);
        return;
    }
    json_object(&out, NULL);
    if (outlook.completed < 0)
        json_null(&out, "chance");
    else
        json_real(&out, "chance", outlook.completed);
    json_real(&out, "points", outlook.points);
    json_end(&out, '}');
}

/* The points that each seat would get for it if the game ended now. Null if there is
 * no tile, and for fields if farmers are paid for cities, not for fields (EDN-17,
 * EDN-18). */
void EXPORT(bridge_look_due)(const struct game *game, int x, int y, unsigned segment);
void bridge_look_due(const struct game *game, int x, int y, unsigned segment)
{
    const struct aude_game *position = &game->reader.game;
    int tile = aude_game_tile_at(position, x, y), points[AUDE_SEATS_MAX] = {0};

    json_clear(&out);
    if (tile < 0 || segment >= aude_tiles[position->laid[tile].kind].n_segments) {
        json_null(&out, NULL);
        return;
    }
    unsigned feature = position->label[position->laid[tile].first + segment];
    if (position->feature[feature].kind == AUDE_FIELD &&
        position->sw[AUDE_SWITCH_FARM_RULE] != AUDE_FARM_FIELD) {
        json_null(&out, NULL);
        return;
    }
    bridge_look_paid(position, feature, points);
    json_list(&out, NULL);
    for (unsigned seat = 0; seat < position->n_seats; seat++)
        json_int(&out, NULL, points[seat]);
    json_end(&out, ']');
}

/* Every feature once, at its segment that was laid first; `kind` -1: of any kind. */
void EXPORT(bridge_look_features)(const struct game *game, int kind);
void bridge_look_features(const struct game *game, int kind)
{
    static uint8_t seen[AUDE_HANDLES_MAX];
    const struct aude_game *position = &game->reader.game;

    for (unsigned i = 0; i < AUDE_HANDLES_MAX; i++) seen[i] = 0;
    json_clear(&out);
    json_list(&out, NULL);
    for (unsigned handle = 0; handle < position->n_handles; handle++) {
        unsigned feature = position->label[handle], tile = aude_tile_of(position, handle);
        if (seen[feature]) continue;
        seen[feature] = 1;
        if (kind < 0 || position->feature[feature].kind == kind)
            bridge_look_at(position, (int)tile, handle - position->laid[tile].first);
    }
    json_end(&out, ']');
}

/* -- What fits -------------------------------------------------------------------------- */

/* `river`: while it flows other tiles are refused everywhere, which says nothing about later. */
void EXPORT(bridge_look_fit)(const struct game *game, int x, int y);
void bridge_look_fit(const struct game *game, int x, int y)
{
    const struct aude_game *position = &game->reader.game;
    unsigned hand = position->turn.tile;
    int fits = 0;

    json_clear(&out);
    json_object(&out, NULL);
    json_list(&out, "kinds");
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        int left = aude_game_left(position, (aude_kind)kind);
        if (!left || !aude_game_fits(position, (aude_kind)kind, x, y)) continue;
        json_object(&out, NULL);
        json_int(&out, "kind", kind);
        json_int(&out, "count", left);
        json_end(&out, '}');
        fits += left;
    }
    json_end(&out, ']');
    json_int(&out, "fits", fits);
    json_int(&out, "of", aude_game_left_total(position));
    json_bool(&out, "river", position->river.flowing);
    json_bool(&out, "hand",
              hand != AUDE_KIND_NONE && aude_game_fits(position, (aude_kind)hand, x, y));
    json_end(&out, '}');
}

/* Empty cells between tiles where nothing fits any more, except an abbey. While a river
 * is laid other tiles are refused everywhere, which means nothing for later. */
void EXPORT(bridge_look_dead)(const struct game *game);
void bridge_look_dead(const struct game *game)
{
    const struct aude_game *position = &game->reader.game;
    bool alive[AUDE_FRONTIER_MAX] = {false};

    for (int kind = 0; kind < aude_tiles_count; kind++) {
        if (!aude_game_left(position, (aude_kind)kind) && position->turn.tile != kind)
            continue;
        for (unsigned i = 0; i < position->frontier.n; i++)
            alive[i] |=
                aude_game_fits(position, (aude_kind)kind, position->frontier.place[i].x,
                               position->frontier.place[i].y) != 0;
    }
    json_clear(&out);
    json_list(&out, NULL);
    for (unsigned i = 0; i < position->frontier.n && !position->river.flowing; i++) {
        if (alive[i] || aude_game_over(position)) continue;
        json_object(&out, NULL);
        json_int(&out, "x", position->frontier.place[i].x);
        json_int(&out, "y", position->frontier.place[i].y);
        json_end(&out, '}');
    }
    json_end(&out, ']');
}

/* -- What is left ----------------------------------------------------------------------- */

/* Every kind of this game: how many are still to come, and how many there were. */
void EXPORT(bridge_look_left)(const struct game *game);
void bridge_look_left(const struct game *game)
{
    static struct aude_game fresh;
    struct aude_setup setup = game->reader.head.setup;

    json_clear(&out);
    json_list(&out, NULL);
    setup.hidden = 1;
    if (aude_game_init(&fresh, &setup, NULL)) fresh.n_laid = 0;
    for (int kind = 0; kind < aude_tiles_count; kind++) {
        int total = aude_game_left(&fresh, (aude_kind)kind);
        for (unsigned i = 0; i < fresh.n_laid; i++) total += fresh.laid[i].kind == kind;
        if (!total) continue;
        json_object(&out, NULL);
        json_int(&out, "kind", kind);
        json_int(&out, "left", aude_game_left(&game->reader.game, (aude_kind)kind));
        json_int(&out, "total", total);
        json_end(&out, '}');
    }
    json_end(&out, ']');
}
