/* weights.c -- the numbers of the evaluation. */
#include "eval.h"
#include "weights.h"
#include "weights_sets.h"

const struct eval_weights eval_weights = {EVAL_WEIGHTS, .sets = {EVAL_WEIGHTS_SETS},
                                          .win_sets = EVAL_WIN_SETS};
