// why.test.mjs -- the chooser says of a figure that it refuses what the engine says, and the most telling of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadEngine } from "./load.mjs";

const engine = await loadEngine();

/** A game of two in which `order` is drawn and `moves` are played. */
function after(lines, order, moves) {
  const game = engine.create(
    ["rules grow", "seats 2", "first 0", ...lines, `order ${order.join(" ")}`].join("\n"),
    [],
    "1".padStart(32, "0"),
  );
  for (const move of moves)
    assert.equal(game.play(move).error, undefined, `${move}: ${JSON.stringify(game.why(move))}`);
  return game;
}
function whyOf(game, key) {
  const { code, rule } = game.whyNot(key);
  return `${code} ${rule}`;
}

test("every segment of every tile has its words in a record", () => {
  for (const kind of engine.kinds())
    for (let rot = 0; rot < 4; rot++) {
      const words = kind.segments.map((_, at) => engine.segmentText(kind.kind, rot, at));
      assert.equal(new Set(words).size, words.length, `${kind.id} ${rot}: ${words}`);
    }
});

test("on a volcano of nothing but field the dragon is the reason", () => {
  const game = after(["expansions princess-dragon"], ["princess-dragon/field-volcano"], ["lay 0,1 0"]);
  assert.equal(whyOf(game, "small"), "DRAGON_HERE PD-13");
  assert.equal(whyOf(game, "fairy"), "FAIRY_TARGET PD-5");
});

test("a pig beside another's farmer needs one of its own", () => {
  const game = after(
    ["expansions traders-builders"],
    ["base/monastery", "base/monastery"],
    ["lay 0,1 0", "put small field NL NR EL ER SL SR WL WR", "lay 0,2 0"],
  );
  assert.equal(whyOf(game, "pig"), "PIG_ALONE TB-22");
  assert.equal(whyOf(game, "builder"), "BUILDER_PLACE TB-5");
});

test("towers: none there, a follower on it, no piece left", () => {
  const tower = ["expansions tower"];
  assert.equal(whyOf(after(tower, ["base/monastery"], ["lay 0,1 0"]), "tower"), "TOWER_NONE TOW-4");
  const first = ["lay 0,1 0", "tower 0,1", "lay 0,2 0", "put small tower at 0,1", "lay 0,3 0"];
  assert.equal(
    whyOf(after(tower, ["tower/field", "base/monastery", "base/monastery"], first), "tower"),
    "TOWER_CLOSED TOW-6",
  );
  const game = engine.create(
    "rules grow\nseats 6\nfirst 0\nexpansions inns-cathedrals tower\norder tower/field",
    [],
    "1".padStart(32, "0"),
  );
  const foundation = (state) =>
    state.towers.some(({ x, y }) => x === state.laid[state.lastLaid].x && y === state.laid[state.lastLaid].y);
  for (
    let state = game.state();
    state.seat || state.phase !== "action" || state.seats[0].towerPieces || foundation(state);
    state = game.state()
  ) {
    const list = game.actions(),
      piece = state.seat === 0 && list.find((action) => action.kind === "tower");
    assert.equal(
      game.play((piece || list.find((action) => action.kind === "pass") || list[0]).text).error,
      undefined,
    );
  }
  assert.equal(whyOf(game, "tower"), "TOWER_PIECE TOW-4");
});

test("the princess insists: that is why nothing else may be done", () => {
  const order = ["base/city3", "princess-dragon/city2-corner-princess"];
  const game = after(["expansions princess-dragon", "switch princess MUST"], order, [
    "lay 0,-1 180",
    "put small city E S W",
    "lay 1,-1 0",
  ]);
  for (const key of ["small", "fairy"]) assert.equal(whyOf(game, key), "PRINCESS_MUST PD-29");
});
