/* tournament_read_round.c -- the line `round`: everybody who plays has one table. */
#include "tournament_read_internal.h"

#include <string.h>

/* Knock-out: has this one lost? Who lost a half-final may play for the third place. */
static bool tournament_read_round_is_out(const struct club_tournament *t, int who,
                                         int round)
{
    if (t->rules.kind != CLUB_KNOCKOUT || round == 1) return false;
    int at = t->seat[who][round - 1];
    if (!at) return true;
    return club_tournament_table_winner(t, &t->table[at - 1]) != who;
}

static bool tournament_read_round_met(const struct club_tournament *t, int a, int b)
{
    for (int r = 1; r <= t->round; r++)
        if (club_tournament_round_of(t, a, r).other == b) return true;
    return false;
}

/* Does this one have to play the round? */
static bool tournament_read_round_expects(const struct club_tournament *t, int who,
                                          int round)
{
    if (!club_tournament_here(t, who) || t->entrant[who].bye == round) return false;
    if (t->rules.kind == CLUB_ROBIN && round > 1 && !t->seat[who][1]) return false;
    return !tournament_read_round_is_out(t, who, round);
}

/* "4:7" or "4:bye". */
static bool tournament_read_round_pair(const struct club_tournament *t,
                                       struct club_line *line, struct club_pair *pair)
{
    const char *colon = strchr(line->word, ':');
    int64_t a = colon ? tournament__read_line_number_of(line->word, colon) : -1;
    int64_t b = colon ? tournament__read_line_number_of(colon + 1,
                                                        line->word + strlen(line->word))
                      : -1;

    if (colon && !strcmp(colon, ":bye")) b = 0;
    if (a < 1 || a > t->n_entrants || b < 0 || b > t->n_entrants || a == b ||
        (colon && !strcmp(colon, ":0")))
        return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                            "\"%s\" is no pair of entrants", line->word);
    *pair = (struct club_pair){(int)a - 1, b ? (int)b - 1 : CLUB_NOBODY};
    return true;
}

/* One of a pair: may they play this round, and are they in no other pair of it? */
static bool tournament_read_round_seat(const struct club_tournament *t,
                                       struct club_line *line, int round, int who,
                                       bool third, bool *seen)
{
    const char *name = t->entrant[who].name;

    if (seen[who])
        return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                            "%s would sit at two tables", name);
    seen[who] = true;
    if (t->entrant[who].open)
        return tournament__read_line_refuse(line, CLUB_WHY_TEAM, "%s lacks somebody",
                                            name);
    if (!club_tournament_here(t, who))
        return tournament__read_line_refuse(line, CLUB_WHY_WITHDRAWN, "%s has withdrawn",
                                            name);
    if (t->entrant[who].bye == round)
        return tournament__read_line_refuse(line, CLUB_WHY_LINE, "%s sits out round %d",
                                            name, round);
    if (!(third && t->seat[who][round - 1]) &&
        !tournament_read_round_expects(t, who, round))
        return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                            "%s does not play in round %d", name, round);
    return true;
}

static bool tournament_read_round_pairs(const struct club_tournament *t,
                                        struct club_line *line, int round,
                                        struct club_pair *pair, int *n)
{
    bool seen[CLUB_ENTRANTS_MAX] = {0};

