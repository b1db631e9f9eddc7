/* puzzles.h -- positions with one best turn: their file, how they are found, and what can be said about them.
 *
 * A puzzle is a game up to a tile in hand, and the turns that can be played with it, the best first, each with
 * what it is worth. The file is text (docs/puzzles.md). Reading allocates nothing: what is read points into the
 * text. */
#ifndef PUZZLES_H
#define PUZZLES_H

#include "aude.h"
#include "lines.h"

enum {
    PUZZLES_VERSION = 1,
    PUZZLE_ID_MAX = 9,   /* eight digits of the position's hash, and the end */
    PUZZLE_CHOICES = 10, /* turns that are kept */
    PUZZLE_TAGS_MAX = 160,
    PUZZLE_FACTS_MAX = 48,
    PUZZLE_GRADES = 7
};

/* -- The file --------------------------------------------------------------------------- */

/* A piece of the text. */
struct puzzle_text {
    const char *at;
    size_t n;
};

struct puzzle_choice {
    double lead; /* points ahead at the end of the game */
    double
        error; /* standard error of its distance to the best; of the best: to the second */
    double win;               /* chance to win; below 0 where it is not known */
    struct puzzle_text words; /* "lay 1,0 90; put small city N" */
};

struct puzzle {
    struct puzzle_text setup, play; /* of its game */
    int at;                         /* so many actions of the game come before */
    char id[PUZZLE_ID_MAX];
    int grade; /* the lowest level from which computers find it: 2 .. 7 */
    struct puzzle_text tags;
    int n;
    struct puzzle_choice choice[PUZZLE_CHOICES];
    int line; /* of the file, from 1 */
};

struct puzzles_reader {
    const char *at, *end;
    struct puzzle_text setup, play;
    int line;
    bool begun;
    const char *trouble; /* what is wrong in that line */
};

void puzzle_read_begin(struct puzzles_reader *reader, const char *text, size_t n);
/* The next puzzle: true, or false at the end or where `trouble` says what is wrong. */
bool puzzle_read_next(struct puzzles_reader *reader, struct puzzle *out);

bool puzzle_read_has_tag(const struct puzzle *puzzle, const char *tag);
/* The next word of a list with commas; false after the last. */
bool puzzle_read_word(struct puzzle_text *list, struct puzzle_text *word);

/* -- Its position ----------------------------------------------------------------------- */

/* Room for playing a game up to a puzzle. */
struct puzzle_room {
    struct aude_reader
        reader; /* after puzzle_position(): the set-up, and the game as a hidden one */
    struct aude_action list[AUDE_ACTIONS_MAX];
    struct aude_event event[AUDE_EVENTS_MAX];
};

/* Plays the game up to the puzzle; NULL, or why it cannot be. The position is room->reader.game. */
const char *puzzle_position(const struct puzzle *puzzle, struct puzzle_room *room);
/* The sets in play; 0 if its set-up cannot be played. */
aude_sets puzzle_position_sets(const struct puzzle *puzzle);
/* As the record of a hidden game that is still open. Returns its length; nothing useful if >= size. */
size_t puzzle_position_record(const struct puzzle *puzzle, struct puzzle_room *room,
                              char *out, size_t size);
/* The turn in words, as actions in `game`; false if it cannot be played. */
bool puzzle_position_line(const struct aude_game *game, struct puzzle_text words,
                          struct ai_line *out);
/* The turn as words. */
size_t puzzle_position_line_text(const struct aude_game *game, const struct ai_line *line,
                                 char *out, size_t size);

/* -- Writing ---------------------------------------------------------------------------- */

/* The set-up in one line, and the number of an action in the list of those that are possible (a throw that is
 * not listed stands in words). */
size_t puzzle_position_setup_text(const struct aude_head *head, char *out, size_t size);
size_t puzzle_position_action_text(const struct aude_game *game,
                                   struct aude_action action, struct aude_action *list,
                                   char *out, size_t size);

/* -- What a turn does ------------------------------------------------------------------- */

