/* bridge.h -- between the page and the library: what the files of this folder share.
 *
 * The page calls exported functions with numbers. Text goes in through one buffer
 * (bridge_in) and comes out of another (bridge_out), mostly as JSON. Games live here and
 * are named by their address; the page frees them. The shapes of the JSON are those of
 * web/src/engine/types.ts. */
#ifndef WASM_BRIDGE_H
#define WASM_BRIDGE_H

#include "art.h"
#include "aude.h"
#include "json.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { PIECE_MAX = 64 * 1024 }; /* the longest piece of a record: 320 tiles of an order */

/* Where the tokens of a catapult's round lie: the engine forgets them, the page shows them. */
struct round {
    unsigned n;
    struct {
        uint8_t seat;
        int x, y, measure; /* measure -1: none */
    } rest[AUDE_SEATS_MAX];
};

struct game {
    struct aude_reader reader; /* with the game itself, and what a fed text must say */
    char *record;              /* from the head on; it grows with every step */
    size_t n, size;
    struct round round;
};

/* What the last call answers, and the text it was given, ended by a zero. */
extern struct json out;
extern char *in;

/* Events of one call. */
struct aude_events *events_fresh(void);

void show_error(const char *key, enum aude_err err, const struct aude_reader *reader);
void show_state(const char *key, const struct aude_game *game, const struct round *round);
void show_actions(const struct aude_game *game);
void show_events(const char *key, const struct aude_events *events);

/* The catapult (catapult.c); without it in the engine they do next to nothing. */
void catapult_hear(struct round *round, const struct aude_events *events);
void catapult_show(const struct aude_game *game, const struct round *round);
void catapult_action(const struct aude_game *game, struct aude_action action);
void catapult_event(const struct aude_event *event);

/* What everybody else hears of an action: the text for hidden games. */
size_t public_step(const struct aude_game *before, const struct aude_game *after,
                   struct aude_action action, const char *words,
                   const struct aude_events *events, char *text, size_t size);

/* The kind's segment on a laid tile where the action's own place is meant. */
const char *feature_at(const struct aude_game *game, int x, int y, unsigned segment);

/* The north-west tile of the count's block; false if it does not lie there. */
bool count_corner(const struct aude_game *game, int *x, int *y);

/* A segment of x,y, the top of a tower, or a quarter: the members of an action. */
void show_place(const struct aude_game *game, struct aude_action action);

/* "north" is bit 0: sides and half sides of a turned tile. */
unsigned turned_sides(unsigned sides, unsigned rot);

#endif
