/* limit.c -- the engine beside the bare limit: how much of what is possible does it reach?
 *
 *     limit [--seconds S]    random base games of two seats by both, in turns, and the share
 *     limit --check N        the engine plays N games of the bare program: lists as long, the same points
 *     limit --games N        N games of the bare program and nothing else: for callgrind
 *
 * The engine's games are those of base_2p_random in cli/bench.c, through the public calls. */
#include "limit.h"

#include "aude.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LIMIT_BATCH = 512, ENGINE_BATCH = 128 };

static struct aude_game game;
static struct aude_action list[AUDE_ACTIONS_MAX];
static struct aude_choices choices;

static struct aude_setup limit_setup(void)
{
    struct aude_setup setup;

    aude_setup_preset(&setup, AUDE_PRESET_GROW);
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (aude_switch_is_ruling(sw)) setup.sw[sw] = 0;
    setup.sw[AUDE_SWITCH_RIVER] = AUDE_RIVER_OFF;
    setup.sw[AUDE_SWITCH_ABBOT] = AUDE_ABBOT_OFF;
    setup.n_seats = 2;
    return setup;
}

/* -- The same games --------------------------------------------------------------------- */

static bool limit_fail(uint64_t seed, int turn, const char *what, int ours, int engines)
{
    fprintf(stderr, "limit: game %llu, turn %d: %s: bare program %d, engine %d\n",
            (unsigned long long)seed, turn + 1, what, ours, engines);
    return false;
}

/* The engine lists as many actions as the bare program counted, and plays that one. */
static bool limit_follow(uint64_t seed, int turn, const char *what, int listed,
                         struct aude_action action)
{
    int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);

    if (n != listed) return limit_fail(seed, turn, what, listed, n);
    enum aude_err err = aude_game_play(&game, action, NULL);
    return !err || limit_fail(seed, turn, "refused, error number", 0, (int)err);
}

static bool limit_follow_turn(uint64_t seed, int turn, const struct limit_move *move)
{
    struct aude_action lay = {
        .kind = AUDE_LAY, .arg = move->rot, .x = (int16_t)move->x, .y = (int16_t)move->y};
    struct aude_action put = {.kind = AUDE_PUT,
                              .figure = AUDE_SMALL,
                              .segment = move->segment,
                              .x = lay.x,
                              .y = lay.y};
    struct aude_action pass = {.kind = AUDE_PASS};

    if (game.turn.seat != turn % 2)
        return limit_fail(seed, turn, "seat", turn % 2, game.turn.seat);
    if (!limit_follow(seed, turn, "placements", move->placements, lay)) return false;
    return limit_follow(seed, turn, "follower options", move->options,
                        move->segment == LIMIT_NOBODY ? pass : put);
}

static bool limit_check_game(struct limit_bare *bare, uint64_t seed,
                             struct limit_record *record)
{
    struct aude_setup setup = limit_setup();
    int points[2], again[2];

    limit_bare_record(bare, seed, points, record);
    limit_bare_play(bare, seed, again);
    setup.first = 0;
    setup.n_order = (uint16_t)record->n_draws;
    memcpy(setup.order, record->draw, (size_t)record->n_draws);
    enum aude_err err = aude_game_init(&game, &setup, NULL);
    if (err) return limit_fail(seed, -1, "refused, error number", 0, (int)err);
    for (int i = 0; i < record->n_moves; i++)
        if (!limit_follow_turn(seed, i, &record->move[i])) return false;
    int n = record->n_moves - 1;
    if (!aude_game_over(&game)) return limit_fail(seed, n, "over", 1, 0);
    for (int seat = 0; seat < 2; seat++)
        if (points[seat] != game.player[seat].points)
            return limit_fail(
                seed, n, seat ? "points of the second seat" : "points of the first seat",
                points[seat], game.player[seat].points);
    if (again[0] != points[0] || again[1] != points[1])
        return limit_fail(seed, n, "points without a record, of seat 1 and 2", again[0],
                          again[1]);
    return true;
}

/* What came up in all games, so that nobody takes an empty check for a good one. */
struct seen {
    long turns, placements, options, followers, points, discards;
};

static int limit_check(struct limit_bare *bare, long games)
{
    struct limit_record record;
    struct seen seen = {0};

    for (long i = 0; i < games; i++) {
        if (!limit_check_game(bare, (uint64_t)i, &record)) return 1;
        seen.turns += record.n_moves;
        seen.discards += record.n_draws - record.n_moves;
        seen.points += game.player[0].points + game.player[1].points;
        for (int k = 0; k < record.n_moves; k++) {
            seen.placements += record.move[k].placements;
            seen.options += record.move[k].options;
            seen.followers += record.move[k].segment != LIMIT_NOBODY;
        }
    }
    double turns = (double)seen.turns, all = (double)games;
    printf("%ld games, the same lists and points by both: %.1f turns, %.2f tiles "
           "discarded, %.1f followers, %.1f points a seat; "
           "%.1f placements and %.2f follower options a turn\n",
           games, turns / all, (double)seen.discards / all, (double)seen.followers / all,
           (double)seen.points / all / 2, (double)seen.placements / turns,
           (double)seen.options / turns);
    return 0;
}

