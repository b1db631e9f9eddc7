/* turn.c -- try out what a seat can do in a row, and value what comes of it. */
#include "turn.h"

#include "throw.h"

#include <string.h>

void ai_turn_init(struct turn *turn, const struct aude_game *view,
                  const struct ai_limits *limits, turn_flag *halt)
{
    turn->looked = 0;
    turn->cut = false;
    turn->hand = AI_HAND_NORMAL;
    turn->limits = limits;
    turn->halt = halt;
    eval_init(&turn->eval, view, NULL);
}

bool ai_turn_stopped(struct turn *turn)
{
    if (!*turn->halt && turn->limits && turn->limits->stop &&
        turn->limits->stop(turn->limits->context))
        *turn->halt = true;
    return *turn->halt;
}

/* -- Lines ------------------------------------------------------------------------------ */

/* A search through lines. */
struct walk {
    struct turn *turn;
    struct ai_rng *rng;
    struct turn_line line, *out;
    int n, max;
    unsigned seat;
    const struct eval_board *board; /* the values that later ones are taken from */
};

/* Insert the line where it belongs among the best. */
static void ai_turn_keep(struct walk *walk)
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

static void ai_turn_value_line(struct walk *walk, const struct aude_game *game,
                               const struct eval_touched *touched)
{
    float points[AUDE_SEATS_MAX];
    struct turn *turn = walk->turn;

    eval_points(&turn->eval, game, walk->board, touched, points);
    walk->line.value = eval_lead(game->n_seats, points, walk->seat);
    turn->looked++;
    ai_turn_keep(walk);
}

/* Does the same seat go on without a draw, or a round of the catapult, which is chance too? */
static bool ai_turn_same_seat_goes_on(const struct aude_game *game, unsigned seat,
                                      int depth)
{
    return depth < TURN_DEPTH && !aude_game_over(game) && game->turn.actor == seat &&
           game->turn.phase != AUDE_PHASE_TILE && !throw_decides(game);
}

/* The actions that lay a tile: all others are played on the spot and taken back. */
static bool ai_turn_lays(struct aude_action action)
{
    return action.kind == AUDE_LAY || action.kind == AUDE_ABBEY_TILE;
}

static void ai_turn_walk_on(struct walk *walk, struct aude_game *game, int depth,
                            int most, const struct eval_touched *touched);

/* The action was played and `game` is what came of it: go on, or value it. */
static void ai_turn_follow(struct walk *walk, struct aude_game *game, int depth, int most,
                           struct aude_action action, const struct eval_touched *touched)
{
    walk->line.action[depth] = action;
    walk->line.n = depth + 1;
    if (ai_turn_same_seat_goes_on(game, walk->seat, depth + 1))
        ai_turn_walk_on(walk, game, depth + 1, most, touched);
    else
        ai_turn_value_line(walk, game, touched);
}

static void ai_turn_try_lay(struct walk *walk, const struct aude_game *game, int depth,
                            int most, struct aude_action action,
                            const struct eval_touched *touched)
{
    struct aude_game *after = &walk->turn->game[depth + 1];
    struct eval_touched lay;

    aude_game_copy(after, game);
    if (aude_game_play(after, action, NULL)) return;
    eval_touch(game, action, &lay);
    lay.cells |= touched->cells;
    lay.labels |= touched->labels;
    lay.around |= touched->around;
    ai_turn_follow(walk, after, depth, most, action, &lay);
}

/* A tile was laid, and several actions may follow it: what the tile changed is valued once, and not
 * again for each of them. */
enum { SEVERAL = 2 };

static const struct eval_touched untouched;

static const struct eval_touched *ai_turn_value_tile(struct walk *walk,
                                                     const struct aude_game *game,
                                                     const struct eval_touched *touched)
{
    struct turn *turn = walk->turn;

    if (!touched->cells || walk->board != &turn->board) return touched;
    eval_board_next(&turn->eval, game, &turn->board, touched, &turn->laid);
    walk->board = &turn->laid;
    return &untouched;
}

/* Each action that is left may come next. */
static void ai_turn_draw_lots(struct walk *walk, struct aude_action *list, int i, int n)
{
    int j = i + (int)ai_rng_below(walk->rng, (uint32_t)(n - i));
    struct aude_action swap = list[i];

    list[i] = list[j];
    list[j] = swap;
}

