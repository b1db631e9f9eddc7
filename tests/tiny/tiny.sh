#!/bin/sh
# tiny.sh -- a set is added in earnest: the engine, the rule cards and the golden games with the set of tests/tiny.
#
# Its lines stand in the tree behind AUDE_TINY_SET, which only this script defines, so that no visitor's program has
# the set. Its cards must hold, engine and model must agree about it, the golden games must be as without it.
# How many files it took stands in ARCHITECTURE.md and is counted by tests/documents/figures.py.
set -eu
cd "$(dirname "$0")/../.."
cc=${CC:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags="-std=gnu11 -O1 -DAUDE_TINY_SET -D_GNU_SOURCE -Iinclude -Iengine -I. -Itests -Itests/cards -Itests/match
       -Itests/model -Itests/unit"
sets=$(sed -n '/^set(tile_sets/,/)/{s/^set(tile_sets//;s/)//;p;}' cmake/tiles.cmake)
[ -n "$sets" ] || { echo "no tile_sets in cmake/tiles.cmake"; exit 1; }

tiles=
for set in $sets; do tiles="$tiles data/tiles/$set.tiles"; done
# shellcheck disable=SC2086 # words on purpose
{
    "$cc" $flags -o "$work/tilec" tools/make/tilec.c tools/make/tilec_*.c engine/names.c
    "$work/tilec" $tiles tests/tiny/milestones.tiles >"$work/tiles.c"
    printf '#include "%s"\n' "$PWD"/engine/*.c "$PWD"/engine/sets/*.c "$PWD"/tests/tiny/milestones.c >"$work/engine.c"
    # One file each, once: three programs below are made of them.
    "$cc" $flags -c -o "$work/engine.o" "$work/engine.c"
    "$cc" $flags -c -o "$work/tiles.o" "$work/tiles.c"
    "$cc" $flags -o "$work/tests" "$work/engine.o" "$work/tiles.o" tests/test_main.c tests/play.c tests/cards/*.c \
        tests/model/*.c tests/match/*.c tests/unit/test_golden.c -lm
}
AUDE_QUICK=1 "$work/tests" cards/milestones golden/
"$work/tests" model/model_agrees_milestones

# The shells that go through all sets: tiles and actions, another program's files, the page's words.
# shellcheck disable=SC2086
"$cc" $flags -Ijcz -Itests/jcz -o "$work/shells" "$work/engine.o" "$work/tiles.o" tests/test_main.c tests/play.c \
    tests/tiles/test_tiles.c tests/unit/test_actions.c jcz/*.c tests/jcz/jcz_saves.c tests/jcz/test_jcz_names.c \
    tests/jcz/test_jcz_write.c -ljansson -lz -lm
env -u AUDE_QUICK "$work/shells" # a quick run plays too few games for one of them
build=${1:-build}
if [ -f "$build/libai.a" ] && [ -f "$build/libart.a" ] && ! grep -q __asan_init "$build/libart.a"; then
    # shellcheck disable=SC2086
    "$cc" $flags -Iai -Iart -Ipuzzles -Isitting -o "$work/names" tools/make/names.c "$work/engine.o" "$work/tiles.o" \
        "$build/libpuzzles.a" "$build/libsitting.a" "$build/libai.a" "$build/libart.a" -lm
    "$work/names" >"$work/names.ts"
    for word in '"milestones"' '"milestone"' 'milestone: "ON" | "OFF"'; do
        grep -qF "$word" "$work/names.ts" || { echo "the page's words lack $word"; exit 1; }
    done
else
    echo "the page's words were not made: no plain libai.a and libart.a in $build"
fi
