/* tournament.h -- a tournament as the fold of its log (docs/club.md has the lines).
 *
 *     club_tournament_begin(t);
 *     club_tournament_read(t, line, refusal)        every line of the log, and every new one
 *     due = club_tournament_due(t, now)             what is to be done next
 *     club_tournament_due_entry(t, &due, now, ...)      the line that does it
 *
 * A line that contradicts the lines before it is refused with one sentence and changes nothing. Times are
 * seconds of any clock; if the clock is set back, no time passes until it has caught up. */
#ifndef CLUB_TOURNAMENT_H
#define CLUB_TOURNAMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pair.h"

#define CLUB_TOURNAMENT_HEAD "aude tournament 1"

enum {
    CLUB_ENTRANTS_MAX =
        600, /* with more, the cost of a pairing would not fit into a number */
    CLUB_ROUNDS_MAX = 40,
    CLUB_TABLES_MAX = 12000, /* of all rounds */
    CLUB_GAMES_MAX = 24000,
    CLUB_BEST_MAX = 9,
    CLUB_BOARDS_MAX = 8,
    CLUB_NAME_MAX = 80,
    CLUB_TITLE_MAX = 320, /* a name, or that of a team with its members */
    CLUB_REASON_MAX = 160,
    CLUB_CORRECTIONS_MAX = 200,
    CLUB_REFUSAL_MAX = 320,
    CLUB_POINTS_MAX = 9999, /* in one game */
};

/* Why a line is refused, for who must say it in another language. ORDER: words_tournament_why of
 * server/table/messages.c. */
enum club_why {
    CLUB_WHY_NOT,
    CLUB_WHY_LINE, /* not understood, or of no use to a person */
    CLUB_WHY_NAME,
    CLUB_WHY_ROUNDS,
    CLUB_WHY_KIND, /* another kind of tournament has that */
    CLUB_WHY_ENTERED,
    CLUB_WHY_NOT_ENTERED,
    CLUB_WHY_LATE,
    CLUB_WHY_FULL,
    CLUB_WHY_TEAMS, /* there are none here */
    CLUB_WHY_TEAM,  /* it is not whole */
    CLUB_WHY_BOARD,
    CLUB_WHY_CODE,
    CLUB_WHY_MEMBER,
    CLUB_WHY_BEGUN,
    CLUB_WHY_WITHDRAWN,
    CLUB_WHY_FINISHED,
    CLUB_WHY_TWO,
    CLUB_WHY_ROUND_OPEN,
    CLUB_WHY_SEALED, /* the same tiles at all tables, and somebody may still play them */
    CLUB_WHY_LAST,
    CLUB_WHY_REST_BEGUN,
    CLUB_WHY_REST_LAST,
    CLUB_WHY_REST_ONCE,
    CLUB_WHY_NO_ROUND,
    CLUB_WHY_BYE,
    CLUB_WHY_SETTLED,
    CLUB_WHY_PLAYED,
    CLUB_WHY_PLAYS, /* a game runs, and they have made a move in it */
    CLUB_WHY_ABSENT,
    CLUB_WHY_SEAT,
    CLUB_WHY_NO_RESULT,
    CLUB_WHY_REOPENS,
    CLUB_WHY_WINNER,
    CLUB_WHY_MANY,
    CLUB_WHY_PAST, /* the time at which it begins is gone */
    CLUB_WHYS
};
struct club_refusal {
    enum club_why why;
    char text[CLUB_REFUSAL_MAX]; /* one sentence */
};

/* ORDER: words_tournament of server/table/messages.c. */
enum club_kind { CLUB_SWISS, CLUB_ROBIN, CLUB_KNOCKOUT };
enum club_winner { CLUB_DRAWN, CLUB_FIRST, CLUB_SECOND };

/* What was agreed at the beginning. */
struct club_rules {
    char name[CLUB_NAME_MAX + 1];
    uint8_t kind;
    int rounds; /* Swiss; for the others it follows from the number of entrants when they begin */
    int best;   /* games of a match: best of 1, 3, ... */
    int boards; /* people in a team; 1: no teams */
    int late;   /* Swiss: the last round before which one may still enter */
    int missed; /* half points for each round before a late entry: 0 or 1 */
    bool third; /* knock-out: a match for the third place */
    int noshow; /* seconds after which who is not there loses; 0: the organiser says so */
    int pause;  /* seconds between rounds */
    int64_t begins; /* 0: rounds are started by hand */
    uint32_t
        lot; /* a random number: who is first at the first table, the order of a round robin */
};

/* A person or a team. Numbers begin with 1, as people say them; places in lists with 0. */
struct club_entrant {
    char name[CLUB_TITLE_MAX + 1]; /* of a team: "Blue / Ana / Bruno", "?" for nobody */
    int open; /* boards of a team that nobody has taken: it does not play yet */
    int rating;
    int of_board[CLUB_BOARDS_MAX]; /* ratings of those who took one; 0: none */
    int since;                     /* the first round that they can play */
    int bye;  /* the round for which they asked for half a point; 0: none */
    int came; /* the last round in which they were seen at their table */
    int gone; /* the round in or after which they left; CLUB_ROUNDS_MAX + 1: not at all */
};

