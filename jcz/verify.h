/* verify.h -- what the files of the comparison share: verify.c, verify_end.c, lines.c. */
#ifndef JCZ_VERIFY_H
#define JCZ_VERIFY_H

#include "private.h"

enum { LINE_MAX_BYTES = JCZ_TEXT_MAX };

/* A list of lines, to be compared as a set or as a multiset. */
struct jcz__lines {
    char (*line)[LINE_MAX_BYTES];
    int n, size;
    bool failed; /* memory ran out */
};

/* Sets whose tiles may lie there; abbeys come with the rules of theirs. */
static inline unsigned jcz__sets_there(const struct aude_game *game)
{
    return game->tile_sets | (unsigned)JCZ__SET(ABBEY);
}

/* Room for one more line. */
char *jcz__line(struct jcz__lines *lines);
void jcz__lines_sort(struct jcz__lines *lines, bool as_set);
/* The lines of sorted `a` that sorted `b` lacks, up to `max` of them; how many in all. */
int jcz__lines_only_in(const struct jcz__lines *a, const struct jcz__lines *b,
                       const char **out, int max);

struct jcz__check {
    const struct jcz_save *save;
    struct jcz_walk *walk;
    struct jcz_report *report;
    const json_t *oracle;
    struct jcz__lines ours, theirs;
    struct jcz__lines scores, discards; /* ours, collected on the way */
    struct jcz__lines turns;            /* of each of the scores: its turn */
    int turn;                           /* that is played */
    struct jcz_message *legal;
};

/* Add to the difference: now there is one. */
void jcz__say(struct jcz__check *check, const char *format, ...) JCZ_PRINTF(2, 3);
/* "message 12 (turn 4, ActionPhase, player 0): " */
void jcz__say_where(struct jcz__check *check, const char *phase);
/* Are ours and theirs, both sorted, the same? If not, say so. */
bool jcz__same_sides(struct jcz__check *check, const char *phase, const char *what);

/* Points noted for now; false, and said, if ours are others. */
bool jcz__same_points(struct jcz__check *check, const json_t *points, const char *phase);
/* Collect what was scored and discarded: a jcz_played. */
void jcz__note_played(void *context, const struct aude_game *after, const char *action,
                      const struct aude_events *events);
/* All that can be compared when the last message is played. */
void jcz__compare_end(struct jcz__check *check);

#endif
