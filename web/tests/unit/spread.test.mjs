// spread.test.mjs -- the tables of one deal as bars: none is lost, mine is marked, and who did worse is counted from my seat.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { spread, standing } = await load("club/spread.ts");
const tables = (...ahead) =>
  ahead.map((value, i) => ({ round: 1, game: 1, number: i + 1, board: 1, entrant: i + 1, ahead: value }));

test("every table is in one bar, and mine is marked", () => {
  for (const list of [tables(5), tables(-3, -3, 0, 2), tables(-140, 260, 3, 4, -20), tables(-9999, 9999)]) {
    const bars = spread(list, list[0]);
    assert.ok(bars.length <= 21, "not more bars than fit on a phone");
    assert.equal(
      bars.reduce((sum, bar) => sum + bar.tables, 0),
      list.length,
    );
    for (const one of list)
      assert.equal(bars.filter((bar) => one.ahead >= bar.from && one.ahead < bar.to).length, 1);
    const mine = bars.filter((bar) => bar.mine);
    assert.equal(mine.length, 1);
    assert.ok(list[0].ahead >= mine[0].from && list[0].ahead < mine[0].to);
  }
  assert.deepEqual(spread([], undefined), []);
  assert.ok(spread(tables(1, 2, 9), undefined).every((bar) => !bar.mine));
});

test("who began is better with more points ahead, who sat second with fewer", () => {
  const list = tables(10, 4, 10, -7);
  assert.deepEqual(standing(list, list[0], true), { worse: 2, equal: 1 });
  assert.deepEqual(standing(list, list[0], false), { worse: 0, equal: 1 });
  assert.deepEqual(standing(list, list[1], false), { worse: 2, equal: 0 });
});
