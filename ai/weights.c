/* weights.c -- the numbers of the evaluation.
 *
 * weights.h is made by tools/train/fit.c: its chances come true, and people are told them. Players decide
 * by what tools/train/learn.c makes of it, weights_learnt.h. What stands outside features (eval_sets.c)
 * was guessed, then tuned by matches (tools/train/tune.c), then learnt by tools/train/learn.c from games with
 * one expansion each: 170,000 pairs of lines in three runs, the last `learn 62 3 2000
 * one:inns-cathedrals,traders-builders,princess-dragon,tower,abbey-mayor 0 16`. Behind a number: what it
 * was before that, if the change is large. docs/ai.md has the matches between the two. */
#include "eval.h"
#include "weights.h"
#include "weights_learnt.h"

const struct eval_weights eval_fitted = {EVAL_WEIGHTS};

const struct eval_weights eval_weights = {
    EVAL_LEARNT,
    .sets =
        {
            [EVAL_TO_DRAW] = 1.04f,
            [EVAL_BUILDER_HOME] = 1.76f,
            [EVAL_BUILDER_LAID] = 2.74f,
            [EVAL_PIG_HOME] = -0.51f, /* 1.3 */
            [EVAL_PIG_FIELD] = 0.72f,
            [EVAL_BARN_HOME] = 7.34f,  /* 3 */
            [EVAL_BARN_CITIES] = 3.7f, /* 5.2; 4 is the rule's own (AM-25) */
            [EVAL_BIG_HOME] = 1.06f,
            [EVAL_GOODS] = 1.39f, /* 2.56; 1 is the rule's own (TB-32) */
            [EVAL_AWARD] = 0.31f,
            [EVAL_AWARD_EARLY] = 1.9f,
            [EVAL_FAIRY] = 1.45f,
            [EVAL_DRAGON_COUNT] = -0.37f,
            [EVAL_DRAGON_STAKE] = -0.03f,
            [EVAL_TOWER_PIECES] = 4.09f, /* 0.9: a piece is a prisoner to be made */
            [EVAL_TOWER_COUNT] = -1.98f, /* 0 */
            [EVAL_TOWER_STAKE] = -0.05f,
            [EVAL_ON_TOWER] = -1.31f,
            [EVAL_PRISONER_LOST] = 0.46f, /* 1.6 */
            [EVAL_PRISONER_HELD] = 2.42f, /* 1 */
            [EVAL_ABBEYS] = 11.32f,       /* 8.4 */
            [EVAL_QUARTER] = 1.5f,
            [EVAL_HAND_MORE] = 3.1f, /* these and all below: 0 */
            [EVAL_HOLE] = -0.21f,
            [EVAL_HOLE_NEXT] = -0.78f,
            [EVAL_ABBEY_LATE] = -3.78f,
            [EVAL_WAGON_HOME] = -0.25f,
            [EVAL_WAGON_LAID] = -0.6f,
            [EVAL_MAYOR_HOME] = -2.9f,
            [EVAL_MAYOR_WAITS] = 0.74f,
            [EVAL_FIELD_BARN] = -0.17f,
            [EVAL_FIELD_OWN_BARN] = 0.24f,
            [EVAL_BARN_FAR] = -1.08f,
            [EVAL_TOWER_TOP] = -0.12f,
            [EVAL_TOWER_ANY] = -0.6f,
            [EVAL_TOWER_PREY] = 0.25f,
            [EVAL_PRISONER_NEED] = -6.54f,
            [EVAL_PIECES_NONE] = -7.03f,
        },
    .win_sets =
        0.4313f, /* by `fit 6000 3 1 any any` (tools/train/fit.c), 6.5 million rows */
};
