/* test_game.c -- what holds in every game, tried on random games with random setups. */
#include <stdio.h>
#include <string.h>

#include "play.h"
#include "test.h"

enum { GAMES_FEW = 600, GAMES_MANY = 20000 };

static struct aude_game game, copy, other;

static void describe(const struct aude_setup *setup, int number)
{
    fprintf(stderr, "  in game %d: preset %s, %d seats, seed %llx %llx\n", number,
            aude_preset_name(setup->preset), setup->n_seats,
            (unsigned long long)setup->seed.hi, (unsigned long long)setup->seed.lo);
}

/* Run `step` on every position of many random games, then play on at random. */
static void each_position(uint64_t seed, void (*step)(struct play_rng *rng))
{
    struct play_rng rng = {seed};
    struct aude_setup setup;

    for (int i = 0; i < test_amount(GAMES_FEW, GAMES_MANY); i++) {
        play_random_setup(&rng, &setup);
        if (!CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK)) return;
        for (;;) {
            step(&rng);
            if (test_failures()) {
                describe(&setup, i);
                return;
            }
            if (aude_game_over(&game)) break;
            aude_game_play(&game, play_random_action(&rng, &game), NULL);
        }
    }
}

static void caches_hold(struct play_rng *rng)
{
    const char *wrong = aude_game_check(&game);

    (void)rng;
    CHECK_STR(wrong ? wrong : "sound", "sound");
}

TEST(everything_cached_can_be_derived_again)
{
    each_position(1, caches_hold);
}

/* Every action on the list is accepted: on a copy, so that all can be tried. */
static void list_is_accepted(struct play_rng *rng)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);

    CHECK((n == 0) == aude_game_over(&game));
    for (int i = 0; i < n; i++) {
        if (n > 12 && play_below(rng, (uint32_t)n) > 12) continue;
        CHECK_EQ(aude_game_why(&game, list[i]), AUDE_ERR_OK);
        aude_game_copy(&copy, &game);
        CHECK_EQ(aude_game_play(&copy, list[i], NULL), AUDE_ERR_OK);
    }
}

TEST(every_listed_action_is_accepted)
{
    each_position(2, list_is_accepted);
}

/* Whatever is not on the list is refused, with a rule, and nothing changes. */
static void nonsense_is_refused(struct play_rng *rng)
{
    for (int i = 0; i < 20; i++) {
        struct aude_action action = play_random_nonsense(rng, &game);
        if (play_is_listed(&game, action)) {
            CHECK_EQ(aude_game_why(&game, action), AUDE_ERR_OK);
            continue;
        }
        uint64_t hash = aude_game_hash(&game);
        enum aude_err err = aude_game_play(&game, action, NULL);
        CHECK(err != AUDE_ERR_OK);
        CHECK(err == AUDE_ERR_ACTION || aude_err_rule(err)[0]);
        CHECK_EQ(aude_game_hash(&game), hash);
    }
}

TEST(every_unlisted_action_is_refused_with_its_rule)
{
    each_position(3, nonsense_is_refused);
}

/* A copy plays on exactly like the original, and leaves it alone. */
static void copies_agree(struct play_rng *rng)
{
    if (play_below(rng, 10)) return;
    struct play_rng one = *rng, two = *rng;
    uint64_t hash = aude_game_hash(&game);
    aude_game_copy(&copy, &game);
    other = game;
    CHECK(play_same_bytes(&copy, &game));
    play_out(&one, &copy);
    CHECK_EQ(aude_game_hash(&game), hash);
    play_out(&two, &other);
    CHECK(play_same_bytes(&copy, &other));
}

TEST(copies_play_on_alike)
{
    each_position(4, copies_agree);
}

/* What was tried out is taken back, as long as no tile was laid. */
static void actions_are_taken_back(struct play_rng *rng)
{
    if (play_below(rng, 4)) return;
    aude_game_copy(&copy, &game);
    aude_game_keep(&other, &copy);
    for (uint32_t n = 1 + play_below(rng, 3); n && !aude_game_over(&copy); n--) {
        CHECK_EQ(aude_game_play(&copy, play_random_action(rng, &copy), NULL),
                 AUDE_ERR_OK);
        if (copy.n_laid != game.n_laid) return;
        if (play_below(rng, 2)) continue;
        aude_game_take_back(&copy, &other);
        CHECK(play_same_bytes(&copy, &game));
    }
    aude_game_take_back(&copy, &other);
    CHECK(play_same_bytes(&copy, &game));
    CHECK(!aude_game_check(&copy));
}

