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

test("no rule is named by the page itself", () => {
  const chapters = "BASE|EDN|RIV2?|ABB|IC|TB|PD|TOW|AM|KR|CULT|COC|CAT|INT";
  const named = all.flatMap(({ path, code }) =>
    [...code.matchAll(new RegExp(`["'\`](?:${chapters})-C?\\d+["'\`]`, "g"))].map(
      ([found]) => `${path}: ${found}`,
    ),
  );
  assert.deepEqual(named, []);
});

test("heads and steps of records are read by the engine", () => {
  // A line or statement of a record inside a regular expression.
  const words = "seed|name|commit|order|draw|glimpse|reveal|toss|hands|turn|hash|play|first";
  const grammar = new RegExp(`/[^/\\n]*(?:\\^|\\\\b)\\(?(?:${words})\\b[^/\\n]*/[gimsuy]*[.,)]`, "g");
  const found = all.flatMap(({ path, code }) =>
    [...code.matchAll(grammar)].map(([one]) => `${path}: ${one}`),
  );
  assert.deepEqual(found, []);
});

test("refusals are the engine's: the page makes up no error code of its own", () => {
  const made = all.flatMap(({ path, code }) =>
    [...code.matchAll(/\{ code: "([A-Z_]+)", rule: "[^"]/g)].map(([one]) => `${path}: ${one}`),
  );
  assert.deepEqual(made, []);
});
