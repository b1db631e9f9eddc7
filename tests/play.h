/* play.h -- random setups and random games for tests, all from one small seeded generator. */
#ifndef AUDE_TEST_PLAY_H
#define AUDE_TEST_PLAY_H

#include "aude.h"

struct play_rng {
    uint64_t state;
};

uint32_t play_below(struct play_rng *rng, uint32_t n); /* evenly from 0..n-1 */

/* Any playable setup: preset, switches, seats, river, abbot, seed. */
void play_random_setup(struct play_rng *rng, struct aude_setup *setup);

/* A legal action, evenly chosen from the list; of a range often one that is not listed. */
struct aude_action play_random_action(struct play_rng *rng, const struct aude_game *game);

/* Anything at all: mostly near the board, mostly nonsense. */
struct aude_action play_random_nonsense(struct play_rng *rng,
                                        const struct aude_game *game);

/* Is it on the list of legal actions, or in the range of them? */
bool play_is_listed(const struct aude_game *game, struct aude_action action);

/* Play to the end with random actions. */
void play_out(struct play_rng *rng, struct aude_game *game);

/* A whole random game as a record, in `text`; returns its length. The game is left in
 * `game`. With `secret` false the record tells the draws instead of the seed. */
size_t play_record(struct play_rng *rng, const struct aude_setup *setup, bool secret,
                   struct aude_game *game, char *text, size_t size);

/* Read a whole record; the error of the first line that has one, or of its end. */
enum aude_err play_read(struct aude_reader *reader, const char *text, size_t length,
                        struct aude_events *events);

/* A base game of two or more seats that is told its draws. */
enum aude_err play_told_game(struct aude_game *game, uint8_t seats);

/* The action that these words say, played. */
enum aude_err play_words(struct aude_game *game, const char *words);

/* Two games that share every byte in use. */
bool play_same_bytes(const struct aude_game *a, const struct aude_game *b);

enum { PLAY_RECORD_MAX = 1 << 18 };

#endif
