// play.mjs -- what the browser tests share: a browser, the built page behind a plain file server, and hands that play.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, page } from "../browser.mjs";
import { serve } from "../serve.mjs";

export const dist = process.env.AUDE_DIST ?? join(dirname(fileURLToPath(import.meta.url)), "..", "..", "dist");
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };

/** A browser and a static copy of the page under a sub-path, for the tests of one file. */
export function stage() {
  const held = {};
  before(async () => {
    assert.ok(existsSync(join(dist, "index.html")), "build the page first: scripts/web");
    held.browser = await browser();
    held.site = await serve(dist, "/some/where/");
    held.url = held.site.url;
  });
  after(async () => {
    await held.browser?.close();
    held.site?.close();
  });
  return held;
}

export const seat = (kind, name, colour, level = "greedy") => ({ kind, name, colour, level });

/** A page that remembers this set-up and moves without delay. */
export async function table(held, choice, options = {}, settings = {}) {
  const made = await page(held.browser, options);
  const whole = { rules: "grow", river: "OFF", abbot: false, sets: [], switches: {}, clock: "none", seconds: 900, increment: 10, late: "default", aids: "friendly", listed: false, seed: "", ...choice };
  await made.addInitScript(
    (kept) => localStorage.getItem("aude.settings") ?? localStorage.setItem("aude.settings", JSON.stringify(kept)),
    { language: "en", speed: "none", sound: false, choice: whole, ...settings },
  );
  await made.goto(held.url);
  await made.waitForSelector(".start .main");
  return made;
}
export async function start(made) {
  await made.click(".start .main");
  await made.waitForSelector(".game h1");
}
export const over = (made) => made.$(".end h1");

/** Play by the list of choices until `done`; picks by a small generator, so that a run can be repeated. */
export async function playOn(made, done, seed = 7, most = 1200) {
  let state = seed;
  for (let turn = 0; turn < most; turn++) {
    if (await done(made)) return turn;
    const played = await made.evaluate((pick) => {
      const buttons = [...document.querySelectorAll(".choices button")];
      if (!buttons.length) return false;
      buttons[pick % buttons.length].click();
      return true;
    }, (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff));
    await made.waitForTimeout(played ? 40 : 120);
  }
  throw new Error("the game did not come to its end");
}

/** The end screen and the engine agree, and nothing went wrong on the way. */
export async function checkEnd(made) {
  await made.waitForSelector(".end table");
  const all = await made.$(".story .quiet");
  if (all && (await made.$(".story .main"))) await all.click();
  await made.waitForFunction(() => !document.querySelector(".story .main"));
  const shown = await made.$$eval("tfoot td", (cells) => cells.map((cell) => Number(cell.textContent.replace("−", "-"))));
  const rows = await made.$$eval("tbody tr", (lines) => lines.map((line) => [...line.querySelectorAll("td")].map((cell) => Number(cell.textContent.replace("−", "-")))));
  for (let i = 0; i < shown.length; i++) assert.equal(rows.reduce((sum, row) => sum + row[i], 0), shown[i], "the sources add up to the points");
  assert.deepEqual(shown, [...shown].sort((a, b) => b - a), "the table is sorted by points");
  assert.deepEqual(made.faults, []);
  return shown;
}
