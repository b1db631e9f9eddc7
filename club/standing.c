/* standing.c -- the places, and the sums that decide them.
 *
 * Buchholz and Sonneborn-Berger add up the scores of those whom somebody met. A round without a game has nobody to
 * add, which would help or hurt by chance. So two rules of chess are kept. Who did not play a round is counted
 * as if they had met a *virtual opponent*: one with their own score before that round, who gets what they did
 * not get of its point, and draws all later rounds. And in the score of somebody who was met, each round that they
 * did not play counts as a draw. */
#include "standing.h"

#include "team.h"

#include <stdlib.h>

/* -- Sums over those who were met -------------------------------------------------------------------- */

static int standing_before(const struct club_tournament *t, int entrant, int round)
{
    int sum = 0;

    for (int r = 1; r < round; r++) sum += club_tournament_round_of(t, entrant, r).halves;
    return sum;
}

static int standing_virtual(const struct club_tournament *t, int entrant, int round)
{
    int halves = club_tournament_round_of(t, entrant, round).halves;

    return standing_before(t, entrant, round) + (2 - halves) + (t->round - round);
}

/* The score of somebody as it counts in the sums of others: rounds without a game are draws. */
static int standing_as_met(const struct club_tournament *t, int entrant)
{
    int sum = 0;

    for (int r = 1; r <= t->round; r++) {
        struct club_round part = club_tournament_round_of(t, entrant, r);
        sum += part.part == CLUB_UNPLAYED ? 1 : part.halves;
    }
    return sum;
}

/* What a round adds to Buchholz, in halves. */
static int standing_buchholz(const struct club_tournament *t, int entrant, int round)
{
    struct club_round part = club_tournament_round_of(t, entrant, round);

    if (part.part == CLUB_NOT_YET) return 0;
    return part.part == CLUB_PLAYED ? standing_as_met(t, part.other)
                                    : standing_virtual(t, entrant, round);
}

/* What it adds to Sonneborn-Berger, in quarters. */
static int standing_sonneborn(const struct club_tournament *t, int entrant, int round)
{
    return standing_buchholz(t, entrant, round) *
           club_tournament_round_of(t, entrant, round).halves;
}

/* -- Sums over one's own games --------------------------------------------------------------------------- */

static int standing_difference(const struct club_tournament *t, int entrant, int round)
{
    int at = t->seat[entrant][round], sum = 0;

    if (!at || t->table[at - 1].absent) return 0;
    for (int g = t->table[at - 1].game; g >= 0; g = t->game[g].next)
        sum += t->game[g].points[0] - t->game[g].points[1];
    return t->table[at - 1].second == entrant ? -sum : sum;
}

/* Half points of games in this round. If none was played: as many as in a match won without a
 * loss, or half of that for half a point. */
static int standing_games(const struct club_tournament *t, int entrant, int round)
{
    int at = t->seat[entrant][round], each = t->rules.boards * (t->rules.best / 2 + 1);
    struct club_round part = club_tournament_round_of(t, entrant, round);

    if (part.part != CLUB_PLAYED) return part.halves * each;
    return club_tournament_table_outcome(t, &t->table[at - 1])
        .games[t->table[at - 1].second == entrant];
}

static int standing_adds(const struct club_tournament *t, int entrant,
                         enum club_column column, int round)
{
    switch (column) {
    case CLUB_GAMES:
        return t->rules.best * t->rules.boards > 1 ? standing_games(t, entrant, round)
                                                   : 0;
    case CLUB_BUCHHOLZ:
        return standing_buchholz(t, entrant, round);
    case CLUB_SONNEBORN:
        return standing_sonneborn(t, entrant, round);
    case CLUB_DIFFERENCE:
        return standing_difference(t, entrant, round);
    default:
        return club_tournament_round_of(t, entrant, round).halves;
    }
}

/* -- The list ------------------------------------------------------------------------------------------------ */

/* Knock-out: how far somebody came, larger is better. Twice the number of the round in which they lost; one more for
 * the third place; the winner counts as one who loses a round later than all. */
static int standing_stage(const struct club_tournament *t, int entrant)
{
    for (int r = 1; r <= t->round; r++) {
        int at = t->seat[entrant][r];
        if (!at) return 2 * r;
        const struct club_table *table = &t->table[at - 1];
        bool over = club_tournament_table_outcome(t, table).over;
        bool won = over && club_tournament_table_winner(t, table) == entrant;
        if (club_tournament_table_third(t, table)) return 2 * (r - 1) + won;
        if (!over) return 2 * (r + 1);
        bool third =
            r < t->round && t->seat[entrant][r + 1] &&
            club_tournament_table_third(t, &t->table[t->seat[entrant][r + 1] - 1]);
        if (!won && !third) return 2 * r;
    }
    return 2 * (t->round + 1);
}

static struct club_standing standing_of(const struct club_tournament *t, int entrant)
{
    struct club_standing one = {.entrant = entrant,
                                .early = club_tournament_left_early(t, entrant),
                                .score = club_tournament_score(t, entrant)};

