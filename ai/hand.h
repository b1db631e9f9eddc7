/* hand.h -- the hand with which a computer throws (CAT-32). Inside ai/ only.
 *
 * A person stops a needle and a bar; the numbers that come of it are near what was meant. A
 * computer means numbers, so in METER mode an error of its own is added before the throw is
 * committed. In DIRECT mode the engine adds one to everybody's (CAT-15). */
#ifndef AI_HAND_H
#define AI_HAND_H

#include "ai.h"

struct hand {
    int aim, power; /* the most by which it errs; in a toss aim is the lateral */
};

/* How far a hand errs in this game before the throw is committed: not at all in DIRECT mode. */
struct hand hand_of(const struct aude_game *game, enum ai_hand skill);

/* A number from -most to most, the small ones likelier (CAT-16). */
int hand_tri(struct ai_rng *rng, int most);

/* What the hand makes of an action that was meant: a throw or a toss nearby, within the bounds
 * of CAT-12 and CAT-25. Any other action stays as it is. */
struct aude_action hand_err(struct aude_action meant, struct hand hand,
                            struct ai_rng *rng);

#endif
