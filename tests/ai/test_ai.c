/* test_ai.c -- computer players: legal everywhere, blind to what is hidden, the same again. */
#include "ai/eval.h"

#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "play.h"
#include "test.h"

static struct aude_game game, view, other;

/* A game of any sets, some turns old, with somebody to decide. */
static void some_position(struct play_rng *rng, uint32_t turns)
{
    struct aude_setup setup;

    do {
        play_random_setup(rng, &setup);
        aude_game_init(&game, &setup, NULL);
        for (uint32_t skip = play_below(rng, turns); skip; skip--)
            if (!aude_game_over(&game))
                aude_game_play(&game, play_random_action(rng, &game), NULL);
    } while (aude_game_over(&game));
}

static bool same(struct aude_action a, struct aude_action b)
{
    return !memcmp(&a, &b, sizeof a);
}

static struct aude_action choose(const struct ai_player *player,
                                 const struct aude_game *seen, uint64_t playouts,
                                 uint64_t seed)
{
    struct ai_limits limits = {.playouts = playouts};
    struct ai_rng rng;

    ai_rng_init(&rng, seed);
    return ai_choose(player, seen, &limits, &rng);
}

TEST(every_player_is_found_by_its_name)
{
    int n = 0;

    for (; ai_players[n]; n++) {
        CHECK(ai_find(ai_players[n]->name) == ai_players[n]);
        CHECK(*ai_players[n]->title && *ai_players[n]->sentence);
    }
    CHECK_EQ(n, 12);
    CHECK(ai_players[n - 1] == &ai_levels[6]); /* the strongest is the last */
    CHECK(ai_find("search:level=4") == ai_find("level-4"));
    CHECK(ai_find("search") == ai_find("level-7"));
    CHECK(ai_find("thief") == &ai_styles[1]);
    CHECK(ai_find("level-5@0.1") == &ai_before[1]);
    CHECK(ai_find("level-4@0.1") == &ai_before[0]);
    CHECK(!ai_find("level-3@0.1"));
    CHECK(!ai_find("search:level=8"));
    CHECK(!ai_find("search:level=44"));
    CHECK(!ai_find("level-0"));
    CHECK(!ai_find(""));
}

static void shuffle_what_is_hidden(struct play_rng *rng)
{
    other.seed = aude_seed(play_below(rng, 1000));
    other.draw_block += 3;
    for (unsigned k = other.pile.next; k + 1u < other.pile.n; k++) {
        unsigned j = k + play_below(rng, other.pile.n - k);
        aude_kind swap = other.pile.kind[k];
        other.pile.kind[k] = other.pile.kind[j];
        other.pile.kind[j] = swap;
    }
}

TEST(a_choice_does_not_depend_on_the_hidden_order)
{
    struct play_rng rng = {21};

    for (int i = 0; i < test_amount(40, 400); i++) {
        some_position(&rng, 60);
        other = game;
        shuffle_what_is_hidden(&rng);
        for (int p = 0; ai_players[p]; p++) {
            aude_game_view(&view, &game, game.turn.actor);
            struct aude_action a = choose(ai_players[p], &view, 24, 5);
            aude_game_view(&view, &other, game.turn.actor);
            struct aude_action b = choose(ai_players[p], &view, 24, 5);
            if (!CHECK(same(a, b))) FAIL("%s peeked", ai_players[p]->name);
        }
    }
}

TEST(the_same_seed_and_budget_give_the_same_choice)
{
    struct play_rng rng = {22};
    struct ai_candidate a[8], b[8];
    struct ai_limits limits = {.playouts = 60};

    for (int i = 0; i < test_amount(24, 200); i++) {
        struct ai_rng one, two;
        some_position(&rng, 60);
        aude_game_view(&view, &game, game.turn.actor);
        for (int p = 0; ai_players[p]; p++)
            CHECK(same(choose(ai_players[p], &view, 40, 9),
                       choose(ai_players[p], &view, 40, 9)));
        ai_rng_init(&one, 3);
        ai_rng_init(&two, 3);
        int n = ai_analyse(&view, &limits, &one, a, 8);
        CHECK_EQ(ai_analyse(&view, &limits, &two, b, 8), n);
        for (int k = 0; k < n; k++)
            CHECK(a[k].win[0] == b[k].win[0] && a[k].points[1] == b[k].points[1] &&
                  same(a[k].action, b[k].action));
        CHECK_EQ(one.state, two.state);
    }
}

