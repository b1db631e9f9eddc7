#!/bin/sh
# net_wasm.sh -- the tests of the network (tests/ai/test_net.c) in WebAssembly: the page's computer players must see
# what the program's see, to the last bit. Run by node; given the build folder.
set -eu
build=$1
work=$build/net_wasm
for tool in clang-19 wasm-ld-19 node; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is missing"
        exit 77
    }
done
# The page's own objects (scripts/wasm): what its worker thinks with, not the same sources compiled once more.
page=build/wasm
[ -f "$page/fast.o" ] && [ -f "$page/ai-net.o" ] || {
    echo "skipped: the page's modules are not built: scripts/wasm"
    exit 77
}
mkdir -p "$work"
flags="--target=wasm32-wasi -std=c11 -O1 -ffp-contract=off -msimd128 -D_POSIX_C_SOURCE=200809L
       -Iinclude -Iengine -Iai -I. -Itests"
# The weights, which the page fetches as a file, are linked here.
# shellcheck disable=SC2086
clang-19 $flags -z stack-size=4194304 -o "$work/tests.wasm" "$page/fast.o" "$page/dry.o" "$page/tiles.o" "$page"/ai-*.o ai/net_weights.c \
    tests/ai/test_net.c tests/test_main.c tests/play.c -lm
cat >"$work/run.mjs" <<'END'
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";
const wasi = new WASI({ version: "preview1", args: ["tests", "net/"], env: process.env });
const made = await WebAssembly.instantiate(readFileSync(process.argv[2]), { wasi_snapshot_preview1: wasi.wasiImport });
wasi.start(made.instance);
END
node --no-warnings --experimental-wasi-unstable-preview1 "$work/run.mjs" "$work/tests.wasm" >"$work/out" 2>&1 || {
    cat "$work/out"
    exit 1
}
cat "$work/out"
grep -q '^4 passed, 0 failed' "$work/out"
