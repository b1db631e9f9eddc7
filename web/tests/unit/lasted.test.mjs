// lasted.test.mjs -- how long a game took: a week is not told in minutes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { lasted } = await load("lasted.ts");

test("minutes, hours and days, in the language's own words", () => {
  assert.equal(lasted(1, "en"), "1 minute");
  assert.equal(lasted(119, "en"), "119 minutes");
  assert.equal(lasted(120, "en"), "2 hours");
  assert.equal(lasted(47 * 60, "en"), "47 hours");
  assert.equal(lasted(7 * 1440, "en"), "7 days");
  assert.equal(lasted(8, "es"), "8 minutos");
  assert.equal(lasted(25, "ro"), "25 de minute");
  assert.equal(lasted(3 * 1440, "pt-PT"), "3 dias");
});
