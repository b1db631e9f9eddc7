#!/bin/sh
# python.sh BUILD_DIR -- the Python package, built on the libraries of a build folder, and its tests.
# Under ASan also a few seconds of bad input (python/tests/fuzz.py; AUDE_PLACES=5 takes a fifth of them). What needs NumPy, PettingZoo,
# Gymnasium or OpenSpiel is skipped where they are not installed, and says so; `make python`
# installs them.
set -eu
build=$(cd "${1:?usage: python.sh BUILD_DIR}" && pwd)
root=$PWD
python=${PYTHON:-python3}
work=$build/python
skip() { echo "skipped: $*"; exit 77; }
command -v "$python" >/dev/null || skip "there is no $python"
header=$($python -c 'import sys, sysconfig
print(sysconfig.get_path("include") + "/Python.h" if sys.version_info >= (3, 9) else "")')
[ -n "$header" ] || skip "$python is older than 3.9"
[ -f "$header" ] || skip "no Python.h (Debian: python3-dev)"

sanitize=$(sed -n 's/^AUDE_SANITIZE:STRING=//p' "$build/CMakeCache.txt")
kind=$(sed -n 's/^CMAKE_BUILD_TYPE:STRING=//p' "$build/CMakeCache.txt")
mkdir -p "$work"
cmake -S "$root/python" -B "$work/cmake" -G Ninja -DCMAKE_BUILD_TYPE="$kind" -DCMAKE_C_COMPILER="${CC:-cc}" \
    -DAUDE_BUILD="$build" -DAUDE_SANITIZE="$sanitize" -DPython_EXECUTABLE="$(command -v "$python")" \
    -DCMAKE_COMPILE_WARNING_AS_ERROR=ON >"$work/log" 2>&1 &&
    cmake --build "$work/cmake" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir -p "$work/lib/aude"
cp "$root"/python/src/aude/* "$work/cmake/_aude.abi3.so" "$work/lib/aude/" 2>/dev/null || true
[ -f "$work/lib/aude/_aude.abi3.so" ] || { echo "the extension was not built"; exit 1; }

export PYTHONPATH="$work/lib" PYTHONDONTWRITEBYTECODE=1
case $sanitize in
*address*)
    # The interpreter is not built with ASan: its runtime is loaded first, and leaks are its own.
    # With it libstdc++, or the first exception of somebody else's module (OpenSpiel) ends it.
    for name in "libclang_rt.asan-$(uname -m).so" libclang_rt.asan.so libasan.so; do # clang's, gcc's; clang finds gcc's, too
        asan=$(${CC:-cc} -print-file-name=$name)
        [ ! -f "$asan" ] || break
    done
    [ -f "$asan" ] || skip "no runtime library of ASan by ${CC:-cc}"
    cxx=$(${CC:-cc} -print-file-name=libstdc++.so.6)
    [ ! -f "$cxx" ] || asan="$asan $cxx"
    export ASAN_OPTIONS=detect_leaks=0:strict_string_checks=1 LD_PRELOAD="$asan"
    "$python" python/tests/fuzz.py --seconds $((6 / ${AUDE_PLACES:-1}))
    ;;
*thread*) skip "the interpreter is not built for ThreadSanitizer" ;;
esac
exec "$python" python/tests/run.py
