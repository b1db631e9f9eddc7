#!/bin/sh
# need.sh -- scripts/need, with stand-ins for dpkg, apt-get, sudo and id: when it is silent,
# what it says, which way of several it takes, whom it asks, and how it fails.
set -u
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
failed=0

# A machine on which the packages $HERE are installed, and apt-get knows $KNOWN, and $NEWS too
# after an update. $ID is who we are, $APT apt-get's exit status; its calls are kept in $tmp/apt.
mkdir "$tmp/bin" "$tmp/nodpkg" "$tmp/sudo"
stub() { # FOLDER NAME BODY
    printf '#!/bin/sh\n%s\n' "$3" >"$tmp/$1/$2"
    chmod +x "$tmp/$1/$2"
}
for tool in sh env cut mktemp rm tail tr sed grep cat; do
    ln -s "$(command -v $tool)" "$tmp/bin/$tool"
    ln -s "$(command -v $tool)" "$tmp/nodpkg/$tool"
done
# shellcheck disable=SC2016 # for the stub to expand
{
    stub bin dpkg-query 'for last; do :; done
        case " $HERE " in *" $last "*) printf "installed " ;; *) exit 1 ;; esac'
    stub bin apt-cache '[ ! -f "'"$tmp"'/updated" ] || KNOWN="$KNOWN $NEWS"
        case " $KNOWN " in *" $2 "*) echo "  Candidate: 1.0" ;; *) echo "  Candidate: (none)" ;; esac'
    stub bin apt-get 'echo "$@" >>"'"$tmp"'/apt"
        case " $* " in *" install "*) exit "$APT" ;; *" update "*) : >"'"$tmp"'/updated" ;; esac'
    stub bin id 'echo "$ID"'
    stub nodpkg id 'echo "$ID"'
    stub nodpkg cc ''
    stub nodpkg pkg-config '[ "$2" = libsodium ]'
    stub sudo sudo 'echo sudo >>"'"$tmp"'/apt"; exec "$@"'
}

# check WHAT STATUS WORDS: the last call ended so and printed that; no WORDS, nothing.
need() { : >"$tmp/apt"; rm -f "$tmp/updated"; PATH=$path scripts/need "$@" >"$tmp/out" 2>&1; status=$?; }
check() {
    if [ "$status" != "$2" ] || ! case $(cat "$tmp/out") in *"$3"*) [ -n "$3" ] || [ ! -s "$tmp/out" ] ;; *) false ;; esac; then
        failed=1
        echo "FAILED: $1: status $status, wanted $2; it said:"
        cat "$tmp/out"
    fi
}
apt_was_asked() { # WHAT WORDS
    grep -q -- "$2" "$tmp/apt" || { failed=1; echo "FAILED: $1: apt-get was asked:"; cat "$tmp/apt"; }
}
apt_was_silent() { # WHAT
    [ ! -s "$tmp/apt" ] || { failed=1; echo "FAILED: $1: apt-get was asked:"; cat "$tmp/apt"; }
}
two_lines() { # WHAT
    [ "$(wc -l <"$tmp/out")" = 2 ] || { failed=1; echo "FAILED: $1: not two lines:"; cat "$tmp/out"; }
}

ID=0 APT=0 HERE=there KNOWN="gone lost" NEWS= path=$tmp/bin
export ID APT HERE KNOWN NEWS
need there
check "nothing is missing" 0 ""
apt_was_silent "nothing is missing"

need there gone lost
check "missing, as root" 0 "installing gone lost (apt-get, as root)"
apt_was_asked "missing, as root" 'update'
apt_was_asked "missing, as root" 'install -y --no-install-recommends gone lost$'

APT=100
need gone
check "apt-get fails" 1 "apt-get failed; missing, by their Debian names: gone"

ID=1000 APT=0
need gone
check "neither root nor sudo" 1 "installing needs root or sudo; missing, by their Debian names: gone"
two_lines "neither root nor sudo"

path=$tmp/sudo:$tmp/bin
need gone
check "by sudo" 0 "installing gone (apt-get, by sudo)"
apt_was_asked "by sudo" '^sudo$'

# Several ways to the same thing.
ID=0 path=$tmp/bin
want='new-2,mate-2|new,mate'
HERE="new mate" KNOWN="new-2 mate-2 new mate"
need "$want"
check "the second way is here" 0 ""
apt_was_silent "the second way is here"

HERE="new"
need "$want"
check "no way is here in whole" 0 "installing new-2 mate-2 (apt-get"
apt_was_asked "no way is here in whole" 'recommends new-2 mate-2$'

KNOWN="new-2 new mate"
need "$want"
check "the first way is known in part" 0 "installing mate (apt-get"
apt_was_asked "the first way is known in part" 'recommends mate$'

HERE= KNOWN= NEWS="new mate"
need "$want"
check "known after an update" 0 "installing new-2 + mate-2, or new + mate (apt-get"
apt_was_asked "known after an update" 'recommends new mate$'

NEWS="new"
need new "$want"
check "no way is known" 1 "apt-get does not know all that is needed; missing, by their Debian names: new-2 + mate-2, or new + mate"
NEWS="new"
need new other
check "one package is not known" 1 "apt-get does not know all that is needed; missing, by their Debian names: other"

# A system that is not Debian: what works is here.
path=$tmp/nodpkg
need gcc libsodium-dev
check "no dpkg, but a compiler and the library" 0 ""
need gcc libsodium-dev zlib1g-dev ninja-build
check "no dpkg, no ninja, no zlib" 1 "this system has no apt-get; missing, by their Debian names: zlib1g-dev ninja-build"
two_lines "no dpkg, no ninja, no zlib"
grep -q 'make build PAGE=no' "$tmp/out" || { failed=1; echo "FAILED: not a word of PAGE=no"; }
stub nodpkg clang 'exit 1'
need wasi-libc
check "no dpkg, and clang makes no WebAssembly" 1 "by their Debian names: wasi-libc"
stub nodpkg clang-19 ''
need wasi-libc
check "no dpkg, and clang-19 makes WebAssembly" 0 ""
stub nodpkg python3 'echo "'"$tmp"'/include"'
need python3-dev
check "no dpkg, and no headers of Python" 1 "by their Debian names: python3-dev"
mkdir "$tmp/include" && : >"$tmp/include/Python.h"
need python3-dev
check "no dpkg, and the headers of Python are there" 0 ""
need "$want"
check "no dpkg and no way" 1 "by their Debian names: new-2 + mate-2, or new + mate"

[ "$failed" = 0 ] && echo "scripts/need keeps its word"
exit "$failed"
