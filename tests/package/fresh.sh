#!/bin/sh
# fresh.sh SUITE [OPTION...] -- the README's promise on a bare machine, for maintainers, by hand.
#
#   tests/package/fresh.sh bookworm            Debian 12, as root
#   tests/package/fresh.sh trixie --user       Debian 13, as an ordinary user with sudo
#
# Makes a minimal Debian SUITE in a folder, clones what is committed here into it, and there,
# with nothing installed but make (and sudo), runs
#
#   make build PAGE=no    and then a plain cmake: no node, no clang, no fonts
#   make play             without a terminal: it builds, and the program prints its help
#   make test             installs the rest, builds, tests
#   the last two again    with the network switched off
#
#   --user           as an ordinary user, who may use sudo without a password
#   --play           leave `make test` out
#   --quick          fewer random games in `make test` (AUDE_QUICK=1)
#   --offline        only the second time; with --in, after an earlier run
#   --in FOLDER      use this folder, or the Debian that is in it already, and keep it
#   --mirror URL     where SUITE is, when it is not among this machine's own apt sources;
#                    with several components as "URL main universe"
#
# Needs root, debootstrap, and apt sources from which SUITE can be had. Without --in the
# folder is a new one under TMPDIR, removed at the end unless something failed.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
usage() { sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 2; }
stop() { echo "fresh.sh: $1" >&2; exit 1; }

suite= user= play= quick= offline= root= mirror=
while [ $# -gt 0 ]; do
    case $1 in
    --user) user=visitor ;;
    --play) play=yes ;;
    --quick) quick=AUDE_QUICK=1 ;;
    --offline) offline=yes ;;
    --in) [ $# -gt 1 ] || usage; root=$2; shift ;;
    --mirror) [ $# -gt 1 ] || usage; mirror=$2; shift ;;
    -*) usage ;;
    *) [ -z "$suite" ] || usage; suite=$1 ;;
    esac
    shift
done
[ -n "$suite" ] || usage
[ "$(id -u)" = 0 ] || stop "chroot needs root"
"$top/scripts/need" debootstrap git iproute2

ours=
if [ -z "$root" ]; then
    ours=yes
    root=$(mktemp -d)
    chmod 755 "$root"
fi

# -- The bare machine ---------------------------------------------------------------------

# "URI RELEASE COMPONENT" lines: the mirrors of this machine's own Debian, for SUITE.
sources() {
    if [ -n "$mirror" ]; then
        # shellcheck disable=SC2086 # words
        set -- $mirror
        where=$1
        shift
        echo "$where $suite ${*:-main}"
        return
    fi
    here=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    # shellcheck disable=SC2016 # for apt-get to expand
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v suite="$suite" -v here="$here" '
            $3 == "main" && ($2 ~ "^" here "(-updates|-security)?$") {
                sub("^" here, suite, $2)
                if (!seen[$0]++) print
            }'
}

bare() {
    from=$(sources | awk -v suite="$suite" '$2 == suite { print $1; exit }')
    [ -n "$from" ] || stop "no apt source here has $suite main: see --mirror"
    echo "== a bare $suite in $root"
    http_proxy=${http_proxy:-$(apt-config dump Acquire::http::Proxy | sed -n 's/^Acquire::http::Proxy "\(.*\)";$/\1/p')}
    [ -z "$http_proxy" ] || export http_proxy
    debootstrap --variant=minbase "$suite" "$root" "$from" >"$root.log" 2>&1 ||
        { tail -n 20 "$root.log" >&2; exit 1; }
    rm -f "$root.log"
    sources | sed 's/^/deb /' >"$root/etc/apt/sources.list"
    apt-config dump Acquire::http::Proxy >"$root/etc/apt/apt.conf.d/90proxy"
}
[ -x "$root/usr/bin/apt-get" ] || bare
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

# -- Commands in it -----------------------------------------------------------------------

# inside [unshare option...] -- COMMAND: as $who in the clone, the mounts gone afterwards.
inside() {
    options=
    while [ "$1" != -- ]; do options="$options $1"; shift; done
    shift
    echo "== $*${options:+ (unshare$options)}${who:+ ($who)}"
    # shellcheck disable=SC2016,SC2086 # for the inner sh; options are words
    unshare --mount --pid --fork $options sh -euc '
        ip link set lo up # a machine without a network still has itself
        mount -t proc proc "$1/proc"
        mkdir -p "$1/dev/shm"
        mount -t tmpfs -o mode=1777 shm "$1/dev/shm"
        mount -t devpts -o newinstance,ptmxmode=666 devpts "$1/dev/pts"
        home=/root
        [ -z "$5" ] || home=/home/$5
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" LANG=C.UTF-8 \
            ${3:+npm_config_registry="$3"} \
            ${4:+NODE_EXTRA_CA_CERTS="$4" npm_config_cafile="$4"} \
            chroot ${5:+--userspec="$5:$5" --groups="$5"} "$1" sh -euc "cd /home/aude; $2"' \
        sh "$root" "$*" "$registry" "$trusted" "$who" </dev/null
}
clone() {
    rm -rf "$root/home/aude"
    git clone -q "$top" "$root/home/aude"
    [ -z "$user" ] || chroot "$root" chown -R "$user:" /home/aude
}
[ -z "$(git -C "$top" status --porcelain)" ] ||
    echo "fresh.sh: changes that are not committed are not in this test"
prepare() {
    who=
    mkdir -p "$root/home/aude"
    inside -- "export DEBIAN_FRONTEND=noninteractive; apt-get -qq update
        apt-get -qq -y --no-install-recommends install make ${user:+sudo} >/dev/null"
    if [ -n "$user" ] && [ ! -d "$root/home/$user" ]; then
        chroot "$root" useradd -m "$user"
        echo "$user ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/$user"
    fi
    who=$user
}
without_page() {
    clone
    inside -- 'make build PAGE=no; ls -l build/aude; [ ! -e web/dist ]'
    for tool in node clang-19 chromium; do
        [ -n "$used" ] || [ ! -e "$root/usr/bin/$tool" ] || stop "PAGE=no has installed $tool"
    done
    clone
    # shellcheck disable=SC2016 # for the inner sh
    inside --net -- 'cmake -B build >/dev/null
        cmake --build build -j "$(nproc)" --target aude >/dev/null; build/aude rules BASE-31'
}
# It has not failed, and the program at its end has told how it is used.
play() {
    inside "$@" -- 'make play >/tmp/play.log 2>&1 || { tail -n 30 /tmp/play.log; exit 1; }
        grep "^aude: installing" /tmp/play.log || true
        grep -q "^ *aude play" /tmp/play.log || { echo "no help was printed"; exit 1; }
        rm /tmp/play.log; ls -l build/aude'
}

who=$user
if [ -z "$offline" ]; then
    used=
    [ ! -e "$root/usr/bin/node" ] || used=yes
    prepare
    without_page
    clone
    play
    [ -n "$play" ] || inside -- "${quick:+$quick }make test"
fi
play --net
[ -n "$play" ] || inside --net -- "${quick:+$quick }make test"

echo "== all well on a bare $suite${user:+ for an ordinary user}"
[ -z "$ours" ] || rm -rf "$root"