/* Two decisions of one line: the second is answered without looking, in the position it was meant for and in no other. */
TEST(a_line_that_was_chosen_is_played_to_its_end)
{
    struct aude_setup setup;
    uint64_t looked = 0;
    struct ai_thoughts thoughts = {.position = {0}}, old;
    struct ai_limits limits = {.playouts = 20, .looked = &looked, .thoughts = &thoughts};
    const struct ai_player *player = ai_find("level-7");
    struct ai_rng rng;
    int kept = 0;

    CHECK(ai_keeps_thoughts(player));
    CHECK(!ai_keeps_thoughts(ai_find("level-5@0.1")));
    CHECK(!ai_keeps_thoughts(&ai_random));
    ai_rng_init(&rng, 1);
    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.n_seats = 2;
    setup.seed = aude_seed(9);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    for (int turn = 0; turn < 12; turn++) {
        aude_game_view(&view, &game, game.turn.actor);
        CHECK_EQ(game.turn.phase, AUDE_PHASE_TILE);
        struct aude_action tile = ai_choose(player, &view, &limits, &rng);
        CHECK_EQ(aude_game_play(&game, tile, NULL), AUDE_ERR_OK);
        if (game.turn.phase == AUDE_PHASE_TILE) continue; /* nothing to place */
        aude_game_view(&view, &game, game.turn.actor);
        uint64_t before = looked;
        old = thoughts;
        struct aude_action meant = ai_choose(player, &view, &limits, &rng);
        CHECK_EQ(looked, before);
        CHECK(same(meant, old.action[0]));
        limits.thoughts = NULL;
        ai_choose(player, &view, &limits, &rng);
        CHECK(looked > before);
        limits.thoughts = &thoughts;
        view.player[0].points++; /* not the position that was meant */
        before = looked;
        ai_choose(player, &view, &limits, &rng);
        CHECK(looked > before);
        CHECK_EQ(aude_game_play(&game, meant, NULL), AUDE_ERR_OK);
        kept++;
    }
    CHECK(kept > 5);
}

/* Threads change the numbers, not the rules. */
TEST(several_threads_choose_something_legal)
{
    struct play_rng rng = {23};

    for (int i = 0; i < test_amount(16, 100); i++) {
        struct ai_limits limits = {.playouts = 200, .threads = 3};
        struct ai_rng ai;
        some_position(&rng, 60);
        aude_game_view(&view, &game, game.turn.actor);
        ai_rng_init(&ai, 1);
        struct aude_action action = ai_choose(ai_find("level-7"), &view, &limits, &ai);
        CHECK_EQ(aude_game_why(&game, action), AUDE_ERR_OK);
    }
}

static void play_whole(const struct aude_setup *setup, const struct ai_player *player)
{
    struct ai_thoughts thoughts = {.position = {0}};
    struct ai_limits limits = {.playouts = 3, .thoughts = &thoughts};
    struct ai_rng rng;

    ai_rng_init(&rng, setup->seed.lo);
    CHECK_EQ(aude_game_init(&game, setup, NULL), AUDE_ERR_OK);
    while (!aude_game_over(&game)) {
        aude_game_view(&view, &game, game.turn.actor);
        struct aude_action action = ai_choose(player, &view, &limits, &rng);
        enum aude_err err = aude_game_play(&game, action, NULL);
        if (CHECK_EQ(err, AUDE_ERR_OK)) continue;
        FAIL("%s chose badly in turn %d: %s", player->name, game.turn.number,
             aude_err_sentence(err));
        return;
    }
}

