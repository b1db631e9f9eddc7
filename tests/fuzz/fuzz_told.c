/* fuzz_told.c -- any bytes as things told beside a real box, and as the outcome of a real throw: each is played,
 * left out or stops the game, and the game stays sound. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../play.h"
#include "told.h"

enum { LINES = 64 };
static struct told_work work;
static struct aude_game game, again;
static struct told_line line[LINES];

/* What the bytes of one line say: a number of the list, or words. */
static void fuzz_say(const struct aude_game *now, const uint8_t *data, size_t n,
                     struct told_line *out)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    int all = aude_game_actions(now, list, AUDE_ACTIONS_MAX);

    *out = told_moment(now);
    if (n == 1 && all)
        aude_action_text(now, list[data[0] % all], out->words, sizeof out->words);
    else
        snprintf(out->words, sizeof out->words, "%.*s", (int)n, (const char *)data);
}

static void fuzz_throw(const uint8_t *data, size_t n)
{
    uint8_t hit[8];
    struct aude_action throw;
    int wrong = 0, hits = 0;

    if (!game.n_figures) return;
    for (size_t i = 0; i < n && i < sizeof hit; i++)
        hit[hits++] = (uint8_t)(data[i] % game.n_figures);
    if (told_throw_hits(&work, &game, hit, hits, &throw, &wrong) && wrong) abort();
    if (told_throw_at(&game, (struct aude_point){data[0] * 64, hits * 512}, &throw) &&
        aude_game_why(&game, throw))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct aude_setup setup;
    struct play_rng rng = {1};
    const uint8_t *end = data + size;
    int n = 0;

    if (size < 2) return 0;
    rng.state = data[0];
    play_random_setup(&rng, &setup);
    setup.hidden = 1;
    setup.n_order = 0;
    if (aude_game_init(&game, &setup, NULL)) return 0;
    for (data++; data < end && n < LINES;) {
        const uint8_t *stop = memchr(data, '\n', (size_t)(end - data));
        size_t length = (size_t)((stop ? stop : end) - data);
        if (length && game.turn.phase == AUDE_PHASE_THROW) fuzz_throw(data, length);
        fuzz_say(&game, data, length, &line[n]);
        if (!told_play(&work, &game, &line[n]) || length > 1) n++;
        data += length + (stop != NULL);
    }
    if (aude_game_check(&game)) abort();
    if (aude_game_init(&again, &setup, NULL)) abort();
    int used = told_again(&work, &again, line, n);
    if (used < 0 || used > n || work.n_notes > TOLD_NOTES_MAX) abort();
    if (aude_game_check(&again)) abort();
    return 0;
}
