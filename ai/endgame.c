/* endgame.c -- the last tiles: every draw, the best replies, to the end of the game.
 *
 * With a few tiles to come all orders are followed, weighted by how often they occur, and
 * the seat that decides takes what is best for it at the end of the game: expectimax rather than
 * playouts. The last turn is searched in full; before it only the best few lines by the
 * evaluation are followed, which is where this is not exact. How many is the width; the search
 * begins with a narrow one and widens it while there is time, and the last width that was
 * finished counts. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH_MAX = 16 };

/* Lines followed in a turn that is not the last, step by step; chosen by hand, not measured.
 * What solving is worth at all is in docs/ai.md: no points that could be measured, but exact answers in an analysis. */
static const int widths[SEARCH_WIDTHS] = {2, 3, 5, 8, 12, WIDTH_MAX};

/* A turn: the position, and the lines that are followed. */
struct stage {
    struct aude_game game, after;
    struct turn_line line[WIDTH_MAX];
};

struct solver {
    struct turn *turn;
    struct ai_rng *rng;
    int width;
    struct stage stage[SEARCH_ENDGAME + 1];
};

static void endgame_decide(struct solver *s, int left, float points[AUDE_SEATS_MAX]);

/* The mean over what may be drawn next; stage[left].after is the position before. */
static void endgame_draw(struct solver *s, int left, float points[AUDE_SEATS_MAX])
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
        endgame_decide(s, left - 1, got);
        weight += count;
        for (unsigned seat = 0; seat < before->n_seats; seat++)
            points[seat] += count * got[seat];
    }
    for (unsigned seat = 0; weight > 0 && seat < before->n_seats; seat++)
        points[seat] /= weight;
}

/* What comes after stage[left].after. Anything but a plain draw (another seat decides, a
 * second part ...) is left to the evaluation. */
static void endgame_go_on(struct solver *s, int left, float points[AUDE_SEATS_MAX])
{
    const struct aude_game *game = &s->stage[left].after;

    if (left && !aude_game_over(game) && game->turn.phase == AUDE_PHASE_DRAW)
        endgame_draw(s, left, points);
    else
        eval_points(&s->turn->eval, game, NULL, NULL, points);
}

/* The seat to decide in stage[left].game takes its best line. */
static void endgame_decide(struct solver *s, int left, float points[AUDE_SEATS_MAX])
{
    struct stage *stage = &s->stage[left];
    unsigned seat = stage->game.turn.actor;
    float best = -1e9f;

    if (aude_game_over(&stage->game) || seat == AUDE_SEAT_NONE) {
        eval_points(&s->turn->eval, &stage->game, NULL, NULL, points);
        return;
    }
    int n =
        turn_lines(s->turn, &stage->game, 400, s->rng, stage->line, left ? s->width : 1);
    for (int i = 0; i < n && !turn_stopped(s->turn); i++) {
        float got[AUDE_SEATS_MAX];
        aude_game_copy(&stage->after, &stage->game);
        turn_play(&stage->after, &stage->line[i]);
        endgame_go_on(s, left, got);
        float lead = eval_lead(stage->game.n_seats, got, seat);
        if (lead <= best) continue;
        best = lead;
        memcpy(points, got, sizeof got);
    }
}

/* Kinds of tile that may still come. */
static unsigned endgame_kinds(const struct aude_pile *pile)
{
    unsigned kinds = 0;

    for (unsigned i = pile->next; i < pile->n; i++)
        kinds += i == pile->next || pile->kind[i] != pile->kind[i - 1];
    return kinds;
}

uint64_t endgame_cost(const struct aude_game *view, int candidates, int step)
{
    int left = aude_game_left_total(view);
    unsigned kinds = endgame_kinds(&view->pile);
    uint64_t turns = (uint64_t)candidates, sum = 0;

    for (int j = left - 1; j >= 0; j--) {
        turns *= kinds < (unsigned)j + 1 ? kinds : (unsigned)j + 1;
        sum += turns;
        turns *= (uint64_t)widths[step];
    }
    return sum;
}

bool endgame_solve(struct turn *turn, const struct aude_game *view, struct ai_rng *rng,
                   struct search_candidate *list, int n, int step)
{
    struct solver *s = calloc(1, sizeof *s);
    int left = aude_game_left_total(view);
    float points[SEARCH_CANDIDATES_MAX][AUDE_SEATS_MAX];

    if (!s) return false;
    s->turn = turn;
    s->rng = rng;
    s->width = widths[step];
    for (int i = 0; i < n; i++) {
        if (list[i].dropped) continue;
        aude_game_copy(&s->stage[left].after, view);
        turn_play(&s->stage[left].after, &list[i].line);
        endgame_go_on(s, left, points[i]);
    }
    bool done = !turn_stopped(turn); /* broken off: as if it had not been tried */
    for (int i = 0; i < n && done; i++) {
        struct search_candidate *c = &list[i];
        if (c->dropped) continue;
        *c = (struct search_candidate){.line = c->line, .n = 1};
        search_win(view, points[i], c->win);
        c->lead = (double)eval_lead(view->n_seats, points[i], view->turn.actor);
        for (unsigned seat = 0; seat < view->n_seats; seat++)
            c->points[seat] = (double)points[i][seat];
    }
    free(s);
    return done;
}