TEST(every_player_finishes_games_of_any_sets)
{
    struct play_rng rng = {24};
    struct aude_setup setup;

    for (int i = 0; i < test_amount(16, 160); i++) {
        play_random_setup(&rng, &setup);
        uint16_t draws = setup.draws_max;
        for (int p = 0; ai_players[p]; p++) {
            /* Those who search take long over three hundred tiles: a part of them will do. */
            setup.draws_max = p < 2 ? draws : (uint16_t)test_amount(40, 320);
            if (p == i % 7 || p == 5) play_whole(&setup, ai_players[p]);
        }
    }
}

TEST(every_player_finishes_a_game_of_all_sets_with_six)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.n_seats = 6;
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (aude_set_playable(set)) setup.expansions |= 1u << set;
    setup.draws_max = (uint16_t)test_amount(40, 300);
    for (int p = 0; ai_players[p]; p++) {
        setup.seed = aude_seed((uint64_t)p + 1);
        play_whole(&setup, ai_players[p]);
    }
}

/* -- Stopping --------------------------------------------------------------------------- */

struct patience {
    int asked, limit; /* after `limit` questions the answer is yes */
};

static bool enough(void *context)
{
    struct patience *patience = context;

    return patience->asked++ >= patience->limit;
}

/* A position in which magic portals offer hundreds of actions. */
static bool long_list(struct play_rng *rng)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.n_seats = 6;
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (aude_set_playable(set)) setup.expansions |= 1u << set;
    for (int tries = 0; tries < 50; tries++) {
        setup.seed = aude_seed(play_below(rng, 100000));
        aude_game_init(&game, &setup, NULL);
        while (!aude_game_over(&game)) {
            if (aude_game_actions(&game, list, AUDE_ACTIONS_MAX) > 400) return true;
            aude_game_play(&game, play_random_action(rng, &game), NULL);
        }
    }
    return false;
}

TEST(a_player_that_is_stopped_answers_at_once)
{
    struct play_rng rng = {25};

    CHECK(long_list(&rng));
    aude_game_view(&view, &game, game.turn.actor);
    for (int p = 1; ai_players[p]; p++) { /* chance has nothing to think about */
        struct patience none = {0, 0}, some = {0, 3};
        struct ai_limits limits = {.playouts = 1000000, .stop = enough, .context = &none};
        struct ai_rng ai;
        ai_rng_init(&ai, 1);
        struct aude_action action = ai_choose(ai_players[p], &view, &limits, &ai);
        CHECK_EQ(aude_game_why(&game, action), AUDE_ERR_OK);
        CHECK(none.asked >= 1 && none.asked <= 2);
        limits.context = &some; /* asked again and again while the list is long */
        action = ai_choose(ai_players[p], &view, &limits, &ai);
        CHECK_EQ(aude_game_why(&game, action), AUDE_ERR_OK);
        CHECK_EQ(some.asked, 4);
    }
}

enum { BETWEEN = 64 }; /* positions valued between two looks at the clock, at most */

/* Whatever has to be decided, with every set: once the clock has run out nobody goes on. The
 * measure is positions valued, on which every machine agrees; some 30 us each. */
