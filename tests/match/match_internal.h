/* match_internal.h -- what the rooms of a match share: match.c plays and asks, match_compare.c
 * compares positions, match_events.c what happened, match_tally.c counts what was met. */
#ifndef AUDE_MATCH_INTERNAL_H
#define AUDE_MATCH_INTERNAL_H

#include "match.h"

/* Lists are compared as heaps of facts: rows of numbers without an order. */
enum { FACT_NUMBERS = 9, FACTS_MAX = AUDE_ACTIONS_MAX };

struct match_fact {
    int v[FACT_NUMBERS];
};

struct match_facts {
    int n;
    struct match_fact fact[FACTS_MAX];
};

/* match.c */
void match_differ(struct match *t, const char *what);
void match_same(struct match *t, const char *what, long engine, long model);
void match_add_fact(struct match_facts *list, struct match_fact fact);
int match_by_numbers(const void *a, const void *b);
void match_say_fact(const char *side, const char *columns, const struct match_fact *fact);
void match_same_facts(struct match *t, const char *what, const char *columns,
                      struct match_facts *engine, struct match_facts *model);

/* match_compare.c */
void match_compare_position(struct match *t);

/* match_events.c */
bool match_is_of_draw(enum aude_event_kind what);
void match_compare_events(struct match *t);
void match_check_sum(struct match *t, const struct aude_event *e);

/* match_tally.c */
void match_tally_feature(struct match *t, const struct model_feature *f);
void match_tally_before(struct match *t, struct aude_action action);
void match_tally_action(struct match *t, struct aude_action action, int steps);
void match_tally_log(struct match *t);
void match_tally_event(struct match *t, int i);

#endif
