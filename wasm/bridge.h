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
#include "sitting.h"

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
    struct sitting sitting; /* where this page is the table's authority (table.c) */
    aude_kind drawn[AUDE_TILES_MAX]; /* so far, in order */
    uint16_t n_drawn;
    size_t *cut; /* how long the record was before each of its steps */
    int steps_max;
};

/* A record's play, cut before every decision. */
struct step_at {
    size_t from;
    unsigned seat;
};
struct steps {
    char *text;
    size_t n, size;
    struct step_at *at;
    int count, max;
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

/* The catapult (catapult.c). */
void catapult_hear(struct round *round, const struct aude_events *events);
void catapult_show(const struct aude_game *game, const struct round *round);
void catapult_action(const struct aude_game *game, struct aude_action action);

/* The setup lines of a text into a head, `play` left out: the seed may still be missing, and
 * who begins, which only a whole head must have. */
enum aude_err read_head(struct aude_reader *reader, const char *text, bool hidden);
void show_head(const struct aude_head *head);
/* A line that was read, into the record. */
void append_text(struct game *game, const char *line, size_t n);
/* What happened, for what the engine does not keep: draws, tokens of the catapult. */
void hear(struct game *game, const struct aude_events *events);
void bridge_free(struct game *game);

/* {error, step: "", events: []} */
void answer_error(enum aude_err err, const struct aude_reader *reader);
/* A step that was played, into the record and the round of the catapult. */
void append_step(struct game *game, const char *words, const struct aude_events *events);

/* The kind's segment on a laid tile where the action's own place is meant. */
const char *feature_at(const struct aude_game *game, int x, int y, unsigned segment);

/* The north-west tile of the count's block; false if it does not lie there. */
bool count_corner(const struct aude_game *game, int *x, int *y);

/* A segment of x,y, the top of a tower, or a quarter: the members of an action. */
void show_place(const struct aude_game *game, struct aude_action action);

#endif
