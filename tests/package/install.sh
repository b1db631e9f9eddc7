#!/bin/sh
# install.sh BUILD_DIR -- what `make install` leaves behind is enough to build against:
# install into an empty folder, find the library by pkg-config, compile, link, run. Each header
# also stands alone, in C and, where a C++ compiler is at hand, in C++.
set -eu
build=${1:?usage: install.sh BUILD_DIR}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

DESTDIR="$tmp/stage" cmake --install "$build" --prefix /opt/aude >/dev/null
root=$tmp/stage/opt/aude
PKG_CONFIG_PATH=$(dirname "$(find "$root" -name aude.pc)")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH LD_LIBRARY_PATH
pkg-config --exists --print-errors aude

[ -f "$root/share/zsh/site-functions/_aude" ] || { echo "zsh does not look where the completion lies" >&2; exit 1; }

for header in "$root"/include/*.h "$root"/include/aude/*.h; do
    name=${header#"$root"/include/}
    printf '#include <%s>\n' "$name" | ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror \
        -fsyntax-only -I"$root/include" -x c - || { echo "$name does not stand alone" >&2; exit 1; }
    for cxx in clang++ g++; do
        ! command -v "$cxx" >/dev/null || printf '#include <%s>\n' "$name" |
            $cxx -std=c++17 -Wall -Wextra -Werror -nostdinc++ -fsyntax-only -I"$root/include" -x c++ - ||
            { echo "$name is not for $cxx" >&2; exit 1; }
    done
    printf '#include <%s>\n' "$name"
done >"$tmp/user.c"
echo 'int main(void) { return 0; }' >>"$tmp/user.c"
# shellcheck disable=SC2046 # options are words
${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags aude) \
    "$tmp/user.c" -o "$tmp/user" $(pkg-config --libs aude)
"$tmp/user"

[ ! -f "$build/aude" ] || [ -x "$root/bin/aude" ] || { echo "aude is not installed" >&2; exit 1; }
echo "installed: $(cd "$root" && find . -type f | sort | tr '\n' ' ')"
