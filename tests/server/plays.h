/* plays.h -- what the parts of the plays share (test_plays.c says what they are). */
#ifndef AUDE_PLAYS_H
#define AUDE_PLAYS_H

#include <stdbool.h>
#include <stddef.h>

enum { PLAYS_LINE = 1 << 16 };

/* A folder of plays: `begin`, then `happens` with each line at the margin, names spelled out, then `finish`. */
struct plays {
    const char *folder;
    bool (*begin)(void);
    void (*happens)(const char *text);
    bool (*sound)(void); /* after all of it: does the server still do what it is for? */
    void (*finish)(void);
};

extern const struct plays plays_of_one, plays_of_many;

/* Every play of that folder. After one that goes otherwise there are no more. */
void plays_go(const struct plays *plays);
/* `each` with the path of every play of that folder. */
void plays_list(const struct plays *plays,
                void (*each)(const struct plays *plays, const char *path));
/* The play as it goes now, to be freed, or NULL: it does not begin. `then`, if there is one, is called before it is finished. */
char *plays_perform(const struct plays *plays, char *script,
                    void (*then)(const struct plays *plays));
/* What is written there, to be freed. */
char *plays_read(const char *path);
/* While memory runs out: what came of it between the last time that everybody had heard everything before a call got none and the next time,
 * as places in the text of the play; 0, 0: memory did not run out, or nobody has heard since. */
extern struct plays_lack {
    size_t from, to;
} plays_lack;
/* Everybody has heard everything so far. */
void plays_heard(void);
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