    for (int r = 1; r <= t->round; r++) {
        struct club_round part = club_tournament_round_of(t, entrant, r);
        one.played += part.part == CLUB_PLAYED;
        one.won += part.part == CLUB_PLAYED && part.halves == 2;
        for (int c = CLUB_GAMES; c < CLUB_COLUMNS; c++)
            one.of[c] += standing_adds(t, entrant, (enum club_column)c, r);
    }
    one.of[CLUB_SCORE] =
        t->rules.kind == CLUB_KNOCKOUT ? standing_stage(t, entrant) : one.score;
    return one;
}

static int standing_compare(const struct club_standing *a, const struct club_standing *b)
{
    if (a->early != b->early) return a->early ? 1 : -1;
    for (int c = 0; c < CLUB_COLUMNS; c++)
        if (a->of[c] != b->of[c]) return b->of[c] < a->of[c] ? -1 : 1;
    return 0;
}

static int standing_order(const void *a, const void *b)
{
    const struct club_standing *x = a, *y = b;
    int order = standing_compare(x, y);

    return order ? order : x->entrant - y->entrant;
}

/* How many stand in it: who left before playing is behind all others, and is not shown. */
static int standing_shown(const struct club_tournament *t,
                          const struct club_standing *list)
{
    int n = 0;

    while (n < t->n_entrants && !list[n].early) n++;
    return n;
}

int club_standings(const struct club_tournament *t, struct club_standing *list)
{
    for (int i = 0; i < t->n_entrants; i++) list[i] = standing_of(t, i);
    qsort(list, (size_t)t->n_entrants, sizeof *list, standing_order);
    for (int i = 0; i < t->n_entrants; i++)
        list[i].place =
            i && !standing_compare(&list[i], &list[i - 1]) ? list[i - 1].place : i + 1;
    return standing_shown(t, list);
}

/* -- In words ---------------------------------------------------------------------------------------------------- */

const char *club_standing_column_name(enum club_column column)
{
    static const char *const name[] = {"score", "games", "buchholz", "sonneborn_berger",
                                       "difference"};

    return name[column];
}

void club_standing_column_value(struct club_text *text, enum club_column column,
                                int value)
{
    static const char *const quarter[] = {"", ".25", ".5", ".75"};

    if (column == CLUB_DIFFERENCE)
        club_text_add(text, "%d", value);
    else if (column == CLUB_SONNEBORN)
        club_text_add(text, "%d%s", value / 4, quarter[value % 4]);
    else
        club_text_halves(text, value);
}

/* What a round adds is named after whom they met, or "(bye)". */
static void standing_from(const struct club_tournament *t, int entrant, int round,
                          struct club_text *text)
{
    struct club_round part = club_tournament_round_of(t, entrant, round);
    char name[CLUB_TITLE_MAX + 1];

    if (part.part == CLUB_PLAYED) {
        club_team_part(t->entrant[part.other].name, 0, name);
        club_text_add(text, "%s ", name);
    } else
        club_text_add(text, "(%s) ", part.given ? "no game, won" : "no game");
}

void club_standing_column_sum(const struct club_tournament *t, int entrant,
                              enum club_column column, struct club_text *text)
{
    int sum = 0, n = 0;

    for (int r = 1; r <= t->round; r++) {
        int adds = standing_adds(t, entrant, column, r);
        if (club_tournament_round_of(t, entrant, r).part == CLUB_NOT_YET) continue;
        if (n++) club_text_add(text, " + ");
        standing_from(t, entrant, r, text);
        club_standing_column_value(text, column, adds);
        sum += adds;
    }
    if (n) club_text_add(text, " = ");
    club_standing_column_value(text, column, sum);
}

/* -- CSV ---------------------------------------------------------------------------------------------------------- */

void club_standings_csv(const struct club_tournament *t, const struct club_standing *list,
                        struct club_text *text)
{
    club_text_add(text, "place,name,rating,score,played,won,games,buchholz,"
                        "sonneborn_berger,difference\r\n");
    for (int i = 0; i < standing_shown(t, list); i++) {
        const struct club_standing *one = &list[i];
        club_text_add(text, "%d,", one->place);
        club_text_csv(text, t->entrant[one->entrant].name);
        club_text_add(text, ",%d,", t->entrant[one->entrant].rating);
        club_text_halves(text, one->score);
        club_text_add(text, ",%d,%d", one->played, one->won);
        for (int c = CLUB_GAMES; c < CLUB_COLUMNS; c++) {
            club_text_add(text, ",");
            club_standing_column_value(text, (enum club_column)c, one->of[c]);
        }
        club_text_add(text, "\r\n");
    }
}

/* -- JSON --------------------------------------------------------------------------------------------------------- */

/* What it is called, and of a team who plays at which board. */
static void standing_json_team(const struct club_entrant *entrant, int boards,
                               struct club_text *text)
{
    char part[CLUB_TITLE_MAX + 1];

