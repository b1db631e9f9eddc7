// best.test.mjs -- of a tournament that is over: the first three, each with the game that is worth looking at.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { bestGames } = await load("club/best.ts");
const standing = (place, entrant) => ({ place, entrant, name: `P${entrant}` });
const game = (n, points, winner) => ({ board: 1, game: n, points, winner });
const match = (round, first, second, ...games) => ({ round, table: 1, first, second, over: true, games });
const seen = (stand) => bestGames(stand).map(({ one, match }) => [one.entrant, match.round, match.games]);

test("a game that was won goes before one with more points, then points decide, in either seat", () => {
  const standings = [standing(1, 1), standing(2, 2), standing(3, 3), standing(4, 4)];
  const tables = [
    match(1, 1, 2, game(1, [80, 70], 1)),
    match(1, 3, 4, game(1, [50, 50], 0)),
    match(2, 3, 1, game(1, [95, 101], 2)),
    match(2, 4, 2, game(1, [60, 61], 2), game(2, [40, 88], 2)),
  ];
  assert.deepEqual(seen({ standings, tables }), [
    [1, 2, [game(1, [95, 101], 2)]],
    [2, 2, [game(2, [40, 88], 2)]],
    [3, 1, [game(1, [50, 50], 0)]], // lost with 95: drawn with 50 is better
  ]);
});

test("who never played has none; of a shared third place no fourth is shown", () => {
  const standings = [standing(1, 1), standing(2, 2), standing(3, 3), standing(3, 4)];
  const tables = [match(1, 1, 3, game(1, [9, 5], 1)), match(1, 2, null), match(1, 4, 1, game(1, [1, 2], 2))];
  assert.deepEqual(
    seen({ standings, tables }).map(([entrant]) => entrant),
    [1, 3],
  );
});
