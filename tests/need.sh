#!/bin/sh
# need.sh -- scripts/need, with stand-ins for dpkg, apt-get, sudo and id: when it is
# silent, what it says, whom it asks, and how it fails.
set -u
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
failed=0

# A machine on which the package "there" is installed; $ID is who we are and $APT is
# apt-get's exit status. apt-get's calls are kept in $tmp/apt.
mkdir "$tmp/bin" "$tmp/nodpkg" "$tmp/sudo"
stub() { # FOLDER NAME BODY
    printf '#!/bin/sh\n%s\n' "$3" >"$tmp/$1/$2"
    chmod +x "$tmp/$1/$2"
}
for tool in sh env cut mktemp rm tail; do
    ln -s "$(command -v $tool)" "$tmp/bin/$tool"
    ln -s "$(command -v $tool)" "$tmp/nodpkg/$tool"
done
# shellcheck disable=SC2016 # for the stub to expand
{
    stub bin dpkg-query 'for last; do :; done; [ "$last" = there ] && printf "installed " || exit 1'
    stub bin apt-get 'echo "$@" >>"'"$tmp"'/apt"; case " $* " in *" install "*) exit "$APT" ;; esac'
    stub bin id 'echo "$ID"'
    stub nodpkg id 'echo "$ID"'
    stub nodpkg cc ''
    stub sudo sudo 'echo sudo >>"'"$tmp"'/apt"; exec "$@"'
}

# check WHAT STATUS WORDS: the last call ended so and printed that; no WORDS, nothing.
need() { PATH=$path scripts/need "$@" >"$tmp/out" 2>&1; status=$?; }
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

ID=0 APT=0 path=$tmp/bin
export ID APT
: >"$tmp/apt"
need there
check "nothing is missing" 0 ""
[ ! -s "$tmp/apt" ] || { failed=1; echo "FAILED: apt-get was asked though nothing is missing"; }

need there gone lost
check "missing, as root" 0 "installing gone lost (apt-get, as root)"
apt_was_asked "missing, as root" 'update'
apt_was_asked "missing, as root" 'install -y --no-install-recommends gone lost$'

APT=100
need gone
check "apt-get fails" 1 "apt-get failed; please install these packages yourself: gone"

ID=1000 APT=0
need gone
check "neither root nor sudo" 1 "installing needs root or sudo; please install these packages yourself: gone"

path=$tmp/sudo:$tmp/bin
: >"$tmp/apt"
need gone
check "by sudo" 0 "installing gone (apt-get, by sudo)"
apt_was_asked "by sudo" '^sudo$'

path=$tmp/nodpkg
need gcc libsodium-dev
check "no dpkg, but a compiler" 0 ""
need gcc ninja-build
check "no dpkg and no ninja" 1 "this system has no apt-get; please install these packages yourself: ninja-build"

[ "$failed" = 0 ] && echo "scripts/need keeps its word"
exit "$failed"
