/* jcz.h -- JCloisterZone's saves (.jcz): read, played by our engine, written, compared.
 *
 *     struct jcz_save save;
 *     struct jcz_walk *walk = ...;
 *     if (!jcz_read(&save, bytes, n, &error)) puts(error.text);
 *     jcz_walk_init(walk, &save, NULL, NULL, &error);
 *     while (!jcz_walk_done(walk) && jcz_walk_step(walk, &error)) {}
 *     jcz_read_free(&save);
 *
 * A save names sets, elements and rules; jcz_read() turns them into a setup of ours. Its
 * messages are played one by one: what our engine calls illegal, and whatever a save asks
 * for that this version does not know, is refused in one sentence that names it. Nothing
 * is guessed. docs/jcz.md tells users what is read and written. */
#ifndef JCZ_H
#define JCZ_H

#include "aude.h"

struct json_t; /* jansson's; only jcz/ looks inside */

enum {
    JCZ_WORD_MAX = 32,      /* bytes of an id, a location or a token, with its end */
    JCZ_TEXT_MAX = 200,     /* bytes of a message as text */
    JCZ_ERROR_MAX = 400,    /* bytes of one sentence */
    JCZ_FILE_MAX = 64 << 20 /* bytes of the largest file we read */
};

struct jcz_error {
    int message; /* number of the message in the save, from 1; 0: about no message */
    char text[JCZ_ERROR_MAX];
};

/* -- Names (names.c) -------------------------------------------------------------------- */

/* The kind with this id among the tiles of `sets`, or -1. Both springs have the id
 * RI/s. */
int jcz_name_tile_find(const char *id, unsigned sets);
/* Quarter turns after which the tile looks the same: 1, 2 or 4. */
unsigned jcz_name_tile_turns(aude_kind kind);
/* "R90", and back: -1 if it is no rotation. */
const char *jcz_name_rotation(unsigned rot);
int jcz_name_rotation_find(const char *name);
/* "NL.NR", "_N", "I": the place of a segment on the turned tile. */
void jcz_name_location(aude_kind kind, unsigned rot, unsigned segment,
                       char out[JCZ_WORD_MAX]);
const char *jcz_name_feature(enum aude_feature_kind kind); /* "City" */
/* The segment with this feature and location on the turned tile, or -1. */
int jcz_name_segment_find(aude_kind kind, unsigned rot, const char *feature,
                          const char *location);
const char *jcz_name_figure(enum aude_figure_kind kind); /* "big" */
enum aude_figure_kind jcz_name_figure_find(const char *name, size_t length);
/* "1.small.2" into its parts; false if it is no figure that we know. */
bool jcz_name_figure_parse(const char *id, unsigned *player, enum aude_figure_kind *kind,
                           unsigned *number);

/* -- Messages (message.c) --------------------------------------------------------------- */

/* ORDER MESSAGE. The types that we know; any other type is refused with its name. */
#define JCZ_MESSAGES(X)                                                                  \
    X(PLACE_TILE)                                                                        \
    X(DEPLOY_MEEPLE)                                                                     \
    X(PASS)                                                                              \
    X(COMMIT)                                                                            \
    X(MOVE_NEUTRAL_FIGURE)                                                               \
    X(RETURN_MEEPLE)                                                                     \
    X(PLACE_TOKEN)                                                                       \
    X(CAPTURE_FOLLOWER)                                                                  \
    X(EXCHANGE_FOLLOWER)                                                                 \
    X(PAY_RANSOM)                                                                        \
    X(UNDO)

enum jcz_type {
#define X(name) JCZ_##name,
    JCZ_MESSAGES(X)
#undef X
        JCZ_TYPES
};

