/* play.h -- a game at the terminal: its state, and the files that share it.
 *
 *   play.c         the command: options, seats, the loop, saving
 *   play_log.c     what happened, in words; where points came from
 *   play_screen.c  what is on the screen
 *   play_ask.c     what a person is asked, and what the answers mean
 *   play_words.c   what may be said at any time: why not, hints, scores, rules */
#ifndef PLAY_H
#define PLAY_H

#include "ai/ai.h"
#include "board.h"
#include "cli.h"

struct play_log {
    char **line;
    int n, size;
};

struct play {
    struct cli_setup setup;
    const struct ai_player *computer[AUDE_SEATS_MAX]; /* NULL: a person plays */
    struct ai_rng rng;
    struct aude_game game;
    struct aude_event list[AUDE_EVENTS_MAX];

    /* For undo: the state before the tile was laid (BASE-9). */
    bool can_undo;
    struct aude_game before;
    size_t record_before;
    int log_before, last_tile_before;
    unsigned last_seat_before;

    struct cli_text record;
    char *save;   /* the file; NULL: none yet */
    bool touched; /* a person did something, so the game is worth saving */

    struct play_log log;
    int news_from[AUDE_SEATS_MAX];
    int points[AUDE_SEATS_MAX][AUDE_SOURCES][2]; /* [0] during play, [1] at the end */
    int last_tile; /* the tile laid last, or -1, and its seat */
    unsigned last_seat;

    struct canvas_style style;
    bool tty;
    int columns, lines;
    char letters[AUDE_SEATS_MAX + 1];
    bool look; /* the person moved the window */
    int look_x, look_y;
    struct cli_text message; /* an answer, shown once */
    char typed[128];         /* an answer that was typed while a page was shown */
};

/* -- play.c ----------------------------------------------------------------------------- */

/* Play a legal action: game, log, record. */
void play_act(struct play *play, struct aude_action action);
/* Go back to before the tile was laid. */
void play_undo(struct play *play);

/* -- play_log.c ------------------------------------------------------------------------- */

void play_log_events(struct play *play, const struct aude_events *events);
void play_log_add(struct play_log *log, const char *text);
void play_log_cut(struct play_log *log, int n);
/* The table of points and where they came from. */
void play_log_table(const struct play *play, struct cli_text *out);
/* " (50+13)" after the points of a seat, if the rulebook marks whole laps (EDN-10). */
void play_log_add_laps(struct cli_text *out, const struct aude_game *game, unsigned seat);

/* -- play_screen.c ---------------------------------------------------------------------- */

/* Find out the size and the colours of the terminal. */
void play_screen_init(struct play *play);
/* Show everything: board, seats, news or `options`, the message, and the question. */
void play_screen_show(struct play *play, struct board_view view, const char *options,
                      const char *question);
/* A board_view with the settings that are always the same. */
struct board_view play_screen_view(const struct play *play);
/* Show a long text by itself. Waits for Enter in a terminal, or for the next answer. */
void play_screen_page(struct play *play, const char *text);
/* Read a line without its line feed; false at the end of the input, or when a signal came. */
bool play_screen_read(struct play *play, char *line, size_t size);

/* -- play_ask.c ------------------------------------------------------------------------- */

/* Ask the person whose turn it is for one decision. False: leave the game. */
bool play_ask(struct play *play);

/* -- play_words.c ----------------------------------------------------------------------- */

enum play_answer {
    ANSWER_AGAIN,   /* ask again */
    ANSWER_DECIDED, /* the game went on */
    ANSWER_LEAVE
};

enum { PLACES_MAX = AUDE_FRONTIER_MAX };

/* The places for the tile in hand. */
struct play_places {
    struct board_place list[PLACES_MAX];
    int n;
};

/* The place of that cell, or -1. */
int play_words_place_at(const struct play_places *places, int x, int y);

/* A sentence under the board, shown once. */
void play_words_say(struct play *play, const char *format, ...) CLI_PRINTF(2, 3);
/* "2,-1 b" or "2,-1": `rot` is -1 if no turn is given. */
bool play_words_parse_cell(const char *text, int *x, int *y, int *rot);
/* Explain why the tile does not fit there, in this rotation or in any (-1). */
void play_words_why_turn(struct play *play, int x, int y, int rot);
void play_words_why_cell(struct play *play, int x, int y);
/* What 0 means in this phase, beside `n` actions. */
const char *play_words_pass(const struct aude_game *game, int n);
/* The words that are allowed at any time. Returns false if `line` is none of them. */
bool play_words_anytime(struct play *play, const char *line,
                        const struct play_places *places, enum play_answer *answer);

#endif
