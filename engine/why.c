/* why.c -- why a figure cannot be used now: it is tried in every place that could be meant, and
 * the refusal that tells most is the answer. */
#include "engine.h"

/* How much a refusal tells a player. NOTHING: this is not decided now. PLACE: it does not belong
 * on that part of the map, but another part may tell more. WHY: the reason. */
enum { TELLS_NOTHING, TELLS_PLACE, TELLS_WHY };

static int why_tells(enum aude_err err)
{
    switch (err) {
    case AUDE_ERR_OK:
    case AUDE_ERR_PHASE:
    case AUDE_ERR_ACTION:
    case AUDE_ERR_WORD:
    case AUDE_ERR_NO_SEGMENT:
        return TELLS_NOTHING;
    case AUDE_ERR_BUILDER_PLACE:
    case AUDE_ERR_PIG_PLACE:
    case AUDE_ERR_MAYOR_PLACE:
    case AUDE_ERR_WAGON_PLACE:
    case AUDE_ERR_ABBOT_PLACE:
    case AUDE_ERR_GARDEN:
    case AUDE_ERR_BARN_CORNER:
    case AUDE_ERR_BARN_TILE:
    case AUDE_ERR_TOWER_NONE:
        return TELLS_PLACE;
    default:
        return TELLS_WHY;
    }
}

struct search {
    const struct aude_game *game;
    enum aude_err best;
};

static void why_try(struct search *search, struct aude_action action)
{
    enum aude_err err = aude_game_why(search->game, action);

    if (why_tells(err) > why_tells(search->best)) search->best = err;
}

/* On every segment of the tile just laid. */
static void why_try_segments(struct search *search, const struct aude_laid *laid,
                             struct aude_action action)
{
    action.x = laid->x;
    action.y = laid->y;
    for (unsigned s = 0; s < aude_tiles[laid->kind].n_segments; s++) {
        action.segment = (uint8_t)s;
        why_try(search, action);
    }
}

/* On the four corners of the tile just laid. */
static void why_try_corners(struct search *search, const struct aude_laid *laid,
                            struct aude_action action)
{
    for (int corner = 0; corner < 4; corner++) {
        action.x = (int16_t)(laid->x + (corner & 1));
        action.y = (int16_t)(laid->y + (corner >> 1));
        why_try(search, action);
    }
}

static void why_try_tiles(struct search *search, struct aude_action action)
{
    for (unsigned i = 0; i < search->game->n_laid; i++) {
        action.x = search->game->laid[i].x;
        action.y = search->game->laid[i].y;
        why_try(search, action);
    }
}

enum aude_err aude_game_why_not(const struct aude_game *game, enum aude_action_kind kind,
                                enum aude_figure_kind figure)
{
    const struct aude_laid *laid = &game->laid[game->turn.laid];
    struct aude_action action = {.kind = (uint8_t)kind, .figure = (uint8_t)figure};
    struct search search = {game, AUDE_ERR_PHASE};
    bool in_hand = kind == AUDE_PUT || kind == AUDE_BARN_AT;
    enum aude_err must = aude_game_why(game, (struct aude_action){.kind = AUDE_PASS});

    /* A set that insists on another action refuses this one too. */
    if (must && must != AUDE_ERR_PHASE) return must;
    if (game->turn.phase != AUDE_PHASE_ACTION || figure >= AUDE_FIGURE_KINDS)
        return AUDE_ERR_PHASE;
    if (in_hand && !game->player[game->turn.actor].supply[figure])
        return AUDE_ERR_NO_FIGURE;
    switch (kind) {
    case AUDE_PUT:
        search.best = AUDE_ERR_NO_SEGMENT;
        why_try_segments(&search, laid, action);
        return search.best == AUDE_ERR_NO_SEGMENT ? AUDE_ERR_FEATURE_TAKEN : search.best;
    case AUDE_BARN_AT:
        why_try_corners(&search, laid, action);
        return search.best;
    case AUDE_TOWER:
        why_try_tiles(&search, action);
        return search.best;
    case AUDE_FAIRY:
        return AUDE_ERR_FAIRY_TARGET; /* there is no follower she could go to */
    default:
        return aude_game_why(game, action);
    }
}
