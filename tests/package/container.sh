#!/bin/sh
# container.sh BASE -- for maintainers, by hand, as root: builds Containerfile by buildah and plays with what comes out. BASE is a
# tarball of a bare Debian 13 (debootstrap, tar), which stands in for debian:13-slim where no registry can be reached.
set -eu
cd "$(dirname "$0")/../.."
base=${1:?usage: container.sh BASE}
command -v buildah >/dev/null || { echo "container.sh: there is no buildah here (Debian: buildah)" >&2; exit 1; }
tmp=$(mktemp -d) made=
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
bu() { what=$1; shift; buildah --root "$tmp/root" --runroot "$tmp/run" "$what" "$@"; }
trap 'buildah --root "$tmp/root" --runroot "$tmp/run" rm --all >/dev/null 2>&1 || true; rm -rf "$tmp"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

made=$(bu from scratch)
root=$(bu mount "$made")
tar -xf "$base" -C "$root"
if [ -f "${NODE_EXTRA_CA_CERTS:-}" ]; then # what this machine trusts beside Debian's own, as in fresh.sh
    cp -L "$NODE_EXTRA_CA_CERTS" "$root/etc/trusted-here.pem"
    bu config --env NODE_EXTRA_CA_CERTS=/etc/trusted-here.pem --env npm_config_cafile=/etc/trusted-here.pem "$made"
fi
bu umount "$made" >/dev/null
bu commit -q "$made" docker.io/library/debian:13-slim >/dev/null
bu rm "$made" >/dev/null
mkdir "$tmp/tree"
git archive HEAD | tar -xf - -C "$tmp/tree"
bu build --pull=never -t aude "$tmp/tree" || fail "Containerfile"

run=$(bu from --pull=never localhost/aude)
[ "$(bu run "$run" -- id -un)" = aude ] || fail "it does not run as aude"
bu run "$run" -- timeout 5 /usr/bin/aude serve --listen 127.0.0.1:0 --store sqlite:/var/lib/aude/games.db >"$tmp/out" 2>"$tmp/log" || true
grep -q '"event":"start"' "$tmp/log" || fail "the server does not start: $(cat "$tmp/log")"
bu run "$run" -- test -s /etc/ssl/certs/ca-certificates.crt || fail "no certificates: push services could not be trusted"
! bu run "$run" -- touch /usr/bin/mine 2>/dev/null || fail "it may write where it should not"
bu inspect --type image localhost/aude >"$tmp/told"
grep -q '"/var/lib/aude"' "$tmp/told" || fail "no volume"
echo "the container is built, serves, and writes only its games"