/* Each action is followed by its share of the lines that may still be tried. `game` is as it was in the end, but for
 * what the last action changed. */
static void ai_turn_walk_on(struct walk *walk, struct aude_game *game, int depth,
                            int most, const struct eval_touched *touched)
{
    struct turn *turn = walk->turn;
    struct aude_action *list = turn->list[depth];
    const struct eval_board *board = walk->board;
    int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX);
    bool played = false, kept = false;

    if (n > AUDE_ACTIONS_MAX) n = AUDE_ACTIONS_MAX;
    int tried = n < most ? n : most;
    int share = tried ? most / tried : 0;
    if (n > tried) turn->cut = true;
    if (tried >= SEVERAL) touched = ai_turn_value_tile(walk, game, touched);
    for (int i = 0; i < tried; i++) {
        if (walk->n && turn->looked % 16 == 0 && ai_turn_stopped(turn)) break;
        if (n > tried) ai_turn_draw_lots(walk, list, i, n);
        if (played) aude_game_take_back(game, &turn->kept[depth]);
        played = !ai_turn_lays(list[i]);
        if (!played) {
            ai_turn_try_lay(walk, game, depth, share, list[i], touched);
            continue;
        }
        if (!kept && i + 1 < tried) aude_game_keep(&turn->kept[depth], game);
        kept = true;
        if (!aude_game_play(game, list[i], NULL))
            ai_turn_follow(walk, game, depth, share, list[i], touched);
    }
    walk->board = board;
}

/* -- In a hurry ------------------------------------------------------------------------- */

enum { PLACES = 8 };

/* With towers or portals a tile in a place is followed by dozens of actions: tried by chance, a few
 * after each place, the good ones are missed. So first every place is valued as the tile lies
 * there, and only the best few are followed. Is this such a turn? */
static bool ai_turn_many_follow(struct walk *walk, const struct aude_game *game, int n,
                                int most)
{
    struct aude_game *after = &walk->turn->game[1];

    if (n <= PLACES || game->turn.phase != AUDE_PHASE_TILE) return false;
    aude_game_copy(after, game);
    return !aude_game_play(after, walk->turn->list[0][0], NULL) &&
           ai_turn_same_seat_goes_on(after, walk->seat, 1) &&
           n * aude_game_actions(after, walk->turn->list[1], AUDE_ACTIONS_MAX) > 4 * most;
}

/* The best places come first in the list. */
static void ai_turn_best_places(struct walk *walk, const struct aude_game *game, int n)
{
    struct turn *turn = walk->turn;
    struct aude_action *list = turn->list[0];
    float value[PLACES] = {0};

    for (int i = 0; i < n && (turn->looked % 16 || !ai_turn_stopped(turn)); i++) {
        struct aude_game *after = &turn->game[1];
        struct eval_touched touched;
        float points[AUDE_SEATS_MAX];
        aude_game_copy(after, game);
        if (aude_game_play(after, list[i], NULL)) continue;
        eval_touch(game, list[i], &touched);
        eval_points(&turn->eval, after, &turn->board, &touched, points);
        turn->looked++;
        float v = eval_lead(game->n_seats, points, walk->seat);
        struct aude_action lay = list[i];
        int k = i < PLACES ? i : PLACES;
        if (k == PLACES && v <= value[k - 1]) continue;
        if (k == PLACES) list[i] = list[--k];
        for (; k && value[k - 1] < v; k--) {
            value[k] = value[k - 1];
            list[k] = list[k - 1];
        }
        value[k] = v;
        list[k] = lay;
    }
}

static bool ai_turn_walk_best(struct walk *walk, const struct aude_game *game, int most)
{
    int n = aude_game_actions(game, walk->turn->list[0], AUDE_ACTIONS_MAX);

    if (n > AUDE_ACTIONS_MAX || !ai_turn_many_follow(walk, game, n, most)) return false;
    ai_turn_best_places(walk, game, n);
    for (int i = 0; i < PLACES && !(walk->n && ai_turn_stopped(walk->turn)); i++)
        ai_turn_try_lay(walk, game, 0, most / PLACES, walk->turn->list[0][i], &untouched);
    return walk->n;
}

/* The network looks only at the lines that the formulas value most: it has learnt from such lines, and its values of
 * others mean little. In a playout there is time for few. */
