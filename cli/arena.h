/* arena.h -- what the files of `aude arena` share: seats, games, results. */
#ifndef ARENA_H
#define ARENA_H

#include "ai/ai.h"
#include "arena_bot.h"
#include "cli.h"

enum { ARENA_PLAYERS_MAX = 16 };

/* Who plays: a player of ours, or an outside program. */
struct arena_player {
    char name[ARENA_NAME_MAX];
    const struct ai_player *ai; /* NULL: a program */
    const char *command;
    long ms;           /* a turn; 0: no clock */
    uint64_t playouts; /* a decision; 0: the level's own */
};

struct arena {
    struct cli_setup setup;
    struct arena_player player[ARENA_PLAYERS_MAX];
    int n_players, n_seats;
    long games, jobs, threads, ms, playouts, bot_ms;
    bool json, times;
    bool each; /* every pair plays, whatever their number */
    bool sprt;
    double elo0, elo1;
    const char *records; /* a folder, or NULL */
};

/* Who sits where in game `number`, and which draw it is. */
struct arena_table {
    long draw;
    int player[AUDE_SEATS_MAX];
};

/* How long decisions took, in ms of the clock on the wall. */
struct arena_time {
    int64_t decisions;
    uint64_t looked; /* positions valued */
    double sum, most;
    double late; /* the most by which the time that was given was overrun */
};

struct arena_result {
    long game;
    struct arena_table table;
    int32_t points[AUDE_SEATS_MAX]; /* by seat */
    int32_t forfeit;                /* seat that forfeited, or -1 */
    int32_t broken;                 /* the arena itself failed; `why` says how */
    int64_t turns;
    struct arena_time time[AUDE_SEATS_MAX];
    char why[ARENA_WHY_MAX];
};

/* The games of a match. */
struct arena_played {
    long done, total;
    struct arena_result *list; /* by number; game < 0 where it has not been played */
};

struct arena_table arena_table(const struct arena *arena, long game);
long arena_games(const struct arena *arena);
/* Play one game. */
void arena_play(const struct arena *arena, long game, struct arena_result *out);
/* Play them all. The caller frees out->list. */
int arena_match(const struct arena *arena, struct arena_played *out);

/* -- Figures ---------------------------------------------------------------------------- */

/* How one player did against another, over all games in which both sat. */
struct arena_pair {
    int a, b;
    long games, wins, draws, losses;
    double difference, difference_error; /* points of a less those of b, 95 % */
    double rate, rate_error;             /* a draw counts half */
    double elo, elo_error;
    double llr; /* of the SPRT */
};

struct arena_score {
    long games, wins, draws, losses;
    double points, points_error;
    double elo, elo_error;
    struct arena_time time;
};

void arena_pair_of(const struct arena *arena, const struct arena_result *list, long n,
                   int a, int b, struct arena_pair *out);
void arena_scores(const struct arena *arena, const struct arena_result *list, long n,
                  struct arena_score out[ARENA_PLAYERS_MAX]);
/* 1 accepted, -1 rejected, 0 undecided. */
int arena_sprt(const struct arena *arena, const struct arena_pair *pair);

/* -- The report ------------------------------------------------------------------------- */

void arena_report_json(const struct arena *arena, const struct arena_played *played,
                       struct cli_text *out);
void arena_report(const struct arena *arena, const struct arena_played *played,
                  struct cli_text *out);

#endif
