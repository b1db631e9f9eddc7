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

/* What scripts/wasm reads when it links: a call of the page's module; a call of the players' alone, so that the page's own
 * has no player in it. The viewer's has some of the first, which are named there. */
#define EXPORT(name)   name
#define THINKING(name) name

enum { PIECE_MAX = 64 * 1024 }; /* the longest piece of a record: 320 tiles of an order */

/* Where the tokens of a catapult's round lie: the engine does not keep it. */
struct round {
    unsigned n;
    struct {
        uint8_t seat;
        int x, y, measure; /* measure -1: none */
    } rest[AUDE_SEATS_MAX];
};

struct game {
    struct aude_reader reader; /* with the game in it; checks what is fed */
    char *record;              /* from the head on; it grows with every step */
    size_t n, size;
    struct round round;
    struct sitting sitting; /* used if this page is the table's authority (table.c) */
    aude_kind drawn[AUDE_TILES_MAX]; /* so far, in order */
    uint16_t n_drawn;
    size_t *cut; /* length of the record before each step */
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

/* The answer of the last call, and the text it was given, ended by a zero. */
extern struct json out;
extern char *in;

/* The events of one call, empty at first. */
struct aude_events *bridge_events(void);

void show_error(const char *key, enum aude_err err, const struct aude_reader *reader);
void show_error_words(enum aude_err err); /* its fields, in an object */
void show_state(const char *key, const struct aude_game *game, const struct round *round);
void show_actions(const struct aude_game *game);
void show_action(const struct aude_game *game, struct aude_action action);
void show_events(const char *key, const struct aude_events *events);
/* What the words of an action say by themselves: its kind, and x, y, rot, figure, feature, tile as far as
 * they are said; fields of an object. */
void show_glance(const char *words);

/* catapult.c: the first adds what happened to the round. */
void bridge_catapult_update_round(struct round *round, const struct aude_events *events);
void bridge_catapult_show(const struct aude_game *game, const struct round *round);

/* Reads setup lines without `play`: seed and starting seat may still be missing. */
enum aude_err bridge_record_read_head(struct aude_reader *reader, const char *text,
                                      bool hidden);
void bridge_record_show_head(const struct aude_head *head);
/* Add a line that was read to the record. */
void bridge_append_text(struct game *game, const char *line, size_t n);
/* Note what the engine does not keep: the tiles drawn, the tokens of the catapult. */
void bridge_record_note(struct game *game, const struct aude_events *events);
void bridge_free(struct game *game);

/* {error, step: "", events: []} */
void bridge_answer_error(enum aude_err err, const struct aude_reader *reader);
/* Add a step that was played to the record, and note its events. */
void bridge_append_step(struct game *game, const char *words,
                        const struct aude_events *events);

/* The name of the feature at a segment of a laid tile. */
const char *show_feature_at(const struct aude_game *game, int x, int y, unsigned segment);

/* The north-west tile of the count's block; false if it does not lie there. */
bool show_count_corner(const struct aude_game *game, int *x, int *y);

/* list.c */
void bridge_list_tags(unsigned tags);

#endif
