/* tournament_read.c -- reading a tournament's log, a function for each kind of line. It checks everything before it
 * changes anything. */
#include "tournament.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "club_text.h"
#include "team.h"

/* A line under way: what is still to be read of it, and where a refusal goes. */
struct line {
    const char *at;
    int64_t time;
    char word[32];
    struct club_refusal *refusal;
};

__attribute__((format(printf, 3, 4))) static bool
refuse(struct line *line, enum club_why why, const char *format, ...)
{
    va_list list;

    line->refusal->why = why;
    va_start(list, format);
    vsnprintf(line->refusal->text, CLUB_REFUSAL_MAX, format, list);
    va_end(list);
    return false;
}

/* -- Words ---------------------------------------------------------------------------------------- */

/* The next word, up to a blank; false at the end of the line. Longer words are cut: no word of ours is long. */
static bool tournament_read_line_word(struct line *line)
{
    size_t n = strcspn(line->at, " ");
    size_t keep = n < sizeof line->word ? n : sizeof line->word - 1;

    memcpy(line->word, line->at, keep);
    line->word[keep] = 0;
    line->at += n;
    if (*line->at == ' ') line->at++;
    return n > 0;
}

static bool tournament_read_line_is(struct line *line, const char *word)
{
    size_t n = strlen(word);

    if (strncmp(line->at, word, n) != 0 || (line->at[n] && line->at[n] != ' '))
        return false;
    return tournament_read_line_word(line);
}

/* A number of few digits; -1 if it is not one. */
static int64_t tournament_read_number_of(const char *text, const char *end)
{
    int64_t sum = 0;

    if (text == end || end - text > 15) return -1;
    for (; text < end; text++) {
        if (*text < '0' || *text > '9') return -1;
        sum = 10 * sum + (*text - '0');
    }
    return sum;
}

static bool tournament_read_line_number(struct line *line, const char *what,
                                        int64_t least, int64_t most, int64_t *out)
{
    if (!tournament_read_line_word(line))
        return refuse(line, CLUB_WHY_LINE, "the %s is missing", what);
    *out = tournament_read_number_of(line->word, line->word + strlen(line->word));
    if (*out < least || *out > most)
        return refuse(line, CLUB_WHY_LINE,
                      "the %s is a number from %lld to %lld, not \"%s\"", what,
                      (long long)least, (long long)most, line->word);
    return true;
}

static bool tournament_read_line_int(struct line *line, const char *what, int least,
                                     int most, int *out)
{
    int64_t number;

    if (!tournament_read_line_number(line, what, least, most, &number)) return false;
    *out = (int)number;
    return true;
}

static bool tournament_read_line_ends(struct line *line)
{
    return !*line->at ||
           refuse(line, CLUB_WHY_LINE,
                  "nothing is expected after that, but \"%.40s\" is there", line->at);
}

static bool tournament_read_line_text(struct line *line, const char *key, size_t longest,
                                      char *out)
{
    if (!tournament_read_line_is(line, key))
        return refuse(line, CLUB_WHY_NAME, "a %s is expected", key);
    const char *bad = club_text_bad_name(line->at, longest);
    if (bad) return refuse(line, CLUB_WHY_NAME, "a %s %s", key, bad);
    memcpy(out, line->at, strlen(line->at) + 1);
    line->at += strlen(line->at);
    return true;
}

/* -- created ---------------------------------------------------------------------------------------- */

static bool tournament_read_created_kind(struct line *line, struct club_rules *rules)
{
    for (int kind = 0; kind <= CLUB_KNOCKOUT; kind++)
        if (tournament_read_line_is(line,
                                    club_tournament_kind_name((enum club_kind)kind))) {
            rules->kind = (uint8_t)kind;
            return true;
        }
    return refuse(line, CLUB_WHY_KIND, "a tournament is swiss, robin or knockout");
}

