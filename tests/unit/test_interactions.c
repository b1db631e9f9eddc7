/* test_interactions.c -- rules of several sets at once that no card can bring about. */
#include "engine.h"
#include "play.h"
#include "test.h"

static struct aude_game game;

static void pass(void)
{
    CHECK_EQ(aude_game_play(&game, (struct aude_action){.kind = AUDE_PASS}, NULL),
             AUDE_ERR_OK);
}

/* Lay the tile in hand at the first place it has. */
static void lay_somewhere(void)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);

    CHECK(n > 0 && list[0].kind == AUDE_LAY);
    CHECK_EQ(aude_game_play(&game, list[0], NULL), AUDE_ERR_OK);
}

/* As if a builder had earned it: no road of a river tile can be that long so early. */
static void take_second(void)
{
    game.turn.earned = 1;
    pass();
    CHECK_EQ(game.turn.phase, AUDE_PHASE_SECOND);
    CHECK_EQ(aude_game_play(&game, (struct aude_action){.kind = AUDE_SECOND}, NULL),
             AUDE_ERR_OK);
    CHECK_EQ(game.turn.part, 2);
    CHECK_EQ(game.turn.phase, AUDE_PHASE_TILE);
}

static unsigned role_in_hand(void)
{
    return aude_tiles[game.turn.tile].river_role;
}

/* INT-34: a second part draws from the river too, the volcano lake if nothing else is left,
 * and then the turn after the lake still comes. */
TEST(second_parts_on_the_river)
{
    struct aude_setup setup;
    unsigned seat;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    setup.first = 0;
    setup.expansions = 1u << AUDE_SET_TRADERS;
    setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_II;
    setup.seed = aude_seed(7);
    CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
    lay_somewhere(); /* the fork */
    take_second();
    CHECK_EQ(game.turn.seat, 0);
    CHECK(role_in_hand() != AUDE_RIVER_NONE);
    lay_somewhere();
    game.turn.earned = 1; /* TB-11: no third */
    pass();
    CHECK_EQ(game.turn.seat, 1);
    CHECK_EQ(game.turn.part, 1);
    game.turn.earned = 0;
    while (game.river.n - game.river.next > 1) {
        lay_somewhere();
        pass();
    }
    seat = game.turn.seat;
    lay_somewhere(); /* the last tile before the lake */
    take_second();
    CHECK_EQ(role_in_hand(), AUDE_RIVER_VOLCANO_LAKE);
    lay_somewhere();
    unsigned number = game.turn.number;
    pass();
    CHECK_EQ(game.turn.number, number + 1);
    CHECK_EQ(game.turn.seat, seat); /* RIV2-10 */
    CHECK_EQ(game.turn.part, 1);
    CHECK_EQ(role_in_hand(), AUDE_RIVER_NONE);
}

/* INT-17: what is drawn does not depend on whether the first seat was drawn by lot. */
TEST(lots_and_draws_are_apart)
{
    static struct aude_game other;
    struct aude_setup setup;
    unsigned seats = 0;

    for (unsigned seed = 0; seed < 20; seed++) {
        aude_setup_preset(&setup, AUDE_PRESET_GROW);
        setup.seed = aude_seed(seed);
        CHECK_EQ(aude_game_init(&game, &setup, NULL), AUDE_ERR_OK);
        seats |= 1u << game.turn.seat;
        setup.first = game.turn.seat;
        CHECK_EQ(aude_game_init(&other, &setup, NULL), AUDE_ERR_OK);
        CHECK(!memcmp(game.pile.kind, other.pile.kind, game.pile.n));
        CHECK_EQ(game.turn.tile, other.turn.tile);
    }
    CHECK_EQ(seats, 3); /* the lot fell on both */
}

/* INT-13: incomplete features, farmers, barns, goods, king, robber, each kind of points after
 * the one before; the fairy's go with their feature. Returns the kinds that came, a bit each. */
static unsigned final_order(struct play_rng *rng, const struct aude_setup *setup)
{
    static struct aude_event list[512];
    unsigned kinds = 0, last = 0;

    CHECK_EQ(aude_game_init(&game, setup, NULL), AUDE_ERR_OK);
    while (!aude_game_over(&game)) {
        struct aude_events events = {list, 512, 0};
        aude_game_play(&game, play_random_action(rng, &game), &events);
        for (int i = 0; i < events.n; i++) {
            if (list[i].kind != AUDE_EV_SCORE || !list[i].final) continue;
            if (list[i].feature == AUDE_FROM_FAIRY) continue;
            CHECK(list[i].feature >= last);
            last = list[i].feature;
            kinds |= 1u << last;
        }
    }
    return kinds;
}

TEST(the_final_scoring_has_its_order)
{
    struct play_rng rng = {13};
    struct aude_setup setup;
    unsigned kinds = 0, all = (2u << AUDE_FROM_ROBBER) - 1;

    aude_setup_preset(&setup, AUDE_PRESET_GROW_REVISED);
    setup.sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_ON;
    setup.expansions = 1u << AUDE_SET_TRADERS | 1u << AUDE_SET_DRAGON |
                       1u << AUDE_SET_ABBEY | 1u << AUDE_SET_KING;
    for (unsigned seed = 0; seed < 8; seed++) {
        setup.seed = aude_seed(seed);
        kinds |= final_order(&rng, &setup);
    }
    CHECK_EQ(kinds, all & ~(1u << AUDE_FROM_FAIRY));
}
