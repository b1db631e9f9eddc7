// analysis.test.mjs -- the analysis board in Chromium: a record, a variation by keys, a note, promotion, links there and back, a cut one,
// candidates, any tile as the next draw, an empty table; on a desk and on a phone, and nothing serious for axe.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { root } from "../unit/load.mjs";
import { accessible, deal, patience, phone, playOn, stage } from "./hands.mjs";

const held = stage();
const record = (name) => readFileSync(join(root, "tests", "conformance", name), "utf8");

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
/** The board with this record on it, at its last moment. */
async function opened(text, view, settings) {
  const made = await visit("#/analyse", view, settings);
  await made.fill("textarea", text);
  await made.click(".button:has-text('Open it'), .button.wide >> nth=1");
  await made.waitForSelector(".study canvas");
  return made;
}
const clean = (made, where) => accessible(made, where, true);
const done = async (made) => {
  assert.deepEqual(made.faults, []);
  await made.context().close();
};
const keys = async (made, ...list) => {
  for (const key of list) await made.keyboard.press(key);
};
/** The lines of the tree, without the chance: that comes when the computer has thought. */
const rows = (made) =>
  made.$$eval(".lines .row", (all) =>
    all.map((one) =>
      one.textContent
        .replace(/[\d.,<>]+\s?%/, "")
        .replace(/\s+/g, " ")
        .trim(),
    ),
  );
const here = (made) =>
  made.$eval(".lines .row.now", (one) =>
    one.textContent
      .replace(/[\d.,<>]+\s?%/, "") // the computer may have thought of it, or not yet
      .replace(/\s+/g, " ")
      .trim(),
  );
const says = (made, text) =>
  made.waitForFunction((wanted) => document.body.textContent.includes(wanted), text);

