/* measure.c -- how fast positions are valued: all lines of one turn, and nothing else. */
#include "measure.h"

#include "turn.h"

#include <stdlib.h>
#include <string.h>

enum { ALL_LINES = 6000, BEST = 12 }; /* as many as a search looks at first */

static uint64_t ai_measure_mix(uint64_t hash, uint64_t what)
{
    hash = (hash ^ what) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

uint64_t ai_measure_turn(const struct aude_game *view, int times, uint64_t *looked)
{
    struct turn *turn = malloc(sizeof *turn);
    struct turn_line best[BEST];
    struct ai_rng rng;
    turn_flag halt = false;
    uint64_t hash = 1;

    if (!turn) return 0;
    ai_rng_init(&rng, 1);
    ai_turn_init(turn, view, NULL, &halt);
    for (int i = 0; i < times; i++) {
        int n = ai_turn_lines(turn, view, ALL_LINES, &rng, best, BEST);
        for (int k = 0; k < n; k++) {
            uint32_t bits;
            memcpy(&bits, &best[k].value, sizeof bits);
            hash = ai_measure_mix(hash, bits);
        }
    }
    *looked += turn->looked;
    free(turn);
    return hash;
}