static bool tournament_read_created_rule(struct line *line, struct club_rules *rules)
{
    int64_t number;
    int third;

    if (tournament_read_line_is(line, "rounds"))
        return tournament_read_line_int(line, "number of rounds", 1, CLUB_ROUNDS_MAX,
                                        &rules->rounds);
    if (tournament_read_line_is(line, "best"))
        return tournament_read_line_int(line, "number of games", 1, CLUB_BEST_MAX,
                                        &rules->best);
    if (tournament_read_line_is(line, "boards"))
        return tournament_read_line_int(line, "number of boards", 1, CLUB_BOARDS_MAX,
                                        &rules->boards);
    if (tournament_read_line_is(line, "late"))
        return tournament_read_line_int(line, "last round to enter", 0, CLUB_ROUNDS_MAX,
                                        &rules->late);
    if (tournament_read_line_is(line, "missed"))
        return tournament_read_line_int(line, "number of half points", 0, 1,
                                        &rules->missed);
    if (tournament_read_line_is(line, "noshow"))
        return tournament_read_line_int(line, "number of seconds", 0, 86400,
                                        &rules->noshow);
    if (tournament_read_line_is(line, "pause"))
        return tournament_read_line_int(line, "number of seconds", 0, 864000,
                                        &rules->pause);
    if (tournament_read_line_is(line, "third")) {
        if (!tournament_read_line_int(line, "match for the third place", 0, 1, &third))
            return false;
        rules->third = third;
        return true;
    }
    if (tournament_read_line_is(line, "lot")) {
        if (!tournament_read_line_number(line, "lot", 0, UINT32_MAX, &number))
            return false;
        rules->lot = (uint32_t)number;
        return true;
    }
    if (tournament_read_line_is(line, "begins"))
        return tournament_read_line_number(line, "time", 0, 999999999999, &rules->begins);
    tournament_read_line_word(line);
    return refuse(line, CLUB_WHY_LINE, "no rule is called \"%s\"", line->word);
}

static bool tournament_read_created(struct club_tournament *t, struct line *line)
{
    struct club_rules rules = {.best = 1, .boards = 1, .late = 1};

    if (t->created)
        return refuse(line, CLUB_WHY_LINE, "the tournament has been created already");
    if (!tournament_read_created_kind(line, &rules)) return false;
    while (*line->at && strncmp(line->at, "name ", 5) != 0)
        if (!tournament_read_created_rule(line, &rules)) return false;
    if (!tournament_read_line_text(line, "name", CLUB_NAME_MAX, rules.name)) return false;
    if (rules.kind == CLUB_SWISS && !rules.rounds)
        return refuse(line, CLUB_WHY_ROUNDS,
                      "a Swiss tournament says how many rounds it has");
    if (rules.kind != CLUB_SWISS && rules.rounds)
        return refuse(line, CLUB_WHY_ROUNDS,
                      "the rounds of a %s tournament follow from who enters",
                      club_tournament_kind_name(rules.kind));
    if (rules.third && rules.kind != CLUB_KNOCKOUT)
        return refuse(line, CLUB_WHY_KIND,
                      "only a knock-out has a match for the third place");
    t->rules = rules;
    t->created = true;
    return true;
}

/* -- entered, withdrawn, bye ---------------------------------------------------------------------------- */

static bool tournament_read_line_entrant(const struct club_tournament *t,
                                         struct line *line, int *out)
{
    if (!t->n_entrants)
        return refuse(line, CLUB_WHY_NOT_ENTERED, "nobody has entered yet");
    if (!tournament_read_line_int(line, "entrant's number", 1, t->n_entrants, out))
        return false;
    (*out)--;
    if (!club_tournament_here_or_open(t, *out))
        return refuse(line, CLUB_WHY_WITHDRAWN, "%s has withdrawn",
                      t->entrant[*out].name);
    return true;
}

/* A team's name is followed by as many members as there are boards: "Blue / Ana / Bruno". */
static bool tournament_read_entered_members(struct line *line, const char *name,
                                            int boards)
{
    int members = club_team_members(name);

    if (boards == 1 && members)
        return refuse(line, CLUB_WHY_TEAMS,
                      "only a team has members, and this tournament has no teams");
    if (boards > 1 && members != boards)
        return refuse(line, CLUB_WHY_TEAM,
                      "a team here has %d members: name / one / two ...", boards);
    return true;
}

static bool tournament_read_entered_in_time(const struct club_tournament *t,
                                            struct line *line)
{
    enum club_why why = club_tournament_enter_why(t);

