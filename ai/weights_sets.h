/* weights_sets.h -- what stands outside features, in points (ai/eval_sets.c).
 *
 * Estimates by hand, tried in matches by tools/tune.c; docs/ai.md has what a step up or down
 * was worth. Those that are 0 are known to the evaluation and never won a match. */
#define EVAL_WEIGHTS_SETS                                                                \
    [EVAL_BUILDER_HOME] = 1.5f,                                                          \
    [EVAL_BUILDER_LAID] = 3.0f, /* second parts to come (TB-9) */                        \
        [EVAL_PIG_HOME] = 0.7f, [EVAL_PIG_FIELD] = 1.0f,    /* by the rule (TB-24) */    \
        [EVAL_BARN_HOME] = 3.0f, [EVAL_BARN_CITIES] = 4.0f, /* by the rule (AM-25) */    \
        [EVAL_GOODS] = 1.0f,                                /* by the rule (TB-32) */    \
        [EVAL_AWARD] = 0.8f, /* by the rule 1 (KR-7), and it may be lost */              \
        [EVAL_AWARD_EARLY] = 2.5f, [EVAL_FAIRY] = 2.5f, [EVAL_TOWER_PIECES] = 0.3f,      \
    [EVAL_PRISONER_LOST] = 1.0f, /* a ransom costs three (TOW-17) */                     \
        [EVAL_PRISONER_HELD] = 2.5f, [EVAL_ABBEYS] = 3.0f, [EVAL_QUARTER] = 1.5f

/* By `fit 6000 3 1 any any` (tools/fit.c), 6.5 million rows. */
#define EVAL_WIN_SETS 0.4313f