TEST(no_decision_outlasts_the_clock)
{
    struct aude_setup setup;
    bool met[AUDE_PHASES] = {false};
    struct ai_rng ai;
    int phases = 0, n = test_amount(4000, 40000);

    if (n < 4000) n = 4000; /* fewer do not come through all phases */
    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.n_seats = 6;
    for (unsigned set = AUDE_SET_INNS; set < AUDE_SETS; set++)
        if (aude_set_playable(set)) setup.expansions |= 1u << set;
    ai_rng_init(&ai, 8);
    aude_game_init(&game, &setup, NULL);
    for (int i = 0; i < n; i++) {
        struct patience some = {0, i % 7};
        if (aude_game_over(&game)) {
            setup.seed.lo++;
            aude_game_init(&game, &setup, NULL);
        }
        uint64_t looked = 0;
        struct ai_limits limits = {
            .playouts = 1000000, .stop = enough, .context = &some, .looked = &looked};
        met[game.turn.phase] = true;
        aude_game_view(&view, &game, game.turn.actor);
        struct aude_action a = ai_choose(ai_players[1 + i % 6], &view, &limits, &ai);
        if (!CHECK(some.asked <= i % 7 + 1 &&
                   looked <= (uint64_t)BETWEEN * (uint64_t)(some.asked + 1)))
            FAIL("%s looked at %d positions and %d times at the clock in phase %s",
                 ai_players[1 + i % 6]->name, (int)looked, some.asked,
                 aude_phase_name(game.turn.phase));
        if (!CHECK_EQ(aude_game_play(&game, a, NULL), AUDE_ERR_OK)) return;
    }
    for (int phase = 0; phase < AUDE_PHASES; phase++) phases += met[phase];
    CHECK(phases >= 12);
}

/* Any action, but a builder where one can be placed. */
static struct aude_action builders_first(struct play_rng *rng)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);

    for (int i = 0; i < n; i++)
        if (list[i].kind == AUDE_PUT && list[i].figure == AUDE_BUILDER) return list[i];
    return list[play_below(rng, (uint32_t)n)];
}

/* TB-12: also those who err on purpose, or who see nothing to be won. */
TEST(computers_take_the_second_part)
{
    struct play_rng rng = {12};
    struct ai_limits limits = {.playouts = 20};
    struct aude_setup setup;
    struct ai_rng ai;
    int asked = 0;

    ai_rng_init(&ai, 12);
    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.expansions = 1u << AUDE_SET_TRADERS | 1u << AUDE_SET_TOWER;
    for (; asked < test_amount(60, 600) && !test_failures(); setup.seed.lo++) {
        aude_game_init(&game, &setup, NULL);
        for (; !aude_game_over(&game);
             aude_game_play(&game, builders_first(&rng), NULL)) {
            if (game.turn.phase != AUDE_PHASE_SECOND) continue;
            aude_game_view(&view, &game, game.turn.actor);
            for (int i = 1; ai_players[i]; i++)
                CHECK_EQ(ai_choose(ai_players[i], &view, &limits, &ai).kind, AUDE_SECOND);
            asked++;
        }
    }
}

struct watcher {
    struct patience patience; /* first: what stop() sees */
    uint64_t playouts;
    bool legal;
};

static void watch(void *context, const struct ai_info *info)
{
    struct watcher *w = context;

    CHECK(info->playouts > w->playouts);
    CHECK(info->win >= 0 && info->win <= 1);
    w->playouts = info->playouts;
    w->legal = !aude_game_why(&game, info->best);
}

/* Without a budget it is the clock alone that ends the thinking, and until then it thinks. */
TEST(a_clock_without_a_budget_lets_it_think)
{
    struct play_rng rng = {30};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    aude_game_init(&game, &setup, NULL);
    for (int i = 0; i < 12; i++)
        aude_game_play(&game, play_random_action(&rng, &game), NULL);
    while (game.turn.phase != AUDE_PHASE_TILE)
        aude_game_play(&game, play_random_action(&rng, &game), NULL);
    aude_game_view(&view, &game, game.turn.actor);
    for (int i = 0; i < 2; i++) {
        const struct ai_player *player = i ? &ai_levels[6] : &ai_before[0];
        struct watcher w = {.patience = {0, 3000}};
        struct ai_limits limits = {.stop = enough, .info = watch, .context = &w};
        struct ai_rng ai;
        ai_rng_init(&ai, 1);
        struct aude_action action = ai_choose(player, &view, &limits, &ai);
        CHECK_EQ(aude_game_why(&game, action), AUDE_ERR_OK);
        CHECK(w.playouts >= 24 && w.legal);
    }
}

/* -- Playing well ----------------------------------------------------------------------- */

