// puzzles.test.mjs -- the room of puzzles in Chromium: one solved by keyboard, one failed with a finger on a phone, today's, a
// position handed over by the review. Nothing serious for axe on any of these screens.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { root } from "../unit/load.mjs";
import { accessible, patience, phone, stage } from "./hands.mjs";

const held = stage();

/** The puzzles of the file: name, and the turns in words, the best first. */
const puzzles = [];
for (const line of readFileSync(join(root, "data", "puzzles", "puzzles.txt"), "utf8").split("\n")) {
  const [word, ...rest] = line.split(" ");
  if (word === "puzzle") puzzles.push({ id: rest[0], tags: rest[3].split(","), turns: [] });
  if (word === "best" || word === "next") puzzles.at(-1).turns.push(rest.slice(3).join(" ").split("; "));
}
/** One whose best turn is a tile and one more decision. */
const plain = puzzles.find((one) => !one.tags.includes("exact") && one.turns[0].length === 2);
const solved = puzzles.find((one) => one.tags.includes("exact") && one.turns[0].length === 2);

async function visit(route, view = {}, settings = {}) {
  const made = await page(held.browser, view);
  made.setDefaultTimeout(patience);
  await made.addInitScript(
    (kept) => localStorage.getItem("aude.settings") ?? localStorage.setItem("aude.settings", kept),
    JSON.stringify({ language: "en", theme: "light", sound: false, speed: "none", ...settings }),
  );
  await made.goto(`${held.url}${route}`);
  return made;
}
const clean = (made, where) => accessible(made, where, true);
const done = async (made) => {
  assert.deepEqual(made.faults, []);
  await made.context().close();
};
const heading = (made) => made.$eval(".puzzle h1", (one) => one.textContent.trim());

/** The tile by the list of all choices, then the follower by its button: as a reader of the screen does. */
async function play(made, turn) {
  await made.waitForSelector(`[data-act="${turn[0]}"]`, { state: "attached" });
  await made.$eval(`[data-act="${turn[0]}"]`, (one) => one.click());
  await made.waitForSelector(".does [role=radio]");
  const words = await made.evaluate(() =>
    [...document.querySelectorAll("[role=radio]")].map((one) => one.textContent),
  );
  assert.ok(words.length > 0);
  return words;
}
/** The follower's decision is the one that the rows say after it. */
async function decide(made, pass) {
  await made.evaluate((last) => {
    const all = [...document.querySelectorAll(".does [role=radio]")];
    (last ? all.at(-1) : all[0]).click();
  }, pass);
  await made.click(".does .main");
  await made.waitForSelector(".rows li");
}

test("one is solved, and is remembered", async () => {
  const one = puzzles.find((each) => each.turns[0].length === 2 && each.turns[0][1] === "pass");
  const made = await visit(`#/puzzles/${one.id}`);
  const ways = await play(made, one.turns[0]);
  const none = ways.findIndex((text) => /no figure/i.test(text));
  await made.evaluate((i) => document.querySelectorAll(".does [role=radio]")[i].click(), none);
  await made.click(".does .main");
  await made.waitForSelector(".rows li");
  assert.equal(await heading(made), "The best there is");
  assert.equal(await made.$$eval(".row.own", (all) => all.length), 1);
  assert.ok(await made.$(".rows li:first-child .row.own"), "the own turn is the first of the list");
  await clean(made, "answer, desk");
  await made.click(".rail header button"); // back to all of them
  await made.waitForSelector(".list .row");
  assert.equal(await made.$$eval(`a[href="#/puzzles/${one.id}"] .hide`, (all) => all.length), 1);
  assert.deepEqual(await made.evaluate(() => JSON.parse(localStorage.getItem("aude.puzzles"))), {
    [one.id]: 0,
  });
  await clean(made, "list, desk");
  await done(made);
});

test("one is failed on a phone by candlelight, compared, and tried again", async () => {
  const made = await visit(`#/puzzles/${plain.id}`, phone, { theme: "dark" });
  await made.waitForSelector(".puzzle canvas");
  await clean(made, "task, phone, dark");
  const bad = await made.evaluate(
    (good) =>
      [...document.querySelectorAll("[data-act]")]
        .map((one) => one.dataset.act)
        .find((act) => !good.includes(act)),
    plain.turns.map((turn) => turn[0]),
  );
  await play(made, [bad]);
  await decide(made, true);
  assert.notEqual(await heading(made), "The best there is");
  assert.match(await made.$eval(".row.own", (one) => one.textContent), /not among the best/);
  const [first] = await made.$$eval(".rows .row", (all) =>
    all.map((one) => one.getAttribute("aria-pressed")),
  );
  assert.equal(first, "true", "the best is on the board");
  await made.tap(".row.own");
  await made.waitForFunction(
    () => document.querySelector(".row.own").getAttribute("aria-pressed") === "true",
  );
  await clean(made, "answer, phone, dark");
  const wide = await made.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, "nothing hangs over the edge");
  await made.tap("text=Try again");
  await made.waitForFunction(
    () => document.querySelector(".puzzle h1").textContent.trim() === "Your tile, your move",
  );
  assert.ok(
    (await made.evaluate((id) => JSON.parse(localStorage.getItem("aude.puzzles"))[id], plain.id)) > 0,
  );
  await done(made);
});

