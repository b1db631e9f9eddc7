/* plays.h -- what the parts of the plays share (test_plays.c says what they are). */
#ifndef AUDE_PLAYS_H
#define AUDE_PLAYS_H

#include <stdbool.h>

enum { PLAYS_LINE = 1 << 16 };

/* Every play of that folder: `begin`, then `happens` with each line at the margin, names spelled out, then `finish`.
 * After one that goes otherwise there are no more. */
void plays_go(const char *folder, bool (*begin)(void), void (*happens)(const char *text),
              void (*finish)(void));
/* A line of what came of it. */
void plays_tell(const char *who, const char *text);

void plays_on_store(const char *words);
void plays_on_copy(const char *words);
void plays_on_check(const char *words);
void plays_on_name(const char *words);
void plays_on_bot(const char *words);
void plays_on_duty(const char *words);
void plays_on_results(const char *words);
void plays_on_visitor(const char *words);
void plays_on_folds(const char *words);
void plays_on_looks(const char *words);
void plays_on_alike(const char *words);

void plays_on_site(const char *words);
void plays_on_call(const char *words);
void plays_on_more(const char *words);
void plays_on_bytes(const char *words);
void plays_on_afford(const char *words);
void plays_on_look(const char *words);
/* Nobody is connected any more; there is no server either. */
void plays_http_hang_up(void);
void plays_http_end(void);

#endif
