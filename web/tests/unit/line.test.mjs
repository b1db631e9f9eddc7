// line.test.mjs -- the page asks, it never judges: no rule's number decides anything in its sources, and no record is taken apart there.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { web } from "./load.mjs";

function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.(ts|svelte)$/.test(name) && name !== "names.ts") yield path;
  }
}
const all = [...sources(join(web, "src"))].map((path) => ({
  path: path.slice(web.length + 5),
  code: readFileSync(path, "utf8").replace(/\/\*[^]*?\*\/|(^|[^:"'`])\/\/.*$/gm, "$1"),
}));

/** Where the sources have it: "file: what". */
const found = (wanted) =>
  all.flatMap(({ path, code }) => [...code.matchAll(wanted)].map(([one]) => `${path}: ${one}`));
const LOOKS = "startsWith|endsWith|includes|indexOf|split"; // ways to look into a text

test("no rule is named by the page itself", () => {
  const chapters = "BASE|EDN|RIV2?|ABB|IC|TB|PD|TOW|AM|KR|CULT|COC|CAT|INT";
  assert.deepEqual(found(new RegExp(`["'\`](?:${chapters})-C?\\d+["'\`]`, "g")), []);
  // Nor a whole chapter: rule.startsWith("EDN").
  assert.deepEqual(found(new RegExp(`\\.(?:${LOOKS})\\(\\s*["'\`](?:${chapters})\\b`, "g")), []);
});

// The words that lines and statements of a record begin with.
const WORDS =
  "aude|seed|name|commit|order|draws?|glimpse|reveal|toss|hands|turn|hash|play|first|rules(?:-only)?|expansions|tiles-only|switch|seats|copies|figures|start|open|lay|put|pass";

test("heads and steps of records are read by the engine", () => {
  // A line or statement of a record inside a regular expression; not the names of the browser's store.
  const grammar = new RegExp(
    `/(?!\\^aude\\\\\\.)[^/\\n]*(?:\\^|\\\\b)(?:\\((?:\\?:)?)?(?:[\\w-]+\\|)*(?:${WORDS})\\b[^/\\n]*/[gimsuy]*[\\].,;)]`,
    "g",
  );
  assert.deepEqual(found(grammar), []);
  // Or looked for by its first word: text.startsWith("lay ").
  const looked = new RegExp(`\\.(?:${LOOKS})\\(\\s*["'\`](?:\\\\n)?(?:${WORDS}) `, "g");
  const allowed = ['open.ts: .startsWith("aude ']; // is a file ours or another program's? The engine reads it then
  assert.deepEqual(
    found(looked).filter((one) => !allowed.includes(one)),
    [],
  );
});

test("refusals are the engine's: the page makes up no error code of its own", () => {
  assert.deepEqual(found(/\{ code: "([A-Z_]+)", rule: "[^"]/g), []);
});

test("whose turn comes next is said by the engine: no seat is counted on", () => {
  assert.deepEqual(found(/% *\(?[\w.!?]*(?:seats\.length|n_?[sS]eats)/g), []);
});