/* A message with its payload taken apart. Words that a type does not use are "". */
struct jcz_message {
    uint8_t type;    /* enum jcz_type */
    uint8_t at_cell; /* x,y are given */
    uint8_t rot;     /* PLACE_TILE */
    int8_t player;   /* the player, if the file says it; else -1 */
    int16_t x, y;
    char tile[JCZ_WORD_MAX];     /* PLACE_TILE: tileId */
    char figure[JCZ_WORD_MAX];   /* meepleId; MOVE_NEUTRAL_FIGURE: figureId */
    char feature[JCZ_WORD_MAX];  /* of the feature pointer */
    char location[JCZ_WORD_MAX]; /* of the feature pointer */
    char beside[JCZ_WORD_MAX];   /* MOVE_NEUTRAL_FIGURE: meepleId of the pointer */
    char word[JCZ_WORD_MAX];     /* token or source */
    double random;               /* COMMIT; -1: not given */
};

const char *jcz_message_type(enum jcz_type type);
/* One line with everything except player and random: equal texts are equal messages. */
void jcz_message_text(const struct jcz_message *message, char out[JCZ_TEXT_MAX]);

/* -- Reading a save (read.c) ------------------------------------------------------------ */

struct jcz_save {
    struct aude_head head; /* the game as our engine plays it; hidden if draws are told */
    struct json_t *root;   /* the whole file */
    int n_messages;        /* number of messages in the file */
    int n_steps;           /* number of those that were not taken back */
    int *step;             /* their numbers, from 0 */
    unsigned n_draws;      /* in a hidden game: draws that are known from the start */
    aude_kind draw[AUDE_TILES_MAX];
    double random; /* initialRandom */
};

/* On false `error` has the reason, and there is nothing to free. */
bool jcz_read(struct jcz_save *save, const char *bytes, size_t n,
              struct jcz_error *error);
void jcz_read_free(struct jcz_save *save);

/* Read a whole file, gzipped or not (file.c). The caller frees `*bytes`. */
bool jcz_file_read(const char *path, char **bytes, size_t *n, struct jcz_error *error);

enum {
    JCZ_IMPORT_MAX = 2 << 20, /* bytes of a save that comes from outside */
    JCZ_IMPORT_NODES_MAX =
        100000 /* lists and objects in it: each needs much more memory than its bytes */
};

/* A save in memory as the text of a record (docs/record.md). The caller frees `*record`.
 * On false `error` has one sentence, and there is no record. A save that stops before a
 * COMMIT loses that last action; then the result is true and `error` says so. Whatever
 * the bytes are, memory stays below 100 MiB, and the time is that of playing the
 * messages: the first illegal one ends it. */
bool jcz_import(const char *bytes, size_t n, char **record, struct jcz_error *error);

/* A whole record as the text of a save, which the caller frees; its variations and notes are left out. On false
 * `error` has one sentence: the line of the record that does not hold, or what JCloisterZone does not know. */
bool jcz_export(const char *record, size_t n, char **save, struct jcz_error *error);

/* JCloisterZone's name for the source of a score, up to the dot: "city", "shrine",
 * "trade-goods". */
const char *jcz_name_score(const struct aude_game *game, const struct aude_event *event);

/* -- Figures (figures.c) ------------------------------------------------------------------ */

/* JCloisterZone's numbers for our figures. Our engine does not distinguish figures of one
 * seat and kind that stand on the same place; a save numbers them from 1. */
struct jcz_figures {
    uint8_t number[AUDE_FIGURES_MAX];
    uint8_t holder[AUDE_FIGURES_MAX]; /* the seat that has the prisoner, or his quarter */
    uint16_t captured
        [AUDE_FIGURES_MAX]; /* order of arrival in a prison or a quarter; else 0 */
    uint16_t n_captured;
};

void jcz_figures_init(struct jcz_figures *figures, const struct aude_game *game);

/* -- Playing it (walk.c) ---------------------------------------------------------------- */

/* What JCloisterZone waits for. ORDER JCZ PHASE */
enum jcz_phase {
    JCZ_PHASE_ABBEY,
    JCZ_PHASE_ABBEY_PASS,
    JCZ_PHASE_TILE,
    JCZ_PHASE_ACTION,
    JCZ_PHASE_CAPTURE,
    JCZ_PHASE_DRAGON,
    JCZ_PHASE_COMMIT, /* the action is decided, but not played yet */
    JCZ_PHASE_QUARTERS,
    JCZ_PHASE_WAGON,
    JCZ_PHASE_ENTER,
    JCZ_PHASE_COUNT,
    JCZ_PHASE_ABBEY_END,
    JCZ_PHASE_MARKET,
    JCZ_PHASE_OVER,
    JCZ_PHASES
};

