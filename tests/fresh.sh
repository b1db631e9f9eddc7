#!/bin/sh
# fresh.sh [FOLDER] -- the README's promise on a bare machine, for maintainers, by hand.
#
# Makes a minimal Debian 12 in FOLDER (a new folder under TMPDIR when not given), clones
# what is committed here into it, and there runs, with nothing installed but make:
#
#   make test      installs what it needs, builds, tests
#   make build     leaves build/aude
#   make test      once more, with the network switched off
#
# Needs root, debootstrap and this machine's own apt sources (any mirror they name is used).
# A FOLDER that already holds a Debian is used again as it is; a folder of our own making
# is removed at the end unless something failed.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
[ "$(id -u)" = 0 ] || { echo "fresh.sh: chroot needs root" >&2; exit 1; }
"$top/scripts/need" debootstrap git iproute2

ours=
if [ $# = 0 ]; then
    ours=yes
    set -- "$(mktemp -d)"
fi
root=$1
suite=bookworm

sources() { # the Debian mirrors this machine knows: "URI RELEASE COMPONENT" lines
    # shellcheck disable=SC2016 # for apt-get to expand
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v suite="$suite" '$2 ~ "^" suite && $3 == "main" && !seen[$0]++'
}
mirror=$(sources | awk -v suite="$suite" '$2 == suite { print $1; exit }')
[ -n "$mirror" ] || { echo "fresh.sh: no apt source here has $suite main" >&2; exit 1; }

if [ ! -x "$root/usr/bin/apt-get" ]; then
    echo "== a bare $suite in $root"
    http_proxy=${http_proxy:-$(apt-config dump Acquire::http::Proxy | sed -n 's/^Acquire::http::Proxy "\(.*\)";$/\1/p')}
    [ -z "$http_proxy" ] || export http_proxy
    debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root.log" 2>&1 ||
        { tail -n 20 "$root.log" >&2; exit 1; }
    rm -f "$root.log"
    sources | sed 's/^/deb /' >"$root/etc/apt/sources.list"
    apt-config dump Acquire::http::Proxy >"$root/etc/apt/apt.conf.d/90proxy"
fi
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"

# Where this machine reaches npm's packages, as with apt's sources: its registry, and the
# certificates it trusts beside Debian's own (a company's proxy, for instance).
registry=
if command -v npm >/dev/null; then registry=$(npm config get registry 2>/dev/null); fi
trusted=
if [ -f "${NODE_EXTRA_CA_CERTS:-}" ]; then
    trusted=/etc/trusted-here.pem
    cp -L "$NODE_EXTRA_CA_CERTS" "$root$trusted"
fi

rm -rf "$root/home/aude"
git clone -q "$top" "$root/home/aude"
[ -z "$(git -C "$top" status --porcelain)" ] ||
    echo "fresh.sh: changes that are not committed are not in this test"

# inside [unshare option...] -- COMMAND: in the bare machine, its mounts gone afterwards.
inside() {
    options=
    while [ "$1" != -- ]; do options="$options $1"; shift; done
    shift
    echo "== $*${options:+ (unshare$options)}"
    # shellcheck disable=SC2016,SC2086 # for the inner sh; options are words
    unshare --mount --pid --fork $options sh -euc '
        ip link set lo up # a machine without a network still has itself
        mount -t proc proc "$1/proc"
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
            ${3:+npm_config_registry="$3"} \
            ${4:+NODE_EXTRA_CA_CERTS="$4" npm_config_cafile="$4"} \
            chroot "$1" sh -euc "cd /home/aude; $2"' sh "$root" "$*" "$registry" "$trusted"
}

inside -- 'apt-get -qq update; apt-get -qq -y install make >/dev/null'
inside -- 'make test'
inside -- 'make build; ls -l build/aude'
inside --net -- 'make test'

echo "== all well on a bare $suite"
[ -z "$ours" ] || rm -rf "$root"
