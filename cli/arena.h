/* arena.h -- what the files of `aude arena` share: players, games, results. */
#ifndef ARENA_H
#define ARENA_H

#include "ai/ai.h"
#include "arena_bot.h"
#include "cli.h"

/* A delay up to ARENA_FREE_MS is blamed on the machine and costs no grace. */
enum { ARENA_PLAYERS_MAX = 16, ARENA_FREE_MS = 20 };

/* A player: one of ours, or an outside program. */
struct arena_player {
    char name[ARENA_NAME_MAX];
    const struct ai_player *ai; /* NULL: an outside program */
    const char *command;
    int version;       /* version of the protocol that the program speaks */
    bool keep;         /* one process plays many games */
    long ms;           /* time for a turn; 0: no clock */
    uint64_t playouts; /* budget for a decision; 0: the level's own */
};

struct arena {
    struct cli_setup setup;
    struct arena_player player[ARENA_PLAYERS_MAX];
    int n_players, n_seats;
    long games, jobs, threads, ms, playouts;
    long bot_ms; /* time for a program to start, and to decide where there is no clock */
    long grace;  /* ms by which a program may be late in one game, in total */
    bool json, times, progress, quiet;
    bool each; /* every pair plays, however many players there are */
    bool sprt;
    double elo0, elo1;
    const char *records; /* a folder, or NULL */
    const char *output;  /* where the report goes, or NULL */
};

/* Who sits where in a game, and which draw it uses. */
struct arena_game_table {
    long draw;
    int player[AUDE_SEATS_MAX];
};

/* How long decisions took, in ms of real time. */
struct arena_time {
    int64_t decisions;
    uint64_t looked; /* positions valued */
    double sum, most;
    double late; /* the most ms by which a decision was late */
};

struct arena_result {
    long game;
    struct arena_game_table table;
    int32_t points[AUDE_SEATS_MAX]; /* by seat */
    int32_t forfeit;                /* seat that forfeited, or -1 */
    int32_t broken;                 /* the arena itself failed; `why` says how */
    int32_t stopped;                /* by a signal; then there is no result */
    int64_t turns;
    struct arena_time time[AUDE_SEATS_MAX];
    char why[ARENA_WHY_MAX];
};

/* The programs that this process keeps running, by player. */
struct arena_bots {
    struct arena_bot bot[ARENA_PLAYERS_MAX];
};

/* All games of a match. */
struct arena_played {
    long done, total, forfeits;
    int signal;                /* the signal that ended the match early, or 0 */
    struct arena_result *list; /* by number; game < 0: not played */
};

struct arena_game_table arena_game_table(const struct arena *arena, long game);
long arena_game_count(const struct arena *arena);
/* Start every program once; learn its name and protocol version. Returns an exit
 * status. */
int arena_meet(struct arena *arena);
/* Play one game. Programs that play many games stay running in `bots`. */
void arena_game_play(const struct arena *arena, long game, struct arena_bots *bots,
                     struct arena_result *out);
void arena_game_end_bots(struct arena_bots *bots);
/* Play all games. The caller frees out->list. */
int arena_match(const struct arena *arena, struct arena_played *out);

/* -- Figures ---------------------------------------------------------------------------- */

/* A number that may be unknown: the error of a single draw, the mean of no game. */
struct arena_figure {
    bool known;
    double value;
};

/* How player a did against player b, over all games in which both sat. Wins, draws and
 * losses count games that were played to the end. A game that one of the two forfeited
 * counts as lost in the rate, and has no points; a game that a third player forfeited
 * does not count. */
struct arena_pair {
    int a, b;
    long games, wins, draws, losses, forfeit_wins, forfeit_losses;
    struct arena_figure difference,
        difference_error;             /* points of a minus points of b, 95 % */
    double rate, rate_low, rate_high; /* a draw counts half; 95 % (Wilson) */
    struct arena_figure elo, elo_low, elo_high;
    double llr; /* of the SPRT */
};

struct arena_score {
    long games, wins, draws, losses, forfeits;
    struct arena_figure points, points_error;
    double elo;
    struct arena_figure elo_error;
    struct arena_time time;
};

void arena_stats_pair_of(const struct arena *arena, const struct arena_result *list,
                         long n, int a, int b, struct arena_pair *out);
void arena_stats_scores(const struct arena *arena, const struct arena_result *list,
                        long n, struct arena_score out[ARENA_PLAYERS_MAX]);
/* 1 accepted, -1 rejected, 0 undecided. */
int arena_stats_sprt(const struct arena *arena, const struct arena_pair *pair);

/* -- The report ------------------------------------------------------------------------- */

void arena_report_json(const struct arena *arena, const struct arena_played *played,
                       struct cli_text *out);
/* "level-5 against koki: 37-0-3, 92.5 % (80.1 to 97.4), ...", without a line feed. */
void arena_report_pair(const struct arena *arena, const struct arena_pair *pair,
                       struct cli_text *out);
void arena_report(const struct arena *arena, const struct arena_played *played,
                  struct cli_text *out);

#endif
