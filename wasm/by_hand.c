/* by_hand.c -- what may be set by hand in a game that is told: for the position editor and the real table. */
#include "bridge.h"

/* Shows the action if the engine lets it be done. */
static void bridge_by_hand_offer(const struct aude_game *game, struct aude_action action)
{
    if (!aude_game_why(game, action)) show_action(game, action);
}

/* Every place of every tile where the engine lets a figure of that seat and kind be put: parts
 * of the tile, the top of its tower, quarters of Carcassonne, the corner for a barn. */
static void bridge_by_hand_put(const struct aude_game *game, struct aude_action action)
{
    for (unsigned i = 0; i < game->n_laid; i++) {
        unsigned parts = aude_tiles[game->laid[i].kind].n_segments;
        action.x = game->laid[i].x;
        action.y = game->laid[i].y;
        for (unsigned s = 0; s < parts; s++) {
            action.segment = (uint8_t)s;
            bridge_by_hand_offer(game, action);
        }
        for (unsigned s = AUDE_IN_QUARTER; s <= AUDE_ON_TOWER; s++) {
            action.segment = (uint8_t)s;
            bridge_by_hand_offer(game, action);
        }
    }
}

/* What needs a tile and no more: the dragon, a tower piece, a barn. */
static void bridge_by_hand_cells(const struct aude_game *game, struct aude_action action)
{
    for (unsigned i = 0; i < game->n_laid; i++) {
        action.x = game->laid[i].x;
        action.y = game->laid[i].y;
        bridge_by_hand_offer(game, action);
    }
}

/* Every figure that stands on a tile, a tower or in a quarter. */
static void bridge_by_hand_figures(const struct aude_game *game,
                                   enum aude_action_kind kind)
{
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *figure = &game->figure[i];
        struct aude_action action = {
            .kind = (uint8_t)kind, .figure = figure->kind, .arg = figure->seat};
        int x = 0, y = 0;
        if (figure->where == AUDE_AT_QUARTER) {
            if (!show_count_corner(game, &x, &y)) continue;
            x += 2, y += 1; /* its seventh tile stands for all quarters */
            action.segment = (uint8_t)(AUDE_IN_QUARTER + figure->at);
        } else if (figure->tile != AUDE_NOWHERE) {
            const struct aude_laid *laid = &game->laid[figure->tile];
            bool tower = figure->where == AUDE_AT_TOWER;
            x = laid->x, y = laid->y;
            action.segment = tower ? AUDE_ON_TOWER : (uint8_t)(figure->at - laid->first);
        } else
            continue;
        action.x = (int16_t)x;
        action.y = (int16_t)y;
        bridge_by_hand_offer(game, action);
    }
}

/* A tower piece goes back to the first seat that misses one. */
static void bridge_by_hand_take(const struct aude_game *game)
{
    bridge_by_hand_figures(game, AUDE_TAKE_FIGURE);
    for (unsigned i = 0; i < game->n_laid; i++)
        for (unsigned seat = 0; seat < game->n_seats; seat++) {
            struct aude_action take = {.kind = AUDE_HAND_TOWER_OFF,
                                       .arg = (uint8_t)seat,
                                       .x = game->laid[i].x,
                                       .y = game->laid[i].y};
            if (aude_game_why(game, take)) continue;
            show_action(game, take);
            break;
        }
}

/* What a press on the map may do; the numbers are known to web/src/engine/engine.ts. */
enum { BRUSH_TAKE = -1, BRUSH_DRAGON = -2, BRUSH_FAIRY = -3, BRUSH_TOWER = -4 };

static void bridge_by_hand_brush(const struct aude_game *game, int seat, int brush)
{
    struct aude_action action = {.kind = AUDE_SET_FIGURE, .arg = (uint8_t)seat};

    switch (brush) {
    case BRUSH_TAKE:
        bridge_by_hand_take(game);
        break;
    case BRUSH_DRAGON:
        action = (struct aude_action){.kind = AUDE_HAND_DRAGON};
        bridge_by_hand_cells(game, action);
        break;
    case BRUSH_FAIRY:
        bridge_by_hand_figures(game, AUDE_HAND_FAIRY);
        break;
    case BRUSH_TOWER:
    case AUDE_BARN:
        action.kind = brush == AUDE_BARN ? AUDE_HAND_BARN : AUDE_HAND_TOWER;
        bridge_by_hand_cells(game, action);
        break;
    default:
        action.figure = (uint8_t)brush;
        bridge_by_hand_put(game, action);
    }
}

/* A list of actions: where a figure of that kind (a number of FIGURES) and seat may be put, or
 * what a brush may do. */
void EXPORT(bridge_by_hand)(const struct game *game, int seat, int brush);
void bridge_by_hand(const struct game *game, int seat, int brush)
{
    json_clear(&out);
    json_list(&out, NULL);
    bridge_by_hand_brush(&game->reader.game, seat, brush);
    json_end(&out, ']');
}
