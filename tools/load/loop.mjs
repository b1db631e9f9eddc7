// loop.mjs -- how fast the rules are in WebAssembly, beside native code: node tools/load/loop.mjs [ROUNDS [SETS...]], after `make build`.
// SETS are numbers of loop.c: 0 the base game, 1 I to IV, 2 I to VI, 3 everything; all four if none is said.
//
// The same loop (loop.c) with the engine as the program has it (build/libaude.a), as the page's worker has it (build/wasm/fast.o) and as
// the page itself has it (build/wasm/engine.o). They take turns; seconds are those of the processor, of the best of eight
// times in each round. Told are the games a second of the best round, and the median over all rounds of the share that each had of native's
// in the same round, so that others may work on the machine. The results of all are compared: they must be the same games.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", ".."),
    build = join(root, "build"),
    out = join(build, "loop"),
    rounds = Number(process.argv[2] ?? 12),
    TIMES = 8, // in each round
    WARM = 20; // rounds before those that count: V8 goes on compiling for a while, in threads whose seconds are counted, too
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

/** Each plays rounds of `games` games from number `from` on: seconds of the best, and the result of the last. */
const player =
    (...command) =>
    (sets, from, games) =>
        run(command[0], [...command.slice(1), sets, from, games].map(String))
            .split(" ")
            .map(Number);

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
    return player(file);
}
/** The flags of wasm-opt that scripts/wasm has. */
const wants = /^wants="(.*)"$/m
    .exec(readFileSync(join(root, "scripts", "wasm"), "utf8"))[1]
    .split(" ");
function wasm(name, level, engine) {
    const file = join(out, `${name}.wasm`),
        loop = join(out, "loop.o"),
        target = ["--target=wasm32-wasi", "-msimd128", "-mbulk-memory"];
    run("clang-19", [...target, ...common, "-c", "-o", loop]);
    run("clang-19", [
        ...target,
        "-mexec-model=reactor",
        loop,
        ...[...engine, "tiles.o", "ai-ai.o"].map((one) => join(build, "wasm", one)),
        "-Wl,-O2,--gc-sections,--strip-all,--allow-undefined,-z,stack-size=2097152,--stack-first",
        "-o",
        file,
    ]);
    if (!spawnSync("wasm-opt", ["--version"]).error)
        run("wasm-opt", [...wants, level, file, "-o", file]);
    return player(process.execPath, fileURLToPath(import.meta.url), "--round", file);
}

/** A round of a module, in a process of its own: how well it is compiled differs a little from one to the next. */
async function round(file, sets, from, games) {
    const module = await WebAssembly.compile(readFileSync(file)),
        imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
        (imports[from] ??= {})[name] = () => 0; // never called
    const { exports } = await WebAssembly.instantiate(module, imports);
    exports._initialize();
    exports.loop_play(sets, 0, WARM * games);
    let best = Infinity,
        sum = 0;
    for (let i = 0; i < TIMES; i++) {
        const start = process.cpuUsage();
        sum = exports.loop_play(sets, from + i * games, games);
        const { user, system } = process.cpuUsage(start);
        best = Math.min(best, (user + system) / 1e6);
    }
    console.log(best, sum);
}
if (process.argv[2] === "--round") {
    const [file, ...numbers] = process.argv.slice(3);
    await round(file, ...numbers.map(Number));
    process.exit();
}

const all = {
    native: native("native"),
    "the page's worker": wasm("worker", "-O4", ["fast.o", "dry.o"]),
    "the page itself": wasm("page", "-Os", ["engine.o", "between.o", "seldom.o"]),
};
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1],
    asked = process.argv.slice(3).map(Number);
for (const [sets, games, title] of [
    [0, 500, "base, two seats"],
    [1, 60, "I to IV, six seats"],
    [2, 40, "I to VI, six seats"],
    [3, 30, "everything, six"],
]) {
    if (asked.length && !asked.includes(sets)) continue;
    const best = {},
        shares = {};
    for (let round = 0; round < rounds; round++) {
        const sums = new Set();
        let own;
        for (const [name, play] of Object.entries(all)) {
            const [seconds, sum] = play(sets, round * games * TIMES, games);
            best[name] = Math.min(best[name] ?? Infinity, seconds);
            own ??= seconds;
            (shares[name] ??= []).push(own / seconds);
            sums.add(sum);
        }
        if (sums.size !== 1)
            throw new Error(`they did not play the same games: ${[...sums]}`);
    }
    for (const [name, seconds] of Object.entries(best))
        console.log(
            `${title.padEnd(20)} ${name.padEnd(18)} ${String(Math.round(games / seconds)).padStart(7)} games/s ${(100 * median(shares[name])).toFixed(1).padStart(6)} %`,
        );
}
