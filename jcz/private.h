/* private.h -- what the files of jcz/ share, and nobody else sees. */
#ifndef JCZ_PRIVATE_H
#define JCZ_PRIVATE_H

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

/* Say it in `error` and return false. `message` counts from 1; 0: about no message. */
bool jcz__fail(struct jcz_error *error, int message, const char *format, ...)
    JCZ_PRINTF(3, 4);

/* A foreign word for a sentence: short, printable. Good until the fourth next call. */
const char *jcz__word(const char *text);

/* A whole number within bounds, and nothing else. */
bool jcz__int(const json_t *json, long lo, long hi, long *out);
/* A string that fits. */
bool jcz__string(const json_t *json, char out[JCZ_WORD_MAX]);
/* [x, y] */
bool jcz__cell(const json_t *json, int16_t *x, int16_t *y);

/* Message `index` of the file; false with the reason. */
bool jcz__message(const struct jcz_save *save, int index, struct jcz_message *out,
                  struct jcz_error *error);
/* A type and its payload, as in a list of legal messages. NULL, or what is wrong. */
const char *jcz__payload(const char *type, const json_t *payload,
                         struct jcz_message *out);
/* The other way; player and clock are not in it. */
json_t *jcz__message_json(const struct jcz_message *message);

/* Play one message, whoever it came from, without the draw that follows. */
bool jcz__play(struct jcz_walk *walk, const struct jcz_message *message,
               struct jcz_error *error);

/* Could the action of ours mean this figure? */
bool jcz__is_meant(const struct aude_game *game, unsigned figure,
                   struct aude_action action);

/* The figure of that id, or -1. */
int jcz__figure_named(const struct aude_game *game, const struct jcz_figures *figures,
                      const char *id);
/* Of several figures that are alike our engine takes the first. Let it have the name that
 * is meant, `id`. Before the action is played. */
void jcz__rename_first(struct jcz_figures *figures, const struct aude_game *game,
                       struct aude_action action, const char *id);
/* After an action: who was captured or went into a quarter, who came free. */
void jcz__note_prisoners(struct jcz_figures *figures, const struct aude_game *game,
                         struct aude_action action);

/* Will they ask for a COMMIT of just this action: a wagon's move, a draw instead of the abbey,
 * a player's last follower out of the quarters? */
bool jcz__is_confirmed(const struct aude_game *game, struct aude_action action);

#define JCZ__ABBEY    "AM/A"
#define JCZ__QUARTERS "CO/7" /* the tile on which their quarters are */

/* The tile of the quarters among those laid, or -1. */
int jcz__quarters_tile(const struct aude_game *game);
/* "QUARTER_CASTLE" as a quarter, or -1. */
int jcz__quarter_find(const char *location);

/* The field at the north-west corner of a laid tile, or AUDE_KIND_NONE: a barn's place. */
unsigned jcz__corner_field(const struct aude_game *game, int x, int y);

/* They do not ask for an action where nothing can be done, a ransom apart; we pass. */
bool jcz__is_skipped(const struct aude_game *game);

/* Has the game left what comes before scoring and before the quarters, in the part in which
 * it was `before`? Their COMMIT stands there. */
bool jcz__is_past_action(const struct aude_game *before, const struct aude_game *after);

/* -- Tables of read.c, which write.c reads the other way -------------------------------- */

struct jcz__set {
    const char *name; /* without the edition */
    uint8_t set;      /* enum aude_set */
    uint8_t editions; /* ":1" or ":2" follows */
};
extern const struct jcz__set jcz__sets[];

/* Not a kind of figure: a rule, or a rule that saves note as the number 1. */
enum { JCZ__RULE = AUDE_FIGURE_KINDS, JCZ__RULE_1 };

/* An element belongs to a set: it gives figures, or is one of the set's rules. */
struct jcz__element {
    const char *name;
    uint8_t set;     /* enum aude_set */
    uint8_t figure;  /* enum aude_figure_kind, or JCZ__RULE, JCZ__RULE_1 */
    const char *off; /* our switch that is OFF where the set is played without it */
};
extern const struct jcz__element jcz__elements[];

/* A rule of a save: its values, and our switch with the values that mean the same. A value
 * that is "-" on our side is not played. */
struct jcz__rule {
    const char *key, *values; /* the first is the default */
    uint8_t set;              /* enum aude_set it matters for */
    const char *name, *ours;  /* NULL: out of our scope, its sets are refused anyway */
};
extern const struct jcz__rule jcz__rules[];

/* How JCloisterZone reads a rule whatever the save says: where all of `sets` are in play.
 * `strict`: a game of ours that was played otherwise is not written as a save; of the
 * others, playing the save shows whether it matters. */
struct jcz__reading {
    const char *name, *value;
    uint16_t sets;
    uint8_t strict;
};
extern const struct jcz__reading jcz__readings[];

#define JCZ__SET(id) ((uint16_t)(1u << AUDE_SET_##id))

/* The `i`th of the words in a list; false if there are fewer. */
bool jcz__nth_word(const char *list, int i, char out[JCZ_WORD_MAX]);

/* Does the setup have the switch at this value? */
bool jcz__switch_is(const struct aude_setup *setup, const char *name, const char *value);

/* Sets whose tiles are in play. */
unsigned jcz__tile_sets(const struct aude_setup *setup);

/* -- A save being read: read.c and start.c ---------------------------------------------- */

struct jcz__reader {
    struct jcz_save *save;
    struct aude_setup *setup;
    const json_t *json; /* the save's "setup" */
    unsigned tiles;     /* sets whose tiles are in it */
    int edition;        /* 0: not said yet */
    bool cult_6;
    struct jcz_error *error;
};

/* Players, start tiles, draws; false with the reason. */
bool jcz__read_players(struct jcz__reader *r);
bool jcz__read_start(struct jcz__reader *r);
bool jcz__read_draws(struct jcz__reader *r);

#endif
