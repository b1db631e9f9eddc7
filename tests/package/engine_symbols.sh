#!/bin/sh
# engine_symbols.sh BUILD_DIR -- the engine's promise, read from its object files:
# it allocates nothing, prints nothing, asks no clock, keeps no state, computes no float,
# and knows nobody but itself and a handful of libc's memory and string calls.
set -u
LC_ALL=C
export LC_ALL
lib=${1:?usage: engine_symbols.sh BUILD_DIR}/libaude.a
[ -f "$lib" ] || { echo "there is no $lib: build first" >&2; exit 1; }

# What an engine object may ask of others. Names in the last two rows come from the
# compiler: helpers for wide integers, asserts (not in release), hardening, addresses.
allowed='
memcpy memmove memset memcmp memchr bcmp strlen strcmp strncmp strchr strrchr
memccpy strnlen strspn strcspn
__popcountdi2 __popcountsi2 __clzdi2 __ctzdi2 __udivti3 __umodti3 __multi3
__assert_fail abort __stack_chk_fail _GLOBAL_OFFSET_TABLE_'

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
bad=0
complain() { # TITLE FILE: fail when FILE has lines
    [ -s "$2" ] || return 0
    bad=1
    echo "$1:"
    sed 's/^/    /' "$2"
}

# "object symbol", undefined and defined; an object may use what another one defines.
nm -A -u "$lib" >"$tmp/nm" || exit 1
sed -n 's/^[^:]*:\([^:]*\): *[Uvw] \(.*\)$/\1 \2/p' "$tmp/nm" >"$tmp/wanted"
# shellcheck disable=SC2086 # one word per name
{ nm -A --defined-only "$lib" | awk '{ print $NF }'; printf '%s\n' $allowed; } | sort -u >"$tmp/known"
awk 'NR == FNR { known[$1] = 1; next } !($2 in known) { print $1 " uses " $2 }' \
    "$tmp/known" "$tmp/wanted" | sort -u >"$tmp/strangers"
complain "the engine calls what it may not" "$tmp/strangers"

# Sections that can be written while a game runs. Constant tables of pointers lie in
# .data.rel.ro, which the loader seals, and are welcome.
objdump -h -w "$lib" | awk '
    / file format / { object = $1; sub(/:$/, "", object) }
    $2 ~ /^\.(data|bss|tdata|tbss|sdata|sbss)(\.|$)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ {
        print object, $2
    }' >"$tmp/sections"
objdump -t "$lib" | awk '
    FILENAME != "-" { writable[$0] = 1; next }
    { sub(/\.(hidden|protected|internal) /, "") }
    / file format / { object = $1; sub(/:$/, "", object) }
    NF < 5 || $(NF - 1) ~ /^0+$/ { next }
    { where = object " " $(NF - 2) }
    $(NF - 2) == "*COM*" || where in writable {
        print object " keeps " $NF " (" $(NF - 2) ")"
        named[where] = 1
    }
    END { for (where in writable) if (!(where in named)) print where " is not empty" }' \
    "$tmp/sections" - >"$tmp/state"
complain "the engine keeps state outside the game" "$tmp/state"

# Arithmetic on floats. Moves, shuffles and bit operations also carry integers and are
# left out. Machines not named here are covered by a run on one that is.
case $(uname -m) in
x86_64)
    float='v?(add|sub|mul|div|sqrt|rsqrt|rcp|min|max|cmp|round|hadd|addsub|dp|f?n?m(add|sub)[0-9]*)(ss|sd|ps|pd)|v?u?comis[sd]|v?cvtt?[a-z0-9]*|f(ild|ist|istp|isttp|ld|st|stp|add|addp|sub|subp|subr|mul|mulp|div|divp|divr|sqrt|com|comi|ucomi|ucomip|xch)[sltp]*' ;;
aarch64)
    float='f(add|sub|mul|div|sqrt|madd|msub|nmadd|cmp|cmpe|cvt[a-z]*|rint[a-z])|[su]cvtf' ;;
*) float= ;;
esac
if [ -n "$float" ]; then
    objdump -d --no-show-raw-insn "$lib" | awk -v float="^($float)\$" '
        / file format / { object = $1; sub(/:$/, "", object) }
        /^[0-9a-f]+ <.*>:$/ { fn = $2; gsub(/[<>:]/, "", fn) }
        $1 ~ /^[0-9a-f]+:$/ && $2 ~ float { print object ": " fn " computes a float (" $2 ")" }' |
        sort -u >"$tmp/floats"
    complain "the engine computes floats" "$tmp/floats"
else
    echo "float instructions of $(uname -m) are not known here: not looked for"
fi

[ "$bad" = 0 ] && echo "$(ar t "$lib" | wc -l) objects, nothing forbidden"
exit "$bad"
