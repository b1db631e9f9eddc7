// deal.test.mjs -- which deal is open when: the same list that the C of club/ answers to.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { load, root } from "./load.mjs";

const day = await load("deal/day.ts");
const { deals } = JSON.parse(readFileSync(join(root, "tests/club/deals.json"), "utf8"));

test("a deal is named after the day of its noon, and its seed is the date", () => {
  for (const one of deals) {
    assert.equal(day.dateOf(one.now * 1000), one.date);
    assert.equal(day.nextAfter(one.now * 1000), one.next * 1000);
    assert.equal(parseInt(day.seedOf(one.date), 16), Number(one.seed));
    assert.equal(day.seedOf(one.date).length, 32);
  }
});
test("dates of addresses", () => {
  assert.equal(day.readDate("2028-02-29"), "2028-02-29");
  for (const bad of ["2027-02-29", "2026-13-01", "2026-1-1", "", "today", "2026-11-16x"])
    assert.equal(day.readDate(bad), null);
  assert.equal(day.before("2028-03-01"), "2028-02-29");
});
test("on a server and without one the deal is played against the same computer", () => {
  const level = (path, form) => form.exec(readFileSync(join(root, path), "utf8"))?.[1];
  const here = level("web/src/deal/begin.ts", /LEVEL: Level = "([\w-]+)"/);
  assert.ok(here);
  assert.equal(level("server/hub/hub_deal.c", /deal_level\[\] = "([\w-]+)"/), here);
});
