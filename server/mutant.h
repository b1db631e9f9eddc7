/* mutant.h -- faults put in on purpose, one at a time, to see that the simulator finds them (tests/server/mutants.sh). Only
 * build/simulate-mutants is compiled with them; everywhere else MUTANT(n) is 0 and nothing is left of it. */
#ifndef MUTANT_H
#define MUTANT_H

#include <stdbool.h>

enum mutant {
    MUTANT_NONE,
    MUTANT_ACK_BEFORE_COMMIT, /* acknowledged before it is stored */
    MUTANT_NO_FENCE,          /* whoever has lost a table may still write there */
    MUTANT_WRONG_SEQ,         /* goes on watching one entry too late */
    MUTANT_LEAK_DRAW,         /* the public list shows something of the tiles to come */
    MUTANT_CHARGE_GAP,        /* time in which nobody had the table is charged */
    MUTANT_KEEP_ROOM,         /* the loser of an append goes on with what it had */
    MUTANT_REPEAT_REQUEST,    /* a request that may have been carried out is sent again */
    MUTANT_ZOMBIE,            /* a server goes on though its lease has run out */
    MUTANT_NO_THINKING,       /* computers are not asked at a table that was taken over */
    MUTANT_SAY_NOT_MOVED,     /* people elsewhere are not told that a table has moved */
    MUTANT_NO_ORPHANS,        /* clocks that run out where nobody is are not looked for */
    MUTANTS
};

#ifdef AUDE_MUTANTS
extern enum mutant mutant_now;
#define MUTANT(name) (mutant_now == MUTANT_##name)
#else
#define MUTANT(name) 0
#endif

/* "7"; false: there is none of that number, or none at all here. */
bool mutant_choose(const char *number);

#endif
