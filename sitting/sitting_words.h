/* sitting_words.h -- the words that stand for an enum in messages and logs.
 *
 * The server, the page and `aude bot --join` say these words to each other; each list is written
 * once, in sitting_words.c or (what only the server knows) in server/table/messages.c. The page's copy is made
 * of them by tools/make/messages.c. */
#ifndef SITTING_WORDS_H
#define SITTING_WORDS_H

enum { WORDS_MAX = 40 };

struct words {
    const char *type;            /* the page's name of the type, "By" */
    const char *list;            /* the page's name of the list, "BY" */
    const char *text;            /* what they are about, for docs/protocol.md */
    const char *word[WORDS_MAX]; /* in the order of the enum; NULL ends the list */
};

extern const struct words words_by;           /* enum sitting_by */
extern const struct words words_clock;        /* enum sitting_clock */
extern const struct words words_late;         /* enum sitting_late */
extern const struct words words_late_act;     /* enum sitting_late_act */
extern const struct words words_wish;         /* enum sitting_wish */
extern const struct words words_undo;         /* enum sitting_undo */
extern const struct words words_computer_why; /* enum sitting_why */
extern const struct words words_rewind_why;   /* enum sitting_rewind_why */
extern const struct words words_over_why;     /* enum sitting_over_why */

/* The place of a word in its list, or -1. */
int sitting_words_find(const struct words *words, const char *word);

#endif