enum { LOOK = 32, LOOK_QUICK = 8 };
static const float BEHIND = 20, BEHIND_QUICK = 8; /* points, and no line so far behind */

static int ai_turn_look_again(struct turn *turn, const struct aude_game *game,
                              const struct turn_line *line, int n, struct turn_line *out,
                              int max)
{
    struct walk walk = {.turn = turn, .out = out, .max = max, .seat = game->turn.actor};
    struct aude_game *after = &turn->game[0];
    float points[AUDE_SEATS_MAX], best = -1e9f;

    eval_net_see_board(&turn->eval, game, &turn->board, walk.seat);
    for (int i = 0; i < n; i++) {
        struct eval_touched touched = {0};
        if (ai_turn_lays(line[i].action[0]))
            eval_touch(game, line[i].action[0], &touched);
        aude_game_copy(after, game);
        if (!ai_turn_play(after, &line[i])) continue;
        eval_net_value(&turn->eval, after, &turn->board, &touched, walk.seat, points);
        walk.line = line[i];
        walk.line.value = eval_lead(game->n_seats, points, walk.seat);
        ai_turn_keep(&walk);
        if (walk.line.value <= best) continue;
        best = walk.line.value;
        memcpy(turn->points, points, sizeof points);
        turn->pointed = true;
    }
    return walk.n;
}

static int ai_turn_all_lines(struct turn *turn, const struct aude_game *game, int most,
                             struct ai_rng *rng, struct turn_line *out, int max)
{
    struct walk walk = {.turn = turn,
                        .rng = rng,
                        .out = out,
                        .max = max,
                        .seat = game->turn.actor,
                        .board = &turn->board};

    eval_board(&turn->eval, game, &turn->board);
    if (most <= TURN_QUICK && ai_turn_walk_best(&walk, game, most)) return walk.n;
    aude_game_copy(&turn->game[0], game);
    ai_turn_walk_on(&walk, &turn->game[0], 0, most, &untouched);
    return walk.n;
}

int ai_turn_lines(struct turn *turn, const struct aude_game *game, int most,
                  struct ai_rng *rng, struct turn_line *out, int max)
{
    const struct net *net = turn->eval.net;
    bool quick = most <= TURN_QUICK;
    struct turn_line best[LOOK];

    turn->pointed = false;
    if (throw_decides(game)) return throw_lines(turn, game, !quick, rng, out);
    if (!net) return ai_turn_all_lines(turn, game, most, rng, out, max);
    turn->eval.net = NULL;
    int n = ai_turn_all_lines(turn, game, most, rng, best, quick ? LOOK_QUICK : LOOK);
    turn->eval.net = net;
    while (n > 1 && best[n - 1].value < best[0].value - (quick ? BEHIND_QUICK : BEHIND))
        n--;
    return ai_turn_look_again(turn, game, best, n, out, max);
}

bool ai_turn_play(struct aude_game *game, const struct turn_line *line)
{
    for (int i = 0; i < line->n; i++)
        if (aude_game_play(game, line->action[i], NULL)) return false;
    return true;
}

/* -- Chance ----------------------------------------------------------------------------- */

/* A random tile of those that can come now. The last tile of a river is never drawn before the others
 * (aude_state.h, struct aude_river). */
static aude_kind ai_turn_any_tile(const struct aude_game *game, struct ai_rng *rng)
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

/* No seat decides and it is no draw (a toss, say): play any listed action, each with the same chance. */
static bool ai_turn_any_listed(struct aude_game *game, struct ai_rng *rng)
{
    struct aude_action list[512];
    int n = aude_game_actions(game, list, 512);

    if (n > 512) n = 512;
    return n > 0 && !aude_game_play(game, list[ai_rng_below(rng, (uint32_t)n)], NULL);
}

void ai_turn_draw(struct aude_game *game, aude_kind wish, struct ai_rng *rng)
{
    while (!aude_game_over(game) && game->turn.actor == AUDE_SEAT_NONE) {
        aude_kind kind = wish != AUDE_KIND_NONE ? wish : ai_turn_any_tile(game, rng);
        struct aude_action tell = {.kind = AUDE_TELL, .arg = kind};
        if (aude_game_play(game, tell, NULL) && wish == AUDE_KIND_NONE &&
            !ai_turn_any_listed(game, rng))
            return;
        wish = AUDE_KIND_NONE;
    }
}