    if (why == CLUB_WHY_BEGUN)
        return refuse(line, why, "nobody can enter a %s tournament that has begun",
                      club_tournament_kind_name(t->rules.kind));
    if (why == CLUB_WHY_LATE)
        return refuse(line, why, "nobody can enter after round %d has begun", t->round);
    return true;
}

static bool tournament_read_entered(struct club_tournament *t, struct line *line)
{
    struct club_entrant entrant = {.since = t->round + 1, .gone = CLUB_ROUNDS_MAX + 1};
    int number = 0;

    if (!tournament_read_line_int(line, "entrant's number", 1, CLUB_ENTRANTS_MAX,
                                  &number))
        return false;
    if (number != t->n_entrants + 1)
        return refuse(line, CLUB_WHY_LINE, "the next entrant has the number %d, not %d",
                      t->n_entrants + 1, number);
    if (!tournament_read_entered_in_time(t, line)) return false;
    if (tournament_read_line_is(line, "rating") &&
        !tournament_read_line_int(line, "rating", 0, 9999, &entrant.rating))
        return false;
    if (!tournament_read_line_text(line, "name", CLUB_TITLE_MAX, entrant.name))
        return false;
    if (!tournament_read_entered_members(line, entrant.name, t->rules.boards))
        return false;
    entrant.open = club_team_open(entrant.name);
    for (int i = 0; i < t->n_entrants; i++)
        if (!club_tournament_left_early(t, i) &&
            (!strcmp(t->entrant[i].name, entrant.name) ||
             (entrant.open && club_team_same(t->entrant[i].name, entrant.name))))
            return refuse(line, CLUB_WHY_ENTERED, "%s has entered already", entrant.name);
    t->entrant[t->n_entrants++] = entrant;
    return true;
}

/* A team that may still change: it has not left, and has not played. */
static bool tournament_read_line_team(const struct club_tournament *t, struct line *line,
                                      int *who, int *board)
{
    if (t->rules.boards == 1)
        return refuse(line, CLUB_WHY_TEAMS, "this tournament has no teams");
    if (!tournament_read_line_entrant(t, line, who) ||
        !tournament_read_line_int(line, "board", 1, t->rules.boards, board))
        return false;
    for (int r = 1; r <= t->round; r++)
        if (t->seat[*who][r])
            return refuse(line, CLUB_WHY_BEGUN, "%s has played already",
                          t->entrant[*who].name);
    return true;
}

/* Nobody plays in two teams, or twice in one. */
static bool tournament_read_member_is_new(const struct club_tournament *t,
                                          struct line *line, const char *member)
{
    char other[CLUB_TITLE_MAX + 1];

    for (int i = 0; i < t->n_entrants; i++)
        for (int b = 1; b <= t->rules.boards; b++) {
            club_team_part(t->entrant[i].name, b, other);
            if (club_tournament_here_or_open(t, i) && !strcmp(other, member))
                return refuse(line, CLUB_WHY_ENTERED, "%s has entered already", member);
        }
    return true;
}

/* The mean of those who have a rating. */
static int tournament_read_member_mean(const struct club_entrant *entrant)
{
    int sum = 0, n = 0;

    for (int b = 0; b < CLUB_BOARDS_MAX; b++) {
        sum += entrant->of_board[b];
        n += entrant->of_board[b] > 0;
    }
    return n ? (sum + n / 2) / n : 0;
}

/* Somebody takes a free board. With the last one the team can play, from the next round on. */
static bool tournament_read_member(struct club_tournament *t, struct line *line)
{
    char member[CLUB_TITLE_MAX + 1], was[CLUB_TITLE_MAX + 1];
    int who = 0, board = 0, rating = 0;

    if (!tournament_read_line_team(t, line, &who, &board) ||
        !tournament_read_entered_in_time(t, line))
        return false;
    if (tournament_read_line_is(line, "rating") &&
        !tournament_read_line_int(line, "rating", 0, 9999, &rating))
        return false;
    if (!tournament_read_line_text(line, "name", CLUB_NAME_MAX, member)) return false;
    if (club_team_members(member) || club_team_is_nobody(member))
        return refuse(line, CLUB_WHY_NAME, "\"%s\" is not the name of one", member);
    struct club_entrant *entrant = &t->entrant[who];
    club_team_part(entrant->name, board, was);
    if (!club_team_is_nobody(was))
        return refuse(line, CLUB_WHY_BOARD, "%s plays at board %d", was, board);
    if (!tournament_read_member_is_new(t, line, member)) return false;
    if (!club_team_put(entrant->name, board, member))
        return refuse(line, CLUB_WHY_NAME, "the names of a team are too long together");
    entrant->open--;
    entrant->since = t->round + 1;
    entrant->of_board[board - 1] = rating;
    entrant->rating = tournament_read_member_mean(entrant);
    return true;
}

