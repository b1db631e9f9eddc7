/* tournament.c -- what a tournament's state says: tables, rounds, scores. The reader is tournament_read.c. */
#include "tournament.h"

#include <string.h>

const char *club_tournament_kind_name(enum club_kind kind)
{
    static const char *const name[] = {"swiss", "robin", "knockout"};

    return name[kind];
}

void club_tournament_begin(struct club_tournament *t)
{
    memset(t, 0, sizeof *t);
}

bool club_tournament_here_or_open(const struct club_tournament *t, int entrant)
{
    return t->entrant[entrant].gone > CLUB_ROUNDS_MAX;
}

bool club_tournament_here(const struct club_tournament *t, int entrant)
{
    return club_tournament_here_or_open(t, entrant) && !t->entrant[entrant].open;
}

bool club_tournament_left_early(const struct club_tournament *t, int entrant)
{
    return t->entrant[entrant].gone < t->entrant[entrant].since;
}

/* -- A table ------------------------------------------------------------------------------------ */

struct board {
    int games, halves; /* games that were played; half points of the first in them */
};

static struct board club_tournament_table_board(const struct club_tournament *t,
                                                const struct club_table *table, int board)
{
    struct board sum = {0, 0};

    for (int g = table->game; g >= 0; g = t->game[g].next) {
        if (t->game[g].board != board) continue;
        sum.games++;
        sum.halves += t->game[g].winner == CLUB_FIRST    ? 2
                      : t->game[g].winner == CLUB_SECOND ? 0
                                                         : 1;
    }
    return sum;
}

static bool club_tournament_board_is_over(const struct club_tournament *t,
                                          struct board board)
{
    int best = t->rules.best, other = 2 * board.games - board.halves;

    return board.games >= best || board.halves > best || other > best;
}

bool club_tournament_board_over(const struct club_tournament *t,
                                const struct club_table *table, int board)
{
    return club_tournament_board_is_over(t, club_tournament_table_board(t, table, board));
}

/* Points of the first minus those of the second, in all games of the table. */
static int club_tournament_table_difference(const struct club_tournament *t,
                                            const struct club_table *table)
{
    int sum = 0;

    for (int g = table->game; g >= 0; g = t->game[g].next)
        sum += t->game[g].points[0] - t->game[g].points[1];
    return sum;
}

static struct club_outcome club_tournament_table_unplayed(const struct club_table *table)
{
    struct club_outcome outcome = {.over = true};

    if (table->second == CLUB_NOBODY || table->absent == 2) outcome.halves[0] = 2;
    if (table->absent == 1) outcome.halves[1] = 2;
    return outcome;
}

/* Best of N is over when one has more than half of N, or when N are played. A knock-out match that is level
 * then goes to the one with more points; if these are level, too, one more game is played. */
struct club_outcome club_tournament_table_outcome(const struct club_tournament *t,
                                                  const struct club_table *table)
{
    struct club_outcome outcome = {.over = true, .played = true};
    int first = 0;

    if (table->second == CLUB_NOBODY || table->absent)
        return club_tournament_table_unplayed(table);
    for (int b = 1; b <= t->rules.boards; b++) {
        struct board board = club_tournament_table_board(t, table, b);
        int other = 2 * board.games - board.halves;
        outcome.games[0] += board.halves;
        outcome.games[1] += other;
        first += board.halves > other ? 1 : board.halves < other ? -1 : 0;
        if (!club_tournament_board_is_over(t, board)) outcome.over = false;
    }
    if (!outcome.over) return outcome;
    if (!first && t->rules.kind == CLUB_KNOCKOUT)
        first = club_tournament_table_difference(t, table);
    outcome.level = !first && t->rules.kind == CLUB_KNOCKOUT;
    outcome.over = !outcome.level;
    outcome.halves[0] = first > 0 ? 2 : first < 0 ? 0 : 1;
    outcome.halves[1] = 2 - outcome.halves[0];
    return outcome;
}

