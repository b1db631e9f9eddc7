/* review.c -- luck of the draw told apart from skill (review.h).
 *
 * A draw is worth what comes out when every seat goes on by the evaluation: each kind that
 * could come is played out as often as any other and counts as often as it is in the pile,
 * so the mean over the draw is exact. A decision is searched first, for the best; then the
 * best and what was done are played out anew against the same draws, because the winner of
 * a search has been lucky in it and would look better than it is. */
#include "review.h"

#include "search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BUDGET = 400, HALVES = 2 };

static const struct search_plan draw_plan = {
    .plies = 2, .playouts = BUDGET, .net = &net_built_in};
static const struct ai_limits no_limits;

/* -- What a position is worth ----------------------------------------------------------- */

struct value {
    double win[AUDE_SEATS_MAX], points[AUDE_SEATS_MAX], lead[AUDE_SEATS_MAX];
    uint64_t n;
};

static void ai_review_set_leads(unsigned n_seats, struct value *v)
{
    float points[AUDE_SEATS_MAX] = {0};

    for (unsigned seat = 0; seat < n_seats; seat++) points[seat] = (float)v->points[seat];
    for (unsigned seat = 0; seat < n_seats; seat++)
        v->lead[seat] = (double)eval_lead(n_seats, points, seat);
}

static void ai_review_value(const struct aude_game *game, const struct ai_limits *limits,
                            uint64_t playouts, uint64_t seed, struct value *out)
{
    struct ai_limits own = *limits;
    struct search_candidate sum;
    struct ai_rng rng;

    own.playouts = playouts ? playouts : 1;
    own.info = NULL;
    ai_rng_init(&rng, seed);
    search_watch(game, &draw_plan, &own, &rng, &sum);
    double n = (double)(sum.n ? sum.n : 1);
    *out = (struct value){.n = sum.n};
    for (unsigned seat = 0; seat < game->n_seats; seat++) {
        out->win[seat] = sum.n ? sum.win[seat] / n : 1.0 / game->n_seats;
        out->points[seat] = sum.points[seat] / n;
    }
    ai_review_set_leads(game->n_seats, out);
}

/* Two answers to one question: their mean, and how far it may be off. */
static double ai_review_mean(const double x[HALVES], double *error)
{
    *error = fabs(x[0] - x[1]) / 2;
    return (x[0] + x[1]) / 2;
}

/* -- Draws ------------------------------------------------------------------------------ */

struct bag {
    int n, total;
    struct {
        aude_kind kind;
        int n;
    } row[256];
};

static void ai_review_put_in(struct bag *bag, aude_kind kind)
{
    int i = 0;

    while (i < bag->n && bag->row[i].kind != kind) i++;
    if (i == bag->n) {
        if (i == 256) return;
        bag->row[bag->n++].kind = kind;
        bag->row[i].n = 0;
    }
    bag->row[i].n++;
}

/* What can come now: all of the pile; of a river never the last before the others. */
static void ai_review_fill_bag(const struct aude_game *view, struct bag *bag)
{
    const struct aude_river *river = &view->river;

    bag->n = bag->total = 0;
    if (!river->flowing) {
        for (int i = view->pile.next; i < view->pile.n; i++)
            ai_review_put_in(bag, view->pile.kind[i]);
        return;
    }
    int n = river->n - river->next;
    if (river->next < river->fixed) n = 1;
    if (n > 1) n--;
    for (int i = 0; i < n; i++) ai_review_put_in(bag, river->kind[river->next + i]);
}

/* The game with that tile in hand; false if it could not be laid and another is drawn. */
static bool ai_review_tell_kind(struct aude_game *game, const struct aude_game *view,
                                aude_kind kind)
{
    struct aude_action tell = {.kind = AUDE_TELL, .arg = kind};

    aude_game_copy(game, view);
    return !aude_game_play(game, tell, NULL) && !aude_game_over(game) &&
           game->turn.actor != AUDE_SEAT_NONE;
}

