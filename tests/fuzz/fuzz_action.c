/* fuzz_action.c -- any bytes as actions in a game, as words and as text: each is accepted
 * or refused without a change, the game stays sound, and text and action agree. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../play.h"

static struct aude_game game;

static void as_action(const uint8_t *data)
{
    struct aude_action action;
    uint64_t hash = aude_game_hash(&game);

    memcpy(&action, data, sizeof action);
    bool listed = play_is_listed(&game, action);
    bool played = aude_game_play(&game, action, NULL) == AUDE_ERR_OK;
    bool by_hand = game.hidden && action.kind >= AUDE_SET_POINTS; /* never listed */
    if (played != listed && !by_hand) abort();
    if (!played && aude_game_hash(&game) != hash) abort();
}

static void as_text(const uint8_t *data, size_t size)
{
    char text[64] = {0}, again[96];
    struct aude_action action, back;

    memcpy(text, data, size < sizeof text ? size : sizeof text - 1);
    if (aude_action_parse(&game, text, &action)) return;
    aude_action_text(&game, action, again, sizeof again);
    if (aude_action_parse(&game, again, &back)) abort();
    if (memcmp(&action, &back, sizeof action) != 0) abort();
    aude_game_play(&game, action, NULL);
}

/* A byte picks what comes next: a listed action, eight bytes as an action, or text. */
static size_t step(const uint8_t *data, size_t size)
{
    static struct aude_action list[AUDE_ACTIONS_MAX];
    int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);

    if (data[0] < 160 && n) {
        aude_game_play(&game, list[data[0] % n], NULL);
        return 1;
    }
    if (data[0] < 224 && size >= 9) {
        as_action(data + 1);
        return 9;
    }
    size_t length = size - 1 < data[0] % 32u ? size - 1 : data[0] % 32u;
    as_text(data + 1, length);
    return 1 + length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct aude_setup setup;
    struct play_rng rng = {size};

    if (size < 2) return 0;
    rng.state = data[0];
    play_random_setup(&rng, &setup);
    setup.hidden = data[1] & 1;
    if (aude_game_init(&game, &setup, NULL)) abort();
    for (size_t at = 2; at < size;) at += step(data + at, size - at);
    if (aude_game_check(&game)) abort();
    return 0;
}
