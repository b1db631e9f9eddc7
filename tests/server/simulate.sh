#!/bin/sh
# simulate.sh BUILD -- one server in simulated worlds with a store that fails, is slow, lies or is cut off. The long run has worlds of
# three servers, too, over seeds that are known to be clean: docs/scale.md says which are not.
[ -x "$1/simulate" ] || {
    echo "skipped: $1/simulate is not built"
    exit 77
}
runs=1000
[ "${AUDE_LONG:-}" = 1 ] && runs=100000
[ "${AUDE_QUICK:-}" = 1 ] && runs=200
"$1/simulate" --alone --seed 1 --runs "$runs" || exit 1
if [ "${AUDE_LONG:-}" = 1 ]; then
    "$1/simulate" --seed 1 --runs 1400 || exit 1
fi
"$1/simulate" --runs 0 2>/dev/null
[ $? = 2 ] || {
    echo "FAILED: no runs are refused"
    exit 1
}
