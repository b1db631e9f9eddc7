/* test_board.c -- the grid: keys, the cell table, long thin boards. */
#include "engine.h"
#include "play.h"
#include "test.h"

/* Two cells near one board differ by at most AUDE_TILES_MAX + 3 steps. */
TEST(keys_are_unique_on_every_board)
{
    enum {
        TOWER_MAX = 30
    }; /* pieces there are: a tower looks so far beyond the board's edge */
    int reach = AUDE_TILES_MAX - 1 + TOWER_MAX, clashes = 0;

    for (int dy = 0; dy <= reach; dy++)
        for (int dx = dy - reach; dx <= reach - dy; dx++)
            if ((dx || dy) && aude_key(dx, dy) == 0) clashes++;
    CHECK_EQ(clashes, 0);
}

TEST(facing_halves_count_backwards)
{
    for (unsigned half = 0; half < 8; half++) {
        unsigned across = half & 1 ? (half + 3) & 7 : (half + 5) & 7;
        CHECK_EQ(across & 1 ? (across + 3) & 7 : (across + 5) & 7, half);
        CHECK((across & 1) != (half & 1)); /* left meets right */
    }
    CHECK_EQ(aude__turn_sides(1, 1), 2);  /* N goes to E */
    CHECK_EQ(aude__turn_sides(9, 3), 12); /* W,N goes to S,W */
    CHECK_EQ(aude__turn_halves(1, 1), 4); /* NL goes to EL */
    CHECK_EQ(aude__turn_halves(0x81, 2), 0x18);
    CHECK_EQ(aude__turn_sides(5, 0), 5);
    CHECK_EQ(aude__turn_halves(0x81, 0), 0x81);
}

/* Always lay as far east as possible: the cells of a line wrap round the table, and want slots that others
 * have. */
static void lay_in_a_line(struct aude_game *game, int dx, int dy)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];

    while (!aude_game_over(game)) {
        int n = aude_game_actions(game, list, AUDE_ACTIONS_MAX), best = 0;
        for (int i = 1; i < n; i++)
            if (dx * list[i].x + dy * list[i].y > dx * list[best].x + dy * list[best].y)
                best = i;
        CHECK_EQ(aude_game_play(game, list[best], NULL), AUDE_ERR_OK);
    }
}

TEST(a_long_line_of_tiles_is_a_board_like_any_other)
{
    static struct aude_game game;
    static const int way[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {1, 1}};
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    for (int i = 0; i < 4; i++) {
        setup.seed = aude_seed((uint64_t)i);
        aude_game_init(&game, &setup, NULL);
        lay_in_a_line(&game, way[i][0], way[i][1]);
        CHECK(game.laid[game.n_laid - 1].x * way[i][0] +
                  game.laid[game.n_laid - 1].y * way[i][1] >
              40);
        CHECK(game.cells_strayed || i == 3); /* on the slant they are spread */
        CHECK(!aude_game_check(&game));
    }
}

TEST(far_away_cells_hold_nothing)
{
    static struct aude_game game;
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    aude_game_init(&game, &setup, NULL);
    CHECK_EQ(aude_game_tile_at(&game, 0, 0), 0);
    /* 53 * 6177 is 5 * 65536 - 299, so (299, 53) has the key of (0, 0): it is not that cell. */
    CHECK_EQ(aude_key(299, 53), aude_key(0, 0));
    CHECK_EQ(aude_game_tile_at(&game, 299, 53), -1);
    CHECK_EQ(aude_game_fits(&game, 0, 300, 53), 0);
    CHECK_EQ(aude_game_tile_at(&game, 32767, -32768), -1);
}

/* An action list with too little room is cut, and still counted whole. */
TEST(a_short_list_is_the_start_of_the_long_one)
{
    static struct aude_game game;
    static struct aude_action list[AUDE_ACTIONS_MAX], cut[8];
    struct play_rng rng = {3};
    struct aude_setup setup;

    for (int game_no = 0; game_no < 20; game_no++) {
        play_random_setup(&rng, &setup);
        aude_game_init(&game, &setup, NULL);
        while (!aude_game_over(&game)) {
            int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);
            CHECK_EQ(aude_game_actions(&game, cut, 8), n);
            CHECK(!memcmp(list, cut, (size_t)(n < 8 ? n : 8) * sizeof cut[0]));
            aude_game_play(&game, list[play_below(&rng, (uint32_t)n)], NULL);
        }
    }
}