test("a variation by keys, a note, promoted and removed; the link leads back to all of it, the record is saved with it", async () => {
  const made = await opened(
    record("valid/hidden-without-hashes.aude").replace(/^end .*$/m, "end 20 20; hash ad9fb3e9dfb71be8"),
  );
  await keys(made, "Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"); // the tile of turn 2 is drawn
  await made.waitForSelector(".candidates ol li");
  assert.match(await made.$eval(".candidates ol .row", (one) => one.dataset.line), /^lay -?\d+,-?\d+ \d+/);
  // a place that was not played, by the list that the keyboard reaches
  await made.focus('.choices [data-act="lay 1,-1 180"]');
  await keys(made, "Enter");
  await made.waitForSelector(".lines .row[aria-level='2']");
  assert.match(await here(made), /^2 ?Player 2 ?N12/);
  await keys(made, "n");
  await made.keyboard.type("He is safe here.");
  await keys(made, "Enter");
  await made.waitForSelector(".note:has-text('He is safe here.')");
  // along, back, and between the variations
  await keys(made, "ArrowUp");
  assert.doesNotMatch(await here(made), /N12/);
  await keys(made, "ArrowDown");
  assert.match(await here(made), /N12/);
  // a game that was played stays the main line: its variation is second for ever
  await keys(made, "p");
  assert.equal(await made.$eval(".lines .row.now", (one) => one.getAttribute("aria-level")), "2");
  await clean(made, "board");
  await keys(made, "l");
  const link = await made.waitForFunction(() => document.querySelector("dialog input")?.value || null);
  const address = await link.jsonValue();
  assert.ok(address.length < 2000, `${address.length} letters`);
  await clean(made, "share");
  const [saved] = await Promise.all([made.waitForEvent("download"), made.click("text=Save record")]);
  const text = readFileSync(await saved.path(), "utf8");
  assert.match(text, /^#line 1 at 4: lay 1,-1 180;$/m);
  assert.match(text, /^#note 1\.1 He is safe here\.$/m);
  await keys(made, "Escape");
  await keys(made, "Delete");
  await made.waitForFunction(() => !document.querySelector(".lines .row[aria-level='2']"));
  await keys(made, "Control+z");
  await made.waitForSelector(".lines .row[aria-level='2']");

  const other = await visit(address.slice(address.indexOf("#")));
  await other.waitForSelector(".lines .row.now");
  assert.match(await here(other), /N12/);
  await other.waitForSelector(".note:has-text('He is safe here.')");
  await done(other);
  // a link that was cut on its way
  const cut = await visit(address.slice(address.indexOf("#"), address.indexOf("~") + 14));
  await cut.waitForSelector("[role=alert]");
  assert.match(
    await cut.textContent("[role=alert]"),
    /This link is cut off: it breaks off in turn \d+, after \d+ moments/,
  );
  await done(cut);
  await done(made);
});

test("loaded again in the middle: variation, note and moment are still there; what is not known any more is said so", async () => {
  const made = await opened(
    record("valid/hidden-without-hashes.aude").replace(/^end .*$/m, "end 20 20; hash ad9fb3e9dfb71be8"),
  );
  await keys(made, "Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
  await made.focus('.choices [data-act="lay 1,-1 180"]');
  await keys(made, "Enter");
  await made.waitForSelector(".lines .row[aria-level='2']");
  await keys(made, "n");
  const odd = `<img src=x onerror="document.title='no'"> \u202Eأبت 👩‍👩‍👧 e\u0301 ; ) }`;
  await made.fill(".note textarea", odd);
  await keys(made, "Enter");
  await says(made, odd);
  const before = await rows(made),
    stood = await here(made);
  await made.reload();
  await made.waitForSelector(".lines .row.now");
  assert.deepEqual(await rows(made), before);
  assert.equal(await here(made), stood);
  await says(made, odd);
  assert.notEqual(await made.title(), "no");
  // somebody who is done with it has a new beginning
  await made.click(".study header button >> nth=0");
  await made.waitForSelector("textarea");
  await made.reload();
  await made.waitForSelector("textarea");
  assert.equal(await made.$(".study"), null);
  await made.goto(`${held.url}#/analyse/record/gone`);
  await made.waitForSelector("[role=alert]");
  assert.match(await made.textContent("[role=alert]"), /not known any more/);
  await done(made);
});

test("an impossible variation, a tile too many, something else: one sentence with the place", async () => {
  const made = await visit("#/analyse");
  for (const [text, said] of [
    [record("trees/bad-detached.aude"), /line 18: .*\[?/],
    [record("invalid/hidden-not-in-pile.aude"), /line \d+: /],
    ["aude 1\nrules grow\n", /line \d+: /],
    ["hello", /neither a record nor a link/],
    ["https://example.org/#/analyse/AAAA", /cut or damaged/],
  ]) {
    await made.fill("textarea", text);
    await made.click("text=Open it");
    await made.waitForFunction(
      (wanted) => new RegExp(wanted).test(document.querySelector("[role=alert]")?.textContent ?? ""),
      said.source,
    );
    assert.equal(await made.$(".study"), null);
  }
  await clean(made, "start");
  await done(made);
});

test("a save of JCloisterZone is pasted or opened as a file, and goes out again; a broken one is one sentence", async () => {
  const made = await visit("#/analyse"),
    save = readFileSync(join(root, "tests", "fuzz", "jcz", "base.jcz"), "utf8");
  for (const [text, said] of [
    [save.slice(0, 300), /Line 1 is not JSON/],
    ["{}", /not a save of JCloisterZone/],
  ]) {
    await made.fill("textarea", text);
    await made.click("text=Open it");
    await made.waitForFunction(
      (wanted) => new RegExp(wanted).test(document.querySelector("[role=alert]")?.textContent ?? ""),
      said.source,
    );
  }
  await made.fill("textarea", save);
  await made.click("text=Open it");
  await made.waitForSelector(".lines .row.now");
  const pasted = await rows(made);
  await made.click(".study header button >> nth=0");
  await made.setInputFiles("input[type=file]", {
    name: "game.jcz",
    mimeType: "application/json",
    buffer: Buffer.from(save),
  });
  await made.waitForSelector(".lines .row.now");
  assert.deepEqual(await rows(made), pasted);
  await keys(made, "l");
  await made.waitForSelector("dialog input");
  const [out] = await Promise.all([made.waitForEvent("download"), made.click("[data-jcz]")]);
  const sent = JSON.parse(readFileSync(await out.path(), "utf8"));
  assert.deepEqual(
    sent.replay.map((one) => one.type),
    JSON.parse(save).replay.map((one) => one.type),
  );
  await done(made);
});

test("after a jump the map is brought into sight again; four ways round of a monastery are one candidate", async () => {
  const made = await opened(record("valid/whole-grow.aude")); // its end: 72 tiles, each about 30 px
  await keys(made, "Home", ...Array(40).fill("ArrowRight")); // 14 tiles, and a monastery in hand
  await made.waitForSelector(".candidates ol li >> nth=2");
  await made.waitForFunction(() => document.querySelector(".mark")?.getBoundingClientRect().width > 50);
  const said = await made.$$eval(".candidates .row .what", (all) => all.map((one) => one.innerText));
  assert.equal(new Set(said).size, said.length, said.join("; "));
  await done(made);
});

test("an empty table: any tile comes next, is laid, and another one could have come", async () => {
  const made = await visit("#/analyse");
  await made.click("text=Begin");
  await made.waitForSelector("[data-draw]");
  await says(made, "Which tile comes next?");
  assert.match(await made.getAttribute('[data-draw="draw base/monastery"]', "aria-label"), /4 of 71, 5\.6 %/);
  await made.click('[data-draw="draw base/monastery"]');
  await made.waitForSelector(".candidates ol li");
  await keys(made, "1"); // the best that was found, figure and all
  await says(made, "Which tile comes next?");
  assert.equal((await rows(made)).length, 1);
  await keys(made, "ArrowLeft", "ArrowLeft");
  await made.click('[data-draw="draw base/crossing4"]'); // instead of the monastery
  await made.waitForFunction(() => document.querySelectorAll(".lines .row").length > 1);
  assert.equal(await made.$eval(".lines .row.now", (one) => one.getAttribute("aria-level")), "2");
  await keys(made, "p"); // nothing was played here: this line may become the first
  await made.waitForFunction(
    () => document.querySelector(".lines .row.now").getAttribute("aria-level") === "1",
  );
  await keys(made, "c"); // think first, look later
  await says(made, "The candidates are hidden");
  assert.equal(await made.$(".candidates ol li"), null);
  await done(made);
});

test("on a phone, by touch, in the dark: candidates, lines and tiles one at a time", async () => {
  const made = await opened(record("valid/open.aude"), phone, { theme: "dark" });
  await made.tap(".tabs >> text=Lines");
  await made.waitForSelector(".lines .row");
  await made.tap(".lines .row >> nth=1");
  await made.tap(".tabs >> text=Tiles");
  await made.waitForSelector("[data-draw]");
  await made.tap('[data-draw="draw base/monastery"]');
  await made.tap(".tabs >> text=Candidates");
  await made.waitForSelector(".candidates ol li");
  const wide = await made.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} px wide`);
  await clean(made, "phone");
  await made.tap(".candidates ol .row");
  await says(made, "Which tile comes next?");
  await done(made);
});

test("from the end of a game and from My games", async () => {
  const made = await deal(held, {
    setup: "rules grow\nseats 2\ndraws 6",
    names: ["Ana", "Bruno"],
    seed: "5",
  });
  await playOn(made, { seed: 5 });
  await made.waitForSelector(".end h1");
  await made.click(".end >> text=Analyse");
  await made.waitForSelector(".study .lines .row");
  assert.ok((await rows(made)).length >= 6);
  await made.goto(`${made.url().split("#")[0]}#/games`);
  await made.click("[aria-label^='Analyse: ']");
  await made.waitForSelector(".study .lines .row");
  await done(made);
});
