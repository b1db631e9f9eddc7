/* weights.c -- the numbers of the evaluation. */
#include "eval.h"
#include "weights.h"

const struct eval_weights eval_weights = EVAL_WEIGHTS;
