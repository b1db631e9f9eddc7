// sentences.test.mjs -- every decision and every event of whole games has a sentence: no key of the language files and no empty hole shows.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, loadEngine, web } from "./load.mjs";

// The page's words are state of Svelte; here they are plain values.
globalThis.$state = Object.assign((value) => value, { raw: (value) => value });
globalThis.$derived = (value) => value;
const engine = await loadEngine();
const { act, sentence } = await load("words.ts");
const { also } = await load("lang/index.svelte.ts");
await also(async () => JSON.parse(readFileSync(join(web, "src", "lang", "en.json"), "utf8")));

const SETS =
  "inns-cathedrals traders-builders princess-dragon tower abbey-mayor count king-robber cult catapult".split(
    " ",
  );
const KEY = /[a-z]\.[a-z_]|undefined|[{}]/; // "feature.quarter", "{place}"

/** A random game of these sets, the same on every machine: each action and event with its sentence. */
function tellGame(head, seed, each) {
  const game = engine.create(head, ["Ana", "Bruno", "Carla"], seed.toString(16).padStart(32, "0")),
    kinds = engine.kinds();
  let dice = seed;
  for (let list = game.actions(); list.length; list = game.actions()) {
    const context = { names: ["Ana", "Bruno", "Carla"], kinds, state: game.state() };
    for (const action of list) each(action.kind, action.text, act(action, context));
    dice = (dice * 48271) % 2147483647;
    const { events } = game.play(list[dice % list.length].text),
      after = { ...context, state: game.state() };
    for (const event of events ?? []) each(event.kind, JSON.stringify(event), sentence(event, after));
  }
  game.free();
}

test("what may be done and what happens is told in whole sentences, with every set", () => {
  const seen = new Set();
  const each = (kind, what, says) => {
    seen.add(kind);
    assert.doesNotMatch(says, KEY, what);
  };
  for (const [i, rules] of ["grow", "bigbox_ro"].entries())
    tellGame(
      `rules ${rules}\nseats 3\nfirst 0\nswitch count_with_river ALLOW\nswitch river RIVER_II\nswitch abbot ON\nexpansions ${SETS.join(" ")}`,
      i + 1,
      each,
    );
  for (const kind of ["send", "enter", "fairy", "step", "tower", "capture", "barn"])
    assert.ok(seen.has(kind), `${kind} was never listed`);
});