TEST(actions_without_a_tile_are_taken_back)
{
    each_position(6, actions_are_taken_back);
}

/* Was the figure among the last to move? */
static bool is_mover(const struct aude_game *now, unsigned moves, unsigned figure)
{
    for (unsigned i = 1; i <= moves; i++)
        if (now->mover[(unsigned)(now->n_moves - i) % AUDE_MOVERS] == figure) return true;
    return false;
}

/* Whoever is elsewhere, or otherwise, than some actions ago is noted, unless more have moved than can be. */
static void movers_are_noted(struct play_rng *rng)
{
    aude_game_copy(&copy, &game);
    for (uint32_t n = 1 + play_below(rng, 3); n && !aude_game_over(&copy); n--)
        CHECK_EQ(aude_game_play(&copy, play_random_action(rng, &copy), NULL),
                 AUDE_ERR_OK);
    unsigned moves = (uint16_t)(copy.n_moves - game.n_moves);
    for (unsigned i = 0; i < game.n_figures && moves <= AUDE_MOVERS; i++)
        if (memcmp(&copy.figure[i], &game.figure[i], sizeof game.figure[i]) != 0)
            CHECK(is_mover(&copy, moves, i));
}

TEST(who_moved_last_is_noted)
{
    each_position(7, movers_are_noted);
}

TEST(replay_and_undo_agree)
{
    static struct aude_action played[1024];
    struct play_rng rng = {5};
    struct aude_setup setup;

    for (int i = 0; i < test_amount(100, 4000); i++) {
        int n = 0;
        play_random_setup(&rng, &setup);
        aude_game_init(&game, &setup, NULL);
        while (!aude_game_over(&game)) {
            played[n] = play_random_action(&rng, &game);
            aude_game_play(&game, played[n++], NULL);
        }
        /* Undo is replaying all but the last actions: from there the same end is reached. */
        int back = (int)play_below(&rng, (uint32_t)n);
        aude_game_init(&other, &setup, NULL);
        for (int k = 0; k < back; k++) aude_game_play(&other, played[k], NULL);
        aude_game_copy(&copy, &other);
        play_out(&rng, &copy);
        for (int k = back; k < n; k++)
            CHECK_EQ(aude_game_play(&other, played[k], NULL), AUDE_ERR_OK);
        CHECK(play_same_bytes(&game, &other));
    }
}

/* BASE-46: every point is in an event, and every event's sum is right. */
TEST(score_events_add_up_to_the_points)
{
    static struct aude_event list[AUDE_EVENTS_MAX];
    struct play_rng rng = {6};
    struct aude_setup setup;

    for (int i = 0; i < test_amount(GAMES_FEW, GAMES_MANY); i++) {
        int32_t points[AUDE_SEATS_MAX] = {0};
        play_random_setup(&rng, &setup);
        aude_game_init(&game, &setup, NULL);
        while (!aude_game_over(&game)) {
            struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
            aude_game_play(&game, play_random_action(&rng, &game), &events);
            CHECK(events.n <= AUDE_EVENTS_MAX);
            for (int k = 0; k < events.n; k++) {
                int sum = 0;
                if (list[k].kind == AUDE_EV_RANSOM) { /* TOW-17 */
                    points[list[k].seat] -= list[k].points;
                    points[list[k].other] += list[k].points;
                }
                if (list[k].kind != AUDE_EV_SCORE) continue;
                for (int t = 0; t < list[k].n_terms; t++)
                    sum += list[k].term[t].count * list[k].term[t].each;
                CHECK_EQ(sum, list[k].points);
                points[list[k].seat] += list[k].points;
            }
        }
        for (unsigned seat = 0; seat < setup.n_seats; seat++)
            CHECK_EQ(points[seat], game.player[seat].points);
    }
}

