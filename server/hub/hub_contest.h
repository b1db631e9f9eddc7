/* hub_contest.h -- tournaments on a server: what the hub_contest*.c share.
 *
 * A contest is a tournament of club/ (the fold of its log) with what a server has to know besides: who the entrants are,
 * which tables their games are played at. The log in the store is the truth; everything here can be lost at any
 * moment and is made again from it. Names of tables and seeds of deals are drawn from the contest's secret, so that a
 * table that was begun is found again, and none is begun twice.
 *
 * hub_contest.c: in memory, read and written. hub_contest_do.c: what people ask for. hub_contest_rule.c: what the
 * organiser may. hub_contest_run.c: what happens
 * by itself (rounds, tables, results, absences). hub_contest_ask.c: what is told over HTTP. */
#ifndef HUB_CONTEST_H
#define HUB_CONTEST_H

#include "hub_internal.h"

#include "secret.h"
#include "store/store_tournament.h"
#include "tournament.h"

enum {
    CONTESTS_MAX = 16,            /* in memory */
    CONTEST_LINE_MAX = 16 * 1024, /* a round with all entrants */
    CONTEST_RUN_MS = 200,         /* how often each is looked after */
    CONTEST_LOOK_MS = 60 * 1000,  /* how often the games of a round are looked at anew; */
    CONTEST_SLOW_MS = 10 * 60 * 1000, /* the same in tournaments whose turns take days */
    CONTEST_SOON_MS =
        5 * 1000,           /* after so long it is tried again, if it could not be done */
    CONTEST_HEAR_MS = 1000, /* how often lines that other servers added are read */
    CONTEST_GRACE_MS =
        10 * 1000,         /* a match without a table is looked at again after so long */
    CONTESTS_OPEN = 200,   /* not over, of all organisers */
    CONTESTS_OPEN_OWN = 2, /* not over, of one organiser */
    CONTESTS_MADE_OWN = 4  /* begun by one organiser within the time below */
};
/* A tournament without a new line for so long does not count as open. */
#define CONTESTS_WITHIN_MS (30ll * 86400 * 1000)

#define CONTEST_BOT "bot"

struct contest_person {
    int64_t name;
    char who[TABLE_WHO_MAX]; /* "": has given up the name */
    bool bot;                /* a program; the line's `secret` says so */
};

/* What is known of the table at which a match plays its next game. */
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
        shown; /* where all play the same tiles: the state without results of the round that is played; else NULL */
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
    int64_t told;    /* when its last line was added that everybody may see, ms */
    int64_t due;     /* when it is looked after; 0: not by itself */
    int64_t used, ran,
        looked; /* times: of the last request, of the last hub__contest_run(), of the last look at all games */
    int64_t heard; /* when its log was last read or written */
    bool busy;     /* it is being read or written: requests wait */
    bool stale;    /* what is in memory was not stored: it has to be read again */
    bool lacked;   /* there was no memory for a line: its log is not broken */
    bool woken;    /* the store said that it is due: it is told when it is due next */
    int asking;    /* questions to the store that are not answered yet */
    /* enum contest_game, of each board of each match of the last round (a "slot"); those of one match stand together */
    uint8_t game[CLUB_ENTRANTS_MAX * CLUB_BOARDS_MAX];
    int game_round, games;   /* which round that is; how many */
    struct contest_out *out; /* lines to be written, */
    int n_out, out_max;
    struct contest_wait *waits; /* and who waits for that */
    char *json;                 /* the state as it is told, after line `json_seq` */
    int64_t json_seq;
};

/* -- hub_contest.c ------------------------------------------------------------------------ */

/* The tournament, if it is in memory and not busy. NULL: `hub->waits` is set (the request is tried again when it has been
 * read), or `why` says why not. */
struct contest *hub__contest(struct hub *hub, const char *id, enum message_error *why);
struct contest *hub__contest_find(const struct hub *hub, const char *id);
/* An empty one, busy until it is written. NULL: no memory. */
struct contest *hub__contest_new(struct hub *hub, const char *id);
/* Adds a line to the tournament in memory; hub__contest_write() stores it. The time is put before it; `label` is the name
 * at its end, or NULL. False: `refusal` says why not. */
bool hub__contest_line(struct hub *hub, struct contest *contest, const char *line,
                       const struct contest_person *person, const char *label,
                       struct club_refusal *refusal);
/* Stores the lines that were added. Then `request` (NULL: nobody asked) is answered with `answer`, which is freed here. */
void hub__contest_write(struct hub *hub, struct contest *contest, struct conn *conn,
                        json_t *request, json_t *answer);
