/* verify_internal.h -- what verify.c and verify_end.c share. */
#ifndef JCZ_VERIFY_INTERNAL_H
#define JCZ_VERIFY_INTERNAL_H

#include "jcz_internal.h"

enum { LINE_MAX_BYTES = JCZ_TEXT_MAX };

/* A list of lines, to be compared as a set or as a multiset. */
struct jcz__lines {
    char (*line)[LINE_MAX_BYTES];
    int n, size;
    bool failed; /* memory ran out */
};

/* Sets whose tiles may lie on the table; abbeys come with the rules of their set. */
static inline unsigned jcz__sets_there(const struct aude_game *game)
{
    return game->tile_sets | (unsigned)JCZ__SET(ABBEY);
}

/* Room for one more line. */
char *jcz__lines_add(struct jcz__lines *lines);
void jcz__lines_sort(struct jcz__lines *lines, bool as_set);
/* Writes up to `max` lines of sorted `a` that are not in sorted `b`; returns how many
 * there are. */
int jcz__lines_only_in(const struct jcz__lines *a, const struct jcz__lines *b,
                       const char **out, int max);

struct jcz__check {
    const struct jcz_save *save;
    struct jcz_walk *walk;
    struct jcz_report *report;
    const json_t *oracle;
    struct jcz__lines ours, theirs;
    struct jcz__lines scores, discards; /* our lines, collected during play */
    struct jcz__lines turns;            /* the turn of each score */
    int turn;                           /* the current turn */
    struct jcz_message *legal;
};

/* Add to the text of the difference: from now on there is one. */
void jcz__verify_say(struct jcz__check *check, const char *format, ...) JCZ_PRINTF(2, 3);
/* "message 12 (turn 4, ActionPhase, player 0): " */
void jcz__verify_say_where(struct jcz__check *check, const char *phase);
/* Are our lines and theirs, both sorted, the same? If not, say so. */
bool jcz__verify_same_lines(struct jcz__check *check, const char *phase,
                            const char *what);

/* Are these points the current ones? If not, say so. */
bool jcz__verify_end_same_points(struct jcz__check *check, const json_t *points,
                                 const char *phase);
/* A jcz_played: collects scores and discards. */
void jcz__verify_end_note(void *context, const struct aude_game *after,
                          const char *action, const struct aude_events *events);
/* Compare everything that is known after the last message. */
void jcz__verify_end(struct jcz__check *check);

#endif
