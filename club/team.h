/* team.h -- a team's name and its members in one text, as a tournament's log has them: "Blue / Ana / Bruno". Part 0 is
 * the team's own name, part 1 who plays at board 1. A board that nobody has taken is "?". */
#ifndef CLUB_TEAM_H
#define CLUB_TEAM_H

#include <stdbool.h>

#define CLUB_TEAM_NOBODY "?"

/* How many members the text has; 0: it is no team. */
int club_team_members(const char *name);
/* How many boards nobody has taken. */
int club_team_open(const char *name);
bool club_team_is_nobody(const char *member);
/* Are they called the same, whoever plays in them? */
bool club_team_same(const char *name, const char *other);
/* One part; "" if there is none. `out` has room for the whole text. */
void club_team_part(const char *name, int part, char *out);
/* Another member at a board. False: it would be longer than CLUB_TITLE_MAX, and nothing has changed. */
bool club_team_put(char *name, int board, const char *member);

#endif