/* Before the team has played somebody may leave it: the board is free again. */
static bool tournament_read_left(struct club_tournament *t, struct line *line)
{
    char was[CLUB_TITLE_MAX + 1];
    int who = 0, board = 0;

    if (!tournament_read_line_team(t, line, &who, &board) ||
        !tournament_read_line_ends(line))
        return false;
    struct club_entrant *entrant = &t->entrant[who];
    club_team_part(entrant->name, board, was);
    if (club_team_is_nobody(was))
        return refuse(line, CLUB_WHY_BOARD, "nobody plays at board %d", board);
    club_team_put(entrant->name, board, CLUB_TEAM_NOBODY);
    entrant->open++;
    entrant->of_board[board - 1] = 0;
    entrant->rating = tournament_read_member_mean(entrant);
    return true;
}

/* Who leaves in the middle of a match loses it. */
static bool tournament_read_withdrawn(struct club_tournament *t, struct line *line)
{
    int who = 0;

    if (!tournament_read_line_entrant(t, line, &who) || !tournament_read_line_ends(line))
        return false;
    int at = t->seat[who][t->round];
    if (t->round && at && !club_tournament_table_outcome(t, &t->table[at - 1]).over)
        t->table[at - 1].absent |= t->table[at - 1].second == who ? 2 : 1;
    t->entrant[who].gone = t->round;
    return true;
}

static bool tournament_read_bye(struct club_tournament *t, struct line *line)
{
    int round = 0, who = 0;

    if (t->rules.kind != CLUB_SWISS)
        return refuse(line, CLUB_WHY_KIND,
                      "only a Swiss tournament has rounds to sit out");
    if (!tournament_read_line_int(line, "round", 1, t->rules.rounds, &round))
        return false;
    if (!tournament_read_line_entrant(t, line, &who) || !tournament_read_line_ends(line))
        return false;
    enum club_why why = club_tournament_rest_why(t, who, round);
    if (why == CLUB_WHY_REST_BEGUN)
        return refuse(line, why, "round %d has begun already", round);
    if (why == CLUB_WHY_REST_LAST)
        return refuse(line, why, "nobody sits out the last round");
    if (why != CLUB_WHY_NOT)
        return refuse(line, why, "%s sits out round %d already, and once is all",
                      t->entrant[who].name, t->entrant[who].bye);
    t->entrant[who].bye = round;
    return true;
}

/* -- round -------------------------------------------------------------------------------------------------- */

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
static bool tournament_read_round_pair(const struct club_tournament *t, struct line *line,
                                       struct club_pair *pair)
{
    const char *colon = strchr(line->word, ':');
    int64_t a = colon ? tournament_read_number_of(line->word, colon) : -1;
    int64_t b =
        colon ? tournament_read_number_of(colon + 1, line->word + strlen(line->word))
              : -1;

    if (colon && !strcmp(colon, ":bye")) b = 0;
    if (a < 1 || a > t->n_entrants || b < 0 || b > t->n_entrants || a == b ||
        (colon && !strcmp(colon, ":0")))
        return refuse(line, CLUB_WHY_LINE, "\"%s\" is no pair of entrants", line->word);
    *pair = (struct club_pair){(int)a - 1, b ? (int)b - 1 : CLUB_NOBODY};
    return true;
}

