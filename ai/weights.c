/* weights.c -- the numbers of the evaluation.
 *
 * weights.h is made by tools/fit.c. What stands outside features (eval_sets.c) was guessed and then
 * tuned by matches: `tune 1200 2 1` (tools/tune.c), whose second pass was ended after the
 * king's weights. Behind each number: where it began, and what each step from there was worth
 * in points a game, level 3 with that set alone, 1,200 games a step (standard errors 0.3 to 1.1);
 * "held" where steps up and down won nothing. Together, against the guesses, 60 games a set:
 * dragon 69.2 % +- 8.7, tower 56.7 +- 10.5, traders 50.8 +- 11.4, abbey 50.0 +- 11.3. */
#include "eval.h"
#include "weights.h"

const struct eval_weights eval_weights = {
    EVAL_WEIGHTS,
    .sets =
        {
            [EVAL_TO_DRAW] = 1.2f,      /* 0: +4.8 and +4.0 */
            [EVAL_BUILDER_HOME] = 1.5f, /* held */
            [EVAL_BUILDER_LAID] = 3.0f, /* held; 1.2 costs 22.5 */
            [EVAL_PIG_HOME] = 1.3f,     /* 0.7: +1.0 */
            [EVAL_PIG_FIELD] = 0.4f,    /* 1.0: +2.0 */
            [EVAL_BARN_HOME] = 3.0f,    /* held */
            [EVAL_BARN_CITIES] = 5.2f,  /* 4.0, the rule's own (AM-25): +0.9 */
            [EVAL_BIG_HOME] = 0.6f,     /* 0: +1.6; 1.2 costs 6.7 */
            [EVAL_GOODS] = 2.56f, /* 1.0, the rule's own (TB-32): +2.2, +1.2 and +0.8 */
            [EVAL_AWARD] = 0.8f,  /* held */
            [EVAL_AWARD_EARLY] = 2.5f,   /* held */
            [EVAL_FAIRY] = 1.0f,         /* 2.5: +2.7; -0.5 costs 26.7 */
            [EVAL_DRAGON_COUNT] = -0.6f, /* 0: +1.7 */
            [EVAL_DRAGON_STAKE] = 0.0f,  /* held; -0.18 costs 6.3 */
            [EVAL_TOWER_PIECES] = 0.9f,  /* 0.3: +0.6; -0.3 costs 11.6 */
            [EVAL_TOWER_COUNT] = 0.0f,   /* held */
            [EVAL_TOWER_STAKE] = 0.0f,   /* held */
            [EVAL_ON_TOWER] = 0.0f,      /* changes nothing in games of two */
            [EVAL_PRISONER_LOST] = 1.6f, /* 1.0: +1.6 */
            [EVAL_PRISONER_HELD] = 1.0f, /* 2.5: +2.1 */
            [EVAL_ABBEYS] = 8.4f,        /* 3.0: +1.5, +0.9 and +1.0 */
            [EVAL_QUARTER] = 1.5f,       /* changes nothing in games of two */
        },
    .win_sets = 0.4313f, /* by `fit 6000 3 1 any any` (tools/fit.c), 6.5 million rows */
};
