// review.test.mjs -- a game played to its end, then looked at: curve, luck and skill, three moves, on a desktop, by keyboard, on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { finished as played } from "./finished.mjs";
import { accessible, deal, dice, engine, phone, playOn, stage, still } from "./hands.mjs";
import { actionsOf, open } from "./plant.mjs";

const held = stage();

async function finished() {
  const made = await deal(held, {
    setup: "rules grow\nseats 2\ndraws 28",
    names: ["Ana", "Mason"],
    computers: [1],
    seed: "5",
  });
  await playOn(made, { seed: 5 });
  await made.waitForSelector(".end table");
  return made;
}
/** The same, but the game was played elsewhere, and may be a shorter one. */
async function planted(draws, options = {}) {
  const roll = dice(5),
    made = await page(held.browser, options);
  const { kept } = await played(
    "here-review",
    `rules grow\nseats 2\ndraws ${draws}`,
    ["Ana", "Mason"],
    "5",
    Infinity,
    (game, n, best) => {
      const list = game.actions();
      return game.state().actor === 0 ? list[roll(list.length)].text : best;
    },
    { computers: [1] },
  );
  await open(made, held.url, kept, still);
  await made.waitForSelector(".end table");
  return made;
}
async function opened(made) {
  await made.click("text=Review the game");
  await made.waitForSelector(".review[open]");
}
const three = (made) =>
  made.waitForFunction(() => document.querySelectorAll(".review ol .n").length === 3, null, {
    timeout: 120000,
  });
/** Tries the turn that the review stands at again, and comes back: just what the rules allow there is offered. Says what is decided. */
async function triedAgain(made) {
  await made.click(".review .open >> text=Try this position again");
  await made.waitForSelector(".puzzle [data-act], .puzzle .does [role=radio]", { state: "attached" });
  const { record, at } = await made.evaluate(() => JSON.parse(localStorage.getItem("aude.puzzles.again")));
  const { game } = (await engine()).open(record),
    may = game.actions().map((one) => one.text),
    laying = may[0].startsWith("lay ");
  game.free();
  assert.ok(
    may.includes((await actionsOf(made, "here-review"))[at].action),
    "what was played can be played again",
  );
  assert.equal(await made.textContent(".puzzle h1"), laying ? "Your tile, your move" : "Your move");
  const offered = await made.$$eval(".puzzle [data-act], .puzzle .does [role=radio]", (all) =>
    all.map((one) => one.dataset.act ?? ""),
  );
  assert.deepEqual(offered, laying ? may : may.map(() => ""), "places for the tile, or ways for the figure");
  await made.goBack();
  await made.waitForSelector(".review[open]");
  return laying ? "tile" : "figure";
}
test("the curve grows, can be stopped and goes on; three moves on curve, list and board; luck and skill; play goes on from there", async () => {
  const made = await finished();
  const kept = await made.evaluate(() =>
    localStorage.getItem(`aude.table.${JSON.parse(localStorage.getItem("aude.tables"))[0].id}`),
  );
  await opened(made);
  // one who plays anything gives a lot away
  await three(made);
  const reach = () => made.$eval(".review .curve path[fill=none]", (path) => path.getTotalLength());
  const stop = await made.$("text=Stop thinking");
  if (stop) {
    await stop.click();
    await made.waitForSelector("text=Go on thinking");
    const stood = await reach();
    await made.waitForTimeout(1200);
    assert.equal(await reach(), stood, "stopped is stopped");
    await made.click("text=Go on thinking");
    await made.waitForFunction(
      (length) => document.querySelector(".review .curve path[fill=none]").getTotalLength() > length,
      stood,
      { timeout: 60000 },
    );
  }
  assert.equal((await made.$$(".review .curve g")).length, 3, "numbered on the curve");
  assert.equal(await made.textContent(".review .map .n"), "1", "and on the board");
  assert.match(await made.textContent(".review .map"), /played, \d+ %/);
  assert.match(await made.textContent(".review .map"), /better, \d+ %/);
  const losses = await made.$$eval(".review ol .loss", (all) =>
    all.map((one) => Number(one.textContent.replace(/\D/g, ""))),
  );
  assert.deepEqual(
    losses,
    [...losses].sort((a, b) => b - a),
    "the costliest first",
  );
  assert.ok(losses[0] > 0);
  const side = await made.textContent(".review .side");
  assert.match(side, /Skill: the moves gave away \d+ points? against the best that was found, ± \d+\./);
  assert.match(side, /Luck: the tiles were worth [+−] \d+ points? against the average draw, ± \d+\./);
  // the other player's curve is the mirror of the first one's
  const first = await made.getAttribute(".review .curve input", "aria-valuetext");
  await made.click(".review .who button >> nth=1");
  await made.waitForFunction(() => /^Mason/.test(document.querySelector(".review .below h2")?.textContent));
  assert.notEqual(await made.getAttribute(".review .curve input", "aria-label"), first);
  await made.click(".review .who button >> nth=0");
  // candidates of a position, on demand
  await made.click(".review ol .row >> nth=1");
  await made.click("text=Other moves");
  await made.waitForSelector(".review .others .row");
  await made.click(".review .others .row >> nth=0");
  await made.waitForFunction(() =>
    /instead, \d+ %/.test(document.querySelector(".review .map")?.textContent),
  );
  await accessible(made, "review", true);
  // a board of its own: the record stays as it was
  const tables = await made.evaluate(() => JSON.parse(localStorage.getItem("aude.tables")).length);
  await made.click("text=Play it from here >> visible=true >> nth=-1");
  await made.waitForSelector(".game h1");
  const after = await made.evaluate(() =>
    JSON.parse(localStorage.getItem("aude.tables")).map((one) => one.id),
  );
  assert.equal(after.length, tables + 1);
  assert.equal(
    await made.evaluate((id) => localStorage.getItem(`aude.table.${id}`), after[1]),
    kept,
    "the record is untouched",
  );
  assert.deepEqual(made.faults, []);
  await made.close();
});

