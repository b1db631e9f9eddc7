#!/bin/sh
# simulate.sh BUILD -- servers in simulated worlds with a store that fails, is slow, lies or is cut off: one alone, and three together
# of which some are killed, stand still or lose each other.
[ -x "$1/simulate" ] || {
    echo "skipped: $1/simulate is not built"
    exit 77
}
runs=2000 worlds=100
[ "${AUDE_LONG:-}" = 1 ] && runs=100000 worlds=4000
[ "${AUDE_QUICK:-}" = 1 ] && runs=200 worlds=10
"$1/simulate" --alone --seed 1 --runs "$runs" || exit 1
"$1/simulate" --seed 1 --runs "$worlds" || exit 1
# One who had a table and did not know yet that it was another's told everything a second time.
"$1/simulate" --seed 14584 --runs 1 || exit 1
# A request to watch was answered by one who no longer had the table, after the next owner had answered the next request.
"$1/simulate" --seed 275366 --runs 1 || exit 1
# Time was charged in which nobody had the table: a server that began again renewed what the one before it had, as if it had
# been there all the time.
"$1/simulate" --seed 286064 --runs 1 || exit 1
# Who left a table while the store went away was told nothing more, or everything again.
"$1/simulate" --seed 539520 --runs 1 || exit 1
"$1/simulate" --seed 601418 --runs 1 || exit 1
"$1/simulate" --runs 0 2>/dev/null
[ $? = 2 ] || {
    echo "FAILED: no runs are refused"
    exit 1
}
