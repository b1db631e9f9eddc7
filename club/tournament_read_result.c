/* tournament_read_result.c -- what happened at a table: results, corrections, who came and who did not. */
#include "tournament_read_internal.h"

#include <string.h>

static bool tournament_read_result_table(const struct club_tournament *t,
                                         struct club_line *line, int first_round, int *at)
{
    int round = 0, number = 0;

    if (!t->round)
        return tournament__read_line_refuse(line, CLUB_WHY_NO_ROUND,
                                            "no round has begun yet");
    if (!tournament__read_line_int(line, "round", first_round, t->round, &round))
        return false;
    int n = t->begin[round + 1] - t->begin[round];
    if (!tournament__read_line_int(line, "table", 1, n, &number)) return false;
    *at = t->begin[round] + number - 1;
    if (t->table[*at].second == CLUB_NOBODY)
        return tournament__read_line_refuse(
            line, CLUB_WHY_BYE, "table %d of round %d is a bye for %s", number, round,
            t->entrant[t->table[*at].first].name);
    return true;
}

/* "1 1 93:91", and "won first" if the points do not decide. */
static bool tournament_read_result_game(const struct club_tournament *t,
                                        struct club_line *line, struct club_game *game)
{
    if (!tournament__read_line_int(line, "board", 1, t->rules.boards, &game->board))
        return false;
    if (!tournament__read_line_int(line, "game", 1, 99, &game->number)) return false;
    tournament__read_line_word(line);
    const char *colon = strchr(line->word, ':');
    int64_t a = colon ? tournament__read_line_number_of(line->word, colon) : -1;
    int64_t b = colon ? tournament__read_line_number_of(colon + 1,
                                                        line->word + strlen(line->word))
                      : -1;
    if (a < 0 || b < 0 || a > CLUB_POINTS_MAX || b > CLUB_POINTS_MAX)
        return tournament__read_line_refuse(
            line, CLUB_WHY_LINE, "points are written as 93:91, not \"%s\"", line->word);
    game->points[0] = (int)a;
    game->points[1] = (int)b;
    game->winner = a > b ? CLUB_FIRST : a < b ? CLUB_SECOND : CLUB_DRAWN;
    if (!tournament__read_line_is(line, "won")) return true;
    if (tournament__read_line_is(line, "first"))
        game->winner = CLUB_FIRST;
    else if (tournament__read_line_is(line, "second"))
        game->winner = CLUB_SECOND;
    else
        return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                            "won first, or won second");
    return true;
}

static int tournament_read_result_find_game(const struct club_tournament *t,
                                            const struct club_table *table, int board,
                                            int number)
{
    for (int g = table->game; g >= 0; g = t->game[g].next)
        if (t->game[g].board == board && t->game[g].number == number) return g;
    return -1;
}

static int tournament_read_result_games(const struct club_tournament *t,
                                        const struct club_table *table, int board)
{
    int n = 0;

    for (int g = table->game; g >= 0; g = t->game[g].next) n += t->game[g].board == board;
    return n;
}

static void tournament_read_result_add_game(struct club_tournament *t,
                                            struct club_table *table,
                                            struct club_game game)
{
    int *end = &table->game;

    while (*end >= 0) end = &t->game[*end].next;
    *end = t->n_games;
    game.next = -1;
    t->game[t->n_games++] = game;
}

/* A board whose best of N is decided plays no more; the extra games of a level knock-out are on board 1. */
static bool tournament_read_result_wanted(const struct club_tournament *t,
                                          struct club_line *line,
                                          const struct club_table *table,
                                          const struct club_game *game)
{
    int played = tournament_read_result_games(t, table, game->board);

    if (game->number <= played)
        return tournament__read_line_refuse(
            line, CLUB_WHY_SETTLED,
            "game %d of board %d at table %d has a result already: correct it "
            "with a reason",
            game->number, game->board, table->number);
    if (club_tournament_table_outcome(t, table).over)
        return tournament__read_line_refuse(
            line, CLUB_WHY_SETTLED, "the match at table %d is over", table->number);
    bool extra = game->board == 1 && club_tournament_table_outcome(t, table).level;
    if (club_tournament_board_over(t, table, game->board) && !extra)
        return tournament__read_line_refuse(line, CLUB_WHY_SETTLED,
                                            "board %d at table %d is decided",
                                            game->board, table->number);
    if (game->number > played + 1)
        return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                            "the next game of board %d at table %d is %d",
                                            game->board, table->number, played + 1);
    return true;
}

bool tournament__read_result(struct club_tournament *t, struct club_line *line)
{
    struct club_game game = {0};
    int at = 0;

    if (!tournament_read_result_table(t, line, t->round, &at)) return false;
    if (!tournament_read_result_game(t, line, &game) || !tournament__read_line_ends(line))
        return false;
    struct club_table *table = &t->table[at];
    if (table->absent)
        return tournament__read_line_refuse(
            line, CLUB_WHY_SETTLED,
            "table %d of round %d was settled without a game: correct it with "
            "a reason",
            table->number, table->round);
    if (!tournament_read_result_wanted(t, line, table, &game)) return false;
    if (t->n_games == CLUB_GAMES_MAX)
        return tournament__read_line_refuse(
            line, CLUB_WHY_MANY, "a tournament has %d games at most", CLUB_GAMES_MAX);
    tournament_read_result_add_game(t, table, game);
    return true;
}

/* Do the later rounds still fit the corrected table? (In a knock-out another winner would have gone on.) The
 * correction is already made here; the caller takes it back if it does not fit. */