/* Called for every action of ours, and once with "" for the opening. */
typedef void jcz_played(void *context, const struct aude_game *after, const char *action,
                        const struct aude_events *events);

struct jcz_walk {
    const struct jcz_save *save;
    struct aude_game game;
    int next; /* index of the next step */
    uint8_t committing;
    struct aude_action pending; /* played at COMMIT */
    char named[JCZ_WORD_MAX];   /* the id of the figure that the message names, or "" */
    struct jcz_figures figures;
    unsigned n_drawn;   /* number of the known draws that were used */
    double random;      /* of the last COMMIT; < 0: unknown */
    int foretold;       /* draws that `random` foretold correctly; < 0: do not use it */
    jcz_played *played; /* or NULL */
    void *context;      /* for `played` */
    struct aude_event event[AUDE_EVENTS_MAX];
};

bool jcz_walk_init(struct jcz_walk *walk, const struct jcz_save *save, jcz_played *played,
                   void *context, struct jcz_error *error);
/* Play the next message. On an error the game stays as it was. */
bool jcz_walk_step(struct jcz_walk *walk, struct jcz_error *error);
bool jcz_walk_done(const struct jcz_walk *walk);
/* Was an action decided but never committed, so that it was not played? */
bool jcz_walk_left_out(const struct jcz_walk *walk);
enum jcz_phase jcz_walk_phase(const struct jcz_walk *walk);
/* The player who must decide, as our seat. */
unsigned jcz_walk_player(const struct jcz_walk *walk);
const char *jcz_walk_phase_name(enum jcz_phase phase); /* "TilePhase" */

/* -- What is legal (legal.c) ------------------------------------------------------------ */

/* An action of ours as messages of theirs: several if it may mean any of several equal
 * figures; the first is the one JCloisterZone would take. Writes up to `max`; returns the
 * number, 0 if they have no such message. */
int jcz_legal_messages(const struct aude_game *game, const struct jcz_figures *figures,
                       struct aude_action action, struct jcz_message *out, int max);
/* All messages that JCloisterZone would accept now. Writes up to `max`; returns the
 * number. */
int jcz_legal(const struct jcz_walk *walk, struct jcz_message *out, int max);

/* -- Comparing with what JCloisterZone did (verify.c) ----------------------------------- */

struct jcz_report {
    int n_messages;
    int n_legal;           /* number of lists compared and equal; -1: there are none */
    int n_scores;          /* score events compared and equal; -1: there are none */
    int n_assertions;      /* number of the client's own assertions that hold */
    bool points;           /* final points compared and equal */
    bool same;             /* nothing differs */
    char difference[2000]; /* the first difference, if there is one */
};

/* Play the save and compare it with its oracle and, unless `legal` is NULL, with those
 * legal lists. False only if the save cannot be played at all. */
bool jcz_verify(const struct jcz_save *save, const char *legal, size_t n_legal,
                struct jcz_report *report, struct jcz_error *error);

/* -- Writing one (write.c) -------------------------------------------------------------- */

/* Follows a game of ours action by action and makes a save of it. */
struct jcz_writer {
    struct aude_head head;
    struct aude_game game; /* as far as it was played */
    struct json_t *replay, *draws;
    struct jcz_figures figures;
    unsigned first; /* our seat that is their player 0 */
    bool failed;    /* `error` says why */
    struct jcz_error error;
    struct aude_event event[AUDE_EVENTS_MAX];
};

/* False if JCloisterZone cannot play this setup; `error` says why. */
bool jcz_writer_init(struct jcz_writer *writer, const struct aude_head *head,
                     struct jcz_error *error);
/* The next action of the game; told draws too. */
void jcz_writer_action(struct jcz_writer *writer, struct aude_action action);
/* The text of the save, which the caller frees, or NULL. It was read back and played:
 * if JCloisterZone would refuse it or score differently, that is an error. Frees the
 * writer. */
char *jcz_writer_end(struct jcz_writer *writer, struct jcz_error *error);

#endif
