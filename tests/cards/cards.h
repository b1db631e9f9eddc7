/* cards.h -- rule cards: positions of the game and what the rules say about them.
 *
 * A card is text that a player can read (tests/rules/README.md). It is played through the
 * public calls of aude.h only, by legal moves, and states what must come out:
 *
 *     % two half-cities make a city                                [BASE-39 BASE-35]
 *     players red blue
 *     red: E 0,-1 180  knight S
 *     scores red 4 city (2 tiles x 2)
 *     supply red 7 */
#ifndef CARDS_H
#define CARDS_H

#include <stdio.h>

struct cards_report {
    int cards;        /* cards run, a card with `for` counted once */
    int expectations; /* statements found true, counted in every variant */
    int failed;       /* cards that do not hold, and starred ones that do */
    int gaps;         /* starred cards that fail, as they should */
};

/* Run every card of one file and add to `report`. What fails is told on `log`, one line a
 * card: file:line: title: what. A file that cannot be read counts as a failed card. */
void cards_run(const char *path, struct cards_report *report, FILE *log);

/* Where the cards are: $AUDE_TESTS/rules, or the folder fixed when this was compiled. */
void cards_folder(char *out, size_t size);

#endif
