/* fuzz_code.c -- any letters as the actions of a link: every one is an action that the engine takes or refuses, and what
 * it takes is written with letters that say the same again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../play.h"
#include "tree_code.h"

enum { STEPS = 400 };
static struct tree_code code;
static struct aude_game game;
static struct aude_action step[STEPS];
static char text[1 << 14];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct aude_setup setup;
    struct play_rng rng = {1};
    int n = 0;

    if (size < 2) return 0;
    rng.state = data[0];
    play_random_setup(&rng, &setup);
    setup.hidden = 1;
    setup.n_order = 0;
    if (aude_game_init(&game, &setup, NULL)) return 0;
    tree_code_read_begin(&code, (const char *)data + 1, size - 1);
    while (n < STEPS && !aude_game_over(&game)) {
        struct aude_action action = tree_code_read(&code, &game);
        if (!tree_code_read_enough(&code)) break;
        if (aude_game_play(&game, action, NULL)) break;
        step[n++] = action;
    }
    if (aude_game_check(&game)) abort();
    if (aude_game_init(&game, &setup, NULL)) abort();
    tree_code_write_begin(&code, text, sizeof text);
    for (int i = 0; i < n; i++) {
        tree_code_write(&code, &game, step[i]);
        if (aude_game_play(&game, step[i], NULL)) abort();
    }
    size_t length = tree_code_write_end(&code);
    if (aude_game_init(&game, &setup, NULL)) abort();
    tree_code_read_begin(&code, text, length);
    for (int i = 0; i < n; i++) {
        struct aude_action action = tree_code_read(&code, &game);
        if (memcmp(&action, &step[i], sizeof action) != 0) abort();
        if (aude_game_play(&game, action, NULL)) abort();
    }
    return 0;
}
