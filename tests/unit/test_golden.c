/* test_golden.c -- games and counts that must never change without a rule changing.
 *
 * tests/games holds records with a hash for every turn: a divergence names its turn.
 * tests/unit/perft.txt holds, per setup, how many ways there are to play the first actions.
 * After an intended change write both anew:  AUDE_WRITE_GOLDEN=1 build/aude_tests golden/ */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "test.h"

static struct aude_game game;
static struct aude_reader reader;
static char text[PLAY_RECORD_MAX];

/* The catapult: with a fair tile first; with every set, hand errors and rounds after parts. */
static void golden_catapult(int number, struct aude_setup *setup)
{
    setup->expansions = 1u << AUDE_SET_CATAPULT | 1u << AUDE_SET_TRADERS;
    setup->order[setup->n_order++] = (aude_kind)aude_tile_find("catapult/field");
    if (number == 12) return;
    setup->expansions = ((1u << AUDE_SETS) - 1) & ~((1u << AUDE_SET_INNS) - 1);
    setup->sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_ON;
    setup->sw[AUDE_SWITCH_CATAPULT_MODE] = AUDE_CATAPULT_DIRECT;
    setup->sw[AUDE_SWITCH_CATAPULT_TIMING] = AUDE_CATAPULT_PART_END;
}

/* The games: every preset, with and without river and abbot, two to five seats. */
static void golden_setup(int number, struct aude_setup *setup)
{
    aude_setup_preset(setup, (enum aude_preset)(number % AUDE_PRESETS));
    setup->n_seats = (uint8_t)(2 + number % 4);
    setup->sw[AUDE_SWITCH_RIVER] = number / 5 % 2 ? AUDE_RIVER_I : AUDE_RIVER_OFF;
    setup->sw[AUDE_SWITCH_ABBOT] = number / 3 % 2 ? AUDE_ABBOT_ON : AUDE_ABBOT_OFF;
    if (number % 4 == 3) setup->expansions = 1u << AUDE_SET_INNS | 1u << AUDE_SET_TRADERS;
    setup->seed = aude_seed(1000 + (uint64_t)number);
    if (number >= 12) golden_catapult(number, setup);
}

enum { GOLDEN_GAMES = 14 };

static void write_golden(void)
{
    for (int i = 0; i < GOLDEN_GAMES; i++) {
        struct play_rng rng = {(uint64_t)i};
        struct aude_setup setup;
        char path[64];
        golden_setup(i, &setup);
        size_t n = play_record(&rng, &setup, true, &game, text, sizeof text);
        snprintf(path, sizeof path, "tests/games/golden-%02d.aude", i);
        FILE *file = fopen(path, "w");
        if (!CHECK(file != NULL)) return;
        CHECK_EQ(fwrite(text, 1, n, file), n);
        fclose(file);
    }
}

static void replay(const char *name)
{
    char path[300];

    snprintf(path, sizeof path, "tests/games/%s", name);
    FILE *file = fopen(path, "r");
    if (!CHECK(file != NULL)) return;
    size_t n = fread(text, 1, sizeof text, file);
    fclose(file);
    enum aude_err err = play_read(&reader, text, n, NULL);
    if (err) FAIL("%s:%d: %s (%s)", path, reader.line, aude_err_sentence(err), reader.at);
    CHECK(reader.finished || err);
}

TEST(golden_games_replay)
{
    int games = 0;

    if (getenv("AUDE_WRITE_GOLDEN")) write_golden();
    DIR *dir = opendir("tests/games");
    if (!CHECK(dir != NULL)) return;
    for (struct dirent *entry; (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name);
        if (n < 5 || strcmp(entry->d_name + n - 5, ".aude") != 0) continue;
        replay(entry->d_name);
        games++;
    }
    closedir(dir);
    CHECK(games >= GOLDEN_GAMES);
}

/* -- Perft ------------------------------------------------------------------------------ */

/* Ways to play `depth` actions. */
static long perft(const struct aude_game *from, int depth)
{
    struct aude_action list[256];
    struct aude_game next;
    int n = aude_game_actions(from, list, 256);
    long ways = 0;

    if (n > 256) FAIL("more than 256 actions so early in a game");
    if (depth == 1) return n;
    for (int i = 0; i < n; i++) {
        aude_game_copy(&next, from);
        aude_game_play(&next, list[i], NULL);
        ways += perft(&next, depth - 1);
    }
    return ways;
}

static long count_ways(int number, int depth)
{
    struct aude_setup setup;

    golden_setup(number, &setup);
    aude_game_init(&game, &setup, NULL);
    return perft(&game, depth);
}

static void write_perft(void)
{
    FILE *file = fopen("tests/unit/perft.txt", "w");

    if (!CHECK(file != NULL)) return;
    fputs("# setup of golden game, depth in actions, ways to play them\n", file);
    for (int i = 0; i < GOLDEN_GAMES; i++)
        for (int depth = 1; depth <= 5; depth++)
            fprintf(file, "%d %d %ld\n", i, depth, count_ways(i, depth));
    fclose(file);
}

TEST(perft_counts_hold)
{
    char line[80];
    int number, depth, lines = 0;
    long ways;

    if (getenv("AUDE_WRITE_GOLDEN")) write_perft();
    FILE *file = fopen("tests/unit/perft.txt", "r");
    if (!CHECK(file != NULL)) return;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        if (!CHECK_EQ(sscanf(line, "%d %d %ld", &number, &depth, &ways), 3)) break;
        if (depth <= test_amount(5, 9)) CHECK_EQ(count_ways(number, depth), ways);
        lines++;
    }
    fclose(file);
    CHECK(lines >= 5 * GOLDEN_GAMES);
}
