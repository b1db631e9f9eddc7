/* tournament_read_internal.h -- what the files that read a tournament's log share: a line under way, its words, and a
 * function for each kind of line. */
#ifndef CLUB_TOURNAMENT_READ_INTERNAL_H
#define CLUB_TOURNAMENT_READ_INTERNAL_H

#include "tournament.h"

/* A line under way: what is still to be read of it, and where a refusal goes. */
struct club_line {
    const char *at;
    int64_t time;
    char word[32];
    struct club_refusal *refusal;
};

/* -- Its words (tournament_read_line.c) ----------------------------------------------------------- */

/* Notes why the line is refused, in one sentence. Always false. */
__attribute__((format(printf, 3, 4))) bool
tournament__read_line_refuse(struct club_line *line, enum club_why why,
                             const char *format, ...);
/* The next word, up to a blank; false at the end of the line. */
bool tournament__read_line_word(struct club_line *line);
/* Is that the next word? Then it is read. */
bool tournament__read_line_is(struct club_line *line, const char *word);
/* A number of few digits; -1 if it is not one. */
int64_t tournament__read_line_number_of(const char *text, const char *end);
/* The next word as a number within bounds; `what` names it in a refusal. */
bool tournament__read_line_number(struct club_line *line, const char *what, int64_t least,
                                  int64_t most, int64_t *out);
bool tournament__read_line_int(struct club_line *line, const char *what, int least,
                               int most, int *out);
bool tournament__read_line_ends(struct club_line *line);
/* The key and then the rest of the line, which must be a name that can be shown. */
bool tournament__read_line_text(struct club_line *line, const char *key, size_t longest,
                                char *out);
/* The number of somebody who has not left; `out` counts from 0. */
bool tournament__read_line_entrant(const struct club_tournament *t,
                                   struct club_line *line, int *out);

/* -- Kinds of lines: false: it is refused, and nothing has changed ----------------------------------- */

bool tournament__read_created(struct club_tournament *t, struct club_line *line);

bool tournament__read_entrant_entered(struct club_tournament *t, struct club_line *line);
bool tournament__read_entrant_member(struct club_tournament *t, struct club_line *line);
bool tournament__read_entrant_left(struct club_tournament *t, struct club_line *line);
bool tournament__read_entrant_withdrawn(struct club_tournament *t,
                                        struct club_line *line);
bool tournament__read_entrant_bye(struct club_tournament *t, struct club_line *line);

bool tournament__read_round(struct club_tournament *t, struct club_line *line);

bool tournament__read_result(struct club_tournament *t, struct club_line *line);
bool tournament__read_result_corrected(struct club_tournament *t, struct club_line *line);
bool tournament__read_result_noshow(struct club_tournament *t, struct club_line *line);
bool tournament__read_result_came(struct club_tournament *t, struct club_line *line);

#endif