/* One half: the mean over what could come, and the tile that came. */
static int ai_review_half_draw(const struct aude_game *view, aude_kind drawn,
                               struct bag *bag, const struct ai_limits *limits,
                               uint64_t seed, struct value *mean, struct value *came)
{
    struct aude_game *game = malloc(sizeof *game);
    uint64_t budget = limits->playouts ? limits->playouts : BUDGET;
    uint64_t each = budget / (uint64_t)(HALVES * (bag->n ? bag->n : 1)) + 1;
    int kinds = 0;
    double total = 0;

    *mean = *came = (struct value){.n = 0};
    for (int i = 0; game && i < bag->n; i++) {
        struct value v;
        if (!ai_review_tell_kind(game, view, bag->row[i].kind)) continue;
        ai_review_value(game, limits, each, seed, &v);
        if (bag->row[i].kind == drawn) *came = v;
        kinds++;
        total += bag->row[i].n;
        for (unsigned seat = 0; seat < view->n_seats; seat++) {
            mean->win[seat] += bag->row[i].n * v.win[seat];
            mean->lead[seat] += bag->row[i].n * v.lead[seat];
        }
    }
    for (unsigned seat = 0; total > 0 && seat < view->n_seats; seat++) {
        mean->win[seat] /= total;
        mean->lead[seat] /= total;
    }
    free(game);
    return came->n ? kinds : 0;
}

static void ai_review_sum_up(const struct aude_game *view, unsigned seat,
                             const struct value mean[HALVES],
                             const struct value came[HALVES], struct ai_review_draw *out)
{
    double win[HALVES], luck[HALVES], points[HALVES], none, error, points_error;

    for (int h = 0; h < HALVES; h++) {
        win[h] = mean[h].win[seat];
        luck[h] = came[h].win[seat] - mean[h].win[seat];
        points[h] = came[h].lead[seat] - mean[h].lead[seat];
    }
    out->win[seat] = ai_review_mean(win, &none);
    out->luck[seat] = ai_review_mean(luck, &error);
    out->points[seat] = ai_review_mean(points, &points_error);
    out->after[seat] = out->win[seat] + out->luck[seat];
    if (seat != view->turn.seat) return;
    out->error = error;
    out->points_error = points_error;
}

void ai_review_draw(const struct aude_game *view, aude_kind drawn,
                    const struct ai_limits *limits, struct ai_rng *rng,
                    struct ai_review_draw *out)
{
    struct value mean[HALVES], came[HALVES];
    struct bag *bag = malloc(sizeof *bag);

    *out = (struct ai_review_draw){.kinds = 0};
    if (!limits) limits = &no_limits;
    if (!bag) return;
    ai_review_fill_bag(view, bag);
    for (int h = 0; h < HALVES; h++)
        out->kinds = ai_review_half_draw(view, drawn, bag, limits, ai_rng_next(rng),
                                         &mean[h], &came[h]);
    free(bag);
    for (unsigned seat = 0; out->kinds && seat < view->n_seats; seat++)
        ai_review_sum_up(view, seat, mean, came, out);
}

/* -- Decisions -------------------------------------------------------------------------- */

static bool ai_review_same(struct aude_action a, struct aude_action b)
{
    return !memcmp(&a, &b, sizeof a);
}

/* `game` once the action is done, and what its seat best does after it. */
static bool ai_review_do_line(struct aude_game *game, const struct aude_game *view,
                              struct ai_candidate *c, struct turn *turn,
                              struct ai_rng *rng)
{
    unsigned seat = view->turn.actor;
    struct turn_line line;

    aude_game_copy(game, view);
    if (aude_game_play(game, c->action, NULL)) return false;
    if (aude_game_over(game) || game->turn.actor != seat ||
        game->turn.phase == AUDE_PHASE_TILE)
        return true;
    if (ai_turn_lines(turn, game, 2000, rng, &line, 1) < 1) return true;
    c->then = line.action[0];
    return ai_turn_play(game, &line);
}

static void ai_review_fill(struct ai_candidate *c, const struct value v[HALVES],
                           unsigned n_seats)
{
    c->playouts = v[0].n + v[1].n;
    for (unsigned seat = 0; seat < n_seats; seat++) {
        c->win[seat] = (v[0].win[seat] + v[1].win[seat]) / 2;
        c->points[seat] = (v[0].points[seat] + v[1].points[seat]) / 2;
        c->difference[seat] = (v[0].lead[seat] + v[1].lead[seat]) / 2;
    }
}

