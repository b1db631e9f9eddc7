/* catapult.c -- expansion VII for the page: the round, ranges, flights. */
#include "bridge.h"

#include <string.h>

/* -- The round -------------------------------------------------------------------------- */

static void bridge_catapult_show_point(const char *key, struct aude_point point)
{
    json_object(&out, key);
    json_int(&out, "x", point.x);
    json_int(&out, "y", point.y);
    json_end(&out, '}');
}

static void bridge_catapult_add_rest(struct round *round, const struct aude_event *event)
{
    if (round->n == AUDE_SEATS_MAX) return;
    round->rest[round->n].seat = event->seat;
    round->rest[round->n].x = event->at.x;
    round->rest[round->n].y = event->at.y;
    round->rest[round->n++].measure = -1;
}

void bridge_catapult_update_round(struct round *round, const struct aude_events *events)
{
    for (int i = 0; i < events->n && i < events->max; i++) {
        const struct aude_event *event = &events->list[i];
        if (event->kind == AUDE_EV_ROUND) round->n = 0;
        if (event->kind == AUDE_EV_REST) bridge_catapult_add_rest(round, event);
        if (event->kind == AUDE_EV_MEASURE && round->n)
            round->rest[round->n - 1].measure = event->points;
    }
}

static void bridge_catapult_show_rests(const struct round *round)
{
    json_list(&out, "throws");
    for (unsigned i = 0; i < round->n; i++) {
        json_object(&out, NULL);
        json_int(&out, "seat", round->rest[i].seat);
        json_int(&out, "x", round->rest[i].x);
        json_int(&out, "y", round->rest[i].y);
        if (round->rest[i].measure >= 0)
            json_int(&out, "distance", round->rest[i].measure);
        json_end(&out, '}');
    }
    json_end(&out, ']');
}

/* The box around all tiles, in units of 1024. */
static void bridge_catapult_show_box(const struct aude_game *game)
{
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;

    for (unsigned i = 0; i < game->n_laid; i++) {
        int x = game->laid[i].x, y = game->laid[i].y;
        if (i == 0 || x < x0) x0 = x;
        if (i == 0 || y < y0) y0 = y;
        if (i == 0 || x + 1 > x1) x1 = x + 1;
        if (i == 0 || y + 1 > y1) y1 = y + 1;
    }
    json_object(&out, "box");
    json_int(&out, "x0", AUDE_CAT_TILE * x0);
    json_int(&out, "y0", AUDE_CAT_TILE * y0);
    json_int(&out, "x1", AUDE_CAT_TILE * x1);
    json_int(&out, "y1", AUDE_CAT_TILE * y1);
    json_end(&out, '}');
}

static void bridge_catapult_show_throwers(const struct aude_game *game)
{
    json_list(&out, "throwers");
    for (unsigned i = 0; i < game->n_seats; i++)
        json_int(&out, NULL, (long)((game->turn.seat + i) % game->n_seats));
    json_end(&out, ']');
    json_int(&out, "current", game->catapult.thrown);
}

/* Who catches what is thrown now: the thrower's left neighbour (CAT-10). */
static void bridge_catapult_show_catcher(const struct aude_game *game)
{
    unsigned thrower = game->turn.seat + game->catapult.thrown;

    if (game->turn.phase != AUDE_PHASE_CATAPULT && game->catapult.kind == AUDE_CATCH)
        json_int(&out, "catcher", (long)((thrower + 1) % game->n_seats));
    else
        json_null(&out, "catcher");
}

/* Where a thrower probably aims, in units of 1024: at the follower of somebody else that is
 * nearest to the fair and can be hit or seduced, else at the fair itself. */
