/* aude.h -- the rules of Carcassonne, as a library.
 *
 * A game is one plain value. struct aude_game holds no pointers and owns no memory:
 * `copy = game` clones it, and the same setup, seed and actions give the same game, hash
 * for hash, on every machine. Nothing here allocates, prints, reads a clock or uses floats.
 *
 *     struct aude_setup setup;
 *     aude_setup_preset(&setup, AUDE_PRESET_GROW);
 *     setup.seed = aude_seed(42);
 *     aude_game_init(&game, &setup, NULL);
 *     while (!aude_game_over(&game)) {
 *         int n = aude_game_actions(&game, list, AUDE_ACTIONS_MAX);
 *         aude_game_play(&game, list[choose(n)], NULL);
 *     }
 *
 * A game changes only through aude_game_play(), which checks everything first; an illegal
 * action returns an error that names its rule and changes nothing. aude_game_actions() lists
 * what the seat that must decide may do now. What happened comes out as events, points with
 * the sum that they are.
 *
 * Rule ids such as BASE-31 are those of `aude rules`. */
#ifndef AUDE_H
#define AUDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aude_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -- Setup ------------------------------------------------------------------------------ */

AUDE_API struct aude_seed aude_seed(uint64_t lo);

/* Fill `setup` from a row of the preset table: two seats, seed 0, no expansions. */
AUDE_API void aude_setup_preset(struct aude_setup *setup, enum aude_preset preset);

/* On top of any preset the "usual rulings": where a book's letter and other programs differ,
 * what those play (EDN-21). Is this switch one of them? */
AUDE_API void aude_setup_usual(struct aude_setup *setup);
AUDE_API bool aude_switch_is_ruling(enum aude_switch sw);

/* What a book advises against, though the setup may be played (EDN-22): number `i` from 0 on;
 * false if there is no more. */
struct aude_advice {
    const char *rule, *sentence; /* "COC-23", for a person */
};
AUDE_API bool aude_setup_advice(const struct aude_setup *setup, int i,
                                struct aude_advice *out);

/* Sets in play, one bit each: the base, the river and abbot switches, the expansions. */
AUDE_API aude_sets aude_setup_sets(const struct aude_setup *setup);

/* Can another value of the switch change a game of this setup? False where its sets are not
 * in play, or where other switches leave it nothing to do. */
AUDE_API bool aude_switch_matters(const struct aude_setup *setup, enum aude_switch sw);

/* -- The game --------------------------------------------------------------------------- */

/* Begin a game. An impossible setup returns why and leaves `game` unusable. */
AUDE_API enum aude_err aude_game_init(struct aude_game *game,
                                      const struct aude_setup *setup,
                                      struct aude_events *events);

/* Copies only the parts in use, for a small game far less than sizeof *game. */
AUDE_API void aude_game_copy(struct aude_game *to, const struct aude_game *from);
/* How many bytes that is. */
AUDE_API size_t aude_game_bytes(const struct aude_game *game);

/* For trying out one action after the other in the same game, without copies: keep what actions that lay no tile
 * may change, play some, look, and take them back. `kept` is no game, only room for that. Not after a tile was laid
 * (n_laid changed): for that there are copies. */
AUDE_API void aude_game_keep(struct aude_game *kept, const struct aude_game *game);
AUDE_API void aude_game_take_back(struct aude_game *game, const struct aude_game *kept);

/* Write up to `max` legal actions to `out`; return how many there are in all. */
AUDE_API int aude_game_actions(const struct aude_game *game, struct aude_action *out,
                               int max);

/* Actions that follow each other in the list and differ in one thing, so that they need not be written out. */
enum { AUDE_OFFERS_MAX = 24 };
struct aude_offer {
    uint64_t which; /* of them: what that is, the engine knows */
    uint16_t n;     /* how many they are; 0 is possible */
    uint16_t after; /* how many actions of `list` come before them */
    uint8_t how, kind, figure, set;
};

