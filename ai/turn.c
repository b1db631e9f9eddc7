/* turn.c -- try out what a seat can do in a row, and value what comes of it. */
#include "turn.h"

#include <string.h>

/* A search through lines. */
struct walk {
    struct turn *turn;
    struct ai_rng *rng;
    struct turn_line line, *out;
    int n, max, width;
    unsigned seat;
};

/* Insert the line where it belongs among the best. */
static void keep(struct walk *walk)
{
    int i = walk->n;

    if (i == walk->max) {
        if (walk->line.value <= walk->out[i - 1].value) return;
        i--;
    } else {
        walk->n++;
    }
    for (; i && walk->out[i - 1].value < walk->line.value; i--)
        walk->out[i] = walk->out[i - 1];
    walk->out[i] = walk->line;
}

static bool stop(struct turn *turn)
{
    if (turn->stopped) return true;
    if (!turn->limits || !turn->limits->stop || turn->looked % 16) return false;
    turn->stopped = turn->limits->stop(turn->limits->context);
    return turn->stopped;
}

static void value_line(struct walk *walk, const struct aude_game *game,
                       const struct eval_touched *touched)
{
    float points[AUDE_SEATS_MAX];
    struct turn *turn = walk->turn;

    eval_points(&turn->eval, game, &turn->board, touched, points);
    walk->line.value = eval_lead(game->n_seats, points, walk->seat);
    turn->looked++;
    keep(walk);
}

/* Does the same seat go on without a draw? */
static bool goes_on(const struct aude_game *game, unsigned seat, int depth)
{
    return depth < TURN_DEPTH && !aude_game_over(game) && game->turn.actor == seat &&
           game->turn.phase != AUDE_PHASE_TILE;
}

static void walk_on(struct walk *walk, const struct aude_game *game, int depth,
                    const struct eval_touched *touched);

static void try_action(struct walk *walk, const struct aude_game *game, int depth,
                       struct aude_action action, const struct eval_touched *touched)
{
    struct aude_game *after = &walk->turn->game[depth];
    struct eval_touched now = *touched, lay;

    aude_game_copy(after, game);
    if (aude_game_play(after, action, NULL)) return;
    if (action.kind == AUDE_LAY || action.kind == AUDE_ABBEY_TILE) {
        eval_touch(game, action, &lay);
        now.cells |= lay.cells;
        now.labels |= lay.labels;
        now.around |= lay.around;
    }
    walk->line.action[depth] = action;
    walk->line.n = depth + 1;
    if (goes_on(after, walk->seat, depth + 1))
        walk_on(walk, after, depth + 1, &now);
    else
        value_line(walk, after, &now);
}

static void walk_on(struct walk *walk, const struct aude_game *game, int depth,
                    const struct eval_touched *touched)
{
    struct aude_action *list = walk->turn->list[depth];
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX), tried = 0;

    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    for (int i = 0; i < n && tried < walk->width; i++, tried++) {
        if (walk->n && stop(walk->turn)) return;
        if (n > walk->width) { /* a random choice: each that is left may come next */
            int j = i + (int)ai_rng_below(walk->rng, (uint32_t)(n - i));
            struct aude_action swap = list[i];
            list[i] = list[j];
            list[j] = swap;
        }
        try_action(walk, game, depth, list[i], touched);
    }
}

int turn_lines(struct turn *turn, const struct aude_game *game, int width,
               struct ai_rng *rng, struct turn_line *out, int max)
{
    struct walk walk = {.turn = turn,
                        .rng = rng,
                        .out = out,
                        .max = max,
                        .width = width,
                        .seat = game->turn.actor};
    struct eval_touched none = {0};

    eval_board(&turn->eval, game, &turn->board);
    walk_on(&walk, game, 0, &none);
    return walk.n;
}

bool turn_play(struct aude_game *game, const struct turn_line *line)
{
    for (int i = 0; i < line->n; i++)
        if (aude_game_play(game, line->action[i], NULL)) return false;
    return true;
}

/* -- Chance ----------------------------------------------------------------------------- */

/* A tile by chance from those that can come now (aude.h: the river's last comes last). */
static aude_kind any_tile(const struct aude_game *game, struct ai_rng *rng)
{
    const struct aude_river *river = &game->river;
    unsigned n = (unsigned)(game->pile.n - game->pile.next);

    if (!river->flowing)
        return n ? game->pile.kind[game->pile.next + ai_rng_below(rng, n)]
                 : AUDE_KIND_NONE;
    n = (unsigned)(river->n - river->next);
    if (river->next < river->fixed) n = 1;
    if (n > 1) n--;
    return n ? river->kind[river->next + ai_rng_below(rng, n)] : AUDE_KIND_NONE;
}

void turn_draw(struct aude_game *game, struct ai_rng *rng)
{
    while (!aude_game_over(game) && game->turn.actor == AUDE_SEAT_NONE) {
        struct aude_action list[512];
        struct aude_action tell = {.kind = AUDE_TELL, .arg = any_tile(game, rng)};
        if (!aude_game_play(game, tell, NULL)) continue;
        int n = aude_game_actions(game, list, 512);
        if (n < 1) return;
        if (aude_game_play(game, list[ai_rng_below(rng, (uint32_t)(n < 512 ? n : 512))],
                           NULL))
            return;
    }
}
