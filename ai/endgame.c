/* endgame.c -- the last tiles: every draw, the best replies, to the end of the game.
 *
 * With three tiles or fewer to come there are at most six orders left. All of them are
 * followed, weighted by how often they occur, and whoever decides takes what is best for it
 * at the end of the game: expectimax rather than playouts. The last turn is searched in full;
 * before it only the best few lines by the evaluation are followed, fewer the more tiles
 * there are, which is where this is not exact. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH_MAX = 16 };

static const int width_at[SEARCH_ENDGAME + 1] = {1, 16, 12, 5}; /* by tiles to come */

/* A turn: the position, and the lines that are followed. */
struct stage {
    struct aude_game game, after;
    struct turn_line line[WIDTH_MAX];
};

struct solver {
    struct turn *turn;
    struct ai_rng *rng;
    uint64_t looked;
    struct stage stage[SEARCH_ENDGAME + 1];
};

static void decide(struct solver *s, int left, float points[AUDE_SEATS_MAX]);

/* The mean over what may be drawn next; stage[left].after is the position before. */
static void draw(struct solver *s, int left, float points[AUDE_SEATS_MAX])
{
    const struct aude_game *before = &s->stage[left].after;
    struct aude_game *game = &s->stage[left - 1].game;
    unsigned n = before->pile.n;
    float weight = 0;

    memset(points, 0, AUDE_SEATS_MAX * sizeof *points);
    for (unsigned i = before->pile.next; i < n && !turn_stopped(s->turn);) {
        struct aude_action tell = {.kind = AUDE_TELL, .arg = before->pile.kind[i]};
        float got[AUDE_SEATS_MAX], count = 0;
        for (; i < n && before->pile.kind[i] == tell.arg; i++) count++;
        aude_game_copy(game, before);
        if (aude_game_play(game, tell, NULL)) continue;
        decide(s, left - 1, got);
        weight += count;
        for (unsigned seat = 0; seat < before->n_seats; seat++)
            points[seat] += count * got[seat];
    }
    for (unsigned seat = 0; weight > 0 && seat < before->n_seats; seat++)
        points[seat] /= weight;
}

/* What comes after stage[left].after. Anything but a plain draw (another seat decides, a
 * second part ...) is left to the evaluation. */
static void go_on(struct solver *s, int left, float points[AUDE_SEATS_MAX])
{
    const struct aude_game *game = &s->stage[left].after;

    s->looked++;
    if (left && !aude_game_over(game) && game->turn.phase == AUDE_PHASE_DRAW)
        draw(s, left, points);
    else
        eval_points(&s->turn->eval, game, NULL, NULL, points);
}

/* The seat to decide in stage[left].game takes its best line. */
static void decide(struct solver *s, int left, float points[AUDE_SEATS_MAX])
{
    struct stage *stage = &s->stage[left];
    unsigned seat = stage->game.turn.actor;
    float best = -1e9f;

    if (aude_game_over(&stage->game) || seat == AUDE_SEAT_NONE) {
        eval_points(&s->turn->eval, &stage->game, NULL, NULL, points);
        return;
    }
    int n = turn_lines(s->turn, &stage->game, 400, s->rng, stage->line, width_at[left]);
    for (int i = 0; i < n && !turn_stopped(s->turn); i++) {
        float got[AUDE_SEATS_MAX];
        aude_game_copy(&stage->after, &stage->game);
        turn_play(&stage->after, &stage->line[i]);
        go_on(s, left, got);
        float lead = eval_lead(stage->game.n_seats, got, seat);
        if (lead <= best) continue;
        best = lead;
        memcpy(points, got, sizeof got);
    }
}

uint64_t search_solve(struct turn *turn, const struct aude_game *view, struct ai_rng *rng,
                      struct search_candidate *list, int n)
{
    struct solver *s = calloc(1, sizeof *s);
    int left = aude_game_left_total(view);

    if (!s) return 0;
    s->turn = turn;
    s->rng = rng;
    for (int i = 0; i < n && !turn_stopped(turn); i++) {
        struct search_candidate *c = &list[i];
        float points[AUDE_SEATS_MAX];
        aude_game_copy(&s->stage[left].after, view);
        turn_play(&s->stage[left].after, &c->line);
        go_on(s, left, points);
        search_win(&s->stage[left].after, points, c->win);
        c->lead = (double)eval_lead(view->n_seats, points, view->turn.actor);
        for (unsigned seat = 0; seat < view->n_seats; seat++)
            c->points[seat] = (double)points[seat];
        c->n = 1;
    }
    uint64_t looked = turn_stopped(turn) ? 0 : s->looked;
    for (int i = 0; i < n && !looked; i++) /* broken off: as if it had not been tried */
        list[i] = (struct search_candidate){.line = list[i].line};
    free(s);
    return looked;
}