/* The weightiest first; what speaks against a turn, and what is true of every one, come last. */
enum puzzle_fact_kind {
    PUZZLE_SCORES, /* `seat` gets `points` for a feature that is complete */
    PUZZLE_TAKES,  /* the feature was `other`'s and is now `seat`'s alone */
    PUZZLE_SHARES, /* the feature was `other`'s alone and is now also `seat`'s */
    PUZZLE_CLAIMS, /* nobody stood there and now `seat` does: worth `points` as it lies */
    PUZZLE_BLOCKS, /* the feature of `other` cannot be completed any more */
    PUZZLE_CAPTURES, /* `points` figures of `other` are prisoners now */
    PUZZLE_AWAY,     /* a figure of `other` leaves the feature without points */
    PUZZLE_SPOILS,   /* the own feature cannot be completed any more */
    PUZZLE_HINDERS, /* a gap of `other`'s feature: `of` tiles to come fitted it, now `points` */
    PUZZLE_GROWS, /* the own feature was worth `of` as it lay and is now worth `points` */
    PUZZLE_FITS, /* `points` of `of` tiles to come complete the own feature in the cell x,y */
    PUZZLE_HOME, /* `points` figures of `seat` come home */
    PUZZLE_SINKS, /* the feature of `other` was worth `of` as it lay and is now worth less */
    PUZZLE_KEEPS, /* no figure is put though one could be; `points` small ones are at hand */
    PUZZLE_LAST, /* it was the last follower of `seat` */
    PUZZLE_NARROWS, /* a gap of the own feature: `of` tiles to come fitted it, now `points` */
    PUZZLE_FEEDS, /* the feature of `other` was worth `of` and is now worth more */
    PUZZLE_LOSES, /* the own feature was worth `of` and is now worth less */
    PUZZLE_COUNTS, /* if the game ended now: `points` for `seat`, `of` for `other`, the best rival */
    PUZZLE_FACT_KINDS
};

struct puzzle_fact {
    uint8_t kind, seat, other;
    uint8_t
        feature;  /* enum aude_feature_kind, or of a score where the points come from */
    int16_t x, y; /* a tile of it */
    uint8_t segment;
    int16_t points, of;
};

const char *puzzle_fact_name(unsigned kind); /* "scores" */

/* What the turn does, the weightiest first; how many. */
int puzzle_facts(const struct aude_game *view, const struct ai_line *line,
                 struct puzzle_fact out[PUZZLE_FACTS_MAX]);
/* The themes of a puzzle with that best turn: words with commas between them. */
size_t puzzle_facts_tags(const struct aude_game *view, const struct ai_line *best,
                         bool exact, char *out, size_t size);

/* -- Finding ---------------------------------------------------------------------------- */

/* What a position must show to be a puzzle. */
struct puzzle_demand {
    double margin;               /* points by which the best turn is ahead, at least */
    double sure;                 /* standard errors of that, in each of two searches */
    uint64_t playouts;           /* of each search */
    bool ends;                   /* the last tiles only */
    bool (*stop)(void *context); /* may be NULL */
    void *context;
};
extern const struct puzzle_demand puzzle_usual;

struct puzzle_proof {
    struct ai_line line[PUZZLE_CHOICES];
    int n, grade;
    bool exact;
};

/* Is the position a puzzle? The same seed gives the same answer. */
bool puzzle_find_prove(const struct aude_game *view, const struct puzzle_demand *demand,
                       uint64_t seed, struct puzzle_proof *out);
/* Has the seat more turns than a search looks at (portals, towers)? Then the best may be missed by chance. */
bool puzzle_find_is_wide(const struct aude_game *view);
/* The lowest level from which all computers up to level 6 find the turn in most tries; 7: none. */
int puzzle_find_grade(const struct aude_game *view, const struct ai_line *best,
                      uint64_t seed);
/* Search it anew, as long as the limits allow: is the answer still the best, or behind by no more than its error? The
 * last tiles are solved to the end, whatever the limits say. */
bool puzzle_find_holds(const struct puzzle *puzzle, const struct aude_game *view,
                       const struct ai_limits *limits, uint64_t seed);

#endif
