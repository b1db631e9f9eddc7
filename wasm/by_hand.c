/* by_hand.c -- what may be set by hand in a game that is told: for the position editor and the real table. */
#include "bridge.h"

/* Every segment of every tile where the engine lets a figure of that seat and kind be put. */
static void bridge_by_hand_put(const struct aude_game *game, struct aude_action action)
{
    for (unsigned i = 0; i < game->n_laid; i++)
        for (unsigned s = 0; s < aude_tiles[game->laid[i].kind].n_segments; s++) {
            action.x = game->laid[i].x;
            action.y = game->laid[i].y;
            action.segment = (uint8_t)s;
            if (!aude_game_why(game, action)) show_action(game, action);
        }
}

/* Every figure that stands on a tile or a tower. */
static void bridge_by_hand_take(const struct aude_game *game)
{
    for (unsigned i = 0; i < game->n_figures; i++) {
        const struct aude_figure *figure = &game->figure[i];
        bool tower = figure->where == AUDE_AT_TOWER;
        if (figure->where != AUDE_AT_SEGMENT && !tower) continue;
        const struct aude_laid *laid =
            &game->laid[tower ? figure->at : game->tile_of[figure->at]];
        struct aude_action action = {
            .kind = AUDE_TAKE_FIGURE,
            .figure = figure->kind,
            .segment = tower ? AUDE_ON_TOWER : (uint8_t)(figure->at - laid->first),
            .arg = figure->seat,
            .x = laid->x,
            .y = laid->y};
        if (!aude_game_why(game, action)) show_action(game, action);
    }
}

/* A list of actions: where a figure of that kind (a number of FIGURES) and seat may be put, or for
 * kind -1 which figures may be taken. */
void EXPORT(bridge_by_hand)(const struct game *game, int seat, int kind);
void bridge_by_hand(const struct game *game, int seat, int kind)
{
    struct aude_action put = {
        .kind = AUDE_SET_FIGURE, .figure = (uint8_t)kind, .arg = (uint8_t)seat};

    json_clear(&out);
    json_list(&out, NULL);
    if (kind < 0)
        bridge_by_hand_take(&game->reader.game);
    else
        bridge_by_hand_put(&game->reader.game, put);
    json_end(&out, ']');
}
