#!/bin/sh
# version.sh BUILD_DIR -- one version, wherever it is told: it stands in include/aude_api.h alone.
set -eu
build=${1:?usage: version.sh BUILD_DIR}
fail() { echo "FAILED: $*" >&2; exit 1; }
version=$(sed -n 's/^#define AUDE_VERSION_[A-Z]* \([0-9]*\)$/\1/p' include/aude_api.h | paste -sd.)
echo "$version" | grep -qxE '[0-9]+\.[0-9]+\.[0-9]+' || fail "the header says $version"
told() { # WHAT SAYS
    [ "$2" = "$version" ] || fail "$1 says \"$2\", not $version"
    n=$((n + 1))
}
n=0
told "aude --version" "$("$build/aude" --version | sed 's/^aude //')"
told "the shared library's name" "$(basename "$(readlink -f "$build/lib/libaude.so")" | sed 's/^libaude\.so\.//')"
told "aude.pc" "$(sed -n 's/^Version: //p' "$build/aude.pc")"
told "CHANGES.md" "$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGES.md | head -n 1)"
# Of an older build: not asked.
fresh() { [ -f "$1" ] && [ "$1" -nt include/aude_api.h ]; }
! fresh "$build/manual/aude.1" || told "aude(1)" "$(sed -n '1s/.*"aude \([0-9.]*\)".*/\1/p' "$build/manual/aude.1")"
python3 tools/docs/site.py "$build/docs-version" >/dev/null
told "the documents" "$(sed -n 's/.*<footer>Aude \([0-9.]*\)\. .*/\1/p' "$build/docs-version/index.html")"
rm -rf "$build/docs-version"
! fresh "$build/python/lib/aude/_aude.abi3.so" || ! PYTHONPATH="$build/python/lib" python3 -c 'import aude' 2>/dev/null ||
    told "the Python package" "$(PYTHONPATH="$build/python/lib" python3 -c 'import aude; print(aude.__version__)')"
# Nobody keeps a copy: what looks like a version of ours anywhere else in the build's files.
! git grep -nE "(AUDE_VERSION|aude_version|VERSION) *[=(]? *\"?[0-9]+\.[0-9]+\.[0-9]" -- '*.c' '*.py' '*.toml' 'CMakeLists.txt' 'cmake/*' 'scripts/*' 'packaging/*' 2>/dev/null |
    grep -v 'CMAKE\|cmake_minimum' || fail "a second place with a version"
echo "$n places say $version"