/* The same list without writing it down, for who wants one action of it, by chance or by its number: look once, then
 * take the actions with the numbers 0 to n - 1, in the order of aude_game_actions(). It holds until something is
 * played. Where a tile has to be laid, and where a figure may be put, actions are only counted, which is most of the work
 * of random games. */
struct aude_choices {
    int n; /* how many in all */
    /* The rest is for aude_game_choice() only. */
    int n_lays; /* the first ones: places for `tile` */
    aude_kind tile;
    unsigned limits;                            /* sets that forbid some of them */
    uint64_t up_to[AUDE_FRONTIER_MAX / 64 + 1]; /* of 64 cells: sums after 16, 32 .. */
    uint8_t rots[AUDE_FRONTIER_MAX];            /* for each cell */
    unsigned n_offers;
    struct aude_offer offer[AUDE_OFFERS_MAX];
    uint64_t taken[AUDE_HANDLES_MAX / 64 +
                   1]; /* features to which no portal leads, because of figures */
    struct aude_action list[AUDE_ACTIONS_MAX]; /* the others, one by one */
};
AUDE_API int aude_game_choices(const struct aude_game *game,
                               struct aude_choices *choices);
AUDE_API struct aude_action aude_game_choice(const struct aude_game *game,
                                             const struct aude_choices *choices, int i);

/* Throws, tosses, hands and what is told of them are ranges, not lists: aude_game_actions()
 * lists a spread of a few dozen, aude_game_play() accepts everything in the range. True if
 * that is what has to be decided now; `out` then says within which bounds, ends included.
 * Besides an AUDE_HANDS in range there is "hands off", arg 0. */
struct aude_range {
    uint8_t kind; /* AUDE_THROW, AUDE_TOSS, AUDE_HANDS, AUDE_REVEAL or AUDE_SCATTER */
    uint8_t arg_lo, arg_hi;
    int16_t x_lo, x_hi, y_lo, y_hi;
    int8_t hand_aim, hand_power; /* SCATTER in DIRECT mode: -+ this, in figure, segment */
};
AUDE_API bool aude_game_range(const struct aude_game *game, struct aude_range *out);

/* What happens when the clock of the seat that must decide runs out (CAT-19, INT-55): the
 * throw straight ahead, the hands where the glimpse was, else the first place, no figure, no
 * swap ... AUDE_NO_ACTION while no seat has to decide. */
AUDE_API struct aude_action aude_game_default(const struct aude_game *game);

/* Play `action`. An illegal one returns why and leaves the game as it was. `events` may be
 * NULL; otherwise what happened is appended to it. */
AUDE_API enum aude_err aude_game_play(struct aude_game *game, struct aude_action action,
                                      struct aude_events *events);

/* Why is `action` not possible now? AUDE_ERR_OK if it is. */
AUDE_API enum aude_err aude_game_why(const struct aude_game *game,
                                     struct aude_action action);

/* The sides of a tile laid there that do not match their neighbours, bit 0 north, 1 east, 2 south,
 * 3 west. Nothing else is asked: AUDE_ERR_NO_FIT is the refusal for it. */
AUDE_API unsigned aude_game_clashes(const struct aude_game *game, aude_kind kind, int x,
                                    int y, unsigned rot);

/* Why can the actor do nothing of that kind with that figure now (PUT, BARN_AT; for TOWER and
 * FAIRY the figure does not matter)? The most telling refusal of all places that could be
 * meant. Only where the list has no such action. */
AUDE_API enum aude_err aude_game_why_not(const struct aude_game *game,
                                         enum aude_action_kind kind,
                                         enum aude_figure_kind figure);

AUDE_API bool aude_game_over(const struct aude_game *game);

/* A fingerprint of everything public: equal games have equal hashes everywhere. */
AUDE_API uint64_t aude_game_hash(const struct aude_game *game);

/* What `seat` may know: the order of the pile and the seed are gone, what is left in the
 * pile stays. Seats that watch use AUDE_SEAT_NONE. The result plays on as a hidden game. */
AUDE_API void aude_game_view(struct aude_game *view, const struct aude_game *game,
                             unsigned seat);