test("why: what the engine says of both turns; where nothing can be seen the numbers say so", async () => {
  const quiet = puzzles.find((one) => one.id === "b443550b"); // its first two turns do the same to all that can be seen
  assert.deepEqual(
    quiet.turns.slice(0, 2).map((turn) => turn[1]),
    ["pass", "pass"],
  );
  const made = await visit(`#/puzzles/${quiet.id}`);
  const tried = async (turn) => {
    const none = (await play(made, turn)).findIndex((text) => /no figure/i.test(text));
    await made.evaluate((i) => document.querySelectorAll(".does [role=radio]")[i].click(), none);
    await made.click(".does .main");
    await made.waitForSelector(".rows li");
    return made.$eval(".why", (one) => one.textContent.replace(/\s+/g, " "));
  };
  const second = await tried(quiet.turns[1]);
  assert.match(
    second,
    /Nothing on the board tells them apart yet\. Played to the end: this one [+−] [\d.]+, yours [+−] [\d.]+\./,
  );
  await made.click("text=Try again");
  await made.waitForSelector("[data-act]", { state: "attached" });
  assert.match(
    await tried(quiet.turns[0]),
    /^Why\. No figure is placed: followers that stay at hand: \d\. .*the next one [+−]/,
  );
  await done(made);
});

test("by keyboard alone: choose, turn, lay, decide, look at the rows, go on", async () => {
  const made = await visit(`#/puzzles/${solved.id}`);
  await made.waitForSelector(".puzzle canvas");
  await made.waitForSelector("[data-act]", { state: "attached" });
  await made.keyboard.press("ArrowRight");
  await made.waitForSelector("[data-act][aria-current=true]", { state: "attached" });
  await made.keyboard.press("r");
  await made.keyboard.press("Enter");
  await made.waitForSelector(".does [role=radio], .rows li");
  if (await made.$(".does [role=radio]")) {
    await made.keyboard.press("ArrowDown");
    await made.waitForSelector("[role=radio][aria-checked=true]");
    await made.keyboard.press("Enter");
  }
  await made.waitForSelector(".rows li");
  assert.match(await made.$eval(".reads", (one) => one.textContent), /counted to the end/);
  await made.keyboard.press("ArrowDown");
  await made.waitForFunction(
    () => document.querySelectorAll(".rows .row")[1].getAttribute("aria-pressed") === "true",
  );
  await made.keyboard.press("Enter");
  await made.waitForFunction((id) => !location.hash.endsWith(id), solved.id);
  await made.waitForFunction(
    () => document.querySelector(".puzzle h1")?.textContent.trim() === "Your tile, your move",
  );
  await done(made);
});

const todays = async (made) => {
  const title = await made.$eval(".now .slip p", (one) => one.textContent);
  return /\d+(?=, \p{L}+\.$)/u.exec(title.trim())[0];
};
async function onDay(when, view = {}) {
  const made = await page(held.browser, view);
  made.setDefaultTimeout(patience);
  await made.clock.install({ time: new Date(when) });
  await made.goto(`${held.url}#/puzzles`);
  await made.waitForSelector(".now .main");
  return made;
}

test("today's is the same for everybody wherever he lives, and another one tomorrow", async () => {
  const at = async (when, timezoneId) => {
    const made = await onDay(when, { timezoneId });
    const found = await todays(made);
    await done(made);
    return found;
  };
  const early = await at("2026-11-16T00:10:00Z", "America/Los_Angeles"), // still the 15th there
    late = await at("2026-11-16T23:50:00Z", "Pacific/Auckland"), // the 17th
    next = await at("2026-11-17T00:10:00Z", "UTC");
  assert.equal(early, late);
  assert.notEqual(early, next);
});

test("the day ends while the list stands open: it has the next one; who tries today's keeps it", async () => {
  const made = await onDay("2026-11-16T23:59:00Z");
  const before = await todays(made);
  await made.clock.fastForward(121_000);
  await made.waitForFunction(
    (old) => !document.querySelector(".now .slip p").textContent.includes(` ${old},`),
    before,
  );
  const after = await todays(made);
  await made.evaluate(() => (location.hash = "#/puzzles/today"));
  await made.waitForSelector("[data-act]", { state: "attached" });
  const ways = () => made.$$eval("[data-act]", (all) => all.map((one) => one.dataset.act));
  const offered = await ways();
  await made.clock.fastForward(24 * 3_600_000);
  assert.deepEqual(await ways(), offered, "the same puzzle a day later");
  await made.evaluate(() => (location.hash = "#/puzzles"));
  await made.waitForSelector(".now .main");
  assert.notEqual(await todays(made), after);
  await done(made);
});

test("the list is narrowed by set, ease and theme", async () => {
  const made = await visit("#/puzzles");
  await made.waitForSelector(".list .row");
  const count = () => made.$eval(".all h2", (one) => Number.parseInt(one.textContent));
  assert.equal(await count(), puzzles.length);
  await made.selectOption(".filter select >> nth=2", "exact");
  assert.equal(await count(), puzzles.filter((one) => one.tags.includes("exact")).length);
  await made.selectOption(".filter select >> nth=0", "tower");
  assert.ok((await count()) < 60);
  await made.goto(`${held.url}#/puzzles/00000000`);
  await made.waitForSelector("[role=alert]");
  await done(made);
});

test("a position of a record is tried again", async () => {
  const made = await visit("#/puzzles");
  await made.waitForSelector(".list .row");
  const record = readFileSync(join(root, "docs", "board.aude"), "utf8");
  await made.evaluate(
    (given) => {
      localStorage.setItem("aude.puzzles.again", JSON.stringify(given));
      location.hash = "#/puzzles/again";
    },
    { record, at: 20 },
  );
  await made.waitForSelector("[data-act]", { state: "attached" });
  await made.$eval("[data-act]", (one) => one.click());
  await made.waitForSelector(".does [role=radio], .rows li, .dots");
  if (await made.$(".does [role=radio]")) await decide(made, true);
  await made.waitForSelector(".rows li");
  assert.ok(await made.$(".row.own"));
  await done(made);
});
