#!/bin/sh
# simulate.sh BUILD -- servers in simulated worlds with a store that fails, is slow, lies or is cut off: one alone, and three together
# of which some are killed, stand still or lose each other.
[ -x "$1/simulate" ] || {
    echo "skipped: $1/simulate is not built"
    exit 77
}
runs=2000 worlds=100
[ "${AUDE_LONG:-}" = 1 ] && runs=100000 worlds=100000 # about half an hour of a core
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
# What is no number is not taken for another one: whoever looks for a finding again would look at the wrong world.
for wrong in "--runs 0" "--runs -1" "--runs 1x" "--seed" "--seed x" "--seed -1" "--seed 1.5" "--seed 99999999999999999999" "--seeds 1" "7"; do
    # shellcheck disable=SC2086 # words
    "$1/simulate" --runs 1 $wrong >/dev/null 2>&1
    [ $? = 2 ] || {
        echo "FAILED: $wrong is not refused"
        exit 1
    }
done
# Nor is silence taken for an answer.
[ ! -c /dev/full ] || {
    "$1/simulate" --alone --runs 1 --json >/dev/full 2>/dev/null
    [ $? = 2 ] || {
        echo "FAILED: an answer that could not be written is not told"
        exit 1
    }
}
told=$("$1/simulate" --seed 1 --runs 20 --json)
for want in '"runs":20,' '"findings":0,' '"games_per_s":[1-9]' '"ended":[1-9]'; do
    echo "$told" | grep -q "$want" || {
        echo "FAILED: --json tells $told, not $want"
        exit 1
    }
done
