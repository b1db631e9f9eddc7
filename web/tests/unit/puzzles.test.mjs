// puzzles.test.mjs -- the shipped puzzles through the page's engine: each opens and its turns can be played; every theme and every fact
// has words in every language; today's depends on the date alone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadEngine, root, web } from "./load.mjs";

const engine = await loadEngine();
const text = readFileSync(join(root, "data", "puzzles", "puzzles.txt"), "utf8");
const list = engine.json("bridge_puzzles_list", text);
const codes = ["en", "es", "pt-BR", "pt-PT", "ro"];
const json = (...path) => JSON.parse(readFileSync(join(web, "src", ...path), "utf8"));
const words = Object.fromEntries(
  codes.map((code) => [
    code,
    { ...json("lang", `${code}.json`), ...json("puzzles", "lang", `${code}.json`) },
  ]),
);
/** The keys of a fact's sentences: which of them it is depends on whose it is. */
const keys = {
  scores: ["scores", "gives"],
  grows: ["worth"],
  loses: ["worth"],
  sinks: ["worth.other"],
  feeds: ["worth.other"],
};
/** The sentence for a key with its holes filled; none may stay open. */
function said(code, key, args) {
  const plural = new Intl.PluralRules(code).select(args.n ?? 0);
  const sentence = words[code][key] ?? words[code][`${key}#${plural}`] ?? words[code][`${key}#other`];
  assert.ok(sentence, `${code}: no sentence ${key}`);
  const whole = sentence.replace(/\{(\w+)\}/g, (hole, name) => args[name] ?? hole);
  assert.doesNotMatch(whole, /\{/, `${code}: ${key}`);
}

test("the list is what the program lists", () => {
  assert.ok(Array.isArray(list) && list.length >= 400, JSON.stringify(list).slice(0, 200));
  assert.equal(new Set(list.map((one) => one.id)).size, list.length);
  for (const one of list) {
    assert.ok(one.grade >= 2 && one.grade <= 7 && one.tags.length && one.sets.includes("base"));
    for (const code of codes) for (const tag of one.tags) said(code, `puzzle.tag.${tag}`, {});
    for (const code of codes) for (const set of one.sets) said(code, `set.${set}`, {});
  }
});

test("a damaged file is refused with its line", () => {
  assert.deepEqual(engine.json("bridge_puzzles_list", "aude-puzzles 1\nodd"), {
    error: "the line begins with no word of the format",
    line: 2,
  });
  assert.equal(engine.json("bridge_puzzles_open", text, list.length).error, "there is no such puzzle");
});

test("puzzles open as hidden games; their turns can be played and explained in every language", () => {
  for (let n = 0; n < list.length; n += 7) {
    const { record, choices, error } = engine.json("bridge_puzzles_open", text, n);
    assert.equal(error, undefined, list[n].id);
    const opened = engine.open(record);
    assert.ok("game" in opened, `${list[n].id}: ${opened.text}`);
    assert.equal(opened.seed, "", "the draws to come are in nobody's hands");
    assert.ok(choices.length > 3 && choices.every((one) => one.lead <= choices[0].lead));
    for (const { actions } of choices) {
      const game = opened.game.clone();
      for (const action of actions)
        assert.equal(game.play(action).error, undefined, `${list[n].id}: ${action}`);
      game.free();
      const facts = opened.game.json("bridge_puzzles_facts", actions.join("; "));
      assert.ok(facts.length, `${list[n].id}: nothing can be said of ${actions.join("; ")}`);
      for (const code of codes)
        for (const fact of facts)
          for (const key of keys[fact.kind] ?? [fact.kind]) {
            said(code, `puzzle.why.${key}`, {
              what: "x",
              place: "M13",
              n: fact.points,
              of: fact.of,
              name: "y",
            });
            if (fact.feature) said(code, `feature.${fact.feature.replace(/ /g, "_")}`, {});
          }
    }
    opened.game.free();
  }
});