/* One of a pair: may they play this round, and are they in no other pair of it? */
static bool tournament_read_round_seat(const struct club_tournament *t, struct line *line,
                                       int round, int who, bool third, bool *seen)
{
    const char *name = t->entrant[who].name;

    if (seen[who]) return refuse(line, CLUB_WHY_LINE, "%s would sit at two tables", name);
    seen[who] = true;
    if (t->entrant[who].open)
        return refuse(line, CLUB_WHY_TEAM, "%s lacks somebody", name);
    if (!club_tournament_here(t, who))
        return refuse(line, CLUB_WHY_WITHDRAWN, "%s has withdrawn", name);
    if (t->entrant[who].bye == round)
        return refuse(line, CLUB_WHY_LINE, "%s sits out round %d", name, round);
    if (!(third && t->seat[who][round - 1]) &&
        !tournament_read_round_expects(t, who, round))
        return refuse(line, CLUB_WHY_LINE, "%s does not play in round %d", name, round);
    return true;
}

static bool tournament_read_round_pairs(const struct club_tournament *t,
                                        struct line *line, int round,
                                        struct club_pair *pair, int *n)
{
    bool seen[CLUB_ENTRANTS_MAX] = {0};

    for (*n = 0; *line->at; (*n)++) {
        if (*n > CLUB_ENTRANTS_MAX / 2 && t->rules.kind == CLUB_SWISS)
            return refuse(line, CLUB_WHY_LINE, "that is more than everybody");
        if (*n >= CLUB_ENTRANTS_MAX)
            return refuse(line, CLUB_WHY_LINE, "that is more than everybody");
        tournament_read_line_word(line);
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
            return refuse(line, CLUB_WHY_LINE, "%s and %s have met already",
                          t->entrant[a].name, t->entrant[b].name);
    }
    for (int i = 0; i < t->n_entrants; i++)
        if (!seen[i] && tournament_read_round_expects(t, i, round))
            return refuse(line, CLUB_WHY_LINE, "%s has no table in round %d",
                          t->entrant[i].name, round);
    return true;
}