struct club_game {
    int board, number; /* from 1 */
    int points[2];     /* of the first, of the second, as the table names them */
    uint8_t
        winner; /* enum club_winner; not always who has more points (resignation, clock) */
    int next;   /* of the same table; -1 */
};

struct club_table {
    int round, number;
    int first, second; /* entrants from 0; second CLUB_NOBODY: a bye */
    int game;          /* its first game; -1 */
    uint8_t absent;    /* bits: 1 the first, 2 the second */
};

struct club_correction {
    int table, board, game;  /* place of the table in the list */
    int before[2], after[2]; /* points; before is -1 if there had been no game */
    uint8_t winner;          /* enum club_winner, after it */
    char reason[CLUB_REASON_MAX + 1];
};

struct club_tournament {
    struct club_rules rules;
    int lines; /* read so far */
    bool created, finished;
    int round;     /* the last that has begun */
    int64_t began; /* when it did */
    int64_t last;  /* time of the last line */
    int n_entrants, n_tables, n_games, n_corrections;
    int begin[CLUB_ROUNDS_MAX + 2]; /* the first table of a round */
    int16_t seat[CLUB_ENTRANTS_MAX]
                [CLUB_ROUNDS_MAX + 1]; /* table of a round, from 1; 0: none */
    struct club_entrant entrant[CLUB_ENTRANTS_MAX];
    struct club_table table[CLUB_TABLES_MAX];
    struct club_game game[CLUB_GAMES_MAX];
    struct club_correction correction[CLUB_CORRECTIONS_MAX];
};

const char *club_tournament_kind_name(enum club_kind kind);

void club_tournament_begin(struct club_tournament *t);
/* One line without its end. False: `refusal` says why, and nothing has changed. */
bool club_tournament_read(struct club_tournament *t, const char *line,
                          struct club_refusal *refusal);
/* A whole log. The refusal names the line. */
bool club_tournament_read_all(struct club_tournament *t, const char *log,
                              struct club_refusal *refusal);

/* -- What happened --------------------------------------------------------------------------- */

/* How a table ended: in half points of the match. */
struct club_outcome {
    bool over, played; /* played: not by a bye or an absence */
    bool level;        /* a knock-out match that needs one more game on board 1 */
    int halves[2];
    int games[2]; /* half points of its games, of all boards */
};
struct club_outcome club_tournament_table_outcome(const struct club_tournament *t,
                                                  const struct club_table *table);
/* Are its games played, as many as are needed to know who wins? */
bool club_tournament_board_over(const struct club_tournament *t,
                                const struct club_table *table, int board);

/* What a round brought to one entrant. */
enum club_part { CLUB_NOT_YET, CLUB_PLAYED, CLUB_UNPLAYED };
struct club_round {
    enum club_part part;
    int halves, other; /* other: who was met; CLUB_NOBODY */
    bool first;        /* had the first seat */
    bool given;        /* a whole point without a game */
};
struct club_round club_tournament_round_of(const struct club_tournament *t, int entrant,
                                           int round);
/* Half points of all rounds that are over for them. */
int club_tournament_score(const struct club_tournament *t, int entrant);

/* Has not left, and can play: of a team every board has somebody. */
bool club_tournament_here(const struct club_tournament *t, int entrant);
/* Has not left. */
bool club_tournament_here_or_open(const struct club_tournament *t, int entrant);
/* Left before the first round that they would have played: they may enter again, and do not stand in the list. */
bool club_tournament_left_early(const struct club_tournament *t, int entrant);
bool club_tournament_round_over(
    const struct club_tournament *t); /* no table of it still plays */
/* Knock-out: who won a table that is over; CLUB_NOBODY: neither plays the next round. */
int club_tournament_table_winner(const struct club_tournament *t,
                                 const struct club_table *table);
/* Knock-out: is this the match for the third place? */
bool club_tournament_table_third(const struct club_tournament *t,
                                 const struct club_table *table);
/* Why nobody can enter now, or why this one cannot sit out that round; CLUB_WHY_NOT: they can. */
enum club_why club_tournament_enter_why(const struct club_tournament *t);
enum club_why club_tournament_rest_why(const struct club_tournament *t, int entrant,
                                       int round);
/* Rounds in all; 0 while that is not known. */
int club_tournament_rounds(const struct club_tournament *t);

/* -- What comes next ---------------------------------------------------------------------------- */

enum club_do { CLUB_WAIT, CLUB_START_ROUND, CLUB_FORFEIT, CLUB_FINISH };
struct club_due {
    enum club_do what;
    int64_t
        at; /* CLUB_WAIT: ask again at this time; INT64_MAX: only a new line changes it */
    int round, table, entrant; /* all from 1 */
};
struct club_due club_tournament_due(const struct club_tournament *t, int64_t now);
/* The same of one that has begun and that nobody holds any more: rounds begin by the clock, whatever was agreed. */
struct club_due club_tournament_due_alone(const struct club_tournament *t, int64_t now);
/* Memory for club_tournament_due_entry(). */
size_t club_tournament_due_room(const struct club_tournament *t);
/* The line for what is due; its length as snprintf() counts. 0: a round cannot be paired, and `refusal` says
 * why. */
size_t club_tournament_due_entry(const struct club_tournament *t,
                                 const struct club_due *due, int64_t now, void *room,
                                 char *out, size_t size, struct club_refusal *refusal);

#endif