    club_team_part(entrant->name, 0, part);
    club_text_json(text, part);
    club_text_add(text, ",\"members\":[");
    for (int b = 1; boards > 1 && b <= boards; b++) {
        club_team_part(entrant->name, b, part);
        club_text_add(text, b > 1 ? "," : "");
        club_text_json(text, club_team_is_nobody(part) ? "" : part);
    }
    club_text_add(text, "]");
}

static void standing_json(const struct club_tournament *t,
                          const struct club_standing *one, struct club_text *text)
{
    const struct club_entrant *entrant = &t->entrant[one->entrant];

    club_text_add(text, "{\"place\":%d,\"entrant\":%d,\"name\":", one->place,
                  one->entrant + 1);
    standing_json_team(entrant, t->rules.boards, text);
    club_text_add(
        text,
        ",\"rating\":%d,\"here\":%s,\"played\":%d,\"won\":%d,\"score\":", entrant->rating,
        club_tournament_here(t, one->entrant) ? "true" : "false", one->played, one->won);
    club_text_halves(text, one->score);
    for (int c = CLUB_GAMES; c < CLUB_COLUMNS; c++) {
        club_text_add(
            text, ",\"%s\":{\"value\":", club_standing_column_name((enum club_column)c));
        club_standing_column_value(text, (enum club_column)c, one->of[c]);
        club_text_add(text, ",\"sum\":");
        char sum[4096];
        struct club_text words = {sum, sizeof sum, 0};
        sum[0] = 0;
        club_standing_column_sum(t, one->entrant, (enum club_column)c, &words);
        club_text_json(text, sum);
        club_text_add(text, "}");
    }
    club_text_add(text, "}");
}

static void standing_json_table(const struct club_tournament *t,
                                const struct club_table *table, struct club_text *text)
{
    struct club_outcome outcome = club_tournament_table_outcome(t, table);
    const char *before = "";

    club_text_add(text,
                  "{\"round\":%d,\"table\":%d,\"first\":%d,\"second\":", table->round,
                  table->number, table->first + 1);
    if (table->second == CLUB_NOBODY)
        club_text_add(text, "null");
    else
        club_text_add(text, "%d", table->second + 1);
    club_text_add(text, ",\"over\":%s,\"played\":%s,\"points\":[",
                  outcome.over ? "true" : "false", outcome.played ? "true" : "false");
    club_text_halves(text, outcome.over ? outcome.halves[0] : 0);
    club_text_add(text, ",");
    club_text_halves(text, outcome.over ? outcome.halves[1] : 0);
    club_text_add(text, "],\"games\":[");
    for (int g = table->game; g >= 0; g = t->game[g].next, before = ",")
        club_text_add(text,
                      "%s{\"board\":%d,\"game\":%d,\"points\":[%d,%d],\"winner\":%d}",
                      before, t->game[g].board, t->game[g].number, t->game[g].points[0],
                      t->game[g].points[1], t->game[g].winner);
    club_text_add(text, "]}");
}

static void standing_json_correction(const struct club_tournament *t,
                                     const struct club_correction *c,
                                     struct club_text *text)
{
    const struct club_table *table = &t->table[c->table];

    club_text_add(text, "{\"round\":%d,\"table\":%d,\"board\":%d,\"game\":%d,\"before\":",
                  table->round, table->number, c->board, c->game);
    if (c->before[0] < 0)
        club_text_add(text, "null");
    else
        club_text_add(text, "[%d,%d]", c->before[0], c->before[1]);
    club_text_add(text, ",\"after\":[%d,%d],\"winner\":%d,\"reason\":", c->after[0],
                  c->after[1], c->winner);
    club_text_json(text, c->reason);
    club_text_add(text, "}");
}

void club_standings_json(const struct club_tournament *t,
                         const struct club_standing *list, struct club_text *text)
{
    club_text_add(text, "{\"name\":");
    club_text_json(text, t->rules.name);
    club_text_add(text,
                  ",\"kind\":\"%s\",\"round\":%d,\"rounds\":%d,\"best\":%d,\"boards\":%d,"
                  "\"finished\":%s,\"standings\":[",
                  club_tournament_kind_name(t->rules.kind), t->round,
                  club_tournament_rounds(t), t->rules.best, t->rules.boards,
                  t->finished ? "true" : "false");
    for (int i = 0; i < standing_shown(t, list); i++) {
        if (i) club_text_add(text, ",");
        standing_json(t, &list[i], text);
    }
    club_text_add(text, "],\"tables\":[");
    for (int i = 0; i < t->n_tables; i++) {
        if (i) club_text_add(text, ",");
        standing_json_table(t, &t->table[i], text);
    }
    club_text_add(text, "],\"corrections\":[");
    for (int i = 0; i < t->n_corrections; i++) {
        if (i) club_text_add(text, ",");
        standing_json_correction(t, &t->correction[i], text);
    }
    club_text_add(text, "]}\n");
}
