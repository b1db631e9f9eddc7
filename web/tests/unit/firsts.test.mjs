// firsts.test.mjs -- the coach's firsts come from the engine's events: each when it happens, none before.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, loadEngine, web } from "./load.mjs";

const { FIRSTS, firsts } = await load("learn/firsts.ts");
const engine = await loadEngine();
const order = ["base/road-straight", "base/monastery", "base/crossing3", "base/city", "base/road-curve"];

/** A game of two in which `order` is drawn, and what the coach would have a word for after every move. */
function coached(tiles, moves, head = []) {
  const game = engine.create(
    [
      "rules grow",
      "seats 2",
      "first 0",
      ...tiles.map((tile) => `start ${tile}`),
      ...head,
      `order ${order.join(" ")}`,
    ].join("\n"),
    ["You", "Bea"],
    "1".padStart(32, "0"),
  );
  const events = [...game.opening.events],
    kinds = engine.kinds();
  const look = () => {
    const state = game.state();
    const feature = (event) =>
      kinds[state.laid.find((tile) => tile.x === event.x && tile.y === event.y).kind].segments[event.segment]
        .kind;
    return firsts({ events, state, mine: 0, asked: state.actor === 0 ? state.phase : "", feature });
  };
  const seen = [look()];
  for (const move of moves) {
    const { error, events: more } = game.play(move);
    assert.equal(error, undefined, move);
    events.push(...more);
    seen.push(look());
  }
  game.free();
  return seen;
}
const road = ["base/city-road-straight 0,0 0", "base/monastery-road -1,0 270"];

test("tile, figure, follower, score and home, in the order of the game", () => {
  const seen = coached(road, ["lay 1,0 0", "put small road E W", "lay 0,1 0", "pass", "lay 2,0 0", "pass"]);
  assert.deepEqual(seen, [
    ["tile"],
    ["figure"],
    ["put"],
    ["put"],
    ["put"],
    ["put"],
    ["put", "score", "home"],
  ]);
});

test("a farmer, a rival's points, nobody left, the last tiles", () => {
  const farmer = coached(road, ["lay 1,0 0", "put small field ER SL SR WL"], ["figures small 1", "draws 8"]);
  assert.deepEqual(farmer.at(-1), ["farmer", "out", "last"]);
  const rival = coached(road, [
    "lay 1,0 0",
    "pass",
    "lay 0,1 0",
    "pass",
    "lay 2,0 0",
    "pass",
    "lay 0,-1 180",
    "put small city S",
  ]);
  assert.ok(rival.at(-1).includes("rival") && !rival.at(-1).includes("score"));
});

test("every first has its sentence in five languages", () => {
  for (const code of ["en", "es", "pt-BR", "pt-PT", "ro"]) {
    const told = JSON.parse(readFileSync(join(web, "src", "learn", "lang", `${code}.json`), "utf8"));
    for (const first of FIRSTS) assert.ok(told[`coach.${first}`]?.trim(), `${code}: ${first}`);
  }
});
