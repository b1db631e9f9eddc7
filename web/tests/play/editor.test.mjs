// editor.test.mjs -- a position set up by hand on the analysis board: points, whose turn, figures, tiles; what cannot be is refused with
// its reason and place; the link and the record hold it. From a puzzle to the board.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { page } from "../browser.mjs";
import { patience, phone, plain, seat, stage } from "./hands.mjs";

const held = stage();
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
const done = async (made) => {
  assert.deepEqual(made.faults, []);
  await made.context().close();
};
const says = (made, text) =>
  made.waitForFunction((wanted) => document.body.textContent.includes(wanted), text);
const press = (made, act) => made.$eval(`[data-act="${act}"]`, (one) => one.click());
const points = (made) => made.$$eval(".edit .count", (all) => all.map((one) => one.value));
async function begin(view, settings) {
  const made = await visit("#/analyse", view, settings);
  await made.click(".main");
  await made.waitForSelector(".study canvas");
  return made;
}

test("points, a turn, figures and tiles are set; what cannot be is refused with its place; link and record hold it", async () => {
  const made = await begin();
  await made.waitForSelector(".candidates");
  await made.keyboard.press("e");
  await made.waitForSelector(".edit .count");
  await made.fill(".edit .count >> nth=1", "34");
  await made.keyboard.press("Enter");
  await made.fill(".edit .count >> nth=1", "35"); // one moment, not two
  await made.keyboard.press("Enter");
  assert.deepEqual(await points(made), ["0", "35"]);
  await made.fill(".edit .count >> nth=0", "99999");
  await made.keyboard.press("Enter");
  await says(made, "Points are between");
  assert.deepEqual(await points(made), ["0", "35"]);
  await made.check("input[name=a-turn] >> nth=1");

  // the only tile with city on all sides: laid, and then there is none
  await made.click('[data-draw="draw base/city4-shield"]');
  await made.waitForSelector('[data-act="lay 0,-1 0"]', { state: "attached" });
  await press(made, "lay 0,-1 0");
  await made.waitForSelector('[data-gone="base/city4-shield"]');
  await made.$eval('[data-gone="base/city4-shield"]', (one) => one.click());
  await says(made, "No such tile is left: it lies at M12.");
  assert.ok(await made.isChecked("input[name=a-turn] >> nth=1"), "it is still the same player's turn");

  // a figure where it may be; the part that has one is not offered any more
  await made.click('[data-brush="0 small"]');
  await made.waitForSelector('[data-act^="set-figure 0 small city N E S W at 0,-1"]', { state: "attached" });
  await press(made, "set-figure 0 small city N E S W at 0,-1");
  await made.waitForFunction(
    () => !document.querySelector('[data-act^="set-figure 0 small city N E S W at 0,-1"]'),
  );
  assert.match(await made.textContent('[data-brush="0 small"]'), /6/);
  await made.click(".take");
  await made.waitForSelector('[data-act="take-figure 0 small city N E S W at 0,-1"]', { state: "attached" });

  // out by link and record, and in again
  await made.keyboard.press("e");
  await made.keyboard.press("l");
  const link = await made.waitForFunction(() => document.querySelector("dialog input")?.value || null);
  const address = await link.jsonValue();
  const [saved] = await Promise.all([made.waitForEvent("download"), made.click("text=Save record")]);
  const text = readFileSync(await saved.path(), "utf8");
  assert.match(text, /set-points 1 35; set-turn 1; draw base\/city4-shield;/);
  assert.doesNotMatch(text, /set-points 1 34/);
  assert.match(text, /set-figure 0 small city N E S W at 0,-1;/);
  const other = await visit(address.slice(address.indexOf("#")));
  await other.waitForSelector(".study canvas");
  await other.waitForSelector(".candidates");
  await other.keyboard.press("e");
  await other.waitForSelector(".edit .count");
  assert.deepEqual(await points(other), ["0", "35"]);
  assert.match(await other.textContent('[data-brush="0 small"]'), /6/);
  await done(other);
  await done(made);
});