/* -- Speed ------------------------------------------------------------------------------ */

/* Processor seconds: other programs on the machine do not count. */
static double limit_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool limit_engine_play(uint64_t *state, const struct aude_setup *setup)
{
    if (aude_game_init(&game, setup, NULL)) return false;
    while (!aude_game_over(&game)) {
        int n = aude_game_choices(&game, &choices);
        if (n < 1) return false;
        uint32_t dice = (uint32_t)limit_random(state);
        int i = (int)limit_below(&dice, (unsigned)n);
        if (aude_game_play(&game, aude_game_choice(&game, &choices, i), NULL))
            return false;
    }
    return true;
}

/* Games and seconds of one of the two. */
struct meter {
    long games;
    double seconds, best; /* `best`: games a second in the best batch */
};

static void limit_count(struct meter *meter, long games, double seconds)
{
    meter->games += games;
    meter->seconds += seconds;
    if ((double)games > meter->best * seconds) meter->best = (double)games / seconds;
}

static void limit_measure_bare(struct limit_bare *bare, struct meter *meter)
{
    double start = limit_now();
    int points[2];

    for (long i = 0; i < LIMIT_BATCH; i++)
        limit_bare_play(bare, (uint64_t)(meter->games + i), points);
    limit_count(meter, LIMIT_BATCH, limit_now() - start);
}

static bool limit_measure_engine(struct aude_setup *setup, uint64_t *state,
                                 struct meter *meter)
{
    double start = limit_now();

    for (long i = 0; i < ENGINE_BATCH; i++) {
        setup->seed = aude_seed((uint64_t)(meter->games + i));
        if (!limit_engine_play(state, setup)) return false;
    }
    limit_count(meter, ENGINE_BATCH, limit_now() - start);
    return true;
}

static int limit_compare(struct limit_bare *bare, double seconds)
{
    struct aude_setup setup = limit_setup();
    struct meter one = {0}, two = {0};
    uint64_t state = 1;

    while (one.seconds + two.seconds < seconds) {
        limit_measure_bare(bare, &one);
        if (!limit_measure_engine(&setup, &state, &two)) {
            fprintf(stderr, "limit: the engine refused a game\n");
            return 1;
        }
    }
    double limit = (double)one.games / one.seconds,
           engine = (double)two.games / two.seconds;
    printf("Complete random base games of two seats on one core, in turns:\n\n"
           "  %-12s %9s %13s\n",
           "", "games/s", "best batch");
    printf("  %-12s %9.0f %13.0f\n", "bare limit", limit, one.best);
    printf("  %-12s %9.0f %13.0f\n", "engine", engine, two.best);
    printf("  %-12s %8.1f%% %12.1f%%\n", "share", 100 * engine / limit,
           100 * two.best / one.best);
    if (!limit_bare_is_wide())
        puts("\nThe bare program was compiled without AVX2: more is possible than it "
             "says.");
    return 0;
}

static int limit_repeat(struct limit_bare *bare, long games)
{
    long sum = 0;
    int points[2];

    for (long i = 0; i < games; i++) {
        limit_bare_play(bare, (uint64_t)i, points);
        sum += points[0] + points[1];
    }
    printf("%ld games, %ld points\n", games, sum);
    return 0;
}

static int limit_usage(void)
{
    fprintf(stderr, "usage: limit [--seconds S | --check N | --games N]\n");
    return 2;
}

int main(int n, char **word)
{
    char *end = NULL;
    double value = n == 3 ? strtod(word[2], &end) : 2;

    if ((n != 1 && n != 3) || (end && (end == word[2] || *end)) || !(value > 0))
        return limit_usage();
    if (!limit_bare_runs_here()) {
        puts("skipped: compiled for a processor with AVX2 and BMI2, which this one is "
             "not");
        return 77;
    }
    struct limit_bare *bare = limit_bare_new();
    if (!bare) {
        fprintf(stderr,
                "limit: the base game has tiles that the bare program does not know\n");
        return 1;
    }
    int status = n == 1 || !strcmp(word[1], "--seconds") ? limit_compare(bare, value)
                 : !strcmp(word[1], "--check")           ? limit_check(bare, (long)value)
                 : !strcmp(word[1], "--games")           ? limit_repeat(bare, (long)value)
                                                         : limit_usage();
    free(bare);
    return status;
}
