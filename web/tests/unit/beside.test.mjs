// beside.test.mjs -- two games with the same tiles, side by side: cut by tiles, stepped back and forth, where they parted and by how much.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, loadEngine } from "./load.mjs";
import { wouldDo } from "./players.mjs";

const engine = await loadEngine();
const { Play, alike, decided, parted, readRecord, sameTiles } = await load("club/beside.ts");
const setup = "aude 1\nrules grow_revised\nfirst 0\nswitch river OFF\nswitch abbot OFF\n";

/** A game of two greedy players. At its decision `other` something else is done than the best; `tile` is the one that it was about. */
function played(seed, other = -1) {
  const game = engine.create(setup, ["Ana", "Bruno"], seed.toString(16).padStart(32, "0"));
  let tile = 0;
  for (let n = 0; !game.state().over; n++) {
    const best = wouldDo(game, "greedy", 0, n + 1);
    const rest = game
      .actions()
      .map((action) => action.text)
      .filter((text) => text !== best);
    if (n === other) {
      const lies = game.state().laid.length - 1; // without the start tile
      tile = /^lay/.test(best) ? lies + 1 : lies;
    }
    assert.equal(game.play(n === other ? rest[0] : best).error, undefined);
  }
  const record = game.record();
  const points = game.state().seats.map((seat) => seat.points);
  game.free();
  return { record, tile, points, play: new Play(engine, readRecord(engine, record)) };
}
const one = played(7);

test("a game is cut into its tiles, and stands after any of them", () => {
  const { play, points } = one;
  assert.equal(play.tiles, 71);
  assert.ok(play.answers.every((answer) => answer.aside === !answer.at));
  const asides = (n) => play.answers.slice(0, n).filter((answer) => answer.aside).length;
  assert.ok(asides(70), "in this game a tile fitted nowhere");
  for (const n of [0, 1, 40, 2, 70])
    assert.equal(play.at(n).laid.length, n + 1 - asides(n), `after tile ${n}`);
  for (const n of [1, 12, 55]) {
    const { at, points: then } = play.answers[n - 1];
    const state = play.at(n);
    assert.deepEqual(state.laid.at(-1), { ...state.laid.at(-1), ...at });
    assert.deepEqual(
      state.seats.map((seat) => seat.points),
      then,
    );
  }
  assert.deepEqual(
    play.at(71).seats.map((seat) => seat.points),
    points,
    "the end has what is counted there",
  );
  assert.equal(play.ahead(71), points[0] - points[1]);
});

test("two games part where something else was done, by a tile or by a figure", () => {
  for (const decision of [10, 11, 41]) {
    const two = played(7, decision);
    assert.ok(two.tile > 3, `decision ${decision} is about a tile`);
    assert.ok(sameTiles(one.play, two.play));
    assert.equal(parted(one.play, two.play), two.tile);
    assert.ok(alike(one.play.answers[two.tile - 2], two.play.answers[two.tile - 2]));
    const all = decided(one.play, two.play, 1000);
    const sum = all.reduce((n, mark) => n + mark.by, 0);
    assert.equal(sum, one.play.ahead(71) - two.play.ahead(71), "what it was decided by adds up");
    assert.ok(all.every((mark) => mark.tile >= two.tile));
    const few = decided(one.play, two.play, 3).map((mark) => Math.abs(mark.by));
    assert.deepEqual(
      few,
      all
        .map((mark) => Math.abs(mark.by))
        .sort((a, b) => b - a)
        .slice(0, 3),
    );
    two.play.free();
  }
  assert.equal(parted(one.play, one.play), 0);
});

test("other tiles are not compared, and what is no record is not read", () => {
  const other = played(8);
  assert.equal(sameTiles(one.play, other.play), false);
  assert.equal(readRecord(engine, "not a record"), null);
  other.play.free();
});