/* May a further round begin at all? */
static bool tournament_read_round_may_begin(const struct club_tournament *t,
                                            struct line *line, int round)
{
    if (round != t->round + 1)
        return refuse(line, CLUB_WHY_LINE, "the next round is %d, not %d", t->round + 1,
                      round);
    if (t->round && round > club_tournament_rounds(t))
        return refuse(line, CLUB_WHY_LAST, "the tournament has %d rounds",
                      club_tournament_rounds(t));
    for (int i = t->round ? t->begin[t->round] : 0; i < t->n_tables; i++)
        if (!club_tournament_table_outcome(t, &t->table[i]).over)
            return refuse(line, CLUB_WHY_ROUND_OPEN,
                          "table %d of round %d is not over yet", t->table[i].number,
                          t->round);
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

static bool tournament_read_round(struct club_tournament *t, struct line *line)
{
    struct club_pair pair[CLUB_ENTRANTS_MAX];
    int round = 0, n = 0, byes = 0;

    if (!tournament_read_line_int(line, "round", 1, CLUB_ROUNDS_MAX, &round))
        return false;
    if (!tournament_read_round_may_begin(t, line, round)) return false;
    if (!tournament_read_round_pairs(t, line, round, pair, &n)) return false;
    for (int i = 0; i < n; i++) byes += pair[i].second == CLUB_NOBODY;
    /* In a round robin whoever meets somebody who has left has a bye: that may be all, and the next round has a table. */
    if (byes == n && (t->rules.kind != CLUB_ROBIN || round == 1))
        return refuse(line, CLUB_WHY_TWO, "a round needs two who play");
    if (t->rules.kind == CLUB_SWISS && byes > 1)
        return refuse(line, CLUB_WHY_LINE, "only one can have the bye of a round, not %d",
                      byes);
    if (t->rules.kind == CLUB_ROBIN && 2 * n - byes > CLUB_ROUNDS_MAX)
        return refuse(line, CLUB_WHY_FULL, "a round robin is for %d at most",
                      CLUB_ROUNDS_MAX);
    if (t->n_tables + n > CLUB_TABLES_MAX)
        return refuse(line, CLUB_WHY_MANY, "a tournament has %d matches at most",
                      CLUB_TABLES_MAX);
    tournament_read_round_begin(t, line->time, round, pair, n);
    return true;
}

/* -- result, corrected, noshow, came -------------------------------------------------------------------------- */

static bool tournament_read_line_table(const struct club_tournament *t, struct line *line,
                                       int first_round, int *at)
{
    int round = 0, number = 0;

    if (!t->round) return refuse(line, CLUB_WHY_NO_ROUND, "no round has begun yet");
    if (!tournament_read_line_int(line, "round", first_round, t->round, &round))
        return false;
    int n = t->begin[round + 1] - t->begin[round];
    if (!tournament_read_line_int(line, "table", 1, n, &number)) return false;
    *at = t->begin[round] + number - 1;
    if (t->table[*at].second == CLUB_NOBODY)
        return refuse(line, CLUB_WHY_BYE, "table %d of round %d is a bye for %s", number,
                      round, t->entrant[t->table[*at].first].name);
    return true;
}

/* "1 1 93:91", and "won first" if the points do not decide. */
static bool tournament_read_line_game(const struct club_tournament *t, struct line *line,
                                      struct club_game *game)
{
    if (!tournament_read_line_int(line, "board", 1, t->rules.boards, &game->board))
        return false;
    if (!tournament_read_line_int(line, "game", 1, 99, &game->number)) return false;
    tournament_read_line_word(line);
    const char *colon = strchr(line->word, ':');
    int64_t a = colon ? tournament_read_number_of(line->word, colon) : -1;
    int64_t b =
        colon ? tournament_read_number_of(colon + 1, line->word + strlen(line->word))
              : -1;
    if (a < 0 || b < 0 || a > CLUB_POINTS_MAX || b > CLUB_POINTS_MAX)
        return refuse(line, CLUB_WHY_LINE, "points are written as 93:91, not \"%s\"",
                      line->word);
    game->points[0] = (int)a;
    game->points[1] = (int)b;
    game->winner = a > b ? CLUB_FIRST : a < b ? CLUB_SECOND : CLUB_DRAWN;
    if (!tournament_read_line_is(line, "won")) return true;
    if (tournament_read_line_is(line, "first"))
        game->winner = CLUB_FIRST;
    else if (tournament_read_line_is(line, "second"))
        game->winner = CLUB_SECOND;
    else
        return refuse(line, CLUB_WHY_LINE, "won first, or won second");
    return true;
}

static int tournament_read_table_find_game(const struct club_tournament *t,
                                           const struct club_table *table, int board,
                                           int number)
{
    for (int g = table->game; g >= 0; g = t->game[g].next)
        if (t->game[g].board == board && t->game[g].number == number) return g;
    return -1;
}

static int tournament_read_table_games(const struct club_tournament *t,
                                       const struct club_table *table, int board)
{
    int n = 0;

    for (int g = table->game; g >= 0; g = t->game[g].next) n += t->game[g].board == board;
    return n;
}

static void tournament_read_table_add_game(struct club_tournament *t,
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
                                          struct line *line,
                                          const struct club_table *table,
                                          const struct club_game *game)
{
    int played = tournament_read_table_games(t, table, game->board);

    if (game->number <= played)
        return refuse(line, CLUB_WHY_SETTLED,
                      "game %d of board %d at table %d has a result already: correct it "
                      "with a reason",
                      game->number, game->board, table->number);
    if (club_tournament_table_outcome(t, table).over)
        return refuse(line, CLUB_WHY_SETTLED, "the match at table %d is over",
                      table->number);
    bool extra = game->board == 1 && club_tournament_table_outcome(t, table).level;
    if (club_tournament_board_over(t, table, game->board) && !extra)
        return refuse(line, CLUB_WHY_SETTLED, "board %d at table %d is decided",
                      game->board, table->number);
    if (game->number > played + 1)
        return refuse(line, CLUB_WHY_LINE, "the next game of board %d at table %d is %d",
                      game->board, table->number, played + 1);
    return true;
}

static bool tournament_read_result(struct club_tournament *t, struct line *line)
{
    struct club_game game = {0};
    int at = 0;

    if (!tournament_read_line_table(t, line, t->round, &at)) return false;
    if (!tournament_read_line_game(t, line, &game) || !tournament_read_line_ends(line))
        return false;
    struct club_table *table = &t->table[at];
    if (table->absent)
        return refuse(line, CLUB_WHY_SETTLED,
                      "table %d of round %d was settled without a game: correct it with "
                      "a reason",
                      table->number, table->round);
    if (!tournament_read_result_wanted(t, line, table, &game)) return false;
    if (t->n_games == CLUB_GAMES_MAX)
        return refuse(line, CLUB_WHY_MANY, "a tournament has %d games at most",
                      CLUB_GAMES_MAX);
    tournament_read_table_add_game(t, table, game);
    return true;
}

/* Do the later rounds still fit the corrected table? (In a knock-out another winner would have gone on.) The
 * correction is already made here; the caller takes it back if it does not fit. */
static bool tournament_read_corrected_fits(const struct club_tournament *t,
                                           struct line *line,
                                           const struct club_table *table, int winner)
{
    if (table->round == t->round && !t->finished) return true;
    if (!club_tournament_table_outcome(t, table).over)
        return refuse(line, CLUB_WHY_REOPENS,
                      "table %d of round %d would not be over, and what followed it is",
                      table->number, table->round);
    if (t->rules.kind == CLUB_KNOCKOUT && table->round < t->round &&
        club_tournament_table_winner(t, table) != winner)
        return refuse(line, CLUB_WHY_WINNER,
                      "another winner of table %d would have gone on, but round %d has "
                      "begun",
                      table->number, table->round + 1);
    return true;
}

static void tournament_read_corrected_note(struct club_tournament *t, int at,
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
static bool tournament_read_corrected_apply(struct club_tournament *t, struct line *line,
                                            int at, struct club_game game,
                                            const char *reason)
{
    struct club_table *table = &t->table[at], old_table = *table;
    int g = tournament_read_table_find_game(t, table, game.board, game.number),
        n = t->n_games;
    int winner = club_tournament_table_winner(t, table), before[2] = {-1, -1};
    struct club_game old = {0};

    if (g < 0 && !(table->absent && game.number == 1))
        return refuse(line, CLUB_WHY_NO_RESULT,
                      "game %d of board %d at table %d has no result to correct",
                      game.number, game.board, table->number);
    if (g < 0 && n == CLUB_GAMES_MAX)
        return refuse(line, CLUB_WHY_MANY, "a tournament has %d games at most",
                      CLUB_GAMES_MAX);
    if (g >= 0) {
        old = t->game[g];
        memcpy(before, old.points, sizeof before);
        game.next = old.next;
        t->game[g] = game;
    } else {
        tournament_read_table_add_game(t, table, game);
    }
    table->absent = 0;
    if (tournament_read_corrected_fits(t, line, table, winner)) {
        tournament_read_corrected_note(t, at, &game, before, reason);
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

static bool tournament_read_corrected(struct club_tournament *t, struct line *line)
{
    char reason[CLUB_REASON_MAX + 1];
    struct club_game game = {0};
    int at = 0;

    if (!tournament_read_line_table(t, line, 1, &at) ||
        !tournament_read_line_game(t, line, &game))
        return false;
    if (!tournament_read_line_text(line, "reason", CLUB_REASON_MAX, reason)) return false;
    if (t->n_corrections == CLUB_CORRECTIONS_MAX)
        return refuse(line, CLUB_WHY_MANY, "a tournament has %d corrections at most",
                      CLUB_CORRECTIONS_MAX);
    return tournament_read_corrected_apply(t, line, at, game, reason);
}

static bool tournament_read_noshow(struct club_tournament *t, struct line *line)
{
    int at = 0, who = 0;

    if (!tournament_read_line_table(t, line, t->round, &at)) return false;
    struct club_table *table = &t->table[at];
    if (!tournament_read_line_int(line, "entrant's number", 1, t->n_entrants, &who) ||
        !tournament_read_line_ends(line))
        return false;
    who--;
    if (who != table->first && who != table->second)
        return refuse(line, CLUB_WHY_SEAT, "%s does not sit at table %d",
                      t->entrant[who].name, table->number);
    if (table->game >= 0)
        return refuse(line, CLUB_WHY_PLAYED,
                      "table %d has played: its result can be corrected", table->number);
    int bit = who == table->second ? 2 : 1;
    if (table->absent & bit)
        return refuse(line, CLUB_WHY_ABSENT, "%s is known to be absent",
                      t->entrant[who].name);
    table->absent = (uint8_t)(table->absent | bit);
    return true;
}

static bool tournament_read_came(struct club_tournament *t, struct line *line)
{
    int round = 0, who = 0;

    if (!t->round) return refuse(line, CLUB_WHY_NO_ROUND, "no round has begun yet");
    if (!tournament_read_line_int(line, "round", t->round, t->round, &round))
        return false;
    if (!tournament_read_line_entrant(t, line, &who) || !tournament_read_line_ends(line))
        return false;
    if (!t->seat[who][round])
        return refuse(line, CLUB_WHY_LINE, "%s has no table in round %d",
                      t->entrant[who].name, round);
    t->entrant[who].came = round;
    return true;
}

static bool tournament_read_finished(struct club_tournament *t, struct line *line)
{
    if (!tournament_read_line_ends(line)) return false;
    if (!t->round)
        return refuse(line, CLUB_WHY_NO_ROUND,
                      "a tournament without a round has nothing to finish");
    if (!club_tournament_round_over(t))
        return refuse(line, CLUB_WHY_ROUND_OPEN, "round %d is not over yet", t->round);
    t->finished = true;
    return true;
}

/* -- A line, a log ------------------------------------------------------------------------------------------------ */

static const struct {
    const char *word;
    bool (*read)(struct club_tournament *t, struct line *line);
} kinds[] = {
    {"created", tournament_read_created},     {"entered", tournament_read_entered},
    {"withdrawn", tournament_read_withdrawn}, {"bye", tournament_read_bye},
    {"round", tournament_read_round},         {"result", tournament_read_result},
    {"corrected", tournament_read_corrected}, {"noshow", tournament_read_noshow},
    {"came", tournament_read_came},           {"finished", tournament_read_finished},
    {"member", tournament_read_member},       {"left", tournament_read_left},
};

static bool tournament_read_kind(struct club_tournament *t, struct line *line)
{
    tournament_read_line_word(line);
    bool corrects = !strcmp(line->word, "corrected");

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(line->word, kinds[i].word) != 0) continue;
        if (i && !t->created)
            return refuse(line, CLUB_WHY_LINE, "the tournament has not been created yet");
        if (t->finished && !corrects)
            return refuse(line, CLUB_WHY_FINISHED, "the tournament is finished");
        return kinds[i].read(t, line);
    }
    return refuse(line, CLUB_WHY_LINE, "no line of a tournament is called \"%s\"",
                  line->word);
}

bool club_tournament_read(struct club_tournament *t, const char *text,
                          struct club_refusal *refusal)
{
    struct line line = {.at = text, .refusal = refusal};

    refusal->why = CLUB_WHY_NOT;
    refusal->text[0] = 0;
    if (!t->lines) {
        if (strcmp(text, CLUB_TOURNAMENT_HEAD) != 0)
            return refuse(&line, CLUB_WHY_LINE,
                          "a tournament begins with the line \"%s\"",
                          CLUB_TOURNAMENT_HEAD);
        t->lines = 1;
        return true;
    }
    if (!tournament_read_line_number(&line, "time", 0, 999999999999, &line.time))
        return false;
    if (line.time < t->last) line.time = t->last;
    if (!tournament_read_kind(t, &line)) return false;
    t->last = line.time;
    t->lines++;
    return true;
}

/* The longest line is a round with all entrants; this is more. */
enum { LINE_MAX_BYTES = 16 * 1024 };

bool club_tournament_read_all(struct club_tournament *t, const char *log,
                              struct club_refusal *refusal)
{
    char line[LINE_MAX_BYTES];
    struct club_refusal one;

    for (int number = 1; *log; number++) {
        size_t n = strcspn(log, "\n");
        bool cut = n >= sizeof line;
        if (!cut) {
            memcpy(line, log, n);
            line[n] = 0;
        }
        if (cut || !club_tournament_read(t, line, &one)) {
            refusal->why = cut ? CLUB_WHY_LINE : one.why;
            snprintf(refusal->text, CLUB_REFUSAL_MAX, "line %d: %.*s", number,
                     CLUB_REFUSAL_MAX - 20, cut ? "it is too long" : one.text);
            return false;
        }
        log += n + (log[n] == '\n');
    }
    return true;
}
