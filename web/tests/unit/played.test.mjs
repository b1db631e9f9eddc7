// played.test.mjs -- what a player's page says of finished games: points by their source add up to the points, games are told apart by what they began with.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, loadEngine } from "./load.mjs";
import { wouldDo } from "./players.mjs";

const engine = await loadEngine();
const { begunWith, hasMoved, readPlayed, sourcesOf } = await load("club/played.ts");
const setup = "aude 1\nrules grow_revised\nfirst 0\nswitch river OFF\nswitch abbot OFF\n";

/** A game of two greedy players: its record, its points, the first tile and follower of the second seat. */
function game(seed) {
  const made = engine.create(setup, ["Ana", "Bruno"], seed.toString(16).padStart(32, "0"));
  let tile = -1,
    put = "";
  for (let n = 0; !made.state().over; n++) {
    const { actor, hand, laid } = made.state();
    if (actor === 1 && tile < 0) tile = hand;
    const words = wouldDo(made, "greedy", 0, n + 1);
    const action = made.actions().find((one) => one.text === words);
    if (actor === 1 && action.kind === "put" && !put)
      put = engine.kinds()[laid.at(-1).kind].segments[action.segment].kind;
    assert.equal(made.play(words).error, undefined);
  }
  const points = made.state().seats.map((seat) => seat.points);
  const record = made.record();
  made.free();
  return { record, points, tile, put };
}
const games = [3, 4, 5].map(game);
const ended = games.map(({ record, points }) => ({
  played: readPlayed(engine, record, 1),
  seat: 1,
  won: points[1] > points[0],
  points: points[1],
}));
const sum = (list) => list.reduce((all, one) => all + one, 0);

test("what was paid, by its source, is all that a seat has", () => {
  games.forEach(({ points }, i) =>
    points.forEach((all, seat) => assert.equal(sum([...ended[i].played.sources[seat].values()]), all)),
  );
  const rows = sourcesOf(ended);
  assert.deepEqual(
    rows.map((row) => row.source),
    ["road", "city", "monastery", "field"].filter((source) => rows.some((row) => row.source === source)),
  );
  for (const [key, seat] of [
    ["own", 1],
    ["others", 0],
  ])
    assert.ok(
      Math.abs(sum(rows.map((row) => row[key])) - sum(games.map((one) => one.points[seat])) / 3) < 1e-9,
    );
});

test("a game begins with the player's own first tile and follower", () => {
  games.forEach(({ tile, put }, i) => {
    assert.equal(ended[i].played.tile, tile);
    assert.equal(ended[i].played.put, put);
  });
  assert.equal(readPlayed(engine, "no record", 0), null);
});

test("games that began alike stand together, the most frequent first", () => {
  const one = (put, points, won) => ({ played: { sources: [], tile: 0, put }, seat: 0, won, points });
  assert.deepEqual(
    begunWith(
      [one("road", 10, false), one("city", 30, true), one("city", 50, false)],
      (played) => played.put,
    ),
    [
      { what: "city", games: 2, won: 1, points: 40 },
      { what: "road", games: 1, won: 0, points: 10 },
    ],
  );
});

test("who has laid a tile has moved", () => {
  const made = engine.create(setup, ["Ana", "Bruno"], "7".padStart(32, "0"));
  const lays = () => assert.equal(made.play(wouldDo(made, "greedy", 0, 1)).error, undefined);
  const moved = () => [0, 1].map((seat) => hasMoved(engine, made.record(), seat));
  assert.deepEqual(moved(), [false, false]);
  lays();
  assert.deepEqual(moved(), [true, false]);
  while (made.state().actor === 0) lays();
  assert.deepEqual(moved(), [true, false]);
  lays();
  assert.deepEqual(moved(), [true, true]);
  made.free();
  assert.equal(hasMoved(engine, "", 0), false);
});