/* "If the game ended now" is what the end brings when the pile is taken away. */
static void projection_is_the_end(struct play_rng *rng)
{
    int32_t points[AUDE_SEATS_MAX];

    (void)rng;
    if (game.turn.phase != AUDE_PHASE_ACTION || game.turn.n_completed) return;
    if (aude_game_why(&game, (struct aude_action){.kind = AUDE_PASS})) return;
    /* Barns pay in play, abbeys come later, and the market opens before the end. */
    if (game.sets & (1u << AUDE_SET_ABBEY | 1u << AUDE_SET_COUNT)) return;
    if (aude_tiles[game.laid[game.turn.laid].kind].marks & AUDE_MARK_DRAGON) return;
    if (game.catapult.due) return; /* a round comes first */
    aude_game_projection(&game, points);
    other = game;
    other.pile.next = other.pile.n;
    other.river.next = other.river.n;
    aude_game_play(&other, (struct aude_action){.kind = AUDE_PASS}, NULL);
    if (other.turn.phase == AUDE_PHASE_CONFIRM) /* a ransom would be possible (TOW-18) */
        aude_game_play(&other, (struct aude_action){.kind = AUDE_PASS}, NULL);
    CHECK(aude_game_over(&other));
    for (unsigned seat = 0; seat < game.n_seats; seat++)
        CHECK_EQ(points[seat], other.player[seat].points);
}

TEST(the_projection_is_what_the_end_brings)
{
    each_position(7, projection_is_the_end);
}

/* The events of an end that has not come add up to its points, and the game stays as it is. */
static void final_is_the_projection(struct play_rng *rng)
{
    static struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events = {.list = list, .max = AUDE_EVENTS_MAX};
    uint64_t before = aude_game_hash(&game);
    int32_t points[AUDE_SEATS_MAX], sum[AUDE_SEATS_MAX];

    (void)rng;
    for (unsigned seat = 0; seat < game.n_seats; seat++)
        sum[seat] = game.player[seat].points;
    aude_game_final(&game, &events);
    CHECK(events.n <= events.max);
    CHECK(aude_game_over(&game) ? events.n == 0 : events.n > 0);
    for (int i = 0; i < events.n; i++)
        if (list[i].kind == AUDE_EV_SCORE) sum[list[i].seat] += list[i].points;
    aude_game_projection(&game, points);
    for (unsigned seat = 0; seat < game.n_seats; seat++)
        CHECK_EQ(points[seat], sum[seat]);
    CHECK(aude_game_hash(&game) == before);
}

TEST(the_final_scoring_is_told_before_it_comes)
{
    each_position(11, final_is_the_projection);
}

/* A whole game costs little to copy, and its size is bounded. */
/* What a copy copies at the end of a random game, on the mean. */
static size_t mean_bytes(struct aude_setup *setup)
{
    enum { GAMES = 40 };
    struct play_rng rng = {8};
    size_t bytes = 0;

    for (uint64_t i = 0; i < GAMES; i++) {
        setup->seed = aude_seed(i);
        CHECK_EQ(aude_game_init(&game, setup, NULL), AUDE_ERR_OK);
        play_out(&rng, &game);
        bytes += aude_game_bytes(&game);
    }
    return bytes / GAMES;
}

TEST(a_game_is_small)
{
    struct aude_setup setup;

    CHECK(sizeof game <= 64 * 1024);
    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    size_t base = mean_bytes(&setup);
    CHECK(base > 4 * 1024 && base <= 8 * 1024);
    aude_setup_preset(&setup, AUDE_PRESET_BIGBOX_RO);
    setup.n_seats = AUDE_SEATS_MAX;
    setup.expansions = (1u << AUDE_SETS) - (1u << AUDE_SET_INNS);
    setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_BOTH;
    setup.sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_ON;
    setup.sw[AUDE_SWITCH_COUNT_WITH_RIVER] = 1;
    CHECK(mean_bytes(&setup) <= 16 * 1024);
}

/* BASE-61: tied players share the victory. */
TEST(tied_players_share_the_victory)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.n_seats = 3;
    aude_game_init(&game, &setup, NULL);
    game.player[0].points = 7;
    game.player[1].points = 12;
    game.player[2].points = 12;
    CHECK_EQ(aude_game_winners(&game), 6);
    game.player[0].points = 13;
    CHECK_EQ(aude_game_winners(&game), 1);
    game.player[0].points = game.player[1].points = game.player[2].points = -1;
    CHECK_EQ(aude_game_winners(&game), 7);
}
