#!/bin/sh
# dist.sh -- `make dist`: the same bytes twice, at another time and for another user; the sources are whole.
set -eu
git rev-parse --verify --quiet HEAD >/dev/null 2>&1 || { echo "skipped: this is no git checkout"; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

git clone -q --no-local --depth 1 "file://$PWD" "$tmp/one" 2>/dev/null || git clone -q "$PWD" "$tmp/one"
git clone -q "$tmp/one" "$tmp/two" 2>/dev/null
for copy in one two; do # the scripts as they are now, on what is committed
    cp scripts/dist "$tmp/$copy/scripts/dist"
    (cd "$tmp/$copy" && umask 027 && TZ=$copy scripts/dist HEAD >"$tmp/$copy.out")
    umask 022
    sleep 1
done
cmp "$tmp"/one/build/dist/*.tar.gz "$tmp"/two/build/dist/*.tar.gz || fail "two tarballs of one revision differ"
(cd "$tmp/one/build/dist" && sha256sum --quiet -c SHA256SUMS) || fail "the checksum is wrong"
tar -tzf "$tmp"/one/build/dist/*.tar.gz | sed 's#^[^/]*/##' | grep -v '/$' | sed '/^$/d' | sort >"$tmp/has"
git ls-tree -r --name-only HEAD | sort | diff - "$tmp/has" || fail "the tarball is not whole"
! (cd "$tmp/one" && scripts/dist no-such-revision) 2>"$tmp/err" || fail "a revision that is not there"
grep -q 'no-such-revision' "$tmp/err" || fail "it says: $(cat "$tmp/err")"
echo "$(wc -l <"$tmp/has") files, the same bytes twice"