void hub__contest_free(struct hub *hub, struct contest *contest);
/* Nothing of it is under way: it can be freed, and is read again. */
bool hub__contest_is_idle(const struct contest *contest);
/* What was put down is not to be stored: it is forgotten, and the log is read anew when somebody wants it. */
void hub__contest_undo(struct hub *hub, struct contest *contest);
int64_t hub__contest_seconds(const struct hub *hub);
/* All tables have the same tiles, and somebody may still have to play them: nothing of this round is told, not even how many
 * games it took or when they ended. */
bool hub__contest_is_sealed(const struct contest *contest);
/* Who plays at a board of an entrant; both from 0. */
struct contest_person *hub__contest_person(const struct contest *contest, int entrant,
                                           int board);

/* Does this entrant (from 0) count as entered? Who left before the first round he would have played may enter again; so may
 * who left a team, with another. */
bool hub__contest_is_entrant(const struct contest *contest, int entrant);

/* -- hub_contest_do.c ------------------------------------------------------------------------ */

/* The tournament of the request; NULL: it was refused, or waits until the tournament has been read. */
struct contest *hub__contest_do_of(struct conn *conn, const struct fields *request);
bool hub__contest_do_is_organiser(const struct conn *conn, const struct contest *contest,
                                  struct table_reply *reply);
bool hub__contest_do_refuse(struct table_reply *reply,
                            const struct club_refusal *refusal);
bool hub__contest_do_refuse_for(struct table_reply *reply, enum club_why why,
                                const char *text);
/* The line is written, and then the request is answered. */
bool hub__contest_do_line(struct conn *conn, const struct fields *request, json_t *id,
                          struct contest *contest, const char *line);

/* Somebody who waits for the store: it counts tournaments for a new one, takes one out that never began, or reads whether
 * somebody has made a move. */
struct contest_hold {
    struct hub_op op;
    struct conn *conn;        /* NULL: gone */
    const struct message *of; /* what such a request has */
    json_t *request, *id;     /* `id` is a part of the request */
    char tournament[TABLE_ID_MAX];
    struct store_tournament_counts counts;
    char line[80];                             /* to be written, if */
    char table[CLUB_BOARDS_MAX][TABLE_ID_MAX]; /* at these tables */
    unsigned seat[CLUB_BOARDS_MAX];            /* these seats */
    bool moved;                                /* have not */
    int n;
    struct contest_hold *next;
};
/* Nobody waits but the hub. NULL: no memory. */
struct contest_hold *hub__contest_do_wait_alone(struct hub *hub);
/* NULL: no memory, and it is refused. */
struct contest_hold *hub__contest_do_wait(struct conn *conn, const struct fields *request,
                                          json_t *id);
/* The store has answered: `conn` is who is still there to hear it, or NULL. The hub; NULL: it is gone. */
struct hub *hub__contest_do_waited(struct contest_hold *hold);
void hub__contest_do_wait_free(struct contest_hold *hold);

/* With which others join a team (from 1). */
void hub__contest_do_team_code(const struct contest *contest, int entrant,
                               char out[TABLE_ID_MAX]);

/* Has that entrant (from 1) played a round? */
bool hub__contest_do_has_played(const struct contest *contest, int entrant);
/* May somebody who has not entered do so now? */
bool hub__contest_do_is_open(const struct contest *contest);
/* The next round, if that entrant (from 1) may sit it out; else 0. */
int hub__contest_do_next_rest(const struct contest *contest, int entrant);

/* -- hub_contest_rule.c --------------------------------------------------------------------- */

/* The organiser takes an entrant (from 1) out. */
bool hub__contest_rule_out(struct conn *conn, const struct fields *request, json_t *id,
                           struct contest *contest, int entrant);

/* Nobody can begin it any more: it never was. */
void hub__contest_rule_call_off(struct hub *hub, struct contest *contest);

/* -- hub_contest_run.c ---------------------------------------------------------------------- */

void hub__contest_run(struct hub *hub, struct contest *contest);
/* When it has to be looked after next, in ms; 0: not by itself. */
int64_t hub__contest_run_due(const struct hub *hub, const struct contest *contest);
/* Nothing more is played at this board (from 1). A knock-out match that is level goes on at board 1. */
bool hub__contest_run_board_over(const struct contest *contest,
                                 const struct club_table *table, int board);
/* The game that a board (from 1) of a match plays next, or played last when it is over. */
int hub__contest_run_game(const struct contest *contest, const struct club_table *table,
                          int board);
/* Did the second of the match begin it? In every second game, and at every second board. */
bool hub__contest_run_is_turned(int board, int game);
/* How many games of this match a board has played. */
int hub__contest_run_games(const struct contest *contest, const struct club_table *table,
                           int board);
/* The name of its table. */
void hub__contest_run_table(const struct contest *contest, int round, int number,
                            int board, int game, char out[TABLE_ID_MAX]);

#endif
