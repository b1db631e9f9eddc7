/* hub_contest.h -- tournaments on a server: what the hub_contest*.c share.
 *
 * A contest is a tournament of club/ (the fold of its log) with what a server has to know besides: who the entrants are,
 * which tables their games are played at. The log in the store is the truth; everything here can be lost at any
 * moment and is made again from it. Names of tables and seeds of deals are drawn from the contest's secret, so that a
 * table that was begun is found again, and none is begun twice.
 *
 * hub_contest.c: in memory, read and written. hub_contest_do.c: what people ask for. hub_contest_run.c: what happens
 * by itself (rounds, tables, results, absences). hub_contest_ask.c: what is told over HTTP. */
#ifndef HUB_CONTEST_H
#define HUB_CONTEST_H

#include "hub_internal.h"

#include "secret.h"
#include "store/store_tournament.h"
#include "tournament.h"

enum {
    CONTESTS_MAX = 16,                /* in memory */
    CONTEST_LINE_MAX = 16 * 1024,     /* a round of everybody */
    CONTEST_RUN_MS = 200,             /* how often each is looked after */
    CONTEST_LOOK_MS = 60 * 1000,      /* a round that is played is looked at anew; */
    CONTEST_SLOW_MS = 10 * 60 * 1000, /* the same where a turn takes days */
    CONTEST_SOON_MS = 5 * 1000,       /* what is due and cannot be done now */
    CONTEST_GRACE_MS = 10 * 1000,     /* for who begins a round to open its tables */
    CONTESTS_OPEN = 200,              /* of a server, not over */
    CONTESTS_OPEN_OWN = 2,            /* of an organiser, */
    CONTESTS_MADE_OWN = 4             /* and those that he made */
};
/* Within this time; and one that nobody touched for so long is not counted as open. */
#define CONTESTS_WITHIN_MS (30ll * 86400 * 1000)

#define CONTEST_BOT "bot"

struct contest_person {
    int64_t name;
    char who[TABLE_WHO_MAX]; /* "": gave the name up */
    bool bot;                /* a program; the line's `secret` says so */
};

/* Where the game stands that a match plays next. */
enum contest_game {
    CONTEST_UNKNOWN, /* the store is to be asked */
    CONTEST_ASKED,
    CONTEST_MISSING, /* there is no table yet */
    CONTEST_MADE,
    CONTEST_CLOSED /* nobody plays there any more */
};

struct contest {
    struct contest *next;
    char id[TABLE_ID_MAX];
    struct club_tournament *t;
    struct club_tournament *
        shown; /* the same tiles: without the results of a round that is played; or NULL */
    struct contest_person *person; /* by entrant, and of teams by board */
    int persons_max;
    int64_t name; /* of the organiser */
    char organiser[AUDE_NAME_MAX], organiser_who[TABLE_WHO_MAX];
    char secret[SECRET_TEXT_MAX];
    enum table_pool pool;
    enum table_pace pace;
    bool rated, same;
    int64_t seq;     /* lines that are stored */
    int64_t created; /* ms */
    int64_t due;     /* when it is looked after; 0: not by itself */
    int64_t used, ran,
        looked; /* by somebody; when it was looked after; at all its games */
    bool busy;  /* read or written: nobody sees or changes it */
    bool stale; /* what is in memory never happened: to be read again */
    int asking; /* questions to the store under way */
    /* enum contest_game: of each board of each match of the last round ("slots"), the boards of a match together */
    uint8_t game[CLUB_ENTRANTS_MAX * CLUB_BOARDS_MAX];
    int game_round, games;   /* which round that is; how many */
    struct contest_out *out; /* lines to be written, */
    int n_out, out_max;
    struct contest_wait *waits; /* and who waits for that */
    char *json;                 /* what is shown, of `json_seq` */
    int64_t json_seq;
};

/* -- hub_contest.c ------------------------------------------------------------------------ */

/* In memory and free to be changed; NULL: `hub->waits` is set (it is read), or `why` says why not. */
struct contest *hub__contest(struct hub *hub, const char *id, enum message_error *why);
struct contest *hub__contest_find(const struct hub *hub, const char *id);
/* An empty one, busy until it is written. NULL: no memory. */
struct contest *hub__contest_new(struct hub *hub, const char *id);
/* A line for the log: the fold takes it, or `refusal` says why not. The time is put before it;
 * `label` is the name at its end, or NULL. */
bool hub__contest_line(struct hub *hub, struct contest *contest, const char *line,
                       const struct contest_person *person, const char *label,
                       struct club_refusal *refusal);
/* What was put down is stored, and `request` (or NULL) then answered with `answer`, which is taken over. */
void hub__contest_write(struct hub *hub, struct contest *contest, struct conn *conn,
                        json_t *request, json_t *answer);
void hub__contest_free(struct hub *hub, struct contest *contest);
/* What was put down is not to be stored: it is forgotten, and the log is read anew when somebody wants it. */
void hub__contest_undo(struct hub *hub, struct contest *contest);
int64_t hub__contest_seconds(const struct hub *hub);
/* Who plays at a board of an entrant; both from 0. */
struct contest_person *hub__contest_person(const struct contest *contest, int entrant,
                                           int board);

/* -- hub_contest_do.c ------------------------------------------------------------------------ */

/* With which others join a team (from 1). */
void hub__contest_do_team_code(const struct contest *contest, int entrant,
                               char out[TABLE_ID_MAX]);

/* -- hub_contest_run.c ---------------------------------------------------------------------- */

void hub__contest_run(struct hub *hub, struct contest *contest);
/* When it has to be looked after next, in ms; 0: not by itself. */
int64_t hub__contest_run_due(const struct hub *hub, const struct contest *contest);
/* The game that a board (from 1) of a match plays next, or played last when it is over. */
int hub__contest_run_game(const struct contest *contest, const struct club_table *table,
                          int board);
/* Did the second of the match begin it? In every second game, and at every second board. */
bool hub__contest_run_is_turned(int board, int game);
/* The name of its table. */
void hub__contest_run_table(const struct contest *contest, int round, int number,
                            int board, int game, char out[TABLE_ID_MAX]);

#endif