static int lead_of(const struct aude_game *at, unsigned seat)
{
    int best = -100000;

    for (unsigned s = 0; s < at->n_seats; s++)
        if (s != seat && at->player[s].points > best) best = at->player[s].points;
    return at->player[seat].points - best;
}

/* The best final lead that the seat can reach in its last turn. */
static int best_end(const struct aude_game *at, unsigned seat)
{
    struct aude_action *list = malloc(AUDE_ACTIONS_MAX * sizeof *list);
    struct aude_game *after = malloc(sizeof *after);
    int n = aude_game_actions(at, list, AUDE_ACTIONS_MAX), best = -100000;

    for (int i = 0; i < n; i++) {
        aude_game_copy(after, at);
        aude_game_play(after, list[i], NULL);
        int lead = aude_game_over(after) ? lead_of(after, seat) : best_end(after, seat);
        if (lead > best) best = lead;
    }
    free(after);
    free(list);
    return best;
}

TEST(the_last_turn_is_played_to_the_point)
{
    struct play_rng rng = {26};
    struct aude_setup setup;

    for (int i = 0; i < test_amount(24, 200); i++) {
        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.seed = aude_seed(play_below(&rng, 100000));
        aude_game_init(&game, &setup, NULL);
        while (aude_game_left_total(&game) || game.turn.phase != AUDE_PHASE_TILE)
            aude_game_play(&game, play_random_action(&rng, &game), NULL);
        unsigned seat = game.turn.actor;
        int best = best_end(&game, seat);
        while (!aude_game_over(&game)) {
            aude_game_view(&view, &game, seat);
            struct aude_action action = choose(&ai_levels[5 + i % 2], &view, 30, 1);
            if (!CHECK_EQ(aude_game_play(&game, action, NULL), AUDE_ERR_OK)) return;
        }
        CHECK_EQ(lead_of(&game, seat), best);
    }
}

/* What `seat` gets if everybody plays on perfectly, the draws being known. */
static int perfect(const struct aude_game *at, unsigned seat)
{
    struct aude_action *list = malloc(AUDE_ACTIONS_MAX * sizeof *list);
    struct aude_game *after = malloc(sizeof *after);
    bool own = at->turn.actor == seat;
    int n = aude_game_actions(at, list, AUDE_ACTIONS_MAX), best = own ? -100000 : 100000;

    for (int i = 0; i < n; i++) {
        aude_game_copy(after, at);
        aude_game_play(after, list[i], NULL);
        int lead = aude_game_over(after) ? lead_of(after, seat) : perfect(after, seat);
        if (own ? lead > best : lead < best) best = lead;
    }
    if (aude_game_over(at)) best = lead_of(at, seat);
    free(after);
    free(list);
    return best;
}

/* Play the seat's whole turn, then everybody perfectly. */
static int after_turn_of(const struct ai_player *player, unsigned seat)
{
    aude_game_copy(&other, &game);
    while (!aude_game_over(&other) && other.turn.actor == seat) {
        aude_game_view(&view, &other, seat);
        aude_game_play(&other, choose(player, &view, 3000, 1), NULL);
    }
    return perfect(&other, seat);
}

TEST(with_one_tile_to_come_the_search_reads_the_reply)
{
    struct play_rng rng = {29};
    struct aude_setup setup;
    int better = 0, short_of = 0, n = test_amount(160, 400);

    for (int i = 0; i < n; i++) {
        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.seed = aude_seed(play_below(&rng, 100000));
        setup.draws_max = 16; /* few places to lay, so that perfection is soon found */
        aude_game_init(&game, &setup, NULL);
        while (aude_game_left_total(&game) > 1 || game.turn.phase != AUDE_PHASE_TILE)
            aude_game_play(&game, play_random_action(&rng, &game), NULL);
        /* One draw, and the tile is known: only it is left in the pile. */
        game.pile.n = (uint16_t)(game.pile.next + 1);
        unsigned seat = game.turn.actor;
        int deep = after_turn_of(&ai_levels[6], seat);
        int flat = after_turn_of(&ai_levels[5], seat);
        better += deep > flat;
        short_of += deep < perfect(&game, seat);
        CHECK(deep >= flat);
    }
    CHECK(better > 0);
    if (!CHECK(short_of * 8 <= n))
        FAIL("%d of %d", short_of, n); /* twelve candidates nearly always hold the best */
}

