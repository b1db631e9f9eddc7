// winds.test.mjs -- two choices of one list never say the same: the side of the tile tells them apart, and if need be a number.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, loadEngine } from "./load.mjs";

const { apart } = await load("winds.ts");

test("the engine says on which side of its tile a place lies", async () => {
  const engine = await loadEngine(),
    seen = new Map();
  for (let seed = 1; seed <= 12; seed++) {
    const game = engine.create("rules grow\nseats 2", ["Ana", "Bea"], String(seed).padStart(32, "0"));
    for (let n = 0; !game.state().over && n < 400; n++) {
      const list = game.actions();
      for (const one of list) if (one.kind === "put") seen.set(one.text, one.wind);
      game.play(list[(n * 7 + seed) % list.length].text);
    }
    game.free();
  }
  for (const [text, wind] of [
    ["put small field NL NR EL WR", "N"],
    ["put small field ER SL SR WL", "S"],
    ["put small field ER SL", "SE"],
    ["put small field NL SR", "W"],
    ["put small field NL", "NW"],
    ["put small field NL NR EL SR WL WR", "NW"],
    ["put small road E W", "middle"],
    ["put small city W", "W"],
    ["put small road N E", "NE"],
    ["put small monastery", undefined],
  ]) {
    assert.ok(seen.has(text), `${text} was never offered`);
    assert.equal(seen.get(text), wind, text);
  }
});

test("figures on every tile of every set: no two choices of one kind of place have the same words", async () => {
  const engine = await loadEngine();
  let pairs = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const game = engine.create(
      "rules grow\nseats 2\nexpansions inns-cathedrals traders-builders tower abbey-mayor",
      ["Ana", "Bea"],
      String(seed).padStart(32, "0"),
    );
    for (let n = 0; !game.state().over && n < 400; n++) {
      const list = game.actions(),
        puts = list.filter((one) => one.kind === "put");
      const plain = puts.map((one) => `${one.figure} ${game.feature(one.x, one.y, one.segment)?.kind}`);
      if (new Set(plain).size < plain.length) pairs++;
      const said = apart(
        puts.map((one, i) => ({ text: one.text, words: plain[i], wind: one.wind })),
        (wind) => wind,
      );
      assert.equal(new Set(said.values()).size, puts.length, [...said.values()].join("; "));
      game.play(list[(n * 7 + seed) % list.length].text);
    }
    game.free();
  }
  assert.ok(pairs > 20, `${pairs} lists with equal words`);
});

test("where no wind is named a number tells them apart, and different words are left alone", () => {
  const said = apart(
    [
      { text: "a", words: "Ransom" },
      { text: "b", words: "Ransom" },
      { text: "c", words: "Thief", wind: "N" },
    ],
    (wind) => wind,
  );
  assert.deepEqual([...said.values()], ["Ransom (1)", "Ransom (2)", "Thief"]);
});