static bool tournament_read_result_corrected_fits(const struct club_tournament *t,
                                                  struct club_line *line,
                                                  const struct club_table *table,
                                                  int winner)
{
    if (table->round == t->round && !t->finished) return true;
    if (!club_tournament_table_outcome(t, table).over)
        return tournament__read_line_refuse(
            line, CLUB_WHY_REOPENS,
            "table %d of round %d would not be over, and what followed it is",
            table->number, table->round);
    if (t->rules.kind == CLUB_KNOCKOUT && table->round < t->round &&
        club_tournament_table_winner(t, table) != winner)
        return tournament__read_line_refuse(
            line, CLUB_WHY_WINNER,
            "another winner of table %d would have gone on, but round %d has "
            "begun",
            table->number, table->round + 1);
    return true;
}

static void tournament_read_result_corrected_note(struct club_tournament *t, int at,
                                                  const struct club_game *game,
                                                  const int *before, const char *reason)
{
    struct club_correction *c = &t->correction[t->n_corrections++];

    *c =
        (struct club_correction){.table = at, .board = game->board, .game = game->number};
    memcpy(c->before, before, sizeof c->before);
    memcpy(c->after, game->points, sizeof c->after);
    c->winner = game->winner;
    memcpy(c->reason, reason, strlen(reason) + 1);
}

/* A game that has a result gets another one; a match that was settled by an absence gets its first game. */
static bool tournament_read_result_corrected_apply(struct club_tournament *t,
                                                   struct club_line *line, int at,
                                                   struct club_game game,
                                                   const char *reason)
{
    struct club_table *table = &t->table[at], old_table = *table;
    int g = tournament_read_result_find_game(t, table, game.board, game.number),
        n = t->n_games;
    int winner = club_tournament_table_winner(t, table), before[2] = {-1, -1};
    struct club_game old = {0};

    if (g < 0 && !(table->absent && game.number == 1))
        return tournament__read_line_refuse(
            line, CLUB_WHY_NO_RESULT,
            "game %d of board %d at table %d has no result to correct", game.number,
            game.board, table->number);
    if (g < 0 && n == CLUB_GAMES_MAX)
        return tournament__read_line_refuse(
            line, CLUB_WHY_MANY, "a tournament has %d games at most", CLUB_GAMES_MAX);
    if (g >= 0) {
        old = t->game[g];
        memcpy(before, old.points, sizeof before);
        game.next = old.next;
        t->game[g] = game;
    } else {
        tournament_read_result_add_game(t, table, game);
    }
    table->absent = 0;
    if (tournament_read_result_corrected_fits(t, line, table, winner)) {
        tournament_read_result_corrected_note(t, at, &game, before, reason);
        return true;
    }
    if (g >= 0) t->game[g] = old;
    for (int i = 0; g < 0 && i < n; i++)
        if (t->game[i].next == n) t->game[i].next = -1;
    if (g < 0) t->game[n] = (struct club_game){0};
    t->n_games = n;
    *table = old_table;
    return false;
}

bool tournament__read_result_corrected(struct club_tournament *t, struct club_line *line)
{
    char reason[CLUB_REASON_MAX + 1];
    struct club_game game = {0};
    int at = 0;

    if (!tournament_read_result_table(t, line, 1, &at) ||
        !tournament_read_result_game(t, line, &game))
        return false;
    if (!tournament__read_line_text(line, "reason", CLUB_REASON_MAX, reason))
        return false;
    if (t->n_corrections == CLUB_CORRECTIONS_MAX)
        return tournament__read_line_refuse(line, CLUB_WHY_MANY,
                                            "a tournament has %d corrections at most",
                                            CLUB_CORRECTIONS_MAX);
    return tournament_read_result_corrected_apply(t, line, at, game, reason);
}

bool tournament__read_result_noshow(struct club_tournament *t, struct club_line *line)
{
    int at = 0, who = 0;

    if (!tournament_read_result_table(t, line, t->round, &at)) return false;
    struct club_table *table = &t->table[at];
    if (!tournament__read_line_int(line, "entrant's number", 1, t->n_entrants, &who) ||
        !tournament__read_line_ends(line))
        return false;
    who--;
    if (who != table->first && who != table->second)
        return tournament__read_line_refuse(line, CLUB_WHY_SEAT,
                                            "%s does not sit at table %d",
                                            t->entrant[who].name, table->number);
    if (table->game >= 0)
        return tournament__read_line_refuse(
            line, CLUB_WHY_PLAYED, "table %d has played: its result can be corrected",
            table->number);
    int bit = who == table->second ? 2 : 1;
    if (table->absent & bit)
        return tournament__read_line_refuse(
            line, CLUB_WHY_ABSENT, "%s is known to be absent", t->entrant[who].name);
    table->absent = (uint8_t)(table->absent | bit);
    return true;
}

bool tournament__read_result_came(struct club_tournament *t, struct club_line *line)
{
    int round = 0, who = 0;

    if (!t->round)
        return tournament__read_line_refuse(line, CLUB_WHY_NO_ROUND,
                                            "no round has begun yet");
    if (!tournament__read_line_int(line, "round", t->round, t->round, &round))
        return false;
    if (!tournament__read_line_entrant(t, line, &who) ||
        !tournament__read_line_ends(line))
        return false;
    if (!t->seat[who][round])
        return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                            "%s has no table in round %d",
                                            t->entrant[who].name, round);
    t->entrant[who].came = round;
    return true;
}