int club_tournament_table_winner(const struct club_tournament *t,
                                 const struct club_table *table)
{
    struct club_outcome outcome = club_tournament_table_outcome(t, table);

    if (outcome.halves[0] > outcome.halves[1]) return table->first;
    if (outcome.halves[1] > outcome.halves[0]) return table->second;
    return CLUB_NOBODY;
}

bool club_tournament_table_third(const struct club_tournament *t,
                                 const struct club_table *table)
{
    return t->rules.kind == CLUB_KNOCKOUT && t->rules.third &&
           table->round == club_tournament_rounds(t) && table->number == 2;
}

/* -- A round --------------------------------------------------------------------------------------- */

int club_tournament_rounds(const struct club_tournament *t)
{
    int n = 0;

    if (t->rules.kind == CLUB_SWISS) return t->rules.rounds;
    if (!t->round) return 0;
    for (int i = t->begin[1]; i < t->begin[2]; i++)
        n += 1 + (t->table[i].second != CLUB_NOBODY);
    return t->rules.kind == CLUB_ROBIN ? club_pair_robin_rounds(n)
                                       : club_pair_knockout_rounds(n);
}

bool club_tournament_round_over(const struct club_tournament *t)
{
    for (int i = t->begin[t->round]; i < t->n_tables; i++)
        if (!club_tournament_table_outcome(t, &t->table[i]).over) return false;
    return true;
}

/* A round in which somebody had no table: they entered later, asked for a bye, or had left. */
static struct club_round club_tournament_round_without(const struct club_tournament *t,
                                                       const struct club_entrant *entrant,
                                                       int round)
{
    struct club_round part = {.part = CLUB_UNPLAYED, .other = CLUB_NOBODY};

    if (round < entrant->since) part.halves = t->rules.missed;
    if (round == entrant->bye) part.halves = 1;
    return part;
}

struct club_round club_tournament_round_of(const struct club_tournament *t, int entrant,
                                           int round)
{
    int at = t->seat[entrant][round];

    if (round > t->round) return (struct club_round){.other = CLUB_NOBODY};
    if (!at) return club_tournament_round_without(t, &t->entrant[entrant], round);
    const struct club_table *table = &t->table[at - 1];
    struct club_outcome outcome = club_tournament_table_outcome(t, table);
    int side = table->second == entrant;
    struct club_round part = {.other = CLUB_NOBODY, .first = !side};
    if (!outcome.over) return part;
    part.part = outcome.played ? CLUB_PLAYED : CLUB_UNPLAYED;
    part.halves = outcome.halves[side];
    part.given = !outcome.played && part.halves == 2;
    if (outcome.played) part.other = side ? table->first : table->second;
    return part;
}

int club_tournament_score(const struct club_tournament *t, int entrant)
{
    int sum = 0;

    for (int r = 1; r <= t->round; r++) {
        int at = t->seat[entrant][r];
        if (at && club_tournament_table_third(t, &t->table[at - 1])) continue;
        sum += club_tournament_round_of(t, entrant, r).halves;
    }
    return sum;
}

/* -- What may be asked for ------------------------------------------------------------------------ */

enum club_why club_tournament_enter_why(const struct club_tournament *t)
{
    if (t->finished) return CLUB_WHY_FINISHED;
    if (t->round && t->rules.kind != CLUB_SWISS) return CLUB_WHY_BEGUN;
    if (t->round && t->round >= t->rules.late) return CLUB_WHY_LATE;
    return t->n_entrants < CLUB_ENTRANTS_MAX ? CLUB_WHY_NOT : CLUB_WHY_FULL;
}

enum club_why club_tournament_rest_why(const struct club_tournament *t, int entrant,
                                       int round)
{
    if (t->finished) return CLUB_WHY_FINISHED;
    if (t->rules.kind != CLUB_SWISS) return CLUB_WHY_KIND;
    if (!club_tournament_here(t, entrant)) return CLUB_WHY_WITHDRAWN;
    if (round <= t->round) return CLUB_WHY_REST_BEGUN;
    if (round >= t->rules.rounds) return CLUB_WHY_REST_LAST;
    return t->entrant[entrant].bye ? CLUB_WHY_REST_ONCE : CLUB_WHY_NOT;
}
