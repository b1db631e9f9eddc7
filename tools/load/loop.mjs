// loop.mjs -- how fast the rules are in WebAssembly, beside native code: node tools/load/loop.mjs [ROUNDS], after `make build`.
//
// The same loop (loop.c) with the engine as the program has it (build/libaude.a), as the page's worker has it (build/wasm/fast.o) and as
// the page itself has it (build/wasm/engine.o). They take turns; seconds are those of the processor; the best round counts, so that others
// may work on the machine. The results of all are compared: they must be the same games.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", ".."),
    build = join(root, "build"),
    out = join(build, "loop"),
    rounds = Number(process.argv[2] ?? 20),
    TIMES = 8; // in each round
mkdirSync(out, { recursive: true });

const common = [
    "-std=c11",
    "-O3",
    "-DNDEBUG",
    "-D_POSIX_C_SOURCE=200809L",
    "-Iinclude",
    "-Iai",
    "tools/load/loop.c",
];
const run = (program, words) =>
    execFileSync(program, words, { cwd: root, encoding: "utf8" });

/** Plays rounds of `games` games from number `from` on: seconds of the best, and the result of the last. */
function native(name) {
    const file = join(out, name);
    run(process.env.CC ?? "cc", [
        ...common,
        "-o",
        file,
        "build/libai.a",
        "build/libaude.a",
        "-lm",
        "-lpthread",
    ]);
    return (sets, from, games) =>
        run(file, [sets, from, games, TIMES].map(String))
            .split(" ")
            .map(Number);
}
async function wasm(name, engine) {
    const file = join(out, `${name}.wasm`),
        objects = [...engine, "seldom.o", "tiles.o", "ai-ai.o"].map((one) =>
            join(build, "wasm", one),
        );
    run("clang-19", [
        "--target=wasm32-wasi",
        "-mexec-model=reactor",
        "-msimd128",
        "-mbulk-memory",
        ...common,
        ...objects,
        "-Wl,--gc-sections,--strip-all,--allow-undefined,-z,stack-size=2097152,--stack-first",
        "-o",
        file,
    ]);
    const module = await WebAssembly.compile(readFileSync(file)),
        imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
        (imports[from] ??= {})[name] = () => 0; // never called
    const { exports } = await WebAssembly.instantiate(module, imports);
    exports._initialize();
    return (sets, from, games) => {
        let best = Infinity,
            sum = 0;
        exports.loop_play(sets, 0, 4 * games); // warm: compiled well by now
        for (let i = 0; i < TIMES; i++) {
            const start = process.cpuUsage();
            sum = exports.loop_play(sets, from + i * games, games);
            const { user, system } = process.cpuUsage(start);
            best = Math.min(best, (user + system) / 1e6);
        }
        return [best, sum];
    };
}

const all = {
    native: native("native"),
    "the page's worker": await wasm("worker", ["fast.o"]),
    "the page itself": await wasm("page", ["engine.o", "between.o"]),
};
for (const [sets, games, title] of [
    [0, 500, "base, two seats"],
    [1, 60, "I to IV, six seats"],
]) {
    const best = {};
    for (let round = 0; round < rounds; round++) {
        const sums = new Set();
        for (const [name, play] of Object.entries(all)) {
            const [seconds, sum] = play(sets, round * games * TIMES, games);
            best[name] = Math.min(best[name] ?? Infinity, seconds);
            sums.add(sum);
        }
        if (sums.size !== 1)
            throw new Error(`they did not play the same games: ${[...sums]}`);
    }
    for (const [name, seconds] of Object.entries(best))
        console.log(
            `${title.padEnd(20)} ${name.padEnd(18)} ${String(Math.round(games / seconds)).padStart(7)} games/s ${((100 * best.native) / seconds).toFixed(0).padStart(4)} %`,
        );
}