/* From what the authority played to what everybody else hears: the actions that a view of
 * `before` (any hidden game in step with it) has to play so that it stays in step. A toss
 * becomes the glimpse; draws, scatter and, after the reaction, the toss itself are told.
 * `events` are those of playing `action`; AUDE_NO_ACTION with those of aude_game_init() tells
 * the first draw. Writes up to `max`, returns how many there are in all. */
AUDE_API int aude_game_tell(const struct aude_game *before, struct aude_action action,
                            const struct aude_events *events, struct aude_action *out,
                            int max);

/* Re-derive everything that is cached; NULL if all agrees, else what does not. Slow. */
AUDE_API const char *aude_game_check(const struct aude_game *game);

/* -- Looking at a game ------------------------------------------------------------------ */

/* The laid tile at x,y, or -1. */
AUDE_API int aude_game_tile_at(const struct aude_game *game, int x, int y);

/* Rotations (bit 0..3) in which a tile of this kind could be laid at x,y now, the sides and
 * the sets' own limits considered. */
AUDE_API unsigned aude_game_fits(const struct aude_game *game, aude_kind kind, int x,
                                 int y);

/* How many tiles of this kind are still to be drawn, the one in hand not counted. */
AUDE_API int aude_game_left(const struct aude_game *game, aude_kind kind);
AUDE_API int aude_game_left_total(const struct aude_game *game);

struct aude_feature_view {
    uint16_t id;
    uint8_t kind; /* enum aude_feature_kind */
    uint8_t complete;
    uint8_t shields;
    uint16_t tags;  /* enum aude_tag */
    uint16_t tiles; /* monastery, garden: itself and its laid neighbours */
    int16_t open;
    uint8_t strength[AUDE_SEATS_MAX];
    uint8_t owners; /* bit per seat with the majority */
    uint8_t cities; /* field: finished cities that it feeds */
    int16_t points; /* what an owner would get if it were scored as it stands */
};

/* The feature that segment `segment` of laid tile `tile` belongs to. */
AUDE_API void aude_game_feature(const struct aude_game *game, int tile, int segment,
                                struct aude_feature_view *out);

/* How strong every seat is in the feature of that id: its followers, each counting as its kind
 * does. */
AUDE_API void aude_game_strength(const struct aude_game *game, unsigned feature,
                                 unsigned strength[AUDE_SEATS_MAX]);
/* Who has the majority then, a bit per seat: the strongest, ties all, nobody at nothing. */
AUDE_API unsigned aude_owners(const unsigned strength[AUDE_SEATS_MAX]);

/* Points per seat if the game ended now. */
AUDE_API void aude_game_projection(const struct aude_game *game,
                                   int32_t points[AUDE_SEATS_MAX]);

/* What the final scoring would say, if the game ended now; nothing once it has. */
AUDE_API void aude_game_final(const struct aude_game *game, struct aude_events *events);

/* Seats with the most points, one bit each (BASE-61). */
AUDE_API unsigned aude_game_winners(const struct aude_game *game);

/* -- The catapult's ground -------------------------------------------------------------- */

/* One of the eight stands (CAT-17), clockwise from north. */
AUDE_API struct aude_point aude_catapult_stand(const struct aude_game *game,
                                               unsigned stand);

/* Where a token would land and rest if nothing scattered: for aiming. */
AUDE_API void aude_catapult_flight(const struct aude_game *game, unsigned stand,
                                   unsigned aim, unsigned power,
                                   struct aude_point *landing, struct aude_point *rest);

/* The centre of a figure that a token can hit or seduce (CAT-9, CAT-18); false for others. */
AUDE_API bool aude_catapult_figure(const struct aude_game *game, unsigned figure,
                                   struct aude_point *centre);
AUDE_API int aude_catapult_radius(enum aude_figure_kind figure);

/* -- Text ------------------------------------------------------------------------------- */

/* "lay 1,0 90", "put small city N" ...: what stands in a record. Writes at most `size`
 * bytes with the end; returns the length. */
AUDE_API size_t aude_action_text(const struct aude_game *game, struct aude_action action,
                                 char *out, size_t size);
