/* weights_sets.h -- what stands outside features, in points (ai/eval_sets.c).
 *
 * Estimates by hand, then `tune 1200 2 1` (tools/tune.c), which was stopped in its second
 * pass; docs/ai.md has what its steps were worth. Those that are not here are 0: known
 * to the evaluation, and no step from there won a match. */
/* clang-format off: one a line, with its reason */
#define EVAL_WEIGHTS_SETS                                                                \
    [EVAL_TO_DRAW] = 1.2f,        /* tuned from 0 */                                     \
    [EVAL_BUILDER_HOME] = 1.5f,                                                          \
    [EVAL_BUILDER_LAID] = 3.0f,   /* second parts to come (TB-9) */                      \
    [EVAL_PIG_HOME] = 1.3f,       /* tuned from 0.7 */                                   \
    [EVAL_PIG_FIELD] = 0.4f,      /* by the rule 1 (TB-24); tuned */                     \
    [EVAL_GOODS] = 2.56f,         /* by the rule 1 (TB-32); tuned: the tens are near */  \
    [EVAL_BIG_HOME] = 0.6f,       /* tuned from 0 */                                     \
    [EVAL_BARN_HOME] = 3.0f,                                                             \
    [EVAL_BARN_CITIES] = 5.2f,    /* by the rule 4 (AM-25); tuned: cities to come */     \
    [EVAL_ABBEYS] = 8.4f,         /* tuned from 3: it closes what nothing else does */   \
    [EVAL_AWARD] = 0.8f,          /* by the rule 1 (KR-7), and it may be lost */         \
    [EVAL_AWARD_EARLY] = 2.5f,                                                           \
    [EVAL_FAIRY] = 1.0f,          /* tuned from 2.5 */                                   \
    [EVAL_DRAGON_COUNT] = -0.6f,  /* tuned from 0 */                                     \
    [EVAL_TOWER_PIECES] = 0.9f,   /* tuned from 0.3 */                                   \
    [EVAL_PRISONER_LOST] = 1.6f,  /* a ransom costs three (TOW-17); tuned from 1 */      \
    [EVAL_PRISONER_HELD] = 1.0f,  /* tuned from 2.5 */                                   \
    [EVAL_QUARTER] = 1.5f
/* clang-format on */

/* By `fit 6000 3 1 any any` (tools/fit.c), 6.5 million rows. */
#define EVAL_WIN_SETS 0.4313f