    for (*n = 0; *line->at; (*n)++) {
        if (*n > CLUB_ENTRANTS_MAX / 2 && t->rules.kind == CLUB_SWISS)
            return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                                "that is more than everybody");
        if (*n >= CLUB_ENTRANTS_MAX)
            return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                                "that is more than everybody");
        tournament__read_line_word(line);
        if (!tournament_read_round_pair(t, line, &pair[*n])) return false;
        int a = pair[*n].first, b = pair[*n].second;
        bool third =
            t->rules.third && round > 1 && round == club_tournament_rounds(t) && *n == 1;
        if (!tournament_read_round_seat(t, line, round, a, third, seen)) return false;
        if (b != CLUB_NOBODY &&
            !tournament_read_round_seat(t, line, round, b, third, seen))
            return false;
        if (t->rules.kind == CLUB_ROBIN && b != CLUB_NOBODY &&
            tournament_read_round_met(t, a, b))
            return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                                "%s and %s have met already",
                                                t->entrant[a].name, t->entrant[b].name);
    }
    for (int i = 0; i < t->n_entrants; i++)
        if (!seen[i] && tournament_read_round_expects(t, i, round))
            return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                                "%s has no table in round %d",
                                                t->entrant[i].name, round);
    return true;
}

/* May a further round begin at all? */
static bool tournament_read_round_may_begin(const struct club_tournament *t,
                                            struct club_line *line, int round)
{
    if (round != t->round + 1)
        return tournament__read_line_refuse(
            line, CLUB_WHY_LINE, "the next round is %d, not %d", t->round + 1, round);
    if (t->round && round > club_tournament_rounds(t))
        return tournament__read_line_refuse(line, CLUB_WHY_LAST,
                                            "the tournament has %d rounds",
                                            club_tournament_rounds(t));
    for (int i = t->round ? t->begin[t->round] : 0; i < t->n_tables; i++)
        if (!club_tournament_table_outcome(t, &t->table[i]).over)
            return tournament__read_line_refuse(line, CLUB_WHY_ROUND_OPEN,
                                                "table %d of round %d is not over yet",
                                                t->table[i].number, t->round);
    return true;
}

static void tournament_read_round_begin(struct club_tournament *t, int64_t time,
                                        int round, const struct club_pair *pair, int n)
{
    t->round = round;
    t->began = time;
    t->begin[round] = t->n_tables;
    for (int i = 0; i < n; i++) {
        t->table[t->n_tables++] = (struct club_table){.round = round,
                                                      .number = i + 1,
                                                      .first = pair[i].first,
                                                      .second = pair[i].second,
                                                      .game = -1};
        t->seat[pair[i].first][round] = (int16_t)t->n_tables;
        if (pair[i].second != CLUB_NOBODY)
            t->seat[pair[i].second][round] = (int16_t)t->n_tables;
    }
    t->begin[round + 1] = t->n_tables;
}

bool tournament__read_round(struct club_tournament *t, struct club_line *line)
{
    struct club_pair pair[CLUB_ENTRANTS_MAX];
    int round = 0, n = 0, byes = 0;

    if (!tournament__read_line_int(line, "round", 1, CLUB_ROUNDS_MAX, &round))
        return false;
    if (!tournament_read_round_may_begin(t, line, round)) return false;
    if (!tournament_read_round_pairs(t, line, round, pair, &n)) return false;
    for (int i = 0; i < n; i++) byes += pair[i].second == CLUB_NOBODY;
    /* In a round robin whoever meets somebody who has left has a bye: that may be all, and the next round has a table. */
    if (byes == n && (t->rules.kind != CLUB_ROBIN || round == 1))
        return tournament__read_line_refuse(line, CLUB_WHY_TWO,
                                            "a round needs two who play");
    if (t->rules.kind == CLUB_SWISS && byes > 1)
        return tournament__read_line_refuse(
            line, CLUB_WHY_LINE, "only one can have the bye of a round, not %d", byes);
    if (t->rules.kind == CLUB_ROBIN && 2 * n - byes > CLUB_ROUNDS_MAX)
        return tournament__read_line_refuse(
            line, CLUB_WHY_FULL, "a round robin is for %d at most", CLUB_ROUNDS_MAX);
    if (t->n_tables + n > CLUB_TABLES_MAX)
        return tournament__read_line_refuse(
            line, CLUB_WHY_MANY, "a tournament has %d matches at most", CLUB_TABLES_MAX);
    tournament_read_round_begin(t, line->time, round, pair, n);
    return true;
}
