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

enum {
    WIDTH_MAX = 16,
    LINES = 400,      /* of a turn that are looked at */
    LINES_ALL = 6000, /* and where nothing may be left out */
    WIDTH_ALL = 400
};

/* Lines followed in a turn that is not the last, step by step; chosen by hand, not measured.
 * What solving is worth at all is in docs/ai.md: no points that could be measured, but exact answers in an analysis. */
static const int widths[SEARCH_WIDTHS] = {2, 3, 5, 8, 12, WIDTH_MAX};

/* A turn: the position, and the lines that are followed. */
struct stage {
    struct aude_game game, after;
    struct turn_line *line;
};

struct solver {
    struct turn *turn;
    struct ai_rng *rng;
    int width, lines;
    bool exact; /* nothing was estimated or left out so far */
    struct turn_line *room;
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
    for (unsigned i = before->pile.next; i < n && !ai_turn_stopped(s->turn);) {
        struct aude_action tell = {.kind = AUDE_TELL, .arg = before->pile.kind[i]};
        float got[AUDE_SEATS_MAX], count = 0;
        for (; i < n && before->pile.kind[i] == tell.arg; i++) count++;
        aude_game_copy(game, before);
        if (aude_game_play(game, tell, NULL)) {
            s->exact = false;
            continue;
        }
        endgame_decide(s, left - 1, got);
        weight += count;
        for (unsigned seat = 0; seat < before->n_seats; seat++)
            points[seat] += count * got[seat];
    }
    for (unsigned seat = 0; weight > 0 && seat < before->n_seats; seat++)
        points[seat] /= weight;
}

/* Exact where the game is over. */
static void endgame_estimate(struct solver *s, const struct aude_game *game,
                             float points[AUDE_SEATS_MAX])
{
    if (!aude_game_over(game)) s->exact = false;
    eval_points(&s->turn->eval, game, NULL, NULL, points);
}

/* What comes after stage[left].after. Anything but a plain draw (another seat decides, a
 * second part ...) is left to the evaluation. */
static void endgame_go_on(struct solver *s, int left, float points[AUDE_SEATS_MAX])
{
    const struct aude_game *game = &s->stage[left].after;

    if (left && !aude_game_over(game) && game->turn.phase == AUDE_PHASE_DRAW)
        endgame_draw(s, left, points);
    else
        endgame_estimate(s, game, points);
}

/* The seat to decide in stage[left].game takes its best line. */
static void endgame_decide(struct solver *s, int left, float points[AUDE_SEATS_MAX])
{
    struct stage *stage = &s->stage[left];
    unsigned seat = stage->game.turn.actor;
    float best = -1e9f;

    if (aude_game_over(&stage->game) || seat == AUDE_SEAT_NONE) {
        endgame_estimate(s, &stage->game, points);
        return;
    }
    int n = ai_turn_lines(s->turn, &stage->game, s->lines, s->rng, stage->line,
                          left ? s->width : 1);
    if (left && n == s->width) s->exact = false;
    for (int i = 0; i < n && !ai_turn_stopped(s->turn); i++) {
        float got[AUDE_SEATS_MAX];
        aude_game_copy(&stage->after, &stage->game);
        ai_turn_play(&stage->after, &stage->line[i]);
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

static void endgame_free(struct solver *s)
{
    if (s) free(s->room);
    free(s);
}

static struct solver *endgame_new(struct turn *turn, struct ai_rng *rng, int width,
                                  int lines)
{
    struct solver *s = calloc(1, sizeof *s);

    if (s) s->room = calloc((size_t)width * (SEARCH_ENDGAME + 1), sizeof *s->room);
    if (!s || !s->room) {
        endgame_free(s);
        return NULL;
    }
    s->turn = turn;
    s->rng = rng;
    s->width = width;
    s->lines = lines;
    s->exact = true;
    for (int i = 0; i <= SEARCH_ENDGAME; i++) s->stage[i].line = s->room + i * width;
    return s;
}

/* Value the candidates; false, and nothing has changed, if it was stopped. */
static bool endgame_value(struct solver *s, const struct aude_game *view,
                          struct search_candidate *list, int n)
{
    int left = aude_game_left_total(view);
    float points[SEARCH_CANDIDATES_MAX][AUDE_SEATS_MAX];

    for (int i = 0; i < n; i++) {
        if (list[i].dropped) continue;
        aude_game_copy(&s->stage[left].after, view);
        ai_turn_play(&s->stage[left].after, &list[i].line);
        endgame_go_on(s, left, points[i]);
    }
    bool done = !ai_turn_stopped(s->turn); /* broken off: as if it had not been tried */
    for (int i = 0; i < n && done; i++) {
        struct search_candidate *c = &list[i];
        if (c->dropped) continue;
        *c = (struct search_candidate){.line = c->line, .n = 1, .solved = true};
        search_win(view, points[i], c->win);
        c->lead = (double)eval_lead(view->n_seats, points[i], view->turn.actor);
        for (unsigned seat = 0; seat < view->n_seats; seat++)
            c->points[seat] = (double)points[i][seat];
    }
    return done;
}

bool endgame_solve(struct turn *turn, const struct aude_game *view, struct ai_rng *rng,
                   struct search_candidate *list, int n, int step)
{
    struct solver *s = endgame_new(turn, rng, widths[step], LINES);
    bool done = s && endgame_value(s, view, list, n);

    endgame_free(s);
    return done;
}

bool endgame_exact(struct turn *turn, const struct aude_game *view, struct ai_rng *rng,
                   struct search_candidate *list, int n)
{
    struct solver *s = endgame_new(turn, rng, WIDTH_ALL, LINES_ALL);
    bool done = true;

    turn->cut = false;
    for (int i = 0; s && done && i < n; i += SEARCH_CANDIDATES_MAX) {
        int some = n - i < SEARCH_CANDIDATES_MAX ? n - i : SEARCH_CANDIDATES_MAX;
        done = endgame_value(s, view, list + i, some) && s->exact && !turn->cut;
    }
    done = done && s;
    endgame_free(s);
    return done;
}
