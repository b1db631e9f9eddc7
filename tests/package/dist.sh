#!/bin/sh
# dist.sh -- `make dist`: the same bytes twice, at another time, in another folder and for another user; the sources are whole. With
# AUDE_LONG=1 the program too, which is built twice for it, and tried without the rest of the system.
set -eu
git rev-parse --verify --quiet HEAD >/dev/null 2>&1 || { echo "skipped: this is no git checkout"; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
only=--source
[ -z "${AUDE_LONG-}" ] || only=

git clone -q --no-local --depth 1 "file://$PWD" "$tmp/one" 2>/dev/null || git clone -q "$PWD" "$tmp/one"
mkdir "$tmp/further"
git clone -q "$tmp/one" "$tmp/further/two" 2>/dev/null
for copy in one further/two; do # the scripts as they are now, on what is committed
    cp scripts/dist "$tmp/$copy/scripts/dist"
    [ -n "$only" ] || [ ! -d web/node_modules ] || cp -r web/node_modules "$tmp/$copy/web/"
    # shellcheck disable=SC2086 # nothing, or one word
    (cd "$tmp/$copy" && umask 027 && TZ=$copy scripts/dist $only HEAD >"$tmp/out") || fail "scripts/dist"
    umask 022
    sleep 1
done
one=$tmp/one/build/dist two=$tmp/further/two/build/dist
for file in "$one"/*.tar.gz; do
    cmp "$file" "$two/$(basename "$file")" || fail "two tarballs of one revision differ"
done
(cd "$one" && sha256sum --quiet -c SHA256SUMS) || fail "a checksum is wrong"
[ "$(wc -l <"$one/SHA256SUMS")" = "$(find "$one" -name '*.tar.gz' | wc -l)" ] || fail "a tarball without a checksum"
sources=$(find "$one" -name 'aude-*.tar.gz' ! -name '*linux*')
tar -tzf "$sources" | sed 's#^[^/]*/##' | grep -v '/$' | sed '/^$/d' | sort >"$tmp/has"
git ls-tree -r --name-only HEAD | sort | diff - "$tmp/has" || fail "the tarball is not whole"
! (cd "$tmp/one" && scripts/dist --source no-such-revision) 2>"$tmp/err" || fail "a revision that is not there"
grep -q 'no-such-revision' "$tmp/err" || fail "it says: $(cat "$tmp/err")"

if [ -z "$only" ]; then
    mkdir "$tmp/bare"
    tar -xzf "$(find "$two" -name 'aude-*linux*.tar.gz')" -C "$tmp/bare" --strip-components=1
    for file in bin/aude share/man/man1/aude.1 share/bash-completion/completions/aude share/zsh/site-functions/_aude LICENSE README.md; do
        [ -s "$tmp/bare/$file" ] || fail "the program's tarball has no $file"
    done
    ! readelf -d "$tmp/bare/bin/aude" | grep -q NEEDED || fail "the program needs a library"
    cp tests/conformance/valid/short.aude "$tmp/bare"
    if [ "$(id -u)" = 0 ]; then
        chroot "$tmp/bare" /bin/aude replay --quiet /short.aude >"$tmp/out" || fail "it does not run in an empty folder"
    else
        "$tmp/bare/bin/aude" replay --quiet "$tmp/bare/short.aude" >"$tmp/out" || fail "it does not run"
    fi
    grep -q 'every hash' "$tmp/out" || fail "it says: $(cat "$tmp/out")"
else
    echo "not run: the program's tarball is built twice with AUDE_LONG=1 only"
fi
echo "$(wc -l <"$tmp/has") files, the same bytes twice"