AUDE_API enum aude_err aude_action_parse(const struct aude_game *game, const char *text,
                                         struct aude_action *out);
/* What such words say where the position is not known: for lists of what was played, and of
 * what was said and cannot be played. False if they begin with no kind of action. */
AUDE_API bool aude_action_glance(const char *text, struct aude_glance *out);

/* "city N", "field ER SL SR WL": a segment by what it reaches, as the tile lies. */
AUDE_API size_t aude_segment_text(aude_kind kind, unsigned rot, unsigned segment,
                                  char *out, size_t size);

AUDE_API const char *aude_action_name(enum aude_action_kind kind); /* "lay" */
AUDE_API const char *aude_feature_name(unsigned kind); /* "city"; of a source: "goods" */
AUDE_API const char *aude_catapult_name(enum aude_catapult_kind kind); /* "knock-out" */
AUDE_API const char *aude_goods_name(enum aude_goods goods);           /* "wine" */
AUDE_API const char *aude_figure_name(enum aude_figure_kind kind);     /* "small" */
AUDE_API const char *aude_event_name(enum aude_event_kind kind);       /* "score" */
/* "BASE-15" of a discard, or "". */
AUDE_API const char *aude_event_rule(enum aude_event_kind kind);
AUDE_API unsigned aude_event_fields(enum aude_event_kind kind);   /* enum aude_field */
AUDE_API unsigned aude_action_fields(enum aude_action_kind kind); /* enum aude_field */
/* What the event's `points`, `x` and `y` are where they are no points and no cell: "tokens",
 * "aim" ...; else their own names. */
AUDE_API const char *aude_event_number_name(enum aude_event_kind kind);
AUDE_API const char *aude_event_x_name(enum aude_event_kind kind);
AUDE_API const char *aude_event_y_name(enum aude_event_kind kind);
/* What an action is about besides its own fields (struct aude_about). */
AUDE_API struct aude_about aude_action_about(const struct aude_game *game,
                                             struct aude_action action);
AUDE_API const char *aude_term_name(enum aude_term_kind kind); /* "tiles" */
AUDE_API const char *aude_phase_name(enum aude_phase phase);   /* "tile" */
AUDE_API const char *aude_side_name(unsigned side);       /* "N": 0 is north, clockwise */
AUDE_API const char *aude_half_name(unsigned half);       /* "NL": aude_tile.h */
AUDE_API const char *aude_edge_name(enum aude_edge edge); /* "road" */
AUDE_API const char *aude_tag_name(unsigned bit);  /* "inn": bit 0 of enum aude_tag */
AUDE_API const char *aude_mark_name(unsigned bit); /* "start": of enum aude_mark */
AUDE_API const char *aude_river_name(enum aude_river_role role); /* "lake", or "" */

/* One step over a side: 0 north, 1 east, 2 south, 3 west. x grows east, y south. */
AUDE_API extern const int8_t aude_side_x[4], aude_side_y[4];
/* The sides (four bits) and half sides (eight) of a tile that is turned clockwise. */
AUDE_API unsigned aude_turn_sides(unsigned sides, unsigned rot);
AUDE_API unsigned aude_turn_halves(unsigned halves, unsigned rot);

/* "3 tiles x 2 + 1 shield x 2 = 8": the sum of a score event. */
AUDE_API size_t aude_event_sum(const struct aude_event *event, char *out, size_t size);
/* Points as they stand on a scoring track of 50 places, by the switch lap_mark (EDN-10): "63"
 * without a mark, "50+13" with one; two tiles of 50 and 100 make "100+50+13". */
AUDE_API size_t aude_points_text(const struct aude_game *game, int points, char *out,
                                 size_t size);

/* -- Records ---------------------------------------------------------------------------- */

/* A record is text, one turn a line; docs/record.md describes it. The reader takes it line
 * by line and plays it; the writer produces it. Neither keeps the whole. */
