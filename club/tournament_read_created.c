/* tournament_read_created.c -- the line `created`: what kind of tournament, and its rules. */
#include "tournament_read_internal.h"

#include <string.h>

static bool tournament_read_created_kind(struct club_line *line, struct club_rules *rules)
{
    for (int kind = 0; kind <= CLUB_KNOCKOUT; kind++)
        if (tournament__read_line_is(line,
                                     club_tournament_kind_name((enum club_kind)kind))) {
            rules->kind = (uint8_t)kind;
            return true;
        }
    return tournament__read_line_refuse(line, CLUB_WHY_KIND,
                                        "a tournament is swiss, robin or knockout");
}

static bool tournament_read_created_rule(struct club_line *line, struct club_rules *rules)
{
    int64_t number;
    int third;

    if (tournament__read_line_is(line, "rounds"))
        return tournament__read_line_int(line, "number of rounds", 1, CLUB_ROUNDS_MAX,
                                         &rules->rounds);
    if (tournament__read_line_is(line, "best"))
        return tournament__read_line_int(line, "number of games", 1, CLUB_BEST_MAX,
                                         &rules->best);
    if (tournament__read_line_is(line, "boards"))
        return tournament__read_line_int(line, "number of boards", 1, CLUB_BOARDS_MAX,
                                         &rules->boards);
    if (tournament__read_line_is(line, "late"))
        return tournament__read_line_int(line, "last round to enter", 0, CLUB_ROUNDS_MAX,
                                         &rules->late);
    if (tournament__read_line_is(line, "missed"))
        return tournament__read_line_int(line, "number of half points", 0, 1,
                                         &rules->missed);
    if (tournament__read_line_is(line, "noshow"))
        return tournament__read_line_int(line, "number of seconds", 0, 86400,
                                         &rules->noshow);
    if (tournament__read_line_is(line, "pause"))
        return tournament__read_line_int(line, "number of seconds", 0, 864000,
                                         &rules->pause);
    if (tournament__read_line_is(line, "third")) {
        if (!tournament__read_line_int(line, "match for the third place", 0, 1, &third))
            return false;
        rules->third = third;
        return true;
    }
    if (tournament__read_line_is(line, "lot")) {
        if (!tournament__read_line_number(line, "lot", 0, UINT32_MAX, &number))
            return false;
        rules->lot = (uint32_t)number;
        return true;
    }
    if (tournament__read_line_is(line, "begins"))
        return tournament__read_line_number(line, "time", 0, 999999999999,
                                            &rules->begins);
    tournament__read_line_word(line);
    return tournament__read_line_refuse(line, CLUB_WHY_LINE, "no rule is called \"%s\"",
                                        line->word);
}

bool tournament__read_created(struct club_tournament *t, struct club_line *line)
{
    struct club_rules rules = {.best = 1, .boards = 1, .late = 1};

    if (t->created)
        return tournament__read_line_refuse(line, CLUB_WHY_LINE,
                                            "the tournament has been created already");
    if (!tournament_read_created_kind(line, &rules)) return false;
    while (*line->at && strncmp(line->at, "name ", 5) != 0)
        if (!tournament_read_created_rule(line, &rules)) return false;
    if (!tournament__read_line_text(line, "name", CLUB_NAME_MAX, rules.name))
        return false;
    if (rules.kind == CLUB_SWISS && !rules.rounds)
        return tournament__read_line_refuse(
            line, CLUB_WHY_ROUNDS, "a Swiss tournament says how many rounds it has");
    if (rules.kind != CLUB_SWISS && rules.rounds)
        return tournament__read_line_refuse(
            line, CLUB_WHY_ROUNDS, "the rounds of a %s tournament follow from who enters",
            club_tournament_kind_name(rules.kind));
    if (rules.third && rules.kind != CLUB_KNOCKOUT)
        return tournament__read_line_refuse(
            line, CLUB_WHY_KIND, "only a knock-out has a match for the third place");
    t->rules = rules;
    t->created = true;
    return true;
}
