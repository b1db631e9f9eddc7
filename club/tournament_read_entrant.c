/* tournament_read_entrant.c -- who enters, joins a team, leaves, or sits out a round. */
#include "tournament_read_internal.h"

#include <string.h>

#include "team.h"

/* A team's name is followed by as many members as there are boards: "Blue / Ana / Bruno". */
static bool tournament_read_entrant_members(struct club_line *line, const char *name,
                                            int boards)
{
    int members = club_team_members(name);

    if (boards == 1 && members)
        return tournament__read_line_refuse(
            line, CLUB_WHY_TEAMS,
            "only a team has members, and this tournament has no teams");
    if (boards > 1 && members != boards)
        return tournament__read_line_refuse(
            line, CLUB_WHY_TEAM, "a team here has %d members: name / one / two ...",
            boards);
    return true;
}

static bool tournament_read_entrant_in_time(const struct club_tournament *t,
                                            struct club_line *line)
{
    enum club_why why = club_tournament_enter_why(t);

    if (why == CLUB_WHY_BEGUN)
        return tournament__read_line_refuse(
            line, why, "nobody can enter a %s tournament that has begun",
            club_tournament_kind_name(t->rules.kind));
    if (why == CLUB_WHY_LATE)
        return tournament__read_line_refuse(
            line, why, "nobody can enter after round %d has begun", t->round);
    return true;
}

bool tournament__read_entrant_entered(struct club_tournament *t, struct club_line *line)
{
    struct club_entrant entrant = {.since = t->round + 1, .gone = CLUB_ROUNDS_MAX + 1};
    int number = 0;

    if (!tournament__read_line_int(line, "entrant's number", 1, CLUB_ENTRANTS_MAX,
                                   &number))
        return false;
    if (number != t->n_entrants + 1)
        return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                            "the next entrant has the number %d, not %d",
                                            t->n_entrants + 1, number);
    if (!tournament_read_entrant_in_time(t, line)) return false;
    if (tournament__read_line_is(line, "rating") &&
        !tournament__read_line_int(line, "rating", 0, 9999, &entrant.rating))
        return false;
    if (!tournament__read_line_text(line, "name", CLUB_TITLE_MAX, entrant.name))
        return false;
    if (!tournament_read_entrant_members(line, entrant.name, t->rules.boards))
        return false;
    entrant.open = club_team_open(entrant.name);
    for (int i = 0; i < t->n_entrants; i++)
        if (!club_tournament_left_early(t, i) &&
            (!strcmp(t->entrant[i].name, entrant.name) ||
             (entrant.open && club_team_same(t->entrant[i].name, entrant.name))))
            return tournament__read_line_refuse(line, CLUB_WHY_ENTERED,
                                                "%s has entered already", entrant.name);
    t->entrant[t->n_entrants++] = entrant;
    return true;
}

/* A team that may still change: it has not left, and has not played. */
static bool tournament_read_entrant_team(const struct club_tournament *t,
                                         struct club_line *line, int *who, int *board)
{
    if (t->rules.boards == 1)
        return tournament__read_line_refuse(line, CLUB_WHY_TEAMS,
                                            "this tournament has no teams");
    if (!tournament__read_line_entrant(t, line, who) ||
        !tournament__read_line_int(line, "board", 1, t->rules.boards, board))
        return false;
    for (int r = 1; r <= t->round; r++)
        if (t->seat[*who][r])
            return tournament__read_line_refuse(
                line, CLUB_WHY_BEGUN, "%s has played already", t->entrant[*who].name);
    return true;
}

/* Nobody plays in two teams, or twice in one. */
static bool tournament_read_entrant_is_new(const struct club_tournament *t,
                                           struct club_line *line, const char *member)
{
    char other[CLUB_TITLE_MAX + 1];

    for (int i = 0; i < t->n_entrants; i++)
        for (int b = 1; b <= t->rules.boards; b++) {
            club_team_part(t->entrant[i].name, b, other);
            if (club_tournament_here_or_open(t, i) && !strcmp(other, member))
                return tournament__read_line_refuse(line, CLUB_WHY_ENTERED,
                                                    "%s has entered already", member);
        }
    return true;
}

