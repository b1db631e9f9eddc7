/* loop.c -- complete random games through the public calls, for native code and WebAssembly alike: loop.mjs builds it
 * with the engine as each of them is built and compares.
 *
 *     loop SETS FROM GAMES          as a program: the processor seconds of the best of eight rounds
 *     loop_play(SETS, FROM, GAMES)  as a module: a number of what came out, the same everywhere
 *
 * SETS is 0 for the base game with two seats, 1 for I to IV, 2 for I to VI, 3 for everything with six: as in cli/bench.c. */
#include "ai.h"
#include "aude.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name))) name
#else
#define EXPORT(name) name
#endif

static struct aude_setup loop_setup(int sets)
{
    enum {
        ONE_TO_FOUR = 1 << AUDE_SET_INNS | 1 << AUDE_SET_TRADERS | 1 << AUDE_SET_DRAGON |
                      1 << AUDE_SET_TOWER,
        ONE_TO_SIX = ONE_TO_FOUR | 1 << AUDE_SET_ABBEY | 1 << AUDE_SET_KING |
                     1 << AUDE_SET_CULT | 1 << AUDE_SET_COUNT,
        ONE_TO_SEVEN = ONE_TO_SIX | 1 << AUDE_SET_CATAPULT
    };
    static const aude_sets expansions[] = {0, ONE_TO_FOUR, ONE_TO_SIX, ONE_TO_SEVEN};
    struct aude_setup setup;

    aude_setup_preset(&setup, sets ? AUDE_PRESET_BIGBOX_RO : AUDE_PRESET_GROW);
    for (unsigned sw = 0; sw < AUDE_SWITCHES; sw++)
        if (aude_switch_is_ruling(sw)) setup.sw[sw] = 0;
    setup.sw[AUDE_SWITCH_RIVER] = sets == 3 ? AUDE_RIVER_BOTH : AUDE_RIVER_OFF;
    setup.sw[AUDE_SWITCH_ABBOT] = sets == 3 ? AUDE_ABBOT_ON : AUDE_ABBOT_OFF;
    setup.sw[AUDE_SWITCH_COUNT_WITH_RIVER] = sets == 3;
    setup.n_seats = sets ? 6 : 2;
    setup.expansions = expansions[sets];
    return setup;
}

double EXPORT(loop_play)(int sets, int from, int games);
double loop_play(int sets, int from, int games)
{
    static struct aude_game game;
    static struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_setup setup = loop_setup(sets);
    struct ai_rng rng;
    uint64_t sum = 0;

    ai_rng_init(&rng, (uint64_t)from);
    for (int i = 0; i < games; i++) {
        setup.seed = aude_seed((uint64_t)(from + i));
        if (aude_game_init(&game, &setup, NULL)) return -1;
        while (!aude_game_over(&game)) {
            int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);
            if (n < 1) return -1;
            if (aude_game_play(&game, list[ai_rng_below(&rng, (uint32_t)n)], NULL))
                return -1;
        }
        sum = (sum ^ aude_game_hash(&game)) * 0x100000001b3u;
    }
    return (double)(sum >> 12); /* exact as a number of the page's */
}

#ifndef __wasm__
enum { TIMES = 8 };

/* Processor seconds: other programs on the machine do not count. */
static double loop_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int n, char **word)
{
    double best = 1e9, sum = 0;

    if (n != 4) return 2;
    int sets = atoi(word[1]), from = atoi(word[2]), games = atoi(word[3]);
    loop_play(sets, 0, 4 * games); /* warm */
    for (int i = 0; i < TIMES; i++) {
        double start = loop_now();
        sum = loop_play(sets, from + i * games, games);
        double spent = loop_now() - start;
        if (sum < 0) return 1;
        if (spent < best) best = spent;
    }
    printf("%.9f %.0f\n", best, sum);
    return 0;
}
#endif
