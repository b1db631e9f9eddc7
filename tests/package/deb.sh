#!/bin/sh
# deb.sh FOLDER -- for maintainers, by hand, as root: the packages of build/deb/ on a bare machine. FOLDER holds a Debian of the release that
# they were built on (`debootstrap bookworm FOLDER`, or one that fresh.sh --in made); it is changed.
#
# Installs each package with what it asks for, runs the tests of packaging/debian/tests there, starts the server as its unit would,
# and takes everything away again.
set -eu
cd "$(dirname "$0")/../.."
root=${1:?usage: deb.sh FOLDER}
[ "$(id -u)" = 0 ] || { echo "deb.sh: chroot needs root" >&2; exit 1; }
[ -x "$root/usr/bin/apt-get" ] || { echo "deb.sh: there is no Debian in $root" >&2; exit 1; }
ls build/deb/*.deb >/dev/null 2>&1 || { echo "deb.sh: no packages in build/deb: make deb" >&2; exit 1; }
fail() { echo "FAILED: $*" >&2; exit 1; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }

cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
apt-config dump Acquire::http::Proxy >"$root/etc/apt/apt.conf.d/90proxy"
mount --bind /proc "$root/proc"
trap 'umount "$root/proc"' EXIT
rm -rf "$root/debs" "$root/tests"
mkdir "$root/debs"
cp build/deb/*.deb "$root/debs/"
cp -r packaging/debian/tests "$root/tests"
mkdir -p "$root/tests/examples"
cp -r examples/c "$root/tests/examples/"
inside apt-get -qq update

# What each test asks for, as autopkgtest would read it: pairs of the lines Tests and Depends.
n=0
sed -n 's/^Tests: //p' packaging/debian/tests/control >"$root/names"
while read -r name; do
    needs=$(sed -n "/^Tests: $name\$/,/^\$/s/^Depends: //p" packaging/debian/tests/control | tr -d ,)
    debs= others=
    for need in $needs; do
        deb=$(cd "$root" && ls debs/"${need}"_*.deb 2>/dev/null || true)
        if [ -n "$deb" ]; then debs="$debs ./$deb"; else others="$others $need"; fi
    done
    case $debs in *libaude-dev*) debs="$debs ./$(cd "$root" && ls debs/libaude0_*.deb)" ;; esac
    # shellcheck disable=SC2086 # words
    inside sh -c "cd / && apt-get -qq install -y --no-install-recommends $debs $others >/log 2>&1" ||
        { tail -n 5 "$root/log"; fail "$name: not installed"; }
    inside sh -c "cd /tests && sh ./$name" || fail "$name"
    n=$((n + 1))
    echo "ok: $name, with$debs$others"
done <"$root/names"

inside sh -c 'cd / && apt-get -qq install -y --no-install-recommends ./debs/aude_*.deb ./debs/aude-server_*.deb >/log 2>&1' ||
    { tail -n 5 "$root/log"; fail "aude-server: not installed"; }
inside id aude >/dev/null || inside systemd-sysusers || true
inside test -f /etc/aude/server.conf || fail "no /etc/aude/server.conf"
# As the unit does: its user, its folder, its command; only the port is one that is free.
inside sh -c '. /etc/aude/server.conf; AUDE_OPTIONS="--listen 127.0.0.1:0"; rm -rf /var/lib/aude; install -d -o aude -g aude -m 750 /var/lib/aude
    eval "timeout 5 setpriv --reuid=aude --regid=aude --clear-groups $(sed -n "s/^ExecStart=//p" /lib/systemd/system/aude-server.service)"' >"$root/log" 2>&1 || true
grep -q '^http://127.0.0.1:' "$root/log" || fail "the server does not start: $(cat "$root/log")"
[ -s "$root/var/lib/aude/games.db" ] || fail "no store"
inside apt-get -qq purge -y 'aude*' 'libaude*' python3-aude >/dev/null 2>&1 || fail "they do not go away"
[ ! -e "$root/usr/bin/aude" ] || fail "something stays behind"
echo "$n tests on a bare machine, 0 failed"
