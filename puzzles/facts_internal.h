/* facts_internal.h -- a turn that is looked at: what facts.c and quiet.c share. */
#ifndef PUZZLES_FACTS_INTERNAL_H
#define PUZZLES_FACTS_INTERNAL_H

#include "puzzles.h"

struct facts {
    const struct aude_game *view; /* before the turn */
    struct aude_game after;
    struct aude_event list[AUDE_EVENTS_MAX];
    struct aude_events events;
    unsigned seat;
    struct puzzle_fact *out;
    int n;
    uint8_t seen
        [AUDE_HANDLES_MAX]; /* features of the game after the turn that were looked at */
};

struct puzzle_fact *puzzle_facts_add(struct facts *f, enum puzzle_fact_kind kind,
                                     unsigned seat);
void puzzle_facts_place(struct puzzle_fact *fact, const struct aude_game *game,
                        unsigned handle, unsigned kind);
/* Who has the majority in a feature, one bit each. */
unsigned puzzle_facts_owners(const struct aude_game *game, unsigned feature);
/* The first seat of a set of bits. */
unsigned puzzle_facts_first(unsigned seats);
/* Who was paid for a feature of the game after the turn, one bit each. */
unsigned puzzle_facts_paid(const struct facts *f, unsigned feature);
int puzzle_facts_fitting(const struct aude_game *game, int x, int y);

/* What is true of the turn though nothing is scored or claimed by it (quiet.c). */
void puzzle_quiet_look(struct facts *f, const struct ai_line *line);

#endif
