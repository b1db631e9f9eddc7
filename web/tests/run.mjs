// run.mjs -- node tests/run.mjs FOLDER...: every *.test.mjs of these folders, several files at a time, because a browser waits most of the
// time. Whoever is free takes the next file; those that took longest the last time begin (build/page/took.json). Where there was no last
// time: those that are known to be long, then large ones. What a file prints is kept in build/page/NAME.log. On a busy machine a browser is sometimes too slow: a file that failed is tried once more, alone, and that is told.
// The last line is "N passed, N failed".
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { modules } from "./unit/load.mjs";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const logs = join(web, "..", "build", "page");
const AT_ONCE = Number(process.env.AUDE_AT_ONCE ?? 3);
const LONGEST = [
  "webkit",
  "firefox",
  "words",
  "box",
  "catapult",
  "rooms",
  "app",
  "analysis",
  "sets",
  "editor",
  "share",
  "kept",
  "engine",
  "net",
  "review",
  "end",
  "today",
  "deal",
  "learn",
  "club",
  "games",
  "boxsets",
  "offline",
  "setup",
  "aids",
  "tour",
  "defects",
  "access",
  "push",
  "readings",
  "puzzles",
  "phone",
  "board",
  "contest",
]; // one of them begun last runs alone at the end
const told = join(logs, "took.json"); // seconds of each file when it ran last

function before() {
  try {
    return JSON.parse(readFileSync(told, "utf8"));
  } catch {
    return {}; // never, or cut short
  }
}
const took = before();

function weight(file) {
  if (took[file]) return 2e9 + took[file]; // larger than any guess
  const rank = LONGEST.indexOf(basename(file, ".test.mjs"));
  return rank < 0 ? statSync(join(web, file)).size : 1e9 - rank;
}
const files = process.argv
  .slice(2)
  .flatMap((folder) => readdirSync(join(web, folder)).map((name) => join(folder, name)))
  .filter((file) => file.endsWith(".test.mjs"))
  .sort((a, b) => weight(b) - weight(a));
if (!files.length) {
  console.error("run.mjs: no test in these folders");
  process.exit(2);
}
mkdirSync(logs, { recursive: true });
await modules(); // once, not by all who begin now

/** Runs one file. Tells how long it took, which tests were skipped and why, and, if it failed, what it said. */
function run(file) {
  const log = join(logs, `${basename(dirname(file))}-${basename(file, ".test.mjs")}.log`),
    out = createWriteStream(log),
    began = Date.now();
  const child = spawn(process.execPath, ["--test-reporter=tap", file], { cwd: web });
  child.stdout.pipe(out, { end: false });
  child.stderr.pipe(out, { end: false });
  return new Promise((done) =>
    child.on("close", (code) =>
      out.end(() => {
        const said = readFileSync(log, "utf8"),
          count = (word) => Number(new RegExp(`^# ${word} (\\d+)`, "m").exec(said)?.[1] ?? 0);
        took[file] = Math.round((Date.now() - began) / 1000);
        console.log(`  ${took[file]} s  ${file}`);
        for (const [, name, why] of said.matchAll(/^ *ok \d+ - (.*) # SKIP *(.*)/gm))
          console.log(`skipped: ${name}: ${why}`);
        if (code) console.log(said.split("\n").slice(-80).join("\n"));
        done({ file, well: code === 0, passed: count("pass"), failed: count("fail") });
      }),
    ),
  );
}

const results = new Map(),
  waiting = [...files];
async function worker() {
  for (let file; (file = waiting.shift()); ) results.set(file, await run(file));
}
await Promise.all(Array.from({ length: AT_ONCE }, worker));
for (const { file, well } of [...results.values()]) {
  if (well) continue;
  console.log(`a second try: ${file}`);
  const again = await run(file);
  if (!again.well) console.log(`a second try failed: ${file}`);
  results.set(file, again);
}

writeFileSync(told, JSON.stringify(took, null, 1));

const all = [...results.values()],
  sum = (of) => all.reduce((total, one) => total + of(one), 0),
  failed = sum((one) => one.failed || (one.well ? 0 : 1)); // a file that fell over counts as one
console.log(`${sum((one) => one.passed)} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
