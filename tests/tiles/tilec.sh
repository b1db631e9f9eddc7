#!/bin/sh
# tilec.sh -- tilec must answer each bad file with its sentence, and accept the good ones.
#
#     tests/tiles/tilec.sh TILEC_BINARY DIR
#
# The first line of every DIR/*.tiles says what to expect: "#! LINE: SENTENCE", or "#! ok".
# Exit status 0 when all agree.
if [ $# -ne 2 ]; then
    echo "usage: tilec.sh TILEC_BINARY DIR" >&2
    exit 2
fi
tilec=$1
dir=$2
out=$(mktemp -d) || exit 2
trap 'rm -rf "$out"' EXIT
failed=0
run=0

# check FILE EXPECTED_STATUS EXPECTED_STDERR
check() {
    "$tilec" "$1" >"$out/stdout" 2>"$out/stderr"
    status=$?
    run=$((run + 1))
    if [ "$status" != "$2" ] || [ "$(cat "$out/stderr")" != "$3" ]; then
        echo "$1: expected status $2 and: $3"
        echo "$1: got status $status and: $(cat "$out/stderr")"
        failed=$((failed + 1))
    elif [ "$2" != 0 ] && [ -s "$out/stdout" ]; then
        echo "$1: a table was written in spite of the mistake"
        failed=$((failed + 1))
    fi
}

for file in "$dir"/*.tiles; do
    expected=$(sed -n '1s/^#! *//p' "$file")
    case $expected in
    ok) check "$file" 0 "" ;;
    [0-9]*) check "$file" 1 "$file:$expected" ;;
    *)
        echo "$file: the first line does not say what to expect"
        failed=$((failed + 1))
        ;;
    esac
done
check "$out/absent.tiles" 1 "$out/absent.tiles:0: the file cannot be opened"
check "$out" 1 "$out:1: the file cannot be read"

# Sets in the wrong order: the second file is at fault.
printf 'set tower\ntile a x1\nfield NL NR EL ER SL SR WL WR at 1,1\n' >"$out/tower.tiles"
printf 'set base\n' >"$out/base.tiles"
"$tilec" "$out/tower.tiles" "$out/base.tiles" >"$out/stdout" 2>"$out/stderr"
if [ $? != 1 ] || [ "$(cat "$out/stderr")" != "$out/base.tiles:1: the set base must come before tower" ]; then
    echo "wrong order of sets: got $(cat "$out/stderr")"
    failed=$((failed + 1))
fi
run=$((run + 1))

if [ "$failed" != 0 ]; then
    echo "$failed of $run tilec checks failed"
    exit 1
fi
echo "$run tilec checks passed"