/* The mean of those who have a rating. */
static int tournament_read_entrant_mean(const struct club_entrant *entrant)
{
    int sum = 0, n = 0;

    for (int b = 0; b < CLUB_BOARDS_MAX; b++) {
        sum += entrant->of_board[b];
        n += entrant->of_board[b] > 0;
    }
    return n ? (sum + n / 2) / n : 0;
}

/* Somebody takes a free board. With the last one the team can play, from the next round on. */
bool tournament__read_entrant_member(struct club_tournament *t, struct club_line *line)
{
    char member[CLUB_TITLE_MAX + 1], was[CLUB_TITLE_MAX + 1];
    int who = 0, board = 0, rating = 0;

    if (!tournament_read_entrant_team(t, line, &who, &board) ||
        !tournament_read_entrant_in_time(t, line))
        return false;
    if (tournament__read_line_is(line, "rating") &&
        !tournament__read_line_int(line, "rating", 0, 9999, &rating))
        return false;
    if (!tournament__read_line_text(line, "name", CLUB_NAME_MAX, member)) return false;
    if (club_team_members(member) || club_team_is_nobody(member))
        return tournament__read_line_refuse(line, CLUB_WHY_NAME,
                                            "\"%s\" is not the name of one", member);
    struct club_entrant *entrant = &t->entrant[who];
    club_team_part(entrant->name, board, was);
    if (!club_team_is_nobody(was))
        return tournament__read_line_refuse(line, CLUB_WHY_BOARD, "%s plays at board %d",
                                            was, board);
    if (!tournament_read_entrant_is_new(t, line, member)) return false;
    if (!club_team_put(entrant->name, board, member))
        return tournament__read_line_refuse(line, CLUB_WHY_NAME,
                                            "the names of a team are too long together");
    entrant->open--;
    entrant->since = t->round + 1;
    entrant->of_board[board - 1] = rating;
    entrant->rating = tournament_read_entrant_mean(entrant);
    return true;
}

/* Before the team has played somebody may leave it: the board is free again. */
bool tournament__read_entrant_left(struct club_tournament *t, struct club_line *line)
{
    char was[CLUB_TITLE_MAX + 1];
    int who = 0, board = 0;

    if (!tournament_read_entrant_team(t, line, &who, &board) ||
        !tournament__read_line_ends(line))
        return false;
    struct club_entrant *entrant = &t->entrant[who];
    club_team_part(entrant->name, board, was);
    if (club_team_is_nobody(was))
        return tournament__read_line_refuse(line, CLUB_WHY_BOARD,
                                            "nobody plays at board %d", board);
    club_team_put(entrant->name, board, CLUB_TEAM_NOBODY);
    entrant->open++;
    entrant->of_board[board - 1] = 0;
    entrant->rating = tournament_read_entrant_mean(entrant);
    return true;
}

/* Who leaves in the middle of a match loses it. */
bool tournament__read_entrant_withdrawn(struct club_tournament *t, struct club_line *line)
{
    int who = 0;

    if (!tournament__read_line_entrant(t, line, &who) ||
        !tournament__read_line_ends(line))
        return false;
    int at = t->seat[who][t->round];
    if (t->round && at && !club_tournament_table_outcome(t, &t->table[at - 1]).over)
        t->table[at - 1].absent |= t->table[at - 1].second == who ? 2 : 1;
    t->entrant[who].gone = t->round;
    return true;
}

bool tournament__read_entrant_bye(struct club_tournament *t, struct club_line *line)
{
    int round = 0, who = 0;

    if (t->rules.kind != CLUB_SWISS)
        return tournament__read_line_refuse(
            line, CLUB_WHY_KIND, "only a Swiss tournament has rounds to sit out");
    if (!tournament__read_line_int(line, "round", 1, t->rules.rounds, &round))
        return false;
    if (!tournament__read_line_entrant(t, line, &who) ||
        !tournament__read_line_ends(line))
        return false;
    enum club_why why = club_tournament_rest_why(t, who, round);
    if (why == CLUB_WHY_REST_BEGUN)
        return tournament__read_line_refuse(line, why, "round %d has begun already",
                                            round);
    if (why == CLUB_WHY_REST_LAST)
        return tournament__read_line_refuse(line, why, "nobody sits out the last round");
    if (why != CLUB_WHY_NOT)
        return tournament__read_line_refuse(
            line, why, "%s sits out round %d already, and once is all",
            t->entrant[who].name, t->entrant[who].bye);
    t->entrant[who].bye = round;
    return true;
}
