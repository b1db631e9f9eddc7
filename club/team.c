/* team.c -- see team.h. */
#include "team.h"

#include <stdio.h>
#include <string.h>

#include "tournament.h"

static const char between[] = " / ";

/* Where a part begins, and how long it is; NULL: there is none. */
static const char *team_find(const char *name, int part, size_t *length)
{
    for (; part > 0; part--) {
        name = strstr(name, between);
        if (!name) return NULL;
        name += strlen(between);
    }
    const char *end = strstr(name, between);
    *length = end ? (size_t)(end - name) : strlen(name);
    return name;
}

int club_team_members(const char *name)
{
    int n = 0;

    while ((name = strstr(name, between))) {
        name += strlen(between);
        n++;
    }
    return n;
}

bool club_team_is_nobody(const char *member)
{
    return !strcmp(member, CLUB_TEAM_NOBODY);
}

int club_team_open(const char *name)
{
    size_t length;
    int n = 0;
    const char *at;

    for (int board = 1; (at = team_find(name, board, &length)); board++)
        n += length == strlen(CLUB_TEAM_NOBODY) && !strncmp(at, CLUB_TEAM_NOBODY, length);
    return n;
}

bool club_team_same(const char *name, const char *other)
{
    size_t a, b;

    team_find(name, 0, &a);
    team_find(other, 0, &b);
    return a == b && !strncmp(name, other, a);
}

void club_team_part(const char *name, int part, char *out)
{
    size_t length = 0;
    const char *at = team_find(name, part, &length);

    if (at) memcpy(out, at, length);
    out[at ? length : 0] = 0;
}

bool club_team_put(char *name, int board, const char *member)
{
    char all[CLUB_TITLE_MAX + 1] = ""; /* nothing of longer names stays behind the end */
    size_t length;
    const char *at = team_find(name, board, &length);

    if (!at) return false;
    int n = snprintf(all, sizeof all, "%.*s%s%s", (int)(at - name), name, member,
                     at + length);
    if (n < 0 || n >= (int)sizeof all) return false;
    memcpy(name, all, sizeof all);
    return true;
}
