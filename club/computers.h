/* computers.h -- how strong our own computers are: from matches with each other (`aude arena`), never from people's mistakes.
 *
 * A scale of its own: only differences mean something, and Mason is put at 1500. docs/club.md has the matches. */
#ifndef CLUB_COMPUTERS_H
#define CLUB_COMPUTERS_H

struct club_computer {
    const char *level; /* as a seat calls it */
    int value, error;  /* 95 %, against Mason */
    int games;         /* against its neighbours */
};

enum { CLUB_COMPUTERS = 7 };

/* The best first. */
extern const struct club_computer club_computers[CLUB_COMPUTERS];

#endif
