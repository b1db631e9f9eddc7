/* fair.h -- a game with the catapult, for tests. It is hidden: the test itself tells the draws
 * and how a throw scatters, usually not at all. */
#ifndef AUDE_TEST_FAIR_H
#define AUDE_TEST_FAIR_H

#include "sets/catapult_internal.h" /* first: its parameters have the names below */

extern struct aude_game game;
extern struct aude_events events; /* of the last action */
extern struct aude_event heard[AUDE_EVENTS_MAX];

enum { FAIRS = 1 << AUDE_SET_CATAPULT };

/* A hidden setup with the catapult and these sets, seat 0 first; and a game of it. */
void begin_with(struct aude_setup *setup, unsigned sets, unsigned seats);
void begin(unsigned sets, unsigned seats);

enum aude_err act(struct aude_action action);
void say(const char *words);     /* one action; the test fails if it is refused */
void say_all(const char *words); /* several, separated by semicolons */
enum aude_err fair_refusal(const char *words);

const struct aude_event *find_event(enum aude_event_kind kind, int nth);
int count_events(enum aude_event_kind kind);
int standing(int x, int y); /* figures on that tile */

/* The throw from a stand whose token lands nearest to a point if nothing scatters. */
struct aude_action aimed(unsigned stand, struct aude_point at);
/* Throw so, at that point, or away from everything; nothing scatters. */
void throw_still(struct aude_action action);
void throw_at(unsigned stand, int32_t x, int32_t y);
void throw_away(void);

/* A round of that kind for a fair field south of the start tile, with a farmer of seat 0. */
void fair_round(const char *kind, unsigned sets, unsigned seats);
/* A seduction: a thief of seat 0 at 1,0, a monk of seat 1 at 0,2, the fair of seat 0 at 0,3. */
void seduction(unsigned sets);

/* An authority's game of three seats in a round of that kind, seat 0 to throw. */
void authority(struct aude_game *out, unsigned kind);

#endif
