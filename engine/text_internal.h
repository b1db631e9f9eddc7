/* text_internal.h -- what the files share that write text or read it: text.c, action_text.c,
 * record_read.c, record_write.c. Nothing here uses stdio. */
#ifndef AUDE_TEXT_INTERNAL_H
#define AUDE_TEXT_INTERNAL_H

#include "engine.h"

/* -- Writing ---------------------------------------------------------------------------- */

/* A text being written: `n` counts on when `out` is full, so that the caller learns how long
 * the whole text is. */
struct aude__text {
    char *out;
    size_t size, n;
};

void aude__text_str(struct aude__text *text, const char *s);
void aude__text_char(struct aude__text *text, char c);
void aude__text_int(struct aude__text *text, long n);
void aude__text_hex(struct aude__text *text, uint64_t n, int digits);
/* Closes the text with a zero; returns the length of the whole text. */
size_t aude__text_end(struct aude__text *text);

/* -- Reading ---------------------------------------------------------------------------- */

/* The words of a text, split at its spaces: each word[i] lies in `buffer`. */
enum { AUDE__WORDS_MAX = 16 };

struct aude__words {
    char buffer[128];
    char *word[AUDE__WORDS_MAX];
    int n;
};

/* False if there is no word, or more than there is room for. */
bool aude__text_split(const char *text, struct aude__words *words);
/* Are the first n letters the same? Upper and lower case count as the same. */
bool aude__text_same_word(const char *a, const char *b, size_t n);
/* The whole of `word` as a number; false if it is none or outside lo..hi. */
bool aude__text_read_int(const char *word, long lo, long hi, long *out);
/* "3,-1", neither of the two further from 0 than `most`. */
bool aude__text_read_pair(char *word, long most, long *x, long *y);
/* The same for a cell of the board, into x and y of an action. */
bool aude__text_read_cell(char *word, struct aude_action *out);

#endif
