#!/bin/sh
# limit.sh BUILD -- the bare limit (tools/load/limit.c) still plays by the rules: the engine plays 300 of its games, with lists
# of the same length and the same points.
set -u
build=${1:?usage: limit.sh BUILD}
[ -x "$build/limit" ] || { echo "skipped: there is no $build/limit"; exit 77; }
says=$("$build/limit" --check 300)
status=$?
echo "$says"
[ $status -eq 0 ] || exit $status
case $says in
"300 games, the same lists and points by both: 7"*) ;;
*) echo "FAILED: not what 300 checked games say"; exit 1 ;;
esac
# A word that it does not know is no check that went well.
for words in "--check" "--check 0" "--check x" "--chek 3"; do
    # shellcheck disable=SC2086 # words
    "$build/limit" $words 2>/dev/null
    [ $? -eq 2 ] || { echo "FAILED: limit $words"; exit 1; }
done