test("a tile that fits nowhere stays in the bag: said so, and no moment of it is kept", async () => {
  const made = await begin();
  await made.waitForSelector(".candidates");
  await made.keyboard.press("e");
  await made.click('[data-draw="draw base/city"]');
  await made.waitForSelector('[data-act="lay 0,-1 180"]', { state: "attached" });
  await press(made, "lay 0,-1 180"); // the only city is closed: four sides of city fit nowhere
  await made.waitForFunction(() => !document.querySelector(".cartouche .hand"));
  const tile = '[data-draw="draw base/city4-shield"]',
    // without the chance, which comes when the computer has thought
    rows = () =>
      made.$$eval(".lines .row", (all) => all.map((one) => one.textContent.replace(/[\d.,<>]+\s?%/, "")));
  const before = await rows(),
    bag = await made.textContent(tile);
  await made.click(tile);
  await says(made, "This tile fits nowhere on this map, so it was not drawn.");
  assert.equal(await made.textContent(tile), bag);
  assert.equal(await made.$(".cartouche .hand"), null);
  assert.deepEqual(await rows(), before);
  await made.click('[data-draw="draw base/monastery"]'); // and it goes on with one that fits
  await made.waitForSelector(".cartouche .hand");
  assert.ok(!(await made.textContent("body")).includes("fits nowhere"));
  await made.click(".edit .done");
  await made.keyboard.press("l");
  await made.waitForSelector("dialog input");
  const [saved] = await Promise.all([made.waitForEvent("download"), made.click("text=Save record")]);
  assert.doesNotMatch(readFileSync(await saved.path(), "utf8"), /city4-shield/);
  await done(made);
});

test("what the sets have: dragon, fairy, tower, prisoner, goods, king; what cannot be is refused, and the link holds the rest", async () => {
  const sets = ["princess-dragon", "tower", "traders-builders", "king-robber", "abbey-mayor"];
  const made = await begin(
    {},
    { choice: { ...plain, sets, seats: [seat("here", "Ana", 1), seat("here", "Bruno", 2)] } },
  );
  await made.keyboard.press("e");
  await made.waitForSelector(".edit .count");
  const lay = async (tile, at) => {
    await made.click(`[data-draw="draw ${tile}"]`);
    await made.waitForSelector(`[data-act="lay ${at}"]`, { state: "attached" });
    await press(made, `lay ${at}`);
    await made.waitForFunction(() => !document.querySelector(".cartouche .hand"));
  };
  // no dragon before its volcano, no king before a city
  await made.click('[data-brush="dragon"]');
  await says(made, "There is no place for it on this map.");
  await made.click('[data-brush="dragon"]');
  await made.click('[data-set="king 1"]');
  await says(made, "Nothing of that kind is complete yet.");
  await lay("princess-dragon/field-volcano", "0,1 0");
  await made.click('[data-brush="dragon"]');
  await made.waitForSelector('[data-act="set-dragon 0,1"]', { state: "attached" });
  await made.click('[data-brush="1 small"]');
  await made.waitForSelector('[data-act="set-figure 1 small city N at 0,0"]', { state: "attached" });
  await press(made, "set-figure 1 small city N at 0,0");
  await made.click('[data-brush="fairy"]');
  await made.waitForSelector('[data-act="set-fairy 1 small city N at 0,0"]', { state: "attached" });
  await press(made, "set-fairy 1 small city N at 0,0");
  await made.click('[data-brush="fairy"]');
  await lay("tower/monastery", "1,1 0");
  await made.click('[data-brush="0 tower"]');
  await made.waitForSelector('[data-act="set-tower 0 1,1"]', { state: "attached" });
  await press(made, "set-tower 0 1,1");
  await made.waitForFunction(() => /9/.test(document.querySelector('[data-brush="0 tower"]').textContent));
  await made.click(".take");
  await made.waitForSelector('[data-act="take-tower 0 1,1"]', { state: "attached" });
  await made.selectOption('[data-prison="1"]', "set-prisoner 0 small by 1");
  await made.waitForSelector('[data-free="0 small by 1"]');
  await made.fill('[data-goods="0 wine"]', "1");
  await made.keyboard.press("Enter");
  await says(made, "There are no more goods than completed cities have given.");
  assert.equal(await made.inputValue('[data-goods="0 wine"]'), "0");
  // the link holds it
  await made.click(".edit .done");
  await made.keyboard.press("l");
  const link = await made.waitForFunction(() => document.querySelector("dialog input")?.value || null);
  const address = await link.jsonValue();
  const other = await visit(address.slice(address.indexOf("#")));
  await other.waitForSelector(".study canvas");
  await other.keyboard.press("e");
  await other.waitForSelector('[data-free="0 small by 1"]');
  assert.match(await other.textContent('[data-brush="0 tower"]'), /9/);
  await done(other);
  await done(made);
});

