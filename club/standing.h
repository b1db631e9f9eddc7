/* standing.h -- the standing of a tournament, its tie-breaks with their sums, and both as CSV and JSON. */
#ifndef CLUB_STANDING_H
#define CLUB_STANDING_H

#include "club_text.h"
#include "tournament.h"

/* ORDER: what decides first comes first. */
enum club_column {
    CLUB_SCORE,     /* match points, in halves; in a knock-out how far they came, twice */
    CLUB_GAMES,     /* half points of games: best of several, teams */
    CLUB_BUCHHOLZ,  /* scores of those who were met, in halves */
    CLUB_SONNEBORN, /* scores of the beaten, and half of those drawn with, in quarters */
    CLUB_DIFFERENCE, /* own points less those of the others */
    CLUB_COLUMNS
};

struct club_standing {
    int entrant; /* from 0 */
    int place;   /* equal columns, equal place */
    bool early;  /* left before playing: not shown */
    int won;     /* matches that were played and won */
    int played;
    int score; /* half points, as people count them */
    int of[CLUB_COLUMNS];
};

/* For all who entered and did not leave before they played, the best first; `list` has room for n_entrants. Returns how many. */
int club_standings(const struct club_tournament *t, struct club_standing *list);
/* How a column is called in CSV and JSON. */
const char *club_standing_column_name(enum club_column column);
/* What it shows: "9.5". */
void club_standing_column_value(struct club_text *text, enum club_column column,
                                int value);
/* The sum that it is: "Ana 4 + Bruno 3.5 + (bye) 2 = 9.5". */
void club_standing_column_sum(const struct club_tournament *t, int entrant,
                              enum club_column column, struct club_text *text);

void club_standings_csv(const struct club_tournament *t, const struct club_standing *list,
                        struct club_text *text);
/* Everything that can be shown: rules, standing, tables of all rounds, corrections. */
void club_standings_json(const struct club_tournament *t,
                         const struct club_standing *list, struct club_text *text);

#endif
