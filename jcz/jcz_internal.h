/* jcz_internal.h -- what the files of jcz/ share. */
#ifndef JCZ_INTERNAL_H
#define JCZ_INTERNAL_H

#include "jcz.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define JCZ_PRINTF(nth, first) __attribute__((format(printf, nth, first)))
#else
#define JCZ_PRINTF(nth, first)
#endif

/* Write the sentence to `error` and return false. `message` counts from 1; 0: about no
 * message. */
bool jcz__fail(struct jcz_error *error, int message, const char *format, ...)
    JCZ_PRINTF(3, 4);

/* A word from the file, made short and printable for a sentence. Valid until the fourth
 * next call. */
const char *jcz__fail_word(const char *text);

/* A whole number within bounds; false for anything else. */
bool jcz__json_int(const json_t *json, long lo, long hi, long *out);
/* A string that fits; false for anything else. */
bool jcz__json_string(const json_t *json, char out[JCZ_WORD_MAX]);
/* [x, y] */
bool jcz__json_cell(const json_t *json, int16_t *x, int16_t *y);

/* Message `index` of the file; false with the reason. */
bool jcz__message(const struct jcz_save *save, int index, struct jcz_message *out,
                  struct jcz_error *error);
/* A type and its payload, as in a list of legal messages. Returns NULL, or what is
 * wrong. */
const char *jcz__message_payload(const char *type, const json_t *payload,
                                 struct jcz_message *out);
/* A message as JSON, without player and clock. */
json_t *jcz__message_json(const struct jcz_message *message);

/* Play one message, without the draw that follows it. */
bool jcz__walk_play(struct jcz_walk *walk, const struct jcz_message *message,
                    struct jcz_error *error);

/* Can the action of ours mean this figure? */
bool jcz__figures_is_meant(const struct aude_game *game, unsigned figure,
                           struct aude_action action);

/* The figure of that id, or -1. */
int jcz__figures_find(const struct aude_game *game, const struct jcz_figures *figures,
                      const char *id);
/* Of several equal figures our engine takes the first one. Give that figure the name
 * `id`. Call it before the action is played. */
void jcz__figures_rename_first(struct jcz_figures *figures, const struct aude_game *game,
                               struct aude_action action, const char *id);
/* After an action: note who was captured or went into a quarter, and who came free. */
void jcz__figures_note(struct jcz_figures *figures, const struct aude_game *game,
                       struct aude_action action);

/* Does JCloisterZone ask for a COMMIT of this action alone: a wagon's move, a draw
 * instead of the abbey, a player's last follower out of the quarters? */
bool jcz__walk_is_confirmed(const struct aude_game *game, struct aude_action action);

#define JCZ__ABBEY    "AM/A"
#define JCZ__QUARTERS "CO/7" /* the tile that has their quarters */

/* The laid tile that has the quarters, or -1. */
int jcz__figures_quarters_tile(const struct aude_game *game);
/* The tile and segment of a figure; false if it is not on the map. */
bool jcz__figures_place(const struct aude_game *game, unsigned figure, int *tile,
                        unsigned *segment);
/* The lowest number at home: JCloisterZone offers this one. */
unsigned jcz__figures_offered(const struct aude_game *game,
                              const struct jcz_figures *figures, unsigned seat,
                              unsigned kind);

/* "QUARTER_CASTLE", and back: -1 if it is no quarter. */
const char *jcz__name_quarter(unsigned quarter);
int jcz__name_quarter_find(const char *location);

/* The field at the north-west corner of a laid tile, or AUDE_KIND_NONE: a barn's place. */
unsigned jcz__legal_corner_field(const struct aude_game *game, int x, int y);

/* JCloisterZone does not ask for an action if nothing but a ransom is possible; we
 * pass. */
bool jcz__walk_is_skipped(const struct aude_game *game);

/* Has the game moved on to scoring or to the quarters since `before`, in the same part of
 * the turn? This is where their COMMIT stands. */
bool jcz__walk_is_past_action(const struct aude_game *before,
                              const struct aude_game *after);

/* -- Tables of tables.c: read.c uses them one way, write.c the other
 * -------------------- */

struct jcz__set {
    const char *name; /* without the edition */
    uint8_t set;      /* enum aude_set */
    uint8_t editions; /* ":1" or ":2" follows the name */
};
extern const struct jcz__set jcz__sets[];

/* Not a kind of figure: a rule, or a rule that saves note with the number 1. */
enum { JCZ__RULE = AUDE_FIGURE_KINDS, JCZ__RULE_1 };

/* An element belongs to a set: it gives figures, or is one of the set's rules. */
struct jcz__element {
    const char *name;
    uint8_t set;     /* enum aude_set */
    uint8_t figure;  /* enum aude_figure_kind, or JCZ__RULE, JCZ__RULE_1 */
    const char *off; /* our switch that is OFF if the set is played without it */
};
extern const struct jcz__element jcz__elements[];

/* A rule of a save: its values, and our switch with the same values. A value that is "-"
 * on our side cannot be played. */
struct jcz__rule {
    const char *key, *values; /* the first is the default */
    uint8_t set;              /* enum aude_set for which it matters */
    const char *name, *ours;  /* NULL: we do not play it; its sets are refused anyway */
};
extern const struct jcz__rule jcz__rules[];

/* How JCloisterZone reads a rule that saves do not name, if all of `sets` are in play.
 * `strict`: a game of ours that was played differently is not written as a save. For the
 * others, playing the save shows whether it matters. */
struct jcz__reading {
    const char *name, *value;
    aude_sets sets;
    uint8_t strict;
};
extern const struct jcz__reading jcz__readings[];

#define JCZ__SET(id) ((aude_sets)1 << AUDE_SET_##id)

/* Word `i` of a list; false if there are fewer words. */
bool jcz__table_word(const char *list, int i, char out[JCZ_WORD_MAX]);

/* Does the switch of the setup have this value? */
bool jcz__table_switch_is(const struct aude_setup *setup, const char *name,
                          const char *value);

/* Sets whose tiles are in play. */
unsigned jcz__table_tile_sets(const struct aude_setup *setup);

/* -- A save being read: read.c and start.c ---------------------------------------------- */

struct jcz__reader {
    struct jcz_save *save;
    struct aude_setup *setup;
    const json_t *json; /* the save's "setup" */
    unsigned tiles;     /* sets whose tiles are in it */
    int edition;        /* 0: not known yet */
    bool cult_6;
    struct jcz_error *error;
};

/* Players, start tiles, draws; false with the reason. */
bool jcz__start_players(struct jcz__reader *r);
bool jcz__start_tiles(struct jcz__reader *r);
bool jcz__start_draws(struct jcz__reader *r);

#endif