test("count and barn are set, a robber too early and a second barn are refused; a drawn tile puts the brush away", async () => {
  const sets = ["king-robber", "abbey-mayor", "count"];
  const made = await begin(
    {},
    { choice: { ...plain, sets, seats: [seat("here", "Ana", 1), seat("here", "Bruno", 2)] } },
  );
  await made.keyboard.press("e");
  await made.waitForSelector(".edit .count");
  const lay = async (tile, at) => {
    await made.click(`[data-draw="draw ${tile}"]`);
    await made.waitForSelector(`[data-act="lay ${at}"]`, { state: "attached" });
    await press(made, `lay ${at}`);
    await made.waitForFunction(() => !document.querySelector(".cartouche .hand"));
  };
  const pressed = (what) => made.waitForSelector(`[data-set="${what}"][aria-pressed="true"]`);
  await made.click('[data-set="robber 1"]');
  await says(made, "Nothing of that kind is complete yet.");
  assert.equal(await made.$('[data-set^="robber"][aria-pressed="true"]'), null);
  await made.click('[data-set="count market"]');
  await pressed("count market");
  await made.click('[data-brush="0 barn"]');
  await says(made, "There is no place for it on this map.");

  // a tile that is drawn puts the brush away. Four cloisters around a corner: a barn stands there, and no second one
  for (const at of ["1,2 0", "2,2 0", "2,3 0", "1,3 0"]) await lay("base/monastery", at);
  await made.click('[data-brush="0 barn"]');
  await made.waitForSelector('[data-act="set-barn 0 2,3"]', { state: "attached" });
  await press(made, "set-barn 0 2,3");
  await made.waitForSelector('[data-brush="0 barn"][aria-disabled="true"]');
  await made.click('[data-brush="1 barn"]');
  await says(made, "There is no place for it on this map.");

  await made.click(".edit .done");
  await made.keyboard.press("l");
  await made.waitForSelector("dialog input");
  const [saved] = await Promise.all([made.waitForEvent("download"), made.click("text=Save record")]);
  const text = readFileSync(await saved.path(), "utf8");
  for (const words of ["set-count market;", "set-barn 0 2,3;"]) assert.ok(text.includes(words), text);
  await done(made);
});

test("on a phone, in Portuguese and dark, nothing sticks out", async () => {
  const made = await begin(phone, { language: "pt-PT", theme: "dark" });
  await made.tap("text=Montar");
  await made.waitForSelector(".edit");
  const wide = await made.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} px wide`);
  await made.tap('[data-brush="1 small"]');
  await made.waitForSelector('[data-act^="set-figure 1 small"]', { state: "attached" });
  await done(made);
});

test("on a phone that lies on its side the map has half of the screen, and a tile is laid", async () => {
  const made = await begin({ ...phone, viewport: { width: 844, height: 390 } });
  const box = await made.locator(".study .board").boundingBox();
  assert.ok(box.height > 350 && box.width > 400, `the map: ${box.width} x ${box.height}`);
  await made.tap(".tabs >> text=Tiles");
  await made.tap('[data-draw="draw base/monastery"]');
  await made.waitForSelector('[data-act="lay 0,1 0"]', { state: "attached" });
  await press(made, "lay 0,1 0");
  await made.tap("[aria-label=Back]");
  const wide = await made.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 844, `${wide} px wide`);
  await done(made);
});

test("enlarged to twice its size, in the longest words, nothing sticks out", async () => {
  const made = await begin({ viewport: { width: 640, height: 400 } }, { language: "ro" });
  await made.click(".tabs .button >> nth=2");
  await made.click('[data-draw="draw base/monastery"]');
  await made.click(".tabs .button >> nth=0");
  await made.waitForSelector(".candidates ol li");
  const wide = await made.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 640, `${wide} px wide`);
  await done(made);
});

test("from a puzzle to the board: the same position, its tile in hand; and back to what was tried", async () => {
  const made = await visit("#/puzzles");
  await made.click(".list .row");
  await made.waitForSelector("[data-act]", { state: "attached" });
  await made.$eval("[data-act]", (one) => one.click());
  for (let n = 0; n < 4 && !(await made.$(".rows li")); n++) {
    await made.waitForSelector(".does [role=radio], .rows li");
    if (await made.$(".rows li")) break;
    await made.$$eval(".does [role=radio]", (all) => all.at(-1).click());
    await made.click(".does .main");
  }
  await made.waitForSelector(".rows li");
  const rows = () => made.$$eval(".rows .row", (all) => all.map((one) => one.textContent));
  const compared = await rows(),
    address = new URL(made.url()).hash;
  await made.click(".foot >> text=Analyse");
  await made.waitForSelector(".study canvas");
  await made.waitForSelector(".cartouche .hand");
  await made.waitForSelector(".candidates ol li");
  await made.click(".study header button >> nth=0");
  await made.waitForSelector(".rows .row.own");
  assert.equal(new URL(made.url()).hash, address);
  assert.deepEqual((await rows()).slice(0, 5), compared.slice(0, 5));
  await made.click(".foot >> text=Analyse");
  await made.waitForSelector(".study canvas");
  await made.reload(); // as a phone does that has put the page away
  await made.waitForSelector(".study .cartouche .hand");
  await made.click(".study header button >> nth=0");
  await made.waitForFunction((wanted) => location.hash === wanted, address);
  await done(made);
});