TEST(the_levels_beat_chance_by_far)
{
    for (int level = 0; level < 7; level++) {
        struct aude_setup setup;
        struct ai_rng rng;

        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.seed = aude_seed((uint64_t)level + 70);
        ai_rng_init(&rng, 1);
        aude_game_init(&game, &setup, NULL);
        while (!aude_game_over(&game)) {
            struct ai_limits limits = {.playouts = 16};
            aude_game_view(&view, &game, game.turn.actor);
            const struct ai_player *player =
                game.turn.actor ? &ai_random : &ai_levels[level];
            aude_game_play(&game, ai_choose(player, &view, &limits, &rng), NULL);
        }
        CHECK(game.player[0].points > game.player[1].points + 20);
    }
}

/* -- Analysis --------------------------------------------------------------------------- */

static void check_candidate(const struct ai_candidate *c)
{
    double sum = 0;

    aude_game_copy(&other, &view);
    CHECK_EQ(aude_game_play(&other, c->action, NULL), AUDE_ERR_OK);
    if (c->then.kind != AUDE_NO_ACTION)
        CHECK_EQ(aude_game_why(&other, c->then), AUDE_ERR_OK);
    for (unsigned seat = 0; seat < view.n_seats; seat++) {
        CHECK(c->win[seat] >= 0 && c->win[seat] <= 1);
        CHECK(c->points[seat] > -1000 && c->points[seat] < 2000);
        sum += c->win[seat];
    }
    CHECK(sum > 0.999 && sum < 1.001);
}

TEST(an_analysis_lists_legal_candidates_once_each)
{
    struct play_rng rng = {27};
    struct ai_limits limits = {.playouts = 100};
    struct ai_candidate list[12];

    for (int i = 0; i < test_amount(24, 200); i++) {
        struct ai_rng ai;
        some_position(&rng, 80);
        aude_game_view(&view, &game, game.turn.actor);
        ai_rng_init(&ai, 1);
        int n = ai_analyse(&view, &limits, &ai, list, 12);
        CHECK(n > 0 && n <= 12);
        for (int k = 0; k < n; k++) {
            check_candidate(&list[k]);
            for (int j = 0; j < k; j++) CHECK(!same(list[k].action, list[j].action));
        }
    }
}

static void check_line(const struct ai_choice *line)
{
    aude_game_copy(&other, &view);
    CHECK(line->n > 0 && line->n <= AI_CHOICE_MAX);
    for (int i = 0; i < line->n; i++)
        CHECK_EQ(aude_game_play(&other, line->action[i], NULL), AUDE_ERR_OK);
    CHECK(line->win >= 0 && line->win <= 1);
    CHECK(line->error >= 0 || line->playouts < 2);
    CHECK(!line->exact || line->error == 0);
}

TEST(choices_are_whole_decisions_with_errors_that_shrink)
{
    struct play_rng rng = {29};
    double error[2] = {0};

    for (int i = 0; i < test_amount(2, 60); i++) {
        some_position(&rng, 80);
        aude_game_view(&view, &game, game.turn.actor);
        for (int more = 0; more < 2; more++) {
            struct ai_limits limits = {.playouts = more ? 1200 : 100};
            struct ai_choice list[8];
            struct ai_rng ai;
            ai_rng_init(&ai, 1);
            int n = ai_choices(&view, &limits, &ai, list, 8);
            CHECK(n > 0 && n <= 8);
            for (int k = 0; k < n; k++) check_line(&list[k]);
            if (n > 1 && list[0].error > 0) error[more] += list[0].error;
        }
    }
    CHECK(error[0] > 0 && error[1] < error[0] / 2);
}

