#!/bin/sh
# build.sh BUILD -- what is built by which command: the page inside or left out, warnings that
# stop our checks and nobody else, folders that were begun in another way, a layout check that
# says when it cannot be made.
set -u
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
top=$PWD failed=0

fail() {
    failed=1
    echo "FAILED: $1"
    [ ! -f "$tmp/out" ] || tail -n 8 "$tmp/out"
}
run() { "$@" >"$tmp/out" 2>&1; }
says() { grep -q -- "$1" "$tmp/out"; }

# -- make: which scripts it calls, in a tree of stand-ins ----------------------------------

mkdir -p "$tmp/tree/scripts" "$tmp/bin"
cp Makefile "$tmp/tree"
for name in need web configure; do
    printf '#!/bin/sh\necho "%s $*"\n' "$name" >"$tmp/tree/scripts/$name"
done
printf '#!/bin/sh\necho "cmake $*"\n' >"$tmp/bin/cmake"
chmod +x "$tmp/tree/scripts"/* "$tmp/bin/cmake"
in_tree() { (cd "$tmp/tree" && PATH=$tmp/bin:$PATH && run env -u MAKEFLAGS -u PAGE make "$@"); }

in_tree build || fail "make build"
{ says '^need .*nodejs' && says '^web' && says 'configure release -D AUDE_PAGE=ON'; } || fail "make build has the page"
# What `cmake --install build` copies has been built then (docs/library.md).
for target in aude shared static manual; do
    says "^cmake --build .* --target .*\\b$target\\b" || fail "make build leaves out $target"
done
in_tree build PAGE=no || fail "make build PAGE=no"
says 'configure release -D AUDE_PAGE=OFF' || fail "PAGE=no tells CMake"
! says '^web' || fail "PAGE=no builds no page"
for tool in nodejs npm clang wasi fonts python3; do
    ! says "^need.*$tool" || fail "PAGE=no asks for $tool"
done
! in_tree build PAGE=maybe || fail "PAGE=maybe is taken"
says 'PAGE is yes or no, not "maybe"' || fail "PAGE=maybe is not explained"

# -- scripts/configure: a folder of another generator, a tree that was moved ---------------

small=$tmp/small
mkdir -p "$small/scripts"
cp scripts/configure "$small/scripts"
cat >"$small/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(small NONE)
END
cat >"$small/CMakePresets.json" <<'END'
{ "version": 6, "configurePresets": [
    { "name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build" } ] }
END
run cmake -S "$small" -B "$small/build" -G "Unix Makefiles" || fail "a plain cmake"
run "$small/scripts/configure" release || fail "after a plain cmake"
[ -f "$small/build/build.ninja" ] || fail "after a plain cmake: no Ninja"
echo kept >"$small/build/CMakeFiles/kept"
run "$small/scripts/configure" release || fail "a second time"
[ ! -s "$tmp/out" ] || fail "configure is not silent"
[ -f "$small/build/CMakeFiles/kept" ] || fail "a folder that is right was begun anew"
mv "$small" "$tmp/moved"
run "$tmp/moved/scripts/configure" release || fail "after the tree was moved"

# -- CMake: warnings, and what a plain cmake makes -----------------------------------------

flags_of() { # NAME ARGUMENTS...: compile_commands.json is at $tmp/NAME/
    name=$1
    shift
    run cmake "$@" -B "$tmp/$name" || fail "cmake $*"
}
has_flag() { grep -q -- "$2" "$tmp/$1/compile_commands.json"; }
flags_of release --preset release
! has_flag release ' -Werror ' || fail "a warning stops the release build"
has_flag release ' -Wall ' || fail "the release build does not warn"
flags_of check --preset check
has_flag check ' -Werror ' || fail "a warning does not stop the check build"
flags_of plain -S "$top" -G "Unix Makefiles"
! has_flag plain ' -Werror ' || fail "a warning stops a plain cmake"
has_flag plain ' -O3 -DNDEBUG ' || fail "a plain cmake does not optimise"

# -- The page inside, left out, inside again: a tree with a small page ---------------------

tree=$tmp/page
mkdir -p "$tree/web/dist"
for part in "$top"/*; do
    case ${part##*/} in web | build) ;; *) ln -s "$part" "$tree" ;; esac
done
echo page >"$tree/web/dist/index.html"

assets() { # ON or OFF
    run cmake -S "$tree" -B "$tree/build" -G "$generator" -D AUDE_PAGE="$1" || fail "AUDE_PAGE=$1"
    case $generator in
    Ninja) run ninja -C "$tree/build" assets.c ;;
    *) run cmake --build "$tree/build" --target assetc &&
        run make -C "$tree/build" -f CMakeFiles/page.dir/build.make assets.c ;;
    esac || fail "assets.c with AUDE_PAGE=$1"
}
has_page() { # true or false, WHAT
    grep -q "assets_have_page = $1" "$tree/build/assets.c" || fail "$generator: $2"
}
for generator in Ninja "Unix Makefiles"; do
    rm -rf "$tree/build"
    assets OFF
    has_page false "AUDE_PAGE=OFF has the page"
    echo more >"$tree/web/dist/more.txt"
    assets ON
    has_page true "AUDE_PAGE=ON has no page"
    rm "$tree/web/dist/more.txt"
    assets ON
    ! grep -q 'more.txt' "$tree/build/assets.c" || fail "$generator: a file that has gone is still in the page"
    assets OFF
    has_page false "AUDE_PAGE=OFF still has the page"
done

# -- The layout check ----------------------------------------------------------------------

# In a tree of its own, with formatters of its own: what they answer is all that counts.
mkdir -p "$tmp/format" "$tmp/laid/scripts" "$tmp/laid/engine" "$tmp/laid/web/node_modules/.bin"
cp "$top/scripts/format" "$tmp/laid/scripts/"
echo 'int x;' >"$tmp/laid/engine/x.c"
for tool in sh dirname sed find grep cat; do ln -s "$(command -v $tool)" "$tmp/format/$tool"; done
layout() { run env PATH="$tmp/format" "$tmp/laid/scripts/format" --check; status=$?; }
formatter() { # FILE VERSION STATUS
    printf '#!/bin/sh\n[ "$1" != --version ] || { echo "clang-format version %s.0.6"; exit; }\nexit %s\n' "$2" "$3" >"$1"
    chmod +x "$1"
}
prettier=$tmp/laid/web/node_modules/.bin/prettier
formatter "$prettier" 3 0
layout
{ [ "$status" = 77 ] && says '^skipped: .*here is none'; } || fail "no clang-format: status $status"
formatter "$tmp/format/clang-format" 13 1
layout
{ [ "$status" = 77 ] && says '^skipped: .*here is 13'; } || fail "clang-format 13: status $status"
formatter "$tmp/format/clang-format" 14 0
layout
[ "$status" = 0 ] || fail "clang-format 14 and prettier agree: status $status"
formatter "$prettier" 3 1
layout
{ [ "$status" = 1 ] && says 'prettier wants another layout'; } || fail "prettier does not agree: status $status"
rm "$prettier"
layout
{ [ "$status" = 77 ] && says '^skipped: .*prettier'; } || fail "no prettier: status $status"
formatter "$tmp/format/clang-format-19" 19 1
layout
{ [ "$status" = 1 ] && says 'clang-format 19 wants another layout'; } || fail "19 does not agree: status $status"

[ "$failed" = 0 ] && echo "each command builds what it should"
exit "$failed"
