#!/bin/sh
# library.sh BUILD_DIR [--update] -- the library as others get it: what it exports and how large
# its values are stand in tests/package/library.txt; the examples of examples/ are compiled against an
# installed copy, by pkg-config and by CMake's find_package, shared and static, and run.
#
# --update writes tests/package/library.txt anew. After a release a line may only be added, or SOVERSION
# (the version's major number, include/aude_api.h) has to grow.
set -eu
LC_ALL=C
export LC_ALL
build=$(cd "${1:?usage: library.sh BUILD_DIR [--update]}" && pwd)
root=$PWD
held=$root/tests/package/library.txt
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
cc=${CC:-cc}
strict="-std=c11 -O1 -Wall -Wextra -Wpedantic -Wconversion -Werror"

cmake --install "$build" --prefix "$tmp/aude" >/dev/null
so=$(find "$tmp/aude" -name libaude.so)
lib=$(dirname "$so")
export PKG_CONFIG_PATH="$lib/pkgconfig" LD_LIBRARY_PATH="$lib"

# --- what it exports, and how large what is handed over is ----------------------------------

{
    echo '#include <aude.h>'
    printf '#include <aude/%s>\n' ai.h art.h review.h
    echo '#include <stdio.h>'
    echo 'int main(void) {'
    sed -n 's/^struct \([a-z_]*\) {$/    printf("size %s %zu\\n", "\1", sizeof(struct \1));/p' \
        "$tmp"/aude/include/*.h "$tmp"/aude/include/aude/*.h
    echo '}'
} >"$tmp/sizes.c"
# shellcheck disable=SC2046,SC2086 # options are words
$cc $strict "$tmp/sizes.c" -o "$tmp/sizes" $(pkg-config --cflags aude)
{
    nm -D --defined-only "$so" | awk '{ print "exports " $3 }' | sort
    "$tmp/sizes" | sort
} >"$tmp/library.txt"
[ "$(grep -c '^size ' "$tmp/library.txt")" -gt 30 ] || fail "the structs of the headers are not found"

# Every public struct is in a list of what aude_abi_differs() and its like compare.
{
    sed -n 's/^struct \([a-z_]*\) {$/\1/p' "$tmp"/aude/include/*.h "$tmp"/aude/include/aude/*.h |
        grep -v -x -E '(aude|ai|ai_review|art)_abi' | sort >"$tmp/structs"
    for part in aude:aude_api ai:aude/ai ai_review:aude/review art:aude/art; do
        sed -n '/^#define [A-Z_]*ABI_STRUCTS(X)/,/[^\\]$/p' "$tmp/aude/include/${part#*:}.h" |
            grep -o 'X([a-z_]*)' | sed "s/X(\(.*\))/${part%:*}_\1/"
    done | sort >"$tmp/compared"
}
diff "$tmp/structs" "$tmp/compared" >&2 || fail "a public struct is in no list ..._ABI_STRUCTS, or one that is none"

if [ "${2-}" = --update ]; then cp "$tmp/library.txt" "$held"; echo "written: $held"; exit; fi
if [ "$(getconf LONG_BIT)" != 64 ]; then
    sed -i '/^size /d' "$tmp/library.txt"
    grep -v '^size ' "$held" >"$tmp/held"
    held=$tmp/held
fi
diff "$held" "$tmp/library.txt" >"$tmp/diff" || {
    cat "$tmp/diff" >&2
    fail "the library is not what tests/package/library.txt says. If that is meant: tests/package/library.sh BUILD --update"
}

# The archive has those names and no others: all else is its own.
nm --defined-only --extern-only "$lib/libaude.a" | awk 'NF == 3 { print $3 }' | sort >"$tmp/archive"
sed -n 's/^exports //p' "$tmp/library.txt" | diff - "$tmp/archive" >"$tmp/diff" || {
    cat "$tmp/diff" >&2
    fail "libaude.a has other global names than libaude.so"
}

# Every function of the headers is there: none is declared without AUDE_API (inline ones are no exports).
sed -n '/^static /d; s/^\(AUDE_API \)\{0,1\}[a-z].*[ *]\(\(aude\|ai\|art\)_[a-z_]*\)(.*/\2/p' \
    "$tmp"/aude/include/*.h "$tmp"/aude/include/aude/*.h | grep -v '_abi_differs$' | sort -u >"$tmp/declared"
[ "$(wc -l <"$tmp/declared")" -gt 80 ] || fail "the functions of the headers are not found"
sed -n 's/^exports //p' "$tmp/library.txt" >"$tmp/exported"
missing=$(comm -23 "$tmp/declared" "$tmp/exported")
[ -z "$missing" ] || fail "declared, but not exported (AUDE_API is missing):" $missing

# The number in its name, and nobody it needs but libc.
readelf -d "$so" >"$tmp/elf"
grep -q 'SONAME.*\[libaude\.so\.0\]' "$tmp/elf" || fail "SONAME is not libaude.so.0"
others=$(sed -n 's/.*NEEDED.*\[\(.*\)\].*/\1/p' "$tmp/elf" | grep -v -e '^libc\.so' -e '^libm\.so' -e '^ld-linux' || true)
[ -z "$others" ] || fail "the library needs" $others

# --- a program of other headers is told so --------------------------------------------------

cat >"$tmp/abi.c" <<'C'
#include <aude/art.h>
#include <aude/review.h>
#include <stdio.h>
#ifndef SIZE
#define SIZE sizeof(struct aude_game)
#endif
#ifndef MINOR
#define MINOR AUDE_VERSION_MINOR
#endif
int main(void)
{
    struct aude_abi mine = {AUDE_VERSION_MAJOR, MINOR,
#define X(name) sizeof(struct aude_##name),
    AUDE_ABI_STRUCTS(X)
#undef X
    };
    mine.game = SIZE;
    const char *differs = aude_abi_compare(&mine);
#ifdef OTHER /* the check of another header */
    struct OTHER other = {0};
    differs = COMPARE(&other);
#endif
    printf("%s, %s\n", aude_version(), differs ? differs : "fits");
    return aude_abi_differs() || ai_abi_differs() || ai_review_abi_differs() || art_abi_differs();
}
C
abi() { # WORDS OPTION...
    words=$1
    shift
    # shellcheck disable=SC2046,SC2086 # options are words
    $cc $strict "$tmp/abi.c" -o "$tmp/abi" "$@" $(pkg-config --cflags --libs aude)
    "$tmp/abi" >"$tmp/said" || fail "abi: the library does not agree with its own headers"
    [ "$(cat "$tmp/said")" = "$version, $words" ] || fail "abi: $("$tmp/abi"), not $version, $words"
}
version=$(pkg-config --modversion aude)
abi fits
abi "struct aude_game" -DSIZE=1000
abi version -DMINOR=99
abi "struct ai_candidate" -DOTHER=ai_abi -DCOMPARE=ai_abi_compare
abi "struct ai_review_draw" -DOTHER=ai_review_abi -DCOMPARE=ai_review_abi_compare
abi "struct art_options" -DOTHER=art_abi -DCOMPARE=art_abi_compare

# --- the examples ---------------------------------------------------------------------------

for example in c/embed c/solver bots/bot; do
    name=$(basename $example)
    # shellcheck disable=SC2046,SC2086 # options are words
    $cc $strict "examples/$example.c" -o "$tmp/$name" $(pkg-config --cflags --libs aude)
done
"$tmp/embed" 42 "$tmp/game.svg" "$tmp/game.aude" >"$tmp/embed.out"
grep -q '^seat [01], city: .* = ' "$tmp/embed.out" || fail "embed tells no sum"
tail -c 8 "$tmp/game.svg" | grep -q '</svg>' || fail "embed draws no whole picture"
"$build/aude" replay "$tmp/game.aude" >/dev/null || fail "the record of embed does not hold"

# The last turn, solved: what was played is worth no more than the best.
sed '$d' "$tmp/game.aude" | sed '$ s/lay .*//' >"$tmp/open.aude"
"$tmp/solver" <"$tmp/open.aude" >"$tmp/solved" || fail "solver"
points=$(sed -n 's/^end \([0-9]*\) \([0-9]*\);.*/\1 \2/p' "$tmp/game.aude")
seat=$(sed -n '$ s/.* seat \([01]\):.*/\1/p' "$tmp/open.aude")
echo "$points $seat" | awk '
    { lead = $3 ? $2 - $1 : $1 - $2 }
    END {
        while ((getline line < "'"$tmp/solved"'") > 0) { split(line, w, " "); n++; if (n == 1 || w[1] > best) best = w[1]; if (w[1] == lead) met = 1 }
        exit !(n > 1 && met && best >= lead)
    }' || fail "solver: $(cat "$tmp/solved") for a game that ended $points, seat $seat"
echo 'aude 9' | "$tmp/solver" 2>"$tmp/err" && fail "solver takes a record of another version"
grep -q 'line 1: .*later version' "$tmp/err" || fail "solver says: $(cat "$tmp/err")"
"$build/aude" arena --players random --bot "$tmp/bot" --games 2 --seed 1 >"$tmp/arena" 2>&1 || fail "bot: $(cat "$tmp/arena")"

# A program linked to the archive may have functions of any name, such as ours have inside.
nm "$lib/libaude.a" | awk '$2 == "t" && $3 ~ /^[a-z][a-z0-9_]*$/ { print $3 }' | sort -u |
    grep -v -e '^aude__' -e '^main$' >"$tmp/inside"
[ "$(grep -c -x -e art_sine_cos -e art_line_length "$tmp/inside")" = 2 ] || fail "art_sine_cos and art_line_length are not in libaude.a"
{
    cat examples/c/embed.c
    for name in art_sine_cos art_line_length; do printf 'int %s(void);\nint %s(void) { return 1; }\n' $name $name; done
} >"$tmp/clash.c"
# shellcheck disable=SC2046,SC2086 # options are words
$cc $strict "$tmp/clash.c" -o "$tmp/clash" $(pkg-config --cflags aude) "$lib/libaude.a" -lm -pthread || fail "names clash"
"$tmp/clash" 42 "$tmp/clash.svg" "$tmp/clash.aude" | cmp - "$tmp/embed.out" || fail "with names of its own, embed plays another game"

# --- CMake ----------------------------------------------------------------------------------

asked=$(sed -n 's/.*`find_package(aude \([0-9.]*\))`, then link.*/\1/p' docs/library.md)
[ -n "$asked" ] || fail "docs/library.md does not say which version to ask for"
mkdir "$tmp/project"
cat >"$tmp/project/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(aude $asked REQUIRED)
foreach(kind shared static)
    add_executable(embed_\${kind} $root/examples/c/embed.c)
    target_link_libraries(embed_\${kind} aude::\${kind})
endforeach()
CMAKE
cmake -S "$tmp/project" -B "$tmp/project/build" -G Ninja -DCMAKE_PREFIX_PATH="$tmp/aude" >"$tmp/cmake" 2>&1 &&
    cmake --build "$tmp/project/build" >>"$tmp/cmake" 2>&1 || { cat "$tmp/cmake" >&2; fail "find_package(aude)"; }
for kind in shared static; do
    "$tmp/project/build/embed_$kind" 42 "$tmp/$kind.svg" "$tmp/$kind.aude" | cmp - "$tmp/embed.out" ||
        fail "embed, linked to aude::$kind, plays another game"
done
readelf -d "$tmp/project/build/embed_static" | grep -q 'NEEDED.*libaude' && fail "aude::static is not static"

echo "$(wc -l <"$tmp/exported") functions and tables, $(grep -c '^size ' "$tmp/library.txt") sizes, 3 examples"