enum {
    AUDE_RECORD_VERSION = 1,
    AUDE_NAME_MAX = 32,   /* bytes of a seat's name, with the end */
    AUDE_LINE_MAX = 8192, /* bytes of a record's line */
    AUDE_COMMIT_MAX = 96
};

struct aude_head {
    struct aude_setup setup;
    char name[AUDE_SEATS_MAX][AUDE_NAME_MAX];
    char commit[AUDE_COMMIT_MAX]; /* published before the game: "sha256:...", or "" */
};

/* Something the game said of itself that the record must say too. */
struct aude_note {
    uint8_t kind; /* enum aude_event_kind, or AUDE_EVENT_KINDS: the hash of a turn */
    uint8_t seat;
    uint16_t number;      /* turn number, tile kind, or how many tiles */
    struct aude_point at; /* how a throw scattered, where it came to rest (CAT-35) */
};

enum { AUDE_NOTES_MAX = 2 * AUDE_TILES_MAX + 16 };

struct aude_reader {
    struct aude_head head;
    struct aude_game game;
    uint8_t stage;    /* nothing, setup, play, end */
    uint8_t finished; /* the record ends with the end of the game */
    uint32_t seen;    /* setup lines met, so that none comes twice */
    uint64_t seen_switches[2];
    uint16_t n_notes, next_note;
    struct aude_note note[AUDE_NOTES_MAX];
    int line;    /* number of the line last read, from 1 */
    char at[96]; /* on an error: the words it is about */
};

AUDE_API void aude_reader_init(struct aude_reader *reader);

/* Read one line, without its line feed. Events of the actions in it go to `events`. */
AUDE_API enum aude_err aude_reader_line(struct aude_reader *reader, const char *line,
                                        size_t length, struct aude_events *events);

/* Was that the whole record? */
AUDE_API enum aude_err aude_reader_end(struct aude_reader *reader);

/* The next statement of a line of the play, from *at on, without blanks around it; false at
 * the end of the line. *at goes behind the semicolon or colon that ends it. */
AUDE_API bool aude_record_statement(const char *line, size_t length, size_t *at,
                                    const char **words, size_t *n);

/* Is it the last line of a record, `end ...` or `open ...`? */
AUDE_API bool aude_record_is_last(const char *line, size_t length);

/* A statement as an action that `game` has to play. False for what the game says by itself:
 * turns, hashes, discards, and, unless it is hidden, draws and the catapult's chances. */
AUDE_API bool aude_record_action(const struct aude_game *game, const char *words,
                                 size_t n, struct aude_action *out);

/* The setup lines of a record. Returns the length; nothing useful if it is >= size. With
 * `secret` false seed and order are left out and every drawn tile is told instead. */
AUDE_API size_t aude_record_head(const struct aude_head *head, bool secret, char *out,
                                 size_t size);

/* The text to append for what just happened: the words of the action (aude_action_text
 * before it was played; "" for the opening of a game), then from its events the draws, and
 * for every new turn a new line with number, seat and hash. While a game is on, others get
 * the record of a view that plays what aude_game_tell() says: a toss is no secret here. */
AUDE_API size_t aude_record_step(const struct aude_game *after, const char *action,
                                 const struct aude_events *events, char *out,
                                 size_t size);

/* The last line: the points of a finished game, or that it is still open. */
AUDE_API size_t aude_record_end(const struct aude_game *game, char *out, size_t size);

/* The text whose SHA-256 is a game's commitment: seed and whole draw order (docs/record.md).
 * Published before the game as a hash, revealed after it. */
AUDE_API size_t aude_commit_text(const struct aude_setup *setup, char *out, size_t size);

/* -- Which library this is -------------------------------------------------------------- */

/* NULL if the library that runs agrees with these headers, see aude_api.h. */
static inline const char *aude_abi_differs(void)
{
    const struct aude_abi mine = {AUDE_VERSION_MAJOR, AUDE_VERSION_MINOR,
#define X(name) sizeof(struct aude_##name),
                                  AUDE_ABI_STRUCTS(X)
#undef X
    };

    return aude_abi_compare(&mine);
}

#ifdef __cplusplus
}
#endif

#endif
