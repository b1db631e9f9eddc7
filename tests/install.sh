#!/bin/sh
# install.sh BUILD_DIR -- what `make install` leaves behind is enough to build against:
# install into an empty folder, find the library by pkg-config, compile, link, run.
set -eu
build=${1:?usage: install.sh BUILD_DIR}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

DESTDIR="$tmp/stage" cmake --install "$build" --prefix /opt/aude >/dev/null
root=$tmp/stage/opt/aude
PKG_CONFIG_PATH=$(dirname "$(find "$root" -name aude.pc)")
export PKG_CONFIG_PATH
pkg-config --exists --print-errors aude

for header in "$root"/include/*.h; do
    printf '#include <%s>\n' "$(basename "$header")"
done >"$tmp/user.c"
echo 'int main(void) { return 0; }' >>"$tmp/user.c"
# shellcheck disable=SC2046 # options are words
${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags aude) \
    "$tmp/user.c" -o "$tmp/user" $(pkg-config --libs aude)
"$tmp/user"

[ ! -f "$build/aude" ] || [ -x "$root/bin/aude" ] || { echo "aude is not installed" >&2; exit 1; }
echo "installed: $(cd "$root" && find . -type f | sort | tr '\n' ' ')"