test("to the puzzle, on to the analysis board and back, step by step: the review stands open at its turn", async () => {
  const made = await planted(18),
    title = () => made.textContent("#review-title"),
    end = new URL(made.url()).hash;
  await opened(made);
  await three(made);
  await made.click(".review ol .row >> nth=1");
  const turn = await title();
  const toPuzzle = async () => {
    await made.click("text=Try this position again");
    await made.waitForFunction(() => location.hash === "#/puzzles/again");
    await made.waitForSelector("[data-act], .does [role=radio], .rows li", { state: "attached" });
  };
  const reviewing = async (how) => {
    await made.waitForSelector(".review[open]");
    assert.equal(new URL(made.url()).hash, end, how);
    assert.equal(await title(), turn, how);
  };
  await toPuzzle();
  for (let n = 0; n < 6 && !(await made.$(".rows li, .dots")); n++) {
    await made.evaluate(() => {
      const ways = [...document.querySelectorAll(".does [role=radio]")];
      (ways.at(-1) ?? document.querySelector("[data-act]")).click();
    });
    if (await made.$(".does [role=radio][aria-checked=true]")) await made.click(".does .main");
  }
  await made.waitForSelector(".rows .row.own");
  await made.click(".foot >> text=Analyse");
  await made.waitForSelector(".study canvas");
  await made.click(".study header button >> nth=0");
  await made.waitForSelector(".rows .row.own"); // the try is still there
  await made.click(".rail header [aria-label=Back]");
  await reviewing("by the page's own arrows");
  assert.equal(await made.$$eval(".review ol .n", (all) => all.length), 3, "nothing is judged anew");
  await toPuzzle();
  await made.goBack();
  await reviewing("by the browser's button");
  await toPuzzle();
  await made.reload(); // as a phone does that has put the page away
  await made.waitForSelector(".puzzle canvas");
  await made.click(".rail header [aria-label=Back]");
  await reviewing("after a reload");
  await made.click(".review .buttons >> text=Analyse");
  await made.waitForSelector(".study canvas");
  await made.click(".study header button >> nth=0");
  await reviewing("from the analysis board");
  await toPuzzle();
  await made.evaluate(() => (location.hash = "#/puzzles"));
  await made.waitForSelector(".list .row");
  await made.evaluate((hash) => (location.hash = hash), end);
  await made.waitForSelector(".end table");
  assert.equal(await made.$(".review[open]"), null, "who went elsewhere has left it for good");
  assert.deepEqual(made.faults, []);
  await made.close();
});

test("by keyboard, and on a phone in the dark", async () => {
  const made = await planted(18, { ...phone, colorScheme: "dark" });
  await opened(made);
  await three(made);
  const turns = await made.$$eval(".review ol .row b", (all) =>
    all.map((one) => one.textContent.replace(/\D/g, "")),
  );
  await made.keyboard.press("2");
  await made.waitForFunction(
    (n) => new RegExp(`turn ${n} of`).test(document.querySelector("#review-title")?.textContent),
    turns[1],
  );
  await made.focus(".review .curve input");
  await made.keyboard.press("Home");
  await made.keyboard.press("ArrowRight");
  await made.waitForFunction(() => /turn 2 of/.test(document.querySelector("#review-title")?.textContent));
  assert.equal(
    await made.$eval(".review", (one) => one.scrollWidth > one.clientWidth),
    false,
    "nothing wider than the phone",
  );
  const small = await made.$$eval(
    ".review button",
    (all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.width > 0 && (box.height < 43.5 || box.width < 43.5)).length,
  );
  assert.equal(small, 0, "targets of 44 pixels");
  await accessible(made, "review", true);
  // any turn again, as a puzzle: with its tile in hand, or, where the figure is what cost most, with the tile on the board
  const tried = new Set([await triedAgain(made)]);
  await made.focus(".review .curve input");
  await made.keyboard.press("End");
  await made.waitForFunction(() =>
    /turn 18 of 18/.test(document.querySelector("#review-title")?.textContent),
  );
  tried.add(await triedAgain(made));
  for (let turn = 3; tried.size < 2 && turn < 18; turn++) {
    await made.fill(".review .curve input", String(turn));
    tried.add(await triedAgain(made));
  }
  assert.deepEqual([...tried].sort(), ["figure", "tile"], "a turn of each kind was tried");
  await made.keyboard.press("Escape");
  await made.waitForFunction(() => !document.querySelector(".review"));
  assert.deepEqual(made.faults, []);
  await made.close();
});
