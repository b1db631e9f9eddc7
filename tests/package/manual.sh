#!/bin/sh
# manual.sh BUILD_DIR -- the manual pages and completions say what the program and the headers say, and roff
# and the shells that are here can read them.
set -eu
build=$(cd "${1:?usage: manual.sh BUILD_DIR}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

scripts/man "$build/aude" "$tmp"
cmp "$tmp/aude.1" "$build/manual/aude.1" || fail "the build has another aude.1"

# Every command, with its own help, is in the page; every function of the library is in the other.
for command in $("$build/aude" --help | sed -n 's/^  \([a-z]*\)  *.*/\1/p' | grep -v -e '^help$' -e '^aude$'); do
    grep -q "^\.SS \"aude $command\"" "$tmp/aude.1" || fail "aude.1 leaves out $command"
    for file in aude.bash _aude aude.fish; do grep -q "$command" "$tmp/$file" || fail "$file leaves out $command"; done
done
sed -n 's/^exports \(aude\|ai\|art\)\(_.*\)/\1\2/p' tests/package/library.txt >"$tmp/functions"
[ "$(wc -l <"$tmp/functions")" -gt 100 ] || fail "tests/package/library.txt names too few functions"
while read -r name; do grep -q -w "$name" "$tmp/libaude.3" || fail "libaude.3 leaves out $name"; done <"$tmp/functions"

grep -q '^#define AUDE_ABI_STRUCTS(X)' "$tmp/libaude.3" || fail "libaude.3 drops the first line of a table"
! grep -q 'clang.*format' "$tmp/libaude.3" || fail "libaude.3 shows what is for a tool"

if command -v groff >/dev/null; then
    groff -man -ww -z -Tutf8 "$tmp/aude.1" "$tmp/libaude.3" >"$tmp/warnings" 2>&1
    [ ! -s "$tmp/warnings" ] || { cat "$tmp/warnings" >&2; fail "roff complains"; }
    groff -man -Tutf8 "$tmp/aude.1" | grep -q 'aude replay game.aude' || fail "aude.1 does not show its examples"
else
    echo "not run: no groff here"
fi

if command -v bash >/dev/null; then
    bash -c '. "$0"; COMP_WORDS=(aude re) COMP_CWORD=1; _aude; echo "${COMPREPLY[*]}"
        COMP_WORDS=(aude bench --s) COMP_CWORD=2; _aude; echo "${COMPREPLY[*]}"
        mkdir "$1/files" && cd "$1/files" && touch "my game.aude" other.aude sim.aude
        COMP_WORDS=(aude replay "") COMP_CWORD=2; _aude; echo "my game.aude" | grep -q -x -F -f <(printf "%s\n" "${COMPREPLY[@]}") &&
            echo "a name with a space is one"
        COMP_WORDS=(aude help si) COMP_CWORD=2; _aude; echo "${COMPREPLY[*]}"
        COMP_WORDS=(aude sim --players greedy,rand) COMP_CWORD=3; _aude; echo "${COMPREPLY[*]}"
        COMP_WORDS=(aude play --rules big) COMP_CWORD=3; _aude; echo "${COMPREPLY[*]}"
        COMP_WORDS=(aude store "") COMP_CWORD=2; _aude; echo "${COMPREPLY[*]}"
        COMP_WORDS=(aude tournament new --kind k) COMP_CWORD=4; _aude; echo "${COMPREPLY[*]}"' "$tmp/aude.bash" "$tmp" >"$tmp/bash"
    printf 'replay review render\n--seconds\na name with a space is one\nsim\ngreedy,random\nbigbox_ro\ncopy check migrate\nknockout\n' | cmp - "$tmp/bash" || fail "bash completes: $(cat "$tmp/bash")"
fi
if command -v zsh >/dev/null; then zsh -n "$tmp/_aude" || fail "zsh"; else echo "not run: no zsh here"; fi
if command -v fish >/dev/null; then fish -n "$tmp/aude.fish" || fail "fish"; else echo "not run: no fish here"; fi
echo "two pages, three completions"