TEST(the_chance_to_win_is_a_chance_and_certain_at_the_end)
{
    struct play_rng rng = {28};

    for (int i = 0; i < test_amount(16, 100); i++) {
        struct ai_rng ai;
        double sum = 0;
        some_position(&rng, 200);
        aude_game_view(&view, &game, AUDE_SEAT_NONE);
        for (unsigned seat = 0; seat < game.n_seats; seat++) {
            ai_rng_init(&ai, 1);
            sum += ai_win_probability(&view, seat, NULL, &ai);
        }
        CHECK(sum > 0.999 && sum < 1.001);
        play_out(&rng, &game);
        unsigned winners = aude_game_winners(&game);
        for (unsigned seat = 0; seat < game.n_seats; seat++) {
            double p = ai_win_probability(&game, seat, NULL, &ai);
            CHECK((p > 0) == (winners >> seat & 1));
            if (winners == 1u << seat) CHECK(p == 1);
        }
    }
}

/* Numbers that the sets in play do not fill are not multiplied: so they have to be zero. */
static void check_left_out(const struct eval *eval, const float x[EVAL_SETS_N])
{
    bool chosen[EVAL_SETS_N] = {false};

    for (unsigned k = 0; k < eval->n_sets; k++) chosen[eval->sets[k]] = true;
    for (int i = 0; i < EVAL_SETS_N; i++) CHECK(chosen[i] || !(x[i] < 0 || x[i] > 0));
}

/* What the evaluation counts of a set that is not in play is nothing. */
TEST(a_set_that_is_not_there_counts_for_nothing)
{
    static struct eval eval;
    static struct eval_board board;
    struct play_rng rng = {29};
    int looked = 0;

    for (int i = 0; i < test_amount(100, 400); i++) {
        float x[AUDE_SEATS_MAX][EVAL_SETS_N];
        some_position(&rng, 120);
        aude_game_view(&view, &game, game.turn.actor);
        eval_init(&eval, &view, NULL);
        eval_board(&eval, &view, &board);
        eval_sets_x(&eval, &view, &board.held, x);
        for (unsigned seat = 0; seat < game.n_seats; seat++) {
            bool dragon = game.sets >> AUDE_SET_DRAGON & 1;
            bool tower = game.sets >> AUDE_SET_TOWER & 1;
            bool abbey = game.sets >> AUDE_SET_ABBEY & 1;
            looked += !dragon && board.n;
            check_left_out(&eval, x[seat]);
            CHECK(dragon || !(x[seat][EVAL_DRAGON_COUNT] > 0));
            CHECK(dragon || !(x[seat][EVAL_FAIRY] > 0));
            CHECK(tower || !(x[seat][EVAL_TOWER_COUNT] > 0));
            CHECK(tower || !(x[seat][EVAL_PIECES_NONE] > 0));
            CHECK(abbey || !(x[seat][EVAL_ABBEYS] > 0));
            CHECK(abbey || !(x[seat][EVAL_BARN_FAR] > 0));
        }
    }
    CHECK(looked > 5);
}

/* AM-3: whoever may lay an abbey instead of drawing is to draw, if it does not. */
TEST(who_is_asked_for_an_abbey_is_next_to_draw)
{
    static struct eval eval;
    static struct eval_board board;
    struct play_rng rng = {30};
    int asked = 0;

    for (int i = 0; i < 4000 && asked < 5; i++) {
        float x[AUDE_SEATS_MAX][EVAL_SETS_N];
        some_position(&rng, 60);
        if (game.turn.phase != AUDE_PHASE_SOURCE || aude_game_left_total(&game) < 28)
            continue;
        asked++;
        aude_game_view(&view, &game, game.turn.actor);
        eval_init(&eval, &view, NULL);
        eval_board(&eval, &view, &board);
        eval_sets_x(&eval, &view, &board.held, x);
        for (unsigned seat = 0; seat < game.n_seats; seat++)
            CHECK((x[seat][EVAL_TO_DRAW] > 0) == (seat == game.turn.seat));
    }
    CHECK(asked == 5);
}