/* Best and played against the same draws, twice. */
static void ai_review_weigh(const struct aude_game game[2], unsigned seat,
                            const struct ai_limits *limits, struct ai_rng *rng,
                            struct ai_review_move *out)
{
    uint64_t each = (limits->playouts ? limits->playouts : BUDGET) / 8 + 1;
    struct value best[HALVES], played[HALVES];
    double loss[HALVES], points[HALVES];

    for (int h = 0; h < HALVES; h++) {
        uint64_t seed = ai_rng_next(rng);
        ai_review_value(&game[0], limits, each, seed, &best[h]);
        ai_review_value(&game[1], limits, each, seed, &played[h]);
        loss[h] = best[h].win[seat] - played[h].win[seat];
        points[h] = best[h].lead[seat] - played[h].lead[seat];
    }
    ai_review_fill(&out->best, best, game[0].n_seats);
    ai_review_fill(&out->played, played, game[0].n_seats);
    out->loss = ai_review_mean(loss, &out->error);
    out->points = ai_review_mean(points, &out->points_error);
}

/* The last tiles are solved, not guessed: then the search's own numbers are exact. */
static bool ai_review_solved(const struct aude_game *view,
                             const struct ai_candidate *list, int n,
                             struct ai_review_move *out)
{
    unsigned seat = view->turn.actor;

    if (aude_game_left_total(view) > SEARCH_ENDGAME) return false;
    for (int i = 0; i < n; i++) {
        if (!ai_review_same(list[i].action, out->played.action) ||
            list[i].playouts != list[0].playouts)
            continue;
        out->best = list[0];
        out->played = list[i];
        out->loss = list[0].win[seat] - list[i].win[seat];
        out->points = list[0].difference[seat] - list[i].difference[seat];
        return true;
    }
    return false;
}

/* What was played turned out to be as good: then nothing was lost. */
static void ai_review_settle(struct ai_review_move *out)
{
    if (out->loss <= 0 && out->points <= 0) out->same = true;
    if (out->same) {
        out->best = out->played;
        out->error = out->points_error = 0;
    }
    if (out->loss < 0 || out->same) out->loss = 0;
    if (out->points < 0 || out->same) out->points = 0;
}

static void ai_review_compare(const struct aude_game *view,
                              const struct ai_limits *limits, struct ai_rng *rng,
                              const struct ai_candidate *list, int n,
                              struct ai_review_move *out)
{
    struct aude_game *game = malloc(2 * sizeof *game);
    struct turn *turn = malloc(sizeof *turn);
    turn_flag halt = false;

    if (game && turn) {
        ai_turn_init(turn, view, NULL, &halt);
        turn->eval.net = draw_plan.net;
        if (!ai_review_solved(view, list, n, out) &&
            ai_review_do_line(&game[0], view, &out->best, turn, rng) &&
            ai_review_do_line(&game[1], view, &out->played, turn, rng))
            ai_review_weigh(game, view->turn.actor, limits, rng, out);
    }
    free(turn);
    free(game);
}

bool ai_review_move(const struct aude_game *view, struct aude_action played,
                    const struct ai_limits *limits, struct ai_rng *rng,
                    struct ai_review_move *out)
{
    struct ai_candidate *list = malloc(SEARCH_CANDIDATES_MAX * sizeof *list);
    struct ai_limits own = limits ? *limits : no_limits;
    int n = 0;

    *out = (struct ai_review_move){.same = true};
    if (!own.playouts) own.playouts = BUDGET;
    if (list) n = ai_analyse(view, &own, rng, list, SEARCH_CANDIDATES_MAX);
    if (n > 0) {
        out->best.action = list[0].action;
        out->played.action = played;
        out->same = ai_review_same(list[0].action, played);
        if (out->same)
            out->best = out->played = list[0];
        else
            ai_review_compare(view, &own, rng, list, n, out);
        ai_review_settle(out);
    }
    free(list);
    return n > 1;
}
