/* test_endgame.c -- the last tiles followed to the end: as exact as they claim to be. */
#include "ai/search.h"

#include <math.h>
#include <stdlib.h>

#include "play.h"
#include "test.h"

static struct aude_game game, view, after, drawn;
static struct search_candidate list[SEARCH_CANDIDATES_MAX];

/* A board of about a dozen tiles, with a tile in hand and `left` tiles to come. */
static void some_end(struct play_rng *rng, int left)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.seed = aude_seed(play_below(rng, 100000));
    setup.draws_max = 12;
    aude_game_init(&game, &setup, NULL);
    while (aude_game_left_total(&game) > left || game.turn.phase != AUDE_PHASE_TILE)
        aude_game_play(&game, play_random_action(rng, &game), NULL);
    aude_game_view(&view, &game, game.turn.actor);
}

/* The best end for whoever decides, as the lead of `seat`; a game of two. */
static int best_end(const struct aude_game *at, unsigned seat)
{
    struct aude_action *actions = malloc(AUDE_ACTIONS_MAX * sizeof *actions);
    struct aude_game *next = malloc(sizeof *next);
    bool own = at->turn.actor == seat;
    int best = own ? -100000 : 100000, n;

    if (aude_game_over(at)) {
        best = at->player[seat].points - at->player[!seat].points;
        n = 0;
    } else {
        n = aude_game_actions(at, actions, AUDE_ACTIONS_MAX);
    }
    for (int i = 0; i < n; i++) {
        aude_game_copy(next, at);
        aude_game_play(next, actions[i], NULL);
        int lead = best_end(next, seat);
        if (own ? lead > best : lead < best) best = lead;
    }
    free(next);
    free(actions);
    return best;
}

/* The mean over every tile of the pile that can be laid. */
static double mean_end(const struct aude_game *before, unsigned seat)
{
    double sum = 0, n = 0;

    for (unsigned i = before->pile.next; i < before->pile.n; i++) {
        struct aude_action tell = {.kind = AUDE_TELL, .arg = before->pile.kind[i]};
        aude_game_copy(&drawn, before);
        if (aude_game_play(&drawn, tell, NULL)) continue;
        if (drawn.turn.phase != AUDE_PHASE_TILE) continue; /* fits nowhere: another */
        sum += best_end(&drawn, seat);
        n++;
    }
    return sum / n;
}

static int lines_of(struct turn *turn, struct ai_rng *rng, int max)
{
    struct turn_line line[SEARCH_CANDIDATES_MAX];
    int n = ai_turn_lines(turn, &view, 6000, rng, line, max);

    for (int i = 0; i < n; i++) list[i] = (struct search_candidate){.line = line[i]};
    return n;
}

TEST(with_one_tile_to_come_every_draw_is_answered_best)
{
    struct turn *turn = malloc(sizeof *turn);
    struct play_rng any = {71};
    struct ai_rng rng;
    turn_flag halt = false;

    ai_rng_init(&rng, 1);
    for (int i = 0; i < test_amount(6, 60); i++) {
        some_end(&any, 1);
        ai_turn_init(turn, &view, NULL, &halt);
        int n = lines_of(turn, &rng, 3);
        CHECK(endgame_solve(turn, &view, &rng, list, n, 0));
        for (int k = 0; k < n; k++) {
            aude_game_copy(&after, &view);
            ai_turn_play(&after, &list[k].line);
            if (after.turn.phase != AUDE_PHASE_DRAW) continue;
            double is = mean_end(&after, view.turn.actor);
            if (!CHECK(fabs(is - list[k].lead) < 0.001))
                FAIL("%.3f rather than %.3f", list[k].lead, is);
        }
    }
    free(turn);
}

/* Stopped in the middle it leaves the candidates as the playouts made them. */
static bool at_once(void *context)
{
    return --*(int *)context < 0;
}

TEST(an_unfinished_solution_changes_nothing)
{
    struct turn *turn = malloc(sizeof *turn);
    struct play_rng any = {72};
    struct ai_rng rng;
    int patience = 3;
    struct ai_limits limits = {.stop = at_once, .context = &patience};
    turn_flag halt = false;

    ai_rng_init(&rng, 1);
    some_end(&any, 4);
    ai_turn_init(turn, &view, NULL, &halt);
    int n = lines_of(turn, &rng, 6);
    for (int k = 0; k < n; k++) list[k].lead = 100 + k;
    turn->limits = &limits;
    CHECK(!endgame_solve(turn, &view, &rng, list, n, 2));
    for (int k = 0; k < n; k++) CHECK_EQ((int)list[k].lead, 100 + k);
    free(turn);
}

/* Where the budget is large enough four tiles and more are solved, wider and wider, and the
 * work stays within the budget. */
TEST(a_large_budget_solves_the_last_tiles)
{
    struct play_rng any = {73};

    for (int left = 2; left <= 4; left++) {
        struct search_plan plan = {
            .candidates = 4, .plies = 2, .playouts = 1500, .endgame = SEARCH_ENDGAME};
        struct ai_limits limits = {0};
        struct ai_rng rng;
        some_end(&any, left);
        view.pile.n = (uint16_t)(view.pile.next + left + 1); /* few kinds, all known */
        ai_rng_init(&rng, 1);
        CHECK(endgame_cost(&view, 4, 0) <= 3000);
        CHECK(endgame_cost(&view, 4, 5) > endgame_cost(&view, 4, 0));
        int n = search_run(&view, &plan, &limits, &rng, list);
        CHECK(n > 1);
        CHECK_EQ((int)list[0].n, 1); /* one exact answer, not a mean of playouts */
        plan.endgame = 0;
        search_run(&view, &plan, &limits, &rng, list);
        CHECK(list[0].n > 1);
    }
}
