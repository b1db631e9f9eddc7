#!/bin/sh
# mutants.sh BUILD -- faults that are put in on purpose (server/mutant.h), one at a time: the simulator finds each within
# 2,000 seeds. Builds build/simulate-mutants and takes half an hour, so by hand: AUDE_MUTANTS=1 tests/server/mutants.sh build
[ "${AUDE_MUTANTS:-}" = 1 ] || {
    echo "skipped: the simulator's faults are looked for by hand: AUDE_MUTANTS=1 tests/server/mutants.sh $1"
    exit 77
}
cmake --build "$1" --target simulate-mutants >"$1/mutants.log" 2>&1 || {
    cat "$1/mutants.log"
    exit 1
}
failed=0
for n in 1 2 3 4 5 6 7 8 9 10 11; do
    "$1/simulate-mutants" --seed 1 --runs 2000 --mutant $n >"$1/mutants.log" 2>&1
    if [ $? = 1 ]; then
        echo "fault $n: $(grep '^simulate:' "$1/mutants.log"); $(grep '^replay:' "$1/mutants.log")"
    else
        echo "FAILED: fault $n was not found in 2000 seeds"
        failed=1
    fi
done
"$1/simulate-mutants" --seed 1 --runs 200 >/dev/null || {
    echo "FAILED: something is found without a fault"
    failed=1
}
for key in runs findings games_per_s; do
    "$1/simulate-mutants" --mutant 1 --json 2>/dev/null | grep -q "\"$key\":" || {
        echo "FAILED: with a finding --json does not tell $key"
        failed=1
    }
done
"$1/simulate-mutants" --mutant 12 2>/dev/null
[ $? = 2 ] || failed=1
exit $failed