static void bridge_catapult_show_aim(const struct aude_game *game,
                                     const struct aude_laid *fair)
{
    const int x = AUDE_CAT_TILE * fair->x + AUDE_CAT_TILE / 2,
              y = AUDE_CAT_TILE * fair->y + AUDE_CAT_TILE / 2;
    struct aude_point aim = {x, y}, at;
    int64_t least = INT64_MAX;

    for (unsigned i = 0; i < game->n_figures && game->catapult.kind != AUDE_TARGET; i++) {
        if (game->figure[i].seat == game->turn.actor ||
            !aude_catapult_figure(game, i, &at))
            continue;
        int64_t dx = at.x - x, dy = at.y - y, far = dx * dx + dy * dy;
        if (far >= least) continue;
        least = far;
        aim = at;
    }
    bridge_catapult_show_point("aim", aim);
}

void bridge_catapult_show(const struct aude_game *game, const struct round *round)
{
    unsigned phase = game->turn.phase;
    const struct aude_catapult *cat = &game->catapult;

    if (phase < AUDE_PHASE_CATAPULT || phase > AUDE_PHASE_THROWN ||
        cat->fair[0] >= game->n_laid) {
        json_null(&out, "catapult");
        return;
    }
    const struct aude_laid *fair = &game->laid[cat->fair[0]];
    json_object(&out, "catapult");
    if (phase == AUDE_PHASE_CATAPULT)
        json_null(&out, "kind");
    else
        json_text(&out, "kind", aude_catapult_name(cat->kind));
    json_object(&out, "fair");
    json_int(&out, "x", fair->x);
    json_int(&out, "y", fair->y);
    json_end(&out, '}');
    bridge_catapult_show_aim(game, fair);
    bridge_catapult_show_throwers(game);
    bridge_catapult_show_catcher(game);
    bridge_catapult_show_box(game);
    bridge_catapult_show_rests(round);
    if (phase == AUDE_PHASE_CATCH) {
        json_object(&out, "glimpse");
        json_int(&out, "gx", cat->glimpse[0]);
        json_int(&out, "gy", cat->glimpse[1]);
        json_end(&out, '}');
    } else {
        json_null(&out, "glimpse");
    }
    json_end(&out, '}');
}

/* -- Aiming ----------------------------------------------------------------------------- */

/* The bounds for the numbers of a throw, a toss or the hands; null in other phases. */
void EXPORT(bridge_catapult_range)(const struct game *game);
void bridge_catapult_range(const struct game *game)
{
    static const char *const names[AUDE_ACTION_KINDS] = {
        [AUDE_THROW] = "throw", [AUDE_TOSS] = "toss", [AUDE_HANDS] = "hands"};
    struct aude_range range;

    json_clear(&out);
    if (!aude_game_range(&game->reader.game, &range) || !names[range.kind]) {
        json_null(&out, NULL);
        return;
    }
    json_object(&out, NULL);
    json_text(&out, "kind", names[range.kind]);
    json_int(&out, "stands", range.arg_hi - range.arg_lo + 1);
    json_list(&out, "x");
    json_int(&out, NULL, range.x_lo);
    json_int(&out, NULL, range.x_hi);
    json_end(&out, ']');
    json_list(&out, "y");
    json_int(&out, NULL, range.y_lo);
    json_int(&out, NULL, range.y_hi);
    json_end(&out, ']');
    json_end(&out, '}');
}

/* A throw without scatter: {stand, land, rest}. */
void EXPORT(bridge_catapult_flight)(const struct game *game, unsigned stand, unsigned aim,
                                    unsigned power);
void bridge_catapult_flight(const struct game *game, unsigned stand, unsigned aim,
                            unsigned power)
{
    struct aude_point land, rest;

    aude_catapult_flight(&game->reader.game, stand & 7, aim, power, &land, &rest);
    json_clear(&out);
    json_object(&out, NULL);
    bridge_catapult_show_point("stand",
                               aude_catapult_stand(&game->reader.game, stand & 7));
    bridge_catapult_show_point("land", land);
    bridge_catapult_show_point("rest", rest);
    json_end(&out, '}');
}
