/* review.c -- one step of a game looked at afterwards, in the module of the page's worker: a
 * call takes long. */
#include "review.h"
#include "bridge.h"

static struct aude_game view;

static void bridge_review_seats(const char *key, const double *value)
{
    json_list(&out, key);
    for (unsigned seat = 0; seat < view.n_seats; seat++)
        json_real(&out, NULL, value[seat]);
    json_end(&out, ']');
}

static void bridge_review_line(const char *key, const struct ai_candidate *c)
{
    static struct aude_game after; /* the words of the next action need its position */
    char text[160];

    json_object(&out, key);
    aude_action_text(&view, c->action, text, sizeof text);
    json_text(&out, "action", text);
    aude_game_copy(&after, &view);
    if (c->then.kind != AUDE_NO_ACTION && !aude_game_play(&after, c->action, NULL)) {
        aude_action_text(&after, c->then, text, sizeof text);
        json_text(&out, "then", text);
    }
    json_real(&out, "win", c->win[view.turn.actor]);
    json_real(&out, "difference", c->difference[view.turn.actor]);
    json_int(&out, "playouts", (long)c->playouts);
    json_end(&out, '}');
}

static void bridge_review_move(struct aude_action played, const struct ai_limits *limits,
                               struct ai_rng *rng)
{
    static struct ai_review_move move;

    if (!ai_review_move(&view, played, limits, rng, &move)) return;
    json_object(&out, "move");
    json_int(&out, "seat", view.turn.actor);
    json_bool(&out, "same", move.same);
    bridge_review_line("best", &move.best);
    bridge_review_line("played", &move.played);
    json_real(&out, "loss", move.loss);
    json_real(&out, "error", move.error);
    json_real(&out, "points", move.points);
    json_real(&out, "pointsError", move.points_error);
    json_end(&out, '}');
}

static void bridge_review_draw(aude_kind kind, const struct ai_limits *limits,
                               struct ai_rng *rng)
{
    static struct ai_review_draw draw;

    ai_review_draw(&view, kind, limits, rng, &draw);
    if (!draw.kinds) return;
    json_object(&out, "draw");
    json_int(&out, "seat", view.turn.seat);
    json_int(&out, "kinds", draw.kinds);
    bridge_review_seats("win", draw.win);
    bridge_review_seats("after", draw.after);
    bridge_review_seats("luck", draw.luck);
    bridge_review_seats("points", draw.points);
    json_real(&out, "error", draw.error);
    json_real(&out, "pointsError", draw.points_error);
    json_end(&out, '}');
}

/* The action in `in` was done here ("": none, the game begins), and `drawn` was drawn
 * next (-1: nothing). Answers {move?, draw?, over?}. */
void THINKING(bridge_review)(const struct game *game, int drawn, double playouts,
                             double seed);
void bridge_review(const struct game *game, int drawn, double playouts, double seed)
{
    struct ai_limits limits = {.playouts = (uint64_t)playouts};
    struct aude_action action;
    struct ai_rng rng;

    ai_rng_init(&rng, (uint64_t)seed);
    /* A view: what came later must not be known. */
    aude_game_view(&view, &game->reader.game, game->reader.game.turn.actor);
    json_clear(&out);
    json_object(&out, NULL);
    if (*in && !aude_action_parse(&view, in, &action)) {
        if (view.turn.actor != AUDE_SEAT_NONE) bridge_review_move(action, &limits, &rng);
        aude_game_play(&view, action, NULL);
    }
    if (aude_game_over(&view)) {
        double win[AUDE_SEATS_MAX];
        for (unsigned seat = 0; seat < view.n_seats; seat++)
            win[seat] = ai_win_probability(&view, seat, NULL, &rng);
        bridge_review_seats("over", win);
    } else if (drawn >= 0 && view.turn.actor == AUDE_SEAT_NONE) {
        bridge_review_draw((aude_kind)drawn, &limits, &rng);
    }
    json_end(&out, '}');
}
